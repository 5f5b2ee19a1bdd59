// Surfaces from outside: where, explain, --fix and what an entry of the configuration asks.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/paths.h"
#include "tests/run_program.h"
#include "tests/schema_check.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

struct Shop : ScratchFolder {
  Shop() {
    Write("shop.py",
          "import os\n"
          "HOST = os.environ['SHOP_HOST']\n"
          "PORT = int(os.environ.get('SHOP_PORT', '80'))\n"
          "TITLE = os.environ.get('SHOP_TITLE', 'the \"best\" shop')\n"
          "TOKEN = os.environ.get('SHOP_API_TOKEN', 'none')\n"
          "print(HOST, PORT, TITLE, TOKEN)\n");
    Write(".env.example", "# the shop\nSHOP_HOST=\n\n# other\nOTHER_NAME=1\n");
    Write("Dockerfile", "FROM python\nENV SHOP_PORT=8080\n");
    Write(
        "compose.yml",
        "services:\n  shop:\n    build: .\n    environment:\n      SHOP_HOST: ${SHOP_HOST:?which}\n"
        "      SHOP_PORT: 81\n      SHOP_API_TOKEN: s3cr3t-value-1234\n");
  }
};

TEST(SurfacesCli, WhereListsTheLayersInTheirOrder) {
  const Shop shop;
  const Outcome table = RunProgram(shop.path(), "where SHOP_PORT --no-clang");
  EXPECT_EQ(table.status, 0) << table.err;
  const size_t code = table.out.find("default ");
  const size_t image = table.out.find("image ");
  const size_t deployment = table.out.find("deployment ");
  ASSERT_NE(deployment, std::string::npos) << table.out;
  EXPECT_LT(code, image) << table.out;
  EXPECT_LT(image, deployment) << table.out;
  EXPECT_NE(table.out.find("compose.yml:6:7"), std::string::npos) << table.out;

  const Outcome json = RunProgram(shop.path(), "where SHOP_PORT --no-clang --format json");
  std::ifstream file(kRoot + "/docs/schema/where.schema.json");
  const auto document = nlohmann::json::parse(json.out, nullptr, false);
  EXPECT_EQ(Violations(nlohmann::json::parse(file), document), "") << json.out;
  EXPECT_EQ(document["given"].size(), 3U) << json.out;

  const Outcome none = RunProgram(shop.path(), "where SHOP_NONE --no-clang");
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("reads or sets SHOP_NONE"), std::string::npos) << none.err;
}

TEST(SurfacesCli, WhereListsEachLineOfAScript) {
  const Shop shop;
  shop.Write("run.sh", "export SHOP_PORT=1\nif test -e x; then\n  export SHOP_PORT=2\nfi\n");
  const Outcome table = RunProgram(shop.path(), "where SHOP_PORT --no-clang");
  EXPECT_NE(table.out.find("run.sh:1"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("run.sh:3"), std::string::npos) << table.out;
}

TEST(SurfacesCli, NoValueOfASecretIsPrinted) {
  const Shop shop;
  for (const std::string command :
       {"where SHOP_API_TOKEN", "where SHOP_API_TOKEN --format json", "explain SHOP_API_TOKEN",
        "explain SHOP_API_TOKEN --format json", "check --all"}) {
    const Outcome run = RunProgram(shop.path(), command + " --no-clang");
    EXPECT_EQ((run.out + run.err).find("s3cr3t"), std::string::npos) << run.out;
  }
}

TEST(SurfacesCli, ExplainKnowsWhatOnlyADeploymentSets) {
  const Shop shop;
  const Outcome run = RunProgram(shop.path(), "explain OTHER_NAME --no-clang");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find(".env.example:5:1"), std::string::npos) << run.out;
}

TEST(SurfacesCli, FixAddsTheLinesThatASampleLacks) {
  const Shop shop;
  shop.Write("flagcensus.toml", "[[surface]]\nfiles = \".env.example\"\nvariables = \"all\"\n");
  const Outcome fix = RunProgram(shop.path(), "check --fix --no-clang --select missing-in-surface");
  EXPECT_EQ(fix.status, 0) << fix.out << fix.err;
  EXPECT_EQ(ReadText(shop / ".env.example"),
            "# the shop\nSHOP_HOST=\n# SHOP_PORT=80\n# SHOP_TITLE='the \"best\" shop'\n"
            "SHOP_API_TOKEN=\n\n# other\nOTHER_NAME=1\n");
  const Outcome again = RunProgram(shop.path(), "check --no-clang --select missing-in-surface");
  EXPECT_EQ(again.status, 0) << again.out;
}

TEST(SurfacesCli, WithoutAnEntryASampleMayLackAnything) {
  const Shop shop;
  const Outcome run = RunProgram(
      shop.path(), "check --no-clang --select missing-in-surface,surface-mismatch,empty-override");
  EXPECT_EQ(run.status, 0) << run.out;
}

}  // namespace
}  // namespace flagcensus
