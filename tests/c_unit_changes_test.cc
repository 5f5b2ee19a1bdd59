// Units as the memory of a server keeps them, and the changes of them that a run would notice.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "analyzer/link/c/packed_unit.h"
#include "analyzer/link/c/unit_changes.h"
#include "analyzer/machine/c/unit_tokens.h"

namespace flagcensus {
namespace {

UnitTokens Expanded(const std::string& text) {
  PpSources sources([&](int) { return std::optional(text); },
                    [](const std::string&, int) { return -1; });
  return ExpandUnit(0, &sources, {"getenv"});
}

TEST(PackedUnit, UnpacksToTheSameTokens) {
  const UnitTokens unit = Expanded(
      "#define LEVEL 3\nint level(void) {\n  const char *text = getenv(\"APP_LEVEL\");\n"
      "  return text ? f(text, (LEVEL + 'x')) : LEVEL;\n}\n\n\n\n\nstruct a { int b[4]; } c = "
      "{{1}};\n" +
      std::string(300, ' ') + "int wide;\n");
  const UnitTokens made = PackedUnit(unit).Unpacked();
  ASSERT_EQ(made.size(), unit.size());
  for (size_t i = 0; i < unit.size(); ++i) {
    EXPECT_EQ(made.Text(i), unit.Text(i)) << i;
    EXPECT_EQ(made[i].kind, unit[i].kind) << i;
    EXPECT_EQ(made[i].place, unit[i].place) << i;
    EXPECT_EQ(made[i].close, unit[i].close) << i;
  }
  EXPECT_EQ(PackedUnit(unit), PackedUnit(made));
}

class UnitChangesTest : public testing::Test {
 protected:
  UnitChangesTest() {
    lookups_.names = {"read", "size", "kHigh", "state", "word"};
    lookups_.used = {"getenv"};
  }

  bool Matters(const std::string& before, const std::string& now) const {
    return MayMatter(PackedUnit(Expanded(before)), PackedUnit(Expanded(now)), 0, lookups_);
  }

  CLookups lookups_;
};

TEST_F(UnitChangesTest, WhatNobodyLookedUpDoesNotMatter) {
  const std::string read = "int read(int a) { return a + size; }\n";
  EXPECT_FALSE(Matters(read, read + "int other(int a) { return a; }\nint zyx = 1;\n"));
  EXPECT_FALSE(
      Matters("int other(void) { return 1; }\n" + read, "int other(void) { return 2; }\n" + read));
  EXPECT_FALSE(Matters(read, "\n\n" + read)) << "nothing that is reported stands there";
}

TEST_F(UnitChangesTest, WhatWasLookedUpMatters) {
  EXPECT_TRUE(Matters("int read(int a) { return a; }\n", "int read(int a) { return a + 1; }\n"));
  EXPECT_TRUE(Matters("int read(int a) { return a; }\n", "int read(long a) { return a; }\n"));
  EXPECT_TRUE(Matters("int size = 1;\n", "int size = 2;\n"));
  EXPECT_TRUE(Matters("", "static int size = 2;\n"));
  EXPECT_TRUE(Matters("enum { kLow = 1, kHigh };\n", "enum { kLow = 1, kMiddle, kHigh };\n"));
  EXPECT_TRUE(Matters("struct state { int a; };\n", "struct state { int b; };\n"));
  EXPECT_TRUE(Matters("typedef int word;\n", "typedef char *word;\n"));
}

TEST_F(UnitChangesTest, WhoUsesWhatReadsMatters) {
  EXPECT_TRUE(Matters("void f(void) { }\n", "void f(void) { g(getenv(\"A\")); }\n"));
  EXPECT_TRUE(Matters("", "const char *text = getenv(\"A\");\n"));
  const std::string f = "void f(void) { getenv(\"A\"); }\n";
  const std::string g = "void g(void) { getenv(\"B\"); }\n";
  EXPECT_TRUE(Matters(f + g, g + f)) << "they run in another order";
}

TEST_F(UnitChangesTest, PlacesMatterWhereSomethingIsReported) {
  lookups_.places = {0};
  const std::string f = "void f(void) { getenv(\"A\"); }\n";
  EXPECT_TRUE(Matters(f, "\n" + f));
  EXPECT_FALSE(Matters(f, f + "int other(void) { return 1; }\n"));
}

TEST_F(UnitChangesTest, VariablesOfUnknownTypesMatter) {
  EXPECT_TRUE(Matters("", "Reader reader;\n")) << "the type may be another name of what reads";
  EXPECT_FALSE(Matters("", "unsigned int count;\n"));
}

}  // namespace
}  // namespace flagcensus
