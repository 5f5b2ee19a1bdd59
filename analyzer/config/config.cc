// TOML text ─→ Config, each key checked against a table of what may stand where
//
// toml++ tells the line and column of every node, so each complaint has its place. The file belongs
// to the scanned tree and may be hostile: it is data, bounded in size, and nothing in it is run.
#include "analyzer/config/config.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/text.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

constexpr size_t kMostBytes = size_t{1} << 20;

// Reads one file; the first complaint ends the reading.
struct Reader {
  std::string file;
  std::optional<Error> error = std::nullopt;

  Place PlaceOf(const toml::source_region& source) const {
    return {file, static_cast<int>(source.begin.line), static_cast<int>(source.begin.column)};
  }
  void Fail(const toml::source_region& source, const std::string& message) {
    if (error) return;
    const Place place = PlaceOf(source);
    error = Error{EscapeControl(file) + ":" + std::to_string(place.line) + ":" +
                  std::to_string(place.column) + ": " + message};
  }
};

std::string_view KindName(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a boolean";
    default:
      return "a date or time";
  }
}

std::string Quoted(std::string_view text) { return "'" + EscapeControl(text) + "'"; }

// "did you mean 'catalog'", or the list of what is valid where nothing is near.
std::string Suggest(std::string_view wrong, const std::vector<std::string_view>& valid) {
  constexpr int kNear = 3;
  std::string_view best;
  int least = kNear + 1;
  std::string all;
  for (const std::string_view name : valid) {
    const int distance = EditDistance(wrong, name, kNear);
    if (distance < least && distance < static_cast<int>(name.size())) {
      least = distance;
      best = name;
    }
    all += (all.empty() ? "" : ", ") + std::string(name);
  }
  return best.empty() ? "valid here: " + all : "did you mean " + Quoted(best) + "?";
}

void WrongType(Reader& reader, std::string_view key, const toml::node& node,
               std::string_view wanted) {
  reader.Fail(node.source(), Quoted(key) + " must be " + std::string(wanted) + ", not " +
                                 std::string(KindName(node)));
}

bool CheckKeys(Reader& reader, const toml::table& table, std::string_view where,
               const std::vector<std::string_view>& valid) {
  for (const auto& [key, node] : table) {
    bool known = false;
    for (const std::string_view name : valid) known = known || key.str() == name;
    if (known) continue;
    reader.Fail(key.source(), "unknown key " + Quoted(key.str()) + std::string(where) + "; " +
                                  Suggest(key.str(), valid));
    return false;
  }
  return true;
}

std::string ReadString(Reader& reader, std::string_view key, const toml::node& node) {
  const auto* text = node.as_string();
  if (text == nullptr) {
    WrongType(reader, key, node, "a string");
    return "";
  }
  if (text->get().empty()) reader.Fail(node.source(), Quoted(key) + " must not be empty");
  return text->get();
}

std::vector<std::string> ReadStrings(Reader& reader, std::string_view key, const toml::node& node) {
  std::vector<std::string> out;
  const toml::array* list = node.as_array();
  if (list == nullptr) {
    WrongType(reader, key, node, "a list of strings");
    return out;
  }
  for (const toml::node& element : *list) {
    if (!element.is_string()) WrongType(reader, key, element, "a list of strings");
    out.push_back(ReadString(reader, key, element));
    if (reader.error) return {};
  }
  return out;
}

// Calls read(table) for each [[key]].
template <typename Read>
void ReadTables(Reader& reader, std::string_view key, const toml::node& node, Read read) {
  const std::string wanted = "a list of tables: [[" + std::string(key) + "]]";
  const toml::array* list = node.as_array();
  if (list == nullptr) return WrongType(reader, key, node, wanted);
  for (const toml::node& element : *list) {
    const toml::table* table = element.as_table();
    if (table == nullptr) return WrongType(reader, key, element, wanted);
    read(*table);
    if (reader.error) return;
  }
}

// The string at `key` of a [[where]] table, which must have it.
std::string Required(Reader& reader, const toml::table& table, std::string_view where,
                     std::string_view key) {
  const toml::node* node = table.get(key);
  if (node != nullptr) return ReadString(reader, key, *node);
  reader.Fail(table.source(), "[[" + std::string(where) + "]] needs " + Quoted(key));
  return "";
}

void ReadScope(Reader& reader, const toml::table& table, Config& config) {
  if (!CheckKeys(reader, table, " in [[scope]]", {"glob", "scope"})) return;
  const std::string glob = Required(reader, table, "scope", "glob");
  const std::string name = Required(reader, table, "scope", "scope");
  if (reader.error) return;
  const std::optional<Scope> scope = ParseScope(name);
  if (!scope || *scope == Scope::kDocstring) {
    return reader.Fail(table.get("scope")->source(),
                       "unknown scope " + Quoted(name) + "; " +
                           Suggest(name, {"src", "test", "example", "script", "docs", "vendored"}));
  }
  config.scopes.emplace_back(glob, *scope);
}

void ReadInternal(Reader& reader, const toml::table& table, Config& config) {
  if (!CheckKeys(reader, table, " in [[internal]]", {"name", "reason"})) return;
  InternalFlag flag;
  flag.name = Required(reader, table, "internal", "name");
  flag.reason = Required(reader, table, "internal", "reason");
  flag.place = reader.PlaceOf(table.source());
  config.internal.push_back(std::move(flag));
}

void ReadUnresolved(Reader& reader, const toml::table& table, Config& config) {
  if (!CheckKeys(reader, table, " in [[unresolved]]", {"expression", "reason"})) return;
  AllowedExpression row;
  row.expression = Required(reader, table, "unresolved", "expression");
  row.reason = Required(reader, table, "unresolved", "reason");
  config.unresolved.push_back(std::move(row));
}

void ReadSeverities(Reader& reader, const toml::node& node, Config& config) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return WrongType(reader, "severity", node, "a table of rule = severity");
  for (const auto& [rule, value] : *table) {
    const std::string text = ReadString(reader, rule.str(), value);
    if (reader.error) return;
    const std::optional<Severity> severity = ParseSeverity(text);
    if (!severity) {
      return reader.Fail(value.source(), "unknown severity " + Quoted(text) + "; " +
                                             Suggest(text, {"error", "warning", "info"}));
    }
    config.severities.emplace_back(std::string(rule.str()), *severity);
    config.rules_named.emplace_back(std::string(rule.str()), reader.PlaceOf(rule.source()));
  }
}

void ReadRegistry(Reader& reader, const toml::node& node, RegistryKeys& keys) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return WrongType(reader, "registry", node, "a table");
  if (!CheckKeys(reader, *table, " in [registry]", {"name", "default", "type", "description"})) {
    return;
  }
  const auto read = [&](std::string_view key, std::vector<std::string>& into) {
    const toml::node* list = table->get(key);
    if (list == nullptr) return;
    into.clear();
    for (const std::string& name : ReadStrings(reader, key, *list)) into.push_back(ToLower(name));
  };
  read("name", keys.name);
  read("default", keys.default_value);
  read("type", keys.type);
  read("description", keys.description);
}

void ReadCatalog(Reader& reader, const toml::node& node, Config& config) {
  config.catalog = ReadStrings(reader, "catalog", node);
  if (reader.error) return;
  for (const toml::node& page : *node.as_array()) {
    config.catalog_places.push_back(reader.PlaceOf(page.source()));
  }
}

void ReadDocumentedBy(Reader& reader, const toml::node& node, Config& config) {
  const std::string text = ReadString(reader, "documented-by", node);
  if (reader.error) return;
  config.only_catalog_documents = text == "catalog";
  if (text != "catalog" && text != "any-page") {
    reader.Fail(node.source(), "unknown value " + Quoted(text) + " of 'documented-by'; " +
                                   Suggest(text, {"catalog", "any-page"}));
  }
}

void ReadDisabled(Reader& reader, const toml::node& node, Config& config) {
  config.disabled_rules = ReadStrings(reader, "disabled-rules", node);
  if (reader.error) return;
  const toml::array& list = *node.as_array();
  for (size_t i = 0; i < config.disabled_rules.size(); ++i) {
    config.rules_named.emplace_back(config.disabled_rules[i], reader.PlaceOf(list[i].source()));
  }
}

// Whether `name` is words between dots (or "::"), none of them empty: "conf.Reader().get".
bool IsDottedName(std::string_view name) {
  const std::string dotted = ReplaceAll(name, "::", ".");
  for (const std::string_view part : Split(dotted, '.')) {
    const auto first = static_cast<unsigned char>(part.empty() ? ' ' : part.front());
    if (!IsIdentifierByte(first) && first < 0x80 && first != '$') return false;
  }
  return true;
}

// The names that rows are found by. Files are searched for their last words, which must be there.
void CheckNames(Reader& reader, const toml::table& row) {
  const auto check = [&](std::string_view key, const toml::node& node) {
    const auto* text = node.as_string();
    if (text == nullptr || IsDottedName(text->get())) return;  // LoadAccessors checks the type
    reader.Fail(node.source(), Quoted(key) + " needs a dotted name without empty parts, not " +
                                   Quoted(text->get()));
  };
  for (const std::string_view key : {"call", "objects", "names"}) {
    const toml::node* node = row.get(key);
    if (node == nullptr) continue;
    check(key, *node);
    if (!node->is_array()) continue;
    for (const toml::node& element : *node->as_array()) check(key, element);
  }
  const toml::node* methods = row.get("methods");
  if (methods == nullptr || !methods->is_table()) return;
  for (const auto& [method, type] : *methods->as_table()) {
    // "" is a call of the object itself.
    if (method.str().empty() || IsDottedName(method.str())) continue;
    reader.Fail(method.source(),
                "'methods' needs names without empty parts, not " + Quoted(method.str()));
  }
}

// The rows as TOML again, each key on the line that it had: LoadAccessors checks them, and its
// complaints then name the line in the user's file.
void ReadAccessors(Reader& reader, std::string_view kind, const toml::node& node, Config& config) {
  std::string& text = config.accessors_toml;
  unsigned line = 1 + static_cast<unsigned>(std::count(text.begin(), text.end(), '\n'));
  const auto write = [&](unsigned at, const std::string& part) {
    for (; line < at; ++line) text += '\n';
    text += part + '\n';
    line += 1 + static_cast<unsigned>(std::count(part.begin(), part.end(), '\n'));
  };
  ReadTables(reader, kind, node, [&](const toml::table& row) {
    CheckNames(reader, row);
    std::map<unsigned, std::vector<std::string>> keys;  // by line
    for (const auto& [key, value] : row) {
      std::ostringstream pair;
      toml::table one{{key.str(), value}};
      if (toml::table* inner = one[key.str()].as_table()) inner->is_inline(true);
      pair << toml::toml_formatter(one);
      keys[key.source().begin.line].push_back(pair.str());
    }
    write(row.source().begin.line, "[[" + std::string(kind) + "]]");
    for (const auto& [at, pairs] : keys) {
      for (const std::string& pair : pairs) write(at, pair);
    }
  });
}

void ReadKeys(Reader& reader, const toml::table& table, Config& config) {
  if (!CheckKeys(
          reader, table, "",
          {"catalog", "exclude", "documented-by", "own-prefixes", "disabled-rules", "severity",
           "scope", "internal", "unresolved", "registry", "accessor", "object", "settings"})) {
    return;
  }
  for (const auto& [key, node] : table) {
    const std::string_view name = key.str();
    if (name == "catalog") ReadCatalog(reader, node, config);
    if (name == "exclude") config.exclude = ReadStrings(reader, name, node);
    if (name == "own-prefixes") config.own_prefixes = ReadStrings(reader, name, node);
    if (name == "documented-by") ReadDocumentedBy(reader, node, config);
    if (name == "disabled-rules") ReadDisabled(reader, node, config);
    if (name == "severity") ReadSeverities(reader, node, config);
    if (name == "registry") ReadRegistry(reader, node, config.registry);
    if (name == "accessor" || name == "object" || name == "settings") {
      ReadAccessors(reader, name, node, config);
    }
    if (name == "scope") {
      ReadTables(reader, name, node, [&](const auto& row) { ReadScope(reader, row, config); });
    }
    if (name == "internal") {
      ReadTables(reader, name, node, [&](const auto& row) { ReadInternal(reader, row, config); });
    }
    if (name == "unresolved") {
      ReadTables(reader, name, node, [&](const auto& row) { ReadUnresolved(reader, row, config); });
    }
    if (reader.error) return;
  }
}

}  // namespace

Result<Config> ParseConfig(std::string_view text, const std::string& path) {
  const std::string shown = EscapeControl(path);
  if (text.size() > kMostBytes) return Error{shown + ": the configuration is larger than 1 MiB"};
  Reader reader{path};
  Config config;
  config.file = path;
  toml::table table;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(text, &table)) {
    return Error{shown + ":" + std::to_string(problem->line) + ":" +
                 std::to_string(problem->column) + ": " + EscapeControl(problem->message)};
  }
  ReadKeys(reader, table, config);
  if (reader.error) return *reader.error;
  return config;
}

Result<Config> ReadConfig(const std::string& path) {
  std::string text, reason;
  bool binary = false;
  const std::string shown = EscapeControl(path);
  if (!ReadWhole(path, &text, &binary, &reason)) {
    return Error{shown + ": the configuration cannot be read: " + reason};
  }
  if (binary) return Error{shown + ": the configuration is not text: it holds NUL bytes"};
  return ParseConfig(text, path);
}

std::optional<Error> PageOutside(const Config& config) {
  namespace fs = std::filesystem;
  if (!config.found) return std::nullopt;
  const fs::path folder = fs::absolute(config.file).parent_path();
  for (size_t i = 0; i < config.catalog.size(); ++i) {
    if (LiesBelow(folder / config.catalog[i], folder)) continue;
    const Place& place = config.catalog_places[i];
    return Error{EscapeControl(place.file) + ":" + std::to_string(place.line) + ":" +
                 std::to_string(place.column) + ": the page " + Quoted(config.catalog[i]) +
                 " lies outside the folder of the configuration; name it with --catalog, or the "
                 "configuration with --config"};
  }
  return std::nullopt;
}

std::string FindConfig(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path at = fs::absolute(folder.empty() ? "." : folder, error).lexically_normal();
  if (error) return "";
  if (!at.has_filename()) at = at.parent_path();  // "a/b/" ─→ "a/b"
  while (true) {
    for (const char* name : {"flagcensus.toml", ".flagcensus.toml"}) {
      const fs::path file = at / name;
      if (fs::is_regular_file(file, error)) return file.string();
    }
    if (fs::exists(at / ".git", error) || at == at.parent_path()) return "";
    at = at.parent_path();
  }
}

}  // namespace flagcensus
