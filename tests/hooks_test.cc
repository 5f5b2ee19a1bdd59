// The files that other systems read: the hooks of pre-commit, run by it in a repository; the
// action, the component and the templates of issues by their shape. The links of the documents lead
// somewhere.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "tests/paths.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/skip.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;


TEST(Hooks, PreCommitReadsAllAndTellsWhatChanged) {
  if (std::system("command -v pre-commit >/dev/null 2>&1 && command -v git >/dev/null 2>&1") != 0) {
    FLAGCENSUS_SKIP("pre-commit");
  }
  const ScratchFolder folder;
  // A repository with the hooks, as the configuration of a project names one.
  const std::string hooks = folder / "hooks";
  folder.Write("hooks/.pre-commit-hooks.yaml", ReadText(kRoot + "/.pre-commit-hooks.yaml"));
  folder.Write("project/.pre-commit-config.yaml",
               "repos:\n  - repo: " + hooks +
                   "\n    rev: v1\n    hooks:\n      - id: flagcensus\n"
                   "      - id: flagcensus-all\n        stages: [manual]\n");
  folder.Write("project/app/main.py", "import os\nprint(os.getenv('APP_TIMEOUT', '60'))\n");
  folder.Write("project/app/old.py", "import os\nprint(os.getenv('APP_OLD'))\n");
  folder.Write("project/docs/environment.md",
               "# Environment variables\n\n| Variable | Default | |\n| --- | --- | --- |\n"
               "| `APP_TIMEOUT` | `60` | seconds |\n| `APP_COLOR` | unset | colour |\n"
               "| `APP_RETRIES` | `3` | how often |\n");
  const std::string name = fs::path(kBinary).parent_path().string();
  const auto run = [&](const std::string& where, const std::string& command) {
    const std::string out = folder / "out";
    const int status = std::system(
        ("cd '" + (folder / where) + "' && export PATH='" + name + "':\"$PATH\" HOME='" +
         folder.path() + "' XDG_CACHE_HOME='" + (folder / "cache") +
         "' GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a "
         "GIT_COMMITTER_EMAIL=a@example.org GIT_CONFIG_GLOBAL=/dev/null; (" +
         command + ") >'" + out + "' 2>&1 </dev/null")
            .c_str());
    return Outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadText(out), ""};
  };
  ASSERT_EQ(
      run("hooks", "git init -q && git add -A && git commit -q -m hooks && git tag v1").status, 0);
  ASSERT_EQ(run("project", "git init -q && git add -A && git commit -q -m first").status, 0);
  ASSERT_EQ(run("project", "pre-commit validate-manifest ../hooks/.pre-commit-hooks.yaml").status,
            0);

  // A clean file is committed, though another has findings.
  folder.Write("project/app/main.py", "import os\nprint(os.getenv('APP_TIMEOUT', '60'), 1)\n");
  const Outcome clean = run("project", "git add -A && pre-commit run");
  EXPECT_EQ(clean.status, 0) << clean.out;
  EXPECT_TRUE(Has(clean.out, "Passed")) << clean.out;
  // A default that no longer is the page's stops the commit, and nothing else is told.
  folder.Write("project/app/main.py", "import os\nprint(os.getenv('APP_TIMEOUT', '30'))\n");
  const Outcome wrong = run("project", "git add -A && pre-commit run");
  EXPECT_EQ(wrong.status, 1) << wrong.out;
  EXPECT_TRUE(Has(wrong.out, "APP_TIMEOUT is documented to default to 60 but defaults to 30")) << wrong.out;
  EXPECT_FALSE(Has(wrong.out, "APP_OLD")) << wrong.out;
  const Outcome all = run("project", "pre-commit run --hook-stage manual flagcensus-all");
  EXPECT_EQ(all.status, 1) << all.out;
  EXPECT_TRUE(Has(all.out, "APP_OLD")) << all.out;
}

TEST(Hooks, TheManifestNamesTheProgram) {
  const YAML::Node hooks = YAML::LoadFile(kRoot + "/.pre-commit-hooks.yaml");
  ASSERT_TRUE(hooks.IsSequence());
  ASSERT_EQ(hooks.size(), 3U);
  for (const YAML::Node& hook : hooks) {
    EXPECT_TRUE(hook["id"].as<std::string>().starts_with("flagcensus"));
    EXPECT_EQ(hook["entry"].as<std::string>(), "flagcensus check");
    const bool docker = hook["id"].as<std::string>() == "flagcensus-docker";
    EXPECT_EQ(hook["language"].as<std::string>(), docker ? "docker" : "system");
  }
}

TEST(Hooks, TheActionTakesNoInputIntoAScript) {
  const YAML::Node action = YAML::LoadFile(kRoot + "/action.yml");
  EXPECT_EQ(action["runs"]["using"].as<std::string>(), "composite");
  std::set<std::string> used;
  for (const YAML::Node& step : action["runs"]["steps"]) {
    EXPECT_TRUE(step["name"]) << "each step says what it does";
    EXPECT_TRUE(step["uses"] || step["shell"].as<std::string>() == "bash");
    const std::string text = YAML::Dump(step);
    for (const auto& input : action["inputs"]) {
      if (Has(text, "inputs." + input.first.as<std::string>()))
        used.insert(input.first.as<std::string>());
    }
    // "${{ }}" is written into the script before the shell reads it.
    const std::string script = step["run"] ? step["run"].as<std::string>() : "";
    EXPECT_FALSE(Has(script, "${{")) << text;
  }
  EXPECT_EQ(used.size(), action["inputs"].size()) << "each input does something";
}

TEST(Hooks, TheWorkflowsTakeNoExpressionIntoAScript) {
  size_t scripts = 0;
  for (const fs::directory_entry& file : fs::directory_iterator(kRoot + "/.github/workflows")) {
    const YAML::Node workflow = YAML::LoadFile(file.path().string());
    EXPECT_EQ(workflow["permissions"]["contents"].as<std::string>(), "read") << file.path();
    for (const auto& job : workflow["jobs"]) {
      for (const YAML::Node& step : job.second["steps"]) {
        if (!step["run"]) continue;
        ++scripts;
        EXPECT_FALSE(Has(step["run"].as<std::string>(), "${{")) << YAML::Dump(step);
      }
    }
  }
  EXPECT_GT(scripts, 4U);
}

// The action's step that fetches a release, run as a runner does, with a directory in place of the
// server. `output` and `path` are what later steps see.
class ActionFetch : public testing::Test {
 protected:
  struct Fetched {
    Outcome outcome;
    std::string output;
    std::string path;
  };

  void SetUp() override {
    if (std::system("command -v curl >/dev/null 2>&1") != 0) {
      FLAGCENSUS_SKIP("curl");
    }
    for (const YAML::Node& step : YAML::LoadFile(kRoot + "/action.yml")["runs"]["steps"]) {
      if (step["id"] && step["id"].as<std::string>() == "release") {
        folder_.Write("step.sh", step["run"].as<std::string>());
      }
    }
    Shell(
        "cd server && mkdir -p o/r/releases/download/v1.2.3 package/bin && printf "
        "'#!/bin/sh\\necho it runs\\n' >package/bin/flagcensus && "
        "chmod +x package/bin/flagcensus && cd o/r/releases/download/v1.2.3 && for machine in x64 "
        "arm64; do "
        "tar -czf flagcensus-1.2.3-linux-$machine.tgz -C ../../../../.. package && "
        "sha256sum flagcensus-1.2.3-linux-$machine.tgz "
        ">flagcensus-1.2.3-linux-$machine.tgz.sha256; done");
  }
  void Shell(const std::string& command) const {
    folder_.Write("server/.keep", "");
    ASSERT_EQ(std::system(("cd '" + folder_.path() + "' && " + command).c_str()), 0) << command;
  }
  Fetched Run(const std::string& version, const std::string& ref) const {
    folder_.Write("output", "");
    folder_.Write("path", "");
    const std::string out = folder_ / "out";
    const int status =
        std::system(("cd '" + folder_.path() + "' && rm -rf temp && mkdir temp && VERSION='" +
                     version + "' REF='" + ref + "' REPOSITORY=o/r SERVER='file://" +
                     folder_ / "server" + "' GITHUB_ACTION_PATH='" + kRoot +
                     "' RUNNER_TEMP=\"$PWD/temp\" GITHUB_PATH=path GITHUB_OUTPUT=output bash "
                     "step.sh >out 2>&1 </dev/null")
                        .c_str());
    return {{WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadText(out), ""},
            ReadText(folder_ / "output"),
            ReadText(folder_ / "path")};
  }

  ScratchFolder folder_;
};

TEST_F(ActionFetch, TakesTheProgramOfTheTagThatTheActionIsUsedAt) {
  const Fetched by_tag = Run("", "v1.2.3");
  EXPECT_EQ(by_tag.outcome.status, 0) << by_tag.outcome.out;
  EXPECT_EQ(by_tag.output, "found=true\n");
  ASSERT_TRUE(by_tag.path.ends_with("/bin\n")) << by_tag.path;
  Shell("\"$(cat path)/flagcensus\" | grep -qx 'it runs'");
  EXPECT_EQ(Run("v1.2.3", "main").output, "found=true\n");
}

TEST_F(ActionFetch, BuildsWhereThereIsNoRelease) {
  for (const auto& [version, ref] : std::vector<std::pair<std::string, std::string>>{
           {"", "main"}, {"", "v9.9.9"}, {"build", "v1.2.3"}, {"", "v1"}}) {
    const Fetched none = Run(version, ref);
    EXPECT_EQ(none.outcome.status, 0) << none.outcome.out;
    EXPECT_EQ(none.output + none.path, "") << ref;
    EXPECT_EQ(Has(none.outcome.out, "::notice::v9.9.9 has no program"), ref == "v9.9.9")
        << none.outcome.out;
  }
}

TEST_F(ActionFetch, FailsWithoutTheReleaseThatIsAskedForAndAtAnotherChecksum) {
  EXPECT_EQ(Run("v9.9.9", "main").outcome.status, 1);
  EXPECT_EQ(Run("newest", "main").outcome.status, 1);
  Shell("for file in server/o/r/releases/download/v1.2.3/*.tgz; do printf x >>$file; done");
  const Fetched changed = Run("", "v1.2.3");
  EXPECT_EQ(changed.outcome.status, 1) << changed.outcome.out;
  EXPECT_TRUE(Has(changed.outcome.out, "another checksum")) << changed.outcome.out;
  EXPECT_EQ(changed.output + changed.path, "");
  Shell("rm server/o/r/releases/download/v1.2.3/*.sha256");
  EXPECT_EQ(Run("", "v1.2.3").outcome.status, 1);
}

TEST(Hooks, TheComponentDeclaresWhatItInterpolates) {
  const std::vector<YAML::Node> parts = YAML::LoadAllFromFile(kRoot + "/templates/flagcensus.yml");
  ASSERT_EQ(parts.size(), 2U) << "the specification and the jobs";
  const YAML::Node inputs = parts[0]["spec"]["inputs"];
  const std::string jobs = YAML::Dump(parts[1]);
  constexpr std::string_view kOpen = "$[[ inputs.";
  size_t count = 0;
  for (size_t at = jobs.find(kOpen); at != std::string::npos; at = jobs.find(kOpen, at + 1)) {
    const size_t from = at + kOpen.size();
    const std::string name = jobs.substr(from, jobs.find(' ', from) - from);
    EXPECT_TRUE(inputs[name]) << name;
    ++count;
  }
  EXPECT_GE(count, inputs.size());
  EXPECT_TRUE(parts[1]["flagcensus"]["artifacts"]["reports"]["codequality"]);
}

TEST(Hooks, TheFormOfAFalseFindingAsksForTheSmallestFile) {
  const YAML::Node form = YAML::LoadFile(kRoot + "/.github/ISSUE_TEMPLATE/false-finding.yml");
  bool asks = false;
  for (const YAML::Node& part : form["body"]) {
    const std::string type = part["type"].as<std::string>();
    EXPECT_TRUE(type == "markdown" || part["attributes"]["label"]) << YAML::Dump(part);
    asks = asks || (type == "textarea" &&
                    part["attributes"]["label"].as<std::string>() == "The smallest source" &&
                    part["validations"]["required"].as<bool>());
  }
  EXPECT_TRUE(asks);
  EXPECT_TRUE(YAML::LoadFile(kRoot + "/.github/ISSUE_TEMPLATE/defect.yml")["body"].IsSequence());
}

// The targets of "](...)" that are files of the repository.
std::vector<std::string> LinksOf(const std::string& text) {
  std::vector<std::string> out;
  for (size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
    const std::string link = text.substr(at + 2, text.find(')', at) - at - 2);
    if (!Has(link, "://") && !link.starts_with("#")) out.push_back(link.substr(0, link.find('#')));
  }
  return out;
}

TEST(Documents, LinksLeadSomewhereAndTheIndexHasEveryPage) {
  std::set<std::string> linked;
  std::vector<fs::path> pages;
  for (const char* name : {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"})
    pages.push_back(fs::path(kRoot) / name);
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot + "/docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  for (const fs::path& page : pages) {
    for (const std::string& link : LinksOf(ReadText(page.string()))) {
      const fs::path target = page.parent_path() / link;
      EXPECT_TRUE(fs::exists(target)) << page << " links to " << link;
      if (page == fs::path(kRoot) / "docs/README.md")
        linked.insert(fs::weakly_canonical(target).string());
    }
  }
  for (const char* folder : {"/docs", "/docs/rules"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(kRoot + folder)) {
      if (entry.path().extension() != ".md" || entry.path().filename() == "README.md") continue;
      EXPECT_TRUE(linked.contains(fs::weakly_canonical(entry.path()).string()))
          << "docs/README.md does not name " << entry.path();
    }
  }
  const std::string readme = ReadText(kRoot + "/README.md");
  EXPECT_LT(Split(readme, '\n').size(), 150U);
}

}  // namespace
}  // namespace flagcensus
