// TOML text ─→ Config, each key checked against the rows of keys.cc
//
// The file belongs to the scanned tree and may be hostile: it is data, bounded in size, and nothing
// in it is run.
#include "analyzer/config/config.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/text.h"
#include "analyzer/config/accessor_rows.h"
#include "analyzer/config/keys.h"
#include "analyzer/config/required_version.h"
#include "analyzer/config/rows.h"
#include "analyzer/config/toml_reader.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxConfigBytes = size_t{1} << 20;

// First of all: a file for a newer program may have keys that this one does not know.
void CheckVersion(TomlReader& reader, const toml::table& table) {
  const toml::node* node = table.get("required-version");
  if (node == nullptr) return;
  const std::string wanted = ReadString(reader, "required-version", *node);
  if (reader.error) return;
  const std::optional<bool> meets = MeetsVersion(FLAGCENSUS_VERSION, wanted);
  if (!meets) {
    reader.Fail(node->source(),
                "'required-version' must be versions such as \">=0.2\" or "
                "\">=0.2,<1\", not " +
                    QuotedText(wanted));
  } else if (!*meets) {
    reader.Fail(node->source(), "the configuration is for flagcensus " + EscapeControl(wanted) +
                                    ", and this is " FLAGCENSUS_VERSION
                                    ": install such a version, or change 'required-version'");
  }
}

void ReadLanguages(TomlReader& reader, const toml::node& node, Config& config) {
  for (const std::string& text : ReadStrings(reader, "languages", node)) {
    const std::optional<Language> language = ParseAskedLanguage(text);
    if (!language) {
      const std::vector<std::string> known = AskedLanguageNames();
      return reader.Fail(node.source(), "unknown language " + QuotedText(text) + ": " +
                                            Suggest(text, {known.begin(), known.end()}));
    }
    config.languages.push_back(*language);
  }
}

// A rule cannot be off and have a severity.
void CheckConflicts(TomlReader& reader, const toml::table& table, const Config& config) {
  const toml::table* severity = table["severity"].as_table();
  if (severity == nullptr || reader.error) return;
  for (const auto& [rule, value] : *severity) {
    const bool disabled = std::find(config.disabled_rules.begin(), config.disabled_rules.end(),
                                    rule.str()) != config.disabled_rules.end();
    if (!disabled || value.value_or(std::string()) == "off") continue;
    reader.Fail(rule.source(), "the rule " + QuotedText(rule.str()) +
                                   " has a severity here and is also in 'disabled-rules': keep "
                                   "one of the two");
  }
}

void ReadKey(TomlReader& reader, const ConfigKey& key, const toml::node& node, Config& config) {
  const std::string_view name = key.name;
  if (name == "required-version") return;  // read before
  if (name == "extend") {
    config.extends = PathGlob{ReadString(reader, name, node), reader.PlaceOf(node.source())};
  }
  if (name == "paths") config.paths = ReadPaths(reader, name, node);
  if (name == "catalog") config.catalog = ReadPaths(reader, name, node);
  if (name == "exclude") config.exclude = ReadPaths(reader, name, node);
  if (name == "languages") ReadLanguages(reader, node, config);
  if (name == "own-prefixes") config.own_prefixes = ReadStrings(reader, name, node);
  if (name == "documented-by") ReadDocumentedBy(reader, node, config);
  if (name == "disabled-rules") ReadDisabled(reader, node, config);
  if (name == "severity") ReadSeverities(reader, node, config);
  if (name == "registry") ReadRegistry(reader, node, config.registry);
  const bool casts = name == "casts";
  if (casts || name == "accessor" || name == "object" || name == "settings") {
    if (config.accessor_rows.empty()) config.accessor_rows.push_back({reader.file, ""});
    std::string& text = config.accessor_rows.back().text;
    if (casts) {
      ReadCasts(reader, node, text);
    } else {
      ReadAccessorRows(reader, name, node, text);
    }
  } else if (key.kind == KeyKind::kRows) {
    ReadTables(reader, name, node,
               [&](const toml::table& row) { ReadRow(reader, name, row, config); });
  }
}

// What --show-config tells of a key that was read without complaint.
void Record(const TomlReader& reader, const ConfigKey& key, const toml::node& node,
            Config& config) {
  const auto add = [&](std::string name, const toml::node& value, const auto& source) {
    config.settings.push_back({std::move(name), OneLine(value), reader.PlaceOf(source)});
  };
  const std::string name(key.name);
  if (key.kind == KeyKind::kRows) {
    for (const toml::node& row : *node.as_array()) {
      toml::table shown = *row.as_table();
      shown.is_inline(true);
      add(name, shown, row.source());
    }
  } else if (key.kind == KeyKind::kSeverities || key.kind == KeyKind::kKeys) {
    for (const auto& [inner, value] : *node.as_table()) {
      add(name + "." + std::string(inner.str()), value, inner.source());
    }
  } else {
    add(name, node, node.source());
  }
}

void ReadKeys(TomlReader& reader, const toml::table& table, Config& config) {
  CheckVersion(reader, table);
  const std::string where = reader.above.empty() ? "" : " in [tool.flagcensus]";
  if (reader.error || !CheckKeys(reader, table, where, NamesOfKeys(""))) return;
  for (const ConfigKey& key : ConfigKeys()) {
    const toml::node* node = key.table.empty() ? table.get(key.name) : nullptr;
    if (node == nullptr) continue;
    ReadKey(reader, key, *node, config);
    if (reader.error) return;
    Record(reader, key, *node, config);
  }
  CheckConflicts(reader, table, config);
}

}  // namespace

Result<Config> ParseConfig(std::string_view text, const std::string& path) {
  const std::string shown = EscapeControl(path);
  if (text.size() > kMaxConfigBytes)
    return Error{shown + ": the configuration is larger than 1 MiB"};
  TomlReader reader{path};
  Config config;
  config.file = path;
  config.files = {path};
  toml::table table;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(text, &table)) {
    return ErrorAt({path, problem->line, problem->column}, EscapeControl(problem->message));
  }
  if (std::filesystem::path(path).filename() != "pyproject.toml") {
    ReadKeys(reader, table, config);
  } else if (const toml::node* own = table.at_path("tool.flagcensus").node(); own == nullptr) {
    return Error{shown + ": the table [tool.flagcensus] is missing"};
  } else if (own->is_table()) {
    reader.above = "tool.flagcensus.";
    ReadKeys(reader, *own->as_table(), config);
  } else {
    WrongType(reader, "tool.flagcensus", *own, "a table");
  }
  if (reader.error) return *reader.error;
  return config;
}

Result<Config> ReadConfig(const std::string& path) {
  std::string text, reason;
  bool binary = false;
  const std::string shown = EscapeControl(path);
  std::error_code unknown;
  if (std::filesystem::file_size(path, unknown) > kMaxConfigBytes && !unknown) {
    return Error{shown + ": the configuration is larger than 1 MiB"};
  }
  if (!ReadWhole(path, &text, &binary, &reason)) {
    return Error{shown + ": the configuration cannot be read: " + reason};
  }
  if (binary) return Error{shown + ": the configuration is not text: it contains NUL bytes"};
  return ParseConfig(text, path);
}

}  // namespace flagcensus
