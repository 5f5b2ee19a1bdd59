// Loops over the fields that a class declares → a read for each field, where it is declared.
//
//   class Settings:                                   fields: host, port
//     host: str = "localhost"                         a read of APP_HOST, default localhost, here
//     port: int = 80
//     def load(self):
//       for field in dataclasses.fields(self):        or vars(self), dir(self), self.__dict__,
//         os.environ.get("APP_" + field.name.upper()) self.__annotations__, …
//
// While the loop is evaluated one symbol stands for the name of each field (kEachField) and one for
// its default. Once all classes are known, each site whose name holds the symbol is made for the
// fields of the class and of those that descend from it.
#include <algorithm>
#include <functional>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxFields = 2000;  // of one loop, against hostile trees
constexpr int kMaxBases = 8;

ValueRef EachOf(int class_id) { return MakeSymbol(ValueKind::kField, class_id, kEachField); }

// The class whose fields are meant by an object: a class of the tree, or `self`. -1: none.
int ClassOf(const ValueRef& object) {
  if (object == nullptr) return -1;
  const bool known = object->kind == ValueKind::kClass || object->kind == ValueKind::kInstance;
  return known ? object->id : -1;
}

// The class whose each field stands in the name; -1: none.
int LoopsOver(const ValueRef& name) {
  if (name == nullptr || !name->symbolic) return -1;
  if (name->kind == ValueKind::kField && name->text == kEachField) return name->id;
  for (const ValueRef& item : name->items) {
    if (const int id = LoopsOver(item); id >= 0) return id;
  }
  return -1;
}

// Whether upper() is called on what the name is made of: then fields of any case are meant.
bool IsFolded(const ValueRef& name) {
  if (name == nullptr) return false;
  if (name->kind == ValueKind::kTransform && name->text == "upper") return true;
  return std::any_of(name->items.begin(), name->items.end(), IsFolded);
}

bool HasLower(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

// self.__dict__, Settings.__annotations__ and the like: a mapping with one entry that stands for
// all.
ValueRef Evaluator::FieldsBy(const ValueRef& object, const std::string& attribute) const {
  static const std::set<std::string_view> kAttributes = {
      "__dict__",     "__annotations__", "__dataclass_fields__", "__fields__", "_fields",
      "model_fields", "__slots__",       "__attrs_attrs__"};
  if (!attribute.starts_with('_') && attribute != "model_fields") return nullptr;
  const int id = ClassOf(object);
  if (id < 0) return nullptr;
  if (attribute == "__class__") return MakeEntity(ValueKind::kClass, id);
  if (kAttributes.count(attribute) == 0) return nullptr;
  const ValueRef each = EachOf(id);
  if (attribute == "__dict__") {
    return MakeDict({each, MakeSymbol(ValueKind::kField, id, kEachDefault)});
  }
  return MakeDict({each, each});
}

// fields(Settings), vars(self), dir(self), get_type_hints(cls), getattr(self, name).
std::optional<ValueRef> Evaluator::CallOnFields(const Call& call, Frame&) {
  static const std::set<std::string_view> kNames = {"dataclasses.fields", "attr.fields",
                                                    "attrs.fields", "dir"};
  const std::string& dotted = call.callee->text;
  if (call.arguments.empty() || call.arguments[0].splat != Argument::Splat::kNone) {
    return std::nullopt;
  }
  const ValueRef object = Force(call.arguments[0].value);
  if (dotted == "getattr" && call.arguments.size() > 1) {
    const ValueRef& key = call.arguments[1].value;
    const bool each = key != nullptr && key->kind == ValueKind::kField && key->text == kEachField;
    if (!each) return std::nullopt;
    return MakeSymbol(ValueKind::kField, key->id, kEachDefault);
  }
  const int id = ClassOf(object);
  if (id < 0) return std::nullopt;
  if (kNames.count(dotted) > 0) return MakeSequence({EachOf(id)});
  if (dotted == "type" && call.arguments.size() == 1) return MakeEntity(ValueKind::kClass, id);
  if (dotted == "vars") return FieldsBy(object, "__dict__");
  if (dotted == "typing.get_type_hints" || dotted == "inspect.get_annotations" ||
      dotted == "attr.fields_dict" || dotted == "attrs.fields_dict") {
    return FieldsBy(object, "__annotations__");
  }
  return std::nullopt;
}

// The fields of a class in the order of its body, then what its constructor gives self.
std::vector<Evaluator::Member> Evaluator::DeclaredFields(int class_id) {
  std::vector<Member> out;
  const ClassInfo& made = program_.classes[class_id];
  const ModuleInfo& module = program_.modules[made.module];
  if (module.replaced_by >= 0 || module.docstring_of >= 0) return out;
  const Syntax& syntax = module.parsed->syntax;
  std::set<std::string> seen;
  const auto add = [&](NodeId target, const ValueRef& value) {
    const std::string& name = syntax.text(target);
    if (name.empty() || name[0] == '_' || made.methods.count(name) > 0) return;
    if (out.size() < kMaxFields && seen.insert(name).second)
      out.push_back({class_id, target, value});
  };
  const NodeId body = syntax.child(made.node, 0);
  for (size_t i = 0; i < syntax.count(body); ++i) {
    const NodeId statement = syntax.child(body, i);
    const NodeKind kind = syntax.kind(statement);
    const bool assigns = kind == NodeKind::kAssign && syntax.count(statement) > 1;
    if (!assigns && kind != NodeKind::kAnnotated) continue;
    const NodeId target = syntax.child(statement, assigns ? 1 : 0);
    if (syntax.kind(target) != NodeKind::kName) continue;
    const auto at = made.attributes.find(syntax.text(target));
    add(target, at == made.attributes.end() ? nullptr : at->second);
  }
  const auto constructor = made.methods.find("__init__");
  if (constructor == made.methods.end() || made.is_record) return out;
  const FunctionInfo& function = program_.functions[constructor->second];
  const NodeId block = syntax.child(function.node, 1);
  for (size_t i = 0; i < syntax.count(block); ++i) {
    const NodeId statement = syntax.child(block, i);
    const NodeKind kind = syntax.kind(statement);
    const bool assigns = kind == NodeKind::kAssign && syntax.count(statement) > 1;
    if (!assigns && kind != NodeKind::kAnnotated) continue;
    const NodeId target = syntax.child(statement, assigns ? 1 : 0);
    if (syntax.kind(target) != NodeKind::kAttribute) continue;
    if (syntax.text(syntax.child(target, 0)) != "self") continue;
    const auto at = made.fields.find(syntax.text(target));
    const ValueRef value = at == made.fields.end() ? nullptr : at->second;
    add(target, value != nullptr && value->symbolic ? nullptr : value);
  }
  return out;
}

// One site for each field of the class, with what the read in the loop does.
void Evaluator::ReadFields(const Site& read, int class_id) {
  const ModuleInfo inner = program_.modules[read.module];
  const bool folded = IsFolded(read.name);
  for (const Member& field : DeclaredFields(class_id)) {
    const ClassInfo& made = program_.classes[class_id];
    const std::string name = program_.SyntaxOf(made.module).text(field.node);
    if (!folded && HasLower(name)) continue;
    const Replace replace = [&](const ValueRef& symbol) -> ValueRef {
      if (symbol->kind != ValueKind::kField) return nullptr;
      if (symbol->text == kEachField) return MakeString(name);
      return symbol->text == kEachDefault ? field.value : nullptr;
    };
    const Renumber keep = [](uint32_t site) { return std::optional<uint32_t>(site); };
    Site site = read;
    site.name = Substitute(read.name, replace, keep);
    if (NamesOf(site.name).empty()) continue;
    site.chain.insert(site.chain.begin(), PlaceOfNode(inner, program_.PathOf(read.module),
                                                      program_.SyntaxOf(read.module)[read.node]));
    site.module = made.module;
    site.node = field.node;
    site.op = read.op == AccessOp::kTest ? AccessOp::kRead : read.op;
    site.effect = false;
    site.guard = nullptr;
    site.function = -1;
    site.branch = kNoNode;
    site.fallback_of = -1;
    site.returned_by.clear();
    site.bound_to = made.name + "." + name;
    site.bound_kind = BoundKind::kClass;
    const ValueRef given = Force(field.value);
    const bool told = read.default_kind == DefaultKind::kLiteral && read.default_value != nullptr &&
                      !read.default_value->symbolic;
    if (!told && site.op == AccessOp::kRead) {
      const bool known = given != nullptr && (TextOf(given) || given->kind == ValueKind::kSequence);
      const bool none = given != nullptr && given->kind == ValueKind::kNone;
      site.default_kind = none                     ? DefaultKind::kNone
                          : known                  ? DefaultKind::kLiteral
                          : field.value == nullptr ? DefaultKind::kNone
                                                   : DefaultKind::kDynamic;
      site.default_value = known && !none ? given : nullptr;
    }
    if (read.type == ValueType::kBool && read.op == AccessOp::kTest)
      site.type = ValueType::kUnknown;
    site.name_source = name;
    sites_.push_back(std::move(site));
  }
}

// Of the sites of one loop the one that reads tells; the class itself is meant, and each below it.
void Evaluator::ResolveLoops() {
  std::map<int, std::vector<uint32_t>> loops;  // by class: one site for each name
  for (uint32_t id = 0; id < sites_.size(); ++id) {
    const int over = sites_[id].pending ? -1 : LoopsOver(sites_[id].name);
    if (over < 0) continue;
    if (!sites_[id].chain.empty()) {  // at a call of the method: the loop itself tells
      sites_[id].pending = true;
      continue;
    }
    std::vector<uint32_t>& known = loops[over];
    const auto same = std::find_if(known.begin(), known.end(), [&](uint32_t other) {
      return Equal(sites_[other].name, sites_[id].name);
    });
    if (same == known.end()) {
      known.push_back(id);
    } else if (sites_[id].op == AccessOp::kRead && sites_[*same].op == AccessOp::kTest) {
      *same = id;
    }
    sites_[id].effect = sites_[id].called = true;
  }
  const std::function<bool(int, int, int)> descends = [&](int id, int from, int depth) {
    if (id == from) return true;
    if (depth > kMaxBases) return false;
    const std::vector<ValueRef> bases = program_.classes[static_cast<size_t>(id)].bases;
    return std::any_of(bases.begin(), bases.end(), [&](const ValueRef& one) {
      const ValueRef base = Force(one);
      return base != nullptr && base->kind == ValueKind::kClass && base->id != id &&
             descends(base->id, from, depth + 1);
    });
  };
  for (const auto& [over, reads] : loops) {
    const size_t first = sites_.size();
    const int classes = static_cast<int>(program_.classes.size());
    for (int id = 0; id < classes && sites_.size() - first < kMaxFields; ++id) {
      if (!descends(id, over, 0)) continue;
      for (const uint32_t read : reads) ReadFields(Site(sites_[read]), id);
    }
    // Nothing is declared where it shows: the family of names is what is known.
    if (sites_.size() > first) continue;
    for (const uint32_t read : reads) sites_[read].effect = false;
  }
}

}  // namespace flagcensus
