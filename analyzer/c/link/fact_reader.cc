// Words → the files that contain one, by a search over their bytes → the facts of these files.
//
//   words {"getenv"}      every file with `getenv`
//   consumers {"parse"}   every file with `parse` in the form of a function
#include "analyzer/c/link/fact_reader.h"

#include <algorithm>
#include <memory>
#include <tuple>

#include "analyzer/c/definition.h"
#include "analyzer/c/objective_c.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

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
std::set<std::string> CSearchedNames::FindHidingMacros() const {
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

// The files are selected by a search over their bytes: one of the words, a function that receives
// values with its definition, an owner with its declaration, or an object with all words of an
// entry. Only the selected ones are tokenised, in parallel; the answers are kept for the next
// check.
void CFactReader::Parse(int round, const CWanted& wanted, const CSearchWords& asked_for) {
  std::set<std::string> all = asked_for.words;
  all.insert(asked_for.owners.begin(), asked_for.owners.end());
  all.insert(asked_for.consumers.begin(), asked_for.consumers.end());
  all.insert(asked_for.objects.begin(), asked_for.objects.end());
  const auto holds = [this, asked_for](const WordSearch& search, std::string_view text,
                                       WordSearch::Scratch& scratch) {
    if (!search.Contains(text, scratch)) return false;
    if (asked_for.consumers.empty() && asked_for.objects.empty() && asked_for.owners.empty()) {
      return true;
    }
    std::vector<WordHit> hits;
    search.FindAll(text, scratch, &hits);
    bool object = false;
    const bool word = std::any_of(hits.begin(), hits.end(), [&](const WordHit& hit) {
      const std::string& found = search.words()[hit.word];
      object = object || asked_for.objects.count(found) > 0;
      return asked_for.words.count(found) > 0 ||
             (asked_for.consumers.count(found) > 0 &&
              MayBeFunction(text, hit.offset + found.size())) ||
             (asked_for.owners.count(found) > 0 &&
              accessors_.NamesOwner(text, hit.offset, hit.offset + found.size()));
    });
    return word || (object && accessors_.ContainsObject(text));
  };
  CFileQuestions::Question question;
  question.kept = questions_.Kept(
      "facts " + std::to_string(round),
      std::tuple(asked_for.words, asked_for.consumers, asked_for.objects, asked_for.owners, wanted,
                 searched_.hiding_macros(), sources_.headers()));
  questions_.AskForWords(all, holds, &question);
  question.make = MakeFacts(wanted);
  questions_.AskInAnyOrder<CFacts>(question, [&](int file, std::shared_ptr<CFacts> facts) {
    facts_.Take(file, std::move(*facts));
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
  std::set<int> known;
  for (const auto& [file, facts] : facts_) known.insert(file);
  question.of = [known](int file) { return known.count(file) > 0; };
  question.holds = [members](const CFileQuestions::Asked& asked) {
    const bool holds = std::any_of(members.begin(), members.end(), [&](const std::string& name) {
      return asked.text.find(name) != std::string_view::npos;
    });
    return holds ? CFileQuestions::Words::kWanted : CFileQuestions::Words::kNotWanted;
  };
  question.make = MakeFacts(wanted);
  question.first = false;
  questions_.AskInAnyOrder<CFacts>(question, [&](int file, std::shared_ptr<CFacts> facts) {
    facts_.Take(file, std::move(*facts));
  });
}

CFileQuestions::Make CFactReader::MakeFacts(const CWanted& wanted) {
  const CExpanded expanded = {searched_.hiding_macros(), searched_.names()};
  return [this, wanted, expanded](const CFileQuestions::Asked& asked) {
    return std::make_shared<CFacts>(
        FactsOf(asked.file, *questions_.TokensOf(asked), wanted, expanded, asked.answer));
  };
}

// The tree as it was when the macros were first expanded: headers of libraries that were added
// later did not count.
void CFactReader::ExpandMacrosAgain() {
  if (!macro_uses_) return;
  const Tree& now = *sources_.tree();
  if (now.files.size() == expanded_files_) return ExpandMacros();
  expanded_tree_ = now;
  expanded_tree_.files.resize(expanded_files_);
  macro_uses_.emplace(expanded_tree_);
}

void CFactReader::ExpandMacros() {
  macro_uses_.emplace(*sources_.tree());
  expanded_files_ = sources_.tree()->files.size();
}

// Objective-C's look-ups and macros that hide a call are expanded first, so the extractor sees
// plain calls.
CFacts CFactReader::FactsOf(int file, const CTokens& read, const CWanted& wanted,
                            const CExpanded& macros, CFileAnswer* answer) {
  bool cut = false;
  const std::optional<CTokens> objective = WithEnvironmentCalls(read);
  const CTokens& tokens = objective ? *objective : read;
  std::optional<CTokens> expanded;
  if (MacroUses::Mentions(tokens, macros.hiding_macros)) {
    expanded = macro_uses_->Expand(file, tokens, macros.hiding_macros, macros.names, &answer->also,
                                   &cut, &answer->lasts);
  }
  CFacts facts = FindCFacts(expanded ? *expanded : tokens, wanted);
  facts.included = sources_.IsIncluded(file);
  if (cut)
    facts.cuts.push_back({1, 1,
                          "macros of this file expand to too many tokens or alternatives: some of "
                          "their uses are skipped"});
  return facts;
}

}  // namespace flagcensus
