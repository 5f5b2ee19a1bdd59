// IgnoreFile: the rules of one .gitignore (or of a list of globs in the same form).
//
//   ParseIgnoreFile("*.log\n!keep.log\n").Match("a/keep.log", false)   ─→ the second rule, negated
//
// Semantics are git's (gitignore(5)). Not libgit2's reader, which only works for a real repository
// on disk and one path at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/glob.h"
#include "analyzer/tree/ignore_index.h"

namespace flagcensus {

struct IgnoreRule {
  int line = 0;              // 1-based
  bool negated = false;      // "!keep": re-includes what an earlier rule ignored
  bool folder = false;       // "name/": matches only folders
  bool basename = false;     // no slash: matches the last component at any depth
  std::string literal;       // the prefix of the pattern without wildcards
  bool suffix = false;       // "*" and a literal: `literal` is the suffix of the name
  std::optional<Glob> glob;  // the part after `literal`; nullopt if there is none
  RequiredName required;     // required text of a path's last component
};

struct IgnoreFile {
  std::vector<IgnoreRule> rules;  // in file order; the last match decides
  IgnoreIndex index;              // of the rules

  // The rule that decides for `path` (relative to the file's folder, with '/'), or null.
  const IgnoreRule* Match(std::string_view path, bool is_folder) const;
};

IgnoreFile ParseIgnoreFile(std::string_view text);

// One pattern; nullopt for a comment or an empty line.
std::optional<IgnoreRule> ParseIgnoreRule(std::string_view line);

// Whether `rule` matches exactly this path; `is_folder` for rules such as "build/".
bool RuleMatches(const IgnoreRule& rule, std::string_view path, bool is_folder);

// Whether `rule` matches `path` or a folder above it.
bool RuleCovers(const IgnoreRule& rule, std::string_view path);

}  // namespace flagcensus
