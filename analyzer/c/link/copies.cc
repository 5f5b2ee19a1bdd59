// Environments that a program keeps for itself: a file that uses the whole environment and has
// functions such as these.
//
//   const char* AppGetEnv(const char* name)                                 ─→ a wrapper that reads
//   int app_setenv(Env*, const char* name, const char* value)                ─→ one that writes
//
// How they find a variable in their table cannot be followed. Their names and those of their
// parameters show their effect: a `get_env` of a different kind of environment (of a build, of a
// renderer) in such a file is mistaken for one.
#include <algorithm>
#include <array>
#include <span>

#include "analyzer/base/text.h"
#include "analyzer/c/link/wrapper_finder.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

// get_env, GetEnvVar, app_setEnvironmentVariable, get_env_locked; not get_envelope. The object
// follows the verb, with underscores in between, and ends the word.
std::optional<AccessOp> OpByName(const std::string& name) {
  struct Verb {
    std::string_view word;
    AccessOp op;
  };
  // "unset" before "set", which it contains.
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

// The operation of a function of an environment by its verb: environ_find, insert, clear_variable.
//
//   environ_find ─→ read    putVariable ─→ write    reset_variable, address_of ─→ nullopt
std::optional<AccessOp> OpByVerb(const std::string& name) {
  struct Verb {
    std::string_view word;
    AccessOp op;
  };
  static constexpr std::array<Verb, 16> kVerbs = {{{"unset", AccessOp::kDelete},
                                                   {"clear", AccessOp::kDelete},
                                                   {"delete", AccessOp::kDelete},
                                                   {"remove", AccessOp::kDelete},
                                                   {"erase", AccessOp::kDelete},
                                                   {"find", AccessOp::kRead},
                                                   {"get", AccessOp::kRead},
                                                   {"lookup", AccessOp::kRead},
                                                   {"has", AccessOp::kTest},
                                                   {"contains", AccessOp::kTest},
                                                   {"set", AccessOp::kWrite},
                                                   {"put", AccessOp::kWrite},
                                                   {"add", AccessOp::kWrite},
                                                   {"insert", AccessOp::kWrite},
                                                   {"push", AccessOp::kWrite},
                                                   {"export", AccessOp::kWrite}}};
  const std::string lower = ToLower(name);
  for (const Verb& verb : kVerbs) {
    const size_t at = lower.find(verb.word);
    if (at == std::string::npos) continue;
    // A separate word: set_variable, putVariable, environ_set; not "reset", "address".
    const size_t end = at + verb.word.size();
    const auto upper = [&](size_t i) { return IsUpper(name[i]); };
    const bool begins = at == 0 || name[at - 1] == '_' || upper(at);
    const bool ends = end == name.size() || name[end] == '_' || upper(end);
    if (begins && ends) return verb.op;
  }
  return std::nullopt;
}

}  // namespace

void CEnvironmentCopies::AddCopies(int file, const CFacts& facts) {
  // Only in a file that uses environ or an entry for the whole environment: elsewhere such names
  // are those of real wrappers, which are followed.
  const bool whole =
      !facts.environ.bulk.empty() ||
      std::any_of(facts.calls.begin(), facts.calls.end(), [&](const CCall& call) {
        const auto rows = accessors_.rows().find(call.callee);
        return rows != accessors_.rows().end() && rows->second.front()->op == AccessOp::kBulk;
      });
  if (!whole) return;
  // The usual names of these parameters. A function with others (`const char* s`) is not
  // recognised.
  static const std::set<std::string_view> kNames = {"name", "key", "var", "varname", "variable"};
  static const std::set<std::string_view> kValues = {"value", "val"};
  static const std::set<std::string_view> kOverwrites = {"overwrite", "replace"};
  for (size_t i = 0; i < facts.functions.size(); ++i) {
    const CFunction& function = facts.functions[i];
    const std::optional<AccessOp> op = OpByName(function.name);
    const int name = ParameterNamed(function, kNames);
    if (function.macro || !op || name < 0 || accessors_.Has(function.name)) continue;
    CWrapper made;
    made.file = file;
    made.owner = {file, static_cast<int>(i)};
    made.name = {{CPart::Kind::kParameter, "", name}};
    made.op = *op;
    if (*op == AccessOp::kWrite)
      made.value_parameter = facts_.RefTo(made.owner, ParameterNamed(function, kValues));
    if (*op == AccessOp::kWrite)
      made.overwrite_parameter = facts_.RefTo(made.owner, ParameterNamed(function, kOverwrites));
    made.chain = {sources_.At(file, function.line, function.column)};
    wrappers_.Insert(function.name, std::move(made));
  }
}

namespace {

// The rest of a function's name after the first of these verbs, in lower case: "param" of
// assign_param and getParam; "" if it begins with none of them.
std::string BehindVerb(const std::string& name, std::span<const std::string_view> verbs) {
  std::string lower = ToLower(name);
  for (const std::string_view verb : verbs) {
    if (!lower.starts_with(verb)) continue;
    lower.erase(0, verb.size());
    lower.erase(0, std::min(lower.find_first_not_of('_'), lower.size()));
    return lower;
  }
  return "";
}

}  // namespace

// assign_param(name, value) is called for each variable of environ (CFacts::importers): then
// get_param(name) of the same file reads one.
void CEnvironmentCopies::AddImported(int file, const CFacts& facts) {
  static constexpr std::array<std::string_view, 8> kSet = {"assign", "bind", "define", "import",
                                                           "insert", "put",  "set",    "add"};
  static constexpr std::array<std::string_view, 4> kGet = {"get", "fetch", "find", "lookup"};
  // A shorter noun (`get_x`) may be of anything.
  constexpr size_t kLeast = 4;  // of what both names end with
  std::set<std::string> nouns;
  for (const std::string& importer : facts.environ.importers) {
    const bool own = std::any_of(facts.functions.begin(), facts.functions.end(),
                                 [&](const CFunction& one) { return one.name == importer; });
    const std::string noun = own ? BehindVerb(importer, kSet) : "";
    if (noun.size() >= kLeast) nouns.insert(noun);
  }
  if (nouns.empty()) return;
  for (size_t i = 0; i < facts.functions.size(); ++i) {
    const CFunction& function = facts.functions[i];
    const bool gives = TypeOfWords(function.return_type) == ValueType::kStr;
    if (function.macro || !gives || TypeOfParameter(&function, 0) != "char") continue;
    const std::string noun = BehindVerb(function.name, kGet);
    const bool one = std::any_of(nouns.begin(), nouns.end(), [&](const std::string& known) {
      return noun == known || noun.starts_with(known + "_");
    });
    if (!one) continue;
    CWrapper made;
    made.file = file;
    made.owner = {file, static_cast<int>(i)};
    made.name = {{CPart::Kind::kParameter, "", 0}};
    made.chain = {sources_.At(file, function.line, function.column)};
    wrappers_.Insert(function.name, std::move(made));
  }
}

// Records and classes that receive the environment, or its texts, contain a copy of it. Their
// functions with a variable's name read or write the variable at their calls.
std::set<std::string> CEnvironmentCopies::FindTypes(const std::set<std::string>& searched) {
  std::set<std::string> passed;
  for (const auto& [file, facts] : facts_) {
    for (const std::string& name : facts.environ.passed) {
      if (!accessors_.Has(name) && !OnlyStates(name)) passed.insert(name);
    }
  }
  std::set<std::string> fresh;
  for (const std::string& name : passed) {
    if (searched.count(name) == 0) fresh.insert(name);
  }
  for (const auto& [file, facts] : facts_) {
    for (const CFunction& function : facts.functions) {
      if (passed.count(function.name) == 0 || function.macro) continue;
      std::set<std::string> types;
      if (!function.class_name.empty()) types.insert(function.class_name);
      for (const CParameter& parameter : function.parameters) {
        // Only types with "env" in their name: others receive the environment for another purpose,
        // such as to start a program.
        if (ToLower(parameter.type).find("env") != std::string::npos) types.insert(parameter.type);
      }
      for (const std::string& type : types) {
        if (ToLower(type).find("env") != std::string::npos && types_.insert(type).second) {
          fresh.insert(type);
        }
      }
    }
  }
  return fresh;
}

void CEnvironmentCopies::AddOfTypes(int file, const CFacts& facts) {
  if (types_.empty()) return;
  static const std::set<std::string_view> kNames = {"name", "key", "var", "varname", "variable"};
  static const std::set<std::string_view> kValues = {"value", "val"};
  static const std::set<std::string_view> kOverwrites = {"overwrite", "replace", "override"};
  for (size_t i = 0; i < facts.functions.size(); ++i) {
    const CFunction& function = facts.functions[i];
    if (function.macro || function.constructor || accessors_.Has(function.name)) continue;
    const bool own = types_.count(function.class_name) > 0 ||
                     std::any_of(function.parameters.begin(), function.parameters.end(),
                                 [&](const CParameter& p) { return types_.count(p.type) > 0; });
    const std::optional<AccessOp> op = own ? OpByVerb(function.name) : std::nullopt;
    const int name = ParameterNamed(function, kNames);
    if (!op || name < 0) continue;
    CWrapper made;
    made.file = file;
    made.owner = {file, static_cast<int>(i)};
    made.name = {{CPart::Kind::kParameter, "", name}};
    made.op = *op;
    if (*op == AccessOp::kWrite) {
      made.value_parameter = facts_.RefTo(made.owner, ParameterNamed(function, kValues));
      made.overwrite_parameter = facts_.RefTo(made.owner, ParameterNamed(function, kOverwrites));
    }
    made.chain = {sources_.At(file, function.line, function.column)};
    wrappers_.Insert(function.name, std::move(made));
  }
}

}  // namespace flagcensus
