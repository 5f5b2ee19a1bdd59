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
  // Bounds of the resolution. What they skip is reported as a diagnostic `limit`.
  static constexpr int kMaxTextDepth = 10;     // names of names, rows that name rows
  static constexpr size_t kMaxTexts = 20'000;  // followed for one name or default

  // Reads values from files that may define one of `names`; if `enumerators`, also those of
  // enumerators, which need no '=' after the name.
  void ParseConstants(const std::set<std::string>& names, bool enumerators);
  void AddEnumerator(const std::string& name, size_t number);
  struct Constants {
    std::map<std::string, CValue> values;
    std::set<std::string> ambiguous;  // with several values
  };
  static void AddConstant(const std::string& name, const CValue& value, bool ambiguous,
                          Constants* constants);
  void AddConstants(const CFacts& facts);
  const CValue* AnyConstant(const std::string& name) const;
  // For wrappers with calls that are not searched for; `bound`: the limit that was reached.
  void ReportUnfollowed(const std::set<std::string>& names, const std::string& bound);
  // Reports what the readers of the files skipped.
  void ReportCuts();
  void FindConstants();
  // Initial values of arguments that wrappers fill, unless they are locals.
  void FindInitials();
  void FindKeptUses();
  void TakeKeptUse(const CCall& call, const CMeaning& meaning, Access* access) const;
  std::optional<CValue> InitialOf(int file, const CFacts& facts, const CCall& call,
                                  const CMeaning& meaning) const;
  std::optional<CValue> InitialOfKept(int file, const CFacts& facts, const CCall& call,
                                      const CMeaning& meaning) const;
  std::optional<CValue> OfAnyHolder(const std::string& name) const;
  const CValue* ConstantOf(const CFacts& facts, const std::string& name) const;
  // The list position of an index, a number or a constant's name.
  std::optional<size_t> PlaceOf(const CFacts& facts, const std::string& index, int depth) const;
  // The record that a macro produces from its arguments (CPart::Kind::kMacro).
  std::vector<std::vector<CPart>> Expanded(const CFacts& facts, const CPart& call) const;
  // Whether it is the use of a macro that does not declare the variable that it was read for.
  bool DeclaresNothing(const CFacts& facts, const std::vector<CPart>& value) const;
  // An integer expression with its names replaced by their values.
  std::optional<std::string> Sum(const CFacts& facts, const std::string& source, int depth) const;
  // Converts a text in parts to texts, '*' for unknown parts. `macro`: names represent their
  // spelling.
  std::vector<std::string> TextsOf(const CFacts& facts, const std::vector<CPart>& parts, int depth,
                                   bool* whole) const;
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
  // Record types and objects with members that are read as names.
  void FindRecords(Census* census);
  struct ReadRecord {
    CRecordFacts facts;
    bool cut = false;  // something in it was too long
  };
  using FoundRecords = std::map<int, std::shared_ptr<const ReadRecord>>;  // by file
  void ReadRecords(int round, const CRecordsWanted& wanted, std::set<std::string>* asked,
                   FoundRecords* out, std::set<int>* cut);
  CRecordsWanted WantedRecords(std::set<std::string>* steps) const;
  void ExpandObjects(const FoundRecords& found, CRecordsWanted* wanted, std::set<int>* cut);
  // Adds the macros that tokens of an initialiser may use, if `lookup` knows them.
  static void AskForMacros(const std::vector<CToken>& tokens, const CMacroLookup& lookup,
                           CRecordsWanted* wanted);
  struct Record {
    int file = -1;
    CObject object;  // with its macros expanded
    std::vector<CRow> rows;
  };
  // The records in the members of a record.
  void AddNested(const Record& around, size_t limit);
  // The type of the member at the path from a record of `type`; "" if unknown.
  std::string TypeAt(std::string type, const std::vector<std::string>& path) const;
  std::vector<const Record*> ObjectsOf(int file, const CPart& member) const;
  // The members at `path` from the row: expressions, each with its row.
  struct Reached {
    const Record* home = nullptr;
    CRow row;
    std::string type;
    CRow::Member member;
    struct Step {
      const Record* home = nullptr;
      CRow row;
      std::string type;
    };
    std::vector<Step> trail;  // the rows on the path, ending in its own
  };
  // Whether the row refers to a table of rows of its type, and so is not a row with a name itself.
  bool LeadsOn(const Reached& at) const;
  void Reach(const Record& home, const CRow& row, const std::string& type,
             const std::vector<std::string>& path, std::vector<Reached::Step> trail,
             std::vector<Reached>* out) const;
  std::vector<std::string> MemberTexts(const CFacts& facts, const CPart& part, bool alone,
                                       int depth) const;
  static std::vector<std::string> PathOf(const std::string& text);
  const CRow::Member* MemberIn(const CRow& row, const std::string& type,
                               const std::string& field) const;
  // A name with members of records in it: an access for each row with this name. Returns false if
  // no table is known.
  bool EmitRows(int file, const CFacts& facts, const CMeaning& meaning, const CCall& call,
                const std::vector<CPart>& parts);
  // The names of one row, with the text before and after them.
  std::vector<std::string> RowNames(const CFacts& facts, const std::vector<CPart>& parts,
                                    const CPart& base, const std::vector<std::string>& path,
                                    const Reached& at, const std::set<std::string>& names) const;
  // The type of the row's variable according to a column of parsers.
  void TakeParser(const Reached& at, const std::string& field, Access* access) const;
  void KeepRow(const Reached& at, const std::string& name, const CMeaning& meaning,
               const CCall& call, int file, bool alias);
  // The current name of each row, next to its older ones, by the table and the row's position.
  using RowKey = std::pair<const Record*, std::pair<uint32_t, uint32_t>>;
  std::map<RowKey, std::string> OwnNames() const;
  // `depth`: number of names followed to get there.
  std::set<std::string> RowTexts(const Record& home, const CRow::Member& member, int depth,
                                 bool* null) const;
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
  int constant_round_ = 0;  // of ParseConstants
  Constants constants_;
  Constants macros_of_sources_;  // macros that a source defines, which are known there alone
  std::map<std::string, std::optional<size_t>> enumerators_;  // nullopt: several numbers
  std::map<std::string, CTextUse> kept_uses_;  // of members that keep texts, by their keys
  std::map<std::string, CValue> initials_;     // by class::name; ::name outside of classes
  std::map<int, std::map<std::string, CValue>> own_initials_;  // the same for each file alone
  std::set<std::string> named_;                                // records that are read by name
  std::vector<Record> records_;
  std::map<std::string, std::vector<int>> records_by_name_;
  std::map<std::string, std::vector<int>> records_by_type_;
  std::map<std::string, std::shared_ptr<CRecordType>> types_;  // by name; aliases share one
  std::set<std::string> called_;                               // functions that are called
  struct Kept {
    std::set<std::string> names;
    Access access;
    const Record* home = nullptr;            // its table
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
  mutable size_t followed_texts_ = 0;             // for the current name or default
  mutable bool cut_ = false;                      // texts were skipped since it was last tested
};

}  // namespace flagcensus
