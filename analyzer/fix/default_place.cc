// A default's place on the page ─→ whether the new default reads well there.
//
// The catalog's reading of the new page is not enough; a person must understand it, too.
//
//   - `0` sends by copies (default)      kNever: a list of values, one of which is marked. The mark
//   - `1` sends by kernels               would have to move, not the value
//   | `/opt` | it uses `/usr`, wrongly | kUnsafe: the new value `/usr` is there already, and the
//                                        sentence is about the difference
//   `helper` for `/usr/lib/helper`       kUnsafe: the page names the program and not its path
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/fix/fix.h"
#include "analyzer/fix/table.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

// Whether "(default)" is in `text`, as it occurs after the value that it marks.
bool HasMark(std::string_view text) {
  const std::string lower = ToLower(text);
  for (size_t at = lower.find("default"); at != std::string::npos;
       at = lower.find("default", at + 1)) {
    const size_t end = at + 7;
    const bool closes = end < lower.size() && (lower[end] == ')' || lower[end] == ']');
    const size_t open = lower.find_last_of("([", at);
    // Only "(by " or "(the " may be before it.
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
  // The new value is a path that ends in the old one.
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
  // A marked value that begins its line, or an entry with a list of values, or the new value after
  // it.
  if (marked && (heads || several || HasWord(after, text))) return PlaceDoubt::kNever;
  constexpr size_t kStating = 4;  // shorter ones occur in many sentences
  const bool word = IsOnWord(ToLower(text)) || IsOffWord(ToLower(text));
  if (text.size() >= kStating && !word && (HasWord(before, text) || HasWord(after, text))) {
    return PlaceDoubt::kUnsafe;
  }
  return PlaceDoubt::kNone;
}

}  // namespace flagcensus
