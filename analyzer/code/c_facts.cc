// Tokens → facts. Functions are told by their shape (a name, a list in parentheses, a block) at the
// depth of a file, namespace or class; each branch of an `#if` starts from the depth that held
// before it, so that every configuration is seen. Inside a function locals are followed to what
// they were given; what is done with a call's result is read from the tokens around it and from the
// uses of the variable that holds it.
#include "analyzer/code/c_facts.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/code/c_uses.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;

constexpr int kMaxDepth = 40;
constexpr size_t kMaxAlternatives = 200;
constexpr size_t kMaxParameters = 64;
constexpr int kMaxFollowed = 200;  // locals, for one call

class Finder {
 public:
  Finder(const CTokens& tokens, const CWanted& wanted)
      : all_(tokens),
        t_(tokens.tokens),
        names_(wanted.names),
        wanted_(wanted.constants),
        takers_(wanted.takers) {}

  CFacts Run() {
    FindConstants();
    Scan();
    for (const CMacro& macro : all_.macros) ReadMacro(macro);
    facts_.conditions = all_.conditions;
    return std::move(facts_);
  }

 private:
  struct Scope {
    char kind;  // 'n' namespace or extern "C", 'c' class, 'f' function, 'b' other block
    std::string name;
    int function = -1;
  };

  // ---- structure -------------------------------------------------------------------------------

  size_t Match(size_t open) const { return MatchBracket(t_, open); }

  void Scan() {
    std::vector<Scope> scopes;
    std::vector<std::vector<Scope>> saved;
    size_t branch = 0;
    size_t statement = 0;
    for (size_t i = 0; i < t_.size() && t_[i].kind != Kind::kEnd; ++i) {
      for (; branch < all_.branches.size() && all_.branches[branch].token <= i; ++branch) {
        switch (all_.branches[branch].kind) {
          case CBranch::Kind::kIf:
            saved.push_back(scopes);
            break;
          case CBranch::Kind::kElse:
            if (!saved.empty()) scopes = saved.back();
            statement = i;
            break;
          case CBranch::Kind::kEnd:
            if (!saved.empty()) saved.pop_back();
            break;
        }
      }
      const CToken& token = t_[i];
      if (token.Is(";")) {
        statement = i + 1;
        continue;
      }
      if (token.Is("}")) {
        if (!scopes.empty()) scopes.pop_back();
        statement = i + 1;
        continue;
      }
      const bool inside = !scopes.empty() && (scopes.back().kind == 'f' || InFunction(scopes));
      if (token.Is(":") && i > statement && !inside &&
          (t_[i - 1].IsName("public") || t_[i - 1].IsName("private") ||
           t_[i - 1].IsName("protected"))) {
        statement = i + 1;
        continue;
      }
      if (token.Is("{")) {
        if (inside) {
          const int lambda = Lambda(statement, i, FunctionOf(scopes));
          scopes.push_back({lambda < 0 ? 'b' : 'f', "", lambda});
        } else {
          scopes.push_back(Opened(statement, i, scopes));
        }
        statement = i + 1;
        continue;
      }
      if (token.kind != Kind::kName) continue;
      if (token.text == "environ" && inside) ReadEnviron(i);
      if (names_.count(token.text) == 0) continue;
      ReadCall(i, FunctionOf(scopes), ClassOf(scopes), std::max(statement, size_t{0}));
    }
  }

  static bool InFunction(const std::vector<Scope>& scopes) {
    return std::any_of(scopes.begin(), scopes.end(), [](const Scope& s) { return s.kind == 'f'; });
  }
  static int FunctionOf(const std::vector<Scope>& scopes) {
    for (auto at = scopes.rbegin(); at != scopes.rend(); ++at) {
      if (at->kind == 'f') return at->function;
    }
    return -1;
  }
  static std::string ClassOf(const std::vector<Scope>& scopes) {
    for (auto at = scopes.rbegin(); at != scopes.rend(); ++at) {
      if (at->kind == 'c') return at->name;
    }
    return "";
  }

  // What the '{' at `brace` opens, from the tokens of its statement.
  Scope Opened(size_t begin, size_t brace, const std::vector<Scope>& scopes) {
    size_t open = 0;  // the first '(' at depth 0
    bool equals = false;
    bool record = false;
    std::string record_name;
    for (size_t i = begin; i < brace; ++i) {
      const CToken& token = t_[i];
      if (token.Is("<") && i > begin && t_[i - 1].IsName("template")) {
        i = SkipAngles(i, brace);
        continue;
      }
      if (token.Is("[")) {
        i = std::min(Match(i), brace);
        continue;
      }
      if (token.Is("(")) {
        if (open == 0 && i > begin && !IsAttribute(t_[i - 1].text)) open = i;
        i = std::min(Match(i), brace);
        continue;
      }
      if (token.Is("=") && open == 0) equals = true;
      if (token.kind == Kind::kName && open == 0) {
        if (token.text == "namespace") return {'n', "", -1};
        if (token.text == "extern" && i + 1 < brace && t_[i + 1].kind == Kind::kString &&
            i + 2 == brace) {
          return {'n', "", -1};
        }
        if (token.text == "class" || token.text == "struct" || token.text == "union") {
          record = true;
        } else if (token.text == "enum") {
          return {'b', "", -1};
        } else if (record && record_name.empty() && !IsAttribute(token.text) &&
                   token.text != "final" && token.text != "alignas") {
          record_name = token.text;
        }
      }
      if (token.Is(":") && record && open == 0) break;  // bases follow
    }
    if (record && open == 0 && !equals) return {'c', record_name, -1};
    if (open == 0 || equals) return {'b', "", -1};
    size_t name = open - 1;
    // `int EXPORTED(name)(const char* x) {`, `int (name)(const char* x) {`
    if (t_[open + 1].kind == Kind::kName && t_[open + 2].Is(")") && t_[open + 3].Is("(") &&
        Match(open + 3) < brace) {
      name = open + 1;
      open += 3;
    }
    return {'f', "", AddFunction(begin, name, open, brace, ClassOf(scopes))};
  }

  // `auto name = [...](parameters) ... {`: the function it is, or -1. What it captures stays
  // unknown.
  int Lambda(size_t begin, size_t brace, int outer) {
    size_t close = brace;
    while (close > begin && !t_[close].Is(")") && brace - close < 8) --close;
    if (close <= begin || !t_[close].Is(")")) return -1;
    size_t open = close;
    for (int depth = 0; open > begin; --open) {
      if (t_[open].Is(")")) ++depth;
      if (t_[open].Is("(") && --depth == 0) break;
    }
    if (open <= begin + 3 || !t_[open - 1].Is("]")) return -1;
    size_t capture = open - 1;
    while (capture > begin && !t_[capture].Is("[")) --capture;
    if (capture < begin + 2 || !t_[capture - 1].Is("=") || t_[capture - 2].kind != Kind::kName) {
      return -1;
    }
    CFunction made;
    made.name = t_[capture - 2].text;
    made.line = t_[capture - 2].line;
    made.column = t_[capture - 2].column;
    ReadParameters(t_, open + 1, close, &made);
    if (outer >= 0) {
      for (const CParameter& one : facts_.functions[static_cast<size_t>(outer)].parameters) {
        made.captured.insert(one.name);
      }
    }
    facts_.functions.push_back(std::move(made));
    body_of_.push_back({brace, Match(brace)});
    return static_cast<int>(facts_.functions.size()) - 1;
  }

  static bool IsAttribute(std::string_view name) {
    return name == "__attribute__" || name == "alignas" || name == "__declspec" ||
           name == "noexcept" || name == "decltype" || name == "requires" || name == "explicit";
  }

  size_t SkipAngles(size_t open, size_t end) const {
    int depth = 0;
    for (size_t i = open; i < end; ++i) {
      if (t_[i].Is("<")) ++depth;
      if (t_[i].Is(">") && --depth == 0) return i;
      if (t_[i].Is(">>") && (depth -= 2) <= 0) return i;
      if (t_[i].Is("(")) i = std::min(Match(i), end);
    }
    return open;
  }

  // `name`, `open`, `brace`: where its name, its parameters and its body begin.
  int AddFunction(size_t begin, size_t name_at, size_t open, size_t brace,
                  const std::string& class_name) {
    CFunction made;
    made.class_name = class_name;
    const CToken& name = t_[name_at];
    made.name = name.kind == Kind::kName ? name.text : "";
    made.line = name.line;
    made.column = name.column;
    size_t type_end = std::min(name_at, open - 1);
    if (name_at == open - 1 && open >= begin + 3 && t_[open - 2].Is("::") &&
        t_[open - 3].kind == Kind::kName) {
      made.class_name = t_[open - 3].text;  // Class::method
      type_end = open - 3;
    }
    for (size_t i = begin; i < type_end; ++i) {
      if (t_[i].kind == Kind::kName || t_[i].Is("*")) {
        made.return_type += (made.return_type.empty() ? "" : " ") + t_[i].text;
      }
    }
    made.constructor = !made.class_name.empty() && made.name == made.class_name;
    const size_t close = Match(open);
    ReadParameters(t_, open + 1, close, &made);
    if (made.constructor) ReadInitializers(close + 1, brace, &made);
    // K&R: names in the list, their types behind it, are parameters all the same.
    facts_.functions.push_back(std::move(made));
    body_of_.push_back({brace, Match(brace)});
    if (takers_.count(facts_.functions.back().name) > 0) ReadTextUses();
    return static_cast<int>(facts_.functions.size()) - 1;
  }

  // What the last function does with its parameters.
  void ReadTextUses() {
    constexpr size_t kMaxTextUses = 8;
    CFunction& made = facts_.functions.back();
    const auto [open, close] = body_of_.back();
    function_ = static_cast<int>(facts_.functions.size()) - 1;
    for (size_t i = 0; i < made.parameters.size() && i < kMaxTextUses; ++i) {
      CUse use = UseOfParameter(t_, open, close, made, made.parameters[i].name);
      CTextUse text;
      text.type = use.type;
      text.truthy = std::move(use.truthy);
      text.presence = use.presence;
      text.compared = use.compared;
      text.returned = use.returned;
      followed_ = 0;
      if (use.unset_end > use.unset_begin) {
        text.unset = Evaluate(t_, use.unset_begin, use.unset_end, &made, 0);
      }
      made.uses.push_back(std::move(text));
    }
    function_ = -1;
  }

  void ReadParameters(const std::vector<CToken>& t, size_t begin, size_t end, CFunction* made) {
    for (const auto& [from, to] : SplitArguments(t, begin, end)) {
      if (made->parameters.size() >= kMaxParameters) return;
      CParameter parameter;
      size_t stop = to;
      for (size_t i = from; i < to; ++i) {
        if (t[i].Is("=")) {
          stop = i;
          break;
        }
      }
      for (size_t i = stop; i-- > from;) {
        if (t[i].Is("]")) continue;
        if (t[i].kind == Kind::kName) {
          parameter.name = t[i].text;
          break;
        }
        if (!t[i].Is("[") && t[i].kind != Kind::kNumber) break;
      }
      if (stop < to) parameter.default_value = Evaluate(t, stop + 1, to, nullptr, 0);
      if (from < to && !(to == from + 1 && t[from].IsName("void"))) {
        made->parameters.push_back(std::move(parameter));
      }
    }
  }

  // `: name_(name), size_{size}` between a constructor's parameters and its body.
  void ReadInitializers(size_t begin, size_t brace, CFunction* made) {
    for (size_t i = begin; i + 1 < brace; ++i) {
      if (t_[i].kind != Kind::kName || !(t_[i + 1].Is("(") || t_[i + 1].Is("{"))) continue;
      const size_t close = Match(i + 1);
      if (close > brace) return;
      made->fields[t_[i].text] = Evaluate(t_, i + 2, close, made, 0);
      i = close;
    }
  }

  // ---- constants -------------------------------------------------------------------------------

  void AddConstant(const std::string& name, CValue value) {
    if (!wanted_.empty() && wanted_.count(name) == 0) return;
    if (value.IsUnknown()) return;
    const auto [at, added] = facts_.constants.try_emplace(name, value);
    if (!added && at->second.source != value.source) facts_.ambiguous.insert(name);
  }

  // Names that are given one value where they are declared: `const char* kName = "X"`, arrays of
  // them, `enum { A = 1 }`, `#define NAME "X"`.
  void FindConstants() {
    for (const CMacro& macro : all_.macros) {
      if (macro.function || macro.body.empty() || macro.body.size() > 40) continue;
      if (!wanted_.empty() && wanted_.count(macro.name) == 0) continue;
      std::vector<CToken> body = macro.body;
      body.resize(body.size() + kCTokenPadding);
      AddConstant(macro.name, Evaluate(body, 0, macro.body.size(), nullptr, 0));
    }
    int depth = 0;
    for (size_t i = 0; i + kCTokenPadding < t_.size(); ++i) {
      if (t_[i].Is("(")) ++depth;
      if (t_[i].Is(")")) --depth;
      if (t_[i].kind != Kind::kName || depth != 0) continue;
      if (!wanted_.empty() && wanted_.count(t_[i].text) == 0) continue;
      size_t at = i + 1;
      bool array = false;
      if (t_[at].Is("[")) {
        array = true;
        at = Match(at) + 1;
        if (at + 1 >= t_.size()) continue;
      }
      const bool braces = t_[at].Is("{") && i > 0 && IsTypeWord(t_[i - 1]);
      if (!t_[at].Is("=") && !braces) continue;
      if (i == 0 || (!IsTypeWord(t_[i - 1]) && !t_[i - 1].Is("*") && !t_[i - 1].Is(">"))) continue;
      if (!IsConstant(i) && !array) continue;
      const size_t from = braces ? at : at + 1;
      size_t end = from;
      while (end < t_.size() && !t_[end].Is(";") && t_[end].kind != Kind::kEnd &&
             end < from + 4000) {
        if (t_[end].Is("{") || t_[end].Is("(")) {
          const size_t close = Match(end);
          if (close <= end) break;
          end = close;
        }
        ++end;
      }
      AddConstant(t_[i].text, t_[from].Is("{") ? List(from) : Evaluate(t_, from, end, nullptr, 0));
    }
  }

  static bool IsTypeWord(const CToken& token) {
    return token.kind == Kind::kName && token.text != "return" && token.text != "else";
  }

  // Whether the declaration that names t_[i] is constant by its words, or stands outside functions.
  bool IsConstant(size_t i) const {
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

  CValue List(size_t open) {
    CValue value;
    const size_t close = Match(open);
    for (size_t i = open + 1; i < close && value.alternatives.size() < kMaxAlternatives; ++i) {
      if (t_[i].kind == Kind::kString) {
        std::string text;
        for (; i < close && t_[i].kind == Kind::kString; ++i) text += t_[i].text;
        value.alternatives.push_back({CPart{CPart::Kind::kText, text, -1}});
      }
    }
    value.source = Source(t_, open, std::min(close + 1, open + 40));
    return value;
  }

  // ---- expressions -----------------------------------------------------------------------------

  static int ParameterOf(const CFunction* function, const std::string& name) {
    if (function == nullptr) return -1;
    for (size_t i = 0; i < function->parameters.size(); ++i) {
      if (function->parameters[i].name == name) return static_cast<int>(i);
    }
    return -1;
  }

  // What a range of tokens is, as a text. Parameters and locals of `function` go before constants.
  CValue Evaluate(const std::vector<CToken>& t, size_t begin, size_t end, const CFunction* function,
                  int depth) {
    CValue value;
    value.source = Source(t, begin, end);
    if (begin >= end || depth > kMaxDepth) return value;
    // Parentheses, casts and references around it.
    while (end - begin >= 2 && t[begin].Is("(") && MatchBracket(t, begin) == end - 1) {
      ++begin;
      --end;
    }
    if (begin >= end) return value;
    if (t[begin].Is("(") && end - begin >= 4) {  // (const char*) x
      const size_t close = MatchBracket(t, begin);
      const bool words =
          std::all_of(t.begin() + static_cast<long>(begin) + 1,
                      t.begin() + static_cast<long>(std::min(close, end)), [](const CToken& token) {
                        return token.kind == Kind::kName || token.Is("*") || token.Is("::");
                      });
      const bool cast =
          close + 1 < end && close > begin + 1 && words &&
          (t[close + 1].kind == Kind::kName || t[close + 1].kind == Kind::kString ||
           t[close + 1].kind == Kind::kNumber || (t[close + 1].Is("(") && close > begin + 2));
      if (cast) return WithSource(Evaluate(t, close + 1, end, function, depth + 1), value.source);
    }
    // a ? b : c
    for (size_t i = begin; i < end; ++i) {
      if (t[i].Is("(") || t[i].Is("[") || t[i].Is("{")) {
        i = std::min(MatchBracket(t, i), end);
        continue;
      }
      if (!t[i].Is("?")) continue;
      size_t colon = i + 1;
      for (int nested = 0; colon < end; ++colon) {
        if (t[colon].Is("(")) colon = std::min(MatchBracket(t, colon), end - 1);
        if (t[colon].Is("?")) ++nested;
        if (t[colon].Is(":") && nested-- == 0) break;
      }
      CValue both = Evaluate(t, i + 1, colon, function, depth + 1);
      const CValue other = Evaluate(t, std::min(colon + 1, end), end, function, depth + 1);
      if (both.IsUnknown() || other.IsUnknown()) return value;
      both.alternatives.insert(both.alternatives.end(), other.alternatives.begin(),
                               other.alternatives.end());
      both.literal = false;
      return WithSource(std::move(both), value.source);
    }
    if (end - begin == 1) {
      const CToken& token = t[begin];
      if (token.IsName("NULL") || token.IsName("nullptr")) {
        value.null = true;
        return value;
      }
      if (token.kind == Kind::kNumber || token.IsName("true") || token.IsName("false") ||
          token.kind == Kind::kChar) {
        value.literal = true;
        value.alternatives = {{CPart{CPart::Kind::kText, NumberText(token), -1}}};
        value.type = TypeOfLiteral(token);
        return value;
      }
    }
    FindNested(t, begin, end, &value);
    if (end - begin == 2 && t[begin].Is("-") && t[begin + 1].kind == Kind::kNumber) {
      value.literal = true;
      value.alternatives = {{CPart{CPart::Kind::kText, "-" + NumberText(t[begin + 1]), -1}}};
      value.type = TypeOfLiteral(t[begin + 1]);
      return value;
    }
    if (const std::optional<std::string> number = FoldIntegers(t, begin, end)) {
      value.literal = true;
      value.alternatives = {{CPart{CPart::Kind::kText, *number, -1}}};
      value.type = ValueType::kInt;
      return value;
    }
    if (const std::optional<std::string> sum = IntegerExpression(t, begin, end, function)) {
      value.alternatives = {{CPart{CPart::Kind::kSum, *sum, -1}}};
      return value;
    }
    // Texts one after the other: adjacent literals, macros between them, a + b.
    std::vector<std::vector<CPart>> made = {{}};
    bool constant = true;
    for (size_t i = begin; i < end;) {
      if (t[i].Is("+") || t[i].Is("##")) {
        ++i;
        continue;
      }
      const bool text = t[i].kind == Kind::kString || i == begin;
      std::vector<std::vector<CPart>> piece = Primary(t, &i, end, function, depth);
      if (piece.empty()) return value;
      if (!text && piece.size() == 1 && piece[0].size() == 1 && IsNumber(piece[0][0])) continue;
      for (const std::vector<CPart>& one : piece) {
        constant = constant && one.size() == 1 && one[0].kind == CPart::Kind::kText;
      }
      std::vector<std::vector<CPart>> joined;
      for (const std::vector<CPart>& head : made) {
        for (const std::vector<CPart>& tail : piece) {
          if (joined.size() >= kMaxAlternatives) break;
          joined.push_back(head);
          joined.back().insert(joined.back().end(), tail.begin(), tail.end());
        }
      }
      made = std::move(joined);
    }
    for (std::vector<CPart>& one : made) {
      if (one.empty()) return value;
    }
    value.literal = constant && made.size() == 1;
    const bool text =
        t[begin].kind == Kind::kString || (t[end - 1].Is(")") && t[begin].kind == Kind::kName);
    if (value.literal && text) value.type = ValueType::kStr;
    value.alternatives = std::move(made);
    return value;
  }

  static ValueType TypeOfLiteral(const CToken& token) {
    if (token.kind == Kind::kName) return ValueType::kBool;
    if (token.kind != Kind::kNumber) return ValueType::kUnknown;
    const bool hex = token.text.starts_with("0x") || token.text.starts_with("0X");
    const bool real = !hex && token.text.find_first_of(".eE") != std::string::npos;
    return real ? ValueType::kFloat : ValueType::kInt;
  }

  // Notes the place of a call that an accessor's or wrapper's could be, where that is all.
  void FindNested(const std::vector<CToken>& t, size_t begin, size_t end, CValue* value) const {
    size_t name = begin;
    if (t[name].Is("::")) ++name;
    while (name + 2 < end && t[name + 1].Is("::") && t[name + 2].kind == Kind::kName) name += 2;
    if (t[name].kind != Kind::kName || names_.count(t[name].text) == 0) return;
    size_t open = name + 1;
    if (open < end && t[open].Is("<")) {
      while (open < end && !t[open].Is(">")) ++open;
      ++open;
    }
    if (open >= end || !t[open].Is("(") || MatchBracket(t, open) != end - 1) return;
    value->call_line = t[begin].line;
    value->call_column = t[begin].column;
  }

  // An integer expression that has names of constants in it (`APP_STEPS * 2`), as written. A sum
  // of names alone may be one of texts.
  std::optional<std::string> IntegerExpression(const std::vector<CToken>& t, size_t begin,
                                               size_t end, const CFunction* function) {
    constexpr size_t kMaxTokens = 30;
    if (end - begin < 3 || end - begin > kMaxTokens) return std::nullopt;
    bool number = false;
    bool name = false;
    bool product = false;
    std::string text;
    for (size_t i = begin; i < end; ++i) {
      const CToken& token = t[i];
      if (token.kind == Kind::kNumber) {
        number = true;
      } else if (token.kind == Kind::kName) {
        if (ParameterOf(function, token.text) >= 0 || (i + 1 < end && t[i + 1].Is("("))) {
          return std::nullopt;
        }
        if (function != nullptr && !function->macro && Local(token.text, *function, kMaxDepth)) {
          return std::nullopt;
        }
        name = true;
      } else if (token.Is("*") || token.Is("/") || token.Is("<<") || token.Is("-")) {
        product = true;
      } else if (!token.Is("+") && !token.Is("(") && !token.Is(")")) {
        return std::nullopt;
      }
      text += (text.empty() ? "" : " ") + token.text;
    }
    if (t[begin].Is("*")) return std::nullopt;
    return name && (number || product) ? std::optional(text) : std::nullopt;
  }

  // Of `table + 2`: it moves a pointer and adds no text.
  static bool IsNumber(const CPart& part) {
    return part.kind == CPart::Kind::kText && !part.text.empty() &&
           part.text.find_first_not_of("0123456789") == std::string::npos;
  }

  static CValue WithSource(CValue value, const std::string& source) {
    value.source = source;
    return value;
  }

  // One operand of a concatenation; past it in *at. Empty where nothing is known of it.
  std::vector<std::vector<CPart>> Primary(const std::vector<CToken>& t, size_t* at, size_t end,
                                          const CFunction* function, int depth) {
    size_t& i = *at;
    if (t[i].kind == Kind::kString) {
      const std::string& text = t[i++].text;
      // "@NAME@" of a template that the build fills in.
      const bool filled = text.size() > 2 && text.front() == '@' && text.back() == '@';
      return {{CPart{filled ? CPart::Kind::kUnknown : CPart::Kind::kText, text, -1}}};
    }
    if (t[i].Is("#") && i + 1 < end) {  // #parameter
      i += 2;
      const int parameter = ParameterOf(function, t[i - 1].text);
      if (parameter < 0) return {};
      return {{CPart{CPart::Kind::kParameter, "#", parameter}}};
    }
    if (t[i].Is("&") || t[i].Is("*")) ++i;
    if (i < end && t[i].Is("(")) {  // ("P_" + name).c_str()
      const size_t close = std::min(MatchBracket(t, i), end - 1);
      const CValue inner = Evaluate(t, i + 1, close, function, depth + 1);
      i = close + 1;
      SkipMethods(t, at, end);
      return inner.alternatives;
    }
    if (i >= end || t[i].kind != Kind::kName) {
      i = end;
      return {};
    }
    if (i + 2 < end && t[i + 1].Is("##")) {  // PRE_##key
      static const CFunction kNoParameters;
      return PastedName(t, at, end, function == nullptr ? kNoParameters : *function);
    }
    size_t name = i;
    while (name + 2 < end && t[name + 1].Is("::") && t[name + 2].kind == Kind::kName) name += 2;
    const std::string& text = t[name].text;
    i = name + 1;
    if (i < end && t[i].Is("<") && i + 3 < end) {  // T<...>(x)
      size_t close = i;
      while (close < end && !t[close].Is(">")) ++close;
      if (close + 1 < end && t[close + 1].Is("(")) i = close + 1;
    }
    if (i < end && (t[i].Is("(") || t[i].Is("{"))) {
      const size_t open = i;
      i = std::min(MatchBracket(t, open), end - 1) + 1;
      SkipMethods(t, at, end);
      const bool empty = open + 1 == MatchBracket(t, open);
      if (empty && (text == "string" || text == "string_view" || text == "QString")) {
        return {{CPart{CPart::Kind::kText, "", -1}}};
      }
      // Conversions between numbers leave a constant as it is.
      static const std::set<std::string_view> kNumbers = {
          "static_cast", "int",      "long",     "unsigned", "bool",     "float",
          "double",      "size_t",   "int8_t",   "int16_t",  "int32_t",  "int64_t",
          "uint8_t",     "uint16_t", "uint32_t", "T",        "uint64_t", "optional",
          "INT64_C",     "UINT64_C", "INT32_C",  "UINT32_C", "Type",     "ssize_t"};
      if (kNumbers.count(text) > 0 && !empty) {
        return Evaluate(t, open + 1, MatchBracket(t, open), function, depth + 1).alternatives;
      }
      static const std::set<std::string_view> kSame = {"string",
                                                       "string_view",
                                                       "c_str",
                                                       "String",
                                                       "StringRef",
                                                       "StringPiece",
                                                       "Twine",
                                                       "QString",
                                                       "QStringLiteral",
                                                       "QByteArray",
                                                       "QLatin1String",
                                                       "QLatin1StringView",
                                                       "TEXT",
                                                       "_T",
                                                       "move",
                                                       "str",
                                                       "fs",
                                                       "path"};
      if (kSame.count(text) > 0) {
        const CValue inner = Evaluate(t, open + 1, std::min(i, end) - 1, function, depth + 1);
        const CValue plain = Evaluate(t, open + 1, MatchBracket(t, open), function, depth + 1);
        return plain.IsUnknown() ? inner.alternatives : plain.alternatives;
      }
      if (text == "StrCat" || text == "StringConcat" || text == "strcat") {
        std::vector<CPart> parts;
        for (const auto& [from, to] : SplitArguments(t, open + 1, MatchBracket(t, open))) {
          const CValue part = Evaluate(t, from, to, function, depth + 1);
          if (part.alternatives.size() == 1) {
            parts.insert(parts.end(), part.alternatives[0].begin(), part.alternatives[0].end());
          } else {
            parts.push_back(CPart{});
          }
        }
        return {parts};
      }
      return {};
    }
    const bool indexed = i < end && t[i].Is("[");
    if (indexed) i = std::min(MatchBracket(t, i), end - 1) + 1;
    SkipMethods(t, at, end);
    const int parameter = name == i - 1 || !indexed ? ParameterOf(function, text) : -1;
    if (parameter >= 0) return {{CPart{CPart::Kind::kParameter, "", parameter}}};
    if (function != nullptr && !function->macro) {
      if (const std::optional<CValue> local = Local(text, *function, depth)) {
        return local->alternatives;
      }
    }
    if (function != nullptr && function->captured.count(text) > 0) return {};
    if (text.starts_with("m_") || text.ends_with("_")) {
      return {{CPart{CPart::Kind::kField, text, -1}}};
    }
    return {{CPart{CPart::Kind::kName, text, -1}}};
  }

  // .c_str(), .data(), ->name
  static void SkipMethods(const std::vector<CToken>& t, size_t* at, size_t end) {
    size_t& i = *at;
    while (i + 1 < end && (t[i].Is(".") || t[i].Is("->")) && t[i + 1].kind == Kind::kName) {
      i += 2;
      if (i < end && t[i].Is("(")) i = std::min(MatchBracket(t, i), end - 1) + 1;
    }
  }

  // What a local of the function at hand was given, where it was given one thing.
  std::optional<CValue> Local(const std::string& name, const CFunction& function, int depth) {
    if (function_ < 0 || &facts_.functions[static_cast<size_t>(function_)] != &function) {
      return std::nullopt;
    }
    CValue unknown;
    unknown.alternatives = {{CPart{}}};
    // A local made of itself, or of too many others, is unknown.
    if (++followed_ > kMaxFollowed || !following_.insert(name).second) return unknown;
    std::optional<CValue> found = Given(name, function, depth);
    following_.erase(name);
    return found;
  }

  std::optional<CValue> Given(const std::string& name, const CFunction& function, int depth) {
    const auto [open, close] = body_of_[static_cast<size_t>(function_)];
    std::optional<CValue> found;
    int given = 0;
    for (size_t i = open + 1; i + 1 < close && i < t_.size(); ++i) {
      if (!t_[i].IsName(name) || t_[i - 1].Is(".") || t_[i - 1].Is("->")) continue;
      size_t at = i + 1;
      const bool array = t_[at].Is("[");
      if (array) at = Match(at) + 1;
      if (at >= close) break;
      if (t_[at].Is(":") && !array && t_[at - 1].IsName(name)) {  // for (auto name : LIST)
        size_t end = at + 1;
        while (end < close && !t_[end].Is(")")) {
          if (t_[end].Is("{") || t_[end].Is("(")) end = Match(end);
          ++end;
        }
        found = t_[at + 1].Is("{") ? List(at + 1) : Evaluate(t_, at + 1, end, &function, depth + 1);
        ++given;
        continue;
      }
      const bool declared = IsTypeWord(t_[i - 1]) || t_[i - 1].Is("*") || t_[i - 1].Is("&");
      if (t_[at].Is("=") || (declared && (t_[at].Is("(") || t_[at].Is("{")) && !array)) {
        size_t end = at + 1;
        while (end < close && !t_[end].Is(";")) {
          if (t_[end].Is("{") || t_[end].Is("(")) end = Match(end);
          ++end;
        }
        if (t_[at].Is("=") && t_[at + 1].Is("{")) {
          found = List(at + 1);
        } else if (t_[at].Is("=")) {
          found = Evaluate(t_, at + 1, end, &function, depth + 8);
        } else {
          found = Evaluate(t_, at + 1, Match(at), &function, depth + 8);
        }
        ++given;
        continue;
      }
      // snprintf(name, size, "GROUP_%s", ...)
      if (i >= 2 && t_[i - 1].Is("(") &&
          (t_[i - 2].IsName("snprintf") || t_[i - 2].IsName("sprintf"))) {
        const auto arguments = SplitArguments(t_, i, Match(i - 1));
        const size_t format = t_[i - 2].IsName("snprintf") ? 2 : 1;
        if (format < arguments.size()) {
          found = Formatted(arguments, format, &function, depth + 1);
          ++given;
        }
      }
    }
    if (given == 0) return std::nullopt;
    if (given > 1) {
      CValue unknown;
      unknown.alternatives = {{CPart{}}};
      return unknown;
    }
    if (found->IsUnknown()) found->alternatives = {{CPart{}}};
    return found;
  }

  CValue Formatted(const std::vector<std::pair<size_t, size_t>>& arguments, size_t format,
                   const CFunction* function, int depth) {
    const CValue text =
        Evaluate(t_, arguments[format].first, arguments[format].second, function, depth);
    CValue value;
    if (!text.literal) return value;
    std::vector<CPart> parts;
    std::string literal;
    size_t next = format + 1;
    const std::string& pattern = text.alternatives[0][0].text;
    for (size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] != '%') {
        literal += pattern[i];
        continue;
      }
      if (i + 1 < pattern.size() && pattern[i + 1] == '%') {
        literal += pattern[i++];
        continue;
      }
      if (!literal.empty()) parts.push_back({CPart::Kind::kText, literal, -1});
      literal.clear();
      while (i + 1 < pattern.size() && std::isalpha(static_cast<unsigned char>(pattern[i])) == 0)
        ++i;
      while (i + 1 < pattern.size() &&
             (pattern[i] == 'l' || pattern[i] == 'z' || pattern[i] == 'h')) {
        ++i;
      }
      CValue part;
      if (pattern[i] == 's' && next < arguments.size()) {
        part = Evaluate(t_, arguments[next].first, arguments[next].second, function, depth);
      }
      ++next;
      if (part.alternatives.size() == 1) {
        parts.insert(parts.end(), part.alternatives[0].begin(), part.alternatives[0].end());
      } else {
        parts.push_back(CPart{});
      }
    }
    if (!literal.empty()) parts.push_back({CPart::Kind::kText, literal, -1});
    value.alternatives = {parts};
    return value;
  }

  // ---- calls -----------------------------------------------------------------------------------

  void ReadEnviron(size_t i) {
    if (i > 0 && (t_[i - 1].Is("*") || t_[i - 1].Is(".") || t_[i - 1].Is("->"))) return;
    if (t_[i + 1].Is("(") || t_[i + 1].Is("=")) return;
    size_t begin = i;
    if (begin > 0 && t_[begin - 1].Is("::")) --begin;
    facts_.bulk.emplace_back(t_[begin].line, t_[begin].column);
  }

  void ReadCall(size_t i, int function, const std::string& class_name, size_t statement) {
    if (i >= 2 && (t_[i - 1].Is("(") || t_[i - 1].Is(",")) &&
        (t_[i + 1].Is(")") || t_[i + 1].Is(","))) {
      HandOver(i, function);
      return;
    }
    size_t open = i + 1;
    CCall call;
    call.callee = t_[i].text;
    if (t_[open].Is("<")) {  // GetEnv<T>("X")
      const size_t close = SkipAngles(open, std::min(open + 30, t_.size()));
      if (close == open || close + 1 >= t_.size() || !t_[close + 1].Is("(")) return;
      for (size_t k = open + 1; k < close; ++k) call.template_argument += t_[k].text;
      open = close + 1;
    } else if (t_[open].kind == Kind::kName && open + 1 < t_.size() &&
               (t_[open + 1].Is("(") || t_[open + 1].Is("{"))) {
      call.bound_to = t_[open].text;  // Type name("X", ...): an object made by its constructor
      ++open;
    }
    if (!t_[open].Is("(") && !t_[open].Is("{")) return;
    // A definition or declaration of the name is no call of it.
    size_t begin = i;
    while (begin >= 2 && t_[begin - 1].Is("::") && t_[begin - 2].kind == Kind::kName) begin -= 2;
    if (begin >= 1 && t_[begin - 1].Is("::")) --begin;
    for (size_t k = begin; k <= i; ++k) call.qualified += t_[k].text;
    if (call.qualified.starts_with("::")) call.qualified.erase(0, 2);
    call.member = begin > 0 && (t_[begin - 1].Is(".") || t_[begin - 1].Is("->"));
    const bool typed = begin > 0 && !call.member && call.bound_to.empty() &&
                       (t_[begin - 1].kind == Kind::kName || t_[begin - 1].Is("*") ||
                        t_[begin - 1].Is("&") || t_[begin - 1].Is("~")) &&
                       !IsCallContext(t_[begin - 1]);
    const size_t close = Match(open);
    if (close <= open) return;
    if (typed && (function < 0 || t_[close + 1].Is(";") || t_[close + 1].Is("{"))) {
      // `char* getenv(const char*);` declares; `x * getenv("X")` does not.
      const bool literal = open + 1 < close && t_[open + 1].kind == Kind::kString;
      if (!literal) {
        if (!class_name.empty()) facts_.declared.insert(call.callee);
        return;
      }
    }
    if (function < 0 && t_[open].Is("(")) {
      // A constructor's declaration and definition look like calls of it.
      if (t_[close + 1].Is("{") || t_[close + 1].Is(":")) return;
      if (!class_name.empty() && call.callee == class_name) return;
    }
    call.line = t_[begin].line;
    call.column = t_[begin].column;
    call.condition = t_[begin].condition;
    call.function = function;
    function_ = function;
    followed_ = 0;
    const CFunction* around =
        function < 0 ? nullptr : &facts_.functions[static_cast<size_t>(function)];
    for (const auto& [from, to] : SplitArguments(t_, open + 1, close)) {
      call.arguments.push_back(Evaluate(t_, from, to, around, 0));
    }
    const auto body = function < 0
                          ? std::pair<size_t, size_t>{statement, t_.size() - kCTokenPadding}
                          : body_of_[static_cast<size_t>(function)];
    CUse use = UseOf(t_, statement, begin, close, body.first, body.second, around);
    call.type = use.type;
    call.truthy = std::move(use.truthy);
    call.presence = use.presence;
    call.compared = use.compared;
    call.returned = use.returned;
    if (call.bound_to.empty()) {
      call.bound_to = use.bound_to;
      if (call.bound_to.empty() && use.returned && around != nullptr && !around->name.empty()) {
        call.bound_to = around->name + "()";
        call.bound_kind = BoundKind::kReturn;
      }
    }
    if (!call.bound_to.empty() && call.bound_kind == BoundKind::kNone) {
      call.bound_kind = function < 0 ? BoundKind::kModule : BoundKind::kLocal;
      if (function >= 0) FindLocalUses(begin, close, open, body, &call);
    }
    if (use.unset_end > use.unset_begin) {
      call.unset = Evaluate(t_, use.unset_begin, use.unset_end, around, 0);
    }
    call.declared = use.declared;
    if (close > open + 1) {
      const auto arguments = SplitArguments(t_, open + 1, close);
      call.guarded = around != nullptr && IsGuarded(statement, begin, arguments[0], body.first);
      call.extends = around != nullptr && arguments.size() > 1 &&
                     Extends(arguments[1], arguments[0], body.first, begin);
    }
    ReadTaker(t_, use, around, &call);
    function_ = -1;
    facts_.calls.push_back(std::move(call));
  }

  // Whether the name that receives the value is a local variable, and what becomes of that.
  void FindLocalUses(size_t begin, size_t close, size_t open, std::pair<size_t, size_t> body,
                     CCall* call) {
    const std::string& name = call->bound_to;
    if (name.find_first_of(".->:") != std::string::npos) {
      call->bound_kind = BoundKind::kAttribute;
      return;
    }
    const auto arguments = SplitArguments(t_, open + 1, close);
    bool declared = ParameterOf(&facts_.functions[static_cast<size_t>(call->function)], name) >= 0;
    const bool parameter = declared;
    size_t uses = 0;
    size_t back = 0;
    for (size_t i = body.first + 1; i < body.second && i + 3 < t_.size(); ++i) {
      if (!t_[i].IsName(name) || t_[i - 1].Is(".") || t_[i - 1].Is("->")) continue;
      const bool typed = IsTypeWord(t_[i - 1]) ||
                         ((t_[i - 1].Is("*") || t_[i - 1].Is("&")) && IsTypeWord(t_[i - 2]));
      const bool declares = typed && (t_[i + 1].Is("=") || t_[i + 1].Is(";") || t_[i + 1].Is(",") ||
                                      t_[i + 1].Is("(") || t_[i + 1].Is("{") || t_[i + 1].Is("["));
      if (declares) {
        declared = true;
        continue;
      }
      const bool statement = t_[i - 1].Is(";") || t_[i - 1].Is("{") || t_[i - 1].Is("}") ||
                             t_[i - 1].Is(")") || t_[i - 1].Is(":");
      if (t_[i + 1].Is("=") && (statement || i + 2 == begin)) {
        // In a condition it is asked for: while ((v = getenv("X")))
        if (!statement && t_[i - 1].Is("(")) ++uses;
        continue;
      }
      if (t_[i - 1].Is(")") && t_[i - 2].IsName("void") && t_[i - 3].Is("(")) continue;
      if (i > begin && i < close) continue;  // its own default
      if (GoesBack(i, body.first, arguments)) {
        ++back;
        continue;
      }
      if (!IsNullTest(i)) ++uses;
    }
    if (!declared) {
      call->bound_kind = BoundKind::kModule;  // a global
      return;
    }
    if (parameter || call->condition >= 0) return;  // another branch may use it
    call->lost = uses == 0 && back == 0;
    if (call->lost) call->lost = !Asked(name, body);
    call->written_back = uses == 0 && back > 0;
  }

  // Whether the name at `i` is only compared with NULL.
  bool IsNullTest(size_t i) const {
    const bool compared = (t_[i + 1].Is("==") || t_[i + 1].Is("!=")) &&
                          (t_[i + 2].IsName("NULL") || t_[i + 2].IsName("nullptr"));
    const bool alone = (t_[i - 1].Is("(") || t_[i - 1].Is("!")) && t_[i + 1].Is(")");
    return compared || (alone && (t_[i - 2].IsName("if") || t_[i - 1].Is("!")));
  }

  bool Asked(const std::string& name, std::pair<size_t, size_t> body) const {
    for (size_t i = body.first + 1; i < body.second; ++i) {
      if (t_[i].IsName(name) && IsNullTest(i)) return true;
    }
    return false;
  }

  // Whether the name at `i` is an argument of a call that is given the same variable first:
  // setenv("X", name, 1).
  bool GoesBack(size_t i, size_t body,
                const std::vector<std::pair<size_t, size_t>>& arguments) const {
    if (arguments.empty()) return false;
    int depth = 0;
    for (size_t open = i; open-- > body + 1;) {
      if (t_[open].Is(")")) ++depth;
      if (t_[open].Is(";") || t_[open].Is("{") || t_[open].Is("}")) return false;
      if (!t_[open].Is("(") || depth-- > 0) continue;
      const std::string callee = ToLower(t_[open - 1].text);
      const bool writes =
          callee.find("set") != std::string::npos || callee.find("put") != std::string::npos;
      return writes && names_.count(t_[open - 1].text) > 0 && SameTokens(open + 1, arguments[0]);
    }
    return false;
  }

  bool SameTokens(size_t at, std::pair<size_t, size_t> range) const {
    for (size_t i = range.first; i < range.second; ++i, ++at) {
      if (at >= t_.size() || t_[at].kind != t_[i].kind || t_[at].text != t_[i].text) return false;
    }
    return true;
  }

  // Whether from..to has a call that is given exactly `name`: getenv("X").
  bool Reads(size_t from, size_t to, std::pair<size_t, size_t> name) const {
    const size_t length = name.second - name.first;
    for (size_t i = from; i + length + 1 < to; ++i) {
      if (t_[i].kind == Kind::kName && names_.count(t_[i].text) > 0 && t_[i + 1].Is("(") &&
          SameTokens(i + 2, name) && t_[i + 2 + length].Is(")")) {
        return true;
      }
    }
    return false;
  }

  // Whether the local `variable` is given such a read between from and to.
  bool HoldsRead(const std::string& variable, size_t from, size_t to,
                 std::pair<size_t, size_t> name) const {
    for (size_t i = from; i + 1 < to; ++i) {
      if (!t_[i].IsName(variable) || !(t_[i + 1].Is("=") || t_[i + 1].Is("("))) continue;
      size_t end = i + 1;
      while (end < to && !t_[end].Is(";")) ++end;
      if (Reads(i + 1, end + 1, name)) return true;
    }
    return false;
  }

  // `if (!getenv("X")) setenv("X", ...)`: whether the statement stands under a test that the
  // variable `name` is not set.
  bool IsGuarded(size_t statement, size_t begin, std::pair<size_t, size_t> name,
                 size_t body) const {
    size_t open = 0;
    for (size_t i = statement; i + 1 < begin; ++i) {
      if (t_[i].IsName("if") && t_[i + 1].Is("(")) open = i + 1;
    }
    if (open == 0) {  // if (...) { setenv
      if (statement < 3 || !t_[statement - 1].Is("{") || !t_[statement - 2].Is(")")) return false;
      int depth = 0;
      for (size_t i = statement - 2; i > body; --i) {
        if (t_[i].Is(")")) ++depth;
        if (t_[i].Is("(") && --depth == 0) {
          if (t_[i - 1].IsName("if")) open = i;
          break;
        }
      }
    }
    if (open == 0) return false;
    const size_t close = Match(open);
    bool negated = false;
    for (size_t i = open; i < close; ++i) {
      negated = negated || t_[i].Is("!") ||
                (t_[i].Is("==") && (t_[i + 1].IsName("NULL") || t_[i + 1].IsName("nullptr") ||
                                    t_[i + 1].text == "0" || t_[i - 1].IsName("NULL") ||
                                    t_[i - 1].IsName("nullptr")));
      if (t_[i].Is("!=") || t_[i].Is("||")) return false;
    }
    if (!negated) return false;
    if (Reads(open, close + 1, name)) return true;
    for (size_t i = open + 1; i < close; ++i) {
      if (t_[i].kind == Kind::kName && HoldsRead(t_[i].text, body, open, name)) return true;
    }
    return false;
  }

  // Whether `value` is the variable's old value with something more.
  bool Extends(std::pair<size_t, size_t> value, std::pair<size_t, size_t> name, size_t body,
               size_t begin) const {
    bool joins = false;
    for (size_t i = value.first; i < value.second; ++i) joins = joins || t_[i].Is("+");
    if (joins && Reads(value.first, value.second + 1, name)) return true;
    for (size_t i = value.first; i < value.second; ++i) {
      if (t_[i].kind != Kind::kName) continue;
      const std::string& local = t_[i].text;
      bool holds = HoldsRead(local, body, begin, name);
      bool more = joins;
      for (size_t k = body; k + 1 < begin; ++k) {
        if (!t_[k].IsName(local)) continue;
        more = more || t_[k + 1].Is("+=") ||
               (t_[k + 1].Is(".") && (t_[k + 2].IsName("append") || t_[k + 2].IsName("insert"))) ||
               (t_[k - 1].Is("(") && (t_[k - 2].IsName("strcat") || t_[k - 2].IsName("strncat")));
        if (t_[k + 1].Is("=")) {  // joined = old + ":/more"
          size_t end = k + 1;
          bool plus = false;
          bool old = false;
          for (; end < begin && !t_[end].Is(";"); ++end) {
            plus = plus || t_[end].Is("+");
            old = old || (t_[end].kind == Kind::kName && t_[end].text != local &&
                          HoldsRead(t_[end].text, body, k, name));
          }
          if (plus && (old || Reads(k + 1, end + 1, name))) holds = more = true;
        }
        if (k >= 2 && t_[k - 1].Is("(") &&
            (t_[k - 2].IsName("snprintf") || t_[k - 2].IsName("sprintf"))) {
          const size_t close = Match(k - 1);
          if (Reads(k, close + 1, name)) holds = more = true;
          for (size_t m = k + 1; m < close; ++m) {
            if (t_[m].kind == Kind::kName && HoldsRead(t_[m].text, body, k, name)) {
              holds = more = true;
            }
          }
        }
      }
      if (holds && more) return true;
    }
    return false;
  }

  // parse(getenv("X"), 1): the function that takes the value, with its arguments.
  void ReadTaker(const std::vector<CToken>& t, const CUse& use, const CFunction* function,
                 CCall* call) {
    const size_t open = use.handed_open;
    if (open == 0 || t[open - 1].kind != Kind::kName) return;
    static const std::set<std::string_view> kTellNothing = {
        "printf",  "fprintf", "sprintf", "snprintf", "strlen", "strdup",  "strcpy",   "strncpy",
        "puts",    "fputs",   "free",    "memcpy",   "strchr", "strrchr", "strstr",   "assert",
        "setenv",  "getenv",  "if",      "while",    "switch", "return",  "sizeof",   "string",
        "isdigit", "strcat",  "strncat", "for",      "strspn", "strcspn", "make_pair"};
    const std::string& name = t[open - 1].text;
    if (name.size() < 4 || kTellNothing.count(name) > 0) return;
    if (open >= 2 && (t[open - 2].Is(".") || t[open - 2].Is("->"))) return;
    int position = 0;
    for (const auto& [from, to] : SplitArguments(t, open + 1, MatchBracket(t, open))) {
      if (use.handed_at >= from && use.handed_at < to) call->handed_position = position;
      call->handed_arguments.push_back(Evaluate(t, from, to, function, 0));
      ++position;
    }
    call->handed_to = name;
  }

  // `LIST(NAME)`: a macro that may call what it is given for each of its items.
  void HandOver(size_t i, int function) {
    size_t open = i - 1;
    int position = 0;
    for (; open > 0 && i - open < 20 && !t_[open].Is("("); --open) {
      if (t_[open].Is(",")) ++position;
      if (t_[open].Is(")") || t_[open].Is(";") || t_[open].Is("{")) return;
    }
    if (open == 0 || t_[open - 1].kind != Kind::kName) return;
    CCall call;
    call.callee = t_[i].text;
    call.qualified = call.callee;
    call.list = t_[open - 1].text;
    call.list_position = position;
    call.function = function;
    call.line = t_[open - 1].line;
    call.column = t_[open - 1].column;
    call.condition = t_[i].condition;
    facts_.calls.push_back(std::move(call));
  }

  static bool IsCallContext(const CToken& token) {
    static const std::set<std::string_view> kWords = {"return",    "else",     "case", "throw",
                                                      "co_return", "co_await", "and",  "or",
                                                      "not",       "in",       "new"};
    return token.kind == Kind::kName && kWords.count(token.text) > 0;
  }

  // ---- macros ----------------------------------------------------------------------------------

  bool HandedOver(const std::string& name) const {
    return std::any_of(facts_.calls.begin(), facts_.calls.end(),
                       [&](const CCall& call) { return call.list == name; });
  }

  // `#define LIST(F) F(int, A, 1) F(bool, B, 0)`
  void ReadList(const CMacro& macro) {
    CFunction made;
    made.macro = true;
    made.name = macro.name;
    made.line = macro.line;
    made.column = macro.column;
    for (const std::string& name : macro.parameters)
      made.parameters.push_back({name, std::nullopt});
    std::vector<CToken> t = macro.body;
    t.resize(t.size() + kCTokenPadding);
    for (size_t i = 0; i < macro.body.size(); ++i) {
      const int parameter = t[i].kind == Kind::kName ? ParameterOf(&made, t[i].text) : -1;
      if (parameter < 0 || !t[i + 1].Is("(")) continue;
      const size_t close = MatchBracket(t, i + 1);
      CFunction::ListItem item;
      item.parameter = parameter;
      item.line = t[i].line;
      item.column = t[i].column;
      for (const auto& [from, to] : SplitArguments(t, i + 2, close)) {
        item.arguments.push_back(Evaluate(t, from, to, &made, 0));
      }
      made.list.push_back(std::move(item));
      i = close;
    }
    if (made.list.empty()) return;
    facts_.functions.push_back(std::move(made));
    body_of_.push_back({0, 0});
  }

  // The function or variable that a macro's body defines: `int get##name() {`, `bool name = `.
  CPart Defined(const std::vector<CToken>& t, size_t end, const CFunction& macro) {
    int depth = 0;
    for (size_t i = 0; i < end; ++i) {
      if (t[i].Is("(") || t[i].Is("{")) ++depth;
      if (t[i].Is(")") || t[i].Is("}")) --depth;
      if (depth != 0 || t[i].kind != Kind::kName) continue;
      const bool typed = i > 0 && (IsTypeWord(t[i - 1]) || t[i - 1].Is("*") || t[i - 1].Is("&"));
      if (!typed) continue;
      size_t at = i;
      const std::vector<std::vector<CPart>> parts =
          t[i + 1].Is("##") || ParameterOf(&macro, t[i].text) >= 0
              ? PastedName(t, &at, end, macro)
              : std::vector<std::vector<CPart>>();
      if (parts.empty()) continue;
      if (t[at].Is("(") || t[at].Is("=") || t[at].Is("{") || t[at].Is(";")) return parts[0][0];
    }
    return {};
  }

  static std::vector<std::vector<CPart>> PastedName(const std::vector<CToken>& t, size_t* at,
                                                    size_t end, const CFunction& macro) {
    std::string pasted;
    size_t& i = *at;
    while (i < end && t[i].kind == Kind::kName) {
      const int parameter = ParameterOf(&macro, t[i].text);
      pasted += parameter < 0 ? t[i].text : "\x01" + std::to_string(parameter) + "\x02";
      ++i;
      if (i + 1 >= end || !t[i].Is("##")) break;
      ++i;
    }
    if (pasted.empty()) return {};
    return {{CPart{CPart::Kind::kPasted, pasted, -1}}};
  }

  // The calls in a macro's body, with its parameters as a function's.
  void ReadMacro(const CMacro& macro) {
    if (macro.body.empty()) return;
    if (macro.function && (names_.count(macro.name) > 0 || HandedOver(macro.name))) ReadList(macro);
    const bool relevant =
        std::any_of(macro.body.begin(), macro.body.end(), [&](const CToken& token) {
          return token.kind == Kind::kName && names_.count(token.text) > 0;
        });
    if (!relevant) return;
    CFunction made;
    made.macro = true;
    made.name = macro.name;
    for (const std::string& name : macro.parameters)
      made.parameters.push_back({name, std::nullopt});
    made.line = macro.line;
    made.column = macro.column;
    std::vector<CToken> t = macro.body;
    t.resize(t.size() + kCTokenPadding);
    // `#define ALIAS wrapper`: another name for it.
    if (!macro.function && macro.body.size() <= 3 && t[macro.body.size() - 1].kind == Kind::kName) {
      CCall alias;
      alias.callee = t[macro.body.size() - 1].text;
      alias.qualified = "=";
      alias.function = static_cast<int>(facts_.functions.size());
      facts_.functions.push_back(std::move(made));
      body_of_.push_back({0, 0});
      facts_.calls.push_back(std::move(alias));
      return;
    }
    made.made = Defined(t, macro.body.size(), made);
    facts_.functions.push_back(made);
    body_of_.push_back({0, 0});
    const int function = static_cast<int>(facts_.functions.size()) - 1;
    for (size_t i = 0; i < macro.body.size(); ++i) {
      if (t[i].kind != Kind::kName || names_.count(t[i].text) == 0) continue;
      size_t open = i + 1;
      if (t[open].kind == Kind::kName || t[open].Is("##")) {  // Type name(...)
        while (open < t.size() && (t[open].kind == Kind::kName || t[open].Is("##"))) ++open;
      }
      CCall call;
      call.callee = t[i].text;
      if (t[open].Is("<")) {  // GetEnv<type>(#name)
        for (++open; open < macro.body.size() && !t[open].Is(">"); ++open) {
          const bool parameter = ParameterOf(&made, t[open].text) >= 0;
          if (!parameter) call.template_argument += t[open].text;
        }
        ++open;
      }
      if (open >= t.size() || !(t[open].Is("(") || t[open].Is("{"))) continue;
      const size_t close = MatchBracket(t, open);
      if (close <= open) continue;
      size_t begin = i;
      while (begin >= 2 && t[begin - 1].Is("::") && t[begin - 2].kind == Kind::kName) begin -= 2;
      for (size_t k = begin; k <= i; ++k) call.qualified += t[k].text;
      call.line = t[begin].line;
      call.column = t[begin].column;
      call.condition = macro.condition;
      call.function = function;
      for (const auto& [from, to] : SplitArguments(t, open + 1, close)) {
        call.arguments.push_back(Evaluate(t, from, to, &made, 0));
      }
      CUse use = UseOf(t, 0, begin, close, 0, macro.body.size(), &made);
      ReadTaker(t, use, &made, &call);
      call.type = use.type;
      call.truthy = use.truthy;
      call.presence = use.presence;
      call.returned = true;
      if (use.unset_end > use.unset_begin) {
        call.unset = Evaluate(t, use.unset_begin, use.unset_end, &made, 0);
      }
      facts_.calls.push_back(std::move(call));
    }
  }

  const CTokens& all_;
  const std::vector<CToken>& t_;
  const std::set<std::string>& names_;
  const std::set<std::string>& wanted_;
  const std::set<std::string>& takers_;
  CFacts facts_;
  std::vector<std::pair<size_t, size_t>> body_of_;  // '{' and '}' of each function
  int function_ = -1;                               // whose locals are followed
  std::set<std::string> following_;                 // the locals that are being followed
  int followed_ = 0;                                // how many were, for the call at hand
};

}  // namespace

CFacts FindCFacts(const CTokens& tokens, const CWanted& wanted) {
  return Finder(tokens, wanted).Run();
}

}  // namespace flagcensus
