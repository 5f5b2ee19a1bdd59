// Blocks of code that are text → the blocks that the text is made of.
//
//   NAME             names, each above or before a text that continues further to the right: the
//        text        list of variables of a manual
//   NAME2   text
//           text
//
// A page with most of its text in such blocks is a rendered manual. In these, blocks that consist
// of sentences become paragraphs, too.
//
// A block with a language is source and is not changed. Titles become paragraphs, since the page
// has its own headings.
#include "analyzer/pages/text/preformatted.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "analyzer/base/text.h"
#include "analyzer/pages/text/labelled.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// Whether a block of code is marked as text, or not marked.
bool IsText(const Block& block) {
  return block.kind == Block::Kind::kCode && (block.label.empty() || block.label == "text" ||
                                              block.label == "none" || block.label == "plaintext");
}

// Whether most lines at the left edge begin with names that have texts below, further to the right.
// Three of four, since such lists have headings; and two texts below, since code may be aligned,
// too.
bool ListsNames(std::string_view text) {
  const std::vector<std::string_view> lines = Split(text, '\n');
  size_t edge = std::numeric_limits<size_t>::max();
  for (const std::string_view line : lines) {
    if (!Trim(line).empty()) edge = std::min(edge, TextIndent(line));
  }
  size_t shown = 0;
  size_t named = 0;
  size_t deep = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (Trim(lines[i]).empty() || TextIndent(lines[i]) != edge) continue;
    ++shown;
    const size_t end = TextNameEnd(lines[i]);
    if (end == 0) continue;
    const bool below =
        i + 1 < lines.size() && !Trim(lines[i + 1]).empty() && TextIndent(lines[i + 1]) > edge;
    const size_t rest = lines[i].find_first_not_of(" \t", end);
    const bool columns = rest != std::string_view::npos && rest >= end + 2;
    if (!columns && !(below && rest == std::string_view::npos)) continue;
    ++named;
    deep += below ? 1 : 0;
  }
  return deep >= 2 && 4 * named >= 3 * shown;
}

// Whether the text consists of sentences: one word in ten is a function word of English, and some
// line ends like a sentence. Twelve words, since output of a program may contain a phrase. Texts in
// other languages are missed.
bool IsProse(std::string_view text) {
  static const PhraseList& kWords = Phrases("english");
  constexpr size_t kFew = 12;
  constexpr size_t kShare = 10;
  constexpr size_t kEnough = 4000;
  size_t words = 0;
  size_t known = 0;
  text = text.substr(0, kEnough);
  for (size_t at = text.find_first_not_of(" \t\n"); at != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
    ++words;
    const std::string word = ToLower(text.substr(at, end - at));
    known += std::find(kWords.begin(), kWords.end(), word) != kWords.end() ? 1 : 0;
    at = text.find_first_not_of(" \t\n", end);
  }
  const bool ends = text.find(".\n") != std::string_view::npos || Trim(text).ends_with('.');
  return ends && words >= kFew && kShare * known >= words;
}

// Lines of the block → lines of the page.
void Shift(std::vector<Block>& blocks, int lines) {
  for (Block& block : blocks) {
    block.line += lines;
    for (Run& run : block.inlines) run.line += lines;
    Shift(block.children, lines);
  }
}

// The bytes of text in blocks of code, and of text outside of them.
struct Sizes {
  size_t code = 0;
  size_t words = 0;
};

// Adds up the bytes of all blocks, at any depth.
void Measure(const std::vector<Block>& blocks, Sizes& sizes) {
  for (const Block& block : blocks) {
    if (IsText(block)) sizes.code += block.text.size();
    for (const Run& run : block.inlines) sizes.words += run.text.size();
    Measure(block.children, sizes);
  }
}

// `rendered`: the page is a rendered manual.
void Replace(std::string_view file, std::vector<Block>& blocks, bool rendered,
             std::vector<Diagnostic>& diagnostics) {
  std::vector<Block> result;
  for (Block& block : blocks) {
    Replace(file, block.children, rendered, diagnostics);
    if (!IsText(block) || !(ListsNames(block.text) || (rendered && IsProse(block.text)))) {
      result.push_back(std::move(block));
      continue;
    }
    Document read = ReadLabelled(file, block.text, diagnostics);
    Shift(read.blocks, block.line - 1);
    for (Block& inner : read.blocks) {
      if (inner.kind == Block::Kind::kHeading) inner.kind = Block::Kind::kParagraph;
      result.push_back(std::move(inner));
    }
  }
  blocks = std::move(result);
}

}  // namespace

// A page is a rendered manual if it has more text in blocks of code than outside of them.
void ReadPreformatted(std::string_view file, Document& document,
                      std::vector<Diagnostic>& diagnostics) {
  Sizes sizes;
  Measure(document.blocks, sizes);
  if (sizes.code == 0) return;
  Replace(file, document.blocks, sizes.code > sizes.words, diagnostics);
}

}  // namespace flagcensus
