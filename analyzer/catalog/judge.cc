// Page → verdict for the automatic discovery: does it document variables, or does it only hold
// some?
//
// Left out by name: changelogs, licences, issue templates, blogs; copies of a page of another
// version, and in another language where the text is. Left out by content: pages whose entries
// stand below release numbers or dates, and examples without a section on variables. What is left
// documents variables when it calls one so, or has two in a structure.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/entries.h"

namespace flagcensus {
namespace {

template <size_t kCount>
bool IsAny(std::string_view text, const std::string_view (&words)[kCount]) {
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

// v1.2, 1.2.x, release-1.4: a folder of another version's pages; v2 only among pages, elsewhere it
// is a component.
bool IsVersion(std::string_view part, bool in_manual) {
  if (part.starts_with("version-") || part.starts_with("release-")) part = part.substr(8);
  if (part.starts_with('v')) part.remove_prefix(1);
  if (part.empty() || !IsDigit(part[0])) return false;
  bool dot = false;
  for (const char c : part) {
    if (c == '.') dot = true;
    if (!IsDigit(c) && c != '.' && c != 'x' && c != '_') return false;
  }
  return dot || (in_manual && part.size() <= 2);
}

constexpr std::string_view kLanguages[] = {
    "zh",      "cn",      "ja",      "jp",    "ko",    "kr",    "fr",         "de",    "es",
    "pt",      "ru",      "it",      "tr",    "vi",    "id",    "pl",         "uk",    "ar",
    "fa",      "hi",      "nl",      "cs",    "zh-cn", "zh_cn", "zh-tw",      "zh_tw", "zh-hans",
    "zh-hant", "zh_hans", "zh_hant", "pt-br", "pt_br", "ja-jp", "ja_jp",      "ko-kr", "ko_kr",
    "fr-fr",   "de-de",   "es-es",   "ru-ru", "chs",   "cht",   "zh_cn.utf-8"};

// "README.zh.md", "README_ja.md", "README-pt-BR.md": the language of a file's name, or "".
std::string LanguageOf(std::string_view base) {
  std::string name = ToLower(base);
  const size_t extension = name.rfind('.');
  if (extension != std::string::npos && extension > 0) name.resize(extension);
  for (const std::string_view language : kLanguages) {
    if (name.size() <= language.size() + 1 || !name.ends_with(language)) continue;
    const char before = name[name.size() - language.size() - 1];
    if (before == '.' || before == '_' || before == '-') return std::string(language);
  }
  return "";
}

// A heading that names a release: "1.2.0", "v2.1 (2024-05-01)", "[1.0.0] - 2023-01-01",
// "Unreleased". "3.1. Installation" is a numbered section.
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
  // Words behind the number are a section's title.
  const std::string_view rest = Trim(std::string_view(text).substr(at));
  const bool word = BeginsWithLower(rest);
  return !word || rest.starts_with("release") || rest.starts_with("final");
}

// Why a page of this name documents no variables, or "".
std::string ReasonByName(std::string_view file, bool english) {
  const std::vector<std::string_view> parts = Split(file, '/');
  const std::string base = ToLower(parts.back());
  std::string stem = base.substr(0, base.find('.', 1));
  std::replace(stem.begin(), stem.end(), '-', '_');
  static constexpr std::string_view kLogs[] = {
      "changelog",     "changes",         "history",    "news",      "releases", "release_notes",
      "releasenotes",  "whatsnew",        "change_log", "upgrading", "upgrade",  "migration",
      "migrating",     "migration_guide", "release",    "todo",      "roadmap",  "breaking_changes",
      "upgrade_guide", "announcement"};
  if (IsAny(std::string_view(stem), kLogs) || stem.starts_with("changelog") ||
      stem.starts_with("release_note") || stem.starts_with("whatsnew") ||
      stem.starts_with("whats_new") || stem.starts_with("migration_") ||
      stem.starts_with("migrating_") || stem.starts_with("upgrading_") ||
      stem.starts_with("upgrade_")) {
    return "a changelog";
  }
  static constexpr std::string_view kOthers[] = {
      "license", "licence",      "copying", "code_of_conduct",
      "authors", "contributors", "notice",  "third_party_notices"};
  // SECURITY.md says how to report a defect; docs/settings/security.md may be on settings.
  const bool policy =
      stem == "security" && (parts.size() == 1 || parts.back().starts_with("SECURITY"));
  if (policy || IsAny(std::string_view(stem), kOthers)) return "not a page about the program";
  const std::string language = LanguageOf(parts.back());
  if (!language.empty() && !(english && language != "en")) {
    return "a translation (" + language + ")";
  }
  bool in_manual = false;
  for (size_t i = 0; i + 1 < parts.size(); ++i) {
    const std::string part = ToLower(parts[i]);
    static constexpr std::string_view kManuals[] = {"docs",    "doc",     "documentation", "manual",
                                                    "website", "content", "site",          "wiki"};
    in_manual = in_manual || IsAny(std::string_view(part), kManuals);
    static constexpr std::string_view kLogFolders[] = {
        "changelog",        "changelogs",      "changes",       "release_notes",
        "release-notes",    "releasenotes",    "news",          "whatsnew",
        "releases",         ".changes",        "newsfragments", "upgrade",
        "upgrading",        "upgrades",        "migration",     "migrations",
        "migration-guides", "migration_guides"};
    if (IsAny(std::string_view(part), kLogFolders)) return "a changelog";
    static constexpr std::string_view kBlogs[] = {"blog", "blogs", "posts", "_posts"};
    if (IsAny(std::string_view(part), kBlogs)) return "a blog (" + part + "/)";
    if (part == "issue_template" || part == ".github") return "a page for contributors";
    if (!english &&
        (part == "i18n" || part == "locale" || part == "locales" || part == "translations" ||
         (part != "id" && part != "it" && part != "cs" &&
          IsAny(std::string_view(part), kLanguages)))) {
      return "a translation (" + part + "/)";
    }
    if (part == "versioned_docs" || part == "archive" || part == "archived" ||
        IsVersion(part, in_manual)) {
      return "a page of another version (" + part + "/)";
    }
  }
  return "";
}

// Whether the page tells a language model how to work on the sources.
bool IsForModels(std::string_view file) {
  std::string stem = ToLower(file.substr(file.rfind('/') + 1));
  stem.resize(std::min(stem.size(), stem.find('.', 1)));
  static constexpr std::string_view kModels[] = {
      "agents", "agent", "claude", "gemini", "copilot-instructions", "skill", "llms", "llms-full"};
  return IsAny(std::string_view(stem), kModels);
}

// Whether the page belongs to an example, which sets whatever variables it takes.
bool IsExample(std::string_view file) {
  const std::vector<std::string_view> parts = Split(file, '/');
  static constexpr std::string_view kFolders[] = {"examples", "example",  "samples",  "demo",
                                                  "demos",    "cookbook", "workshop", "workshops"};
  return std::any_of(parts.begin(), parts.end() - 1, [](std::string_view part) {
    return IsAny(std::string_view(ToLower(part)), kFolders);
  });
}

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

}  // namespace

PageVerdict JudgePage(std::string_view file, const Page& page) {
  PageVerdict verdict;
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
  verdict.reason = ReasonByName(file, page.english);
  if (!verdict.reason.empty()) return verdict;
  if (2 * below_releases > verdict.entries) {
    verdict.reason = "a changelog: its variables are listed below releases";
    return verdict;
  }
  if (verdict.entries == 0) {
    verdict.reason = "no variables";
    return verdict;
  }
  if (!page.speaks_of_environment && page.called == 0) {
    verdict.reason = "names in capitals, but no mention of environment variables";
    return verdict;
  }
  constexpr int kEnough = 2;  // of variables that nothing on the page calls so
  if (page.called == 0 && listed < kEnough && page.shown.empty()) {
    verdict.reason = listed == verdict.entries ? "only one variable" : "variables only in commands";
    return verdict;
  }
  constexpr int kCatalog = 5;  // variables in a section or a table of them
  if (IsForModels(file) && page.headed < kCatalog) {
    verdict.reason = "instructions for a language model";
    return verdict;
  }
  // A sample is what users copy.
  if (file.ends_with(".env") && IsTooling(file)) {
    verdict.reason = "an environment of the project's own scripts";
    return verdict;
  }
  if (IsExample(file) && page.headed == 0) {
    verdict.reason = "an example, without a section on environment variables";
    return verdict;
  }
  verdict.documents = true;
  verdict.by_commands = page.called == 0 && listed < kEnough;
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
  return verdict;
}

}  // namespace flagcensus
