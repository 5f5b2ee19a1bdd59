// What the tests of generated pages share: a project's name, and its rows as data.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {

inline constexpr const char* kPyproject = "[project]\nname = \"oven\"\n";

// The rows of `docs`, by name.
inline std::map<std::string, nlohmann::json> RowsOf(const ScratchFolder& tree,
                                                    const std::string& options = "") {
  const Outcome run = RunProgram(tree.path(), "docs . --format json " + options);
  EXPECT_EQ(run.status, 0) << run.err;
  std::map<std::string, nlohmann::json> rows;
  const nlohmann::json page = nlohmann::json::parse(run.out);
  for (const nlohmann::json& row : page["variables"]) rows[row["name"]] = row;
  return rows;
}

// The kinds and texts of a row's defaults: "literal:60 required".
inline std::string DefaultsOf(const nlohmann::json& row) {
  if (row.is_null()) return "no row";
  std::string out;
  for (const nlohmann::json& one : row["defaults"]) {
    out += (out.empty() ? "" : " ") + one["kind"].get<std::string>();
    if (one["text"].is_string()) out += ":" + one["text"].get<std::string>();
  }
  return out;
}

}  // namespace flagcensus
