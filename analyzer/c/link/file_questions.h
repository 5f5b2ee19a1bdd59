// Questions that the resolution of C asks every file of a tree, answered by several threads, and
// the answers that the tree's memory keeps from earlier runs.
//
//   question "facts 0": which calls of getenv does a file contain?
//   file.cc contains the word     ─→ kWanted: it is tokenised and answers with its CFacts
//   other.cc does not             ─→ kNone: only the search for words depends on it
//
// An answer depends on the file's content, on the question's key, and on the contents of the files
// that it names itself. After an edit the questions of the next run are nearly always the same, and
// only the edited file answers again.
//
// The questions of a run follow from the answers. So if the edited file, asked again, gives the
// same answers, then the next run would ask the same questions and find the same:
// AnswersAreTheSame.
//
//   /* a remark */ at the end of main.cc    ─→ the same facts: no further run
//   getenv("APP_NEW") in main.cc            ─→ other facts
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/bytes.h"
#include "analyzer/base/run_cost.h"
#include "analyzer/c/link/token_cache.h"
#include "analyzer/model/finding.h"
#include "analyzer/tree/step_memory.h"
#include "analyzer/tree/tree.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

struct CFileAnswer {
  bool read = false;                 // more than a search for words depends on the file
  std::optional<std::string> found;  // as bytes, a fraction of its size; nullopt: nothing
  std::vector<int> also;             // other files of the tree that it depends on
  bool lasts = true;                 // whether a later run would find the same
  bool outdated = false;             // a file that it depends on has changed
};
using CFileAnswers = std::vector<std::optional<CFileAnswer>>;  // by the file's number in the tree

class CFileQuestions {
 public:
  // `tree` and `files`, numbers in it, may be exchanged between questions.
  CFileQuestions(const Tree* const& tree, const std::vector<int>& files, unsigned threads,
                 RunBudget* budget, RunCost* cost, std::vector<Diagnostic>* diagnostics)
      : tree_(tree),
        files_(files),
        threads_(threads),
        budget_(budget),
        cost_(cost),
        diagnostics_(*diagnostics) {}

  // Which of the searched words occur in a file.
  enum class Words { kNone, kNotWanted, kWanted };
  // Called from several threads.
  using May = std::function<bool(const SourceFile& file)>;
  struct Asked {
    int file = -1;
    std::string_view text;
    unsigned thread = 0;
    CFileAnswer* answer = nullptr;  // for what it depends on
  };
  using Holds = std::function<Words(const Asked& asked)>;
  using Make = std::function<std::shared_ptr<void>(const Asked& asked)>;
  // Copied, to be asked again: the functions own what they need, except for what lives as long as
  // this object.
  struct Question {
    CFileAnswers* kept = nullptr;           // Kept(...)
    std::function<bool(int file)> of = {};  // whether the file is asked at all; null: each one is
    May may = {};                           // judges a file before it is read
    Holds holds = {};                       // whether it answers
    Make make = {};                         // the answer
    // Its bytes, and the way back. Set by Ask.
    std::function<std::string(const void* found)> pack = {};
    std::function<std::shared_ptr<void>(const std::string& packed)> unpack = {};
    // Whether files that cannot be read are reported, words that line continuations split are
    // found, and the run's limits apply: what a first reading does.
    bool first = true;
  };

  // The kept answers to the question with that name and key, which with the file's content
  // determine them; null if the tree keeps no answers.
  template <class Key>
  CFileAnswers* Kept(const std::string& name, const Key& key) {
    StepMemory* const memory = tree_->memory;
    if (memory == nullptr) return nullptr;
    // Answers to a second question of the name replace those to the first.
    if (!names_.insert(name).second) comparable_ = false;
    return &memory->Answers<CFileAnswer>(kPrefix + name, key, tree_->files.size());
  }
  // Whether answers about the file are kept: headers of libraries, which are added at the end of
  // the tree, are not the same ones in each run.
  bool IsKept(int file) const { return FileOf(file).memory != nullptr; }
  // A kept answer about the file if there is one; reports to the tree's memory what it depends on.
  // Thread-safe.
  const CFileAnswer* Recall(const CFileAnswers* kept, int file) const;
  // Drops the answers to questions that were not asked since the last call: they no longer arise.
  void DropUnused() const {
    if (tree_->memory != nullptr) tree_->memory->DropUnused(kPrefix);
  }

  // Judges files by `words`: `holds` finds them as required in a text. Reports the search to the
  // tree's memory.
  using ContainsWords =
      std::function<bool(const WordSearch&, std::string_view, WordSearch::Scratch&)>;
  struct Search {
    WordSearch search;
    std::vector<std::shared_ptr<WordSearch::Scratch>> scratches;  // by thread
    ContainsWords holds;
  };
  std::shared_ptr<const Search> AskForWords(const std::set<std::string>& words,
                                            const ContainsWords& holds, Question* question) const;

  // Calls take(file, found) for each file with an answer, a shared_ptr<Found>, by one thread at a
  // time.
  template <class Found, class Take>
  void AskInAnyOrder(Question question, const Take& take) {
    std::mutex mutex;
    KeepBytes<Found>(&question);
    EachAnswer(question, [&](size_t i, std::shared_ptr<void> answer) {
      const std::lock_guard<std::mutex> lock(mutex);
      take(files_[i], std::static_pointer_cast<Found>(std::move(answer)));
    });
  }
  // The same in the order of the files. All answers are in memory at a time.
  template <class Found, class Take>
  void Ask(Question question, const Take& take) {
    std::vector<std::shared_ptr<void>> answers(files_.size());
    KeepBytes<Found>(&question);
    EachAnswer(question,
               [&](size_t i, std::shared_ptr<void> answer) { answers[i] = std::move(answer); });
    for (size_t i = 0; i < answers.size(); ++i) {
      if (answers[i] == nullptr) continue;
      take(files_[i], std::static_pointer_cast<Found>(std::move(answers[i])));
    }
  }

  // The tokens of the file, lexed once for several questions. Thread-safe.
  std::shared_ptr<const CTokens> TokensOf(const Asked& asked) {
    return tokens_.Of(asked.file, asked.text);
  }
  CTokenCache& tokens() { return tokens_; }
  RunBudget& budget() const { return *budget_; }  // of the present run

  // Whether these files, which have changed since the questions were asked, and the files that
  // depend on them give the same answers to all of them. `budget`, `cost`: of this run.
  bool AnswersAreTheSame(const std::set<size_t>& changed, RunBudget* budget, RunCost* cost);

  static constexpr const char* kPrefix = "C: ";  // of names in the tree's memory

 private:
  template <class Found>
  static void KeepBytes(Question* question) {
    question->pack = [](const void* found) { return ToBytes(*static_cast<const Found*>(found)); };
    question->unpack = [](const std::string& packed) -> std::shared_ptr<void> {
      auto found = std::make_shared<Found>();
      return FromBytes(packed, found.get()) ? found : nullptr;
    };
  }
  bool IsAnswerTheSame(const Question& question, int file, unsigned thread, std::string* buffer);
  // `each` is called from several threads.
  void EachAnswer(const Question& question,
                  const std::function<void(size_t i, std::shared_ptr<void> answer)>& each);
  const SourceFile& FileOf(int number) const { return tree_->files[static_cast<size_t>(number)]; }
  void Note(const SourceFile& file, const CFileAnswer& answer) const;
  std::shared_ptr<void> AnswerOf(const Question& question, int number, unsigned thread,
                                 std::string* buffer);
  // Reports why a file is skipped; false if there is no reason.
  bool LeaveOut(const SourceFile& file, const std::string& why);

  const Tree* const& tree_;
  const std::vector<int>& files_;
  const unsigned threads_;
  RunBudget* budget_;
  RunCost* cost_;
  std::mutex mutex_;
  std::vector<Diagnostic>& diagnostics_;
  CTokenCache tokens_;
  // What was asked, in this order, and whether its answers are all kept.
  std::vector<Question> asked_;
  std::set<std::string> names_;
  std::atomic<bool> comparable_ = true;
};

// Reports to the tree's memory, if it has one, that all C files in which nothing is found contain
// none of the words.
void NoteCSearch(const Tree& tree, const WordSearch& search);

}  // namespace flagcensus
