// Languages that are read where they are asked for: their rows, what asks for them, and input that
// hurts. What is understood of each is in fixtures/languages.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "analyzer/base/embedded.h"
#include "analyzer/languages/rows.h"
#include "analyzer/languages/sites.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

size_t CountSites(std::string_view path, Language language, const std::string& text) {
  const Program program = ParseProgram(path, text);
  const Names names(program, RowsOf(language));
  return FindSites(names, text, nullptr).size();
}

TEST(Languages, RowsAreUnderstood) {
  for (const Language language : AllAskedLanguages()) {
    const std::string name(ToString(language));
    const std::string file = "languages/" + name + ".toml";
    const Result<LanguageRows> rows = ReadLanguageRows(EmbeddedQuery(file), file);
    ASSERT_TRUE(rows.ok()) << rows.error().message;
    EXPECT_EQ(rows.value().words.empty(), name == "shell");  // all scripts are read
    EXPECT_EQ(ToString(rows.value().language), name);
  }
  const Result<LanguageRows> wrong =
      ReadLanguageRows("[[accessor]]\ncall = \"f\"\nnmae = [0]\n", "x.toml");
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().message, "x.toml:3: unknown key 'nmae' in an accessor row");
}

TEST(Languages, AnArgumentOfARowIsAPosition) {
  for (const std::string_view position : {"[0]", "0", "[100]"}) {
    const std::string text = fmt::format("[[accessor]]\ncall = \"f\"\nname = {}\n", position);
    EXPECT_TRUE(ReadLanguageRows(text, "x.toml").ok()) << position;
  }
  // Without a position, the row would read all variables.
  for (const std::string_view wrong : {"[]", "[-1]", "101", "\"key\"", "[0, \"key\"]", "1.0"}) {
    const std::string text = fmt::format("[[accessor]]\ncall = \"f\"\nname = {}\n", wrong);
    const Result<LanguageRows> rows = ReadLanguageRows(text, "x.toml");
    ASSERT_FALSE(rows.ok()) << wrong;
    EXPECT_EQ(rows.error().message, "x.toml:3: 'name' of an accessor row has a wrong value");
  }
}

TEST(Languages, NothingIsReadThatIsNotAskedFor) {
  const ScratchFolder folder;
  folder.Write("a.py", "import os\nprint(os.getenv('APP_PY'))\n");
  folder.Write("a.js", "console.log(process.env.APP_JS);\n");
  folder.Write("a.go", "package a\n\nimport \"os\"\n\nvar x = os.Getenv(\"APP_GO\")\n");
  folder.Write("a.rs", "fn f() { std::env::var(\"APP_RS\"); }\n");
  folder.Write("A.java", "class A { String x = System.getenv(\"APP_JAVA\"); }\n");
  folder.Write("a.kt", "val x = System.getenv(\"APP_KT\")\n");
  folder.Write("a.cs", "var x = System.Environment.GetEnvironmentVariable(\"APP_CS\");\n");
  const std::string scan = "scan --no-clang --format jsonl ";
  const std::string plain = RunProgram(folder.path(), scan + ".").out;
  EXPECT_NE(plain.find("APP_PY"), std::string::npos);
  for (const char* const name : {"APP_JS", "APP_GO", "APP_RS", "APP_JAVA", "APP_KT", "APP_CS"}) {
    EXPECT_EQ(plain.find(name), std::string::npos) << name;
  }
  const std::string go = RunProgram(folder.path(), scan + "--language go .").out;
  EXPECT_NE(go.find("APP_GO"), std::string::npos) << go;
  EXPECT_EQ(go.find("APP_JS"), std::string::npos) << go;
  folder.Write("flagcensus.toml", "languages = [\"javascript\", \"rust\"]\n");
  const std::string two = RunProgram(folder.path(), scan + ".").out;
  EXPECT_NE(two.find("APP_JS"), std::string::npos) << two;
  EXPECT_NE(two.find("APP_RS"), std::string::npos) << two;
  EXPECT_EQ(two.find("APP_GO"), std::string::npos) << two;
  folder.Write("flagcensus.toml", "languages = [\"java\", \"kotlin\", \"csharp\"]\n");
  const std::string three = RunProgram(folder.path(), scan + ".").out;
  for (const char* const name : {"APP_JAVA", "APP_KT", "APP_CS"}) {
    EXPECT_NE(three.find(name), std::string::npos) << three;
  }
  const std::string audit = RunProgram(folder.path(), "audit .").out;
  EXPECT_NE(audit.find("7 variables"), std::string::npos) << audit;
  folder.Write("flagcensus.toml", "languages = [\"perl\"]\n");
  const Outcome wrong = RunProgram(folder.path(), scan + ".");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("unknown value 'perl' of 'languages'"), std::string::npos) << wrong.err;
}

TEST(Languages, DeepAndLongInputEnds) {
  const std::string deep = Repeat("f(", 20000) + "process.env.A" + Repeat(")", 20000);
  CountSites("a.js", Language::kJavaScript, deep);
  CountSites("a.go", Language::kGo, "package a\nvar x = " + Repeat("(", 20000));
  CountSites("a.rs", Language::kRust, "fn f() { a!" + Repeat("(", 20000) + Repeat("{", 20000));
  CountSites("a.tsx", Language::kJavaScript, Repeat("<a>{", 5000));
  CountSites("A.java", Language::kJava, "class A { Object x = " + Repeat("f(", 20000));
  CountSites("A.java", Language::kJava, Repeat("class A { ", 3000));
  CountSites("a.kt", Language::kKotlin, "val x = " + Repeat("!a.b(", 20000));
  CountSites("a.kt", Language::kKotlin, "val x = a" + Repeat(".b()", 20000));
  CountSites("a.kt", Language::kKotlin, "val x = \"" + Repeat("${\"", 5000));
  CountSites("a.cs", Language::kCSharp, "var x = " + Repeat("a?.b(", 20000));
  CountSites("a.cs", Language::kCSharp, "var x = $\"" + Repeat("{$\"", 5000));
  CountSites("a.cs", Language::kCSharp, "var x = " + Repeat("new A { B = ", 5000));
  CountSites("a.rb", Language::kRuby, Repeat("f(", 20000) + "ENV['A']" + Repeat("if x\n", 5000));
  CountSites("a.php", Language::kPhp, "<?php " + Repeat("f(", 20000) + Repeat("if (x) {", 5000));
  CountSites("a.sh", Language::kShell, Repeat("if x; then ", 5000) + Repeat("$(", 20000));
  CountSites("a.sh", Language::kShell, Repeat("${A:-", 20000) + Repeat("f() { f; ", 2000));
  // Many names before many branches: each would take all of them along.
  std::string names;
  for (int i = 0; i < 20000; ++i) names += "A" + std::to_string(i) + "=1\n";
  CountSites("a.sh", Language::kShell, names + Repeat("if x; then y; fi\n", 20000) + "echo $Z\n");
  // Names of names of names: two of them in each.
  std::string doubled = "const a0 = 'x';\n";
  for (int i = 1; i < 200; ++i) {
    const std::string before = "a" + std::to_string(i - 1);
    doubled += "const a" + std::to_string(i) + " = `${" + before + "}${" + before + "}${" + before +
               "}${" + before + "}`;\n";
  }
  EXPECT_EQ(CountSites("a.js", Language::kJavaScript, doubled + "process.env[a199];\n"), 1U);
  // A constant that is itself, and a wrapper that calls itself.
  EXPECT_EQ(CountSites("a.js", Language::kJavaScript,
                       "const a = b; const b = a; process.env[a]; const process2 = process2;"),
            1U);
}

TEST(Languages, WhatIsTooDeepIsSaid) {
  const std::string deep = "x = " + Repeat("[", 600) + "process.env.A" + Repeat("]", 600) + ";\n";
  const Program program = ParseProgram("a.js", deep);
  EXPECT_FALSE(program.gave_up);
  EXPECT_FALSE(program.cuts.empty());
}

TEST(Languages, WrappersThatCallEachOtherEnd) {
  const ScratchFolder folder;
  folder.Write("a.js",
               "function f(k) { g(k); return process.env[k]; }\nfunction g(k) { return f(k); }\n"
               "f('APP_F');\ng('APP_G');\n");
  const Outcome scan =
      RunProgram(folder.path(), "scan --no-clang --language javascript --format jsonl .");
  EXPECT_NE(scan.out.find("APP_F"), std::string::npos) << scan.out;
  EXPECT_NE(scan.out.find("APP_G"), std::string::npos) << scan.out;
}

// Files that export each other again, types in themselves, functions that pass themselves on, a
// list of lists and a path that leads out of the tree.
TEST(Languages, WhatIsFollowedInACircleEnds) {
  const ScratchFolder folder;
  folder.Write("a.ts", "export * from './b';\nexport { x as y } from './b';\n");
  folder.Write("b.ts", "export * from './a';\nexport { y as x } from './a';\n");
  folder.Write("c.ts",
               "import { x, z } from './a';\nimport q from '../../../../d';\n"
               "const get = (k) => process.env[k];\nx('APP_X'); z('APP_Z'); q('APP_Q');\n"
               "function f(g) { f(g); g('APP_G'); }\nf(get); f(f);\n"
               "for (const a of ['A', 'B']) for (const b of ['C', a]) get(`${a}_${b}_${a}`);\n");
  folder.Write("package.json", "{\"name\": \"c\", \"exports\": [[[{]]]}");
  folder.Write("go.mod", "module example.com/a\n\nreplace example.com/b => ../../..\n");
  folder.Write("a.go",
               "package a\n\nimport \"os\"\n\ntype A struct{ B }\ntype B struct{ A; C }\ntype C "
               "struct{ A; B }\n\nfunc f(a A) { a.Get(\"APP_NO\"); os.Getenv(\"APP_GO\") }\n");
  folder.Write("Cargo.toml", "[package]\nname = \"a\"\n");
  folder.Write("src/lib.rs", "pub use self::*; pub use b::*; mod b;\n");
  folder.Write("src/b.rs",
               "pub use super::*; pub use crate::b::*;\n"
               "fn f() { get(\"APP_NO\"); std::env::var(\"APP_RS\"); }\n");
  const Outcome scan = RunProgram(folder.path(),
                                  "scan --no-clang --language go --language javascript --language "
                                  "rust --format jsonl .");
  for (const char* const name : {"APP_G\"", "APP_GO", "APP_RS", "A_C_A", "B_C_B"}) {
    EXPECT_NE(scan.out.find(name), std::string::npos) << name << scan.out << scan.err;
  }
  EXPECT_EQ(scan.out.find("APP_NO"), std::string::npos) << scan.out;
}

// What becomes of a value is not followed: only a default beside the read speaks against a page.
TEST(Languages, ADefaultFurtherOnIsNoMismatch) {
  const ScratchFolder folder;
  folder.Write("flagcensus.toml", "languages = [\"javascript\"]\n");
  folder.Write("README.md",
               "# app\n\n## Environment variables\n\n- `APP_URL`: where (default: `http://a`)\n"
               "- `APP_PORT`: which (default: `80`)\n");
  folder.Write("a.js",
               "export const conf = { url: process.env.APP_URL };\n"
               "export const port = process.env.APP_PORT || 8080;\n");
  const std::string check = RunProgram(folder.path(), "check --no-clang .").out;
  EXPECT_NE(check.find("APP_PORT is documented to default to 80 but defaults to 8080"),
            std::string::npos)
      << check;
  EXPECT_EQ(check.find("APP_URL"), std::string::npos) << check;
}

// A class that lies beside the file is meant by its bare name.
TEST(Languages, AClassOfTheTreeHidesTheSystem) {
  const ScratchFolder folder;
  folder.Write("a/Main.java",
               "package a;\nclass Main { String x = System.getenv(\"APP_HIDDEN\"); }\n");
  folder.Write("a/System.java",
               "package a;\nclass System { static String getenv(String n) { return n; } }\n");
  folder.Write("b/Main.java",
               "package b;\nclass Main { String x = System.getenv(\"APP_SEEN\"); }\n");
  const Outcome scan =
      RunProgram(folder.path(), "scan --no-clang --language java --format jsonl .");
  EXPECT_EQ(scan.out.find("APP_HIDDEN"), std::string::npos) << scan.out;
  EXPECT_NE(scan.out.find("APP_SEEN"), std::string::npos) << scan.out;
}

// What nobody asked for is counted by its own name.
TEST(Languages, UnreadFilesAreCountedByLanguage) {
  const ScratchFolder folder;
  folder.Write("A.java", "class A { }\n");
  folder.Write("a.kt", "val x = 1\n");
  folder.Write("a.cs", "class A { }\n");
  const Outcome check = RunProgram(folder.path(), "check --no-clang .");
  for (const char* const files : {"1 Java file", "1 Kotlin file", "1 C# file"}) {
    EXPECT_NE((check.out + check.err).find(files), std::string::npos) << check.out << check.err;
  }
}

// What a script does with a variable is an access or evidence, not both.
TEST(Languages, AScriptIsNotReportedTwice) {
  const ScratchFolder folder;
  folder.Write("README.md",
               "# app\n\n## Environment variables\n\n- `APP_PORT`: which (default: `80`)\n");
  folder.Write("run.sh", "#!/bin/sh\nexec app --port \"${APP_PORT:-8080}\"\n");
  const std::string check = RunProgram(folder.path(), "check --no-clang --language shell .").out;
  const size_t first = check.find("APP_PORT is documented to default to 80");
  EXPECT_NE(first, std::string::npos) << check;
  EXPECT_EQ(check.find("warning[", first), std::string::npos) << check;
  EXPECT_EQ(check.find("info[", first), std::string::npos) << check;
}

TEST(Languages, AScriptIsKnownByItsFirstLine) {
  const ScratchFolder folder;
  folder.Write("tool", "#!/usr/bin/env bash\necho \"${APP_TOOL:-x}\"\n");
  folder.Write("task", "#!/usr/bin/env ruby\nENV.fetch('APP_TASK')\n");
  folder.Write("page", "#!/usr/bin/php8.2\n<?php getenv('APP_PAGE');\n");
  const Outcome all = RunProgram(folder.path(),
                                 "scan --no-clang --language shell --language ruby --language php "
                                 "--format jsonl .");
  for (const char* const name : {"APP_TOOL", "APP_TASK", "APP_PAGE"}) {
    EXPECT_NE(all.out.find(name), std::string::npos) << name << all.out << all.err;
  }
  const Outcome one = RunProgram(folder.path(), "scan --no-clang --language ruby .");
  EXPECT_EQ(one.out.find("APP_TOOL"), std::string::npos) << one.out;
}

TEST(Languages, AFileThatIsSourcedAndNotThereIsReported) {
  const ScratchFolder folder;
  folder.Write("a.sh", ". /etc/app.conf\necho \"$APP_A\" \"${APP_B:-b}\"\n");
  const Outcome scan =
      RunProgram(folder.path(), "scan --no-clang --language shell --format jsonl .");
  EXPECT_EQ(scan.out.find("APP_A"), std::string::npos) << scan.out;
  EXPECT_NE(scan.out.find("APP_B"), std::string::npos) << scan.out;
  EXPECT_NE(scan.err.find("a.sh:1:1: sources a file that is not in the tree: 1 expansion after"),
            std::string::npos)
      << scan.err;
}

TEST(Languages, FilesThatAProgramMadeAreCounted) {
  const ScratchFolder folder;
  folder.Write("a.js", "process.env.APP_A;\n");
  folder.Write("b.min.js", "process.env.APP_B;\n");
  folder.Write("c.js", "// @generated\nprocess.env.APP_C;\n");
  const Outcome scan =
      RunProgram(folder.path(), "scan --no-clang --language javascript --format jsonl .");
  EXPECT_EQ(scan.out.find("APP_B"), std::string::npos) << scan.out;
  EXPECT_EQ(scan.out.find("APP_C"), std::string::npos) << scan.out;
  EXPECT_NE(
      scan.err.find("b.min.js: skipped, with 1 more file in JavaScript: generated or minified"),
      std::string::npos)
      << scan.err;
}

// The scanners of the grammars keep the end word's length in a byte.
TEST(Languages, ALongEndOfAHereDocumentEndsNothing) {
  for (const char* const name : {"a.rb", "a.php", "a.sh"}) {
    for (const char* const quote : {"", "'"}) {
      const std::string word(300, 'E');
      const std::string begin = std::string(name) == "a.php" ? "<?php\n$x = <<<" : "x = <<";
      const std::string text =
          begin + quote + word + quote + "\nbody\n" + word + "\nputs ENV['APP_X']\n";
      EXPECT_TRUE(ParseProgram(name, text).gave_up) << name;
    }
    EXPECT_FALSE(ParseProgram(name, "x = 1 << 2\ny = <<EOS\nbody\nEOS\n").gave_up) << name;
  }
}

TEST(Languages, AnAnnotationAtTheEndOfAFileOfKotlinEnds) {
  for (const char* const text :
       {"class A {\n  val x: Int = 1\n  @Get", "class A\n@Inject", "val x = 1\n@A("})
    EXPECT_FALSE(ParseProgram("a.kt", text).gave_up) << text;
}

}  // namespace
}  // namespace flagcensus
