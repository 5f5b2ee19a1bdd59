// The output formats: one entry each, with its writer.
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
  bool all = false;         // check: every finding, however many there are
  bool statistics = false;  // check: the number of findings of each rule, not the findings
  bool quiet = false;       // check: only the findings
  std::string link_root;    // the folder that places are relative to; "": no hyperlinks
  bool mentions = false;    // catalog: also names on a page that are not entries
  LineReader line;          // check: the lines that excerpts quote
};

std::string WriteCheckText(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckSarif(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckGithub(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckGitlab(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckJunit(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckMarkdown(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckCsv(const CheckReport& report, const PrintOptions& options);

// Everything known about one variable; `findings` about others are ignored.
std::string WriteExplanationText(const Flag& flag, const std::vector<Finding>& findings,
                                 const PrintOptions& options);
std::string WriteExplanationJson(const Flag& flag, const std::vector<Finding>& findings,
                                 const PrintOptions& options);
// Whether a finding is about the variable, alone or among others.
bool IsAbout(const Finding& finding, const std::string& name);
std::string WriteChangesText(const std::vector<FlagChange>& changes, const PrintOptions& options);
std::string WriteChangesMarkdown(const std::vector<FlagChange>& changes,
                                 const PrintOptions& options);
std::string WriteChangesJson(const std::vector<FlagChange>& changes, const PrintOptions& options);

// How text in a tree that a CI system would interpret as its commands is printed.
enum class Commands {
  kBroken,     // broken up, with a backslash
  kBrokenXml,  // the same, in XML syntax
  kOwn,        // the format consists of commands: its writer breaks up all others
};

// `machine`: for programs; messages for people go to standard error.
struct CheckFormat {
  std::string_view name;
  bool machine;
  Commands commands;
  std::string (*write)(const CheckReport& report, const PrintOptions& options);
  bool (*is_own)(std::string_view head);  // whether a file with this beginning is such a report
  bool fixes = false;                     // it reports what --fix would change
};
struct ScanFormat {
  std::string_view name;
  std::string (*write)(const std::vector<Access>& accesses, const PrintOptions& options);
};
struct CatalogFormat {
  std::string_view name;
  std::string (*write)(const std::vector<Entry>& entries, const PrintOptions& options);
};

struct ExplainFormat {
  std::string_view name;
  std::string (*write)(const Flag& flag, const std::vector<Finding>& findings,
                       const PrintOptions& options);
};
struct ChangesFormat {
  std::string_view name;
  std::string (*write)(const std::vector<FlagChange>& changes, const PrintOptions& options);
};

// The first of each is the default format.
const std::vector<CheckFormat>& CheckFormats();
const std::vector<ScanFormat>& ScanFormats();
const std::vector<CatalogFormat>& CatalogFormats();
const std::vector<ChangesFormat>& ChangesFormats();
const std::vector<ExplainFormat>& ExplainFormats();

// Whether a file that begins with `head` is a report of `check`, in any format.
bool IsOwnReport(std::string_view head);

// own_report.cc, one for each format.
bool IsOwnText(std::string_view head);
bool IsOwnConcise(std::string_view head);
bool IsOwnJson(std::string_view head);
bool IsOwnJsonl(std::string_view head);
bool IsOwnSarif(std::string_view head);
bool IsOwnGithub(std::string_view head);
bool IsOwnGitlab(std::string_view head);
bool IsOwnJunit(std::string_view head);
bool IsOwnMarkdown(std::string_view head);
bool IsOwnCsv(std::string_view head);

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
