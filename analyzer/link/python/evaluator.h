// Evaluator: what the Python modules of a program do to the environment.
//
// Each module is evaluated once, top to bottom, then each of its functions with symbolic
// parameters. Every place that touches the environment becomes a Site. A site whose name depends on
// a parameter (or a field of self) is an effect of its function: a call of that function with a
// known argument is a site of its own, so wrappers, declarators and classes are found at any depth,
// by inference alone. Branches are both taken; loops over constant collections are unrolled; what
// else a loop does is taken once. Nothing is executed.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/text_map.h"
#include "analyzer/config/accessors.h"
#include "analyzer/link/python/argument.h"
#include "analyzer/link/python/builtins.h"
#include "analyzer/link/python/flow_state.h"
#include "analyzer/link/python/program.h"
#include "analyzer/link/python/value.h"
#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

// The last part of a dotted name.
inline std::string_view LastPart(std::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);
}

// The attribute of an object of which nothing is known, where it is called as a constant is; else
// null.
ValueRef MemberNamed(const std::string& attribute);

// The condition under which both hold; what is not known restricts nothing.
ValueRef Both(const ValueRef& a, const ValueRef& b);

// Whether it gives the variable a value, or takes it away.
bool IsWriting(AccessOp op);

struct Site {
  int module = -1;
  NodeId node = kNoNode;
  AccessOp op = AccessOp::kRead;
  ValueRef name;  // null with `bulk`: none; else not known
  std::string name_source;
  ValueRef default_value;
  DefaultKind default_kind = DefaultKind::kNone;
  std::string default_source;
  bool derived = false;  // the default is read from later code: Access::default_certain
  ValueRef value;        // what a write writes
  std::string value_source;
  std::string via;
  std::vector<Place> chain;
  ValueType type = ValueType::kUnknown;
  std::vector<std::string> truthy;
  std::vector<std::string> falsy;
  bool any_true = false;  // only asked whether it has a value
  std::string bound_to;
  BoundKind bound_kind = BoundKind::kNone;
  std::string description;
  DefaultKind unset_kind =
      DefaultKind::kNone;  // what is taken where it gave None, as far as it shows
  std::string unset_text;
  ValueRef guard;           // a condition on parameters under which it happens; null: always
  int fallback_of = -1;     // the site whose default this read is
  int function = -1;        // the function that it stands in; -1: a module or class
  NodeId branch = kNoNode;  // the innermost branch around it, within that
  bool effect = false;      // its name depends on a parameter or field: known at the calls
  bool called = false;      // such an effect that a call of the tree has made a site of
  bool hooked = false;      // a function that gets the value is handed over at the call
  std::string returned_by;  // the module-level function without decorators that returns it
  bool declarator = false;  // the name was transformed on its way (app_x → APP_X)
  bool forwarded = false;   // hands the variable on to a child as it is: told by its read
  bool pending = false;     // on a mapping that is not (yet) known to be an environment
  bool guessed = false;     // by an attribute: which class is meant is not known
  bool likely = false;      // pending, and the mapping's name says that it is one
  ValueRef environment;     // the parameter that must be an environment for it to happen
};

// What a function does, in terms of its parameters.
struct Summary {
  std::vector<uint32_t> effects;  // sites of its own and of its callees, with symbolic names
  std::vector<ValueRef> returns;  // the value of each return statement
  bool falls = false;             // it may end without a return: None
  bool done = false;
  bool running = false;
};

// The text of a kField that stands for the name, and the default, of each field that its class
// declares.
inline constexpr const char* kEachField = "*name";
inline constexpr const char* kEachDefault = "*default";

// Value::integer of a kExternal that stands for an object of the tree; its id: which.
constexpr int64_t kObject = 1;

// Wrappers by name, with the paths of the modules that have them.
using Wrappers = std::map<std::string, std::set<std::string>>;

class Evaluator {
 public:
  // `wrappers`: those known so far; names from other modules are looked up where they may be one.
  // `budget`: of the run; null: none.
  Evaluator(Program& program, const AccessorTable& table, const Wrappers& wrappers,
            const RunBudget* budget = nullptr);

  // Makes a module's functions, classes and constants known. EvaluateModule does it where it was
  // not done; doing it for all first lets methods be found whatever the order of the files.
  void PrepareModule(int module);
  // Evaluates a module and all its functions that have bodies.
  void EvaluateModule(int module);

  // Once all is evaluated: the rows of tables in which wrappers look their parameters up.
  void ResolveTables();
  // Once all is evaluated: the sites whose names are attributes of classes.
  void ResolveMembers();

  const std::deque<Site>& sites() const { return sites_; }
  // What was left out because there was too much of it, once all is evaluated.
  std::vector<Diagnostic> Limits();

  // Functions and classes whose calls touch the environment through an argument, by the name that
  // others call them by, with the paths of the modules that have that name: their callers matter.
  Wrappers WrapperNames() const;
  // Functions and classes that make a variable's name and were not looked at so far, with where
  // they are. Their own modules are wanted; who calls them is not.
  const Wrappers& Makers() const { return makers_; }
  // The methods of those classes that do so: a subclass in another file calls them on itself.
  std::map<std::string, std::set<std::string>> WrapperMethods() const;
  // Methods whose literal result, and attributes whose literal value, would name a variable: their
  // definitions in other files matter.
  std::set<std::string> WantedNames() const;
  // Code in strings that runs, found so far: each is a module of its own (Program::AddText).
  const std::deque<RunText>& codes() const { return codes_; }

 private:
  struct Loop {
    Fork* fork = nullptr;  // at its head
    Loop* outer = nullptr;
    NodeId branch = kNoNode;  // the innermost branch around it
    NodeId target = kNoNode;  // where it is unrolled: what each turn binds
    size_t returns = 0;       // of the frame, at its head
    LoopWays ways;
    // Of the outermost that is unrolled: statements that some turn ran, and the rests of blocks,
    // by the block and the first one's number, that a turn skipped.
    std::set<NodeId> ran;
    std::vector<std::pair<NodeId, size_t>> skipped;
  };

  // Names and conditions that hold at the statement being evaluated.
  struct Frame {
    int module = -1;
    int function = -1;    // -1: module or class level
    int class_id = -1;    // the class whose body it is
    int self_class = -1;  // of a method: its class
    const Syntax* syntax = nullptr;
    Frame* outer = nullptr;  // the function around it
    // Of a module: what module-level code binds, while it is evaluated proper. Its globals are what
    // others see of it.
    Names locals;
    Fork* fork = nullptr;        // the innermost one that is open; null: the flow did not split
    Loop* loop = nullptr;        // the innermost loop around
    bool comprehension = false;  // its names are its own, but for what := binds
    ValueRef guard;              // null: always
    NodeId branch = kNoNode;     // the innermost branch around
    std::vector<ValueRef> returns;
    std::vector<uint32_t> own_sites;
    std::vector<int> nested;                     // functions defined in it
    std::vector<NodeId> globals;                 // names declared global
    std::set<std::string, std::less<>> rebound;  // and those that functions within it rebind
    bool container = false;                      // an argument list of docker or the like was made
    // Locals of which nothing is known but the call that made them, or what the loop goes through
    // that binds them.
    std::map<std::string, NodeId, std::less<>> made_by;

    bool IsModule() const { return function < 0 && class_id < 0; }
    Fork::Level Level() const { return IsModule() ? Fork::Level::kModule : Fork::Level::kFunction; }
  };

  static constexpr int kMaxDepth = 40;  // of summaries and modules waiting for each other

  // evaluator.cc: modules, functions, classes; evaluator_summaries.cc, evaluator_names.cc,
  // evaluator_imports.cc.
  void DeclareModule(int module);
  void Declare(NodeId node, Frame& frame);
  void DeclareMethods(NodeId block, int class_id, Frame& frame);
  int DefineFunction(NodeId node, Frame& frame, int owner_class);
  int DefineClass(NodeId node, Frame& frame);
  void FinishClass(int class_id);
  const Summary& Summarize(int function);
  void RunFunction(int function, Frame& frame);
  void RunNested(int function, Frame& outer);
  void InferDefaults(Summary& summary, size_t first_site, size_t last_site);
  ValueRef LookUp(std::string_view name, Frame& frame);
  ValueRef ModuleMember(int module, std::string_view name, int depth);
  ValueRef Force(const ValueRef& value);  // imported names looked up
  ValueRef ForceImport(const Value& imported, int depth);
  ValueRef ImportValue(int module, std::string_view dotted, std::string_view name);
  void Bind(std::string_view name, const ValueRef& value, Frame& frame);
  void BindTarget(NodeId target, const ValueRef& value, NodeId source, Frame& frame);
  void BindField(NodeId target, const ValueRef& value, Frame& frame);
  void BindElement(NodeId target, const ValueRef& value, NodeId source, Frame& frame);

  // evaluator_statements.cc. True where control does not reach the end.
  bool Run(NodeId block, Frame& frame);
  bool RunStatement(NodeId node, Frame& frame);
  void RunAssign(NodeId value_node, const std::vector<NodeId>& targets, Frame& frame);
  void BindInside(NodeId expression, size_t first, size_t last, const std::string& name,
                  Frame& frame);
  bool RunAnnotated(NodeId node, Frame& frame);
  bool RunReturn(NodeId node, Frame& frame);
  bool RunWith(NodeId node, Frame& frame);
  bool RunDelete(NodeId node, Frame& frame);
  void RunAugmented(NodeId node, Frame& frame);
  void RunImport(NodeId node, Frame& frame);

  // evaluator_branches.cc. True where no way reaches the end.
  struct IfWays {
    NodeId test_node = kNoNode;
    ValueRef test;
    FlowState then;
    FlowState otherwise;
    bool then_ended = false;
    bool else_ended = false;
    size_t returns = 0;  // of the frame: before the test, and before the else
    size_t else_returns = 0;
  };
  bool MayChange(NodeId test, Frame& frame);
  // evaluator_decided.cc
  std::optional<bool> Decided(NodeId test, Frame& frame);
  bool IsTarget(NodeId name, const Frame& frame) const;
  bool IsOfTurn(NodeId name, const Frame& frame) const;
  bool MayDiffer(NodeId call, Frame& frame);
  Loop* OutermostUnrolled(const Frame& frame) const;
  void RunSkipped(Loop& loop, Frame& frame);
  bool RunIf(NodeId node, Frame& frame);
  void NoteDefaults(const IfWays& ways, const Fork& fork, Frame& frame);
  void NoteReplaced(const IfWays& ways, const std::vector<uint32_t>& tested, const ValueRef& then,
                    const ValueRef& otherwise, Frame& frame);
  void RunTurn(NodeId body, Loop& loop, Frame& frame);
  bool LeaveLoop(Loop& loop, bool ends, NodeId otherwise, Frame& frame);
  bool RunLeave(NodeId node, Frame& frame);
  bool RunFor(NodeId node, Frame& frame);
  bool RunWhile(NodeId node, Frame& frame);
  bool RunMatch(NodeId node, Frame& frame);
  bool RunTry(NodeId node, Frame& frame);

  // evaluator_unset.cc.
  void TakeFallback(const Value& table, const ValueRef& key, const ValueRef& fallback);
  void NoteUnset(const ValueRef& test, NodeId test_node, const ValueRef& then,
                 const ValueRef& otherwise, NodeId then_node, NodeId else_node, Frame& frame);
  void NoteNoneTest(NodeId test_node, const std::vector<uint32_t>& tested, Frame& frame);
  void GiveDefault(const ValueRef& read, const ValueRef& value, bool asked = false);

  // evaluator_lookups.cc.
  bool IsUnknownObject(NodeId node, Frame& frame);
  NodeId MissingIn(NodeId node, Frame& frame);
  ValueRef WithoutKey(const ValueRef& value, NodeId node, Frame& frame);

  // evaluator_expressions.cc.
  ValueRef Evaluate(NodeId node, Frame& frame);
  // What `look` gives, without a site for what it comes across: a second look at an expression.
  template <typename Look>
  auto Quietly(const Look& look) {
    const bool recording = std::exchange(recording_, false);
    auto out = look();
    recording_ = recording;
    return out;
  }
  ValueRef EvaluateNode(NodeId node, Frame& frame);
  ValueRef EvaluateAttribute(NodeId node, Frame& frame);
  ValueRef AttributeOf(const ValueRef& object, const std::string& name, NodeId node, Frame& frame);
  ValueRef EvaluateSubscript(NodeId node, Frame& frame);
  ValueRef EvaluateCompare(NodeId node, Frame& frame);
  ValueRef EvaluateSequence(NodeId node, Frame& frame);
  ValueRef EvaluateUnary(NodeId node, Frame& frame);
  ValueRef EvaluateNot(NodeId node, Frame& frame);
  ValueRef EvaluateBinary(NodeId node, Frame& frame);
  ValueRef EvaluateAnd(NodeId node, Frame& frame);
  ValueRef EvaluateConditional(NodeId node, Frame& frame);
  ValueRef EvaluateWalrus(NodeId node, Frame& frame);
  ValueRef EvaluateOr(NodeId node, Frame& frame);
  // evaluator_comprehensions.cc.
  struct Comprehension;
  ValueRef EvaluateComprehension(NodeId node, Frame& frame);
  void EvaluateClause(size_t position, Comprehension* all);
  void EvaluateFilters(size_t position, Comprehension* all);
  void BindOwn(NodeId target, const ValueRef& value, Frame& inner);
  ValueRef ResultOf(Comprehension all);
  ValueRef EvaluateDict(NodeId node, Frame& frame);
  // The items of a constant collection, or nothing.
  std::optional<std::vector<ValueRef>> ItemsOf(const ValueRef& value,
                                               std::vector<ValueRef>* conditions = nullptr);
  ValueRef KeysOf(const ValueRef& iterable) const;
  NodeId BindKeyOf(const ValueRef& iterable, NodeId target, NodeId loop, ValueRef* key,
                   Frame& frame);
  void BindSite(uint32_t site, const std::string& name, BoundKind kind);
  void SetType(const ValueRef& value, ValueType type, const std::vector<std::string>& truthy = {});
  void NoteFalsy(const ValueRef& value, const std::vector<std::string>& words);
  void NoteTruth(NodeId test, Frame& frame);

  // evaluator_limits.cc.
  void Tell(const Place& place, const std::string& kind, const std::string& what);
  void TellLimit(NodeId node, const Frame& frame, const std::string& what);
  bool IsSpent();
  bool MayInstantiate(size_t made, NodeId node, const Frame& frame);
  bool Unrolls(const std::optional<std::vector<ValueRef>>& items) const;
  void TellLoop(const std::optional<std::vector<ValueRef>>& items, size_t first, NodeId node,
                const Frame& frame);
  bool MayStep(NodeId node, const Frame& frame);

  // evaluator_calls.cc.
  struct Call {
    NodeId node = kNoNode;
    NodeId callee_node = kNoNode;
    ValueRef receiver;   // of a method; else null
    std::string method;  // "" for a function
    ValueRef callee;
    std::vector<Argument> arguments;
    std::string written;  // how a method of an object that is the environment is called here
  };
  ValueRef EvaluateCall(NodeId node, Frame& frame);
  void ResolveCallee(Call* call, Frame& frame);
  void EvaluateArguments(Call* call, Frame& frame);
  void NoteArguments(const Call& call, Frame& frame);
  std::optional<ValueRef> CallOnMapping(Call* call, Frame& frame);
  ValueRef Dispatch(const Call& call, Frame& frame);
  ValueRef CallExternal(const Call& call, Frame& frame);
  void NoteHandedOver(const Call& call);
  ValueRef CallPartial(const Call& call, const std::string& as_name, Frame& frame);
  // `getenv = os.environ.get`: the method's row, where `dotted` is one of an environment; else
  // null.
  const AccessorRow* BoundMethod(const std::string& dotted) const;
  static ValueRef EnvironmentOf(const std::string& dotted) {
    return MakeExternal(dotted.substr(0, dotted.rfind('.')));
  }
  ValueLookUp LookUps();

  // evaluator_collections.cc: names that a loop over the environment has.
  ValueRef NotePrefix(const Call& call, Frame& frame);
  void NoteMember(const ValueRef& key, const ValueRef& set, NodeId node, Frame& frame);

  // evaluator_builtins.cc.
  std::optional<ValueRef> CallOnEnvironment(const Call& call, Frame& frame);
  std::optional<ValueRef> CallOnEach(const Call& call, Frame& frame);
  ValueRef Convert(const std::string& dotted, ValueType type,
                   const std::vector<Argument>& arguments, Frame& frame);
  ValueRef CallDict(const std::vector<Argument>& arguments, const ValueRef& first, NodeId node,
                    Frame& frame);
  ValueRef CallSuper(const Frame& frame);

  // evaluator_functions.cc.
  void FeedParameters(int function, const std::map<std::string, ValueRef>& given);
  ValueRef CallFunction(int function, const std::vector<Argument>& arguments, const ValueRef& self,
                        NodeId node, const std::string& via, Frame& frame);
  std::map<std::string, ValueRef> BindArguments(const FunctionInfo& function,
                                                const std::vector<Argument>& arguments,
                                                bool skip_first);

  // evaluator_effects.cc.
  ValueRef Instantiate(const Summary& summary, const Replace& replace, NodeId node,
                       const std::string& via, Frame& frame);
  std::vector<Replace> PerKeyword(const ValueRef& name, const Replace& replace);
  bool HandsOverHook(NodeId call, Frame& frame);
  void InstantiateEffect(uint32_t effect, const Replace& replace, NodeId node,
                         const std::string& via, Frame& frame, std::vector<uint32_t>* added,
                         std::map<uint32_t, uint32_t>* made);

  // evaluator_objects.cc.
  ValueRef CallClass(int class_id, const std::vector<Argument>& arguments, NodeId node,
                     Frame& frame);
  int FindMethod(int class_id, std::string_view name, int depth = 0) const;
  ValueRef FieldOf(int class_id, std::string_view name, int depth = 0) const;
  ValueRef HeldObject(const ValueRef& field);
  ValueRef LiteralMethod(const std::string& name);

  // evaluator_members.cc: attributes of objects of which nothing is known.
  struct Member {
    int class_id = -1;
    NodeId node = kNoNode;
    ValueRef value;
  };
  std::vector<Member> MembersNamed(const std::string& name);
  void ResolveFields();

  // evaluator_fields.cc: loops over the fields of a class.
  std::optional<ValueRef> CallOnFields(const Call& call, Frame& frame);
  ValueRef FieldsBy(const ValueRef& object, const std::string& attribute) const;
  std::vector<Member> DeclaredFields(int class_id);
  void ReadFields(const Site& site, int class_id);
  void ResolveLoops();

  // evaluator_named.cc: names that an object's attribute, a keyword or an enumerator gives.
  void NameDescriptors(int class_id, Frame& body);
  void ReadAttribute(const ValueRef& object, const std::string& name, NodeId node, Frame& frame);
  void NoteNamed(const Call& call, const ValueRef& value, size_t first, Frame& frame);
  void NoteActions(const Call& call, Frame& frame);
  std::optional<ValueRef> CallOnMember(const Call& call, Frame& frame);

  // evaluator_options.cc: options whose variables a library names by itself.
  void NotePrefixed(const Call& call);
  void NoteOption(const Call& call, Frame& frame);

  // evaluator_stored.cc
  void NoteStored(NodeId node, size_t first, size_t last, Frame& frame);

  // evaluator_environment.cc: the environment itself.
  bool IsEnvironment(const ValueRef& value) const;
  ValueRef EnvironmentAmong(const ValueRef& a, const ValueRef& b);
  ValueRef EnvironmentIn(const ValueRef& value);
  std::string EnvironmentName(const ValueRef& value) const;
  ValueRef CallAccessor(const AccessorRow& row, const std::string& via,
                        const std::vector<Argument>& arguments, NodeId node, Frame& frame,
                        const ValueRef& on = nullptr);
  void WriteAll(const std::vector<Argument>& arguments, const ArgumentPlace& place,
                const std::string& via, NodeId node, Frame& frame, const ValueRef& on = nullptr);
  uint32_t AddSite(AccessOp op, const ValueRef& name, NodeId name_node, const std::string& via,
                   NodeId node, Frame& frame, const ValueRef& on = nullptr);
  void SetDefault(uint32_t site, const ValueRef& value, NodeId node, Frame& frame);
  void Bulk(const ValueRef& environment, const std::string& via, NodeId node, Frame& frame);
  const Argument* Find(const std::vector<Argument>& arguments, const ArgumentPlace& place) const;

  // evaluator_frameworks.cc: variables that a library's declarations name.
  std::optional<ValueType> TypeNamed(const ValueRef& type) const;
  std::optional<ValueType> TypeAnnotated(NodeId annotation, Frame& frame);
  void FinishRow(const AccessorRow& row, uint32_t site, const std::vector<Argument>& arguments);
  void NoteScheme(const std::string& call, const std::vector<Argument>& arguments,
                  const Syntax& syntax);
  bool ApplyScheme(const std::string& call, uint32_t site, Frame& frame);
  void FindSettings(int class_id, NodeId node, Frame& frame);
  void ReadSettings(int class_id, NodeId block, Frame& frame);
  void AddField(const ClassInfo& made, const std::string& prefix, NodeId statement, Frame& frame);
  void AddInherited(int class_id, const ValueRef& base, const std::string& prefix,
                    std::set<int>* seen);
  std::string PrefixOpened(NodeId expression, std::string* object, Frame& frame);
  ValueRef ObjectAnnotated(const FunctionInfo& function, size_t parameter, Frame& frame);

  // evaluator_strings.cc: code in strings that runs.
  NodeId LiteralOf(NodeId node, const ValueRef& value, Frame& frame) const;
  void NoteCode(NodeId node, bool command, Frame& frame);
  void ReadInterpreter(const std::vector<NodeId>& nodes, const std::vector<ValueRef>& values,
                       Frame& frame);

  // evaluator_flows.cc: mappings that are, or become, environments.
  struct Flow {
    bool environment = false;  // made from the environment
    bool sink = false;         // its contents reach one
    bool fills = false;        // a parameter: what is put into it is put into such a mapping
    bool parameter = false;    // stands for a parameter
    bool container = false;    // a list of mappings
    bool likely = false;       // held under a name that says so: env, child_env
    std::vector<uint32_t> sites;
    std::vector<int> sources;
    std::vector<int> receivers;
    std::vector<int> lent;  // parameters that it was given as: they fill it
  };
  bool TakesEnvironment(int function, const Site& site) const;
  bool Acts(int function) const;

  // evaluator_tables.cc: tables that functions look their parameters up in.
  struct At {
    int module = -1;
    NodeId node = kNoNode;
  };
  ValueRef TableAt(const ValueRef& table, const ValueRef& key, const ValueRef& otherwise);
  void ReadTable(int function, const std::string& parameter, int flow);
  void ReadRow(const Summary& effects, int function, const std::string& parameter, At at,
               const ValueRef& key, const ValueRef& row);
  void SetRowDefault(const ValueRef& row, size_t first);
  std::optional<ValueRef> CallLayers(const Call& call, Frame& frame);

  // evaluator_mappings.cc: objects of classes of the tree that are the environment.
  struct Mapped {
    std::optional<uint32_t> effect;  // the read in its __getitem__; none: a dict made from it
    ValueRef object;
    ValueRef waits;  // the field of self that must be an environment
  };
  ValueRef FieldValue(const ValueRef& object, const std::string& name) const;
  std::optional<uint32_t> KeyedRead(int class_id);
  std::optional<Mapped> MappedBy(const ValueRef& object);
  ValueRef Through(const ValueRef& value, NodeId node, Frame& frame);
  bool Answers(const ValueRef& object, const std::string& method);
  ValueRef NameThrough(const ValueRef& on, const ValueRef& name);
  void NoteThrough(const ValueRef& on, uint32_t site);
  // What a base class gives a field that its subclasses tell: "" or None.
  static bool IsPlaceholder(const ValueRef& value) {
    return value->kind == ValueKind::kNone ||
           (value->kind == ValueKind::kString && value->text.empty());
  }
  void NoteMakers(NodeId name, Frame& frame);
  void NoteMaker(const ValueRef& callee);
  int NewFlow();
  ValueRef FlowValue(int flow) const;
  std::vector<int> FlowsOf(const ValueRef& value);
  int FlowOfField(int class_id, const std::string& name, int depth = 0);
  void Flush(int flow);
  void SetEnvironment(int flow);
  void SetSink(int flow);
  void SetLikely(const ValueRef& value);
  void NoteFamily(const std::string& keyword, const ValueRef& given, NodeId node, Frame& frame);
  void SetSink(const ValueRef& value);
  void Feed(const ValueRef& from, int into);
  void SetFills(int parameter);
  bool IsMapping(const ValueRef& value);
  void SetValue(uint32_t site, const ValueRef& value);
  std::optional<uint32_t> AddSiteOn(const ValueRef& on, AccessOp op, const ValueRef& name,
                                    NodeId name_node, std::string_view how, NodeId node,
                                    Frame& frame);
  void ReadListMethod(const ValueRef& receiver, const std::string& method, NodeId callee_node,
                      const std::vector<Argument>& arguments, Frame& frame);
  void ReadArguments(const std::vector<NodeId>& nodes, const std::vector<ValueRef>& values,
                     Frame& frame);

  Place PlaceOf(NodeId node, const Frame& frame) const;

  Program& program_;
  const AccessorTable& table_;
  const Wrappers& wrappers_;
  std::deque<Site> sites_;
  std::deque<Summary> summaries_;  // by function
  std::set<std::string> wanted_methods_;
  std::map<std::string, std::set<std::string>> makers_;  // of names: by name, their modules' paths
  std::map<std::string, std::string> prefixes_;  // by object, where a `with` prefixes its names
  std::map<std::string, std::string> option_prefixes_;  // of their variables, by the parser
  std::deque<RunText> codes_;
  size_t code_looks_ = 0;
  std::set<std::tuple<int, NodeId, bool>> codes_seen_;
  // What an object's declarations say of a variable, by constructor and name: type and default,
  // and the default's source.
  std::map<std::string, std::map<std::string, std::pair<ValueRef, std::string>>> schemes_;
  TextMap<std::vector<int>> methods_by_name_;
  std::deque<Flow> flows_;
  std::map<int, At> tables_;  // dicts outside functions, by flow
  std::vector<At> made_at_;   // calls outside functions that made objects, by Value::made
  std::set<std::tuple<int, std::string, int>> looked_up_;  // function, parameter, table
  std::vector<Mapped> mapped_;  // by the id of the environment that stands for the object
  std::map<std::pair<int, std::string>, int> flow_of_parameter_;
  std::map<std::pair<int, std::string>, int> flow_of_field_;  // by class and name
  bool unguarded_ = false;  // effects happen under whatever condition
  size_t denied_ = 0;       // effects that a condition kept from happening
  bool recording_ = true;   // false while constants are looked for before the evaluation proper
  bool declaring_ = false;  // names come into being, and nothing is run
  int depth_ = 0;
  const RunBudget* budget_;
  uint64_t looks_ = 0;
  std::string refused_;  // why the budget gives no more
  size_t pooled_ = 0;
  uint64_t pooled_steps_ = 0;
  std::vector<Diagnostic> limits_;
  std::map<std::string, std::set<std::pair<int, int>>> told_;  // places, by file and text
  std::vector<std::pair<int, Place>> unfollowed_;  // calls of functions that were not evaluated
  // Against hostile unrolling: how often the statement at hand is taken because of the loops around
  // it, and the steps taken in such loops of the function being evaluated.
  size_t turns_ = 1;
  uint64_t steps_ = 0;
};

}  // namespace flagcensus
