// AsciiDoc lines joined to one text with attributes resolved, with the source place of each byte.
// Internal to asciidoc*.cc.
//
//   ":app: Tool" and "{app} runs"   ─→   "Tool runs"; the place of " runs" is 1:6
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/pages/asciidoc/asciidoc_page.h"

namespace flagcensus {

// The place of the text from `offset` on, up to the next stretch.
struct AsciidocStretch {
  size_t offset = 0;  // in the joined text
  int line = 0;
  int column = 0;
};

// Lines joined by line feeds. Each is added with its attributes resolved.
class AsciidocText {
 public:
  void Add(AsciidocPage& page, const AsciidocLine& line);
  AsciidocStretch Place(size_t at) const;
  std::string text;

 private:
  std::vector<AsciidocStretch> places_;
};

}  // namespace flagcensus
