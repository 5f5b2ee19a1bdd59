// What `init` proposes for functions from outside the tree, and rows of the configuration that
// match nothing beyond those of libraries.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "analyzer/base/text.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

// The lines of the proposal for `callee` (the row's key and name, as written) taken in.
std::string TakenIn(const std::string& text, const std::string& line) {
  const size_t at = text.find("# " + line + "\n");
  if (at == std::string::npos) return "";
  size_t begin = text.rfind("# [[", at);
  std::string out;
  while (text.compare(begin, 2, "# ") == 0) {
    const size_t end = text.find('\n', begin);
    out += text.substr(begin + 2, end - begin - 1);
    begin = end + 1;
  }
  return out;
}

constexpr const char* kReaders =
    "import vendorlib\n"
    "from vendorlib import settings\n"
    "from vendorlib.env import Reader\n\n"
    "reader = Reader()\n"
    "A = settings.lookup(\"APP_A\", default=1)\n"
    "B = settings.lookup(\"APP_B\", default=2)\n"
    "C = settings.lookup(\"APP_C\")\n"
    "C = settings.lookup(\"APP_C\")\n"
    "D = [vendorlib.env_int(key=\"APP_D\"), vendorlib.env_int(key=\"APP_E\"), "
    "vendorlib.env_int(key=\"APP_F\")]\n"
    "G = [vendorlib.has_env(\"APP_D\"), vendorlib.has_env(\"APP_E\"), "
    "vendorlib.has_env(\"APP_F\")]\n"
    "H = [reader.env(\"APP_H\"), reader.env(\"APP_I\"), reader.env(\"APP_J\")]\n";

TEST(Proposals, WhatIsTakenInGivesWhatItSays) {
  ScratchFolder tree;
  tree.Write("app.py", kReaders);
  tree.Write("app.c",
             "int vendor_env_int(const char* name, int otherwise);\n"
             "int f(void) {\n"
             "  return vendor_env_int(\"APP_K\", 1) + vendor_env_int(\"APP_L\", 2) +\n"
             "         vendor_env_int(\"APP_M\", 3);\n"
             "}\n");
  const std::string text = RunProgram(tree.path(), "init --stdout").out;
  EXPECT_TRUE(Has(text, "# app.py:6: would add 4 reads: APP_A, APP_B, APP_C\n")) << text;
  EXPECT_TRUE(Has(text, "# app.py:10: would add 3 reads: APP_D, APP_E, APP_F\n")) << text;
  EXPECT_TRUE(Has(text, "# app.py:11: would add 3 tests: APP_D, APP_E, APP_F\n")) << text;
  EXPECT_TRUE(Has(text, "# app.py:12: would add 3 reads: APP_H, APP_I, APP_J\n")) << text;
  EXPECT_TRUE(Has(text, "# app.c:3: would add 3 reads: APP_K, APP_L, APP_M\n")) << text;
  const std::string lookup = TakenIn(text, "call = \"vendorlib.settings.lookup\"");
  EXPECT_EQ(lookup,
            "[[accessor]]\ncall = \"vendorlib.settings.lookup\"\nname = [0]\n"
            "default = [\"default\"]\nlanguage = \"python\"\n");
  const std::string number = TakenIn(text, "call = \"vendorlib.env_int\"");
  EXPECT_TRUE(Has(number, "name = [\"key\"]\ntype = \"int\"\n")) << number;
  const std::string object = TakenIn(text, "objects = [\"vendorlib.env.Reader()\"]");
  const std::string in_c = TakenIn(text, "call = \"vendor_env_int\"");
  EXPECT_TRUE(Has(object, "[[object]]")) << text;
  EXPECT_TRUE(Has(in_c, "language = \"c\"")) << text;
  EXPECT_EQ(RunProgram(tree.path(), "scan . --no-clang --format jsonl").out, "");
  tree.Write("flagcensus.toml", lookup + number + object + in_c);
  const Outcome run = RunProgram(tree.path(), "scan . --no-clang --strict --format jsonl");
  EXPECT_EQ(run.status, 0) << run.err;
  for (const char letter : std::string("ABCDEFHIJKLM")) {
    EXPECT_TRUE(Has(run.out, std::string("\"name\":\"APP_") + letter + "\"")) << letter;
  }
}

TEST(Proposals, OrdinaryCallsAreNone) {
  ScratchFolder tree;
  tree.Write("near.py",
             "import logging\nimport sysconfig\nfrom gettext import gettext\n\nimport flask\n"
             "from otherlib import ConfigFile, config, settings, tool\nfrom vendorlog import "
             "config as log\n"
             "from here import config as own\n\n"
             "logging.info(\"APP_A\"), logging.info(\"APP_B\"), logging.info(\"APP_C\")\n"
             "[sysconfig.get_config_var(\"APP_A\"), sysconfig.get_config_var(\"APP_B\"), "
             "sysconfig.get_config_var(\"APP_C\")]\n"
             "gettext(\"APP_A\"), gettext(\"APP_B\"), gettext(\"APP_C\")\n"
             "{}.get(\"APP_A\"), {}.get(\"APP_B\"), {}.get(\"APP_C\")\n"
             "from_flask = flask.current_app.config\n"
             "from_flask.get(\"APP_A\"), from_flask.get(\"APP_B\"), from_flask.get(\"APP_C\")\n"
             "log.log(\"APP_A\"), log.log(\"APP_B\"), log.log(\"APP_C\")\n"
             "config.get(\"DEBUG\"), config.get(\"TESTING\"), config.get(\"SECRET\")\n"
             "settings.get(\"APP_A\"), settings.get(\"APP_B\")\n"
             "settings.put(\"APP_A\"), settings.put(\"APP_B\"), settings.put(\"APP_C\")\n"
             "settings.find(\"APP_A\"), settings.find(\"APP_B\"), settings.find(\"APP_C\"), "
             "settings.find(\"a b\")\n"
             "file = ConfigFile(\"app.ini\")\n"
             "file.get(\"APP_A\"), file.get(\"APP_B\"), file.get(\"APP_C\")\n"
             "tool.get(\"APP_A\"), tool.get(\"APP_B\"), tool.get(\"APP_C\")\n"
             "own.get(\"APP_A\"), own.get(\"APP_B\"), own.get(\"APP_C\")\n");
  tree.Write("here/config.py", "def get(name):\n    return {}[name]\n");
  tree.Write("near.c",
             "int config_lookup(const char* name);\nint env_lookup(const char* name);\n"
             "static int own_env_int(const char* name) { return name != 0; }\n"
             "int f(void) {\n"
             "  return own_env_int(\"APP_A\") + own_env_int(\"APP_B\") + own_env_int(\"APP_C\") +\n"
             "         config_lookup(\"APP_A\") + config_lookup(\"APP_B\") + "
             "config_lookup(\"APP_C\") +\n"
             "         env_lookup(\"APP_A\") + env_lookup(\"APP_B\");\n"
             "}\n");
  const Outcome run = RunProgram(tree.path(), "init --stdout");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_FALSE(Has(run.out, "would add")) << run.out;
}

// Settings of no family count where a page of the tree documents the names.
TEST(Proposals, NamesThatThePagesDocumentAreOfTheEnvironment) {
  ScratchFolder tree;
  tree.Write("app.py",
             "from otherlib import config\n\n"
             "A = config.get(\"DEBUG_MODE\")\nB = config.get(\"PORT_NUMBER\")\n"
             "C = config.get(\"SECRET_FILE\")\n");
  EXPECT_FALSE(Has(RunProgram(tree.path(), "init --stdout").out, "would add"));
  tree.Write("docs/environment.md",
             "# Environment variables\n\n| Variable | Default | Description |\n|---|---|---|\n"
             "| `DEBUG_MODE` | `0` | more output |\n| `PORT_NUMBER` | `80` | the port |\n"
             "| `SECRET_FILE` | | where the secret is |\n");
  EXPECT_TRUE(Has(RunProgram(tree.path(), "init --stdout").out,
                  "# app.py:3: would add 3 reads: DEBUG_MODE, PORT_NUMBER, SECRET_FILE\n"));
}

TEST(Casts, OfTheProjectGiveATypeToWhatACastNames) {
  ScratchFolder tree;
  tree.Write("app.py",
             "from vendorlib import Commas, Dots, look\n\n"
             "A = look(\"APP_A\", cast=Commas)\nB = look(\"APP_B\", cast=Dots)\n");
  const std::string row =
      "[[accessor]]\ncall = \"vendorlib.look\"\nname = [0]\ncast = [\"cast\"]\n\n";
  tree.Write("flagcensus.toml", row + "[casts]\n\"vendorlib.Commas\" = \"list\"\n");
  const std::string out = RunProgram(tree.path(), "scan . --format jsonl").out;
  EXPECT_TRUE(Has(out, "\"name\":\"APP_A\"")) << out;
  const size_t a = out.find("\"name\":\"APP_A\""), b = out.find("\"name\":\"APP_B\"");
  ASSERT_TRUE(a < b && b != std::string::npos) << out;
  EXPECT_TRUE(Has(out.substr(a, b - a), "\"type\":\"list\"")) << out;
  EXPECT_FALSE(Has(out.substr(b), "\"type\":\"list\"")) << out;
  tree.Write("flagcensus.toml", row + "[casts]\n\"vendorlib.Commas\" = \"lisst\"\n");
  const Outcome run = RunProgram(tree.path(), "scan .");
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(Has(run.err, "flagcensus.toml:7:22: unknown type 'lisst'")) << run.err;
}

TEST(Unmatched, ARowOfAnyKindThatMatchesNothingIsReported) {
  ScratchFolder tree;
  tree.Write("src/app.py",
             "import os\n\n\ndef read(plugin):\n    return os.environ[plugin.name]\n\n\n"
             "for kind in (\"DISK\", \"NET\"):\n    print(os.getenv(f\"APP_{kind}_URL\"))\n");
  tree.Write("tools/run/a.py", "print(1)\n");
  tree.Write("flagcensus.toml",
             "[[scope]]\nglob = \"tools/run/**\"\nscope = \"src\"\n\n"
             "[[scope]]\nglob = \"tools/rum/**\"\nscope = \"src\"\n\n"
             "[[override]]\npath = [\"src/\", \"scr/\"]\nseverity = { unused = \"off\" }\n\n"
             "[[unresolved]]\nexpression = \"plugin.*\"\nreason = \"theirs\"\n\n"
             "[[unresolved]]\nexpression = \"plugins.*\"\nreason = \"theirs\"\n\n"
             "[[family]]\nname = \"APP_*_URL\"\nreason = \"one for each kind\"\n\n"
             "[[family]]\nname = \"APP_*_URI\"\nreason = \"one for each kind\"\n\n"
             "[registry]\nname = [\"envname\"]\n");
  const std::string said = RunProgram(tree.path(), "check .").out;
  const auto is_reported = [&](const std::string& place, const std::string& row) {
    return Has(said, "flagcensus.toml:" + place + ": note: " + row + " matches nothing");
  };
  EXPECT_TRUE(is_reported("6:8", "[[scope]] 'tools/rum/**'")) << said;
  EXPECT_TRUE(is_reported("10:17", "[[override]] 'scr/'")) << said;
  EXPECT_TRUE(is_reported("18:14", "[[unresolved]] 'plugins.*'")) << said;
  EXPECT_TRUE(is_reported("26:8", "[[family]] 'APP_*_URI'")) << said;
  EXPECT_TRUE(Has(said, "[registry] matches nothing")) << said;
  for (const char* good : {"'tools/run/**'", "'src/'", "'plugin.*'", "'APP_*_URL'"}) {
    EXPECT_FALSE(Has(said, std::string(good) + " matches nothing")) << said;
  }
  // Of a part of the project it says nothing.
  EXPECT_FALSE(Has(RunProgram(tree.path(), "check src").out, "matches nothing"));
}

}  // namespace
}  // namespace flagcensus
