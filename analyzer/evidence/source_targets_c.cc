// accesses of one C or C++ file ─→ the members and variables that the values go to ─→ the comments
// at their declarations
//
// A look at lines: `config->depth = atoi(value)` behind `value = getenv("APP_DEPTH")` leads to
// `int depth; /* frames that are kept */`.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/evidence/c_lines.h"
#include "analyzer/evidence/source_targets.h"

namespace flagcensus {
namespace {

constexpr size_t kFollowed = 8;  // lines behind the read

// What a line assigns to.
struct Assigned {
  std::string name;  // the last one in front of the `=`; "" where nothing is assigned
  bool member = false;
};

Assigned AssignedBy(std::string_view line) {
  for (size_t equals = line.find('='); equals != std::string_view::npos;
       equals = line.find('=', equals + 1)) {
    const bool compares = equals == 0 || line.substr(equals).starts_with("==") ||
                          std::string_view("!<>=+-*/|&%^").find(line[equals - 1]) != line.npos;
    size_t end = equals;
    while (end > 0 && line[end - 1] == ' ') --end;
    const size_t begin = StartOfRun(line, end, IsIdentifierByte);
    if (compares || begin == end) continue;
    const std::string_view before = line.substr(0, begin);
    return {std::string(line.substr(begin, end - begin)),
            before.ends_with('.') || before.ends_with("->")};
  }
  return {};
}

// The name under which a declaration is looked for: members have a dot.
std::string KeyOf(const Assigned& assigned) { return (assigned.member ? "." : "") + assigned.name; }

// The member or variable of a file that a line declares, if it is one of the wanted: "int depth;",
// "char *name[4], *other;" declares the first. A member is indented, a variable of a file is not.
std::string DeclaredBy(std::string_view line, bool indented,
                       const std::set<std::string, std::less<>>& wanted) {
  const size_t end = line.find_first_of(";=,[{:");
  if (end == 0 || end == std::string_view::npos || line.find(';') == std::string_view::npos)
    return {};
  const std::string_view head = Trim(line.substr(0, end));
  const size_t begin = StartOfRun(head, head.size(), IsIdentifierByte);
  const auto found = wanted.find((indented ? "." : "") + std::string(head.substr(begin)));
  if (found == wanted.end()) return {};
  const std::string_view type = Trim(head.substr(0, begin));
  const bool typed = !type.empty() && type.find_first_of("().") == std::string_view::npos &&
                     type.find("->") == std::string_view::npos && !HasWord(type, "return") &&
                     !HasWord(type, "goto") && !HasWord(type, "case") && !HasWord(type, "define");
  return typed ? *found : std::string();
}

}  // namespace

std::vector<AccessTarget> FindCTargets(const CLines& lines,
                                       const std::vector<const Access*>& accesses) {
  std::vector<AccessTarget> out(accesses.size());
  for (size_t i = 0; i < accesses.size(); ++i) {
    const Access& access = *accesses[i];
    if (access.place.line < 1 || static_cast<size_t>(access.place.line) > lines.size()) continue;
    const size_t row = static_cast<size_t>(access.place.line) - 1;
    const Assigned first = AssignedBy(lines.At(lines.StatementBegin(row)));
    if (first.name.empty()) continue;
    out[i].members.push_back(KeyOf(first));
    for (size_t next = row + 1; next <= row + kFollowed && next < lines.size(); ++next) {
      const std::string_view line = lines.At(next);
      if (line == "}" && !lines.IsIndented(next)) break;
      if (line.find("getenv") != std::string_view::npos) break;
      const size_t at = line.find('=');
      if (at == std::string_view::npos || !HasWord(line.substr(at), first.name)) continue;
      const Assigned then = AssignedBy(line);
      if (!then.name.empty()) out[i].members.push_back(KeyOf(then));
    }
  }
  return out;
}

void ReadCTargets(std::string_view text, const WantedTargets& wanted, TargetTexts& out) {
  const CLines lines(text);
  for (size_t row = 0; row < lines.size(); ++row) {
    const std::string name = DeclaredBy(lines.At(row), lines.IsIndented(row), wanted.members);
    if (name.empty()) continue;
    std::string comment = lines.Behind(row);
    if (comment.empty()) comment = lines.Above(row);
    if (!comment.empty()) out.members[name].insert(std::move(comment));
  }
}

}  // namespace flagcensus
