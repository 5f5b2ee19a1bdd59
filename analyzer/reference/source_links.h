// Links from the page to the sources on the web.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// The template of links for a checkout that was cloned from `origin`, "https://github.com/a/b.git":
// "https://github.com/a/b/blob/HEAD/{file}". HEAD is the default branch for every checkout, so
// the page does not depend on it. `below`: the folder within the checkout that places are relative
// to. "" for a host that is not known.
std::string LinkTemplateOf(std::string_view origin, std::string_view below);

// The template of the links that a page has from an earlier run: in a fork, they still lead to the
// project. "" if the page has no such links.
std::string LinkTemplateIn(std::string_view page, std::string_view below);

}  // namespace flagcensus
