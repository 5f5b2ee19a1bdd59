// Page → verdict for the automatic discovery: does it document variables, or does it only mention
// some?
//
//   CHANGELOG.md, APP_PORT listed below "1.2.0"               ─→ no: a changelog
//   docs/env.md, a section "Environment variables", one item  ─→ yes: it calls APP_PORT a variable
//   README.md, one row of APP_PORT, never called a variable   ─→ no: only one variable
//
// Excluded by role: changelogs, translations, copies of a page of another version, tests. Excluded
// by content: pages with most entries below release numbers or dates, and examples without a
// section on variables. Other pages document variables if they call one a variable, have two in a
// structure, or describe one that the code accesses.
#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/entries.h"
#include "analyzer/catalog/statement_entries.h"

namespace flagcensus {
namespace {

// A heading that names a release: "1.2.0", "v2.1 (2024-05-01)", "[1.0.0] - 2023-01-01",
// "Unreleased". "3.1. Installation" is a numbered section. A release with a name but no number is
// missed.
bool IsRelease(std::string_view section) {
  std::string text = ToLower(Trim(section));
  for (const std::string_view opening : {"version ", "release ", "[", "v", "changes in "}) {
    if (text.starts_with(opening)) text.erase(0, opening.size());
  }
  if (text.starts_with("unreleased")) return true;
  size_t at = 0;
  int dots = 0;
  while (at < text.size() && (IsDigit(text[at]) || text[at] == '.' || text[at] == '-')) {
    if (text[at] != '.' && text[at] != '-') {
      ++at;
      continue;
    }
    if (at == 0 || !IsDigit(text[at - 1])) return false;
    ++dots;
    ++at;
  }
  if (dots < 1 || at < 3 || !IsDigit(text[at - 1])) return false;
  if (at < text.size() && IsIdentifierByte(text[at])) {
    return text[at] == 'r' || text[at] == 'a' || text[at] == 'b';  // 1.0rc1
  }
  // Words after the number are the title of a section.
  const std::string_view rest = Trim(std::string_view(text).substr(at));
  const bool word = BeginsWithLower(rest);
  return !word || rest.starts_with("release") || rest.starts_with("final");
}

// The structure as the reason of the verdict names it.
std::string_view StructureName(EntryHow how, bool one) {
  switch (how) {
    case EntryHow::kTable:
      return one ? "a table" : "tables";
    case EntryHow::kList:
      return one ? "a list" : "lists";
    case EntryHow::kParagraph:
      return one ? "a paragraph" : "paragraphs";
    case EntryHow::kHeading:
      return one ? "a heading" : "headings";
    case EntryHow::kDirective:
      return one ? "a directive" : "directives";
    case EntryHow::kBlock:
      return one ? "a block" : "blocks";
    case EntryHow::kSentence:
      return one ? "a sentence" : "sentences";
    case EntryHow::kExample:
      return one ? "an example" : "examples";
    case EntryHow::kDotenv:
      return one ? "an assignment" : "assignments";
    default:
      return one ? "a definition" : "definitions";
  }
}

// Judges the page by its structures: entries in tables, lists, headings and the like.
// The tests are in the order of their certainty; the first reason against the page decides, and is
// shown to the user.
void JudgeStructure(std::string_view file, const Page& page, PageVerdict& verdict) {
  std::map<EntryHow, int> by_structure;
  std::map<EntryHow, std::set<std::string>> sections;
  int below_releases = 0;
  int listed = 0;  // in a structure, not in a block of code
  for (const Entry& entry : page.entries) {
    if (entry.how == EntryHow::kMention || entry.how == EntryHow::kNote || entry.parent) continue;
    ++verdict.entries;
    ++by_structure[entry.how];
    if (entry.how != EntryHow::kBlock && entry.how != EntryHow::kExample) ++listed;
    sections[entry.how].insert(entry.section);
    if (IsRelease(entry.section)) ++below_releases;
  }
  // More than half: a guide may describe one variable below the release that added it.
  if (2 * below_releases > verdict.entries) {
    verdict.reason = "a changelog: its variables are listed below releases";
    return;
  }
  if (verdict.entries == 0) {
    verdict.reason = "no variables";
    return;
  }
  if (!page.speaks_of_environment && page.called == 0) {
    verdict.reason = "names in capitals, but no mention of environment variables";
    return;
  }
  constexpr int kEnough = 2;  // of variables that nothing on the page calls variables
  if (page.called == 0 && listed < kEnough) {
    verdict.reason = listed == verdict.entries ? "only one variable" : "variables only in commands";
    return;
  }
  // Users copy a sample; the environment of a script among the project's tools is not for them.
  if (file.ends_with(".env") && IsTooling(file)) {
    verdict.reason = "an environment of the project's own scripts";
    return;
  }
  if (page.role == FileRole::kExample && page.headed == 0) {
    verdict.reason = "an example, without a section on environment variables";
    return;
  }
  verdict.documents = true;
  // The reason names the structure with the most variables.
  const auto most =
      std::max_element(by_structure.begin(), by_structure.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  verdict.reason = Count(static_cast<uint64_t>(verdict.entries), "variable", "variables") + " (";
  if (most->second < verdict.entries) {
    verdict.reason += std::to_string(most->second) + " of them ";
  } else if (verdict.entries > 1) {
    verdict.reason += "all ";
  }
  verdict.reason += "in " + std::string(StructureName(most->first, most->second == 1));
  if (most->first == EntryHow::kTable || most->first == EntryHow::kList) {
    const size_t groups = sections[most->first].size();
    verdict.reason += (groups == 1 ? ", in " : ", across ") + Count(groups, "section", "sections");
  }
  verdict.reason += ')';
}

// Judges the page by its statements about variables that the code accesses.
void JudgeStatements(const Page& page, PageVerdict& verdict) {
  const std::vector<Entry> entries = EntriesOfStatements(page.statements, true);
  int below_releases = 0;
  for (const Entry& entry : entries) below_releases += IsRelease(entry.section) ? 1 : 0;
  const int count = static_cast<int>(entries.size());
  if (count == 0 || 2 * below_releases > count) return;
  verdict.documents = true;
  verdict.by_statements = true;
  verdict.entries = count;
  verdict.reason = Count(entries.size(), "variable", "variables") + " of the code";
}

}  // namespace

PageVerdict JudgePage(std::string_view file, const Page& page) {
  PageVerdict verdict;
  if (page.role == FileRole::kTranslation || page.role == FileRole::kVersion ||
      page.role == FileRole::kHistory || page.role == FileRole::kTest) {
    verdict.reason = ReasonOf(page.role);
    return verdict;
  }
  // A page for contributors (kWeak) needs a list in a section on variables: it often mentions one.
  constexpr int kCatalog = 5;  // variables below headings about them
  const bool variables = page.format != nullptr && page.format->entries.variables;
  if (page.role == FileRole::kWeak && page.headed < kCatalog && !variables) {
    verdict.reason = ReasonOf(page.role);
  } else {
    JudgeStructure(file, page, verdict);
  }
  if (!verdict.documents) JudgeStatements(page, verdict);
  return verdict;
}

}  // namespace flagcensus
