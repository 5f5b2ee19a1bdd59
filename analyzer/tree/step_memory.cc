#include "analyzer/tree/step_memory.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/tree/file_words.h"
#include "analyzer/tree/tree.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {
namespace {

// The words of a text and their beginnings, in any case, by their hashes. Exact, unlike FileWords:
// a false positive would run a step again for nothing.
class TextWords {
 public:
  explicit TextWords(std::string_view text) : parted_(FileWords::PartsWords(text)) {
    for (size_t at = 0; at < text.size(); ++at) {
      if (!IsIdentifierByte(text[at])) continue;
      const size_t end = EndOfRun(text, at, IsIdentifierByte);
      const std::string_view word = text.substr(at, end - at);
      hashes_.insert(FileWords::KeyOf(word, true).hash);
      if (const auto key = FileWords::KeyOfBeginning(word)) hashes_.insert(key->hash);
      at = end;
    }
  }

  bool ContainsAll(const std::vector<FileWords::Key>& word) const {
    // A split word could be any word.
    return parted_ || std::all_of(word.begin(), word.end(), [&](const FileWords::Key& key) {
             return hashes_.count(key.hash) > 0;
           });
  }

 private:
  const bool parted_;
  std::unordered_set<uint64_t> hashes_;
};

}  // namespace

void StepMemory::Record(Step* step) {
  const std::lock_guard<std::mutex> lock(mutex_);
  recorded_ = step;
}

// What it asks is recorded with what its run asked.
bool StepMemory::Adapts(Step* step, const std::function<bool()>& adapt) {
  Record(step);
  const Recording recording{*this};
  try {
    if (!adapt()) return false;
  } catch (...) {
    *step = {};  // adapted in part
    throw;
  }
  step->changed.clear();
  return true;
}

void StepMemory::NoteRead(const std::string& absolute) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (recorded_ != nullptr) recorded_->read.insert(absolute);
}

// Records the words and the files of a search, not its hits.
void StepMemory::NoteSearch(const Tree& tree, const WordSearch& search,
                            const std::function<bool(const SourceFile& file)>& wanted) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (recorded_ == nullptr) return;
  }
  // The lock is not kept while `wanted` runs for each file.
  Search made{search.parts(), std::vector<bool>(tree.files.size())};
  for (size_t i = 0; i < tree.files.size(); ++i) made.asked[i] = wanted(tree.files[i]);
  const std::lock_guard<std::mutex> lock(mutex_);
  recorded_->searches.push_back(std::move(made));
}

StepMemory::Content StepMemory::ContentOf(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.low64, hash.high64};
}

void StepMemory::NoteContent(const std::string& absolute, std::string_view text) {
  const Content content = ContentOf(text);
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto [at, added] = contents_.try_emplace(absolute, content);
  torn_ = torn_ || at->second != content;
}

bool StepMemory::HasRead(const std::string& absolute, std::string_view text) {
  const Content content = ContentOf(text);
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto at = contents_.find(absolute);
  return at != contents_.end() && at->second == content;
}

// Steps are dropped immediately unless they can ask the file again, results for single files on
// their next request.
void StepMemory::Change(const Tree& tree, std::optional<size_t> number,
                        const std::string& absolute) {
  changed_ = true;
  contents_.erase(absolute);
  for (auto& [name, step] : file_steps_) {
    if (number) step.stale.numbers.insert(*number);
    step.stale.paths.insert(absolute);
  }
  if (number) {
    for (auto& [name, files] : parsed_files_) {
      if (files.forget == nullptr) {
        files.forgotten.push_back(*number);
      } else {
        files.forget(files.kept.value, *number);
      }
    }
  }
  std::optional<TextWords> words;  // of the new content of a file of the tree
  if (number) {
    std::string text;
    bool binary = false;
    std::string error;
    if (!ReadWhole(tree.files[*number], &text, &binary, &error) || binary) {
      steps_.clear();  // each step reports the error itself
      return;
    }
    words.emplace(text);
  }
  for (auto at = steps_.begin(); at != steps_.end();) {
    Step& step = at->second;
    // A step is also concerned if the file is new to it.
    const bool concerned =
        step.read.count(absolute) > 0 ||
        (number && std::any_of(step.searches.begin(), step.searches.end(), [&](const Search& of) {
           return (*number >= of.asked.size() || of.asked[*number]) &&
                  std::any_of(of.words.begin(), of.words.end(),
                              [&](const auto& word) { return words->ContainsAll(word); });
         }));
    const bool may_adapt = number && step.adapts;
    if (concerned && may_adapt) step.changed.insert(*number);
    at = concerned && !may_adapt ? steps_.erase(at) : std::next(at);
  }
}

// What was not requested belongs to files or settings that do not exist any more.
void StepMemory::DropUnused(const std::string& prefix) {
  const auto drop = [&](auto* all) {
    for (auto at = all->begin(); at != all->end();) {
      const bool unused = at->first.starts_with(prefix) && !std::exchange(at->second.used, false);
      at = unused ? all->erase(at) : std::next(at);
    }
  };
  drop(&parsed_files_);
  drop(&left_);
}

void StepMemory::Clear() {
  steps_.clear();
  file_steps_.clear();
  parsed_files_.clear();
  left_.clear();
  contents_.clear();
  torn_ = false;
  changed_ = true;
}

// What is written to disk: files by their numbers, contents by their hashes.
struct StepMemory::Stored {
  struct File {
    std::string path;
    FileKind kind = FileKind::kOther;
    Scope scope = Scope::kSrc;
    bool started = false;
    bool known = false;  // whether it was read
    Content content;
  };
  struct OneStep {
    std::string name;
    std::vector<uint32_t> read;  // numbers of files
    std::vector<std::vector<std::vector<FileWords::Key>>> words;
    std::vector<std::vector<bool>> asked;
    std::string kept;
  };
  std::vector<File> files;
  std::vector<OneStep> steps;
  std::vector<std::pair<std::string, std::string>> file_steps;
  struct OneParts {
    std::string name;
    std::vector<size_t> forgotten;
    std::string kept;
  };
  std::vector<OneParts> parts;
};

// Files are numbered by their order in the tree, which Read verifies.
std::string StepMemory::Write(const Tree& tree) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (torn_ || !changed_) return "";
  Stored out;
  std::unordered_map<std::string_view, uint32_t> numbers;
  for (const SourceFile& file : tree.files) {
    const auto content = contents_.find(file.absolute);
    const bool known = content != contents_.end();
    numbers.emplace(file.absolute, static_cast<uint32_t>(out.files.size()));
    out.files.push_back({file.path, file.kind, file.scope, file.started, known,
                         known ? content->second : Content()});
  }
  const auto bytes = [](const Value& value) {
    return value.encode == nullptr ? value.bytes : value.encode(value.value);
  };
  // Step 1: results that another process can verify: all files that they read are in the tree.
  for (const auto& [name, step] : steps_) {
    Stored::OneStep one;
    one.name = name;
    if (!step.changed.empty()) continue;  // it was not requested since
    one.kept = bytes(step.kept);
    if (one.kept.empty()) continue;
    bool outside = false;  // a file outside the tree was read
    for (const std::string& read : step.read) {
      const auto number = numbers.find(read);
      outside = outside || number == numbers.end();
      if (number != numbers.end()) one.read.push_back(number->second);
    }
    for (const Search& search : step.searches) {
      one.words.push_back(search.words);
      one.asked.push_back(search.asked);
    }
    // What another process cannot verify is not stored.
    const bool checkable = std::all_of(one.read.begin(), one.read.end(),
                                       [&](uint32_t number) { return out.files[number].known; });
    if (checkable && !outside) out.steps.push_back(std::move(one));
  }
  for (const auto& [name, step] : file_steps_) {
    if (step.stale.empty()) out.file_steps.emplace_back(name, bytes(step.kept));
    // Otherwise it was not requested in this run.
  }
  for (const auto& [name, parts] : parsed_files_) {
    Stored::OneParts one{name, parts.forgotten, bytes(parts.kept)};
    if (!one.kept.empty()) out.parts.push_back(std::move(one));
  }
  return ToBytes(out);
}

// Step 1: the same files. Step 2: the stored steps. Step 3: the present contents, which drop what
// is not valid.
void StepMemory::Read(const Tree& tree, std::string_view bytes, unsigned jobs) {
  Stored stored;
  if (!FromBytes(bytes, &stored) || stored.files.size() != tree.files.size()) return;
  // The same files in the same roles, or the results of steps do not apply.
  for (size_t i = 0; i < tree.files.size(); ++i) {
    const SourceFile& file = tree.files[i];
    const Stored::File& then = stored.files[i];
    if (file.path != then.path || file.kind != then.kind || file.scope != then.scope ||
        file.started != then.started) {
      return;
    }
  }
  for (Stored::OneStep& one : stored.steps) {
    // Values stay bytes until a step requests them.
    Step& step = steps_[one.name];
    for (const uint32_t number : one.read) {
      if (number >= tree.files.size()) return Clear();
      step.read.insert(tree.files[number].absolute);
    }
    if (one.words.size() != one.asked.size()) return Clear();
    for (size_t i = 0; i < one.words.size(); ++i) {
      step.searches.push_back({std::move(one.words[i]), std::move(one.asked[i])});
    }
    step.kept.bytes = std::move(one.kept);
  }
  for (auto& [name, kept] : stored.file_steps) file_steps_[name].kept.bytes = std::move(kept);
  for (Stored::OneParts& one : stored.parts) {
    ParsedFiles& parts = parsed_files_[one.name];
    parts.kept.bytes = std::move(one.kept);
    parts.forgotten = std::move(one.forgotten);
  }
  changed_ = false;
  const unsigned threads = ThreadCount(jobs);
  std::vector<std::string> buffers(threads);
  ParallelFor(tree.files.size(), threads, [&](size_t i, unsigned thread) {
    // ReadForSearch notes the content.
    if (stored.files[i].known) ReadForSearch(tree.files[i], &buffers[thread]);
  });
  for (size_t i = 0; i < tree.files.size(); ++i) {
    // A file that was not read: its results cannot be verified.
    if (!stored.files[i].known) {
      for (auto& [name, step] : file_steps_) step.stale.numbers.insert(i);
      for (auto& [name, parts] : parsed_files_) parts.forgotten.push_back(i);
      continue;
    }
    const auto content = contents_.find(tree.files[i].absolute);
    if (content != contents_.end() && content->second == stored.files[i].content) continue;
    Change(tree, i, tree.files[i].absolute);
  }
}

}  // namespace flagcensus
