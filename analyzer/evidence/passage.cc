// page text, a name in it ─→ its line, and whether that is code ─→ the sentence ─→ named, described
//
// Works on lines, not on the blocks of a format, because the question is the same in each of them
// and most of the pages it is asked of are no catalog. A name is described where
//
//   a sentence sets or explains it      set `X` to 1; the `X` environment variable; if X is set
//   a line begins with it and goes on   - `X`: what it does      | X | what it does |      X:: text
//   a block of code assigns it below a line that announces settings      export X=1
//   the help of an option names it                                       [env: X=]
//
// The phrases stand in queries/evidence/described.toml.
#include "analyzer/evidence/passage.h"

#include <algorithm>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/values.h"
#include "analyzer/evidence/passage_words.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/heading_line.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/sentence.h"

namespace flagcensus {
namespace {

constexpr size_t kLinesAround = 8;     // of a paragraph, above and below the name's line
constexpr size_t kMaxSentence = 2000;  // bytes
constexpr size_t kWordsOfABody = 2;    // that a line needs behind a name to describe it
constexpr std::string_view kNameWord = "\x01";

// Of English: "don't", "déjà".
bool IsProseByte(char c) { return IsUnicodeIdentifierByte(c) || c == '\''; }

// The words of `text` in lower case; the one at `name_at` is kNameWord, and a '=' right behind it
// is a word.
std::vector<std::string> WordsOf(std::string_view text, size_t name_at, size_t length,
                                 size_t* name_word) {
  std::vector<std::string> out;
  size_t at = 0;
  while (at < text.size()) {
    if (at == name_at) {
      *name_word = out.size();
      out.emplace_back(kNameWord);
      at += length;
      if (at < text.size() && text[at] == '=') out.emplace_back("=");
      continue;
    }
    if (!IsProseByte(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && end != name_at && IsProseByte(text[end])) ++end;
    out.push_back(ToLower(text.substr(at, end - at)));
    at = end;
  }
  return out;
}

// Whether one of `phrases` stands in `words` from `at` on, or ends right before it.
bool Matches(const std::vector<std::string>& words, size_t at, bool before,
             const std::vector<std::string>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
    const std::vector<std::string_view> parts = Split(phrase, ' ');
    if (before ? parts.size() > at : at + parts.size() > words.size()) return false;
    const size_t begin = before ? at - parts.size() : at;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (words[begin + i] != parts[i]) return false;
    }
    return true;
  });
}

bool Explains(const std::vector<std::string>& words, size_t name_word) {
  size_t at = name_word;
  const std::vector<std::string>& between = Phrases("described", "between");
  do {
    if (Matches(words, at, true, Phrases("described", "before"))) return true;
    --at;  // past an article
  } while (at < words.size() &&
           std::find(between.begin(), between.end(), words[at]) != between.end());
  return Matches(words, name_word + 1, false, Phrases("described", "after"));
}

// A name that no text holds by chance: with an underscore, or of six capitals.
bool IsStrong(std::string_view name) {
  const auto capitals = std::count_if(name.begin(), name.end(), IsUpper);
  return name.find('_') != std::string_view::npos || capitals >= 6;
}

// Marks of lists, quotes, tables, headings and of inline styles, and what assigns in a shell.
size_t SkipMarks(std::string_view line) {
  size_t at = 0;
  while (at < line.size()) {
    const std::string_view rest = line.substr(at);
    if (std::string_view(" \t-*+>|#=`~_$[(\"'.:").find(rest.front()) != std::string_view::npos) {
      ++at;
      continue;
    }
    const size_t digits = EndOfRun(rest, 0, IsDigit);
    if (digits > 0 && digits < rest.size() && (rest[digits] == '.' || rest[digits] == ')')) {
      at += digits + 1;
      continue;
    }
    bool skipped = false;
    for (const std::string_view word :
         {"export ", "envvar:", "option:", "ENV ", "set ", "SET ", "B ", "IP ", "TP ", "It Ev "}) {
      if (!rest.starts_with(word)) continue;
      at += word.size();
      skipped = true;
      break;
    }
    if (!skipped) return at;
  }
  return at;
}

// Whether the name is a whole cell of a table's row, marks aside.
bool IsCell(std::string_view line, size_t at, size_t length) {
  if (!Trim(line).starts_with("|")) return false;
  const auto only_marks = [](std::string_view text) {
    return text.find_first_not_of(" \t`*_$") == std::string_view::npos;
  };
  const size_t begin = line.rfind('|', at) + 1;
  const size_t end = std::min(line.find('|', at), line.size());
  return only_marks(line.substr(begin, at - begin)) &&
         only_marks(line.substr(at + length, end - at - length));
}

bool IsFence(std::string_view line) {
  const std::string_view text = Trim(line);
  return text.starts_with("```") || text.starts_with("~~~");
}

}  // namespace

size_t CountWords(std::string_view text) {
  size_t name_word = 0;
  return WordsOf(text, std::string_view::npos, 0, &name_word).size();
}

PageLines::PageLines(std::string_view text, const std::optional<Document>& document)
    : text_(text), has_document_(document.has_value()) {
  bool fenced = false;
  bool commented = false;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t newline = std::min(text.find('\n', begin), text.size());
    Line line{static_cast<uint32_t>(begin), static_cast<uint32_t>(newline), fenced, false};
    if (line.end > begin && text[line.end - 1] == '\r') --line.end;
    if (IsFence(text.substr(line.begin, line.end - line.begin))) {
      fenced = !fenced;
      line.fenced = true;
    }
    const std::string_view shown = Trim(text.substr(line.begin, line.end - line.begin));
    commented = commented || (!fenced && shown.starts_with("<!--"));
    line.commented = commented;
    commented = commented && shown.find("-->") == std::string_view::npos;
    lines_.push_back(line);
    begin = newline + 1;
  }
  if (document) MarkHeadings(document->blocks);
}

// Headings, and the underline below one.
void PageLines::MarkHeadings(const std::vector<Block>& blocks) {
  for (const Block& block : blocks) {
    MarkHeadings(block.children);  // as deep as a document is at most
    const size_t line = static_cast<size_t>(block.line);
    if (block.kind != Block::Kind::kHeading || line == 0 || line > lines_.size()) continue;
    lines_[line - 1].heading = true;
    const std::string_view below = Trim(Text(line));
    const bool underline = below.size() >= 2 && IsHeadingLine(Text(line - 1), below) &&
                           below.find_first_not_of(below[0]) == std::string_view::npos;
    if (underline && line < lines_.size()) lines_[line].heading = true;
  }
}

size_t PageLines::LineAt(size_t offset) const {
  const auto after = std::upper_bound(lines_.begin(), lines_.end(), offset,
                                      [](size_t at, const Line& line) { return at < line.begin; });
  return static_cast<size_t>(after - lines_.begin()) - 1;
}

std::string_view PageLines::Text(size_t line) const {
  if (line >= lines_.size()) return {};
  return text_.substr(lines_[line].begin, lines_[line].end - lines_[line].begin);
}

bool PageLines::IsBlank(size_t line) const { return Trim(Text(line)).empty(); }

// Fenced, or an assignment in an indented block.
bool PageLines::IsCode(size_t line) const {
  if (lines_[line].fenced) return true;
  const std::string_view text = Text(line);
  const size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
  if (indent == 0 || indent == text.size()) return false;
  const std::string_view rest = text.substr(indent);
  return rest.starts_with("export ") || rest.starts_with("$ ") || rest.starts_with("set ") ||
         (rest.find('=') < rest.find(' ') && rest.front() != '-' && rest.front() != '*');
}

bool PageLines::IsHeading(size_t line) const {
  if (!has_document_) return IsHeadingLine(Text(line), Text(line + 1));
  return line < lines_.size() && lines_[line].heading;
}

bool PageLines::SpeaksAround(size_t line) const {
  constexpr size_t kNear = 2;
  for (size_t at = line - std::min(line, kNear); at <= line + kNear && at < lines_.size(); ++at) {
    const std::string lower = ToLower(Text(at));
    if (lower.find("environment") != std::string::npos ||
        lower.find("variable") != std::string::npos) {
      return true;
    }
  }
  return false;
}

// The last line of prose above the block of code that `line` is in; "" where none is near.
std::string_view PageLines::Above(size_t line) const {
  constexpr size_t kBlock = 60;
  for (size_t at = line, steps = 0; at-- > 0 && steps < kBlock; ++steps) {
    if (lines_[at].fenced || IsBlank(at) || IsCode(at)) continue;
    const std::string_view text = Trim(Text(at));
    if (text.starts_with("..") || text.starts_with("[source") || text.starts_with("----") ||
        text.starts_with(":") || text.starts_with("#!")) {
      continue;
    }
    return text;
  }
  return {};
}

// Whether the line begins with the name and a body follows, on it or indented below it.
bool PageLines::LeadsBody(size_t line, size_t offset, size_t length) const {
  const std::string_view text = Text(line);
  const size_t at = offset - lines_[line].begin;
  if (SkipMarks(text) < at) return false;
  const std::string_view rest = text.substr(std::min(at + length, text.size()));
  const size_t mark = rest.find_first_not_of(" `*_\"')]");
  const bool separated =
      mark != std::string_view::npos && std::string_view(":|-=").find(rest[mark]) < 4;
  if (CountWords(rest) >= (separated ? 1 : kWordsOfABody)) return true;
  size_t next = line + 1;
  while (next < lines_.size() && next <= line + 2 && IsBlank(next)) ++next;
  const std::string_view below = Text(next);
  const bool inner = below.find_first_not_of(" \t") > text.find_first_not_of(" \t") ||
                     below.starts_with(":") || IsHeading(line) || next == line + 1;
  return !below.empty() && inner && !lines_[std::min(next, lines_.size() - 1)].fenced &&
         CountWords(below) > kWordsOfABody;
}

// The sentence around the name, of the paragraph's lines; where the name begins in it.
std::string PageLines::Sentence(size_t line, size_t offset, size_t length, size_t* name_at) const {
  const auto ends_paragraph = [&](size_t at) {
    return IsBlank(at) || lines_[at].fenced || IsHeading(at) || Text(at).starts_with("|");
  };
  size_t first = line, last = line;
  if (!ends_paragraph(line)) {
    while (first > 0 && line - first < kLinesAround && !ends_paragraph(first - 1)) --first;
    while (last + 1 < lines_.size() && last - line < kLinesAround && !ends_paragraph(last + 1)) {
      ++last;
    }
  }
  std::string text;
  for (size_t at = first; at <= last; ++at) {
    if (at == line) *name_at = text.size() + (offset - lines_[at].begin);
    text += Text(at);
    text += ' ';
  }
  const size_t begin = SentenceBegin(text, *name_at, kMaxSentence);
  size_t end = SentenceEnd(text, *name_at + length, kMaxSentence);
  if (end > *name_at + length && EndsSentence(text, end - 1)) --end;
  *name_at -= begin;
  return text.substr(begin, end - begin);
}

std::optional<Passage> PageLines::At(size_t offset, size_t length) const {
  const size_t line = LineAt(offset);
  const std::string_view name = text_.substr(offset, length);
  const std::string_view text = Text(line);
  const size_t at = offset - lines_[line].begin;
  const bool assigned = at + length < text.size() && text[at + length] == '=' &&
                        (at + length + 1 == text.size() || text[at + length + 1] != '=');
  const bool leads = SkipMarks(text) >= at;
  if (!IsStrong(name) && !assigned && !leads && !IsCell(text, at, length) && !IsHeading(line) &&
      !SpeaksAround(line)) {
    return std::nullopt;
  }
  if (leads && !IsStrong(name) && !assigned && IsValue(line)) return std::nullopt;
  Passage out;
  out.place = {"", static_cast<int>(line) + 1, static_cast<int>(at) + 1};
  if (lines_[line].commented) return out;
  if (IsCode(line)) {
    if (!assigned) return out;
    // Below an option's help a command line that clap made says "[env: NAME=]".
    out.described = text.substr(0, at).ends_with("[env: ");
    if (out.described) return out;
    size_t unused = 0;
    const std::vector<std::string> words = WordsOf(Above(line), std::string_view::npos, 0, &unused);
    out.described = std::any_of(words.begin(), words.end(), [](const std::string& word) {
      return IsPhrase("described", "announcing", word);
    });
    return out;
  }
  size_t name_at = 0, name_word = 0;
  const std::string sentence = Sentence(line, offset, length, &name_at);
  const std::vector<std::string> words = WordsOf(sentence, name_at, length, &name_word);
  out.described = LeadsBody(line, offset, length) || Explains(words, name_word);
  if (!out.described) return out;
  // A line may begin with the name in the middle of a sentence: that leads nothing.
  const DefaultText found = DefaultOf(sentence, name, SkipMarks(sentence) >= name_at);
  out.default_kind = found.kind;
  out.default_text = found.text;
  return out;
}

bool PageLines::IsListed(size_t offset, size_t length) const {
  const size_t line = LineAt(offset);
  const std::string_view text = Text(line);
  const size_t at = offset - lines_[line].begin;
  const bool item = text.find_first_not_of(" \t") != std::string_view::npos &&
                    std::string_view("-*+|").find(Trim(text).front()) < 4;
  return IsCell(text, at, length) || (item && SkipMarks(text) >= at);
}

std::string PageLines::TextAt(const Place& place, std::string_view name) const {
  const size_t line = static_cast<size_t>(std::max(place.line, 1)) - 1;
  const size_t column = static_cast<size_t>(std::max(place.column, 1)) - 1;
  if (line >= lines_.size() || IsCode(line) || Trim(Text(line)).starts_with('|')) return {};
  const size_t offset = lines_[line].begin + column;
  if (text_.substr(offset, name.size()) != name) return {};
  size_t name_at = 0;
  std::string text;
  if (IsHeading(line)) {
    size_t below = line + 1;
    while (below < lines_.size() && (CountWords(Text(below)) == 0)) ++below;
    if (below >= lines_.size() || IsCode(below) || IsHeading(below)) return {};
    text = Sentence(below, lines_[below].begin, 0, &name_at);
  } else if (SkipMarks(Text(line)) >= column) {
    // The name leads: what follows it, without what parts them.
    const std::string all = Sentence(line, offset, name.size(), &name_at);
    const size_t behind = std::min(name_at + name.size(), all.size());
    // "`APP_X=1` is refused": that is said of this value.
    const bool value = behind < all.size() && all[behind] == '=';
    text = all.substr(value ? name_at : behind);
    text.erase(0, std::min(text.find_first_not_of(" `*_\"')]:|-="), text.size()));
  } else {
    text = Sentence(line, offset, name.size(), &name_at);
    text.erase(0, std::min(SkipMarks(text), text.size()));
  }
  std::string out;
  for (const char c : text) {
    const bool space = IsTextSpace(c) || c == '\t';
    if (c == '`' || (space && (out.empty() || out.back() == ' '))) continue;
    out += space ? ' ' : c;
  }
  out = ReplaceAll(out, "**", "");
  while (out.ends_with(' ') || out.ends_with('|')) out.pop_back();
  return out;
}

std::optional<Passage> PageLines::PrefixAt(size_t offset, size_t length) const {
  const size_t line = LineAt(offset);
  if (IsCode(line)) return std::nullopt;
  size_t name_at = 0;
  size_t unused = 0;
  const std::string sentence = ToLower(Sentence(line, offset, length, &name_at));
  const std::vector<std::string> words = WordsOf(sentence, name_at, length, &unused);
  const auto holds = [&](std::string_view key) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return IsPhrase("described", key, word); });
  };
  if (!holds("prefix") || !holds("named_after") || !holds("environment")) return std::nullopt;
  Passage out;
  out.place = {"", static_cast<int>(line) + 1, static_cast<int>(offset - lines_[line].begin) + 1};
  out.described = true;
  return out;
}

}  // namespace flagcensus
