// a default's place on the page ─→ whether the new one reads well there
//
// That the catalog takes the new default from the page is not all: a reader has to, too.
//
//   - `0` sends by copies (default)     a list of values, one of which is marked: the mark would
//   have to
//   - `1` sends by kernels              move, and not the value
//   | `/opt` | the script takes `/usr`, which is wrong |     the new value is there already,
//   and the
//                                                          sentence is about the difference
//   `helper` for `/usr/lib/helper`      the page names the program, and not where it lies
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/fix/fix.h"
#include "analyzer/fix/table.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

// Whether "(default)" is in `text`, as it does after the value that it marks.
bool HasMark(std::string_view text) {
  const std::string lower = ToLower(text);
  for (size_t at = lower.find("default"); at != std::string::npos;
       at = lower.find("default", at + 1)) {
    const size_t end = at + 7;
    const bool closes = end < lower.size() && (lower[end] == ')' || lower[end] == ']');
    const size_t open = lower.find_last_of("([", at);
    // Nothing but "(by ", "(the " before it.
    if (closes && open != std::string::npos && at - open <= 5) return true;
  }
  return false;
}

}  // namespace

PlaceDoubt DoubtAt(const FixedPage& page, const Entry& entry, size_t at, size_t length,
                   std::string_view text) {
  const std::string_view all = page.text;
  const size_t begin = at == 0 ? 0 : all.rfind('\n', at - 1) + 1;  // 0 if there is none
  const size_t end = std::min(all.find('\n', at), all.size());
  const std::string_view before = all.substr(begin, at - begin);
  const std::string_view after = all.substr(at + length, end - at - length);
  const std::string_view old = all.substr(at, length);
  if (text.size() > old.size() && old.find('/') == std::string_view::npos && text.ends_with(old) &&
      text[text.size() - old.size() - 1] == '/') {
    return PlaceDoubt::kUnsafe;
  }
  const bool marked = HasMark(after) && ToLower(before).find("default") == std::string::npos;
  const bool heads = std::none_of(before.begin(), before.end(),
                                  [](char c) { return IsIdentifierByte(c) || c == '|'; });
  const bool several =
      std::any_of(entry.claims.begin(), entry.claims.end(),
                  [](const std::string& claim) { return claim.starts_with("values:"); });
  if (marked && (heads || several || HasWord(after, text))) return PlaceDoubt::kNever;
  constexpr size_t kStating = 4;  // shorter ones are in many sentences
  const bool word = IsOnWord(ToLower(text)) || IsOffWord(ToLower(text));
  if (text.size() >= kStating && !word && (HasWord(before, text) || HasWord(after, text))) {
    return PlaceDoubt::kUnsafe;
  }
  return PlaceDoubt::kNone;
}

}  // namespace flagcensus
