// The terms of all parsed units by name: exports, classes, implementations, macros, fields of
// literals. Built once for the units of a round; costs a pass over their terms.
//
//   export { a as b }                   ExportOf(unit, "b")              ─→ the kExport
//   impl Env for Process {...}          ImplementorsOf("Env")            ─→ that kClass
//   Config{getenv: os.Getenv}           ValuesOf("Config", "getenv")     ─→ the term os.Getenv
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/languages/link/denoted.h"
#include "analyzer/languages/link/units.h"

namespace flagcensus {

class UnitIndex {
 public:
  using UnitTerms = std::vector<std::pair<size_t, TermId>>;  // with their units

  explicit UnitIndex(const Units& units);

  // A kExport of a script, or the value that CommonJS exports by the name.
  std::optional<TermId> ExportOf(size_t unit, const std::string& name) const;
  // `export *`, `pub use a::*`
  const std::vector<TermId>& StarsOf(size_t unit) const { return stars_[unit]; }
  // The classes of a unit with this name.
  const std::vector<TermId>& ClassesOf(size_t unit, const std::string& name) const;
  const UnitTerms& ImplementorsOf(const std::string& trait) const;
  // `name`: with its "!".
  const UnitTerms& MacrosNamed(const std::string& name) const;
  // The values of a field in literals of a type.
  const UnitTerms& ValuesOf(const std::string& type, const std::string& field) const;
  // The units with members of a type.
  std::vector<size_t> UnitsOfType(const Denoted& type) const;

 private:
  const Units& units_;
  std::vector<std::map<std::string, TermId>> exports_;               // by unit
  std::vector<std::vector<TermId>> stars_;                           // by unit
  std::vector<std::map<std::string, std::vector<TermId>>> classes_;  // by unit
  std::map<std::pair<Language, std::string>, std::vector<size_t>> type_units_;
  std::map<std::pair<std::string, std::string>, UnitTerms> held_;  // by type and field
  std::map<std::string, UnitTerms> implementors_;                  // by trait
  std::map<std::string, UnitTerms> macros_;
};

}  // namespace flagcensus
