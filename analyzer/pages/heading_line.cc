#include "analyzer/pages/heading_line.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {

// A Python comment or a shell prompt "# text" also begins like a heading, and is reported as one;
// "#include" and "#123" do not.
bool IsHeadingLine(std::string_view line, std::string_view next) {
  line = Trim(line);
  const size_t hashes = std::min(line.find_first_not_of('#'), line.size());
  if (hashes > 0 && (hashes == line.size() || IsBlank(line[hashes]))) return true;
  for (const std::string_view mark : {"==", ".SH", ".Sh", ".SS", ".Ss", "<h"}) {
    if (line.starts_with(mark)) return true;
  }
  next = Trim(next);
  // An underline may be up to three characters shorter than its title, as in careless pages.
  // A paragraph above a Markdown rule, "---", is not a heading if it is longer than six.
  return next.size() >= 3 && next.size() + 3 >= line.size() &&
         std::string_view("=-~^\"*+`#").find(next[0]) != std::string_view::npos &&
         next.find_first_not_of(next[0]) == std::string_view::npos;
}

}  // namespace flagcensus
