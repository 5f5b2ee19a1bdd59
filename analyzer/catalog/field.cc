// Lines of text → fields.
//
//   "Default: 5"                        ─→ {kDefault, "5"}
//   "**Default** `x`"                   ─→ {kDefault, "x"}
//   "Values: `a`, `b` | Default = `a`"  ─→ {kValues, "`a`, `b` "}, {kDefault, "`a`"}
//   "Note: it is slow"                  ─→ no field, unless "note" is a known label
#include "analyzer/base/text.h"
#include "analyzer/catalog/body.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/topic.h"

namespace flagcensus {
namespace {

// The value in "Default = X" and "Default: X", with blanks in front allowed; empty for other texts.
Prose DefaultField(const Prose& text) {
  const size_t word = SkipBlanks(text.text, 0);
  constexpr std::string_view kDefault = "default";
  if (!StartsWithWord(std::string_view(text.lower).substr(word), kDefault)) return {};
  const size_t mark = SkipBlanks(text.text, word + kDefault.size());
  if (mark >= text.text.size() || text.IsCode(mark)) return {};
  if (text.text[mark] != '=' && text.text[mark] != ':') return {};
  return Slice(text, SkipBlanks(text.text, mark + 1));
}

// The position of the bar in "`a`, `b` | Default = `a`", the value of a field; 0 if it has no such
// bar.
size_t DefaultBehindBar(const Prose& value) {
  const size_t bar = value.text.rfind('|');
  if (bar == std::string::npos || bar == 0 || value.IsCode(bar)) return 0;
  return DefaultField(Slice(value, bar + 1)).text.empty() ? 0 : bar;
}

}  // namespace

// Code before the colon ends the search: "`a`: b" is a list of values and has no label.
Field ParseField(const Prose& text) {
  const size_t begin = SkipBlanks(text.text, 0);
  // A label is at most a few words; a colon further on belongs to a sentence.
  constexpr size_t kMaxLabel = 40;
  for (size_t at = begin; at < text.text.size() && at - begin <= kMaxLabel; ++at) {
    if (text.IsCode(at)) {
      // "**Default** `x`": a bold label needs no colon.
      const Label label = FieldLabelOf(std::string_view(text.text).substr(begin, at - begin));
      if (label != Label::kNone && (text.styles[begin] & Prose::kStrong) != 0) {
        return {label, Slice(text, at)};
      }
      return {};
    }
    if (text.text[at] != ':') continue;
    const Label label = FieldLabelOf(std::string_view(text.text).substr(begin, at - begin));
    if (label == Label::kNone) return {};
    // Two colons end a label in some formats.
    size_t value = at + 1;
    while (value < text.text.size() && text.text[value] == ':') ++value;
    return {label, Slice(text, SkipBlanks(text.text, value))};
  }
  return {};
}

std::vector<Field> FieldsOf(const Prose& line) {
  Field field = ParseField(line);
  if (field.label == Label::kNone) return {};
  const size_t bar = DefaultBehindBar(field.value);
  if (bar == 0) return {std::move(field)};
  Prose behind = DefaultField(Slice(field.value, bar + 1));
  return {{field.label, Slice(field.value, 0, bar)}, {Label::kDefault, std::move(behind)}};
}

// Lines of the page's source, which authors use for one field each.
std::vector<Prose> LinesOf(const Prose& paragraph) {
  std::vector<Prose> lines;
  size_t begin = 0;
  for (size_t i = 1; i < paragraph.starts.size(); ++i) {
    if (paragraph.starts[i].line == paragraph.starts[i - 1].line) continue;
    // Inlines without a line, such as those that a format expands, do not begin a new one.
    if (paragraph.starts[i].line == 0 || paragraph.starts[i - 1].line == 0) continue;
    lines.push_back(Slice(paragraph, begin, paragraph.starts[i].offset));
    begin = paragraph.starts[i].offset;
  }
  lines.push_back(Slice(paragraph, begin));
  return lines;
}

}  // namespace flagcensus
