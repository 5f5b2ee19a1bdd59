// What a whole tree tells of its files' parts; fixtures/scopes has the constructs one by one.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "analyzer/project/manifest.h"
#include "analyzer/project/scope.h"
#include "analyzer/project/scope_rules.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/tree.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

using Names = std::vector<std::string>;

std::map<std::string, Scope> Scopes(const ScratchFolder& folder, WalkOptions options = {}) {
  options.root = folder.path();
  std::map<std::string, Scope> out;
  for (const SourceFile& file : WalkTree({folder.path()}, options).files) {
    out[file.path] = file.scope;
  }
  return out;
}

TEST(ScopeRules, TheBuiltInTableHasNoMistake) {
  const ScopeRules& rules = BuiltInScopeRules();
  EXPECT_EQ(rules.mistakes, Names{});
  EXPECT_GT(rules.rows.size(), 10U);
  EXPECT_TRUE(rules.IsSkipped("Third_Party"));
  EXPECT_FALSE(rules.IsSkipped("deps"));
}

TEST(ScopeRules, AMistakeIsTold) {
  const ScopeRules rules = ReadScopeRules(
      "[[row]]\nscope = \"sources\"\nfolder = [\"a\"]\nfiles = \"b\"\nroot = 1\npackage = \"in\"\n"
      "[walk]\nhiden = []\n");
  EXPECT_EQ(rules.mistakes,
            (Names{"row 1: files: must be a list of strings", "row 1: folder: is not a key",
                   "row 1: package: is not one of any, plain, run, outside, bare",
                   "row 1: root: must be true or false", "row 1: scope: is not a scope",
                   "walk.hiden: is not a key"}));
  EXPECT_EQ(ReadScopeRules("[[row]").mistakes.size(), 1U);
}

TEST(ReportScopes, AStrayInitBesideTheProjectMakesNoPackageOfIt) {
  ScratchFolder folder;
  for (const char* file :
       {"__init__.py", "pyproject.toml", "tools/a.py", "app/__init__.py", "app/tools/a.py"}) {
    folder.Write(file);
  }
  const auto scopes = Scopes(folder);
  EXPECT_EQ(scopes.at("tools/a.py"), Scope::kScript);
  EXPECT_EQ(scopes.at("app/tools/a.py"), Scope::kSrc);
}

TEST(ReportScopes, APageOfTheManualOnATestingCommandIsNoTest) {
  ScratchFolder folder;
  for (const char* file : {"doc/tool-test.rst", "doc/tool-test.sh", "doc/tests/tool-test.rst",
                           "src/tool-test.rst", "src/tool.py"}) {
    folder.Write(file);
  }
  const auto scopes = Scopes(folder);
  EXPECT_EQ(scopes.at("doc/tool-test.rst"), Scope::kDocs);
  EXPECT_EQ(scopes.at("doc/tool-test.sh"), Scope::kTest);
  EXPECT_EQ(scopes.at("doc/tests/tool-test.rst"), Scope::kTest);
  EXPECT_EQ(scopes.at("src/tool-test.rst"), Scope::kTest);
}

TEST(ReportScopes, AnArgumentInsideAPackageIsOne) {
  ScratchFolder folder;
  folder.Write("__init__.py");
  folder.Write("tools/a.py");
  EXPECT_EQ(Scopes(folder).at("tools/a.py"), Scope::kSrc);
}

TEST(ReportScopes, AnUnpackedArchiveIsTheProject) {
  ScratchFolder folder;
  folder.Write("kiln-1.2.3/a.py");
  folder.Write("kiln-1.2.3/misc/b.py");
  folder.Write("kiln-1.2.3/zip-4.5.6/c.py");
  const auto scopes = Scopes(folder);
  EXPECT_EQ(scopes.at("kiln-1.2.3/a.py"), Scope::kSrc);
  EXPECT_EQ(scopes.at("kiln-1.2.3/misc/b.py"), Scope::kScript);
  EXPECT_EQ(scopes.at("kiln-1.2.3/zip-4.5.6/c.py"), Scope::kVendored);
  folder.Write("main.py");
  EXPECT_EQ(Scopes(folder).at("kiln-1.2.3/a.py"), Scope::kVendored);
}

TEST(ReportScopes, HelpersAreOnesOnlyAtTheTopOfAProject) {
  ScratchFolder folder;
  folder.Write("misc/a.c");
  EXPECT_EQ(Scopes(folder).at("misc/a.c"), Scope::kSrc);
  folder.Write("configure.ac", "AC_INIT([kiln], [1.0])\n");
  EXPECT_EQ(Scopes(folder).at("misc/a.c"), Scope::kScript);
  folder.Write("src/b.c", "#include \"misc/a.h\"\n");
  EXPECT_EQ(Scopes(folder).at("misc/a.c"), Scope::kSrc);
  folder.Write("src/b.c", "// misc/a.h\n#include \"a.h\"\n");
  EXPECT_EQ(Scopes(folder).at("misc/a.c"), Scope::kScript);
}

TEST(ReportScopes, TheConfigurationComesFirst) {
  ScratchFolder folder;
  folder.Write("tests/a.py");
  folder.Write("tests/b.py");
  WalkOptions options;
  options.scope_rules = {{"tests/a.py", Scope::kSrc}};
  const auto scopes = Scopes(folder, options);
  EXPECT_EQ(scopes.at("tests/a.py"), Scope::kSrc);
  EXPECT_EQ(scopes.at("tests/b.py"), Scope::kTest);
}

TEST(ReportScopes, ABrokenManifestIsADiagnosticAndSaysNothing) {
  ScratchFolder folder;
  folder.Write("bench/__init__.py");
  folder.Write("bench/a.py");
  folder.Write("pyproject.toml", "[project]\nname = \"bench\"\n");
  WalkOptions options;
  options.root = folder.path();
  EXPECT_EQ(Scopes(folder).at("bench/a.py"), Scope::kSrc);
  folder.Write("pyproject.toml", "[project]\nname = \"bench\n");
  const Tree tree = WalkTree({folder.path()}, options);
  ASSERT_EQ(tree.diagnostics.size(), 1U);
  EXPECT_EQ(tree.diagnostics[0].kind, "broken-manifest");
  EXPECT_EQ(tree.diagnostics[0].place.line, 2);
  EXPECT_EQ(Scopes(folder).at("bench/a.py"), Scope::kScript);
  folder.Write("pyproject.toml", std::string((1 << 20) + 1, '#'));
  const Tree large = WalkTree({folder.path()}, options);
  ASSERT_EQ(large.diagnostics.size(), 1U);
  EXPECT_EQ(large.diagnostics[0].kind, "file-too-large");
}

Manifest Read(std::string_view name, std::string_view text) {
  Manifest manifest;
  std::vector<Diagnostic> diagnostics;
  ReadManifest(name, text, "shown", &manifest, &diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  return manifest;
}

TEST(Manifest, PyprojectTellsPackagesProgramsAndHooks) {
  const Manifest manifest = Read("pyproject.toml", R"(
[project]
name = "Kiln-App"
scripts = { kiln = "kiln.cli:main", bad = 3 }
[tool.setuptools]
packages = ["kiln", "kiln.parts"]
py-modules = ["single"]
package-dir = { "" = "src", oven = "lib/oven", out = "../oven" }
cmdclass = { build_py = "hooks.build.BuildPy" }
[tool.hatch.build.targets.wheel]
packages = ["src/kiln"]
hooks.custom.path = "hatch_hook.py"
[tool.poetry]
packages = [{ include = "poem", from = "lib" }, { include = "/etc" }]
[tool.poetry.build]
script = "build.py"
)");
  EXPECT_EQ(manifest.names, Names{"kiln-app"});
  EXPECT_EQ(manifest.programs, Names{"kiln/cli"});
  EXPECT_EQ(manifest.packages, (Names{"kiln", "kiln/parts", "lib/oven", "src/kiln", "lib/poem"}));
  EXPECT_EQ(manifest.modules, Names{"single"});
  EXPECT_EQ(manifest.hooks, (Names{"hooks/build.py", "hatch_hook.py", "build.py"}));
}

TEST(Manifest, SetupFilesTellWhatStandsInThemLiterally) {
  const Manifest script = Read("setup.py",
                               "import os, build_flags\nfrom versions.own import X\n"
                               "setup(name='Kiln', packages=['kiln', 'kiln.parts'],\n"
                               "      py_modules=[\"single\"])\n"
                               "find_packages(exclude=['tests'], include=['bench'])\n");
  EXPECT_EQ(script.names, Names{"kiln"});
  EXPECT_EQ(script.imports, (Names{"os", "build_flags", "versions"}));
  EXPECT_EQ(script.packages, (Names{"kiln", "kiln/parts", "bench"}));
  EXPECT_EQ(script.modules, Names{"single"});
  const Manifest cfg = Read(
      "setup.cfg",
      "[metadata]\nname = kiln\n[options]\npackages =\n    kiln\n    find:\n    find_namespace:\n"
      "[options.entry_points]\nconsole_scripts =\n    kiln = kiln.cli:main\n");
  EXPECT_EQ(cfg.names, Names{"kiln"});
  EXPECT_EQ(cfg.packages, Names{"kiln"});
  EXPECT_EQ(cfg.programs, Names{"kiln/cli"});
}

TEST(Manifest, BuildFilesOfCTellTheName) {
  EXPECT_EQ(Read("CMakeLists.txt", "my_project(a)\nproject(${X})\nproject( Kiln VERSION 1)").names,
            Names{"kiln"});
  EXPECT_EQ(Read("CMakeLists.txt",
                 "# project(old)\n#[=[ project(older)\nproject(oldest) ]=] set(x \"#\")\n"
                 "project(kiln) # project(other)\n")
                .names,
            Names{"kiln"});
  EXPECT_EQ(Read("CMakeLists.txt", "set(x \"#\") project(kiln)\n").names, Names{"kiln"});
  EXPECT_EQ(Read("CMakeLists.txt", "#[[ project(old)\nproject(older)\n").names, Names{});
  EXPECT_EQ(Read("configure.ac", "dnl AC_INIT([old])\nAC_INIT([kiln])").names, Names{"kiln"});
  EXPECT_EQ(Read("meson.build", "# don't\n# project('old')\nproject('kiln', 'c')").names,
            Names{"kiln"});
  EXPECT_EQ(Read("meson.build", "project('kiln', 'c')").names, Names{"kiln"});
  EXPECT_EQ(Read("configure.ac", "AC_INIT([kiln], [1])").names, Names{"kiln"});
}

TEST(Manifest, TornTextsEndQuietly) {
  const std::string text =
      "setup(name='a', packages=['b', \"c.d\"], py_modules=['e'], include=['f'])\nimport x, y\n"
      "[metadata]\nname = a\n[options]\npackages = a, b\nproject('a')";
  for (size_t size = 0; size <= text.size(); ++size) {
    for (const char* name : {"setup.py", "setup.cfg", "meson.build", "configure.ac"}) {
      Read(name, std::string_view(text).substr(0, size));
    }
  }
}

TEST(Contents, ImportsOfTestsStandAtTheTopLevel) {
  const ScopeRules& rules = BuiltInScopeRules();
  const auto python = [&](const char* text) {
    return ImportsTests(text, FileKind::kPython, rules);
  };
  EXPECT_TRUE(python("import os\nimport pytest\n"));
  EXPECT_TRUE(python("from unittest.mock import patch"));
  EXPECT_FALSE(python("    import pytest\n"));
  EXPECT_FALSE(python("import pytest_cov\n"));
  EXPECT_FALSE(python("# import pytest\n"));
  EXPECT_TRUE(ImportsTests("#  include <gtest/gtest.h>\n", FileKind::kCpp, rules));
  EXPECT_FALSE(ImportsTests("// gtest/gtest.h\n", FileKind::kCpp, rules));
}

TEST(Contents, AProgramHasAFirstLineOrAGuard) {
  EXPECT_TRUE(IsRun("#!/usr/bin/env python3\n"));
  EXPECT_TRUE(IsRun("def main():\n  pass\nif __name__ == '__main__':\n  main()\n"));
  EXPECT_FALSE(IsRun("NAME = '__main__'\n"));
  EXPECT_FALSE(IsRun(""));
}

}  // namespace
}  // namespace flagcensus
