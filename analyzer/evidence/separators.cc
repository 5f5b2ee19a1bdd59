// entries that state a separator ─→ the lines from each read on ─→ calls that split
//
//   the page: "Comma-separated list of hosts."
//   hosts = os.environ["APP_HOSTS"]
//   for host in hosts.split(":"):     ─→ {the line, ":"}: it contradicts the page
#include "analyzer/evidence/separators.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kSplitBelow = 60;          // lines from the read on; a later split is not seen
constexpr size_t kLongestSplitLine = 1000;  // bytes
constexpr std::string_view kSeparators = ",:; |";

constexpr std::array<std::pair<std::string_view, char>, 5> kSeparatorWords = {
    {{"comma", ','}, {"semicolon", ';'}, {"colon", ':'}, {"whitespace", ' '}, {"space", ' '}}};

// Whether the name of the function says that it splits. A project's function with a different name
// is missed.
bool IsOfSplitting(std::string_view function) {
  const std::string lower = ToLower(function);
  return lower.find("split") != std::string::npos || lower.find("token") != std::string::npos ||
         lower == "strtok" || lower == "strtok_r" || lower == "strsep";
}

// The separators of a literal: ":" and ',' and ",:"; nothing if it has other characters.
std::optional<std::string> SeparatorsOf(std::string_view argument) {
  const std::string_view text = argument;
  if (text.size() < 3 || (text.front() != '"' && text.front() != '\'') ||
      text.back() != text.front()) {
    return std::nullopt;
  }
  const std::string_view inside = text.substr(1, text.size() - 2);
  const bool all = std::all_of(inside.begin(), inside.end(), [](char c) {
    return kSeparators.find(c) != std::string_view::npos;
  });
  return all ? std::optional(std::string(inside)) : std::nullopt;
}

// The literals of separators in the line; empty if no function on it splits.
//
//   hosts.split(":")  ─→ ":"      strtok(text, ",;")  ─→ ",;"      join(":")  ─→ ""
//
// Literals before the call on the line are ignored; those of another call after it are included.
std::string SplitIn(std::string_view line) {
  bool splits = false;
  std::string out;
  for (size_t at = 0; at < line.size();) {
    if (line[at] == '"' || line[at] == '\'') {
      const size_t end = line.find(line[at], at + 1);
      if (end == std::string_view::npos) break;
      const auto found = SeparatorsOf(line.substr(at, end + 1 - at));
      if (found && splits) out += *found;
      at = end + 1;
    } else if (IsIdentifierByte(line[at])) {
      const size_t end = EndOfRun(line, at, IsIdentifierByte);
      splits =
          splits || (line.substr(end).starts_with("(") && IsOfSplitting(line.substr(at, end - at)));
      at = end;
    } else {
      ++at;
    }
  }
  return out;
}

// The first split of the value of `access`.
// The line must contain the name that received the value, but the split of something else on that
// line is mistaken for it.
std::optional<ValueSplit> SplitOf(const Access& access,
                                  const std::vector<std::string_view>& lines) {
  std::string_view name = access.bound_to ? std::string_view(*access.bound_to) : "";
  name = name.substr(name.rfind('.') + 1);
  const size_t first = static_cast<size_t>(access.place.line) - 1;
  for (size_t at = first; at < std::min(first + kSplitBelow, lines.size()); ++at) {
    const std::string_view line = lines[at].substr(0, kLongestSplitLine);
    // Below the read the line must contain the name that received the value.
    if (at != first && (name.empty() || !HasWord(line, name))) continue;
    std::string text = SplitIn(line);
    if (text.empty()) continue;
    return ValueSplit{{access.place.file, static_cast<int>(at) + 1, 0}, std::move(text)};
  }
  return std::nullopt;
}

bool StatesSeparator(const Flag& flag) {
  return std::any_of(flag.entries.begin(), flag.entries.end(),
                     [](const Entry* entry) { return SeparatorIn(entry->description) != 0; });
}

}  // namespace

// The words for separators, only next to "separated" or "delimited": "comma" alone may be a
// character of the value.
char SeparatorIn(std::string_view text) {
  const std::string lower = ToLower(text);
  char out = 0;
  for (const auto& [word, separator] : kSeparatorWords) {
    for (size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
      if (at > 0 && IsIdentifierByte(lower[at - 1])) continue;  // of "semicolon"
      const std::string_view rest = std::string_view(lower).substr(at + word.size());
      const std::string_view before = Trim(std::string_view(lower).substr(0, at));
      const bool behind = rest.starts_with("-separated") || rest.starts_with(" separated") ||
                          rest.starts_with("-delimited") || rest.starts_with(" delimited");
      const bool ahead = before.ends_with("separated by") || before.ends_with("separated by a") ||
                         before.ends_with("separated with");
      if (!behind && !ahead) continue;
      // Two different separators: the text describes levels, and a split by either is right.
      if (out != 0 && out != separator) return 0;
      out = separator;
    }
  }
  return out;
}

void FindSplits(const Tree& tree, std::vector<Flag>& flags) {
  // Only reads in sources, by file; few flags have such an entry.
  std::map<std::string_view, std::vector<std::pair<Flag*, const Access*>>> by_file;
  for (Flag& flag : flags) {
    if (flag.entries.empty() || !StatesSeparator(flag)) continue;
    for (const FlagAccess& one : flag.accesses) {
      if (one.access->scope != Scope::kSrc || one.access->op != AccessOp::kRead) continue;
      by_file[one.access->place.file].emplace_back(&flag, one.access);
    }
  }
  if (by_file.empty()) return;
  for (const SourceFile& file : tree.files) {
    const auto asked = by_file.find(file.path);
    if (asked == by_file.end()) continue;
    std::string text, error;
    bool binary = false;
    if (!ReadWhole(file, &text, &binary, &error) || binary) continue;
    const std::vector<std::string_view> lines = Split(text, '\n');
    for (const auto& [flag, access] : asked->second) {
      if (access->place.line < 1) continue;
      if (auto split = SplitOf(*access, lines)) flag->splits.push_back(std::move(*split));
    }
  }
}

}  // namespace flagcensus
