// Lists of phrases, searched for in one pass: the same as one by one.
#include "analyzer/pages/vocabulary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

const std::vector<std::string> kPhrases = {
    "is set", "a", "--home", "set to:", "env", "environment", "x_1"};

TEST(PhraseList, FindsWhatASearchForEachFinds) {
  const PhraseList list(kPhrases);
  for (const std::string text : {"",
                                 "a",
                                 "ab",
                                 "it is set",
                                 "it is settled",
                                 "his set",
                                 "--home",
                                 "my--home",
                                 "set to: 1",
                                 "the environment",
                                 "the environments",
                                 "bienv",
                                 "env",
                                 "_env",
                                 "x_1",
                                 "ax_1",
                                 "x_12",
                                 "is se",
                                 "\xc3\xa9"
                                 "env",
                                 "is  set",
                                 "reset to:",
                                 "(a)",
                                 "b a"}) {
    const auto any = [&](auto has) { return std::any_of(kPhrases.begin(), kPhrases.end(), has); };
    EXPECT_EQ(HasAny(text, list), any([&](const std::string& one) { return HasWord(text, one); }))
        << text;
    EXPECT_EQ(HasAnyPhrase(text, list),
              any([&](const std::string& one) { return HasPhrase(text, one); }))
        << text;
    EXPECT_EQ(StartsWithPhrase(text, list),
              any([&](const std::string& one) { return text.starts_with(one); }))
        << text;
    EXPECT_EQ(list.Holds(text), any([&](const std::string& one) { return text == one; })) << text;
  }
}

TEST(PhraseList, KeepsTheOrderAndMayBeEmpty) {
  EXPECT_EQ(PhraseList(kPhrases).phrases(), kPhrases);
  const PhraseList none;
  EXPECT_FALSE(HasAny("a", none));
  EXPECT_FALSE(HasAnyPhrase("a", none));
  EXPECT_FALSE(none.Holds(""));
}

TEST(PhraseList, OfSeveralListsHoldsAll) {
  const PhraseList both = PhrasesOfAll({"environment", "settings"});
  for (const char* list : {"environment", "settings"}) {
    for (const std::string& phrase : Phrases(list)) EXPECT_TRUE(both.Holds(phrase)) << phrase;
  }
}

}  // namespace
}  // namespace flagcensus
