// Links from the page to the sources on the web.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// The template of links for a checkout that was cloned from `origin`, "https://github.com/a/b.git":
// "https://github.com/a/b/blob/HEAD/{file}". HEAD is the default branch, whatever is checked out,
// so that the page does not change with the checkout. `below`: the folder within the checkout that
// places are relative to. "" for hosts whose form is not known.
std::string LinkTemplateOf(std::string_view origin, std::string_view below);

// The template of the links that a page has from an earlier run: a fork keeps those of the project.
// "" if it has none.
std::string LinkTemplateIn(std::string_view page, std::string_view below);

}  // namespace flagcensus
