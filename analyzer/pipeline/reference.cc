// flags ─→ the reference page ─→ standard output, a file, the part of a page, or a diff
//
// What is wrong with the page that is to be rewritten is told before the tree is read.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <map>

#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/config/outputs.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/model/secrets.h"
#include "analyzer/pipeline/docs_pages.h"
#include "analyzer/pipeline/isolate.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/reference/diff.h"
#include "analyzer/reference/formats.h"
#include "analyzer/reference/markers.h"
#include "analyzer/reference/rows.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/git_repository.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/output_file.h"
#include "analyzer/tree/write_file.h"

namespace flagcensus {

static Error Unreadable(const std::string& path, const std::string& why) {
  return {"the page " + path + " cannot be read: " + why};
}

// Bytes as they are: what is kept is kept to the byte.
Result<std::string> ReadBytes(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return Unreadable(path, SystemMessage(errno));
  std::string out;
  constexpr size_t kBlock = 65536;
  std::string block(kBlock, '\0');
  while (const size_t read = std::fread(block.data(), 1, block.size(), file)) {
    out.append(block, 0, read);
  }
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return Unreadable(path, SystemMessage(EIO));
  return out;
}

namespace {

const std::string kMask = "***";

// The page that is rewritten, as it is.
struct Target {
  std::string path;
  std::string text;
  bool there = false;
  std::optional<MarkedPart> part;
};

bool HasMarkers(const std::string& text) {
  return text.find(kBeginMark) != std::string::npos || text.find(kEndMark) != std::string::npos;
}

Error CannotWrite(const std::string& page, const std::string& why) {
  return {"the page " + page + " cannot be written: " + why};
}

// What may be replaced by --output: a page that an earlier run wrote.
Result<IsOwnFile> OwnPages(const Options& options) {
  std::string user_template;
  if (!options.docs.template_file.empty()) {
    Result<std::string> text = ReadBytes(options.docs.template_file);
    if (!text.ok()) return text.error();
    user_template = std::move(text).value();
  }
  return IsOwnFile([user_template = std::move(user_template)](std::string_view head) {
    return IsOwnPage(head, user_template);
  });
}

// Why --update cannot change the page: it follows a link, but not out of the tree.
std::optional<std::string> WhyNotUpdated(const std::string& page, const Options& options) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_symlink(page, ignored) && !LiesBelow(page, options.root)) {
    return "it is a symbolic link out of the tree; name the file that it leads to";
  }
  const fs::file_status status = fs::status(page, ignored);
  if (!fs::exists(status) || fs::is_regular_file(status)) return std::nullopt;
  return "not a regular file; name one that has the markers";
}

Result<Target> ReadTarget(const Options& options, const ReferenceFormat& format) {
  Target out;
  if (!options.docs.update.empty()) {
    if (const auto why = WhyNotUpdated(options.docs.update, options)) {
      return CannotWrite(options.docs.update, *why);
    }
  }
  if (!options.docs.output.empty()) {
    if (IsStandardOutput(options.docs.output)) return out;
    out.path = options.docs.output;
    if (DescriptorOf(out.path)) return out;
    const Result<IsOwnFile> own = OwnPages(options);
    if (!own.ok()) return own.error();
    const auto why = WhyNotReplaced(out.path, [&](std::string_view head) {
      return own.value()(head) || HasMarkers(std::string(head));  // which is told below
    });
    if (why && IsRegularFile(out.path)) {
      return CannotWrite(out.path, *why + "; --update changes a page of yours between its markers");
    }
    if (why) return CannotWrite(out.path, *why);
  }
  out.path = options.docs.target();
  if (out.path.empty()) return out;
  std::error_code ignored;
  out.there = std::filesystem::exists(out.path, ignored);
  const bool needed = options.docs.output.empty();
  if (!out.there && !needed) return out;
  const Result<std::string> text = ReadBytes(out.path);
  if (!text.ok()) return text.error();
  out.text = text.value();
  const bool marked =
      !options.docs.update.empty() || (!options.docs.check.empty() && HasMarkers(out.text));
  if (!marked) {
    if (HasMarkers(out.text)) {
      return Error{out.path +
                   ": has markers, and --output would overwrite the text around them: "
                   "use --update"};
    }
    return out;
  }
  const Result<MarkedPart> part = FindMarkedPart(out.text, format, out.path);
  if (!part.ok()) return part.error();
  out.part = part.value();
  return out;
}

const ReferenceFormat& FormatFor(const Options& options) {
  return ReferenceFormatOf(options.format, options.docs.target());
}

Result<std::string> WriteText(const ReferencePage& page, const Options& options,
                              const Surroundings& surroundings) {
  const ReferenceFormat& format = FormatFor(options);
  if (options.docs.template_file.empty()) {
    return WritePage(page, format, options.docs, surroundings);
  }
  const Result<std::string> text = ReadBytes(options.docs.template_file);
  if (!text.ok()) return text.error();
  return WriteByTemplate(page, format, options.docs, surroundings, text.value(),
                         options.docs.template_file);
}

// Text that begins and ends with a line of its own, and in a page's part with blank ones, which
// some formats need around what is marked.
std::string Tidy(std::string text, const ReferenceFormat& format, bool part) {
  const size_t begin = std::min(text.find_first_not_of('\n'), text.size());
  text.erase(0, begin);
  while (text.ends_with('\n')) text.pop_back();
  if (!text.empty()) text += '\n';
  // A section of a template that is not told leaves its line; in a man page each would be seen.
  const std::string gap = format.name == "man" ? "\n\n" : "\n\n\n";
  while (text.find(gap) != std::string::npos) text = ReplaceAll(text, gap, gap.substr(1));
  if (!part || format.name == "man") return text;
  return "\n" + text + (text.empty() ? "" : "\n");
}

std::string SummaryOf(const ReferencePage& page) {
  constexpr size_t kShown = 8;
  size_t rows = 0;
  std::vector<std::string> open;
  for (const Section& section : page.sections) {
    rows += section.rows.size();
    for (const Row& row : section.rows) {
      if (row.description.empty()) open.push_back(row.name);
    }
  }
  std::string out = Count(rows, "variable", "variables") + " in " +
                    Count(page.sections.size(), "section", "sections");
  if (!open.empty()) {
    out += "; " + std::to_string(open.size()) + " without a description: ";
    const size_t shown = open.size() > kShown + 1 ? kShown : open.size();
    out += Join({open.begin(), open.begin() + static_cast<ptrdiff_t>(shown)}, ", ");
    if (shown < open.size()) out += " and " + std::to_string(open.size() - shown) + " more";
  }
  if (!page.gone.empty()) {
    out += "; " + Count(page.gone.size(), "entry was", "entries were") + " not found in the code";
  }
  if (page.left_out > 0) {
    out += "; " + Count(page.left_out, "variable is", "variables are") +
           " not listed (internal, for tests, of other programs, or by --include-name and "
           "--exclude-name): see --with";
  }
  return out;
}

// A diff as it may go to a terminal: the old page holds what its writer left there.
std::string EscapeDiff(const std::string& diff) {
  std::vector<std::string> lines;
  bool in_key = false;  // between the first and the last line of a PEM block
  for (const std::string_view line : Split(diff, '\n')) {
    const bool ends = line.find("-----END ") != std::string_view::npos;
    const bool begins = line.find("-----BEGIN ") != std::string_view::npos &&
                        line.find("PRIVATE KEY") != std::string_view::npos;
    const bool hidden = in_key && !ends && !line.empty();
    lines.push_back(hidden ? std::string(line.substr(0, 1)) + kMask
                           : EscapeControl(MaskSecrets(line, {})));
    in_key = (in_key || begins) && !ends;
  }
  return Join(lines, "\n");
}

// Where each description comes from.
void TellSources(const ReferencePage& page) {
  for (const Section& section : page.sections) {
    for (const Row& row : section.rows) {
      if (row.described_by == DescribedBy::kNobody) continue;
      TellUser(row.name + ": described by " + std::string(ToString(row.described_by)) + " at " +
               row.described_at.file + ":" + std::to_string(row.described_at.line));
    }
  }
}

// What to run where the page is not what would be written.
std::string HowToUpdate(const Target& target, const Options& options) {
  const std::string how = options.docs.check_all ? "flagcensus docs"
                          : target.part          ? "flagcensus docs --update " + target.path
                                                 : "flagcensus docs --output " + target.path;
  return target.path + " is out of date: run '" + how +
         "' with the same options and commit the result";
}

int Deliver(const std::string& text, const Target& target, const Options& options) {
  if (target.path.empty()) return WriteOutput(text, 0);
  if (!options.docs.check.empty()) {
    const std::string diff = UnifiedDiff(target.path, target.text, text);
    if (!diff.empty()) TellUser(HowToUpdate(target, options));
    return WriteOutput(EscapeDiff(diff), diff.empty() ? 0 : 1);
  }
  if (target.there && target.text == text) return 0;
  std::optional<std::string> why;
  if (options.docs.output.empty()) {
    why = WriteWhole(target.path, text);
  } else {
    const Result<IsOwnFile> own = OwnPages(options);
    if (!own.ok()) return Fail(own.error().message);
    why = WriteOutputFile(target.path, text, own.value());
  }
  return why ? Fail(CannotWrite(target.path, *why).message) : 0;
}

// The page of one project, whose comparison is filled; `target` is what is rewritten.
Result<ReferencePage> PageOf(Project& project, const Target& target, RunBudget& budget) {
  const Options& options = project.options;
  const std::string own = target.there ? ShownPath(target.path, options.root) : std::string();
  // What an earlier run wrote keeps its descriptions and shows nothing else, so that a page is made
  // alike with and without it.
  const IsAside is_own = [&](const Entry& entry) {
    return !own.empty() && entry.place.file == own &&
           (!target.part || (entry.place.line >= target.part->first_line &&
                             entry.place.line <= target.part->last_line));
  };
  if (!target.part) {
    std::erase_if(project.tree.files, [&](const SourceFile& file) { return file.path == own; });
  }
  Result<Comparison> compared =
      ReadBothSides(project.tree, options, project.config, budget, is_own);
  if (!compared.ok()) return compared.error();
  project.comparison = std::move(compared).value();
  Comparison& comparison = project.comparison;
  for (Flag& flag : comparison.flags) {
    // What the page itself says in passing is no evidence of what belongs on it.
    std::erase_if(flag.passages, [&](const Passage& one) { return one.place.file == own; });
  }
  const RuleInput rules = RuleInputOf(comparison, options, project.config);
  const SourceTexts texts = FindSourceTexts(project.tree, options.jobs, comparison.flags);
  RowInput input{rules, texts, options.docs, options.root, own};
  for (const Entry& entry : comparison.aside) input.own_entries[entry.name].push_back(&entry);
  if (target.part) {
    input.own_begin = target.part->first_line;
    input.own_end = target.part->last_line;
  }
  return MaskPage(BuildPage(input));
}

// Fills the first tag that names each variable.
std::optional<Error> TakeTags(const Options& options, ReferencePage& page) {
  const Result<std::unique_ptr<GitRepository>> repository = GitRepository::Open(options.root);
  if (!repository.ok()) return Error{"--since-tags: " + repository.error().message};
  std::set<std::string> names;
  for (const Section& section : page.sections) {
    for (const Row& row : section.rows) names.insert(row.name);
  }
  const auto tags = repository.value()->FirstTags(names, options.max_file_bytes);
  if (!tags.ok()) return Error{"--since-tags: " + tags.error().message};
  for (Section& section : page.sections) {
    for (Row& row : section.rows) {
      const auto tag = tags.value().find(row.name);
      if (tag != tags.value().end()) row.since = tag->second;
    }
  }
  return std::nullopt;
}

// Adds the page of a project that is one of several: its sections are named by its folder.
void AddPage(ReferencePage page, const std::string& folder, ReferencePage& all) {
  all.title = page.title;
  for (Section& section : page.sections) {
    section.title = section.title.empty() ? folder : folder + ": " + section.title;
    all.sections.push_back(std::move(section));
  }
  std::move(page.gone.begin(), page.gone.end(), std::back_inserter(all.gone));
  all.left_out += page.left_out;
}

// What one project's page documents and another project reads is found there: the other's row has
// its description, and it is not gone.
void JoinGone(ReferencePage& all) {
  std::map<std::string, std::vector<Row*>, std::less<>> rows;
  for (Section& section : all.sections) {
    for (Row& row : section.rows) rows[row.name].push_back(&row);
  }
  const auto describe = [&](const Row& from) {
    const auto found = rows.find(from.name);
    if (found == rows.end()) return false;
    for (Row* row : found->second) {
      if (row->described_by == DescribedBy::kPage || row->described_by == DescribedBy::kHelp)
        continue;
      if (from.description.empty()) continue;
      row->description = from.description;
      row->described_by = from.described_by;
      row->described_at = from.described_at;
    }
    return true;
  };
  std::erase_if(all.gone, describe);
  for (auto& [name, same] : rows) {
    for (const Row* row : same) {
      if (row->described_by == DescribedBy::kPage) describe(*row);
    }
  }
}

using Pages = std::map<std::string, ReferencePage>;  // by the project's folder

// Writes or compares what was made of each project; the exit status.
int DeliverPages(std::vector<Project>& projects, Pages& pages, const Target& target,
                 const Options& options) {
  const ReferenceFormat& format = FormatFor(options);
  ReferencePage page;
  for (const Project& one : projects) {
    const std::string& folder = one.options.paths.front();
    if (pages.size() == 1) {
      page = std::move(pages[folder]);
    } else {
      AddPage(std::move(pages[folder]), folder, page);
    }
  }
  if (pages.size() > 1) JoinGone(page);
  if (options.docs.since_tags) {
    if (const auto wrong = TakeTags(options, page)) return Fail(wrong->message);
  }
  Surroundings surroundings;
  if (target.part) surroundings = SurroundingsOf(target.text, *target.part, format);
  const Result<std::string> written = WriteText(page, options, surroundings);
  if (!written.ok()) return Fail(written.error().message);
  const bool built_in = options.docs.template_file.empty();
  std::string text =
      built_in ? Tidy(written.value(), format, target.part.has_value()) : written.value();
  if (target.part) text = ReplacePart(target.text, *target.part, text);
  const Project all = Together(projects);
  const int status = std::max(TellCoverage(all.comparison.coverage, options),
                              TellDiagnostics(all.tree, all.comparison, options));
  if (options.verbose) TellSources(page);
  TellUser(SummaryOf(page));
  return std::max(Deliver(text, target, options), status);
}

int WritePages(std::vector<Project> projects, std::vector<Diagnostic> failed,
               const Options& options, const Target& target, RunBudget& budget) {
  Pages pages;
  const auto examine = [&](Project& one) -> std::optional<Error> {
    Result<ReferencePage> page = PageOf(one, target, budget);
    if (!page.ok()) return page.error();
    pages[one.options.paths.front()] = std::move(page).value();
    return std::nullopt;
  };
  const auto rest = [&](std::vector<Project>& left, std::vector<Diagnostic> out) -> int {
    if (const auto why = ExamineEach(left, examine, out)) return Fail(*why);
    const int status = TellFailed(out);
    return std::max(DeliverPages(left, pages, target, options), status);
  };
  return RunIsolated(projects, std::move(failed), examine, rest);
}

// One page; what is wrong with it is said before the tree is read.
int WriteOne(const Options& options, const Config& config, RunBudget& budget) {
  const Result<Target> target = ReadTarget(options, FormatFor(options));
  if (!target.ok()) return Fail(target.error().message);
  Tree tree = WalkProject(options, config);
  if (const auto why = NothingToRead(tree, options)) return Fail(*why);
  std::vector<Diagnostic> broken;
  Result<std::vector<Project>> split = SplitProjects(std::move(tree), options, config, broken);
  if (!split.ok()) return Fail(split.error().message);
  return WritePages(std::move(split.value()), std::move(broken), options, target.value(), budget);
}

}  // namespace

int WriteDocs(const Options& options, const Config& config, RunBudget& budget) {
  const Result<std::vector<Options>> pages = DocsPages(options, config);
  if (!pages.ok()) return Fail(pages.error().message);
  int status = 0;
  for (const Options& page : pages.value()) {
    status = std::max(status, WriteOne(page, config, budget));
  }
  return status;
}

}  // namespace flagcensus
