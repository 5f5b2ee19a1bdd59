// queries/languages/*.toml ─→ rows
//
//   [language] words = ["getenv"]      ─→ LanguageRows::words
//   [conversions] Number = "float"     ─→ conversions["Number"] = kFloat
//   [[accessor]] call = "std::env::var", name = [0], required = true
//                                      ─→ LanguageAccessor, call "std.env.var"
//
// Every key must be known, so a misspelled one fails the test that reads all files.
#include "analyzer/languages/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"
#include "analyzer/config/key_values.h"
#include "analyzer/config/row_reader.h"

namespace flagcensus {

struct ArgumentCount {
  static bool Parse(const toml::node& node, int& out) {
    out = node.value_or(0);
    return node.is_integer();
  }
};

// A form of one part, which begins with it: more is not known of these languages' libraries.
struct AddedByForm {
  static bool Parse(const toml::node& node, std::string& out) {
    const std::string form = node.value_or(std::string());
    if (!form.starts_with("{}") || form.find("{}", 2) != std::string::npos) return false;
    out = form.substr(2);
    return true;
  }
};

struct AnnotationForm {
  static bool Parse(const toml::node& node, AnnotationRow::Form& out) {
    const std::string text = node.value_or(std::string());
    out = text == "plain"         ? AnnotationRow::Form::kPlain
          : text == "placeholder" ? AnnotationRow::Form::kPlaceholder
                                  : AnnotationRow::Form::kEnv;
    return out != AnnotationRow::Form::kEnv || text == "env";
  }
};

struct AskedLanguage {
  static bool Parse(const toml::node& node, Language& out) {
    const std::optional<Language> language = ParseAskedLanguage(node.value_or(std::string()));
    out = language.value_or(Language::kJavaScript);
    return language.has_value();
  }
};

// The effect of a method or function on the value: "same", "required", "none", "truth", "made", a
// type, or "default" with the position of an argument, "default:1". "default" alone is that of
// the type.
template <>
struct KeyValue<MethodRow> {
  static bool Parse(const toml::node& node, MethodRow& out) {
    static const std::map<std::string_view, MethodRow> kEffects = {
        {"same", {}},
        {"required", {MethodEffect::kRequired, ValueType::kUnknown, 0}},
        {"none", {MethodEffect::kNone, ValueType::kUnknown, 0}},
        {"truth", {MethodEffect::kTruth, ValueType::kUnknown, 0}},
        {"made", {MethodEffect::kMade, ValueType::kUnknown, 0}},
        {"default", {MethodEffect::kDefault, ValueType::kUnknown, -1}}};
    const std::string text = node.value_or(std::string());
    if (const auto effect = kEffects.find(text); effect != kEffects.end()) {
      out = effect->second;
      return true;
    }
    // A position has one digit.
    if (text.starts_with("default:") && text.size() == 9) {
      out = {MethodEffect::kDefault, ValueType::kUnknown, text[8] - '0'};
      return true;
    }
    out = {MethodEffect::kType, ValueType::kUnknown, 0};
    return KeyValue<ValueType>::Parse(node, out.type);
  }
};

namespace {

// Paths are spelled as in the language and stored with dots: "std::env::var" is "std.env.var".
std::string Dotted(std::string_view path) { return ReplaceAll(path, "::", "."); }

// What a row says by what it does not say.
template <typename Row>
void CompleteRow(Row& /*row*/) {}
void CompleteRow(LanguageAccessor& row) {
  // "viper.BindEnv" of "github.com/spf13/viper.BindEnv": as code spells it.
  if (row.via.empty()) row.via = row.call.substr(row.call.rfind('/') + 1);
  row.call = Dotted(row.call);
}
void CompleteRow(MappingRow& row) {
  if (row.via.empty()) row.via = row.path;
  row.path = Dotted(row.path);
}
void CompleteRow(SchemaRow& row) { row.call = Dotted(row.call); }

// [[accessor]], and other lists of tables: each is a row. `noun`: "an accessor row".
template <typename Row>
std::optional<Error> ReadRows(const toml::node& node, std::string_view file, std::string_view noun,
                              std::vector<Row>* out) {
  if (!node.is_array_of_tables()) return ErrorAt(file, node, fmt::format("{} is a table", noun));
  for (const toml::node& table : *node.as_array()) {
    Row& row = out->emplace_back();
    if (auto error = ReadRow(*table.as_table(), file, noun, &row)) return error;
    CompleteRow(row);
  }
  return std::nullopt;
}

// [conversions], and other tables with a value for each path or name: `"strconv.Atoi" = "int"`.
template <typename Value>
std::optional<Error> ReadEntries(const toml::node& node, std::string_view file,
                                 std::map<std::string, Value, std::less<>>* out) {
  if (!node.is_table()) return ErrorAt(file, node, "a table is expected");
  for (const auto& [key, value] : *node.as_table()) {
    if (!KeyValue<Value>::Parse(value, (*out)[Dotted(key.str())])) {
      return ErrorAt(file, value, fmt::format("'{}' has a wrong value", key.str()));
    }
  }
  return std::nullopt;
}

// [language]: what is true of the language as a whole.
std::optional<Error> ReadHead(const toml::node& node, std::string_view file, LanguageRows* rows) {
  if (!node.is_table()) return ErrorAt(file, node, "[language] is a table");
  if (auto error = ReadRow(*node.as_table(), file, "[language]", rows)) return error;
  for (std::vector<std::string>* paths :
       {&rows->values.exits, &rows->forwarding.texts, &rows->forwarding.uppers,
        &rows->forwarding.holders, &rows->lists.lists, &rows->lists.makers}) {
    for (std::string& path : *paths) path = Dotted(path);
  }
  return std::nullopt;
}

// One table, or list of tables, of a file of queries/languages.
std::optional<Error> ReadTable(std::string_view name, const toml::node& node, std::string_view file,
                               LanguageRows* rows) {
  if (name == "language") return ReadHead(node, file, rows);
  if (name == "accessor") return ReadRows(node, file, "an accessor row", &rows->accessors);
  if (name == "mapping") return ReadRows(node, file, "a mapping row", &rows->mappings);
  if (name == "tag") return ReadRows(node, file, "a tag row", &rows->tags);
  if (name == "option") return ReadRows(node, file, "an option row", &rows->options);
  if (name == "schema") return ReadRows(node, file, "a schema row", &rows->schemas.rows);
  if (name == "annotation") return ReadRows(node, file, "an annotation row", &rows->annotations);
  if (name == "conversions") return ReadEntries(node, file, &rows->values.conversions);
  if (name == "casts") return ReadEntries(node, file, &rows->casts);
  if (name == "schema_types") return ReadEntries(node, file, &rows->schemas.types);
  if (name == "methods") return ReadEntries(node, file, &rows->values.methods);
  if (name == "calls") return ReadEntries(node, file, &rows->values.calls);
  if (name == "sets") return ReadEntries(node, file, &rows->shell.sets);
  return ErrorAt(file, node, fmt::format("unknown key '{}'", name));
}

// An unreadable file yields no rows. That cannot happen in a release, since a test reads all files.
LanguageRows ReadBuiltIn(std::string_view file) {
  Result<LanguageRows> rows = ReadLanguageRows(EmbeddedQuery(file), file);
  return rows.ok() ? std::move(rows).value() : LanguageRows();  // a test parses the built-in files
}

}  // namespace

bool MappingRow::Excludes(std::string_view member) const {
  // "to*" excludes toString; "*.key" excludes names by their suffix.
  return std::any_of(without.begin(), without.end(), [&](std::string_view one) {
    if (one.starts_with('*')) return member.ends_with(one.substr(1));
    return one.ends_with('*') ? member.starts_with(one.substr(0, one.size() - 1)) : one == member;
  });
}

// The rows are few: a linear search by the complete path.
const MappingRow* LanguageRows::MappingOf(std::string_view path) const {
  const auto row = std::find_if(mappings.begin(), mappings.end(),
                                [&](const MappingRow& one) { return one.path == path; });
  return row == mappings.end() ? nullptr : &*row;
}

const LanguageAccessor* LanguageRows::AccessorOf(std::string_view path) const {
  // Rows of methods have the name of a method as call, which is not a function's.
  const auto row =
      std::find_if(accessors.begin(), accessors.end(),
                   [&](const LanguageAccessor& one) { return !one.method && one.call == path; });
  return row == accessors.end() ? nullptr : &*row;
}

// The first error ends the reading.
Result<LanguageRows> ReadLanguageRows(std::string_view text, std::string_view file) {
  LanguageRows out;
  toml::table root;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(text, &root)) {
    return Error{fmt::format("{}:{}: {}", file, problem->line, problem->message)};
  }
  for (const auto& [key, node] : root) {
    if (const auto error = ReadTable(key.str(), node, file, &out)) return *error;
  }
  return out;
}

std::string LanguageRows::RowPath(const std::string& path) const {
  // "java.lang.System.getenv" ─→ "System.getenv": rows name a class without its package, since
  // imports may be wildcards. A class of the same name from another package is not distinguished
  // here.
  if (!classes) return path;
  const size_t last = path.rfind('.');
  const size_t before = last == std::string::npos || last == 0 ? last : path.rfind('.', last - 1);
  return before == std::string::npos ? path : path.substr(before + 1);
}

std::string LanguageRows::Rooted(const std::string& path) const {
  // "java.lang.System" ─→ "System" for the root "java.lang".
  for (const std::string& root : roots) {
    if (path.size() > root.size() + 1 && path.starts_with(root) && path[root.size()] == '.') {
      return path.substr(root.size() + 1);
    }
  }
  return path;
}

// Read once, for all languages together.
const LanguageRows& RowsOf(Language language) {
  static const std::map<Language, LanguageRows> kRows = [] {
    std::map<Language, LanguageRows> rows;
    for (const Language one : AllAskedLanguages()) {
      rows[one] = ReadBuiltIn("languages/" + std::string(ToString(one)) + ".toml");
    }
    return rows;
  }();
  return kRows.at(language);
}

}  // namespace flagcensus
