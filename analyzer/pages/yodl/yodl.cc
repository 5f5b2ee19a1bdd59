// Yodl → Document.
//
//   sect(Parameters)                 kHeading
//   startitem()                      kTerms, up to enditem()
//   vindex(CDPATH)                   nothing
//   xitem(tt(CDPATH))                a term that shares the body of the next
//   item(tt(cdpath))(An array ...)   a term and its body, which contains blocks
//   example(...)                     kCode, in which macros are resolved
//
// After the Yodl manual, and the macros that large manuals define for lists of variables. A name
// with a "(" directly after it is a macro if yodl_macros.cc lists it; others are text. Parentheses
// balance. If they do not, a heading, an item or a blank line ends the open macros.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/line_markup.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/pages/yodl/yodl_macros.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// The name before the "(" at `at`; "" if there is no name.
// "see tt(", at its end ─→ "tt". Digits end a name: no macro of the table has one.
std::string_view NameBefore(std::string_view text, size_t at) {
  size_t begin = at;
  while (begin > 0 && (IsAlpha(text[begin - 1]) || text[begin - 1] == '_')) --begin;
  return text.substr(begin, at - begin);
}

// Reads a page from parenthesis to parenthesis, with a stack of the open ones.
class YodlReader {
 public:
  YodlReader(PageLimits& limits, std::string_view text)
      : lines_(SourceLinesOf(text, limits)), out_(limits), writer_(0) {}

  Document Read() {
    for (const SourceLine& line : lines_) {
      if (out_.limits().full()) break;
      ReadLine(line);
    }
    Unwind(0);
    return out_.Finish();
  }

 private:
  // An open parenthesis, with the macro of which it is an argument.
  // `depth` and `before` are restored at its end.
  struct Argument {
    const YodlMacro* macro = nullptr;  // null: a parenthesis in the text
    int number = 1;
    int line = 0;
    size_t depth = 0;  // of the parts around it
    Marks before;
  };
  // The bound is for memory: real pages nest a few levels. Beyond it, macros have no effect, but
  // their parentheses still balance.
  static constexpr size_t kMaxOpen = 10'000;  // further parentheses are only counted

  bool InCode() const { return code_ > 0; }

  // Reads a line from parenthesis to parenthesis. Text before each goes to the line's runs.
  // "set tt(APP_X) now" ─→ "set ", "APP_X" (code), " now"
  void ReadLine(const SourceLine& whole) {
    line_ = whole;
    writer_ = RunWriter(whole.number);
    writer_.marks = marks_;
    code_line_.clear();
    std::string_view& text = line_.text;
    if (text.ends_with('\\')) text.remove_suffix(1);  // the next line continues this one
    if (Trim(text).empty() && !whole.text.ends_with('\\')) {
      if (!InCode()) EndInline();
      return;
    }
    LeaveUnclosed(text);
    at_ = InCode() ? 0 : line_.margin();
    while (at_ < text.size()) {
      const size_t stop = std::min(text.find_first_of("()", at_), text.size());
      if (stop == text.size()) {
        Put(text.substr(at_), at_);
        break;
      }
      if (text[stop] == '(') {
        Open(stop);
      } else {
        Put(text.substr(at_, stop - at_), at_);
        at_ = stop + 1;
        Close(stop);
      }
    }
    FlushLine();
  }

  // Adds text with the current marks, unless it is in an argument that is skipped.
  // Code is collected without marks, since a block of code has one line of text and no runs.
  void Put(std::string_view text, size_t at) {
    if (dropped_ > 0 || text.empty()) return;
    if (InCode()) {
      code_line_ += text;
      return;
    }
    writer_.marks = marks_;
    writer_.Put(text, line_.column + static_cast<int>(at));
  }

  // Moves the text of the line so far to the paragraph, or to the code.
  void FlushLine() {
    if (InCode() && !Trim(code_line_).empty()) out_.AddCode(code_line_, {line_.number, 1});
    code_line_.clear();
    std::vector<Run> runs = writer_.Take();
    // A paragraph begins with its first visible byte.
    if (out_.paragraph().empty() && !runs.empty()) {
      const size_t margin = std::min(runs[0].text.find_first_not_of(" \t"), runs[0].text.size());
      runs[0].text.erase(0, margin);
      runs[0].column += static_cast<int>(margin);
      if (runs[0].text.empty()) runs.erase(runs.begin());
    }
    const bool blank = std::all_of(runs.begin(), runs.end(),
                                   [](const Run& run) { return Trim(run.text).empty(); });
    if (!blank) out_.AddText(std::move(runs));
  }

  // A blank line ends marks, terms and headings: an unclosed parenthesis affects one paragraph.
  void EndInline() {
    while (!open_.empty() && open_.back().macro != nullptr &&
           (IsInline(*open_.back().macro) || IsTermName(open_.back()) ||
            open_.back().macro->does == YodlDoes::kHeading)) {
      Pop();
    }
    out_.EndParagraph();
  }
  // tt(x), em(x), bf(x), and references, which belong to one paragraph.
  static bool IsInline(const YodlMacro& macro) {
    return macro.does == YodlDoes::kMark || macro.does == YodlDoes::kReference;
  }
  // The first argument of item(NAME)(body).
  static bool IsTermName(const Argument& one) {
    return one.macro->does == YodlDoes::kTerm && one.number == 1;
  }

  // A heading, or the node before it, ends everything that is open; so does, within an example, the
  // beginning of another one, an item or the end of a list. In all these cases, a closing
  // parenthesis was forgotten.
  //
  //   item(tt(APP_HOME))(The folder.     the body is not closed
  //   sect(Files)                        ends the item
  //
  // Without it, one forgotten parenthesis would put the rest of the page into that item.
  void LeaveUnclosed(std::string_view text) {
    const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const size_t paren = std::min(text.find('(', begin), text.size());
    // The name of a macro is short and at the start of the line.
    // The longest name of the table has fewer than 20 letters; longer words need no lookup.
    if (open_.empty() || paren == begin || paren - begin > 20 || paren == text.size()) return;
    const YodlMacro* macro = FindYodlMacro(text.substr(begin, paren - begin));
    if (macro == nullptr) return;
    const bool section = macro->does == YodlDoes::kHeading ||
                         (macro->does == YodlDoes::kDrop && macro->arguments > 3);
    const bool breaks =
        InCode() && (macro->does == YodlDoes::kCode || macro->does == YodlDoes::kTerm ||
                     macro->does == YodlDoes::kClose);
    if (!section && !breaks) return;
    // A macro that only shows its argument may enclose sections.
    size_t keep = 0;
    if (section) {
      while (keep < open_.size() && open_[keep].macro != nullptr &&
             open_[keep].macro->does == YodlDoes::kShow) {
        ++keep;
      }
    } else {
      while (open_[keep].macro == nullptr || open_[keep].macro->does != YodlDoes::kCode) ++keep;
    }
    Unwind(keep);
  }
  // Ends all arguments but the first `keep`.
  // An example without an end is reported, since it may have hidden text of the page.
  void Unwind(size_t keep) {
    while (open_.size() > keep) {
      const Argument& last = open_.back();
      if (last.macro != nullptr && last.macro->does == YodlDoes::kCode) {
        out_.limits().ReportNotClosed(last.line, std::string(last.macro->name) + "(");
      }
      Pop();
    }
    overflow_ = 0;
    out_.EndParagraph();
  }

  // A "(" at `paren`: the first argument of a macro, or a parenthesis of the text.
  void Open(size_t paren) {
    const std::string_view name = NameBefore(line_.text.substr(0, paren), paren);
    const YodlMacro* macro = name.empty() || dropped_ > 0 ? nullptr : FindYodlMacro(name);
    const size_t begin = macro == nullptr ? paren : paren - name.size();
    Put(line_.text.substr(at_, std::max(begin, at_) - at_), at_);
    at_ = paren + 1;
    if (open_.size() >= kMaxOpen) {
      ++overflow_;
      return;
    }
    if (macro == nullptr) {
      Put("(", paren);
      open_.push_back({nullptr, 1, line_.number, 0, marks_});
      return;
    }
    Push(*macro, 1);
  }

  // Argument `number` of a macro begins.
  //
  //   sect(Files)                number 1 of 1
  //   item(tt(APP_X))(The x.)    number 1 is the term, number 2 its body
  void Push(const YodlMacro& macro, int number) {
    const PagePlace place{line_.number, line_.column + static_cast<int>(at_)};
    Argument argument{&macro, number, line_.number, out_.depth(), marks_};
    // Macros of blocks end the paragraph before them.
    const auto block = [&] {
      FlushLine();
      out_.EndParagraph();
    };
    switch (macro.does) {
      case YodlDoes::kHeading:
        block();
        // The title is the last argument; the one before it is a label.
        if (number == macro.arguments) {
          out_.CloseTo(0);
          argument.depth = 0;
          Block* heading = out_.Open(Part::kHeading, place);
          if (heading != nullptr) heading->level = macro.level;
        } else {
          ++dropped_;  // a label
        }
        break;
      case YodlDoes::kTerm:
        block();
        if (number == 1 && InnermostList(out_) != Part::kTerms)
          OpenNested(out_, Part::kTerms, place);
        // The body is in the definition of its term, which is closed with it.
        argument.depth = out_.depth() - (number == 2 && out_.depth() > 0 ? 1 : 0);
        break;
      case YodlDoes::kItem:
        block();
        if (InnermostList(out_) != Part::kList) OpenNested(out_, Part::kList, place);
        OpenItem(out_, place);
        break;
      case YodlDoes::kOpenTerms:
      case YodlDoes::kTerms:
        block();
        OpenNested(out_, Part::kTerms, place);
        break;
      case YodlDoes::kOpenList:
      case YodlDoes::kList:
        block();
        OpenNested(out_, Part::kList, place);
        break;
      case YodlDoes::kClose:
        block();
        if (const Part list = InnermostList(out_); list != Part::kPage) out_.CloseThrough(list);
        break;
      case YodlDoes::kMark:
        marks_.code |= macro.mark == "c";
        marks_.strong |= macro.mark == "s";
        marks_.emphasis |= macro.mark == "e";
        marks_.link |= macro.mark == "l";
        break;
      case YodlDoes::kReference:
        marks_.link = true;
        // The section in "name(1)".
        if (number == 2) Put("(", at_ - 1);
        break;
      case YodlDoes::kCode:
        block();
        ++code_;
        break;
      case YodlDoes::kGroup:
        block();
        OpenNested(out_, Part::kGroup, place);
        break;
      case YodlDoes::kText:
        Put(macro.mark, at_ - 1 - macro.name.size());
        break;
      case YodlDoes::kInclude: {
        const size_t end = std::min(line_.text.find(')', at_), line_.text.size());
        out_.limits().ReportInclude(line_.number, macro.name, line_.text.substr(at_, end - at_));
        ++dropped_;
        break;
      }
      case YodlDoes::kDrop:
        ++dropped_;
        break;
      case YodlDoes::kShow:
        break;
    }
    open_.push_back(argument);
  }

  // A ")" at `paren`: ends the innermost argument; a "(" directly after it begins the next one.
  // With a blank between them, "item(a) (b)", the second parenthesis is text, as in Yodl.
  void Close(size_t paren) {
    if (overflow_ > 0) {
      --overflow_;
      return;
    }
    if (open_.empty()) {
      // A parenthesis alone on its line closes what LeaveUnclosed has ended.
      if (Trim(line_.text) != ")") Put(")", paren);
      return;
    }
    const Argument last = open_.back();
    if (last.macro == nullptr) Put(")", paren);
    if (last.macro != nullptr && last.macro->does == YodlDoes::kReference && last.number == 2) {
      Put(")", paren);
    }
    Pop();
    const bool more = at_ < line_.text.size() && line_.text[at_] == '(';
    if (last.macro != nullptr && more && last.number < last.macro->arguments) {
      ++at_;
      Push(*last.macro, last.number + 1);
    }
  }

  // Ends the innermost argument.
  void Pop() {
    const Argument last = open_.back();
    open_.pop_back();
    if (last.macro == nullptr) return;
    switch (last.macro->does) {
      case YodlDoes::kHeading:
        FlushLine();
        if (last.number < last.macro->arguments) {
          --dropped_;
        } else {
          out_.CloseTo(last.depth);
        }
        break;
      case YodlDoes::kTerm: {
        FlushLine();
        if (last.number == 1) {
          // The name of a term was collected as a paragraph.
          std::vector<Run> term = out_.TakeParagraph();
          const PagePlace place = term.empty() ? PagePlace{last.line, 1}
                                               : PagePlace{term.front().line, term.front().column};
          if (!term.empty()) OpenDefinition(out_, std::move(term), place);
        } else {
          out_.CloseTo(last.depth);
        }
        break;
      }
      case YodlDoes::kItem:
        FlushLine();
        break;
      case YodlDoes::kTerms:
      case YodlDoes::kList:
      case YodlDoes::kGroup:
        FlushLine();
        out_.CloseTo(last.depth);
        break;
      case YodlDoes::kCode:
        FlushLine();
        --code_;
        out_.EndParagraph();
        break;
      case YodlDoes::kDrop:
      case YodlDoes::kInclude:
        --dropped_;
        break;
      case YodlDoes::kMark:
      case YodlDoes::kReference:
        marks_ = last.before;
        break;
      default:
        break;
    }
  }

  std::vector<SourceLine> lines_;
  DocumentBuilder out_;
  RunWriter writer_;
  SourceLine line_;
  size_t at_ = 0;
  Marks marks_;
  std::string code_line_;
  std::vector<Argument> open_;
  size_t overflow_ = 0;  // the number of open parentheses beyond kMaxOpen
  int code_ = 0;         // the number of open examples
  int dropped_ = 0;      // the number of open arguments that are skipped
};

constexpr std::string_view kYodlEndings[] = {"yo"};
constexpr std::string_view kYodlComments[] = {"COMMENT("};

}  // namespace

extern constexpr PageFormat kYodlFormat = {
    .rank = 65,
    .name = "yodl",
    .title = "Yodl",
    .files = "{}",
    .endings = kYodlEndings,
    .comments = kYodlComments,
    .read =
        [](const PageInput& page) {
          PageLimits limits(page.file, page.diagnostics);
          return YodlReader(limits, page.text).Read();
        },
    .passes = PassesBlankLine,
};

}  // namespace flagcensus
