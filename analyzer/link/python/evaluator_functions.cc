// A call of a function of the tree → its summary's effects and result, with the call's arguments in
// place of the parameters.
#include <algorithm>
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {

std::map<std::string, ValueRef> Evaluator::BindArguments(const FunctionInfo& function,
                                                         const std::vector<Argument>& arguments,
                                                         bool skip_first) {
  std::map<std::string, ValueRef> bound;
  std::vector<ValueRef> rest;  // keyword arguments that no parameter takes
  std::vector<ValueRef> more;  // and arguments without a keyword
  bool open = false;           // after *x or **x what is not given may be given all the same
  ValueRef handed_on;          // the caller's own **keywords
  size_t position = skip_first ? 1 : 0;
  const Parameter* keywords = nullptr;
  const Parameter* positional = nullptr;
  for (const Parameter& parameter : function.parameters) {
    if (parameter.flag == 1) positional = &parameter;
    if (parameter.flag == 2) keywords = &parameter;
  }
  // What stands behind *names is given by its keyword alone.
  const auto take = [&](const ValueRef& value) {
    const Parameter* at =
        position < function.parameters.size() ? &function.parameters[position] : nullptr;
    if (at != nullptr && at == positional) return more.push_back(value);
    if (at != nullptr && at->flag == 0) bound[at->name] = value;
    ++position;
  };
  for (const Argument& argument : arguments) {
    if (argument.splat == Argument::Splat::kSequence) {
      const std::optional<std::vector<ValueRef>> items = ItemsOf(argument.value);
      if (!items) open = true;
      for (const ValueRef& item : items.value_or(std::vector<ValueRef>())) take(item);
      // The caller's own list, handed on as it is.
      const bool whole = positional != nullptr && more.empty() && IsSymbolic(argument.value) &&
                         position < function.parameters.size() &&
                         &function.parameters[position] == positional;
      if (!items && whole) bound["*" + positional->name] = argument.value;
      continue;
    }
    if (argument.splat == Argument::Splat::kMapping) {
      const ValueRef dict = Force(argument.value);
      if (dict == nullptr || dict->kind != ValueKind::kDict) {
        open = true;
        if (dict != nullptr && dict->kind == ValueKind::kParameter) handed_on = dict;
        if (dict != nullptr && dict->symbolic && keywords != nullptr) {
          bound["**" + keywords->name] = dict;
        }
        continue;
      }
      for (size_t i = 0; i + 1 < dict->items.size(); i += 2) {
        const std::optional<std::string> key = TextOf(dict->items[i]);
        const bool named =
            key && std::any_of(function.parameters.begin(), function.parameters.end(),
                               [&](const Parameter& p) { return p.name == *key; });
        if (named) {
          bound[*key] = dict->items[i + 1];
        } else {
          rest.push_back(dict->items[i]);
          rest.push_back(dict->items[i + 1]);
        }
      }
      continue;
    }
    if (!argument.keyword.empty()) {
      const bool named = std::any_of(
          function.parameters.begin(), function.parameters.end(),
          [&](const Parameter& p) { return p.flag == 0 && p.name == argument.keyword; });
      if (named) {
        bound[argument.keyword] = argument.value;
      } else {
        rest.push_back(MakeString(argument.keyword));
        rest.push_back(argument.value);
      }
      continue;
    }
    take(argument.value);
  }
  if (positional != nullptr && !open) {
    bound["*" + positional->name] = MakeSequence(std::move(more));
  }
  if (keywords != nullptr && bound.count("**" + keywords->name) == 0) {
    bound["**" + keywords->name] = MakeDict(rest);
  }
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const Parameter& parameter = function.parameters[i];
    if (bound.count(parameter.name) > 0) continue;
    // get(name, **keywords): what the caller's caller gives, or the parameter's own default.
    if (handed_on != nullptr && parameter.default_node != kNoNode) {
      const ValueRef own = i < function.defaults.size() ? function.defaults[i] : nullptr;
      bound[parameter.name] = MakeLookUp(handed_on, MakeString(parameter.name), own);
    }
    if (open) continue;
    if (i < function.defaults.size() && parameter.default_node != kNoNode) {
      bound[parameter.name] = function.defaults[i];
    }
  }
  return bound;
}

ValueRef Evaluator::CallFunction(int function, const std::vector<Argument>& arguments,
                                 const ValueRef& self, NodeId node, const std::string& via,
                                 Frame& frame) {
  const FunctionInfo& info = program_.functions[function];
  if (!recording_) return nullptr;
  EvaluateModule(info.module);
  // A function within the one that calls it is known by what holds there now.
  for (Frame* at = &frame; at != nullptr && info.outer_function >= 0; at = at->outer) {
    if (at->function != info.outer_function || at->class_id >= 0) continue;
    RunNested(function, *at);
    break;
  }
  const Summary& summary = Summarize(function);
  if (!summary.done && !summary.running && info.has_body) {
    unfollowed_.emplace_back(function, PlaceOf(node, frame));
  }
  const bool bound = self != nullptr && !info.is_static &&
                     !(self->kind == ValueKind::kClass && !info.is_class_method);
  const std::map<std::string, ValueRef> given = BindArguments(info, arguments, bound);
  const Replace replace = [&](const ValueRef& symbol) -> ValueRef {
    if (symbol->kind == ValueKind::kParameter) {
      if (symbol->id != function) return symbol;
      const auto at = given.find(symbol->text);
      return at == given.end() ? nullptr : at->second;
    }
    if (symbol->kind == ValueKind::kField && self != nullptr &&
        self->kind == ValueKind::kInstance) {
      if (self->integer == 1) {
        // The method of another object of the hierarchy on self: a subclass may know the field.
        const ValueRef field = FieldOf(self->id, symbol->text);
        return field != nullptr && !field->symbolic && !IsPlaceholder(field)
                   ? field
                   : MakeSymbol(ValueKind::kField, self->id, symbol->text);
      }
      for (size_t i = 0; i + 1 < self->items.size(); i += 2) {
        if (self->items[i]->text == symbol->text) return self->items[i + 1];
      }
      const ValueRef field = FieldOf(self->id, symbol->text);
      return field != nullptr && !field->symbolic ? field : nullptr;
    }
    return symbol;
  };
  FeedParameters(function, given);
  return Instantiate(summary, replace, node, via, frame);
}

// A mapping that is handed over: its contents go where the parameter's go.
void Evaluator::FeedParameters(int function, const std::map<std::string, ValueRef>& given) {
  for (const auto& [name, value] : given) {
    const auto flow = flow_of_parameter_.find({function, name});
    if (flow == flow_of_parameter_.end() || value == nullptr) continue;
    Feed(value, flow->second);
    for (const int lender : FlowsOf(Force(value))) {
      if (lender == flow->second) continue;
      std::vector<int>& lent = flows_[lender].lent;
      if (std::find(lent.begin(), lent.end(), flow->second) == lent.end()) {
        lent.push_back(flow->second);
      }
      if (flows_[lender].sink || flows_[lender].fills) SetFills(flow->second);
    }
  }
}

}  // namespace flagcensus
