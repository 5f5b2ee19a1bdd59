#include "analyzer/model/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/model/access.h"

namespace flagcensus {
namespace {

// Above these shares the report begins with the coverage. A tenth of the entries, or a third of the
// programs, is enough to change the conclusion that a reader draws from "no findings"; below, a
// line at the end suffices. One or two files in another language are tools of the build.
constexpr uint64_t kPart = 10;        // more than one in this many entries make a report partial
constexpr uint64_t kUnreadShare = 3;  // and one in this many programs that were not read,
constexpr uint64_t kMinUnread = 3;    // if they are at least this many
// More families than these would fill the summary; the rest is one line with their sum.
constexpr size_t kMaxFamilies = 3;

// The language of --language for a name in reports: "C#" ─→ kCSharp; nullopt if it cannot be read.
std::optional<Language> LanguageCalled(std::string_view name) {
  std::string word = ToLower(name);
  if (word == "c#") word = "csharp";
  if (word == "typescript") word = "javascript";
  return ParseAskedLanguage(word);
}

uint64_t Sum(const std::map<std::string, uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0},
                         [](uint64_t sum, const auto& one) { return sum + one.second; });
}

std::string EntriesWere(uint64_t count) { return Count(count, "entry was", "entries were"); }

// "41 JavaScript files, 1 Go file", the most first.
std::string ListFiles(const std::map<std::string, uint64_t>& counts) {
  std::vector<std::pair<std::string, uint64_t>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> out;
  for (const auto& [language, count] : rows) {
    out.push_back(Count(count, language + " file", language + " files"));
  }
  return Join(out, ", ");
}

// Adds one sentence about files: nothing was read, or what was not read in addition to the sources;
// and the options that would read them.
void DescribeFiles(const Coverage& coverage, std::vector<std::string>& out) {
  if (coverage.ReadNothing()) {
    std::string files = ListFiles(coverage.unread);
    if (coverage.binaries > 0) {
      files +=
          (files.empty() ? "" : ", ") + Count(coverage.binaries, "binary file", "binary files");
    }
    out.push_back("nothing read: " + files);
  } else if (!coverage.unread.empty()) {
    std::vector<std::string> read = {"Python", "C"};
    read.insert(read.end(), coverage.languages.begin(), coverage.languages.end());
    out.push_back(fmt::format("not read in addition to {} in {} or C++: {}",
                              Count(coverage.sources, "file", "files"), Join(read, ", "),
                              ListFiles(coverage.unread)));
  }
  // WorthAsking implies that files were not read, so a sentence precedes.
  if (const std::vector<std::string> ask = coverage.WorthAsking(); !ask.empty()) {
    std::string options;
    for (const std::string& language : ask) options += " --language " + language;
    out.back() += ":" + options + (ask.size() == 1 ? " reads them" : " reads most of them");
  }
}

// "3 accesses build every POETRY_* name (first at config.py:88): 41 entries were not compared"
void DescribeFamilies(const Coverage& coverage, std::vector<std::string>& out) {
  uint64_t rest = 0;
  for (size_t i = 0; i < coverage.families.size(); ++i) {
    const ComputedFamily& family = coverage.families[i];
    if (i >= kMaxFamilies) {
      rest += family.entries;
      continue;
    }
    const std::string at = family.place.line == 0
                               ? family.place.file
                               : fmt::format("{}:{}", family.place.file, family.place.line);
    out.push_back(fmt::format(
        "{} every {} name ({}{}): {} not compared",
        family.accesses == 1 ? "one access builds"
                             : std::to_string(family.accesses) + " accesses build",
        family.pattern, family.accesses == 1 ? "" : "first at ", at, EntriesWere(family.entries)));
  }
  if (rest > 0) {
    out.push_back(fmt::format(
        "{} in {} not compared either", EntriesWere(rest),
        Count(coverage.families.size() - kMaxFamilies, "more such family", "more such families")));
  }
}

void DescribeMissing(const Coverage& coverage, std::vector<std::string>& out) {
  const uint64_t missing = coverage.NotCompared();
  if (!coverage.IsPartial() || missing == 0) return;
  out.push_back(
      fmt::format("{} of {} not compared with the code", missing, EntriesWere(coverage.entries)));
}

void DescribeEntries(const Coverage& coverage, std::vector<std::string>& out) {
  DescribeFamilies(coverage, out);
  if (const uint64_t count = Sum(coverage.elsewhere); count > 0) {
    std::vector<std::string> languages;
    for (const auto& [language, entries] : coverage.elsewhere) languages.push_back(language);
    out.push_back(fmt::format("{} not compared: only files that are not read access {} ({})",
                              EntriesWere(count), count == 1 ? "it" : "them",
                              Join(languages, ", ")));
  }
  if (coverage.unknown_entries > 0) {
    out.push_back(fmt::format("{} not compared: {} may read {}",
                              EntriesWere(coverage.unknown_entries),
                              Count(coverage.unknown_names, "access whose name is unknown",
                                    "accesses whose names are unknown"),
                              coverage.unknown_entries == 1 ? "it" : "them"));
  }
  if (const uint64_t count = Sum(coverage.limits); count > 0) {
    std::vector<std::string> kinds;
    for (const auto& [kind, times] : coverage.limits)
      kinds.push_back(fmt::format("{} {}", times, kind));
    out.push_back(fmt::format("{} cut or skipped by a limit: {}",
                              Count(count, "input was", "inputs were"), Join(kinds, ", ")));
  }
}

}  // namespace

uint64_t Coverage::NotCompared() const {
  uint64_t out = unknown_entries + Sum(elsewhere);
  for (const ComputedFamily& family : families) out += family.entries;
  return out;
}

std::vector<std::string> Coverage::WorthAsking() const {
  std::vector<std::string> out;
  uint64_t askable = 0;
  for (const auto& [language, count] : unread) {
    const std::optional<Language> known = LanguageCalled(language);
    // Files in a language that no option reads give a reader nothing to do.
    if (!known) continue;
    askable += count;
    out.emplace_back(ToString(*known));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  const bool few = askable < kMinUnread || askable * kUnreadShare <= sources + Sum(unread);
  if (few) out.clear();
  return out;
}

bool Coverage::IsPartial() const {
  return ReadNothing() || NotCompared() * kPart > entries || !WorthAsking().empty();
}

void AddTo(Coverage& all, const Coverage& one) {
  all.sources += one.sources;
  for (const auto& [language, count] : one.unread) all.unread[language] += count;
  all.languages.insert(one.languages.begin(), one.languages.end());
  all.binaries += one.binaries;
  all.entries += one.entries;
  all.families.insert(all.families.end(), one.families.begin(), one.families.end());
  std::stable_sort(
      all.families.begin(), all.families.end(),
      [](const ComputedFamily& a, const ComputedFamily& b) { return a.entries > b.entries; });
  for (const auto& [language, count] : one.elsewhere) all.elsewhere[language] += count;
  all.unknown_entries += one.unknown_entries;
  all.unknown_names += one.unknown_names;
  for (const auto& [kind, count] : one.limits) all.limits[kind] += count;
}

std::vector<std::string> DescribeCoverage(const Coverage& coverage) {
  std::vector<std::string> out;
  DescribeMissing(coverage, out);
  DescribeFiles(coverage, out);
  DescribeEntries(coverage, out);
  return out;
}

std::vector<std::string> DescribeComparison(const Coverage& coverage) {
  std::vector<std::string> out;
  DescribeMissing(coverage, out);
  DescribeEntries(coverage, out);
  return out;
}

}  // namespace flagcensus
