// The workers that tests ask: the program's own, and one for each other libclang that is installed.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/c/compiler/worker.h"
#include "tests/paths.h"

namespace flagcensus {

inline void PrintTo(const WorkerOptions& worker, std::ostream* out) {
  *out << std::filesystem::path(worker.command[0]).filename().string();
}

inline std::vector<WorkerOptions> Workers() {
  std::vector<WorkerOptions> out(1);
  out[0].command = {kBinary, "__clang-worker"};
  for (const std::string_view path : Split(kOtherWorkers, ':')) {
    if (path.empty()) continue;
    out.emplace_back().command = {std::string(path)};
  }
  return out;
}

inline std::string WorkerName(const testing::TestParamInfo<WorkerOptions>& worker) {
  std::string name = std::filesystem::path(worker.param.command[0]).filename();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace flagcensus
