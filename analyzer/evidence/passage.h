// A page's text and a name that stands in it → whether the page tells what the variable does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

// The lines of one page, of any format: what is asked of them holds in all (fences, indentation,
// list marks, table bars). Points into the text that it was made of.
class PageLines {
 public:
  explicit PageLines(std::string_view text);

  // What the page says of the name of `length` bytes at `offset` (0-based, in the text). Nothing
  // where the word there is none that a reader would take for the variable: a short word without
  // an underscore counts in a heading, at the head of a line, before a '=' and beside the words
  // "environment" or "variable". `place.file` is left to the caller. Looks at some lines around.
  std::optional<Passage> At(size_t offset, size_t length) const;

  // Whether the name begins its line, as the item of a list or in a row of a table, or is a cell.
  bool IsListed(size_t offset, size_t length) const;

  // What a file of settings says of the one that it sets at `offset`, commented out or not, in the
  // comments above the line or behind it: "# How many. Default: 4", "# - APP_WORKERS=8". Nothing
  // where they say nothing.
  std::optional<Passage> SettingAt(size_t offset, size_t length) const;

  // The passage of a sentence that says how variables are named after something else that users
  // know, and that the `length` bytes at `offset` are put in front: "environment variables, with
  // APP_ as prefix of the option's name". That all names have a prefix says nothing of any.
  std::optional<Passage> PrefixAt(size_t offset, size_t length) const;

  // The text that describes the name at `place`: the sentence around it, or what stands below a
  // heading or a line that begins with it. As it stands, but for marks of lists and emphasis; ""
  // where nothing is left.
  std::string TextAt(const Place& place, std::string_view name) const;

 private:
  struct Line {
    uint32_t begin = 0, end = 0;  // of its text, without the line's end
    bool fenced = false;          // between ``` or ~~~, or in an AsciiDoc listing
    bool commented = false;       // of an HTML comment that begins a line: nobody is shown it
  };
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
};

}  // namespace flagcensus
