#include "analyzer/tree/step_memory.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/tree/file_words.h"
#include "analyzer/tree/tree.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {
namespace {

// The words of a text, by their hashes.
class TextWords {
 public:
  explicit TextWords(std::string_view text) {
    FileWords words;
    words.Note(text);
    parted_ = words.PartsWords();
    for (size_t at = 0; at < text.size(); ++at) {
      if (!IsIdentifierByte(text[at])) continue;
      const size_t end = EndOfRun(text, at, IsIdentifierByte);
      hashes_.insert(FileWords::HashOf(text.substr(at, end - at)));
      at = end;
    }
  }

  bool HoldsAll(const std::vector<uint64_t>& word) const {
    return parted_ || std::all_of(word.begin(), word.end(),
                                  [&](uint64_t hash) { return hashes_.count(hash) > 0; });
  }

 private:
  std::unordered_set<uint64_t> hashes_;
  bool parted_ = false;
};

}  // namespace

void StepMemory::Record(Step* step) {
  const std::lock_guard<std::mutex> lock(mutex_);
  recorded_ = step;
}

void StepMemory::NoteRead(const std::string& absolute) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (recorded_ != nullptr) recorded_->read.insert(absolute);
}

void StepMemory::NoteSearch(const Tree& tree, const WordSearch& search,
                            const std::function<bool(const SourceFile& file)>& wanted) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (recorded_ == nullptr) return;
  }
  Search made{search.parts(), std::vector<bool>(tree.files.size())};
  for (size_t i = 0; i < tree.files.size(); ++i) made.asked[i] = wanted(tree.files[i]);
  const std::lock_guard<std::mutex> lock(mutex_);
  recorded_->searches.push_back(std::move(made));
}

void StepMemory::Change(const Tree& tree, std::optional<size_t> number,
                        const std::string& absolute) {
  for (auto& [name, step] : file_steps_) step.forget(step.kept, number, absolute);
  std::optional<TextWords> words;  // of a file of the tree
  if (number) {
    std::string text;
    bool binary = false;
    std::string error;
    if (!ReadWhole(tree.files[*number], &text, &binary, &error) || binary) {
      steps_.clear();  // each step says so itself
      return;
    }
    words.emplace(text);
  }
  std::erase_if(steps_, [&](const auto& one) {
    const Step& step = one.second;
    if (step.read.count(absolute) > 0) return true;
    return number && std::any_of(step.searches.begin(), step.searches.end(), [&](const Search& of) {
             return (*number >= of.asked.size() || of.asked[*number]) &&
                    std::any_of(of.words.begin(), of.words.end(),
                                [&](const auto& word) { return words->HoldsAll(word); });
           });
  });
}

void StepMemory::Clear() {
  steps_.clear();
  file_steps_.clear();
}

}  // namespace flagcensus
