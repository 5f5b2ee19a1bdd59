// The texts around a word, read backwards and forwards without a parser:
//
//   for k in vars(app.config): ...           ReceiverOf: config
//   getattr(self.settings, name)             LookUpAt getattr: settings
//   def run(options: Config): ...            ObjectOf at Config: options
#include "analyzer/python/link/receivers.h"

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The last name of the expression that ends at `end`: settings for `get().settings`, get for
// `get()`; "" if it does not end with a name.
std::string LastNameBefore(std::string_view text, size_t end) {
  constexpr size_t kMaxCall = 200;  // bytes of a call's arguments; longer ones are not skipped
  const auto is_space = [](char c) { return IsBlank(c) || c == '\n'; };
  // Blanks may precede a dot on the next line.
  while (end > 0 && is_space(text[end - 1])) --end;
  if (end > 0 && text[end - 1] == ')') {
    int depth = 0;
    const size_t limit = end > kMaxCall ? end - kMaxCall : 0;
    for (; end > limit; --end) {
      if (text[end - 1] == ')') ++depth;
      if (text[end - 1] == '(' && --depth == 0) break;
    }
    if (end == limit) return "";
    --end;
  }
  const size_t begin = StartOfRun(text, end, IsIdentifierByte);
  return std::string(text.substr(begin, end - begin));
}

}  // namespace

std::string ReceiverOf(std::string_view text, std::string_view word, size_t offset) {
  // x.__dict__: the object is before the word. vars(x): it is the first argument.
  if (offset > 0 && text[offset - 1] == '.') return LastNameBefore(text, offset - 1);
  const size_t open = offset + word.size();
  if (open >= text.size() || text[open] != '(') return "";
  constexpr size_t kMaxArgument = 200;
  int depth = 0;
  // To the comma or parenthesis that ends the first argument.
  for (size_t i = open; i < text.size() && i < open + kMaxArgument; ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (depth == 0 || (depth == 1 && text[i] == ',')) return LastNameBefore(text, i);
  }
  return "";
}

std::set<std::string> WordsIn(const std::string& name) {
  std::set<std::string> out;
  std::string word;
  for (const char c : name) {
    // APIConfig is one word: a capital after a capital does not begin one.
    const bool upper = IsUpper(c);
    if (c == '_' || (upper && !word.empty() && !IsUpper(word.back()))) {
      if (!word.empty()) out.insert(ToLower(word));
      word.clear();
    }
    if (c != '_') word += c;
  }
  if (!word.empty()) out.insert(ToLower(word));
  return out;
}

std::string ObjectOf(std::string_view text, size_t offset) {
  size_t at = offset;
  // Back over the class's dotted name, quotes and blanks.
  while (at > 0 && (IsIdentifierByte(text[at - 1]) ||
                    std::string_view(".\"' ").find(text[at - 1]) != std::string_view::npos)) {
    --at;
  }
  // An annotation, an assignment, or an argument names the object before it.
  if (at == 0) return "";
  const char before = text[at - 1];
  if (before == ':' || before == '=' || before == ',') return LastNameBefore(text, at - 1);
  const size_t line = text.rfind('\n', at - 1);
  const std::string_view head = text.substr(line == std::string_view::npos ? 0 : line + 1);
  // class D(C): objects of D are self in D's methods.
  return before == '(' && Trim(head.substr(0, 6)).starts_with("class") ? "self" : "";
}

std::optional<std::string> LookUpAt(std::string_view text, size_t offset) {
  size_t i = offset + kLookUp.size();
  if (i >= text.size() || text[i] != '(') return std::nullopt;
  // 400 bytes: an expression as the first argument is shorter.
  const size_t most = offset + 400;
  ++i;
  for (int depth = 0; i < text.size() && i < most; ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (depth < 0 || (depth == 0 && text[i] == ',')) break;
  }
  if (i >= text.size() || text[i] != ',') return std::nullopt;
  const size_t end = i;
  for (++i; i < text.size() && IsSpace(text[i]);) ++i;
  // A literal name is found as a string by FindUses.
  if (i >= text.size() || text[i] == '"' || text[i] == '\'') return std::nullopt;
  return LastNameBefore(text, end);
}

}  // namespace flagcensus
