// accesses ─→ units with questions ─→ workers ─→ answers, several for each access ─→ one
//
// A source is a unit in each configuration that compiles it. A header's accesses are questions to
// every unit, and the header is also a unit, with the arguments of its nearest neighbour.
//
//   int port = ReadInt("APP_PORT", kBase + 80);     the tokens: default `kBase + 80`, computed
//   unit in build/debug: 8080, in build/release: 8080    ─→ default 8080
//   unit in build/debug: 8080, in build/release: 9080    ─→ the default remains computed
#include "analyzer/c/compiler/clang_census.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/c/compiler/compile_database.h"
#include "analyzer/c/compiler/expansions.h"
#include "analyzer/c/compiler/plan.h"
#include "analyzer/c/compiler/reported_dependencies.h"
#include "analyzer/c/preprocessor/include_folders.h"
#include "analyzer/config/accessors.h"

namespace flagcensus {
namespace {

// What all units report about one access. It changes the access only if they agree.
// A default that depends on the configuration has no single value to compare with a document.
struct Verdict {
  std::set<std::string> values;
  std::set<std::string> names;
  std::set<ValueType> types;
  std::set<int> active;  // configurations
  std::set<int> inactive;
  bool seen = false;
  bool returned_enumerator = false;
};

// Whether the declared type of a call says more than the tokens around it: an `atoi` in a function
// that returns a bool concerns a bool.
bool SaysMore(ValueType declared, ValueType shown) {
  if (shown == ValueType::kUnknown || shown == ValueType::kStr) return true;
  return shown == ValueType::kInt &&
         (declared == ValueType::kBool || declared == ValueType::kFloat);
}

// What an unreliable worker may have written is not a name. Brackets occur in Windows' names, such
// as ProgramFiles(x86).
bool IsVariableName(const std::string& name) {
  return !name.empty() && name.size() <= 200 && std::all_of(name.begin(), name.end(), [](char c) {
    return IsIdentifierByte(c) || c == '.' || c == '-' || c == '(' || c == ')';
  });
}

bool IsNumber(ValueType type) {
  return type == ValueType::kInt || type == ValueType::kFloat || type == ValueType::kEnum;
}

void Apply(const Verdict& verdict, Access* access, ClangContribution* sum) {
  if (verdict.seen) ++sum->confirmed;
  bool evaluated = false;
  // The C library returns texts and statuses; a wrapper returns the value.
  const bool reads = access->op == AccessOp::kRead && !access->chain.empty();
  if (reads && verdict.types.size() == 1 && SaysMore(*verdict.types.begin(), access->type)) {
    access->type = *verdict.types.begin();
  }
  // If the value read is not a number, `return kMissing;` is an answer of the function, not the
  // variable's default.
  const bool status = verdict.returned_enumerator && !IsNumber(access->type);
  // `return kNotFound;` below 0 is not a default of any type.
  // -1 is the answer of a function that reports an error; a default of a number is rarely negative.
  const bool failed = verdict.returned_enumerator && verdict.values.size() == 1 &&
                      verdict.values.begin()->starts_with('-');
  if (failed && access->default_kind == DefaultKind::kDynamic) {
    access->default_kind = DefaultKind::kNone;
    access->default_text.reset();
  }
  if (access->default_kind == DefaultKind::kDynamic && verdict.values.size() == 1 && !status) {
    access->default_kind = DefaultKind::kLiteral;
    access->default_text = *verdict.values.begin();
    evaluated = true;
  }
  if (verdict.names.size() == 1 && IsVariableName(*verdict.names.begin())) {
    access->name = *verdict.names.begin();
    evaluated = true;
  }
  if (evaluated) ++sum->evaluated;
}

class Semantics {
 public:
  Semantics(const Tree& tree, const ClangOptions& options, Census* census)
      : tree_(tree), options_(options), census_(census) {}

  // The accessors without a class or namespace, in a fixed order: an answer names them by number.
  // Then databases, plan, questions, answers, and the calls that only the compiler sees.
  void Run() {
    const Accessors& tables =
        options_.accessors == nullptr ? BuiltInAccessors() : *options_.accessors;
    for (const auto& [name, row] : tables.c.calls) {
      if (name.find_first_of(":.") != std::string::npos || row.name.position < 0) continue;
      rows_.push_back(&row);
    }
    std::sort(rows_.begin(), rows_.end(),
              [](const AccessorRow* a, const AccessorRow* b) { return a->call < b->call; });
    databases_ =
        ReadCompileDatabases(tree_, options_.databases, options_.root, options_.dependencies);
    census_->diagnostics.insert(census_->diagnostics.end(), databases_.diagnostics.begin(),
                                databases_.diagnostics.end());
    plan_ = MakePlan(tree_, databases_, *census_);
    if (plan_.units.empty()) return;
    census_->clang.emplace();
    if (options_.dependencies != nullptr) looks_.emplace(databases_.roots, options_.dependencies);
    Ask();
    Join();
    AddCalls();
  }

 private:
  UnitRequest RequestOf(const PlannedUnit& unit) const {
    UnitRequest request;
    request.file = plan_.paths.at(unit.file);
    request.arguments = unit.arguments;
    request.roots = databases_.roots;
    request.tree = plan_.tree;
    for (const int access : unit.accesses) request.sites.push_back(AskedOf(access));
    request.tell = looks_.has_value();
    for (const AccessorRow* row : rows_) {
      request.calls.push_back({row->call, row->name.position});
    }
    return request;
  }

  // Only what the tokens do not know is asked for: a computed default, a name with `*`, or a name
  // that is an expression.
  AskedSite AskedOf(int index) const {
    const Access& access = census_->accesses[static_cast<size_t>(index)];
    AskedSite site;
    site.file = plan_.PathOf(access.place.file);
    site.line = access.place.line;
    site.column = access.place.column;
    if (access.default_kind == DefaultKind::kDynamic) {
      site.default_source = access.default_text.value_or("");
    }
    if (access.name && access.name->find('*') != std::string::npos) {
      site.name_pattern = *access.name;
    } else if (!access.name && !access.evidence.by_parameter && access.op != AccessOp::kBulk) {
      site.name_source = access.evidence.name_expression;
    }
    for (Place place : access.chain) {
      place.file = plan_.PathOf(place.file);
      site.chain.push_back(std::move(place));
    }
    return site;
  }

  // Sources come before headers: a header that some source includes is answered by that source,
  // with the macros that are defined there.
  void Ask() {
    workers_.resize(ThreadCount(options_.jobs));
    answers_.resize(plan_.units.size());
    // Before the first worker starts, units that would exhaust it are answered.
    RefuseExpansions();
    std::vector<size_t> sources;
    std::vector<size_t> headers;
    for (size_t i = 0; i < plan_.units.size(); ++i) {
      (plan_.units[i].header ? headers : sources).push_back(i);
    }
    AskUnits(sources);
    // Headers for which no source has answered: these are parsed alone, for what is still open.
    std::set<std::pair<int, int>> answered;  // access, configuration
    for (const size_t i : sources) {
      for (size_t site = 0; site < answers_[i].sites.size(); ++site) {
        if (answers_[i].sites[site].state == SiteAnswer::State::kAbsent) continue;
        answered.emplace(plan_.units[i].accesses[site], plan_.units[i].configuration);
      }
    }
    std::erase_if(headers, [&](size_t i) {
      std::vector<int>& accesses = plan_.units[i].accesses;
      std::erase_if(accesses, [&](int access) {
        return answered.count({access, plan_.units[i].configuration}) > 0;
      });
      return accesses.empty();
    });
    AskUnits(headers);
    workers_.clear();
    ReportFailures();
  }

  // Units with macros that would keep the compiler busy are answered here.
  void RefuseExpansions() {
    const IncludeFolders folders(tree_);
    Expansions expansions(tree_, folders);
    for (size_t i = 0; i < plan_.units.size(); ++i) {
      answers_[i].problem = expansions.RefusalReason(plan_.units[i].file, plan_.units[i].arguments);
    }
  }

  void AskUnits(const std::vector<size_t>& units) {
    const auto threads = static_cast<unsigned>(workers_.size());
    ParallelFor(units.size(), threads, [&](size_t number, unsigned thread) {
      const size_t i = units[number];
      if (!answers_[i].problem.empty()) return;
      // Beyond the run's time or memory no further unit is started.
      if (options_.budget != nullptr) answers_[i].problem = options_.budget->RefusalReason();
      if (!answers_[i].problem.empty()) {
        // An answer that is missing may be there in the next run: the result is not cached.
        if (looks_) looks_->Doubt();
        return;
      }
      if (!workers_[thread]) workers_[thread] = std::make_unique<ClangWorker>(options_.worker);
      const auto run_end = options_.budget != nullptr
                               ? options_.budget->end()
                               : std::chrono::steady_clock::time_point::max();
      Result<UnitAnswer> answer = workers_[thread]->Ask(RequestOf(plan_.units[i]), run_end);
      if (answer.ok()) {
        answers_[i] = std::move(answer).value();
        if (looks_) looks_->Take(answers_[i]);
        answers_[i].looks = {};
      } else {
        answers_[i].problem = answer.error().message;
        if (looks_ && answers_[i].problem == kNoLibclangMessage) {
          looks_->TakeNoLibrary();
        } else if (looks_) {
          looks_->Doubt();
        }
      }
    });
  }

  // Diagnostics of failures: one for each file and problem, and one for a missing library.
  void ReportFailures() {
    std::set<std::pair<int, std::string>> stated;
    std::set<int> failed;
    bool absent = false;
    for (size_t i = 0; i < answers_.size(); ++i) {
      const std::string& problem = answers_[i].problem;
      if (problem.empty()) continue;
      const int file = plan_.units[i].file;
      failed.insert(file);
      if (problem == kNoLibclangMessage) {
        absent = true;
        continue;
      }
      if (!stated.emplace(file, problem).second) continue;
      census_->diagnostics.push_back({"compiler-failed",
                                      {tree_.files[file].path, 0, 0},
                                      "libclang: " + problem + "; its tokens are used instead"});
    }
    if (absent) {
      census_->diagnostics.push_back(
          {"no-libclang",
           {options_.root, 0, 0},
           std::string("libclang: ") + kNoLibclangMessage +
               "; install libclang1-19 or libclang1-14, or use --no-clang"});
    }
    census_->clang->failed = failed.size();
  }

  void Join() {
    std::map<int, Verdict> verdicts;
    for (size_t i = 0; i < answers_.size(); ++i) {
      const PlannedUnit& unit = plan_.units[i];
      if (!answers_[i].problem.empty()) continue;
      for (size_t site = 0; site < unit.accesses.size(); ++site) {
        const SiteAnswer& answer = answers_[i].sites[site];
        if (answer.state == SiteAnswer::State::kAbsent) continue;
        Verdict& verdict = verdicts[unit.accesses[site]];
        const bool inactive = answer.state == SiteAnswer::State::kInactive;
        (inactive ? verdict.inactive : verdict.active).insert(unit.configuration);
        verdict.seen = verdict.seen || answer.state == SiteAnswer::State::kSeen;
        verdict.returned_enumerator = verdict.returned_enumerator || answer.returned_enumerator;
        if (answer.default_text) verdict.values.insert(*answer.default_text);
        if (answer.name) verdict.names.insert(*answer.name);
        if (answer.type != ValueType::kUnknown) verdict.types.insert(answer.type);
      }
    }
    // All configurations in which an access is compiled; none at all counts as inactive.
    for (auto& [index, verdict] : verdicts) {
      Access& access = census_->accesses[static_cast<size_t>(index)];
      Apply(verdict, &access, &*census_->clang);
      access.configurations = Names(verdict.active);
      if (verdict.active.empty()) ++census_->clang->inactive;
    }
    // Sources that no configuration compiles.
    for (const int index : plan_.uncompiled) {
      census_->accesses[static_cast<size_t>(index)].configurations.emplace();
    }
  }

  std::vector<std::string> Names(const std::set<int>& configurations) const {
    std::vector<std::string> out;
    for (const int i : configurations) {
      out.push_back(databases_.configurations[static_cast<size_t>(i)].name);
    }
    return out;
  }

  // Calls that only the compiler sees: from a macro of a header outside the tree, or with a name
  // that none of the tree's own calls has.
  //
  //   // /usr/include/app.h: #define APP_HOME() getenv("APP_HOME")
  //   path = APP_HOME();                   ─→ an access of APP_HOME at this line
  //
  // A name that the tokens know already is not added again, unless its macro is defined outside: it
  // is likely to be the same call at another position.
  void AddCalls() {
    std::set<std::tuple<std::string, int, std::string>> known;
    std::set<std::string> names;
    for (const Access& access : census_->accesses) {
      known.emplace(access.place.file, access.place.line, access.name.value_or(""));
      if (access.name) names.insert(*access.name);
    }
    std::map<std::tuple<std::string, int, int, std::string>, std::pair<Access, std::set<int>>> made;
    for (size_t i = 0; i < answers_.size(); ++i) {
      for (const AddedSite& site : answers_[i].added) {
        // The answer is that of a process that may be compromised: everything in it is checked.
        const int file = plan_.FileAt(site.file);
        const bool valid = file >= 0 && site.call >= 0 &&
                           static_cast<size_t>(site.call) < rows_.size() && site.line > 0 &&
                           site.column > 0 && IsVariableName(site.name);
        if (!valid) continue;
        const SourceFile& source = tree_.files[file];
        if (known.count({source.path, site.line, site.name}) > 0) continue;
        if (!site.outside && names.count(site.name) > 0) continue;
        auto& [access, configurations] = made[{source.path, site.line, site.column, site.name}];
        access.name = site.name;
        access.op = rows_[static_cast<size_t>(site.call)]->op;
        access.via = rows_[static_cast<size_t>(site.call)]->call;
        access.place = {source.path, site.line, site.column};
        access.type = ValueType::kStr;
        access.scope = source.scope;
        access.language = CLanguageOf(source.kind);
        configurations.insert(plan_.units[i].configuration);
      }
    }
    for (auto& [key, one] : made) {
      one.first.configurations = Names(one.second);
      census_->accesses.push_back(std::move(one.first));
    }
    census_->clang->added = made.size();
  }

  const Tree& tree_;
  const ClangOptions& options_;
  Census* census_;
  std::vector<const AccessorRow*> rows_;  // of the table in Run
  CompileDatabases databases_;
  Plan plan_;
  std::vector<std::unique_ptr<ClangWorker>> workers_;  // by thread
  std::vector<UnitAnswer> answers_;                    // by index into plan_.units
  std::optional<ReportedDependencies> looks_;          // if dependencies are requested
};

}  // namespace

void AddSemantics(const Tree& tree, const ClangOptions& options, Census* census) {
  if (!options.enabled) return;
  // A database that the user names is read, and its problems are reported, in any tree.
  if (!ContainsC(tree) && options.databases.empty()) return;
  Semantics(tree, options, census).Run();
  std::sort(census->accesses.begin(), census->accesses.end(), AccessLess);
  std::sort(census->diagnostics.begin(), census->diagnostics.end(), DiagnosticLess);
}

}  // namespace flagcensus
