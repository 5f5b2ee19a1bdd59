// Man pages → Document.
//
// Lines are read one by one: a control line calls a request or a macro, any other is text. Requests
// and escapes are those of groff(7) (man_roff.cc). Macros are those of groff_man(7), here, and
// mdoc(7) (man_mdoc.cc). Macros that the page defines are not run, but classified by their
// definition: one that begins a tag (.TP) makes its arguments the tag, one that prints them makes
// them text.
//
//   .PP                         a short line before .RS is a tag, and the text up to .RE its body:
//   \fBAPP_HOME\fR              the notation of generated pages (DocBook, AsciiDoc, scdoc) for
//   .RS 4                       definition lists
//   The data directory.
//   .RE
#include "analyzer/pages/man/man.h"

#include <algorithm>
#include <array>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/pages/man/man_page.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/tree/man_page.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// What a macro that the page defines does with its arguments.
enum class OwnMacro { kNothing, kText, kTag };

// Macros that set their arguments in one font or in two alternating fonts.
bool IsFontMacro(std::string_view name) {
  constexpr std::array<std::string_view, 9> kFonts = {"BR", "RB", "BI", "IB", "IR",
                                                      "RI", "B",  "I",  "SB"};
  return std::find(kFonts.begin(), kFonts.end(), name) != kFonts.end();
}

// What a line in the definition of a macro does with the macro's arguments, "\\\\$1".
OwnMacro OwnMacroOf(std::string_view line) {
  if (line.starts_with(".TP") || line.starts_with(".IP") || line.starts_with(".It")) {
    return OwnMacro::kTag;
  }
  const bool control = line.starts_with('.') || line.starts_with('\'');
  const std::string_view name = control ? line.substr(1, line.find(' ') - 1) : line.substr(0, 0);
  const bool shows = !control || IsFontMacro(name);
  return shows && line.find("\\$") != std::string_view::npos ? OwnMacro::kText : OwnMacro::kNothing;
}

// Reads the lines of a page one by one; requests such as .if and .de read further lines.
class ManReader {
 public:
  ManReader(PageLimits& limits, std::string_view text) : page_(limits), text_(text) {}

  Document Read() {
    std::string_view line;
    while (NextLine(line) && !page_.out.limits().full()) ReadLine(line);
    EndParagraph(page_);
    return page_.out.Finish();
  }

 private:
  // The next line, without its line end; false at the end of the page.
  bool NextLine(std::string_view& line) {
    if (text_.empty()) return false;
    const size_t end = std::min(text_.find('\n'), text_.size());
    line = text_.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++page_.line;
    return true;
  }

  // A control line begins with '.' or, without a break of the line, with "'".
  void ReadLine(std::string_view line) {
    const bool control = line.starts_with('.') || line.starts_with('\'');
    if (control) return ReadControl(line, 1);
    if (Trim(line).empty()) {
      // A blank line in unfilled text is part of it; AddCode counts it by the line numbers.
      if (page_.unfilled) return;
      return EndParagraph(page_);
    }
    ReadText(line, 0);
  }

  // Text from byte `at` of a line on, in the font that a macro on the line before may have set.
  void ReadText(std::string_view line, size_t at) {
    // `\&. "`: converters write this after an argument that a line break cut. It has no text.
    if (line.starts_with("\\&") && std::none_of(line.begin(), line.end(), [](unsigned char c) {
          return IsIdentifierByte(c) || c >= 0x80;
        })) {
      return;
    }
    std::vector<Run> runs;
    Run style;
    style.strong = next_bold_;
    style.emphasis = next_italic_;
    next_bold_ = next_italic_ = false;
    // Text that begins with white space begins a new line of output, here a paragraph.
    if (!page_.unfilled && IsBlank(line[at]) && !want_tag_) EndParagraph(page_);
    AppendRoff(page_.roff, line.substr(at), page_.line, static_cast<int>(at) + 1, style, runs);
    Add(std::move(runs));
  }

  // Adds text to the tag that .TP expects, to a heading, or to the paragraph.
  void Add(std::vector<Run> runs) {
    if (runs.empty()) return;
    if (want_heading_ > 0) {
      page_.out.AddHeading(want_heading_, std::move(runs));
      want_heading_ = 0;
    } else if (want_tag_) {
      want_tag_ = false;
      AddTag(std::move(runs));
    } else {
      AddText(page_, std::move(runs));
    }
  }

  void AddTag(std::vector<Run> runs) {
    if (!InDefinition()) return AddText(page_, std::move(runs));
    AddTerms(page_, std::move(runs));
  }

  bool InDefinition() const { return page_.out.part() == Part::kDefinition && !page_.out.IsDeep(); }

  // A control line: ".name arguments", with blanks allowed after the dot.
  void ReadControl(std::string_view line, size_t at) {
    while (at < line.size() && IsBlank(line[at])) ++at;
    size_t end = at;
    // A name ends at an escape: ".if\{".
    while (end < line.size() && line[end] != ' ' && line[end] != '\t' && line[end] != '\\') ++end;
    const std::string_view name = line.substr(at, end - at);
    if (name.empty()) return;  // a comment, or `.\}`
    if (name == "if" || name == "ie" || name == "while") return ReadCondition(line, end, name);
    if (name == "el") return ReadBranch(line, end, !last_condition_);
    if (name == "de" || name == "am" || name == "de1" || name == "am1" || name == "ig" ||
        name == "dei" || name == "ami") {
      return ReadDefinition(SplitRoffWords(line, end), name == "ig");
    }
    if (name == "TS") return ReadTable();
    // A string. Appending to a string (.as) is ignored.
    if (name == "ds" || name == "as") {
      // The text of a string extends to the end of the line, with its blanks.
      while (end < line.size() && line[end] == ' ') ++end;
      const size_t space = std::min(line.find(' ', end), line.size());
      const std::string_view value = line.substr(std::min(space + 1, line.size()));
      if (name == "ds") DefineRoffString(page_.roff, line.substr(end, space - end), value);
      return;
    }
    ReadMacro(name, SplitRoffWords(line, end));
  }

  void ReadCondition(std::string_view line, size_t at, std::string_view name) {
    // A loop is not run: its condition is false for a page without registers.
    const bool holds = RoffCondition(line, at) && name != "while";
    if (name == "ie") last_condition_ = holds;
    ReadBranch(line, at, holds);
  }

  // The rest of a conditional line: one request or text, or a block in \{ \}. `taken` is whether
  // the condition is true; if not, the block is skipped, up to the "\}" of this "\{".
  void ReadBranch(std::string_view line, size_t at, bool taken) {
    while (at < line.size() && line[at] == ' ') ++at;
    std::string_view rest = line.substr(at);
    if (!taken) {
      int depth = 0;
      do {
        for (size_t i = rest.find('\\'); i != std::string_view::npos; i = rest.find('\\', i + 2)) {
          if (rest.substr(i).starts_with("\\{")) ++depth;
          if (rest.substr(i).starts_with("\\}")) --depth;
          if (rest.substr(i).starts_with("\\\"")) break;
        }
      } while (depth > 0 && NextLine(rest));
      return;
    }
    while (at < line.size() && line.substr(at).starts_with("\\{")) at += 2;
    while (at < line.size() && line[at] == ' ') ++at;
    rest = line.substr(at);
    // A block that is read needs no end: its "\}" is an empty request or escape.
    if (rest.empty() || rest == "\\") return;
    if (rest[0] != '.' && rest[0] != '\'') return ReadText(line, at);
    if (++conditions_ < 16) ReadControl(line, at + 1);
    --conditions_;
  }

  // Skips the definition of a macro and classifies it: the strongest use of an argument counts.
  void ReadDefinition(const std::vector<RoffWord>& words, bool ignore) {
    const size_t position = ignore ? 0 : 1;
    const std::string_view end = words.size() > position ? words[position].text : ".";
    OwnMacro macro = OwnMacro::kNothing;
    std::string_view line;
    while (NextLine(line)) {  // up to `..`, also written `.  .`, or `.end`
      if (line.starts_with('.') && Trim(line.substr(1)) == end) break;
      if (!ignore) macro = std::max(macro, OwnMacroOf(line));
    }
    // Real pages define a few macros.
    constexpr size_t kMost = 1000;
    if (macro == OwnMacro::kNothing || words.empty() || own_macros_.size() >= kMost) return;
    own_macros_.insert_or_assign(std::string(words[0].text), macro);
  }

  // ".opt NAME" with ".de opt / .TP / ..." ─→ the tag NAME
  void CallOwnMacro(OwnMacro macro, const std::vector<RoffWord>& words) {
    if (macro == OwnMacro::kTag) BeginTag();
    Add(Words(words, 0, {}));
    want_tag_ = false;
  }

  // The lines up to .TE.
  void ReadTable() {
    std::vector<ManLine> lines;
    std::string_view line;
    while (NextLine(line) && !line.starts_with(".TE")) lines.push_back({line, page_.line});
    ReadManTable(page_, lines);
  }

  static std::string Unquote(const RoffWord& word) {
    return word.quoted ? ReplaceAll(word.text, "\"\"", "\"") : std::string(word.text);
  }

  // The arguments from `from` on as text, separated by blanks.
  std::vector<Run> Words(const std::vector<RoffWord>& words, size_t from, const Run& style) {
    std::vector<Run> runs;
    for (size_t at = from; at < words.size(); ++at) {
      // Words of one font are one run: ".B a word" is one bold stretch.
      if (at > from && !runs.empty()) runs.back().text += ' ';
      std::vector<Run> word;
      AppendRoff(page_.roff, Unquote(words[at]), page_.line, words[at].column, style, word);
      const bool same =
          !runs.empty() && !word.empty() && runs.back().strong == word.front().strong &&
          runs.back().emphasis == word.front().emphasis && runs.back().code == word.front().code;
      if (same) runs.back().text += word.front().text;
      for (size_t i = same ? 1 : 0; i < word.size(); ++i) runs.push_back(std::move(word[i]));
    }
    return runs;
  }

  // .BR and the like: the words have the two fonts in turn, without spaces between them.
  std::vector<Run> Alternating(const std::vector<RoffWord>& words, std::string_view fonts) {
    std::vector<Run> runs;
    for (size_t at = 0; at < words.size(); ++at) {
      Run style;
      style.strong = fonts[at % 2] == 'B';
      style.emphasis = fonts[at % 2] == 'I';
      AppendRoff(page_.roff, Unquote(words[at]), page_.line, words[at].column, style, runs);
    }
    return runs;
  }

  // A paragraph macro ends the definition, or the list of the open item.
  void EndDefinition() {
    EndParagraph(page_);
    if (page_.out.part() == Part::kDefinition) page_.out.Close();
    if (page_.out.part() == Part::kItem) page_.out.CloseThrough(Part::kList);
  }

  // A macro of man(7), or any macro of an mdoc(7) page: those begin with .Dd and .Dt.
  void ReadMacro(std::string_view name, const std::vector<RoffWord>& words) {
    if (name == "Dd" || name == "Dt") mdoc_ = true;
    if (mdoc_) return ReadMdocMacro(page_, name, words);
    if (IsFontMacro(name)) {
      return ReadFontMacro(name, words);
    }
    // Headings: the title is on the same line or on the next one.
    if (name == "SH" || name == "SS") {
      EndParagraph(page_);
      page_.out.CloseTo(0);
      ResetLine();
      page_.unfilled = false;
      want_heading_ = name == "SH" ? 2 : 3;
      return Add(Words(words, 0, {}));
    }
    // Paragraphs end the body of a tag.
    if (name == "PP" || name == "P" || name == "LP" || name == "HP") {
      ResetLine();
      return EndDefinition();
    }
    if (name == "TP") return BeginTag();
    if (name == "TQ") {
      want_tag_ = page_.out.part() == Part::kDefinition;
      return;
    }
    if (name == "IP") return ReadIp(words);
    // INDENT and UNINDENT are defined by the manual pages of docutils for these two. Their tags
    // always have a .TP, so an INDENT makes no tag.
    if (name == "RS" || name == "INDENT") return BeginIndent(name == "RS");
    if (name == "RE" || name == "UNINDENT") {
      ResetLine();
      EndParagraph(page_);
      return page_.out.CloseThrough(Part::kGroup);
    }
    // Unfilled text, up to the macro that ends it: lines are kept as in code.
    if (name == "nf" || name == "EX" || name == "Vb" || name == "fi" || name == "EE" ||
        name == "Ve") {
      EndParagraph(page_);
      page_.unfilled = name == "nf" || name == "EX" || name == "Vb";
      return;
    }
    // Space and breaks end the paragraph, except .br, which may separate rows (EndParagraph).
    if (name == "sp" || name == "Sp" || name == "br" || name == "ti" || name == "in") {
      if (name == "br") page_.breaks.push_back(page_.out.paragraph().size());
      if (name == "br" || page_.unfilled) return;  // the same paragraph goes on
      return EndParagraph(page_);
    }
    // The distance between paragraphs. Zero is set between tags that share a body.
    if (name == "PD") {
      shared_tags_ = !words.empty() && words[0].text == "0";
      return;
    }
    if (name == "SM" || name == "R") return Add(Words(words, 0, {}));
    // The text of a link is the lines between its two macros.
    if (name == "UR" || name == "MT") return;
    if (name == "UE" || name == "ME") return Add(Words(words, 0, {}));
    // The font of the following text, as by the escape \f.
    if (name == "ft") {
      page_.roff.font = {};
      const std::string_view font = words.empty() ? "R" : words[0].text;
      page_.roff.font.strong = font == "B" || font == "3" || font == "CB";
      page_.roff.font.emphasis = font == "I" || font == "2";
      page_.roff.font.code = font.starts_with('C');
      return;
    }
    if (name == "so" && !words.empty()) {
      page_.out.limits().ReportInclude(page_.line, ".so", words[0].text);
    }
    // Other macros set up the page (.TH, .ad, .hy, .IX, ...) or are defined by it.
    const auto own = own_macros_.find(name);
    if (own != own_macros_.end()) CallOwnMacro(own->second, words);
  }

  // A macro ends what an earlier one expected of the next line, and fonts.
  void ResetLine() {
    want_tag_ = false;
    want_heading_ = 0;
    next_bold_ = next_italic_ = false;
    page_.roff.font = page_.roff.last_font = {};
  }

  // .B, .I, .SB and the alternating ones; ".B" alone sets the font of the next line of text.
  void ReadFontMacro(std::string_view name, const std::vector<RoffWord>& words) {
    if (words.empty()) {  // applies to the next line of text
      next_bold_ = name == "B" || name == "SB";
      next_italic_ = name == "I";
      return;
    }
    // Two letters alternate; .SB is small and bold.
    if (name.size() == 2 && name != "SB") return Add(Alternating(words, name));
    Run style;
    style.strong = name != "I";
    style.emphasis = name == "I";
    Add(Words(words, 0, style));
  }

  // .TP: the next text is the tag. With .PD 0, a tag below a tag without body is another of its
  // terms.
  void BeginTag() {
    ResetLine();
    EndParagraph(page_);
    const bool bare = InDefinition() && page_.out.siblings().empty() && shared_tags_;
    if (!bare) {
      EndDefinition();
      Open(page_, Part::kDefinition);
    }
    want_tag_ = true;
  }

  // .IP [tag [indent]]: a tag, a bullet or number of an item, or an indented paragraph of the open
  // part.
  void ReadIp(const std::vector<RoffWord>& words) {
    ResetLine();
    EndParagraph(page_);
    if (words.empty()) return;
    const std::string tag = RoffText(page_.roff, Unquote(words[0]));
    const std::string_view mark = Trim(tag);
    if (mark.empty()) return;
    const bool number = mark.find_first_not_of("0123456789.)([]") == std::string_view::npos;
    if (mark == "•" || mark == "-" || mark == "*" || mark == "o" || mark == "+" || mark == "—" ||
        mark == "·" || number) {
      if (page_.out.part() == Part::kItem) {
        page_.out.Close();
      } else {
        Open(page_, Part::kList);
      }
      Open(page_, Part::kItem);
      return;
    }
    BeginTag();
    want_tag_ = false;
    AddTag(Words({words[0]}, 0, {}));
  }

  // Whether the paragraph is a tag: one line that is entirely in a font, or a short one that is not
  // a sentence. 60 bytes fit a name and its argument; a longer plain tag is read as a paragraph. A
  // colon at the end announces the indented text instead.
  bool IsTagLike() const {
    const std::vector<Run>& paragraph = page_.out.paragraph();
    // A tag has few runs; a paragraph of more is not examined.
    if (paragraph.empty() || paragraph.size() > 32 || page_.unfilled) return false;
    size_t length = 0;
    bool styled = true;
    for (const Run& run : paragraph) {
      if (run.line != paragraph[0].line) return false;
      length += run.text.size();
      styled &= run.strong || run.emphasis || run.code ||
                // Punctuation between styled words is usually not styled.
                run.text.find_first_not_of(" ,/|=:()") == std::string_view::npos;
    }
    const std::string_view last = Trim(paragraph.back().text);
    return styled || (length <= 60 && !last.ends_with('.') && !last.ends_with(':'));
  }

  // .RS: indented text. If the paragraph before it is a tag, the text up to .RE is its body.
  void BeginIndent(bool may_tag) {
    // Below a tag the indented text is part of its body.
    const bool body = page_.out.part() == Part::kDefinition;
    const bool inside = page_.out.part() != Part::kPage;
    std::vector<Run> tag;
    if (may_tag && !body && IsTagLike()) {
      tag = page_.out.TakeParagraph();
      page_.breaks.clear();
    }
    ResetLine();
    // Without a tag it is a group; inside another part, its blocks are added to that part.
    if (tag.empty()) {
      Open(page_, Part::kGroup, inside);
      return;
    }
    Block* definition = Open(page_, Part::kGroup);
    if (definition == nullptr) return AddText(page_, std::move(tag));
    definition->kind = Block::Kind::kDefinition;
    AddTerms(page_, std::move(tag));
  }

  ManPage page_;
  std::string_view text_;
  std::map<std::string, OwnMacro, std::less<>> own_macros_;
  bool mdoc_ = false;
  bool last_condition_ = false;
  bool want_tag_ = false;
  bool shared_tags_ = false;  // .PD 0: consecutive tags share a body
  int want_heading_ = 0;
  bool next_bold_ = false;
  bool next_italic_ = false;
  int conditions_ = 0;
};

}  // namespace

Document ReadMan(std::string_view file, std::string_view text,
                 std::vector<Diagnostic>& diagnostics) {
  PageLimits limits(file, diagnostics);
  return ManReader(limits, text).Read();
}

namespace {

// Requests at the start of a line: ".SH NAME", ".Sh", ".B x".
int ManMarks(std::string_view line, std::string_view /*above*/) {
  return line[0] == '.' && line.size() >= 3 && IsUpper(line[1]) &&
                 (line.size() == 3 || line[3] == ' ' || line[2] == ' ')
             ? 2
             : 0;
}

// Whether a comment above still applies after `line`: other comments, and requests without text
// such as .TP, .TP 4 and .Bl -tag, may be between a comment and its text.
bool ManPasses(std::string_view line, std::string_view comment) {
  if (PassesBlankLine(line, comment)) return true;
  if (line[0] != '.' && line[0] != '\'') return false;
  line = Trim(line.substr(1));
  if (line.empty() || line.starts_with("\\\"") || line.starts_with("\\#")) return true;
  const std::string_view text = Trim(line.substr(std::min(line.find_first_of(" \t"), line.size())));
  return text.empty() || text.starts_with("\\\"") || IsDigit(text[0]) || text[0] == '-' ||
         text[0] == '+' || text[0] == '.';
}

constexpr std::string_view kManEndings[] = {"man", "mdoc", "nro", "nroff", "roff", "troff"};
constexpr std::string_view kManComments[] = {".\\\"", "'\\\"", "\\\""};

}  // namespace

extern constexpr PageFormat kManFormat = {
    .rank = 50,
    .name = "man",
    .title = "man pages",
    .files = "`.1` to `.9`, {}",
    .endings = kManEndings,
    .comments = kManComments,
    .read = [](const PageInput& page) { return ReadMan(page.file, page.text, page.diagnostics); },
    .detect = {.is_name = IsManPage, .marks = ManMarks},
    .passes = ManPasses,
    .entries = {.manual = true},
    .roff_fonts = true,
};

}  // namespace flagcensus
