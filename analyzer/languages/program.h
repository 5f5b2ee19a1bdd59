// Program: one file of a language that is read on request, in a form that all of them share, so
// that names, defaults and wrappers are understood once.
//
// A tree of terms, made by one lowering for each language (go.cc, javascript.cc, ...) from the
// concrete tree of tree-sitter. What has no kind of its own is kOther with what stands in it, so
// that nothing in a file is out of sight.
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
  kOther,     // whatever stands in it
  kString,    // text: its value
  kLiteral,   // a number or a boolean; text: as it is written
  kNothing,   // null, undefined, nil, None
  kName,      // text
  kMember,    // object; text: the member
  kIndex,     // object, index
  kCall,      // callee, arguments...; text: "new" where it makes an instance
  kConcat,    // texts put together
  kOr,        // a value, and what is taken where it is none or empty; text: "||": it only asks
  kChoice,    // test, value, the other value
  kBoth,      // both must hold
  kEqual,     // two values; text: "==" or "!="
  kNot,       // one
  kRequired,  // one, without which it ends here
  kHas,       // a name, and what may have it
  kObject,    // kPair, ...
  kPair,      // value; text: the key
  kSpread,    // one
  kFunction,  // kParameter..., then the body; text: its name; more: the type that it is a method of
  kParameter,  // default where there is one; text: its name; more: its type where it is `receiver`,
               // in Java, Kotlin and C# always
  kClass,      // members; text: its name; more: the trait that an `impl` implements, in Java,
               // Kotlin and C# the class that it extends
  kBlock,      // a scope, with statements
  kDeclare,    // value where there is one; text: the name; more: its type, in Java, Kotlin and C#
  kAssign,     // target, value; text: "=", "+=", "||="
  kDelete,     // one
  kReturn,     // value, if any
  kThrow,      // what ends the function with an error
  kIf,         // test, then, otherwise where there is one
  kPattern,    // a value taken apart, then kField...
  kField,      // default where there is one; text: the local name; more: the key; "" for the rest
  kImport,     // text: the local name; more: what it is, "node:process" or "std.env.var"
  kMatch,      // a value, then kArm...
  kArm,        // what it gives; text: "Ok", "Err", ...
  kExport,     // value where there is one; text: the name others import, "*" for all; more: as of
               // kImport, what is exported again
  kTag,        // a field that is filled from a variable; text: the tag, more: the field's name;
               // or its annotation: "@Value", the field's type in kOther, kPair...
};

using TermId = uint32_t;
inline constexpr TermId kNoTerm = 0xffffffff;

struct Term {
  TermKind kind = TermKind::kOther;
  bool constant =
      false;            // kDeclare: never assigned again; kParameter: a receiver; kBlock: of tests
  uint32_t line = 0;    // 1-based
  uint32_t column = 0;  // 1-based, in bytes
  uint32_t begin = 0;   // bytes of the file
  uint32_t end = 0;
  TermId parent = kNoTerm;
  std::vector<TermId> parts;
  std::string text, more;
};

// What an object's path begins with where no module's own name can be meant: `::ENV` of Ruby.
inline constexpr std::string_view kNoScope = "globalThis";

// `more` of a shell's expansion that a name alone takes for one of the environment, `$X`: what
// files that it is joined with set is not from there.
inline constexpr std::string_view kPlainUse = "plain";

// A file that a shell script runs in its own shell: the end of its path that is known.
struct ProgramSource {
  std::string path;  // "lib/common.sh"; "": nothing of it is known
  uint32_t line = 0;
};

// A place at which a bound leaves something out.
struct ProgramCut {
  uint32_t line = 0;
  uint32_t column = 0;
};

struct Program {
  std::vector<Term> terms;
  TermId root = kNoTerm;
  std::vector<ProgramCut> cuts;
  // Declared types as written: of kParameter, kDeclare, kField, of what a kFunction returns, and
  // the class that a kClass extends. Of kImport and kExport the module alone.
  std::unordered_map<TermId, std::string> types;
  // Of a kField of a loop's kPattern: what it takes of each element, "key", "value" or
  // "value.MEMBER" (a position or a name).
  std::unordered_map<TermId, std::string> takes;
  std::vector<ProgramSource> sources;  // of a shell script
  std::set<std::string> assigned;      // the names that it sets itself
  std::map<uint32_t, std::set<uint32_t>>
      sourced;              // by an expansion's first byte, `sources` that have run
  uint32_t error_line = 0;  // of the first syntax error; 0: none
  uint32_t error_column = 0;
  std::string package;                 // Java, Kotlin; C#: the first namespace
  std::vector<std::string> wildcards;  // packages and classes whose members need no import
  bool gave_up = false;                // it takes too much to parse: there are no terms

  const Term& operator[](TermId id) const { return terms[id]; }
  // Null-safe: kOther for kNoTerm.
  TermKind kind(TermId id) const { return id == kNoTerm ? TermKind::kOther : terms[id].kind; }
  TermId part(TermId id, size_t at) const {
    return id == kNoTerm || at >= terms[id].parts.size() ? kNoTerm : terms[id].parts[at];
  }
  // "" if there is none.
  const std::string& type(TermId id) const {
    static const std::string kNone;
    const auto found = types.find(id);
    return found == types.end() ? kNone : found->second;
  }
  TermId parent(TermId id) const { return id == kNoTerm ? kNoTerm : terms[id].parent; }
};

// The file at `path`, by its ending. Any bytes are taken; work and depth are bounded.
Program ParseProgram(std::string_view path, std::string_view text);
// The same of a language whose files may have any name: scripts without an ending.
Program ParseProgram(Language language, std::string_view path, std::string_view text);

}  // namespace flagcensus
