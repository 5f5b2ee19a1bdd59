// The lines of a C or C++ file, as text: comments beside code and where statements begin. No parse.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

class CLines {
 public:
  // Keeps a reference to the text. Rows and columns count from 0, columns in bytes.
  explicit CLines(std::string_view text);

  size_t size() const { return lines_.size(); }
  // The line without blanks around it; "" behind the last.
  std::string_view At(size_t row) const;
  bool IsIndented(size_t row) const;
  // The file from that place on, at most as much as a call is long.
  std::string_view From(size_t row, size_t column) const;
  // The comment that ends on the line above `row`, and the one behind the code of a line, as
  // descriptions; "" where there is none.
  std::string Above(size_t row) const;
  std::string Behind(size_t row) const;
  // The line on which the statement begins that goes on at `row`, some lines before it at most.
  size_t StatementBegin(size_t row) const;

 private:
  std::string_view text_;
  std::vector<std::string_view> lines_;
};

// Whether code ends on the line, so that what comes next begins anew.
bool EndsCode(std::string_view line);

}  // namespace flagcensus
