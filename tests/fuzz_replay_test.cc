// The kept inputs of each fuzz target, replayed: what once broke, and a shape of each kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz_targets.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

TEST(FuzzReplay, EveryKeptInputEnds) {
  const fs::path corpus = kRoot + "/tests/fuzz/corpus";
  for (const FuzzTarget& target : kFuzzTargets) {
    if (!fs::exists(corpus / target.name)) continue;
    int count = 0;
    for (const auto& entry : fs::directory_iterator(corpus / target.name)) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text(std::istreambuf_iterator<char>(file), {});
      target.run(reinterpret_cast<const uint8_t*>(text.data()), text.size());
      ++count;
    }
    EXPECT_GT(count, 0) << target.name;
  }
}

TEST(FuzzReplay, EveryFolderIsATargets) {
  for (const auto& entry : fs::directory_iterator(kRoot + "/tests/fuzz/corpus")) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(std::any_of(std::begin(kFuzzTargets), std::end(kFuzzTargets),
                            [&](const FuzzTarget& target) { return target.name == name; }))
        << name;
  }
}

}  // namespace
}  // namespace flagcensus
