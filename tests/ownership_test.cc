// Whose a variable is, on flags built by hand.
#include "analyzer/rules/ownership.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

namespace flagcensus {
namespace {

// Owns what the flags point to. Each read stands ten lines after the one before unless told.
class World {
 public:
  World& Read(const std::string& name, int line = 0, Scope scope = Scope::kSrc) {
    Access& access = accesses_.emplace_back();
    access.name = name;
    access.scope = scope;
    access.place = {"app/a.py", line == 0 ? static_cast<int>(accesses_.size()) * 10 : line, 1};
    FlagOf(name).accesses.push_back({&access, {}});
    return *this;
  }
  World& Page(const std::string& name) {
    Entry& entry = entries_.emplace_back();
    entry.name = name;
    FlagOf(name).entries.push_back(&entry);
    return *this;
  }
  World& Called(const std::string& name, bool declared = true) {
    names_.push_back({name, {"pyproject.toml", 2, 0}, declared});
    return *this;
  }
  World& Claims(const std::string& prefix) {
    claimed_.push_back(prefix);
    return *this;
  }
  Ownership Find() {
    std::sort(flags_.begin(), flags_.end(),
              [](const Flag& a, const Flag& b) { return a.name < b.name; });
    return FindOwnership(flags_, claimed_, names_);
  }
  // The owner's name; "own X_" where a prefix of the project's fits; else "".
  std::string Of(const std::string& name) {
    const Ownership ownership = Find();
    if (const Owner* owner = OwnerOf(ownership, name)) return std::string(owner->name);
    const OwnPrefix* own = OwnPrefixOf(ownership, name);
    return own == nullptr ? "" : "own " + own->prefix;
  }

 private:
  Flag& FlagOf(const std::string& name) {
    for (Flag& flag : flags_) {
      if (flag.name == name) return flag;
    }
    flags_.emplace_back().name = name;
    return flags_.back();
  }
  std::deque<Access> accesses_;
  std::deque<Entry> entries_;
  std::vector<Flag> flags_;
  std::vector<std::string> claimed_;
  std::vector<ProjectName> names_;
};

TEST(Ownership, TheProjectsNameBeatsEveryTable) {
  EXPECT_EQ(World().Read("SLURM_X").Of("SLURM_X"), "SLURM");
  EXPECT_EQ(World().Called("slurm").Read("SLURM_X").Of("SLURM_X"), "own SLURM_");
  EXPECT_EQ(World().Called("slurm").Read("SBATCH_X").Of("SBATCH_X"), "");  // its row as well
  EXPECT_EQ(World().Called("python-ssh-auth").Read("SSH_AUTH_SOCK").Of("SSH_AUTH_SOCK"),
            "own SSH_AUTH_");
  EXPECT_EQ(World().Called("ssh", false).Read("SSH_AUTH_SOCK").Of("SSH_AUTH_SOCK"), "own SSH_");
  EXPECT_EQ(World().Called("tmux").Read("TMUX").Of("TMUX"), "own TMUX_");
  EXPECT_EQ(World().Called("app").Read("_APP_CHILD").Of("_APP_CHILD"), "own APP_");
}

TEST(Ownership, APackageBesideAnotherDeclaredNameBeatsPatternsOnly) {
  World world;
  world.Called("sshkit").Called("ssh", false).Called("wandb", false);
  world.Read("SSH_AUTH_SOCK").Read("WANDB_MODE");
  EXPECT_EQ(world.Of("SSH_AUTH_SOCK"), "OpenSSH");
  EXPECT_EQ(world.Of("WANDB_MODE"), "own WANDB_");
}

TEST(Ownership, AClaimBeatsEveryTable) {
  EXPECT_EQ(World().Claims("SSH_").Read("SSH_AUTH_SOCK").Of("SSH_AUTH_SOCK"), "own SSH_");
}

TEST(Ownership, ManyReadsMakeNobodysPrefixOwnAndNoOwners) {
  World world;
  for (const char* name :
       {"SLURM_A", "SLURM_B", "SLURM_C", "OVEN_A", "OVEN_B", "OVEN_C", "JUG_A"}) {
    world.Read(name);
  }
  EXPECT_EQ(world.Of("SLURM_A"), "SLURM");
  EXPECT_EQ(world.Of("OVEN_A"), "own OVEN_");
  EXPECT_EQ(world.Of("JUG_A"), "");
  EXPECT_EQ(world.Find().own.size(), 1U);
}

TEST(Ownership, ReadsCountOnlyInSourcesAndAsAShareOfAll) {
  World tests;
  for (const char* name : {"OVEN_A", "OVEN_B", "OVEN_C"}) tests.Read(name, 0, Scope::kTest);
  EXPECT_EQ(tests.Of("OVEN_A"), "");
  World many;
  for (const char* name : {"OVEN_A", "OVEN_B", "OVEN_C"}) many.Read(name);
  for (int i = 0; i < 57; ++i) many.Read("X" + std::to_string(i));
  EXPECT_EQ(many.Of("OVEN_A"), "own OVEN_");  // three of 60
  many.Read("Y");
  EXPECT_EQ(many.Of("OVEN_A"), "");
}

TEST(Ownership, PagesBeatPatternsInNumbersAndExactNamesNever) {
  World world;
  for (const char* name : {"RAY_A", "RAY_B", "RAY_C", "SSH_A", "SSH_B", "SSH_C"}) {
    world.Read(name).Page(name);
  }
  world.Read("RAY_D").Read("SSH_TTY");
  EXPECT_EQ(world.Of("RAY_D"), "own RAY_");
  EXPECT_EQ(world.Of("SSH_TTY"), "OpenSSH");
}

TEST(Ownership, ADocumentedSiblingShowsAnOwnPrefix) {
  World world;
  world.Read("JUG_A").Page("JUG_A").Read("JUG_B").Read("CAN_B").Page("CAN_A");
  EXPECT_EQ(world.Of("JUG_B"), "own JUG_");
  EXPECT_EQ(world.Of("CAN_B"), "");  // of CAN_ the page tells a name that nothing touches
}

TEST(Ownership, InitialsAreWeak) {
  World world;
  world.Called("fast-ink").Read("FI_PROVIDER").Read("FI_X");
  EXPECT_EQ(world.Of("FI_PROVIDER"), "libfabric");
  EXPECT_EQ(World().Called("BigOven").Read("BO_X").Of("BO_X"), "own BO_");
}

TEST(Ownership, AListOfForeignNamesTakesTheUnknownAlong) {
  World world;
  world.Read("CI", 5).Read("BUILD_TAG", 5).Read("JUG_CI", 5).Read("OVEN_CI", 5).Called("oven");
  const Ownership found = world.Find();
  ASSERT_NE(OwnerOf(found, "JUG_CI"), nullptr);
  EXPECT_FALSE(OwnerOf(found, "JUG_CI")->beside.empty());
  EXPECT_TRUE(OwnerOf(found, "CI")->beside.empty());
  EXPECT_EQ(world.Of("OVEN_CI"), "own OVEN_");
  EXPECT_EQ(World().Read("CI", 5).Read("JUG_CI", 5).Of("JUG_CI"), "");  // one is no company
  EXPECT_EQ(World().Read("CI", 5).Read("BUILD_TAG", 6).Read("JUG_CI", 7).Of("JUG_CI"), "");
}

TEST(Ownership, AGenericWordIsOwnAmongOwnNames) {
  const std::string windows = "Windows";
  EXPECT_EQ(World().Read("USERNAME", 5).Of("USERNAME"), windows);
  EXPECT_EQ(World().Read("USERNAME", 5).Read("PASSWORD", 6).Read("JUG_A", 7).Of("USERNAME"), "");
  EXPECT_EQ(World().Read("USERNAME", 5).Read("PASSWORD", 9).Read("JUG_A", 7).Of("USERNAME"),
            windows);
  World mixed;
  mixed.Read("USERNAME", 5).Read("PASSWORD", 6).Read("JUG_A", 7).Read("COMSPEC", 8);
  EXPECT_EQ(mixed.Of("USERNAME"), windows);
  World exact;  // HOME is no word that programs choose
  exact.Read("HOME", 5).Read("PASSWORD", 6).Read("JUG_A", 7);
  EXPECT_EQ(exact.Of("HOME"), "the system's shell and login");
}

TEST(PrefixesOfName, AreThoseThatAProjectWouldTake) {
  using Prefixes = std::vector<std::string>;
  EXPECT_EQ(PrefixesOfName("kiln"), Prefixes{"KILN_"});
  EXPECT_EQ(PrefixesOfName("scikit-learn"), (Prefixes{"SCIKIT_LEARN_", "SCIKITLEARN_"}));
  EXPECT_EQ(PrefixesOfName("a-big-oven"), (Prefixes{"A_BIG_OVEN_", "BIG_OVEN_", "ABIGOVEN_"}));
  EXPECT_EQ(PrefixesOfName("libkiln"), (Prefixes{"LIBKILN_", "KILN_"}));
  EXPECT_EQ(PrefixesOfName("python-kiln"), Prefixes{"KILN_"});
  EXPECT_EQ(PrefixesOfName("kiln.py"), Prefixes{"KILN_"});
  EXPECT_EQ(PrefixesOfName("kiln2"), (Prefixes{"KILN2_", "KILN_"}));
  EXPECT_EQ(PrefixesOfName("oven/kiln"), Prefixes{"KILN_"});
  EXPECT_EQ(PrefixesOfName("python"), Prefixes{"PYTHON_"});
  EXPECT_TRUE(PrefixesOfName("x").empty());
  EXPECT_TRUE(PrefixesOfName("--").empty());
  EXPECT_TRUE(PrefixesOfName("").empty());
}

}  // namespace
}  // namespace flagcensus
