// Requests to a worker about one source, and its answers: one line of JSON each.
//
//   ─→ {"file":"/t/a.c", "sites":[{"line":3,"column":9,"default":"kPort + 1",...}], ...}
//   ←─ {"problem":"", "sites":[{"state":3,"default":"81","type":"int",...}], ...}
//
// An answer contains nothing of a file but the values of the requested expressions, types and
// places in the scanned tree: nothing else that a worker reads can be printed. It also has the
// names of the files that it read, for the cache.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"

namespace flagcensus {

// The exit status of a worker that finds no libclang.
inline constexpr int kNoLibclang = 69;
inline constexpr char kNoLibclangMessage[] = "it cannot be loaded";

// An answer's problem; the worker is not used again.
inline constexpr char kCrashedMessage[] = "the compiler crashed";

// One access as found by the token layer.
struct AskedSite {
  std::string file;            // absolute
  int line = 0;                // 1-based
  int column = 0;              // 1-based, in bytes: of the accessor's name
  std::string default_source;  // the expression to evaluate; "" if none is requested
  std::string name_source;     // the same for the variable's name
  std::string name_pattern;    // the name with '*' for unknown parts; "" if it is known
  std::vector<Place> chain;    // wrappers' places (absolute), which may contain the default
};

struct AskedCall {
  std::string function;  // "getenv", without its namespace
  int name = 0;          // the position of the argument that names the variable
};

struct UnitRequest {
  std::string file;                    // the source, absolute
  std::vector<std::string> arguments;  // sanitised, for the compiler
  std::vector<std::string> roots;      // folders that headers may come from, with trailing '/'
  std::vector<std::string> tree;       // those of them that are scanned: where calls are added
  std::vector<AskedSite> sites;
  std::vector<AskedCall> calls;  // accessors to search for; empty: add nothing
  bool tell = false;             // report what the answer depends on
};

struct SiteAnswer {
  enum class State {
    kAbsent,    // the source does not include the site's file
    kInactive,  // in a branch that this configuration skips
    kActive,    // compiled, but no call was found at the place
    kSeen,      // the compiler sees a call (or a macro's use) there
  };
  State state = State::kAbsent;
  std::optional<std::string> default_text;
  bool returned_enumerator = false;  // the default is `return kSomething;`
  std::optional<std::string> name;
  ValueType type = ValueType::kUnknown;  // of the call's value
};

struct AddedSite {
  std::string file;  // absolute, in the tree
  int line = 0;
  int column = 0;
  int call = 0;  // index into UnitRequest::calls
  std::string name;
  bool outside = false;  // from a macro that is defined outside the tree
};

// The result of looking up a path.
enum class Found {
  kThere,
  kAbsent,
  kEntries,  // a folder that was listed
  kLink,     // a link: its target determines what the compiler sees
};

struct Look {
  std::string path;
  Found found = Found::kThere;
};

// Bounds against a worker that writes anything.
inline constexpr size_t kMaxLooks = 100'000;   // of one answer
inline constexpr size_t kLongestLook = 4'096;  // bytes of a path

struct UnitAnswer {
  std::string problem;            // why there is no answer; "" if the source was read
  std::vector<SiteAnswer> sites;  // by index into UnitRequest::sites
  std::vector<AddedSite> added;   // sorted
  // If requested: all files that the answer depends on (absolute paths), except those that this
  // worker has reported before; and whether they are complete.
  std::vector<Look> looks;
  bool stated = false;
};

// One line without its line end. Bytes that are not UTF-8 are replaced.
std::string WriteRequest(const UnitRequest& request);
std::string WriteAnswer(const UnitAnswer& answer);

// nullopt if the line is not such a message: a compromised worker writes anything.
std::optional<UnitRequest> ReadRequest(std::string_view line);
std::optional<UnitAnswer> ReadAnswer(std::string_view line);

}  // namespace flagcensus
