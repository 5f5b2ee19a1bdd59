// The walk: each block by its kind, with the context that the blocks before it provide.
//
//   # Environment variables       Heading: the context has a section about variables
//   The server reads these:       Paragraph: begins with no name, so it introduces what follows
//   - `APP_PORT`: The port.       List: a candidate in that context
//   - Options of `APP_X`:         List: an item without an entry; its own list is walked
#include "analyzer/catalog/block_walker.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/topic.h"

namespace flagcensus {
namespace {

// The paragraph, or the quoted one, right below a heading, if it begins with "default". It is about
// the setting that the section describes.
//
//   ### Timeout
//   Default 5 - options: 1 to 60   ─→ reported_default
const Block* DefaultBelow(const std::vector<Block>& blocks, size_t heading) {
  if (heading + 1 >= blocks.size()) return nullptr;
  const Block* below = &blocks[heading + 1];
  if (below->kind == Block::Kind::kQuote && !below->children.empty()) {
    below = &below->children.front();
  }
  if (below->kind != Block::Kind::kParagraph) return nullptr;
  return ToLower(PlainText(below->inlines)).starts_with("default") ? below : nullptr;
}

// Whether a table lists one variable and does not describe it: "| `APP_X` | `X` | `1` |". A
// description of one word counts as no description. Then the paragraphs below the table describe
// it.
bool NamesOne(const Block& table, const std::vector<Entry>& entries, size_t first) {
  constexpr size_t kMost = 2;  // of one row: a variable with its alias
  if (entries.size() == first || entries.size() > first + kMost) return false;
  const auto rows = std::count_if(table.children.begin(), table.children.end(),
                                  [](const Block& row) { return !row.header; });
  return rows == 1 && std::all_of(entries.begin() + static_cast<ptrdiff_t>(first), entries.end(),
                                  [](const Entry& entry) {
                                    return entry.description.find(' ') == std::string::npos;
                                  });
}

// The text of the paragraphs below, up to any other block or a paragraph that lists another name.
//
//   | `APP_X` | `X` | `1` |
//   The directory of the data.     ─→ the description of APP_X
std::string DescriptionBelow(const std::vector<Block>& blocks, size_t begin, size_t end) {
  Body body;
  for (size_t i = begin; i < end && blocks[i].kind == Block::Kind::kParagraph; ++i) {
    const LeadingNames lead = ParseLeadingNames(ToProse(blocks[i].inlines), false);
    if (!lead.names.empty() && lead.separator != LeadingNames::Separator::kText) break;
    AddBlock(body, blocks[i]);
  }
  return DescriptionOf(body);
}

}  // namespace

void BlockWalker::Walk(const std::vector<Block>& blocks, size_t begin, size_t end,
                       BlockContext context) {
  for (size_t i = begin; i < end; ++i) {
    const Block& block = blocks[i];
    // Those that consume several blocks return the last one.
    switch (block.kind) {
      case Block::Kind::kHeading:
        Heading(blocks, i, context);
        // A heading ends what the sentence before it announced.
        context.intro_topic = Topic::kNeutral;
        context.intro_claims.clear();
        context.intro_sets = context.intro_values = context.intro_example = false;
        context.intro_sample = false;
        context.intro_lists = context.intro_settings = false;
        context.parent.reset();
        context.said = nullptr;
        context.reported_default = DefaultBelow(blocks, i);
        if (!context.sections.back().names.empty())
          context.parent = context.sections.back().names.front().name;
        break;
      case Block::Kind::kParagraph:
        i = Paragraph(blocks, i, context);
        break;
      case Block::Kind::kList:
        List(block, context);
        break;
      case Block::Kind::kTable: {
        const size_t first = out_.entries().size();
        tables_.Read(block, context);
        if (!NamesOne(block, out_.entries(), first)) break;
        const std::string text_below = DescriptionBelow(blocks, i + 1, end);
        for (size_t at = first; at < out_.entries().size() && !text_below.empty(); ++at) {
          out_.entries()[at].description = text_below;
        }
        break;
      }
      case Block::Kind::kDefinition:
        i = Definitions(blocks, i, context);
        break;
      case Block::Kind::kDirective:
        Directive(blocks, i, context);
        break;
      case Block::Kind::kField:
        i = Fields(blocks, i, context);
        break;
      case Block::Kind::kRecord:
        Record(block, context);
        break;
      case Block::Kind::kAssignment:
      case Block::Kind::kComment:
        i = Assignments(blocks, i, context);
        break;
      case Block::Kind::kQuote:
      case Block::Kind::kItem:
      case Block::Kind::kRow:
      case Block::Kind::kCell:
        Walk(block.children, 0, block.children.size(), context);
        break;
      case Block::Kind::kCode:
        // Code is read by documents/, as statements.
        break;
    }
    // An example ends with the block that shows it; so does the announcement of a sentence.
    if (block.kind == Block::Kind::kParagraph) continue;
    context.intro_example = context.intro_sample = false;
    context.said = nullptr;
  }
}

}  // namespace flagcensus
