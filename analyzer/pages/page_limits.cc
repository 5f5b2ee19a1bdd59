#include "analyzer/pages/page_limits.h"

#include "analyzer/pages/document.h"

namespace flagcensus {

void PageLimits::Report(std::string_view kind, int line, std::string message) {
  diagnostics_->push_back({std::string(kind), {file_, line, 0}, std::move(message)});
}

void PageLimits::ReportInclude(int line, std::string_view directive, std::string_view target) {
  constexpr size_t kLongest = 200;  // bytes of the target
  Report(
      "include-not-read", line,
      "'" + std::string(directive) + "' refers to '" + std::string(target.substr(0, kLongest)) +
          "', which is not read as part of this page; add it as a page if it documents variables");
}

void PageLimits::ReportTooManyLines(int line, size_t lines) {
  Report("page-too-complex", line,
         "the page has more than " + std::to_string(lines) +
             " lines, only the first are read; split it");
}

void PageLimits::ReportTooDeep(int line) {
  if (deep_) return;
  deep_ = true;
  Report("nested-too-deep", line,
         "blocks are nested more than " + std::to_string(kMaxBlockDepth) +
             " deep, deeper content is read as plain text; flatten the page");
}

void PageLimits::Count(size_t parts, int line) {
  parts_ += parts;
  if (parts_ <= kMaxPageParts || full_) return;
  full_ = true;
  Report("page-too-complex", line,
         "the page has more than " + std::to_string(kMaxPageParts) +
             " blocks, only the first are read; split it");
}

}  // namespace flagcensus
