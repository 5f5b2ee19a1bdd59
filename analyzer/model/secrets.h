// Secrets: text that looks like a credential is never printed. Every printer masks with these.
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
// about, "" if none: if it (or an assignment in the text) mentions a key, token, secret or
// password, random-looking words count too. Costs O(|text|).
std::vector<SecretSpan> FindSecrets(std::string_view text, std::string_view name);

// `text` with each credential as `***`.
std::string MaskSecrets(std::string_view text, std::string_view name);

// The same for a line between the texts `before` and `after`, including credentials that begin on
// another line: adjacent literals, the body of a key. Offsets are relative to the line.
std::vector<SecretSpan> FindSecretsInLine(std::string_view before, std::string_view line,
                                          std::string_view after, std::string_view name);

// A path for printing: anything in the form of a credential is replaced by `***`.
std::string MaskPath(std::string_view path);

// Whether a variable of this name contains a credential: a part of it is KEY, TOKEN, SECRET, ...
bool IsSecretName(std::string_view name);

}  // namespace flagcensus
