// Lists and definitions → entries and sub-flags.
//
//   - `APP_OPTS`: Options.       ─→ APP_OPTS
//     - `--fast`: Be quick.      ─→ --fast, a sub-flag of APP_OPTS
//   - Logging:                   ─→ no entry: introduces its list
//     - `APP_LOG`: The file.     ─→ APP_LOG
//
// A list is one of: items that begin with variables; "--option" items below a variable, its
// sub-flags; "Label: value" items, the fields of what is above; values of a variable; anything
// else.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/block_walker.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/shared_prefix.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// Null if the item begins with another block.
const Block* FirstParagraph(const Block& item) {
  if (item.children.empty() || item.children.front().kind != Block::Kind::kParagraph)
    return nullptr;
  return &item.children.front();
}

// The variable in quotes right after the bracket of a call or an index at `at`, if the called name
// contains "env":
//
//   `os.environ["APP_X"]`, `hl.env("APP_X", "1")`: …  ─→ APP_X
LeadingNames ParseCall(const Prose& text, size_t at) {
  const size_t end = text.CodeEnd(at);
  const std::string_view code = std::string_view(text.text).substr(at, end - at);
  size_t open = 0;
  while (open < code.size() && (IsIdentifierByte(code[open]) || code[open] == '.')) {
    ++open;
  }
  if (open == 0 || open + 2 >= code.size() || (code[open] != '(' && code[open] != '[')) return {};
  if (ToLower(code.substr(0, open)).find("env") == std::string::npos) return {};
  const char quote = code[open + 1];
  if (quote != '"' && quote != '\'') return {};
  const size_t close = code.find(quote, open + 2);
  if (close == std::string_view::npos) return {};
  LeadName name;
  name.name = code.substr(open + 2, close - open - 2);
  if (ShapeOf(name.name) != NameShape::kStrong) return {};
  const Prose::Start start = text.PlaceOf(at);
  name.line = start.line;
  name.column =
      start.column > 0 ? start.column + static_cast<int>(at + open + 2 - start.offset) : 0;
  name.code = name.marked = true;
  LeadingNames lead;
  lead.names.push_back(std::move(name));
  lead.separator = LeadingNames::Separator::kColon;
  lead.end = end;
  while (lead.end < text.text.size() && std::string_view(" -:").find(text.text[lead.end]) < 3)
    ++lead.end;
  return lead;
}

// The variable of an item that begins with what is done with it; the whole item describes it:
//
//   Setting `APP_X` will …, You can use `APP_X=1` to …  ─→ APP_X
//
// Thirty bytes before the name: openings from a word list are short.
LeadingNames ParseUse(const Prose& text) {
  static const PhraseList& kUses = Phrases("uses_name");
  const size_t begin = SkipBlanks(text.text, 0);
  constexpr size_t kMaxWords = 30;
  size_t at = begin;
  while (at < text.text.size() && !text.IsCode(at) && at - begin < kMaxWords) ++at;
  if (at >= text.text.size() || !text.IsCode(at)) return {};
  if (LeadingNames call = ParseCall(text, at); at == begin && !call.names.empty()) return call;
  const std::string_view before = Trim(std::string_view(text.lower).substr(begin, at - begin));
  if (std::find(kUses.begin(), kUses.end(), before) == kUses.end()) return {};
  LeadingNames lead = ParseLeadingNames(Slice(text, at), false);
  if (lead.names.empty() || ShapeOf(lead.names.front().name) != NameShape::kStrong) return {};
  lead.names.resize(1);
  lead.names.front().shown = lead.names.front().value.has_value();
  lead.separator = LeadingNames::Separator::kText;
  lead.describes = true;
  lead.end = 0;
  return lead;
}

bool IsFlag(const LeadingNames& lead) {
  return !lead.names.empty() && lead.names.front().name.starts_with("--");
}

}  // namespace

bool BlockWalker::SubFlags(const Block& list, const std::string& parent,
                           const std::vector<std::string>& claims, const std::string& section) {
  // Only a list with an option is one of sub-flags.
  bool any = false;
  for (const Block& item : list.children) {
    const Block* paragraph = FirstParagraph(item);
    if (paragraph == nullptr) continue;
    any = any || IsFlag(ParseLeadingNames(ToProse(paragraph->inlines), true));
    if (any) break;
  }
  if (!any) return false;
  for (const Block& item : list.children) {
    const Block* paragraph = FirstParagraph(item);
    if (paragraph == nullptr) continue;
    const Prose text = ToProse(paragraph->inlines);
    const LeadingNames lead = ParseLeadingNames(text, true);
    // In a list of flags, "NAME=value" is one as well: a part of the same variable's value.
    if (lead.names.empty() || (!IsFlag(lead) && !lead.names.front().value)) continue;
    Body body;
    AddWords(body, Slice(text, lead.end));
    AddBlocks(body, item.children, 1, item.children.size());
    // The flags are part of a variable that the program sets, so they are set with it.
    for (const std::string& claim : claims) {
      if (claim == "appended" || claim == "always-set" || claim == "set-if-missing") {
        body.claims.push_back(claim);
      }
    }
    body.set_above = !body.claims.empty();
    for (const LeadName& name : lead.names) {
      Entry entry = MakeEntry(page_.file, name, page_.How(EntryHow::kList), body, section);
      if (name.value) {
        entry.value = name.value;
        entry.default_kind = DocumentedDefault::kLiteral;
        entry.default_text = name.value;
      }
      entry.parent = parent;
      out_.entries().push_back(std::move(entry));
    }
  }
  return true;
}

// The body of the names that an item begins with.
static Body BodyOf(const Block& item, const Prose& rest) {
  Body body;
  AddLines(body, rest);
  AddBlocks(body, item.children, 1, item.children.size());
  return body;
}

// An item that is not an entry: "- Logging:" above a nested list says what that list contains. It
// inherits what the sentence above the whole list says.
void BlockWalker::Group(const Block& item, const BlockContext& context) {
  BlockContext below = context;
  if (item.children.empty() || item.children.front().kind != Block::Kind::kParagraph) {
    Walk(item.children, 0, item.children.size(), below);
    return;
  }
  const Topic before = below.intro_topic;
  const bool sets = below.intro_sets;
  const std::vector<std::string> claims = below.intro_claims;
  SetIntro(item.children.front(), below);
  if (below.intro_topic == Topic::kNeutral) below.intro_topic = before;
  if (below.intro_claims.empty()) below.intro_claims = claims;
  below.intro_sets = below.intro_sets || sets;
  Walk(item.children, 1, item.children.size(), below);
}

// With entries, the item's lists are sub-flags or lists within the entry; without, a group.
void BlockWalker::Item(const Block& item, const LeadingNames& lead, const Prose& text,
                       const BlockContext& context, const SiblingStats& peers) {
  const Prose rest = Slice(text, lead.end);
  if (!lead.names.empty() && SaysDocstringOnly(rest.lower)) {
    out_.AddNote(lead, rest, context);
    return;
  }
  std::vector<LeadName> names;
  Body body;
  if (!lead.names.empty()) {
    body = BodyOf(item, rest);
    // "`NAME=60` is the same as ...": a sentence about a use.
    body.shows_use = lead.separator == LeadingNames::Separator::kText;
    Candidate candidate{CandidatePlace::kList, context, peers, &body, {}};
    // An item of one link is a line of a table of contents: the name is described at the target.
    candidate.own.Add(Sign::kLinked, lead.separator == LeadingNames::Separator::kNone &&
                                         item.children.size() == 1 &&
                                         text.IsLink(SkipBlanks(text.text, 0)));
    names = scorer_.Accepted(lead, candidate);
  }
  if (names.empty()) {
    Group(item, context);
    return;
  }
  const size_t first = out_.entries().size();
  std::vector<const Block*> nested;
  // Lists inside the item: its sub-flags, or variables and values within the entry.
  for (size_t i = 1; i < item.children.size(); ++i) {
    const Block& child = item.children[i];
    if (child.kind == Block::Kind::kList) nested.push_back(&child);
    // A list that is indented once more than the text around it is a quote with a list in it.
    if (child.kind == Block::Kind::kQuote && child.children.size() == 1 &&
        child.children.front().kind == Block::Kind::kList) {
      nested.push_back(&child.children.front());
    }
  }
  out_.Add(names, EntryHow::kList, std::move(body), context);
  const std::vector<std::string> claims = out_.entries()[first].claims;
  for (const Block* list : nested) {
    if (SubFlags(*list, names.front().name, claims, SectionOf(context))) {
      // The flags are the value and not part of the description.
      for (size_t i = first; i < first + names.size(); ++i) {
        out_.entries()[i].description = PlainText(item.children.front().inlines);
      }
      continue;
    }
    BlockContext below = context;
    below.parent = names.front().name;
    below.intro_sets = false;
    // "Values", "values": what follows are the values of the variable.
    below.intro_values =
        below.intro_values || out_.entries()[first].description.find("alues") != std::string::npos;
    List(*list, below);
  }
}

void BlockWalker::List(const Block& list, const BlockContext& context) {
  struct Parsed {
    Prose text;
    LeadingNames lead;
    Field field;
  };
  // The kinds in the order in which they are tried: fields of one variable, sub-flags of the entry
  // around the list, items with names.
  std::vector<Parsed> items;
  items.reserve(list.children.size());
  SiblingStats peers;
  bool environment_field = false;
  // All items are parsed first, as each is judged by the others.
  for (const Block& item : list.children) {
    Parsed parsed;
    if (const Block* paragraph = FirstParagraph(item)) {
      parsed.text = ToProse(paragraph->inlines);
      parsed.lead = ParseItemNames(parsed.text, true, false);
      if (IsFlag(parsed.lead) && !context.parent) parsed.lead = {};
      parsed.field = ParseField(parsed.text);
      peers.used = peers.used || page_.IsUsed(parsed.lead);
      environment_field = environment_field || parsed.field.label == Label::kEnvironment;
    }
    peers.Count(parsed.lead, parsed.text.lower);
    items.push_back(std::move(parsed));
  }
  // Before everything else: such a list describes one variable.
  if (environment_field) {
    // "- Type: int", "- Env: `APP_PORT`": one variable, described by fields.
    Body body;
    AddBlock(body, list);
    if (!body.env_names.empty()) {
      AddLabelled({page_, scorer_, out_}, std::move(body), context);
      return;
    }
  }
  if (!context.parent) {
    std::vector<LeadingNames*> leads;
    for (Parsed& item : items) leads.push_back(&item.lead);
    AddPrefix(page_, leads, PrefixAbove(context));
  }
  if (context.parent && SubFlags(list, *context.parent, context.parent_claims, SectionOf(context)))
    return;
  // In a list about variables, items that begin with a use of one are entries, too.
  const bool announced = context.intro_topic == Topic::kEnvironment && !context.parent &&
                         peers.strong == list.children.size();
  if (TopicOf(context, page_) == Topic::kEnvironment && !context.parent) {
    for (Parsed& item : items) {
      if (item.lead.names.empty()) item.lead = ParseUse(item.text);
    }
  }
  BlockContext inner = context;
  for (size_t i = 0; i < list.children.size(); ++i) {
    if (IsFlag(items[i].lead)) items[i].lead = {};
    // "one of the following environment variables:" above names alone distinguishes them from other
    // words.
    if (announced && items[i].lead.separator == LeadingNames::Separator::kNone) {
      for (LeadName& name : items[i].lead.names) name.marked = true;
    }
    if (context.parent && items[i].field.label != Label::kNone) continue;
    Item(list.children[i], items[i].lead, items[i].text, inner, peers);
  }
}

void BlockWalker::Term(const Block& block, const LeadingNames& lead, const Prose& term,
                       const BlockContext& context, const SiblingStats& peers) {
  std::vector<LeadName> names;
  Body body;
  body.shows_use = true;
  if (!lead.names.empty()) {
    const Prose rest = Slice(term, lead.end);
    AddWords(body, rest);
    AddBlocks(body, block.children, 0, block.children.size());
    Candidate candidate{CandidatePlace::kDefinition, context, peers, &body, {}};
    // "NAME : environment": a term and its class.
    const std::string_view kind = Trim(rest.lower);
    candidate.own.Add(Sign::kContextBody, kind == "environment" || kind == "env");
    names = scorer_.Accepted(lead, candidate);
    // "UNIX", above a command for that system: a common word without a description.
    if (!names.empty() && body.words.text.empty() && IsCommonWord(names.front().name)) names = {};
  }
  // "XDG directories": a title that begins with a word in capitals.
  const bool title = !names.empty() && lead.separator == LeadingNames::Separator::kText &&
                     !names.front().marked && ShapeOf(names.front().name) == NameShape::kWeak;
  BlockContext below = context;
  if (names.empty() || title) {
    SetIntro(block, below);
    // "General:" groups what the text above announces.
    if (below.intro_topic == Topic::kNeutral) below.intro_topic = context.intro_topic;
    Walk(block.children, 0, block.children.size(), below);
    return;
  }
  below.parent = names.front().name;
  // Below a term without words, names are probably its values.
  below.intro_values = body.words.text.empty();
  out_.Add(names, EntryHow::kList, std::move(body), context);
  Walk(block.children, 0, block.children.size(), below);
}

size_t BlockWalker::Definitions(const std::vector<Block>& blocks, size_t at,
                                const BlockContext& context) {
  SiblingStats peers;
  std::vector<Prose> terms;
  std::vector<LeadingNames> leads;
  size_t end = at;
  // Terms in a row support each other.
  for (; end < blocks.size() && blocks[end].kind == Block::Kind::kDefinition; ++end) {
    terms.push_back(ToProse(blocks[end].inlines));
    leads.push_back(ParseItemNames(terms.back(), true, true));
    peers.Count(leads.back(), terms.back().lower);
    peers.environment = peers.environment || CallsItselfVariable(blocks[end]);
    peers.used = peers.used || page_.IsUsed(leads.back());
  }
  if (!context.parent) {
    AddPrefix(page_, Pointers(leads), PrefixAbove(context));
  }
  for (size_t i = at; i < end; ++i) {
    LeadingNames& lead = leads[i - at];
    // A term that is an option, within an entry, is a sub-flag of it.
    if (IsFlag(lead) && context.parent) {
      Body flag_body;
      AddBlocks(flag_body, blocks[i].children, 0, blocks[i].children.size());
      for (const LeadName& name : lead.names) {
        Entry entry =
            MakeEntry(page_.file, name, page_.How(EntryHow::kList), flag_body, SectionOf(context));
        entry.parent = context.parent;
        out_.entries().push_back(std::move(entry));
      }
      continue;
    }
    if (IsFlag(lead)) lead = {};
    Term(blocks[i], lead, terms[i - at], context, peers);
  }
  return end - 1;
}

}  // namespace flagcensus
