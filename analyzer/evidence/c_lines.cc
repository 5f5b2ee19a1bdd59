// Lines of C as text. A comment belongs to a line if it ends right above it or begins after its
// code:
//
//   // Seconds to wait.
//   static int timeout = load("TIMEOUT", 60);  /* of a call,
//                                                 not of a session */
//   ─→ Above: "Seconds to wait."; Behind: "of a call, not of a session"
//
// Comment marks inside literals are not mistaken for comments, except in raw strings.
#include "analyzer/evidence/c_lines.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/evidence/source_texts.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxCommentLines = 40;  // lines of one comment
constexpr size_t kMaxBehind = 12;        // lines of a comment that begins after code
constexpr size_t kStatementLines = 4;    // from its first line to the access
constexpr size_t kLongestCallText = 4000;
constexpr size_t kLongestSourceLine = 2000;

// A line of a comment without its marks.
std::string_view Inner(std::string_view line) {
  if (line.ends_with("*/")) line.remove_suffix(2);
  if (line.starts_with("//") || line.starts_with("/*")) line.remove_prefix(2);
  while (!line.empty() && (line.front() == '*' || line.front() == '!' || line.front() == '<' ||
                           line.front() == '/')) {
    line.remove_prefix(1);
  }
  return Trim(line);
}

}  // namespace

CLines::CLines(std::string_view text) : text_(text), lines_(Split(text, '\n')) {}

std::string_view CLines::At(size_t row) const {
  return row < lines_.size() ? Trim(lines_[row].substr(0, kLongestSourceLine)) : std::string_view();
}

bool CLines::IsIndented(size_t row) const {
  return row < lines_.size() && (lines_[row].starts_with(' ') || lines_[row].starts_with('\t'));
}

std::string_view CLines::From(size_t row, size_t column) const {
  if (row >= lines_.size()) return {};
  const auto at = static_cast<size_t>(lines_[row].data() - text_.data());
  return text_.substr(std::min(at + column, text_.size()), kLongestCallText);
}

std::string CLines::Above(size_t row) const {
  std::vector<std::string_view> found;
  if (row == 0) return {};
  // A block comment ends on the line above: its lines up to the opening mark.
  if (At(row - 1).ends_with("*/")) {
    for (size_t at = row; at-- > 0 && found.size() < kMaxCommentLines;) {
      const std::string_view line = At(at);
      const size_t open = line.rfind("/*");
      if (open == 0) {
        found.push_back(Inner(line));
        break;
      }
      if (open != std::string_view::npos) return {};  // the comment is after code
      found.push_back(Inner(line));
    }
  } else {
    for (size_t at = row; at-- > 0 && found.size() < kMaxCommentLines;) {
      const std::string_view line = At(at);
      // Line comments: all in a row.
      if (!line.starts_with("//")) break;
      found.push_back(line.substr(std::min(line.find_first_not_of("/!<"), line.size())));
    }
  }
  std::reverse(found.begin(), found.end());
  return CommentAsDescription(found);
}

std::string CLines::Behind(size_t row) const {
  const std::string_view line = At(row);
  // The first comment mark outside of quotes.
  char quote = 0;
  for (size_t at = 0; at + 1 < line.size(); ++at) {
    const char c = line[at];
    if (quote != 0) {
      if (c == '\\')
        ++at;
      else if (c == quote)
        quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '/' && (line[at + 1] == '/' || line[at + 1] == '*')) {
      if (at == 0) return {};
      std::vector<std::string_view> found = {line.substr(at)};
      const bool block = found[0].starts_with("/*");
      while (block && found.back().find("*/") == std::string_view::npos) {
        if (found.size() == kMaxBehind || row + found.size() >= size()) return {};
        found.push_back(At(row + found.size()));
      }
      for (std::string_view& part : found) part = Inner(part);
      return CommentAsDescription(found);
    }
  }
  return {};
}

// Whether the next line begins a statement, by the last byte of this one. A statement that ends in
// ')' as the condition of an `if` is mistaken for one that goes on.
bool EndsCode(std::string_view line) {
  return line.empty() || line.ends_with(';') || line.ends_with('{') || line.ends_with('}') ||
         line.ends_with(':') || line.ends_with("*/") || line.starts_with("//") ||
         line.starts_with('#') || line.ends_with("},");
}

size_t CLines::StatementBegin(size_t row) const {
  for (size_t steps = 0; row > 0 && steps < kStatementLines && !EndsCode(At(row - 1)); ++steps) {
    --row;
  }
  return row;
}

}  // namespace flagcensus
