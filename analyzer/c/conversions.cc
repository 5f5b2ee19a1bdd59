// Types by what consumes the text: the C library's conversions (C standard 7.24 and 7.26), C++'s
// [string.conversions], comparisons.
//
//   n = atoi(v);                          ─→ kInt
//   if (strcmp(v, "on") == 0) ...         ─→ kBool, truthy "on"
//   if (strcmp(v, "fast") == 0) ...       ─→ kEnum
//   while (p = strchr(v, ',')) v = ...    ─→ kList
#include "analyzer/c/conversions.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

// Types by the name of the conversion function alone: a library's or project's function of the same
// name (`split`, `path`, `open`) is assumed to do the same.
const std::map<std::string_view, ValueType>& Conversions() {
  static const std::map<std::string_view, ValueType> kTypes = {
      {"atoi", ValueType::kInt},         {"atol", ValueType::kInt},
      {"atoll", ValueType::kInt},        {"strtol", ValueType::kInt},
      {"strtoul", ValueType::kInt},      {"strtoll", ValueType::kInt},
      {"strtoull", ValueType::kInt},     {"strtoimax", ValueType::kInt},
      {"stoi", ValueType::kInt},         {"stol", ValueType::kInt},
      {"stoll", ValueType::kInt},        {"stoul", ValueType::kInt},
      {"stoull", ValueType::kInt},       {"SimpleAtoi", ValueType::kInt},
      {"from_chars", ValueType::kInt},   {"safe_strto32", ValueType::kInt},
      {"safe_strto64", ValueType::kInt}, {"toInt", ValueType::kInt},
      {"atof", ValueType::kFloat},       {"strtod", ValueType::kFloat},
      {"strtof", ValueType::kFloat},     {"stof", ValueType::kFloat},
      {"stod", ValueType::kFloat},       {"SimpleAtod", ValueType::kFloat},
      {"SimpleAtof", ValueType::kFloat}, {"SimpleAtob", ValueType::kBool},
      {"fopen", ValueType::kPath},       {"open", ValueType::kPath},
      {"dlopen", ValueType::kPath},      {"opendir", ValueType::kPath},
      {"realpath", ValueType::kPath},    {"chdir", ValueType::kPath},
      {"mkdir", ValueType::kPath},       {"access", ValueType::kPath},
      {"fopen64", ValueType::kPath},     {"freopen", ValueType::kPath},
      {"open64", ValueType::kPath},      {"lstat", ValueType::kPath},
      {"stat64", ValueType::kPath},      {"scandir", ValueType::kPath},
      {"readlink", ValueType::kPath},    {"chroot", ValueType::kPath},
      {"statfs", ValueType::kPath},      {"statvfs", ValueType::kPath},
      {"stat", ValueType::kPath},        {"ifstream", ValueType::kPath},
      {"ofstream", ValueType::kPath},    {"path", ValueType::kPath},
      {"JoinPath", ValueType::kPath},    {"strtok", ValueType::kList},
      {"strtok_r", ValueType::kList},    {"StrSplit", ValueType::kList},
      {"Split", ValueType::kList},       {"split", ValueType::kList},
      {"Tokenize", ValueType::kList}};
  return kTypes;
}

// The name before the '(' at `open`: strtol of std::strtol(, from_chars of from_chars<int>(.
std::string CalleeAt(const Tokens& t, size_t open) {
  if (open == 0) return "";
  size_t at = open - 1;
  if (t[at].Is(">")) {
    while (at > 0 && !t[at].Is("<")) --at;
    if (at == 0) return "";
    --at;
  }
  return t[at].kind == Kind::kName ? t[at].text : "";
}

// A project's own spelling of a function of the C library: app_strcasecmp is strcasecmp. Only names
// with the last part str… or ato…: `app_open` may open anything.
std::string LibraryName(const std::string& callee) {
  const size_t at = callee.rfind('_');
  if (at == std::string::npos) return callee;
  const std::string last = callee.substr(at + 1);
  const bool library = last.starts_with("str") || last.starts_with("ato");
  return library && last.size() > 3 ? last : callee;
}

// `"true"`, `"on"sv`: a literal that is one of the words of a switch. A single digit or letter does
// not count: "1" may be a number, and "n" anything.
bool SpellsSwitch(const Tokens& t, size_t from, size_t to) {
  const bool suffix = to == from + 2 && (t[from + 1].IsName("sv") || t[from + 1].IsName("s"));
  if (from >= to || t[from].kind != Kind::kString || (to != from + 1 && !suffix)) return false;
  return t[from].text.size() > 1 && IsSwitchWord(t[from].text);
}

// The first token of the name before the '(' at `open`, including its qualifiers.
size_t CalleeBeginAt(const Tokens& t, size_t open) {
  if (open == 0 || t[open - 1].kind != Kind::kName) return open;
  size_t at = open - 1;
  while (at >= 2 && t[at - 1].Is("::") && t[at - 2].kind == Kind::kName) at -= 2;
  return at;
}

// `v`, `*v`, `v.c_str()`, `std::string(v)`: whether from..to is the value and nothing more.
bool IsValueAlone(const Tokens& t, size_t from, size_t to, CSpan value) {
  if (value.begin < from || value.end > to) return false;
  while (from < value.begin && (t[from].Is("*") || t[from].Is("&"))) ++from;
  const bool method = to >= value.end + 4 && t[to - 1].Is(")") && t[to - 2].Is("(") &&
                      (t[to - 4].Is(".") || t[to - 4].Is("->"));
  if (method) to -= 4;
  if (from == value.begin && to == value.end) return true;
  const size_t open = value.begin - 1;
  const bool copy = open > from && t[open].Is("(") && CalleeBeginAt(t, open) == from &&
                    MatchBracket(t, open) == value.end && to == value.end + 1;
  return copy && ToLower(t[open - 1].text).find("string") != std::string::npos;
}

// Whether the call at begin..end is a condition, or a part of one, directly or inside other calls.
bool IsAsked(const Tokens& t, size_t begin, size_t end) {
  constexpr int kMaxAround = 3;  // nested calls
  const auto joins = [](const CToken& token) {
    return token.Is("&&") || token.Is("||") || token.Is("?") || token.IsName("and") ||
           token.IsName("or") || IsComparison(token);
  };
  for (int level = 0; level < kMaxAround && begin > 1; ++level) {
    const CToken& before = t[begin - 1];
    if (before.Is("!") || before.IsName("not") || joins(before) || joins(t[end])) return true;
    if (!before.Is("(") || !t[end].Is(")")) return false;
    if (t[begin - 2].IsName("if") || t[begin - 2].IsName("while")) return true;
    begin = CalleeBeginAt(t, begin - 1);
    ++end;
  }
  return false;
}

// `while (*v) { next = strchr(v, ','); ...; v = next; }`: whether the search for separators at
// `open` is in a loop that moves on past what it finds.
bool SearchesOn(const Tokens& t, size_t open, CSpan value) {
  // In tokens: a loop that begins further away does more than split a list.
  constexpr size_t kMaxLoop = 400;  // tokens
  const std::string& callee = t[open - 1].text;
  if (callee != "strchr" && callee != "strchrnul" && callee != "strpbrk" && callee != "strcspn") {
    return false;
  }
  const auto arguments = SplitArguments(t, open + 1, MatchBracket(t, open));
  if (arguments.size() != 2 || value.begin != arguments[0].first) return false;
  // With two arguments, these are the text and its separator. With `=` or a space as separator the
  // text is a pair or a command rather than a list.
  const CToken& separator = t[arguments[1].first];
  const bool separates = !separator.text.empty() &&
                         std::string_view(",:").find(separator.text[0]) != std::string_view::npos;
  if ((separator.kind != Kind::kString && separator.kind != Kind::kChar) || !separates)
    return false;
  // The loop has to move the name on: `v = next;`, `v += n`.
  const std::string& name = t[value.end - 1].text;
  for (size_t i = open; i-- > 1 && open - i < kMaxLoop;) {
    if (!t[i].IsName("while") && !t[i].IsName("for") && !t[i].IsName("do")) continue;
    size_t body = t[i + 1].Is("(") ? MatchBracket(t, i + 1) + 1 : i + 1;
    if (body >= t.size() || !t[body].Is("{")) continue;
    const size_t end = MatchBracket(t, body);
    if (end < open) continue;
    for (size_t k = i; k + 1 < end; ++k) {
      if (t[k].IsName(name) && (t[k + 1].Is("=") || t[k + 1].Is("+="))) return true;
    }
  }
  return false;
}

// Whether a function of the project's own splits a text into a list. The separator shows it,
// `split(v, ',')`, or its name, split_path_list. A text that is split at spaces may be a command.
bool IsSplitter(const Tokens& t, size_t open) {
  const std::string lower = ToLower(t[open - 1].text);
  if (lower.find("split") == std::string::npos) return false;
  if (lower.find("list") != std::string::npos || lower.find("paths") != std::string::npos) {
    return true;
  }
  // `split_first(v, '=')` splits into two; only names that end or begin as these do split into all
  // parts.
  const bool every = lower.ends_with("split") || lower.ends_with("string") ||
                     lower.ends_with("str") || lower.starts_with("split_by");
  for (const auto& [from, to] : SplitArguments(t, open + 1, MatchBracket(t, open))) {
    const bool text = t[from].kind == Kind::kString || t[from].kind == Kind::kChar;
    if (text && every && (t[from].text == "," || t[from].text == ":" || t[from].text == ";")) {
      return true;
    }
  }
  return false;
}

// `snprintf(file, size, "%s/oven.conf", v)`: whether the value is the beginning of a path. A number
// after the slash (`%s/%d`) or a space makes it something else, such as a ratio or a sentence.
bool BeginsPath(const Tokens& t, size_t open, CSpan value) {
  if (open == 0 || TextPutBy(t[open - 1].text).kind != CTextPut::Kind::kPrints) return false;
  const auto arguments = SplitArguments(t, open + 1, MatchBracket(t, open));
  for (size_t i = 0; i + 1 < arguments.size(); ++i) {
    const auto& [from, to] = arguments[i];
    if (t[from].kind != Kind::kString) continue;
    const std::string& format = t[from].text;
    const bool next = arguments[i + 1].first == value.begin && arguments[i + 1].second == value.end;
    return next && format.starts_with("%s/") && !format.starts_with("%s/%d") &&
           !format.starts_with("%s/%u") && format.find(' ') == std::string::npos;
  }
  return false;
}

// `std::ifstream in(v)`, `fs::path file{v}`: the type of an object that is constructed from the
// value at `open`.
ValueType TypeOfObject(const Tokens& t, size_t open) {
  static const std::set<std::string_view> kPaths = {"path", "ifstream", "ofstream", "fstream"};
  const bool declared = open >= 2 && t[open - 1].kind == Kind::kName &&
                        t[open - 2].kind == Kind::kName && kPaths.count(t[open - 2].text) > 0;
  return declared ? ValueType::kPath : ValueType::kUnknown;
}

// Past the statement at `at`.
size_t PastStatement(const Tokens& t, size_t at) {
  if (at < t.size() && t[at].Is("{")) return MatchBracket(t, at) + 1;
  while (at < t.size() && !t[at].Is(";")) {
    if (t[at].Is("(") || t[at].Is("{")) at = MatchBracket(t, at);
    ++at;
  }
  return at + 1;
}

// Whether the statement at `at`, for all other values, uses the value: `else load(v);`, but not
// `else warn("unknown", v);`. If it does, the words before it are special cases of a free text.
bool UsesOtherwise(const Tokens& t, size_t at, const std::string& name) {
  // The words of the function's name: print_error, AppLogFatal, but not `blog` or `snprintf`.
  static const std::set<std::string_view> kReportVerbs = {
      "warn",    "warning", "warnx",   "err",     "error", "errx",   "errorf",  "perror",
      "eprintf", "fail",    "failed",  "log",     "logf",  "logger", "abort",   "print",
      "printf",  "fprintf", "msg",     "message", "die",   "fatal",  "invalid", "unknown",
      "dprintf", "printk",  "failure", "println", "exit",  "panic",  "complain"};
  const size_t end = std::min(PastStatement(t, at), t.size());
  for (size_t i = at; i + 1 < end; ++i) {
    if (t[i].kind == Kind::kName && t[i + 1].Is("(")) {
      const std::vector<std::string> words = WordsOfName(t[i].text);
      const bool tells = OnlyStates(t[i].text) ||
                         std::any_of(words.begin(), words.end(), [&](const std::string& word) {
                           return kReportVerbs.count(word) > 0;
                         });
      if (tells) i = MatchBracket(t, i + 1);
    } else if (t[i].Is("<<")) {
      while (i + 1 < end && !t[i].Is(";")) ++i;  // std::cerr << v
    } else if (t[i].IsName(name)) {
      return true;
    }
  }
  return false;
}

// Whether the word, one of a switch, turns it on.
bool IsOnWord(const std::string& lower) {
  static const std::set<std::string_view> kOn = {"1", "true", "yes", "on", "y", "t"};
  return kOn.count(lower) > 0;
}

// `is_same(app::compare(*v, "true"sv))`: a function of the project's own with the value and a word
// of a switch as arguments compares them, if its result is used as a condition.
void CompareThrough(const Tokens& t, size_t open, CSpan value, CUse* use) {
  const size_t begin = CalleeBeginAt(t, open);
  const size_t close = MatchBracket(t, open);
  if (begin == open || OnlyStates(t[open - 1].text)) return;
  const auto arguments = SplitArguments(t, open + 1, close);
  // The value as an argument on its own; as a part of another expression it may be something else.
  const bool given = std::any_of(arguments.begin(), arguments.end(), [&](const auto& one) {
    return IsValueAlone(t, one.first, one.second, value);
  });
  if (!given || !IsAsked(t, begin, close + 1)) return;
  for (const auto& [from, to] : arguments) {
    if (SpellsSwitch(t, from, to)) CompareWith(t[from], use);
  }
}

}  // namespace

// In any case of letters. Other words, such as "enable" or "none", are words of an enum.
bool IsSwitchWord(const std::string& text) {
  static const std::set<std::string> kWords = {"0",  "1",   "true", "false", "yes", "no",
                                               "on", "off", "y",    "n",     "t",   "f"};
  return kWords.count(ToLower(text)) > 0;
}

bool TurnsOff(const std::string& word) { return IsSwitchWord(word) && !IsOnWord(ToLower(word)); }

//   "%d" ─→ 1    "%dx%d" ─→ 2    "%*d%n%%" ─→ 0
int ScannedNumbers(std::string_view format) {
  int count = 0;
  for (size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] != '%') continue;
    i = std::min(format.find_first_not_of("0123456789lhjzt", i + 1), format.size() - 1);
    if (std::string_view("%*cn").find(format[i]) == std::string_view::npos) ++count;
  }
  return count;
}

void CompareWith(const CToken& with, CUse* use) {
  if (with.kind != Kind::kString && with.kind != Kind::kChar) return;
  // A comparison with '\0' or "" tests for an empty text.
  if (with.text.empty() || with.text[0] == '\0') return;
  use->compared = true;
  if (with.kind == Kind::kChar) {  // only the first character: the text may continue
    // `*v == '1'`, `v[0] == 'y'`: a switch, unless a conversion has shown a different type.
    if (IsSwitchWord(with.text) && use->type == ValueType::kUnknown) use->type = ValueType::kBool;
    return;
  }
  // A switch word beside other words ("on", "off", "auto") still makes a bool here.
  if (!IsSwitchWord(with.text)) ++use->words;
  if (IsSwitchWord(with.text)) {
    use->type = ValueType::kBool;
    const std::string word = ToLower(with.text);
    if (IsOnWord(word) &&
        std::find(use->truthy.begin(), use->truthy.end(), word) == use->truthy.end()) {
      use->truthy.push_back(word);
    }
  } else if (use->type == ValueType::kUnknown || use->type == ValueType::kStr) {
    // The comparison with a literal that begins with '/' shows a path ("/dev/null"), any other word
    // an enum. Neither replaces the type of a conversion.
    use->type =
        with.text[0] == '/' && with.kind == Kind::kString ? ValueType::kPath : ValueType::kEnum;
  }
}

//   if (!strcmp(v, "a")) x(); else if (!strcmp(v, "b")) y(); else fail(v);
//   ─→ choices a and b, otherwise: true, free: false, since `fail` only reports
void NoteChoice(const Tokens& t, size_t at, CSpan value, const CToken& with, CUse* use) {
  // Room for a condition of several comparisons.
  constexpr size_t kMaxCondition = 60;  // tokens
  if (with.kind != Kind::kString || with.text.empty()) return;
  for (size_t i = at; i-- > 0 && at - i < kMaxCondition;) {
    if (t[i].Is(";") || t[i].Is("{") || t[i].Is("}")) return;
    if (!t[i].IsName("if") || !t[i + 1].Is("(")) continue;
    const size_t close = MatchBracket(t, i + 1);
    if (close < at) continue;
    // One of several words with the same effect: there may be more of them, in other spellings.
    for (size_t k = i + 2; k < close; ++k) {
      if (t[k].Is("||")) return;
    }
    use->choices.insert(with.text);
    const size_t end = PastStatement(t, close + 1);
    if (end + 1 < t.size() && t[end].IsName("else") && !t[end + 1].IsName("if")) {
      use->otherwise = true;
      use->free = use->free || UsesOtherwise(t, end + 1, t[value.end - 1].text);
    }
    return;
  }
}

// With two words and an else, or three words, the list is complete enough to be documented as the
// choices. Two words without an else are usually special cases.
bool IsChoice(const CUse& use) {
  return use.type == ValueType::kEnum && !use.free &&
         use.choices.size() + (use.otherwise ? 1 : 0) >= 3;
}

void Convert(const Tokens& t, size_t open, CSpan value, CUse* use) {
  const std::string callee = LibraryName(CalleeAt(t, open));
  // The order of the steps: comparisons, parts of a path or list, scanf, the table, and for other
  // functions their name.
  static const std::set<std::string_view> kCompares = {"strcmp",           "strcasecmp", "strncmp",
                                                       "strncasecmp",      "stricmp",    "_stricmp",
                                                       "EqualsIgnoreCase", "streq"};
  if (kCompares.count(callee) > 0) {
    for (const auto& [from, to] : SplitArguments(t, open + 1, MatchBracket(t, open))) {
      if (to != from + 1 || t[from].kind != Kind::kString) continue;
      CompareWith(t[from], use);
      NoteChoice(t, open, value, t[from], use);
    }
    return;
  }
  const bool path = BeginsPath(t, open, value);
  if (path || SearchesOn(t, open, value)) {
    const bool open_type = use->type == ValueType::kUnknown || use->type == ValueType::kStr;
    if (open_type) use->type = path ? ValueType::kPath : ValueType::kList;
    return;
  }
  if (callee == "sscanf") {
    for (const auto& [from, to] : SplitArguments(t, open + 1, MatchBracket(t, open))) {
      if (to != from + 1 || t[from].kind != Kind::kString) continue;
      const std::string& format = t[from].text;
      if (ScannedNumbers(format) > 1) return;  // several in one text
      if (format.find('f') != std::string::npos || format.find('g') != std::string::npos) {
        use->type = ValueType::kFloat;
      } else if (format.find('d') != std::string::npos || format.find('u') != std::string::npos ||
                 format.find('i') != std::string::npos || format.find('x') != std::string::npos) {
        use->type = ValueType::kInt;
      }
    }
    return;
  }
  const auto found = Conversions().find(callee);
  if (found == Conversions().end()) {
    // The name of a parser of the project's own states its type: parse_bool, str_to_u64, to_int.
    const std::string lower = ToLower(callee);
    const ValueType object = IsSplitter(t, open) ? ValueType::kList : TypeOfObject(t, open);
    if (object != ValueType::kUnknown) {
      if (use->type == ValueType::kUnknown || use->type == ValueType::kStr) use->type = object;
      return;
    }
    const bool parses = lower.find("parse") != std::string::npos ||
                        lower.find("str_to") != std::string::npos || lower.starts_with("to_") ||
                        lower.starts_with("strto");
    if (parses && lower.find("bool") != std::string::npos) use->type = ValueType::kBool;
    // `parse` and a word of a switch among the arguments: the word is its default there, not a
    // comparison.
    if (!parses) CompareThrough(t, open, value, use);
    if (parses && use->type == ValueType::kUnknown) {
      for (const std::string_view word : {"int", "long", "number", "size", "u64", "i64"}) {
        if (lower.find(word) != std::string::npos) use->type = ValueType::kInt;
      }
    }
    return;
  }
  // "auto" or a number is a number; "stdout" or the name of a file is a path. Two or more words
  // beside a number remain an enum.
  const bool beside = use->words == 1 || found->second == ValueType::kPath;
  if (use->type == ValueType::kUnknown || use->type == ValueType::kStr ||
      (use->type == ValueType::kEnum && beside)) {
    use->type = found->second;
  }
}

}  // namespace flagcensus
