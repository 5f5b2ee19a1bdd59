// Functions and macros that pass a name on to an accessor, and those that receive the result of
// one.
//
//   int Option(const char* name, int def) {
//     const char* v = getenv(name);
//     return v ? atoi(v) : def; }
//
// FindWrappers: Option is a CWrapper with the name {parameter 0}, default parameter 1 and type int.
//
//   parse(getenv("APP_PORT"), 80)     with int parse(const char* text, int def)
//
// FindConsumers: what parse does with `text` is what the program does with APP_PORT.
#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/c/definition.h"
#include "analyzer/c/link/wrapper_finder.h"

namespace flagcensus {
namespace {

// Functions with uses that are examined; each is a word to search for and a pass over its body.
constexpr size_t kMaxConsumers = 200;

// In capitals: NOT_FOUND, kError is not. Such a constant is the answer of a function, not a
// default.
bool IsConstantName(const std::string& source) {
  return !source.empty() && AllBytes(source, IsVariableNameByte);
}

// The type that a function stores through one of its parameters.
// `int get(const char* name, bool* out)`: bool. Of several such parameters the last one counts.
ValueType TypeOfFilled(const CFunction& function) {
  ValueType type = ValueType::kUnknown;
  for (const CParameter& parameter : function.parameters) {
    const ValueType one = parameter.filled ? TypeOfWords(parameter.type) : ValueType::kUnknown;
    if (one != ValueType::kUnknown) type = one;
  }
  return type;
}

// `*out`, `(type) *out`: the parameter of the function that this reads through; -1 if it is another
// expression.
//
//   "*out" ─→ out    "(long) *out" ─→ out    "a * out", "out" ─→ -1
int ReadThrough(const CFunction& function, std::string_view source) {
  const size_t star = source.rfind('*');
  if (star == std::string_view::npos) return -1;
  const std::string_view before = source.substr(0, star);
  const bool cast = before.empty() || (before.front() == '(' &&
                                       before.find_last_not_of(' ') != std::string_view::npos &&
                                       before[before.find_last_not_of(' ')] == ')');
  const size_t name = source.find_first_not_of(' ', star + 1);
  if (!cast || name == std::string_view::npos) return -1;
  const int position = ParameterOf(&function, std::string(source.substr(name)));
  const CParameter* parameter = ParameterAt(&function, position);
  return parameter != nullptr && parameter->filled ? position : -1;
}

}  // namespace

// Returns the names that are new, for which the tree is searched.
std::set<std::string> CWrapperFinder::FindWrappers(const std::set<std::string>& searched) {
  std::set<std::string> before;
  for (const auto& [name, list] : wrappers_.by_name()) before.insert(name);
  constexpr int kMaxTries = 4;  // each excludes functions that turned out to store any texts
  for (int i = 0; i < kMaxTries; ++i) {
    const size_t texts = stores_.texts();
    FillWrappers();
    if (stores_.texts() == texts) break;
  }
  std::set<std::string> fresh = copies_.FindTypes(searched);
  // Macros to which a wrapper is passed: their lists are searched for.
  for (const auto& [file, facts] : facts_) {
    for (const CCall& call : facts.calls) {
      if (!call.origin.list.empty() && wrappers_.Has(call.callee) &&
          searched.count(call.origin.list) == 0 && !accessors_.Has(call.origin.list)) {
        fresh.insert(call.origin.list);
      }
    }
  }
  for (const auto& [name, list] : wrappers_.by_name()) {
    if (before.count(name) == 0 && !accessors_.Has(name)) fresh.insert(name);
  }
  return fresh;
}

// Wrappers are found again from all facts, since a new file may add definitions that exclude
// others: first what files define, then environments of their own, then rounds over all calls until
// no wrapper is added.
void CWrapperFinder::FillWrappers() {
  wrappers_.Clear();
  stores_.Restart();
  facts_.BuildIndex();
  unseen_.Find(facts_);
  for (const auto& [file, facts] : facts_) {
    copies_.AddCopies(file, facts);
    copies_.AddImported(file, facts);
    copies_.AddOfTypes(file, facts);
    if (facts.environ.bulk.empty()) continue;
    CWrapper found;  // in a copy of the environment
    found.chain = {{sources_.File(file).path, static_cast<int>(facts.environ.bulk[0].first),
                    static_cast<int>(facts.environ.bulk[0].second)}};
    AddTables(file, facts, "", std::move(found));
  }
  wrappers_.BeginRound();
  // A chain of wrappers in known files needs a round for each step, in the worst order of the
  // files.
  for (int round = 0; round < kMaxWrapperRounds; ++round) {
    bool grew = false;
    wrappers_.BeginRound();
    for (const auto& [file, facts] : facts_) {
      for (const CCall& call : facts.calls) {
        if (call.function < 0 || !call.origin.list.empty()) continue;
        if (call.qualified == "=") {  // an alias
          grew = AddAlias(file, facts, call) || grew;
          continue;
        }
        for (const CMeaning& meaning : meanings_.MeaningsOf(file, facts, call)) {
          for (const std::vector<CPart>& name : meaning.names) {
            stores_.NoteText(meaning, name);
            // getenv(names[i]) and getenv(rows[i].name): the macros that fill the array are
            // wrappers.
            const bool array =
                name.size() == 1 && (name[0].kind == CPart::Kind::kName ||
                                     (name[0].kind == CPart::Kind::kMember &&
                                      !name[0].object.empty() && name[0].parameter < 0));
            if (array) {
              CWrapper read;
              read.op = meaning.op;
              read.type = meaning.type;
              read.chain = {sources_.PlaceOf(file, call)};
              const bool member = name[0].kind == CPart::Kind::kMember;
              grew =
                  AddTables(file, facts, member ? name[0].object : name[0].text, std::move(read)) ||
                  grew;
            }
            for (const CPart& part : name) {
              // A member of a function's own record contains only what this function stored.
              if (part.kind != CPart::Kind::kMember || part.own) continue;
              members_.insert(part.text.substr(part.text.rfind('.') + 1));
              if (name.size() > 1 || Writes(meaning.op) || meaning.op == AccessOp::kDelete)
                continue;
              const Place read = sources_.PlaceOf(file, call);
              if (part.parameter < 0) grew = AddTableGetters(meaning, part, read) || grew;
              grew = stores_.AddStores(meaning, part, read) || grew;
              grew = stores_.AddLookups(file, facts, call, meaning, part) || grew;
            }
            grew = AddWrapper(file, facts, call, meaning, name) || grew;
          }
        }
      }
    }
    if (!grew) break;
  }
}

// `if (strcmp(rows[i].name, name) == 0) return rows[i].value;` of a table with rows that are read:
// getenv(rows[i].name). A call of the function with a name is then a read of that name.
bool CWrapperFinder::AddTableGetters(const CMeaning& meaning, const CPart& row, const Place& read) {
  const auto same = [&](const CPart& other) {
    // The same table by its name, or any table of the same type.
    const bool object = !row.object.empty() && row.object == other.object;
    const bool type = !row.type.empty() && row.type == other.type;
    return other.kind == CPart::Kind::kMember && other.text == row.text && (object || type);
  };
  bool grew = false;
  for (const auto& [file, facts] : facts_) {
    for (const CLookup& lookup : facts.environ.lookups) {
      const FunctionRef here{file, lookup.function};
      const CFunction& around = facts_.FunctionAt(here);
      const bool gives = TypeOfWords(around.return_type) == ValueType::kStr;
      if (lookup.parameter < 0 || lookup.environ || !gives || around.name.empty()) continue;
      if (lookup.row.size() != 1 || !same(lookup.row[0])) continue;
      CWrapper made;
      made.file = file;
      made.owner = here;
      made.name = {{CPart::Kind::kParameter, "", lookup.parameter}};
      made.op = meaning.op;
      made.chain = {read};
      made.of_table = lookup.row[0];
      grew = wrappers_.Insert(around.name, std::move(made)) || grew;
    }
  }
  return grew;
}

// `#define ALIAS getenv`: a wrapper with the positions of the entry. `#define ALIAS Option`: one
// for each wrapper of that name.
bool CWrapperFinder::AddAlias(int file, const CFacts& facts, const CCall& call) {
  const CFunction& macro = facts.functions[static_cast<size_t>(call.function)];
  if (macro.name == call.callee) return false;
  if (const auto rows = accessors_.rows().find(call.callee); rows != accessors_.rows().end()) {
    const AccessorRow& row = *rows->second.front();
    if (row.name.position < 0) return false;
    CWrapper made;
    made.file = file;
    made.owner = {file, call.function};
    made.name = {{CPart::Kind::kParameter, "", row.name.position}};
    made.op = row.op;
    if (row.type) made.type = *row.type;
    made.default_parameter = facts_.RefTo(made.owner, row.default_value.position);
    made.value_parameter = facts_.RefTo(made.owner, row.value.position);
    return wrappers_.Insert(macro.name, std::move(made));
  }
  const auto known = wrappers_.by_name().find(call.callee);
  if (known == wrappers_.by_name().end()) return false;
  bool grew = false;
  // The parameters of an alias are those of the function that it renames, which remains the owner.
  for (CWrapper made : std::vector<CWrapper>(known->second)) {
    made.file = file;
    grew = wrappers_.Insert(macro.name, std::move(made)) || grew;
  }
  return grew;
}

// `Reader(const char* prefix) : prefix_(prefix)`: the field prefix_ of a method's name is parameter
// 0 of the constructor. All fields of a name have to come from one constructor.
bool CWrapperFinder::TakeField(int file, const CFacts& facts, const CFunction& around, CPart* part,
                               FunctionRef* owner) const {
  const FunctionRef maker = owner->function >= 0
                                ? *owner
                                : facts_.index().ConstructorOf(file, around.class_name, part->text);
  if (maker.function < 0) return false;
  const CFunction& constructor = facts.functions[static_cast<size_t>(maker.function)];
  const auto field = constructor.fields.find(part->text);
  if (field == constructor.fields.end() || ParameterIn(field->second) < 0) return false;
  *part = *field->second.Only();
  *owner = maker;
  return true;
}

// The wrapper that a call with the name `name` makes of its enclosing function: what the name
// depends on, then operation, type and default.
//
//   char* get(std::string key) { return getenv(("APP_" + key).c_str()); }
//   ─→ wrapper `get` with the name {"APP_", parameter 0}
//
// A name without any parameter makes no wrapper: the call is an access itself.
bool CWrapperFinder::AddWrapper(int file, const CFacts& facts, const CCall& call,
                                const CMeaning& meaning, const std::vector<CPart>& name) {
  if (meaning.environment) return false;
  const CFunction& around = facts.functions[static_cast<size_t>(call.function)];
  if (around.name.empty()) return false;
  CWrapper made;
  made.file = file;
  made.name = name;
  FunctionRef constructor;  // with the parameters that initialise the object's fields
  // With parts of the object and of the call: the object's parts remain unknown.
  const bool own = std::any_of(name.begin(), name.end(), [](const CPart& part) {
    return part.parameter >= 0 || part.kind == CPart::Kind::kPasted;
  });
  bool depends = false;
  for (CPart& part : made.name) {
    if (part.kind == CPart::Kind::kParameter || part.kind == CPart::Kind::kPasted) depends = true;
    if (part.kind == CPart::Kind::kMember && part.parameter >= 0) {
      // `a->b->c->d->e->f->name` is generic code for trees, which would be followed through all
      // records.
      constexpr auto kMaxSteps = 4;  // from member to member
      if (std::count(part.text.begin(), part.text.end(), '.') > kMaxSteps) return false;
      depends = true;
    }
    const bool of_class = part.kind == CPart::Kind::kField ||
                          (part.kind == CPart::Kind::kName && !around.class_name.empty());
    if (!of_class) continue;
    // Constructing an object with methods that can write is not a write.
    const bool changes = Writes(meaning.op) || meaning.op == AccessOp::kDelete;
    if (changes && !around.constructor) continue;
    depends = (!own && TakeField(file, facts, around, &part, &constructor)) || depends;
  }
  if (!depends) return false;
  made.owner = constructor.function >= 0 ? constructor : FunctionRef{file, call.function};
  made.op = meaning.op;
  // The result of a write or a deletion is a status.
  const bool reads = !Writes(made.op) && made.op != AccessOp::kDelete;
  made.type = meaning.type;
  if (made.type == ValueType::kUnknown && reads && !GivesStatus(call, meaning))
    made.type = call.result.type;
  const ValueType stated = TypeOfWords(call.result.template_argument);
  if (stated != ValueType::kUnknown && reads) made.type = stated;
  made.type_parameter = !meaning.type_parameter.IsNone()
                            ? meaning.type_parameter
                            : facts_.RefTo({file, call.function}, call.result.template_parameter);
  if (reads && made.type_parameter.IsNone() && !around.macro) {
    const std::set<std::string_view> names = {accessors_.table().parser_columns.begin(),
                                              accessors_.table().parser_columns.end()};
    made.type_parameter = facts_.RefTo({file, call.function}, ParameterNamed(around, names));
  }
  const ValueType returned = TypeOfWords(around.return_type);
  const auto filled = std::find_if(around.parameters.begin(), around.parameters.end(),
                                   [](const CParameter& one) { return one.filled; });
  // `bool get(const char* name, T& value)`: the bool says nothing about the type of the variable.
  if (reads && returned == ValueType::kBool && filled != around.parameters.end()) {
    const ValueType type = TypeOfWords(filled->type);
    if (made.type == ValueType::kBool || made.type == ValueType::kUnknown) {
      made.type = type == ValueType::kStr ? ValueType::kUnknown : type;
    }
  } else if (reads && ((made.type == ValueType::kUnknown && call.receiver.returned) ||
                       call.result.presence)) {
    // A text that is passed on is parsed by its receiver.
    const bool status = returned == ValueType::kInt && filled != around.parameters.end();
    const ValueType gives = status ? TypeOfFilled(around) : returned;
    if (gives != ValueType::kUnknown && gives != ValueType::kStr) made.type = gives;
  }
  // `int get_bool(const char* name, int* out)`: the name states the type of what is stored.
  const ValueType named = accessors_.TypeOfLastWord(around.name);
  const bool fills = filled != around.parameters.end() && returned != ValueType::kStr;
  if (reads && fills && named != ValueType::kUnknown) {
    made.type = named == ValueType::kStr ? ValueType::kUnknown : named;
  } else if (reads && named == ValueType::kBool &&
             (made.type == ValueType::kInt || made.type == ValueType::kUnknown)) {
    made.type = named;
  }
  made.stored_by = meaning.inherited.stored_by;
  made.except = meaning.inherited.except;
  if (reads && meaning.type == ValueType::kUnknown && around.macro) made.out = meaning.out;
  if (reads && meaning.type == ValueType::kUnknown && !around.macro && !call.receiver.returned) {
    made.out_parameter = facts_.RefTo({file, call.function}, accessors_.TextParameterOf(around));
  }
  made.of_table = meaning.inherited.of_table;
  made.truthy = call.result.truthy.empty() ? meaning.truthy : call.result.truthy;
  made.chain = meaning.chain;
  made.chain.insert(made.chain.begin(), sources_.PlaceOf(file, call));
  // A report shows the way from the call to the accessor; beyond eight steps it is not readable.
  if (made.chain.size() > 8) made.chain.resize(8);
  SetGiven(file, around, call, meaning, &made);
  const std::string called = constructor.function >= 0 ? around.class_name : around.name;
  return wrappers_.Insert(called, std::move(made));
}

// The default of the wrapper: the value that it returns without the variable, its parameter for
// that, or what the filled parameter had before.
void CWrapperFinder::SetGiven(int file, const CFunction& around, const CCall& call,
                              const CMeaning& meaning, CWrapper* out) const {
  CWrapper& made = *out;
  const FunctionRef here{file, call.function};
  const bool reads = !Writes(made.op) && made.op != AccessOp::kDelete;
  std::optional<CValue> given = DefaultOf(meaning, call);
  if (Writes(made.op)) given.reset();
  // `bool get(name, void* value)` returns a status, and stores the value elsewhere.
  const bool fills = std::any_of(around.parameters.begin(), around.parameters.end(),
                                 [](const CParameter& one) { return one.filled; });
  const ValueType gives = TypeOfWords(around.return_type);
  const bool status = gives == ValueType::kBool && given && given->literal &&
                      given->type == ValueType::kBool && fills;
  // int get(struct text *out, const char *name) returns NOT_FOUND.
  const bool code = gives == ValueType::kInt && given && !given->literal && fills &&
                    IsConstantName(given->source);
  // `*out = v ? atol(v) : initial; return 0;`, `if (!v) return -1; return parse(v, out);`: the
  // number is a status, too.
  const bool negative = given && given->LiteralText().starts_with('-');
  const bool number = gives == ValueType::kInt && given && given->literal && fills &&
                      (!call.receiver.returned || negative) && !meaning.default_value;
  if (status || code || number) given.reset();
  // load(name, *out, &value): the previous value of `out`.
  const int before = given && !meaning.filled ? ReadThrough(around, given->source) : -1;
  if (before >= 0) given.reset();
  // In a different unit from that of the variable.
  if (given && !meaning.default_value && !call.result.scale.IsNone()) given->alternatives.clear();
  if (given) given->call_line = 0;  // a position in this file
  made.derived = given && (given->derived || (meaning.default_value && call.receiver.replaced));
  if (given && !given->null) {
    made.default_parameter = facts_.RefTo(here, ParameterIn(*given));
    if (made.default_parameter.IsNone()) made.default_value = given;
  }
  // Type(const char* name, T initial) : value(initial) { if (text = getenv(name)) value = ..; }
  if (const auto field = around.fields.find(LastName(call.receiver.kept));
      reads && !given && around.constructor && field != around.fields.end()) {
    made.default_parameter = facts_.RefTo(here, ParameterIn(field->second));
    if (made.default_parameter.IsNone() && field->second.literal) {
      made.default_value = field->second;
    }
    given = field->second;
  }
  if (reads && !given && call.walks) {
    const std::set<std::string>& names = accessors_.table().default_parameters;
    made.default_parameter =
        facts_.RefTo(here, ParameterNamed(around, {names.begin(), names.end()}));
  }
  if (reads && !given && made.default_parameter.IsNone()) {
    made.filled_parameter = facts_.RefTo(here, before >= 0 ? before : call.leaves);
    if (before < 0 && call.leaves < 0 && meaning.filled) {
      made.filled_parameter = facts_.RefTo(here, ParameterIn(meaning.filled->value));
    }
  }
  if (reads && around.macro && meaning.filled)
    FollowDefinitions(around, meaning.filled->value, &made);
  if (meaning.value) made.value_parameter = facts_.RefTo(here, ParameterIn(*meaning.value));
  if (meaning.overwrite)
    made.overwrite_parameter = facts_.RefTo(here, ParameterIn(*meaning.overwrite));
  if (made.owner == here) return;
  // The object's constructor is called without the arguments of this function: what depends on them
  // remains unknown.
  const CValue* open = made.default_value ? &*made.default_value : given ? &*given : nullptr;
  if (open != nullptr && (Depends(*open) || !made.default_parameter.IsNone())) {
    made.default_value = CValue{.alternatives = {}, .source = open->source};
  }
  made.default_parameter = {};
}

// `#define OPTION(type, name, initial)` in several definitions, for a declaration, an assignment
// and a read: the others have the default and the type of the target.
void CWrapperFinder::FollowDefinitions(const CFunction& macro, const CValue& filled,
                                       CWrapper* made) const {
  const int name = ParameterOf(&macro, LastName(filled.source));
  if (name < 0) return;
  for (const FunctionRef& ref : facts_.index().Macros(macro.name)) {
    const CFunction& other = facts_.FunctionAt(ref);
    if (other.parameters.size() != macro.parameters.size()) continue;
    const auto given = other.given.find(name);
    if (given != other.given.end() && made->default_parameter.IsNone() && !made->default_value) {
      made->default_parameter = facts_.RefTo(made->owner, given->second);
    }
    const auto typed = other.typed.find(name);
    if (typed != other.typed.end() && made->type_parameter.IsNone()) {
      made->type_parameter = facts_.RefTo(made->owner, typed->second);
    }
  }
}

// Functions that receive the value of a call: the uses of their parameters are wanted. Once these
// are known, they are uses of the value.
//
//   int parse(const char* text, int def) { return text ? atoi(text) : def; }
//   port = parse(getenv("APP_PORT"), 80);      ─→ APP_PORT: int, default 80
std::set<std::string> CValueConsumers::FindConsumers() {
  std::map<std::string, std::vector<std::pair<int, const CFunction*>>> known;
  for (const auto& [file, facts] : facts_) {
    for (const CFunction& function : facts.functions) {
      if (!function.uses.empty()) known[function.name].emplace_back(file, &function);
    }
  }
  std::set<std::string> wanted;
  for (auto& [file, facts] : facts_) {
    for (CCall& call : facts.calls) {
      if (call.passed.to.empty() || call.passed.position < 0 || IsCKeyword(call.passed.to))
        continue;
      if (names_.count(call.passed.to) == 0) {
        if (names_.size() + wanted.size() < kMaxConsumers) {
          wanted.insert(call.passed.to);
        } else if (wanted.count(call.passed.to) == 0 && !std::exchange(many_consumers_, true)) {
          limits_.Report(file, call.line, call.column,
                         "what is read goes to more than " + std::to_string(kMaxConsumers) +
                             " functions: what this one and further ones make of it is not known");
        }
        continue;
      }
      const auto found = known.find(call.passed.to);
      if (found == known.end()) continue;
      const CFunction* consumer = nullptr;
      const auto position = static_cast<size_t>(call.passed.position);
      // Another file's function of the same name may be unrelated, so it ranks below those of
      // this file.
      int best = -1;
      for (const auto& [home, function] : found->second) {
        if (function->uses.size() <= position) continue;
        // If the file has several definitions, for different systems, one that shows the use.
        // Otherwise the first one in another file.
        const bool shows = function->uses[position].type != ValueType::kUnknown;
        const int rank = (home == file ? 2 : 0) + (home == file && shows ? 1 : 0);
        if (rank < best || (rank == best && home != file)) continue;
        best = rank;
        consumer = function;
      }
      if (consumer != nullptr) TakeUse(*consumer, &call);
    }
  }
  names_.insert(wanted.begin(), wanted.end());
  return wanted;
}

// What the caller shows itself comes first; the consumer adds what is still unknown.
void CValueConsumers::TakeUse(const CFunction& consumer, CCall* call) {
  const CTextUse& use = consumer.uses[static_cast<size_t>(call->passed.position)];
  if (call->result.type == ValueType::kUnknown) {
    call->result.type = use.type;
    call->result.choice = use.choice;
    call->result.truthy = use.truthy;
  }
  const ValueType returned = TypeOfWords(consumer.return_type);
  const bool truth = returned == ValueType::kBool;
  if (call->result.type == ValueType::kUnknown && (use.returned || truth) && !call->passed.tested &&
      !call->passed.dropped) {
    if (returned != ValueType::kStr) call->result.type = returned;
  }
  if (call->result.unset || !use.unset) return;
  // An argument beside the value that it uses in place of the value is the default, even if the
  // result is discarded.
  if (call->passed.dropped && ParameterIn(*use.unset) < 0) return;
  CValue unset = *use.unset;
  unset.call_line = 0;
  unset.chooser = -1;  // a parameter of the consumer
  if (const int parameter = ParameterIn(unset); parameter >= 0) {
    const auto index = static_cast<size_t>(parameter);
    const CParameter* own = ParameterAt(&consumer, parameter);
    if (index < call->passed.arguments.size()) {
      call->result.unset = call->passed.arguments[index];
    } else if (own != nullptr) {
      call->result.unset = own->default_value;
    }
    if (call->result.unset)
      call->result.unset->derived = call->result.unset->derived || unset.derived;
    return;
  }
  if (!use.returned && !truth) return;  // a status: the value is stored elsewhere
  for (const auto& parts : unset.alternatives) {
    for (const CPart& part : parts) {
      if (part.kind == CPart::Kind::kParameter) return;
    }
  }
  call->result.unset = std::move(unset);
}

//   "const char *" ─→ str    "unsigned long" ─→ int    "int *" ─→ unknown
//   "std::vector<std::string>" ─→ list    "std::pair<int, int>" ─→ unknown
//
// `char` alone is a text as well: most functions with this word return a pointer to it.
ValueType TypeOfWords(const std::string& words) {
  static const std::map<std::string_view, ValueType> kTypes = {
      {"bool", ValueType::kBool},    {"BOOL", ValueType::kBool},
      {"int", ValueType::kInt},      {"long", ValueType::kInt},
      {"unsigned", ValueType::kInt}, {"size_t", ValueType::kInt},
      {"int32_t", ValueType::kInt},  {"int64_t", ValueType::kInt},
      {"uint32_t", ValueType::kInt}, {"uint64_t", ValueType::kInt},
      {"ssize_t", ValueType::kInt},  {"int64", ValueType::kInt},
      {"int32", ValueType::kInt},    {"uint", ValueType::kInt},
      {"cstring", ValueType::kStr},  {"float", ValueType::kFloat},
      {"double", ValueType::kFloat}, {"string", ValueType::kStr},
      {"char", ValueType::kStr},     {"string_view", ValueType::kStr},
      {"path", ValueType::kPath}};
  ValueType found = ValueType::kUnknown;
  const std::string plain = ReplaceAll(words, "std::", "");
  // A vector is a list into which a text is split; one of characters is a text or bytes.
  const std::vector<std::string_view> parts = Split(plain, ' ');
  const auto names = [&](std::string_view word) {
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view one) {
      return one == word || one.starts_with(std::string(word) + "<");
    });
  };
  if (names("vector") && !names("pair") && !names("tuple")) {
    const bool bytes = plain.find("char") != std::string::npos ||
                       plain.find("byte") != std::string::npos ||
                       plain.find("uint8") != std::string::npos;
    return bytes ? ValueType::kUnknown : ValueType::kList;
  }
  for (const std::string_view word : Split(plain, ' ')) {
    if (word == "tuple" || word == "pair") return ValueType::kUnknown;  // several values
    // A pointer to a number is an array or an output parameter.
    if (word == "*") return found == ValueType::kStr ? found : ValueType::kUnknown;
    const auto at = kTypes.find(word);
    if (at != kTypes.end()) found = at->second;
  }
  return found;
}

}  // namespace flagcensus
