// The initial values of arguments that a wrapper leaves unchanged without a value, and of variables
// that receive a value only if there is one.
//
//   int level = 3;  get("APP_LEVEL", &level);                     ─→ default 3
//   if (v) options->level = atoi(v);   with `int level = 3;` in the class   ─→ default 3
//
// They come from: a local of the enclosing function, as the call's facts state; a member of the
// function's class or of the named object, from the class's constructor or its declaration in any
// file; a variable outside functions. If several candidates differ, nothing is known.
#include "analyzer/c/link/initials.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/c/definition.h"

namespace flagcensus {

// The variable or member in which the expression `&config->level` ends; "" if it is another
// expression.
//
//   "&config->level" ─→ level    "this->level" ─→ level    "level[0]", "level + 1" ─→ ""
std::string LastName(const std::string& source) {
  const size_t at = StartOfRun(source, source.size(), IsIdentifierByte);
  for (size_t i = 0; i < at; ++i) {
    const auto byte = static_cast<unsigned char>(source[i]);
    const bool path = IsIdentifierByte(byte) || source[i] == '.' || source[i] == ':' ||
                      source[i] == '-' || source[i] == '>' || (source[i] == '&' && i == 0) ||
                      source[i] == ' ';
    if (!path) return "";
  }
  return source.substr(at);
}

// Only the initial values of names that some read leaves unchanged are searched for, and of the
// files only those that may define one.
void CInitials::FindInitials() {
  std::set<std::string> wanted;
  std::set<std::string> kept_in;  // wanted only if something is assigned to them
  for (const auto& [file, facts] : facts_) {
    for (const CCall& call : facts.calls) {
      const std::string target = call.result.unset ? "" : LastName(call.receiver.kept);
      for (const CMeaning& meaning : meanings_.MeaningsOf(file, facts, call)) {
        const bool reads = !Writes(meaning.op) && meaning.op != AccessOp::kDelete;
        if (!target.empty() && reads && !meaning.default_value) kept_in.insert(target);
        if (!meaning.filled || meaning.default_value || Writes(meaning.op)) continue;
        const auto kept = call.locals.kept_in.find(meaning.filled->argument);
        if (kept != call.locals.kept_in.end()) wanted.insert(kept->second);
        if (call.locals.held.count(meaning.filled->argument) > 0) continue;
        if (const std::string name = LastName(meaning.filled->value.source); !name.empty()) {
          wanted.insert(name);
        }
      }
    }
  }
  std::set<std::string> all = wanted;
  all.insert(kept_in.begin(), kept_in.end());
  if (all.empty()) return;
  const auto holds = [wanted](const WordSearch& search, std::string_view text,
                              WordSearch::Scratch& scratch) {
    if (!search.Contains(text, scratch)) return false;
    std::vector<WordHit> hits;
    search.FindAll(text, scratch, &hits);
    return std::any_of(hits.begin(), hits.end(), [&](const WordHit& hit) {
      const std::string& word = search.words()[hit.word];
      const size_t end = hit.offset + word.size();
      return wanted.count(word) > 0 || MayBeDefined(text, hit.offset, end) ||
             (hit.offset > 0 && end < text.size() && text[end] == '(');  // : level_(3)
    });
  };
  struct Found {
    std::map<std::string, CValue> initials;
    std::map<std::string, CValue> constructed;
  };
  CFileQuestions::Question question;
  question.kept = questions_.Kept("initials", std::pair(wanted, kept_in));
  questions_.AskForWords(all, holds, &question);
  question.make = [&questions = questions_, all](const CFileQuestions::Asked& asked) {
    CWanted initials;
    initials.initials = all;
    CFacts facts = FindCFacts(*questions.TokensOf(asked), initials);
    return std::make_shared<Found>(Found{std::move(facts.initials), std::move(facts.constructed)});
  };
  std::map<std::string, CValue> constructed;
  questions_.Ask<Found>(question, [&](int file, const std::shared_ptr<Found>& found) {
    own_initials_[file] = found->initials;
    for (const auto& [name, value] : found->initials) KeepOne(name, value, &initials_);
    for (const auto& [name, value] : found->constructed) KeepOne(name, value, &constructed);
  });
  // The value of a constructor overrides that of the class.
  for (auto& [name, value] : constructed) initials_[name] = std::move(value);
}

// From the most specific to the least: the variable that a local is copied to, the local, a member
// of this class, a variable of the file or tree, a member of the named object, and a member of that
// name in any class.
std::optional<CValue> CInitials::InitialOf(int file, const CFacts& facts, const CCall& call,
                                           const CMeaning& meaning) const {
  if (!meaning.filled) return InitialOfKept(file, facts, call, meaning);
  if (Writes(meaning.op) || meaning.op == AccessOp::kDelete) return std::nullopt;
  const auto known = [](const CValue& value) -> std::optional<CValue> {
    if (value.source.empty()) return std::nullopt;
    return value;
  };
  if (const auto kept = call.locals.kept_in.find(meaning.filled->argument);
      kept != call.locals.kept_in.end()) {
    const auto free = initials_.find("::" + kept->second);
    if (free != initials_.end()) return known(free->second);
  }
  if (const auto held = call.locals.held.find(meaning.filled->argument);
      held != call.locals.held.end()) {
    return known(held->second);
  }
  const std::string& source = meaning.filled->value.source;
  const std::string name = LastName(source);
  if (name.empty()) return std::nullopt;
  const size_t before = source.size() - name.size();
  const std::string path = source.substr(0, before);
  const std::string around =
      call.function < 0 ? "" : facts.functions[static_cast<size_t>(call.function)].class_name;
  if (path.empty() || path == "&" || path == "this->" || path == "&this->") {
    if (const auto own = initials_.find(around + "::" + name); own != initials_.end()) {
      return known(own->second);
    }
    const auto free = initials_.find("::" + name);
    return free != initials_.end() ? known(free->second) : std::nullopt;
  }
  if (path.ends_with('.')) {  // of an object with its own initial values
    const auto stated = initials_.find(LastName(path.substr(0, path.size() - 1)) + "." + name);
    if (stated != initials_.end()) return known(stated->second);
  }
  return OfAnyClass(name);
}

// The member of that name, in any class: if they differ, nothing is known.
// An equal value counts by its spelling: 60 * 60 and 3600 differ.
std::optional<CValue> CInitials::OfAnyClass(const std::string& name) const {
  std::optional<CValue> only;
  for (const auto& [full, value] : initials_) {
    const size_t colons = full.rfind("::");
    if (colons == 0 || colons == std::string::npos ||
        full.compare(colons + 2, std::string::npos, name) != 0)
      continue;
    if (only && only->source != value.source) return std::nullopt;
    only = value;
  }
  if (!only || only->source.empty()) return std::nullopt;
  return only;
}

// `if (text = getenv("X")) options->level = atoi(text);`: the initial value of the member, or of
// the variable outside functions. A negative number there means that nothing is known yet.
std::optional<CValue> CInitials::InitialOfKept(int file, const CFacts& facts, const CCall& call,
                                               const CMeaning& meaning) const {
  if (call.receiver.kept.empty() || Writes(meaning.op) || meaning.op == AccessOp::kDelete) {
    return std::nullopt;
  }
  const std::string name = LastName(call.receiver.kept);
  if (name.empty()) return std::nullopt;
  // A variable of the file itself comes before one of another file.
  const auto find = [&](const std::string& key) -> const CValue* {
    const auto home = own_initials_.find(file);
    if (home != own_initials_.end() && key.starts_with("::")) {
      const auto own = home->second.find(key);
      if (own != home->second.end()) return &own->second;
    }
    const auto any = initials_.find(key);
    return any == initials_.end() ? nullptr : &any->second;
  };
  const auto known = [&call](const CValue& value) -> std::optional<CValue> {
    if (value.source.empty() || value.source.starts_with("-")) return std::nullopt;
    const bool zero = value.LiteralText() == "0";
    const bool text = call.result.type == ValueType::kUnknown ||
                      call.result.type == ValueType::kStr || call.result.type == ValueType::kPath ||
                      call.result.type == ValueType::kList;
    if (zero && text) return std::nullopt;  // a null pointer
    // A value that depends on a constructor's parameter is different for each object.
    for (const std::vector<CPart>& one : value.alternatives) {
      if (std::any_of(one.begin(), one.end(), [](const CPart& p) { return p.parameter >= 0; })) {
        return std::nullopt;
      }
    }
    return value;
  };
  const std::string path = call.receiver.kept.substr(0, call.receiver.kept.size() - name.size());
  if (path.empty() || path == "this->") {
    const std::string around =
        call.function < 0 ? "" : facts.functions[static_cast<size_t>(call.function)].class_name;
    const CValue* value = find(around + "::" + name);
    if (value == nullptr) value = find("::" + name);
    return value == nullptr ? std::nullopt : known(*value);
  }
  const CValue* value =
      call.receiver.kept_type.empty() ? nullptr : find(call.receiver.kept_type + "::" + name);
  if (value == nullptr && path.ends_with('.')) {
    value = find(LastName(path.substr(0, path.size() - 1)) + "." + name);
  }
  if (value != nullptr) return known(*value);
  const std::optional<CValue> only = OfAnyClass(name);
  return only ? known(*only) : std::nullopt;
}

}  // namespace flagcensus
