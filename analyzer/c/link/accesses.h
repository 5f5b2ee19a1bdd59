// Calls with known meanings → accesses.
//
//   Option("APP_PORT", 80);     ─→ CAccessEmitter: a read of APP_PORT
//   its default and type        ─→ CAccessValues: literal "80", int
//   getenv(rows[i].name)        ─→ CRowAccesses: a read for each row of `rows`
//   getenv(name)                ─→ COpenNames: unresolved, unless a call of the function names one
//
// A newcomer adds what an access says of its value to CAccessValues: it changes one Access, and
// nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/c/link/accessor_index.h"
#include "analyzer/c/link/fact_reader.h"
#include "analyzer/c/link/initials.h"
#include "analyzer/c/link/meanings.h"
#include "analyzer/c/link/record_tables.h"
#include "analyzer/c/link/sources.h"
#include "analyzer/c/link/texts.h"
#include "analyzer/c/link/tree_facts.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// Type, default and value of an access by its call and meaning. Has no state.
class CAccessValues {
 public:
  CAccessValues(const CSources& sources, const CTreeFacts& facts, const CMeanings& meanings,
                CTexts& texts, const CInitials& initials, const CKeptUses& kept_uses)
      : sources_(sources),
        facts_(facts),
        meanings_(meanings),
        texts_(texts),
        initials_(initials),
        kept_uses_(kept_uses) {}

  void SetExpansion(const CExpansion& expansion, Access* access) const;
  // Sets the default, and the type if only a literal reveals it.
  void SetDefault(int file, const CFacts& facts, const CValue& given, int nested,
                  Access* access) const;
  void SetWrite(int file, const CFacts& facts, const CCall& call, const CMeaning& meaning,
                Access* access) const;
  void SetRead(int file, const CFacts& facts, const CCall& call, const CMeaning& meaning,
               Access* access) const;

 private:
  const CSources& sources_;
  const CTreeFacts& facts_;
  const CMeanings& meanings_;
  CTexts& texts_;
  const CInitials& initials_;
  const CKeptUses& kept_uses_;
};

// rows.cc. Accesses at the rows of tables. They are collected from all calls, since several calls
// may read one row.
class CRowAccesses {
 public:
  CRowAccesses(const CSources& sources, const CAccessors& accessors, const CTreeFacts& facts,
               const CRecords& records, CTexts& texts, const CAccessValues& values,
               CLinkLimits& limits)
      : sources_(sources),
        accessors_(accessors),
        facts_(facts),
        records_(records),
        texts_(texts),
        values_(values),
        limits_(limits) {}

  // A name with members of records in it: an access for each row with this name. Returns false if
  // no table is known.
  bool EmitRows(int file, const CFacts& facts, const CMeaning& meaning, const CCall& call,
                const std::vector<CPart>& parts);
  // A read of a name that is looked up in a table, by its position among the accesses.
  void NoteTableRead(size_t position, const CPart& table) {
    table_reads_.emplace_back(position, table);
  }
  void EmitKept(std::vector<Access>* out);
  // Marks reads of names that are looked up in tables of records without them.
  void MarkUnlisted(std::vector<Access>* out) const;

 private:
  struct Kept {
    std::set<std::string> names;
    Access access;
    const CRecord* home = nullptr;           // its table
    std::pair<uint32_t, uint32_t> row = {};  // start of its row
    std::set<std::string> aliases = {};      // of the names, those of an older column
  };
  // The current name of each row, next to its older ones, by the table and the row's position.
  using RowKey = std::pair<const CRecord*, std::pair<uint32_t, uint32_t>>;

  // The names of one row, with the text before and after them.
  std::vector<std::string> RowNames(const CFacts& facts, const std::vector<CPart>& parts,
                                    const CPart& base, const std::vector<std::string>& path,
                                    const CReached& at, const std::set<std::string>& names) const;
  // The type of the row's variable according to a column of parsers.
  void TakeParser(const CReached& at, const std::string& field, Access* access) const;
  void KeepRow(const CReached& at, const std::string& name, const CMeaning& meaning,
               const CCall& call, int file, bool alias);
  std::map<RowKey, std::string> OwnNames() const;

  const CSources& sources_;
  const CAccessors& accessors_;
  const CTreeFacts& facts_;
  const CRecords& records_;
  CTexts& texts_;
  const CAccessValues& values_;
  CLinkLimits& limits_;
  // By the place of the name and its spelling: a macro may expand to several rows.
  std::map<std::tuple<int, std::pair<uint32_t, uint32_t>, std::string>, Kept> kept_;
  std::vector<std::pair<size_t, CPart>> table_reads_;
};

// open_names.cc. Reads with a parameter as name, which calls of the tree may resolve.
class COpenNames {
 public:
  explicit COpenNames(const CTreeFacts& facts) : facts_(facts) {}

  void NoteParameterRead(const Place& place, FunctionRef function) {
    parameter_reads_.emplace(place, function);
  }
  void NoteMacroRead(Access access) { macro_reads_.push_back(std::move(access)); }
  // A wrapper's call that passes an unknown name.
  void NoteOpenCall(const CMeaning& meaning);
  // Of the accesses from `first` on, those with a name that no call of the tree passes become
  // unresolved.
  void MarkUnresolved(size_t first, std::vector<Access>* accesses);

 private:
  const CTreeFacts& facts_;
  std::vector<Access> macro_reads_;               // that depend on parameters of macros
  std::map<Place, FunctionRef> parameter_reads_;  // their enclosing functions or macros
  std::set<Place> open_calls_;                    // innermost reads of calls with unknown names
};

// accesses.cc. The accesses of all calls; those at rows and open names go to their collectors.
class CAccessEmitter {
 public:
  CAccessEmitter(const CSources& sources, const CTreeFacts& facts, const CFoundWrappers& wrappers,
                 const CMeanings& meanings, const CSearchedNames& searched, CTexts& texts,
                 const CAccessValues& values, CRowAccesses& rows, COpenNames& open_names,
                 CLinkLimits& limits)
      : sources_(sources),
        facts_(facts),
        wrappers_(wrappers),
        meanings_(meanings),
        searched_(searched),
        texts_(texts),
        values_(values),
        rows_(rows),
        open_names_(open_names),
        limits_(limits),
        called_(facts.Callees()) {}

  void Emit(int file, const CFacts& facts, std::vector<Access>* out);

 private:
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
  // LIST(FLAG): FLAG for each item of the list, at the item's position.
  void EmitList(const CCall& passed, std::vector<Access>* out);

  const CSources& sources_;
  const CTreeFacts& facts_;
  const CFoundWrappers& wrappers_;
  const CMeanings& meanings_;
  const CSearchedNames& searched_;
  CTexts& texts_;
  const CAccessValues& values_;
  CRowAccesses& rows_;
  COpenNames& open_names_;
  CLinkLimits& limits_;
  const std::set<std::string> called_;  // functions that are called
};

}  // namespace flagcensus
