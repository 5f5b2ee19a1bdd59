// Inline formatting of AsciiDoc → runs.
//
//   Set `APP_HOME` or *not*   ─→   "Set ", "APP_HOME" (code), " or ", "not" (strong)
//
// After the AsciiDoc language documentation, "Text formatting": a constrained mark (*x*) needs a
// boundary of a word on its outside, an unconstrained one (**x**) does not. Attribute references
// are resolved first, so the places of a text are stored as a list of stretches. When no closing
// mark of a kind was found, none is searched for again: the time is linear.
#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/pages/asciidoc/asciidoc_page.h"
#include "analyzer/pages/asciidoc/asciidoc_text.h"

namespace flagcensus {
namespace {

// A macro, reference or anchor is searched for its end this far. Longer ones are text.
constexpr size_t kMaxMacro = 2000;

// Tabs are kept in the lines of these pages.
bool IsAsciidocSpace(char c) { return IsTextSpace(c) || c == '\t'; }

// Reads the joined text of some lines. Markup is recognised in the order of the text; `dead_`
// remembers, for each depth and kind, from which offset on there is no closing mark.
// The text inside of a mark is one level deeper, with a memory of its own.
class InlineReader {
 public:
  InlineReader(AsciidocPage& page, const AsciidocText& joined)
      : page_(page), joined_(joined), text_(joined.text) {
    dead_[0].fill(std::string_view::npos);
  }

  std::vector<Run> Read() {
    ReadSpan(0, text_.size(), {});
    page_.out.limits().Count(runs_.size());
    return std::move(runs_);
  }

 private:
  // The marks; each unconstrained one follows its constrained one (TryMarks).
  enum Kind {
    kStrong,
    kStrong2,
    kEmphasis,
    kEmphasis2,
    kCode,
    kCode2,
    kMark,
    kMark2,
    kPlus,
    kPlus2,
    kKinds
  };
  static constexpr std::array<std::string_view, kKinds> kMarks = {"*",  "**", "_",  "__", "`",
                                                                  "``", "#",  "##", "+",  "++"};
  // Pages use two, *`x`*. The bound keeps the nested searches linear.
  static constexpr int kMaxDepth = 4;  // of marks in marks; deeper ones are text

  // Adds text as one run for each line, which begins at its first visible byte.
  void Emit(size_t from, size_t to, const Marks& marks) {
    while (from < to) {
      const size_t end =
          from + std::min(text_.substr(from, to - from).find('\n'), to - from - 1) + 1;
      size_t place = from;
      while (place < end && IsAsciidocSpace(text_[place])) ++place;
      const AsciidocStretch where = joined_.Place(place < end ? place : from);
      std::string text = ReplaceAll(text_.substr(from, end - from), "\n", " ");
      runs_.push_back({marks, std::move(text), where.line, where.column});
      from = end;
    }
  }

  // The closing mark of markup with text that begins at `from`; npos if there is no closing mark.
  size_t FindEnd(Kind kind, size_t from, size_t limit) {
    size_t& dead = dead_[depth_][kind];
    if (from >= dead) return std::string_view::npos;
    const std::string_view mark = kMarks[kind];
    const bool constrained = mark.size() == 1;
    for (size_t at = from + 1; at < limit; ++at) {
      at = text_.find(mark, at);
      if (at == std::string_view::npos || at + mark.size() > limit) break;
      if (IsAsciidocSpace(text_[at - 1]) && constrained) continue;
      if (text_[at - 1] == '\\') continue;
      const size_t after = at + mark.size();
      // A constrained mark ends before a byte that is not part of a word: "*a*b" is not closed.
      if (constrained && after < limit &&
          (IsUnicodeIdentifierByte(text_[after]) || text_[after] == mark[0])) {
        continue;
      }
      return at;
    }
    dead = from;
    return std::string_view::npos;
  }

  // Reads text with the marks of the markup around it.
  // Text without markup is added as a whole, up to the next markup.
  void ReadSpan(size_t from, size_t to, const Marks& marks) {
    size_t plain = from;
    for (size_t at = from; at < to;) {
      const size_t next = TryMarkup(at, from, to, marks, plain);
      if (next == at) {
        ++at;
      } else {
        at = plain = next;
      }
    }
    Emit(plain, to, marks);
  }

  // The position after the markup at `at`, or `at` if there is no markup. Adds the plain text
  // before it, which begins at `plain`.
  size_t TryMarkup(size_t at, size_t from, size_t to, const Marks& marks, size_t plain) {
    const char c = text_[at];
    switch (c) {
      case '*':
        return TryMarks(kStrong, at, from, to, marks, plain);
      case '_':
        return TryMarks(kEmphasis, at, from, to, marks, plain);
      case '`':
        return TryMarks(kCode, at, from, to, marks, plain);
      case '#':
        return TryMarks(kMark, at, from, to, marks, plain);
      case '+':
        return TryMarks(kPlus, at, from, to, marks, plain);
      case '<':
        return TryReference(at, to, marks, plain);
      case '[':
        return TryAnchor(at, to, marks, plain);
      case '(':
        return TryIndexTerm(at, to, marks, plain);
      case ':':
        return TryMacro(at, from, to, marks, plain);
      case '\\': {  // before a mark: the mark is text
        const bool mark = at + 1 < to && std::string_view("*_`#+<[(|").find(text_[at + 1]) !=
                                             std::string_view::npos;
        if (!mark) return at;
        Emit(plain, at, marks);
        Emit(at + 1, at + 2, marks);
        return at + 2;
      }
      default:
        return at;
    }
  }

  // A mark that may be constrained or unconstrained; the unconstrained one is tried first.
  size_t TryMarks(Kind kind, size_t at, size_t from, size_t to, const Marks& marks, size_t plain) {
    const auto twice = static_cast<Kind>(kind + 1);
    if (text_.substr(at, 2) == kMarks[twice]) {
      const size_t next = TryMark(twice, at, from, to, marks, plain);
      if (next != at) return next;
    }
    // ';', ':' and '}' end entities, macros and attributes, after which no constrained mark begins.
    // Back-quotes after a colon are an exception that pages rely on: "default:`80`".
    const bool bounded =
        at == from || (!IsUnicodeIdentifierByte(text_[at - 1]) && text_[at - 1] != ';' &&
                       text_[at - 1] != ':' && text_[at - 1] != '}');
    if (!bounded && !(at > from && text_[at - 1] == ':' && kind == kCode)) return at;
    return TryMark(kind, at, from, to, marks, plain);
  }

  // Text between two marks of the kind.
  size_t TryMark(Kind kind, size_t at, size_t from, size_t to, const Marks& marks, size_t plain) {
    size_t content = at + kMarks[kind].size();
    if (content >= to || (IsAsciidocSpace(text_[content]) && kMarks[kind].size() == 1)) return at;
    size_t end = FindEnd(kind, content, to);
    if (end == std::string_view::npos) return at;
    const size_t after = end + kMarks[kind].size();
    // [.role]#text# and the like: the attributes are not text.
    // At most 100 bytes: a longer bracket before a mark is text.
    size_t before = at;
    if (at > from && text_[at - 1] == ']' && at > plain) {
      const size_t open = text_.rfind('[', at - 1);
      if (open != std::string_view::npos && open >= plain && at - open < 100) before = open;
    }
    Emit(plain, before, marks);
    Marks inner = marks;
    inner.strong |= kind == kStrong || kind == kStrong2;
    inner.emphasis |= kind == kEmphasis || kind == kEmphasis2;
    inner.code |= kind == kCode || kind == kCode2;
    // `+text+` is code without substitutions, `*text*` is strong code.
    const bool literal = kind == kCode || kind == kCode2;
    const auto wrapped = [&](char mark) {
      return end - content > 2 && text_[content] == mark && text_[end - 1] == mark;
    };
    if (literal && (wrapped('+') || wrapped('*') || wrapped('_'))) {
      inner.strong |= text_[content] == '*';
      inner.emphasis |= text_[content] == '_';
      ++content;
      --end;
    }
    // Code is read as it is written. Other text may contain more markup.
    if (literal || kind == kPlus || kind == kPlus2 || depth_ + 1 >= kMaxDepth) {
      Emit(content, end, inner);
    } else {
      dead_[++depth_].fill(std::string_view::npos);
      ReadSpan(content, end, inner);
      --depth_;
    }
    return after;
  }

  // <<id>> and <<id,text>>: the text is shown, or the id.
  //
  //   <<env,the variables>>   ─→  "the variables" (link)
  //   <<env>>                 ─→  "env" (link): the title of the section is not looked up
  size_t TryReference(size_t at, size_t to, const Marks& marks, size_t plain) {
    if (text_.substr(at, 2) != "<<") return at;
    const size_t end = text_.substr(at, std::min(kMaxMacro, to - at)).find(">>");
    if (end == std::string_view::npos || end == 2) return at;
    const size_t comma = text_.substr(at, end).find(',');
    Emit(plain, at, marks);
    Marks inner = marks;
    inner.link = true;
    size_t start = comma == std::string_view::npos ? at + 2 : at + comma + 1;
    while (start < at + end && IsAsciidocSpace(text_[start])) ++start;
    size_t stop = at + end;
    EmitLinked(start, stop, inner);
    return at + end + 2;
  }

  // Adds the text of a link: text, `code` or `+code+`, *text* or _text_.
  void EmitLinked(size_t begin, size_t end, Marks marks) {
    const auto wrapped = [&](char mark) {
      return end > begin + 2 && text_[begin] == mark && text_[end - 1] == mark;
    };
    if (wrapped('`')) {
      marks.code = true;
      ++begin, --end;
      if (wrapped('+')) ++begin, --end;
    } else if (wrapped('*') || wrapped('_')) {
      marks.strong |= text_[begin] == '*';
      marks.emphasis |= text_[begin] == '_';
      ++begin, --end;
    }
    Emit(begin, end, marks);
  }

  // [[id]]: an anchor, which is not text.
  size_t TryAnchor(size_t at, size_t to, const Marks& marks, size_t plain) {
    if (text_.substr(at, 2) != "[[") return at;
    const size_t end = text_.substr(at, std::min(kMaxMacro, to - at)).find("]]");
    if (end == std::string_view::npos) return at;
    Emit(plain, at, marks);
    return at + end + 2;
  }

  // An index term: ((term)) is shown, (((term))) is not.
  size_t TryIndexTerm(size_t at, size_t to, const Marks& marks, size_t plain) {
    const std::string_view rest = text_.substr(at, std::min(kMaxMacro, to - at));
    if (!rest.starts_with("((")) return at;
    const bool hidden = rest.starts_with("(((");
    const size_t end = rest.find(hidden ? ")))" : "))");
    if (end == std::string_view::npos) return at;
    Emit(plain, at, marks);
    if (!hidden) Emit(at + 2, at + end, marks);
    return at + end + (hidden ? 3 : 2);
  }

  // name:target[text] and https://target[text]; `at` is the colon. The name has at most 20 bytes.
  //
  //   link:env.html[here]      ─→  "here" (link)
  //   https://a.b/c[]          ─→  "https://a.b/c" (link)
  //   kbd:[Ctrl]               ─→  "Ctrl"
  //   image:a.png[A picture]   ─→  no text
  size_t TryMacro(size_t at, size_t from, size_t to, const Marks& marks, size_t plain) {
    size_t start = at;
    while (start > std::max(from, plain) && at - start < 20 && IsIdentifierByte(text_[start - 1])) {
      --start;
    }
    if (start == at || at + 1 >= to || at < no_macro_ || IsAsciidocSpace(text_[at + 1])) return at;
    const std::string_view name = text_.substr(start, at - start);
    const std::string_view rest = text_.substr(at + 1, std::min(kMaxMacro, to - at - 1));
    const size_t open = rest.find_first_of("[ \n");
    // A target contains no blank. Colons before the end of the failed one need no other search.
    if (open == std::string_view::npos || rest[open] != '[') {
      no_macro_ = at + 1 + std::min(open, rest.size());
      return at;
    }
    const size_t close = rest.find(']', open);
    if (close == std::string_view::npos) return at;
    const std::string_view target = rest.substr(0, open);
    const size_t text_begin = at + 1 + open + 1;
    const size_t text_end = at + 1 + close;
    const bool empty = text_begin == text_end;
    const bool url = target.starts_with("//");
    Emit(plain, start, marks);
    Marks inner = marks;
    inner.link = true;
    if (url) {
      empty ? Emit(start, at + 1 + open, inner) : EmitLinked(text_begin, text_end, inner);
    } else if (name == "footnote" || name == "image" || name == "anchor" || name == "icon" ||
               name == "indexterm") {
    } else if (name == "link" || name == "xref" || name == "mailto") {
      empty ? Emit(at + 1, at + 1 + open, inner) : EmitLinked(text_begin, text_end, inner);
    } else if (target.empty() || name == "pass") {  // kbd:[x], btn:[x], pass:[x]
      Emit(text_begin, text_end, marks);
    } else {  // a macro of the project: linkgit:git-log[1] is shown as git-log(1)
      Emit(at + 1, at + 1 + open, inner);
      if (!empty && !runs_.empty() && text_end - text_begin < 3) {
        runs_.back().text +=
            "(" + std::string(text_.substr(text_begin, text_end - text_begin)) + ")";
      }
    }
    return text_end + 1;
  }

  AsciidocPage& page_;
  const AsciidocText& joined_;
  std::string_view text_;
  std::vector<Run> runs_;
  int depth_ = 0;
  size_t no_macro_ = 0;  // no colon before this begins a macro's target
  std::array<size_t, kKinds> dead_[kMaxDepth];
};

}  // namespace

std::vector<Run> ReadAsciidocInline(AsciidocPage& page, const AsciidocLine* first,
                                    const AsciidocLine* last) {
  AsciidocText joined;
  for (const AsciidocLine* line = first; line != last; ++line) joined.Add(page, *line);
  return InlineReader(page, joined).Read();
}

// ":a: {b}/x" stores the value with {b} replaced, so values are not replaced recursively.
std::string ExpandAttributes(AsciidocPage& page, std::string_view text) {
  AsciidocText joined;
  joined.Add(page, {text, 0, 1, false});
  return std::move(joined.text);
}

}  // namespace flagcensus
