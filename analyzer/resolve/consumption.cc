// Whether what was read is used: a second search over the sources for the names that receive
// values, then a parse of the files that hold one. The files that make the names come first.
//
// A module-level name is used where its own module loads it, where a module that imports it by name
// loads what it imported, or where it is an attribute of anything. An import, an annotation, an
// assignment and a docstring are no use in themselves. A function that returns what it read is used
// where anything names it. A declarator's flag is used by its own name as well (config.app_debug)
// and by a hook that it is given. Uses in tests and examples alone are told apart.
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/code/python_uses.h"
#include "analyzer/project/parallel.h"
#include "analyzer/project/word_search.h"
#include "analyzer/resolve/census.h"

namespace flagcensus {
namespace {

struct Holder {
  std::string file;
  std::string name;
  bool function = false;
  friend auto operator<=>(const Holder& a, const Holder& b) = default;
};

// Uses of a holder seen so far: in code that counts, and in tests and examples.
struct Tally {
  std::set<std::string> options;  // other names by which a declared flag is consulted
  bool used = false;
  bool used_in_tests = false;
};

// What receives the value of an access, where it can be told whether that is used.
std::optional<Holder> HolderOf(const Access& access) {
  // A notebook's names are looked at by whoever runs it; uses in C are not looked for yet.
  if (access.language != Language::kPython && access.language != Language::kCython) {
    return std::nullopt;
  }
  if (!access.name || !access.bound_to || access.scope == Scope::kDocstring) return std::nullopt;
  if (access.op != AccessOp::kRead && access.op != AccessOp::kTest) return std::nullopt;
  if (access.bound_kind == BoundKind::kModule) {
    return Holder{access.place.file, *access.bound_to, false};
  }
  if (access.bound_kind == BoundKind::kReturn && access.plain_function &&
      access.bound_to->ends_with("()")) {
    std::string name = access.bound_to->substr(0, access.bound_to->size() - 2);
    // What Python itself calls, and a program's entry.
    if (name == "main" || name.starts_with("__")) return std::nullopt;
    return Holder{access.place.file, std::move(name), true};
  }
  return std::nullopt;
}

// Every use of one of `names` (sorted) in the Python files of the tree for which wanted() holds, by
// index of the file.
std::vector<std::vector<NameUse>> SearchUses(const Tree& tree,
                                             const std::vector<std::string>& names,
                                             const std::function<bool(const std::string&)>& wanted,
                                             unsigned jobs) {
  const WordSearch search(names);
  const unsigned threads = ThreadCount(jobs);
  std::vector<std::string> buffers(threads);
  std::vector<std::vector<WordHit>> hits(threads);
  std::vector<std::shared_ptr<WordSearch::Scratch>> scratches(threads);
  for (auto& scratch : scratches) scratch = search.MakeScratch();
  std::vector<std::vector<NameUse>> uses(tree.files.size());
  ParallelFor(tree.files.size(), threads, [&](size_t i, unsigned thread) {
    const FileKind kind = tree.files[i].kind;
    if (kind != FileKind::kPython && kind != FileKind::kCython) return;
    if (!wanted(tree.files[i].path)) return;
    std::string error;
    bool binary = false;
    if (!ReadWhole(tree.files[i].absolute, &buffers[thread], &binary, &error) || binary) return;
    search.FindAll(buffers[thread], *scratches[thread], &hits[thread]);
    std::set<std::string> present;
    for (const WordHit& hit : hits[thread]) present.insert(names[hit.word]);
    if (present.empty()) return;
    uses[i] = FindUses(buffers[thread], {present.begin(), present.end()});
  });
  return uses;
}

// Whether `use`, in `file`, is a use of the holder. `imported`: the names that the file imports.
bool Counts(const NameUse& use, const Holder& holder, const Tally& tally, const std::string& file,
            const std::set<std::string>& imported) {
  if (use.name != holder.name) {
    // config.app_debug, getattr(config, "app_debug"): a flag consulted by its own name.
    return tally.options.count(use.name) > 0 &&
           (use.kind == NameUse::Kind::kAttribute || use.kind == NameUse::Kind::kString);
  }
  switch (use.kind) {
    case NameUse::Kind::kAttribute:
    case NameUse::Kind::kString:
      return true;
    case NameUse::Kind::kLoad:
      return holder.file == file || imported.count(use.name) > 0;
    // Its alias is another word: that it is imported under one is taken for a use.
    case NameUse::Kind::kImport:
      return use.alias != use.name;
    case NameUse::Kind::kStore:
      return false;
  }
  return false;
}

}  // namespace

std::vector<Consumption> FindConsumption(const Tree& tree, const Census& census, unsigned jobs) {
  std::vector<Consumption> out(census.accesses.size());
  std::map<Holder, Tally> holders;
  std::map<std::string, std::vector<const Holder*>> by_word;
  std::set<std::string> words;
  for (const Access& access : census.accesses) {
    const std::optional<Holder> holder = HolderOf(access);
    if (!holder) continue;
    Tally& tally = holders[*holder];
    words.insert(holder->name);
    if (access.hooked) tally.used = true;
    if (!access.by_declarator) continue;
    tally.options.insert(ToLower(*access.name));
    words.insert(ToLower(*access.name));
  }
  if (words.empty()) return out;
  for (const auto& [holder, tally] : holders) {
    by_word[holder.name].push_back(&holder);
    for (const std::string& option : tally.options) {
      if (option != holder.name) by_word[option].push_back(&holder);
    }
  }
  const auto count = [&](const std::vector<std::vector<NameUse>>& uses) {
    for (size_t i = 0; i < tree.files.size(); ++i) {
      const SourceFile& file = tree.files[i];
      const bool test = file.scope == Scope::kTest || file.scope == Scope::kExample;
      std::set<std::string> imported;
      for (const NameUse& use : uses[i]) {
        if (use.kind == NameUse::Kind::kImport) imported.insert(use.name);
      }
      for (const NameUse& use : uses[i]) {
        for (const Holder* holder : by_word[use.name]) {
          Tally& tally = holders[*holder];
          if (!Counts(use, *holder, tally, file.path, imported)) continue;
          (test ? tally.used_in_tests : tally.used) = true;
        }
      }
    }
  };
  // Most names are used where they are made; only for the others is all the tree searched.
  std::set<std::string> homes;
  for (const auto& [holder, tally] : holders) homes.insert(holder.file);
  count(SearchUses(
      tree, {words.begin(), words.end()},
      [&](const std::string& file) { return homes.count(file) > 0; }, jobs));
  words.clear();
  for (const auto& [holder, tally] : holders) {
    if (tally.used) continue;
    words.insert(holder.name);
    words.insert(tally.options.begin(), tally.options.end());
  }
  if (!words.empty()) {
    count(SearchUses(
        tree, {words.begin(), words.end()},
        [&](const std::string& file) { return homes.count(file) == 0; }, jobs));
  }
  for (size_t i = 0; i < census.accesses.size(); ++i) {
    const std::optional<Holder> holder = HolderOf(census.accesses[i]);
    if (!holder) continue;
    const Tally& tally = holders[*holder];
    out[i].holder = holder->name;
    out[i].used_in_tests = tally.used_in_tests;
    out[i].kind = tally.used         ? Consumption::Kind::kUsed
                  : holder->function ? Consumption::Kind::kUncalled
                                     : Consumption::Kind::kUnusedName;
  }
  return out;
}

}  // namespace flagcensus
