// C and C++: a name is used where it stands in any file of the tree without being declared or given
// a value there. Names are not resolved: one of the same spelling elsewhere counts as a use. A word
// in Python counts too, for what is called through a binding.
#include <mutex>

#include "analyzer/code/c_names.h"
#include "analyzer/project/parallel.h"
#include "analyzer/project/word_search.h"
#include "analyzer/resolve/holders.h"

namespace flagcensus {
namespace {

// A header that is installed for others.
bool IsPublicHeader(const std::string& path) {
  return path.starts_with("include/") || path.find("/include/") != std::string::npos;
}

}  // namespace

void CountCUses(const Tree& tree, unsigned jobs, Holders* holders) {
  std::map<std::string, std::vector<Holders::value_type*>> by_word;
  for (auto& one : *holders) {
    const Holder& holder = one.first;
    if (holder.c && holder.kind != Holder::Kind::kLocal) by_word[holder.name].push_back(&one);
  }
  if (by_word.empty()) return;
  std::vector<std::string> words;
  std::set<std::string> names;
  for (const auto& [word, list] : by_word) {
    words.push_back(word);
    names.insert(word);
  }
  const WordSearch search(words);
  const unsigned threads = ThreadCount(jobs);
  std::vector<std::string> buffers(threads);
  std::vector<std::vector<WordHit>> hits(threads);
  std::vector<std::shared_ptr<WordSearch::Scratch>> scratches(threads);
  for (auto& scratch : scratches) scratch = search.MakeScratch();
  std::mutex mutex;
  ParallelFor(tree.files.size(), threads, [&](size_t i, unsigned thread) {
    const SourceFile& file = tree.files[i];
    const bool python = file.kind == FileKind::kPython || file.kind == FileKind::kCython;
    if (!IsC(file.kind) && !python) return;
    std::string error;
    bool binary = false;
    if (!ReadWhole(file.absolute, &buffers[thread], &binary, &error) || binary) return;
    if (!search.Contains(buffers[thread], *scratches[thread])) return;
    std::vector<CNameUse> uses;
    if (python) {
      search.FindAll(buffers[thread], *scratches[thread], &hits[thread]);
      for (const WordHit& hit : hits[thread]) {
        uses.push_back({CNameUse::Kind::kUse, words[hit.word], 0});
      }
    } else {
      uses = FindCNameUses(TokenizeC(buffers[thread]), names);
    }
    const bool test = file.scope == Scope::kTest || file.scope == Scope::kExample;
    const std::lock_guard<std::mutex> lock(mutex);
    for (const CNameUse& use : uses) {
      for (Holders::value_type* one : by_word[use.name]) {
        Tally& tally = one->second;
        // The macro's call that makes the name has it as an argument.
        const bool makes = one->first.file == file.path && one->first.line > 0 &&
                           one->first.line == static_cast<int>(use.line);
        if (makes) continue;
        if (use.kind == CNameUse::Kind::kUse) {
          (test && one->first.file != file.path ? tally.used_in_tests : tally.used) = true;
        } else if (use.kind == CNameUse::Kind::kDeclaration && IsPublicHeader(file.path)) {
          tally.is_public = true;
        }
      }
    }
  });
}

}  // namespace flagcensus
