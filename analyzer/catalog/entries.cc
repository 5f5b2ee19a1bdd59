// Document → entries: the walk.
//
// For each block, first: does it begin with a name (names.cc), then: may that name be a variable
// here (AcceptName). The second asks what the page says around it, the nearest first: the column,
// the sentence before the list, the headings from the inner to the outer, the file's name
// (topic.cc).
//
//   says environment  → any upper-case name; others where structure sets them apart
//   says nothing      → upper case with '_', in code, among others of its kind, on a page that
//   speaks
//                       of environment variables somewhere
//                       them as such (export NAME=, $NAME). On a page that nowhere speaks of them,
//                       which somebody gave as a catalog all the same: where all beside it are such
//   says other things → none
//
// Then: what is said of the name (body.cc), from the rest of the block and the blocks below it.
#include "analyzer/catalog/entries.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/recogniser.h"
#include "analyzer/catalog/values.h"

namespace flagcensus {
bool Describes(const Prose& text) {
  std::string_view lower = Trim(text.lower);
  static constexpr std::string_view kOpenings[] = {"control",
                                                   "set",
                                                   "specif",
                                                   "determine",
                                                   "enable",
                                                   "disable",
                                                   "define",
                                                   "configure",
                                                   "is used",
                                                   "is the",
                                                   "is a",
                                                   "is an",
                                                   "are the",
                                                   "is an",
                                                   "can be",
                                                   "may be",
                                                   "tell",
                                                   "allow",
                                                   "override",
                                                   "select",
                                                   "limit",
                                                   "force",
                                                   "contain",
                                                   "point",
                                                   "indicate",
                                                   "turn",
                                                   "change",
                                                   "hold",
                                                   "if set",
                                                   "when set",
                                                   "adds",
                                                   "add",
                                                   "appends",
                                                   "decide",
                                                   "choose",
                                                   "name",
                                                   "give",
                                                   "provide",
                                                   "switch",
                                                   "activate",
                                                   "is set",
                                                   "will",
                                                   "environment variable",
                                                   "variable",
                                                   "env",
                                                   "which",
                                                   "defaults",
                                                   "is read",
                                                   "toggle",
                                                   "influence",
                                                   "affect",
                                                   "has",
                                                   "makes",
                                                   "lets",
                                                   "says",
                                                   "causes",
                                                   "prevent",
                                                   "when",
                                                   "if",
                                                   "where",
                                                   "the ",
                                                   "is optional",
                                                   "is required",
                                                   "stores",
                                                   "directs",
                                                   "adjusts",
                                                   "accepts",
                                                   "takes",
                                                   "represents",
                                                   "governs",
                                                   "limits",
                                                   "to ",
                                                   "for "};
  return std::any_of(std::begin(kOpenings), std::end(kOpenings),
                     [&](std::string_view opening) { return lower.starts_with(opening); });
}

Recogniser::Recogniser(std::string_view file, const Document& document, PageKind kind)
    : file_(file), document_(document), kind_(kind), file_topic_(TopicOfFile(file)) {
  speaks_ = file_topic_ == Topic::kEnvironment || SpeaksOfEnvironment(document);
  if (speaks_) CollectUses(document.blocks, 0);
}

bool Recogniser::IsNearEnvironment(const Context& context) const {
  if (context.evidence || context.announces) return true;
  if (!context.sections.empty() && context.sections.back().speaks) return true;
  return std::any_of(context.sections.begin(), context.sections.end(), [](const Section& section) {
    return section.announces || !section.names.empty();
  });
}

std::vector<Entry> Recogniser::Find() {
  Walk(document_.blocks, 0, document_.blocks.size(), Context{});
  std::set<std::string> known;
  for (const Entry& entry : entries_) known.insert(entry.name);
  for (Entry& candidate : candidates_) {
    if (known.contains(candidate.name)) continue;
    known.insert(candidate.name);
    entries_.push_back(std::move(candidate));
  }
  for (const Entry& entry : entries_) mentioned_.insert({entry.place.line, entry.name});
  CollectMentions(document_.blocks, 0);
  std::sort(entries_.begin(), entries_.end(), EntryLess);
  return std::move(entries_);
}

Topic Recogniser::TopicOf(const Context& context) const {
  Topic nearest = context.intro_topic;
  bool environment = file_topic_ == Topic::kEnvironment || nearest == Topic::kEnvironment;
  for (auto it = context.sections.rbegin(); it != context.sections.rend(); ++it) {
    if (nearest == Topic::kNeutral) nearest = it->topic;
    environment = environment || it->topic == Topic::kEnvironment;
  }
  if (nearest == Topic::kNeutral) nearest = file_topic_;
  // A section on macros of a page on variables may well hold variables; their shape must then
  // speak.
  if (nearest == Topic::kOther && environment) return Topic::kNeutral;
  return nearest;
}

std::string Recogniser::SectionOf(const Context& context) const {
  return context.sections.empty() ? "" : context.sections.back().title;
}

std::vector<std::string> Recogniser::ClaimsAbove(const Context& context) const {
  std::vector<std::string> claims = context.intro_claims;
  for (const Section& section : context.sections) {
    claims.insert(claims.end(), section.claims.begin(), section.claims.end());
  }
  return claims;
}

bool Recogniser::AcceptName(const LeadName& name, const Lead& lead, Where where,
                            const Context& context, bool supported) const {
  const Topic topic = TopicOf(context);
  if (topic == Topic::kOther) return false;
  if (kind_ == PageKind::kMan && topic != Topic::kEnvironment) return false;
  const bool apart = name.marked || where == Where::kDefinition || where == Where::kHeading ||
                     lead.separator == Lead::Separator::kColon || name.value.has_value();
  const bool environment = topic == Topic::kEnvironment;
  switch (ShapeOf(name.name)) {
    case NameShape::kNone:
      return false;
    case NameShape::kStrong:
      if (context.intro_values) return false;
      return apart && (environment || (supported && IsNearEnvironment(context)));
    case NameShape::kWeak:
      if (!environment || !apart || context.intro_values) return false;
      if (name.value && name.code) return true;
      // A term of a list of definitions is what the list is about.
      if (where == Where::kDefinition && lead.separator != Lead::Separator::kText) {
        return kind_ == PageKind::kMan || !IsCustomaryValue(name.name) || supported;
      }
      if (IsCommonWord(name.name)) return false;
      if (context.parent && !name.value) return false;  // values of the entry above
      return supported || (name.code && !IsCustomaryValue(name.name));
    case NameShape::kMixed:
      return environment && apart && !context.parent &&
             (name.value || name.name.find('_') != std::string::npos) &&
             (name.marked || where == Where::kDefinition);
    case NameShape::kLower:
      if (!environment || context.parent || context.intro_values) return false;
      if (name.name.ends_with("_proxy")) return apart;
      return name.name.find('_') != std::string::npos &&
             (name.code || where == Where::kDefinition) &&
             (name.value || where == Where::kDefinition);
  }
  return false;
}

std::vector<LeadName> Recogniser::Accepted(const Lead& lead, Where where, const Context& context,
                                           bool supported) const {
  std::vector<LeadName> names;
  for (const LeadName& name : lead.names) {
    if (AcceptName(name, lead, where, context, supported)) names.push_back(name);
  }
  // A lead of which only some are names is a sentence that begins with a word.
  if (!lead.names.empty() && !names.empty() && names.front().name != lead.names.front().name)
    return {};
  return names;
}

void Recogniser::Add(const std::vector<LeadName>& names, EntryHow how, Body body,
                     const Context& context) {
  const std::vector<std::string> above = ClaimsAbove(context);
  body.claims.insert(body.claims.end(), above.begin(), above.end());
  body.set_above = body.set_above || context.intro_sets;
  for (const LeadName& name : names) {
    entries_.push_back(MakeEntry(file_, name, How(how), body, SectionOf(context)));
  }
}

void Recogniser::AddNote(const Lead& lead, const Prose& text, const Context& context) {
  Body body;
  AddWords(body, text);
  for (const LeadName& name : lead.names) {
    if (ShapeOf(name.name) != NameShape::kStrong && ShapeOf(name.name) != NameShape::kWeak)
      continue;
    entries_.push_back(MakeEntry(file_, name, EntryHow::kNote, body, SectionOf(context)));
  }
}

void Recogniser::SetIntro(const Block& paragraph, Context& context) const {
  const Prose text = ToProse(paragraph.inlines);
  context.intro_topic = TopicOfSentence(text.text);
  if (context.intro_topic == Topic::kEnvironment && context.sections.empty()) {
    context.announces = true;
  } else if (context.intro_topic == Topic::kEnvironment) {
    // What the page's first paragraph mentions among other things is not what all its parts are
    // about.
    Section& section = context.sections.back();
    static constexpr std::string_view kListing[] = {"following", "below",    "listed",
                                                    "these",     " all ",    "this page",
                                                    "document",  "configur", "you can"};
    section.speaks = true;
    section.announces =
        section.level > 1 ||
        std::any_of(std::begin(kListing), std::end(kListing), [&](std::string_view word) {
          return text.lower.find(word) != std::string::npos;
        });
  }
  context.intro_claims = ClaimsFromIntro(text);
  context.intro_sets = SaysSet(text.lower) && Trim(text.lower).ends_with(':');
  // "one of the following environment variables" announces names.
  context.intro_values = AnnouncesValues(text.lower) &&
                         text.lower.find("following environment variables") == std::string::npos;
}

void Recogniser::Walk(const std::vector<Block>& blocks, size_t begin, size_t end, Context context) {
  for (size_t i = begin; i < end; ++i) {
    const Block& block = blocks[i];
    switch (block.kind) {
      case Block::Kind::kHeading:
        Heading(blocks, i, context);
        context.intro_topic = Topic::kNeutral;
        context.intro_claims.clear();
        context.intro_sets = context.intro_values = false;
        context.parent.reset();
        if (!context.sections.back().names.empty())
          context.parent = context.sections.back().names.front().name;
        break;
      case Block::Kind::kParagraph:
        i = Paragraph(blocks, i, context);
        break;
      case Block::Kind::kList:
        List(block, context);
        break;
      case Block::Kind::kTable:
        Table(block, context);
        break;
      case Block::Kind::kDefinition:
        i = Definitions(blocks, i, context);
        break;
      case Block::Kind::kDirective:
        Directive(block, context);
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
        break;
    }
  }
}

std::vector<Entry> FindEntries(std::string_view file, const Document& document, PageKind kind) {
  return Recogniser(file, document, kind).Find();
}

}  // namespace flagcensus
