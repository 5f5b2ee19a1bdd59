// The abstract machine for Python: its state. The smallest program that shows what it does:
//
//   def env(name): return os.environ.get("APP_" + name)
//   DEBUG = env("DEBUG") or "0"
//       ─→ env runs with the text "DEBUG", which the module spelled; os.environ.get is an event:
//          a read of APP_DEBUG, at the module's call, default "0", by way of env
//
// Its operations are free functions, by the part of the language that they implement:
//
//   statements.cc  branches.cc  loops.cc  raising.cc
//                                            statements → how the block continues
//   expressions.cc  operators.cc  comparisons.cc  text.cc  formats.cc
//                                            expressions → values
//   words.cc                                 what a read's value is compared with
//   names.cc  imports.cc                     variables and modules
//   start_values.cc                          what they are before other code replaces it
//   attributes.cc  items.cc  collections.cc  classes.cc
//                                            objects
//   mappings.cc                              objects that are mappings
//   functions.cc  definitions.cc  shares.cc  calls.cc  builtins.cc
//                                            calls
//   children.cc                              environments of other processes
//   library.cc  conversions.cc  models*.cc  settings.cc  components.cc
//                                            libraries as the accessor table describes them
//   command_line.cc  argument_parser.cc  config_parser.cc  pytest.cc
//                                            libraries that no entry describes
//   keywords.cc                              keywords that name variables, in any call
//   run_strings.cc                           code in strings
//   emit.cc  notes.cc                        accesses to the environment → events, and their use
//   kept.cc                                  where the value of a read goes
//   later_uses.cc                            and what code that is not run makes of it
//   rows.cc                                  tables with names that a loop reads
//   origins.cc                               names that no run knows
//   limits.cc                                what is skipped → diagnostics
//   roots.cc  sought.cc  rerun.cc  omitted.cc  root_files.cc
//                                            which code is run, and in what order
//
// Nothing of the program is executed; each run of a function is bounded by a share of its caller's
// steps, which shrinks with depth, and a used-up share ends only that call.
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
#include "analyzer/model/finding.h"
#include "analyzer/python/machine/unit.h"
#include "analyzer/python/module_index.h"
#include "analyzer/tree/tree.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

// A run of a function, a module or a class body.
struct Activation {
  uint32_t id = 0;
  int unit = -1;
  ScopeObject* scope = nullptr;
  Activation* caller = nullptr;
  NodeId call = kNoNode;  // in the caller's unit
  // The remaining members are those of a call of a function; a module and a class body use a few.
  NodeId statement = kNoNode;  // the one being run
  FunctionObject* function = nullptr;
  Val receiver = nullptr;  // of a method
  struct Return {
    Val path;  // the tests under which it is reached
    Val value;
    NodeId statement = kNoNode;
  };
  std::vector<Return> returns;
  std::vector<Val> guards;  // the tests of the branches around the current code
  // Tests of variables that are true at the current code: those of the branches around it, and of
  // earlier ones if the block ends on their other side.
  std::vector<Val> holding;
  std::vector<Val> yields;
  bool generator = false;
  bool container = false;  // a list in it starts a container
  size_t tries = 0;        // number running when it began
  int depth = 0;
  int cold = 0;        // calls since the last function that contains a sought word
  bool found = false;  // it, or a function it calls, did something that no run had done before
};

// How execution continues after a block.
enum class Flow : uint8_t { kNext, kBreak, kContinue, kReturn, kRaise };

// Identifies a call, by a hash of its callee, position and arguments: 128 bits, so no two
// calls of a run have the same.
struct CallKey {
  // If two calls had one key, the second would return the result of the first, and its accesses
  // would be missing.
  uint64_t low = 0;
  uint64_t high = 0;
  bool operator==(const CallKey&) const = default;
};
struct CallKeyHash {
  size_t operator()(const CallKey& key) const { return static_cast<size_t>(key.low); }
};

// Code in a string of a unit, to be run.
struct RunCode {
  int unit = -1;
  std::string text;        // without common indentation
  uint32_t line = 0;       // of the string
  uint32_t column = 0;     // bytes removed from each line, or that of the place
  bool one_place = false;  // all of it is at line:column
  bool shares = false;     // the unit's names are visible in it
};

// What the machine runs: the tree's files and modules, and the libraries' table.
struct ProgramState {
  // The first six are the input of a run. The others grow while it runs: imports and code in
  // strings add units, and each round adds sought words.
  const Tree& tree;
  const ModuleIndex& index;
  const AccessorTable& table;
  RunBudget* budget = nullptr;             // null: no bounds on time and memory
  RunCost* cost = nullptr;                 // null: not measured
  bool follow_values = false;              // whether EventSite::flows are recorded
  std::map<int, std::string> unread = {};  // files that could not be read or parsed, with why
  std::deque<PythonUnit> units = {};
  std::unordered_map<int, int> unit_of_file = {};
  std::vector<ModuleObject*> modules = {};  // by unit
  SymbolSet sought = {};                    // words that make a function worth running
  // The searches for words in the tree's files, with the files that contain one.
  struct Searched {
    WordSearch search;
    std::vector<char> found;  // by file
  };
  std::vector<Searched> searches = {};
  // Code in strings, to be run, and the literals that it comes from.
  std::vector<RunCode> codes = {};
  std::set<CodePoint> code_literals = {};
  // Caches, by symbol: of a library's path, whether no entry and no model is about a call of it;
  // of a name, whether it suggests an environment. 0: not asked yet.
  std::vector<uint8_t> unlisted = {};
  std::vector<uint8_t> environment_names = {};
  // The paths of attributes of libraries, by the paths of these and the attributes' names.
  struct LibraryMember {
    Symbol path = 0;
    bool environment = false;
  };
  std::unordered_map<uint64_t, LibraryMember> members = {};
};

// The position of a run, and how many of its steps remain.
struct RunState {
  Activation* frame = nullptr;  // the running one; null: none
  uint32_t last_frame = 0;
  // Steps since the current share began, and their bound. `total_steps` is of all shares that
  // ended.
  uint64_t steps = 0;
  uint64_t limit = 0;
  // The current share of steps is used up: until its owner resumes, every expression is unknown,
  // statements have no effect, nothing is recorded and the heap does not change.
  bool over = false;
  uint64_t total_steps = 0;
  int nesting = 0;  // of evaluations, on the machine's own stack
  // Both sides of each expression's test are run: for code that no run reached.
  bool every_branch = false;
  bool only_new = false;  // reads that are already known from their callers are not events
  // The prefixes that library objects put before names within the current `with`, by the object's
  // path.
  std::map<std::string, std::string> prefixes;
  // The parameter or field that the current call declares: port: Annotated[int, Option(...)] = 80.
  struct Declaration {
    CodePoint call;
    NodeId annotation = kNoNode;  // its type's
    Val default_value = nullptr;  // null: it is in the call's own arguments
  };
  const Declaration* declaration = nullptr;
  // The class that the running `__new__` of its metaclass makes; null: none is running.
  ClassObject* made_class = nullptr;
  // For each running `try`: the variables that raise in it by being unset.
  std::vector<std::set<Symbol>> tries;
  // For the handlers of the running `try`: how many star imports of the module precede it.
  size_t stars_before_try = 0;
  // Snapshots of variables at each `break` and `continue` of the running loop.
  struct Exit {
    bool leaves;  // the loop, not only the iteration
    Val test;
    std::vector<SlotMap::Entry> variables;
  };
  std::vector<std::vector<Exit>*> loops;
  // The operation on an object that is a mapping while it looks its key up: it applies to the
  // variable that the look-up reads, so `if key in config:` is a test and not a read. Null: none is
  // running.
  struct Asked {
    AccessOp op = AccessOp::kRead;
    Val written = nullptr;
    uint32_t frame = 0;  // that performs it
    Symbol via = 0;      // as spelled there
  };
  const Asked* asked = nullptr;
  // The function being run for each row of a table that it looks a parameter up in; 0: none.
  Symbol row_reader = 0;
  // Cached results of calls, by callee, position and arguments.
  std::unordered_map<CallKey, Val, CallKeyHash> memo;
  std::unordered_map<const AbstractValue*, Val> imported;  // resolved kImport values
  // Functions are identified by position and not by FunctionObject: each call of an outer function
  // defines its inner functions anew.
  // For each function, by its position: how many of its last runs found nothing new, and how many
  // of these used up their share.
  struct Fruitless {
    uint32_t runs = 0;
    uint32_t spent = 0;
  };
  std::unordered_map<CodePoint, Fruitless, CodePointHash> fruitless;
};

// What runs found out about the program, besides the events.
struct FoundState {
  // The parts of functions and modules that were not run, by call and callee (the callee twice if
  // any other run of it suffices): where that is reported, and why. Removed once a later run of the
  // same completes.
  struct Limit {
    CodePoint at;
    const char* why;
  };
  std::map<std::pair<CodePoint, CodePoint>, Limit> limits;
  size_t unnamed = 0;           // number of accesses so far with an unknown name
  std::set<CodePoint> visited;  // accessor calls that were run
  // Functions with parameters through which a name reaches the environment.
  std::unordered_map<const FunctionObject*, std::set<Symbol>> wrappers;
  // Classes with a wrapper among their methods that has too common a name to search files for it:
  // get, __getattr__.
  std::set<const ClassObject*> hidden_owners;
  bool attribute_hooks = false;  // a class has a method that each of its attributes goes through
  bool viewed = false;           // the program asks for all names of a class: Config.__dict__
  std::set<Symbol> followed;  // names of modules of which all assignments in the file were sought
  // Keys of tables that a function looks one of its parameters up in, as spelled there.
  std::map<std::pair<const FunctionObject*, Symbol>, std::vector<Val>> found_by_name;
  // Calls that declare a variable by a name that it is derived from, once everything is run.
  std::set<CodePoint> declarators;
  // Numbers of functions that contain accesses, as in Access::function.
  std::map<CodePoint, int> numbered;
  // Classes that only the configuration in their body shows to be settings, with the base that is
  // not in the tree.
  std::map<const ClassObject*, NodeId> configured;
  // Statements of a class's body that bind a name that one of its base classes has, too.
  std::set<CodePoint> overriding;
  // Values that a class assigns to a field, by the position where the field's name is declared.
  std::map<CodePoint, Val> declared;
  // The default that a record has next to a text that may be a variable's name, by the text's
  // position.
  std::map<CodePoint, Val> record_defaults;
  // Methods by name, of classes with objects that may come from anywhere.
  std::unordered_map<Symbol, FunctionObject*> methods_by_name;
  // Records of the program with a field that names variables; and the fields of unknown objects
  // that are used as names in reads.
  struct Record {
    int unit;
    NodeId node;
    Symbol field;
    Val names;
    Val default_value;  // null: unknown
    ValueType type = ValueType::kUnknown;
  };
  std::vector<Record> records;
  std::set<Symbol> asked_fields;
};

// What libraries keep between the calls of a program.
struct LibraryState {
  // Options of the tree's own command line parsers, by where each is added and its name; and the
  // classes of the parsers that iterate over them.
  std::map<std::pair<CodePoint, Symbol>, Val> options;
  std::set<ClassObject*> parsers;
  std::map<CodePoint, ValueType> option_types;  // by the position where the option is spelled
  // Results of test fixtures.
  std::unordered_map<const FunctionObject*, Val> given;
  // Options that the program declares by a library's `define`, by the library's module.
  std::map<std::string, std::vector<std::pair<Val, Val>>> defined;  // names, and the calls
  // Modules and classes that objects of libraries loaded as settings, by the calls that made these
  // objects: config.from_object("app.settings").
  std::map<CodePoint, std::vector<HeapObject*>> loaded;
};

// What is to be run once more, or searched for, when the current roots have been run.
struct PendingState {
  // The roots are run in rounds. What they put here is run at the end of the round, or in the next
  // one.
  // Attributes and methods that may yield a name, with whether their files were searched for, and
  // functions that are run again with them.
  std::map<Symbol, bool> wanted;
  std::set<CodePoint> once_more;
  // Methods of unknown objects that were passed the environment: methods of classes by that name.
  std::map<Symbol, std::vector<FunctionObject*>> passed;
  // Fields that were set to an environment passed to an object's constructor, by the class with
  // the code that sets them. An object of which only the class is known has it there, too.
  std::map<std::pair<const ClassObject*, Symbol>, Val> passed_fields;
  // Parameters that were passed an environment.
  std::vector<std::pair<FunctionObject*, Symbol>> passed_parameters;
  // Created objects, by their constructor, a record's by its class; and for each of these the
  // methods that reach the environment through its arguments.
  std::unordered_map<const HeapObject*, std::vector<InstanceObject*>> made;
  std::vector<std::pair<const HeapObject*, FunctionObject*>> readers;
};

// The parts are separate structs so that a function can declare what it needs: RunState& cannot
// change what was found, and SymbolTable& has no access to the heap.
struct Machine {
  Machine(const Tree& t, const ModuleIndex& i, const AccessorTable& a)
      : program{t, i, a}, heap(values) {}
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  ProgramState program;
  SymbolTable symbols;
  ValuePool values;
  Heap heap;
  EventLog events;
  RunState run;
  FoundState found;
  LibraryState libraries;
  PendingState pending;
};

inline const PythonUnit& UnitAt(const Machine& m, int unit) {
  return m.program.units[static_cast<size_t>(unit)];
}
// The unit of the running code.
inline const PythonUnit& UnitHere(const Machine& m) {
  return m.program.units[static_cast<size_t>(m.run.frame->unit)];
}
inline const Syntax& SyntaxHere(const Machine& m) { return UnitHere(m).syntax(); }

inline void SetOver(Machine& m, bool over) {
  m.run.over = over;
  m.heap.Freeze(over);
}

// Runs `what` in `frame` with its own share of steps, separate from the current run, which then
// continues unchanged. A used-up share ends only `what`. Branches of the surrounding run still roll
// back what it does to the heap; see Heap::RunOutside.
template <class What>
void RunApart(Machine& m, Activation* frame, uint64_t share, const What& what) {
  Activation* const before = m.run.frame;
  const uint64_t steps = m.run.steps;
  const uint64_t limit = m.run.limit;
  std::vector<std::set<Symbol>> tries;
  std::vector<std::vector<RunState::Exit>*> loops;
  tries.swap(m.run.tries);
  loops.swap(m.run.loops);
  m.run.frame = frame;
  m.run.steps = 0;
  m.run.limit = share;
  const bool over = m.run.over;
  SetOver(m, false);
  what();
  SetOver(m, over);
  m.run.total_steps += m.run.steps;
  m.run.frame = before;
  m.run.steps = steps;
  m.run.limit = limit;
  m.run.tries.swap(tries);
  m.run.loops.swap(loops);
}

// A new activation of a module's top level, in its own scope.
inline Activation ModuleRun(Machine& m, ModuleObject* module) {
  ScopeObject* scope = m.heap.NewScope();
  scope->level = ScopeObject::Level::kModule;
  scope->store = module;
  scope->module = module;
  Activation run;
  run.id = ++m.run.last_frame;
  run.unit = module->unit;
  run.scope = scope;
  return run;
}

// --- roots.cc: everything that a tree's Python code does to the environment.
struct MachineRun {
  std::set<int> files;  // with a word of the accessor table or the name of a wrapper found
  std::set<int> children;       // those of them of which every function is run
  std::set<std::string> words;  // that were searched for, and names of objects with wrappers
  bool cut = false;             // not all code was run: too many steps, or no time left
  std::string cut_at;   // the first file that was not run
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
// comparisons.cc. Whether the subject of a match is one of the literals; `node`: of the case.
Val IsAmongLiterals(Machine& m, Val subject, NodeId subject_node, std::span<const NodeId> literals,
                    NodeId node);
// Records the outcome of the run for a node of the running unit.
void NoteReach(Machine& m, NodeId node, PythonUnit::Reach reach);
inline bool HasReach(const Machine& m, NodeId node, PythonUnit::Reach reach) {
  return (UnitHere(m).reach[node] & reach) != 0;
}
// While it exists, `test` is true: code that runs meanwhile is below a test of the variables in it.
class Holding {
 public:
  Holding(Machine& m, Val test);
  ~Holding() { frame_.holding.resize(before_); }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;

 private:
  Activation& frame_;
  const size_t before_;
};
// `test` is true from here to the end of the block.
void NoteHolding(RunState& run, Val test);
// Whether a test that is true here implies that the variable is set. Searches the running
// activation and its callers, up to `outermost`.
bool IsKnownSet(Machine& m, Symbol variable, uint32_t outermost);
// Whether the running code is reached only if the variable is unset.
bool IsKnownUnset(Machine& m, Symbol variable);
// Whether a test around the running code is true if the variable is unset, and not always true if
// it is set: so for "if not x:" and "if x != 1:".
bool IsDecidedByUnset(Machine& m, Symbol variable);
// Whether the tests of it around the running code are certainly true if it is unset: not so for "x
// is None and y".
bool IsCertainWhereUnset(Machine& m, Symbol variable);
// Whether the test is spelled as a constant, so its branch is the same in every run.
bool IsLiteral(const Syntax& syntax, NodeId test);
// Uses up `count` steps of the run's share.
void Tick(Machine& m, uint64_t count = 1);
// Names in the test with alternatives of which a side keeps only some: (name, if true, if false).
struct Narrowed {
  Symbol name;
  Val if_true;
  Val if_false;
};
std::vector<Narrowed> NarrowBy(Machine& m, NodeId test);
// What the test implies for the beginning of a key of the environment; nullopt: nothing.
std::optional<Narrowed> NarrowKey(Machine& m, NodeId test);
// Whether the keys of the environment for which the test is true, or false if `opposite`, are those
// that the code skips:
//
//   {k: v for k, v in environ.items() if not k.startswith("LC_")}
bool IsOmitted(const PythonUnit& unit, NodeId test, bool opposite);
// Something is stored under `key`, derived from a key of the environment without its prefix: each
// known key of the mapping is a variable, and its value is that variable's default. The site is the
// known key:
//
//   settings = {"port": 80}
//   settings[key[4:].lower()] = value            ─→ a read of APP_PORT, default 80, at "port"
void ReadOver(Machine& m, const MappingObject& mapping, Val key, NodeId node);
// A text derived from a key of the environment is looked up in a table: each key of the table that
// the text can equal is a variable.
void MeetRows(Machine& m, const MappingObject& mapping, Val key, NodeId node);
// define("port", default=80) adds an option to the library's own table.
void NoteDefined(Machine& m, const LibraryVal& callee, const CallArguments& arguments, NodeId node);
// The text is looked up in something of the library: each declared option that the text can equal
// is a variable.
void MeetDefined(Machine& m, const LibraryVal& table, Val key, NodeId node);
// The default that a record of the program or of a library states; null: it is not a record, or
// states no default.
Val DefaultInRecord(Machine& m, Val record);
// The type that the record states, by its field `type` or `cast`.
ValueType TypeInRecord(Machine& m, Val record);
// The iterations of a loop over `iterable`: the certain elements, then one that represents all
// others.
struct Turn {
  Val element;
  bool certain;
};
struct Turns {
  std::vector<Turn> all;
  bool cut = false;  // there are too many elements to run each
};
Turns TurnsOf(Machine& m, Val iterable, NodeId node);
// A collection that is only known to be empty excludes `body`, as a test does: code that no run
// followed may fill it.
void LeaveOutIfEmpty(Machine& m, NodeId body, Turns* turns);

// --- limits.cc: skipped code is recorded, and reported once a position.
// `callee` did not run to its end for `call`, or not at all.
void NoteLimit(FoundState& found, const CodePoint& call, const CodePoint& callee,
               const FoundState::Limit& limit);
void NoteWhole(FoundState& found, const CodePoint& call, const CodePoint& callee);
// A loop has ended, of which not all iterations were run; before it, `unnamed` accesses had unknown
// names.
void NoteTurns(Machine& m, const Turns& turns, size_t unnamed, NodeId loop);
std::vector<Diagnostic> LimitsOf(const Machine& m);

// --- expressions.cc, operators.cc, comparisons.cc, text.cc, formats.cc
Val Evaluate(Machine& m, NodeId expression);
Val EvaluateComprehension(Machine& m, NodeId expression);
Val Operate(Machine& m, std::string_view operation, Val left, Val right, NodeId node);
// As str() spells it; a text is itself.
std::string SpelledConstant(const SymbolTable& symbols, const ConstantVal& constant);
bool IsNumber(const ConstantVal& value);
double NumberOf(const ConstantVal& value);
// The result of an unknown test of those values.
Val UnknownTest(Machine& m, NodeId node, Val a, Val b);
Val Compare(Machine& m, NodeId node);
Val ContainedIn(Machine& m, Val container, Val element, NodeId node);
// The elements that two sets have in common; an environment is the set of its names.
Val Intersection(Machine& m, Val a, Val b, NodeId node);
// A comparison reveals the type of a value that is read, and which words are true or false
// (words.cc).
struct Operand {
  Val value = nullptr;
  NodeId node = kNoNode;
};
void NoteCompared(Machine& m, std::string_view operation, const Operand& left,
                  const Operand& right);
// A read's value is looked up in a table with texts as keys: it is one of these.
void NoteLookedUp(Machine& m, Val read, const MappingObject& mapping);
// A read's value has to be an element of `choices`: of a list, the keys of a mapping, the members
// of an enumeration.
void NoteChoices(Machine& m, Val read, Val choices);
// The same for a read's value that is looked up in a mapping of words to true and false.
void NoteWordsOfKeys(Machine& m, Val read, const MappingObject& mapping);
// Truth of a value, side by side: true, false or unknown leaves.
Val TruthOf(Machine& m, Val value);
Val JoinTexts(Machine& m, const std::vector<Val>& pieces, NodeId node);
Val PercentFormat(Machine& m, Val format, Val arguments, NodeId node);
// forms.cc. The value in the form of a field: "!r", ":02d".
Val Formed(Machine& m, Val value, std::string_view form, NodeId node);
Val BraceFormat(Machine& m, const ConstantVal& format, const CallArguments& arguments, NodeId node);
Val TextMethod(Machine& m, Val text, std::string_view name, const CallArguments& arguments,
               NodeId node);
// A text derived from a key of the environment is compared with a constant: reads the variable
// with the name that makes them equal.
// `held`: the table's value under the constant; null: the constant is not in a table.
void MeetKey(Machine& m, Val text, Val constant, NodeId node, Val held = nullptr);
// The prefix of the variables for which this part of a text begins with `start`:
// key.lower().startswith("app_") is true for APP_PORT, so APP_. 0: that is not known.
Symbol PrefixOfKey(SymbolTable& symbols, const TextPart& key, Symbol start);
// The name of that variable, spelled like the constant; null: no variable can match.
Val VariableOfKey(Machine& m, Val text, Val constant);
// {k[len("APP_"):].lower(): v for k, v in os.environ.items()}: the variable that the key is derived
// from, if the mapping's other possible contents, `rest` (null: none), have keys of that kind; null
// if not.
Val NameAmong(Machine& m, Val rest, Val key);
// --- flows.cc
// If `follow_values`, records the reads that a library call receives as arguments, if
// queries/value_sinks.toml has a rule for the call. `made`: the arguments that created its object;
// null: unknown.
void NoteFlows(Machine& m, std::string_view call, const CallArguments& arguments,
               const CallArguments* made, NodeId node);
// The same for a method of a built-in type, and for one of an unknown object. `attribute`: the
// callee.
void NoteFlowsOfMethod(Machine& m, const MethodVal& method, const CallArguments& arguments,
                       NodeId node);
void NoteFlowsOfUnknown(Machine& m, NodeId attribute, const CallArguments& arguments, NodeId node);

// The value of an expression of which only the source is known. With `type` it is `from`,
// converted; without, it is derived from `from` and a different value.
Val Opaque(Machine& m, NodeId node, Val from = nullptr, ValueType type = ValueType::kUnknown);

// --- names.cc, imports.cc
Val LoadName(Machine& m, Symbol name, NodeId node);
void BindName(Machine& m, Symbol name, Val value);
void BindTarget(Machine& m, NodeId target, Val value);
void DeleteTarget(Machine& m, NodeId target);
// Whether the name suggests an environment: env, environ, extra_env.
bool SuggestsEnvironment(Machine& m, Symbol name);
int AddUnit(Machine& m, int file, std::shared_ptr<const PythonFile> parsed);
// Code within a file as a separate module, which imports do not find.
int AddCode(Machine& m, const RunCode& code, PythonUnit::Origin origin);
// The unit's module, run if it has not been.
ModuleObject* LoadUnit(Machine& m, int unit);
ModuleObject* LoadModule(Machine& m, int file, bool run);
void RunImport(Machine& m, NodeId statement);
void RunImportFrom(Machine& m, NodeId statement);
// A member of a module of the tree, possibly a submodule; null if there is none.
Val ModuleMember(Machine& m, ModuleObject* module, Symbol name);
// The name as a star import of a library's module defines it; null if no such import can.
Val StarredName(Machine& m, const ModuleObject& module, Symbol name);
// The result of the module's __getattr__ for a name that it does not define; null: it has no such
// function.
Val MissingOfModule(Machine& m, ModuleObject* module, Val name, NodeId node);
// `value` with imported leaves resolved: runs their modules if they have not been.
Val Resolve(Machine& m, Val value);
// `value` as if spelled at `node`, where it is loaded, if it is a text.
Val Respell(Machine& m, Val value, NodeId node);
// The same, but a constant decides no test: other code may assign a different value to the name.
Val FromElsewhere(Machine& m, Val value, NodeId node);
// `value` respelled if it is a text that was not spelled by a running activation: an element of a
// constant.
Val RespellIfGone(Machine& m, Val value, NodeId node);
// Whether the node is in the call that made the object: an argument of its constructor.
bool IsMadeWith(const Machine& m, const InstanceObject& object, const CodePoint& at);

// --- start_values.cc
// The running code sets the variable to that value; `if_unset`: only if the user has not set it.
void NoteFilledIn(Machine& m, Symbol variable, Val value, bool if_unset);
// `unset`, or what the program filled in before the read in the running code of that unit.
Val AfterFilling(Machine& m, Symbol variable, int unit, Val unset);
// The value of the module's name, or of a field of the class's objects: a start value, which is not
// a default, if other code replaces it.
Val AsStartOf(Machine& m, const ModuleObject& module, Symbol name, Val value);
Val AsStartOfField(Machine& m, ClassObject* type, Symbol name, Val value);

// --- attributes.cc, items.cc, collections.cc, classes.cc
Val GetAttribute(Machine& m, Val object, Symbol name, NodeId node);
void SetAttribute(Machine& m, Val object, Symbol name, Val value, NodeId node);
// A field of an object is set to the environment or a copy of it; other objects of the class may
// have it in that field too.
void NotePassed(Machine& m, const InstanceObject& instance, Symbol name, Val value);
// The same as if the class had no method for every attribute (Python Language Reference,
// "Customizing attribute access").
Val GetPlainAttribute(Machine& m, Val object, Symbol name, NodeId node);
// Methods by which a class provides attributes of its objects: every attribute, and missing ones.
constexpr std::string_view kEveryAttribute = "__getattribute__";
constexpr std::string_view kMissingAttribute = "__getattr__";
// A class's own or inherited name; null if it has none.
Val FindInClass(Machine& m, ClassObject* type, Symbol name);
// The text of a key of the environment with that prefix.
Val KeyTextOf(Machine& m, Symbol prefix);
Val GetItem(Machine& m, Val object, Val key, NodeId node, Val otherwise = nullptr,
            bool get = false);
// `how`: the member of the object that does it.
void SetItem(Machine& m, Val object, Val key, Val value, NodeId node, std::string_view how = "[]");
// nullopt: it cannot be a known key.
std::optional<SlotKey> KeyOf(Val value);
// UNSET = object(): equal only to itself.
bool IsSentinel(const SymbolTable& symbols, Val value);
// A sentinel, or a library's mark for "no value" (argparse.SUPPRESS), or either or None.
bool IsMarkOfNothing(const SymbolTable& symbols, Val value);
void UpdateMapping(Machine& m, Val object, const CallArguments& from, NodeId node,
                   std::string_view how = ".update");
Val CopyMapping(Machine& m, Val object);
// All elements; nullopt if there may be others.
std::optional<std::vector<Val>> KnownElements(Machine& m, Val value);
// The possible values of any element.
Val AnyElement(Machine& m, Val value);
// The contents of an object of a class derived from dict; null: not such an object, or unknown.
Val ItemsOfObject(SymbolTable& symbols, Val object);
// Whether the object's method, which its own class does not define, is that of a mapping.
bool InheritsFromMapping(const SymbolTable& symbols, const InstanceObject& object,
                         std::string_view method);
Val CallMappingObject(Machine& m, Val object, std::string_view name, const CallArguments& arguments,
                      NodeId node);
// The object's attributes as a mapping: vars(x), x.__dict__.
Val ViewOf(Machine& m, Val object);
void DefineClass(Machine& m, NodeId statement);
// The class that `type.__new__`, called by its metaclass, makes of the mapping that it is passed.
Val MakeClass(Machine& m, const CallArguments& arguments);
bool IsEnumeration(SymbolTable& symbols, ClassObject* type);
// A field that a class's body annotates or gives a value: `name: type`, `name = value`.
struct DeclaredField {
  const ClassObject* owner = nullptr;
  Symbol name = 0;
  CodePoint at;  // of its name
};
// Those of the class and its bases, derived ones first, without names that begin with an
// underscore.
std::vector<DeclaredField> DeclaredFieldsOf(Machine& m, ClassObject* type);
// A member of an enumeration. `name`: the member's name, a text.
Val MemberOf(Machine& m, ClassObject* type, Val name, Val value);
// The text of a member of an enumeration of texts (enum.StrEnum); null: it is not one.
Val TextOfMember(SymbolTable& symbols, Val value);
// An object of which only the class is known: its __init__ ran with unknown arguments.
Val GenericInstance(Machine& m, ClassObject* type);
// Methods that run before any other of an instance: those of test frameworks (unittest,
// "TestCase.setUp"), and __set_name__ of a descriptor.
inline constexpr std::string_view kSetUpNames[] = {"setUp", "asyncSetUp", "setup_method",
                                                   "__set_name__"};
// An object of the class named by the annotation; unknown if it names no class of the tree.
Val OfAnnotation(Machine& m, NodeId annotation, ModuleObject* module);

// --- shares.cc
// How many runs of a function may find nothing new before its share is reduced.
constexpr uint32_t kPatience = 3;
// Calls with equal keys have equal results. `by_frame`: the place where its texts are spelled is
// part of the key.
CallKey MemoKey(const RunState& run, const FunctionObject* function, const CallArguments& arguments,
                NodeId node, bool by_frame);
// Whether the arguments are unknown, as a whole or in part.
bool IsVague(const CallArguments& arguments);
bool RecursesTooOften(const RunState& run, const FunctionObject* function,
                      const CallArguments& arguments);
// The steps of a call. `hands`: its file may pass an environment on. `fruitless`: the function's
// earlier runs that found nothing new.
uint64_t ShareOf(const Activation& run, bool sought, bool hands,
                 const RunState::Fruitless& fruitless);

// --- functions.cc, definitions.cc, calls.cc, builtins.cc, library.cc
void DefineFunction(Machine& m, NodeId statement);
Val MakeLambda(Machine& m, NodeId expression);
Val EvaluateCall(Machine& m, NodeId expression);
Val Call(Machine& m, Val callee, const CallArguments& arguments, NodeId node);
// If the call with the result `value` raises because a variable is unset, the `try` around it ends
// for that case.
void NoteRaising(RunState& run, Val value);
// conversions.cc. The result of int(x), bool(x) and so on, which give a value of the type.
Val ConvertValue(Machine& m, std::string_view path, ValueType type, const CallArguments& arguments,
                 NodeId node);
Val CallMethod(Machine& m, Val receiver, Symbol name, std::vector<Val> arguments, NodeId node);
Val CallFunction(Machine& m, FunctionObject* function, const CallArguments& arguments, Val receiver,
                 NodeId node);
// Runs a function that no code calls, with unknown arguments; `given`, if not null, is the value of
// the parameter of that name.
struct GivenParameter {
  Symbol name = 0;
  Val value = nullptr;
};
Val RunRoot(Machine& m, FunctionObject* function, Val receiver,
            const GivenParameter* given = nullptr);
bool ContainsSought(Machine& m, const FunctionObject& function);
// The function's body is run, or examined in another way than by words (see unseen.h).
inline void NoteSeen(Machine& m, const FunctionObject& function) {
  m.program.units[static_cast<size_t>(function.unit)].reach[function.node] |= PythonUnit::kSeen;
}
Val CallBuiltInMethod(Machine& m, const MethodVal& method, const CallArguments& arguments,
                      NodeId node);
Val CallLibrary(Machine& m, const LibraryVal& callee, const CallArguments& arguments, NodeId node);
// A built-in or library function with a model; nullopt: it has none.
std::optional<Val> CallModelled(Machine& m, std::string_view path, const CallArguments& arguments,
                                NodeId node);
bool IsModelled(std::string_view path);
// os.path.join: a text if all pieces are known, otherwise an unknown path.
Val JoinPaths(Machine& m, const std::vector<Val>& pieces, NodeId node);
// The argument at that position; null: it is not passed.
Val ArgumentOf(Machine& m, const ArgumentPlace& place, const CallArguments& arguments);
// The type to which a type passed as an argument converts a text: int, click.INT, Csv().
ValueType TypeOfCast(const Machine& m, Val cast);
Val LibraryItem(Machine& m, const LibraryVal& object, Val key, NodeId node);
void ReadSettings(Machine& m, ClassObject* type);
// A class with a base outside the tree is one of settings if its body configures it so.
void NoteConfigured(Machine& m, ClassObject* type, NodeId statement);
// Whether the class's fields, and those of classes derived from it, are variables.
bool IsSettingsClass(const Machine& m, ClassObject* type);
// The type of an annotation in the running module: X, Optional[X], X | None, list[X].
ValueType TypeAnnotated(Machine& m, NodeId annotation);
// The result of a declarator's call in Annotated[TYPE, call(...)]; null: there is none.
// `default_value`: of the parameter or field; null: none, and it is required.
Val CallInAnnotation(Machine& m, NodeId annotation, Val default_value);

// --- children.cc
// The mapping is the environment of another process: its contents are writes of variables there.
void PassToChild(Machine& m, Val mapping, NodeId node);
// The mapping is bound to a name that suggests an environment: it probably is one.
void NoteCalledEnvironment(Machine& m, Val mapping, NodeId node);
// object[key] = value, if only the object's name suggests that it is an environment.
void PutInCalledEnvironment(Machine& m, Val object, Val key, Val value, NodeId node);
// The elements of a list: "docker", "run", "-e", "NAME=value".
void ReadOptionsOfContainer(Machine& m, const std::vector<Val>& items,
                            const std::vector<NodeId>& nodes);

// Whether the callee is a call of the tables that declares a variable or a field.
bool IsDeclarator(const Machine& m, Val callee);
// A call of a declarator of the accessor table, by its dotted name; null: it names no variable.
// `via`: the accessor name to report.
Val ReadDeclared(Machine& m, const std::string& path, const CallArguments& arguments, NodeId node,
                 std::string_view via);

// --- keywords.cc
// Accesses named by the call's keywords, for any callee. `result`: the call's result.
void NoteKeywords(Machine& m, Val callee, const CallArguments& arguments, NodeId node, Val result);
// `prefix` under the keyword or key: a library reads variables with names that begin with it.
void NoteFamily(Machine& m, const std::string& keyword, Val prefix, NodeId node);
// Reads the variables named in record fields by which the program reads; once everything is run.
void ReadRecords(Machine& m);

// --- run_strings.cc
// The call runs its first argument, or a command line that may run Python.
enum class RunBy : uint8_t { kExec, kInterpreter, kShell };
void NoteRunString(Machine& m, Val code, RunBy by, NodeId node);
// [sys.executable, "-c", code, ...]
void NoteInterpreter(Machine& m, const std::vector<Val>& elements, NodeId node);

// Code shown in docstrings of the unit that contains one of the words.
std::vector<RunCode> DocstringsOf(const ProgramState& program, size_t unit,
                                  const std::set<std::string>& words);

// --- argument_parser.cc
// The contents of a parser's `_actions`; null if its class does not derive from argparse's.
Val OptionsOf(Machine& m, InstanceObject* parser);
// nullopt: the call is not a method that adds options to a parser of the tree.
std::optional<Val> CallOfArgumentParser(Machine& m, const LibraryVal& callee,
                                        const CallArguments& arguments, NodeId node);
// A call of which only the name `add_argument` is known adds the option.
void AddOptionByName(Machine& m, NodeId call, const CallArguments& arguments);

// The argument that pytest passes to that parameter of a test or a fixture; null if unknown.
// The argument that pytest passes for that parameter of a test or a fixture; null if unknown.
Val GivenByPytest(Machine& m, FunctionObject* function, Symbol parameter);

// --- components.cc
// A method of an object of settings that passes a part of them on, or reads the setting that a
// component asks for; nullopt: any other method.
std::optional<Val> CallOfComponent(Machine& m, const LibraryVal& callee,
                                   const CallArguments& arguments, NodeId node);
// config.from_object("app.settings"), from_object(settings): the object has the settings of that
// module or class from here on.
void NoteLoaded(Machine& m, const LibraryVal& callee, const CallArguments& arguments);
// The value that such an object has under the key; null: it is not known.
Val LoadedSetting(Machine& m, const LibraryVal& object, Val key);

// --- config_parser.cc
// parser[key], section[key]; nullopt: the call is not a method of a parser with values from a
// hook.
Val ItemOfParser(Machine& m, const LibraryVal& object, Val key, NodeId node);
std::optional<Val> CallOfParser(Machine& m, const LibraryVal& callee,
                                const CallArguments& arguments, NodeId node);

// --- command_line.cc
// Reads the variables of the command's options, and of its subcommands. `prefix` empty: the one in
// its own settings, if any.
void ReadOptions(Machine& m, FunctionObject* command, std::string prefix, int depth);
// `command` is a command of `group`.
void AddCommand(Machine& m, FunctionObject* group, FunctionObject* command);
// An option of a parser that derives the variable of each option (ConfigArgParse,
// "auto_env_var_prefix").
void ReadPrefixedOption(Machine& m, const LibraryVal& method, const CallArguments& arguments,
                        NodeId node);
// The command line is run with these arguments.
void RunCommand(Machine& m, FunctionObject* command, const CallArguments& arguments);

// --- rows.cc
// The row of a table that a read in a loop over it is reported at; unit -1: at its accessor.
CodePoint RowOf(const Machine& m, Symbol name, const Mark& mark, const CodePoint& accessor);
// The default in that row, if its variable is unset; null: the row states none.
Val DefaultOfRow(Machine& m, const CodePoint& row);

// --- emit.cc, notes.cc
struct Emission {
  AccessOp op = AccessOp::kRead;
  Val name = nullptr;
  NodeId node = kNoNode;
  Val default_value = nullptr;  // null: none
  Val written = nullptr;
  bool likely = false;    // a write that counts if the program reads such a variable
  bool required = false;  // raises if the variable is unset
  ValueType type = ValueType::kUnknown;
  Symbol via = 0;
  std::string description = {};
  Symbol of_base = 0;     // as EventSite::of_base
  Symbol variable = 0;    // the variable of the read's facets; 0: its own
  uint64_t together = 0;  // as EventSite::together
  Symbol separator = 0;   // as EventSite::separator
  bool json = false;      // as EventSite::json
};
// Whether the value is the variable's own.
bool IsValueOf(Val value, Symbol variable);
// Whether the expression is run although a known test excludes it: code that no run reached.
bool IsSwept(const Machine& m, NodeId expression);
// Whether an access in the expression was run.
bool IsVisited(const Machine& m, int unit, NodeId node);
// Whether the activation of that number runs.
bool IsRunning(const Machine& m, uint32_t activation);
// The result of the access.
Val Emit(Machine& m, const Emission& emission);
// Whether the site's name has no unknown part.
bool IsComplete(const SymbolTable& symbols, const EventSite& site);
// The argument for the part's parameter of its function reaches the environment, or that of another
// process.
void NoteWrapper(Machine& m, const TextPart& part);
// All of `environment` is read, by its member `how`: ".items". If it was passed, its owner reads
// it.
void EmitBulk(Machine& m, Val environment, std::string_view how, NodeId node);
// The call passes the environment to code that is not followed: it may read any of it.
void NotePassedWhole(Machine& m, const CallArguments& arguments, NodeId call);
// The possible names of an access that no run knows, by where they come from; otherwise `name`
// itself.
std::vector<Val> NamesByOrigin(Machine& m, Val name, NodeId access);
// `reader` is to be run with each object that `maker`, a constructor or a record's class, made.
void AddReader(Machine& m, const HeapObject* maker, FunctionObject* reader);
// Whether a field of a record of which only the class is known reaches the environment as a name,
// or as a part of one; the running method is then run with each object of the class.
bool NoteFieldName(Machine& m, NodeId access);
// Files that contain the word may yield a name; the running code is run again with them. Returns
// whether they were not searched for before.
bool NoteWanted(Machine& m, Symbol word);
// The accessor at that position as spelled: "env.get", "env[]"; empty: neither.
std::string SpelledAt(const Machine& m, const CodePoint& at);
// The accessor of `object`, an environment or a copy of one: "os.environ.get".
Symbol AccessorName(SymbolTable& symbols, Val object, std::string_view behind,
                    std::string_view before = "");
// Something new was found: the running code is worth its steps.
void NoteNews(RunState& run);
// The value is bound in the running frame: the unset sides of its facets are the defaults of their
// reads.
void NoteBinding(Machine& m, Val value);
// The result of a function run for a row of a table: the row's default, if none is known.
void NoteRow(Machine& m, Val value);
// The same for a place that outlives the frame: a field or an element that the value is stored in.
// If the field is otherwise unset, its class's value is the default.
void NoteStored(Machine& m, const Heap::Change& change, Val value);
// The statement binds the value: reads in it that determine it are kept there.
void NoteKept(Machine& m, Val value, NodeId statement);
// Whether the value may be a mapping with variables under its keys: a copy of the environment, or
// the result of a loop over it.
bool ContainsVariables(Val value);
// The running function returns the value.
void NoteGivenBack(Machine& m, Val value);
// A branch on `test`, as spelled at the node: only the code after it decides what replaces the
// variables that are unset.
void NoteTested(Machine& m, Val test, NodeId node);
// `value` applies after such a branch: its unset side replaces the value read.
void NoteReplaced(Machine& m, Val test, Val value);
// The value is the result of a call that was passed the names of reads since `epoch`.
void NoteCall(Machine& m, Val value, uint64_t epoch);
// A function was called with the values of reads, and returned `value`: its result for an unset
// variable is the default, if that is another argument.
void NoteConverted(Machine& m, const std::vector<Val>& arguments, Val value);
// A branch on `test` ends in an exception on its true or its false side: variables that lead there
// by being unset are required.
void NoteRequired(Machine& m, Val test, bool on_true, bool on_false);
// `last`: overrides earlier conversions.
void NoteType(Machine& m, Val value, ValueType type, bool last = false);

}  // namespace flagcensus
