// Arrays that a list fills with records, from which names are read: the macro that makes a record
// is a wrapper, called for each item of the list.
//
//   #define LIST(F) F(int, PORT, 80) F(bool, DEBUG, 0)
//   #define AS_ROW(type, name, def) {"APP_" #name, def},
//   struct row rows[] = {LIST(AS_ROW)};    getenv(rows[i].name)    ─→ APP_PORT 80, APP_DEBUG 0
#include "analyzer/c/link/wrapper_finder.h"

namespace flagcensus {

bool CWrapperFinder::AddTables(int file, const CFacts& facts, const std::string& array,
                               CWrapper made) {
  // Usual names of a parameter with the default, and of one with the type.
  static const std::set<std::string_view> kDefaults = {
      "value", "def", "defval", "default_value", "dflt", "default_", "fallback", "init", "initial"};
  static const std::set<std::string_view> kTypes = {"type", "Type", "TYPE", "ctype", "type_"};
  bool grew = false;
  if (!array.empty() && facts.cut_tables.count(array) > 0 && !made.chain.empty()) {
    limits_.Report(file, static_cast<uint32_t>(made.chain[0].line),
                   static_cast<uint32_t>(made.chain[0].column),
                   "too many macros fill arrays of this file: names from the last of them are "
                   "left out");
  }
  for (const CTable& table : facts.tables) {
    if (!array.empty() && table.array != array) continue;
    bool spelled = false;  // the name is composed from the item's
    for (const CPart& part : table.name) {
      spelled = spelled || part.kind == CPart::Kind::kParameter;
    }
    const CFunction& macro = facts.functions[static_cast<size_t>(table.function)];
    CWrapper one = made;
    one.file = file;
    one.owner = {file, table.function};
    one.name = table.name;
    one.default_parameter = facts_.RefTo(one.owner, ParameterNamed(macro, kDefaults));
    one.type_parameter = facts_.RefTo(one.owner, ParameterNamed(macro, kTypes));
    // Beside a copy of the environment a table may be anything: one with types and defaults is one
    // of settings.
    const bool setting = !one.default_parameter.IsNone() && !one.type_parameter.IsNone();
    if (!spelled || (array.empty() && !setting)) continue;
    grew = wrappers_.Insert(macro.name, std::move(one)) || grew;
  }
  return grew;
}

}  // namespace flagcensus
