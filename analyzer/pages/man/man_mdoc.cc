// mdoc(7) macros → blocks and runs.
//
// The words of a line are read in man_mdoc_words.cc. The lists (.Bl ... .El) are told by their
// type: items, tagged (definitions) or columns (a table).
#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/pages/man/man_page.h"

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
    Open(page, Part::kTable);
  } else if (type == "-item" || type == "-bullet" || type == "-dash" || type == "-hyphen" ||
             type == "-enum") {
    Open(page, Part::kList);
  } else {
    Open(page, Part::kTerms);
  }
}

// The list that .It and .El belong to; kPage if there is none.
Part InnermostList(const ManPage& page) {
  return page.out.Innermost({Part::kList, Part::kTerms, Part::kTable});
}

void AddRow(ManPage& page, const std::vector<RoffWord>& words) {
  Open(page, Part::kRow);
  std::vector<RoffWord> cell;
  const auto end_cell = [&] {
    page.out.Open(Part::kCell, {page.line, cell.empty() ? 0 : cell.front().column});
    page.out.AddText(ReadMdocWords(page, cell));
    page.out.Close();
    cell.clear();
  };
  for (const RoffWord& word : words) {
    if (word.text == "Ta" && !word.quoted) {
      end_cell();
    } else {
      cell.push_back(word);
    }
  }
  end_cell();
  page.out.Close();
}

void BeginItem(ManPage& page, const std::vector<RoffWord>& words) {
  EndParagraph(page);
  const Part list = InnermostList(page);
  if (list == Part::kPage) return AddText(page, ReadMdocWords(page, words));
  // The item before goes on where it has nothing to say: several tags, one body.
  if (page.out.part() == Part::kDefinition && !page.out.IsDeep() && page.out.siblings().empty() &&
      !page.out.block().inlines.empty()) {
    return AddTerms(page, ReadMdocWords(page, words));
  }
  page.out.CloseInside(list);
  if (list == Part::kTable) return AddRow(page, words);
  const bool terms = list == Part::kTerms;
  const Block* item = Open(page, terms ? Part::kDefinition : Part::kItem);
  if (item == nullptr || !terms) return AddText(page, ReadMdocWords(page, words));
  AddTerms(page, ReadMdocWords(page, words));
}

void EndList(ManPage& page) {
  EndParagraph(page);
  if (const Part list = InnermostList(page); list != Part::kPage) page.out.CloseThrough(list);
}

}  // namespace

void ReadMdocMacro(ManPage& page, std::string_view name, const std::vector<RoffWord>& words) {
  page.roff.font = {};
  if (name == "Sh" || name == "Ss") {
    EndParagraph(page);
    page.out.CloseTo(0);
    page.unfilled = false;
    return page.out.AddHeading(name == "Sh" ? 2 : 3, ReadMdocWords(page, words));
  }
  if (name == "Pp" || name == "Lp" || name == "sp") return EndParagraph(page);
  if (name == "Bl") return BeginList(page, words);
  if (name == "It") return BeginItem(page, words);
  if (name == "El") return EndList(page);
  if (name == "Bd") {
    Open(page, Part::kGroup, true);
    page.unfilled = std::any_of(words.begin(), words.end(), [](const RoffWord& word) {
      return word.text == "-literal" || word.text == "-unfilled";
    });
    return;
  }
  if (name == "Ed") {
    EndParagraph(page);
    page.unfilled = false;
    return page.out.CloseThrough(Part::kGroup);
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
