#include "analyzer/base/text.h"

#include <gtest/gtest.h>

#include <string>

namespace flagcensus {
namespace {

TEST(EscapeControl, LeavesTextAlone) {
  EXPECT_EQ(EscapeControl("naïve – 価 A_B"), "naïve – 価 A_B");
}

TEST(EscapeControl, EscapesWhatDrivesATerminal) {
  EXPECT_EQ(EscapeControl("a\x1b[2Jb\n\tc\r\x7f"), "a\\x1b[2Jb\\n\\tc\\r\\x7f");
  EXPECT_EQ(EscapeControl("\u202eevil\u0085"), "\\u{202e}evil\\u{0085}");
  EXPECT_EQ(EscapeControl("\xff\xc3(\xed\xa0\x80"), "\\xff\\xc3(\\xed\\xa0\\x80");
}

TEST(EscapeControl, EscapesWhatCannotBeSeen) {
  EXPECT_EQ(EscapeControl("A\u200bB\u200dC\ufeffD\u00adE"),
            "A\\u{200b}B\\u{200d}C\\u{feff}D\\u{00ad}E");
  EXPECT_EQ(EscapeControl("X\U000e0041\U000e0101\ufe01"), "X\\u{e0041}\\u{e0101}\\u{fe01}");
  EXPECT_EQ(EscapeControl("\u2066a\u2069\u3164\u115f\u034f\u2800"),
            "\\u{2066}a\\u{2069}\\u{3164}\\u{115f}\\u{034f}\\u{2800}");
  EXPECT_EQ(EscapeControl("A\ufe0f \ue000"), "A\\u{fe0f} \\u{e000}");
  // Good twins: accents, letters of other scripts, an emoji with its selector.
  EXPECT_EQ(EscapeControl("e\u0301 \u0905\u0902 \u26a0\ufe0f \u00a0"),
            "e\u0301 \u0905\u0902 \u26a0\ufe0f \u00a0");
}

TEST(BreakCommands, NoLineIsOne) {
  EXPECT_EQ(BreakCommands("::error::x\n  ::add-mask::y\n\x1b[1m::z", "?"),
            "\\x3a:error::x\n  \\x3a:add-mask::y\n\x1b[1m\\x3a:z");
  EXPECT_EQ(BreakCommands("a ##vso[task.x]##[error]##teamcity[y]###[z", "?"),
            "a #?vso[task.x]#?[error]#?teamcity[y]##?[z");
  for (const char* good : {"std::getenv", "a ::b", "  ::: docs/a.md:3", ":::", "::", ":: x",
                           "## Title", "# [x]", "#[x]", "##", "", "a\n\nb\n", "C ## D [x]"}) {
    EXPECT_EQ(BreakCommands(good, "?"), good);
  }
}

TEST(ToValidUtf8, ReplacesOnlyBrokenBytes) { EXPECT_EQ(ToValidUtf8("é\xe9z"), "é\xef\xbf\xbdz"); }

TEST(ToLower, MapsEachByteOnItsOwn) {
  std::string all, lower;
  for (int i = 0; i < 256; ++i) {
    all += static_cast<char>(i);
    lower += ToLower(static_cast<char>(i));
  }
  for (size_t shift = 0; shift < 9; ++shift) {
    EXPECT_EQ(ToLower(all.substr(shift)), lower.substr(shift));
  }
  EXPECT_EQ(ToLower("@AZ[`az{"), "@az[`az{");
}

TEST(Split, GivesOnePieceMoreThanSeparators) {
  EXPECT_EQ(Split("a,,b", ',').size(), 3U);
  EXPECT_EQ(Split("", ',').size(), 1U);
}

TEST(EditDistance, CountsSwapsAsOne) {
  EXPECT_EQ(EditDistance("TRESHOLD", "THRESHOLD", 2), 1);
  EXPECT_EQ(EditDistance("ABCD", "ABDC", 2), 1);
  EXPECT_EQ(EditDistance("ABCD", "WXYZ", 2), 3);
  EXPECT_EQ(EditDistance("A", "ABCDEFG", 2), 3);
}

}  // namespace
}  // namespace flagcensus
