// Lists and definitions → entries and sub-flags.
//
// A list is one of: items that begin with variables; "--option" items below a variable, its
// sub-flags; "Label: value" items, the fields of what stands above; values of a variable; anything
// else.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/recogniser.h"
#include "analyzer/catalog/values.h"

namespace flagcensus {
namespace {

const Block* FirstParagraph(const Block& item) {
  if (item.children.empty() || item.children.front().kind != Block::Kind::kParagraph)
    return nullptr;
  return &item.children.front();
}

bool IsFlag(const Lead& lead) {
  return !lead.names.empty() && lead.names.front().name.starts_with("--");
}

}  // namespace

bool Recogniser::SubFlags(const Block& list, const std::string& parent,
                          const std::vector<std::string>& claims, const std::string& section) {
  bool any = false;
  for (const Block& item : list.children) {
    const Block* paragraph = FirstParagraph(item);
    if (paragraph == nullptr) continue;
    any = any || IsFlag(ParseLead(ToProse(paragraph->inlines), true));
    if (any) break;
  }
  if (!any) return false;
  for (const Block& item : list.children) {
    const Block* paragraph = FirstParagraph(item);
    if (paragraph == nullptr) continue;
    const Prose text = ToProse(paragraph->inlines);
    const Lead lead = ParseLead(text, true);
    // Beside flags, "NAME=value" is one as well: a part of the same variable's value.
    if (lead.names.empty() || (!IsFlag(lead) && !lead.names.front().value)) continue;
    Body body;
    AddWords(body, Slice(text, lead.end));
    AddBlocks(body, item.children, 1, item.children.size());
    for (const std::string& claim : claims) {
      if (claim == "appended" || claim == "always-set" || claim == "set-if-missing") {
        body.claims.push_back(claim);
      }
    }
    body.set_above = !body.claims.empty();
    for (const LeadName& name : lead.names) {
      Entry entry = MakeEntry(file_, name, How(EntryHow::kList), body, section);
      if (name.value) {
        entry.value = name.value;
        entry.default_kind = DocumentedDefault::kLiteral;
        entry.default_text = name.value;
      }
      entry.parent = parent;
      entries_.push_back(std::move(entry));
    }
  }
  return true;
}

void Recogniser::Item(const Block& item, const Lead& lead, const Prose& text,
                      const Context& context, bool supported) {
  const Prose rest = Slice(text, lead.end);
  if (!lead.names.empty() && SaysDocstringOnly(rest.lower)) {
    AddNote(lead, rest, context);
    return;
  }
  std::vector<LeadName> names = Accepted(lead, Where::kList, context, supported);
  // A link alone is a line of a table of contents: the name is described where it leads.
  const bool linked = !lead.names.empty() && lead.separator == Lead::Separator::kNone &&
                      item.children.size() == 1 && text.IsLink(SkipBlanks(text.text, 0));
  if (linked) names.clear();
  if (lead.separator == Lead::Separator::kText) {
    // A sentence about several variables describes none of them; one about one may.
    const bool adds = Trim(rest.lower).ends_with(':');
    const bool describes = Describes(rest) || adds || names.size() == 1;
    const bool plain =
        std::any_of(names.begin(), names.end(), [](const LeadName& n) { return !n.marked; });
    if (names.size() > 1 || !describes || plain) names.clear();
  }
  if (names.empty()) {
    // "- Logging:" above a list of its own says what that one holds.
    Context below = context;
    if (!item.children.empty() && item.children.front().kind == Block::Kind::kParagraph) {
      const Topic before = below.intro_topic;
      const bool sets = below.intro_sets;
      const std::vector<std::string> claims = below.intro_claims;
      SetIntro(item.children.front(), below);
      if (below.intro_topic == Topic::kNeutral) below.intro_topic = before;
      if (below.intro_claims.empty()) below.intro_claims = claims;
      below.intro_sets = below.intro_sets || sets;
      Walk(item.children, 1, item.children.size(), below);
    } else {
      Walk(item.children, 0, item.children.size(), below);
    }
    return;
  }
  Body body;
  for (const Prose& line : LinesOf(rest)) {
    const Field field = ParseField(line);
    if (field.label != Label::kNone)
      AddField(body, field.label, field.value);
    else
      AddWords(body, line);
  }
  const size_t first = entries_.size();
  std::vector<const Block*> nested;
  for (size_t i = 1; i < item.children.size(); ++i) {
    if (item.children[i].kind == Block::Kind::kList) nested.push_back(&item.children[i]);
  }
  AddBlocks(body, item.children, 1, item.children.size());
  Add(names, EntryHow::kList, std::move(body), context);
  const std::vector<std::string> claims = entries_[first].claims;
  for (const Block* list : nested) {
    if (SubFlags(*list, names.front().name, claims, SectionOf(context))) {
      // The flags are the value, not the description.
      for (size_t i = first; i < first + names.size(); ++i) {
        entries_[i].description = PlainText(item.children.front().inlines);
      }
      continue;
    }
    Context below = context;
    below.parent = names.front().name;
    below.intro_sets = false;
    below.intro_values =
        below.intro_values || entries_[first].description.find("alues") != std::string::npos;
    List(*list, below);
  }
}

void Recogniser::List(const Block& list, const Context& context) {
  struct Parsed {
    Prose text;
    Lead lead;
    Field field;
  };
  std::vector<Parsed> items;
  items.reserve(list.children.size());
  size_t named = 0;
  size_t strong = 0;
  size_t customary = 0;
  bool environment_field = false;
  bool used = false;
  bool sentences = false;  // an item goes on as one: "NAME is …"
  for (const Block& item : list.children) {
    Parsed parsed;
    if (const Block* paragraph = FirstParagraph(item)) {
      parsed.text = ToProse(paragraph->inlines);
      parsed.lead = ParseLead(parsed.text, true);
      if (parsed.lead.names.empty() || (IsFlag(parsed.lead) && !context.parent)) {
        Lead beside = ParseBeside(parsed.text);
        const bool option = parsed.text.IsCode(SkipBlanks(parsed.text.text, 0));
        if (option && !beside.names.empty()) parsed.lead = std::move(beside);
      }
      parsed.field = ParseField(parsed.text);
      if (!parsed.lead.names.empty()) {
        const std::string& name = parsed.lead.names.front().name;
        ++named;
        if (ShapeOf(name) == NameShape::kStrong) ++strong;
        if (parsed.lead.separator == Lead::Separator::kText) sentences = true;
        if (IsCustomaryValue(name)) ++customary;
        used = used || IsUsed(parsed.lead);
      }
      environment_field = environment_field || parsed.field.label == Label::kEnvironment;
    }
    items.push_back(std::move(parsed));
  }
  if (environment_field) {
    // "- Type: int", "- Env: `APP_PORT`": one variable, told in fields.
    Body body;
    AddBlock(body, list);
    if (!body.env_names.empty()) {
      const std::vector<LeadName> names = body.env_names;
      if (!(context.parent && *context.parent == names.front().name)) {
        Add(names, EntryHow::kBlock, std::move(body), context);
      }
      return;
    }
  }
  if (context.parent && SubFlags(list, *context.parent, context.parent_claims, SectionOf(context)))
    return;
  const bool values = customary >= 2 && strong == 0;
  const bool announced = context.intro_topic == Topic::kEnvironment && !context.parent &&
                         strong == list.children.size();
  // Lists that mostly begin with other things mention variables.
  const bool supported = strong > 0 && 2 * named >= list.children.size() && !values;
  Context inner = context;
  inner.intro_values = inner.intro_values || values;
  // A page without a word on what it lists, but given as a catalog, lists variables.
  inner.evidence = used || (!speaks_ && !sentences && strong == list.children.size());
  for (size_t i = 0; i < list.children.size(); ++i) {
    if (IsFlag(items[i].lead)) items[i].lead = {};
    // "one of the following environment variables:" above names alone sets them apart.
    if (announced && items[i].lead.separator == Lead::Separator::kNone) {
      for (LeadName& name : items[i].lead.names) name.marked = true;
    }
    if (context.parent && items[i].field.label != Label::kNone) continue;
    Item(list.children[i], items[i].lead, items[i].text, inner, supported);
  }
}

size_t Recogniser::Definitions(const std::vector<Block>& blocks, size_t at,
                               const Context& context) {
  size_t end = at;
  size_t strong = 0;
  size_t count = 0;
  bool used = false;
  while (end < blocks.size() && blocks[end].kind == Block::Kind::kDefinition) {
    const Lead lead = ParseLead(ToProse(blocks[end].inlines), false);
    ++count;
    const Lead beside = ParseBeside(ToProse(blocks[end].inlines));
    if ((!lead.names.empty() && ShapeOf(lead.names.front().name) == NameShape::kStrong) ||
        !beside.names.empty()) {
      ++strong;
    }
    used = used || IsUsed(lead);
    ++end;
  }
  Context inner = context;
  inner.evidence = used || (!speaks_ && strong == count);
  for (size_t i = at; i < end; ++i) {
    const Block& block = blocks[i];
    const Prose term = ToProse(block.inlines);
    Lead lead = ParseLead(term, true);
    if (lead.names.empty() || ShapeOf(lead.names.front().name) == NameShape::kLower ||
        (IsFlag(lead) && !context.parent)) {
      Lead beside = ParseBeside(term);
      if (!beside.names.empty()) lead = std::move(beside);
    }
    if (IsFlag(lead) && context.parent) {
      Body flag_body;
      AddBlocks(flag_body, block.children, 0, block.children.size());
      for (const LeadName& name : lead.names) {
        Entry entry = MakeEntry(file_, name, How(EntryHow::kList), flag_body, SectionOf(context));
        entry.parent = context.parent;
        entries_.push_back(std::move(entry));
      }
      continue;
    }
    const std::vector<LeadName> names =
        IsFlag(lead) ? std::vector<LeadName>{}
                     : Accepted(lead, Where::kDefinition, inner, 2 * strong >= count && strong > 0);
    // "XDG directories": a title that begins with a word in capitals.
    const bool title = !names.empty() && lead.separator == Lead::Separator::kText &&
                       !names.front().marked && ShapeOf(names.front().name) == NameShape::kWeak;
    if (names.empty() || title) {
      Context below = context;
      SetIntro(block, below);
      // "General:" groups what the text above announces.
      if (below.intro_topic == Topic::kNeutral) below.intro_topic = context.intro_topic;
      Walk(block.children, 0, block.children.size(), below);
      continue;
    }
    Body body;
    body.shows_use = true;
    AddWords(body, Slice(term, lead.end));
    AddBlocks(body, block.children, 0, block.children.size());
    Add(names, EntryHow::kList, std::move(body), context);
    Context below = context;
    below.parent = names.front().name;
    below.intro_values = body.words.text.empty();
    Walk(block.children, 0, block.children.size(), below);
  }
  return end - 1;
}

}  // namespace flagcensus
