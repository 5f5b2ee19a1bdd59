// What a variable or member contains before a read fills it, and how other code uses it afterwards.
//
//   int level = 3;  get("APP_LEVEL", &level);       ─→ CInitials: default 3
//   options.order = getenv("APP_ORDER");
//   if (atoi(options.order) > 0) ...                ─→ CKeptUses: APP_ORDER is an int
//
// Both ask only for names that some call stores a value in.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "analyzer/c/link/file_questions.h"
#include "analyzer/c/link/meanings.h"
#include "analyzer/c/link/tree_facts.h"
#include "analyzer/model/access.h"

namespace flagcensus {

class CInitials {
 public:
  using Values = std::map<std::string, CValue>;  // by class::name; ::name outside of classes

  CInitials(CFileQuestions& questions, const CTreeFacts& facts, const CMeanings& meanings)
      : questions_(questions), facts_(facts), meanings_(meanings) {}

  // Initial values of arguments that wrappers fill, unless they are locals.
  void FindInitials();
  const Values& all() const { return initials_; }
  const std::map<int, Values>& of_files() const { return own_initials_; }  // for each file alone
  // The value that a read leaves unchanged if the variable is not set.
  std::optional<CValue> InitialOf(int file, const CFacts& facts, const CCall& call,
                                  const CMeaning& meaning) const;

 private:
  std::optional<CValue> InitialOfKept(int file, const CFacts& facts, const CCall& call,
                                      const CMeaning& meaning) const;
  std::optional<CValue> OfAnyClass(const std::string& name) const;

  CFileQuestions& questions_;
  const CTreeFacts& facts_;
  const CMeanings& meanings_;
  Values initials_;
  std::map<int, Values> own_initials_;
};

class CKeptUses {
 public:
  CKeptUses(CFileQuestions& questions, const CTreeFacts& facts, const CMeanings& meanings)
      : questions_(questions), facts_(facts), meanings_(meanings) {}

  void FindKeptUses();
  // Sets the type of the access if the read does not show it itself.
  void TakeKeptUse(const CCall& call, const CMeaning& meaning, Access* access) const;

 private:
  CFileQuestions& questions_;
  const CTreeFacts& facts_;
  const CMeanings& meanings_;
  std::map<std::string, CTextUse> kept_uses_;  // of members that keep texts, by their keys
};

}  // namespace flagcensus
