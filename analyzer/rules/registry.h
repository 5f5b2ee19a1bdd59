// The rules' check functions, one per file. registry.cc lists them in one table.
#pragma once

#include <vector>

#include "analyzer/rules/rule.h"

namespace flagcensus {

void CheckDeclaredNotConsumed(const RuleInput& input, std::vector<Finding>& findings);
void CheckSetValueMismatch(const RuleInput& input, std::vector<Finding>& findings);
void CheckTypeMismatch(const RuleInput& input, std::vector<Finding>& findings);
void CheckConflictingDefaults(const RuleInput& input, std::vector<Finding>& findings);
void CheckConflictingTypes(const RuleInput& input, std::vector<Finding>& findings);
void CheckLikelyTypo(const RuleInput& input, std::vector<Finding>& findings);
void CheckUndocumentedAlias(const RuleInput& input, std::vector<Finding>& findings);
void CheckStaleClaim(const RuleInput& input, std::vector<Finding>& findings);
void CheckUnresolvedName(const RuleInput& input, std::vector<Finding>& findings);
void CheckDuplicateEntry(const RuleInput& input, std::vector<Finding>& findings);
void CheckSecretInDefault(const RuleInput& input, std::vector<Finding>& findings);
void CheckDefaultMismatch(const RuleInput& input, std::vector<Finding>& findings);
void CheckNoCatalog(const RuleInput& input, std::vector<Finding>& findings);
void CheckUndocumented(const RuleInput& input, std::vector<Finding>& findings);
void CheckStaleInternal(const RuleInput& input, std::vector<Finding>& findings);
void CheckUnused(const RuleInput& input, std::vector<Finding>& findings);

}  // namespace flagcensus
