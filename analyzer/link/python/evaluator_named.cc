// Variables whose name is given beside the read: the attribute that holds a descriptor, the
// attribute that is asked for, a keyword that says "environment variable", an enumerator.
//
//   class Settings: host = EnvVar("localhost")    EnvVar has __set_name__, and reads by that name
//   config.host                                   __getattr__(self, name) reads by `name`
//   add_argument("--host", env_var="APP_HOST")    of whatever parser: the keyword says what it is
//   add_argument(action=EnvDefault, envvar="X")   the class is made with the keywords beside it
//   Var.HOST.get("localhost")                     a method of the enumeration reads by its value
#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

// The row of the accessor table for calls of which nothing but a keyword is known.
const std::string kAnyCall = "*";

bool IsVariable(const std::string& text) {
  return text.size() > 2 && std::isupper(static_cast<unsigned char>(text[0])) != 0 &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return std::isupper(static_cast<unsigned char>(c)) != 0 ||
                  std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_';
         });
}

// Whether only fields of self stand in the value, not parameters.
bool FieldsOnly(const ValueRef& value) {
  if (value == nullptr || !value->symbolic) return true;
  if (value->kind == ValueKind::kParameter) return false;
  if (value->kind == ValueKind::kField) return !value->text.starts_with('*');
  return std::all_of(value->items.begin(), value->items.end(), FieldsOnly);
}

bool Mentions(const ValueRef& value, int function, const std::string& parameter) {
  if (value == nullptr || !value->symbolic) return false;
  if (value->kind == ValueKind::kParameter) {
    return value->id == function && value->text == parameter;
  }
  return std::any_of(value->items.begin(), value->items.end(),
                     [&](const ValueRef& item) { return Mentions(item, function, parameter); });
}

// argparse takes no keyword of others, but for an action that does.
bool RefusesKeywords(const std::string& callee, const std::vector<Argument>& arguments) {
  const bool action = std::any_of(arguments.begin(), arguments.end(), [](const Argument& argument) {
    return argument.keyword == "action";
  });
  return !action && callee.starts_with("argparse.");
}

}  // namespace

// Objects whose class has __set_name__, held by attributes of the class whose body was just run.
void Evaluator::NameDescriptors(int class_id, Frame& body) {
  const Syntax& syntax = *body.syntax;
  const NodeId block = syntax.child(program_.classes[class_id].node, 0);
  for (size_t i = 0; i < syntax.count(block); ++i) {
    const NodeId statement = syntax.child(block, i);
    const NodeKind kind = syntax.kind(statement);
    const bool assigns = kind == NodeKind::kAssign && syntax.count(statement) == 2;
    if (!assigns && kind != NodeKind::kAnnotated) continue;
    const NodeId target = syntax.child(statement, assigns ? 1 : 0);
    if (syntax.kind(target) != NodeKind::kName) continue;
    const std::string& attribute = syntax.text(target);
    const auto& attributes = program_.classes[class_id].attributes;
    const auto at = attributes.find(attribute);
    const ValueRef object = at == attributes.end() ? nullptr : at->second;
    if (object == nullptr || object->kind != ValueKind::kInstance) continue;
    const int setter = FindMethod(object->id, "__set_name__");
    if (setter < 0 || program_.functions[setter].parameters.size() < 3) continue;
    Summarize(setter);
    const std::string& called = program_.functions[setter].parameters[2].name;
    const Renumber keep = [](uint32_t site) { return std::optional<uint32_t>(site); };
    const Replace named = [&](const ValueRef& symbol) -> ValueRef {
      const bool own = symbol->kind == ValueKind::kParameter && symbol->id == setter;
      return own && symbol->text == called ? MakeString(attribute) : nullptr;
    };
    const Replace replace = [&](const ValueRef& symbol) -> ValueRef {
      if (symbol->kind == ValueKind::kImported) return symbol;
      if (symbol->kind != ValueKind::kField) return named(symbol);
      const ValueRef held = FieldIn(object, symbol->text);
      const ValueRef field = held == nullptr ? FieldOf(object->id, symbol->text) : held;
      return Substitute(field, named, keep);
    };
    Summary all;
    for (const auto& [name, method] :
         std::map<std::string, int>(program_.classes[object->id].methods)) {
      for (const uint32_t effect : Summarize(method).effects) {
        if (FieldsOnly(sites_[effect].name)) all.effects.push_back(effect);
      }
    }
    for (const uint32_t effect : Summarize(setter).effects) {
      if (Mentions(sites_[effect].name, setter, called)) all.effects.push_back(effect);
    }
    if (!all.effects.empty()) {
      Instantiate(all, replace, target, program_.classes[object->id].name, body);
    }
  }
}

// config.host, where the class answers by __getattr__ with what the environment has.
void Evaluator::ReadAttribute(const ValueRef& given, const std::string& name, NodeId node,
                              Frame& frame) {
  if (!recording_ || given == nullptr || name.starts_with("__")) return;
  ValueRef object = given;
  if (given->kind == ValueKind::kImported && !wrappers_.empty()) {
    const std::string& path = given->text.empty() ? program_.imports[given->id].name : given->text;
    if (wrappers_.count(path.substr(path.rfind('.') + 1)) == 0) return;
    object = ForceImport(*given, 0);
  }
  if (object == nullptr || object->kind != ValueKind::kInstance || object->integer == 1) return;
  if (FieldIn(object, name) != nullptr || FindMethod(object->id, name) >= 0) return;
  const int getter = FindMethod(object->id, "__getattr__");
  if (getter < 0 || program_.functions[getter].parameters.size() != 2) return;
  if (program_.classes[object->id].attributes.count(name) > 0) return;
  Argument argument;
  argument.node = node;
  argument.value = MakeString(name);
  CallFunction(getter, {argument}, object, node, program_.classes[object->id].name, frame);
}

// A keyword of a call that is known to name a variable by nothing else.
void Evaluator::NoteNamed(const Call& call, const ValueRef& value, size_t first, Frame& frame) {
  NoteActions(call, frame);
  const auto row = table_.calls.find(kAnyCall);
  if (row == table_.calls.end()) return;
  const Argument* name = Find(call.arguments, row->second.name);
  if (name == nullptr || name->keyword.empty()) return;
  const ValueKind callee = call.callee == nullptr ? ValueKind::kNone : call.callee->kind;
  if (callee == ValueKind::kFunction) return;  // what it does with it is known
  if (callee == ValueKind::kExternal && RefusesKeywords(call.callee->text, call.arguments)) return;
  const ValueRef given = Force(name->value);
  if (given == nullptr) return;
  std::vector<ValueRef> names = {given};
  if (given->kind == ValueKind::kSequence) names = given->items;
  for (const ValueRef& each : names) {
    if (each == nullptr || each->kind != ValueKind::kString || !IsVariable(each->text)) return;
    for (size_t id = first; id < sites_.size(); ++id) {
      if (Equal(sites_[id].name, each)) return;  // what is called tells itself
    }
  }
  const size_t made = sites_.size();
  std::vector<Argument> arguments = call.arguments;
  CallAccessor(row->second, name->keyword, arguments, call.node, frame);
  for (size_t id = made; id < sites_.size(); ++id) {
    sites_[id].guessed = true;
    // Of a class of the tree: where something reads by that field (ResolveMembers).
    sites_[id].pending = callee == ValueKind::kClass;
    // A record has its default where its constructor puts it: ConfigItem("help", True, …).
    for (const std::string& field : table_.default_columns) {
      const ValueRef held = Force(FieldIn(value, field));
      const bool open = sites_[id].default_kind == DefaultKind::kNone;
      if (open && held != nullptr && TextOf(held))
        SetDefault(static_cast<uint32_t>(id), held, kNoNode, frame);
    }
  }
}

// A class that is handed over beside keywords of its constructor, which reads what they name.
void Evaluator::NoteActions(const Call& call, Frame& frame) {
  for (const Argument& argument : call.arguments) {
    const ValueRef given = argument.value;
    if (given == nullptr || argument.keyword.empty()) continue;
    if (given->kind != ValueKind::kClass && given->kind != ValueKind::kImported) continue;
    if (given->kind == ValueKind::kImported &&
        wrappers_.count(program_.imports[given->id].name) == 0) {
      continue;
    }
    const ValueRef made = Force(given);
    if (made == nullptr || made->kind != ValueKind::kClass) continue;
    const int constructor = FindMethod(made->id, "__init__");
    if (constructor < 0) continue;
    Summarize(constructor);
    std::vector<Argument> keywords;
    bool names = false;
    for (const Argument& other : call.arguments) {
      if (other.keyword.empty() || &other == &argument) continue;
      keywords.push_back(other);
      for (const uint32_t effect : summaries_[constructor].effects) {
        names = names || Mentions(sites_[effect].name, constructor, other.keyword);
      }
    }
    if (names) CallClass(made->id, keywords, call.node, frame);
  }
}

// A method of an enumeration, called of one of its members.
std::optional<ValueRef> Evaluator::CallOnMember(const Call& call, Frame& frame) {
  if (!recording_ || call.receiver == nullptr || call.receiver->kind != ValueKind::kString) {
    return std::nullopt;
  }
  const Syntax& syntax = *frame.syntax;
  const NodeId member = syntax.child(call.callee_node, 0);
  if (syntax.kind(member) != NodeKind::kAttribute) return std::nullopt;
  const ValueRef owner = Quietly([&] { return Force(Evaluate(syntax.child(member, 0), frame)); });
  if (owner == nullptr || owner->kind != ValueKind::kClass) return std::nullopt;
  if (!program_.classes[owner->id].is_enum) return std::nullopt;
  const int method = FindMethod(owner->id, call.method);
  if (method < 0) return std::nullopt;
  Value self;
  self.kind = ValueKind::kInstance;
  self.id = owner->id;
  self.items = {MakeString("value"), call.receiver, MakeString("name"),
                MakeString(syntax.text(member))};
  return CallFunction(method, call.arguments, MakeValue(std::move(self)), call.node, call.method,
                      frame);
}

}  // namespace flagcensus
