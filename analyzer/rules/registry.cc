// The registry: every rule, one row each. Its page is the head comment of its file (the summary is
// the page's first line), its fixtures lie in fixtures/rules/<stem of the file>/.
#include "analyzer/rules/registry.h"

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {

const std::vector<Rule>& Rules() {
  static const std::vector<Rule> kRules = {
      {"undocumented", "undocumented.cc", "the code touches a variable that no page documents",
       CheckUndocumented},
      {"no-catalog", "no_catalog.cc", "the tree has no page that documents variables",
       CheckNoCatalog},
      {"unused", "unused.cc", "a page documents a variable that nothing in the tree touches",
       CheckUnused},
      {"default-mismatch", "default_mismatch.cc",
       "the documented default differs from the default in code", CheckDefaultMismatch},
      {"declared-not-consumed", "declared_not_consumed.cc",
       "a variable is read and nothing uses its value", CheckDeclaredNotConsumed},
      {"set-value-mismatch", "set_value_mismatch.cc",
       "the code sets a variable to another value than the page says", CheckSetValueMismatch},
      {"type-mismatch", "type_mismatch.cc",
       "the code parses a variable in another way than the page tells", CheckTypeMismatch},
      {"conflicting-defaults", "conflicting_defaults.cc",
       "two reads of one variable have different defaults", CheckConflictingDefaults},
      {"duplicate-entry", "duplicate_entry.cc",
       "a page documents a variable twice, or two pages disagree about it", CheckDuplicateEntry},
      {"likely-typo", "likely_typo.cc",
       "an undocumented name is a slip of the pen away from another", CheckLikelyTypo},
      {"undocumented-alias", "undocumented_alias.cc",
       "a variable has a second name that the page does not tell", CheckUndocumentedAlias},
      {"stale-claim", "stale_claim.cc",
       "the page says something of a variable that the code contradicts", CheckStaleClaim},
      {"unresolved-name", "unresolved_name.cc",
       "an access to the environment whose variable cannot be known", CheckUnresolvedName},
      {"secret-in-default", "secret_in_default.cc",
       "a credential stands as a default in code or on a page", CheckSecretInDefault},
  };
  return kRules;
}

const Rule* FindRule(std::string_view name) {
  for (const Rule& rule : Rules()) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

std::string RulePage(const Rule& rule) {
  std::string_view source;
  for (const EmbeddedFile& file : RuleSources()) {
    if (file.path == rule.file) source = file.text;
  }
  std::string page;
  for (const std::string_view line : Split(source, '\n')) {
    if (!line.starts_with("//")) break;
    const std::string_view text = line.substr(line.starts_with("// ") ? 3 : 2);
    page += page.empty() ? "# " : "";
    page += text;
    page += '\n';
  }
  return page;
}

}  // namespace flagcensus
