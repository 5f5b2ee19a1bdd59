// undocumented names ─→ first words that differ from an own prefix by one letter; messages next to
// reads ─→ findings
#include "analyzer/rules/misnamed.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/own_prefixes.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

constexpr std::string_view kRule = "likely-typo";

// The number of variables of the sources that begin with each word.
std::map<std::string, size_t> CountFirstWords(const std::vector<Flag>& flags) {
  std::map<std::string, size_t> out;
  for (const Flag& flag : flags) {
    if (!IsPattern(flag.name) && !SourceAccesses(flag).empty()) ++out[FirstWord(flag.name)];
  }
  return out;
}

// The own prefix of which `word` is a misspelling: it differs by one letter, is long, and many more
// names have it. "" if there is none.
std::string MeantPrefix(const std::string& word, const Ownership& ownership,
                        const std::map<std::string, size_t>& counts) {
  constexpr size_t kShortest = 7;  // with the '_'
  constexpr size_t kMore = 4;      // times as many
  const auto count = [&](const std::string& of) {
    const auto found = counts.find(of);
    return found == counts.end() ? size_t{0} : found->second;
  };
  for (const OwnPrefix& own : ownership.own) {
    const std::string& prefix = own.prefix;
    // Words of the prefix itself: "APP_CORE_" has two, and which of them is misspelled is not
    // decided.
    if (own.by == OwnBy::kSibling || prefix.size() < kShortest || prefix == word) continue;
    if (prefix.find('_') + 1 != prefix.size() || prefix[0] != word[0]) continue;
    // A longer or shorter word is a different word: SERVER_, SERVERS_.
    const bool longer = word.starts_with(prefix.substr(0, prefix.size() - 1)) ||
                        prefix.starts_with(word.substr(0, word.size() - 1));
    if (longer || EditDistance(word, prefix, 1) != 1) continue;
    if (count(prefix) >= kMore * std::max<size_t>(count(word), 1)) return prefix;
  }
  return {};
}

void ReportPrefix(const Flag& flag, const std::string& word, const std::string& meant,
                  size_t others, std::vector<Finding>& findings) {
  Finding out = MakeFinding(kRule, flag.name, Severity::kWarning, Confidence::kMedium);
  out.suggestion = meant + flag.name.substr(flag.name.find(word) + word.size());
  out.code = PlacesOf(SourceAccesses(flag));
  out.message = fmt::format("{} begins with {}, while {} other variables begin with {}", flag.name,
                            word, others, meant);
  out.remedy = fmt::format("did you mean {}?", *out.suggestion);
  findings.push_back(std::move(out));
}

void ReportMessage(const Flag& flag, const InternalSign& sign, std::vector<Finding>& findings) {
  Finding out = MakeFinding(kRule, flag.name, Severity::kWarning, Confidence::kMedium);
  out.code = {sign.place};
  out.message = fmt::format("{} is read next to {}, where a message calls it {}", flag.name,
                            ToText(sign.place), sign.words);
  out.remedy = "correct the message";
  findings.push_back(std::move(out));
}

}  // namespace

void FindMisnamed(const RuleInput& input, std::vector<Finding>& findings) {
  // A message that names no known variable is stronger evidence than a similar prefix.
  std::set<std::string, std::less<>> reported, names;
  for (const Finding& finding : findings) {
    if (finding.rule == kRule) reported.insert(finding.name);
  }
  for (const Flag& flag : input.flags) names.insert(flag.name);
  const std::map<std::string, size_t> counts = CountFirstWords(input.flags);
  for (const Flag* flag : UndocumentedFlags(input)) {
    if (reported.contains(flag->name) || OwnerOf(input.ownership, flag->name) != nullptr) continue;
    const auto sign =
        std::find_if(flag->signs.begin(), flag->signs.end(), [&](const InternalSign& one) {
          return one.kind == InternalSign::Kind::kMisnamed && !names.contains(one.words);
        });
    if (sign != flag->signs.end()) {
      ReportMessage(*flag, *sign, findings);
      continue;
    }
    const std::string word = FirstWord(flag->name);
    const std::string meant =
        word.empty() ? std::string() : MeantPrefix(word, input.ownership, counts);
    if (!meant.empty()) ReportPrefix(*flag, word, meant, counts.at(meant), findings);
  }
}

}  // namespace flagcensus
