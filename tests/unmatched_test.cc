// What the user names and nothing comes of: files on the command line that are not read, rows of the
// configuration that match nothing.
#include <gtest/gtest.h>

#include <string>

#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

TEST(Unmatched, ANamedFileThatIsNotReadIsReported) {
  ScratchFolder tree;
  tree.Write("a.py", "import os\nos.getenv('APP_A')\n");
  tree.Write("nul.py", std::string("import os\n\0os.getenv('APP_B')\n", 32));
  tree.Write("data.xyz", "getenv APP_C\n");
  tree.Write("run.sh", "echo $APP_D\n");
  tree.Write("page.md", "# Page\n");
  const auto says = [&](const std::string& arguments, const std::string& words, int status) {
    const Outcome run = RunProgram(tree.path(), arguments);
    EXPECT_NE(run.err.find(words), std::string::npos) << arguments << "\n" << run.err;
    EXPECT_EQ(run.status, status) << arguments;
  };
  says("scan a.py nul.py --strict", "nul.py: skipped: it contains NUL bytes", 2);
  says("scan a.py data.xyz --strict", "data.xyz: is not read: its language is unknown", 2);
  says("scan a.py run.sh --strict", "run.sh: is not read: scan reads only Python, C and C++", 2);
  says("scan a.py page.md --strict", "page.md: is not read", 2);
  says("scan a.py --max-file-size 1 --strict", "", 2);
  says("scan a.py data.xyz", "data.xyz: is not read", 0);
  // In a folder nobody named them.
  const Outcome all = RunProgram(tree.path(), "scan . --strict");
  EXPECT_EQ(all.err.find("data.xyz"), std::string::npos) << all.err;
  EXPECT_EQ(all.err.find("run.sh"), std::string::npos) << all.err;
}

TEST(Unmatched, ANamedScriptWithoutAnEndingIsRead) {
  ScratchFolder tree;
  tree.Write("tool", "#!/usr/bin/env python3\nimport os\nos.getenv('APP_TOOL')\n");
  tree.Write("notes", "os.getenv('APP_NOTES')\n");
  const Outcome run = RunProgram(tree.path(), "scan tool notes --format jsonl");
  EXPECT_NE(run.out.find("APP_TOOL"), std::string::npos) << run.err;
  EXPECT_EQ(run.out.find("APP_NOTES"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("notes: is not read"), std::string::npos) << run.err;
}

TEST(Unmatched, ARowThatMatchesNothingIsReported) {
  ScratchFolder tree;
  tree.Write("app.py",
             "import conf\n\n\nclass Options(conf.Settings):\n    size: int = 3\n\n\n"
             "print(conf.lookup('APP_LOOKED'))\n");
  tree.Write("part/b.py", "import os\nos.getenv('APP_B')\n");
  tree.Write("flagcensus.toml",
             "[[settings]]\nnames = [\"conf.Settings\", \"conf.Setings\"]\n\n"
             "[[accessor]]\ncall = \"conf.lookup\"\nname = [0]\n\n"
             "[[accessor]]\ncall = \"conf.look_up\"\nname = [0]\n\n"
             "[[object]]\nobjects = [\"conf.Reader()\"]\nname = [0]\n[object.methods]\nget = \"str\"\n");
  const Outcome run = RunProgram(tree.path(), "scan .");
  EXPECT_NE(run.err.find("flagcensus.toml:2:27: [[settings]] 'conf.Setings' matches nothing"),
            std::string::npos)
      << run.err;
  EXPECT_NE(run.err.find("[[accessor]] 'conf.look_up' matches nothing"), std::string::npos)
      << run.err;
  EXPECT_NE(run.err.find("[[object]] 'conf.Reader()' matches nothing"), std::string::npos)
      << run.err;
  EXPECT_EQ(run.err.find("'conf.Settings' matches"), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("'conf.lookup' matches"), std::string::npos) << run.err;
  EXPECT_EQ(RunProgram(tree.path(), "scan . --strict").status, 2);
  // Of a part of the project it says nothing.
  EXPECT_EQ(RunProgram(tree.path(), "scan part --strict").err.find("matches nothing"),
            std::string::npos);
}

}  // namespace
}  // namespace flagcensus
