// Accesses to the environment → events.
//
// Each text carries the activation that spelled it. The site of an access is the call in that
// activation, or the text's own place where the activation is gone (a row of a table); the calls
// from there to the environment are its chain.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/machine/python/access_parts.h"
#include "analyzer/machine/python/machine.h"

namespace flagcensus {
namespace {

struct Located {
  CodePoint at;
  uint32_t frame = 0;
  bool at_accessor = true;
  std::vector<CodePoint> chain;  // nearest to `at` first
  const Activation* called = nullptr;  // what the call at `at` runs
};

// A function by its name, one that the language calls by its object's class; 0: an element of a
// mapping, which is told as it is written.
Symbol NameOfCalled(const Machine& m, const Activation* called) {
  if (called == nullptr || called->function == nullptr) return 0;
  const std::string& name = m.symbols.TextOf(called->function->name);
  const bool plain = !name.starts_with("__") || !name.ends_with("__");
  if (plain && !m.only_new) return name == "<lambda>" ? 0 : called->function->name;
  if (name.ends_with("item__") || name == "__contains__") return 0;
  const InstanceObject* receiver = called->receiver == nullptr ? nullptr : AsInstance(called->receiver);
  if (receiver != nullptr) return receiver->type->name;
  return called->function->owner == nullptr ? 0 : called->function->owner->name;
}

Located Locate(const Machine& m, const Mark& mark, NodeId node) {
  Located out;
  out.at = {m.frame->unit, node};
  out.frame = m.frame->id;
  if (mark.frame == 0) return out;
  const Activation* frame = m.frame;
  NodeId call = node;
  const Activation* inner = nullptr;
  while (frame != nullptr && frame->id != mark.frame) {
    out.chain.insert(out.chain.begin(), {frame->unit, call});
    inner = out.called;
    out.called = frame;
    call = frame->call;
    frame = call == kNoNode ? nullptr : frame->caller;
  }
  // What is declared elsewhere is read by what the outermost calls.
  if (frame == nullptr && inner != nullptr && !m.only_new) out.called = inner;
  if (frame == nullptr && !out.chain.empty()) {
    const CodePoint& last = out.chain.front();
    if (last.unit == mark.unit && last.node == mark.node) out.chain.erase(out.chain.begin());
  }
  out.at_accessor = out.chain.empty();
  if (frame != nullptr) {
    out.at = {frame->unit, call};
    out.frame = frame->id;
  } else {
    out.at = {mark.unit, mark.node};
    out.frame = 0;
  }
  return out;
}

}  // namespace

void NoteWrapper(Machine& m, const TextPart& part) {
  if (m.wrappers[static_cast<const FunctionObject*>(part.owner)].insert(part.text).second) NoteNews(m);
}

namespace {

// Whether the name is made of the one that is spelled there, in capitals: app_x → APP_X.
bool IsTransformed(const Machine& m, Symbol name, const Mark& mark) {
  if (mark.unit < 0) return false;
  const Syntax& syntax = m.units[static_cast<size_t>(mark.unit)].syntax();
  if (syntax.kind(mark.node) != NodeKind::kString) return false;
  const std::string& spelled = syntax.text(mark.node);
  const std::string upper = ToUpper(spelled);
  return upper != spelled && m.symbols.TextOf(name).ends_with(upper);
}

// Whether the node is a call that passes something: of a name that is not known, one that does not
// says nothing.
bool HasArgument(const Machine& m, const CodePoint& at) {
  const Syntax& syntax = m.units[static_cast<size_t>(at.unit)].syntax();
  const NodeKind kind = syntax.kind(at.node);
  return (kind != NodeKind::kCall && kind != NodeKind::kAttribute) || syntax.count(at.node) > 1;
}

struct SpelledName {
  std::optional<Symbol> name;
  Mark mark;
  bool valid = true;  // it can be a variable's name
  bool by_parameter = false;
};

// A name that a constructor is called with reaches the environment in another method.
void NoteReader(Machine& m, const FunctionObject* constructor) {
  if (constructor->owner == nullptr || m.symbols.TextOf(constructor->name) != "__init__") return;
  const Activation* root = m.frame;
  while (root->caller != nullptr) root = root->caller;
  FunctionObject* reader = root->function;
  if (reader != nullptr && reader != constructor && root->receiver != nullptr) {
    std::vector<FunctionObject*>& readers = m.readers[constructor];
    if (std::find(readers.begin(), readers.end(), reader) == readers.end()) readers.push_back(reader);
  }
}

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
  if (Val text = TextOfMember(m, value)) value = text;
  if (const ConstantVal* constant = AsConstant(value)) {
    out.valid = constant->type == ConstantType::kText && constant->text != 0;
    out.name = constant->text;
    out.mark = constant->mark;
  } else if (const TextVal* text = AsTextWithHoles(value)) {
    out = NameIn(m, *text);
  }
  return out;
}

bool IsComplete(const Machine& m, const EventSite& site) {
  return site.name && m.symbols.TextOf(*site.name).find('*') == std::string::npos;
}

// The variable that facets of the site's reads are about.
Symbol VariableOf(const EventSite& site) { return site.variable; }

// One that is made of parameters is the same wherever it is made of them in the same way.
Symbol MakeVariable(Machine& m, const EventSite& site, Val name) {
  if (IsComplete(m, site)) return *site.name;
  const TextVal* text = AsTextWithHoles(name);
  std::string key = "?";
  for (size_t i = 0; text != nullptr && i < text->parts.size(); ++i) {
    const TextPart& part = text->parts[i];
    const auto* owner = static_cast<const FunctionObject*>(part.owner);
    const bool parameter = part.kind == TextPart::Kind::kParameter && owner != nullptr;
    if (!parameter && part.kind != TextPart::Kind::kLiteral) key.clear();
    if (key.empty()) break;
    key += m.symbols.TextOf(part.text) + "?" + std::to_string(part.steps.size());
    if (parameter) key += "?" + std::to_string(owner->unit) + "?" + std::to_string(owner->node);
  }
  if (text == nullptr || key.empty()) key = "?" + std::to_string(site.number);
  return m.symbols.Intern(key);
}

void NoteOp(EventSite* site, AccessOp op, bool first) {
  if (first || (op == AccessOp::kRead && site->op == AccessOp::kTest)) site->op = op;
  if (op == AccessOp::kSetDefault && site->op == AccessOp::kWrite) site->op = op;
}

// What a read gives.
Val ReadValue(Machine& m, EventSite* site, const Emission& emission) {
  const Symbol variable = VariableOf(*site);
  if (emission.op == AccessOp::kTest) {
    return m.values.Facet(variable, m.values.boolean(true), m.values.boolean(false));
  }
  Val unset = emission.default_value;
  if (unset == nullptr) unset = emission.required ? m.values.raises() : m.values.none();
  unset = Restrict(m.values, unset, variable, false);
  if (emission.required && !m.tries.empty()) m.tries.back().insert(variable);
  if (emission.required && m.tries.size() > m.frame->tries) site->caught = true;
  const ValueType type = emission.type == ValueType::kUnknown ? ValueType::kStr : emission.type;
  Val set = m.values.Unknown(m.frame->unit, emission.node, type, {site->number});
  Val value = m.values.Facet(variable, set, unset);
  if (emission.default_value != nullptr && site->default_value == nullptr) {
    site->default_value = unset;
    site->given_default = unset;
  }
  return value;
}

// os.environ.get(option.env_var): by which field something reads, if nothing is known of the object.
void NoteAskedField(Machine& m, NodeId access) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  const size_t at = syntax.kind(access) == NodeKind::kCompare ? 0 : 1;
  if (syntax.count(access) <= at) return;
  const NodeId name = syntax.child(access, at);
  if (syntax.kind(name) == NodeKind::kAttribute) m.asked_fields.insert(unit.SymbolOf(name));
}

bool IsKnownElsewhere(Machine& m, std::optional<Symbol> name, const CodePoint& at) {
  if (!name) return true;
  const std::vector<uint32_t>& sites = m.events.OfVariable(*name);
  return std::any_of(sites.begin(), sites.end(),
                     [&](uint32_t number) { return m.events.Numbered(number).at != at; });
}

Val EmitOne(Machine& m, const Emission& emission, Val name) {
  SpelledName spelled = NameOf(m, name);
  if (!spelled.valid) return m.values.unknown();
  if (!spelled.name) ++m.unnamed;
  if (!spelled.name) NoteAskedField(m, emission.node);
  // What is made of a parameter elsewhere is told where it is used.
  if (spelled.by_parameter && !IsRunning(m, spelled.mark.frame)) spelled.mark = {};
  const bool reads = EventLog::GroupOf(emission.op) == EventLog::Group::kRead;
  const Machine::Asked* const asked = reads ? m.asked : nullptr;
  const AccessOp op = asked == nullptr ? emission.op : asked->op;
  Val written = asked == nullptr ? emission.written : asked->written;
  Located place = Locate(m, spelled.mark, emission.node);
  if (!spelled.name && !place.at_accessor && !HasArgument(m, place.at)) place = Locate(m, {}, emission.node);
  const std::vector<CodePoint> passed = place.chain;
  const bool restores = emission.op == AccessOp::kWrite && emission.written != nullptr &&
                        spelled.name && IsValueOf(emission.written, *spelled.name);
  if (restores && !place.at_accessor) {
    // A wrapper puts back what it found.
    for (const uint32_t number : EventsOf(emission.written)) m.events.Numbered(number).saved = true;
    return m.values.unknown();
  }
  const EventLog::Group group = EventLog::GroupOf(op);
  if (m.only_new && IsKnownElsewhere(m, spelled.name, place.at)) return m.values.unknown();
  const size_t before = m.events.sites().size();
  EventSite& site = m.events.SiteOf(place.at, spelled.name, group);
  NoteOp(&site, op, m.events.sites().size() > before);
  if (m.events.sites().size() > before) {
    NoteNews(m);
    site.at_accessor = place.at_accessor;
    const bool row = m.row_reader != 0 && place.frame == 0;
    site.by_row = row;
    const bool asks = asked != nullptr && asked->frame == m.frame->id;
    site.via = row ? m.row_reader : asks ? asked->via : emission.via;
    const Syntax& there = m.units[static_cast<size_t>(place.at.unit)].syntax();
    const bool calls = place.frame != 0 || there.kind(place.at.node) == NodeKind::kName;
    site.called = calls ? NameOfCalled(m, place.called) : 0;
    site.chain = std::move(place.chain);
    site.by_parameter = spelled.by_parameter;
    site.type = emission.type;
    site.transformed = spelled.name && !site.at_accessor && IsTransformed(m, *spelled.name, spelled.mark);
    site.description = emission.description;
    site.likely = emission.likely;
    site.variable = MakeVariable(m, site, name);
  }
  if (emission.variable != 0) site.variable = emission.variable;
  if (reads) site.accessors.insert({m.frame->unit, emission.node});
  site.passed.insert(passed.begin(), passed.end());
  site.likely = site.likely && emission.likely;
  (emission.required && asked == nullptr ? site.certain : site.optional) = true;
  site.frames.insert(place.frame);
  site.epoch = m.events.NextEpoch();
  m.events.NoteVariable(site.variable, site.number);
  if (spelled.name && *spelled.name != site.variable) m.events.NoteVariable(*spelled.name, site.number);
  if (group != EventLog::Group::kRead && written != nullptr) {
    site.written = site.written == nullptr ? written : Join(m.values, site.written, written);
  }
  if (!reads) return m.values.unknown();
  Val value = ReadValue(m, &site, emission);
  NoteBinding(m, value);
  return value;
}

// The site of the read where its value is bound in the frame that spelled its name.
bool BindsHere(const Machine& m, const EventSite& site) {
  return site.frames.count(0) > 0 || site.frames.count(m.frame->id) > 0;
}

// A default that is passed to the accessor is one, whatever it is.
bool IsExplicit(const EventSite& site, Val unset) {
  return site.default_value != nullptr && SameVal(UnsetSide(site.default_value), UnsetSide(unset));
}

// Where the site's variable is unset, another is read.
void NoteFallback(Machine& m, EventSite* site, const FacetVal& other) {
  if (!site->name) return;
  const Symbol variable = *site->name;
  site->falls_back = true;
  for (const uint32_t number : EventsOf(other.set)) {
    EventSite& inner = m.events.Numbered(number);
    if (inner.name && *inner.name == other.variable && other.variable != variable && inner.outer == 0) {
      inner.outer = variable;
    }
  }
}

// Nothing that a page could state: no literal, and no object that the program made of one, but a list
// of something; or what a library gives, unless that fails.
bool IsComputed(Val value) {
  bool computed = true;
  bool asked = false;
  ForEachLeaf(value, [&](Val leaf) {
    const bool library = leaf->kind == ValKind::kLibrary;
    asked = asked || library;
    const SequenceObject* list = AsSequence(leaf);
    const bool some = list != nullptr && (MoreOf(*list) != nullptr || !ItemsOf(*list).empty());
    computed = computed && (library || some || leaf->kind == ValKind::kUnknown || leaf->kind == ValKind::kText);
  });
  return computed || asked;
}

// What is computed, or None where that finds nothing.
bool IsNoneOrComputed(Val value) {
  const AlternativesVal* several = AsAlternatives(value);
  if (several == nullptr) return false;
  const auto fits = [](Val item) { return IsNone(item) || IsComputed(item); };
  return std::any_of(several->items.begin(), several->items.end(), [](Val item) { return IsNone(item); }) &&
         std::all_of(several->items.begin(), several->items.end(), fits);
}

// What is computed, or a literal where that finds nothing; not what the caller may give.
bool IsLiteralOrComputed(const Machine& m, Val value) {
  const AlternativesVal* several = AsAlternatives(value);
  if (several == nullptr) return false;
  bool literal = false;
  bool computed = false;
  for (Val item : several->items) {
    if (IsGivenElsewhere(m, item)) continue;
    if (AsConstant(item) == nullptr && !IsComputed(item)) return false;
    (AsConstant(item) != nullptr ? literal : computed) = true;
  }
  return literal && computed;
}

bool IsAmong(Val value, Val alternatives) {
  const AlternativesVal* several = AsAlternatives(alternatives);
  return several != nullptr && std::any_of(several->items.begin(), several->items.end(),
                                           [&](Val item) { return SameVal(item, value); });
}

void NoteFacet(Machine& m, const FacetVal& facet) {
  for (const uint32_t number : EventsOf(facet.set)) {
    EventSite& site = m.events.Numbered(number);
    if (VariableOf(site) != facet.variable) continue;
    // A row of a table gives what its own variable is read with.
    if (m.row_reader != 0 && site.by_parameter && site.at_accessor) continue;
    Val unset = WithoutAbsent(m.values, facet.unset);
    if (IsRaises(unset) || IsAbsent(unset)) continue;
    if (!BindsHere(m, site)) {
      Val plain = UnsetSide(unset);
      const InstanceObject* member = AsInstance(plain);
      const bool literal = (AsConstant(plain) != nullptr && !IsNone(plain)) ||
                           (member != nullptr && member->member_value != nullptr);
      if (literal) site.inner_default = UnsetSide(unset);
      continue;
    }
    Val before = site.default_value == nullptr ? nullptr : UnsetSide(site.default_value);
    const ConstantVal* literal = AsConstant(before);
    const bool told = literal != nullptr && literal->type != ConstantType::kNone &&
                      !(literal->type == ConstantType::kText && literal->text == 0);
    // What is computed where nothing is set is no default that a page could state.
    if (const FacetVal* other = AsFacet(unset)) NoteFallback(m, &site, *other);
    const bool computed = IsComputed(UnsetSide(unset)) || IsNoneOrComputed(UnsetSide(unset)) ||
                          (site.at_accessor && IsLiteralOrComputed(m, UnsetSide(unset)));
    if (computed && !IsExplicit(site, unset)) {
      if (!IsMadeOfReads(unset)) site.unset = UnsetSide(unset);
      continue;
    }
    if (told && IsNone(UnsetSide(unset))) continue;
    if (told && AsSequence(unset) != nullptr && literal->type == ConstantType::kText) continue;
    // Where the variable's default is one of several, a test that does not ask for it gave the others.
    if (IsAmong(before == nullptr ? m.values.none() : before, UnsetSide(unset))) continue;
    if (site.certain && !site.optional && IsAmong(UnsetSide(unset), facet.set)) continue;
    site.default_value = unset;
    ForEachLeaf(facet.set, [&](Val leaf) {
      const UnknownVal* unknown = AsUnknown(leaf);
      if (unknown == nullptr || unknown->type == ValueType::kUnknown) return;
      const bool of_site = std::binary_search(unknown->events.begin(), unknown->events.end(), number);
      if (!of_site || unknown->type == ValueType::kStr) return;
      const bool plain = site.type == ValueType::kUnknown || site.type == ValueType::kStr;
      site.many_types = site.many_types || (!plain && site.type != unknown->type);
      site.type = unknown->type;
    });
  }
}

}  // namespace

namespace {

bool IsBareParameter(Val value) {
  const TextVal* text = AsTextWithHoles(value);
  return text != nullptr && text->parts.size() == 1 &&
         text->parts[0].kind == TextPart::Kind::kParameter;
}

}  // namespace

bool IsVisited(const Machine& m, int unit, NodeId node) {
  const NodeId first = m.units[static_cast<size_t>(unit)].begin[node];
  const auto at = m.visited.lower_bound({unit, first});
  return at != m.visited.end() && at->unit == unit && at->node <= node;
}

bool IsSwept(const Machine& m, NodeId expression) {
  return m.every_branch && !IsVisited(m, m.frame->unit, expression);
}

bool IsRunning(const Machine& m, uint32_t activation) {
  for (const Activation* run = m.frame; run != nullptr; run = run->caller) {
    if (run->id == activation) return true;
  }
  return false;
}

bool IsValueOf(Val value, Symbol variable) {
  Val unset = UnsetSide(value);
  const ConstantVal* other = AsTextConstant(unset);
  if (other != nullptr && other->text != 0) return false;  // a text of its own where it is unset
  for (const FacetVal* facet = AsFacet(value); facet != nullptr; facet = AsFacet(facet->unset)) {
    const UnknownVal* set = AsUnknown(facet->set);
    if (set == nullptr || set->derived) return false;
    if (facet->variable == variable) return true;
  }
  return false;
}

namespace {

// The access to any one of the variables. Of more than a value has alternatives, all that is read is
// one value.
Val EmitAny(Machine& m, const Emission& emission, const std::vector<Val>& names) {
  if (names.size() <= ValuePool::kMostAlternatives) {
    return Lift1(m.values, m.values.Alternatives(names), [&](Val one) -> Val {
      return EmitOne(m, emission, one);
    });
  }
  const Mark mark = NameOf(m, names.front()).mark;
  Emission each = emission;
  each.variable = m.symbols.Intern("?any?" + std::to_string(mark.unit) + "?" + std::to_string(mark.node));
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
  Val set = m.values.Unknown(m.frame->unit, emission.node, type, std::move(events));
  Val value = m.values.Facet(each.variable, set, read->unset);
  NoteBinding(m, value);
  return value;
}

}  // namespace

Val Emit(Machine& m, const Emission& emission) {
  if (m.over) return m.values.unknown();
  m.visited.insert({m.frame->unit, emission.node});
  bool named = false;  // by a text: what the parameter else is given tells its own call
  ForEachLeaf(emission.name, [&](Val leaf) { named = named || AsTextConstant(leaf) != nullptr; });
  return Lift1(m.values, emission.name, [&](Val leaf) -> Val {
    if (!named) return EmitAny(m, emission, NamesByOrigin(m, leaf, emission.node));
    if (!IsBareParameter(leaf)) return EmitOne(m, emission, leaf);
    NameOf(m, leaf);
    return m.values.unknown();
  });
}

void NoteNews(Machine& m) {
  for (Activation* frame = m.frame; frame != nullptr && !frame->found; frame = frame->caller) {
    frame->found = true;
  }
}

Symbol AccessorName(Machine& m, Val object, std::string_view behind, std::string_view before) {
  const EnvironmentVal* environment = AsEnvironment(object);
  if (environment == nullptr || environment->name == 0) return m.symbols.Intern("env-dict");
  std::string name(before);
  name += m.symbols.TextOf(environment->name);
  return m.symbols.Intern(name.append(behind));
}

void EmitBulk(Machine& m, Val environment, std::string_view how, NodeId node) {
  if (m.over) return;
  const EnvironmentVal* of = AsEnvironment(environment);
  if (of == nullptr || of->name == 0) return;
  const std::string before = how == ")" ? "dict(" : "";
  const CodePoint at{m.frame->unit, node};
  m.visited.insert(at);
  EventSite& site = m.events.SiteOf(at, std::nullopt, EventLog::Group::kBulk);
  site.op = AccessOp::kBulk;
  site.at_accessor = true;
  if (site.via == 0) site.via = AccessorName(m, environment, how, before);
}

void NoteHandedWhole(Machine& m, const CallArguments& arguments, NodeId call) {
  for (Val value : arguments.positional) {
    ForEachLeaf(value, [&](Val leaf) { EmitBulk(m, leaf, "", call); });
  }
}

void NoteBinding(Machine& m, Val value) {
  if (m.over) return;
  const FacetVal* facet = AsFacet(value);
  if (facet == nullptr || m.frame == nullptr) return;
  // What holds where less is set counts more: it is noted last.
  NoteFacet(m, *facet);
  NoteBinding(m, facet->set);
  NoteBinding(m, facet->unset);
}

void NoteStored(Machine& m, Val value) {
  if (m.over) return;
  const FacetVal* facet = AsFacet(value);
  if (facet == nullptr || AsConstant(UnsetSide(facet->unset)) == nullptr || IsNone(UnsetSide(value))) return;
  for (const uint32_t number : EventsOf(facet->set)) {
    EventSite& site = m.events.Numbered(number);
    const bool open = site.default_value == nullptr || IsNone(UnsetSide(site.default_value)) ||
                      IsRaises(UnsetSide(site.default_value));
    if (site.name && VariableOf(site) == facet->variable && open) site.default_value = facet->unset;
  }
}

void NoteCall(Machine& m, Val value, uint64_t epoch) {
  if (m.over) return;
  const SequenceObject* several = AsSequence(value);
  if (several != nullptr && several->sequence == SequenceKind::kTuple) {
    for (Val item : ItemsOf(*several)) NoteCall(m, item, epoch);
  }
  for (const FacetVal* facet = AsFacet(value); facet != nullptr; facet = AsFacet(facet->unset)) {
    for (const uint32_t number : m.events.OfVariable(facet->variable)) {
      EventSite& site = m.events.Numbered(number);
      if (site.epoch <= epoch || site.frames.count(m.frame->id) == 0) continue;
      Val unset = WithoutAbsent(m.values, facet->unset);
      if (IsRaises(unset) && IsComplete(m, site) && m.asked == nullptr) site.required = true;
      if (IsRaises(unset) || IsAbsent(unset)) continue;
      if (IsNoneOrComputed(UnsetSide(unset))) continue;
      const bool unclear = UnsetSide(unset)->kind == ValKind::kUnknown;
      if (!unclear) site.default_value = unset;
      site.computed = site.computed || (unclear && !IsMadeOfReads(unset));
    }
  }
}

void NoteRequired(Machine& m, Val test, bool on_true, bool on_false) {
  if (m.over) return;
  const FacetVal* facet = AsFacet(test);
  if (facet == nullptr || on_true == on_false || !m.tries.empty()) return;
  if (KnownTruth(facet->unset) != on_true) return;
  for (const uint32_t number : m.events.OfVariable(facet->variable)) {
    EventSite& site = m.events.Numbered(number);
    if (site.frames.count(m.frame->id) > 0) site.required = true;
  }
}

void NoteType(Machine& m, Val value, ValueType type, bool last) {
  if (m.over) return;
  if (type == ValueType::kUnknown || type == ValueType::kStr) return;
  for (const uint32_t number : EventsOf(value)) {
    EventSite& site = m.events.Numbered(number);
    const bool plain = site.type == ValueType::kUnknown || site.type == ValueType::kStr;
    const bool gone = std::none_of(site.frames.begin(), site.frames.end(), [&](uint32_t frame) {
      return frame == 0 || IsRunning(m, frame);
    });
    // What another function makes of it counts where that is all that is known of what one gave back.
    if (gone && (site.giver.unit < 0 || !plain || site.may_be_text)) continue;
    if (plain || last) site.type = type;
    site.many_types = site.many_types || site.type != type;
  }
}

}  // namespace flagcensus
