// Receivers of the values of accesses, and how they are used: the parts of FindConsumption.
//
//   LIMIT = os.environ.get("APP_LIMIT")       Holder: kModule, LIMIT
//   class Conf: port = int(getenv("P"))       Holder: kField, port, owner Conf
//   static const char* home() { return getenv("HOME_DIR"); }   Holder: kFunction, home, c
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>

#include "analyzer/model/flag.h"

namespace flagcensus {

// A name that receives a value that was read.
struct Holder {
  enum class Kind {
    kModule,     // a module-level name; in C a global, a static, a name of a namespace
    kAttribute,  // of an object: any attribute of that name counts as it
    kField,      // of a class: likewise, and it may be reached through the class as a whole
    kFunction,   // returns the value
    kLocal,      // a local variable of the function around `line`
  };
  std::string file;
  std::string name;
  Kind kind = Kind::kModule;
  int line = 0;  // kLocal, and the results of macro calls: the access's line, 1-based
  bool c = false;
  std::string owner = {};  // kField: the class
  friend auto operator<=>(const Holder& a, const Holder& b) = default;
};

// The uses of a holder that were found: in relevant code, and in tests and examples.
struct Tally {
  std::set<std::string> options;  // other names by which a declared flag is used
  std::string variable;           // kLocal: what was read, to recognise it when it is written back
  // C, kAttribute: functions to which the record is passed. One that the tree does not define may
  // use it.
  std::set<std::string> lent_to;
  bool declarator = false;
  bool used = false;
  bool used_in_tests = false;
  bool is_public = false;
  Consumption::Kind lost = Consumption::Kind::kUnusedName;  // how, if it is not used

  bool operator==(const Tally&) const = default;
};

using Holders = std::map<Holder, Tally>;

}  // namespace flagcensus
