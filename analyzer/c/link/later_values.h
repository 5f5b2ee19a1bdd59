// What becomes of the accesses that were found: texts that the tree expands with them, and where
// their values go.
//
//   add("level = ${APP_LEVEL:3}");      ─→ CTextExpanders: APP_LEVEL, default 3
//   load(getenv("APP_PLUGIN"));         ─→ CValueFollower: Access::flows of APP_PLUGIN, to dlopen
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/c/link/accessor_index.h"
#include "analyzer/c/link/file_questions.h"
#include "analyzer/c/link/sources.h"
#include "analyzer/c/link/tree_facts.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// expanded_texts.cc
class CTextExpanders {
 public:
  CTextExpanders(const CSources& sources, CFileQuestions& questions, const CAccessors& accessors,
                 const CTreeFacts& facts, CLinkLimits& limits)
      : sources_(sources),
        questions_(questions),
        accessors_(accessors),
        facts_(facts),
        limits_(limits) {}

  // Adds the variables named in texts of the tree, if one of the accesses from `first` on is that
  // of a function that expands texts.
  void EmitExpandedTexts(size_t first, std::vector<Access>* accesses);

 private:
  // A function that reads the variables named in a text.
  struct Expander {
    int file = -1;
    std::string name;
    Place read;
  };
  std::vector<Expander> FindExpanders(const std::vector<Access>& accesses, size_t first);

  const CSources& sources_;
  CFileQuestions& questions_;
  const CAccessors& accessors_;
  const CTreeFacts& facts_;
  CLinkLimits& limits_;
};

// follow_values.cc, definitions.cc
class CValueFollower {
 public:
  CValueFollower(const CSources& sources, CFileQuestions& questions, RunBudget& budget,
                 CLinkLimits& limits)
      : sources_(sources), questions_(questions), budget_(budget), limits_(limits) {}

  // Adds Access::flows to those from `first` on.
  void FollowValues(size_t first, std::vector<Access>* accesses);

 private:
  // Files that define one of the names, one for each name, except those in `known`.
  std::set<int> DefiningFiles(const std::string& question_name, const std::set<std::string>& names,
                              const std::set<int>& known);

  const CSources& sources_;
  CFileQuestions& questions_;
  RunBudget& budget_;
  CLinkLimits& limits_;
};

}  // namespace flagcensus
