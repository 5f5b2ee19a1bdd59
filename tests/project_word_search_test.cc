#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {
namespace {

using Hits = std::vector<std::pair<uint32_t, uint32_t>>;

Hits FindOnce(const WordSearch& search, std::string_view text) {
  std::vector<WordHit> hits = {{7, 7}};  // must be replaced
  search.FindAll(text, *search.MakeScratch(), &hits);
  Hits out;
  for (const WordHit& hit : hits) out.emplace_back(hit.word, hit.offset);
  EXPECT_EQ(search.Contains(text, *search.MakeScratch()), !out.empty()) << text;
  return out;
}

// Finds the same before and after so much has been searched that a database is compiled.
Hits Find(const WordSearch& search, std::string_view text) {
  Hits out = FindOnce(search, text);
  const std::string much(size_t{4} << 20, ' ');
  search.Contains(much, *search.MakeScratch());
  EXPECT_EQ(FindOnce(search, text), out) << text;
  return out;
}

TEST(WordSearch, MatchesWholeWordsOnly) {
  const WordSearch search({"getenv", "environ"});
  EXPECT_EQ(Find(search, "getenv"), (Hits{{0, 0}}));
  EXPECT_EQ(Find(search, "os.getenv(environ)"), (Hits{{0, 3}, {1, 10}}));
  EXPECT_EQ(Find(search, "my_getenv getenvs getenv2 environb"), Hits{});
  EXPECT_EQ(Find(search, "my_getenv getenv"), (Hits{{0, 10}}));
  EXPECT_EQ(Find(search, ""), Hits{});
  EXPECT_EQ(Find(search, std::string_view("\0getenv\0", 8)), (Hits{{0, 1}}));
}

TEST(WordSearch, FindsWordsThatOverlapOrContainOthers) {
  const WordSearch search({"A", "A_B", "A.A", "B"});
  EXPECT_EQ(Find(search, "A_B A.A"), (Hits{{1, 0}, {0, 4}, {2, 4}, {0, 6}}));
}

TEST(WordSearch, FindsWordsInAnyCaseAndAsTheStartOfOthers) {
  const WordSearch search({"tx_size", "APP_", "tx_size"}, {{true, false}, {false, true}, {}});
  EXPECT_EQ(Find(search, "TX_SIZE Tx_Size tx_size tx_sizes"),
            (Hits{{0, 0}, {0, 8}, {0, 16}, {2, 16}}));
  EXPECT_EQ(Find(search, "APP_NAME MY_APP_NAME app_name APP_"), (Hits{{1, 0}, {1, 30}}));
}

TEST(WordSearch, ChecksOnlyIdentifierEnds) {
  const WordSearch search({"#define", "os.environ["});
  EXPECT_EQ(Find(search, "x#define y os.environ[z"), (Hits{{0, 1}, {1, 11}}));
  EXPECT_EQ(Find(search, "#defined"), Hits{});
}

TEST(WordSearch, TakesWordsOfAnyLength) {
  const std::string name(100000, 'N');
  const WordSearch search({name, name + "X"});
  EXPECT_EQ(Find(search, " " + name + " "), (Hits{{0, 1}}));
  EXPECT_EQ(Find(search, name + "X"), (Hits{{1, 0}}));
  EXPECT_EQ(Find(search, name + "Y"), Hits{});
}

TEST(WordSearch, WithoutWordsFindsNothing) {
  const WordSearch search({});
  EXPECT_EQ(Find(search, "anything"), Hits{});
}

TEST(WordSearch, AnEmptyWordIsFoundNowhere) {
  EXPECT_EQ(Find(WordSearch(std::vector<std::string>{""}), "anything"), Hits{});
  EXPECT_EQ(Find(WordSearch({"", "any", ""}), "x any"), (Hits{{1, 2}}));
}

TEST(WordSearch, AgreesWithASearchWordByWord) {
  std::mt19937 random(7);
  const auto word = [&] {
    std::string out;
    for (size_t n = 1 + random() % 4; n > 0; --n) out += "AB_x"[random() % 4];
    return out;
  };
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> words;
    for (int i = 0; i < 12; ++i) {
      std::string next = word();
      if (std::find(words.begin(), words.end(), next) == words.end()) words.push_back(next);
    }
    std::string text;
    for (int i = 0; i < 400; ++i) text += "AB_x .\n"[random() % 7];
    Hits expected;
    for (uint32_t at = 0; at < text.size(); ++at) {
      for (uint32_t i = 0; i < words.size(); ++i) {
        const size_t end = at + words[i].size();
        if (text.compare(at, words[i].size(), words[i]) != 0) continue;
        if (at > 0 && IsIdentifierByte(text[at - 1])) continue;
        if (end < text.size() && IsIdentifierByte(text[end])) continue;
        expected.emplace_back(i, at);
      }
    }
    ASSERT_EQ(Find(WordSearch(words), text), expected) << text;
  }
}

TEST(WordSearch, TakesThousandsOfWords) {
  std::vector<std::string> words;
  for (int i = 0; i < 5000; ++i) words.push_back("APP_FLAG_" + std::to_string(i));
  const WordSearch search(words);
  EXPECT_EQ(Find(search, "APP_FLAG_4999 APP_FLAG_49999 APP_FLAG_4"), (Hits{{4999, 0}, {4, 29}}));
}

TEST(ParallelFor, CallsOnceForEachIndex) {
  for (const unsigned threads : {1U, 3U, 16U}) {
    std::vector<int> calls(1000);
    std::atomic<bool> in_range = true;
    ParallelFor(calls.size(), threads, [&](size_t index, unsigned thread) {
      ++calls[index];
      if (thread >= threads) in_range = false;
    });
    EXPECT_EQ(calls, std::vector<int>(1000, 1));
    EXPECT_TRUE(in_range);
  }
  ParallelFor(0, 4, [](size_t, unsigned) { FAIL(); });
  EXPECT_GE(ThreadCount(0), 1U);
  EXPECT_EQ(ThreadCount(3), 3U);
}

}  // namespace
}  // namespace flagcensus
