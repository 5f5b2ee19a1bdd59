// Formats: a row and a file each.
#include "analyzer/report/formats.h"

#include <algorithm>

namespace flagcensus {

const std::vector<CheckFormat>& CheckFormats() {
  static const std::vector<CheckFormat> kRows = {
      {"text", false, Commands::kBroken, WriteCheckText, IsOwnText},
      {"concise", true, Commands::kBroken,
       [](const CheckReport& report, const PrintOptions& options) {
         return WriteCheckConcise(report, options.verbose);
       },
       IsOwnConcise},
      {"json", true, Commands::kBroken,
       [](const CheckReport& report, const PrintOptions&) { return WriteCheckJson(report); },
       IsOwnJson},
      {"jsonl", true, Commands::kBroken,
       [](const CheckReport& report, const PrintOptions&) { return WriteCheckJsonl(report); },
       IsOwnJsonl},
      {"sarif", true, Commands::kBroken, WriteCheckSarif, IsOwnSarif, true},
      {"github", true, Commands::kOwn, WriteCheckGithub, IsOwnGithub},
      {"gitlab", true, Commands::kBroken, WriteCheckGitlab, IsOwnGitlab},
      {"junit", true, Commands::kBrokenXml, WriteCheckJunit, IsOwnJunit},
      {"markdown", true, Commands::kBroken, WriteCheckMarkdown, IsOwnMarkdown},
      {"csv", true, Commands::kBroken, WriteCheckCsv, IsOwnCsv},
  };
  return kRows;
}

bool IsOwnReport(std::string_view head) {
  return std::any_of(CheckFormats().begin(), CheckFormats().end(),
                     [&](const CheckFormat& format) { return format.is_own(head); });
}

const std::vector<ScanFormat>& ScanFormats() {
  static const std::vector<ScanFormat> kRows = {
      {"table",
       [](const std::vector<Access>& accesses, const PrintOptions& options) {
         return WriteScanTable(accesses, options.colour);
       }},
      {"jsonl", [](const std::vector<Access>& accesses,
                   const PrintOptions&) { return WriteScanJsonl(accesses); }},
  };
  return kRows;
}

const std::vector<CatalogFormat>& CatalogFormats() {
  static const std::vector<CatalogFormat> kRows = {
      {"table",
       [](const std::vector<Entry>& entries, const PrintOptions& options) {
         return WriteCatalogTable(entries, options.mentions, options.colour);
       }},
      {"jsonl",
       [](const std::vector<Entry>& entries, const PrintOptions& options) {
         return WriteCatalogJsonl(entries, options.mentions);
       }},
  };
  return kRows;
}

const std::vector<ExplainFormat>& ExplainFormats() {
  static const std::vector<ExplainFormat> kRows = {{"text", WriteExplanationText},
                                                   {"json", WriteExplanationJson}};
  return kRows;
}

bool IsAbout(const Finding& finding, const std::string& name) {
  return finding.name == name ||
         std::find(finding.names.begin(), finding.names.end(), name) != finding.names.end();
}

const std::vector<ChangesFormat>& ChangesFormats() {
  static const std::vector<ChangesFormat> kRows = {
      {"text", WriteChangesText}, {"markdown", WriteChangesMarkdown}, {"json", WriteChangesJson}};
  return kRows;
}

}  // namespace flagcensus
