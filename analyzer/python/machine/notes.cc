// What becomes of a variable's value, recorded at its sites: fallbacks, bindings, calls, types.
//
//   port = os.environ.get("A") or os.environ.get("B") or "80"
//       is bound as F(A, a text, F(B, a text, "80")):
//       A falls back to B, and B's default is "80"
//
// These functions run at each binding, again and again for the same site. The rules below decide
// which of several observations counts.
#include <algorithm>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/access_parts.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// Whether a test runs the program's code: what it does with the read's value says nothing about the
// program.
bool IsRunByTest(const Machine& m, const EventSite& site) {
  // The scope of the root's file, and that of the read's.
  const auto scope = [&](int unit) {
    return m.program.tree.files[static_cast<size_t>(UnitAt(m, unit).file)].scope;
  };
  const Activation* root = m.run.frame;
  while (root->caller != nullptr) root = root->caller;
  return scope(root->unit) == Scope::kTest && scope(site.at.unit) != Scope::kTest;
}

// Whether the value is bound in the frame that spelled the name of the read, or that frame is gone.
bool BindsHere(const RunState& run, const EventSite& site) {
  return site.last.frames.count(0) > 0 || site.last.frames.count(run.frame->id) > 0;
}

// Whether `unset` is the default that was passed to the accessor; such a default counts in any
// form.
bool IsExplicit(const EventSite& site, Val unset) {
  return site.fallback.value != nullptr &&
         SameVal(UnsetSide(site.fallback.value), UnsetSide(unset));
}

}  // namespace

bool IsReplacedBy(const Machine& m, const EventSite& site, Val unset) {
  const FacetVal* other = AsFacet(unset);
  if (other == nullptr || !site.name || other->variable == site.variable) return false;
  const std::vector<uint32_t> reads = EventsOf(other->set);
  const bool together = std::any_of(reads.begin(), reads.end(), [&](uint32_t number) {
    const uint64_t group = m.events.sites()[number].unset.together;
    return group != 0 && group == site.unset.together;
  });
  // Two reads of one access (a parameter with several names) do not replace each other.
  if (reads.empty() || together) return false;
  // If one branch reads this variable and another branch the other, under a test of neither, then
  // this read's own default is possible although the other variable is set. It is then no
  // replacement.
  Val own = site.fallback.passed != nullptr ? UnsetSide(site.fallback.passed)
            : site.raises.optional          ? m.values.none()
                                            : m.values.raises();
  bool possible = false;
  if (AsAlternatives(other->set) == nullptr) return true;
  ForEachLeaf(other->set, [&](Val leaf) { possible = possible || SameVal(leaf, own); });
  return !possible;
}

namespace {

// Records that another variable is read if the site's is unset, and in the other's sites the
// variable that leads to them.
void NoteFallback(Machine& m, EventSite* site, const FacetVal& other) {
  if (!IsReplacedBy(m, *site, &other)) return;
  const Symbol variable = *site->name;
  site->unset.falls_back = true;
  for (const uint32_t number : EventsOf(other.set)) {
    EventSite& inner = m.events.Numbered(number);
    if (inner.name && *inner.name == other.variable && other.variable != variable &&
        inner.unset.outer == 0) {
      inner.unset.outer = variable;
    }
  }
}

// Whether the value is nothing that a page could state: unknown, a text with holes, a list with
// elements, or the result of a library's call. One of these among the alternatives is enough: the
// others apply if the call fails.
bool IsComputed(Val value) {
  bool computed = true;
  bool asked = false;
  // Each alternative is of a kind that no page states, or one is a library's result.
  ForEachLeaf(value, [&](Val leaf) {
    const bool library = leaf->kind == ValKind::kLibrary;
    asked = asked || library;
    const SequenceObject* list = AsSequence(leaf);
    const bool some = list != nullptr && (MoreOf(*list) != nullptr || !ItemsOf(*list).empty());
    computed = computed &&
               (library || some || leaf->kind == ValKind::kUnknown || leaf->kind == ValKind::kText);
  });
  return computed || asked;
}

// Whether each alternative is computed or None, and one is None: find_config() or None.
bool IsNoneOrComputed(Val value) {
  const AlternativesVal* several = AsAlternatives(value);
  if (several == nullptr) return false;
  const auto fits = [](Val item) { return IsNone(item) || IsComputed(item); };
  return std::any_of(several->items.begin(), several->items.end(),
                     [](Val item) { return IsNone(item); }) &&
         std::all_of(several->items.begin(), several->items.end(), fits);
}

// Whether the value is None unless a file or the caller provides another.
bool IsNoneOrGiven(const SymbolTable& symbols, Val value) {
  const AlternativesVal* several = AsAlternatives(value);
  return several != nullptr &&
         std::all_of(several->items.begin(), several->items.end(),
                     [&](Val item) { return IsNone(item) || IsGivenElsewhere(symbols, item); });
}

// Whether the value is computed or a literal, both being possible. Values from the caller do not
// count.
bool IsLiteralOrComputed(const SymbolTable& symbols, Val value) {
  const AlternativesVal* several = AsAlternatives(value);
  if (several == nullptr) return false;
  // Constants and computed values, apart from those from elsewhere.
  bool literal = false;
  bool computed = false;
  for (Val item : several->items) {
    if (IsGivenElsewhere(symbols, item)) continue;
    if (AsConstant(item) == nullptr && !IsComputed(item)) return false;
    (AsConstant(item) != nullptr ? literal : computed) = true;
  }
  return literal && computed;
}

// Whether the list has an element other than the empty text, which is what splitting an empty text
// gives.
bool ContainsValue(Val value) {
  const SequenceObject* list = AsSequence(value);
  // Only lists without unknown elements.
  if (list == nullptr || MoreOf(*list) != nullptr) return false;
  const std::vector<Val> items = ItemsOf(*list);
  return std::any_of(items.begin(), items.end(), [](Val item) {
    const ConstantVal* text = AsTextConstant(item);
    return text == nullptr ? AsConstant(item) != nullptr : text->text != 0;
  });
}

bool IsAmong(Val value, Val alternatives) {
  const AlternativesVal* several = AsAlternatives(alternatives);
  return several != nullptr && std::any_of(several->items.begin(), several->items.end(),
                                           [&](Val item) { return SameVal(item, value); });
}

// Whether the site has no certain default yet: a row may still provide it.
bool IsOpenDefault(Val value) {
  if (value == nullptr) return true;
  Val unset = UnsetSide(value);
  return IsNone(unset) || IsRaises(unset) || AsConstant(unset) == nullptr;
}

// The alternatives of the unset side that the set side does not have. In `given.get(key) or
// os.environ.get(key, 3)`, `given` comes first on both sides and is not the default.
Val WithoutShared(ValuePool& values, const FacetVal& facet) {
  const AlternativesVal* unset = AsAlternatives(facet.unset);
  if (unset == nullptr || AsFacet(facet.set) != nullptr) return facet.unset;
  // What both sides have in common is decided before the variable.
  std::vector<Val> own;    // of the unset side alone
  std::vector<Val> known;  // or at least not as unknown as what both have
  for (Val item : unset->items) {
    const bool shared = EventsOf(item).empty() && IsAmong(item, facet.set);
    if (!shared) own.push_back(item);
    if (!shared || AsUnknown(item) == nullptr) known.push_back(item);
  }
  if (own.empty()) own.swap(known);
  return own.empty() ? facet.unset : values.Alternatives(own);
}

// APP_KEY_FILE names a file with the value that APP_KEY would have. The other variable's value, and
// its default, are not those of the file's name.
bool IsFileOf(const Machine& m, const EventSite& site, Val unset) {
  constexpr std::string_view kFile = "_FILE";
  if (!site.name || !m.symbols.TextOf(*site.name).ends_with(kFile)) return false;
  std::string_view held = m.symbols.TextOf(*site.name);
  held.remove_suffix(kFile.size());
  // The names of the variables that replace it, along the unset sides.
  for (const FacetVal* other = AsFacet(unset); other != nullptr; other = AsFacet(other->unset)) {
    if (m.symbols.TextOf(other->variable) == held) return true;
  }
  return false;
}

// `first`: no other variable is tested before this one. Otherwise the order in which they are read
// is lost, and no fallback is recorded.
void NoteFacet(Machine& m, const FacetVal& facet, bool first) {
  // Below `if value is UNSET: continue`, the unset side does not occur any more.
  if (AsConstant(UnsetSide(facet.unset)) == nullptr && IsKnownSet(m, facet.variable, 0)) return;
  // Each read of this facet; a value may combine several.
  for (const uint32_t number : EventsOf(facet.set)) {
    EventSite& site = m.events.Numbered(number);
    if (site.variable != facet.variable) continue;
    // In a function run for each row of a table, the row's own variable has its default from there.
    if (m.run.row_reader != 0 && site.named.by_parameter && site.call.is_accessor) continue;
    Val unset = WithoutAbsent(m.values, WithoutShared(m.values, facet));
    if (IsRaises(unset) || IsAbsent(unset) || IsRunByTest(m, site)) continue;
    if (IsFileOf(m, site, unset)) {
      site.unset.falls_back = true;
      continue;
    }
    // The program's mark for "no value" means None.
    if (IsMarkOfNothing(m.symbols, UnsetSide(unset))) unset = m.values.none();
    // Bound in a function that the name was passed to: a literal there replaces the caller's None.
    // It is the default only if the caller states none.
    if (!BindsHere(m.run, site)) {
      Val plain = UnsetSide(unset);
      const InstanceObject* member = AsInstance(plain);
      const bool literal = (AsConstant(plain) != nullptr && !IsNoneOrItsText(m.symbols, plain)) ||
                           (member != nullptr && member->member_value != nullptr);
      if (literal) site.fallback.inner = UnsetSide(unset);
      continue;
    }
    Val before = site.fallback.value == nullptr ? nullptr : UnsetSide(site.fallback.value);
    const ConstantVal* literal = AsConstant(before);
    const bool stated = literal != nullptr && !IsNoneOrItsText(m.symbols, before) &&
                        !(literal->type == ConstantType::kText && literal->text == 0);
    // A value that is computed if nothing is set is not a default that a page could state.
    const FacetVal* other = first ? AsFacet(unset) : nullptr;
    if (other != nullptr) NoteFallback(m, &site, *other);
    const bool computed =
        IsComputed(UnsetSide(unset)) || IsNoneOrComputed(UnsetSide(unset)) ||
        (site.call.is_accessor && IsLiteralOrComputed(m.symbols, UnsetSide(unset)));
    // Computed for the unset case: recorded as such, unless the default was passed in that form.
    if (computed && !IsExplicit(site, unset)) {
      // A list that a function makes of the default is a spelling of that default.
      const bool list = site.fallback.passed != nullptr &&
                        AsSequence(UnsetSide(unset)) != nullptr &&
                        !(literal != nullptr && !stated && ContainsValue(UnsetSide(unset)));
      if (!list && !site.fallback.by_class && !IsMadeOfReads(unset) &&
          !IsNoneOrGiven(m.symbols, UnsetSide(unset)))
        site.unset.value = UnsetSide(unset);
      continue;
    }
    // A literal that is known is not replaced by None: a later binding on another path.
    if (stated && IsNoneOrItsText(m.symbols, UnsetSide(unset))) continue;
    // If the class provides the field's value, a later value of the field is made from that.
    if (site.fallback.by_class && AsConstant(UnsetSide(unset)) == nullptr) continue;
    // One method of an object returns "", where another one has a literal.
    const ConstantVal* text = AsTextConstant(UnsetSide(unset));
    const bool of_object = site.last.frames.count(0) > 0 && !site.call.is_accessor;
    if (stated && of_object && text != nullptr && text->text == 0) continue;
    // bool(VAR.get()): the caller turns a text into a truth.
    const bool plain = site.typed.type == ValueType::kUnknown || site.typed.type == ValueType::kStr;
    if (of_object && (plain || site.typed.by_bool) && KnownTruth(UnsetSide(unset)) == false) {
      continue;
    }
    // `names = default.split(",")`: the text is the default, the list its parsed form.
    if (stated && AsSequence(unset) != nullptr && literal->type == ConstantType::kText) continue;
    // If the default is one of several values here, a test of something else led to the others.
    if (IsAmong(before == nullptr ? m.values.none() : before, UnsetSide(unset))) continue;
    // A handler's value that the set side has as well is decided by something else.
    if (site.raises.certain && !site.raises.optional && IsAmong(UnsetSide(unset), facet.set)) {
      continue;
    }
    site.fallback.value = unset;
    // The leaf's type is the conversion on the way to this binding.
    ForEachLeaf(facet.set, [&](Val leaf) {
      const UnknownVal* unknown = AsUnknown(leaf);
      if (unknown == nullptr || unknown->type == ValueType::kUnknown) return;
      const bool of_site =
          std::binary_search(unknown->events.begin(), unknown->events.end(), number);
      if (!of_site || unknown->type == ValueType::kStr) return;
      const bool untyped =
          site.typed.type == ValueType::kUnknown || site.typed.type == ValueType::kStr;
      site.typed.many = site.typed.many || (!untyped && site.typed.type != unknown->type);
      site.typed.type = unknown->type;
    });
  }
}

void NoteFacets(Machine& m, Val value, bool first) {
  const FacetVal* facet = AsFacet(value);
  if (facet == nullptr) return;
  // The value for the case in which fewer variables are set counts more: it is recorded last.
  NoteFacet(m, *facet, first);
  NoteFacets(m, facet->set, false);
  NoteFacets(m, facet->unset, first);
}

void CollectVariables(Val value, std::set<Symbol>* out) {
  const FacetVal* facet = AsFacet(value);
  if (facet == nullptr) return;
  out->insert(facet->variable);
  CollectVariables(facet->set, out);
  CollectVariables(facet->unset, out);
}

// Those on which the value depends.
std::set<Symbol> VariablesOf(Val value) {
  std::set<Symbol> out;
  CollectVariables(value, &out);
  return out;
}

}  // namespace

// Marks the frame and its callers, up to one that is marked already.
void NoteNews(RunState& run) {
  for (Activation* frame = run.frame; frame != nullptr && !frame->found; frame = frame->caller) {
    frame->found = true;
  }
}

void NoteBinding(Machine& m, Val value) {
  if (m.run.over) return;
  if (m.run.frame != nullptr) NoteFacets(m, value, true);
}

namespace {

// The class's value of a field that is otherwise absent:
//
//   port = 80
//   def __init__(self, env):
//       if env.get("APP_PORT"): self.port = int(env["APP_PORT"])
//
// The unset side is then 80. Null: the class has no such value, or the field has a different one
// there.
Val HeldByClass(Machine& m, HeapObject* object, const SlotKey& key, Val unset) {
  // Only fields of objects.
  if (object->kind != ObjectKind::kInstance || key.kind != SlotKey::Kind::kText) return nullptr;
  bool absent = false;
  bool other = false;
  ForEachLeaf(unset, [&](Val leaf) {
    absent = absent || IsAbsent(leaf);
    other = other || (!IsAbsent(leaf) && AsUnknown(leaf) == nullptr && AsLibrary(leaf) == nullptr);
  });
  if (!absent || other) return nullptr;
  ClassObject* const type = static_cast<InstanceObject*>(object)->type;
  Val held = FindInClass(m, type, static_cast<Symbol>(key.number));
  if (held == nullptr || AsFacet(held) != nullptr) return nullptr;
  return AsConstant(held) != nullptr || AsSequence(held) != nullptr ? held : nullptr;
}

// Whether the stored value is an unchanged text: False in its place then means that there is none.
bool IsTextFor(Val held, Val set) {
  if (KnownTruth(held) != false) return false;
  bool text = false;
  ForEachLeaf(set, [&](Val leaf) {
    const UnknownVal* unknown = AsUnknown(leaf);
    const bool plain = unknown != nullptr &&
                       (unknown->type == ValueType::kUnknown || unknown->type == ValueType::kStr);
    text = text || (plain && !unknown->events.empty());
  });
  return text;
}

// Whether the value is true or false and nothing else: words decide which.
bool IsEitherTruth(Val value) {
  bool on = false;
  // Each possible value is a truth.
  bool off = false;
  bool other = false;
  ForEachLeaf(value, [&](Val leaf) {
    const std::optional<bool> known = KnownTruth(leaf);
    other = other || (!known && !IsAbsent(leaf) && AsUnknown(leaf) == nullptr);
    on = on || known == true;
    off = off || known == false;
  });
  return on && off && !other;
}

// The sites of the facet's variable with a value stored in the field `key`. For a truth that words
// decide, the field's name has to be the end of the variable's, as for debug and APP_DEBUG.
std::vector<uint32_t> SitesStored(const Machine& m, const FacetVal& facet, const SlotKey& key) {
  // The value itself, or words that decide it.
  std::vector<uint32_t> out = EventsOf(facet.set);
  if (!out.empty() || !IsEitherTruth(facet.set)) return out;
  const std::string field = ToLower(m.symbols.TextOf(static_cast<Symbol>(key.number)));
  if (!ToLower(m.symbols.TextOf(facet.variable)).ends_with(field)) return out;
  for (const uint32_t number : m.events.OfVariable(facet.variable)) {
    if (m.events.sites()[number].last.frames.count(m.run.frame->id) > 0) out.push_back(number);
  }
  return out;
}

}  // namespace

void NoteStored(Machine& m, const Heap::Change& change, Val value) {
  if (m.run.over) return;
  const FacetVal* facet = AsFacet(value);
  if (facet == nullptr) return;
  // The class's value for an absent field; None if it only marks that there is none.
  Val held = HeldByClass(m, change.object, change.key, UnsetSide(facet->unset));
  if (held != nullptr && IsTextFor(held, facet->set)) held = m.values.none();
  const bool literal = AsConstant(UnsetSide(facet->unset)) != nullptr && !IsNone(UnsetSide(value));
  if (!literal && held == nullptr) return;
  const std::vector<uint32_t> sites =
      held == nullptr ? EventsOf(facet->set) : SitesStored(m, *facet, change.key);
  for (const uint32_t number : sites) {
    EventSite& site = m.events.Numbered(number);
    const bool open = site.fallback.value == nullptr || IsNone(UnsetSide(site.fallback.value)) ||
                      IsRaises(UnsetSide(site.fallback.value));
    const bool own = site.name && site.variable == facet->variable;
    // A required variable remains required, even if a field has a value without it.
    const bool required = site.raises.required ||
                          (site.raises.certain && !site.raises.optional && site.raises.unasked);
    if (!own || !open || (held != nullptr && required) || IsRunByTest(m, site)) continue;
    site.fallback.value = held == nullptr ? facet->unset : held;
    site.fallback.by_class = held != nullptr;
  }
}

// The reads that the call has caused (those with a later epoch) return in its value: the unset side
// is their default, or they are required.
void NoteCall(Machine& m, Val value, uint64_t epoch) {
  if (m.run.over) return;
  const SequenceObject* several = AsSequence(value);
  if (several != nullptr && several->sequence == SequenceKind::kTuple) {
    for (Val item : ItemsOf(*several)) NoteCall(m, item, epoch);
  }
  // The variables on which the result depends, from the outermost to the innermost.
  for (const FacetVal* facet = AsFacet(value); facet != nullptr; facet = AsFacet(facet->unset)) {
    const bool literal = AsConstant(UnsetSide(facet->unset)) != nullptr;
    if (!literal && IsKnownSet(m, facet->variable, 0)) continue;
    for (const uint32_t number : m.events.OfVariable(facet->variable)) {
      EventSite& site = m.events.Numbered(number);
      if (site.last.epoch <= epoch || site.last.frames.count(m.run.frame->id) == 0) continue;
      Val unset = WithoutAbsent(m.values, facet->unset);
      const bool raises = IsRaises(unset) && IsComplete(m.symbols, site) && m.run.asked == nullptr;
      if (raises && !IsKnownSet(m, site.variable, m.run.frame->id)) site.raises.required = true;
      if (IsRaises(unset) || IsAbsent(unset)) continue;
      if (IsNoneOrComputed(UnsetSide(unset)) || IsRunByTest(m, site)) continue;
      if (IsFileOf(m, site, unset)) continue;
      // An unknown result for the unset case is a computed default, unless it comes from another
      // read.
      const bool unclear = UnsetSide(unset)->kind == ValKind::kUnknown;
      if (!unclear) site.fallback.value = unset;
      site.unset.computed = site.unset.computed || (unclear && !IsMadeOfReads(unset));
    }
  }
}

// to_int(os.environ.get("A"), 80): F(A, a number, 80) with 80 among the arguments.
void NoteConverted(Machine& m, const std::vector<Val>& arguments, Val value) {
  if (m.run.over) return;
  for (const FacetVal* facet = AsFacet(value); facet != nullptr; facet = AsFacet(facet->unset)) {
    // The result if unset is one of the constant arguments.
    Val unset = UnsetSide(facet->unset);
    if (AsConstant(unset) == nullptr || IsNone(unset) || !EventsOf(facet->set).empty()) continue;
    const bool given = std::any_of(arguments.begin(), arguments.end(), [&](Val one) {
      return one != nullptr && AsConstant(one) != nullptr && SameVal(one, unset);
    });
    if (!given) continue;
    for (Val one : arguments) {
      const FacetVal* read = one == nullptr ? nullptr : AsFacet(one);
      if (read == nullptr || read->variable != facet->variable || !IsNone(read->unset)) continue;
      for (const uint32_t number : EventsOf(read->set)) {
        EventSite& site = m.events.Numbered(number);
        const bool open = site.fallback.value == nullptr || IsNone(UnsetSide(site.fallback.value));
        const bool own = site.variable == facet->variable && !IsRunByTest(m, site);
        if (own && open) site.fallback.value = facet->unset;
      }
    }
  }
}

// A row's read has no default of its own: the function's result for that row is one.
void NoteRow(Machine& m, Val value) {
  // Along the unset sides: each variable may have been read in the row's run.
  for (const FacetVal* facet = AsFacet(value); facet != nullptr && !m.run.over;
       facet = AsFacet(facet->unset)) {
    Val unset = WithoutAbsent(m.values, facet->unset);
    if (IsRaises(unset) || IsAbsent(unset) || IsNone(UnsetSide(unset)) ||
        IsComputed(UnsetSide(unset)))
      continue;
    for (const uint32_t number : m.events.OfVariable(facet->variable)) {
      EventSite& site = m.events.Numbered(number);
      if (site.named.by_row && IsOpenDefault(site.fallback.value)) site.fallback.value = unset;
    }
  }
}

void NoteRequired(Machine& m, Val test, bool on_true, bool on_false) {
  // Not inside a `try`, which may handle the exception.
  if (m.run.over || AsFacet(test) == nullptr || on_true == on_false || !m.run.tries.empty()) return;
  // if not host or not port: raise — with either variable unset, the test is true in every case.
  for (const Symbol variable : VariablesOf(test)) {
    bool leads = true;
    ForEachLeaf(Restrict(m.values, test, variable, false),
                [&](Val leaf) { leads = leads && KnownTruth(leaf) == on_true; });
    if (!leads) continue;
    for (const uint32_t number : m.events.OfVariable(variable)) {
      EventSite& site = m.events.Numbered(number);
      if (site.last.frames.count(m.run.frame->id) > 0) site.raises.required = true;
    }
  }
}

namespace {

// Whether the value is that of exactly one read. An element of a collection may be another
// variable's.
bool IsOfOneRead(Val value) {
  size_t reads = 0;
  ForEachLeaf(value, [&](Val leaf) {
    const UnknownVal* unknown = AsUnknown(leaf);
    if (unknown == nullptr) return;
    reads += unknown->derived ? 2 : unknown->events.size();
  });
  return reads == 1;
}

}  // namespace

void NoteType(Machine& m, Val value, ValueType type, bool last) {
  if (m.run.over) return;
  if (type == ValueType::kUnknown || type == ValueType::kStr) return;
  const bool alone = IsOfOneRead(value);
  // Each read of which the value is the source.
  for (const uint32_t number : EventsOf(value)) {
    EventSite& site = m.events.Numbered(number);
    const bool plain = site.typed.type == ValueType::kUnknown || site.typed.type == ValueType::kStr;
    const bool gone =
        std::none_of(site.last.frames.begin(), site.last.frames.end(),
                     [&](uint32_t frame) { return frame == 0 || IsRunning(m, frame); });
    // If the frames of the site have ended, a conversion in another function counts only if nothing
    // else is known about the value: it was returned, or is the only value of its field or name.
    const bool known = site.use.giver.unit >= 0 || (alone && !IsRunByTest(m, site));
    if (gone && (!known || !plain || site.typed.may_be_text)) continue;
    // int(bool(x)): the first conversion counts, unless the later one is a test for truth.
    if (plain || last) site.typed.type = type;
    // A switch that accepts a number besides its words: if v in ("yes", "on"): ...; bool(int(v))
    const bool by_words = type == ValueType::kInt && site.typed.type == ValueType::kBool &&
                          (!site.words.truthy.empty() || !site.words.falsy.empty());
    const auto add = [](std::vector<std::string>& words, const char* word) {
      if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
    };
    if (by_words) {
      add(site.words.truthy, "1");
      add(site.words.falsy, "0");
    }
    site.typed.many = site.typed.many || (site.typed.type != type && !by_words);
  }
}

}  // namespace flagcensus
