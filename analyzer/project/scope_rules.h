// ScopeRules: queries/scopes.toml, which derives a file's scope from names.
//
//   [[row]]
//   scope = "test"
//   folders = ["test", "tests"]     tests/a.py ─→ kTest
//   files = ["test_*.py"]           src/test_a.py ─→ kTest
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {

// Names and globs; `Has` costs one comparison for each.
struct NameSet {
  std::vector<std::string> names;
  std::vector<Glob> globs;

  bool Has(std::string_view name) const;
};

// The effect of an installed Python package on a folder's entry; the comments of scopes.toml have
// the details.
enum class InPackage { kAny, kPlain, kRun, kOutside, kBare };

struct ScopeRow {
  Scope scope = Scope::kSrc;
  NameSet folders;  // in lower case
  NameSet files;
  NameSet holds;  // with names: only folders that contain such a file at any depth
  InPackage package = InPackage::kOutside;
  bool root = false;
  bool nested = false;
  bool python = false;
  bool imported = true;
  bool beside = true;
  bool own = true;
  bool skip = false;

  bool HasContains() const { return !holds.names.empty() || !holds.globs.empty(); }
};

struct ScopeRules {
  std::vector<ScopeRow> rows;  // at most kMaxRows, the first match decides
  NameSet root_top, root_below;
  NameSet test_names;
  NameSet asked_tests;  // of languages that are read on request
  std::vector<std::string> test_modules, test_includes;
  NameSet program_names;
  NameSet task_names;
  std::vector<std::string> task_modules;
  NameSet build_names;
  std::vector<std::string> build_modules;
  NameSet cache_folders, hidden_folders;
  std::vector<std::string> mistakes;  // "row 3: unknown key 'folder'": a test requires none

  // Sets of entries are bit masks: a folder's entries are one integer.
  static constexpr size_t kMaxRows = 64;
  // Whether the walk skips a folder of that name as third-party code.
  bool IsSkipped(std::string_view folder) const;
};

// The built-in rules, read once.
const ScopeRules& BuiltInScopeRules();
ScopeRules ReadScopeRules(std::string_view toml);

}  // namespace flagcensus
