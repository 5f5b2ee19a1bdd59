// The lines of a C or C++ file as text: comments next to code, starts of statements. No parsing.
//
//   /* Seconds to wait. */
//   int timeout =
//       load("TIMEOUT", 60);  // of a call
//
// StatementBegin of the last line is the second line, Above of that is "Seconds to wait.", and
// Behind of the last line is "of a call".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

class CLines {
 public:
  // Keeps a reference to the text. Rows and columns are 0-based, columns in bytes.
  explicit CLines(std::string_view text);

  size_t size() const { return lines_.size(); }
  // The line without surrounding blanks; "" after the last line.
  std::string_view At(size_t row) const;
  // Whether the line begins with a blank: a member or a local name rather than one of the file.
  bool IsIndented(size_t row) const;
  // The file from that place on, limited to the length of a call.
  std::string_view From(size_t row, size_t column) const;
  // The comment that ends on the line above `row`, and the one after the code of a line, as
  // descriptions; "" if there is none.
  std::string Above(size_t row) const;
  std::string Behind(size_t row) const;
  // The line on which the statement that continues on `row` begins, at most some lines before.
  size_t StatementBegin(size_t row) const;

 private:
  std::string_view text_;
  std::vector<std::string_view> lines_;
};

// Whether code ends on the line, so the next line begins a statement.
bool EndsCode(std::string_view line);

}  // namespace flagcensus
