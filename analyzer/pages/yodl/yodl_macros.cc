// Macros of the Yodl manual, and those of manuals in Yodl ("xitem", "startsitem", "zmanref"). Texts
// for one format of output are read, except those for HTML.
#include "analyzer/pages/yodl/yodl_macros.h"

#include <array>

namespace flagcensus {
namespace {

using Does = YodlDoes;

constexpr auto kMacros = std::to_array<YodlMacro>({
    // Headings: the number of arguments and the level. An "l" in front has a label as an argument.
    {"chapter", Does::kHeading, 1, 1},
    {"nchapter", Does::kHeading, 1, 1},
    {"lchapter", Does::kHeading, 2, 1},
    {"sect", Does::kHeading, 1, 2},
    {"nsect", Does::kHeading, 1, 2},
    {"lsect", Does::kHeading, 2, 2},
    {"manpagesection", Does::kHeading, 1, 2},
    {"subsect", Does::kHeading, 1, 3},
    {"nsubsect", Does::kHeading, 1, 3},
    {"lsubsect", Does::kHeading, 2, 3},
    {"manpagesubsection", Does::kHeading, 1, 3},
    {"subsubsect", Does::kHeading, 1, 4},
    {"nsubsubsect", Does::kHeading, 1, 4},
    // Terms and items.
    {"item", Does::kTerm, 2},
    {"sitem", Does::kTerm, 2},
    {"xitem", Does::kTerm},
    {"dit", Does::kTerm},
    {"list", Does::kItem},
    {"it", Does::kItem},
    {"eit", Does::kItem},
    {"menu", Does::kItem},
    // Lists that are opened and closed by separate macros.
    {"startitem", Does::kOpenTerms},
    {"startsitem", Does::kOpenTerms},
    {"startdit", Does::kOpenTerms},
    {"startdescription", Does::kOpenTerms},
    {"startlist", Does::kOpenList},
    {"startit", Does::kOpenList},
    {"starteit", Does::kOpenList},
    {"startmenu", Does::kOpenList},
    {"enditem", Does::kClose},
    {"endsitem", Does::kClose},
    {"enddit", Does::kClose},
    {"endlist", Does::kClose},
    {"endit", Does::kClose},
    {"endeit", Does::kClose},
    {"endmenu", Does::kClose},
    // Lists that contain their items as an argument.
    {"description", Does::kTerms},
    {"itemize", Does::kList},
    {"itemization", Does::kList},
    {"enumerate", Does::kList},
    {"enumeration", Does::kList},
    // Marks of text, and links.
    {"tt", Does::kMark, 1, 0, "c"},
    {"code", Does::kMark, 1, 0, "c"},
    {"bf", Does::kMark, 1, 0, "s"},
    {"em", Does::kMark, 1, 0, "e"},
    {"var", Does::kMark, 1, 0, "e"},
    {"noderef", Does::kMark, 1, 0, "l"},
    {"zmanref", Does::kMark, 1, 0, "l"},
    {"sectref", Does::kMark, 1, 0, "l"},
    {"url", Does::kMark, 1, 0, "l"},
    {"uref", Does::kMark, 1, 0, "l"},
    {"manref", Does::kReference, 2},
    // Blocks of code and groups.
    {"example", Does::kCode},
    {"verb", Does::kCode},
    {"nofill", Does::kCode},
    {"indent", Does::kGroup},
    {"quote", Does::kGroup},
    // Conditionals, the text of which is read.
    {"ifzman", Does::kShow},
    {"ifnzman", Does::kShow},
    {"ifinfo", Does::kShow},
    {"iftexi", Does::kShow},
    {"NOTRANS", Does::kShow},
    // Characters.
    {"LPAR", Does::kText, 1, 0, "("},
    {"RPAR", Does::kText, 1, 0, ")"},
    {"PLUS", Does::kText, 1, 0, "+"},
    {"nl", Does::kText, 1, 0, " "},
    // Included files, and macros without text.
    {"includefile", Does::kInclude},
    {"verbinclude", Does::kInclude},
    {"texinode", Does::kDrop, 4},
    {"manpage", Does::kDrop, 5},
    {"COMMENT", Does::kDrop},
    {"def", Does::kDrop, 3},
    {"redef", Does::kDrop, 3},
    {"DEFINEMACRO", Does::kDrop, 3},
    {"label", Does::kDrop},
    {"anchor", Does::kDrop},
    {"whenman", Does::kShow},
    {"whenhtml", Does::kDrop},
});

}  // namespace

// The macro with this name, or an index; nullptr if it is unknown.
const YodlMacro* FindYodlMacro(std::string_view name) {
  for (const YodlMacro& macro : kMacros) {
    if (macro.name == name) return &macro;
  }
  // "vindex", "findex" and others: entries of an index, of which each manual defines its own.
  static constexpr YodlMacro kIndex{"", Does::kDrop};
  return name.size() > 5 && name.ends_with("index") ? &kIndex : nullptr;
}

}  // namespace flagcensus
