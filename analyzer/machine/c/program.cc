#include "analyzer/machine/c/program.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flagcensus {

CUnit& CProgram::Add(int file, UnitTokens tokens) {
  const auto number = static_cast<int>(units_.size());
  units_.push_back(std::make_unique<CUnit>(file, number, std::move(tokens), symbols_));
  CUnit& unit = *units_.back();
  for (const auto& routine : unit.routines()) {
    // What an unguarded file defines comes once, however often it is included.
    const PpPlace place = unit.tokens()[routine->token].place;
    if (!known_.insert({place, routine->name}).second) continue;
    routines_[routine->name].push_back(routine.get());
    for (const Symbol name : unit.NamesIn(routine->body, routine->initialisers)) {
      users_[name].push_back(routine.get());
    }
  }
  for (const CStructure& one : unit.structures()) {
    const auto [at, added] = structures_.try_emplace(one.name, one);
    if (!added && at->second.fields.size() < one.fields.size()) at->second = one;
    for (const CGlobal& field : one.fields) {
      for (const Symbol name : unit.NamesIn(field.initial)) structure_users_[name].insert(one.name);
    }
  }
  for (const auto& [name, one] : unit.enumerators()) enumerators_.try_emplace(name, one);
  for (const auto& [name, type] : unit.aliases()) aliases_.try_emplace(name, type);
  type_names_.clear();
  for (const CGlobal& one : unit.globals()) {
    const PpPlace place = unit.tokens()[one.token].place;
    if (!known_.insert({place, one.name}).second) continue;
    const auto index = static_cast<int>(globals_.size());
    globals_.push_back(&one);
    globals_by_name_[one.name].push_back(index);
    global_users_[TypeName(one.type)].push_back(index);
    for (const Symbol name : unit.NamesIn(one.initial)) global_users_[name].push_back(index);
  }
  return unit;
}

namespace {

template <class Map, class Key>
const typename Map::mapped_type* Lookup(const Map& map, const Key& key) {
  const auto at = map.find(key);
  return at == map.end() ? nullptr : &at->second;
}

}  // namespace

const std::vector<CRoutine*>* CProgram::Routines(Symbol name) const {
  return Lookup(routines_, name);
}
const CEnumerator* CProgram::Enumerator(Symbol name) const { return Lookup(enumerators_, name); }
const std::vector<int>* CProgram::Globals(Symbol name) const {
  return Lookup(globals_by_name_, name);
}
const std::vector<CRoutine*>* CProgram::Users(Symbol name) const { return Lookup(users_, name); }
const std::vector<int>* CProgram::GlobalUsers(Symbol name) const {
  return Lookup(global_users_, name);
}
const std::set<Symbol>* CProgram::StructureUsers(Symbol name) const {
  return Lookup(structure_users_, name);
}

const CStructure* CProgram::Structure(Symbol type) const {
  if (symbols_.TextOf(type).starts_with("std::")) return nullptr;  // not a class of that name
  return Lookup(structures_, TypeName(type));
}

Symbol CProgram::TypeName(Symbol type) const {
  if (type >= type_names_.size()) type_names_.resize(type + type / 2 + 64, kNoSymbol);
  if (type_names_[type] == kNoSymbol) type_names_[type] = FindTypeName(type);
  return type_names_[type];
}

Symbol CProgram::FindTypeName(Symbol type) const {
  constexpr int kMaxAliases = 8;
  for (int i = 0; i < kMaxAliases; ++i) {
    std::string text = symbols_.TextOf(type);
    const size_t angle = text.find('<');
    if (angle != std::string::npos) text.resize(angle);
    while (!text.empty() && (text.back() == '*' || text.back() == ' ' || text.back() == '&'))
      text.pop_back();
    const size_t colons = text.rfind("::");
    if (colons != std::string::npos) text.erase(0, colons + 2);
    const size_t blank = text.rfind(' ');
    if (blank != std::string::npos) text.erase(0, blank + 1);
    const Symbol name = symbols_.Intern(text);
    if (structures_.count(name) > 0) return name;
    const auto alias = aliases_.find(name);
    if (alias == aliases_.end() || alias->second == name) return name;
    type = alias->second;
  }
  return type;
}

}  // namespace flagcensus
