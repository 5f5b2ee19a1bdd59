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
#include <utility>
#include <vector>

#include "analyzer/languages/link/denoted.h"
#include "analyzer/languages/link/rust_paths.h"
#include "analyzer/languages/link/unit_index.h"
#include "analyzer/languages/link/units.h"

namespace flagcensus {

class Resolver {
 public:
  // `names`: the functions that are searched for. A file that may export one of them and was not
  // parsed is added to wanted().
  Resolver(const Units& units, std::set<std::string> names);
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;

  // What a term of a unit denotes. `depth`: of the steps that led to it.
  Denoted Of(size_t unit, TermId term, int depth = 0);
  // What an import refers to.
  Denoted OfImport(size_t unit, TermId import) { return Import(unit, import, 0); }
  const std::set<size_t>& wanted() const { return wanted_; }
  // Whether a bound prevented something from being followed.
  bool exhausted() const { return exhausted_; }

  // Parts of a query, for RustPaths: what a declaration denotes, and a member of an object, a type,
  // an instance or a module.
  Denoted OfDeclared(size_t unit, const Declaration& declaration, int depth);
  Denoted Member(const Denoted& of, const std::string& name, int depth);
  // The unit of a file that may declare `name`; adds a file that was not parsed to wanted().
  std::optional<size_t> UnitAt(size_t file, const std::string& name);
  // Counts a step; true if a limit ends the query.
  bool CountStep(int depth);

 private:
  const Program& ProgramOf(size_t unit) const { return units_.all()[unit]->program; }
  const Names& NamesOf(size_t unit) const { return *units_.all()[unit]->names; }

  // Steps of Of, by the kind of term.
  Denoted OfName(size_t unit, TermId term, int depth);
  Denoted OfCall(size_t unit, TermId term, int depth);
  Denoted OfSelf(size_t unit, TermId term) const;
  Denoted Import(size_t unit, TermId import, int depth);
  // What a function returns.
  Denoted Result(const Denoted& function, int depth);
  Denoted MemberOfType(const Denoted& of, const std::string& name, int depth);
  Denoted MemberOfClass(size_t unit, TermId type, const std::string& name, int depth);
  Denoted MemberOfObject(size_t unit, TermId object, const std::string& name, int depth);
  // An instance of the type that is spelled `type` at a term.
  Denoted InstanceOf(size_t unit, TermId at, std::string type, int depth);
  // What a script exports as `name`.
  Denoted Exported(size_t unit, const std::string& name, int depth);
  // What a Go package declares as `name`.
  Denoted InPackage(const std::string& folder, const std::string& name, int depth);
  Denoted Held(const std::string& type, const std::string& field);

  const Units& units_;
  std::set<std::string> names_;
  std::set<size_t> wanted_;
  const UnitIndex index_;
  RustPaths rust_;
  std::map<std::pair<size_t, TermId>, Denoted> results_;  // of functions
  std::map<std::pair<std::string, std::string>, Denoted> in_package_;
  uint64_t steps_ = 0;       // in total
  uint64_t steps_here_ = 0;  // of the current query
  bool exhausted_ = false;
};

}  // namespace flagcensus
