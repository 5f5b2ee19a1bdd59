// Which files are parsed, and in which order their sites are found (units.h).
#include "analyzer/languages/link/units.h"

#include <algorithm>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/tree/search_files.h"

namespace flagcensus {
namespace {

// A generator writes its notice near the beginning. A license may precede it.
constexpr size_t kHead = 1500;
constexpr size_t kLongLine = 5000;  // bytes of a line that was not written by hand
constexpr size_t kMaxWords = 500;   // functions that are searched for at once

// Declarations of types only: no code in it runs.
bool DeclaresOnly(std::string_view path) {
  return path.ends_with(".d.ts") || path.ends_with(".d.mts") || path.ends_with(".d.cts");
}

// Whether the file is generated or minified: no reader searches it for a variable
// there, and a bundle repeats the reads of its sources.
bool IsMade(const LanguageRows& rows, std::string_view path, std::string_view text) {
  if (path.find(".min.") != std::string_view::npos) return true;
  const std::string_view head = text.substr(0, kHead);
  const bool says = std::any_of(
      rows.generated.begin(), rows.generated.end(),
      [&](const std::string& words) { return head.find(words) != std::string_view::npos; });
  if (says) return true;
  // Minified: most of the text is in a few lines. The average length of a line decides, so that one
  // long line (an embedded image) in a usual source does not.
  const auto lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  return rows.language == Language::kJavaScript && text.size() / lines > kLongLine / 5 &&
         text.size() > kLongLine;
}

// The other files as seen from one unit: paths are relative to it.
class Others : public OtherFiles {
 public:
  Others(const Units& units, size_t unit) : units_(units), unit_(unit) {}
  std::optional<std::string> ConstantOf(const std::string& path) const override {
    return units_.ConstantOf(unit_, path);
  }
  std::optional<Elements> ElementsOf(const std::string& path) const override {
    return units_.ElementsOf(unit_, path);
  }
  bool DeclaresClass(const std::string& name) const override {
    return units_.DeclaresClass(unit_, name);
  }

 private:
  const Units& units_;
  size_t unit_;
};

}  // namespace

Units::Units(const Tree& tree, const ResolveOptions& options, Census* census)
    : tree_(tree), options_(options), census_(*census), modules_(tree) {}

// Parses what may read a variable, and what such files need for names.
void Units::Begin() {
  for (size_t i = 0; i < tree_.files.size(); ++i) {
    const SourceFile& file = tree_.files[i];
    // Step 1: indexes of all files by path, module, class and package.
    if (!IsAskedLanguage(file.kind)) continue;
    ++census_.files_read;
    file_of_path_.emplace(file.path, i);
    if (file.kind == FileKind::kRust) {
      // Modules by their names, for crates without a manifest.
      std::string path = file.path.substr(0, file.path.rfind('.'));
      if (path.ends_with("/mod")) path = path.substr(0, path.size() - 4);
      rust_modules_[path.substr(path.rfind('/') + 1)].push_back(i);
    }
    // Classes are found by the names of their files.
    if (RowsOf(AskedLanguageOf(file.kind)).classes) packages_of_classes_.AddFile(i, file);
    if (file.kind != FileKind::kGo) continue;
    packages_[file.path.substr(0, file.path.rfind('/') + 1)].push_back(i);
  }
  if (file_of_path_.empty()) return;
  // Step 2: the manifests.
  modules_.Read();
  std::set<size_t> files;
  // Step 3: the files with a word of an accessor, one search per language.
  for (const Language language : AllAskedLanguages()) {
    const std::vector<std::string>& words = RowsOf(language).words;
    const auto fits = [&](const SourceFile& file) {
      return IsAskedLanguage(file.kind) && AskedLanguageOf(file.kind) == language &&
             !DeclaresOnly(file.path);
    };
    // A language without words: all its files are parsed.
    if (words.empty()) {
      for (size_t i = 0; i < tree_.files.size(); ++i) {
        if (fits(tree_.files[i])) files.insert(i);
      }
      continue;
    }
    std::vector<char> holds(tree_.files.size(), 0);
    SearchFiles(
        tree_, WordSearch(words), options_.jobs, fits,
        [&](size_t file, std::string_view, const std::vector<WordHit>&) { holds[file] = 1; },
        FilesFound::kWithHits);
    for (size_t i = 0; i < holds.size(); ++i) {
      if (holds[i] != 0) files.insert(i);
    }
  }
  // A package can only be read as a whole.
  AddPackages(&files);
  Parse({files.begin(), files.end()});
  // Step 4: their sites, and the files that are needed for constants of names.
  joins_ = std::make_unique<ShellJoins>(tree_, units_);
  FindAllSites(0);
  AddImported();
  AddNamed();
}

// A Go package consists of all files of its folder: a constant may be declared in any of them.
void Units::AddPackages(std::set<size_t>* files) const {
  std::set<size_t> more;
  for (const size_t file : *files) {
    if (tree_.files[file].kind != FileKind::kGo) continue;
    const std::string& path = tree_.files[file].path;
    const std::vector<size_t>& all = packages_.at(path.substr(0, path.rfind('/') + 1));
    more.insert(all.begin(), all.end());
  }
  files->insert(more.begin(), more.end());
}

// Parses files that are not parsed yet, within the budget of time and memory.
void Units::Parse(const std::vector<size_t>& files) {
  std::vector<std::unique_ptr<ProgramUnit>> made(files.size());
  std::vector<std::string> wrong(files.size());
  std::vector<char> skipped(files.size(), 0);
  const unsigned threads = ThreadCount(options_.jobs);
  // Parsing is parallel; the results are added in the order of the files, so that a run is
  // deterministic.
  ParallelFor(files.size(), threads, [&](size_t i, unsigned) {
    const SourceFile& file = tree_.files[files[i]];
    // The budget is asked before the text is read, since a refused file must cost nothing.
    wrong[i] = options_.budget->Refuses();
    if (wrong[i].empty()) wrong[i] = options_.budget->RefusesParse(file.size);
    if (!wrong[i].empty()) return;
    auto unit = std::make_unique<ProgramUnit>();
    unit->file = files[i];
    unit->language = AskedLanguageOf(file.kind);
    unit->folder = file.path.substr(0, file.path.rfind('/') + 1);
    wrong[i] = ReadSource(file, &unit->text);
    if (!wrong[i].empty()) return;
    const LanguageRows& rows = RowsOf(unit->language);
    // Counted and reported together in ReportMade.
    if (IsMade(rows, file.path, unit->text)) {
      skipped[i] = 1;
      return;
    }
    // The memory of the tree counts while the file is parsed.
    const RunBudget::Share share(*options_.budget, RunBudget::ParseBytes(file.size));
    unit->program = ParseProgram(unit->language, file.path, unit->text);
    unit->names = std::make_unique<Names>(unit->program, rows);
    unit->constants = unit->names->Constants();
    unit->lists = unit->names->Lists();
    for (const Term& term : unit->program.terms) {
      // Re-exports, and every `use` of Rust, which may be public.
      const bool again = term.kind == TermKind::kExport && !term.more.empty();
      const bool use = term.kind == TermKind::kImport && unit->language == Language::kRust;
      if (again || use) unit->again.emplace_back(term.text, term.more);
    }
    made[i] = std::move(unit);
  });
  for (size_t i = 0; i < files.size(); ++i) {
    // Also a file that could not be parsed: it is not tried again.
    parsed_.insert(files[i]);
    const SourceFile& file = tree_.files[files[i]];
    if (!wrong[i].empty()) {
      census_.diagnostics.push_back({"unreadable-file", {file.path, 0, 0}, wrong[i]});
    }
    if (skipped[i] != 0) made_[AskedLanguageOf(file.kind)].push_back(file.path);
    if (made[i] == nullptr) continue;
    ++census_.files_parsed;
    ReportUnparsed(*made[i]);
    unit_of_file_[files[i]] = units_.size();
    if (RowsOf(made[i]->language).classes) {
      packages_of_classes_.AddUnit(units_.size(), made[i]->language, *made[i]->names);
    }
    // Languages without imports find functions and constants by their names.
    if (RowsOf(made[i]->language).implicit_this) {
      for (const std::string& name : made[i]->names->Exports()) {
        defined_[{made[i]->language, name}].push_back(units_.size());
      }
    }
    units_.push_back(std::move(made[i]));
  }
}

// Diagnostics for a file that was not completely read.
void Units::ReportUnparsed(const ProgramUnit& unit) {
  const std::string& path = tree_.files[unit.file].path;
  const Program& program = unit.program;
  if (program.gave_up) {
    census_.diagnostics.push_back(
        {"parse-limit", {path, 0, 0}, "skipped: it takes too long to parse"});
  }
  for (const ProgramCut& cut : program.cuts) {
    census_.diagnostics.push_back({"nested-too-deep",
                                   {path, static_cast<int>(cut.line), static_cast<int>(cut.column)},
                                   "nested too deeply: the inner part is skipped"});
  }
  if (program.error_line != 0) {
    census_.diagnostics.push_back(
        {"syntax-error",
         {path, static_cast<int>(program.error_line), static_cast<int>(program.error_column)},
         "syntax error; the code around it was read"});
  }
}

// Finds the sites of the units from `from` on, in parallel: each unit only reads the others.
void Units::FindAllSites(size_t from) {
  ParallelFor(units_.size() - from, ThreadCount(options_.jobs), [&](size_t i, unsigned) {
    ProgramUnit& unit = *units_[from + i];
    const std::unique_ptr<OtherFiles> others = OthersOf(from + i);
    unit.sites = FindSites(*unit.names, unit.text, others.get());
  });
  for (size_t i = from; i < units_.size(); ++i) {
    // Reads of shell scripts that another script sets are removed.
    joins_->Filter(i, &units_[i]->sites);
    // Either limit means that sites may be missing.
    const bool cut = units_[i]->sites.size() >= kMaxSites || units_[i]->names->exhausted();
    if (!cut) continue;
    census_.diagnostics.push_back(
        {"limit",
         {tree_.files[units_[i]->file].path, 0, 0},
         "takes too many steps to follow: names and accesses are missing"});
  }
}

// Parses the files that are imported by files with unknown names: they may declare the constants.
bool Units::AddImported() {
  std::set<size_t> files;
  for (const std::unique_ptr<ProgramUnit>& unit : units_) {
    if (RowsOf(unit->language).classes) continue;  // AddDeclaring
    // Open: a name that is neither known nor a parameter.
    const bool open = std::any_of(unit->sites.begin(), unit->sites.end(), [](const Site& site) {
      return site.op != AccessOp::kBulk && !site.name.Known() && site.name.Function() == kNoTerm;
    });
    if (!open) continue;
    for (const Term& term : unit->program.terms) {
      std::string module = term.more;
      // `require("./x")` is a string that begins with a dot.
      if (term.kind == TermKind::kString && term.text.starts_with('.')) module = term.text;
      if (term.kind != TermKind::kImport && module != term.text) continue;
      // An import of Go is a package: all its files.
      if (unit->language == Language::kGo) {
        const auto package = packages_.find(modules_.GoFolderOf(module));
        if (package != packages_.end())
          files.insert(package->second.begin(), package->second.end());
        continue;
      }
      // The path may name the module itself or something in it.
      if (unit->language == Language::kRust) {
        std::string rest;
        for (const size_t file : FilesOfRust(module, &rest)) files.insert(file);
        for (const size_t file : FilesOfRust(module + ".", &rest)) files.insert(file);
        continue;
      }
      for (const size_t file : FilesOfModule(unit->folder, module)) files.insert(file);
      // "./conf.KEY" is the member KEY of the module "./conf".
      const size_t dot = module.rfind('.');
      if (dot == std::string::npos) continue;
      for (const size_t file : FilesOfModule(unit->folder, module.substr(0, dot))) {
        files.insert(file);
      }
    }
  }
  std::erase_if(files, [&](size_t file) { return parsed_.contains(file); });
  if (files.empty()) return false;
  Parse({files.begin(), files.end()});
  FindAllSites(0);  // with the new constants
  return true;
}

// Parses the files that declare the constants by which others name variables, in languages in which
// files do not name one another at all.
void Units::AddNamed() {
  std::map<Language, std::set<std::string>> words;
  for (const std::unique_ptr<ProgramUnit>& unit : units_) {
    if (!RowsOf(unit->language).implicit_this) continue;
    for (const Site& site : unit->sites) {
      if (site.name_term == kNoTerm || site.name.Known()) continue;
      const Term& name = unit->program[site.name_term];
      // Terms are added bottom-up: those inside are the ones before it.
      for (TermId id = site.name_term + 1; id-- > 0 && unit->program[id].begin >= name.begin;) {
        const Term& term = unit->program[id];
        // Constants begin with a capital in Ruby and PHP.
        const bool constant = (term.kind == TermKind::kName || term.kind == TermKind::kMember) &&
                              BeginsWithUpper(term.text);
        if (constant) words[unit->language].insert(term.text);
      }
    }
  }
  bool more = false;
  for (const auto& [language, names] : words) more = AddThatContain(names, language) || more;
  if (more) FindAllSites(0);  // with the new constants
}

bool Units::AddThatContain(const std::set<std::string>& words) {
  return AddThatContain(words, std::nullopt);
}

// Searches the whole tree again for the new names, in files of one language or of all.
bool Units::AddThatContain(const std::set<std::string>& words, std::optional<Language> language) {
  if (words.empty()) return false;
  std::vector<std::string> asked(words.begin(), words.end());
  // More names than these would make the search slow; the remaining wrappers' callers are not
  // found.
  if (asked.size() > kMaxWords) asked.resize(kMaxWords);
  std::vector<char> holds(tree_.files.size(), 0);
  SearchFiles(
      tree_, WordSearch(asked), options_.jobs,
      [&](const SourceFile& file) {
        return IsAskedLanguage(file.kind) && !DeclaresOnly(file.path) &&
               (!language || AskedLanguageOf(file.kind) == *language);
      },
      [&](size_t file, std::string_view, const std::vector<WordHit>&) { holds[file] = 1; },
      FilesFound::kWithHits);
  std::set<size_t> files;
  for (size_t i = 0; i < holds.size(); ++i) {
    if (holds[i] != 0) files.insert(i);
  }
  return AddFiles(files);
}

// By the names of classes and packages; see PackageIndex::FilesFor.
bool Units::AddDeclaring(const std::set<std::pair<size_t, TermId>>& terms) {
  std::set<size_t> files;
  for (const auto& [unit, term] : terms) {
    const ProgramUnit& one = *units_[unit];
    if (!RowsOf(one.language).classes) continue;
    packages_of_classes_.FilesFor(*one.names, term, one.folder, &files);
  }
  std::erase_if(files, [&](size_t file) { return parsed_.contains(file); });
  if (files.empty()) return false;
  Parse({files.begin(), files.end()});
  FindAllSites(0);  // with the new constants
  return true;
}

std::unique_ptr<OtherFiles> Units::OthersOf(size_t unit) const {
  return std::make_unique<Others>(*this, unit);
}

// One diagnostic per language, since a tree may have thousands of such files.
void Units::ReportMade() {
  if (joins_ != nullptr) {
    if (std::optional<Diagnostic> missing = joins_->Missing()) {
      census_.diagnostics.push_back(std::move(*missing));
    }
  }
  for (auto& [language, files] : made_) {
    census_.generated[language] += files.size();
    std::sort(files.begin(), files.end());
    census_.diagnostics.push_back(
        {"generated-file",
         {files.front(), 0, 0},
         files.size() == 1 ? "skipped: generated or minified"
                           : "skipped, with " + Count(files.size() - 1, "more file", "more files") +
                                 " in " + RowsOf(language).name + ": generated or minified"});
  }
}

// The number of a unit is not that of its file: units are added in rounds.
std::optional<size_t> Units::UnitOfFile(size_t file) const {
  const auto found = unit_of_file_.find(file);
  return found == unit_of_file_.end() ? std::nullopt : std::optional(found->second);
}

const std::vector<size_t>& Units::FilesOfPackage(const std::string& folder) const {
  static const std::vector<size_t> kNone;
  const auto found = packages_.find(folder);
  return found == packages_.end() ? kNone : found->second;
}

// At most one file: a module of JavaScript is a file.
std::vector<size_t> Units::FilesOfModule(const std::string& folder,
                                         const std::string& module) const {
  const std::optional<size_t> file = modules_.ScriptOf(folder, module);
  return file ? std::vector<size_t>{*file} : std::vector<size_t>();
}

// Only the sites of the new files are searched: they declare functions and no constants of others.
bool Units::AddFiles(const std::set<size_t>& wanted) {
  std::vector<size_t> files;
  for (const size_t file : wanted) {
    if (!parsed_.contains(file)) files.push_back(file);
  }
  if (files.empty()) return false;
  const size_t from = units_.size();
  Parse(files);
  FindAllSites(from);
  return units_.size() > from;
}

void Units::FindSitesAgain(size_t unit) {
  ProgramUnit& of = *units_[unit];
  const std::unique_ptr<OtherFiles> others = OthersOf(unit);
  of.sites = FindSites(*of.names, of.text, others.get());
  joins_->Filter(unit, &of.sites);
}

}  // namespace flagcensus
