// The calls of functions, by names first and by what they denote second (call_graph.h).
#include "analyzer/languages/link/call_graph.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Sites that one site may become; with more, it stays one site with `*` in its name.
constexpr size_t kMaxOfLoop = 1000;

// `value` with the element at `index` in place of the variable of the loop.
TextValue WithElement(const TextValue& value, TermId loop, size_t index) {
  TextValue out;
  for (const TextPiece& piece : value.pieces) {
    if (piece.kind != TextPiece::Kind::kEach || piece.loop != loop) {
      out.pieces.push_back(piece);
      continue;
    }
    // An element without a text at this place makes the name partly unknown.
    const std::optional<std::string>& text = (*piece.choices)[index];
    if (text) {
      out.pieces.push_back({TextPiece::Kind::kLiteral, piece.upper ? ToUpper(*text) : *text});
    } else {
      out.pieces.push_back({TextPiece::Kind::kUnknown, {}});
    }
  }
  return out;
}

// "get" of "a.b.get".
std::string LastOf(const std::string& path) { return path.substr(path.rfind('.') + 1); }

// The name that a term is or ends with; for `new T(...)` that of its class.
std::string LastName(const Program& program, TermId id) {
  if (id == kNoTerm) return "";
  while (id != kNoTerm && program.kind(id) == TermKind::kOther && program[id].parts.size() == 1) {
    id = program.part(id, 0);
  }
  const TermKind kind = program.kind(id);
  if (kind != TermKind::kName && kind != TermKind::kMember) return "";
  const std::string& text = program[id].text;
  return text.starts_with("new ") ? LastOf(text.substr(4)) : text;
}

}  // namespace

// process.env[`APP_${k}`] for k in ["A", "B"] ─→ the sites APP_A and APP_B
std::vector<Site> SitesOfLoop(const Site& site) {
  std::vector<Site> out = {site};
  for (size_t at = 0; at < out.size(); ++at) {
    const std::vector<TextPiece> pieces = out[at].name.pieces;
    const auto each = std::find_if(pieces.begin(), pieces.end(), [](const TextPiece& piece) {
      return piece.kind == TextPiece::Kind::kEach;
    });
    // No loop in this name.
    if (each == pieces.end()) continue;
    const size_t count = each->choices->size();
    if (count == 0) continue;
    if (out.size() + count > kMaxOfLoop) return {site};
    const Site whole = out[at];
    for (size_t i = 0; i < count; ++i) {
      Site one = whole;
      one.name = WithElement(whole.name, each->loop, i);
      one.fallback.text = WithElement(whole.fallback.text, each->loop, i);
      if (i == 0) {
        out[at] = std::move(one);
      } else {
        out.push_back(std::move(one));
      }
    }
    --at;  // its other loops
  }
  return out;
}

// `get("A", d: "B")` for get(n, d): the argument of n is "A", that of d is "B".
TermId CallGraph::ArgumentOf(const Program& callee, TermId function, uint32_t parameter,
                             const Program& caller, TermId call) {
  const Term& wanted = callee[callee.part(function, parameter)];
  // Arguments with a name, `f(name: "A")`, may be in any order.
  for (size_t i = 1; i < caller[call].parts.size(); ++i) {  // `name: value`
    const TermId pair = caller.part(call, i);
    if (caller.kind(pair) == TermKind::kPair && caller[pair].text == wanted.text) {
      return caller.part(pair, 0);
    }
  }
  // A keyword parameter is never passed by position.
  if (wanted.kind == TermKind::kParameter && wanted.more == ":") return kNoTerm;
  size_t receivers = 0;
  // Receivers before the parameter have no argument.
  for (uint32_t i = 0; i < parameter; ++i) {
    receivers += callee[callee.part(function, i)].constant ? 1 : 0;
  }
  const TermId argument = caller.part(call, parameter - receivers + 1);
  return caller.kind(argument) == TermKind::kPair ? kNoTerm : argument;
}

// The declared name, or that of the variable, the key or the export that contains the function.
std::string CallGraph::NameOf(const Program& program, TermId function) {
  if (!program[function].text.empty()) return program[function].text;
  const TermId around = program.parent(function);
  switch (program.kind(around)) {
    case TermKind::kDeclare:
    case TermKind::kPair:
      return program[around].text;
    case TermKind::kExport:
      return "default";
    case TermKind::kAssign: {
      const std::string& name = program[program.part(around, 0)].text;
      return name == "exports" ? "default" : name;
    }
    default:
      return "";
  }
}

// One pass over all terms: calls and arguments by name, and the names that pass a value on.
void CallGraph::Index() {
  for (size_t unit = 0; unit < units_.all().size(); ++unit) {
    const Program& program = units_.all()[unit]->program;
    for (TermId id = 0; id < program.terms.size(); ++id) IndexTerm(unit, id);
  }
}

// Adds what one term contributes to the maps, by its kind.
void CallGraph::IndexTerm(size_t unit, TermId id) {
  const Program& program = units_.all()[unit]->program;
  const LanguageRows& rows = RowsOf(units_.all()[unit]->language);
  const Term& term = program[id];
  // A value that has the name `from` may be found under the name `to`: `const to = from`.
  const auto goes = [&](const std::string& from, const std::string& to) {
    if (!from.empty() && !to.empty() && from != to) goes_on_[from].insert(to);
  };
  switch (term.kind) {
    case TermKind::kCall: {
      // The callee's last name: `conf.get("A")` is a call of "get".
      const std::string name = LastName(program, program.part(id, 0));
      if (name.empty()) return;
      calls_by_name_[name].push_back({unit, id});
      for (size_t i = 1; i < term.parts.size(); ++i) {
        // An argument with a name may be a function that is passed on.
        const std::string given = LastName(program, term.parts[i]);
        if (!given.empty()) arguments_by_name_[given].push_back({unit, id, term.parts[i]});
      }
      return;
    }
    case TermKind::kImport:
      // A default import or a namespace may have any local name.
      if (term.constant) whole_imports_.emplace_back(unit, id);
      return goes(LastOf(term.more), term.text);
    case TermKind::kExport:
      if (!term.parts.empty()) goes(LastName(program, term.parts[0]), term.text);
      if (LastOf(term.more) == "default") whole_imports_.emplace_back(unit, id);
      return goes(LastOf(term.more), term.text);
    // `const { a: b } = o`: the value of a may be called b.
    case TermKind::kField:
      if (term.more != "[]" && term.more != "embedded") goes(term.more, term.text);
      return;
    case TermKind::kDeclare:
    case TermKind::kPair: {
      const TermId value = program.part(id, 0);
      const std::string from = LastName(program, value);
      goes(from, term.text);
      if (program.kind(value) == TermKind::kCall &&
          LastName(program, program.part(value, 0)) == "require") {
        whole_imports_.emplace_back(unit, id);
      }
      if (from.empty()) return;
      const std::string path = units_.all()[unit]->names->PathOf(value);
      // A name for the environment or a function that reads: `const getenv = os.Getenv`.
      if (rows.MappingOf(path) != nullptr || rows.AccessorOf(path) != nullptr) {
        environment_.insert(term.text);
      }
      return;
    }
    case TermKind::kAssign:
      return goes(LastName(program, program.part(id, 1)), LastName(program, program.part(id, 0)));
    default:
      return;
  }
}

// All names under which a value with one of these names may be found: the closure of goes_on_.
std::set<std::string> CallGraph::NamesFrom(const std::set<std::string>& names) const {
  std::set<std::string> out = names;
  // Names only: two unrelated values with one name are in one set, and are distinguished later by
  // what each callee denotes.
  std::vector<std::string> todo(names.begin(), names.end());
  while (!todo.empty()) {
    const auto found = goes_on_.find(todo.back());
    todo.pop_back();
    if (found == goes_on_.end()) continue;
    for (const std::string& name : found->second) {
      // "exports" would connect all modules of CommonJS.
      if (name != "exports" && out.insert(name).second) todo.push_back(name);
    }
  }
  return out;
}

// What a call's callee denotes, computed once per call.
const Denoted& CallGraph::Target(const CallAt& call) {
  const auto [at, fresh] = targets_.try_emplace(call);
  if (!fresh) return at->second;
  // Reported as a limit; the call denotes nothing.
  if (targets_.size() > kMaxResolved) {
    exhausted_ = true;
    return at->second;
  }
  // A direct access needs no target.
  if (direct_.contains(call)) return at->second;
  const ProgramUnit& of = *units_.all()[call.unit];
  const TermId own = of.names->declared().FunctionOf(call.call);
  Denoted out;
  // A function of the file itself is found by its scopes, without the resolver.
  if (own != kNoTerm) {
    out = {Denoted::Kind::kFunction, call.unit, own, {}};
  } else {
    if (RowsOf(of.language).HasModules()) {
      out = resolver_.Of(call.unit, of.program.part(call.call, 0));
    }
    // Languages without modules, and calls that the resolver does not follow: by the path.
    if (!out || out.kind == Denoted::Kind::kOutside) {
      if (const auto function = units_.FunctionOf(call.unit, call.call)) {
        out = {Denoted::Kind::kFunction, function->unit, function->function, {}};
      }
    }
  }
  Denoted& target = targets_[call];
  target = std::move(out);
  return target;
}

// Adds the names under which other files import a function that its file exports as a whole.
void CallGraph::AddImporters(const UnitFunction& function, std::set<std::string>* names) {
  for (const auto& [unit, id] : whole_imports_) {
    const ProgramUnit& of = *units_.all()[unit];
    const Term& term = of.program[id];
    std::string module = of.program.type(id);
    // `const conf = require("./conf")`
    if (term.kind != TermKind::kImport && term.kind != TermKind::kExport) {
      const TermId text = of.program.part(of.program.part(id, 0), 1);
      if (of.program.kind(text) != TermKind::kString) continue;
      module = of.program[text].text;
    }
    const auto file = units_.paths().modules().ScriptOf(of.folder, module);
    if (file && *file == units_.all()[function.unit]->file) names->insert(term.text);
  }
}

// Step 1: the names under which the function may be called. Step 2: the calls of these names that
// denote it. Step 3: calls of parameters for which it is passed.
const std::vector<CallAt>& CallGraph::CallsOf(const UnitFunction& function) {
  const auto known = calls_.find(function);
  if (known != calls_.end()) return known->second;
  const Program& program = units_.all()[function.unit]->program;
  std::set<std::string> names;
  const std::string name = NameOf(program, function.function);
  if (!name.empty()) names.insert(name);
  const std::set<std::string> exported = NamesFrom(names);
  // A default export is called by the name of the import, or that of the file.
  if (name == "default" || exported.contains("default")) AddImporters(function, &names);
  if (program.kind(program.parent(function.function)) == TermKind::kExport) {
    AddImporters(function, &names);
  }
  // Too common: importers have been added instead.
  names.erase("default");
  std::set<CallAt> out;
  const Denoted value = {Denoted::Kind::kFunction, function.unit, function.function, {}};
  AddHeld(NamesFrom(names), value, &out);
  // A function literal that is an argument: `run(n => process.env[n])`.
  const TermId call = program.parent(function.function);
  if (program.kind(call) == TermKind::kCall && program.part(call, 0) != function.function) {
    AddPassed({function.unit, call, function.function}, 0, &out);
  }
  return calls_[function] = {out.begin(), out.end()};
}

// Adds the calls of a value under any of these names, and of the parameters for which it is passed.
void CallGraph::AddHeld(const std::set<std::string>& names, const Denoted& value,
                        std::set<CallAt>* out) {
  for (const std::string& name : names) {
    if (const auto calls = calls_by_name_.find(name); calls != calls_by_name_.end()) {
      for (const CallAt& call : calls->second) {
        // The name only selects candidates; what the callee denotes decides.
        const Denoted& target = Target(call);
        const bool same = target.kind == value.kind && target.term == value.term &&
                          (value.kind == Denoted::Kind::kOutside ? target.name == value.name
                                                                 : target.unit == value.unit);
        if (same) out->insert(call);
      }
    }
    // The value is passed on: `run(get)`.
    const auto arguments = arguments_by_name_.find(name);
    if (arguments == arguments_by_name_.end()) continue;
    for (const ArgumentAt& at : arguments->second) {
      const Denoted given = resolver_.Of(at.unit, at.argument);
      const bool same = given.kind == value.kind && given.term == value.term &&
                        (value.kind == Denoted::Kind::kOutside ? given.name == value.name
                                                               : given.unit == value.unit);
      if (same) AddPassed(at, 0, out);
    }
  }
}

// Adds the calls of the parameter that receives an argument.
void CallGraph::AddPassed(const ArgumentAt& at, int depth, std::set<CallAt>* out) {
  const Denoted function = Target({at.unit, at.call});
  // The callee must be a function of the tree, and parameters are followed through a few calls
  // only.
  if (function.kind != Denoted::Kind::kFunction || depth > kDeepestSlot) return;
  const ProgramUnit& callee = *units_.all()[function.unit];
  const Program& caller = units_.all()[at.unit]->program;
  const std::vector<TermId>& parts = callee.program[function.term].parts;
  for (uint32_t i = 0; i < parts.size(); ++i) {
    const TermId parameter = parts[i];
    if (callee.program.kind(parameter) != TermKind::kParameter ||
        callee.program[parameter].constant ||
        ArgumentOf(callee.program, function.term, i, caller, at.call) != at.argument) {
      continue;
    }
    // Uses of the parameter's name in the callee.
    const std::string& name = callee.program[parameter].text;
    const auto own = [&](TermId use) {
      // Only a parameter that is not assigned again still has the value.
      const Declaration* const found = callee.names->declared().Find(name, use);
      return found != nullptr && found->at == parameter && !found->assigned;
    };
    if (const auto calls = calls_by_name_.find(name); calls != calls_by_name_.end()) {
      for (const CallAt& call : calls->second) {
        const TermId held =
            call.unit == function.unit ? callee.program.part(call.call, 0) : kNoTerm;
        if (callee.program.kind(held) == TermKind::kName && own(held)) out->insert(call);
      }
    }
    const auto passed = arguments_by_name_.find(name);
    if (passed == arguments_by_name_.end()) continue;
    for (const ArgumentAt& next : passed->second) {
      // The parameter is passed on to another function.
      if (next.unit == function.unit && next.call != at.call && own(next.argument)) {
        AddPassed(next, depth + 1, out);
      }
    }
  }
}

// Called once per round, after new units were parsed.
void CallGraph::Build() {
  Index();
  Alias();
  for (size_t unit = 0; unit < units_.all().size(); ++unit) {
    for (const Site& site : units_.all()[unit]->sites) direct_.insert({unit, site.at});
  }
  // Functions that read, under other names than their own: `const get = os.Getenv; get("A")`.
  std::set<std::string> paths;
  for (const Language language : AllAskedLanguages()) {
    if (!RowsOf(language).HasModules()) continue;
    for (const LanguageAccessor& row : RowsOf(language).accessors) {
      if (!row.method && row.name >= 0) paths.insert(row.call);
    }
  }
  for (const std::string& path : paths) {
    std::set<CallAt> calls;
    AddHeld(NamesFrom({LastOf(path)}), {Denoted::Kind::kOutside, 0, kNoTerm, path}, &calls);
    // A call under a different name is a read like one by the library's name.
    for (const CallAt& call : calls) Read(call.unit, call.call, path);
  }
}

// Whether `name` of a unit denotes the environment or a function that reads, and this is new.
bool CallGraph::AliasOf(size_t unit, const std::string& name, const Denoted& denoted) {
  const LanguageRows& rows = RowsOf(units_.all()[unit]->language);
  if (denoted.kind != Denoted::Kind::kOutside || denoted.name == name) return false;
  const bool reads =
      rows.MappingOf(denoted.name) != nullptr || rows.AccessorOf(denoted.name) != nullptr;
  return reads && units_.all()[unit]->names->Alias(name, denoted.name);
}

// Imports, and names of a Go package, that another file of the tree declares as the environment.
void CallGraph::Alias() {
  const std::set<std::string> names = NamesFrom(environment_);
  if (names.empty()) return;
  for (size_t unit = 0; unit < units_.all().size(); ++unit) {
    const Program& program = units_.all()[unit]->program;
    const Names& own = *units_.all()[unit]->names;
    const bool go = units_.all()[unit]->language == Language::kGo;
    bool again = false;
    for (TermId id = 0; id < program.terms.size(); ++id) {
      const Term& term = program[id];
      // `import { env } from "./conf"`, where conf.js has `export const env = process.env`.
      if (term.kind == TermKind::kImport && !go && names.contains(term.text)) {
        const Declaration* const found = own.declared().OfFile(term.text);
        if (found == nullptr || found->at != id) continue;
        const Denoted denoted = resolver_.OfImport(unit, id);
        if (denoted.name != term.more) again = AliasOf(unit, term.text, denoted) || again;
      }
      const TermId callee = term.kind == TermKind::kCall ? program.part(id, 0) : kNoTerm;
      // A function of the same package has no import: `getenv("A")`, declared in another file.
      if (go && program.kind(callee) == TermKind::kName && names.contains(program[callee].text) &&
          own.declared().Find(program[callee].text, callee) == nullptr) {
        again = AliasOf(unit, program[callee].text, resolver_.Of(unit, callee)) || again;
      }
    }
    // The names of a unit have changed, and with them what accesses the environment.
    if (again) units_.FindSitesAgain(unit);
  }
}

// Adds a call of a function that reads, unless its own path shows that already.
void CallGraph::Read(size_t unit, TermId call, const std::string& path) {
  const ProgramUnit& of = *units_.all()[unit];
  const LanguageAccessor* const row = RowsOf(of.language).AccessorOf(path);
  if (row == nullptr || of.names->PathOf(of.program.part(call, 0)) == path) return;
  if (!read_.insert({{unit, call}, path}).second) return;
  const std::unique_ptr<OtherFiles> others = units_.OthersOf(unit);
  for (Site& site : SitesOfCall(*of.names, of.text, others.get(), call, *row)) {
    sites_.emplace_back(unit, std::move(site));
  }
}

}  // namespace flagcensus
