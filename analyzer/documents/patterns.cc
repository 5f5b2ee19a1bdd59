// Alternatives are joined by '|'; a list without any becomes a class that no character is in.
#include "analyzer/documents/patterns.h"

#include <re2/re2.h>

#include "analyzer/base/text.h"

namespace flagcensus {

std::unique_ptr<re2::RE2> CompileAny(const std::vector<std::string>& any) {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  // A passage may be broken over lines; '.' matches their ends.
  options.set_dot_nl(true);
  const std::string pattern = any.empty() ? "[^\\x00-\\x{10FFFF}]" : Join(any, "|");
  return std::make_unique<re2::RE2>(pattern, options);
}

}  // namespace flagcensus
