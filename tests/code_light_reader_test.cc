// What light readers tell of a name from the text around it, and that hostile texts cost little.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyzer/base/embedded.h"
#include "analyzer/light/light_reader.h"
#include "analyzer/project/changelog.h"

namespace flagcensus {
namespace {

// What `file` with that text does with each APP_X in it, in words: "read", "read=80", "read=?" for
// a default that is not known, "set=1", "-" for a mention.
std::string Told(std::string_view file, std::string_view text) {
  const LightLanguage* language = LightLanguageOf(LightLanguages(), file, text);
  if (language == nullptr) return "no language";
  std::vector<LightName> names;
  for (size_t at = text.find("APP_X"); at != std::string_view::npos;
       at = text.find("APP_X", at + 1)) {
    names.push_back({"APP_X", at});
  }
  std::string out;
  for (const std::optional<LightUse>& use : ReadLight(*language, text, names)) {
    if (!out.empty()) out += ' ';
    if (!use) {
      out += '-';
      continue;
    }
    out += use->op == AccessOp::kRead ? "read" : "set";
    if (use->default_kind == DefaultKind::kLiteral) out += "=" + use->text;
    if (use->default_kind == DefaultKind::kDynamic) out += "=?";
  }
  return out;
}

TEST(LightReader, TheTableIsSound) {
  const auto rows = ReadLightLanguages(EmbeddedQuery("readers.toml"), "readers.toml");
  ASSERT_TRUE(rows.ok()) << rows.error().message;
  EXPECT_GT(rows.value().size(), 15U);
}

TEST(LightReader, ABrokenTableIsAnErrorWithItsPlace) {
  for (const char* text :
       {"[[reader]]\nlanguage = 1", "[[reader]]\nlanguage = 'x'",
        "[[reader]]\nlanguage = 'x'\nread = ['no name']",
        "[[reader]]\nlanguage = 'x'\nread = ['$NAME']\nfiles = 3", "reader = ["}) {
    const auto rows = ReadLightLanguages(text, "r.toml");
    ASSERT_FALSE(rows.ok()) << text;
    EXPECT_TRUE(rows.error().message.starts_with("r.toml:")) << rows.error().message;
  }
}

TEST(LightReader, ReadsCrystal) {
  EXPECT_EQ(Told("a.cr", "port = ENV[\"APP_X\"]? || \"80\"\nENV.fetch(\"APP_X\", \"b\")"),
            "read=80 read=b");
  EXPECT_EQ(Told("a.cr", "ENV[\"APP_X\"] = \"1\"\n# ENV[\"APP_X\"]\nputs \"APP_X\""), "set=1 - -");
}

TEST(LightReader, ReadsShell) {
  EXPECT_EQ(Told("a.sh", "echo $APP_X ${APP_X} \"$APP_X\" ${APP_X%/}"), "read read read read");
  EXPECT_EQ(Told("a.sh", "p=${APP_X:-80} q=${APP_X-'a b'} r=${APP_X:=\"x}\"}"),
            "read=80 read=a b read=\"x");
  EXPECT_EQ(Told("a.sh", "p=${APP_X:-$(nproc)} q=${APP_X:-$OTHER}"), "read=? read=?");
  EXPECT_EQ(Told("a.sh", "D=\"/run\"\np=${APP_X:-$D}"), "read=/run");
  EXPECT_EQ(Told("a.sh", "D=1\nD=2\np=${APP_X:-$D}"), "read=?");
  EXPECT_EQ(Told("a.sh", "p=${APP_X:-${B:-${C:-4}}}"), "read=4");
  EXPECT_EQ(Told("a.sh", "export APP_X=1; APP_X=2 run"), "set=1 -");
  EXPECT_EQ(Told("a.sh", "# $APP_X\n  # APP_X=1\necho APP_X my$APP_X"), "- - - read");
  EXPECT_EQ(Told("a.sh", "run -DAPP_X=1 --x=$APP_XY"),
            "- read");  // the caller's word search sees to ends
}

TEST(LightReader, ALineOfMakeEndsWithIt) {
  EXPECT_EQ(Told("Makefile", "APP_X ?=\nOTHER ?= 1\n"), "read=");
  EXPECT_EQ(Told("Makefile", "APP_X ?= 5\nOTHER ?= 1\n"), "read=5");
}

TEST(LightReader, TakesAScriptsOwnVariableForNoRead) {
  EXPECT_EQ(Told("a.sh", "APP_X=1\necho $APP_X"), "set=1 -");
  EXPECT_EQ(Told("a.sh", "APP_X=${APP_X:-1}\necho $APP_X"), "set=1 read=1 read");
  EXPECT_EQ(Told("a.sh", "if true; then\n  APP_X=1\nfi\necho $APP_X"), "set=1 read");
  EXPECT_EQ(Told("a.sh", "for APP_X in a b; do echo $APP_X; done"), "- -");
  EXPECT_EQ(Told("a.sh", "[ -z \"$APP_X\" ] && APP_X=/tmp\necho $APP_X"), "read read=/tmp read");
  EXPECT_EQ(Told("a.sh", "test -z \"$APP_X\"\n\n\n\nAPP_X=/tmp"), "read set=/tmp");
}

TEST(LightReader, TellsALanguageByNamePathAndFirstLine) {
  EXPECT_EQ(Told("init.d/appd", "#!/bin/sh -e\necho $APP_X"), "read");
  EXPECT_EQ(Told("bin/app", "#!/usr/bin/env -S bash\necho $APP_X"), "read");
  EXPECT_EQ(Told("bin/app", "#!/usr/bin/env python\n$APP_X"), "no language");
  EXPECT_EQ(Told("data.yml", "x: ${APP_X}"), "no language");
  EXPECT_EQ(Told("deploy/docker-compose.prod.yml", "x: ${APP_X:-80}"), "read=80");
  EXPECT_EQ(Told(".github/workflows/a.yml", "  APP_X: 1\n  run: $APP_X ${{ env.APP_X }}"),
            "set=1 read read");
  EXPECT_EQ(Told("x/.github/a.yml", "run: $APP_X"), "read");
  EXPECT_EQ(Told("debian/etc/default/app", "APP_X=1"), "set=1");
}

TEST(LightReader, ReadsOtherLanguages) {
  EXPECT_EQ(Told("a.js", "process.env.APP_X process.env['APP_X'] import.meta.env.APP_X x.APP_X"),
            "read read read -");
  EXPECT_EQ(
      Told("a.ts", "process.env.APP_X ?? 'a'; process.env.APP_X || b; process.env.APP_X = 'c'"),
      "read=a read set=c");
  EXPECT_EQ(Told("a.go", "os.Getenv(\"APP_X\") os.LookupEnv(`APP_X`) os.Setenv(\"APP_X\", \"1\")"),
            "read read set=1");
  EXPECT_EQ(
      Told("A.java",
           "System.getenv(\"APP_X\"); map.get(\"APP_X\"); // none\n// System.getenv(\"APP_X\")"),
      "read - -");
  EXPECT_EQ(
      Told("a.rs",
           "std::env::var(\"APP_X\") env!(\"APP_X\") env::var_os(\"APP_X\") myenv!(\"APP_X\")"),
      "read read read -");
  EXPECT_EQ(
      Told("a.rb", "ENV['APP_X'] ENV.fetch('APP_X', 'd') ENV['APP_X'] ||= 'e'; ENV['APP_X'] = 'f'"),
      "read read=d read=e set=f");
  EXPECT_EQ(Told("a.php", "getenv('APP_X') ?: 'd'; $_ENV['APP_X']"), "read=d read");
  EXPECT_EQ(Told("a.cmake", "$ENV{APP_X} ${APP_X} DEFINED ENV{APP_X} set(ENV{APP_X} 1)"),
            "read - read set=1");
  EXPECT_EQ(Told("Makefile", "APP_X ?= 4\nall:\n\techo $(APP_X)"), "read=4 read");
  EXPECT_EQ(Told("Makefile", "APP_X = 4\nall:\n\techo $(APP_X)"), "set=4 -");
  EXPECT_EQ(Told("a.pl", "$ENV{APP_X} // 'd'; $ENV{'APP_X'}"), "read=d read");
  EXPECT_EQ(Told("Dockerfile", "ARG APP_X=1\nENV APP_X=2\nRUN echo $APP_X"), "read=1 - read");
  EXPECT_EQ(Told("conf/model.yaml",
                 "root: ${oc.env:APP_X,data}\nlevel: ${oc.env:APP_X}\nother: ${APP_X}\nAPP_X: 1"),
            "read=data read - -");
  EXPECT_EQ(Told("ci/default.env", "export APP_X=${APP_X:-true}\nAPP_X=2\necho $APP_X ${APP_X}"),
            "set=true read=true set=2 read read");
  EXPECT_EQ(Told("a.service", "Environment=APP_X=1\nExecStart=a ${APP_X}"), "- read");
}

TEST(LightReader, HostileTextsEndAndCostLittle) {
  const std::string braces(100000, '{');
  EXPECT_EQ(Told("a.sh", "${APP_X:-{{"), "read");  // a value without an end is none
  EXPECT_EQ(Told("a.sh", "${APP_X:-" + braces),
            "read=?");  // its end is too far away to be looked for
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "${APP_X:-$V" + std::to_string(i) + "}\n";
  EXPECT_EQ(Told("a.sh", many).substr(0, 13), "read=? read=?");
  EXPECT_EQ(Told("a.sh", "A=$B\nB=$A\n${APP_X:-$A}"), "read=?");
  EXPECT_EQ(Told("a.sh", std::string(1 << 20, ' ') + "APP_X"), "-");
  EXPECT_EQ(Told("a.sh", "APP_X"), "-");
  EXPECT_EQ(Told("x", "#!" + std::string(1 << 20, 'a')), "no language");
}

TEST(Changelog, IsToldByNameOrFolder) {
  for (const char* path :
       {"CHANGES", "NEWS", "ChangeLog", "changelog.md", "docs/release-notes.rst", "HISTORY.txt",
        "CHANGELOG-2.x", "debian/changelog", "newsfragments/12.fix", "doc/whatsnew/3.1.inc"}) {
    EXPECT_TRUE(IsChangelog(path)) << path;
  }
  for (const char* path : {"exchanges.sh", "newsletter.py", "app/changes.d.ts.sh/x.sh",
                           "src/main.c", "renews", "historic.sh"}) {
    EXPECT_FALSE(IsChangelog(path)) << path;
  }
}

}  // namespace
}  // namespace flagcensus
