// Names with one value at their declaration, and tables that list macros fill.
//
//   const char* kName = "X";  enum { kA = 1 };  #define NAME "X"     ─→ CFacts::constants
//   names[] = {LIST(AS_NAME)}                                        ─→ CFacts::tables
//
// Its parts: constants (values.cc), enumerators (elements.cc), records and tables (tables.cc),
// variables that macros declare (declared.cc).
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/facts.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/name_filter.h"
#include "analyzer/c/value_reader.h"

namespace flagcensus {

class CConstants {
 public:
  // `wanted`: the names to keep; if empty, all.
  CConstants(const CFileView& file, CDefinedFunctions& functions, CValueReader& values,
             const std::set<std::string>& wanted)
      : file_(file),
        t_(file.tokens()),
        functions_(functions),
        lists_(values.lists),
        expressions_(values.expressions),
        enumerators_(values.enumerators),
        wanted_(wanted) {}

  void FindConstants();
  // The variables of these names that are declared by macro uses in the first column.
  void AddDeclared(const std::set<std::string>& names);
  // Names in arguments of the calls that are not constants of the file.
  std::set<std::string> OpenNames(const std::vector<CCall>& calls) const;
  void MoveTo(CFacts* facts) {
    facts->constants = std::move(constants_);
    facts->ambiguous = std::move(ambiguous_);
    facts->by_macro = std::move(by_macro_);
    facts->tables = std::move(tables_);
    facts->cut_tables = std::move(cut_tables_);
  }

 private:
  using Kind = CToken::Kind;

  static constexpr size_t kMaxAlternatives = CListReader::kMaxAlternatives;

  void AddConstant(const std::string& name, CValue value);
  // Whether the declaration of t_[i] has const words or is outside functions.
  bool IsConstant(size_t i) const;
  // `enum { kA, kB = 4 }` at `i`: the values of its names.
  void ReadEnumerators(size_t i);
  void AddRecord(const CMacro& macro);
  // The first member of the record that a macro produces.
  CValue FirstMember(const CMacro& macro, const CFunction& made);
  // `names[] = {LIST(AS_NAME)}`, with its '{' at `open`.
  void AddTables(const std::string& array, size_t open);
  // `#define KEY(name, text) const char* name = text`: its value, under the macro's name.
  void AddDeclaring(const CMacro& macro);

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CDefinedFunctions& functions_;
  CListReader& lists_;
  CExpressions& expressions_;
  std::map<std::string, size_t>& enumerators_;
  const CNameFilter wanted_;
  std::map<std::string, CValue> constants_;
  std::set<std::string> ambiguous_;
  std::set<std::string> by_macro_;
  std::vector<CTable> tables_;
  std::set<std::string> cut_tables_;
};

}  // namespace flagcensus
