// Evidence: the signs that a name on a page shows, and what they weigh together.
//
// Readers and the walk propose candidates; whether one is an entry is decided here alone, by a sum
// of weights that stand in queries/pages/evidence.toml. Reads in code are no sign: they would hide
// what is documented and gone.
#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>

namespace flagcensus {

// In the order of kSigns in evidence.cc, which has their names and thereby their rows.
enum class Sign : unsigned char {
  // what the name looks like, and how it is set
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
  // where it stands
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
  kProse,
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
  // what is said around it
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
  kTrailingComment,
  kCommentAbove,
  kAssignments,
  kAfterLeadIn,
  kLabelled,
  kCodeValue,
  kCommand,
  kSource,
  kExported,
  kCodeBare,
  kIntroduced,
  kCodeExpanded,
  // its sentence
  kSentenceBeside,
  kSentenceCalled,
  kSentenceMarked,
  kSentenceDefining,
  kSentenceDefault,
  kSentenceExample,
  kSentenceNegative,
  kSentenceBare,
  kSentenceFamily,
  kSentenceHistory,
  kSentenceSet,
  kSentenceFallback,
  kSentenceListed,
  kSentenceAdvice,
  kSentencePath,
  // its peers: rows, items, headings, lines beside it
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
  kPageRead,
  kPageSilent,
  kPageNoWord,
  kPagePrefix,
  kPageTooling,
  kPageSiblings,
  // what only counts together
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

struct Evidence {
  std::bitset<kSignCount> signs;
  std::string_view veto;  // why it is none whatever the sum; "" where nothing forbids it

  void Add(Sign sign) { signs.set(static_cast<size_t>(sign)); }
  void Add(Sign sign, bool shown) {
    if (shown) Add(sign);
  }
  bool Has(Sign sign) const { return signs.test(static_cast<size_t>(sign)); }
};

// The row of a sign: "group.share".
std::string_view NameOf(Sign sign);

// The sum of the weights, above 0 where it is an entry; below where a veto forbids it.
double ScoreOf(const Evidence& evidence);

// "name.underscore +1.4, place.item +0.3", for `catalog --verbose`.
std::string Explain(const Evidence& evidence);

// What of queries/pages/evidence.toml cannot be used: rows that are missing, unknown or no numbers,
// a line each. Empty as the program is shipped; a test asks.
std::string EvidenceErrors();

}  // namespace flagcensus
