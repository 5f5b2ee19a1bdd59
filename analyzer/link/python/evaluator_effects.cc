// The effects of a function's summary → sites of a call of it: each with the name, default and
// value that the call's arguments make of it, one for each name, and what the call then gives.
#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"
#include "analyzer/python/forms.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxChain = 8;  // places that are told of one access

// Of several things that one call does to one variable, the heaviest names the row.
int Weight(AccessOp op) {
  switch (op) {
    case AccessOp::kTest:
      return 1;
    case AccessOp::kRead:
      return 2;
    case AccessOp::kDelete:
      return 3;
    case AccessOp::kAppend:
      return 4;
    case AccessOp::kSetDefault:
      return 5;
    case AccessOp::kWrite:
      return 6;
    case AccessOp::kBulk:
      return 0;
  }
  return 0;
}

// What the caller hands over as a whole and the name takes one item of at a time: its keywords, or
// a list of names. Null where the name takes none.
ValueRef KeysIn(const ValueRef& name) {
  if (name == nullptr || !name->symbolic) return nullptr;
  const bool takes = name->text == "keys" || name->text == "each";
  if (name->kind == ValueKind::kTransform && takes) return name;
  for (const ValueRef& item : name->items) {
    if (const ValueRef keys = KeysIn(item)) return keys;
  }
  return nullptr;
}

}  // namespace

// One replacement for each keyword of the call where `name` stands for the caller's keywords, each
// with that keyword alone; so for each item of a list of names; else the one given.
std::vector<Replace> Evaluator::PerKeyword(const ValueRef& name, const Replace& replace) {
  const ValueRef keys = KeysIn(name);
  if (keys == nullptr) return {replace};
  const ValueRef whole = keys->items[0];
  const bool plain = whole->kind == ValueKind::kParameter || whole->kind == ValueKind::kField;
  if (!plain) return {replace};
  const ValueRef given = Force(
      Substitute(whole, replace, [](uint32_t site) { return std::optional<uint32_t>(site); }));
  if (given == nullptr) return {replace};
  const bool dict = given->kind == ValueKind::kDict;
  if (!dict && given->kind != ValueKind::kSequence) return {replace};
  std::vector<Replace> out;
  for (size_t i = 0; i + (dict ? 1 : 0) < given->items.size(); i += dict ? 2 : 1) {
    const ValueRef alone =
        dict ? MakeDict({given->items[i], given->items[i + 1]}) : MakeSequence({given->items[i]});
    out.push_back([whole, alone, replace](const ValueRef& symbol) {
      return Equal(symbol, whole) ? alone : replace(symbol);
    });
  }
  return out;
}

// Whether a keyword argument of the call is a function that is told the value: a hook or callback,
// and not one that only checks or converts it.
bool Evaluator::HandsOverHook(NodeId call, Frame& frame) {
  return flagcensus::HandsOverHook(*frame.syntax, call);
}

// One effect at a call. What it became is told in `made`; a new site is added to `added` unless one
// of them already stands for the name.
void Evaluator::InstantiateEffect(uint32_t id, const Replace& replace, NodeId node,
                                  const std::string& via, Frame& frame,
                                  std::vector<uint32_t>* added,
                                  std::map<uint32_t, uint32_t>* made) {
  const Renumber keep = [&](uint32_t site) -> std::optional<uint32_t> {
    const auto at = made->find(site);
    if (at != made->end()) return at->second;
    // What was read inside under a name of its own stays that read; an effect that did not happen
    // at this call is nothing.
    if (sites_[site].effect) return std::nullopt;
    return site;
  };
  sites_[id].called = true;
  const Site effect = sites_[id];  // a copy: sites_ grows
  const ValueRef guard = Substitute(effect.guard, replace, keep);
  const std::optional<bool> truth = Truth(guard);
  if (truth && !*truth && !unguarded_) {
    ++denied_;
    return;
  }
  const ValueRef name = Force(Substitute(effect.name, replace, keep));
  const ValueRef keys = KeysIn(effect.name);
  const bool keywords = keys != nullptr && keys->items[0]->kind == ValueKind::kParameter &&
                        keys->items[0]->text.starts_with("**");
  if (keywords && name == nullptr) return;                        // no keyword was given
  if (name != nullptr && name->kind == ValueKind::kNone) return;  // no variable was named
  if (effect.environment != nullptr) {
    const ValueRef on = Substitute(effect.environment, replace, keep);
    const bool waits =
        on != nullptr && (on->kind == ValueKind::kParameter || on->kind == ValueKind::kField);
    if (!waits && !IsEnvironment(on)) return;
  }
  const ValueRef written = Force(Substitute(effect.value, replace, keep));
  if (effect.op == AccessOp::kWrite && written != nullptr && written->kind == ValueKind::kNone) {
    return;  // None cannot be written: such a call deletes, by another effect
  }
  // One row a call and name: what says most of the call stands for all.
  std::optional<uint32_t> same;
  for (const uint32_t other : *added) {
    if (Equal(sites_[other].name, name)) same = other;
  }
  Site site = effect;
  site.module = frame.module;
  site.node = node;
  site.name = name;
  site.effect = false;
  site.called = false;
  site.hooked = frame.syntax->kind(node) == NodeKind::kCall && HandsOverHook(node, frame);
  site.pending = false;
  if (effect.environment != nullptr) {
    const ValueRef on = Substitute(effect.environment, replace, keep);
    const bool waits =
        on != nullptr && (on->kind == ValueKind::kParameter || on->kind == ValueKind::kField);
    site.environment = waits ? on : nullptr;
    site.pending = waits;
  }
  site.fallback_of = -1;
  site.via = via;
  site.guard = frame.guard;
  site.function = frame.function;
  site.branch = frame.branch;
  if (guard != nullptr && guard->symbolic) site.guard = Both(site.guard, guard);
  site.declarator = effect.declarator ||
                    (effect.name->kind == ValueKind::kTransform && effect.name->text == "upper");
  const ModuleInfo& inner = program_.modules[effect.module];
  const Node& at = program_.SyntaxOf(effect.module)[effect.node];
  site.chain.insert(site.chain.begin(),
                    PlaceIn(*inner.parsed, program_.PathOf(effect.module),
                            at.line + inner.line_offset, at.column + inner.column_offset));
  if (site.chain.size() > kMaxChain) site.chain.resize(kMaxChain);
  site.bound_to.clear();
  site.bound_kind = BoundKind::kNone;
  site.returned_by.clear();
  site.default_value = Force(Substitute(effect.default_value, replace, keep));
  if (site.default_source.empty() && effect.default_value != nullptr) {
    site.default_source = effect.default_value->text;  // a parameter's name
  }
  if (effect.default_kind == DefaultKind::kLiteral) {
    const ValueRef& value = site.default_value;
    if (value == nullptr) {
      site.default_kind = DefaultKind::kDynamic;
    } else if (value->kind == ValueKind::kNone) {
      site.default_kind = DefaultKind::kNone;
    } else if (IsReading(value) && value->longer) {
      site.default_kind = DefaultKind::kDynamic;
    } else if (IsReading(value)) {
      for (const uint32_t fallback : value->sites) {
        if (sites_[fallback].fallback_of < 0) {
          sites_[fallback].fallback_of = static_cast<int>(sites_.size());
        }
      }
    }
  }
  site.value = written;
  if (same) {
    Site& kept = sites_[*same];
    (*made)[id] = *same;
    const bool asked = kept.op == AccessOp::kTest;
    if (Weight(site.op) > Weight(kept.op)) {
      if (asked) {  // that it is asked for says nothing of what is read
        kept.type = site.type;
        kept.truthy = site.truthy;
        kept.any_true = site.any_true;
        kept.chain = site.chain;
      }
      kept.op = site.op;
      kept.value = site.value;
      if (IsWriting(site.op)) kept.default_kind = DefaultKind::kNone;
    }
    const bool better = kept.op == AccessOp::kRead && site.op == AccessOp::kRead &&
                        kept.default_kind != DefaultKind::kLiteral &&
                        (site.default_kind == DefaultKind::kLiteral ||
                         (!asked && kept.type == ValueType::kUnknown));
    if (better) {
      kept.default_kind = site.default_kind;
      kept.default_value = site.default_value;
      kept.default_source = site.default_source;
    }
    if (kept.type == ValueType::kUnknown) kept.type = site.type;
    kept.any_true = kept.any_true && site.any_true;
    return;
  }
  site.name_source = Unparse(*frame.syntax, node);
  if (name == nullptr) NoteMakers(node, frame);
  sites_.push_back(std::move(site));
  const auto fresh = static_cast<uint32_t>(sites_.size() - 1);
  (*made)[id] = fresh;
  added->push_back(fresh);
  frame.own_sites.push_back(fresh);
  if (sites_[fresh].environment == nullptr) return;
  // The mapping was handed on: what the caller is given decides.
  for (const int flow : FlowsOf(sites_[fresh].environment)) {
    flows_[flow].sites.push_back(fresh);
    if (flows_[flow].environment) sites_[fresh].pending = false;
  }
}

// The effects of a summary at a call: each with a name that is known now (or is a symbol of the
// caller, and so an effect of it) becomes a site of the call.
ValueRef Evaluator::Instantiate(const Summary& summary, const Replace& replace, NodeId node,
                                const std::string& via, Frame& frame) {
  std::map<uint32_t, uint32_t> made;
  const Renumber keep = [&](uint32_t site) -> std::optional<uint32_t> {
    const auto at = made.find(site);
    if (at != made.end()) return at->second;
    // What was read inside under a name of its own stays that read; an effect that did not happen
    // at this call is nothing.
    if (sites_[site].effect) return std::nullopt;
    return site;
  };
  std::vector<uint32_t> added;
  const auto instantiate = [&] {
    for (const uint32_t id : summary.effects) {
      if (!recording_ || !MayInstantiate(added.size(), node, frame)) break;
      // An effect on each of the caller's keywords happens once for each, with the value it has
      // there.
      for (const Replace& one : PerKeyword(sites_[id].name, replace)) {
        InstantiateEffect(id, one, node, via, frame, &added, &made);
      }
    }
  };
  const bool unguarded = std::exchange(unguarded_, false);  // looking up a name may get here again
  const size_t denied = denied_;
  instantiate();
  // Where all depends on a switch that the call takes from elsewhere, others may turn it.
  if (added.empty() && denied_ > denied && MayDiffer(node, frame)) {
    unguarded_ = true;
    instantiate();
  }
  unguarded_ = unguarded;
  std::vector<ValueRef> returns;
  for (const ValueRef& value : summary.returns) {
    returns.push_back(Force(Substitute(value, replace, keep)));
  }
  // A wrapper's result is what it read, whatever else it may return.
  for (const ValueRef& value : returns) {
    if (IsReading(value)) return value;
  }
  std::vector<uint32_t> reads;
  for (const ValueRef& value : returns) {
    const std::vector<uint32_t> more = ReadsOf(value);
    reads.insert(reads.end(), more.begin(), more.end());
  }
  if (!reads.empty() || (added.size() == 1 && sites_[added[0]].op == AccessOp::kRead)) {
    Value read;
    read.kind = ValueKind::kRead;
    read.sites = reads.empty() ? added : reads;
    return MakeValue(std::move(read));
  }
  if (summary.falls && !returns.empty()) returns.push_back(MakeNone());
  return MakeOneOf(returns);
}

}  // namespace flagcensus
