// An initialiser → its rows, and the values of the members in each.
//
//   {{"LEVEL", 1}, {.name = "MODE"}}       two rows: members "" "", and member `name`
//   {Row("LEVEL", 1)}                      one row: a constructor's arguments are its members
//   {[INDEX] = {"LEVEL", 1}}               one row; the index is ignored
#include "analyzer/c/records.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

using Tokens = std::vector<CToken>;
using Kind = CToken::Kind;

// `.name = value`, `.part.name = value` → the beginning of the value, and the field: name,
// part.name. `first` if there is no designator of this form.
size_t DesignatedValue(const Tokens& t, size_t first, size_t last, std::string* field) {
  std::string path;
  size_t at = first;
  while (at + 2 < last && t[at].Is(".") && t[at + 1].kind == Kind::kName) {
    path += (path.empty() ? "" : ".") + t[at + 1].text;
    at += 2;
  }
  if (at == first || !t[at].Is("=") || at + 1 >= last) return first;
  *field = std::move(path);
  return at + 1;
}

}  // namespace

std::vector<CRow> RowsOf(const Tokens& t, size_t begin, size_t end, bool array, size_t limit,
                         bool* cut) {
  std::vector<CRow> rows;
  if (begin >= end || !t[begin].Is("{")) return rows;
  // One element of the list: its designator, its type, and the brackets around its members, each of
  // which may be absent.
  const auto one = [&](size_t from, size_t to) {
    CRow row;
    if (t[from].Is(".") || t[from].Is("[")) {  // [INDEX] = {...}
      size_t at = from;
      while (at < to && !t[at].Is("=")) ++at;
      if (t[from].Is("[") && at < to) from = at + 1;
    }
    row.line = t[from].line;
    row.column = t[from].column;
    // {a, b}, Type{a, b}, Type(a, b)
    size_t open = from;
    while (open < to && (t[open].kind == Kind::kName || t[open].Is("::")) && !t[from].Is(".")) {
      ++open;
    }
    const bool braces = open < to && (t[open].Is("{") || (t[open].Is("(") && open > from)) &&
                        MatchBracket(t, open) == to - 1;
    const size_t inside = braces ? open + 1 : from;
    const size_t stop = braces ? to - 1 : to;
    for (const auto& [first, last] : SplitArguments(t, inside, stop)) {
      CRow::Member member;
      member.begin = first;
      member.end = last;
      if (const size_t value = DesignatedValue(t, first, last, &member.field); value > first) {
        member.begin = value;
      } else if (first + 1 < last && t[first].kind == Kind::kName && t[first + 1].Is(":") &&
                 // `name: value`, GNU's old form of a designator.
                 first + 2 < last && !t[first + 2].Is(":")) {
        member.field = t[first].text;
        member.begin = first + 2;
      }
      row.members.push_back(std::move(member));
    }
    rows.push_back(std::move(row));
  };
  if (!array) {
    one(begin, end);
    return rows;
  }
  for (const auto& [from, to] : SplitArguments(t, begin + 1, end - 1)) {
    if (rows.size() >= limit) {
      *cut = true;
      return rows;
    }
    if (from < to) one(from, to);
  }
  return rows;
}

}  // namespace flagcensus
