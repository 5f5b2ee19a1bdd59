#include "analyzer/c/link/file_questions.h"

#include <new>

#include "analyzer/base/guarded.h"
#include "analyzer/base/parallel.h"
#include "analyzer/c/tokens.h"

namespace flagcensus {

void NoteCSearch(const Tree& tree, const WordSearch& search) {
  if (tree.memory == nullptr) return;
  tree.memory->NoteSearch(tree, search, [](const SourceFile& file) { return IsC(file.kind); });
}

std::shared_ptr<const CFileQuestions::Search> CFileQuestions::AskForWords(
    const std::set<std::string>& words, const ContainsWords& holds, Question* question) const {
  const auto asked = std::make_shared<Search>(
      Search{WordSearch(std::vector<std::string>(words.begin(), words.end())), {}, holds});
  for (unsigned i = 0; i < threads_; ++i) asked->scratches.push_back(asked->search.MakeScratch());
  NoteCSearch(*tree_, asked->search);
  // Before a file is read: the words of an earlier reading may exclude it.
  question->may = [asked](const SourceFile& file) { return asked->search.MayStandIn(*file.words); };
  const bool joined = question->first;
  const bool noted = tree_->memory != nullptr;
  question->holds = [=](const CFileQuestions::Asked& file) {
    const WordSearch& search = asked->search;
    WordSearch::Scratch& scratch = *asked->scratches[file.thread];
    // A name that a line continuation splits is found in the text without continuations. Only at
    // the first reading: a file without such a name is not read again.
    const bool parted = joined && PartsNames(file.text);
    const bool wanted = asked->holds(search, file.text, scratch) ||
                        (parted && asked->holds(search, WithoutJoins(file.text), scratch));
    if (wanted) return Words::kWanted;
    return noted && (parted || search.Contains(file.text, scratch)) ? Words::kNotWanted
                                                                    : Words::kNone;
  };
  return asked;
}

bool CFileQuestions::LeaveOut(const SourceFile& file, const std::string& why) {
  if (why.empty()) return false;
  const std::lock_guard<std::mutex> lock(mutex_);
  diagnostics_.push_back({"unreadable-file", {file.path, 0, 0}, why});
  return true;
}

// The files on which the answer depends, for the cache: the file and those that it included.
void CFileQuestions::Note(const SourceFile& file, const CFileAnswer& answer) const {
  if (file.memory == nullptr) return;
  if (answer.read) file.memory->NoteRead(file.absolute);
  for (const int other : answer.also) {
    // A number from the cache may be any.
    if (other < 0 || static_cast<size_t>(other) >= tree_->files.size()) continue;
    if (IsKept(other)) file.memory->NoteRead(FileOf(other).absolute);
  }
}

const CFileAnswer* CFileQuestions::Recall(const CFileAnswers* kept, int file) const {
  if (kept == nullptr || !IsKept(file)) return nullptr;
  const std::optional<CFileAnswer>& known = (*kept)[static_cast<size_t>(file)];
  if (!known || known->outdated) return nullptr;
  Note(FileOf(file), *known);
  return &*known;
}

// The steps: a kept answer; the words known from before; the text and its words; then the parse,
// within the budget. Each step may end with an answer without a result, which is kept, too.
std::shared_ptr<void> CFileQuestions::AnswerOf(const Question& question, int number,
                                               unsigned thread, std::string* buffer) {
  const SourceFile& file = FileOf(number);
  const auto refused = [&] {
    return question.first && (LeaveOut(file, budget_->ParseRefusalReason(file.size)) ||
                              LeaveOut(file, budget_->RefusalReason()));
  };
  if (const CFileAnswer* known = Recall(question.kept, number)) {
    if (!known->found || refused()) return nullptr;
    if (std::shared_ptr<void> found = question.unpack(*known->found)) return found;
  }
  CFileAnswer answer;
  const bool kept = question.kept != nullptr && IsKept(number);
  std::shared_ptr<void> found;
  const auto keep = [&] {
    if (!answer.lasts) comparable_ = false;
    if (!kept || !answer.lasts) return found;
    if (found != nullptr) answer.found = question.pack(found.get());
    (*question.kept)[static_cast<size_t>(number)] = std::move(answer);
    return found;
  };
  if (question.may && !question.may(file)) return keep();
  const std::string unread = ReadForSearch(file, buffer);
  if (!unread.empty()) {
    if (question.first) LeaveOut(file, unread);
    return nullptr;
  }
  if (question.first) file.words->Note(*buffer);
  const Asked asked = {number, *buffer, thread, &answer};
  const Words words = question.holds(asked);
  answer.read = words != Words::kNone;
  Note(file, answer);
  if (words != Words::kWanted) return keep();
  // A file beyond the limits is not parsed, and its answer is not kept: a later run may have other
  // limits.
  if (refused()) return nullptr;
  const RunBudget::Share share(*budget_, RunBudget::ParseBytes(file.size));
  const PhasePart part(cost_, Phase::kC);
  try {
    // A file that cannot be parsed, for an error or lack of memory, is reported and skipped; the
    // others are read.
    if (LeaveOut(file, Guarded([&] { found = question.make(asked); }))) return nullptr;
  } catch (const std::bad_alloc&) {
    LeaveOut(file, kNoMemory);
    return nullptr;
  }
  return keep();
}

void CFileQuestions::EachAnswer(
    const Question& question,
    const std::function<void(size_t i, std::shared_ptr<void> answer)>& each) {
  const PhaseScope phase(cost_, Phase::kSearch);
  std::vector<std::string> buffers(threads_);
  ParallelFor(files_.size(), threads_, [&](size_t i, unsigned thread) {
    if (question.of && !question.of(files_[i])) return;
    std::shared_ptr<void> answer = AnswerOf(question, files_[i], thread, &buffers[thread]);
    if (answer != nullptr) each(i, std::move(answer));
  });
  // A question without kept answers cannot be compared.
  if (question.kept == nullptr) comparable_ = false;
  const bool asks_again = tree_->memory != nullptr && tree_->memory->parsed();
  if (comparable_ && asks_again) asked_.push_back(question);
}

// The new answer is kept in place of the old one.
bool CFileQuestions::IsAnswerTheSame(const Question& question, int file, unsigned thread,
                                     std::string* buffer) {
  std::optional<CFileAnswer>& known = (*question.kept)[static_cast<size_t>(file)];
  const std::optional<std::string> before = std::move(known->found);
  known.reset();
  AnswerOf(question, file, thread, buffer);
  return known && known->found == before;  // none: it cannot be read any more
}

// A file without a kept answer either was not asked or could not be read. As long as the answers
// are the same, so are the files that are asked.
bool CFileQuestions::AnswersAreTheSame(const std::set<size_t>& changed, RunBudget* budget,
                                       RunCost* cost) {
  if (!comparable_) return false;
  budget_ = budget;
  cost_ = cost;
  tokens_.Clear();
  const PhaseScope phase(cost_, Phase::kSearch);
  std::vector<std::string> buffers(threads_);
  std::atomic<bool> same = true;
  for (const Question& question : asked_) {
    std::vector<int> outdated;
    for (const int file : files_) {
      if (!IsKept(file)) continue;
      const std::optional<CFileAnswer>& known = (*question.kept)[static_cast<size_t>(file)];
      if (known && known->outdated) outdated.push_back(file);
      const bool asked = !question.of || question.of(file);
      if (!known && asked && changed.count(static_cast<size_t>(file)) > 0) return false;
    }
    ParallelFor(outdated.size(), threads_, [&](size_t i, unsigned thread) {
      if (same && !IsAnswerTheSame(question, outdated[i], thread, &buffers[thread])) same = false;
    });
    if (!same) return false;
  }
  tokens_.Clear();
  return !budget->HasRefused();
}

}  // namespace flagcensus
