#include "analyzer/pages/document.h"

namespace flagcensus {

std::string PlainText(const std::vector<Run>& inlines) {
  std::string out;
  for (const Run& run : inlines) {
    for (const char c : run.text) {
      const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
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
