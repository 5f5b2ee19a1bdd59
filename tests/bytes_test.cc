// Values become bytes and the same values again; bytes that are cut or lie are refused.
#include "analyzer/base/bytes.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/model/census.h"

namespace flagcensus {
namespace {

Access SampleAccess() {
  Access access;
  access.name = "APP_SIZE";
  access.place = {"app.py", 3, 7};
  access.default_text = "30";
  access.chain = {{"util.py", 1, 2}};
  access.configurations = std::vector<std::string>{"debug", "release"};
  access.use.unset_kind = DefaultKind::kLiteral;
  access.use.flows = {{"command", "os.system", {"app.py", 9, 1}, true}};
  return access;
}

TEST(Bytes, AStructComesBackWithEachField) {
  Census census;
  census.accesses = {Access(), SampleAccess()};
  census.diagnostics = {{"limit", {"a.c", 1, 1}, "too much"}};
  census.files_parsed = 7;
  census.generated = {{Language::kGo, 2}};
  Census read;
  ASSERT_TRUE(FromBytes(ToBytes(census), &read));
  ASSERT_EQ(read.accesses.size(), 2U);
  const Access& access = read.accesses[1];
  EXPECT_EQ(access.name, "APP_SIZE");
  EXPECT_EQ(access.place, (Place{"app.py", 3, 7}));
  EXPECT_EQ(access.default_text, "30");
  EXPECT_EQ(access.chain, (std::vector<Place>{{"util.py", 1, 2}}));
  EXPECT_EQ(access.configurations->at(1), "release");
  EXPECT_EQ(access.use.unset_kind, DefaultKind::kLiteral);
  EXPECT_EQ(access.use.flows, SampleAccess().use.flows);
  EXPECT_FALSE(read.accesses[0].name);
  EXPECT_EQ(read.diagnostics[0].message, "too much");
  EXPECT_EQ(read.files_parsed, 7U);
  EXPECT_EQ(read.generated, census.generated);
  EXPECT_EQ(ToBytes(read), ToBytes(census));
}

TEST(Bytes, ContainersComeBack) {
  using All = std::tuple<std::map<std::string, std::set<int>>, std::vector<bool>,
                         std::optional<double>, std::string>;
  const All all = {{{"a", {1, 2}}, {"", {}}}, {true, false, true}, 0.5, std::string("x\0y", 3)};
  All read;
  ASSERT_TRUE(FromBytes(ToBytes(all), &read));
  EXPECT_EQ(read, all);
}

TEST(Bytes, WhatEndsEarlyOrGoesOnIsRefused) {
  const std::string bytes = ToBytes(std::vector<Access>{SampleAccess()});
  std::vector<Access> read;
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(FromBytes(std::string_view(bytes).substr(0, length), &read)) << length;
  }
  EXPECT_FALSE(FromBytes(bytes + "x", &read));
}

TEST(Bytes, ASizeThatLiesMakesNothingOfThatSize) {
  std::vector<std::string> read;
  EXPECT_FALSE(FromBytes(ToBytes(uint64_t{1} << 60), &read));
  std::string text;
  EXPECT_FALSE(FromBytes(ToBytes(~uint64_t{0}), &text));
  // Any byte may be another one: a value or a refusal, never a crash.
  const std::string bytes = ToBytes(std::vector<Access>{SampleAccess(), Access()});
  std::vector<Access> accesses;
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0x81);
    FromBytes(broken, &accesses);
  }
}

TEST(Bytes, AValueThatItsTypeDoesNotHaveIsRefused) {
  bool truth = false;
  EXPECT_TRUE(FromBytes(std::string_view("\1", 1), &truth));
  EXPECT_TRUE(truth);
  EXPECT_FALSE(FromBytes(std::string_view("\2", 1), &truth));
  AccessOp op = AccessOp::kRead;
  EXPECT_EQ(kCountOfNames<AccessOp>, static_cast<size_t>(AccessOp::kBulk) + 1);
  ASSERT_TRUE(FromBytes(ToBytes(AccessOp::kBulk), &op));
  EXPECT_EQ(op, AccessOp::kBulk);
  const std::string next(1, static_cast<char>(kCountOfNames<AccessOp>));
  EXPECT_FALSE(FromBytes(next, &op));
}

}  // namespace
}  // namespace flagcensus
