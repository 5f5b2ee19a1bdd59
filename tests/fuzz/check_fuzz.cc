// libFuzzer entry point: any bytes as the files of a small tree, and the whole of `check` over it.
// A byte 0x01 ends a file; the files are, in order, those of kFiles. See catalog_fuzz.cc for the
// build.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/report/formats.h"

namespace {

using namespace flagcensus;

constexpr std::string_view kFiles[] = {"a.py",     "docs/env.md", "flagcensus.toml",
                                       "b.c",      "n.ipynb",     ".gitignore",
                                       "lib/b.py", "env.rst",     ".env.example"};

// One folder a process, removed at its end.
struct Folder {
  Folder() : path(std::filesystem::temp_directory_path() / ("fuzz-" + std::to_string(getpid()))) {}
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path path;
};

void WriteTree(const std::filesystem::path& folder, std::string_view text) {
  std::filesystem::remove_all(folder);
  const auto parts = Split(text, '\x01');
  for (size_t i = 0; i < std::size(kFiles) && i < parts.size(); ++i) {
    const std::filesystem::path file = folder / kFiles[i];
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << parts[i];
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Folder folder;
  WriteTree(folder.path, {reinterpret_cast<const char*>(data), size});
  ProjectOptions options;
  options.paths = {folder.path.string()};
  options.root = folder.path.string();
  options.jobs = 1;
  options.clang.used = false;
  const Result<Config> config = LoadConfig(options);
  if (!config.ok()) return 0;
  const Tree tree = WalkProject(options, config.value());
  RunBudget budget(options.limits.seconds, options.limits.memory);
  const Result<Comparison> compared = Compare(tree, options, config.value(), budget);
  if (!compared.ok()) return 0;
  CheckReport report;
  report.findings = compared.value().findings;
  report.diagnostics = compared.value().census.diagnostics;
  report.pages = compared.value().catalog.pages;
  PrintOptions verbose;
  verbose.verbose = true;
  if (!nlohmann::json::accept(FormatOf(CheckFormats(), "json").write(report, {}))) std::abort();
  for (const char c : FormatOf(CheckFormats(), "text").write(report, verbose)) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') std::abort();
  }
  return 0;
}
