// Value: what is known of an expression without running it.
//
// Values are symbolic: a function is evaluated once with its parameters as kParameter, and what it
// does to the environment is then known for every call by substituting the arguments (a summary, as
// in Sharir and Pnueli, "Two approaches to interprocedural data flow analysis", 1981, the
// functional approach). The makers below fold what is constant, so substitution only rebuilds and
// folds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct Value;
using ValueRef = std::shared_ptr<const Value>;  // null: nothing is known

enum class ValueKind : uint8_t {
  // Constants.
  kString,
  kInteger,
  kFloat,
  kBool,
  kNone,
  kSequence,  // tuple, list or set: items
  kDict,      // items: key, value, key, value, ...
  // Strings with unknown or symbolic parts: items in order, null where nothing is known.
  kConcat,
  // Symbols. `id`: the function or class; `text`: the parameter's or field's name.
  kParameter,
  kField,     // self.text in a method of class `id`
  kImported,  // `text` of the import numbered `id`: looked up only when it is needed
  // Operations on symbols; `text` names the operation.
  kTransform,  // items[0].upper() and the like
  kCompare,    // items[0] text items[1]: "==", "is", "in", ...
  kNot,
  kAnd,
  kOr,
  kConditional,  // items: test, then, else
  kLookUp,       // items: a mapping, a key that is a symbol, what is given without it (or null)
  kOneOf,        // any of items; which one is not known
  // Program entities.
  kFunction,         // id: function
  kClass,            // id: class
  kInstance,         // id: class; items: name, value of each known field alternating
  kModule,           // id: module
  kExternal,         // text: dotted name of something outside the tree: "os.environ"
  kMethod,           // items[0].text, not called yet
  kPartial,          // items[0] with items[1..] bound; keywords as kKeywordArgument
  kKeywordArgument,  // text: name; items[0]
  kEnvironment,      // a copy of the environment, or a dict that becomes one; id: its number
  kEnvironmentView,  // what a loop over the environment goes through; integer: 1 for items()
  kEnvironmentKey,   // a name that such a loop has; text: what it loops over; integer: kLowered
  kMember,           // the attribute `text` of an object of which nothing is known
  kRead,             // what was read at `sites`, maybe converted; items: other values it may be
};

constexpr int64_t kLowered = 1;   // lower() was called on it
constexpr int64_t kFiltered = 1;  // of a collection: some of the items, or none

struct Value {
  ValueKind kind = ValueKind::kNone;
  bool symbolic = false;  // a kParameter, kField or kImported stands in it; set by the makers
  uint32_t weight = 1;    // how many values stand in it, itself counted; set by the makers
  int32_t id = -1;
  int64_t integer = 0;  // kInteger, kBool; kInstance: 1 for `self`; kSequence, kDict: kFiltered
  int32_t made = -1;    // kInstance: the call that made it, by its number
  double number = 0;    // kFloat
  std::string text;
  std::vector<ValueRef> items;
  std::vector<uint32_t> sites;  // kRead
  bool longer = false;          // kRead: a path that goes on behind what was read
  // The parameter through which it came, kept when a test on it was folded ("1" if x else "0").
  ValueRef origin;
};

// Of one kRead: what goes on through n fall-backs, each of n steps, would take the square of them.
constexpr size_t kMaxReads = 1000;

// The makers give null, which is a value of which nothing is known, where one would become too big.
ValueRef MakeString(std::string text);
ValueRef MakeInteger(int64_t value);
ValueRef MakeFloat(double value, std::string_view written);
ValueRef MakeBool(bool value);
ValueRef MakeNone();
ValueRef MakeSequence(std::vector<ValueRef> items);
ValueRef MakeDict(std::vector<ValueRef> items);
ValueRef MakeSymbol(ValueKind kind, int32_t id, std::string text);
ValueRef MakeValue(Value value);
ValueRef MakeEntity(ValueKind kind, int32_t id);
ValueRef MakeExternal(std::string dotted);
ValueRef MakeMethod(ValueRef receiver, std::string name);
ValueRef MakeRead(uint32_t site);

// Folds where both sides are constant; null where nothing is known of the result.
ValueRef MakeConcat(std::vector<ValueRef> parts);
ValueRef MakeTransform(std::string_view operation, const ValueRef& of);
ValueRef MakeCompare(std::string_view op, const ValueRef& left, const ValueRef& right);
ValueRef MakeNot(const ValueRef& of);
ValueRef MakeAnd(const ValueRef& left, const ValueRef& right);
ValueRef MakeConditional(const ValueRef& test, const ValueRef& then, const ValueRef& otherwise);
// mapping[key]: the value where both are known, `otherwise` where the mapping has no such key.
ValueRef MakeLookUp(const ValueRef& mapping, const ValueRef& key, const ValueRef& otherwise);
ValueRef MakeBinary(std::string_view op, const ValueRef& left, const ValueRef& right);
// The field of an object that its items tell; null where they do not.
ValueRef FieldIn(const ValueRef& object, std::string_view name);
// One value where all are equal, else kOneOf; null where any is unknown or they are too many.
ValueRef MakeOneOf(const std::vector<ValueRef>& items);

// Whether all of it is text, numbers, True, False and None; and the number that it is.
bool IsConstant(const ValueRef& value);
inline bool IsCollection(const Value& value) {
  return value.kind == ValueKind::kSequence || value.kind == ValueKind::kDict;
}
// The same collection, of which some items or all may be missing.
ValueRef MakeFiltered(const ValueRef& collection);
std::optional<double> NumberOf(const ValueRef& value);

bool Equal(const ValueRef& a, const ValueRef& b);

// Whether the value counts as true; nothing where that is not known.
std::optional<bool> Truth(const ValueRef& value);

// The value's text as str() would give it; nothing where any part is unknown or symbolic.
std::optional<std::string> TextOf(const ValueRef& value);

// True where a symbol (kParameter, kField, kImported) stands in it.
bool IsSymbolic(const ValueRef& value);

// The sites that the value may come from: its own where it is a read, those of its alternatives.
std::vector<uint32_t> ReadsOf(const ValueRef& value);
inline bool IsReading(const ValueRef& value) {
  return value != nullptr && value->kind == ValueKind::kRead;
}

// Every site of the reads in it.
void CollectSites(const ValueRef& value, std::vector<uint32_t>* sites);

// The value with each symbol replaced by replace(symbol), folded again. `replace` gives null for
// "nothing known" and the symbol itself to keep it. `site` renumbers the sites of reads.
using Replace = std::function<ValueRef(const ValueRef& symbol)>;
using Renumber = std::function<std::optional<uint32_t>(uint32_t site)>;
ValueRef Substitute(const ValueRef& value, const Replace& replace, const Renumber& renumber);

// The possible texts of a name: one for each alternative, with `*` for unknown parts of it. Empty
// where nothing is known. At most `limit`.
std::vector<std::string> NamesOf(const ValueRef& value, size_t limit = 16);

}  // namespace flagcensus
