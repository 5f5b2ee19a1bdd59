// The fixture runner's own matching: it must complain about anything that is missing, extra or
// other.
#include <gtest/gtest.h>

#include "tests/expectation.h"

namespace flagcensus {
namespace {

using Complaints = std::vector<std::string>;

Complaints Findings(std::string_view text, const std::vector<Finding>& findings) {
  Complaints out;
  const auto wants = ReadExpectations("want", "a.py", text, &out);
  for (std::string& complaint : MatchFindings(wants, findings)) out.push_back(std::move(complaint));
  return out;
}

Complaints Accesses(std::string_view text, const std::vector<Access>& accesses) {
  Complaints out;
  const auto wants = ReadExpectations("want-access", "a.py", text, &out);
  for (std::string& complaint : MatchAccesses(wants, accesses)) out.push_back(std::move(complaint));
  return out;
}

Finding Unused(int line) {
  Finding finding;
  finding.rule = "unused";
  finding.message = "APP_A is documented";
  finding.doc = {{"a.py", line, 1}};
  return finding;
}

TEST(Expectation, FindingsMatchByRuleLineMessageAndSeverity) {
  EXPECT_EQ(Findings("x  # want: unused \"APP_A is\"", {Unused(1)}), Complaints());
  EXPECT_EQ(Findings("| x | <!-- want: unused warning \"APP_A\" --> y", {Unused(1)}), Complaints());
  EXPECT_EQ(Findings("// want: unused \"A\"; unused \"B\"", {Unused(1)}).size(), 1U);
  EXPECT_EQ(Findings(".. want: unused \"APP_A\"; unused \"APP_A\"", {Unused(1), Unused(1)}),
            Complaints());
  EXPECT_EQ(Findings("# want: unused \"other\"", {Unused(1)}).size(), 2U);
  EXPECT_EQ(Findings("# want: undocumented \"APP_A\"", {Unused(1)}).size(), 2U);
  EXPECT_EQ(Findings("# want: unused info \"APP_A\"", {Unused(1)}).size(), 2U);
  EXPECT_EQ(Findings("\n# want: unused \"APP_A\"", {Unused(1)}).size(), 2U);
}

TEST(Expectation, WhatIsMissingOrExtraIsAComplaint) {
  EXPECT_EQ(Findings("", {Unused(1)}).size(), 1U);
  EXPECT_EQ(Findings("# want: unused \"APP_A\"", {}).size(), 1U);
  EXPECT_EQ(Findings("# want: unused \"APP_A\"", {Unused(1), Unused(1)}).size(), 1U);
}

TEST(Expectation, MalformedOnesAreComplaints) {
  EXPECT_EQ(Findings("# want: unused", {}).size(), 1U);
  EXPECT_EQ(Findings("# want:", {}).size(), 1U);
  EXPECT_EQ(Findings("# want: unused grave \"x\"", {}).size(), 1U);
  EXPECT_EQ(Accesses("# want-access: APP_A colour=red", {}).size(), 1U);
}

Access Read(const std::string& name, DefaultKind kind, const std::string& text = "") {
  Access access;
  access.name = name;
  access.place = {"a.py", 1, 1};
  access.via = "os.getenv";
  access.default_kind = kind;
  if (kind == DefaultKind::kLiteral) access.default_text = text;
  return access;
}

TEST(Expectation, AccessesMatchByNameLineAndFields) {
  const Access literal = Read("APP_A", DefaultKind::kLiteral, "60");
  EXPECT_EQ(Accesses("# want-access: APP_A", {literal}), Complaints());
  EXPECT_EQ(Accesses("# want-access: APP_A default=60 via=os.getenv op=read scope=src value=none "
                     "bound_to=none type=unknown",
                     {literal}),
            Complaints());
  EXPECT_EQ(Accesses("# want-access: APP_A default=61", {literal}).size(), 1U);
  EXPECT_EQ(Accesses("# want-access: APP_A via=getenv op=test", {literal}).size(), 1U);
  EXPECT_EQ(Accesses("# want-access: APP_B", {literal}).size(), 2U);
  EXPECT_EQ(Accesses("", {literal}).size(), 1U);
  EXPECT_EQ(Accesses("", {Access{}}), Complaints());  // without a name
}

TEST(Expectation, TheWordsOfDefaultsAreToldFromLiterals) {
  const Access none = Read("APP_A", DefaultKind::kNone);
  const Access word = Read("APP_A", DefaultKind::kLiteral, "none");
  const Access empty = Read("APP_A", DefaultKind::kLiteral, "");
  EXPECT_EQ(Accesses("# want-access: APP_A default=none", {none}), Complaints());
  EXPECT_EQ(Accesses("# want-access: APP_A default=\"none\"", {word}), Complaints());
  EXPECT_EQ(Accesses("# want-access: APP_A default=\"\"", {empty}), Complaints());
  EXPECT_EQ(Accesses("# want-access: APP_A default=none", {word}).size(), 1U);
  EXPECT_EQ(Accesses("# want-access: APP_A default=\"none\"", {none}).size(), 1U);
  EXPECT_EQ(Accesses("# want-access: APP_A default=required", {none}).size(), 1U);
  EXPECT_EQ(Accesses("# want-access: APP_A default=\"a b;c\"",
                     {Read("APP_A", DefaultKind::kLiteral, "a b;c")}),
            Complaints());
}

TEST(Expectation, EachAccessIsTakenOnce) {
  const Access first = Read("APP_A", DefaultKind::kNone);
  Access second = first;
  second.op = AccessOp::kWrite;
  EXPECT_EQ(Accesses("# want-access: APP_A op=write; APP_A op=read", {first, second}),
            Complaints());
  EXPECT_EQ(Accesses("# want-access: APP_A op=write", {first, second}).size(), 1U);
}

}  // namespace
}  // namespace flagcensus
