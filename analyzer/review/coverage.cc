// tree, diagnostics, flags ─→ what was examined, and what was not compared for which reason
//
//   | `APP_LOG_NET` | …, the code reads "APP_LOG_" + name   ─→ families: APP_LOG_*, 1 entry
//   | `APP_TOOL` | …, only a shell script reads it          ─→ elsewhere: shell, 1 entry
//
// An entry without an access of its name is not compared if something else may access it. That is
// an access with a name made at run time, or a program in a language that is not analysed. Or an
// access of an unknown name, if a string of the sources ends the name, or the file of the access
// declares a flag of that name.
#include "analyzer/review/coverage.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/languages/rows.h"
#include "analyzer/light/light_reader.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxProbed = 10000;  // files of which the beginning is read

// Whether the diagnostic says that a part of the input was not read.
bool SaysCut(const Diagnostic& diagnostic) {
  constexpr std::array<std::string_view, 14> kKinds = {
      "file-too-large",     "include-too-deep",   "limit",          "line-too-long",
      "nested-too-deep",    "page-too-complex",   "page-too-large", "page-truncated",
      "parse-limit",        "reference-too-long", "run-limit",      "table-too-wide",
      "too-many-inclusions"};
  return std::find(kKinds.begin(), kKinds.end(), diagnostic.kind) != kKinds.end();
}

// The part of a path that determines its language: "*.js", or "" for a file without an ending.
// A name that begins with a dot has no ending: ".profile".
std::string EndingOf(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string()
                                                   : "*" + std::string(name.substr(dot));
}

// The language of each ending as it is reported, determined once.
struct Languages {
  bool scripts = false;  // those that only start programs, too
  std::map<std::string, std::string> known = {};

  // "" if the file is not in a known language.
  const std::string& Of(const SourceFile& file) {
    const std::string ending = EndingOf(file.path);
    const auto [at, fresh] = known.try_emplace(ending);
    if (!fresh || ending.empty()) return at->second;
    const LightLanguage* const found =
        LightLanguageOf(LightLanguages(), "file" + ending.substr(1), {});
    const bool counts =
        found != nullptr && (found->program || (scripts && !found->interpreters.empty()));
    // The row for languages of which little is known has no name to show.
    if (counts) at->second = found->name.starts_with("another ") ? ending : found->name;
    return at->second;
  }
};

bool IsBinaryFile(const SourceFile& file) {
  std::string start(kBinaryProbe, '\0');
  std::ifstream stream(file.absolute, std::ios::binary);
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<size_t>(stream.gcount()));
  return IsBinary(start);
}

// Entries that say themselves that nothing may access the variable.
bool IsExcused(const Entry& entry) {
  return entry.HasClaim("removed") || entry.HasClaim("docstring-only") ||
         entry.HasClaim("discouraged");
}

// The accesses of the program and its scripts: names that tests compose are not a family.
std::vector<const Access*> OwnAccesses(const Flag& flag) {
  std::vector<const Access*> out;
  for (const FlagAccess& one : flag.accesses) {
    const Scope scope = one.access->scope;
    if (scope == Scope::kSrc || scope == Scope::kScript) out.push_back(one.access);
  }
  return out;
}

// The language of the program that alone reads `flag`; "" if there is none.
std::string LanguageAlone(const Flag& flag) {
  for (const LightAccess& access : flag.light) {
    if (access.by_program && access.op == AccessOp::kRead) return access.language;
  }
  return {};
}

// Whether an access of an unknown name, in one of `files`, may be one of this variable: the sources
// contain what the name is made of.
// A string with the end of the name may be anywhere; a flag of that name must be in the same file.
bool MayBeUnknown(const Flag& flag, const std::set<std::string_view>& files) {
  if (flag.spelled_as) return !files.empty();
  return flag.declared_as && files.contains(flag.declared_as->file);
}

}  // namespace

Coverage CoverageOf(const Tree& tree, const std::vector<Diagnostic>& diagnostics) {
  Coverage out;
  for (const SourceFile& file : tree.files) out.sources += IsSource(file.kind) ? 1 : 0;
  for (const SourceFile& file : tree.files) {
    if (!IsAskedLanguage(file.kind)) continue;
    out.languages.insert(RowsOf(AskedLanguageOf(file.kind)).name);
  }
  // Without any source, scripts count as programs: they may be all that the tree has.
  Languages languages{out.sources == 0};
  // What was not read, by language; without a language, whether it is a binary.
  size_t probed = 0;
  for (const SourceFile& file : tree.files) {
    if (file.kind != FileKind::kOther || file.scope == Scope::kVendored) continue;
    if (out.sources > 0 && file.scope != Scope::kSrc) continue;
    if (const std::string& language = languages.Of(file); !language.empty()) {
      ++out.unread[language];
    } else if (out.sources == 0 && !tree.in_memory && probed++ < kMaxProbed) {
      out.binaries += IsBinaryFile(file) ? 1 : 0;
    }
  }
  for (const Diagnostic& diagnostic : diagnostics) {
    if (SaysCut(diagnostic)) ++out.limits[diagnostic.kind];
  }
  return out;
}

// Here scripts count as known: only files in no language at all are probed.
uint64_t CountBinaries(const Tree& tree) {
  if (tree.in_memory) return 0;
  Languages languages{.scripts = true};
  uint64_t out = 0;
  for (const SourceFile& file : tree.files) {
    const bool other = file.kind == FileKind::kOther && languages.Of(file).empty();
    if (other && IsBinaryFile(file)) ++out;
  }
  return out;
}

void CountEntries(const std::vector<Flag>& flags, const std::vector<const Access*>& unresolved,
                  Coverage& coverage) {
  // Names made at run time, by the program and not by its tests.
  std::vector<const Flag*> patterns = PatternFlags(flags);
  std::erase_if(patterns, [](const Flag* flag) { return OwnAccesses(*flag).empty(); });
  std::map<std::string_view, ComputedFamily> families;
  coverage.unknown_names = unresolved.size();
  std::set<std::string_view> files;
  for (const Access* access : unresolved) files.insert(access->place.file);
  for (const Flag& flag : flags) {
    coverage.entries += flag.entries.size();
    if (!flag.accesses.empty() || IsPattern(flag.name)) continue;
    const auto count =
        static_cast<uint64_t>(std::count_if(flag.entries.begin(), flag.entries.end(),
                                            [](const Entry* entry) { return !IsExcused(*entry); }));
    if (count == 0) continue;
    // The first that applies: a computed name, another language, an unknown name. What remains was
    // compared, and is unused.
    const auto family = std::find_if(patterns.begin(), patterns.end(), [&](const Flag* pattern) {
      return MayMake(pattern->name, flag.name);
    });
    if (family != patterns.end()) {
      const std::vector<const Access*> accesses = OwnAccesses(**family);
      ComputedFamily& found = families[(*family)->name];
      found.pattern = (*family)->name;
      found.place = accesses.front()->place;
      found.accesses = accesses.size();
      found.entries += count;
    } else if (const std::string language = LanguageAlone(flag); !language.empty()) {
      coverage.elsewhere[language] += count;
    } else if (flag.light.empty() && MayBeUnknown(flag, files)) {
      coverage.unknown_entries += count;
    }
  }
  for (auto& [pattern, family] : families) coverage.families.push_back(std::move(family));
  std::stable_sort(
      coverage.families.begin(), coverage.families.end(),
      [](const ComputedFamily& a, const ComputedFamily& b) { return a.entries > b.entries; });
}

}  // namespace flagcensus
