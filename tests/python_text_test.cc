// What is read from the text of Python sources without running it: setup.py, logical lines.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyzer/project/manifest.h"
#include "analyzer/python/logical_lines.h"

namespace flagcensus {
namespace {

Manifest ReadSetup(std::string_view text) {
  Manifest manifest;
  std::vector<Diagnostic> diagnostics;
  ReadManifest("setup.py", text, "setup.py", &manifest, &diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  return manifest;
}

using Names = std::vector<std::string>;

TEST(PythonText, SetupScriptIsReadAsCode) {
  const Manifest manifest = ReadSetup(R"("""
import prose
setup(packages=["prose"])
"""
import build_helpers.version as v, os
from tools.x import y
from . import sibling
# packages=["comment"]
PACKAGES = {"packages": ["app", "app.core"] + find()}
setup(name="Kiln", packages=find_packages(include=["web"]), py_modules=["one"], **PACKAGES)
)");
  EXPECT_EQ(manifest.imports, (Names{"build_helpers", "os", "tools"}));
  EXPECT_EQ(manifest.packages, (Names{"app", "app/core", "web"}));
  EXPECT_EQ(manifest.modules, (Names{"one"}));
  EXPECT_EQ(manifest.names, (Names{"kiln"}));
}

TEST(PythonText, LogicalLinesHaveTheirTokens) {
  const std::string text =
      "# comment\n"
      "x = f\"{a[\"b\"]} (\"  # comment\n"
      "async def f(\n"
      "    a):\n"
      "  'doc'\n"
      "class C: pass; y = [1,\n"
      "2]\n";
  const auto lines = FindLogicalLines(text);
  ASSERT_TRUE(lines.has_value());
  ASSERT_EQ(lines->size(), 4U);
  EXPECT_EQ((*lines)[0].row, 1U);
  EXPECT_EQ((*lines)[0].end, text.find("\nasync"));
  EXPECT_EQ((*lines)[1].kind, LogicalLine::Kind::kFunction);
  EXPECT_TRUE((*lines)[1].opens);
  EXPECT_EQ((*lines)[1].end_row, 3U);
  EXPECT_TRUE((*lines)[2].string);
  EXPECT_EQ((*lines)[2].indent, 2U);
  EXPECT_EQ((*lines)[3].kind, LogicalLine::Kind::kClass);
  EXPECT_FALSE((*lines)[3].opens);
  EXPECT_EQ((*lines)[3].end_row, 6U);
}

TEST(PythonText, TextWithUnknownTokensHasNoLogicalLines) {
  EXPECT_FALSE(FindLogicalLines("f(\n").has_value());
  EXPECT_FALSE(FindLogicalLines("x = 'a\n").has_value());
  EXPECT_FALSE(FindLogicalLines("print `x`\n").has_value());
}

}  // namespace
}  // namespace flagcensus
