// Secrets: what looks like a credential never leaves the program. Every printer masks with these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// Bytes of a text that hold a credential.
struct SecretSpan {
  size_t offset = 0;
  size_t length = 0;
};

// The credentials in `text`, in order, without overlap. `name` is the variable that the text is
// about: where it (or an assignment in the text) speaks of a key, token, secret or password, random
// looking words count too. "" where there is none. Costs O(|text|).
std::vector<SecretSpan> FindSecrets(std::string_view text, std::string_view name);

// `text` with each credential as `***`.
std::string MaskSecrets(std::string_view text, std::string_view name);

// The same for the line that stands between `before` and `after`, with what begins on another line:
// literals side by side, the body of a key. Offsets are those of the line.
std::vector<SecretSpan> FindSecretsInLine(std::string_view before, std::string_view line,
                                          std::string_view after, std::string_view name);

// A path as it is printed: what has the form of a credential as `***`.
std::string MaskPath(std::string_view path);

// Whether a variable of this name holds a credential: a part of it is KEY, TOKEN, SECRET, ...
bool IsSecretName(std::string_view name);

}  // namespace flagcensus
