// The cache: what it prints is what a cold run prints, whatever happened to the tree or to the
// cache itself in between.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <random>
#include <thread>

#include "analyzer/cache/answer.h"
#include "analyzer/cache/folder.h"
#include "tests/run_program.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

const std::string kSettled = " --no-clang --cache-settle 0 --cache ";

std::string Slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void Put(const std::string& path, std::string_view text) {
  std::error_code ignored;  // an edit that cannot be made is none
  fs::create_directories(fs::path(path).parent_path(), ignored);
  std::ofstream(path, std::ios::binary) << text;
}

// Kernels stamp files by a clock that ticks 100 times a second at the least.
void NextTick() { std::this_thread::sleep_for(std::chrono::milliseconds(11)); }

std::vector<std::string> AnswersIn(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    out.push_back(entry.path().string());
  }
  return out;
}

void ExpectSame(const Outcome& a, const Outcome& b, const std::string& what) {
  EXPECT_EQ(a.status, b.status) << what;
  EXPECT_EQ(a.out, b.out) << what;
  EXPECT_EQ(a.err, b.err) << what;
}

KeptAnswer SampleAnswer() {
  KeptAnswer kept;
  kept.answer = {"out\n", "flagcensus: err\n", 1, {{"a.sarif", "{}\n"}, {"b", ""}}};
  kept.looked_at = {{"/a/b", LookHow::kSelf, {1, 2, 3, 4, 5, 6}},
                    {"/a/bc", LookHow::kTarget, {}},
                    {"/z", LookHow::kKind, {0, 0, 0, 0, 0, S_IFDIR}}};
  return kept;
}

TEST(CacheFormat, GivesBackWhatWasWritten) {
  const CacheKey key = KeyOf("key");
  const std::string bytes = WriteKeptAnswer(key, SampleAnswer());
  const auto read = ReadKeptAnswer(key, bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->answer.out, "out\n");
  EXPECT_EQ(read->answer.err, "flagcensus: err\n");
  EXPECT_EQ(read->answer.status, 1);
  ASSERT_EQ(read->looked_at.size(), 3U);
  EXPECT_EQ(read->looked_at[1].path, "/a/bc");
  EXPECT_EQ(read->looked_at[0].stamp, SampleAnswer().looked_at[0].stamp);
  EXPECT_FALSE(ReadKeptAnswer(KeyOf("another key"), bytes));
}

TEST(CacheFormat, RefusesWhatEndsEarlyOrHasAnotherByte) {
  const CacheKey key = KeyOf("key");
  const std::string bytes = WriteKeptAnswer(key, SampleAnswer());
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(ReadKeptAnswer(key, std::string_view(bytes).substr(0, length))) << length;
  }
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0x40);
    EXPECT_FALSE(ReadKeptAnswer(key, broken)) << at;
  }
  EXPECT_FALSE(ReadKeptAnswer(key, bytes + "x"));
}

TEST(CacheFolder, HoldsNoMoreThanItsBound) {
  const ScratchFolder folder;
  const std::string cache = folder / "cache";
  ASSERT_TRUE(PrepareCacheFolder(cache));
  EXPECT_EQ(fs::status(cache).permissions(), fs::perms::owner_all);
  Put(cache + "/notes.txt", "mine");
  const std::string text(1000, 'x');
  for (const char* name : {"a", "b", "c"}) {
    WriteCacheFile(cache, HexOf(KeyOf(name)), text, 2500);
    NextTick();
    if (name[0] == 'b') TouchCacheFile(cache, HexOf(KeyOf("a")));
    NextTick();
  }
  EXPECT_TRUE(ReadCacheFile(cache, HexOf(KeyOf("a"))));
  EXPECT_FALSE(ReadCacheFile(cache, HexOf(KeyOf("b")))) << "it was not used longest";
  EXPECT_TRUE(ReadCacheFile(cache, HexOf(KeyOf("c"))));
  WriteCacheFile(cache, HexOf(KeyOf("d")), std::string(3000, 'x'), 2500);
  EXPECT_FALSE(ReadCacheFile(cache, HexOf(KeyOf("d"))));
  EXPECT_EQ(CleanCacheFolder(cache).files, 2U);
  EXPECT_EQ(ContentOf(cache).files, 0U);
  EXPECT_TRUE(fs::exists(cache + "/notes.txt")) << "it is no file of ours";
}

// A project of two languages, with what most kinds of input hang on.
struct SampleProject {
  ScratchFolder scratch;
  std::string tree = scratch / "up/tree";
  std::string cache = scratch / "cache";

  SampleProject() {
    fs::create_directories(tree + "/.git");
    Write("app/__init__.py", "");
    Write("app/names.py", "TIMEOUT = 'APP_TIMEOUT'\nDEFAULT = '60'\n");
    Write("app/util.py",
          "import os\n\ndef flag(name, default='0'):\n"
          "    return os.environ.get(name, default)\n");
    Write("app/server.py",
          "import os\nfrom app.names import TIMEOUT, DEFAULT\nfrom app import util\n"
          "T = int(os.environ.get(TIMEOUT, DEFAULT))\nV = util.flag('APP_VERBOSE')\n"
          "print(T, V)\n");
    Write("src/main.c",
          "#include <stdlib.h>\nint main(void) {\n"
          "  const char *home = getenv(\"APP_HOME\");\n  return home != 0;\n}\n");
    Write("docs/environment.md",
          "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n"
          "| `APP_TIMEOUT` | `30` |\n| `APP_GONE` | `1` |\n\n"
          "--8<-- \".parts/more.md\"\n");
    Write(".parts/more.md", "| Variable | Default |\n| --- | --- |\n| `APP_HOME` | unset |\n");
  }
  void Write(const std::string& path, std::string_view text) const { Put(tree + "/" + path, text); }
  Outcome Warm(const std::string& command) const {
    return RunProgram(tree, command + kSettled + cache);
  }
  Outcome Cold(const std::string& command) const {
    return RunProgram(tree, command + " --no-clang --no-cache");
  }
};

constexpr const char* kCheck = "check --format json";

// One thing that happens to a tree; `random` says what exactly.
using Edit = std::function<void(const SampleProject&, std::mt19937&)>;

std::string AnyOf(std::mt19937& random, std::initializer_list<const char*> all) {
  return *(all.begin() + static_cast<ptrdiff_t>(random() % all.size()));
}

std::string AnyModule(std::mt19937& random) {
  return AnyOf(random, {"app/server.py", "app/more.py", "app/deep/inner.py", "tools/run.py",
                        "lib/other.py"});
}

std::string Number(std::mt19937& random) { return std::to_string(10 + random() % 90); }

void Remove(const SampleProject& project, const std::string& path) {
  std::error_code ignored;
  fs::remove_all(project.tree + "/" + path, ignored);
}

const std::vector<Edit>& Edits() {
  static const std::vector<Edit> edits = {
      [](const SampleProject& p, std::mt19937& r) {  // a constant, of the same length
        p.Write("app/names.py", "TIMEOUT = 'APP_TIMEOUT'\nDEFAULT = '" + Number(r) + "'\n");
      },
      [](const SampleProject& p, std::mt19937& r) {  // another name
        p.Write("app/names.py", "TIMEOUT = 'APP_T" + Number(r) + "'\nDEFAULT = '30'\n");
      },
      [](const SampleProject& p, std::mt19937& r) {  // a file that is new, or is another
        p.Write(AnyModule(r), "import os\nA = os.getenv('APP_" + Number(r) + "', '1')\nprint(A)\n");
      },
      [](const SampleProject& p, std::mt19937& r) { Remove(p, AnyModule(r)); },
      [](const SampleProject& p, std::mt19937& r) {  // a module moves
        std::error_code ignored;
        fs::create_directories(p.tree + "/app/deep", ignored);
        fs::create_directories(p.tree + "/tools", ignored);
        fs::rename(p.tree + "/" + AnyModule(r), p.tree + "/" + AnyModule(r), ignored);
      },
      [](const SampleProject& p, std::mt19937& r) {  // only its time
        std::error_code ignored;
        const auto hours = std::chrono::hours(r() % 100);
        fs::last_write_time(p.tree + "/app/server.py", fs::file_time_type::clock::now() - hours,
                            ignored);
      },
      [](const SampleProject& p, std::mt19937& r) {  // a wrapper, and who calls it
        const std::string name = "get" + Number(r);
        p.Write("app/util.py", "import os\n\ndef flag(name, default='0'):\n    return " + name +
                                   "(name, default)\n\ndef " + name +
                                   "(n, d):\n    return os.environ.get('APP_' + n, d)\n");
        p.Write("app/more.py",
                "from app.util import " + name + "\nprint(" + name + "('X', '2'))\n");
      },
      [](const SampleProject& p, std::mt19937& r) {  // the configuration, and what it goes on from
        p.Write("base.toml",
                "[severity]\nunused = \"" + AnyOf(r, {"error", "info", "off"}) + "\"\n");
        p.Write("flagcensus.toml",
                AnyOf(r, {"extend = \"base.toml\"\n", "exclude = [\"tools/\"]\n",
                          "catalog = [\"docs/*.md\"]\n", "paths = [\"a*\", \"lib\"]\n",
                          "[[internal]]\nname = \"APP_*\"\nreason = \"ours\"\n", "wrong = 1\n"}));
      },
      [](const SampleProject& p, std::mt19937&) { Remove(p, "flagcensus.toml"); },
      [](const SampleProject& p, std::mt19937& r) {  // one that only holds where no other does
        Put(p.scratch / "up/flagcensus.toml",
            "[severity]\nunused = \"" + AnyOf(r, {"error", "info"}) + "\"\n");
      },
      [](const SampleProject& p, std::mt19937& r) {  // where the project ends
        Remove(p, ".git");
        if (r() % 2 == 0) fs::create_directories(p.tree + "/.git/info");
        if (r() % 4 == 0) Put(p.scratch / "up/.gitignore", "lib/\n");
      },
      [](const SampleProject& p, std::mt19937& r) {
        p.Write(AnyOf(r, {".gitignore", "app/.gitignore", ".git/info/exclude"}),
                AnyOf(r, {"", "more.py\n", "tools/\n!tools/\n", "lib/\n"}));
      },
      [](const SampleProject& p, std::mt19937&) { RunProgram(p.tree, "baseline --no-clang"); },
      [](const SampleProject& p, std::mt19937&) { Remove(p, "flagcensus-baseline.json"); },
      [](const SampleProject& p, std::mt19937& r) {  // pages, and what they include
        p.Write(AnyOf(r, {".parts/more.md", "docs/more.md", "docs/environment.md", "README.md"}),
                "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `APP_TIMEOUT` "
                "| `" +
                    Number(r) + "` |\n| `APP_VERBOSE` | `0` |\n\n--8<-- \".parts/more.md\"\n");
      },
      [](const SampleProject& p, std::mt19937& r) {
        Remove(p, AnyOf(r, {".parts/more.md", "docs/more.md", "README.md"}));
      },
      [](const SampleProject& p, std::mt19937& r) {  // a project in the project
        Remove(p, "lib/.git");
        Remove(p, "lib/pyproject.toml");
        if (r() % 2 == 0) p.Write("lib/pyproject.toml", "[tool.flagcensus]\nexclude = [\"x\"]\n");
        if (r() % 2 == 0) fs::create_directories(p.tree + "/lib/.git");
      },
      [](const SampleProject& p, std::mt19937& r) {  // a file becomes a link, or a folder
        const std::string path = "tools/run.py";
        Remove(p, path);
        std::error_code ignored;
        fs::create_directories(p.tree + "/tools", ignored);
        if (r() % 2 == 0) fs::create_symlink("../app/server.py", p.tree + "/" + path, ignored);
        if (r() % 2 == 0) p.Write(path + "/in.py", "import os\nos.getenv('APP_IN')\n");
      },
      [](const SampleProject& p, std::mt19937& r) {
        p.Write("src/main.c", "#include <stdlib.h>\nint main(void) {\n  return getenv(\"APP_" +
                                  Number(r) + "\") != 0;\n}\n");
      },
  };
  return edits;
}

TEST(Cache, SaysWhatAColdRunSaysWhateverHappensToTheTree) {
  const SampleProject project;
  std::mt19937 random(20);  // NOLINT: the same each time
  int hits = 0;
  for (int step = 0; step < 200; ++step) {
    const size_t edit = random() % Edits().size();
    Edits()[edit](project, random);
    NextTick();
    const std::string command = step % 2 == 0 ? kCheck : "scan --format jsonl";
    const std::string what = "step " + std::to_string(step) + ", edit " + std::to_string(edit);
    const Outcome cold = project.Cold(command);
    ExpectSame(project.Warm(command), cold, what);
    if (step % 3 != 0 || cold.status == 2) continue;
    struct stat before = {}, after = {};
    const auto last = [&](struct stat& status) {
      for (const std::string& file : AnswersIn(project.cache)) {
        struct stat one = {};
        if (stat(file.c_str(), &one) == 0 &&
            one.st_mtim.tv_sec * 1e9 + one.st_mtim.tv_nsec >
                status.st_mtim.tv_sec * 1e9 + status.st_mtim.tv_nsec) {
          status = one;
        }
      }
    };
    last(before);
    NextTick();
    ExpectSame(project.Warm(command), cold, what + ", again");
    last(after);
    hits += before.st_ino == after.st_ino && before.st_mtim.tv_nsec != after.st_mtim.tv_nsec;
    if (HasFailure()) return;
  }
  EXPECT_GT(hits, 30) << "hardly any answer was kept";
}

// The one answer that a check of the project keeps, and that it is printed again.
std::string KeepOne(const SampleProject& project) {
  NextTick();
  project.Warm(kCheck);
  const std::vector<std::string> files = AnswersIn(project.cache);
  EXPECT_EQ(files.size(), 1U);
  return files.empty() ? "" : files[0];
}

// A right answer file whose text is another one: whoever prints it has read it.
std::string Lie(const std::string& file) {
  CacheKey key = {};
  const std::string bytes = Slurp(file);
  for (size_t i = 0; i < key.size(); ++i) key[i] = static_cast<uint8_t>(bytes[36 + i]);
  auto kept = ReadKeptAnswer(key, bytes);
  EXPECT_TRUE(kept);
  if (!kept) return "";
  kept->answer.out = "a lie\n";
  return WriteKeptAnswer(key, *kept);
}

TEST(Cache, PrintsWhatItKept) {
  const SampleProject project;
  const std::string file = KeepOne(project);
  Put(file, Lie(file));
  EXPECT_EQ(project.Warm(kCheck).out, "a lie\n");
  EXPECT_NE(project.Warm("check --format json --all").out, "a lie\n") << "another command line";
  EXPECT_NE(project.Cold(kCheck).out, "a lie\n");
}

TEST(Cache, ReadsAnewWhatIsBrokenOrNotItsOwn) {
  const SampleProject project;
  const Outcome cold = project.Cold(kCheck);
  const std::string file = KeepOne(project);
  const std::string good = Slurp(file), lie = Lie(file);
  for (const size_t length : {size_t{0}, size_t{10}, size_t{40}, lie.size() / 2, lie.size() - 1}) {
    Put(file, lie.substr(0, length));
    ExpectSame(project.Warm(kCheck), cold, "of length " + std::to_string(length));
  }
  for (const size_t at : {size_t{3}, size_t{18}, size_t{30}, size_t{50}, lie.size() - 5}) {
    std::string broken = lie;
    broken[at] = static_cast<char>(broken[at] ^ 1);
    Put(file, broken);
    ExpectSame(project.Warm(kCheck), cold, "another byte at " + std::to_string(at));
  }
  // A link in its place, to a file that would be right.
  const std::string elsewhere = project.scratch.Write("elsewhere", lie);
  fs::remove(file);
  fs::create_symlink(elsewhere, file);
  ExpectSame(project.Warm(kCheck), cold, "a link");
  EXPECT_EQ(Slurp(elsewhere), lie) << "nothing is written through a link";
  // Others may write to it.
  fs::remove(file);
  Put(file, lie);
  ASSERT_EQ(chmod(file.c_str(), 0666), 0);
  ExpectSame(project.Warm(kCheck), cold, "a file that others may write");
  if (geteuid() == 0) {
    fs::remove(file);
    Put(file, lie);
    ASSERT_EQ(chown(file.c_str(), 1, 1), 0);
    ExpectSame(project.Warm(kCheck), cold, "another user's file");
  }
  EXPECT_EQ(Slurp(file).size(), good.size()) << "it is kept anew";
}

TEST(Cache, IsLeftAloneWhereTheFolderCannotBeTrusted) {
  const SampleProject project;
  const Outcome cold = project.Cold(kCheck);
  NextTick();
  const std::string open = project.scratch / "open";
  fs::create_directories(open);
  ASSERT_EQ(chmod(open.c_str(), 0777), 0);
  const std::string link = project.scratch / "link";
  fs::create_directories(project.scratch / "target");
  fs::create_symlink(project.scratch / "target", link);
  for (const std::string& cache : {open, link, std::string("/dev/null"), std::string("/proc/no")}) {
    ExpectSame(RunProgram(project.tree, kCheck + kSettled + cache), cold, cache);
  }
  EXPECT_TRUE(AnswersIn(open).empty());
  EXPECT_TRUE(AnswersIn(project.scratch / "target").empty());
  if (geteuid() != 0) return;
  const std::string foreign = project.scratch / "foreign";
  fs::create_directories(foreign);
  ASSERT_EQ(chown(foreign.c_str(), 1, 1), 0);
  ExpectSame(RunProgram(project.tree, kCheck + kSettled + foreign), cold, "another user's folder");
  EXPECT_TRUE(AnswersIn(foreign).empty());
  const std::string inside = foreign + "/.cache/flagcensus";
  ExpectSame(RunProgram(project.tree, kCheck + kSettled + inside), cold, "another user's home");
  EXPECT_FALSE(fs::exists(foreign + "/.cache"));
}

TEST(Cache, HoldsWholeAnswersWhereRunsMeet) {
  const SampleProject project;
  NextTick();
  const Outcome cold = project.Cold(kCheck);
  const std::string one = std::string("XDG_CACHE_HOME=/dev/null '") + FLAGCENSUS_BINARY + "' " +
                          kCheck + kSettled + project.cache + " >" + (project.scratch / "out");
  std::string all = "cd " + project.tree + "; ";
  for (int i = 0; i < 6; ++i) all += one + std::to_string(i) + " 2>&1 & ";
  EXPECT_EQ(std::system((all + "wait").c_str()), 0);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(Slurp(project.scratch / ("out" + std::to_string(i))), cold.err + cold.out);
  }
  EXPECT_EQ(AnswersIn(project.cache).size(), 1U) << "nothing is left beside it";
}

TEST(Cache, KeepsOnlyWhatALaterRunCanTrust) {
  const SampleProject project;
  NextTick();
  const std::string with = " --no-clang --cache " + project.cache;
  RunProgram(project.tree, kCheck + with);
  EXPECT_TRUE(AnswersIn(project.cache).empty()) << "files of the last two seconds";
  project.Warm("check --verbose");
  project.Warm("check app/server.py");
  project.Warm("check --no-such-option");
  project.Warm("scan no-such-folder");
  EXPECT_TRUE(AnswersIn(project.cache).empty());
  project.Warm(kCheck);
  EXPECT_EQ(AnswersIn(project.cache).size(), 1U);
}

TEST(Cache, StandsWhereTheUserKeepsCaches) {
  const SampleProject project;
  NextTick();
  const auto run = [&](const std::string& before) {
    return RunProgram(project.tree, "scan --no-clang --cache-settle 0", before);
  };
  run("XDG_CACHE_HOME=" + (project.scratch / "xdg"));
  EXPECT_EQ(AnswersIn(project.scratch / "xdg/flagcensus").size(), 1U);
  run("XDG_CACHE_HOME= HOME=" + (project.scratch / "home"));
  EXPECT_EQ(AnswersIn(project.scratch / "home/.cache/flagcensus").size(), 1U);
  run("XDG_CACHE_HOME=" + project.tree + "/.in");
  EXPECT_FALSE(fs::exists(project.tree + "/.in")) << "nothing is put into the tree unasked";
  const std::string xdg = "XDG_CACHE_HOME=" + (project.scratch / "xdg");
  EXPECT_NE(RunProgram(project.tree, "cache show", xdg).out.find("flagcensus: 1 answer, "),
            std::string::npos);
  const Outcome clean = RunProgram(project.tree, "cache clean", xdg);
  EXPECT_NE(clean.out.find("1 answer removed"), std::string::npos) << clean.out << clean.err;
  EXPECT_TRUE(AnswersIn(project.scratch / "xdg/flagcensus").empty());
}

}  // namespace
}  // namespace flagcensus
