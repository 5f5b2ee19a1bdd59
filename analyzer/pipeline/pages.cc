// files ─→ pages ─→ one catalog
//
// Without named pages, every page of the tree is a candidate by its name. A candidate is parsed
// only if it contains a word that could be a variable, which most pages do not. Plain text, much of
// which is licences and data, is only parsed if it also mentions the environment.
//
//   docs/env.md    "| APP_PORT | 80 |"      CouldNameVariables ─→ ReadPage ─→ JudgePage: used
//   docs/intro.md  "Welcome to the guide."  no word that could be a variable: not parsed
//   LICENSE.txt    "THE_SOFTWARE"           a .txt without "environment": not parsed
#include "analyzer/pipeline/pages.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <set>

#include "analyzer/base/guarded.h"
#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/folder.h"
#include "analyzer/catalog/statement_entries.h"
#include "analyzer/config/named_inputs.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/documents/file_role.h"
#include "analyzer/documents/texts.h"
#include "analyzer/project/project_names.h"
#include "analyzer/tree/page_format.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

// Whether `text` contains a word that could be a variable's name: upper case with an underscore,
// or, if the text mentions the environment at all, any word of three capitals. Names in lower case
// are found only if the code accesses them (HasAccessedName).
//
//   "APP_PORT"                       ─→  true
//   "Set DEBUG in the environment."  ─→  true, by the second rule
//   "NASA and ESA"                   ─→  false
bool CouldNameVariables(std::string_view text) {
  bool capitals = false;
  for (size_t at = 0; at < text.size(); ++at) {
    // A capital inside of a word ("CamelCase") does not begin a name.
    if (!IsUpper(text[at]) || (at > 0 && IsIdentifierByte(text[at - 1]))) continue;
    size_t end = at;
    bool underscore = false;
    while (end < text.size() && IsVariableNameByte(text[end])) {
      underscore = underscore || text[end] == '_';
      ++end;
    }
    if (end == text.size() || !IsIdentifierByte(text[end])) {
      // "A_B_" has four bytes: shorter ones with an underscore are rarely variables.
      if (underscore && end - at >= 4) return true;
      capitals = capitals || end - at >= 3;
    }
    at = end;
  }
  return capitals && (text.find("nviron") != std::string_view::npos ||
                      text.find("ENV") != std::string_view::npos);
}

// Whether a text about the environment includes parts of other files, which may contain the names.
// The first letters are omitted, so "Include" and "include" both match.
bool IncludesVariables(std::string_view text) {
  return (text.find("nclude") != std::string_view::npos ||
          text.find("--8<--") != std::string_view::npos) &&
         text.find("nvironment") != std::string_view::npos;
}

// The format if it is one of which few files are pages, such as JSON or TOML, so the content
// decides; otherwise nullptr. A name such as ".json" has no extension and is not a page.
const PageFormat* FormatOfContents(std::string_view path) {
  const std::string name = ToLower(WithoutTemplateEndings(path.substr(path.rfind('/') + 1)));
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return nullptr;
  const PageFormat* format = FormatOfEnding(std::string_view(name).substr(dot + 1));
  return format != nullptr && format->search == PageSearch::kByContents ? format : nullptr;
}

// Whether the first 4 KiB of a file in such a format mention the environment; a .env file need not.
// Of TOML, in which most projects describe themselves, only the comment at the top counts. A page
// that mentions the environment later is missed.
bool OpensAsPage(const PageFormat& format, std::string_view path, std::string_view text) {
  // A page says at its top what it is about. Large files of data are judged without a full pass.
  constexpr size_t kOpening = 4096;
  if (path.ends_with(".env")) return true;
  std::string_view opening = text.substr(0, kOpening);
  if (format.detect.is_text != nullptr && !format.entries.variables) {
    return format.detect.is_text(opening);
  }
  if (ToLower(path).ends_with(".toml")) {
    size_t end = 0;
    while (end < opening.size() && opening[end] == '#') {
      end = std::min(opening.find('\n', end), opening.size() - 1) + 1;
    }
    opening = opening.substr(0, end);
  }
  return opening.find("nvironment") != std::string_view::npos;
}

// Whether a file of the tree may be part of the project's own catalog, by its name.
bool IsCandidate(const SourceFile& file) {
  if (file.kind != FileKind::kPage && FormatOfContents(file.path) == nullptr) return false;
  if (file.scope == Scope::kVendored || file.scope == Scope::kTest) return false;
  // Forms for issues and pull requests ask for variables but do not document them.
  return !file.path.starts_with(".github/") && file.path.find("/.github/") == std::string::npos;
}

// Whether a .txt file may be a page: not a list of packages, not a build file.
// Most .txt files are licences, word lists and test data. A page without the word "environment" and
// without a name that the code accesses is missed.
bool IsPlainPage(std::string_view file, std::string_view text, bool accessed) {
  const std::string_view base = file.substr(file.rfind('/') + 1);
  if (base == "CMakeLists.txt" || base.starts_with("requirements")) return false;
  return accessed || text.find("nvironment") != std::string_view::npos ||
         text.find("ENVIRONMENT") != std::string_view::npos;
}

// "docs/env/a.md" ─→ "docs/env"; "a.md" ─→ ""
std::string_view PageFolderOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// Man pages that are generated from another page of the tree: "app.1" next to "app.1.md". Both
// would document the same variables, and --fix must change the source.
std::set<std::string, std::less<>> SourcesOfManPages(const Tree& tree) {
  std::set<std::string, std::less<>> names;
  for (const SourceFile& file : tree.files) {
    const std::string_view base = std::string_view(file.path).substr(file.path.rfind('/') + 1);
    // The extensions of formats from which man pages are generated.
    for (const std::string_view ending :
         {".md", ".rst", ".adoc", ".asciidoc", ".txt", ".pod", ".scd"}) {
      if (!base.ends_with(ending)) continue;
      const std::string_view stem = base.substr(0, base.size() - ending.size());
      // "app.1" of "app.1.md". A README next to README.md is a different page.
      if (stem.find('.') != std::string_view::npos) names.emplace(stem);
    }
  }
  return names;
}

// Receives each path that a page tries to include; may be null.
using NotePath = std::function<void(const std::string& absolute)>;

// Reads the files that pages of the tree below `root` include. Paths are relative to the page's
// folder or to the root. A file outside the root is refused, also through symbolic links: a page of
// a third-party tree must not make the report quote /etc.
IncludeReader IncludesBelow(const ProjectOptions& options, NotePath note = nullptr) {
  return [root = options.root, dependencies = options.dependencies, note = std::move(note)](
             std::string_view from, std::string_view path) {
    namespace fs = std::filesystem;
    IncludedFile out;
    std::error_code error;
    const fs::path base = fs::weakly_canonical(root.empty() ? "." : root, error);
    while (path.starts_with('/')) path.remove_prefix(1);
    bool outside = false;
    // The page's folder first, then the root, as documentation generators do.
    for (const fs::path& folder : {fs::path(from).parent_path(), fs::path()}) {
      const fs::path file = fs::weakly_canonical(base / folder / path, error);
      const fs::path relative = file.lexically_relative(base);
      if (relative.empty() || *relative.begin() == "..") {
        outside = true;
        continue;
      }
      if (dependencies) dependencies->Note(file.string());
      if (note) note(file.string());
      if (!fs::is_regular_file(file, error)) continue;
      // An included file is part of a page. A larger one is data, which would be parsed once per
      // page.
      constexpr std::uintmax_t kMaxBytes = std::uintmax_t{4} << 20;
      out.file = relative.generic_string();
      bool binary = false;
      if (fs::file_size(file, error) > kMaxBytes) {
        out.error = "it is larger than 4 MiB";
      } else if (ReadBelow(base.string(), out.file, &out.text, &binary, &out.error) && binary) {
        out.error = "it is not text";
      }
      return out;
    }
    out.error = outside ? "it lies outside the tree" : "no such file";
    out.missing = !outside;
    return out;
  };
}

// The same for a tree in memory: only its own files can be included.
IncludeReader IncludesAmong(const Tree& tree) {
  return [&tree](std::string_view from, std::string_view path) {
    namespace fs = std::filesystem;
    IncludedFile out;
    while (path.starts_with('/')) path.remove_prefix(1);
    for (const fs::path& folder : {fs::path(from).parent_path(), fs::path()}) {
      const std::string named = (folder / path).lexically_normal().generic_string();
      const auto at = std::lower_bound(
          tree.files.begin(), tree.files.end(), named,
          [](const SourceFile& file, const std::string& name) { return file.path < name; });
      if (at == tree.files.end() || at->path != named) continue;
      out.file = named;
      bool binary = false;
      if (ReadWhole(*at, &out.text, &binary, &out.error) && binary) out.error = "it is not text";
      return out;
    }
    out.error = "no such file";
    out.missing = true;
    return out;
  };
}

// The places at which the page says what may follow the name of any variable: "append `_FILE` to a
// variable". Only this sentence form is known; "variables ending in _FILE" is missed.
std::map<std::string, Place, std::less<>> EndingsIn(const std::string& file,
                                                    const std::string& text) {
  static const re2::RE2 kAppended(
      "(?i:append(?:ing)?|add(?:ing)?)\\s+(?i:the\\s+suffix\\s+|the\\s+)?[`'\"*]{1,4}(_[A-Z]{2,12})"
      "[`'\"*]"
      "{1,4}\\s+(?i:suffix\\s+)?to\\s[^.]{0,60}\\bvariable");
  std::map<std::string, Place, std::less<>> out;
  if (text.find("ppend") == std::string::npos && text.find("dd") == std::string::npos) return out;
  re2::StringPiece rest(text);
  std::string ending;
  while (re2::RE2::FindAndConsume(&rest, kAppended, &ending)) {
    const auto end = text.begin() + (rest.data() - text.data());
    const int line = 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
    out.emplace(ending, Place{file, line, 0});
  }
  return out;
}

// Whether the entry is a line of Python that declares an attribute, "NAME: str | None  # comment":
// a setting of another framework rather than a variable. It counts only if the code accesses it.
bool IsAnnotation(const Entry& entry) {
  static const re2::RE2 kAnnotation(
      "^(?:str|int|bool|float|bytes|list|dict|tuple|set|Optional|Union|Callable|Any)(?:\\[[^#]*\\])"
      "?"
      "(?:\\s*\\|\\s*\\w+(?:\\[[^#]*\\])?)*,?\\s*(?:#.*|=.*)?$");
  const bool line = entry.how == EntryHow::kParagraph || entry.how == EntryHow::kBlock ||
                    entry.how == EntryHow::kExample;
  return line && !entry.description.empty() && re2::RE2::FullMatch(entry.description, kAnnotation);
}

// The result for one candidate.
struct Reading {
  bool read = false;  // false: `error` says why, or no word of it could be a variable
  std::string error;
  bool refused = false;  // by the budget of the run
  Page page;
  PageVerdict verdict;
  bool announces = false;                             // it says what the pages of its folder list
  std::vector<Publication> publications;              // parts of sources that it includes
  std::map<std::string, Place, std::less<>> endings;  // suffixes of names: Catalog::endings
  std::vector<NameRule> name_rules;
};

// `below`: the path that determines the kind of page, as for scopes; "" for a named page, which is
// parsed in any case. The checks are in the order of their costs.
Reading ReadOne(const SourceFile& file, std::string_view below, const CatalogOptions& options,
                const RunBudget* budget, std::string* buffer) {
  const std::string& shown = file.path;
  const bool named = below.empty();
  Reading out;
  bool binary = false;
  if (!ReadWhole(file, buffer, &binary, &out.error)) return out;
  if (binary) {
    out.error = "is not text: it contains NUL bytes";
    return out;
  }
  const bool opens = OpensFolder(shown) && buffer->find("nvironment") != std::string::npos;
  if (!named) out.publications = FindPublications(shown, *buffer);
  if (options.role == FileRole::kGuide) {
    out.endings = EndingsIn(shown, *buffer);
    out.name_rules = NameRulesIn(shown, *buffer);
    // Rules such as "each key by a variable with the prefix APP_" name variables that the page does
    // not spell out: the text is read with the names in place of the keys.
    if (!out.name_rules.empty() && options.names != nullptr) {
      std::string named_keys =
          WithNamesForKeys(shown, *buffer, out.name_rules,
                           [&](std::string_view name) { return options.names->IsAccessed(name); });
      if (!named_keys.empty()) *buffer = std::move(named_keys);
    }
  }
  const bool accessed = options.names != nullptr && HasAccessedName(*buffer, *options.names);
  // Most candidates of a large tree end here, after one pass over their bytes.
  if (!named && !opens && !accessed && !CouldNameVariables(*buffer) &&
      !IncludesVariables(*buffer)) {
    return out;
  }
  const PageFormat* of_contents = named ? nullptr : FormatOfContents(shown);
  if (of_contents != nullptr && !OpensAsPage(*of_contents, shown, *buffer)) return out;
  if (!named && shown.ends_with(".txt") && !IsPlainPage(shown, *buffer, accessed)) return out;
  if (budget != nullptr) out.error = budget->RefusalReason();
  out.refused = !out.error.empty();
  if (out.refused) return out;
  out.error = Guarded([&] {
    out.page = ReadPage(shown, *buffer, options);
    const PageFormat* format = out.page.format;
    const bool prose = format != nullptr && !format->entries.variables && !format->whole &&
                       !format->entries.needs_opening && out.page.role != FileRole::kAside;
    // A long series of names that neither the code nor a sentence mentions is a list of constants.
    if (options.names != nullptr && prose) {
      DropUnvouchedSeries(out.page.statements, *options.names, &out.page.entries);
    }
    if (options.names != nullptr) {
      std::erase_if(out.page.entries, [&](const Entry& entry) {
        return IsAnnotation(entry) && !options.names->IsAccessed(entry.name);
      });
    }
    // The verdict is by the path and the entries; a named page needs none.
    if (!named) out.verdict = JudgePage(below, out.page);
    TakeStatements(out.verdict.by_statements, out.page);
  });
  if (!out.error.empty()) return out;
  out.announces = out.page.announces_folder;
  out.read = true;
  return out;
}

// A candidate as `--verbose` shows it: how far its evidence, the sum of the weights, is from what
// an entry needs. "env.md:3: APP_PORT is an entry, its evidence is 1.3 above the limit:
// name.underscore +1.4, ..."
std::string LineOf(const Judged& judged) {
  const std::string begin =
      judged.place.file + ":" + std::to_string(judged.place.line) + ": " + judged.name;
  if (judged.signs.starts_with("never: ")) return begin + " is no entry: " + judged.signs;
  const bool entry = judged.score > 0;
  return fmt::format("{} is {} entry, its evidence is {:.1f} {} the limit: {}", begin,
                     entry ? "an" : "no", std::fabs(judged.score), entry ? "above" : "below",
                     judged.signs);
}

// Moves everything of a used page into the catalog. Finish sorts it afterwards.
void Take(Page page, const std::string& shown, Catalog& catalog) {
  catalog.pages.push_back(shown);
  for (const Judged& judged : page.judged) catalog.judged.push_back(LineOf(judged));
  std::move(page.entries.begin(), page.entries.end(), std::back_inserter(catalog.entries));
  std::move(page.diagnostics.begin(), page.diagnostics.end(),
            std::back_inserter(catalog.diagnostics));
  std::move(page.missing.begin(), page.missing.end(), std::back_inserter(catalog.missing));
  std::move(page.statements.begin(), page.statements.end(), std::back_inserter(catalog.statements));
}

// Pages are read by several threads: only the order of places is the same in every run.
void Finish(Catalog& catalog) {
  std::sort(catalog.entries.begin(), catalog.entries.end(), EntryLess);
  // A file that several pages include gives equal entries: one remains.
  const auto same = [](const Entry& a, const Entry& b) {
    return !EntryLess(a, b) && !EntryLess(b, a);
  };
  catalog.entries.erase(std::unique(catalog.entries.begin(), catalog.entries.end(), same),
                        catalog.entries.end());
  std::sort(catalog.diagnostics.begin(), catalog.diagnostics.end(), DiagnosticLess);
  std::stable_sort(catalog.statements.begin(), catalog.statements.end(),
                   [](const Statement& a, const Statement& b) { return a.place < b.place; });
}

// A registry that is not valid JSON, YAML or TOML was not read at all: the user who named it has to
// know, so the run fails.
void CallUnreadable(Page& page) {
  const bool registry = page.format != nullptr && page.format->whole;
  for (Diagnostic& diagnostic : page.diagnostics) {
    if (registry && diagnostic.kind == "syntax-error") diagnostic.kind = "unreadable-page";
  }
}

// Reads the named pages, each once, in the order of the arguments.
Catalog ReadNamed(const std::vector<std::string>& files, const ProjectOptions& options,
                  const Config& config, const RunBudget* budget, const KnownNames* names) {
  Catalog catalog;
  catalog.listed = true;
  std::string buffer;
  CatalogOptions reading;
  reading.registry = config.registry;
  reading.include = IncludesBelow(options);
  reading.names = names;
  reading.named = true;
  reading.explain = options.messages.verbose;
  for (const std::string& file : files) {
    const std::string shown = ShownPath(file, options.root);
    if (std::find(catalog.pages.begin(), catalog.pages.end(), shown) != catalog.pages.end()) {
      continue;
    }
    if (options.dependencies) options.dependencies->Note(file);
    SourceFile source;
    source.path = shown;
    source.absolute = file;
    source.cost = options.cost.get();
    const auto overlay = options.overlays.find(AbsolutePath(file));
    if (overlay != options.overlays.end()) source.text = overlay->second;
    Reading page = ReadOne(source, "", reading, budget, &buffer);
    CallUnreadable(page.page);
    catalog.endings.merge(page.endings);
    std::move(page.name_rules.begin(), page.name_rules.end(),
              std::back_inserter(catalog.name_rules));
    if (page.read) {
      Take(std::move(page.page), shown, catalog);
    } else {
      catalog.diagnostics.push_back(
          {"unreadable-page", {shown, 0, 0}, "the page cannot be read: " + page.error});
    }
  }
  Finish(catalog);
  return catalog;
}

// The settings for reading candidates.
struct PageRun {
  const ProjectOptions& options;
  const Config& config;
  const RunBudget* budget;
  bool announced;  // the first page of their folder says what they list
  const KnownNames* names;
  const std::set<std::string, std::less<>>& versions;
};

// Reads the files of the tree, except those of which the memory still has the readings.
std::vector<Reading> ReadEach(const Tree& tree, const std::vector<const SourceFile*>& files,
                              const PageRun& run) {
  ResultsOfFiles<Reading> kept(tree, run.announced ? "announced pages" : "pages",
                               run.names == nullptr ? KnownNames::Key() : run.names->KeyOfAll());
  const unsigned threads = ThreadCount(run.options.jobs);
  std::vector<std::string> buffers(threads);
  std::vector<Reading> out(files.size());
  ParallelFor(files.size(), threads, [&](size_t index, unsigned thread) {
    const SourceFile& file = *files[index];
    std::optional<Reading>& known = kept[file];
    if (known) {
      out[index] = *known;
      return;
    }
    CatalogOptions reading;
    reading.registry = run.config.registry;
    reading.folder_announces = run.announced;
    reading.names = run.names;
    reading.role = RoleOfFile(file.PathBelow(), file.scope, false, run.versions);
    reading.include = tree.in_memory ? IncludesAmong(tree)
                                     : IncludesBelow(run.options, [&](const std::string& absolute) {
                                         kept.Also(file).push_back(absolute);
                                       });
    out[index] = ReadOne(file, file.PathBelow(), reading, run.budget, &buffers[thread]);
    // Entries of a page that is not used would accumulate over a large tree; statements are kept.
    if (!out[index].verdict.documents) {
      std::vector<Statement> statements = std::move(out[index].page.statements);
      out[index].page = Page();
      out[index].page.statements = std::move(statements);
    }
    if (tree.memory != nullptr && out[index].error.empty()) known = out[index];
  });
  return out;
}

// Whether a structure of the page lists variables, rather than only a sentence or an example.
// If no page does so, the project has no list in which an entry could be missing.
bool ListsVariables(const Page& page) {
  return std::any_of(page.entries.begin(), page.entries.end(), [](const Entry& entry) {
    return entry.IsListed() && entry.how != EntryHow::kMention && entry.how != EntryHow::kNote;
  });
}

// Finds the pages of the tree in two rounds: the candidates, then again those in folders of which
// the first page announces a list of variables. The announcement is known only after the first
// round, and it changes how names in those pages are judged.
Catalog FindPages(const Tree& tree, const ProjectOptions& options, const Config& config,
                  const RunBudget* budget, const KnownNames* names) {
  const std::set<std::string, std::less<>> versions = OtherVersions(tree);
  std::vector<const SourceFile*> candidates;
  const std::set<std::string, std::less<>> sources = SourcesOfManPages(tree);
  for (const SourceFile& file : tree.files) {
    const std::string_view base = std::string_view(file.path).substr(file.path.rfind('/') + 1);
    // A man page has an extension; README is not generated from README.md.
    const bool made = base.find('.') != std::string_view::npos && sources.contains(base);
    if (!IsCandidate(file) || made) continue;
    candidates.push_back(&file);
  }
  const auto read_all = [&](const std::vector<const SourceFile*>& files, bool announced) {
    return ReadEach(tree, files, {options, config, budget, announced, names, versions});
  };
  std::vector<Reading> readings = read_all(candidates, false);
  // The announcements of all folders are known after the first round.
  std::set<std::string_view> announced;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (readings[i].announces) announced.insert(PageFolderOf(candidates[i]->path));
  }
  std::vector<size_t> again;
  std::vector<const SourceFile*> files;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (!announced.contains(PageFolderOf(candidates[i]->path)) || !readings[i].read) continue;
    again.push_back(i);
    files.push_back(candidates[i]);
  }
  std::vector<Reading> second = read_all(files, true);
  for (size_t i = 0; i < again.size(); ++i) {
    // The announcement may only add a page; a page that is used without it remains as it is.
    if (second[i].verdict.documents) readings[again[i]] = std::move(second[i]);
  }
  Catalog catalog;
  // All evidence of pages counts, and only the entries of those that document variables.
  std::vector<Publication> publications;
  for (size_t i = 0; i < candidates.size(); ++i) {
    std::move(readings[i].publications.begin(), readings[i].publications.end(),
              std::back_inserter(publications));
    catalog.endings.merge(readings[i].endings);
    std::move(readings[i].name_rules.begin(), readings[i].name_rules.end(),
              std::back_inserter(catalog.name_rules));
    const std::string& shown = candidates[i]->path;
    Reading& page = readings[i];
    if (page.refused) {
      catalog.diagnostics.push_back({"run-limit", {shown, 0, 0}, page.error});
    } else if (!page.error.empty()) {
      catalog.diagnostics.push_back(
          {"unreadable-page", {shown, 0, 0}, "the page cannot be read: " + page.error});
    } else if (page.read) {
      const bool taken = page.verdict.documents;
      // Its entries do not count then, but its sentences are evidence, and a file of settings is
      // compared with the code: findings may quote both.
      const bool says = !taken && !page.page.statements.empty();
      catalog.judged.push_back((taken ? "using page " : "not using page ") + shown +
                               (taken ? ": " : " as a catalog: ") + page.verdict.reason +
                               (says ? "; what it says of the code's variables counts" : ""));
      if (!taken) {
        std::move(page.page.statements.begin(), page.page.statements.end(),
                  std::back_inserter(catalog.statements));
        continue;
      }
      if (page.page.role == FileRole::kWeak) {
        catalog.for_contributors.insert(shown);
      } else {
        catalog.listed = catalog.listed || ListsVariables(page.page);
      }
      catalog.reasons.push_back(shown + ": " + page.verdict.reason);
      Take(std::move(page.page), shown, catalog);
    }
  }
  if (names != nullptr) ReadTexts(tree, options, config, *names, publications, catalog);
  if (catalog.pages.empty()) {
    catalog.reasons.push_back("no page in " + Join(options.paths, ", ") +
                              " lists variables; name one with --catalog");
  }
  Finish(catalog);
  return catalog;
}

// The catalog with additional pages, if it lacks them.
Catalog WithPages(Catalog catalog, std::vector<std::string> pages, const ProjectOptions& options,
                  const Config& config, const RunBudget* budget, const KnownNames* names) {
  std::erase_if(pages, [&](const std::string& page) {
    const std::string shown = ShownPath(page, options.root);
    return std::find(catalog.pages.begin(), catalog.pages.end(), shown) != catalog.pages.end();
  });
  if (pages.empty()) return catalog;
  Catalog own = ReadNamed(pages, options, config, budget, names);
  catalog.listed = true;
  const auto move_all = [](auto& from, auto& to) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  };
  move_all(own.entries, catalog.entries);
  move_all(own.pages, catalog.pages);
  move_all(own.judged, catalog.judged);
  move_all(own.statements, catalog.statements);
  move_all(own.diagnostics, catalog.diagnostics);
  Finish(catalog);
  return catalog;
}

// The statements of the other texts of the tree, besides the pages that are named as its catalog.
// They are evidence for reports, but they document nothing.
void AddOthersStatements(const Tree& tree, const ProjectOptions& options, const Config& config,
                         const RunBudget* budget, const KnownNames& names, Catalog& catalog) {
  Catalog others = FindPages(tree, options, config, budget, &names);
  const std::set<std::string_view> named(catalog.pages.begin(), catalog.pages.end());
  std::erase_if(others.statements,
                [&](const Statement& one) { return named.contains(one.place.file); });
  std::move(others.statements.begin(), others.statements.end(),
            std::back_inserter(catalog.statements));
  Finish(catalog);
}

// The catalog with the page that `docs` rewrites, so its texts are kept in the new version.
Catalog WithTarget(Catalog catalog, const ProjectOptions& options, const Config& config,
                   const RunBudget* budget, const KnownNames* names) {
  std::error_code ignored;
  const std::string& target = options.pages.target;
  if (target.empty() || !std::filesystem::exists(target, ignored)) return catalog;
  return WithPages(std::move(catalog), {target}, options, config, budget, names);
}

}  // namespace

Catalog ReadPages(const ProjectOptions& options, const Config& config, const RunBudget* budget,
                  const KnownNames* names) {
  Catalog catalog = ReadNamed(options.pages.catalog, options, config, budget, names);
  catalog.diagnostics.insert(catalog.diagnostics.end(), config.source.diagnostics.begin(),
                             config.source.diagnostics.end());
  std::sort(catalog.diagnostics.begin(), catalog.diagnostics.end(), DiagnosticLess);
  return catalog;
}

Result<Catalog> ReadCatalog(const Tree& tree, const ProjectOptions& options, const Config& config,
                            const RunBudget* budget, const KnownNames* names) {
  const PhaseScope phase(options.cost.get(), Phase::kPages);
  std::vector<std::string> files = options.pages.catalog;
  if (files.empty()) {
    Result<std::vector<std::string>> named =
        ExpandNamed(config, config.catalog, "page", options.dependencies.get());
    if (!named.ok()) return named.error();
    files = std::move(named).value();
  }
  if (files.empty()) {
    std::vector<std::string> also = options.pages.also;
    Result<std::vector<std::string>> named =
        ExpandNamed(config, config.also, "page", options.dependencies.get());
    if (!named.ok()) return named.error();
    for (std::string& page : named.value()) also.push_back(std::move(page));
    Catalog found = WithPages(FindPages(tree, options, config, budget, names), std::move(also),
                              options, config, budget, names);
    return WithTarget(std::move(found), options, config, budget, names);
  }
  // A .py or binary as --catalog is a mistake that should not end in an empty catalog.
  for (const std::string& file : files) {
    const std::string why = WhyNoPage(file);
    if (!why.empty()) return Error{ShownPath(file, options.root) + ": it " + why + " and no page"};
  }
  Catalog catalog =
      WithTarget(ReadNamed(files, options, config, budget, names), options, config, budget, names);
  for (const Diagnostic& diagnostic : catalog.diagnostics) {
    if (diagnostic.kind != "unreadable-page") continue;
    const Place& place = diagnostic.place;
    std::string at = place.file;
    if (place.line > 0) at += ":" + std::to_string(place.line);
    const std::string source =
        options.pages.catalog.empty() ? " (named in " + config.source.file + ")" : "";
    return Error{at + ": " + diagnostic.message + source};
  }
  if (names != nullptr) AddOthersStatements(tree, options, config, budget, *names, catalog);
  return catalog;
}

}  // namespace flagcensus
