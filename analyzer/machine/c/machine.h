// The abstract machine for C and C++: runs functions with unknown arguments and records their
// accesses to the environment.
//
// A read returns a facet: one value if the variable is set, NULL if it is not (value.h). Its unset
// side, where it is bound in the frame that spells the name, is the default; conversions of the
// other side determine its type.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/machine/argument_reads.h"
#include "analyzer/machine/c/program.h"
#include "analyzer/machine/heap.h"
#include "analyzer/model/access.h"
#include "analyzer/model/value_sinks.h"

namespace flagcensus {

// A structure, an array, a buffer of characters, a container, the variables of an activation.
struct CRecord : HeapObject {
  CRecord() : HeapObject(ObjectKind::kRecord) {}
  enum class Form : uint8_t { kScope, kStruct, kArray, kBuffer, kList, kMap, kStream };
  Form form = Form::kStruct;
  Symbol type = 0;
  bool zero = false;     // unassigned contents are 0
  Val origin = nullptr;  // of the target of a parameter: the text that stands for it
  std::unordered_map<Symbol, std::pair<HeapObject*, SlotKey>> references;  // of a scope: T& name
};

// Functions of one name, or a lambda with the variables around it.
struct CRoutineObject : HeapObject {
  CRoutineObject() : HeapObject(ObjectKind::kRoutine) {}
  Symbol name = 0;
  std::vector<CRoutine*> routines;
  struct CFrame* outer = nullptr;
};

// Whether a variable of that type is a mutable text: std::string, not a list of them.
bool HoldsText(std::string_view type);

inline CRecord* AsRecord(Val v) { return ObjectAs<CRecord>(v, ObjectKind::kRecord); }
inline CRoutineObject* AsRoutine(Val v) {
  return ObjectAs<CRoutineObject>(v, ObjectKind::kRoutine);
}

struct CSlot {
  HeapObject* object = nullptr;  // null: its location is unknown
  SlotKey key;
};

// The contents of a buffer, string or stream, as one text.
inline constexpr SlotKey kTextSlot = kRestSlot;
// The number of elements of a container.
inline constexpr SlotKey kCountSlot = kOtherSlot;

// Its target; for a pointer into a text: the whole text, of which it skips the first `number`
// bytes.
inline CSlot SlotAt(const PointerVal& pointer) {
  const auto kind = static_cast<SlotKey::Kind>(pointer.key);
  return {pointer.object, {kind, kind == SlotKey::Kind::kRest ? 0 : pointer.number}};
}

struct CFrame {
  uint32_t id = 0;
  CRoutine* routine = nullptr;  // null: of an initialiser
  CUnit* unit = nullptr;
  CRecord* scope = nullptr;
  CRecord* result = nullptr;  // the returned value, in kTextSlot
  Val self = nullptr;         // this; null: none
  CFrame* caller = nullptr;
  uint32_t call = 0;        // the token of the call in the caller
  CFrame* outer = nullptr;  // of a lambda
  int depth = 0;
  size_t most_steps = 0;        // the machine's step count that ends its run
  std::vector<uint32_t> sites;  // events whose names are spelled in it
};

// An access at one place to one variable.
struct CEvent {
  uint32_t number = 0;
  PpPlace at;
  std::string name;  // `*` for unknown parts
  Symbol variable = 0;
  AccessOp op = AccessOp::kRead;
  std::string via;
  std::vector<PpPlace> chain;
  bool by_parameter = false;
  ValueType type = ValueType::kUnknown;
  Val default_value = nullptr;  // null: unknown
  bool several = false;         // runs differ in it
  // The source of the default; later ones take precedence.
  enum class Source : uint8_t { kTest, kWrapper, kBinding };
  Source source = Source::kTest;
  Val written = nullptr;
  struct Binding {
    CSlot slot;
    uint32_t frame = 0;
    int depth = 0;
    bool returned = false;
  };
  std::vector<Binding> bindings;
  Val given = nullptr;   // the result of the wrapper that is called with the name
  Val tested = nullptr;  // its last test
  // Library calls that its value reaches.
  struct Flow {
    const ValueSink* sink = nullptr;
    std::string call;
    PpPlace at;
    bool derived = false;
  };
  std::vector<Flow> flows;
};

enum class CFlow : uint8_t { kOn, kBreak, kContinue, kReturn, kGoto, kStop };

class CMachine {
 public:
  CMachine(SymbolTable& symbols, CProgram& program);

  // Functions with known effects: names of accessors and the positions of their arguments.
  struct Accessor {
    AccessOp op = AccessOp::kRead;
    int name = 0;
    int default_value = -1;
    int value = -1;
    int filled = -1;          // that receives the value
    bool assignment = false;  // the name argument is NAME=value
  };
  std::unordered_map<Symbol, Accessor> accessors;

  // Runs the function with unknown arguments.
  void RunRoot(CRoutine* routine);
  // Runs the initialiser of a global.
  void RunGlobal(int index);
  // Runs the initialisers of the structure's fields.
  void RunFields(const CStructure& type);

  const std::vector<CEvent>& events() const { return events_; }
  size_t steps() const { return steps_; }          // of the last run
  size_t objects() const { return heap_.size(); }  // that are kept alive
  SymbolTable& symbols() { return symbols_; }
  ValuePool& values() { return values_; }

  // Which functions reach an accessor; set before roots run.
  std::set<Symbol> reaching;

  // Whether CEvent::flows are recorded; set before roots run.
  bool follow_values = false;

 private:
  static constexpr int kMaxDepth = 24;
  // UnknownVal::unit: the result of an unknown function for a value; the truth of a number; a
  // character of a text; a number composed of characters; whether a text is not a word for on, for
  // off.
  static constexpr int kOpaque = -2;
  static constexpr int kTruth = -3;
  static constexpr int kCharacter = -4;
  static constexpr int kDigits = -5;
  static constexpr int kNotOn = -6;
  static constexpr int kNotOff = -7;
  static constexpr int kMaxNested = 700;  // nested expressions and statements
  static constexpr int kMaxIterations = 400;
  static constexpr size_t kRootSteps = 60'000;

  // Frames (run.cc)
  CFrame RootFrame(int unit);  // of a new run; globals are unknown yet
  Val Invoke(CRoutine* routine, const std::vector<Val>& arguments, const std::vector<CSlot>& places,
             Val self, uint32_t call, CFrame* outer);
  void BindFormals(CFrame* frame, const std::vector<Val>& arguments,
                   const std::vector<CSlot>& places);
  void RunBody(CFrame* frame);
  void RunInitialisers(CFrame* frame);
  void NoteGiven(Val result);
  void Leave(CFrame* frame);
  void Settle(CEvent* event, const CFrame& frame);
  // How a value is examined for a default.
  struct Taking {
    CEvent::Source source = CEvent::Source::kBinding;
    bool returned = false;
    bool other_reads = false;  // it may be the result of another read of the same variable
    bool no_answers = false;   // true and false are not its values
  };
  static void GiveDefault(CEvent* event, Val value, CEvent::Source source);
  bool TakeDefault(CEvent* event, Val value, const Taking& how);
  bool TakeBound(CEvent* event, const CFrame& frame, bool other_reads);
  struct Making {
    bool of_it = false;     // it is the value that was read, as it is or converted
    bool answers = false;   // it is true or false, depending on the text
    bool compared = false;  // it is the result of a comparison with it
    ValueType type = ValueType::kUnknown;
  };
  Making MadeOf(Val set, const CEvent& event, const Taking& how) const;
  Val ParameterOf(const CFrame& frame, const CFormal& formal);
  bool IsRunning(uint32_t frame) const;
  bool Spent() { return ++steps_ > frame_->most_steps; }

  // Statements (statements.cc)
  CFlow Run(CNodeId statement);
  CFlow RunBlock(const CNode& block, size_t from);
  CFlow RunIf(const CNode& node, const CNode* block, size_t next, bool apart = false);
  CFlow RunApart(const CNode& node, Val test, const CNode& block, size_t next);
  CFlow RunWithRest(CNodeId branch, const CNode& block, size_t next);
  CFlow RunLoop(CNodeId id);
  CFlow RunRangeFor(const CNode& node);
  CFlow RunSwitch(const CNode& node);
  CFlow RunEither(const CNode& node);
  CFlow RunReturn(const CNode& node);
  CFlow Branch(Val test, const std::function<CFlow()>& then,
               const std::function<CFlow()>& otherwise);
  void Meet(Val test, const Heap::Outcome& taken, const Heap::Outcome& left);
  void NoteTest(Val test);
  void Declare(CNodeId variable);

  // Expressions (expressions.cc, operators.cc)
  Val Eval(CNodeId node);
  Val EvalName(const CNode& node);
  Val EvalUnary(const CNode& node);
  Val EvalBinary(const CNode& node);
  Val EvalLogical(const CNode& node, bool both);
  Val EvalConditional(const CNode& node);
  Val EvalAssign(const CNode& node);
  Val Step(const CNode& node, bool gives_new);
  Val Cast(Symbol type, Val value);
  Val EvalCast(const CNode& node);
  CFrame* KeptFrame();
  Val Convert(Val value, ValueType type);
  Val Operate(const std::string& op, Val a, Val b);
  Val Compare(const std::string& op, Val a, Val b);
  Val Arithmetic(const std::string& op, Val a, Val b);
  Val Truth(Val value);
  Val WordTest(Val text, Val word);
  Val SameText(Val a, Val b, bool fold, std::optional<int64_t> bytes);
  Val Mixed(Val a, Val b, ValueType type);  // unknown, derived from both

  Val Opaque(Val a, Val b);

  // Places and objects (objects.cc)
  CSlot SlotOf(CNodeId node);
  CSlot SlotOfName(const CNode& node);
  Val Load(const CSlot& slot);
  void Assign(const CSlot& slot, Val value);
  void NoteBinding(const CSlot& slot, Val value);
  Val Field(Val object, Symbol name);
  Val FieldInitial(CRecord* record, const CGlobal& field);
  Val Index(Val object, Val index);
  Val Deref(Val pointer);
  CRecord* RecordAt(Val value);
  CRecord* NewRecord(CRecord::Form form, Symbol type);
  Val DefaultOf(Symbol type, int pointers, bool array);
  Val Build(Symbol type, int pointers, bool array, CNodeId initial);
  Val BuildList(Symbol type, bool array, const CNode& list);
  void Construct(CRecord* object, const CStructure& type, const std::vector<Val>& arguments,
                 const std::vector<CSlot>& places, uint32_t call);
  Val GlobalValue(int index);
  Val InitialOf(const CGlobal& global);
  std::optional<int> GlobalOf(Symbol name, Symbol qualifier) const;
  std::optional<int64_t> EnumeratorValue(Symbol name, int depth);
  bool HasField(const CRecord& object, Symbol name) const;

  // Texts (texts.cc)
  Val TextOf(Val value);
  Val Concat(Val a, Val b);
  Val Upper(Val value, bool up);
  Val Substring(Val value, int64_t from, std::optional<int64_t> count);
  Val Format(Val format, const std::vector<Val>& arguments, size_t first, bool braces);
  Val CharacterAt(Val text, Val index);
  std::optional<std::string> Known(Val value) const;
  Val MakeText(const std::string& text, const Mark& mark);
  Mark MarkHere(uint32_t token) const;

  // Calls (calls.cc) and library functions (library.cc)
  Val EvalCall(CNodeId id);
  Val CallNamed(const CNode& callee, std::vector<Val>* arguments, const std::vector<CSlot>& places);
  Val CallMethod(const CNode& callee, std::vector<Val>* arguments,
                 const std::vector<CSlot>& places);
  Val CallValue(Val callee, const std::vector<Val>& arguments, const std::vector<CSlot>& places,
                Val self, uint32_t call);
  Val OfUnknown(const std::vector<Val>& arguments);
  Val EvalConstruct(const CNode& node);
  bool IsOverload(const std::vector<CRoutine*>* routines, const std::vector<Val>& arguments,
                  const Accessor& accessor) const;
  CRoutine* Chosen(const std::vector<CRoutine*>& routines, size_t arguments,
                   Symbol class_name) const;
  bool MayRun(const CRoutine& routine, const std::vector<Val>& arguments) const;
  std::optional<Val> Library(std::string_view name, const std::vector<Val>& arguments,
                             const std::vector<CSlot>& places);
  std::optional<Val> Method(Val receiver, const CSlot& place, std::string_view name,
                            const std::vector<Val>& arguments);
  std::optional<Val> Conversion(std::string_view name, const std::vector<Val>& arguments);
  std::optional<Val> Formatted(std::string_view name, const std::vector<Val>& arguments,
                               const std::vector<CSlot>& places);
  std::optional<Val> Copied(std::string_view name, const std::vector<Val>& arguments,
                            const std::vector<CSlot>& places);
  std::optional<Val> Compared(std::string_view name, const std::vector<Val>& arguments);
  std::optional<Val> OfCharacters(std::string_view name, const std::vector<Val>& arguments);
  std::optional<Val> Made(std::string_view name, const std::vector<Val>& arguments);
  std::optional<Val> ContainerMethod(CRecord* record, std::string_view name,
                                     const std::vector<Val>& arguments);
  std::optional<Val> AskedText(Val text, std::string_view name, const std::vector<Val>& arguments);
  std::optional<Val> MadeText(Val text, const CSlot& place, std::string_view name,
                              const std::vector<Val>& arguments);
  void Store(const std::vector<CSlot>& places, const std::vector<Val>& arguments, size_t position,
             Val text);

  // Events (emit.cc)
  Val Emit(const Accessor& accessor, Symbol callee, const std::vector<Val>& arguments,
           uint32_t token);
  Val EmitOne(const Accessor& accessor, Symbol callee, Val name, Val given, Val written,
              uint32_t token);

  // Where values go (flows.cc). `token`: of the call.
  void NoteFlows(std::string_view call, const std::vector<Val>& arguments, uint32_t token);
  void NoteFlow(const ValueSink& sink, std::string_view call, const ArgumentRead& read,
                uint32_t token);
  std::vector<ArgumentRead> ReachedBy(Val value, bool part);
  size_t ShellText(const std::vector<Val>& arguments) const;
  bool ConditionHolds(const ValueSink& sink, const std::vector<Val>& arguments) const;

  struct Nested {  // counts while it lives
    explicit Nested(CMachine& m) : machine(m) { ++machine.nested_; }
    ~Nested() { --machine.nested_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    CMachine& machine;
  };
  const CNode& Node(CNodeId id) const { return frame_->unit->node(id); }
  const std::string& Text(Symbol symbol) const { return symbols_.TextOf(symbol); }

  SymbolTable& symbols_;
  CProgram& program_;
  ValuePool values_;
  Heap heap_{values_};
  CFrame* frame_ = nullptr;
  std::deque<CFrame> kept_;  // of lambdas, which may outlive the calls that created them
  uint32_t frames_ = 0;
  size_t steps_ = 0;
  int nested_ = 0;
  int texts_ = 0;              // texts of texts that are followed
  Symbol jump_ = 0;            // of a goto
  bool partly_ended_ = false;  // of the branches of an `else if`, some returned
  CRecord* globals_ = nullptr;
  std::set<int> running_;  // globals being initialised
  std::vector<CEvent> events_;
  std::set<uint32_t> run_events_;  // reads of the current root's run
  std::map<std::tuple<int, uint32_t, uint32_t, std::string, int>, uint32_t> numbers_;
  std::unordered_map<Symbol, std::vector<uint32_t>> of_variable_;
  std::unordered_map<const CRoutine*, CRoutineObject*> owners_;
  std::unordered_map<Symbol, CRoutineObject*> by_name_;
};

}  // namespace flagcensus
