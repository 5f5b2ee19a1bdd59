// looks of an answer ─→ each followed and compared with what the worker found ─→ noted, or a doubt
#include "analyzer/c/compiler/reported_dependencies.h"

#include <algorithm>
#include <cstdlib>

#include "analyzer/c/compiler/system_folders.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxAsked = 1'000'000;  // looks at the file system in one run

std::vector<std::string> AllowedIn(std::vector<std::string> roots) {
  for (const auto& folders : {SystemFolders(), DriverFolders()}) {
    roots.insert(roots.end(), folders.begin(), folders.end());
  }
  return roots;
}

}  // namespace

ReportedDependencies::ReportedDependencies(const std::vector<std::string>& roots,
                                           DependencyTracker* dependencies)
    : examined_(dependencies), notes_(AllowedIn(roots), dependencies) {
  // Where the loader finds libclang, and what that is linked to.
  examined_->Note("/etc/ld.so.cache");
}

void ReportedDependencies::Take(const UnitAnswer& answer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (doubted_) return;
  doubted_ = !answer.told || !std::all_of(answer.looks.begin(), answer.looks.end(),
                                          [&](const Look& look) { return Note(look); });
  if (doubted_) examined_->Doubt();
}

void ReportedDependencies::TakeNoLibrary() {
  // Which of the folders would have it is not asked here.
  if (std::getenv("LD_LIBRARY_PATH") != nullptr) return Doubt();
  const std::lock_guard<std::mutex> lock(mutex_);
  notes_.Follow(FLAGCENSUS_LIBCLANG);
}

void ReportedDependencies::Doubt() {
  const std::lock_guard<std::mutex> lock(mutex_);
  doubted_ = true;
  examined_->Doubt();
}

// False where the worker found something else there than we do: it lies, or the file came or went
// in between.
bool ReportedDependencies::Note(const Look& look) {
  const Spot spot = notes_.Follow(look.path);
  if (notes_.looks() > kMaxAsked) return false;
  switch (look.found) {
    case Found::kThere:
      return spot.kind == Spot::Kind::kFolder || spot.kind == Spot::Kind::kOther;
    case Found::kAbsent:
      return spot.kind == Spot::Kind::kNothing;
    case Found::kEntries:
      if (spot.kind != Spot::Kind::kFolder) return false;
      notes_.NoteEntries(spot.real);
      return true;
    case Found::kLink:
      return true;  // wherever it leads
  }
  return false;
}

}  // namespace flagcensus
