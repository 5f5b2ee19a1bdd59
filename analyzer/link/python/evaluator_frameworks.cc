// Variables that are declared to a library: command line options, and objects with typed methods
// (settings classes: evaluator_settings.cc). What each library understands stands in
// queries/python/accessors.toml; here is how such rows are applied to classes and to casts.
#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

const std::string kOpen = "**";  // stands in a scheme for declarations that are not known

}  // namespace

// The type that a value stands for where it is handed over as one: int, click.INT, Csv().
std::optional<ValueType> Evaluator::TypeNamed(const ValueRef& type) const {
  if (type == nullptr) return std::nullopt;
  if (type->kind == ValueKind::kFunction || type->kind == ValueKind::kClass) return std::nullopt;
  if (type->kind != ValueKind::kExternal) return std::nullopt;
  std::string name = type->text;
  if (name.ends_with("()")) name.resize(name.size() - 2);
  for (const auto* types : {&table_.casts, &table_.conversions}) {
    if (const auto at = types->find(name); at != types->end()) return at->second;
  }
  return std::nullopt;
}

// The type that an annotation gives: X, Optional[X], X | None, list[X].
std::optional<ValueType> Evaluator::TypeAnnotated(NodeId annotation, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  switch (syntax.kind(annotation)) {
    case NodeKind::kBinary: {  // X | None
      const std::optional<ValueType> left = TypeAnnotated(syntax.child(annotation, 0), frame);
      return left ? left : TypeAnnotated(syntax.child(annotation, 1), frame);
    }
    case NodeKind::kSubscript: {
      const ValueRef generic = Force(Evaluate(syntax.child(annotation, 0), frame));
      const std::string_view name = generic != nullptr && generic->kind == ValueKind::kExternal
                                        ? LastPart(generic->text)
                                        : "";
      if (name == "Optional" || name == "Annotated") {
        NodeId inner = syntax.child(annotation, 1);
        if (syntax.kind(inner) == NodeKind::kTuple && syntax.count(inner) > 0) {
          inner = syntax.child(inner, 0);
        }
        return TypeAnnotated(inner, frame);
      }
      if (name == "Literal") return ValueType::kEnum;
      static constexpr std::string_view kLists[] = {"list",  "List",  "set",      "Set",
                                                    "tuple", "Tuple", "Sequence", "frozenset"};
      if (std::find(std::begin(kLists), std::end(kLists), name) != std::end(kLists)) {
        return ValueType::kList;
      }
      return std::nullopt;
    }
    case NodeKind::kName:
    case NodeKind::kAttribute: {
      const ValueRef type = Force(Evaluate(annotation, frame));
      if (type != nullptr && type->kind == ValueKind::kClass) {
        return program_.classes[type->id].is_enum ? std::optional(ValueType::kEnum) : std::nullopt;
      }
      return TypeNamed(type);
    }
    default:
      return std::nullopt;
  }
}

// auto_envvar_prefix="APP": the library reads a variable APP_<OPTION> for each option.
void Evaluator::NoteFamily(const std::string& keyword, const ValueRef& given, NodeId node,
                           Frame& frame) {
  const auto row = table_.family_keywords.find(keyword);
  if (!recording_ || row == table_.family_keywords.end()) return;
  const std::optional<std::string> prefix = TextOf(Force(given));
  if (!prefix || prefix->empty()) return;
  // The rest is not known here: APP_*.
  const ValueRef name = MakeConcat({MakeString(ToUpper(*prefix) + row->second), nullptr});
  AddSite(AccessOp::kRead, name, kNoNode, keyword, node, frame);
}

// The type and description that a row's other arguments give a read.
void Evaluator::FinishRow(const AccessorRow& row, uint32_t site,
                          const std::vector<Argument>& arguments) {
  if (row.cast.given()) {
    if (const Argument* cast = Find(arguments, row.cast)) {
      if (const std::optional<ValueType> type = TypeNamed(Force(cast->value))) {
        sites_[site].type = *type;
      }
    }
  }
  if (row.truth.given()) {
    const Argument* truth = Find(arguments, row.truth);
    if (truth != nullptr && Truth(truth->value).value_or(false)) {
      sites_[site].type = ValueType::kBool;
    }
  }
  // A switch of argparse, and of what builds on it (Python Library Reference, argparse, "action").
  for (const Argument& argument : arguments) {
    if (argument.keyword != "action") continue;
    const std::optional<std::string> action = TextOf(Force(argument.value));
    if (action == "store_true" || action == "store_false") sites_[site].type = ValueType::kBool;
  }
  if (row.description.given()) {
    const Argument* text = Find(arguments, row.description);
    const ValueRef value = text == nullptr ? nullptr : Force(text->value);
    if (value != nullptr && value->kind == ValueKind::kString)
      sites_[site].description = value->text;
  }
}

// Env(DEBUG=(bool, False)): what the object's reads of DEBUG are and fall back to.
void Evaluator::NoteScheme(const std::string& call, const std::vector<Argument>& arguments,
                           const Syntax& syntax) {
  for (const Argument& argument : arguments) {
    if (argument.splat == Argument::Splat::kMapping) {  // **schema
      const ValueRef dict = Force(argument.value);
      if (dict == nullptr || dict->kind != ValueKind::kDict) {
        schemes_[call][kOpen] = {};
        continue;
      }
      for (size_t i = 0; i + 1 < dict->items.size(); i += 2) {
        const std::optional<std::string> name = TextOf(dict->items[i]);
        if (name) schemes_[call][*name] = {dict->items[i + 1], ""};
      }
    }
    if (argument.keyword.empty()) continue;
    const bool both =
        syntax.kind(argument.node) == NodeKind::kTuple && syntax.count(argument.node) == 2;
    const std::string source = both ? Unparse(syntax, syntax.child(argument.node, 1)) : "";
    schemes_[call][argument.keyword] = {argument.value, source};
  }
}

// False where nothing was declared of the site's variable.
bool Evaluator::ApplyScheme(const std::string& call, uint32_t site, Frame& frame) {
  const size_t end = call.find("()");
  const auto scheme =
      end == std::string::npos ? schemes_.end() : schemes_.find(call.substr(0, end));
  const ValueRef name = sites_[site].name;
  if (scheme == schemes_.end() || name == nullptr || name->kind != ValueKind::kString) return false;
  const auto declared = scheme->second.find(name->text);
  if (declared == scheme->second.end()) {
    // It may be among those that are not known: that unset raises cannot be said.
    if (scheme->second.count(kOpen) > 0) sites_[site].default_kind = DefaultKind::kDynamic;
    return false;
  }
  const ValueRef& as = declared->second.first;
  const bool both = as != nullptr && as->kind == ValueKind::kSequence && as->items.size() == 2;
  const std::optional<ValueType> type = TypeNamed(both ? as->items[0] : as);
  if (type) sites_[site].type = *type;
  if (both) {
    SetDefault(site, as->items[1], kNoNode, frame);
    sites_[site].default_source = declared->second.second;
  }
  return true;
}

// What `with expression:` puts before the names that `object` reads inside it; "" for any other.
std::string Evaluator::PrefixOpened(NodeId expression, std::string* object, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  if (syntax.kind(expression) != NodeKind::kCall || syntax.count(expression) < 2) return {};
  const NodeId callee = syntax.child(expression, 0);
  if (syntax.kind(callee) != NodeKind::kAttribute) return {};
  const ValueRef method = Quietly([&] { return Force(Evaluate(callee, frame)); });
  const ValueRef prefix =
      Quietly([&] { return Force(Evaluate(syntax.child(expression, 1), frame)); });
  if (method == nullptr || method->kind != ValueKind::kExternal) return {};
  if (table_.prefixes.count(method->text) == 0) return {};
  *object = method->text.substr(0, method->text.rfind('.'));
  return TextOf(prefix).value_or("*");
}

// The object that a parameter's annotation makes of it: `env: Env` is one that Env() makes. Null
// where rows know no object of that class.
ValueRef Evaluator::ObjectAnnotated(const FunctionInfo& function, size_t parameter, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId list = syntax.child(function.node, 0);
  if (parameter >= syntax.count(list) || function.parameters[parameter].flag != 0) return nullptr;
  const NodeId annotation = syntax.child(syntax.child(list, parameter), 0);
  const NodeKind kind = syntax.kind(annotation);
  if (kind != NodeKind::kName && kind != NodeKind::kAttribute) return nullptr;
  const ValueRef type = Force(Evaluate(annotation, frame));
  if (type == nullptr || type->kind != ValueKind::kExternal) return nullptr;
  const std::string object = type->text + "()";
  const bool fixture = std::any_of(table_.fixtures.begin(), table_.fixtures.end(),
                                   [&](const auto& known) { return known.second == object; });
  return fixture || table_.IsObject(object) ? MakeExternal(object) : nullptr;
}

}  // namespace flagcensus
