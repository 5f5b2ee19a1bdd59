// What is read from the text of Python sources without running it: setup.py.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyzer/project/manifest.h"

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

}  // namespace
}  // namespace flagcensus
