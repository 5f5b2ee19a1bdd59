// The names of directives → how to read them, from the docutils "reStructuredText Directives" and
// the Sphinx reference:
//
//   "note" ─→ kAside    "code-block" ─→ kCode    "envvar", "my-setting" ─→ kObject
#include "analyzer/pages/rst/rst_known.h"

#include <algorithm>
#include <array>

namespace flagcensus {
namespace {

// A directive that is not an object description.
// A container of an unknown extension is read as an object description: its argument may then be
// read as a name, and its content is that of the object.
struct Known {
  std::string_view name;
  RstMeaning meaning;
};

// Sorted by name. Object descriptions are not listed, since every other name is one. "auto..." is
// ignored because its text is in the sources.
constexpr std::array kKnown = {
    Known{"admonition", RstMeaning::kTitled},
    Known{"attention", RstMeaning::kAside},
    Known{"autoattribute", RstMeaning::kIgnored},
    Known{"autoclass", RstMeaning::kIgnored},
    Known{"autodata", RstMeaning::kIgnored},
    Known{"autofunction", RstMeaning::kIgnored},
    Known{"automethod", RstMeaning::kIgnored},
    Known{"automodule", RstMeaning::kIgnored},
    Known{"autosummary", RstMeaning::kIgnored},
    Known{"card", RstMeaning::kTitled},
    Known{"caution", RstMeaning::kAside},
    Known{"code", RstMeaning::kCode},
    Known{"code-block", RstMeaning::kCode},
    Known{"collapse", RstMeaning::kTitled},
    Known{"compound", RstMeaning::kContainer},
    Known{"console", RstMeaning::kCode},
    Known{"container", RstMeaning::kContainer},
    Known{"contents", RstMeaning::kIgnored},
    Known{"csv-table", RstMeaning::kCsvTable},
    Known{"currentmodule", RstMeaning::kIgnored},
    Known{"danger", RstMeaning::kAside},
    Known{"default-domain", RstMeaning::kIgnored},
    Known{"default-role", RstMeaning::kIgnored},
    Known{"deprecated", RstMeaning::kAside},
    Known{"details", RstMeaning::kTitled},
    Known{"digraph", RstMeaning::kCode},
    Known{"doctest", RstMeaning::kCode},
    Known{"dropdown", RstMeaning::kTitled},
    Known{"epigraph", RstMeaning::kAside},
    Known{"error", RstMeaning::kAside},
    Known{"figure", RstMeaning::kContainer},
    Known{"flat-table", RstMeaning::kListTable},
    Known{"footer", RstMeaning::kIgnored},
    Known{"glossary", RstMeaning::kContainer},
    Known{"graphviz", RstMeaning::kCode},
    Known{"grid", RstMeaning::kContainer},
    Known{"grid-item", RstMeaning::kContainer},
    Known{"grid-item-card", RstMeaning::kTitled},
    Known{"header", RstMeaning::kIgnored},
    Known{"highlight", RstMeaning::kIgnored},
    Known{"highlights", RstMeaning::kAside},
    Known{"hint", RstMeaning::kAside},
    Known{"hlist", RstMeaning::kContainer},
    Known{"ifconfig", RstMeaning::kContainer},
    Known{"image", RstMeaning::kIgnored},
    Known{"important", RstMeaning::kAside},
    Known{"include", RstMeaning::kInclude},
    Known{"index", RstMeaning::kIgnored},
    Known{"list-table", RstMeaning::kListTable},
    Known{"literalinclude", RstMeaning::kIgnored},
    Known{"math", RstMeaning::kCode},
    Known{"mermaid", RstMeaning::kCode},
    Known{"meta", RstMeaning::kIgnored},
    Known{"module", RstMeaning::kIgnored},
    Known{"note", RstMeaning::kAside},
    Known{"only", RstMeaning::kContainer},
    Known{"parsed-literal", RstMeaning::kCode},
    Known{"productionlist", RstMeaning::kCode},
    Known{"program", RstMeaning::kIgnored},
    Known{"prompt", RstMeaning::kCode},
    Known{"pull-quote", RstMeaning::kAside},
    Known{"raw", RstMeaning::kCode},
    Known{"role", RstMeaning::kIgnored},
    Known{"rst-class", RstMeaning::kContainer},
    Known{"rubric", RstMeaning::kRubric},
    Known{"sectnum", RstMeaning::kIgnored},
    Known{"seealso", RstMeaning::kAside},
    Known{"sidebar", RstMeaning::kTitled},
    Known{"sourcecode", RstMeaning::kCode},
    Known{"tab", RstMeaning::kTitled},
    Known{"tab-item", RstMeaning::kTitled},
    Known{"tab-set", RstMeaning::kContainer},
    Known{"table", RstMeaning::kTable},
    Known{"tabs", RstMeaning::kContainer},
    Known{"tabularcolumns", RstMeaning::kIgnored},
    Known{"target-notes", RstMeaning::kIgnored},
    Known{"testcode", RstMeaning::kCode},
    Known{"testoutput", RstMeaning::kCode},
    Known{"testsetup", RstMeaning::kCode},
    Known{"tip", RstMeaning::kAside},
    Known{"title", RstMeaning::kIgnored},
    Known{"toctree", RstMeaning::kIgnored},
    Known{"todo", RstMeaning::kAside},
    Known{"topic", RstMeaning::kTitled},
    Known{"versionadded", RstMeaning::kAside},
    Known{"versionchanged", RstMeaning::kAside},
    Known{"versionremoved", RstMeaning::kAside},
    Known{"warning", RstMeaning::kAside},
};
static_assert(std::is_sorted(kKnown.begin(), kKnown.end(),
                             [](const Known& a, const Known& b) { return a.name < b.name; }));

}  // namespace

RstMeaning MeaningOf(std::string_view name) {
  const auto found =
      std::lower_bound(kKnown.begin(), kKnown.end(), name,
                       [](const Known& a, std::string_view b) { return a.name < b; });
  return found != kKnown.end() && found->name == name ? found->meaning : RstMeaning::kObject;
}

}  // namespace flagcensus
