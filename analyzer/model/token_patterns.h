// Patterns of credentials, from queries/secrets.toml and queries/credentials.toml.
//
//   MatchToken("token ghp_<36 letters and digits> .", 6)  ─→ length 40
//   MatchToken("ghp_short", 0)                            ─→ length 0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// A credential recognised by its form.
struct TokenMatch {
  size_t length = 0;   // 0: no match
  size_t visible = 0;  // leading bytes that reveal nothing: the host of a webhook
};

// The longest credential that begins at `text[at]`. Costs one bit test if none begins there.
TokenMatch MatchToken(std::string_view text, size_t at);

// A word of a fixed length that is a credential if one of `words` is nearby.
struct NearToken {
  std::string id;
  std::vector<std::string> words;  // in lower case
  bool hex = false;                // otherwise base64
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

// Suffixes of parameter names, in lower case: "password" for `&db_password=...`. The value of a
// token parameter must also look random, since `token=` is a common name for other things.
const std::vector<std::string>& PasswordParameters();
const std::vector<std::string>& TokenParameters();

// In upper case. SecretNames: whole words between '_' in names of variables that contain a
// credential. PasswordNames: substrings of names of variables that contain a password. PublicNames:
// words before KEY that make the key a public one.
const std::vector<std::string>& SecretNames();
const std::vector<std::string>& PasswordNames();
const std::vector<std::string>& PublicNames();

// Bits per byte of `word`, by Shannon's formula over its own bytes.
double Entropy(std::string_view word);

// Whether `word` is a placeholder for a credential: "your-key", "xxxx", "<token>", "changeme". Any
// listed word as a substring suffices, so a real password that contains "sample" is missed.
bool IsPlaceholder(std::string_view word);

// Patterns in use, and those that do not compile (a test checks that there are none).
struct PatternCount {
  size_t used = 0;
  std::vector<std::string> broken;
};
PatternCount CompileEveryPattern();

}  // namespace flagcensus
