// queries/placeholders.toml ─→ whether a default is only a word for none
#include "analyzer/rules/placeholders.h"

#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

bool IsAmong(const char* list, std::string_view word) {
  static const auto lists = EmbeddedLists("placeholders.toml");
  const auto at = lists.find(std::string_view(list));
  return at != lists.end() &&
         std::find(at->second.begin(), at->second.end(), word) != at->second.end();
}

}  // namespace

bool IsNoValue(std::string_view text) { return IsAmong("no_value", ToLower(Trim(text))); }

bool IsShownForUnset(std::string_view text) {
  const std::string lower = ToLower(Trim(text));
  // As a whole, "none", or a phrase in brackets, "(not set)", "<unset>".
  if (IsAmong("shown", lower)) return true;
  if (lower.size() < 3) return false;
  const std::string_view ends[] = {"()", "<>", "[]"};
  const bool bracketed = std::any_of(std::begin(ends), std::end(ends), [&](std::string_view pair) {
    return lower.front() == pair[0] && lower.back() == pair[1];
  });
  return bracketed && IsAmong("shown_in_brackets", lower.substr(1, lower.size() - 2));
}

}  // namespace flagcensus
