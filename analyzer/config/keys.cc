// A row a key. What is written here is what editors show beside the key, by the schema.
#include "analyzer/config/keys.h"

namespace flagcensus {
namespace {

using Kind = KeyKind;
using Values = std::vector<std::string_view>;

Values Types() { return {"bool", "int", "float", "str", "path", "list", "enum", "unknown"}; }

void AddTop(std::vector<ConfigKey>& out) {
  const std::vector<ConfigKey> keys = {
      {"", "required-version", Kind::kString,
       "Versions of flagcensus that may read the file: \">=0.2\", \">=0.2,<1\"; a bare version is "
       "that one alone. Any other stops.",
       "any version"},
      {"", "extend", Kind::kString,
       "Another configuration, relative to this file, whose settings apply if this one says "
       "nothing. Rows and severities are added to its own, lists replace it."},
      {"", "paths", Kind::kStrings,
       "Files and directories to read if the command line names none: paths or globs, relative to "
       "this file.",
       "[\".\"]"},
      {"", "catalog", Kind::kStrings,
       "The pages that document the variables, relative to this file: paths or globs. Without it "
       "they are looked for.",
       "looked for"},
      {"", "exclude", Kind::kStrings,
       "What is not read: globs as lines of .gitignore, relative to this file.", "[]"},
      {"", "languages", Kind::kStrings, "Languages to read in addition to Python, C and C++.", "[]",
       false,
       Values{"go", "javascript", "rust", "java", "kotlin", "csharp", "ruby", "php", "shell"}},
      {"", "documented-by", Kind::kString,
       "What counts as documentation: the catalog alone, or any page of the tree.", "\"any-page\"",
       false, Values{"catalog", "any-page"}},
      {"", "own-prefixes", Kind::kStrings,
       "Beginnings of names that are the project's own, whoever else uses them: \"APP_\".",
       "found by the project's name, pages and reads"},
      {"", "disabled-rules", Kind::kStrings, "Rules that report nothing.", "[]"},
      {"", "severity", Kind::kSeverities, "How a rule's findings count: rule = severity.",
       "as each rule has it"},
      {"", "override", Kind::kRows,
       "Other severities for part of the tree. The first row that fits a finding decides."},
      {"", "scope", Kind::kRows,
       "The scope of files that their path does not show. The first entry whose glob matches "
       "applies."},
      {"", "internal", Kind::kRows, "Names that need no documentation, with the reason."},
      {"", "family", Kind::kRows,
       "Names that the program builds at run time: documented if one of them is, and "
       "used if none is read by name."},
      {"", "ignore", Kind::kRows,
       "Findings that are accepted, with the reason. A row has a rule, a name or a path; what it "
       "does not name is any."},
      {"", "unresolved", Kind::kRows, "Accesses whose variable nobody can know, with the reason."},
      {"", "docs", Kind::kRows,
       "Pages that `flagcensus docs` writes: all of them if the command line names none. An entry "
       "without `output` has the settings of every other page."},
      {"", "registry", Kind::kKeys, "Keys of variables that are kept as JSON, YAML or TOML."},
      {"", "accessor", Kind::kRows, "A library function that accesses the environment."},
      {"", "object", Kind::kRows, "A library's object whose methods read variables."},
      {"", "settings", Kind::kRows, "A library's class whose fields are variables."},
      {"", "casts", Kind::kMethods,
       "Dotted name = type, of what parses a value if an argument named by `cast`, or a column "
       "of a table of variables, holds it: \"conf.Csv\" = \"list\"."},
  };
  out.insert(out.end(), keys.begin(), keys.end());
}

void AddRows(std::vector<ConfigKey>& out) {
  const Values scopes = {"src", "test", "example", "script", "docs", "vendored"};
  const std::vector<ConfigKey> keys = {
      {"override", "path", Kind::kOneOrMore,
       "Globs in .gitignore syntax, relative to this file. A finding belongs to a path if all its "
       "places in code are, or all its places on pages.",
       "", true},
      {"override", "severity", Kind::kSeverities, "rule = severity, as in [severity].", "", true},
      {"scope", "glob", Kind::kString, "Files: a line of .gitignore, relative to this file.", "",
       true},
      {"scope", "scope", Kind::kString, "What these files are.", "", true, scopes},
      {"internal", "name", Kind::kString, "The variable; `*` matches anything.", "", true},
      {"internal", "reason", Kind::kString, "Why it needs no documentation.", "", true},
      {"family", "name", Kind::kString, "The names; `*` matches the part that varies.", "", true},
      {"family", "reason", Kind::kString, "How the program puts them together.", "", true},
      {"ignore", "rule", Kind::kString, "The rule; any if omitted."},
      {"ignore", "name", Kind::kOneOrMore, "Variables; `*` matches anything. Any if omitted."},
      {"ignore", "path", Kind::kOneOrMore,
       "Globs in .gitignore syntax, relative to this file. Any file if omitted."},
      {"ignore", "reason", Kind::kString, "Why the findings are accepted.", "", true},
      {"unresolved", "expression", Kind::kString,
       "The expression of the name in the source; `*` matches anything.", "", true},
      {"unresolved", "reason", Kind::kString, "Why nobody can know it.", "", true},
      {"registry", "name", Kind::kStrings, "Keys whose value is a variable's name."},
      {"registry", "default", Kind::kStrings, "Keys of the default."},
      {"registry", "type", Kind::kStrings, "Keys of the type."},
      {"registry", "description", Kind::kStrings, "Keys of the description."},
  };
  out.insert(out.end(), keys.begin(), keys.end());
}

void AddDocs(std::vector<ConfigKey>& out) {
  const std::vector<ConfigKey> keys = {
      {"docs", "output", Kind::kString,
       "The page, relative to this file: written whole, or between its markers if it has them."},
      {"docs", "format", Kind::kString, "Its form.", "by the name of the file", false,
       Values{"markdown", "rst", "asciidoc", "html", "man", "json", "dotenv", "schema"}},
      {"docs", "layout", Kind::kString,
       "One row for each variable, or a heading with an anchor for each.", "\"table\"", false,
       Values{"table", "document"}},
      {"docs", "title", Kind::kString, "The title of a whole page.", "\"Environment variables\""},
      {"docs", "front-matter", Kind::kStrings,
       "Lines of metadata before a whole page: \"sidebar_position=3\".", "[]"},
      {"docs", "template", Kind::kString, "A Mustache template, relative to this file."},
      {"docs", "columns", Kind::kStrings, "Columns of the tables, in their order.",
       "[\"name\", \"type\", \"default\", \"description\", \"notes\", \"places\"]", false,
       Values{"name", "type", "default", "values", "description", "notes", "places", "since"}},
      {"docs", "sections", Kind::kString, "What variables are grouped by.", "\"auto\"", false,
       Values{"auto", "prefix", "package", "page", "file", "none"}},
      {"docs", "section", Kind::kRows,
       "Variables with a section of their own. The first row that fits decides."},
      {"docs", "sort", Kind::kString, "The order of a section's variables.", "\"required\"", false,
       Values{"required", "name", "place"}},
      {"docs", "include", Kind::kStrings, "Variables that are listed; `*` matches anything.",
       "all"},
      {"docs", "exclude", Kind::kStrings, "Variables that are not; `*` matches anything.", "[]"},
      {"docs", "with", Kind::kStrings, "What else is listed.", "[]", false,
       Values{"internal", "foreign", "handed-on", "test", "all"}},
      {"docs", "scope", Kind::kStrings, "Scopes of which a variable is listed.", "[\"src\"]", false,
       Values{"src", "script", "example", "test", "docs", "vendored"}},
      {"docs", "link-template", Kind::kString,
       "URL of a source location, with {file} and {line}."},
      {"docs", "lines", Kind::kBoolean, "Whether places have their lines.", "false"},
      {"docs", "since-tags", Kind::kBoolean,
       "Whether the first tag whose sources name a variable is found.", "false"},
      {"section", "title", Kind::kString, "The section's heading.", "", true},
      {"section", "names", Kind::kStrings, "Its variables; `*` matches anything.", "", true},
  };
  out.insert(out.end(), keys.begin(), keys.end());
}

void AddCalls(std::vector<ConfigKey>& out, std::string_view table) {
  const std::vector<ConfigKey> keys = {
      {table, "op", Kind::kString, "What the call does with the variable.", "\"read\"", false,
       Values{"read", "test", "write", "setdefault", "append", "delete", "bulk", "update"}},
      {table, "name", Kind::kArgument, "The argument that names the variable."},
      {table, "default", Kind::kArgument, "The argument that is its default."},
      {table, "value", Kind::kArgument, "The argument that is written."},
      {table, "environment", Kind::kArgument,
       "The argument that must be the environment for the row to hold."},
      {table, "cast", Kind::kArgument, "The argument that names the type."},
      {table, "truth", Kind::kArgument, "Where this argument is true, the type is bool."},
      {table, "description", Kind::kArgument, "The argument that says what the variable is for."},
      {table, "prefix", Kind::kArgument,
       "The argument of the call that made the object whose text goes before each name."},
      {table, "form", Kind::kString,
       "What the name becomes, each `{}` a part of it in capitals: \"APP__{}__{}\" of the name and "
       "`second`, "
       "\"{}_*\" of a prefix."},
      {table, "second", Kind::kArgument, "The argument that is the second part of the form."},
      {table, "dot", Kind::kString, "What a dot becomes in a part of the form.", "\"_\""},
      {table, "unnamed", Kind::kString, "The name if no argument gives one."},
      {table, "language", Kind::kString, "The language of the calls; both if omitted.", "", false,
       Values{"python", "c"}},
      {table, "required", Kind::kBoolean,
       "Whether it raises if there is neither the variable nor a default.", "false"},
      {table, "type", Kind::kString, "How it parses the value.", "", false, Types()},
  };
  out.insert(out.end(), keys.begin(), keys.end());
}

void AddLibraries(std::vector<ConfigKey>& out) {
  out.push_back({"accessor", "call", Kind::kString,
                 "The function: its dotted name as imported, `::` in C++.", "", true});
  AddCalls(out, "accessor");
  out.push_back({"object", "objects", Kind::kOneOrMore,
                 "What creates the object; \"()\" marks the call.", "", true});
  out.push_back({"object", "methods", Kind::kMethods,
                 "method = type; \"\" is a call of the object itself.", "", true});
  AddCalls(out, "object");
  const std::vector<ConfigKey> keys = {
      {"settings", "names", Kind::kOneOrMore, "The class's base class, or its decorator.", "",
       true},
      {"settings", "prefix", Kind::kString,
       "The configuration key or decorator argument that holds the prefix of all names."},
      {"settings", "nested", Kind::kString,
       "The key that joins a nested class's fields to a field's name."},
      {"settings", "separator", Kind::kString, "What joins the prefix and the field's name."},
      {"settings", "default_prefix", Kind::kString, "The prefix if none is passed."},
      {"settings", "fields", Kind::kOneOrMore, "Calls that define a field."},
      {"settings", "default", Kind::kArgument, "The default of such a call."},
      {"settings", "factories", Kind::kOneOrMore, "Its arguments that make the default."},
      {"settings", "aliases", Kind::kOneOrMore,
       "Its arguments that give the variable's whole name."},
      {"settings", "description", Kind::kArgument,
       "Its argument that says what the variable is for."},
      {"settings", "exact", Kind::kString,
       "The configuration key that, if it is true, keeps the case of the names."},
      {"settings", "fields_alone", Kind::kBoolean,
       "Whether only names that such a call defines are fields.", "false"},
  };
  out.insert(out.end(), keys.begin(), keys.end());
}

}  // namespace

const std::vector<ConfigKey>& ConfigKeys() {
  static const std::vector<ConfigKey> kKeys = [] {
    std::vector<ConfigKey> out;
    AddTop(out);
    AddRows(out);
    AddDocs(out);
    AddLibraries(out);
    return out;
  }();
  return kKeys;
}

std::vector<std::string_view> NamesOfKeys(std::string_view table) {
  std::vector<std::string_view> out;
  for (const ConfigKey& key : ConfigKeys()) {
    if (key.table == table) out.push_back(key.name);
  }
  return out;
}

const ConfigKey* FindConfigKey(std::string_view table, std::string_view name) {
  for (const ConfigKey& key : ConfigKeys()) {
    if (key.table == table && key.name == name) return &key;
  }
  return nullptr;
}

}  // namespace flagcensus
