// A page while it is corrected: its bytes, and what the catalog reads out of them.
//
// No change is trusted for where it was made. It is tried on a copy, the copy is read again as a
// page, and it holds only where exactly what was meant has changed: so one way serves every format.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/model/entry.h"

namespace flagcensus {

struct FixedPage {
  std::string file;    // as findings name it
  std::string before;  // as it was read
  std::string text;    // as it is to be written
  PageKind kind = PageKind::kUnknown;
  std::vector<Entry> entries;  // of `text`
  size_t bytes_read = 0;       // in all attempts
  bool exhausted = false;      // they were too many: something was not tried
};

// What stands in place of `length` bytes at `offset`.
struct TextChange {
  size_t offset = 0;
  size_t length = 0;
  std::string text;
};

// Whether the entries after a change are those that were wanted.
using EntriesWanted = std::function<bool(const std::vector<Entry>& entries)>;

// A page read anew, with the entries that stand on it itself.
FixedPage OpenPage(std::string file, std::string text, const CatalogOptions& options);

// Makes the change where the page then reads as wanted. False where not, or where the page was
// tried too often already.
bool TryChange(const TextChange& change, const EntriesWanted& wanted, const CatalogOptions& options,
               FixedPage& page);

// The entry of `name` on `line`; none where there is none or more than one.
std::optional<size_t> EntryAt(const std::vector<Entry>& entries, std::string_view name, int line);

// Whether both say the same of the same variable; `lines`: how much further down `b` may stand.
bool SaysTheSame(const Entry& a, const Entry& b, int lines);

// Byte offsets at which the lines of `text` begin, and one for its end.
std::vector<size_t> LineStarts(std::string_view text);

}  // namespace flagcensus
