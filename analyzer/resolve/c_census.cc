// Files → facts of those that hold an accessor's word → wrappers → facts of those that hold a
// wrapper's → ... → accesses.
//
// A function or macro is a wrapper where the name that an accessor (or wrapper) in it is given
// holds one of its parameters, or a field that its class's constructor takes from one. Constants
// are looked for in the file first, then in the tree, where a name that has several values is
// unknown.
#include "analyzer/resolve/c_census.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/code/accessors.h"
#include "analyzer/code/c_facts.h"
#include "analyzer/code/c_uses.h"
#include "analyzer/project/parallel.h"
#include "analyzer/project/word_search.h"

namespace flagcensus {
namespace {

constexpr int kMaxRounds = 6;
constexpr size_t kMaxNames = 300;   // of one call
constexpr size_t kMaxPerName = 40;  // wrappers of one name
constexpr size_t kMaxTakers = 200;
constexpr int kMaxNested = 4;  // reads in the defaults of reads

bool IsC(FileKind kind) {
  return kind == FileKind::kC || kind == FileKind::kCpp || kind == FileKind::kCuda;
}

std::string_view LastPart(std::string_view name) {
  const size_t at = name.rfind("::");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}

bool IsVariableName(std::string_view name) {
  if (name.empty() || name.size() > 200) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return IsIdentifierByte(static_cast<unsigned char>(c)) || c == '*' || c == '(' || c == ')' ||
           c == '.' || c == '-';
  });
}

bool LooksLikeVariable(std::string_view name) {
  const bool upper =
      std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  const bool lower =
      std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return upper && !lower;
}

// A function or macro whose parameter reaches the name of an accessor.
struct Wrapper {
  int file = -1;
  int function = -1;
  std::vector<CPart> name;  // in terms of its parameters
  int default_parameter = -1;
  std::optional<CValue> default_value;
  AccessOp op = AccessOp::kRead;
  int value_parameter = -1;
  ValueType type = ValueType::kUnknown;
  std::vector<std::string> truthy;
  std::vector<Place> chain;
};

// What one call does: an accessor's row, or a wrapper, applied to its arguments.
struct Meaning {
  std::vector<std::vector<CPart>> names;  // in terms of the function around the call
  bool known = false;                     // false: the name argument is missing or unknown
  AccessOp op = AccessOp::kRead;
  std::optional<CValue> default_value;
  std::optional<CValue> value;
  ValueType type = ValueType::kUnknown;
  std::vector<std::string> truthy;
  std::string via;
  std::vector<Place> chain;
  bool wrapper = false;
  bool assignment = false;   // the name argument is NAME=value
  bool environment = false;  // an array of such texts
  std::string made;          // what the macro's call defines
};

class CCensus {
 public:
  CCensus(const Tree& tree, const AccessorTable& table, unsigned jobs)
      : tree_(tree), table_(table), threads_(ThreadCount(jobs)) {
    for (size_t i = 0; i < tree.files.size(); ++i) {
      if (IsC(tree.files[i].kind)) files_.push_back(static_cast<int>(i));
    }
    for (const auto& [call, row] : table.calls) rows_[std::string(LastPart(call))].push_back(&row);
  }

  void Run(Census* census) {
    census->files_read += files_.size();
    if (files_.empty()) return;
    for (const auto& [name, rows] : rows_) names_.insert(name);
    names_.insert({"getEnv", "get_env", "GetEnv"});
    std::set<std::string> fresh = names_;
    fresh.insert(table_.words.begin(), table_.words.end());
    for (int round = 0; round < kMaxRounds && !fresh.empty(); ++round) {
      Parse(fresh, {});
      const std::set<std::string> takers = FindTakers();
      fresh = FindWrappers();
      names_.insert(fresh.begin(), fresh.end());
      fresh.insert(takers.begin(), takers.end());
    }
    FindConstants();
    for (const auto& [file, facts] : facts_) Emit(file, facts, &census->accesses);
    census->files_parsed += facts_.size();
  }

 private:
  // Reads every file; those that hold one of `words` give their facts (again), or with `constants`
  // only the values of those names.
  void Parse(const std::set<std::string>& words, const std::set<std::string>& constants) {
    const std::vector<std::string> list(words.begin(), words.end());
    const WordSearch search(list);
    std::vector<std::string> buffers(threads_);
    std::vector<std::shared_ptr<WordSearch::Scratch>> scratches(threads_);
    for (auto& scratch : scratches) scratch = search.MakeScratch();
    std::mutex mutex;
    ParallelFor(files_.size(), threads_, [&](size_t i, unsigned thread) {
      const SourceFile& file = tree_.files[files_[i]];
      std::string error;
      bool binary = false;
      if (!ReadWhole(file.absolute, &buffers[thread], &binary, &error) || binary) return;
      if (!search.Contains(buffers[thread], *scratches[thread])) return;
      const CTokens tokens = TokenizeC(buffers[thread]);
      if (constants.empty()) {
        CFacts facts = FindCFacts(tokens, {names_, {}, takers_});
        const std::lock_guard<std::mutex> lock(mutex);
        facts_[files_[i]] = std::move(facts);
      } else {
        const CFacts facts = FindCFacts(tokens, {{}, constants, {}});
        const std::lock_guard<std::mutex> lock(mutex);
        for (const auto& [name, value] : facts.constants) {
          AddConstant(name, value, facts.ambiguous.count(name) > 0);
        }
      }
    });
  }

  void AddConstant(const std::string& name, const CValue& value, bool ambiguous) {
    const auto [at, added] = constants_.try_emplace(name, value);
    if (ambiguous || (!added && at->second.source != value.source)) ambiguous_.insert(name);
  }

  // ---- meanings --------------------------------------------------------------------------------

  static std::vector<std::vector<CPart>> Substitute(const std::vector<CPart>& pattern,
                                                    const CCall& call, const CFunction& wrapper,
                                                    bool* none) {
    std::vector<std::vector<CPart>> out = {{}};
    for (const CPart& part : pattern) {
      std::vector<std::vector<CPart>> piece = {{part}};
      if (part.kind == CPart::Kind::kPasted) piece = {{Pasted(part, call)}};
      if (part.kind == CPart::Kind::kParameter) {
        const auto index = static_cast<size_t>(part.parameter);
        const CValue* given = nullptr;
        if (index < call.arguments.size()) {
          given = &call.arguments[index];
        } else if (index < wrapper.parameters.size() && wrapper.parameters[index].default_value) {
          given = &*wrapper.parameters[index].default_value;
        }
        if (given == nullptr || given->null) {
          *none = true;
          return {};
        }
        piece = given->alternatives;
        if (part.text == "#") {  // its spelling, unless that is another macro's parameter
          const bool passed = piece.size() == 1 && piece[0].size() == 1 &&
                              piece[0][0].kind == CPart::Kind::kParameter;
          if (!passed) piece = {{CPart{CPart::Kind::kText, given->source, -1}}};
          if (passed) piece[0][0].text = "#";
        }
        if (piece.empty()) piece = {{CPart{}}};
      }
      std::vector<std::vector<CPart>> joined;
      for (const auto& head : out) {
        for (const auto& tail : piece) {
          if (joined.size() >= kMaxNames) break;
          joined.push_back(head);
          joined.back().insert(joined.back().end(), tail.begin(), tail.end());
        }
      }
      out = std::move(joined);
    }
    return out;
  }

  // The name that a macro pastes together, with the arguments' spellings in it.
  static CPart Pasted(const CPart& part, const CCall& call) {
    std::string text;
    bool whole = true;
    for (size_t i = 0; i < part.text.size(); ++i) {
      if (part.text[i] != '\x01') {
        text += part.text[i];
        continue;
      }
      const size_t end = part.text.find('\x02', i);
      const auto index = static_cast<size_t>(std::stoi(part.text.substr(i + 1, end - i - 1)));
      whole = whole && index < call.arguments.size();
      if (whole) text += call.arguments[index].source;
      i = end;
    }
    return whole ? CPart{CPart::Kind::kName, text, -1} : CPart{};
  }

  // Everything that the call is known to do.
  std::vector<Meaning> MeaningsOf(int file, const CFacts& facts, const CCall& call) const {
    std::vector<Meaning> out;
    if (const auto rows = rows_.find(call.callee); rows != rows_.end() && !call.member) {
      for (const AccessorRow* row : rows->second) {
        const bool qualified = row->call.find("::") != std::string::npos;
        if (qualified && call.qualified != row->call &&
            !call.qualified.ends_with("::" + row->call)) {
          continue;
        }
        if (!qualified && ShadowedBy(facts, call)) continue;
        out.push_back(OfRow(*row, call));
      }
    }
    if (!out.empty()) return out;
    // A method of that name of a class that the tree does not show: an environment behind a table
    // of functions.
    static const std::set<std::string_view> kProbable = {"getenv", "getEnv", "get_env", "GetEnv"};
    if (call.member && kProbable.count(call.callee) > 0 && methods_.count(call.callee) == 0 &&
        !call.arguments.empty() && call.arguments[0].literal &&
        LooksLikeVariable(call.arguments[0].alternatives[0][0].text)) {
      Meaning meaning;
      meaning.names = call.arguments[0].alternatives;
      meaning.known = true;
      meaning.via = call.callee;
      out.push_back(std::move(meaning));
      return out;
    }
    const auto known = wrappers_.find(call.callee);
    if (known == wrappers_.end()) return out;
    const bool here = std::any_of(known->second.begin(), known->second.end(),
                                  [&](const Wrapper& w) { return w.file == file; });
    std::optional<std::pair<int, int>> chosen;
    for (const Wrapper& wrapper : known->second) {
      if (here && wrapper.file != file) continue;
      const CFunction& function = FunctionOf(wrapper);
      if (wrapper.file == file && wrapper.function == call.function) continue;  // itself
      if (!function.class_name.empty() && !function.constructor && !call.member &&
          call.qualified.find(function.class_name + "::") == std::string::npos) {
        const std::string around =
            call.function < 0 ? "" : facts.functions[static_cast<size_t>(call.function)].class_name;
        if (around != function.class_name) continue;
      }
      if (function.class_name.empty() && call.member && !function.macro) continue;
      const std::pair<int, int> identity{wrapper.file, wrapper.function};
      if (chosen && *chosen != identity) {
        // Another definition of the name: the same to callers, or nothing is known.
        const Wrapper& first =
            *std::find_if(known->second.begin(), known->second.end(), [&](const Wrapper& w) {
              return w.file == chosen->first && w.function == chosen->second;
            });
        if (!SameName(first.name, wrapper.name)) return {};
        continue;
      }
      chosen = identity;
      bool none = false;
      Meaning meaning;
      meaning.wrapper = true;
      meaning.names = Substitute(wrapper.name, call, function, &none);
      if (none) continue;
      meaning.known = !meaning.names.empty();
      meaning.op = wrapper.op;
      meaning.type = wrapper.type;
      meaning.truthy = wrapper.truthy;
      meaning.via = call.callee;
      meaning.chain = wrapper.chain;
      if (function.made.kind == CPart::Kind::kPasted) {
        meaning.made = Pasted(function.made, call).text;
      }
      meaning.default_value = wrapper.default_value;
      if (wrapper.default_parameter >= 0) {
        const auto index = static_cast<size_t>(wrapper.default_parameter);
        if (index < call.arguments.size()) {
          meaning.default_value = call.arguments[index];
        } else if (index < function.parameters.size()) {
          meaning.default_value = function.parameters[index].default_value;
        }
      }
      if (wrapper.value_parameter >= 0 &&
          static_cast<size_t>(wrapper.value_parameter) < call.arguments.size()) {
        meaning.value = call.arguments[static_cast<size_t>(wrapper.value_parameter)];
      }
      out.push_back(std::move(meaning));
    }
    // What looks first and then writes is a write.
    if (std::any_of(out.begin(), out.end(), [](const Meaning& m) { return Writes(m.op); })) {
      out.erase(std::remove_if(out.begin(), out.end(),
                               [&](const Meaning& read) {
                                 return !Writes(read.op) &&
                                        std::any_of(out.begin(), out.end(), [&](const Meaning& m) {
                                          return Writes(m.op) && SameNames(m.names, read.names);
                                        });
                               }),
                out.end());
    }
    return out;
  }

  static bool Writes(AccessOp op) {
    return op == AccessOp::kWrite || op == AccessOp::kSetDefault || op == AccessOp::kAppend;
  }

  static bool SameNames(const std::vector<std::vector<CPart>>& a,
                        const std::vector<std::vector<CPart>>& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), SameName);
  }

  static bool SameName(const std::vector<CPart>& a, const std::vector<CPart>& b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](const CPart& x, const CPart& y) {
             return x.kind == y.kind && x.text == y.text && x.parameter == y.parameter;
           });
  }

  // Whether the file has a function of its own of that name that reads no environment (`getenv` of
  // a class, called without an object inside it).
  bool ShadowedBy(const CFacts& facts, const CCall& call) const {
    if (call.qualified != call.callee || call.function < 0) return false;
    const std::string& around = facts.functions[static_cast<size_t>(call.function)].class_name;
    return !around.empty() &&
           std::any_of(facts.functions.begin(), facts.functions.end(), [&](const CFunction& f) {
             return f.name == call.callee && f.class_name == around;
           });
  }

  static const CValue* Argument(const CCall& call, const ArgumentPlace& place) {
    if (place.position < 0 || static_cast<size_t>(place.position) >= call.arguments.size()) {
      return nullptr;
    }
    return &call.arguments[static_cast<size_t>(place.position)];
  }

  Meaning OfRow(const AccessorRow& row, const CCall& call) const {
    Meaning meaning;
    meaning.op = row.op;
    meaning.via = row.call.find("::") != std::string::npos ? row.call : call.callee;
    if (row.type) meaning.type = *row.type;
    if (const CValue* name = Argument(call, row.name)) {
      meaning.names = name->alternatives;
      meaning.known = !name->IsUnknown();
    }
    if (const CValue* given = Argument(call, row.default_value)) meaning.default_value = *given;
    if (const CValue* value = Argument(call, row.value)) meaning.value = *value;
    meaning.assignment = row.op == AccessOp::kWrite && !row.value.given();
    if (const CValue* texts = Argument(call, row.environment)) {
      meaning.names = texts->alternatives;
      meaning.known = !texts->IsUnknown();
      meaning.environment = true;
    }
    // setenv(name, value, 0) leaves what is there.
    if (row.op == AccessOp::kWrite && call.arguments.size() == 3 && call.arguments[2].literal) {
      const std::string& last = call.arguments[2].alternatives[0][0].text;
      if (last == "0" || last == "false") meaning.op = AccessOp::kSetDefault;
    }
    if (row.op == AccessOp::kWrite && call.arguments.size() == 3 &&
        call.arguments[2].source == "FALSE") {
      meaning.op = AccessOp::kSetDefault;
    }
    return meaning;
  }

  const CFunction& FunctionOf(const Wrapper& wrapper) const {
    return facts_.at(wrapper.file).functions[static_cast<size_t>(wrapper.function)];
  }

  // ---- functions that take what was read
  // ---------------------------------------------------------

  // Gives calls whose result goes to a function of the tree the type and the default that this
  // shows; names functions whose uses are not known yet.
  std::set<std::string> FindTakers() {
    std::map<std::string, std::vector<std::pair<int, const CFunction*>>> known;
    for (const auto& [file, facts] : facts_) {
      for (const CFunction& function : facts.functions) {
        if (!function.uses.empty()) known[function.name].emplace_back(file, &function);
      }
    }
    std::set<std::string> wanted;
    for (auto& [file, facts] : facts_) {
      for (CCall& call : facts.calls) {
        if (call.handed_to.empty() || call.handed_position < 0) continue;
        if (takers_.count(call.handed_to) == 0) {
          if (takers_.size() + wanted.size() < kMaxTakers) wanted.insert(call.handed_to);
          continue;
        }
        const auto found = known.find(call.handed_to);
        if (found == known.end()) continue;
        const CFunction* taker = nullptr;
        for (const auto& [home, function] : found->second) {
          if (function->uses.size() <= static_cast<size_t>(call.handed_position)) continue;
          if (taker == nullptr || home == file) taker = function;
        }
        if (taker != nullptr) TakeUse(*taker, &call);
      }
    }
    takers_.insert(wanted.begin(), wanted.end());
    return wanted;
  }

  static void TakeUse(const CFunction& taker, CCall* call) {
    const CTextUse& use = taker.uses[static_cast<size_t>(call->handed_position)];
    if (call->type == ValueType::kUnknown) {
      call->type = use.type;
      call->truthy = use.truthy;
    }
    const ValueType returned = TypeOfWords(taker.return_type);
    const bool truth = returned == ValueType::kBool;
    if (call->type == ValueType::kUnknown && (use.returned || truth)) {
      if (returned != ValueType::kStr) call->type = returned;
    }
    call->compared = call->compared || use.compared;
    if (call->unset || !use.unset) return;
    CValue unset = *use.unset;
    unset.call_line = 0;
    if (unset.alternatives.size() == 1 && unset.alternatives[0].size() == 1 &&
        unset.alternatives[0][0].kind == CPart::Kind::kParameter) {
      const auto index = static_cast<size_t>(unset.alternatives[0][0].parameter);
      if (index < call->handed_arguments.size()) {
        call->unset = call->handed_arguments[index];
      } else if (index < taker.parameters.size() && taker.parameters[index].default_value) {
        call->unset = taker.parameters[index].default_value;
      }
      return;
    }
    if (!use.returned && !truth) return;  // a status: the value goes elsewhere
    for (const auto& parts : unset.alternatives) {
      for (const CPart& part : parts) {
        if (part.kind == CPart::Kind::kParameter) return;
      }
    }
    call->unset = std::move(unset);
  }

  // ---- wrappers --------------------------------------------------------------------------------

  // From all facts; the names that are new.
  std::set<std::string> FindWrappers() {
    std::set<std::string> before;
    for (const auto& [name, list] : wrappers_) before.insert(name);
    wrappers_.clear();
    methods_.clear();
    for (const auto& [file, facts] : facts_) {
      methods_.insert(facts.declared.begin(), facts.declared.end());
      for (const CFunction& function : facts.functions) {
        if (!function.class_name.empty()) methods_.insert(function.name);
      }
    }
    for (int round = 0; round < 12; ++round) {
      bool grew = false;
      for (const auto& [file, facts] : facts_) {
        for (const CCall& call : facts.calls) {
          if (call.function < 0 || !call.list.empty()) continue;
          if (call.qualified == "=") {  // an alias
            grew = AddAlias(file, facts, call) || grew;
            continue;
          }
          for (const Meaning& meaning : MeaningsOf(file, facts, call)) {
            for (const std::vector<CPart>& name : meaning.names) {
              grew = AddWrapper(file, facts, call, meaning, name) || grew;
            }
          }
        }
      }
      if (!grew) break;
    }
    std::set<std::string> fresh;
    // Macros that a wrapper is handed to: their lists are looked for.
    for (const auto& [file, facts] : facts_) {
      for (const CCall& call : facts.calls) {
        if (!call.list.empty() && wrappers_.count(call.callee) > 0 &&
            names_.count(call.list) == 0 && rows_.count(call.list) == 0) {
          fresh.insert(call.list);
        }
      }
    }
    for (const auto& [name, list] : wrappers_) {
      if (before.count(name) == 0 && rows_.count(name) == 0) fresh.insert(name);
    }
    return fresh;
  }

  bool Insert(const std::string& name, Wrapper wrapper) {
    std::vector<Wrapper>& list = wrappers_[name];
    for (const Wrapper& known : list) {
      if (known.file == wrapper.file && known.function == wrapper.function &&
          known.op == wrapper.op && SameName(known.name, wrapper.name)) {
        return false;
      }
    }
    if (list.size() >= kMaxPerName) return false;
    list.push_back(std::move(wrapper));
    return true;
  }

  // `#define ALIAS wrapper`: a wrapper with the arguments of the other.
  bool AddAlias(int file, const CFacts& facts, const CCall& call) {
    const CFunction& macro = facts.functions[static_cast<size_t>(call.function)];
    if (macro.name == call.callee) return false;
    Wrapper made;
    if (const auto rows = rows_.find(call.callee); rows != rows_.end()) {
      const AccessorRow& row = *rows->second.front();
      if (row.name.position < 0) return false;
      made.name = {{CPart::Kind::kParameter, "", row.name.position}};
      made.op = row.op;
      if (row.type) made.type = *row.type;
      made.default_parameter = row.default_value.position;
      made.value_parameter = row.value.position;
    } else if (const auto known = wrappers_.find(call.callee); known != wrappers_.end()) {
      made = known->second.front();
    } else {
      return false;
    }
    made.file = file;
    made.function = call.function;
    return Insert(macro.name, std::move(made));
  }

  bool AddWrapper(int file, const CFacts& facts, const CCall& call, const Meaning& meaning,
                  const std::vector<CPart>& name) {
    if (meaning.environment) return false;
    const CFunction& around = facts.functions[static_cast<size_t>(call.function)];
    if (around.name.empty()) return false;
    Wrapper made;
    made.file = file;
    made.function = call.function;
    made.name = name;
    std::string called = around.name;
    bool depends = false;
    for (CPart& part : made.name) {
      if (part.kind == CPart::Kind::kParameter || part.kind == CPart::Kind::kPasted) depends = true;
      if (part.kind != CPart::Kind::kField) continue;
      // A field that the class's constructor takes from a parameter.
      for (size_t i = 0; i < facts.functions.size(); ++i) {
        const CFunction& maker = facts.functions[i];
        if (!maker.constructor || maker.class_name != around.class_name) continue;
        const auto field = maker.fields.find(part.text);
        if (field == maker.fields.end() || field->second.alternatives.size() != 1 ||
            field->second.alternatives[0].size() != 1 ||
            field->second.alternatives[0][0].kind != CPart::Kind::kParameter) {
          continue;
        }
        part = field->second.alternatives[0][0];
        made.function = static_cast<int>(i);
        called = maker.class_name;
        depends = true;
        break;
      }
    }
    if (!depends) return false;
    made.op = meaning.op;
    made.type = meaning.type != ValueType::kUnknown ? meaning.type : call.type;
    if (made.type == ValueType::kUnknown && !call.template_argument.empty()) {
      made.type = TypeOfWords(ReplaceAll(call.template_argument, "std::", ""));
    }
    if ((made.type == ValueType::kUnknown && call.returned) || call.presence) {
      const ValueType returned = TypeOfWords(around.return_type);
      // A text that is handed on is parsed by who gets it.
      if (returned != ValueType::kUnknown && returned != ValueType::kStr) made.type = returned;
    }
    made.truthy = call.truthy.empty() ? meaning.truthy : call.truthy;
    made.chain = meaning.chain;
    made.chain.insert(made.chain.begin(), {tree_.files[file].path, static_cast<int>(call.line),
                                           static_cast<int>(call.column)});
    if (made.chain.size() > 8) made.chain.resize(8);
    std::optional<CValue> given = meaning.default_value;
    if (!given || given->null) given = call.unset;
    if (Writes(made.op)) given.reset();
    if (given) given->call_line = 0;  // a place of this file
    if (given && !given->null) {
      if (given->alternatives.size() == 1 && given->alternatives[0].size() == 1 &&
          given->alternatives[0][0].kind == CPart::Kind::kParameter) {
        made.default_parameter = given->alternatives[0][0].parameter;
      } else {
        made.default_value = given;
      }
    }
    if (meaning.value && meaning.value->alternatives.size() == 1 &&
        meaning.value->alternatives[0].size() == 1 &&
        meaning.value->alternatives[0][0].kind == CPart::Kind::kParameter) {
      made.value_parameter = meaning.value->alternatives[0][0].parameter;
    }
    return Insert(called, std::move(made));
  }

  static ValueType TypeOfWords(const std::string& words) {
    static const std::map<std::string_view, ValueType> kTypes = {
        {"bool", ValueType::kBool},    {"BOOL", ValueType::kBool},
        {"int", ValueType::kInt},      {"long", ValueType::kInt},
        {"unsigned", ValueType::kInt}, {"size_t", ValueType::kInt},
        {"int32_t", ValueType::kInt},  {"int64_t", ValueType::kInt},
        {"uint32_t", ValueType::kInt}, {"uint64_t", ValueType::kInt},
        {"ssize_t", ValueType::kInt},  {"int64", ValueType::kInt},
        {"int32", ValueType::kInt},    {"float", ValueType::kFloat},
        {"double", ValueType::kFloat}, {"string", ValueType::kStr},
        {"char", ValueType::kStr},     {"string_view", ValueType::kStr},
        {"path", ValueType::kPath}};
    ValueType found = ValueType::kUnknown;
    for (const std::string_view word : Split(words, ' ')) {
      if (word == "*") return found == ValueType::kStr ? found : ValueType::kUnknown;
      const auto at = kTypes.find(word);
      if (at != kTypes.end()) found = at->second;
    }
    return found;
  }

  // ---- constants -------------------------------------------------------------------------------

  void FindConstants() {
    for (const auto& [file, facts] : facts_) {
      for (const auto& [name, value] : facts.constants) {
        AddConstant(name, value, facts.ambiguous.count(name) > 0);
      }
    }
    std::set<std::string> asked;
    for (int round = 0; round < 3; ++round) {
      std::set<std::string> wanted;
      const auto want = [&](const std::vector<std::vector<CPart>>& values) {
        for (const auto& parts : values) {
          for (const CPart& part : parts) {
            if (part.kind == CPart::Kind::kSum) {
              for (const CToken& token : TokenizeC(part.text).tokens) {
                if (token.kind == CToken::Kind::kName && constants_.count(token.text) == 0 &&
                    asked.insert(token.text).second) {
                  wanted.insert(token.text);
                }
              }
            }
            if (part.kind != CPart::Kind::kName || constants_.count(part.text) > 0) continue;
            if (asked.insert(part.text).second) wanted.insert(part.text);
          }
        }
      };
      for (const auto& [file, facts] : facts_) {
        for (const CCall& call : facts.calls) {
          for (const Meaning& meaning : MeaningsOf(file, facts, call)) {
            want(meaning.names);
            if (meaning.default_value) want(meaning.default_value->alternatives);
            if (meaning.value) want(meaning.value->alternatives);
          }
          if (call.unset) want(call.unset->alternatives);
        }
      }
      for (const auto& [name, value] : constants_) {
        if (asked.count(name) > 0) want(value.alternatives);
      }
      if (wanted.empty()) return;
      Parse(wanted, wanted);
    }
  }

  const CValue* ConstantOf(const CFacts& facts, const std::string& name) const {
    const auto own = facts.constants.find(name);
    if (own != facts.constants.end()) {
      return facts.ambiguous.count(name) == 0 ? &own->second : nullptr;
    }
    const auto any = constants_.find(name);
    return any != constants_.end() && ambiguous_.count(name) == 0 ? &any->second : nullptr;
  }

  // An integer expression with the values of its names in it.
  std::optional<std::string> Sum(const CFacts& facts, const std::string& source, int depth) const {
    std::vector<CToken> tokens = TokenizeC(source).tokens;
    for (CToken& token : tokens) {
      if (token.kind != CToken::Kind::kName) continue;
      const CValue* value = ConstantOf(facts, token.text);
      if (value == nullptr || value->alternatives.size() != 1) return std::nullopt;
      bool whole = true;
      const std::vector<std::string> texts =
          TextsOf(facts, value->alternatives[0], depth + 1, &whole);
      if (!whole || texts.size() != 1 || texts[0].empty()) return std::nullopt;
      token.kind = CToken::Kind::kNumber;
      token.text = texts[0];
      if (texts[0].starts_with("-")) return std::nullopt;
    }
    return FoldIntegers(tokens, 0, tokens.size() - kCTokenPadding);
  }

  // A text in parts → texts, '*' for what is not known. `macro`: names stand for their spelling.
  std::vector<std::string> TextsOf(const CFacts& facts, const std::vector<CPart>& parts, int depth,
                                   bool* whole) const {
    std::vector<std::string> out = {""};
    for (const CPart& part : parts) {
      std::vector<std::string> piece;
      if (part.kind == CPart::Kind::kText) piece = {part.text};
      if (part.kind == CPart::Kind::kSum && depth < 10) {
        if (std::optional<std::string> sum = Sum(facts, part.text, depth)) piece = {*sum};
      }
      if (part.kind == CPart::Kind::kName || part.kind == CPart::Kind::kField) {
        const CValue* value = ConstantOf(facts, part.text);
        if (value != nullptr && depth < 10) {
          for (const auto& one : value->alternatives) {
            for (std::string& text : TextsOf(facts, one, depth + 1, whole)) {
              piece.push_back(std::move(text));
            }
          }
        }
      }
      if (piece.empty()) {
        *whole = false;
        piece = {"*"};
      }
      std::vector<std::string> joined;
      for (const std::string& head : out) {
        for (const std::string& tail : piece) {
          if (joined.size() < kMaxNames) joined.push_back(head + tail);
        }
      }
      out = std::move(joined);
    }
    return out;
  }

  // ---- accesses --------------------------------------------------------------------------------

  // Sets the default, and the type where nothing else tells it and a literal does.
  void SetDefault(int file, const CFacts& facts, const CValue& given, int nested,
                  Access* access) const {
    if (given.null) return;
    if (nested > 0 && access->type == ValueType::kUnknown) access->type = given.type;
    if (given.call_line > 0 && nested < kMaxNested) {  // another read, with a default of its own
      if (nested == 0) {
        access->falls_back = true;
        access->fallback = {access->place.file, static_cast<int>(given.call_line),
                            static_cast<int>(given.call_column)};
      }
      for (const CCall& call : facts.calls) {
        if (call.line != given.call_line || call.column != given.call_column) continue;
        for (const Meaning& meaning : MeaningsOf(file, facts, call)) {
          if (Writes(meaning.op)) continue;
          const std::optional<CValue>& inner =
              meaning.default_value ? meaning.default_value : call.unset;
          if (inner) SetDefault(file, facts, *inner, nested + 1, access);
          return;
        }
      }
    }
    bool whole = true;
    std::vector<std::string> texts;
    for (const auto& parts : given.alternatives) {
      for (std::string& text : TextsOf(facts, parts, 0, &whole)) texts.push_back(std::move(text));
    }
    if (whole && texts.size() == 1 && !given.alternatives.empty()) {
      access->default_kind = DefaultKind::kLiteral;
      access->default_text = texts[0];
    } else {
      access->default_kind = DefaultKind::kDynamic;
      access->default_text = given.source;
    }
  }

  static ValueType TypeByName(std::string_view name) {
    for (const std::string_view end : {"_PATH", "DIR", "_ROOT", "HOME", "_FILE", "_FOLDER"}) {
      if (name.ends_with(end)) return ValueType::kPath;
    }
    return ValueType::kStr;
  }

  // LIST(FLAG): FLAG for each item of the list, at the item's place.
  void EmitList(const CCall& handed, std::vector<Access>* out) const {
    for (const auto& [file, facts] : facts_) {
      for (const CFunction& macro : facts.functions) {
        if (macro.name != handed.list || macro.list.empty()) continue;
        CFacts items = facts;
        items.calls.clear();
        items.bulk.clear();
        for (const CFunction::ListItem& item : macro.list) {
          if (item.parameter != handed.list_position) continue;
          CCall call;
          call.callee = handed.callee;
          call.qualified = handed.callee;
          call.arguments = item.arguments;
          call.line = item.line;
          call.column = item.column;
          items.calls.push_back(std::move(call));
        }
        Emit(file, items, out);
      }
    }
  }

  void SetWrite(int file, const CFacts& facts, const CCall& call, const Meaning& meaning,
                Access* access) const {
    access->type = meaning.type;
    if (meaning.value) {
      bool whole = true;
      if (meaning.value->alternatives.size() == 1) {
        const std::vector<std::string> texts =
            TextsOf(facts, meaning.value->alternatives[0], 0, &whole);
        if (whole && texts.size() == 1) access->value = texts[0];
      }
    }
    if (access->op == AccessOp::kWrite && call.guarded) access->op = AccessOp::kSetDefault;
    if (access->op == AccessOp::kWrite && call.extends) access->op = AccessOp::kAppend;
    if (access->op == AccessOp::kSetDefault && meaning.value) {
      SetDefault(file, facts, *meaning.value, 0, access);
    }
  }

  void SetRead(int file, const CFacts& facts, const CCall& call, const Meaning& meaning,
               Access* access) const {
    const std::optional<CValue>& given = meaning.default_value ? meaning.default_value : call.unset;
    const ValueType stated = TypeOfWords(ReplaceAll(call.template_argument, "std::", ""));
    const ValueType declared = TypeOfWords(call.declared);
    access->type = meaning.type;
    // What a library or a template gives is made like its default.
    const bool typed = meaning.default_value && meaning.default_value->type != ValueType::kStr;
    for (const ValueType next :
         {stated, typed ? meaning.default_value->type : ValueType::kUnknown,
          meaning.default_value && declared != ValueType::kStr ? declared : ValueType::kUnknown,
          call.type}) {
      if (access->type == ValueType::kUnknown) access->type = next;
    }
    if (access->type == ValueType::kUnknown && declared != ValueType::kStr) access->type = declared;
    access->truthy = meaning.truthy.empty() ? call.truthy : meaning.truthy;
    if (!call.bound_to.empty()) {
      access->bound_to = call.bound_to;
      access->bound_kind = call.bound_kind;
    }
    access->made = meaning.made;
    access->lost_local = call.lost;
    access->written_back = call.written_back;
    if (call.returned && call.function >= 0) {
      const CFunction& around = facts.functions[static_cast<size_t>(call.function)];
      if (!around.macro && around.class_name.empty()) access->returned_by = around.name;
    }
    if (given) SetDefault(file, facts, *given, 0, access);
    // One function for all types: the default tells which.
    const bool number = access->type == ValueType::kInt || access->type == ValueType::kFloat;
    if (given && number && given->type == ValueType::kStr && meaning.wrapper &&
        given->alternatives[0][0].text.find_first_of("0123456789") == std::string::npos) {
      access->type = ValueType::kUnknown;
    }
    if (given && number && given->type == ValueType::kBool) access->type = ValueType::kBool;
    if (access->default_kind == DefaultKind::kNone && call.compared) {
      access->unset_kind = DefaultKind::kDynamic;
    }
  }

  void Emit(int file, const CFacts& facts, std::vector<Access>* out) const {
    const SourceFile& source = tree_.files[file];
    const auto start = [&](uint32_t line, uint32_t column) {
      Access access;
      access.place = {source.path, static_cast<int>(line), static_cast<int>(column)};
      access.scope = source.scope;
      access.language = source.kind == FileKind::kC     ? Language::kC
                        : source.kind == FileKind::kCpp ? Language::kCpp
                                                        : Language::kCuda;
      return access;
    };
    for (const auto& [line, column] : facts.bulk) {
      Access access = start(line, column);
      access.op = AccessOp::kBulk;
      access.via = "environ";
      out->push_back(std::move(access));
    }
    std::vector<CCall> calls;
    for (const CCall& call : facts.calls) {
      if (call.list.empty()) {
        calls.push_back(call);
        continue;
      }
      if (wrappers_.count(call.callee) > 0) EmitList(call, out);
    }
    for (const CCall& call : calls) {
      if (call.qualified == "=") continue;
      const CFunction* around =
          call.function < 0 ? nullptr : &facts.functions[static_cast<size_t>(call.function)];
      const bool macro = around != nullptr && around->macro;
      for (const Meaning& meaning : MeaningsOf(file, facts, call)) {
        Access access = start(call.line, call.column);
        access.op = meaning.op;
        access.via = meaning.via;
        access.chain = meaning.chain;
        if (Writes(access.op)) {
          SetWrite(file, facts, call, meaning, &access);
        } else {
          SetRead(file, facts, call, meaning, &access);
        }
        if (call.condition >= 0)
          access.condition = facts.conditions[static_cast<size_t>(call.condition)];
        if (meaning.op == AccessOp::kBulk) {
          out->push_back(std::move(access));
          continue;
        }
        std::set<std::string> names;
        bool parameter = false;
        for (const auto& parts : meaning.names) {
          if (std::any_of(parts.begin(), parts.end(),
                          [](const CPart& part) { return part.kind == CPart::Kind::kParameter; })) {
            parameter = true;
            continue;
          }
          bool whole = true;
          for (std::string& name : TextsOf(facts, parts, 0, &whole)) names.insert(std::move(name));
        }
        if (parameter && macro) continue;  // its uses are the sites
        std::map<std::string, std::optional<std::string>> values;
        if (meaning.assignment) {
          // putenv("NAME") is left open by POSIX; glibc removes the variable.
          if (!meaning.environment && names.size() == 1 &&
              names.begin()->find_first_of("=*") == std::string::npos) {
            access.op = AccessOp::kDelete;
          }
          values = SplitAssignments(names, meaning.environment);
          names.clear();
          for (const auto& [name, value] : values) names.insert(name);
        }
        // A table of records holds other texts beside the names.
        const bool table =
            names.size() > 1 && std::any_of(names.begin(), names.end(), LooksLikeVariable);
        bool any = false;
        for (const std::string& name : names) {
          if (table && !LooksLikeVariable(name)) continue;
          if (name.find_first_not_of('*') == std::string::npos || !IsVariableName(name)) continue;
          if (meaning.wrapper && call.member && !LooksLikeVariable(name)) continue;
          Access one = access;
          one.name = name;
          if (const auto value = values.find(name); value != values.end()) {
            one.value = value->second;
          }
          if (one.type == ValueType::kUnknown) one.type = TypeByName(name);
          out->push_back(std::move(one));
          any = true;
        }
        // A wrapper's call is a place of its own where its name is known.
        if (any || (meaning.wrapper && !parameter) || meaning.environment) continue;
        access.by_parameter = parameter;
        access.name_expression = call.arguments.empty() ? "" : call.arguments[0].source;
        if (access.type == ValueType::kUnknown) access.type = ValueType::kStr;
        out->push_back(std::move(access));
      }
    }
  }

  // putenv("NAME=value"), environments of such texts: the names, with what each is given.
  static std::map<std::string, std::optional<std::string>> SplitAssignments(
      const std::set<std::string>& texts, bool environment) {
    std::map<std::string, std::optional<std::string>> split;
    for (const std::string& text : texts) {
      const size_t equals = text.find('=');
      if (environment && equals == std::string::npos) continue;  // the program's to ignore
      std::optional<std::string>& value = split[text.substr(0, equals)];
      if (equals != std::string::npos && text.find('*', equals) == std::string::npos) {
        value = text.substr(equals + 1);
      }
    }
    return split;
  }

  const Tree& tree_;
  const AccessorTable& table_;
  const unsigned threads_;
  std::vector<int> files_;
  std::map<std::string, std::vector<const AccessorRow*>> rows_;  // by the last part of the name
  std::set<std::string> names_;  // last parts of what is looked for: accessors and wrappers
  std::map<int, CFacts> facts_;  // by index into Tree::files
  std::map<std::string, std::vector<Wrapper>> wrappers_;
  std::set<std::string> takers_;   // functions whose parameters' uses are known
  std::set<std::string> methods_;  // names of methods of the tree's classes
  std::map<std::string, CValue> constants_;
  std::set<std::string> ambiguous_;
};

}  // namespace

void TakeCCensus(const Tree& tree, const ResolveOptions& options, Census* census) {
  const Result<AccessorTable> table = LoadCAccessors(options.accessors_toml);
  if (!table.ok()) {
    census->diagnostics.push_back({"config", {}, table.error().message});
    return;
  }
  const size_t first = census->accesses.size();
  CCensus(tree, table.value(), options.jobs).Run(census);
  const auto begin = census->accesses.begin() + static_cast<long>(first);
  std::sort(begin, census->accesses.end(), AccessLess);
  // Of several that one place does to one variable the first stays.
  census->accesses.erase(std::unique(begin, census->accesses.end(),
                                     [](const Access& a, const Access& b) {
                                       return a.place == b.place && a.name == b.name &&
                                              a.op == b.op;
                                     }),
                         census->accesses.end());
}

}  // namespace flagcensus
