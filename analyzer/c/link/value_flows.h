// The destinations of the values of C and C++ reads: the calls of queries/value_sinks.toml.
//
//   const char* editor = getenv("APP_EDITOR");
//   snprintf(line, sizeof line, "%s file", editor);
//   system(line);                              // APP_EDITOR: command, shell
//
// Each function is walked once, statement by statement, with the possible values of its variables:
// values of reads and of its own parameters. Its summary is what it returns, and which parameters
// reach which calls. Its callers apply the summary (Sharir and Pnueli's functional approach to
// interprocedural data flow). Not followed: values in members of records beyond the function,
// pointers to functions, and macros.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "analyzer/c/function_bodies.h"
#include "analyzer/model/value_sinks.h"

namespace flagcensus {

class CValueFlows {
 public:
  struct Site {
    int file = -1;
    uint32_t line = 0;    // 1-based
    uint32_t column = 0;  // 1-based, in bytes
    auto operator<=>(const Site&) const = default;
  };
  struct Flow {
    int read = -1;
    const ValueSink* sink = nullptr;
    std::string call;  // as spelled
    Site at;
    bool derived = false;  // the value is only a part of the argument
  };

  // A read, by the number that its flows have.
  void AddRead(const Site& at, int number) { reads_[at].push_back(number); }
  void AddFile(int file, std::shared_ptr<const CTokens> tokens);

  // Walks all files. Each flow is reported once; at most twelve of a read.
  std::vector<Flow> Run();
  // Functions that received values in Run and that no file defines.
  const std::set<std::string>& unknown() const { return unknown_; }

 private:
  // Which part of a text a value is: all of it, its beginning, or any part.
  enum class Form : uint8_t { kWhole, kBegins, kPart };
  struct Atom {
    int source = 0;  // a read's number; -1 and below: a parameter's, from the first on
    Form form = Form::kWhole;
    bool operator==(const Atom&) const = default;
  };
  using Atoms = std::vector<Atom>;
  struct Effect {
    int source = 0;  // of a parameter; kReadBefore
    Form form = Form::kWhole;
    const ValueSink* sink = nullptr;
    std::string call;
    Site at;
  };
  struct Summary {
    Atoms returned;
    std::vector<Effect> effects;
    std::set<int> reads;
  };
  struct File {
    std::shared_ptr<const CTokens> tokens;
    CFunctionBodies bodies;
    std::map<std::string, Atoms> globals;
  };
  struct Function {
    int file = -1;
    const CFunctionBody* body = nullptr;
    std::optional<Summary> summary;
  };
  class Text;
  class Variables;
  class Walk;

  static constexpr int kReadBefore = INT32_MIN;  // everything that was read before a call
  static constexpr int kMaxDepth = 12;           // of calls, and of brackets in an expression

  static void Join(const Atoms& from, Form form, Atoms* to);
  const Summary* SummaryOf(Function* function, int depth);
  static void AddEffect(const Effect& effect, Summary* summary);
  // Reports a read's flow; that of a parameter is added to the summary.
  void Note(const Effect& effect, const Atom& value, Summary* summary);

  std::map<Site, std::vector<int>> reads_;
  std::map<int, File> files_;
  std::vector<std::unique_ptr<Function>> functions_;
  std::map<std::string, std::vector<Function*>, std::less<>> by_name_;
  std::vector<Flow> flows_;
  std::map<int, std::set<std::tuple<const ValueSink*, int, uint32_t>>> reported_;
  std::set<std::string> unknown_;
  std::set<const Function*> open_;  // those being walked
};

}  // namespace flagcensus
