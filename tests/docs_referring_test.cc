// Texts that refer to what is around them on their page.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyzer/reference/prose.h"
#include "analyzer/reference/rows.h"
#include "analyzer/reference/source_links.h"

namespace flagcensus {
namespace {

TEST(Referring, NamesTheNeighbours) {
  const Neighbours around{"OVEN_A", "OVEN_C"};
  const std::vector<std::pair<const char*, const char*>> samples = {
      {"Same as above, but for cakes.", "Same as OVEN_A, but for cakes."},
      {"(optional) same as above", "(optional) same as OVEN_A"},
      {"Needs the variable below.", "Needs OVEN_C."},
      {"Needs the variable above to be set.", "Needs OVEN_A to be set."},
      {"Hot as above mentioned ovens.", "Hot as above mentioned ovens."},
      {"How hot it is.", "How hot it is."}};
  for (const auto& [text, named] : samples) EXPECT_EQ(WithNeighbours(text, around), named);
  EXPECT_EQ(WithNeighbours("Same as above.", {}), "Same as above.");
}

TEST(Referring, AReferenceIsNoDescription) {
  for (const char* text :
       {"Explained in \"How to bake\"", "See above.", "same as above, for cakes",
        "see the manual https://oven.test/", "Described in the section on heat."}) {
    EXPECT_TRUE(IsReference(text)) << text;
  }
  for (const char* text : {"Same as OVEN_A, but for cakes.", "See OVEN_A.", "How hot it is.",
                           "See the manual. Sets the heat."}) {
    EXPECT_FALSE(IsReference(text)) << text;
  }
}

TEST(Referring, DropsSentencesThatOnlyPoint) {
  EXPECT_EQ(WithoutPointerSentences("Enables it. See the section below. Use with care."),
            "Enables it. Use with care.");
  EXPECT_EQ(WithoutPointerSentences("Enables it. See the Heat section."), "Enables it.");
  EXPECT_EQ(WithoutPointerSentences("Enables it. See https://oven.test/heat."),
            "Enables it. See https://oven.test/heat.");
}

TEST(Referring, ATextForSeveralHasThemAsItsSubject) {
  const std::vector<std::string> both = {"OVEN_A", "OVEN_B"};
  EXPECT_EQ(WithSubjects("cause the oven to heat", both),
            "OVEN_A and OVEN_B cause the oven to heat");
  EXPECT_EQ(WithSubjects("are the racks", both), "OVEN_A and OVEN_B are the racks");
  EXPECT_EQ(WithSubjects("name and password", both), "name and password");
  EXPECT_EQ(WithSubjects("control plane address", both), "control plane address");
  EXPECT_EQ(WithSubjects("cause the oven to heat", {"OVEN_A"}), "cause the oven to heat");
}

TEST(Shortened, KeepsWhatASentenceGoesOnFrom) {
  const std::string filler = "X" + std::string(450, 'x');
  const std::string text = "It heats. " + filler +
                           ". Some cakes burn. For this type of cake, setting "
                           "this variable cools it. " +
                           filler + ".";
  EXPECT_EQ(Shortened(text, "OVEN_X", 500),
            "It heats. Some cakes burn. For this type of cake, setting this variable cools it.");
}

TEST(SourceLinks, AreOfTheRemote) {
  EXPECT_EQ(LinkTemplateOf("https://github.com/bakers/oven.git", ""),
            "https://github.com/bakers/oven/blob/HEAD/{file}");
  EXPECT_EQ(LinkTemplateOf("ssh://gitlab.oven.test:2222/bakers/oven.git", "sub/part"),
            "https://gitlab.oven.test/bakers/oven/-/blob/HEAD/sub/part/{file}");
  EXPECT_EQ(LinkTemplateOf("https://oven.test/bakers/oven", ""), "");
  EXPECT_EQ(LinkTemplateOf("https://github.com/bakers/o\"ven", ""), "");
  EXPECT_EQ(LinkTemplateOf("", ""), "");
  EXPECT_EQ(LinkTemplateIn("[`a.py`](<https://github.com/bakers/oven/blob/HEAD/a.py>)", ""),
            "https://github.com/bakers/oven/blob/HEAD/{file}");
  EXPECT_EQ(LinkTemplateIn("nothing", ""), "");
}

TEST(Removed, IsReadFromThePageInEachFormat) {
  for (const char* page : {"- `OVEN_OLD`: removed in 3f2c1ab9d0 (2026-05-01)\n",
                           ".TP\n\\fBOVEN_OLD\\fR\nremoved in 3f2c1ab9d0 (2026\\-05\\-01)\n",
                           "\"name\": \"OVEN_OLD\",\n\"description\": \"removed in 3f2c1ab9d0 "
                           "(2026-05-01)\"\n",
                           "#- OVEN_OLD: removed in 3f2c1ab9d0 (2026-05-01)\n"}) {
    EXPECT_EQ(RemovedOn(page), (RemovedNames{{"OVEN_OLD", "3f2c1ab9d0 (2026-05-01)"}})) << page;
  }
  EXPECT_TRUE(RemovedOn("- `OVEN_OLD`: removed in v2\n").empty());
}

}  // namespace
}  // namespace flagcensus
