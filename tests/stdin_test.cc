// Files that are given in other ways: a text from standard input in place of a file, lists of
// paths.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/run_program.h"

namespace flagcensus {
namespace {

struct StdinProject : ScratchFolder {
  StdinProject() {
    Write(".git/HEAD", "ref: refs/heads/main\n");
    Write("a.py", "import os\nA = os.getenv('APP_A', '1')\nprint(A)\n");
    Write("b c.py", "import os\nB = os.getenv('APP_B', '1')\nprint(B)\n");
    Write("environment.md",
          "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n"
          "| `APP_A` | `2` |\n| `APP_B` | `2` |\n");
  }

  // What `check` tells with `input` on standard input: a line for each finding, "APP_A a.py:2".
  std::string Told(const std::string& arguments, const std::string& input) const {
    const ScratchFolder streams;
    const std::string file = streams.Write("input", input);
    const std::string out = streams / "out";
    const std::string command = "cd '" + path() + "' && '" + kBinary +
                                "' check --no-clang --no-cache --format jsonl " + arguments +
                                " <'" + file + "' >'" + out + "' 2>'" + (streams / "err") + "'";
    const int status = std::system(command.c_str());
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) < 2) << arguments;
    std::ifstream lines(out);
    std::string stated;
    for (std::string line; std::getline(lines, line);) {
      const auto one = nlohmann::json::parse(line);
      if (one["what"] != "finding") continue;
      const auto& place = one["code"].empty() ? one["doc"][0] : one["code"][0];
      stated += one["name"].get<std::string>() + " " + place["file"].get<std::string>() + ":" +
              std::to_string(place["line"].get<int>()) + "\n";
    }
    return stated;
  }
};

TEST(GivenFiles, AreThoseOfAList) {
  const StdinProject project;
  const std::string both = "APP_A a.py:2\nAPP_B b c.py:2\n";
  EXPECT_EQ(project.Told("", ""), both);
  EXPECT_EQ(project.Told("--files-from -", "a.py\n"), "APP_A a.py:2\n");
  EXPECT_EQ(project.Told("--files-from -", "b c.py\r\n"), "APP_B b c.py:2\n");
  EXPECT_EQ(project.Told("--files-from - -0", std::string("b c.py\0a.py\0", 12)), both);
  EXPECT_EQ(project.Told("--files-from - a.py", "b c.py"), both) << "beside PATH";
  EXPECT_EQ(project.Told("--files-from -", ""), "") << "no path: nothing is told";
  project.Write("list", "a.py\n");
  EXPECT_EQ(project.Told("--files-from list", ""), "APP_A a.py:2\n");
  const Outcome none = RunProgram(project.path(), "check --files-from missing");
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("--files-from missing: no such file"), std::string::npos) << none.err;
}

TEST(GivenFiles, OneHasTheTextOfStandardInput) {
  const StdinProject project;
  EXPECT_EQ(project.Told("--stdin-filename a.py",
                         "import os\n\n\nA = os.getenv('APP_A', '3')\nprint(A)\n"),
            "APP_A a.py:4\n");
  EXPECT_EQ(project.Told("--stdin-filename a.py -", "import os\nprint(os.getenv('APP_A', '2'))\n"),
            "");
  // A page, found and named; a file that is not there yet.
  const std::string page =
      "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `APP_A` | `1` |\n"
      "| `APP_B` | `3` |\n";
  EXPECT_EQ(project.Told("--stdin-filename environment.md", page), "APP_B b c.py:2\n");
  EXPECT_EQ(project.Told("--stdin-filename environment.md --catalog environment.md", page),
            "APP_B b c.py:2\n");
  EXPECT_EQ(
      project.Told("--stdin-filename new.py", "import os\nprint(os.getenv('APP_NEW', '2'))\n"),
      "APP_NEW new.py:2\n");
  const Outcome fix = RunProgram(project.path(), "check --stdin-filename a.py --fix");
  EXPECT_EQ(fix.status, 2);
  EXPECT_NE(fix.err.find("cannot be fixed"), std::string::npos) << fix.err;
}

}  // namespace
}  // namespace flagcensus
