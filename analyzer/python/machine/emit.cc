// Accesses to the environment → events.
//
// Each text carries the activation that spelled it. The site of an access is the call in that
// activation, or the text's own place if the activation has ended (a row of a table); the calls
// from there to the environment are its chain.
//
//   def env(n): return os.environ[n]          the accessor's call, in the chain
//   def port(): return env("APP_PORT")        the site: this call of env
//   port()                                    not in the chain: it is outside the site
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/access_parts.h"
#include "analyzer/python/machine/machine.h"
#include "analyzer/python/machine/root_files.h"

namespace flagcensus {
namespace {

struct Located {
  CodePoint at;
  uint32_t frame = 0;
  bool is_accessor = true;
  std::vector<CodePoint> chain;        // nearest to `at` first
  const Activation* called = nullptr;  // what the call at `at` runs
};

// The name under which the call is reported: the function's; of a method that the language calls,
// its object's class. 0: an element of a mapping, which is reported as spelled.
Symbol NameOfCalled(const Machine& m, const Activation* called) {
  if (called == nullptr || called->function == nullptr) return 0;
  const std::string& name = m.symbols.TextOf(called->function->name);
  const bool plain = !name.starts_with("__") || !name.ends_with("__");
  if (plain && !m.run.only_new) return name == "<lambda>" ? 0 : called->function->name;
  if (name.ends_with("item__") || name == "__contains__") return 0;
  const InstanceObject* receiver =
      called->receiver == nullptr ? nullptr : AsInstance(called->receiver);
  if (receiver != nullptr) return receiver->type->name;
  return called->function->owner == nullptr ? 0 : called->function->owner->name;
}

// Walks from the running activation to its callers, up to the one that spelled the text.
Located Locate(const RunState& run, const Mark& mark, NodeId node) {
  Located out;
  out.at = {run.frame->unit, node};
  out.frame = run.frame->id;
  // Frame 0: nothing is known about the place, so it is the accessor's.
  if (mark.frame == 0) return out;
  const Activation* frame = run.frame;
  NodeId call = node;
  const Activation* inner = nullptr;
  while (frame != nullptr && frame->id != mark.frame) {
    out.chain.insert(out.chain.begin(), {frame->unit, call});
    inner = out.called;
    out.called = frame;
    call = frame->call;
    frame = call == kNoNode ? nullptr : frame->caller;
  }
  // A name that is declared elsewhere is read by the function that the outermost activation calls.
  if (frame == nullptr && inner != nullptr && !run.only_new) out.called = inner;
  // The literal is the outermost call itself.
  if (frame == nullptr && !out.chain.empty()) {
    const CodePoint& last = out.chain.front();
    if (last.unit == mark.unit && last.node == mark.node) out.chain.erase(out.chain.begin());
  }
  // The activation has ended: the literal's own place, or its row.
  out.is_accessor = out.chain.empty();
  if (frame != nullptr) {
    out.at = {frame->unit, call};
    out.frame = frame->id;
  } else {
    out.at = mark.row_unit >= 0 ? CodePoint{mark.row_unit, mark.row_node}
                                : CodePoint{mark.unit, mark.node};
    out.frame = 0;
  }
  return out;
}

}  // namespace

// Methods that read by a name in a field; they are run again with each object that was created with
// one.
void AddReader(Machine& m, const HeapObject* maker, FunctionObject* reader) {
  // Each pair once.
  const std::pair<const HeapObject*, FunctionObject*> one{maker, reader};
  const bool known =
      std::find(m.pending.readers.begin(), m.pending.readers.end(), one) != m.pending.readers.end();
  if (reader != nullptr && !known) m.pending.readers.push_back(one);
}

// A new wrapper is news: its callers are searched for in the next round. One without a searchable
// name is found through its class or through imports.
void NoteWrapper(Machine& m, const TextPart& part) {
  const auto* function = static_cast<const FunctionObject*>(part.owner);
  if (!m.found.wrappers[function].insert(part.text).second) return;
  NoteNews(m.run);
  const std::string& name = m.symbols.TextOf(function->name);
  const bool hidden = name.starts_with("__") || !IsSearchable(name);
  if (function->owner != nullptr && hidden) m.found.hidden_owners.insert(function->owner);
}

namespace {

// Whether the name is the capitalised form of the text at that place: app_x → APP_X.
bool IsTransformed(const Machine& m, Symbol name, const Mark& mark) {
  // The text at the place where the name was spelled, if it is a literal.
  if (mark.unit < 0) return false;
  const Syntax& syntax = UnitAt(m, mark.unit).syntax();
  if (syntax.kind(mark.node) != NodeKind::kString) return false;
  const std::string& spelled = syntax.text(mark.node);
  const std::string upper = ToUpper(spelled);
  return upper != spelled && m.symbols.TextOf(name).ends_with(upper);
}

// Whether the node is a call with an argument. If a name is unknown, a call without arguments is
// not a good place to report it.
bool HasArgument(const Machine& m, const CodePoint& at) {
  const Syntax& syntax = UnitAt(m, at.unit).syntax();
  const NodeKind kind = syntax.kind(at.node);
  return (kind != NodeKind::kCall && kind != NodeKind::kAttribute) || syntax.count(at.node) > 1;
}

struct SpelledName {
  std::optional<Symbol> name;
  Mark mark;
  bool valid = true;  // it can be a variable's name
  bool by_parameter = false;
};

// A name that is passed to a constructor reaches the environment in another method: that method is
// to be run with each object of the class.
void NoteReader(Machine& m, const FunctionObject* constructor) {
  if (constructor->owner == nullptr || m.symbols.TextOf(constructor->name) != "__init__") return;
  // The root is the method that runs; its receiver is an object that the constructor created.
  const Activation* root = m.run.frame;
  while (root->caller != nullptr) root = root->caller;
  if (root->function != constructor && root->receiver != nullptr)
    AddReader(m, constructor, root->function);
}

// Unknown parts become "*", and adjacent ones one "*". A text that is only unknown has no name.
SpelledName NameIn(Machine& m, const TextVal& text) {
  SpelledName out;
  out.mark = text.mark;
  std::string name;
  const auto hole = [&name] {
    if (name.empty() || name.back() != '*') name += '*';
  };
  for (const TextPart& part : text.parts) {
    switch (part.kind) {
      case TextPart::Kind::kLiteral:
        name += m.symbols.TextOf(part.text);
        break;
      case TextPart::Kind::kParameter:
        out.by_parameter = true;
        if (part.owner != nullptr) {
          NoteReader(m, static_cast<const FunctionObject*>(part.owner));
          NoteWrapper(m, part);
        }
        hole();
        break;
      case TextPart::Kind::kKey:
        if (part.steps.empty()) name += m.symbols.TextOf(part.prefix);
        hole();
        break;
      case TextPart::Kind::kAnything:
        hole();
        break;
    }
  }
  if (name != "*") out.name = m.symbols.Intern(name);
  return out;
}

SpelledName NameOf(Machine& m, Val value) {
  SpelledName out;
  // A member of an enumeration of texts counts as its text.
  if (Val text = TextOfMember(m.symbols, value)) value = text;
  if (const ConstantVal* constant = AsConstant(value)) {
    // A name with a backquote comes from a text for readers, such as a page in a docstring.
    out.valid = constant->type == ConstantType::kText && constant->text != 0 &&
                m.symbols.TextOf(constant->text).find('`') == std::string::npos;
    out.name = constant->text;
    out.mark = constant->mark;
  } else if (const TextVal* text = AsTextWithHoles(value)) {
    out = NameIn(m, *text);
  }
  return out;
}

}  // namespace

bool IsComplete(const SymbolTable& symbols, const EventSite& site) {
  return site.name && symbols.TextOf(*site.name).find('*') == std::string::npos;
}

namespace {

// The variable of the site's facets: its name, or a name that represents it if a part is unknown. A
// name made from parameters is the same wherever it is made from them in the same way: prefix +
// "_PORT".
Symbol MakeVariable(SymbolTable& symbols, const EventSite& site, Val name) {
  if (IsComplete(symbols, site)) return *site.name;
  // A key that two sites share if their names are made in the same way.
  const TextVal* text = AsTextWithHoles(name);
  std::string key = "?";
  for (size_t i = 0; text != nullptr && i < text->parts.size(); ++i) {
    const TextPart& part = text->parts[i];
    const auto* owner = static_cast<const FunctionObject*>(part.owner);
    const bool parameter = part.kind == TextPart::Kind::kParameter && owner != nullptr;
    if (!parameter && part.kind != TextPart::Kind::kLiteral) key.clear();
    if (key.empty()) break;
    key += symbols.TextOf(part.text) + "?" + std::to_string(part.steps.size());
    if (parameter) key += "?" + std::to_string(owner->unit) + "?" + std::to_string(owner->node);
  }
  if (text == nullptr || key.empty()) key = "?" + std::to_string(site.number);
  return symbols.Intern(key);
}

// A read outweighs a test at the same place, and setdefault a plain write.
void NoteOp(EventSite* site, AccessOp op, bool first) {
  if (first || (op == AccessOp::kRead && site->op == AccessOp::kTest)) site->op = op;
  if (op == AccessOp::kSetDefault && site->op == AccessOp::kWrite) site->op = op;
}

// The value of a read: a facet. Of a test: true or false.
Val ReadValue(Machine& m, EventSite* site, const Emission& emission) {
  // A test has no default; a read has one, or raises.
  const Symbol variable = site->variable;
  const bool named = site->name && *site->name == variable;
  if (emission.op == AccessOp::kTest) {
    // An earlier `os.environ["A"] = x` of the running code decides the unset side.
    Val filled = named ? AfterFilling(m, variable, site->at.unit, m.values.absent()) : nullptr;
    const bool there = filled != nullptr && !HasAbsent(filled);
    return m.values.Facet(variable, m.values.boolean(true), m.values.boolean(there));
  }
  Val unset = emission.default_value;
  // Without a default the unset side raises or is None.
  if (unset == nullptr) unset = emission.required ? m.values.raises() : m.values.none();
  unset = Restrict(m.values, unset, variable, false);
  Val filled = named ? AfterFilling(m, variable, site->at.unit, unset) : unset;
  const bool fails = emission.required && filled == unset;
  if (filled != unset) {
    unset = Restrict(m.values, filled, variable, false);
    site->fallback.value = unset;
  }
  // `try: os.environ["A"] except KeyError`: the handler's side of this `try` depends on A.
  if (fails && !m.run.tries.empty()) m.run.tries.back().insert(variable);
  if (fails && m.run.tries.size() > m.run.frame->tries) site->raises.caught = true;
  const ValueType type = emission.type == ValueType::kUnknown ? ValueType::kStr : emission.type;
  Val set = m.values.Unknown(m.run.frame->unit, emission.node, type, std::span(&site->number, 1));
  Val value = m.values.Facet(variable, set, unset);
  if (emission.default_value != nullptr && site->fallback.value == nullptr) {
    site->fallback.value = unset;
    site->fallback.passed = unset;
  }
  return value;
}

// os.environ.get(option.env_var), for an unknown `option`: records with such a field name
// variables.
void NoteAskedField(Machine& m, NodeId access) {
  const PythonUnit& unit = UnitHere(m);
  // The name is the first argument, or the left operand of `in`.
  const Syntax& syntax = unit.syntax();
  const size_t at = syntax.kind(access) == NodeKind::kCompare ? 0 : 1;
  if (syntax.count(access) <= at) return;
  const NodeId name = syntax.child(access, at);
  if (syntax.kind(name) == NodeKind::kAttribute) m.found.asked_fields.insert(unit.SymbolOf(name));
}

// Whether a known call makes this accessor read the variable.
bool IsReadElsewhere(Machine& m, Symbol name, const CodePoint& at, NodeId accessor) {
  const std::vector<uint32_t>& sites = m.events.OfVariable(name);
  return std::any_of(sites.begin(), sites.end(), [&](uint32_t number) {
    const EventSite& site = m.events.Numbered(number);
    const bool called = site.last.frames.count(0) == 0 || site.last.frames.size() > 1;
    return site.at != at && called && site.path.accessors.count({m.run.frame->unit, accessor}) > 0;
  });
}

// Whether the node is spelled in the call that created the object of the running method.
bool IsSpelledWhereMade(const Machine& m, const CodePoint& at) {
  const Activation* root = m.run.frame;
  while (root->caller != nullptr) root = root->caller;
  const InstanceObject* object = root->receiver == nullptr ? nullptr : AsInstance(root->receiver);
  return object != nullptr && IsMadeWith(m, *object, at);
}

// Whether a read says something new about an object that was created with a name: no known call
// makes the object read it. A name that is only derived from a text counts if the object was
// created with that text. In other cases it would be a guess about an unrelated variable.
bool IsNewOfObject(Machine& m, const Emission& emission, const SpelledName& spelled,
                   const CodePoint& at) {
  // Reads first: for writes, all known ones have to be at this place.
  if (!spelled.name) return false;
  if (EventLog::GroupOf(emission.op) != EventLog::Group::kRead) {
    //   def set(self, value): os.environ[self.name] = str(value)
    //
    // Without a known caller, it is not known that anything is written.
    const bool open = emission.written != nullptr &&
                      (AsUnknown(emission.written) != nullptr || IsBareParameter(emission.written));
    if (open) return false;
    const std::vector<uint32_t>& sites = m.events.OfVariable(*spelled.name);
    return std::all_of(sites.begin(), sites.end(),
                       [&](uint32_t number) { return m.events.Numbered(number).at == at; });
  }
  if (IsTransformed(m, *spelled.name, spelled.mark) && !IsSpelledWhereMade(m, at)) return false;
  return !IsReadElsewhere(m, *spelled.name, at, emission.node);
}

// Whether the name is a key of a mapping that a function created which has ended: a write is
// reported at the key, wherever a loop over the mapping puts it into an environment.
bool IsKeyOfMadeMapping(const Machine& m, const Emission& emission, const Mark& mark) {
  if (mark.row_unit < 0 || EventLog::GroupOf(emission.op) != EventLog::Group::kWrite) return false;
  // Upwards from the key: a pair of a display or a store, inside a function.
  const PythonUnit& unit = UnitAt(m, mark.row_unit);
  NodeId up = unit.ParentOf(mark.row_node);
  const NodeKind around = up == kNoNode ? NodeKind::kNone : unit.syntax().kind(up);
  if (around != NodeKind::kPair && around != NodeKind::kSubscript) return false;
  while (up != kNoNode && unit.syntax().kind(up) != NodeKind::kFunction) up = unit.ParentOf(up);
  return up != kNoNode;
}

// Whether a test puts a table of the program into the environment: the test writes it, not the
// program.
bool IsWrittenByTest(const Machine& m, const Emission& emission, const CodePoint& at) {
  const auto is_test = [&](auto unit) {
    return m.program.tree.files[static_cast<size_t>(UnitAt(m, unit).file)].scope == Scope::kTest;
  };
  return EventLog::GroupOf(emission.op) == EventLog::Group::kWrite &&
         at.unit != m.run.frame->unit && is_test(m.run.frame->unit) && !is_test(at.unit);
}

// Steps: the name and its place; cases that are not an event; the site, with its properties at the
// first event; properties that each event adds; the value.
Val EmitOne(Machine& m, const Emission& emission, Val name) {
  SpelledName spelled = NameOf(m, name);
  if (AsTextConstant(name) == nullptr && NoteFieldName(m, emission.node))
    spelled.by_parameter = true;
  if (!spelled.valid) return m.values.unknown();
  if (!spelled.name) ++m.found.unnamed;
  if (!spelled.name) NoteAskedField(m, emission.node);
  // A name that another function made from its parameter is reported where it is used.
  if (spelled.by_parameter && !IsRunning(m, spelled.mark.frame)) spelled.mark = {};
  const bool key = IsKeyOfMadeMapping(m, emission, spelled.mark);
  if (key) spelled.mark.frame = Mark::kDeclared;
  const bool reads = EventLog::GroupOf(emission.op) == EventLog::Group::kRead;
  // An object that is a mapping looks its key up: the operation on the object decides whether it is
  // a read, a test or a write.
  const RunState::Asked* const asked = reads ? m.run.asked : nullptr;
  const AccessOp op = asked == nullptr ? emission.op : asked->op;
  Val written = asked == nullptr ? emission.written : asked->written;
  Located place = Locate(m.run, spelled.mark, emission.node);
  // env() with an unknown name, called without arguments: the accessor's own place says more.
  if (!spelled.name && !place.is_accessor && !HasArgument(m, place.at))
    place = Locate(m.run, {}, emission.node);
  if (IsWrittenByTest(m, emission, place.at)) place = Locate(m.run, {}, emission.node);
  const std::vector<CodePoint> passed = place.chain;
  const bool restores = emission.op == AccessOp::kWrite && emission.written != nullptr &&
                        spelled.name && IsValueOf(emission.written, *spelled.name);
  if (restores && !place.is_accessor && !key) {
    // A wrapper restores the value that it found.
    for (const uint32_t number : EventsOf(emission.written)) {
      m.events.Numbered(number).write.saved = true;
    }
    return m.values.unknown();
  }
  const EventLog::Group group = EventLog::GroupOf(op);
  if (m.run.only_new && !IsNewOfObject(m, emission, spelled, place.at)) return m.values.unknown();
  const size_t before = m.events.sites().size();
  EventSite& site = m.events.SiteOf(place.at, spelled.name, group);
  const bool only_tested = m.events.sites().size() == before && site.op == AccessOp::kTest;
  NoteOp(&site, op, m.events.sites().size() > before);
  // The first event of the site decides its chain and how it is reported.
  if (m.events.sites().size() > before) {
    NoteNews(m.run);
    site.call.is_accessor = place.is_accessor;
    const bool plain = reads && asked == nullptr && spelled.name && !spelled.by_parameter;
    if (plain && site.call.is_accessor) site.row = RowOf(m, *spelled.name, spelled.mark, place.at);
    const bool row = m.run.row_reader != 0 && place.frame == 0;
    site.named.by_row = row;
    const bool asks = asked != nullptr && asked->frame == m.run.frame->id;
    site.call.via = row ? m.run.row_reader : asks ? asked->via : emission.via;
    const Syntax& there = UnitAt(m, place.at.unit).syntax();
    // The function's name is reported for a call; a literal in a table has none.
    const bool calls = place.frame != 0 || there.kind(place.at.node) == NodeKind::kName;
    site.call.name = calls ? NameOfCalled(m, place.called) : 0;
    site.path.chain = std::move(place.chain);
    site.named.by_parameter = spelled.by_parameter;
    site.typed.type = emission.type;
    site.typed.by_accessor = reads && emission.type == ValueType::kBool;
    site.named.transformed =
        spelled.name && !site.call.is_accessor && IsTransformed(m, *spelled.name, spelled.mark);
    site.description = emission.description;
    site.write.likely = emission.likely;
    site.named.of_base = emission.of_base;
    site.words.separator = emission.separator;
    site.fallback.json = emission.json;
    site.variable = MakeVariable(m.symbols, site, name);
  }
  if (emission.variable != 0) site.variable = emission.variable;
  // A test came first: `if "A" in env: int(env["A"])` at one place.
  if (only_tested && op == AccessOp::kRead && emission.type != ValueType::kUnknown) {
    site.typed.type = emission.type;
    site.typed.by_accessor = emission.type == ValueType::kBool;
  }
  if (reads) site.path.accessors.insert({m.run.frame->unit, emission.node});
  site.path.passed.insert(passed.begin(), passed.end());
  site.write.likely = site.write.likely && emission.likely;
  (emission.required && asked == nullptr ? site.raises.certain : site.raises.optional) = true;
  // os.environ["A"] below `if "A" in os.environ:` is not required.
  const bool below = emission.required && IsKnownSet(m, site.variable, place.frame);
  site.raises.unasked = site.raises.unasked || (emission.required && !below);
  site.last.frames.insert(place.frame);
  site.last.epoch = m.events.NextEpoch();
  site.unset.together = emission.together;
  m.events.NoteVariable(site.variable, site.number);
  if (spelled.name && *spelled.name != site.variable)
    m.events.NoteVariable(*spelled.name, site.number);
  // A copy of the environment belongs to another process: its writes change nothing in this one.
  const bool own = emission.via != m.symbols.Intern("env-dict");
  const bool fills = own && (op == AccessOp::kWrite || op == AccessOp::kSetDefault);
  if (op == AccessOp::kWrite) {
    const bool unset = IsKnownUnset(m, site.variable) || IsDecidedByUnset(m, site.variable);
    (unset ? site.write.fills : site.write.overrides) = true;
    site.write.partly = site.write.partly || !IsCertainWhereUnset(m, site.variable);
  }
  if (fills && written != nullptr && IsComplete(m.symbols, site)) {
    NoteFilledIn(m, *site.name, written, op == AccessOp::kSetDefault);
  }
  if (group != EventLog::Group::kRead && written != nullptr) {
    site.write.value =
        site.write.value == nullptr ? written : Join(m.values, site.write.value, written);
  }
  if (!reads) return m.values.unknown();
  Val value = ReadValue(m, &site, emission);
  NoteBinding(m, value);
  return value;
}

}  // namespace

bool IsVisited(const Machine& m, int unit, NodeId node) {
  const NodeId first = m.program.units[static_cast<size_t>(unit)].begin[node];
  const auto at = m.found.visited.lower_bound({unit, first});
  return at != m.found.visited.end() && at->unit == unit && at->node <= node;
}

bool IsSwept(const Machine& m, NodeId expression) {
  return m.run.every_branch && !IsVisited(m, m.run.frame->unit, expression);
}

bool IsRunning(const Machine& m, uint32_t activation) {
  for (const Activation* run = m.run.frame; run != nullptr; run = run->caller) {
    if (run->id == activation) return true;
  }
  return false;
}

bool IsValueOf(Val value, Symbol variable) {
  Val unset = UnsetSide(value);
  const ConstantVal* other = AsTextConstant(unset);
  if (other != nullptr && other->text != 0) return false;  // a different text if it is unset
  for (const FacetVal* facet = AsFacet(value); facet != nullptr; facet = AsFacet(facet->unset)) {
    const UnknownVal* set = AsUnknown(facet->set);
    if (set == nullptr || set->derived) return false;
    if (facet->variable == variable) return true;
  }
  return false;
}

namespace {

// The access to any one of the variables. If there are more than a value's alternatives, all reads
// together are one value, with a variable that represents any of them.
Val EmitAny(Machine& m, const Emission& emission, const std::vector<Val>& names) {
  // With few names, each is read on its own, and the values are alternatives.
  Emission each = emission;
  if (names.size() > 1) each.together = m.events.NextEpoch();
  if (names.size() <= ValuePool::kMaxAlternatives) {
    return Lift1(m.values, m.values.Alternatives(names),
                 [&](Val one) -> Val { return EmitOne(m, each, one); });
  }
  const Mark mark = NameOf(m, names.front()).mark;
  each.variable =
      m.symbols.Intern("?any?" + std::to_string(mark.unit) + "?" + std::to_string(mark.node));
  std::vector<uint32_t> events;
  const FacetVal* read = nullptr;
  for (Val one : names) {
    Val value = EmitOne(m, each, one);
    read = AsFacet(value);
    for (const uint32_t number : EventsOf(value)) events.push_back(number);
  }
  if (read == nullptr || events.empty()) return m.values.unknown();
  std::sort(events.begin(), events.end());
  events.erase(std::unique(events.begin(), events.end()), events.end());
  const ValueType type = emission.type == ValueType::kUnknown ? ValueType::kStr : emission.type;
  Val set = m.values.Unknown(m.run.frame->unit, emission.node, type, std::move(events));
  Val value = m.values.Facet(each.variable, set, read->unset);
  NoteBinding(m, value);
  return value;
}

}  // namespace

Val Emit(Machine& m, const Emission& emission) {
  if (m.run.over) return m.values.unknown();
  m.found.visited.insert({m.run.frame->unit, emission.node});
  // A text among the names: the parameter's other values are read at their own calls.
  bool named = false;  // by a text: other values of the parameter are known at their own calls
  ForEachLeaf(emission.name, [&](Val leaf) { named = named || AsTextConstant(leaf) != nullptr; });
  // get(a or b): one of several names, read together: they are not fallbacks of each other.
  const uint64_t together = AsAlternatives(emission.name) == nullptr ? 0 : m.events.NextEpoch();
  return Lift1(m.values, emission.name, [&](Val leaf) -> Val {
    // No text is among the names: their origin may be known (a table that the parameter is looked
    // up in).
    if (!named) return EmitAny(m, emission, NamesByOrigin(m, leaf, emission.node));
    if (!IsBareParameter(leaf)) {
      Emission one = emission;
      one.together = together;
      return EmitOne(m, one, leaf);
    }
    // Besides texts, the argument itself: its function becomes a wrapper, but this access is
    // reported by the texts.
    NameOf(m, leaf);
    return m.values.unknown();
  });
}

Symbol AccessorName(SymbolTable& symbols, Val object, std::string_view behind,
                    std::string_view before) {
  const EnvironmentVal* environment = AsEnvironment(object);
  if (environment == nullptr || environment->name == 0) return symbols.Intern("env-dict");
  std::string name(before);
  name += symbols.TextOf(environment->name);
  return symbols.Intern(name.append(behind));
}

void EmitBulk(Machine& m, Val environment, std::string_view how, NodeId node) {
  if (m.run.over) return;
  const EnvironmentVal* of = AsEnvironment(environment);
  // A copy without a name is of another process or was passed: its owner reports it.
  if (of == nullptr || of->name == 0) return;
  const std::string before = how == ")" ? "dict(" : "";
  const CodePoint at{m.run.frame->unit, node};
  m.found.visited.insert(at);
  EventSite& site = m.events.SiteOf(at, std::nullopt, EventLog::Group::kBulk);
  site.op = AccessOp::kBulk;
  site.call.is_accessor = true;
  if (site.call.via == 0) site.call.via = AccessorName(m.symbols, environment, how, before);
}

// Only the positional arguments: keywords such as env= are sinks, see calls.cc.
void NotePassedWhole(Machine& m, const CallArguments& arguments, NodeId call) {
  for (Val value : arguments.positional) {
    ForEachLeaf(value, [&](Val leaf) { EmitBulk(m, leaf, "", call); });
  }
}

}  // namespace flagcensus
