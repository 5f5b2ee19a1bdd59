// What an expression denotes: a function, a type, an instance, an object or a module, across the
// files of a tree.
//   import { env } from "./conf"; env.get("A")
//   Of(env.get)    ─→ kFunction, if conf.js has `export const env = { get(n) {...} }`
//
// Followed: names in their scopes, imports and re-exports, members, declared types, return values
// of functions, fields of records. Not followed: values that are assigned more than once, types
// that only an interface declares. The depth of each query is bounded; one that exceeds it denotes
// nothing.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/languages/link/units.h"

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

class Resolver {
 public:
  // `names`: the functions that are searched for. A file that may export one of them and was not
  // parsed is added to wanted().
  Resolver(const Units& units, std::set<std::string> names);

  // What a term of a unit denotes. `depth`: of the steps that led to it.
  Denoted Of(size_t unit, TermId term, int depth = 0);
  // What an import refers to.
  Denoted OfImport(size_t unit, TermId import) { return Import(unit, import, 0); }
  const std::set<size_t>& wanted() const { return wanted_; }
  // Whether a bound prevented something from being followed.
  bool exhausted() const { return exhausted_; }

 private:
  const Program& ProgramOf(size_t unit) const { return units_.all()[unit]->program; }
  const Names& NamesOf(size_t unit) const { return *units_.all()[unit]->names; }

  // Steps of Of, by the kind of term.
  Denoted OfName(size_t unit, TermId term, int depth);
  Denoted OfDeclared(size_t unit, const Declaration& declaration, int depth);
  Denoted OfCall(size_t unit, TermId term, int depth);
  Denoted UndeclaredPath(size_t unit, TermId id, const std::string& path, int depth);
  // A name that a module gets by `use a::*`.
  Denoted FromStars(const Denoted& module, const std::string& name, int depth);
  std::string RustPathOf(size_t unit, TermId id) const;
  Denoted OfSelf(size_t unit, TermId term) const;
  Denoted Import(size_t unit, TermId import, int depth);
  // What a function returns.
  Denoted Result(const Denoted& function, int depth);
  // A member of an object, a type, an instance or a module.
  Denoted Member(const Denoted& of, const std::string& name, int depth);
  Denoted MemberOfType(const Denoted& of, const std::string& name, int depth);
  Denoted MemberOfClass(size_t unit, TermId type, const std::string& name, int depth);
  Denoted MemberOfObject(size_t unit, TermId object, const std::string& name, int depth);
  // An instance of the type that is spelled `type` at a term.
  Denoted InstanceOf(size_t unit, TermId at, std::string type, int depth);
  // What a script exports as `name`.
  Denoted Exported(size_t unit, const std::string& name, int depth);
  // What a Go package declares as `name`.
  Denoted InPackage(const std::string& folder, const std::string& name, int depth);
  // What a path of Rust denotes at a term.
  Denoted RustPath(size_t unit, TermId at, const std::string& path, TermId self, int depth);
  Denoted RustMember(const Denoted& module, const std::string& name, int depth);
  Denoted LongestModule(const std::string& crate, const std::vector<std::string_view>& parts,
                        size_t* next);
  // The modules of Rust: blocks with a name, and files.
  static TermId ModuleAround(const Program& program, TermId at);
  Denoted ParentModule(const Denoted& module, const std::string& name);
  Denoted RustModule(const std::string& crate, const std::string& module, const std::string& name);
  Denoted Held(const std::string& type, const std::string& field);
  // The units with members of a type.
  std::vector<size_t> UnitsOfType(const Denoted& type) const;
  std::optional<size_t> UnitAt(size_t file, const std::string& name);
  // Fills the maps below.
  void IndexUnits();
  // Counts a step; true if a limit ends the query.
  bool Refuses(int depth);

  const Units& units_;
  std::set<std::string> names_;
  std::set<size_t> wanted_;
  std::vector<std::map<std::string, TermId>> exports_;  // by unit: kExport or value by name
  std::vector<std::vector<TermId>> stars_;              // by unit: `export *`, `pub use a::*`
  std::vector<std::map<std::string, std::vector<TermId>>> classes_;  // by unit: kClass by name
  std::map<std::pair<Language, std::string>, std::vector<size_t>> type_units_;  // by type
  std::map<std::pair<std::string, std::string>, std::vector<std::pair<size_t, TermId>>> held_;
  std::map<std::pair<size_t, TermId>, Denoted> results_;                        // of functions
  std::map<std::string, std::vector<std::pair<size_t, TermId>>> implementors_;  // by trait
  std::map<std::string, std::vector<std::pair<size_t, TermId>>> macros_;        // with their "!"
  std::map<std::pair<std::string, std::string>, Denoted> in_package_;
  std::map<std::pair<std::pair<size_t, TermId>, std::string>, Denoted> rust_names_;
  std::set<std::pair<std::pair<size_t, TermId>, std::string>> in_stars_;  // under way
  uint64_t steps_ = 0;                                                    // in total
  uint64_t steps_here_ = 0;                                               // of the current query
  bool exhausted_ = false;
};

}  // namespace flagcensus
