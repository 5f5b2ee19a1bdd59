// Tests and comparisons → what they tell of what was read: its type, the words that are true or
// false, that it is only asked whether it has a value.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"
#include "analyzer/python/forms.h"

namespace flagcensus {
namespace {

// The words that a value is compared with; empty where one is not a constant.
std::vector<std::string> WordsOf(const ValueRef& value) {
  std::vector<std::string> out;
  if (value == nullptr) return out;
  if (value->kind == ValueKind::kSequence) {
    for (const ValueRef& item : value->items) {
      const std::optional<std::string> text = TextOf(item);
      if (!text) return {};
      out.push_back(ToLower(*text));
    }
  } else if (const std::optional<std::string> text = TextOf(value)) {
    out.push_back(ToLower(*text));
  }
  return out;
}

}  // namespace

// What was read is parsed as `type`. The first thing that is known stays: a comparison after int()
// is not another type.
void Evaluator::SetType(const ValueRef& value, ValueType type,
                        const std::vector<std::string>& truthy) {
  if (!recording_) return;
  for (const uint32_t id : ReadsOf(value)) {
    Site& site = sites_[id];
    if (site.type == ValueType::kUnknown || site.type == ValueType::kStr) site.type = type;
    // int() under a bool() is a bool.
    if (type == ValueType::kBool && site.type == ValueType::kInt) site.type = type;
    for (const std::string& word : truthy) {
      if (std::find(site.truthy.begin(), site.truthy.end(), word) == site.truthy.end()) {
        site.truthy.push_back(word);
      }
    }
  }
}

// The words that the code takes for false in what was read.
void Evaluator::NoteFalsy(const ValueRef& value, const std::vector<std::string>& words) {
  if (!recording_) return;
  for (const uint32_t id : ReadsOf(value)) {
    std::vector<std::string>& known = sites_[id].falsy;
    for (const std::string& word : words) {
      if (std::find(known.begin(), known.end(), word) == known.end()) known.push_back(word);
    }
  }
}

// A condition: what is read in it and goes nowhere else is only asked whether it has a value. A
// wrapper's call may parse before it answers, so only the accessor itself tells.
void Evaluator::NoteTruth(NodeId test, Frame& frame) {
  if (!recording_ || test == kNoNode) return;
  const Syntax& syntax = *frame.syntax;
  const NodeKind kind = syntax.kind(test);
  if (kind == NodeKind::kNot || kind == NodeKind::kAnd || kind == NodeKind::kOr) {
    for (size_t i = 0; i < syntax.count(test); ++i) NoteTruth(syntax.child(test, i), frame);
    return;
  }
  if (kind != NodeKind::kCall && kind != NodeKind::kSubscript) return;
  constexpr size_t kRecent = 200;  // it was evaluated just now
  for (size_t i = sites_.size(); i-- > 0 && sites_.size() - i <= kRecent;) {
    Site& site = sites_[i];
    if (site.module != frame.module || site.node != test) continue;
    if (site.op == AccessOp::kRead && site.chain.empty()) site.any_true = true;
  }
}

ValueRef Evaluator::EvaluateCompare(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const std::string& op = syntax.text(node);
  std::vector<ValueRef> values;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    values.push_back(Evaluate(syntax.child(node, i), frame));
  }
  if (values.size() != 2) return nullptr;
  const ValueRef& left = values[0];
  if (op == "in" || op == "not in") {
    values[1] = Through(values[1], syntax.child(node, 1), frame);
  }
  const ValueRef& right = values[1];
  if (op == "in" && left != nullptr && left->kind == ValueKind::kEnvironmentKey) {
    NoteMember(left, right, node, frame);
    return nullptr;
  }
  if ((op == "in" || op == "not in")) {
    if (IsEnvironment(right) && right->kind == ValueKind::kExternal) {
      if (!recording_) return nullptr;
      const uint32_t site = AddSite(AccessOp::kTest, left, syntax.child(node, 0),
                                    "in " + EnvironmentName(right), node, frame, right);
      sites_[site].type = ValueType::kBool;
      return nullptr;
    }
    if (IsMapping(right) && right->kind != ValueKind::kDict && recording_) {
      const std::optional<uint32_t> site =
          AddSiteOn(right, AccessOp::kTest, left, syntax.child(node, 0), "", node, frame);
      if (site) sites_[*site].type = ValueType::kBool;
      if (IsEnvironment(right)) return nullptr;
    }
  }
  const ValueRef& read = IsReading(left) ? left : right;
  const ValueRef& other = IsReading(left) ? right : left;
  if (!IsReading(read)) return MakeCompare(op, Force(left), Force(right));
  if (other != nullptr && other->kind == ValueKind::kNone) {
    // `os.getenv(X) is not None` takes any value for true; the same of a name only asks.
    if (op == "is not" && syntax.kind(syntax.child(node, 0)) == NodeKind::kCall) {
      SetType(read, ValueType::kBool);
      NoteTruth(syntax.child(node, 0), frame);
      return read;
    }
    return MakeCompare(op, left, right);  // whether it is set says nothing of its type
  }
  const std::vector<std::string> words = WordsOf(Force(other));
  const bool equality = op == "==" || op == "!=" || op == "in" || op == "not in" || op == "is";
  if (!equality) return nullptr;
  if (op == "in" && read == right) return read;  // "x" in os.environ.get(...)
  // A number compared with a number is a number; `int(read) == 1` in one breath asks yes or no.
  const NodeId operand = syntax.child(node, IsReading(left) ? 0 : 1);
  const ValueRef against = Force(other);
  const bool number = against != nullptr && against->kind == ValueKind::kInteger &&
                      syntax.kind(operand) != NodeKind::kCall;
  if (number) return read;
  // `not in ("0", "")`: an empty value is as false as an unset one, and says no kind of value.
  std::vector<std::string> spoken = words;
  std::erase(spoken, "");
  if (SayTrue(words)) {
    SetType(read, ValueType::kBool, words);
  } else if (SayFalse(spoken)) {
    SetType(read, ValueType::kBool);
    NoteFalsy(read, words);
  } else if (op == "in" || op == "not in") {
    SetType(read, ValueType::kEnum);
  } else {
    SetType(read, ValueType::kStr);
  }
  return read;
}

}  // namespace flagcensus
