// Environments of child processes: copies of the environment, and plain mappings that become one.
//
// A Flow is a mapping (or a list of them) that the program makes. What is put into it are pending
// sites, until it turns out that it is an environment (made from os.environ) or that its contents
// reach one (it is given as `env=`, merged into such a mapping, forwarded to a function that does
// so). The first holds for what is copied from it too (receivers); the second for what it was
// filled from (sources). A mapping that goes nowhere stays pending and is never reported.
#include <algorithm>
#include <cctype>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr int kMaxKeepers = 8;  // bases of a class that keeps a mapping

// A plain mapping's key that may name a variable: upper case, or a proxy variable's lower case. `*`
// stands for a part that is not known.
bool LooksLikeVariable(const ValueRef& name) {
  const std::vector<std::string> names = NamesOf(name);
  if (names.empty()) return IsSymbolic(name);
  return std::all_of(names.begin(), names.end(), [](const std::string& text) {
    const bool proxy = text.ends_with("_proxy");
    return text.find_first_not_of('*') != std::string::npos &&
           (proxy || std::all_of(text.begin(), text.end(),
                                 [](char c) {
                                   const auto byte = static_cast<unsigned char>(c);
                                   return c == '*' ||
                                          (IsIdentifierByte(byte) && !(c >= 'a' && c <= 'z'));
                                 })) &&
           std::isdigit(static_cast<unsigned char>(text[0])) == 0;
  });
}

}  // namespace

bool IsWriting(AccessOp op) {
  return op == AccessOp::kWrite || op == AccessOp::kSetDefault || op == AccessOp::kAppend ||
         op == AccessOp::kDelete;
}

int Evaluator::NewFlow() {
  flows_.emplace_back();
  return static_cast<int>(flows_.size()) - 1;
}

ValueRef Evaluator::FlowValue(int flow) const { return MakeEntity(ValueKind::kEnvironment, flow); }

std::vector<int> Evaluator::FlowsOf(const ValueRef& value) {
  if (value == nullptr) return {};
  switch (value->kind) {
    case ValueKind::kEnvironment:
      return {value->id};
    case ValueKind::kDict:
    case ValueKind::kSequence:
      return value->id >= 0 ? std::vector<int>{value->id} : std::vector<int>();
    case ValueKind::kParameter: {
      if (value->text.starts_with("*")) return {};
      const auto [at, added] = flow_of_parameter_.try_emplace({value->id, value->text}, -1);
      if (added) {
        at->second = NewFlow();
        flows_.back().parameter = true;
      }
      return {at->second};
    }
    case ValueKind::kField:
      return value->text.starts_with("*") ? std::vector<int>()
                                          : std::vector<int>{FlowOfField(value->id, value->text)};
    case ValueKind::kTransform:
      return value->text == "keys" || value->text == "values" ? FlowsOf(value->items[0])
                                                              : std::vector<int>();
    case ValueKind::kOneOf:
    case ValueKind::kConditional: {
      std::vector<int> out;
      for (const ValueRef& item : value->items) {
        for (const int flow : FlowsOf(item)) {
          if (std::find(out.begin(), out.end(), flow) == out.end()) out.push_back(flow);
        }
      }
      return out;
    }
    default:
      return {};
  }
}

// The mapping that objects of the class keep there, which is what those of its bases keep.
int Evaluator::FlowOfField(int class_id, const std::string& name, int depth) {
  const auto [at, added] = flow_of_field_.try_emplace({class_id, name}, -1);
  if (!added) return at->second;
  const int flow = at->second = NewFlow();
  flows_.back().parameter = true;
  const std::vector<ValueRef> bases = program_.classes[class_id].bases;
  for (const ValueRef& one : bases) {
    const ValueRef base = depth > kMaxKeepers ? nullptr : Force(one);
    if (base == nullptr || base->kind != ValueKind::kClass || base->id == class_id) continue;
    FlowOfField(base->id, name, depth + 1);
    Feed(MakeSymbol(ValueKind::kField, base->id, name), flow);
  }
  return flow;
}

void Evaluator::Flush(int id) {
  Flow& flow = flows_[id];
  for (const uint32_t site : flow.sites) {
    if (!sites_[site].pending) continue;
    if (flow.environment || IsWriting(sites_[site].op)) sites_[site].pending = false;
  }
}

void Evaluator::SetEnvironment(int id) {
  Flow& flow = flows_[id];
  if (flow.environment) return;
  flow.environment = true;
  Flush(id);
  for (const int receiver : std::vector<int>(flow.receivers)) SetEnvironment(receiver);
  if (flow.parameter) return;  // what other callers give it is another matter
  for (const int source : std::vector<int>(flow.sources)) SetSink(source);
}

void Evaluator::SetSink(int id) {
  Flow& flow = flows_[id];
  if (flow.sink) return;
  flow.sink = true;
  Flush(id);
  for (const int source : std::vector<int>(flow.sources)) SetSink(source);
  for (const int parameter : std::vector<int>(flows_[id].lent)) SetFills(parameter);
}

// What a function puts into its parameter goes into a mapping that reaches an environment.
void Evaluator::SetFills(int id) {
  if (flows_[id].fills) return;
  flows_[id].fills = true;
  Flush(id);
  for (const int parameter : std::vector<int>(flows_[id].lent)) SetFills(parameter);
}

void Evaluator::SetSink(const ValueRef& value) {
  for (const int flow : FlowsOf(Force(value))) SetSink(flow);
}

// What was put into the mapping, and will be, counts where the program reads such a variable.
void Evaluator::SetLikely(const ValueRef& value) {
  for (const int id : FlowsOf(Force(value))) {
    if (flows_[id].parameter) continue;
    flows_[id].likely = true;
    for (const uint32_t site : flows_[id].sites) {
      sites_[site].likely = sites_[site].likely || IsWriting(sites_[site].op);
    }
  }
}

// The contents of `from` become contents of `into`.
void Evaluator::Feed(const ValueRef& given, int into) {
  const ValueRef from = Force(given);
  if (from == nullptr) return;
  if (from->kind == ValueKind::kExternal && IsEnvironment(from)) {
    SetEnvironment(into);
    return;
  }
  for (const int source : FlowsOf(from)) {
    if (source == into) continue;
    std::vector<int>& sources = flows_[into].sources;
    if (std::find(sources.begin(), sources.end(), source) != sources.end()) continue;
    sources.push_back(source);
    flows_[source].receivers.push_back(into);
    if (flows_[source].environment) SetEnvironment(into);
    if (flows_[into].sink || (flows_[into].environment && !flows_[into].parameter)) SetSink(source);
  }
}

// Whether `value` may be an environment, so that what is done to it is worth a (pending) site.
bool Evaluator::IsMapping(const ValueRef& value) {
  if (value == nullptr) return false;
  if (IsEnvironment(value)) return true;
  if (value->kind == ValueKind::kOneOf || value->kind == ValueKind::kConditional) {
    return !FlowsOf(value).empty();
  }
  return value->kind == ValueKind::kEnvironment || value->kind == ValueKind::kDict ||
         value->kind == ValueKind::kField ||
         (value->kind == ValueKind::kParameter && !value->text.starts_with("*"));
}

// A site on `on`: live where that is an environment, else pending. Nothing where it cannot matter.
std::optional<uint32_t> Evaluator::AddSiteOn(const ValueRef& on, AccessOp op, const ValueRef& name,
                                             NodeId name_node, std::string_view how, NodeId node,
                                             Frame& frame) {
  if (!recording_) return std::nullopt;
  if (on->kind == ValueKind::kExternal) {
    return AddSite(op, name, name_node, on->text + std::string(how), node, frame, on);
  }
  const std::vector<int> flows = FlowsOf(on);
  bool live = false;
  for (const int flow : flows) {
    const bool sink = flows_[flow].sink || flows_[flow].fills;
    live = live || flows_[flow].environment || (sink && IsWriting(op));
  }
  const ValueRef known = Force(name);
  if (!live && !LooksLikeVariable(known)) {
    // The names may be made by functions that were not looked at so far.
    const bool called_so = on->kind == ValueKind::kParameter && table_.IsEnvironmentWord(on->text);
    if (known == nullptr && called_so && name_node != kNoNode) NoteMakers(name_node, frame);
    return std::nullopt;
  }
  const bool field = on->kind == ValueKind::kField;
  const uint32_t site = AddSite(op, known, name_node, "env-dict", node, frame);
  sites_[site].pending = !live;
  sites_[site].likely = IsWriting(op) && std::any_of(flows.begin(), flows.end(),
                                                     [&](int flow) { return flows_[flow].likely; });
  for (const int flow : flows) flows_[flow].sites.push_back(site);
  if (on->kind == ValueKind::kParameter || field) sites_[site].environment = on;
  return site;
}

// What a write writes. A variable that is put into a child's environment as it was read, without a
// default of its own, is only handed on: its read is the row.
void Evaluator::SetValue(uint32_t id, const ValueRef& given) {
  Site& site = sites_[id];
  site.value = Force(given);
  const bool mapping = site.via == "env-dict";
  for (const uint32_t read : ReadsOf(site.value)) {
    if (mapping && sites_[read].op == AccessOp::kRead && sites_[read].name != nullptr &&
        Equal(sites_[read].name, site.name)) {
      const std::optional<std::string> text = TextOf(sites_[read].default_value);
      const DefaultKind kind = sites_[read].default_kind;
      site.forwarded =
          kind == DefaultKind::kNone || kind == DefaultKind::kRequired || (text && text->empty());
    }
  }
}

// The elements that an argument list gives to `docker -e` and the like: NAME, NAME=value.
void Evaluator::ReadArguments(const std::vector<NodeId>& nodes, const std::vector<ValueRef>& values,
                              Frame& frame) {
  if (!recording_) return;
  ReadInterpreter(nodes, values, frame);
  for (const ValueRef& value : values) {
    if (value == nullptr || value->kind != ValueKind::kString) continue;
    const std::string_view program =
        std::string_view(value->text).substr(value->text.rfind('/') + 1);
    if (table_.containers.count(std::string(program)) > 0) frame.container = true;
  }
  bool container = false;
  for (const Frame* at = &frame; at != nullptr; at = at->outer)
    container = container || at->container;
  if (!container) return;
  for (size_t i = 0; i + 1 < values.size(); ++i) {
    const ValueRef& option = values[i];
    if (option == nullptr || option->kind != ValueKind::kString ||
        (option->text != "-e" && option->text != "--env")) {
      continue;
    }
    // NAME=value, with a value that may be unknown, or NAME alone: the variable is handed on.
    const ValueRef given = Force(values[i + 1]);
    if (given == nullptr) continue;
    std::vector<ValueRef> parts =
        given->kind == ValueKind::kConcat ? given->items : std::vector<ValueRef>{given};
    std::vector<ValueRef> name;
    std::vector<ValueRef> value;
    bool assigned = false;
    for (const ValueRef& part : parts) {
      const size_t sign = part != nullptr && part->kind == ValueKind::kString ? part->text.find('=')
                                                                              : std::string::npos;
      if (assigned) {
        value.push_back(part);
      } else if (sign != std::string::npos) {
        name.push_back(MakeString(part->text.substr(0, sign)));
        value.push_back(MakeString(part->text.substr(sign + 1)));
        assigned = true;
      } else {
        name.push_back(part);
      }
    }
    if (!name.empty() && name.back() != nullptr && name.back()->kind == ValueKind::kString &&
        name.back()->text.empty() && name.size() > 1) {
      name.pop_back();
    }
    const ValueRef variable = name.size() == 1 ? name[0] : MakeConcat(name);
    // `for k, v in env.items(): cmd += ["-e", f"{k}={v}"]`: env is what the container gets.
    if (variable != nullptr && variable->kind == ValueKind::kTransform) {
      SetSink(variable);
      continue;
    }
    if (!LooksLikeVariable(variable)) continue;
    const uint32_t site = AddSite(assigned ? AccessOp::kWrite : AccessOp::kRead, variable,
                                  nodes[i + 1], "docker -e", nodes[i + 1], frame);
    if (assigned) sites_[site].value = MakeConcat(value);
  }
}

}  // namespace flagcensus
