// The manual against the command line that it is written from: the page of options is current, the
// man page tells every option and passes man and mandoc, and shells load the completions and
// answer. What a shell or a checker that is not installed would say is skipped by name.
#include "analyzer/manual/manual.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/commands/command_line.h"
#include "tests/paths.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/skip.h"
#include "tests/text.h"

namespace flagcensus {
namespace {


CommandTable Table() { return CommandLineTable(); }

struct Said {
  int status = -1;
  std::string text;  // both streams
};

Said RunShell(const std::string& command) {
  const ScratchFolder folder;
  const std::string out = folder / "out";
  const int status = std::system(("(" + command + ") >'" + out + "' 2>&1 </dev/null").c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadText(out)};
}

bool IsInstalled(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

// The completion of that shell as a file.
struct Completion : ScratchFolder {
  explicit Completion(const std::string& shell) {
    const Outcome run = RunProgram(path(), "completions " + shell);
    EXPECT_EQ(run.status, 0) << run.err;
    Write("_flagcensus", run.out);
    file = *this / "_flagcensus";
  }
  std::string file;
};

// With a space for each line break and its indentation.
std::string OneLine(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n';
    if (!space || !out.ends_with(' ')) out += space ? ' ' : c;
  }
  return out;
}

TEST(Manual, TheTableIsWhatTheHelpShows) {
  const CommandTable table = Table();
  const std::string program = RunProgram(kRoot, "--help").out;
  EXPECT_GE(table.commands.size(), 10U);
  for (const CommandRow& command : table.commands) {
    EXPECT_TRUE(Has(program, "\n  " + command.name + " ")) << command.name;
    const std::string help = RunProgram(kRoot, command.name + " --help").out;
    const std::string words = OneLine(help);
    EXPECT_TRUE(help.starts_with(command.text)) << help;
    for (const OptionRow& option : command.options) {
      EXPECT_TRUE(Has(help, NamesOf(option))) << command.name << " " << NamesOf(option);
      EXPECT_TRUE(Has(words, option.text.substr(0, option.text.rfind(')')))) << command.name << " " << NamesOf(option);
      EXPECT_FALSE(option.text.empty()) << command.name << " " << NamesOf(option);
      EXPECT_FALSE(option.text.ends_with('.')) << command.name << " " << NamesOf(option);
    }
  }
  EXPECT_FALSE(Has(program, "  manual ")) << "it is for packages";
}

TEST(Manual, ThePageOfOptionsIsCurrent) {
  const Outcome run = RunProgram(kRoot, "manual markdown");
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string file = kRoot + "/docs/options.md";
  if (std::getenv("FLAGCENSUS_RENEW") != nullptr) std::ofstream(file, std::ios::binary) << run.out;
  EXPECT_EQ(ReadText(file), run.out)
      << file << " is old: run the tests once with FLAGCENSUS_RENEW=1";
}

TEST(Manual, TheManPageTellsEveryOption) {
  const std::string page = RunProgram(kRoot, "manual man").out;
  const std::string plain = ReplaceAll(page, "\\-", "-");
  for (const CommandRow& command : Table().commands) {
    EXPECT_TRUE(Has(plain, ".SS \"flagcensus " + command.name + " ")) << command.name;
    for (const OptionRow& option : command.options) {
      for (const std::string& name : option.names)
        EXPECT_TRUE(Has(plain, "\\fB" + name + "\\fR")) << command.name << " " << name;
      EXPECT_TRUE(Has(plain, option.value)) << NamesOf(option);
    }
  }
}

TEST(Manual, TheManPageTellsTheVariablesOfTheirPage) {
  const std::string page = RunProgram(kRoot, "manual man").out;
  const std::string catalog = ReadText(kRoot + "/docs/environment.md");
  const size_t end = catalog.find("## Building and testing");
  ASSERT_NE(end, std::string::npos);
  size_t names = 0;
  for (const std::string_view line : Split(std::string_view(catalog).substr(0, end), '\n')) {
    if (!line.starts_with("| `")) continue;
    const std::string_view cell = line.substr(0, line.find(" | "));
    for (const std::string_view part : Split(cell, '`')) {
      if (part.empty() || !IsIdentifierByte(part[0])) continue;
      EXPECT_TRUE(Has(page, std::string(part))) << part;
      ++names;
    }
  }
  EXPECT_GE(names, 10U);
}

TEST(Manual, TheManPagePassesItsCheckers) {
  const ScratchFolder folder;
  folder.Write("flagcensus.1", RunProgram(kRoot, "manual man").out);
  const std::string file = folder / "flagcensus.1";
  if (IsInstalled("mandoc")) {
    const Said lint = RunShell("mandoc -T lint -W warning '" + file + "'");
    EXPECT_EQ(lint.status, 0) << lint.text;
  }
  if (IsInstalled("man") && IsInstalled("groff")) {
    const Said warned =
        RunShell("MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z '" + file +
                 "' >/dev/null");
    EXPECT_EQ(warned.status, 0) << warned.text;
    EXPECT_EQ(warned.text, "");
  }
  if (!IsInstalled("mandoc") && !IsInstalled("man")) {
    FLAGCENSUS_SKIP("mandoc or man");
  }
}

// What bash offers where the last of `words` is being typed.
std::string OfferedByBash(const std::string& file, const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += " '" + word + "'";
  return RunShell("cd '" + kRoot + "' && bash --noprofile --norc -uc '. \"" + file + "\"; " +
                  "COMP_WORDS=(" + ReplaceAll(list, "'", "\"") + "); COMP_CWORD=" +
                  std::to_string(words.size() - 1) + "; _flagcensus; echo \"${COMPREPLY[*]}\"'")
      .text;
}

TEST(Manual, BashCompletes) {
  if (!IsInstalled("bash")) {
    FLAGCENSUS_SKIP("bash");
  }
  const Completion bash("bash");
  const Said known =
      RunShell("bash --noprofile --norc -c '. \"" + bash.file + "\"; complete -p flagcensus'");
  EXPECT_EQ(known.text, "complete -o bashdefault -o default -F _flagcensus flagcensus\n");
  const auto offered = [&](const std::vector<std::string>& words) {
    return OfferedByBash(bash.file, words);
  };
  EXPECT_EQ(offered({"flagcensus", "ch"}), "check\n");
  EXPECT_EQ(offered({"flagcensus", "--ver"}), "--version\n");
  EXPECT_EQ(offered({"flagcensus", "check", "--max-s"}), "--max-seconds\n");
  EXPECT_EQ(offered({"flagcensus", "catalog", "--format", "js"}), "jsonl\n");
  EXPECT_EQ(offered({"flagcensus", "catalog", "--format", "=", "ta"}), "table\n");
  EXPECT_EQ(offered({"flagcensus", "catalog", "--format", "="}), "table jsonl\n");
  EXPECT_EQ(offered({"flagcensus", "check", "--select", "likely-typo,default-m"}),
            "likely-typo,default-mismatch\n");
  EXPECT_EQ(offered({"flagcensus", "explain", "stale-b"}), "stale-baseline\n");
  EXPECT_EQ(offered({"flagcensus", "completions", "z"}), "zsh\n");
  EXPECT_EQ(offered({"flagcensus", "check", "--config", "fl"}), "\n") << "readline's own files";
  EXPECT_EQ(offered({"flagcensus", "check", "fl"}), "\n");
  for (const CommandRow& command : Table().commands) {
    const std::string all = offered({"flagcensus", command.name, "--"});
    for (const OptionRow& option : command.options)
      EXPECT_TRUE(Has(" " + all, option.names.back())) << command.name << ": " << all;
  }
}

TEST(Manual, ZshLoadsIt) {
  if (!IsInstalled("zsh")) {
    FLAGCENSUS_SKIP("zsh");
  }
  const Completion zsh("zsh");
  EXPECT_EQ(RunShell("zsh -fn '" + zsh.file + "'").text, "");
  const std::string load = "zsh -fc 'autoload -Uz compinit && compinit -u -D && ";
  EXPECT_EQ(RunShell(load + ". \"" + zsh.file + "\" && print $_comps[flagcensus]'").text,
            "_flagcensus\n");
  const std::string folder = zsh.path();
  EXPECT_EQ(RunShell("zsh -fc 'fpath=(\"" + folder +
                     "\" $fpath); autoload -Uz compinit && compinit -u -D && "
                     "print $_comps[flagcensus]'")
                .text,
            "_flagcensus\n");
}

TEST(Manual, FishCompletes) {
  if (!IsInstalled("fish")) {
    FLAGCENSUS_SKIP("fish");
  }
  const Completion fish("fish");
  EXPECT_EQ(RunShell("fish --no-config -n '" + fish.file + "'").text, "");
  const auto offered = [&](const std::string& line) {
    return RunShell("cd '" + kRoot + "' && HOME='" + fish.path() + "' fish --no-config -c '. \"" +
                    fish.file + "\"; complete -C \"" + line + "\"'")
        .text;
  };
  EXPECT_EQ(offered("flagcensus chec"),
            "check\tCompare documentation and code, and report where they disagree\n");
  EXPECT_EQ(offered("flagcensus catalog --format j"), "jsonl\tOutput format\n");
  EXPECT_TRUE(Has(offered("flagcensus check --max-s"), "--max-seconds\t"));
  EXPECT_TRUE(Has(offered("flagcensus explain stale-b"), "stale-baseline"));
  EXPECT_TRUE(Has(offered("flagcensus check --select likely-typo,default-m"),
                  "likely-typo,default-mismatch"));
}

TEST(Manual, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(RunProgram(kRoot, "completions tcsh").status, 2);
  EXPECT_EQ(RunProgram(kRoot, "completions").status, 2);
  EXPECT_EQ(RunProgram(kRoot, "manual html").status, 2);
}

}  // namespace
}  // namespace flagcensus
