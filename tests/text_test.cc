#include "analyzer/base/text.h"

#include <gtest/gtest.h>

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

TEST(ToValidUtf8, ReplacesOnlyBrokenBytes) { EXPECT_EQ(ToValidUtf8("é\xe9z"), "é\xef\xbf\xbdz"); }

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
