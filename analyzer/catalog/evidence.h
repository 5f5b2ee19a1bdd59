// Evidence: the signals of a name on a page, and their weights.
//
// Readers and the walk propose candidates; only the code here decides whether one is an entry, by a
// sum of the weights in queries/pages/evidence.toml:
//
//   ## Environment variables
//   - `APP_HOME`: The directory of the data.
//
//   name.underscore +1.4, markup.code +0.6, place.item +0.3, lead.first +1.1, lead.colon +0.8,
//   context.heading +2.0, context.any +0.7: above the bias and the threshold, so it is an entry
//
// Reads in code are not a signal: they would hide variables that are documented but no longer read.
#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>

namespace flagcensus {

// In the order of kSigns in evidence.cc, which has their names and thus their keys in the data.
enum class Sign : unsigned char {
  // what the name looks like, and how it is marked up
  kTwoUnderscores,
  kUnderscore,
  kMixed,
  kShort,
  kLowerUnderscore,
  kLower,
  kProxy,
  kCommonWord,
  kFamily,
  kOpenFamily,
  kCode,
  kBold,
  kLink,
  kRole,
  kDollar,
  // where it is
  kDotenv,
  kLabel,
  kEnvvar,
  kDirective,
  kRecord,
  kTerm,
  kItem,
  kCell,
  kHeading,
  kParagraph,
  kCodeLine,
  kMan,
  // what follows it
  kFirst,
  kAlone,
  kColon,
  kVerb,
  kText,
  kBeside,
  kValue,
  kLinked,
  kSeveral,
  // what the text around it says
  kContextHeading,
  kContextOuter,
  kContextLeadIn,
  kContextSection,
  kContextAny,
  kContextAnnounced,
  kContextBody,
  kContextOtherHeading,
  kContextOtherLeadIn,
  kContextSettings,
  kContextValues,
  kContextExample,
  kContextSample,
  kContextInside,
  kContextStranger,
  kContextSibling,
  // its column
  kEnvColumn,
  kWholeCell,
  kNameColumn,
  kVariableColumn,
  kRivalColumn,
  kValueColumn,
  kOtherColumn,
  kDescriptionColumn,
  kDefaultColumn,
  // its description
  kBodyDefault,
  kBodySet,
  // its line of code
  kCommentAbove,
  kExported,
  // its peers: rows, items, headings, lines next to it
  kGroupShare,
  kGroupEight,
  kGroupThree,
  kGroupDefaults,
  kGroupEnvWords,
  kGroupPrefix,
  kGroupStrong,
  kGroupUpper,
  kGroupValues,
  kGroupNone,
  // its page
  kPageUsed,
  kPageSilent,
  kPageNoWord,
  kPagePrefix,
  kPageTooling,
  kPageSiblings,
  // combinations of signals
  kLeadWithoutContext,
  kCodeWithoutContext,
  kWeakWithoutContext,
  kWeakStranger,
  kLowerWithoutEvidence,
  kManWithoutContext,
  kPlain,
  kCount
};

inline constexpr size_t kSignCount = static_cast<size_t>(Sign::kCount);

// The signals of one candidate.
struct Evidence {
  std::bitset<kSignCount> signs;
  std::string_view veto;  // why it is not an entry, at any sum; "" if nothing forbids it

  void Add(Sign sign) { signs.set(static_cast<size_t>(sign)); }
  void Add(Sign sign, bool shown) {
    if (shown) Add(sign);
  }
  bool Has(Sign sign) const { return signs.test(static_cast<size_t>(sign)); }
};

// The key of a signal in the data: "group.share".
std::string_view NameOf(Sign sign);

// The sum of the weights: above 0 for an entry; below 0 if a veto forbids it.
double ScoreOf(const Evidence& evidence);

// "name.underscore +1.4, place.item +0.3", for `catalog --verbose`.
std::string Explain(const Evidence& evidence);

// Errors in queries/pages/evidence.toml: missing or unknown entries and values that are not
// numbers, one per line. Empty for the shipped data; a test checks it.
std::string EvidenceErrors();

}  // namespace flagcensus
