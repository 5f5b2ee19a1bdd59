// Texts that are searched for in tables, and locals derived from the environment. If a name from
// the environment is searched for among the names of a table's rows, each row is a variable.
//
//   static struct setting *find(const char *name) {
//     for (i = 0; i < count; ++i) if (strcmp(table[i].name, name) == 0) return &table[i];
//   }
//   block_init(&block);                 // fills it from environ
//   parse(find(block.vars[i].name), block.vars[i].value);
//
// `find` is a CLookup of table[].name with its parameter 0; the argument block.vars[i].name is in
// CPassedLocals::from_environ, so each table[i].name is a read.
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/c/environ_uses.h"
#include "analyzer/c/value_lifetime.h"

namespace flagcensus {
namespace {

// APP_: the beginning of a variable's name.
bool BeginsNames(const std::string& text) {
  return text.size() >= 3 && text.back() == '_' && AllBytes(text, IsVariableNameByte);
}

}  // namespace

// Empty for a function without a use of environ, which is nearly every one: the list of their
// positions is sorted.
const std::set<std::string>& CEnvironUses::FromEnviron(int function) {
  static const std::set<std::string> kNothing;
  // Each seed costs a pass over the body; further ones are ignored.
  constexpr size_t kMaxSeeds = 16;
  const auto body = functions_.BodyOf(function);
  auto at = std::lower_bound(environs_.begin(), environs_.end(), body.first);
  if (at == environs_.end() || *at >= body.second) return kNothing;
  const auto known = from_environ_.find(function);
  if (known != from_environ_.end()) return known->second;
  std::set<std::string>& made = from_environ_[function];
  std::set<std::string> seeds;
  for (; at != environs_.end() && *at < body.second && seeds.size() < kMaxSeeds; ++at) {
    if (!t_[*at + 1].Is("(")) {
      seeds.insert(t_[*at].text);
      continue;
    }
    seeds.insert(t_[*at].text);  // block = read_block();
    for (const auto& [from, to] : SplitArguments(t_, *at + 2, file_.Match(*at + 1))) {
      const size_t name = t_[from].Is("&") ? from + 1 : from;
      const bool local = name + 1 == to && t_[name].kind == Kind::kName && !IsNull(t_[name]);
      if (local) seeds.insert(t_[name].text);
    }
  }
  CFunction& around = functions_.At(function);
  for (const std::string& seed : seeds) {
    if (!limits_.MayLook(body.second - body.first)) break;
    made.merge(FindDerived(t_, body.first, body.second, seed));
  }
  // A comparison with a literal such as "APP_" restricts the names that pass to that prefix.
  for (size_t i = body.first; i + 2 < body.second && limits_.MayLook(1); ++i) {
    if (!t_[i + 1].Is("(") || t_[i].kind != Kind::kName || !ComparesTexts(t_[i].text)) continue;
    for (const auto& [from, to] : SplitArguments(t_, i + 2, file_.Match(i + 1))) {
      const bool prefix =
          to == from + 1 && t_[from].kind == Kind::kString && BeginsNames(t_[from].text);
      if (prefix) around.prefixes.push_back(t_[from].text);
    }
  }
  return made;
}

// A comparison at `i`: one side is a row, `table[i].name` or `names[i]`, the other a parameter or
// from the environment. Two rows or two parameters compared with each other are no look-up.
void CEnvironUses::ReadLookup(size_t i, int function) {
  constexpr size_t kMaxLookups = 200;  // of one file
  const auto arguments = SplitArguments(t_, i + 2, file_.Match(i + 1));
  if (function < 0 || arguments.size() < 2 || found_.lookups.size() >= kMaxLookups) return;
  const CFunction& around = functions_.At(function);
  const auto is_row = [&](size_t side) {
    const auto [from, to] = arguments[side];
    const bool member = from + 2 < to && t_[to - 1].kind == Kind::kName &&
                        (t_[to - 2].Is(".") || t_[to - 2].Is("->"));
    return member || (from + 3 < to && t_[from].kind == Kind::kName && t_[from + 1].Is("[") &&
                      t_[to - 1].Is("]"));
  };
  for (size_t side = 0; side < 2; ++side) {
    if (!is_row(side)) continue;
    const auto [from, to] = arguments[side];
    const auto [other, stop] = arguments[1 - side];
    CLookup lookup;
    lookup.function = function;
    lookup.line = t_[i].line;
    lookup.column = t_[i].column;
    lookup.environ = file_.Mentions(other, stop, FromEnviron(function));
    place_.function = function;
    place_.use = i;
    place_.followed = 0;
    const CValue text = expressions_.Evaluate(t_, other, stop, &around, 0);
    const CValue row = expressions_.Evaluate(t_, from, to, &around, 0);
    place_.function = -1;
    place_.use = 0;
    const CPart* looked_for = text.Only();
    if (looked_for != nullptr && looked_for->kind == CPart::Kind::kParameter) {
      lookup.parameter = looked_for->parameter;
    }
    if (lookup.parameter < 0 && !lookup.environ) continue;
    if (row.Only() == nullptr) continue;
    const CPart& part = *row.Only();
    const bool named = part.kind == CPart::Kind::kName && t_[to - 1].Is("]");
    const bool member = part.kind == CPart::Kind::kMember && part.parameter < 0 &&
                        (!part.object.empty() || !part.type.empty());
    if (!named && !member) continue;
    lookup.row = row.alternatives[0];
    found_.lookups.push_back(std::move(lookup));
    return;
  }
}

}  // namespace flagcensus
