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
    const CStructure* known = structures_.Find(one.name);
    if (known == nullptr || known->fields.size() < one.fields.size()) structures_[one.name] = one;
    for (const CGlobal& field : one.fields) {
      for (const Symbol name : unit.NamesIn(field.initial)) structure_users_[name].insert(one.name);
    }
  }
  for (const auto& [name, one] : unit.enumerators()) {
    if (enumerators_.Find(name) == nullptr) enumerators_[name] = one;
  }
  for (const auto& [name, type] : unit.aliases()) {
    if (aliases_.Find(name) == nullptr) aliases_[name] = type;
  }
  for (const CGlobal& one : unit.globals()) {
    const PpPlace place = unit.tokens()[one.token].place;
    if (!known_.insert({place, one.name}).second) continue;
    const auto index = static_cast<int>(globals_.size());
    globals_.push_back(&one);
    globals_by_name_[one.name].push_back(index);
    global_users_[FindTypeName(one.type)].push_back(index);
    for (const Symbol name : unit.NamesIn(one.initial)) global_users_[name].push_back(index);
  }
  return unit;
}

const std::vector<CRoutine*>* CProgram::Routines(Symbol name) const {
  asked_.insert(name);
  return routines_.Find(name);
}

const CEnumerator* CProgram::Enumerator(Symbol name) const {
  asked_.insert(name);
  return enumerators_.Find(name);
}

const std::vector<int>* CProgram::Globals(Symbol name) const {
  asked_.insert(name);
  return globals_by_name_.Find(name);
}

const std::vector<CRoutine*>* CProgram::Users(Symbol name) const {
  asked_for_users_.insert(name);
  return users_.Find(name);
}

const std::vector<int>* CProgram::GlobalUsers(Symbol name) const {
  asked_for_users_.insert(name);
  return global_users_.Find(name);
}

const std::set<Symbol>* CProgram::StructureUsers(Symbol name) const {
  asked_for_users_.insert(name);
  return structure_users_.Find(name);
}

const CStructure* CProgram::Structure(Symbol type) const {
  if (symbols_.TextOf(type).starts_with("std::")) return nullptr;  // not a class of that name
  return structures_.Find(TypeName(type));
}

Symbol CProgram::TypeName(Symbol type) const {
  if (std::exchange(named_units_, units_.size()) != units_.size()) type_names_.clear();
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
    asked_.insert(name);
    if (structures_.Find(name) != nullptr) return name;
    const Symbol* alias = aliases_.Find(name);
    if (alias == nullptr || *alias == name) return name;
    type = *alias;
  }
  return type;
}

}  // namespace flagcensus
