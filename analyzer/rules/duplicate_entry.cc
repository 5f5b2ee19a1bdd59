// duplicate-entry: a page documents a variable twice, or two pages disagree about it
//
// ## What it does
// Reports a variable with two entries in one section of a page or in two of its tables, and one whose
// entries give different defaults, on one page or on two. A flag in a variable's value (`--x` in `XLA_FLAGS`) that is listed twice is
// reported under the name of the flag. The finding is a warning if the documented defaults differ,
// and info otherwise.
//
// ## Why it matters
// One of the two is updated and the other is not, and readers trust the one that they find.
//
// ## Example
//     | `APP_WORKERS` | `4` | number of workers |
//     ...
//     | `APP_WORKERS` | `8` | size of the worker pool |
//
//     APP_WORKERS is documented twice, at env.md:3 (default 4) and env.md:9 (default 8): keep one
//     entry
//
// ## Not reported
// - mentions, notes, and lines of `.env` files next to a page;
// - several examples of values on one page, such as `APP_MODE=fast` and `APP_MODE=small`;
// - a page and the source that it is generated from: `app.7` and `app.7.md`;
// - "unset" and a word that means "off", if the code treats them the same;
// - the same variable with the same default on two pages;
// - a name without a description, and neighbouring rows of one table, one for each value;
// - entries of different form (a table row and a paragraph) or in different sections, but for rows of
//   two tables of one form, unless their defaults differ: each section says what it is about;
// - sections about different systems: "Linux", "Windows";
// - entries that another page describes as removed.
//
// ## Fix
// Merge the entries. If a variable has two roles, describe both in one entry.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/rule.h"
#include "analyzer/rules/systems.h"
#include "analyzer/values/spellings.h"
#include "analyzer/values/values.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

// Whether the entry is a description: not a mention, a sample or a note on a removed name.
bool Counts(const Entry& entry) {
  return entry.how != EntryHow::kMention && entry.how != EntryHow::kNote &&
         entry.how != EntryHow::kDotenv && !entry.HasClaim("removed");
}

std::string Default(const Entry& entry) {
  if (entry.default_text && !entry.default_text->empty()) {
    return " (default " + ShowValue(entry.name, *entry.default_text) + ")";
  }
  return entry.default_kind == DocumentedDefault::kNone ? " (default unset)" : "";
}

using FileNames = std::set<std::string_view>;

std::string_view FileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Whether `made` is a page that a tool generates from one of `sources`: app.7 of app.7.md, in any
// directories.
bool IsMadeOf(std::string_view made, const FileNames& sources) {
  constexpr std::array<std::string_view, 10> kSources = {
      ".md", ".rst", ".adoc", ".asciidoc", ".scd", ".pod", ".txt", ".ronn", ".in", ".mdoc"};
  made = FileName(made);
  const size_t dot = made.rfind('.');
  const bool manual = dot != std::string_view::npos && dot + 1 < made.size() &&
                      IsDigit(made[dot + 1]) && made[dot + 1] != '0';
  // app.1.md and app.md are both written for app.1.
  return manual && std::any_of(kSources.begin(), kSources.end(), [&](std::string_view ending) {
           return sources.contains(std::string(made) + std::string(ending)) ||
                  sources.contains(std::string(made.substr(0, dot)) + std::string(ending));
         });
}

// Keeps the source of a page and its generated form once, and removes entries that only show
// values.
void KeepOnce(std::vector<const Entry*>& entries) {
  const auto shown = [](const Entry* entry) { return entry->default_shown; };
  std::set<std::string_view> showing;  // pages
  const bool samples = std::any_of(entries.begin(), entries.end(), [&](const Entry* entry) {
    return shown(entry) && !showing.insert(entry->place.file).second;
  });
  if (samples) std::erase_if(entries, shown);
  FileNames names;
  for (const Entry* entry : entries) names.insert(FileName(entry->place.file));
  if (names.size() < 2) return;
  std::erase_if(entries, [&](const Entry* entry) { return IsMadeOf(entry->place.file, names); });
}

// The values that the code's reads treat as false.
struct OffWords {
  bool boolean = false;  // one of them is a switch: every word for off
  std::set<std::string> falsy;
};

OffWords OffWordsOf(const Flag& flag) {
  OffWords out;
  for (const FlagAccess& access : flag.accesses) {
    const Access& read = *access.access;
    if (read.op != AccessOp::kRead) continue;
    out.boolean = out.boolean || read.type == ValueType::kBool;
    out.falsy.insert(read.use.falsy.begin(), read.use.falsy.end());
  }
  return out;
}

// Whether the code treats "unset" and `value` the same: off.
bool IsOff(const OffWords& off, const std::string& value) {
  const std::string word = ToLower(Unquote(value));
  return IsOffWord(word) && (off.boolean || off.falsy.contains(word));
}

// Whether both entries state a default, and different ones.
bool Differ(const OffWords& off, const Entry& a, const Entry& b) {
  const auto literal = [](const Entry& entry) {
    return entry.default_kind == DocumentedDefault::kLiteral && entry.default_text &&
           !entry.default_shown;
  };
  if (literal(a) && literal(b)) {
    // Each side may be the one that is prose or an expression.
    return CompareLiterals(*a.default_text, *b.default_text, a.type, {}) == Verdict::kDiffer &&
           CompareLiterals(*b.default_text, *a.default_text, b.type, {}) == Verdict::kDiffer;
  }
  const auto against_unset = [&](const Entry& value, const Entry& unset) {
    return literal(value) && unset.default_kind == DocumentedDefault::kNone &&
           !IsOff(off, *value.default_text);
  };
  return against_unset(a, b) || against_unset(b, a);
}

// Whether the entries are about different aspects: an overview and the text of a variable, or a
// table of features, which names it in another column, and one of settings. Copies are in one
// section, or are rows of two tables of one form.
bool SayOther(const Entry& a, const Entry& b) {
  if (a.how != b.how) return true;
  const bool rows = a.how == EntryHow::kTable && a.place.column == b.place.column;
  return a.section != b.section && !rows;
}

bool IsBare(const Entry& entry) {
  return entry.description.empty() && entry.default_kind == DocumentedDefault::kUnstated;
}

// Whether all are rows of one table, each directly below the one before.
bool AreRowsOfOne(const std::vector<const Entry*>& entries) {
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i]->how != EntryHow::kTable) return false;
    if (entries[i]->place.file != entries[0]->place.file) return false;
    if (entries[i]->place.line != entries[0]->place.line + static_cast<int>(i)) return false;
  }
  return true;
}

void Report(const std::string& name, const std::vector<const Entry*>& entries, const Flag& flag,
            std::vector<Finding>& findings) {
  // The first entry is compared with each of the others; a difference is reported before a copy.
  const Entry* other = nullptr;
  bool differ = false;
  const Entry& first = *entries.front();
  const OffWords off = OffWordsOf(flag);
  for (size_t i = 1; i < entries.size(); ++i) {
    if (OfDifferentSystems(first, *entries[i])) continue;
    const bool here = Differ(off, first, *entries[i]);
    if (!here && entries[i]->place.file != first.place.file) continue;
    // One row may show the variable in several cells.
    if (!here && entries[i]->place.line == first.place.line) continue;
    if (!here && SayOther(first, *entries[i])) continue;
    // A bare name in a list says nothing that could be wrong.
    if (!here && (IsBare(first) || IsBare(*entries[i]))) continue;
    // Neighbouring rows of one table: a row for each value.
    if (!here && AreRowsOfOne(entries)) continue;
    if (other == nullptr || (here && !differ)) other = entries[i];
    differ = differ || here;
  }
  if (other == nullptr) return;
  Finding out = MakeFinding("duplicate-entry", name, differ ? Severity::kWarning : Severity::kInfo,
                            Confidence::kHigh);
  if (differ)
    SetValues(out, first.default_text.value_or("unset"), other->default_text.value_or("unset"));
  out.doc = PlacesOf(entries);
  out.at_page = true;
  for (const FlagAccess& access : flag.accesses) {
    if (out.code.size() < 3) out.code.push_back(access.access->place);
  }
  out.message = fmt::format("{} is documented twice, at {}{} and {}{}", name, ToText(first.place),
                            Default(first), ToText(other->place), Default(*other));
  out.remedy = "keep one entry";
  findings.push_back(std::move(out));
}

void CheckDuplicateEntry(const RuleInput& input, std::vector<Finding>& findings) {
  for (const Flag& flag : input.flags) {
    std::vector<const Entry*> entries = flag.entries;
    std::erase_if(entries, [](const Entry* entry) { return !Counts(*entry); });
    KeepOnce(entries);
    if (flag.name.ends_with('_')) continue;  // the beginning of names
    if (entries.size() > 1) Report(flag.name, entries, flag, findings);
    std::map<std::string, std::vector<const Entry*>> sub_flags;
    for (const Entry* entry : flag.sub_flags) {
      if (Counts(*entry)) sub_flags[entry->name].push_back(entry);
    }
    for (const auto& [name, listed] : sub_flags) {
      if (listed.size() > 1) Report(name, listed, flag, findings);
    }
  }
}

}  // namespace

extern constexpr Rule kDuplicateEntryRule = {
    .rank = 140,
    .name = "duplicate-entry",
    .summary = "a page documents a variable twice, or two pages disagree about it",
    .remedy = "keep one entry",
    .check = CheckDuplicateEntry,
};

}  // namespace flagcensus
