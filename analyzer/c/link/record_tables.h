// Tables of records with members that are read as names.
//
//   struct row { const char* name; int def; };
//   static const struct row rows[] = {{"APP_A", 1}, {"APP_B", 2}};
//   ─→ ObjectsOf(file, {object rows}): one record with two rows
//   ─→ Reach(rows, its first row, "row", {"name"}): the tokens "APP_A"
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/link/file_questions.h"
#include "analyzer/c/link/meanings.h"
#include "analyzer/c/link/sources.h"
#include "analyzer/c/link/tree_facts.h"
#include "analyzer/c/records.h"
#include "analyzer/model/census.h"

namespace flagcensus {

// An object of a record type, or an array of records.
struct CRecord {
  int file = -1;
  CObject object;  // with its macros expanded
  std::vector<CRow> rows;
};

// A member that a path leads to: an expression with its row.
struct CReached {
  const CRecord* home = nullptr;
  CRow row;
  std::string type;
  CRow::Member member;
  struct Step {
    const CRecord* home = nullptr;
    CRow row;
    std::string type;
  };
  std::vector<Step> trail;  // the rows on the path, ending in its own
};

// What one file contains of them.
struct CReadRecords {
  CRecordFacts facts;
  bool cut = false;  // something in it was too long
};
using CRecordsByFile = std::map<int, std::shared_ptr<const CReadRecords>>;

// The records of a tree by name and type. Only CRecordReader changes them; a CRecord remains where
// it is after that.
class CRecords {
 public:
  // Replaces all by those of `found`. Adds to *wanted the types and macros that they need, and to
  // *cut the files in which something is too long.
  void ExpandObjects(const CRecordsByFile& found, CRecordsWanted* wanted, std::set<int>* cut);
  void SetNamed(const std::set<std::string>& named) { named_ = named; }

  // Whether it is read by its name, and so not as any of its type.
  bool IsNamed(const std::string& name) const { return named_.count(name) > 0; }
  bool Has(const std::string& name) const { return records_by_name_.count(name) > 0; }
  std::vector<const CRecord*> ObjectsOf(int file, const CPart& member) const;
  // nullptr if the type is unknown.
  const CRecordType* TypeOf(const std::string& name) const;
  const CRow::Member* MemberIn(const CRow& row, const std::string& type,
                               const std::string& field) const;
  // Adds the members at `path` from the row. Sets *cut if some are skipped.
  void Reach(const CRecord& home, const CRow& row, const std::string& type,
             const std::vector<std::string>& path, std::vector<CReached::Step> trail,
             std::vector<CReached>* out, bool* cut) const;
  // Whether the row refers to a table of rows of its type, and so is not a row with a name itself.
  bool LeadsOn(const CReached& at) const;
  // "spec.name" ─→ {"spec", "name"}
  static std::vector<std::string> PathOf(const std::string& text);

 private:
  // Adds the macros that tokens of an initialiser may use, if `lookup` knows them.
  static void AskForMacros(const std::vector<CToken>& tokens, const CMacroLookup& lookup,
                           CRecordsWanted* wanted);
  // The records in the members of a record.
  void AddNested(const CRecord& around, size_t limit);
  // The type of the member at the path from a record of `type`; "" if unknown.
  std::string TypeAt(std::string type, const std::vector<std::string>& path) const;

  std::set<std::string> named_;  // records that are read by name
  std::vector<CRecord> records_;
  std::map<std::string, std::vector<int>> records_by_name_;
  std::map<std::string, std::vector<int>> records_by_type_;
  std::map<std::string, std::shared_ptr<CRecordType>> types_;  // by name; aliases share one
};

// Reads the types and objects that the names of calls refer to, in rounds.
class CRecordReader {
 public:
  CRecordReader(CFileQuestions& questions, const CTreeFacts& facts, const CMeanings& meanings,
                CLinkLimits& limits, CRecords& records)
      : questions_(questions),
        facts_(facts),
        meanings_(meanings),
        limits_(limits),
        records_(records) {}

  void FindRecords(Census* census);

 private:
  void ReadRecords(int round, const CRecordsWanted& wanted, std::set<std::string>* asked,
                   CRecordsByFile* out, std::set<int>* cut);
  CRecordsWanted WantedRecords(std::set<std::string>* steps) const;

  CFileQuestions& questions_;
  const CTreeFacts& facts_;
  const CMeanings& meanings_;
  CLinkLimits& limits_;
  CRecords& records_;
};

}  // namespace flagcensus
