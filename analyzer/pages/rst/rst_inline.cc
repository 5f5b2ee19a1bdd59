// Inline markup of reStructuredText → runs.
//
//   Set :envvar:`APP_HOME` or **not**   ─→   "Set ", "APP_HOME" (role envvar), " or ", "not"
//   (strong)
//
// The recognition rules are those of the docutils "reStructuredText Markup Specification", section
// "Inline Markup". A start-string comes after white space or opening punctuation and before text;
// an end-string after text and before white space or closing punctuation. There are two
// differences, because authors write such text and readers understand it: a literal or role inside
// **strong** or *emphasis* is read, and a character that is not ASCII counts as punctuation
// (Chinese and Japanese pages).
//
// When no end-string of a kind was found, none is searched for again, so the time is linear.
#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/pages/rst/rst_page.h"

namespace flagcensus {
namespace {

constexpr auto kNone = std::string_view::npos;

// Roles that Sphinx and docutils render as code.
constexpr std::array<std::string_view, 38> kCodeRoles = {
    "any",     "attr",     "class", "cmdoption", "code",    "command", "confval", "const",
    "data",    "def",      "dir",   "enum",      "env",     "envvar",  "exc",     "expr",
    "file",    "func",     "kbd",   "keyword",   "literal", "macro",   "makevar", "member",
    "meth",    "mimetype", "mod",   "obj",       "option",  "program", "regexp",  "samp",
    "setting", "struct",   "token", "type",      "var",     "variable"};
// Roles that Sphinx renders as links. Their text is a label or a title.
constexpr std::array<std::string_view, 9> kLinkRoles = {"ref", "doc", "term", "numref", "download",
                                                        "pep", "rfc", "any",  "eq"};

bool MayStartAfter(char c) {
  return IsTextSpace(c) || IsNonAscii(c) || std::string_view("'\"([{<-/:").find(c) != kNone;
}
bool MayEndBefore(char c) {
  return IsTextSpace(c) || IsNonAscii(c) || std::string_view("'\")]}>-/\\:.,;!?").find(c) != kNone;
}

// Whether a start-string is between a quote and its counterpart ("*"), and therefore not markup.
bool IsQuotedStart(char before, char after) {
  constexpr std::string_view kOpen = "'\"([{<";
  constexpr std::string_view kClose = "'\")]}>";
  const size_t at = kOpen.find(before);
  return at != kNone && kClose[at] == after;
}

// "\*" → "*", "\ " → "". A line feed becomes a blank.
std::string Unescape(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      out += text[at] == '\n' ? ' ' : text[at];
    } else if (++at < text.size() && !IsTextSpace(text[at])) {
      out += text[at];
    }
  }
  return out;
}

// Reads the text of some lines, joined by line feeds; `starts_` has the offset of each line, from
// which places are computed.
class InlineReader {
 public:
  InlineReader(RstPage& page, const Region& region, size_t first, size_t last)
      : page_(page), region_(region), first_(first) {
    dead_[0].fill(kNone);
    for (size_t at = first; at < last; ++at) {
      starts_.push_back(text_.size());
      text_ += region.Text(at);
      if (at + 1 < last) text_ += '\n';
    }
  }

  std::vector<Run> Read() {
    ReadSpan(0, text_.size(), {});
    return std::move(runs_);
  }

 private:
  enum Kind { kLiteral, kStrong, kEmphasis, kPhrase, kSubstitution, kTarget, kFootnote, kKinds };

  // Adds a run; `at` is the offset of its first byte.
  void Emit(size_t at, std::string text, const Marks& marks) {
    if (text.empty() || page_.limits.full()) return;
    const size_t line = std::upper_bound(starts_.begin(), starts_.end(), at) - starts_.begin() - 1;
    const size_t index = first_ + line;
    const PagePlace place = PlaceOf(page_, region_, index, static_cast<int>(at - starts_[line]));
    runs_.push_back({marks, std::move(text), place.line, place.column});
    page_.limits.Count(1, place.line);
  }

  // Adds text without markup, as a run for each line. Each begins at its first visible byte.
  void EmitPlain(size_t from, size_t to, const Marks& marks) {
    while (from < to) {
      const std::string_view rest = std::string_view(text_).substr(from, to - from);
      const size_t end = from + std::min(rest.find('\n'), rest.size() - 1) + 1;
      size_t place = from;
      while (place < end && IsTextSpace(text_[place])) ++place;
      const std::string_view piece = std::string_view(text_).substr(from, end - from);
      Emit(place < end ? place : from, Unescape(piece), marks);
      from = end;
    }
  }

  // The end-string `mark` of markup with text that begins at `from`; kNone if there is no end.
  size_t FindEnd(Kind kind, std::string_view mark, size_t from, size_t limit) {
    size_t& dead = dead_[nested_][kind];
    if (from >= dead) return kNone;
    for (size_t at = from + 1; at < limit; ++at) {
      at = text_.find(mark, at);
      if (at == kNone || at + mark.size() > limit) break;
      // Text comes before an end-string, and an escaped one does not count, except in a literal.
      if (IsTextSpace(text_[at - 1])) continue;
      if (kind != kLiteral && text_[at - 1] == '\\') continue;
      const size_t after = at + mark.size();
      // The last two of three back quotes end a literal.
      if (kind == kLiteral && after < limit && text_[after] == '`') continue;
      if (after == limit || MayEndBefore(text_[after]) ||
          (text_[after] == '_' && kind >= kPhrase)) {
        return at;
      }
    }
    dead = from;
    return kNone;
  }

  // Reads text with the marks of the markup around it.
  void ReadSpan(size_t from, size_t to, const Marks& marks) {
    size_t plain = from;
    size_t at = from;
    while (at < to && !page_.limits.full()) {
      const size_t next = TryMarkup(at, from, to, marks, plain);
      if (next != at) {
        at = plain = next;
      } else {
        // An escaped character begins no markup.
        at += text_[at] == '\\' && at + 1 < to ? 2 : 1;
      }
    }
    EmitPlain(plain, to, marks);
  }

  // The position after the markup that begins at `at`, or `at` if there is no markup. Adds the
  // plain text before it, which begins at `plain`.
  size_t TryMarkup(size_t at, size_t from, size_t to, const Marks& marks, size_t plain) {
    const char c = text_[at];
    if (c == '_' && !marks.link) return TryReference(at, from, to, marks, plain);
    if (c != '`' && c != '*' && c != '|' && c != ':' && c != '[' && c != '_') return at;
    if (at > from && !MayStartAfter(text_[at - 1])) return at;
    const std::string_view rest = std::string_view(text_).substr(at, to - at);
    if (rest.starts_with("``")) return TrySimple(kLiteral, "``", at, from, to, marks, plain);
    if (rest.starts_with("**") && !nested_)
      return TrySimple(kStrong, "**", at, from, to, marks, plain);
    // Strong text and emphasis do not nest.
    if (c == '*' && nested_) return at;
    if (c == '*') return TrySimple(kEmphasis, "*", at, from, to, marks, plain);
    if (c == '|') return TrySubstitution(at, from, to, marks, plain);
    if (c == '[') return TryFootnote(at, to, marks, plain);
    if (c == '`') return TryPhrase(at, at, {}, from, to, marks, plain);
    if (c == ':') {  // :role:`text`
      // The name of the role ends at the last colon, directly before the back quote.
      size_t end = at + 1;
      while (end < to && (IsAlnum(text_[end]) ||
                          (end > at + 1 && std::string_view("_.+:-").find(text_[end]) != kNone))) {
        ++end;
      }
      if (end >= to || text_[end] != '`' || text_[end - 1] != ':' || end - at < 3) return at;
      return TryPhrase(at, end, std::string_view(text_).substr(at + 1, end - at - 2), from, to,
                       marks, plain);
    }
    return at;
  }

  // Whether text follows the start-string at `start`: no white space, and it is not quoted.
  bool OpensText(size_t start, size_t content, size_t from, size_t to) const {
    return content < to && !IsTextSpace(text_[content]) &&
           (start == from || !IsQuotedStart(text_[start - 1], text_[content]));
  }

  // Markup that consists of text between two equal marks.
  size_t TrySimple(Kind kind, std::string_view mark, size_t at, size_t from, size_t to,
                   const Marks& marks, size_t plain) {
    const size_t content = at + mark.size();
    if (!OpensText(at, content, from, to)) return at;
    const size_t end = FindEnd(kind, mark, content, to);
    if (end == kNone) return at;
    EmitPlain(plain, at, marks);
    Marks inner = marks;
    if (kind == kLiteral) {
      inner.code = true;
      Emit(content, ReplaceAll(std::string_view(text_).substr(content, end - content), "\n", " "),
           inner);
    } else {
      (kind == kStrong ? inner.strong : inner.emphasis) = true;
      nested_ = true;
      dead_[1].fill(kNone);
      // The end-strings of an inner span are searched for within it only.
      ReadSpan(content, end, inner);
      nested_ = false;
    }
    return end + mark.size();
  }

  // "|name|" becomes the text of the substitution, at the place of the reference.
  size_t TrySubstitution(size_t at, size_t from, size_t to, const Marks& marks, size_t plain) {
    if (!OpensText(at, at + 1, from, to)) return at;
    const size_t end = FindEnd(kSubstitution, "|", at + 1, to);
    if (end == kNone) return at;
    const auto found =
        page_.substitutions.find(std::string_view(text_).substr(at + 1, end - at - 1));
    // An unknown substitution is text. So is one that would exceed the page's budget: a few bytes
    // can otherwise be expanded a million times.
    if (found == page_.substitutions.end()) return at;
    if (found->second.size() > page_.expansion_left) return at;
    page_.expansion_left -= found->second.size();
    EmitPlain(plain, at, marks);
    Emit(at, found->second, marks);
    return end + 1;
  }

  // [1]_, [#name]_, [*]_, [CIT2002]_: a reference, which is not text of the sentence. It is
  // dropped.
  size_t TryFootnote(size_t at, size_t to, const Marks& marks, size_t plain) {
    size_t end = at + 1;
    while (end < to &&
           (IsAlnum(text_[end]) || std::string_view("#*_.-").find(text_[end]) != kNone)) {
      ++end;
    }
    if (end == at + 1 || end + 1 >= to || text_[end] != ']' || text_[end + 1] != '_') return at;
    if (end + 2 < to && !MayEndBefore(text_[end + 2])) return at;
    EmitPlain(plain, at, marks);
    return end + 2;
  }

  // _`inline target`, name_ and name__. The underscore is markup only if the target exists, since
  // names of variables may end in one.
  size_t TryReference(size_t at, size_t from, size_t to, const Marks& marks, size_t plain) {
    if (at + 1 < to && text_[at + 1] == '`' && (at == from || MayStartAfter(text_[at - 1]))) {
      const size_t end = FindEnd(kTarget, "`", at + 2, to);
      if (end == kNone) return at;
      EmitPlain(plain, at, marks);
      EmitPlain(at + 2, end, marks);
      return end + 1;
    }
    if (page_.targets.empty() || at == from || !IsAlnum(text_[at - 1])) return at;
    if (at + 1 < to && !MayEndBefore(text_[at + 1])) return at;
    size_t start = at;
    while (start > plain && IsIdentifierByte(text_[start - 1])) --start;
    const std::string name = ToLower(std::string_view(text_).substr(start, at - start));
    if (!page_.targets.contains(name)) return at;
    EmitPlain(plain, start, marks);
    Marks inner = marks;
    inner.link = true;
    EmitPlain(start, at, inner);
    return at + 1;
  }

  // `text`, :role:`text`, `text`:role:, `text <target>`_; `tick` is the opening back quote.
  size_t TryPhrase(size_t at, size_t tick, std::string_view role, size_t from, size_t to,
                   const Marks& marks, size_t plain) {
    if (!OpensText(at, tick + 1, from, to)) return at;
    const size_t end = FindEnd(kPhrase, "`", tick + 1, to);
    if (end == kNone) return at;
    size_t after = end + 1;
    if (role.empty() && after < to && text_[after] == ':') {
      size_t close = after + 1;
      while (close < to && (IsAlnum(text_[close]) || text_[close] == '-')) ++close;
      if (close > after + 1 && close < to && text_[close] == ':') {
        role = std::string_view(text_).substr(after + 1, close - after - 1);
        after = close + 1;
      }
    }
    // `text`_ and `text`__ are links.
    const bool reference = after < to && text_[after] == '_';
    while (after < to && text_[after] == '_') ++after;
    EmitPlain(plain, at, marks);
    EmitPhrase(tick + 1, end, role, reference, marks);
    return after;
  }

  // Adds the text of a phrase with the marks of its role.
  void EmitPhrase(size_t from, size_t to, std::string_view role, bool reference,
                  const Marks& marks) {
    const size_t colon = role.rfind(':');
    if (colon != kNone) role.remove_prefix(colon + 1);  // a domain: "py:data"
    Marks inner = marks;
    inner.role = role;
    const auto among = [&](const auto& names) {
      return std::find(names.begin(), names.end(), role) != names.end();
    };
    inner.link |= reference || among(kLinkRoles);
    // The default role renders italics, but most authors of `X` mean code.
    inner.code |= among(kCodeRoles) || (role.empty() && !reference);
    // Roles that Sphinx and docutils render in bold or italics.
    inner.strong |= role == "strong" || role == "guilabel" || role == "menuselection";
    inner.emphasis |= role == "emphasis" || role == "dfn";
    std::string_view text = std::string_view(text_).substr(from, to - from);
    const size_t target = text.rfind('<');  // text <target>
    if ((reference || !role.empty()) && text.ends_with('>') && target != kNone && target > 0 &&
        IsTextSpace(text[target - 1])) {
      text = Trim(text.substr(0, target));
    } else if (!role.empty()) {
      if (text.starts_with('!')) text.remove_prefix(1);
      // "~pkg.Name" shows its last part; "~/.app" is a path.
      const bool shortened = text.starts_with('~') && !text.starts_with("~/") && role != "file";
      if (shortened) text.remove_prefix(std::min(text.rfind('.'), text.size() - 1) + 1);
    }
    if (text.starts_with("``") && text.ends_with("``") && text.size() > 4) {
      inner.code = true;
      text = text.substr(2, text.size() - 4);
    }
    Emit(from, Unescape(text), inner);
  }

  RstPage& page_;
  const Region& region_;
  size_t first_;
  std::string text_;
  std::vector<size_t> starts_;
  std::vector<Run> runs_;
  bool nested_ = false;  // within **strong** or *emphasis*, in which neither begins again
  std::array<size_t, kKinds> dead_[2];  // from here on there is no end-string of a kind
};

}  // namespace

std::vector<Run> ReadRstInline(RstPage& page, const Region& region, size_t first, size_t last) {
  return InlineReader(page, region, first, last).Read();
}

}  // namespace flagcensus
