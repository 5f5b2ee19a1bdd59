// path ─→ its components, one by one from the top ─→ a stamp each; links are replaced by their
// targets
//
//   Follow("/a/link/c"), link -> b   ─→ stamps of /a (kind), /a/link (itself), /a/b (kind), /a/b/c
#include "analyzer/tree/path_notes.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace flagcensus {
namespace {

constexpr int kMaxFollowed = 40;  // as many as the kernel follows

}  // namespace

// Paths above an allowed folder may be examined too; otherwise the folder could not be reached.
bool PathNotes::MayLook(const std::string& path) const {
  if (allowed_.empty()) return true;
  return std::any_of(allowed_.begin(), allowed_.end(), [&](const std::string& folder) {
    if (path.size() >= folder.size()) return path.starts_with(folder);
    return folder.starts_with(path) && folder[path.size()] == '/';
  });
}

Spot PathNotes::Follow(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (!path.starts_with('/') || path.find('\0') != std::string_view::npos) {
    // A relative path, or one with a NUL, is not what the caller examined.
    return {Spot::Kind::kOutside, ""};
  }
  // Most paths of a run share few folders; each folder is followed only once.
  const auto [folder, is_new] = folders_.try_emplace(std::string(path.substr(0, slash)));
  if (is_new) folder->second = FollowFrom("", folder->first, 0);
  if (folder->second.kind != Spot::Kind::kFolder) {
    if (folder->second.kind == Spot::Kind::kOther) return {};
    return folder->second;
  }
  return FollowFrom(folder->second.real, path.substr(slash + 1), 0);
}

// `folder`: resolved, "" for the root directory.
Spot PathNotes::FollowFrom(std::string folder, std::string_view path, int links) {
  Spot spot{Spot::Kind::kFolder, std::move(folder)};
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (name.empty() || name == ".") continue;
    if (spot.kind == Spot::Kind::kOther) return {};  // a file has no entries
    if (name == "..") {
      spot.real.resize(std::min(spot.real.rfind('/'), spot.real.size()));
      continue;
    }
    spot = Step(spot.real, name, links);
    if (spot.kind == Spot::Kind::kNothing || spot.kind == Spot::Kind::kOutside) break;
  }
  return spot;
}

Spot PathNotes::Step(const std::string& folder, std::string_view name, int links) {
  std::string path = folder + "/";
  path += name;
  if (const auto known = spots_.find(path); known != spots_.end()) return known->second;
  Spot spot = Look(folder, path, links);
  spots_.emplace(std::move(path), spot);
  return spot;
}

Spot PathNotes::Look(const std::string& folder, const std::string& path, int links) {
  if (!MayLook(path)) return {Spot::Kind::kOutside, ""};
  ++looks_;
  const Stamp stamp = LookAt(AT_FDCWD, path.c_str(), LookHow::kSelf);
  // For a folder, only its kind is recorded: its modification time changes when any entry is added
  // or removed.
  if (S_ISDIR(stamp.mode)) {
    Stamp kind;
    kind.mode = S_IFDIR;
    examined_->Note({{path, LookHow::kKind, kind}});
    return {Spot::Kind::kFolder, path};
  }
  examined_->Note({{path, LookHow::kSelf, stamp}});
  if (stamp.mode == 0) {
    // Without permission (or with another error) it is not known what is there.
    return {stamp.size == ENOENT ? Spot::Kind::kNothing : Spot::Kind::kOutside, ""};
  }
  if (!S_ISLNK(stamp.mode)) return {Spot::Kind::kOther, path};
  std::error_code error;
  const std::string target = std::filesystem::read_symlink(path, error).string();
  if (error || links >= kMaxFollowed) return {Spot::Kind::kOutside, ""};
  return FollowFrom(target.starts_with('/') ? "" : folder, target, links + 1);
}

void PathNotes::NoteEntries(const std::string& real) {
  const std::string folder = real.empty() ? "/" : real;
  examined_->Note({{folder, LookHow::kTarget, LookAt(AT_FDCWD, folder.c_str(), LookHow::kTarget)}});
}

}  // namespace flagcensus
