// Events: what a run of the machine does to the environment, by the place where it is reported.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analyzer/machine/value.h"

namespace flagcensus {

struct ValueSink;

// A node of a unit: a source position.
struct CodePoint {
  int unit = -1;
  uint32_t node = 0;
  auto operator<=>(const CodePoint&) const = default;
};

struct CodePointHash {
  size_t operator()(const CodePoint& at) const {
    const uint64_t both = static_cast<uint64_t>(static_cast<uint32_t>(at.unit)) << 32 | at.node;
    const uint64_t hash = both * 0x9e3779b97f4a7c15;
    return static_cast<size_t>(hash ^ hash >> 32);
  }
};

// An access at one place to one variable.
struct EventSite {
  uint32_t number = 0;
  CodePoint at;   // the call in the frame that spells the name, or the literal itself
  CodePoint row;  // the row of a table of names that it is told at; unit -1: it is told at `at`
  std::set<CodePoint> accessors;  // the accessors' calls
  std::set<CodePoint> passed;     // all calls between `at` and the environment, of any event
  std::optional<Symbol> name;     // with '*' for unknown parts; nullopt: unknown
  Symbol variable = 0;            // the variable of its facets
  AccessOp op = AccessOp::kRead;
  bool at_accessor = false;   // `at` is the accessor's own call
  bool by_parameter = false;  // the name is an argument of a function
  bool certain = false;       // a read that raises if the variable is unset
  bool optional = false;      // a read that does not
  bool caught = false;        // a handler of its own function runs if it raises
  bool unasked = false;       // a read that raises is not below a test that the variable is set
  bool required = false;      // the code that uses it raises if the variable is unset
  bool by_row = false;        // the name is of a row in a table that a function looks its key up in
  Symbol of_base = 0;      // of a class's base that is not in the tree: what its names begin with
  bool likely = false;     // a write that counts if the program reads such a variable
  bool fills = false;      // a write only where the variable is unset
  bool overrides = false;  // a write where it may be set
  bool partly = false;     // a write only in some runs in which it is unset
  Val default_value = nullptr;  // null: unknown
  Val given_default = nullptr;  // the one passed to the accessor; null: none
  Val inner_default = nullptr;  // its replacement in a function below that frame; null: unknown
  Val written = nullptr;        // null: not a write, or unknown
  ValueType type = ValueType::kUnknown;
  bool many_types = false;   // its value is converted in different ways
  bool may_be_text = false;  // the code that gets its value tests whether it is a number
  bool transformed = false;  // its name is derived from the spelled one: app_x → APP_X
  bool falls_back = false;   // if it is unset, another variable is read
  // Of its last event: that of the first of several reads that are one, of one variable or another;
  // 0: it is a read of this variable alone.
  uint64_t together = 0;
  Symbol outer = 0;      // the variable whose unset read leads to this one; 0: none
  Val unset = nullptr;   // what is computed instead if it is unset
  bool saved = false;    // the value that it reads is written back to the variable
  bool kept = false;     // the value bound by its statement depends on its variable
  bool carried = false;  // and is its value, converted or not
  CodePoint giver;       // the function that returns its value; unit -1: none
  // How branches test its value: never; for truth; for truth as a name bound in the test, or
  // against a list with an empty value; for None.
  enum class Tested : uint8_t { kNever, kTruth, kTaken, kNone };
  Tested tested = Tested::kNever;
  bool computed = false;            // an unknown value replaces it if it is unset
  Symbol via = 0;                   // the accessor's name if `at_accessor`
  Symbol called = 0;                // else the name of what is called at `at`; 0: as spelled
  std::vector<CodePoint> chain;     // the calls of its first event
  std::set<uint32_t> frames;        // that contain `at`; 0: none that is still running
  uint64_t epoch = 0;               // of its last event
  std::vector<std::string> truthy;  // words that it is compared with, lower case
  std::vector<std::string> falsy;
  std::set<std::string> words;    // others that it is compared with one by one, lower case
  std::set<std::string> spelled;  // all of these as they are written, if its case is not changed
  Symbol separator = 0;           // what its text is split at; 0: not known
  bool json = false;              // what it is where nothing is set is to be written as JSON
  bool by_class = false;  // its default is what the class has in the field that it is stored in
  bool choices = false;   // it may be none but the spelled words
  bool by_bool = false;   // bool() of its text is what makes it a switch
  std::string description;
  // Library calls that its value reaches.
  struct Flow {
    const ValueSink* sink = nullptr;
    Symbol call = 0;
    CodePoint at;
    bool derived = false;
  };
  std::vector<Flow> flows;
};

// Reads and tests of one name at one place are one site, and so are writes, and deletions.
class EventLog {
 public:
  enum class Group : uint8_t { kRead, kWrite, kDelete, kBulk };
  static Group GroupOf(AccessOp op);

  // The site of that key, created if it is new. References stay valid.
  EventSite& SiteOf(const CodePoint& at, std::optional<Symbol> name, Group group);
  EventSite& Numbered(uint32_t number) { return sites_[number]; }
  std::deque<EventSite>& sites() { return sites_; }
  const std::deque<EventSite>& sites() const { return sites_; }
  // The sites of the variable, in the order of their first events.
  const std::vector<uint32_t>& OfVariable(Symbol variable) const;
  void NoteVariable(Symbol variable, uint32_t site);
  uint64_t NextEpoch() { return ++epoch_; }
  uint64_t epoch() const { return epoch_; }

 private:
  using Key = std::tuple<int, uint32_t, bool, Symbol, Group>;
  std::map<Key, uint32_t> numbers_;
  std::deque<EventSite> sites_;
  std::unordered_map<Symbol, std::vector<uint32_t>> of_variable_;
  uint64_t epoch_ = 0;
};

}  // namespace flagcensus
