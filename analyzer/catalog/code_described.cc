// Blocks of code that show one variable, with its description below → entries.
//
//   ### Choosing the model          sections of a page of variables, most of which are so
//       export NAME=value           shows how to set it: no default
//   Defaults to `base`. …
//
//   **Variables of the service**    a title, of a section or in bold
//       NAME - since 2.0            blocks of which several are so
//       Set to "1" for …
//   This makes …
//
// What the block says, and the text up to the next block, title or list of something else, is of
// the variable. One such block alone, in a guide, is a step of it.
#include <algorithm>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/catalog/code_blocks.h"
#include "analyzer/catalog/code_line.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

constexpr size_t kFarAway = 60;  // blocks, within which those of one shape support each other

bool IsCodeOfShell(const Block& block) {
  static const PhraseList& kShells = Phrases("shells");
  return block.kind == Block::Kind::kCode &&
         std::find(kShells.begin(), kShells.end(), ToLower(block.label)) != kShells.end();
}

// "export NAME=value", and nothing else in the block.
std::optional<LeadingNames> ExportedIn(const Block& block) {
  const std::string_view text = Trim(block.text);
  if (!IsCodeOfShell(block) || text.find('\n') != std::string_view::npos) return std::nullopt;
  CodeLine line = ParseCodeLine(text, block.line);
  if (!line.exported || !line.assignment || line.command || !line.behind.empty()) {
    return std::nullopt;
  }
  line.lead.names.front().value.reset();
  return std::move(line.lead);
}

// "NAME -", "NAME - since 2.0", and below it lines that begin with no name.
std::optional<LeadingNames> TermIn(const Block& block, Body& body) {
  if (!IsCodeOfShell(block)) return std::nullopt;
  const std::vector<std::string_view> lines = Split(Trim(block.text), '\n');
  if (lines.size() < 2) return std::nullopt;
  const Prose first = ToProse(Trim(lines[0]), block.line);
  LeadingNames lead = ParseLeadingNames(first, false);
  if (lead.names.size() != 1 || lead.separator != LeadingNames::Separator::kColon)
    return std::nullopt;
  const std::string& name = lead.names.front().name;
  const bool dashed = Trim(std::string_view(first.text).substr(name.size())).starts_with('-');
  if (!dashed || ShapeOf(name) != NameShape::kStrong) return std::nullopt;
  AddWords(body, Slice(first, lead.end));
  for (size_t i = 1; i < lines.size(); ++i) {
    const Prose line = ToProse(Trim(lines[i]), block.line + static_cast<int>(i));
    if (!ParseLeadingNames(line, false).names.empty()) return std::nullopt;
    AddWords(body, line);
  }
  return lead;
}

// The words of a paragraph that is all in bold; "" for others.
std::string BoldTitle(const Block& block) {
  if (block.kind != Block::Kind::kParagraph || block.inlines.empty()) return "";
  const bool bold = std::all_of(block.inlines.begin(), block.inlines.end(), [](const Run& run) {
    return run.strong || Trim(run.text).empty();
  });
  return bold ? PlainText(block.inlines) : "";
}

// The nearest title in bold above blocks[at], in the same section.
std::string TitleAbove(const std::vector<Block>& blocks, size_t at) {
  for (size_t i = at; i > 0 && blocks[i - 1].kind != Block::Kind::kHeading; --i) {
    if (std::string title = BoldTitle(blocks[i - 1]); !title.empty()) return title;
  }
  return "";
}

// The text below blocks[at], up to what is about something else.
void AddTextBelow(Body& body, const std::vector<Block>& blocks, size_t at) {
  for (size_t i = at + 1; i < blocks.size(); ++i) {
    const Block& block = blocks[i];
    const bool text = block.kind == Block::Kind::kParagraph || block.kind == Block::Kind::kList ||
                      block.kind == Block::Kind::kQuote;
    if (!text || !BoldTitle(block).empty()) return;
    AddBlock(body, block);
  }
}

// Headings of the level with such a block right below; empty where they are no list of variables.
SiblingStats ShownPeers(const std::vector<Block>& blocks, size_t at) {
  SiblingStats peers;
  size_t headings = 0;
  for (size_t i = at > kFarAway ? at - kFarAway : 0; i + 1 < std::min(blocks.size(), at + kFarAway);
       ++i) {
    if (blocks[i].kind != Block::Kind::kHeading || blocks[i].level != blocks[at].level) continue;
    ++headings;
    const std::optional<LeadingNames> lead = ExportedIn(blocks[i + 1]);
    if (lead) peers.Count(*lead, "");
  }
  constexpr size_t kSome = 3;
  return peers.named >= kSome && 2 * peers.named >= headings ? peers : SiblingStats{};
}

}  // namespace

bool CodeBlockReader::Shown(const std::vector<Block>& blocks, size_t at,
                            const BlockContext& context) {
  Body body;
  body.shows_use = true;
  std::optional<LeadingNames> lead = ExportedIn(blocks[at]);
  const bool titled = at > 0 && blocks[at - 1].kind == Block::Kind::kHeading;
  const bool section = lead && titled && context.sections.back().names.empty() &&
                       TopicOf(context, page_) == Topic::kEnvironment;
  if (!section) lead = TermIn(blocks[at], body);
  if (!lead) return false;
  SiblingStats peers;
  BlockContext around = context;
  Evidence own;
  if (section) {
    peers = ShownPeers(blocks, at - 1);
    own.Add(Sign::kIntroduced);
    own.Add(Sign::kExported);
  } else {
    for (size_t i = at > kFarAway ? at - kFarAway : 0; i < std::min(blocks.size(), at + kFarAway);
         ++i) {
      Body other;
      if (const std::optional<LeadingNames> beside = TermIn(blocks[i], other))
        peers.Count(*beside, "");
    }
    PageSection titled_so;
    titled_so.title = TitleAbove(blocks, at);
    titled_so.topic = TopicOfText(titled_so.title);
    if (!titled_so.title.empty()) {
      around.intro_topic = Topic::kNeutral;
      around.sections.push_back(titled_so);
    }
    const Topic topic = titled_so.title.empty() ? TopicOf(context, page_) : titled_so.topic;
    if (topic != Topic::kEnvironment) return false;
    own.Add(Sign::kLabelled);
  }
  constexpr size_t kSeveral = 2;
  if (peers.named < kSeveral) return false;
  AddTextBelow(body, blocks, at);
  const std::vector<LeadName> names =
      scorer_.Accepted(*lead, {CandidatePlace::kCode, around, peers, &body, own});
  if (names.empty()) return false;
  Entry entry =
      MakeEntry(page_.file, names.front(), page_.How(EntryHow::kBlock), body, SectionOf(around));
  if (entry.description.empty()) entry.description = SectionOf(around);
  out_.AddFallback(scorer_.best(), std::move(entry));
  return true;
}

}  // namespace flagcensus
