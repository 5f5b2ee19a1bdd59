// Plain text has no markup, but its lines have a layout:
//
//   Title                  kHeading: underlined, in capitals, or short and between blank lines
//   =====
//   APP_HOME               kDefinition: a short line above text that is further to the right
//       the directory
//   APP_PORT   the port    kDefinition: "term   text", "NAME: text" and "NAME - text", if the lines
//   -x, --ex   text        beside them have the same form or continue below their text
//   * text, 1. text        kItem, with text that is further to the right than its mark
//   Key: value             kField, two or more of them
//   | a | b |              kTable (layout_table.cc)
//       $ command          kCode: indented text other than sentences, below a line ending in ':'
//   other text             kParagraph
//
// Text further to the right than an item or a term belongs to it, also after blank lines. Two kinds
// of mistakes are expected: a short line of verse or an address may become a term, and a list of
// commands without a lead becomes a paragraph.
#include "analyzer/pages/text/layout.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/text/layout_line.h"
#include "analyzer/pages/text/layout_table.h"
#include "analyzer/pages/topic.h"

namespace flagcensus {
namespace {

class LayoutReader {
 public:
  LayoutReader(PageLimits& limits, std::string_view text)
      : lines_(LayoutLinesOf(text, limits)), out_(limits) {}

  // Line by line; a line closes the items and terms that it is not to the right of, before it is
  // read.
  Document Read() {
    while (at_ < lines_.size() && !out_.limits().full()) {
      const LayoutLine& line = lines_[at_];
      if (line.blank()) {
        out_.EndParagraph();
        ++at_;
        continue;
      }
      // The line is not to the right of the innermost item or term, and ends it.
      if (!open_.empty() && open_.back().indent >= line.indent) {
        if (!out_.paragraph().empty()) after_block_ = at_;
        out_.EndParagraph();
        // An item beside others continues their list.
        Leave(line.indent + (LayoutBullet(line.text) > 0 ? 1 : 0));
      }
      ReadLine(line);
    }
    return out_.Finish();
  }

 private:
  // An item or a term that is open: text to the right of `indent` belongs to it.
  struct Open {
    int indent = 0;
    size_t depth = 0;  // of the parts around it, or around its list
    bool item = false;
  };

  bool BlankAt(size_t at) const { return at >= lines_.size() || lines_[at].blank(); }
  // Whether the line begins a paragraph: after a blank line or a different kind of block.
  bool BeginsParagraph() const {
    return out_.paragraph().empty() && (at_ == 0 || BlankAt(at_ - 1) || after_block_ == at_);
  }
  bool DeeperBelow(int indent) const {
    return !BlankAt(at_ + 1) && lines_[at_ + 1].indent > indent;
  }

  // Closes the items and terms that text at `indent` does not belong to.
  void Leave(int indent) {
    while (!open_.empty() && open_.back().indent >= indent) {
      out_.CloseTo(open_.back().depth);
      open_.pop_back();
    }
  }

  // Reads the line as the first of these that it is. Headings come first, since their rules are
  // otherwise lines of punctuation; a table comes before terms, which its rows would be.
  void ReadLine(const LayoutLine& line) {
    if (Heading(line)) return;
    if (IsLayoutRule(line.text)) {
      out_.EndParagraph();
      after_block_ = ++at_;
      return;
    }
    if (const size_t bullet = LayoutBullet(line.text); bullet > 0 && BulletFits(line)) {
      return Item(line, bullet);
    }
    if (BeginsParagraph() || TableBelow()) {
      const size_t before = at_;
      const size_t paragraph = out_.paragraph().size();
      if (paragraph > 0 && line.text[0] != '|' && line.text[0] != '+') {
        // Within a paragraph, an aligned table needs a line that ends in ':' directly above it.
        if (!LeadsOn()) return Rest(line);
      }
      at_ = ReadLayoutTable(out_, lines_, at_);
      if (at_ > before) {
        after_block_ = at_;
        return;
      }
    }
    if (Code(line) || Definition(line) || Field(line)) return;
    Rest(line);
  }

  // Text of the open paragraph.
  void Rest(const LayoutLine& line) {
    Leave(line.indent);
    out_.AddText(ReadLayoutText(line));
    ++at_;
  }

  bool LeadsOn() const {
    return at_ > 0 && !BlankAt(at_ - 1) && lines_[at_ - 1].text.ends_with(':');
  }
  // Whether a table may begin within a paragraph.
  bool TableBelow() const {
    const std::string_view text = lines_[at_].text;
    return text[0] == '|' || text[0] == '+' || LeadsOn();
  }

  // A title with a rule below it, or below and above; in capitals; or alone between blank lines.
  bool Heading(const LayoutLine& line) {
    if (!BeginsParagraph()) return false;
    size_t title = at_;
    // Two equal rules around the title.
    const bool over = IsLayoutRule(line.text) && !BlankAt(at_ + 1) && at_ + 2 < lines_.size() &&
                      IsLayoutRule(lines_[at_ + 2].text) && lines_[at_ + 2].text[0] == line.text[0];
    if (over) ++title;
    const std::string_view text = lines_[title].text;
    if (IsLayoutRule(text)) return false;
    // An underline may be shorter than its title, but not by more than half, and begins in the same
    // column.
    const bool below = title + 1 < lines_.size() && IsLayoutRule(lines_[title + 1].text) &&
                       lines_[title + 1].indent <= lines_[title].indent + 1;
    constexpr size_t kLongest = 100;
    int level = 0;
    if (below && text.size() <= kLongest && 2 * lines_[title + 1].text.size() >= text.size() &&
        LayoutBullet(text) == 0) {
      level = LevelOf(lines_[title + 1].text[0], over);
    } else if (over) {
      return false;
    } else if (IsLayoutCapitals(text) && line.indent <= Edge() && !text.ends_with(':')) {
      level = 2;
    } else if (BlankAt(at_ + 1) && IsLayoutTitle(text) && !NameAboveBody(line)) {
      level = out_.depth() == 0 && out_.siblings().empty() ? 1 : 2;
    }
    if (level == 0) return false;
    if (line.indent > 0 && !open_.empty()) return false;  // text of an item
    out_.CloseTo(0);
    open_.clear();
    out_.AddHeading(level, PlainRuns(lines_[title]));
    at_ = title + (below ? 2 : 1);
    after_block_ = at_;
    return true;
  }

  // The left edge of the page: the smallest indentation of its lines.
  int Edge() {
    if (edge_ < 0) {
      edge_ = 1 << 20;
      for (const LayoutLine& line : lines_) {
        if (!line.blank()) edge_ = std::min(edge_, line.indent);
      }
    }
    return edge_;
  }

  // The level of an underline. The styles have levels in the order in which they first occur.
  int LevelOf(char mark, bool over) {
    const std::string key = {mark, over ? '^' : ' '};
    const auto found = std::find(levels_.begin(), levels_.end(), key);
    const auto level = found - levels_.begin();
    if (found == levels_.end()) levels_.push_back(key);
    return static_cast<int>(level) + 1;
  }

  // Whether a bullet is one: "2. " and "o " may also begin a line of a sentence. They must begin a
  // paragraph, follow an item beside them, or follow a line that ends in ':'.
  bool BulletFits(const LayoutLine& line) const {
    const bool word = IsAlnum(line.text[0]) || line.text[0] == '(';  // "2. ", "o "
    if (!word) return true;
    if (BeginsParagraph() || LeadsOn()) return true;
    return std::any_of(open_.begin(), open_.end(),
                       [&](const Open& one) { return one.item && one.indent == line.indent; });
  }

  // Adds an item, to the list of the items beside it if there is one.
  void Item(const LayoutLine& line, size_t bullet) {
    out_.EndParagraph();
    Leave(line.indent + 1);
    const bool goes_on = !open_.empty() && open_.back().item && open_.back().indent == line.indent;
    if (!goes_on) {
      Leave(line.indent);
      if (!out_.MayNest(line.number)) return Rest(line);
      open_.push_back({line.indent, out_.depth(), true});
      out_.Open(Part::kList, line.place());
    }
    OpenItem(out_, line.place());
    const SourceLine text = line.From(bullet);
    ++at_;
    out_.AddText(ReadLayoutText(text));
  }

  // Code: text further to the right, below a line that ends in ':', or with a prompt. Two columns
  // are the least indentation that is not an accident.
  bool Code(const LayoutLine& line) {
    if (!BeginsParagraph() || at_ == 0) return false;
    // The lead is at most two blank lines above.
    size_t above = at_;
    while (above > 0 && lines_[above - 1].blank() && above + 3 > at_) --above;
    if (above == 0 || lines_[above - 1].blank()) return false;
    const LayoutLine& lead = lines_[above - 1];
    const bool prompt = line.text.starts_with("$ ") || line.text.starts_with("% ") ||
                        line.text.starts_with("# ") || line.text.starts_with("> ");
    if (line.indent < lead.indent + 2 || !(lead.text.ends_with(':') || prompt)) return false;
    if (LayoutBullet(line.text) > 0 || (!prompt && !IsSample(line))) return false;
    const int edge = line.indent;
    // The code ends at two blank lines, or at text with less indentation.
    while (at_ < lines_.size() && (lines_[at_].blank() || lines_[at_].indent >= edge)) {
      if (lines_[at_].blank()) {
        size_t next = at_ + 1;
        while (next < lines_.size() && lines_[next].blank()) ++next;
        if (next >= lines_.size() || lines_[next].indent < edge || next > at_ + 2) break;
        at_ = next;
      }
      const LayoutLine& code = lines_[at_];
      // The code's indentation is bounded, since tabs and blanks could multiply it.
      out_.AddCode(std::string(static_cast<size_t>(std::min(code.indent - edge, 200)), ' ') +
                       std::string(code.text),
                   code.place());
      ++at_;
    }
    out_.EndParagraph();
    after_block_ = at_;
    return true;
  }

  // Whether a line is code: an assignment, a command, or marks that sentences do not have. The
  // words are those that begin examples in installation guides; other commands need a prompt.
  static bool IsSample(const LayoutLine& line) {
    const std::string_view text = line.text;
    constexpr auto kBegin = std::to_array<std::string_view>(
        {"export ", "set ", "setenv ", "./", "/", "sudo ", "cd ", "make", "cmake", "docker ",
         "pip ", "import ", "#include"});
    for (const std::string_view word : kBegin) {
      if (text.starts_with(word)) return true;
    }
    if (LayoutTermOf(text).columns) return false;
    const size_t equals = text.find('=');
    const bool assigned = equals != std::string_view::npos && equals > 0 &&
                          IsIdentifierByte(text[equals - 1]) && !IsBlank(text[0]) &&
                          text.substr(0, equals).find(' ') == std::string_view::npos;
    const bool marks = text.find_first_of("{};$\\") != std::string_view::npos ||
                       text.find(" --") != std::string_view::npos || text.ends_with('\\');
    return assigned || (marks && !text.ends_with('.'));
  }

  // Whether the line is a name with text below it that is further to the right, perhaps after a
  // blank line.
  bool NameAboveBody(const LayoutLine& line) const {
    size_t next = at_ + 1;
    if (BlankAt(next)) ++next;
    return LayoutTermOf(line.text).named && !BlankAt(next) && lines_[next].indent > line.indent;
  }

  // Whether the line at `at` begins like the one at `at_`, in the same column. Columns of words
  // must also have their texts in the same column.
  bool LooksLike(size_t at, const LayoutTerm& term) const {
    if (BlankAt(at) || lines_[at].indent != lines_[at_].indent) return false;
    const LayoutTerm other = LayoutTermOf(lines_[at].text);
    if (other.end == 0 || other.columns != term.columns || other.named != term.named) return false;
    return !term.columns || term.named || other.text == term.text;
  }

  // A term with its text on the line, or alone above its text:
  //
  //   named, with a gap       always a definition, also within a paragraph
  //   another word and a gap  needs a line of the same form beside it, or text that continues below
  //   a mark, "NAME: text"    likewise
  //   alone                   needs deeper text below it; words other than names must be short
  bool Definition(const LayoutLine& line) {
    const bool begins = BeginsParagraph() || LeadsOn();
    LayoutTerm term = LayoutTermOf(line.text);
    const bool alone = term.end > 0 && term.text == line.text.size();
    const bool deeper = DeeperBelow(line.indent);
    if (term.end > 0 && !alone) {
      // Evidence that the line is one of several: a line of the same form beside it, or an open
      // term.
      const bool beside =
          (at_ > 0 && LooksLike(at_ - 1, term)) || LooksLike(at_ + 1, term) ||
          (!open_.empty() && !open_.back().item && open_.back().indent == line.indent);
      // The text below begins about as far to the right as the text of the line.
      const bool hangs =
          deeper && (!term.columns || term.named ||
                     lines_[at_ + 1].indent + 2 >= line.indent + static_cast<int>(term.text));
      const bool row = term.columns ? term.named || beside || hangs : beside || hangs;
      // In the middle of a paragraph only rows of names are recognised.
      if (row && (begins || (term.named && term.columns) || beside_ == at_)) {
        return OpenTerm(line, term);
      }
      return false;
    }
    // A longer line above indented text is a paragraph above a quotation.
    constexpr size_t kLongest = 80;
    const bool named = alone && term.named;
    const bool body = deeper || (named && NameAboveBody(line));
    const bool sentence = !line.text.empty() && std::string_view(".,;:").find(line.text.back()) < 4;
    // A short line of words, with deeper text directly below it.
    const bool words = !sentence && line.text.size() <= kLongest &&
                       LayoutColumns(line.text).size() == 1 && begins && deeper &&
                       !line.text.starts_with('|');
    if (!(named && body && begins) && !words) return false;
    if (!named) term = {line.text.size(), line.text.size(), false, false};
    return OpenTerm(line, term);
  }

  // Opens a definition and reads the text of the term, if that is on its line.
  bool OpenTerm(const LayoutLine& line, const LayoutTerm& term) {
    out_.EndParagraph();
    Leave(line.indent);
    if (!out_.MayNest(line.number)) return false;
    open_.push_back({line.indent, out_.depth(), false});
    SourceLine name = line;
    name.text = line.text.substr(0, term.end);
    std::vector<Run> runs = ReadLayoutText(name);
    Block* block = out_.Open(Part::kDefinition, line.place());
    if (block != nullptr) block->inlines = std::move(runs);
    if (term.text < line.text.size()) out_.AddText(ReadLayoutText(line.From(term.text)));
    ++at_;
    after_block_ = beside_ = at_;
    // The text continues on lines that are further to the right.
    if (term.text >= line.text.size()) return true;
    while (!BlankAt(at_) && lines_[at_].indent > line.indent &&
           LayoutBullet(lines_[at_].text) == 0 && !LayoutTermOf(lines_[at_].text).columns) {
      out_.AddText(ReadLayoutText(lines_[at_]));
      ++at_;
    }
    out_.EndParagraph();
    after_block_ = beside_ = at_;
    return true;
  }

  // "Key: value": with a known key, or beside another such line.
  bool Field(const LayoutLine& line) {
    const size_t key = LayoutKey(line.text);
    if (key == 0) return false;
    const bool known = FieldLabelOf(line.text.substr(0, key)) != Label::kNone;
    const auto beside = [&](size_t at) {
      return !BlankAt(at) && lines_[at].indent == line.indent && LayoutKey(lines_[at].text) > 0;
    };
    const bool begins = BeginsParagraph() || field_ == at_;
    if (!(begins && (field_ == at_ || beside(at_ + 1))) && !(known && begins)) return false;
    out_.EndParagraph();
    Leave(line.indent);
    Block field;
    field.kind = Block::Kind::kField;
    field.line = line.number;
    field.column = line.column;
    field.label = line.text.substr(0, key);
    const size_t value = line.text.find_first_not_of(" \t", key + 1);
    field.inlines = ReadLayoutText(line.From(value));
    ++at_;
    // The value continues on lines that are further to the right.
    while (!BlankAt(at_) && lines_[at_].indent > line.indent) {
      JoinRuns(field.inlines, ReadLayoutText(lines_[at_]), " ");
      ++at_;
    }
    out_.Add(std::move(field));
    after_block_ = field_ = at_;
    return true;
  }

  LayoutLines lines_;
  DocumentBuilder out_;
  size_t at_ = 0;
  size_t after_block_ = 0;  // the line after a block other than a paragraph
  size_t beside_ = 0;       // the line after a definition
  size_t field_ = 0;        // the line after a field
  int edge_ = -1;
  std::vector<std::string> levels_;  // the styles of underlines, by their level
  std::vector<Open> open_;
};

}  // namespace

Document ReadLayout(std::string_view file, std::string_view text,
                    std::vector<Diagnostic>& diagnostics) {
  PageLimits limits(file, diagnostics);
  return LayoutReader(limits, text).Read();
}

}  // namespace flagcensus
