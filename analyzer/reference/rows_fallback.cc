// "Defaults to the $APP_HOSTS environment variable if available, or '::1'." ─→ falls back to
// APP_HOSTS, and without it to ::1.
//
// An option of the command line is declared with the default None. The code that replaces it is far
// away, and only the help text says what it does. Only a variable that the code accesses counts,
// and only a value at the end of the sentence.
#include <algorithm>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/reference/rows.h"

namespace flagcensus {
namespace {

// Removes the first of the beginnings that the text has.
void Skip(std::string_view* text, std::initializer_list<std::string_view> beginnings) {
  for (const std::string_view one : beginnings) {
    if (!text->starts_with(one)) continue;
    text->remove_prefix(one.size());
    return;
  }
}

bool IsAccessed(const RowInput& input, std::string_view name) {
  return std::any_of(input.rules.flags.begin(), input.rules.flags.end(),
                     [&](const Flag& flag) { return flag.name == name && !flag.accesses.empty(); });
}

// ", or 'x'", " or 5": the value; "" if it is more than one word.
std::string_view LastValue(std::string_view rest) {
  Skip(&rest, {" environment variable", " variable"});
  Skip(&rest, {" if it is set", " if set", " if available", " if defined", " if present"});
  const size_t before = rest.size();
  Skip(&rest, {", or ", " or "});
  if (rest.size() == before) return {};
  while (rest.ends_with('.') || rest.ends_with(' ')) rest.remove_suffix(1);
  const bool quoted = rest.size() > 2 && rest.front() == rest.back() &&
                      (rest.front() == '\'' || rest.front() == '"' || rest.front() == '`');
  // An unquoted word could be prose, "or nothing"; digits could not.
  if (quoted) rest = rest.substr(1, rest.size() - 2);
  const bool word = rest.find_first_of(" '\"`,$") == std::string_view::npos;
  const bool value = quoted || (!rest.empty() && AllBytes(rest, IsDigit));
  return word && value ? rest : std::string_view();
}

}  // namespace

void TakeFallbackByWords(const RowInput& input, Row& row) {
  const RowDefault* const single = row.single_default();
  if (single == nullptr || single->kind != DefaultKind::kNone) return;
  const std::string_view text = row.description.text;
  // "Defaults to" and "defaults to". The value is searched within that sentence only.
  constexpr std::string_view kWords = "efaults to ";
  const size_t at = text.find(kWords);
  if (at == std::string_view::npos) return;
  const size_t from = at + kWords.size();
  std::string_view rest = text.substr(from, SentenceEnd(text, from, text.size()) - from);
  Skip(&rest, {"the value of the ", "the value of ", "value of ", "the "});
  Skip(&rest, {"$", "`", "${"});
  const std::string_view name = rest.substr(0, EndOfRun(rest, 0, IsIdentifierByte));
  if (name == row.name || ShapeOf(name) != NameShape::kStrong || !IsAccessed(input, name)) return;
  rest.remove_prefix(name.size());
  Skip(&rest, {"`", "}"});
  row.falls_back_to.emplace_back(name);
  const std::string_view value = LastValue(rest);
  if (value.empty()) return;
  row.defaults.front().kind = DefaultKind::kLiteral;
  row.defaults.front().text = value;
}

}  // namespace flagcensus
