// flagcensus init: the tree as `check` sees it without a configuration ─→ flagcensus.toml, and a
// summary of what was found
//
// The settings that are written change no finding: they are the pages that were used, and the
// prefixes that count as the project's own anyway. Only the surfaces require more than before, each
// what it already has for the most part. Everything else is a comment.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/commands/command.h"
#include "analyzer/config/find.h"
#include "analyzer/config/starter.h"
#include "analyzer/model/secrets.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/propose.h"
#include "analyzer/review/coverage.h"
#include "analyzer/rules/surface_proposals.h"
#include "analyzer/tree/write_file.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// Wrappers, prefixes and expressions in comments, each; more would hide the rest of the file.
constexpr size_t kMaxShown = 20;

std::string At(const Place& place) { return place.file + ":" + std::to_string(place.line); }

// The number of sources by scope, to show how paths were classified.
// src 120, test 80: a wrong number shows that [[scope]] is needed.
void FindScopes(const Tree& tree, Starter& starter) {
  std::map<Scope, size_t> counts;
  for (const SourceFile& file : tree.files) {
    if (IsSource(file.kind)) ++counts[file.scope];
  }
  for (const auto& [scope, count] : counts) {
    starter.scopes.emplace_back(std::string(ToString(scope)), count);
  }
}

// The origin of each prefix decides: certain ones are written as settings, the others as comments.
// kPages and the origins before it are facts: the configuration, the project's name, its pages.
void FindPrefixes(const Ownership& ownership, Starter& starter) {
  for (const OwnPrefix& own : ownership.own) {
    // A prefix that only documented names share is a guess that would be written as a fact.
    if (own.by == OwnBy::kSibling) continue;
    auto& list = own.by <= OwnBy::kPages ? starter.prefixes : starter.perhaps;
    if (list.size() < kMaxShown) list.push_back({own.prefix, own.why});
  }
}

// The functions through which the sources read, the most frequently used first.
//
//   opt("APP_PORT", "80"), three times, `opt` in config.py:5 ─→ {"opt", "3 reads, config.py:5"}
void FindWrappers(const Census& census, Starter& starter) {
  std::map<std::string, std::pair<size_t, std::string>> uses;
  for (const Access& access : census.accesses) {
    if (access.scope != Scope::kSrc || access.chain.empty() || !access.name) continue;
    auto& [count, place] = uses[access.via];
    if (++count == 1) place = At(access.chain.front());
  }
  std::vector<std::pair<size_t, std::string>> sorted;
  for (const auto& [via, use] : uses) sorted.emplace_back(use.first, via);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [count, via] : sorted) {
    if (starter.wrappers.size() == kMaxShown) break;
    starter.wrappers.push_back(
        {via, std::to_string(count) + (count == 1 ? " read" : " reads") + ", " + uses[via].second});
  }
}

// Expressions that could be listed under [[unresolved]].
// A proposal is a comment: whether an expression is acceptable is a decision of the user.
void FindUnresolved(const Census& census, const Config& config, Starter& starter) {
  for (const Access* access : UnresolvedInSources(census, config)) {
    if (starter.unresolved.size() == kMaxShown) break;
    // A text that looks like a credential must not be written into a file.
    const std::string& expression = access->evidence.name_expression;
    if (expression.empty() || MaskSecrets(expression, {}) != expression) continue;
    // An entry applies to every access with its expression.
    const bool there =
        std::any_of(starter.unresolved.begin(), starter.unresolved.end(),
                    [&](const FoundSetting& one) { return one.value == expression; });
    if (there) continue;
    starter.unresolved.push_back({expression, At(access->place)});
  }
}

// One comparison without a configuration gives everything that is proposed.
// Two walks at most: the second one only if all programs are in other languages.
Result<Starter> ProposeSettings(ProjectOptions options) {
  RunBudget budget(options.limits.seconds, options.limits.memory);
  Config config;
  config.source.root = AbsolutePath(options.root);
  Tree tree = WalkProject(options, config);
  const Coverage coverage = CoverageOf(tree, {});
  const std::vector<std::string> unread = coverage.WorthAsking();
  // If the project has only programs in other languages, these are read.
  const bool only_these = !unread.empty() && coverage.sources == 0;
  if (only_these) {
    for (const std::string& name : unread) options.languages.push_back(*ParseAskedLanguage(name));
    tree = WalkProject(options, config);
  }
  if (const auto why = NothingToRead(tree, options)) return Error{*why};
  const Result<Comparison> both = ReadBothSides(tree, options, config, budget);
  if (!both.ok()) return both.error();
  const Catalog& catalog = both.value().catalog;
  const Census& census = both.value().census;
  Starter out;
  for (const std::string& page : catalog.pages) {
    // "docs/environment.md: 34 variables (all in tables, in 1 section)"
    const auto reason =
        std::find_if(catalog.reasons.begin(), catalog.reasons.end(),
                     [&](const std::string& one) { return one.starts_with(page + ": "); });
    // A page that is used only because it has names of the code, in particular a source, is found
    // without a setting.
    if (reason == catalog.reasons.end() || IsSource(FileKindOf(page))) continue;
    out.pages.push_back({page, reason->substr(page.size() + 2)});
  }
  FindPrefixes(both.value().ownership, out);
  FindScopes(tree, out);
  out.languages = unread;
  out.only_languages = only_these;
  FindWrappers(census, out);
  FindUnresolved(census, config, out);
  out.surfaces = ProposeSurfaces(RuleInputOf(both.value(), options, config));
  Result<std::vector<ProposedRow>> rows =
      ProposeRows(tree, options, config, census, both.value().flags, budget);
  // The rest of the file does not depend on the rows.
  if (!rows.ok()) ReportUser(rows.error().message);
  if (rows.ok()) out.proposals = std::move(rows).value();
  return out;
}

// Prints the summary: to standard output, or to standard error if the file itself is printed there.
//
//   page docs/env.md: 34 variables in 3 tables
//   project prefix APP_ (the project is called app (pyproject.toml:2))
//   scope src: 12 sources
void PrintSettings(const Starter& starter, FILE* stream) {
  const auto print = [&](const std::string& line) {
    std::fprintf(stream, "%s\n", EscapeControl(line).c_str());
  };
  const auto say = [&](const std::string& what, const std::vector<FoundSetting>& found) {
    if (found.empty()) print(what + ": none found");
    for (const FoundSetting& one : found) print(what + " " + one.value + " (" + one.why + ")");
  };
  if (starter.pages.empty()) print("page: none found");
  for (const FoundSetting& page : starter.pages) print("page " + page.value + ": " + page.why);
  say("project prefix", starter.prefixes);
  for (const ProposedSurface& one : starter.surfaces) {
    print("surface " + one.file + ": " + one.why);
  }
  for (const auto& [scope, count] : starter.scopes) {
    std::fprintf(stream, "scope %s: %zu %s\n", scope.c_str(), count,
                 count == 1 ? "source" : "sources");
  }
  for (const std::string& language : starter.languages) {
    print("language " + language +
          (starter.only_languages ? ": read, since the project has no other programs"
                                  : ": not read unless flagcensus.toml lists it in languages"));
  }
  if (!starter.wrappers.empty()) say("wrapper", starter.wrappers);
  for (const ProposedRow& row : starter.proposals) {
    print("proposed row: " + row.callee + " (" + Count(row.accesses, "access", "accesses") + ", " +
          At(row.place) + ")");
  }
}

// There is no --config: the command is for projects that have none.
class InitRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    command
        .add_option("PATH", project_.paths,
                    "Project directory (default: the current directory); - is the same as --stdout")
        ->expected(0, 1);
    command.add_flag("--stdout", to_stdout_, "Print the file instead of writing it");
    command.add_flag("!--no-clang", project_.clang.used, "Do not use libclang for C and C++");
  }

  std::optional<std::string> Finish(const CommandApp&) override {
    if (std::erase(project_.paths, "-") > 0) to_stdout_ = true;
    project_.pages_suffice = true;
    return FinishProject(project_);
  }

  int Run(const Arguments&) override { return Init(project_); }

 private:
  int Init(ProjectOptions options) const;

  ProjectOptions project_;
  bool to_stdout_ = false;  // print the file instead of writing it
};

// An existing configuration is never changed.
//
//   no configuration                   ─→ flagcensus.toml
//   one in the parent folder           ─→ flagcensus.toml with a commented `extend`
//   one in this folder                 ─→ an error, unless --stdout
int InitRun::Init(ProjectOptions options) const {
  const std::string folder = options.paths.front();
  std::error_code error;
  if (!fs::is_directory(folder, error)) return Fail(folder + " is not a directory");
  options.root = folder;
  const Result<FoundConfig> found = FindConfig(folder);
  if (!found.ok()) return Fail(found.error().message);
  const std::string file = (fs::path(folder) / "flagcensus.toml").lexically_normal().string();
  const std::string& there = found.value().file;
  // A configuration in a parent folder is extended, and one in this folder is not overwritten.
  const bool same = fs::path(there).parent_path() == AbsolutePath(folder);
  if (!to_stdout_ && (same || fs::exists(fs::symlink_status(file, error)))) {
    return Fail(ShownPath(there.empty() ? file : there, ".") +
                " already exists and was not changed; --stdout prints what would be written");
  }
  Result<Starter> starter = ProposeSettings(options);
  if (!starter.ok()) return Fail(starter.error().message);
  if (!there.empty() && !same) starter.value().above = ShownPath(there, folder);
  const std::string text = WriteStarter(starter.value());
  // The text is read back: a value that needs escaping might break it.
  if (const Result<Config> read = ParseConfig(text, file); !read.ok()) {
    return Fail("internal error: the configuration is not right: " + read.error().message);
  }
  if (to_stdout_) {
    PrintSettings(starter.value(), stderr);
    return PrintText(text);
  }
  if (const auto why = WriteNew(file, text)) {
    return Fail(EscapeControl(file) + " cannot be written: " + *why);
  }
  PrintSettings(starter.value(), stdout);
  return PrintText(EscapeControl(file) + " written; next, run: flagcensus check " +
                   EscapeControl(folder) + "\n");
}

}  // namespace

extern const Command kInit;
const Command kInit = {"init", "Write a flagcensus.toml for a project, and print what was found",
                       "  flagcensus init                                  write flagcensus.toml\n"
                       "  flagcensus init --stdout                         print it instead\n",
                       "0 success, 2 failure.", MakeRun<InitRun>};

}  // namespace flagcensus
