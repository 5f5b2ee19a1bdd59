#include "analyzer/base/failure.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>

namespace flagcensus {
namespace {

TEST(Failure, OutOfMemoryNamesTheFileThatWasReadLast) {
  NoteInput("src/first.c");
  NoteInput("src/big.c");
  const std::string text = FailureText(std::bad_alloc());
  EXPECT_EQ(text.find("out of memory; the file that was read last: src/big.c;"), 0U) << text;
}

TEST(Failure, ALongPathIsCut) {
  NoteInput(std::string(5000, 'x'));
  EXPECT_LT(FailureText(std::bad_alloc()).size(), 1200U);
}

TEST(Failure, AnyOtherErrorIsThisProgramsOwn) {
  NoteInput("src/big.c");
  EXPECT_EQ(FailureText(std::logic_error("a row is missing")), "internal error: a row is missing");
}

}  // namespace
}  // namespace flagcensus
