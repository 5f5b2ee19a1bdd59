// The extension for VS Code in editors/vscode, as far as its files say it: the version is the
// project's, the lock names no host, and what it offers is documented. What it does is tested in
// node (scripts/test-vscode-extension).
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/paths.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

const std::string kExtension = kRoot + "/editors/vscode";

nlohmann::json ReadJson(const std::string& name) {
  return nlohmann::json::parse(ReadText(kExtension + "/" + name), nullptr, false);
}

TEST(VscodeExtension, HasTheVersionOfTheProject) {
  const nlohmann::json manifest = ReadJson("package.json");
  ASSERT_TRUE(manifest.is_object());
  EXPECT_EQ(manifest["version"], FLAGCENSUS_VERSION);
  EXPECT_EQ(manifest["license"], "Apache-2.0");
  EXPECT_EQ(ReadText(kExtension + "/LICENSE"), ReadText(kRoot + "/LICENSE"));
  const nlohmann::json lock = ReadJson("package-lock.json");
  ASSERT_TRUE(lock.is_object());
  EXPECT_EQ(lock["version"], FLAGCENSUS_VERSION);
  EXPECT_EQ(lock["packages"][""]["version"], FLAGCENSUS_VERSION);
}

TEST(VscodeExtension, ItsLockNamesNoHostAndTheVersionsOfItsManifest) {
  const nlohmann::json manifest = ReadJson("package.json");
  const nlohmann::json lock = ReadJson("package-lock.json");
  for (const auto& [path, package] : lock["packages"].items()) {
    EXPECT_FALSE(package.contains("resolved")) << path;
  }
  const std::string documented = ReadText(kRoot + "/docs/dependencies.md");
  for (const char* kind : {"dependencies", "devDependencies"}) {
    for (const auto& [name, version] : manifest[kind].items()) {
      EXPECT_EQ(lock["packages"]["node_modules/" + name]["version"], version) << name;
      EXPECT_NE(documented.find("| " + name + " | " + version.get<std::string>() + " | "),
                std::string::npos)
          << "docs/dependencies.md has no row for " << name;
    }
  }
}

TEST(VscodeExtension, WhatItOffersIsDocumented) {
  const nlohmann::json manifest = ReadJson("package.json");
  const std::string page = ReadText(kRoot + "/docs/editors.md");
  const std::string readme = ReadText(kExtension + "/README.md");
  std::set<std::string> languages;
  for (const std::string event : manifest["activationEvents"]) {
    ASSERT_TRUE(event.starts_with("onLanguage:"))
        << event << ": the extension takes languages of them";
    languages.insert(event.substr(event.find(':') + 1));
  }
  for (const char* wanted : {"python", "c", "cpp", "markdown", "restructuredtext", "dotenv",
                             "shellscript", "yaml", "dockerfile"}) {
    EXPECT_TRUE(languages.contains(wanted)) << wanted;
  }
  for (const std::string& language : languages) {
    EXPECT_NE(page.find("`" + language + "`"), std::string::npos) << language;
  }
  for (const auto& [key, setting] :
       manifest["contributes"]["configuration"]["properties"].items()) {
    EXPECT_TRUE(key.starts_with("flagcensus.")) << key;
    EXPECT_NE(page.find("`" + key + "`"), std::string::npos) << key;
    EXPECT_NE(readme.find("`" + key + "`"), std::string::npos) << key;
  }
  // In a workspace that is not trusted, nothing that chooses the program may come from it.
  const nlohmann::json& untrusted = manifest["capabilities"]["untrustedWorkspaces"];
  EXPECT_EQ(untrusted["restrictedConfigurations"],
            nlohmann::json({"flagcensus.path", "flagcensus.arguments"}));
  for (const nlohmann::json& command : manifest["contributes"]["commands"]) {
    EXPECT_TRUE(command["command"].get<std::string>().starts_with("flagcensus."));
    EXPECT_NE(page.find("*flagcensus: " + command["title"].get<std::string>() + "*"),
              std::string::npos)
        << command["title"];
  }
}

}  // namespace
}  // namespace flagcensus
