// ScopeRules: queries/scopes.toml, which says by names what part a file plays.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {

// Names and globs; `Has` costs a comparison for each.
struct NameSet {
  std::vector<std::string> names;
  std::vector<Glob> globs;

  bool Has(std::string_view name) const;
};

// What an installed Python package does to a folder's row; the comment of scopes.toml tells more.
enum class InPackage { kAny, kPlain, kRun, kOutside, kBare };

struct ScopeRow {
  Scope scope = Scope::kSrc;
  NameSet folders;  // in small letters
  NameSet files;
  NameSet holds;  // with names: only folders that such a file stands below
  InPackage package = InPackage::kOutside;
  bool root = false;
  bool nested = false;
  bool python = false;
  bool imported = true;
  bool beside = true;
  bool own = true;
  bool skip = false;

  bool HasHolds() const { return !holds.names.empty() || !holds.globs.empty(); }
};

struct ScopeRules {
  std::vector<ScopeRow> rows;  // at most kMaxRows, the first that fits decides
  NameSet root_top, root_below;
  NameSet test_names;
  NameSet asked_tests;  // of languages that are read where they are asked for
  std::vector<std::string> test_modules, test_includes;
  NameSet program_names;
  NameSet task_names;
  std::vector<std::string> task_modules;
  NameSet build_names;
  std::vector<std::string> build_modules;
  NameSet cache_folders, hidden_folders;
  std::vector<std::string> mistakes;  // "row 3: unknown key 'folder'": a test wants none

  // Rows as bits: a folder's rows are a number.
  static constexpr size_t kMaxRows = 64;
  // Whether the walk leaves out a folder of that name as other people's code.
  bool IsSkipped(std::string_view folder) const;
};

// The rules that are built into the program, read once.
const ScopeRules& BuiltInScopeRules();
ScopeRules ReadScopeRules(std::string_view toml);

}  // namespace flagcensus
