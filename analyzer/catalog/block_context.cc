// A paragraph → what it says about the blocks after it; a context → its topic, claims and prefix.
//
//   "The following environment variables are read:"  ─→ topic kEnvironment, intro_lists
//   "Possible values:"                               ─→ intro_values
//   "Deprecated variables:"                          ─→ the claim deprecated for all below
#include "analyzer/catalog/block_context.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/shared_prefix.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {

Topic TopicOf(const BlockContext& context, const PageFacts& page) {
  Topic nearest = context.intro_topic;
  bool environment = page.file_topic == Topic::kEnvironment || nearest == Topic::kEnvironment;
  for (auto it = context.sections.rbegin(); it != context.sections.rend(); ++it) {
    if (nearest == Topic::kNeutral) nearest = it->topic;
    environment = environment || it->topic == Topic::kEnvironment;
  }
  if (nearest == Topic::kNeutral) nearest = page.file_topic;
  // A section on macros, on a page about variables, may well contain variables. There, their shape
  // must decide.
  if (nearest == Topic::kOther && environment) return Topic::kNeutral;
  return nearest;
}

// The search goes from the nearest text outwards; the first one that mentions settings or the
// environment decides.
bool IsOfSettings(const BlockContext& context, const PageFacts& page) {
  if (context.intro_topic == Topic::kEnvironment || page.announced_page || page.announces_itself)
    return false;
  if (context.intro_settings) return true;
  // A single paragraph may mention settings in passing.
  constexpr int kSome = 2;
  for (auto it = context.sections.rbegin(); it != context.sections.rend(); ++it) {
    if (it->topic == Topic::kEnvironment) return false;
    const bool often = it->settings_said >= kSome && it->settings_said > 2 * it->environment_said;
    if (it->settings || often) return true;
    if (it->environment_said > 0) return false;
  }
  return page.settings_file && page.file_topic != Topic::kEnvironment && !context.announces;
}

std::string SectionOf(const BlockContext& context) {
  return context.sections.empty() ? "" : context.sections.back().title;
}

std::vector<std::string> ClaimsAbove(const BlockContext& context) {
  std::vector<std::string> claims = context.intro_claims;
  for (const PageSection& section : context.sections) {
    claims.insert(claims.end(), section.claims.begin(), section.claims.end());
  }
  return claims;
}

std::string PrefixAbove(const BlockContext& context) {
  for (auto it = context.sections.rbegin(); it != context.sections.rend(); ++it) {
    if (!it->prefix.empty()) return it->prefix;
  }
  return context.prefix;
}

void AddPrefix(const PageFacts& page, const std::vector<LeadingNames*>& leads,
               const std::string& prefix) {
  if (!IsOmitted(prefix, leads)) return;
  // The page's own code assigns such a name as it is written.
  for (LeadingNames* lead : leads) {
    if (!page.IsUsed(*lead)) *lead = WithPrefix(std::move(*lead), prefix);
  }
}

void SetIntro(const Block& paragraph, BlockContext& context) {
  const Prose text = ToProse(paragraph.inlines);
  // The topic of the sentence, and whether it announces a list.
  context.said = &paragraph;
  context.intro_topic = TopicOfSentence(text.text);
  const bool environment = context.intro_topic == Topic::kEnvironment;
  static const PhraseList& kLists = Phrases("announces_list");
  context.intro_lists = environment && HasAnyPhrase(text.lower, kLists);
  // The prefix that names below it omit.
  std::string prefix = PrefixField(text);
  // Settings with a common prefix are read from the environment: other settings need none.
  if (!prefix.empty() && !context.sections.empty() &&
      context.sections.back().topic == Topic::kNeutral) {
    context.sections.back().topic = Topic::kEnvironment;
  }
  if (prefix.empty()) prefix = SharedPrefixIn(text);
  if (!prefix.empty()) {
    // Above the first heading the prefix is that of the whole page.
    (context.sections.empty() ? context.prefix : context.sections.back().prefix) =
        std::move(prefix);
  }
  // Whether it calls what follows settings, and what the section mostly mentions.
  const bool settings = !environment && SpeaksOfSettings(text.lower);
  context.intro_settings = settings && Trim(text.lower).ends_with(':');
  if (!context.sections.empty()) {
    context.sections.back().settings_said += settings ? 1 : 0;
    context.sections.back().environment_said += environment ? 1 : 0;
  }
  // What the paragraph says about the whole page or section rather than about the next block.
  static const PhraseList& kWhole = Phrases("announces_whole");
  const bool opening = context.sections.empty() || context.sections.back().level == 1;
  context.announces_all =
      context.announces_all || (environment && opening && HasAnyPhrase(text.lower, kWhole));
  if (environment && context.sections.empty()) {
    context.announces = true;
  } else if (environment) {
    // What the page's first paragraph mentions in passing is not the topic of all its sections.
    PageSection& section = context.sections.back();
    static const PhraseList& kPage = Phrases("announces_page");
    section.speaks = true;
    section.announces = section.level > 1 || context.intro_lists || HasAnyPhrase(text.lower, kPage);
  }
  // Below such a sentence, -DNAME=value is an option of the build.
  static const PhraseList& kDefinitions = Phrases("definitions");
  if (!environment && !context.sections.empty() &&
      context.sections.back().topic == Topic::kNeutral && HasAnyPhrase(text.lower, kDefinitions)) {
    context.sections.back().topic = Topic::kOther;
  }
  // What the paragraph says about the next block only.
  const std::string_view tail = Trim(text.lower);
  static const PhraseList& kExamples = Phrases("announces_example");
  context.intro_example = std::any_of(kExamples.begin(), kExamples.end(), [&](const auto& phrase) {
    return tail.ends_with(phrase) && !SaysDocstringOnly(text.lower);
  });
  // "Example 2: Keep the variables of a kind:"
  static const PhraseList& kBegins = Phrases("begins_example");
  const bool numbered = tail.size() > 8 && tail.starts_with("example ") && IsDigit(tail[8]);
  context.intro_sample = numbered || (tail.ends_with(':') && StartsWithAny(tail, kBegins));
  // "The syntax of .env files is that of a shell:" introduces a file that shows syntax only.
  static const PhraseList& kSyntax = Phrases("announces_syntax");
  context.intro_example =
      context.intro_example || (tail.ends_with(':') && HasAny(text.lower, kSyntax));
  context.intro_claims = ClaimsFromIntro(text);
  context.intro_sets = tail.ends_with(':') && SaysSet(text.lower);
  // "one of the following environment variables" announces names.
  context.intro_values = AnnouncesValues(text.lower) &&
                         text.lower.find("following environment variables") == std::string::npos;
}

}  // namespace flagcensus
