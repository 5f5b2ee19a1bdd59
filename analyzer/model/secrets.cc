// Six forms are credentials:
//   1. a text with the prefix and form of an issuer's tokens (queries/secrets.toml,
//      credentials.toml);
//   2. the body of a PEM private key block;
//   3. the password of a URL (scheme://user:password@host) and of its parameters (&password=...);
//   4. under a name with KEY, TOKEN, SECRET, PASSWORD: a word that looks random (length, mixed
//      classes and entropy), and for passwords any word of eight bytes or more with a digit;
//   5. a word that credentials.toml knows by its length, next to a word that names its issuer;
//   6. the user and password, or the token, of an Authorization field (rows of the same file).
//
// Adjacent string literals are one text before they are examined. Placeholders (your-key, xxxx,
// <token>, ${TOKEN}, changeme), paths, plain words, numbers and short hashes are not credentials:
//
//   API_TOKEN = "k3J9xQ2vLm8" "Zp4RtY7wB"     ─→ "***": one random word in two literals
//   API_TOKEN = "changeme-before-production"  ─→ unchanged: a placeholder
#include "analyzer/model/secrets.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/model/secret_forms.h"
#include "analyzer/model/token_patterns.h"

namespace flagcensus {
namespace {

// The bytes of credentials, and of the addresses that contain them.
bool IsSecretByte(char c) {
  return IsIdentifierByte(c) || c == '-' || c == '+' || c == '/' || c == '=' || c == '.' ||
         c == '~' || c == '!' || c == '#' || c == '@' || c == '%' || c == '*' || c == '&' ||
         c == '^' || c == '$' || c == ':' || c == '?';
}

// Which classes of bytes a word mixes. Random words mix several; words that people write do not.
struct Classes {
  bool lower = false, upper = false, digit = false, other = false;
  int Count() const { return lower + upper + digit + other; }
};

Classes ClassesOf(std::string_view word) {
  Classes out;
  for (const char c : word) {
    out.lower |= IsLower(c);
    out.upper |= IsUpper(c);
    out.digit |= IsDigit(c);
    out.other |= !IsIdentifierByte(c) || c == '_';
  }
  return out;
}

// A path by how it starts, or a file with directories and an extension: `data/0a1b2c3d.txt:12`. An
// extension has at most five bytes; a longer one may be the end of a base64 text.
bool IsPath(std::string_view word) {
  if (word.front() == '/' || word.front() == '~' || word.front() == '.') return true;
  if (word.find('/') == std::string_view::npos) return false;
  std::string_view file = word.substr(word.rfind('/') + 1);
  file = file.substr(0, file.find(':'));
  const size_t dot = file.rfind('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < file.size() &&
         file.size() - dot <= 6;
}

// A place in a file, also before the colon of a sentence: `app/settings.py:11`, `a/b.md:3:4`,
// `docs/a.html-part:12:`. Such places are frequent in reports and mix letters and digits.
bool IsPlace(std::string_view word) {
  while (word.ends_with(':')) word.remove_suffix(1);
  const size_t colon = word.find(':');
  if (colon == 0 || colon == std::string_view::npos) return false;
  if (word.find_first_not_of("0123456789:", colon) != std::string_view::npos) return false;
  const std::string_view file = word.substr(0, colon);
  const size_t dot = file.rfind('.');
  const bool ending = dot != std::string_view::npos && dot > 0 && dot + 1 < file.size() &&
                      AllBytes(file.substr(dot + 1), [](char c) { return IsAlpha(c) || c == '-'; });
  // README.md:180. A name without digits is not random; one with digits needs a '/'.
  const bool letters = std::none_of(file.begin(), file.end(), IsDigit);
  return IsPath(file) || (ending && (letters || file.find('/') != std::string_view::npos));
}

// A word as people write it, in one or several parts: an identifier, a path, a file name, the name
// of a model. Each part between separators is short (at most 8 bytes), a number, or letters of less
// than 3.6 bits per byte. Every word of up to 12 letters has less, and longer words of a language,
// because their letters repeat. A random word with a separator every 8 bytes is missed.
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

bool SaysPassword(std::string_view name) {
  const std::string upper = ToUpper(name);
  return std::any_of(PasswordNames().begin(), PasswordNames().end(), [&](const std::string& part) {
    return upper.find(part) != std::string::npos;
  });
}

// The decision for a word under a secret's name. A password is often short and made by a person:
// eight bytes of two classes with a digit suffice, so "release-2024" under APP_PASSWORD is
// masked, too. Any other credential has 16 bytes or more, digits, and high entropy: random hex
// digits have about 3.5 bits per byte at this length (the limit is 2.8), base64 about 3.8 (3.2).
bool LooksRandom(std::string_view word, bool password) {
  if (word.empty() || IsPlaceholder(word) || IsPlace(word)) return false;
  const Classes classes = ClassesOf(word);
  if (password && word.size() >= 8 && classes.Count() >= 2 && classes.digit) return true;
  if (word.size() < 16 || classes.Count() < 2 || !classes.digit) return false;
  const bool hex = AllBytes(word, IsHexDigit);
  return Entropy(word) >= (hex ? 2.8 : 3.2) && !IsPlainWord(word);
}

// The end of the PEM block that starts at `at`. A block without an end is cut off by an excerpt, so
// all of the rest is masked.
size_t EndOfKeyBlock(std::string_view text, size_t at) {
  const size_t end = text.find("-----END ", at);
  return end == std::string_view::npos ? text.size() : end;
}

// The password of a URL in `word`, which starts at `offset`: `postgres://app:hunter22@db/app` ─→
// hunter22. The last '@' before the path ends the password, which may contain '@' itself.
void FindUrlPassword(std::string_view word, size_t offset, std::vector<SecretSpan>* spans) {
  const size_t scheme = word.find("://");
  if (scheme == std::string_view::npos) return;
  const size_t user = scheme + 3;
  const size_t host = word.substr(0, word.find_first_of("/?#", user)).rfind('@');
  const size_t colon = word.find(':', user);
  if (host == std::string_view::npos || host < user || colon == std::string_view::npos ||
      colon >= host) {
    return;
  }
  const std::string_view password = word.substr(colon + 1, host - colon - 1);
  // "postgres:postgres@db": in samples, where both are placeholders.
  if (EqualsIgnoreCase(password, word.substr(user, colon - user))) return;
  // Words that samples use as passwords; as real ones they protect nothing.
  const std::string_view lower_words[] = {"pass", "pw",    "user", "pwd",  "root",    "admin",
                                          "test", "guest", "demo", "anon", "postgres"};
  for (const std::string_view placeholder : lower_words) {
    if (EqualsIgnoreCase(password, placeholder)) return;
  }
  if (IsPlaceholder(password)) return;
  spans->push_back({offset + colon + 1, password.size()});
}

bool Overlaps(const std::vector<SecretSpan>& spans, size_t begin, size_t end) {
  return std::any_of(spans.begin(), spans.end(), [&](const SecretSpan& span) {
    return span.offset < end && begin < span.offset + span.length;
  });
}

// The bodies of PEM private key blocks, which may begin anywhere in a line. "PRIVATE KEY" must be
// near the dashes (64 and 32 bytes), so prose about such blocks is not masked.
void FindKeyBlocks(std::string_view text, std::vector<SecretSpan>* spans) {
  constexpr std::string_view kBegin = "-----BEGIN ";
  constexpr std::string_view kLabel = "PRIVATE KEY";
  for (size_t at = text.find(kBegin); at != std::string_view::npos;) {
    const size_t label = text.substr(at, 64 + kBegin.size()).find(kLabel);
    const size_t dashes =
        label == std::string_view::npos ? label : text.find("-----", at + label + kLabel.size());
    if (dashes == std::string_view::npos || dashes > at + label + 32) {
      at = text.find(kBegin, at + 1);
      continue;
    }
    const size_t body = dashes + 5;
    const size_t end = EndOfKeyBlock(text, body);
    if (end > body) spans->push_back({body, end - body});
    at = text.find(kBegin, std::max(end, body));
  }
}

// Tokens by their issuers' forms. One that overlaps a key block is already found; its text is
// skipped all the same.
void FindTokens(std::string_view text, std::vector<SecretSpan>* spans) {
  for (size_t at = 0; at + 2 <= text.size(); ++at) {
    const TokenMatch match = MatchToken(text, at);
    if (match.length == 0) continue;
    if (!Overlaps(*spans, at, at + match.length)) {
      spans->push_back({at + match.visible, match.length - match.visible});
    }
    at += match.length - 1;
  }
}

// Hashes and the keys in this form are written in lower-case hex digits.
bool IsLowerHexDigit(char c) { return IsHexDigit(c) && !IsUpper(c); }

bool IsBase64Byte(char c) { return IsAlnum(c) || c == '+' || c == '/'; }

// Both cases and a digit in one run of 12 bytes or more between '+' and '/'. Words of a path are
// rarely as long and mixed: "usr/lib/Python3" is not. A base64 text has 12 bytes between these two
// characters more often than not, as only 2 of its 64 digits are.
bool HasMixedRun(std::string_view word) {
  constexpr size_t kLeast = 12;
  for (size_t at = 0; at <= word.size();) {
    const size_t end = std::min(word.find_first_of("+/", at), word.size());
    const std::string_view run = word.substr(at, end - at);
    const Classes classes = ClassesOf(run);
    if (run.size() >= kLeast && classes.lower && classes.upper && classes.digit) return true;
    at = end + 1;
  }
  return false;
}

// Whether one of the words is in the variable's name, or in the text around [begin, end): 200 bytes
// before, for a comment or a key above, and 80 after. An issuer that is named farther away is not
// seen, and then the word counts as a hash.
bool IsNear(const NearToken& token, std::string_view text, size_t begin, size_t end,
            std::string_view name) {
  constexpr size_t kBefore = 200, kBehind = 80;
  const size_t from = begin > kBefore ? begin - kBefore : 0;
  const std::string around = ToLower(name) + "\n" + ToLower(text.substr(from, begin - from)) +
                             "\n" + ToLower(text.substr(end, kBehind));
  return std::any_of(token.words.begin(), token.words.end(), [&](const std::string& word) {
    return around.find(word) != std::string::npos;
  });
}

// Words of a fixed length that only the text around them makes a credential: 32 hex digits may be a
// checksum, and next to the issuer's name they are its key.
void FindNear(std::string_view text, std::string_view name, std::vector<SecretSpan>* spans) {
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && IsBase64Byte(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    const auto goes_on = [&](size_t byte) {  // it is a part of a longer word
      return byte < text.size() && (text[byte] == '_' || text[byte] == '-');
    };
    const bool whole = !goes_on(end) && (at == 0 || !goes_on(at - 1));
    for (const NearToken& token : NearTokens()) {
      if (!whole) break;
      if (word.size() != token.length || Overlaps(*spans, at, end)) continue;
      const bool hex = AllBytes(word, IsLowerHexDigit);
      if (token.hex ? !hex : !HasMixedRun(word)) continue;
      if (Entropy(word) < token.entropy || !IsNear(token, text, at, end, name)) continue;
      spans->push_back({at, word.size()});
    }
    at = std::max(end, at + 1);
  }
}

bool EndsWithAny(std::string_view name, const std::vector<std::string>& ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](const std::string& end) { return name.ends_with(end); });
}

// A value that is not secret: a keyword, a path, a placeholder, a call or an expansion. Values of
// one or two bytes are too short to be a password.
bool IsPlainValue(std::string_view value) {
  for (const std::string_view word : {"true", "false", "none", "null", "yes", "no", "required"}) {
    if (EqualsIgnoreCase(value, word)) return true;
  }
  return value.size() < 3 || IsPlaceholder(value) || IsPath(value) ||
         value.find_first_of("(){}[]$") != std::string_view::npos;
}

// `?password=x`, `&password=x`, `;password=x` after something that is itself a parameter or a URL:
//   https://host/login?user=a&password=hunter22    ─→ hunter22
//   Server=db; Password=hunter22                   ─→ hunter22
//   f(a; password=x)                               ─→ nothing: no parameter precedes
void FindParameters(std::string_view text, std::vector<SecretSpan>* spans) {
  constexpr std::string_view kEnds = " \t\r\n\"'`<>,;&|\\#";
  size_t region = 0;  // start of the run of bytes without quotes, line ends and '<'
  bool is_list = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'' || c == '`' || c == '\n' || c == '<') {
      region = at + 1;
      is_list = false;
    }
    if (c == '=' || text.substr(at, 3) == "://") is_list = true;
    if ((c != '?' && c != '&' && c != ';') || at == region) continue;
    if (c == '?') is_list = true;
    if (!is_list) continue;
    size_t name = at + 1;
    while (name < text.size() && text[name] == ' ') ++name;  // "Server=x; Password=y"
    size_t end = name;
    while (end < text.size() && end - name < 64 &&
           (IsIdentifierByte(text[end]) || text[end] == '-' || text[end] == '.')) {
      ++end;
    }
    if (end == name || end >= text.size() || text[end] != '=') continue;
    const std::string key = ToLower(text.substr(name, end - name));
    const size_t value_end = std::min(text.find_first_of(kEnds, end + 1), text.size());
    const std::string_view value = text.substr(end + 1, value_end - end - 1);
    if (IsPlainValue(value) || Overlaps(*spans, end + 1, value_end)) continue;
    if (EndsWithAny(key, PasswordParameters()) ||
        (EndsWithAny(key, TokenParameters()) && LooksRandom(value, false))) {
      spans->push_back({end + 1, value.size()});
    }
  }
}

// Passwords of URLs.
void FindAddresses(std::string_view text, std::vector<SecretSpan>* spans) {
  const std::vector<SecretSpan> known = *spans;
  for (size_t at = 0; at < text.size();) {
    const size_t end = EndOfRun(text, at, IsSecretByte);
    if (end > at && !Overlaps(known, at, end)) {
      FindUrlPassword(text.substr(at, end - at), at, spans);
    }
    at = std::max(end, at + 1);
  }
}

// Words that a name near them makes secret: `name` itself, the left side of NAME=value, or a word
// earlier in the text, as in os.environ.get("APP_TOKEN", "k3J9xQ2vLm8Zp4RtY7wB").
void FindWords(std::string_view text, std::string_view name, std::vector<SecretSpan>* spans) {
  const std::vector<SecretSpan> known = *spans;
  bool secret = IsSecretName(name);
  bool password = secret && SaysPassword(name);
  for (size_t at = 0; at < text.size();) {
    if (!IsSecretByte(text[at])) {
      ++at;
      continue;
    }
    const size_t end = EndOfRun(text, at, IsSecretByte);
    std::string_view word = text.substr(at, end - at);
    size_t offset = at;
    at = end;
    if (Overlaps(known, offset, end)) continue;
    // NAME=value: the name in the text decides about its value. A word that ends in '=' is base64.
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
    if (named && LooksRandom(word, passwordly)) spans->push_back({offset, word.size()});
  }
}

// A text in which adjacent string literals are joined, and the original offset of each byte.
struct Joined {
  std::string text;
  std::vector<std::pair<size_t, size_t>> seams;  // offset in `text`, bytes omitted up to there

  size_t Original(size_t at) const {
    const auto after = std::upper_bound(
        seams.begin(), seams.end(), at,
        [](size_t wanted, const std::pair<size_t, size_t>& seam) { return wanted < seam.first; });
    return at + (after == seams.begin() ? 0 : std::prev(after)->second);
  }
};

// The length of what joins two literals at `at`: a quote, space or one '+', the other's prefix and
// the same quote; or a backslash at the end of a line. 0 if nothing does.
//
//   "abc" + f"def"    ─→ at the second quote, 6 bytes: `" + f"`
size_t SeamAt(std::string_view text, size_t at) {
  const char quote = text[at];
  if (text.substr(at).starts_with("\\\n")) return 2;
  if (text.substr(at).starts_with("\\\r\n")) return 3;
  if (quote != '"' && quote != '\'') return 0;
  size_t end = at + 1;
  bool plus = false;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t' || text[end] == '\n' ||
                               text[end] == '\r' || (text[end] == '+' && !plus))) {
    plus = plus || text[end] == '+';
    ++end;
  }
  if (end == at + 1) return 0;  // `""` is an empty literal, or one of three quotes
  for (int letters = 0; letters < 2 && end < text.size() &&
                        std::string_view("rRbBfFuUL8").find(text[end]) != std::string_view::npos;
       ++letters) {
    ++end;
  }
  return end < text.size() && text[end] == quote ? end + 1 - at : 0;
}

Joined JoinLiterals(std::string_view text) {
  Joined out;
  size_t from = 0;
  for (size_t at = text.find_first_of("\"'\\"); at != std::string_view::npos;
       at = text.find_first_of("\"'\\", at)) {
    const size_t seam = SeamAt(text, at);
    if (seam == 0) {
      ++at;
      continue;
    }
    out.text += text.substr(from, at - from);
    out.seams.emplace_back(out.text.size(), at + seam - out.text.size());
    from = at = at + seam;
  }
  out.text += text.substr(from);
  return out;
}

// The finders in their order: each ignores what an earlier one has found. The surest come first, so
// a word of a key block is not found a second time in part.
struct SecretFinder {
  std::string_view form;
  void (*find)(std::string_view text, std::string_view name, std::vector<SecretSpan>* spans);
};
constexpr SecretFinder kFinders[] = {
    {"key-block", [](std::string_view text, std::string_view,
                     std::vector<SecretSpan>* spans) { FindKeyBlocks(text, spans); }},
    {"token", [](std::string_view text, std::string_view,
                 std::vector<SecretSpan>* spans) { FindTokens(text, spans); }},
    {"near", FindNear},
    {"parameter", [](std::string_view text, std::string_view,
                     std::vector<SecretSpan>* spans) { FindParameters(text, spans); }},
    {"address", [](std::string_view text, std::string_view,
                   std::vector<SecretSpan>* spans) { FindAddresses(text, spans); }},
    {"word", FindWords},
};

std::vector<SecretSpan> FindInText(std::string_view text, std::string_view name) {
  std::vector<SecretSpan> out;
  for (const SecretFinder& finder : kFinders) finder.find(text, name, &out);
  return out;
}

// In order, with overlapping spans merged.
std::vector<SecretSpan> Merged(std::vector<SecretSpan> spans) {
  std::sort(spans.begin(), spans.end(),
            [](const SecretSpan& a, const SecretSpan& b) { return a.offset < b.offset; });
  std::vector<SecretSpan> out;
  for (const SecretSpan& span : spans) {
    if (!out.empty() && span.offset < out.back().offset + out.back().length) {
      const size_t end = std::max(out.back().offset + out.back().length, span.offset + span.length);
      out.back().length = end - out.back().offset;
    } else if (span.length > 0) {
      out.push_back(span);
    }
  }
  return out;
}

std::string Masked(std::string_view text, const std::vector<SecretSpan>& spans) {
  std::string out;
  size_t at = 0;
  for (const SecretSpan& span : spans) {
    out += text.substr(at, span.offset - at);
    out += "***";
    at = span.offset + span.length;
  }
  out += text.substr(at);
  return out;
}

}  // namespace

std::vector<std::string_view> SecretForms() {
  std::vector<std::string_view> out;
  for (const SecretFinder& finder : kFinders) out.push_back(finder.form);
  return out;
}

bool IsSecretName(std::string_view name) {
  const std::string upper = ToUpper(name);
  const std::vector<std::string_view> parts = Split(upper, '_');
  const auto is = [](const std::vector<std::string>& list, std::string_view part) {
    return std::find(list.begin(), list.end(), part) != list.end();
  };
  for (size_t i = 0; i < parts.size(); ++i) {
    // API_PUBLIC_KEY, STRIPE_PUBLISHABLE_KEY: made to be seen.
    const bool known = i > 0 && parts[i] == "KEY" && is(PublicNames(), parts[i - 1]);
    if (!known && is(SecretNames(), parts[i])) return true;
  }
  return false;
}

std::vector<SecretSpan> FindSecrets(std::string_view text, std::string_view name) {
  std::vector<SecretSpan> out = FindInText(text, name);
  const Joined joined = JoinLiterals(text);
  if (!joined.seams.empty()) {
    for (const SecretSpan& span : FindInText(joined.text, name)) {
      const size_t begin = joined.Original(span.offset);
      const size_t end = joined.Original(span.offset + span.length - 1) + 1;
      // A credential inside a single literal has been found in the original text already.
      if (end - begin > span.length) out.push_back({begin, end - begin});
    }
  }
  return Merged(std::move(out));
}

std::vector<SecretSpan> FindSecretsInLine(std::string_view before, std::string_view line,
                                          std::string_view after, std::string_view name) {
  std::vector<SecretSpan> out = FindSecrets(line, name);
  std::string around(before);
  around += line;
  const size_t begin = before.size();
  const size_t end = around.size();
  around += after;
  if (around.size() == line.size()) return out;
  for (const SecretSpan& span : FindSecrets(around, name)) {
    const size_t span_end = span.offset + span.length;
    if (span.offset >= end || span_end <= begin) continue;
    // The line alone shows it, or it is not a credential.
    if (span.offset >= begin && span_end <= end) continue;
    const size_t from = std::max(span.offset, begin);
    out.push_back({from - begin, std::min(span_end, end) - from});
  }
  return Merged(std::move(out));
}

std::string MaskSecrets(std::string_view text, std::string_view name) {
  return Masked(text, FindSecrets(text, name));
}

std::string MaskPath(std::string_view path) {
  std::string out;
  for (const std::string_view part : Split(path, '/')) {
    if (part.data() != path.data()) out += '/';
    // The part before the extension: a token may contain dots.
    const std::string_view stem = part.substr(0, part.rfind('.'));
    std::vector<SecretSpan> spans;
    FindTokens(stem, &spans);
    out += Masked(stem, Merged(std::move(spans)));
    out += part.substr(stem.size());
  }
  return out;
}

}  // namespace flagcensus
