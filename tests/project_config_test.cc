#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/config/config.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

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

std::vector<std::string> Globs(const std::vector<PathGlob>& paths) {
  std::vector<std::string> out;
  for (const PathGlob& path : paths) out.push_back(path.glob);
  return out;
}

TEST(ReadConfig, ReadsEveryKey) {
  ScratchFolder folder;
  const Result<Config> read = ReadConfig(folder.Write("flagcensus.toml", R"(
required-version = ">=0.1"
paths = ["src"]
catalog = ["docs/env.md", "docs/more.md"]
exclude = ["gen/"]
own-prefixes = ["APP_"]
documented-by = "catalog"
disabled-rules = ["unused"]
[severity]
default-mismatch = "error"
likely-typo = "off"
[[scope]]
glob = "dev/**"
scope = "script"
[[internal]]
name = "APP_DEBUG_*"
reason = "for developers"
[[unresolved]]
expression = "plugin.*"
reason = "theirs"
[[family]]
name = "APP_*_URL"
reason = "one a plugin"
[[override]]
path = "tools/**"
severity = { unused = "error", undocumented = "off" }
[[ignore]]
rule = "unused"
name = ["APP_A", "APP_B_*"]
path = "docs/"
reason = "later"
[registry]
default = ["Initial"]
[[accessor]]
call = "app.config.get"
name = 0
)"));
  ASSERT_TRUE(read.ok()) << read.error().message;
  const Config& config = read.value();
  EXPECT_EQ(config.source.file, folder / "flagcensus.toml");
  EXPECT_EQ(Globs(config.paths), std::vector<std::string>{"src"});
  EXPECT_EQ(Globs(config.catalog), (std::vector<std::string>{"docs/env.md", "docs/more.md"}));
  EXPECT_EQ(Globs(config.exclude), std::vector<std::string>{"gen/"});
  EXPECT_EQ(config.own_prefixes, std::vector<std::string>{"APP_"});
  EXPECT_TRUE(config.only_catalog_documents);
  EXPECT_EQ(config.disabled_rules, (std::vector<std::string>{"unused", "likely-typo"}));
  ASSERT_EQ(config.severities.size(), 1U);
  EXPECT_EQ(config.severities[0].first, "default-mismatch");
  EXPECT_EQ(config.severities[0].second, Severity::kError);
  ASSERT_EQ(config.scopes.size(), 1U);
  EXPECT_EQ(config.scopes[0].glob.glob, "dev/**");
  EXPECT_EQ(config.scopes[0].scope, Scope::kScript);
  ASSERT_EQ(config.internal.size(), 1U);
  EXPECT_EQ(config.internal[0].name, "APP_DEBUG_*");
  EXPECT_EQ(config.internal[0].reason, "for developers");
  EXPECT_EQ(config.internal[0].place.line, 15);
  ASSERT_EQ(config.unresolved.size(), 1U);
  EXPECT_EQ(config.unresolved[0].expression, "plugin.*");
  EXPECT_EQ(config.unresolved[0].reason, "theirs");
  EXPECT_EQ(config.registry.default_value, std::vector<std::string>{"initial"});
  EXPECT_EQ(config.registry.name, RegistryKeys().name);
  ASSERT_EQ(config.families.size(), 1U);
  EXPECT_EQ(config.families[0].name, "APP_*_URL");
  ASSERT_EQ(config.overrides.size(), 1U);
  EXPECT_EQ(Globs(config.overrides[0].paths), std::vector<std::string>{"tools/**"});
  ASSERT_EQ(config.overrides[0].severities.size(), 2U);
  EXPECT_EQ(config.overrides[0].severities[0].second, std::nullopt);
  EXPECT_EQ(config.overrides[0].severities[1].second, Severity::kError);
  ASSERT_EQ(config.ignores.size(), 1U);
  EXPECT_EQ(config.ignores[0].rule, "unused");
  EXPECT_EQ(config.ignores[0].names, (std::vector<std::string>{"APP_A", "APP_B_*"}));
  EXPECT_EQ(Globs(config.ignores[0].paths), std::vector<std::string>{"docs/"});
  EXPECT_EQ(config.ignores[0].reason, "later");
  EXPECT_EQ(config.ignores[0].place.line, 27);
  ASSERT_EQ(config.source.accessor_rows.size(), 1U);
  EXPECT_NE(config.source.accessor_rows[0].text.find("[[accessor]]"), std::string::npos);
  EXPECT_NE(config.source.accessor_rows[0].text.find("app.config.get"), std::string::npos);
  ASSERT_EQ(config.source.rules_named.size(), 6U);
}

TEST(ReadConfig, AnEmptyFileIsNoMistake) { EXPECT_EQ(Complaint(""), ""); }

TEST(ReadConfig, NamesThePlaceAndTheNearestKey) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"\ncatlog = []", "flagcensus.toml:2:1: unknown key 'catlog'; did you mean 'catalog'?"},
      {"own_prefixes = []",
       "flagcensus.toml:1:1: unknown key 'own_prefixes'; did you mean 'own-prefixes'?"},
      {"zzzzzzzzz = 1",
       "flagcensus.toml:1:1: unknown key 'zzzzzzzzz'; valid here: required-version, extend, paths, "
       "catalog, also, exclude, languages, documented-by, own-prefixes, disabled-rules, severity, "
       "override, scope, "
       "internal, family, ignore, unresolved, docs, surface, registry, accessor, object, settings, "
       "casts"},
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
       "flagcensus.toml:3:9: unknown value 'tests' of 'scope'; did you mean 'test'?"},
      {"[[scope]]\nglobs = \"a\"",
       "flagcensus.toml:2:1: unknown key 'globs' in [[scope]]; did you mean 'glob'?"},
      {"[scope]\nglob = \"a\"",
       "flagcensus.toml:1:1: 'scope' must be a list of tables: [[scope]], not a table"},
      {"[[internal]]\nname = \"A\"", "flagcensus.toml:1:1: [[internal]] needs 'reason'"},
      {"internal = [\"A\"]",
       "flagcensus.toml:1:13: 'internal' must be a list of tables: [[internal]], not a string"},
      {"[severity]\nunused = \"of\"",
       "flagcensus.toml:2:10: unknown severity 'of'; did you mean 'off'?"},
      {"disabled-rules = [\"unused\"]\n[severity]\nunused = \"info\"",
       "flagcensus.toml:3:1: the rule 'unused' has a severity here and is also in "
       "'disabled-rules': keep one of the two"},
      {"paths = \"src\"", "flagcensus.toml:1:9: 'paths' must be a list of strings, not a string"},
      {"extend = [\"a\"]", "flagcensus.toml:1:10: 'extend' must be a string, not a list"},
      {"required-version = 2",
       "flagcensus.toml:1:20: 'required-version' must be a string, not an integer"},
      {"required-version = \"new\"",
       "flagcensus.toml:1:20: 'required-version' must be versions such as \">=0.2\" or "
       "\">=0.2,<1\", not 'new'"},
      // What a newer version knows is no unknown key here.
      {"newer-key = 1\nrequired-version = \">=99\"",
       "flagcensus.toml:2:20: the configuration is for flagcensus >=99, and this "
       "is " FLAGCENSUS_VERSION ": install such a version, or change 'required-version'"},
      {"[[family]]\nname = \"APP_X\"\nreason = \"r\"",
       "flagcensus.toml:2:8: 'name' of [[family]] needs a `*` for what varies, or is it "
       "[[internal]]?"},
      {"[[family]]\nname = \"APP_*\"", "flagcensus.toml:1:1: [[family]] needs 'reason'"},
      {"[[ignore]]\nrule = \"unused\"", "flagcensus.toml:1:1: [[ignore]] needs 'reason'"},
      {"[[ignore]]\nreason = \"r\"",
       "flagcensus.toml:1:1: [[ignore]] needs 'rule', 'name' or 'path'"},
      {"[[ignore]]\nname = 3\nreason = \"r\"",
       "flagcensus.toml:2:8: 'name' must be a string or a list of strings, not an integer"},
      {"[[ignore]]\npath = []\nreason = \"r\"", "flagcensus.toml:2:8: 'path' must not be empty"},
      {"[[ignore]]\nrules = \"unused\"",
       "flagcensus.toml:2:1: unknown key 'rules' in [[ignore]]; did you mean 'rule'?"},
      {"[[override]]\nseverity = { unused = \"off\" }",
       "flagcensus.toml:1:1: [[override]] needs 'path'"},
      {"[[override]]\npath = \"a\"", "flagcensus.toml:1:1: [[override]] needs 'severity'"},
      {"[[override]]\npath = \"a\"\nseverity = \"off\"",
       "flagcensus.toml:3:12: 'severity' must be a table of rule = severity, not a string"},
      {"[[override]]\npath = \"a\"\nseverity = { unused = \"no\" }",
       "flagcensus.toml:3:23: unknown severity 'no'; did you mean 'info'?"},
      {"[[docs]]\nlines = 1", "flagcensus.toml:2:9: 'lines' must be true or false, not an integer"},
      {"[[docs]]\nsort = \"names\"",
       "flagcensus.toml:2:8: unknown value 'names' of 'sort'; did you mean 'name'?"},
      {"[[docs]]\n[[docs.section]]\ntitle = \"x\"",
       "flagcensus.toml:2:1: [[docs.section]] needs 'names'"},
      {"[[accessor]]\ncall = \"a\"\nnmae = 0",
       "flagcensus.toml:3:1: unknown key 'nmae' in [[accessor]]; did you mean 'name'?"},
      {"[[object]]\nobject = \"a\"",
       "flagcensus.toml:2:1: unknown key 'object' in [[object]]; did you mean 'objects'?"},
      {"[[settings]]\nname = \"a\"",
       "flagcensus.toml:2:1: unknown key 'name' in [[settings]]; did you mean 'names'?"},
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
            "flagcensus.toml: the configuration is not text: it contains NUL bytes");
  EXPECT_NE(Complaint("catalog = " + std::string(100000, '[')), "");
  EXPECT_EQ(Complaint("#" + std::string(2 << 20, ' ')),
            "flagcensus.toml: the configuration is larger than 1 MiB");
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

}  // namespace
}  // namespace flagcensus
