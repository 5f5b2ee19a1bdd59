// Flags that the code never touches ─→ what other files of the tree say about them
//
// One search covers several forms, because a program may build the name itself:
//   APP_TCP_TX_SIZE    the name, in any text file                      seen_elsewhere, light
//   app_tcp_tx_size    a flag of a command line                        declared_as
//   tx_size            an option, after a prefix that names share      spelled_as
//   APP_TCP            a prefix, before options that are appended      spelled_as, prefix
// Each of these is weak evidence that the variable is used: the finding `unused` becomes a row of
// the inventory.
#include "analyzer/pipeline/other_language_mentions.h"

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/evidence/documentation.h"
#include "analyzer/link/census.h"
#include "analyzer/pipeline/pages.h"

namespace flagcensus {
namespace {

constexpr size_t kMinShared = 3;  // two names may share a beginning by chance

// The command line flag of a variable: app_x of APP_X. Names below six characters and single words
// occur in any text and say nothing.
std::string FlagNameOf(const std::string& variable) {
  constexpr size_t kLeast = 6;
  const std::string lower = ToLower(variable);
  const bool distinct = lower.size() >= kLeast && lower.find('_') != std::string::npos;
  return distinct && lower != variable ? lower : "";
}

// The first `count` words of a name and the `_` after them: "APP_LOG_" of APP_LOG_LEVEL; "" if it
// has no more words.
std::string FirstWords(const std::string& name, int count) {
  size_t end = 0;
  for (; count > 0; --count) {
    end = name.find('_', end == 0 ? 1 : end);
    if (end == std::string::npos || end + 1 == name.size()) return "";
    ++end;
  }
  return name.substr(0, end);
}

// Maximum for a prefix before the names of options; longer ones were not seen in programs.
constexpr int kMaxWords = 4;

// The number of documented names that begin with each prefix of one to four words.
using PrefixCounts = std::map<std::string, size_t>;

PrefixCounts CountPrefixes(const std::vector<Flag>& flags) {
  PrefixCounts out;
  for (const Flag& flag : flags) {
    if (flag.entries.empty()) continue;
    for (int words = 1; words <= kMaxWords; ++words) {
      const std::string prefix = FirstWords(flag.name, words);
      if (prefix.empty()) break;
      ++out[prefix];
    }
  }
  return out;
}

// A name divided after a beginning that documented names share.
struct Part {
  std::string prefix;  // "APP_TCP_"
  std::string rest;    // "tx_size", lower case
};

constexpr size_t kMinPart = 5;  // shorter parts are words of any text: "size", "port"

// The part of the name that a program with a prefix would contain: "tx_size" of APP_TCP_TX_SIZE, if
// APP_TCP_ begins at least three documented names. Of a family the part before its star counts,
// with and without the last word: "tx_size" of APP_TX_SIZE_FOR_*.
std::vector<Part> PartsOf(const Flag& flag, const PrefixCounts& prefixes) {
  // Prefixes grow word by word until fewer than three documented names share them.
  std::vector<Part> out;
  std::string_view name = flag.name;
  const bool family = name.ends_with("_*");
  if (family) name.remove_suffix(2);
  if (flag.entries.empty() || name.find('*') != std::string_view::npos) return out;
  for (int words = 1; words <= kMaxWords; ++words) {
    const std::string prefix = FirstWords(std::string(name), words);
    if (prefix.empty() || prefixes.at(prefix) < kMinShared) break;
    const std::string rest = ToLower(name.substr(prefix.size()));
    out.push_back({prefix, rest});
    const size_t last = rest.rfind('_');
    if (family && last != std::string::npos) out.push_back({prefix, rest.substr(0, last)});
  }
  return out;
}

// The name without the number at its end, as a program may count such names: APP_RULE of APP_RULE1;
// "" if it has no number. "_2" after an underscore is usually a version.
std::string StemOfNumber(const Flag& flag) {
  constexpr size_t kLeast = 5;
  const size_t end = flag.name.find_last_not_of("0123456789") + 1;
  const bool numbered = end < flag.name.size() && end >= kLeast && flag.name[end - 1] != '_' &&
                        flag.name.find('_') < end;
  return numbered ? flag.name.substr(0, end) : std::string();
}

// The longest beginning of two or more words that the flag's name shares with others, without the
// `_` after it, if that is not a flag itself: a program may pass it to a function that appends the
// rest. Otherwise the name without the number at its end.
std::string StemOf(const Flag& flag, const PrefixCounts& prefixes,
                   const std::set<std::string, std::less<>>& names) {
  std::string out;
  if (flag.entries.empty() || flag.name.find('*') != std::string::npos) return out;
  if (std::string stem = StemOfNumber(flag); !stem.empty() && names.find(stem) == names.end()) {
    return stem;
  }
  for (int words = 2; words <= kMaxWords; ++words) {
    std::string prefix = FirstWords(flag.name, words);
    if (prefix.empty() || prefixes.at(prefix) < kMinShared) break;
    prefix.pop_back();
    if (names.find(prefix) == names.end()) out = std::move(prefix);
  }
  return out;
}

// The prefix after which a program of another language may append the rest: "APP_" of
// APP_LOG_LEVEL. One word is enough here, because only a read of it counts (ReadBeginnings).
std::string BeginningOf(const Flag& flag, const PrefixCounts& prefixes) {
  constexpr size_t kMinLength = 3;
  if (flag.entries.empty() || flag.name.find('*') != std::string::npos) return "";
  std::string out = FirstWords(flag.name, 1);
  if (out.size() < kMinLength || prefixes.at(out) < kMinShared) return "";
  return out;
}

// The beginnings of names that files of other languages read, with a place. Only reads count: the
// bare word may occur anywhere.
std::map<std::string, Place> ReadBeginnings(const WordsFound& found) {
  std::map<std::string, Place> out;
  for (const auto& [name, accesses] : found.light) {
    if (!name.ends_with('_')) continue;
    for (const LightAccess& access : accesses) {
      if (access.op == AccessOp::kRead) out.emplace(name, access.place);
    }
  }
  return out;
}

// Sets `spelled_as`. A short string ("size") counts only if three longer ones show that the program
// builds names with the prefix.
void FindSpellings(const WordsFound& found, const PrefixCounts& prefixes,
                   std::vector<Flag>& flags) {
  constexpr size_t kShown = 3;
  PrefixCounts shown;
  for (const bool shorter : {false, true}) {
    for (Flag& flag : flags) {
      if (IsUsedAnywhere(flag) || flag.spelled_as) continue;
      for (const Part& part : PartsOf(flag, prefixes)) {
        const auto of = found.parts.find(part.rest);
        if (of == found.parts.end() || (part.rest.size() < kMinPart) != shorter) continue;
        if (shorter && shown[part.prefix] < kShown) continue;
        if (!shorter) ++shown[part.prefix];
        flag.spelled_as = {part.rest, of->second, prefixes.at(FirstWords(flag.name, 1)), false};
        break;
      }
    }
  }
}

}  // namespace

void FindElsewhere(const Tree& tree, const Catalog& catalog, unsigned jobs,
                   const std::string& purpose, std::vector<Flag>& flags,
                   std::vector<Diagnostic>& diagnostics, size_t most) {
  // First everything is collected into one search: a tree is read only once.
  const PrefixCounts prefixes = CountPrefixes(flags);
  std::set<std::string, std::less<>> names;
  for (const Flag& flag : flags) names.insert(flag.name);
  WordsAsked asked;
  asked.purpose = purpose;
  for (const Flag& flag : flags) {
    if (IsUndocumented(flag)) asked.names.push_back(flag.name);
    if (IsUsedAnywhere(flag)) continue;
    asked.names.push_back(flag.name);
    if (std::string name = FlagNameOf(flag.name); !name.empty()) asked.flags.push_back(name);
    if (std::string stem = StemOf(flag, prefixes, names); !stem.empty()) {
      asked.names.push_back(std::move(stem));
    }
    if (std::string beginning = BeginningOf(flag, prefixes); !beginning.empty()) {
      asked.names.push_back(std::move(beginning));
    }
    for (Part& part : PartsOf(flag, prefixes)) asked.parts.push_back(std::move(part.rest));
  }
  // No flag needs a search.
  if (asked.names.empty()) return;
  std::vector<std::string> pages = catalog.pages;
  // A source may contain texts that document variables; its code is searched nevertheless.
  std::set<std::string_view> sources;
  for (const SourceFile& file : tree.files) {
    if (IsSource(file.kind)) sources.insert(file.path);
  }
  std::erase_if(pages, [&](const std::string& page) { return sources.contains(page); });
  WordsFound found = FindWords(tree, asked, pages, most, jobs);
  diagnostics.insert(diagnostics.end(), found.diagnostics.begin(), found.diagnostics.end());
  std::sort(diagnostics.begin(), diagnostics.end(), DiagnosticLess);
  // Then each flag receives what was found in its forms.
  const std::map<std::string, Place> begun = ReadBeginnings(found);
  for (Flag& flag : flags) {
    if (IsUndocumented(flag)) {
      if (const auto of = found.light.find(flag.name); of != found.light.end()) {
        flag.light = std::move(of->second);
      }
    }
    if (IsUsedAnywhere(flag)) continue;
    flag.is_macro = found.macros.contains(flag.name);
    if (const auto of = found.sets.find(flag.name); of != found.sets.end()) {
      flag.set_by_own = of->second;
    }
    // A mention on the line of its own documentation is not a use.
    if (const auto of = found.mentions.find(flag.name); of != found.mentions.end()) {
      flag.seen_elsewhere = std::move(of->second);
      // The text of a source that describes it, and the constant up to three lines above the text,
      // are its documentation and not a use.
      constexpr int kConstant = 3;  // lines
      std::erase_if(flag.seen_elsewhere, [&](const Place& place) {
        return std::any_of(flag.entries.begin(), flag.entries.end(), [&](const Entry* entry) {
          const int above = entry->place.line - place.line;
          return entry->place.file == place.file && above >= 0 && above <= kConstant;
        });
      });
    }
    if (const auto of = found.light.find(flag.name); of != found.light.end()) {
      flag.light = std::move(of->second);
    }
    if (const auto of = found.flags.find(FlagNameOf(flag.name)); of != found.flags.end()) {
      flag.declared_as = of->second;
    }
  }
  FindSpellings(found, prefixes, flags);
  for (Flag& flag : flags) {
    if (IsUsedAnywhere(flag) || flag.spelled_as) continue;
    const std::string stem = StemOf(flag, prefixes, names);
    if (const auto of = found.mentions.find(stem); of != found.mentions.end() && !stem.empty()) {
      flag.spelled_as = {stem, of->second.front(), 0, true};
      continue;
    }
    // These contain the name itself.
    if (!flag.seen_elsewhere.empty() || !flag.light.empty()) continue;
    if (const auto read = begun.find(BeginningOf(flag, prefixes)); read != begun.end()) {
      flag.spelled_as = {read->first, read->second, 0, true};
    }
  }
}

}  // namespace flagcensus
