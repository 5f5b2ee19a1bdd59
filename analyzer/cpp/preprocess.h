// A file, line by line, with what it includes: which text stands under which macros.
//
// Two worlds. An open one keeps both branches of an #if that the tree does not decide, and a macro
// has all the definitions that it may have. A closed one is one configuration, as a compiler's:
// a name that nothing defines is not defined, and headers' text is text.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/cpp/condition.h"
#include "analyzer/cpp/environment.h"
#include "analyzer/cpp/lexer.h"

namespace flagcensus {

// The files that a preprocessor reads, lexed once each and kept. Not for several threads.
class PpSources {
 public:
  using Read = std::function<std::optional<std::string>(int file)>;
  // The file that `name` means in an #include of `from`; -1 where there is none.
  using Resolve = std::function<int(const std::string& name, int from)>;
  PpSources(Read read, Resolve resolve) : read_(std::move(read)), resolve_(std::move(resolve)) {}

  // nullptr where it cannot be read, or where all that are kept would be more than 256 MiB.
  // `text_too`: see LexPp; an unguarded file has its text in any case.
  const PpFile* Get(int file, bool text_too);
  int Find(const std::string& name, int from) { return resolve_(name, from); }

 private:
  struct Kept {
    std::unique_ptr<const PpFile> file;
    bool text_too = false;
  };
  Read read_;
  Resolve resolve_;
  std::map<int, Kept> kept_;
  std::vector<std::unique_ptr<const PpFile>> replaced_;  // what points into them stays right
  size_t bytes_ = 0;
};

struct PpOptions {
  bool closed = false;
  size_t files = 2'000;      // that are entered, each as often as it is included
  size_t lines = 2'000'000;  // of directives and texts
  int depth = 60;            // files within files
  PpLimits condition = {.steps = 20'000, .tokens = 4'000, .depth = 20};  // of one #if
};

class Preprocessor {
 public:
  Preprocessor(PpSources* sources, const PpOptions& options)
      : sources_(*sources), options_(options) {}

  // Tokens that stand one behind the other, with no directive between them that changes a macro
  // and, in the open world, under the same condition. `include`: the place of the file's own
  // #include by which they come; line 0 where they stand in the file itself.
  struct Text {
    const PpTokens& tokens;
    const PpCondition& condition;
    PpPlace include;
    const PpEnvironment& environment;
  };
  using TakeText = std::function<void(const Text& text)>;

  // All text of `file`, in order; in the open world without that of guarded headers. False where
  // the file cannot be read. What it hands out lives as long as the sources and this.
  bool Run(int file, const TakeText& take);

  const PpAtoms& atoms() const { return atoms_; }
  PpSpellings* spellings() { return &spellings_; }
  // What was left out: files too deep or too many, lines beyond the limit, macros in an #if.
  size_t cut() const { return cut_ + environment_.cut(); }

 private:
  struct Level {
    PpCondition assumed;    // of the branch at hand
    PpCondition before;     // that the branches before it are not taken
    PpCondition otherwise;  // what holds in all branches but this; empty: no conjunction says it
    bool taken = false;     // one of them surely is
    bool dead = false;      // the branch at hand surely is not
    PpCondition outer;      // of the directives around
    bool outer_dead = false;
  };
  void Enter(int file, int depth);
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
  std::vector<std::unique_ptr<const PpMacro>> macros_;
  std::map<const PpToken*, const PpMacro*> read_;  // by the name's token
  std::set<int> entered_;                          // guarded ones
  std::set<int> seen_;                             // all that were included
  std::vector<Level> levels_;
  PpCondition condition_;  // all levels together
  bool dead_ = false;
  size_t beyond_ = 0;  // levels that are not kept
  PpTokens pending_;
  PpCondition pending_condition_;
  PpPlace include_;
  size_t files_ = 0;
  size_t lines_ = 0;
  size_t cut_ = 0;
};

}  // namespace flagcensus
