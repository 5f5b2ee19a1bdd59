// a struct tag ─→ the variable that fills a field
//
//   Port int `env:"PORT" envDefault:"80"`   ─→ a read of PORT, default 80, int, bound to Port
//   Key string `env:"KEY,required"`         ─→ a read of KEY, required
//   Skip string `env:"-"`                   ─→ nothing
#include "analyzer/languages/tags.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {

// The text of a key in a struct's tag: `env:"X" default:"1"`. A key must be at the beginning or
// after a space, so "env" is not found in "myenv".
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

// The default of the tag's own key, or a word after the name. `required` wins over an empty
// default.
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
      // The rest of the tag, with its commas: "default=a,b" is a list.
      const auto begin = static_cast<size_t>(word.data() - words[0].data()) + 8;
      const std::string_view all(words[0].data(),
                                 words.back().data() + words.back().size() - words[0].data());
      const std::string text(all.substr(begin));
      site->fallback = {DefaultKind::kLiteral, TextValue::Literal(text), text};
      return;
    }
  }
}

namespace {

// The row for a struct tag; null if none of its keys is known. Of several rows for one key
// (libraries share "env"), the one with a default key that the tag has.
const TagRow* RowOfTag(const LanguageRows& rows, const std::string& tag) {
  const TagRow* best = nullptr;
  for (const TagRow& row : rows.tags) {
    if (!TagText(tag, row.key)) continue;
    const bool has = !row.fallback.empty() && TagText(tag, row.fallback).has_value();
    if (best == nullptr || has) best = &row;
    if (has) break;
  }
  return best;
}

}  // namespace

// A list is a list of any type; a pointer or an unknown type says nothing.
ValueType TypeOfField(const LanguageRows& rows, std::string_view type) {
  // By the rows first, then the types that Go and Rust share.
  if (const auto known = rows.casts.find(type); known != rows.casts.end()) {
    return known->second;
  }
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

bool IsUpperName(std::string_view name) { return IsIdentifier(name) && !HasLower(name); }

// At most one site: a tag names one variable.
std::vector<Site> TagSites(const Names& names, const OtherFiles* others, TermId id) {
  const Program& program = names.program();
  const std::string& tag = program[id].text;
  if (tag.starts_with('@')) return AnnotationSites(names, others, id);
  const TagRow* const row = RowOfTag(names.rows(), tag);
  if (row == nullptr) return {};
  const std::string whole = *TagText(tag, row->key);
  const std::vector<std::string_view> words = Split(whole, ',');
  const std::string name(Trim(words[0]));
  // "-" excludes the field. An empty name without options is a field of another struct.
  if (name == "-" || (name.empty() && words.size() < 2)) return {};
  Site site;
  site.at = id;
  site.via = row->via;
  site.name_term = program.part(id, 1);
  site.name = site.name_term != kNoTerm ? names.TextOf(site.name_term, others)
              : name.empty()            ? TextValue::Unknown()
                                        : TextValue::Literal(name);
  site.declarator = true;
  site.type = TypeOfField(names.rows(), program[program.part(id, 0)].text);
  site.parsed = site.type != ValueType::kUnknown;
  site.bound_to = program[id].more;
  site.bound_kind = BoundKind::kClass;
  TakeTagDefault(tag, *row, words, &site);
  return {std::move(site)};
}

}  // namespace flagcensus
