// accesses of one C or C++ file ─→ the lines around each
//
// A comment behind the statement on its line, else the lines of comment right above the statement,
// or above the function that gives the value back. A text of several words among the arguments of a
// wrapper's call, or among the values of a table's row, is the help that the program prints.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/evidence/source_texts.h"

namespace flagcensus {
namespace {

constexpr size_t kMostCommentLines = 40;  // lines of one
constexpr size_t kStatementLines = 4;     // from its begin to the access
constexpr size_t kHeadLines = 15;         // from a function's head to the access in its body
constexpr size_t kLongestCallText = 4000;
constexpr size_t kLongestSourceLine = 2000;

class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text), lines_(Split(text, '\n')) {}

  size_t size() const { return lines_.size(); }
  std::string_view At(size_t row) const {
    return row < lines_.size() ? Trim(lines_[row].substr(0, kLongestSourceLine))
                               : std::string_view();
  }
  bool IsIndented(size_t row) const {
    return row < lines_.size() && (lines_[row].starts_with(' ') || lines_[row].starts_with('\t'));
  }
  // The file from that place on, at most as much as a call is long.
  std::string_view From(size_t row, size_t column) const {
    if (row >= lines_.size()) return {};
    const auto at = static_cast<size_t>(lines_[row].data() - text_.data());
    return text_.substr(std::min(at + column, text_.size()), kLongestCallText);
  }

  // The comment that ends on the line above `row`.
  std::string Above(size_t row) const {
    std::vector<std::string_view> found;
    if (row == 0) return {};
    if (At(row - 1).ends_with("*/")) {
      for (size_t at = row; at-- > 0 && found.size() < kMostCommentLines;) {
        const std::string_view line = At(at);
        const size_t open = line.rfind("/*");
        if (open == 0) {
          found.push_back(Inner(line));
          break;
        }
        if (open != std::string_view::npos) return {};  // it stands behind code
        found.push_back(Inner(line));
      }
    } else {
      for (size_t at = row; at-- > 0 && found.size() < kMostCommentLines;) {
        const std::string_view line = At(at);
        if (!line.starts_with("//")) break;
        found.push_back(line.substr(std::min(line.find_first_not_of("/!<"), line.size())));
      }
    }
    std::reverse(found.begin(), found.end());
    return CommentAsDescription(found);
  }

  // The comment behind the code of a line.
  std::string Behind(size_t row) const {
    const std::string_view line = At(row);
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
        const std::string_view text = line.substr(at);
        if (text.starts_with("/*") && text.find("*/") == std::string_view::npos) return {};
        return CommentAsDescription({Inner(text)});
      }
    }
    return {};
  }

 private:
  // A line of a comment without its marks.
  static std::string_view Inner(std::string_view line) {
    if (line.ends_with("*/")) line.remove_suffix(2);
    if (line.starts_with("//") || line.starts_with("/*")) line.remove_prefix(2);
    while (!line.empty() && (line.front() == '*' || line.front() == '!' || line.front() == '<')) {
      line.remove_prefix(1);
    }
    return Trim(line);
  }

  std::string_view text_;
  std::vector<std::string_view> lines_;
};

bool EndsCode(std::string_view line) {
  return line.empty() || line.ends_with(';') || line.ends_with('{') || line.ends_with('}') ||
         line.ends_with(':') || line.ends_with("*/") || line.starts_with("//") ||
         line.starts_with('#') || line.ends_with("},");
}

// The line on which the statement begins that goes on at `row`.
size_t StatementBegin(const Lines& lines, size_t row) {
  for (size_t steps = 0; row > 0 && steps < kStatementLines && !EndsCode(lines.At(row - 1));
       ++steps) {
    --row;
  }
  return row;
}

// The value of the string literals that begin at `at`, side by side; `at` is moved behind them.
std::string Literals(std::string_view text, size_t& at) {
  std::string out;
  while (at < text.size() && text[at] == '"') {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] != '\\' || at + 1 >= text.size()) {
        out += text[at];
        continue;
      }
      ++at;
      out += text[at] == 'n' || text[at] == 't' ? ' ' : text[at] == '\n' ? ' ' : text[at];
    }
    at = std::min(text.find_first_not_of(" \t\r\n\\", at + 1), text.size());
  }
  return out;
}

// The first argument of several words in the parentheses or braces that open first.
std::string HelpIn(std::string_view text, const Access& access) {
  constexpr long kWords = 3;
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '{') ++depth;
    if ((c == ')' || c == '}') && --depth <= 0) return {};
    if (c == ';' && depth == 0) return {};
    if (c != '"') continue;
    std::string value = FoldText(Literals(text, at));
    --at;
    if (std::count(value.begin(), value.end(), ' ') + 1 >= kWords && value != access.default_text &&
        value.find("%s") == std::string::npos && value.find("%d") == std::string::npos) {
      return value;
    }
  }
  return {};
}

// The comment above the function whose body the access stands in, where it gives the value back.
std::string AboveFunction(const Lines& lines, size_t row, const std::string& name) {
  for (size_t at = row, steps = 0; at-- > 0 && steps < kHeadLines; ++steps) {
    const std::string_view line = lines.At(at);
    if (line == "}") return {};
    if (line.find(name) == std::string_view::npos || line.find('(') == std::string_view::npos) {
      continue;
    }
    if (line.ends_with(';')) return {};
    const std::string above = lines.Above(at);
    const bool type = at > 0 && !EndsCode(lines.At(at - 1));  // it may stand on a line of its own
    return above.empty() && type ? lines.Above(at - 1) : above;
  }
  return {};
}

// The comment above a function that begins with the access.
std::string AboveHead(const Lines& lines, size_t row) {
  constexpr size_t kNear = 5;
  for (size_t at = row, steps = 0; at-- > 0 && steps < kNear; ++steps) {
    const std::string_view line = lines.At(at);
    if (line == "}" || line.ends_with(");") || line.find("getenv(") != std::string_view::npos) {
      return {};
    }
    const bool head = !lines.IsIndented(at) && line.find('(') != std::string_view::npos &&
                      (line.ends_with('{') || line.ends_with(')'));
    if (head) return lines.Above(at);
  }
  return {};
}

}  // namespace

void FindCTexts(std::string_view text, const std::vector<const Access*>& accesses,
                std::vector<SourceText>& out) {
  const Lines lines(text);
  for (size_t i = 0; i < accesses.size(); ++i) {
    const Access& access = *accesses[i];
    if (access.place.line < 1 || static_cast<size_t>(access.place.line) > lines.size()) continue;
    const size_t row = static_cast<size_t>(access.place.line) - 1;
    const size_t column = static_cast<size_t>(std::max(access.place.column, 1)) - 1;
    if (!access.chain.empty()) out[i].help = HelpIn(lines.From(row, column), access);
    out[i].comment = lines.Behind(row);
    if (out[i].comment.empty()) out[i].comment = lines.Above(StatementBegin(lines, row));
    if (!access.returned_by.empty()) {
      out[i].doc = AboveFunction(lines, row, access.returned_by);
    } else if (out[i].comment.empty()) {
      out[i].comment = AboveHead(lines, row);
    }
  }
}

void FindMacroComments(std::string_view text,
                       std::map<std::string, std::string, std::less<>>& out) {
  const Lines lines(text);
  for (size_t row = 0; row < lines.size(); ++row) {
    std::string_view line = lines.At(row);
    if (!line.starts_with('#')) continue;
    line = Trim(line.substr(1));
    const size_t directive = line.find_first_of(" \t");
    if (directive == std::string_view::npos) continue;
    if (line.substr(0, directive) != "define" && line.substr(0, directive) != "ifndef") continue;
    line = Trim(line.substr(directive));
    const auto found = out.find(line.substr(0, line.find_first_of(" \t(/")));
    if (found != out.end() && found->second.empty()) found->second = lines.Above(row);
  }
}

}  // namespace flagcensus
