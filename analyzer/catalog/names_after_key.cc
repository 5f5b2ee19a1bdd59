// The head of an item or a term that names a variable beside a setting's own name.
//
//   *cache_dir* (*APP_CACHE* or *APP_NOCACHE*, see below)  ─→ APP_CACHE, APP_NOCACHE
//   `--cache` [env: APP_CACHE]                             ─→ APP_CACHE
//   ``cache`` & ``size``: ``$APP_CACHE`` & ``$APP_SIZE``   ─→ APP_CACHE, APP_SIZE
//
// In each of them LeadingNames::beside is set.
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/leading_names.h"
#include "analyzer/catalog/values.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

bool IsStrong(const LeadName& name) { return ShapeOf(name.name) == NameShape::kStrong; }

bool IsKey(const LeadName& name) { return ShapeOf(name.name) == NameShape::kLower && !name.value; }

// "`14` (`APP_VERSION_1_4`)": a value, and the constant for it.
// Hexadecimal and version numbers count. A value begins with a digit: "fade" is a key.
bool IsValueBefore(const Prose& prose, size_t open) {
  const std::string_view before = Trim(std::string_view(prose.text).substr(0, open));
  return !before.empty() &&
         before.find_first_not_of("0123456789xabcdefABCDEF.-") == std::string_view::npos &&
         IsDigit(before.front());
}

// The names in brackets, "(APP_CACHE or APP_NOCACHE, see below)", at `open`. Words after the names
// must be a remark after a comma or semicolon: "(APP_CACHE is better)" is a sentence.
LeadingNames InBrackets(const Prose& prose, size_t open, size_t close) {
  size_t begin = open + 1;
  for (const std::string_view label : {"env:", "env var:", "environment variable:", "env "}) {
    if (std::string_view(prose.lower).substr(begin).starts_with(label)) begin += label.size();
  }
  const Prose inside = Slice(prose, begin, close);
  LeadingNames lead = ParseLeadingNames(inside, false);
  if (lead.names.empty() || !IsStrong(lead.names.front())) return {};
  const bool remark = lead.end < inside.text.size() &&
                      (inside.text[lead.end] == ',' || inside.text[lead.end] == ';');
  if (lead.separator != LeadingNames::Separator::kNone && !remark) return {};
  lead.separator = LeadingNames::Separator::kColon;
  lead.end = close + 1;
  lead.beside = true;
  return lead;
}

}  // namespace

bool Describes(const Prose& text) {
  static const PhraseList& kOpenings = Phrases("describes");
  return StartsWithPhrase(Trim(text.lower), kOpenings);
}

LeadingNames ParseNamesAfterKey(const Prose& prose) {
  const std::string_view text = prose.text;
  // Bytes up to the bracket. A key and its metavariable are shorter; a bracket further on belongs
  // to the description.
  constexpr size_t kMaxOption = 60;
  for (size_t open = 0; open < text.size() && open < kMaxOption; ++open) {
    if ((text[open] != '(' && text[open] != '[') || prose.IsCode(open)) continue;
    if (IsValueBefore(prose, open)) return {};
    const size_t close = text.find(text[open] == '(' ? ')' : ']', open);
    if (close == std::string_view::npos) break;
    // A remark in its own brackets may occur among the names: "(A or (deprecated) B)".
    const size_t inner = text.substr(open + 1, close - open - 1).find('(');
    size_t end = close;
    if (text[open] == '(' && inner != std::string_view::npos) {
      end = text.find(')', close + 1);
      if (end == std::string_view::npos) end = close;
    }
    LeadingNames lead = InBrackets(prose, open, end);
    if (!lead.names.empty()) return lead;
  }
  // No brackets: "key: NAME", where all before the colon are keys and all after it are variables.
  const LeadingNames key = ParseLeadingNames(prose, true);
  if (key.separator != LeadingNames::Separator::kColon || key.names.empty() ||
      !std::all_of(key.names.begin(), key.names.end(), IsKey)) {
    return {};
  }
  LeadingNames lead = ParseLeadingNames(Slice(prose, key.end), false);
  if (lead.names.empty() || !std::all_of(lead.names.begin(), lead.names.end(), IsStrong)) return {};
  if (lead.separator == LeadingNames::Separator::kText) return {};
  lead.end += key.end;
  lead.beside = true;
  return lead;
}

LeadingNames ParseItemNames(const Prose& prose, bool sub_flags, bool term) {
  LeadingNames lead = ParseLeadingNames(prose, sub_flags);
  // A lead of a variable is complete; one of an option or key may have its variables beside it.
  const bool option = !lead.names.empty() && lead.names.front().name.starts_with("--");
  const bool key = !lead.names.empty() && IsKey(lead.names.front());
  if (!lead.names.empty() && !option && !key) return lead;
  // In plain text, a word in lower case at the start of an item is rarely a key.
  const size_t first = SkipBlanks(prose.text, 0);
  if (!term && (first >= prose.styles.size() || prose.styles[first] == 0)) return lead;
  LeadingNames beside = ParseNamesAfterKey(prose);
  return beside.names.empty() ? lead : beside;
}

}  // namespace flagcensus
