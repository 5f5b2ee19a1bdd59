// try and with: what a handler sees, and which variables lead to it by being unset.
//
//   try:
//       port = os.environ["APP_PORT"]      raises if APP_PORT is unset: RunState::tries
//   except KeyError:
//       port = "80"                        the handler runs for F(APP_PORT, false, true)
//   use(port)                              F(APP_PORT, a text, "80")
#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// Whether the call may end in an exception that a handler waits for. Calls that only query a
// mapping or a text do not.
bool MayRaise(const Syntax& syntax, NodeId call) {
  static const std::unordered_set<std::string_view> kNever = {
      "get",      "getenv",     "lower",    "upper",   "strip", "lstrip",     "rstrip", "split",
      "casefold", "startswith", "endswith", "isdigit", "str",   "isinstance", "len"};
  // Only the name of the callee decides.
  const NodeId callee = syntax.child(call, 0);
  const NodeKind kind = syntax.kind(callee);
  const bool named = kind == NodeKind::kAttribute || kind == NodeKind::kName;
  return !named || kNever.count(syntax.text(callee)) == 0;
}

// Whether a call in the block, up to the node, may raise.
bool MayRaiseIn(const Machine& m, NodeId block, NodeId end) {
  const PythonUnit& unit = UnitHere(m);
  for (NodeId id = unit.begin[block]; id <= std::min(block, end); ++id) {
    if (unit.syntax().kind(id) == NodeKind::kCall && MayRaise(unit.syntax(), id)) return true;
  }
  return false;
}

// The merged outcome of the handlers, of which one runs.
struct Handled {
  Heap::Outcome outcome;
  Flow flow = Flow::kRaise;
  bool any = false;
};

// Binds the names that only the body binds: a handler that uses one is reached after its binding.
void BindTried(Machine& m, const Heap::Outcome& tried) {
  // Only names that had no value before.
  for (const Heap::Change& change : tried.changes) {
    if (change.object == m.run.frame->scope->store && change.before == nullptr &&
        change.after != nullptr) {
      m.heap.Put(change.object, change.key, change.after);
    }
  }
}

void RunHandler(Machine& m, NodeId handler, Val raised, const Heap::Outcome& tried, Handled* all) {
  const Syntax& syntax = UnitHere(m).syntax();
  Flow flow = Flow::kNext;
  const size_t guards = m.run.frame->guards.size();
  // Each handler runs on the state before the `try`, with the body's new names.
  Heap::Outcome outcome = m.heap.RunBranch([&] {
    BindTried(m, tried);
    // except E as name: the exception is unknown.
    if (!syntax.text(handler).empty()) {
      BindName(m, UnitHere(m).SymbolOf(handler), m.values.unknown());
    }
    m.run.frame->guards.push_back(raised);
    const size_t count = syntax.count(handler);
    flow = count > 1 ? RunBlock(m, syntax.child(handler, count - 1)) : Flow::kNext;
    return flow != Flow::kNext;
  });
  m.run.frame->guards.resize(guards);
  if (!all->any) {
    *all = {std::move(outcome), flow, true};
    return;
  }
  // Which of the handlers runs is unknown; both are applied to the state before.
  Heap::Outcome both = m.heap.RunBranch([&] {
    m.heap.Meet(m.values.unknown(), m.run.frame->scope->store, all->outcome, outcome);
    return all->outcome.ended && outcome.ended;
  });
  all->outcome = std::move(both);
  if (flow == Flow::kNext || all->flow == Flow::kRaise) all->flow = flow;
}

// Whether the body raises: certainly if one of `missing` is unset, otherwise possibly, if it calls
// something.
Val RaisedIn(ValuePool& values, const std::set<Symbol>& missing, bool calls) {
  Val raised = missing.empty() && calls ? values.unknown() : values.boolean(false);
  // Nothing in the body can raise that the machine sees: the handler may run for other reasons.
  if (missing.empty()) return calls ? raised : values.unknown();
  for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
    raised = values.Facet(*at, Restrict(values, raised, *at, true), values.boolean(true));
  }
  return raised;
}

}  // namespace

// The body with `else` is one branch, the handlers are the other, and `raised` is the test between
// them.
Flow RunTry(Machine& m, NodeId statement) {
  const Syntax& syntax = UnitHere(m).syntax();
  const NodeId body = syntax.child(statement, 0);
  const bool has_else = syntax[statement].flag == 1;
  // The children: body, handlers, else, finally.
  std::vector<NodeId> handlers;
  std::vector<NodeId> tails;  // else, finally
  for (size_t i = 1; i < syntax.count(statement); ++i) {
    const NodeId child = syntax.child(statement, i);
    (syntax.kind(child) == NodeKind::kExcept ? handlers : tails).push_back(child);
  }
  const NodeId else_block = has_else && !tails.empty() ? tails.front() : kNoNode;
  const NodeId finally_block = tails.size() > (has_else ? 1u : 0u) ? tails.back() : kNoNode;
  const size_t returns = m.run.frame->returns.size();
  const size_t guards = m.run.frame->guards.size();
  const size_t tries = m.run.tries.size();
  const size_t stars = m.run.frame->scope->module->stars.size();
  m.run.tries.emplace_back();
  Flow flow = Flow::kNext;
  Heap::Outcome tried = m.heap.RunBranch([&] {
    flow = RunBlock(m, body);
    if (flow == Flow::kNext && else_block != kNoNode) flow = RunBlock(m, else_block);
    return flow != Flow::kNext;
  });
  const std::set<Symbol> missing = std::move(m.run.tries.back());
  // With this entry, those that nested statements have not removed.
  m.run.tries.resize(tries);
  m.run.frame->guards.resize(guards);
  Val raised = RaisedIn(m.values, missing, MayRaiseIn(m, body, body));
  Val not_raised = Negate(m.values, raised);
  // A return in the body is reached if nothing before it raises.
  for (size_t i = returns; i < m.run.frame->returns.size(); ++i) {
    Activation::Return& one = m.run.frame->returns[i];
    const bool reached = missing.empty() && !MayRaiseIn(m, body, one.statement);
    if (!reached) one.path = Both(m.values, one.path, not_raised);
  }
  Handled handled;
  const size_t stars_before = std::exchange(m.run.stars_before_try, stars);
  for (const NodeId handler : handlers) RunHandler(m, handler, raised, tried, &handled);
  m.run.stars_before_try = stars_before;
  // Without a handler the exception leaves the statement.
  if (!handled.any) {
    handled.outcome.ended = true;
    raised = m.values.boolean(false);
  }
  m.heap.Meet(raised, m.run.frame->scope->store, handled.outcome, tried);
  for (const Heap::Change& change : tried.changes) {
    if (change.object != m.run.frame->scope->store || change.key.kind != SlotKey::Kind::kText)
      continue;
    if (Val value = change.object->slots.Get(change.key)) NoteBinding(m, value);
  }
  if (finally_block != kNoNode) {
    const Flow last = RunBlock(m, finally_block);
    if (last != Flow::kNext) return last;
  }
  if (flow == Flow::kNext || (handled.any && handled.flow == Flow::kNext)) return Flow::kNext;
  return flow == Flow::kRaise && handled.any ? handled.flow : flow;
}

namespace {

// Inside a `with`, the names that a library reads may have a prefix (rows `prefixes` of the
// accessor table): `with env.prefixed("APP_"):`. Nested prefixes add up.
class WithPrefixes {
 public:
  explicit WithPrefixes(Machine& m) : m_(m), before_(m.run.prefixes) {}
  ~WithPrefixes() { m_.run.prefixes = before_; }
  WithPrefixes(const WithPrefixes&) = delete;
  WithPrefixes& operator=(const WithPrefixes&) = delete;

  // `manager`: the value of the `with` item.
  void Add(const LibraryVal& manager) const {
    // with env.prefixed("APP_"): the path of the call, without its parentheses.
    std::string_view path = m_.symbols.TextOf(manager.path);
    if (!path.ends_with("()") || manager.arguments.positional.empty()) return;
    path.remove_suffix(2);
    const ConstantVal* prefix = AsTextConstant(manager.arguments.positional[0]);
    if (prefix == nullptr || m_.program.table.forms.prefixes.count(std::string(path)) == 0) return;
    m_.run.prefixes[std::string(path.substr(0, path.rfind('.')))] +=
        m_.symbols.TextOf(prefix->text);
  }

 private:
  Machine& m_;
  const std::map<std::string, std::string> before_;
};

}  // namespace

Flow RunWith(Machine& m, NodeId statement) {
  const Syntax& syntax = UnitHere(m).syntax();
  bool suppresses = false;
  const WithPrefixes prefixes(m);
  // Each item is evaluated and bound, before the body runs.
  for (size_t i = 0; i + 1 < syntax.count(statement); ++i) {
    const NodeId item = syntax.child(statement, i);
    if (syntax.kind(item) != NodeKind::kWithItem) continue;
    Val value = WithoutAbsent(m.values, Evaluate(m, syntax.child(item, 0)));
    const LibraryVal* library = AsLibrary(value);
    if (library != nullptr) prefixes.Add(*library);
    suppresses = suppresses ||
                 (library != nullptr && m.symbols.TextOf(library->path) == "contextlib.suppress()");
    if (syntax.count(item) < 2) continue;
    // @contextmanager: the generator's element is the value. Otherwise __enter__ returns it.
    if (const SequenceObject* sequence = AsSequence(value);
        sequence != nullptr && sequence->sequence == SequenceKind::kGenerator) {
      value = AnyElement(m, value);
    } else if (const InstanceObject* instance = AsInstance(value)) {
      const Symbol enter = m.symbols.Intern("__enter__");
      if (FindInClass(m, instance->type, enter) != nullptr) {
        value = CallMethod(m, value, enter, {}, syntax.child(item, 0));
      }
    }
    BindTarget(m, syntax.child(item, 1), value);
  }
  const NodeId body = syntax.child(statement, syntax.count(statement) - 1);
  // contextlib.suppress is a try with an empty handler.
  if (!suppresses) return RunBlock(m, body);
  Flow flow = Flow::kNext;
  const size_t tries = m.run.tries.size();
  m.run.tries.emplace_back();
  Heap::Outcome outcome = m.heap.RunBranch([&] {
    flow = RunBlock(m, body);
    return flow != Flow::kNext;
  });
  const std::set<Symbol> missing = std::move(m.run.tries.back());
  m.run.tries.resize(tries);
  Val raised = RaisedIn(m.values, missing, true);
  m.heap.Meet(Negate(m.values, raised), m.run.frame->scope->store, outcome, {});
  return Flow::kNext;
}

}  // namespace flagcensus
