// Which words for on and off a description tells readers to set the variable to.
#include <gtest/gtest.h>

#include <string>

#include "analyzer/base/text.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

struct SpellingRow {
  const char* description;
  const char* on;  // joined with ','
  const char* off;
  bool any = false;
};

const SpellingRow kSpellingRows[] = {
    {"Set to 1 to enable.", "1", ""},
    {"If set to \"0\", it skips the build. Otherwise it builds.", "", "0"},
    {"if set to “1”, documents are built", "1", ""},
    {"Set it to false to go without, to true for all.", "", "false"},
    {"Set this to 0 for less.", "", "0"},
    {"Setting this to on shows more.", "", ""},
    {"Setting this to 'on' shows more.", "on", ""},
    {"set to yes, it prints more", "yes", ""},
    {"0 disables it, 1 enables it", "1", "0"},
    {"Use 0 to disable.", "", "0"},
    {"false to turn it off", "", "false"},
    {"Run with APP_X=0 for speed.", "", "0"},
    {"shows tables when APP_X=true is given", "true", ""},
    {"plain output if set to non-zero", "", "0"},
    {"When this is set to 1, more is shown.", "1", ""},
    {"If the variable is set to 0 nothing is shown.", "", "0"},
    // Another variable, another thing.
    {"Counts only when APP_Y is set to 1.", "", ""},
    {"Only read if APP_XY=1 is set.", "", ""},
    {"The seed is set to 0 in tests.", "", ""},
    // Amounts and ranges.
    {"Set to 0 seconds to wait no longer.", "", ""},
    {"Set to 0.5 for half of it.", "", ""},
    {"set to 0-3", "", ""},
    {"a level; set to 10 for all", "", ""},
    {"may be 1.0 to enable all", "", ""},
    // Words of any sentence.
    {"Is set to no avail.", "", ""},
    {"set to on-site only", "", ""},
    // Any value will do.
    {"Set to 1, or to any value, to see more.", "1", "", true},
    {"If set to a non-empty string it is used.", "", "", true},
    {"Shown if defined.", "", "", true},
    {"", "", ""},
};

TEST(Spellings, AreThoseThatTheDescriptionTells) {
  for (const SpellingRow& row : kSpellingRows) {
    Entry entry;
    entry.name = "APP_X";
    entry.description = row.description;
    const Spellings stated = SpellingsOf(entry);
    EXPECT_EQ(Join(stated.on, ","), row.on) << row.description;
    EXPECT_EQ(Join(stated.off, ","), row.off) << row.description;
    EXPECT_EQ(stated.any, row.any) << row.description;
  }
}

TEST(Spellings, ListedValuesCount) {
  Entry entry;
  entry.name = "APP_X";
  entry.claims = {"deprecated", "values:On|off|auto"};
  const Spellings stated = SpellingsOf(entry);
  EXPECT_EQ(Join(stated.on, ","), "on");
  EXPECT_EQ(Join(stated.off, ","), "off");
}

}  // namespace
}  // namespace flagcensus
