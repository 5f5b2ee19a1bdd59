// The resolution of a tree's C, C++ and CUDA: from the facts of its files to accesses.
//
//   // env.h                                     // main.cc
//   int Option(const char* name, int def) {      Option("APP_PORT", 80);
//     const char* v = getenv(name);
//     return v ? atoi(v) : def; }
//
// Round 0 reads the files that contain `getenv`: its argument is a parameter, so that Option is a
// wrapper. Round 1 reads the files that contain `Option`: its call in main.cc is an access of
// APP_PORT with default 80, via Option. Rounds end when they find no new name.
//
// Its parts: rounds (census.cc), headers of libraries (library_headers.cc), effects of calls
// (meanings.cc, meaning_parts.cc), wrappers (wrappers.cc), texts and constants (texts.cc), records
// and tables of them (records.cc, tables.cc, rows.cc), stored and copied values (stores.cc,
// copies.cc, initials.cc), accesses (accesses.cc), texts that the tree expands (expanded_texts.cc),
// names that no call of the tree passes (open_names.cc).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "analyzer/base/characters.h"
#include "analyzer/c/facts.h"
#include "analyzer/c/link/accessor_index.h"
#include "analyzer/c/link/fact_reader.h"
#include "analyzer/c/link/file_questions.h"
#include "analyzer/c/link/macro_uses.h"
#include "analyzer/c/link/meanings.h"
#include "analyzer/c/link/sources.h"
#include "analyzer/c/link/texts.h"
#include "analyzer/c/link/tree_facts.h"
#include "analyzer/c/link/wrapper_finder.h"
#include "analyzer/c/records.h"
#include "analyzer/config/resolve_options.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

// The order of Run matters: constants and records are read only after the wrappers are known, since
// their names show which of them are needed.
class CResolver {
 public:
  // Keeps references to the tree and to the targets of `options`, which must have a budget.
  CResolver(const Tree& tree, const ResolveOptions& options);

  // Adds the accesses of the tree's C, C++ and CUDA to the census.
  void Run(Census* census);

 private:
  // For wrappers with calls that are not searched for; `bound`: the limit that was reached.
  void ReportUnfollowed(const std::set<std::string>& names, const std::string& bound);
  // Reports what the readers of the files skipped.
  void ReportCuts();
  // Sets the default, and the type if only a literal reveals it.
  void SetDefault(int file, const CFacts& facts, const CValue& given, int nested,
                  Access* access) const;
  // LIST(FLAG): FLAG for each item of the list, at the item's position.
  void EmitList(const CCall& passed, std::vector<Access>* out);
  // The names of a meaning at a call. `parameter`: some are reported elsewhere, at the call that
  // passes the name or at a row. `member`: one is a member of a record, which as an argument is no
  // access.
  struct CNames {
    std::set<std::string> names;
    bool parameter = false;
    bool member = false;
    bool rows = false;  // some come from the rows of a table
  };
  CNames NamesOf(int file, const CFacts& facts, const CCall& call, const CMeaning& meaning,
                 bool callers);
  void EmitCall(int file, const CFacts& facts, const CCall& call, std::vector<Access>* out);
  void SetExpansion(const CExpansion& expansion, Access* access) const;
  void SetWrite(int file, const CFacts& facts, const CCall& call, const CMeaning& meaning,
                Access* access) const;
  void SetRead(int file, const CFacts& facts, const CCall& call, const CMeaning& meaning,
               Access* access) const;
  void Emit(int file, const CFacts& facts, std::vector<Access>* out);
  // Records a wrapper's call that passes an unknown name.
  void NoteOpenCall(const CMeaning& meaning);
  // Of the accesses from `first` on, those with a name that no call of the tree passes become
  // unresolved.
  void SettleParameters(size_t first, std::vector<Access>* accesses);
  // What the facts of a file have to contain.
  CWanted Wanted() const {
    return {searched_.names(),
            consumers_.names(),
            finder_.members(),
            {},
            lookups_.environ_users(),
            accessors_.object_methods(),
            accessors_.functions().unseen_owners};
  }
  // A name with members of records in it: an access for each row with this name. Returns false if
  // no table is known.
  bool EmitRows(int file, const CFacts& facts, const CMeaning& meaning, const CCall& call,
                const std::vector<CPart>& parts);
  // The names of one row, with the text before and after them.
  std::vector<std::string> RowNames(const CFacts& facts, const std::vector<CPart>& parts,
                                    const CPart& base, const std::vector<std::string>& path,
                                    const CReached& at, const std::set<std::string>& names) const;
  // The type of the row's variable according to a column of parsers.
  void TakeParser(const CReached& at, const std::string& field, Access* access) const;
  void KeepRow(const CReached& at, const std::string& name, const CMeaning& meaning,
               const CCall& call, int file, bool alias);
  // The current name of each row, next to its older ones, by the table and the row's position.
  using RowKey = std::pair<const CRecord*, std::pair<uint32_t, uint32_t>>;
  std::map<RowKey, std::string> OwnNames() const;
  void EmitKept(std::vector<Access>* out);
  // Marks reads of names that are looked up in tables of records without them.
  void MarkUnlisted(std::vector<Access>* out) const;
  // Functions that read the variables named in a text, among the accesses from `first` on.
  struct Expander {
    int file = -1;
    std::string name;
    Place read;
  };
  std::vector<Expander> FindExpanders(const std::vector<Access>& accesses, size_t first);
  // definitions.cc. Files that define one of the names, one for each name, except those in `known`.
  std::set<int> DefiningFiles(const std::string& question_name, const std::set<std::string>& names,
                              const std::set<int>& known);
  // follow_values.cc. Adds Access::flows to those from `first` on.
  void FollowValues(size_t first, std::vector<Access>* accesses);
  // The variables named in texts of the tree for these functions.
  void EmitExpandedTexts(size_t first, std::vector<Access>* accesses);
  // putenv("NAME=value"), environments of such texts: the names, with their values.
  static std::map<std::string, std::optional<std::string>> SplitAssignments(
      const std::set<std::string>& texts, bool environment);
  // Removes what is from these headers: accesses from `first` on, and places of chains.
  void LeaveOutHeaders(size_t first, std::vector<Access>* accesses);
  RunBudget& budget_;
  const bool follow_values_;
  CSources sources_;
  CLimits limits_{sources_};
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
  CRecords records_;
  CInitials initials_{questions_, facts_, meanings_};
  CKeptUses kept_uses_{questions_, facts_, meanings_};
  CConstants constants_;
  const CTexts texts_{facts_, constants_, records_};
  std::set<std::string> called_;  // functions that are called
  struct Kept {
    std::set<std::string> names;
    Access access;
    const CRecord* home = nullptr;           // its table
    std::pair<uint32_t, uint32_t> row = {};  // start of its row
    std::set<std::string> aliases = {};      // of the names, those of an older column
  };
  // By the place of the name and its spelling: a macro may expand to several rows.
  std::map<std::tuple<int, std::pair<uint32_t, uint32_t>, std::string>, Kept> kept_;
  // Reads of names that are looked up in a table, by their positions among the accesses.
  std::vector<std::pair<size_t, CPart>> table_reads_;
  std::vector<Access> macro_reads_;               // that depend on parameters of macros
  std::map<Place, FunctionRef> parameter_reads_;  // their enclosing functions or macros
  std::set<Place> open_calls_;                    // innermost reads of calls with unknown names
};

}  // namespace flagcensus
