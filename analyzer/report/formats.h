// The forms of the output: a row for each, with its writer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/options.h"
#include "analyzer/join/changes.h"
#include "analyzer/report/report.h"

namespace flagcensus {

// What the writers may ask beside what they write.
struct PrintOptions {
  bool colour = false;
  bool verbose = false;
  int width = 0;  // columns that lines may take; 0: as many as they need
  GroupBy group_by = GroupBy::kRule;
  bool all = false;         // check: every finding, however many there are
  bool statistics = false;  // check: how many each rule has, and not the findings
  bool quiet = false;       // check: the findings and nothing else
  std::string link_root;    // the folder that places are relative to; "": no hyperlinks
  bool mentions = false;    // catalog: names that stand on a page beside its entries too
  LineReader line;          // check: the lines that excerpts quote
};

std::string WriteCheckText(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckSarif(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckGithub(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckGitlab(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckJunit(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckMarkdown(const CheckReport& report, const PrintOptions& options);
std::string WriteCheckCsv(const CheckReport& report, const PrintOptions& options);

// All that is known of one variable; `findings` of others are left out.
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

// What becomes of texts in a tree that a CI system would take for its commands where they are
// printed.
enum class Commands {
  kBroken,     // they are broken up, with a backslash
  kBrokenXml,  // the same, as XML writes it
  kOwn,        // the form is made of commands: its writer has broken up what is none
};

// `machine`: for programs. What people should know beside it stands on standard error.
struct CheckFormat {
  std::string_view name;
  bool machine;
  Commands commands;
  std::string (*write)(const CheckReport& report, const PrintOptions& options);
  bool (*is_own)(std::string_view head);  // whether a file that begins so is such a report
  bool fixes = false;                     // it tells what --fix would change
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

// The first of each is what is printed where no form is asked for.
const std::vector<CheckFormat>& CheckFormats();
const std::vector<ScanFormat>& ScanFormats();
const std::vector<CatalogFormat>& CatalogFormats();
const std::vector<ChangesFormat>& ChangesFormats();
const std::vector<ExplainFormat>& ExplainFormats();

// Whether a file that begins with `head` is a report of `check`, in whatever form.
bool IsOwnReport(std::string_view head);

// own_report.cc, for each form.
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

// The row of that name, or the first.
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
