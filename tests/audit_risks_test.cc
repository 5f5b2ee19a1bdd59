// The rows of queries/risks.toml: each of their examples, and each that must stay silent.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/near_names.h"
#include "analyzer/audit/risk_rows.h"
#include "analyzer/audit/value_use.h"
#include "analyzer/base/embedded.h"
#include "tests/paths.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

// A variable with one access, as an example of a row tells it.
struct Made {
  Access access;
  Flag flag;
  std::vector<AuditVariable> variables;

  Made(const RiskRow& row, const RiskExample& example) {
    const bool by_name = row.by != RiskBy::kWrite && row.by != RiskBy::kSink;
    flag.name = by_name ? example.name : row.names.empty() ? "APP_X" : "APP_API_KEY";
    access.name = flag.name;
    access.place = {"app.py", 3, 1};
    access.op = row.by == RiskBy::kWrite ? AccessOp::kWrite : AccessOp::kRead;
    access.via = row.by == RiskBy::kWrite ? example.name : "os.getenv";
    if (!row.ops.contains("read") && row.by == RiskBy::kName) access.op = AccessOp::kWrite;
    if (!example.value.empty()) {
      access.default_kind = DefaultKind::kLiteral;
      access.default_text = example.value;
    }
    access.type = ParseValueType(example.type).value_or(ValueType::kUnknown);
    AuditVariable& variable = variables.emplace_back();
    variable.flag = &flag;
    if (!example.type.empty()) variable.types = {example.type};
    AuditSite& site = variable.sites.emplace_back();
    site.access = &access;
    site.is_passed_on = true;
    if (row.by == RiskBy::kSink)
      site.uses.push_back({example.name, "call", {"app.py", 3, 0}, true});
  }

  bool Holds(const std::string& id) {
    FindRisks(variables);
    const std::vector<AuditRisk>& risks = variables[0].risks;
    return std::any_of(risks.begin(), risks.end(),
                       [&](const AuditRisk& risk) { return risk.id == id; });
  }
};

bool AreNear(const std::string& pair) {
  const size_t space = pair.find(' ');
  const std::string one = pair.substr(0, space), other = pair.substr(space + 1);
  return !NearNames({one, other}).empty();
}

TEST(Risks, RowsAreWhole) {
  std::vector<std::string> mistakes;
  const RiskTable table = ReadRiskTable(EmbeddedQuery("risks.toml"), &mistakes);
  const std::vector<RiskRow>& rows = table.rows;
  EXPECT_TRUE(table.same_value.contains("filepath.Join"));
  EXPECT_TRUE(mistakes.empty()) << mistakes[0];
  EXPECT_GE(rows.size(), 15U);
  for (const RiskRow& row : rows) {
    if (row.by == RiskBy::kImport) continue;
    EXPECT_FALSE(row.examples.matching.empty()) << row.id;
    EXPECT_FALSE(row.examples.others.empty()) << row.id;
    EXPECT_TRUE(row.reason.ends_with('.')) << row.id;
    for (const std::string& other : row.unless) {
      const auto before = std::find_if(rows.begin(), rows.end(),
                                       [&](const RiskRow& one) { return one.id == other; });
      EXPECT_LT(before - rows.begin(), &row - rows.data()) << row.id << " unless " << other;
    }
  }
}

TEST(Risks, ThePageTellsEachRow) {
  const std::string page = ReadText(kRoot + "/docs/audit.md");
  for (const RiskRow& row : RiskRows()) {
    EXPECT_NE(page.find("| `" + row.id + "` | " + std::string(RiskSeverity(row)) + " | "),
              std::string::npos)
        << row.id;
    EXPECT_NE(page.find("| " + row.reason + " |"), std::string::npos) << row.id;
  }
}

TEST(Risks, RowsTellWhatIsWrongWithThem) {
  std::vector<std::string> mistakes;
  ReadRiskTable("[[risk]]\nid = 'x'\nseverity = 'huge'\nby = 'name'\nnmes = []\n", &mistakes);
  EXPECT_EQ(mistakes.size(), 4U);  // no title, no reason, no such severity, an unknown key
}

TEST(Risks, HoldForTheirExamplesAlone) {
  for (const RiskRow& row : RiskRows()) {
    for (const RiskExample& example : row.examples.matching) {
      const bool holds =
          row.by == RiskBy::kNear ? AreNear(example.name) : Made(row, example).Holds(row.id);
      EXPECT_TRUE(holds) << row.id << " should hold for " << example.name << "=" << example.value;
    }
    for (const RiskExample& example : row.examples.others) {
      const bool holds =
          row.by == RiskBy::kNear ? AreNear(example.name) : Made(row, example).Holds(row.id);
      EXPECT_FALSE(holds) << row.id << " must be silent about " << example.name << "="
                          << example.value;
    }
  }
}

TEST(Risks, AreOfTheProjectsOwnCode) {
  for (const Scope scope : {Scope::kTest, Scope::kExample, Scope::kVendored, Scope::kDocstring}) {
    Made made(RiskRows()[1], {"APP_API_KEY", "", ""});
    made.access.scope = scope;
    EXPECT_FALSE(made.Holds("credential-read"));
  }
}

// What the only read of `text` is passed to: "effect CALL".
std::string UseIn(Language language, const std::string& text, const std::string& read,
                  const std::string& bound_to = "") {
  Access access;
  const size_t at = text.find(read);
  access.place.line = 1 + static_cast<int>(std::count(text.begin(), text.begin() + at, '\n'));
  access.place.column = static_cast<int>(at - (text.rfind('\n', at) + 1)) + 1;
  access.language = language;
  if (!bound_to.empty()) access.bound_to = bound_to;
  access.bound_kind = BoundKind::kLocal;
  AuditSite site;
  site.access = &access;
  FindValueUses(text, Risks().same_value, {&site});
  return site.uses.empty() ? "" : site.uses[0].what + " " + site.uses[0].sink;
}

TEST(ValueUse, FollowsAReadIntoTheCallThatRunsIt) {
  const auto go = [](const std::string& text, const std::string& bound_to = "") {
    return UseIn(Language::kGo, text, "os.Getenv", bound_to);
  };
  EXPECT_EQ(go("exec.Command(os.Getenv(\"X\"), \"-v\")\n"), "command exec.Command");
  EXPECT_EQ(go("exec.Command(\n  // a comment, with a (\n  os.Getenv(\"X\"))\n"),
            "command exec.Command");
  EXPECT_EQ(go("exec.Command(filepath.Join(os.Getenv(\"X\"), \"bin\"))\n"), "command exec.Command");
  EXPECT_EQ(go("exec.CommandContext(ctx, os.Getenv(\"X\"))\n"), "command exec.CommandContext");
  EXPECT_EQ(go("func f() {\n  t := os.Getenv(\"X\")\n  exec.Command(t)\n}\n", "t"),
            "command exec.Command");
  EXPECT_EQ(go("exec.Command(\"make\", os.Getenv(\"X\"))\n"), "");
  EXPECT_EQ(go("exec.CommandContext(os.Getenv(\"X\"), y)\n"), "");
  EXPECT_EQ(go("exec.Command(quote(os.Getenv(\"X\")))\n"), "");
  EXPECT_EQ(
      go("func f() {\n  t := os.Getenv(\"X\")\n}\nfunc g(t string) {\n  exec.Command(t)\n}\n", "t"),
      "");
  EXPECT_EQ(go("func f() {\n  t := os.Getenv(\"X\")\n  // exec.Command(t)\n}\n", "t"), "");
  EXPECT_EQ(UseIn(Language::kRust, "Command::new(env::var(\"X\"))", "env::var"),
            "command Command::new");
  EXPECT_EQ(UseIn(Language::kJavaScript, "require(process.env.X)", "process.env"), "code require");
  EXPECT_EQ(UseIn(Language::kJavaScript, "spawn('ls', process.env.X)", "process.env"), "");
  EXPECT_EQ(UseIn(Language::kJava, "Runtime.getRuntime().exec(System.getenv(\"X\"));", "System"),
            "command exec");
  EXPECT_EQ(UseIn(Language::kJava, "new ProcessBuilder(System.getenv(\"X\"));", "System"),
            "command ProcessBuilder");
  EXPECT_EQ(UseIn(Language::kKotlin, "ProcessBuilder(\"ls\", System.getenv(\"X\"))", "System"), "");
  EXPECT_EQ(UseIn(Language::kCSharp, "Process.Start(Environment.GetEnvironmentVariable(\"X\"));",
                  "Environment"),
            "command Process.Start");
  EXPECT_EQ(UseIn(Language::kRuby, "system(ENV[\"X\"])", "ENV"), "command system");
  EXPECT_EQ(UseIn(Language::kRuby, "# system(\nputs(ENV[\"X\"])", "ENV"), "");
  EXPECT_EQ(UseIn(Language::kPhp, "require(getenv(\"X\"));", "getenv"), "code require");
  EXPECT_EQ(UseIn(Language::kPhp, "system($_ENV[\"X\"]);", "$_ENV"), "command system");
}

TEST(ValueUse, KnowsTextsOfSeveralLines) {
  const auto go = [](const std::string& text) {
    return UseIn(Language::kGo, text, "os.Getenv", "t");
  };
  EXPECT_EQ(go("func f() {\n  t := os.Getenv(\"X\")\n  u := `\n exec.Command(t)`\n}\n"), "");
  EXPECT_EQ(go("func f() {\n  t := os.Getenv(\"X\")\n  u := `\\`; exec.Command(t)\n}\n"),
            "command exec.Command");
  const auto script = [](const std::string& rest) {
    return UseIn(Language::kJavaScript, "const t = process.env.X;\n" + rest, "process.env", "t");
  };
  EXPECT_EQ(script("say(`\n  spawn(t)\n`);\n"), "");
  EXPECT_EQ(script("say(`${spawn(t)}`);\n"), "command spawn");
  EXPECT_EQ(script("say(`${a({b: `x`})} spawn(t)`);\n"), "");
  EXPECT_EQ(script("say(`${a} b`); spawn(t);\n"), "command spawn");
  EXPECT_EQ(script("say(u.replace(/[`/]/g, 1)); spawn(t);\n"), "command spawn");
  EXPECT_EQ(script("say(1 / 2, `/`); spawn(t);\n"), "command spawn");
  const auto rust = [](const std::string& rest) {
    return UseIn(Language::kRust, "fn f() {\n  let t = env::var(\"X\");\n" + rest + "}\n",
                 "env::var", "t");
  };
  EXPECT_EQ(rust("  g::<'a>(Command::new(t));\n"), "command Command::new");
  EXPECT_EQ(rust("  g('(', '\\'', 'é', Command::new(t));\n"), "command Command::new");
  EXPECT_EQ(rust("  g('\"', \"Command::new(t)\");\n"), "");
  EXPECT_EQ(UseIn(Language::kJava,
                  "void f() {\n  var t = System.getenv(\"X\");\n  say(\"\"\"\n"
                  "    \"new\" ProcessBuilder(t)\n\"\"\");\n}\n",
                  "System", "t"),
            "");
}

TEST(NearNames, SaysHowManyAreNotCompared) {
  const size_t count = kMaxNearNames + 2;
  std::vector<Access> accesses(count);
  std::vector<Flag> flags(count);
  std::vector<AuditVariable> variables(count);
  for (size_t i = 0; i < count; ++i) {
    accesses[i].scope = Scope::kSrc;
    flags[i].name = "V" + std::to_string(i);
    variables[i].flag = &flags[i];
    variables[i].sites.emplace_back().access = &accesses[i];
  }
  const std::vector<std::string> omitted = FindRisks(variables);
  ASSERT_EQ(omitted.size(), 1U);
  EXPECT_NE(omitted[0].find("in the last 2"), std::string::npos) << omitted[0];
}

TEST(NearNames, CostsNoSquare) {
  std::vector<std::string> names;
  for (int i = 0; i < 20000; ++i) names.push_back("APP_NUMBER_" + std::to_string(i));
  EXPECT_TRUE(NearNames({names.begin(), names.end()}).empty());
}

}  // namespace
}  // namespace flagcensus
