// A key's node ─→ its member of Config
#include "analyzer/config/key_values.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Checks each of the texts against the values that the key's row allows.
// kind = "dokerfile" ─→ "unknown value 'dokerfile' of 'kind'; did you mean 'dockerfile'?"
void CheckValues(TomlReader& reader, const KeyText& key, const toml::node& node,
                 const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (key.values.empty() || reader.error) return;
    if (std::find(key.values.begin(), key.values.end(), text) != key.values.end()) continue;
    reader.Fail(node.source(), "unknown value " + QuotedText(text) + " of " + QuotedText(key.name) +
                                   "; " + Suggest(text, key.values));
  }
}

// Calls use(rule, severity, place) for each rule = severity; without a severity for "off".
//
//   [severity]
//   unused = "error"        ─→ use("unused", kError)
//   undocumented = "off"    ─→ use("undocumented", nullopt)
//
// Whether the rules exist is checked later: this folder does not know them.
template <typename Use>
void ReadEachSeverity(TomlReader& reader, const KeyText& key, const toml::node& node, Use use) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return WrongType(reader, key.name, node, "a table of rule = severity");
  for (const auto& [rule, value] : *table) {
    const std::string text = ReadString(reader, rule.str(), value);
    if (reader.error) return;
    const std::optional<Severity> severity = ParseSeverity(text);
    if (!severity && text != "off") {
      return reader.Fail(value.source(), "unknown severity " + QuotedText(text) + "; " +
                                             Suggest(text, {"error", "warning", "info", "off"}));
    }
    reader.rules_named.emplace_back(rule.str(), reader.PlaceOf(rule.source()));
    use(std::string(rule.str()), severity);
  }
}

// Whether the file sets the key; a merged configuration knows only this.
bool HasSetting(const Config& config, const std::string& key) {
  return std::any_of(config.source.settings.begin(), config.source.settings.end(),
                     [&](const Setting& setting) { return setting.key == key; });
}

}  // namespace

// With `above` the keys of an inner table are found: "registry.name".
bool Extending::OwnHas(std::string_view key) const {
  return HasSetting(own, above + std::string(key));
}

bool Extending::BaseHas(std::string_view key) const {
  return HasSetting(base, above + std::string(key));
}

// A row is shown on one line, as an inline table.
// [[internal]] { name = "APP_DEBUG", reason = "for maintainers" }
void AddedRows::Show(const KeyText& key, const toml::node& node, const AddShown& add) {
  for (const toml::node& row : *node.as_array()) {
    toml::table shown = *row.as_table();
    shown.is_inline(true);
    add(std::string(key.name), shown, row.source());
  }
}

// `[severity]` with two rules is two settings: "severity.unused" and "severity.undocumented".
void OwnKeys::Show(const KeyText& key, const toml::node& node, const AddShown& add) {
  for (const auto& [inner, value] : *node.as_table()) {
    add(std::string(key.name) + "." + std::string(inner.str()), value, inner.source());
  }
}

// Each glob has the position of its own element, not that of the list.
std::vector<PathGlob> ReadPaths(TomlReader& reader, std::string_view key, const toml::node& node) {
  std::vector<PathGlob> out;
  std::vector<std::string> globs = ReadStrings(reader, key, node);
  for (size_t i = 0; i < globs.size(); ++i) {
    out.push_back({std::move(globs[i]), reader.PlaceOf((*node.as_array())[i].source())});
  }
  return out;
}

void KeyValue<std::string>::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                                 std::string& out) {
  out = ReadString(reader, key.name, node);
  CheckValues(reader, key, node, {out});
}

void KeyValue<std::vector<std::string>>::Read(TomlReader& reader, const KeyText& key,
                                              const toml::node& node,
                                              std::vector<std::string>& out) {
  out = ReadStrings(reader, key.name, node);
  CheckValues(reader, key, node, out);
}

// "yes" is an error: the truth values of TOML are true and false.
void KeyValue<bool>::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                          bool& out) {
  if (!node.is_boolean()) return WrongType(reader, key.name, node, "true or false");
  out = node.as_boolean()->get();
}

void KeyValue<PathGlob>::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                              PathGlob& out) {
  out = {ReadString(reader, key.name, node), reader.PlaceOf(node.source())};
}

void KeyValue<std::vector<PathGlob>>::Read(TomlReader& reader, const KeyText& key,
                                           const toml::node& node, std::vector<PathGlob>& out) {
  out = ReadPaths(reader, key.name, node);
}

// Names that are not a language are reported by CheckValues, and skipped here.
void KeyValue<std::vector<Language>>::Read(TomlReader& reader, const KeyText& key,
                                           const toml::node& node, std::vector<Language>& out) {
  const std::vector<std::string> names = ReadStrings(reader, key.name, node);
  CheckValues(reader, key, node, names);
  for (const std::string& name : names) {
    if (const auto language = ParseAskedLanguage(name)) out.push_back(*language);
  }
}

// The value after an error is not used.
void KeyValue<Scope>::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                           Scope& out) {
  const std::string name = ReadString(reader, key.name, node);
  if (!reader.error) CheckValues(reader, key, node, {name});
  out = ParseScope(name).value_or(Scope::kSrc);
}

void KeyValue<RegistryTable>::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                                   RegistryTable& out) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return WrongType(reader, key.name, node, "a table");
  const std::string where = "[" + reader.above + std::string(key.name) + "]";
  if (!CheckKeys(reader, *table, " in " + where, NamesOfKeys(key.name))) return;
  KeyReader<RegistryTable> keys{reader, *table, out, where};
  RegistryTable::EachKey(keys);
}

// Key by key: an extending file may set only one of the lists.
void KeyValue<RegistryTable>::Merge(RegistryTable& own, RegistryTable& base, std::string_view key,
                                    const Extending& files) {
  const Extending within{files.own, files.base, std::string(key) + "."};
  KeyMerger<RegistryTable> keys{own, base, within};
  RegistryTable::EachKey(keys);
}

std::vector<PathGlob> ReadOneOrMore(TomlReader& reader, const toml::table& row,
                                    std::string_view key) {
  std::vector<PathGlob> out;
  const toml::node* node = row.get(key);
  if (node != nullptr) OneOrMore::Read(reader, {.name = key, .about = ""}, *node, out);
  return out;
}

void OneOrMore::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                     std::vector<PathGlob>& out) {
  if (node.is_string()) {
    out = {{ReadString(reader, key.name, node), reader.PlaceOf(node.source())}};
  } else if (!node.is_array()) {
    WrongType(reader, key.name, node, "a string or a list of strings");
  } else if (node.as_array()->empty()) {
    reader.Fail(node.source(), QuotedText(key.name) + " must not be empty");
  } else {
    out = ReadPaths(reader, key.name, node);
  }
}

void OneOrMore::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                     std::vector<std::string>& out) {
  std::vector<PathGlob> texts;
  Read(reader, key, node, texts);
  for (PathGlob& text : texts) out.push_back(std::move(text.glob));
}

void RuleName::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                    std::string& out) {
  out = ReadString(reader, key.name, node);
  reader.rules_named.emplace_back(out, reader.PlaceOf(node.source()));
}

void RowSeverities::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                         std::vector<std::pair<std::string, std::optional<Severity>>>& out) {
  ReadEachSeverity(reader, key, node, [&](std::string rule, auto severity) {
    out.emplace_back(std::move(rule), severity);
  });
}

void LowerCase::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                     std::vector<std::string>& out) {
  out = ReadStrings(reader, key.name, node);
  for (std::string& text : out) text = ToLower(text);
}

void KeyValueLines::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                         std::vector<std::string>& out) {
  out = ReadStrings(reader, key.name, node);
  for (const std::string& line : out) {
    const std::string wrong = IsKeyValue(line);
    if (!wrong.empty()) reader.Fail(node.source(), QuotedText(key.name) + " " + wrong);
  }
}

void CatalogAlone::Read(TomlReader& reader, const KeyText& key, const toml::node& node, bool& out) {
  const std::string text = ReadString(reader, key.name, node);
  if (!reader.error) CheckValues(reader, key, node, {text});
  out = text == "catalog";
}

void Extended::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                    std::optional<PathGlob>& out) {
  KeyValue<PathGlob>::Read(reader, key, node, out.emplace());
}

void DisabledRules::Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                         std::vector<std::string>& out) {
  for (PathGlob& rule : ReadPaths(reader, key.name, node)) {
    reader.rules_named.emplace_back(rule.glob, rule.place);
    out.push_back(std::move(rule.glob));
  }
}

//   [severity]
//   unused = "error"        ─→ severities {("unused", kError)}
//   undocumented = "off"    ─→ disabled_rules {"undocumented"}
void Severities::Read(TomlReader& reader, const KeyText& key, const toml::node& node, Config& out) {
  ReadEachSeverity(reader, key, node, [&](std::string rule, auto severity) {
    if (severity) {
      out.severities.emplace_back(std::move(rule), *severity);
    } else {
      out.disabled_rules.push_back(std::move(rule));
    }
  });
}

// A rule that `base` disables remains disabled, except in two cases: `own` sets a severity for it,
// or `own` has a list of disabled rules and `base` disabled it by its list.
//
//   base: disabled-rules = ["unused"]; own: [severity] unused = "error"    ─→ enabled
//   base: disabled-rules = ["unused"]; own: disabled-rules = ["misnamed"]  ─→ enabled
//   base: [severity] unused = "off"; own: disabled-rules = ["misnamed"]    ─→ disabled
void Severities::Merge(Config& own, Config& base, std::string_view key, const Extending& files) {
  const std::string prefix = std::string(key) + ".";
  for (std::string& rule : base.disabled_rules) {
    const bool by_severity = files.BaseHas(prefix + rule);
    if (files.OwnHas(prefix + rule) || (!by_severity && files.OwnHas("disabled-rules"))) continue;
    own.disabled_rules.push_back(std::move(rule));
  }
  for (auto& [rule, severity] : base.severities) {
    if (!files.OwnHas(prefix + rule)) own.severities.emplace_back(rule, severity);
  }
}

// All rows of one file are one text, in the order of the keys.
std::string& LibraryText::Of(const TomlReader& reader, Config& out) {
  if (out.source.accessor_rows.empty()) out.source.accessor_rows.push_back({reader.file, ""});
  return out.source.accessor_rows.back().text;
}

void LibraryText::Merge(Config& own, Config& base, std::string_view /*key*/,
                        const Extending& /*files*/) {
  own.source.accessor_rows.insert(own.source.accessor_rows.begin(),
                                  std::make_move_iterator(base.source.accessor_rows.begin()),
                                  std::make_move_iterator(base.source.accessor_rows.end()));
  base.source.accessor_rows.clear();  // it also contains the rows of the other keys
}

// Conditions that a single key cannot express.
// A [[family]] without `*` is one variable, for which [[internal]] exists.
void FinishRow(TomlReader& reader, const toml::table& table, FamilyRow& row) {
  if (row.name.find('*') != std::string::npos) return;
  reader.Fail(table.get("name")->source(), "'name' of " + reader.RowName("family") +
                                               " needs a `*` for what varies, or is it " +
                                               reader.RowName("internal") + "?");
}

// An [[ignore]] with only a reason would accept every finding.
void FinishRow(TomlReader& reader, const toml::table& table, IgnoreRow& row) {
  if (!row.rule.empty() || !row.names.empty() || !row.paths.empty()) return;
  reader.Fail(table.source(), reader.RowName("ignore") + " needs 'rule', 'name' or 'path'");
}

// Records the keys that the row sets: only these are copied to the options of a page.
void FinishRow(TomlReader& /*reader*/, const toml::table& table, DocsRow& row) {
  for (const auto& [name, node] : table) row.options.given.insert(std::string(name.str()));
}

}  // namespace flagcensus
