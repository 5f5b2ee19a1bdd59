// The rules of queries/value_sinks.toml: calls that load, run or write what a value names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct ValueSink {
  // Which argument the value has to reach; else a position from 0.
  static constexpr int kNone = -1;    // only the keyword
  static constexpr int kAny = -2;     // any of them
  static constexpr int kObject = -3;  // the first one that the method's object was made with
  static constexpr int kBefore = -4;  // none: all that was read before the call

  std::string what;  // the effect: "command"
  int argument = 0;
  std::string keyword;  // the argument by its name; empty if it has none
  bool part = false;    // a text that contains the value counts
  // Another argument has to be so; kNone and empty if none has to.
  int if_argument = kNone;
  std::string if_keyword;
  std::string if_holds;  // a literal with one of these bytes
  bool if_true = false;  // a constant that is true

  bool HasCondition() const { return if_argument != kNone || !if_keyword.empty(); }
};

class ValueSinkTable {
 public:
  // `language`: as in the file. Mistakes of the file are appended to `mistakes`.
  static ValueSinkTable Read(std::string_view toml, std::vector<std::string>* mistakes);

  // The sinks of a call by its dotted name, or by its last part as a method; empty if there are
  // none. Costs two searches. The result lives as long as the table.
  std::vector<const ValueSink*> Find(std::string_view language, std::string_view call) const;

  // The effects that rules name.
  std::vector<std::string> Effects() const;
  // Calls of a language with their rules.
  using Calls = std::multimap<std::string, ValueSink, std::less<>>;
  const Calls& CallsOf(std::string_view language) const;

 private:
  std::map<std::string, Calls, std::less<>> by_language_;
};

// The table of the program; it lives as long as that.
const ValueSinkTable& ValueSinks();

}  // namespace flagcensus
