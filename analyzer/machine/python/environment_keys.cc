// Keys of the environment, in a loop over it: what a test says of how they begin, and what they are
// stored over.
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/machine/python/machine.h"

namespace flagcensus {
namespace {

// `key.startswith("APP_")` of a key of the environment: where it holds, the key begins so.
std::optional<Narrowed> NarrowStart(Machine& m, NodeId test) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  if (syntax.count(test) != 2) return std::nullopt;
  const NodeId callee = syntax.child(test, 0);
  if (syntax.kind(callee) != NodeKind::kAttribute || syntax.text(callee) != "startswith") {
    return std::nullopt;
  }
  const NodeId object = syntax.child(callee, 0);
  const NodeId argument = syntax.child(test, 1);
  if (syntax.kind(object) != NodeKind::kName) return std::nullopt;
  const bool plain =
      syntax.kind(argument) == NodeKind::kString || syntax.kind(argument) == NodeKind::kName;
  Val key = LoadName(m, unit.SymbolOf(object), object);
  const TextVal* text = AsTextWithHoles(key);
  if (!plain || text == nullptr || text->parts.size() != 1) return std::nullopt;
  const TextPart& part = text->parts[0];
  const ConstantVal* prefix = AsTextConstant(Evaluate(m, argument));
  const bool whole = part.kind == TextPart::Kind::kKey && part.prefix == 0 && part.steps.empty();
  if (!whole || prefix == nullptr) return std::nullopt;
  TextPart narrowed = part;
  narrowed.prefix = prefix->text;
  return Narrowed{unit.SymbolOf(object), m.values.Parts({narrowed}, text->mark, m.symbols), key};
}

}  // namespace

namespace {

// `key in KNOWN`: of the keys that begin so, it lets few through.
bool IsMembership(const Syntax& syntax, NodeId test) {
  if (syntax.kind(test) == NodeKind::kNot) test = syntax.child(test, 0);
  return syntax.kind(test) == NodeKind::kCompare &&
         syntax.text(test).find("in") != std::string::npos;
}

}  // namespace

std::optional<Narrowed> NarrowKey(Machine& m, NodeId test) {
  const Syntax& syntax = SyntaxHere(m);
  const NodeKind kind = syntax.kind(test);
  if (kind == NodeKind::kCall) return NarrowStart(m, test);
  if (kind == NodeKind::kNot) {
    std::optional<Narrowed> key = NarrowKey(m, syntax.child(test, 0));
    if (key) std::swap(key->if_true, key->if_false);
    return key;
  }
  if (kind != NodeKind::kAnd && kind != NodeKind::kOr) return std::nullopt;
  for (const size_t i : {0, 1}) {
    std::optional<Narrowed> key = NarrowKey(m, syntax.child(test, i));
    if (!key || IsMembership(syntax, syntax.child(test, 1 - i))) continue;
    // Where the whole is false, one of the two may still have been true; and the other way round.
    Val before = LoadName(m, key->name, syntax.child(test, i));
    (kind == NodeKind::kAnd ? key->if_false : key->if_true) = before;
    return key;
  }
  return std::nullopt;
}

void ReadOver(Machine& m, const MappingObject& mapping, Val key, NodeId node) {
  constexpr size_t kMaxKeys = 200;
  const TextVal* text = AsTextWithHoles(key);
  if (m.over || text == nullptr || mapping.keys.size() > kMaxKeys) return;
  const Symbol prefix = text->parts[0].prefix;
  if (prefix == 0) return;
  std::vector<Emission> reads;
  for (const auto& [slot, value] : mapping.slots.entries()) {
    const auto spelled = mapping.keys.find(slot);
    const bool kept = value != nullptr && spelled != mapping.keys.end();
    const ConstantVal* word = kept ? AsTextConstant(spelled->second) : nullptr;
    if (word == nullptr || m.symbols.TextOf(word->text).starts_with('_')) continue;
    const ConstantVal* name = AsTextConstant(VariableOfKey(m, key, word));
    if (name == nullptr || name->text == word->text) continue;
    const std::string& whole = m.symbols.TextOf(name->text);
    if (!whole.starts_with(m.symbols.TextOf(prefix)) || !AllBytes(whole, IsVariableNameByte))
      continue;
    Mark mark = word->mark;
    if (mark.unit >= 0) mark.frame = Mark::kDeclared;
    Emission read;
    read.name = m.values.Text(name->text, mark);
    read.node = node;
    read.default_value = WithoutAbsent(m.values, value);
    read.via = m.symbols.Intern("os.environ");
    reads.push_back(std::move(read));
  }
  for (const Emission& read : reads) Emit(m, read);
}

}  // namespace flagcensus
