// Markdown → Document, with cmark-gfm (CommonMark 0.29 and GitHub's tables, strikethrough and task
// lists), the parser that GitHub itself renders with.
//
//   heading, paragraph, list, item, quote, code   → the same blocks
//   table                                         → kTable, the first row is the header
//   "term\n: text" in a paragraph                 → kDefinition (the form that extensions share)
//   ```{envvar} NAME (MyST)                       → kDirective; notes and tabs → kQuote
//   HTML blocks                                   → the blocks of the HTML reader
//   MDX: <ParamField path="NAME" default="1">     → kRecord; comments in braces are omitted
//
// The page is read in chunks, see markdown_guard.cc. Inline text and its places are read in
// markdown_inline.cc.
#include "analyzer/pages/markdown/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/pages/detect_format.h"
#include "analyzer/pages/document_builder.h"
#include "analyzer/pages/html/html.h"
#include "analyzer/pages/markdown/doxygen.h"
#include "analyzer/pages/markdown/markdown_guard.h"
#include "analyzer/pages/markdown/markdown_inline.h"
#include "analyzer/pages/markdown/markdown_tidy.h"
#include "analyzer/pages/markdown/mdx.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/pages/rst/rst.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

struct FreeNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
using NodePtr = std::unique_ptr<cmark_node, FreeNode>;

// Parses a chunk, with the extensions of GitHub that pages use. The registration of extensions is
// global and not safe for threads.
NodePtr Parse(const std::string& text) {
  static std::once_flag registered;
  std::call_once(registered, cmark_gfm_core_extensions_ensure_registered);
  cmark_parser* parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8);
  for (const char* name : {"table", "strikethrough", "tasklist"}) {
    if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name)) {
      cmark_parser_attach_syntax_extension(parser, extension);
    }
  }
  cmark_parser_feed(parser, text.data(), text.size());
  NodePtr root(cmark_parser_finish(parser));
  cmark_parser_free(parser);
  return root;
}

// Nodes of extensions have no constants, only names.
bool IsType(cmark_node* node, const char* type) {
  return std::strcmp(cmark_node_get_type_string(node), type) == 0;
}

// Converts the tree of cmark to blocks. Recursive; the depth is that of blocks.
class MarkdownReader {
 public:
  // `file` and `diagnostics` are for parts in a different format, such as reStructuredText in a
  // fence.
  MarkdownReader(DocumentBuilder& out, const MarkdownPage& page, std::string_view file,
                 std::vector<Diagnostic>& diagnostics)
      : out_(out), page_(page), file_(file), diagnostics_(diagnostics) {}

  // Reads `text`; its line 1 is line `shift` + 1 of the page.
  void ReadText(const std::string& text, int shift) {
    const NodePtr root = Parse(text);
    if (root == nullptr) return;
    const std::vector<std::string_view> lines = Split(text, '\n');
    Source source{shift, lines};
    ReadSiblings(cmark_node_first_child(root.get()), source);
  }

 private:
  struct Source {
    int shift;                                   // page line = cmark's line + shift
    const std::vector<std::string_view>& lines;  // the lines that cmark parsed
  };

  // At least 1:1, since cmark reports 0 for nodes that it has created itself.
  static PagePlace PlaceOf(cmark_node* node, const Source& source) {
    return {std::max(1, cmark_node_get_start_line(node) + source.shift),
            std::max(1, cmark_node_get_start_column(node))};
  }

  // Adds `node` and those after it. Definitions with a blank line inside are joined afterwards.
  void ReadSiblings(cmark_node* node, const Source& source) {
    const size_t first = out_.siblings().size();
    while (node != nullptr && !out_.limits().full()) node = ReadBlock(node, source);
    JoinDefinitions(out_.siblings(), first);
  }

  // Adds the blocks of `node` and returns the sibling to continue with.
  cmark_node* ReadBlock(cmark_node* node, const Source& source) {
    cmark_node* next = cmark_node_next(node);
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HEADING || type == CMARK_NODE_PARAGRAPH) {
      out_.Add(TextBlock(node, source));
    } else if (type == CMARK_NODE_CODE_BLOCK) {
      ReadFence(node, source);
    } else if (type == CMARK_NODE_HTML_BLOCK) {
      return ReadHtmlBlocks(node, source);
    } else if (IsType(node, "table")) {
      ReadTable(node, source);
    } else if (type == CMARK_NODE_LIST) {
      ReadInside(node, source, Part::kList);
    } else if (type == CMARK_NODE_ITEM) {
      ReadInside(node, source, Part::kItem);
    } else if (type == CMARK_NODE_BLOCK_QUOTE) {
      ReadInside(node, source, Part::kGroup);
    }
    return next;  // the others are thematic breaks
  }

  // A heading or a paragraph with its text, without the marks of extensions.
  Block TextBlock(cmark_node* node, const Source& source) const {
    const PagePlace place = PlaceOf(node, source);
    // A paragraph may turn out to be a definition, and the start of one an alert.
    Block block;
    block.line = place.line;
    block.column = place.column;
    block.inlines = ReadInlines(node, source);
    DropAttributes(block.inlines);
    if (cmark_node_get_type(node) == CMARK_NODE_HEADING) {
      block.kind = Block::Kind::kHeading;
      block.level = cmark_node_get_heading_level(node);
    } else {
      if (BeginsQuote(node)) DropAlert(block);
      SplitDefinition(block);
    }
    return block;
  }

  // Adds a list, an item or a quote with the blocks in it.
  void ReadInside(cmark_node* node, const Source& source, Part part) {
    const PagePlace place = PlaceOf(node, source);
    // An item is never too deep if its list is not.
    if (part != Part::kItem && !out_.MayNest(place.line)) return Flatten(node, source);
    out_.Open(part, place);
    ReadSiblings(cmark_node_first_child(node), source);
    out_.Close();
  }

  // Adds the paragraphs below `node` without their structure, which is nested too deep.
  void Flatten(cmark_node* node, const Source& source) {
    cmark_iter* iter = cmark_iter_new(node);
    cmark_event_type event;
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE && !out_.limits().full()) {
      cmark_node* inner = cmark_iter_get_node(iter);
      if (event != CMARK_EVENT_ENTER || cmark_node_get_type(inner) != CMARK_NODE_PARAGRAPH)
        continue;
      Block block;
      block.line = cmark_node_get_start_line(inner) + source.shift;
      block.inlines = ReadInlines(inner, source);
      out_.Add(std::move(block));
    }
    cmark_iter_free(iter);
  }

  // cmark has no places for cells: the text of each cell is searched for in the line of its row.
  void ReadTable(cmark_node* table, const Source& source) {
    out_.Open(Part::kTable, PlaceOf(table, source));
    for (cmark_node* row = cmark_node_first_child(table); row != nullptr && !out_.limits().full();
         row = cmark_node_next(row)) {
      const int line = cmark_node_get_start_line(row) + source.shift;
      Block* block = out_.Open(Part::kRow, {line, 0});
      if (block != nullptr) block->header = IsType(row, "table_header");
      MarkdownCursor cursor = CursorAt(row, source);
      cursor.last_line = cursor.line;  // a row is one line; cmark may report the table's last line
      // The cursor advances cell by cell, so equal texts of two cells have different columns.
      for (cmark_node* cell = cmark_node_first_child(row); cell != nullptr;
           cell = cmark_node_next(cell)) {
        out_.OpenCell({line, 0}, 1, 1);
        out_.AddText(ReadMarkdownInlines(cell, page_, cursor));
        out_.Close();
        SkipPipe(page_, cursor);
      }
      out_.Close();
    }
    out_.Close();
  }

  // The lines of the page in which the runs of a block are searched for.
  MarkdownCursor CursorAt(cmark_node* node, const Source& source) const {
    const int first = std::max(0, cmark_node_get_start_line(node) + source.shift - 1);
    const int last = std::max(first, cmark_node_get_end_line(node) + source.shift - 1);
    return {static_cast<size_t>(first), static_cast<size_t>(last), 0};
  }

  // The runs of a heading or paragraph, with their places.
  std::vector<Run> ReadInlines(cmark_node* node, const Source& source) const {
    MarkdownCursor cursor = CursorAt(node, source);
    std::vector<Run> runs = ReadMarkdownInlines(node, page_, cursor);
    out_.limits().Count(runs.size());
    return runs;
  }

  static bool BeginsQuote(cmark_node* node) {
    cmark_node* const parent = cmark_node_parent(node);
    return parent != nullptr && cmark_node_get_type(parent) == CMARK_NODE_BLOCK_QUOTE &&
           cmark_node_previous(node) == nullptr;
  }

  // "[!NOTE]" at the start of a quote is GitHub's mark of an alert and not text.
  static void DropAlert(Block& block) {
    if (block.inlines.empty() || block.inlines.front().code) return;
    std::string& text = block.inlines.front().text;
    const size_t close = text.find(']');
    if (text.starts_with("[!") && close != std::string::npos) text.erase(0, close + 1);
  }

  // "term" above ": text" → kDefinition with the text as its body. CommonMark has no definitions
  // and reads both lines as one paragraph; the colon must begin a line of the page.
  static void SplitDefinition(Block& block) {
    for (size_t i = 1; i < block.inlines.size(); ++i) {
      Run& run = block.inlines[i];
      if (run.line == block.inlines[i - 1].line || run.code || run.text.size() < 2 ||
          run.text[0] != ':' || (run.text[1] != ' ' && run.text[1] != '\t')) {
        continue;
      }
      block.kind = Block::Kind::kDefinition;
      AddDefinitions(block, i);
      block.inlines.resize(i);
      return;
    }
  }

  // The inlines from `first` on become bodies: each line that begins with ": " begins a body. The
  // fences of a directive without text, ":::{versionadded} 1.2" and ":::", do not become bodies.
  static void AddDefinitions(Block& block, size_t first) {
    for (size_t i = first; i < block.inlines.size(); ++i) {
      Run& run = block.inlines[i];
      const bool begins = i == first || run.line != block.inlines[i - 1].line;
      const std::string_view text = Trim(run.text);
      const bool marked = begins && !run.code && text.starts_with(": ");
      if (i == first || marked) {
        Block body;
        body.line = run.line;
        body.column = run.column;
        block.children.push_back(std::move(body));
      }
      if (marked || i == first) run.text.erase(0, run.text.find(':') + 1);
      if (begins && Trim(run.text).starts_with(":::")) continue;
      block.children.back().inlines.push_back(std::move(run));
    }
    // A body of which only fences remained.
    std::erase_if(block.children, [](const Block& body) { return body.inlines.empty(); });
  }

  // Reads reStructuredText between fences, "```{eval-rst}" (MyST: "How directives parse content").
  // Its line 1 is line `shift` + 1 of the page.
  void ReadRstFence(const std::string& text, int shift) {
    const size_t known = diagnostics_.size();
    Document part = ReadRst(file_, text, diagnostics_);
    // Its diagnostics have the lines of the part.
    for (size_t i = known; i < diagnostics_.size(); ++i) diagnostics_[i].place.line += shift;
    for (Block& block : part.blocks) {
      ShiftLines(block, shift);
      out_.Add(std::move(block));
    }
  }

  // Recursive: blocks nest no deeper than their reader allows.
  // Line 0 means that the place is unknown.
  static void ShiftLines(Block& block, int shift) {
    block.line += shift;
    for (Run& run : block.inlines) {
      if (run.line > 0) run.line += shift;
    }
    for (Block& child : block.children) ShiftLines(child, shift);
  }

  // A code block, or a MyST directive: "```{name} argument", then ":option: value" lines, the body:
  //
  //   ```{envvar} APP_HOME
  //   :no-index:                ─→  directive "envvar" with the run APP_HOME; its body is a
  //   The data directory.           paragraph
  //   ```
  void ReadFence(cmark_node* node, const Source& source) {
    const PagePlace place = PlaceOf(node, source);
    const char* info_text = cmark_node_get_fence_info(node);
    const std::string_view info = Trim(info_text == nullptr ? "" : info_text);
    int fence_length = 0;
    int fence_offset = 0;
    char fence_mark = 0;
    const bool fenced = cmark_node_get_fenced(node, &fence_length, &fence_offset, &fence_mark) != 0;
    const int first = place.line + (fenced ? 1 : 0);
    const size_t close = info.find('}');
    if (!info.starts_with('{') || close == std::string_view::npos || !out_.MayNest(place.line)) {
      Block block;
      block.kind = Block::Kind::kCode;
      block.label = info.substr(0, info.find_first_of(" \t,{"));
      block.text = LiteralOf(node);
      block.line = block.text.empty() ? place.line : first;  // a fence may be the last line
      block.column = place.column;
      out_.Add(std::move(block));
      return;
    }
    const std::string name = ToLower(info.substr(1, close - 1));
    if (name == "eval-rst") return ReadRstFence(std::string(LiteralOf(node)), first - 1);
    // Directives with a name as their argument; all others are groups around their content.
    const bool names = name == "envvar" || name == "data" || name == "option" || name == "confval";
    // Their content is not prose and is skipped. Code in them is not searched for examples.
    static constexpr std::string_view kCodes[] = {"code",    "code-block",     "code-cell", "math",
                                                  "mermaid", "literalinclude", "toctree"};
    if (std::find(std::begin(kCodes), std::end(kCodes), name) != std::end(kCodes)) return;
    Block* block = out_.Open(Part::kGroup, place);
    if (block != nullptr) block->label = name;
    if (block != nullptr && names) {
      block->kind = Block::Kind::kDirective;
      Run run;
      run.text = Trim(info.substr(close + 1));
      run.code = true;
      const size_t line = static_cast<size_t>(place.line) - 1;
      MarkdownCursor cursor{line, line, 0};
      LocateRun(page_, run, cursor);
      block->inlines.push_back(std::move(run));
    }
    // Options become blank lines, so the body keeps its lines.
    std::string body;
    bool options = true;
    for (const std::string_view line : Split(LiteralOf(node), '\n')) {
      options = options && Trim(line).starts_with(':');
      if (!options) body += line;
      body += '\n';
    }
    ReadText(body, first - 1);
    out_.Close();
  }

  // An HTML block, together with the blocks up to the one that closes its table or list. cmark ends
  // an HTML block at a blank line, so a table with blank lines between its rows is several blocks.
  cmark_node* ReadHtmlBlocks(cmark_node* node, const Source& source) {
    cmark_node* next = cmark_node_next(node);
    const std::string opening = ToLower(LiteralOf(node));
    if (opening.starts_with("<!--")) return next;
    int last = cmark_node_get_end_line(node);
    for (const std::string_view tag : {"table", "dl", "ul", "ol"}) {
      const std::string open = "<" + std::string(tag);
      const std::string close = "</" + std::string(tag);
      const size_t at = opening.rfind(open);
      // The tag that the block opens last and does not close. The table comes first, since its
      // cells may contain lists.
      if (at == std::string::npos || opening.find(close, at) != std::string::npos) continue;
      // Without a closing tag the search would go to the end of the page for each block.
      constexpr int kMaxSiblings = 500;
      int looked = 0;
      for (cmark_node* later = next; later != nullptr && looked < kMaxSiblings;
           later = cmark_node_next(later), ++looked) {
        if (cmark_node_get_type(later) != CMARK_NODE_HTML_BLOCK ||
            ToLower(LiteralOf(later)).find(close) == std::string::npos) {
          continue;
        }
        last = cmark_node_get_end_line(later);
        next = cmark_node_next(later);
        break;
      }
      break;
    }
    const int first = cmark_node_get_start_line(node);
    std::string html;
    for (int i = first; i <= last && i <= static_cast<int>(source.lines.size()); ++i) {
      html += source.lines[static_cast<size_t>(i) - 1];
      html += '\n';
    }
    ReadHtmlFragment(out_, html, first + source.shift);
    return next;
  }

  DocumentBuilder& out_;
  const MarkdownPage& page_;
  std::string_view file_;
  std::vector<Diagnostic>& diagnostics_;
};

}  // namespace

// MDX is removed, the rest is guarded and cut into chunks, and each chunk is parsed. The records of
// MDX components are inserted last, by their lines.
Document ReadMarkdown(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics) {
  std::vector<MdxComponent> components;
  std::string plain;
  // MDX is not restricted to .mdx: sites write components into .md as well.
  if (MayBeMdx(text)) {
    plain = WithoutMdx(text, &components);
    text = plain;
  }
  const MarkdownPage page = PrepareMarkdown(file, text, diagnostics);
  PageLimits limits(file, diagnostics);
  DocumentBuilder out(limits);
  // The title in the front matter is the heading that the site renders.
  if (!page.title.empty()) {
    Block title;
    title.kind = Block::Kind::kHeading;
    title.level = 1;
    title.line = page.title_line;
    title.column = 1;
    Run& run = title.inlines.emplace_back();
    run.text = page.title;
    run.line = page.title_line;
    out.Add(std::move(title));
  }
  MarkdownReader reader(out, page, file, diagnostics);
  for (const MarkdownChunk& chunk : page.chunks) {
    if (limits.full()) break;
    reader.ReadText(chunk.text, chunk.first_line - 1 - chunk.repeated_lines);
  }
  Document document = out.Finish();
  PlaceMdxComponents(std::move(components), document.blocks);
  return document;
}

namespace {

// ATX headings, fences, delimiter rows, links, single back-quotes, "**bold**:". A fence and the
// delimiter row of a table are the surest signs. Two back-quotes are reStructuredText's.
int MarkdownMarks(std::string_view line, std::string_view /*above*/) {
  int marks = 0;
  const size_t hashes = std::min(line.find_first_not_of('#'), line.size());
  if (hashes >= 1 && hashes <= 6 && hashes < line.size() && line[hashes] == ' ') marks += 2;
  if (line.starts_with("```") && line.find("```", 3) == std::string_view::npos) marks += 3;
  if (line.find("](") != std::string_view::npos) marks += 2;
  if (line.size() > 4 && line.find_first_not_of("|-: ") == std::string_view::npos &&
      line.find('|') != std::string_view::npos && line.find("--") != std::string_view::npos) {
    marks += 3;
  }
  const size_t doubles = CountOf(line, "``");
  const size_t singles = CountOf(line, "`") - 2 * doubles;
  const bool role =
      line.find(":`") != std::string_view::npos || line.find("`_") != std::string_view::npos;
  if (singles >= 2 && doubles == 0 && !role) marks += 1;
  if (line.starts_with("**") && doubles == 0) marks += 1;
  if (line.starts_with("- [") || line.starts_with("* [")) marks += 1;
  return marks;
}

constexpr std::string_view kMarkdownEndings[] = {"md",   "markdown", "mdown", "mkd",
                                                 "mdwn", "mdx",      "qmd",   "rmd"};
constexpr std::string_view kMarkdownComments[] = {"<!--", "{/*"};  // the second one in MDX

}  // namespace

extern constexpr PageFormat kMarkdownFormat = {
    .rank = 10,
    .name = "markdown",
    .title = "Markdown",
    .endings = kMarkdownEndings,
    .comments = kMarkdownComments,
    .read =
        [](const PageInput& page) {
          return HasDoxygenCommands(page.text)
                     ? ReadMarkdownWithCommands(page.file, page.text, page.diagnostics)
                     : ReadMarkdown(page.file, page.text, page.diagnostics);
        },
    .detect = {.marks = MarkdownMarks},
    .passes = PassesBlankLine,
    .fences = true,
    .tables = TableMarkup::kPipes,
    .markup = "markdown",
};

}  // namespace flagcensus
