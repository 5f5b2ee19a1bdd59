// Words → the facts of the files that contain them.
//
//   reader.Parse(0, wanted, {.words = {"getenv"}})    ─→ the facts of all files with `getenv`
//
// Files are selected by a search over their bytes, and only the selected ones are tokenised.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "analyzer/c/link/accessor_index.h"
#include "analyzer/c/link/file_questions.h"
#include "analyzer/c/link/macro_uses.h"
#include "analyzer/c/link/meanings.h"
#include "analyzer/c/link/sources.h"
#include "analyzer/c/link/tree_facts.h"

namespace flagcensus {

// The names that files have been searched for, and the macros of which uses are expanded. It is
// complete when a round adds none.
class CSearchedNames {
 public:
  CSearchedNames(const CAccessors& accessors, const CTreeFacts& facts,
                 const CFoundWrappers& wrappers, const CMeanings& meanings)
      : accessors_(accessors), facts_(facts), wrappers_(wrappers), meanings_(meanings) {}

  // Last parts: accessors and wrappers.
  const std::set<std::string>& names() const { return names_; }
  // Macros that hide an accessor, see MacroUses.
  const std::set<std::string>& hiding_macros() const { return hiding_macros_; }
  void Add(const std::string& name) { names_.insert(name); }
  void Add(const std::set<std::string>& names) { names_.insert(names.begin(), names.end()); }
  void AddHidingMacros(const std::set<std::string>& macros) {
    hiding_macros_.insert(macros.begin(), macros.end());
  }

  // Prefixes, up to a '_', that several wrapper names share: a file may contain only the prefix.
  void AddStems(std::set<std::string>* fresh) const;
  // Macros with a call of an accessor or wrapper, the name of which is only known after expansion.
  std::set<std::string> FindHidingMacros() const;

 private:
  // Whether the macro may paste the name of a wrapper or of a function of the table.
  bool MayPaste(const CPastedCallee& pasted) const;

  const CAccessors& accessors_;
  const CTreeFacts& facts_;
  const CFoundWrappers& wrappers_;
  const CMeanings& meanings_;
  std::set<std::string> names_;
  std::set<std::string> hiding_macros_;
};

// What a file is selected by.
struct CSearchWords {
  std::set<std::string> words;
  std::set<std::string> consumers = {};  // only if it may define one
  std::set<std::string> objects = {};    // only if it names a library object and a method of it
  std::set<std::string> owners = {};     // only if it declares one or calls a reader of it
};

// Adds facts to CTreeFacts, and headers of libraries to CSources.
class CFactReader {
 public:
  CFactReader(CSources& sources, CFileQuestions& questions, const CAccessors& accessors,
              const CSearchedNames& searched, CTreeFacts& facts)
      : sources_(sources),
        questions_(questions),
        accessors_(accessors),
        searched_(searched),
        facts_(facts) {}

  // Extracts (again) the facts of the selected files. `round`: of Parse, for the answers' key.
  void Parse(int round, const CWanted& wanted, const CSearchWords& asked_for);
  // Reads the files with known facts again, for what functions store in `members`.
  void ParseAgain(int round, const CWanted& wanted, const std::set<std::string>& members);
  // Adds the headers of queries/c/headers/ that describe functions and macros of these names.
  void AddLibraryHeaders(const std::set<std::string>& used, const CWanted& wanted_facts);
  // From now on the uses of hiding macros are expanded, with the headers that the tree has now.
  void ExpandMacros();
  // The same with the present contents of these headers.
  void ExpandMacrosAgain();

 private:
  // What of CSearchedNames the facts of a file depend on.
  struct CExpanded {
    std::set<std::string> hiding_macros;
    std::set<std::string> names;
  };
  // The facts of a file, with uses of macros that hide an accessor expanded.
  // Notes in *answer what else they depend on.
  CFacts FactsOf(int file, const CTokens& tokens, const CWanted& wanted, const CExpanded& macros,
                 CFileAnswer* answer);
  // Makes the facts by the names searched for so far.
  CFileQuestions::Make MakeFacts(const CWanted& wanted);

  CSources& sources_;
  CFileQuestions& questions_;
  const CAccessors& accessors_;
  const CSearchedNames& searched_;
  CTreeFacts& facts_;
  Tree expanded_tree_;         // if it is not that of sources_
  size_t expanded_files_ = 0;  // their number when macro_uses_ was made
  std::optional<MacroUses> macro_uses_;
};

}  // namespace flagcensus
