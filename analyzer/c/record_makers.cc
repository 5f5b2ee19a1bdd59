// Macros that declare or fill records, which are expanded where a table of them is wanted:
//
//   #define ROW(n) static struct option n##_row = {#n, 1};     with the wanted type `option`
//   #define ADD(rows, n) rows.push_back({#n, 1})               a row put into an argument
#include "analyzer/c/record_makers.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

constexpr size_t kMaxDeclarator = 24;  // tokens from a type to its object's initialiser

// Whether `name` begins with pieces[0], ends with the last one, and contains the others between
// them in their order.
//
//   "app_port_type" and {"app_", "", "_type"}     ─→ true
bool Fits(std::string_view name, const std::vector<std::string_view>& pieces) {
  if (!name.starts_with(pieces.front())) return false;
  name.remove_prefix(pieces.front().size());
  for (size_t i = 1; i + 1 < pieces.size(); ++i) {
    const size_t at = name.find(pieces[i]);
    if (at == std::string_view::npos) return false;
    name.remove_prefix(at + pieces[i].size());
  }
  return name.ends_with(pieces.back());
}

bool IsParameter(const CMacro& macro, const CToken& token) {
  return std::find(macro.parameters.begin(), macro.parameters.end(), token.text) !=
         macro.parameters.end();
}

// Past the words that ## joins from `begin` on; `begin` + 1 if there is no ##. Adds their texts, ""
// for a parameter.
size_t PastedEnd(const CMacro& macro, size_t begin, std::vector<std::string_view>* pieces) {
  const Tokens& t = macro.body;
  size_t at = begin;
  while (true) {
    pieces->push_back(IsParameter(macro, t[at]) ? std::string_view() : t[at].text);
    if (at + 2 >= t.size() || !t[at + 1].Is("##") || t[at + 2].kind != Kind::kName) return at + 1;
    at += 2;
  }
}

// Whether a name pasted from these pieces may be that of a wanted type. With hardly a letter beside
// the parameters, any type would fit.
bool MayBeType(const std::vector<std::string_view>& pieces, const CRecordsWanted& wanted) {
  // `x_##name##_t` has four known letters and fits too many types.
  constexpr size_t kLeast = 5;
  if (pieces.size() == 1) return wanted.types.count(std::string(pieces[0])) > 0;
  size_t known = 0;
  for (const std::string_view piece : pieces) known += piece.size();
  if (known < kLeast) return false;
  return std::any_of(wanted.types.begin(), wanted.types.end(),
                     [&](const std::string& type) { return Fits(type, pieces); });
}

// `type name = {`, `type *name = {`: from `at` on, after the type.
bool DeclaresObject(const Tokens& t, size_t at) {
  if (at >= t.size() || (t[at].kind != Kind::kName && !t[at].Is("*"))) return false;
  for (const size_t end = std::min(t.size(), at + kMaxDeclarator); at < end; ++at) {
    if (t[at].Is(";") || t[at].Is("->")) return false;
    if (t[at].Is("{")) return true;
  }
  return false;
}

bool DeclaresOrUses(const CMacro& macro, const CRecordsWanted& wanted) {
  const Tokens& t = macro.body;
  std::vector<std::string_view> pieces;
  for (size_t i = 0; i + 1 < t.size(); ++i) {
    if (t[i].kind != Kind::kName) continue;
    if (wanted.makers.count(t[i].text) > 0 && t[i + 1].Is("(")) return true;
    pieces.clear();
    const size_t end = PastedEnd(macro, i, &pieces);
    if (MayBeType(pieces, wanted) && DeclaresObject(t, end)) return true;
    i = end - 1;
  }
  return false;
}

// A row that is inserted into a wanted object, or into an argument of the macro.
bool PutsRow(const CMacro& macro, const CRecordsWanted& wanted) {
  static const std::set<std::string_view> kPuts = {"push_back", "emplace_back", "emplace",
                                                   "insert"};
  const Tokens& t = macro.body;
  for (size_t i = 0; i + 3 < t.size(); ++i) {
    if (t[i].kind != Kind::kName || kPuts.count(t[i + 2].text) == 0) continue;
    const bool into = IsParameter(macro, t[i]) || wanted.objects.count(t[i].text) > 0;
    if (into && (t[i + 1].Is(".") || t[i + 1].Is("->"))) return true;
  }
  return false;
}

}  // namespace

// A macro without parameters is only another name of a maker.
bool MakesRecords(const CMacro& macro, const CRecordsWanted& wanted) {
  if (!macro.function) {
    return macro.body.size() == 1 && wanted.makers.count(macro.body[0].text) > 0;
  }
  return DeclaresOrUses(macro, wanted) || PutsRow(macro, wanted);
}

}  // namespace flagcensus
