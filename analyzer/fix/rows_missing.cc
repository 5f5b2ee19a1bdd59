// undocumented ─→ a row in the table or list of its family, in the style of the rows next to it.
//
//   | `APP_HTTP_HOST` | ... |        APP_HTTP_PORT is undocumented: a row below APP_HTTP_HOST
//   | `APP_LOG` | ... |
//
// The table is the one with the names that share the most first words with the new one. If names
// outside of it share as many, several places are possible, and only unsafe fixes use this one.
// Pages of examples and tests are not used. A column that is neither known nor ever empty cannot be
// filled in: such a row is unsafe, and without a column for descriptions none is written. The row
// goes to its place if the names are sorted, otherwise after the last one.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/fix/fix.h"
#include "analyzer/fix/row_text.h"
#include "analyzer/fix/table.h"
#include "analyzer/model/secrets.h"
#include "analyzer/project/scope.h"

namespace flagcensus {
namespace {

using Entries = std::vector<const Entry*>;

// A table that a row could join.
struct Target {
  FixedPage* page = nullptr;
  TableText table;
  Entries entries;    // of its rows, in their order
  size_t shared = 0;  // first words that some name has with the new one
  size_t kin = 0;     // how many have them
  size_t rival = 0;   // first words that a name elsewhere has with it
};

// APP_HTTP_PORT, APP_HTTP_HOST ─→ 2; APP_X, APPX ─→ 0
size_t SharedWords(std::string_view a, std::string_view b) {
  const std::vector<std::string_view> first = Split(a, '_'), second = Split(b, '_');
  size_t count = 0;
  while (count < first.size() && count < second.size() && first[count] == second[count]) ++count;
  return count;
}

// Whether users set the entry's variable, as they do the new one: it is not deprecated, internal or
// the like.
bool IsPlain(const Entry& entry) {
  return std::none_of(entry.claims.begin(), entry.claims.end(), [](const std::string& claim) {
    return !claim.starts_with("values:") && !claim.starts_with("alias-of:") &&
           !claim.starts_with("read-in:");
  });
}

// Whether the project reads it. A table of variables that the project sets for others is the wrong
// one.
bool IsRead(const FixInput& input, std::string_view name) {
  const Flag* flag = FindFlag(input.rules, name);
  return flag != nullptr &&
         std::any_of(flag->accesses.begin(), flag->accesses.end(), [](const FlagAccess& access) {
           return access.access->op == AccessOp::kRead || access.access->op == AccessOp::kTest;
         });
}

// How many first words all names of the table share. A name with other first words is not of its
// family.
size_t CommonWords(const Entries& entries) {
  const std::string& first = entries.front()->name;
  size_t out = Split(first, '_').size() - 1;
  for (const Entry* entry : entries) out = std::min(out, SharedWords(first, entry->name));
  return out;
}

bool IsRowOf(const Entry& entry, const TableText& table) {
  const bool row = table.form == TableForm::kItems
                       ? entry.how == EntryHow::kList || entry.how == EntryHow::kDirective
                       : entry.how == EntryHow::kTable;
  return row && !entry.parent && table.Holds(entry.place.line);
}

Target TargetOn(const FixInput& input, FixedPage& page, const TableText& table,
                std::string_view name) {
  Target out{&page, table, {}, 0, 0, 0};
  size_t fit = 0;
  for (const Entry& entry : page.entries) {
    if (!IsRowOf(entry, table)) continue;
    out.entries.push_back(&entry);
    fit += IsPlain(entry) && IsRead(input, entry.name) ? 1 : 0;
    const size_t shared = SharedWords(entry.name, name);
    if (shared > out.shared) out.kin = 0;
    out.shared = std::max(out.shared, shared);
    out.kin += shared > 0 && shared == out.shared ? 1 : 0;
  }
  // Most rows must be of variables that users set and the project reads.
  const bool family = !out.entries.empty() && fit * 2 > out.entries.size() &&
                      SharedWords(out.entries.front()->name, name) >= CommonWords(out.entries);
  if (!family) out.shared = 0;
  return out;
}

// Whether the page lists variables of the project as a whole.
// A table in an example lists what that example sets.
bool IsOfTheWhole(const FixedPage& page) {
  const Scope scope = ScopeOf(page.file);
  return scope != Scope::kExample && scope != Scope::kTest && scope != Scope::kVendored;
}

// The most first words that an entry outside of the target shares with `name`.
size_t RivalOf(const Target& target, const std::vector<FixedPage>& pages, std::string_view name) {
  size_t out = 0;
  for (const FixedPage& page : pages) {
    for (const Entry& entry : page.entries) {
      if (entry.how == EntryHow::kMention) continue;
      if (&page == target.page && target.table.Holds(entry.place.line)) continue;
      out = std::max(out, SharedWords(entry.name, name));
    }
  }
  return out;
}

Target FindTarget(const FixInput& input, std::vector<FixedPage>& pages, std::string_view name) {
  Target best;
  for (FixedPage& page : pages) {
    if (!IsOfTheWhole(page)) continue;
    for (const TableText& table : FindPlaces(page)) {
      Target one = TargetOn(input, page, table, name);
      if (std::pair(one.shared, one.kin) > std::pair(best.shared, best.kin)) best = std::move(one);
    }
  }
  best.rival = best.shared == 0 ? 0 : RivalOf(best, pages, name);
  return best;
}

// The entry before the new row; null if the row is the first.
// In a table that is not sorted the last entry. One entry alone does not show an order.
const Entry* Before(const Entries& entries, std::string_view name) {
  const bool sorted = std::is_sorted(
      entries.begin(), entries.end(),
      [](const Entry* a, const Entry* b) { return ToLower(a->name) < ToLower(b->name); });
  if (!sorted || entries.size() < 2) return entries.back();
  const Entry* out = nullptr;
  for (const Entry* entry : entries) {
    if (ToLower(entry->name) < ToLower(name)) out = entry;
  }
  return out;
}

// Whether the page, with `lines` more below line `above`, has the new row there and otherwise the
// old entries.
bool HasOnlyThatRow(const FixInput& input, const Flag& flag, const FixedPage& page,
                    const std::vector<Entry>& entries, int above, int lines) {
  const auto is_new = [&](const Entry& entry) {
    return entry.place.line > above && entry.place.line <= above + lines;
  };
  const Entry* added = nullptr;
  size_t old = 0;
  for (const Entry& entry : entries) {
    if (is_new(entry)) {
      // The description may mention other variables.
      if (entry.how == EntryHow::kMention) continue;
      if (entry.name != flag.name || added != nullptr) return false;
      added = &entry;
      continue;
    }
    if (old == page.entries.size()) return false;
    const Entry& was = page.entries[old++];
    if (!SaysTheSame(was, entry, was.place.line > above ? lines : 0)) return false;
  }
  if (added == nullptr || old != page.entries.size() || !IsPlain(*added)) return false;
  if (added->how != EntryHow::kTable && added->how != EntryHow::kList &&
      added->how != EntryHow::kDirective) {
    return false;
  }
  // The new row must not cause a finding.
  const auto content = [&](std::string_view rule) {
    return IsContent(input, rule, flag, {added}, {});
  };
  return content("default-mismatch") && content("type-mismatch") && content("stale-claim");
}

// Writes the row; false if the page, read again, would not have it as an entry.
bool Insert(const FixInput& input, const Flag& flag, const Row& row, const Target& target) {
  FixedPage& page = *target.page;
  const TableText& table = target.table;
  const std::vector<size_t> starts = LineStarts(page.text);
  const Entry* before = Before(target.entries, row.name);
  const Entry& like = before != nullptr ? *before : *target.entries.front();
  std::string lines = NewRow(page, table, target.entries, like, row);
  if (lines.empty()) return false;
  int above = before != nullptr ? before->place.line : table.body;
  if (const TableRowText* of = RowAt(table, above); of != nullptr) above = of->last;
  // An empty line on one side of it; the other side has one already.
  const bool first_item = before == nullptr && table.form == TableForm::kItems;
  if (table.apart) lines = first_item ? lines + "\n" : "\n" + lines;
  const auto number = static_cast<size_t>(above);  // of the line below, from 0
  const size_t offset = number < starts.size() ? starts[number] : page.text.size();
  const std::string head = page.text.substr(0, offset);
  const bool windows = head.ends_with("\r\n") || page.text.find("\r\n") < page.text.find('\n');
  const std::string ending = windows ? "\r\n" : "\n";
  const auto count = static_cast<int>(std::count(lines.begin(), lines.end(), '\n')) + 1;
  if (windows) lines = ReplaceAll(lines, "\n", ending);
  // The last line of a page may have no end, and the new one has none then.
  lines = offset == 0 || page.text[offset - 1] == '\n' ? lines + ending : ending + lines;
  const EntriesWanted wanted = [&](const std::vector<Entry>& entries) {
    return HasOnlyThatRow(input, flag, page, entries, above, count);
  };
  return TryChange({offset, 0, lines}, wanted, input.reading, page);
}

// Without a description that the sources also have for other variables: it is about none of them in
// particular.
Row WithOwnDescription(const FixInput& input, Row row) {
  const bool shared = std::any_of(input.rows.begin(), input.rows.end(), [&](const auto& other) {
    return other.first != row.name && other.second.description.text == row.description.text;
  });
  if (shared) row.description.text.clear();
  return row;
}

// Whether each column of an unknown kind is empty in some row, so it may be empty in the new
// one.
bool IsComplete(const Target& target) {
  const std::vector<ColumnKind>& columns = target.table.columns;
  // A second name is one in another program.
  if (std::count(columns.begin(), columns.end(), ColumnKind::kName) > 1) return false;
  const std::vector<size_t> starts = LineStarts(target.page->text);
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] != ColumnKind::kOther) continue;
    const bool empty =
        std::any_of(target.entries.begin(), target.entries.end(), [&](const Entry* entry) {
          const std::string cell =
              CellAt(target.page->text, starts, target.table, entry->place.line, i);
          return cell.empty() || cell == "-" || cell == "\xe2\x80\x94";
        });
    if (!empty) return false;
  }
  return true;
}

}  // namespace

bool AddMissingRow(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages) {
  if (finding.severity == Severity::kInfo || !finding.reason.empty()) return false;
  const Flag* flag = FindFlag(input.rules, finding.name);
  const auto found = input.rows.find(finding.name);
  if (flag == nullptr || found == input.rows.end()) return false;
  const Row row = WithOwnDescription(input, found->second);
  if (SafeDescription(row).empty() && !input.unsafe) return false;
  for (const std::string* text : {&row.description.text, &row.name}) {
    if (MaskSecrets(*text, row.name) != *text) return false;
  }
  const RowDefault* single = row.single_default();
  if (single != nullptr && MaskSecrets(single->text, row.name) != single->text) return false;
  const Target target = FindTarget(input, pages, finding.name);
  const std::vector<ColumnKind>& columns = target.table.columns;
  const bool described =
      std::find(columns.begin(), columns.end(), ColumnKind::kDescription) != columns.end();
  if (target.shared == 0) return false;
  const bool complete = IsComplete(target);
  if (!described && !complete) return false;
  const bool certain = described && complete && target.shared > target.rival;
  return (certain || input.unsafe) && Insert(input, *flag, row, target);
}

}  // namespace flagcensus
