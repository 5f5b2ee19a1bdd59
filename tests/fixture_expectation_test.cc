// The fixture runner's own matching: it must complain about anything that is missing, extra or
// other.
#include <gtest/gtest.h>

#include "tests/expectation.h"
#include "tests/scratch_folder.h"

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
  EXPECT_EQ(Accesses("", {Access{}}).size(), 1U) << "an access without a name";
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

TEST(Expectation, AnAccessWithoutANameIsWantedByAQuestionMark) {
  Access unnamed;
  unnamed.place = {"a.py", 1, 1};
  unnamed.via = "os.getenv";
  EXPECT_EQ(Accesses("# want-access: ? via=os.getenv", {unnamed}), Complaints());
  EXPECT_EQ(Accesses("# want-access: ?", {}).size(), 1U);
  EXPECT_EQ(Accesses("# want-access: ?", {Read("APP_A", DefaultKind::kNone)}).size(), 2U);
}

TEST(Expectation, WhatAnAccessHoldsCanBeStated) {
  Access access = Read("APP_A", DefaultKind::kNone);
  access.place.column = 7;
  access.chain = {{"a.py", 3, 1}, {"b.py", 9, 5}};
  access.description = "a \"b\"";
  access.use.truthy = {"1", "on"};
  access.condition = "defined(X)";
  EXPECT_EQ(Accesses("# want-access: APP_A column=7 chain=3,b.py:9 description=\"a \\\"b\\\"\" "
                     "truthy=1,on falsy=none condition=defined(X)",
                     {access}),
            Complaints());
  for (const std::string_view other : {"column=8", "chain=none", "chain=3", "chain=3,b.py:8",
                                       "description=a", "truthy=1", "falsy=0", "condition=none"}) {
    EXPECT_EQ(Accesses("# want-access: APP_A " + std::string(other), {access}).size(), 1U) << other;
  }
}

TEST(Expectation, TheSourceOfADynamicDefaultCanBeStated) {
  Access access = Read("APP_A", DefaultKind::kDynamic);
  access.default_text = "f(1, 2)";
  EXPECT_EQ(Accesses("# want-access: APP_A default=dynamic", {access}), Complaints());
  EXPECT_EQ(Accesses("# want-access: APP_A default=dynamic:\"f(1, 2)\"", {access}), Complaints());
  EXPECT_EQ(Accesses("# want-access: APP_A default=dynamic:\"f(1 2)\"", {access}).size(), 1U);
  EXPECT_EQ(Accesses("# want-access: APP_A default=\"dynamic:f(1, 2)\"", {access}).size(), 1U);
}

TEST(Expectation, WhatAFindingComparesCanBeStated) {
  Finding finding = Unused(1);
  finding.documented = "a b";
  finding.confidence = Confidence::kLow;
  EXPECT_EQ(
      Findings("# want: unused \"A\" documented=\"a b\" actual=none confidence=low", {finding}),
      Complaints());
  for (const std::string_view other : {"documented=a", "actual=1", "confidence=high"}) {
    EXPECT_EQ(Findings("# want: unused \"A\" " + std::string(other), {finding}).size(), 1U)
        << other;
  }
  EXPECT_EQ(Findings("# want: unused \"A\" colour=red", {}).size(), 1U);
  EXPECT_EQ(Findings("# want: unused \"A\" actual=1 actual=2", {}).size(), 1U);
}

TEST(Expectation, PagesMatchByEntriesAndDiagnostics) {
  Entry entry;
  entry.name = "APP_HOME";
  entry.place = {"page.md", 1, 1};
  entry.how = EntryHow::kTable;
  entry.default_kind = DocumentedDefault::kLiteral;
  entry.default_text = "/srv";
  const auto stated = [&](std::string_view text, Page page) {
    Complaints out;
    std::vector<Expectation> wants;
    for (const std::string_view kind : {"want-entry", "want-diagnostic"}) {
      for (Expectation& one : ReadExpectations(kind, "page.md", text, &out)) wants.push_back(one);
    }
    for (std::string& complaint : MatchPage(wants, page)) out.push_back(std::move(complaint));
    return out.size();
  };
  Page page;
  page.entries = {entry};
  EXPECT_EQ(stated("<!-- want-entry: APP_HOME default=/srv how=table -->", page), 0U);
  EXPECT_EQ(stated("", page), 1U) << "an unexpected entry";
  EXPECT_EQ(stated("<!-- want-entry: APP_HOME -->", page), 1U) << "a stated default";
  EXPECT_EQ(stated("<!-- want-entry: APP_HOME default=/opt -->", page), 1U);
  EXPECT_EQ(stated("<!-- want-entry: APP_HOME default=/srv how=list -->", page), 1U);
  EXPECT_EQ(stated("<!-- want-entry: APP_HOME default=/srv claims=removed -->", page), 1U);
  EXPECT_EQ(stated("<!-- want-entry: APP_HOME default=/srv --> <!-- want-entry: B -->", page), 1U);
  EXPECT_EQ(stated("\n<!-- want-entry: APP_HOME default=/srv -->", page), 2U) << "the line";
  page.entries[0].parent = "APP";
  EXPECT_EQ(stated("<!-- want-entry: APP_HOME default=/srv -->", page), 1U) << "a parent";
  page.entries[0].parent.reset();
  page.entries[0].how = EntryHow::kMention;
  EXPECT_EQ(stated("", page), 0U) << "a mention need not be wanted";
  EXPECT_EQ(stated("<!-- want-entry: APP_HOME default=/srv -->", page), 1U);
  EXPECT_EQ(stated("<!-- want-entry: APP_HOME default=/srv how=mention -->", page), 0U);
  page.entries.clear();
  page.diagnostics = {{"broken", {"page.md", 1, 0}, "it is"}};
  EXPECT_EQ(stated("", page), 1U) << "an unexpected diagnostic";
  EXPECT_EQ(stated("<!-- want-diagnostic: broken -->", page), 0U);
  EXPECT_EQ(stated("<!-- want-diagnostic: empty -->", page), 2U);
}

// What a file of `text`, with a sidecar where `sidecar` holds something, is told.
Complaints OfFile(const std::string& text, const std::string& sidecar = "", size_t wanted = 0) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.py", text);
  if (!sidecar.empty()) folder.Write("a.py.want", sidecar);
  Complaints out;
  EXPECT_EQ(ReadFixture({"want-access"}, "a.py", path, &out).size(), wanted) << text << sidecar;
  return out;
}

TEST(Expectation, AFileThatWantsNothingSaysSo) {
  EXPECT_EQ(OfFile("x\n").size(), 1U);
  EXPECT_EQ(OfFile("\n  \n"), Complaints());
  EXPECT_EQ(OfFile("x\n# want: nothing\n"), Complaints());
  EXPECT_EQ(OfFile("x\n", "want: nothing\n"), Complaints());
  EXPECT_EQ(OfFile("x  # want-access: APP_A\n# want: nothing\n", "", 1).size(), 1U);
  EXPECT_EQ(OfFile("x  # want-access: APP_A  # good: as it should be\n", "", 1), Complaints());
}

TEST(Expectation, ASidecarStatesTheLine) {
  EXPECT_EQ(OfFile("x\ny\n", "# a comment\n2: want-access APP_A; APP_B\n", 2), Complaints());
  EXPECT_EQ(OfFile("x\n", "two: want-access APP_A\n").size(), 1U);
  EXPECT_EQ(OfFile("x\n", "2: want-entry APP_A\n").size(), 1U);
  EXPECT_EQ(OfFile("x\n", "2\n").size(), 1U);
}

}  // namespace
}  // namespace flagcensus
