// What an expression of a program denotes (resolver.h).
//
//   env.get    ─→ kFunction, the unit of conf.js, the term of `get`
//   os.Getenv  ─→ kOutside, "os.Getenv"
#pragma once

#include <string>

#include "analyzer/languages/program.h"

namespace flagcensus {

struct Denoted {
  static constexpr int kDeepest = 24;  // nested steps that are followed

  enum class Kind {
    kNone,
    kFunction,  // term: a kFunction of the unit
    kType,      // name: a type that the unit declares; term: its kClass, if known
    kInstance,  // the same, of a value of that type
    kObject,    // term: a kObject of the unit
    kModule,    // JavaScript: the unit; Go: name is the folder; Rust: term is the scope in the unit
    kOutside,   // name: the dotted path of something that no file of the tree declares, "os.Getenv"
    kSlot,      // term: a kParameter of the unit, with a value that comes from callers
  } kind = Kind::kNone;
  size_t unit = 0;
  TermId term = kNoTerm;
  std::string name;

  bool operator==(const Denoted& other) const = default;
  explicit operator bool() const { return kind != Kind::kNone; }
};

// Whether a file is a test by its name: its definitions are replacements for others.
bool IsTestFile(const std::string& path);

}  // namespace flagcensus
