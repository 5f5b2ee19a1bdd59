// Libraries that are loaded at the first call of one of their functions.
#include "analyzer/base/loaded_library.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace flagcensus {
namespace {

TEST(LoadedLibrary, CallsAFunctionThatItFinds) {
#ifdef __linux__
  static LoadedLibrary math("libm.so.6");
  static const LoadedFunction<double(double)> root(math, "sqrt");
  EXPECT_EQ(root(9), 3);
  EXPECT_EQ(root(16), 4);
#else
  GTEST_SKIP() << "the library has another name here";
#endif
}

TEST(LoadedLibrary, NamesWhatIsMissing) {
  static LoadedLibrary none("libflagcensus-none.so.1");
  static const LoadedFunction<int()> function(none, "function");
  try {
    function();
    FAIL() << "it was called";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("libflagcensus-none.so.1"), std::string::npos);
  }
}

}  // namespace
}  // namespace flagcensus
