// x.substr(1), x.left(4): parts of a known text. What other methods make is unknown: a name that is
// only nearly right is worse than none. Methods that are not listed, such as c_str(), have the
// value of their object.
#include "analyzer/c/text_methods.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/base/characters.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

// What the call of the method at `method` makes of the texts: also of Qt's x.left(count). nullopt
// if it makes no other text, {} if that text is unknown.
//
//   substr(1) of "XAPP" ─→ "APP"    replace(0, 1, "Y") ─→ {}    c_str() ─→ nullopt
std::optional<std::vector<std::vector<CPart>>> MadeBy(const std::vector<CToken>& t, size_t method,
                                                      const std::vector<std::vector<CPart>>& of) {
  using Texts = std::vector<std::vector<CPart>>;
  static const std::set<std::string_view> kParts = {"substr", "mid", "left", "right"};
  static const std::set<std::string_view> kOthers = {"replace",   "insert",  "erase",   "append",
                                                     "push_back", "assign",  "remove",  "chop",
                                                     "chopped",   "prepend", "section", "arg"};
  const std::string& name = t[method].text;
  if (kOthers.count(name) > 0) return Texts();
  if (kParts.count(name) == 0) return std::nullopt;
  std::vector<size_t> numbers;
  for (const auto& [from, to] : SplitArguments(t, method + 2, MatchBracket(t, method + 1))) {
    const std::string number = to == from + 1 ? NumberText(t[from]) : "";
    if (number.empty() || number.size() > 4 || !IsDigits(number)) return Texts();
    numbers.push_back(static_cast<size_t>(std::strtoul(number.c_str(), nullptr, 10)));
  }
  const bool side = name == "left" || name == "right";
  if (numbers.size() > (side ? 1 : 2) || (side && numbers.empty())) return Texts();
  Texts made = of;
  for (std::vector<CPart>& one : made) {
    if (one.size() != 1 || one[0].kind != CPart::Kind::kText) return Texts();
    std::string& text = one[0].text;
    size_t begin = side || numbers.empty() ? 0 : numbers[0];
    const size_t count = side ? numbers[0] : numbers.size() > 1 ? numbers[1] : text.size();
    if (name == "right") begin = text.size() - std::min(count, text.size());
    if (begin > text.size()) return Texts();
    text = text.substr(begin, count);
  }
  return made;
}

}  // namespace

void CutByMethods(const std::vector<CToken>& t, size_t begin, size_t end,
                  std::vector<std::vector<CPart>>* piece) {
  for (size_t i = begin; i + 2 < end && !piece->empty(); ++i) {
    if (t[i].Is("(") || t[i].Is("[") || t[i].Is("{")) {
      i = std::max(i, std::min(MatchBracket(t, i), end));
      continue;
    }
    const bool method =
        (t[i].Is(".") || t[i].Is("->")) && t[i + 1].kind == CToken::Kind::kName && t[i + 2].Is("(");
    if (!method) continue;
    if (auto made = MadeBy(t, i + 1, *piece)) *piece = std::move(*made);
  }
}

}  // namespace flagcensus
