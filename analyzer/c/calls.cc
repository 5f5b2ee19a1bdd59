// Calls of accessors and wrappers, with their arguments and what receives the result.
//
//   config.port = parse(getenv("APP_PORT"), 80);
//
// is a call of getenv with the argument "APP_PORT", passed to `parse` at position 0 with the
// arguments (getenv("APP_PORT"), 80): c/link finds the default in them once it knows what parse
// does.
#include "analyzer/c/calls.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/c/conversions.h"
#include "analyzer/c/unset.h"

namespace flagcensus {

size_t CCallReader::ArgumentsOpen(size_t i, CCall* call) const {
  size_t open = i + 1;
  const auto makes = [&] {
    return t_[open].kind == Kind::kName && open + 1 < t_.size() &&
           (t_[open + 1].Is("(") || t_[open + 1].Is("{"));
  };
  // GetEnv<T>("X"). A `<` without its `>` within thirty tokens is a comparison.
  if (t_[open].Is("<")) {
    const size_t close = file_.SkipAngles(open, std::min(open + 30, t_.size()));
    if (close == open || close + 2 >= t_.size()) return 0;
    for (size_t k = open + 1; k < close; ++k) {
      const bool words = t_[k].kind == Kind::kName && t_[k - 1].kind == Kind::kName;
      call->result.template_argument += (words ? " " : "") + t_[k].text;
    }
    open = close + 1;
    if (!makes() && !t_[open].Is("(")) return 0;
  }
  if (makes()) {  // Type name("X", ...), Type<T> name{"X"}: an object made by its constructor
    call->receiver.bound_to = t_[open].text;
    ++open;
  }
  return t_[open].Is("(") || t_[open].Is("{") ? open : 0;
}

bool CCallReader::Declares(size_t begin, size_t open, int function, const std::string& class_name,
                           const CCall& call) {
  const size_t close = file_.Match(open);
  const bool typed = begin > 0 && !call.member && call.receiver.bound_to.empty() &&
                     (t_[begin - 1].kind == Kind::kName || t_[begin - 1].Is("*") ||
                      t_[begin - 1].Is("&") || t_[begin - 1].Is("~")) &&
                     !IsCallContext(t_[begin - 1]);
  // A type before the name, and the end of a declaration or the beginning of a body after the
  // brackets.
  if (typed && (function < 0 || t_[close + 1].Is(";") || t_[close + 1].Is("{"))) {
    // `char* getenv(const char*);` declares; `x * getenv("X")` does not.
    const bool literal = open + 1 < close && t_[open + 1].kind == Kind::kString;
    if (!literal && !class_name.empty()) declared_.insert(call.callee);
    if (!literal) return true;
  }
  if (function >= 0 || !t_[open].Is("(")) return false;
  // Outside of functions, a constructor's declaration and definition look like calls of it.
  return t_[close + 1].Is("{") || t_[close + 1].Is(":") ||
         (!class_name.empty() && call.callee == class_name);
}

// Of each function once, at its first call of interest: the passes over a body are shared by its
// calls.
CBodyLooks* CCallReader::LooksAround(int function) {
  const auto [at, added] = looks_.try_emplace(function);
  if (added && function >= 0) {
    const auto [open, close] = functions_.BodyOf(function);
    at->second = LooksOf(t_, open, close, functions_.At(function));
  }
  return &at->second;
}

namespace {

// `return larger(least, smaller(most, fallback));`: the parameter with a name that says default is
// the value if the variable is not set and the default is between the limits.
//
//   if (!v) return min(hi, max(lo, def));      // in f(v, lo, hi, def)
//
// has the default `def`. By names only: a parameter `value` is not recognised, and neither is a
// limit `bound`.
void NarrowToDefault(const std::vector<CToken>& t, const CFunction* function, CUse* use) {
  const size_t begin = use->unset_begin;
  if (function == nullptr || use->unset_end < begin + 4 || !t[begin + 1].Is("(")) return;
  static const std::set<std::string_view> kLimits = {"min",     "max",     "clamp", "minimum",
                                                     "maximum", "smaller", "larger"};
  static const std::set<std::string_view> kDefaults = {"def",     "default",  "dflt",
                                                       "initial", "fallback", "otherwise"};
  const auto has = [](const std::string& name, const std::set<std::string_view>& words) {
    const std::string lower = ToLower(name);
    const auto parts = Split(lower, '_');
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return words.count(part) > 0; });
  };
  // Exactly one default, and only calls that limit the value: otherwise the expression remains as
  // it is.
  size_t found = 0;
  for (size_t i = begin; i < use->unset_end; ++i) {
    if (t[i].kind != CToken::Kind::kName) continue;
    if (t[i + 1].Is("(")) {
      if (!has(t[i].text, kLimits)) return;
    } else if (ParameterOf(function, t[i].text) >= 0 && has(t[i].text, kDefaults)) {
      if (found > 0) return;
      found = i;
    }
  }
  if (found == 0) return;
  use->unset_begin = found;
  use->unset_end = found + 1;
  use->unset_direct = false;
}

}  // namespace

// What becomes of the call's result, by the analysis of uses.cc and unset.cc; here it is entered in
// the call.
void CCallReader::ReadUses(size_t statement, size_t begin, size_t open,
                           std::pair<size_t, size_t> body, const CFunction* around, CCall* call) {
  const size_t close = file_.Match(open);
  CUse use = UseOf(t_, statement, begin, close, body.first, body.second, around,
                   LooksAround(call->function));
  call->result.type = use.type;
  call->result.choice = IsChoice(use);
  call->receiver.stored = std::move(use.stored);
  call->result.truthy = std::move(use.truthy);
  call->result.presence = use.presence;
  call->receiver.returned = use.returned;
  call->receiver.replaced = use.replaced;
  call->result.scale = use.scale;
  // A variable that receives it, otherwise the function that returns it: `level()` as a binding.
  if (call->receiver.bound_to.empty()) {
    call->receiver.bound_to = use.bound_to;
    if (call->receiver.bound_to.empty() && use.returned && around != nullptr &&
        !around->name.empty()) {
      call->receiver.bound_to = around->name + "()";
      call->receiver.bound_kind = BoundKind::kReturn;
    }
  }
  if (!call->receiver.bound_to.empty() && call->receiver.bound_kind == BoundKind::kNone) {
    const bool local = call->function >= 0;
    call->receiver.bound_kind = local ? BoundKind::kLocal : BoundKind::kModule;
    if (local) local_uses_.FindLocalUses(begin, close, open, body, call);
  }
  NarrowToDefault(t_, around, &use);
  // The default is the value that is used instead of NULL, `derived` if no `?:` or `if` states it
  // directly.
  if (use.unset_end > use.unset_begin) {
    call->result.unset = expressions_.Evaluate(t_, use.unset_begin, use.unset_end, around, 0);
    call->result.unset->derived = !use.unset_direct;
    if (DependsOnBuild(file_.all(), begin, use.unset_begin)) {
      call->result.unset->alternatives.clear();
      call->result.unset->literal = false;
    }
  }
  // The variable's presence turns something off, so without it it is on.
  if (use.on && !call->result.unset) {
    call->result.unset = CValue{};
    call->result.unset->alternatives = {{CPart{CPart::Kind::kText, "true"}}};
    call->result.unset->literal = true;
    call->result.unset->type = ValueType::kBool;
    call->result.unset->derived = true;
  }
  // Without a value a variable keeps what it has: `if (v) limit = atoi(v);`. A plain local or
  // parameter is not recorded: it does not outlive the function.
  if (use.kept.end > use.kept.begin && around != nullptr && call->function >= 0) {
    const std::string& name = t_[use.kept.end - 1].text;
    const bool plain = use.kept.end == use.kept.begin + 1;
    const bool own =
        plain && (ParameterOf(around, name) >= 0 || !scopes_.TypeOfLocal(name).empty());
    if (!own) call->receiver.kept = Source(t_, use.kept.begin, use.kept.end);
    const int parameter = ParameterOf(around, t_[use.kept.begin].text);
    if (!own && !plain) {
      call->receiver.kept_type = parameter >= 0 ? TypeOfParameter(around, parameter)
                                                : scopes_.TypeOfLocal(t_[use.kept.begin].text);
    }
  }
  call->receiver.declared = use.declared;
  if (around != nullptr) call->walks = outputs_.WalksParameter(begin, body.first, *around);
  if (around != nullptr)
    call->leaves =
        outputs_.UnchangedOutParameter({begin, close}, call->receiver.bound_to, body, *around);
  if (close > open + 1) {
    const auto arguments = SplitArguments(t_, open + 1, close);
    call->result.guarded =
        around != nullptr && guards_.IsGuarded(statement, begin, arguments[0], body.first);
    call->result.extends = around != nullptr && arguments.size() > 1 &&
                           guards_.Extends(arguments[1], arguments[0], body.first, begin);
  }
  ReadConsumer(t_, use, around, expressions_, call);
}

void CCallReader::ReadArguments(size_t begin, size_t open, std::pair<size_t, size_t> body,
                                const CFunction* around, bool study, CCall* call) {
  const size_t close = file_.Match(open);
  auto given = SplitArguments(t_, open + 1, close);
  // Type name{{"A", "1"}, {"B", "2"}}: one list of pairs.
  const bool pairs = t_[open].Is("{") && !given.empty() &&
                     std::all_of(given.begin(), given.end(), [&](const auto& one) {
                       return t_[one.first].Is("{") && file_.Match(one.first) + 1 == one.second;
                     });
  if (pairs) given = {{open, close + 1}};
  for (const auto& [from, to] : given) {
    std::optional<CValue> names = expressions_.NamesIn(from, to, around);
    // `execve(path, argv, envp)`: the array of a function that starts a program is read element by
    // element.
    const bool starts = call->callee.find("exec") != std::string::npos ||
                        call->callee.find("spawn") != std::string::npos;
    if (!names && starts && study && around != nullptr && to == from + 1) {
      names = locals_.Entries(t_[from].text, body, begin, *around);
    }
    call->arguments.push_back(names ? std::move(*names)
                                    : expressions_.Evaluate(t_, from, to, around, 0));
    if (call->function >= 0 &&
        file_.Mentions(from, to, environ_uses_.FromEnviron(call->function))) {
      call->locals.from_environ.insert(static_cast<int>(call->arguments.size()) - 1);
    }
    // What a local passed as a later argument contains, and for an output parameter `&n` also what
    // n is assigned to afterwards: `read("X", &n); limit = n;`. Only within the budget of `study`.
    if (!study || call->function < 0 || call->arguments.size() < 2) continue;
    std::optional<CValue> held = outputs_.HeldBefore(from, to, body, begin, around);
    if (!held) continue;
    const int position = static_cast<int>(call->arguments.size()) - 1;
    call->locals.held[position] = std::move(*held);
    if (!t_[from].Is("&")) continue;
    std::string kept = outputs_.KeptIn(t_[from + 1].text, {begin, close}, body);
    if (!kept.empty()) call->locals.kept_in[position] = std::move(kept);
  }
}

// The call at the name `i`: NAME( begins it, NAME as an argument alone is passed on to a list
// macro. Declarations and other uses of the name end here.
void CCallReader::ReadCall(size_t i, int function, const std::string& class_name,
                           size_t statement) {
  if (i >= 2 && (t_[i - 1].Is("(") || t_[i - 1].Is(",")) &&
      (t_[i + 1].Is(")") || t_[i + 1].Is(","))) {
    HandOver(i, function);
    return;
  }
  CCall call;
  call.callee = t_[i].text;
  const size_t open = ArgumentsOpen(i, &call);
  if (open == 0) return;
  const size_t begin = file_.CalleeBegin(i);
  for (size_t k = begin; k <= i; ++k) call.qualified += t_[k].text;
  if (call.qualified.starts_with("::")) call.qualified.erase(0, 2);
  call.member = begin > 0 && (t_[begin - 1].Is(".") || t_[begin - 1].Is("->"));
  const size_t close = file_.Match(open);
  if (close <= open || Declares(begin, open, function, class_name, call)) return;
  call.line = t_[begin].line;
  call.column = t_[begin].column;
  call.condition = t_[begin].condition;
  if (t_[i].expansion >= 0)
    call.expansion = file_.all().expansions[static_cast<size_t>(t_[i].expansion)];
  // Before a constructor's body there are its parameters, and no locals.
  const bool head = function >= 0 && i < functions_.BodyOf(function).first;
  place_.function = call.function = head ? -1 : function;
  const CFunction* around = function < 0 ? nullptr : &functions_.At(function);
  auto body = std::pair<size_t, size_t>{statement, t_.size() - kCTokenPadding};
  if (function >= 0) body = functions_.BodyOf(function);
  if (head) body = {statement, body.first};
  // Both budgets are of the file. What they skip is reported: the call itself remains, without the
  // use of its value.
  studied_ += function < 0 ? begin - statement : body.second - body.first;
  const bool study = studied_ < kMaxStudied;
  place_.followed = study ? 0 : CLocalValues::kMaxFollowed;
  place_.use = begin;
  ReadArguments(begin, open, body, around, study, &call);
  if (call.member) objects_.ReadMaker(around, &call);
  if (study) ReadUses(statement, begin, open, body, around, &call);
  if (!study) {
    limits_.Cut(t_[begin],
                "the functions around calls are too long: the use of this value is not analysed");
  } else if (limits_.IsOver()) {
    limits_.Cut(t_[begin], "the code around this call is too long: its arguments are not analysed");
  }
  place_.function = -1;
  place_.use = 0;
  call.function = function;
  calls_.push_back(std::move(call));
}

// The function to which the value is passed, `parse(v, 80)`, with its arguments: its own uses of
// that parameter then count as uses of the value (c/link).
void ReadConsumer(const std::vector<CToken>& t, const CUse& use, const CFunction* function,
                  CExpressions& expressions, CCall* call) {
  const size_t open = use.passed.open;
  if (open == 0 || t[open - 1].kind != CToken::Kind::kName) return;
  // Functions of the C library that say nothing about the type or default of the text, and
  // keywords.
  static const std::set<std::string_view> kReportNothing = {
      "printf",  "fprintf", "sprintf", "snprintf", "strlen", "strdup",  "strcpy",   "strncpy",
      "puts",    "fputs",   "free",    "memcpy",   "strchr", "strrchr", "strstr",   "assert",
      "setenv",  "getenv",  "if",      "while",    "switch", "return",  "sizeof",   "string",
      "isdigit", "strcat",  "strncat", "for",      "strspn", "strcspn", "make_pair"};
  const std::string& name = t[open - 1].text;
  // Names of up to three letters are macros or local shorthands. A function that reports its
  // arguments reveals nothing of the value.
  if (name.size() < 4 || kReportNothing.count(name) > 0 || OnlyStates(name)) return;
  // A project's variant of strlen or strcmp.
  const std::string last = name.substr(name.rfind('_') + 1);
  if (last.starts_with("str") && (last.ends_with("cmp") || kReportNothing.count(last) > 0)) return;
  // A method may be of any class; which one is not known here.
  if (open >= 2 && (t[open - 2].Is(".") || t[open - 2].Is("->"))) return;
  int position = 0;
  for (const auto& [from, to] : SplitArguments(t, open + 1, MatchBracket(t, open))) {
    if (use.passed.at >= from && use.passed.at < to) call->passed.position = position;
    call->passed.arguments.push_back(expressions.Evaluate(t, from, to, function, 0));
    ++position;
  }
  call->passed.to = name;
  call->passed.dropped = use.passed.dropped;
  call->passed.tested = use.passed.tested;
}

// `LIST(AS_NAME)`: AS_NAME may be called for each item of LIST. Twenty tokens back: a list macro
// has few arguments.
void CCallReader::HandOver(size_t i, int function) {
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
  call.origin.list = t_[open - 1].text;
  call.origin.list_position = position;
  call.function = function;
  call.line = t_[open - 1].line;
  call.column = t_[open - 1].column;
  call.condition = t_[i].condition;
  calls_.push_back(std::move(call));
}

}  // namespace flagcensus
