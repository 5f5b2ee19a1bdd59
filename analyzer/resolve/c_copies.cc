// Environments that a program keeps for itself: a file that takes the whole environment and has
// functions such as `const char* AppGetEnv(const char* name)` or `int app_setenv(Env*, const char*
// name, const char* value)`. How they find a variable in their table cannot be followed; their
// names and those of their parameters tell.
#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/resolve/c_resolver.h"

namespace flagcensus {
namespace {

// get_env, GetEnvVar, app_setEnvironmentVariable, get_env_locked; not get_envelope.
std::optional<AccessOp> OpByName(const std::string& name) {
  struct Verb {
    std::string_view word;
    AccessOp op;
  };
  static constexpr std::array<Verb, 4> kVerbs = {{{"unset", AccessOp::kDelete},
                                                  {"clear", AccessOp::kDelete},
                                                  {"get", AccessOp::kRead},
                                                  {"set", AccessOp::kWrite}}};
  const std::string lower = ToLower(name);
  for (const Verb& verb : kVerbs) {
    for (const std::string_view object : {"env", "envvar", "environmentvariable"}) {
      for (size_t at = lower.find(verb.word); at != std::string::npos;
           at = lower.find(verb.word, at + 1)) {
        size_t i = at + verb.word.size();
        size_t k = 0;
        for (; i < lower.size() && k < object.size(); ++i) {
          if (lower[i] == object[k]) {
            ++k;
          } else if (lower[i] != '_') {
            break;
          }
        }
        if (k == object.size() && (i == lower.size() || lower[i] == '_')) return verb.op;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

void CResolver::AddCopies(int file, const CFacts& facts) {
  const bool whole = !facts.bulk.empty() ||
                     std::any_of(facts.calls.begin(), facts.calls.end(), [&](const CCall& call) {
                       const auto rows = rows_.find(call.callee);
                       return rows != rows_.end() && rows->second.front()->op == AccessOp::kBulk;
                     });
  if (!whole) return;
  static const std::set<std::string_view> kNames = {"name", "key", "var", "varname", "variable"};
  static const std::set<std::string_view> kValues = {"value", "val"};
  static const std::set<std::string_view> kOverwrites = {"overwrite", "replace"};
  for (size_t i = 0; i < facts.functions.size(); ++i) {
    const CFunction& function = facts.functions[i];
    const std::optional<AccessOp> op = OpByName(function.name);
    const int name = ParameterNamed(function, kNames);
    if (function.macro || !op || name < 0 || rows_.count(function.name) > 0) continue;
    CWrapper made;
    made.file = file;
    made.function = static_cast<int>(i);
    made.name = {{CPart::Kind::kParameter, "", name}};
    made.op = *op;
    if (*op == AccessOp::kWrite) made.value_parameter = ParameterNamed(function, kValues);
    if (*op == AccessOp::kWrite) made.overwrite_parameter = ParameterNamed(function, kOverwrites);
    made.chain = {{tree_.files[file].path, static_cast<int>(function.line),
                   static_cast<int>(function.column)}};
    Insert(function.name, std::move(made));
  }
}

}  // namespace flagcensus
