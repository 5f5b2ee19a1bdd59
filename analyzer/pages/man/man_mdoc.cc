// mdoc(7) macros → blocks and runs.
//
// The words of a line are read in man_mdoc_words.cc. The lists (.Bl ... .El) are told by their
// type: items, tagged (definitions) or columns (a table).
#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/pages/man/man_page.h"
#include "analyzer/pages/page_lines.h"

namespace flagcensus {
namespace {

void BeginList(ManPage& page, const std::vector<RoffWord>& words) {
  std::string_view type = "-item";
  constexpr std::array<std::string_view, 11> kTypes = {"-tag",    "-hang", "-ohang",  "-inset",
                                                       "-diag",   "-item", "-bullet", "-dash",
                                                       "-hyphen", "-enum", "-column"};
  for (const RoffWord& word : words) {
    if (std::find(kTypes.begin(), kTypes.end(), word.text) != kTypes.end()) {
      type = word.text;
      break;
    }
  }
  if (type == "-column") {
    Open(page, ManFrame::kTable, Block::Kind::kTable);
  } else if (type == "-item" || type == "-bullet" || type == "-dash" || type == "-hyphen" ||
             type == "-enum") {
    Open(page, ManFrame::kList, Block::Kind::kList);
  } else {
    Open(page, ManFrame::kEntries, Block::Kind::kQuote, true);
  }
}

// The innermost frame that .It and .El belong to, as an index; 0 where there is none.
size_t InnermostList(const ManPage& page) {
  for (size_t at = page.open.size(); at-- > 1;) {
    const ManFrame frame = page.open[at].frame;
    if (frame == ManFrame::kList || frame == ManFrame::kEntries || frame == ManFrame::kTable) {
      return at;
    }
  }
  return 0;
}

void AddRow(ManPage& page, const std::vector<RoffWord>& words) {
  if (!Open(page, ManFrame::kRow, Block::Kind::kRow)) {
    --page.skipped;
    return;
  }
  std::vector<RoffWord> cell_words;
  const auto end_cell = [&] {
    Block cell;
    cell.kind = Block::Kind::kCell;
    cell.line = page.line;
    cell.column = cell_words.empty() ? 0 : cell_words.front().column;
    cell.inlines = ReadMdocWords(page, cell_words);
    page.parts += 1 + cell.inlines.size();
    page.open.back().block.children.push_back(std::move(cell));
    cell_words.clear();
  };
  for (const RoffWord& word : words) {
    if (word.text == "Ta" && !word.quoted) {
      end_cell();
    } else {
      cell_words.push_back(word);
    }
  }
  end_cell();
  Close(page);
}

void BeginItem(ManPage& page, const std::vector<RoffWord>& words) {
  EndParagraph(page);
  if (page.skipped > 0) return AddText(page, ReadMdocWords(page, words));
  const size_t list = InnermostList(page);
  if (list == 0) return AddText(page, ReadMdocWords(page, words));
  // The item before goes on where it has nothing to say: several tags, one body.
  if (page.open.back().frame == ManFrame::kDefinition && page.open.size() == list + 2 &&
      page.open.back().block.children.empty() && !page.open.back().block.inlines.empty()) {
    Block& block = page.open.back().block;
    return JoinRuns(block.inlines, ReadMdocWords(page, words), ", ");
  }
  while (page.open.size() > list + 1) Close(page);
  const ManFrame frame = page.open[list].frame;
  if (frame == ManFrame::kTable) return AddRow(page, words);
  const bool entries = frame == ManFrame::kEntries;
  if (!Open(page, entries ? ManFrame::kDefinition : ManFrame::kItem,
            entries ? Block::Kind::kDefinition : Block::Kind::kItem)) {
    --page.skipped;
    return AddText(page, ReadMdocWords(page, words));
  }
  if (!entries) return AddText(page, ReadMdocWords(page, words));
  Block& block = page.open.back().block;
  block.inlines = ReadMdocWords(page, words);
  if (!block.inlines.empty()) block.column = block.inlines.front().column;
}

void EndList(ManPage& page) {
  EndParagraph(page);
  if (page.skipped > 0) return Close(page);
  const size_t list = InnermostList(page);
  if (list > 0) CloseTo(page, page.open[list].frame, true);
}

}  // namespace

void ReadMdocMacro(ManPage& page, std::string_view name, const std::vector<RoffWord>& words) {
  page.roff.font = {};
  if (name == "Sh" || name == "Ss") {
    CloseAll(page);
    page.unfilled = false;
    return AddHeading(page, name == "Sh" ? 2 : 3, ReadMdocWords(page, words));
  }
  if (name == "Pp" || name == "Lp" || name == "sp") return EndParagraph(page);
  if (name == "Bl") return BeginList(page, words);
  if (name == "It") return BeginItem(page, words);
  if (name == "El") return EndList(page);
  if (name == "Bd") {
    Open(page, ManFrame::kIndent, Block::Kind::kQuote, true);
    page.unfilled = std::any_of(words.begin(), words.end(), [](const RoffWord& word) {
      return word.text == "-literal" || word.text == "-unfilled";
    });
    return;
  }
  if (name == "Ed") {
    EndParagraph(page);
    page.unfilled = false;
    if (page.skipped > 0) return Close(page);
    return CloseTo(page, ManFrame::kIndent, true);
  }
  if (name == "Dl" || name == "D1") {
    EndParagraph(page);
    const bool before = page.unfilled;
    page.unfilled = true;
    AddText(page, ReadMdocWords(page, words));
    EndParagraph(page);
    page.unfilled = before;
    return;
  }
  if (name == "Nd") {
    std::vector<Run> runs = ReadMdocWords(page, words);
    Run dash;
    dash.text = "– ";
    dash.line = page.line;
    runs.insert(runs.begin(), std::move(dash));
    return AddText(page, std::move(runs));
  }
  if (name == "Os" || name == "Dd" || name == "Dt" || name == "Sm" || name == "Rs" ||
      name == "Re" || name.starts_with('%') || name == "nr") {
    return;
  }
  if (name == "Ex" || name == "Rv") return;  // standard sentences about the exit status
  if (name.size() > 3 || name.empty() || !IsUpper(name[0])) return;
  AddText(page, ReadMdocCall(page, name, words));
}

}  // namespace flagcensus
