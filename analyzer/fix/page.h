// A page under correction: its bytes, and the entries that the catalog reads from them.
//
// No change is trusted by its position. It is tried on a copy, which is read again as a page, and
// accepted only if exactly the intended entries have changed. So one method serves all formats:
//
//   TryChange({offset of "80", 2, "8080"}, [](entries) { entries[0].default_text == "8080" }, ...)
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/model/entry.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {

struct FixedPage {
  std::string file;                    // the file as in findings
  std::string before;                  // the text as read
  std::string text;                    // the text to be written
  const PageFormat* format = nullptr;  // nullptr: unknown
  std::vector<Entry> entries;          // of `text`
  size_t bytes_read = 0;               // in all attempts so far
  bool exhausted = false;              // too many bytes: further changes are not tried
};

// The replacement of `length` bytes at `offset`.
struct TextChange {
  size_t offset = 0;
  size_t length = 0;
  std::string text;
};

// Whether the entries after a change are the intended ones.
using EntriesWanted = std::function<bool(const std::vector<Entry>& entries)>;

// Reads a page again, with the entries on the page itself.
FixedPage OpenPage(std::string file, std::string text, const CatalogOptions& options);

// Makes the change if the page then reads as intended. Returns false if not, or if the page was
// tried too often.
bool TryChange(const TextChange& change, const EntriesWanted& wanted, const CatalogOptions& options,
               FixedPage& page);

// The index of the entry of `name` on `line`; nullopt if no entry matches or more than one.
std::optional<size_t> EntryAt(const std::vector<Entry>& entries, std::string_view name, int line);

// Whether both entries say the same about the same variable, if `b` is `lines` lines further down.
bool SaysTheSame(const Entry& a, const Entry& b, int lines);

// How the page's format writes tables.
TableMarkup TablesOf(const FixedPage& page);

// The markup that its texts may need; nullptr if they are written unchanged.
const Markup* MarkupOf(const FixedPage& page);

// Byte offsets of the line starts of `text`, and one for its end.
std::vector<size_t> LineStarts(std::string_view text);

}  // namespace flagcensus
