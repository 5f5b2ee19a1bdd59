// rows of data ─→ a table by first two bytes ─→ expressions, each compiled when a text first begins
// like it
//
//   "ghp_" = 36    ─→ "ghp_" and at least 36 bytes that mix letters and digits at random
//   [[token]]      ─→ one of its `starts`, then its `pattern`, its entropy and its other conditions
//
// Most texts do not contain a credential, so nearly every byte costs the test of one bit. A
// text that begins like a credential is matched by Hyperscan, anchored there. To compile all its
// expressions at once would cost more time than to read most trees.
#include "analyzer/model/token_patterns.h"

#include <hs.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <memory>
#include <mutex>
#include <tuple>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Least length after an issuer's prefix, for a token that is cut off.
constexpr size_t kMinCut = 20;
constexpr size_t kLongest = 2048;  // bytes of a credential that are examined

struct FreeDatabase {
  void operator()(hs_database_t* database) const { hs_free_database(database); }
};
using Database = std::unique_ptr<hs_database_t, FreeDatabase>;

struct Token {
  std::string id;
  std::vector<std::string> starts;
  std::string holds;  // a text that must follow; "" if there is no such condition
  std::string pattern;
  double entropy = 0;
  size_t least = 0;    // without a pattern: bytes after the start
  size_t run = 0;      // bytes of a word that must follow
  size_t visible = 0;  // bytes at the beginning without information
  bool mixes = false;  // the part after `visible` has letters and digits
  // It is base64 of a text that contains this; "" if there is no such condition.
  std::string decodes;
  mutable std::once_flag once;
  mutable Database database;
};

struct Start {
  std::string text;  // in lower case
  const Token* token;
};

struct Table {
  std::vector<std::unique_ptr<Token>> tokens;
  std::vector<NearToken> near;
  std::vector<Start> starts;     // sorted by their first two bytes
  std::bitset<65536> first_two;  // in lower case
  std::vector<std::string> passwords;
  std::vector<std::string> secret_names;
  std::vector<std::string> password_names;
  std::vector<std::string> public_names;
  std::vector<std::string> parameters;
  std::vector<std::string> placeholders;
};

// The index into `first_two`; case does not matter, since patterns may ignore it.
size_t FirstTwo(std::string_view text) {
  return static_cast<unsigned char>(ToLower(text[0])) * size_t{256} +
         static_cast<unsigned char>(ToLower(text[1]));
}

std::vector<std::string> Strings(const toml::array* list) {
  std::vector<std::string> out;
  if (list == nullptr) return out;
  for (const toml::node& node : *list) out.push_back(node.value_or(std::string()));
  return out;
}

// Rows with an expression ([[token]]), then the simple ones of [prefixes].
void AddTokens(const toml::table& file, Table* table) {
  const toml::array* rows = file["token"].as_array();
  for (size_t i = 0; rows != nullptr && i < rows->size(); ++i) {
    const toml::table* row = (*rows)[i].as_table();
    if (row == nullptr) continue;
    auto token = std::make_unique<Token>();
    token->id = (*row)["id"].value_or(std::string());
    token->starts = Strings((*row)["starts"].as_array());
    token->holds = (*row)["holds"].value_or(std::string());
    token->pattern = (*row)["pattern"].value_or(std::string());
    token->entropy = (*row)["entropy"].value_or(0.0);
    token->run = (*row)["run"].value_or(size_t{0});
    token->visible = (*row)["visible"].value_or(size_t{0});
    token->mixes = (*row)["mixes"].value_or(false);
    token->decodes = (*row)["decodes"].value_or(std::string());
    table->tokens.push_back(std::move(token));
  }
  const toml::table* prefixes = file["prefixes"].as_table();
  if (prefixes == nullptr) return;
  for (const auto& [start, least] : *prefixes) {
    auto token = std::make_unique<Token>();
    token->id = start.str();
    token->starts = {std::string(start.str())};
    token->least = static_cast<size_t>(least.value_or(int64_t{20}));
    table->tokens.push_back(std::move(token));
  }
}

void AddNear(const toml::table& file, Table* table) {
  const toml::array* rows = file["near"].as_array();
  for (size_t i = 0; rows != nullptr && i < rows->size(); ++i) {
    const toml::table* row = (*rows)[i].as_table();
    if (row == nullptr) continue;
    table->near.push_back({(*row)["id"].value_or(std::string()),
                           Strings((*row)["words"].as_array()),
                           (*row)["bytes"].value_or(std::string()) == "hex",
                           (*row)["length"].value_or(size_t{0}), (*row)["entropy"].value_or(0.0)});
  }
}

Table ReadTable() {
  Table out;
  for (const char* name : {"secrets.toml", "credentials.toml"}) {
    toml::table file;
    // The files are part of the program; a test parses them.
    if (ParseBoundedToml(EmbeddedQuery(name), &file)) continue;
    AddTokens(file, &out);
    AddNear(file, &out);
    if (const toml::array* list = file["placeholders"].as_array()) out.placeholders = Strings(list);
    if (const toml::table* names = file["names"].as_table()) {
      out.secret_names = Strings((*names)["secrets"].as_array());
      out.password_names = Strings((*names)["passwords"].as_array());
      out.public_names = Strings((*names)["public"].as_array());
    }
    const toml::table* parameters = file["parameters"].as_table();
    if (parameters == nullptr) continue;
    out.passwords = Strings((*parameters)["passwords"].as_array());
    out.parameters = Strings((*parameters)["tokens"].as_array());
  }
  for (const auto& token : out.tokens) {
    for (const std::string& start : token->starts) {
      // A start of one byte could not be found by the first two; no row has a start of one byte.
      if (start.size() < 2) continue;
      out.starts.push_back({ToLower(start), token.get()});
      out.first_two.set(FirstTwo(start));
    }
  }
  std::sort(out.starts.begin(), out.starts.end(), [](const Start& x, const Start& y) {
    return std::tuple(FirstTwo(x.text), std::string_view(x.text)) <
           std::tuple(FirstTwo(y.text), std::string_view(y.text));
  });
  return out;
}

const Table& Patterns() {
  static const Table table = ReadTable();
  return table;
}

// The compiled expression; null if Hyperscan rejects it (CompileEveryPattern lists these).
const hs_database_t* Compiled(const Token& token) {
  std::call_once(token.once, [&] {
    hs_database_t* database = nullptr;
    hs_compile_error_t* error = nullptr;
    const std::string anchored = "^(?:" + token.pattern + ")";
    hs_compile(anchored.c_str(), HS_FLAG_DOTALL, HS_MODE_BLOCK, nullptr, &database, &error);
    if (error != nullptr) hs_free_compile_error(error);
    token.database.reset(database);
  });
  return token.database.get();
}

struct Ends {
  std::string_view text;
  size_t longest = 0;
};

// Called for each end of a match: Hyperscan reports all of them, shorter ones too. An end within a
// word is not one, so a token of fixed length is not found in a longer word.
int NoteEnd(unsigned, unsigned long long, unsigned long long to, unsigned, void* data) {
  Ends& ends = *static_cast<Ends*>(data);
  const auto end = static_cast<size_t>(to);
  const bool goes_on = end < ends.text.size() && IsIdentifierByte(ends.text[end]);
  if (!goes_on) ends.longest = std::max(ends.longest, end);
  return 0;
}

size_t MatchPattern(const Token& token, std::string_view text) {
  const hs_database_t* database = Compiled(token);
  hs_scratch_t* scratch = nullptr;
  if (database == nullptr || hs_alloc_scratch(database, &scratch) != HS_SUCCESS) return 0;
  Ends ends{text};
  hs_scan(database, text.data(), static_cast<unsigned>(text.size()), 0, scratch, NoteEnd, &ends);
  hs_free_scratch(scratch);
  return ends.longest;
}

bool IsTokenByte(char c) {
  return IsIdentifierByte(c) || std::string_view("-./+=~").find(c) != std::string_view::npos;
}

bool MixesLettersAndDigits(std::string_view word) { return HasAlpha(word) && HasDigit(word); }

// The text of which `word` is the base64 form (RFC 4648, section 4); "" if that is not printable.
std::string DecodedText(std::string_view word) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr unsigned kSix = 6, kEight = 8;
  std::string out;
  unsigned held = 0, bits = 0;
  for (const char c : word) {
    if (c == '=') break;
    held = (held << kSix | static_cast<unsigned>(kDigits.find(c))) & 0xffff;
    bits += kSix;
    if (bits < kEight) continue;
    bits -= kEight;
    out += static_cast<char>(held >> bits & 0xff);
    if (static_cast<unsigned char>(out.back()) < ' ' || out.back() == '\x7f') return {};
  }
  return ToValidUtf8(out) == out ? out : std::string();
}

// The conditions of a row besides its pattern.
bool IsLike(const Token& token, std::string_view whole) {
  if (Entropy(whole) < token.entropy) return false;
  const std::string_view body = Trim(whole.substr(std::min(token.visible, whole.size())));
  if (token.mixes && !MixesLettersAndDigits(body)) return false;
  return token.decodes.empty() || DecodedText(body).find(token.decodes) != std::string::npos;
}

// Whether `run` bytes without space and quotes follow: cheaper than the pattern.
bool HasRun(const Token& token, std::string_view rest) {
  return rest.size() >= token.run &&
         rest.substr(0, token.run).find_first_of(" \t\r\n\"'`<>") == std::string_view::npos;
}

// Whether nothing but a credential begins like this, so what follows need not have the exact
// length: "glpat-", "dckr_pat_". Prefixes of fewer than five bytes, or with a space or slash, also
// begin ordinary text.
bool IsIssuersMark(std::string_view start) {
  constexpr size_t kLeast = 5;
  return start.size() >= kLeast && start.find_first_of("/ ") == std::string_view::npos;
}

// `start` has matched without regard to case; a prefix is exact. 3 bits per byte exclude
// "sk-1111111111..." and words with a counter; 20 random bytes of base64 have about 4.
size_t MatchPrefix(std::string_view start, size_t least, std::string_view text) {
  if (!text.starts_with(start)) return 0;
  size_t end = start.size();
  while (end < text.size() && IsTokenByte(text[end])) ++end;
  const std::string_view body = text.substr(start.size(), end - start.size());
  const bool random = body.size() >= least && MixesLettersAndDigits(body) && Entropy(body) >= 3.0;
  return random ? end : 0;
}

bool StartsWith(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() && std::equal(lower.begin(), lower.end(), text.begin(),
                                                   [](char a, char b) { return a == ToLower(b); });
}

// Whether a token can begin at `at`: not in the middle of a word. A prefix may follow fewer bytes
// than a pattern, because its body goes on over more kinds of bytes.
bool IsBoundary(std::string_view text, size_t at, bool pattern) {
  if (at == 0) return true;
  const char before = text[at - 1];
  // The escape before TOKEN in "\nTOKEN" of a source.
  if (at >= 2 && text[at - 2] == '\\' && (before == 'n' || before == 't' || before == 'r')) {
    return true;
  }
  if (before == '=') return true;
  return pattern ? !IsIdentifierByte(before) : !IsTokenByte(before);
}

}  // namespace

TokenMatch MatchToken(std::string_view text, size_t at) {
  const Table& table = Patterns();
  if (at + 2 > text.size() || !table.first_two.test(FirstTwo(text.substr(at, 2)))) return {};
  if (!IsBoundary(text, at, true) && !IsBoundary(text, at, false)) return {};
  const std::string_view rest = text.substr(at, kLongest);
  const size_t key = FirstTwo(rest);
  TokenMatch out;
  auto start =
      std::lower_bound(table.starts.begin(), table.starts.end(), key,
                       [](const Start& one, size_t wanted) { return FirstTwo(one.text) < wanted; });
  for (; start != table.starts.end() && FirstTwo(start->text) == key; ++start) {
    const Token& token = *start->token;
    if (!StartsWith(rest, start->text) || !IsBoundary(text, at, token.least == 0)) continue;
    if (!HasRun(token, rest)) continue;
    if (!token.holds.empty() && rest.find(token.holds) == std::string_view::npos) continue;
    const std::string_view mark = rest.substr(0, start->text.size());
    size_t length = token.least > 0 ? MatchPrefix(token.starts.front(), token.least, rest)
                                    : MatchPattern(token, rest);
    // A token that an output or an expression has cut off, or of an issuer that has changed the
    // length since.
    const bool exact =
        std::find(token.starts.begin(), token.starts.end(), mark) != token.starts.end();
    if (length == 0 && exact && IsIssuersMark(mark)) length = MatchPrefix(mark, kMinCut, rest);
    // The longest wins: "sk-" and "sk-proj-" both match.
    if (length <= out.length) continue;
    const std::string_view whole = rest.substr(0, length);
    if (!IsLike(token, whole)) continue;
    if (IsPlaceholder(whole.substr(std::min(start->text.size(), length)))) continue;
    const size_t slash = whole.find("://");
    const size_t host = whole.find('/', slash == std::string_view::npos ? 0 : slash + 3);
    // A token longer than kLongest extends to the end of its bytes.
    size_t end = at + length;
    if (length == kLongest) {
      while (end < text.size() && IsTokenByte(text[end])) ++end;
    }
    // The host of a webhook's address is shown, the path is not.
    const bool url = start->text.find('/') != std::string::npos && host != std::string_view::npos;
    out = {end - at, url ? host + 1 : token.visible};
  }
  return out;
}

const std::vector<NearToken>& NearTokens() { return Patterns().near; }

std::vector<TokenForm> TokenForms() {
  std::vector<TokenForm> out;
  for (const auto& token : Patterns().tokens) {
    out.push_back({token->id, token->starts.front(), token->pattern, token->least});
  }
  return out;
}

const std::vector<std::string>& PasswordParameters() { return Patterns().passwords; }
const std::vector<std::string>& TokenParameters() { return Patterns().parameters; }
const std::vector<std::string>& SecretNames() { return Patterns().secret_names; }
const std::vector<std::string>& PasswordNames() { return Patterns().password_names; }
const std::vector<std::string>& PublicNames() { return Patterns().public_names; }

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

bool IsPlaceholder(std::string_view word) {
  if (word.empty() || word.front() == '<' || word.front() == '{' || word.front() == '$' ||
      word.front() == '%' || word.find("***") != std::string_view::npos) {
    return true;
  }
  const std::string lower = ToLower(word);
  const std::vector<std::string>& all = Patterns().placeholders;
  return std::any_of(all.begin(), all.end(),
                     [&](const std::string& p) { return lower.find(p) != std::string::npos; });
}

PatternCount CompileEveryPattern() {
  PatternCount out;
  for (const auto& token : Patterns().tokens) {
    if (token->least > 0) continue;
    ++out.used;
    if (Compiled(*token) == nullptr) out.broken.push_back(token->id);
  }
  return out;
}

}  // namespace flagcensus
