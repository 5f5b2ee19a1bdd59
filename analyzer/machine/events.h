// Events: what a run of the machine does to the environment, by the place where it is reported.
//
//   def opt(name): return os.environ.get(name, "1")
//   opt("APP_X")     ─→ EventSite: at = the call of opt, name APP_X, accessors = {the call of get},
//                       default "1"; call.is_accessor and named.by_parameter are false
//
// The run updates a site at each event there; python/machine/ makes an Access of each at the end.
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

// A node of a unit, which is a source position. Unit -1: no position.
struct CodePoint {
  int unit = -1;
  uint32_t node = 0;
  auto operator<=>(const CodePoint&) const = default;
};

struct CodePointHash {
  size_t operator()(const CodePoint& at) const {
    const uint64_t both = static_cast<uint64_t>(static_cast<uint32_t>(at.unit)) << 32 | at.node;
    // Fibonacci hashing: the multiplier is 2^64 divided by the golden ratio.
    const uint64_t hash = both * 0x9e3779b97f4a7c15;
    return static_cast<size_t>(hash ^ hash >> 32);
  }
};

// How the name of a site is known.
struct EventName {
  bool by_parameter = false;  // the name is an argument of a function
  bool by_row = false;  // the name is from a row of a table in which a function looks its key up
  Symbol of_base = 0;   // of the base of a class, not in the tree: what its names begin with
  bool transformed = false;  // its name is derived from the spelled one: app_x → APP_X
};

// The call at the place of a site.
struct EventCall {
  bool is_accessor = false;  // the place is the accessor's own call
  Symbol via = 0;            // the accessor's name if it is
  Symbol name = 0;           // if not: the name of what is called there; 0: as spelled
};

// The calls between the place and the environment.
struct EventPath {
  std::set<CodePoint> accessors;  // the accessors' calls
  std::set<CodePoint> passed;     // all calls between `at` and the environment, of any event
  std::vector<CodePoint> chain;   // the calls of its first event
};

// What happens if the variable is unset, by exceptions.
struct EventRaises {
  bool certain = false;   // a read that raises if the variable is unset
  bool optional = false;  // a read that does not
  bool caught = false;    // a handler of its own function runs if it raises
  bool unasked = false;   // a read that raises is not below a test that the variable is set
  bool required = false;  // the code that uses it raises if the variable is unset
};

struct EventWrite {
  Val value = nullptr;     // null: not a write, or unknown
  bool likely = false;     // a write that counts if the program reads the variable
  bool fills = false;      // a write only where the variable is unset
  bool overrides = false;  // a write where it may be set
  bool partly = false;     // a write only in some runs in which it is unset
  bool saved = false;      // the value that it reads is written back to the variable
};

struct EventDefault {
  Val value = nullptr;   // null: unknown
  Val passed = nullptr;  // the one passed to the accessor; null: there is no such argument
  Val inner = nullptr;   // its replacement in a function below that frame; null: unknown
  bool json = false;     // the value without any variable set is to be written as JSON
  // It is the value that the class has in the field in which it is stored.
  bool by_class = false;
};

struct EventType {
  ValueType type = ValueType::kUnknown;
  bool many = false;         // its value is converted in different ways
  bool may_be_text = false;  // the code that gets its value tests whether it is a number
  bool by_bool = false;      // bool() of its text is what makes it a switch
  bool by_accessor = false;  // the accessor itself returns a boolean: env.bool("A")
};

// What is read or computed instead if the variable is unset.
struct EventUnset {
  bool falls_back = false;  // another variable is read
  // Of its last event: the number of the first of several reads that count as one, of one variable
  // or of several. 0: it is a read of this variable alone.
  uint64_t together = 0;
  Symbol outer = 0;       // the variable that is read first: unset, it leads here; 0: none
  Val value = nullptr;    // what is computed instead
  bool computed = false;  // an unknown value replaces it
};

// What the statement around a read does with the value.
struct EventUse {
  bool kept = false;     // the value bound by its statement depends on its variable
  bool carried = false;  // and is the variable's value, converted or not
  CodePoint giver;       // the function that returns its value; unit -1: none
  // How branches test its value: never; for truth; for truth as a name bound in the test, or
  // against a list with an empty value; for None. `if x:` treats an empty value as unset, `if x is
  // None` does not.
  enum class Tested : uint8_t { kNever, kTruth, kTaken, kNone };
  Tested tested = Tested::kNever;
};

// What is known of its possible texts.
struct EventWords {
  std::vector<std::string> truthy;  // words to which it is compared as true, lower case
  std::vector<std::string> falsy;
  std::set<std::string> others;   // other words to which it is compared one by one, lower case
  std::set<std::string> spelled;  // all of these as they are written, if its case is not changed
  Symbol separator = 0;           // what its text is split at; 0: not known
  bool choices = false;           // only the spelled words are valid values
};

// Of its last event.
struct EventRun {
  std::set<uint32_t> frames;  // the activations that contain `at`; 0: one that has ended
  uint64_t epoch = 0;
};

// A library call that the value reaches.
struct EventFlow {
  const ValueSink* sink = nullptr;
  Symbol call = 0;
  CodePoint at;
  bool derived = false;
};

// An access at one place to one variable.
struct EventSite {
  uint32_t number = 0;
  CodePoint at;  // the call in the frame that spells the name, or the literal itself
  // The row of a table of names, if it is reported there; unit -1: it is reported at `at`.
  CodePoint row;
  std::optional<Symbol> name;  // with '*' for unknown parts; nullopt: unknown
  Symbol variable = 0;         // the variable of its facets
  AccessOp op = AccessOp::kRead;
  EventName named;
  EventCall call;
  EventPath path;
  EventRaises raises;
  EventWrite write;
  EventDefault fallback;
  EventType typed;
  EventUnset unset;
  EventUse use;
  EventWords words;
  EventRun last;
  std::string description;
  std::vector<EventFlow> flows;
};

// Reads and tests of one name at one place are one site. Writes are another, and so are deletions.
class EventLog {
 public:
  enum class Group : uint8_t { kRead, kWrite, kDelete, kBulk };
  static Group GroupOf(AccessOp op);

  // The site of that key, created if it is new. References stay valid.
  EventSite& SiteOf(const CodePoint& at, std::optional<Symbol> name, Group group);
  EventSite& Numbered(uint32_t number) { return sites_[number]; }
  // A deque: references to sites stay valid while others are added.
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
