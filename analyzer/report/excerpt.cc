// The line is cut into three pieces: before the mark, marked, and after it. Credentials are
// searched in the whole line first, and each piece is masked and escaped separately. So the mark's
// column is the width of what is printed before it. Widths are those of Unicode's East Asian Width
// and general categories, by libutf8proc.
//
//   token = "s3cr3t"; port = APP_PORT     ─→     token = "***"; port = APP_PORT
//                            ^ column 26                                ^^^^^^^^
#include "analyzer/report/excerpt.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"

namespace flagcensus {
namespace {

// Columns of a tab. Terminals use eight; four keep indented code within the window.
constexpr int kTab = 4;
constexpr int kWindow = 100;           // columns of a line that are shown
constexpr size_t kLongestLine = 4096;  // bytes around the mark that are examined

// The code point at `at`, its length in `*length`; an invalid byte counts as one of width one.
int WidthAt(std::string_view text, size_t at, size_t* length) {
  utf8proc_int32_t point = 0;
  const utf8proc_ssize_t read =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at,
                       static_cast<utf8proc_ssize_t>(text.size() - at), &point);
  *length = read > 0 ? static_cast<size_t>(read) : 1;
  return read > 0 ? std::max(0, utf8proc_charwidth(point)) : 1;
}

// `text` from `begin` to `end` as printed after `width` columns. A span of `spans` is replaced by
// one `***`, in the piece in which it begins.
std::string Print(std::string_view text, size_t begin, size_t end,
                  const std::vector<SecretSpan>& spans, int width) {
  std::string out;
  const auto append = [&](size_t from, size_t to) {
    for (const std::string_view piece : Split(text.substr(from, to - from), '\t')) {
      if (piece.data() != text.data() + from) {  // after a tab
        const int at = width + DisplayWidth(out);
        out.append(static_cast<size_t>(kTab - at % kTab), ' ');
      }
      out += EscapeControl(piece);
    }
  };
  size_t at = begin;
  for (const SecretSpan& span : spans) {
    const size_t span_end = span.offset + span.length;
    if (span_end <= at || span.offset >= end) continue;
    if (span.offset >= at) {
      append(at, span.offset);
      out += "***";
    }
    at = std::min(span_end, end);
  }
  append(at, end);
  return out;
}

// Removes whole characters from the front until `columns` are gone. Returns the columns that were
// removed; a wide character may be one more.
int DropFront(std::string* text, int columns) {
  size_t at = 0;
  int gone = 0;
  while (at < text->size() && gone < columns) {
    size_t length = 0;
    gone += WidthAt(*text, at, &length);
    at += length;
  }
  text->erase(0, at);
  return gone;
}

// Cuts `text` to `columns`, the last three of which are "...".
// "abcdefgh", 6 ─→ "abc..."; a text that fits is unchanged
void CutBack(std::string* text, int columns) {
  size_t at = 0;
  int width = 0;
  while (at < text->size()) {
    size_t length = 0;
    const int next = WidthAt(*text, at, &length);
    if (width + next > columns) break;
    width += next;
    at += length;
  }
  if (at == text->size()) return;
  // Room for the dots.
  while (width > columns - 3 && at > 0) {
    do --at;
    while (at > 0 && IsUtf8Continuation((*text)[at]));
    size_t length = 0;
    width -= WidthAt(*text, at, &length);
  }
  text->resize(at);
  *text += "...";
}

// How many bytes at `at` the mark covers.
// The name, if it is there; otherwise a dotted word such as os.environ; at least one byte.
size_t MarkLength(std::string_view line, size_t at, std::string_view name) {
  if (!name.empty() && line.substr(at).starts_with(name)) return name.size();
  size_t end = at;
  while (end < line.size() && (IsIdentifierByte(line[end]) || line[end] == '.')) {
    ++end;
  }
  return std::max<size_t>(end - at, 1);
}

}  // namespace

// "abc" ─→ 3; a character of double width counts 2, a combining one 0
int DisplayWidth(std::string_view text) {
  int width = 0;
  for (size_t at = 0; at < text.size();) {
    size_t length = 0;
    width += WidthAt(text, at, &length);
    at += length;
  }
  return width;
}

Excerpt MakeExcerpt(std::string_view line, int column, std::string_view name,
                    std::string_view before_it, std::string_view after_it, size_t covered) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  size_t mark = 0;
  if (column > 0) {
    mark = std::min(static_cast<size_t>(column - 1), line.size());
  } else {
    mark = std::min(line.find_first_not_of(" \t"), line.size());
  }
  // Only the surroundings of the mark are examined in a line of a megabyte.
  if (mark > kLongestLine) {
    const size_t skip = mark - kLongestLine / 2;
    line.remove_prefix(skip);
    mark -= skip;
    before_it = {};
  }
  if (line.size() > mark + kLongestLine) {
    line = line.substr(0, mark + kLongestLine);
    after_it = {};
  }
  before_it.remove_prefix(before_it.size() - std::min(before_it.size(), kLongestLine));
  after_it = after_it.substr(0, kLongestLine);
  // A column in another encoding may point into a character.
  mark = CharacterBegin(line, mark);
  const std::string ahead = before_it.empty() ? "" : std::string(before_it) + "\n";
  const std::string behind = after_it.empty() ? "" : "\n" + std::string(after_it);
  const std::vector<SecretSpan> spans = FindSecretsInLine(ahead, line, behind, name);
  const size_t length = covered > 0 ? covered : MarkLength(line, mark, name);
  const size_t end = std::min(line.size(), mark + length);
  std::string before = Print(line, 0, mark, spans, 0);
  int width = DisplayWidth(before);
  const std::string marked = Print(line, mark, end, spans, width);
  const int mark_width = std::clamp(DisplayWidth(marked), 1, kWindow / 2);
  const std::string after = Print(line, end, line.size(), spans, width + mark_width);

  Excerpt out;
  // If the mark ends in the last quarter of the window, the beginning is removed, so text
  // after the mark is visible. Four columns before the mark are kept.
  const int overhang = width + mark_width - kWindow * 3 / 4;
  if (overhang > 0 && width > 8) {
    width -= DropFront(&before, std::min(overhang + 3, width - 4));
    before.insert(0, "...");
    width += 3;
  }
  out.text = before + marked + after;
  CutBack(&out.text, kWindow);
  out.mark = width;
  out.mark_width = mark_width;
  return out;
}

// The mark's columns in characters instead of bytes, for formats that count so.
Extent ExtentOf(std::string_view line, int column, std::string_view name) {
  if (column < 1) return {};
  const auto characters = [](std::string_view text) {
    int count = 0;
    for (size_t at = 0, length = 0; at < text.size(); at += length, ++count) {
      WidthAt(text, at, &length);
    }
    return count;
  };
  const size_t at = static_cast<size_t>(column) - 1;
  if (at >= line.size()) return {column, 0};  // the line may have changed since it was read
  const size_t length = std::min(MarkLength(line, at, name), line.size() - at);
  const int first = characters(line.substr(0, at)) + 1;
  return {first, first + std::max(1, characters(line.substr(at, length)))};
}

// `text` masked, escaped and cut to `width`. Masked first: half of a credential is not recognised.
std::string TableCell(std::string_view text, std::string_view name, int width) {
  const size_t bytes = static_cast<size_t>(width) * 8;  // no character is longer when printed
  std::string out = EscapeControl(MaskSecrets(text.substr(0, kLongestLine), name).substr(0, bytes));
  CutBack(&out, width);
  return out;
}

// "app/a.py:12:11"; "app/a.py" if the line is unknown |
std::string PlaceText(const Place& place) {
  std::string out = EscapeControl(MaskPath(place.file));
  if (place.line > 0) out += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) out += fmt::format(":{}", place.column);
  return out;
}

}  // namespace flagcensus
