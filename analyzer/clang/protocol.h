// What the program asks a worker about one source, and what it answers: one line of JSON each way.
//
// An answer holds nothing of a file but the values of asked expressions, types and places in the
// scanned tree: what a worker reads on the way cannot be printed. Beside them stand the names of
// the files that it looked at, for who keeps answers.
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

// An answer's problem; the worker is not asked again.
inline constexpr char kCrashedMessage[] = "the compiler crashed";

// One access, as the token layer found it.
struct AskedSite {
  std::string file;            // absolute
  int line = 0;                // 1-based
  int column = 0;              // 1-based, in bytes: where the accessor's name stands
  std::string default_source;  // the expression to evaluate; "" where none is asked for
  std::string name_source;     // the same for the variable's name
  std::string name_pattern;    // the name with '*' for unknown parts; "" where it is known
  std::vector<Place> chain;    // wrappers' places (absolute), where the default may stand instead
};

struct AskedCall {
  std::string function;  // "getenv", without its namespace
  int name = 0;          // the position of the argument that names the variable
};

struct UnitRequest {
  std::string file;                    // the source, absolute
  std::vector<std::string> arguments;  // sanitised, for the compiler
  bool prelude = false;                // stand in for the system's headers
  std::vector<std::string> roots;      // folders that headers may come from, with '/' at their end
  std::vector<std::string> tree;       // those of them that are scanned: where calls are added
  std::vector<AskedSite> sites;
  std::vector<AskedCall> calls;  // accessors to look for; none: add nothing
  bool tell = false;             // what the answer depends on
};

struct SiteAnswer {
  enum class State {
    kAbsent,    // the source does not include the site's file
    kInactive,  // in a branch that this configuration leaves out
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
  bool outside = false;  // written by a macro from outside the tree
};

// What a look at a path found.
enum class Found {
  kThere,
  kAbsent,
  kEntries,  // a folder, which was listed
  kLink,     // a link: where it leads says what the compiler is shown
};

struct Look {
  std::string path;
  Found found = Found::kThere;
};

inline constexpr size_t kMaxLooks = 100'000;   // of one answer
inline constexpr size_t kLongestLook = 4'096;  // bytes of a path

struct UnitAnswer {
  std::string problem;            // why there is nothing; "" where the source was read
  std::vector<SiteAnswer> sites;  // by index into UnitRequest::sites
  std::vector<AddedSite> added;   // sorted
  // Where it was asked to tell: the looks of all files that the answer depends on (absolute paths),
  // but for those that this worker has told before; and whether they are all.
  std::vector<Look> looks;
  bool told = false;
};

// One line without its end. Bytes that are no UTF-8 are replaced.
std::string WriteRequest(const UnitRequest& request);
std::string WriteAnswer(const UnitAnswer& answer);

// Nothing where the line is no such message: a worker that was taken over writes what it likes.
std::optional<UnitRequest> ReadRequest(std::string_view line);
std::optional<UnitAnswer> ReadAnswer(std::string_view line);

}  // namespace flagcensus
