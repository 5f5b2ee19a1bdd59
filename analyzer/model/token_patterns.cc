// rows of data ─→ a table by first two bytes ─→ expressions, each compiled when a text first begins
// as it does
//
// Most texts hold no credential, so that nearly every byte costs one look at a bit. What begins as
// a credential is matched by Hyperscan, anchored there; all its expressions at once would take
// longer to compile than most trees to read.
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

constexpr size_t kLeastCut = 20;   // bytes after an issuer's mark
constexpr size_t kLongest = 2048;  // bytes of a credential that are examined

struct FreeDatabase {
  void operator()(hs_database_t* database) const { hs_free_database(database); }
};
using Database = std::unique_ptr<hs_database_t, FreeDatabase>;

struct Token {
  std::string id;
  std::vector<std::string> starts;
  std::string holds;  // a text that must follow; "" if none
  std::string pattern;
  double entropy = 0;
  size_t least = 0;     // without a pattern: bytes after the start
  size_t run = 0;       // bytes of a word that must follow
  size_t visible = 0;   // bytes at the beginning without information
  bool mixes = false;   // what follows those has letters and digits
  std::string decodes;  // it is base64 of a text with this; "" if none
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
    // The files are part of the program; a test reads them.
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

// The compiled expression; nothing if Hyperscan refuses it.
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

// The text that `word` is the base64 of (RFC 4648, section 4); "" if it is of none that can be
// printed.
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

// What a row asks for next to its pattern.
bool IsLike(const Token& token, std::string_view whole) {
  if (Entropy(whole) < token.entropy) return false;
  const std::string_view body = Trim(whole.substr(std::min(token.visible, whole.size())));
  if (token.mixes && !MixesLettersAndDigits(body)) return false;
  return token.decodes.empty() || DecodedText(body).find(token.decodes) != std::string::npos;
}

// Whether a word of the row's length goes on here: cheaper than its pattern.
bool HasRun(const Token& token, std::string_view rest) {
  return rest.size() >= token.run &&
         rest.substr(0, token.run).find_first_of(" \t\r\n\"'`<>") == std::string_view::npos;
}

// Whether nothing else than a credential begins so: what follows need not have its exact length.
bool IsIssuersMark(std::string_view start) {
  constexpr size_t kLeast = 5;
  return start.size() >= kLeast && start.find_first_of("/ ") == std::string_view::npos;
}

// `start` has matched without regard to case; a prefix is exact.
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

// Whether a token can begin at `at`: not in the middle of a word. A word of one of ours goes on
// over more bytes.
bool IsBoundary(std::string_view text, size_t at, bool pattern) {
  if (at == 0) return true;
  const char before = text[at - 1];
  // "\nTOKEN" in a source.
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
    // One that an output or an expression has cut, or whose issuer has another length by now.
    const bool exact =
        std::find(token.starts.begin(), token.starts.end(), mark) != token.starts.end();
    if (length == 0 && exact && IsIssuersMark(mark)) length = MatchPrefix(mark, kLeastCut, rest);
    if (length <= out.length) continue;
    const std::string_view whole = rest.substr(0, length);
    if (!IsLike(token, whole)) continue;
    if (IsPlaceholder(whole.substr(std::min(start->text.size(), length)))) continue;
    const size_t slash = whole.find("://");
    const size_t host = whole.find('/', slash == std::string_view::npos ? 0 : slash + 3);
    // A token of more bytes than are examined goes on to its end.
    size_t end = at + length;
    if (length == kLongest) {
      while (end < text.size() && IsTokenByte(text[end])) ++end;
    }
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
