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
       "Versions of flagcensus that may read this file, such as \">=0.2\" or \">=0.2,<1\"; a bare "
       "version allows only that one. Other versions exit with an error.",
       "any version"},
      {"", "extend", Kind::kString,
       "Another configuration, relative to this file, whose settings apply if this one says "
       "nothing. Tables and severities are added to its own; lists replace it."},
      {"", "paths", Kind::kStrings,
       "Files and directories to read if the command line names none: paths or globs, relative to "
       "this file.",
       "[\".\"]"},
      {"", "catalog", Kind::kStrings,
       "The pages that document the variables: paths or globs, relative to this file.",
       "found automatically"},
      {"", "exclude", Kind::kStrings,
       "Files to skip: patterns in .gitignore syntax, relative to this file.", "[]"},
      {"", "languages", Kind::kStrings, "Languages to read in addition to Python, C and C++.", "[]",
       false,
       Values{"go", "javascript", "rust", "java", "kotlin", "csharp", "ruby", "php", "shell"}},
      {"", "documented-by", Kind::kString,
       "What counts as documentation: only the catalog, or any page in the tree.", "\"any-page\"",
       false, Values{"catalog", "any-page"}},
      {"", "own-prefixes", Kind::kStrings,
       "Prefixes of names that belong to the project, even if others use them: \"APP_\".",
       "derived from the project's name, pages and reads"},
      {"", "disabled-rules", Kind::kStrings, "Rules to disable.", "[]"},
      {"", "severity", Kind::kSeverities, "The severity of a rule's findings: rule = severity.",
       "the default of each rule"},
      {"", "override", Kind::kRows,
       "Other severities for part of the tree. The first entry that matches a finding applies."},
      {"", "scope", Kind::kRows,
       "The scope of files whose path does not indicate it. The first entry whose glob matches "
       "applies."},
      {"", "internal", Kind::kRows, "Variables that need no documentation, with the reason."},
      {"", "family", Kind::kRows,
       "Names that the program builds at run time: documented if one of them is, and "
       "used if none is read by name."},
      {"", "ignore", Kind::kRows,
       "Findings to accept, with the reason. An entry has a rule, a name or a path; whatever it "
       "omits matches anything."},
      {"", "unresolved", Kind::kRows, "Accesses whose variable cannot be determined, with the reason."},
      {"", "docs", Kind::kRows,
       "Pages that `flagcensus docs` writes if the command line names none. An entry "
       "without `output` holds the settings of every other page."},
      {"", "registry", Kind::kKeys, "Keys of variables that are documented in JSON, YAML or TOML."},
      {"", "accessor", Kind::kRows, "A library function that accesses the environment."},
      {"", "object", Kind::kRows, "An object of a library whose methods read variables."},
      {"", "settings", Kind::kRows, "A class of a library whose fields are variables."},
      {"", "casts", Kind::kMethods,
       "Types of parsers, as dotted name = type: \"conf.Csv\" = \"list\". They apply if the argument "
       "named by `cast` or a column of a table of variables holds the parser."},
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
      {"scope", "glob", Kind::kString, "Files: a pattern in .gitignore syntax, relative to this file.", "",
       true},
      {"scope", "scope", Kind::kString, "The scope of these files.", "", true, scopes},
      {"internal", "name", Kind::kString, "The variable; `*` matches anything.", "", true},
      {"internal", "reason", Kind::kString, "Why it needs no documentation.", "", true},
      {"family", "name", Kind::kString, "The names; `*` matches the part that varies.", "", true},
      {"family", "reason", Kind::kString, "How the program builds them.", "", true},
      {"ignore", "rule", Kind::kString, "The rule; any if omitted."},
      {"ignore", "name", Kind::kOneOrMore, "Variables; `*` matches anything. Any if omitted."},
      {"ignore", "path", Kind::kOneOrMore,
       "Globs in .gitignore syntax, relative to this file. Any file if omitted."},
      {"ignore", "reason", Kind::kString, "Why the findings are accepted.", "", true},
      {"unresolved", "expression", Kind::kString,
       "The expression of the name in the source; `*` matches anything.", "", true},
      {"unresolved", "reason", Kind::kString, "Why it cannot be determined.", "", true},
      {"registry", "name", Kind::kStrings, "Keys for the name of the variable."},
      {"registry", "default", Kind::kStrings, "Keys for the default."},
      {"registry", "type", Kind::kStrings, "Keys for the type."},
      {"registry", "description", Kind::kStrings, "Keys for the description."},
  };
  out.insert(out.end(), keys.begin(), keys.end());
}

void AddDocs(std::vector<ConfigKey>& out) {
  const std::vector<ConfigKey> keys = {
      {"docs", "output", Kind::kString,
       "The page, relative to this file: written whole, or between its markers if it has them."},
      {"docs", "format", Kind::kString, "Its format.", "derived from the file name", false,
       Values{"markdown", "rst", "asciidoc", "html", "man", "json", "dotenv", "schema"}},
      {"docs", "layout", Kind::kString,
       "One row for each variable, or a heading with an anchor for each.", "\"table\"", false,
       Values{"table", "document"}},
      {"docs", "title", Kind::kString, "The title of the page.", "\"Environment variables\""},
      {"docs", "front-matter", Kind::kStrings,
       "Metadata at the top of the page: \"sidebar_position=3\".", "[]"},
      {"docs", "template", Kind::kString, "A Mustache template, relative to this file."},
      {"docs", "columns", Kind::kStrings, "Columns of the tables, in this order.",
       "[\"name\", \"type\", \"default\", \"description\", \"notes\", \"places\"]", false,
       Values{"name", "type", "default", "values", "description", "notes", "places", "since"}},
      {"docs", "sections", Kind::kString, "What variables are grouped by.", "\"auto\"", false,
       Values{"auto", "prefix", "package", "page", "file", "none"}},
      {"docs", "section", Kind::kRows,
       "Sections for certain variables. The first entry that matches a variable applies."},
      {"docs", "sort", Kind::kString, "The order of the variables in a section.", "\"required\"", false,
       Values{"required", "name", "place"}},
      {"docs", "include", Kind::kStrings, "Variables to list; `*` matches anything.",
       "all"},
      {"docs", "exclude", Kind::kStrings, "Variables to omit; `*` matches anything.", "[]"},
      {"docs", "with", Kind::kStrings, "Variables to list that are omitted by default.", "[]", false,
       Values{"internal", "foreign", "handed-on", "test", "all"}},
      {"docs", "scope", Kind::kStrings, "Scopes whose variables are listed.", "[\"src\"]", false,
       Values{"src", "script", "example", "test", "docs", "vendored"}},
      {"docs", "link-template", Kind::kString,
       "URL template for source locations, with the placeholders {file} and {line}."},
      {"docs", "lines", Kind::kBoolean, "Whether locations include line numbers.", "false"},
      {"docs", "since-tags", Kind::kBoolean,
       "Whether to report the first tag whose sources mention a variable.", "false"},
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
       "The argument that must be the environment for the entry to apply."},
      {table, "cast", Kind::kArgument, "The argument that names the type."},
      {table, "truth", Kind::kArgument, "If this argument is true, the type is bool."},
      {table, "description", Kind::kArgument, "The argument that describes the variable."},
      {table, "prefix", Kind::kArgument,
       "The argument of the call that made the object whose text goes before each name."},
      {table, "form", Kind::kString,
       "What the name becomes, with each `{}` replaced by a part of it in capitals: \"APP__{}__{}\" of the name and "
       "`second`, "
       "\"{}_*\" of a prefix."},
      {table, "second", Kind::kArgument, "The argument that is the second part of the form."},
      {table, "dot", Kind::kString, "What a dot becomes in a part of the form.", "\"_\""},
      {table, "unnamed", Kind::kString, "The name if no argument gives one."},
      {table, "language", Kind::kString, "The language of the calls; both if omitted.", "", false,
       Values{"python", "c"}},
      {table, "required", Kind::kBoolean,
       "Whether it raises an error if there is neither a value nor a default.", "false"},
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
                 "method = type; \"\" stands for a call of the object itself.", "", true});
  AddCalls(out, "object");
  const std::vector<ConfigKey> keys = {
      {"settings", "names", Kind::kOneOrMore, "The class's base class, or its decorator.", "",
       true},
      {"settings", "prefix", Kind::kString,
       "The configuration key or decorator argument that holds the prefix of all names."},
      {"settings", "nested", Kind::kString,
       "The key that joins a nested class's fields to a field's name."},
      {"settings", "separator", Kind::kString, "The text between the prefix and the field's name."},
      {"settings", "default_prefix", Kind::kString, "The prefix if none is passed."},
      {"settings", "fields", Kind::kOneOrMore, "Calls that define a field."},
      {"settings", "default", Kind::kArgument, "The default of such a call."},
      {"settings", "factories", Kind::kOneOrMore, "Its arguments that create the default."},
      {"settings", "aliases", Kind::kOneOrMore,
       "Its arguments that set the complete name of the variable."},
      {"settings", "description", Kind::kArgument,
       "Its argument that describes the variable."},
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
