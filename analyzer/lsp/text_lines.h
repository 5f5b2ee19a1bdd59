// Positions in a text: the protocol's (LSP 3.17, "Text Documents", "Position"), which count lines
// from 0 and characters in UTF-16 or UTF-8 units, and the program's (Place), which count lines and
// bytes from 1.
//
//   text "ä = 1\n"      offset of "=": 3; Place column 4; UTF-16 character 2; UTF-8 character 3
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/lsp/lsp_json.h"
#include "analyzer/model/place.h"

namespace flagcensus {

// What `character` of a position counts.
enum class PositionUnit { kUtf16, kUtf8 };

struct LspPosition {
  size_t line = 0;
  size_t character = 0;
};

// Bytes of a text: the end is exclusive.
struct TextSpan {
  size_t begin = 0;
  size_t end = 0;
};

class TextLines {
 public:
  explicit TextLines(std::shared_ptr<const std::string> text);

  const std::string& text() const { return *text_; }
  const std::shared_ptr<const std::string>& shared_text() const { return text_; }

  // A position after the end of its line is that end; one after the last line is the text's end;
  // one inside a character is its beginning. Costs O(length of the line).
  size_t OffsetOf(const LspPosition& position, PositionUnit unit) const;
  LspPosition PositionOf(size_t offset, PositionUnit unit) const;

  // The line that contains the offset, without its end.
  TextSpan LineAt(size_t offset) const;
  // The program's line, from 1, without its end; empty at the text's end if there is none.
  TextSpan LineOf(int line) const;
  // The byte of a place; the beginning of its line if it has no column.
  size_t OffsetOf(const Place& place) const;
  // The byte of a column that counts characters from 1.
  size_t OffsetOfCharacter(int line, int character) const;

 private:
  friend class EditedText;
  // `starts`: the offsets at which its lines start.
  TextLines(std::shared_ptr<const std::string> text, std::vector<size_t> starts);
  const std::vector<size_t>& lines() const { return lines_.empty() ? starts_ : lines_; }

  std::shared_ptr<const std::string> text_;
  std::vector<size_t> starts_;  // of the protocol's lines, which also end with a lone "\r"
  std::vector<size_t> lines_;   // of the program's; empty if they are the same
};

// A text under edit. Line starts around an edit are computed again, and those after it are moved,
// so a message with thousands of edits costs little more than a copy for each.
class EditedText {
 public:
  explicit EditedText(const TextLines& lines);

  // Replaces a range of the protocol; false if the range ends before it begins.
  bool Replace(const LspPosition& start, const LspPosition& end, PositionUnit unit,
               std::string_view text);
  void ReplaceAll(std::string text);

  const std::string& text() const { return text_; }
  // The text and its lines. This object is empty afterwards.
  TextLines Take();

 private:
  std::string text_;
  std::vector<size_t> starts_;
};

// The run of identifier bytes around the offset; empty if there is none.
TextSpan WordAt(std::string_view text, size_t offset);

// The bytes that a place marks: the name `name` on its line, at the column or after it, or anywhere
// on the line; otherwise the rest of the line.
TextSpan SpanOf(const TextLines& lines, const Place& place, std::string_view name);

LspAny ToRange(const TextLines& lines, const TextSpan& span, PositionUnit unit);
// {line, character} of a message; nullopt if the value is not a position.
std::optional<LspPosition> ReadPosition(const LspAny& value);
// The bytes of a {start, end}; nullopt if it is not a range, or ends before it begins.
std::optional<TextSpan> ReadRange(const LspAny& value, const TextLines& lines, PositionUnit unit);

}  // namespace flagcensus
