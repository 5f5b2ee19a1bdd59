// Secrets: text that looks like a credential is never printed. Every printer masks with these.
//
//   MaskSecrets("postgres://app:s3cr3tpw@db/app", "")     ─→ "postgres://app:***@db/app"
//   MaskSecrets("8f3b9c1d2e4a5f60718293a4", "APP_TOKEN")  ─→ "***"
//   MaskSecrets("8f3b9c1d2e4a5f60718293a4", "APP_COMMIT") ─→ unchanged: the name is not one of a
//                                                            secret
//
// A false positive costs a reader three asterisks, a miss prints a password; yet reports in which
// ordinary values are masked are useless. So forms that issuers define are always masked, and
// random-looking words only if a name says that they are secret.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// A range of bytes of a text that contains a credential.
struct SecretSpan {
  size_t offset = 0;
  size_t length = 0;
};

// The credentials in `text`, in order, without overlap. `name` is the variable that the text is
// about, or "". If it (or an assignment in the text) contains KEY, TOKEN, SECRET or PASSWORD as a
// part, random-looking words count, too. Costs O(|text|).
std::vector<SecretSpan> FindSecrets(std::string_view text, std::string_view name);

// `text` with each credential as `***`.
std::string MaskSecrets(std::string_view text, std::string_view name);

// The same for a line between the texts `before` and `after`, including credentials that begin on
// another line: adjacent literals, the body of a key. Offsets are relative to the line.
std::vector<SecretSpan> FindSecretsInLine(std::string_view before, std::string_view line,
                                          std::string_view after, std::string_view name);

// A path for printing: anything in the form of a credential is replaced by `***`.
std::string MaskPath(std::string_view path);

// Whether a variable of this name contains a credential: one of the parts between '_' is KEY,
// TOKEN, SECRET, ... APP_API_KEY does, APP_KEYBOARD and APP_PUBLIC_KEY do not.
bool IsSecretName(std::string_view name);

}  // namespace flagcensus
