// lines ─→ rules ─→ the last rule that matches a path
//
//   *.log          any component that ends in ".log": suffix, literal ".log"
//   !/keep.log     the file keep.log of the same folder, re-included: not basename
//   build/         folders of that name, and so everything in them
//   a/b*/c         literal "a/b", glob "*/c"
//
// A rule is cut into its literal beginning and a glob for the rest, as most rules are a name or a
// suffix and need no glob at all. git cuts at the same place and matches the glob against the text
// after the literal. That is visible in patterns like "a/b**/c", so it is done here too.
#include "analyzer/tree/gitignore.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr std::string_view kWildcards = "*?[\\";

// `line` without the spaces at its end, except for those after a backslash: "a\ " ends in a space.
std::string_view TrimEnd(std::string_view line) {
  size_t end = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\\') {
      // A backslash as the last byte: git does not trim then, and the pattern matches nothing.
      if (++at == line.size()) return line;
      end = at + 1;
    } else if (line[at] != ' ') {
      end = at + 1;
    }
  }
  return line.substr(0, end);
}

}  // namespace

std::optional<IgnoreRule> ParseIgnoreRule(std::string_view line) {
  // Comments are skipped before the spaces are trimmed, as by git; "\#" is a pattern.
  if (line.empty() || line.front() == '#') return std::nullopt;
  line = TrimEnd(line);
  IgnoreRule rule;
  if (line.starts_with('!')) {
    rule.negated = true;
    line.remove_prefix(1);
  }
  if (line.ends_with('/')) {
    rule.folder = true;
    line.remove_suffix(1);
  }
  if (line.empty()) return std::nullopt;
  // A slash at the end does not count, one at the beginning does: "/a" is not a basename rule.
  rule.basename = line.find('/') == std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  rule.required = RequiredOf(line);
  // The most frequent pattern with a wildcard, "*.ext", needs no glob.
  if (rule.basename && line.front() == '*' &&
      line.find_first_of(kWildcards, 1) == std::string_view::npos) {
    rule.suffix = true;
    rule.literal = line.substr(1);
    return rule;
  }
  const size_t cut = std::min(line.find_first_of(kWildcards), line.size());
  rule.literal = line.substr(0, cut);
  if (cut < line.size()) rule.glob.emplace(line.substr(rule.basename ? 0 : cut));
  return rule;
}

IgnoreFile ParseIgnoreFile(std::string_view text) {
  IgnoreFile file;
  // A byte order mark, which editors on Windows write.
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  int number = 0;
  for (std::string_view line : Split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    // git reads the line as a C string.
    line = line.substr(0, line.find('\0'));
    if (std::optional<IgnoreRule> rule = ParseIgnoreRule(line)) {
      rule->line = number;
      file.index.Add(rule->required);
      file.rules.push_back(std::move(*rule));
    }
  }
  return file;
}

bool RuleMatches(const IgnoreRule& rule, std::string_view path, bool is_folder) {
  if (rule.folder && !is_folder) return false;
  if (rule.basename) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    if (rule.suffix) return name.ends_with(rule.literal);
    if (!rule.glob) return name == rule.literal;
    return name.starts_with(rule.literal) && rule.glob->Matches(name);
  }
  if (!path.starts_with(rule.literal)) return false;
  const std::string_view rest = path.substr(rule.literal.size());
  return rule.glob ? rule.glob->Matches(rest) : rest.empty();
}

bool RuleCovers(const IgnoreRule& rule, std::string_view path) {
  if (RuleMatches(rule, path, false)) return true;
  for (size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    if (RuleMatches(rule, path.substr(0, slash), true)) return true;
  }
  return false;
}

const IgnoreRule* IgnoreFile::Match(std::string_view path, bool is_folder) const {
  const int last = index.Last(path.substr(path.rfind('/') + 1), [&](int rule) {
    return RuleMatches(rules[static_cast<size_t>(rule)], path, is_folder);
  });
  return last < 0 ? nullptr : &rules[static_cast<size_t>(last)];
}

}  // namespace flagcensus
