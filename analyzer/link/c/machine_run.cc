#include "analyzer/link/c/machine_run.h"

#include <algorithm>

#include "analyzer/base/parallel.h"
#include "analyzer/c/definition.h"
#include "analyzer/link/c/resolver.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
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

}  // namespace

// Names in what the functions and the constants that they use do, which nothing defines so far.
std::set<std::string> CMachineRun::MissingNames(const CProgram& program, const Routines& roots,
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

CMachineRun::CMachineRun(CResolver& resolver, const std::set<std::string>& names,
                         PpSources* sources, bool follow_values)
    : resolver_(resolver), names_(names), sources_(sources), follow_values_(follow_values) {
  machine_->follow_values = follow_values;
}

void CMachineRun::Tell(int file, uint32_t line, uint32_t column, const std::string& what) {
  made_.limits.emplace_back(file, line, column, what);
}

std::string CMachineRun::Named(const char* what, size_t round) const {
  return std::string(what) + (follow_values_ ? " for flows " : " ") + std::to_string(round);
}

std::any* CMachineRun::Left() const {
  StepMemory* const memory = resolver_.tree_->memory;
  if (memory == nullptr || !memory->parsed()) return nullptr;
  return &memory->Left(CFileQuestions::kPrefix + Named("machine", 0));
}

CMachineFound CMachineRun::Run(const std::set<int>& files, const Accessors& accessors) {
  std::any* const left = Left();
  auto* const before = left == nullptr ? nullptr : std::any_cast<Before>(left);
  const bool holds = before != nullptr &&
                     CMachineRun(resolver_, names_, sources_, follow_values_).Holds(files, before);
  if (!holds) {
    Read(files);
    for (const auto& [name, rows] : accessors) {
      if (!rows.empty()) AddAccessor(name, *rows[0]);
    }
    RunAll(resolver_.budget_);
  }
  const Before& now = holds ? *before : made_;
  for (const auto& [file, line, column, what] : now.limits) {
    resolver_.TellLimit(file, line, column, what);
  }
  CMachineFound found = now.found;
  if (!holds && left != nullptr) {
    if (resolver_.budget_.HasRefused()) {
      left->reset();
    } else {
      made_.lookups.Take(program_, symbols_);
      for (const auto& [file, line, column, what] : made_.limits) made_.lookups.places.insert(file);
      *left = std::move(made_);
    }
  }
  return found;
}

// Whether a run would notice no difference to the run before.
bool CMachineRun::Same(Units now, const CLookups& lookups, Units* then) {
  const bool same = std::equal(
      now.begin(), now.end(), then->begin(), then->end(), [&](const Unit& a, const Unit& b) {
        return a.file == b.file && (a.packed == b.packed || *a.packed == *b.packed ||
                                    !MayMatter(*b.packed, *a.packed, a.file, lookups));
      });
  if (!same) return false;
  for (Unit& one : now) one.tokens.reset();
  *then = std::move(now);  // what comes next differs from these
  return true;
}

bool CMachineRun::Holds(const std::set<int>& files, Before* before) {
  if (before->files != files || before->names != names_ || before->headers != resolver_.headers_) {
    return false;
  }
  sources_->Clear();
  const std::vector<int> first(files.begin(), files.end());
  bool same = Same(Expanded(first, 0, nullptr), before->lookups, &before->units);
  for (size_t i = 0; same && i < before->rounds.size(); ++i) {
    Round& round = before->rounds[i];
    Round now = Defining(i, round.missing);
    same =
        now.too_many == round.too_many && Same(std::move(now.units), before->lookups, &round.units);
  }
  sources_->Clear();
  return same;
}

void CMachineRun::Read(const std::set<int>& files) {
  made_.names = names_;
  made_.headers = resolver_.headers_;
  made_.files = files;
  sources_->Clear();
  made_.units = Expanded(std::vector<int>(files.begin(), files.end()), 0, nullptr);
  Add(&made_.units, true);
  for (const std::string& name : names_) {
    const std::vector<CRoutine*>* users = program_.Users(symbols_.Intern(name));
    if (users == nullptr) continue;
    for (CRoutine* one : *users) {
      if (files.count(program_.unit(one->unit).file()) > 0) roots_.insert(one);
      machine_->reaching.insert(one->name);
    }
  }
  constexpr size_t kMaxRounds = 2;
  for (size_t i = 0; i < kMaxRounds; ++i) {
    Round& round = made_.rounds.emplace_back(Defining(i, MissingNames(program_, roots_, symbols_)));
    Add(&round.units, false);
    if (round.units.empty()) break;
  }
  sources_->Clear();
  if (follow_values_) AddCallers();
}

// The units of the files that define what is missing; those that are read already are none.
CMachineRun::Round CMachineRun::Defining(size_t round, const std::set<std::string>& missing) {
  Round out;
  out.missing = missing;
  constexpr size_t kMaxAdded = 300;  // files, in a round
  const std::set<int> defining =
      resolver_.DefiningFiles(Named("definitions", round), missing, files_);
  std::vector<int> added(defining.begin(), defining.end());
  if (added.size() > kMaxAdded) {
    out.too_many = added[kMaxAdded];
    Tell(out.too_many, 1, 1,
         "functions around reads use what this file defines: more than " +
             std::to_string(kMaxAdded) + " such files are not read");
    added.resize(kMaxAdded);
  }
  out.units = Expanded(std::move(added), round, &missing);
  return out;
}

void CMachineRun::AddAccessor(const std::string& name, const AccessorRow& row) {
  const Symbol symbol = symbols_.Intern(name);
  // What the tree defines itself is run, but for C's own, which it may define for systems
  // without.
  const bool own = program_.Defines(symbol) && name.find("env") == std::string::npos;
  if (!own && row.name.given()) machine_->accessors.emplace(symbol, AccessorOf(row));
}

void CMachineRun::RunAll(const RunBudget& budget) {
  constexpr size_t kMaxSteps = 30'000'000;
  size_t steps = 0;
  for (CRoutine* one : roots_) {
    if (!budget.Refuses().empty()) return;
    if (steps > kMaxSteps) {
      const PpPlace place = program_.unit(one->unit).tokens()[one->token].place;
      Tell(place.file, place.line, place.column,
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
    const bool asked = type != nullptr && made_.files.count(program_.unit(type->unit).file()) > 0;
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
    const bool asked = made_.files.count(program_.unit(global.unit).file()) > 0;
    if (!asked || global.initial.empty() || !budget.Refuses().empty()) continue;
    machine_->RunGlobal(index);
    Collect(false);
  }
  Collect(true);
  for (const auto& unit : program_.units()) {
    if (unit->skipped() == 0) continue;
    Tell(unit->file(), 1, 1, "statements are nested too deeply: some are not evaluated");
  }
}

// Functions of the asked files that call the roots, too: what those return reaches their calls.
void CMachineRun::AddCallers() {
  constexpr int kMaxLevels = 2;
  constexpr size_t kMaxRoots = 4000;
  Routines level = roots_;
  for (int i = 0; i < kMaxLevels && roots_.size() < kMaxRoots; ++i) {
    Routines callers;
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
void CMachineRun::Collect(bool all) {
  constexpr size_t kMaxObjects = 200'000;
  if (!all && machine_->objects() < kMaxObjects) return;
  for (const CEvent& event : machine_->events()) {
    made_.lookups.places.insert(event.at.file);
    for (const CEvent::Flow& flow : event.flows) made_.lookups.places.insert(flow.at.file);
    const bool read = event.op == AccessOp::kRead || event.op == AccessOp::kTest;
    const CMachineFound::Key key = {event.at.file, static_cast<int>(event.at.line), event.name};
    if (read && !event.flows.empty()) {
      std::vector<CEvent::Flow>& known = made_.found.flows[key];
      known.insert(known.end(), event.flows.begin(), event.flows.end());
    }
    if (!read || event.default_value == nullptr) continue;
    const std::optional<std::string> text = Spelled(symbols_, event.default_value);
    if (!text) continue;
    const CMachineFound::Default made = {*text, event.type, event.source, event.several};
    const auto [at, added] = made_.found.defaults.try_emplace(key, made);
    CMachineFound::Default& known = at->second;
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
// expanded by all threads.
CMachineRun::Units CMachineRun::Expanded(std::vector<int> files, size_t round,
                                         const std::set<std::string>* constants) {
  std::erase_if(files, [&](int file) { return !files_.insert(file).second; });
  CFileAnswers* const kept =
      constants != nullptr
          ? resolver_.questions_.Kept(Named("definers", round),
                                      std::tuple(names_, resolver_.headers_, *constants))
          : resolver_.questions_.Kept(Named("units", round), std::pair(names_, resolver_.headers_));
  Units out(files.size());
  std::vector<CFileAnswer> answers(files.size());
  std::vector<UnitScratch> scratch(resolver_.threads_);
  const auto expand = [&](size_t i, unsigned thread) {
    // A source's macros are nobody else's.
    static const std::set<std::string> kNone;
    const bool included = resolver_.IsIncluded(files[i]);
    out[i].tokens = constants != nullptr
                        ? ExpandAlone(files[i], sources_, names_, included ? *constants : kNone,
                                      &scratch[thread])
                        : ExpandUnit(files[i], sources_, names_, &scratch[thread]);
    if (kept == nullptr) return;
    const auto packed = std::make_shared<PackedUnit>(*out[i].tokens);
    out[i].packed = packed;
    answers[i] = {true, packed, std::move(out[i].tokens->included)};
  };
  ParallelFor(files.size(), resolver_.threads_, [&](size_t i, unsigned thread) {
    out[i].file = files[i];
    if (!resolver_.questions_.Recall(kept, files[i], &answers[i])) return expand(i, thread);
    out[i].packed = std::static_pointer_cast<PackedUnit>(answers[i].found);
  });
  const bool lasts = !sources_->HalfFull();
  if (resolver_.threads_ > 1 && sources_->full()) {  // which headers are read is up to the order
    sources_->Clear();
    for (size_t i = 0; i < files.size(); ++i) expand(i, 0);
  }
  if (kept == nullptr) return out;
  CFileAnswers now(kept->size());
  for (size_t i = 0; lasts && i < files.size(); ++i) {
    if (!resolver_.questions_.IsKept(files[i])) continue;
    now[static_cast<size_t>(files[i])] = std::move(answers[i]);
  }
  *kept = std::move(now);  // the units of others are not needed any more
  return out;
}

// `whole`: with their headers.
void CMachineRun::Add(Units* units, bool whole) {
  for (Unit& one : *units) {
    UnitTokens tokens = one.tokens ? std::move(*one.tokens) : one.packed->Unpacked();
    one.tokens.reset();
    const CUnit& unit = program_.Add(one.file, std::move(tokens));
    if (!unit.cut() || !whole) continue;
    Tell(one.file, 1, 1,
         "macros of this file expand to too many tokens: what they make is not run");
  }
}

}  // namespace flagcensus
