// The limits on what is read of one page, and the diagnostics for what is cut off or skipped.
//
//   limits.ReportInclude(7, ".. include", "vars.rst")  ─→  a diagnostic include-not-read at line 7
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

// Lines are 1-based; 0 means the page as a whole.
class PageLimits {
 public:
  PageLimits(std::string_view file, std::vector<Diagnostic>& diagnostics)
      : file_(file), diagnostics_(&diagnostics) {}

  void Report(std::string_view kind, int line, std::string message);
  // `directive` includes the file `target`, which is not read.
  void ReportInclude(int line, std::string_view directive, std::string_view target);
  // There are more than `lines` lines; the rest is skipped.
  void ReportTooManyLines(int line, size_t lines);
  // The verbatim block that `opening` began at `line` is not closed. Only the first twenty of a
  // page are reported: a page in a dialect that the reader does not know has them everywhere.
  void ReportNotClosed(int line, std::string_view opening);
  // Blocks are nested too deep; reported once for a page.
  void ReportTooDeep(int line);

  // Counts blocks or runs, and reports the page when it becomes full. Readers that create many of
  // them stop as soon as full() is true.
  void Count(size_t parts, int line = 0);
  bool full() const { return full_; }

 private:
  std::string file_;
  std::vector<Diagnostic>* diagnostics_;
  size_t parts_ = 0;
  bool full_ = false;
  bool deep_ = false;
  int not_closed_ = 0;  // how many were reported
};

}  // namespace flagcensus
