// Cells and sentences → defaults, by the reader of passages (documents/stated_default.h).
//
//   "The port (default: `80`)."  ─→ literal "80"
#include "analyzer/catalog/defaults.h"

#include <algorithm>

#include "analyzer/documents/marked_text.h"
#include "analyzer/documents/stated_default.h"

namespace flagcensus {
namespace {

// A description is at most this long; what comes after it is not read for defaults.
constexpr size_t kMaxText = 6000;

// The prose with marks around its code spans.
std::string Marked(const Prose& prose) {
  std::string out;
  const size_t size = std::min(prose.text.size(), kMaxText);
  for (size_t at = 0; at < size;) {
    if (prose.IsCode(at)) {
      const size_t end = std::max(prose.CodeEnd(at), at + 1);
      out += kSpan + prose.text.substr(at, end - at) + kEnd;
      at = end;
      continue;
    }
    out += prose.text[at++];
  }
  return out;
}

// The reader's result without its place; an unset default has no text.
DefaultText Taken(StatedDefault found) {
  if (!found.stated()) return {};
  if (found.kind == DocumentedDefault::kNone) return {found.kind, std::nullopt};
  return {found.kind, std::move(found.text)};
}

}  // namespace

DefaultText DefaultFromCell(const Prose& cell) { return Taken(DefaultOfCell(Marked(cell))); }

DefaultText DefaultFromWords(const Prose& description, std::string_view name) {
  return Taken(FindStatedDefault(name, {Marked(description)}, nullptr, false));
}

}  // namespace flagcensus
