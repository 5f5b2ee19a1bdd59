// What a read that gave nothing is replaced by, as far as a test on it, a handler or the other
// branch shows: its default, or what it is taken for where it is unset.
#include <algorithm>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

// How a test asks whether a variable has a value.
enum class Asking { kNot, kTruth, kTaken, kNone };

// `v in ("", "auto")`: what is taken for none stands in a list.
bool IsAmongNothing(const Syntax& syntax, NodeId test) {
  if (syntax.kind(test) != NodeKind::kCompare || syntax.text(test) != "in") return false;
  const NodeId list = syntax.child(test, 1);
  const NodeKind kind = syntax.kind(list);
  if (kind != NodeKind::kTuple && kind != NodeKind::kList && kind != NodeKind::kSet) return false;
  for (size_t i = 0; i < syntax.count(list); ++i) {
    const NodeId one = syntax.child(list, i);
    const NodeKind of = syntax.kind(one);
    if (of == NodeKind::kNone || (of == NodeKind::kString && syntax.text(one).empty())) return true;
  }
  return false;
}

// kTaken: `(v := get()) and …` and IsAmongNothing, kNone: `v is not None`, kTruth: `v` or a part of
// it alone.
Asking AskingOf(const Syntax& syntax, NodeId test, int depth = 0) {
  constexpr int kDeep = 8;
  const NodeKind kind = syntax.kind(test);
  if (kind == NodeKind::kName) return Asking::kTruth;
  if (kind == NodeKind::kWalrus || IsAmongNothing(syntax, test)) return Asking::kTaken;
  if (kind == NodeKind::kNot && depth < kDeep)
    return AskingOf(syntax, syntax.child(test, 0), depth + 1);
  if (kind == NodeKind::kAnd && depth < kDeep) {
    return AskingOf(syntax, syntax.child(test, 0), depth + 1);
  }
  const bool none = kind == NodeKind::kCompare && syntax.text(test).starts_with("is") &&
                    syntax.kind(syntax.child(test, 1)) == NodeKind::kNone;
  return none ? Asking::kNone : Asking::kNot;
}

// The site read in `value` where the value is just that (perhaps converted).
const Value* AsRead(const ValueRef& value) {
  return value != nullptr && value->kind == ValueKind::kRead ? value.get() : nullptr;
}

// Whether a read gives None when the variable is unset, or "", which is as good where only truth is
// asked.
bool GivesNothing(const Site& site, Asking asking) {
  if (site.default_kind == DefaultKind::kNone) return true;
  if (site.default_kind != DefaultKind::kLiteral) return false;
  if (asking != Asking::kTruth && asking != Asking::kTaken) return false;
  const std::optional<std::string> text = TextOf(site.default_value);
  return text && text->empty();
}

}  // namespace

// `then if v is not None else otherwise`: what stands in for a read that gave nothing. Only told of
// reads; a value that is not known is told to be dynamic, so that nobody takes it for None.
void Evaluator::NoteUnset(const ValueRef& test, NodeId test_node, const ValueRef& then,
                          const ValueRef& otherwise, NodeId then_node, NodeId else_node,
                          Frame& frame) {
  if (!recording_) return;
  std::vector<uint32_t> tested;
  CollectSites(test, &tested);
  if (tested.empty()) return;
  const Syntax& syntax = *frame.syntax;
  const bool negated = syntax.kind(test_node) == NodeKind::kNot ||
                       IsAmongNothing(syntax, test_node) ||
                       (syntax.kind(test_node) == NodeKind::kCompare &&
                        (syntax.text(test_node) == "is" || syntax.text(test_node) == "==") &&
                        syntax.kind(syntax.child(test_node, 1)) == NodeKind::kNone);
  const ValueRef value = Force(negated ? then : otherwise);
  const NodeId source = negated ? then_node : else_node;
  if (value != nullptr && value->kind == ValueKind::kNone) return;
  const std::optional<std::string> text = TextOf(value);
  // `"debug" if DEBUG else level()`: a switch between two others, of which none stands in for it.
  if (!text && TextOf(Force(negated ? otherwise : then))) return;
  for (const uint32_t id : tested) {
    Site& site = sites_[id];
    if (site.op != AccessOp::kRead || !GivesNothing(site, AskingOf(syntax, test_node))) continue;
    // `default if v is None else v` of a wrapper: what its caller gives.
    const bool given = value != nullptr && value->symbolic && IsSymbolic(site.name);
    if (given && site.default_kind == DefaultKind::kNone) {
      site.default_value = value;
      site.default_kind = DefaultKind::kLiteral;
      continue;
    }
    if (site.unset_kind != DefaultKind::kNone) continue;
    site.unset_kind = text ? DefaultKind::kLiteral : DefaultKind::kDynamic;
    site.unset_text = text ? *text : source == kNoNode ? "" : Unparse(syntax, source);
  }
}

// `if v is not None: …`, `if v: … float(v)`: what the code does without it is decided there, though
// not seen here. Truth alone decides nothing for a switch, of which unset is a value.
void Evaluator::NoteNoneTest(NodeId test_node, const std::vector<uint32_t>& tested, Frame& frame) {
  const Asking asking = AskingOf(*frame.syntax, test_node);
  if (asking == Asking::kNot) return;
  for (const uint32_t id : tested) {
    Site& site = sites_[id];
    if (site.op != AccessOp::kRead || !GivesNothing(site, asking)) continue;
    if (site.unset_kind != DefaultKind::kNone) continue;
    const bool converted = site.type == ValueType::kInt || site.type == ValueType::kFloat ||
                           site.type == ValueType::kEnum || site.type == ValueType::kList;
    const bool decided = asking == Asking::kNone || converted ||
                         (asking == Asking::kTaken && site.type != ValueType::kBool);
    if (decided) site.unset_kind = DefaultKind::kDynamic;
  }
}

// Where `read` is a read without a default and `value` a constant: that is the default. One of
// several makes it dynamic. `asked`: only where the variable is set is it read at all.
void Evaluator::GiveDefault(const ValueRef& read, const ValueRef& value, bool asked) {
  const Value* of = AsRead(read);
  if (of == nullptr || !recording_ || value == nullptr) return;
  const bool one_of = value->kind == ValueKind::kOneOf;
  if (!TextOf(value) && !value->symbolic && !one_of) return;
  for (const uint32_t id : of->sites) {
    Site& site = sites_[id];
    const bool open = site.default_kind == DefaultKind::kRequired ||
                      (asked && site.default_kind == DefaultKind::kNone);
    if (site.op != AccessOp::kRead || !open) continue;
    site.derived = true;
    site.default_value = value;
    site.default_kind = value->kind == ValueKind::kNone ? DefaultKind::kNone
                        : one_of                        ? DefaultKind::kDynamic
                                                        : DefaultKind::kLiteral;
  }
}

// `TABLE.get(os.getenv("X", ""), fallback)`: what is read is looked up, and where "" stands in no
// row the fallback is what holds without the variable.
void Evaluator::TakeFallback(const Value& table, const ValueRef& key, const ValueRef& fallback) {
  if (!recording_ || !IsReading(key)) return;
  for (size_t i = 0; i < table.items.size(); i += 2) {
    const std::optional<std::string> row = TextOf(table.items[i]);
    if (!row || row->empty()) return;
  }
  std::vector<uint32_t> reads;
  CollectSites(key, &reads);
  for (const uint32_t id : reads) {
    Site& site = sites_[id];
    if (site.op != AccessOp::kRead || site.unset_kind != DefaultKind::kNone) continue;
    const std::optional<std::string> given = TextOf(site.default_value);
    const bool empty = site.default_kind == DefaultKind::kNone ||
                       (site.default_kind == DefaultKind::kLiteral && given && given->empty());
    if (!empty) continue;
    if (fallback == nullptr || fallback->kind == ValueKind::kNone) {
      site.unset_kind = DefaultKind::kDynamic;
    } else {
      site.derived = true;
      site.default_value = fallback;
      site.default_kind = DefaultKind::kLiteral;
    }
  }
}

}  // namespace flagcensus
