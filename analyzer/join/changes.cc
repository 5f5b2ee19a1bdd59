// two lists of flags ─→ by name ─→ added, removed, renamed; defaults and types of the others
#include "analyzer/join/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The accesses of `flag` in scope src: what tests set and read is not part of a version's
// interface.
std::vector<const Access*> SourcesOf(const Flag& flag) {
  std::vector<const Access*> out;
  for (const FlagAccess& access : flag.accesses) {
    if (access.access->scope == Scope::kSrc) out.push_back(access.access);
  }
  return out;
}

using Sources = std::map<std::string_view, std::vector<const Access*>>;

// Variables by name, without patterns and without those that only other scopes access.
Sources ByName(const std::vector<Flag>& flags) {
  Sources out;
  for (const Flag& flag : flags) {
    if (flag.name.find('*') != std::string::npos) continue;
    std::vector<const Access*> sources = SourcesOf(flag);
    if (!sources.empty()) out.emplace(flag.name, std::move(sources));
  }
  return out;
}

// The default as a page would state it.
std::string DefaultOf(const Access& access) {
  switch (access.default_kind) {
    case DefaultKind::kLiteral:
      return access.default_text->empty() ? "\"\"" : *access.default_text;
    case DefaultKind::kNone:
      return "none";
    case DefaultKind::kRequired:
      return "required";
    case DefaultKind::kDynamic:
      return access.default_text.value_or("dynamic");
  }
  return {};
}

std::string Listed(const std::set<std::string>& values) {
  return Join(std::vector<std::string>(values.begin(), values.end()), " or ");
}

std::string DefaultsOf(const std::vector<const Access*>& accesses) {
  std::set<std::string> out;
  for (const Access* access : accesses) {
    if (access->op == AccessOp::kRead) out.insert(DefaultOf(*access));
  }
  return Listed(out);
}

std::string TypesOf(const std::vector<const Access*>& accesses) {
  std::set<std::string> out;
  for (const Access* access : accesses) {
    if (access->op == AccessOp::kRead && access->type != ValueType::kUnknown) {
      out.emplace(ToString(access->type));
    }
  }
  return Listed(out);
}

// What makes reads with two names the same read. Lines are not part of it, since they move.
using Site = std::tuple<std::string_view, std::string_view, std::string, std::string>;

Site SiteOf(const Access& access) {
  return {access.place.file, access.via, access.bound_to.value_or(""), DefaultOf(access)};
}

// The names that occur in `sources` and not in `others`, by the sites of their accesses.
std::map<Site, std::set<std::string_view>> Lone(const Sources& sources, const Sources& others) {
  std::map<Site, std::set<std::string_view>> out;
  for (const auto& [name, accesses] : sources) {
    if (others.contains(name)) continue;
    for (const Access* access : accesses) out[SiteOf(*access)].insert(name);
  }
  return out;
}

// New name ─→ old name, for sites with exactly one of each. If two variables were renamed at equal
// sites, which is which cannot be known, and they are reported as added and removed.
std::map<std::string_view, std::string_view> Renamed(const Sources& before, const Sources& after) {
  const auto gone = Lone(before, after);
  std::map<std::string_view, std::string_view> out;
  std::set<std::string_view> taken;
  for (const auto& [site, names] : Lone(after, before)) {
    const auto old = gone.find(site);
    if (old == gone.end() || names.size() != 1 || old->second.size() != 1) continue;
    if (taken.insert(*old->second.begin()).second)
      out.emplace(*names.begin(), *old->second.begin());
  }
  return out;
}

}  // namespace

// New and common variables in one pass, then removed ones.
std::vector<FlagChange> CompareFlags(const std::vector<Flag>& before,
                                     const std::vector<Flag>& after) {
  const Sources old = ByName(before);
  const Sources now = ByName(after);
  const std::map<std::string_view, std::string_view> renamed = Renamed(old, now);
  std::set<std::string_view> old_names;
  for (const auto& [name, old_name] : renamed) old_names.insert(old_name);

  std::vector<FlagChange> out;
  const auto add = [&](ChangeKind kind, std::string_view name, const Place& place) -> FlagChange& {
    FlagChange& change = out.emplace_back();
    change.kind = kind;
    change.name = name;
    change.place = place;
    return change;
  };
  for (const auto& [name, accesses] : now) {
    const Place& place = accesses.front()->place;
    const auto rename = renamed.find(name);
    const auto same = old.find(rename == renamed.end() ? name : rename->second);
    if (same == old.end()) {
      add(ChangeKind::kAdded, name, place).default_text = DefaultsOf(accesses);
      continue;
    }
    if (rename != renamed.end()) add(ChangeKind::kRenamed, name, place).old_name = rename->second;
    const auto compare = [&, &name = name](ChangeKind kind, std::string a, std::string b) {
      // An empty side has no read, or only reads of unknown type: that is not a change.
      if (a == b || a.empty() || b.empty()) return;
      FlagChange& change = add(kind, name, place);
      change.before = std::move(a);
      change.after = std::move(b);
    };
    compare(ChangeKind::kDefault, DefaultsOf(same->second), DefaultsOf(accesses));
    compare(ChangeKind::kType, TypesOf(same->second), TypesOf(accesses));
  }
  for (const auto& [name, accesses] : old) {
    if (now.contains(name) || old_names.contains(name)) continue;
    add(ChangeKind::kRemoved, name, accesses.front()->place);
  }
  std::sort(out.begin(), out.end(), [](const FlagChange& a, const FlagChange& b) {
    return std::tie(a.kind, a.name) < std::tie(b.kind, b.name);
  });
  return out;
}

std::string_view ToString(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::kAdded:
      return "added";
    case ChangeKind::kRemoved:
      return "removed";
    case ChangeKind::kRenamed:
      return "renamed";
    case ChangeKind::kDefault:
      return "default";
    case ChangeKind::kType:
      return "type";
  }
  return "";
}

}  // namespace flagcensus
