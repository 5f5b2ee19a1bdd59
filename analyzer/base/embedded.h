// Files that the build embeds in the binary (cmake/embed.cmake), so the program needs no
// installed data.
//
//   EmbeddedQuery("python/accessors.toml")   ─→ the text of queries/python/accessors.toml
#pragma once

#include <string_view>
#include <vector>

namespace flagcensus {

struct EmbeddedFile {
  std::string_view path;  // below its base folder: "python/accessors.toml", "unused.cc"
  std::string_view text;
};

const std::vector<EmbeddedFile>& QueryFiles();  // queries/
const std::vector<EmbeddedFile>&
RuleSources();  // analyzer/rules/*.cc; the head comments are the rules' pages

const std::vector<EmbeddedFile>& TemplateFiles();  // templates/audit/

// The text of templates/audit/`path`; empty if there is no such file.
std::string_view EmbeddedTemplate(std::string_view path);

// The text of queries/`path`; empty if there is no such file.
std::string_view EmbeddedQuery(std::string_view path);

}  // namespace flagcensus
