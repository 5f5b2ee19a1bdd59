// changes ─→ one check for all that came in until a pause ─→ facts, answers
#include "analyzer/lsp/checker.h"

#include <algorithm>
#include <utility>

namespace flagcensus {
namespace {

// A check begins in a pause of the typing. The pause is as long as the last check took, within
// these bounds: in a small project results appear after each key, and a large one is not checked
// for half a word. A user who types without a pause gets results after a second.
constexpr std::chrono::milliseconds kMinQuiet{20};   // after the last edit
constexpr std::chrono::milliseconds kMaxQuiet{150};  // if a check takes long
constexpr std::chrono::milliseconds kAtMost{1000};   // after the first edit

}  // namespace

// The thread starts here: the members that it uses are declared before it.
Checker::Checker(Documents& documents, Began began, Ended ended)
    : documents_(documents),
      began_(std::move(began)),
      ended_(std::move(ended)),
      thread_([this] { Run(); }) {}

Checker::~Checker() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  woken_.notify_all();
  thread_.join();
}

// Requires the lock, and that the change is in `work_`.
//
//   changes at 0, 100 and 200 ms, a delay of 150 ms    ─→ due at 350 ms
//   a change every 100 ms                              ─→ due at 1000 ms
void Checker::Note(std::chrono::milliseconds delay) {
  const Clock::time_point now = Clock::now();
  if (first_change_ == Clock::time_point()) first_change_ = now;
  ++work_.number;
  due_ = std::min(now + delay, first_change_ + kAtMost);
  woken_.notify_all();
}

void Checker::AddFolder(std::string path, FolderSettings settings) {
  const std::lock_guard lock(mutex_);
  work_.added.emplace_back(std::move(path), std::move(settings));
  Note(std::chrono::milliseconds(0));
}

// A folder that was added and removed before the check was never opened.
void Checker::RemoveFolder(const std::string& path) {
  const std::lock_guard lock(mutex_);
  std::erase_if(work_.added, [&](const auto& added) { return added.first == path; });
  work_.removed.push_back(path);
  Note(std::chrono::milliseconds(0));
}

// A change on disk includes one in the editor: the file is read again.
void Checker::TakeChange(ChangedFile file) {
  const std::lock_guard lock(mutex_);
  bool& on_disk = work_.changed[std::move(file.path)];
  on_disk = on_disk || file.on_disk;
  Note(quiet_);
}

// A question needs the state after the changes so far, so a check begins immediately.
void Checker::Ask(LspAny id, Question question) {
  const std::lock_guard lock(mutex_);
  asked_.push_back({std::move(id), work_.number, std::move(question)});
  due_ = Clock::now();
  woken_.notify_all();
}

// A question that is being answered is no longer in the list, and gets its answer.
bool Checker::Withdraw(const LspAny& id) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(asked_.begin(), asked_.end(),
                                  [&](const Asked& asked) { return asked.id == id; });
  if (found == asked_.end()) return false;
  asked_.erase(found);
  return true;
}

std::shared_ptr<const Facts> Checker::facts() const {
  const std::lock_guard lock(mutex_);
  return facts_;
}

// Requires the lock. Removes and returns the first question that can be answered.
// A question is ripe if all changes before it have been checked.
std::list<Checker::Asked> Checker::TakeRipe() {
  std::list<Asked> out;
  const auto ripe = std::find_if(asked_.begin(), asked_.end(),
                                 [&](const Asked& asked) { return asked.after <= done_; });
  if (ripe != asked_.end()) out.splice(out.end(), asked_, ripe);
  return out;
}

// The steps of one check: folders, changes, projects, facts, and the report to the session.
void Checker::Do(const Work& work) {
  for (const std::string& path : work.removed) {
    folders_.remove_if([&](const ProjectFolder& folder) { return folder.path() == path; });
  }
  CheckEnd end;
  // Documents that change from here on have another version than in `end.checked`.
  end.checked = documents_.All();
  for (const auto& [path, settings] : work.added) {
    const bool known =
        std::any_of(folders_.begin(), folders_.end(),
                    [&, &path = path](const ProjectFolder& one) { return one.path() == path; });
    if (!known) folders_.emplace_back(path, settings).Open(documents_);
  }
  std::vector<ChangedFile> changed;
  for (const auto& [path, on_disk] : work.changed) changed.push_back({path, on_disk});
  // All folders see all changes; each knows which files it reads.
  for (ProjectFolder& folder : folders_) {
    if (!changed.empty()) folder.Take(changed, documents_);
    folder.Check(documents_);
  }
  auto facts = std::make_shared<Facts>();
  for (const ProjectFolder& folder : folders_) {
    for (const auto& one : folder.facts()) {
      if (one != nullptr) facts->projects.push_back(one);
    }
    if (!folder.problem().empty()) end.problems.emplace_back(folder.path(), folder.problem());
    for (const Diagnostic& failed : folder.failed()) {
      end.failed.emplace_back(folder.path(), failed);
    }
  }
  end.facts = facts;
  {
    const std::lock_guard lock(mutex_);
    facts_ = std::move(facts);
  }
  ended_(end);
}

// Loops: answers a question, waits for changes, waits for a pause, or checks.
//
// The lock is released during a check and during an answer, so the session never waits for
// them.
void Checker::Run() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    // Answers come first: each question waits for a person.
    if (std::list<Asked> ripe = TakeRipe(); !ripe.empty()) {
      const std::shared_ptr<const Facts> facts = facts_;
      busy_ = true;
      lock.unlock();
      ripe.front().question(*facts, folders_);
      lock.lock();
      busy_ = false;
      continue;
    }
    // A question about a state without changes can be answered in the next round.
    if (work_.empty()) {
      done_ = work_.number;
      if (!asked_.empty()) continue;
      if (std::none_of(folders_.begin(), folders_.end(),
                       [](const ProjectFolder& folder) { return folder.IsUnstored(); })) {
        woken_.wait(lock);
        continue;
      }
      // Nothing waits for an answer or a check now.
      busy_ = true;
      lock.unlock();
      for (ProjectFolder& folder : folders_) folder.Store();
      lock.lock();
      busy_ = false;
      continue;
    }
    if (Clock::now() < due_) {
      woken_.wait_until(lock, due_);
      continue;
    }
    // Changes that arrive during the check are collected in the new, empty `work_`.
    const Work work = std::exchange(work_, Work{{}, {}, {}, work_.number});
    first_change_ = {};
    busy_ = true;
    lock.unlock();
    began_();
    const Clock::time_point begin = Clock::now();
    Do(work);
    lock.lock();
    quiet_ = std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin),
                        kMinQuiet, kMaxQuiet);
    busy_ = false;
    done_ = work.number;
  }
}

}  // namespace flagcensus
