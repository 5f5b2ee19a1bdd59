// What a text that was cut out of something larger is worth as a description.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/text_lines.h"
#include "analyzer/reference/prose.h"

namespace flagcensus {
namespace {

struct Sample {
  const char* text;
  const char* whole;
};

TEST(WholeText, EndsAndBeginsWithSentences) {
  const std::vector<Sample> samples = {
      {"Port to listen on.", "Port to listen on."},
      {"where the cache lies", "where the cache lies"},
      {"environment variable must be set by all. It names the oven.", "It names the oven."},
      {"variable with some information, and the", ""},
      {"Names the oven. New ovens will automatically have", "Names the oven."},
      {"Names the oven. For example:", "Names the oven. For example:"},
      {"Names the oven (see the", ""},
      {"It is hot. It will print the following events", "It is hot."},
      {"How many rooms to heat with", "How many rooms to heat with"},
      {"Heats it (by gas)", "Heats it (by gas)"},
      {"1. set by the baker", "set by the baker"},
      {"(bool): whether it is lit.", "whether it is lit."},
      {": whether it is lit.", "whether it is lit."},
      {"pattern) Name of the oven.", "Name of the oven."},
      {"Name of the oven (or so) in it.", "Name of the oven (or so) in it."},
      {"(by gas): heats it (a bit)", "heats it (a bit)"},
      {"2.5 degrees more", "2.5 degrees more"},
      {"The oven to heat (env: `OVEN_X`).", "The oven to heat."},
      {"Next is OVEN_X times two. (`OVEN_X` env var)", "Next is OVEN_X times two."},
      {"The oven to heat (see OVEN_X).", "The oven to heat (see OVEN_X)."},
      {"Name of it. See: https://oven.example/doc\xE2\x80\xA6", "Name of it."},
      {"Name of it and so on\xE2\x80\xA6", "Name of it and so on\xE2\x80\xA6"},
      {"Names the oven. The default value is;", "Names the oven."},
      {"Names the oven that there is", "Names the oven that there is"},
      {"(or OVEN_Y) Names the oven.", "Names the oven."},
      {"(default: 180) How hot it is.", "How hot it is."},
      {"(by default it burns) How hot it is.", "(by default it burns) How hot it is."},
      {"Names the oven. Example value .", "Names the oven."},
      {"Names the oven. Example value . See also; The guide; Ovens of others", "Names the oven."},
      {"Names the oven. See also the guide.", "Names the oven. See also the guide."},
      {"Names the oven. Example: gas", "Names the oven. Example: gas"},
      {"Sets an example. Examples are ovens.", "Sets an example. Examples are ovens."},
      {"- set by the baker", "set by the baker"}};
  for (const auto& [text, whole] : samples) EXPECT_EQ(WholeText(text, "OVEN_X"), whole) << text;
}

TEST(WholeText, IsNoCommand) {
  for (const char* text : {"ENV OVEN_X=1", "OVEN_X=1", "on a system ${OVEN_X:-${HOME}/oven}"}) {
    EXPECT_EQ(WholeText(text, "OVEN_X"), "") << text;
  }
  for (const char* text : {"OVEN_X=1: heats it", "Set OVEN_X=1 to heat it.", "in ${OVEN_Y}/x"}) {
    EXPECT_EQ(WholeText(text, "OVEN_X"), text);
  }
}

TEST(WithoutSections, KeepsWhatStandsBefore) {
  const std::vector<Sample> samples = {
      {"Path of the oven. May raise: - OSError: if it is cold", "Path of the oven."},
      {"Path of the oven. Args: name: of the oven", "Path of the oven."},
      {"Path of the oven. :param name: of the oven", "Path of the oven."},
      {"Tells the baker about notes of others.", "Tells the baker about notes of others."}};
  for (const auto& [text, whole] : samples) EXPECT_EQ(WithoutSections(text), whole) << text;
}

TEST(WithoutDefaultLabel, CutsItAtTheEndAlone) {
  const std::vector<Sample> samples = {
      {"How hot it is [default: 180]", "How hot it is"},
      {"How hot it is (default: 180).", "How hot it is"},
      {"How hot (default 180) it is.", "How hot (default 180) it is."},
      {"How hot it is. Default: env.OVEN_Y", "How hot it is."},
      {"How hot it is (1 to 500, default: 180)", "How hot it is (1 to 500)"},
      {"How hot it is, default: 180", "How hot it is"},
      {"How hot it is Default value: 180", "How hot it is"},
      {"How hot it is. Default value: a third of what it can be", "How hot it is."},
      {"What to take as default value: the last one wins",
       "What to take as default value: the last one wins"},
      {"How hot the oven isDEFAULT: 180", "How hot the oven is"}};
  for (const auto& [text, whole] : samples) EXPECT_EQ(WithoutDefaultLabel(text), whole) << text;
}

TEST(WithoutDefaultSentences, DropsWhatTheColumnSays) {
  const std::vector<Sample> samples = {
      {"How hot it is. Default is 180.", "How hot it is."},
      {"How hot it is. Default: `180`. In degrees.", "How hot it is. In degrees."},
      {"Defaults to the $OVEN_X environment variable if available. How hot.", "How hot."},
      {"How hot. Defaults to OVEN_Y if that is set.",
       "How hot. Defaults to OVEN_Y if that is set."},
      {"How hot. The default is 180 unless it burns.",
       "How hot. The default is 180 unless it burns."},
      {"The default oven is used.", "The default oven is used."}};
  for (const auto& [text, whole] : samples) {
    EXPECT_EQ(WithoutDefaultSentences(text, "OVEN_X"), whole) << text;
  }
}

TEST(TidyProse, DropsTheNameAndTheValueThatTurnsItOn) {
  const std::vector<Sample> samples = {{"OVEN_X: heats it", "heats it"},
                                       {"OVEN_X=1: heats it", "heats it"},
                                       {"OVEN_X=yes: heats it", "heats it"},
                                       {"OVEN_X=off: cools it", "off: cools it"},
                                       {"OVEN_X=a b: heats it", "OVEN_X=a b: heats it"}};
  for (const auto& [text, tidy] : samples) EXPECT_EQ(TidyProse(text, "OVEN_X"), tidy) << text;
}

TEST(TidyProse, DropsMarksOfDocstrings) {
  const std::vector<Sample> samples = {
      {".. envvar: OVEN_X Heats it.", "Heats it."},
      {".. envvar:: OVEN_X Heats it.", "Heats it."},
      {"See :ref:oven-rack for more.", "See oven-rack for more."},
      {"Prints :py:class:~oven.parts.Rack sizes.", "Prints Rack sizes."},
      {"Made by :func:~bake.", "Made by bake."},
      {"Made by :py:func:~oven.bake.", "Made by bake."},
      {"Racks: * 'top', above * 'low', below", "Racks: 'top', above; 'low', below"},
      // Times, addresses and paths of the home directory have colons and tildes, too.
      {"Begins at :hour:minute of the day.", "Begins at :hour:minute of the day."},
      {"Opens :memory: if unset.", "Opens :memory: if unset."},
      {"Lies in ~/oven.d/racks.", "Lies in ~/oven.d/racks."}};
  for (const auto& [text, tidy] : samples) EXPECT_EQ(TidyProse(text, "OVEN_X"), tidy) << text;
}

TEST(WithoutPointerSentences, DropsThoseThatTheTextHasNoLinkFor) {
  const std::vector<Sample> samples = {
      {"Heats it. See also The hot mode.", "Heats it."},
      {"Heats it. See The hot mode. It burns.", "Heats it. It burns."},
      {"Heats it. For more information see this page.", "Heats it."},
      {"Heats it. Read oven_heat for more details.", "Heats it."},
      {"Heats it. Read twice for more safety of the cake and of all who bake it.",
       "Heats it. Read twice for more safety of the cake and of all who bake it."},
      {"Heats it. Read by the lamp, too.", "Heats it. Read by the lamp, too."},
      {"Heats it. See RFC 5424.", "Heats it. See RFC 5424."},
      {"Heats it. See OVEN_HEAT.", "Heats it. See OVEN_HEAT."},
      {"See The hot mode.", "See The hot mode."}};
  for (const auto& [text, whole] : samples) EXPECT_EQ(WithoutPointerSentences(text), whole) << text;
}

TEST(JoinedLines, EndsASentenceWhereALineHasRoom) {
  struct Lines {
    std::vector<std::string_view> lines;
    const char* text;
  };
  const std::vector<Lines> samples = {
      {{"Where it listens", "By default all addresses are taken"},
       "Where it listens. By default all addresses are taken"},
      {{"Where the baker of the house", "Miller listens if there is one"},
       "Where the baker of the house Miller listens if there is one"},
      {{"The address of the", "Redis server, which is used for the queue of orders"},
       "The address of the Redis server, which is used for the queue of orders"},
      {{"How it is baked:", "- slow", "- fast: only this"},
       "How it is baked: slow; fast: only this"},
      {{"How it is baked", "", "Only by hand"}, "How it is baked. Only by hand"},
      {{"  how hot", "  it is  "}, "how hot it is"},
      {{}, ""}};
  for (const auto& [lines, text] : samples) EXPECT_EQ(JoinedLines(lines), text);
}

TEST(SaysWhatItDoes, NeedsTheNameAsSubjectOrAsWhatIsSet) {
  for (const char* text :
       {"OVEN_X names the oven.", "The OVEN_X environment variable names the oven.",
        "Set the environment variable OVEN_X to 1.", "One can move it using the $OVEN_X variable.",
        "It is hot if OVEN_X is set.", "By default OVEN_X is 5.", "The oven to heat (env: OVEN_X)",
        "One sets the variables OVEN_A, OVEN_B or OVEN_X.", "set it by the variable, `OVEN_X`"}) {
    EXPECT_TRUE(SaysWhatItDoes(text, "OVEN_X")) << text;
  }
  for (const char* text :
       {"This transfers OVEN_X and OVEN_Y.", "It grows to the $OVEN_X directory.",
        "Set the variables and add your oven to all of MY_OVEN_X.",
        "It prints the variables OVEN_X and OVEN_Y."}) {
    EXPECT_FALSE(SaysWhatItDoes(text, "OVEN_X")) << text;
  }
}

}  // namespace
}  // namespace flagcensus
