#include "analyzer/pages/text/layout_line.h"

#include <algorithm>
#include <array>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/text/labelled.h"

namespace flagcensus {
namespace {

// A title fits on one line with room; a term in a column of names. Longer ones are sentences. The
// columns bound the work for a line of gaps.
constexpr size_t kMaxLayoutTitle = 70;
constexpr size_t kMaxLayoutTerm = 40;
constexpr size_t kMaxLayoutColumns = 1000;

// "-x", "--long=VALUE", "-x, --long FILE": the end of the last of them; 0 if there is no option.
// They end at a gap of two blanks or a tab, or with the line.
size_t OptionEnd(std::string_view text) {
  if (text.size() < 2 || text[0] != '-' || !(IsAlnum(text[1]) || text[1] == '-')) return 0;
  size_t end = 0;
  while (end < text.size() && !(IsBlank(text[end]) && end + 1 < text.size() &&
                                (IsBlank(text[end + 1]) || text[end] == '\t'))) {
    ++end;
  }
  return end;
}

// Whether the text is a section of a manual page. A single word in capitals is otherwise a name.
// A section with a different title, "SIGNALS", is read as a name.
bool IsManualSection(std::string_view text) {
  constexpr auto kSections = std::to_array<std::string_view>(
      {"NAME",          "SYNOPSIS",     "DESCRIPTION", "OPTIONS",      "ENVIRONMENT", "FILES",
       "EXAMPLES",      "EXAMPLE",      "BUGS",        "AUTHOR",       "AUTHORS",     "NOTES",
       "HISTORY",       "USAGE",        "COPYRIGHT",   "LICENSE",      "REFERENCES",  "COMMANDS",
       "DIAGNOSTICS",   "SECURITY",     "CAVEATS",     "STANDARDS",    "ARGUMENTS",   "PARAMETERS",
       "CONFIGURATION", "INSTALLATION", "OVERVIEW",    "INTRODUCTION", "CONTENTS"});
  return std::find(kSections.begin(), kSections.end(), text) != kSections.end();
}

}  // namespace

// Lines with their indentation, which decides what belongs to what.
// "  a  b" ─→ {"a  b", indent 2}
LayoutLines LayoutLinesOf(std::string_view text, PageLimits& limits) {
  LayoutLines out;
  for (const SourceLine& line : SourceLinesOf(text, limits)) {
    out.push_back({line.From(line.margin()), IndentWidth(line.text)});
  }
  return out;
}

// "o " is a bullet of old manuals. A letter with a period, "a. ", is more often an abbreviation.
size_t LayoutBullet(std::string_view text) {
  size_t end = 0;
  if (text.starts_with("\xe2\x80\xa2")) {
    end = 3;
  } else if (text.starts_with("\xc2\xb7")) {
    end = 2;
  } else if (text.size() > 1 && std::string_view("-*+o").find(text[0]) != std::string_view::npos) {
    end = 1;
  } else {
    const size_t open = text.starts_with('(') ? 1 : 0;
    end = open;
    // Up to three digits or one letter: "1999) " is not a bullet.
    while (end < text.size() && end < open + 3 && IsDigit(text[end])) ++end;
    if (end == open && end < text.size() && IsLower(text[end])) ++end;
    const bool closed = end > open && end < text.size() &&
                        (text[end] == ')' || (text[end] == '.' && open == 0 && IsDigit(text[0])));
    if (!closed) return 0;
    ++end;
  }
  if (end >= text.size() || !IsBlank(text[end])) return 0;
  return std::min(text.find_first_not_of(" \t", end), text.size());
}

// Three characters: fewer occur as dashes and ellipses.
// "-----", "===" ─→ true; "--", "-=-" ─→ false
bool IsLayoutRule(std::string_view text) {
  constexpr std::string_view kMarks = "=-~^*#_+.:\"'`<>";
  return text.size() >= 3 && kMarks.find(text[0]) != std::string_view::npos &&
         text.find_first_not_of(text[0]) == std::string_view::npos;
}

// "----  ---" ─→ [0, 4), [6, 9)
std::vector<LayoutGroup> LayoutGroups(std::string_view text) {
  std::vector<LayoutGroup> groups;
  if (text.find_first_not_of("-= \t") != std::string_view::npos) return groups;
  for (size_t at = text.find_first_not_of(" \t");
       at != std::string_view::npos && groups.size() < kMaxLayoutColumns;) {
    const size_t end = std::min(text.find_first_of(" \t", at), text.size());
    groups.push_back({at, end});
    at = text.find_first_not_of(" \t", end);
  }
  // A group of one character is a dash.
  const bool short_ones = std::any_of(groups.begin(), groups.end(), [](const LayoutGroup& group) {
    return group.end - group.begin < 2;
  });
  if (groups.size() < 2 || short_ones) groups.clear();
  return groups;
}

// "A B   c" ─→ [0, 3), [6, 7); a line without a gap is one column.
std::vector<LayoutGroup> LayoutColumns(std::string_view text) {
  std::vector<LayoutGroup> columns;
  size_t begin = 0;
  for (size_t at = 0; at < text.size() && columns.size() < kMaxLayoutColumns; ++at) {
    if (!IsBlank(text[at])) continue;
    const size_t end = std::min(text.find_first_not_of(" \t", at), text.size());
    if (end - at > 1 || text[at] == '\t') {
      columns.push_back({begin, at});
      begin = end;
    }
    at = end;
  }
  columns.push_back({begin, text.size()});
  return columns;
}

// A name or an option with a mark after it, then any words with a gap after them, then a name that
// is the whole line.
LayoutTerm LayoutTermOf(std::string_view text) {
  LayoutTerm term;
  const size_t name = text.empty() || IsBlank(text[0]) ? 0 : TextNameEnd(text);
  term.end = name > 0 ? name : OptionEnd(text);
  term.named = term.end > 0;
  if (term.named) {
    // A mark directly after a name or an option.
    std::string_view rest = text.substr(term.end);
    for (const std::string_view mark : {": ", " - ", " -- ", " = ", " : "}) {
      if (!rest.starts_with(mark)) continue;
      term.text = std::min(text.find_first_not_of(" \t", term.end + mark.size()), text.size());
      return term;
    }
    if (rest == ":") {
      term.text = text.size();
      return term;
    }
  }
  // "word  text": a gap within the first bytes, not after the end of a sentence. After a name, one
  // more word may come before the gap: "-o FILE  text".
  const std::string_view begin = text.substr(0, kMaxLayoutTerm + 2);
  size_t gap = term.named ? term.end : 0;
  for (; gap < begin.size(); ++gap) {
    if (begin[gap] == '\t') break;
    if (begin[gap] == ' ' && gap + 1 < begin.size() && IsBlank(begin[gap + 1])) break;
    if (term.named && gap > term.end && begin[gap] == ' ') break;
  }
  const bool gapped = gap > 0 && gap < begin.size() &&
                      (begin[gap] == '\t' || (gap + 1 < text.size() && IsBlank(text[gap + 1]))) &&
                      std::string_view(".!?,;").find(text[gap - 1]) == std::string_view::npos;
  // A term has at most four words.
  if (gapped &&
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(gap), ' ') < 4) {
    term.end = gap;
    term.columns = true;
    term.text = std::min(text.find_first_not_of(" \t", gap), text.size());
    return term;
  }
  if (term.named && term.end == text.size()) {
    term.text = text.size();
    return term;
  }
  return {};
}

// "Default value: 80" ─→ 13. "http://x" has no blank after its colon.
size_t LayoutKey(std::string_view text) {
  // A longer text before a colon is a sentence.
  constexpr size_t kLongest = 30;
  const size_t colon = text.substr(0, kLongest).find(':');
  if (colon == std::string_view::npos || colon < 2 || colon + 2 >= text.size()) return 0;
  if (!IsAlpha(text[0]) || !IsBlank(text[colon + 1])) return 0;
  const std::string_view key = text.substr(0, colon);
  const bool words = std::all_of(key.begin(), key.end(), [](char c) {
    return IsAlnum(c) || c == ' ' || c == '-' || c == '_' || c == '/';
  });
  return words && std::count(key.begin(), key.end(), ' ') < 4 ? colon : 0;
}

// A capital or digit at the start, no punctuation at the end, at most nine words, no columns.
bool IsLayoutTitle(std::string_view text) {
  if (text.empty() || text.size() > kMaxLayoutTitle) return false;
  if (std::string_view(".,;!?:").find(text.back()) != std::string_view::npos) return false;
  if (!IsUpper(text[0]) && !IsDigit(text[0])) return false;
  // A name is a term and not a title; a word in capitals may be either, and is a title if it is
  // longer than an acronym.
  if (TextNameEnd(text) == text.size()) {
    return ShapeOf(text) == NameShape::kWeak && text.size() > 3;
  }
  return std::count(text.begin(), text.end(), ' ') < 9 && LayoutTermOf(text).end == 0 &&
         text.find(": ") == std::string_view::npos && LayoutColumns(text).size() == 1;
}

bool IsLayoutCapitals(std::string_view text) {
  if (text.ends_with(':')) text.remove_suffix(1);
  if (text.size() < 3 || text.size() > kMaxLayoutTitle || IsLayoutRule(text)) return false;
  if (IsManualSection(text)) return true;
  if (!IsUpper(text[0]) && !IsDigit(text[0])) return false;
  const bool lower = std::any_of(text.begin(), text.end(), [](char c) { return IsLower(c); });
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return IsUpper(c); });
  // Four capitals and two words: a name or an acronym is not a title by its capitals.
  constexpr int kEnough = 4;
  return !lower && letters >= kEnough && text.find(' ') != std::string_view::npos &&
         text.find_first_of("_=|{}<>$") == std::string_view::npos &&
         text.find(", ") == std::string_view::npos && LayoutColumns(text).size() == 1;
}

// Text without markup still quotes names, in the four notations of manuals and comments.
std::vector<Run> ReadLayoutText(const SourceLine& line) {
  RunWriter writer(line.number);
  const std::string_view text = line.text;
  // The bytes of names, paths and assignments. Quoted words with others are text in quotes.
  const auto is_token = [](char c) {
    return IsIdentifierByte(c) || std::string_view("=.${}:/~-").find(c) != std::string_view::npos;
  };
  size_t from = 0;
  const auto put = [&](size_t end) {
    writer.Put(text.substr(from, end - from), line.column + static_cast<int>(from));
  };
  for (size_t at = 0; at < text.size();) {
    at = std::min(text.find_first_of("`'", at), text.size());
    if (at == text.size()) break;
    const bool begins = at == 0 || !IsIdentifierByte(text[at - 1]);
    const size_t marks = text.substr(at).starts_with("``") ? 2 : 1;
    size_t end = at + marks;
    while (end < text.size() && is_token(text[end])) ++end;
    const std::string_view close = text.substr(std::min(end, text.size()), marks);
    const bool closes = close == "'" || close == "`" || close == "''" || close == "``";
    // The mark must not be an apostrophe: nothing of a word is before the first and after the
    // second.
    const bool ends = end + marks >= text.size() || !IsIdentifierByte(text[end + marks]);
    if (begins && closes && ends && close.size() == marks && end > at + marks &&
        (IsAlpha(text[at + marks]) || text[at + marks] == '_' || text[at + marks] == '$')) {
      put(at);
      from = at + marks;
      writer.marks.code = true;
      put(end);
      writer.marks.code = false;
      from = at = end + marks;
      continue;
    }
    at = std::max(end, at + marks);
  }
  put(text.size());
  return writer.Take();
}

}  // namespace flagcensus
