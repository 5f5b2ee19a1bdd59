// A project that changes, and runs over it: warm ones, which may print what an earlier one kept,
// and cold ones, which say what is right.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "analyzer/cache/format.h"
#include "tests/run_program.h"

namespace flagcensus {

namespace fs = std::filesystem;

inline constexpr const char* kCheck = "check --format json";

inline std::string Slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void Put(const std::string& path, std::string_view text) {
  std::error_code ignored;  // an edit that cannot be made is none
  fs::create_directories(fs::path(path).parent_path(), ignored);
  std::ofstream(path, std::ios::binary) << text;
}

// Kernels stamp files by a clock that ticks 100 times a second at the least.
inline void NextTick() { std::this_thread::sleep_for(std::chrono::milliseconds(11)); }

inline std::vector<std::string> AnswersIn(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".steps") out.push_back(entry.path().string());
  }
  return out;
}

inline void ExpectSame(const Outcome& a, const Outcome& b, const std::string& what) {
  EXPECT_EQ(a.status, b.status) << what;
  EXPECT_EQ(a.out, b.out) << what;
  EXPECT_EQ(a.err, b.err) << what;
}

// Runs with a cache of its own, and without one. Stamps of this moment are trusted.
struct SampleProject {
  ScratchFolder scratch;
  std::string tree = scratch / "up/tree";
  std::string cache = scratch / "cache";
  std::string more = " --no-clang";  // arguments of each run

  // A project of two languages, with what most kinds of input hang on.
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
    return RunProgram(tree, command + more + " --cache-settle 0 --cache " + cache);
  }
  Outcome Cold(const std::string& command) const {
    return RunProgram(tree, command + more + " --no-cache");
  }
};

// The file of the one answer that the command keeps.
inline std::string KeepOne(const SampleProject& project, const std::string& command = kCheck) {
  NextTick();
  project.Warm(command);
  const std::vector<std::string> files = AnswersIn(project.cache);
  EXPECT_EQ(files.size(), 1U);
  return files.empty() ? "" : files[0];
}

// A right answer file whose text is another one: whoever prints it has read it.
inline std::string Lie(const std::string& file) {
  CacheKey key = {};
  const std::string bytes = Slurp(file);
  for (size_t i = 0; i < key.size(); ++i) key[i] = static_cast<uint8_t>(bytes[36 + i]);
  auto kept = ReadKeptAnswer(key, bytes);
  EXPECT_TRUE(kept);
  if (!kept) return "";
  kept->answer.out = "a lie\n";
  return WriteKeptAnswer(key, *kept);
}

}  // namespace flagcensus
