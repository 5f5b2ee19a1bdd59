// rows ─→ sections, each sorted
//
// By prefix: a section for each first word that several names share. By package: the top-level
// folder of the place, src/ and lib/ left out. What is in no section comes last.
#include <algorithm>
#include <map>

#include "analyzer/reference/rows.h"

namespace flagcensus {
namespace {

constexpr const char* kOther = "Other variables";
constexpr size_t kLeastOfPrefix = 3;  // names of one section
constexpr size_t kLeastOfSecond = 6;  // and of one within another
constexpr size_t kMany = 40;          // names of a section that is worth others within
constexpr size_t kLeastSplit = 12;    // variables that are worth sections

// The prefix of that many words, with its underscore; "" where the name has no more.
std::string PrefixOf(const std::string& name, int words) {
  size_t end = 0;
  for (int i = 0; i < words; ++i) {
    end = name.find('_', end + 1);
    if (end == std::string::npos) return {};
  }
  return end + 1 < name.size() && name[end + 1] != '*' ? name.substr(0, end + 1) : std::string();
}

using Prefixes = std::map<std::string, size_t>;

// The longest prefix by which the variable stands with enough others; one of a second word only
// where the first is that of very many.
std::string SharedPrefix(const std::string& name, const Prefixes& counts) {
  const std::string first = PrefixOf(name, 1), second = PrefixOf(name, 2);
  if (first.empty() || counts.at(first) < kLeastOfPrefix) return {};
  const bool many = counts.at(first) > kMany && !second.empty();
  return many && counts.at(second) >= kLeastOfSecond ? second : first;
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

std::string TitleOf(const Row& row, const DocsOptions& options, const Prefixes& prefixes) {
  if (options.sections == "page") return row.section;
  if (options.sections == "package") return PackageOf(row);
  if (options.sections == "file") return row.places.empty() ? "" : row.places.front().file;
  const std::string prefix = SharedPrefix(row.name, prefixes);
  return prefix.empty() ? prefix : "Variables that begin with " + prefix;
}

}  // namespace

std::vector<Section> MakeSections(std::vector<Row> rows, const DocsOptions& options) {
  Prefixes prefixes;
  for (const Row& row : rows) {
    for (const int words : {1, 2}) ++prefixes[PrefixOf(row.name, words)];
  }
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
