// An option's text is after the first gap of two blanks, or on the next lines, further to the right
// than the option. It ends at a blank line or at a line further to the left.
//
//   --oven-heat=INT  : how hot it gets,     ─→  OVEN_HEAT, "how hot it gets,\nin degrees"
//                      in degrees
//   --heat=INT       : not listed           (one word)
#include "analyzer/documents/option_help.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The rule in words: variables in upper case. A help text that spells it with an example alone
// ("such as OVEN_HEAT") is missed.
bool StatesRule(std::string_view text) {
  const std::string folded = ReplaceAll(ToLower(text), "\n", " ");
  const auto has = [&](std::string_view words) { return folded.find(words) != std::string::npos; };
  return has("environment variable") &&
         (has("upper case") || has("upper-case") || has("uppercase") || has("capital letters"));
}

size_t IndentOf(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// Where the text begins on a line that has it, ": how hot" or "how hot", from `at` on.
size_t TextBegin(std::string_view line, size_t at) {
  at = std::min(line.find_first_not_of(' ', at), line.size());
  if (line.substr(at, 2) == ": ") at = std::min(line.find_first_not_of(' ', at + 1), line.size());
  return at;
}

// "OVEN_HEAT" of "--oven-heat=INT"; "" if the line does not begin with an option of two words.
std::string VariableOf(std::string_view line) {
  const std::string_view option = line.substr(IndentOf(line));
  if (!option.starts_with("--")) return {};
  const size_t end = EndOfRun(option, 2, [](char c) { return IsAlnum(c) || c == '-'; });
  const std::string_view name = option.substr(2, end - 2);
  const bool words = name.find('-') != std::string_view::npos && !name.ends_with('-');
  return words && IsAlpha(name[0]) ? ReplaceAll(ToUpper(name), "-", "_") : std::string();
}

}  // namespace

std::vector<OptionHelp> FindOptionHelp(std::string_view text) {
  std::vector<OptionHelp> out;
  if (text.find("--") == std::string_view::npos || !StatesRule(text)) return out;
  const std::vector<std::string_view> lines = Split(text, '\n');
  for (size_t row = 0; row < lines.size(); ++row) {
    const std::string_view line = lines[row];
    std::string variable = VariableOf(line);
    if (variable.empty()) continue;
    const size_t indent = IndentOf(line);
    // The text begins after the gap. A long option has its text on the next line.
    const size_t gap = line.find("  ", indent);
    size_t column = gap == std::string_view::npos ? line.size() : TextBegin(line, gap);
    std::string stated(column < line.size() ? Trim(line.substr(column)) : std::string_view());
    for (size_t next = row + 1; next < lines.size(); ++next) {
      const std::string_view below = lines[next];
      const size_t at = IndentOf(below);
      if (at == below.size() || at <= indent + 1) break;
      if (stated.empty()) column = TextBegin(below, at);
      if (at < column && !(stated.empty() && below[at] == ':')) break;
      stated +=
          (stated.empty() ? "" : "\n") + std::string(Trim(below.substr(TextBegin(below, at))));
    }
    // A single word is the name of a value, not a description.
    if (stated.find(' ') != std::string::npos)
      out.push_back({std::move(variable), std::move(stated)});
  }
  return out;
}

}  // namespace flagcensus
