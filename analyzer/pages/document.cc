#include "analyzer/pages/document.h"

#include "analyzer/base/characters.h"

namespace flagcensus {

// Runs are joined without a separator: their texts contain the blanks between them.
std::string PlainText(const std::vector<Run>& inlines) {
  std::string out;
  for (const Run& run : inlines) {
    for (const char c : run.text) {
      const bool space = IsSpace(c);
      if (!space) {
        out += c;
      } else if (!out.empty() && out.back() != ' ') {
        out += ' ';
      }
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace flagcensus
