#include "analyzer/report/own_report.h"

#include "analyzer/base/text.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

bool IsRuleName(std::string_view word) { return FindRule(word) != nullptr; }

// "warning[unused]: x", "[", ']' ─→ "unused"; "" if one of the two is missing
std::string_view NameBetween(std::string_view text, std::string_view open, char close) {
  const size_t at = text.find(open);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + open.size());
  const size_t end = rest.find(close);
  return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

// The first line that is not empty.
std::string_view FirstLineOf(std::string_view head) {
  for (const std::string_view line : Split(head, '\n')) {
    if (!line.empty()) return line;
  }
  return {};
}

}  // namespace flagcensus
