// The output formats: one row each, in the file of its writer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/output_options.h"
#include "analyzer/join/changes.h"
#include "analyzer/report/report.h"

namespace flagcensus {

// Options of the writers.
struct PrintOptions {
  bool colour = false;
  bool verbose = false;
  int width = 0;  // maximum columns of a line; 0: unlimited
  GroupBy group_by = GroupBy::kRule;
  bool all = false;            // check: every finding, however many there are
  bool statistics = false;     // check: the number of findings of each rule, not the findings
  bool quiet = false;          // check: only the findings
  std::string link_root = {};  // the folder that places are relative to; "": no hyperlinks
  bool mentions = false;       // catalog: also names on a page that are not entries
  LineReader line = {};        // check: the lines that excerpts quote
};

// Whether a finding is about the variable, alone or among others.
bool IsAbout(const Finding& finding, const std::string& name);

// A way to print what a command found. It is declared at the end of the file with its writer, and
// the build collects the declarations (cmake/rows.cmake):
//
//   extern constexpr ScanFormat kScanTableFormat = {.rank = 10, .name = "table", ...};
//
// `rank`: the place in lists of formats. The ranks of a command are different; gaps leave room for
// new formats. The first is the default format.
template <typename... Results>
struct OutputFormat {
  int rank;
  std::string_view name;
  std::string (*write)(const Results&... results, const PrintOptions& options);
};
using ScanFormat = OutputFormat<std::vector<Access>>;
using CatalogFormat = OutputFormat<std::vector<Entry>>;
// Everything known about one variable; findings and rows about others are ignored.
using ExplainFormat = OutputFormat<Flag, std::vector<Finding>, std::vector<InventoryRow>>;
using ChangesFormat = OutputFormat<std::vector<FlagChange>>;

// How text of a tree is printed that a CI system would interpret as a command.
enum class Commands {
  kBroken,     // broken up, with a backslash
  kBrokenXml,  // the same, in XML syntax
  kOwn,        // the format consists of commands: its writer breaks up all others
};

struct CheckFormat {
  int rank;
  std::string_view name;
  bool machine;  // for programs; messages for people go to standard error
  std::string (*write)(const CheckReport& report, const PrintOptions& options);
  bool (*is_own)(std::string_view head);  // whether a file with this beginning is such a report
  Commands commands = Commands::kBroken;
  bool fixes = false;  // it reports what --fix would change
};

// The formats of all files, unordered; generated.
std::vector<CheckFormat> CheckFormatRows();
std::vector<ScanFormat> ScanFormatRows();
std::vector<CatalogFormat> CatalogFormatRows();
std::vector<ExplainFormat> ExplainFormatRows();
std::vector<ChangesFormat> ChangesFormatRows();

// The same, sorted by rank.
const std::vector<CheckFormat>& CheckFormats();
const std::vector<ScanFormat>& ScanFormats();
const std::vector<CatalogFormat>& CatalogFormats();
const std::vector<ExplainFormat>& ExplainFormats();
const std::vector<ChangesFormat>& ChangesFormats();

// Whether a file that begins with `head` is a report of `check`, in any format.
bool IsOwnReport(std::string_view head);

// The entry of that name, or the first.
template <typename Row>
const Row& FormatOf(const std::vector<Row>& rows, std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) return row;
  }
  return rows.front();
}

template <typename Row>
std::vector<std::string> NamesOf(const std::vector<Row>& rows) {
  std::vector<std::string> out;
  for (const Row& row : rows) out.emplace_back(row.name);
  return out;
}

}  // namespace flagcensus
