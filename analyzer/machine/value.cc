// The pool of values, their equality, and the reads in them. Equal values may be two objects: only
// SameVal compares them.
#include "analyzer/machine/value.h"

#include <algorithm>
#include <array>
#include <set>

#include "analyzer/machine/lattice.h"

namespace flagcensus {

namespace {

// The arguments, in `kept` if there are any. Most library values are not calls and share one empty
// list.
const CallArguments& Keep(CallArguments arguments, std::deque<CallArguments>* kept) {
  static const CallArguments kNone;
  const bool none = arguments.positional.empty() && arguments.keywords.empty() && !arguments.open;
  return none ? kNone : kept->emplace_back(std::move(arguments));
}

}  // namespace

Val CallArguments::Keyword(Symbol name) const {
  for (const auto& [keyword, value] : keywords) {
    if (keyword == name) return value;
  }
  return nullptr;
}

SharedValues::SharedValues() {
  true_.type = ConstantType::kBool;
  true_.integer = 1;
  false_.type = ConstantType::kBool;
}

Val ValuePool::Integer(int64_t value) {
  ConstantVal* out = arena_.New<ConstantVal>();
  out->type = ConstantType::kInteger;
  out->integer = value;
  return out;
}

Val ValuePool::Float(double value, Symbol spelled) {
  ConstantVal* out = arena_.New<ConstantVal>();
  out->type = ConstantType::kFloat;
  out->real = value;
  out->text = spelled;
  return out;
}

Val ValuePool::Text(Symbol text, const Mark& mark) {
  ConstantVal* out = arena_.New<ConstantVal>();
  out->type = ConstantType::kText;
  out->text = text;
  out->mark = mark;
  return out;
}

// A read of a constant of another module: `if DEBUG:` runs both branches, but the value may be a
// default.
Val ValuePool::Soft(Val value) {
  const ConstantVal* constant = AsConstant(value);
  if (constant == nullptr || constant->soft) return value;
  ConstantVal* out = arena_.New<ConstantVal>();
  out->type = constant->type;
  out->integer = constant->integer;
  out->real = constant->real;
  out->text = constant->text;
  out->mark = constant->mark;
  out->start = constant->start;
  out->soft = true;
  return out;
}

// The value of a variable that other code replaces before it is used: it is not a default.
Val ValuePool::Start(Val value) {
  const ConstantVal* constant = AsConstant(value);
  if (constant == nullptr || constant->start) return value;
  ConstantVal* out = arena_.New<ConstantVal>();
  out->type = constant->type;
  out->integer = constant->integer;
  out->real = constant->real;
  out->text = constant->text;
  out->mark = constant->mark;
  out->soft = constant->soft;
  out->start = true;
  return out;
}

Val ValuePool::Ellipsis() {
  ConstantVal* out = arena_.New<ConstantVal>();
  out->type = ConstantType::kEllipsis;
  return out;
}

// The text is cut silently beyond the limits: a name is never that long.
Val ValuePool::Parts(std::vector<TextPart> parts, const Mark& mark, SymbolTable& symbols) {
  // A text with more parts is cut. A name has few parts; a longer text is a message or a command.
  constexpr size_t kMaxParts = 16;
  constexpr size_t kMaxBytes = 4096;
  std::vector<TextPart> joined;
  joined.reserve(std::min(parts.size(), kMaxParts));
  // Joins neighbouring literals and drops empty ones: "APP_" "" "LOG" ─→ one part "APP_LOG".
  for (TextPart& part : parts) {
    const bool literal = part.kind == TextPart::Kind::kLiteral;
    if (literal && part.text == 0) continue;
    if (literal && !joined.empty() && joined.back().kind == TextPart::Kind::kLiteral) {
      const std::string& before = symbols.TextOf(joined.back().text);
      const std::string& text = symbols.TextOf(part.text);
      if (before.size() + text.size() > kMaxBytes) break;
      joined.back().text = symbols.Intern(before + text);
    } else if (joined.size() < kMaxParts) {
      joined.push_back(std::move(part));
    }
  }
  if (joined.empty()) return Text(0, mark);
  if (joined.size() == 1 && joined[0].kind == TextPart::Kind::kLiteral) {
    return Text(joined[0].text, mark);
  }
  TextVal* out = &texts_.emplace_back();
  out->parts = std::move(joined);
  out->mark = mark;
  return out;
}

// `events`: ascending, since SameVal compares them in their order.
Val ValuePool::Unknown(int unit, uint32_t node, ValueType type, std::span<const uint32_t> events,
                       bool derived) {
  UnknownVal* out = arena_.New<UnknownVal>();
  out->unit = unit;
  out->node = node;
  out->type = type;
  out->events = arena_.Copy<uint32_t>(events);
  out->derived = derived;
  return out;
}

// `"http://" + host`: an unknown value, with the read of host as a part that does not begin it.
Val ValuePool::MadeOf(int unit, uint32_t node, bool derived, std::span<const Val> pieces) {
  // More reads than these are dropped: a text made of that many is a message and not a value.
  constexpr size_t kMaxParts = 8;
  UnknownVal* out = arena_.New<UnknownVal>();
  out->unit = unit;
  out->node = node;
  out->derived = derived;
  std::set<ReadPart> parts;
  for (size_t i = 0; i < pieces.size(); ++i) {
    ForEachLeaf(pieces[i], [&](Val leaf) {
      const UnknownVal* unknown = AsUnknown(leaf);
      if (unknown == nullptr || parts.size() >= kMaxParts) return;
      for (const uint32_t event : unknown->events) parts.insert({event, i == 0});
      for (const ReadPart& part : unknown->parts) parts.insert({part.event, i == 0 && part.begins});
    });
  }
  if (parts.empty()) return out;
  const std::vector<ReadPart> kept(parts.begin(), parts.end());
  out->parts = arena_.Copy<ReadPart>(kept);
  return out;
}

Val ValuePool::Held(int unit, uint32_t node) {
  UnknownVal* out = arena_.New<UnknownVal>();
  out->unit = unit;
  out->node = node;
  out->held = true;
  return out;
}

Val ValuePool::Environment(Symbol prefix, Symbol name) {
  EnvironmentVal* out = arena_.New<EnvironmentVal>();
  out->prefix = prefix;
  out->name = name;
  return out;
}

Val ValuePool::Object(HeapObject* object) {
  ObjectVal* out = arena_.New<ObjectVal>();
  out->object = object;
  return out;
}

Val ValuePool::Bound(Val receiver, HeapObject* function) {
  BoundVal* out = arena_.New<BoundVal>();
  out->receiver = receiver;
  out->function = function;
  return out;
}

Val ValuePool::Method(Val receiver, Symbol name) {
  MethodVal* out = arena_.New<MethodVal>();
  out->receiver = receiver;
  out->name = name;
  return out;
}

// `unit` and `node`: of the call that created it.
Val ValuePool::Library(Symbol path, CallArguments arguments, int unit, uint32_t node) {
  LibraryVal* out = arena_.New<LibraryVal>(Keep(std::move(arguments), &arguments_));
  out->path = path;
  out->unit = unit;
  out->node = node;
  return out;
}

Val ValuePool::Renamed(const LibraryVal& of, Symbol path) {
  LibraryVal* out = arena_.New<LibraryVal>(of.arguments);
  out->path = path;
  out->unit = of.unit;
  out->node = of.node;
  return out;
}

Val ValuePool::Partial(Val callee, CallArguments arguments) {
  PartialVal* out = arena_.New<PartialVal>(Keep(std::move(arguments), &arguments_));
  out->callee = callee;
  return out;
}

Val ValuePool::Slice(std::optional<int64_t> lower, std::optional<int64_t> upper, bool known) {
  SliceVal* out = arena_.New<SliceVal>();
  out->lower = lower;
  out->upper = upper;
  out->known = known;
  return out;
}

Val ValuePool::Super(HeapObject* owner, Val receiver) {
  SuperVal* out = arena_.New<SuperVal>();
  out->owner = owner;
  out->receiver = receiver;
  return out;
}

Val ValuePool::Import(int unit, Symbol module, Symbol name) {
  ImportVal* out = arena_.New<ImportVal>();
  out->unit = unit;
  out->module = module;
  out->name = name;
  return out;
}

// With kMaxFacets = 3:
//
//   Facet(A, 1, 1)                           ─→ 1
//   Facet(A, F(B, F(C, F(D, 1, 2), 3), 4), 5)  ─→ 5 or unknown
Val ValuePool::Facet(Symbol variable, Val set, Val unset) {
  if (SameVal(set, unset)) return set;
  const auto depth_of = [](Val side) {
    const FacetVal* facet = AsFacet(side);
    return facet == nullptr ? 0 : facet->depth;
  };
  FacetVal* out = arena_.New<FacetVal>();
  out->variable = variable;
  out->set = set;
  out->unset = unset;
  out->depth = 1 + std::max(depth_of(set), depth_of(unset));
  if (out->depth <= kMaxFacets) return out;
  // Too deep: the outermost variable is removed. The value for the case that the variable is unset
  // represents it, since a default is what the code computes without any variable. Joined with
  // unknown, it decides no test alone. If that case raises, the value for the set case is used, so
  // the run goes on.
  if (IsRaises(unset)) return Restrict(*this, out, variable, true);
  Val left = Restrict(*this, out, variable, false);
  return AsFacet(left) == nullptr ? Join(*this, left, unknown()) : left;
}

// The different ones of `items`; one alone is itself.
Val ValuePool::Alternatives(std::span<const Val> items) {
  std::array<Val, kMaxAlternatives + 1> distinct;
  size_t count = 0;
  const bool goes_on = std::any_of(items.begin(), items.end(), [](Val v) { return !IsRaises(v); });
  for (Val item : items) {
    // An expression that raises has no value if other alternatives go on.
    if (goes_on && IsRaises(item)) continue;
    const auto same = [item](Val other) { return SameVal(item, other); };
    const auto end = distinct.begin() + static_cast<std::ptrdiff_t>(count);
    if (std::none_of(distinct.begin(), end, same)) distinct[count++] = item;
    if (count > kMaxAlternatives) {
      // Too many: one unknown value that keeps the reads of all.
      std::vector<uint32_t> events;
      for (Val one : items) {
        const std::vector<uint32_t> more = EventsOf(one);
        events.insert(events.end(), more.begin(), more.end());
      }
      std::sort(events.begin(), events.end());
      events.erase(std::unique(events.begin(), events.end()), events.end());
      return Unknown(-1, 0, ValueType::kUnknown, events);
    }
  }
  if (count == 0) return unknown();
  if (count == 1) return distinct[0];
  AlternativesVal* out = arena_.New<AlternativesVal>();
  out->items = arena_.Copy<Val>({distinct.data(), count});
  return out;
}

namespace {
// =-278

// Keywords are compared in the order of the call.
bool SameArguments(const CallArguments& a, const CallArguments& b) {
  if (a.positional.size() != b.positional.size() || a.keywords.size() != b.keywords.size()) {
    return false;
  }
  for (size_t i = 0; i < a.positional.size(); ++i) {
    if (!SameVal(a.positional[i], b.positional[i])) return false;
  }
  for (size_t i = 0; i < a.keywords.size(); ++i) {
    if (a.keywords[i].first != b.keywords[i].first ||
        !SameVal(a.keywords[i].second, b.keywords[i].second)) {
      return false;
    }
  }
  return true;
}

// 1 and 1.0 differ, as do "1" and 1. The mark of a text and whether it is soft make no difference.
bool SameConstant(const ConstantVal& x, const ConstantVal& y) {
  return x.type == y.type && x.integer == y.integer && x.text == y.text && x.real == y.real;
}

// Two slices with unknown bounds may be different ones.
bool SameSlice(const SliceVal& x, const SliceVal& y) {
  return x.known && y.known && x.lower == y.lower && x.upper == y.upper;
}

template <class T>
const T& Cast(Val value) {
  return *static_cast<const T*>(value);
}

}  // namespace

// Values are equal if they are of one kind and their fields are equal. Two unknown values are equal
// only if they are of one expression: two calls of an unknown function may differ.
bool SameVal(Val a, Val b) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr || a->kind != b->kind) return false;
  switch (a->kind) {
    case ValKind::kAbsent:
    case ValKind::kRaises:
      return true;
    case ValKind::kConstant:
      return SameConstant(Cast<ConstantVal>(a), Cast<ConstantVal>(b));
    // The kinds of the unknown parts are compared, not what they may be.
    case ValKind::kText:
      return Cast<TextVal>(a).parts == Cast<TextVal>(b).parts;
    // Facets have one form (lattice.h), so equal values have equal sides.
    case ValKind::kFacet: {
      const auto &x = Cast<FacetVal>(a), &y = Cast<FacetVal>(b);
      return x.variable == y.variable && SameVal(x.set, y.set) && SameVal(x.unset, y.unset);
    }
    // In their order: the same values in a different order count as different, which costs a join.
    case ValKind::kAlternatives: {
      const auto &x = Cast<AlternativesVal>(a), &y = Cast<AlternativesVal>(b);
      return std::equal(x.items.begin(), x.items.end(), y.items.begin(), y.items.end(), SameVal);
    }
    case ValKind::kUnknown: {
      const auto &x = Cast<UnknownVal>(a), &y = Cast<UnknownVal>(b);
      return x.unit == y.unit && x.node == y.node && x.type == y.type && x.events == y.events &&
             x.derived == y.derived;
    }
    // The dotted path makes no difference: `os.environ` and a parameter with it are one
    // environment.
    case ValKind::kEnvironment:
      return Cast<EnvironmentVal>(a).prefix == Cast<EnvironmentVal>(b).prefix;
    case ValKind::kObject:
      return Cast<ObjectVal>(a).object == Cast<ObjectVal>(b).object;
    case ValKind::kBound: {
      const auto &x = Cast<BoundVal>(a), &y = Cast<BoundVal>(b);
      return x.function == y.function && SameVal(x.receiver, y.receiver);
    }
    case ValKind::kMethod: {
      const auto &x = Cast<MethodVal>(a), &y = Cast<MethodVal>(b);
      return x.name == y.name && SameVal(x.receiver, y.receiver);
    }
    // Results of two calls are different objects, even with equal arguments.
    case ValKind::kLibrary: {
      const auto &x = Cast<LibraryVal>(a), &y = Cast<LibraryVal>(b);
      return x.path == y.path && x.unit == y.unit && x.node == y.node &&
             SameArguments(x.arguments, y.arguments);
    }
    case ValKind::kPartial: {
      const auto &x = Cast<PartialVal>(a), &y = Cast<PartialVal>(b);
      return SameVal(x.callee, y.callee) && SameArguments(x.arguments, y.arguments);
    }
    case ValKind::kSlice:
      return SameSlice(Cast<SliceVal>(a), Cast<SliceVal>(b));
    // A relative import depends on the unit.
    case ValKind::kImport: {
      const auto &x = Cast<ImportVal>(a), &y = Cast<ImportVal>(b);
      return x.unit == y.unit && x.module == y.module && x.name == y.name;
    }
    case ValKind::kSuper:
      return Cast<SuperVal>(a).owner == Cast<SuperVal>(b).owner &&
             SameVal(Cast<SuperVal>(a).receiver, Cast<SuperVal>(b).receiver);
  }
  return false;
}

// A value derived from a variable counts even if it does not record of which.
bool IsMadeOfReads(Val value) {
  bool made = false;
  ForEachLeaf(value, [&](Val leaf) {
    const UnknownVal* unknown = AsUnknown(leaf);
    made = made || (unknown != nullptr && (unknown->derived || !unknown->events.empty()));
  });
  return made;
}

// Only the reads that yield the value, not those of which it contains a part.
std::vector<uint32_t> EventsOf(Val value) {
  std::vector<uint32_t> out;
  ForEachLeaf(value, [&](Val leaf) {
    if (const UnknownVal* unknown = AsUnknown(leaf)) {
      out.insert(out.end(), unknown->events.begin(), unknown->events.end());
    }
  });
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace flagcensus
