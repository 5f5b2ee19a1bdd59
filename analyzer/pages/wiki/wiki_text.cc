#include "analyzer/pages/wiki/wiki_text.h"

#include <algorithm>
#include <array>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Tags for code within a line. The last three are also blocks, in wiki.cc.
constexpr auto kCodeTags = std::to_array<std::string_view>(
    {"code", "tt", "kbd", "samp", "var", "pre", "syntaxhighlight", "source"});

// One line of text. Text is written up to each mark; the mark changes the marks of what follows,
// and may be replaced by a text, such as '<' for "&lt;".
class WikiText {
 public:
  WikiText(WikiMarks& state, const SourceLine& line)
      : state_(state), line_(line), text_(line.text), writer_(line.number) {}

  // `from` is the start of the text that is not written yet.
  std::vector<Run> Read() {
    size_t from = 0;
    for (size_t at = 0; at < text_.size();) {
      const size_t stop = std::min(text_.find_first_of("'<[]{}|&", at), text_.size());
      if (stop == text_.size()) break;
      skip_ = 0;
      const Marks before = Shown();
      std::string_view shown = {};
      Mark(stop, shown);
      if (skip_ == 0) {
        at = stop + 1;
        continue;
      }
      const Marks behind = Shown();
      writer_.marks = before;
      Put(from, stop);
      writer_.marks = behind;
      writer_.Put(shown, line_.column + static_cast<int>(stop));
      from = at = stop + skip_;
    }
    writer_.marks = Shown();
    Put(from, text_.size());
    return writer_.Take();
  }

 private:
  // The marks of text at this place. A link ends with its line at the latest.
  // Other marks continue on the next line of the paragraph, in `state_`.
  Marks Shown() const {
    Marks marks = state_.marks;
    marks.link = link_ > 0;
    return marks;
  }

  // Writes the bytes [from, end) of the line as text.
  void Put(size_t from, size_t end) {
    writer_.Put(text_.substr(from, end - from), line_.column + static_cast<int>(from));
  }

  // Sets skip_ to the bytes of the markup at `at`, if there is any.
  // `shown` is set to the text that replaces the markup, such as a blank for <br>.
  void Mark(size_t at, std::string_view& shown) {
    const std::string_view rest = text_.substr(at);
    if (state_.literal && !rest.starts_with("</nowiki>")) return;
    switch (rest[0]) {
      case '\'': {
        const size_t quotes = std::min(rest.find_first_not_of('\''), rest.size());
        if (quotes < 2) return;
        // Two quotes are emphasis, three strong, five both; four are a quote and three.
        if (quotes == 2 || quotes >= 5) state_.marks.emphasis = !state_.marks.emphasis;
        if (quotes >= 3) state_.marks.strong = !state_.marks.strong;
        skip_ = quotes;
        return;
      }
      case '<': {
        const WikiTag tag = WikiTagAt(rest);
        if (tag.name.empty()) return;
        skip_ = tag.size;
        const auto is = [&](std::string_view name) { return EqualsIgnoreCase(tag.name, name); };
        if (std::any_of(kCodeTags.begin(), kCodeTags.end(), is)) {
          state_.marks.code = !tag.closes;
        } else if (is("nowiki")) {
          state_.literal = !tag.closes;
        } else if (is("b") || is("strong")) {
          state_.marks.strong = !tag.closes;
        } else if (is("i") || is("em")) {
          state_.marks.emphasis = !tag.closes;
        } else if (is("br")) {
          shown = " ";
        }
        return;
      }
      case '[':
        return OpenLink(at, rest);
      // The end of a link that was opened on this line.
      case ']':
        if (link_ == 0) return;
        skip_ = link_ == 2 && rest.starts_with("]]") ? 2 : 1;
        link_ = 0;
        return;
      // A template: its text is shown, with its arguments separated by blanks.
      case '{':
        if (!rest.starts_with("{{")) return;
        ++templates_;
        skip_ = 2;
        return;
      case '}':
        if (!rest.starts_with("}}") || templates_ == 0) return;
        --templates_;
        skip_ = 2;
        return;
      // The arguments of a template are separated by a blank; its name is shown like one.
      case '|':
        if (templates_ == 0) return;
        skip_ = 1;
        shown = " ";
        return;
      case '&':
        return Entity(rest, shown);
      default:
        return;
    }
  }

  // "[[page|text]]" and "[address text]" show the text; without a text the address is shown.
  // Without a ']' on the line it is text: "a[[b".
  void OpenLink(size_t at, std::string_view rest) {
    const bool inner = rest.starts_with("[[");
    if (!inner && !rest.starts_with("[http")) return;
    // The next ']' is searched for once and not for each '['.
    if (close_ < at) close_ = std::min(text_.find(']', at), text_.size());
    if (close_ == text_.size()) return;
    const std::string_view link = text_.substr(at, close_ - at);
    const size_t gap = inner ? link.find('|') : link.find(' ');
    skip_ = gap != std::string_view::npos ? gap + 1 : inner ? 2 : 1;
    link_ = inner ? 2 : 1;
  }

  // The entities that occur in code examples; others are read as text.
  void Entity(std::string_view rest, std::string_view& shown) {
    struct Named {
      std::string_view name;
      std::string_view text;
    };
    constexpr std::array<Named, 6> kNamed = {{{"&lt;", "<"},
                                              {"&gt;", ">"},
                                              {"&amp;", "&"},
                                              {"&quot;", "\""},
                                              {"&nbsp;", " "},
                                              {"&#124;", "|"}}};
    for (const Named& one : kNamed) {
      if (!rest.starts_with(one.name)) continue;
      shown = one.text;
      skip_ = one.name.size();
    }
  }

  WikiMarks& state_;
  SourceLine line_;
  std::string_view text_;
  RunWriter writer_;
  size_t skip_ = 0;
  size_t close_ = 0;
  int link_ = 0;  // the number of brackets of the link that is open
  int templates_ = 0;
};

}  // namespace

// "<code>" ─→ name "code", size 6; "a < b" ─→ no name, since a blank follows the '<'.
WikiTag WikiTagAt(std::string_view text) {
  WikiTag tag;
  size_t at = 1;
  if (at < text.size() && text[at] == '/') {
    tag.closes = true;
    ++at;
  }
  size_t end = at;
  while (end < text.size() && IsAlnum(text[end])) ++end;
  if (end == at) return tag;
  // Longer tags are text with a '<'; the limit keeps the search linear.
  constexpr size_t kLongest = 300;
  const size_t close = text.substr(0, kLongest).find('>', end);
  if (close == std::string_view::npos) return tag;
  tag.name = text.substr(at, end - at);
  tag.size = close + 1;
  return tag;
}

std::vector<Run> ReadWikiText(WikiMarks& state, const SourceLine& line) {
  return WikiText(state, line).Read();
}

}  // namespace flagcensus
