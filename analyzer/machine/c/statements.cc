// Statements. Where one branch of an `if` ends, what follows in its block runs in the other alone.
#include <algorithm>

#include "analyzer/c/failures.h"
#include "analyzer/machine/c/machine.h"

namespace flagcensus {

CFlow CMachine::RunBlock(const CNode& block, size_t from) {
  for (size_t i = from; i < block.parts.size(); ++i) {
    const CNode& node = Node(block.parts[i]);
    if (node.kind == CNodeKind::kIf) {
      const CNode test = node;
      return RunIf(test, &block, i + 1);
    }
    const CFlow flow = Run(block.parts[i]);
    if (flow == CFlow::kGoto) {
      size_t label = i + 1;
      while (label < block.parts.size() && !(Node(block.parts[label]).kind == CNodeKind::kLabel &&
                                             Node(block.parts[label]).text == jump_)) {
        ++label;
      }
      if (label == block.parts.size()) return flow;
      i = label;
      continue;
    }
    if (flow != CFlow::kOn) return flow;
  }
  return CFlow::kOn;
}

CFlow CMachine::Branch(Val test, const std::function<CFlow()>& then,
                       const std::function<CFlow()>& otherwise) {
  const std::optional<bool> known = KnownTruth(test);
  if (known) return *known ? then() : otherwise();
  CFlow one = CFlow::kOn;
  CFlow other = CFlow::kOn;
  const Heap::Outcome taken = heap_.RunBranch([&] { return (one = then()) != CFlow::kOn; });
  const Heap::Outcome left = heap_.RunBranch([&] { return (other = otherwise()) != CFlow::kOn; });
  Meet(test, taken, left);
  if (one == CFlow::kStop || other == CFlow::kStop) return CFlow::kStop;
  if (one == CFlow::kOn || other == CFlow::kOn) return CFlow::kOn;
  if (one == CFlow::kBreak || other == CFlow::kBreak) return CFlow::kBreak;
  if (one == CFlow::kContinue || other == CFlow::kContinue) return CFlow::kContinue;
  return one == CFlow::kGoto ? other : one;
}

// Puts together what both branches leave; what a word of a variable's text decides is its value.
void CMachine::Meet(Val test, const Heap::Outcome& taken, const Heap::Outcome& left) {
  heap_.Meet(test, frame_->scope, taken, left);
  if (AsFacet(test) == nullptr) return;
  for (const Heap::Outcome* outcome : {&taken, &left}) {
    for (const Heap::Change& change : outcome->changes) {
      Val held = change.object->slots.Get(change.key);
      bool answers = false;
      if (held != nullptr && AsFacet(held) != nullptr) {
        ForEachLeaf(held, [&](Val leaf) {
          const UnknownVal* unknown = AsUnknown(leaf);
          answers = answers || (unknown != nullptr && unknown->unit <= UnknownVal::kFirstAnswer);
        });
      }
      if (answers) NoteBinding({change.object, change.key}, held);
    }
  }
}

// Keeps a test of a variable's value as a number.
void CMachine::NoteTest(Val test) {
  for (const FacetVal* facet = AsFacet(test); facet != nullptr; facet = AsFacet(facet->unset)) {
    const UnknownVal* set = AsUnknown(facet->set);
    if (set == nullptr || set->type != ValueType::kInt || !set->derived) continue;
    for (const uint32_t number : of_variable_[facet->variable]) {
      if (events_[number].tested == nullptr) events_[number].tested = test;
    }
  }
}

// A branch of an `if`, then what follows that: of `else if`, in each of its branches.
CFlow CMachine::RunWithRest(CNodeId branch, const CNode& block, size_t next) {
  if (branch == kNoCNode) return RunBlock(block, next);
  const CNode& node = Node(branch);
  if (node.kind == CNodeKind::kIf) return RunIf(node, &block, next, true);
  const CFlow flow = Run(branch);
  return flow == CFlow::kOn ? RunBlock(block, next) : flow;
}

// `block`, `next`: what follows, which runs in the branch that goes on, or in each where `apart`.
CFlow CMachine::RunIf(const CNode& node, const CNode* block, size_t next, bool apart) {
  if (Spent() || nested_ > kMaxNested) return CFlow::kStop;
  const Nested nested(*this);
  Val test = Truth(Eval(node.parts[0]));
  NoteTest(test);
  const auto run = [&](CNodeId branch) { return branch == kNoCNode ? CFlow::kOn : Run(branch); };
  const std::optional<bool> known = KnownTruth(test);
  if (known) {
    const CNodeId only = *known ? node.parts[1] : node.parts[2];
    const bool chain = only != kNoCNode && Node(only).kind == CNodeKind::kIf && block != nullptr;
    if (chain) return RunIf(Node(only), block, next, apart);
    const CFlow flow = run(only);
    if (flow == CFlow::kGoto && block != nullptr) {
      for (size_t i = next; i < block->parts.size(); ++i) {
        const CNode& label = Node(block->parts[i]);
        if (label.kind == CNodeKind::kLabel && label.text == jump_) return RunBlock(*block, i + 1);
      }
    }
    if (flow != CFlow::kOn) return flow;
    return block == nullptr ? CFlow::kOn : RunBlock(*block, next);
  }
  if (apart && block != nullptr) return RunApart(node, test, *block, next);
  CFlow one = CFlow::kOn;
  CFlow other = CFlow::kOn;
  const bool partly = std::exchange(partly_ended_, false);
  Heap::Outcome taken = heap_.RunBranch([&] { return (one = run(node.parts[1])) != CFlow::kOn; });
  partly_ended_ = false;
  Heap::Outcome left = heap_.RunBranch([&] {
    other = run(node.parts[2]);
    if (partly_ended_ && block != nullptr) return false;
    if (one != CFlow::kOn && other == CFlow::kOn && block != nullptr)
      other = RunBlock(*block, next);
    return other != CFlow::kOn;
  });
  if (std::exchange(partly_ended_, partly) && block != nullptr)
    return RunApart(node, test, *block, next);
  partly_ended_ =
      partly_ended_ || (block == nullptr && (one == CFlow::kReturn) != (other == CFlow::kReturn));
  const bool rest = one != CFlow::kOn;
  if (!rest && other != CFlow::kOn && block != nullptr) {
    taken = heap_.RunBranch([&] {
      one = run(node.parts[1]);
      if (one == CFlow::kOn) one = RunBlock(*block, next);
      return one != CFlow::kOn;
    });
    taken.ended = false;  // its end is that of the block
    Meet(test, taken, left);
    return one == CFlow::kOn ? CFlow::kOn : other;
  }
  if (rest) left.ended = false;
  Meet(test, taken, left);
  if (rest) return other;
  return block == nullptr ? CFlow::kOn : RunBlock(*block, next);
}

// Both branches with what follows them.
CFlow CMachine::RunApart(const CNode& node, Val test, const CNode& block, size_t next) {
  CFlow one = CFlow::kOn;
  CFlow other = CFlow::kOn;
  const Heap::Outcome taken = heap_.RunBranch(
      [&] { return (one = RunWithRest(node.parts[1], block, next)) != CFlow::kOn; });
  const Heap::Outcome left = heap_.RunBranch(
      [&] { return (other = RunWithRest(node.parts[2], block, next)) != CFlow::kOn; });
  Meet(test, taken, left);
  return one == CFlow::kOn ? CFlow::kOn : other;
}

CFlow CMachine::Run(CNodeId id) {
  if (Spent() || nested_ > kMaxNested) return CFlow::kStop;
  const Nested nested(*this);
  const CNode& node = Node(id);
  switch (node.kind) {
    case CNodeKind::kBlock:
      return RunBlock(node, 0);
    case CNodeKind::kDeclare:
      for (const CNodeId variable : node.parts) Declare(variable);
      return CFlow::kOn;
    case CNodeKind::kExpression:
      if (node.parts[0] != kNoCNode) {
        Eval(node.parts[0]);
        const CNode& done = Node(node.parts[0]);
        if (done.kind == CNodeKind::kThrow) return CFlow::kReturn;
        // exit(1); die("not set");
        const bool ends = done.kind == CNodeKind::kCall &&
                          Node(done.parts[0]).kind == CNodeKind::kName &&
                          EndsProgram(Text(Node(done.parts[0]).text));
        if (ends) return CFlow::kReturn;
      }
      return CFlow::kOn;
    case CNodeKind::kIf:
      return RunIf(node, nullptr, 0);
    case CNodeKind::kLoop:
      return RunLoop(id);
    case CNodeKind::kRangeFor:
      return RunRangeFor(node);
    case CNodeKind::kSwitch:
      return RunSwitch(node);
    case CNodeKind::kReturn:
      return RunReturn(node);
    case CNodeKind::kBreak:
      return CFlow::kBreak;
    case CNodeKind::kContinue:
      return CFlow::kContinue;
    case CNodeKind::kGoto:
      jump_ = node.text;
      return CFlow::kGoto;
    case CNodeKind::kTry: {
      const CFlow flow = node.parts[0] == kNoCNode ? CFlow::kOn : Run(node.parts[0]);
      for (size_t i = 1; i < node.parts.size(); ++i) {
        if (node.parts[i] == kNoCNode) continue;
        heap_.RunBranch([&] { return Run(node.parts[i]) != CFlow::kOn; });
      }
      return flow;
    }
    case CNodeKind::kEither:
      return RunEither(node);
    default:
      return CFlow::kOn;
  }
}

// The branches of an #if are other builds: of those that keep something of a variable's value, else
// of all that go on, what the first two leave behind may be.
CFlow CMachine::RunEither(const CNode& node) {
  struct Build {
    CFlow flow = CFlow::kOn;
    Heap::Outcome outcome;
    int worth = 0;
  };
  std::vector<Build> builds;
  for (const CNodeId branch : node.parts) {
    Build one;
    one.outcome = heap_.RunBranch([&] { return (one.flow = Run(branch)) != CFlow::kOn; });
    const auto& changes = one.outcome.changes;
    const bool reads = std::any_of(changes.begin(), changes.end(), [](const Heap::Change& change) {
      return change.after != nullptr &&
             (AsFacet(change.after) != nullptr || IsMadeOfReads(change.after));
    });
    const bool goes_on = one.flow == CFlow::kOn || one.flow == CFlow::kReturn;
    one.worth = (reads ? 2 : 0) + (goes_on ? 1 : 0);
    builds.push_back(std::move(one));
  }
  if (builds.empty()) return CFlow::kOn;
  std::stable_sort(builds.begin(), builds.end(),
                   [](const Build& a, const Build& b) { return a.worth > b.worth; });
  const Heap::Outcome nothing;
  const bool alone = builds.size() == 1 || builds[1].worth < builds[0].worth;
  if (alone) {
    heap_.Meet(values_.boolean(true), nullptr, builds[0].outcome, nothing);
    return builds[0].flow;
  }
  builds[0].outcome.ended = builds[1].outcome.ended = false;
  heap_.Meet(values_.unknown(), frame_->scope, builds[0].outcome, builds[1].outcome);
  return builds[0].flow == CFlow::kOn ? CFlow::kOn : builds[1].flow;
}

CFlow CMachine::RunLoop(CNodeId id) {
  const CNode& node = Node(id);
  if (node.parts[0] != kNoCNode) {
    if (Node(node.parts[0]).kind == CNodeKind::kDeclare) {
      Run(node.parts[0]);
    } else {
      Eval(node.parts[0]);
    }
  }
  const bool after = (node.flags & CNode::kAfter) != 0;
  const auto body = [&] { return node.parts[3] == kNoCNode ? CFlow::kOn : Run(node.parts[3]); };
  for (int i = 0; i < kMaxIterations; ++i) {
    if (Spent()) return CFlow::kStop;
    Val test = values_.boolean(true);
    if (node.parts[1] != kNoCNode && !(after && i == 0)) test = Truth(Eval(node.parts[1]));
    const std::optional<bool> known = KnownTruth(test);
    if (known == false) return CFlow::kOn;
    if (!known) {
      return Branch(
          test,
          [&] {
            const CFlow flow = body();
            if (flow == CFlow::kOn && node.parts[2] != kNoCNode) Eval(node.parts[2]);
            return flow == CFlow::kBreak || flow == CFlow::kContinue ? CFlow::kOn : flow;
          },
          [] { return CFlow::kOn; });
    }
    const CFlow flow = body();
    if (flow == CFlow::kBreak) return CFlow::kOn;
    if (flow == CFlow::kReturn || flow == CFlow::kGoto || flow == CFlow::kStop) return flow;
    if (node.parts[2] != kNoCNode) Eval(node.parts[2]);
    if (node.parts[1] == kNoCNode && i > 2) return CFlow::kOn;  // for (;;)
  }
  return CFlow::kOn;
}

CFlow CMachine::RunRangeFor(const CNode& node) {
  Val range = Eval(node.parts[1]);
  const CNode& declared = Node(node.parts[0]);
  const CRecord* record = AsRecord(range);
  const auto take = [&](Val element) {
    for (size_t k = 0; k < declared.parts.size(); ++k) {
      const CNode& variable = Node(declared.parts[k]);
      Val value = element;
      if (declared.parts.size() > 1)
        value = Index(element, values_.Integer(static_cast<int64_t>(k)));
      heap_.Put(frame_->scope, TextKey(variable.text), value);
    }
    return node.parts[2] == kNoCNode ? CFlow::kOn : Run(node.parts[2]);
  };
  std::vector<Val> elements;
  if (record != nullptr && record->form != CRecord::Form::kBuffer) {
    for (const auto& [key, value] : record->slots.entries()) {
      if (value == nullptr || key == kCountSlot || key == kTextSlot) continue;
      if (record->form == CRecord::Form::kMap) {
        CRecord* pair = NewRecord(CRecord::Form::kStruct, 0);
        Val first = key.kind == SlotKey::Kind::kText
                        ? values_.Text(static_cast<Symbol>(key.number))
                        : values_.Integer(static_cast<int64_t>(key.number));
        heap_.Put(pair, TextKey(symbols_.Intern("first")), first);
        heap_.Put(pair, TextKey(symbols_.Intern("second")), value);
        heap_.Put(pair, {SlotKey::Kind::kInteger, 0}, first);
        heap_.Put(pair, {SlotKey::Kind::kInteger, 1}, value);
        elements.push_back(pair->self);
      } else if (key.kind == SlotKey::Kind::kInteger) {
        elements.push_back(value);
      }
    }
  }
  if (elements.empty() || elements.size() > kMaxIterations) {
    Val any = Index(range, values_.unknown());
    return Branch(
        values_.unknown(), [&] { return take(any) == CFlow::kStop ? CFlow::kStop : CFlow::kOn; },
        [] { return CFlow::kOn; });
  }
  for (Val element : elements) {
    if (Spent()) return CFlow::kStop;
    const CFlow flow = take(element);
    if (flow == CFlow::kBreak) break;
    if (flow == CFlow::kReturn || flow == CFlow::kGoto || flow == CFlow::kStop) return flow;
  }
  return CFlow::kOn;
}

CFlow CMachine::RunSwitch(const CNode& node) {
  Val what = Eval(node.parts[0]);
  if (node.parts[1] == kNoCNode) return CFlow::kOn;
  const CNode& body = Node(node.parts[1]);
  const ConstantVal* known = AsConstant(what);
  const auto from = [&](size_t at) {
    const CFlow flow = RunBlock(body, at);
    return flow == CFlow::kBreak ? CFlow::kOn : flow;
  };
  std::optional<size_t> chosen;
  std::optional<size_t> otherwise;
  std::vector<size_t> cases;
  for (size_t i = 0; i < body.parts.size(); ++i) {
    const CNode& label = Node(body.parts[i]);
    if (label.kind != CNodeKind::kCase) continue;
    cases.push_back(i);
    if (label.parts[0] == kNoCNode) {
      otherwise = i;
    } else if (known != nullptr && known->type == ConstantType::kInteger && !known->soft) {
      const ConstantVal* value = AsConstant(Eval(label.parts[0]));
      if (value != nullptr && value->integer == known->integer) chosen = i;
    }
  }
  if (known != nullptr && known->type == ConstantType::kInteger && !known->soft) {
    if (!chosen) chosen = otherwise;
    return chosen ? from(*chosen) : CFlow::kOn;
  }
  constexpr size_t kMaxCases = 24;
  CFlow out = CFlow::kOn;
  for (size_t i = 0; i < cases.size() && i < kMaxCases; ++i) {
    const size_t at = cases[i];
    out = Branch(values_.unknown(), [&] { return from(at); }, [] { return CFlow::kOn; });
    if (out == CFlow::kStop) return out;
  }
  return CFlow::kOn;
}

void CMachine::Declare(CNodeId id) {
  const CNode& node = Node(id);
  const SlotKey key = TextKey(node.text);
  if (node.parts[0] == kNoCNode) {
    if ((node.flags & CNode::kExtern) != 0) return;
    const CStructure* type = node.number == 0 && (node.flags & CNode::kArray) == 0
                                 ? program_.Structure(node.type)
                                 : nullptr;
    Val value =
        DefaultOf(node.type, static_cast<int>(node.number), (node.flags & CNode::kArray) != 0);
    if ((node.flags & CNode::kStatic) != 0 && AsUnknown(value) != nullptr)
      value = values_.Integer(0);
    heap_.Put(frame_->scope, key, value);
    CRecord* made = AsRecord(value);
    if (type != nullptr && made != nullptr) Construct(made, *type, {}, {}, node.token);
    return;
  }
  if ((node.flags & CNode::kReference) != 0) {
    const CSlot place = SlotOf(node.parts[0]);
    if (place.object != nullptr && Load(place) != nullptr) {
      frame_->scope->references[node.text] = {place.object, place.key};
      return;
    }
  }
  frame_->scope->references.erase(node.text);
  Val value = nullptr;
  if ((node.flags & CNode::kBraces) != 0) {
    value = EvalConstruct(Node(node.parts[0]));
  } else {
    value = Build(node.type, static_cast<int>(node.number), (node.flags & CNode::kArray) != 0,
                  node.parts[0]);
  }
  Assign({frame_->scope, key}, value);
}

}  // namespace flagcensus
