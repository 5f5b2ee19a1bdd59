// What a text that was cut out of something larger is worth as a description.
#include <gtest/gtest.h>

#include <string>
#include <vector>

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
      {"How hot it is, default: 180", "How hot it is"}};
  for (const auto& [text, whole] : samples) EXPECT_EQ(WithoutDefaultLabel(text), whole) << text;
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
