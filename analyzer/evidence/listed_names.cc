// files that check the documentation ─→ lists of names that it may lack ─→ signs of these names
//
//   # Internal settings, not documented on purpose
//   EXEMPT = [
//       "APP_FRAME",
//       "APP_PHASE",          ─→ APP_FRAME and APP_PHASE are internal
//   ]
//
// Such a list is in a script or a test of the project, one name on a line, and the lines above it
// say what its names are. A list without these words says nothing: it may be the list of all names.
#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/evidence/documentation.h"
#include "analyzer/evidence/internal_signs.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

constexpr size_t kMostListed = 200;   // names above one in a list; later ones get no sign
constexpr size_t kListHeadLines = 3;  // lines that say what the list is
constexpr size_t kLongListLine = 300;

// Whether the line is one name, with quotes, a comma, or the mark of an item.
//
//   "APP_FRAME",      - APP_PHASE      * `APP_X`       ─→ true
//   APP_FRAME = 1     see APP_PHASE                    ─→ false
bool IsNameLine(std::string_view line) {
  const std::string_view trimmed = Trim(line);
  const size_t begin = trimmed.find_first_not_of("-*\"'` \t");
  if (begin == std::string_view::npos) return false;
  const size_t end = EndOfRun(trimmed, begin, IsVariableNameByte);
  const std::string_view name = trimmed.substr(begin, end - begin);
  return name.find('_') != std::string_view::npos &&
         trimmed.find_first_not_of("\"'`, \\\t", end) == std::string_view::npos;
}

// The sign that the lines above a list of names state, if any. "deprecated" is searched for first
// because such a list may also be called internal.
std::optional<InternalSign> SignOfHead(const std::vector<std::string_view>& lines, size_t at) {
  size_t first = at;
  while (first > 0 && at - first < kMostListed && IsNameLine(lines[first - 1])) --first;
  std::string said;
  size_t last = first;
  for (size_t up = 0; up < kListHeadLines && last > 0; ++up) {
    const std::string_view line = Trim(lines[last - 1]);
    if (line.empty() || line.size() > kLongListLine) break;
    --last;
    said = ToLower(line) + " " + said;
  }
  const auto has = [&](std::string_view key) {
    const std::vector<std::string>& all = Phrases("internal", key);
    const auto found = std::find_if(all.begin(), all.end(), [&](const std::string& phrase) {
      return said.find(phrase) != std::string::npos;
    });
    return found == all.end() ? std::string() : *found;
  };
  InternalSign out;
  out.place.line = static_cast<int>(last) + 1;
  out.kind = InternalSign::Kind::kDeprecated;
  out.words = has("listed-deprecated");
  if (out.words.empty()) {
    out.kind = InternalSign::Kind::kComment;
    out.words = has("listed-internal");
  }
  return out.words.empty() ? std::nullopt : std::optional(std::move(out));
}

using Listed = std::vector<std::optional<InternalSign>>;  // by name

Listed SearchLists(const Tree& tree, const std::vector<std::string>& names, unsigned jobs) {
  // Not the product's sources: a list there is one that the program uses.
  const auto checks = [](const SourceFile& file) {
    if (file.kind == FileKind::kPage || file.scope == Scope::kVendored) return false;
    return file.scope != Scope::kSrc || !IsSource(file.kind);
  };
  std::mutex mutex;
  Listed found(names.size());
  SearchFiles(tree, WordSearch(names), jobs, checks,
              [&](size_t file, std::string_view text, const std::vector<WordHit>& hits) {
                const std::vector<std::string_view> lines = Split(text, '\n');
                size_t line = 0;
                size_t begin = 0;  // of the line
                // Hits are in the order of the text, so the line is found by moving forward.
                for (const WordHit& hit : hits) {
                  while (line + 1 < lines.size() && begin + lines[line].size() < hit.offset) {
                    begin += lines[line].size() + 1;
                    ++line;
                  }
                  if (lines[line].size() > kLongListLine || !IsNameLine(lines[line])) continue;
                  std::optional<InternalSign> sign = SignOfHead(lines, line);
                  if (!sign) continue;
                  sign->place.file = tree.files[file].path;
                  const std::lock_guard<std::mutex> lock(mutex);
                  std::optional<InternalSign>& best = found[hit.word];
                  // The first place of all files, independent of the order of the threads.
                  if (!best || sign->place < best->place) best = std::move(sign);
                }
              });
  return found;
}

}  // namespace

void FindListedNames(const Tree& tree, unsigned jobs, std::vector<Flag>& flags) {
  std::vector<std::string> names;
  std::vector<size_t> flag_of;  // by name
  for (size_t i = 0; i < flags.size(); ++i) {
    if (!IsUndocumented(flags[i]) || !flags[i].passages.empty() || !flags[i].signs.empty())
      continue;
    names.push_back(flags[i].name);
    flag_of.push_back(i);
  }
  if (names.empty()) return;
  const Listed found = Remembered<Listed>(
      tree.memory, "listed names", names, [&] { return SearchLists(tree, names, jobs); },
      [](const Listed&) { return true; });
  if (found.size() != names.size()) return;  // of a forged cache
  for (size_t i = 0; i < names.size(); ++i) {
    if (found[i]) flags[flag_of[i]].signs.push_back(*found[i]);
  }
}

}  // namespace flagcensus
