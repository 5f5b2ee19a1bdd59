// Every option that writes a file, with everything that may stand at the file's name: what is not
// ours stays as it is, with a word that names the file, and nothing waits for a FIFO.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "analyzer/commands/command_line.h"
#include "analyzer/reference/formats.h"
#include "analyzer/report/formats.h"
#include "analyzer/tree/output_file.h"
#include "tests/run_program.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// A way to write a file: "check --format json --output {}", with the file's name for {}.
struct Writer {
  std::string command;
  std::string file;  // its name, with the ending that the form goes by
};

std::vector<Writer> Writers() {
  std::vector<Writer> out;
  for (const CheckFormat& format : CheckFormats()) {
    const std::string name(format.name);
    out.push_back({"check app --no-clang --format " + name + " --output '{}'", "report." + name});
    out.push_back({"check app --no-clang --format '" + name + "={}'", "report." + name});
  }
  for (const ReferenceFormat& format : ReferenceFormats()) {
    const std::string name(format.name);
    out.push_back({"docs app --no-clang --format " + name + " --output '{}'",
                   "page" + std::string(format.endings.front())});
  }
  out.push_back({"docs app --no-clang --template page.mustache --output '{}'", "page.txt"});
  out.push_back({"baseline app --no-clang --output '{}'", "accepted.json"});
  out.push_back({"audit app --db '{}'", "census.sqlite"});
  out.push_back({"audit app --html '{}'", "audit.html"});
  out.push_back({"merge one.sqlite -o '{}'", "all.sqlite"});
  out.push_back({"merge one.sqlite -o all.sqlite --html '{}'", "audit.html"});
  return out;
}

struct OutputProject : ScratchFolder {
  OutputProject() {
    Write("app/app.py", "import os\nprint(os.getenv('APP_TIMEOUT', '60'), os.getenv('APP_X'))\n");
    Write("app/environment.md",
          "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n"
          "| `APP_TIMEOUT` | `30` |\n| `APP_GONE` | `1` |\n");
    Write("page.mustache",
          "The variables of the app\n{{#sections}}{{#rows}}{{name}}\n{{/rows}}{{/sections}}");
    fs::create_directory(*this / "out");
  }
  Outcome Run(const Writer& writer, const std::string& file, const std::string& before = "") const {
    std::string command = writer.command;
    command.replace(command.find("{}"), 2, file);
    return RunProgram(path(), command, before);
  }
  // The names in `out`: nothing else may be left there.
  std::vector<std::string> Left() const {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(*this / "out")) {
      out.push_back(entry.path().filename().string());
    }
    return out;
  }
};

// What stands at the name, and what of it must not change.
struct ExistingTarget {
  const char* what;
  bool (*make)(const std::string& path);  // false where this user cannot make one
  const char* stated;                     // in the message; "" where it may be written
};

bool Put(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
  return true;
}

const char* const kForeign = "int main() { return 0; }\n";

const ExistingTarget kStandings[] = {
    {"device",
     [](const std::string& path) {
       return mknod(path.c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0;  // as /dev/null
     },
     "it is a device"},
    {"FIFO", [](const std::string& path) { return mkfifo(path.c_str(), 0666) == 0; },
     "it is a FIFO"},
    {"directory", [](const std::string& path) { return fs::create_directory(path); },
     "it is a directory"},
    {"link to a file",
     [](const std::string& path) {
       fs::create_symlink("../app/app.py", path);
       return true;
     },
     "it is a symbolic link"},
    {"link to nothing",
     [](const std::string& path) {
       fs::create_symlink("../app/none", path);
       return true;
     },
     "it is a symbolic link"},
    {"source", [](const std::string& path) { return Put(path, kForeign); },
     "it contains text that flagcensus did not write"},
    {"another's JSON",
     [](const std::string& path) { return Put(path, "{\"schema\": 1, \"a\": []}\n"); },
     "it contains text that flagcensus did not write"},
    {"another's page",
     [](const std::string& path) {
       return Put(path, "<!DOCTYPE html>\n<title>Mine</title>\n# Mine\n\nwarning: see [unused]\n");
     },
     "it contains text that flagcensus did not write"},
    {"another's database",
     [](const std::string& path) {
       return Put(path, std::string("SQLite format 3\0", 16) + std::string(100, '\1') +
                            "CREATE TABLE person (name TEXT)");
     },
     "it contains text that flagcensus did not write"},
    {"empty file", [](const std::string& path) { return Put(path, ""); }, ""},
    {"nothing", [](const std::string&) { return true; }, ""},
};

// What there is of a path without following it: type, target, bytes.
std::string Kept(const std::string& path) {
  struct stat status = {};
  if (lstat(path.c_str(), &status) != 0) return "nothing";
  std::string out = std::to_string(status.st_mode) + " " + std::to_string(status.st_ino);
  if (S_ISLNK(status.st_mode)) out += fs::read_symlink(path).string();
  if (S_ISREG(status.st_mode)) out += ReadText(path);
  return out;
}

class OutputFiles : public testing::Test {
 protected:
  OutputFiles() { RunProgram(project.path(), "audit app --db one.sqlite"); }
  OutputProject project;
};

TEST_F(OutputFiles, AreWrittenOnlyWhereNothingIsLost) {
  const std::string source = ReadText(project / "app/app.py");
  for (const Writer& writer : Writers()) {
    for (const ExistingTarget& doc_status : kStandings) {
      const std::string name = "out/" + writer.file, path = project / name;
      if (!doc_status.make(path)) continue;
      const std::string before = Kept(path);
      const Outcome run = project.Run(writer, name);
      const std::string where = writer.command + " with a " + doc_status.what + ": " + run.err;
      if (*doc_status.stated == '\0') {
        EXPECT_TRUE(run.status == 0 || run.status == 1) << run.status << " " << where;
        EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(path))) << where;
        EXPECT_GT(fs::file_size(path), 0U) << where;
      } else {
        EXPECT_EQ(run.status, 2) << where;
        EXPECT_NE(run.err.find(name), std::string::npos) << where;
        EXPECT_NE(run.err.find(std::string("cannot be written: ") + doc_status.stated),
                  std::string::npos)
            << where;
        EXPECT_NE(run.err.find("name "), std::string::npos) << "the remedy: " << where;
        EXPECT_EQ(Kept(path), before) << where;
      }
      EXPECT_EQ(project.Left(), std::vector<std::string>({writer.file})) << where;
      EXPECT_EQ(ReadText(project / "app/app.py"), source) << where;
      EXPECT_FALSE(fs::exists(project / "app/none")) << where;
      fs::remove_all(path);
    }
  }
}

TEST_F(OutputFiles, OfAnEarlierRunAreReplaced) {
  for (const Writer& writer : Writers()) {
    const std::string name = "out/" + writer.file, path = project / name;
    const auto audit = [&] {
      if (writer.command.starts_with("merge")) {
        RunProgram(project.path(), "audit app --db one.sqlite");
      }
    };
    project.Write("app/more.py", "");
    audit();
    project.Run(writer, name);
    const std::string first = ReadText(path);
    ASSERT_FALSE(first.empty()) << writer.command;
    ASSERT_EQ(chmod(path.c_str(), 0640), 0);
    project.Write("app/more.py",
                  "import os\nprint(os.environ['APP_NEW'], os.getenv('APP_N', 'x'))\n");
    audit();
    const Outcome run = project.Run(writer, name);
    EXPECT_TRUE(run.status == 0 || run.status == 1) << writer.command << run.err;
    EXPECT_NE(ReadText(path), first) << writer.command;
    struct stat status = {};
    ASSERT_EQ(stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0640U) << writer.command << ": it keeps its permissions";
    EXPECT_EQ(project.Left(), std::vector<std::string>({writer.file})) << writer.command;
    fs::remove(path);
    fs::remove(project / "all.sqlite");
  }
}

TEST_F(OutputFiles, AreNotReplacedWhereTheyAreWriteProtected) {
  if (geteuid() == 0) {  // root may write everything; the bits are looked at first
    const std::string path = project.Write("out/r.csv", "");
    ASSERT_EQ(chmod(path.c_str(), 0444), 0);
    const Outcome run =
        RunProgram(project.path(), "check app --no-clang --format csv --output out/r.csv");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.err.find("it is write-protected"), std::string::npos) << run.err;
  }
}

TEST_F(OutputFiles, MayBeStreamsThatAreOpen) {
  for (const std::string command :
       {"check app --no-clang --format csv --output ", "check app --no-clang --format csv=",
        "docs app --no-clang --output ", "baseline app --no-clang --output "}) {
    const Outcome plain = RunProgram(project.path(), command + "-");
    EXPECT_NE(plain.out, "") << command << plain.err;
    EXPECT_FALSE(fs::exists(project / "-")) << command;
    for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
      const Outcome run = RunProgram(project.path(), command + name);
      EXPECT_EQ(run.out, plain.out) << command << name << run.err;
      EXPECT_EQ(run.status, plain.status) << command << name;
    }
    // What a shell has opened: `3>file`, or `>(program)` of bash.
    const Outcome third = RunProgram(project.path(), command + "/dev/fd/3 3>out/third");
    EXPECT_EQ(ReadText(project / "out/third"), plain.out) << command << third.err;
    EXPECT_EQ(third.status, plain.status) << command;
    EXPECT_EQ(RunProgram(project.path(), command + "/dev/fd/47").status, 2) << command;
    EXPECT_EQ(RunProgram(project.path(), command + "/dev/fd/3 3<app/app.py").status, 2) << command;
  }
  // Programs that need a file of their own.
  for (const std::string command :
       {"audit app --db ", "audit app --html ", "merge one.sqlite -o "}) {
    for (const char* name : {"-", "/dev/stdout"}) {
      const Outcome run = RunProgram(project.path(), command + name);
      EXPECT_EQ(run.status, 2) << command << name << run.out;
      EXPECT_FALSE(fs::exists(project / "-")) << command;
    }
  }
}

TEST_F(OutputFiles, OfOneRunAreDifferentOnes) {
  EXPECT_EQ(RunProgram(project.path(), "audit app --db out/x --html ./out/x").status, 2);
  EXPECT_EQ(
      RunProgram(project.path(), "check app --format csv=out/x --format json=out/../out/x").status,
      2);
  EXPECT_TRUE(project.Left().empty());
}

// Pages of the user's are changed between their markers alone, and by --fix where a finding is.
TEST_F(OutputFiles, PagesOfTheUserAreUpdatedInPlace) {
  const std::string page =
      "# Mine\n\n<!-- flagcensus: begin -->\n<!-- flagcensus: end -->\n\nEnd.\n";
  const auto update = [&](const std::string& name) {
    return RunProgram(project.path(), "docs app --no-clang --update " + name);
  };
  project.Write("page.md", page);
  EXPECT_EQ(update("page.md").status, 0);
  EXPECT_TRUE(ReadText(project / "page.md").starts_with("# Mine\n"));
  EXPECT_TRUE(ReadText(project / "page.md").ends_with("\nEnd.\n"));
  // --output would lose the rest, and says what to do.
  const Outcome whole = RunProgram(project.path(), "docs app --no-clang --output page.md");
  EXPECT_EQ(whole.status, 2);
  EXPECT_NE(whole.err.find("--update"), std::string::npos) << whole.err;
  // A link in the tree is the page; one out of it is not followed.
  project.Write("page.md", page);
  fs::create_symlink("page.md", project / "link.md");
  EXPECT_EQ(update("link.md").status, 0);
  EXPECT_TRUE(fs::is_symlink(project / "link.md"));
  EXPECT_NE(ReadText(project / "page.md"), page);
  const ScratchFolder other;
  other.Write("page.md", page);
  fs::create_symlink(other / "page.md", project / "out.md");
  const Outcome out = update("out.md");
  EXPECT_EQ(out.status, 2);
  EXPECT_NE(out.err.find("out.md cannot be written: it is a symbolic link out of the tree; name"),
            std::string::npos)
      << out.err;
  EXPECT_EQ(ReadText(other / "page.md"), page);
  ASSERT_EQ(mkfifo((project / "pipe.md").c_str(), 0666), 0);
  EXPECT_EQ(update("pipe.md").status, 2);
  EXPECT_EQ(update("out").status, 2);
}

TEST_F(OutputFiles, AConfigurationIsWrittenOnlyWhereNoneIs) {
  for (const ExistingTarget& doc_status : kStandings) {
    const ScratchFolder folder;
    folder.Write("a.py", "import os\nprint(os.getenv('APP_X'))\n");
    const std::string path = folder / "flagcensus.toml";
    if (!doc_status.make(path)) continue;
    const std::string before = Kept(path);
    const Outcome run = RunProgram(folder.path(), "init --no-clang");
    const bool is_new = doc_status.what == std::string("nothing");
    EXPECT_EQ(run.status, is_new ? 0 : 2) << doc_status.what << run.err;
    EXPECT_EQ(Kept(path) == before, !is_new) << doc_status.what;
  }
}

// A folder of answers is none of the user's files: what stands there instead is left alone, and the
// run says what it would say without.
TEST_F(OutputFiles, ACacheIsAFolderOfItsOwn) {
  const Outcome plain = RunProgram(project.path(), "check app --no-clang");
  for (const ExistingTarget& doc_status : kStandings) {
    const std::string path = project / "out/cache";
    if (*doc_status.stated == '\0' || !doc_status.make(path)) continue;
    const std::string before = Kept(path);
    const Outcome run = RunProgram(project.path(), "check app --no-clang --cache out/cache");
    EXPECT_EQ(run.status, plain.status) << doc_status.what;
    EXPECT_EQ(run.out, plain.out) << doc_status.what;
    EXPECT_EQ(Kept(path), before) << doc_status.what;
    fs::remove_all(path);
  }
}

// A new option that takes a file, a folder or the like joins one of the two lists, and the table
// above where it writes.
TEST_F(OutputFiles, AreAllInTheTable) {
  const std::set<std::string> written = {
      "check --output", "check --format", "check --cache",  "scan --cache", "cache --cache",
      "lsp --cache",    "docs --output",  "docs --update",  "docs --into",  "baseline --output",
      "audit --db",     "audit --html",   "merge --output", "merge --html"};
  const std::set<std::string> read = {
      "--catalog",          "--also",           "--baseline",   "--config",
      "--compile-commands", "--root",           "--files-from", "--check",
      "--template",         "--stdin-filename", "--allow"};
  std::set<std::string> found;
  for (const CommandRow& command : CommandLineTable().commands) {
    for (const OptionRow& option : command.options) {
      const std::string& name = option.names.back();
      const std::string whole = command.name + " " + name;
      const bool file = option.value.find("FILE") != std::string::npos || option.value == "DIR" ||
                        option.value == "PAGE" || option.value == "FOLDER";
      if (!file && !written.contains(whole)) continue;
      if (read.contains(name)) continue;
      EXPECT_TRUE(written.contains(whole)) << whole << " " << option.value;
      found.insert(whole);
    }
  }
  EXPECT_EQ(found, written);
  const auto writers = Writers();
  for (const std::string& option : written) {
    const std::string name = option.substr(option.find(' ') + 1);
    if (name == "--cache" || name == "--update" || name == "--into")
      continue;  // in tests of their own
    EXPECT_TRUE(std::any_of(writers.begin(), writers.end(), [&](const Writer& writer) {
      return writer.command.find(name == "--output" && option.starts_with("merge") ? "-o" : name) !=
             std::string::npos;
    })) << option;
  }
}

TEST(OutputFile, TakesNoNameThatSomebodyElseTookMeanwhile) {
  const ScratchFolder folder;
  const auto never = [](std::string_view) { return false; };
  auto file = OutputFile::Open(folder / "a", never);
  ASSERT_TRUE(file.ok());
  file.value()->Write("ours");
  folder.Write("a", "theirs");
  EXPECT_TRUE(file.value()->Keep());
  EXPECT_EQ(ReadText(folder / "a"), "theirs");
  file.value().reset();
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
  // Good: an empty one that is still empty.
  folder.Write("b", "");
  auto good = OutputFile::Open(folder / "b", never);
  ASSERT_TRUE(good.ok());
  good.value()->Write("ours");
  EXPECT_FALSE(good.value()->Keep());
  EXPECT_EQ(ReadText(folder / "b"), "ours");
}

TEST(OutputFile, KnowsTheNamesOfStreams) {
  EXPECT_EQ(DescriptorOf("-"), 1);
  EXPECT_EQ(DescriptorOf("/dev/stdout"), 1);
  EXPECT_EQ(DescriptorOf("/dev/stderr"), 2);
  EXPECT_EQ(DescriptorOf("/dev/fd/63"), 63);
  EXPECT_EQ(DescriptorOf("/proc/self/fd/3"), 3);
  for (const char* file : {"", "--", "out", "/dev/null", "/dev/fd/", "/dev/fd/x", "/dev/fd/3x",
                           "/dev/fd/-1", "/dev/fd/99999999999", "./-"}) {
    EXPECT_FALSE(DescriptorOf(file)) << file;
  }
}

}  // namespace
}  // namespace flagcensus
