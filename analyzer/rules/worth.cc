// flags, ownership ─→ answers to the questions of verdict.toml ─→ points, class
#include "analyzer/rules/worth.h"

#include <toml++/toml.h>

#include <algorithm>
#include <set>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/own_prefixes.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

struct WorthTable {
  std::map<std::string, ScorePart, std::less<>> questions;
  int64_t high = 0, medium = 0;  // the lowest sums of the classes
  int64_t odd_below = 0;
  size_t odd_share = 0, odd_catalog = 0;
};

const WorthTable& Table() {
  static const WorthTable kTable = [] {
    WorthTable out;
    const toml::table file = toml::parse(EmbeddedQuery("verdict.toml"));
    if (const toml::array* questions = file["question"].as_array()) {
      for (const toml::node& node : *questions) {
        const toml::table& row = *node.as_table();
        out.questions[row["name"].value_or(std::string())] = {
            static_cast<int>(row["points"].value_or(int64_t{0})),
            row["says"].value_or(std::string())};
      }
    }
    const auto read = [&](const char* table, const char* key) {
      return file[table][key].value_or(int64_t{0});
    };
    out.high = read("class", "high");
    out.medium = read("class", "medium");
    out.odd_below = read("odd", "below");
    out.odd_share = static_cast<size_t>(read("odd", "share"));
    out.odd_catalog = static_cast<size_t>(read("odd", "catalog"));
    return out;
  }();
  return kTable;
}

// The accesses that read it, test it, or set it if it is missing.
std::vector<const Access*> ReadsOf(const Flag& flag) {
  std::vector<const Access*> out = SourceAccesses(flag);
  std::erase_if(out, [](const Access* access) {
    return access->op != AccessOp::kRead && access->op != AccessOp::kTest &&
           access->op != AccessOp::kSetDefault;
  });
  return out;
}

// Whether the value is bound to a constant: LIMIT, or Settings.LIMIT.
bool IsBoundToConstant(const Access& access) {
  if (!access.bound_to) return false;
  const std::string_view whole = *access.bound_to;
  const std::string_view name = whole.substr(whole.rfind('.') + 1);
  return std::any_of(name.begin(), name.end(), IsUpper) &&
         std::none_of(name.begin(), name.end(), IsLower);
}

size_t CountWordsOf(std::string_view name) {
  size_t out = 0;
  for (const std::string_view word : Split(name, '_')) out += word.empty() ? 0 : 1;
  return out;
}

// Whether the name is the project's own by a prefix, or by the names around it although a table
// assigns it to others.
bool IsOwn(const Ownership& ownership, std::string_view name) {
  return OwnPrefixOf(ownership, name) != nullptr || ownership.related.contains(name) ||
         (FindForeign(name).owner != nullptr && OwnerOf(ownership, name) == nullptr);
}

// Whether a prefix makes the name the project's own, other than by a single documented sibling.
bool HasStrongPrefix(const Ownership& ownership, std::string_view name) {
  const OwnPrefix* const own = OwnPrefixOf(ownership, name);
  return (own != nullptr && own->by != OwnBy::kSibling) || ownership.related.contains(name);
}

}  // namespace

WorthModel::WorthModel(const std::vector<Flag>& flags, const Ownership& ownership)
    : ownership_(ownership) {
  size_t common = 0;  // documented names in use that are not third-party
  size_t prefixed = 0;
  for (const Flag& flag : flags) {
    if (IsPattern(flag.name)) continue;
    const std::vector<const Access*> reads = ReadsOf(flag);
    if (reads.empty()) continue;
    const bool documented = !flag.entries.empty();
    const auto add = [&](Count& count) {
      ++count.all;
      count.documented += documented ? 1 : 0;
    };
    if (const std::string word = FirstWord(flag.name); !word.empty()) add(by_word_[word]);
    std::set<std::string_view> files;
    for (const Access* access : reads) files.insert(access->place.file);
    for (const std::string_view file : files) add(by_file_[file]);
    if (!documented) continue;
    ++documented_;
    if (FindForeign(flag.name).exact) continue;
    ++common;
    prefixed += HasStrongPrefix(ownership, flag.name) ? 1 : 0;
  }
  // Odd names are only marked in projects with a consistent prefix: among documented names without
  // one, a name without a prefix is nothing special.
  constexpr size_t kPercent = 100;
  odd_counts_ = common < Table().odd_catalog || prefixed * kPercent >= common * Table().odd_share;
}

// Whether at least half of the names are documented; the name in question is counted, too.
bool WorthModel::HasMany(const Count& count) {
  return count.documented > 0 && count.documented * 2 >= count.all;
}

Worth WorthModel::Of(const Flag& flag) const {
  Worth out;
  int64_t sum = 0;
  const auto yes = [&](std::string_view question) {
    const auto found = Table().questions.find(question);
    if (found == Table().questions.end()) return;
    out.parts.push_back(found->second);
    sum += found->second.points;
  };
  const std::vector<const Access*> reads = ReadsOf(flag);
  const auto any = [&](auto wanted) {
    return std::any_of(reads.begin(), reads.end(), [&](const Access* a) { return wanted(*a); });
  };
  // The questions of queries/verdict.toml, each asked once.
  const bool own = IsOwn(ownership_, flag.name);
  if (any(IsBoundToConstant)) yes("constant");
  if (own) yes("own-prefix");
  if (own && documented_ >= Table().odd_catalog) yes("own-prefix-and-catalog");
  const auto word = by_word_.find(FirstWord(flag.name));
  if (word != by_word_.end() && HasMany(word->second)) yes("siblings");
  if (any([&](const Access& access) {
        const auto file = by_file_.find(access.place.file);
        return file != by_file_.end() && HasMany(file->second);
      })) {
    yes("file");
  }
  // Three words or more: a long name was chosen for a purpose.
  constexpr size_t kManyWords = 3;
  if (CountWordsOf(flag.name) >= kManyWords) yes("words");
  const bool kept = any([](const Access& access) {
    const bool fallback =
        access.default_kind == DefaultKind::kLiteral && !access.default_text.value_or("").empty();
    return access.bound_to.has_value() || fallback;
  });
  if (!reads.empty() && !kept) yes("in-passing");
  out.confidence = sum >= Table().high     ? Confidence::kHigh
                   : sum >= Table().medium ? Confidence::kMedium
                                           : Confidence::kLow;
  const bool sibling = word != by_word_.end() && word->second.documented > 0;
  const bool odd = !own && !sibling && odd_counts_ && sum < Table().odd_below;
  out.odd = odd || OwnerOf(ownership_, flag.name) != nullptr;
  return out;
}

}  // namespace flagcensus
