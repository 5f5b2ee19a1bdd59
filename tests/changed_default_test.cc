// A default that changes in the code is found, however the page states the old one.
//
// Each way to state a default is tried with each pair of values: while the code has the first of
// them the page is right, and with the second it is wrong.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "tests/run_program.h"

namespace flagcensus {
namespace {

struct Pair {
  const char* before;
  const char* after;
};

const std::vector<Pair>& Pairs() {
  static const std::vector<Pair> pairs = {
      {"RS256", "ES256"},
      {"AES128", "AES256"},
      {"SHA1", "SHA256"},
      {"UTC", "CET"},
      {"INFO", "DEBUG"},
      {"INNER_JOIN", "OUTER_JOIN"},
      {"UTF_8", "LATIN_1"},
      {"127.0.0.1", "*"},
      {"127.0.0.1", "0.0.0.0"},
      {"8000", "8001"},
      {"30", "31"},
      {"0.5", "0.25"},
      {"/var/lib/x", "/srv/x"},
      {"sqlite", "postgres"},
      {"redis://a/0", "redis://a/1"},
      {"a,b", "a,c"},
      {"https://a.org", "https://b.org"},
      {"en_US.UTF-8", "C.UTF-8"},
      {"TLSv1.2", "TLSv1.3"},
      {"gpt-4", "gpt-5"},
      {"true", "false"},
      {"warn", "error"},
      {"py3.11", "py3.12"},
  };
  return pairs;
}

// NAME and VALUE are replaced.
constexpr const char* kWays[] = {
    "* `NAME`: What it is. Default: `VALUE`\n",
    "* `NAME`: What it is. Default is `VALUE`.\n",
    "* `NAME`: What it is (default: `VALUE`).\n",
    "* `NAME`: What it is (default `VALUE`).\n",
    "* `NAME`: What it is. Defaults to `VALUE`.\n",
    "* `NAME`: What it is. Defaults to 'VALUE'.\n",
    "* `NAME`: What it is. Defaults to the `$NAME` environment variable if available, or "
    "'VALUE'.\n",
    "* `--option` - What it is. Defaults to the `$NAME` environment variable if available, or "
    "`VALUE`. The literal `'x'` means all of them.\n",
    "* `NAME`: What it is. If unset, defaults to `VALUE`.\n",
    "* `NAME`: What it is. By default, `VALUE` is used.\n",
    "* `NAME`: What it is. The default is `VALUE`.\n",
    "* `NAME`: What it is. The default value is `VALUE`.\n",
    "* `NAME`: What it is, `VALUE` by default.\n",
    "* `NAME`: What it is. `VALUE` is the default.\n",
    "* `NAME` (`VALUE` by default): what it is.\n",
};
constexpr const char* kTable = "\n| Variable | Default |\n| --- | --- |\n";
constexpr const char* kRow = "| `NAME` | `VALUE` |\n";
constexpr const char* kPlainRow = "| `NAME` | VALUE |\n";

struct Stated {
  std::string name;
  std::string line;
  const Pair* pair;
};

std::vector<Stated> AllWays() {
  std::vector<std::string> ways(std::begin(kWays), std::end(kWays));
  ways.emplace_back(kRow);
  ways.emplace_back(kPlainRow);
  std::vector<Stated> out;
  for (size_t way = 0; way < ways.size(); ++way) {
    for (size_t i = 0; i < Pairs().size(); ++i) {
      const Pair& pair = Pairs()[i];
      const bool plain = ways[way] == kPlainRow;
      // In plain text a list is two values, and `*` a sign of Markdown's.
      if (plain && (ReplaceAll(pair.after, "*", "") != pair.after || pair.before[1] == ','))
        continue;
      // A word of capitals with an underscore may be a macro's or another variable's name, unless
      // the page says outright that it is the default.
      const bool name_like = std::string_view(pair.before).find('_') == 5 ||
                             std::string_view(pair.before).starts_with("UTF_");
      const bool outright = ways[way].find("Default") != std::string::npos ||
                            ways[way].find("defaults to") != std::string::npos ||
                            ways[way].find("default: ") != std::string::npos ||
                            ways[way].find("he default ") != std::string::npos ||
                            ways[way][0] == '|';
      if (name_like && !outright) continue;
      const std::string name = "APP_W" + std::to_string(way) + "_V" + std::to_string(i);
      out.push_back(
          {name, ReplaceAll(ReplaceAll(ways[way], "NAME", name), "VALUE", pair.before), &pair});
    }
  }
  return out;
}

// The variables that the report says are documented with another default.
std::set<std::string> Mismatches(const ScratchFolder& project, const std::vector<Stated>& all,
                                 bool changed) {
  std::string code = "import os\n";
  for (const Stated& one : all) {
    code += "print(os.environ.get('" + one.name + "', '" +
            (changed ? one.pair->after : one.pair->before) + "'))\n";
  }
  project.Write("app.py", code);
  const Outcome run =
      RunProgram(project.path(), "check --format concise --select default-mismatch --no-clang .");
  EXPECT_LE(run.status, 1) << run.err;
  std::set<std::string> out;
  for (const std::string_view line : Split(run.out, '\n')) {
    const size_t at = line.find("APP_W");
    if (at == std::string_view::npos) continue;
    out.emplace(line.substr(at, line.find(' ', at) - at));
  }
  return out;
}

TEST(ChangedDefault, IsFoundHoweverThePageStatesIt) {
  const std::vector<Stated> all = AllWays();
  std::string page = "# Environment variables\n\n";
  bool in_table = false;
  for (const Stated& one : all) {
    if (one.line[0] == '|' && !in_table) page += kTable;
    in_table = one.line[0] == '|';
    page += one.line;
  }
  const ScratchFolder project;
  project.Write("environment.md", page);
  EXPECT_EQ(Mismatches(project, all, false), std::set<std::string>()) << "the page is right";
  const std::set<std::string> found = Mismatches(project, all, true);
  std::string missed;
  for (const Stated& one : all) {
    if (!found.contains(one.name)) {
      missed += std::string(one.pair->before) + " to " + one.pair->after + ": " + one.line;
    }
  }
  EXPECT_EQ(missed, "");
}

TEST(ChangedDefault, ANameThatIsTakenInsteadIsNoValue) {
  const ScratchFolder project;
  project.Write("app.py",
                "import os\nprint(os.environ.get('APP_EDITOR', 'vi'))\n"
                "print(os.environ.get('EDITOR'), os.environ.get('APP_MODE', 'ES256'))\n");
  project.Write("environment.md",
                "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n"
                "| `APP_EDITOR` | `EDITOR` |\n| `EDITOR` | |\n| `APP_MODE` | `RS256` |\n");
  const Outcome run = RunProgram(project.path(), "check --format concise --no-clang .");
  EXPECT_EQ(run.out.find("APP_EDITOR is documented"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("APP_MODE is documented to default to RS256 but defaults to ES256"), std::string::npos)
      << run.out;
}

}  // namespace
}  // namespace flagcensus
