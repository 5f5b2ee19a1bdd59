// Names bound behind a fork → what they held before it, and what they may hold where its ways meet.
// The scheme is that of semantic indexes that take a snapshot before a branch, restore it for the
// next one and merge the states behind; a log of what was bound stands in for a copy of all names.
#include "analyzer/link/python/flow_state.h"

#include <algorithm>
#include <utility>

namespace flagcensus {
namespace {

// Whether a value is text, a number or the like, or was read: what names and defaults are made of.
bool IsPlain(const ValueRef& value) {
  if (value == nullptr) return true;
  switch (value->kind) {
    case ValueKind::kString:
    case ValueKind::kInteger:
    case ValueKind::kFloat:
    case ValueKind::kBool:
    case ValueKind::kNone:
    case ValueKind::kConcat:
    case ValueKind::kRead:
      return true;
    case ValueKind::kOneOf:
      return std::all_of(value->items.begin(), value->items.end(), IsPlain);
    default:
      return false;
  }
}

}  // namespace

Fork::Fork(Names* names, Level level, Fork** innermost)
    : names_(names), level_(level), innermost_(innermost), outer_(*innermost) {
  *innermost_ = this;
}

Fork::~Fork() {
  *innermost_ = outer_;
  if (outer_ == nullptr) return;
  // What the outer one knows is older and stays; the smaller log goes into the larger one.
  if (outer_->former_.size() < former_.size()) {
    for (auto& [name, value] : outer_->former_) former_.insert_or_assign(name, std::move(value));
    outer_->former_.swap(former_);
  } else {
    outer_->former_.merge(former_);
  }
}

void Fork::Remember(std::string_view name) {
  if (former_.find(name) != former_.end()) return;
  const auto at = names_->find(name);
  former_.emplace(name, at == names_->end() ? std::nullopt : std::optional<ValueRef>(at->second));
}

bool Fork::Binds(std::string_view name) const {
  for (const Fork* fork = *innermost_; fork != nullptr; fork = fork->outer_) {
    if (fork->former_.find(name) != fork->former_.end()) return true;
    if (fork == this) break;
  }
  return false;
}

FlowState Fork::Snapshot() const {
  FlowState way;
  for (const Fork* fork = *innermost_; fork != nullptr; fork = fork->outer_) {
    for (const auto& [name, former] : fork->former_) {
      const auto at = names_->find(name);
      if (at != names_->end()) way.bound.emplace(name, at->second);
    }
    if (fork == this) break;
  }
  return way;
}

void Fork::Restore() {
  for (const auto& [name, former] : former_) {
    if (former) {
      names_->insert_or_assign(name, *former);
    } else if (const auto at = names_->find(name); at != names_->end()) {
      names_->erase(at);
    }
  }
}

void Fork::Enter(const FlowState& way) {
  Restore();
  for (const auto& [name, value] : way.bound) names_->insert_or_assign(name, value);
}

std::optional<ValueRef> Fork::Held(const FlowState& way, std::string_view name) const {
  if (const auto at = way.bound.find(name); at != way.bound.end()) return at->second;
  if (const auto at = former_.find(name); at != former_.end()) return at->second;
  const auto at = names_->find(name);
  return at == names_->end() ? std::nullopt : std::optional<ValueRef>(at->second);
}

ValueRef Fork::Meet(const ValueRef& test, const ValueRef& a, const ValueRef& b) const {
  if (Equal(a, b)) return b;
  if (level_ == Level::kModule && !IsPlain(a)) return IsPlain(b) ? a : b;
  if (level_ == Level::kModule && !IsPlain(b)) return b;
  return MakeConditional(test, a, b);
}

void Fork::Join(const std::vector<FlowState>& ways, const ValueRef& test) {
  if (ways.empty()) return;
  if (ways.size() == 1) return Enter(ways[0]);
  Restore();
  struct Meeting {
    std::optional<ValueRef> met;
    size_t ways = 0;  // that bind the name
    bool first = false;
  };
  std::map<std::string_view, Meeting> meetings;
  for (const FlowState& way : ways) {
    for (const auto& [name, value] : way.bound) {
      Meeting& at = meetings[name];
      at.met = at.met ? Meet(ways.size() == 2 ? test : nullptr, *at.met, value) : value;
      at.first = at.first || &way == &ways[0];
      ++at.ways;
    }
  }
  for (auto& [name, at] : meetings) {
    const std::optional<ValueRef> former = at.ways < ways.size() ? Held({}, name) : std::nullopt;
    if (former && ways.size() == 2 && at.first) {
      at.met = Meet(test, *at.met, *former);
    } else if (former) {
      at.met = Meet(ways.size() == 2 ? test : nullptr, *former, *at.met);
    }
    names_->insert_or_assign(std::string(name), *at.met);
  }
}

}  // namespace flagcensus
