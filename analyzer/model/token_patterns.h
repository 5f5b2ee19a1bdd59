// How credentials look, from queries/secrets.toml and queries/credentials.toml.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// A credential that is known by its form.
struct TokenMatch {
  size_t length = 0;   // 0: none
  size_t visible = 0;  // bytes at its beginning that tell nothing: a webhook's host
};

// The longest credential that begins at `text[at]`. Costs a look at a bit where none begins so.
TokenMatch MatchToken(std::string_view text, size_t at);

// A word of a fixed length that is a credential where one of `words` is near.
struct NearToken {
  std::string id;
  std::vector<std::string> words;  // in lower case
  bool hex = false;                // else base64
  size_t length = 0;
  double entropy = 0;
};
const std::vector<NearToken>& NearTokens();

// A row of the tables, for the tests that make one of each.
struct TokenForm {
  std::string id;
  std::string start;    // the first of several
  std::string pattern;  // "": at least `least` bytes of a word behind `start`
  size_t least = 0;
};
std::vector<TokenForm> TokenForms();

// Names of parameters, in lower case: what they end with.
const std::vector<std::string>& PasswordParameters();
const std::vector<std::string>& TokenParameters();

// Names of variables, in upper case: the words of those that hold a credential, and what stands in
// those that hold a password.
const std::vector<std::string>& SecretNames();
const std::vector<std::string>& PasswordNames();
const std::vector<std::string>& PublicNames();

// Bits a byte of `word`, by Shannon's formula over its own bytes.
double Entropy(std::string_view word);

// Whether a person wrote `word` in a credential's place: "your-key", "xxxx", "<token>", "changeme".
bool IsPlaceholder(std::string_view word);

// Patterns that are used, and those that no longer compile (none, as a test holds).
struct PatternCount {
  size_t used = 0;
  std::vector<std::string> broken;
};
PatternCount CompileEveryPattern();

}  // namespace flagcensus
