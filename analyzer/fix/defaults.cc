// default-mismatch ─→ the documented default replaced by that of the code.
//
//   | `APP_PORT` | `80` |    the code has 8080    ─→   | `APP_PORT` | `8080` |
//   | `APP_FAST` | `Yes` |   the code has false   ─→   | `APP_FAST` | `No` |
//
// The documented text is searched around the entry's name, nearest first after the name. Each place
// is tried; the first one counts for which the entry, read again, has the new default. Marks of
// code and quotes around the text are kept. A word for on or off is replaced by the other word of
// its pair, in its case.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/fix/fix.h"
#include "analyzer/fix/table.h"
#include "analyzer/model/secrets.h"
#include "analyzer/reference/markup.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/values/spellings.h"
#include "analyzer/values/values.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

// The lines around an entry that may state its default, down to the next entry, and the places
// tried in them. A default that is stated further away is not corrected.
constexpr int kLinesAbove = 3;
constexpr int kLinesBelow = 40;
// Each place costs a reading of the whole page.
constexpr size_t kMaxPlaces = 12;
// A longer default would not be read on the page.
constexpr size_t kLongestDefault = 200;

// `word` in the case of `like`: lower, Title or UPPER.
// "Yes", "no" ─→ "No"; "YES", "no" ─→ "NO"
std::string InCaseOf(std::string_view like, std::string word) {
  if (like == ToLower(like)) return word;
  if (like == ToUpper(like) && like.size() > 1) return ToUpper(word);
  return ToUpper(word.substr(0, 1)) + word.substr(1);
}

// The other word of the pair of `documented`, if the code has the other state; "" if the two are
// not words of a pair.
// "Yes", code false ─→ "No"; "Yes", code true ─→ ""; "Yes", code 80 ─→ ""
std::string OtherState(std::string_view documented, std::string_view actual) {
  constexpr std::array<std::array<std::string_view, 2>, 6> kPairs = {{{"true", "false"},
                                                                      {"yes", "no"},
                                                                      {"on", "off"},
                                                                      {"1", "0"},
                                                                      {"enabled", "disabled"},
                                                                      {"enable", "disable"}}};
  const std::string lower = ToLower(documented);
  const std::string state = ToLower(actual);
  if (!IsOnWord(state) && !IsOffWord(state)) return {};
  for (const auto& pair : kPairs) {
    if (lower == pair[0] && IsOffWord(state)) return InCaseOf(documented, std::string(pair[1]));
    if (lower == pair[1] && IsOnWord(state)) return InCaseOf(documented, std::string(pair[0]));
  }
  return {};
}

// Whether the page states an amount with a unit, "30 s", which the bare number of the code may not
// have. An unsafe fix replaces it with the unit.
bool HasUnit(std::string_view documented) {
  const bool digit = BeginsWithDigit(documented);
  const size_t end = documented.find_first_not_of("0123456789_.,");
  return digit && end != std::string_view::npos &&
         documented.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%", end) ==
             documented.find_first_not_of(' ', end) &&
         !documented.starts_with("0x");
}

// The default for the page; "" if it is not certain.
std::string NewDefault(const FixInput& input, const Finding& finding, const Flag& flag,
                       const Entry& entry) {
  if (!finding.actual || !entry.default_text) return {};
  const std::string& actual = *finding.actual;
  if (actual.empty() || actual.size() > kLongestDefault) return {};
  if (EscapeControl(actual) != actual || MaskSecrets(actual, flag.name) != actual) return {};
  // Reads that disagree among themselves are reported by another rule.
  for (const FlagAccess& access : flag.accesses) {
    const Access& read = *access.access;
    if (read.default_kind != DefaultKind::kLiteral || !read.default_text) continue;
    if (std::find(finding.code.begin(), finding.code.end(), read.place) == finding.code.end()) {
      continue;
    }
    if (*read.default_text != actual && CompareLiterals(*read.default_text, actual, read.type,
                                                        read.use.truthy) != Verdict::kEqual) {
      return {};
    }
  }
  const std::string_view documented = Unquote(*entry.default_text);
  if (std::string other = OtherState(documented, actual); !other.empty()) return other;
  if (HasUnit(documented) && !HasUnit(actual) && !input.unsafe) return {};
  return actual;
}

}  // namespace

std::vector<size_t> WordsIn(std::string_view text, std::string_view word, size_t from, size_t to) {
  std::vector<size_t> out;
  for (size_t at = FindUndivided(text, word, from);
       at != std::string_view::npos && at + word.size() <= to;
       at = FindUndivided(text, word, at + 1)) {
    out.push_back(at);
  }
  return out;
}

namespace {

// The places of the documented text around entry `number`, those after its name first.
std::vector<size_t> PlacesOf(const FixedPage& page, size_t number, std::string_view documented) {
  const std::vector<size_t> starts = LineStarts(page.text);
  const Place& place = page.entries[number].place;
  const auto start = [&](int line) {
    return starts[static_cast<size_t>(
        std::clamp<int>(line - 1, 0, static_cast<int>(starts.size()) - 1))];
  };
  int first = place.line - kLinesAbove;
  int last = place.line + kLinesBelow;  // exclusive
  for (const Entry& entry : page.entries) {
    if (entry.how == EntryHow::kMention) continue;
    if (entry.place.line < place.line) first = std::max(first, entry.place.line);
    if (entry.place.line > place.line) last = std::min(last, entry.place.line);
  }
  const size_t name = start(place.line) + static_cast<size_t>(std::max(0, place.column - 1));
  std::vector<size_t> out = WordsIn(page.text, documented, name, start(last));
  const std::vector<size_t> above =
      WordsIn(page.text, documented, start(first), std::min(name, page.text.size()));
  out.insert(out.end(), above.rbegin(), above.rend());
  if (out.size() > kMaxPlaces) out.resize(kMaxPlaces);
  return out;
}

// Whether the pipe at `offset` is below a pipe of the line that separates the table's header.
bool IsDrawn(const FixedPage& page, size_t offset) {
  if (TablesOf(page) != TableMarkup::kPipes || page.text[offset] != '|') return false;
  const std::vector<size_t> starts = LineStarts(page.text);
  const auto line =
      static_cast<int>(std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin());
  for (const TableText& table : FindTables(page.text)) {
    if (!table.Holds(line)) continue;
    const std::string_view drawn = LineAt(page.text, starts, table.header + 1);
    const size_t column = offset - starts[static_cast<size_t>(line) - 1];
    return column < drawn.size() && drawn[column] == '|';
  }
  return false;
}

// The change that also keeps the next column at its place: spaces after the text are removed or
// added. Empty if no column follows.
std::optional<TextChange> WithColumn(const FixedPage& page, const TextChange& change) {
  const std::string& text = page.text;
  size_t begin = change.offset + change.length;  // of the spaces, after the marks
  while (begin < text.size() && std::string_view("`\"'*").find(text[begin]) != std::string::npos) {
    ++begin;
  }
  size_t end = begin;
  while (end < text.size() && text[end] == ' ') ++end;
  const size_t room = end - begin;
  const bool more = end < text.size() && text[end] != '\n' && text[end] != '\r';
  // One space separates words. A column that begins there is recognised by the line below the
  // header.
  if (!more || room == 0 || (room == 1 && !IsDrawn(page, end))) return std::nullopt;
  const std::string marks =
      text.substr(change.offset + change.length, begin - change.offset - change.length);
  const size_t width = change.length + room;
  const size_t kept = change.text.size() < width ? width - change.text.size() : 1;
  return TextChange{change.offset, end - change.offset,
                    change.text + marks + std::string(kept, ' ')};
}

// The new text in the spellings that the page may need.
// "a|b" ─→ "a|b", then as the format escapes it, then "a\|b". The page's reading decides.
std::vector<std::string> WaysToWrite(const FixedPage& page, const std::string& text) {
  std::vector<std::string> out = {text};
  const Markup* markup = MarkupOf(page);
  if (markup == nullptr) return out;
  for (const std::string& way : {markup->text(text), ReplaceAll(text, "|", "\\|")}) {
    if (std::find(out.begin(), out.end(), way) == out.end()) out.push_back(way);
  }
  return out;
}

// Makes the change at the entry, then in all other places that state the default. All or none.
bool ChangeAll(const FixInput& input, size_t number, std::string_view documented,
               const std::string& text, const TextChange& change, const EntriesWanted& wanted,
               FixedPage& page, std::string* declined) {
  FixedPage changed = page;
  const bool made = TryChange(change, wanted, input.reading, changed);
  const int left = made ? FixRestated(input, number, documented, text, changed) : 0;
  page.bytes_read = changed.bytes_read;
  page.exhausted = changed.exhausted;
  if (!made) return false;
  if (left > 0) {
    *declined = fmt::format("{}:{} states another default for it, which cannot be corrected along",
                            page.file, left);
    return false;
  }
  page = std::move(changed);
  return true;
}

// Fixes the default at one place of the finding, in each spelling and at each place of the text
// until one is accepted.
bool FixAt(const FixInput& input, const Finding& finding, const Flag& flag, const Place& place,
           FixedPage& page, std::string* declined) {
  const std::optional<size_t> number = EntryAt(page.entries, finding.name, place.line);
  if (!number) return false;
  const Entry entry = page.entries[*number];
  const std::string text = NewDefault(input, finding, flag, entry);
  if (text.empty()) return false;
  // The page must have the same entries with the same contents, except for the default of this one,
  // which must be the new one and satisfy the rule.
  const EntriesWanted wanted = [&](const std::vector<Entry>& entries) {
    if (entries.size() != page.entries.size()) return false;
    for (size_t i = 0; i < entries.size(); ++i) {
      if (i != *number && !SaysTheSame(page.entries[i], entries[i], 0)) return false;
    }
    const Entry& now = entries[*number];
    Entry meant = entry;
    meant.default_text = now.default_text;
    return now.default_text && Unquote(*now.default_text) == Unquote(text) &&
           SaysTheSame(meant, now, 0) &&
           IsContent(input, "default-mismatch", flag, {&now}, now.place);
  };
  const std::string documented(Unquote(*entry.default_text));
  if (documented.empty()) return false;
  for (const std::string& way : WaysToWrite(page, text)) {
    for (const size_t at : PlacesOf(page, *number, documented)) {
      const PlaceDoubt doubt = DoubtAt(page, entry, at, documented.size(), text);
      if (doubt == PlaceDoubt::kNever || (doubt == PlaceDoubt::kUnsafe && !input.unsafe)) continue;
      const TextChange change{at, documented.size(), way};
      const std::optional<TextChange> column = WithColumn(page, change);
      for (const TextChange& one : {column.value_or(change), change}) {
        if (ChangeAll(input, *number, documented, text, one, wanted, page, declined)) return true;
        if (!declined->empty()) return false;
      }
    }
  }
  return false;
}

// A read of the finding with a default that may not be the one that the program uses; null if there
// is no such read.
const Access* UncertainRead(const Finding& finding, const Flag& flag) {
  for (const FlagAccess& access : flag.accesses) {
    const bool read = access.access->op == AccessOp::kRead && !access.access->use.default_certain;
    const bool meant = std::find(finding.code.begin(), finding.code.end(), access.access->place) !=
                       finding.code.end();
    if (read && meant) return access.access;
  }
  return nullptr;
}

}  // namespace

// A finding with several places is fixed at all of them or at none.
// Otherwise the page would contradict itself after the fix.
bool FixDefault(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages,
                std::string* declined) {
  const Flag* flag = FindFlag(input.rules, finding.name);
  const bool doubtful = finding.severity == Severity::kInfo;
  if (flag == nullptr || finding.doc.empty() || (doubtful && !input.unsafe)) return false;
  if (const Access* read = UncertainRead(finding, *flag); read != nullptr && !input.unsafe) {
    *declined = ToText(read->place) +
                ": code after the read may replace its result; --unsafe-fixes applies it";
    return false;
  }
  std::vector<FixedPage> changed = pages;
  bool all = true;
  for (const Place& place : finding.doc) {
    const auto page = std::find_if(changed.begin(), changed.end(),
                                   [&](const FixedPage& one) { return one.file == place.file; });
    all = page != changed.end() && FixAt(input, finding, *flag, place, *page, declined);
    if (!all) break;
  }
  for (size_t i = 0; i < pages.size() && !all; ++i) {
    pages[i].bytes_read = changed[i].bytes_read;
    pages[i].exhausted = changed[i].exhausted;
  }
  if (all) pages = std::move(changed);
  return all;
}

}  // namespace flagcensus
