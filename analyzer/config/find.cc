// folder ─→ the nearest configuration upwards
#include "analyzer/config/find.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/text.h"
#include "analyzer/config/toml_reader.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kNames = {"flagcensus.toml", ".flagcensus.toml"};
constexpr std::string_view kShared = "pyproject.toml";  // with other programs

// Whether a pyproject.toml has a table [tool.flagcensus]. A file without the word "flagcensus" does
// not, and other errors in it are not the concern of this program.
//
//   [tool.flagcensus]           ─→ true
//   [tool.other]                ─→ false, without parsing the file
//   [tool.flagcensus            ─→ an error: it may be meant for this program
Result<bool> HasOwnTable(const fs::path& file) {
  constexpr uintmax_t kMaxBytes = uintmax_t{4} << 20;
  std::error_code unknown;
  const std::string shown = EscapeControl(ShownPath(file.string(), "."));
  // A link that leads out of the folder is not this project's configuration, and nothing of its
  // content may appear in a message.
  if (!LiesBelow(file, file.parent_path())) return false;
  if (fs::file_size(file, unknown) > kMaxBytes && !unknown) {
    return Error{shown +
                 ": larger than 4 MiB, so it is not searched for [tool.flagcensus]; "
                 "name a configuration with --config, or ignore it with --no-config"};
  }
  std::string text, reason;
  bool binary = false;
  if (!ReadBelow(file.parent_path().string(), file.filename().string(), &text, &binary, &reason)) {
    return Error{shown + ": cannot be read for [tool.flagcensus]: " + reason};
  }
  if (binary || text.find("flagcensus") == std::string::npos) return false;
  toml::table table;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(text, &table)) {
    return ErrorAt({ShownPath(file.string(), "."), problem->line, problem->column},
                   EscapeControl(problem->message));
  }
  return static_cast<bool>(table.at_path("tool.flagcensus"));
}

}  // namespace

// "pyproject.toml" is such a name, whether or not it has the table.
bool IsConfigName(std::string_view name) {
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end() || name == kShared;
}

//   flagcensus.toml and a pyproject.toml with the table ─→ {file: flagcensus.toml, unread: {...}}
Result<FoundConfig> ConfigIn(const std::string& folder) {
  const fs::path at = folder;
  std::error_code error;
  FoundConfig out;
  // The first file is used; the others are reported as unread.
  const auto take = [&](const fs::path& file) {
    if (out.file.empty()) {
      out.file = file.string();
    } else {
      out.unread.push_back(file.string());
    }
  };
  for (const std::string_view name : kNames) {
    if (fs::is_regular_file(at / name, error)) take(at / name);
  }
  if (const fs::path file = at / kShared; fs::is_regular_file(file, error)) {
    const Result<bool> own = HasOwnTable(file);
    // A flagcensus.toml in the same folder takes precedence, so the error does not matter.
    if (!own.ok() && out.file.empty()) return own.error();
    if (own.ok() && own.value()) take(file);
  }
  return out;
}

// The walk ends at the first folder with `.git`: what lies above a repository is not part of it.
Result<FoundConfig> FindConfig(const std::string& folder) {
  std::error_code error;
  fs::path at = fs::absolute(folder.empty() ? "." : folder, error).lexically_normal();
  if (error) return FoundConfig();
  if (!at.has_filename()) at = at.parent_path();  // "a/b/" ─→ "a/b"
  while (true) {
    Result<FoundConfig> found = ConfigIn(at.string());
    if (!found.ok() || !found.value().file.empty()) return found;
    if (fs::exists(at / ".git", error) || at == at.parent_path()) return found;
    at = at.parent_path();
  }
}

// The same walk as in FindConfig, with each path that a later run must find unchanged. It goes on
// past a configuration, because a new file nearer to the folder would take precedence.
void NoteConfigsAbove(const std::string& folder, DependencyTracker& dependencies) {
  for (fs::path at = AbsolutePath(folder);; at = at.parent_path()) {
    for (const std::string_view name : kNames) dependencies.Note((at / name).string());
    dependencies.Note((at / kShared).string());
    dependencies.NoteKind((at / ".git").string());
    std::error_code error;
    if (fs::exists(fs::symlink_status(at / ".git", error)) || at == at.parent_path()) return;
  }
}

}  // namespace flagcensus
