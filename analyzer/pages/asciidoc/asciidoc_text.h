// AsciiDoc lines joined to one text with attributes resolved, with the source place of each byte.
// Internal to asciidoc*.cc.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/pages/asciidoc/asciidoc_page.h"

namespace flagcensus {

struct AsciidocStretch {
  size_t offset = 0;  // in the joined text
  int line = 0;
  int column = 0;
};

// Lines joined by line feeds.
class AsciidocText {
 public:
  void Add(AsciidocPage& page, const AsciidocLine& line);
  AsciidocStretch Place(size_t at) const;
  std::string text;

 private:
  std::vector<AsciidocStretch> places_;
};

}  // namespace flagcensus
