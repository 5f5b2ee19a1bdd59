// What receives the values of accesses, and what becomes of it: the parts of FindConsumption.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>

#include "analyzer/model/flag.h"

namespace flagcensus {

// A name that receives what is read.
struct Holder {
  enum class Kind {
    kModule,     // a module-level name; in C a global, a static, a name of a namespace
    kAttribute,  // of an object: any attribute of that name is taken for it
    kField,      // of a class: so too, and it may be reached through the class as a whole
    kFunction,   // gives the value back
    kLocal,      // a local variable of the function around `line`
  };
  std::string file;
  std::string name;
  Kind kind = Kind::kModule;
  int line = 0;  // kLocal, and what a macro's call makes: where the access stands, 1-based
  bool c = false;
  std::string owner = {};  // kField: the class
  friend auto operator<=>(const Holder& a, const Holder& b) = default;
};

// Uses of a holder seen so far: in code that counts, and in tests and examples.
struct Tally {
  std::set<std::string> options;  // other names by which a declared flag is consulted
  std::string variable;           // kLocal: what was read, to know it where it goes back
  bool declarator = false;
  bool used = false;
  bool used_in_tests = false;
  bool is_public = false;
  Consumption::Kind lost = Consumption::Kind::kUnusedName;  // how, where it is not used
};

using Holders = std::map<Holder, Tally>;

}  // namespace flagcensus
