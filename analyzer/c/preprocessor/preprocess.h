// Reads a file line by line, with its includes: which text occurs under which macros.
//
//   #ifdef FAST
//   get("A");            ─→ Text `get ( "A" ) ;` under the condition defined(FAST)
//   #else
//   get("B");            ─→ Text under !defined(FAST)
//   #endif
//
// There are two worlds. The open one keeps both branches of an #if that the tree does not decide,
// and a macro has all its possible definitions. The closed one is one configuration, as in a
// compiler: a name that nothing defines is not defined, and headers' text is text.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/preprocessor/condition.h"
#include "analyzer/c/preprocessor/environment.h"
#include "analyzer/c/preprocessor/lexer.h"

namespace flagcensus {

// The files that preprocessors read; what others include is lexed once and cached. Thread-safe.
class PpSources {
 public:
  using Read = std::function<std::optional<std::string>(int file)>;
  // The file that `name` denotes in an #include of `from`; -1 if there is none.
  using Resolve = std::function<int(const std::string& name, int from)>;
  PpSources(Read read, Resolve resolve) : read_(std::move(read)), resolve_(std::move(resolve)) {}

  // nullptr if it cannot be read, or if the cached files would exceed 256 MiB. `text_too`: see
  // LexPp; an unguarded file always has its text.
  const PpFile* Get(int file, bool text_too);
  // The file with its text, which is not cached for it; nullptr if it cannot be read.
  std::shared_ptr<const PpFile> Main(int file);
  // Whether Get returned nullptr because of the limit.
  bool full() const { return full_; }
  // Whether the cached files are at half of it. Not thread-safe.
  bool HalfFull() const;
  // Frees all files, which must not be used any more.
  void Clear();
  int Find(const std::string& name, int from) { return resolve_(name, from); }

 private:
  struct Kept {
    std::unique_ptr<const PpFile> file;
    bool text_too = false;
  };
  Read read_;
  Resolve resolve_;
  std::mutex mutex_;
  std::map<int, Kept> kept_;
  std::vector<std::unique_ptr<const PpFile>> replaced_;  // views into them stay valid
  size_t bytes_ = 0;
  std::atomic<bool> full_ = false;
};

struct PpOptions {
  bool closed = false;
  size_t files = 2'000;      // entered, counted at each inclusion
  size_t lines = 2'000'000;  // of directives and texts
  int depth = 60;            // of nested includes
  PpLimits condition = {.steps = 20'000, .tokens = 4'000, .depth = 20};  // of one #if
};

class Preprocessor {
 public:
  Preprocessor(PpSources* sources, const PpOptions& options)
      : sources_(*sources), options_(options) {}

  // Consecutive tokens without a directive between them that changes a macro and, in the open
  // world, under the same condition. `include`: the place of the #include in the file itself
  // through which they are read; line 0 if they are in the file.
  struct Text {
    const PpTokens& tokens;
    const PpCondition& condition;
    PpPlace include;
    const PpEnvironment& environment;
  };
  using TakeText = std::function<void(const Text& text)>;

  // Passes all text of `file` to `take` in order, in the open world without guarded headers. False
  // if the file cannot be read. What it passes lives as long as the sources and this.
  bool Run(int file, const TakeText& take);

  // The file that was passed to Run; null if it cannot be read.
  const PpFile* main() const { return main_.get(); }
  // The files that its #include directives denote, read or not.
  const std::set<int>& included() const { return included_; }
  const PpAtoms& atoms() const { return atoms_; }
  PpSpellings* spellings() { return &spellings_; }
  // Number of skipped items: files too deep or too many, lines beyond the limit, macros in an #if.
  size_t cut() const { return cut_ + environment_.cut(); }

 private:
  struct Level {
    PpCondition assumed;    // of the current branch
    PpCondition before;     // that the earlier branches do not apply
    PpCondition otherwise;  // true in all other branches; empty: not a conjunction
    bool taken = false;     // one of them certainly applies
    bool dead = false;      // the current branch certainly does not apply
    PpCondition outer;      // of the enclosing directives
    bool outer_dead = false;
  };
  void Enter(int number, int depth);
  void Directive(const PpFile& file, const PpLine& line, int depth);
  void Open(const PpFile& file, const PpLine& line);
  void Else(const PpFile& file, const PpLine& line);
  void Close();
  void Branch(const PpFile& file, const PpLine& line, Level* level);
  void Define(const PpFile& file, const PpLine& line);
  void Include(const PpFile& file, const PpLine& line, int depth);
  std::string IncludedName(const PpTokens& tokens);
  const PpCondition& Otherwise() const;
  void Refresh();
  void Flush();
  std::optional<bool> IsDefined(std::string_view name) const;
  PpTokens Answered(const PpTokens& tokens, int file);
  bool HasInclude(const PpTokens& name, int file);
  std::optional<int64_t> Decide(const PpTokens& expression, int file);
  PpTokens ExpandKnown(const PpTokens& tokens);
  uint64_t EpochOf(const PpTokens& tokens) const;

  PpSources& sources_;
  const PpOptions options_;
  const TakeText* take_ = nullptr;
  PpAtoms atoms_;
  PpSpellings spellings_;
  PpEnvironment environment_;
  std::shared_ptr<const PpFile> main_;
  std::set<int> entered_;  // guarded ones
  std::set<int> seen_;     // all that were entered
  // Files, levels and texts, in the order in which Enter and Directive use them.
  std::set<int> included_;
  std::vector<Level> levels_;
  PpCondition condition_;  // of all levels combined
  bool dead_ = false;
  size_t beyond_ = 0;  // levels that are not stored
  // Tokens that are not passed to `take_` yet.
  struct Pending {
    PpTokens tokens;
    PpCondition condition;
  } pending_;
  PpPlace include_;
  size_t files_ = 0;
  size_t lines_ = 0;
  size_t cut_ = 0;
};

}  // namespace flagcensus
