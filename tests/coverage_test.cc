// What share of a project was looked at, as each command says it: first where it matters, and not
// at all where everything was read.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/make_archive.h"
#include "tests/run_program.h"
#include "tests/schema_check.h"

namespace flagcensus {
namespace {

using nlohmann::json;

const std::string kHead = "# Environment variables\n\n| Name | Default |\n|---|---|\n";

bool Holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// The object `coverage` of a check, held to the schema.
json CoverageOf(const ScratchFolder& folder, const std::string& more = "") {
  const Outcome run = RunProgram(folder.path(), "check --no-clang --format json . " + more);
  const json out = json::parse(run.out, nullptr, false);
  EXPECT_FALSE(out.is_discarded()) << run.out << run.err;
  const std::string schema = kRoot + "/docs/schema/check.schema.json";
  EXPECT_EQ(Violations(json::parse(ReadText(schema)), out), "");
  return out["summary"]["coverage"];
}

// One access for all names of a family, `entries` of them documented, beside `others` that are
// read.
void WriteFamily(const ScratchFolder& folder, int entries, int others) {
  std::string source =
      "import os\n\n\ndef setting(name):\n"
      "    return os.getenv('POETRY_' + '_'.join(k.upper() for k in name.split('.')))\n";
  std::string page = kHead;
  for (int i = 0; i < entries; ++i) page += "| `POETRY_V" + std::to_string(i) + "` | `1` |\n";
  for (int i = 0; i < others; ++i) {
    page += "| `OTHER_V" + std::to_string(i) + "` | `1` |\n";
    source += "print(os.getenv('OTHER_V" + std::to_string(i) + "', '1'))\n";
  }
  folder.Write("m.py", source);
  folder.Write("env.md", page);
}

TEST(Coverage, NothingIsSaidWhereAllWasRead) {
  const ScratchFolder folder;
  folder.Write("m.py", "import os\nprint(os.getenv('APP_X', '1'))\n");
  folder.Write("run.sh", "#!/bin/sh\nexec python m.py\n");
  folder.Write("docs/theme.js", "document.title = 'x'\n");
  folder.Write("env.md", kHead + "| `APP_X` | `1` |\n");
  const Outcome check = RunProgram(folder.path(), "check --no-clang --strict .");
  EXPECT_EQ(check.status, 0) << check.out << check.err;
  EXPECT_FALSE(Holds(check.out, "not ")) << check.out;
  EXPECT_EQ(CoverageOf(folder)["notes"], json::array());
  const Outcome scan = RunProgram(folder.path(), "scan --no-clang --format table .");
  EXPECT_TRUE(scan.out.ends_with("\n1 access\n")) << scan.out;
  const Outcome docs = RunProgram(folder.path(), "docs --no-clang .");
  EXPECT_FALSE(Holds(docs.err, "read")) << docs.err;
}

TEST(Coverage, AFamilyThatOneAccessMakesIsNotCompared) {
  const ScratchFolder folder;
  WriteFamily(folder, 26, 4);
  const Outcome run = RunProgram(folder.path(), "check --no-clang .");
  EXPECT_EQ(FirstLine(run.out), "26 of 30 entries were not compared with the code") << run.out;
  EXPECT_TRUE(
      Holds(run.out, "\none access builds every POETRY_* name (m.py:5): 26 entries were not compared\n"))
      << run.out;
  const json coverage = CoverageOf(folder);
  EXPECT_EQ(coverage["partial"], true);
  EXPECT_EQ(coverage["not_compared"], 26);
  EXPECT_EQ(coverage["families"][0]["entries"], 26);
  EXPECT_EQ(RunProgram(folder.path(), "check --no-clang --strict --fail-on error .").status, 2);
  EXPECT_EQ(RunProgram(folder.path(), "check --no-clang --fail-on error .").status, 0);
  const Outcome markdown = RunProgram(folder.path(), "check --no-clang --format markdown .");
  EXPECT_TRUE(FirstLine(markdown.out).starts_with("- 26 of 30 entries")) << markdown.out;
  const Outcome docs = RunProgram(folder.path(), "docs --no-clang --strict .");
  EXPECT_EQ(docs.status, 2) << docs.err;
  EXPECT_TRUE(Holds(docs.err, "26 of 30 entries were not compared")) << docs.err;
  const Outcome audit = RunProgram(folder.path(), "audit .");
  EXPECT_TRUE(Holds(audit.out, "\n  26 of 30 entries were not compared")) << audit.out;
}

TEST(Coverage, AFewEntriesOfAFamilyAreToldBelow) {
  const ScratchFolder folder;
  WriteFamily(folder, 3, 27);
  const Outcome run = RunProgram(folder.path(), "check --no-clang .");
  EXPECT_FALSE(Holds(FirstLine(run.out), "compared")) << run.out;
  EXPECT_TRUE(Holds(run.out, "every POETRY_* name (m.py:5): 3 entries were not compared\n")) << run.out;
  EXPECT_EQ(CoverageOf(folder)["partial"], false);
  EXPECT_NE(RunProgram(folder.path(), "check --no-clang --strict --fail-on error .").status, 2);
}

TEST(Coverage, APackageOfAnotherLanguageIsNotRead) {
  const ScratchFolder folder;
  for (int i = 0; i < 41; ++i) {
    folder.Write("lib/m" + std::to_string(i) + ".js", "module.exports = process.env.APP_X\n");
  }
  folder.Write("README.md",
               "# app\n\n## Environment variables\n\n- `APP_X`: what to do (default: `1`)\n");
  const Outcome run = RunProgram(folder.path(), "check --no-clang .");
  EXPECT_TRUE(
      Holds(run.out, "nothing read: 41 JavaScript files: --language javascript reads them\n"))
      << run.out << run.err;
  EXPECT_TRUE(Holds(FirstLine(run.out), "1 of 1 entry was not compared")) << run.out;
  EXPECT_EQ(CoverageOf(folder)["unread"]["JavaScript"], 41);
  EXPECT_EQ(RunProgram(folder.path(), "check --no-clang --strict .").status, 2);
  const Outcome audit = RunProgram(folder.path(), "audit .");
  // An audit reads them, and so does who asks for it.
  EXPECT_FALSE(Holds(audit.out, "nothing read")) << audit.out;
  EXPECT_TRUE(Holds(audit.out, "41 accesses (41 resolved), 1 variable")) << audit.out;
  const Outcome asked = RunProgram(folder.path(), "check --no-clang --language javascript .");
  EXPECT_FALSE(Holds(asked.out, "not compared") || Holds(asked.out, "nothing read")) << asked.out;
  folder.Write("app.pl", "$ENV{'APP_X'};\n");
  EXPECT_TRUE(Holds(RunProgram(folder.path(), "audit .").out,
                    "read: 41 JavaScript files\n  not read: 1 Perl file\n"));
  const Outcome scan = RunProgram(folder.path(), "scan --no-clang .");
  EXPECT_EQ(scan.status, 2);
  EXPECT_TRUE(Holds(scan.err, "41 JavaScript files")) << scan.err;
}

TEST(Coverage, FilesOfAnotherLanguageBesideSourcesAreCounted) {
  const ScratchFolder folder;
  folder.Write("m.py", "import os\nprint(os.getenv('APP_X', '1'))\n");
  folder.Write("server.go", "package main\n");
  folder.Write("tests/fake.go", "package main\n");
  folder.Write("env.md", kHead + "| `APP_X` | `1` |\n");
  const std::string note = "not read in addition to 1 file in Python, C or C++: 1 Go file\n";
  const Outcome run = RunProgram(folder.path(), "check --no-clang --strict .");
  EXPECT_EQ(run.status, 0) << run.out;
  EXPECT_TRUE(Holds(run.out, note)) << run.out;
  EXPECT_TRUE(RunProgram(folder.path(), "scan --no-clang --format table .").out.ends_with(note));
  const Outcome lines = RunProgram(folder.path(), "scan --no-clang --format jsonl .");
  EXPECT_FALSE(Holds(lines.out, "Go file")) << lines.out;
  EXPECT_TRUE(Holds(lines.err, note)) << lines.err;
}

TEST(Coverage, MuchOfAnotherLanguageIsSaidFirst) {
  const ScratchFolder folder;
  folder.Write("m.py", "import os\nprint(os.getenv('APP_X', '1'))\n");
  folder.Write("env.md", kHead + "| `APP_X` | `1` |\n");
  for (const char* name : {"a.rs", "b.rs", "c.rs"}) folder.Write(name, "fn main() {}\n");
  const Outcome run = RunProgram(folder.path(), "check --no-clang --strict .");
  EXPECT_EQ(run.status, 2) << run.out;
  EXPECT_TRUE(Holds(FirstLine(run.out), "3 Rust files: --language rust reads them")) << run.out;
  EXPECT_EQ(RunProgram(folder.path(), "check --no-clang --strict --language rust .").status, 0);
}

TEST(Coverage, BinariesAreNotRead) {
  const std::string binary(
      "\x7f"
      "ELF\0\0\0\0",
      8);
  const ScratchFolder folder;
  folder.Write("usr/bin/app", binary);
  folder.Write("usr/lib/libapp.so.1", binary);
  folder.Write("usr/share/doc/app/copyright", "all rights\n");
  const Outcome audit = RunProgram(folder.path(), "audit .");
  EXPECT_TRUE(Holds(audit.out, "nothing read: 2 binary files\n")) << audit.out << audit.err;
  folder.Write("app.tar", MakeArchive("tar", "",
                                      {{"app/usr/bin/app", binary, ""},
                                       {"app/copyright", "all rights\n", ""}}));
  const Outcome packed = RunProgram(folder.path(), "audit app.tar");
  EXPECT_TRUE(Holds(packed.out, "nothing read: 1 binary file\n")) << packed.out << packed.err;
}

TEST(Coverage, WhatALimitCutIsCounted) {
  const ScratchFolder folder;
  folder.Write("m.py", "import os\nprint(os.getenv('APP_X', '1'))\n");
  folder.Write("large.py", "# " + std::string(5000, 'x') + "\n");
  folder.Write("env.md", kHead + "| `APP_X` | `1` |\n");
  const Outcome run = RunProgram(folder.path(), "check --no-clang --max-file-size 4000 .");
  EXPECT_TRUE(Holds(run.out, "1 input was cut or skipped by a limit: 1 file-too-large\n"))
      << run.out << run.err;
  EXPECT_EQ(CoverageOf(folder, "--max-file-size 4000")["limits"]["file-too-large"], 1);
}

}  // namespace
}  // namespace flagcensus
