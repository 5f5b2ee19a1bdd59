#include "analyzer/pages/page_limits.h"

#include "analyzer/pages/document.h"

namespace flagcensus {

namespace {

constexpr size_t kShownBytes = 200;  // of a text of the page; more makes a message unreadable

}  // namespace

void PageLimits::Report(std::string_view kind, int line, std::string message) {
  diagnostics_->push_back({std::string(kind), {file_, line, 0}, std::move(message)});
}

void PageLimits::ReportInclude(int line, std::string_view directive, std::string_view target) {
  Report(
      "include-not-read", line,
      "'" + std::string(directive) + "' refers to '" + std::string(target.substr(0, kShownBytes)) +
          "', which is not read as part of this page; add it as a page if it documents variables");
}

void PageLimits::ReportTooManyLines(int line, size_t lines) {
  Report("page-too-complex", line,
         "the page has more than " + std::to_string(lines) +
             " lines, only the first are read; split it");
}

// The reader decides how the block ends; all of them end it at the next line that begins or ends
// a block, which is what the message says.
void PageLimits::ReportNotClosed(int line, std::string_view opening) {
  constexpr int kMost = 20;
  if (not_closed_ >= kMost) return;
  ++not_closed_;
  Report("block-not-closed", line,
         "'" + std::string(opening.substr(0, kShownBytes)) +
             "' is not closed; the block ends at the next line that begins or ends one");
}

void PageLimits::ReportTooDeep(int line) {
  if (deep_) return;
  deep_ = true;
  Report("nested-too-deep", line,
         "blocks are nested more than " + std::to_string(kMaxBlockDepth) +
             " deep, deeper content is read as plain text; flatten the page");
}

void PageLimits::Count(size_t parts, int line) {
  // Counting goes on when the page is full, but the diagnostic is written once.
  parts_ += parts;
  if (parts_ <= kMaxPageParts || full_) return;
  full_ = true;
  Report("page-too-complex", line,
         "the page has more than " + std::to_string(kMaxPageParts) +
             " blocks, only the first are read; split it");
}

}  // namespace flagcensus
