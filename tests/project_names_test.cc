// What a project is called: the manifests' text, and which of a tree's manifests speak for it.
#include "analyzer/project/project_names.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/project/walk_tree.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

struct Row {
  std::string_view file, text, name;
};

TEST(ReadManifest, TellsTheNameThatItDeclares) {
  const std::vector<Row> rows = {
      {"pyproject.toml", "[build-system]\nrequires=[]\n[project]\nname = \"kiln\"\n", "kiln"},
      {"pyproject.toml", "[tool.poetry]\nname = 'kiln'", "kiln"},
      {"pyproject.toml", "[tool.other]\nname = 'kiln'", ""},
      {"pyproject.toml", "[project]\nname = 3", ""},
      {"Cargo.toml", "[package]\nname = \"kiln\"", "kiln"},
      {"Cargo.toml", "[lib]\nname = \"kiln\"", ""},
      {"setup.cfg", "[metadata]\nname = kiln\n", "kiln"},
      {"setup.cfg", "# x\n[options]\nname = other\n[metadata]\nname: kiln", "kiln"},
      {"setup.cfg", "[metadata]\ndescription =\n  name = other\n", ""},
      {"setup.py", "from setuptools import setup\nsetup(name=\"kiln\", version=1)", "kiln"},
      {"setup.py", "setup(version=f(name=\"other\"), name='kiln')", "kiln"},
      {"setup.py", "NAME = 'kiln'\nsetuptools.setup(\n  name=NAME,\n)", "kiln"},
      {"setup.py", "# setup(name='other')\nx = \"setup(name='other')\"\n", ""},
      {"setup.py", "\"\"\"setup(name='other')\"\"\"\nsetup(name='kiln')", "kiln"},
      {"setup.py", "setup(name=make_name())", ""},
      {"setup.py", "setup(**arguments)", ""},
      {"setup.py", "def setup_x(name='other'): pass", ""},
      {"CMakeLists.txt", "# project(other)\nPROJECT ( Kiln LANGUAGES C)", "Kiln"},
      {"CMakeLists.txt", "project(\"kiln\")", "kiln"},
      {"CMakeLists.txt", "message(\"project(other)\n\")\nproject(kiln)", "kiln"},
      {"CMakeLists.txt", "project(${NAME})", ""},
      {"CMakeLists.txt", "set(NAME \"Kiln\")\nset(V 1)\nproject( ${NAME} VERSION ${V})", "Kiln"},
      {"CMakeLists.txt", "set(OTHER x)\n# set(NAME kiln)\nproject(${NAME})\nset(NAME kiln)", ""},
      {"CMakeLists.txt", "set(NAME ${OTHER})\nproject(${NAME})", ""},
      {"configure.ac", "dnl AC_INIT([other])\nAC_INIT([kiln], [1.0])", "kiln"},
      {"configure.ac", "AC_INIT(kiln, 1.0)", "kiln"},
      {"configure.ac", "AC_INIT([m4_esyscmd([./name])])", ""},
      {"meson.build", "# project('other')\nproject('kiln', 'c')", "kiln"},
      {"MODULE.bazel", "module(\n    name = \"kiln\",\n)", "kiln"},
      {"package.json", "{\"name\": \"@oven/kiln\", \"x\": {\"name\": \"other\"}}", "kiln"},
      {"package.json", "[]", ""},
      {"Makefile", "name = kiln", ""},
  };
  for (const Row& row : rows) {
    const ManifestName got = ReadManifest(row.file, row.text);
    EXPECT_EQ(got.name, row.name) << row.file << ": " << row.text;
    EXPECT_EQ(got.error, "") << row.file << ": " << row.text;
  }
}

TEST(ReadManifest, SaysWhereTheNameStands) {
  EXPECT_EQ(ReadManifest("pyproject.toml", "[project]\n\nname = 'kiln'").line, 3);
  EXPECT_EQ(ReadManifest("setup.py", "import x\nsetup(\n  name='kiln')").line, 3);
  EXPECT_EQ(ReadManifest("package.json", "{\n\"name\": \"kiln\"}").line, 2);
}

TEST(ReadManifest, ComplainsAboutWhatIsBroken) {
  EXPECT_NE(ReadManifest("pyproject.toml", "[project\nname = 'kiln'").error, "");
  EXPECT_EQ(ReadManifest("pyproject.toml", "[project\nname = 'kiln'").line, 1);
  EXPECT_NE(ReadManifest("package.json", "{").error, "");
  EXPECT_NE(ReadManifest("setup.cfg", "name = kiln").error, "");
}

TEST(ReadManifest, SurvivesHostileText) {
  const std::string dots = "a" + [] {
    std::string out;
    for (int i = 0; i < 50000; ++i) out += ".a";
    return out;
  }() + " = 1";
  EXPECT_EQ(ReadManifest("pyproject.toml", dots).line, 1);
  EXPECT_NE(ReadManifest("pyproject.toml", "[" + dots + "]").error, "");
  EXPECT_NE(ReadManifest("pyproject.toml", "a = " + std::string(100000, '[')).error, "");
  EXPECT_NE(ReadManifest("package.json", std::string(200000, '[')).error, "");
  for (const std::string_view file :
       {"setup.py", "CMakeLists.txt", "configure.ac", "meson.build", "MODULE.bazel", "setup.cfg"}) {
    for (const std::string_view text :
         {"setup(", "setup(name", "setup(name=", "setup(name=\"", "project(", "project(\"",
          "AC_INIT(", "AC_INIT([", "project('", "module(name=", "[", "\"", "'''", "\\",
          "[metadata]\nname="}) {
      EXPECT_EQ(ReadManifest(file, text).name, "") << file << ": " << text;
    }
    std::string open;
    for (int i = 0; i < 100000; ++i) open += "setup(project(AC_INIT(";
    EXPECT_EQ(ReadManifest(file, open).name, "");
  }
  EXPECT_EQ(ReadManifest("setup.cfg", "[metadata]\nname = \x1b[2J\n").name, "");
  EXPECT_EQ(ReadManifest("setup.py", "setup(name='" + std::string(5000, 'x') + "')").name, "");
}

Tree WalkAll(const ScratchFolder& folder) {
  WalkOptions options;
  options.root = folder.path();
  return WalkTree({folder.path()}, options);
}

std::vector<std::string> NamesOf(const ProjectNames& names) {
  std::vector<std::string> out;
  for (const ProjectName& name : names.names) {
    out.push_back(name.name + (name.declared ? "" : " (package)"));
  }
  return out;
}

TEST(ReadProjectNames, TakesManifestsAndPackages) {
  ScratchFolder folder;
  folder.Write("pyproject.toml", "[project]\nname = 'kiln-tools'\n");
  folder.Write("src/kiln/__init__.py");
  folder.Write("src/kiln/Deep/__init__.py");
  folder.Write("tests/__init__.py");
  const ProjectNames names = ReadProjectNames(WalkAll(folder));
  EXPECT_EQ(NamesOf(names), (std::vector<std::string>{"kiln-tools", "kiln (package)"}));
  EXPECT_EQ(names.names[0].place.file, "pyproject.toml");
  EXPECT_EQ(names.names[0].place.line, 2);
  EXPECT_TRUE(names.diagnostics.empty());
}

TEST(ReadProjectNames, WhatIsBundledOrTestedNamesNothing) {
  ScratchFolder folder;
  for (int i = 0; i < 30; ++i) folder.Write("core/" + std::to_string(i) + ".c", "int x;\n");
  folder.Write("core/CMakeLists.txt", "project(kiln)");
  folder.Write("bundled/CMakeLists.txt", "project(other)");
  folder.Write("bundled/other.c", "int x;\n");
  folder.Write("tests/CMakeLists.txt", "project(tests)");
  folder.Write("third_party/x/CMakeLists.txt", "project(third)");
  EXPECT_EQ(NamesOf(ReadProjectNames(WalkAll(folder))), (std::vector<std::string>{"kiln"}));
}

TEST(ReadProjectNames, WhatCannotBeReadIsADiagnostic) {
  ScratchFolder folder;
  folder.Write("pyproject.toml", "[project\n");
  folder.Write("setup.cfg", std::string("[metadata]\nname = \0kiln", 22));
  folder.Write("setup.py", "setup(name='kiln')\n" + std::string(size_t{2} << 20, '#'));
  folder.Write("configure.ac", "AC_INIT([kiln])");
  const ProjectNames names = ReadProjectNames(WalkAll(folder));
  EXPECT_EQ(NamesOf(names), std::vector<std::string>{"kiln"});
  ASSERT_EQ(names.diagnostics.size(), 3U);
  for (const Diagnostic& one : names.diagnostics) {
    EXPECT_EQ(one.kind, "manifest");
    EXPECT_TRUE(one.message.starts_with("the project's name cannot be read: ")) << one.message;
  }
  EXPECT_EQ(names.diagnostics[0].place.file, "pyproject.toml");
  EXPECT_EQ(names.diagnostics[0].place.line, 1);
}

}  // namespace
}  // namespace flagcensus
