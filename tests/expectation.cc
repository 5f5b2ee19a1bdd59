#include "tests/expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

std::string Text(const Place& place) { return fmt::format("{}:{}", place.file, place.line); }

// The text after "<comment opener> <kind>:" on `line`, or nothing.
std::optional<std::string_view> After(std::string_view line, std::string_view kind) {
  for (const std::string_view opener : {"#", "//", "<!--", ".."}) {
    for (size_t at = line.find(opener); at != std::string_view::npos;
         at = line.find(opener, at + 1)) {
      std::string_view rest = Trim(line.substr(at + opener.size()));
      if (!rest.starts_with(kind) || !rest.substr(kind.size()).starts_with(":")) continue;
      rest.remove_prefix(kind.size() + 1);
      return Trim(opener == "<!--" ? rest.substr(0, rest.find("-->")) : rest);
    }
  }
  return std::nullopt;
}

struct Word {
  std::string text;
  bool quoted = false;  // the word, or what follows its `=`, stood in quotes
};

// The words of one line's expectations; a `;` outside quotes is a word of its own.
std::vector<Word> WordsOf(std::string_view text) {
  std::vector<Word> out;
  Word word;
  bool open = false, any = false;
  const auto end = [&] {
    if (any) out.push_back(word);
    word = {};
    any = false;
  };
  for (const char c : text) {
    if (c == '"') {
      open = !open;
      word.quoted = any = true;
    } else if (!open && (c == ' ' || c == '\t')) {
      end();
    } else if (!open && c == ';') {
      end();
      out.push_back({";", false});
    } else {
      word.text += c;
      any = true;
    }
  }
  end();
  return out;
}

constexpr std::array<std::string_view, 9> kFields = {
    "default", "via", "op", "type", "bound_to", "scope", "value", "language", "condition"};

// One expectation from the words between semicolons; "" or what is wrong with it.
std::string Fill(const std::vector<Word>& words, Expectation* out) {
  if (words.empty()) return "an expectation without a name";
  out->subject = words[0].text;
  for (size_t i = 1; i < words.size(); ++i) {
    const auto& [text, quoted] = words[i];
    if (out->kind == "want") {
      if (quoted) {
        out->message = text;
      } else if (ParseSeverity(text)) {
        out->severity = text;
      } else {
        return fmt::format("'{}' is no severity; quote the part of the message", text);
      }
      continue;
    }
    const size_t equals = text.find('=');
    const std::string key = text.substr(0, equals);
    if (equals == std::string::npos ||
        std::find(kFields.begin(), kFields.end(), key) == kFields.end()) {
      return fmt::format("'{}' is no field of an access", text);
    }
    out->fields[key] = {text.substr(equals + 1), quoted};
  }
  if (out->kind == "want" && out->message.empty()) return "an expectation without a message";
  return {};
}

std::string OrNone(const std::optional<std::string>& text) { return text.value_or("none"); }

// What `access` has in `field`, as expectations write it.
std::string Actual(const Access& access, const std::string& field) {
  if (field == "via") return access.via;
  if (field == "op") return std::string(ToString(access.op));
  if (field == "type") return std::string(ToString(access.type));
  if (field == "scope") return std::string(ToString(access.scope));
  if (field == "language") return std::string(ToString(access.language));
  if (field == "bound_to") return OrNone(access.bound_to);
  if (field == "value") return OrNone(access.value);
  if (field == "condition") return OrNone(access.condition);
  if (access.default_kind != DefaultKind::kLiteral)
    return std::string(ToString(access.default_kind));
  return access.default_text.value_or(std::string());
}

bool Agrees(const Access& access, const std::string& field, const Expectation::Field& want) {
  if (field == "default") {
    const bool word =
        !want.quoted && (want.text == "none" || want.text == "required" || want.text == "dynamic");
    if (word == (access.default_kind == DefaultKind::kLiteral)) return false;
  }
  return Actual(access, field) == want.text;
}

// What of `want` does not hold for `access`.
std::vector<std::string> Differences(const Expectation& want, const Access& access) {
  std::vector<std::string> out;
  for (const auto& [field, value] : want.fields) {
    if (Agrees(access, field, value)) continue;
    out.push_back(
        fmt::format("{}={} where {} is wanted", field, Actual(access, field), value.text));
  }
  return out;
}

bool StandsOn(const Finding& finding, const Place& line) {
  const auto here = [&](const Place& place) {
    return place.file == line.file && place.line == line.line;
  };
  return std::any_of(finding.code.begin(), finding.code.end(), here) ||
         std::any_of(finding.doc.begin(), finding.doc.end(), here);
}

}  // namespace

std::vector<Expectation> ReadExpectations(std::string_view kind, const std::string& file,
                                          std::string_view text,
                                          std::vector<std::string>* complaints) {
  std::vector<Expectation> out;
  int number = 0;
  for (const std::string_view line : Split(text, '\n')) {
    ++number;
    const std::optional<std::string_view> rest = After(line, kind);
    if (!rest) continue;
    std::vector<Word> words = WordsOf(*rest);
    words.push_back({";", false});
    std::vector<Word> one;
    for (const Word& word : words) {
      if (word.text != ";" || word.quoted) {
        one.push_back(word);
        continue;
      }
      Expectation expectation;
      expectation.place = {file, number, 0};
      expectation.kind = kind;
      const std::string wrong = Fill(one, &expectation);
      if (wrong.empty()) {
        out.push_back(std::move(expectation));
      } else {
        complaints->push_back(fmt::format("{}:{}: {}", file, number, wrong));
      }
      one.clear();
    }
  }
  return out;
}

std::vector<std::string> MatchFindings(const std::vector<Expectation>& expectations,
                                       const std::vector<Finding>& findings) {
  std::vector<std::string> out;
  std::vector<bool> taken(findings.size());
  for (const Expectation& want : expectations) {
    bool met = false;
    for (size_t i = 0; i < findings.size() && !met; ++i) {
      const Finding& finding = findings[i];
      met = !taken[i] && finding.rule == want.subject && StandsOn(finding, want.place) &&
            finding.message.find(want.message) != std::string::npos &&
            (want.severity.empty() || want.severity == ToString(finding.severity));
      if (met) taken[i] = true;
    }
    if (met) continue;
    out.push_back(fmt::format("{}: not found: {} {} \"{}\"", Text(want.place), want.subject,
                              want.severity, want.message));
  }
  for (size_t i = 0; i < findings.size(); ++i) {
    if (taken[i]) continue;
    const std::vector<Place>& places =
        findings[i].code.empty() ? findings[i].doc : findings[i].code;
    out.push_back(fmt::format("{}: not expected: {} {} \"{}\"",
                              places.empty() ? std::string("nowhere") : Text(places.front()),
                              findings[i].rule, ToString(findings[i].severity),
                              findings[i].message));
  }
  return out;
}

std::vector<std::string> MatchAccesses(const std::vector<Expectation>& expectations,
                                       const std::vector<Access>& accesses) {
  std::vector<std::string> out;
  std::vector<bool> taken(accesses.size());
  for (const Expectation& want : expectations) {
    // Of several accesses to the name on the line, the one that agrees; else the nearest misses.
    std::optional<size_t> best;
    std::vector<std::string> wrong;
    for (size_t i = 0; i < accesses.size(); ++i) {
      const Access& access = accesses[i];
      if (taken[i] || access.name != want.subject || access.place.file != want.place.file ||
          access.place.line != want.place.line) {
        continue;
      }
      std::vector<std::string> differences = Differences(want, access);
      if (best && differences.size() >= wrong.size()) continue;
      best = i;
      wrong = std::move(differences);
    }
    if (!best) {
      out.push_back(fmt::format("{}: not found: {}", Text(want.place), want.subject));
      continue;
    }
    taken[*best] = true;
    if (!wrong.empty()) {
      out.push_back(fmt::format("{}: {}: {}", Text(want.place), want.subject, Join(wrong, ", ")));
    }
  }
  for (size_t i = 0; i < accesses.size(); ++i) {
    const Access& access = accesses[i];
    if (taken[i] || !access.name) continue;
    out.push_back(fmt::format("{}: not expected: {} op={} via={} default={}", Text(access.place),
                              *access.name, ToString(access.op), access.via,
                              Actual(access, "default")));
  }
  return out;
}

}  // namespace flagcensus
