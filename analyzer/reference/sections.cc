// Rows ─→ sections, each sorted.
//
//   by prefix    OVEN_HEAT, OVEN_TIME, OVEN_MODE      "Variables that begin with OVEN_"
//   by package   src/oven/heat.py                     "oven"
//   by page      below "## Ovens" of the page         "Ovens", in the page's order
//
// Configured sections come first. Variables in no section come last.
#include <algorithm>
#include <map>
#include <numeric>

#include "analyzer/reference/rows.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {
namespace {

constexpr const char* kOther = "Other variables";
constexpr size_t kMinOfPrefix = 3;  // names; two are a pair rather than a group
constexpr size_t kMinOfSecond = 6;  // names of a section within another
constexpr size_t kMany = 40;        // names of a section that is then divided further
constexpr size_t kMinSplit = 12;    // variables; below that a page is one screen

// The prefix of that many words, with its underscore; "" if the name has no more.
// OVEN_HEAT_MAX: 1 ─→ OVEN_, 2 ─→ OVEN_HEAT_; OVEN: 1 ─→ ""; OVEN_*: 1 ─→ ""
std::string PrefixOf(const std::string& name, int words) {
  size_t end = 0;
  for (int i = 0; i < words; ++i) {
    end = name.find('_', end + 1);
    if (end == std::string::npos) return {};
  }
  return end + 1 < name.size() && name[end + 1] != '*' ? name.substr(0, end + 1) : std::string();
}

using Prefixes = std::map<std::string, size_t>;

// The longest prefix that the variable shares with enough others. A second word is used only if the
// first is that of very many.
std::string SharedPrefix(const std::string& name, const Prefixes& counts) {
  const std::string first = PrefixOf(name, 1), second = PrefixOf(name, 2);
  if (first.empty() || counts.at(first) < kMinOfPrefix) return {};
  const bool many = counts.at(first) > kMany && !second.empty();
  return many && counts.at(second) >= kMinOfSecond ? second : first;
}

// The folder of the first place: "src/oven/heat.py" ─→ "oven"; a file at the top ─→ "".
std::string PackageOf(const Row& row) {
  if (row.places.empty()) return {};
  std::string_view path = row.places.front().file;
  for (const std::string_view skipped : {"src/", "lib/", "python/"}) {
    if (path.starts_with(skipped)) path.remove_prefix(skipped.size());
  }
  const size_t slash = path.find('/');
  return std::string(slash == std::string_view::npos ? std::string_view() : path.substr(0, slash));
}

// The names of each section of the configuration.
// Globs, so a configured section may have a whole family, "APP_LOG_*".
std::vector<Globs> NamesOfSections(const DocsOptions& options) {
  std::vector<Globs> out(options.titled.size());
  for (size_t i = 0; i < out.size(); ++i) {
    for (const std::string& name : options.titled[i].names) out[i].Add(name);
  }
  return out;
}

// The title of the first section of the configuration that names the variable; "" if none does.
std::string ConfiguredTitle(const Row& row, const DocsOptions& options,
                            const std::vector<Globs>& names) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const Globs& globs) { return globs.Matches(row.name); });
  if (found == names.end()) return {};
  return options.titled[static_cast<size_t>(found - names.begin())].title;
}

std::string TitleOf(const Row& row, std::string_view by, const Prefixes& prefixes) {
  if (by == "page") return row.section.title;
  if (by == "package") return PackageOf(row);
  if (by == "file") return row.places.empty() ? "" : row.places.front().file;
  const std::string prefix = SharedPrefix(row.name, prefixes);
  return prefix.empty() ? prefix : "Variables that begin with " + prefix;
}

// The page's sections if at least two of them contain most of the variables: the grouping of their
// author is better than beginnings of names.
std::string_view ChooseSections(const std::vector<Row>& rows, const DocsOptions& options) {
  if (options.sections != "auto") return options.sections;
  std::map<std::pair<std::string_view, std::string_view>, size_t> sizes;
  for (const Row& row : rows) {
    if (!row.section.title.empty()) ++sizes[{row.section.at.file, row.section.title}];
  }
  std::erase_if(sizes, [](const auto& section) { return section.second < 2; });
  const size_t placed =
      std::accumulate(sizes.begin(), sizes.end(), size_t{0},
                      [](size_t sum, const auto& section) { return sum + section.second; });
  return sizes.size() > 1 && 2 * placed >= rows.size() ? "page" : "prefix";
}

// The name of a page's file without folder and extension, which distinguishes it from others.
// "docs/ovens.md" ─→ "ovens". Two pages with one name in two folders are not distinguished.
std::string StemOf(const std::string& page) {
  const std::string file = page.substr(page.rfind('/') + 1);
  const size_t dot = file.find('.', 1);
  return file.substr(0, dot);
}

// The place of the section on its page.
// That of its first row there, since rows are sorted by other criteria.
Place StartOf(const Section& section) {
  const auto first =
      std::min_element(section.rows.begin(), section.rows.end(),
                       [](const Row& a, const Row& b) { return a.section.at < b.section.at; });
  return first->section.at;
}

// Deprecated variables last and required ones first, unless a different order is set. `on_page`:
// the rows are of one section of a page, and its author chose the order.
bool IsBefore(const Row& a, const Row& b, std::string_view sort, bool on_page) {
  if (sort == "place" && !a.places.empty() && !b.places.empty()) {
    return a.places.front() < b.places.front();
  }
  const bool chosen = sort == "use" || sort == "required";
  if (chosen && a.deprecated != b.deprecated) return b.deprecated;
  if (chosen && a.required() != b.required()) return a.required();
  if (sort == "use" && on_page && a.section.entry_at != b.section.entry_at) {
    return a.section.entry_at < b.section.entry_at;
  }
  if (sort == "use" && a.uses != b.uses) return a.uses > b.uses;
  return a.name < b.name;
}

}  // namespace

// The steps: the title of each row; rows by title and page; the order of rows, then that of
// sections.
std::vector<Section> MakeSections(std::vector<Row> rows, const DocsOptions& options) {
  const std::string_view by = ChooseSections(rows, options);
  Prefixes prefixes;
  for (const Row& row : rows) {
    for (const int words : {1, 2}) ++prefixes[PrefixOf(row.name, words)];
  }
  const bool split =
      by != "none" && ((by != "prefix" && options.sections != "auto") || rows.size() >= kMinSplit);
  const std::vector<Globs> names = NamesOfSections(options);
  // Rows by title, and, if sections of pages are used, by page as well: two pages may both have
  // "Configuration".
  std::map<std::string, std::map<std::string, std::vector<Row>>> sorted;
  for (Row& row : rows) {
    std::string title = ConfiguredTitle(row, options, names);
    std::string page;
    if (title.empty() && split) {
      title = TitleOf(row, by, prefixes);
      if (by == "page") page = row.section.at.file;
    }
    if (title == kOther || title == options.title) title.clear();
    if (title.empty()) page.clear();
    sorted[title][page].push_back(std::move(row));
  }
  std::vector<Section> out;
  const auto add_one = [&](const std::string& title, const std::string& shown,
                           std::vector<Row>& members) {
    if (members.empty()) return;
    const bool on_page =
        // The page's order applies only if all rows are from one section of one page.
        by == "page" && !title.empty() &&
        std::all_of(members.begin(), members.end(), [&](const Row& row) {
          return row.section.title == title &&
                 row.section.entry_at.file == members.front().section.entry_at.file;
        });
    std::stable_sort(members.begin(), members.end(), [&](const Row& a, const Row& b) {
      return IsBefore(a, b, options.sort, on_page);
    });
    const std::string page = on_page ? members.front().section.entry_at.file : std::string();
    out.push_back({shown, page, on_page ? title : std::string(), {}, std::move(members)});
  };
  const auto add = [&](const std::string& title, std::map<std::string, std::vector<Row>>& pages) {
    for (auto& [page, members] : pages) {
      const bool alone = pages.size() == 1 || page.empty();
      add_one(title, alone ? title : StemOf(page) + ": " + title, members);
    }
  };
  for (const DocsSection& section : options.titled) {
    const auto own = sorted.extract(section.title);
    if (!own.empty()) add(section.title, own.mapped());
  }
  const auto configured = static_cast<ptrdiff_t>(out.size());
  for (auto& [title, members] : sorted) {
    if (!title.empty()) add(title, members);
  }
  if (by == "page") {
    std::stable_sort(out.begin() + configured, out.end(),
                     [](const Section& a, const Section& b) { return StartOf(a) < StartOf(b); });
  }
  if (const auto other = sorted.find(""); other != sorted.end()) {
    add(out.empty() ? "" : kOther, other->second);
  }
  // A single section by prefix contains the rest of a short page; its title says nothing.
  if (out.size() == 1 && by == "prefix" && options.titled.empty()) out[0].title.clear();
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
