// A key's node ─→ its field of Config
#include "analyzer/config/rows.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/config/docs_keys.h"
#include "analyzer/config/keys.h"

namespace flagcensus {
namespace {

// Calls use(rule, severity, place) for each rule = severity; none: off.
template <typename Use>
void ReadEachSeverity(TomlReader& reader, const toml::node& node, Use use) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return WrongType(reader, "severity", node, "a table of rule = severity");
  for (const auto& [rule, value] : *table) {
    const std::string text = ReadString(reader, rule.str(), value);
    if (reader.error) return;
    const std::optional<Severity> severity = ParseSeverity(text);
    if (!severity && text != "off") {
      return reader.Fail(value.source(), "unknown severity " + QuotedText(text) + "; " +
                                             Suggest(text, {"error", "warning", "info", "off"}));
    }
    use(std::string(rule.str()), severity, reader.PlaceOf(rule.source()));
  }
}

void ReadScope(TomlReader& reader, const toml::table& row, Config& config) {
  const std::string glob = Required(reader, row, "scope", "glob");
  const std::string name = Required(reader, row, "scope", "scope");
  if (reader.error) return;
  const std::vector<std::string_view>& valid = FindConfigKey("scope", "scope")->values;
  if (std::find(valid.begin(), valid.end(), name) == valid.end()) {
    return reader.Fail(row.get("scope")->source(),
                       "unknown scope " + QuotedText(name) + "; " + Suggest(name, valid));
  }
  const Place place = reader.PlaceOf(row.get("glob")->source());
  config.scopes.push_back({{glob, place}, ParseScope(name).value_or(Scope::kSrc)});
}

// A name and a reason, of [[internal]] and [[family]].
template <typename Row>
Row ReadNamed(TomlReader& reader, const toml::table& row, std::string_view key) {
  Row out;
  out.name = Required(reader, row, key, "name");
  out.reason = Required(reader, row, key, "reason");
  out.place = reader.PlaceOf(row.source());
  return out;
}

void ReadFamily(TomlReader& reader, const toml::table& row, Config& config) {
  FamilyRow family = ReadNamed<FamilyRow>(reader, row, "family");
  if (reader.error) return;
  if (family.name.find('*') == std::string::npos) {
    reader.Fail(row.get("name")->source(), "'name' of " + reader.RowName("family") +
                                               " needs a `*` for what varies, or is it " +
                                               reader.RowName("internal") + "?");
  }
  config.families.push_back(std::move(family));
}

void ReadUnresolved(TomlReader& reader, const toml::table& row, Config& config) {
  AllowedExpression allowed;
  allowed.expression = Required(reader, row, "unresolved", "expression");
  allowed.reason = Required(reader, row, "unresolved", "reason");
  config.unresolved.push_back(std::move(allowed));
}

void ReadIgnore(TomlReader& reader, const toml::table& row, Config& config) {
  IgnoreRow out;
  out.place = reader.PlaceOf(row.source());
  if (const toml::node* rule = row.get("rule")) {
    out.rule = ReadString(reader, "rule", *rule);
    config.rules_named.emplace_back(out.rule, reader.PlaceOf(rule->source()));
  }
  for (PathGlob& name : ReadOneOrMore(reader, row, "name")) out.names.push_back(name.glob);
  out.paths = ReadOneOrMore(reader, row, "path");
  out.reason = Required(reader, row, "ignore", "reason");
  if (out.rule.empty() && out.names.empty() && out.paths.empty()) {
    reader.Fail(row.source(), reader.RowName("ignore") + " needs 'rule', 'name' or 'path'");
  }
  config.ignores.push_back(std::move(out));
}

void ReadOverride(TomlReader& reader, const toml::table& row, Config& config) {
  OverrideRow out;
  out.paths = ReadOneOrMore(reader, row, "path");
  const toml::node* severity = row.get("severity");
  if (!reader.error && (out.paths.empty() || severity == nullptr)) {
    const std::string_view missing = out.paths.empty() ? "path" : "severity";
    reader.Fail(row.source(), reader.RowName("override") + " needs " + QuotedText(missing));
  }
  if (reader.error) return;
  ReadEachSeverity(reader, *severity, [&](std::string rule, auto level, Place place) {
    config.rules_named.emplace_back(rule, std::move(place));
    out.severities.emplace_back(std::move(rule), level);
  });
  config.overrides.push_back(std::move(out));
}

}  // namespace

std::vector<PathGlob> ReadOneOrMore(TomlReader& reader, const toml::table& row,
                                    std::string_view key) {
  const toml::node* node = row.get(key);
  if (node == nullptr) return {};
  if (node->is_string()) return {{ReadString(reader, key, *node), reader.PlaceOf(node->source())}};
  if (!node->is_array()) {
    WrongType(reader, key, *node, "a string or a list of strings");
    return {};
  }
  if (node->as_array()->empty()) {
    reader.Fail(node->source(), QuotedText(key) + " must not be empty");
  }
  return ReadPaths(reader, key, *node);
}

std::vector<PathGlob> ReadPaths(TomlReader& reader, std::string_view key, const toml::node& node) {
  std::vector<PathGlob> out;
  std::vector<std::string> globs = ReadStrings(reader, key, node);
  for (size_t i = 0; i < globs.size(); ++i) {
    out.push_back({std::move(globs[i]), reader.PlaceOf((*node.as_array())[i].source())});
  }
  return out;
}

void ReadSeverities(TomlReader& reader, const toml::node& node, Config& config) {
  ReadEachSeverity(reader, node, [&](const std::string& rule, auto severity, const Place& place) {
    if (severity) {
      config.severities.emplace_back(rule, *severity);
    } else {
      config.disabled_rules.push_back(rule);
    }
    config.rules_named.emplace_back(rule, place);
  });
}

void ReadRegistry(TomlReader& reader, const toml::node& node, RegistryKeys& keys) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return WrongType(reader, "registry", node, "a table");
  const std::string where = " in [" + reader.above + "registry]";
  if (!CheckKeys(reader, *table, where, NamesOfKeys("registry"))) return;
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

void ReadDocumentedBy(TomlReader& reader, const toml::node& node, Config& config) {
  const std::string text = ReadString(reader, "documented-by", node);
  if (reader.error) return;
  config.only_catalog_documents = text == "catalog";
  if (text != "catalog" && text != "any-page") {
    reader.Fail(node.source(), "unknown value " + QuotedText(text) + " of 'documented-by'; " +
                                   Suggest(text, {"catalog", "any-page"}));
  }
}

void ReadDisabled(TomlReader& reader, const toml::node& node, Config& config) {
  for (PathGlob& rule : ReadPaths(reader, "disabled-rules", node)) {
    config.rules_named.emplace_back(rule.glob, rule.place);
    config.disabled_rules.push_back(std::move(rule.glob));
  }
}

namespace {

// A text, or each of a list of them, that the key's row allows.
void CheckValues(TomlReader& reader, const ConfigKey& key, const toml::node& node,
                 const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (key.values.empty() || reader.error) return;
    if (std::find(key.values.begin(), key.values.end(), text) != key.values.end()) continue;
    reader.Fail(node.source(), "unknown " + QuotedText(key.name) + " " + QuotedText(text) + "; " +
                                   Suggest(text, key.values));
  }
}

void ReadSections(TomlReader& reader, const toml::node& node, DocsOptions& options) {
  ReadTables(reader, "docs.section", node, [&](const toml::table& row) {
    if (!CheckKeys(reader, row, " in " + reader.RowName("docs.section"), NamesOfKeys("section"))) {
      return;
    }
    DocsSection section{Required(reader, row, "docs.section", "title"), {}};
    const toml::node* const names = row.get("names");
    if (names == nullptr && !reader.error) {
      return reader.Fail(row.source(), "a row of [[docs.section]] has no 'names'");
    }
    if (!reader.error) section.names = ReadStrings(reader, "names", *names);
    options.titled.push_back(std::move(section));
  });
}

// The node as the field's own type.
void ReadField(TomlReader& reader, const ConfigKey& key, const toml::node& node,
               std::string& field) {
  field = ReadString(reader, key.name, node);
  CheckValues(reader, key, node, {field});
}

void ReadField(TomlReader& reader, const ConfigKey& key, const toml::node& node,
               std::vector<std::string>& field) {
  field = ReadStrings(reader, key.name, node);
  CheckValues(reader, key, node, field);
}

void ReadField(TomlReader& reader, const ConfigKey& key, const toml::node& node, bool& field) {
  if (!node.is_boolean()) return WrongType(reader, key.name, node, "true or false");
  field = node.as_boolean()->get();
}

void ReadDocsKey(TomlReader& reader, const ConfigKey& key, const toml::node& node, DocsRow& row) {
  DocsOptions& options = row.options;
  if (key.name == "output" || key.name == "template") {
    PathGlob& path = key.name == "output" ? row.output : row.template_file;
    path = {ReadString(reader, key.name, node), reader.PlaceOf(node.source())};
  } else if (key.name == "format") {
    ReadField(reader, key, node, row.format);
  } else if (key.name == "section") {
    ReadSections(reader, node, options);
  } else if (const DocsKey* const field = FindDocsKey(key.name)) {
    std::visit([&](auto member) { ReadField(reader, key, node, options.*member); }, field->field);
  }
  for (const std::string& line : options.front_matter) {
    const std::string wrong = IsKeyValue(line);
    if (!wrong.empty() && !reader.error) reader.Fail(node.source(), "'front-matter' " + wrong);
  }
}

void ReadDocs(TomlReader& reader, const toml::table& row, Config& config) {
  DocsRow out;
  for (const auto& [name, node] : row) {
    ReadDocsKey(reader, *FindConfigKey("docs", name.str()), node, out);
    if (reader.error) return;
    out.options.given.insert(std::string(name.str()));
  }
  config.docs.push_back(std::move(out));
}

}  // namespace

void ReadRow(TomlReader& reader, std::string_view key, const toml::table& row, Config& config) {
  if (!CheckKeys(reader, row, " in " + reader.RowName(key), NamesOfKeys(key))) return;
  if (key == "scope") ReadScope(reader, row, config);
  if (key == "internal") {
    config.internal.push_back(ReadNamed<InternalFlag>(reader, row, key));
  }
  if (key == "family") ReadFamily(reader, row, config);
  if (key == "unresolved") ReadUnresolved(reader, row, config);
  if (key == "ignore") ReadIgnore(reader, row, config);
  if (key == "override") ReadOverride(reader, row, config);
  if (key == "docs") ReadDocs(reader, row, config);
}

}  // namespace flagcensus
