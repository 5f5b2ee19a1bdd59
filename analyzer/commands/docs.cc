// flagcensus docs: flags ─→ the reference page ─→ standard output, a file, the part of a page, or a
// diff
//
//   ReadTarget     the existing page: its descriptions are kept
//   BuildPageOf    for each project: entries and accesses ─→ rows in sections
//   Deliver        the rows of all projects ─→ text ─→ the page, or a diff with --check
//
// Problems with the page that is to be rewritten are reported before the tree is read.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/commands/command.h"
#include "analyzer/commands/docs_pages.h"
#include "analyzer/commands/docs_target.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/fix/add_rows.h"
#include "analyzer/model/secrets.h"
#include "analyzer/pipeline/audit_provenance.h"
#include "analyzer/pipeline/isolate.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/pipeline/read_bytes.h"
#include "analyzer/reference/introductions.h"
#include "analyzer/reference/rows.h"
#include "analyzer/reference/source_links.h"
#include "analyzer/tree/git_repository.h"

namespace flagcensus {
namespace {

const ReferenceFormat& FormatFor(const DocsRequest& request) {
  return ReferenceFormatOf(request.format, request.target());
}

// Uses the user's template, otherwise the format's own.
Result<std::string> WriteText(const ReferencePage& page, const DocsRequest& request,
                              const Surroundings& surroundings) {
  const ReferenceFormat& format = FormatFor(request);
  if (request.docs.template_file.empty()) {
    return WritePage(page, format, request.docs, surroundings);
  }
  const Result<std::string> text = ReadBytes(request.docs.template_file);
  if (!text.ok()) return text.error();
  return WriteByTemplate(page, format, request.docs, surroundings, text.value(),
                         request.docs.template_file);
}

// `text` with one line end at the end, and no empty lines at the beginning. In a page's part it has
// empty lines around it, which some formats need between a comment and a table.
//
//   "\n\n# A\n\n\n\ntext\n\n"    ─→ "# A\n\ntext\n"
//   the same between markers     ─→ "\n# A\n\ntext\n\n"
std::string Tidy(std::string text, const ReferenceFormat& format, bool part) {
  const size_t begin = std::min(text.find_first_not_of('\n'), text.size());
  text.erase(0, begin);
  while (text.ends_with('\n')) text.pop_back();
  if (!text.empty()) text += '\n';
  // A section of a template that is not rendered leaves an empty line; in a man page each is
  // visible.
  const std::string gap = format.name == "man" ? "\n\n" : "\n\n\n";
  while (text.find(gap) != std::string::npos) text = ReplaceAll(text, gap, gap.substr(1));
  if (!part || format.name == "man") return text;
  return "\n" + text + (text.empty() ? "" : "\n");
}

// "21 variables in 4 sections; 2 without a description: APP_A, APP_B".
std::string SummaryOf(const ReferencePage& page) {
  constexpr size_t kShown = 8;
  size_t rows = 0;
  std::vector<std::string> open;
  for (const Section& section : page.sections) {
    rows += section.rows.size();
    for (const Row& row : section.rows) {
      if (row.description.text.empty()) open.push_back(row.name);
    }
  }
  std::string out = Count(rows, "variable", "variables") + " in " +
                    Count(page.sections.size(), "section", "sections");
  // Eight names and a count: enough to begin with, and one line.
  if (!open.empty()) {
    out += "; " + std::to_string(open.size()) + " without a description: ";
    const size_t shown = open.size() > kShown + 1 ? kShown : open.size();
    out += Join({open.begin(), open.begin() + static_cast<ptrdiff_t>(shown)}, ", ");
    if (shown < open.size()) out += " and " + std::to_string(open.size() - shown) + " more";
  }
  if (!page.gone.empty()) {
    out += "; " + Count(page.gone.size(), "entry was", "entries were") + " not found in the code";
  }
  if (page.omitted > 0) {
    out += "; " + Count(page.omitted, "variable is", "variables are") +
           " not listed (internal, for tests, of other programs, or by --include-name and "
           "--exclude-name): see --with";
  }
  return out;
}

// The variables without a description, a line each, sorted by place: a list of what is to be
// written.
// "app.py:3: APP_PORT has no description", in the form that editors parse.
std::string MissingOf(const ReferencePage& page) {
  std::vector<std::pair<Place, std::string>> open;
  for (const Section& section : page.sections) {
    for (const Row& row : section.rows) {
      if (!row.description.text.empty()) continue;
      open.emplace_back(row.places.empty() ? Place() : row.places.front(), row.name);
    }
  }
  std::sort(open.begin(), open.end());
  std::string out;
  for (const auto& [place, name] : open) {
    if (!place.file.empty()) {
      out += EscapeControl(MaskPath(place.file)) + ":" + std::to_string(place.line) + ": ";
    }
    out += EscapeControl(name) + " has no description\n";
  }
  return out;
}

// Reports the source of each description.
void ReportSources(const ReferencePage& page) {
  for (const Section& section : page.sections) {
    for (const Row& row : section.rows) {
      if (row.description.by == DescribedBy::kNobody) continue;
      ReportUser(row.name + ": described by " + std::string(ToString(row.description.by)) + " at " +
                 row.description.at.file + ":" + std::to_string(row.description.at.line));
    }
  }
}

// The part of the page that an earlier run wrote.
// Links and the list of removed variables are read from there, not from the text around it.
std::string_view WrittenPart(const Target& target) {
  const std::string_view text = target.text;
  return target.part ? text.substr(target.part->begin, target.part->end - target.part->begin)
                     : text;
}

// The text of the tree's file `path`; nullopt if it cannot be read.
// Only files of the tree are read, so excluded files cannot get into a page.
std::optional<std::string> TextOf(const Tree& tree, const std::string& path) {
  const auto file = std::find_if(tree.files.begin(), tree.files.end(),
                                 [&](const SourceFile& one) { return one.path == path; });
  std::string text, error;
  bool binary = false;
  const bool read = file != tree.files.end() && ReadWhole(*file, &text, &binary, &error) && !binary;
  return read ? std::optional(std::move(text)) : std::nullopt;
}

// The pages of the tree that this program wrote as a whole. Each page is read when it is first
// needed. Such a page describes what the code does, so it is not independent evidence about the
// code.
class GeneratedPages {
 public:
  explicit GeneratedPages(const Tree& tree) : tree_(tree) {}

  bool Has(const std::string& path) {
    const auto [at, added] = known_.try_emplace(path, false);
    if (!added) return at->second;
    const std::optional<std::string> text = TextOf(tree_, path);
    at->second = text && IsOwnPage(*text, {});
    return at->second;
  }

  std::set<std::string> Found() const {
    std::set<std::string> out;
    for (const auto& [path, generated] : known_) {
      if (generated) out.insert(path);
    }
    return out;
  }

 private:
  const Tree& tree_;
  std::map<std::string, bool> known_;
};

// Adds the introductions of sections that were adopted from existing pages.
// A page with several adopted sections is read once.
void TakeIntroductions(const Tree& tree, ReferencePage& page) {
  std::map<std::string, std::map<std::string, std::string>> known;  // by page
  for (Section& section : page.sections) {
    if (section.page.empty()) continue;
    const auto [at, added] = known.try_emplace(section.page);
    if (added) {
      if (const auto text = TextOf(tree, section.page)) {
        at->second = IntroductionsOf(section.page, *text);
      }
    }
    const auto found = at->second.find(section.heading);
    if (found != at->second.end()) section.introduction = found->second;
  }
}

// Hides the file `path` from the tree during its lifetime; "": hides nothing.
class Hidden {
 public:
  Hidden(Tree& tree, const std::string& path) : tree_(tree) {
    if (path.empty()) return;
    const auto at = std::find_if(tree.files.begin(), tree.files.end(),
                                 [&](const SourceFile& file) { return file.path == path; });
    if (at == tree.files.end()) return;
    index_ = at - tree.files.begin();
    file_ = std::move(*at);
    tree.files.erase(at);
  }
  Hidden(const Hidden&) = delete;
  Hidden& operator=(const Hidden&) = delete;
  ~Hidden() {
    if (file_) tree_.files.insert(tree_.files.begin() + index_, std::move(*file_));
  }

 private:
  Tree& tree_;
  ptrdiff_t index_ = 0;
  std::optional<SourceFile> file_;
};

// The page of one project, with the project's comparison as a result. `target`: the page that is
// rewritten.
//
//   os.getenv("APP_PORT", "80"), and docs/env.md with the row | APP_PORT | 80 | port to bind |
//   ─→ the row APP_PORT, "80", "port to bind", also if docs/env.md is the page that is rewritten
Result<ReferencePage> BuildPageOf(Workspace& project, const DocsRequest& request,
                                  const Target& target, RunBudget& budget) {
  const ProjectOptions& options = project.options();
  // A user's own file is evidence like any other page.
  const bool ours = target.there && !target.kept;
  const std::string own = ours ? ShownPath(target.path, options.root) : std::string();
  // The rows of an earlier run keep their descriptions but are not evidence otherwise. So a page
  // has the same content whether or not an earlier version exists.
  GeneratedPages generated(project.tree());
  // Entries of the old page are set aside: they must not document the variables of the new one.
  // With a marked part, only the lines between the markers are the program's own.
  const IsAside is_own = [&](const Entry& entry) {
    if (own.empty() || entry.place.file != own) return generated.Has(entry.place.file);
    return !target.part || (entry.place.line >= target.part->first_line &&
                            entry.place.line <= target.part->last_line);
  };
  // A page that is rewritten as a whole is not searched for evidence.
  const Hidden hidden(project.tree(), target.part ? std::string() : own);
  if (const auto error =
          project.ReadSidesFor(target.kept ? std::string() : request.target(), is_own, budget))
    return *error;
  Comparison& comparison = project.comparison();
  for (Flag& flag : comparison.flags) {
    // Text around the marked part is not evidence for what belongs on the page.
    std::erase_if(flag.passages, [&](const Passage& one) {
      return one.place.file == own || generated.Has(one.place.file);
    });
  }
  // The rows are made from the same input as the rules' findings.
  const RuleInput rules = RuleInputOf(comparison, options, project.config());
  const SourceTexts texts = FindSourceTexts(project.tree(), options.jobs, comparison.flags);
  RowInput input{rules, texts, request.docs, options.root, own};
  input.generated = generated.Found();
  const std::string& folder = project.folder();
  const auto is_of_folder = [&](const Entry& entry) {
    return entry.section == folder || entry.section.starts_with(folder + ": ");
  };
  // On a page of several projects, each has sections named by its folder.
  const bool several = !folder.empty() &&
                       std::any_of(comparison.aside.begin(), comparison.aside.end(), is_of_folder);
  // Only the descriptions of this project's sections.
  for (const Entry& entry : comparison.aside) {
    if (!several || is_of_folder(entry)) input.own_entries[entry.name].push_back(&entry);
  }
  if (target.part) {
    input.own_begin = target.part->first_line;
    input.own_end = target.part->last_line;
  }
  // Programs read these formats: each name has a separate object.
  const std::string_view format = FormatFor(request).name;
  input.join_aliases = format != "json" && format != "schema";
  input.removed = RemovedOn(WrittenPart(target));
  ReferencePage page = BuildPage(input);
  TakeIntroductions(project.tree(), page);
  return MaskPage(std::move(page));
}

// The template of links to the sources: from the existing links on the page, otherwise from the
// remote of the checkout. So a page that was written elsewhere keeps its links.
//
// Only hosts with a known form of links get one; for others the places are plain text.
std::string LinksFor(const DocsRequest& request, const Target& target) {
  const std::string& asked = request.docs.link_template;
  if (asked == "none") return {};
  if (asked != "auto") return asked;
  const auto repository = GitRepository::Open(request.project.root);
  if (!repository.ok()) return {};
  std::error_code ignored;
  const std::string below = std::filesystem::weakly_canonical(request.project.root, ignored)
                                .lexically_relative(repository.value()->root())
                                .generic_string();
  if (below.starts_with("..")) return {};
  const std::string folder = below == "." ? std::string() : below;
  const std::string kept = LinkTemplateIn(WrittenPart(target), folder);
  return !kept.empty() ? kept : LinkTemplateOf(PublicUrl(repository.value()->OriginUrl()), folder);
}

// Moves variables that git knows to have been removed from the sources to the list of removed ones.
// The history cannot be searched for a name with `*`.
void TakeRemoved(const DocsRequest& request, ReferencePage& page) {
  std::set<std::string> names = page.was_listed;
  for (const Row& row : page.gone) {
    if (row.name.find('*') == std::string::npos) names.insert(row.name);
  }
  for (const RemovedName& known : page.removed) names.erase(known.name);
  if (!names.empty()) {
    const auto repository = GitRepository::Open(request.project.root);
    if (repository.ok()) {
      for (auto& [name, commit] :
           repository.value()->RemovedIn(names, request.project.limits.file_bytes)) {
        page.removed.push_back({name, commit});
      }
    }
  }
  std::sort(page.removed.begin(), page.removed.end(),
            [](const RemovedName& a, const RemovedName& b) { return a.name < b.name; });
  std::set<std::string_view> removed;
  for (const RemovedName& one : page.removed) removed.insert(one.name);
  std::erase_if(page.gone, [&](const Row& row) { return removed.contains(row.name); });
}

// Sets for each variable the first tag with sources that name it.
// All names are searched for at once, so each version of a file is read once.
std::optional<Error> TakeTags(const DocsRequest& request, ReferencePage& page) {
  const Result<std::unique_ptr<GitRepository>> repository =
      GitRepository::Open(request.project.root);
  if (!repository.ok()) return Error{"--since-tags: " + repository.error().message};
  std::set<std::string> names;
  for (const Section& section : page.sections) {
    for (const Row& row : section.rows) names.insert(row.name);
  }
  const auto tags = repository.value()->FirstTags(names, request.project.limits.file_bytes);
  if (!tags.ok()) return Error{"--since-tags: " + tags.error().message};
  for (Section& section : page.sections) {
    for (Row& row : section.rows) {
      const auto tag = tags.value().find(row.name);
      if (tag != tags.value().end()) row.since = tag->second;
    }
  }
  return std::nullopt;
}

// Adds the page of one of several projects: its sections are named by its folder.
//
//   "Network" of the project web ─→ "web: Network"; a section without a title ─→ "web"
void AddPage(ReferencePage page, const std::string& folder, ReferencePage& all) {
  all.title = page.title;
  for (Section& section : page.sections) {
    section.title = section.title.empty() ? folder : folder + ": " + section.title;
    all.sections.push_back(std::move(section));
  }
  std::move(page.gone.begin(), page.gone.end(), std::back_inserter(all.gone));
  if (all.removed.empty()) all.removed = std::move(page.removed);  // they belong to the one target
  all.unlisted.merge(page.unlisted);
  all.omitted += page.omitted;
}

// A variable that one project's page documents and another project reads is not gone: the row of
// the other project gets the description.
//
//   web documents APP_PORT and does not read it; api reads it without a description
//   ─→ the row of api has web's description, and APP_PORT is not listed as gone
void JoinGone(ReferencePage& all) {
  std::map<std::string, std::vector<Row*>, std::less<>> rows;
  for (Section& section : all.sections) {
    for (Row& row : section.rows) rows[row.name].push_back(&row);
  }
  const auto describe = [&](const Row& from) {
    const auto found = rows.find(from.name);
    if (found == rows.end()) return false;
    for (Row* row : found->second) {
      if (row->description.by == DescribedBy::kPage || row->description.by == DescribedBy::kHelp) {
        continue;
      }
      if (from.description.text.empty()) continue;
      row->description.text = from.description.text;
      row->description.by = from.description.by;
      row->description.at = from.description.at;
    }
    return true;
  };
  std::erase_if(all.gone, describe);
  // Another project reads it, but does not list it.
  std::erase_if(all.gone, [&](const Row& row) { return all.unlisted.contains(row.name); });
  std::erase_if(all.removed, [&](const RemovedName& one) { return rows.contains(one.name); });
  for (auto& [name, same] : rows) {
    for (const Row* row : same) {
      if (row->description.by == DescribedBy::kPage) describe(*row);
    }
  }
}

using Pages = std::map<std::string, ReferencePage>;  // by the project's folder

// Prints what was not read to standard error; returns the resulting exit status.
// The page itself goes to standard output, which must contain nothing else.
int PrintRemarks(const MergedProjects& all, const ProjectOptions& options) {
  const Comparison& comparison = all.comparison;
  const std::vector<Diagnostic> diagnostics =
      MergeDiagnostics(MergeDiagnostics(all.tree.diagnostics, comparison.census.diagnostics),
                       comparison.catalog.diagnostics);
  PrintSkipped(all.tree, options);
  PrintDiagnostics(diagnostics);
  if (options.messages.verbose) {
    for (const std::string& line : comparison.catalog.judged) ReportUser(line);
  }
  PrintCoverage(comparison.coverage);
  return StatusOf(diagnostics, kSuccess, options, comparison.coverage);
}

// Writes or compares one page. Open fails before any code is read.
//
//   Open: docs/env.md is read       Examine: rows of web, rows of api       Deliver: one text
class PageWriter {
 public:
  explicit PageWriter(DocsRequest request) : request_(std::move(request)) {}

  // Reads the existing page; returns what is wrong with it.
  std::optional<Error> Open() {
    Result<Target> target = ReadTarget(request_, FormatFor(request_));
    if (!target.ok()) return target.error();
    target_ = std::move(target).value();
    request_.docs.link_template = LinksFor(request_, target_);
    return std::nullopt;
  }

  // Builds the page of one project.
  std::optional<Error> Examine(Workspace& one, RunBudget& budget) {
    Result<ReferencePage> page = BuildPageOf(one, request_, target_, budget);
    if (!page.ok()) return page.error();
    pages_[one.folder()] = std::move(page).value();
    return std::nullopt;
  }

  // Writes or compares the pages of all projects; returns the exit status.
  int Deliver(const std::vector<std::string>& folders);

 private:
  // The same for a file to which rows are added.
  int AddTo(const ReferencePage& page) const;

  DocsRequest request_;
  Target target_;
  Pages pages_;
};

// From the rows of each project to the page: joined, completed by git, written in the format, and
// put in its place.
int PageWriter::Deliver(const std::vector<std::string>& folders) {
  const ReferenceFormat& format = FormatFor(request_);
  ReferencePage page;
  for (const std::string& folder : folders) {
    if (pages_.size() == 1) {
      page = std::move(pages_[folder]);
    } else {
      AddPage(std::move(pages_[folder]), folder, page);
    }
  }
  if (pages_.size() > 1) JoinGone(page);
  TakeRemoved(request_, page);
  if (request_.docs.since_tags) {
    if (const auto wrong = TakeTags(request_, page)) return Fail(wrong->message);
  }
  if (request_.docs.missing) {
    ReportUser(SummaryOf(page));
    return WriteOutput(MissingOf(page), kSuccess);
  }
  if (request_.project.messages.verbose) ReportSources(page);
  if (target_.kept) return AddTo(page);
  Surroundings surroundings;
  if (target_.part) surroundings = SurroundingsOf(target_.text, *target_.part, format);
  const Result<std::string> written = WriteText(page, request_, surroundings);
  if (!written.ok()) return Fail(written.error().message);
  const bool built_in = request_.docs.template_file.empty();
  std::string text =
      built_in ? Tidy(written.value(), format, target_.part.has_value()) : written.value();
  if (target_.part) text = ReplacePart(target_.text, *target_.part, text);
  ReportUser(SummaryOf(page));
  return WriteTarget(text, target_, request_);
}

//   .env.example with APP_PORT=80, code that also reads APP_HOST    ─→ "added APP_HOST"
int PageWriter::AddTo(const ReferencePage& page) const {
  const ReferenceFormat& format = FormatFor(request_);
  const SurfaceKind kind = format.name == "dotenv" ? SurfaceKind::kDotenv : SurfaceKind::kHelm;
  const Result<RowsAdded> added = AddRows({target_.path, kind, target_.text, page});
  if (!added.ok()) return Fail(added.error().message);
  const std::vector<std::string>& names = added.value().names;
  const bool compared = !request_.docs.files.check.empty();
  ReportUser(target_.path + ": " +
             (names.empty() ? "lists all variables"
                            : (compared ? "lacks " : "added ") + Join(names, ", ")));
  return WriteTarget(added.value().text, target_, request_);
}

// Makes all pages from one reading of the code; returns the exit status.
int WritePages(const ProjectOptions& options, const Config& config, RunBudget& budget,
               std::vector<PageWriter>& pages) {
  Tree tree = WalkProject(options, config);
  if (const auto why = NothingToRead(tree, options)) return Fail(*why);
  std::vector<Diagnostic> broken;
  Result<std::vector<Workspace>> split = SplitProjects(std::move(tree), options, &config, broken);
  if (!split.ok()) return Fail(split.error().message);
  // The code of a project is read once for all pages.
  const auto examine = [&](Workspace& one) -> std::optional<Error> {
    if (pages.size() > 1) one.KeepCode();
    for (PageWriter& page : pages) {
      if (auto wrong = page.Examine(one, budget)) return wrong;
    }
    return std::nullopt;
  };
  const auto rest = [&](std::vector<Workspace>& left, std::vector<Diagnostic> failed) -> int {
    if (const auto why = ExamineEach(left, examine, failed)) return Fail(*why);
    int status = PrintFailed(failed);
    std::vector<std::string> folders;
    for (const Workspace& one : left) folders.push_back(one.folder());
    status = std::max(status, PrintRemarks(MergeProjects(left), options));
    for (PageWriter& page : pages) status = std::max(status, page.Deliver(folders));
    return status;
  };
  return RunIsolated(split.value(), std::move(broken), examine, rest);
}

// The options are those of one page; the configuration may add pages.
class DocsRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    AddPaths(command, request_.project);
    AddClang(command, request_.project);
    AddCatalog(command, request_.project);
    // "": derived from the name of the page
    CLI::Option* const format = command.add_option(
        "--format", request_.format,
        "Format of the page (default: derived from the name of FILE, or markdown)");
    command.OneOf(format, NamesOf(ReferenceFormats()))->type_name("FORMAT");
    AddDocsOptions(command, request_.docs);
    CLI::Option* const into =
        command
            .add_option("--into", request_.into,
                        "Add to FILE, a .env file or the values of a Helm chart, the variables "
                        "that it lacks, and keep what is there")
            ->type_name("FILE");
    for (const char* other : {"--output", "--update", "--check", "--missing", "--template"}) {
      into->excludes(command.get_option(other));
    }
    AddConfig(command, request_.project);
    AddRun(command, request_.project);
  }

  std::optional<std::string> Finish(const CommandApp& parsed) override {
    TakeGiven(parsed, request_.docs);
    return FinishProject(request_.project);
  }

  ProjectOptions* project() override { return &request_.project; }
  Needs needs() const override { return Needs::kConfig; }

  int Run(const Config& config, RunBudget& budget) override {
    const Result<std::vector<DocsRequest>> requests = DocsPages(request_, config);
    if (!requests.ok()) return Fail(requests.error().message);
    int status = kSuccess;
    std::vector<PageWriter> pages;
    // A page with a problem does not prevent the others.
    for (const DocsRequest& request : requests.value()) {
      PageWriter page(request);
      if (const auto wrong = page.Open()) {
        status = Fail(wrong->message);
      } else {
        pages.push_back(std::move(page));
      }
    }
    if (pages.empty()) return status;
    return std::max(status, WritePages(request_.project, config, budget, pages));
  }

 private:
  DocsRequest request_;
};

}  // namespace

extern const Command kDocs;
const Command kDocs = {
    "docs", "Write a reference page for the variables that the code reads",
    "  flagcensus docs --output docs/environment.md     write the whole page\n"
    "  flagcensus docs --update README.md               only the part between these markers:\n"
    "      <!-- flagcensus: begin -->\n"
    "      <!-- flagcensus: end -->\n"
    "  flagcensus docs --check docs/environment.md      print a diff if it is out of date\n"
    "  flagcensus docs --missing                        what still has no description\n"
    "  flagcensus docs --into .env.example              add what it lacks, and keep the rest\n"
    "  flagcensus docs --into chart/values.yaml         the same below its env:\n"
    "  flagcensus docs --format schema --output environment.schema.json\n"
    "  flagcensus docs --include-name 'APP_*' --columns name,default,description\n"
    "  flagcensus docs --link-template 'https://example.org/blob/main/{file}#L{line}'\n"
    "  flagcensus docs --template compose.yaml.mustache\n",
    "0 success, 1 a page is out of date (--check), 2 failure.", MakeRun<DocsRun>};

}  // namespace flagcensus
