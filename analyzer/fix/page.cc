// Text and change ─→ the text after it, if its entries are the wanted ones.
//
//   "| `APP_X` | `80` |", change `80` to `90`, wanted: APP_X with default 90  ─→  the new text
//   the same change in a table that the change makes unreadable         ─→  unchanged
//
// Each attempt reads the whole page again. That is slow, but no fix can break a page unnoticed.
#include "analyzer/fix/page.h"

#include <algorithm>

#include "analyzer/reference/formats.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxBytes = size_t{256} << 20;  // that all attempts on one page read

// The entries of the page itself, in the order of the page.
std::vector<Entry> OwnEntries(Page page, const std::string& file) {
  // An included file has its own page.
  std::erase_if(page.entries, [&](const Entry& entry) { return entry.place.file != file; });
  return std::move(page.entries);
}

}  // namespace

FixedPage OpenPage(std::string file, std::string text, const CatalogOptions& options) {
  FixedPage out;
  Page page = ReadPage(file, text, options);
  out.format = page.format;
  out.entries = OwnEntries(std::move(page), file);
  out.before = text;
  out.text = std::move(text);
  out.file = std::move(file);
  return out;
}

bool TryChange(const TextChange& change, const EntriesWanted& wanted, const CatalogOptions& options,
               FixedPage& page) {
  page.exhausted = page.exhausted || page.bytes_read > kMaxBytes;
  if (page.exhausted) return false;
  page.bytes_read += page.text.size();
  std::string text = page.text;
  text.replace(change.offset, change.length, change.text);
  std::vector<Entry> entries = OwnEntries(ReadPage(page.file, text, options), page.file);
  if (!wanted(entries)) return false;
  page.text = std::move(text);
  page.entries = std::move(entries);
  return true;
}

std::optional<size_t> EntryAt(const std::vector<Entry>& entries, std::string_view name, int line) {
  std::optional<size_t> out;
  // Two entries of one name on one line cannot be distinguished by a finding.
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].name != name || entries[i].place.line != line) continue;
    if (entries[i].how == EntryHow::kMention) continue;
    if (out) return std::nullopt;
    out = i;
  }
  return out;
}

// The description is not compared: a fix may change a word in it. The column may move as well.
bool SaysTheSame(const Entry& a, const Entry& b, int lines) {
  return a.name == b.name && a.place.line + lines == b.place.line && a.how == b.how &&
         a.default_kind == b.default_kind && a.default_text == b.default_text && a.type == b.type &&
         a.value == b.value && a.parent == b.parent && a.claims == b.claims &&
         a.section == b.section;
}

// "a\nb" ─→ {0, 2, 3}: the last offset is the end of the text, unless a line begins there.
std::vector<size_t> LineStarts(std::string_view text) {
  std::vector<size_t> out = {0};
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    out.push_back(at + 1);
  }
  if (out.back() != text.size()) out.push_back(text.size());
  return out;
}

// kNone if the format of the page is unknown. Such a page gets no rows.
TableMarkup TablesOf(const FixedPage& page) {
  return page.format == nullptr ? TableMarkup::kNone : page.format->tables;
}

const Markup* MarkupOf(const FixedPage& page) {
  if (page.format == nullptr || page.format->markup.empty()) return nullptr;
  return &ReferenceFormatOf(page.format->markup, "").markup();
}

}  // namespace flagcensus
