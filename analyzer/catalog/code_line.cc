#include "analyzer/catalog/code_line.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/name_token.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

// The end of the value that begins at `at`: of a quoted text, else of the word.
size_t ValueEnd(std::string_view text, size_t at) {
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    const size_t close = text.find(text[at], at + 1);
    return close == std::string_view::npos ? text.size() : close + 1;
  }
  const size_t end = text.find_first_of(" \t", at);
  return end == std::string_view::npos ? text.size() : end;
}

// The column of `part` of a line.
int ColumnIn(const CodeLine& line, std::string_view part) {
  return static_cast<int>(line.indent + static_cast<size_t>(part.data() - line.text.data())) + 1;
}

// "NAME=value" at the start of `text`: its name, and where its value ends; 0 for none.
size_t AssignmentEnd(std::string_view text, const CodeLine& line, LeadName& name) {
  const size_t end = EndOfRun(text, 0, IsIdentifierByte);
  const NameShape shape = ShapeOf(text.substr(0, end));
  const bool upper = shape == NameShape::kStrong || shape == NameShape::kWeak;
  if (!upper || end + 1 >= text.size() || text[end] != '=' || text[end + 1] == '=') return 0;
  const size_t value_end = ValueEnd(text, end + 1);
  name.name = text.substr(0, end);
  name.value = text.substr(end + 1, value_end - end - 1);
  name.line = line.number;
  name.column = ColumnIn(line, text);
  name.shown = true;
  return value_end;
}

// "A=1 B=2 command": the assignments behind the first, added to the lead. Returns what is left.
std::string_view FurtherAssignments(std::string_view rest, size_t at, CodeLine& line) {
  std::string_view after = Trim(rest.substr(at));
  while (line.lead.names.size() < kMaxLeadNames) {
    LeadName name;
    const size_t end = AssignmentEnd(after, line, name);
    if (end == 0) break;
    line.lead.names.push_back(std::move(name));
    after = Trim(after.substr(end));
  }
  return after;
}

// "A=1  # or B=2": the other name that does the same elsewhere.
void AddAlternative(CodeLine& line) {
  if (!line.behind.starts_with("or ")) return;
  const std::string_view text = Trim(line.behind.substr(3));
  LeadName name;
  const size_t end = AssignmentEnd(text, line, name);
  if (end == text.size()) line.lead.names.push_back(std::move(name));
}

// `os.environ["NAME"] = "value"`, in a program that sets it before it goes on.
bool IsEnvironAssignment(std::string_view text, CodeLine& line, int number) {
  constexpr std::string_view kEnviron = "os.environ[";
  if (!text.starts_with(kEnviron) || text.size() < kEnviron.size() + 2) return false;
  const char quote = text[kEnviron.size()];
  if (quote != '"' && quote != '\'') return false;
  const size_t begin = kEnviron.size() + 1;
  const size_t end = text.find(quote, begin);
  if (end == std::string_view::npos || end + 1 >= text.size() || text[end + 1] != ']') return false;
  const std::string_view name_text = text.substr(begin, end - begin);
  if (ShapeOf(name_text) != NameShape::kStrong && ShapeOf(name_text) != NameShape::kWeak)
    return false;
  const size_t sign = text.find_first_not_of(' ', end + 2);
  if (sign == std::string_view::npos || text[sign] != '=' || text.substr(sign).starts_with("=="))
    return false;
  const size_t value = std::min(text.find_first_not_of(' ', sign + 1), text.size());
  const size_t value_end = ValueEnd(text, value);
  LeadName name;
  name.name = name_text;
  name.value = text.substr(value, value_end - value);
  name.line = number;
  name.column = ColumnIn(line, name_text);
  name.shown = true;
  line.lead.names.push_back(std::move(name));
  line.lead.separator = LeadingNames::Separator::kColon;
  line.exported = line.assignment = line.environ = true;
  const std::string_view after = Trim(text.substr(value_end));
  if (after.starts_with('#')) line.behind = Trim(after.substr(1));
  return true;
}

}  // namespace

CodeLine ParseCodeLine(std::string_view raw, int number) {
  CodeLine line;
  line.number = number;
  line.indent = std::min(raw.find_first_not_of(" \t"), raw.size());
  line.text = Trim(raw);
  std::string_view rest = line.text;
  if (rest.starts_with("$ ")) rest = Trim(rest.substr(2));
  line.comment = rest.starts_with('#') || rest.starts_with("//") || rest.starts_with("rem ");
  if (line.comment) return line;
  if (IsEnvironAssignment(rest, line, number)) return line;
  for (const std::string_view word : {"export ", "set ", "setenv ", "-e ", "ENV "}) {
    if (!rest.starts_with(word)) continue;
    rest = Trim(rest.substr(word.size()));
    line.exported = true;
    break;
  }
  const size_t end = EndOfRun(rest, 0, IsIdentifierByte);
  const NameShape shape = ShapeOf(rest.substr(0, end));
  if (shape == NameShape::kNone) return line;
  line.bare =
      end == rest.size() && !line.exported &&
      (shape == NameShape::kStrong || shape == NameShape::kWeak || rest.ends_with("_proxy"));
  if (end >= rest.size() && !line.bare) return line;
  LeadName name;
  name.name = rest.substr(0, end);
  name.line = number;
  name.column = static_cast<int>(line.indent + static_cast<size_t>(rest.data() - line.text.data()));
  ++name.column;
  name.shown = true;
  if (line.bare) {
    line.lead.names.push_back(std::move(name));
    return line;
  }
  // "NAME=" sets it to nothing, or leaves the value to whoever copies it.
  line.assignment = rest[end] == '=' &&
                    (end + 1 < rest.size() ? rest[end + 1] != '=' : shape == NameShape::kStrong);
  line.labelled =
      rest[end] == ':' && !line.exported && end + 1 < rest.size() && IsBlank(rest[end + 1]);
  const bool upper = shape == NameShape::kStrong || shape == NameShape::kWeak;
  const size_t text = rest.find_first_not_of(" \t", end);
  if (upper && !line.exported && text > end && text != std::string_view::npos) {
    line.column = line.indent + text;
    line.gapped = text > end + 1 || rest[end] == '\t';
  }
  if (!line.assignment && !line.labelled && line.column == 0) return line;
  line.lead.separator = LeadingNames::Separator::kColon;
  if (line.labelled || line.column > 0) {
    line.behind = Trim(rest.substr(end + 1));
  } else {
    const size_t value_end = ValueEnd(rest, end + 1);
    name.value = rest.substr(end + 1, value_end - end - 1);
    line.lead.names.push_back(std::move(name));
    const std::string_view after = FurtherAssignments(rest, value_end, line);
    if (after.starts_with('#')) line.behind = Trim(after.substr(1));
    line.command = !after.empty() && !after.starts_with('#');
    AddAlternative(line);
    return line;
  }
  line.lead.names.push_back(std::move(name));
  return line;
}

}  // namespace flagcensus
