// A paragraph or a literal block that lists names ─→ terms
//
//   Set these:                     Set these:
//   APP_PORT - where it listens    term APP_PORT, body "where it listens, on all interfaces"
//     on all interfaces            term APP_HOME, body "its data"
//   APP_HOME - its data
//
//   **APP_SIZE**                   term APP_SIZE, items below it
//   - how much it keeps
//
// A line of prose rarely begins with a name and a dash, so this is right for most texts. It is
// wrong if a sentence is broken before a name and goes on with a dash.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/documents/block_facts.h"
#include "analyzer/documents/cues.h"
#include "analyzer/documents/sentences.h"

namespace flagcensus {
namespace {

using Kind = TextBlock::Kind;

// Whether a literal block lists names with texts in columns, as the output of --help does. One such
// line may be an assignment with spaces.
bool HasColumns(const TextBlock& block, const KnownNames& names) {
  int lines = 0;
  for (const TextLine& part : block.parts) {
    const LeadNames lead = FindLeadNames(part.text, names);
    if (!lead.names.empty() &&
        Matches(Cue::kColumnSeparator, std::string_view(part.text).substr(lead.end)))
      ++lines;
  }
  return lines >= 2;
}

// The parts at which terms begin; empty if the block stays unchanged.
std::vector<size_t> Starts(const TextBlock& block, const KnownNames& names) {
  std::vector<size_t> out;
  const bool code = block.kind == Kind::kCode;
  size_t column = 0;  // in code: where the texts of the rows begin
  if (block.parts.size() < 2 && block.kind != Kind::kParagraph) return out;
  for (size_t i = 0; i < block.parts.size(); ++i) {
    if (i == 0 && block.kind == Kind::kItem) continue;
    const std::string& text = block.parts[i].text;
    const LeadNames lead = FindLeadNames(text, names);
    if (lead.names.empty()) continue;
    const std::string_view rest = std::string_view(text).substr(lead.end);
    // The text of the longest name follows after one blank, at the column of the texts before.
    const bool aligned =
        column > 0 && lead.end + 1 == column && column < text.size() && text[column] != ' ';
    if (!Matches(Cue::kLineSeparator, rest) && !aligned) continue;
    // In code, two words after a name are arguments.
    if (code && CountWords(rest) < 3) continue;
    if (code) column = EndOfRun(text, lead.end, [](char c) { return c == ' '; });
    const NameTier tier = names.TierOf(lead.names[0]);
    const bool own = tier == NameTier::kAccessed || tier == NameTier::kRelated;
    // A later line must begin with a name of the project, unless a term was found before: capitals
    // often begin a wrapped line of prose.
    if (i == 0 || own || !out.empty()) out.push_back(i);
  }
  // One term is a list only if the paragraph begins with it and has more lines.
  const bool alone =
      out.size() == 1 && (out[0] != 0 || block.parts.size() == 1 || block.kind != Kind::kParagraph);
  if (alone) out.clear();
  return out;
}

TextBlock* MakeTerm(TextBlocks& blocks, const std::vector<TextLine>& parts,
                    const KnownNames& names) {
  const TextLine& first = parts.front();
  TextBlock* term = blocks.Make(Kind::kTerm, first.line);
  const LeadNames lead = FindLeadNames(first.text, names);
  term->parts = {{first.line, first.column, first.text.substr(0, lead.end)}};
  std::string rest = first.text.substr(lead.end);
  rest.erase(0, MatchLength(Cue::kBodyMarks, rest));
  std::vector<TextLine> body;
  if (!Trim(rest).empty()) body.push_back({first.line, 0, std::move(rest)});
  body.insert(body.end(), parts.begin() + 1, parts.end());
  if (body.empty()) return term;
  TextBlock* text = blocks.Make(Kind::kParagraph, body.front().line);
  text->parts = std::move(body);
  text->parent = term;
  term->children.push_back(text);
  return term;
}

// Whether a paragraph is the name of one of the project's variables and nothing else.
bool IsNameAlone(const TextBlock& block, const KnownNames& names) {
  if (block.kind != Kind::kParagraph || block.parts.size() != 1 || !block.children.empty()) {
    return false;
  }
  const std::string& text = block.parts.front().text;
  const LeadNames lead = FindLeadNames(text, names);
  if (lead.names.size() != 1) return false;
  const NameTier tier = names.TierOf(lead.names[0]);
  const std::string rest = Unmarked(std::string_view(text).substr(lead.end));
  return (tier == NameTier::kAccessed || tier == NameTier::kRelated) &&
         rest.find_first_not_of(" :*_`") == std::string::npos;
}

// The items that follow a name alone are its text.
void HangItems(TextBlock& parent, const KnownNames& names) {
  std::vector<TextBlock*> kept;
  TextBlock* above = nullptr;  // the name, while only items follow
  for (TextBlock* block : parent.children) {
    if (above != nullptr && block->kind == Kind::kItem) {
      above->kind = Kind::kTerm;
      block->parent = above;
      block->index = above->children.size();
      above->children.push_back(block);
      continue;
    }
    above = IsNameAlone(*block, names) ? block : nullptr;
    block->index = kept.size();
    kept.push_back(block);
  }
  parent.children = std::move(kept);
}

}  // namespace

void SplitAtNames(TextBlocks& blocks, const KnownNames& names) {
  HangItems(blocks.root(), names);
  for (TextBlock* block : blocks.InOrder()) HangItems(*block, names);
  for (TextBlock* block : blocks.InOrder()) {
    const bool code = block->kind == Kind::kCode;
    if (!code && block->kind != Kind::kParagraph && block->kind != Kind::kItem) continue;
    if (code && !HasColumns(*block, names)) continue;
    const std::vector<size_t> starts = Starts(*block, names);
    if (starts.empty()) continue;
    std::vector<TextBlock*> made;
    const auto part_at = [&](size_t index) {
      return block->parts.begin() + static_cast<std::ptrdiff_t>(index);
    };
    // The text before the first name stays as a block, and so does a block with children.
    const bool keeps = starts[0] > 0 || !block->children.empty();
    if (keeps) made.push_back(block);
    for (size_t i = 0; i < starts.size(); ++i) {
      const size_t end = i + 1 < starts.size() ? starts[i + 1] : block->parts.size();
      made.push_back(MakeTerm(blocks, {part_at(starts[i]), part_at(end)}, names));
    }
    TextBlock& parent = *block->parent;
    const size_t index = block->index;
    if (keeps) {
      TextBlock* rest = block;
      rest->parts.resize(starts[0]);
      rest->Forget();
    }
    TextBlocks::Replace(parent, index, made);
  }
}

}  // namespace flagcensus
