// Attribute references of AsciiDoc → their values, with places stored as a list of stretches.
//
//   "{app} and {unknown}" with :app: Tool   ─→   "Tool and {unknown}"
#include "analyzer/pages/asciidoc/asciidoc_text.h"

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

struct Named {
  std::string_view name;
  std::string_view text;
};
// The attributes that every page has: characters that cannot be written directly.
constexpr std::array kIntrinsic = {
    Named{"amp", "&"},        Named{"apos", "'"},        Named{"asterisk", "*"},
    Named{"backslash", "\\"}, Named{"backtick", "`"},    Named{"blank", ""},
    Named{"brvbar", "¦"},     Named{"caret", "^"},       Named{"cpp", "C++"},
    Named{"deg", "°"},        Named{"empty", ""},        Named{"endsb", "]"},
    Named{"gt", ">"},         Named{"ldquo", "“"},       Named{"litdd", "--"},
    Named{"lsquo", "‘"},      Named{"lt", "<"},          Named{"nbsp", " "},
    Named{"plus", "+"},       Named{"quot", "\""},       Named{"rdquo", "”"},
    Named{"rsquo", "’"},      Named{"sp", " "},          Named{"startsb", "["},
    Named{"tilde", "~"},      Named{"two-colons", "::"}, Named{"two-semicolons", ";;"},
    Named{"underscore", "_"}, Named{"vbar", "|"},        Named{"zwsp", ""}};

// The value of {name}; null if it is unknown.
const std::string_view* Intrinsic(std::string_view name) {
  for (const Named& named : kIntrinsic) {
    if (named.name == name) return &named.text;
  }
  return nullptr;
}

// The length of an attribute reference at the start of `text`, including its braces, or 0.
size_t ReferenceLength(std::string_view text) {
  size_t length = 1;
  while (length < text.size() && (IsIdentifierByte(text[length]) || text[length] == '-')) {
    ++length;
  }
  return length > 1 && length < text.size() && text[length] == '}' ? length + 1 : 0;
}

}  // namespace

// Adds a line piece by piece: text up to the next '{' or escaped pipe, and then what replaces it.
void AsciidocText::Add(AsciidocPage& page, const AsciidocLine& line) {
  if (!text.empty()) text += '\n';
  std::string_view rest = line.text;
  int column = line.column;
  // Indentation and a hard line break are not text.
  const int indent = static_cast<int>(std::min(rest.find_first_not_of(" \t"), rest.size()));
  rest.remove_prefix(indent);
  column += indent;
  if (rest.ends_with(" +")) rest.remove_suffix(2);  // a hard line break
  places_.push_back({text.size(), line.number, column});
  while (true) {
    const size_t at = std::min(rest.find('{'), rest.size());
    const size_t pipe = page.in_cell ? rest.substr(0, at).find("\\|") : std::string_view::npos;
    if (pipe != std::string_view::npos) {  // a pipe in a cell, without its backslash
      text += rest.substr(0, pipe);
      rest.remove_prefix(pipe + 1);
      column += static_cast<int>(pipe) + 1;
      places_.push_back({text.size(), line.number, column});
      text += '|';
      rest.remove_prefix(1);
      ++column;
      continue;
    }
    text += rest.substr(0, at);
    rest.remove_prefix(at);
    column += static_cast<int>(at);
    if (rest.empty()) return;
    const size_t length = ReferenceLength(rest);
    const std::string_view name = length > 2 ? rest.substr(1, length - 2) : std::string_view();
    const std::string_view* value = nullptr;
    std::string_view defined;
    const auto found = page.attributes.find(name);
    // A brace alone is text; so is "\{name}", without the backslash. Attributes defined in the page
    // precede those of the language. If their budget is used up, the reference is kept as text.
    if (length == 0) {
    } else if (text.ends_with('\\')) {
      text.pop_back();
    } else if (found != page.attributes.end() && found->second.size() <= page.expansion_left) {
      page.expansion_left -= found->second.size();
      defined = found->second;
      value = &defined;
    } else if (found == page.attributes.end()) {
      value = Intrinsic(name);
    }
    const size_t taken = length == 0 ? 1 : length;
    text += value != nullptr ? *value : rest.substr(0, taken);
    rest.remove_prefix(taken);
    column += static_cast<int>(taken);
    // The text after a value begins a stretch, since its column does not follow from its offset.
    if (value != nullptr) places_.push_back({text.size(), line.number, column});
  }
}

// The stretch that contains `at`, and the distance from its start. Within a value that an attribute
// was replaced by, the column is that of text that follows the reference.
AsciidocStretch AsciidocText::Place(size_t at) const {
  auto found =
      std::upper_bound(places_.begin(), places_.end(), at,
                       [](size_t offset, const AsciidocStretch& s) { return offset < s.offset; });
  if (found == places_.begin()) return {};
  --found;
  return {at, found->line, found->column + static_cast<int>(at - found->offset)};
}

}  // namespace flagcensus
