// The entries of the tables (queries/c, `[[accessor]]`) by the names under which calls are found.
//
//   entry "os::Environment.value"     ─→ object_methods: value ─→ {os::Environment}
//   entry "base::GetEnv"              ─→ rows: GetEnv ─→ {the entry}
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/c/function_rows.h"
#include "analyzer/config/accessors.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// Read-only. Costs a pass over the entries.
class CAccessors {
 public:
  // Keeps a reference to the table.
  explicit CAccessors(const AccessorTable& table);

  const AccessorTable& table() const { return table_; }
  const FunctionRows& functions() const { return functions_; }
  // By the last part of the name.
  const std::map<std::string, std::vector<const AccessorRow*>>& rows() const { return rows_; }
  // Whether there is an entry with that last part.
  bool Has(const std::string& name) const { return rows_.count(name) > 0; }
  // Entries of `object.method`: by the method, the objects.
  const std::map<std::string, std::set<std::string>>& object_methods() const {
    return object_methods_;
  }

  // Words of which a file that names a library object contains one.
  std::set<std::string> ObjectWords() const;
  // Whether the text contains all words of an object, and a method of it.
  bool ContainsObject(std::string_view text) const;
  // Whether the name at begin..end is one of FunctionRows::unseen_owners that the text declares or
  // uses as one.
  bool NamesOwner(std::string_view text, size_t begin, size_t end) const;
  // By the last word of a parser's name, or of a name that says how a value is parsed: PARSE_UINT,
  // TYPE_SIZE_T, Type::kBool.
  ValueType TypeOfLastWord(std::string_view name) const;
  // The parameter that receives the text in the function; -1 if there are none or several.
  int TextParameterOf(const CFunction& function) const;

 private:
  const AccessorTable& table_;
  const FunctionRows& functions_ = BuiltInFunctionRows();
  std::map<std::string, std::vector<const AccessorRow*>> rows_;
  std::map<std::string, std::set<std::string>> object_methods_;
};

}  // namespace flagcensus
