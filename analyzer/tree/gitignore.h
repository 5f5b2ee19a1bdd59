// IgnoreFile: the rules of one .gitignore (or of a list of globs written in the same form).
//
// Semantics are git's (gitignore(5)). Our own reader, because libgit2 answers only for a real
// repository on disk and one path at a time.
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
  bool negated = false;      // "!keep": takes back what an earlier rule ignored
  bool folder = false;       // "name/": folders only
  bool basename = false;     // no slash: matches the last component at any depth
  std::string literal;       // the start of the pattern without wildcards
  bool suffix = false;       // "*" and a literal: `literal` is how the name ends
  std::optional<Glob> glob;  // what follows `literal`; none where nothing does
  RequiredName required;     // what the last component of a path must have
};

struct IgnoreFile {
  std::vector<IgnoreRule> rules;  // as written; the last match decides
  IgnoreIndex index;              // of the rules

  // The rule that decides for `path` (relative to the file's folder, with '/'), or null.
  const IgnoreRule* Match(std::string_view path, bool is_folder) const;
};

IgnoreFile ParseIgnoreFile(std::string_view text);

// One pattern; nothing for a comment or an empty line.
std::optional<IgnoreRule> ParseIgnoreRule(std::string_view line);

bool RuleMatches(const IgnoreRule& rule, std::string_view path, bool is_folder);

// Whether `rule` matches `path` or a folder above it.
bool RuleCovers(const IgnoreRule& rule, std::string_view path);

}  // namespace flagcensus
