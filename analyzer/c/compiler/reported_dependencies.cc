// look-ups of an answer ─→ each followed and compared with the worker's result ─→ noted, or a doubt
#include "analyzer/c/compiler/reported_dependencies.h"

#include <algorithm>
#include <cstdlib>

#include "analyzer/c/compiler/system_folders.h"

namespace flagcensus {
namespace {

// Beyond it the result is not cached; checking that many paths would cost more than the parse.
constexpr size_t kMaxAsked = 1'000'000;  // examined paths in one run

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
  // The loader finds libclang, and the libraries that it needs, by this file.
  examined_->Note("/etc/ld.so.cache");
}

//   {"/t/inc/a.h", kAbsent}, and there is no such file     ─→ noted
//   {"/t/inc/a.h", kAbsent}, but there is one              ─→ doubted: the result is not cached
void ReportedDependencies::Take(const UnitAnswer& answer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // After the first doubt nothing can be cached, and further look-ups are of no use.
  if (doubted_) return;
  doubted_ = !answer.stated || !std::all_of(answer.looks.begin(), answer.looks.end(),
                                            [&](const Look& look) { return Note(look); });
  if (doubted_) examined_->Doubt();
}

void ReportedDependencies::TakeNoLibrary() {
  // The loader may have searched other folders, which are not known here.
  if (std::getenv("LD_LIBRARY_PATH") != nullptr) return Doubt();
  const std::lock_guard<std::mutex> lock(mutex_);
  notes_.Follow(FLAGCENSUS_LIBCLANG);
}

void ReportedDependencies::Doubt() {
  const std::lock_guard<std::mutex> lock(mutex_);
  doubted_ = true;
  examined_->Doubt();
}

// False if the worker found something else there than this process: it lies, or the file was
// created or removed in between.
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
      return true;  // with any target
  }
  return false;
}

}  // namespace flagcensus
