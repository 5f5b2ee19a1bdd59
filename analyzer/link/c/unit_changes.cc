#include "analyzer/link/c/unit_changes.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace flagcensus {
namespace {

// All that is known of a definition, but for where it stands.
using Definition = std::vector<uint32_t>;

// Whether the last word of a type is built in: nothing else can be meant.
bool IsBuiltIn(std::string_view type) {
  static const std::set<std::string_view> kTypes = {
      "",     "auto",   "bool",  "char",   "double",  "float",    "int",      "int32_t",  "int64_t",
      "long", "signed", "short", "size_t", "uint8_t", "uint32_t", "uint64_t", "unsigned", "void"};
  while (!type.empty() && (type.back() == '*' || type.back() == ' ')) type.remove_suffix(1);
  return kTypes.count(type.substr(type.rfind(' ') + 1)) > 0;
}

class Definitions {
 public:
  Definitions(const PackedUnit& packed, int file, const CLookups& lookups, SymbolTable& symbols)
      : unit_(file, 0, packed.Unpacked(), symbols),
        symbols_(symbols),
        lookups_(lookups),
        places_(lookups.places.count(file) > 0) {
    for (const auto& routine : unit_.routines()) AddRoutine(*routine);
    for (const CGlobal& global : unit_.globals()) AddGlobal(global);
    for (const CStructure& one : unit_.structures()) AddStructure(one);
    for (const auto& [name, one] : unit_.enumerators()) {
      if (!Asked(name)) continue;
      Definition made = {one.before};
      AddTokens(one.value, &made);
      named_[{Kind::kEnumerator, name}].push_back(std::move(made));
    }
    for (const auto& [name, type] : unit_.aliases()) {
      if (Asked(name)) named_[{Kind::kAlias, name}].push_back({type});
    }
  }

  bool MayDiffer(const Definitions& other) const {
    if (unit_.cut() != other.unit_.cut() || named_ != other.named_ || users_ != other.users_) {
      return true;
    }
    // Who uses a type is known by what its name stands for, which nobody may have asked so far.
    std::vector<std::pair<Symbol, Definition>> changed;
    std::set_symmetric_difference(globals_.begin(), globals_.end(), other.globals_.begin(),
                                  other.globals_.end(), std::back_inserter(changed));
    return std::any_of(changed.begin(), changed.end(),
                       [&](const auto& one) { return !IsBuiltIn(symbols_.TextOf(one.first)); });
  }

 private:
  enum class Kind : uint8_t { kRoutine, kGlobal, kStructure, kEnumerator, kAlias };

  bool Asked(Symbol name) const { return lookups_.names.count(symbols_.TextOf(name)) > 0; }
  bool Uses(const CRange& range, const CRange& other = {}) const {
    const std::vector<Symbol> names = unit_.NamesIn(range, other);
    return std::any_of(names.begin(), names.end(),
                       [&](Symbol name) { return lookups_.used.count(symbols_.TextOf(name)) > 0; });
  }

  void AddTokens(const CRange& range, Definition* out) const {
    out->push_back(range.empty() ? 0 : range.end - range.begin);
    for (uint32_t i = range.begin; i < range.end; ++i) {
      const UnitToken& token = unit_.tokens()[i];
      out->push_back(static_cast<uint32_t>(token.kind));
      out->push_back(unit_.SymbolAt(i));
      if (places_) AddPlace(token.place, out);
    }
  }
  static void AddPlace(const PpPlace& place, Definition* out) {
    out->insert(out->end(), {static_cast<uint32_t>(place.file), place.line, place.column});
  }

  Definition Of(const CGlobal& global) const {
    Definition out = {global.name,
                      global.class_name,
                      global.type,
                      static_cast<uint32_t>(global.pointers),
                      static_cast<uint32_t>(global.array),
                      static_cast<uint32_t>(global.is_static),
                      static_cast<uint32_t>(global.is_constant),
                      static_cast<uint32_t>(global.is_extern),
                      static_cast<uint32_t>(global.braces)};
    AddTokens(global.initial, &out);
    if (places_) AddPlace(unit_.tokens()[global.token].place, &out);
    return out;
  }

  void AddRoutine(const CRoutine& routine) {
    const bool user = Uses(routine.body, routine.initialisers);
    if (!user && !Asked(routine.name)) return;
    Definition made = {routine.name,
                       routine.class_name,
                       routine.type,
                       static_cast<uint32_t>(routine.pointers),
                       static_cast<uint32_t>(routine.variadic),
                       static_cast<uint32_t>(routine.is_static),
                       static_cast<uint32_t>(routine.formals.size())};
    for (const CFormal& formal : routine.formals) {
      made.insert(made.end(),
                  {formal.name, formal.type, static_cast<uint32_t>(formal.pointers),
                   static_cast<uint32_t>(formal.reference), static_cast<uint32_t>(formal.array)});
      AddTokens(formal.initial, &made);
    }
    AddTokens(routine.initialisers, &made);
    AddTokens(routine.body, &made);
    if (places_) AddPlace(unit_.tokens()[routine.token].place, &made);
    if (user) users_.push_back(made);
    if (Asked(routine.name)) named_[{Kind::kRoutine, routine.name}].push_back(std::move(made));
  }

  void AddGlobal(const CGlobal& global) {
    Definition made = Of(global);
    globals_.emplace(global.type, made);
    if (Uses(global.initial)) users_.push_back(made);
    if (Asked(global.name)) named_[{Kind::kGlobal, global.name}].push_back(std::move(made));
  }

  void AddStructure(const CStructure& one) {
    Definition made = {one.name, static_cast<uint32_t>(one.fields.size())};
    bool user = false;
    for (const CGlobal& field : one.fields) {
      const Definition of = Of(field);
      made.insert(made.end(), of.begin(), of.end());
      user = user || Uses(field.initial);
    }
    made.insert(made.end(), one.methods.begin(), one.methods.end());
    made.insert(made.end(), one.bases.begin(), one.bases.end());
    if (user) users_.push_back(made);
    if (Asked(one.name)) named_[{Kind::kStructure, one.name}].push_back(std::move(made));
  }

  CUnit unit_;
  const SymbolTable& symbols_;
  const CLookups& lookups_;
  const bool places_;  // whether it matters where something stands
  std::map<std::pair<Kind, Symbol>, std::vector<Definition>> named_;
  std::vector<Definition> users_;
  std::multiset<std::pair<Symbol, Definition>> globals_;  // by type
};

}  // namespace

void CLookups::Take(const CProgram& program, const SymbolTable& symbols) {
  for (size_t i = 0; i < symbols.size(); ++i) {
    const auto symbol = static_cast<Symbol>(i);
    if (program.WasAsked(symbol)) names.insert(symbols.TextOf(symbol));
    if (program.WasAskedForUsers(symbol)) used.insert(symbols.TextOf(symbol));
  }
}

bool MayMatter(const PackedUnit& before, const PackedUnit& now, int file, const CLookups& lookups) {
  SymbolTable symbols;
  const Definitions then(before, file, lookups, symbols);
  const Definitions of_now(now, file, lookups, symbols);
  return then.MayDiffer(of_now);
}

}  // namespace flagcensus
