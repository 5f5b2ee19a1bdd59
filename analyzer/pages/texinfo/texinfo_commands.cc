// The commands are those of the Texinfo manual, chapter by chapter. Conditionals are kNothing: all
// their branches are read, since one of them is for readers.
#include "analyzer/pages/texinfo/texinfo_commands.h"

#include <algorithm>
#include <array>

namespace flagcensus {
namespace {

using Does = TexinfoDoes;

// "@title" is text, since "@settitle" and "@top" are headings already.
constexpr auto kCommands = std::to_array<TexinfoCommandRow>({
    // Headings, by their level.
    {"settitle", Does::kHeading, 1},
    {"top", Does::kHeading, 1},
    {"title", Does::kText},
    {"part", Does::kHeading, 1},
    {"chapter", Does::kHeading, 2},
    {"unnumbered", Does::kHeading, 2},
    {"appendix", Does::kHeading, 2},
    {"majorheading", Does::kHeading, 2},
    {"chapheading", Does::kHeading, 2},
    {"section", Does::kHeading, 3},
    {"unnumberedsec", Does::kHeading, 3},
    {"appendixsec", Does::kHeading, 3},
    {"appendixsection", Does::kHeading, 3},
    {"heading", Does::kHeading, 3},
    {"subsection", Does::kHeading, 4},
    {"unnumberedsubsec", Does::kHeading, 4},
    {"appendixsubsec", Does::kHeading, 4},
    {"subheading", Does::kHeading, 4},
    {"subsubsection", Does::kHeading, 5},
    {"unnumberedsubsubsec", Does::kHeading, 5},
    {"appendixsubsubsec", Does::kHeading, 5},
    {"subsubheading", Does::kHeading, 5},
    // Lists and tables.
    {"table", Does::kTerms},
    {"vtable", Does::kTerms},
    {"ftable", Does::kTerms},
    {"itemize", Does::kList},
    {"enumerate", Does::kList},
    {"multitable", Does::kTable},
    // Examples, and other text that is not filled.
    {"example", Does::kCode},
    {"smallexample", Does::kCode},
    {"lisp", Does::kCode},
    {"smalllisp", Does::kCode},
    {"display", Does::kCode},
    {"smalldisplay", Does::kCode},
    {"format", Does::kCode},
    {"smallformat", Does::kCode},
    {"verbatim", Does::kVerbatim},
    // Groups.
    {"quotation", Does::kGroup},
    {"smallquotation", Does::kGroup},
    {"indentedblock", Does::kGroup},
    // Comments, raw text of other formats, and macros.
    {"ignore", Does::kSkipped},
    {"tex", Does::kSkipped},
    {"html", Does::kSkipped},
    {"docbook", Does::kSkipped},
    {"xml", Does::kSkipped},
    {"latex", Does::kSkipped},
    {"macro", Does::kSkipped},
    {"rmacro", Does::kSkipped},
    // Menus, which are lists of links.
    {"menu", Does::kMenu},
    {"detailmenu", Does::kMenu},
    {"direntry", Does::kMenu},
    // Commands that set up the document or the page.
    {"node", Does::kNothing},
    {"c", Does::kNothing},
    {"comment", Does::kNothing},
    {"setfilename", Does::kNothing},
    {"documentencoding", Does::kNothing},
    {"documentlanguage", Does::kNothing},
    {"dircategory", Does::kNothing},
    {"syncodeindex", Does::kNothing},
    {"synindex", Does::kNothing},
    {"defindex", Does::kNothing},
    {"defcodeindex", Does::kNothing},
    {"printindex", Does::kNothing},
    {"setchapternewpage", Does::kNothing},
    {"paragraphindent", Does::kNothing},
    {"firstparagraphindent", Does::kNothing},
    {"exampleindent", Does::kNothing},
    {"headings", Does::kNothing},
    {"contents", Does::kNothing},
    {"shortcontents", Does::kNothing},
    {"summarycontents", Does::kNothing},
    {"finalout", Does::kNothing},
    {"afourpaper", Does::kNothing},
    {"smallbook", Does::kNothing},
    {"page", Does::kNothing},
    {"sp", Does::kNothing},
    {"need", Does::kNothing},
    {"vskip", Does::kNothing},
    // Commands that only change the appearance of their text.
    {"noindent", Does::kText},
    {"indent", Does::kText},
    {"center", Does::kText},
    {"caption", Does::kText},
    // Environments and conditionals, the content of which is read as if they were absent.
    {"titlepage", Does::kNothing},
    {"copying", Does::kNothing},
    {"insertcopying", Does::kNothing},
    {"group", Does::kNothing},
    {"cartouche", Does::kNothing},
    {"float", Does::kNothing},
    {"flushleft", Does::kNothing},
    {"flushright", Does::kNothing},
    {"raggedright", Does::kNothing},
    {"documentdescription", Does::kNothing},
    {"ifset", Does::kNothing},
    {"ifclear", Does::kNothing},
    {"iftex", Does::kNothing},
    {"ifnottex", Does::kNothing},
    {"ifinfo", Does::kNothing},
    {"ifnotinfo", Does::kNothing},
    {"ifhtml", Does::kNothing},
    {"ifnothtml", Does::kNothing},
    {"ifplaintext", Does::kNothing},
    {"ifnotplaintext", Does::kNothing},
    {"ifxml", Does::kNothing},
    {"ifnotxml", Does::kNothing},
    {"ifdocbook", Does::kNothing},
    {"ifnotdocbook", Does::kNothing},
    {"ifcommanddefined", Does::kNothing},
    {"ifcommandnotdefined", Does::kNothing},
    {"clear", Does::kNothing},
    {"unmacro", Does::kNothing},
});

}  // namespace

// The table has the commands with a fixed name. Indexes and definitions are recognised by the form
// of their names.
const TexinfoCommandRow* FindTexinfoCommand(std::string_view name) {
  for (const TexinfoCommandRow& row : kCommands) {
    if (row.name == name) return &row;
  }
  static constexpr TexinfoCommandRow kIndex{"", Does::kNothing};
  static constexpr TexinfoCommandRow kDefine{"", Does::kDefinition};
  if (name.ends_with("index")) return &kIndex;  // @cindex, @vindex and those that the page defines
  constexpr std::array<std::string_view, 20> kDefinitions = {
      "defvr",   "deftypevr",   "defvar", "deftypevar", "defopt",    "deffn",        "deftypefn",
      "defun",   "deftypefun",  "defmac", "defspec",    "deftp",     "defcv",        "deftypecv",
      "defivar", "deftypeivar", "defop",  "deftypeop",  "defmethod", "deftypemethod"};
  // "@defvrx" is a further line of "@defvr".
  if (name.ends_with('x')) name.remove_suffix(1);
  return std::find(kDefinitions.begin(), kDefinitions.end(), name) != kDefinitions.end() ? &kDefine
                                                                                         : nullptr;
}

}  // namespace flagcensus
