// Attribute lists (Python-Markdown, kramdown, Pandoc, MyST), and definitions with a blank line
// between term and text.
#include "analyzer/pages/markdown/markdown_tidy.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// "{#id}", "{: #id .class }", "{.class key=value}"
bool IsAttributes(std::string_view text) {
  if (!text.starts_with('{') || !text.ends_with('}')) return false;
  text = Trim(text.substr(1, text.size() - 2));
  if (text.starts_with(':')) return true;
  return !text.empty() && (text[0] == '#' || text[0] == '.') &&
         text.find_first_of("{}") == std::string_view::npos;
}

// Removes attributes at the end of the text, their place in headings.
void DropTrailing(std::vector<Run>& inlines) {
  if (inlines.empty() || inlines.back().code) return;
  std::string& text = inlines.back().text;
  const std::string_view trimmed = Trim(text);
  const size_t open = trimmed.rfind('{');
  if (open == std::string_view::npos || !IsAttributes(trimmed.substr(open))) return;
  text = Trim(trimmed.substr(0, open));
  if (text.empty()) inlines.pop_back();
}

}  // namespace

// "[`APP_HOME`]{#app-home} text" ─→ "`APP_HOME` text"
void DropAttributes(std::vector<Run>& inlines) {
  // "[", a code span, "]{#id}": the brackets and the attributes go, the span remains.
  DropTrailing(inlines);
  for (size_t i = 1; i + 1 < inlines.size(); ++i) {
    std::string& before = inlines[i - 1].text;
    std::string& after = inlines[i + 1].text;
    if (!inlines[i].code || inlines[i - 1].code || inlines[i + 1].code) continue;
    if (!before.ends_with('[') || !after.starts_with("]{")) continue;
    const size_t close = after.find('}');
    if (close == std::string::npos || !IsAttributes(after.substr(1, close))) continue;
    before.pop_back();
    after.erase(0, close + 1);
  }
}

// A paragraph of one line followed by a paragraph that begins with ": " becomes a definition:
//
//   paragraph "APP_HOME", paragraph ": a path"   ─→   definition "APP_HOME" > paragraph " a path"
void JoinDefinitions(std::vector<Block>& blocks, size_t first) {
  size_t kept = first;
  for (size_t i = first; i < blocks.size(); ++i) {
    // `kept` blocks are final; the block before may be a term, or a definition with another body.
    const bool both = kept > first && blocks[i].kind == Block::Kind::kParagraph &&
                      blocks[kept - 1].kind == Block::Kind::kParagraph &&
                      !blocks[i].inlines.empty() && !blocks[kept - 1].inlines.empty();
    // A term is one line. A paragraph above ": text" is not, and stays a paragraph.
    if (both && !blocks[i].inlines.front().code &&
        blocks[i].inlines.front().text.starts_with(": ") &&
        blocks[kept - 1].inlines.front().line == blocks[kept - 1].inlines.back().line) {
      blocks[i].inlines.front().text.erase(0, 1);
      blocks[kept - 1].kind = Block::Kind::kDefinition;
      blocks[kept - 1].children.push_back(std::move(blocks[i]));
      continue;
    }
    const bool goes_on = kept > first && blocks[i].kind == Block::Kind::kParagraph &&
                         blocks[kept - 1].kind == Block::Kind::kDefinition &&
                         !blocks[i].inlines.empty() && !blocks[i].inlines.front().code &&
                         blocks[i].inlines.front().text.starts_with(": ");
    if (goes_on) {
      blocks[i].inlines.front().text.erase(0, 1);
      blocks[kept - 1].children.push_back(std::move(blocks[i]));
      continue;
    }
    if (kept != i) blocks[kept] = std::move(blocks[i]);
    ++kept;
  }
  blocks.resize(kept);
}

}  // namespace flagcensus
