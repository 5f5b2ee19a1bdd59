// queries/languages/*.toml ─→ rows
//
//   [language] words = ["getenv"]      ─→ LanguageRows::words
//   [types] Number = "float"           ─→ types["Number"] = kFloat
//   [[function]] path = "std::env::var", required = true   ─→ FunctionRow, path "std.env.var"
//
// Every key must be known, so that a misspelled one fails the test that reads all files.
#include "analyzer/languages/rows.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Reads one file; the first error is kept.
class RowReader {
 public:
  explicit RowReader(LanguageRows* rows) : rows_(*rows) {}

  std::string wrong() const { return wrong_; }

  // One file of queries/languages.
  void Read(const toml::table& file) {
    for (const auto& [key, node] : file) {
      const std::string_view name = key.str();
      // Tables of single values: one kind of entry each.
      // All other keys are lists of rows.
      if (name == "language") {
        Each(node, [&](std::string_view inner, const toml::node& of) { Head(inner, of); });
      } else if (name == "types") {
        // A conversion and the type that it parses: `"strconv.Atoi" = "int"`.
        Each(node, [&](std::string_view inner, const toml::node& of) {
          rows_.value.types[Dotted(inner)] = TypeOf(of);
        });
      } else if (name == "schema_types") {
        // The functions of a schema's fields: `number = "float"`.
        Each(node, [&](std::string_view inner, const toml::node& of) {
          rows_.schema.types[std::string(inner)] = TypeOf(of);
        });
      } else if (name == "fields") {
        // The declared type of a field and the type of its value.
        Each(node, [&](std::string_view inner, const toml::node& of) {
          rows_.value.fields[std::string(inner)] = TypeOf(of);
        });
      } else if (name == "calls") {
        // A function of the value and its effect: `"Objects.requireNonNull" = "required"`.
        Each(node, [&](std::string_view inner, const toml::node& of) {
          rows_.value.calls[Dotted(inner)] = MethodOf(of);
        });
      } else if (name == "sets") {
        // Shell: the names that a sourced file sets.
        Each(node, [&](std::string_view inner, const toml::node& of) {
          rows_.shell.sets[std::string(inner)] = TextsOf(of);
        });
      } else if (name == "methods") {
        Each(node, [&](std::string_view inner, const toml::node& of) {
          rows_.value.methods[std::string(inner)] = MethodOf(of);
        });
      } else if (const toml::array* const rows = node.as_array()) {
        for (const toml::node& row : *rows) Row(name, row);
      } else {
        Wrong(name, node);
      }
    }
  }

 private:
  // Calls take(key, value) for each entry of a table.
  template <typename Take>
  void Each(const toml::node& node, Take take) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) return Wrong("a table", node);
    for (const auto& [key, value] : *table) take(key.str(), value);
  }

  // Only the first error is reported: later ones often follow from it.
  void Wrong(std::string_view what, const toml::node& node) {
    if (wrong_.empty()) {
      wrong_ = fmt::format("{}: {} is not understood", node.source().begin.line, what);
    }
  }

  // Paths are spelled as in the language and stored with dots: "std::env::var" is "std.env.var".
  static std::string Dotted(std::string_view path) { return ReplaceAll(path, "::", "."); }

  // The value of a node in the wanted form; anything else is an error.
  std::string TextOf(const toml::node& node) {
    if (!node.is_string()) Wrong("a text", node);
    return node.value_or(std::string());
  }

  bool FlagOf(const toml::node& node) {
    if (!node.is_boolean()) Wrong("true or false", node);
    return node.value_or(false);
  }

  // A list of texts; anything else is an error.
  std::vector<std::string> TextsOf(const toml::node& node) {
    std::vector<std::string> out;
    const toml::array* const list = node.as_array();
    if (list == nullptr) Wrong("a list", node);
    if (list != nullptr) {
      for (const toml::node& one : *list) out.push_back(TextOf(one));
    }
    return out;
  }

  ValueType TypeOf(const toml::node& node) {
    const std::optional<ValueType> type = ParseValueType(TextOf(node));
    if (!type) Wrong("the type", node);
    return type.value_or(ValueType::kUnknown);
  }

  // The effect of a method or function on the value: "same", "required", "none", "truth", "made", a
  // type, or "default" with the position of an argument, "default:1". "default" alone is that of
  // the type.
  MethodRow MethodOf(const toml::node& node) {
    const std::string text = TextOf(node);
    if (text == "same") return {};
    if (text == "required") return {MethodEffect::kRequired, ValueType::kUnknown, 0};
    if (text == "none") return {MethodEffect::kNone, ValueType::kUnknown, 0};
    if (text == "truth") return {MethodEffect::kTruth, ValueType::kUnknown, 0};
    if (text == "made") return {MethodEffect::kMade, ValueType::kUnknown, 0};
    if (text == "default") return {MethodEffect::kDefault, ValueType::kUnknown, -1};
    // A position has one digit.
    if (text.starts_with("default:") && text.size() == 9) {
      return {MethodEffect::kDefault, ValueType::kUnknown, text[8] - '0'};
    }
    return {MethodEffect::kType, TypeOf(node), 0};
  }

  // The table [language]: what is true of the language as a whole.
  void Head(std::string_view key, const toml::node& node) {
    if (key == "name") {
      rows_.name = TextOf(node);
    } else if (key == "language") {
      const std::optional<Language> language = ParseAskedLanguage(TextOf(node));
      if (!language) Wrong("the language", node);
      rows_.language = language.value_or(Language::kJavaScript);
    } else if (key == "words") {
      // A file without any of these words is not parsed.
      rows_.words = TextsOf(node);
    } else if (key == "generated") {
      // Notices of generators.
      rows_.generated = TextsOf(node);
    } else if (key == "exits") {
      // Functions that do not return.
      for (const std::string& path : TextsOf(node)) rows_.exits.push_back(Dotted(path));
    } else if (key == "texts") {
      for (const std::string& path : TextsOf(node)) rows_.text.functions.push_back(Dotted(path));
    } else if (key == "lower") {
      // The next four are for shell and for languages with methods.
      rows_.shell.lower = TextsOf(node);
    } else if (key == "always") {
      rows_.shell.always = TextsOf(node);
    } else if (key == "sourced") {
      rows_.shell.sourced = TextsOf(node);
    } else if (key == "implicit_this") {
      rows_.implicit_this = FlagOf(node);
    } else if (key == "text_methods") {
      rows_.text.methods = TextsOf(node);
    } else if (key == "uppers") {
      // What happens to texts, and lists of names.
      for (const std::string& path : TextsOf(node)) rows_.text.uppers.push_back(Dotted(path));
    } else if (key == "loops") {
      rows_.list.loops = TextsOf(node);
    } else if (key == "lists") {
      for (const std::string& path : TextsOf(node)) rows_.list.same.push_back(Dotted(path));
    } else if (key == "schema_optional") {
      rows_.schema.optional = TextsOf(node);
    } else if (key == "list_makers") {
      rows_.list.makers = TextsOf(node);
    } else if (key == "holders") {
      for (const std::string& path : TextsOf(node)) rows_.holders.push_back(Dotted(path));
    } else if (key == "classes" && node.is_boolean()) {
      // The last four are for languages with classes.
      rows_.classes = node.value_or(false);
    } else if (key == "roots") {
      rows_.roots = TextsOf(node);
    } else if (key == "unset") {
      rows_.value.unset = TextsOf(node);
    } else if (key == "set") {
      rows_.value.set = TextsOf(node);
    } else {
      Wrong(key, node);
    }
  }

  // One row of a list, by the list's name.
  void Row(std::string_view kind, const toml::node& node) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) return Wrong(kind, node);
    if (kind == "mapping") return Mapping(*table);
    if (kind == "function") return Function(*table);
    if (kind == "tag") return Tag(*table, &rows_.tags);
    if (kind == "option") return Tag(*table, &rows_.options);
    if (kind == "schema") return Schema(*table);
    if (kind == "annotation") return Annotation(*table);
    Wrong(kind, node);
  }

  // [[mapping]]: an object with variables as its members.
  void Mapping(const toml::table& table) {
    MappingRow row;
    std::string via;
    for (const auto& [key, node] : table) {
      // As displayed, unless the row has `via`.
      if (key.str() == "path") {
        row.path = Dotted(row.via = TextOf(node));
      } else if (key.str() == "without") {
        // Members that are methods, not variables.
        row.without = TextsOf(node);
      } else if (key.str() == "via") {
        via = TextOf(node);
      } else if (key.str() == "child" && node.is_boolean()) {
        // The environment of a process to be started.
        row.child = node.value_or(false);
      } else if (key.str() == "indexed") {
        row.indexed = FlagOf(node);
      } else if (key.str() == "literal") {
        row.literal = FlagOf(node);
      } else {
        Wrong(key.str(), node);
      }
    }
    if (!via.empty()) row.via = via;
    rows_.mappings.push_back(std::move(row));
  }

  // [[schema]]: a function that validates the environment.
  // `schema` and `environment` are positions of arguments.
  void Schema(const toml::table& table) {
    SchemaRow row;
    for (const auto& [key, node] : table) {
      const std::string_view name = key.str();
      if (name == "path") {
        row.path = Dotted(TextOf(node));
      } else if (name == "via") {
        row.via = TextOf(node);
      } else if ((name == "schema" || name == "environment") && node.is_integer()) {
        (name == "schema" ? row.schema : row.environment) = node.value_or(0);
      } else if (name == "methods") {
        row.methods = TextsOf(node);
      } else if (name == "source") {
        row.source = TextOf(node);
      } else if (name == "members") {
        row.members = TextsOf(node);
      } else {
        Wrong(name, node);
      }
    }
    rows_.schema.rows.push_back(std::move(row));
  }

  // How the argument names the variable; see AnnotationRow.
  AnnotationRow::Form FormOf(const toml::node& node) {
    const std::string text = TextOf(node);
    if (text == "plain") return AnnotationRow::Form::kPlain;
    if (text == "placeholder") return AnnotationRow::Form::kPlaceholder;
    if (text != "env") Wrong("the form", node);
    return AnnotationRow::Form::kEnv;
  }

  // [[annotation]] and [[tag]], [[option]]: declarations that name a variable.
  // `form`: how the text of the argument names the variable.
  void Annotation(const toml::table& table) {
    AnnotationRow row;
    for (const auto& [key, node] : table) {
      std::string* const text = key.str() == "key"       ? &row.key
                                : key.str() == "name"    ? &row.name
                                : key.str() == "default" ? &row.fallback
                                : key.str() == "via"     ? &row.via
                                                         : nullptr;
      if (text != nullptr) {
        *text = TextOf(node);
      } else if (key.str() == "form") {
        row.form = FormOf(node);
      } else {
        Wrong(key.str(), node);
      }
    }
    rows_.annotations.push_back(std::move(row));
  }

  // Also for options, which are keys of an object.
  void Tag(const toml::table& table, std::vector<TagRow>* out) {
    TagRow row;
    for (const auto& [key, node] : table) {
      std::string* const text = key.str() == "key"       ? &row.key
                                : key.str() == "default" ? &row.fallback
                                : key.str() == "via"     ? &row.via
                                : key.str() == "library" ? &row.library
                                                         : nullptr;
      if (text == nullptr) {
        Wrong(key.str(), node);
      } else {
        *text = TextOf(node);
      }
    }
    out->push_back(std::move(row));
  }

  // The operations that a row may name; others result from the code around a call.
  AccessOp OpOf(const toml::node& node) {
    const std::string text = TextOf(node);
    for (const AccessOp op :
         {AccessOp::kRead, AccessOp::kTest, AccessOp::kWrite, AccessOp::kDelete, AccessOp::kBulk}) {
      if (ToString(op) == text) return op;
    }
    Wrong("the op", node);
    return AccessOp::kRead;
  }

  // [[function]]: numbers are positions of arguments, flags are properties of the call.
  void Function(const toml::table& table) {
    FunctionRow row;
    std::string via;
    for (const auto& [key, node] : table) {
      const std::string_view name = key.str();
      // Keys with a number, and keys with a flag; all others are texts.
      int* const number = name == "name"        ? &row.name
                          : name == "value"     ? &row.value
                          : name == "arguments" ? &row.arguments
                          : name == "default"   ? &row.fallback
                                                : nullptr;
      bool* const flag = name == "rest"           ? &row.rest
                         : name == "method"       ? &row.method
                         : name == "test"         ? &row.test
                         : name == "upper"        ? &row.upper
                         : name == "placeholders" ? &row.placeholders
                         : name == "required"     ? &row.required
                         : name == "assigns"      ? &row.assigns
                                                  : nullptr;
      if (number != nullptr && node.is_integer()) {
        *number = node.value_or(0);
      } else if (flag != nullptr && node.is_boolean()) {
        *flag = node.value_or(false);
      } else if (name == "path") {
        row.via = TextOf(node);
        row.path = Dotted(row.via);
      } else if (name == "via") {
        via = TextOf(node);
      } else if (name == "op") {
        row.op = OpOf(node);
      } else if (name == "prefix") {
        row.prefix = TextOf(node);
      } else if (name == "unless") {
        row.unless = TextOf(node);
      } else if (name == "words") {
        row.words = TextsOf(node);
      } else {
        Wrong(name, node);
      }
    }
    // "viper.BindEnv" of "github.com/spf13/viper.BindEnv": as code spells it.
    row.via = row.via.substr(row.via.rfind('/') + 1);
    if (!via.empty()) row.via = via;
    rows_.functions.push_back(std::move(row));
  }

  LanguageRows& rows_;
  std::string wrong_;
};

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

const FunctionRow* LanguageRows::FunctionOf(std::string_view path) const {
  // Rows of methods have the name of a method as path, which is not a function's.
  const auto row = std::find_if(functions.begin(), functions.end(), [&](const FunctionRow& one) {
    return !one.method && one.path == path;
  });
  return row == functions.end() ? nullptr : &*row;
}

// The parser of TOML throws; exceptions end here.
Result<LanguageRows> ReadLanguageRows(std::string_view text, std::string_view file) {
  LanguageRows out;
  try {
    RowReader reader(&out);
    reader.Read(toml::parse(text));
    if (!reader.wrong().empty()) return Error{fmt::format("{}:{}", file, reader.wrong())};
  } catch (const toml::parse_error& error) {
    return Error{fmt::format("{}:{}: {}", file, error.source().begin.line, error.description())};
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
