// Accesses to the environment → events.
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/machine/c/machine.h"

namespace flagcensus {
namespace {

bool MayBeName(std::string_view name) {
  if (name.empty() || name == "*") return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return IsIdentifierByte(c) || c == '*' || c == '.' || c == '-' || c == '(' || c == ')' ||
           c == '@';
  });
}

}  // namespace

Val CMachine::EmitOne(const Accessor& accessor, Symbol callee, Val name, Val given, Val written,
                      uint32_t token) {
  std::string spelled;
  Mark mark;
  bool by_parameter = false;
  if (const ConstantVal* constant = AsTextConstant(name)) {
    spelled = Text(constant->text);
    mark = constant->mark;
  } else if (const TextVal* text = AsTextWithHoles(name)) {
    mark = text->mark;
    for (const TextPart& part : text->parts) {
      if (part.kind == TextPart::Kind::kLiteral) {
        spelled += Text(part.text);
        continue;
      }
      if (part.kind == TextPart::Kind::kParameter) {
        by_parameter = true;
      }
      if (spelled.empty() || spelled.back() != '*') spelled += '*';
    }
  } else {
    return values_.unknown();
  }
  AccessOp op = accessor.op;
  if (accessor.assignment) {
    const size_t equals = spelled.find('=');
    if (equals != std::string::npos) {
      if (spelled.find('*') > equals) written = MakeText(spelled.substr(equals + 1), mark);
      spelled.resize(equals);
    } else if (spelled.find('*') == std::string::npos) {
      op = AccessOp::kDelete;
    }
  }
  // The call in the frame that spells the name, or the text's own place where that is gone.
  std::vector<PpPlace> chain;
  CFrame* frame = frame_;
  uint32_t call = token;
  Symbol called = callee;
  while (frame != nullptr && frame->id != mark.frame && mark.frame != 0) {
    chain.insert(chain.begin(), frame->unit->tokens()[call].place);
    called = frame->routine == nullptr ? callee : frame->routine->name;
    call = frame->call;
    frame = frame->caller;
  }
  PpPlace at;
  if (mark.frame == 0) {
    frame = frame_;
    chain.clear();
    call = token;
    called = callee;
  }
  at = frame != nullptr ? frame->unit->tokens()[call].place
                        : program_.unit(mark.unit).tokens()[mark.node].place;
  if (!MayBeName(spelled)) return values_.unknown();
  const int group = op == AccessOp::kRead || op == AccessOp::kTest ? 0
                    : op == AccessOp::kDelete                      ? 2
                                                                   : 1;
  const auto [known, added] = numbers_.try_emplace({at.file, at.line, at.column, spelled, group},
                                                   static_cast<uint32_t>(events_.size()));
  if (added) {
    CEvent made;
    made.number = known->second;
    made.at = at;
    made.name = spelled;
    made.op = op;
    made.variable = symbols_.Intern(by_parameter || spelled.find('*') != std::string::npos
                                        ? spelled + "?" + std::to_string(made.number)
                                        : spelled);
    made.via = Text(called);
    made.chain = std::move(chain);
    made.by_parameter = by_parameter;
    std::vector<uint32_t>& of = of_variable_[made.variable];
    constexpr size_t kMaxOfVariable = 64;  // the last ones
    if (of.size() >= kMaxOfVariable) of.erase(of.begin());
    of.push_back(made.number);
    events_.push_back(std::move(made));
  }
  CEvent& event = events_[known->second];
  CFrame* const home = frame != nullptr ? frame : frame_;
  if (std::find(home->sites.begin(), home->sites.end(), event.number) == home->sites.end()) {
    home->sites.push_back(event.number);
    event.bindings.clear();
    event.given = nullptr;
    event.tested = nullptr;
  }
  if (written != nullptr)
    event.written = event.written == nullptr ? written : Join(values_, event.written, written);
  if (group != 0) return values_.unknown();
  run_events_.insert(event.number);
  Val unset = given == nullptr ? values_.none() : given;
  Val set = values_.Unknown(-1, 0, ValueType::kStr, std::span(&event.number, 1));
  return values_.Facet(event.variable, set, Restrict(values_, unset, event.variable, false));
}

Val CMachine::Emit(const Accessor& accessor, Symbol callee, const std::vector<Val>& arguments,
                   uint32_t token) {
  const auto argument = [&](int position) -> Val {
    return position >= 0 && static_cast<size_t>(position) < arguments.size()
               ? arguments[static_cast<size_t>(position)]
               : nullptr;
  };
  Val name = argument(accessor.name);
  if (name == nullptr) return values_.unknown();
  Val given = argument(accessor.default_value);
  Val written = argument(accessor.value);
  return Lift1(values_, TextOf(name),
               [&](Val leaf) { return EmitOne(accessor, callee, leaf, given, written, token); });
}

}  // namespace flagcensus
