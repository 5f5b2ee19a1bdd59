// One walk, traced:
//
//   void run(const char* file) { system(file); }       ─→ effect: parameter 0 reaches system
//   const char* path = getenv("APP_TOOL");             ─→ path: {read 0, whole}
//   run(path);                                         ─→ flow: read 0 reaches system, whole
//   char* line = strdup(path);                         ─→ line: {read 0, whole}
//
// Loops are walked once: a value that moves from one variable to another only in a second iteration
// is missed.
#include "analyzer/c/link/value_flows.h"

#include <algorithm>

#include "analyzer/c/function_rows.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

using Range = std::pair<size_t, size_t>;

bool IsOneOf(const CToken& token, std::initializer_list<std::string_view> marks) {
  return token.kind == CToken::Kind::kPunctuation &&
         std::find(marks.begin(), marks.end(), std::string_view(token.text)) != marks.end();
}

bool IsWord(const CToken& token, std::initializer_list<std::string_view> words) {
  return token.kind == CToken::Kind::kName &&
         std::find(words.begin(), words.end(), std::string_view(token.text)) != words.end();
}

// Whether an operand may end with the token, so an operator after it is binary.
// `a * b` is a product, `return *b` and `f(*b)` are not.
bool EndsOperand(const CToken& token) {
  return IsOneOf(token, {")", "]", "}"}) ||
         (token.kind != CToken::Kind::kPunctuation && token.kind != CToken::Kind::kEnd &&
          !IsWord(token, {"return", "case", "throw"}));
}

}  // namespace

// What the tokens of a file show without values.
//
//   Closing     f(a, (b))[i]     ─→ the ')' of f's '('
//   NameIn      &o->path         ─→ "o.path"
class CValueFlows::Text {
 public:
  explicit Text(const std::vector<CToken>& tokens) : t_(tokens) {}

  // Past the closing bracket, but not beyond the range: an unclosed bracket ends with it.
  size_t Closing(size_t open, size_t end) const {
    return std::min(std::max(open, MatchBracket(t_, open)), end == 0 ? 0 : end - 1);
  }

  // `= {1, 2}` and `Box{1}` are initialisers; `[&] {` and `[](int x) mutable -> T {` begin lambdas.
  // `struct {` counts as an initialiser, too.
  bool OpensBlock(size_t statement, size_t brace) const {
    if (brace == statement || t_[brace - 1].Is(")")) return true;
    if (IsWord(t_[brace - 1], {"else", "do", "try", "mutable", "noexcept"})) return true;
    if (t_[brace - 1].Is("]")) {
      size_t open = brace - 1;
      while (open > statement && !(t_[open].Is("[") && MatchBracket(t_, open) == brace - 1)) {
        --open;
      }
      return open == statement || !EndsOperand(t_[open - 1]);  // int x[] {1, 2}
    }
    // The type that a lambda returns.
    size_t at = brace - 1;
    while (at > statement && (t_[at].kind == CToken::Kind::kName ||
                              IsOneOf(t_[at], {"::", "<", ">", ">>", "*", "&", ","}))) {
      --at;
    }
    return at > statement && t_[at].Is("->") &&
           (t_[at - 1].Is(")") || IsWord(t_[at - 1], {"mutable", "noexcept"}));
  }

  // The token after `<...>` if that is a list of template arguments of a call or constructed
  // object. Sixty tokens, and no operator that such a list cannot contain.
  //
  //   static_cast<int>(x)     ─→ the position of `(`
  //   a < b                   ─→ open: no `>` follows
  //
  // `a < b > (c)` is read as a call with template arguments.
  size_t PastAngles(size_t open, size_t end) const {
    constexpr size_t kMaxLength = 60;
    int nested = 0;
    for (size_t i = open; i < end && i < open + kMaxLength; ++i) {
      if (IsOneOf(t_[i], {";", "{", "&&", "||", "?", "="})) return open;
      if (t_[i].Is("<")) ++nested;
      if (t_[i].Is(">")) --nested;
      if (t_[i].Is(">>")) nested -= 2;
      if (nested > 0) continue;
      const bool used = i + 1 < end && (IsOneOf(t_[i + 1], {"(", "{", "::", "*", "&"}) ||
                                        t_[i + 1].kind == CToken::Kind::kName);
      return used ? i + 1 : open;
    }
    return open;
  }

  // Adjacent literals are one text: "a" "b" ─→ "ab".
  std::optional<std::string> Literal(const Range& range) const {
    std::string out;
    for (size_t i = range.first; i < range.second; ++i) {
      if (t_[i].kind != CToken::Kind::kString) return std::nullopt;
      out += t_[i].text;
    }
    return out;
  }

  // The variable that the argument `name` or `&name` is; "" if it is another expression.
  //
  //   &path ─→ "path"    o->path ─→ "o.path"    path + 1 ─→ ""
  std::string NameIn(const Range& range) const {
    auto [begin, end] = range;
    if (begin < end && t_[begin].Is("&")) ++begin;
    std::string path;
    for (size_t i = begin; i < end; ++i) {
      const bool joint = IsOneOf(t_[i], {".", "->"});
      if (!joint && t_[i].kind != CToken::Kind::kName) return "";
      path += joint ? "." : t_[i].text;
    }
    return path;
  }

 private:
  const std::vector<CToken>& t_;
};

// The variables of one walk with their possible values. A variable has those of the blocks in which
// it was assigned:
//
//   path = a; { path = b; }      ─→ LookUp("path"): a or b
class CValueFlows::Variables {
 public:
  explicit Variables(const std::map<std::string, Atoms>& globals) : globals_(globals) {}

  void OpenBlock() {
    parents_.push_back(block_);
    block_ = parents_.size() - 1;
  }
  void CloseBlock() { block_ = parents_[block_]; }
  Atoms LookUp(const std::string& path) const;
  // `sometimes`: the previous value of the variable may remain.
  void Put(const std::string& path, const Atoms& value, bool sometimes);
  // The values of all; none remain.
  std::map<std::string, Atoms> Take();

 private:
  struct Assigned {
    Atoms atoms;
    size_t block = 0;
  };
  bool IsAround(size_t outer, size_t block) const;

  const std::map<std::string, Atoms>& globals_;
  std::map<std::string, Assigned> assigned_;
  std::vector<size_t> parents_ = {0};  // of each block, the one around it
  size_t block_ = 0;
};

// One function, or the statements outside of functions. Values are sets of sources (reads and
// parameters); control flow is ignored but for blocks: an assignment replaces the value if it is in
// the variable's block or around it, and is added otherwise.
class CValueFlows::Walk {
 public:
  Walk(CValueFlows& all, int file, int depth)
      : all_(all),
        file_(file),
        t_(all.files_.at(file).tokens->tokens),
        text_(t_),
        depth_(depth),
        variables_(all.files_.at(file).globals) {}

  Summary Through(const CFunctionBody& body) {
    // Parameter i is the source -1 - i, since reads have the numbers from 0 on.
    for (size_t i = 0; i < body.parameters.size(); ++i) {
      variables_.Put(body.parameters[i], {{-1 - static_cast<int>(i), Form::kWhole}}, false);
    }
    size_t statement = body.begin;
    for (size_t i = body.begin; i < body.end; ++i) {
      if (t_[i].Is("(") || t_[i].Is("[")) {
        i = text_.Closing(i, body.end);
      } else if (t_[i].Is(";")) {
        Statement(statement, i);
        statement = i + 1;
      } else if (t_[i].Is("{")) {
        // A '{' of an initialiser belongs to its statement.
        if (!text_.OpensBlock(statement, i)) {
          i = text_.Closing(i, body.end);
          continue;
        }
        Statement(statement, i);
        variables_.OpenBlock();
        statement = i + 1;
      } else if (t_[i].Is("}")) {
        Statement(statement, i);
        variables_.CloseBlock();
        statement = i + 1;
      } else if (t_[i].Is(":") && (t_[statement].IsName("case") || statement + 1 == i)) {
        // Labels and `case X:` begin a statement.
        statement = i + 1;
      }
    }
    Statement(statement, body.end);
    return std::move(summary_);
  }

  std::map<std::string, Atoms> Outside(const Range& statement) {
    Plain(statement.first, statement.second, false);
    return variables_.Take();
  }

 private:
  //   if (x) path = "a";      ─→ the expression `x`, then `path = "a"`, conditional
  void Statement(size_t begin, size_t end) {
    bool sometimes = false;  // whether it depends on a condition
    // The heads of if, for, while and so on are evaluated, too, and what they control is
    // conditional.
    while (begin < end) {
      if (IsWord(t_[begin], {"else", "do", "try", "constexpr"})) {
        sometimes = true;
        ++begin;
        continue;
      }
      if (t_[begin].IsName("return"))
        return Join(Value(begin + 1, end, 0), Form::kWhole, &summary_.returned);
      const bool governs = IsWord(t_[begin], {"if", "while", "switch", "for", "catch"});
      size_t open = begin + 1;
      if (open < end && t_[open].IsName("constexpr")) ++open;
      if (!governs || open >= end || !t_[open].Is("(")) break;
      const size_t close = text_.Closing(open, end);
      size_t from = open + 1;
      for (size_t i = from; i <= close; ++i) {  // the parts of a `for`
        if (i < close && IsOneOf(t_[i], {"(", "[", "{"})) i = text_.Closing(i, close);
        if (i < close && !t_[i].Is(";")) continue;
        Plain(from, std::min(i, close), false);
        from = i + 1;
      }
      sometimes = true;
      begin = close + 1;
    }
    Plain(begin, end, sometimes);
  }

  // Declarations and expressions, separated by commas.
  // `char *a = f(), *b = g();` has two parts.
  void Plain(size_t begin, size_t end, bool sometimes) {
    for (const auto& [from, to] : SplitArguments(t_, begin, end)) {
      if (!Constructs(from, to, sometimes)) Value(from, to, 0, sometimes);
    }
  }

  // `std::ofstream out(path)`, `Box box{path}`: a name after a type, with brackets to the end.
  // A declaration of a function, `Box make(int n)`, has the same form; its result is a variable
  // with no value, which does no harm.
  bool Constructs(size_t begin, size_t end, bool sometimes) {
    if (end < begin + 4 || !IsOneOf(t_[end - 1], {")", "}"})) return false;
    size_t open = begin;
    while (open < end && !IsOneOf(t_[open], {"(", "{", "="})) ++open;
    if (open < begin + 2 || open >= end || t_[open].Is("=") || text_.Closing(open, end) != end - 1)
      return false;
    const CToken& type = t_[open - 2];
    if (t_[open - 1].kind != CToken::Kind::kName ||
        IsWord(type, {"return", "new", "delete", "throw", "else", "co_await"}) ||
        (type.kind != CToken::Kind::kName && !type.Is(">"))) {
      return false;
    }
    variables_.Put(t_[open - 1].text, Call(begin, open - 1, open, end, 0), sometimes);
    return true;
  }

  // The possible values of the tokens of an expression.
  Atoms Value(size_t begin, size_t end, int depth, bool sometimes = false) {
    // What is nested deeper has no values.
    constexpr int kMaxNested = 40;
    while (begin < end && IsOneOf(t_[begin], {"*", "&", "-", "+", "~", "++", "--"})) ++begin;
    if (begin >= end || depth > kMaxNested) return {};
    // The operator that binds least, and the positions of its operands. Only the order of kinds
    // counts, not the full precedence: it decides how much of a text a value is.
    //
    //   prefix + name        ─→ kJoins: prefix is the beginning, name a part
    //   a ? b : c + d        ─→ kChooses: b, or c + d
    //   x = y == z           ─→ kAssigns, with the value of a comparison: nothing
    //   count * 2            ─→ kArithmetic: each operand is a part
    enum class Kind { kNone, kArithmetic, kJoins, kTests, kChooses, kAssigns };
    Kind kind = Kind::kNone;
    std::vector<size_t> at;
    const auto found = [&](Kind one, size_t i) {
      if (one < kind) return;
      if (one > kind) at.clear();
      kind = one;
      at.push_back(i);
    };
    for (size_t i = begin; i < end; ++i) {
      const CToken& token = t_[i];
      if (token.kind != CToken::Kind::kPunctuation) continue;
      if (IsOneOf(token, {"(", "[", "{"})) {
        i = text_.Closing(i, end);
      } else if (IsOneOf(token, {"=", "+=", "|=", "-=", "*="})) {
        found(Kind::kAssigns, i);
        break;  // what follows is its value
      } else if (token.Is("?")) {
        found(Kind::kChooses, i);
        if (kind == Kind::kChooses) break;
      } else if (IsOneOf(token, {"||", "&&", "==", "!=", "<=", ">=", "<<", ">>"})) {
        found(Kind::kTests, i);
      } else if (token.Is("<")) {
        if (const size_t behind = text_.PastAngles(i, end); behind > i) {
          i = behind - 1;
        } else {
          found(Kind::kTests, i);
        }
      } else if (token.Is(">")) {
        found(Kind::kTests, i);
      } else if (i > begin && EndsOperand(t_[i - 1])) {
        if (token.Is("+")) found(Kind::kJoins, i);
        if (IsOneOf(token, {"-", "*", "/", "%", "|", "&", "^"})) found(Kind::kArithmetic, i);
      }
    }
    switch (kind) {
      case Kind::kAssigns:
        return Assign(begin, at[0], end, depth, sometimes);
      case Kind::kChooses:
        return Choose(begin, at[0], end, depth);
      case Kind::kTests:
        // The result of a comparison or a stream operator is not the text; its operands are
        // evaluated for the calls in them.
        Operands(begin, at, end, depth, Form::kPart);
        return {};
      case Kind::kJoins:
        return Operands(begin, at, end, depth, Form::kBegins);
      case Kind::kArithmetic:
        return Operands(begin, at, end, depth, Form::kPart);
      case Kind::kNone:
        break;
    }
    if (t_[begin].Is("!") || IsWord(t_[begin], {"sizeof", "delete", "throw"})) {
      Value(begin + 1, end, depth + 1);
      return {};
    }
    if (IsWord(t_[begin], {"new", "co_await"})) return Value(begin + 1, end, depth + 1);
    return Operand(begin, end, depth);
  }

  // The first operand has the form `first`, the others are parts.
  Atoms Operands(size_t begin, const std::vector<size_t>& at, size_t end, int depth, Form first) {
    Atoms out;
    size_t from = begin;
    for (size_t i = 0; i <= at.size(); ++i) {
      const size_t to = i < at.size() ? at[i] : end;
      Join(Value(from, to, depth + 1), i == 0 ? first : Form::kPart, &out);
      from = to + 1;
    }
    return out;
  }

  // `c ? a : b`: a or b; the condition is evaluated for its calls alone, except in `c ?: b`.
  // The colon of a further `?:` in the middle is counted and skipped.
  Atoms Choose(size_t begin, size_t mark, size_t end, int depth) {
    Atoms out;
    const Atoms condition = Value(begin, mark, depth + 1);
    size_t colon = mark + 1;
    for (int open = 1; colon < end; ++colon) {
      if (IsOneOf(t_[colon], {"(", "[", "{"})) colon = text_.Closing(colon, end);
      if (t_[colon].Is("?")) ++open;
      if (t_[colon].Is(":") && --open == 0) break;
    }
    if (colon == mark + 1) Join(condition, Form::kWhole, &out);  // a ?: b
    Join(Value(mark + 1, colon, depth + 1), Form::kWhole, &out);
    Join(Value(colon + 1, end, depth + 1), Form::kWhole, &out);
    return out;
  }

  //   a->path = v;       ─→ the value of "a.path" is v
  //   list[i] = v;       ─→ v is added to the values of "list"
  //   path += v;         ─→ the old value is the beginning, v a part
  Atoms Assign(size_t begin, size_t equals, size_t end, int depth, bool sometimes) {
    Atoms value = Value(equals + 1, end, depth + 1);
    // The target: `path[i]`, `a.b`, `a->b`. An element is a part of its array, so it is added
    // to the values.
    size_t last = equals;
    for (int nested = 0; last > begin && (nested > 0 || t_[last - 1].Is("]")); --last) {
      if (t_[last - 1].Is("]")) ++nested;
      if (t_[last - 1].Is("[")) --nested;
    }
    std::string path;
    for (size_t i = last; i > begin; --i) {
      const CToken& token = t_[i - 1];
      const bool joint = IsOneOf(token, {".", "->"});
      if (!joint && token.kind != CToken::Kind::kName) break;
      if (!joint && !path.empty() && path[0] != '.') break;
      path.insert(0, joint ? "." : token.text);
    }
    // `f()->path = v` and `*p = v` have a target without a name; the value is lost.
    if (path.empty() || path[0] == '.') return value;
    if (t_[equals].Is("=")) {
      variables_.Put(path, value, sometimes || depth > 0 || last < equals);
      return value;
    }
    // `+=` keeps the old value as the beginning.
    Atoms joined;
    Join(variables_.LookUp(path), Form::kBegins, &joined);
    Join(value, Form::kPart, &joined);
    variables_.Put(path, joined, true);
    return joined;
  }

  // A name, a literal, a call or a bracketed expression, with the members, elements and calls after
  // it.
  Atoms Operand(size_t begin, size_t end, int depth) {
    size_t i = begin;
    std::string path;  // of a variable
    Atoms value;
    if (t_[i].Is("(")) {
      const size_t close = text_.Closing(i, end);
      // `(T) x`: brackets before an operand are a cast.
      const bool cast = close + 1 < end && !IsOneOf(t_[close + 1], {".", "->", "["});
      if (cast) return Value(close + 1, end, depth + 1);
      value = Value(i + 1, close, depth + 1);
      i = close + 1;
    } else if (t_[i].Is("{")) {
      for (const auto& [from, to] : SplitArguments(t_, i + 1, text_.Closing(i, end))) {
        Join(Value(from, to, depth + 1), Form::kWhole, &value);
      }
      return value;
    } else if (t_[i].kind == CToken::Kind::kName) {
      while (i + 2 < end && t_[i + 1].Is("::")) i += 2;
      size_t open = i + 1;
      if (open < end && t_[open].Is("<")) open = text_.PastAngles(open, end);
      if (open < end && open < t_.size() && (t_[open].Is("(") || t_[open].Is("{"))) {
        // static_cast<T>(x) and the functions that are named after it (`lexical_cast`) have the
        // value of x.
        if (t_[i].text.ends_with("_cast")) {
          value = Value(open + 1, text_.Closing(open, end), depth + 1);
        } else {
          value = Call(begin, i, open, end, depth);
        }
        i = text_.Closing(open, end) + 1;
      } else {
        path = t_[i].text;
        value = ReadsAt(begin, i);
        Join(variables_.LookUp(path), Form::kWhole, &value);
        ++i;
        // `char *name`, `Box name`: the last word is the declared name, which has no value yet.
      }
    } else {
      return {};
    }
    while (i < end) {
      if (t_[i].Is("[")) {
        const size_t close = text_.Closing(i, end);
        Value(i + 1, close, depth + 1);
        i = close + 1;
      } else if (IsOneOf(t_[i], {".", "->"}) && i + 1 < end) {
        if (i + 2 < end && t_[i + 2].Is("(")) {
          value = Method(path, value, i + 1, end, depth);
          i = text_.Closing(i + 2, end) + 1;
          path.clear();
          continue;
        }
        path = path.empty() ? "" : path + "." + t_[i + 1].text;
        value = path.empty() ? Atoms() : variables_.LookUp(path);
        i += 2;
      } else if (t_[i].Is("(")) {
        const size_t close = text_.Closing(i, end);
        for (const auto& [from, to] : SplitArguments(t_, i + 1, close)) Value(from, to, depth + 1);
        value.clear();
        i = close + 1;
      } else {
        break;
      }
    }
    return value;
  }

  // The reads at that place, by the first or the last token of the call: accesses have the position
  // of either.
  Atoms ReadsAt(size_t begin, size_t last) {
    Atoms out;
    for (const size_t i : {begin, last}) {
      const auto at = all_.reads_.find({file_, t_[i].line, t_[i].column});
      if (at == all_.reads_.end()) continue;
      for (const int read : at->second) {
        Join({{read, Form::kWhole}}, Form::kWhole, &out);
        summary_.reads.insert(read);
      }
    }
    return out;
  }

  struct Arguments {
    std::vector<Range> ranges;
    std::vector<Atoms> values;
    size_t size() const { return ranges.size(); }
  };
  Arguments ArgumentsOf(size_t open, size_t end, int depth) {
    Arguments out;
    out.ranges = SplitArguments(t_, open + 1, text_.Closing(open, end));
    for (const auto& [from, to] : out.ranges) out.values.push_back(Value(from, to, depth + 1));
    return out;
  }

  // The call, or the construction of an object, with its last name at `name`.
  // A function of the tree with several definitions (one per platform) has the effects of all of
  // them.
  Atoms Call(size_t begin, size_t name, size_t open, size_t end, int depth) {
    const Arguments given = ArgumentsOf(open, end, depth);
    // A read; its value is also in the arguments that it fills, `get("X", &value)`.
    if (Atoms read = ReadsAt(begin, name); !read.empty()) {
      for (size_t i = 0; i < given.size(); ++i) Fill(given.ranges[i], read, Form::kWhole);
      return read;
    }
    // The callee; for `Type name(...)` it is the type.
    const size_t last = name > begin && t_[name - 1].kind == CToken::Kind::kName ? name - 1 : name;
    std::string callee;
    for (size_t i = last + 1; i > begin; --i) {
      if (t_[i - 1].kind != CToken::Kind::kName && !t_[i - 1].Is("::")) break;
      if (i - 1 < last && t_[i - 1].kind == CToken::Kind::kName && !t_[i].Is("::")) break;
      callee.insert(0, t_[i - 1].text);
    }
    // In this order: a function of the tree by its summary, a call of the table, a library's
    // function by its entry, a text's constructor. Of any other function the result may contain
    // each argument, and so may the variables that it receives by address.
    if (const auto own = all_.by_name_.find(t_[last].text); own != all_.by_name_.end()) {
      return Apply(own->second, given);
    }
    const bool reached = Reach(callee, given, name);
    if (std::optional<Atoms> made = Library(t_[last].text, given)) return *made;
    // std::string(x), std::filesystem::path(x): the object is its first argument.
    const bool text = callee.find("string") != std::string::npos || callee.ends_with("path");
    if (text && given.size() > 0) return given.values[0];
    Atoms out;
    for (const Atoms& one : given.values) Join(one, Form::kPart, &out);
    // A function that compares or logs a value does not pass it on.
    if (out.empty() || ComparesTexts(callee) || OnlyStates(callee)) return {};
    for (const Range& one : given.ranges) Fill(one, out, Form::kPart);
    if (!reached) all_.unknown_.insert(t_[last].text);
    return out;
  }

  // A method of the only function of that name in the tree, or of a container or string. The result
  // may be the object or contain the arguments.
  // An object's type is not known, so the name of a method has to be unique in the tree.
  Atoms Method(const std::string& path, const Atoms& object, size_t name, size_t end, int depth) {
    const Arguments given = ArgumentsOf(name + 1, end, depth);
    if (Atoms read = ReadsAt(name, name); !read.empty()) return read;
    const std::string& callee = t_[name].text;
    const auto own = all_.by_name_.find(callee);
    if (own != all_.by_name_.end() && own->second.size() == 1) return Apply(own->second, given);
    Reach("." + callee, given, name);
    Atoms added;
    for (const Atoms& one : given.values) Join(one, Form::kPart, &added);
    const bool appends = IsWord(t_[name], {"append", "push_back", "emplace_back", "insert"});
    if (appends && !path.empty()) variables_.Put(path, added, true);
    if (callee == "assign" && !path.empty() && given.size() > 0)
      variables_.Put(path, given.values[0], false);
    // The results are numbers that do not contain the text.
    if (callee == "compare" || callee == "find" || callee == "empty" || callee == "size") return {};
    Join(object, Form::kWhole, &added);
    return added;
  }

  // The effect of functions of the tree on the arguments, and their result.
  // The sources of a summary are the parameters of the callee; each is replaced by what the
  // argument at this call contains.
  Atoms Apply(const std::vector<Function*>& functions, const Arguments& given) {
    // With more functions of one name (`init`) none is likely to be the called one.
    constexpr size_t kMaxOfName = 4;
    Atoms out;
    if (functions.size() > kMaxOfName) return out;
    for (Function* one : functions) {
      // A function with fewer parameters than there are arguments is a different one.
      if (one->body->parameters.size() < given.size()) continue;
      const Summary* const known = all_.SummaryOf(one, depth_ + 1);
      if (known == nullptr) continue;
      const auto argument = [&](int source) -> const Atoms& {
        static const Atoms kNothing;
        const auto i = static_cast<size_t>(-1 - source);
        return i < given.size() ? given.values[i] : kNothing;
      };
      for (const Effect& effect : known->effects) {
        if (effect.source == kReadBefore) {
          NoteBefore(effect);
          continue;
        }
        for (const Atom& atom : argument(effect.source)) all_.Note(effect, atom, &summary_);
      }
      for (const Atom& atom : known->returned) {
        if (atom.source >= 0) {
          Join({atom}, Form::kWhole, &out);
        } else {
          Join(argument(atom.source), atom.form, &out);
        }
      }
      summary_.reads.insert(known->reads.begin(), known->reads.end());
    }
    return out;
  }

  // Calls that have to be before the read of other variables: everything read so far reaches the
  // effect.
  // An example is setuid: what was read before the call was read with more rights.
  void NoteBefore(Effect effect) {
    for (const int read : summary_.reads) all_.Note(effect, {read, Form::kWhole}, &summary_);
    effect.source = kReadBefore;
    AddEffect(effect, &summary_);
  }

  // Whether the call is one of the table; notes what reaches it.
  bool Reach(const std::string& callee, const Arguments& given, size_t name) {
    const std::vector<const ValueSink*> sinks = ValueSinks().Find("c", callee);
    const Site at = {file_, t_[name].line, t_[name].column};
    for (const ValueSink* sink : sinks) {
      const Effect effect = {0, Form::kWhole, sink, callee, at};
      if (sink->argument == ValueSink::kBefore) {
        NoteBefore(effect);
        continue;
      }
      if (!ConditionHolds(*sink, given)) continue;
      // execl of a shell with -c: its command is a text for the shell, which is more than the start
      // of a program.
      if (const size_t text = sink->what == "command" ? ShellText(given) : 0; text > 0) {
        const Effect shell = {0, Form::kWhole, &ShellTextSink(), callee, at};
        for (const Atom& atom : given.values[text]) all_.Note(shell, atom, &summary_);
      }
      for (size_t i = 0; i < given.size(); ++i) {
        if (sink->argument != ValueSink::kAny && sink->argument != static_cast<int>(i)) continue;
        for (const Atom& atom : given.values[i]) all_.Note(effect, atom, &summary_);
      }
    }
    return !sinks.empty();
  }

  // The other argument must be a literal with one of the characters of the condition. With a
  // variable there, the flow is missed.
  bool ConditionHolds(const ValueSink& sink, const Arguments& given) const {
    if (!sink.HasCondition()) return true;
    const auto i = static_cast<size_t>(sink.if_argument);
    if (sink.if_argument < 0 || i >= given.size()) return false;
    const std::optional<std::string> text = text_.Literal(given.ranges[i]);
    return text && text->find_first_of(sink.if_condition) != std::string::npos;
  }

  // execl("/bin/sh", "sh", "-c", X): the position of the text that a shell reads; 0: none.
  size_t ShellText(const Arguments& given) const {
    for (size_t i = 1; i + 1 < given.size(); ++i) {
      const std::optional<std::string> shell = text_.Literal(given.ranges[i - 1]);
      if (shell && shell->ends_with("sh") && text_.Literal(given.ranges[i]) == "-c") return i + 1;
    }
    return 0;
  }

  // The result of a library's function on texts, or what it puts into its first argument.
  //
  //   strdup(x) ─→ x    snprintf(line, n, "%s/a", x) ─→ x is the beginning of line
  //   strcat(line, x) ─→ x is a part of line, and its old value the beginning
  //
  // nullopt: the function is not one of these.
  std::optional<Atoms> Library(const std::string& callee, const Arguments& given) {
    const FunctionRows& rows = BuiltInFunctionRows();
    const size_t count = given.size();
    const auto value = [&](size_t i) { return i < count ? given.values[i] : Atoms(); };
    if (callee.ends_with("strdup") || callee.ends_with("strndup")) return value(0);
    if (const int same = PositionIn(rows.gives, callee); same >= 0) {
      return value(static_cast<size_t>(same));
    }
    if (const int format = PositionIn(rows.formats, callee); format >= 0) {
      return Formatted(given, static_cast<size_t>(format));
    }
    if (const int first = PositionIn(rows.joins, callee); first >= 0) {
      Atoms out;
      for (auto i = static_cast<size_t>(first); i < count; ++i) {
        Join(given.values[i], i == static_cast<size_t>(first) ? Form::kBegins : Form::kPart, &out);
      }
      return out;
    }
    CTextPut put = TextPutBy(callee);
    if (const int more = PositionIn(rows.appends, callee); more >= 0) {
      put = {CTextPut::Kind::kJoins, static_cast<size_t>(more)};
    }
    const bool prints = put.kind == CTextPut::Kind::kPrints;
    const bool unknown =
        put.kind == CTextPut::Kind::kNone || put.kind == CTextPut::Kind::kPrintsList;
    if (unknown || count == 0) return std::nullopt;
    const std::string target = text_.NameIn(given.ranges[0]);
    if (target.empty()) return Atoms();
    if (put.kind != CTextPut::Kind::kJoins) {
      const Atoms made = prints ? Formatted(given, put.from) : value(put.from);
      variables_.Put(target, made, false);
      return made;
    }
    Atoms joined;
    Join(variables_.LookUp(target), Form::kBegins, &joined);
    Join(value(put.from), Form::kPart, &joined);
    variables_.Put(target, joined, true);
    return joined;
  }

  // Writes the value through the argument `&name`.
  void Fill(const Range& range, const Atoms& value, Form form) {
    if (range.first >= range.second || !t_[range.first].Is("&")) return;
    const std::string name = text_.NameIn(range);
    if (name.empty()) return;
    Atoms filled;
    Join(value, form, &filled);
    variables_.Put(name, filled, true);
  }

  // The text that a format produces from the arguments after it. Only the first one after "%s..."
  // can be the beginning.
  //
  //   "%s" ─→ whole    "%s.log" ─→ the beginning    "/tmp/%s" ─→ a part
  //
  // "%s%s" with an empty first text begins with the second one, which is not seen.
  Atoms Formatted(const Arguments& given, size_t format) {
    Atoms out;
    if (format >= given.size()) return out;
    const std::optional<std::string> text = text_.Literal(given.ranges[format]);
    Join(given.values[format], Form::kPart, &out);
    for (size_t i = format + 1; i < given.size(); ++i) {
      const bool first = i == format + 1 && text && text->starts_with("%s");
      const Form whole = text == "%s" ? Form::kWhole : Form::kBegins;
      Join(given.values[i], first ? whole : Form::kPart, &out);
    }
    return out;
  }

  CValueFlows& all_;
  const int file_;
  const std::vector<CToken>& t_;
  const Text text_;
  const int depth_;
  Summary summary_;
  Variables variables_;
};

// A local hides a global of its name, from its first assignment on.
CValueFlows::Atoms CValueFlows::Variables::LookUp(const std::string& path) const {
  if (const auto at = assigned_.find(path); at != assigned_.end()) return at->second.atoms;
  const auto global = globals_.find(path);
  return global == globals_.end() ? Atoms() : global->second;
}

// A block is numbered in the order of opening, so that one around another has a smaller number.
bool CValueFlows::Variables::IsAround(size_t outer, size_t block) const {
  while (block > outer) block = parents_[block];
  return block == outer;
}

// `sometimes`: the previous value of the variable may remain.
//
//   path = a; { path = b; }      ─→ {a, b}: the block may be skipped
//   { path = a; } path = b;      ─→ {b}
void CValueFlows::Variables::Put(const std::string& path, const Atoms& value, bool sometimes) {
  if (path.empty()) return;
  const auto at = assigned_.find(path);
  if (at == assigned_.end()) {
    if (value.empty() && !globals_.contains(path)) return;
    Assigned& made = assigned_[path];
    made = {value, block_};
    const auto global = globals_.find(path);
    if (sometimes && global != globals_.end()) Join(global->second, Form::kWhole, &made.atoms);
  } else if (!sometimes && IsAround(block_, at->second.block)) {
    at->second = {value, block_};
  } else {
    Join(value, Form::kWhole, &at->second.atoms);
  }
}

std::map<std::string, CValueFlows::Atoms> CValueFlows::Variables::Take() {
  std::map<std::string, Atoms> out;
  for (auto& [name, one] : assigned_) out[name] = std::move(one.atoms);
  assigned_.clear();
  return out;
}

void CValueFlows::Join(const Atoms& from, Form form, Atoms* to) {
  // Bounds a set that joins and loops can grow: a value of more than 24 reads says nothing
  // specific.
  constexpr size_t kMaxAtoms = 24;
  for (Atom one : from) {
    // The larger form is the weaker statement: joined with itself, a value keeps the stronger one.
    one.form = std::max(one.form, form);
    const auto same = [&](const Atom& other) { return other.source == one.source; };
    const auto known = std::find_if(to->begin(), to->end(), same);
    if (known != to->end()) {
      known->form = std::min(known->form, one.form);
    } else if (to->size() < kMaxAtoms) {
      to->push_back(one);
    }
  }
}

void CValueFlows::AddEffect(const Effect& effect, Summary* summary) {
  // Sixty-four calls that the parameters reach: a dispatcher with more of them has lost its
  // meaning.
  constexpr size_t kMaxEffects = 64;
  const auto same = [&](const Effect& one) {
    return one.source == effect.source && one.sink == effect.sink && one.at == effect.at;
  };
  std::vector<Effect>& all = summary->effects;
  if (all.size() < kMaxEffects && std::none_of(all.begin(), all.end(), same)) all.push_back(effect);
}

void CValueFlows::Note(const Effect& effect, const Atom& value, Summary* summary) {
  const Form form = std::max(effect.form, value.form);
  // A sink that needs the whole text or its beginning (a path, a command) does not count a part in
  // the middle; a shell's text does.
  if (form == Form::kPart && !effect.sink->part && effect.sink != &ShellTextSink()) return;
  if (value.source < 0) {
    Effect passed = effect;
    passed.source = value.source;
    passed.form = form;
    AddEffect(passed, summary);
    return;
  }
  // Twelve places are enough to judge a variable; a logger is called in hundreds.
  constexpr size_t kMaxFlows = 12;  // of one read
  auto& stated = reported_[value.source];
  if (stated.size() >= kMaxFlows) return;
  if (!stated.emplace(effect.sink, effect.at.file, effect.at.line).second) return;
  flows_.push_back({value.source, effect.sink, effect.call, effect.at, form != Form::kWhole});
}

const CValueFlows::Summary* CValueFlows::SummaryOf(Function* function, int depth) {
  if (function->summary) return &*function->summary;
  // A recursive function has no summary while it is walked: its own calls in it have no effect.
  if (depth > kMaxDepth || !open_.insert(function).second) return nullptr;
  Summary made = Walk(*this, function->file, depth).Through(*function->body);
  open_.erase(function);
  return &function->summary.emplace(std::move(made));
}

void CValueFlows::AddFile(int file, std::shared_ptr<const CTokens> tokens) {
  File& added = files_[file];
  added.bodies = FunctionBodiesIn(tokens->tokens);
  added.tokens = std::move(tokens);
  for (const CFunctionBody& body : added.bodies.functions) {
    functions_.push_back(std::make_unique<Function>(Function{file, &body, std::nullopt}));
    by_name_[body.name].push_back(functions_.back().get());
  }
}

std::vector<CValueFlows::Flow> CValueFlows::Run() {
  flows_.clear();
  reported_.clear();
  unknown_.clear();
  // Run may be repeated with further files, from the start.
  for (const auto& one : functions_) one->summary.reset();
  for (auto& [number, file] : files_) {
    file.globals.clear();
    const std::vector<CToken>& t = file.tokens->tokens;
    std::map<std::string, Atoms> globals;
    for (const Range& range : file.bodies.outside) {
      // Only the statements outside of functions that contain a read: initialisers of globals. The
      // globals are known before the functions are walked.
      const CToken &first = t[range.first], &last = t[range.second];
      const auto read = reads_.lower_bound({number, first.line, first.column});
      if (read == reads_.end() || Site{number, last.line, last.column} < read->first) continue;
      for (auto& [name, atoms] : Walk(*this, number, 0).Outside(range)) {
        Join(atoms, Form::kWhole, &globals[name]);
      }
    }
    file.globals = std::move(globals);
  }
  for (const auto& one : functions_) SummaryOf(one.get(), 0);
  return flows_;
}

}  // namespace flagcensus
