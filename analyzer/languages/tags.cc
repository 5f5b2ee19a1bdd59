// a struct's tag ─→ the variable's name, default and type
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/languages/sites.h"

namespace flagcensus {

// The text of a key in a struct's tag: `env:"X" default:"1"`.
std::optional<std::string> TagText(const std::string& tag, const std::string& key) {
  const std::string open = key + ":\"";
  for (size_t at = tag.find(open); at != std::string::npos; at = tag.find(open, at + 1)) {
    if (at > 0 && tag[at - 1] != ' ') continue;
    std::string out;
    for (size_t i = at + open.size(); i < tag.size() && tag[i] != '"'; ++i) {
      if (tag[i] == '\\' && i + 1 < tag.size()) ++i;
      out += tag[i];
    }
    return out;
  }
  return std::nullopt;
}

ValueType TypeOfTagged(const std::string& type) {
  const bool list = type.starts_with("[]") || type.starts_with("Vec<");
  if (list) return ValueType::kList;
  if (type == "bool") return ValueType::kBool;
  if (type.starts_with("float") || type == "f32" || type == "f64") return ValueType::kFloat;
  constexpr std::string_view kInts[] = {
      "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
      "u8",  "u16",  "u32",   "u64",   "usize", "i8",   "i16",   "i32",    "i64",    "isize"};
  const bool whole = std::find(std::begin(kInts), std::end(kInts), type) != std::end(kInts);
  return whole ? ValueType::kInt : ValueType::kUnknown;
}

void TakeTagDefault(const std::string& tag, const TagRow& row,
                    const std::vector<std::string_view>& words, Site* site) {
  if (const auto text = row.fallback.empty() ? std::nullopt : TagText(tag, row.fallback)) {
    site->fallback = {DefaultKind::kLiteral, TextValue::Literal(*text), *text};
  }
  if (TagText(tag, "required") == "true" || TagText(tag, "env-required") == "true") {
    site->fallback = {DefaultKind::kRequired, {}, {}};
  }
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = Trim(words[i]);
    if (word == "required" || word == "notEmpty") {
      site->fallback = {DefaultKind::kRequired, {}, {}};
    } else if (word.starts_with("default=")) {
      // What follows, commas and all.
      const auto begin = static_cast<size_t>(word.data() - words[0].data()) + 8;
      const std::string_view all(words[0].data(),
                                 words.back().data() + words.back().size() - words[0].data());
      const std::string text(all.substr(begin));
      site->fallback = {DefaultKind::kLiteral, TextValue::Literal(text), text};
      return;
    }
  }
}

}  // namespace flagcensus
