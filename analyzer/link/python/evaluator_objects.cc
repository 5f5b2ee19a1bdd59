// Calls of the tree's classes → objects, with the fields that their constructors and declarations
// give them; their methods and fields by name, those of base classes included.
#include <algorithm>
#include <functional>
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {

ValueRef Evaluator::CallClass(int class_id, const std::vector<Argument>& arguments, NodeId node,
                              Frame& frame) {
  ClassInfo& made = program_.classes[class_id];
  EvaluateModule(made.module);
  Value instance;
  instance.kind = ValueKind::kInstance;
  instance.id = class_id;
  if (recording_ && frame.function < 0) {
    instance.made = static_cast<int32_t>(made_at_.size());
    made_at_.push_back({frame.module, node});
  }
  if (made.is_enum) return arguments.size() == 1 ? arguments[0].value : nullptr;
  const int constructor = FindMethod(class_id, "__init__");
  const int setter = FindMethod(class_id, "__set_name__");
  if (setter >= 0) Summarize(setter);  // tells fields, too
  std::map<std::string, ValueRef> given;
  int owner = -2 - class_id;  // of the parameters that records are made with
  if (constructor >= 0) {
    Summarize(constructor);
    given = BindArguments(program_.functions[constructor], arguments, true);
    if (recording_) FeedParameters(constructor, given);
    owner = constructor;
  } else if (made.is_record) {
    FunctionInfo record;
    for (const std::string& name : made.annotated) {
      record.parameters.push_back({name, kNoNode, 0});
      record.defaults.push_back(nullptr);
      const auto at = made.attributes.find(name);
      if (at != made.attributes.end()) {
        record.parameters.back().default_node = made.node;
        record.defaults.back() = at->second;
      }
    }
    given = BindArguments(record, arguments, false);
    for (const auto& [name, value] : given) {
      if (recording_ && value != nullptr) Feed(value, FlowOfField(class_id, name));
    }
  }
  const Replace constructed = [&](const ValueRef& symbol) -> ValueRef {
    if (symbol->kind != ValueKind::kParameter || symbol->id != owner) return symbol;
    const auto at = given.find(symbol->text);
    return at == given.end() ? nullptr : at->second;
  };
  const Renumber same = [](uint32_t site) { return std::optional<uint32_t>(site); };
  // Fields, those of base classes first.
  std::vector<int> lineage;
  const std::function<void(int, int)> climb = [&](int id, int depth) {
    if (depth > 8) return;
    for (const ValueRef& base : program_.classes[id].bases) {
      const ValueRef of = Force(base);
      if (of != nullptr && of->kind == ValueKind::kClass) climb(of->id, depth + 1);
    }
    lineage.push_back(id);
  };
  climb(class_id, 0);
  std::map<std::string, ValueRef> fields;
  for (const int id : lineage) {
    for (const auto& [name, value] : program_.classes[id].attributes) fields[name] = value;
    for (const auto& [name, value] : program_.classes[id].fields) {
      fields[name] = Substitute(value, constructed, same);
    }
  }
  for (const auto& [name, value] : fields) {
    instance.items.push_back(MakeString(name));
    instance.items.push_back(value);
  }
  if (recording_) {
    const Replace replace = [&](const ValueRef& symbol) -> ValueRef {
      if (symbol->kind == ValueKind::kField) {
        const auto at = fields.find(symbol->text);
        if (at != fields.end()) return at->second;
        const ValueRef field = FieldOf(class_id, symbol->text);
        return field != nullptr && !field->symbolic ? field : nullptr;
      }
      return constructed(symbol);
    };
    // The constructor's effects, and those of methods that wait for nothing but a field.
    Summary all;
    if (constructor >= 0) all.effects = summaries_[constructor].effects;
    for (const int id : lineage) {
      for (const auto& [name, method] : program_.classes[id].methods) {
        if (method == constructor) continue;
        for (const uint32_t effect : Summarize(method).effects) {
          const std::function<bool(const ValueRef&)> fields_only =
              [&](const ValueRef& value) -> bool {
            if (value == nullptr || !value->symbolic) return true;
            if (value->kind == ValueKind::kParameter) return false;
            if (value->kind == ValueKind::kField) {
              if (value->text.starts_with('*')) return false;
              // What the attribute that holds the object is called is not known here.
              const auto field = setter < 0 ? fields.end() : fields.find(value->text);
              const ValueRef of = field == fields.end() ? nullptr : field->second;
              return of == nullptr || of->kind != ValueKind::kParameter || of->id != setter;
            }
            return std::all_of(value->items.begin(), value->items.end(), fields_only);
          };
          if (fields_only(sites_[effect].name)) all.effects.push_back(effect);
        }
      }
    }
    if (!all.effects.empty()) {
      Instantiate(all, replace, node, made.name, frame);
    }
  }
  // A dict of the tree's own that is made from the environment is it.
  if (constructor < 0 && !arguments.empty() && IsEnvironment(arguments[0].value)) {
    instance.items.push_back(MakeString("data"));
    instance.items.push_back(arguments[0].value);
  }
  return MakeValue(std::move(instance));
}

// The object that a field of self keeps, made in the constructor: what it was made with is told by
// the fields of self that keep the same. Null where the field keeps something else.
ValueRef Evaluator::HeldObject(const ValueRef& field) {
  if (field == nullptr || field->kind != ValueKind::kField || field->text.starts_with('*'))
    return nullptr;
  const ValueRef kept = FieldOf(field->id, field->text);
  const bool object = kept != nullptr && kept->kind == ValueKind::kInstance && kept->integer == 0;
  if (!object || !kept->symbolic) return nullptr;
  const ClassInfo& keeper = program_.classes[field->id];
  const Replace own = [&](const ValueRef& symbol) -> ValueRef {
    if (symbol->kind != ValueKind::kParameter) return symbol;
    for (const auto& [name, value] : keeper.fields) {
      if (Equal(value, symbol)) return MakeSymbol(ValueKind::kField, field->id, name);
    }
    const bool mapping = flow_of_parameter_.count({symbol->id, symbol->text}) > 0;
    return mapping ? symbol : nullptr;
  };
  return Substitute(kept, own, [](uint32_t site) { return std::optional<uint32_t>(site); });
}

int Evaluator::FindMethod(int class_id, std::string_view name, int depth) const {
  const ClassInfo& of = program_.classes[class_id];
  const auto at = of.methods.find(std::string(name));
  if (at != of.methods.end()) return at->second;
  if (depth > 8) return -1;
  for (const ValueRef& base : of.bases) {
    if (base == nullptr) continue;
    const ValueRef known =
        base->kind == ValueKind::kImported ? const_cast<Evaluator*>(this)->Force(base) : base;
    if (known == nullptr || known->kind != ValueKind::kClass || known->id == class_id) continue;
    const int found = FindMethod(known->id, name, depth + 1);
    if (found >= 0) return found;
  }
  return -1;
}

ValueRef Evaluator::FieldOf(int class_id, std::string_view name, int depth) const {
  const ClassInfo& of = program_.classes[class_id];
  const auto field = of.fields.find(std::string(name));
  if (field != of.fields.end()) return field->second;
  const auto attribute = of.attributes.find(std::string(name));
  if (attribute != of.attributes.end()) return attribute->second;
  if (depth > 8) return nullptr;
  for (const ValueRef& base : of.bases) {
    if (base == nullptr) continue;
    const ValueRef known =
        base->kind == ValueKind::kImported ? const_cast<Evaluator*>(this)->Force(base) : base;
    if (known == nullptr || known->kind != ValueKind::kClass || known->id == class_id) continue;
    const ValueRef found = FieldOf(known->id, name, depth + 1);
    if (found != nullptr) return found;
  }
  return nullptr;
}

// What the methods of that name return, where all that return anything return a literal.
ValueRef Evaluator::LiteralMethod(const std::string& name) {
  // Methods of Python's own types are no project's: every file has them.
  static const std::set<std::string_view> kBuiltIn = {
      "encode",   "decode",  "format",   "strip", "lstrip",    "rstrip",   "upper",
      "lower",    "title",   "join",     "split", "replace",   "get",      "pop",
      "keys",     "values",  "items",    "copy",  "read",      "readline", "group",
      "as_posix", "resolve", "absolute", "hex",   "isoformat", "__str__"};
  if (kBuiltIn.count(name) > 0) return nullptr;
  wanted_methods_.insert(name);
  const auto methods = methods_by_name_.find(name);
  if (methods == methods_by_name_.end()) return nullptr;
  std::vector<ValueRef> names;
  for (const int function : std::vector<int>(methods->second)) {
    if (program_.modules[program_.functions[function].module].replaced_by >= 0) continue;
    const Summary& summary = Summarize(function);
    for (const ValueRef& value : summary.returns) {
      const ValueRef known = Force(value);
      if (known != nullptr && known->kind == ValueKind::kNone) continue;
      // `return NotImplementedError` declares that a subclass tells.
      if (known != nullptr && known->kind == ValueKind::kExternal &&
          known->text.starts_with("NotImplemented")) {
        continue;
      }
      if (known == nullptr || known->kind != ValueKind::kString) return nullptr;
      names.push_back(known);
    }
  }
  return names.empty() ? nullptr : MakeOneOf(names);
}

}  // namespace flagcensus
