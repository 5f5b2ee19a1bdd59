// The elements and classes of HTML that the reader distinguishes. Internal to html*.cc.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace flagcensus {

template <size_t N>
bool Among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Elements without text of the page: navigation, scripts, controls, embedded content.
inline constexpr std::array<std::string_view, 20> kHtmlSkipped = {
    "head",   "script", "style",    "nav",    "template", "svg",     "iframe",
    "button", "select", "textarea", "object", "footer",   "map",     "audio",
    "video",  "canvas", "math",     "applet", "noembed",  "noframes"};
// Classes of navigation and line numbers in the themes of documentation generators.
inline constexpr std::array<std::string_view, 25> kHtmlSkippedClasses = {"headerlink",
                                                                         "anchor-link",
                                                                         "sphinxsidebar",
                                                                         "sphinxsidebarwrapper",
                                                                         "md-sidebar",
                                                                         "md-nav",
                                                                         "md-header",
                                                                         "md-footer",
                                                                         "md-source-file",
                                                                         "wy-nav-side",
                                                                         "wy-breadcrumbs",
                                                                         "bd-sidebar",
                                                                         "bd-sidebar-primary",
                                                                         "bd-sidebar-secondary",
                                                                         "bd-toc",
                                                                         "bd-header",
                                                                         "toc-drawer",
                                                                         "sidebar-drawer",
                                                                         "navbar",
                                                                         "breadcrumb",
                                                                         "prev-next-area",
                                                                         "related-pages",
                                                                         "viewcode-link",
                                                                         "linenos",
                                                                         "linenodiv"};
// Elements that end a paragraph and are not blocks of a Document.
inline constexpr std::array<std::string_view, 24> kHtmlBlocks = {
    "address", "article", "aside",  "center", "dir",   "div",   "fieldset", "figcaption",
    "figure",  "form",    "header", "hgroup", "hr",    "main",  "p",        "section",
    "summary", "legend",  "body",   "html",   "tbody", "tfoot", "option",   "title"};
inline constexpr std::array<std::string_view, 9> kHtmlCode = {
    "code", "tt", "kbd", "samp", "var", "pre", "xmp", "listing", "plaintext"};
// Classes of admonitions, in the names of the documentation generators.
inline constexpr std::array<std::string_view, 16> kHtmlAdmonitions = {
    "note",      "warning", "tip",  "important",  "caution", "danger",       "error",   "hint",
    "attention", "seealso", "todo", "deprecated", "info",    "versionadded", "success", "question"};
// Sphinx: the kinds of objects that a description is about, as classes of its <dl>.
inline constexpr std::array<std::string_view, 17> kHtmlObjects = {
    "envvar", "option",    "confval",  "data",     "attribute", "cmdoption",
    "macro",  "var",       "variable", "setting",  "function",  "class",
    "method", "exception", "object",   "describe", "property"};

}  // namespace flagcensus
