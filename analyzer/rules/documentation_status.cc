// flag without an entry ─→ evidence in order ─→ reason, explanation
#include "analyzer/rules/documentation_status.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analyzer/base/characters.h"
#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"
#include "analyzer/documents/file_role.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/model/unset.h"
#include "analyzer/project/scope.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/links.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/unresolved.h"
#include "analyzer/rules/untouched.h"

namespace flagcensus {
namespace {

// Whether the code only sets or deletes the variable, so a user's value is never used.
bool IsOnlySet(const std::vector<const Access*>& accesses) {
  return !accesses.empty() &&
         std::all_of(accesses.begin(), accesses.end(), [](const Access* access) {
           return access->op == AccessOp::kWrite || access->op == AccessOp::kDelete;
         });
}

// The number of places. A test of the variable and its use right below are one place: "if
// os.environ.get(X): f(os.environ[X])".
size_t CountPlaces(const std::vector<const Access*>& accesses) {
  constexpr int kBelow = 3;  // lines
  size_t out = 0;
  const Access* last = nullptr;
  for (const Access* access : accesses) {
    const bool same = last != nullptr && last->place.file == access->place.file &&
                      last->evidence.function == access->evidence.function &&
                      access->place.line - last->place.line <= kBelow;
    if (!same) ++out;
    last = access;
  }
  return out;
}

// The verb of the finding's message; the accesses that it describes are moved to the front.
std::string_view VerbOf(std::vector<const Access*>& accesses, size_t* count) {
  const auto first = [&](auto wanted) {
    const auto end = std::stable_partition(
        accesses.begin(), accesses.end(), [&](const Access* access) { return wanted(access->op); });
    *count = CountPlaces({accesses.begin(), end});
    return *count > 0;
  };
  if (first([](AccessOp op) { return op == AccessOp::kRead; })) return "read";
  if (first([](AccessOp op) { return op == AccessOp::kTest; })) return "tested";
  if (first([](AccessOp op) { return op != AccessOp::kDelete; })) return "set";
  *count = accesses.size();
  return "deleted";
}

// " (default 60)" if the first read with a literal default has it.
std::string DefaultText(const Flag& flag, const std::vector<const Access*>& accesses) {
  for (const Access* access : accesses) {
    if (access->op != AccessOp::kRead || access->default_kind != DefaultKind::kLiteral) continue;
    return fmt::format(" (default {})",
                       ShowValue(flag.name, access->default_text.value_or(std::string())));
  }
  return {};
}

const InternalSign* SignOf(const Flag& flag, InternalSign::Kind kind) {
  const auto found = std::find_if(flag.signs.begin(), flag.signs.end(),
                                  [&](const InternalSign& sign) { return sign.kind == kind; });
  return found == flag.signs.end() ? nullptr : &*found;
}

// The accesses by which the project itself may set the variable: those of its sources, its scripts
// and its manual. Sphinx's conf.py sets it to say that the program is imported for the manual.
std::vector<const Access*> OwnAccesses(const Flag& flag) {
  std::vector<const Access*> out;
  for (const FlagAccess& access : flag.accesses) {
    const Scope scope = access.access->scope;
    if (scope == Scope::kSrc || scope == Scope::kScript || scope == Scope::kDocs) {
      out.push_back(access.access);
    }
  }
  return out;
}

// Whether a write keeps a user's value: it only fills in an unset variable, passes the value on, or
// is right below an access that asks for the variable in the same function, as in "if (!getenv(X))
// setenv(X, …)".
bool Spares(const Access& write, const std::vector<const Access*>& accesses) {
  constexpr int kBelow = 3;  // lines
  if (write.op == AccessOp::kSetDefault || FillsIn(write)) return true;
  if (write.op != AccessOp::kWrite) return false;
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access* other) {
    // env["X"] = os.environ.get("X") or "": the user's value is passed on. A wrapper that saves the
    // old value and sets another one is also called in one place, so wrappers do not count.
    const bool passed_on = other->op == AccessOp::kRead && other->chain.empty() &&
                           write.chain.empty() && other->place.file == write.place.file &&
                           other->place.line == write.place.line;
    if (passed_on) return true;
    const bool asks = other->op == AccessOp::kTest || other->use.any_true ||
                      (other->op == AccessOp::kRead && !other->use.parsed &&
                       other->bound_kind == BoundKind::kNone);
    const int below = write.place.line - other->place.line;
    return asks && other->place.file == write.place.file &&
           other->evidence.function == write.evidence.function && below > 0 && below <= kBelow;
  });
}

// What a test or an example writes is not part of the program.
bool IsOfProduct(Scope scope) { return scope == Scope::kSrc || scope == Scope::kScript; }

// The first write of the project itself; nullptr if any write only fills in an unset variable: then
// a user's value counts.
const Access* WriteOf(const Flag& flag) {
  const std::vector<const Access*> accesses = OwnAccesses(flag);
  if (std::any_of(accesses.begin(), accesses.end(),
                  [&](const Access* access) { return Spares(*access, accesses); })) {
    return nullptr;
  }
  const auto found = std::find_if(accesses.begin(), accesses.end(), [](const Access* access) {
    return access->op == AccessOp::kWrite || access->op == AccessOp::kAppend;
  });
  return found == accesses.end() ? nullptr : *found;
}

// Whether the program writes the variable on every path to each read: earlier in the function that
// reads it, or when the file of that function is loaded. Then a user's value is never used.
bool IsWrittenBefore(const std::vector<const Access*>& accesses) {
  const auto is_read = [](const Access* access) {
    return access->op == AccessOp::kRead || access->op == AccessOp::kTest;
  };
  const auto precedes = [](const Access& write, const Access& read) {
    constexpr int kModule = -1;
    if (write.op != AccessOp::kWrite || write.evidence.branch != 0) return false;
    if (write.place.file != read.place.file) return false;
    if (write.evidence.function == kModule && read.evidence.function != kModule) return true;
    return write.evidence.function == read.evidence.function && write.place.line < read.place.line;
  };
  return std::all_of(accesses.begin(), accesses.end(), [&](const Access* read) {
    return !is_read(read) ||
           std::any_of(accesses.begin(), accesses.end(),
                       [&](const Access* write) { return precedes(*write, *read); });
  });
}

// Whether one file of the program sets the variable and removes it again: only for a process that
// it starts in between.
bool IsSetAndRemoved(const std::vector<const Access*>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access* write) {
    if (write->op != AccessOp::kWrite) return false;
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access* removal) {
      return removal->op == AccessOp::kDelete && removal->place.file == write->place.file &&
             removal->place.line > write->place.line;
    });
  });
}

// Whether the program reads the variable and sets it further below in one branch of the same
// function: "root = os.environ.get(X)", then "if root is None: os.environ[X] = …".
bool IsSetAfterLook(const std::vector<const Access*>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access* write) {
    if (write->op != AccessOp::kWrite || write->evidence.branch == 0) return false;
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access* read) {
      return read->op == AccessOp::kRead && read->evidence.function == write->evidence.function &&
             read->place.file == write->place.file && read->place.line < write->place.line &&
             read->evidence.branch != write->evidence.branch;
    });
  });
}

// Whether a user may set a variable of the project although the program sets it, too. `own`: the
// name is certainly the project's. A default at the reads is not evidence: a launcher that always
// sets the variable passes its options to workers, which can also run alone.
bool IsForUsersToo(const std::vector<const Access*>& accesses, bool own) {
  return own && !IsWrittenBefore(accesses) && IsSetAfterLook(accesses);
}

void Set(DocumentationStatus& doc_status, std::string_view reason, std::string explanation,
         std::string detail) {
  doc_status.reason = reason;
  doc_status.explanation = std::move(explanation);
  doc_status.detail = std::move(detail);
}

// Sets the reason from passages on pages. A changelog does not describe the current state, and a
// page for contributors does not inform users about a variable of the project.
bool SetByPages(DocumentationStatus& doc_status, const Ownership& ownership, bool described) {
  const std::vector<Passage>& passages = doc_status.flag->passages;
  if (passages.empty() || passages.front().described != described) return false;
  for (const Passage& passage : passages) doc_status.doc.push_back(passage.place);
  const bool for_few = std::all_of(passages.begin(), passages.end(),
                                   [](const Passage& passage) { return passage.for_contributors; });
  const auto contributors =
      std::find_if(passages.begin(), passages.end(),
                   [](const Passage& passage) { return !IsPlaceInChangelog(passage.place); });
  const bool changelog = contributors == passages.end();
  if (for_few && (changelog || IsSurelyOwn(ownership, doc_status.flag->name))) {
    doc_status.for_contributors = (changelog ? passages.begin() : contributors)->place;
    return false;
  }
  const std::string place = ToText(passages.front().place);
  if (described) {
    Set(doc_status, "described", "it is described at " + place, place);
  } else {
    Set(doc_status, "mentioned", "it is mentioned at " + place + " but not described", place);
  }
  return true;
}

// Whether a call of the language's own library reads it by its whole name.
bool IsReadDirectly(const std::vector<const Access*>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [](const Access* access) {
    return access->op == AccessOp::kRead && access->chain.empty() &&
           !access->evidence.by_declarator && access->via.find("env") != std::string::npos;
  });
}

// Variables for a program that users choose: EDITOR, PAGER, BROWSER and the like.
bool IsProgramOfChoice(std::string_view name) {
  static const auto kinds = EmbeddedLists("kinds.toml");
  const auto programs = kinds.find("programs");
  return programs != kinds.end() && std::find(programs->second.begin(), programs->second.end(),
                                              name) != programs->second.end();
}

bool SetByOwner(DocumentationStatus& doc_status, const Ownership& ownership) {
  const Owner* const owner = OwnerOf(ownership, doc_status.flag->name);
  // Each program that starts such a program has to document whether it reads the variable.
  if (owner == nullptr || IsProgramOfChoice(doc_status.flag->name)) return false;
  const std::string text =
      owner->beside.empty()
          ? fmt::format("it is a variable of {}", owner->name)
          : fmt::format("it is looked up together with {} from {}", owner->beside, owner->name);
  Set(doc_status, "third-party", text, std::string(owner->name));
  return true;
}

// Whether the text calls the name old: "APP_PORT is deprecated", "deprecate APP_PORT". Of two names
// it is about the nearer one, so the search ends at another name.
bool CallsOld(std::string_view text, std::string_view name) {
  constexpr ptrdiff_t kNear = 4;  // words between the two
  std::vector<std::string_view> words;
  for (size_t at = 0; at < text.size();) {
    const size_t end = EndOfRun(text, at, IsIdentifierByte);
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const auto ends = [](std::string_view word) { return word.find('_') != std::string_view::npos; };
  for (auto at = words.begin(); at != words.end(); ++at) {
    if (*at != name) continue;
    const auto last = at + std::min(kNear + 1, words.end() - at);
    for (auto next = at + 1; next != last && !ends(*next); ++next) {
      if (IsPhrase("internal", "old-behind", ToLower(*next))) return true;
    }
    for (auto before = at; before != words.begin() && at - before <= kNear;) {
      if (ends(*--before)) break;
      if (IsPhrase("internal", "old-before", ToLower(*before))) return true;
    }
  }
  return false;
}

// Explicit signs, a level or a comment, come before indirect ones, such as the condition of a
// build.
bool SetBySigns(DocumentationStatus& doc_status) {
  const Flag& flag = *doc_status.flag;
  if (const InternalSign* sign = SignOf(flag, InternalSign::Kind::kHidden)) {
    Set(doc_status, "hidden",
        fmt::format("it is declared with {} at {}", sign->words, ToText(sign->place)), sign->words);
  } else if ((sign = SignOf(flag, InternalSign::Kind::kComment)) != nullptr) {
    Set(doc_status, "internal", fmt::format("{} says \"{}\"", ToText(sign->place), sign->words),
        ToText(sign->place));
  } else if ((sign = SignOf(flag, InternalSign::Kind::kUnused)) != nullptr) {
    Set(doc_status, "unused", fmt::format("{} says \"{}\"", ToText(sign->place), sign->words),
        ToText(sign->place));
  } else if ((sign = SignOf(flag, InternalSign::Kind::kDeprecated)) != nullptr) {
    Set(doc_status, "deprecated", fmt::format("{} says \"{}\"", ToText(sign->place), sign->words),
        ToText(sign->place));
  } else if (const Passage* const old = ReportedOld(flag)) {
    Set(doc_status, "deprecated", ToText(old->place) + " calls it old", ToText(old->place));
  } else if ((sign = SignOf(flag, InternalSign::Kind::kUnmarked)) != nullptr) {
    Set(doc_status, "unmarked",
        fmt::format("{} declares it without a comment, like others that no page documents",
                    ToText(sign->place)),
        sign->place.file);
  } else if ((sign = SignOf(flag, InternalSign::Kind::kGone)) != nullptr) {
    Set(doc_status, "gone",
        fmt::format("{} only says that it \"{}\"", ToText(sign->place), sign->words),
        ToText(sign->place));
  } else if ((sign = SignOf(flag, InternalSign::Kind::kCondition)) != nullptr) {
    Set(doc_status, "special-build", fmt::format("only builds with {} read it", sign->words),
        sign->words);
  }
  return !doc_status.reason.empty();
}

// Names that a wrapper derives from each name that it looks up, CC_FOR_BUILD from CC: the stem by
// name.
using Stems = std::map<std::string_view, std::string_view>;

Stems StemsOf(const std::vector<Flag>& flags) {
  constexpr size_t kLeast = 3;  // names with one ending; fewer may be a coincidence
  std::map<Place, std::set<std::string_view>> names;  // by the calls of wrappers
  for (const Flag& flag : flags) {
    for (const Access* access : SourceAccesses(flag)) {
      if (!access->chain.empty()) names[access->place].insert(flag.name);
    }
  }
  std::map<std::string_view, Stems> by_end;
  for (const auto& [place, at] : names) {
    for (const std::string_view name : at) {
      for (size_t end = name.find('_'); end < name.size(); end = name.find('_', end + 1)) {
        if (at.contains(name.substr(0, end))) by_end[name.substr(end)][name] = name.substr(0, end);
      }
    }
  }
  Stems out;
  for (const auto& [end, stems] : by_end) {
    if (stems.size() >= kLeast) out.insert(stems.begin(), stems.end());
  }
  return out;
}

// The same for names with an older prefix, about which undocumented-alias has one finding.
void AddOlder(const RuleInput& input, const std::vector<AliasFamily>& families, Stems* out) {
  for (const AliasFamily& family : families) {
    for (const Link* link : family.links) {
      const auto first = std::lower_bound(
          input.flags.begin(), input.flags.end(), link->first,
          [](const Flag& flag, const std::string& name) { return flag.name < name; });
      const bool covered =
          first != input.flags.end() && first->name == link->first && !first->entries.empty();
      if (covered) out->emplace(link->second, link->first);
    }
  }
}

// A derived name needs no entry: the entry of the stem describes both.
bool SetByStem(DocumentationStatus& doc_status, const Stems& stems) {
  const auto stem = stems.find(doc_status.flag->name);
  if (stem == stems.end()) return false;
  Set(doc_status, "variant",
      fmt::format("{} also looks up {}, from which its name is derived",
                  ToText(doc_status.accesses.front()->place), stem->second),
      std::string(stem->second));
  return true;
}

// The first two words of three or more: PRINT_SERVER of PRINT_SERVER_PORT; empty: there are fewer.
std::string_view LeadingWords(std::string_view name) {
  const size_t first = name.find('_');
  const size_t second = first == std::string_view::npos ? first : name.find('_', first + 1);
  return second == std::string_view::npos ? std::string_view() : name.substr(0, second);
}

// The first words of variables that a page documents although the program itself sets them: of such
// a family, the page also describes what the program sets. If the program reads them as well, the
// first two words identify the family.
std::set<std::string_view> ReportedFamilies(const std::vector<Flag>& flags) {
  std::set<std::string_view> out;
  for (const Flag& flag : flags) {
    if (flag.entries.empty()) continue;
    const std::vector<const Access*> accesses = SourceAccesses(flag);
    if (IsOnlySet(accesses)) {
      out.insert(LeadingWord(flag.name));
    } else if (WriteOf(flag) != nullptr && !LeadingWords(flag.name).empty()) {
      out.insert(LeadingWords(flag.name));
    }
  }
  return out;
}

// Whether it is read only as a command-line option that gets its name from a prefix.
bool IsOption(const std::vector<const Access*>& accesses) {
  return std::all_of(accesses.begin(), accesses.end(),
                     [](const Access* access) { return access->via == "auto_envvar_prefix"; });
}

// Whether the pages document variables of options one by one: at least a third of them.
bool DocumentsOptions(const std::vector<Flag>& flags) {
  size_t options = 0;
  size_t documented = 0;
  for (const Flag& flag : flags) {
    const std::vector<const Access*> accesses = SourceAccesses(flag);
    if (accesses.empty() || !IsOption(accesses)) continue;
    ++options;
    if (!flag.entries.empty()) ++documented;
  }
  return documented * 3 >= options;
}

// The CI files that set variables that pages document: what such a file sets is for users, too.
std::set<std::string_view> CiOfSettings(const RuleInput& input) {
  std::set<std::string_view> out;
  for (const JudgedSurface& judged : input.surfaces) {
    const Surface& surface = *judged.surface;
    if (surface.kind != SurfaceKind::kCi) continue;
    const bool documented = std::any_of(
        surface.settings.begin(), surface.settings.end(), [&](const SurfaceSetting& setting) {
          const Flag* const flag = FindFlag(input, setting.name);
          return flag != nullptr && !flag->entries.empty() && !SourceAccesses(*flag).empty();
        });
    if (documented) out.insert(surface.file);
  }
  return out;
}

// The place at which the project's launcher or CI sets it. nullptr if a file that shows users how
// to run it does so, too, or if the program has a default for it that a user may want to change.
// `ci`: the CI files of which the settings are no evidence.
const LightAccess* StarterOf(const Flag& flag, const std::set<std::string_view>& ci) {
  const LightAccess* out = nullptr;
  for (const FlagAccess& one : flag.accesses) {
    const Access& access = *one.access;
    if (access.scope == Scope::kSrc && access.default_kind == DefaultKind::kLiteral) return nullptr;
  }
  for (const LightAccess& one : flag.light) {
    if (one.op != AccessOp::kWrite) continue;
    if (one.role == LightRole::kDeployment) return nullptr;
    const bool starts = one.role == LightRole::kLauncher && one.scope == Scope::kSrc;
    const bool tests = one.role == LightRole::kCi && !ci.contains(one.place.file);
    if (out == nullptr && (starts || tests)) out = &one;
  }
  return out;
}

// The place at which the project's Dockerfile states what the image is and was built from; nullptr
// if the name is not of that kind.
const LightAccess* StampOf(const Flag& flag) {
  if (!HasNameWord("internal", "image-words", flag.name)) return nullptr;
  const auto found = std::find_if(flag.light.begin(), flag.light.end(), [](const LightAccess& one) {
    return one.op == AccessOp::kWrite && one.language == "Dockerfile";
  });
  return found == flag.light.end() ? nullptr : &*found;
}

// The place at which a program of the project in another language sets it for the sources that read
// it.
const LightAccess* LightWriteOf(const Flag& flag) {
  const auto found = std::find_if(flag.light.begin(), flag.light.end(), [](const LightAccess& one) {
    return one.by_program && one.op == AccessOp::kWrite &&
           (one.scope == Scope::kSrc || one.scope == Scope::kScript);
  });
  return found == flag.light.end() ? nullptr : &*found;
}

// The place at which a page states an ending for the names of all variables, APP_KEY_FILE of
// APP_KEY; nullptr if there is none.
const Place* EndingOf(const RuleInput& input, std::string_view name) {
  if (input.endings == nullptr) return nullptr;
  for (const auto& [ending, place] : *input.endings) {
    if (!name.ends_with(ending)) continue;
    const std::string_view stem = name.substr(0, name.size() - ending.size());
    if (FindFlag(input, stem) != nullptr) return &place;
  }
  return nullptr;
}

// The first reason that applies: pages, owners, the name, writes of the program, signs in the
// sources, weaker hints of the name. Pages are first because they are the only evidence that users
// see.
void Judge(DocumentationStatus& doc_status, const Ownership& ownership,
           const std::set<std::string_view>& reported_families, const Stems& stems,
           bool documents_options, const std::set<std::string_view>& ci) {
  const std::string& name = doc_status.flag->name;
  if (SetByPages(doc_status, ownership, true) || SetByOwner(doc_status, ownership) ||
      SetByPages(doc_status, ownership, false)) {
    return;
  }
  // The prefix of all variables of the project says nothing about this one.
  const OwnPrefix* const own = OwnPrefixOf(ownership, name);
  const size_t prefix = own != nullptr && name.size() > own->prefix.size() ? own->prefix.size() : 0;
  if (HasNameWord("internal", "test-words", name.substr(prefix)) ||
      HasNamePhrase("internal", "test-phrases", name)) {
    return Set(doc_status, "test-switch", "its name indicates a switch for tests", "");
  }
  if (IsOnlySet(doc_status.accesses)) {
    const bool deleted =
        std::all_of(doc_status.accesses.begin(), doc_status.accesses.end(),
                    [](const Access* access) { return access->op == AccessOp::kDelete; });
    return Set(doc_status, "only-set",
               deleted ? "the program only deletes it, and nothing uses its value"
                       : "the program only sets it, for other programs to read",
               ToText(doc_status.accesses.front()->place));
  }
  const Access* const write = WriteOf(*doc_status.flag);
  const LightAccess* const light = LightWriteOf(*doc_status.flag);
  const bool covered =
      !IsSetAndRemoved(doc_status.accesses) && (reported_families.contains(LeadingWord(name)) ||
                                                reported_families.contains(LeadingWords(name)));
  const bool set_by_program = write != nullptr || light != nullptr;
  if (set_by_program && !covered &&
      !IsForUsersToo(doc_status.accesses, IsSurelyOwn(ownership, name))) {
    const std::string place = ToText(write != nullptr ? write->place : light->place);
    return Set(doc_status, "set-by-program", "the program itself sets it at " + place, place);
  }
  if (const InternalSign* sign = SignOf(*doc_status.flag, InternalSign::Kind::kWrittenOut);
      sign != nullptr && IsOfProduct(ScopeOf(sign->place.file))) {
    return Set(doc_status, "set-by-program",
               "text written by the program sets it at " + ToText(sign->place),
               ToText(sign->place));
  }
  if (const InternalSign* sign = SignOf(*doc_status.flag, InternalSign::Kind::kPutInto)) {
    return Set(doc_status, "set-by-program",
               "the program puts it into an environment that it creates at " + ToText(sign->place),
               ToText(sign->place));
  }
  if (const LightAccess* const stamp = StampOf(*doc_status.flag)) {
    return Set(doc_status, "set-by-project",
               fmt::format("{} sets it for the image", ToText(stamp->place)), ToText(stamp->place));
  }
  if (!documents_options && IsOption(doc_status.accesses)) {
    return Set(doc_status, "command-option",
               "it is a command-line option that gets its name from a prefix",
               ToText(doc_status.accesses.front()->place));
  }
  if (SetBySigns(doc_status) || SetByStem(doc_status, stems)) return;
  if (HasNameWord("internal", "internal-words", name)) {
    return Set(doc_status, "internal", "its name indicates that it is internal", "");
  }
  if (name.starts_with("_")) {
    return Set(doc_status, "underscore", "its leading underscore indicates that it is internal",
               "");
  }
  if (OwnPrefixOf(ownership, name) == nullptr) {
    if (const LightAccess* const starter = StarterOf(*doc_status.flag, ci)) {
      return Set(doc_status, "set-by-project",
                 fmt::format("{} sets it, in {}", ToText(starter->place), starter->language),
                 ToText(starter->place));
    }
  }
  // A prefix may look like the project's only because of the names of bundled code.
  if (const InternalSign* sign = SignOf(*doc_status.flag, InternalSign::Kind::kLicensed);
      sign != nullptr && !IsSurelyOwn(ownership, name)) {
    return Set(doc_status, "licensed",
               fmt::format("its directory has its own licence, {}", sign->words), sign->words);
  }
  // By convention, names in lower case belong to other programs (http_proxy), unless the prefix is
  // certainly the project's.
  if (HasLower(name) && !IsSurelyOwn(ownership, name)) {
    return Set(doc_status, "lower-case", "its lower-case name is unlike the program's settings",
               "");
  }
}

// The name without its first word: LEVEL of APP_LEVEL.
std::string_view WithoutFirstWord(std::string_view name) {
  const size_t bar = name.find('_', 1);
  return bar == std::string_view::npos ? std::string_view() : name.substr(bar + 1);
}

// A name that is read only if another is not set is not reported separately in two cases. If pages
// document the other, the name exists for users who set it already. If the other has the usual
// prefix and is reported itself, its documentation decides.
void FoldFallbacks(const RuleInput& input, const std::vector<Link>& links,
                   std::vector<DocumentationStatus>& standings) {
  std::map<std::string_view, DocumentationStatus*> reported;
  for (DocumentationStatus& doc_status : standings) {
    if (doc_status.reason.empty()) reported[doc_status.flag->name] = &doc_status;
  }
  for (const Link& link : links) {
    const auto second = reported.find(link.second);
    if (second == reported.end() || !second->second->reason.empty()) continue;
    const Flag* const first = FindFlag(input, link.first);
    if (first == nullptr || !IsOnlyFallback(second->second->accesses, link, *first)) continue;
    const std::string_view rest = WithoutFirstWord(link.second);
    // In a chain the first is reported; of two that are each other's fallback, neither is folded.
    const bool variant =
        reported.contains(link.first) && !rest.empty() && rest == WithoutFirstWord(link.first);
    if (!variant && first->entries.empty()) continue;
    Set(*second->second, "variant", fmt::format("it is read only if {} is not set", link.first),
        link.first);
    reported.erase(second);
  }
}

}  // namespace

std::vector<DocumentationStatus> DocumentationStatusesOf(const RuleInput& input) {
  std::vector<DocumentationStatus> out;
  const std::set<std::string_view> reported_families = ReportedFamilies(input.flags);
  Stems stems = StemsOf(input.flags);
  const std::vector<Link> links = LinksOf(input);
  const std::vector<AliasFamily> older = AliasFamiliesOf(links);
  AddOlder(input, older, &stems);
  const bool documents_options = DocumentsOptions(input.flags);
  const std::set<std::string_view> ci = CiOfSettings(input);
  const std::map<std::string_view, Place> dead = DeadNames(input.flags);
  for (const Flag* flag : UndocumentedFlags(input)) {
    DocumentationStatus doc_status;
    doc_status.flag = flag;
    doc_status.accesses = SourceAccesses(*flag);
    size_t count = 0;
    const std::string_view verb = VerbOf(doc_status.accesses, &count);
    doc_status.act = fmt::format("{} is {}{}{}", flag->name, verb,
                                 count > 1 ? fmt::format(" in {} places", count) : "",
                                 DefaultText(*flag, doc_status.accesses));
    Judge(doc_status, input.ownership, reported_families, stems, documents_options, ci);
    const bool own_prefix = OwnPrefixOf(input.ownership, flag->name) != nullptr;
    if (const auto at = dead.find(flag->name);
        at != dead.end() && doc_status.reason.empty() && own_prefix) {
      Set(doc_status, "unused", "only a list at " + ToText(at->second) + " names it",
          ToText(at->second));
    }
    if (const Place* const covered = EndingOf(input, flag->name);
        covered != nullptr && doc_status.reason.empty()) {
      Set(doc_status, "variant",
          fmt::format("{} says that any variable has one with this ending", ToText(*covered)),
          ToText(*covered));
    }
    // Such a page is generated from a table of the settings; a variable that is read without any
    // table is less likely to be on it.
    const bool missing = doc_status.reason.empty() && !input.missing_page.empty();
    if (missing && IsReadDirectly(doc_status.accesses)) {
      doc_status.maybe_generated = true;
    } else if (missing) {
      Set(doc_status, "generated-page",
          fmt::format("{} includes {}, which is not in the tree and may document it",
                      ToText(input.missing_at), input.missing_page),
          ToText(input.missing_at));
    }
    out.push_back(std::move(doc_status));
  }
  FoldFallbacks(input, links, out);
  return out;
}

const Passage* ReportedOld(const Flag& flag) {
  const auto found =
      std::find_if(flag.passages.begin(), flag.passages.end(), [&](const Passage& passage) {
        return IsPlaceInChangelog(passage.place) && CallsOld(passage.text, flag.name);
      });
  return found == flag.passages.end() ? nullptr : &*found;
}

bool IsPlaceInChangelog(const Place& place) { return IsHistoryPage(place.file); }

std::vector<InventoryRow> InventoryOf(const RuleInput& input) {
  std::vector<InventoryRow> out;
  for (const DocumentationStatus& doc_status : DocumentationStatusesOf(input)) {
    if (IsReported(doc_status, input)) continue;
    InventoryRow row{doc_status.flag->name, std::string(doc_status.reason), doc_status.explanation,
                     doc_status.detail, PlacesOf(doc_status.accesses)};
    row.places.insert(row.places.end(), doc_status.doc.begin(), doc_status.doc.end());
    out.push_back(std::move(row));
  }
  for (Untouched& one : UntouchedOf(input)) {
    if (!one.kind.empty()) out.push_back(RowOf(std::move(one)));
  }
  for (InventoryRow& row : UnresolvedRows(input)) out.push_back(std::move(row));
  std::sort(out.begin(), out.end(), InventoryLess);
  return out;
}

bool IsReported(const DocumentationStatus& doc_status, const RuleInput& input) {
  if (doc_status.reason.empty()) return true;
  return (input.only_catalog_documents || input.catalog_named) &&
         (doc_status.reason == "described" || doc_status.reason == "mentioned");
}

}  // namespace flagcensus
