// queries/languages/*.toml ─→ rows
#include "analyzer/languages/rows.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// One file; the first mistake is kept.
class RowReader {
 public:
  explicit RowReader(LanguageRows* rows) : rows_(*rows) {}

  std::string wrong() const { return wrong_; }

  void Read(const toml::table& file) {
    for (const auto& [key, node] : file) {
      const std::string_view name = key.str();
      if (name == "language") {
        Each(node, [&](std::string_view inner, const toml::node& of) { Head(inner, of); });
      } else if (name == "types") {
        Each(node, [&](std::string_view inner, const toml::node& of) {
          rows_.types[Dotted(inner)] = TypeOf(of);
        });
      } else if (name == "schema_types") {
        Each(node, [&](std::string_view inner, const toml::node& of) {
          rows_.schema_types[std::string(inner)] = TypeOf(of);
        });
      } else if (name == "methods") {
        Each(node, [&](std::string_view inner, const toml::node& of) {
          rows_.methods[std::string(inner)] = MethodOf(of);
        });
      } else if (const toml::array* const rows = node.as_array()) {
        for (const toml::node& row : *rows) Row(name, row);
      } else {
        Wrong(name, node);
      }
    }
  }

 private:
  template <typename Take>
  void Each(const toml::node& node, Take take) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) return Wrong("a table", node);
    for (const auto& [key, value] : *table) take(key.str(), value);
  }

  void Wrong(std::string_view what, const toml::node& node) {
    if (wrong_.empty()) {
      wrong_ = fmt::format("{}: {} is not understood", node.source().begin.line, what);
    }
  }

  // Paths are written as the language does: "std::env::var" is "std.env.var".
  static std::string Dotted(std::string_view path) { return ReplaceAll(path, "::", "."); }

  std::string TextOf(const toml::node& node) {
    if (!node.is_string()) Wrong("a text", node);
    return node.value_or(std::string());
  }

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

  // "same", "required", "none", a type, or "default:1" with an argument's position.
  MethodRow MethodOf(const toml::node& node) {
    const std::string text = TextOf(node);
    if (text == "same") return {};
    if (text == "required") return {MethodEffect::kRequired, ValueType::kUnknown, 0};
    if (text == "none") return {MethodEffect::kNone, ValueType::kUnknown, 0};
    if (text == "made") return {MethodEffect::kMade, ValueType::kUnknown, 0};
    if (text == "default") return {MethodEffect::kDefault, ValueType::kUnknown, -1};
    if (text.starts_with("default:") && text.size() == 9) {
      return {MethodEffect::kDefault, ValueType::kUnknown, text[8] - '0'};
    }
    return {MethodEffect::kType, TypeOf(node), 0};
  }

  void Head(std::string_view key, const toml::node& node) {
    if (key == "name") {
      rows_.name = TextOf(node);
    } else if (key == "language") {
      const std::string text = TextOf(node);
      rows_.language = text == "go"     ? Language::kGo
                       : text == "rust" ? Language::kRust
                                        : Language::kJavaScript;
    } else if (key == "words") {
      rows_.words = TextsOf(node);
    } else if (key == "generated") {
      rows_.generated = TextsOf(node);
    } else if (key == "exits") {
      for (const std::string& path : TextsOf(node)) rows_.exits.push_back(Dotted(path));
    } else if (key == "texts") {
      for (const std::string& path : TextsOf(node)) rows_.texts.push_back(Dotted(path));
    } else if (key == "text_methods") {
      rows_.text_methods = TextsOf(node);
    } else if (key == "uppers") {
      for (const std::string& path : TextsOf(node)) rows_.uppers.push_back(Dotted(path));
    } else if (key == "loops") {
      rows_.loops = TextsOf(node);
    } else if (key == "lists") {
      for (const std::string& path : TextsOf(node)) rows_.lists.push_back(Dotted(path));
    } else if (key == "schema_optional") {
      rows_.schema_optional = TextsOf(node);
    } else if (key == "list_makers") {
      rows_.list_makers = TextsOf(node);
    } else if (key == "holders") {
      for (const std::string& path : TextsOf(node)) rows_.holders.push_back(Dotted(path));
    } else {
      Wrong(key, node);
    }
  }

  void Row(std::string_view kind, const toml::node& node) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) return Wrong(kind, node);
    if (kind == "mapping") return Mapping(*table);
    if (kind == "function") return Function(*table);
    if (kind == "tag") return Tag(*table, &rows_.tags);
    if (kind == "option") return Tag(*table, &rows_.options);
    if (kind == "schema") return Schema(*table);
    Wrong(kind, node);
  }

  void Mapping(const toml::table& table) {
    MappingRow row;
    for (const auto& [key, node] : table) {
      if (key.str() == "path") {
        row.path = Dotted(row.via = TextOf(node));
      } else if (key.str() == "without") {
        row.without = TextsOf(node);
      } else {
        Wrong(key.str(), node);
      }
    }
    rows_.mappings.push_back(std::move(row));
  }

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
    rows_.schemas.push_back(std::move(row));
  }

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

  AccessOp OpOf(const toml::node& node) {
    const std::string text = TextOf(node);
    for (const AccessOp op :
         {AccessOp::kRead, AccessOp::kTest, AccessOp::kWrite, AccessOp::kDelete, AccessOp::kBulk}) {
      if (ToString(op) == text) return op;
    }
    Wrong("the op", node);
    return AccessOp::kRead;
  }

  void Function(const toml::table& table) {
    FunctionRow row;
    std::string via;
    for (const auto& [key, node] : table) {
      const std::string_view name = key.str();
      int* const number = name == "name"        ? &row.name
                          : name == "value"     ? &row.value
                          : name == "arguments" ? &row.arguments
                          : name == "default"   ? &row.fallback
                                                : nullptr;
      bool* const flag = name == "rest"       ? &row.rest
                         : name == "method"   ? &row.method
                         : name == "test"     ? &row.test
                         : name == "required" ? &row.required
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
    row.via = row.via.substr(row.via.rfind('/') + 1);  // "viper.BindEnv", as code calls it
    if (!via.empty()) row.via = via;
    rows_.functions.push_back(std::move(row));
  }

  LanguageRows& rows_;
  std::string wrong_;
};

LanguageRows ReadBuiltIn(std::string_view file) {
  Result<LanguageRows> rows = ReadLanguageRows(EmbeddedQuery(file), file);
  return rows.ok() ? std::move(rows).value() : LanguageRows();  // a test reads it
}

}  // namespace

const MappingRow* LanguageRows::MappingOf(std::string_view path) const {
  const auto row = std::find_if(mappings.begin(), mappings.end(),
                                [&](const MappingRow& one) { return one.path == path; });
  return row == mappings.end() ? nullptr : &*row;
}

const FunctionRow* LanguageRows::FunctionOf(std::string_view path) const {
  const auto row = std::find_if(functions.begin(), functions.end(), [&](const FunctionRow& one) {
    return !one.method && one.path == path;
  });
  return row == functions.end() ? nullptr : &*row;
}

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

const LanguageRows& RowsOf(Language language) {
  static const LanguageRows kGoRows = ReadBuiltIn("languages/go.toml");
  static const LanguageRows kJavaScriptRows = ReadBuiltIn("languages/javascript.toml");
  static const LanguageRows kRustRows = ReadBuiltIn("languages/rust.toml");
  return language == Language::kGo     ? kGoRows
         : language == Language::kRust ? kRustRows
                                       : kJavaScriptRows;
}

}  // namespace flagcensus
