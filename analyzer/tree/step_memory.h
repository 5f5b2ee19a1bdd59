// StepMemory: what the steps of a repeated check found, as long as it holds.
//
// A step (the census of a language, the search for names) records the files that it reads and the
// words that it searches the others for. After a change of a file its result still holds if it did
// not read the file and the new content has none of the words; otherwise it runs again. The traces
// of Mokhov, Mitchell and Peyton Jones (Build Systems à la Carte, ICFP 2018), with searches for
// words as dependencies of their own. Contents decide, never times.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace flagcensus {

class WordSearch;
struct SourceFile;
struct Tree;

class StepMemory {
 public:
  // Records for the step that runs, if one does. Thread-safe.
  void NoteRead(const std::string& absolute);
  // That each file which `wanted` is true of and that is not noted as read has none of the words.
  void NoteSearch(const Tree& tree, const WordSearch& search,
                  const std::function<bool(const SourceFile& file)>& wanted);

  // The result of step `name`: that of the last run with an equal key if it still holds, else
  // run()'s, which is remembered if `lasts(result)`. `Key` has ==. Steps do not nest. Costs a copy.
  template <class Result, class Key, class Run, class Lasts>
  Result Of(const std::string& name, const Key& key, const Run& run, const Lasts& lasts) {
    Step& step = steps_[name];
    if (const auto* kept = std::any_cast<std::pair<Key, Result>>(&step.kept)) {
      if (kept->first == key) return kept->second;
    }
    step = {};
    Record(&step);
    Result made = [&] {
      const Recording recording{*this};
      return run();
    }();
    if (lasts(made)) step.kept = std::pair<Key, Result>(key, made);
    return made;
  }

  // The results of step `name` for single files, by their number in the tree: those that still hold
  // and were made with an equal key. To be filled by one thread for each file.
  template <class Result>
  struct OfFiles {
    std::vector<std::optional<Result>> results;
    std::vector<std::vector<std::string>> also;  // absolute paths that a result depends on, too
  };
  template <class Result, class Key>
  OfFiles<Result>& EachFile(const std::string& name, const Key& key, size_t count) {
    FileStep& step = file_steps_[name];
    auto* kept = std::any_cast<std::pair<Key, OfFiles<Result>>>(&step.kept);
    if (kept == nullptr || !(kept->first == key) || kept->second.results.size() != count) {
      step.kept = std::pair<Key, OfFiles<Result>>(key, {});
      kept = std::any_cast<std::pair<Key, OfFiles<Result>>>(&step.kept);
      kept->second.results.resize(count);
      kept->second.also.resize(count);
      step.forget = [](std::any& any, std::optional<size_t> number, const std::string& absolute) {
        auto& of = std::any_cast<std::pair<Key, OfFiles<Result>>&>(any).second;
        for (size_t i = 0; i < of.results.size(); ++i) {
          bool depends = number == i;
          for (const std::string& other : of.also[i]) depends = depends || other == absolute;
          if (!depends) continue;
          of.results[i].reset();
          of.also[i].clear();
        }
      };
    }
    return kept->second;
  }

  // The file has a new content; `number`: in the tree, of which it is no file if nullopt. Forgets
  // what does not hold any more. Costs a read of the file and a look-up for each word.
  void Change(const Tree& tree, std::optional<size_t> number, const std::string& absolute);
  // Forgets all: files were added or removed, or settings have changed.
  void Clear();

 private:
  // A search for words, of which each consists of the words with these hashes.
  struct Search {
    std::vector<std::vector<uint64_t>> words;
    std::vector<bool> asked;  // by the file's number in the tree
  };
  struct Step {
    std::unordered_set<std::string> read;
    std::vector<Search> searches;
    std::any kept;
  };
  struct FileStep {
    std::any kept;
    std::function<void(std::any&, std::optional<size_t>, const std::string&)> forget;
  };
  struct Recording {
    StepMemory& memory;
    ~Recording() { memory.Record(nullptr); }
  };
  void Record(Step* step);

  std::mutex mutex_;
  Step* recorded_ = nullptr;
  std::map<std::string, Step> steps_;
  std::map<std::string, FileStep> file_steps_;
};

// StepMemory::Of where the tree has a memory, else run().
template <class Result, class Key, class Run, class Lasts>
Result Remembered(StepMemory* memory, const std::string& name, const Key& key, const Run& run,
                  const Lasts& lasts) {
  return memory == nullptr ? run() : memory->Of<Result>(name, key, run, lasts);
}

}  // namespace flagcensus
