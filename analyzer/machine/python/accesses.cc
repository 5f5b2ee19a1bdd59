#include "analyzer/machine/python/accesses.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/program.h"

namespace flagcensus {
namespace {

struct RenderedValue {
  DefaultKind kind = DefaultKind::kNone;
  std::optional<std::string> text;
};

std::string SourceOf(const Machine& m, const UnknownVal& unknown) {
  if (unknown.unit < 0) return "";
  return Unparse(m.units[static_cast<size_t>(unknown.unit)].syntax(), unknown.node);
}

std::string ConstantText(const Machine& m, const ConstantVal& constant) {
  switch (constant.type) {
    case ConstantType::kBool:
      return constant.integer != 0 ? "true" : "false";
    case ConstantType::kInteger:
      return std::to_string(constant.integer);
    case ConstantType::kEllipsis:
      return "...";
    default:
      return m.symbols.TextOf(constant.text);
  }
}

// What is the same in all alternatives that are literals, of which the first stands for them.
Val FirstPlain(Val value) {
  if (const AlternativesVal* several = AsAlternatives(value)) {
    for (Val item : several->items) {
      if (AsConstant(item) != nullptr && !IsNone(item)) return item;
    }
    return several->items.front();
  }
  return value;
}

// What the caller passes, or a mapping of which nothing is known has.
bool IsGivenElsewhere(Val value) {
  if (const UnknownVal* unknown = AsUnknown(value)) return unknown->held;
  const TextVal* text = AsTextWithHoles(value);
  return text != nullptr && text->parts.size() == 1 && text->parts[0].steps.empty() &&
         text->parts[0].kind == TextPart::Kind::kParameter;
}

// One literal, beside what is given elsewhere: the literal; else null.
Val OnlyLiteral(const std::vector<Val>& items) {
  Val literal = nullptr;
  bool held = false;
  for (Val item : items) {
    const bool elsewhere = IsGivenElsewhere(item);
    held = held || elsewhere;
    if (elsewhere) continue;
    if (literal != nullptr || AsConstant(item) == nullptr) return nullptr;
    literal = item;
  }
  return held ? literal : nullptr;
}

// Whether a caller may pass another.
bool MayBeGiven(Val value) {
  const AlternativesVal* several = AsAlternatives(UnsetSide(value));
  return several != nullptr && std::any_of(several->items.begin(), several->items.end(), IsGivenElsewhere);
}

RenderedValue Render(const Machine& m, Val value) {
  value = UnsetSide(value);
  if (AsAlternatives(value) != nullptr) {
    const auto& items = AsAlternatives(value)->items;
    const bool literal = std::all_of(items.begin(), items.end(),
                                     [](Val item) { return AsConstant(item) != nullptr; });
    if (Val fallback = OnlyLiteral(items)) return Render(m, fallback);
    // Several literals, one of which holds: none is the default.
    if (literal && items.size() > 1) return {DefaultKind::kDynamic, std::nullopt};
    value = FirstPlain(value);
    if (AsConstant(value) != nullptr) return {DefaultKind::kDynamic, std::nullopt};
  }
  if (const ConstantVal* constant = AsConstant(value)) {
    if (constant->type == ConstantType::kNone) return {};
    if (constant->type == ConstantType::kEllipsis) return {DefaultKind::kRequired, std::nullopt};
    return {DefaultKind::kLiteral, ConstantText(m, *constant)};
  }
  if (const InstanceObject* member = AsInstance(value); member != nullptr && member->member_value != nullptr) {
    return Render(m, member->member_value);
  }
  if (IsRaises(value)) return {DefaultKind::kRequired, std::nullopt};
  if (IsAbsent(value)) return {};
  if (const UnknownVal* unknown = AsUnknown(value)) {
    return {DefaultKind::kDynamic, SourceOf(m, *unknown)};
  }
  if (const SequenceObject* sequence = AsSequence(value)) {
    if (MoreOf(*sequence) == nullptr && ItemsOf(*sequence).empty()) {
      return {DefaultKind::kLiteral, ""};
    }
  }
  return {DefaultKind::kDynamic, std::nullopt};
}

// Whether the program only asks of the expression's value if it is one: a condition, or `is None`.
bool IsOnlyAsked(const Machine& m, const CodePoint& at) {
  const PythonUnit& unit = m.units[static_cast<size_t>(at.unit)];
  const Syntax& syntax = unit.syntax();
  NodeId node = at.node;
  for (NodeId up = unit.parent[node]; up != kNoNode; node = up, up = unit.parent[node]) {
    switch (syntax.kind(up)) {
      case NodeKind::kNot:
        return true;
      case NodeKind::kCompare: {
        const NodeId other = syntax.child(up, syntax.child(up, 0) == node ? 1 : 0);
        return syntax.count(up) == 2 && syntax.kind(other) == NodeKind::kNone;
      }
      case NodeKind::kAnd:
      case NodeKind::kOr:
        continue;
      case NodeKind::kIf:
      case NodeKind::kWhile:
      case NodeKind::kConditional:
      case NodeKind::kAssert:
        return syntax.child(up, 0) == node;
      default:
        return false;
    }
  }
  return false;
}

ValueType TypeOfSite(const Machine& m, const EventSite& site) {
  // In a function that many variables go through, the conversion is another for each.
  if (site.many_types && !site.at_accessor) return ValueType::kStr;
  if (site.type != ValueType::kUnknown && site.type != ValueType::kStr) return site.type;
  // Of a read that raises, what a handler gives instead is another thing.
  const bool raises = site.at_accessor && site.certain && !site.optional;
  Val given = site.default_value == nullptr ? site.inner_default : site.default_value;
  if (given != nullptr && !raises) {
    if (const ConstantVal* constant = AsConstant(UnsetSide(given))) {
      if (constant->type == ConstantType::kBool) return ValueType::kBool;
      if (constant->type == ConstantType::kInteger) return ValueType::kInt;
      if (constant->type == ConstantType::kFloat) return ValueType::kFloat;
    }
  }
  const bool none = given == nullptr || IsNone(UnsetSide(given));
  if (site.op == AccessOp::kTest) return ValueType::kBool;
  if (site.op == AccessOp::kRead && none && IsOnlyAsked(m, site.at)) return ValueType::kBool;
  const bool untyped = site.op == AccessOp::kBulk || site.op == AccessOp::kTest ||
                       site.op == AccessOp::kDelete;
  return untyped ? site.type : ValueType::kStr;
}

Place PlaceOf(const Machine& m, const CodePoint& point) {
  const PythonUnit& unit = m.units[static_cast<size_t>(point.unit)];
  const Node& node = unit.syntax()[point.node];
  const std::string& path = m.tree.files[static_cast<size_t>(unit.file)].path;
  if (unit.one_line > 0) return PlaceIn(*unit.parsed, path, unit.one_line, unit.one_column);
  return PlaceIn(*unit.parsed, path, node.line + unit.line_offset, node.column + unit.column_offset);
}

// The accessor without aliases, else what is called at the site, else as it is written there.
std::string ViaOf(const Machine& m, const EventSite& site) {
  if (site.at_accessor) return m.symbols.TextOf(site.via);
  if (site.called != 0) return m.symbols.TextOf(site.called);
  const std::string written = SpelledAt(m, site.at);
  return written.empty() ? m.symbols.TextOf(site.via) : written;
}

// The name that the statement around binds, where the value goes straight into it.
void BindTo(const Machine& m, const EventSite& site, Access* access) {
  const PythonUnit& unit = m.units[static_cast<size_t>(site.at.unit)];
  const Syntax& syntax = unit.syntax();
  NodeId node = site.at.node;
  NodeId statement = unit.parent[node];
  while (statement != kNoNode && syntax.kind(statement) < NodeKind::kModule) {
    node = statement;
    statement = unit.parent[node];
  }
  if (statement == kNoNode) return;
  const NodeKind kind = syntax.kind(statement);
  NodeId target = kNoNode;
  if (syntax.count(statement) > 1 && syntax.child(statement, kind == NodeKind::kAssign ? 1 : 0) == node &&
      (kind == NodeKind::kAssign || kind == NodeKind::kAnnotated)) {
    target = node;  // a field, whose declaration reads it
  } else if (kind == NodeKind::kAssign && syntax.child(statement, 0) == node && syntax.count(statement) > 1) {
    target = syntax.child(statement, 1);
  } else if (kind == NodeKind::kAnnotated && syntax.count(statement) > 2 &&
             syntax.child(statement, 2) == node) {
    target = syntax.child(statement, 0);
  }
  NodeId around = statement;  // the function or class
  while (around != kNoNode && syntax.kind(around) != NodeKind::kFunction &&
         syntax.kind(around) != NodeKind::kClass) {
    around = unit.parent[around];
  }
  const bool returned = kind == NodeKind::kReturn && syntax.child(statement, 0) == node;
  if (returned && around != kNoNode && syntax.kind(around) == NodeKind::kFunction) {
    access->bound_to = syntax.text(around) + "()";
    access->bound_kind = BoundKind::kReturn;
  }
  if (target == kNoNode) return;
  if (syntax.kind(target) == NodeKind::kName) {
    const bool of_class = around != kNoNode && syntax.kind(around) == NodeKind::kClass;
    access->bound_to = of_class ? syntax.text(around) + "." + syntax.text(target) : syntax.text(target);
    access->bound_kind = around == kNoNode ? BoundKind::kModule
                         : of_class        ? BoundKind::kClass
                                           : BoundKind::kLocal;
  } else if (syntax.kind(target) == NodeKind::kAttribute) {
    access->bound_to = Unparse(syntax, target);
    access->bound_kind = BoundKind::kAttribute;
  }
}

// The second argument of an accessor's call, as it is written.
std::optional<std::string> SourceOfDefault(const PythonUnit& unit, NodeId call) {
  const Syntax& syntax = unit.syntax();
  if (syntax.kind(call) != NodeKind::kCall || syntax.count(call) < 3) return std::nullopt;
  NodeId argument = syntax.child(call, 2);
  if (syntax.kind(argument) == NodeKind::kKeyword) argument = syntax.child(argument, 0);
  return Unparse(syntax, argument);
}

Access AccessOfSite(Machine& m, const EventSite& site) {
  Access access;
  const PythonUnit& unit = m.units[static_cast<size_t>(site.at.unit)];
  const SourceFile& file = m.tree.files[static_cast<size_t>(unit.file)];
  // What a function makes of what it is called with is told at its calls.
  const bool told = site.name && !(site.by_parameter && site.at_accessor);
  if (told) access.name = m.symbols.TextOf(*site.name);
  access.op = site.op;
  access.place = PlaceOf(m, site.at);
  access.type = TypeOfSite(m, site);
  const bool plain = site.type == ValueType::kUnknown || site.type == ValueType::kStr;
  access.any_true = plain && access.type == ValueType::kBool && IsOnlyAsked(m, site.at);
  access.parsed = access.type != ValueType::kUnknown && access.type != ValueType::kStr;
  access.via = ViaOf(m, site);
  for (const CodePoint& point : site.chain) access.chain.push_back(PlaceOf(m, point));
  access.scope = file.scope;
  const bool script = file.scope == Scope::kSrc && unit.parsed->main_only && !file.started &&
                      !m.index.IsInPackage(unit.file);
  if (script) access.scope = Scope::kScript;
  if (unit.origin == PythonUnit::Origin::kDocstring) access.scope = Scope::kDocstring;
  access.in_string = unit.origin == PythonUnit::Origin::kString;
  if (file.kind == FileKind::kCython) access.language = Language::kCython;
  if (file.kind == FileKind::kNotebook) access.language = Language::kNotebook;
  access.by_parameter = site.by_parameter && !told;
  if (!site.description.empty()) access.description = site.description;
  if (site.op == AccessOp::kRead) {
    access.truthy.assign(site.truthy.begin(), site.truthy.end());
    access.falsy.assign(site.falsy.begin(), site.falsy.end());
    const bool none_known = site.default_value == nullptr || IsNone(UnsetSide(site.default_value));
    Val value = none_known && !site.at_accessor ? site.inner_default : site.default_value;
    if (value != nullptr) {
      const bool open = access.by_parameter && MayBeGiven(value);
      const RenderedValue given =
          open ? RenderedValue{DefaultKind::kDynamic, std::nullopt} : Render(m, value);
      access.default_kind = given.kind;
      access.default_text = given.text;
    }
    if (access.default_kind == DefaultKind::kDynamic && !access.default_text && site.at_accessor) {
      access.default_text = SourceOfDefault(unit, site.at.node);
    }
    const bool shown = !site.at_accessor || access.by_parameter;
    if (access.default_kind == DefaultKind::kNone && site.computed && shown) {
      access.default_kind = DefaultKind::kDynamic;
    }
    if (access.default_kind == DefaultKind::kNone) {
      const auto declared = m.declared.find(site.at);
      if (declared != m.declared.end()) {
        const RenderedValue given = Render(m, declared->second);
        access.default_kind = given.kind;
        access.default_text = given.text;
      }
    }
    const bool none = access.default_kind == DefaultKind::kNone;
    if (none && (site.required || (site.certain && !site.optional))) {
      access.default_kind = DefaultKind::kRequired;
    }
  } else if (site.written != nullptr) {
    const RenderedValue written = Render(m, site.written);
    if (written.kind == DefaultKind::kLiteral) access.value = written.text;
    if (access.value && site.op == AccessOp::kAppend) access.value = std::string(Trim(*access.value));
    if (site.op == AccessOp::kSetDefault) {
      access.default_kind = written.kind;
      access.default_text = written.text;
    }
  }
  std::optional<std::string>& text = access.default_text;
  const bool word = text && (*text == "True" || *text == "False");
  if (word && access.type == ValueType::kBool) text = ToLower(*text);
  BindTo(m, site, &access);
  return access;
}

// A family that the program reads key by key, and of which it makes nothing: no name of its own of what
// follows the prefix. It may only show them.
bool IsShownFamily(const Machine& m, const Access& access) {
  if (!access.name || access.via != "os.environ") return false;
  const size_t prefix = access.name->find('*');
  if (prefix == std::string::npos || prefix + 1 != access.name->size()) return false;
  return std::none_of(m.cuts.begin(), m.cuts.end(), [&](const auto& cut) {
    const int file = m.units[static_cast<size_t>(cut.first)].file;
    return cut.second == static_cast<int64_t>(prefix) &&
           m.tree.files[static_cast<size_t>(file)].path == access.place.file;
  });
}

// A field's name as it is behind a prefix in capitals: that is no variable's.
bool IsMixed(const std::string& name) {
  const bool lower = std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return lower && std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// A name that a variable can have (POSIX, "Environment Variables").
bool CanBeVariable(const std::string& name) {
  return !name.empty() && name.size() <= 200 &&
         name.find_first_of(std::string_view("=\0\n ", 4)) == std::string::npos;
}

// A variable that one place only asks for, and another takes as a text, is one.
void TypeByOthers(std::vector<Access>* accesses) {
  std::set<std::string> taken;
  for (const Access& access : *accesses) {
    const bool asks = access.op == AccessOp::kTest || access.any_true || access.op == AccessOp::kDelete;
    if (access.name && !asks && access.type != ValueType::kBool) taken.insert(*access.name);
  }
  for (Access& access : *accesses) {
    const bool asked = access.any_true && access.op == AccessOp::kRead;
    if (asked && access.name && taken.count(*access.name) > 0) access.type = ValueType::kStr;
  }
}

}  // namespace

// Whether something in the tree reads the variable, or a family that it is one of.
bool IsAsked(const Machine& m, Symbol variable) {
  const std::string& wanted = m.symbols.TextOf(variable);
  const auto& sites = m.events.sites();
  return std::any_of(sites.begin(), sites.end(), [&](const EventSite& site) {
    if (!site.name || EventLog::GroupOf(site.op) != EventLog::Group::kRead) return false;
    if (*site.name == variable) return true;
    const std::string_view name = m.symbols.TextOf(*site.name);
    return name.size() > 3 && name.find('*') + 1 == name.size() &&
           wanted.starts_with(name.substr(0, name.size() - 1));
  });
}

std::string SpelledAt(const Machine& m, const CodePoint& at) {
  const Syntax& syntax = m.units[static_cast<size_t>(at.unit)].syntax();
  const NodeKind kind = syntax.kind(at.node);
  if (kind == NodeKind::kSubscript) return Unparse(syntax, syntax.child(at.node, 0)) + "[]";
  const NodeId node = kind == NodeKind::kCall ? syntax.child(at.node, 0) : at.node;
  const bool name = syntax.kind(node) == NodeKind::kAttribute || syntax.kind(node) == NodeKind::kName;
  return name ? Unparse(syntax, node) : "";
}

std::vector<Access> MakeMachineAccesses(Machine& m) {
  std::vector<Access> out;
  // What a function sets where it finds it unset is told as set, at its calls.
  std::set<std::pair<CodePoint, Symbol>> written;
  for (const EventSite& site : m.events.sites()) {
    const bool writes = EventLog::GroupOf(site.op) == EventLog::Group::kWrite;
    if (writes && site.name && !site.at_accessor) written.insert({site.at, *site.name});
  }
  for (const EventSite& site : m.events.sites()) {
    const bool before = site.op == AccessOp::kTest || (site.op == AccessOp::kDelete && !site.at_accessor);
    if (site.saved && !site.at_accessor) continue;
    if (before && site.name && written.count({site.at, *site.name}) > 0) continue;
    if (site.likely && site.name && !IsAsked(m, *site.name)) continue;
    Access access = AccessOfSite(m, site);
    if (access.name && !CanBeVariable(*access.name)) continue;
    if (IsShownFamily(m, access)) continue;
    if (m.declared.count(site.at) > 0 && access.name && IsMixed(*access.name)) continue;
    out.push_back(std::move(access));
  }
  TypeByOthers(&out);
  std::stable_sort(out.begin(), out.end(), AccessLess);
  const auto same = [](const Access& a, const Access& b) {
    return a.place == b.place && a.name == b.name && a.op == b.op;
  };
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

}  // namespace flagcensus
