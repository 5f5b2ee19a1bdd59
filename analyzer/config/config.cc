// TOML text ─→ Config, each key by its row in config.h
//
// The file may belong to a third-party tree and be hostile: it is data, bounded in size, and
// nothing in it is run. Reading stops at the first error.
#include "analyzer/config/config.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/text.h"
#include "analyzer/config/key_values.h"
#include "analyzer/config/required_version.h"
#include "analyzer/config/toml_reader.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// Written by hand, configurations have a few KiB; larger ones are not configurations.
constexpr size_t kMaxConfigBytes = size_t{1} << 20;

// Checked first: a file for a newer program may have keys that this one does not know, and the
// message should be about the version.
//
//   required-version = ">=0.2,<1"    ─→ read by 0.2.0, refused by 1.0.0 with both versions named
//   required-version = "newest"      ─→ an error: it is not a version
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

// A rule cannot be disabled and have a severity. "off" in both places is not a conflict, only a
// repetition.
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

// The order: the version, unknown keys, the values of all keys, conflicts between them.
void ReadKeys(TomlReader& reader, const toml::table& table, Config& config) {
  CheckVersion(reader, table);
  const std::string where = reader.above.empty() ? "" : " in [tool.flagcensus]";
  if (reader.error || !CheckKeys(reader, table, where, NamesOfKeys(""))) return;
  const AddShown show = [&](std::string name, const toml::node& value,
                            const toml::source_region& at) {
    config.source.settings.push_back({std::move(name), OneLine(value), reader.PlaceOf(at)});
  };
  KeyReader<Config> keys{reader, table, config, where, &show};
  Config::EachKey(keys);
  config.source.rules_named = reader.rules_named;
  CheckConflicts(reader, table, config);
}

}  // namespace

// `path` is the name for messages, and decides whether the file is a pyproject.toml.
Result<Config> ParseConfig(std::string_view text, const std::string& path) {
  const std::string shown = EscapeControl(path);
  if (text.size() > kMaxConfigBytes)
    return Error{shown + ": the configuration is larger than 1 MiB"};
  TomlReader reader{path};
  Config config;
  config.source.file = path;
  config.source.files = {path};
  toml::table table;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(text, &table)) {
    return ErrorAt({path, problem->line, problem->column}, EscapeControl(problem->message));
  }
  // pyproject.toml is shared with other programs: only one table of it is read.
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
