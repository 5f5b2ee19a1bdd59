// text ─→ the offsets of its lines ─→ offsets and positions
#include "analyzer/lsp/text_lines.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/characters.h"

namespace flagcensus {
namespace {

// The number of bytes of the character at the beginning of `text`, which is not empty. A byte that
// does not begin a valid character counts as one, like the replacement character that editors show.
size_t BytesOfCharacter(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t wanted = first < 0xc2   ? 1
                        : first < 0xe0 ? 2
                        : first < 0xf0 ? 3
                        : first < 0xf5 ? 4
                                       : 1;
  if (text.size() < wanted) return 1;
  for (size_t i = 1; i < wanted; ++i) {
    if (!IsUtf8Continuation(text[i])) return 1;
  }
  return wanted;
}

// The number of units of a character with that many bytes.
// Characters outside of the basic plane are two units of UTF-16 (four bytes of UTF-8).
size_t UnitsOf(size_t bytes, PositionUnit unit) {
  if (unit == PositionUnit::kUtf8) return bytes;
  return bytes == 4 ? 2 : 1;
}

// The index of the line that contains the offset.
size_t LineNumber(const std::vector<size_t>& starts, size_t offset) {
  const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  return static_cast<size_t>(after - starts.begin()) - 1;
}

// The end of the line that begins at `start`, without "\r" and "\n".
size_t EndOfLine(std::string_view text, size_t start, size_t next) {
  size_t end = next;
  if (end > start && text[end - 1] == '\n') --end;
  if (end > start && text[end - 1] == '\r') --end;
  return end;
}

// Adds the starts of the protocol's lines that follow an end of line in [from, to).
void AddStarts(std::string_view text, size_t from, size_t to, std::vector<size_t>& out) {
  for (size_t at = from; at < to; ++at) {
    if (text[at] != '\n' && text[at] != '\r') continue;
    const bool pair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if (!pair) out.push_back(at + 1);
  }
}

// "a\nb\r\nc" ─→ {0, 2, 5}
std::vector<size_t> StartsOf(std::string_view text) {
  std::vector<size_t> out = {0};
  AddStarts(text, 0, text.size(), out);
  return out;
}

// The offset of a position; one after the end of its line is the line's end.
//
//   "a€b", line 0, character 2, UTF-16    ─→ 4: `€` is one unit and three bytes
size_t OffsetIn(std::string_view text, const std::vector<size_t>& starts,
                const LspPosition& position, PositionUnit unit) {
  if (position.line >= starts.size()) return text.size();
  size_t at = starts[position.line];
  const bool last = position.line + 1 == starts.size();
  const size_t end = EndOfLine(text, at, last ? text.size() : starts[position.line + 1]);
  size_t units = 0;
  while (at < end) {
    const size_t bytes = BytesOfCharacter(text.substr(at, end - at));
    units += UnitsOf(bytes, unit);
    if (units > position.character) break;
    at += bytes;
  }
  return at;
}

}  // namespace

TextLines::TextLines(std::shared_ptr<const std::string> text) : TextLines(text, StartsOf(*text)) {}

TextLines::TextLines(std::shared_ptr<const std::string> text, std::vector<size_t> starts)
    : text_(std::move(text)), starts_(std::move(starts)) {
  // The program's lines end only with "\n", the protocol's also with a lone "\r".
  const auto ends = static_cast<size_t>(std::count(text_->begin(), text_->end(), '\n'));
  if (ends + 1 == starts_.size()) return;  // no line ends with a lone "\r"
  lines_.push_back(0);
  for (size_t at = text_->find('\n'); at != std::string::npos; at = text_->find('\n', at + 1)) {
    lines_.push_back(at + 1);
  }
}

size_t TextLines::OffsetOf(const LspPosition& position, PositionUnit unit) const {
  return OffsetIn(*text_, starts_, position, unit);
}

LspPosition TextLines::PositionOf(size_t offset, PositionUnit unit) const {
  offset = std::min(offset, text_->size());
  const size_t line = LineNumber(starts_, offset);
  size_t units = 0;
  for (size_t at = starts_[line]; at < offset;) {
    const size_t bytes = BytesOfCharacter(std::string_view(*text_).substr(at));
    if (at + bytes > offset) break;  // inside a character
    units += UnitsOf(bytes, unit);
    at += bytes;
  }
  return {line, units};
}

TextSpan TextLines::LineAt(size_t offset) const {
  const size_t line = LineNumber(starts_, std::min(offset, text_->size()));
  const size_t next = line + 1 < starts_.size() ? starts_[line + 1] : text_->size();
  return {starts_[line], EndOfLine(*text_, starts_[line], next)};
}

TextSpan TextLines::LineOf(int line) const {
  const size_t at = line < 1 ? 0 : static_cast<size_t>(line) - 1;
  if (at >= lines().size()) return {text_->size(), text_->size()};
  const size_t next = at + 1 < lines().size() ? lines()[at + 1] : text_->size();
  return {lines()[at], EndOfLine(*text_, lines()[at], next)};
}

size_t TextLines::OffsetOf(const Place& place) const {
  const TextSpan line = LineOf(place.line);
  const size_t column = place.column < 1 ? 0 : static_cast<size_t>(place.column) - 1;
  return std::min(line.begin + column, line.end);
}

// Columns of pages count characters from 1; those of code count bytes.
size_t TextLines::OffsetOfCharacter(int line, int character) const {
  const TextSpan span = LineOf(line);
  size_t at = span.begin;
  // The column after a page's last character may be after the line end.
  for (int i = 1; i < character && at < text_->size(); ++i) {
    ++at;
    at = EndOfRun(*text_, at, IsUtf8Continuation);
  }
  return at;
}

EditedText::EditedText(const TextLines& lines) : text_(lines.text()), starts_(lines.starts_) {}

void EditedText::ReplaceAll(std::string text) {
  text_ = std::move(text);
  starts_ = StartsOf(text_);
}

TextLines EditedText::Take() {
  auto text = std::make_shared<const std::string>(std::exchange(text_, {}));
  return {std::move(text), std::exchange(starts_, {0})};
}

// Replaces the bytes, then repairs the list of line starts around the edit.
//
//   "a\nb\nc", the `b` is replaced by "x\ny"    ─→ starts {0, 2, 4, 6}
//
// Rebuilding the list for each key would cost the length of the document.
bool EditedText::Replace(const LspPosition& start, const LspPosition& end, PositionUnit unit,
                         std::string_view text) {
  const size_t begin = OffsetIn(text_, starts_, start, unit);
  const size_t until = OffsetIn(text_, starts_, end, unit);
  if (until < begin) return false;
  text_.replace(begin, until - begin, text);
  const size_t grown = begin + text.size();  // where `until` is now
  // Whether a "\r" before the edit ends a line depends on the byte that follows it after the edit.
  const size_t from = begin == 0 ? 0 : begin - 1;
  const auto first = std::upper_bound(starts_.begin() + 1, starts_.end(), from);
  const auto last = std::upper_bound(first, starts_.end(), until);
  std::vector<size_t> found;
  AddStarts(text_, from, grown, found);
  const auto tail = starts_.erase(first, last);
  // The lines after the edit move by the difference of the lengths.
  for (auto at = tail; at != starts_.end(); ++at) *at = *at - until + grown;
  starts_.insert(tail, found.begin(), found.end());
  return true;
}

// "os.getenv" at 4 ─→ {3, 9}; after the last letter, too.
TextSpan WordAt(std::string_view text, size_t offset) {
  return {StartOfRun(text, offset, IsIdentifierByte), EndOfRun(text, offset, IsIdentifierByte)};
}

namespace {

// The first whole word `name` between `from` and `to`; npos if there is none.
size_t FindName(std::string_view text, std::string_view name, size_t from, size_t to) {
  while (!name.empty()) {
    const size_t at = text.substr(0, to).find(name, from);
    if (at == std::string_view::npos) break;
    const TextSpan word = WordAt(text, at);
    if (word.begin == at && word.end == at + name.size()) return at;
    from = at + 1;
  }
  return std::string_view::npos;
}

}  // namespace

//   line 3, APP_PORT    ─→ the word on this line, at or after the column if it occurs there
//   without the word    ─→ from the column to the end of the line, without blanks around
TextSpan SpanOf(const TextLines& lines, const Place& place, std::string_view name) {
  if (place.line < 1) return {0, 0};
  const TextSpan line = lines.LineOf(place.line);
  const size_t start = lines.OffsetOf(place);
  // On the place's line, first from the column on, then from the line's beginning.
  size_t at = FindName(lines.text(), name, start, line.end);
  if (at == std::string::npos) at = FindName(lines.text(), name, line.begin, line.end);
  if (at != std::string::npos) return {at, at + name.size()};
  const std::string_view rest = std::string_view(lines.text()).substr(start, line.end - start);
  const size_t blank = rest.size() - std::min(rest.find_first_not_of(" \t"), rest.size());
  const size_t trailing = rest.size() - (rest.find_last_not_of(" \t") + 1);
  if (blank == 0) return {start, line.end};
  return {line.end - blank, line.end - trailing};
}

LspAny ToRange(const TextLines& lines, const TextSpan& span, PositionUnit unit) {
  const LspPosition begin = lines.PositionOf(span.begin, unit);
  const LspPosition end = lines.PositionOf(span.end, unit);
  return {{"start", {{"line", begin.line}, {"character", begin.character}}},
          {"end", {{"line", end.line}, {"character", end.character}}}};
}

// Negative numbers and texts of a faulty client give no position.
std::optional<LspPosition> ReadPosition(const LspAny& value) {
  const auto line = NumberAt(value, {"line"});
  const auto character = NumberAt(value, {"character"});
  if (!line || !character || *line < 0 || *character < 0) return std::nullopt;
  return LspPosition{static_cast<size_t>(*line), static_cast<size_t>(*character)};
}

std::optional<TextSpan> ReadRange(const LspAny& value, const TextLines& lines, PositionUnit unit) {
  const auto start = ReadPosition(FieldOf(value, {"start"}));
  const auto end = ReadPosition(FieldOf(value, {"end"}));
  if (!start || !end) return std::nullopt;
  const TextSpan span = {lines.OffsetOf(*start, unit), lines.OffsetOf(*end, unit)};
  if (span.end < span.begin) return std::nullopt;
  return span;
}

}  // namespace flagcensus
