// Constants of a tree, and texts in parts → texts.
//
//   constexpr char kPrefix[] = "APP_";                        ─→ CTreeConstants
//   TextsOf(facts, {constant kPrefix, "PORT"}, 0, &whole)     ─→ {"APP_PORT"}
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/link/fact_reader.h"
#include "analyzer/c/link/file_questions.h"
#include "analyzer/c/link/initials.h"
#include "analyzer/c/link/meanings.h"
#include "analyzer/c/link/record_tables.h"
#include "analyzer/c/link/sources.h"
#include "analyzer/c/link/tree_facts.h"

namespace flagcensus {

class CTreeConstants {
 public:
  void AddConstants(const CFacts& facts);
  void AddEnumerator(const std::string& name, size_t number);

  const CValue* AnyConstant(const std::string& name) const;
  const CValue* ConstantOf(const CFacts& facts, const std::string& name) const;
  // Whether it is known beyond the sources that define it as a macro.
  bool IsOfTree(const std::string& name) const { return constants_.values.count(name) > 0; }
  // nullopt: several numbers.
  const std::map<std::string, std::optional<size_t>>& enumerators() const { return enumerators_; }

 private:
  struct Constants {
    std::map<std::string, CValue> values;
    std::set<std::string> ambiguous;  // with several values
  };
  static void AddConstant(const std::string& name, const CValue& value, bool ambiguous,
                          Constants* constants);

  Constants constants_;
  Constants macros_of_sources_;  // macros that a source defines, which are known there alone
  std::map<std::string, std::optional<size_t>> enumerators_;
};

// Reads the constants that names and defaults refer to.
class CConstantReader {
 public:
  CConstantReader(const CSources& sources, CFileQuestions& questions, const CTreeFacts& facts,
                  const CMeanings& meanings, const CRecords& records, const CInitials& initials,
                  CTreeConstants& constants)
      : sources_(sources),
        questions_(questions),
        facts_(facts),
        meanings_(meanings),
        records_(records),
        initials_(initials),
        constants_(constants) {}

  // `reader` adds the headers of libraries that define one, with the facts that are wanted.
  void FindConstants(const CWanted& wanted_facts, CFactReader* reader);

 private:
  // Reads values from files that may define one of `names`; if `enumerators`, also those of
  // enumerators, which need no '=' after the name.
  void ParseConstants(const std::set<std::string>& names, bool enumerators);

  const CSources& sources_;
  CFileQuestions& questions_;
  const CTreeFacts& facts_;
  const CMeanings& meanings_;
  const CRecords& records_;
  const CInitials& initials_;
  CTreeConstants& constants_;
  int constant_round_ = 0;  // of ParseConstants
};

// Changes nothing of what it reads, and notes whether texts were skipped.
class CTexts {
 public:
  CTexts(const CTreeFacts& facts, const CTreeConstants& constants, const CRecords& records)
      : facts_(facts), constants_(constants), records_(records) {}

  // Converts a text in parts to texts, '*' for unknown parts. `depth`: number of names followed to
  // get there.
  std::vector<std::string> TextsOf(const CFacts& facts, const std::vector<CPart>& parts, int depth,
                                   bool* whole);
  // The texts of a row's member.
  std::set<std::string> RowTexts(const CRecord& home, const CRow::Member& member, int depth,
                                 bool* null);
  // Whether texts were skipped since the last ForgetCuts.
  bool cut() const { return cut_; }
  void ForgetCuts() { cut_ = false; }
  void NoteCut() { cut_ = true; }

 private:
  // Bounds of what is followed. What they skip is reported as a diagnostic `limit`.
  static constexpr int kMaxTextDepth = 10;     // names of names, rows that name rows
  static constexpr size_t kMaxTexts = 20'000;  // followed for one name or default

  // The list position of an index, a number or a constant's name.
  std::optional<size_t> PlaceOf(const CFacts& facts, const std::string& index, int depth);
  // The record that a macro produces from its arguments (CPart::Kind::kMacro).
  std::vector<std::vector<CPart>> Expanded(const CFacts& facts, const CPart& call) const;
  // Whether it is the use of a macro that does not declare the variable that it was read for.
  bool DeclaresNothing(const CFacts& facts, const std::vector<CPart>& value) const;
  // An integer expression with its names replaced by their values.
  std::optional<std::string> Sum(const CFacts& facts, const std::string& source, int depth);
  std::vector<std::string> MemberTexts(const CFacts& facts, const CPart& part, bool alone,
                                       int depth);

  const CTreeFacts& facts_;
  const CTreeConstants& constants_;
  const CRecords& records_;
  size_t followed_texts_ = 0;  // for the current name or default
  bool cut_ = false;
};

}  // namespace flagcensus
