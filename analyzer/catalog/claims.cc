// Sentences → claims.
//
//   "Deprecated since 2.0."                          ─→ deprecated
//   "It has been removed."                           ─→ removed
//   "Support may be removed in 3.0."                 ─→ no claim: it is only announced
//   "Native serialization is deprecated there."      ─→ no claim: it is about something else
//
// A claim is made by a phrase that is about the variable itself: at the start of a sentence, in
// parentheses, or after "it", "this" or the name. A claim in other words is missed.
#include "analyzer/catalog/claims.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/pages/vocabulary.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

// Adds the claim once.
void Claim(std::vector<std::string>& claims, std::string claim) {
  if (std::find(claims.begin(), claims.end(), claim) == claims.end())
    claims.push_back(std::move(claim));
}

// Whether `word` is about the variable: it begins a sentence or parenthesis, or its subject is
// "it", "this …" or the name.
//
//   "Deprecated.", "It is deprecated", "APP_X is now deprecated"   ─→ true
//   "The old format is deprecated", "It is not deprecated"         ─→ false
bool SaidOfIt(const Prose& prose, std::string_view word, std::string_view name) {
  const std::string_view lower = prose.lower;
  const std::string lower_name = ToLower(name);
  for (size_t at = lower.find(word); at != std::string_view::npos; at = lower.find(word, at + 1)) {
    const size_t end = at + word.size();
    if (at > 0 && IsIdentifierByte(lower[at - 1])) continue;
    if (end < lower.size() && (IsIdentifierByte(lower[end]) || lower[end] == '-')) {
      continue;
    }
    const size_t begin = ClauseBegin(prose, at);
    std::string_view head = Trim(lower.substr(begin, at - begin));
    // "not deprecated", "isn't removed".
    if (head.ends_with(" not") || head.ends_with("n't")) continue;
    // Leading marks: "**Deprecated**", "- deprecated", "!".
    if (!AnyByte(head, IsIdentifierByte)) {
      return true;
    }
    // "This is a deprecated environment variable"
    const std::string_view tail = Trim(lower.substr(end));
    const bool noun = tail.starts_with("variable") || tail.starts_with("environment variable") ||
                      tail.starts_with("flag") || tail.starts_with("option") ||
                      tail.starts_with("setting");
    if (noun && (head.ends_with("is a") || head.ends_with("is an"))) return true;
    // Words that may be between the subject and the phrase: "it has now been removed".
    for (const std::string_view filler :
         {" now", " been", " currently", " only", " also", " is", " are", " has", " have", " was",
          " were", " being", " be"}) {
      if (head.ends_with(filler)) head = Trim(head.substr(0, head.size() - filler.size()));
    }
    // "Since 2.0, it is deprecated": the subject follows the last comma.
    if (const size_t comma = head.rfind(", "); comma != std::string_view::npos)
      head = head.substr(comma + 2);
    static const PhraseList& kSubjects = Phrases("claim_subjects");
    if (std::find(std::begin(kSubjects), std::end(kSubjects), head) != std::end(kSubjects))
      return true;
    // Five more bytes: an article or a mark before the name, not a longer subject.
    if (!lower_name.empty() && head.ends_with(lower_name) && head.size() < lower_name.size() + 6)
      return true;
  }
  return false;
}

// Whether the removal that a text mentions is still to come: "support may be removed in 3.0".
bool IsAnnounced(std::string_view lower) {
  // "should be removed from your configuration" is advice to users: the program has dropped it.
  static const PhraseList& kTakenOut = Phrases("claim_to_take_out");
  if (HasAny(lower, kTakenOut)) return false;
  static const PhraseList& kLater = Phrases("claim_later");
  return std::any_of(std::begin(kLater), std::end(kLater), [&](std::string_view word) {
    return HasWord(lower, std::string(word) + " be removed");
  });
}

// The sentence up to `at`.
std::string_view SentenceBefore(std::string_view lower, size_t at) {
  const size_t from = SentenceBegin(lower, at);
  return lower.substr(from, at - from);
}

// `"0": lists are not used`: whether the sentence describes the effect of a value.
bool IsOfValue(std::string_view sentence) {
  const size_t colon = sentence.rfind(':');
  if (colon == std::string_view::npos) return false;
  std::string_view word = Trim(sentence.substr(0, colon));
  word = word.substr(word.find_last_of(' ') + 1);
  if (word.empty()) return false;
  if (std::string_view("\"'`").find(word.back()) != std::string_view::npos) return true;
  static const PhraseList& kValues = Phrases("claim_values");
  return AllBytes(word, IsDigit) ||
         std::find(kValues.begin(), kValues.end(), word) != kValues.end();
}

// "not used", "never read", "no longer referenced", without a limit after it. A false claim would
// ask for the removal of a variable in use, so everything that may be a condition cancels it.
//
//   "Currently not read anywhere."          ─→ true
//   "Not used if APP_Y is set."             ─→ false: a condition
//   "\"0\": the cache is not used."           ─→ false: what a value does
bool SaysNotConsumed(std::string_view lower) {
  static const PhraseList& kPlain = Phrases("claim_unused");
  for (const std::string_view phrase : kPlain) {
    const size_t at = lower.find(phrase);
    if (at == std::string_view::npos || !HasWord(lower, phrase)) continue;
    // "a no-op if OTHER is set", "no effect on TPU", "otherwise it has no effect" are true only
    // sometimes.
    const std::string_view head = SentenceBefore(lower, at);
    if (HasWord(head, "otherwise") || HasWord(head, "if") || HasWord(head, "when")) continue;
    // "paths that combine both are not yet implemented" is about a part.
    const std::string_view clause = Trim(head.substr(head.find_last_of(";,:(") + 1));
    constexpr long kShort = 3;  // blanks
    if (phrase == "not yet implemented" &&
        (clause.ends_with(" are") || std::count(clause.begin(), clause.end(), ' ') > kShort)) {
      continue;
    }
    const size_t next = SkipBlanks(lower, at + phrase.size());
    const std::string_view rest = lower.substr(std::min(next, lower.size()));
    static const PhraseList& kAtTimes = Phrases("claim_unused_at_times");
    if (std::none_of(std::begin(kAtTimes), std::end(kAtTimes),
                     [&](std::string_view word) { return rest.starts_with(word); })) {
      return true;
    }
  }
  if (Trim(lower) == "unused" || lower.starts_with("unused.") || HasWord(lower, "(unused)"))
    return true;
  // "is not currently read in-tree": a verb after a negation, and an end or a place after it.
  for (const std::string_view verb : {"consumed", "read", "used"}) {
    for (size_t at = lower.find(verb); at != std::string_view::npos;
         at = lower.find(verb, at + 1)) {
      size_t end = at + verb.size();
      if (at == 0 || lower[at - 1] != ' ') continue;
      std::string_view head = Trim(lower.substr(0, at));
      for (const std::string_view filler : {" currently", " yet", " actually", " presently"}) {
        if (head.ends_with(filler)) head = Trim(head.substr(0, head.size() - filler.size()));
      }
      if (!head.ends_with(" not") && !head.ends_with("isn't") && !head.ends_with("aren't") &&
          !head.ends_with(" never") && !head.ends_with("no longer") && head != "not" &&
          head != "never") {
        continue;
      }
      // "During set-up it is not used": it is used at other times.
      static const PhraseList& kThen = Phrases("claim_unused_then");
      const std::string_view sentence = SentenceBefore(lower, at);
      if (std::any_of(std::begin(kThen), std::end(kThen),
                      [&](std::string_view word) { return HasWord(sentence, word); })) {
        continue;
      }
      if (IsOfValue(sentence)) continue;
      end = SkipBlanks(lower, end);
      const std::string_view rest = lower.substr(std::min(end, lower.size()));
      if (rest.empty() || rest[0] == '.' || rest[0] == ')' || rest[0] == ';' || rest[0] == ',')
        return true;
      // What may follow that does not limit the statement.
      for (const std::string_view still :
           {"in-tree", "in tree", "anywhere", "yet", "by the code", "by any", "at the moment",
            "at present", "currently", "in the code", "and ", "anymore", "any more",
            "internally"}) {
        if (rest.starts_with(still)) return true;
      }
    }
  }
  return false;
}

// "Do not use.", "This variable should not be set": no condition and no part follows.
bool AdvisesAgainst(const Prose& prose, std::string_view name) {
  static const PhraseList& kAgainst = Phrases("claim_against");
  static const PhraseList& kItself = Phrases("claim_itself");
  for (const std::string_view phrase : kAgainst) {
    const size_t at = prose.lower.find(phrase);
    if (at == std::string::npos || !SaidOfIt(prose, phrase, name)) continue;
    std::string_view rest = Trim(std::string_view(prose.lower).substr(at + phrase.size()));
    for (const std::string_view word : kItself) {
      if (!StartsWithWord(rest, word)) continue;
      rest = Trim(rest.substr(word.size()));
      break;
    }
    if (!name.empty() && rest.starts_with(ToLower(name))) rest = Trim(rest.substr(name.size()));
    // "Do not use it with OTHER" is about the two.
    if (rest.empty() || std::string_view(".!;:)").find(rest.front()) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

// The name of the variable that follows one of the phrases: "alias of `X`". "Same as `X`" counts
// although it may only compare the effect.
std::string AliasOf(const Prose& prose, std::string_view name) {
  for (const std::string_view phrase :
       {"alias of ", "alias for ", "synonym for ", "synonym of ", "legacy name for ",
        "legacy name of ", "old name for ", "old name of ", "another name for ",
        "alternative name for ", "former name of ", "shorthand for ", "same as "}) {
    for (size_t at = prose.lower.find(phrase); at != std::string::npos;
         at = prose.lower.find(phrase, at + 1)) {
      size_t from = SkipBlanks(prose.text, at + phrase.size());
      for (const std::string_view article : {"the ", "setting ", "$"}) {
        if (prose.lower.compare(from, article.size(), article) == 0) from += article.size();
      }
      const std::optional<ValueAt> target = ValueFrom(prose, from);
      if (!target || target->text == name) continue;
      std::string_view text = target->text;
      if (text.starts_with('$')) text.remove_prefix(1);
      if (ShapeOf(text) == NameShape::kStrong) return std::string(text);
    }
  }
  return "";
}

// Who sets the variable: the program, if it is missing, by appending to it, or always. The first
// phrase found decides, because "set if unset" also contains the weaker words.
void SetClaims(std::string_view lower, std::vector<std::string>& claims) {
  static const PhraseList& kMissing = Phrases("claim_set_missing");
  static const PhraseList& kAppended = Phrases("claim_appended");
  static const PhraseList& kAlways = Phrases("claim_always_set");
  if (HasAny(lower, kMissing)) {
    Claim(claims, "set-if-missing");
  } else if (HasAny(lower, kAppended)) {
    Claim(claims, "appended");
  } else if (HasAny(lower, kAlways)) {
    Claim(claims, "always-set");
  }
}

}  // namespace

bool SaysDocstringOnly(std::string_view lower) {
  static const PhraseList& kOnly = Phrases("claim_docstring_only");
  return HasAny(lower, kOnly);
}

bool AnnouncesValues(std::string_view lower) {
  lower = Trim(lower);
  if (!lower.ends_with(':')) return false;
  // Only the last sentence announces; of a long one, only its end.
  std::string_view last = lower.substr(SentenceBegin(lower, lower.size() - 1));
  constexpr size_t kTail = 100;
  if (last.size() > kTail) last = last.substr(last.size() - kTail);
  static const PhraseList& kPhrases = Phrases("announces_values");
  if (last.ends_with("values:") || last.ends_with("value:")) {
    // "Default value:" announces one value, not a list.
    return last.find("default") == std::string_view::npos;
  }
  static const PhraseList& kEnds = Phrases("announces_values_end");
  for (const std::string_view end : kEnds) {
    if (last.ends_with(end)) return true;
  }
  return HasAny(last, kPhrases);
}

bool SaysSet(std::string_view lower) {
  static const PhraseList& kSet = Phrases("says_set");
  return HasAny(lower, kSet);
}

std::vector<std::string> ClaimsFromWords(const Prose& description, std::string_view name) {
  std::vector<std::string> claims;
  const std::string_view lower = description.lower;
  // A remark that this program wrote into a page is not a claim of the author.
  if (lower.find(kCodeDiffers) != std::string_view::npos) return claims;
  SetClaims(lower, claims);
  if (SaysNotConsumed(lower)) Claim(claims, "not-consumed");
  if (SaysDocstringOnly(lower)) Claim(claims, "docstring-only");
  if (SaidOfIt(description, "reserved", name)) Claim(claims, "reserved");
  if (SaidOfIt(description, "deprecated", name) || SaidOfIt(description, "obsolete", name)) {
    Claim(claims, "deprecated");
  }
  for (const std::string_view phrase :
       {"removed in", "removed since", "removed as of", "removed"}) {
    if (!SaidOfIt(description, phrase, name)) continue;
    // "It is removed when the process ends" is about the run, not about the program.
    const size_t at = lower.find(phrase);
    const std::string_view rest = Trim(lower.substr(at + phrase.size()));
    if (phrase == "removed" && !rest.empty() &&
        std::string_view(".):,;").find(rest[0]) == std::string_view::npos) {
      continue;
    }
    if (IsAnnounced(lower)) continue;
    Claim(claims, "removed");
  }
  if (AdvisesAgainst(description, name)) Claim(claims, "discouraged");
  static const PhraseList& kInternal = Phrases("claim_internal");
  if (HasAny(lower, kInternal) || lower.starts_with("internal:") ||
      lower.starts_with("internal.")) {
    Claim(claims, "internal");
  }
  const std::string alias = AliasOf(description, name);
  if (!alias.empty()) Claim(claims, "alias-of:" + alias);
  return claims;
}

std::vector<std::string> ClaimsFromIntro(const Prose& intro) {
  std::vector<std::string> claims;
  const std::string_view lower = intro.lower;
  // Most sentences contain none of the phrases below. A heading of one word is always examined.
  static const PhraseList kAny =
      PhrasesOfAll({"claim_set_missing", "claim_appended", "claim_always_set", "claim_things",
                    "claim_docstring_only", "not_in_code"});
  if (lower.find(' ') != std::string_view::npos && !HasAnyPhrase(lower, kAny) &&
      lower.find("these are set ") == std::string_view::npos) {
    return claims;
  }
  SetClaims(lower, claims);
  if (claims.empty() && lower.find("these are set ") != std::string_view::npos) {
    static const PhraseList& kMoments = Phrases("claim_moments");
    if (HasAny(lower, kMoments)) Claim(claims, "always-set");
  }
  static const PhraseList& kThings = Phrases("claim_things");
  const bool about = HasAny(lower, kThings) || lower.find(' ') == std::string_view::npos;
  if (about && HasWord(lower, "deprecated")) Claim(claims, "deprecated");
  if (about && HasWord(lower, "removed") && !IsAnnounced(lower)) Claim(claims, "removed");
  if (about && HasWord(lower, "internal")) Claim(claims, "internal");
  if (about && HasWord(lower, "reserved")) Claim(claims, "reserved");
  if (about && SaysNotConsumed(lower)) Claim(claims, "not-consumed");
  if (SaysDocstringOnly(lower)) Claim(claims, "docstring-only");
  static const PhraseList& kGone = Phrases("not_in_code");
  if (HasAnyPhrase(lower, kGone)) Claim(claims, "removed");
  return claims;
}

}  // namespace flagcensus
