// Every output of every command, with a credential of every kind, and with every character that
// steers a terminal or cannot be seen, in every place that a tree has for a text.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/commands/command_line.h"
#include "analyzer/model/secrets.h"
#include "tests/run_program.h"
#include "tests/secret_samples.h"

namespace flagcensus {
namespace {

// A tree that holds each text in each place; `revision` tells two versions of it apart.
class Places {
 public:
  void Add(const std::string& text, const std::string& source_text) {
    const std::string n = std::to_string(count_++);
    const auto one = [&](const std::string& what) { return "APP_" + what + "_" + n; };
    code_ += "# Says " + text + " above\nA" + n + " = os.getenv('" + one("COMMENT") + "', 'x')\n";
    code_ += "B" + n + " = os.getenv('" + one("DEFAULT") + "', '" + source_text + "')\n";
    code_ += "C" + n + " = os.getenv('" + source_text + "')\n";
    code_ += "D" + n + " = os.getenv('" + source_text + "', '" + source_text + "')\n";
    code_ += "p.add_argument('--h" + n + "', default=os.environ.get('" + one("HELP") +
             "'), help='Helps with " + source_text + " here')\n";
    code_ += "def f" + n + "():\n    '''Gives " + text + " back.'''\n    return os.environ['" +
             one("DOCSTRING") + "']\n";
    code_ += "os.environ['" + one("WRITTEN") + "'] = '" + source_text + "'\n";
    code_ += "E" + n + " = os.getenv('" + one("PAGED") + "', 'y')\n";
    code_ += "F" + n + " = os.getenv('" + one("TWICE") + "', '" + source_text +
             "') or os.getenv('" + one("TWICE") + "', 'z')\n";
    code_ += "G" + n + " = os.getenv('" + one("PROSE") + "')\n";
    code_ += "H" + n + " = os.environ.get(name[" + n + "] + '" + source_text + "')\n";
    rows_ += "| `" + one("PAGED") + "` | `" + text + "` | Takes " + text + " and more |\n";
    rows_ += "| `" + one("GONE") + "` | `1` | `" + text + "` |\n";
    rows_ += "| `" + text + "` | `1` | A name |\n";
    prose_ += "Set `" + one("PROSE") + "` to " + text + " before you start.\n\n";
    names_.push_back(n);
  }

  void Write(const ScratchFolder& tree, const std::string& folder) const {
    tree.Write(folder + "/app.py", "import argparse, os\np = argparse.ArgumentParser()\n" + code_);
    tree.Write(folder + "/environment.md",
               "# Environment variables\n\n| Variable | Default | Description |\n"
               "| --- | --- | --- |\n" +
                   rows_);
    tree.Write(folder + "/README.md", "# App\n\n" + prose_);
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::string code_, rows_, prose_;
  std::vector<std::string> names_;
  size_t count_ = 0;
};

const char* const kTemplate =
    "{{#sections}}{{#rows}}{{name}} {{default}} {{description}} {{{code}}} {{{assignment}}}\n"
    "{{#comment}}{{{line}}}{{/comment}}{{#notes}}{{{note}}}{{/notes}}{{#places}}{{file}} {{url}}"
    "{{/places}}{{#cells}}{{{text}}}{{/cells}}\n{{/rows}}{{/sections}}";

// A repository of two revisions: without the texts, then with them.
void WriteRepository(const ScratchFolder& tree, const Places& places) {
  tree.Write("app/app.py", "import os\nprint(os.getenv('APP_DEFAULT_0', 'old'))\n");
  tree.Write("page.mustache", kTemplate);
  const std::string git =
      "cd '" + tree.path() +
      "' && git -c user.name=a -c user.email=a@b.invalid -c commit.gpgsign=false ";
  ASSERT_EQ(std::system((git + "init -q . >/dev/null 2>&1").c_str()), 0);
  ASSERT_EQ(std::system((git + "add -A").c_str()), 0);
  ASSERT_EQ(std::system((git + "commit -qm one").c_str()), 0);
  places.Write(tree, "app");
  ASSERT_EQ(std::system((git + "add -A").c_str()), 0);
  ASSERT_EQ(std::system((git + "commit -qm two").c_str()), 0);
  tree.Write("old.md", ReadText(tree / "app/environment.md"));
}

// The formats of a command.
std::vector<std::string> FormatsOf(const std::string& command) {
  for (const CommandRow& row : CommandLineTable().commands) {
    if (row.name != command) continue;
    for (const OptionRow& option : row.options) {
      if (option.names.back() == "--format") return option.choices;
    }
  }
  ADD_FAILURE() << command << " has no formats";
  return {};
}

// All that can be asked for: each command with each of its formats.
std::vector<std::string> Commands() {
  std::vector<std::string> out;
  for (const std::string& one : FormatsOf("check")) {
    out.push_back("check app --no-clang --all --verbose --format " + one);
  }
  for (const std::string& one : FormatsOf("scan"))
    out.push_back("scan app --no-clang -v --format " + one);
  for (const std::string& one : FormatsOf("catalog")) {
    out.push_back("catalog app/environment.md app/README.md --mentions --format " + one);
  }
  for (const std::string& one : FormatsOf("docs")) {
    out.push_back("docs app --no-clang --verbose --format " + one);
    out.push_back(
        "docs app --no-clang --with all --sections file --lines --template page.mustache "
        "--link-template 'https://h.invalid/{file}#{line}' --format " +
        one);
  }
  for (const std::string& one : FormatsOf("diff")) {
    out.push_back("diff HEAD~1 --format " + one);
    out.push_back("diff HEAD HEAD~1 --format " + one);
  }
  for (const std::string& one : FormatsOf("audit")) {
    out.push_back("audit app --all --format " + one);
    out.push_back("audit --compare .@HEAD~1 .@HEAD --format " + one);
  }
  for (const char* one :
       {"audit app --db census.sqlite --html audit.html", "docs app --no-clang --check old.md",
        "docs app --no-clang --check app/environment.md", "baseline app --no-clang --output -",
        "init app --no-clang --stdout", "check app --no-clang --diff --unsafe-fixes",
        "check app --no-clang --since HEAD~1 --all", "check app --no-clang --show-config",
        "check app --no-clang --stats", "check app --no-clang --group-by name --all",
        "check app --no-clang --statistics"}) {
    out.emplace_back(one);
  }
  return out;
}

// A variable of each text, in turn one of each place.
std::vector<std::string> Explanations(const Places& places) {
  constexpr const char* kWhat[] = {"COMMENT", "DEFAULT", "WRITTEN", "PAGED", "TWICE", "PROSE"};
  std::vector<std::string> out;
  size_t turn = 0;
  for (const std::string& format : FormatsOf("explain")) {
    for (const std::string& n : places.names()) {
      out.push_back("explain APP_" + std::string(kWhat[turn++ % std::size(kWhat)]) + "_" + n +
                    " app --no-clang --format " + format);
    }
    ++turn;
  }
  return out;
}

// Everything that a run tells, in whatever file.
std::string Told(const ScratchFolder& tree, const std::string& command) {
  const Outcome run = RunProgram(tree.path(), command);
  EXPECT_GE(run.status, 0) << command;
  EXPECT_LT(run.status, 124) << command;
  std::string out = run.out + run.err;
  if (command.find("--db") == std::string::npos) return out;
  out += ReadText(tree / "census.sqlite") + ReadText(tree / "audit.html");
  EXPECT_GT(out.size(), 10000U) << command;
  return out;
}

TEST(SecretPlaces, EachKindHasASample) {
  for (const SecretSample& sample : SecretSamples()) {
    EXPECT_NE(sample.text, "") << sample.kind << ": write one in secret_samples.cc";
    EXPECT_EQ(MaskSecrets(sample.text, {}).find(sample.needle), std::string::npos) << sample.kind;
  }
}

// What of the samples the command's output holds.
std::set<std::string> Shown(const std::vector<SecretSample>& samples, const ScratchFolder& tree,
                            const std::string& command) {
  const std::string stated = Told(tree, command);
  std::set<std::string> out;
  for (const SecretSample& sample : samples) {
    const size_t at = stated.find(sample.needle);
    if (at == std::string::npos) continue;
    out.insert(sample.kind + ": " + stated.substr(at < 90 ? 0 : at - 90, 130));
  }
  return out;
}

Places PlacesOf(const std::vector<SecretSample>& samples) {
  Places out;
  for (const SecretSample& sample : samples) out.Add(sample.text, sample.text);
  return out;
}

// One kind of each way to find one, short and long: a program that meets every kind compiles every
// expression, which takes it half a second.
std::vector<SecretSample> SomeSamples() {
  const std::set<std::string> kinds = {
      "github-pat", "bearer",  "basic", "telegram-bot-address",  "1password-service-account-token",
      "key-block",  "address", "word",  "aws-secret-access-key", "microsoft-teams-webhook",
      "parameter"};
  std::vector<SecretSample> out = SecretSamples();
  std::erase_if(out, [&](const SecretSample& sample) { return !kinds.contains(sample.kind); });
  EXPECT_EQ(out.size(), kinds.size());
  return out;
}

TEST(SecretPlaces, NoKindIsShownFromAnyPlace) {
  const std::vector<SecretSample> samples = SecretSamples();
  const ScratchFolder tree;
  WriteRepository(tree, PlacesOf(samples));
  for (const char* command :
       {"check app --no-clang --format json", "scan app --no-clang --format jsonl",
        "catalog app/environment.md app/README.md --mentions --format jsonl",
        "docs app --no-clang --format json", "diff HEAD~1 --format json",
        "audit app --db census.sqlite --html audit.html"}) {
    for (const std::string& one : Shown(samples, tree, command)) {
      ADD_FAILURE() << command << "\n" << one;
    }
  }
}

TEST(SecretPlaces, NoneIsShownInAnyForm) {
  const std::vector<SecretSample> samples = SomeSamples();
  const ScratchFolder tree;
  const Places some = PlacesOf(samples);
  WriteRepository(tree, some);
  std::vector<std::string> commands = Commands();
  for (const std::string& one : Explanations(some)) commands.push_back(one);
  for (const std::string& command : commands) {
    for (const std::string& one : Shown(samples, tree, command)) {
      ADD_FAILURE() << command << "\n" << one;
    }
  }
}

// Characters that steer a terminal, or that make two texts look alike.
const char* const kUnseen[] = {
    "\x1b[31m",     "\a",           "\b",
    "\x7f",         "\xc2\x9b",     "\xc2\x85",  // ESC, BEL, BS, DEL, CSI, NEL
    "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\x8f",
    "\xd8\x9c",  // RLO, LRI, RLM, ALM
    "\xe2\x80\x8b", "\xe2\x80\x8d", "\xef\xbb\xbf",
    "\xe2\x81\xa0",  // ZWSP, ZWJ, BOM, WJ
    "\xe2\x80\xa8", "\xe2\x80\xa9", "\xf3\xa0\x81\x81",
    "\xc2\xad",  // LS, PS, TAG A, SHY
};

TEST(SecretPlaces, NothingUnseenIsPrintedFromAnyPlaceInAnyForm) {
  Places all;
  for (const std::string unseen : kUnseen)
    all.Add("be" + unseen + "tween", "be" + unseen + "tween");
  all.Add("be\rtween", "be\\rtween");  // a line's end in a page, which an escape writes in code
  all.Add("be\xc2\x9btween", "be\\x9b\\x1b\\u202etween");
  const ScratchFolder tree;
  WriteRepository(tree, all);
  std::vector<std::string> commands = Commands();
  for (const std::string& one : Explanations(all)) commands.push_back(one);
  for (const std::string& command : commands) {
    if (command.find("--diff") != std::string::npos) continue;  // a patch is read back byte by byte
    const Outcome run = RunProgram(tree.path(), command);
    for (const std::string* stated : {&run.out, &run.err}) {
      for (const std::string_view line : Split(*stated, '\n')) {
        std::string_view printed = line;
        if (command.find("csv") != std::string::npos && printed.ends_with('\r')) {
          printed.remove_suffix(1);  // RFC 4180
        }
        const std::string tabbed = ReplaceAll(printed, "\t", " ");
        EXPECT_EQ(EscapeControl(tabbed), tabbed) << command;
      }
    }
  }
}

}  // namespace
}  // namespace flagcensus
