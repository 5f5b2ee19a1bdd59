// the first bytes of a file ─→ whether an earlier `check` wrote it, so that --output may replace it
//
// Forms with a name of their producer are known by it, the others by the shape of their first
// lines, which hold the name of a rule.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/report/formats.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

constexpr std::string_view kSeverities[] = {"error", "warning", "info"};

bool NamesRule(std::string_view word) { return FindRule(word) != nullptr; }

// The name between `open` and the next `close`; "" if there is none.
std::string_view Between(std::string_view text, std::string_view open, char close) {
  const size_t at = text.find(open);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + open.size());
  const size_t end = rest.find(close);
  return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

// The first line that is not empty.
std::string_view FirstLine(std::string_view head) {
  for (const std::string_view line : Split(head, '\n')) {
    if (!line.empty()) return line;
  }
  return {};
}

bool IsNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "warning[undocumented]", at the start of the line or after a place.
bool HasMarkedRule(std::string_view line) {
  return std::any_of(std::begin(kSeverities), std::end(kSeverities), [&](std::string_view word) {
    const std::string open = std::string(word) + "[";
    const size_t at = line.find(open);
    if (at == std::string_view::npos) return false;
    const bool begins = at == 0 || line.substr(0, at).ends_with(": ");
    return begins && NamesRule(Between(line.substr(at), open, ']'));
  });
}

// "14 warnings, 4 info (3 unused)" or "14 warnings; the code accesses 23 variables".
bool IsCount(std::string_view line) {
  if (!IsNumber(line.substr(0, line.find(' ')))) return false;
  const std::string_view counted = Between(line, " (", ',');
  const std::string_view rule = counted.substr(std::min(counted.find(' ') + 1, counted.size()));
  return line.find("; the code accesses ") != std::string_view::npos ||
         NamesRule(rule.substr(0, rule.find(')')));
}

// "     3  undocumented            3 warnings", of --statistics.
bool IsStatistic(std::string_view line) {
  const std::string_view row = Trim(line);
  const std::string_view rest = Trim(row.substr(std::min(row.find(' '), row.size())));
  return line.starts_with("  ") && IsNumber(row.substr(0, row.find(' '))) &&
         NamesRule(rest.substr(0, rest.find(' ')));
}

}  // namespace

bool IsOwnText(std::string_view head) {
  std::string_view line = FirstLine(head);
  if (line.starts_with("== ")) line = FirstLine(head.substr(head.find(line) + line.size()));
  const bool note = line.find(": note: ") != std::string_view::npos && line.ends_with(']');
  return note || HasMarkedRule(line) || IsCount(line) || IsStatistic(line) ||
         line.starts_with("no disagreement found") ||
         line.find(" at severity info: ") != std::string_view::npos;
}

bool IsOwnConcise(std::string_view head) {
  const std::string_view line = FirstLine(head);
  const size_t open = line.rfind(" [");
  if (open == std::string_view::npos || !line.ends_with(']')) return false;
  const bool severity =
      std::any_of(std::begin(kSeverities), std::end(kSeverities), [&](std::string_view word) {
        const std::string mark = std::string(word) + ": ";
        return line.starts_with(mark) || line.find(": " + mark) != std::string_view::npos;
      });
  return severity && NamesRule(line.substr(open + 2, line.size() - open - 3));
}

bool IsOwnJson(std::string_view head) {
  return head.starts_with("{\"schema\":1,\"tool\":{\"name\":\"flagcensus\",");
}

bool IsOwnJsonl(std::string_view head) {
  return head.starts_with("{\"what\":\"summary\",\"schema\":1,\"tool\":{\"name\":\"flagcensus\",");
}

bool IsOwnSarif(std::string_view head) {
  return head.starts_with("{\"$schema\":") &&
         head.find("\"tool\":{\"driver\":{\"name\":\"flagcensus\",") != std::string_view::npos;
}

bool IsOwnGithub(std::string_view head) {
  const std::string_view line = FirstLine(head);
  const bool command = line.starts_with("::error ") || line.starts_with("::warning ") ||
                       line.starts_with("::notice ");
  return command && !Between(line, "title=", ':').empty();
}

bool IsOwnGitlab(std::string_view head) {
  return head == "[]\n" || (head.starts_with("[{\"description\":") &&
                            NamesRule(Between(head, "\"check_name\":\"", '"')));
}

bool IsOwnJunit(std::string_view head) {
  return head.find("<testsuites name=\"flagcensus\"") < 100;
}

bool IsOwnMarkdown(std::string_view head) { return head.starts_with("### flagcensus: "); }

bool IsOwnCsv(std::string_view head) {
  return head.starts_with("rule,severity,confidence,name,file,line,column,message,");
}

}  // namespace flagcensus
