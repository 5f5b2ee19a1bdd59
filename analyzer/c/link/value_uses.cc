// C and C++: a variable or function with the value is used if its name occurs in any file of the
// tree without being declared or assigned there.
//
//   int level = atoi(getenv("LEVEL"));     // config.cc
//   run(level);                            // main.cc: a use of `level`
//
// Names are not resolved: one of the same spelling elsewhere counts as a use. A word in Python
// counts, too, for functions that are called through a binding.
#include <algorithm>
#include <optional>

#include "analyzer/c/link/engine.h"
#include "analyzer/c/names.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

// A header that is installed for other programs, by the usual name of its folder.
bool IsPublicHeader(const std::string& path) {
  return path.starts_with("include/") || path.find("/include/") != std::string::npos;
}

}  // namespace

// Locals are judged by the extractor; here are globals, members and returning functions, which any
// file may use.
void CEngine::CountUses(const Tree& tree, const ResolveOptions& options, Holders* holders,
                        std::vector<Diagnostic>* /*diagnostics*/) const {
  std::map<std::string, std::vector<Holders::value_type*>> by_word;
  for (auto& one : *holders) {
    const Holder& holder = one.first;
    if (holder.c && holder.kind != Holder::Kind::kLocal) by_word[holder.name].push_back(&one);
  }
  if (by_word.empty()) return;
  std::set<std::string> names;
  for (const auto& [word, list] : by_word) {
    names.insert(word);
    for (const Holders::value_type* one : list) {
      names.insert(one->second.lent_to.begin(), one->second.lent_to.end());
    }
  }
  const std::vector<std::string> words(names.begin(), names.end());
  std::set<std::string> defined;
  const auto wanted = [](const SourceFile& file) {
    return IsC(file.kind) || IsPythonSource(file.kind);
  };
  using Uses = std::vector<CNameUse>;
  StepMemory* const memory = tree.memory;
  std::vector<std::optional<Uses>> now(tree.files.size());
  std::vector<std::optional<Uses>>& uses =
      // In a repeated check the uses of unchanged files are known; only the others are searched.
      memory != nullptr ? memory->Answers<Uses>("uses of C", words, now.size()) : now;
  const WordSearch search(words);
  if (memory != nullptr) memory->NoteSearch(tree, search, wanted);
  const auto number = [&](const SourceFile& file) {
    return static_cast<size_t>(&file - tree.files.data());
  };
  const auto asked = [&](const SourceFile& file) {
    return wanted(file) && !uses[number(file)].has_value();
  };
  std::vector<char> unread(now.size(), 0);  // not a bool: several threads write
  SearchFiles(
      tree, search, options.jobs, asked,
      [&](size_t i, std::string_view text, const std::vector<WordHit>& hits) {
        Uses& found = uses[i].emplace();
        if (IsPythonSource(tree.files[i].kind)) {
          for (const WordHit& hit : hits) {
            found.push_back({CNameUse::Kind::kUse, words[hit.word]});
          }
        } else {
          found = FindCNameUses(TokenizeC(text), names);
        }
      },
      FilesFound::kWithHits, [&](size_t i, const std::string&) { unread[i] = 1; });
  for (size_t i = 0; i < uses.size(); ++i) {
    const SourceFile& file = tree.files[i];
    if (!wanted(file)) continue;
    if (unread[i] != 0) continue;     // the next check tries again
    if (!uses[i]) uses[i].emplace();  // it was searched, without a hit
    if (uses[i]->empty()) continue;
    if (memory != nullptr) memory->NoteRead(file.absolute);
    // A use only in a test is not a use by the program, except in the file itself.
    const bool test = file.scope == Scope::kTest || file.scope == Scope::kExample;
    for (const CNameUse& use : *uses[i]) {
      if (use.defined) defined.insert(use.name);
      const auto held = by_word.find(use.name);
      if (held == by_word.end()) continue;
      for (Holders::value_type* one : held->second) {
        Tally& tally = one->second;
        // The macro's call that produces the name has it as an argument.
        const bool makes = one->first.file == file.path && one->first.line > 0 &&
                           one->first.line == static_cast<int>(use.line);
        if (makes) continue;
        if (use.kind == CNameUse::Kind::kUse) {
          (test && one->first.file != file.path ? tally.used_in_tests : tally.used) = true;
        } else if (use.linked && file.kind != FileKind::kC) {
          tally.used = true;  // by its name, from outside
        } else if (use.kind == CNameUse::Kind::kDeclaration &&
                   (use.exported || IsPublicHeader(file.path))) {
          tally.is_public = true;
        }
      }
    }
  }
  // A function that the tree does not define may use all of a record that is passed to it.
  for (auto& [word, list] : by_word) {
    for (Holders::value_type* one : list) {
      const std::set<std::string>& lent = one->second.lent_to;
      one->second.used =
          one->second.used || std::any_of(lent.begin(), lent.end(), [&](const std::string& name) {
            return defined.count(name) == 0;
          });
    }
  }
}

}  // namespace flagcensus
