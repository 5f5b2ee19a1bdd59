// Elements of lists by constants: `names[2]`, `names[APP_COLOUR]`, and the numbers of enumerators.
//
//   enum { kHost, kPort };
//   const char* names[] = {"APP_HOST", "APP_PORT"};
//   getenv(names[kPort])                             ─→ a read of APP_PORT
//
// A constant that is defined in another file remains a name. With a variable as index, any element
// of the list is possible.
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "analyzer/base/characters.h"
#include "analyzer/c/constants.h"
#include "analyzer/c/expressions.h"
#include "analyzer/c/lists.h"
#include "analyzer/c/local_values.h"

namespace flagcensus {
namespace {

// kColour, APP_COLOUR. A variable of any other name may change, so its value at its
// declaration says nothing.
bool IsSpelledConstant(const std::string& name) {
  if (name.size() > 1 && name[0] == 'k' && IsUpper(name[1])) return true;
  return !HasLower(name);
}

}  // namespace

std::optional<int> NumberIn(const std::string& text) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

// Elements in an #if, or of several texts, shift the positions of those after them: the count ends
// there.
size_t CListReader::PlainElements(size_t open) {
  size_t count = 0;
  const int condition = t_[open].condition;
  for (const auto& [from, to] : SplitArguments(t_, open + 1, file_.Match(open))) {
    const bool outside =
        std::all_of(t_.begin() + static_cast<long>(from), t_.begin() + static_cast<long>(to),
                    [&](const CToken& token) { return token.condition == condition; });
    const bool text =
        std::all_of(t_.begin() + static_cast<long>(from), t_.begin() + static_cast<long>(to),
                    [](const CToken& token) { return token.kind == Kind::kString; });
    const bool constant = to == from + 1 && IsConstantName(t_[from]);
    if (from >= to || !outside || (!text && !constant && !IsTextUse(from, to))) return count;
    ++count;
  }
  return count;
}

std::optional<CValue> CLocalValues::AssignedThroughPointer(const std::string& name,
                                                           const CFunction& function, int depth) {
  // Only in the function that is being read: the use is a position in its body.
  if (!functions_.IsAt(place_.function, function)) {
    return std::nullopt;
  }
  const auto body = functions_.BodyOf(place_.function);
  const size_t stop = place_.use > 0 ? std::min(place_.use, body.second) : body.second;
  if (!limits_.MayLook(stop - std::min(stop, body.first)) || ++place_.followed > kMaxFollowed)
    return std::nullopt;
  std::optional<CValue> found;
  for (size_t i = body.first + 1; i + 3 < stop; ++i) {
    const bool put = t_[i].Is("*") && t_[i + 1].IsName(name) && t_[i + 2].Is("=") &&
                     (t_[i - 1].Is(";") || t_[i - 1].Is("{") || t_[i - 1].Is("}"));
    if (!put) continue;
    // With two assignments, which one applies depends on the control flow.
    if (found) return std::nullopt;
    size_t end = i + 3;
    while (end < stop && !t_[end].Is(";")) ++end;
    found = expressions_.Evaluate(t_, i + 3, end, &function, depth + 8);
  }
  return found;
}

void CConstants::ReadEnumerators(size_t i) {
  constexpr size_t kMaxHead = 8;  // tokens of `enum class Name : uint8_t {`
  size_t open = i + 1;
  while (open < i + kMaxHead && open < t_.size() && t_[open].kind != Kind::kEnd &&
         (t_[open].kind == Kind::kName || t_[open].Is(":") || t_[open].Is("::"))) {
    ++open;
  }
  if (open >= t_.size() || !t_[open].Is("{")) return;
  std::optional<int64_t> next = 0;  // wider than the numbers that are read: it is incremented
  for (const auto& [from, to] : SplitArguments(t_, open + 1, file_.Match(open))) {
    if (from >= to || t_[from].kind != Kind::kName) return;
    if (t_[from].condition != t_[open].condition) return;  // the numbers after it may vary
    if (to > from + 1 && t_[from + 1].Is("=")) {
      const CToken& first = t_[from + 2];
      const bool alone = to == from + 3;
      // `kB = 1 << 3`, `kB = 4`, `kB = kA`: other expressions make this and the following numbers
      // unknown.
      const std::optional<std::string> sum = FoldIntegers(t_, from + 2, to);
      next = sum ? NumberIn(*sum) : std::nullopt;
      if (alone && first.kind == Kind::kNumber) next = NumberIn(NumberText(first));
      const auto known = alone ? enumerators_.find(first.text) : enumerators_.end();
      if (known != enumerators_.end()) next = static_cast<int64_t>(known->second);
    }
    const bool asked = wanted_.empty() || wanted_.count(t_[from].text) > 0;
    if (next && *next >= 0 && asked) enumerators_[t_[from].text] = static_cast<size_t>(*next);
    if (next) ++*next;
  }
}

// The index without casts, brackets and qualifiers. A parameter or local is a variable; an
// enumerator becomes its number.
std::string CExpressions::IndexIn(const std::vector<CToken>& t, size_t begin, size_t end,
                                  const CFunction* function) {
  if (begin < end && t[begin].IsName("static_cast")) {  // names[static_cast<size_t>(Name::kColour)]
    while (begin < end && !t[begin].Is("(")) ++begin;
  } else if (begin + 2 < end && t[begin].Is("(") && MatchBracket(t, begin) + 1 < end) {
    begin = MatchBracket(t, begin) + 1;  // names[(int)kColour]
  }
  while (begin + 1 < end && t[begin].Is("(") && MatchBracket(t, begin) + 1 == end) {
    ++begin;
    --end;
  }
  const bool qualified = begin + 2 < end && t[end - 2].Is("::");
  while (begin + 2 < end && t[begin].kind == Kind::kName && t[begin + 1].Is("::")) begin += 2;
  if (begin + 1 != end) return "";
  if (t[begin].kind == Kind::kNumber) return NumberText(t[begin]);
  if (t[begin].kind != Kind::kName) return "";
  const std::string& name = t[begin].text;
  // A local variable hides a constant of its name.
  const bool own = function != nullptr && !function->macro && !qualified;
  if (ParameterOf(function, name) >= 0 || (own && locals_.Local(name, *function, kMaxDepth)))
    return "";
  const auto known = enumerators_.find(name);
  if (known != enumerators_.end()) return std::to_string(known->second);
  return IsSpelledConstant(name) ? name : "";
}

std::vector<std::vector<CPart>> CExpressions::ElementOf(const CValue& value,
                                                        const std::string& index) {
  if (index.empty()) return value.alternatives;
  const std::optional<int> number = NumberIn(index);
  if (number && *number >= 0 && static_cast<size_t>(*number) < value.elements) {
    return {value.alternatives[static_cast<size_t>(*number)]};
  }
  std::vector<std::vector<CPart>> out = value.alternatives;
  // The list is in another file: the index is kept with the name until its elements are known.
  const bool one = value.elements == 0 && out.size() == 1 && out[0].size() == 1;
  if (one && out[0][0].index.empty()) out[0][0].index = index;
  return out;
}

}  // namespace flagcensus
