// scdoc(5) → Document.
//
//   name(1)                     the preamble, passed over
//   # TITLE, ## TITLE           headings
//   *bold* _underlined_ \*      a '_' within a word is a letter; what \ stands before is itself
//   *NAME*, NAME=<x>            a paragraph; what follows indented by a tab more is its body
//   - item, . item              lists, going on in lines that are indented by two spaces
//   ```                         a block of code, up to the next ```
//   [[ a :[ b, |  c :  d        a table: '[', '|' and ']' begin a row, ':' a cell; then its
//   alignment ; text                      a comment
//
// Blocks nest by tabs alone.
#include "analyzer/pages/man/scdoc.h"

#include <algorithm>
#include <cctype>

#include "analyzer/pages/document.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

constexpr int kTab = 8;  // PageText expands tabs

bool IsAlnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

class ScdocReader {
 public:
  ScdocReader(std::string_view file, std::string_view text, std::vector<Diagnostic>& diagnostics)
      : page_(text), file_(file), diagnostics_(diagnostics) {}

  Document Read() {
    Document document;
    while (at_ < page_.lines.size() && !full_) ReadBlocks(0, 0, document.blocks);
    if (full_ || page_.cut) {
      diagnostics_.push_back({"page-too-complex",
                              {std::string(file_), 0, 0},
                              "the page has more than " + std::to_string(kMaxPageParts) +
                                  " blocks or too many lines, only the first are read; split it"});
    }
    return document;
  }

 private:
  const PageLine& Line() const { return page_.lines[std::min(at_, page_.lines.size() - 1)]; }
  static int TabsOf(const PageLine& line) { return line.indent / kTab; }
  static std::string_view TextOf(const PageLine& line) {
    return line.text.substr(static_cast<size_t>(line.indent));
  }
  bool Full() {
    full_ = full_ || ++parts_ > kMaxPageParts;
    return full_;
  }

  // The blocks from here on that are indented by `tabs` or more.
  void ReadBlocks(int tabs, int depth, std::vector<Block>& out) {
    while (at_ < page_.lines.size() && !Full()) {
      const PageLine& line = page_.lines[at_];
      if (TabsOf(line) < tabs) return;
      const std::string_view text = TextOf(line);
      if (text.starts_with(';') || IsPreamble(line)) {
        ++at_;
      } else if (text.starts_with("# ") || text.starts_with("## ")) {
        Block heading = Start(Block::Kind::kHeading);
        const size_t marks = text.find(' ');
        heading.level = static_cast<int>(marks) + 1;
        AddText(line, static_cast<size_t>(line.indent) + marks + 1, heading.inlines);
        out.push_back(std::move(heading));
        ++at_;
      } else if (text.starts_with("```")) {
        Code(out);
      } else if (IsItem(text)) {
        List(out);
      } else if (IsRow(text)) {
        Table(out);
      } else {
        Paragraph(depth, out);
      }
    }
  }

  // "app(1)" on the page's first line.
  bool IsPreamble(const PageLine& line) const {
    const size_t open = line.text.find('(');
    return line.number == 1 && open != std::string_view::npos &&
           line.text.substr(0, open).find(' ') == std::string_view::npos;
  }

  static bool IsItem(std::string_view text) {
    return text.starts_with("- ") || text.starts_with(". ");
  }

  static bool IsRow(std::string_view text) {
    return text.size() > 2 && (text[0] == '[' || text[0] == '|' || text[0] == ']') &&
           (text[1] == '[' || text[1] == '-' || text[1] == ']' || text[1] == ' ') && text[2] == ' ';
  }

  Block Start(Block::Kind kind) const {
    Block block;
    block.kind = kind;
    block.line = Line().number;
    block.column = SourceColumn(page_, Line(), Line().column + Line().indent);
    return block;
  }

  void Paragraph(int depth, std::vector<Block>& out) {
    Block block = Start(Block::Kind::kParagraph);
    const int tabs = TabsOf(Line());
    const size_t first = at_;
    do {
      AddText(page_.lines[at_], static_cast<size_t>(page_.lines[at_].indent), block.inlines);
      ++at_;
    } while (at_ < page_.lines.size() && Follows(page_.lines, at_) &&
             TabsOf(page_.lines[at_]) == tabs && !BeginsBlock(TextOf(page_.lines[at_])));
    const bool deeper = at_ < page_.lines.size() && TabsOf(page_.lines[at_]) > tabs;
    // Below a blank line, a body belongs to a line alone.
    if (deeper && depth < kMaxBlockDepth && (Follows(page_.lines, at_) || at_ == first + 1)) {
      block.kind = Block::Kind::kDefinition;
      ReadBlocks(tabs + 1, depth + 1, block.children);
    }
    out.push_back(std::move(block));
  }

  static bool BeginsBlock(std::string_view text) {
    return text.starts_with("# ") || text.starts_with("## ") || text.starts_with("```") ||
           text.starts_with(';') || IsItem(text) || IsRow(text);
  }

  void Code(std::vector<Block>& out) {
    Block block = Start(Block::Kind::kCode);
    const int indent = Line().indent;
    int last = Line().number;
    block.line = last + 1;
    for (++at_; at_ < page_.lines.size(); ++at_) {
      const PageLine& line = page_.lines[at_];
      for (++last; last < line.number; ++last) block.text += '\n';
      if (TextOf(line).starts_with("```")) {
        ++at_;
        break;
      }
      block.text += line.text.substr(static_cast<size_t>(std::min(indent, line.indent)));
      block.text += '\n';
    }
    out.push_back(std::move(block));
  }

  void List(std::vector<Block>& out) {
    Block list = Start(Block::Kind::kList);
    const int tabs = TabsOf(Line());
    while (at_ < page_.lines.size() && !Full() && TabsOf(page_.lines[at_]) == tabs &&
           IsItem(TextOf(page_.lines[at_])) && page_.lines[at_].indent == tabs * kTab) {
      Block item = Start(Block::Kind::kItem);
      Block paragraph = Start(Block::Kind::kParagraph);
      AddText(page_.lines[at_], static_cast<size_t>(page_.lines[at_].indent) + 2,
              paragraph.inlines);
      ++at_;
      while (at_ < page_.lines.size() && Follows(page_.lines, at_) &&
             page_.lines[at_].indent == tabs * kTab + 2) {
        AddText(page_.lines[at_], static_cast<size_t>(page_.lines[at_].indent), paragraph.inlines);
        ++at_;
      }
      item.children.push_back(std::move(paragraph));
      list.children.push_back(std::move(item));
    }
    if (list.children.empty()) {
      ++at_;  // an item's mark where none may stand
      return;
    }
    out.push_back(std::move(list));
  }

  void Table(std::vector<Block>& out) {
    Block table = Start(Block::Kind::kTable);
    const size_t first = at_;
    for (; at_ < page_.lines.size() && (at_ == first || Follows(page_.lines, at_)) && !Full();
         ++at_) {
      const PageLine& line = page_.lines[at_];
      const std::string_view text = TextOf(line);
      const bool row = IsRow(text);
      if (row || (text.starts_with(':') && text.size() > 2)) {
        if (row) table.children.push_back(Start(Block::Kind::kRow));
        table.children.back().children.push_back(Start(Block::Kind::kCell));
      }
      Block& cell = table.children.back().children.back();
      const size_t skip = row || text.starts_with(':') ? std::min<size_t>(3, text.size()) : 0;
      AddText(line, static_cast<size_t>(line.indent) + skip, cell.inlines);
    }
    // scdoc knows no header; the first row is one where all of it is set in bold.
    Block& head = table.children.front();
    head.header = std::all_of(head.children.begin(), head.children.end(), [](const Block& cell) {
      return !cell.inlines.empty() && std::all_of(cell.inlines.begin(), cell.inlines.end(),
                                                  [](const Run& run) { return run.strong; });
    });
    out.push_back(std::move(table));
  }

  // The text of `line` from `from` on, as runs behind `out`.
  void AddText(const PageLine& line, size_t from, std::vector<Run>& out) {
    std::string_view text = line.text;
    if (text.ends_with("++")) text.remove_suffix(2);  // a line's end is to stay one
    // What a line leaves open goes on in the next of its paragraph.
    bool strong = !out.empty() && strong_open_;
    bool underlined = !out.empty() && underline_open_;
    Run run;
    const auto begin = [&](size_t at) {
      if (!run.text.empty() && !Full()) out.push_back(std::move(run));
      run = Run();
      run.strong = strong;
      run.emphasis = underlined;
      run.line = line.number;
      run.column = SourceColumn(page_, line, line.column + static_cast<int>(at));
    };
    begin(from);
    if (!out.empty()) run.text = " ";
    for (size_t at = from; at < text.size(); ++at) {
      const char c = text[at];
      const char next = at + 1 < text.size() ? text[at + 1] : ' ';
      const char before = at > from ? text[at - 1] : ' ';
      if (c == '\\' && at + 1 < text.size()) {
        run.text += text[++at];
      } else if (c == '*') {
        strong = !strong;
        begin(at + 1);
      } else if (c == '_' && (!IsAlnum(before) || (underlined && !IsAlnum(next)))) {
        underlined = !underlined;
        begin(at + 1);
      } else {
        run.text += c;
      }
    }
    if (!run.text.empty() && !Full()) out.push_back(std::move(run));
    strong_open_ = strong;
    underline_open_ = underlined;
  }

  PageText page_;
  std::string_view file_;
  std::vector<Diagnostic>& diagnostics_;
  size_t at_ = 0;  // the next line
  size_t parts_ = 0;
  bool full_ = false;
  bool strong_open_ = false;
  bool underline_open_ = false;
};

}  // namespace

Document ReadScdoc(std::string_view file, std::string_view text,
                   std::vector<Diagnostic>& diagnostics) {
  return ScdocReader(file, text, diagnostics).Read();
}

namespace {

constexpr std::string_view kScdocEndings[] = {"scd"};

}  // namespace

extern constexpr PageFormat kScdocFormat = {
    .rank = 60,
    .name = "scdoc",
    .title = "scdoc",
    .endings = kScdocEndings,
    .read = [](const PageInput& page) { return ReadScdoc(page.file, page.text, page.diagnostics); },
    .manual = true,
};

}  // namespace flagcensus
