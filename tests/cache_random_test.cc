// A tree that changes at random: what a run with a cache says is what a cold one says.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "tests/cache_project.h"

namespace flagcensus {
namespace {

// One thing that happens to a tree; `random` says what exactly.
using SampleEdit = std::function<void(const SampleProject&, std::mt19937&)>;

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

// Those of folders that a walk leaves out among them.
std::string AnyHeader(std::mt19937& random) {
  return AnyOf(random, {"src/size.h", "include/size.h", "third_party/inc/size.h", ".made/size.h",
                        "src/maybe.h", "third_party/inc/maybe.h", "../outside/size.h"});
}

void WriteHeader(const SampleProject& project, std::mt19937& random) {
  const std::string value = std::to_string(random() % 10);
  project.Write(AnyHeader(random), "#ifndef SIZE\n#define SIZE " + value + "\n#endif\n");
}

const std::vector<SampleEdit>& SampleEdits() {
  static const std::vector<SampleEdit> edits = {
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
      [](const SampleProject& p, std::mt19937& r) {  // what only a compiler can tell
        p.Write("src/size.c",
                "#include <stdlib.h>\n#if __has_include(\"maybe.h\")\n#include \"maybe.h\"\n"
                "#endif\n#include <size.h>\nint f(void) {\n"
                "  const char *e = getenv(\"APP_SIZE\");\n"
                "  return e ? atoi(e) : (int)sizeof(char[SIZE + " +
                    Number(r) + "]);\n}\n");
      },
      WriteHeader,
      WriteHeader,
      WriteHeader,
      [](const SampleProject& p, std::mt19937& r) { Remove(p, AnyHeader(r)); },
      [](const SampleProject& p, std::mt19937& r) {  // folders of headers, or a link in their place
        const std::string path = AnyOf(r, {"include", "third_party/inc", ".made"});
        Remove(p, path);
        std::error_code ignored;
        fs::create_directories(p.tree + "/third_party", ignored);
        const std::string target = AnyOf(r, {"src", "include", "../outside", "third_party/inc"});
        if (r() % 2 == 0) fs::create_symlink(p.tree + "/" + target, p.tree + "/" + path, ignored);
      },
      [](const SampleProject& p, std::mt19937& r) {  // how it is compiled
        Remove(p, "build");
        if (r() % 4 == 0) return;
        const std::string folders = AnyOf(r, {" -I../include -I../third_party/inc -I../.made",
                                              " -I../.made -I../include", " -I../third_party/inc"});
        p.Write("build/compile_commands.json",
                R"([{"directory": ".", "file": "../src/size.c", "command": "cc)" + folders +
                    AnyOf(r, {"", " -DSIZE=7"}) + " -c ../src/size.c\"}]");
      },
      [](const SampleProject& p, std::mt19937& r) {
        p.Write("src/main.c", "#include <stdlib.h>\nint main(void) {\n  return getenv(\"APP_" +
                                  Number(r) + "\") != 0;\n}\n");
      },
  };
  return edits;
}

// Each commit tries other edits: CI sets FLAGCENSUS_SEED. A failure names the seed that repeats it.
TEST(CacheRandom, SaysWhatAColdRunSaysWhateverHappensToTheTree) {
  constexpr int kSteps = 60;
  SampleProject project;
  const char* value = std::getenv("FLAGCENSUS_SEED");
  const std::string seed = value == nullptr ? "14" : value;
  SCOPED_TRACE("FLAGCENSUS_SEED=" + seed);
  std::mt19937 random(static_cast<std::mt19937::result_type>(std::stoul(seed, nullptr, 16)));
  int hits = 0;
  for (int step = 0; step < kSteps; ++step) {
    const size_t edit = random() % SampleEdits().size();
    SampleEdits()[edit](project, random);
    NextTick();
    // libclang is asked in half of the runs: it takes most of their time.
    project.more = step % 2 == 0 ? " --no-clang" : "";
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
  EXPECT_GT(hits, kSteps / 12) << "hardly any answer was kept";
}

}  // namespace
}  // namespace flagcensus
