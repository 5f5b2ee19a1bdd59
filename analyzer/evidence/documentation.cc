// statements, sources ─→ passages and signs of variables without an entry
//
//   docs/guide.md:  "`APP_TRACE` writes a trace."       a passage, described
//   docs/guide.md:  "See also `APP_TRACE`."             a passage, not described: mentioned
//   CHANGES.md:     "Added `APP_TRACE`."                a passage, for contributors only
//   run.py:         env["APP_CHILD"] = "1"              a sign: the program sets it
//
// A description in a guide for users is worth most, then one for contributors, then a mention.
#include "analyzer/evidence/documentation.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>

#include "analyzer/base/text.h"
#include "analyzer/documents/strengths.h"
#include "analyzer/evidence/published.h"
#include "analyzer/project/scope.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxPassages = 8;  // per name; more add nothing

// Whether the statement counts as documentation for users: a page in any form, a help text or a
// data file only with a minimum strength.
bool IsDocumentation(const Statement& one) {
  if (one.role == FileRole::kHistory || one.role == FileRole::kTest ||
      one.role == FileRole::kVersion)
    return false;
  const bool says = one.strength >= StrengthsOfStatements().path;
  return one.kind == TextKind::kPage ||
         (says && (one.kind == TextKind::kHelp || one.kind == TextKind::kData));
}

// Whether users who look up a variable are unlikely to read such a page.
bool IsRarelyRead(FileRole role) { return role == FileRole::kWeak || role == FileRole::kHistory; }

// A statement and the properties that rank it among those about the same name.
struct RankedStatement {
  const Statement* said = nullptr;
  bool described = false;

  auto Key() const {
    return std::tuple(!described, said->role != FileRole::kGuide, std::tie(said->place));
  }
};

// Lines that access one of the names: the access itself says nothing to users.
using Sites = std::set<std::pair<std::string, int>>;

Sites SitesOf(const std::vector<Flag>& flags) {
  Sites out;
  for (const Flag& flag : flags) {
    for (const FlagAccess& access : flag.accesses) {
      out.insert({access.access->place.file, access.access->place.line});
    }
  }
  return out;
}

// Names that the program sets in a text that it writes, or in an environment that it makes.
using SetBy = std::map<std::string, std::pair<Place, InternalSign::Kind>>;

// How the source sets the name at `offset`; nullopt if it does not.
std::optional<InternalSign::Kind> SetAt(const PublishedText& source, size_t offset, size_t length) {
  if (source.IsWrittenOut(offset, length)) return InternalSign::Kind::kWrittenOut;
  if (source.IsPutInto(offset, length)) return InternalSign::Kind::kPutInto;
  return std::nullopt;
}

// The first place at which sources set each name, apart from the accesses themselves.
SetBy SearchSources(const Tree& tree, const std::vector<std::string>& names, const Sites& sites,
                    unsigned jobs) {
  SetBy set;
  std::mutex mutex;
  const WordSearch search(names);
  const auto is_read = [](const SourceFile& file) {
    return IsSource(file.kind) && file.scope != Scope::kTest && file.scope != Scope::kVendored;
  };
  SearchFiles(tree, search, jobs, is_read,
              [&](size_t index, std::string_view text, const std::vector<WordHit>& hits) {
                const std::string& path = tree.files[index].path;
                const PublishedText source(text);
                for (const WordHit& hit : hits) {
                  const Place place = {path, source.LineNumber(hit.offset), 0};
                  if (sites.contains({path, place.line})) continue;
                  const std::string& name = names[hit.word];
                  const auto kind = SetAt(source, hit.offset, name.size());
                  if (!kind) continue;
                  const std::lock_guard<std::mutex> lock(mutex);
                  const auto [at, added] = set.try_emplace(name, place, *kind);
                  if (!added && place < at->second.first) at->second = {place, *kind};
                }
              });
  return set;
}

}  // namespace

bool IsUndocumented(const Flag& flag) {
  return flag.entries.empty() && flag.name.find('*') == std::string::npos &&
         std::any_of(flag.accesses.begin(), flag.accesses.end(), [](const FlagAccess& access) {
           return access.access->scope == Scope::kSrc ||
                  (access.access->scope == Scope::kScript &&
                   IsInstallScript(access.access->place.file));
         });
}

void TakePassages(const std::vector<Statement>& statements, std::vector<Flag>& flags) {
  std::map<std::string_view, std::vector<RankedStatement>> by_name;
  for (const Flag& flag : flags) {
    if (IsUndocumented(flag)) by_name[flag.name];
  }
  for (const Statement& one : statements) {
    const auto at = by_name.find(one.name);
    if (at == by_name.end()) continue;
    // A changelog described the variable only to those who read it at the time.
    const bool of_changelog = one.role == FileRole::kHistory && one.kind == TextKind::kPage &&
                              one.strength >= StrengthsOfStatements().path;
    if (of_changelog) at->second.push_back({&one, false});
    if (!IsDocumentation(one)) continue;
    // A sentence for contributors is not for users; an entry in a list may be.
    const bool tells =
        one.role != FileRole::kWeak || one.strength >= StrengthsOfStatements().structure;
    const bool described =
        tells && one.strength >= StrengthsOfStatements().path && one.form != StatementForm::kPath;
    at->second.push_back({&one, described});
  }
  for (Flag& flag : flags) {
    const auto at = by_name.find(flag.name);
    if (at == by_name.end()) continue;
    std::vector<RankedStatement>& all = at->second;
    std::sort(all.begin(), all.end(),
              [](const RankedStatement& a, const RankedStatement& b) { return a.Key() < b.Key(); });
    // The best first; several statements at one place are one passage.
    for (const RankedStatement& one : all) {
      if (flag.passages.size() == kMaxPassages) break;
      if (!flag.passages.empty() && flag.passages.back().place == one.said->place) continue;
      flag.passages.push_back({one.said->place, one.described, one.said->default_kind,
                               one.said->default_text, one.said->text,
                               IsRarelyRead(one.said->role) && !one.described});
    }
  }
}

// Only names without a passage are searched for: with one, the passage decides.
void FindSetByProgram(const Tree& tree, unsigned jobs, std::vector<Flag>& flags) {
  std::vector<std::string> names;
  for (const Flag& flag : flags) {
    if (IsUndocumented(flag) && flag.passages.empty()) names.push_back(flag.name);
  }
  if (names.empty()) return;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const Sites sites = SitesOf(flags);
  const SetBy set = Remembered<SetBy>(
      tree.memory, "set by program", std::tuple(names, sites),
      [&] { return SearchSources(tree, names, sites, jobs); }, [](const SetBy&) { return true; });
  for (Flag& flag : flags) {
    const auto at = set.find(flag.name);
    if (at != set.end()) flag.signs.push_back({at->second.second, at->second.first, ""});
  }
}

}  // namespace flagcensus
