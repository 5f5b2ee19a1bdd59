// configuration ─→ what it extends ─→ ... ─→ one Config
//
//   team.toml                 fail on `unused`; catalog = ["docs/*.md"]
//   app/flagcensus.toml       extend = "../team.toml"; catalog = ["README.md"]
//   ─→ the severity of team.toml, the catalog of app/: a list replaces, severities are added
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/config/find.h"
#include "analyzer/config/key_values.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/config/toml_reader.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// A chain of organisation, team, project and part has four; more than ten are a mistake or an
// attack.
constexpr size_t kMaxFiles = 10;

// Adds the settings of `base` that `own` lacks. The row of each key determines how it is inherited.
// Rows such as [[internal]] are listed from both files by --show-config, single values only once.
void Merge(Config& own, Config base) {
  const Extending files{own, base};
  KeyMerger<Config> keys{own, base, files};
  Config::EachKey(keys);
  std::move(base.source.rules_named.begin(), base.source.rules_named.end(),
            std::back_inserter(own.source.rules_named));
  std::move(base.source.files.begin(), base.source.files.end(),
            std::back_inserter(own.source.files));
  std::vector<Setting> more;
  for (Setting& setting : base.source.settings) {
    const ConfigKey* row = FindConfigKey("", setting.key);
    const bool added = row != nullptr && row->kind == KeyKind::kRows;
    if (added || !files.OwnHas(setting.key)) more.push_back(std::move(setting));
  }
  std::move(more.begin(), more.end(), std::back_inserter(own.source.settings));
}

// The folder that must contain everything that a found configuration extends: its repository, or
// without one its own folder.
// `.git` may also be a file, as in a submodule, which is a repository like any other.
fs::path RootOf(const std::string& file) {
  std::error_code error;
  const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  for (fs::path at = folder; at != at.parent_path(); at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) return at;
  }
  return folder;
}

// Why `file`, which `named` extends, must not be read; nullopt if it may be.
// The content of a file that is refused never appears in a message.
std::optional<Error> Refuse(const Config& config, const PathGlob& named, const std::string& file,
                            const std::optional<fs::path>& root) {
  // A found configuration must not read files outside of its repository.
  if (root && !LiesBelow(fs::absolute(FolderOf(named)) / named.glob, *root)) {
    return ErrorAt(named.place, "the configuration " + QuotedText(named.glob) +
                                    " lies outside the repository; name the one that extends it "
                                    "with --config");
  }
  std::error_code error;
  const fs::path real = fs::weakly_canonical(file, error);
  std::string way;
  bool circle = false;
  // Compared with links resolved, so that a cycle through links is found as well.
  for (const std::string& before : config.source.files) {
    circle = circle || fs::weakly_canonical(before, error) == real;
    if (circle) way += EscapeControl(before) + " → ";
  }
  if (circle) {
    return ErrorAt(named.place,
                   "configurations extend each other in a cycle: " + way + EscapeControl(file));
  }
  if (config.source.files.size() >= kMaxFiles) {
    return ErrorAt(named.place,
                   "more than " + std::to_string(kMaxFiles) + " configurations extend each other");
  }
  return std::nullopt;
}

}  // namespace

// A loop instead of a recursion: a cycle is found by the list of files.
//
//   part.toml extends team.toml, which extends company.toml
//   ─→ part.toml, with what it lacks from team.toml, with what both lack from company.toml
Result<Config> ReadConfigChain(const std::string& file, bool found) {
  Result<Config> config = ReadConfig(file);
  if (!config.ok()) return config;
  Config& own = config.value();
  own.source.found = found;
  const std::optional<fs::path> root = found ? std::optional(RootOf(file)) : std::nullopt;
  std::optional<PathGlob> next = own.extends;
  // From the file to what it extends, and on; each is merged below the ones before.
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
