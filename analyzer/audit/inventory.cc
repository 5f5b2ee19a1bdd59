// a project's flags, census and pages ─→ its ProjectAudit: totals, and one AuditVariable for each
// variable that the code accesses
//
//   Flag{APP_PORT, 2 reads, 1 entry}
//   ─→ AuditVariable{types: {int}, defaults: {80: 2}, documented: kDescribed, sites: 2}
#include <algorithm>
#include <set>

#include "analyzer/audit/audit.h"
#include "analyzer/base/text.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxDocuments = 20;  // of one variable; common names are on hundreds of pages
// The rest is counted in one line.
constexpr size_t kMaxSkipped = 1000;

// "app/utils" for app/utils/deep/x.py; the file itself if it is at the top. Folders that only
// contain sources (src, lib, python) do not count as a level.
//
//   src/app/utils/deep/x.py ─→ src/app/utils     setup.py ─→ setup.py
std::string PackageOf(std::string_view path) {
  std::vector<std::string_view> parts = Split(path, '/');
  if (parts.size() == 1) return std::string(path);
  constexpr std::string_view kHolders[] = {"src", "lib", "python"};
  // One level more below a folder that only contains sources.
  const bool held = parts.size() > 2 && std::find(std::begin(kHolders), std::end(kHolders),
                                                  parts[0]) != std::end(kHolders);
  const size_t deep = std::min(parts.size() - 1, held ? size_t{3} : size_t{2});
  std::string out;
  for (size_t i = 0; i < deep; ++i) {
    if (i > 0) out += '/';
    out += parts[i];
  }
  return out;
}

// The elements as a vector, in the sorted order of the set.
std::vector<std::string> Listed(const std::set<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

// Collects what the accesses of the variable say: types, languages, scopes, packages, defaults.
void TakeAccesses(const Flag& flag, AuditVariable& out) {
  std::set<std::string> types, languages, scopes, packages;
  std::map<std::pair<DefaultKind, std::string>, int> defaults;
  for (const FlagAccess& one : flag.accesses) {
    const Access& access = *one.access;
    if (access.type != ValueType::kUnknown) types.emplace(ToString(access.type));
    languages.emplace(ToString(access.language));
    scopes.emplace(ToString(access.scope));
    packages.insert(PackageOf(access.place.file));
    ++out.ops[std::string(ToString(access.op))];
    // Only reads have a default; a write has a value.
    if (access.op == AccessOp::kRead) {
      ++defaults[{access.default_kind, access.default_text.value_or("")}];
    }
    AuditSite site;
    site.access = &access;
    out.sites.push_back(std::move(site));
  }
  out.types = Listed(types);
  out.languages = Listed(languages);
  out.scopes = Listed(scopes);
  out.packages = Listed(packages);
  for (const auto& [key, count] : defaults) out.defaults.push_back({key.first, key.second, count});
}

// The documentation of a variable: its own entries, those of a family to which it belongs, other
// texts.
//
//   an entry for APP_*, and APP_PORT       ─→ kDescribed: the family's entry describes its members
//   "set APP_PORT first" on another page   ─→ kNamed
//
// Entries come first, so kMaxDocuments drops mentions first.
void TakeDocuments(const Flag& flag, const std::vector<const Flag*>& families, AuditVariable& out) {
  const auto take = [&](const Entry* entry, Documented how) {
    out.documents.push_back({entry->place, entry, nullptr});
    out.documented = std::max(out.documented, how);
  };
  for (const Entry* entry : flag.entries) take(entry, Documented::kDescribed);
  for (const Flag* family : families) {
    if (family == &flag || !Covers(family->name, flag.name)) continue;
    for (const Entry* entry : family->entries) take(entry, Documented::kDescribed);
  }
  for (const Passage& passage : flag.passages) {
    out.documents.push_back({passage.place, nullptr, &passage});
    out.documented =
        std::max(out.documented, passage.described ? Documented::kDescribed : Documented::kNamed);
  }
  for (const Entry* entry : flag.mentions) take(entry, Documented::kNamed);
  if (out.documents.size() > kMaxDocuments) out.documents.resize(kMaxDocuments);
}

// The aliases of each name: names that the code reads instead if it is unset, and names that a page
// calls aliases of it.
//
//   os.getenv("APP_PORT") or os.getenv("PORT")    ─→ APP_PORT: {PORT}, PORT: {APP_PORT}
//
// Fallbacks of tests and examples are not used: they often try names of other programs.
std::map<std::string, std::set<std::string>> AliasesOf(const AuditInput& input) {
  std::map<std::string, std::set<std::string>> out;
  // An alias is mutual: either name may be the older one.
  const auto join = [&](const std::string& one, const std::string& other) {
    if (one == other || one.empty() || other.empty()) return;
    out[one].insert(other);
    out[other].insert(one);
  };
  for (const Flag& flag : input.flags) {
    for (const FlagAccess& one : flag.accesses) {
      if (one.access->use.fallback_of && one.access->scope == Scope::kSrc) {
        join(flag.name, *one.access->use.fallback_of);
      }
    }
    for (const Entry* entry : flag.entries) {
      constexpr std::string_view kClaim = "alias-of:";
      for (const std::string& claim : entry->claims) {
        if (claim.starts_with(kClaim)) join(flag.name, claim.substr(kClaim.size()));
      }
    }
  }
  return out;
}

// The functions of the project through which it reads variables, the most used first. The key has
// the first place of the chain, so two functions with one name are two accessors.
std::vector<AuditAccessor> AccessorsOf(const Census& census) {
  std::map<std::pair<std::string, Place>, int> calls;
  for (const Access& access : census.accesses) {
    if (!access.chain.empty()) ++calls[{access.via, access.chain.front()}];
  }
  std::vector<AuditAccessor> out;
  for (const auto& [key, count] : calls) out.push_back({key.first, key.second, count});
  std::stable_sort(out.begin(), out.end(), [](const AuditAccessor& a, const AuditAccessor& b) {
    return a.calls > b.calls;
  });
  return out;
}

// Paths that the walk skipped, and inputs with a diagnostic, as one list.
void TakeSkipped(const AuditInput& input, ProjectAudit& out) {
  for (const SkippedPath& one : input.tree.skipped) out.skipped.emplace_back(one.path, one.reason);
  for (const Diagnostic& one : input.diagnostics) {
    std::string where = one.place.file;
    if (one.place.line > 0) where += ":" + std::to_string(one.place.line);
    out.skipped.emplace_back(std::move(where), one.message);
  }
  if (out.skipped.size() <= kMaxSkipped) return;
  const size_t more = out.skipped.size() - kMaxSkipped;
  out.skipped.resize(kMaxSkipped);
  out.skipped.emplace_back("", std::to_string(more) + " more are not listed");
}

}  // namespace

std::string_view ToString(Documented documented) {
  switch (documented) {
    case Documented::kDescribed:
      return "described";
    case Documented::kNamed:
      return "named";
    case Documented::kNo:
      break;
  }
  return "no";
}

// The reason is stored three times because each format reports it in a different place.
ProjectAudit FailedAudit(const AuditedSource& source, const std::string& why) {
  ProjectAudit out;
  out.source = source;
  out.error = why;
  out.skipped.emplace_back("", why);
  out.reading.failure = why;
  return out;
}

ProjectAudit AuditProject(const AuditInput& input) {
  ProjectAudit out;
  out.source = input.source;
  out.files = input.tree.files.size();
  for (const SourceFile& file : input.tree.files) out.bytes += file.size;
  for (const Access& access : input.census.accesses) {
    if (access.evidence.by_parameter && !access.name) continue;  // the wrapper's calls are counted
    ++out.accesses;
    if (IsUnresolved(access)) out.unresolved.push_back(&access);
  }
  out.resolved = out.accesses - out.unresolved.size();
  out.accessors = AccessorsOf(input.census);
  std::map<std::string, int> entries;
  for (const Entry& entry : input.entries) {
    if (entry.how != EntryHow::kMention) ++entries[entry.place.file];
  }
  for (const std::string& page : input.pages) out.pages.emplace_back(page, entries[page]);
  for (const Finding& finding : input.findings) {
    ++out.findings_by_rule[finding.rule];
    out.findings.push_back(&finding);
  }
  out.coverage = input.coverage;
  out.reading = ReadingOf(input.tree, input.census, input.coverage.unread, input.binaries);
  TakeSkipped(input, out);
  const std::vector<const Flag*> families = PatternFlags(input.flags);
  const std::map<std::string, std::set<std::string>> aliases = AliasesOf(input);
  for (const Flag& flag : input.flags) {
    // A variable that only pages mention is a finding of the rule `unused`.
    if (flag.accesses.empty()) continue;
    AuditVariable& variable = out.variables.emplace_back();
    variable.flag = &flag;
    TakeAccesses(flag, variable);
    TakeDocuments(flag, families, variable);
    if (const auto at = aliases.find(flag.name); at != aliases.end()) {
      variable.aliases = Listed(at->second);
    }
    if (const Owner* owner = OwnerOf(input.ownership, flag.name)) variable.owner = owner->name;
    // The inventory is sorted by name.
    const auto row = std::lower_bound(
        input.inventory.begin(), input.inventory.end(), flag.name,
        [](const InventoryRow& one, const std::string& name) { return one.name < name; });
    if (row != input.inventory.end() && row->name == flag.name) variable.inventory = &*row;
  }
  // Both need the sites of all variables, since a file is read once for all of them.
  ReadSites(input, out.variables);
  for (std::string& why : FindRisks(out.variables)) out.skipped.emplace_back("", std::move(why));
  return out;
}

}  // namespace flagcensus
