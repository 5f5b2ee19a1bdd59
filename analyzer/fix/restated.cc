// A corrected default ─→ the other sentences that state it.
//
//   | `APP_PORT` | `8080` |            corrected
//   `APP_PORT` is 80 by default.  ─→   `APP_PORT` is 8080 by default.
//
// The sentences are those of the entry, from its line to its end, and all on the page that name the
// variable. The catalog's own reading decides what each says. Those of the old value are corrected
// too. If that fails, the fix is declined, since the page would contradict itself.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/defaults.h"
#include "analyzer/fix/fix.h"
#include "analyzer/fix/table.h"
#include "analyzer/pages/heading_line.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/prose.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/values/values.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

constexpr int kMaxEntryLines = 60;    // of an entry; a longer one is a section
constexpr size_t kMaxSentences = 20;  // that are corrected

// Offsets in the text of the page.
struct Sentence {
  size_t begin = 0;
  size_t end = 0;
  std::string stated;  // the default that it states
};

bool IsBlankLine(std::string_view line) { return Trim(line).empty(); }

size_t BlanksBefore(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// The first line (1-based) after entry `number`: the next entry, a heading, an empty line after a
// row, or a line that is not indented after an item.
int EndOfEntry(const FixedPage& page, size_t number, const std::vector<size_t>& starts) {
  const Entry& entry = page.entries[number];
  int end = std::min(static_cast<int>(starts.size()), entry.place.line + kMaxEntryLines);
  for (const Entry& other : page.entries) {
    if (other.how != EntryHow::kMention && other.place.line > entry.place.line) {
      end = std::min(end, other.place.line);
    }
  }
  const size_t indent = BlanksBefore(LineAt(page.text, starts, entry.place.line));
  const bool row = entry.how == EntryHow::kTable || entry.how == EntryHow::kDotenv;
  const bool item = entry.how == EntryHow::kList || entry.how == EntryHow::kDirective;
  for (int line = entry.place.line + 1; line < end; ++line) {
    const std::string_view text = LineAt(page.text, starts, line);
    if (IsHeadingLine(text, LineAt(page.text, starts, line + 1))) return line;
    if (!IsBlankLine(text)) continue;
    if (row) return line;
    const bool ends = line + 1 < end &&
                      BlanksBefore(LineAt(page.text, starts, line + 1)) <= indent &&
                      !IsBlankLine(LineAt(page.text, starts, line + 1));
    if (item && ends) return line;
  }
  return end;
}

// The sentences of `text` from `from` to `to`, by full stops, cells and empty lines.
// "One is. Two | Three" ─→ "One is.", " Two |", " Three"
std::vector<Sentence> SentencesIn(std::string_view text, size_t from, size_t to) {
  std::vector<Sentence> out;
  size_t begin = from;
  for (size_t at = from; at < to; ++at) {
    const char c = text[at];
    const bool empty = c == '\n' && (at + 1 >= to || text[at + 1] == '\n');
    if (!EndsSentence(text, at) && !empty && c != '|' && at + 1 < to) continue;
    if (at + 1 > begin) out.push_back({begin, at + 1, {}});
    begin = at + 1;
  }
  return out;
}

// The sentence as prose. Marks of code become quotes, so offsets are kept.
Prose ProseOf(std::string_view text, const Sentence& sentence) {
  std::string plain(text.substr(sentence.begin, sentence.end - sentence.begin));
  std::replace(plain.begin(), plain.end(), '`', '"');
  std::replace(plain.begin(), plain.end(), '\n', ' ');
  return ToProse(ReplaceAll(ReplaceAll(plain, "\"\"", "\""), "**", ""), 1);
}

// The sentences that state a default of the entry's variable.
std::vector<Sentence> StatementsOf(const FixedPage& page, size_t number) {
  const std::vector<size_t> starts = LineStarts(page.text);
  const std::string& name = page.entries[number].name;
  const auto start = [&](int line) {
    return starts[static_cast<size_t>(
        std::clamp<int>(line - 1, 0, static_cast<int>(starts.size()) - 1))];
  };
  const size_t first = start(page.entries[number].place.line);
  const size_t last = start(EndOfEntry(page, number, starts));
  std::vector<Sentence> out;
  for (Sentence& one : SentencesIn(page.text, 0, page.text.size())) {
    const std::string_view text =
        std::string_view(page.text).substr(one.begin, one.end - one.begin);
    const bool own = one.begin >= first && one.end <= last;
    if (!own && !HasWord(text, name)) continue;
    const Prose prose = ProseOf(page.text, one);
    const std::vector<NameAt> names = NamesIn(prose);
    const bool others = std::any_of(names.begin(), names.end(), [&](const NameAt& other) {
      return other.name != name && ShapeOf(other.name) == NameShape::kStrong;
    });
    // A sentence about several variables may state the default of another.
    if (others) continue;
    const DefaultText found = DefaultFromWords(prose, name);
    if (found.kind != DocumentedDefault::kLiteral || !found.text) continue;
    one.stated = *found.text;
    out.push_back(std::move(one));
  }
  return out;
}

bool Says(const Sentence& sentence, std::string_view value) {
  return CompareLiterals(sentence.stated, value, ValueType::kUnknown, {}) == Verdict::kEqual;
}

}  // namespace

// Returns 0, or the line of a sentence that still states a different value. One sentence is
// corrected at a time, since each change moves the offsets of those after it.
int FixRestated(const FixInput& input, size_t number, std::string_view before,
                std::string_view after, FixedPage& page) {
  // Another entry of the variable may state the new default after the change.
  const auto same_entry = [&](const Entry& now, const Entry& then) {
    Entry meant = then;
    if (then.name == page.entries[number].name && now.default_text && then.default_text &&
        Unquote(*then.default_text) == before && Unquote(*now.default_text) == after) {
      meant.default_text = now.default_text;
    }
    return SaysTheSame(meant, now, 0);
  };
  const EntriesWanted same = [&](const std::vector<Entry>& entries) {
    return std::equal(entries.begin(), entries.end(), page.entries.begin(), page.entries.end(),
                      same_entry);
  };
  for (size_t tried = 0; tried < kMaxSentences; ++tried) {
    const std::vector<Sentence> statements = StatementsOf(page, number);
    const auto left = std::find_if(statements.begin(), statements.end(), [&](const Sentence& one) {
      // An unsafe fix ignores sentences with a third value; a safe one is declined.
      return !Says(one, after) && (Says(one, before) || !input.unsafe);
    });
    if (left == statements.end()) return 0;
    const int line =
        static_cast<int>(std::count(
            page.text.begin(), page.text.begin() + static_cast<ptrdiff_t>(left->begin), '\n')) +
        1;
    const std::vector<size_t> places = WordsIn(page.text, left->stated, left->begin, left->end);
    if (!Says(*left, before) || left->stated != before) return line;
    const bool changed = std::any_of(places.begin(), places.end(), [&](size_t at) {
      FixedPage copy = page;
      const TextChange change{at, before.size(), std::string(after)};
      if (!TryChange(change, same, input.reading, copy)) return false;
      const std::vector<Sentence> now = StatementsOf(copy, number);
      const auto written = std::count_if(now.begin(), now.end(),
                                         [&](const Sentence& one) { return Says(one, before); });
      const auto then = std::count_if(statements.begin(), statements.end(),
                                      [&](const Sentence& one) { return Says(one, before); });
      // The sentence must not state the old value any more, by the same reading.
      if (written >= then) return false;
      page = std::move(copy);
      return true;
    });
    if (!changed) return line;
  }
  return page.entries[number].place.line;
}

}  // namespace flagcensus
