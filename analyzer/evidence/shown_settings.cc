// pages ─→ lists of variables ─→ those without a flag ─→ those that no other file of the tree
// contains
//
//   docker run -e APP_URL=... -e APP_PORT=80 -e APP_WORKERS=2 app
//   the code reads APP_URL and APP_PORT; only the page has APP_WORKERS  ─→ an entry of APP_WORKERS
#include "analyzer/evidence/shown_settings.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/documents/file_role.h"
#include "analyzer/project/changelog.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

// Entries of one tree; more come from a list of something else.
constexpr size_t kMaxShown = 500;
constexpr size_t kLongestShownLine = 1000;

struct Setting {
  std::string_view name;
  int line = 0;
};

size_t MarginOf(std::string_view line) { return EndOfRun(line, 0, IsTextSpace); }

// The name at the start of `text`, before one of `ends`; "" if it is not the name of a variable.
std::string_view NameBefore(std::string_view text, std::string_view ends) {
  // "TZ" and "UID" are too short to belong to one project.
  constexpr size_t kShortest = 4;
  while (!text.empty() && (text[0] == '"' || text[0] == '\'')) text.remove_prefix(1);
  const size_t end = EndOfRun(text, 0, IsIdentifierByte);
  if (end < kShortest || end >= text.size() || ends.find(text[end]) == std::string_view::npos) {
    return {};
  }
  const std::string_view name = text.substr(0, end);
  return IsDigit(name[0]) || ToUpper(name) != name ? std::string_view() : name;
}

// The settings below the line `environment:` at `at`; moves `at` past them. Anchors and merges are
// not followed.
std::vector<Setting> ReadMapping(const std::vector<std::string_view>& lines, size_t& at) {
  std::vector<Setting> out;
  const size_t indent = MarginOf(lines[at]);
  for (++at; at < lines.size(); ++at) {
    const std::string_view line = lines[at].substr(0, kLongestShownLine);
    std::string_view text = Trim(line);
    if (text.empty() || text.starts_with('#')) continue;
    if (MarginOf(line) < indent || (MarginOf(line) == indent && !text.starts_with("- "))) break;
    if (text.starts_with("- ")) text = Trim(text.substr(2));
    if (const std::string_view name = NameBefore(text, ":="); !name.empty()) {
      out.push_back({name, static_cast<int>(at) + 1});
    }
  }
  return out;
}

// The options `-e NAME=value` of the command that begins at `at`; moves `at` past it. A command
// goes on in lines that begin with '-'.
std::vector<Setting> ReadCommand(const std::vector<std::string_view>& lines, size_t& at) {
  std::vector<Setting> out;
  for (size_t first = at; at < lines.size(); ++at) {
    const std::string_view line = lines[at].substr(0, kLongestShownLine);
    if (at > first && !Trim(line).starts_with('-')) break;
    for (const std::string_view option : {"-e ", "-e=", "--env ", "--env="}) {
      for (size_t found = line.find(option); found != std::string_view::npos;
           found = line.find(option, found + 1)) {
        if (found > 0 && !IsTextSpace(line[found - 1])) continue;
        const std::string_view rest = Trim(line.substr(found + option.size()));
        if (const std::string_view name = NameBefore(rest, "="); !name.empty()) {
          out.push_back({name, static_cast<int>(at) + 1});
        }
      }
    }
  }
  return out;
}

// Whether the line starts a container.
bool RunsContainer(std::string_view line) {
  for (const std::string_view command : {"docker run", "podman run", "docker create"}) {
    if (line.find(command) != std::string_view::npos) return true;
  }
  return false;
}

using Names = std::set<std::string, std::less<>>;

class Reader {
 public:
  // `read`: the variables that the code accesses; `others`: the other flags. Keeps references.
  Reader(const Names& read, const Names& others, const IsOthers& is_others)
      : is_others_(is_others), read_(read), others_(others) {}

  // Adds what one page shows; may be called from several threads.
  void Add(const std::string& page, std::string_view text) {
    const std::vector<std::string_view> lines = Split(text, '\n');
    for (size_t at = 0; at < lines.size();) {
      const std::string_view line = lines[at].substr(0, kLongestShownLine);
      if (Trim(line) == "environment:") {
        AddList(page, ReadMapping(lines, at));
      } else if (RunsContainer(line)) {
        AddList(page, ReadCommand(lines, at));
      } else {
        ++at;
      }
    }
  }

  std::map<std::string, Entry>& shown() { return shown_; }

 private:
  // Adds the unknown names of one list, if the list is the project's own.
  void AddList(const std::string& page, const std::vector<Setting>& list) {
    // Variables that the code reads: with one, the container may be that of another program.
    constexpr size_t kOwn = 2;
    std::string_view beside;
    size_t known = 0;
    for (const Setting& one : list) {
      if (!read_.contains(one.name) || is_others_(one.name)) continue;
      if (beside.empty()) beside = one.name;
      ++known;
    }
    if (known < kOwn) return;
    for (const Setting& one : list) {
      const bool other =
          read_.contains(one.name) || others_.contains(one.name) || is_others_(one.name);
      if (other) continue;
      const std::scoped_lock lock(mutex_);
      if (shown_.size() >= kMaxShown) return;
      Entry& shown = shown_[std::string(one.name)];
      const Place place = {page, one.line, 0};
      if (!shown.name.empty() && shown.place < place) continue;
      shown.name = one.name;
      shown.place = place;
      shown.how = EntryHow::kExample;
      shown.claims = {"set-with:" + std::string(beside)};
    }
  }

  const IsOthers& is_others_;
  const Names& read_;
  const Names& others_;
  std::mutex mutex_;
  std::map<std::string, Entry> shown_;
};

std::vector<Entry> SearchSettings(const Tree& tree, unsigned jobs, const Names& read,
                                  const Names& others, const IsOthers& is_others) {
  Reader reader(read, others, is_others);
  // First the pages for users, then all other files for the names that only these pages contain.
  const auto is_guide = [](const SourceFile& file) {
    return file.kind == FileKind::kPage && !IsChangelog(file.path) &&
           RoleOfFile(file.path, file.scope, true, {}) == FileRole::kGuide;
  };
  SearchFiles(tree, WordSearch({"environment", "docker", "podman"}), jobs, is_guide,
              [&](size_t file, std::string_view text, const std::vector<WordHit>&) {
                reader.Add(tree.files[file].path, text);
              });
  // Names that another file contains are set or documented elsewhere, or built from parts.
  std::map<std::string, Entry>& shown = reader.shown();
  if (shown.empty()) return {};
  std::vector<std::string> names;
  for (const auto& [name, one] : shown) names.push_back(name);
  std::vector<char> found(names.size(), 0);
  std::mutex mutex;
  SearchFiles(
      tree, WordSearch(names), jobs,
      [](const SourceFile& file) {
        return file.kind != FileKind::kPage && !IsChangelog(file.path);
      },
      [&](size_t, std::string_view, const std::vector<WordHit>& hits) {
        const std::scoped_lock lock(mutex);
        for (const WordHit& hit : hits) found[hit.word] = 1;
      });
  std::vector<Entry> out;
  for (size_t i = 0; i < names.size(); ++i) {
    if (found[i] == 0) out.push_back(std::move(shown.at(names[i])));
  }
  return out;
}

}  // namespace

std::vector<Entry> FindShownSettings(const Tree& tree, unsigned jobs,
                                     const std::vector<Flag>& flags, const IsOthers& is_others) {
  Names read, others;
  for (const Flag& flag : flags) (flag.accesses.empty() ? others : read).insert(flag.name);
  return Remembered<std::vector<Entry>>(
      tree.memory, "shown settings", std::pair(read, others),
      [&] { return SearchSettings(tree, jobs, read, others, is_others); },
      [](const std::vector<Entry>&) { return true; });
}

}  // namespace flagcensus
