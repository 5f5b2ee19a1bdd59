// a name in a file of settings ─→ the comments that stand above it or behind it ─→ described
//
//   # Absolute minimum of seconds, overrides any other. Default: 3      above, also of a few
//   #  - APP_SECONDS=3                                                  settings in a row
//   APP_COLOR=auto   # always, never or auto                            behind
//
// YAML, Compose, INI and the samples of `.env` files are alike here: a line sets a name where only
// marks of comments and lists stand before it. A setting without a comment says nothing of itself.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/evidence/passage.h"
#include "analyzer/evidence/passage_words.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxAbove = 12;        // lines that are looked at
constexpr size_t kMaxInRow = 3;         // settings that one comment describes
constexpr size_t kWordsOfAComment = 3;  // fewer are a title: "# Proxy"
constexpr size_t kWordsBehind = 2;

constexpr std::string_view kMarks = " \t#;-\"'";

std::string_view WithoutMarks(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(kMarks), line.size()));
}

// Where the name that a line sets ends; 0 where it sets none.
size_t NameEnd(std::string_view line) {
  std::string_view rest = WithoutMarks(line);
  if (rest.starts_with("export ")) rest = Trim(rest.substr(std::string_view("export").size()));
  const size_t end = EndOfRun(rest, 0, IsIdentifierByte);
  const NameShape shape = ShapeOf(rest.substr(0, end));
  if (shape != NameShape::kStrong && shape != NameShape::kWeak) return 0;
  size_t mark = end;
  if (mark < rest.size() && (rest[mark] == '"' || rest[mark] == '\'')) ++mark;
  while (mark < rest.size() && rest[mark] == ' ') ++mark;
  if (mark >= rest.size() || (rest[mark] != '=' && rest[mark] != ':')) return 0;
  // "NOTE: this is ...", in a comment, is a sentence; a setting's value is a word.
  const bool sentence = rest[mark] == ':' && CountWords(rest.substr(mark)) > 2;
  if (sentence && Trim(line).starts_with('#')) return 0;
  return static_cast<size_t>(rest.data() - line.data()) + end;
}

bool IsComment(std::string_view line) {
  const std::string_view text = Trim(line);
  return text.starts_with('#') || text.starts_with(';');
}

}  // namespace

std::optional<Passage> PageLines::SettingAt(size_t offset, size_t length) const {
  const size_t line = LineAt(offset);
  const std::string_view text = Text(line);
  const size_t at = offset - lines_[line].begin;
  if (NameEnd(text) != at + length) return std::nullopt;
  std::string comments;
  size_t in_row = 0;
  for (size_t above = line; above-- > 0 && line - above <= kMaxAbove;) {
    const std::string_view there = Text(above);
    if (NameEnd(there) > 0) {
      if (!comments.empty() || ++in_row > kMaxInRow) break;
      continue;
    }
    const std::string_view words = WithoutMarks(there);
    if (!IsComment(there) || words.empty()) break;
    comments = std::string(words) + ' ' + comments;
  }
  std::string_view behind;
  if (const size_t mark = text.find(" #", at); mark != std::string_view::npos) {
    behind = WithoutMarks(text.substr(mark));
  }
  if (CountWords(comments) < kWordsOfAComment && CountWords(behind) < kWordsBehind) {
    return std::nullopt;
  }
  Passage out;
  out.place = {"", static_cast<int>(line) + 1, static_cast<int>(at) + 1};
  out.described = true;
  if (in_row > 0) return out;  // whose default it is cannot be told
  const DefaultText found =
      DefaultOf(comments + std::string(behind), text.substr(at, length), true);
  out.default_kind = found.kind;
  out.default_text = found.text;
  return out;
}

// Whether the line is an item of a list below a line that announces values: "The modes can be:".
bool PageLines::IsValue(size_t line) const {
  constexpr size_t kList = 40;  // lines
  const auto is_item = [&](size_t at) {
    const std::string_view text = Trim(Text(at));
    return text.size() > 1 && text[1] == ' ' &&
           std::string_view("-*+").find(text[0]) != std::string_view::npos;
  };
  if (!is_item(line)) return false;
  const size_t indent = Text(line).find_first_not_of(" \t");
  for (size_t at = line, steps = 0; at-- > 0 && steps < kList; ++steps) {
    // What an item goes on with stands further in.
    if (IsBlank(at) || is_item(at) || Text(at).find_first_not_of(" \t") > indent) continue;
    return AnnouncesValues(ToLower(Trim(Text(at))));
  }
  return false;
}

}  // namespace flagcensus
