// The resolution of a tree's C, C++ and CUDA: from the facts of its files to accesses.
//
//   // env.h                                     // main.cc
//   int Option(const char* name, int def) {      Option("APP_PORT", 80);
//     const char* v = getenv(name);
//     return v ? atoi(v) : def; }
//
// Round 0 reads the files that contain `getenv`: its argument is a parameter, so that Option is a
// wrapper. Round 1 reads the files that contain `Option`: its call in main.cc is an access of
// APP_PORT with default 80, via Option. Rounds end when they find no new name. Then what the names
// and defaults refer to is read, and each call with a known name becomes an access:
//
//   sources.h, accessor_index.h            files, what was skipped, entries of the tables
//   tree_facts.h, fact_reader.h            facts, read for words
//   meaning.h, meanings.h                  the wrappers so far, and what a call does
//   wrapper_finder.h                       facts → wrappers, and names to search for next
//   record_tables.h, texts.h, initials.h   what the parts of names and defaults refer to
//   accesses.h                             calls and rows → accesses
//   later_values.h                         texts that the tree expands, and where values go
//
// Each class owns the state that it writes, and reads that of the classes above it through const
// references. The facts are shared: CFactReader adds them, CValueConsumers and CEnvironLookups
// complete their calls. A newcomer changes one of these classes, or adds one and calls it from Run
// or EmitAccesses. CResolver itself has only the order, which matters, and what all rounds share.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/c/link/accessor_index.h"
#include "analyzer/c/link/fact_reader.h"
#include "analyzer/c/link/file_questions.h"
#include "analyzer/c/link/meanings.h"
#include "analyzer/c/link/sources.h"
#include "analyzer/c/link/tree_facts.h"
#include "analyzer/c/link/wrapper_finder.h"
#include "analyzer/config/resolve_options.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class CResolver {
 public:
  // Keeps references to the tree, until RunsTheSame gets another one, to the tables of `options`,
  // and during a run to the budget, which must be set.
  CResolver(const Tree& tree, const ResolveOptions& options);

  // Adds the accesses of the tree's C, C++ and CUDA to the census.
  void Run(Census* census);
  // Whether another run over the tree, with other contents of these files, would add the same.
  // `options` have the targets of this run.
  bool RunsTheSame(const Tree& tree, const ResolveOptions& options,
                   const std::set<size_t>& changed);

 private:
  // What the facts of a file have to contain.
  CWanted Wanted() const;
  // The accesses of all calls, from facts that are complete.
  void EmitAccesses(Census* census);
  // For wrappers with calls that are not searched for; `bound`: the limit that was reached.
  void ReportUnfollowed(const std::set<std::string>& names, const std::string& bound);
  // Reports what the readers of the files skipped.
  void ReportCuts();
  // Removes what is from the headers of libraries: accesses from `first` on, and places of chains.
  void RemoveHeaders(size_t first, std::vector<Access>* accesses);

  const Accessors& tables_;
  const bool follow_values_;
  CSources sources_;
  CLinkLimits limits_{sources_};
  CFileQuestions questions_;
  const CAccessors accessors_;
  CTreeFacts facts_;
  CUnseenFunctions unseen_{accessors_};
  CFoundWrappers wrappers_{facts_, limits_};
  const CMeanings meanings_{accessors_, facts_, wrappers_, unseen_};
  CSearchedNames searched_{accessors_, facts_, wrappers_, meanings_};
  CFactReader reader_{sources_, questions_, accessors_, searched_, facts_};
  CWrapperFinder finder_{sources_, accessors_, limits_, facts_, unseen_, wrappers_, meanings_};
  CValueConsumers consumers_{facts_, limits_};
  CEnvironLookups lookups_{accessors_, facts_};
};

}  // namespace flagcensus
