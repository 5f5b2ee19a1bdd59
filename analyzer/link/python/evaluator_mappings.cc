// Objects of classes of the tree that are the environment under another name.
//
// A class whose __getitem__ reads the variable that its key names is a mapping over the
// environment: what an object of it does by [], in, get, setdefault and the other methods of a
// MutableMapping, inherited or not, touches that variable. Where __getitem__ asks a field, the
// object must have been made with the environment there. At each place where such an object is
// used it stands as an environment of the name that is written there (Through), with the name of
// the variable made of the key as __getitem__ makes it.
#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

// A class outside the tree whose objects hold what they are made from.
bool IsDict(const ValueRef& base) {
  if (base == nullptr || base->kind != ValueKind::kExternal) return false;
  const std::string_view name = std::string_view(base->text).substr(base->text.rfind('.') + 1);
  return name == "dict" || name == "UserDict" || name == "OrderedDict" || name == "ChainMap";
}

}  // namespace

ValueRef Evaluator::FieldValue(const ValueRef& object, const std::string& name) const {
  for (size_t i = 0; i + 1 < object->items.size(); i += 2) {
    if (object->items[i]->text == name) return object->items[i + 1];
  }
  return nullptr;
}

// The read of the variable that the key of the class's __getitem__ names.
std::optional<uint32_t> Evaluator::KeyedRead(int class_id) {
  const int getter = FindMethod(class_id, "__getitem__");
  if (getter < 0 || program_.functions[getter].parameters.size() < 2) return std::nullopt;
  EvaluateModule(program_.functions[getter].module);
  for (const uint32_t id : Summarize(getter).effects) {
    if (sites_[id].op == AccessOp::kRead && sites_[id].chain.empty()) return id;
  }
  return std::nullopt;
}

std::optional<Evaluator::Mapped> Evaluator::MappedBy(const ValueRef& object) {
  const std::optional<uint32_t> read = KeyedRead(object->id);
  if (!read) {
    const auto& bases = program_.classes[object->id].bases;
    const ValueRef data = FieldValue(object, "data");
    if (!IsEnvironment(data) || std::none_of(bases.begin(), bases.end(), IsDict)) {
      return std::nullopt;
    }
    return Mapped{std::nullopt, object, nullptr};
  }
  const ValueRef field = sites_[*read].environment;
  if (field == nullptr) return Mapped{read, object, nullptr};
  if (object->integer == 1) return Mapped{read, object, field};
  const ValueRef of = FieldValue(object, field->text);
  if (field->kind != ValueKind::kField || !IsEnvironment(of)) return std::nullopt;
  sites_[*read].pending = false;
  return Mapped{read, object, nullptr};
}

// The value, or the environment that it is, named as it is written at `node`.
ValueRef Evaluator::Through(const ValueRef& given, NodeId node, Frame& frame) {
  if (given == nullptr || !recording_) return given;
  ValueRef value = given;
  if (value->kind == ValueKind::kImported) {
    const std::string& path = value->text.empty() ? program_.imports[value->id].name : value->text;
    if (wrappers_.count(path.substr(path.rfind('.') + 1)) == 0) return given;
    value = ForceImport(*value, 0);
    if (IsEnvironment(value)) return value;  // another module's `env = os.environ`
  }
  if (value == nullptr || value->kind != ValueKind::kInstance) return given;
  std::optional<Mapped> mapped = MappedBy(value);
  if (!mapped) return given;
  mapped_.push_back(std::move(*mapped));
  Value environment;
  environment.kind = ValueKind::kExternal;
  environment.text = Unparse(*frame.syntax, node);
  environment.integer = kObject;
  environment.id = static_cast<int32_t>(mapped_.size()) - 1;
  return MakeValue(std::move(environment));
}

// Whether the object's class has the method itself and it tells what it does.
bool Evaluator::Answers(const ValueRef& object, const std::string& method) {
  const int function = FindMethod(object->id, method);
  return function >= 0 && !Summarize(function).effects.empty();
}

// The variable that a key stands for.
ValueRef Evaluator::NameThrough(const ValueRef& on, const ValueRef& key) {
  if (on->integer != kObject || !mapped_[on->id].effect) return key;
  const Mapped mapped = mapped_[on->id];
  const Site& read = sites_[*mapped.effect];
  const FunctionInfo& getter = program_.functions[read.function];
  const Replace replace = [&](const ValueRef& symbol) -> ValueRef {
    if (symbol->kind == ValueKind::kParameter && symbol->id == read.function) {
      return symbol->text == getter.parameters[1].name ? key : nullptr;
    }
    if (symbol->kind == ValueKind::kField && mapped.object->integer != 1) {
      return FieldValue(mapped.object, symbol->text);
    }
    return symbol;
  };
  return Substitute(read.name, replace,
                    [](uint32_t site) { return std::optional<uint32_t>(site); });
}

// Where the environment is behind the object, and what the site waits for.
void Evaluator::NoteThrough(const ValueRef& on, uint32_t id) {
  if (on->integer != kObject) return;
  const Mapped& mapped = mapped_[on->id];
  Site& site = sites_[id];
  if (mapped.effect) {
    const Site& read = sites_[*mapped.effect];
    const ModuleInfo& inner = program_.modules[read.module];
    site.chain.push_back(PlaceOfNode(inner, program_.PathOf(read.module),
                                     program_.SyntaxOf(read.module)[read.node]));
  }
  if (mapped.waits == nullptr) return;
  site.environment = mapped.waits;
  site.pending = true;
}

}  // namespace flagcensus
