// Whether a value that was read is used: the names that receive values, and a second search over
// the sources for them.
//
//   LIMIT = os.environ.get("APP_LIMIT")      no file uses LIMIT    ─→ unused name LIMIT
//   def port(): return getenv("APP_PORT")    no file calls port()  ─→ uncalled: port
//
// A value is lost if one of the names that it must pass through has no use: the variable to which
// it is bound, or the function that returns it. A value without such a name counts as unknown, and
// a name whose uses cannot be counted as used, so a finding is never a guess.
#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/census.h"
#include "analyzer/link/engines.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

// The part after the last dot, arrow or colon: "port" of "Conf.port".
std::string LastName(const std::string& bound) {
  const size_t at = bound.find_last_of(".>:");
  return at == std::string::npos ? bound : bound.substr(at + 1);
}

// The class of `Class.field`; "" if there is no class.
std::string OwnerOf(const std::string& bound) {
  const size_t end = bound.find_last_of('.');
  return end == std::string::npos ? "" : LastName(bound.substr(0, end));
}

// Names that are used from outside the tree: a program's entry, and functions that an interpreter
// or a test runner finds by their names.
bool IsEntry(const std::string& name) {
  return name == "main" || name == "wmain" || name == "WinMain" || name.starts_with("__") ||
         name.starts_with("Java_") || name.starts_with("PyInit_") || name.starts_with("test_") ||
         name.starts_with("pytest_");
}

// The names through which the value of an access passes; empty if it is not known or the language
// does not count uses.
std::vector<Holder> HoldersOf(const Access& access) {
  std::vector<Holder> out;
  const bool c = IsC(access.language);
  if (!c && !IsPython(access.language)) return out;  // uses are not counted in these
  // The next cell of a notebook may use any name, and so may the reader who runs it.
  if (access.language == Language::kNotebook || access.evidence.in_string) return out;
  if (!access.name || access.scope == Scope::kDocstring) return out;
  if (access.op != AccessOp::kRead && access.op != AccessOp::kTest) return out;
  const std::string& file = access.place.file;
  if (!access.c.made.empty()) {
    out.push_back({file, access.c.made, Holder::Kind::kFunction, access.place.line, c});
  }
  if (access.bound_to) {
    const std::string name = LastName(*access.bound_to);
    switch (access.bound_kind) {
      case BoundKind::kModule:
        out.push_back({file, name, Holder::Kind::kModule, 0, c});
        break;
      case BoundKind::kClass:
        out.push_back({file, name, Holder::Kind::kField, 0, c, OwnerOf(*access.bound_to)});
        break;
      case BoundKind::kAttribute:
        out.push_back({file, name, Holder::Kind::kAttribute, 0, c});
        break;
      case BoundKind::kLocal:
        out.push_back({file, name, Holder::Kind::kLocal, access.place.line, c});
        break;
      default:
        break;
    }
  }
  // Without a lower-case letter it is a macro in front of a body, such as TEST(name) { }. There is
  // no function of that name that could be called.
  const std::string& function = access.evidence.returned_by;
  if (!function.empty() && !IsEntry(function) && !(c && !HasLower(function))) {
    out.push_back({file, function, Holder::Kind::kFunction, 0, c});
  }
  return out;
}

// Holders with how the tree uses them, by the files of one language.
struct Counted {
  Holders holders;
  std::vector<Diagnostic> diagnostics;
};

// A name in a file of another language (a template, Swift beside Objective-C) may be a use of the
// holder. The variable's own name there is the variable and not the holder. Any word counts, so
// a name that is also a common word (`mode`) is never reported as unused.
void CountOtherUses(const Tree& tree, unsigned jobs, Holders* holders) {
  std::map<std::string, std::vector<Tally*>> by_word;
  for (auto& [holder, tally] : *holders) {
    const bool reported = tally.used || holder.kind == Holder::Kind::kLocal;
    if (!reported && holder.name != tally.variable) by_word[holder.name].push_back(&tally);
  }
  if (by_word.empty()) return;
  std::vector<std::string> words;
  for (const auto& [word, tallies] : by_word) words.push_back(word);
  std::mutex mutex;
  SearchFiles(
      tree, WordSearch(words), jobs,
      [](const SourceFile& file) {
        return file.kind == FileKind::kOther && file.scope != Scope::kTest;
      },
      [&](size_t, std::string_view, const std::vector<WordHit>& hits) {
        const std::lock_guard<std::mutex> lock(mutex);
        for (const WordHit& hit : hits) {
          for (Tally* tally : by_word[words[hit.word]]) tally->used = true;
        }
      });
}

}  // namespace

// Steps: the holders of all accesses; their uses in each language; their uses in other files; then
// the result of each access is that of its first holder without a use.
std::vector<Consumption> FindConsumption(const Tree& tree, const ResolveOptions& given,
                                         Census* read) {
  const PhaseScope phase(given.cost, Phase::kConsumption);
  RunBudget defaults;
  ResolveOptions options = given;
  if (options.budget == nullptr) options.budget = &defaults;
  const Census& census = *read;
  std::vector<Consumption> out(census.accesses.size());
  Holders holders;
  for (const Access& access : census.accesses) {
    for (const Holder& holder : HoldersOf(access)) {
      Tally& tally = holders[holder];
      tally.variable = *access.name;
      // A callback that receives the value is a use.
      if (access.use.hooked) tally.used = true;
      if (holder.kind == Holder::Kind::kAttribute) {
        tally.lent_to.insert(access.c.lent_to.begin(), access.c.lent_to.end());
      }
      if (access.evidence.by_declarator) {
        tally.declarator = true;
        tally.options.insert(ToLower(*access.name));
      }
      // The language's own pass has already decided about the locals of C.
      if (holder.c && holder.kind == Holder::Kind::kLocal) {
        tally.used = !access.c.lost_local && !access.use.written_back;
        if (access.use.written_back) tally.lost = Consumption::Kind::kWrittenBack;
      }
    }
  }
  // Without holders and unlisted names, no second search is needed.
  const bool unlisted = std::any_of(census.accesses.begin(), census.accesses.end(),
                                    [](const Access& access) { return access.c.unlisted; });
  if (holders.empty() && !unlisted) return out;
  for (size_t i = 0; i < LanguageEngines().size(); ++i) {
    const auto count = [&] {
      Counted made{holders, {}};
      LanguageEngines()[i]->CountUses(tree, options, &made.holders, &made.diagnostics);
      return made;
    };
    const auto lasts = [&](const Counted&) { return !options.budget->HasRefused(); };
    Counted counted =
        Remembered<Counted>(tree.memory, "uses " + std::to_string(i), holders, count, lasts);
    holders = std::move(counted.holders);
    std::move(counted.diagnostics.begin(), counted.diagnostics.end(),
              std::back_inserter(read->diagnostics));
  }
  const auto count_others = [&] {
    Holders made = holders;
    CountOtherUses(tree, options.jobs, &made);
    return made;
  };
  holders = Remembered<Holders>(tree.memory, "other uses", holders, count_others,
                                [](const Holders&) { return true; });
  for (size_t i = 0; i < census.accesses.size(); ++i) {
    Consumption& consumption = out[i];
    if (census.accesses[i].c.unlisted) {
      // The row of the accessor table lacks the name, so nothing gets the value.
      consumption = {Consumption::Kind::kUnlisted, census.accesses[i].via, false, false};
      continue;
    }
    for (const Holder& holder : HoldersOf(census.accesses[i])) {
      const Tally& tally = holders[holder];
      if (tally.used) {
        if (consumption.kind == Consumption::Kind::kUnknown) {
          consumption.kind = Consumption::Kind::kUsed;
        }
        continue;
      }
      consumption.holder = holder.name;
      consumption.used_in_tests = tally.used_in_tests;
      consumption.is_public = tally.is_public;
      consumption.kind = holder.kind == Holder::Kind::kFunction ? Consumption::Kind::kUncalled
                         : tally.declarator                     ? Consumption::Kind::kUnconsulted
                                                                : tally.lost;
      break;
    }
  }
  return out;
}

}  // namespace flagcensus
