// Names of texts and numbers: constants of the file, locals of a function.
//
//   static const char kPrefix[] = "APP_";     ─→ the constant kPrefix = "APP_"      (FindConstants)
//   const char* names[] = {"A", "B"};         ─→ the constant names = A or B        (List)
//   std::string key = prefix + "_PORT";       ─→ the value of the local `key`       (Local)
//   snprintf(key, n, "%s_PORT", prefix);      ─→ the same                       (Buffer)
//
// A local with two assignments is unknown, since the control flow is not followed. Constants with
// two different values are `ambiguous`.
#include <algorithm>
#include <tuple>

#include "analyzer/base/text.h"
#include "analyzer/c/constants.h"
#include "analyzer/c/definition.h"
#include "analyzer/c/expressions.h"
#include "analyzer/c/lists.h"
#include "analyzer/c/local_values.h"

namespace flagcensus {

// Marks a list that was cut, so its first texts do not look like all of them.
std::vector<CPart> SkippedAlternatives() {
  CPart part;
  part.more = true;
  return {part};
}

//   {"A", "B"} and {"_X", "_Y"}     ─→ "A_X", "A_Y", "B_X", "B_Y"
std::vector<std::vector<CPart>> Joined(const std::vector<std::vector<CPart>>& heads,
                                       const std::vector<std::vector<CPart>>& tails, size_t most) {
  std::vector<std::vector<CPart>> out;
  for (const std::vector<CPart>& head : heads) {
    for (const std::vector<CPart>& tail : tails) {
      if (out.size() >= most) {
        out.push_back(SkippedAlternatives());
        return out;
      }
      out.push_back(head);
      out.back().insert(out.back().end(), tail.begin(), tail.end());
    }
  }
  return out;
}

void KeepFirst(std::vector<std::vector<CPart>>* alternatives, size_t most) {
  if (alternatives->size() <= most) return;
  alternatives->resize(most);
  alternatives->push_back(SkippedAlternatives());
}

void CConstants::AddConstant(const std::string& name, CValue value) {
  if (!wanted_.empty() && wanted_.count(name) == 0) return;
  if (value.IsUnknown()) return;
  // A value with another spelling, though it may be equal, is another value.
  const auto [at, added] = constants_.try_emplace(name, value);
  if (!added && at->second.source != value.source) ambiguous_.insert(name);
}

//   "${prefix}/lib", "@PREFIX@/lib" ─→ true    "$HOME", "a@b" ─→ false
//
// A build fills these in, so the text in the source is not the value.
bool HasPlaceholder(std::string_view text) {
  for (size_t at = text.find_first_of("$@"); at != std::string_view::npos;
       at = text.find_first_of("$@", at + 1)) {
    const bool braced = text[at] == '$';
    if (braced && text.substr(at, 2) != "${") continue;
    const size_t begin = at + (braced ? 2 : 1);
    const size_t end = EndOfRun(text, begin, IsIdentifierByte);
    if (end > begin && end < text.size() && text[end] == (braced ? '}' : '@')) return true;
  }
  return false;
}

void ForgetPlaceholders(CFacts* facts) {
  for (auto& [name, value] : facts->constants) {
    for (std::vector<CPart>& parts : value.alternatives) {
      for (CPart& part : parts) {
        if (part.kind == CPart::Kind::kText && HasPlaceholder(part.text)) {
          part = CPart{CPart::Kind::kUnknown, part.text, -1};
        }
      }
    }
  }
}

void CConstants::FindConstants() {
  for (const CMacro& macro : file_.all().macros) {
    // A longer body is code rather than a value.
    if (macro.body.empty() || macro.body.size() > 40) continue;
    if (!wanted_.empty() && wanted_.count(macro.name) == 0) continue;
    if (macro.function) {
      AddRecord(macro);
      AddDeclaring(macro);
      continue;
    }
    std::vector<CToken> body = macro.body;
    body.resize(body.size() + kCTokenPadding);
    AddConstant(macro.name, expressions_.Evaluate(body, 0, macro.body.size(), nullptr, 0));
    by_macro_.insert(macro.name);
  }
  int depth = 0;
  // Names that are followed by '=' or '{', at depth 0 of round brackets: parameters with defaults
  // are not constants.
  for (size_t i = 0; i + kCTokenPadding < t_.size(); ++i) {
    if (t_[i].Is("(")) ++depth;
    if (t_[i].Is(")")) --depth;
    if (t_[i].kind != Kind::kName || depth != 0) continue;
    if (t_[i].IsName("enum")) ReadEnumerators(i);
    if (!wanted_.empty() && wanted_.count(t_[i].text) == 0) continue;
    size_t at = i + 1;
    bool array = false;
    if (t_[at].Is("[")) {
      array = true;
      at = file_.Match(at) + 1;
      if (at + 1 >= t_.size()) continue;
    }
    // `const char* Reader::prefix = "";`, and `Reader::prefix = "APP_";` in a function. The empty
    // one is a placeholder, so there is one value.
    const bool qualified = !array && i >= 2 && t_[i - 1].Is("::") && t_[at].Is("=") &&
                           t_[at + 1].kind == Kind::kString && t_[at + 2].Is(";");
    if (qualified) {
      if (!t_[at + 1].text.empty()) {
        AddConstant(t_[i].text, expressions_.Evaluate(t_, at + 1, at + 2, nullptr, 0));
      }
      continue;
    }
    const bool record = i >= 2 && t_[i - 2].IsName("struct");
    const bool braces = t_[at].Is("{") && i > 0 && IsTypeWord(t_[i - 1]);
    // A declaration has a type before the name. An assignment to a variable is not the definition
    // of a constant.
    if (!t_[at].Is("=") && !braces) continue;
    if (i == 0 || (!IsTypeWord(t_[i - 1]) && !t_[i - 1].Is("*") && !t_[i - 1].Is(">") &&
                   !(array && t_[i - 1].Is("::")))) {
      continue;
    }
    // A variable that is not const may change; of an array or record the initial rows are of
    // interest anyway.
    if (!IsConstant(i) && !array && !record) continue;
    const size_t from = braces ? at : at + 1;
    size_t end = from;
    // 4000 tokens: of a longer initialiser the first part is read.
    while (end < t_.size() && !t_[end].Is(";") && t_[end].kind != Kind::kEnd && end < from + 4000) {
      if (t_[end].Is("{") || t_[end].Is("(")) {
        const size_t close = file_.Match(end);
        if (close <= end) break;
        end = close;
      }
      ++end;
    }
    if (t_[from].kind == Kind::kName && t_[from + 1].Is("(") &&
        MatchBracket(t_, from + 1) == end - 1) {
      AddConstant(t_[i].text, lists_.MacroCall(from));
      continue;
    }
    if (array && t_[from].Is("{") && wanted_.empty()) AddTables(t_[i].text, from);
    AddConstant(t_[i].text, t_[from].Is("{") ? lists_.List(from)
                                             : expressions_.Evaluate(t_, from, end, nullptr, 0));
  }
}

// `= KEY_INIT(LEVEL)`: the effect of the macro is known only where the macro is defined. Until then
// the value is the use itself.
// The parts of the text are separated by \x03, which no source contains.
CValue CListReader::MacroCall(size_t name) const {
  CValue value;
  const size_t close = MatchBracket(t_, name + 1);
  std::string text = t_[name].text;
  for (const auto& [from, to] : SplitArguments(t_, name + 2, close)) {
    text += '\x03' + Source(t_, from, to);
  }
  value.source = Source(t_, name, close + 1);
  value.alternatives = {{CPart{CPart::Kind::kMacro, text, -1}}};
  return value;
}

bool CConstants::IsConstant(size_t i) const {
  // Twelve tokens back: the words of a declaration before its name. `static` counts, though such a
  // variable may change.
  for (size_t k = i; k-- > 0 && i - k < 12;) {
    const CToken& token = t_[k];
    if (token.Is(";") || token.Is("{") || token.Is("}") || token.Is(")")) break;
    if (token.IsName("const") || token.IsName("constexpr") || token.IsName("static") ||
        token.IsName("constinit")) {
      return true;
    }
  }
  return false;
}

// APP_NAME, kAppName; not NULL, INT. Below four letters, or without '_', a name in capitals is
// mostly a type or a flag.
bool CListReader::IsConstantName(const CToken& token) {
  const std::string& text = token.text;
  if (token.kind != Kind::kName || text.size() < 4 || text == "NULL" || text == "TRUE")
    return false;
  if (text[0] == 'k' && IsUpper(text[1])) return true;
  return text.find('_') != std::string::npos && !HasLower(text);
}

// The texts of an initialiser list: literals, names of constants, uses of text macros. Of a record
// in it only a name that comes first counts, but every literal.
//
//   {"A", "B" "C", APP_D}             ─→ A or BC or the constant APP_D
//   {{"A", 1}, {"B", 2}}              ─→ A or B
CValue CListReader::List(size_t open) {
  CValue value;
  const size_t close = file_.Match(open);
  int depth = 1;
  for (size_t i = open + 1; i < close && value.alternatives.size() <= kMaxAlternatives; ++i) {
    if (t_[i].Is("{")) ++depth;
    if (t_[i].Is("}")) --depth;
    // A constant's name: an element of the list, or the first member of a record in it.
    const bool first = t_[i - 1].Is("{") || (t_[i - 1].Is(",") && depth == 1);
    if (first && (t_[i + 1].Is(",") || t_[i + 1].Is("}")) && IsConstantName(t_[i])) {
      value.alternatives.push_back({CPart{CPart::Kind::kName, t_[i].text, -1}});
    }
    if (depth == 1 && (t_[i - 1].Is("{") || t_[i - 1].Is(",")) && t_[i + 1].Is("(") &&
        IsTextUse(i, file_.Match(i + 1) + 1)) {
      value.alternatives.push_back(MacroCall(i).alternatives[0]);
      i = file_.Match(i + 1);
    }
    if (t_[i].kind == Kind::kString) {
      std::string text;
      for (; i < close && t_[i].kind == Kind::kString; ++i) text += t_[i].text;
      value.alternatives.push_back({CPart{CPart::Kind::kText, text, -1}});
    }
  }
  KeepFirst(&value.alternatives, kMaxAlternatives);
  value.elements = std::min({PlainElements(open), value.alternatives.size(), kMaxAlternatives});
  value.source = Source(t_, open, std::min(close + 1, open + 40));
  return value;
}

// `{"A", "B"}`, `std::vector<std::string>{"A"}`, `{{"A", "1"}, {"B", "2"}}` as an argument: the
// texts, or the first of each pair. nullopt for anything else.
std::optional<CValue> CExpressions::NamesIn(size_t from, size_t to, const CFunction* function) {
  size_t open = from;
  while (open < to && !t_[open].Is("{") && !t_[open].Is("(")) ++open;
  if (open >= to || !t_[open].Is("{") || file_.Match(open) + 1 != to) return std::nullopt;
  CValue value;
  value.source = Source(t_, from, std::min(to, from + 40));
  for (auto [begin, end] : SplitArguments(t_, open + 1, to - 1)) {
    if (t_[begin].Is("{") && file_.Match(begin) + 1 == end) {
      const auto members = SplitArguments(t_, begin + 1, end - 1);
      if (members.empty()) return std::nullopt;
      std::tie(begin, end) = members.front();
    }
    const bool named = end == begin + 1 && CListReader::IsConstantName(t_[begin]);
    if (begin >= end || (t_[begin].kind != Kind::kString && !named)) return std::nullopt;
    CValue one = Evaluate(t_, begin, end, function, 1);
    if (one.alternatives.size() != 1) return std::nullopt;
    value.alternatives.push_back(std::move(one.alternatives[0]));
    if (value.alternatives.size() > kMaxAlternatives) break;
  }
  if (value.alternatives.empty()) return std::nullopt;
  KeepFirst(&value.alternatives, kMaxAlternatives);
  return value;
}

// An array for execve: each `name[i] = "A=1"` or asprintf(&name[i], "A=%d", ...) after its
// declaration adds an element. Which of them is executed is not examined.
//
//   char* env[3]; env[0] = "A=1"; asprintf(&env[1], "B=%d", n);    ─→ "A=1" or "B=*"
std::optional<CValue> CLocalValues::Entries(const std::string& name, std::pair<size_t, size_t> body,
                                            size_t end, const CFunction& function) {
  CValue value;
  bool declared = false;
  bool put = false;  // one by one
  for (size_t i = body.first + 1; i + 1 < end && limits_.MayLook(1); ++i) {
    if (!t_[i].IsName(name) || !t_[i + 1].Is("[")) continue;
    const size_t at = file_.Match(i + 1) + 1;
    if (t_[i - 1].Is("*") || t_[i - 1].IsName("const")) {
      declared = true;
      if (t_[at].Is("=") && t_[at + 1].Is("{")) value = lists_.List(at + 1);
      continue;
    }
    CValue one;
    if (t_[at].Is("=")) {
      size_t stop = at + 1;
      while (stop < end && !t_[stop].Is(";")) {
        if (t_[stop].Is("(")) stop = std::max(stop, file_.Match(stop));
        ++stop;
      }
      one = expressions_.Evaluate(t_, at + 1, stop, &function, 1);
    } else if (t_[i - 1].Is("&") && t_[i - 2].Is("(") && t_[i - 3].text.ends_with("asprintf")) {
      // asprintf(&name[i], "A=%d", n) with its format as second argument.
      const auto arguments = SplitArguments(t_, i - 1, file_.Match(i - 2));
      if (arguments.size() > 1) one = expressions_.Formatted(t_, arguments, 1, &function, 1);
    } else {
      continue;
    }
    put = true;
    for (std::vector<CPart>& parts : one.alternatives) {  // the name alone is of interest
      const bool valued = parts.size() > 1 && parts[0].kind == CPart::Kind::kText &&
                          parts[0].text.find('=') != std::string::npos;
      if (!valued) continue;
      parts.resize(1);
      parts.emplace_back();
    }
    for (std::vector<CPart>& parts : one.alternatives)
      value.alternatives.push_back(std::move(parts));
  }
  if (!declared || !put || value.alternatives.empty()) return std::nullopt;
  value.source = name;
  value.literal = false;
  value.elements = 0;
  KeepFirst(&value.alternatives, kMaxAlternatives);
  return value;
}

std::optional<CValue> CLocalValues::Local(const std::string& name, const CFunction& function,
                                          int depth) {
  if (!functions_.IsAt(place_.function, function)) {
    return std::nullopt;
  }
  CValue unknown;
  unknown.alternatives = {{CPart{}}};
  // A local derived from itself, or from too many others, is unknown.
  if (++place_.followed > kMaxFollowed || !following_.insert(name).second) return unknown;
  std::optional<CValue> found = Given(name, function, depth);
  following_.erase(name);
  return found;
}

std::optional<CValue> CLocalValues::Given(const std::string& name, const CFunction& function,
                                          int depth) {
  constexpr size_t kTokensOfUse = 40;  // estimated tokens to examine one use
  const auto body = functions_.BodyOf(place_.function);
  const auto [open, close] = scopes_.LifeOf(name, body);
  if (!limits_.MayLook(close - open)) return CValue{.alternatives = {{CPart{}}}, .source = {}};
  std::optional<CValue> found;
  int given = 0;
  size_t null_block = CFileView::kNone;  // in which it was NULL so far
  bool passed = false;                   // count(&name): may assign it
  for (size_t i = open + 1; i + 1 < close && i < t_.size(); ++i) {
    // One after the other: a use of another variable of that name, one that fills it, a binding of
    // a loop, a declaration or assignment.
    if (!t_[i].IsName(name) || t_[i - 1].Is(".") || t_[i - 1].Is("->")) continue;
    if (!limits_.MayLook(kTokensOfUse)) break;
    if (place_.use > 0 && i > open + 1 && file_.IsDeclared(i)) {  // another variable of that name
      const size_t end = scopes_.FindScopeEnd(i, body);
      if (place_.use > end) {
        i = std::max(i, end);  // brackets that cross end before they begin
        continue;
      }
    }
    passed = passed || (t_[i - 1].Is("&") && (t_[i - 2].Is("(") || t_[i - 2].Is(",")) &&
                        (t_[i + 1].Is(")") || t_[i + 1].Is(",")));
    bool behind = false;
    if (buffers_.Put(i, function, depth, &behind))
      return buffers_.Buffer(name, {open, close}, function, depth);
    if (std::optional<CValue> bound = Binding(i, close, function, depth)) {
      found = std::move(bound);
      ++given;
      continue;
    }
    size_t at = i + 1;
    const bool array = t_[at].Is("[");
    if (array) at = file_.Match(at) + 1;
    if (at >= close) break;
    // `for (auto name : LIST)`: the elements of the list.
    if (t_[at].Is(":") && !array && t_[at - 1].IsName(name)) {  // for (auto name : LIST)
      size_t end = at + 1;
      while (end < close && !t_[end].Is(")")) {
        if (t_[end].Is("{") || t_[end].Is("(")) end = file_.Match(end);
        ++end;
      }
      found = t_[at + 1].Is("{") ? lists_.List(at + 1)
                                 : expressions_.Evaluate(t_, at + 1, end, &function, depth + 1);
      ++given;
      continue;
    }
    const bool declared = IsTypeWord(t_[i - 1]) || t_[i - 1].Is("*") || t_[i - 1].Is("&");
    if (t_[at].Is("=") || (declared && (t_[at].Is("(") || t_[at].Is("{")) && !array)) {
      size_t end = at + 1;
      while (end < close && !t_[end].Is(";")) {
        if (t_[end].Is("{") || t_[end].Is("(")) end = file_.Match(end);
        ++end;
      }
      if (t_[at].Is("=") && t_[at + 1].Is("{")) {
        found = lists_.List(at + 1);
      } else if (t_[at].Is("=")) {
        found = expressions_.Evaluate(t_, at + 1, end, &function, depth + 8);
        const bool macro = t_[at + 1].kind == Kind::kName && t_[at + 2].Is("(") &&
                           MatchBracket(t_, at + 2) == end - 1;
        if (macro && found->IsUnknown()) found = lists_.MacroCall(at + 1);
      } else {
        found = expressions_.Evaluate(t_, at + 1, file_.Match(at), &function, depth + 8);
      }
      const size_t block = file_.Enclosing(i, body.first);
      // NULL first and a value later in the same block is one value; under a condition it is two.
      const bool surely = t_[i - 1].Is(";") || t_[i - 1].Is("{") || t_[i - 1].Is("}");
      if (block != null_block || !surely) ++given;
      null_block = found->null ? block : CFileView::kNone;
    }
  }
  if (given == 0) return std::nullopt;
  // An integer local with its address passed somewhere may change there. Of a text the address is
  // passed to be read, too.
  if (given > 1 || (passed && found->type == ValueType::kInt)) {
    CValue unknown;
    unknown.alternatives = {{CPart{}}};
    return unknown;
  }
  if (found->IsUnknown()) found->alternatives = {{CPart{}}};
  return found;
}

CValue CExpressions::Formatted(const std::vector<CToken>& t,
                               const std::vector<std::pair<size_t, size_t>>& arguments,
                               size_t format, const CFunction* function, int depth) {
  // The format has to be a literal: "%s_%d" → the value of the first argument, "_", and an unknown
  // part.
  const CValue text =
      Evaluate(t, arguments[format].first, arguments[format].second, function, depth);
  CValue value;
  if (!text.literal) return value;
  std::vector<std::vector<CPart>> made = {{}};
  const auto append = [&](const std::vector<std::vector<CPart>>& more) {
    made = Joined(made, more, kMaxAlternatives);
  };
  std::string literal;
  size_t next = format + 1;
  // A format with more conversions is a report.
  constexpr size_t kMaxPieces = 64;
  size_t pieces = 0;
  // std::format and fmt::format mark an argument by {}, printf and absl::StrFormat by %.
  const bool braces = arguments[format].first >= 2 && t[arguments[format].first - 1].Is("(") &&
                      t[arguments[format].first - 2].IsName("format");
  const std::string& pattern = text.alternatives[0][0].text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const bool field = pattern[i] == '{' && braces;  // fmt::format("GROUP_{}", ...)
    if (field) {
      const size_t close = pattern.find('}', i);
      // With {0}, {:>8} or an unclosed bracket the whole text is unknown.
      if (close == std::string::npos || close != i + 1) return value;
      i = close;
    } else if (pattern[i] != '%' || braces) {
      literal += pattern[i];
      continue;
    }
    if (!field && i + 1 < pattern.size() && pattern[i + 1] == '%') {
      literal += pattern[i++];
      continue;
    }
    if (++pieces > kMaxPieces) return value;
    if (!literal.empty()) append({{CPart{CPart::Kind::kText, literal, -1}}});
    literal.clear();
    // Flags, width and precision are skipped, then the length. A width of `*` would consume an
    // argument, which is not seen.
    while (!field && i + 1 < pattern.size() && !IsAlpha(pattern[i])) ++i;
    while (!field && i + 1 < pattern.size() &&
           (pattern[i] == 'l' || pattern[i] == 'z' || pattern[i] == 'h')) {
      ++i;
    }
    CValue part;
    // Only %s and {} insert a text that can be known.
    if ((field || pattern[i] == 's') && next < arguments.size()) {
      part = Evaluate(t, arguments[next].first, arguments[next].second, function, depth);
    }
    ++next;
    append(part.IsUnknown() ? std::vector<std::vector<CPart>>{{CPart{}}} : part.alternatives);
  }
  if (!literal.empty()) append({{CPart{CPart::Kind::kText, literal, -1}}});
  value.alternatives = std::move(made);
  return value;
}

}  // namespace flagcensus
