// rows ─→ sections, each sorted
//
// By prefix: a section for each first word that several names share. By package: the top-level
// folder of the place, src/ and lib/ left out. What is in no section comes last.
#include <algorithm>
#include <map>

#include "analyzer/reference/rows.h"
#include "analyzer/rules/evidence.h"

namespace flagcensus {
namespace {

constexpr const char* kOther = "Other variables";
constexpr size_t kLeastOfPrefix = 3;  // names of one section
constexpr size_t kLeastSplit = 12;    // variables that are worth sections

std::string PrefixOf(const std::string& name) {
  const std::string word(LeadingWord(name));
  return word.size() < name.size() ? word + "_" : std::string();
}

std::string PackageOf(const Row& row) {
  if (row.places.empty()) return {};
  std::string_view path = row.places.front().file;
  for (const std::string_view skipped : {"src/", "lib/", "python/"}) {
    if (path.starts_with(skipped)) path.remove_prefix(skipped.size());
  }
  const size_t slash = path.find('/');
  return std::string(slash == std::string_view::npos ? std::string_view() : path.substr(0, slash));
}

std::string TitleOf(const Row& row, const DocsOptions& options,
                    const std::map<std::string, size_t>& prefixes) {
  if (options.sections == "page") return row.section;
  if (options.sections == "package") return PackageOf(row);
  if (options.sections == "file") return row.places.empty() ? "" : row.places.front().file;
  const std::string prefix = PrefixOf(row.name);
  if (prefix.empty() || prefixes.at(prefix) < kLeastOfPrefix) return {};
  return "Variables that begin with " + prefix;
}

}  // namespace

std::vector<Section> MakeSections(std::vector<Row> rows, const DocsOptions& options) {
  std::map<std::string, size_t> prefixes;
  for (const Row& row : rows) ++prefixes[PrefixOf(row.name)];
  const bool split =
      options.sections != "none" && (options.sections != "prefix" || rows.size() >= kLeastSplit);
  std::map<std::string, std::vector<Row>> sorted;
  for (Row& row : rows) {
    std::string title = split ? TitleOf(row, options, prefixes) : std::string();
    if (title == kOther || title == options.title) title.clear();
    sorted[title].push_back(std::move(row));
  }
  std::vector<Section> out;
  const auto add = [&](const std::string& title, std::vector<Row>& members) {
    if (members.empty()) return;
    std::stable_sort(members.begin(), members.end(), [&](const Row& a, const Row& b) {
      if (options.sort == "place" && !a.places.empty() && !b.places.empty()) {
        return a.places.front() < b.places.front();
      }
      return a.name < b.name;
    });
    out.push_back({title, std::move(members)});
  };
  for (auto& [title, members] : sorted) {
    if (!title.empty()) add(title, members);
  }
  if (const auto other = sorted.find(""); other != sorted.end()) {
    add(sorted.size() > 1 ? kOther : "", other->second);
  }
  if (out.size() == 1 && options.sections == "prefix") out[0].title.clear();
  return out;
}

std::string_view ToString(DescribedBy by) {
  switch (by) {
    case DescribedBy::kNobody:
      return "";
    case DescribedBy::kPage:
      return "page";
    case DescribedBy::kHelp:
      return "help";
    case DescribedBy::kDoc:
      return "docstring";
    case DescribedBy::kComment:
      return "comment";
    case DescribedBy::kField:
      return "field";
    case DescribedBy::kSentence:
      return "sentence";
  }
  return "";
}

}  // namespace flagcensus
