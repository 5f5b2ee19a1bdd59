// In Python the machine records of which read another one is the default, in C the census records
// the place of that read. If only an expression is known, it is a link if it is nothing but a
// read by name.
#include "analyzer/rules/links.h"

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/model/unset.h"
#include "analyzer/rules/evidence.h"

namespace flagcensus {
namespace {

// The variable that an expression reads, if it consists of that read: getenv("B").
std::string NameRead(std::string_view expression) {
  const std::string_view text = Trim(expression);
  const size_t open = text.find_first_of("([");
  if (open == 0 || open == std::string_view::npos) return {};
  const std::string_view callee = text.substr(0, open);
  if (ToLower(callee).find("env") == std::string::npos) return {};
  const auto in_callee = [](char c) { return IsIdentifierByte(c) || c == '.' || c == ':'; };
  if (!std::all_of(callee.begin(), callee.end(), in_callee)) return {};
  std::string_view argument = Trim(text.substr(open + 1));
  // A macro around the literal: getenv(TEXT("B")).
  const size_t macro = EndOfRun(argument, 0, IsIdentifierByte);
  if (macro > 0 && argument.substr(macro).starts_with('('))
    argument = Trim(argument.substr(macro + 1));
  if (argument.empty() || (argument[0] != '"' && argument[0] != '\'')) return {};
  const size_t end = argument.find(argument[0], 1);
  return end == std::string_view::npos ? std::string() : std::string(argument.substr(1, end - 1));
}

// The name that is read if `access` finds no value, according to its default's expression; "" if
// there is none.
std::string FallbackIn(const Access& access) {
  const Unset unset = UnsetOf(access);
  if (unset.kind == DefaultKind::kDynamic) return NameRead(unset.text);
  return {};
}

}  // namespace

const Access* ReadInFile(const Flag& flag, const std::string& file) {
  for (const Access* access : SourceAccesses(flag)) {
    if (access->op == AccessOp::kRead && access->place.file == file) return access;
  }
  return nullptr;
}

std::vector<Link> LinksOf(const RuleInput& input) {
  std::map<std::string_view, const Flag*> by_name;
  std::map<Place, const Access*> by_place;
  for (const Flag& flag : input.flags) {
    by_name.emplace(flag.name, &flag);
    for (const Access* access : SourceAccesses(flag)) by_place.emplace(access->place, access);
  }
  std::vector<Link> out;
  for (const Flag& flag : input.flags) {
    for (const Access* access : SourceAccesses(flag)) {
      if (access->op != AccessOp::kRead || access->use.any_true) continue;
      // Three spellings of a link: a default that is a read, an alternative, and an expression.
      if (access->use.fallback_of) out.push_back({*access->use.fallback_of, flag.name, access});
      if (const auto read = by_place.find(access->c.fallback);
          // A fallback that the extractor found by its place.
          access->c.fallback.line > 0 && read != by_place.end()) {
        out.push_back({flag.name, *read->second->name, read->second});
      }
      const auto second = by_name.find(FallbackIn(*access));
      if (second == by_name.end()) continue;
      const Access* read = ReadInFile(*second->second, access->place.file);
      if (read != nullptr) out.push_back({flag.name, second->second->name, read});
    }
  }
  return out;
}

bool IsOfItsOwn(const Access& fallback, const Flag& other) {
  if (fallback.bound_kind != BoundKind::kModule && fallback.bound_kind != BoundKind::kClass) {
    return false;
  }
  return std::none_of(other.accesses.begin(), other.accesses.end(), [&](const FlagAccess& one) {
    return one.access->bound_to == fallback.bound_to;
  });
}

bool IsOnlyFallback(const std::vector<const Access*>& accesses, const Link& link,
                    const Flag& first) {
  return link.access != nullptr && !IsOfItsOwn(*link.access, first) &&
         std::all_of(accesses.begin(), accesses.end(),
                     [&](const Access* access) { return access->place == link.access->place; });
}

std::vector<AliasFamily> AliasFamiliesOf(const std::vector<Link>& links) {
  constexpr size_t kLeast = 3;  // links; fewer may be a coincidence
  std::map<std::pair<std::string, std::string>, AliasFamily> by_heads;
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const Link& link : links) {
    if (link.access == nullptr || link.access->chain.empty()) continue;
    if (!seen.emplace(link.first, link.second).second) continue;
    const auto end = std::mismatch(link.first.rbegin(), link.first.rend(), link.second.rbegin(),
                                   link.second.rend());
    const auto same = static_cast<size_t>(end.first - link.first.rbegin());
    // From the first '_' of the shared end.
    const size_t tail = link.first.find('_', link.first.size() - same);
    if (tail == std::string::npos) continue;
    const size_t length = link.first.size() - tail - 1;
    std::string first = link.first.substr(0, tail + 1);
    std::string second = link.second.substr(0, link.second.size() - length);
    if (length == 0 || first == second) continue;
    AliasFamily& family = by_heads[{first, second}];
    family.first = std::move(first);
    family.second = std::move(second);
    family.links.push_back(&link);
  }
  std::vector<AliasFamily> out;
  for (auto& [heads, family] : by_heads) {
    if (family.links.size() >= kLeast) out.push_back(std::move(family));
  }
  return out;
}

}  // namespace flagcensus
