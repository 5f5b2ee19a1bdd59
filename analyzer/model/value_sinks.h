// The rules of queries/value_sinks.toml: calls that load, run or write what a value names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct ValueSink {
  // Special values of `argument`, which is otherwise a 0-based position.
  static constexpr int kNone = -1;    // by keyword only
  static constexpr int kAny = -2;     // any argument
  static constexpr int kObject = -3;  // the first argument that created the method's object
  static constexpr int kBefore = -4;  // no argument: every value read before the call

  std::string what;  // the effect: "command"
  int argument = 0;
  std::string keyword;  // the argument's name; empty if it has none
  bool part = false;    // text that contains the value counts
  // Condition on another argument; kNone and empty if there is none.
  int if_argument = kNone;
  std::string if_keyword;
  std::string if_condition;  // a literal with one of these bytes
  bool if_true = false;      // a true constant

  bool HasCondition() const { return if_argument != kNone || !if_keyword.empty(); }
};

class ValueSinkTable {
 public:
  // `language`: as in the file. Errors in the file are appended to `mistakes`.
  static ValueSinkTable Read(std::string_view toml, std::vector<std::string>* mistakes);

  // The sinks of a call by its dotted name, or by its last part as a method; empty if there are
  // none. Costs two lookups. The pointers are valid as long as the table.
  std::vector<const ValueSink*> Find(std::string_view language, std::string_view call) const;

  // The effects that rules name.
  std::vector<std::string> Effects() const;
  // The calls of a language with their rules.
  using Calls = std::multimap<std::string, ValueSink, std::less<>>;
  const Calls& CallsOf(std::string_view language) const;

 private:
  std::map<std::string, Calls, std::less<>> by_language_;
};

// The built-in table, with static lifetime.
const ValueSinkTable& ValueSinks();
// The effect of the text after `sh -c`, which a shell reads.
const ValueSink& ShellTextSink();

}  // namespace flagcensus
