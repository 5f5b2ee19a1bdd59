// Four things are credentials, wherever they stand:
//   1. a word with the prefix and the length that an issuer documents for its tokens (ghp_, AKIA,
//   ...);
//   2. the body of a PEM private key block;
//   3. the password of a URL (scheme://user:password@host);
//   4. under a name that says KEY, TOKEN, SECRET, PASSWORD: a word that looks random (length, mixed
//      classes and entropy), and for passwords any mixed word of eight bytes or more.
// Placeholders (your-key, xxxx, <token>, ${TOKEN}, changeme), paths, plain words, numbers and short
// hashes are none. The prefixes are those in the issuers' public documentation.
#include "analyzer/model/secrets.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

struct Prefix {
  std::string_view text;
  size_t least;  // bytes after the prefix
};

constexpr Prefix kPrefixes[] = {
    {"ghp_", 36},     {"gho_", 36},      {"ghu_", 36},
    {"ghs_", 36},     {"ghr_", 36},      {"github_pat_", 22},
    {"glpat-", 20},   {"gldt-", 20},     {"sk-", 20},
    {"sk_live_", 16}, {"sk_test_", 16},  {"rk_live_", 16},
    {"whsec_", 24},   {"hf_", 30},       {"xoxb-", 20},
    {"xoxp-", 20},    {"xoxa-", 20},     {"xoxr-", 20},
    {"xoxs-", 20},    {"xapp-", 20},     {"AKIA", 16},
    {"ASIA", 16},     {"AIza", 35},      {"ya29.", 20},
    {"npm_", 36},     {"pypi-", 50},     {"dop_v1_", 60},
    {"SG.", 40},      {"shpat_", 32},    {"hvs.", 24},
    {"eyJ", 40},      {"dckr_pat_", 20}, {"AGE-SECRET-KEY-1", 40},
    {"gsk_", 30},     {"r8_", 30},       {"nvapi-", 30},
    {"lin_api_", 30}, {"tskey-", 20},    {"dapi", 32},
};

constexpr std::array<std::string_view, 15> kSecretParts = {
    "KEY",        "TOKEN",      "SECRET",      "PASSWORD", "PASSWD",
    "PASSPHRASE", "CREDENTIAL", "CREDENTIALS", "APIKEY",   "SECRETKEY",
    "ACCESSKEY",  "AUTH",       "PWD",         "PAT",      "AUTHTOKEN"};

constexpr std::array<std::string_view, 20> kPlaceholders = {
    "your",   "xxxx",  "example", "changeme", "change-me", "change_me", "placeholder",
    "dummy",  "fake",  "insert",  "replace",  "todo",      "password",  "passwd",
    "secret", "token", "sample",  "redacted", "apikey",    "not-a-real"};

bool IsWordByte(char c) {
  return IsIdentifierByte(static_cast<unsigned char>(c)) || c == '-' || c == '+' || c == '/' ||
         c == '=' || c == '.' || c == '~' || c == '!' || c == '#' || c == '@' || c == '%' ||
         c == '*' || c == '&' || c == '^' || c == '$' || c == ':' || c == '?';
}

// Bits a byte of `word`, by Shannon's formula over its own bytes.
double Entropy(std::string_view word) {
  std::array<size_t, 256> count{};
  for (const char c : word) ++count[static_cast<unsigned char>(c)];
  double bits = 0;
  for (const size_t n : count) {
    if (n == 0) continue;
    const double share = static_cast<double>(n) / static_cast<double>(word.size());
    bits -= share * std::log2(share);
  }
  return bits;
}

struct Classes {
  bool lower = false, upper = false, digit = false, other = false;
  int Count() const { return lower + upper + digit + other; }
};

Classes ClassesOf(std::string_view word) {
  Classes out;
  for (const char c : word) {
    out.lower |= c >= 'a' && c <= 'z';
    out.upper |= c >= 'A' && c <= 'Z';
    out.digit |= c >= '0' && c <= '9';
    out.other |= !IsIdentifierByte(static_cast<unsigned char>(c)) || c == '_';
  }
  return out;
}

bool IsPlaceholder(std::string_view word) {
  if (word.empty() || word.front() == '<' || word.front() == '{' || word.front() == '$' ||
      word.front() == '%' || word.find("***") != std::string_view::npos) {
    return true;
  }
  const std::string lower = ToLower(word);
  return std::any_of(kPlaceholders.begin(), kPlaceholders.end(),
                     [&](std::string_view p) { return lower.find(p) != std::string::npos; });
}

// A path by how it starts, or a file with folders and an extension: `data/0a1b2c3d.txt:12`.
bool IsPath(std::string_view word) {
  if (word.front() == '/' || word.front() == '~' || word.front() == '.') return true;
  if (word.find('/') == std::string_view::npos) return false;
  std::string_view file = word.substr(word.rfind('/') + 1);
  file = file.substr(0, file.find(':'));
  const size_t dot = file.rfind('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < file.size() &&
         file.size() - dot <= 6;
}

// A place in a file: `app/settings.py:11`, `a/b.md:3:4`.
bool IsPlace(std::string_view word) {
  const size_t colon = word.rfind(':');
  return colon != std::string_view::npos && colon + 1 < word.size() &&
         word.find_first_not_of("0123456789:", colon + 1) == std::string_view::npos && IsPath(word);
}

// A word as people make them, in one or several parts: an identifier, a path, a file name, a
// model's name. Its parts between separators are words, short, or numbers.
bool IsPlainWord(std::string_view word) {
  if (IsPath(word) || word.find("://") != std::string_view::npos) return true;
  size_t start = 0;
  for (size_t at = 0; at <= word.size(); ++at) {
    const bool separator =
        at == word.size() || std::string_view("_-./:@").find(word[at]) != std::string_view::npos;
    if (!separator) continue;
    const std::string_view part = word.substr(start, at - start);
    start = at + 1;
    const Classes classes = ClassesOf(part);
    const bool letters = !classes.digit && !classes.other;
    const bool number = classes.digit && classes.Count() == 1;
    if (part.size() > 8 && !number && !(letters && Entropy(part) < 3.6)) return false;
  }
  return true;
}

bool HasTokenPrefix(std::string_view word) {
  for (const Prefix& prefix : kPrefixes) {
    if (!word.starts_with(prefix.text)) continue;
    const std::string_view body = word.substr(prefix.text.size());
    if (body.size() < prefix.least || IsPlaceholder(body)) continue;
    const Classes classes = ClassesOf(body);
    if (classes.digit && (classes.lower || classes.upper) && Entropy(body) >= 3.0) return true;
  }
  return false;
}

bool SaysPassword(std::string_view name) {
  const std::string upper = ToUpper(name);
  return upper.find("PASSW") != std::string::npos ||
         upper.find("PASSPHRASE") != std::string::npos || upper.find("_PWD") != std::string::npos;
}

bool LooksRandom(std::string_view word, bool password) {
  if (word.empty() || IsPlaceholder(word) || IsPlace(word)) return false;
  const Classes classes = ClassesOf(word);
  if (password && word.size() >= 8 && classes.Count() >= 2 && classes.digit) return true;
  if (word.size() < 16 || classes.Count() < 2 || !classes.digit) return false;
  const bool hex = std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f');
  });
  return Entropy(word) >= (hex ? 2.8 : 3.2) && !IsPlainWord(word);
}

// The end of the PEM block that starts at `at`, or of the text.
size_t EndOfKeyBlock(std::string_view text, size_t at) {
  const size_t end = text.find("-----END ", at);
  return end == std::string_view::npos ? text.size() : end;
}

// The password of a URL in `word`, which starts at `offset`.
bool FindUrlPassword(std::string_view word, size_t offset, std::vector<SecretSpan>* spans) {
  const size_t scheme = word.find("://");
  if (scheme == std::string_view::npos) return false;
  const size_t user = scheme + 3;
  const size_t host = word.substr(0, word.find_first_of("/?#", user)).rfind('@');
  const size_t colon = word.find(':', user);
  if (host == std::string_view::npos || host < user || colon == std::string_view::npos ||
      colon >= host) {
    return false;
  }
  const std::string_view password = word.substr(colon + 1, host - colon - 1);
  const std::string_view lower_words[] = {"pass", "pw", "user", "pwd"};
  for (const std::string_view placeholder : lower_words) {
    if (EqualsIgnoreCase(password, placeholder)) return false;
  }
  if (IsPlaceholder(password)) return false;
  spans->push_back({offset + colon + 1, password.size()});
  return true;
}

}  // namespace

bool IsSecretName(std::string_view name) {
  const std::string upper = ToUpper(name);
  for (const std::string_view part : Split(upper, '_')) {
    if (std::find(kSecretParts.begin(), kSecretParts.end(), part) != kSecretParts.end())
      return true;
  }
  return false;
}

std::vector<SecretSpan> FindSecrets(std::string_view text, std::string_view name) {
  std::vector<SecretSpan> out;
  bool secret = IsSecretName(name);
  bool password = secret && SaysPassword(name);
  for (size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("-----BEGIN ")) {
      constexpr std::string_view kLabel = "PRIVATE KEY-----";
      const size_t label = text.substr(at, 64).find(kLabel);
      if (label != std::string_view::npos) {
        const size_t body = at + label + kLabel.size();
        const size_t end = EndOfKeyBlock(text, body);
        if (end > body) out.push_back({body, end - body});
        at = std::max(end, body);
        continue;
      }
    }
    if (!IsWordByte(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && IsWordByte(text[end])) ++end;
    std::string_view word = text.substr(at, end - at);
    size_t offset = at;
    at = end;
    if (FindUrlPassword(word, offset, &out)) continue;
    // NAME=value: the name in the text speaks for its value.
    const size_t equals = word.find('=');
    bool named = secret, passwordly = password;
    if (equals != std::string_view::npos && equals + 1 < word.size() && word.back() != '=') {
      const std::string_view left = word.substr(0, equals);
      named = named || IsSecretName(left);
      passwordly = passwordly || (IsSecretName(left) && SaysPassword(left));
      offset += equals + 1;
      word.remove_prefix(equals + 1);
    } else if (IsSecretName(word)) {  // the first argument of a read names the second
      secret = true;
      password = password || SaysPassword(word);
      continue;
    }
    if (HasTokenPrefix(word) || (named && LooksRandom(word, passwordly))) {
      out.push_back({offset, word.size()});
    }
  }
  return out;
}

std::string MaskSecrets(std::string_view text, std::string_view name) {
  std::string out;
  size_t at = 0;
  for (const SecretSpan& span : FindSecrets(text, name)) {
    out += text.substr(at, span.offset - at);
    out += "***";
    at = span.offset + span.length;
  }
  out += text.substr(at);
  return out;
}

}  // namespace flagcensus
