#include "analyzer/config/proposed_row.h"

#include <toml++/toml.h>

#include "analyzer/base/text.h"
#include "analyzer/config/toml_reader.h"

namespace flagcensus {
namespace {

// Names shown for each entry: enough to judge it, and one line.
constexpr size_t kMaxNamed = 5;

// {"a", "b"} ─→ ["a", "b"]
std::string Quoted(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  for (const std::string& text : texts) out.push_back(Quote(text));
  return "[" + Join(out, ", ") + "]";
}

}  // namespace

std::string Quote(const std::string& text) { return OneLine(toml::value<std::string>(text)); }

// The form that AddAccessors reads, so a proposal can be tried before it is shown.
//
//   {callee: "conf.Reader().get", object: true, name: "[0]", language: "python"}
//   ─→ [[object]]
//      objects = ["conf.Reader()"]
//      methods = { "get" = "unknown" }
//      name = [0]
//      language = "python"
std::vector<std::string> RowLines(const ProposedRow& row) {
  std::vector<std::string> out;
  const std::string type = row.type.empty() ? "unknown" : row.type;
  if (row.object) {
    const size_t dot = row.callee.rfind('.');
    out = {"[[object]]", "objects = " + Quoted({row.callee.substr(0, dot)}),
           "methods = { " + Quote(row.callee.substr(dot + 1)) + " = " + Quote(type) + " }"};
  } else {
    out = {"[[accessor]]", "call = " + Quote(row.callee)};
  }
  if (!row.op.empty()) out.push_back("op = " + Quote(row.op));
  out.push_back("name = " + row.name);
  if (!row.defaults.empty()) out.push_back("default = " + Quoted(row.defaults));
  if (!row.object && !row.type.empty()) out.push_back("type = " + Quote(row.type));
  out.push_back("language = " + Quote(row.language));
  return out;
}

// All lines are comments: whether the function reads a variable is only guessed by its name.
std::string WriteProposals(const std::vector<ProposedRow>& rows) {
  if (rows.empty()) return "";
  std::string out =
      "# Functions from outside the tree that may read variables, judging by their names and\n"
      "# arguments. Uncomment those that do; check their manual for whether another argument is a "
      "default.\n";
  for (const ProposedRow& row : rows) {
    const bool more = row.names.size() > kMaxNamed;
    std::vector<std::string> named(
        row.names.begin(),
        row.names.begin() + static_cast<std::ptrdiff_t>(more ? kMaxNamed : row.names.size()));
    if (more) named.emplace_back("...");
    const std::string what = row.op.empty() ? "read" : row.op;
    out += "#\n# " + EscapeControl(row.place.file) + ":" + std::to_string(row.place.line) +
           ": would add " + Count(row.accesses, what, what + "s") + ": " +
           EscapeControl(Join(named, ", ")) + "\n";
    for (const std::string& line : RowLines(row)) out += "# " + line + "\n";
  }
  return out + "\n";
}

}  // namespace flagcensus
