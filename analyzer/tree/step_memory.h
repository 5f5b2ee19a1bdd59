// StepMemory: the results of the steps of a repeated check, as long as they are valid.
//
//   Of("accesses 0", key, run, lasts)   ─→ run(), which reads a.py and searches b.py for "getenv"
//   Change(a.py)                        ─→ the step has read it: dropped, or adapted by the next Of
//   Change(b.py), without "getenv"      ─→ the result stays valid; the next Of returns it
//   Change(b.py), with "getenv"         ─→ dropped
//
// A step (the census of a language, the search for names) records the files that it reads and the
// words for which it searches the others. After a change of a file its result is still valid if the
// step did not read the file and the new content has none of the words; otherwise it runs again,
// unless the step can adapt its last result to the changed files.
// The traces of Mokhov, Mitchell and Peyton Jones (Build Systems à la Carte, ICFP 2018), with
// searches for words as an additional kind of dependency. Contents decide, never times.
#pragma once

#include <algorithm>
#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analyzer/base/bytes.h"
#include "analyzer/tree/file_words.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class WordSearch;

// Forgets the result of the file with this number, and those that depend on it.
template <class Result>
void ForgetResults(size_t number, std::vector<std::optional<Result>>* all) {
  const auto forget = [](std::optional<Result>& one) {
    if constexpr (requires(Result& result) { result.outdated; }) {
      if (one) one->outdated = true;
    } else {
      one.reset();
    }
  };
  if (number < all->size()) forget((*all)[number]);
  if constexpr (requires(const Result& one) { one.also; }) {
    for (std::optional<Result>& one : *all) {
      if (one && std::find(one->also.begin(), one->also.end(), number) != one->also.end()) {
        forget(one);
      }
    }
  }
}

// The results without the outdated ones.
template <class Result>
std::vector<std::optional<Result>> UpToDate(std::vector<std::optional<Result>> all) {
  if constexpr (requires(Result& result) { result.outdated; }) {
    for (std::optional<Result>& one : all) {
      if (one && one->outdated) one.reset();
    }
  }
  return all;
}

class StepMemory {
 public:
  // `parsed`: also keep the syntax of files, which is large and quick to compute again.
  explicit StepMemory(bool parsed = false) : parsed_(parsed) {}

  bool parsed() const { return parsed_; }
  // The number of results that Of returned, and how many of them were remembered.
  size_t asked() const { return asked_; }
  size_t held() const { return held_; }

  // Records a read for the step that runs, if one does. Thread-safe.
  void NoteRead(const std::string& absolute);
  // Records a search for words for the step that runs: its result is dropped when a file for which
  // `wanted` is true changes and then contains one of them.
  void NoteSearch(const Tree& tree, const WordSearch& search,
                  const std::function<bool(const SourceFile& file)>& wanted);
  // Records the content that a read of the file returned. If two reads differ, Write returns "".
  // Thread-safe.
  void NoteContent(const std::string& absolute, std::string_view text);
  // Whether the file was read with this content.
  bool HasRead(const std::string& absolute, std::string_view text);

  // The result of step `name`: that of the last run with an equal key if it is still valid,
  // otherwise that of run(), which is remembered if `lasts(result)`. `Key` has ==. Steps do not
  // nest. `adapt`, if set, is asked before run(): whether it has made the last result, with an
  // equal key, valid after a change of the files of these numbers in the tree, which the step has
  // read or which have one of its words. Costs a copy.
  template <class Result>
  using AdaptResult = std::function<bool(const std::set<size_t>& changed, Result* result)>;
  template <class Result, class Key, class Run, class Lasts>
  Result Of(const std::string& name, const Key& key, const Run& run, const Lasts& lasts,
            const std::type_identity_t<AdaptResult<Result>>& adapt = {}) {
    using Kept = std::pair<Key, Result>;
    Step& step = steps_[name];
    ++asked_;
    if (auto* kept = Decoded<Kept>(&step.kept); kept != nullptr && kept->first == key) {
      const bool valid =
          step.changed.empty() ||
          (adapt && Adapts(&step, [&] { return adapt(step.changed, &kept->second); }));
      if (valid) {
        ++held_;
        return kept->second;
      }
    }
    step = {};
    changed_ = true;
    Record(&step);
    Result made = [&] {
      const Recording recording{*this};
      return run();
    }();
    step.adapts = adapt != nullptr;
    if (lasts(made)) Set(&step.kept, Kept(key, made));
    return made;
  }

  // The results of step `name` for single files, by their number in the tree: those that are still
  // valid and were made with an equal key. Only one thread may fill in the result of a file.
  template <class Result>
  struct OfFiles {
    std::vector<std::optional<Result>> results;
    std::vector<std::vector<std::string>> also;  // other absolute paths on which a result depends
  };
  // Makes results of another key valid for that of EachFile, or resets them. Without it, another
  // key drops all.
  template <class Result, class Key>
  using Adapt = std::function<void(const Key& old, OfFiles<Result>& results)>;
  template <class Result, class Key>
  OfFiles<Result>& EachFile(const std::string& name, const Key& key, size_t count,
                            const Adapt<Result, Key>& adapt = {}) {
    using Kept = std::pair<Key, OfFiles<Result>>;
    FileStep& step = file_steps_[name];
    Kept* kept = Decoded<Kept>(&step.kept);
    const bool fits = kept != nullptr && kept->second.results.size() == count &&
                      kept->second.also.size() == count;
    if (fits && adapt && !(kept->first == key)) {
      adapt(kept->first, kept->second);
      kept->first = key;
      changed_ = true;
    }
    if (!fits || !(kept->first == key)) {
      Kept made(key, {});
      made.second.results.resize(count);
      made.second.also.resize(count);
      Set(&step.kept, std::move(made));
      kept = Decoded<Kept>(&step.kept);
      changed_ = true;
    }
    const Stale stale = std::exchange(step.stale, {});
    for (size_t i = 0; i < count && !stale.empty(); ++i) {
      auto& also = kept->second.also[i];
      const bool depends = stale.numbers.count(i) > 0 ||
                           std::any_of(also.begin(), also.end(), [&](const std::string& path) {
                             return stale.paths.count(path) > 0;
                           });
      if (!depends) continue;
      kept->second.results[i].reset();
      also.clear();
      changed_ = true;
    }
    return kept->second;
  }
  // The same for results that cannot be stored. If a Result has `also`, numbers of files, it
  // depends on these, too. If it has `outdated`, that is set instead of dropping the result, so
  // that a new one can be compared with it.
  template <class Result, class Key>
  std::vector<std::optional<Result>>& Parsed(const std::string& name, const Key& key,
                                             size_t count) {
    return PartsOf<false, Result>(name, key, count);
  }
  // The same for results that are stored.
  template <class Result, class Key>
  std::vector<std::optional<Result>>& Answers(const std::string& name, const Key& key,
                                              size_t count) {
    return PartsOf<true, Result>(name, key, count);
  }
  // The state that step `name` keeps for its next run. The step itself decides whether it is valid.
  std::any& PrivateState(const std::string& name) {
    Leaving& left = left_[name];
    left.used = true;
    return left.value;
  }
  // Drops what is parsed or kept under names that begin with `prefix` and was not requested since
  // the last call.
  void DropUnused(const std::string& prefix);

  // The file has a new content; `number`: its number in the tree, nullopt if it is not a file of
  // it. Drops all results that are not valid any more, or leaves them to their step to adapt. Costs
  // a read of the file and a lookup for each word.
  void Change(const Tree& tree, std::optional<size_t> number, const std::string& absolute);
  // Drops everything: files were added or removed, or settings have changed.
  void Clear();

  // Everything except what is Parsed, with the contents on which it depends; "" if nothing is new
  // since Read, or if a file changed during its read.
  std::string Write(const Tree& tree);
  // Adopts what was written for a tree with the same files, as far as it is valid for their present
  // contents. Does nothing if the bytes are not from Write. Costs a read of the files, by `jobs`
  // threads.
  void Read(const Tree& tree, std::string_view bytes, unsigned jobs);

 private:
  // A value, decoded or as bytes.
  struct Value {
    std::any value;
    std::string bytes;  // of a value that was not requested yet
    std::string (*encode)(const std::any& value) = nullptr;
  };
  template <class Kept>
  static Kept* Decoded(Value* value) {
    if (!value->bytes.empty()) {
      Kept kept;
      if (FromBytes(value->bytes, &kept)) Set(value, std::move(kept));
      value->bytes.clear();
    }
    return std::any_cast<Kept>(&value->value);
  }
  // Without the results that depend on other paths: another process could not check whether these
  // are unchanged.
  template <class Kept>
  static Kept Checkable(Kept of_files) {
    for (size_t i = 0; i < of_files.second.also.size(); ++i) {
      if (of_files.second.also[i].empty()) continue;
      of_files.second.results[i].reset();
      of_files.second.also[i].clear();
    }
    return of_files;
  }
  template <class Kept>
  static void Set(Value* value, Kept kept) {
    value->bytes.clear();
    value->value = std::move(kept);
    value->encode = [](const std::any& any) {
      const Kept& all = std::any_cast<const Kept&>(any);
      if constexpr (requires { all.second.also; }) return ToBytes(Checkable(all));
      return ToBytes(all);
    };
  }

  // A search for words, each as the keys that every file containing it has.
  struct Search {
    std::vector<std::vector<FileWords::Key>> words;
    std::vector<bool> asked;  // by the file's number in the tree
  };
  struct Step {
    std::unordered_set<std::string> read;
    std::vector<Search> searches;
    Value kept;
    bool adapts = false;       // it has an AdaptResult
    std::set<size_t> changed;  // files on which it depends and to which it was not adapted yet
  };
  // Files that have changed since a step was last requested.
  struct Stale {
    std::unordered_set<size_t> numbers;     // in the tree
    std::unordered_set<std::string> paths;  // absolute

    bool empty() const { return numbers.empty() && paths.empty(); }
  };
  struct FileStep {
    Value kept;
    Stale stale;
  };
  struct ParsedFiles {
    Value kept;                     // a key and the results
    std::vector<size_t> forgotten;  // files that have changed while it is bytes
    void (*forget)(std::any& kept, size_t number) = nullptr;  // null while it is bytes
    bool used = false;
  };
  template <bool kStored, class Result, class Key>
  std::vector<std::optional<Result>>& PartsOf(const std::string& name, const Key& key,
                                              size_t count) {
    using Kept = std::pair<Key, std::vector<std::optional<Result>>>;
    ParsedFiles& parts = parsed_files_[name];
    parts.used = true;
    if constexpr (kStored) {
      if (!parts.kept.bytes.empty()) {
        Kept kept;
        if (FromBytes(parts.kept.bytes, &kept)) parts.kept.value = std::move(kept);
        parts.kept.bytes = {};
      }
      parts.kept.encode = [](const std::any& any) {
        const Kept& all = std::any_cast<const Kept&>(any);
        return ToBytes(Kept(all.first, UpToDate(all.second)));
      };
    }
    Kept* kept = std::any_cast<Kept>(&parts.kept.value);
    if (kept == nullptr || !(kept->first == key) || kept->second.size() != count) {
      parts.kept.value = Kept(key, std::vector<std::optional<Result>>(count));
      kept = std::any_cast<Kept>(&parts.kept.value);
    }
    for (const size_t number : parts.forgotten) ForgetResults(number, &kept->second);
    parts.forgotten.clear();
    parts.forget = [](std::any& any, size_t number) {
      ForgetResults(number, &std::any_cast<Kept&>(any).second);
    };
    return kept->second;
  }
  struct Leaving {
    std::any value;
    bool used = false;
  };
  struct Recording {
    StepMemory& memory;
    ~Recording() { memory.Record(nullptr); }
  };
  struct Stored;                                  // the stored form
  using Content = std::pair<uint64_t, uint64_t>;  // its hash, xxh3-128
  static Content ContentOf(std::string_view text);
  void Record(Step* step);
  // Calls adapt() while what it reads is noted for the step. True: the result is valid.
  bool Adapts(Step* step, const std::function<bool()>& adapt);

  const bool parsed_;
  std::mutex mutex_;
  Step* recorded_ = nullptr;
  std::map<std::string, Step> steps_;
  std::map<std::string, FileStep> file_steps_;
  std::map<std::string, ParsedFiles> parsed_files_;
  std::map<std::string, Leaving> left_;
  std::unordered_map<std::string, Content> contents_;
  size_t asked_ = 0;
  size_t held_ = 0;
  bool torn_ = false;     // a file was read with two contents
  bool changed_ = false;  // since it was read
};

// The results of a step for the files of a tree: those that its memory has (StepMemory::EachFile),
// if it has one, and empty places for the others.
template <class Result>
class ResultsOfFiles {
 public:
  template <class Key>
  ResultsOfFiles(const Tree& tree, const std::string& name, const Key& key,
                 const std::type_identity_t<StepMemory::Adapt<Result, Key>>& adapt = {})
      : first_(tree.files.data()),
        all_((tree.memory == nullptr ? own_ : *tree.memory)
                 .template EachFile<Result, Key>(name, key, tree.files.size(), adapt)) {}
  ResultsOfFiles(const ResultsOfFiles&) = delete;
  ResultsOfFiles& operator=(const ResultsOfFiles&) = delete;

  // `file` is the tree's own, not a copy.
  std::optional<Result>& operator[](const SourceFile& file) { return all_.results[NumberOf(file)]; }
  std::vector<std::string>& Also(const SourceFile& file) { return all_.also[NumberOf(file)]; }

 private:
  size_t NumberOf(const SourceFile& file) const { return static_cast<size_t>(&file - first_); }

  StepMemory own_;  // for a tree without a memory
  const SourceFile* first_;
  StepMemory::OfFiles<Result>& all_;
};

// StepMemory::Of if the tree has a memory, otherwise run().
template <class Result, class Key, class Run, class Lasts>
Result Remembered(StepMemory* memory, const std::string& name, const Key& key, const Run& run,
                  const Lasts& lasts,
                  const std::type_identity_t<StepMemory::AdaptResult<Result>>& adapt = {}) {
  return memory == nullptr ? run() : memory->Of<Result>(name, key, run, lasts, adapt);
}

}  // namespace flagcensus
