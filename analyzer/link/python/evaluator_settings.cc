// Settings classes → a read for each field, with the name, default and type that it declares.
#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxBasesAbove = 100;  // classes above one, against hostile hierarchies

}  // namespace

// Whether the class (whose body was just run) is a settings class, by its bases and decorators; its
// fields are then reads.
void Evaluator::FindSettings(int class_id, NodeId node, Frame& frame) {
  ClassInfo& made = program_.classes[class_id];
  const Syntax& syntax = *frame.syntax;
  if (table_.settings.empty()) return;
  made.settings = nullptr;
  for (const ValueRef& base : made.bases) {
    const ValueRef known = Force(base);
    if (known == nullptr) continue;
    if (known->kind == ValueKind::kExternal) {
      const auto row = table_.settings.find(known->text);
      if (row != table_.settings.end()) made.settings = &row->second;
    } else if (known->kind == ValueKind::kClass && known->id != class_id) {
      const ClassInfo& above = program_.classes[known->id];
      if (above.settings == nullptr) continue;
      made.settings = above.settings;
      made.settings_prefix = above.settings_prefix;
      made.settings_nested = above.settings_nested;
    }
  }
  for (size_t i = 1; i < syntax.count(node); ++i) {
    const NodeId decorator = syntax.child(node, i);
    if (syntax.kind(decorator) != NodeKind::kDecorator || syntax.count(decorator) == 0) continue;
    NodeId expression = syntax.child(decorator, 0);
    const bool call = syntax.kind(expression) == NodeKind::kCall;
    const ValueRef known = Force(Evaluate(call ? syntax.child(expression, 0) : expression, frame));
    if (known == nullptr || known->kind != ValueKind::kExternal) continue;
    const auto row = table_.settings.find(known->text);
    if (row == table_.settings.end()) continue;
    made.settings = &row->second;
    made.settings_prefix = row->second.default_prefix;
    for (size_t k = 1; call && k < syntax.count(expression); ++k) {
      const NodeId keyword = syntax.child(expression, k);
      if (syntax.kind(keyword) != NodeKind::kKeyword) continue;
      const std::optional<std::string> text = TextOf(Evaluate(syntax.child(keyword, 0), frame));
      if (syntax.text(keyword) == row->second.prefix && text) made.settings_prefix = *text;
    }
  }
  if (made.settings != nullptr) ReadSettings(class_id, syntax.child(node, 0), frame);
}

void Evaluator::ReadSettings(int class_id, NodeId block, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  ClassInfo& made = program_.classes[class_id];
  const SettingsRow& row = *made.settings;
  const auto set = [&](const std::string& key, NodeId value) {
    const bool prefix = !row.prefix.empty() && key == row.prefix;
    if (!prefix && (row.nested.empty() || key != row.nested)) return;
    const std::optional<std::string> text = TextOf(Force(Evaluate(value, frame)));
    (prefix ? made.settings_prefix : made.settings_nested) = text.value_or("");
  };
  // model_config = SettingsConfigDict(key=...) or {"key": ...}, and class Config: key = ...
  for (size_t i = 0; i < syntax.count(block); ++i) {
    const NodeId statement = syntax.child(block, i);
    if (syntax.kind(statement) == NodeKind::kClass && syntax.text(statement) == "Config") {
      const NodeId inner = syntax.child(statement, 0);
      for (size_t k = 0; k < syntax.count(inner); ++k) {
        const NodeId one = syntax.child(inner, k);
        const NodeKind kind = syntax.kind(one);
        if (kind == NodeKind::kAssign && syntax.count(one) > 1) {
          set(syntax.text(syntax.child(one, 1)), syntax.child(one, 0));
        } else if (kind == NodeKind::kAnnotated && syntax.count(one) > 2) {
          set(syntax.text(syntax.child(one, 0)), syntax.child(one, 2));
        }
      }
    }
    if (syntax.kind(statement) != NodeKind::kAssign || syntax.count(statement) < 2) continue;
    if (syntax.text(syntax.child(statement, 1)) != "model_config") continue;
    const NodeId value = syntax.child(statement, 0);
    for (size_t k = 0; k < syntax.count(value); ++k) {
      const NodeId part = syntax.child(value, k);
      if (syntax.kind(part) == NodeKind::kKeyword && syntax.count(part) > 0) {
        set(syntax.text(part), syntax.child(part, 0));
      } else if (syntax.kind(part) == NodeKind::kPair) {
        set(syntax.text(syntax.child(part, 0)), syntax.child(part, 1));
      }
    }
  }
  if (!recording_) return;
  const std::string prefix =
      made.settings_prefix + (made.settings_prefix.empty() ? "" : row.separator);
  for (size_t i = 0; i < syntax.count(block); ++i) {
    AddField(made, prefix, syntax.child(block, i), frame);
  }
  std::set<int> seen = {class_id};
  for (const ValueRef& base : made.bases) AddInherited(class_id, base, prefix, &seen);
}

// The fields that a settings class has from classes of the tree: those of plain models, which are
// variables by it alone, and those of settings classes with another prefix.
void Evaluator::AddInherited(int class_id, const ValueRef& base, const std::string& prefix,
                             std::set<int>* seen) {
  const ValueRef known = Force(base);
  if (known == nullptr || known->kind != ValueKind::kClass) return;
  const ClassInfo& made = program_.classes[class_id];
  if (seen->size() > kMaxBasesAbove && seen->count(known->id) == 0) {
    Frame frame;
    frame.module = made.module;
    frame.syntax = &program_.SyntaxOf(made.module);
    return TellLimit(made.node, frame,
                     "the fields of the classes above this one's first " +
                         std::to_string(kMaxBasesAbove) + " are left out");
  }
  if (!seen->insert(known->id).second) return;
  const ClassInfo& above = program_.classes[known->id];
  if (above.settings == nullptr || above.settings_prefix != made.settings_prefix) {
    Frame frame;
    frame.module = above.module;
    frame.class_id = known->id;
    frame.syntax = &program_.SyntaxOf(above.module);
    const NodeId block = frame.syntax->child(above.node, 0);
    for (size_t i = 0; i < frame.syntax->count(block); ++i) {
      AddField(made, prefix, frame.syntax->child(block, i), frame);
    }
  }
  for (const ValueRef& next : above.bases) AddInherited(class_id, next, prefix, seen);
}

// A read for a field: `name: type = default` or `name = field(default, alias=...)`.
void Evaluator::AddField(const ClassInfo& made, const std::string& prefix, NodeId statement,
                         Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const SettingsRow& row = *made.settings;
  const bool annotated = syntax.kind(statement) == NodeKind::kAnnotated;
  const bool assigned = syntax.kind(statement) == NodeKind::kAssign && syntax.count(statement) == 2;
  if (!annotated && !assigned) return;
  const NodeId target = syntax.child(statement, annotated ? 0 : 1);
  if (syntax.kind(target) != NodeKind::kName) return;
  const std::string& field = syntax.text(target);
  if (field.empty() || field[0] == '_' || field == "model_config") return;
  std::optional<ValueType> type;
  if (annotated) {
    const NodeId annotation = syntax.child(statement, 1);
    if (Unparse(syntax, annotation).find("ClassVar") != std::string::npos) return;
    type = TypeAnnotated(annotation, frame);
    // Fields of a class that is the field's type have names of their own.
    const ValueRef nested = Force(Evaluate(annotation, frame));
    if (!made.settings_nested.empty() && nested != nullptr && nested->kind == ValueKind::kClass) {
      const ClassInfo inner = program_.classes[nested->id];
      for (const std::string& part : inner.annotated) {
        const std::string name = ToUpper(prefix + field + made.settings_nested + part);
        const uint32_t site = AddSite(AccessOp::kRead, MakeString(name), kNoNode,
                                      std::string(LastPart(row.name)), target, frame);
        const auto value = inner.attributes.find(part);
        if (value != inner.attributes.end()) SetDefault(site, value->second, kNoNode, frame);
        sites_[site].bound_to = made.name + "." + field;
        sites_[site].bound_kind = BoundKind::kClass;
      }
      return;
    }
  }
  NodeId value = annotated ? (syntax.count(statement) > 2 ? syntax.child(statement, 2) : kNoNode)
                           : syntax.child(statement, 0);
  std::vector<std::string> names = {ToUpper(prefix + field)};
  std::string description;
  bool declared = false;
  NodeId factory = kNoNode;
  NodeId given = value;
  if (value != kNoNode && syntax.kind(value) == NodeKind::kCall) {
    const ValueRef callee = Force(Evaluate(syntax.child(value, 0), frame));
    declared = callee != nullptr && callee->kind == ValueKind::kExternal &&
               std::find(row.fields.begin(), row.fields.end(), callee->text) != row.fields.end();
  }
  if (declared) {
    std::vector<Argument> arguments;
    for (size_t i = 1; i < syntax.count(value); ++i) {
      Argument argument;
      argument.node = syntax.child(value, i);
      if (syntax.kind(argument.node) == NodeKind::kKeyword) {
        argument.keyword = syntax.text(argument.node);
        argument.node = syntax.child(argument.node, 0);
      }
      argument.value = Force(Evaluate(argument.node, frame));
      arguments.push_back(std::move(argument));
    }
    const Argument* fallback = Find(arguments, row.default_value);
    given = fallback == nullptr || syntax.kind(fallback->node) == NodeKind::kEllipsis
                ? kNoNode
                : fallback->node;
    for (const Argument& argument : arguments) {
      if (std::find(row.factories.begin(), row.factories.end(), argument.keyword) !=
          row.factories.end()) {
        factory = argument.node;
      }
    }
    for (const std::string& alias : row.aliases) {
      const auto at = std::find_if(arguments.begin(), arguments.end(),
                                   [&](const Argument& one) { return one.keyword == alias; });
      if (at == arguments.end()) continue;
      std::vector<std::string> whole;
      if (const std::optional<std::string> text = TextOf(at->value)) {
        whole.push_back(*text);
      } else if (syntax.kind(at->node) == NodeKind::kCall ||
                 syntax.kind(at->node) == NodeKind::kList) {  // AliasChoices("A", "B"), ["A", "B"]
        for (size_t i = 0; i < syntax.count(at->node); ++i) {
          const NodeId part = syntax.child(at->node, i);
          if (syntax.kind(part) == NodeKind::kString) whole.push_back(syntax.text(part));
        }
      }
      for (std::string& name : whole) name = ToUpper(name);
      if (whole.empty()) return;  // an alias that is not known
      names = std::move(whole);
      break;
    }
    const Argument* text = row.description.given() ? Find(arguments, row.description) : nullptr;
    if (text != nullptr && text->value != nullptr && text->value->kind == ValueKind::kString) {
      description = text->value->text;
    }
  } else if (row.fields_alone) {
    return;
  } else if (!annotated) {
    // pydantic 1 takes plain values for fields; functions and the like are none.
    if (TextOf(Evaluate(value, frame)) == std::nullopt) return;
  }
  for (const std::string& name : names) {
    const uint32_t site = AddSite(AccessOp::kRead, MakeString(name), kNoNode,
                                  std::string(LastPart(row.name)), target, frame);
    if (given == kNoNode && factory != kNoNode) {
      sites_[site].default_kind = DefaultKind::kDynamic;
      sites_[site].default_source = Unparse(syntax, factory);
    } else if (given == kNoNode) {
      sites_[site].default_kind = DefaultKind::kRequired;
    } else {
      SetDefault(site, Evaluate(given, frame), given, frame);
    }
    if (type) sites_[site].type = *type;
    sites_[site].description = description;
    sites_[site].bound_to = made.name + "." + field;
    sites_[site].bound_kind = BoundKind::kClass;
  }
}

}  // namespace flagcensus
