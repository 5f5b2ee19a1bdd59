// The registry: every rule, one row each. Its page is the head comment of its file (the summary is
// the page's first line), its fixtures lie in fixtures/rules/<stem of the file>/.
#include "analyzer/rules/registry.h"

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {

const std::vector<Rule>& Rules() {
  static const std::vector<Rule> kRules = {
      {"secret-in-default", "secret_in_default.cc",
       "a default in code or on a page is a credential",
       "revoke it, and remove it from the file", CheckSecretInDefault},
      {"default-mismatch",
       "default_mismatch.cc",
       "the documented default differs from the default in code",
       "correct the page, or the default in the code",
       CheckDefaultMismatch,
       {{"duplicate-entry"}}},
      {"set-value-mismatch", "set_value_mismatch.cc",
       "the code sets a variable to a different value than documented",
       "correct the page, or the value in the code", CheckSetValueMismatch},
      {"type-mismatch", "type_mismatch.cc",
       "the code parses a variable differently than documented",
       "correct the page, or change how it is parsed", CheckTypeMismatch},
      {"stale-claim", "stale_claim.cc",
       "the code contradicts a remark on the page",
       "correct the page, or the code", CheckStaleClaim},
      {"likely-typo",
       "likely_typo.cc",
       "a name looks like a misspelling of another variable",
       "correct the name that is wrong",
       CheckLikelyTypo,
       {{"undocumented"}, {"unused", true}, {"unused"}, {"undocumented", true}}},
      {"unused",
       "unused.cc",
       "a page documents a variable that nothing in the tree accesses",
       "remove the entry, or rename it",
       CheckUnused,
       {},
       OfFamily::kAlways},
      {"conflicting-defaults", "conflicting_defaults.cc",
       "two reads of one variable have different defaults", "use the same default for all reads",
       CheckConflictingDefaults},
      {"conflicting-types", "conflicting_types.cc",
       "two reads of one variable disagree about which values turn it off",
       "read it through one function", CheckConflictingTypes},
      {"undocumented-alias",
       "undocumented_alias.cc",
       "an alias of a documented variable is not documented",
       "document the alias",
       CheckUndocumentedAlias,
       {{"undocumented"}}},
      {"no-catalog", "no_catalog.cc", "the tree has no page that documents variables",
       "write one, or name it with --catalog", CheckNoCatalog},
      {"undocumented",
       "undocumented.cc",
       "the code accesses a variable that no page documents",
       "add it to the page, or list it as internal with a reason",
       CheckUndocumented,
       {},
       OfFamily::kDocumented},
      {"declared-not-consumed",
       "declared_not_consumed.cc",
       "a variable is read and nothing uses its value",
       "use it, or remove the read",
       CheckDeclaredNotConsumed,
       {{"undocumented", false, true}}},
      {"duplicate-entry", "duplicate_entry.cc",
       "a page documents a variable twice, or two pages disagree about it", "keep one entry",
       CheckDuplicateEntry},
      {"unresolved-name",
       "unresolved_name.cc",
       "the name of an accessed variable cannot be determined",
       "use a constant as the name, or allow the expression",
       CheckUnresolvedName,
       {},
       OfFamily::kNothing,
       Severity::kInfo},
      {"stale-internal", "stale_internal.cc",
       "an internal variable is documented, or nothing reads it",
       "remove the entry", CheckStaleInternal},
      {"unused-ignore", "unused_ignore.cc", "a suppression matches no finding",
       "remove it, or give it a rule and a reason", nullptr},
      {"stale-baseline",
       "stale_baseline.cc",
       "the baseline lists a finding that is fixed",
       "remove it: flagcensus baseline --prune",
       nullptr,
       {},
       OfFamily::kNothing,
       Severity::kInfo},
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
