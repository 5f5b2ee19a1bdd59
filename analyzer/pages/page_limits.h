// The limits on what is read of one page, and the diagnostics for what is cut off or left out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"

namespace flagcensus {

// Maximum number of blocks and runs of a page (about 0.5 GB); the rest of a larger page is skipped
// with a diagnostic.
inline constexpr size_t kMaxPageParts = 2'000'000;

// Lines are 1-based; 0 stands for the page as a whole.
class PageLimits {
 public:
  PageLimits(std::string_view file, std::vector<Diagnostic>& diagnostics)
      : file_(file), diagnostics_(&diagnostics) {}

  void Report(std::string_view kind, int line, std::string message);
  // `directive` includes the file `target`, which is not read.
  void ReportInclude(int line, std::string_view directive, std::string_view target);
  // There are more than `lines` lines; the rest is skipped.
  void ReportTooManyLines(int line, size_t lines);
  // The verbatim block that `opening` began at `line` has no end of its own. Only the first twenty
  // of a page are reported.
  void ReportNotClosed(int line, std::string_view opening);
  // Blocks are nested too deep; reported once for a page.
  void ReportTooDeep(int line);

  // Counts blocks or runs. Whoever creates many of them stops as soon as the page is full.
  void Count(size_t parts, int line = 0);
  bool full() const { return full_; }

 private:
  std::string file_;
  std::vector<Diagnostic>* diagnostics_;
  size_t parts_ = 0;
  bool full_ = false;
  bool deep_ = false;
  int not_closed_ = 0;  // reported
};

}  // namespace flagcensus
