// Files → facts of those that contain an accessor's word → wrappers → facts of those that contain a
// wrapper's → ... → accesses.
//
// A function or macro is a wrapper if the name that an accessor (or wrapper) in it receives
// contains one of its parameters, or a field that its class's constructor initialises from one.
// Constants are searched for in the file first, then in the tree. There, a name with several values
// is unknown.
//
//   const char* Get(const char* key) { return getenv(key); }    round 0, `getenv`: Get is a wrapper
//   int Port() { return atoi(Get("APP_PORT")); }                round 1, `Get`: reads APP_PORT
// unknown.
#include <algorithm>
#include <iterator>
#include <memory>
#include <tuple>
#include <utility>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/c/definition.h"
#include "analyzer/c/link/engine.h"
#include "analyzer/c/link/resolver.h"
#include "analyzer/c/objective_c.h"
#include "analyzer/tree/step_memory.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {
namespace {

// Each round reads the files that contain the new names. A chain of wrappers across more than six
// files is cut, and its last wrappers are reported.
constexpr int kMaxRounds = 6;

std::string_view LastPart(std::string_view name) {
  const size_t at = name.rfind("::");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}

}  // namespace

CResolver::CResolver(const Tree& tree, const ResolveOptions& options)
    : tree_(&tree),
      table_(options.tables().c),
      threads_(ThreadCount(options.jobs)),
      budget_(*options.budget),
      follow_values_(options.follow_values),
      cost_(options.cost) {
  // Entries with an object, "Environment.value", are found by their method; the others by the last
  // part of their name.
  for (size_t i = 0; i < tree.files.size(); ++i) {
    if (IsC(tree.files[i].kind)) files_.push_back(static_cast<int>(i));
  }
  for (const auto& [call, row] : table_.calls) {
    if (const size_t dot = call.rfind('.'); dot != std::string::npos) {
      object_methods_[call.substr(dot + 1)].insert(call.substr(0, dot));
    } else {
      rows_[std::string(LastPart(call))].push_back(&row);
    }
  }
}

// From the words of the tables to the accesses of the tree; the rounds first, then everything that
// needs all facts.
void CResolver::Run(Census* census) {
  census->files_read += files_.size();
  if (files_.empty()) return;
  for (const auto& [name, rows] : rows_) names_.insert(name);
  for (const auto& [name, position] : functions_.unseen) names_.insert(name);
  std::set<std::string> fresh = names_;
  fresh.insert(table_.words.begin(), table_.words.end());
  for (const auto& [call, header] : functions_.headers) {
    names_.insert(call);
    fresh.insert(call);
  }
  // Per round: the files with the new words are read; then the functions that receive values, the
  // wrappers, what is stored in records, what is looked up in tables, and macros that hide a call
  // yield new words.
  std::set<std::string> takers;
  for (; round_ < kMaxRounds && !(fresh.empty() && takers.empty()); ++round_) {
    Parse(fresh, takers, round_ == 0 ? ObjectWords() : std::set<std::string>(),
          round_ == 0 ? functions_.unseen_owners : std::set<std::string>());
    if (round_ == 0) {
      AddLibraryHeaders(Callees());
      macro_uses_.emplace(*tree_);
    }
    takers = FindTakers();
    fresh = FindWrappers();
    // The members that contain names are known only now: files that were read before are read again
    // for what they store in them.
    if (stored_ != members_) {  // what is kept in members is asked for now
      std::set<std::string> members;
      std::set_difference(members_.begin(), members_.end(), stored_.begin(), stored_.end(),
                          std::inserter(members, members.end()));
      stored_ = members_;
      ParseAgain(members);
      fresh.merge(FindWrappers());
    }
    fresh.merge(FindLookups());
    AddStems(&fresh);
    const std::set<std::string> hiders = FindHiders();
    name_hiding_macros_.insert(hiders.begin(), hiders.end());
    fresh.insert(hiders.begin(), hiders.end());
    names_.insert(fresh.begin(), fresh.end());
  }
  ReportUnfollowed(fresh, "wrappers of wrappers are followed through " +
                              std::to_string(kMaxRounds) +
                              " files: calls of this one elsewhere are skipped");
  ReportUnfollowed(last_wrappers_, "wrappers of wrappers of one file are followed through " +
                                       std::to_string(kMaxWrapperRounds) +
                                       ": calls of this one are skipped");
  // After the rounds, the facts are complete. Records, initial values and constants are read only
  // as far as names of them are used.
  ReportCuts();
  AddLookupReads();
  index_.Build(facts_);
  FindRecords(census);
  FindInitials();
  FindKeptUses();
  FindConstants();
  tokens_.Clear();
  called_ = Callees();
  const size_t first = census->accesses.size();
  for (const auto& [file, facts] : facts_) Emit(file, facts, &census->accesses);
  EmitKept(&census->accesses);
  MarkUnlisted(&census->accesses);
  if (follow_values_) FollowValues(first, &census->accesses);
  EmitExpandedTexts(first, &census->accesses);
  SettleParameters(first, &census->accesses);
  LeaveOutHeaders(first, &census->accesses);
  census->files_parsed += facts_.size() - headers_.size();
  census->diagnostics.insert(census->diagnostics.end(), diagnostics_.begin(), diagnostics_.end());
  questions_.DropUnused();
}

std::set<std::string> CResolver::Callees() const {
  std::set<std::string> out;
  for (const auto& [file, facts] : facts_) {
    for (const CCall& call : facts.calls) out.insert(call.callee);
  }
  return out;
}

// Wrappers that the last round found: the files that call them are not searched for.
void CResolver::ReportUnfollowed(const std::set<std::string>& names, const std::string& bound) {
  for (const std::string& name : names) {
    const auto known = wrappers_.find(name);
    if (known == wrappers_.end()) continue;
    for (const CWrapper& wrapper : known->second) {
      const CFunction& function = FunctionOf(wrapper);
      ReportLimit(wrapper.owner.file, function.line, function.column, bound);
    }
  }
}

void CResolver::ReportCuts() {
  for (const auto& [file, facts] : facts_) {
    for (const CCut& cut : facts.cuts) ReportLimit(file, cut.line, cut.column, cut.what);
  }
}

// The same limit at one place is reported once, although several rounds may reach it.
void CResolver::ReportLimit(int file, uint32_t line, uint32_t column, std::string what) {
  if (column >= kSplicedColumn) column = 1;  // of the expansion of a macro used on that line
  const Diagnostic one = {"limit",
                          {tree_->files[static_cast<size_t>(file)].path, static_cast<int>(line),
                           static_cast<int>(column)},
                          std::move(what)};
  if (reported_limits_.insert({file, line, column, one.message}).second)
    diagnostics_.push_back(one);
}

// The longest word of an object's name: "environment" of "process::environment". One word is enough
// to select the files, and the longest one occurs in the fewest.
std::set<std::string> CResolver::ObjectWords() const {
  std::set<std::string> out;
  for (const auto& [method, objects] : object_methods_) {
    for (const std::string& object : objects) {
      std::string longest;
      for (std::string& word : WordsOfObject(object)) {
        if (word.size() > longest.size()) longest = std::move(word);
      }
      out.insert(std::move(longest));
    }
  }
  return out;
}

// Whether the name at begin..end in `text` is declared there as a class or namespace, or one of its
// readers is called: `Env::get<int>(`.
bool CResolver::NamesOwner(std::string_view text, size_t begin, size_t end) const {
  constexpr size_t kMaxBefore = 24;  // bytes: a keyword, a macro's word
  const std::string_view before =
      text.substr(begin - std::min(begin, kMaxBefore), std::min(begin, kMaxBefore));
  for (const std::string_view word : {"class ", "struct ", "namespace "}) {
    if (before.find(word) != std::string_view::npos) return true;
  }
  if (text.substr(end, 2) != "::") return false;
  const std::string next = ToLower(text.substr(end + 2, 12));
  const std::set<std::string>& readers = functions_.unseen_readers;
  return std::any_of(readers.begin(), readers.end(),
                     [&](const std::string& reader) { return next.starts_with(reader); });
}

bool CResolver::ContainsObject(std::string_view text) const {
  const auto holds = [&](const std::string& word) { return text.find(word) != text.npos; };
  return std::any_of(object_methods_.begin(), object_methods_.end(), [&](const auto& row) {
    return holds(row.first) &&
           std::any_of(row.second.begin(), row.second.end(), [&](const std::string& object) {
             const std::vector<std::string> words = WordsOfObject(object);
             return std::all_of(words.begin(), words.end(), holds);
           });
  });
}

// The files are selected by a search over their bytes: one of the words, a function that receives
// values with its definition, an owner with its declaration, or an object with all words of an
// entry. Only the selected ones are tokenised, in parallel; the answers are kept for the next
// check.
void CResolver::Parse(const std::set<std::string>& words, const std::set<std::string>& takers,
                      const std::set<std::string>& objects, const std::set<std::string>& owners) {
  std::set<std::string> all = words;
  all.insert(owners.begin(), owners.end());
  all.insert(takers.begin(), takers.end());
  all.insert(objects.begin(), objects.end());
  const auto holds = [&](const WordSearch& search, std::string_view text,
                         WordSearch::Scratch& scratch) {
    if (!search.Contains(text, scratch)) return false;
    if (takers.empty() && objects.empty() && owners.empty()) return true;
    std::vector<WordHit> hits;
    search.FindAll(text, scratch, &hits);
    bool object = false;
    const bool word = std::any_of(hits.begin(), hits.end(), [&](const WordHit& hit) {
      const std::string& found = search.words()[hit.word];
      object = object || objects.count(found) > 0;
      return words.count(found) > 0 ||
             (takers.count(found) > 0 && MayBeFunction(text, hit.offset + found.size())) ||
             (owners.count(found) > 0 && NamesOwner(text, hit.offset, hit.offset + found.size()));
    });
    return word || (object && ContainsObject(text));
  };
  const CWanted wanted = Wanted();
  CFileQuestions::Question question;
  question.kept = questions_.Kept(
      "facts " + std::to_string(round_),
      std::tuple(words, takers, objects, owners, wanted, name_hiding_macros_, headers_));
  questions_.AskForWords(all, holds, &question);
  CFileQuestions::KeepBytes<CFacts>(&question);
  question.make = [&](const CFileQuestions::Asked& asked) {
    return std::make_shared<CFacts>(FactsOf(asked.file, *TokensOf(asked), wanted, asked.answer));
  };
  questions_.AskInAnyOrder<CFacts>(
      question, [&](int file, std::shared_ptr<CFacts> facts) { facts_[file] = std::move(*facts); });
}

// Objective-C's look-ups and macros that hide a call are expanded first, so the extractor sees
// plain calls.
CFacts CResolver::FactsOf(int file, const CTokens& read, const CWanted& wanted,
                          CFileAnswer* answer) {
  bool cut = false;
  const std::optional<CTokens> objective = WithEnvironmentCalls(read);
  const CTokens& tokens = objective ? *objective : read;
  std::optional<CTokens> expanded;
  if (MacroUses::Mentions(tokens, name_hiding_macros_)) {
    expanded = macro_uses_->Expand(file, tokens, name_hiding_macros_, names_, &answer->also, &cut,
                                   &answer->lasts);
  }
  CFacts facts = FindCFacts(expanded ? *expanded : tokens, wanted);
  facts.included = IsIncluded(file);
  if (cut)
    facts.cuts.push_back({1, 1,
                          "macros of this file expand to too many tokens or alternatives: some of "
                          "their uses are skipped"});
  return facts;
}

// `read_##KIND` may be read_int if there is a wrapper with that beginning and end.
bool CResolver::MayPaste(const CPastedCallee& pasted) const {
  const auto any = [&](const auto& functions) {
    for (auto at = functions.lower_bound(pasted.head);
         at != functions.end() && at->first.starts_with(pasted.head); ++at) {
      const std::string_view rest = std::string_view(at->first).substr(pasted.head.size());
      if (rest.size() > pasted.tail.size() && rest.ends_with(pasted.tail)) return true;
    }
    return false;
  };
  return any(wrappers_) || any(rows_);
}

// `read_##KIND`: a file that uses the macro contains only `read_`, not the whole name. A stem that
// two wrappers share is searched for as a word.
void CResolver::AddStems(std::set<std::string>* fresh) const {
  // A stem of three bytes, such as `is_`, is in every file.
  constexpr size_t kMinStem = 4;
  std::string before;
  for (const auto& [name, list] : wrappers_) {
    const size_t end = name.rfind('_');
    std::string stem = end == std::string::npos ? "" : name.substr(0, end + 1);
    if (stem.size() >= kMinStem && stem == before && names_.count(stem) == 0) fresh->insert(stem);
    before = std::move(stem);
  }
}

// Macros that have to be expanded: they paste a callee, or their call has a name, or for a wrapper
// an argument, that cannot be evaluated from the macro alone.
//
//   #define READ(kind, name) read_##kind(#name)     ─→ READ, if there is a wrapper read_int
//   #define GET(x) opt(PREFIX_OF(x))                ─→ GET: x is known only when expanded
std::set<std::string> CResolver::FindHiders() const {
  std::set<std::string> out;
  for (const auto& [file, facts] : facts_) {
    for (const CPastedCallee& pasted : facts.pasted) {
      const bool known = wrappers_.count(pasted.macro) > 0 || rows_.count(pasted.macro) > 0 ||
                         name_hiding_macros_.count(pasted.macro) > 0;
      if (!known && MayPaste(pasted)) out.insert(pasted.macro);
    }
    for (const CCall& call : facts.calls) {
      if (call.function < 0 || call.qualified == "=" || !call.list.empty()) continue;
      const CFunction& around = facts.functions[static_cast<size_t>(call.function)];
      if (!around.macro || around.parameters.empty() || wrappers_.count(around.name) > 0 ||
          rows_.count(around.name) > 0 || name_hiding_macros_.count(around.name) > 0) {
        continue;
      }
      const std::vector<CMeaning> meanings = MeaningsOf(file, facts, call);
      const bool unclear =
          std::any_of(call.arguments.begin(), call.arguments.end(),
                      [](const CValue& one) { return one.IsUnknown() && !one.null; });
      bool hides = name_hiding_macros_.count(call.callee) > 0 ||
                   (meanings.empty() && unclear && wrappers_.count(call.callee) > 0);
      for (const CMeaning& meaning : meanings) {
        const bool known = std::any_of(
            meaning.names.begin(), meaning.names.end(), [](const std::vector<CPart>& name) {
              return std::none_of(name.begin(), name.end(), [](const CPart& part) {
                return part.kind == CPart::Kind::kUnknown;
              });
            });
        hides = hides || (meaning.op != AccessOp::kBulk && !known);
      }
      if (hides) out.insert(around.name);
    }
  }
  return out;
}

// Files that may define one of the constants, by the byte after the name; enumerators can be
// followed by anything.
void CResolver::ParseConstants(const std::set<std::string>& names, bool enumerators) {
  if (names.empty()) return;
  const auto holds = [enumerators](const WordSearch& search, std::string_view text,
                                   WordSearch::Scratch& scratch) {
    if (!search.Contains(text, scratch)) return false;
    if (enumerators) return true;
    std::vector<WordHit> hits;
    search.FindAll(text, scratch, &hits);
    return std::any_of(hits.begin(), hits.end(), [&](const WordHit& hit) {
      return MayBeDefined(text, hit.offset, hit.offset + search.words()[hit.word].size());
    });
  };
  CFileQuestions::Question question;
  question.kept = questions_.Kept("constants " + std::to_string(constant_round_++),
                                  std::pair(names, enumerators));
  questions_.AskForWords(names, holds, &question);
  question.make = [&](const CFileQuestions::Asked& asked) {
    auto facts = std::make_shared<CFacts>(FindCConstants(*TokensOf(asked), names));
    facts->included = IsIncluded(asked.file);
    // A template that the build fills in (config.h.in): "@NAME@" is not a text.
    if (tree_->files[static_cast<size_t>(asked.file)].path.ends_with(".in")) {
      ForgetPlaceholders(facts.get());
    }
    return facts;
  };
  questions_.Ask<CFacts>(question, [&](int, const std::shared_ptr<CFacts>& facts) {
    AddConstants(*facts);
    for (const auto& [name, number] : facts->enumerators) AddEnumerator(name, number);
  });
}

// Only the files with facts, since others contain no accessor or wrapper; and of these the ones
// that contain a member's name.
void CResolver::ParseAgain(const std::set<std::string>& members) {
  const CWanted wanted = Wanted();
  CFileQuestions::Question question;
  question.kept = questions_.Kept("members " + std::to_string(round_),
                                  std::tuple(members, wanted, name_hiding_macros_, headers_));
  question.of = [&](int file) { return facts_.count(file) > 0; };
  question.holds = [&](const CFileQuestions::Asked& asked) {
    const bool holds = std::any_of(members.begin(), members.end(), [&](const std::string& name) {
      return asked.text.find(name) != std::string_view::npos;
    });
    return holds ? CFileQuestions::Words::kWanted : CFileQuestions::Words::kNotWanted;
  };
  CFileQuestions::KeepBytes<CFacts>(&question);
  question.make = [&](const CFileQuestions::Asked& asked) {
    return std::make_shared<CFacts>(FactsOf(asked.file, *TokensOf(asked), wanted, asked.answer));
  };
  question.first = false;
  questions_.AskInAnyOrder<CFacts>(
      question, [&](int file, std::shared_ptr<CFacts> facts) { facts_[file] = std::move(*facts); });
}

// A macro that a source file defines is visible only there; one of a header in every file that
// includes it. Which files include it is not examined.
void CResolver::AddConstants(const CFacts& facts) {
  for (const auto& [name, value] : facts.constants) {
    const bool own = !facts.included && facts.by_macro.count(name) > 0;
    AddConstant(name, value, facts.ambiguous.count(name) > 0,
                own ? &macros_of_sources_ : &constants_);
  }
}

// Whether the file is not a source that is compiled on its own, by its ending: a header, a list, a
// template.
bool CResolver::IsIncluded(int file) const {
  static const std::set<std::string_view> kSources = {".c",  ".cc", ".cpp", ".cxx", ".c++",
                                                      ".cu", ".m",  ".mm",  ".C"};
  const std::string& path = tree_->files[static_cast<size_t>(file)].path;
  const size_t dot = path.rfind('.');
  return dot == std::string::npos || kSources.count(std::string_view(path).substr(dot)) == 0;
}

// A first value, or the same spelling again. Otherwise it is ambiguous, with one exception: a
// variable that a macro may declare gives way to a real definition.
void CResolver::AddConstant(const std::string& name, const CValue& value, bool ambiguous,
                            Constants* constants) {
  const auto [at, added] = constants->values.try_emplace(name, value);
  if (added || at->second.source == value.source) {
    if (ambiguous) constants->ambiguous.insert(name);
    return;
  }
  const bool maybe = at->second.IsMaybeDeclared();
  if (value.IsMaybeDeclared()) {
    if (!maybe) return;
    at->second.source += value.source;
    at->second.alternatives.insert(at->second.alternatives.end(), value.alternatives.begin(),
                                   value.alternatives.end());
    KeepFirst(&at->second.alternatives, kMaxNames);
  } else if (maybe) {
    at->second = value;
    if (ambiguous) constants->ambiguous.insert(name);
  } else {
    constants->ambiguous.insert(name);
  }
}

void CResolver::AddEnumerator(const std::string& name, size_t number) {
  const auto [at, added] = enumerators_.try_emplace(name, number);
  if (!added && at->second != number) at->second.reset();
}

void CEngine::Collect(const Tree& tree, const ResolveOptions& options, Census* census) const {
  if (!ContainsC(tree)) return;
  const PhaseScope phase(options.cost, Phase::kC);
  const size_t first = census->accesses.size();
  CResolver(tree, options).Run(census);
  const auto begin = census->accesses.begin() + static_cast<long>(first);
  std::sort(begin, census->accesses.end(), AccessLess);
  // Of several accesses by which one place does the same to one variable, the first remains.
  census->accesses.erase(std::unique(begin, census->accesses.end(),
                                     [](const Access& a, const Access& b) {
                                       return a.place == b.place && a.name == b.name &&
                                              a.op == b.op;
                                     }),
                         census->accesses.end());
}

}  // namespace flagcensus
