// A line → its expectations: each mark (a comment's opener, a kind and a colon), then words up to a
// `;`, the comment's end or the next mark.
#include "tests/expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

#include "analyzer/base/text.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

// What follows each "<comment opener> <kind>:" on `line`.
std::vector<std::string_view> After(std::string_view line, std::string_view kind) {
  std::vector<std::string_view> out;
  size_t from = 0;
  while (from < line.size()) {
    // The leftmost opener with the mark behind it.
    size_t begin = std::string_view::npos, open = begin;
    for (const std::string_view opener : {"#", "//", "/*", "<!--", ".."}) {
      for (size_t at = line.find(opener, from); at < open; at = line.find(opener, at + 1)) {
        const std::string_view rest = Trim(line.substr(at + opener.size()));
        if (!rest.starts_with(kind) || !rest.substr(kind.size()).starts_with(":")) continue;
        open = at;
        begin = static_cast<size_t>(rest.data() - line.data()) + kind.size() + 1;
      }
    }
    if (begin == std::string_view::npos) break;
    const std::string_view rest = line.substr(begin);
    const std::string_view close = line.substr(open).starts_with("<!--") ? "-->"
                                   : line.substr(open).starts_with("/*") ? "*/"
                                                                         : "";
    std::string_view inside = close.empty() ? rest : rest.substr(0, rest.find(close));
    for (const std::string_view good : {"# good:", "// good:"}) {
      inside = inside.substr(0, inside.find(good));
    }
    out.push_back(Trim(inside));
    from = begin + inside.size();
  }
  return out;
}

// One word: `key=text`, or `text` alone. `quoted`: a quote opens the text.
struct Word {
  std::optional<std::string> key;
  std::string text;
  bool quoted = false;
};

// The expectations of one comment, each as its words.
std::vector<std::vector<Word>> WordsOf(std::string_view text) {
  std::vector<std::vector<Word>> out(1);
  Word word;
  bool open = false, any = false;
  const auto end = [&] {
    if (any) out.back().push_back(word);
    word = {};
    any = false;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (open && c == '\\' && (next == '"' || next == 'n')) {
      word.text += next == 'n' ? '\n' : '"';
      ++i;
    } else if (c == '"') {
      if (!open && word.text.empty()) word.quoted = true;
      open = !open;
      any = true;
    } else if (open) {
      word.text += c;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      end();
    } else if (c == ';') {
      end();
      out.emplace_back();
    } else if (c == '=' && !word.key && !word.quoted) {
      word.key = std::move(word.text);
      word.text.clear();
    } else {
      word.text += c;
      any = true;
    }
  }
  end();
  return out;
}

const std::set<std::string, std::less<>>& FieldsOf(std::string_view kind) {
  static const std::map<std::string, std::set<std::string, std::less<>>, std::less<>> kFields = {
      {"want", {"documented", "actual", "confidence"}},
      {"want-access",
       {"default", "via", "op", "type", "bound_to", "scope", "value", "language", "condition",
        "column", "description", "truthy", "falsy", "chain", "unset", "falls_back", "fallback_of",
        "any_true"}},
      {"want-entry",
       {"default", "type", "value", "how", "parent", "section", "claims", "column", "description"}},
      {"want-diagnostic", {}}};
  return kFields.find(kind)->second;
}

std::string_view NounOf(std::string_view kind) {
  if (kind == "want") return "a finding";
  if (kind == "want-access") return "an access";
  return kind == "want-entry" ? "an entry" : "a diagnostic";
}

// One expectation from its words; "" or what is wrong with it.
std::string Fill(const std::vector<Word>& words, Expectation* out) {
  if (words.empty() || words[0].key) return "an expectation without a name";
  out->subject = words[0].text;
  for (size_t i = 1; i < words.size(); ++i) {
    const Word& word = words[i];
    if (word.key) {
      if (FieldsOf(out->kind).count(*word.key) == 0) {
        return fmt::format("'{}' is no field of {}", *word.key, NounOf(out->kind));
      }
      if (!out->fields.emplace(*word.key, Expectation::Field{word.text, word.quoted}).second) {
        return fmt::format("'{}' is given twice", *word.key);
      }
    } else if (out->kind != "want") {
      return fmt::format("'{}' is no field of {}", word.text, NounOf(out->kind));
    } else if (word.quoted) {
      out->message = word.text;
    } else if (ParseSeverity(word.text)) {
      out->severity = word.text;
    } else {
      return fmt::format("'{}' is no severity; quote the part of the message", word.text);
    }
  }
  if (out->kind == "want" && out->message.empty()) return "an expectation without a message";
  return {};
}

bool SaysNothing(std::string_view comment) { return Trim(comment) == "nothing"; }

void ReadComment(std::string_view kind, const Place& place, std::string_view comment,
                 std::vector<Expectation>* out, std::vector<std::string>* complaints) {
  for (const std::vector<Word>& words : WordsOf(comment)) {
    Expectation expectation;
    expectation.place = place;
    expectation.kind = kind;
    const std::string wrong = Fill(words, &expectation);
    if (wrong.empty()) {
      out->push_back(std::move(expectation));
    } else {
      complaints->push_back(fmt::format("{}:{}: {}", place.file, place.line, wrong));
    }
  }
}

// Lines "LINE: want-entry NAME ..."; whether one is "want: nothing".
bool ReadSidecar(const std::vector<std::string_view>& kinds, const std::string& file,
                 std::string_view text, std::vector<Expectation>* out,
                 std::vector<std::string>* complaints) {
  bool nothing = false;
  int number = 0;
  for (const std::string_view whole : Split(text, '\n')) {
    ++number;
    const std::string_view line = Trim(whole);
    if (line.empty() || line[0] == '#') continue;
    if (line == "want: nothing") {
      nothing = true;
      continue;
    }
    Place place{file, 0, 0};
    const size_t colon = std::min(line.find(':'), line.size());
    const auto [end, error] = std::from_chars(line.data(), line.data() + colon, place.line);
    const std::string_view rest = Trim(line.substr(std::min(colon + 1, line.size())));
    const std::string_view kind = rest.substr(0, rest.find(' '));
    if (error != std::errc() || end != line.data() + colon ||
        std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      complaints->push_back(
          fmt::format("{}.want:{}: a line is \"LINE: {} NAME ...\"", file, number, kinds.front()));
      continue;
    }
    ReadComment(kind, place, rest.substr(kind.size()), out, complaints);
  }
  return nothing;
}

}  // namespace

std::vector<Expectation> ReadExpectations(std::string_view kind, const std::string& file,
                                          std::string_view text,
                                          std::vector<std::string>* complaints) {
  std::vector<Expectation> out;
  int number = 0;
  for (const std::string_view line : Split(text, '\n')) {
    ++number;
    for (const std::string_view comment : After(line, kind)) {
      if (kind == "want" && SaysNothing(comment)) continue;
      ReadComment(kind, {file, number, 0}, comment, &out, complaints);
    }
  }
  return out;
}

std::vector<Expectation> ReadFixture(const std::vector<std::string_view>& kinds,
                                     const std::string& file, const std::string& path,
                                     std::vector<std::string>* complaints) {
  const std::string text = ReadText(path);
  std::vector<Expectation> out;
  const size_t before = complaints->size();
  for (const std::string_view kind : kinds) {
    for (Expectation& one : ReadExpectations(kind, file, text, complaints)) {
      out.push_back(std::move(one));
    }
  }
  bool nothing = ReadSidecar(kinds, file, ReadText(path + ".want"), &out, complaints);
  for (const std::string_view line : Split(text, '\n')) {
    const std::vector<std::string_view> comments = After(line, "want");
    nothing = nothing || std::any_of(comments.begin(), comments.end(), SaysNothing);
  }
  if (complaints->size() > before) return out;  // malformed ones would have been some
  if (nothing && !out.empty()) {
    complaints->push_back(file + ": it wants something and says `want: nothing`");
  } else if (!nothing && out.empty() && !Trim(text).empty()) {
    complaints->push_back(file + ": it wants nothing and does not say so: `want: nothing`");
  }
  return out;
}

}  // namespace flagcensus
