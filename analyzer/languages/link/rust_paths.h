// What a path of Rust denotes, in the modules of a crate.
//
//   RustPath(unit, at, "crate.env.get", ...)   ─→ the function `get` of src/env.rs
//   RustPath(unit, at, "std.env.var", ...)     ─→ outside, "std.env.var"
//
// Declarations and members of other kinds are resolved by the Resolver that owns this.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/languages/link/denoted.h"
#include "analyzer/languages/link/unit_index.h"

namespace flagcensus {

class Resolver;

class RustPaths {
 public:
  RustPaths(const Units& units, const UnitIndex& index, Resolver& resolver)
      : units_(units), index_(index), resolver_(resolver) {}

  // `crate::a::b` and `a::b` of names that the file does not declare, dotted; "" for any other
  // term.
  std::string RustPathOf(size_t unit, TermId id) const;
  // RustPath of a name that the file does not declare, once for each module.
  Denoted UndeclaredPath(size_t unit, TermId id, const std::string& path, int depth);
  // What a path denotes at a term.
  Denoted RustPath(size_t unit, TermId at, const std::string& path, TermId self, int depth);
  // A name in a module.
  Denoted RustMember(const Denoted& module, const std::string& name, int depth);

 private:
  const Program& ProgramOf(size_t unit) const { return units_.all()[unit]->program; }
  const Names& NamesOf(size_t unit) const { return *units_.all()[unit]->names; }
  // A name that a module gets by `use a::*`.
  Denoted FromStars(const Denoted& module, const std::string& name, int depth);
  Denoted LongestModule(const std::string& crate, const std::vector<std::string_view>& parts,
                        size_t* next);
  // The modules: blocks with a name, and files.
  static TermId ModuleAround(const Program& program, TermId at);
  Denoted ParentModule(const Denoted& module, const std::string& name);
  Denoted RustModule(const std::string& crate, const std::string& module, const std::string& name);

  const Units& units_;
  const UnitIndex& index_;
  Resolver& resolver_;
  std::map<std::pair<std::pair<size_t, TermId>, std::string>, Denoted> rust_names_;
  std::set<std::pair<std::pair<size_t, TermId>, std::string>> in_stars_;  // under way
};

}  // namespace flagcensus
