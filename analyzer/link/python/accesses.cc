#include "analyzer/link/python/accesses.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analyzer/base/text.h"
#include "analyzer/link/python/certainty.h"

namespace flagcensus {
namespace {

struct ResolvedDefault {
  DefaultKind kind = DefaultKind::kNone;
  std::optional<std::string> text;
};

ResolvedDefault DefaultOf(const std::deque<Site>& sites, const Site& site, int depth) {
  ResolvedDefault out;
  out.kind = site.default_kind;
  if (site.op != AccessOp::kRead && site.op != AccessOp::kSetDefault) return {};
  if (out.kind == DefaultKind::kNone || out.kind == DefaultKind::kRequired) return out;
  const ValueRef& value = site.default_value;
  const auto dynamic = [&] { return ResolvedDefault{DefaultKind::kDynamic, site.default_source}; };
  if (out.kind == DefaultKind::kDynamic || value == nullptr) return dynamic();
  if (value->kind == ValueKind::kRead) {
    // The innermost default of a chain of reads.
    if (depth > 8 || value->sites.empty()) return dynamic();
    const ResolvedDefault inner = DefaultOf(sites, sites[value->sites.back()], depth + 1);
    if (inner.kind == DefaultKind::kRequired) return dynamic();
    return inner;
  }
  if (value->origin != nullptr && value->origin->kind == ValueKind::kBool) {
    return {DefaultKind::kLiteral, value->origin->integer != 0 ? "true" : "false"};
  }
  if (value->kind == ValueKind::kBool) {
    return {DefaultKind::kLiteral, value->integer != 0 ? "true" : "false"};
  }
  if (value->kind == ValueKind::kNone) return {};
  std::optional<std::string> text = TextOf(value);
  if (!text && value->kind == ValueKind::kSequence && value->items.empty()) text = "";
  if (!text) return dynamic();
  if (site.type == ValueType::kBool && (*text == "True" || *text == "False")) text = ToLower(*text);
  return {DefaultKind::kLiteral, text};
}

// A name that a variable can have: no '=', no NUL, not empty (POSIX, "Environment Variables").
bool IsVariableName(const std::string& name) {
  return !name.empty() && name.size() <= 200 && name.find('=') == std::string::npos &&
         name.find('\0') == std::string::npos && name.find('\n') == std::string::npos;
}

// The value with each parameter replaced by its default. Null where one has none, and where the
// defaults alone do not make a variable's name.
ValueRef WithDefaults(const Program& program, const ValueRef& name) {
  bool complete = true;
  const Replace replace = [&](const ValueRef& symbol) -> ValueRef {
    if (symbol->kind == ValueKind::kParameter && symbol->id >= 0) {
      const FunctionInfo& function = program.functions[static_cast<size_t>(symbol->id)];
      for (size_t i = 0; i < function.parameters.size() && i < function.defaults.size(); ++i) {
        const ValueRef& given = function.defaults[i];
        const bool text = given != nullptr && given->kind == ValueKind::kString;
        if (function.parameters[i].name == symbol->text && text) return given;
      }
    }
    complete = false;
    return nullptr;
  };
  const ValueRef value =
      Substitute(name, replace, [](uint32_t site) { return std::optional<uint32_t>(site); });
  return complete && value != nullptr && value->kind == ValueKind::kString ? value : nullptr;
}

// A read far below the calls that reach it, where several of them say nothing of its name: the read
// is the place to tell, once, and not each of its callers.
void TellOnceBelow(std::vector<Access>* accesses) {
  const auto open = [](const Access& access) {
    return !access.name && !access.by_parameter && access.chain.size() >= 2 &&
           access.op != AccessOp::kBulk;
  };
  std::map<std::pair<Place, AccessOp>, int> callers;
  for (const Access& access : *accesses) {
    if (open(access)) ++callers[{access.chain.back(), access.op}];
  }
  std::set<std::pair<Place, AccessOp>> told;
  for (Access& access : *accesses) {
    const auto known = callers.find({access.place, access.op});
    if (!access.by_parameter || known == callers.end() || known->second < 2) continue;
    access.by_parameter = false;
    told.insert(known->first);
  }
  std::erase_if(*accesses, [&](const Access& access) {
    return open(access) && told.count({access.chain.back(), access.op}) > 0;
  });
}

// What a wrapper reads of its parameter is told by its calls. Where the tree calls it nowhere (a
// hook, an override, a callback, a function for others), it is told as what it is: not known.
void OpenUncalled(std::vector<Access>* accesses) {
  std::set<Place> called;
  for (const Access& access : *accesses) called.insert(access.chain.begin(), access.chain.end());
  for (Access& access : *accesses) {
    if (access.open_name != OpenName::kNoCall) continue;
    const bool uncalled = access.by_parameter && called.count(access.place) == 0;
    if (uncalled) access.by_parameter = false;
    if (!uncalled) access.open_name = OpenName::kExpression;
  }
}

// How the value is used: what parses it, else what the reads around it parse it as, else what its
// default is.
ValueType TypeOf(const std::deque<Site>& sites, const Site& site) {
  ValueType type = site.type;
  const auto open = [&] { return type == ValueType::kUnknown || type == ValueType::kStr; };
  // The inner read of a chain is parsed like the outer one; a default that is no text tells too.
  for (int outer = site.fallback_of, depth = 0; outer >= 0 && depth < 8; ++depth) {
    if (open()) type = sites[outer].type;
    outer = sites[outer].fallback_of;
  }
  if (type == ValueType::kUnknown && site.default_value != nullptr) {
    if (site.default_value->kind == ValueKind::kBool) type = ValueType::kBool;
    if (site.default_value->kind == ValueKind::kInteger) type = ValueType::kInt;
    if (site.default_value->kind == ValueKind::kFloat) type = ValueType::kFloat;
  }
  const bool untyped =
      site.op == AccessOp::kBulk || site.op == AccessOp::kTest || site.op == AccessOp::kDelete;
  return type == ValueType::kUnknown && !untyped ? ValueType::kStr : type;
}

// What a write gives the variable; of one that appends, what stands behind the old value.
std::optional<std::string> WrittenBy(const Site& site) {
  const bool writes = site.op == AccessOp::kWrite || site.op == AccessOp::kAppend ||
                      site.op == AccessOp::kSetDefault;
  if (!writes) return std::nullopt;
  std::optional<std::string> value = TextOf(site.value);
  const bool parts = site.value != nullptr && site.value->kind == ValueKind::kConcat;
  if (value || !parts || site.op != AccessOp::kAppend) return value;
  std::string text;
  for (const ValueRef& item : site.value->items) {
    if (item != nullptr && item->kind == ValueKind::kString) text += item->text;
  }
  if (Trim(text).empty()) return std::nullopt;
  return std::string(Trim(text));
}

Scope ScopeOf(const Program& program, const ModuleInfo& module, const SourceFile& file) {
  if (module.docstring_of >= 0) return Scope::kDocstring;
  const bool script = file.scope == Scope::kSrc && module.parsed->main_only && !file.started &&
                      !program.IsInPackage(module.file);
  return script ? Scope::kScript : file.scope;
}

// What the value is bound to, and the read that this one falls back for.
void BindAndFallBack(const std::deque<Site>& sites, const Site& site, Access* access) {
  if (!site.bound_to.empty()) {
    access->bound_to = site.bound_to;
    access->bound_kind = site.bound_kind;
  }
  access->falls_back = IsReading(site.default_value);
  if (site.fallback_of < 0) return;
  const Site& outer = sites[site.fallback_of];
  const std::vector<std::string> names = NamesOf(outer.name);
  if (names.size() == 1) access->fallback_of = names[0];
  if (access->bound_kind == BoundKind::kNone && !outer.bound_to.empty()) {
    access->bound_to = outer.bound_to;
    access->bound_kind = outer.bound_kind;
  }
}

// The access that a site is, but for its name.
Access AccessOf(const Program& program, const std::deque<Site>& sites, const Site& site) {
  const ModuleInfo& module = program.modules[site.module];
  const SourceFile& file = program.tree().files[module.file];
  Access access;
  access.op = site.op;
  access.place = PlaceOfNode(module, file.path, module.parsed->syntax[site.node]);
  access.in_string = module.run_as_text;
  access.guessed = site.guessed;
  const ResolvedDefault given = DefaultOf(sites, site, 0);
  access.default_kind = given.kind;
  access.default_text = given.text;
  if (file.kind == FileKind::kCython) access.language = Language::kCython;
  if (file.kind == FileKind::kNotebook) access.language = Language::kNotebook;
  access.parsed = site.type != ValueType::kUnknown && site.type != ValueType::kStr;
  access.type = TypeOf(sites, site);
  access.via = site.via;
  access.chain = site.chain;
  access.value = WrittenBy(site);
  access.scope = ScopeOf(program, module, file);
  access.name_expression = site.name_source;
  access.truthy = site.truthy;
  access.falsy = site.falsy;
  access.any_true = site.any_true;
  access.function = site.function;
  if (site.branch != kNoNode) access.branch = module.parsed->syntax[site.branch].line;
  access.unset_kind = site.unset_kind;
  if (!site.unset_text.empty()) access.unset_text = site.unset_text;
  access.by_declarator = site.declarator;
  access.hooked = site.hooked;
  access.returned_by = site.returned_by;
  access.by_parameter = site.effect;
  // The names that a loop over the environment has are the loop's; of others a part is known.
  const bool own = site.name != nullptr && site.name->kind == ValueKind::kEnvironmentKey;
  const bool open = site.effect && !site.called && !own && NamesOf(site.name).empty();
  if (open) access.open_name = OpenName::kNoCall;
  if (!site.description.empty()) access.description = site.description;
  BindAndFallBack(sites, site, &access);
  return access;
}

// The variables that a site can mean. What a wrapper reads of its parameter has a name only where
// a call that gives nothing makes one.
std::vector<std::string> VariablesOf(const Program& program, const Site& site) {
  if (site.op == AccessOp::kBulk) return {};
  std::vector<std::string> names =
      NamesOf(site.effect ? WithDefaults(program, site.name) : site.name);
  std::erase_if(names, [](const std::string& name) { return !IsVariableName(name); });
  return names;
}

// Of `guessed`, positions in `accesses` in ascending order, those stay whose variable the program
// reads or asks for elsewhere: what was put into a mapping that only seems to be an environment.
void KeepAsked(const std::vector<size_t>& guessed, std::vector<Access>* accesses) {
  if (guessed.empty()) return;
  std::set<std::string> asked;
  std::vector<std::string> families;  // APP_ of APP_*
  for (const Access& access : *accesses) {
    const bool asks = access.op == AccessOp::kRead || access.op == AccessOp::kTest;
    if (!asks || !access.name) continue;
    const bool family =
        access.name->size() > 3 && access.name->find('*') + 1 == access.name->size();
    if (family) families.push_back(access.name->substr(0, access.name->size() - 1));
    asked.insert(*access.name);
  }
  const auto is_asked = [&](const std::string& name) {
    return asked.count(name) > 0 ||
           std::any_of(families.begin(), families.end(),
                       [&](const std::string& prefix) { return name.starts_with(prefix); });
  };
  std::vector<Access> kept;
  size_t next = 0;  // of guessed
  for (size_t i = 0; i < accesses->size(); ++i) {
    const bool guess = next < guessed.size() && guessed[next] == i;
    if (guess) ++next;
    if (!guess || is_asked(*(*accesses)[i].name)) kept.push_back(std::move((*accesses)[i]));
  }
  *accesses = std::move(kept);
}

// In the order of their places; of several at one place (a loop's rounds) the first stays.
std::vector<Access> OncePerPlace(std::vector<Access> accesses) {
  std::stable_sort(accesses.begin(), accesses.end(), AccessLess);
  std::vector<Access> sorted;
  for (Access& access : accesses) {
    const bool same = !sorted.empty() && sorted.back().place == access.place &&
                      sorted.back().name == access.name && sorted.back().op == access.op;
    if (!same) sorted.push_back(std::move(access));
  }
  return sorted;
}

}  // namespace

std::vector<Access> MakeAccesses(const Program& program, const std::deque<Site>& sites) {
  std::vector<Access> out;
  std::vector<size_t> guessed;  // positions in `out`
  const DefaultCertainty certainty(program, sites);
  for (size_t i = 0; i < sites.size(); ++i) {
    const Site& site = sites[i];
    const bool likely = site.pending && site.likely;
    if ((site.pending && !likely) || site.forwarded) continue;
    Access access = AccessOf(program, sites, site);
    access.default_certain = !access.falls_back && certainty.IsCertain(i, access.place);
    const std::vector<std::string> names = VariablesOf(program, site);
    if (!names.empty()) access.by_parameter = false;
    if (names.empty()) {
      if (!likely) out.push_back(std::move(access));
      continue;
    }
    for (const std::string& name : names) {
      access.name = name;
      if (likely) guessed.push_back(out.size());
      out.push_back(access);
    }
  }
  KeepAsked(guessed, &out);
  OpenUncalled(&out);
  TellOnceBelow(&out);
  return OncePerPlace(std::move(out));
}

}  // namespace flagcensus
