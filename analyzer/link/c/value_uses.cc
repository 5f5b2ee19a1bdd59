// C and C++: a name is used where it stands in any file of the tree without being declared or given
// a value there. Names are not resolved: one of the same spelling elsewhere counts as a use. A word
// in Python counts too, for what is called through a binding.
#include <mutex>

#include "analyzer/c/names.h"
#include "analyzer/link/c/engine.h"
#include "analyzer/tree/search_files.h"

namespace flagcensus {
namespace {

// A header that is installed for others.
bool IsPublicHeader(const std::string& path) {
  return path.starts_with("include/") || path.find("/include/") != std::string::npos;
}

}  // namespace

void CEngine::CountUses(const Tree& tree, const ResolveOptions& options, Holders* holders,
                        std::vector<Diagnostic>* /*diagnostics*/) const {
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
  const auto wanted = [](const SourceFile& file) {
    return IsC(file.kind) || IsPythonSource(file.kind);
  };
  std::mutex mutex;
  const WordSearch search(words);
  SearchFiles(tree, search, options.jobs, wanted,
              [&](size_t i, std::string_view text, const std::vector<WordHit>& hits) {
                const SourceFile& file = tree.files[i];
                std::vector<CNameUse> uses;
                if (IsPythonSource(file.kind)) {
                  for (const WordHit& hit : hits) {
                    uses.push_back({CNameUse::Kind::kUse, words[hit.word], 0, false});
                  }
                } else {
                  uses = FindCNameUses(TokenizeC(text), names);
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
                      (test && one->first.file != file.path ? tally.used_in_tests : tally.used) =
                          true;
                    } else if (use.linked && file.kind != FileKind::kC) {
                      tally.used = true;  // by its name, from outside
                    } else if (use.kind == CNameUse::Kind::kDeclaration &&
                               (use.exported || IsPublicHeader(file.path))) {
                      tally.is_public = true;
                    }
                  }
                }
              });
}

}  // namespace flagcensus
