// Program: one file of a language that is scanned on request, in a form that all these languages
// share, so names, defaults and wrappers are analysed by common code.
//
//   const port = process.env.PORT || "80"
//
//   kDeclare "port"
//     kOr
//       kMember "PORT"
//         kMember "env"
//           kName "process"
//       kString "80"
//
// A tree of terms, created from tree-sitter's concrete tree by one lowering per language (go.cc,
// javascript.cc, ...). A node without a kind of its own becomes kOther with its contents, so
// no part of a file is lost.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/model/access.h"

namespace flagcensus {

enum class TermKind : uint8_t {
  kOther,     // any other node, with its contents
  kString,    // text: its value
  kLiteral,   // a number or a boolean; text: as spelled
  kNothing,   // null, undefined, nil, None
  kName,      // text
  kMember,    // object; text: the member
  kIndex,     // object, index
  kCall,      // callee, arguments...; text: "new" if it creates an instance
  kConcat,    // concatenated texts
  kOr,        // a value, and its replacement if it is missing or empty; text: "||": only a test
  kChoice,    // test, value, the other value
  kBoth,      // both must be true
  kEqual,     // two values; text: "==" or "!="
  kNot,       // one
  kRequired,  // one, without which execution ends here
  kHas,       // a name, and the object that may have it
  kObject,    // kPair, ...
  kPair,      // value; text: the key
  kSpread,    // one
  kFunction,  // kParameter..., then the body; text: its name; more: the type that it is a method of
  kParameter,  // default if any; text: its name; more: its type if it is `receiver`, in Java,
               // Kotlin and C# always
  kClass,      // members; text: its name; more: the trait that an `impl` implements, in Java,
               // Kotlin and C# the base class
  kBlock,      // a scope, with statements
  kDeclare,    // value if any; text: the name; more: its type, in Java, Kotlin and C#
  kAssign,     // target, value; text: "=", "+=", "||="
  kDelete,     // one
  kReturn,     // value, if any
  kThrow,      // ends the function with an error
  kIf,         // test, then, and else if there is one
  kPattern,    // a destructured value, then kField...
  kField,      // default if any; text: the local name; more: the key; "" for the rest
  kImport,     // text: the local name; more: what it denotes, "node:process" or "std.env.var"
  kMatch,      // a value, then kArm...
  kArm,        // its result; text: "Ok", "Err", ...
  kExport,     // value if any; text: the name others import, "*" for all; more: for a re-export as
               // of kImport
  kTag,        // a field that is filled from a variable; text: the tag, more: the field's name; or
               // its annotation: "@Value", the field's type in kOther, kPair...
};

using TermId = uint32_t;
inline constexpr TermId kNoTerm = 0xffffffff;

// A node of the program.
struct Term {
  TermKind kind = TermKind::kOther;
  bool constant =
      false;            // kDeclare: never assigned again; kParameter: a receiver; kBlock: of tests
  uint32_t line = 0;    // 1-based
  uint32_t column = 0;  // 1-based, in bytes
  uint32_t begin = 0;   // byte offset in the file
  uint32_t end = 0;
  TermId parent = kNoTerm;
  std::vector<TermId> parts;
  std::string text, more;
};

// The beginning of an object's path that no module's own name can hide: `::ENV` of Ruby.
inline constexpr std::string_view kNoScope = "globalThis";

// `more` of a shell expansion that counts as the environment by its name alone, `$X`: if files with
// which it is joined set the name, it is not from the environment.
inline constexpr std::string_view kPlainUse = "plain";

// A file that a shell script runs in its own shell: the known end of its path.
struct ProgramSource {
  std::string path;  // "lib/common.sh"; "": unknown
  uint32_t line = 0;
};

// A place where a bound skips something.
struct ProgramCut {
  uint32_t line = 0;
  uint32_t column = 0;
};

// A package, or a namespace, with the bytes that it contains: inner ones are later.
struct ProgramPackage {
  std::string name;  // with those around it: "App.Keys"
  uint32_t begin = 0;
  uint32_t end = UINT32_MAX;
};

// The terms are in one vector and refer to one another by index: parts come before their parent.
struct Program {
  std::vector<Term> terms;
  TermId root = kNoTerm;
  std::vector<ProgramCut> cuts;
  // Declared types as spelled: of kParameter, kDeclare, kField, of the result of a kFunction, and
  // the base class of a kClass. For kImport and kExport only the module.
  std::unordered_map<TermId, std::string> types;
  // For a kField of a loop's kPattern: the part of each element that it gets, "key", "value" or
  // "value.MEMBER" (a position or a name).
  std::unordered_map<TermId, std::string> takes;
  std::vector<ProgramSource> sources;  // of a shell script
  std::set<std::string> assigned;      // the names that it sets itself
  std::map<uint32_t, std::set<uint32_t>>
      sourced;              // by an expansion's first byte, the `sources` that have run
  uint32_t error_line = 0;  // of the first syntax error; 0: none
  uint32_t error_column = 0;
  std::vector<ProgramPackage> packages;  // Java, Kotlin: at most one; C#: the namespaces
  std::vector<std::string> wildcards;    // packages and classes; their members need no import
  bool gave_up = false;                  // parsing exceeds the limits: there are no terms

  const Term& operator[](TermId id) const { return terms[id]; }
  // Null-safe: kOther for kNoTerm.
  TermKind kind(TermId id) const { return id == kNoTerm ? TermKind::kOther : terms[id].kind; }
  // Null-safe: kNoTerm if there is no such part.
  TermId part(TermId id, size_t at) const {
    return id == kNoTerm || at >= terms[id].parts.size() ? kNoTerm : terms[id].parts[at];
  }
  // "" if there is none.
  const std::string& type(TermId id) const {
    static const std::string kNone;
    const auto found = types.find(id);
    return found == types.end() ? kNone : found->second;
  }
  // kNoTerm for the root.
  TermId parent(TermId id) const { return id == kNoTerm ? kNoTerm : terms[id].parent; }
};

// Parses the file at `path`, by its extension. Accepts any bytes; work and depth are bounded.
Program ParseProgram(std::string_view path, std::string_view text);
// The same for a language with files of any name: scripts without an extension.
Program ParseProgram(Language language, std::string_view path, std::string_view text);

}  // namespace flagcensus
