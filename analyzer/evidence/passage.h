// A page's text and a name that occurs in it → whether the page says what the variable does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// The lines of one page of any format: the queries use only what all formats share (fences,
// indentation, list marks, table bars), and the headings of its Document. Keeps views into the
// text.
class PageLines {
 public:
  // Without a document (of a source, of settings), a heading is told by its line.
  explicit PageLines(std::string_view text, const std::optional<Document>& document = {});

  // What the page says about the name of `length` bytes at `offset` (0-based, in the text). Returns
  // nullopt if a reader would not take the word there for the variable: a short word without an
  // underscore counts in a heading, at the start of a line, before a '=' and next to the words
  // "environment" or "variable". The caller sets `place.file`. Reads some lines around it.
  std::optional<Passage> At(size_t offset, size_t length) const;

  // Whether the name begins its line, a list item or a table row, or is a cell.
  bool IsListed(size_t offset, size_t length) const;

  // What a settings file says about the setting at `offset`, commented out or not, in the comments
  // above the line or after it: "# How many. Default: 4", "# - APP_WORKERS=8". Returns nullopt if
  // they say nothing.
  std::optional<Passage> SettingAt(size_t offset, size_t length) const;

  // The passage of a sentence that derives variable names from something else that users know, with
  // the `length` bytes at `offset` put before it: "environment variables, with APP_ as prefix of
  // the option's name". A statement that all names have a prefix describes none of them.
  std::optional<Passage> PrefixAt(size_t offset, size_t length) const;

  // The text that describes the name at `place`: the sentence around it, or the text below a
  // heading or a line that begins with it. As in the page, but without marks of lists and emphasis;
  // "" if nothing is left.
  std::string TextAt(const Place& place, std::string_view name) const;

 private:
  struct Line {
    uint32_t begin = 0, end = 0;  // of its text, without the line end
    bool fenced = false;          // between ``` or ~~~, or in an AsciiDoc listing
    bool commented = false;       // in an HTML comment that begins a line: not displayed
    bool heading = false;         // in the document
  };
  void MarkHeadings(const std::vector<Block>& blocks);
  size_t LineAt(size_t offset) const;
  std::string_view Text(size_t line) const;
  bool IsBlank(size_t line) const;
  bool IsCode(size_t line) const;
  bool IsHeading(size_t line) const;
  bool SpeaksAround(size_t line) const;
  bool IsValue(size_t line) const;
  std::string_view Above(size_t line) const;
  bool LeadsBody(size_t line, size_t offset, size_t length) const;
  std::string Sentence(size_t line, size_t offset, size_t length, size_t* name_at) const;

  std::string_view text_;
  std::vector<Line> lines_;
  bool has_document_ = false;
};

}  // namespace flagcensus
