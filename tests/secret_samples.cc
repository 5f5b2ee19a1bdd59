// pattern ─→ a text that it matches, by recursive descent over alternatives, atoms and counts
#include "tests/secret_samples.h"

#include <algorithm>
#include <map>
#include <random>

#include "analyzer/model/secret_forms.h"
#include "analyzer/model/secrets.h"
#include "analyzer/model/token_patterns.h"

namespace flagcensus {
namespace {

constexpr const char* kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr const char* kDigits = "0123456789";

class Sampler {
 public:
  Sampler(const std::string& pattern, unsigned seed) : pattern_(pattern), random_(seed) {}

  std::string Alternatives() {
    std::vector<std::string> out = {""};
    while (at_ < pattern_.size() && pattern_[at_] != ')') {
      if (pattern_[at_] == '|') {
        ++at_;
        out.emplace_back();
      } else {
        out.back() += Counted();
      }
    }
    return out[Below(out.size())];
  }

 private:
  size_t Below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }

  size_t Number() {
    size_t out = 0;
    while (isdigit(static_cast<unsigned char>(pattern_[at_])) != 0) {
      out = out * 10 + static_cast<size_t>(pattern_[at_++] - '0');
    }
    return out;
  }

  // An atom as often as its count says; each time another text.
  std::string Counted() {
    const size_t begin = at_;
    Atom();
    const size_t end = at_;
    size_t least = 1, most = 1;
    const char mark = at_ < pattern_.size() ? pattern_[at_] : '\0';
    if (mark == '?' || mark == '*') least = 0, most = 0, ++at_;
    if (mark == '+') least = 8, most = 12, ++at_;
    if (mark == '{') {
      ++at_;
      least = most = Number();
      if (pattern_[at_] == ',') {
        ++at_;
        most = pattern_[at_] == '}' ? least : std::min(Number(), least + 8);
      }
      while (pattern_[at_++] != '}') continue;
    }
    const size_t behind = at_;
    std::string out;
    for (size_t n = least + Below(most - least + 1); n > 0; --n) {
      at_ = begin;
      out += Atom();
    }
    at_ = std::max(behind, end);
    return out;
  }

  std::string Atom() {
    const char c = pattern_[at_++];
    if (c == '(') {
      if (pattern_[at_] == '?') at_ = pattern_.find(':', at_) + 1;
      std::string out = Alternatives();
      ++at_;  // ')'
      return out;
    }
    if (c == '[') return std::string(1, OneOf(Class()));
    if (c == '.') return "x";
    if (c != '\\') return std::string(1, c);
    const char escaped = pattern_[at_++];
    if (escaped == 'b') return "";
    const std::string of = Escaped(escaped);
    return std::string(1, OneOf(of));
  }

  static std::string Escaped(char c) {
    if (c == 'w') return std::string(kLetters) + kDigits + "_";
    if (c == 'd') return kDigits;
    if (c == 'r' || c == 'n' || c == 's') return "";
    return std::string(1, c);
  }

  // Letters and digits where the class has any: marks would mean something where a sample stands.
  char OneOf(const std::string& of) {
    std::string plain;
    for (const char c : of) {
      if (isalnum(static_cast<unsigned char>(c)) != 0) plain += c;
    }
    const std::string& from = plain.empty() ? of : plain;
    return from[Below(from.size())];
  }

  std::string Class() {
    std::string out;
    while (pattern_[at_] != ']') {
      char c = pattern_[at_++];
      if (c == '\\') {
        out += Escaped(pattern_[at_++]);
      } else if (pattern_[at_] == '-' && pattern_[at_ + 1] != ']') {
        for (const char last = pattern_[at_ + 1]; c <= last; ++c) out += c;
        at_ += 2;
      } else {
        out += c;
      }
    }
    ++at_;
    return out;
  }

  const std::string& pattern_;
  std::mt19937 random_;
  size_t at_ = 0;
};

// Letters and digits in a row, at most as many as an output that cuts would show.
std::string NeedleOf(const std::string& text) {
  constexpr size_t kLongest = 12;
  std::string best;
  for (const SecretSpan& span : FindSecrets(text, {})) {
    std::string run;
    for (const char c : text.substr(span.offset, span.length) + "-") {
      if (isalnum(static_cast<unsigned char>(c)) != 0) {
        run += c;
      } else {
        if (run.size() > best.size()) best = run;
        run.clear();
      }
    }
  }
  return best.substr(0, kLongest);
}

// The first of some draws of the expression that the program takes for a credential.
SecretSample Drawn(const std::string& kind, const std::string& before, const std::string& pattern) {
  constexpr unsigned kTries = 60;
  for (unsigned seed = 1; seed <= kTries; ++seed) {
    const std::string text = before + SampleOf(pattern, seed + static_cast<unsigned>(kind.size()));
    const std::string needle = NeedleOf(text);
    if (needle.size() >= 6) return {kind, text, needle};
  }
  return {kind, "", ""};
}

}  // namespace

std::string SampleOf(const std::string& pattern, unsigned seed) {
  return Sampler(pattern, seed).Alternatives();
}

std::vector<SecretSample> SecretSamples() {
  std::vector<SecretSample> out;
  for (const TokenForm& form : TokenForms()) {
    if (form.id == "basic") {  // base64 of a user and a password with a colon between
      out.push_back({form.id, "Basic Y2Vuc3VzOmg0eC10cm9tYm9uZQ==", "Y2Vuc3VzOmg0"});
    } else if (form.pattern.empty()) {
      const std::string rest = "[A-Za-z0-9]{" + std::to_string(form.least) + "}";
      out.push_back(Drawn(form.id, form.start, rest));
    } else {
      out.push_back(Drawn(form.id, "", form.pattern));
    }
  }
  for (const NearToken& near : NearTokens()) {
    const std::string word =
        (near.hex ? "[0-9a-f]{" : "[A-Za-z0-9]{") + std::to_string(near.length) + "}";
    out.push_back(Drawn(near.id, near.words.front() + " ", word));
  }
  const std::string random = "[A-Z][a-z][0-9][A-Za-z0-9]{21}";
  const std::map<std::string_view, std::pair<std::string, std::string>> forms = {
      {"key-block", {"-----BEGIN PRIVATE KEY-----", "MII[A-Za-z0-9]{40}-----END PRIVATE KEY-----"}},
      {"token", {"", ""}},  // above
      {"near", {"", ""}},
      {"parameter", {"https://h.invalid/x?a=b&password=", random}},
      {"address", {"postgres://app:", random + "@db/app"}},
      {"word", {"APP_TOKEN=", random}},
  };
  for (const std::string_view form : SecretForms()) {
    const auto row = forms.find(form);
    if (row == forms.end()) {
      out.push_back({std::string(form), "", ""});  // a new way needs its row here
    } else if (!row->second.second.empty()) {
      out.push_back(Drawn(std::string(form), row->second.first, row->second.second));
    }
  }
  return out;
}

}  // namespace flagcensus
