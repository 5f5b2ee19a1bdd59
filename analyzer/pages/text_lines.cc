// lines ─→ sentences and items
//
//   Where it listens                    Where it listens. By default all addresses are taken;
//   By default all addresses      ─→    one: only this
//   are taken
//   - one: only this
//
// A writer who begins a line with a capital although the word had room on the line before has begun
// a sentence. That a name begins so, "the\nRedis server", is told apart by the word before it: no
// sentence ends with a short word in lower case. A text of which every line is short has no room
// that shows, and is joined as it is.
#include "analyzer/pages/text_lines.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Without the mark of a list's item in front; empty if there is none.
std::string_view ItemOf(std::string_view line) {
  for (const std::string_view mark : {"- ", "* ", "+ ", "\xE2\x80\xA2 "}) {
    if (line.starts_with(mark)) return Trim(line.substr(mark.size()));
  }
  return {};
}

bool IsEndOfWord(char c) {
  return IsIdentifierByte(c) || c == ')' || c == '"' || c == '\'' || c == '`' || IsNonAscii(c);
}

bool BeginsAsSentence(std::string_view line) {
  return line.size() > 1 && IsUpper(line[0]) && (IsLower(line[1]) || line[1] == ' ');
}

// Whether a line that is followed by `next` has room for its first word, and by far.
bool HasRoom(std::string_view line, std::string_view next, size_t widest) {
  constexpr size_t kOf = 10, kMost = 7;
  const size_t word = std::min(next.find(' '), next.size());
  return line.size() + 1 + word <= widest && line.size() * kOf <= widest * kMost;
}

// Whether the line can be the end of a sentence: "the address of the" cannot.
bool MayEnd(std::string_view line) {
  constexpr size_t kShort = 4;
  if (!IsEndOfWord(line.back())) return false;
  const std::string_view last = line.substr(line.rfind(' ') + 1);
  const bool joint = last.size() < kShort && std::all_of(last.begin(), last.end(), IsLower);
  return !joint && last.size() < line.size();
}

}  // namespace

std::string JoinedLines(const std::vector<std::string_view>& lines) {
  size_t widest = 0;
  for (const std::string_view line : lines) widest = std::max(widest, Trim(line).size());
  std::string out;
  std::string_view before;
  bool gap = false;  // an empty line stands between
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
