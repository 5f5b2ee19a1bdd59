// A candidate → its signals.
//
//   "- `APP_HOME`: The directory." below "Environment variables", next to `APP_PORT`
//     name       name.underscore, markup.code
//     lead       lead.first, lead.colon
//     context    context.heading, context.any
//     peers      group.share, group.prefix, group.strong, group.upper
//
// Four groups: what the name looks like, what follows it, what the text around it says, and what
// its peers are. The text around it is the column, the sentence before, the headings from the inner
// to the outer, the page's name. The weights of the signs are in queries/pages/evidence.toml.
#include "analyzer/catalog/scorer.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/entries.h"
#include "analyzer/catalog/values.h"
#include "analyzer/documents/known_names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// Bounds the output of `catalog --verbose`.
constexpr size_t kMaxJudged = 100'000;

// The first word of a name with its '_': "APP_"; "" for a name without '_'.
std::string_view PrefixOf(std::string_view name) {
  const size_t end = name.find('_');
  return end == std::string_view::npos ? std::string_view() : name.substr(0, end + 1);
}

}  // namespace

void CandidateScorer::WeighName(const LeadName& name, const Candidate& candidate,
                                Evidence& evidence) const {
  const std::string& text = name.name;
  switch (ShapeOf(text)) {
    case NameShape::kNone:
      evidence.veto = "not a variable name";
      return;
    case NameShape::kStrong:
      evidence.Add(std::count(text.begin(), text.end(), '_') > 1 ? Sign::kTwoUnderscores
                                                                 : Sign::kUnderscore);
      break;
    case NameShape::kWeak: {
      // CC, DB, TZ: a word of up to three letters is often an abbreviation.
      constexpr size_t kFew = 3;
      evidence.Add(Sign::kShort, text.size() <= kFew);
      // DEBUG among variables is a variable; among values it is one of them.
      const bool alike = 2 * candidate.peers.customary > candidate.peers.named;
      const bool set_apart = IsCustomaryValue(text) && name.code;
      evidence.Add(Sign::kCommonWord,
                   IsCommonWord(text) ? alike || !set_apart : IsCustomaryValue(text) && alike);
      break;
    }
    case NameShape::kMixed:
      if (text.find('_') == std::string::npos) evidence.veto = "a mixed-case word";
      evidence.Add(Sign::kMixed);
      break;
    case NameShape::kLower:
      if (text.ends_with("_proxy")) {
        evidence.Add(Sign::kProxy);
      } else {
        evidence.Add(text.find('_') == std::string::npos ? Sign::kLower : Sign::kLowerUnderscore);
      }
      break;
  }
  if (page_.parts.contains(text)) evidence.veto = "a part of other names";
  if (candidate.where == CandidatePlace::kParagraph && page_.metavariables.contains(text)) {
    evidence.veto = "the placeholder of an option";
  }
  if (ContainsPlaceholder(text)) evidence.veto = "a name in an example";
  if (of_build_.contains(text) && !evidence.Has(Sign::kEnvColumn)) {
    evidence.veto = "a table calls it a build option";
  }
  // "APP has several switches:", above APP_HOME and APP_PORT: APP is the program.
  if (candidate.where == CandidatePlace::kParagraph && !name.marked && !name.code &&
      candidate.peers.prefix.starts_with(text) &&
      candidate.peers.prefix.size() <= text.size() + 1) {
    evidence.veto = "the common prefix of the names next to it";
  }
  evidence.Add(Sign::kFamily, text.find('*') != std::string::npos);
  evidence.Add(Sign::kOpenFamily, text.starts_with('*') || text.starts_with('_'));
  evidence.Add(Sign::kCode, name.code);
  evidence.Add(Sign::kBold, name.marked && !name.code);
  evidence.Add(Sign::kRole, name.role);
  evidence.Add(Sign::kDollar, name.dollar);
  // In a line of code, the use that `used` counts would be the candidate itself.
  evidence.Add(Sign::kPageUsed, candidate.where != CandidatePlace::kCode && page_.IsUsed(text));
}

// What follows the name in its block: nothing, a colon or a new line, or words.
void CandidateScorer::WeighLead(const LeadName& name, const LeadingNames& lead,
                                const Candidate& candidate, Evidence& evidence) const {
  using Separator = LeadingNames::Separator;
  evidence.Add(Sign::kFirst, &name == &lead.names.front() || !lead.names.front().code || name.code);
  evidence.Add(Sign::kValue, name.value.has_value());
  evidence.Add(Sign::kBeside, lead.beside);
  switch (lead.separator) {
    case Separator::kNone:
      evidence.Add(Sign::kAlone);
      break;
    case Separator::kColon:
    case Separator::kLine:
      evidence.Add(Sign::kColon);
      break;
    case Separator::kText:
      evidence.Add(lead.describes ? Sign::kVerb : Sign::kText);
      evidence.Add(Sign::kSeveral, lead.names.size() > 1);
      break;
  }
  const bool alone =
      lead.separator == Separator::kNone &&
      (candidate.where == CandidatePlace::kTable || candidate.where == CandidatePlace::kParagraph);
  // A name without any mark that distinguishes it from the words around it may be any word in
  // capitals.
  const bool apart = name.marked || name.value || lead.separator == Separator::kColon || alone ||
                     candidate.where == CandidatePlace::kDefinition ||
                     candidate.where == CandidatePlace::kHeading ||
                     candidate.where == CandidatePlace::kCode ||
                     candidate.where >= CandidatePlace::kDirective;
  evidence.Add(Sign::kPlain, !apart);
}

// What the page's introduction says about its settings applies to headings with a stated default,
// and to what is inside their entries.
bool CandidateScorer::IsAnnounced(const Candidate& candidate) const {
  if (!page_.announces_itself) return false;
  if (candidate.where != CandidatePlace::kHeading) return candidate.context.parent.has_value();
  return candidate.body != nullptr && candidate.body->field_default.stated();
}

void CandidateScorer::WeighContext(const LeadName& name, const Candidate& candidate,
                                   Evidence& evidence) const {
  const BlockContext& context = candidate.context;
  // The format or a label itself calls it a variable.
  const bool called = evidence.Has(Sign::kEnvColumn) || evidence.Has(Sign::kEnvvar) ||
                      candidate.where == CandidatePlace::kField ||
                      candidate.where == CandidatePlace::kRecord;
  bool near = called;
  const auto add = [&](Sign sign, bool shown) {
    evidence.Add(sign, shown);
    near = near || shown;
  };
  add(Sign::kContextLeadIn, context.intro_topic == Topic::kEnvironment);
  Topic nearest = Topic::kNeutral;
  bool outer =
      page_.file_topic == Topic::kEnvironment || context.announces_all || IsAnnounced(candidate);
  bool sibling = false;
  // Terms right below a heading about variables are what it announces.
  bool announced = context.announces ||
                   (candidate.where == CandidatePlace::kDefinition && !context.sections.empty() &&
                    context.sections.back().topic == Topic::kEnvironment);
  for (auto it = context.sections.rbegin(); it != context.sections.rend(); ++it) {
    if (nearest == Topic::kNeutral) {
      nearest = it->topic;
    } else {
      outer = outer || it->topic == Topic::kEnvironment;
    }
    sibling = sibling || !it->names.empty();
    announced = announced || it->announces;
  }
  near = near || evidence.Has(Sign::kDotenv) || evidence.Has(Sign::kRole) ||
         (evidence.Has(Sign::kDollar) && evidence.Has(Sign::kBeside)) ||
         evidence.Has(Sign::kExported) || evidence.Has(Sign::kVariableColumn);
  add(Sign::kContextHeading, nearest == Topic::kEnvironment);
  add(Sign::kContextSibling, sibling && candidate.where == CandidatePlace::kHeading);
  if (!near && candidate.where != CandidatePlace::kCode && IsOfSettings(context, page_)) {
    // What other texts of the page say about variables does not apply to its settings.
    evidence.Add(Sign::kContextSettings);
  } else {
    add(Sign::kContextOuter, outer);
    add(Sign::kContextSection, !context.sections.empty() && context.sections.back().speaks);
    add(Sign::kContextAnnounced, announced);
    if (candidate.body != nullptr) {
      add(Sign::kContextBody,
          evidence.Has(Sign::kContextBody) || SpeaksOfEnvironment(candidate.body->words.lower));
    }
    near = near || evidence.Has(Sign::kPageUsed) || candidate.peers.used ||
           candidate.peers.environment ||
           (evidence.Has(Sign::kDefaultColumn) && evidence.Has(Sign::kNameColumn));
  }
  evidence.Add(Sign::kContextAny, near);
  evidence.Add(Sign::kContextValues, context.intro_values && !called);
  evidence.Add(Sign::kContextExample, context.intro_example);
  evidence.Add(Sign::kContextSample, context.intro_sample);
  const bool other_lead_in = context.intro_topic == Topic::kOther;
  evidence.Add(Sign::kContextOtherHeading, nearest == Topic::kOther);
  evidence.Add(Sign::kContextOtherLeadIn, other_lead_in);
  if (TopicOf(context, page_) == Topic::kOther && !called) {
    evidence.veto = "the text above is about something else";
  }
  // Names with C types are constants of an interface, unless the text calls them variables.
  const bool confirmed = called || nearest == Topic::kEnvironment || outer ||
                         context.intro_topic == Topic::kEnvironment;
  if (candidate.peers.typed_as_c && !confirmed) evidence.veto = "a list of names with C types";
  // Inside the entry of another variable, a name of another first word is probably its value.
  if (context.parent && !called) {
    evidence.Add(Sign::kContextInside);
    const std::string_view own = PrefixOf(*context.parent);
    evidence.Add(Sign::kContextStranger, own.empty() || PrefixOf(name.name) != own);
  }
  // Nothing nearby mentions the environment: the shape of the name must make up for it.
  if (near) return;
  const bool in_code = candidate.where == CandidatePlace::kCode;
  const NameShape shape = ShapeOf(name.name);
  evidence.Add(in_code ? Sign::kCodeWithoutContext : Sign::kLeadWithoutContext);
  evidence.Add(Sign::kManWithoutContext, page_.IsMan());
  evidence.Add(Sign::kWeakWithoutContext, shape == NameShape::kWeak);
}

// What the rows, items or headings next to it have in common. Half of them must be names, so
// one name in a list of other things gains nothing.
void CandidateScorer::WeighPeers(const LeadName& name, const Candidate& candidate,
                                 Evidence& evidence) const {
  const SiblingStats& peers = candidate.peers;
  constexpr size_t kSome = 3;
  constexpr size_t kMany = 8;
  const bool values = peers.customary >= 2 && peers.strong == 0;
  const bool mostly = 2 * peers.named >= peers.rows && peers.rows > 1;
  evidence.Add(Sign::kGroupShare, mostly);
  evidence.Add(Sign::kGroupThree, mostly && peers.named >= kSome);
  evidence.Add(Sign::kGroupEight, mostly && peers.named >= kMany);
  evidence.Add(Sign::kGroupDefaults, peers.rows > 1 && 2 * peers.defaults >= peers.rows);
  evidence.Add(Sign::kGroupEnvWords, peers.environment);
  evidence.Add(Sign::kGroupPrefix, peers.strong > 1 && !peers.prefix.empty());
  evidence.Add(Sign::kGroupStrong, peers.rows > 1 && 2 * peers.strong > peers.rows);
  evidence.Add(Sign::kGroupUpper, peers.named > 1 && peers.upper == peers.named);
  evidence.Add(Sign::kGroupValues, values);
  evidence.Add(Sign::kGroupNone, peers.rows <= 1);
  // A page that never mentions the environment but lists only such names is a list of them.
  evidence.Add(Sign::kPageSilent,
               !page_.speaks && !peers.sentences && candidate.where < CandidatePlace::kDirective &&
                   peers.strong > 0 && peers.strong == peers.rows &&
                   (candidate.where != CandidatePlace::kTable || evidence.Has(Sign::kNameColumn)));
  evidence.Add(Sign::kPageNoWord, !page_.speaks);
  evidence.Add(Sign::kWeakStranger,
               ShapeOf(name.name) == NameShape::kWeak && peers.strong == 0 && !name.code &&
                   !name.dollar && candidate.where != CandidatePlace::kDefinition &&
                   candidate.where < CandidatePlace::kDirective && !evidence.Has(Sign::kEnvColumn));
}

Evidence CandidateScorer::Weigh(const LeadName& name, const LeadingNames& lead,
                                const Candidate& candidate) {
  // The signs known only to the reader of the block, then those of each group.
  Evidence evidence = candidate.own;
  WeighName(name, candidate, evidence);
  if (evidence.veto.empty()) {
    // In the order of CandidatePlace.
    static constexpr Sign kPlaces[] = {Sign::kItem,      Sign::kParagraph, Sign::kHeading,
                                       Sign::kTerm,      Sign::kCell,      Sign::kCodeLine,
                                       Sign::kDirective, Sign::kLabel,     Sign::kRecord};
    evidence.Add(kPlaces[static_cast<size_t>(candidate.where)]);
    evidence.Add(Sign::kMan, page_.IsMan());
    WeighLead(name, lead, candidate, evidence);
    WeighContext(name, candidate, evidence);
    WeighPeers(name, candidate, evidence);
    evidence.Add(Sign::kPageSiblings, HasSiblings(name, lead, candidate));
    if (candidate.body != nullptr) {
      const std::string_view lower = candidate.body->words.lower;
      evidence.Add(Sign::kBodyDefault, candidate.body->field_default.stated() ||
                                           lower.find("default") != std::string_view::npos);
      evidence.Add(Sign::kBodySet, lower.find("set") != std::string_view::npos);
    }
    const NameShape shape = ShapeOf(name.name);
    evidence.Add(Sign::kLowerWithoutEvidence,
                 shape == NameShape::kLower && !evidence.Has(Sign::kContextHeading) &&
                     !evidence.Has(Sign::kContextLeadIn) && !evidence.Has(Sign::kEnvColumn) &&
                     candidate.where < CandidatePlace::kDirective);
  }
  if (explain_ && judged_.size() < kMaxJudged) {
    judged_.push_back({name.name,
                       {page_.file, std::max(0, name.line), std::max(0, name.column)},
                       ScoreOf(evidence),
                       Explain(evidence)});
  }
  return evidence;
}

// Notes which accepted names the page itself calls variables. JudgePage uses their number.
void CandidateScorer::NoteCalled(const LeadName& name, const Evidence& evidence) {
  const bool common = IsOwnedByNobody(name.name);
  // A title counts for both sets; a sentence, a label or a markup of the name only for `called`.
  static constexpr Sign kHeads[] = {Sign::kContextHeading, Sign::kEnvColumn, Sign::kContextOuter};
  static constexpr Sign kCalls[] = {Sign::kContextLeadIn, Sign::kContextBody, Sign::kBeside,
                                    Sign::kRole,          Sign::kEnvvar,      Sign::kLabel,
                                    Sign::kRecord};
  const auto has = [&](Sign sign) { return evidence.Has(sign); };
  const bool headed = std::any_of(std::begin(kHeads), std::end(kHeads), has);
  if (headed) headed_.insert(name.name);
  // A mention of a variable that every program has, such as HOME, does not make the page a catalog.
  if (headed || (!common && std::any_of(std::begin(kCalls), std::end(kCalls), has))) {
    called_.insert(name.name);
  }
}

std::vector<LeadName> CandidateScorer::Accepted(const LeadingNames& lead,
                                                const Candidate& candidate) {
  std::vector<LeadName> names;
  best_ = 0;
  for (const LeadName& name : lead.names) {
    if (name.name.starts_with("--")) continue;
    const Evidence evidence = Weigh(name, lead, candidate);
    const double score = ScoreOf(evidence);
    NoteSibling(name, lead, candidate, score > 0);
    best_ = std::max(best_, score);
    if (score <= 0) continue;
    names.push_back(name);
    NoteCalled(name, evidence);
  }
  // A lead with a rejected first name is a sentence that begins with a word in capitals.
  if (!names.empty() && names.front().name != lead.names.front().name) return {};
  return names;
}

}  // namespace flagcensus
