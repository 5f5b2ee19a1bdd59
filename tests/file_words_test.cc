// What a file may hold by its noted words: never wrong about a word that is there.
#include "analyzer/tree/file_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyzer/tree/word_search.h"

namespace flagcensus {
namespace {

bool May(const FileWords& words, std::string_view word) {
  return words.MayContain(FileWords::KeyOf(word, true));
}

TEST(FileWords, HoldsWhatWasNotedInAnyCase) {
  FileWords words;
  words.Note("x = os.getenv('APP_HOME')  # 3 apples\nlast");
  for (const char* word : {"x", "os", "getenv", "APP_HOME", "app_home", "3", "last"}) {
    EXPECT_TRUE(May(words, word)) << word;
  }
}

TEST(FileWords, KnowsMostOfWhatIsNotThere) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "name_" + std::to_string(i) + " = value;\n";
  FileWords words;
  words.Note(text);
  int wrong = 0;
  for (int i = 0; i < 1000; ++i) wrong += May(words, "other_" + std::to_string(i)) ? 1 : 0;
  EXPECT_LT(wrong, 50);
  for (int i = 0; i < 2000; ++i) EXPECT_TRUE(May(words, "name_" + std::to_string(i)));
}

TEST(FileWords, KnowsWordsOfCapitalsAmongManyOthers) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "name_" + std::to_string(i) + " = value;\n";
  text += "APP_HOME, _APP_, APP_Mixed, other_CASE, X";
  FileWords words;
  words.Note(text);
  const auto may = [&](std::string_view word) {
    return words.MayContain(FileWords::KeyOf(word, false));
  };
  for (const char* word : {"APP_HOME", "_APP_", "X", "name_7"}) EXPECT_TRUE(may(word)) << word;
  int wrong = 0;
  for (int i = 0; i < 1000; ++i) wrong += may("APP_" + std::to_string(i)) ? 1 : 0;
  EXPECT_LT(wrong, 2);
  for (const char* beginning : {"APP_", "APP_H", "APP_Mi", "_APP_"}) {
    EXPECT_TRUE(words.MayContain(FileWords::KeyOfBeginning(beginning).value())) << beginning;
  }
  EXPECT_FALSE(FileWords::KeyOfBeginning("APP").has_value());
  EXPECT_FALSE(FileWords::KeyOfBeginning("app_").has_value());
}

TEST(FileWords, HoldsAnythingBeforeItIsNotedAndWhereLinesPartAWord) {
  FileWords words;
  EXPECT_TRUE(May(words, "getenv"));
  words.Note("get\\\nenv(\"X\")");
  EXPECT_TRUE(May(words, "getenv"));
  FileWords crlf;
  crlf.Note("get\\\r\nenv(\"X\")");
  EXPECT_TRUE(May(crlf, "getenv"));
  FileWords apart;
  apart.Note("get \\\n env(\"X\")");
  EXPECT_FALSE(May(apart, "getenv"));
}

TEST(FileWords, ASearchAsksForTheWholeWordsOfItsOwn) {
  FileWords words;
  words.Note("import app.settings; APP_NAME = 1");
  const auto may = [&](const std::string& word, WordShape shape) {
    return WordSearch({word}, {shape}).MayStandIn(words);
  };
  EXPECT_TRUE(may("app.settings", {}));
  EXPECT_FALSE(may("app.other", {}));
  EXPECT_TRUE(may("app_name", {true, false}));
  EXPECT_TRUE(may("APP_", {false, true}));
  EXPECT_TRUE(may("APP_NA", {false, true}));  // goes on: only its first part is known
  EXPECT_FALSE(may("OTHER_", {false, true}));
  EXPECT_TRUE(may("APP", {false, true}));  // nothing is known of it
  EXPECT_FALSE(may("nowhere.APP_", {false, true}));
  EXPECT_TRUE(may("--", {}));
}

}  // namespace
}  // namespace flagcensus
