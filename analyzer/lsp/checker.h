// Checker: the thread that owns the projects. It waits until there has been no change for a moment,
// checks what the changes affect, publishes the facts, and answers the questions that need them
// fresh.
//
//   TakeChange(a), TakeChange(b)   ... 150 ms without another ...   one check for both
//   Ask(id, question)              the check begins at once, and the question is answered after it
//
// The session's thread calls the public functions; `began`, `ended` and the questions run on the
// checker's thread.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "analyzer/lsp/documents.h"
#include "analyzer/lsp/facts.h"
#include "analyzer/lsp/lsp_json.h"
#include "analyzer/lsp/project_folder.h"

namespace flagcensus {

// The result of a finished check besides the facts.
struct CheckEnd {
  std::shared_ptr<const Facts> facts;
  // The documents that were checked, by path. A document that has changed since has another
  // version.
  std::map<std::string, OpenDocument> checked;
  // The folder, and what is wrong with it.
  std::vector<std::pair<std::string, std::string>> problems;
  // The folder, and the project that was skipped.
  std::vector<std::pair<std::string, Diagnostic>> failed;
};

class Checker {
 public:
  using Began = std::function<void()>;
  using Ended = std::function<void(const CheckEnd& end)>;
  // Answers a question, with the projects of all folders.
  using Question = std::function<void(const Facts& facts, std::list<ProjectFolder>& folders)>;

  // Both are called on the thread of this.
  Checker(Documents& documents, Began began, Ended ended);
  // Waits for a check that runs.
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  void AddFolder(std::string path, FolderSettings settings);
  void RemoveFolder(const std::string& path);
  void TakeChange(ChangedFile file);
  // Answers the question after everything that happened before has been checked.
  void Ask(LspAny id, Question question);
  // Withdraws a question that is not answered yet; returns whether there is one.
  bool Withdraw(const LspAny& id);

  std::shared_ptr<const Facts> facts() const;
  // Whether a check or an answer is in progress.
  bool is_busy() const { return busy_; }

 private:
  using Clock = std::chrono::steady_clock;
  // A question, with the changes that must be checked before it is answered.
  struct Asked {
    LspAny id;
    uint64_t after = 0;  // the number of the last change before it
    Question question;
  };
  // Changes that are not checked yet. Several changes of one path are one.
  struct Work {
    std::vector<std::pair<std::string, FolderSettings>> added;
    std::vector<std::string> removed;
    std::map<std::string, bool> changed;  // path → on disk
    uint64_t number = 0;                  // of the last change in it

    bool empty() const { return added.empty() && removed.empty() && changed.empty(); }
  };

  void Run();
  void Note(std::chrono::milliseconds delay);
  std::list<Asked> TakeRipe();
  void Do(const Work& work);

  Documents& documents_;
  const Began began_;
  const Ended ended_;
  std::list<ProjectFolder> folders_;  // used only by the thread

  mutable std::mutex mutex_;
  std::condition_variable woken_;
  Work work_;
  uint64_t done_ = 0;  // the last change that was checked
  Clock::time_point first_change_;
  Clock::time_point due_;
  std::chrono::milliseconds quiet_{150};  // how long there must be no change before a check
  std::list<Asked> asked_;
  std::shared_ptr<const Facts> facts_ = std::make_shared<const Facts>();
  bool stop_ = false;
  std::atomic<bool> busy_ = false;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace flagcensus
