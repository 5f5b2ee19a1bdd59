// documented flags ─→ the names that contain their values ─→ comparisons of these names with
// literals
//
//   engine = os.getenv("APP_ENGINE", "fast").lower()
//   if engine in ("fast", "exact"):      ─→ APP_ENGINE: fast, exact
#include "analyzer/evidence/compared_values.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

constexpr size_t kLinesBelowRead = 40;  // searched, beginning with the read of a local name
constexpr size_t kLongestComparison = 1000;
constexpr size_t kLongestValue = 40;

// Whether the value is one of several choices: not a number, not a word for on or off.
bool IsChoice(std::string_view value) {
  // One letter is a mode of a file or a key more often than a choice.
  constexpr size_t kShortest = 2;
  if (value.size() < kShortest || value.size() > kLongestValue || !IsAlpha(value[0])) return false;
  const std::string lower = ToLower(value);
  if (IsOnWord(lower) || IsOffWord(lower) || lower == "none" || lower == "null") return false;
  return std::all_of(value.begin(), value.end(), [](char c) {
    return IsIdentifierByte(c) || c == '-' || c == '.' || c == '+';
  });
}

// The literal at `at`, and the end of it; nullopt if there is no literal.
std::optional<std::string> LiteralAt(std::string_view line, size_t at, size_t* end) {
  if (at >= line.size() || (line[at] != '"' && line[at] != '\'')) return std::nullopt;
  const size_t close = line.find(line[at], at + 1);
  if (close == std::string_view::npos) return std::nullopt;
  *end = close + 1;
  return std::string(line.substr(at + 1, close - at - 1));
}

size_t SkipSpaces(std::string_view line, size_t at) { return EndOfRun(line, at, IsTextSpace); }

// The place after calls that do not change the choice: ".lower()", ".strip()".
size_t SkipFolding(std::string_view line, size_t at) {
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view call : {".lower()", ".upper()", ".strip()", ".casefold()"}) {
      if (!line.substr(at).starts_with(call)) continue;
      at += call.size();
      more = true;
    }
  }
  return at;
}

// Adds the literals of a list at `at`: ("a", "b").
void AddList(std::string_view line, size_t at, std::vector<std::string>& out) {
  if (at >= line.size() || (line[at] != '(' && line[at] != '[' && line[at] != '{')) return;
  for (++at; at < line.size();) {
    size_t end = 0;
    at = SkipSpaces(line, at);
    std::optional<std::string> value = LiteralAt(line, at, &end);
    if (!value) return;
    out.push_back(std::move(*value));
    at = SkipSpaces(line, end);
    if (at >= line.size() || line[at] != ',') return;
    ++at;
  }
}

// Adds the literals with which the name in [begin, end) is compared: `name == "a"`, `name != "a"`,
// `name in ("a", "b")` and, in C, `strcmp(name, "a")`. A value on the left, `"a" == name`, is not
// found, nor are `match` and `switch`.
void AddComparedAfter(std::string_view line, size_t begin, size_t end,
                      std::vector<std::string>& out) {
  size_t at = SkipSpaces(line, SkipFolding(line, end));
  size_t close = 0;
  const std::string_view rest = line.substr(std::min(at, line.size()));
  if (rest.starts_with("==") || rest.starts_with("!=")) {
    if (auto value = LiteralAt(line, SkipSpaces(line, at + 2), &close)) out.push_back(*value);
  } else if (rest.starts_with("in ") || rest.starts_with("not in ")) {
    AddList(line, SkipSpaces(line, line.find("in ", at) + 3), out);
  } else if (rest.starts_with(",")) {
    // A call of a comparison with the name as its first argument.
    size_t open = begin;
    while (open > 0 && IsTextSpace(line[open - 1])) --open;
    if (open == 0 || line[open - 1] != '(') return;
    const size_t first = StartOfRun(line, open - 1, IsIdentifierByte);
    const std::string call = ToLower(line.substr(first, open - 1 - first));
    if (call.find("cmp") == std::string::npos && call.find("equal") == std::string::npos) return;
    if (auto value = LiteralAt(line, SkipSpaces(line, at + 1), &close)) out.push_back(*value);
  }
}

// A name in the sources that receives a variable's value.
struct Holder {
  std::string flag;
  std::string name;  // the last part of what receives the value
};

using Values = std::map<std::string, std::vector<ComparedValue>, std::less<>>;

// Adds the values in one line, each once: at the first place.
void AddLine(std::string_view line, const std::string& name, const std::string& flag,
             const Place& place, Values& out) {
  for (std::string& value : ComparedIn(line.substr(0, kLongestComparison), name)) {
    std::vector<ComparedValue>& values = out[flag];
    const bool known = std::any_of(values.begin(), values.end(),
                                   [&](const ComparedValue& one) { return one.value == value; });
    if (IsChoice(value) && !known) values.push_back({std::move(value), place});
  }
}

// Reads in sources that keep the value as text: a number has no list of choices.
bool IsTextRead(const Access& access) {
  return access.scope == Scope::kSrc && access.op == AccessOp::kRead &&
         (access.type == ValueType::kUnknown || access.type == ValueType::kStr ||
          access.type == ValueType::kEnum);
}

// Whether the name is in capitals: others are too common to be searched for in the whole tree.
bool IsConstant(std::string_view name) {
  constexpr size_t kShortest = 4;
  return name.size() >= kShortest && ToUpper(name) == name;
}

}  // namespace

std::vector<std::string> ComparedIn(std::string_view line, std::string_view name) {
  std::vector<std::string> out;
  for (size_t at = FindWord(line, name); at != std::string_view::npos;
       at = FindWord(line, name, at + 1)) {
    AddComparedAfter(line, at, at + name.size(), out);
  }
  return out;
}

std::map<std::string, std::vector<ComparedValue>, std::less<>> FindComparedValues(
    const Tree& tree, unsigned jobs, const std::vector<Flag>& flags) {
  // The names that receive each value, from the reads.
  std::map<std::string, std::vector<Holder>, std::less<>> of_name;  // constants of the whole tree
  std::map<std::string_view, std::vector<std::pair<const Access*, Holder>>> of_file;  // local names
  for (const Flag& flag : flags) {
    if (flag.entries.empty()) continue;
    for (const FlagAccess& one : flag.accesses) {
      const Access& access = *one.access;
      if (!IsTextRead(access) || !access.bound_to || access.place.line < 1) continue;
      const std::string& whole = *access.bound_to;
      std::string name = whole.substr(whole.rfind('.') + 1);
      if (name.empty() || !std::all_of(name.begin(), name.end(), IsIdentifierByte)) continue;
      // Other files may use a constant of a module, class or object, if its name is in capitals.
      const bool shared = access.bound_kind == BoundKind::kModule ||
                          access.bound_kind == BoundKind::kClass ||
                          access.bound_kind == BoundKind::kAttribute;
      if (shared && IsConstant(name)) {
        of_name[name].push_back({flag.name, name});
      } else {
        of_file[access.place.file].emplace_back(&access, Holder{flag.name, std::move(name)});
      }
    }
  }
  // Comparisons of a name that receives several variables' values are not about one of them.
  std::erase_if(of_name, [](const auto& one) {
    return std::any_of(one.second.begin(), one.second.end(), [&](const Holder& holder) {
      return holder.flag != one.second.front().flag;
    });
  });
  std::vector<std::string> names;
  // Constants are searched for in all sources; local names, each in its file.
  for (const auto& [name, holders] : of_name) names.push_back(name);
  Values out;
  std::mutex mutex;
  const auto is_source = [](const SourceFile& file) {
    return IsSource(file.kind) && file.scope == Scope::kSrc;
  };
  // A local name is searched for in the lines below its read only.
  const auto read_local = [&](const SourceFile& file, std::string_view text, Values& into) {
    const auto local = of_file.find(file.path);
    if (local == of_file.end()) return;
    const std::vector<std::string_view> lines = Split(text, '\n');
    for (const auto& [access, holder] : local->second) {
      const auto first = static_cast<size_t>(access->place.line) - 1;
      for (size_t at = first; at < std::min(first + kLinesBelowRead, lines.size()); ++at) {
        AddLine(lines[at], holder.name, holder.flag, {file.path, static_cast<int>(at) + 1, 0},
                into);
      }
    }
  };
  const auto merge = [&](Values found) {
    const std::scoped_lock lock(mutex);
    for (auto& [flag, values] : found) {
      std::vector<ComparedValue>& into = out[flag];
      into.insert(into.end(), values.begin(), values.end());
    }
  };
  if (!names.empty()) {
    SearchFiles(tree, WordSearch(names), jobs, is_source,
                [&](size_t index, std::string_view text, const std::vector<WordHit>& hits) {
                  Values found;
                  const SourceFile& file = tree.files[index];
                  int line = 1;
                  size_t counted = 0;
                  for (const WordHit& hit : hits) {
                    const std::string& name = names[hit.word];
                    line += static_cast<int>(
                        std::count(text.begin() + static_cast<ptrdiff_t>(counted),
                                   text.begin() + static_cast<ptrdiff_t>(hit.offset), '\n'));
                    counted = hit.offset;
                    const size_t end = std::min(text.find('\n', hit.offset), text.size());
                    const size_t begin = text.rfind('\n', hit.offset) + 1;  // npos + 1 is 0
                    AddLine(text.substr(begin, end - begin), name, of_name.at(name).front().flag,
                            {file.path, line, 0}, found);
                  }
                  merge(std::move(found));
                });
  }
  for (const SourceFile& file : tree.files) {
    if (!of_file.contains(file.path) || !is_source(file)) continue;
    std::string text, error;
    bool binary = false;
    if (!ReadWhole(file, &text, &binary, &error) || binary) continue;
    Values found;
    read_local(file, text, found);
    merge(std::move(found));
  }
  // Sorted, and each value once, at its first place: the threads added them in any order.
  for (auto& [flag, values] : out) {
    std::sort(values.begin(), values.end(), [](const ComparedValue& a, const ComparedValue& b) {
      return std::tie(a.value, a.place) < std::tie(b.value, b.place);
    });
    values.erase(std::unique(values.begin(), values.end(),
                             [](const ComparedValue& a, const ComparedValue& b) {
                               return a.value == b.value;
                             }),
                 values.end());
  }
  return out;
}

}  // namespace flagcensus
