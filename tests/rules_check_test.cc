// The rules on flags built by hand. What the whole pipeline gives is tested by fixtures.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "analyzer/rules/documentation_status.h"
#include "analyzer/rules/ownership.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

// Owns what the flags point to; flags come out sorted by name, as JoinFlags gives them.
class World {
 public:
  Access& Code(const std::string& name, AccessOp op = AccessOp::kRead) {
    Access& access = accesses_.emplace_back();
    access.name = name;
    access.op = op;
    access.place = {"app/a.py", static_cast<int>(accesses_.size()), 5};
    FlagOf(name).accesses.push_back({&access, {}});
    return access;
  }
  Access& Read(const std::string& name, const std::string& default_text) {
    Access& access = Code(name);
    access.default_kind = DefaultKind::kLiteral;
    access.default_text = default_text;
    return access;
  }
  Entry& Page(const std::string& name) {
    Entry& entry = entries_.emplace_back();
    entry.name = name;
    entry.how = EntryHow::kTable;
    entry.place = {"docs/env.md", static_cast<int>(entries_.size()), 3};
    FlagOf(name).entries.push_back(&entry);
    return entry;
  }
  Entry& Page(const std::string& name, const std::string& default_text) {
    Entry& entry = Page(name);
    entry.default_kind = DocumentedDefault::kLiteral;
    entry.default_text = default_text;
    return entry;
  }
  Flag& FlagOf(const std::string& name) {
    for (Flag& flag : flags_) {
      if (flag.name == name) return flag;
    }
    flags_.push_back({});
    flags_.back().name = name;
    return flags_.back();
  }
  std::vector<Finding> Check(std::string_view rule, const std::vector<std::string>& own = {}) {
    const std::vector<Flag> flags = Sorted();
    std::vector<Finding> out;
    const Ownership ownership = FindOwnership(flags, own, {});
    FindRule(rule)->check(RuleInput{flags, ownership, {}}, out);
    return out;
  }
  // "NAME kind: reason", each with a line end.
  std::string Inventory(const std::vector<std::string>& own = {}) {
    const std::vector<Flag> flags = Sorted();
    const Ownership ownership = FindOwnership(flags, own, {});
    std::string out;
    for (const InventoryRow& row : InventoryOf(RuleInput{flags, ownership, {}})) {
      out += row.name + " " + row.kind + ": " + row.reason + "\n";
    }
    return out;
  }

 private:
  std::vector<Flag> Sorted() const {
    std::vector<Flag> out(flags_.begin(), flags_.end());
    std::sort(out.begin(), out.end(), [](const Flag& a, const Flag& b) { return a.name < b.name; });
    return out;
  }

  std::deque<Access> accesses_;
  std::deque<Entry> entries_;
  std::deque<Flag> flags_;
};

// A baseline that knows one disagreement must not hide the next.
TEST(Fingerprints, HoldTheValuesThatDisagree) {
  const auto print = [](const char* documented, const char* actual) {
    World world;
    world.Read("APP_A", actual);
    world.Page("APP_A", documented);
    const std::vector<Finding> findings = world.Check("default-mismatch");
    return findings.size() == 1 ? findings[0].fingerprint : "";
  };
  const std::string first = print("30", "60");
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(first, print("30", "60"));
  EXPECT_NE(first, print("40", "60"));
  EXPECT_NE(first, print("30", "70"));
}

TEST(Undocumented, TakesAPrefixForOwnWhoseNamesAComputedReadMakes) {
  World world;
  for (const char* name : {"POETRY_A", "POETRY_B", "POETRY_C"}) world.Page(name);
  world.Code("POETRY_HOME");
  EXPECT_TRUE(world.Check("undocumented").empty());  // another's, by the table
  EXPECT_TRUE(world.Inventory().starts_with("POETRY_HOME third-party: "));
  world.Code("POETRY_*");
  ASSERT_EQ(world.Check("undocumented").size(), 1U);
  EXPECT_EQ(world.Check("undocumented")[0].severity, Severity::kWarning);
}

TEST(Undocumented, WantsAnEntryForWhatSourcesTouch) {
  World world;
  world.Read("APP_A", "60");
  world.Code("APP_B").scope = Scope::kTest;
  world.Page("APP_C", "1");
  world.Read("APP_C", "1");
  const std::vector<Finding> findings = world.Check("undocumented");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].name, "APP_A");
  EXPECT_EQ(findings[0].severity, Severity::kWarning);
  EXPECT_EQ(findings[0].confidence, Confidence::kHigh);
  EXPECT_NE(WholeMessage(findings[0]).find("APP_A is read (default 60)"), std::string::npos);
  EXPECT_EQ(findings[0].fingerprint, Fingerprint({"undocumented", "APP_A"}));
}

TEST(Undocumented, IsInfoWherePagesSelectAFewOfHundreds) {
  World world;
  world.Page("APP_CHOSEN", "1");
  world.Read("APP_CHOSEN", "1");
  for (int i = 0; i < 200; ++i) world.Read(fmt::format("APP_V{}", i), "1");
  const auto severities = [&] {
    std::set<Severity> out;
    for (const Finding& finding : world.Check("undocumented")) out.insert(finding.severity);
    return out;
  };
  EXPECT_EQ(severities(), std::set<Severity>{Severity::kWarning});
  world.Read("APP_V200", "1");
  EXPECT_EQ(severities(), std::set<Severity>{Severity::kInfo});
}

TEST(Undocumented, APassageIsNoEntryButIsShown) {
  World world;
  world.Code("APP_A");
  Passage passage;
  passage.place = {"docs/env.md", 40, 1};
  world.FlagOf("APP_A").passages.push_back(passage);
  EXPECT_TRUE(world.Check("undocumented").empty());
  EXPECT_EQ(world.Inventory(),
            "APP_A mentioned: it is mentioned at docs/env.md:40 but not described\n");
}

TEST(Undocumented, PatternsAndMembersOfDocumentedFamiliesAreLeftOut) {
  World world;
  world.Code("APP_*");
  world.Code("APP_LOG_LEVEL");
  world.Page("APP_LOG_*");
  EXPECT_TRUE(world.Check("undocumented").empty());
}

TEST(Undocumented, WhatBelongsToOthersIsNoFindingUnlessClaimed) {
  World world;
  world.Code("SLURM_JOB_ID");
  EXPECT_TRUE(world.Check("undocumented").empty());
  EXPECT_EQ(world.Inventory(), "SLURM_JOB_ID third-party: it is a variable of SLURM\n");
  const std::vector<Finding> findings = world.Check("undocumented", {"SLURM_"});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].severity, Severity::kWarning);
}

TEST(Undocumented, ThePrefixOfMostDocumentedNamesIsTheProjectsOwn) {
  World world;
  world.Code("XLA_NEW_FLAG");
  for (const char* name : {"XLA_A", "XLA_B", "XLA_C"}) {
    ASSERT_TRUE(world.Check("undocumented").empty());
    world.Page(name);
    world.Code(name);
  }
  ASSERT_EQ(world.Check("undocumented").size(), 1U);
  EXPECT_EQ(world.Check("undocumented")[0].severity, Severity::kWarning);
  for (int i = 0; i < 10; ++i) {  // now only a few of many, and less than half of its own
    world.Page("APP_" + std::to_string(i));
    world.Code("APP_" + std::to_string(i));
  }
  for (const char* name : {"XLA_D", "XLA_E", "XLA_F"}) world.Code(name);
  EXPECT_TRUE(world.Check("undocumented").empty());
}

TEST(Undocumented, WhatIsOnlySetIsNoFinding) {
  World world;
  world.Code("APP_CHILD", AccessOp::kWrite);
  EXPECT_TRUE(world.Check("undocumented").empty());
  EXPECT_TRUE(world.Inventory().starts_with("APP_CHILD only-set: "));
}

TEST(Unused, IsAWarningOnlyWhereTheNameStandsNowhere) {
  World world;
  world.Page("APP_A");
  world.Page("APP_B");
  world.FlagOf("APP_B").seen_elsewhere = {{"ci/run.sh", 3, 1}, {"Dockerfile", 4, 1}};
  world.Page("APP_C");
  world.Code("APP_C").scope = Scope::kTest;
  const std::vector<Finding> findings = world.Check("unused");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].name, "APP_A");
  EXPECT_EQ(findings[0].severity, Severity::kWarning);
  EXPECT_NE(world.Inventory().find("APP_B named-elsewhere: no access to it was found, but the name "
                                   "occurs in ci/run.sh:3 and 1 more place\n"),
            std::string::npos);
}

TEST(Unused, WhatThePageExcusesIsNoNews) {
  World world;
  world.Page("APP_GONE").claims = {"removed"};
  world.Page("APP_SHOWN").claims = {"docstring-only"};
  world.Page("APP_KNOWN").claims = {"not-consumed"};
  const std::vector<Finding> findings = world.Check("unused");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(findings[0].acknowledged);
  EXPECT_EQ(findings[0].severity, Severity::kInfo);
}

TEST(Unused, WhatBelongsToOthersIsSilentUnlessThePageSaysItIsSet) {
  World world;
  world.Page("OMP_NUM_THREADS");
  EXPECT_TRUE(world.Check("unused").empty());
  world.Page("OMP_NUM_THREADS").claims = {"always-set"};
  EXPECT_EQ(world.Check("unused")[0].severity, Severity::kWarning);
}

TEST(Unused, FamiliesAndComputedNamesAreTouchedByTheirMembers) {
  World world;
  world.Page("APP_LOG_*");
  world.Code("APP_LOG_LEVEL");
  world.Page("APP_PLUGIN_COLOUR");
  world.Page("APP_PLUGIN_X");
  world.Code("APP_PLUGIN_*");
  const std::vector<Finding> findings = world.Check("unused");
  ASSERT_EQ(findings.size(), 1U) << "too short a rest may be made anywhere";
  EXPECT_EQ(findings[0].name, "APP_PLUGIN_COLOUR");
  EXPECT_EQ(findings[0].severity, Severity::kInfo);
}

TEST(DefaultMismatch, NamesBothValuesAndBothPlaces) {
  World world;
  world.Page("APP_TIMEOUT", "30");
  Access& read = world.Read("APP_TIMEOUT", "60");
  read.via = "env_int";
  read.chain = {{"app/env.py", 9, 1}};
  const std::vector<Finding> findings = world.Check("default-mismatch");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].documented, "30");
  EXPECT_EQ(findings[0].actual, "60");
  EXPECT_EQ(WholeMessage(findings[0]),
            "APP_TIMEOUT is documented to default to 30 but defaults to 60: correct docs/env.md:1, "
            "or the default "
            "in app/a.py:1 (read through env_int, app/env.py:9)");
}

TEST(DefaultMismatch, OneReadThatAgreesIsEnough) {
  World world;
  world.Page("APP_A", "30");
  world.Read("APP_A", "60");
  world.Read("APP_A", "30");
  world.Page("APP_B", "30");
  world.Read("APP_B", "60");
  world.Read("APP_B", "30").scope = Scope::kTest;
  const std::vector<Finding> findings = world.Check("default-mismatch");
  ASSERT_EQ(findings.size(), 1U);  // a test's default is not what the page tells
  EXPECT_EQ(findings[0].name, "APP_B");
}

TEST(DefaultMismatch, WhatIsNotKnownIsNotCompared) {
  World world;
  world.Page("APP_A", "30");
  world.Read("APP_A", "60");
  world.Code("APP_A").default_kind = DefaultKind::kDynamic;
  world.Page("APP_B").default_kind = DocumentedDefault::kUnstated;
  world.Read("APP_B", "1");
  EXPECT_TRUE(world.Check("default-mismatch").empty());
}

TEST(DefaultMismatch, ReadsWithoutDefaultAreComparedUnlessGuarded) {
  World world;
  world.Page("APP_SEED", "42");
  world.Code("APP_SEED").type = ValueType::kInt;
  world.Page("APP_TEXT", "ash");
  world.Code("APP_TEXT");
  world.Page("APP_GUARDED", "1.0");
  world.Code("APP_GUARDED");
  world.Code("APP_GUARDED", AccessOp::kWrite).value = "1.0";
  world.Page("APP_TESTED", "8");
  world.Code("APP_TESTED", AccessOp::kTest);
  world.Code("APP_TESTED").default_kind = DefaultKind::kRequired;
  world.Page("APP_UNSET").default_kind = DocumentedDefault::kNone;
  world.Code("APP_UNSET").default_kind = DefaultKind::kRequired;
  world.Page("APP_OFF", "0");
  world.Code("APP_OFF").type = ValueType::kBool;
  const std::vector<Finding> findings = world.Check("default-mismatch");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].name, "APP_SEED");
  EXPECT_EQ(findings[0].confidence, Confidence::kMedium);
  EXPECT_EQ(findings[0].actual, std::nullopt);
}

TEST(DefaultMismatch, EntriesOfWhatIsSetAreLeftToTheirOwnRule) {
  World world;
  for (const char* claim : {"always-set", "set-if-missing", "appended"}) {
    const std::string name = std::string("APP_") + claim;
    world.Page(name, "3").claims = {claim};
    world.Read(name, "1");
  }
  EXPECT_TRUE(world.Check("default-mismatch").empty());
}

TEST(DefaultMismatch, ASecondEntryMayTellWhatALauncherSets) {
  World world;
  world.Page("APP_INIT", "true");
  world.Page("APP_INIT", "0");
  world.Read("APP_INIT", "true");
  EXPECT_EQ(world.Check("default-mismatch").size(), 1U);
  world.Code("APP_INIT", AccessOp::kWrite).value = "0";
  EXPECT_TRUE(world.Check("default-mismatch").empty());
}

TEST(DefaultMismatch, SettingIfMissingIsADefault) {
  World world;
  world.Page("APP_A", "3");
  Access& set = world.Code("APP_A", AccessOp::kSetDefault);
  set.default_kind = DefaultKind::kLiteral;
  set.default_text = set.value = "4";
  ASSERT_EQ(world.Check("default-mismatch").size(), 1U);
  world.Code("APP_A").default_kind = DefaultKind::kRequired;
  const std::vector<Finding> findings = world.Check("default-mismatch");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(WholeMessage(findings[0]).find("documented to default to 3 but is set to 4"),
            std::string::npos);
}

TEST(DefaultMismatch, CredentialsAreMaskedInTheMessage) {
  World world;
  world.Page("APP_API_KEY", "9f8A7s6D5f4G3h2J1k0LqW");
  world.Read("APP_API_KEY", "EMPTY");
  const std::vector<Finding> findings = world.Check("default-mismatch");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(WholeMessage(findings[0]).find("documented to default to *** but defaults to EMPTY"),
            std::string::npos);
}

TEST(DefaultMismatch, AnExampleOfASettingIsNoDefault) {
  World world;
  world.Page("APP_A", "true").how = EntryHow::kDotenv;
  world.Read("APP_A", "false");
  EXPECT_TRUE(world.Check("default-mismatch").empty());
}

TEST(DefaultMismatch, ComparesWhatAPassageTells) {
  World world;
  world.Read("APP_A", "60");
  Passage passage;
  passage.place = {"docs/setup.md", 7, 3};
  passage.default_kind = DocumentedDefault::kLiteral;
  passage.default_text = "30";
  world.FlagOf("APP_A").passages.push_back(passage);
  EXPECT_TRUE(world.Check("default-mismatch").empty()) << "named, not described";
  world.FlagOf("APP_A").passages.back().described = true;
  const std::vector<Finding> findings = world.Check("default-mismatch");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(WholeMessage(findings[0])
                .find("documented to default to 30 but defaults to 60: correct docs/setup.md:7"),
            std::string::npos);
  world.Page("APP_A", "60");
  EXPECT_TRUE(world.Check("default-mismatch").empty()) << "the catalog's entry is what counts";
}

TEST(Unused, WhatNoPageListsIsNoWarning) {
  const auto severity = [](EntryHow how, const std::vector<std::string>& own) {
    World world;
    world.Page("APP_A").how = how;
    const std::vector<Finding> findings = world.Check("unused", own);
    return findings.size() == 1 ? findings[0].severity : Severity::kError;
  };
  EXPECT_EQ(severity(EntryHow::kList, {}), Severity::kWarning);
  EXPECT_EQ(severity(EntryHow::kBlock, {}), Severity::kInfo) << "no prefix of the project's";
  EXPECT_EQ(severity(EntryHow::kExample, {"APP_"}), Severity::kInfo);
  EXPECT_EQ(severity(EntryHow::kSentence, {"APP_"}), Severity::kInfo);
  EXPECT_EQ(severity(EntryHow::kExample, {}), Severity::kError) << "only listed";
  EXPECT_EQ(severity(EntryHow::kSentence, {}), Severity::kError) << "only listed";
  World world;
  world.Page("APP_A").how = EntryHow::kExample;
  world.Page("APP_A");
  ASSERT_EQ(world.Check("unused").size(), 1U);
  EXPECT_EQ(world.Check("unused")[0].severity, Severity::kWarning) << "one page lists it";
}

TEST(DefaultMismatch, SaysWhatIsTakenWhenUnset) {
  World world;
  world.Page("APP_A", "~/.app");
  Access& read = world.Code("APP_A");
  read.use.unset_kind = DefaultKind::kLiteral;
  read.use.unset_text = "/var/app";
  const std::vector<Finding> findings = world.Check("default-mismatch");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(WholeMessage(findings[0])
                .find("~/.app but is read without a default and treated as /var/app"),
            std::string::npos);
}

TEST(DefaultMismatch, LongValuesAreCutInTheMessageAlone) {
  World world;
  world.Page("APP_A", "/" + std::string(5000, 'x'));
  world.Read("APP_A", "/y");
  const std::vector<Finding> findings = world.Check("default-mismatch");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_LT(WholeMessage(findings[0]).size(), 300U);
  EXPECT_EQ(findings[0].documented->size(), 5001U);
}

TEST(DeclaredNotConsumed, WantsOneReadToBeUsed) {
  World world;
  using Kind = Consumption::Kind;
  world.Read("APP_A", "1");
  world.FlagOf("APP_A").accesses[0].consumption = {Kind::kUnusedName, "A", false};
  world.Read("APP_B", "1");
  world.Read("APP_B", "1");
  world.FlagOf("APP_B").accesses[0].consumption = {Kind::kUnusedName, "B", false};
  world.FlagOf("APP_B").accesses[1].consumption = {Kind::kUsed, "B2", true};
  world.Read("APP_C", "1");  // unknown counts as used
  world.Read("APP_D", "1");
  world.FlagOf("APP_D").accesses[0].consumption = {Kind::kUncalled, "load_d", false};
  world.Read("APP_E", "1");
  world.FlagOf("APP_E").accesses[0].consumption = {Kind::kUnusedName, "E", true};
  const std::vector<Finding> findings = world.Check("declared-not-consumed");
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_NE(WholeMessage(findings[0]).find("APP_A is read into A, which is never used"),
            std::string::npos);
  EXPECT_NE(WholeMessage(findings[1]).find("APP_D is read by load_d, which is never called"),
            std::string::npos);
  EXPECT_NE(WholeMessage(findings[2]).find("which only tests or examples use"), std::string::npos);
  EXPECT_EQ(findings[2].confidence, Confidence::kMedium);
}

TEST(DeclaredNotConsumed, IsAcknowledgedWhereThePageSaysSo) {
  World world;
  world.Page("APP_A", "1").claims = {"not-consumed"};
  world.Read("APP_A", "1");
  world.FlagOf("APP_A").accesses[0].consumption = {Consumption::Kind::kUnusedName, "A", false};
  const std::vector<Finding> findings = world.Check("declared-not-consumed");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(findings[0].acknowledged);
  EXPECT_EQ(findings[0].severity, Severity::kInfo);
}

TEST(Patterns, CoverTheNamesTheyStandFor) {
  EXPECT_TRUE(Covers("APP_*", "APP_X"));
  EXPECT_TRUE(Covers("APP_*_DIR", "APP_CACHE_DIR"));
  EXPECT_TRUE(Covers("APP_*", "APP_LOG_*"));
  EXPECT_FALSE(Covers("APP_*_DIR", "APP_CACHE_FILE"));
  EXPECT_FALSE(Covers("APP_*", "XAPP_X"));
  EXPECT_FALSE(Covers("*_DIR", "APP_DIR"));
  EXPECT_FALSE(Covers("*", "APP"));
  EXPECT_FALSE(Covers("A*", "APP"));
  EXPECT_FALSE(Covers("", ""));
  const std::string hostile(2000, 'A');
  EXPECT_FALSE(Covers("AB*" + hostile + "*C", "AB" + hostile));
}

}  // namespace
}  // namespace flagcensus
