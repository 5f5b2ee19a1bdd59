// The compiler's own look-ups are within its view (file_view.h). A path outside of it is one of its
// driver, which searches for toolchains beside its program and in the working directory. The view
// would not show these, so they are omitted. The driver's look-ups of the system's
// configuration are reported.
#include "analyzer/c/compiler/worker/report.h"

#include <link.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/c/compiler/system_folders.h"
#include "analyzer/c/compiler/worker/file_view.h"
#include "analyzer/c/compiler/worker/libclang.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxReportedBytes = size_t{8} << 20;  // of one answer

// What has been reported before.
std::set<std::pair<std::string, Found>>& TheReported() {
  static std::set<std::pair<std::string, Found>> stated;
  return stated;
}

bool IsOfSystem(const std::string& path) {
  const auto below = [&](const std::string& folder) { return (path + "/").starts_with(folder); };
  return std::any_of(DriverFolders().begin(), DriverFolders().end(), below);
}

// A path in the view, or of the system's configuration.
bool MayMatter(const std::string& path, const std::vector<std::string>& roots) {
  const std::string plain = std::filesystem::path(path).lexically_normal().string();
  return IsReadable(plain + "/", roots) || IsOfSystem(plain);
}

// libclang and all that it is linked to: another version may answer differently.
std::vector<Look> LoadedLibraries() {
  std::vector<Look> out;
  if (const std::string wanted = WantedLibrary(); !wanted.empty()) {
    std::error_code error;
    const bool there = std::filesystem::exists(wanted, error);
    out.push_back({wanted, there ? Found::kThere : Found::kAbsent});
  }
  dl_iterate_phdr(
      [](dl_phdr_info* library, size_t, void* data) {
        const std::string name = library->dlpi_name == nullptr ? "" : library->dlpi_name;
        if (name.starts_with('/')) static_cast<std::vector<Look>*>(data)->push_back({name});
        return 0;
      },
      &out);
  return out;
}

// Without a value the answer does not depend on the time of compilation.
bool HasValue(const UnitAnswer& answer) {
  return !answer.added.empty() ||
         std::any_of(answer.sites.begin(), answer.sites.end(),
                     [](const SiteAnswer& site) { return site.default_text || site.name; });
}

// Adds what has not been reported; false if it cannot be.
bool AddPaths(const std::vector<Look>& looks, const std::vector<std::string>* roots,
              UnitAnswer* answer) {
  std::error_code error;
  const std::string folder = std::filesystem::current_path(error).string() + "/";
  size_t bytes = 0;
  for (const Look& asked : looks) {
    // Relative paths are those of the working directory. A path that is not UTF-8 would be changed
    // by the protocol.
    Look look = asked;
    if (look.path.empty()) continue;
    if (!look.path.starts_with('/')) look.path.insert(0, folder);
    if (!TheReported().emplace(look.path, look.found).second) continue;
    if (roots != nullptr && !MayMatter(look.path, *roots)) continue;
    if (look.path.size() > kLongestLook || ToValidUtf8(look.path) != look.path) return false;
    bytes += look.path.size();
    if (bytes > kMaxReportedBytes || answer->looks.size() >= kMaxLooks) return false;
    answer->looks.push_back(std::move(look));
  }
  return true;
}

}  // namespace

void ReportDependencies(const UnitRequest& request, const Unit& unit, UnitAnswer* answer) {
  const FileView& view = ViewOf(request.roots);
  const bool sees = !view.path.empty() && unit.looks && answer->problem != kCrashedMessage;
  // If the source itself was not seen, libclang opens files in a way that is not recorded.
  if (!sees || std::none_of(unit.looks->begin(), unit.looks->end(),
                            [&](const Look& look) { return look.path == request.file; })) {
    return;
  }
  if (unit.dated && HasValue(*answer)) return;
  answer->stated = AddPaths(LoadedLibraries(), nullptr, answer) &&
                   AddPaths(view.looks, nullptr, answer) &&
                   AddPaths(*unit.looks, &request.roots, answer);
  if (!answer->stated) answer->looks.clear();
}

}  // namespace flagcensus
