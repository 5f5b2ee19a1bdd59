// mdoc(7) macros → blocks and runs.
//
//   .Bl -tag
//   .It Ev APP_HOME            ─→  definition "APP_HOME" (role envvar) > paragraph
//   The data directory.
//   .El
//
// The words of a line are read in man_mdoc_words.cc. A list (.Bl ... .El) becomes items,
// definitions or a table, depending on its type.
#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/pages/man/man_page.h"

namespace flagcensus {
namespace {

// .Bl: the type may be anywhere in its arguments; without a type it is a list of items.
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

// The list that .It and .El belong to; kPage if no list is open.
Part InnermostList(const ManPage& page) {
  return page.out.Innermost({Part::kList, Part::kTerms, Part::kTable});
}

// A row of a list of columns: cells are separated by the word Ta.
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

// .It: an item, a definition with the arguments as its term, or a row.
void BeginItem(ManPage& page, const std::vector<RoffWord>& words) {
  EndParagraph(page);
  const Part list = InnermostList(page);
  if (list == Part::kPage) return AddText(page, ReadMdocWords(page, words));
  // If the definition before has no body yet, the tag is another term of it.
  if (page.out.part() == Part::kDefinition && !page.out.IsDeep() && page.out.siblings().empty() &&
      !page.out.block().inlines.empty()) {
    return AddTerms(page, ReadMdocWords(page, words));
  }
  page.out.CloseInside(list);
  if (list == Part::kTable) return AddRow(page, words);
  // An item of a tagged list begins with its terms, one of another list with its text.
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

// A macro at the start of a line. Macros that mark up words are in man_mdoc_words.cc.
void ReadMdocMacro(ManPage& page, std::string_view name, const std::vector<RoffWord>& words) {
  // A font that an escape such as \fB has set ends here.
  page.roff.font = {};
  // A heading closes all lists and displays.
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
    // A display adds no block of its own. The text of a literal or unfilled one is code.
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
  // A display of one line, read as code.
  if (name == "Dl" || name == "D1") {
    EndParagraph(page);
    const bool before = page.unfilled;
    page.unfilled = true;
    AddText(page, ReadMdocWords(page, words));
    EndParagraph(page);
    page.unfilled = before;
    return;
  }
  // The description in the section NAME: "app – does x".
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
  // Macros of mdoc have two or three letters and begin with a capital. Others are requests.
  if (name.size() > 3 || name.empty() || !IsUpper(name[0])) return;
  AddText(page, ReadMdocCall(page, name, words));
}

}  // namespace flagcensus
