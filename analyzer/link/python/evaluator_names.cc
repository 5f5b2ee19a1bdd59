// Names where they are read and where they are bound: of a function, a class or a module, a field
// of self, an element of a mapping.
#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

bool IsEntity(const ValueRef& v) {
  return v != nullptr && (v->kind == ValueKind::kFunction || v->kind == ValueKind::kClass);
}

bool IsName(const ValueRef& v) {
  return v != nullptr && (v->kind == ValueKind::kExternal || v->kind == ValueKind::kImported ||
                          v->kind == ValueKind::kModule);
}

}  // namespace

ValueRef Evaluator::LookUp(std::string_view name, Frame& frame) {
  for (Frame* at = &frame; at != nullptr; at = at->outer) {
    // A class body's names do not hold in the functions defined in it.
    if (at != &frame && at->class_id >= 0 && frame.class_id < 0) continue;
    // Functions run later: what they see of a module is its globals.
    if (at->IsModule() && frame.function >= 0) continue;
    const auto found = at->locals.find(name);
    if (found != at->locals.end()) return found->second;
  }
  ModuleInfo& module = program_.modules[frame.module];
  const auto global = module.globals.find(name);
  if (global != module.globals.end()) {
    const bool level = frame.function < 0;  // module-level code sees what holds just now
    if (!level && module.ambiguous.count(name) > 0) return nullptr;
    return global->second;
  }
  for (const int star : module.star_imports) {
    const Import& import = program_.imports[star];
    const std::string dotted = import.module + "." + std::string(name);
    if (table_.IsEnvironment(dotted) || table_.calls.count(dotted) > 0) return MakeExternal(dotted);
    if (wrappers_.count(std::string(name)) == 0 && name != ToUpper(name)) continue;
    const int file = program_.FindModuleFile(import.module, module.file);
    if (file < 0 || depth_ > kMaxDepth) continue;
    const ValueRef member = ModuleMember(program_.LoadModule(file), name, 1);
    if (member != nullptr) return member;
  }
  if (module.docstring_of >= 0) {
    const ModuleInfo& shown_in = program_.modules[module.docstring_of];
    const auto at = shown_in.globals.find(name);
    if (at != shown_in.globals.end()) return at->second;
  }
  return MakeExternal(std::string(name));
}

void Evaluator::Bind(std::string_view name, const ValueRef& value, Frame& frame) {
  ModuleInfo& module = program_.modules[frame.module];
  // A first look that goes on over an evaluated module tells what is bound twice, and no more.
  const bool behind = !recording_ && module.first_look.has_value();
  const bool global = std::any_of(frame.globals.begin(), frame.globals.end(),
                                  [&](NodeId id) { return frame.syntax->text(id) == name; });
  if (!frame.IsModule() && !global) {
    if (frame.fork != nullptr) frame.fork->Remember(name);
    const bool rebound = frame.rebound.count(name) > 0 && IsConstant(value);
    frame.locals.insert_or_assign(std::string(name), rebound ? nullptr : value);
    if (frame.class_id >= 0 && !behind) {
      ClassInfo& made = program_.classes[frame.class_id];
      if (made.is_enum && value != nullptr && value->kind == ValueKind::kExternal) {
        made.attributes[std::string(name)] = MakeString(std::string(name));  // enum.auto()
      } else if (value != nullptr && value->kind == ValueKind::kFunction &&
                 program_.functions[value->id].owner_class == frame.class_id) {
        made.methods[std::string(name)] = value->id;
      } else {
        made.attributes[std::string(name)] = value;
      }
    }
    return;
  }
  auto& globals = behind ? *module.first_look : module.globals;
  const auto at = globals.find(name);
  const auto bind_here = [&] {
    if (!recording_ || !frame.IsModule()) return;
    if (frame.fork != nullptr) frame.fork->Remember(name);
    frame.locals.insert_or_assign(std::string(name), value);
  };
  if (at == globals.end()) {
    globals.emplace(name, value);
    bind_here();
    if (global && frame.function >= 0) module.ambiguous.emplace(name);
    return;
  }
  // A function or class stays what it is where an import's fallback is None or another spelling of
  // it.
  const ValueRef& known = at->second;
  const bool fallback = (IsEntity(known) || IsName(known)) && !IsEntity(value);
  const bool better = IsEntity(value) && (known == nullptr || IsName(known) || IsEntity(known));
  if (!recording_ && !fallback && !better && known != nullptr && !Equal(known, value)) {
    module.ambiguous.emplace(name);
  }
  if (global && frame.function >= 0) {
    module.ambiguous.emplace(name);
    return;
  }
  if (fallback) return;
  at->second = value;
  bind_here();
}

// An environment holds texts (Python Library Reference, os.environ): a literal with other values is a
// table about variables.
static bool MayBeEnvironment(const Syntax& syntax, NodeId source) {
  if (source == kNoNode || syntax.kind(source) != NodeKind::kDict) return true;
  for (size_t i = 0; i < syntax.count(source); ++i) {
    const NodeId pair = syntax.child(source, i);
    if (syntax.kind(pair) != NodeKind::kPair || syntax.count(pair) < 2) continue;
    switch (syntax.kind(syntax.child(pair, 1))) {
      case NodeKind::kNone:
      case NodeKind::kTrue:
      case NodeKind::kFalse:
      case NodeKind::kInteger:
      case NodeKind::kFloat:
      case NodeKind::kTuple:
      case NodeKind::kList:
      case NodeKind::kDict:
        return false;
      default:
        break;
    }
  }
  return true;
}

void Evaluator::BindTarget(NodeId target, const ValueRef& value, NodeId source, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  switch (syntax.kind(target)) {
    case NodeKind::kName:
      if (value == nullptr && source != kNoNode &&
          (syntax.kind(source) == NodeKind::kCall || syntax.kind(source) == NodeKind::kSubscript)) {
        frame.made_by.insert_or_assign(syntax.text(target), source);
      }
      if (recording_ && value != nullptr && table_.IsEnvironmentWord(syntax.text(target)) &&
          MayBeEnvironment(syntax, source)) {
        SetLikely(value);
      }
      Bind(syntax.text(target), value, frame);
      return;
    case NodeKind::kTuple:
    case NodeKind::kList: {
      const std::optional<std::vector<ValueRef>> items = ItemsOf(value);
      const size_t count = syntax.count(target);
      for (size_t i = 0; i < count; ++i) {
        const NodeId part = syntax.child(target, i);
        const bool fits = items && items->size() == count && syntax.kind(part) != NodeKind::kSplat;
        BindTarget(part, fits ? (*items)[i] : nullptr, source, frame);
      }
      return;
    }
    case NodeKind::kSplat:
      if (syntax.count(target) > 0) BindTarget(syntax.child(target, 0), nullptr, source, frame);
      return;
    case NodeKind::kAttribute:
      return BindField(target, value, frame);
    case NodeKind::kSubscript:
      return BindElement(target, value, source, frame);
    default:
      return;
  }
}

// self.x = value
void Evaluator::BindField(NodeId target, const ValueRef& value, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const ValueRef object = Evaluate(syntax.child(target, 0), frame);
  if (object != nullptr && object->kind == ValueKind::kInstance && object->integer == 1) {
    for (const int flow : FlowsOf(MakeSymbol(ValueKind::kField, object->id, syntax.text(target)))) {
      Feed(value, flow);
    }
    auto& fields = program_.classes[object->id].fields;
    const auto [at, added] = fields.try_emplace(syntax.text(target), value);
    // A field that is empty now and holds a mapping at another time is that mapping.
    const auto empty = [](const ValueRef& of) {
      return of == nullptr || of->kind == ValueKind::kNone ||
             (of->items.empty() &&
              (of->kind == ValueKind::kDict || of->kind == ValueKind::kSequence));
    };
    const bool held = at->second != nullptr && at->second->kind == ValueKind::kEnvironment;
    if (!added && empty(at->second) && !FlowsOf(value).empty()) {
      at->second = value;
    } else if (!added && !Equal(at->second, value) && !(held && empty(value))) {
      // The constructor's own value is the one that declares; a later one makes it unknown.
      const bool known = at->second != nullptr && at->second->symbolic;
      if (!known) at->second = value != nullptr && value->symbolic ? value : nullptr;
    }
  }
}

// x[key] = value
void Evaluator::BindElement(NodeId target, const ValueRef& value, NodeId source, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId object_node = syntax.child(target, 0);
  const ValueRef object = Through(Force(Evaluate(object_node, frame)), object_node, frame);
  const NodeId key = syntax.child(target, 1);
  const ValueRef name = Evaluate(key, frame);
  if (!recording_) return;
  const std::optional<std::string> key_text = TextOf(name);
  if (key_text && table_.sink_keys.count(*key_text) > 0) SetSink(value);
  if (key_text) NoteFamily(*key_text, value, target, frame);
  const NodeKind held = syntax.kind(object_node);
  const bool likely = (held == NodeKind::kName || held == NodeKind::kAttribute) &&
                      table_.IsEnvironmentWord(syntax.text(object_node));
  if (!IsMapping(object)) {
    // Nothing is known of it but its name: a copy of one that another object keeps.
    const bool unknown = object == nullptr || object->kind == ValueKind::kMethod;
    if (!likely || !unknown || !key_text) return;
    const uint32_t site = AddSite(AccessOp::kWrite, name, key, "env-dict", target, frame);
    sites_[site].pending = true;
    sites_[site].likely = true;
    SetValue(site, value);
    return;
  }
  const std::optional<uint32_t> site =
      AddSiteOn(object, AccessOp::kWrite, name, key, "[]", target, frame);
  if (site && likely) sites_[*site].likely = true;
  // A dict that is changed is no longer the literal it was.
  if (object->kind == ValueKind::kDict && syntax.kind(object_node) == NodeKind::kName) {
    if (object->id >= 0) Bind(syntax.text(object_node), FlowValue(object->id), frame);
  }
  if (!site) return;
  SetValue(*site, value);
  if (source != kNoNode) sites_[*site].value_source = Unparse(syntax, source);
}

}  // namespace flagcensus
