// accesses of one C or C++ file ─→ the lines around each
//
//   // Seconds to wait.
//   static int timeout = load("APP_TIMEOUT", 60, "The limit of a call.");
//     ─→ help "The limit of a call.", comment "Seconds to wait."
//
// The comment is the one after the statement on its line, otherwise the one right above the
// statement, or above the function that returns the value. A text of several words among the
// arguments of a wrapper's call, or among the values of a table's row, is the help that the program
// prints.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/evidence/c_lines.h"
#include "analyzer/evidence/source_texts.h"

namespace flagcensus {
namespace {

constexpr size_t kHeadLines = 15;  // from a function's head to the access in its body

// The value of the string literals that begin at `at`, side by side; `at` is moved past them.
std::string Literals(std::string_view text, size_t& at) {
  std::string out;
  while (at < text.size() && text[at] == '"') {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] != '\\' || at + 1 >= text.size()) {
        out += text[at];
        continue;
      }
      ++at;
      out += text[at] == 'n' ? '\n' : text[at] == 't' || text[at] == '\n' ? ' ' : text[at];
    }
    at = std::min(text.find_first_not_of(" \t\r\n\\", at + 1), text.size());
  }
  return out;
}

// The text without a default that is printed into a format: "How long it bakes (default: %d)".
std::string WithoutPrintedDefault(std::string text) {
  // Bytes between "(default" and ")"; a longer bracket is part of the sentence.
  constexpr size_t kLongest = 40;
  const size_t open = text.find("(default");
  const size_t close = open == std::string::npos ? open : text.find(')', open);
  const bool printed =
      close != std::string::npos && close - open < kLongest && text.find('%', open) < close;
  if (!printed) return text;
  text.erase(open, close + 1 - open);
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

// The first argument of several words in the parentheses or braces that open first. Formats are
// messages and not help.
//
//   load("APP_TIMEOUT", 60, "How long a call may take")  ─→ "How long a call may take"
//   {"APP_TIMEOUT", &timeout, "How long a call may take"},   likewise, in a row of a table
std::string HelpIn(std::string_view text, const Access& access) {
  constexpr long kWords = 3;
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '{') ++depth;
    if ((c == ')' || c == '}') && --depth <= 0) return {};
    if (c == ';' && depth == 0) return {};
    if (c != '"') continue;
    std::string value = WithoutPrintedDefault(FoldText(Literals(text, at)));
    --at;
    if (std::count(value.begin(), value.end(), ' ') + 1 >= kWords && value != access.default_text &&
        value.find("%s") == std::string::npos && value.find("%d") == std::string::npos) {
      return value;
    }
  }
  return {};
}

// The comment above the function with the access in its body, for a function that returns the
// value.
std::string AboveFunction(const CLines& lines, size_t row, const std::string& name) {
  for (size_t at = row, steps = 0; at-- > 0 && steps < kHeadLines; ++steps) {
    const std::string_view line = lines.At(at);
    if (line == "}") return {};
    if (line.find(name) == std::string_view::npos || line.find('(') == std::string_view::npos) {
      continue;
    }
    if (line.ends_with(';')) return {};
    const std::string above = lines.Above(at);
    const bool type = at > 0 && !EndsCode(lines.At(at - 1));  // it may be on a separate line
    return above.empty() && type ? lines.Above(at - 1) : above;
  }
  return {};
}

// The comment above a function that begins with the access. Five lines: further down the function
// does more than read the variable.
std::string AboveHead(const CLines& lines, size_t row) {
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
  const CLines lines(text);
  std::vector<AccessTarget> targets = FindCTargets(lines, accesses);
  for (size_t i = 0; i < accesses.size(); ++i) {
    out[i].target = std::move(targets[i]);
    const Access& access = *accesses[i];
    if (access.place.line < 1 || static_cast<size_t>(access.place.line) > lines.size()) continue;
    const size_t row = static_cast<size_t>(access.place.line) - 1;
    const size_t column = static_cast<size_t>(std::max(access.place.column, 1)) - 1;
    // Only a wrapper's call has further arguments.
    if (!access.chain.empty()) out[i].help = HelpIn(lines.From(row, column), access);
    out[i].comment = lines.Behind(row);
    if (out[i].comment.empty()) out[i].comment = lines.Above(lines.StatementBegin(row));
    if (!access.evidence.returned_by.empty()) {
      out[i].doc = AboveFunction(lines, row, access.evidence.returned_by);
    } else if (out[i].comment.empty()) {
      out[i].comment = AboveHead(lines, row);
    }
  }
}

std::map<std::string, std::string> FindMacroComments(
    std::string_view text, const std::set<std::string, std::less<>>& names) {
  std::map<std::string, std::string> out;
  const CLines lines(text);
  for (size_t row = 0; row < lines.size(); ++row) {
    std::string_view line = lines.At(row);
    if (!line.starts_with('#')) continue;
    line = Trim(line.substr(1));
    const size_t directive = line.find_first_of(" \t");
    if (directive == std::string_view::npos) continue;
    if (line.substr(0, directive) != "define" && line.substr(0, directive) != "ifndef") continue;
    line = Trim(line.substr(directive));
    const auto name = names.find(line.substr(0, line.find_first_of(" \t(/")));
    if (name == names.end() || out.contains(*name)) continue;
    if (std::string comment = lines.Above(row); !comment.empty()) out.emplace(*name, comment);
  }
  return out;
}

}  // namespace flagcensus
