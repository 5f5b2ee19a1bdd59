// lines ─→ sentences and items
//
//   Where it listens                    Where it listens. By default all addresses are used;
//   By default all addresses      ─→    one: only this
//   are used
//   - one: only this
//
// A capital at the start of a line begins a sentence if its word would have fitted on the line
// before. A name at the start of a line, "the\nRedis server", begins no sentence: a short word in
// lower case, "the", does not end one. If all lines of a text are short, none of them shows room,
// and the text is joined unchanged.
#include "analyzer/pages/text_lines.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The item's text without its list mark; empty if there is no mark.
std::string_view ItemOf(std::string_view line) {
  for (const std::string_view mark : {"- ", "* ", "+ ", "\xE2\x80\xA2 "}) {
    if (line.starts_with(mark)) return Trim(line.substr(mark.size()));
  }
  return {};
}

// After other punctuation, such as ',' or '.', no mark is added. A quote or bracket may close a
// sentence.
bool IsEndOfWord(char c) {
  return IsIdentifierByte(c) || c == ')' || c == '"' || c == '\'' || c == '`' || IsNonAscii(c);
}

// "The", "A value"; not "URL" or "APP_HOME", since names occur anywhere in a sentence.
bool BeginsAsSentence(std::string_view line) {
  return line.size() > 1 && IsUpper(line[0]) && (IsLower(line[1]) || line[1] == ' ');
}

// Whether the line has clearly had room for the first word of `next`. Seven tenths of the widest
// line: texts wrapped by hand are ragged, and a line only a word or two shorter proves nothing. A
// sentence that ends later in a line is joined without its full stop.
bool HasRoom(std::string_view line, std::string_view next, size_t widest) {
  constexpr size_t kOf = 10, kMost = 7;
  const size_t word = std::min(next.find(' '), next.size());
  return line.size() + 1 + word <= widest && line.size() * kOf <= widest * kMost;
}

// Whether the line can be the end of a sentence: "the address of the" cannot. Articles and most
// prepositions have fewer than four letters; a sentence that ends with a short word is missed.
bool MayEnd(std::string_view line) {
  constexpr size_t kShort = 4;
  if (!IsEndOfWord(line.back())) return false;
  const std::string_view last = line.substr(line.rfind(' ') + 1);
  const bool joint = last.size() < kShort && std::all_of(last.begin(), last.end(), IsLower);
  // A line of a single word is a label or the end of a wrapped line.
  return !joint && last.size() < line.size();
}

}  // namespace

// One pass over the lines. The widest line is the measure of whether a line had room.
std::string JoinedLines(const std::vector<std::string_view>& lines) {
  size_t widest = 0;
  for (const std::string_view line : lines) widest = std::max(widest, Trim(line).size());
  std::string out;
  std::string_view before;
  bool gap = false;  // there is an empty line in between
  for (const std::string_view raw : lines) {
    const std::string_view line = Trim(raw);
    if (line.empty()) {
      gap = !out.empty();
      continue;
    }
    const std::string_view item = ItemOf(line);
    const bool parted = !out.empty() && IsEndOfWord(out.back());
    if (!item.empty()) {
      if (parted) out += ';';
    } else if (parted && BeginsAsSentence(line) && MayEnd(before) &&
               (gap || HasRoom(before, line, widest))) {
      out += '.';
    }
    if (!out.empty()) out += ' ';
    out += item.empty() ? line : item;
    before = line;
    gap = false;
  }
  return out;
}

}  // namespace flagcensus
