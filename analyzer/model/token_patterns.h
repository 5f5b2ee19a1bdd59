// Patterns of credentials, from queries/secrets.toml and queries/credentials.toml.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// A credential recognised by its form.
struct TokenMatch {
  size_t length = 0;   // 0: none
  size_t visible = 0;  // leading bytes that reveal nothing: a webhook's host
};

// The longest credential that begins at `text[at]`. Costs one bit test if none begins there.
TokenMatch MatchToken(std::string_view text, size_t at);

// A word of a fixed length that is a credential if one of `words` is nearby.
struct NearToken {
  std::string id;
  std::vector<std::string> words;  // in lower case
  bool hex = false;                // else base64
  size_t length = 0;
  double entropy = 0;
};
const std::vector<NearToken>& NearTokens();

// An entry of the tables, for the tests that create one credential of each.
struct TokenForm {
  std::string id;
  std::string start;    // the first if there are several
  std::string pattern;  // "": at least `least` word bytes after `start`
  size_t least = 0;
};
std::vector<TokenForm> TokenForms();

// Suffixes of parameter names, in lower case.
const std::vector<std::string>& PasswordParameters();
const std::vector<std::string>& TokenParameters();

// In upper case: words in names of variables that contain a credential, and substrings of names of
// variables that contain a password.
const std::vector<std::string>& SecretNames();
const std::vector<std::string>& PasswordNames();
const std::vector<std::string>& PublicNames();

// Bits per byte of `word`, by Shannon's formula over its own bytes.
double Entropy(std::string_view word);

// Whether `word` is a placeholder for a credential: "your-key", "xxxx", "<token>", "changeme".
bool IsPlaceholder(std::string_view word);

// Patterns in use, and those that do not compile (a test checks that there are none).
struct PatternCount {
  size_t used = 0;
  std::vector<std::string> broken;
};
PatternCount CompileEveryPattern();

}  // namespace flagcensus
