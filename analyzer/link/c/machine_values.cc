// Defaults by running the functions around the reads (machine/c), where nothing that the finder
// knows tells one: what the value is where the variable is not set.
#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <tuple>

#include "analyzer/base/parallel.h"
#include "analyzer/c/definition.h"
#include "analyzer/link/c/resolver.h"
#include "analyzer/machine/c/machine.h"

namespace flagcensus {

// By where they stand.
struct EarlierRoutine {
  bool operator()(const CRoutine* a, const CRoutine* b) const {
    return std::pair(a->unit, a->token) < std::pair(b->unit, b->token);
  }
};
using CRoutines = std::set<CRoutine*, EarlierRoutine>;

namespace {

CMachine::Accessor AccessorOf(const AccessorRow& row) {
  CMachine::Accessor out;
  out.op = row.op;
  out.name = std::max(row.name.position, 0);
  out.default_value = row.default_value.position;
  out.value = row.value.position;
  out.assignment = row.op == AccessOp::kWrite && !row.value.given();
  return out;
}

// As a user would type it; nullopt: not known.
std::optional<std::string> Spelled(const SymbolTable& symbols, Val value) {
  const ConstantVal* known = AsConstant(value);
  if (known == nullptr) return std::nullopt;
  switch (known->type) {
    case ConstantType::kBool:
      return known->integer != 0 ? "true" : "false";
    case ConstantType::kInteger:
      return std::to_string(known->integer);
    case ConstantType::kFloat:
    case ConstantType::kText: {
      std::string text = symbols.TextOf(known->text);
      text = text.substr(0, text.find('\0'));  // as C reads it
      return HasPlaceholder(text) ? std::nullopt : std::optional(text);
    }
    default:
      return std::nullopt;
  }
}

// Names in what the functions and the constants that they use do, which nothing defines so far.
std::set<std::string> MissingNames(const CProgram& program, const CRoutines& roots,
                                   const SymbolTable& symbols) {
  constexpr size_t kMaxNames = 4000;
  std::set<Symbol> seen;
  std::set<const CRoutine*> done;
  std::vector<std::pair<const CRoutine*, bool>> left;  // true: a root, whose callees are looked at
  for (const CRoutine* one : roots) left.emplace_back(one, true);
  std::set<std::string> out;
  while (!left.empty() && out.size() < kMaxNames) {
    const auto [one, is_root] = left.back();
    left.pop_back();
    if (!done.insert(one).second) continue;
    const CUnit& unit = program.unit(one->unit);
    const std::vector<Symbol> used = unit.NamesIn(one->body, one->initialisers);
    std::set<Symbol> names(used.begin(), used.end());
    for (const CFormal& formal : one->formals) names.insert(formal.type);
    if (one->class_name != 0) names.insert(one->class_name);
    for (const Symbol name : names) {
      if (!seen.insert(name).second) continue;
      if (const std::vector<CRoutine*>* routines = program.Routines(name)) {
        constexpr size_t kMaxOfName = 4;
        if (!is_root || routines->size() > kMaxOfName) continue;
        for (const CRoutine* callee : *routines) left.emplace_back(callee, false);
        continue;
      }
      const bool known = program.Globals(name) != nullptr || program.Enumerator(name) != nullptr ||
                         program.Structure(name) != nullptr;
      const std::string& text = symbols.TextOf(name);
      const bool plain = text.find_first_of(" <:*") == std::string::npos;
      if (!known && plain && text.size() > 2 && !IsCKeyword(text)) out.insert(text);
    }
  }
  return out;
}

bool IsReadOfProgram(const Access& access) {
  const bool read = access.name && (access.op == AccessOp::kRead || access.op == AccessOp::kTest);
  return read && access.scope != Scope::kTest && access.default_kind != DefaultKind::kRequired;
}

bool IsOpenRead(const Access& access) {
  return IsReadOfProgram(access) && access.default_kind != DefaultKind::kLiteral;
}

// true and 1, false and 0, 1.0 and 1 are spellings of one value.
bool MeansSame(const std::string& a, const std::string& b) {
  const auto number = [](const std::string& text) -> std::optional<double> {
    if (text == "true") return 1;
    if (text == "false") return 0;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == 0 ? std::optional(value) : std::nullopt;
  };
  return a == b || (number(a) && number(a) == number(b));
}

}  // namespace

// A tree's files as units of the machine, and the runs of those of their functions that read.
class CMachineRun {
 public:
  // `follow_values`: whether flows() are wanted, for which functions that call the roots run, too.
  CMachineRun(CResolver& resolver, const std::set<std::string>& names, PpSources* sources,
              bool follow_values)
      : resolver_(resolver), names_(names), sources_(sources), follow_values_(follow_values) {
    machine_->follow_values = follow_values;
  }

  void Read(const std::set<int>& files) {
    asked_ = files;
    sources_->Clear();
    AddAll(std::vector<int>(files.begin(), files.end()), nullptr);
    for (const std::string& name : names_) {
      const std::vector<CRoutine*>* users = program_.Users(symbols_.Intern(name));
      if (users == nullptr) continue;
      for (CRoutine* one : *users) {
        if (asked_.count(program_.unit(one->unit).file()) > 0) roots_.insert(one);
        machine_->reaching.insert(one->name);
      }
    }
    constexpr int kMaxRounds = 2;
    constexpr size_t kMaxAdded = 300;  // files, in a round
    for (int round = 0; round < kMaxRounds; ++round) {
      const std::set<std::string> missing = MissingNames(program_, roots_, symbols_);
      const std::set<int> defining = resolver_.DefiningFiles(missing, files_);
      std::vector<int> added(defining.begin(), defining.end());
      if (added.size() > kMaxAdded) {
        resolver_.TellLimit(added[kMaxAdded], 1, 1,
                            "functions around reads use what this file defines: more than " +
                                std::to_string(kMaxAdded) + " such files are not read");
        added.resize(kMaxAdded);
      }
      AddAll(added, &missing);
      if (defining.empty()) break;
    }
    sources_->Clear();
    if (follow_values_) AddCallers();
  }

  void AddAccessor(const std::string& name, const AccessorRow& row) {
    const Symbol symbol = symbols_.Intern(name);
    // What the tree defines itself is run, but for C's own, which it may define for systems
    // without.
    const bool own = program_.Defines(symbol) && name.find("env") == std::string::npos;
    if (!own && row.name.given()) machine_->accessors.emplace(symbol, AccessorOf(row));
  }

  void Run(const RunBudget& budget) {
    constexpr size_t kMaxSteps = 30'000'000;
    size_t steps = 0;
    for (CRoutine* one : roots_) {
      if (!budget.Refuses().empty()) return;
      if (steps > kMaxSteps) {
        const PpPlace place = program_.unit(one->unit).tokens()[one->token].place;
        resolver_.TellLimit(
            place.file, place.line, place.column,
            "running the functions around reads takes too long: defaults of this one's "
            "reads are those written in the call");
        return;
      }
      machine_->RunRoot(one);
      steps += machine_->steps();
      Collect(false);
    }
    std::set<Symbol> structures;
    for (const std::string& name : names_) {
      const std::set<Symbol>* users = program_.StructureUsers(symbols_.Intern(name));
      if (users != nullptr) structures.insert(users->begin(), users->end());
    }
    for (const Symbol name : structures) {
      const CStructure* type = program_.Structure(name);
      const bool asked = type != nullptr && asked_.count(program_.unit(type->unit).file()) > 0;
      if (!asked || !budget.Refuses().empty()) continue;
      machine_->RunFields(*type);
      Collect(false);
    }
    std::set<int> globals;
    for (const std::string& name : names_) {
      const std::vector<int>* users = program_.GlobalUsers(symbols_.Intern(name));
      if (users != nullptr) globals.insert(users->begin(), users->end());
    }
    for (const int index : globals) {
      const CGlobal& global = program_.global(index);
      const bool asked = asked_.count(program_.unit(global.unit).file()) > 0;
      if (!asked || global.initial.empty() || !budget.Refuses().empty()) continue;
      machine_->RunGlobal(index);
      Collect(false);
    }
    Collect(true);
    for (const auto& unit : program_.units()) {
      if (unit->skipped() == 0) continue;
      resolver_.TellLimit(unit->file(), 1, 1,
                          "statements are nested too deeply: some are not evaluated");
    }
  }

  // Of each read, by its file, line and name.
  struct Found {
    std::string text;
    ValueType type = ValueType::kUnknown;
    CEvent::Source source = CEvent::Source::kTest;
    bool several = false;  // none of them is the default
  };
  using Key = std::tuple<int, int, std::string>;
  using Defaults = std::map<Key, Found>;
  const Defaults& found() const { return found_; }
  using Flows = std::map<Key, std::vector<CEvent::Flow>>;
  const Flows& flows() const { return flows_; }

 private:
  // Functions of the asked files that call the roots, too: what those return reaches their calls.
  void AddCallers() {
    constexpr int kMaxLevels = 2;
    constexpr size_t kMaxRoots = 4000;
    CRoutines level = roots_;
    for (int i = 0; i < kMaxLevels && roots_.size() < kMaxRoots; ++i) {
      CRoutines callers;
      for (const CRoutine* callee : level) {
        const std::vector<CRoutine*>* users = program_.Users(callee->name);
        if (users == nullptr || callee->name == 0) continue;
        machine_->reaching.insert(callee->name);
        for (CRoutine* one : *users) {
          if (roots_.count(one) == 0) callers.insert(one);
        }
      }
      roots_.insert(callers.begin(), callers.end());
      level = std::move(callers);
    }
  }

  // What the machine has found so far, and another one in its place where it holds too much.
  void Collect(bool all) {
    constexpr size_t kMaxObjects = 200'000;
    if (!all && machine_->objects() < kMaxObjects) return;
    for (const CEvent& event : machine_->events()) {
      const bool read = event.op == AccessOp::kRead || event.op == AccessOp::kTest;
      const Key key = {event.at.file, static_cast<int>(event.at.line), event.name};
      if (read && !event.flows.empty()) {
        std::vector<CEvent::Flow>& known = flows_[key];
        known.insert(known.end(), event.flows.begin(), event.flows.end());
      }
      if (!read || event.default_value == nullptr) continue;
      const std::optional<std::string> text = Spelled(symbols_, event.default_value);
      if (!text) continue;
      const Found made = {*text, event.type, event.source, event.several};
      const auto [at, added] = found_.try_emplace(key, made);
      Found& known = at->second;
      if (added || event.source < known.source) continue;
      if (event.source > known.source) {
        known = made;
      } else if (event.several || known.text != *text) {
        known.several = true;
      }
    }
    auto next = std::make_unique<CMachine>(symbols_, program_);
    next->accessors = std::move(machine_->accessors);
    next->reaching = std::move(machine_->reaching);
    next->follow_values = follow_values_;
    machine_ = std::move(next);
  }

  // `constants`: without their headers, whose macros of these names are wanted, too. The files are
  // expanded by all threads, and added in their order.
  void AddAll(std::vector<int> files, const std::set<std::string>* constants) {
    std::erase_if(files, [&](int file) { return !files_.insert(file).second; });
    std::vector<UnitTokens> made(files.size());
    std::vector<UnitScratch> scratch(resolver_.threads_);
    const auto expand = [&](size_t i, unsigned thread) {
      made[i] = constants != nullptr
                    ? ExpandAlone(files[i], sources_, names_, *constants, &scratch[thread])
                    : ExpandUnit(files[i], sources_, names_, &scratch[thread]);
    };
    ParallelFor(files.size(), resolver_.threads_, expand);
    if (resolver_.threads_ > 1 && sources_->full()) {  // which headers are read is up to the order
      sources_->Clear();
      for (size_t i = 0; i < files.size(); ++i) expand(i, 0);
    }
    for (size_t i = 0; i < files.size(); ++i) {
      const CUnit& unit = program_.Add(files[i], std::move(made[i]));
      if (!unit.cut() || constants != nullptr) continue;
      resolver_.TellLimit(files[i], 1, 1,
                          "macros of this file expand to too many tokens: what they make is not "
                          "run");
    }
  }

  CResolver& resolver_;
  const std::set<std::string>& names_;
  PpSources* sources_;
  const bool follow_values_;
  SymbolTable symbols_;
  CProgram program_{symbols_};
  std::unique_ptr<CMachine> machine_ = std::make_unique<CMachine>(symbols_, program_);
  std::set<int> files_;
  std::set<int> asked_;  // in which the reads stand
  CRoutines roots_;
  Defaults found_;
  Flows flows_;
};

namespace {

// The type that is known of a read, of which the machine knows what it becomes.
ValueType TypeOf(ValueType known, const CMachineRun::Found& found) {
  const bool number = found.type == ValueType::kInt || found.type == ValueType::kFloat;
  if (known == ValueType::kStr || known == ValueType::kUnknown) return number ? found.type : known;
  // A text with a fall-back that is no number is no answer of yes or no.
  const bool text = found.type == ValueType::kStr && !MeansSame(found.text, "0") &&
                    !MeansSame(found.text, "1") && !found.text.empty();
  return known == ValueType::kBool && text ? ValueType::kStr : known;
}

}  // namespace

namespace {

// The files of the accesses that `counts` is true of.
std::set<int> FilesOf(std::span<const Access> accesses, const std::map<std::string, int>& numbers,
                      bool (*counts)(const Access&)) {
  std::set<int> out;
  for (const Access& access : accesses) {
    const auto at = numbers.find(access.place.file);
    if (at == numbers.end() || !counts(access)) continue;
    out.insert(at->second);
    // A row of a list: the file that includes it for a function's statements.
    const auto user = access.chain.empty() ? numbers.end() : numbers.find(access.chain[0].file);
    if (user != numbers.end()) out.insert(user->second);
  }
  return out;
}

void TakeFlows(const CMachineRun::Flows& flows, const Tree& tree, int file, Access* access) {
  const auto at = flows.find({file, access->place.line, *access->name});
  if (at == flows.end()) return;
  for (const CEvent::Flow& flow : at->second) {
    const Place place = {tree.files[static_cast<size_t>(flow.at.file)].path,
                         static_cast<int>(flow.at.line), static_cast<int>(flow.at.column)};
    const ValueFlow one = {flow.sink->what, flow.call, place, flow.derived};
    std::vector<ValueFlow>& all = access->flows;
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  }
}

}  // namespace

std::unique_ptr<CMachineRun> CResolver::RunMachine(const std::set<int>& files, bool follow_values) {
  auto run = std::make_unique<CMachineRun>(*this, names_, macro_uses_->sources(), follow_values);
  run->Read(files);
  for (const auto& [name, rows] : rows_) {
    if (!rows.empty()) run->AddAccessor(name, *rows[0]);
  }
  run->Run(budget_);
  return run;
}

std::map<std::string, int> CResolver::FileNumbers() const {
  std::map<std::string, int> out;
  for (const int file : files_) out.emplace(tree_->files[static_cast<size_t>(file)].path, file);
  return out;
}

void CResolver::RunForDefaults(size_t first, std::vector<Access>* accesses) {
  const std::map<std::string, int> numbers = FileNumbers();
  const std::span<Access> all = std::span(*accesses).subspan(first);
  const std::set<int> files = FilesOf(all, numbers, IsOpenRead);
  if (files.empty()) return;
  const std::unique_ptr<CMachineRun> run = RunMachine(files, false);
  for (Access& access : all) {
    const auto file = numbers.find(access.place.file);
    if (!IsReadOfProgram(access) || file == numbers.end()) continue;
    const auto at = run->found().find({file->second, access.place.line, *access.name});
    if (at == run->found().end() || at->second.several) continue;
    const std::string& text = at->second.text;
    access.type = TypeOf(access.type, at->second);
    const bool known = access.default_kind == DefaultKind::kLiteral && access.default_text;
    if (known && MeansSame(*access.default_text, text)) continue;
    access.default_kind = DefaultKind::kLiteral;
    access.default_text = text;
    access.default_certain = false;
  }
}

void CResolver::FollowValues(size_t first, std::vector<Access>* accesses) {
  const std::map<std::string, int> numbers = FileNumbers();
  const std::span<Access> all = std::span(*accesses).subspan(first);
  const std::set<int> files = FilesOf(all, numbers, IsReadOfProgram);
  if (files.empty()) return;
  const std::unique_ptr<CMachineRun> run = RunMachine(files, true);
  for (Access& access : all) {
    const auto file = numbers.find(access.place.file);
    if (!IsReadOfProgram(access) || file == numbers.end()) continue;
    TakeFlows(run->flows(), *tree_, file->second, &access);
  }
}

}  // namespace flagcensus
