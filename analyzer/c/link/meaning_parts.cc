// The parts of a meaning: an entry's argument positions and a wrapper's parts, with the arguments
// of a call inserted.
//
//   wrapper  name {"APP_", parameter 0}, default parameter 1      (Option(name, def))
//   call     Option("PORT", 80)
//   meaning  name {"APP_", "PORT"}, default 80                    (Substitute, GivenFor)
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/c/link/meanings.h"

namespace flagcensus {
namespace {

// Of a call's meaning, in the order of their use below.
CValue Chosen(CValue value, const CCall& call, const CFunction& wrapper);
void SplitJoined(const CCall& call, CMeaning* meaning);
std::vector<std::vector<CPart>> MembersOf(const CPart& member, const CCall& call, bool* none);
const CValue* Argument(const CCall& call, const ArgumentPlace& place);

}  // namespace

bool IsUpperCase(const std::vector<CPart>& name) {
  return std::any_of(name.begin(), name.end(), [](const CPart& part) { return part.upper; });
}

void TurnUpper(std::vector<std::vector<CPart>>* names) {
  for (std::vector<CPart>& name : *names) {
    for (CPart& part : name) part.upper = true;
  }
}

// `app_port` and the same name turned to upper case by the code: a program that reads both accepts
// either spelling.
bool SameButCase(std::vector<CPart> a, std::vector<CPart> b) {
  if (IsUpperCase(a) == IsUpperCase(b)) return false;
  for (std::vector<CPart>* name : {&a, &b}) {
    for (CPart& part : *name) part.upper = false;
  }
  return SameName(a, b);
}

// One call can have several meanings. Those that a better one contains are removed:
//
//   toupper(name), then getenv(name)      ─→ both spellings: the upper-case one is kept
//   {"APP_", name} and {"APP_", part, "_", name} with a part     ─→ the second
//
// Unless `last`, a fuller name with a parameter does not count: a caller may pass nothing for it.
void KeepFuller(std::vector<CMeaning>* meanings, bool last) {
  std::vector<bool> gone(meanings->size());
  for (size_t i = 0; i < meanings->size(); ++i) {
    for (size_t k = 0; k < meanings->size(); ++k) {
      const CMeaning& one = (*meanings)[i];
      const CMeaning& other = (*meanings)[k];
      if (i == k || one.op != other.op || gone[k]) continue;
      // A name that is searched for as it is, and in upper case.
      const bool cased = one.names.size() == other.names.size() &&
                         std::equal(one.names.begin(), one.names.end(), other.names.begin(),
                                    [](const auto& a, const auto& b) {
                                      return SameButCase(a, b) && IsUpperCase(b);
                                    });
      // `part ? "APP_" part "_" name : "APP_" name`, composed as one text: with a part, the first
      // one applies.
      const bool same_place =
          !one.chain.empty() && !other.chain.empty() && one.chain.front() == other.chain.front();
      const bool settled =
          last ||
          std::none_of(other.names.begin(), other.names.end(), [](const std::vector<CPart>& name) {
            return std::any_of(name.begin(), name.end(),
                               [](const CPart& part) { return part.parameter >= 0; });
          });
      const bool fuller =
          same_place && settled && one.taken.size() < other.taken.size() &&
          std::includes(other.taken.begin(), other.taken.end(), one.taken.begin(), one.taken.end());
      if (cased || fuller) gone[i] = true;
    }
  }
  std::vector<CMeaning> kept;
  for (size_t i = 0; i < meanings->size(); ++i) {
    if (!gone[i]) kept.push_back(std::move((*meanings)[i]));
  }
  *meanings = std::move(kept);
}

// The positions of the entry select the arguments; then what cannot be stated by a position: a
// deletion by a null value, NAME=value in one argument, arrays of such texts, an overwrite flag.
//
//   getenv: name 0          getenv("A")           ─→ a read of {"A"}
//   setenv: name 0, value 1 setenv("A", "1", 0)   ─→ a default for {"A"}: the flag is 0
CMeaning CMeanings::OfRow(const AccessorRow& row, const CCall& call) const {
  CMeaning meaning;
  meaning.op = row.op;
  meaning.via = row.call.find_first_of(":.") != std::string::npos ? row.call : call.callee;
  if (row.type) meaning.type = *row.type;
  if (const CValue* name = Argument(call, row.name)) {
    meaning.names = name->alternatives;
    meaning.known = !name->IsUnknown();
  }
  if (const CValue* given = Argument(call, row.default_value)) meaning.default_value = *given;
  for (const auto& [chained, given] : call.origin.chained) {
    if (accessors_.functions().chained_default.count(chained) > 0) meaning.default_value = given;
  }
  const int made = PositionIn(accessors_.functions().made_with, row.call);
  if (!meaning.default_value && made >= 0 && static_cast<size_t>(made) < call.origin.maker.size()) {
    meaning.default_value = call.origin.maker[static_cast<size_t>(made)];
  }
  if (const CValue* value = Argument(call, row.value)) meaning.value = *value;
  // SetEnvironmentVariable(name, NULL) deletes the variable.
  if (row.op == AccessOp::kWrite && meaning.value && meaning.value->null) {
    meaning.op = AccessOp::kDelete;
    meaning.value.reset();
  }
  meaning.assignment = row.op == AccessOp::kWrite && !row.value.given();
  if (meaning.assignment) SplitJoined(call, &meaning);
  if (const CValue* texts = Argument(call, row.environment)) {
    meaning.names = texts->alternatives;
    meaning.known = !texts->IsUnknown();
    meaning.environment = true;
  }
  // setenv(name, value, 0) keeps an existing value. The argument after the value counts as that
  // flag only if it is the last one.
  const auto overwrite = static_cast<size_t>(row.value.position + 1);
  if (meaning.op == AccessOp::kWrite && meaning.value && call.arguments.size() == overwrite + 1) {
    meaning.overwrite = call.arguments[overwrite];
    if (IsFalse(call.arguments[overwrite])) meaning.op = AccessOp::kSetDefault;
  }
  return meaning;
}

//   const char* opt(n) { return getenv(n); }      opt("A") without a default of the wrapper
//   v = opt("A"); if (!v) v = "80";               ─→ 80, by the test of the caller
std::optional<CValue> DefaultOf(const CMeaning& meaning, const CCall& call) {
  const std::optional<CValue>& inner = meaning.default_value;
  if (!inner || inner->null) return call.result.unset ? call.result.unset : inner;
  // If the caller tests whether there is a value, the wrapper's fallback may be no value. The same
  // applies if the wrapper returns an empty text and the caller makes a switch of it.
  const bool empty = inner->literal && inner->LiteralText().empty() &&
                     inner->type == ValueType::kStr && call.result.unset &&
                     call.result.unset->type == ValueType::kBool;
  const bool follows =
      (inner->IsUnknown() || empty) && call.result.unset && !call.result.unset->IsUnknown();
  return follows ? call.result.unset : inner;
}

// By exact names: a parameter `the_default` is not recognised.
int ParameterNamed(const CFunction& function, const std::set<std::string_view>& names) {
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    if (names.count(function.parameters[i].name) > 0) return static_cast<int>(i);
  }
  return -1;
}

// Only if the whole value is the parameter: `"x" + def` is not.
int ParameterIn(const CValue& value) {
  const CPart* only = value.Only();
  return only != nullptr && only->kind == CPart::Kind::kParameter ? only->parameter : -1;
}

// FALSE is known by its spelling, since its definition is in a header that is not in the tree.
bool IsFalse(const CValue& value) {
  if (value.source == "FALSE") return true;
  const std::string_view text = value.LiteralText();
  return text == "0" || text == "false";
}

// The argument, or the parameter's own default: `opt(name, def = "80")` at opt("A") ─→ "80".
const CValue* GivenFor(int parameter, const CCall& call, const CFunction& function) {
  if (parameter < 0) return nullptr;
  const auto index = static_cast<size_t>(parameter);
  if (index < call.arguments.size()) return &call.arguments[index];
  const CParameter* own = ParameterAt(&function, parameter);
  return own != nullptr && own->default_value ? &*own->default_value : nullptr;
}

// Whether another caller may mean another value.
bool Depends(const CValue& value) {
  return value.chooser >= 0 ||
         std::any_of(value.alternatives.begin(), value.alternatives.end(), [](const auto& parts) {
           return std::any_of(parts.begin(), parts.end(), [](const CPart& part) {
             return part.parameter >= 0 || part.kind == CPart::Kind::kPasted;
           });
         });
}

// A default that contains a parameter, with the arguments of the call: {parameter 1} at
// opt("A", "80") ─→ "80".
CValue DefaultAt(const CValue& value, const CCall& call, const CFunction& wrapper) {
  CValue out = Chosen(value, call, wrapper);
  std::vector<std::vector<CPart>> alternatives;
  for (const std::vector<CPart>& parts : out.alternatives) {
    bool none = false;
    for (std::vector<CPart>& made : Substitute(parts, call, wrapper, &none)) {
      alternatives.push_back(std::move(made));
    }
  }
  out.alternatives = std::move(alternatives);
  KeepFirst(&out.alternatives, kMaxNames);
  out.literal = out.literal && out.Only() != nullptr;
  return out;
}

namespace {

// `flag ? "1" : "0"` with a literal for flag is one of the two; with a parameter of the caller, the
// choice is passed on.
CValue Chosen(CValue value, const CCall& call, const CFunction& wrapper) {
  const int chooser = std::exchange(value.chooser, -1);
  if (chooser < 0 || value.alternatives.size() != 2) return value;
  const CValue* given = GivenFor(chooser, call, wrapper);
  if (given == nullptr) return value;
  value.chooser = ParameterIn(*given);
  // A text in the place of the flag, "no", would be true in C++; it is more likely to be another
  // argument, so both values remain.
  const bool known = given->literal && given->type != ValueType::kStr;
  if (!known && given->source != "TRUE" && given->source != "FALSE") return value;
  value.alternatives = {value.alternatives[IsFalse(*given) ? 1 : 0]};
  value.literal = value.Only() != nullptr && value.Only()->kind == CPart::Kind::kText;
  return value;
}

}  // namespace

namespace {

// putenv("NAME=" + value): the text up to the first '=' is the name.
// Of one part ("NAME=1") the split is not done here.
void SplitJoined(const CCall& call, CMeaning* meaning) {
  if (meaning->names.size() != 1 || meaning->names[0].size() < 2) return;
  const std::vector<CPart>& parts = meaning->names[0];
  std::vector<CPart> name;
  for (size_t i = 0; i < parts.size(); ++i) {
    const size_t equals =
        parts[i].kind == CPart::Kind::kText ? parts[i].text.find('=') : std::string::npos;
    if (equals == std::string::npos) {
      name.push_back(parts[i]);
      continue;
    }
    std::vector<CPart> rest(parts.begin() + static_cast<long>(i), parts.end());
    rest[0].text = parts[i].text.substr(equals + 1);
    if (rest[0].text.empty() && rest.size() > 1) rest.erase(rest.begin());
    if (equals > 0) name.push_back(CPart{CPart::Kind::kText, parts[i].text.substr(0, equals), -1});
    meaning->value = CValue{.alternatives = {std::move(rest)}, .source = call.arguments[0].source};
    meaning->names = {std::move(name)};
    meaning->assignment = false;
    return;
  }
}

}  // namespace

// `none`: an argument is missing or NULL, so that this name does not occur at the call.
//
//   {"APP_", parameter 0} at opt("PORT")              ─→ {"APP_", "PORT"}
//   {"APP_", parameter 0} at opt(x ? "A" : "B")       ─→ {"APP_", "A"}, {"APP_", "B"}
//   {"APP_", parameter 0} at opt(p), p a parameter    ─→ {"APP_", parameter of the caller}
//
// At most kMaxNames alternatives: two texts with ten each would be a hundred names.
std::vector<std::vector<CPart>> Substitute(const std::vector<CPart>& pattern, const CCall& call,
                                           const CFunction& wrapper, bool* none) {
  std::vector<std::vector<CPart>> out = {{}};
  for (const CPart& part : pattern) {
    std::vector<std::vector<CPart>> piece = {{part}};
    if (part.kind == CPart::Kind::kPasted) piece = {{Pasted(part, call)}};
    if (part.kind == CPart::Kind::kParameter) {
      const CValue* given = GivenFor(part.parameter, call, wrapper);
      if (given == nullptr || given->null) {
        *none = true;
        return {};
      }
      piece = given->alternatives;
      if (part.text == "#") {  // its spelling, unless that is another macro's parameter
        const bool passed = piece.size() == 1 && piece[0].size() == 1 &&
                            piece[0][0].kind == CPart::Kind::kParameter;
        if (!passed) piece = {{CPart{CPart::Kind::kText, given->source, -1}}};
        if (passed) piece[0][0].text = "#";
      }
      if (piece.empty()) piece = {{CPart{}}};
      if (part.upper) {
        for (std::vector<CPart>& one : piece) {
          for (CPart& inner : one) inner.upper = true;
        }
      }
    }
    if (part.kind == CPart::Kind::kMember && part.parameter >= 0) {
      piece = MembersOf(part, call, none);
      if (*none) return {};
    }
    out = Joined(out, piece, kMaxNames);
  }
  return out;
}

// Without a known object the call counts: it may be any.
//
//   if (o == &main_options) set(o->name);     ─→ CObjectGuard: parameter 0, object main_options
bool Admits(const CObjectGuard& except, const CCall& call) {
  const auto index = static_cast<size_t>(except.parameter);
  if (index >= call.arguments.size()) return true;
  const CValue& given = call.arguments[index];
  const CPart* only = given.null ? nullptr : given.Only();
  if (only == nullptr || only->kind != CPart::Kind::kName) return true;
  return (only->text == except.object) == except.is;
}

namespace {

// The member of the argument that a call passes for the record.
//
//   void read(row* r) { getenv(r->name); }
//   read(&debug);             ─→ member `name` of the object debug
//   read(parent->row);        ─→ member `row.name` of parent
std::vector<std::vector<CPart>> MembersOf(const CPart& member, const CCall& call, bool* none) {
  const auto index = static_cast<size_t>(member.parameter);
  CPart unknown = member;
  unknown.parameter = -1;
  if (index >= call.arguments.size()) return {{unknown}};
  const CValue& given = call.arguments[index];
  if (given.null) {
    *none = true;
    return {};
  }
  std::vector<std::vector<CPart>> out;
  for (const std::vector<CPart>& one : given.alternatives) {
    CPart made = unknown;
    if (one.size() == 1 && one[0].kind == CPart::Kind::kName) {
      made.object = one[0].text;
    } else if (one.size() == 1 && one[0].kind == CPart::Kind::kParameter) {
      made.parameter = one[0].parameter;
    } else if (one.size() == 1 && one[0].kind == CPart::Kind::kMember) {
      made = one[0];
      made.text += "." + member.text;
      made.upper = member.upper;
    } else if (!one.empty() && one[0].kind != CPart::Kind::kUnknown) {
      out.push_back(one);  // the result of a macro for a record
      continue;
    }
    out.push_back({made});
  }
  if (out.empty()) out.push_back({unknown});
  return out;
}

}  // namespace

// `read_\x01` + 0 + \x02 with the spelling INT of argument 0 is read_INT.
CPart Pasted(const CPart& part, const CCall& call) {
  std::string text;
  bool whole = true;
  for (size_t i = 0; i < part.text.size(); ++i) {
    if (part.text[i] != '\x01') {
      text += part.text[i];
      continue;
    }
    const size_t end = part.text.find('\x02', i);
    const auto index = static_cast<size_t>(std::stoi(part.text.substr(i + 1, end - i - 1)));
    whole = whole && index < call.arguments.size();
    if (whole) text += call.arguments[index].source;
    i = end;
  }
  return whole ? CPart{CPart::Kind::kName, text, -1} : CPart{};
}

// A call without a qualifier inside a class with a method of that name is one of the method.
//
//   class Env { char* get(int); void f() { get(1); } };      ─→ not the function `get` of the tree
bool CMeanings::ShadowedBy(int file, const CFacts& facts, const CCall& call) const {
  if (call.qualified != call.callee || call.function < 0) return false;
  const std::string& around = facts.functions[static_cast<size_t>(call.function)].class_name;
  if (around.empty()) return false;
  return facts_.index().ClassesWith(file, call.callee).count(around) > 0;
}

bool Writes(AccessOp op) {
  return op == AccessOp::kWrite || op == AccessOp::kSetDefault || op == AccessOp::kAppend;
}

bool SameNames(const std::vector<std::vector<CPart>>& a, const std::vector<std::vector<CPart>>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), SameName);
}

bool SameName(const std::vector<CPart>& a, const std::vector<CPart>& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](const CPart& x, const CPart& y) {
           return x.kind == y.kind && x.text == y.text && x.parameter == y.parameter &&
                  x.object == y.object && x.type == y.type && x.upper == y.upper &&
                  x.index == y.index;
         });
}

namespace {

const CValue* Argument(const CCall& call, const ArgumentPlace& place) {
  if (place.position < 0 || static_cast<size_t>(place.position) >= call.arguments.size()) {
    return nullptr;
  }
  return &call.arguments[static_cast<size_t>(place.position)];
}

}  // namespace

}  // namespace flagcensus
