// A mistake of ours on one input is told of that input; all else goes on as it is.
#include "analyzer/base/guarded.h"

#include <gtest/gtest.h>

#include <new>
#include <string>

namespace flagcensus {
namespace {

TEST(Guarded, TellsAnErrorOfLogicAndNothingElse) {
  int ran = 0;
  EXPECT_EQ(Guarded([&] { ++ran; }), "");
  EXPECT_EQ(ran, 1);
  const std::string stated = Guarded([] { std::string("x").substr(7); });
  EXPECT_NE(stated.find("please report it"), std::string::npos) << stated;
  EXPECT_NE(stated.find("substr"), std::string::npos) << stated;
  EXPECT_THROW(Guarded([] { throw std::bad_alloc(); }), std::bad_alloc);
}

}  // namespace
}  // namespace flagcensus
