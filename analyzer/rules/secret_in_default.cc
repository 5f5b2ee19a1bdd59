// secret-in-default: a default in code or on a page is a credential
//
// ## What it does
// Reports a default, or a value that the code sets, that looks like a credential (a token with its
// issuer's prefix, a private key, a password in a URL), in the sources and on pages. The value is
// masked in all output formats.
//
// ## Why it matters
// Everyone who can read the sources has the credential.
//
// ## Example
//     token = os.environ.get("APP_TOKEN", "ghp_...")
//
//     APP_TOKEN has a credential as its default: revoke the credential and remove it from app.py:1
//
// ## Not reported
// - placeholders (`changeme`, `<token>`, `xxxx`) and empty values;
// - tests and examples.
//
// ## Fix
// Revoke the credential, remove it from the history, and make the variable required.
#include <fmt/format.h>

#include "analyzer/model/secrets.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

bool IsSecret(const std::optional<std::string>& value, std::string_view name) {
  return value && !FindSecrets(*value, name).empty();
}

void CheckSecretInDefault(const RuleInput& input, std::vector<Finding>& findings) {
  for (const Flag& flag : input.flags) {
    std::vector<const Access*> accesses;
    for (const Access* access : SourceAccesses(flag)) {
      const bool literal = access->default_kind == DefaultKind::kLiteral &&
                           IsSecret(access->default_text, flag.name);
      if (literal || IsSecret(access->value, flag.name)) accesses.push_back(access);
    }
    std::vector<const Entry*> entries;
    for (const Entry* entry : flag.entries) {
      const bool literal = entry->default_kind == DocumentedDefault::kLiteral &&
                           IsSecret(entry->default_text, flag.name);
      if (literal || IsSecret(entry->value, flag.name)) entries.push_back(entry);
    }
    if (accesses.empty() && entries.empty()) continue;
    Finding out =
        MakeFinding("secret-in-default", flag.name, Severity::kWarning, Confidence::kMedium);
    out.code = PlacesOf(accesses);
    out.doc = PlacesOf(entries);
    out.message = flag.name + " has a credential as its default";
    out.remedy = "revoke the credential and remove it from " +
                 ToText(accesses.empty() ? out.doc.front() : out.code.front());
    findings.push_back(std::move(out));
  }
}

}  // namespace

extern constexpr Rule kSecretInDefaultRule = {
    .rank = 10,
    .name = "secret-in-default",
    .summary = "a default in code or on a page is a credential",
    .remedy = "revoke the credential and remove it from the file",
    .check = CheckSecretInDefault,
};

}  // namespace flagcensus
