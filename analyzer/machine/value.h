// Abstract values: the possible values of an expression, over all environments of the program.
//
// A read of variable V returns a *facet* F(V, if set, if unset) (Austin and Flanagan, "Multiple
// Facets for Dynamic Information Flow", POPL 2012). Operations apply to both sides, and a branch on
// a facet runs once for each side; so the default of a read is its unset side where the value is
// bound, without rules for `or`, for `if x is None` or for an early return.
//
// Values are immutable and live as long as the ValuePool that created them; mutable state is in
// HeapObjects (object.h), to which a kObject value refers.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/machine/arena.h"
#include "analyzer/machine/symbols.h"
#include "analyzer/model/access.h"

namespace flagcensus {

struct HeapObject;

// The place of a text in code: in which activation, and at which node of which unit. Frame 0:
// unknown. Frames from kDeclared on are declarations, with a place that the text keeps wherever it
// is used.
struct Mark {
  static constexpr uint32_t kDeclared = 0xfffffff0;
  uint32_t frame = 0;
  int unit = -1;
  uint32_t node = 0;
  // If a loop or a key selected the text from a table: the literal, which is its place even after
  // the activation that selected it has ended. Unit -1: it is not from a table.
  int row_unit = -1;
  uint32_t row_node = 0;
};

enum class ValKind : uint8_t {
  kAbsent,        // an empty slot on this branch
  kRaises,        // evaluation ends in an exception
  kConstant,      // None, a boolean, a number, a text
  kText,          // a text with unknown parts
  kFacet,         // one value if a variable is set, another if it is not
  kAlternatives,  // one of several
  kUnknown,       // anything
  kEnvironment,   // the process's environment, or the part of it with a prefix
  kObject,        // a reference into the heap
  kBound,         // a method with its receiver
  kMethod,        // a method of a built-in value: "".join
  kLibrary,       // something outside the tree, by its dotted path
  kPartial,       // a callable with its first arguments
  kSlice,         // a[lower:upper] as an index
  kSuper,         // super(), as seen from a class
  kImport,        // an imported name that is not resolved yet
};

// The base of all values: only the kind, by which the As... functions cast.
struct AbstractValue {
  explicit AbstractValue(ValKind k) : kind(k) {}
  const ValKind kind;
};
using Val = const AbstractValue*;  // never null unless a comment says so

enum class ConstantType : uint8_t { kNone, kBool, kInteger, kFloat, kText, kEllipsis };

struct ConstantVal : AbstractValue {
  ConstantVal() : AbstractValue(ValKind::kConstant) {}
  ConstantType type = ConstantType::kNone;
  bool soft = false;    // from another scope, which other code may change: decides no test
  bool start = false;   // other code replaces it by an unknown value: not a default
  Symbol text = 0;      // kText; kInteger and kFloat: as spelled, if they do not fit
  int64_t integer = 0;  // kBool: 0 or 1
  double real = 0;
  Mark mark;  // of a text
};

// A step applied to the unknown part of a text, such as `.upper()`. It is kept so that a comparison
// can be solved for the key: `key.lower() == "app_x"` in a loop over the environment means the key
// APP_X.
struct TextStep {
  enum class Kind : uint8_t { kUpper, kLower, kStrip, kReplace, kCut, kAppended, kOther };
  Kind kind = Kind::kOther;
  Symbol from = 0;  // kReplace
  Symbol to = 0;
  int64_t count = 0;  // kCut: bytes removed from the start
  bool operator==(const TextStep&) const = default;
};

// A literal piece of a text, or an unknown one: `"APP_" + name` has the parts "APP_" and
// kParameter.
struct TextPart {
  enum class Kind : uint8_t {
    kLiteral,
    kParameter,  // an argument of the function `owner`
    kKey,        // a key of the environment, in a loop over it
    kAnything,
  };
  Kind kind = Kind::kLiteral;
  Symbol text = 0;                    // kLiteral: the text; kParameter: the parameter's name
  const HeapObject* owner = nullptr;  // kParameter: the function
  Symbol prefix = 0;                  // kKey: the prefix of such keys
  std::vector<TextStep> steps;
  bool operator==(const TextPart&) const = default;
};

// "APP_" + name: a text with at least one unknown part.
struct TextVal : AbstractValue {
  TextVal() : AbstractValue(ValKind::kText) {}
  std::vector<TextPart> parts;
  Mark mark;
};

// The value of `os.environ.get("X")`: a text if X is set, None if it is not.
struct FacetVal : AbstractValue {
  FacetVal() : AbstractValue(ValKind::kFacet) {}
  Symbol variable = 0;
  Val set = nullptr;
  Val unset = nullptr;
  int depth = 1;  // facets on the longest path to a leaf
};

// The value after a branch on an unknown test.
struct AlternativesVal : AbstractValue {
  AlternativesVal() : AbstractValue(ValKind::kAlternatives) {}
  ArenaList<Val> items;  // at least two; a facet or alternatives are never among them
};

// A read with a value that is a part of a text, or of a value derived from it.
struct ReadPart {
  uint32_t event = 0;
  bool begins = false;  // the text begins with it
  auto operator<=>(const ReadPart&) const = default;
};

struct UnknownVal : AbstractValue {
  UnknownVal() : AbstractValue(ValKind::kUnknown) {}
  bool derived = false;  // derived from a variable's value, and not that value itself
  bool held = false;     // the value of a key in an unknown mapping
  ValueType type = ValueType::kUnknown;
  // The expression, for a default that is shown as source; -1: there is none.
  int unit = -1;
  uint32_t node = 0;
  ArenaList<uint32_t> events;  // the reads that yield this value, converted or not, ascending
  ArenaList<ReadPart> parts;   // reads with values that it contains; does not affect defaults
};

// os.environ; with a prefix, what a library makes of all variables that begin with it.
struct EnvironmentVal : AbstractValue {
  EnvironmentVal() : AbstractValue(ValKind::kEnvironment) {}
  Symbol prefix = 0;
  Symbol name = 0;  // its dotted path; 0: passed as an argument
};

// A reference to a mutable object. Two references are equal if they refer to the same object.
struct ObjectVal : AbstractValue {
  ObjectVal() : AbstractValue(ValKind::kObject) {}
  HeapObject* object = nullptr;
};

// `settings.get` with its receiver.
struct BoundVal : AbstractValue {
  BoundVal() : AbstractValue(ValKind::kBound) {}
  Val receiver = nullptr;
  HeapObject* function = nullptr;
};

// `"APP_{}".format`: a method that the machine itself implements.
struct MethodVal : AbstractValue {
  MethodVal() : AbstractValue(ValKind::kMethod) {}
  Val receiver = nullptr;
  Symbol name = 0;
};

// A call's arguments: f(a, *rest, key=b) ─→ positional a, keyword key, open if `rest` is unknown.
// Arguments as passed. `open`: there may be more (*x, **x of unknown length).
struct CallArguments {
  std::vector<Val> positional;
  std::vector<std::pair<Symbol, Val>> keywords;
  std::vector<Val> spelled;  // by keyword, its key in **x; null or missing: written in the call
  bool open = false;

  // Null if it is not passed.
  Val Keyword(Symbol name) const;
};

// os.getenv, or the result of a call of something outside the tree.
struct LibraryVal : AbstractValue {
  explicit LibraryVal(const CallArguments& passed)
      : AbstractValue(ValKind::kLibrary), arguments(passed) {}
  Symbol path = 0;  // "os.path.join"; "click.option()" is the result of a call of it
  const CallArguments& arguments;
  int unit = -1;  // the call that created it; -1: it is not the result of a call
  uint32_t node = 0;
};

// functools.partial(os.getenv, "APP_X")
struct PartialVal : AbstractValue {
  explicit PartialVal(const CallArguments& passed)
      : AbstractValue(ValKind::kPartial), arguments(passed) {}
  Val callee = nullptr;
  const CallArguments& arguments;
};

// `key[4:]` cuts a prefix: how names lose it.
struct SliceVal : AbstractValue {
  SliceVal() : AbstractValue(ValKind::kSlice) {}
  std::optional<int64_t> lower;
  std::optional<int64_t> upper;
  bool known = false;  // both bounds are constants or missing, and there is no step
};

// `super()` continues the search in the bases after `owner`.
struct SuperVal : AbstractValue {
  SuperVal() : AbstractValue(ValKind::kSuper) {}
  HeapObject* owner = nullptr;  // the bases of this class are searched
  Val receiver = nullptr;
};

// Resolved on first use, so imports in a circle do not matter.
struct ImportVal : AbstractValue {
  ImportVal() : AbstractValue(ValKind::kImport) {}
  int unit = -1;      // that imports
  Symbol module = 0;  // dotted, with leading dots
  Symbol name = 0;    // 0: the module itself
};

// The value as that kind, or null if it is of a different kind.
template <class T>
const T* As(Val value, ValKind kind) {
  return value != nullptr && value->kind == kind ? static_cast<const T*>(value) : nullptr;
}
inline const ConstantVal* AsConstant(Val v) { return As<ConstantVal>(v, ValKind::kConstant); }
inline const TextVal* AsTextWithHoles(Val v) { return As<TextVal>(v, ValKind::kText); }
inline const FacetVal* AsFacet(Val v) { return As<FacetVal>(v, ValKind::kFacet); }
inline const UnknownVal* AsUnknown(Val v) { return As<UnknownVal>(v, ValKind::kUnknown); }
inline const LibraryVal* AsLibrary(Val v) { return As<LibraryVal>(v, ValKind::kLibrary); }
inline const BoundVal* AsBound(Val v) { return As<BoundVal>(v, ValKind::kBound); }
inline const EnvironmentVal* AsEnvironment(Val v) {
  return As<EnvironmentVal>(v, ValKind::kEnvironment);
}
inline const AlternativesVal* AsAlternatives(Val v) {
  return As<AlternativesVal>(v, ValKind::kAlternatives);
}
inline HeapObject* ObjectOf(Val v) {
  const auto* reference = As<ObjectVal>(v, ValKind::kObject);
  return reference == nullptr ? nullptr : reference->object;
}
inline const ConstantVal* AsTextConstant(Val v) {
  const ConstantVal* constant = AsConstant(v);
  return constant != nullptr && constant->type == ConstantType::kText ? constant : nullptr;
}
// Absent and raising are not values of a program: code that gets one must handle it first.
inline bool IsAbsent(Val v) { return v != nullptr && v->kind == ValKind::kAbsent; }
inline bool IsRaises(Val v) { return v != nullptr && v->kind == ValKind::kRaises; }
// Whether the value is a whole argument of a function, and nothing except that is known about it.
inline bool IsBareParameter(Val v) {
  const TextVal* text = AsTextWithHoles(v);
  return text != nullptr && text->parts.size() == 1 &&
         text->parts[0].kind == TextPart::Kind::kParameter;
}
inline bool IsNone(Val v) {
  const ConstantVal* constant = AsConstant(v);
  return constant != nullptr && constant->type == ConstantType::kNone;
}

// The values without content, of which one object each suffices for a run: None is None.
class SharedValues {
 public:
  SharedValues();
  SharedValues(const SharedValues&) = delete;
  SharedValues& operator=(const SharedValues&) = delete;

  Val absent() const { return &absent_; }
  Val raises() const { return &raises_; }
  Val none() const { return &none_; }
  Val boolean(bool value) const { return value ? &true_ : &false_; }
  Val unknown() const { return &unknown_; }

 private:
  AbstractValue absent_{ValKind::kAbsent};
  AbstractValue raises_{ValKind::kRaises};
  ConstantVal none_;
  ConstantVal true_;
  ConstantVal false_;
  UnknownVal unknown_;
};

// Creates values and owns them.
//
//   pool.Facet(port, pool.Unknown(...), pool.Text("80"))   what os.environ.get("PORT", "80") yields
class ValuePool : public SharedValues {
 public:
  // New values. None of them is looked up: equal values may be two objects.
  Val Integer(int64_t value);
  Val Float(double value, Symbol spelled);
  Val Text(Symbol text, const Mark& mark = {});
  Val Ellipsis();
  // A copy of a constant that decides no test; any other value unchanged.
  Val Soft(Val value);
  // A copy of a constant that other code replaces; any other value unchanged.
  Val Start(Val value);
  // A text of parts; a constant if all of them are literal. `symbols` joins the literals.
  Val Parts(std::vector<TextPart> parts, const Mark& mark, SymbolTable& symbols);
  Val Unknown(int unit, uint32_t node, ValueType type, std::span<const uint32_t> events,
              bool derived = false);
  // An unknown value that is derived from `pieces`, in this order. Its parts are the reads that the
  // pieces are or contain.
  Val MadeOf(int unit, uint32_t node, bool derived, std::span<const Val> pieces);
  // An element of an unknown mapping.
  Val Held(int unit, uint32_t node);
  Val Environment(Symbol prefix, Symbol name = 0);
  Val Object(HeapObject* object);
  Val Bound(Val receiver, HeapObject* function);
  Val Method(Val receiver, Symbol name);
  Val Library(Symbol path, CallArguments arguments = {}, int unit = -1, uint32_t node = 0);
  // The result of the same call, by another path.
  Val Renamed(const LibraryVal& of, Symbol path);
  Val Partial(Val callee, CallArguments arguments);
  Val Slice(std::optional<int64_t> lower, std::optional<int64_t> upper, bool known);
  Val Super(HeapObject* owner, Val receiver);
  Val Import(int unit, Symbol module, Symbol name);
  // A facet; `set` itself if both sides are the same.
  Val Facet(Symbol variable, Val set, Val unset);
  // The alternatives of `items`, each once; unknown if there are more than kMaxAlternatives.
  Val Alternatives(std::span<const Val> items);

  // Enough for the rows of a usual table of names. Beyond it the value is unknown, and a name among
  // the alternatives is not seen.
  static constexpr size_t kMaxAlternatives = 24;
  // At most this many variables decide a value. Beyond it, the outermost counts as unset: four
  // variables would double the cost of each operation again, and defaults rarely depend on them.
  static constexpr int kMaxFacets = 3;

 private:
  Arena arena_;  // all values except texts
  std::deque<TextVal> texts_;
  std::deque<CallArguments> arguments_;  // the arguments that calls passed, if any
};

// Whether two values are equal in every case; objects by identity. Costs their size.
bool SameVal(Val a, Val b);

// Calls use(leaf) for each value that is neither a facet nor alternatives.
template <class Use>
void ForEachLeaf(Val value, const Use& use) {
  if (const FacetVal* facet = AsFacet(value)) {
    ForEachLeaf(facet->set, use);
    ForEachLeaf(facet->unset, use);
  } else if (const AlternativesVal* several = AsAlternatives(value)) {
    for (Val item : several->items) use(item);
  } else {
    use(value);
  }
}

// The reads that the value's unknown leaves derive from, ascending, each once.
std::vector<uint32_t> EventsOf(Val value);

// Whether any leaf is a variable's value, or derived from one.
bool IsMadeOfReads(Val value);

// The value if no variable is set.
inline Val UnsetSide(Val value) {
  while (const FacetVal* facet = AsFacet(value)) value = facet->unset;
  return value;
}

}  // namespace flagcensus
