// Headings and paragraphs that begin with names → entries, with the blocks below them.
//
//   ### `APP_HOME`             ─→ APP_HOME, kHeading, "The directory."
//   The directory.
//   **APP_PORT** (int)         ─→ APP_PORT, kParagraph, with the list below it
//   - Default: 80
//   APP_LOG controls the log.  ─→ a fallback, used if the page has no other entry of APP_LOG
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/block_walker.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/values.h"

namespace flagcensus {
namespace {

// Whether the paragraph is a name alone or "name: …", the form of lists of variables.
bool IsListing(LeadingNames::Separator separator) {
  return separator != LeadingNames::Separator::kText;
}

// A list with items that describe other variables: more than half begin with a name.
bool ListsVariables(const Block& block) {
  if (block.kind != Block::Kind::kList) return false;
  size_t named = 0;
  for (const Block& item : block.children) {
    if (item.children.empty()) continue;
    const LeadingNames lead = ParseLeadingNames(ToProse(item.children.front().inlines), false);
    if (!lead.names.empty() && ShapeOf(lead.names.front().name) == NameShape::kStrong) ++named;
  }
  return 2 * named > block.children.size();
}

// Whether one of the paragraphs below a title, from `at` on, is "**Environment variable**: `NAME`"
// or names several variables, for parts of the setting. Sets `at` to it.
bool FindNamingField(const std::vector<Block>& blocks, size_t& at) {
  constexpr size_t kFar = 4;  // type and the like may precede it
  const size_t last = std::min(blocks.size(), at + kFar);
  for (; at < last && blocks[at].kind == Block::Kind::kParagraph; ++at) {
    for (const Prose& line : LinesOf(ToProse(blocks[at].inlines))) {
      const Field field = ParseField(line);
      if (field.label != Label::kEnvironment) continue;
      const LeadingNames lead = ParseLeadingNames(field.value, false);
      const bool whole = lead.separator == LeadingNames::Separator::kNone && !lead.names.empty();
      const bool names = std::all_of(
          lead.names.begin(), lead.names.end(),
          [](const LeadName& name) { return ShapeOf(name.name) == NameShape::kStrong; });
      if (whole && names) return true;
    }
  }
  return false;
}

// "REDUCE", right above a deeper heading that is itself a name: the title of those below it.
//
//   ## REDUCE
//   ### `APP_REDUCE_SUM`    ─→ REDUCE is a title
bool HeadsOthers(const std::vector<Block>& blocks, size_t at, const LeadingNames& lead) {
  if (at + 1 >= blocks.size() || lead.names.front().code) return false;
  const Block& below = blocks[at + 1];
  if (below.kind != Block::Kind::kHeading || below.level <= blocks[at].level) return false;
  const LeadingNames deeper = ParseLeadingNames(ToProse(below.inlines), true);
  return !deeper.names.empty() && ShapeOf(deeper.names.front().name) == NameShape::kStrong;
}

// A heading's text without a number that the author put before it: "3. `NAME`", "2.1) NAME".
Prose WithoutNumber(Prose text) {
  const std::string_view all = text.text;
  size_t end = all.find_first_not_of("0123456789.");
  if (end == 0 || end == std::string_view::npos || all[0] == '.' || text.IsCode(0)) return text;
  const bool marked = all.substr(0, end).find('.') != std::string_view::npos || all[end] == ')';
  if (all[end] == ')') ++end;
  if (!marked || end >= all.size() || all[end] != ' ') return text;  // "404 NOT_FOUND": no number
  return Slice(text, SkipBlanks(all, end));
}

}  // namespace

// The names of the heading that are accepted as entries.
std::vector<LeadName> BlockWalker::HeadingNames(const std::vector<Block>& blocks, size_t at,
                                                const LeadingNames& lead,
                                                const BlockContext& context) {
  if (lead.names.empty()) return {};
  const Block& heading = blocks[at];
  if (HeadsOthers(blocks, at, lead)) return {};
  // Headings of its level that begin with names support it: of the sixty blocks before and after.
  SiblingStats peers;
  constexpr size_t kFar = 60;
  for (size_t i = at > kFar ? at - kFar : 0; i < std::min(blocks.size(), at + kFar); ++i) {
    const Block& other = blocks[i];
    if (other.kind != Block::Kind::kHeading || other.level != heading.level) continue;
    auto [title, fresh] = titles_.try_emplace(&other);
    if (fresh) {
      const Prose text = WithoutNumber(ToProse(other.inlines));
      title->second = {ParseLeadingNames(text, true), text.lower};
    }
    const auto& [beside, lower] = title->second;
    if (beside.names.empty() && i != at) continue;
    peers.Count(beside, lower);
  }
  peers.used = page_.IsUsed(lead);
  BlockContext around = context;
  around.parent.reset();
  around.intro_topic = Topic::kNeutral;
  // What the last sentence above announces ends at the heading.
  around.intro_settings = around.intro_values = around.intro_example = false;
  around.intro_sample = false;
  if (at + 1 < blocks.size() &&
      TopicOfSentence(PlainText(blocks[at + 1].inlines)) == Topic::kEnvironment) {
    peers.environment = true;
  }
  // The three paragraphs below are enough to judge it; the whole body is read for the entry.
  Body body;
  for (size_t i = at + 1; i < blocks.size() && i < at + 4; ++i) {
    if (blocks[i].kind != Block::Kind::kParagraph) break;
    AddBlock(body, blocks[i]);
  }
  std::vector<LeadName> names =
      scorer_.Accepted(lead, {CandidatePlace::kHeading, around, peers, &body, {}});
  // A title in capitals, such as "INSTALLATION", is only a title unless it is code or next to
  // names.
  std::erase_if(names, [&](const LeadName& name) {
    return ShapeOf(name.name) == NameShape::kWeak && !name.code && 2 * peers.strong < peers.rows;
  });
  // The page's title in capitals is the name of the project.
  const bool title = heading.level == 1 && at == 0 && peers.rows == 1;
  if (title && !names.empty() && !names.front().code) names.clear();
  return names;
}

void BlockWalker::Heading(const std::vector<Block>& blocks, size_t at, BlockContext& context) {
  const Block& heading = blocks[at];
  while (!context.sections.empty() && context.sections.back().level >= heading.level) {
    context.sections.pop_back();
  }
  const Prose text = WithoutNumber(ToProse(heading.inlines));
  const LeadingNames lead = ParseLeadingNames(text, true);
  // The section that begins here, whether or not its heading is an entry.
  PageSection section;
  section.level = heading.level;
  section.title = PlainText(heading.inlines);
  section.topic = TopicOfText(section.title);
  section.settings = SpeaksOfSettings(text.lower);
  section.claims = ClaimsFromIntro(text);

  const bool names_flag = !lead.names.empty() && lead.names.front().name.starts_with("--");
  const bool whole = lead.separator == LeadingNames::Separator::kNone ||
                     lead.separator == LeadingNames::Separator::kColon;
  std::vector<LeadName> names;
  if (whole && !names_flag) {
    names = HeadingNames(blocks, at, lead, context);
  }
  // The section ends at the next heading of its level or above.
  size_t end = at + 1;
  while (end < blocks.size() &&
         !(blocks[end].kind == Block::Kind::kHeading && blocks[end].level <= heading.level)) {
    ++end;
  }
  // Three kinds: a heading of variables, of a setting with a field for its variable, of a sub-flag.
  if (!names.empty()) {
    Body body;
    body.shows_use = true;
    AddWords(body, Slice(text, lead.end));
    // Deeper headings that are names begin other entries; those that are labels are its fields.
    size_t stop = at + 1;
    while (stop < end) {
      if (blocks[stop].kind == Block::Kind::kHeading &&
          FieldLabelOf(PlainText(blocks[stop].inlines)) == Label::kNone) {
        const LeadingNames deeper =
            ParseLeadingNames(WithoutNumber(ToProse(blocks[stop].inlines)), true);
        if (!deeper.names.empty()) break;
      }
      ++stop;
    }
    // Lists of other variables within the section are entries themselves and not its description.
    for (size_t i = at + 1; i < stop;) {
      size_t until = i;
      while (until < stop && !ListsVariables(blocks[until])) ++until;
      AddBlocks(body, blocks, i, until);
      i = until + 1;
    }
    out_.Add(names, EntryHow::kHeading, std::move(body), context);
    section.names = names;
  } else if (size_t field = at + 1; !names_flag && FindNamingField(blocks, field)) {
    // A setting's title, and below it a field with the variable of the same setting.
    size_t stop = field;
    while (stop < end && blocks[stop].kind != Block::Kind::kHeading) ++stop;
    Body body;
    AddBlocks(body, blocks, at + 1, stop);
    if (!body.env_names.empty()) AddLabelled({page_, scorer_, out_}, std::move(body), context);
  } else if (names_flag && !context.sections.empty() && !context.sections.back().names.empty()) {
    // "--option" below the heading of a variable: a sub-flag of it.
    Body body;
    AddBlocks(body, blocks, at + 1, end);
    for (const LeadName& flag : lead.names) {
      Entry entry = MakeEntry(page_.file, flag, EntryHow::kHeading, body, SectionOf(context));
      entry.parent = context.sections.back().names.front().name;
      out_.entries().push_back(std::move(entry));
    }
  }
  context.sections.push_back(std::move(section));
}

// Paragraphs that begin with names support each other: of the eight blocks before and after.
SiblingStats BlockWalker::ParagraphPeers(const std::vector<Block>& blocks, size_t at) const {
  SiblingStats peers;
  constexpr size_t kFar = 8;
  for (size_t i = at > kFar ? at - kFar : 0; i < blocks.size() && i <= at + kFar; ++i) {
    if (blocks[i].kind != Block::Kind::kParagraph || blocks[i].inlines.empty()) continue;
    const Prose text = ToProse(blocks[i].inlines);
    const LeadingNames other = ParseLeadingNames(text, false);
    const bool listed = !other.names.empty() && IsListing(other.separator);
    if (i != at && !listed) continue;
    peers.Count(other, text.lower);
    if (i == at) peers.used = page_.IsUsed(other);
  }
  return peers;
}

// Whether nothing but the label of its type or of its values follows a name: "(boolean)", "= {
// `fast` (default), `slow` }". More than eighty bytes are a description in brackets.
bool IsLabelOnly(std::string_view rest) {
  constexpr size_t kLongest = 80;
  rest = Trim(rest);
  if (rest.size() > kLongest || rest.size() < 3) return false;
  const size_t pair = std::string_view("([{").find(rest.front());
  if (pair == std::string_view::npos) return false;
  const char open = rest.front(), close = ")]}"[pair];
  int depth = 0;
  for (size_t at = 0; at < rest.size(); ++at) {
    depth += (rest[at] == open ? 1 : 0) - (rest[at] == close ? 1 : 0);
    if (depth == 0) return at + 1 == rest.size();
  }
  return false;
}

size_t BlockWalker::Paragraph(const std::vector<Block>& blocks, size_t at, BlockContext& context) {
  const Block& block = blocks[at];
  context.said = nullptr;
  const Prose text = ToProse(block.inlines);
  const LeadingNames lead = ParseItemNames(text, false, false);
  // Without an entry, the paragraph introduces the blocks after it.
  const auto no_entry = [&] {
    SetIntro(block, context);
    return at;
  };
  if (lead.names.empty()) return no_entry();
  const Prose rest = Slice(text, lead.end);
  if (SaysDocstringOnly(rest.lower)) {
    out_.AddNote(lead, rest, context);
    return at;
  }
  BlockContext around = context;
  if (IsListing(lead.separator)) around.parent.reset();
  // The blocks below belong to the name. If the name is alone or has only a label, these are all
  // blocks up to the next name; otherwise only the lists and fields that follow immediately.
  const bool labelled = IsLabelOnly(rest.text);
  Body body;
  body.aside = labelled;
  AddLines(body, rest);
  body.aside = false;
  const size_t open = SkipBlanks(rest.text, 0);
  if (labelled && rest.text[open] != '(') body.values = ListedValues(Slice(rest, open + 1), 0);
  const SiblingStats peers = ParagraphPeers(blocks, at);
  const std::vector<LeadName> names =
      scorer_.Accepted(lead, {CandidatePlace::kParagraph, around, peers, &body, {}});
  if (names.empty()) return no_entry();
  if (!IsListing(lead.separator)) {
    // "NAME controls …": a description if the page has no better place for the name.
    for (const LeadName& name : names) {
      out_.AddFallback(scorer_.best(), MakeEntry(page_.file, name, page_.How(EntryHow::kParagraph),
                                                 body, SectionOf(context)));
    }
    return no_entry();
  }
  body.shows_use = lead.separator != LeadingNames::Separator::kColon;
  const bool alone = labelled || lead.separator == LeadingNames::Separator::kNone;
  size_t end = at + 1;
  for (; end < blocks.size(); ++end) {
    const Block& next = blocks[end];
    if (next.kind == Block::Kind::kHeading || next.kind == Block::Kind::kDirective) break;
    if (next.kind == Block::Kind::kTable && !IsFieldTable(next)) break;
    if (next.kind == Block::Kind::kParagraph) {
      const Prose below = ToProse(next.inlines);
      const LeadingNames other = ParseLeadingNames(below, false);
      if (!other.names.empty() && IsListing(other.separator)) break;
      const bool field = ParseField(below).label != Label::kNone;
      if (!alone && !field) break;
      // A paragraph between two lists of variables ends the first: only the one below counts.
      if (alone && !field && end > at + 1 && !body.words.text.empty() &&
          page_.format->entries.paragraph_ends_list)
        break;
    } else if (next.kind == Block::Kind::kDefinition) {
      if (!alone) break;
    }
    if (!ListsVariables(next)) AddBlock(body, next);
  }
  const size_t first = out_.entries().size();
  out_.Add(names, EntryHow::kParagraph, std::move(body), context);
  // Lists below may contain sub-flags or further variables.
  BlockContext below = context;
  below.parent = names.front().name;
  below.parent_claims = out_.entries()[first].claims;
  for (size_t i = at + 1; i < end; ++i) {
    if (blocks[i].kind == Block::Kind::kParagraph) {
      SetIntro(blocks[i], below);
    } else {
      Walk(blocks, i, i + 1, below);
    }
  }
  return end - 1;
}

}  // namespace flagcensus
