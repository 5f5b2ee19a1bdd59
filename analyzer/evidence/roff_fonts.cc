#include "analyzer/evidence/roff_fonts.h"

#include <algorithm>

#include "analyzer/pages/detect_format.h"

namespace flagcensus {
namespace {

// The bytes of the escape that changes the font at `at`: \fB, \f(CW, \f[B]; 0 for other texts.
size_t FontEscape(std::string_view text, size_t at) {
  if (text.substr(at, 2) != "\\f" || at + 2 >= text.size()) return 0;
  constexpr size_t kMost = 12;  // of a name in brackets
  switch (text[at + 2]) {
    case '(':
      return std::min<size_t>(5, text.size() - at);
    case '[': {
      const size_t end = text.substr(at, kMost).find(']');
      return end == std::string_view::npos ? 0 : end + 1;
    }
    case '\n':
      return 0;
    default:
      return 3;
  }
}

}  // namespace

PlainPage::PlainPage(std::string_view file, std::string_view raw, const std::vector<WordHit>& hits,
                     const WordSearch& search)
    : raw_(raw), hits_(hits) {
  if (raw.find("\\f") == std::string_view::npos) return;
  const PageFormat* format = DetectPageFormat(file, raw);
  if (format == nullptr || !format->roff_fonts) return;
  own_ = raw;
  for (size_t at = own_.find("\\f"); at != std::string::npos; at = own_.find("\\f", at + 1)) {
    const size_t length = FontEscape(own_, at);
    std::fill_n(own_.begin() + static_cast<std::ptrdiff_t>(at), length, ' ');
  }
  search.FindAll(own_, *search.MakeScratch(), &own_hits_);
}

}  // namespace flagcensus
