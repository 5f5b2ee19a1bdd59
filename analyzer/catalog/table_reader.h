// TableReader: a table's cells → candidates and entries (table_reader.cc).
//
//   | Variable   | Default | Description |
//   | `APP_PORT` | 80      | The port.   |   ─→ APP_PORT, default 80, "The port."
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/catalog/reading.h"
#include "analyzer/catalog/sibling_stats.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/names.h"

namespace flagcensus {

// A column of a table: what its header says, and what its cells contain.
struct TableColumn {
  Label label = Label::kNone;
  bool variable = false;  // the header says "variable"
  bool names = false;     // its cells are candidates
  std::string prefix;     // shared by its names, by the header: "Variable (prefix `APP_`)"
  SiblingStats peers;
};

class TableReader {
 public:
  explicit TableReader(const EntryReading& reading)
      : page_(reading.page), scorer_(reading.scorer), out_(reading.out) {}

  void Read(const Block& table, const BlockContext& context);

 private:
  void NoteBuild(const Block& table);
  void Cell(const Block& row, const Prose& cell, const LeadingNames& lead,
            const std::vector<TableColumn>& columns, size_t column, const BlockContext& context);

  const PageFacts& page_;
  CandidateScorer& scorer_;
  EntryCollector& out_;
};

}  // namespace flagcensus
