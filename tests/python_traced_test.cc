// The fixtures of Python, run by CPython where they can be run: what their code reads, the scan
// tells.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/link/census.h"
#include "analyzer/pipeline/load.h"
#include "tests/paths.h"
#include "tests/skip.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = kRoot;

// What trace_reads.py prints: the variables that are read, each with the places of the calls.
std::map<std::string, std::set<std::string>> TracedReads(const fs::path& path) {
  std::map<std::string, std::set<std::string>> out;
  const std::string command =
      "python3 '" + (kSource / "tests/trace_reads.py").string() + "' '" + path.string() + "'";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  std::string text;
  char buffer[4096];
  for (size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    text.append(buffer, got);
  EXPECT_EQ(pclose(pipe), 0);
  for (const std::string_view line : Split(text, '\n')) {
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    for (const std::string_view place : Split(line.substr(tab + 1), ' ')) {
      out[std::string(line.substr(0, tab))].insert(std::string(place));
    }
  }
  return out;
}

// Whether the access tells of the variable: by its name, by its family, or, if it has no name, by
// one of the places that it was read through.
bool Tells(const Access& access, const std::string& name, const std::set<std::string>& places) {
  if (!access.name) {
    const std::string line = std::to_string(access.place.line);
    return places.count(access.place.file + ":" + line) > 0;
  }
  const size_t open = access.name->find('*');
  if (open == std::string::npos) return *access.name == name;
  return name.starts_with(access.name->substr(0, open));
}

std::vector<fs::path> FoldersOfPython() {
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(kSource / "fixtures/python")) {
    out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

TEST(PythonTraced, WhatTheFixturesReadIsTold) {
  if (std::system("python3 -c 0 >/dev/null 2>&1") != 0) {
    FLAGCENSUS_SKIP("python3");
  }
  size_t read = 0;
  for (const fs::path& path : FoldersOfPython()) {
    ProjectOptions options;
    options.root = (fs::is_directory(path) ? path : path.parent_path()).string();
    options.paths = {path.string()};
    options.config.off = true;
    const std::map<std::string, std::set<std::string>> traced = TracedReads(path);
    const Census census = CollectAccesses(WalkProject(options, {}), {});
    for (const auto& [name, places] : traced) {
      if (name == "HOME") continue;  // which the library reads for Path.home() and "~"
      ++read;
      const bool stated = std::any_of(census.accesses.begin(), census.accesses.end(),
                                      [&](const Access& one) { return Tells(one, name, places); });
      EXPECT_TRUE(stated) << path.filename() << ": " << name << " is read at " << *places.begin();
    }
  }
  EXPECT_GT(read, 100U);
}

}  // namespace
}  // namespace flagcensus
