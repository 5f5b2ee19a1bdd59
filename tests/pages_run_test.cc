// Pages of docs/ whose commands are run: what each prints is what the page shows.
//
// A page that says so (kMark) is gone through from its first command to its last, in one fresh
// folder that holds the repository's fixtures. A block of code whose first line begins with "$ " is
// a transcript; "..." stands for any number of lines there, alone or at the end of a line for the
// rest of that line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "tests/paths.h"
#include "tests/run_program.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "<!-- tests/pages_run_test.cc runs the commands -->";

struct PageCommand {
  std::string text;
  std::vector<std::string> output;
  int line = 0;
};

std::string WithoutEnd(std::string_view line) {
  const size_t last = line.find_last_not_of(" \r");
  return std::string(line.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

// The commands of the page's transcripts: lines that are indented by four spaces.
std::vector<PageCommand> CommandsOf(const std::string& page) {
  std::vector<PageCommand> out;
  bool inside = false;
  int number = 0;
  for (const std::string_view raw : Split(page, '\n')) {
    ++number;
    const bool code = raw.starts_with("    ");
    if (!code && !raw.empty()) inside = false;
    if (!code && !inside) continue;
    const std::string line = code ? WithoutEnd(raw.substr(4)) : std::string();
    if (line.starts_with("$ ")) {
      const size_t remark = line.find("   #");
      out.push_back({WithoutEnd(line.substr(2, remark == std::string::npos ? remark : remark - 2)),
                     {},
                     number});
      inside = true;
    } else if (inside) {
      out.back().output.push_back(line);
    }
  }
  for (PageCommand& command : out) {
    while (!command.output.empty() && command.output.back().empty()) command.output.pop_back();
  }
  return out;
}

bool LineMatches(const std::string& shown, const std::string& printed) {
  if (!shown.ends_with("...")) return shown == printed;
  return printed.starts_with(shown.substr(0, shown.size() - 3));
}

// Whether the printed lines from `p` on are those shown from `s` on.
bool Matches(const std::vector<std::string>& shown, size_t s,
             const std::vector<std::string>& printed, size_t p) {
  for (; s < shown.size(); ++s, ++p) {
    if (shown[s] == "...") {
      for (size_t next = p; next <= printed.size(); ++next) {
        if (Matches(shown, s + 1, printed, next)) return true;
      }
      return false;
    }
    if (p >= printed.size() || !LineMatches(shown[s], printed[p])) return false;
  }
  return p == printed.size();
}

// Runs the command as the page's reader does, in `folder`, which a `cd` of it changes.
std::vector<std::string> RunCommand(const PageCommand& command, const ScratchFolder& home,
                                    std::string* folder) {
  home.Write("command.sh", "cd '" + *folder + "' || exit 9\nPATH='" + (home / "bin") +
                               "':$PATH\nexport LC_ALL=C.UTF-8\nunset COLUMNS NO_COLOR\n" +
                               command.text + "\npwd >'" + (home / "folder") + "'\n");
  const std::string run = "XDG_CACHE_HOME=/dev/null timeout 120 bash '" + (home / "command.sh") +
                          "' >'" + (home / "out") + "' 2>&1 </dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(run.c_str())), 0) << command.text;
  *folder = WithoutEnd(ReplaceAll(ReadText(home / "folder"), "\n", ""));
  std::vector<std::string> out;
  const std::string printed = ReadText(home / "out");
  for (const std::string_view line : Split(printed, '\n')) {
    out.push_back(WithoutEnd(line));
  }
  while (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}

class PagesRun : public testing::TestWithParam<std::string> {};

TEST_P(PagesRun, PrintWhatTheyShow) {
  const ScratchFolder home;
  fs::create_directories(home / "bin");
  fs::create_symlink(kBinary, home / "bin/flagcensus");
  std::string folder = home / "work";
  fs::create_directories(folder);
  fs::create_directories(folder + "/fixtures/projects");
  fs::copy(kRoot + "/fixtures/projects/demo", folder + "/fixtures/projects/demo",
           fs::copy_options::recursive);
  const std::vector<PageCommand> commands = CommandsOf(ReadText(GetParam()));
  EXPECT_FALSE(commands.empty());
  for (const PageCommand& command : commands) {
    const std::vector<std::string> printed = RunCommand(command, home, &folder);
    EXPECT_TRUE(Matches(command.output, 0, printed, 0))
        << GetParam() << ":" << command.line << ": " << command.text << "\nprints\n"
        << Join(printed, "\n") << "\nand the page shows\n"
        << Join(command.output, "\n");
  }
}

std::vector<std::string> MarkedPages() {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(kRoot + "/docs")) {
    if (entry.path().extension() != ".md") continue;
    if (ReadText(entry.path()).find(kMark) != std::string::npos) out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

INSTANTIATE_TEST_SUITE_P(Docs, PagesRun, testing::ValuesIn(MarkedPages()),
                         [](const testing::TestParamInfo<std::string>& page) {
                           return ReplaceAll(fs::path(page.param).stem().string(), "-", "_");
                         });

TEST(PagesRunMark, TheFirstStepsAreRun) {
  const std::vector<std::string> pages = MarkedPages();
  EXPECT_NE(std::find(pages.begin(), pages.end(), kRoot + "/docs/getting-started.md"), pages.end());
}

}  // namespace
}  // namespace flagcensus
