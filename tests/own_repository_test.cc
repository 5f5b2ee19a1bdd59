// flagcensus checks its own repository, with its own flagcensus.toml.
#include <gtest/gtest.h>

#include "tests/paths.h"
#include "tests/run_program.h"

namespace flagcensus {
namespace {

TEST(OwnRepository, HasNoFinding) {
  const Outcome run = RunProgram(kRoot, "check --format concise --no-clang");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_NE(RunProgram(kRoot, "scan --no-clang").out.find("NO_COLOR"), std::string::npos)
      << "the check looks at the sources";
}

}  // namespace
}  // namespace flagcensus
