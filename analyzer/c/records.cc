// Tokens of one file ─→ the wanted types, objects and macros in it:
//
//   typedef struct { const char* name; int value; } option;
//   option table[] = {{"LEVEL", 1}, {"MODE", 2}};
//   ─→ type "option" with fields (name, char), (value, int); object "table" of type "option", array
#include "analyzer/c/records.h"

#include <algorithm>
#include <map>

#include "analyzer/c/name_filter.h"
#include "analyzer/c/record_makers.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

using Tokens = std::vector<CToken>;
using Kind = CToken::Kind;

// Bounds for one file, far above hand-written tables; generated ones are read up to here.
constexpr size_t kMaxInitialiser = 400'000;  // tokens
constexpr size_t kMaxFields = 256;
constexpr size_t kMaxMade = 400;  // tokens of a macro's call that makes an object

// Words after which a name is an expression, `return options`, and not a declaration.
bool IsKeyword(const CToken& token) {
  static const std::set<std::string_view> kWords = {"return", "else", "case",   "new",
                                                    "throw",  "goto", "delete", "sizeof"};
  return kWords.count(token.text) > 0;
}

// The last word of the type in begin..end, if it declares `name` at its end; of a container, that
// of its elements.
//
//   const struct option *name     ─→ option
//   std::vector<row> name         ─→ row
//   std::map<int, row> name       ─→ row
//   return name                   ─→ ""
std::string LastWord(const Tokens& t, size_t begin, size_t name) {
  for (size_t i = name; i-- > begin;) {
    if (t[i].kind == Kind::kName && !t[i].IsName("const") && !t[i].IsName("constexpr")) {
      return IsKeyword(t[i]) ? "" : t[i].text;
    }
    if (!t[i].Is("*") && !t[i].Is("&") && !t[i].Is(">") && !t[i].Is(",") && !t[i].Is("]") &&
        !t[i].Is("[") && t[i].kind != Kind::kNumber && t[i].kind != Kind::kName) {
      return "";
    }
  }
  return "";
}

// Fields between the braces of a record: name and type of each. Methods, nested types and access
// labels are skipped.
//
//   struct row { const char *name, *help; int (*check)(int); static int count; };
//   ─→ (name, char), (help, char), (check, "")
//
// The order counts: an initialiser without designators is matched with it.
void ReadFields(const Tokens& t, size_t open, size_t close, CRecordType* type, size_t* cut) {
  size_t begin = open + 1;
  for (size_t i = open + 1; i < close; ++i) {
    if (type->fields.size() >= kMaxFields) {
      ++*cut;
      return;
    }
    if (t[i].Is(":") && i > begin && t[i - 1].kind == Kind::kName &&
        (t[i - 1].text == "public" || t[i - 1].text == "private" || t[i - 1].text == "protected")) {
      begin = i + 1;
      continue;
    }
    if (t[i].Is("{")) {
      const size_t end = MatchBracket(t, i);
      if (end <= i || end > close) return;
      const bool method = i > begin && (t[i - 1].Is(")") || t[i - 1].IsName("const") ||
                                        t[i - 1].IsName("noexcept") || t[i - 1].IsName("override"));
      i = end;
      if (method) begin = i + 1;
      continue;
    }
    if (t[i].Is("(")) {
      // type (*name)(...): a pointer to a function, a field without a type of interest.
      if (t[i + 1].Is("*") && t[i + 2].kind == Kind::kName && t[i + 3].Is(")")) {
        type->fields.emplace_back(t[i + 2].text, "");
        while (i < close && !t[i].Is(";")) ++i;
        begin = i + 1;
        continue;
      }
      const size_t end = MatchBracket(t, i);
      if (end <= i || end > close) return;
      i = end;
      // A method, not a field.
      size_t stop = i + 1;
      while (stop < close && !t[stop].Is(";") && !t[stop].Is("{") && !t[stop].Is(",")) ++stop;
      if (stop < close && t[stop].Is(";")) {
        i = stop;
        begin = i + 1;
      }
      continue;
    }
    if (!t[i].Is(";")) continue;
    // Declarations in a record that are not fields of its objects.
    const bool none = t[begin].IsName("static") || t[begin].IsName("using") ||
                      t[begin].IsName("typedef") || t[begin].IsName("friend");
    if (!none) {
      // const char *name, *other[4] = {}, bits : 3; the type is that of the first declarator.
      const auto parts = SplitArguments(t, begin, i);
      std::string word;
      for (const auto& [from, to] : parts) {
        size_t name = from;
        for (size_t k = from; k < to && !t[k].Is("=") && !t[k].Is("[") && !t[k].Is(":") &&
                              !(t[k].Is("{") && k > from && !t[k - 1].IsName("struct") &&
                                !t[k - 1].IsName("union") && t[name].kind == Kind::kName &&
                                MatchBracket(t, k) + 1 >= to);
             ++k) {
          if (t[k].Is("{")) {
            k = MatchBracket(t, k);
            continue;
          }
          if (t[k].kind == Kind::kName) name = k;
        }
        if (word.empty()) word = LastWord(t, from, name);
        if (t[name].kind == Kind::kName) type->fields.emplace_back(t[name].text, word);
      }
    }
    begin = i + 1;
  }
}

}  // namespace

//   rows[2] = {...}    rows = {...}    rows{...}      ─→ the '{'
//   rows[i] = 1        rows(1)                        ─→ 0
size_t InitialiserOf(const Tokens& t, size_t name) {
  size_t at = name + 1;
  while (t[at].Is("[")) {
    const size_t close = MatchBracket(t, at);
    if (close <= at) return 0;
    at = close + 1;
    if (at + 1 >= t.size()) return 0;
  }
  if (t[at].Is("=")) ++at;
  return t[at].Is("{") ? at : 0;
}

namespace {

class Reader {
 public:
  Reader(const CTokens& tokens, const CRecordsWanted& wanted, size_t* cut)
      : all_(tokens), t_(tokens.tokens), wanted_(wanted), cut_(cut) {}

  CRecordFacts Run() {
    for (const CMacro& macro : all_.macros) {
      const bool makes = MakesRecords(macro, wanted_);
      if (makes) facts_.makers.insert(macro.name);
      if (makes || wanted_.macros.count(macro.name) > 0) facts_.macros.push_back(macro);
    }
    const CNameFilter types(wanted_.types);
    const CNameFilter objects(wanted_.objects);
    const CNameFilter makers(wanted_.makers);
    for (size_t i = 0; i + kCTokenPadding < t_.size(); ++i) {
      const CToken& token = t_[i];
      if (token.kind != Kind::kName) continue;
      if (token.IsName("struct") || token.IsName("class") || token.IsName("union")) ReadType(i);
      if (token.IsName("typedef") || token.IsName("using")) ReadAlias(i);
      if (types.count(token.text) > 0) ReadDeclared(i);
      if (objects.count(token.text) > 0) ReadNamed(i);
      if (makers.count(token.text) > 0 && t_[i + 1].Is("(")) ReadMade(i);
    }
    return std::move(facts_);
  }

 private:
  // `struct name {`, `typedef struct {...} name;`: kept if its name is wanted, or a field is of a
  // wanted type.
  void ReadType(size_t i) {
    CRecordType type;
    size_t at = i + 1;
    while (t_[at].kind == Kind::kName) {
      if (t_[at + 1].Is("{") || t_[at + 1].Is(":") || t_[at + 1].IsName("final")) {
        type.names.push_back(t_[at].text);
      }
      ++at;
    }
    while (t_[at].Is("(")) at = std::max(at, MatchBracket(t_, at)) + 1;  // __attribute__((x))
    for (size_t limit = at + 40; t_[at].Is(":") && !t_[at].Is("{"); ++at) {
      while (at < limit && at + 1 < t_.size() && !t_[at].Is("{") && !t_[at].Is(";")) ++at;
      break;
    }
    // Only after `typedef` do the words after the brace name the type; otherwise they are objects.
    const bool named = i > 0 && t_[i - 1].IsName("typedef");
    if (!t_[at].Is("{")) return;
    const size_t close = MatchBracket(t_, at);
    if (close <= at || close + 2 >= t_.size()) return;
    // Twelve tokens: attributes and a few names. A longer list is cut.
    const size_t last = std::min(close + 12, t_.size() - 1);
    for (size_t k = close + 1; named && k < last && !t_[k].Is(";"); ++k) {
      if (t_[k].kind == Kind::kName && (t_[k + 1].Is(";") || t_[k + 1].Is(","))) {
        type.names.push_back(t_[k].text);
      }
    }
    size_t cut = 0;  // of a type that may not be wanted
    ReadFields(t_, at, close, &type, &cut);
    const bool holds = std::any_of(type.fields.begin(), type.fields.end(), [&](const auto& field) {
      return wanted_.types.count(field.second) > 0;
    });
    const bool asked =
        std::any_of(type.names.begin(), type.names.end(),
                    [&](const std::string& name) { return wanted_.types.count(name) > 0; });
    if ((holds || asked) && !type.fields.empty() && !type.names.empty()) {
      *cut_ += cut;
      facts_.types.push_back(std::move(type));
    }
    // struct { ... } table[] = {...}: a type without a name, called after its table.
    if (!named && t_[close + 1].kind == Kind::kName && InitialiserOf(t_, close + 1) > 0 &&
        wanted_.objects.count(t_[close + 1].text) > 0) {
      CRecordType own;
      own.names = {"struct " + t_[close + 1].text};
      ReadFields(t_, at, close, &own, cut_);
      Keep(close + 1, own.names[0]);
      if (!own.fields.empty()) facts_.types.push_back(std::move(own));
    }
  }

  // `typedef struct option option_t;`, `typedef option_t own_t;`, `using own_t = option_t;`
  void ReadAlias(size_t i) {
    size_t at = i + 1;
    if (t_[at].IsName("struct") || t_[at].IsName("class") || t_[at].IsName("union")) ++at;
    const size_t other = t_[i].text == "using" ? at + 2 : at + 1;
    const bool alias = t_[at].kind == Kind::kName && t_[other].kind == Kind::kName &&
                       t_[other + 1].Is(";") && (other == at + 1 || t_[at + 1].Is("="));
    if (!alias) return;
    if (wanted_.types.count(t_[at].text) > 0 || wanted_.types.count(t_[other].text) > 0) {
      facts_.aliases.push_back({t_[at].text, t_[other].text});
    }
  }

  // `option name = {`, `std::vector<option> name = {`: an object of the wanted type at `i`.
  void ReadDeclared(size_t i) {
    size_t name = i + 1;
    while (t_[name].Is("*") || t_[name].Is("&") || t_[name].Is(">") || t_[name].Is(",") ||
           t_[name].kind == Kind::kNumber || t_[name].IsName("const") ||
           (t_[name].kind == Kind::kName && t_[name + 1].Is(">"))) {
      ++name;
    }
    if (t_[name].kind != Kind::kName || InitialiserOf(t_, name) == 0) return;
    if (t_[name - 1].Is(",") && name > i + 1) return;
    Keep(name, t_[i].text);
  }

  // The last word of the type of the elements of the container of that name.
  std::string HeldBy(const std::string& name) {
    if (!looked_) {
      for (size_t i = 1; i + kCTokenPadding < t_.size(); ++i) {
        if (!t_[i - 1].Is(">") || wanted_.objects.count(t_[i].text) == 0) continue;
        held_.try_emplace(t_[i].text, LastWord(t_, i > 30 ? i - 30 : 0, i));
      }
      looked_ = true;
    }
    const auto at = held_.find(name);
    return at == held_.end() ? "" : at->second;
  }

  // `table.push_back(Row("LEVEL", 1))`, `table.emplace_back("LEVEL", 1)`: a further row of the
  // table.
  // A row that code adds counts even if the code is not executed.
  bool ReadPut(size_t i) {
    // Methods of std containers, and the usual names in others. `emplace` constructs the row from
    // its arguments.
    static const std::set<std::string_view> kWhole = {"push_back", "insert", "append", "add"};
    static const std::set<std::string_view> kParts = {"emplace_back", "emplace", "try_emplace"};
    if (!t_[i + 1].Is(".") && !t_[i + 1].Is("->")) return false;
    const bool parts = kParts.count(t_[i + 2].text) > 0;
    if ((!parts && kWhole.count(t_[i + 2].text) == 0) || !t_[i + 3].Is("(")) return false;
    const size_t open = i + 3;
    const size_t close = MatchBracket(t_, open);
    if (close <= open + 1 || close - open > kMaxMade) return false;
    CObject object;
    object.name = t_[i].text;
    object.array = true;
    object.line = t_[i].line;
    object.column = t_[i].column;
    const auto brace = [&](const char* text, size_t at) {
      CToken token = t_[at];
      token.kind = Kind::kPunctuation;
      token.text = text;
      object.tokens.push_back(std::move(token));
    };
    brace("{", open);
    // The row is a list, or a constructed object: Row<int>("LEVEL", 1).
    size_t from = open + 1;
    size_t to = close;
    size_t row = from;
    while (row < close && (t_[row].kind == Kind::kName || t_[row].Is("::") || t_[row].Is("<") ||
                           t_[row].Is(">"))) {
      ++row;
    }
    const bool whole = !parts && row < close && (t_[row].Is("{") || t_[row].Is("(")) &&
                       MatchBracket(t_, row) + 1 == close;
    if (whole) {
      from = row + 1;
      to = close - 1;
      for (size_t k = open + 1; k < row; ++k) {  // the row's type: the word before <...>
        if (t_[k].Is("<")) break;
        if (t_[k].kind == Kind::kName) object.type = t_[k].text;
      }
    } else if (!parts) {
      return false;
    }
    if (object.type.empty()) object.type = HeldBy(object.name);
    brace("{", from);
    object.tokens.insert(object.tokens.end(), t_.begin() + static_cast<long>(from),
                         t_.begin() + static_cast<long>(to));
    brace("}", to);
    brace("}", close);
    MatchBrackets(&object.tokens);
    kept_ += object.tokens.size();
    facts_.objects.push_back(std::move(object));
    return true;
  }

  // A wanted object by its name, of any type, or a row that is added to it.
  void ReadNamed(size_t i) {
    if (kept_ < kMaxInitialiser && ReadPut(i)) return;
    if (i == 0 || InitialiserOf(t_, i) == 0) return;
    const CToken& before = t_[i - 1];
    if (before.kind != Kind::kName && !before.Is("*") && !before.Is(">") && !before.Is("&")) return;
    size_t begin = i;
    // The type before the name: thirty tokens are more than a declaration has.
    while (begin > 0 && i - begin < 30 && !t_[begin - 1].Is(";") && !t_[begin - 1].Is("{") &&
           !t_[begin - 1].Is("}")) {
      --begin;
    }
    const std::string type = LastWord(t_, begin, i);
    if (type.empty() || wanted_.types.count(type) > 0) return;  // read by its type
    Keep(i, type);
  }

  // The part of an initialiser beyond the bound is dropped and counted.
  void Keep(size_t name, const std::string& type) {
    const size_t open = InitialiserOf(t_, name);
    const size_t close = MatchBracket(t_, open);
    if (close <= open) return;
    CObject object;
    object.name = t_[name].text;
    object.type = type;
    object.array = t_[name + 1].Is("[") || t_[name - 1].Is(">");
    object.line = t_[name].line;
    object.column = t_[name].column;
    size_t end = close + 1;
    if (kept_ + (end - open) > kMaxInitialiser) {
      end = open + std::min(end - open, kMaxInitialiser - std::min(kept_, kMaxInitialiser));
      ++*cut_;
    }
    kept_ += end - open;
    TakeFirstArms(open, end, object);
    facts_.objects.push_back(std::move(object));
  }

  // The initialiser without the other branches of an #if within a row, since their values would
  // count as further members:
  //
  //   {"MODE",
  //   #if FAST
  //     "fast",
  //   #else
  //     "slow",
  //   #endif
  //     "how it bakes"}
  //
  // Rows that are in branches remain: each is a row.
  void TakeFirstArms(size_t open, size_t end, CObject& object) {
    const auto copy = [&](size_t from, size_t to) {
      object.tokens.insert(object.tokens.end(), t_.begin() + static_cast<long>(from),
                           t_.begin() + static_cast<long>(to));
    };
    const std::vector<CBranch>& branches = all_.branches;
    auto branch =
        std::lower_bound(branches.begin(), branches.end(), open,
                         [](const CBranch& one, size_t token) { return one.token <= token; });
    size_t at = open;
    for (; branch != branches.end() && branch->token < end; ++branch) {
      if (branch->kind != CBranch::Kind::kIf) continue;
      const CBranch* other = nullptr;  // the beginning of the second arm
      auto last = branch + 1;
      int nested = 0;
      for (; last != branches.end() && last->token < end; ++last) {
        if (last->kind == CBranch::Kind::kIf) ++nested;
        if (last->kind == CBranch::Kind::kElse && nested == 0 && other == nullptr) other = &*last;
        if (last->kind == CBranch::Kind::kEnd && nested-- == 0) break;
      }
      if (last == branches.end() || last->token >= end) continue;
      if (other == nullptr || other->token == branch->token) continue;
      const auto is_brace = [](const CToken& token) { return token.Is("{") || token.Is("}"); };
      // Only arms that are bare values with a comma at the end. An arm with braces is rows.
      const bool values = !t_[other->token - 1].Is("}") && t_[other->token - 1].Is(",") &&
                          std::none_of(t_.begin() + static_cast<long>(branch->token),
                                       t_.begin() + static_cast<long>(last->token), is_brace);
      if (!values || !IsWithinRow(open, branch->token, object.array)) continue;
      copy(at, other->token);
      at = last->token;
      branch = last;
    }
    copy(at, end);
    if (at > open) MatchBrackets(&object.tokens);
  }

  // Whether the token is a value within a row, not a row in a list of them.
  bool IsWithinRow(size_t open, size_t token, bool array) const {
    int depth = 0;
    for (size_t i = open; i < token; ++i) {
      if (t_[i].Is("{")) ++depth;
      if (t_[i].Is("}")) --depth;
    }
    return depth > (array ? 1 : 0);
  }

  // A macro use that declares objects: its tokens are kept, for an expansion when the macro's
  // definition is known.
  void ReadMade(size_t i) {
    const size_t close = MatchBracket(t_, i + 1);
    if (close <= i + 1) return;
    if (close - i > kMaxMade) {
      ++*cut_;
      return;
    }
    facts_.made.emplace_back(t_.begin() + static_cast<long>(i),
                             t_.begin() + static_cast<long>(close) + 1);
  }

  const CTokens& all_;
  const Tokens& t_;
  const CRecordsWanted& wanted_;
  size_t* cut_;
  size_t kept_ = 0;
  bool looked_ = false;                      // for the elements of containers
  std::map<std::string, std::string> held_;  // their types, by the container's name
  CRecordFacts facts_;
};

}  // namespace

CRecordFacts FindCRecords(const CTokens& tokens, const CRecordsWanted& wanted, size_t* cut) {
  return Reader(tokens, wanted, cut).Run();
}

}  // namespace flagcensus
