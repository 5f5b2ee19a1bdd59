// Flags ─→ which of them are listed ─→ a row each, with its description ─→ sections.
//
// A variable is listed if an existing page documents it, or if the sources access it and nothing
// shows that it is not meant for users (rules/documentation_status.h). The page and `check` decide
// alike.
//
//   APP_PORT       read in the sources                       a row
//   APP_LOG_A...Z  read, and a page documents APP_LOG_*      one row for APP_LOG_*
//   APP_OLD        on a page, nothing accesses it            a comment at the end
//   RACKLIB_KEY    in a sample, read by a library            a row
//   APP_STATE      set by the program for its children       omitted, unless --with handed-on
//
// A variable that the target documents outside of its markers does not get a second row inside.
#include "analyzer/reference/rows.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/model/unset.h"
#include "analyzer/pages/names.h"
#include "analyzer/project/scope.h"
#include "analyzer/rules/documentation_status.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/links.h"
#include "analyzer/rules/ownership.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/untouched.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {
namespace {

// Why a variable is omitted, by the reasons of its documentation status.
struct Kept {
  std::string_view reason;
  std::string_view with;  // the value of --with that includes it
};
constexpr std::array kReasons = {
    Kept{"third-party", "foreign"}, Kept{"set-by-program", "handed-on"},
    Kept{"only-set", "handed-on"},  Kept{"test-switch", "test"},
    Kept{"hidden", "internal"},     Kept{"internal", "internal"},
    Kept{"gone", "internal"},       Kept{"special-build", "internal"},
    Kept{"underscore", "internal"}, Kept{"lower-case", "internal"},
    Kept{"unused", "internal"},     Kept{"unmarked", "internal"},
    Kept{"licensed", "foreign"},    Kept{"set-by-project", "handed-on"},
};

bool Asks(const DocsOptions& options, std::string_view what) {
  return std::any_of(options.with.begin(), options.with.end(),
                     [&](const std::string& with) { return with == what || with == "all"; });
}

// A name that a test passes to a function of the sources is the test's.
// tests/a.py: get("APP_X"), with get() in src/env.py ─→ kTest, although the read itself is in src.
Scope ScopeFor(const Access& access) {
  const bool test = std::any_of(access.chain.begin(), access.chain.end(), [](const Place& place) {
    return ScopeOf(place.file) == Scope::kTest;
  });
  return test ? Scope::kTest : access.scope;
}

// Without --scope, only src: a variable that only a test or an example reads is not the product's.
bool IsInScope(const Access& access, const DocsOptions& options) {
  const Scope scope = ScopeFor(access);
  if (options.scopes.empty()) return scope == Scope::kSrc;
  return std::find(options.scopes.begin(), options.scopes.end(), ToString(scope)) !=
         options.scopes.end();
}

// A test or an example that sets a variable does not say what the program does.
bool IsSetForTrial(const Access& access) {
  const bool trial = access.scope == Scope::kTest || access.scope == Scope::kExample ||
                     access.scope == Scope::kDocs || access.scope == Scope::kDocstring;
  return trial && (IsWrite(access.op) || access.op == AccessOp::kSetDefault);
}

// The accesses that the row is about: those of the scopes in the options, otherwise all.
std::vector<const Access*> ReportedAccesses(const Flag& flag, const DocsOptions& options) {
  std::vector<const Access*> out, others;
  for (const FlagAccess& one : flag.accesses) {
    if (IsInScope(*one.access, options)) {
      out.push_back(one.access);
    } else if (!IsSetForTrial(*one.access)) {
      others.push_back(one.access);
    }
  }
  return out.empty() ? others : out;
}

// Whether a family (APP_*) is narrower than the project's whole prefix. A pattern without a prefix,
// or with the prefix alone, documents nothing in particular.
//
//   APP_LOG_*   with the own prefix APP_  ─→  a family
//   APP_*       with the own prefix APP_  ─→  none
//   *_URL                                 ─→  none
bool IsFamily(const RuleInput& rules, const std::string& name) {
  if (name.empty() || name.front() == '*' || !Covers(name, name)) return false;
  const std::string stem = name.substr(0, name.find('*'));
  const OwnPrefix* const own = OwnPrefixOf(rules.ownership, stem);
  return name.ends_with('*') && stem.ends_with('_') && (own == nullptr || own->prefix != stem);
}

// Whether the variables of the tree without an entry are listed, by name.
class Choice {
 public:
  explicit Choice(const RowInput& input) : input_(input) {
    for (const DocumentationStatus& doc_status : DocumentationStatusesOf(input.rules)) {
      reasons_.emplace(doc_status.flag->name, std::string(doc_status.reason));
    }
    for (const Flag& flag : input.rules.flags) {
      if (!flag.accesses.empty()) touched_.insert(flag.name);
    }
    for (const std::string& name : input.options.include) include_.Add(name);
    for (const std::string& name : input.options.exclude) exclude_.Add(name);
    for (const InternalFlag& row : input.rules.internal) internal_.Add(row.name);
  }

  // Names in --include and --exclude decide first, then the pages, then the code.
  // So a page that documents a third-party variable keeps its row, and --exclude removes it.
  bool Lists(const Flag& flag) const {
    const DocsOptions& options = input_.options;
    if (flag.name.empty()) return false;
    if (!include_.empty() && !include_.Matches(flag.name)) return false;
    if (exclude_.Matches(flag.name)) return false;
    if (IsListed(flag)) return true;
    const bool touched =
        std::any_of(flag.accesses.begin(), flag.accesses.end(),
                    [&](const FlagAccess& one) { return IsInScope(*one.access, options); });
    if (!flag.entries.empty() && (touched || IsReadElsewhere(flag))) return true;
    if (!touched) return false;
    if (IsPattern(flag.name)) return IsFamily(input_.rules, flag.name) && !ExtendsOne(flag.name);
    if (internal_.Matches(flag.name) && !Asks(options, "internal")) return false;
    const auto found = reasons_.find(flag.name);
    if (found == reasons_.end()) {
      if (OwnerOf(input_.rules.ownership, flag.name) != nullptr) return Asks(options, "foreign");
      return !SourceAccesses(flag).empty() || !options.scopes.empty();
    }
    const auto reason = std::find_if(kReasons.begin(), kReasons.end(), [&](const Kept& kept) {
      return kept.reason == found->second;
    });
    return reason == kReasons.end() || Asks(options, reason->with);
  }

 private:
  // Whether a page lists it. A page that only mentions it may do so with variables of other
  // programs.
  static bool IsListed(const Flag& flag) {
    return std::any_of(flag.entries.begin(), flag.entries.end(),
                       [](const Entry* entry) { return entry->IsListed(); });
  }

  // Whether a script or setup file of the product reads it.
  static bool IsReadElsewhere(const Flag& flag) {
    return std::any_of(flag.light.begin(), flag.light.end(), [](const LightAccess& light) {
      return light.op == AccessOp::kRead && ScopeOf(light.place.file) == Scope::kSrc;
    });
  }

  // APP_CACHE_DIR_* next to APP_CACHE_DIR: the code builds a path of keys, and users set nothing
  // there.
  bool ExtendsOne(const std::string& name) const {
    return name.ends_with("_*") && touched_.contains(name.substr(0, name.size() - 2));
  }

  const RowInput& input_;
  std::set<std::string, std::less<>> touched_;
  Globs include_, exclude_, internal_;
  std::map<std::string, std::string, std::less<>> reasons_;
};

// Whether the write is an entry of a table of names that is read by iteration: the value in the
// table is not a value of the variable.
bool IsOfTable(const Access& write, const std::vector<const Access*>& accesses) {
  return write.via == "env-dict" &&
         std::any_of(accesses.begin(), accesses.end(), [&](const Access* access) {
           return !IsWrite(access->op) && access->place == write.place;
         });
}

// Whether a mapping of variables begins with the name and an empty value, {"APP_MODE": ""}, which
// the program fills later.
// An empty value that is meant as such, in a mapping passed to a child, is missed as well.
bool BeginsEmpty(const Access& write) {
  return write.via == "env-dict" && write.value && write.value->empty();
}

// os.getenv("APP_X"), os.environ["APP_X"] = "1" ─→ the place of the read, and a write with value 1.
void TakePlaces(const std::vector<const Access*>& accesses, Row& row) {
  std::vector<Place> touched;
  const bool read = std::any_of(accesses.begin(), accesses.end(),
                                [](const Access* access) { return access->op == AccessOp::kRead; });
  const bool empty = read && std::any_of(accesses.begin(), accesses.end(),
                                         [](const Access* access) { return BeginsEmpty(*access); });
  for (const Access* access : accesses) {
    if (access->op == AccessOp::kRead || access->op == AccessOp::kSetDefault) {
      row.places.push_back(access->place);
      row.read = true;
    } else {
      touched.push_back(access->place);
    }
    const bool says = !access->use.written_back && !(empty && access->value == "");
    if (says && IsWrite(access->op) && access->op != AccessOp::kDelete &&
        !IsOfTable(*access, accesses)) {
      row.writes.push_back({FillsIn(*access) ? AccessOp::kSetDefault : access->op, access->value,
                            access->place, access->evidence.branch != 0});
    }
    if (access->op == AccessOp::kTest) row.read = true;
  }
  // A variable that is only tested or set has the places of those accesses.
  if (row.places.empty()) row.places = std::move(touched);
}

// Places in files of other languages, for a variable that only those read.
void TakeLight(const Flag& flag, Row& row) {
  for (const LightAccess& light : flag.light) {
    if (light.op != AccessOp::kRead) continue;
    row.places.push_back(light.place);
    row.read = true;
    if (light.default_kind == DefaultKind::kNone) continue;
    AddDefault({light.default_kind, light.default_text, {light.place}}, row.type, row.defaults);
  }
  if (row.read && row.defaults.empty()) row.defaults = {{DefaultKind::kNone, "", row.places}};
}

// Options in the variable's value, each once: --fast of APP_FLAGS.
void TakeParts(const Flag& flag, Row& row) {
  std::set<std::string> seen;
  for (const Entry* part : flag.sub_flags) {
    if (!seen.insert(part->name).second) continue;
    row.parts.push_back({part->name, part->value.value_or(""), part->description});
  }
}

// The section on the page that documents most variables. With sections by page, the page itself
// counts as well.
void TakeSection(const RowInput& input, const Flag& flag, Row& row) {
  size_t most = 0;
  for (const Entry* entry : flag.entries) {
    if (!entry->IsListed()) continue;  // a mention places nothing
    if (input.generated.contains(entry->place.file)) continue;
    const auto size = input.page_sizes.find(entry->place.file);
    const size_t count = size == input.page_sizes.end() ? 0 : size->second;
    const bool own = IsOwnEntry(input, *entry) && input.options.sections != "page";
    // A page with a heading for each variable does not have sections by these headings.
    const NameShape shape = ShapeOf(entry->section);
    const bool name = shape == NameShape::kStrong || shape == NameShape::kWeak;
    if (own || name || entry->section.empty() || count <= most) continue;
    most = count;
    row.section.title = entry->section;
    row.section.entry_at = entry->place;
    const auto start = input.section_starts.find({entry->place.file, entry->section});
    row.section.at = start == input.section_starts.end() ? entry->place : start->second;
  }
}

// Whether its value is a credential, by the end of the name.
// APP_TOKEN, APP_DB_PASSWORD ─→ true; APP_TOKENS, APP_TOKEN_FILE ─→ false: a number, a path. A
// secret with a different name (APP_DSN) is not recognised.
bool IsSecretValue(const Row& row) {
  if (row.type != ValueType::kStr && row.type != ValueType::kUnknown) return false;
  const std::string name = ToUpper(row.name);
  // A default that is a word shows that the value is not a credential: "<pad>" of a PAD_TOKEN.
  const RowDefault* const single = row.single_default();
  const bool word =
      single != nullptr && single->kind == DefaultKind::kLiteral && !single->text.empty();
  if (word && name.find("PASSW") == std::string::npos) return false;
  const std::vector<std::string>& ends = Phrases("descriptions", "secret_ends");
  return std::any_of(ends.begin(), ends.end(), [&](const std::string& end) {
    return name.ends_with(end) &&
           (name.size() == end.size() || name[name.size() - end.size() - 1] == '_');
  });
}

// The order matters: the type from the code decides how defaults compare, and the description,
// which needs the defaults, may settle both afterwards.
Row MakeRow(const RowInput& input, const Flag& flag) {
  Row row;
  row.name = flag.name;
  const std::vector<const Access*> accesses = ReportedAccesses(flag, input.options);
  TakePlaces(accesses, row);
  TakeValues(input, flag, accesses, row);
  if (accesses.empty()) TakeLight(flag, row);
  SettleValues(input, flag, accesses, row);
  TakeParts(flag, row);
  Describe(input, flag, accesses, row);
  SettleDefaultByWords(input, accesses, row);
  TakeFallbackByWords(input, row);
  SettleTypeByWords(input, flag, row);
  TakeSection(input, flag, row);
  std::set<std::string> files;
  for (const Place& place : row.places) files.insert(place.file);
  row.uses = row.read ? files.size() : 0;
  row.secret = IsSecretValue(row);
  return row;
}

// The row, including what an earlier run wrote about the variable into the target.
// So a description that only the generated page contains is kept.
Row MakeRowWithOwn(const RowInput& input, const Flag& flag) {
  const auto own = input.own_entries.find(flag.name);
  if (own == input.own_entries.end()) return MakeRow(input, flag);
  Flag with = flag;
  with.entries.insert(with.entries.end(), own->second.begin(), own->second.end());
  return MakeRow(input, with);
}

// Whether the code accesses it, or a file in another language reads it.
bool IsTouched(const Flag& flag) {
  return !flag.accesses.empty() ||
         std::any_of(flag.light.begin(), flag.light.end(),
                     [](const LightAccess& light) { return light.op == AccessOp::kRead; });
}

// Whether no known access in the tree is of the documented variable; for a family, whether there is
// none of a member.
bool IsGone(const Flag& flag, const std::vector<Flag>& all) {
  if (IsTouched(flag)) return false;
  return !IsPattern(flag.name) || std::none_of(all.begin(), all.end(), [&](const Flag& member) {
    return IsTouched(member) && Covers(flag.name, member.name);
  });
}

// The libraries of the variables that a sample of the project lists and only a library that the
// project requires reads, by the variable. `check` does not report them either.
//
//   RACKLIB_KEY= in .env.example, and racklib among the dependencies  ─→  RACKLIB_KEY: racklib
std::map<std::string, std::string, std::less<>> SampledOfLibraries(const RowInput& input) {
  std::map<std::string, std::string, std::less<>> out;
  for (const Untouched& one : UntouchedOf(input.rules)) {
    if (one.kind != "third-party") continue;
    const Flag* const flag = FindFlag(input.rules, one.finding.name);
    const Dependency* const library = DependencyOf(input.rules.ownership, one.finding.name);
    if (flag == nullptr || library == nullptr) continue;
    const bool sampled =
        std::any_of(flag->entries.begin(), flag->entries.end(), [&](const Entry* entry) {
          return entry->how == EntryHow::kDotenv && !IsOwnEntry(input, *entry);
        });
    if (sampled) out.emplace(flag->name, library->name);
  }
  return out;
}

// Members of a documented family that no page describes one by one. If there are many, the row of
// the family represents them.
class Folded {
 public:
  Folded(const RowInput& input, const Choice& choice) : input_(input) {
    for (const Flag* family : input.families) {
      const bool inner = !family->name.ends_with('*');  // APP_*_URL
      if (inner || IsFamily(input.rules, family->name)) families_.push_back(family);
    }
    for (const Flag& flag : input.rules.flags) {
      const Flag* const family = FamilyOf(flag);
      if (family != nullptr && choice.Lists(flag)) members_[family->name].push_back(&flag);
    }
  }

  bool Holds(const Flag& flag) const {
    const Flag* const family = FamilyOf(flag);
    if (family == nullptr) return false;
    return Members(family->name).size() >= kMany || IsMadeWith(flag, *family);
  }

  // The members that the row of the family represents.
  const std::vector<const Flag*>& Members(const std::string& family) const {
    static const std::vector<const Flag*> kNone;
    const auto found = members_.find(family);
    return found == members_.end() || found->second.size() < kMany ? kNone : found->second;
  }

 private:
  // From 12 members on, rows would repeat what the family's row says.
  // With fewer, the names themselves are worth more than a shorter page.
  static constexpr size_t kMany = 12;

  // Whether the code builds the name at the place of the family's access.
  bool IsMadeWith(const Flag& flag, const Flag& family) const {
    return std::all_of(flag.accesses.begin(), flag.accesses.end(), [&](const FlagAccess& one) {
      if (!IsInScope(*one.access, input_.options)) return true;
      return std::any_of(
          family.accesses.begin(), family.accesses.end(),
          [&](const FlagAccess& other) { return other.access->place == one.access->place; });
    });
  }

  const Flag* FamilyOf(const Flag& flag) const {
    if (!flag.entries.empty() || IsPattern(flag.name)) return nullptr;
    for (const Flag* family : families_) {
      if (Covers(family->name, flag.name)) return family;
    }
    return nullptr;
  }

  const RowInput& input_;
  std::vector<const Flag*> families_;
  std::map<std::string, std::vector<const Flag*>, std::less<>> members_;
};

// Whether the target documents the variable outside its markers.
bool IsDocumentedOutside(const RowInput& input, const Flag& flag) {
  return input.own_end > 0 &&
         std::any_of(flag.entries.begin(), flag.entries.end(), [&](const Entry* entry) {
           return entry->place.file == input.target && !IsOwnEntry(input, *entry);
         });
}

// A name that contains one variable here and another there is omitted.
BoundNames BoundNamesOf(const std::vector<Flag>& flags) {
  BoundNames out;
  for (const Flag& flag : flags) {
    for (const FlagAccess& one : flag.accesses) {
      const Access& access = *one.access;
      const bool held =
          access.op == AccessOp::kRead && access.bound_to && !IsPattern(flag.name) &&
          (access.bound_kind == BoundKind::kModule || access.bound_kind == BoundKind::kClass);
      if (!held) continue;
      const auto [at, added] = out.emplace(*access.bound_to, flag.name);
      if (!added && at->second != flag.name) at->second.clear();
    }
  }
  std::erase_if(out, [](const auto& one) { return one.second.empty(); });
  return out;
}

// getenv("APP_X") or getenv("APP_Y") ─→ APP_X "falls back to APP_Y", APP_Y "used if APP_X is not
// set".
void TakeLinks(const RowInput& input, std::map<std::string, Row*, std::less<>>& rows) {
  const auto add = [](std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  const std::vector<Link> links = LinksOf(input.rules);
  for (const Link& link : links) {
    // Each is read if the other is not set: which is first depends on what the program wants to
    // know.
    const bool both = std::any_of(links.begin(), links.end(), [&](const Link& other) {
      return other.first == link.second && other.second == link.first;
    });
    if (both || link.first == link.second) continue;
    if (const auto row = rows.find(link.first); row != rows.end()) {
      add(row->second->falls_back_to, link.second);
    }
    if (const auto row = rows.find(link.second); row != rows.end()) {
      add(row->second->read_after, link.first);
    }
  }
}

// The name after its first word; "" if it has only one.
// OVEN_HOME ─→ HOME
std::string_view TailOf(std::string_view name) {
  const size_t first = name.find('_');
  return first == std::string_view::npos ? std::string_view() : name.substr(first + 1);
}

// Whether two names mean the same thing: OVEN_HOME and oven_home, OVEN_HOME and BAKERY_HOME.
// Equal words are only a hint, so JoinAliases requires a fallback from one to the other besides.
bool AreAliases(const std::string& a, const std::string& b) {
  if (ToUpper(a) == ToUpper(b)) return true;
  const std::string_view tail = TailOf(a);
  return !tail.empty() && (tail == TailOf(b) || tail == b || TailOf(b) == a);
}

// Removes the rows of other names of a variable. They are read only if that one is not set, and no
// page says anything about them; the row of the first says that it falls back to them.
void JoinAliases(const RowInput& input, std::map<std::string, Row*, std::less<>>& by_name,
                 std::vector<Row>& rows) {
  std::set<std::string, std::less<>> listed, joined;
  for (const Flag& flag : input.rules.flags) {
    if (!flag.entries.empty()) listed.insert(flag.name);
  }
  for (const Row& row : rows) {
    // What an earlier run wrote into the other row is not a description.
    const bool described =
        !row.description.text.empty() && !row.description.text.starts_with(kFallsBackTo);
    const bool bare = !described && row.falls_back_to.empty() && row.writes.empty();
    if (!bare || row.read_after.size() != 1 || listed.contains(row.name)) continue;
    const auto first = by_name.find(row.read_after.front());
    if (first == by_name.end() || !AreAliases(first->second->name, row.name)) continue;
    Row& kept = *first->second;
    const RowDefault* const own = kept.single_default();
    if (own == nullptr || own->kind != DefaultKind::kNone) {
      if (!kept.defaults.empty() && !row.defaults.empty() &&
          row.defaults.front().kind != DefaultKind::kNone) {
        continue;
      }
    } else if (row.single_default() != nullptr) {
      kept.defaults = row.defaults;
    }
    joined.insert(row.name);
  }
  std::erase_if(rows, [&](const Row& row) { return joined.contains(row.name); });
}

// The variables that an earlier run listed on the page and that nothing reads any more.
// So the next page can say that they were removed, with the commit if that is known.
void TakeOwnGone(const RowInput& input, ReferencePage& page) {
  std::map<std::string_view, const Flag*> flags;
  for (const Flag& flag : input.rules.flags) flags.emplace(flag.name, &flag);
  for (const auto& [name, entries] : input.own_entries) {
    const auto flag = flags.find(name);
    const bool there = flag != flags.end() && !IsGone(*flag->second, input.rules.flags);
    const bool here = std::any_of(entries.begin(), entries.end(), [&](const Entry* entry) {
      return entry->place.file == input.target;
    });
    if (!here || there || IsPattern(name) || input.removed.contains(name)) continue;
    page.was_listed.insert(name);
  }
  for (const auto& [name, commit] : input.removed) {
    const auto flag = flags.find(name);
    const bool there = flag != flags.end() && !IsGone(*flag->second, input.rules.flags);
    if (!there) page.removed.push_back({name, commit});
  }
}

}  // namespace

bool IsOwnEntry(const RowInput& input, const Entry& entry) {
  if (input.generated.contains(entry.place.file)) return true;
  if (input.target.empty() || entry.place.file != input.target) return false;
  return input.own_end == 0 ||
         (entry.place.line >= input.own_begin && entry.place.line <= input.own_end);
}

ReferencePage BuildPage(RowInput input) {
  for (const Flag& flag : input.rules.flags) {
    for (const Entry* entry : flag.entries) {
      ++input.page_sizes[entry->place.file];
      const std::pair section{entry->place.file, entry->section};
      ++input.section_sizes[section];
      Place& start = input.section_starts.emplace(section, entry->place).first->second;
      start = std::min(start, entry->place);
    }
    if (IsPattern(flag.name) && !flag.entries.empty()) input.families.push_back(&flag);
  }
  input.bound = BoundNamesOf(input.rules.flags);
  input.contexts = ContextsOf(input.rules.flags);
  ReferencePage page;
  page.title = input.options.title;
  const Choice choice(input);
  std::vector<Row> rows;
  const Folded folded(input, choice);
  const auto of_libraries = SampledOfLibraries(input);
  for (const Flag& flag : input.rules.flags) {
    if (IsDocumentedOutside(input, flag) || folded.Holds(flag)) continue;
    if (!choice.Lists(flag)) {
      page.omitted += SourceAccesses(flag).empty() || IsPattern(flag.name) ? 0 : 1;
      if (IsTouched(flag)) page.unlisted.insert(flag.name);
      continue;
    }
    const auto library = of_libraries.find(flag.name);
    const bool gone = library == of_libraries.end() && IsGone(flag, input.rules.flags);
    Row row = MakeRowWithOwn(input, flag);
    if (library != of_libraries.end()) {
      row.code.library = library->second;
      row.defaults.clear();  // a sample's value is not the library's default
    }
    // Members lend their places to a family that nothing reads as such.
    for (const Flag* member : folded.Members(flag.name)) {
      if (row.read) break;
      TakePlaces(ReportedAccesses(*member, input.options), row);
    }
    // A family is read by all names that exist; a name that does not exist is unset.
    if (IsPattern(row.name) && row.read && row.defaults.empty()) {
      row.defaults = {{DefaultKind::kNone, "", row.places}};
    }
    (gone ? page.gone : rows).push_back(std::move(row));
  }
  std::map<std::string, Row*, std::less<>> by_name;
  for (Row& row : rows) by_name.emplace(row.name, &row);
  TakeLinks(input, by_name);
  if (input.join_aliases) JoinAliases(input, by_name, rows);
  TakeOwnGone(input, page);
  Correct(input.rules, rows);
  page.sections = MakeSections(std::move(rows), input.options);
  return page;
}

}  // namespace flagcensus
