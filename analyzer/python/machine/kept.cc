// Where the value of a read goes: what binds it, returns it, tests it, and replaces it.
//
//   path = os.environ.get("APP_DIR")        kept: the statement binds it
//   if path: root = Path(path) / "x"        tested for truth
//   else: root = Path("/srv/x")             replaced: unset, APP_DIR is as good as "/srv"
#include <algorithm>
#include <set>

#include "analyzer/python/machine/access_parts.h"
#include "analyzer/python/machine/machine.h"
#include "analyzer/python/machine/root_files.h"

namespace flagcensus {
namespace {

using Tested = EventUse::Tested;

bool OccursIn(const Machine& m, const EventSite& site, NodeId statement) {
  const NodeId first = m.program.units[static_cast<size_t>(m.run.frame->unit)].begin[statement];
  return site.at.unit == m.run.frame->unit && site.at.node >= first && site.at.node <= statement;
}

bool IsOfFrame(const RunState& run, const EventSite& site) {
  return site.last.frames.count(run.frame->id) > 0;
}

// Calls use(variable, set, unset) for each facet in the value.
template <class Use>
// Outer facets first.
void ForEachFacet(Val value, const Use& use) {
  const FacetVal* facet = AsFacet(value);
  if (facet == nullptr) return;
  use(*facet);
  ForEachFacet(facet->set, use);
  ForEachFacet(facet->unset, use);
}

// Whether the node is None or "", which are alike if only truth is tested.
bool IsNothing(const Syntax& syntax, NodeId node) {
  const NodeKind kind = syntax.kind(node);
  return kind == NodeKind::kNone || (kind == NodeKind::kString && syntax.text(node).empty());
}

// `v is None`, `v in ("", "auto")`. A comparison with other words tests the value itself.
Tested ComparedWithNothing(const Syntax& syntax, NodeId test) {
  // A comparison of exactly two operands.
  if (syntax.count(test) != 2) return Tested::kNever;
  const NodeId other = syntax.child(test, 1);
  if (syntax.text(test).starts_with("is")) {
    return syntax.kind(other) == NodeKind::kNone ? Tested::kNone : Tested::kNever;
  }
  const NodeKind kind = syntax.kind(other);
  const bool listed = kind == NodeKind::kTuple || kind == NodeKind::kList || kind == NodeKind::kSet;
  if (syntax.text(test) != "in" || !listed) return Tested::kNever;
  for (size_t i = 0; i < syntax.count(other); ++i) {
    if (IsNothing(syntax, syntax.child(other, i))) return Tested::kTaken;
  }
  return Tested::kNever;
}

// How the expression tests whether something has a value; of `a and b`, the first operand decides.
Tested AskedBy(const Syntax& syntax, NodeId test) {
  while (syntax.kind(test) == NodeKind::kNot || syntax.kind(test) == NodeKind::kAnd) {
    test = syntax.child(test, 0);
  }
  switch (syntax.kind(test)) {
    case NodeKind::kName:
      return Tested::kTruth;
    case NodeKind::kWalrus:
      return Tested::kTaken;
    case NodeKind::kCompare:
      return ComparedWithNothing(syntax, test);
    default:
      return Tested::kNever;
  }
}

// Whether the value is a variable's, is made from one, or is a sequence with such an element.
bool ContainsRead(Val value) {
  bool found = IsMadeOfReads(value);
  ForEachLeaf(value, [&](Val leaf) {
    // Elements of a sequence count, but not those of a mapping.
    const SequenceObject* sequence = AsSequence(leaf);
    if (sequence == nullptr) return;
    found = found || (MoreOf(*sequence) != nullptr && IsMadeOfReads(MoreOf(*sequence)));
    for (Val item : ItemsOf(*sequence)) found = found || IsMadeOfReads(item);
  });
  return found;
}

// Whether the value adds a read's value to a text that exists without it: `version += suffix`. The
// unset side is then not a default of the suffix.
bool AddsToOther(Val set) {
  bool adds = false;
  ForEachLeaf(set, [&](Val leaf) {
    const UnknownVal* unknown = AsUnknown(leaf);
    if (unknown == nullptr || unknown->parts.empty()) return;
    adds = adds || std::none_of(unknown->parts.begin(), unknown->parts.end(),
                                [](const ReadPart& part) { return part.begins; });
  });
  return adds;
}

// Path(read) / "a", Path(read).joinpath("a"): "/a", which is appended to the variable's value; ""
// if nothing is appended, or an unknown part is.
std::string AppendedPath(const Machine& m, Val value) {
  const UnknownVal* made = nullptr;
  ForEachLeaf(value, [&](Val leaf) {
    const UnknownVal* one = AsUnknown(leaf);
    if (one != nullptr && !one->parts.empty() && one->unit >= 0) made = one;
  });
  if (made == nullptr) return {};
  const Syntax& syntax = UnitAt(m, made->unit).syntax();
  // From the outermost operation inwards, each adds its literals in front.
  std::string out;
  NodeId node = made->node;
  // Each step handles one operation: a division, or a call of a method that joins.
  while (true) {
    const NodeKind kind = syntax.kind(node);
    std::string here;
    NodeId base = kNoNode;
    size_t first = 1;
    if (kind == NodeKind::kBinary && syntax.text(node) == "/") {
      base = syntax.child(node, 0);
    } else if (kind == NodeKind::kCall && syntax.count(node) > 1) {
      const NodeId callee = syntax.child(node, 0);
      const bool method = syntax.kind(callee) == NodeKind::kAttribute;
      if (method && syntax.text(callee) == "joinpath") base = syntax.child(callee, 0);
      // os.path.join(read, "a"): the first argument is the base.
      if (method && syntax.text(callee) == "join") {
        base = syntax.child(node, 1);
        first = 2;
      }
    }
    if (base == kNoNode) return out;
    for (size_t i = first; i < syntax.count(node); ++i) {
      if (syntax.kind(syntax.child(node, i)) != NodeKind::kString) return {};
      here += "/" + syntax.text(syntax.child(node, i));
    }
    out.insert(0, here);
    node = base;
  }
}

// Whether a caller or a file decides the test if the variable is unset: the value after the test is
// then not due to the variable alone.
bool IsDecidedElsewhere(const SymbolTable& symbols, Val test) {
  bool elsewhere = false;
  ForEachLeaf(test, [&](Val leaf) { elsewhere = elsewhere || IsGivenElsewhere(symbols, leaf); });
  return elsewhere;
}

// [value]: its only element; null: the value is not a sequence, or has more elements.
Val OnlyElement(Val value) {
  const SequenceObject* sequence = AsSequence(value);
  if (sequence == nullptr || MoreOf(*sequence) != nullptr) return nullptr;
  const std::vector<Val> items = ItemsOf(*sequence);
  return items.size() == 1 ? items[0] : nullptr;
}

// Whether [value], of a read, is among the alternatives.
bool ContainsOneRead(Val value) {
  bool found = false;
  ForEachLeaf(value, [&](Val leaf) {
    Val element = OnlyElement(leaf);
    found = found || (element != nullptr && !EventsOf(element).empty());
  });
  return found;
}

}  // namespace

bool ContainsVariables(Val value) {
  bool found = false;
  ForEachLeaf(value, [&](Val leaf) {
    const MappingObject* mapping = AsMapping(leaf);
    // The rest of the mapping says what its other keys are.
    Val rest = mapping == nullptr ? nullptr : mapping->slots.Get(kRestSlot);
    if (rest == nullptr) return;
    ForEachLeaf(rest, [&](Val keys) {
      const TextVal* text = AsTextWithHoles(keys);
      found = found || AsEnvironment(keys) != nullptr ||
              (text != nullptr &&
               std::any_of(text->parts.begin(), text->parts.end(),
                           [](const TextPart& part) { return part.kind == TextPart::Kind::kKey; }));
    });
  });
  return found;
}

void NoteKept(Machine& m, Val value, NodeId statement) {
  if (m.run.over) return;
  // Marks the reads of the variables, and then the value's own reads: a value may depend on a
  // variable without being its value.
  ForEachFacet(value, [&](const FacetVal& facet) {
    for (const uint32_t number : m.events.OfVariable(facet.variable)) {
      EventSite& site = m.events.Numbered(number);
      if (IsOfFrame(m.run, site) && OccursIn(m, site, statement)) site.use.kept = true;
    }
  });
  for (const uint32_t number : EventsOf(value)) {
    EventSite& site = m.events.Numbered(number);
    if (IsOfFrame(m.run, site) && OccursIn(m, site, statement)) site.use.carried = true;
  }
}

void NoteGivenBack(Machine& m, Val value) {
  const FunctionObject* function = m.run.frame->function;
  if (m.run.over || function == nullptr) return;
  for (const uint32_t number : EventsOf(value)) {
    EventSite& site = m.events.Numbered(number);
    if (IsOfFrame(m.run, site)) site.use.giver = {function->unit, function->node};
  }
  if (!ContainsVariables(value)) return;
  // The function's callers may look a variable up in the result.
  if (IsSearchable(m.symbols.TextOf(function->name)))
    m.pending.wanted.try_emplace(function->name, false);
}

void NoteTested(Machine& m, Val test, NodeId node) {
  if (m.run.over || AsFacet(test) == nullptr) return;
  const Tested asked = AskedBy(SyntaxHere(m), node);
  if (asked == Tested::kNever) return;
  ForEachFacet(test, [&](const FacetVal& facet) {
    for (const uint32_t number : m.events.OfVariable(facet.variable)) {
      // The strongest test counts.
      EventSite& site = m.events.Numbered(number);
      if (IsOfFrame(m.run, site)) site.use.tested = std::max(site.use.tested, asked);
    }
  });
}

namespace {

// The reads that the leaf is, or is made from.
std::set<uint32_t> ReadsIn(Val leaf) {
  const UnknownVal* unknown = AsUnknown(leaf);
  if (unknown == nullptr) return {};
  std::set<uint32_t> out(unknown->events.begin(), unknown->events.end());
  for (const ReadPart& part : unknown->parts) out.insert(part.event);
  return out;
}

// A value made from another variable replaces the one made from the site's, `set`:
//
//   if a: path = Path(a) / "x"
//   elif b: path = Path(b) / "x"
void NoteOtherRead(Machine& m, EventSite* site, Val set, Val unset) {
  const FacetVal* other = AsFacet(unset);
  if (other == nullptr || !site->name || other->variable == site->variable) return;
  const auto is_of = [&](const std::set<uint32_t>& reads, Symbol variable) {
    return std::any_of(reads.begin(), reads.end(), [&](uint32_t number) {
      return m.events.Numbered(number).variable == variable;
    });
  };
  bool own = false;
  bool both = false;  // Path(b) / a: the other is a part of the value made from the site's
  ForEachLeaf(set, [&](Val leaf) {
    const std::set<uint32_t> reads = ReadsIn(leaf);
    own = own || is_of(reads, site->variable);
    both = both || (is_of(reads, site->variable) && is_of(reads, other->variable));
  });
  if (!own || both) return;
  ForEachLeaf(other->set, [&](Val leaf) {
    for (const uint32_t number : ReadsIn(leaf)) {
      EventSite& inner = m.events.Numbered(number);
      if (!inner.name || inner.variable != other->variable) continue;
      site->unset.falls_back = true;
      if (inner.unset.outer == 0) inner.unset.outer = *site->name;
    }
  });
}

}  // namespace

void NoteReplaced(Machine& m, Val test, Val value) {
  const FacetVal* asked = AsFacet(test);
  if (m.run.over || asked == nullptr) return;
  // What the value is on each side of the test's variable.
  Val set = Restrict(m.values, value, asked->variable, true);
  Val unset = UnsetSide(Restrict(m.values, value, asked->variable, false));
  // A replacement that is itself nothing, or another read, is not a default.
  if (IsNone(unset) || IsAbsent(unset) || IsRaises(unset) || ContainsRead(unset)) return;
  if (IsDecidedElsewhere(m.symbols, Restrict(m.values, test, asked->variable, false))) return;
  // names = [name] if name else ["all"]: the element replaces the value.
  if (Val element = OnlyElement(unset); AsConstant(element) != nullptr && ContainsOneRead(set))
    unset = element;
  if (const ConstantVal* path = AsTextConstant(unset)) {
    const std::string behind = AppendedPath(m, set);
    const std::string& whole = m.symbols.TextOf(path->text);
    // Both paths must have the same end: Path(read) / "x" and "/srv/x" give "/srv".
    if (!behind.empty() && (!whole.ends_with(behind) || whole.size() == behind.size())) return;
    if (!behind.empty()) {
      const size_t size = whole.size() - behind.size();
      unset = m.values.Text(m.symbols.Intern(std::string(whole, 0, size)), path->mark);
    }
  }
  // f"Tea ({kind})" if kind else "Tea": the other text is not a value of `kind`.
  const ConstantVal* text = AsTextConstant(unset);
  if (AddsToOther(set) && (AsConstant(unset) == nullptr || (text != nullptr && text->text != 0)))
    return;
  const std::vector<uint32_t> events = EventsOf(set);
  if (!events.empty() || !ContainsRead(set)) return;  // NoteBinding sees it, or it is a switch
  for (const uint32_t number : m.events.OfVariable(asked->variable)) {
    EventSite& site = m.events.Numbered(number);
    if (!IsOfFrame(m.run, site) || site.unset.value != nullptr) continue;
    site.unset.value = unset;
    NoteOtherRead(m, &site, set, Restrict(m.values, value, asked->variable, false));
  }
}

}  // namespace flagcensus
