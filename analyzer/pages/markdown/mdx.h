// Components of MDX that document a parameter, and its comments
// (https://mdxjs.com/docs/what-is-mdx/).
//
//   <ParamField path="APP_PORT" type="number" default="8080">
//     The port that the server listens on.
//   </ParamField>
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"

namespace flagcensus {

// A component with the name of a variable in one of its attributes.
struct MdxComponent {
  Block record;       // kRecord: `label` is the name; children: kField "default" and "type"
  int last_line = 0;  // 1-based line of its closing tag; that of its own tag if it has none
};

// Whether `text` has a component or a comment. One search.
bool MayBeMdx(std::string_view text);

// `text` with blanks for the tags of the components that it returns and for comments, so that what
// remains is Markdown whose lines and columns are those of `text`. Code blocks are left as they
// are. One pass; a tag is at most 4 KiB, longer ones are left as they are.
std::string WithoutMdx(std::string_view text, std::vector<MdxComponent>* components);

// Puts each component's record before the first block behind its tag; the first paragraph in it
// becomes its description. Both are in the order of their lines. Linear.
void PlaceMdxComponents(std::vector<MdxComponent> components, std::vector<Block>& blocks);

}  // namespace flagcensus
