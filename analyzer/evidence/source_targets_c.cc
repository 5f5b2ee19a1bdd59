// accesses of one C or C++ file ─→ the members and variables that receive the values ─→ the
// comments at their declarations
//
//   value = getenv("APP_DEPTH");
//   config->depth = atoi(value);
//   the header: int depth; /* frames that are kept */  ─→ the text "frames that are kept"
//
// Lines are read as text, without types: members of the same name in two structures are not
// distinguished.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/documents/option_help.h"
#include "analyzer/documents/source_texts.h"
#include "analyzer/evidence/c_lines.h"
#include "analyzer/evidence/labels.h"
#include "analyzer/evidence/source_targets.h"
#include "analyzer/evidence/source_texts.h"

namespace flagcensus {
namespace {

constexpr size_t kFollowed = 8;  // lines after the read

// The target of an assignment.
struct Assigned {
  std::string name;  // the last one before the `=`; "" if the line assigns nothing
  bool member = false;
};

//
//   config->depth = atoi(value);  ─→ {depth, member}      if (depth == 3)  ─→ {""}
Assigned AssignedBy(std::string_view line) {
  for (size_t equals = line.find('='); equals != std::string_view::npos;
       equals = line.find('=', equals + 1)) {
    // Comparisons and compound assignments are not the target of a read.
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

// The key by which a declaration is searched for: members have a dot.
std::string KeyOf(const Assigned& assigned) { return (assigned.member ? "." : "") + assigned.name; }

// The end of the part of a declaration that contains its type and first name: at the next `;`, `=`,
// `[` etc., not within `std::map<K, V>`.
size_t EndOfDeclarator(std::string_view line) {
  int depth = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (line.substr(at, 2) == "::") {
      ++at;
    } else if (c == '<') {
      ++depth;
    } else if (c == '>') {
      --depth;
    } else if (c == ';' || (depth <= 0 && std::string_view("=,[{:").find(c) != line.npos)) {
      return at;
    }
  }
  return std::string_view::npos;
}

// Whether the words before a name may be its type; statements begin with other keywords or contain
// calls.
bool IsTypeText(std::string_view type) {
  constexpr std::array<std::string_view, 8> kWords = {"return", "goto",   "case", "define",
                                                      "else",   "delete", "new",  "throw"};
  return !type.empty() && type.find_first_of("().=") == std::string_view::npos &&
         type.find("->") == std::string_view::npos &&
         std::none_of(kWords.begin(), kWords.end(),
                      [&](std::string_view word) { return HasWord(type, word); });
}

// The name that a line declares: "int depth;", "char *name[4], *other;" declares the first. "" if
// it declares nothing.
std::string_view DeclaredBy(std::string_view line) {
  const size_t end = EndOfDeclarator(line);
  if (end == 0 || end == std::string_view::npos || line.find(';') == std::string_view::npos)
    return {};
  const std::string_view head = Trim(line.substr(0, end));
  const size_t begin = StartOfRun(head, head.size(), IsIdentifierByte);
  return IsTypeText(Trim(head.substr(0, begin))) ? head.substr(begin) : std::string_view();
}

// Whether a line is the head of a function: "bool fast() const;".
// A comment above a function may have a label with a variable, such as "Env name: APP_FAST".
bool IsFunctionHead(std::string_view line) {
  const size_t open = line.find('(');
  if (open == std::string_view::npos || line.starts_with('#')) return false;
  const std::string_view head = Trim(line.substr(0, open));
  const size_t begin = StartOfRun(head, head.size(), IsIdentifierByte);
  return begin < head.size() && IsTypeText(Trim(head.substr(0, begin)));
}

// The place after the bracket that closes the one at `open`; npos if the line does not close it.
size_t EndOfBrackets(std::string_view line, size_t open) {
  int depth = 0;
  for (size_t at = open; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '"') at = std::min(line.find('"', at + 1), line.size());
    if (c == '(' || c == '{') ++depth;
    if ((c == ')' || c == '}') && --depth == 0) return at + 1;
  }
  return std::string_view::npos;
}

// The member that a constructor's list initialises with the value: "Oven() :
// depth_(atoi(getenv(...))) {", each of them possibly on a separate line. "" if the place is not in
// an initialiser.
std::string_view InitialisedBy(const CLines& lines, const Place& place) {
  const std::string_view text = lines.From(static_cast<size_t>(place.line) - 1, 0);
  const std::string_view line = text.substr(0, text.find('\n'));
  const auto column = static_cast<size_t>(std::max(place.column, 1) - 1);
  size_t begin = 0;
  int depth = 0;
  for (size_t at = 0; at < column && at < line.size(); ++at) {
    const char c = line[at];
    if (c == '"' || c == ';' || c == '=' || c == '?') return {};
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (line.substr(at, 2) == "::") {
      ++at;
    } else if (depth == 0 && (c == ':' || c == ',')) {
      begin = at + 1;
    }
  }
  begin = EndOfRun(line, begin, IsPlainSpace);
  const size_t end = EndOfRun(line, begin, IsIdentifierByte);
  if (end == begin || end >= column || (line[end] != '(' && line[end] != '{')) return {};
  const size_t close = EndOfBrackets(line, end);
  const std::string_view rest = close < line.size() ? Trim(line.substr(close)) : std::string_view();
  const bool more = rest.starts_with(',') || rest.starts_with('{');
  return more ? line.substr(begin, end - begin) : std::string_view();
}

}  // namespace

std::vector<AccessTarget> FindCTargets(const CLines& lines,
                                       const std::vector<const Access*>& accesses) {
  std::vector<AccessTarget> out(accesses.size());
  for (size_t i = 0; i < accesses.size(); ++i) {
    const Access& access = *accesses[i];
    if (access.place.line < 1 || static_cast<size_t>(access.place.line) > lines.size()) continue;
    const size_t row = static_cast<size_t>(access.place.line) - 1;
    // The target of the statement, or the member that a constructor initialises.
    out[i].variable = *access.name;
    const Assigned first = AssignedBy(lines.At(lines.StatementBegin(row)));
    if (first.name.empty()) {
      const std::string_view member = InitialisedBy(lines, access.place);
      if (!member.empty()) out[i].members.push_back("." + std::string(member));
      continue;
    }
    out[i].members.push_back(KeyOf(first));
    // The lines below, up to the end of the function or the next read, may pass the value on.
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

namespace {

// Reads the help of options if the program says that each option is also a variable.
void ReadCOptions(std::string_view text, const WantedTargets& wanted, TargetTexts& out) {
  if (wanted.variables.empty() || text.find("nvironment") == std::string_view::npos ||
      text.find("  --") == std::string_view::npos) {
    return;
  }
  FindSourceTexts(text, SourceSyntax::kC, [&](const SourcePiece& piece) {
    if (piece.kind != TextKind::kHelp && piece.kind != TextKind::kString) return;
    for (const OptionHelp& option : FindOptionHelp(piece.text)) {
      if (wanted.variables.contains(option.variable))
        out.variables[option.variable].insert(FoldText(option.text));
    }
  });
}

}  // namespace

void ReadCTargets(std::string_view text, const WantedTargets& wanted, TargetTexts& out) {
  ReadCOptions(text, wanted, out);
  const CLines lines(text);
  std::string_view above;
  for (size_t row = 0; row < lines.size(); ++row) {
    const std::string_view line = lines.At(row);
    const std::string_view before = std::exchange(above, line);
    if (!before.ends_with("*/") && !before.starts_with("//") && line.find("//") == line.npos &&
        line.find("/*") == line.npos) {
      continue;  // most lines: without a comment there is no text
    }
    const std::string_view name = DeclaredBy(line);
    if (name.empty() && !IsFunctionHead(line)) continue;
    const std::string key = (lines.IsIndented(row) ? "." : "") + std::string(name);
    const auto member = name.empty() ? wanted.members.end() : wanted.members.find(key);
    if (member == wanted.members.end() && wanted.variables.empty()) continue;
    std::string comment = lines.Behind(row);
    if (comment.empty()) comment = lines.Above(row);
    if (comment.empty()) continue;
    // A label states which variable the comment is about, independent of the declaration.
    if (const std::optional<LabelledText> labelled = ReadLabel(comment)) {
      const auto variable = wanted.variables.find(labelled->name);
      if (variable != wanted.variables.end()) out.variables[*variable].emplace(labelled->text);
    } else if (member != wanted.members.end()) {
      out.members[*member].insert(std::move(comment));
    }
  }
}

}  // namespace flagcensus
