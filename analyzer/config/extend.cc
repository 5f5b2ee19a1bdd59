// configuration ─→ what it extends ─→ ... ─→ one Config
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/config/find.h"
#include "analyzer/config/keys.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/config/toml_reader.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxFiles = 10;

bool Has(const Config& config, std::string_view key) {
  return std::any_of(config.settings.begin(), config.settings.end(),
                     [&](const Setting& setting) { return setting.key == key; });
}

template <typename T>
void Append(std::vector<T>& to, std::vector<T> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// Rules that `base` turns off hold on where `own` neither gives them a severity nor has a list of
// its own in place of the base's.
void MergeRules(Config& own, Config& base) {
  for (std::string& rule : base.disabled_rules) {
    const bool by_severity = Has(base, "severity." + rule);
    if (Has(own, "severity." + rule) || (!by_severity && Has(own, "disabled-rules"))) continue;
    own.disabled_rules.push_back(std::move(rule));
  }
  for (auto& [rule, severity] : base.severities) {
    if (!Has(own, "severity." + rule)) own.severities.emplace_back(rule, severity);
  }
}

// Settings of `base` where `own` has none.
void Merge(Config& own, Config base) {
  const auto take = [&](std::string_view key, auto Config::*field) {
    if (!Has(own, key)) own.*field = std::move(base.*field);
  };
  take("catalog", &Config::catalog);
  take("paths", &Config::paths);
  take("exclude", &Config::exclude);
  take("languages", &Config::languages);
  take("documented-by", &Config::only_catalog_documents);
  take("own-prefixes", &Config::own_prefixes);
  MergeRules(own, base);
  const auto key = [&](std::string_view name, auto RegistryKeys::*field) {
    if (!Has(own, name)) own.registry.*field = std::move(base.registry.*field);
  };
  key("registry.name", &RegistryKeys::name);
  key("registry.default", &RegistryKeys::default_value);
  key("registry.type", &RegistryKeys::type);
  key("registry.description", &RegistryKeys::description);
  Append(own.overrides, std::move(base.overrides));
  Append(own.scopes, std::move(base.scopes));
  Append(own.internal, std::move(base.internal));
  Append(own.families, std::move(base.families));
  Append(own.ignores, std::move(base.ignores));
  Append(own.unresolved, std::move(base.unresolved));
  Append(own.docs, std::move(base.docs));
  Append(own.rules_named, std::move(base.rules_named));
  // A row that is read later replaces the earlier one of its name.
  Append(base.accessor_rows, std::move(own.accessor_rows));
  own.accessor_rows = std::move(base.accessor_rows);
  Append(own.files, std::move(base.files));
  std::vector<Setting> more;
  for (Setting& setting : base.settings) {
    const ConfigKey* row = FindConfigKey("", setting.key);
    const bool added = row != nullptr && row->kind == KeyKind::kRows;
    if (added || !Has(own, setting.key)) more.push_back(std::move(setting));
  }
  Append(own.settings, std::move(more));
}

// The folder that what a found configuration extends must lie in: its repository's.
fs::path RootOf(const std::string& file) {
  std::error_code error;
  const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  for (fs::path at = folder; at != at.parent_path(); at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) return at;
  }
  return folder;
}

// Why `file`, which `named` extends, is not to be read; nothing where it is.
std::optional<Error> Refuse(const Config& config, const PathGlob& named, const std::string& file,
                            const std::optional<fs::path>& root) {
  if (root && !LiesBelow(fs::absolute(FolderOf(named)) / named.glob, *root)) {
    return ErrorAt(named.place, "the configuration " + QuotedText(named.glob) +
                                    " lies outside the repository; name the one that extends it "
                                    "with --config");
  }
  std::error_code error;
  const fs::path real = fs::weakly_canonical(file, error);
  std::string way;
  bool circle = false;
  for (const std::string& before : config.files) {
    circle = circle || fs::weakly_canonical(before, error) == real;
    if (circle) way += EscapeControl(before) + " → ";
  }
  if (circle) {
    return ErrorAt(named.place,
                   "configurations extend each other in a cycle: " + way + EscapeControl(file));
  }
  if (config.files.size() >= kMaxFiles) {
    return ErrorAt(named.place,
                   "more than " + std::to_string(kMaxFiles) + " configurations extend each other");
  }
  return std::nullopt;
}

}  // namespace

Result<Config> ReadConfigChain(const std::string& file, bool found) {
  Result<Config> config = ReadConfig(file);
  if (!config.ok()) return config;
  Config& own = config.value();
  own.found = found;
  const std::optional<fs::path> root = found ? std::optional(RootOf(file)) : std::nullopt;
  std::optional<PathGlob> next = own.extends;
  while (next) {
    const PathGlob named = *next;
    const std::string path = (fs::path(FolderOf(named)) / named.glob).lexically_normal().string();
    if (const std::optional<Error> error = Refuse(own, named, path, root)) return *error;
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) {
      return ErrorAt(named.place, "the configuration " + QuotedText(named.glob) +
                                      " that it extends is " +
                                      (fs::exists(path, ignored) ? "not a file" : "missing"));
    }
    Result<Config> base = ReadConfig(path);
    if (!base.ok()) return base;
    next = base.value().extends;
    Merge(own, std::move(base).value());
  }
  return config;
}

}  // namespace flagcensus
