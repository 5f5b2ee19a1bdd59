// Buffers that text functions fill one after the other.
//
//   strcpy(name, "APP_"); strcat(name, key);          ─→ "APP_" and key
//   snprintf(name, n, "APP_%s", key);                 ─→ the same
//   asprintf(&name, "APP_%s", key);                   ─→ the same
//   name[i] = toupper(key[i]);                        ─→ key in upper case
#include "analyzer/c/buffers.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/c/function_rows.h"

namespace flagcensus {

// By the name of the function, of any project: `str_toupper`, `AsciiStrToUpper`. Conversions with
// other names (`upcase`) are not recognised, and the name stays in the spelling of the caller.
bool CBuffers::TurnsUpper(std::string_view callee) {
  const std::string lower = ToLower(callee);
  return lower.ends_with("toupper") || lower.ends_with("to_upper") || lower.ends_with("strupr") ||
         lower == "asciistrtoupper" || lower == "upper" || lower == "uppercase" ||
         lower.ends_with("touppercase");
}

void CBuffers::Upper(std::vector<CPart>* parts) {
  for (CPart& part : *parts) part.upper = true;
}

//   for (char& c : name) c = toupper(c);     ─→ "name", from the position of toupper
std::string CBuffers::TurnedAt(size_t k) const {
  // Thirty tokens before the conversion: the head of the loop or the call around it.
  constexpr size_t kMaxReach = 30;  // tokens of a statement in front of it
  for (size_t i = k; i-- > 1 && k - i < kMaxReach && !t_[i].Is("{") && !t_[i].Is("}");) {
    // std::transform(name.begin(), name.end(), name.begin(), ::toupper)
    const bool transform = t_[i].IsName("transform") && t_[i + 1].Is("(");
    if (transform && t_[i + 3].Is(".")) return t_[i + 2].text;
    // for (char& c : name) c = toupper(c);
    if (t_[i].Is(":") && t_[i + 2].Is(")")) return t_[i + 1].text;
  }
  return "";
}

// A conversion behind the current use does not count.
bool CBuffers::IsTurnedUpper(const std::string& name, const CFunction& function) {
  if (!functions_.IsAt(place_.function, function)) return false;
  const auto [made, first] = turned_.try_emplace(place_.function);
  if (first) {
    const auto [open, close] = functions_.BodyOf(place_.function);
    for (size_t k = open; k + 1 < close && limits_.MayLook(1); ++k) {
      if (t_[k].kind != Kind::kName || !TurnsUpper(t_[k].text)) continue;
      made->second.emplace(TurnedAt(k), k);
    }
  }
  const auto turned = made->second.find(name);
  return turned != made->second.end() && (place_.use == 0 || turned->second < place_.use);
}

// `std::string name` is declared within reach before `i`. 400 tokens: a string that is declared
// further away, or as a member, is not seen; then `+=` may be of a number.
bool CBuffers::IsString(size_t i) const {
  constexpr size_t kMaxReach = 400;
  for (size_t k = i; k > 1 && i - k < kMaxReach; --k) {
    if (t_[k].IsName(t_[i].text) && t_[k - 1].IsName("string")) return true;
  }
  return false;
}

// name += key; name.append(key);
// Only of a string: `count += 2` of a number has the same form.
std::optional<CValue> CBuffers::Append(size_t i, const CFunction& function, int depth) {
  size_t from = 0;
  size_t end = 0;
  if (t_[i + 1].Is("+=")) {
    for (from = end = i + 2; end + 1 < t_.size() && !t_[end].Is(";"); ++end) {
      if (t_[end].Is("{") || t_[end].Is("(")) end = std::max(end, file_.Match(end));
    }
  } else if (t_[i + 1].Is(".") && t_[i + 2].IsName("append") && t_[i + 3].Is("(")) {
    from = i + 4;
    end = file_.Match(i + 3);
    if (SplitArguments(t_, from, end).size() != 1) return std::nullopt;
  }
  if (end <= from || !IsString(i)) return std::nullopt;
  CValue value = expressions_.Evaluate(t_, from, end, &function, depth + 8);
  if (value.IsUnknown()) value.alternatives = {{CPart{}}};
  return value;
}

// `*behind`: the text is added to the previous one; otherwise it replaces it.
std::optional<CValue> CBuffers::Put(size_t i, const CFunction& function, int depth, bool* behind) {
  const std::string& name = t_[i].text;
  if (std::optional<CValue> more = Append(i, function, depth)) {
    *behind = true;
    return more;
  }
  if (t_[i + 1].Is("[")) {  // name[i] = toupper(key[i])
    const size_t equals = file_.Match(i + 1) + 1;
    if (!t_[equals].Is("=")) return std::nullopt;
    // Within eight tokens after the '=', room for a cast of the result.
    for (size_t k = equals + 1; k < equals + 8 && k + 2 < t_.size() && !t_[k].Is(";"); ++k) {
      if (t_[k].kind != Kind::kName || !TurnsUpper(t_[k].text) || !t_[k + 1].Is("(")) continue;
      size_t from = k + 2;
      if (t_[from].Is("(")) from = file_.Match(from) + 1;  // (unsigned char)key[i]
      CValue value;
      value.alternatives = {{CPart{}}};
      if (t_[from].IsName(name)) {
        *behind = true;
        value.alternatives = {{CPart{CPart::Kind::kText, "", -1, {}, {}, true}}};
      } else if (t_[from].kind == Kind::kName) {
        value = expressions_.Evaluate(t_, from, from + 1, &function, depth + 1);
        for (std::vector<CPart>& one : value.alternatives) Upper(&one);
      }
      return value;
    }
    return std::nullopt;
  }
  // The forms of a call: `f(name`, `f(&name`. Only the first argument is a target.
  const bool address = i >= 1 && t_[i - 1].Is("&");
  const size_t first = address ? i - 1 : i;
  if (first < 2 || !t_[first - 1].Is("(") || t_[first - 2].kind != Kind::kName) {
    // for (char& c : name) c = toupper(c);
    bool upper = i >= 1 && t_[i - 1].Is(":") && t_[i + 1].Is(")");
    size_t k = i + 2;
    const size_t end = std::min(i + 20, t_.size() - 1);
    while (upper && k < end && !t_[k].Is(";") && !TurnsUpper(t_[k].text)) ++k;
    upper = upper && TurnsUpper(t_[k].text);
    if (!upper) return std::nullopt;
    *behind = true;
    CValue value;
    value.alternatives = {{CPart{CPart::Kind::kText, "", -1, {}, {}, true}}};
    return value;
  }
  // `strupr(name);` as a statement. As a part of an expression its result is a different text.
  const std::string callee = ToLower(t_[first - 2].text);
  const size_t close = file_.Match(first - 1);
  bool upper = TurnsUpper(callee) && t_[i + 1].Is(")") && first >= 3 &&
               (t_[first - 3].Is(";") || t_[first - 3].Is("{") || t_[first - 3].Is("}"));
  if (callee == "transform") {  // std::transform(name.begin(), name.end(), name.begin(), toupper)
    for (size_t k = i; k < close; ++k) {
      upper = upper || (t_[k].kind == Kind::kName && TurnsUpper(t_[k].text));
    }
  }
  if (upper) {
    *behind = true;
    CValue value;
    value.alternatives = {{CPart{CPart::Kind::kText, "", -1, {}, {}, true}}};
    return value;
  }
  // First the library functions that have an entry, then those of the C library.
  if (std::optional<CValue> put = PutByLibrary(first, close, function, depth, behind)) return put;
  const CTextPut put = TextPutBy(callee);
  if (put.kind == CTextPut::Kind::kPrintsList) {
    if (address != put.allocates) return std::nullopt;
    CValue value;  // vsnprintf(name, n, format, list): the arguments are not known here
    value.alternatives = {{CPart{}}};
    return value;
  }
  if (put.kind == CTextPut::Kind::kNone || (put.allocates && !address)) return std::nullopt;
  // strcat appends. snprintf(name + n, ...) and snprintf(&name[n], ...) continue a text, too; where
  // they continue is not computed.
  *behind = !put.allocates && (put.kind == CTextPut::Kind::kJoins || address || t_[i + 1].Is("+"));
  const auto arguments = SplitArguments(t_, first, close);
  if (put.kind != CTextPut::Kind::kPrints) {
    if (arguments.size() < 2) return std::nullopt;
    CValue value =
        expressions_.Evaluate(t_, arguments[1].first, arguments[1].second, &function, depth + 1);
    if (value.IsUnknown()) value.alternatives = {{CPart{}}};
    return value;
  }
  const size_t format = put.from;
  if (format >= arguments.size()) return std::nullopt;
  CValue value = expressions_.Formatted(t_, arguments, format, &function, depth + 1);
  if (value.IsUnknown()) value.alternatives = {{CPart{}}};
  return value;
}

std::optional<CValue> CBuffers::PutByLibrary(size_t first, size_t close, const CFunction& function,
                                             int depth, bool* behind) {
  const FunctionRows& rows = BuiltInFunctionRows();
  const std::string& callee = t_[first - 2].text;
  CValue value;
  if (PositionIn(rows.empties, callee) == 0) {
    value.alternatives = {{CPart{CPart::Kind::kText, "", -1}}};
    return value;
  }
  const int more = PositionIn(rows.appends, callee);
  const auto arguments = SplitArguments(t_, first, close);
  if (more < 0 || static_cast<size_t>(more) >= arguments.size()) return std::nullopt;
  *behind = true;
  const auto [from, to] = arguments[static_cast<size_t>(more)];
  value = expressions_.Evaluate(t_, from, to, &function, depth + 1);
  if (value.IsUnknown()) value.alternatives = {{CPart{}}};
  return value;
}

std::optional<CValue> CBuffers::Buffer(const std::string& name, std::pair<size_t, size_t> block,
                                       const CFunction& function, int depth) {
  std::vector<std::vector<CPart>> held;
  // From the beginning of the local's scope to its use, each statement replaces, extends or
  // converts what the buffer contains.
  const size_t stop = place_.use > 0 ? std::min(place_.use, block.second) : block.second;
  int steps = 0;
  // What is filled in more steps is a report or a message rather than a name. It is then unknown.
  constexpr int kMaxSteps = 64;
  for (size_t i = block.first + 1; i < stop; ++i) {
    if (!t_[i].IsName(name) || t_[i - 1].Is(".") || t_[i - 1].Is("->")) continue;
    bool behind = false;
    std::optional<CValue> put = Put(i, function, depth, &behind);
    size_t equals = i + 1;
    if (!put && t_[equals].Is("[")) equals = file_.Match(equals) + 1;
    if (!put && t_[equals].Is("=")) {
      size_t end = equals + 1;
      while (end < stop && !t_[end].Is(";")) {
        if (t_[end].Is("{") || t_[end].Is("(")) end = std::max(end, file_.Match(end));
        ++end;
      }
      if (t_[i + 1].Is("[") && !file_.IsDeclared(i)) continue;  // one byte of it
      put = expressions_.Evaluate(t_, equals + 1, end, &function, depth + 8);
      if (put->IsUnknown()) put->alternatives = {{CPart{}}};
    }
    const bool made = !put && i > 0 && t_[i - 1].IsName("string") && file_.IsDeclared(i);
    if (made && (t_[i + 1].Is("(") || t_[i + 1].Is("{"))) {
      put = expressions_.Evaluate(t_, i + 2, file_.Match(i + 1), &function, depth + 8);
      if (put->IsUnknown()) put->alternatives = {{CPart{}}};
    } else if (made && t_[i + 1].Is(";")) {
      held = {{}};
    }
    if (!put) continue;
    if (++steps > kMaxSteps) return std::nullopt;
    // A conversion in place appends nothing: it applies to everything so far.
    const bool turned = behind && put->alternatives.size() == 1 && put->alternatives[0][0].upper &&
                        put->alternatives[0][0].text.empty();
    if (turned) {
      for (std::vector<CPart>& one : held) Upper(&one);
    } else if (behind) {
      // An append in a block that ends before the use may have been skipped: both texts are
      // possible.
      const bool sometimes = (t_[i + 1].Is("+=") || t_[i + 1].Is(".")) && place_.use > 0 &&
                             place_.use > file_.Match(file_.Enclosing(i, block.first));
      const std::vector<std::vector<CPart>> before = held;
      held = Joined(held, put->alternatives, kMaxAlternatives);
      if (sometimes) held.insert(held.end(), before.begin(), before.end());
    } else {
      const size_t end = file_.Match(file_.Enclosing(i, block.first));
      if (place_.use == 0 || place_.use <= end)
        held.clear();  // otherwise in a branch that may be skipped
      held.insert(held.end(), put->alternatives.begin(), put->alternatives.end());
    }
  }
  CValue value;
  value.alternatives = std::move(held);
  if (value.IsUnknown()) value.alternatives = {{CPart{}}};
  KeepFirst(&value.alternatives, kMaxAlternatives);
  return value;
}

}  // namespace flagcensus
