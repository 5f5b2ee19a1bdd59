// MDX comments, and MDX components that document a parameter (https://mdxjs.com/docs/what-is-mdx/):
// the components become records, and their tags are removed from the Markdown.
//
//   <ParamField path="APP_PORT" type="number" default="8080">
//     The port that the server listens on.
//   </ParamField>     ─→  record APP_PORT: default 8080, type number, description "The port ..."
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"

namespace flagcensus {

// A component with a variable's name in one of its attributes.
struct MdxComponent {
  Block record;       // kRecord: `label` is the name; children: kField "default" and "type"
  int last_line = 0;  // 1-based line of its closing tag, or of its tag if it has no closing tag
};

// Whether `text` may contain a component or a comment. One search.
bool MayBeMdx(std::string_view text);

// Returns `text` with comments and the tags of the returned components replaced by blanks, so
// the remaining Markdown keeps its lines and columns. Code blocks are not changed. One pass; tags
// longer than 4 KiB are not changed.
std::string WithoutMdx(std::string_view text, std::vector<MdxComponent>* components);

// Inserts each component's record before the first block after its tag; the first paragraph in it
// becomes its description. Both must be in line order. Linear.
void PlaceMdxComponents(std::vector<MdxComponent> components, std::vector<Block>& blocks);

}  // namespace flagcensus
