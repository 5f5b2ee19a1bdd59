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
namespace {

constexpr size_t kMaxMentions = 100'000;

// The paragraph is a name alone or "name: …", the form in which a page lists variables in a row.
bool IsListing(Lead::Separator separator) { return separator != Lead::Separator::kText; }

// A list whose items describe variables of their own.
bool ListsVariables(const Block& block) {
  if (block.kind != Block::Kind::kList) return false;
  size_t named = 0;
  for (const Block& item : block.children) {
    if (item.children.empty()) continue;
    const Lead lead = ParseLead(ToProse(item.children.front().inlines), false);
    if (!lead.names.empty() && ShapeOf(lead.names.front().name) == NameShape::kStrong) ++named;
  }
  return 2 * named > block.children.size();
}

}  // namespace

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

bool Recogniser::IsUsed(const Lead& lead) const {
  return std::any_of(lead.names.begin(), lead.names.end(),
                     [&](const LeadName& name) { return used_.contains(name.name); });
}

void Recogniser::CollectUses(const std::vector<Block>& blocks, int depth) {
  if (depth > kMaxBlockDepth + 8) return;
  const auto collect = [&](const Prose& text) {
    for (const NameAt& name : NamesIn(text)) {
      if (used_.size() >= kMaxMentions) return;
      const size_t end = name.offset + name.name.size();
      const bool assigned = end + 1 < text.text.size() && text.text[end] == '=' &&
                            text.text[end + 1] != '=' && text.text[end + 1] != ' ';
      const bool expanded = name.offset > 0 && (text.text[name.offset - 1] == '$' ||
                                                text.text[name.offset - 1] == '{');
      if (assigned || expanded) used_.insert(name.name);
    }
  };
  for (const Block& block : blocks) {
    // What source code assigns are its own variables; a shell's are the environment's.
    static constexpr std::string_view kShells[] = {
        "",       "bash",          "sh",  "shell",      "console", "zsh", "text", "fish", "env",
        "dotenv", "shell-session", "ini", "dockerfile", "docker",  "yaml"};
    if (block.kind == Block::Kind::kCode &&
        std::find(std::begin(kShells), std::end(kShells), block.label) != std::end(kShells)) {
      Run run;
      run.text = block.text;
      run.code = true;
      collect(ToProse({run}));
    } else if (!block.inlines.empty()) {
      collect(ToProse(block.inlines));
    }
    CollectUses(block.children, depth + 1);
  }
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
  context.intro_values = AnnouncesValues(text.lower);
}

void Recogniser::Heading(const std::vector<Block>& blocks, size_t at, Context& context) {
  const Block& heading = blocks[at];
  while (!context.sections.empty() && context.sections.back().level >= heading.level) {
    context.sections.pop_back();
  }
  const Prose text = ToProse(heading.inlines);
  const Lead lead = ParseLead(text, true);
  Section section;
  section.level = heading.level;
  section.title = PlainText(heading.inlines);
  section.topic = TopicOfText(section.title);
  section.claims = ClaimsFromIntro(text);

  const bool names_flag = !lead.names.empty() && lead.names.front().name.starts_with("--");
  const bool whole =
      lead.separator == Lead::Separator::kNone || lead.separator == Lead::Separator::kColon;
  std::vector<LeadName> names;
  if (whole && !names_flag) {
    // Headings beside it that are names too support it.
    int beside = 0;
    constexpr size_t kFar = 200;
    for (size_t i = at > kFar ? at - kFar : 0; i < std::min(blocks.size(), at + kFar); ++i) {
      const Block& other = blocks[i];
      if (other.kind != Block::Kind::kHeading || other.level != heading.level ||
          &other == &heading) {
        continue;
      }
      const std::string title = PlainText(other.inlines);
      const std::string_view word = std::string_view(title).substr(0, title.find_first_of(" :=("));
      if (ShapeOf(word) == NameShape::kStrong && ++beside > 0) break;
    }
    Context around = context;
    around.parent.reset();
    around.intro_topic = Topic::kNeutral;
    around.evidence = IsUsed(lead) || (!speaks_ && beside > 0) ||
                      (at + 1 < blocks.size() &&
                       TopicOfSentence(PlainText(blocks[at + 1].inlines)) == Topic::kEnvironment);
    names = Accepted(lead, Where::kHeading, around, beside > 0 || around.evidence);
    // A title in capitals is a title: "INSTALLATION" needs code or names beside it.
    std::erase_if(names, [&](const LeadName& name) {
      return ShapeOf(name.name) == NameShape::kWeak && !name.code && beside == 0;
    });
    if (heading.level == 1 && !names.empty() && !names.front().code && at == 0 && beside == 0)
      names.clear();
  }
  size_t end = at + 1;
  while (end < blocks.size() &&
         !(blocks[end].kind == Block::Kind::kHeading && blocks[end].level <= heading.level)) {
    ++end;
  }
  if (!names.empty()) {
    Body body;
    body.shows_use = true;
    AddWords(body, Slice(text, lead.end));
    // Deeper headings that are names themselves begin other entries.
    size_t stop = at + 1;
    while (stop < end) {
      if (blocks[stop].kind == Block::Kind::kHeading &&
          FieldLabelOf(PlainText(blocks[stop].inlines)) == Label::kNone) {
        const Lead deeper = ParseLead(ToProse(blocks[stop].inlines), true);
        if (!deeper.names.empty()) break;
      }
      ++stop;
    }
    for (size_t i = at + 1; i < stop;) {
      size_t until = i;
      while (until < stop && !ListsVariables(blocks[until])) ++until;
      AddBlocks(body, blocks, i, until);
      i = until + 1;
    }
    Add(names, EntryHow::kHeading, std::move(body), context);
    section.names = names;
  } else if (names_flag && !context.sections.empty() && !context.sections.back().names.empty()) {
    Body body;
    AddBlocks(body, blocks, at + 1, end);
    for (const LeadName& flag : lead.names) {
      Entry entry = MakeEntry(file_, flag, EntryHow::kHeading, body, SectionOf(context));
      entry.parent = context.sections.back().names.front().name;
      entries_.push_back(std::move(entry));
    }
  }
  context.sections.push_back(std::move(section));
}

size_t Recogniser::Paragraph(const std::vector<Block>& blocks, size_t at, Context& context) {
  const Block& block = blocks[at];
  const Prose text = ToProse(block.inlines);
  const Lead lead = ParseLead(text, false);
  const auto no_entry = [&] {
    SetIntro(block, context);
    return at;
  };
  if (lead.names.empty()) return no_entry();
  const Prose rest = Slice(text, lead.end);
  if (SaysDocstringOnly(rest.lower)) {
    AddNote(lead, rest, context);
    return at;
  }
  // Paragraphs in a row that begin so support each other.
  bool supported = false;
  for (size_t i = at >= 8 ? at - 8 : 0; i < blocks.size() && i < at + 9 && !supported; ++i) {
    if (i == at || blocks[i].kind != Block::Kind::kParagraph || blocks[i].inlines.empty()) continue;
    const Lead other = ParseLead(ToProse(blocks[i].inlines), false);
    supported = !other.names.empty() && IsListing(other.separator) &&
                ShapeOf(other.names.front().name) == NameShape::kStrong;
  }
  Context around = context;
  if (IsListing(lead.separator)) around.parent.reset();
  around.evidence = IsUsed(lead) || (!speaks_ && supported);
  const std::vector<LeadName> names = Accepted(lead, Where::kParagraph, around, supported);
  if (names.empty()) return no_entry();

  Body body;
  for (const Prose& line : LinesOf(rest)) {
    const Field field = ParseField(line);
    if (field.label != Label::kNone)
      AddField(body, field.label, field.value);
    else
      AddWords(body, line);
  }
  if (!IsListing(lead.separator)) {
    // "NAME controls …": a description where the page has no better place for the name.
    const bool states = DefaultFromWords(rest, names.front().name).stated();
    if (names.size() == 1 && !context.parent && TopicOf(context) == Topic::kEnvironment &&
        (Describes(rest) || states)) {
      for (const LeadName& name : names) {
        candidates_.push_back(
            MakeEntry(file_, name, How(EntryHow::kParagraph), body, SectionOf(context)));
      }
    }
    return no_entry();
  }
  body.shows_use = lead.separator != Lead::Separator::kColon;
  // The blocks below belong to the name: all up to the next name where it stands alone, else the
  // lists and fields that follow at once.
  const bool alone = lead.separator == Lead::Separator::kNone;
  size_t end = at + 1;
  for (; end < blocks.size(); ++end) {
    const Block& next = blocks[end];
    if (next.kind == Block::Kind::kHeading || next.kind == Block::Kind::kDirective) break;
    if (next.kind == Block::Kind::kTable && !IsFieldTable(next)) break;
    if (next.kind == Block::Kind::kParagraph) {
      const Prose below = ToProse(next.inlines);
      const Lead other = ParseLead(below, false);
      if (!other.names.empty() && IsListing(other.separator)) break;
      const bool field = ParseField(below).label != Label::kNone;
      if (!alone && !field) break;
      // A paragraph between two lists of variables ends the first: only the one below counts.
      if (alone && !field && end > at + 1 && !body.words.text.empty() && kind_ == PageKind::kRst)
        break;
    } else if (next.kind == Block::Kind::kDefinition) {
      if (!alone) break;
    }
    if (!ListsVariables(next)) AddBlock(body, next);
  }
  const size_t first = entries_.size();
  Add(names, EntryHow::kParagraph, std::move(body), context);
  // Lists below may hold sub-flags or further variables.
  Context below = context;
  below.parent = names.front().name;
  below.parent_claims = entries_[first].claims;
  for (size_t i = at + 1; i < end; ++i) {
    if (blocks[i].kind == Block::Kind::kParagraph) {
      SetIntro(blocks[i], below);
    } else {
      Walk(blocks, i, i + 1, below);
    }
  }
  return end - 1;
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

void Recogniser::Mention(const Prose& text, const Block& block) {
  for (const NameAt& name : NamesIn(text)) {
    if (entries_.size() > kMaxMentions) return;
    const Prose::Start start = text.PlaceOf(name.offset);
    Entry entry;
    entry.name = name.name;
    entry.how = EntryHow::kMention;
    entry.place = {file_, start.line > 0 ? start.line : block.line, 0};
    if (start.column > 0)
      entry.place.column = start.column + static_cast<int>(name.offset - start.offset);
    if (!mentioned_.insert({entry.place.line, entry.name}).second) continue;
    entries_.push_back(std::move(entry));
  }
}

void Recogniser::CollectMentions(const std::vector<Block>& blocks, int depth) {
  if (depth > kMaxBlockDepth + 8) return;
  for (const Block& block : blocks) {
    if (!block.inlines.empty()) Mention(ToProse(block.inlines), block);
    if (block.kind == Block::Kind::kCode) {
      int line = block.line;
      for (const std::string_view row : Split(block.text, '\n')) {
        Run run;
        run.text = row;
        run.line = line++;
        // Only what a shell would take for a variable: "NAME=value", "$NAME".
        Prose text = ToProse({run});
        std::vector<NameAt> names = NamesIn(text);
        for (const NameAt& name : names) {
          const size_t end = name.offset + name.name.size();
          const bool assigned = end < text.text.size() && text.text[end] == '=';
          const bool read = name.offset > 0 && (text.text[name.offset - 1] == '$' ||
                                                text.text[name.offset - 1] == '{');
          if (!assigned && !read) continue;
          Mention(Slice(text, name.offset > 0 ? name.offset - 1 : 0, end + 1), block);
        }
      }
    }
    CollectMentions(block.children, depth + 1);
  }
}

std::vector<Entry> FindEntries(std::string_view file, const Document& document, PageKind kind) {
  return Recogniser(file, document, kind).Find();
}

}  // namespace flagcensus
