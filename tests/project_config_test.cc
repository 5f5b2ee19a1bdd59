#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/config/config.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

// The complaint about `text`, without the folder's path; "" where it is read.
std::string Complaint(const std::string& text) {
  ScratchFolder folder;
  const Result<Config> config = ReadConfig(folder.Write("flagcensus.toml", text));
  if (config.ok()) return "";
  const std::string& message = config.error().message;
  return message.substr(message.find("flagcensus.toml"));
}

TEST(ReadConfig, ReadsEveryKey) {
  ScratchFolder folder;
  const Result<Config> read = ReadConfig(folder.Write("flagcensus.toml", R"(
catalog = ["docs/env.md", "docs/more.md"]
exclude = ["gen/"]
own-prefixes = ["APP_"]
documented-by = "catalog"
disabled-rules = ["unused"]
[severity]
default-mismatch = "error"
[[scope]]
glob = "dev/**"
scope = "script"
[[internal]]
name = "APP_DEBUG_*"
reason = "for developers"
[[unresolved]]
expression = "plugin.*"
reason = "theirs"
[registry]
default = ["Initial"]
[[accessor]]
function = "app.config.get"
name = 0
)"));
  ASSERT_TRUE(read.ok()) << read.error().message;
  const Config& config = read.value();
  EXPECT_EQ(config.file, folder / "flagcensus.toml");
  EXPECT_EQ(config.catalog, (std::vector<std::string>{"docs/env.md", "docs/more.md"}));
  EXPECT_EQ(config.exclude, std::vector<std::string>{"gen/"});
  EXPECT_EQ(config.own_prefixes, std::vector<std::string>{"APP_"});
  EXPECT_TRUE(config.only_catalog_documents);
  EXPECT_EQ(config.disabled_rules, std::vector<std::string>{"unused"});
  ASSERT_EQ(config.severities.size(), 1U);
  EXPECT_EQ(config.severities[0].first, "default-mismatch");
  EXPECT_EQ(config.severities[0].second, Severity::kError);
  ASSERT_EQ(config.scopes.size(), 1U);
  EXPECT_EQ(config.scopes[0].first, "dev/**");
  EXPECT_EQ(config.scopes[0].second, Scope::kScript);
  ASSERT_EQ(config.internal.size(), 1U);
  EXPECT_EQ(config.internal[0].name, "APP_DEBUG_*");
  EXPECT_EQ(config.internal[0].reason, "for developers");
  EXPECT_EQ(config.internal[0].place.line, 12);
  ASSERT_EQ(config.unresolved.size(), 1U);
  EXPECT_EQ(config.unresolved[0].expression, "plugin.*");
  EXPECT_EQ(config.unresolved[0].reason, "theirs");
  EXPECT_EQ(config.registry.default_value, std::vector<std::string>{"initial"});
  EXPECT_EQ(config.registry.name, RegistryKeys().name);
  EXPECT_NE(config.accessors_toml.find("[[accessor]]"), std::string::npos);
  EXPECT_NE(config.accessors_toml.find("app.config.get"), std::string::npos);
  ASSERT_EQ(config.rules_named.size(), 2U);
}

TEST(ReadConfig, AnEmptyFileIsNoMistake) { EXPECT_EQ(Complaint(""), ""); }

TEST(ReadConfig, NamesThePlaceAndTheNearestKey) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"\ncatlog = []", "flagcensus.toml:2:1: unknown key 'catlog'; did you mean 'catalog'?"},
      {"own_prefixes = []",
       "flagcensus.toml:1:1: unknown key 'own_prefixes'; did you mean 'own-prefixes'?"},
      {"zzzzzzzzz = 1",
       "flagcensus.toml:1:1: unknown key 'zzzzzzzzz'; valid here: catalog, exclude, documented-by, "
       "own-prefixes, "
       "disabled-rules, severity, scope, internal, unresolved, registry, accessor, "
       "object, settings"},
      {"catalog = \"a.md\"",
       "flagcensus.toml:1:11: 'catalog' must be a list of strings, not a string"},
      {"catalog = [\"a.md\", 3]",
       "flagcensus.toml:1:20: 'catalog' must be a list of strings, not an integer"},
      {"documented-by = \"catalogue\"",
       "flagcensus.toml:1:17: unknown value 'catalogue' of 'documented-by'; did you mean "
       "'catalog'?"},
      {"catalog = [\"\"]", "flagcensus.toml:1:12: 'catalog' must not be empty"},
      {"severity = 3",
       "flagcensus.toml:1:12: 'severity' must be a table of rule = severity, not an integer"},
      {"[severity]\nunused = \"warn\"",
       "flagcensus.toml:2:10: unknown severity 'warn'; did you mean 'warning'?"},
      {"[[scope]]\nglob = \"a\"", "flagcensus.toml:1:1: [[scope]] needs 'scope'"},
      {"[[scope]]\nglob = \"a\"\nscope = \"tests\"",
       "flagcensus.toml:3:9: unknown scope 'tests'; did you mean 'test'?"},
      {"[[scope]]\nglobs = \"a\"",
       "flagcensus.toml:2:1: unknown key 'globs' in [[scope]]; did you mean 'glob'?"},
      {"[scope]\nglob = \"a\"",
       "flagcensus.toml:1:1: 'scope' must be a list of tables: [[scope]], not a table"},
      {"[[internal]]\nname = \"A\"", "flagcensus.toml:1:1: [[internal]] needs 'reason'"},
      {"internal = [\"A\"]",
       "flagcensus.toml:1:13: 'internal' must be a list of tables: [[internal]], not a string"},
      {"[registry]\nnames = []",
       "flagcensus.toml:2:1: unknown key 'names' in [registry]; did you mean 'name'?"},
      {"accessor = true",
       "flagcensus.toml:1:12: 'accessor' must be a list of tables: [[accessor]], not a boolean"},
      {"[[accessor]]\ncall = \"m.\"",
       "flagcensus.toml:2:8: 'call' needs a dotted name without empty parts, not 'm.'"},
      {"[[accessor]]\ncall = \".\"",
       "flagcensus.toml:2:8: 'call' needs a dotted name without empty parts, not '.'"},
      {"[[object]]\nobjects = [\"a\", \"\"]",
       "flagcensus.toml:2:17: 'objects' needs a dotted name without empty parts, not ''"},
      {"[[object]]\nobjects = [\"()\"]",
       "flagcensus.toml:2:12: 'objects' needs a dotted name without empty parts, not '()'"},
      {"[[object]]\nobjects = [\"a\"]\nmethods = {\"b.\" = \"str\"}",
       "flagcensus.toml:3:12: 'methods' needs names without empty parts, not 'b.'"},
      {"[[settings]]\nnames = [\"x.\"]",
       "flagcensus.toml:2:10: 'names' needs a dotted name without empty parts, not 'x.'"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(Complaint(text), message) << text;
}

TEST(ReadConfig, NamesThePlaceOfBrokenToml) {
  EXPECT_TRUE(Complaint("catalog = [").starts_with("flagcensus.toml:1:12: "));
  EXPECT_TRUE(Complaint("a = 1\na = 2").starts_with("flagcensus.toml:2:"));
  EXPECT_TRUE(Complaint("catalog = [\"\xff\"]").starts_with("flagcensus.toml:1:"));
  EXPECT_EQ(Complaint(std::string("a\0b", 3)),
            "flagcensus.toml: the configuration is not text: it holds NUL bytes");
  EXPECT_NE(Complaint("catalog = " + std::string(100000, '[')), "");
  EXPECT_EQ(Complaint("#" + std::string(2 << 20, ' ')),
            "flagcensus.toml: the configuration is larger than 1 MiB");
}

std::string Repeat(std::string_view part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

TEST(ReadConfig, RefusesWhatIsNestedTooDeep) {
  const std::string deep = "keys and values are nested more than 100 deep";
  const std::string dots = Repeat("a.", 50000);
  const std::vector<std::string> hostile = {
      dots + "b = 1",
      Repeat("a.", 101) + "b = 1",
      "[" + dots + "b]",
      "[[" + dots + "b]]",
      "[" + Repeat("a.", 60) + "b]\n" + Repeat("a.", 60) + "b = 1",
      "x = {" + dots + "b = 1}",
      "x = " + Repeat("{a.a.a.a.a = ", 40) + "1" + Repeat("}", 40),
      "x = " + Repeat("[", 50000),
      "x = " + Repeat("{a = [", 100),
      "x = \"\"\"a\"\"\"\"\ny = {" + dots + "b = 1}",
      "x = \"\\\"\"\ny = {" + Repeat("'a'.", 50000) + "b = 1}",
      "x = '\\'\n" + Repeat("\"a\" . ", 50000) + "b = 1",
  };
  for (const std::string& text : hostile) {
    EXPECT_TRUE(Complaint(text).ends_with(deep)) << text.substr(0, 60) << " " << Complaint(text);
  }
  EXPECT_EQ(Complaint("\n  " + Repeat("a.", 200)), "flagcensus.toml:2:205: " + deep);
  // Good twins: dots and brackets that nest nothing.
  const std::vector<std::string> good = {
      "exclude = [\"" + Repeat("a.", 5000) + "\"]",
      "exclude = [" + Repeat("\"a.b.[\", ", 5000) + "]",
      "# " + dots + "\nexclude = ['''\n" + Repeat("[.\n", 5000) + "''']",
      Repeat("[[internal]]\nname = \"A\"\nreason = \"b.c\"\n", 500),
  };
  for (const std::string& text : good) EXPECT_EQ(Complaint(text), "") << text.substr(0, 60);
}

TEST(FindConfig, LooksUpwardsToTheRepositorysRoot) {
  ScratchFolder folder;
  folder.Write("flagcensus.toml");
  folder.Write("repo/.git/HEAD");
  folder.Write("repo/a/b/c.py");
  EXPECT_EQ(FindConfig(folder / "repo/a/b"), "");
  folder.Write("repo/flagcensus.toml");
  EXPECT_EQ(FindConfig(folder / "repo/a/b"), folder / "repo/flagcensus.toml");
  EXPECT_EQ(FindConfig(folder / "repo/a/b/"), folder / "repo/flagcensus.toml");
  folder.Write("repo/a/.flagcensus.toml");
  EXPECT_EQ(FindConfig(folder / "repo/a/b"), folder / "repo/a/.flagcensus.toml");
  EXPECT_EQ(FindConfig(folder.path()), folder / "flagcensus.toml");
}

}  // namespace
}  // namespace flagcensus
