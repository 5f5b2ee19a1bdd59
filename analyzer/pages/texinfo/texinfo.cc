// Texinfo → Document.
//
//   @section Environment        kHeading
//   @table @env                 each @item is a term with the marks of @env: role envvar
//   @item APP_HOME
//   @itemx APP_ROOT             another term of the same body
//   the directory @dots{}
//   @end table
//   @defvr {Environment Variable} APP_PORT    kDirective "envvar", up to @end defvr
//   @example ... @end example   kCode
//
// After the Texinfo manual (GNU). A line is read by the command that it begins with
// (texinfo_commands.cc); of an unknown command, the text remains. Macros are not run. A macro with
// a body that only marks its argument is an alias of that mark; of others, the arguments remain.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/line_markup.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/pages/texinfo/texinfo_commands.h"
#include "analyzer/pages/texinfo/texinfo_inline.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// Reads the lines of a page one by one. Blocks of code and skipped parts are read up to their end.
class TexinfoReader {
 public:
  TexinfoReader(PageLimits& limits, std::string_view text)
      : lines_(SourceLinesOf(text, limits)), out_(limits) {}

  Document Read() {
    FindEnds();
    for (; at_ < lines_.size() && !out_.limits().full(); ++at_) {
      if (!ReadLine(lines_[at_])) break;
    }
    return out_.Finish();
  }

 private:
  // Reads a line; false at the end of the page.
  bool ReadLine(const SourceLine& whole) {
    const SourceLine line = whole.From(whole.margin());
    const std::string_view name = TexinfoCommand(line.text);
    const size_t behind = 1 + name.size();
    const bool braces = behind < line.text.size() && line.text[behind] == '{';
    const SourceLine rest = line.From(
        std::min(line.text.find_first_not_of(" \t", behind), std::max(behind, line.text.size())));
    // Inside code and skipped parts, only their end counts.
    if (!code_.empty() || !skipped_.empty()) {
      if (!EndsVerbatim(name, rest)) {
        if (!code_.empty()) AddCode(whole);
        return true;
      }
      if (name == "end") return true;
    }
    if (line.text.empty()) {
      EndParagraph();
      return true;
    }
    if (name == "bye") return false;
    if (line.text.starts_with("\\input")) return true;
    if (name == "end") {
      End(FirstWord(rest.text));
    } else if (name == "item" || name == "itemx" || name == "headitem" || name == "tab") {
      Item(name, rest);
    } else if (name == "include" || name == "verbatiminclude") {
      out_.limits().ReportInclude(line.number, "@" + std::string(name), rest.text);
    } else if (name == "set" || name == "alias") {
      Define(name, rest.text);
    } else if (const TexinfoCommandRow* row = name.empty() ? nullptr : FindTexinfoCommand(name);
               // With braces, "@center{text}" is inline markup of its text, except for these kinds.
               row != nullptr &&
               (!braces || row->does == TexinfoDoes::kText ||
                row->does == TexinfoDoes::kDefinition || row->does == TexinfoDoes::kTable)) {
      Take(*row, name, line, rest);
    } else if (menu_ && line.text.starts_with("* ")) {
      OpenItem(out_, line.place());
      AddText(line.From(2));
    } else {
      AddText(line);
    }
    return true;
  }

  // "env foo" ─→ "env"
  static std::string_view FirstWord(std::string_view text) {
    return text.substr(0, text.find_first_of(" \t"));
  }

  // Text directly in a table is that of its last cell.
  // The line may have further "@tab" of the row, as Texinfo allows them on any line.
  void AddText(const SourceLine& line) {
    if (InnermostList(out_) == Part::kTable) return AddCells(line);
    out_.AddText(ReadTexinfoText(text_, line, {}));
  }

  void EndParagraph() {
    out_.EndParagraph();
    ResetBraces(text_);
  }

  // Reads a line that begins with a command of the table.
  // A block of code, or a skipped one, is only opened here: ReadLine passes its lines to
  // EndsVerbatim.
  void Take(const TexinfoCommandRow& row, std::string_view name, const SourceLine& line,
            const SourceLine& rest) {
    if (row.does == TexinfoDoes::kNothing) {
      // Comments and index entries may be written within a paragraph.
      if (row.level == 0 && name != "c" && name != "comment" && !name.ends_with("index")) {
        EndParagraph();
      }
      return;
    }
    if (row.does == TexinfoDoes::kText) return AddText(rest);
    EndParagraph();
    switch (row.does) {
      case TexinfoDoes::kHeading:
        out_.CloseTo(0);
        menu_ = false;
        out_.AddHeading(row.level, ReadTexinfoText(text_, rest, {}));
        ResetBraces(text_);
        return;
      case TexinfoDoes::kTerms:
        OpenNested(out_, Part::kTerms, line.place());
        formats_.push_back(TexinfoMarks(text_, FirstWord(rest.text)));
        return;
      case TexinfoDoes::kList:
      case TexinfoDoes::kMenu:
        menu_ = menu_ || row.does == TexinfoDoes::kMenu;
        OpenNested(out_, Part::kList, line.place());
        return;
      case TexinfoDoes::kTable:
        OpenNested(out_, Part::kTable, line.place());
        return;
      case TexinfoDoes::kCode:
      case TexinfoDoes::kVerbatim:
      case TexinfoDoes::kSkipped:
        (row.does == TexinfoDoes::kSkipped ? skipped_ : code_) = name;
        verbatim_ = row.does == TexinfoDoes::kVerbatim;
        began_ = line.number;
        // The body of a macro is skipped, but examined for its marks.
        if (name.ends_with("macro")) macro_ = FirstWord(rest.text.substr(0, rest.text.find('{')));
        return;
      case TexinfoDoes::kGroup:
        OpenNested(out_, Part::kGroup, line.place());
        return;
      case TexinfoDoes::kDefinition:
        return OpenDirective(name, rest);
      case TexinfoDoes::kNothing:
      case TexinfoDoes::kText:
        return;
    }
  }

  // Whether the line ends the open block: its @end, another beginning of its kind, or, for an
  // example, the next section. The latter two are then read as usual.
  bool EndsVerbatim(std::string_view name, const SourceLine& rest) {
    std::string& open = code_.empty() ? skipped_ : code_;
    // A block ends regularly, at another beginning of its kind, or at a section.
    const bool closed = name == "end" && FirstWord(rest.text) == open;
    const TexinfoCommandRow* row = verbatim_ || name.empty() ? nullptr : FindTexinfoCommand(name);
    // Without an end on the rest of the page, a section ends any block.
    const auto last = last_ends_.find(open);
    const bool endless = last == last_ends_.end() || last->second < at_;
    if (endless && row == nullptr && !name.empty()) row = FindTexinfoCommand(name);
    const bool section = row != nullptr && (!code_.empty() || endless) &&
                         (row->does == TexinfoDoes::kHeading || name == "node");
    if (!closed && name != open && !section) {
      // "@macro opt{name}", "@option{\name\}": the last such line makes the macro an alias.
      if (!macro_.empty() && !name.empty() && rest.text.starts_with('{'))
        Define("alias", macro_ + "=" + std::string(name));
      return false;
    }
    if (!closed) out_.limits().ReportNotClosed(began_, "@" + open);
    EndParagraph();
    open.clear();
    macro_.clear();
    verbatim_ = false;
    return true;
  }

  // Finds the last @end of each kind, so a block without an end is recognised at its
  // beginning.
  void FindEnds() {
    constexpr std::string_view kEnd = "@end ";
    for (size_t at = 0; at < lines_.size(); ++at) {
      const SourceLine line = lines_[at].From(lines_[at].margin());
      if (!line.text.starts_with(kEnd)) continue;
      const SourceLine rest = line.From(kEnd.size());
      last_ends_[FirstWord(rest.From(rest.margin()).text)] = at;
    }
  }

  // A line of an example, in which commands are resolved, or of a verbatim block.
  void AddCode(const SourceLine& line) {
    if (verbatim_) return out_.AddCode(line.text, line.place());
    const std::string_view name = TexinfoCommand(line.text);
    if (!name.empty() && line.text.find('{') == std::string_view::npos) {
      // @group, @end group, @c: not text of the example.
      if (name == "end" || name == "group" || name == "c" || name == "comment" ||
          name.ends_with("index")) {
        return;
      }
    }
    out_.AddCode(TexinfoPlainText(text_, line), line.place());
    ResetBraces(text_);
  }

  // "@end name" closes the innermost part of its kind.
  void End(std::string_view name) {
    EndParagraph();
    const TexinfoCommandRow* row = FindTexinfoCommand(name);
    if (row == nullptr) return;
    switch (row->does) {
      case TexinfoDoes::kTerms:
        if (!formats_.empty()) formats_.pop_back();
        return out_.CloseThrough(Part::kTerms);
      case TexinfoDoes::kMenu:
        menu_ = false;
        return out_.CloseThrough(Part::kList);
      case TexinfoDoes::kList:
        return out_.CloseThrough(Part::kList);
      case TexinfoDoes::kTable:
        return out_.CloseThrough(Part::kTable);
      case TexinfoDoes::kGroup:
      case TexinfoDoes::kDefinition:
        return out_.CloseThrough(Part::kGroup);
      default:
        return;
    }
  }

  // @item, @itemx, @headitem and @tab, in the innermost list or table.
  void Item(std::string_view name, const SourceLine& rest) {
    const Part list = InnermostList(out_);
    if (list != Part::kTable) EndParagraph();
    switch (list) {
      case Part::kTerms: {
        const Marks marks = formats_.empty() ? Marks() : formats_.back();
        std::vector<Run> term = ReadTexinfoText(text_, rest, marks);
        ResetBraces(text_);
        return OpenDefinition(out_, std::move(term), rest.place());
      }
      case Part::kList:
        OpenItem(out_, rest.place());
        return AddText(rest);
      case Part::kTable:
        EndParagraph();
        // A row is @item, its further cells are @tab.
        if (name == "tab") {
          if (out_.part() == Part::kCell) out_.Close();
        } else {
          out_.CloseInside(Part::kTable);
          Block* row = out_.Open(Part::kRow, rest.place());
          if (row != nullptr) row->header = name == "headitem";
        }
        out_.Open(Part::kCell, rest.place());
        return AddCells(rest);
      default:
        return AddText(rest);
    }
  }

  // Adds the text of a line of a table: each "@tab" in it begins the next cell.
  void AddCells(SourceLine line) {
    for (size_t from = 0;;) {
      size_t tab = line.text.find("@tab", from);
      while (tab != std::string_view::npos && tab + 4 < line.text.size() &&
             IsAlnum(line.text[tab + 4])) {
        tab = line.text.find("@tab", tab + 4);
      }
      SourceLine piece = line.From(from);
      if (tab != std::string_view::npos) piece.text = line.text.substr(from, tab - from);
      piece = piece.From(piece.margin());
      piece.text = Trim(piece.text);
      out_.AddText(ReadTexinfoText(text_, piece, {}));
      if (tab == std::string_view::npos || out_.limits().full()) return;
      EndParagraph();
      if (out_.part() == Part::kCell) out_.Close();
      from = tab + 4;
      out_.Open(Part::kCell, line.From(from).place());
    }
  }

  // Stores @set NAME TEXT or @alias NEW=OLD. The number and size of definitions are bounded.
  //
  //   @set PORT 8080        ─→  values: PORT is "8080", for @value{PORT}
  //   @alias env=code       ─→  aliases: env is "code"
  void Define(std::string_view name, std::string_view text) {
    constexpr size_t kMost = 10'000;
    constexpr size_t kLongest = 200;
    auto& table = name == "set" ? text_.values : text_.aliases;
    const size_t end = std::min(text.find_first_of(name == "set" ? " \t" : "="), text.size());
    const std::string_view value = Trim(text.substr(std::min(end + 1, text.size())));
    if (table.size() >= kMost || value.size() > kLongest || end > kLongest) return;
    table.insert_or_assign(std::string(Trim(text.substr(0, end))), std::string(value));
  }

  // "@defvr {Environment Variable} NAME": the category, for commands that have one, then the name.
  // "@defvrx" directly below adds another name to the same directive.
  //
  //   @defvr {Environment Variable} APP_PORT   ─→  kDirective "envvar", "APP_PORT"
  //   @defvrx {Environment Variable} APP_HOST  ─→  the same directive, "APP_PORT, APP_HOST"
  //   @defvar app-port                         ─→  kDirective "data"
  void OpenDirective(std::string_view name, const SourceLine& rest) {
    const bool more = name.ends_with('x') && out_.part() == Part::kGroup && !out_.IsDeep();
    if (name.ends_with('x')) name.remove_suffix(1);
    size_t at = 0;
    // Commands for a category have it as the first argument, in braces if it has several words.
    const std::string category = name == "defvr" || name == "deftypevr" || name == "deffn" ||
                                         name == "deftypefn" || name == "deftp" || name == "defcv"
                                     ? ToLower(Argument(rest.text, at))
                                     : std::string();
    // Typed commands have a type before the name.
    if (name == "deftypevr" || name == "deftypevar" || name == "deftypefn") Argument(rest.text, at);
    const bool variable = name == "defvr" || name == "deftypevr" || name == "defvar" ||
                          name == "deftypevar" || name == "defopt";
    SourceLine shown = rest.From(at);
    shown = shown.From(shown.margin());
    std::vector<Run> term = ReadTexinfoText(text_, shown, {});
    ResetBraces(text_);
    if (more) return JoinRuns(out_.block().inlines, std::move(term), ", ");
    Block* block = OpenNested(out_, Part::kGroup, shown.place());
    if (block == nullptr) return out_.AddText(std::move(term));
    // The category decides whether it is a variable of the environment; without one, the command
    // does.
    block->kind = Block::Kind::kDirective;
    block->label = category.find("environ") != std::string::npos                      ? "envvar"
                   : name == "defopt" || category.find("option") != std::string::npos ? "option"
                   : variable                                                         ? "data"
                                                                                      : "function";
    block->inlines = std::move(term);
  }

  // The argument at `at`, a word or the content of braces; moves `at` after it.
  static std::string_view Argument(std::string_view text, size_t& at) {
    at = std::min(text.find_first_not_of(" \t", at), text.size());
    const bool braces = at < text.size() && text[at] == '{';
    const size_t end =
        std::min(braces ? text.find('}', at) : text.find_first_of(" \t", at), text.size());
    const std::string_view argument =
        braces ? text.substr(at + 1, end - at - 1) : text.substr(at, end - at);
    at = std::min(end + 1, text.size());
    return argument;
  }

  std::vector<SourceLine> lines_;
  DocumentBuilder out_;
  TexinfoText text_;
  size_t at_ = 0;
  std::map<std::string_view, size_t, std::less<>>
      last_ends_;        // for each command, the line of its last @end
  std::string code_;     // the command of the open block of code
  std::string skipped_;  // the command of the block that is skipped
  std::string macro_;    // the macro of the body that is skipped
  bool verbatim_ = false;
  bool menu_ = false;
  int began_ = 0;               // the number of the line of `code_` or `skipped_`
  std::vector<Marks> formats_;  // of the terms of each open table
};

constexpr std::string_view kTexinfoEndings[] = {"texi", "texinfo", "txi"};
constexpr std::string_view kTexinfoComments[] = {"@c", "@comment"};

}  // namespace

extern constexpr PageFormat kTexinfoFormat = {
    .rank = 62,
    .name = "texinfo",
    .title = "Texinfo",
    .files = "{}",
    .endings = kTexinfoEndings,
    .comments = kTexinfoComments,
    .read =
        [](const PageInput& page) {
          PageLimits limits(page.file, page.diagnostics);
          return TexinfoReader(limits, page.text).Read();
        },
    .detect = {.is_text =
                   [](std::string_view text) {
                     return text.starts_with("\\input texinfo") ||
                            text.find("\n@setfilename ") != std::string_view::npos;
                   },
               .marks =
                   [](std::string_view line, std::string_view) {
                     constexpr std::array<std::string_view, 7> kMarks = {
                         "@node ",   "@section ", "@chapter ", "@itemx ",
                         "@table @", "@vtable @", "@end table"};
                     return std::any_of(
                                kMarks.begin(), kMarks.end(),
                                [&](std::string_view mark) { return line.starts_with(mark); })
                                ? 2
                                : 0;
                   }},
    .passes = PassesBlankLine,
};

}  // namespace flagcensus
