// A project for the tests of audits: its files, its checkout, what is printed of it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/make_archive.h"
#include "tests/run_program.h"
#include "tests/schema_check.h"

namespace flagcensus {

// A program that is chosen by a variable (high), a credential (medium), a setting.
inline const std::string kAuditedSource =
    "import os\n"
    "import subprocess\n"
    "\n"
    "\n"
    "def run():\n"
    "    subprocess.run([os.environ[\"APP_TOOL\"], \"-v\"])\n"
    "    return os.getenv(\"APP_TOKEN\"), os.getenv(\"APP_SIZE\", \"3\")\n";

inline std::string AuditedArchive(const std::string& source = kAuditedSource) {
  return MakeArchive(
      "tar", "gzip",
      {{"app-1.0/app/main.py", source, ""},
       {"app-1.0/pyproject.toml", "[project]\nname = \"the-app\"\nversion = \"1.0.2\"\n", ""}});
}

// What `audit --format json` printed, which must hold to its schema.
inline nlohmann::json ParsedAudit(const Outcome& outcome) {
  const std::string path = kRoot + "/docs/schema/audit.schema.json";
  nlohmann::json out = nlohmann::json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(out.is_discarded()) << outcome.out << outcome.err;
  EXPECT_EQ(Violations(nlohmann::json::parse(ReadText(path)), out), "");
  return out;
}

// git in `folder`, as somebody without a configuration of their own.
inline void GitIn(const std::string& folder, const std::string& arguments) {
  const std::string command = "cd '" + folder +
                              "' && git -c user.name=a -c user.email=a@example.org "
                              "-c init.defaultBranch=main -c commit.gpgsign=false " +
                              arguments + " >/dev/null 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

}  // namespace flagcensus
