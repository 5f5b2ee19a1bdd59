// Whether what was read is used: a second search over the sources for the names that receive
// values, then a parse of the files that hold one.
//
// A module-level name is used where its own module loads it, where a module that imports it by name
// loads what it imported, or where it is an attribute of anything. An import, an annotation, an
// assignment and a docstring are no use in themselves. Uses in tests and examples alone are told
// apart.
#include <algorithm>
#include <map>
#include <set>

#include "analyzer/code/python_uses.h"
#include "analyzer/project/parallel.h"
#include "analyzer/project/word_search.h"
#include "analyzer/resolve/census.h"

namespace flagcensus {
namespace {

struct Holder {
  std::string file;
  std::string name;
  friend bool operator<(const Holder& a, const Holder& b) {
    return std::tie(a.file, a.name) < std::tie(b.file, b.name);
  }
};

struct FileUses {
  std::vector<NameUse> uses;
  size_t file = 0;
};

// Uses of holders seen so far: in code that counts, and in tests and examples.
struct Tally {
  bool used = false;
  bool used_in_tests = false;
};

}  // namespace

std::vector<Consumption> FindConsumption(const Tree& tree, const Census& census, unsigned jobs) {
  std::vector<Consumption> out(census.accesses.size());
  std::map<Holder, Tally> holders;
  const auto holder_of = [](const Access& access) -> std::optional<Holder> {
    const bool lasting = access.bound_kind == BoundKind::kModule;
    const bool reads = access.op == AccessOp::kRead || access.op == AccessOp::kTest;
    if (!access.name || !access.bound_to || !lasting || !reads ||
        access.scope == Scope::kDocstring) {
      return std::nullopt;
    }
    return Holder{access.place.file, *access.bound_to};
  };
  std::set<std::string> words;
  for (const Access& access : census.accesses) {
    if (const std::optional<Holder> holder = holder_of(access)) {
      holders[*holder];
      words.insert(holder->name);
    }
  }
  if (words.empty()) return out;
  const std::vector<std::string> names(words.begin(), words.end());
  const WordSearch search(names);
  const unsigned threads = ThreadCount(jobs);
  std::vector<std::string> buffers(threads);
  std::vector<std::vector<WordHit>> hits(threads);
  std::vector<std::shared_ptr<WordSearch::Scratch>> scratches(threads);
  for (auto& scratch : scratches) scratch = search.MakeScratch();
  std::vector<std::vector<NameUse>> uses(tree.files.size());
  ParallelFor(tree.files.size(), threads, [&](size_t i, unsigned thread) {
    if (tree.files[i].kind != FileKind::kPython) return;
    std::string error;
    bool binary = false;
    if (!ReadWhole(tree.files[i].absolute, &buffers[thread], &binary, &error) || binary) return;
    search.FindAll(buffers[thread], *scratches[thread], &hits[thread]);
    std::set<std::string> present;
    for (const WordHit& hit : hits[thread]) present.insert(names[hit.word]);
    if (present.empty()) return;
    uses[i] = FindUses(buffers[thread], {present.begin(), present.end()});
  });
  for (size_t i = 0; i < tree.files.size(); ++i) {
    const SourceFile& file = tree.files[i];
    const bool test = file.scope == Scope::kTest || file.scope == Scope::kExample;
    std::set<std::string> imported;
    for (const NameUse& use : uses[i]) {
      if (use.kind == NameUse::Kind::kImport) imported.insert(use.name);
    }
    for (const NameUse& use : uses[i]) {
      for (auto& [holder, tally] : holders) {
        if (holder.name != use.name) continue;
        bool counts = use.kind == NameUse::Kind::kAttribute || use.kind == NameUse::Kind::kString;
        if (use.kind == NameUse::Kind::kLoad) {
          counts = holder.file == file.path || imported.count(use.name) > 0;
        }
        // An alias of an import is another word; that it is imported under one is taken for a use.
        if (use.kind == NameUse::Kind::kImport && use.alias != use.name) counts = true;
        if (!counts) continue;
        (test ? tally.used_in_tests : tally.used) = true;
      }
    }
  }
  for (size_t i = 0; i < census.accesses.size(); ++i) {
    const std::optional<Holder> holder = holder_of(census.accesses[i]);
    if (!holder) continue;
    const Tally& tally = holders[*holder];
    out[i].holder = holder->name;
    out[i].used_in_tests = tally.used_in_tests;
    out[i].kind = tally.used ? Consumption::Kind::kUsed : Consumption::Kind::kUnusedName;
  }
  return out;
}

}  // namespace flagcensus
