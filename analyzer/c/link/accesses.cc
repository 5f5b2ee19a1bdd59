// Calls with known meanings → accesses.
//
//   getenv("APP_PORT")         ─→ read of APP_PORT at the call
//   Option("APP_PORT", 80)     ─→ read of APP_PORT with default 80, via Option
//   getenv(name)               ─→ in a wrapper: by_parameter, reported at the wrapper's calls
//   environ                    ─→ bulk
#include "analyzer/c/link/accesses.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "analyzer/base/text.h"
#include "analyzer/model/type_of_name.h"

namespace flagcensus {
namespace {

// putenv("NAME=value"), environments of such texts: the names, with their values.
std::map<std::string, std::optional<std::string>> SplitAssignments(
    const std::set<std::string>& texts, bool environment);

// Reads within the defaults of reads: getenv("A") ?: getenv("B") ?: .... More levels keep the
// default unknown.
constexpr int kMaxNested = 4;  // reads in the defaults of reads

// A text, a path or a choice is used as it is.
bool IsParsedType(ValueType type) {
  return type == ValueType::kBool || type == ValueType::kInt || type == ValueType::kFloat;
}

// A name may contain `*` for unknown parts, and brackets, '.', '-' that some programs use; 200
// bytes exclude texts.
bool IsVariableName(std::string_view name) {
  if (name.empty() || name.size() > 200 || IsDigit(name[0])) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return IsIdentifierByte(c) || c == '*' || c == '(' || c == ')' || c == '.' || c == '-';
  });
}

// The function that has to be called for the value to arrive: the one that returns it, or one
// without parameters and with a result. The latter counts however the value is passed on in it.
std::string ReturnedBy(const CFacts& facts, const CCall& call) {
  constexpr int kMaxLambdas = 8;  // within each other
  if (call.function < 0) return "";
  const CFunction* own = &facts.functions[static_cast<size_t>(call.function)];
  const CFunction* around = own;
  for (int i = 0; around->outer >= 0 && i < kMaxLambdas; ++i) {
    around = &facts.functions[static_cast<size_t>(around->outer)];
  }
  const bool gives = !around->return_type.empty() &&
                     around->return_type.find("void") == std::string::npos &&
                     around->parameters.empty() && !around->variadic;
  if (gives && !around->macro && around->class_name.empty()) return around->name;
  const bool returns = call.receiver.returned && !own->macro && own->class_name.empty();
  return returns ? own->name : "";
}

// Whether two names differ only in their beginning: "APP_" + name, "OLD_APP_" + name. Three bytes
// in common at the end: fewer are a coincidence (`_ID`).
//
//   "APP_PORT", "OLD_APP_PORT" ─→ true    "APP_PORT", "APP_HOST" ─→ false
bool EndAlike(const std::string& a, const std::string& b) {
  constexpr long kLeast = 3;
  const auto end = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  return a != b && end.first - a.rbegin() >= kLeast;
}

// `limit = megabytes << 20`: the default in the unit of the variable.
//
//   limit = megabytes << 20, default 1 << 20 of limit     ─→ 1, the unit of the variable
void Rescale(const CScale& scale, Access* access) {
  if (access->default_kind != DefaultKind::kLiteral || !access->default_text) return;
  // A double represents integers exactly up to about 9e15; larger defaults become dynamic.
  constexpr double kMost = 1e15;
  char* end = nullptr;
  const double number = std::strtod(access->default_text->c_str(), &end);
  const double made =
      scale.up > 0 ? number * static_cast<double>(scale.down) / static_cast<double>(scale.up) : 0.5;
  const bool whole = !access->default_text->empty() && *end == 0 && std::abs(made) < kMost &&
                     made == std::floor(made);
  if (whole) {
    access->default_text = std::to_string(static_cast<int64_t>(made));
  } else {
    access->default_kind = DefaultKind::kDynamic;
    access->default_text.reset();
  }
  access->use.default_certain = false;
}

}  // namespace

// `if (get("A", &value))`: the bool of the result states whether there is a value.
bool GivesStatus(const CCall& call, const CMeaning& meaning) {
  return meaning.wrapper && call.result.presence &&
         std::any_of(call.arguments.begin(), call.arguments.end(),
                     [](const CValue& one) { return one.source.starts_with('&'); });
}

// A name produced by a macro is reported at the macro's use, as a wrapper's call is.
void CAccessValues::SetExpansion(const CExpansion& expansion, Access* access) const {
  const SourceFile& file = sources_.File(expansion.file);
  access->scope = file.scope;
  access->via = expansion.macro;
  access->chain.insert(
      access->chain.begin(),
      sources_.At(expansion.spelt_file, expansion.spelt_line, expansion.spelt_column));
}

void CAccessEmitter::Emit(int file, const CFacts& facts, std::vector<Access>* out) {
  for (const auto& [line, column] : facts.environ.bulk) {
    Access access = sources_.Start(file, line, column);
    access.op = AccessOp::kBulk;
    access.via = "environ";
    out->push_back(std::move(access));
  }
  for (const CCall& call : facts.calls) {
    if (call.origin.list.empty()) {
      EmitCall(file, facts, call, out);
    } else if (wrappers_.Has(call.callee)) {
      EmitList(call, out);
    }
  }
}

// The names that a meaning may have at the call. `callers`: names that depend on a parameter are
// reported at the calls of the function.
CAccessEmitter::CNames CAccessEmitter::NamesOf(int file, const CFacts& facts, const CCall& call,
                                               const CMeaning& meaning, bool callers) {
  CNames out;
  for (const auto& parts : meaning.names) {
    out.member = out.member || std::any_of(parts.begin(), parts.end(), [](const CPart& part) {
                   return part.kind == CPart::Kind::kMember;
                 });
    const bool depends = std::any_of(parts.begin(), parts.end(), [](const CPart& part) {
      return part.kind == CPart::Kind::kParameter || part.parameter >= 0;
    });
    if (depends && callers) {
      out.parameter = true;
      continue;
    }
    if (rows_.EmitRows(file, facts, meaning, call, parts)) {
      out.parameter = true;
      out.rows = true;
      continue;
    }
    const bool plain = std::any_of(parts.begin(), parts.end(), [](const CPart& part) {
      return part.kind == CPart::Kind::kParameter;
    });
    if (depends && (plain || parts.size() == 1)) {
      out.parameter = true;
      continue;
    }
    bool whole = true;
    for (std::string& name : texts_.TextsOf(facts, parts, 0, &whole))
      out.names.insert(std::move(name));
  }
  return out;
}

// For each meaning of the call: the access with what is the same for all names, the names, then an
// access for each name. Without a name the access itself, unless it is reported elsewhere.
void CAccessEmitter::EmitCall(int file, const CFacts& facts, const CCall& call,
                              std::vector<Access>* out) {
  if (call.qualified == "=") return;
  // A macro's call is reported at the uses of the macro, and a function's parameter at the calls of
  // the function. `called`: there are such calls in the tree.
  const bool macro =
      call.function >= 0 && facts.functions[static_cast<size_t>(call.function)].macro;
  const bool called = call.function >= 0 &&
                      called_.count(facts.functions[static_cast<size_t>(call.function)].name) > 0;
  std::vector<CMeaning> meanings = meanings_.MeaningsOf(file, facts, call);
  if (!called && !macro) KeepFuller(&meanings, true);
  std::string first;  // of a wrapper that tries several names in turn
  for (const CMeaning& meaning : meanings) {
    Access access = sources_.Start(file, call.line, call.column);
    access.op = meaning.op;
    access.via = meaning.via;
    access.chain = meaning.chain;
    access.place = sources_.PlaceOf(file, call);
    if (call.expansion) values_.SetExpansion(*call.expansion, &access);
    if (Writes(access.op) || access.op == AccessOp::kDelete) {
      values_.SetWrite(file, facts, call, meaning, &access);
    } else {
      values_.SetRead(file, facts, call, meaning, &access);
    }
    if (call.condition >= 0)
      access.condition = facts.conditions[static_cast<size_t>(call.condition)];
    if (meaning.op == AccessOp::kBulk) {
      out->push_back(std::move(access));
      continue;
    }
    texts_.ForgetCuts();
    CNames found = NamesOf(file, facts, call, meaning, called || macro);
    const bool hidden = macro && searched_.hiding_macros().count(
                                     facts.functions[static_cast<size_t>(call.function)].name) > 0;
    const bool parameter = found.parameter || hidden;
    std::set<std::string>& names = found.names;
    if (texts_.cut()) {
      limits_.Report(file, call.line, call.column,
                     "too many names reach this call: only the first of them are known");
    }
    if (parameter && !found.rows) {
      open_names_.NoteParameterRead(access.place, FunctionRef{file, call.function});
    }
    if (parameter && macro) {  // reported at its uses
      access.evidence.by_parameter = true;
      access.evidence.name_expression = call.arguments.empty() ? "" : call.arguments[0].source;
      if (access.type == ValueType::kUnknown) access.type = ValueType::kStr;
      open_names_.NoteMacroRead(std::move(access));
      continue;
    }
    std::map<std::string, std::optional<std::string>> values;
    if (meaning.assignment) {
      // POSIX leaves putenv("NAME") undefined; glibc removes the variable.
      if (!meaning.environment && names.size() == 1 &&
          names.begin()->find_first_of("=*") == std::string::npos) {
        access.op = AccessOp::kDelete;
      }
      values = SplitAssignments(names, meaning.environment);
      names.clear();
      for (const auto& [name, value] : values) names.insert(name);
    }
    // A table of records contains other texts beside the names. If one of several looks like a
    // variable, those that do not are dropped.
    const bool table =
        names.size() > 1 && std::any_of(names.begin(), names.end(), LooksLikeVariable);
    bool any = false;
    for (const std::string& name : names) {
      if (table && !LooksLikeVariable(name)) continue;
      // Names that are unknown altogether, or are not names; a method of the same name as a
      // wrapper, with a text in lower case; formats and sentences.
      if (name.find_first_not_of('*') == std::string::npos || !IsVariableName(name)) continue;
      if (meaning.wrapper && call.member && !LooksLikeVariable(name)) continue;
      if (name.find_first_of("%$ ") != std::string::npos) continue;
      Access one = access;
      one.name = name;
      if (const auto value = values.find(name); value != values.end()) {
        one.value = value->second;
        if (one.op == AccessOp::kSetDefault && one.value) {
          one.default_kind = DefaultKind::kLiteral;
          one.default_text = *one.value;
          one.use.default_certain = true;
        }
      }
      if (one.type == ValueType::kUnknown) one.type = TypeOfName(name);
      // A wrapper that tries several names in turn: the second one with the same end is an alias of
      // the first.
      // Two unrelated names in one call (`open("IN", "OUT")`) rarely have the same end.
      const bool turn = meaning.wrapper && names.size() == 1 && one.op == AccessOp::kRead;
      if (turn && first.empty()) {
        first = name;
      } else if (turn && EndAlike(first, name)) {
        one.use.fallback_of = first;
      }
      if (meaning.inherited.of_table) rows_.NoteTableRead(out->size(), *meaning.inherited.of_table);
      out->push_back(std::move(one));
      any = true;
    }
    const bool unknown = std::all_of(names.begin(), names.end(), [](const std::string& name) {
      return name.find_first_not_of('*') == std::string::npos;
    });
    if (meaning.wrapper && !parameter && unknown && !call.member) open_names_.NoteOpenCall(meaning);
    // A call of a wrapper without a known name is not an access; only one that passes a parameter
    // on is kept, for the calls of its function.
    const bool found_by_name =
        !call.locals.looped.empty() && call.qualified.empty();  // its rows are reported
    if (any || found_by_name || (meaning.wrapper && (!parameter || found.member)) ||
        meaning.environment)
      continue;
    access.evidence.by_parameter = parameter;
    access.evidence.name_expression = call.arguments.empty() ? "" : call.arguments[0].source;
    if (access.type == ValueType::kUnknown) access.type = ValueType::kStr;
    out->push_back(std::move(access));
  }
}

// LIST(AS_NAME): AS_NAME is called for each item, at the item's position, with its arguments.
void CAccessEmitter::EmitList(const CCall& passed, std::vector<Access>* out) {
  for (const FunctionRef& macro : facts_.index().Macros(passed.origin.list)) {
    for (const CFunction::ListItem& item : facts_.FunctionAt(macro).list) {
      if (item.parameter != passed.origin.list_position) continue;
      CCall call;
      call.callee = passed.callee;
      call.qualified = passed.callee;
      call.arguments = item.arguments;
      call.line = item.line;
      call.column = item.column;
      EmitCall(macro.file, facts_.at(macro.file), call, out);
    }
  }
}

// `given` is the value without the variable: nothing, another read (its default is this one's), one
// known text, or an expression. `nested`: the number of reads around it.
//
//   getenv("A") ?: "80"                          ─→ literal "80"
//   getenv("A") ?: getenv("B") ?: "80"           ─→ falls back to B, literal "80"
//   getenv("A") ?: compute()                     ─→ dynamic, `compute()`
void CAccessValues::SetDefault(int file, const CFacts& facts, const CValue& given, int nested,
                               Access* access) const {
  if (given.null) return;
  if (nested > 0 && access->type == ValueType::kUnknown) access->type = given.type;
  if (given.call_line > 0 && nested < kMaxNested) {  // another read, with its own default
    if (nested == 0) {
      access->use.falls_back = true;
      access->c.fallback = {access->place.file, static_cast<int>(given.call_line),
                            static_cast<int>(given.call_column)};
    }
    for (const FactIndex::Call& at :
         facts_.index().CallsAt(file, given.call_line, given.call_column)) {
      const CCall& call = facts.calls[at.call];
      if (nested == 0) access->c.fallback = sources_.PlaceOf(file, call);
      for (const CMeaning& meaning : meanings_.MeaningsOf(file, facts, call)) {
        if (Writes(meaning.op)) continue;
        const std::optional<CValue>& inner =
            meaning.default_value ? meaning.default_value : call.result.unset;
        if (inner) SetDefault(file, facts, *inner, nested + 1, access);
        return;
      }
    }
  }
  bool whole = true;
  std::vector<std::string> texts;
  for (const auto& parts : given.alternatives) {
    for (std::string& text : texts_.TextsOf(facts, parts, 0, &whole))
      texts.push_back(std::move(text));
  }
  if (whole && texts.size() == 1 && !given.alternatives.empty()) {
    access->default_kind = DefaultKind::kLiteral;
    access->default_text = texts[0].substr(0, texts[0].find('\0'));  // as C reads it
  } else {
    access->default_kind = DefaultKind::kDynamic;
    access->default_text = given.source;
  }
}

// The value that is written; a write under a test that the variable is unset is a default, and one
// that contains the old value an addition.
void CAccessValues::SetWrite(int file, const CFacts& facts, const CCall& call,
                             const CMeaning& meaning, Access* access) const {
  access->type = meaning.type;
  if (meaning.value) {
    bool whole = true;
    if (meaning.value->alternatives.size() == 1) {
      const std::vector<std::string> texts =
          texts_.TextsOf(facts, meaning.value->alternatives[0], 0, &whole);
      if (whole && texts.size() == 1) access->value = texts[0];
    }
  }
  // guarded: `if (!getenv("X")) setenv("X", ...)`.
  if (access->op == AccessOp::kWrite && call.result.guarded) access->op = AccessOp::kSetDefault;
  if (access->op == AccessOp::kWrite && call.result.extends) access->op = AccessOp::kAppend;
  if (access->op == AccessOp::kSetDefault && meaning.value) {
    SetDefault(file, facts, *meaning.value, 0, access);
    access->use.default_certain = meaning.chain.empty() && !call.result.guarded;
  }
}

// The type comes from the first of these that states one: a template argument, the wrapper or
// entry, its default, the uses of the value, its receiver.
void CAccessValues::SetRead(int file, const CFacts& facts, const CCall& call,
                            const CMeaning& meaning, Access* access) const {
  std::optional<CValue> given = DefaultOf(meaning, call);
  access->use.default_certain = given && !given->derived && given->call_line == 0 &&
                                (!meaning.default_value || !call.receiver.replaced);
  if (!given) given = initials_.InitialOf(file, facts, call, meaning);
  const ValueType stated = TypeOfWords(call.result.template_argument);
  const ValueType declared = TypeOfWords(call.receiver.declared);
  // GetEnv<bool>("X"): of all the types that it can parse, the argument selects one.
  access->type = stated != ValueType::kUnknown ? stated : meaning.type;
  // The result of a library's function or a template has the type of its default.
  const bool typed = meaning.default_value && meaning.default_value->type != ValueType::kStr;
  for (const ValueType next :
       {typed ? meaning.default_value->type : ValueType::kUnknown,
        meaning.default_value && declared != ValueType::kStr ? declared : ValueType::kUnknown,
        GivesStatus(call, meaning) ? ValueType::kUnknown : call.result.type}) {
    if (access->type == ValueType::kUnknown) access->type = next;
  }
  if (access->type == ValueType::kUnknown && declared != ValueType::kStr) access->type = declared;
  access->use.truthy = meaning.truthy.empty() ? call.result.truthy : meaning.truthy;
  access->use.parsed = meaning.stated || (access->type == ValueType::kEnum && call.result.choice);
  kept_uses_.TakeKeptUse(call, meaning, access);
  if (!call.receiver.bound_to.empty()) {
    access->bound_to = call.receiver.bound_to;
    access->bound_kind = call.receiver.bound_kind;
  }
  access->c.made = meaning.made;
  // A template that returns a bool or a number has parsed the text, and so has one with a default
  // of such a type.
  const bool parsed = IsParsedType(meaning.type) ||
                      (meaning.default_value && IsParsedType(meaning.default_value->type));
  access->use.any_true = call.result.presence && !parsed && meaning.chain.empty() &&
                         call.result.template_argument.empty();
  access->c.lost_local = call.receiver.lost;
  access->c.lent_to = call.receiver.lent_to;
  access->use.written_back = call.receiver.written_back;
  access->evidence.returned_by = ReturnedBy(facts, call);
  // A function that loads what a path names returns whether it did so: the bool is not a default of
  // the path.
  const bool done = given && given->literal && given->type == ValueType::kBool &&
                    (access->type == ValueType::kPath || access->type == ValueType::kList);
  if (done) given.reset();
  if (given) SetDefault(file, facts, *given, 0, access);
  if (!meaning.default_value && !call.result.scale.IsNone()) Rescale(call.result.scale, access);
  // One function for all types: the default shows which one.
  const bool number = access->type == ValueType::kInt || access->type == ValueType::kFloat;
  if (given && number && given->type == ValueType::kStr && meaning.wrapper &&
      given->LiteralText().find_first_of("0123456789") == std::string::npos) {
    access->type = ValueType::kUnknown;
  }
  if (given && number && given->type == ValueType::kBool) access->type = ValueType::kBool;
  // colour = strcmp(term, "xterm") == 0: the result of a comparison with other words is not a value
  // of the variable.
  const bool answer = access->default_kind == DefaultKind::kLiteral && access->default_text &&
                      (*access->default_text == "true" || *access->default_text == "false" ||
                       *access->default_text == "1" || *access->default_text == "0");
  if (answer && access->type == ValueType::kEnum && meaning.chain.empty()) {
    access->default_kind = DefaultKind::kNone;
    access->default_text.reset();
  }
  // The default rarely shows what happens without the variable: `if (v) use(v);`. A wrapper that
  // receives an address stores the value there, or leaves it unchanged: its result is a status.
  if (access->default_kind == DefaultKind::kNone &&
      (!call.result.presence || GivesStatus(call, meaning))) {
    access->use.unset_kind = DefaultKind::kDynamic;
  }
}

namespace {

//   {"A=1", "B=*"}     ─→ A: "1", B: unknown
std::map<std::string, std::optional<std::string>> SplitAssignments(
    const std::set<std::string>& texts, bool environment) {
  std::map<std::string, std::optional<std::string>> split;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (environment && equals == std::string::npos) continue;  // the program ignores it
    std::optional<std::string>& value = split[text.substr(0, equals)];
    if (equals != std::string::npos && text.find('*', equals) == std::string::npos) {
      value = text.substr(equals + 1);
    }
  }
  return split;
}

}  // namespace

}  // namespace flagcensus
