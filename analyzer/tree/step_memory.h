// StepMemory: what the steps of a repeated check found, as long as it holds.
//
// A step (the census of a language, the search for names) records the files that it reads and the
// words that it searches the others for. After a change of a file its result still holds if it did
// not read the file and the new content has none of the words; otherwise it runs again. The traces
// of Mokhov, Mitchell and Peyton Jones (Build Systems à la Carte, ICFP 2018), with searches for
// words as dependencies of their own. Contents decide, never times.
#pragma once

#include <algorithm>
#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analyzer/base/bytes.h"
#include "analyzer/tree/file_words.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class WordSearch;

class StepMemory {
 public:
  // `parsed`: what is large and quick to make again, the syntax of files, is remembered, too.
  explicit StepMemory(bool parsed = false) : parsed_(parsed) {}

  bool parsed() const { return parsed_; }
  // How many results Of gave, and how many of them a step had from before.
  size_t asked() const { return asked_; }
  size_t held() const { return held_; }

  // Records for the step that runs, if one does. Thread-safe.
  void NoteRead(const std::string& absolute);
  // That each file which `wanted` is true of and that is not noted as read has none of the words.
  void NoteSearch(const Tree& tree, const WordSearch& search,
                  const std::function<bool(const SourceFile& file)>& wanted);
  // The content with which a file was read; each read has to have the same. Thread-safe.
  void NoteContent(const std::string& absolute, std::string_view text);
  // Whether that is the content with which the file was read.
  bool HasRead(const std::string& absolute, std::string_view text);

  // The result of step `name`: that of the last run with an equal key if it still holds, else
  // run()'s, which is remembered if `lasts(result)`. `Key` has ==. Steps do not nest. Costs a copy.
  template <class Result, class Key, class Run, class Lasts>
  Result Of(const std::string& name, const Key& key, const Run& run, const Lasts& lasts) {
    using Kept = std::pair<Key, Result>;
    Step& step = steps_[name];
    ++asked_;
    if (const auto* kept = Decoded<Kept>(&step.kept); kept != nullptr && kept->first == key) {
      ++held_;
      return kept->second;
    }
    step = {};
    changed_ = true;
    Record(&step);
    Result made = [&] {
      const Recording recording{*this};
      return run();
    }();
    if (lasts(made)) Set(&step.kept, Kept(key, made));
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
    using Kept = std::pair<Key, OfFiles<Result>>;
    FileStep& step = file_steps_[name];
    Kept* kept = Decoded<Kept>(&step.kept);
    if (kept == nullptr || !(kept->first == key) || kept->second.results.size() != count ||
        kept->second.also.size() != count) {
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
  // The same for results that cannot be written. Where a Result has `also`, numbers of files, it
  // depends on these, too.
  template <class Result, class Key>
  std::vector<std::optional<Result>>& Parsed(const std::string& name, const Key& key,
                                             size_t count) {
    using Results = std::vector<std::optional<Result>>;
    ParsedFiles& kept = parsed_files_[name];
    kept.used = true;
    const Key* const known = std::any_cast<Key>(&kept.key);
    auto* results = std::any_cast<Results>(&kept.results);
    if (known == nullptr || !(*known == key) || results == nullptr || results->size() != count) {
      kept.key = key;
      kept.results = Results(count);
      results = std::any_cast<Results>(&kept.results);
      kept.forget = [](std::any& all, size_t number) {
        ForgetParsed(number, std::any_cast<Results>(&all));
      };
    }
    return *results;
  }
  // What step `name` left for its next run, of which it says itself whether it holds.
  std::any& PrivateState(const std::string& name) {
    Leaving& left = left_[name];
    left.used = true;
    return left.value;
  }
  // Forgets what is parsed or left under names that begin with `prefix` and that nobody asked for
  // since the last call.
  void DropUnused(const std::string& prefix);

  // The file has a new content; `number`: in the tree, of which it is no file if nullopt. Forgets
  // what does not hold any more. Costs a read of the file and a look-up for each word.
  void Change(const Tree& tree, std::optional<size_t> number, const std::string& absolute);
  // Forgets all: files were added or removed, or settings have changed.
  void Clear();

  // All but what is parsed, with the contents that it depends on; "" if nothing is new since Read,
  // or a file changed while it was read.
  std::string Write(const Tree& tree);
  // Takes over what was written for a tree with the same files, as far as it holds for their
  // contents today. Nothing if the bytes are not what Write made. Costs a read of the files, by
  // `jobs` threads.
  void Read(const Tree& tree, std::string_view bytes, unsigned jobs);

 private:
  // A value, as it is or as bytes.
  struct Value {
    std::any value;
    std::string bytes;  // of a value that nobody asked for yet
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
  template <class Kept>
  static void Set(Value* value, Kept kept) {
    value->bytes.clear();
    value->value = std::move(kept);
    value->encode = [](const std::any& any) { return ToBytes(std::any_cast<const Kept&>(any)); };
  }

  // A search for words, by what a file must hold that contains one.
  struct Search {
    std::vector<std::vector<FileWords::Key>> words;
    std::vector<bool> asked;  // by the file's number in the tree
  };
  struct Step {
    std::unordered_set<std::string> read;
    std::vector<Search> searches;
    Value kept;
  };
  // Files that have changed since a step was asked for.
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
    std::any key;
    std::any results;
    void (*forget)(std::any& all, size_t number) = nullptr;
    bool used = false;
  };
  struct Leaving {
    std::any value;
    bool used = false;
  };
  template <class Result>
  static void ForgetParsed(size_t number, std::vector<std::optional<Result>>* all) {
    if (number < all->size()) (*all)[number].reset();
    if constexpr (requires(const Result& one) { one.also; }) {
      for (std::optional<Result>& one : *all) {
        if (one && std::find(one->also.begin(), one->also.end(), number) != one->also.end()) {
          one.reset();
        }
      }
    }
  }
  struct Recording {
    StepMemory& memory;
    ~Recording() { memory.Record(nullptr); }
  };
  struct Stored;                                  // what is written
  using Content = std::pair<uint64_t, uint64_t>;  // its hash, xxh3-128
  static Content ContentOf(std::string_view text);
  void Record(Step* step);

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
  bool torn_ = false;     // a file had two contents
  bool changed_ = false;  // since it was read
};

// The results of a step for the files of a tree: those that its memory has (StepMemory::EachFile),
// if it has one, and places for the others.
template <class Result>
class ResultsOfFiles {
 public:
  template <class Key>
  ResultsOfFiles(const Tree& tree, const std::string& name, const Key& key)
      : first_(tree.files.data()),
        all_((tree.memory == nullptr ? own_ : *tree.memory)
                 .template EachFile<Result>(name, key, tree.files.size())) {}
  ResultsOfFiles(const ResultsOfFiles&) = delete;
  ResultsOfFiles& operator=(const ResultsOfFiles&) = delete;

  // `file` is the tree's own, not a copy.
  std::optional<Result>& operator[](const SourceFile& file) { return all_.results[NumberOf(file)]; }
  std::vector<std::string>& Also(const SourceFile& file) { return all_.also[NumberOf(file)]; }

 private:
  size_t NumberOf(const SourceFile& file) const { return static_cast<size_t>(&file - first_); }

  StepMemory own_;  // for a tree without one
  const SourceFile* first_;
  StepMemory::OfFiles<Result>& all_;
};

// StepMemory::Of where the tree has a memory, else run().
template <class Result, class Key, class Run, class Lasts>
Result Remembered(StepMemory* memory, const std::string& name, const Key& key, const Run& run,
                  const Lasts& lasts) {
  return memory == nullptr ? run() : memory->Of<Result>(name, key, run, lasts);
}

}  // namespace flagcensus
