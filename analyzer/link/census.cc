// The census of a tree's Python: rounds until no new wrapper is found.
//
//   1. Every source is read; those that hold a word of the accessor table are parsed.
//   2. What was parsed is evaluated. What turns out to be a wrapper has a name.
//   3. The sources that hold such a name, and import it or the module that has it, are parsed too
//      (or more of them); back to 2, with these alone.
//   4. Once no new wrapper is found, all that was parsed is evaluated from the start.
//
// Reading and parsing use all cores; the evaluation follows the order of the paths, so its result
// does not depend on the number of threads.
#include "analyzer/link/census.h"

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/link/c/census.h"
#include "analyzer/link/machine_census.h"
#include "analyzer/link/python/accesses.h"
#include "analyzer/link/python/evaluator.h"
#include "analyzer/link/python/program.h"
#include "analyzer/link/python/sources.h"
#include "analyzer/python/parser.h"

namespace flagcensus {
namespace {

constexpr int kMaxRounds = 8;

void Report(const Tree& tree, const Sources& sources, Census* census) {
  for (size_t i = 0; i < sources.files().size(); ++i) {
    const std::string& path = tree.files[sources.files()[i]].path;
    const PythonFile* parsed = sources.known()[i].parsed.get();
    if (const std::string& error = sources.known()[i].error; !error.empty()) {
      census->diagnostics.push_back({"unreadable-file", {path, 0, 0}, error});
    }
    if (parsed != nullptr && parsed->broken) {
      census->diagnostics.push_back(
          {"unreadable-file", {path, 0, 0}, "left out: its JSON is not that of a notebook"});
    }
    if (parsed != nullptr && parsed->gave_up) {
      census->diagnostics.push_back(
          {"parse-limit", {path, 0, 0}, "left out: it takes too much to parse"});
    }
    if (parsed != nullptr) {
      for (const SyntaxCut& cut : parsed->syntax.cuts) {
        census->diagnostics.push_back(
            {"limit", PlaceIn(*parsed, path, cut.line, cut.column), cut.what});
      }
    }
    if (parsed == nullptr || parsed->error_line == 0) continue;
    census->diagnostics.push_back(
        {"syntax-error",
         {path, static_cast<int>(parsed->error_line), static_cast<int>(parsed->error_column)},
         "syntax error; what stands around it was read"});
  }
}

// Wrappers that were found when no more rounds were made: the files that call them are not read.
void TellUnfollowed(const Program& program, const Wrappers& known, const Wrappers& found,
                    Census* census) {
  std::map<std::pair<std::string, std::string>, Place> defined;  // name, path
  for (const FunctionInfo& function : program.functions) {
    const std::string& path = program.PathOf(function.module);
    const Node& at = program.SyntaxOf(function.module)[function.node];
    const Place place{path, static_cast<int>(at.line), static_cast<int>(at.column)};
    defined.try_emplace({function.name, path}, place);
  }
  for (const auto& [name, paths] : found) {
    const auto before = known.find(name);
    std::vector<std::string> fresh;
    for (const std::string& path : paths) {
      if (before == known.end() || before->second.count(path) == 0) fresh.push_back(path);
    }
    const bool made = std::any_of(fresh.begin(), fresh.end(), [&](const std::string& path) {
      return defined.count({name, path}) > 0;
    });
    for (const std::string& path : fresh) {
      const auto at = defined.find({name, path});
      if (made && at == defined.end()) continue;  // handed on from where it is told
      census->diagnostics.push_back({"limit", at == defined.end() ? Place{path, 0, 0} : at->second,
                                     "wrappers of wrappers are followed through " +
                                         std::to_string(kMaxRounds) + " files: calls of " + name +
                                         " elsewhere are left out"});
    }
  }
}

// Modules that only names are needed of, parsed where they are asked for and kept.
class NameModules {
 public:
  NameModules(const Tree& tree, const ResolveOptions& options)
      : tree_(tree), budget_(*options.budget), cost_(options.cost) {}
  std::shared_ptr<const PythonFile> operator()(int file) {
    const auto [at, added] = loaded_.try_emplace(file);
    if (added) {
      std::string text;
      PythonFile parsed;
      WithText(tree_.files[file], &text, [&](std::string_view source) {
        const PhasePart part(cost_, Phase::kParse);
        const bool fits = budget_.RefusesParse(source.size()).empty();
        if (fits) parsed = ParsePython(source, {}, false);
      });
      at->second = std::make_shared<const PythonFile>(std::move(parsed));
    }
    return at->second;
  }

 private:
  const Tree& tree_;
  RunBudget& budget_;
  RunCost* const cost_;
  std::map<int, std::shared_ptr<const PythonFile>> loaded_;
};

// What all rounds share.
struct Rounds {
  const Tree& tree;
  const ModuleIndex& index;
  const AccessorTable& table;
  const Program::Loader& load;
  RunBudget* budget;
};

// Reads and evaluates until no new wrapper is found. False where there may be more: kMaxRounds were
// made.
bool FindWrappers(const Rounds& given, Sources* sources, Wrappers* wrappers) {
  Round round = sources->First();
  std::set<std::string> wanted;
  Wrappers known;  // whose callers were looked for
  Program program(given.tree, given.index, given.load);
  Evaluator evaluator(program, given.table, *wrappers, given.budget);
  bool all = false;  // no file is left that may call what was found
  for (int number = 0; number < kMaxRounds && !round.changed.empty(); ++number) {
    std::vector<int> modules;
    for (const int i : round.changed) {
      modules.push_back(program.AddModule(sources->files()[i], sources->known()[i].parsed));
    }
    for (const int module : modules) evaluator.PrepareModule(module);
    for (const int module : modules) evaluator.EvaluateModule(module);
    Fresh fresh;
    for (const auto& [name, paths] : evaluator.WrapperNames()) {
      for (const std::string& path : paths) {
        if (known[name].insert(path).second) fresh[name].paths.insert(path);
      }
    }
    for (const auto& [name, paths] : evaluator.Makers()) {
      for (const std::string& path : paths) {
        if ((*wrappers)[name].insert(path).second) fresh[name].own.insert(path);
      }
    }
    for (const auto& [name, where] : fresh)
      (*wrappers)[name].insert(where.paths.begin(), where.paths.end());
    for (const std::string& name : evaluator.WantedNames()) {
      if (wanted.insert(name).second) fresh[name].paths.insert(kAnywhere);
    }
    all = fresh.empty();
    if (all) break;
    round = sources->Next(fresh, evaluator.WrapperMethods());
    all = round.changed.empty();
  }
  return all;
}

// What was found in pieces is evaluated as a whole, with all wrappers known from the start.
void EvaluateAll(const Rounds& given, const Sources& sources, const Wrappers& wrappers, bool all,
                 Census* census) {
  Program program(given.tree, given.index, given.load);
  for (size_t i = 0; i < sources.files().size(); ++i) {
    const std::shared_ptr<const PythonFile>& parsed = sources.known()[i].parsed;
    if (parsed != nullptr) program.AddModule(sources.files()[i], parsed);
  }
  Evaluator evaluator(program, given.table, wrappers, given.budget);
  const auto modules = static_cast<int>(program.modules.size());
  for (int i = 0; i < modules; ++i) evaluator.PrepareModule(i);
  for (int i = 0; i < modules; ++i) evaluator.EvaluateModule(i);
  for (int i = 0; i < modules; ++i) {
    const std::shared_ptr<const PythonFile> parsed = program.modules[i].parsed;
    for (const PythonFile::CodeText& code : parsed->docstring_code) {
      evaluator.EvaluateModule(program.AddDocstring(i, code));
    }
  }
  for (size_t i = 0; i < evaluator.codes().size(); ++i) {
    evaluator.EvaluateModule(program.AddText(evaluator.codes()[i]));
  }
  evaluator.ResolveTables();
  evaluator.ResolveMembers();
  census->accesses = MakeAccesses(program, evaluator.sites());
  if (!all) TellUnfollowed(program, wrappers, evaluator.WrapperNames(), census);
  for (Diagnostic& one : evaluator.Limits()) census->diagnostics.push_back(std::move(one));
  census->files_parsed = program.modules.size();
}

}  // namespace

Census TakeCensus(const Tree& tree, const ResolveOptions& given) {
  Census census;
  RunBudget defaults;
  ResolveOptions options = given;
  if (options.budget == nullptr) options.budget = &defaults;
  const PhaseScope phase(options.cost, Phase::kEvaluate);
  const AccessorTable& table = options.tables().python;
  const ModuleIndex index(tree);
  Sources sources(tree, index, options);
  census.files_read = sources.files().size();
  NameModules names(tree, options);
  const Program::Loader load = [&](int file) { return names(file); };
  const Rounds rounds{tree, index, table, load, options.budget};
  Wrappers wrappers;
  const bool all = FindWrappers(rounds, &sources, &wrappers);
  EvaluateAll(rounds, sources, wrappers, all, &census);
  AddMachineAccesses(tree, index, options, &census);
  Report(tree, sources, &census);
  TakeCCensus(tree, options, &census);
  std::sort(census.accesses.begin(), census.accesses.end(), AccessLess);
  std::sort(census.diagnostics.begin(), census.diagnostics.end(), DiagnosticLess);
  return census;
}

}  // namespace flagcensus
