#include "analyzer/rules/rule_address.h"

#include "analyzer/base/text.h"

namespace flagcensus {

std::string RuleAddress([[maybe_unused]] std::string_view rule) {
#ifdef FLAGCENSUS_RULE_PAGES
  return ReplaceAll(FLAGCENSUS_RULE_PAGES, "{rule}", rule);
#else
  return {};
#endif
}

}  // namespace flagcensus
