// Page ─→ lists of variables; row ─→ an item of one.
//
//   - `NAME`: what it does (default: `30`)        an item: its text on the line of its name
//   ``NAME``                                      a definition, or a directive `.. envvar:: NAME`:
//      What it does. Default: ``30``.             its text below, one paragraph
//
// A list is two items or more that begin with the same characters before their names. The new item
// is a copy of one of them: the text before and after the name, the words around the default and
// the margin are its; name, description and default are the variable's. An item with more than one
// paragraph, or with its default before the description, is not copied.
#include "analyzer/fix/list_text.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/fix/page.h"
#include "analyzer/reference/markup.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

constexpr int kMaxLines = 40;  // of an item; a longer one is a section
// Marks of code, strong text and emphasis, and quotes.
constexpr std::string_view kMarks = "`*_\"'";

// The number of blanks and tabs at the beginning; the whole length of a blank line.
size_t MarginOf(std::string_view line) {
  const size_t at = line.find_first_not_of(" \t");
  return at == std::string_view::npos ? line.size() : at;
}

bool IsDefinition(std::string_view line) {  // Markdown: ": text"
  return line.starts_with(": ") || line.starts_with(":  ") || line.starts_with("~ ");
}

// The text before the name on its line. Words, digits or pipes in it mean that the line is not a
// uniform item; null then.
std::string_view LeadOf(std::string_view line, const Entry& entry) {
  const auto column = static_cast<size_t>(std::max(1, entry.place.column)) - 1;
  const size_t at = line.find(entry.name, column > 4 ? column - 4 : 0);
  if (at == std::string_view::npos) return {};
  const std::string_view lead = line.substr(0, at);
  const bool plain = std::none_of(lead.begin(), lead.end(), [](char c) {
    return IsDigit(c) || IsUpper(c) || c == '#' || c == '|';
  });
  return plain && (lead.find_first_of("abcdefghijklmnopqrstuvwxyz") == lead.npos ||
                   Trim(lead) == ".. envvar::" || Trim(lead).ends_with(":envvar:`"))
             ? lead
             : std::string_view();
}

// The last line of the item that begins on `first`; 0 if it continues further out, as lazy
// paragraphs do.
int LastLineOf(std::string_view text, const std::vector<size_t>& starts, int first) {
  const size_t margin = MarginOf(LineAt(text, starts, first));
  int last = first;
  for (int line = first + 1; line <= first + kMaxLines; ++line) {
    if (line > static_cast<int>(starts.size())) return last;
    const std::string_view one = LineAt(text, starts, line);
    if (Trim(one).empty()) continue;
    const bool inside = MarginOf(one) > margin || (margin == 0 && IsDefinition(one));
    if (!inside) {
      const std::string_view head = LineAt(text, starts, first);
      const bool bullet = std::string_view("-*+").find(head[margin]) != std::string_view::npos;
      const bool word = IsIdentifierByte(one[MarginOf(one)]);
      const bool lazy = last == line - 1 && word && (bullet || last == first);
      return lazy ? 0 : last;
    }
    last = line;
  }
  return 0;
}

// An item in parts. Joined again, they give the item back, except for its line breaks.
struct Item {
  std::string lead;          // before the name
  std::string behind;        // the text after the name, on its line: marks and a separator
  bool below = false;        // the text is below the name
  bool empty_line = false;   // and an empty line is in between
  std::string margin;        // of the text's further lines
  std::string first_margin;  // of its first line, if it is below
  std::string text;          // folded, without the default
  std::string before_value, after_value;  // the words around the default; "" without one
  bool has_default = false;
  bool folded = false;  // it has more than one line
};

// Removes the words around the default from `item.text`; false if they cannot be distinguished.
//
//   "what it does (default: `30`)"   ─→  "what it does", before " (default: `", after "`)"
//   "What it does. Default: 30."     ─→  "What it does.", before " Default: ", after "."
//   "the default is 30 on Linux"     ─→  false: text follows the value
bool TakeDefault(const Entry& entry, Item& item) {
  const std::string lower = ToLower(item.text);
  const size_t word = lower.rfind("default");
  if (entry.default_kind == DocumentedDefault::kUnstated) return word == std::string::npos;
  if (entry.default_kind != DocumentedDefault::kLiteral || !entry.default_text) return false;
  const std::string value(Unquote(*entry.default_text));
  const size_t at = word == std::string::npos ? word : item.text.find(value, word);
  if (at == std::string::npos || value.empty()) return false;
  // Only marks, a closing bracket, a period or the end may be after it.
  const std::string after = item.text.substr(at + value.size());
  if (after.find_first_not_of("`*_\"')].") != std::string::npos) return false;
  size_t begin = word;
  while (begin > 0 &&
         (item.text[begin - 1] == ' ' || kMarks.find(item.text[begin - 1]) != kMarks.npos)) {
    --begin;
  }
  if (begin == 0) return false;
  const char before = item.text[begin - 1];
  const bool bracket = before == '(' || before == '[';
  if (bracket) --begin;
  while (bracket && begin > 0 && item.text[begin - 1] == ' ') --begin;
  if (!bracket && before != '.' && before != ';' && before != ',') return false;
  item.before_value = item.text.substr(begin, at - begin);
  item.after_value = after;
  item.text.resize(begin);
  item.has_default = true;
  return !item.text.empty();
}

// "- `APP_X`: what it does (default: `30`)" ─→ lead "- `", behind "`: ", text "what it does",
// before_value " (default: `", after_value "`)"
std::optional<Item> ReadItem(const FixedPage& page, const std::vector<size_t>& starts,
                             const Entry& entry, int last) {
  Item out;
  const std::string_view line = LineAt(page.text, starts, entry.place.line);
  out.lead = LeadOf(line, entry);
  const std::string_view rest = line.substr(out.lead.size() + entry.name.size());
  // The marks, the separator, and marks again: "`: ", "** - ", "`".
  size_t at = rest.find_first_not_of(kMarks);
  at = std::min(at, rest.size());
  const size_t space = rest.find_first_not_of(" ", at);
  for (const std::string_view sign : {":", "--", "-", "=", "\xe2\x80\x93", "\xe2\x80\x94"}) {
    const size_t begin = space == rest.npos ? rest.size() : space;
    if (begin < rest.size() && rest.substr(begin).starts_with(sign)) {
      at = begin + sign.size();
      break;
    }
  }
  while (at < rest.size() && kMarks.find(rest[at]) != kMarks.npos && rest[at] != '`') ++at;
  const size_t text = rest.find_first_not_of(' ', at);
  out.below = text == rest.npos;
  if (!out.below && (text == at || at == 0)) return std::nullopt;
  out.behind = rest.substr(0, out.below ? rest.size() : text);
  if (!out.below) out.text = Trim(rest.substr(text));
  bool began = !out.below;
  for (int i = entry.place.line + 1; i <= last; ++i) {
    std::string_view one = LineAt(page.text, starts, i);
    if (Trim(one).empty()) {
      if (began) return std::nullopt;  // another paragraph
      out.empty_line = true;
      continue;
    }
    size_t margin = MarginOf(one);
    if (!began && IsDefinition(one)) margin = one.find_first_not_of(": ~");
    (began ? out.margin : out.first_margin) = one.substr(0, margin);
    out.folded = out.folded || began;
    if (began) out.text += ' ';
    out.text += Trim(one.substr(margin));
    began = true;
  }
  if (out.margin.empty()) {
    const std::string_view like =
        out.below ? std::string_view(out.first_margin) : line.substr(0, MarginOf(line) + 2);
    out.margin = std::string(like.size(), ' ');
  }
  // A text with any other structure would be folded into a paragraph.
  const bool structure = out.text.starts_with(':') || out.text.starts_with("- ") ||
                         out.text.starts_with("* ") || out.text.find("::") != out.text.npos ||
                         out.text.find(" - ") != out.text.npos ||
                         out.text.find(" * ") != out.text.npos;
  if (!began || structure || !TakeDefault(entry, out)) return std::nullopt;
  return out;
}

// The description in the style of the item: its capital, its period.
// One item is the model here, since an item is copied as a whole.
std::string InItsManner(const Item& item, std::string text, const Markup& markup) {
  const bool word = text.size() > 1 && IsLower(text[1]);
  if (word && IsUpper(item.text[0])) text = ToUpper(text.substr(0, 1)) + text.substr(1);
  if (item.text.ends_with('.') && !text.ends_with('.')) text += '.';
  if (!item.text.ends_with('.') && text.ends_with('.')) text.pop_back();
  return markup.text(text);
}

// `text` with line breaks, so no line is wider than `width`, unless one of its words is.
// "- `A`: ", "one two", "  ", 12 ─→ "- `A`: one", "  two"
std::string Wrapped(const std::string& first, const std::string& text, const std::string& margin,
                    size_t width) {
  std::string out, line = first;
  bool begun = false;
  for (const std::string_view word : Split(text, ' ')) {
    if (begun && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line = margin;
      begun = false;
    }
    if (begun) line += ' ';
    line += word;
    begun = true;
  }
  return out + line;
}

}  // namespace

// Consecutive entries with equal leads in one section are a list.
// A mention between two items does not end the list; an entry of a different form does.
std::vector<TableText> FindLists(const FixedPage& page) {
  std::vector<TableText> out;
  const std::vector<size_t> starts = LineStarts(page.text);
  std::string_view lead;
  const Entry* before = nullptr;
  for (const Entry& entry : page.entries) {
    if (entry.how == EntryHow::kMention) continue;
    const bool item =
        (entry.how == EntryHow::kList || entry.how == EntryHow::kDirective) && !entry.parent;
    const std::string_view line = LineAt(page.text, starts, entry.place.line);
    const std::string_view own = item ? LeadOf(line, entry) : std::string_view();
    const bool begins = item && own.data() != nullptr;
    const int last = begins ? LastLineOf(page.text, starts, entry.place.line) : 0;
    if (last == 0) {
      before = nullptr;
      continue;
    }
    const bool on = before != nullptr && own == lead && before->how == entry.how &&
                    before->section == entry.section && entry.place.line > out.back().last;
    if (!on) {
      TableText list;
      list.form = TableForm::kItems;
      list.body = entry.place.line - 1;
      list.columns = {ColumnKind::kName, ColumnKind::kDescription, ColumnKind::kDefault};
      out.push_back(std::move(list));
    } else {
      out.back().apart = entry.place.line > out.back().last + 1;
    }
    out.back().rows.push_back({entry.place.line, last, {}});
    out.back().last = last;
    before = &entry;
    lead = own;
  }
  std::erase_if(out, [](const TableText& list) { return list.rows.size() < 2; });
  return out;
}

std::string NewItem(const FixedPage& page, const TableText& list,
                    const std::vector<const Entry*>& entries, const Entry& near, const Row& row,
                    const std::string& description) {
  const std::vector<size_t> starts = LineStarts(page.text);
  const Markup& markup = *MarkupOf(page);  // a format with tables has one
  const RowDefault* single = row.single_default();
  const bool literal =
      single != nullptr && single->kind == DefaultKind::kLiteral && !single->text.empty();
  std::optional<Item> best;
  std::pair<bool, int> worth;
  // The widest line of the items, at least 72 columns.
  size_t width = 72;
  for (const Entry* entry : entries) {
    const TableRowText* lines = RowAt(list, entry->place.line);
    std::optional<Item> item =
        lines == nullptr ? std::nullopt : ReadItem(page, starts, *entry, lines->last);
    if (!item) continue;
    for (int i = lines->first; i <= lines->last; ++i) {
      width = std::max(width, LineAt(page.text, starts, i).size());
    }
    // An item with a default is the better model for a variable with a default; among equals the
    // nearest.
    const std::pair<bool, int> own = {item->has_default == literal,
                                      -std::abs(entry->place.line - near.place.line)};
    if (best && own <= worth) continue;
    best = std::move(item);
    worth = own;
  }
  if (!best) return {};
  std::string text = InItsManner(*best, description, markup);
  if (literal && best->has_default) {
    const bool code = best->before_value.ends_with('`');
    text +=
        best->before_value + (code ? single->text : markup.text(single->text)) + best->after_value;
  } else if (best->has_default && !text.ends_with('.') && best->after_value.ends_with('.')) {
    text += '.';
  }
  const std::string first = best->lead + row.name + best->behind;
  const size_t most = best->folded || best->below ? width : std::string::npos;
  if (!best->below) return Wrapped(first, text, best->margin, most);
  return first + "\n" + (best->empty_line ? "\n" : "") +
         Wrapped(best->first_margin, text, best->margin, most);
}

}  // namespace flagcensus
