#include "analyzer/pages/line_markup.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Far above real pages; the limits bound the memory that a hostile page costs.
// Lines of generated pages reach 100 kB; in a minified file the rest is not documentation.
constexpr size_t kMaxSourceLines = 2'000'000;
constexpr size_t kMaxSourceLine = size_t{1} << 20;

}  // namespace

size_t SourceLine::margin() const { return std::min(text.find_first_not_of(" \t"), text.size()); }

// {"  a", 3, 1}.From(2) ─→ {"a", 3, 3}
SourceLine SourceLine::From(size_t at) const {
  at = std::min(at, text.size());
  return {text.substr(at), number, column + static_cast<int>(at)};
}

// Views of the text; nothing is copied. Only the first line that is cut is reported.
std::vector<SourceLine> SourceLinesOf(std::string_view text, PageLimits& limits) {
  std::vector<SourceLine> lines;
  int column = 1;
  // A byte order mark is skipped, but counts as columns: places are those of the file.
  if (text.starts_with("\xef\xbb\xbf")) {
    text.remove_prefix(3);
    column = 4;
  }
  bool cut = false;
  for (int number = 1; !text.empty(); ++number) {
    if (lines.size() >= kMaxSourceLines) {
      limits.ReportTooManyLines(number, kMaxSourceLines);
      break;
    }
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.size() > kMaxSourceLine) {
      line = line.substr(0, kMaxSourceLine);
      if (!std::exchange(cut, true)) {
        limits.Report("line-too-long", number,
                      "the line is longer than 1 MiB; its rest is not read");
      }
    }
    while (!line.empty() && IsSpace(line.back())) line.remove_suffix(1);
    lines.push_back({line, number, column});
    column = 1;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// "\t  x" ─→ 10, " \tx" ─→ 8
int IndentWidth(std::string_view text) {
  int width = 0;
  for (const char c : text) {
    if (!IsBlank(c)) break;
    width = c == '\t' ? (width / 8 + 1) * 8 : width + 1;
  }
  return width;
}

// Pieces with equal marks become one run, with the place of the first piece.
void RunWriter::Put(std::string_view text, int column) {
  if (text.empty()) return;
  if (!runs_.empty() && static_cast<const Marks&>(runs_.back()) == marks) {
    runs_.back().text += text;
    return;
  }
  runs_.push_back({marks, std::string(text), line_, column});
}

std::vector<Run> RunWriter::Take() { return std::exchange(runs_, {}); }

// The line without its indentation as one run, for formats or places without inline markup.
std::vector<Run> PlainRuns(const SourceLine& text) {
  RunWriter writer(text.number);
  const size_t at = text.margin();
  writer.Put(text.text.substr(at), text.column + static_cast<int>(at));
  return writer.Take();
}

// Null beyond the deepest level: the caller then adds the text to the part around it.
Block* OpenNested(DocumentBuilder& out, Part part, PagePlace place) {
  return out.MayNest(place.line) ? out.Open(part, place) : nullptr;
}

// "A" and then "B" without a body in between ─→ one definition "A, B".
void OpenDefinition(DocumentBuilder& out, std::vector<Run> term, PagePlace place) {
  out.EndParagraph();
  // Nothing has been added to the open definition, so its term has no body yet.
  if (out.part() == Part::kDefinition && !out.IsDeep() && out.siblings().empty()) {
    out.limits().Count(term.size(), place.line);
    return JoinRuns(out.block().inlines, std::move(term), ", ");
  }
  out.CloseInside(Part::kTerms);
  Block* definition = out.Open(Part::kDefinition, place);
  // Too deep for a definition: the term is kept as plain text.
  if (definition == nullptr) return out.AddText(std::move(term));
  out.limits().Count(term.size(), place.line);
  definition->inlines = std::move(term);
}

// Closes the item before it, with everything inside of that.
void OpenItem(DocumentBuilder& out, PagePlace place) {
  out.CloseInside(Part::kList);
  out.Open(Part::kItem, place);
}

// kPage if there is none around the current part.
Part InnermostList(const DocumentBuilder& out) {
  return out.Innermost({Part::kList, Part::kTerms, Part::kTable});
}

}  // namespace flagcensus
