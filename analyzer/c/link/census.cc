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
#include "analyzer/c/link/accesses.h"
#include "analyzer/c/link/engine.h"
#include "analyzer/c/link/initials.h"
#include "analyzer/c/link/later_values.h"
#include "analyzer/c/link/record_tables.h"
#include "analyzer/c/link/resolver.h"
#include "analyzer/c/link/texts.h"
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

CSources::CSources(const Tree& tree) : tree_(&tree) {
  for (size_t i = 0; i < tree.files.size(); ++i) {
    if (IsC(tree.files[i].kind)) numbers_.push_back(static_cast<int>(i));
  }
}

// Entries with an object, "Environment.value", are found by their method; the others by the last
// part of their name.
CAccessors::CAccessors(const AccessorTable& table) : table_(table) {
  for (const auto& [call, row] : table_.calls) {
    if (const size_t dot = call.rfind('.'); dot != std::string::npos) {
      object_methods_[call.substr(dot + 1)].insert(call.substr(0, dot));
    } else {
      rows_[std::string(LastPart(call))].push_back(&row);
    }
  }
}

CResolver::CResolver(const Tree& tree, const ResolveOptions& options)
    : budget_(*options.budget),
      follow_values_(options.follow_values),
      sources_(tree),
      questions_(sources_.tree(), sources_.numbers(), ThreadCount(options.jobs), budget_,
                 options.cost, limits_.diagnostics()),
      accessors_(options.tables().c) {}

// From the words of the tables to the accesses of the tree; the rounds first, then everything that
// needs all facts.
void CResolver::Run(Census* census) {
  census->files_read += sources_.numbers().size();
  if (sources_.numbers().empty()) return;
  for (const auto& [name, rows] : accessors_.rows()) searched_.Add(name);
  for (const auto& [name, position] : accessors_.functions().unseen) searched_.Add(name);
  std::set<std::string> fresh = searched_.names();
  fresh.insert(accessors_.table().words.begin(), accessors_.table().words.end());
  for (const auto& [call, header] : accessors_.functions().headers) {
    searched_.Add(call);
    fresh.insert(call);
  }
  // Per round: the files with the new words are read; then the functions that receive values, the
  // wrappers, what is stored in records, what is looked up in tables, and macros that hide a call
  // yield new words.
  std::set<std::string> takers;
  std::set<std::string> covered;  // members for which the facts state what is stored in them
  for (int round = 0; round < kMaxRounds && !(fresh.empty() && takers.empty()); ++round) {
    CSearchWords words = {fresh, takers};
    if (round == 0) {
      words.objects = accessors_.ObjectWords();
      words.owners = accessors_.functions().unseen_owners;
    }
    reader_.Parse(round, Wanted(), words);
    if (round == 0) {
      reader_.AddLibraryHeaders(facts_.Callees(), Wanted());
      reader_.ExpandMacros();
    }
    takers = consumers_.FindTakers();
    fresh = finder_.FindWrappers(searched_.names());
    // The members that contain names are known only now: files that were read before are read again
    // for what they store in them.
    if (covered != finder_.members()) {  // what is kept in members is asked for now
      std::set<std::string> members;
      std::set_difference(finder_.members().begin(), finder_.members().end(), covered.begin(),
                          covered.end(), std::inserter(members, members.end()));
      covered = finder_.members();
      reader_.ParseAgain(round, Wanted(), members);
      fresh.merge(finder_.FindWrappers(searched_.names()));
    }
    fresh.merge(lookups_.FindLookups());
    searched_.AddStems(&fresh);
    const std::set<std::string> hiders = searched_.FindHiders();
    searched_.AddHidingMacros(hiders);
    fresh.insert(hiders.begin(), hiders.end());
    searched_.Add(fresh);
  }
  ReportUnfollowed(fresh, "wrappers of wrappers are followed through " +
                              std::to_string(kMaxRounds) +
                              " files: calls of this one elsewhere are skipped");
  ReportUnfollowed(wrappers_.last(), "wrappers of wrappers of one file are followed through " +
                                         std::to_string(CWrapperFinder::kMaxWrapperRounds) +
                                         ": calls of this one are skipped");
  ReportCuts();
  lookups_.AddLookupReads();
  facts_.BuildIndex();
  EmitAccesses(census);
  const std::vector<Diagnostic>& skipped = *limits_.diagnostics();
  census->diagnostics.insert(census->diagnostics.end(), skipped.begin(), skipped.end());
  questions_.DropUnused();
}

CWanted CResolver::Wanted() const {
  return {searched_.names(),
          consumers_.names(),
          finder_.members(),
          {},
          lookups_.environ_users(),
          accessors_.object_methods(),
          accessors_.functions().unseen_owners};
}

// After the rounds, the facts are complete. Records, initial values and constants are read only as
// far as names of them are used.
void CResolver::EmitAccesses(Census* census) {
  CRecords records;
  CRecordReader(questions_, facts_, meanings_, limits_, records).FindRecords(census);
  CInitials initials(questions_, facts_, meanings_);
  initials.FindInitials();
  CKeptUses kept_uses(questions_, facts_, meanings_);
  kept_uses.FindKeptUses();
  CTreeConstants constants;
  CConstantReader(sources_, questions_, facts_, meanings_, records, initials, constants)
      .FindConstants(Wanted(), &reader_);
  questions_.tokens().Clear();
  const CTexts texts(facts_, constants, records);
  const CAccessValues values(sources_, facts_, meanings_, texts, initials, kept_uses);
  CRowAccesses rows(sources_, accessors_, facts_, records, texts, values, limits_);
  COpenNames open_names(facts_);
  CAccessEmitter emitter(sources_, facts_, wrappers_, meanings_, searched_, texts, values, rows,
                         open_names, limits_);
  const size_t first = census->accesses.size();
  for (const auto& [file, facts] : facts_) emitter.Emit(file, facts, &census->accesses);
  rows.EmitKept(&census->accesses);
  rows.MarkUnlisted(&census->accesses);
  if (follow_values_) {
    CValueFollower(sources_, questions_, budget_, limits_).FollowValues(first, &census->accesses);
  }
  CTextExpanders(sources_, questions_, accessors_, facts_, limits_)
      .EmitExpandedTexts(first, &census->accesses);
  open_names.MarkUnresolved(first, &census->accesses);
  RemoveHeaders(first, &census->accesses);
  census->files_parsed += facts_.size() - sources_.headers().size();
}

std::set<std::string> CTreeFacts::Callees() const {
  std::set<std::string> out;
  for (const auto& [file, facts] : files_) {
    for (const CCall& call : facts.calls) out.insert(call.callee);
  }
  return out;
}

// Wrappers that the last round found: the files that call them are not searched for.
void CResolver::ReportUnfollowed(const std::set<std::string>& names, const std::string& bound) {
  for (const std::string& name : names) {
    const auto known = wrappers_.by_name().find(name);
    if (known == wrappers_.by_name().end()) continue;
    for (const CWrapper& wrapper : known->second) {
      const CFunction& function = facts_.FunctionAt(wrapper.owner);
      limits_.Report(wrapper.owner.file, function.line, function.column, bound);
    }
  }
}

void CResolver::ReportCuts() {
  for (const auto& [file, facts] : facts_) {
    for (const CCut& cut : facts.cuts) limits_.Report(file, cut.line, cut.column, cut.what);
  }
}

// The same limit at one place is reported once, although several rounds may reach it.
void CLinkLimits::Report(int file, uint32_t line, uint32_t column, std::string what) {
  if (column >= kSplicedColumn) column = 1;  // of the expansion of a macro used on that line
  const Diagnostic one = {
      "limit",
      {sources_.File(file).path, static_cast<int>(line), static_cast<int>(column)},
      std::move(what)};
  if (reported_.insert({file, line, column, one.message}).second) diagnostics_.push_back(one);
}

// The longest word of an object's name: "environment" of "process::environment". One word is enough
// to select the files, and the longest one occurs in the fewest.
std::set<std::string> CAccessors::ObjectWords() const {
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
bool CAccessors::NamesOwner(std::string_view text, size_t begin, size_t end) const {
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

bool CAccessors::ContainsObject(std::string_view text) const {
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
void CFactReader::Parse(int round, const CWanted& wanted, const CSearchWords& asked_for) {
  const std::set<std::string>& words = asked_for.words;
  const std::set<std::string>& takers = asked_for.takers;
  const std::set<std::string>& objects = asked_for.objects;
  const std::set<std::string>& owners = asked_for.owners;
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
             (owners.count(found) > 0 &&
              accessors_.NamesOwner(text, hit.offset, hit.offset + found.size()));
    });
    return word || (object && accessors_.ContainsObject(text));
  };
  CFileQuestions::Question question;
  question.kept = questions_.Kept("facts " + std::to_string(round),
                                  std::tuple(words, takers, objects, owners, wanted,
                                             searched_.hiding_macros(), sources_.headers()));
  questions_.AskForWords(all, holds, &question);
  CFileQuestions::KeepBytes<CFacts>(&question);
  question.make = [&](const CFileQuestions::Asked& asked) {
    return std::make_shared<CFacts>(
        FactsOf(asked.file, *questions_.TokensOf(asked), wanted, asked.answer));
  };
  questions_.AskInAnyOrder<CFacts>(question, [&](int file, std::shared_ptr<CFacts> facts) {
    facts_.Take(file, std::move(*facts));
  });
}

// Objective-C's look-ups and macros that hide a call are expanded first, so the extractor sees
// plain calls.
CFacts CFactReader::FactsOf(int file, const CTokens& read, const CWanted& wanted,
                            CFileAnswer* answer) {
  bool cut = false;
  const std::optional<CTokens> objective = WithEnvironmentCalls(read);
  const CTokens& tokens = objective ? *objective : read;
  std::optional<CTokens> expanded;
  if (MacroUses::Mentions(tokens, searched_.hiding_macros())) {
    expanded = macro_uses_->Expand(file, tokens, searched_.hiding_macros(), searched_.names(),
                                   &answer->also, &cut, &answer->lasts);
  }
  CFacts facts = FindCFacts(expanded ? *expanded : tokens, wanted);
  facts.included = sources_.IsIncluded(file);
  if (cut)
    facts.cuts.push_back({1, 1,
                          "macros of this file expand to too many tokens or alternatives: some of "
                          "their uses are skipped"});
  return facts;
}

// `read_##KIND` may be read_int if there is a wrapper with that beginning and end.
bool CSearchedNames::MayPaste(const CPastedCallee& pasted) const {
  const auto any = [&](const auto& functions) {
    for (auto at = functions.lower_bound(pasted.head);
         at != functions.end() && at->first.starts_with(pasted.head); ++at) {
      const std::string_view rest = std::string_view(at->first).substr(pasted.head.size());
      if (rest.size() > pasted.tail.size() && rest.ends_with(pasted.tail)) return true;
    }
    return false;
  };
  return any(wrappers_.by_name()) || any(accessors_.rows());
}

// `read_##KIND`: a file that uses the macro contains only `read_`, not the whole name. A stem that
// two wrappers share is searched for as a word.
void CSearchedNames::AddStems(std::set<std::string>* fresh) const {
  // A stem of three bytes, such as `is_`, is in every file.
  constexpr size_t kMinStem = 4;
  std::string before;
  for (const auto& [name, list] : wrappers_.by_name()) {
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
std::set<std::string> CSearchedNames::FindHiders() const {
  std::set<std::string> out;
  for (const auto& [file, facts] : facts_) {
    for (const CPastedCallee& pasted : facts.pasted) {
      const bool known = wrappers_.Has(pasted.macro) || accessors_.Has(pasted.macro) ||
                         hiding_macros_.count(pasted.macro) > 0;
      if (!known && MayPaste(pasted)) out.insert(pasted.macro);
    }
    for (const CCall& call : facts.calls) {
      if (call.function < 0 || call.qualified == "=" || !call.origin.list.empty()) continue;
      const CFunction& around = facts.functions[static_cast<size_t>(call.function)];
      if (!around.macro || around.parameters.empty() || wrappers_.Has(around.name) ||
          accessors_.Has(around.name) || hiding_macros_.count(around.name) > 0) {
        continue;
      }
      const std::vector<CMeaning> meanings = meanings_.MeaningsOf(file, facts, call);
      const bool unclear =
          std::any_of(call.arguments.begin(), call.arguments.end(),
                      [](const CValue& one) { return one.IsUnknown() && !one.null; });
      bool hides = hiding_macros_.count(call.callee) > 0 ||
                   (meanings.empty() && unclear && wrappers_.Has(call.callee));
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
void CConstantReader::ParseConstants(const std::set<std::string>& names, bool enumerators) {
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
    auto facts = std::make_shared<CFacts>(FindCConstants(*questions_.TokensOf(asked), names));
    facts->included = sources_.IsIncluded(asked.file);
    // A template that the build fills in (config.h.in): "@NAME@" is no text.
    if (sources_.File(asked.file).path.ends_with(".in")) {
      ForgetPlaceholders(facts.get());
    }
    return facts;
  };
  questions_.Ask<CFacts>(question, [&](int, const std::shared_ptr<CFacts>& facts) {
    constants_.AddConstants(*facts);
    for (const auto& [name, number] : facts->enumerators) constants_.AddEnumerator(name, number);
  });
}

// Only the files with facts, since others contain no accessor or wrapper; and of these the ones
// that contain a member's name.
void CFactReader::ParseAgain(int round, const CWanted& wanted,
                             const std::set<std::string>& members) {
  CFileQuestions::Question question;
  question.kept =
      questions_.Kept("members " + std::to_string(round),
                      std::tuple(members, wanted, searched_.hiding_macros(), sources_.headers()));
  question.of = [&](int file) { return facts_.Has(file); };
  question.holds = [&](const CFileQuestions::Asked& asked) {
    const bool holds = std::any_of(members.begin(), members.end(), [&](const std::string& name) {
      return asked.text.find(name) != std::string_view::npos;
    });
    return holds ? CFileQuestions::Words::kWanted : CFileQuestions::Words::kNotWanted;
  };
  CFileQuestions::KeepBytes<CFacts>(&question);
  question.make = [&](const CFileQuestions::Asked& asked) {
    return std::make_shared<CFacts>(
        FactsOf(asked.file, *questions_.TokensOf(asked), wanted, asked.answer));
  };
  question.first = false;
  questions_.AskInAnyOrder<CFacts>(question, [&](int file, std::shared_ptr<CFacts> facts) {
    facts_.Take(file, std::move(*facts));
  });
}

// A macro that a source file defines is visible only there; one of a header in every file that
// includes it. Which files include it is not examined.
void CTreeConstants::AddConstants(const CFacts& facts) {
  for (const auto& [name, value] : facts.constants) {
    const bool own = !facts.included && facts.by_macro.count(name) > 0;
    AddConstant(name, value, facts.ambiguous.count(name) > 0,
                own ? &macros_of_sources_ : &constants_);
  }
}

// Whether the file is not a source that is compiled on its own, by its ending: a header, a list, a
// template.
bool CSources::IsIncluded(int file) const {
  static const std::set<std::string_view> kSources = {".c",  ".cc", ".cpp", ".cxx", ".c++",
                                                      ".cu", ".m",  ".mm",  ".C"};
  const std::string& path = File(file).path;
  const size_t dot = path.rfind('.');
  return dot == std::string::npos || kSources.count(std::string_view(path).substr(dot)) == 0;
}

// A first value, or the same spelling again. Otherwise it is ambiguous, with one exception: a
// variable that a macro may declare gives way to a real definition.
void CTreeConstants::AddConstant(const std::string& name, const CValue& value, bool ambiguous,
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

void CTreeConstants::AddEnumerator(const std::string& name, size_t number) {
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
