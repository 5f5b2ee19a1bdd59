// The abstract machine for Python: its state. What it does is in free functions, by what of the
// language they are about:
//
//   statements.cc  branches.cc  loops.cc  raising.cc
//                                            statements → how the block goes on
//   expressions.cc  operators.cc  comparisons.cc  text.cc  formats.cc
//                                            expressions → values
//   words.cc                                 what a read's value is compared with
//   names.cc  imports.cc                     variables and modules
//   attributes.cc  items.cc  collections.cc  classes.cc
//                                            objects
//   mappings.cc                              objects that are mappings
//   functions.cc  definitions.cc  shares.cc  calls.cc  builtins.cc
//                                            calls
//   children.cc                              environments of other processes
//   library.cc  models*.cc  settings.cc      what rows of the accessor table say of libraries
//   command_line.cc  argument_parser.cc  config_parser.cc  pytest.cc
//                                            libraries that a row does not describe
//   keywords.cc                              keywords that name variables, whatever is called
//   run_strings.cc                           code in strings
//   emit.cc  notes.cc                        accesses to the environment → events, and what becomes
//   of them kept.cc                                  where the value of a read goes origins.cc
//   names that no run knows limits.cc                                what is left out → diagnostics
//   roots.cc  sought.cc  rerun.cc  left_out.cc  root_files.cc
//                                            which code is run, and in what order
//
// Nothing of the program is executed; each run of a function is bounded by a share of its caller's
// steps, which shrinks with depth, and a share that is spent costs that call alone.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/run_cost.h"
#include "analyzer/config/accessors.h"
#include "analyzer/machine/events.h"
#include "analyzer/machine/heap.h"
#include "analyzer/machine/python/unit.h"
#include "analyzer/model/finding.h"
#include "analyzer/python/module_index.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// A run of a function, a module or a class body.
struct Activation {
  uint32_t id = 0;
  int unit = -1;
  ScopeObject* scope = nullptr;
  Activation* caller = nullptr;
  NodeId call = kNoNode;       // in the caller's unit
  NodeId statement = kNoNode;  // that runs
  FunctionObject* function = nullptr;
  Val receiver = nullptr;  // of a method
  struct Return {
    Val path;  // under which tests it is reached
    Val value;
  };
  std::vector<Return> returns;
  std::vector<Val> guards;  // the tests of the branches around what runs
  std::vector<Val> yields;
  bool generator = false;
  bool container = false;  // a list in it starts a container
  size_t tries = 0;        // that were running when it began
  int depth = 0;
  int cold = 0;        // calls since the last function that holds a word that is sought
  bool found = false;  // it, or what it calls, did something that no run had done before
};

// How a block goes on.
enum class Flow : uint8_t { kNext, kBreak, kContinue, kReturn, kRaise };

// Code in a string of a unit that is run.
struct RunCode {
  int unit = -1;
  std::string text;        // without common indentation
  uint32_t line = 0;       // of the string
  uint32_t column = 0;     // bytes taken off each line, or that of the place
  bool one_place = false;  // all of it stands at line:column
  bool shares = false;     // the unit's names hold in it
};

struct Machine {
  Machine(const Tree& t, const ModuleIndex& i, const AccessorTable& a)
      : tree(t), index(i), table(a), heap(values) {}
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const Tree& tree;
  const ModuleIndex& index;
  const AccessorTable& table;
  RunBudget* budget = nullptr;        // null: no bounds on time and memory
  RunCost* cost = nullptr;            // null: nobody asks
  std::map<int, std::string> unread;  // files that could not be read or parsed, with why

  SymbolTable symbols;
  ValuePool values;
  Heap heap;
  EventLog events;

  std::deque<PythonUnit> units;
  std::unordered_map<int, int> unit_of_file;
  std::vector<ModuleObject*> modules;  // by unit
  std::unordered_set<Symbol> sought;   // words that make a function worth its steps

  Activation* frame = nullptr;  // what runs; null: nothing
  uint32_t last_frame = 0;
  uint64_t steps = 0;
  uint64_t limit = 0;
  // The steps of the share that runs are used up: until whoever gave it takes over, every
  // expression is unknown, no statement does anything, nothing is noted and the heap stays as it
  // is.
  bool over = false;
  uint64_t total_steps = 0;
  // What of functions and modules was not run, by call and callee (twice the callee, where any
  // other run of it will do): where that is told, and why. Gone where a later run of the same
  // reaches its end.
  struct Limit {
    CodePoint at;
    const char* why;
  };
  std::map<std::pair<CodePoint, CodePoint>, Limit> limits;
  size_t unnamed = 0;  // accesses so far of whose names nothing is known
  int nesting = 0;     // of evaluations, on the machine's own stack
  bool every_branch =
      false;  // both sides of each expression's test are run: for what no run reached

  // Of a library's objects, what precedes each name within the `with` that runs, by the object's
  // path.
  std::map<std::string, std::string> prefixes;
  // The parameter or field that the call which runs declares: port: Annotated[int, Option(...)]
  // = 80.
  struct Declaration {
    CodePoint call;
    NodeId annotation = kNoNode;  // its type's
    Val default_value = nullptr;  // null: the call's own arguments have it
  };
  const Declaration* declaration = nullptr;
  // For each `try` that runs: the variables whose absence raises in it.
  std::vector<std::set<Symbol>> tries;
  // Functions through whose parameters a name reaches the environment.
  std::unordered_map<const FunctionObject*, std::set<Symbol>> wrappers;
  std::set<CodePoint> visited;  // accessor calls that were run
  // Keys of tables that a function looks one of its parameters up in, as they are spelled there.
  std::map<std::pair<const FunctionObject*, Symbol>, std::vector<Val>> looked_up;
  // The function that is run for each row of a table that it looks a parameter up in; 0: none is.
  Symbol row_reader = 0;
  // Calls that declare a variable by a name that it is made of, once all is run.
  std::set<CodePoint> declarators;
  // Numbers of functions that hold accesses, as Access::function has them.
  std::map<CodePoint, int> numbered;
  // What a class gives a field, by the place where the field's name is declared.
  std::map<CodePoint, Val> declared;
  // The default that a record has beside a text that may be a variable's name, by the text's place.
  std::map<CodePoint, Val> record_defaults;
  // Methods by name, of classes whose objects may come from anywhere.
  std::unordered_map<Symbol, FunctionObject*> methods_by_name;
  // For each function, by its place: how many of its last runs found nothing new, and how many of
  // these used up their share.
  struct Fruitless {
    uint32_t runs = 0;
    uint32_t spent = 0;
  };
  std::map<CodePoint, Fruitless> fruitless;
  // Options of the tree's own parsers of command lines, by where each is added and its name; and
  // the classes of those that go over them.
  std::map<std::pair<CodePoint, Symbol>, Val> options;
  std::set<ClassObject*> parsers;
  std::map<CodePoint, ValueType> option_types;  // by the place where the option is spelled
  // What fixtures of tests give.
  std::unordered_map<const FunctionObject*, Val> given;
  // What calls gave, by callee, place and arguments.
  std::unordered_map<std::string, Val> memo;
  std::unordered_map<const AbstractValue*, Val> imported;  // what kImport values mean
  // Snapshots of variables at each `break` and `continue` of the loop that runs.
  struct Exit {
    bool leaves;  // the loop, not the round alone
    Val test;
    std::vector<SlotMap::Entry> variables;
  };
  std::vector<std::vector<Exit>*> loops;

  // Records of the program's own with a field that names variables; and the fields, of objects of
  // which nothing is known, by which something reads.
  struct Record {
    int unit;
    NodeId node;
    Symbol field;
    Val names;
    Val default_value;  // null: none is known
  };
  std::vector<Record> records;
  std::set<Symbol> asked_fields;
  // Methods of unknown objects that were handed the environment: what classes have by that name.
  std::map<Symbol, std::vector<FunctionObject*>> handed;
  // Code in strings that is run.
  std::vector<RunCode> codes;
  std::set<CodePoint> code_literals;  // whose code is in `codes`
  // What an object that is a mapping is asked for, while it looks its key up: what is done to the
  // variable that it reads then. Null: nothing of that kind runs.
  struct Asked {
    AccessOp op = AccessOp::kRead;
    Val written = nullptr;
    uint32_t frame = 0;  // that asks
    Symbol via = 0;      // as it is written there
  };
  const Asked* asked = nullptr;
  // Fields that the environment was handed to when an object was made, by the class whose code sets
  // them: an object of which only the class is known has it there too.
  std::map<std::pair<const ClassObject*, Symbol>, Val> handed_fields;
  // Parameters that an environment was handed to.
  std::vector<std::pair<FunctionObject*, Symbol>> handed_parameters;
  // Attributes and methods that may tell a name, with whether their files were sought, and
  // functions that are run again with them.
  std::map<Symbol, bool> wanted;
  std::set<CodePoint> once_more;
  // Objects that were made, by their constructor, and with each constructor the methods that reach
  // the environment by what it is called with.
  std::unordered_map<const FunctionObject*, std::vector<InstanceObject*>> made;
  std::vector<std::pair<const FunctionObject*, FunctionObject*>> readers;
  bool only_new = false;  // reads that are known by whoever calls for them are no events
};

inline const PythonUnit& UnitAt(const Machine& m, int unit) {
  return m.units[static_cast<size_t>(unit)];
}
// The unit of what runs.
inline const PythonUnit& UnitHere(const Machine& m) {
  return m.units[static_cast<size_t>(m.frame->unit)];
}
inline const Syntax& SyntaxHere(const Machine& m) { return UnitHere(m).syntax(); }

inline void SetOver(Machine& m, bool over) {
  m.over = over;
  m.heap.Freeze(over);
}

// Runs `what` in `frame` with a share of steps of its own, apart from what runs now: that goes on
// as it was. A share that is used up ends `what` alone.
template <class What>
void RunApart(Machine& m, Activation* frame, uint64_t share, const What& what) {
  Activation* const before = m.frame;
  const uint64_t steps = m.steps;
  const uint64_t limit = m.limit;
  std::vector<std::set<Symbol>> tries;
  std::vector<std::vector<Machine::Exit>*> loops;
  tries.swap(m.tries);
  loops.swap(m.loops);
  m.frame = frame;
  m.steps = 0;
  m.limit = share;
  const bool over = m.over;
  SetOver(m, false);
  what();
  SetOver(m, over);
  m.total_steps += m.steps;
  m.frame = before;
  m.steps = steps;
  m.limit = limit;
  m.tries.swap(tries);
  m.loops.swap(loops);
}

// A new activation of a module's top level, in a scope of its own.
inline Activation ModuleRun(Machine& m, ModuleObject* module) {
  ScopeObject* scope = m.heap.New<ScopeObject>();
  scope->level = ScopeObject::Level::kModule;
  scope->store = module;
  scope->module = module;
  Activation run;
  run.id = ++m.last_frame;
  run.unit = module->unit;
  run.scope = scope;
  return run;
}

// --- roots.cc: everything that a tree's Python does to the environment.
struct MachineRun {
  std::set<int> files;  // that hold a word of the accessor table, or of a wrapper that was found
  bool cut = false;    // not all code was run: it takes too many steps, or the run has no more time
  std::string cut_at;  // the first file that was not
};
MachineRun RunPython(Machine& m, unsigned jobs);

// --- statements.cc, branches.cc, loops.cc, raising.cc
Flow RunBlock(Machine& m, NodeId block);
Flow RunStatement(Machine& m, NodeId statement);
Flow RunIf(Machine& m, NodeId statement);
Flow RunFor(Machine& m, NodeId statement);
Flow RunWhile(Machine& m, NodeId statement);
Flow RunWith(Machine& m, NodeId statement);
Flow RunTry(Machine& m, NodeId statement);
Flow RunMatch(Machine& m, NodeId statement);
// Notes what the run makes of a node of the unit that runs.
void NoteReach(Machine& m, NodeId node, PythonUnit::Reach reach);
inline bool HasReach(const Machine& m, NodeId node, PythonUnit::Reach reach) {
  return (UnitHere(m).reach[node] & reach) != 0;
}
// Whether the test is spelled as a constant, so that its branch means the same wherever it is run.
bool IsLiteral(const Syntax& syntax, NodeId test);
// Uses `count` steps of the run's share.
void Tick(Machine& m, uint64_t count = 1);
// Names of the test that have alternatives of which a side leaves some: (name, if true, if false).
struct Narrowed {
  Symbol name;
  Val if_true;
  Val if_false;
};
std::vector<Narrowed> NarrowBy(Machine& m, NodeId test);
// What the test says of the beginning of a key of the environment; nullopt: nothing.
std::optional<Narrowed> NarrowKey(Machine& m, NodeId test);
// Something is stored under `key`, made of a key of the environment without its prefix: of what the
// mapping holds under known keys, each is the default of a variable. The site is the known key.
void ReadOver(Machine& m, const MappingObject& mapping, Val key, NodeId node);
// The rounds of a loop over `iterable`: elements that are certain, then one that stands for others.
struct Turn {
  Val element;
  bool certain;
};
struct Turns {
  std::vector<Turn> all;
  bool cut = false;  // some are not taken one by one: there are too many
};
Turns TurnsOf(Machine& m, Val iterable, NodeId node);
// A collection of which nothing is known but that it is empty leaves `body` out, as a test does: no
// run may have followed what fills it.
void LeaveOutIfEmpty(Machine& m, NodeId body, Turns* turns);

// --- limits.cc: what is left out is noted, and told once a place.
// `callee` did not run to its end for `call`, or not at all.
void NoteLimit(Machine& m, const CodePoint& call, const CodePoint& callee,
               const Machine::Limit& limit);
void NoteWhole(Machine& m, const CodePoint& call, const CodePoint& callee);
// A loop whose turns are not taken one by one has ended: before it, nothing was known of the names
// of `unnamed` accesses.
void NoteTurns(Machine& m, const Turns& turns, size_t unnamed, NodeId loop);
std::vector<Diagnostic> LimitsOf(const Machine& m);

// --- expressions.cc, operators.cc, comparisons.cc, text.cc, formats.cc
Val Evaluate(Machine& m, NodeId expression);
Val EvaluateComprehension(Machine& m, NodeId expression);
Val Operate(Machine& m, std::string_view operation, Val left, Val right, NodeId node);
bool IsNumber(const ConstantVal& value);
double NumberOf(const ConstantVal& value);
// A test of which nothing is known, of those values.
Val UnknownTest(Machine& m, NodeId node, Val a, Val b);
Val Compare(Machine& m, NodeId node);
Val ContainedIn(Machine& m, Val container, Val element, NodeId node);
// A comparison says what kind of value is read, and which words are true or false (words.cc).
struct Operand {
  Val value = nullptr;
  NodeId node = kNoNode;
};
void NoteCompared(Machine& m, std::string_view operation, const Operand& left,
                  const Operand& right);
// Truth of a value, side by side: true, false or unknown leaves.
Val TruthOf(Machine& m, Val value);
Val JoinTexts(Machine& m, const std::vector<Val>& pieces, NodeId node);
Val PercentFormat(Machine& m, Val format, Val arguments, NodeId node);
Val BraceFormat(Machine& m, const ConstantVal& format, const CallArguments& arguments, NodeId node);
Val TextMethod(Machine& m, Val text, std::string_view name, const CallArguments& arguments,
               NodeId node);
// A text made of a key of the environment is compared with a constant: the variable whose name
// would make it so is read.
void MeetKey(Machine& m, Val text, Val constant, NodeId node);
// The name of that variable, spelled as the constant is; null: none can be.
Val VariableOfKey(Machine& m, Val text, Val constant);
// {k[len("APP_"):].lower(): v for k, v in os.environ.items()}: the variable of which the key is
// made, if what else a mapping may hold, `rest` (null: nothing), has keys of that kind; null: it
// has none.
Val NameAmong(Machine& m, Val rest, Val key);
// --- flows.cc
// Notes the reads whose values the call of a library gets, if queries/value_sinks.toml has a rule for
// it. `made`: what its object was made with; null: nothing is known.
void NoteFlows(Machine& m, std::string_view call, const CallArguments& arguments,
               const CallArguments* made, NodeId node);
// The same of a method that the language defines, and of one of an object of which nothing is known.
// `attribute`: the callee.
void NoteFlowsOfMethod(Machine& m, const MethodVal& method, const CallArguments& arguments,
                       NodeId node);
void NoteFlowsOfUnknown(Machine& m, NodeId attribute, const CallArguments& arguments, NodeId node);

// The value of an expression of which only its source is known. With `type` it is what `from` is,
// converted; without, it is made of it and no longer the same.
Val Opaque(Machine& m, NodeId node, Val from = nullptr, ValueType type = ValueType::kUnknown);

// --- names.cc, imports.cc
Val LoadName(Machine& m, Symbol name, NodeId node);
void BindName(Machine& m, Symbol name, Val value);
void BindTarget(Machine& m, NodeId target, Val value);
void DeleteTarget(Machine& m, NodeId target);
int AddUnit(Machine& m, int file, std::shared_ptr<const PythonFile> parsed);
// Code within a file that is a module of its own, which no import finds.
int AddCode(Machine& m, const RunCode& code, PythonUnit::Origin origin);
// The unit's module, which is run if that was not done.
ModuleObject* LoadUnit(Machine& m, int unit);
ModuleObject* LoadModule(Machine& m, int file, bool run);
void RunImport(Machine& m, NodeId statement);
void RunImportFrom(Machine& m, NodeId statement);
// A member of a module of the tree, which may be a module below it; null where it has none.
Val ModuleMember(Machine& m, ModuleObject* module, Symbol name);
// `value` with what its imported leaves mean: runs their modules where nobody did.
Val Resolve(Machine& m, Val value);
// `value` as if it were spelled where it is loaded, if it is a text.
Val Respell(Machine& m, Val value, NodeId node);
// The same, and a constant decides no test: the scope that has it may give it another value.
Val FromElsewhere(Machine& m, Val value, NodeId node);
// `value` respelled if it is a text that no activation which still runs spelled: a constant's
// element.
Val RespellIfGone(Machine& m, Val value, NodeId node);

// --- attributes.cc, items.cc, collections.cc, classes.cc
Val GetAttribute(Machine& m, Val object, Symbol name, NodeId node);
void SetAttribute(Machine& m, Val object, Symbol name, Val value, NodeId node);
// A field of an object is set to the environment, or to a copy of it: so it may be in others.
void NoteHanded(Machine& m, const InstanceObject& instance, Symbol name, Val value);
// A class's own or inherited name; null where it has none.
Val FindInClass(Machine& m, ClassObject* type, Symbol name);
// The text of a key of the environment that begins with the prefix.
Val KeyTextOf(Machine& m, Symbol prefix);
Val GetItem(Machine& m, Val object, Val key, NodeId node, Val otherwise = nullptr,
            bool get = false);
// `how`: by what of the object it is done.
void SetItem(Machine& m, Val object, Val key, Val value, NodeId node, std::string_view how = "[]");
// nullopt: it cannot be a key that is known.
std::optional<SlotKey> KeyOf(Val value);
void UpdateMapping(Machine& m, Val object, const CallArguments& from, NodeId node,
                   std::string_view how = ".update");
Val CopyMapping(Machine& m, Val object);
// All elements; nullopt where there may be others.
std::optional<std::vector<Val>> KnownElements(Machine& m, Val value);
// What any element may be.
Val AnyElement(Machine& m, Val value);
// What an object of a class derived from dict keeps; null: it is none, or not known.
Val ItemsOfObject(Machine& m, Val object);
// Whether the object's method, which its own class does not have, is that of a mapping.
bool InheritsFromMapping(const Machine& m, const InstanceObject& object, std::string_view method);
Val CallMappingObject(Machine& m, Val object, std::string_view name, const CallArguments& arguments,
                      NodeId node);
// The object's attributes as a mapping: vars(x), x.__dict__.
Val ViewOf(Machine& m, Val object);
void DefineClass(Machine& m, NodeId statement);
bool IsEnumeration(Machine& m, ClassObject* type);
// A member of an enumeration. `name`: its own, a text.
Val MemberOf(Machine& m, ClassObject* type, Val name, Val value);
// The text that a member of an enumeration of texts is; null: the value is none (enum.StrEnum).
Val TextOfMember(Machine& m, Val value);
// An object of the class of which only that is known: __init__ ran with unknown arguments.
Val GenericInstance(Machine& m, ClassObject* type);
// An object of the class that the annotation names; unknown where it names none of the tree.
Val OfAnnotation(Machine& m, NodeId annotation, ModuleObject* module);

// --- shares.cc
// How many runs of a function may find nothing new before it has a small share.
constexpr uint32_t kPatience = 3;
// What two calls have in common that give the same. `by_frame`: where its texts are spelled counts.
std::string MemoKey(const Machine& m, const FunctionObject* function,
                    const CallArguments& arguments, NodeId node, bool by_frame);
// Whether what is passed is not known, whole or in part.
bool IsVague(const CallArguments& arguments);
bool RecursesTooOften(const Machine& m, const FunctionObject* function,
                      const CallArguments& arguments);
// The steps of a call. `hands`: its file may hand an environment on. `fruitless`: the function's
// runs before that found nothing new.
uint64_t ShareOf(const Activation& run, bool sought, bool hands,
                 const Machine::Fruitless& fruitless);

// --- functions.cc, definitions.cc, calls.cc, builtins.cc, library.cc
void DefineFunction(Machine& m, NodeId statement);
Val MakeLambda(Machine& m, NodeId expression);
Val EvaluateCall(Machine& m, NodeId expression);
Val Call(Machine& m, Val callee, const CallArguments& arguments, NodeId node);
Val CallMethod(Machine& m, Val receiver, Symbol name, std::vector<Val> arguments, NodeId node);
Val CallFunction(Machine& m, FunctionObject* function, const CallArguments& arguments, Val receiver,
                 NodeId node);
// Runs a function that nobody calls, with unknown arguments; `given`, where it is not null, is what
// the parameter of that name is.
struct GivenParameter {
  Symbol name = 0;
  Val value = nullptr;
};
Val RunRoot(Machine& m, FunctionObject* function, Val receiver,
            const GivenParameter* given = nullptr);
bool HoldsSought(Machine& m, const FunctionObject& function);
Val CallBuiltInMethod(Machine& m, const MethodVal& method, const CallArguments& arguments,
                      NodeId node);
Val CallLibrary(Machine& m, const LibraryVal& callee, const CallArguments& arguments, NodeId node);
// A function of the language or of a library that has a model of its own; nullopt: it has none.
std::optional<Val> CallModelled(Machine& m, std::string_view path, const CallArguments& arguments,
                                NodeId node);
// The argument of that place; null: it is not passed.
Val ArgumentOf(Machine& m, const ArgumentPlace& place, const CallArguments& arguments);
// What a type that is handed over makes of a text: int, click.INT, Csv().
ValueType TypeOfCast(const Machine& m, Val cast);
Val LibraryItem(Machine& m, const LibraryVal& object, Val key, NodeId node);
void ReadSettings(Machine& m, ClassObject* type);
// The type that an annotation of the module that runs gives: X, Optional[X], X | None, list[X].
ValueType TypeAnnotated(Machine& m, NodeId annotation);
// What a declarator's call in Annotated[TYPE, call(...)] makes; null: there is none.
// `default_value`: what the parameter or field has; null: none, and it is required.
Val CallInAnnotation(Machine& m, NodeId annotation, Val default_value);

// --- children.cc
// The mapping is the environment of another process: what it holds is written there.
void HandToChild(Machine& m, Val mapping, NodeId node);
// The mapping is bound to a name that says it is an environment: likely it is one.
void NoteCalledEnvironment(Machine& m, Val mapping, NodeId node);
// object[key] = value, of an object of which only its name says that it is an environment.
void PutInCalledEnvironment(Machine& m, Val object, Val key, Val value, NodeId node);
// The elements of a list: "docker", "run", "-e", "NAME=value".
void ReadOptionsOfContainer(Machine& m, const std::vector<Val>& items,
                            const std::vector<NodeId>& nodes);

// Whether the callee is a call of the tables that declares a variable or a field.
bool IsDeclarator(const Machine& m, Val callee);
// A call of a declarator of the accessor table, by its dotted name; null: it names no variable.
// `via`: what the access is told to go through.
Val ReadDeclared(Machine& m, const std::string& path, const CallArguments& arguments, NodeId node,
                 std::string_view via);

// --- keywords.cc
// What the call's keywords name, whatever it calls. `result`: what it gives.
void NoteKeywords(Machine& m, Val callee, const CallArguments& arguments, NodeId node, Val result);
// `prefix` under the keyword or key: variables that a library makes up from it are read.
void NoteFamily(Machine& m, const std::string& keyword, Val prefix, NodeId node);
// Reads what records name by fields by which something reads; once all is run.
void ReadRecords(Machine& m);

// --- run_strings.cc
// The call runs its first argument, or a command line that may run Python.
enum class RunBy : uint8_t { kExec, kInterpreter, kShell };
void NoteRunString(Machine& m, Val code, RunBy by, NodeId node);
// [sys.executable, "-c", code, ...]
void NoteInterpreter(Machine& m, const std::vector<Val>& elements, NodeId node);

// Code that docstrings of the unit show and that holds one of the words.
std::vector<RunCode> DocstringsOf(const Machine& m, size_t unit,
                                  const std::set<std::string>& words);

// --- argument_parser.cc
// What a parser's `_actions` holds; null where its class derives from none of argparse's.
Val OptionsOf(Machine& m, InstanceObject* parser);
// nullopt: the call is no method of a parser of the tree that adds options.
std::optional<Val> CallOfArgumentParser(Machine& m, const LibraryVal& callee,
                                        const CallArguments& arguments, NodeId node);
// A call of `add_argument` of which only that is known adds the option.
void AddOptionByName(Machine& m, NodeId call, const CallArguments& arguments);

// --- pytest.cc
// What a test or a fixture is handed as its parameter; null where that is not known.
Val GivenByPytest(Machine& m, FunctionObject* function, Symbol parameter);

// --- config_parser.cc
// parser[key], section[key]; nullopt: the call is no method of a parser whose values a hook gives.
Val ItemOfParser(Machine& m, const LibraryVal& object, Val key, NodeId node);
std::optional<Val> CallOfParser(Machine& m, const LibraryVal& callee,
                                const CallArguments& arguments, NodeId node);

// --- command_line.cc
// Reads the variables of the command's options, and of the commands below it. `prefix` empty: the
// one that its own settings have, if any.
void ReadOptions(Machine& m, FunctionObject* command, std::string prefix, int depth);
// `command` is one of `group`'s.
void AddCommand(Machine& m, FunctionObject* group, FunctionObject* command);
// An option of a parser that names the variable of each by itself (ConfigArgParse,
// "auto_env_var_prefix").
void ReadPrefixedOption(Machine& m, const LibraryVal& method, const CallArguments& arguments,
                        NodeId node);
// The command line is started with these arguments.
void RunCommand(Machine& m, FunctionObject* command, const CallArguments& arguments);

// --- emit.cc, notes.cc
struct Emission {
  AccessOp op = AccessOp::kRead;
  Val name = nullptr;
  NodeId node = kNoNode;
  Val default_value = nullptr;  // null: none
  Val written = nullptr;
  bool likely = false;    // a write that counts if the program reads such a variable
  bool required = false;  // raises where the variable is unset
  ValueType type = ValueType::kUnknown;
  Symbol via = 0;
  std::string description = {};
  Symbol variable = 0;  // that facets of the read are about; 0: its own
};
// Whether the value is the variable's own.
bool IsValueOf(Val value, Symbol variable);
// Whether the expression is run though a test that is known leaves it out: what no run reached.
bool IsSwept(const Machine& m, NodeId expression);
// Whether an access in the expression was run.
bool IsVisited(const Machine& m, int unit, NodeId node);
// Whether the activation of that number runs.
bool IsRunning(const Machine& m, uint32_t activation);
// The value that the access gives.
Val Emit(Machine& m, const Emission& emission);
// Whether the site's name has no unknown part.
bool IsComplete(const Machine& m, const EventSite& site);
// What the function of the part is called with for its parameter reaches the environment, or one
// that another process is given.
void NoteWrapper(Machine& m, const TextPart& part);
// All of `environment` is read, by `how` of it: ".items". What was handed over its owner reads.
void EmitBulk(Machine& m, Val environment, std::string_view how, NodeId node);
// The call hands the environment to what is not followed: it may read any of it.
void NoteHandedWhole(Machine& m, const CallArguments& arguments, NodeId call);
// The names of an access that no run knows, by where they come from; else the one that it has.
std::vector<Val> NamesByOrigin(Machine& m, Val name, NodeId access);
// Files that hold the word may tell a name; what runs now is run again with them.
// Whether they were not sought so far.
bool NoteWanted(Machine& m, Symbol word);
// What an access at that place goes through as it is written: "env.get", "env[]"; empty: neither.
std::string SpelledAt(const Machine& m, const CodePoint& at);
// What an access to `object`, an environment or a copy of one, goes through: "os.environ.get".
Symbol AccessorName(Machine& m, Val object, std::string_view behind, std::string_view before = "");
// Something is known that was not before: what runs is worth its steps.
void NoteNews(Machine& m);
// The value is bound in the frame that runs: what its facets are where they are unset is the
// default of their reads.
void NoteBinding(Machine& m, Val value);
// What a function gave that was run for a row of a table: the row's default, where none is known.
void NoteRow(Machine& m, Val value);
// The same for what outlives the frame: a field or an element that the variable's value is put
// into.
void NoteStored(Machine& m, Val value);
// The statement binds the value: reads that stand in it and decide it are kept there.
void NoteKept(Machine& m, Val value, NodeId statement);
// The function that runs gives the value back.
void NoteGivenBack(Machine& m, Val value);
// A branch on `test`, as it is written at the node: what holds where the variables that it asks for
// are unset is decided behind it.
void NoteTested(Machine& m, Val test, NodeId node);
// `value` holds behind such a branch: on its unset side it takes the place of what was read.
void NoteReplaced(Machine& m, Val test, Val value);
// The value is what a call gives that was passed the names of reads since `epoch`.
void NoteCall(Machine& m, Val value, uint64_t epoch);
// A branch on `test` ends in an exception on its true or its false side: the variables whose
// absence leads there are required.
void NoteRequired(Machine& m, Val test, bool on_true, bool on_false);
// `last`: whatever it was converted to before.
void NoteType(Machine& m, Val value, ValueType type, bool last = false);

}  // namespace flagcensus
