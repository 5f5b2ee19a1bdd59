#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// The address of a rule's page; "" in a build without FLAGCENSUS_RULE_PAGES.
// "unused", built with https://example.org/rules/{rule}.html ─→ "https://example.org/rules/unused.html"
std::string RuleAddress(std::string_view rule);

}  // namespace flagcensus
