// What is said of a read whose variable is not set: by the one answer to it, and in the rows of
// `scan`.
#include "analyzer/model/unset.h"

#include <gtest/gtest.h>

#include <string>

#include "analyzer/report/json.h"

namespace flagcensus {
namespace {

Access Read(DefaultKind kind, const std::string& text) {
  Access access;
  access.name = "APP_A";
  access.default_kind = kind;
  if (kind == DefaultKind::kLiteral) access.default_text = text;
  return access;
}

TEST(Unset, IsWhatTheReadGives) {
  EXPECT_EQ(UnsetOf(Read(DefaultKind::kNone, "")).kind, DefaultKind::kNone);
  EXPECT_EQ(UnsetOf(Read(DefaultKind::kRequired, "")).kind, DefaultKind::kRequired);
  const Access literal = Read(DefaultKind::kLiteral, "80");
  EXPECT_EQ(UnsetOf(literal).text, "80");
  EXPECT_FALSE(UnsetOf(literal).behind);
}

TEST(Unset, IsDecidedBehindAReadThatGivesNothing) {
  for (const std::string given : {"", "\"\""}) {
    Access access = Read(DefaultKind::kLiteral, given);
    access.use.unset_kind = DefaultKind::kLiteral;
    access.use.unset_text = "::";
    EXPECT_TRUE(UnsetOf(access).behind);
    EXPECT_EQ(UnsetOf(access).text, "::");
  }
  // A default of its own is not replaced.
  Access access = Read(DefaultKind::kLiteral, "80");
  access.use.unset_kind = DefaultKind::kLiteral;
  access.use.unset_text = "::";
  EXPECT_EQ(UnsetOf(access).text, "80");
}

TEST(Unset, OfAChainIsTheLiteralInTheEnd) {
  Access access = Read(DefaultKind::kNone, "");
  access.use.falls_back = true;
  EXPECT_FALSE(UnsetOf(access).falls_back);
  EXPECT_EQ(ToJson(access)["default_kind"], "none");
  access.use.unset_kind = DefaultKind::kLiteral;
  access.use.unset_text = "x";
  EXPECT_TRUE(UnsetOf(access).falls_back);
  EXPECT_EQ(ToJson(access)["default"], "x");
  EXPECT_EQ(ToJson(access)["default_kind"], "literal");
}

}  // namespace
}  // namespace flagcensus
