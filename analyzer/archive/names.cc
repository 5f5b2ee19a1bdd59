// a file's name ─→ whether it is an archive, and of which project
//
//   "dist/app-1.2.tar.gz"       an archive of the project "app", version "1.2"
//   "man1/app.1.gz"             not an archive; the page "man1/app.1"
#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "analyzer/archive/archive.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr std::array<std::string_view, 17> kEndings = {
    ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tar.lzma", ".tar.Z", ".tar",   ".tgz", ".tbz2",
    ".tbz",    ".txz",     ".tzst",   ".zip",     ".whl",      ".deb",   ".crate", ".gem"};

// The name of the file without the ending that makes it an archive.
std::string_view Stem(std::string_view path) {
  std::string_view base = path.substr(path.rfind('/') + 1);
  for (const std::string_view ending : kEndings) {
    if (base.size() > ending.size() &&
        EqualsIgnoreCase(base.substr(base.size() - ending.size()), ending)) {
      return base.substr(0, base.size() - ending.size());
    }
  }
  return base;
}

}  // namespace

bool IsArchiveName(std::string_view path) {
  return Stem(path).size() < path.substr(path.rfind('/') + 1).size();
}

// Only manual pages, pages by their ending, and README: other compressed files are data.
std::optional<std::string> PackedPage(std::string_view path) {
  constexpr std::string_view kPacked[] = {".gz", ".bz2", ".xz", ".zst"};
  constexpr std::string_view kPages[] = {".md", ".rst", ".txt", ".adoc"};
  for (const std::string_view packed : kPacked) {
    if (!path.ends_with(packed)) continue;
    const std::string_view inner = path.substr(0, path.size() - packed.size());
    const std::string_view base = inner.substr(inner.rfind('/') + 1);
    const size_t dot = base.rfind('.');
    const std::string_view ending = dot == std::string_view::npos ? "" : base.substr(dot);
    // A section of a manual, with letters after it or not: ".1", ".3ssl".
    const bool manual = dot != 0 && ending.size() > 1 && ending[1] >= '1' && ending[1] <= '8';
    const bool page = std::find(std::begin(kPages), std::end(kPages), ending) != std::end(kPages);
    if (manual || page || base == "README") return std::string(inner);
  }
  return std::nullopt;
}

// The part of the file name that the format defines as the name: "name_version_arch.deb",
// "name-version-tags.whl".
std::string ProjectNameOf(std::string_view path) {
  const std::string_view stem = Stem(path);
  if (path.ends_with(".deb")) return std::string(stem.substr(0, stem.find('_')));
  if (path.ends_with(".whl")) return std::string(stem.substr(0, stem.find('-')));
  // "name-1.2.3" and "name-v1.2": a version begins with a digit. A name with a number after a
  // hyphen, "lib-2d", loses it.
  for (size_t at = 1; at + 1 < stem.size(); ++at) {
    if (stem[at] != '-' && stem[at] != '_') continue;
    const size_t digit = at + (stem[at + 1] == 'v' ? 2 : 1);
    if (digit < stem.size() && IsDigit(stem[digit])) {
      return std::string(stem.substr(0, at));
    }
  }
  return std::string(stem);
}

// The part of the stem after the project's name and one separator.
std::string ProjectVersionOf(std::string_view path) {
  const std::string_view stem = Stem(path);
  // The version of a .deb ends at its architecture, that of a .whl at its tags.
  const bool by_underscore = path.ends_with(".deb");
  const size_t name = ProjectNameOf(path).size();
  if (name + 1 >= stem.size()) return "";
  std::string_view rest = stem.substr(name + 1);
  if (by_underscore) return std::string(rest.substr(0, rest.find('_')));
  if (path.ends_with(".whl")) return std::string(rest.substr(0, rest.find('-')));
  if (rest.starts_with('v')) rest.remove_prefix(1);
  return std::string(rest);
}

void OmittedList::Add(std::string path, std::string reason) {
  if (path.empty()) {
    of_all_.push_back({"", std::move(reason)});
  } else if (paths_.size() < kMost) {
    paths_.push_back({std::move(path), std::move(reason)});
  } else {
    ++more_;
  }
}

// Sorted by path, so the list does not depend on the order of the members.
std::vector<Omitted> OmittedList::Take() {
  std::sort(paths_.begin(), paths_.end(), [](const Omitted& a, const Omitted& b) {
    return std::tie(a.path, a.reason) < std::tie(b.path, b.reason);
  });
  std::vector<Omitted> out = std::move(of_all_);
  std::move(paths_.begin(), paths_.end(), std::back_inserter(out));
  if (more_ > 0) {
    out.push_back({"", std::to_string(more_) + " more were skipped and are not listed"});
  }
  *this = {};
  return out;
}

}  // namespace flagcensus
