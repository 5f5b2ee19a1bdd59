#include "analyzer/link/python/accesses.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "analyzer/base/text.h"

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

}  // namespace

std::vector<Access> MakeAccesses(const Program& program, const std::deque<Site>& sites) {
  std::vector<Access> out;
  std::vector<size_t> guessed;  // indexes into `out`
  for (size_t i = 0; i < sites.size(); ++i) {
    const Site& site = sites[i];
    const bool likely = site.pending && site.likely;
    if ((site.pending && !likely) || site.forwarded) continue;
    const ModuleInfo& module = program.modules[site.module];
    const Node& node = module.parsed->syntax[site.node];
    const SourceFile& file = program.tree().files[module.file];
    Access access;
    access.op = site.op;
    access.place = PlaceOfNode(module, file.path, node);
    access.in_string = module.run_as_text;
    access.guessed = site.guessed;
    const ResolvedDefault given = DefaultOf(sites, site, 0);
    access.default_kind = given.kind;
    access.default_text = given.text;
    if (file.kind == FileKind::kCython) access.language = Language::kCython;
    if (file.kind == FileKind::kNotebook) access.language = Language::kNotebook;
    access.type = site.type;
    access.parsed = site.type != ValueType::kUnknown && site.type != ValueType::kStr;
    // The inner read of a chain is parsed like the outer one; a default that is no text tells too.
    for (int outer = site.fallback_of, depth = 0; outer >= 0 && depth < 8; ++depth) {
      if (access.type == ValueType::kUnknown || access.type == ValueType::kStr) {
        access.type = sites[outer].type;
      }
      outer = sites[outer].fallback_of;
    }
    if (access.type == ValueType::kUnknown && site.default_value != nullptr) {
      if (site.default_value->kind == ValueKind::kBool) access.type = ValueType::kBool;
      if (site.default_value->kind == ValueKind::kInteger) access.type = ValueType::kInt;
      if (site.default_value->kind == ValueKind::kFloat) access.type = ValueType::kFloat;
    }
    if (access.type == ValueType::kUnknown && access.op != AccessOp::kBulk &&
        access.op != AccessOp::kTest && access.op != AccessOp::kDelete) {
      access.type = ValueType::kStr;
    }
    access.via = site.via;
    access.chain = site.chain;
    if (!site.bound_to.empty()) {
      access.bound_to = site.bound_to;
      access.bound_kind = site.bound_kind;
    }
    if (access.op == AccessOp::kWrite || access.op == AccessOp::kAppend ||
        access.op == AccessOp::kSetDefault) {
      access.value = TextOf(site.value);
      if (!access.value && site.value != nullptr && site.value->kind == ValueKind::kConcat) {
        // What is appended, where the old value stands before it.
        std::string text;
        for (const ValueRef& item : site.value->items) {
          if (item != nullptr && item->kind == ValueKind::kString) text += item->text;
        }
        if (access.op == AccessOp::kAppend && !Trim(text).empty()) {
          access.value = std::string(Trim(text));
        }
      }
    }
    access.scope = module.docstring_of >= 0 ? Scope::kDocstring : file.scope;
    if (access.scope == Scope::kSrc && module.parsed->main_only &&
        !program.IsInPackage(module.file)) {
      access.scope = Scope::kScript;
    }
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
    if (!site.description.empty()) access.description = site.description;
    access.falls_back = IsReading(site.default_value);
    if (site.fallback_of >= 0) {
      const std::vector<std::string> outer = NamesOf(sites[site.fallback_of].name);
      if (outer.size() == 1) access.fallback_of = outer[0];
      if (access.bound_kind == BoundKind::kNone && !sites[site.fallback_of].bound_to.empty()) {
        access.bound_to = sites[site.fallback_of].bound_to;
        access.bound_kind = sites[site.fallback_of].bound_kind;
      }
    }
    std::vector<std::string> names =
        site.effect || site.op == AccessOp::kBulk ? std::vector<std::string>() : NamesOf(site.name);
    if (site.effect && site.op != AccessOp::kBulk) {
      // What a call that gives nothing reads.
      names = NamesOf(WithDefaults(program, site.name));
      if (!names.empty()) access.by_parameter = false;
    }
    names.erase(std::remove_if(names.begin(), names.end(),
                               [](const std::string& name) { return !IsVariableName(name); }),
                names.end());
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
  // What was put into a mapping that only seems to be an environment counts where the program reads
  // or asks for a variable of that name.
  if (!guessed.empty()) {
    std::set<std::string> asked;
    std::vector<std::string> families;  // APP_ of APP_*
    const auto is_asked = [&](const std::string& name) {
      return asked.count(name) > 0 ||
             std::any_of(families.begin(), families.end(),
                         [&](const std::string& prefix) { return name.starts_with(prefix); });
    };
    for (const Access& access : out) {
      const bool asks = access.op == AccessOp::kRead || access.op == AccessOp::kTest;
      if (!asks || !access.name) continue;
      const bool family =
          access.name->size() > 3 && access.name->find('*') + 1 == access.name->size();
      if (family) families.push_back(access.name->substr(0, access.name->size() - 1));
      asked.insert(*access.name);
    }
    size_t next = 0;  // of guessed
    size_t kept = 0;
    for (size_t i = 0; i < out.size(); ++i) {
      const bool guess = next < guessed.size() && guessed[next] == i;
      if (guess) ++next;
      if (guess && !is_asked(*out[i].name)) continue;
      if (kept != i) out[kept] = std::move(out[i]);
      ++kept;
    }
    out.resize(kept);
  }
  TellOnceBelow(&out);
  // Of several at one place (a loop's rounds) the first stays.
  std::vector<size_t> order(out.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (AccessLess(out[a], out[b])) return true;
    return !AccessLess(out[b], out[a]) && a < b;
  });
  std::vector<Access> sorted;
  for (const size_t i : order) {
    const bool same = !sorted.empty() && sorted.back().place == out[i].place &&
                      sorted.back().name == out[i].name && sorted.back().op == out[i].op;
    if (!same) sorted.push_back(std::move(out[i]));
  }
  return sorted;
}

}  // namespace flagcensus
