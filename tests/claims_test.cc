// What messages claim of a variable is so, and no two of one run contradict each other or
// `explain`.
//
// Claims are data: each form of a message is a row that says what it asserts. A message of a rule
// about variables that no row knows fails, so a new form has to say what it claims.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/load.h"
#include "tests/paths.h"
#include "tests/run_program.h"
#include "tests/written.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

enum class Claim {
  kNoAccess,    // nothing touches the variable
  kNotRead,     // nothing reads it
  kTouched,     // some source touches it
  kRead,        // some source reads it
  kDocumented,  // an entry or a text of a page documents it
  kHasEntry,    // an entry does
  kNoEntry,     // none does
  kNoPage,      // and no other text of a page names it
  kReadAs,      // a read of it has the first value of the message as its default
};
using enum Claim;

struct Form {
  const char* message;  // an expression for all of it; its first group is the value of kReadAs
  std::vector<Claim> claims;
};

const std::vector<Form>& Forms() {
  static const std::vector<Form> kRows = {
      // unused
      {".* is documented, but no access to it was found; .*", {kNoAccess, kHasEntry}},
      {".* is documented, but no source reads it; it is set in .*", {kNotRead, kHasEntry}},
      {".* is documented, but nothing in the tree reads it; only tests name it, .*",
       {kNotRead, kHasEntry}},
      {".* is documented, but nothing (in the tree )?reads or sets it.*", {kNoAccess, kHasEntry}},
      {".* is (mentioned in text|set in an? (example|sample|code block)).* nothing in the tree "
       "reads "
       "or sets it.*",
       {kNoAccess, kHasEntry}},
      // undocumented
      {".* is (read|set|[a-z ]+)( .*)?, but no page mentions it", {kTouched, kNoEntry, kNoPage}},
      {".*, but no page mentions it, and its name has no prefix of the project",
       {kTouched, kNoEntry, kNoPage}},
      {".*, but no page mentions it; .* includes .*, which is not in the tree and may document it",
       {kTouched, kNoEntry, kNoPage}},
      {".* but has no entry; it is only (described|mentioned) at .*", {kTouched, kNoEntry}},
      {"[A-Za-z0-9_*]+ is [a-z]+( in [0-9]+ places)?( \\(.*\\))?, but no page mentions it",
       {kTouched, kNoEntry, kNoPage}},
      {".*, but only .*, which is (for contributors|a changelog), names it", {kTouched, kNoEntry}},
      // default-mismatch
      {".* is set to .* at .*, but the code parses it as .*", {kRead, kHasEntry}},
      {".* is documented to default to .* but defaults to ([^ ,(]+)", {kDocumented, kReadAs}},
      {".* is documented to .* but .*", {kTouched, kDocumented}},
      {".* is documented as turned (on|off) by .*", {kRead, kDocumented}},
      {".* is documented as .* but .*", {kTouched, kDocumented}},
      // conflicting-defaults
      {".* is read with the default (.*) at .* and with .* at .*", {kRead, kReadAs}},
      // duplicate-entry
      {".* is documented twice, at .* and .*", {kHasEntry}},
      // likely-typo
      {".* is documented at .* but never read, while .*", {kHasEntry, kNotRead}},
      {".* is named at .*, but nothing reads it, while .*", {kNoAccess}},
      {".* is documented at .* but read only by tests, while .*", {kHasEntry, kRead}},
      {".* is read at .*, but nothing sets it, and .* is set at .*, but nothing reads it",
       {kRead, kNoEntry}},
      // conflicting-types
      {".* begins with .*, while .* other variables begin with .*", {kTouched, kNoEntry}},
      {".* is read next to .*, where a message calls it .*", {kTouched, kNoEntry}},
      // type-mismatch, stale-claim
      {".* is read with the number .* as its default, but a value that is set stays text at .*",
       {kRead}},
      {".* is documented with two defaults, .*; the code uses .*", {kRead, kDocumented}},
      {".*=0 means on at .*, where any value counts as true, but off at .*", {kRead}},
      {".*=.* means on at .*, but off at .*, where only .* counts as true", {kRead}},
      {".* is documented with the values .*, but the code compares it with .*, too, at .*",
       {kRead, kDocumented}},
      {".* is read but not documented, while .* is never read", {kRead, kNoEntry}},
      {".* occurs only at .*, while .* is read at .*", {kRead}},
      // declared-not-consumed
      {".* is (read by|declared as|read into) .*", {kTouched}},
      {".* is looked up by .* in a table that lacks it", {kTouched}},
      {".* is only looked up in a list at .*, nothing else reads or sets it", {kTouched}},
      // undocumented-alias
      {".* is read (first, with|if) .*", {kRead}},
      // about lists of the project and groups: nothing about one variable
      {".* is listed as internal, but .*", {}},
  };
  return kRows;
}

// Rules whose findings are about a variable and its places.
const std::set<std::string_view> kAbout = {
    "unused",      "undocumented",       "default-mismatch",      "type-mismatch",
    "stale-claim", "duplicate-entry",    "conflicting-defaults",  "set-value-mismatch",
    "likely-typo", "undocumented-alias", "declared-not-consumed", "conflicting-types"};

struct Claimed {
  const Finding* finding = nullptr;
  std::set<Claim> claims;
  std::string value;
};

bool Reads(const Access& access) {
  return access.op == AccessOp::kRead || access.op == AccessOp::kTest;
}

bool IsSo(Claim claim, const std::string& value, const Flag& flag) {
  const bool touched = !flag.accesses.empty();
  const auto any = [&](auto holds) {
    return std::any_of(flag.accesses.begin(), flag.accesses.end(),
                       [&](const FlagAccess& one) { return holds(*one.access); });
  };
  const bool light_read = std::any_of(flag.light.begin(), flag.light.end(),
                                      [](const auto& one) { return one.op == AccessOp::kRead; });
  switch (claim) {
    case kNoAccess:
      return !touched && !light_read;
    case kNotRead:
      return !any(Reads) && !light_read;
    case kTouched:
      return touched || !flag.light.empty();
    case kRead:
      return any(Reads) || light_read;
    case kDocumented:
      return !flag.entries.empty() || !flag.sub_flags.empty() || !flag.passages.empty();
    case kHasEntry:
      return !flag.entries.empty() || !flag.sub_flags.empty();
    case kNoEntry:
      return flag.entries.empty();
    case kNoPage:
      return flag.entries.empty() && flag.passages.empty();
    case kReadAs:
      return value.find('*') != std::string::npos || value.ends_with("...") ||
             any([&](const Access& one) {
               return one.default_text == value || (value == "\"\"" && one.default_text == "");
             }) ||
             std::any_of(flag.light.begin(), flag.light.end(),
                         [&](const LightAccess& one) { return one.default_text == value; });
  }
  return false;
}

bool Contradict(Claim a, Claim b) {
  static const std::set<std::pair<Claim, Claim>> kPairs = {
      {kNoAccess, kTouched}, {kNoAccess, kRead},    {kNoAccess, kReadAs}, {kNotRead, kRead},
      {kNotRead, kReadAs},   {kHasEntry, kNoEntry}, {kHasEntry, kNoPage}, {kDocumented, kNoPage}};
  return kPairs.contains({a, b}) || kPairs.contains({b, a});
}

// What `explain` says of the same.
void ExpectExplained(const Claimed& claimed, const Flag& flag) {
  const std::string text = ExplainAs("text", flag, {*claimed.finding});
  const bool no_access = text.find("\naccesses\n  none\n") != std::string::npos;
  const bool no_entry = text.find("\nentries\n  none\n") != std::string::npos;
  const bool elsewhere = text.find("\nelsewhere\n") != std::string::npos;
  const auto claims = [&](Claim claim) { return claimed.claims.contains(claim); };
  EXPECT_TRUE(!claims(kNoAccess) || no_access) << text;
  EXPECT_TRUE(!(claims(kTouched) || claims(kRead)) || !no_access || elsewhere) << text;
  EXPECT_TRUE(!claims(kDocumented) || !no_entry || elsewhere) << text;
  EXPECT_TRUE(!claims(kHasEntry) || !no_entry || !flag.sub_flags.empty()) << text;
  EXPECT_TRUE(!claims(kNoEntry) || no_entry) << text;
}

// Whether the line at `place` reads or sets `name` by a look at its text alone.
bool LineTouches(const std::string& root, const Place& place, const std::string& name) {
  std::ifstream file(root + "/" + place.file);
  std::string line;
  for (int i = 0; i < place.line; ++i) std::getline(file, line);
  const std::regex read("(getenv|environ)[^A-Za-z_]{1,8}" + name + "(?![A-Z0-9_])");
  return std::regex_search(line, read);
}

class Claims : public testing::TestWithParam<std::string> {};

TEST_P(Claims, AreSoAndDoNotContradict) {
  const std::string folder = kRoot + "/fixtures/" + GetParam();
  ProjectOptions options;
  options.paths = {folder};
  options.root = folder;
  options.clang.used = false;
  FindingOptions each;
  each.grouped = false;
  const Result<Config> config = LoadConfig(options);
  ASSERT_TRUE(config.ok());
  RunBudget budget;
  const Tree tree = WalkProject(options, config.value());
  const Result<Comparison> compared = Compare(tree, options, config.value(), budget, each);
  ASSERT_TRUE(compared.ok());
  std::map<std::string, const Flag*> flags;
  for (const Flag& flag : compared.value().flags) flags.emplace(flag.name, &flag);

  std::map<std::string, std::vector<Claimed>> by_name;
  for (const Finding& finding : compared.value().findings) {
    if (finding.name.empty() || !kAbout.contains(finding.rule)) continue;
    Claimed claimed{&finding, {}, ""};
    bool known = false;
    for (const Form& form : Forms()) {
      std::smatch match;
      if (!std::regex_match(finding.message, match, std::regex(form.message))) continue;
      known = true;
      claimed.claims.insert(form.claims.begin(), form.claims.end());
      if (match.size() > 1 && claimed.claims.contains(kReadAs)) claimed.value = match[1];
      break;
    }
    EXPECT_TRUE(known) << finding.rule << ": no row says what this claims: " << finding.message;
    const auto flag = flags.find(finding.name);
    if (flag == flags.end()) continue;  // a sub-flag
    for (const Claim claim : claimed.claims) {
      EXPECT_TRUE(IsSo(claim, claimed.value, *flag->second))
          << "claim " << static_cast<int>(claim) << ": " << finding.message;
    }
    ExpectExplained(claimed, *flag->second);
    if (claimed.claims.contains(kNoAccess)) {
      for (const Place& place : finding.code) {
        EXPECT_FALSE(LineTouches(folder, place, finding.name))
            << place.file << ":" << place.line << ": " << finding.message;
      }
    }
    by_name[finding.name].push_back(std::move(claimed));
  }
  for (const auto& [name, all] : by_name) {
    for (size_t i = 0; i < all.size(); ++i) {
      for (size_t j = i + 1; j < all.size(); ++j) {
        for (const Claim a : all[i].claims) {
          for (const Claim b : all[j].claims) {
            EXPECT_FALSE(Contradict(a, b)) << all[i].finding->message << "\n"
                                           << all[j].finding->message;
          }
        }
      }
    }
  }
}

std::vector<std::string> Projects() {
  std::vector<std::string> out = {"projects/demo"};
  for (const char* above : {"rules", "ownership"}) {
    const fs::path folder = fs::path(kRoot) / "fixtures" / above;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      if (entry.is_directory()) out.push_back(above + ("/" + entry.path().filename().string()));
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Claims, testing::ValuesIn(Projects()));

// A name that a macro of the project reads in a way that was not understood stands in a source.
TEST(Denials, NothingIsDeniedAboveALineThatMayDoIt) {
  const ScratchFolder folder;
  folder.Write("env.md",
               "# Environment variables\n\n| Name | Default |\n|---|---|\n| `APP_LOST` | `1` |\n");
  folder.Write("m.c", "int f(char *p) { return load_setting(p, \"APP_LOST\"); }\n");
  const Outcome run = RunProgram(folder.path(), "check --no-clang --all .");
  EXPECT_EQ(run.out.find("APP_LOST is documented, but nothing"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("documented and named in other files (1): APP_LOST (m.c:1)"),
            std::string::npos)
      << run.out;
}

TEST(Denials, TwoProjectsOfOneRunAgree) {
  const ScratchFolder folder;
  for (const char* name : {"one", "two"}) {
    folder.Write(std::string(name) + "/.git/HEAD", "ref: refs/heads/main\n");
  }
  const std::string head = "# Environment variables\n\n| Name | Default |\n|---|---|\n";
  folder.Write("one/env.md", head + "| `APP_SHARED` | `1` |\n| `APP_OWN` | `1` |\n");
  folder.Write("one/m.py", "import os\nprint(os.getenv('APP_OWN', '1'))\n");
  folder.Write("two/env.md", head + "| `TWO_OWN` | `1` |\n");
  folder.Write("two/m.py",
               "import os\nprint(os.getenv('APP_SHARED', '1'), os.getenv('TWO_OWN', '1'))\n");
  const Outcome run = RunProgram(folder.path(), "check --no-clang --all .");
  EXPECT_NE(run.out.find("no access to it was found in this project; two/m.py:2 in another project "
                         "accesses it"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("no page in this project mentions it; one/env.md:5 in another project"),
            std::string::npos)
      << run.out;
  EXPECT_EQ(run.out.find("nothing in the tree"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("no page names it"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace flagcensus
