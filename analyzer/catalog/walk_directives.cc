// Directives, fields, records and assignments → entries: the formats that say what they are.
//
//   .. envvar:: APP_HOME          ─→ APP_HOME, kDirective
//   :Environment variable: `X_Y`  ─→ X_Y, kBlock, with the other fields of the group
//   # The port                    ─→ APP_PORT of a dotenv file, default 80, "The port", kDotenv
//   APP_PORT=80
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/block_walker.h"
#include "analyzer/catalog/values.h"
#include "analyzer/pages/text_lines.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {

namespace {

// Whether the directive describes code, in which capitals are types and constants: `.. c:function::
// APP_CONTEXT* f(void)`. `.. data::` is not listed because projects document variables of all kinds
// with it.
bool IsSignature(std::string_view directive) {
  static constexpr std::string_view kKinds[] = {
      "function", "method",    "class",       "exception", "module",   "staticmethod",
      "property", "cfunction", "classmethod", "ctype",     "cmacro",   "cmember",
      "macro",    "member",    "struct",      "union",     "enum",     "enumerator",
      "type",     "var",       "concept",     "decorator", "namespace"};
  return std::find(std::begin(kKinds), std::end(kKinds), directive) != std::end(kKinds);
}

}  // namespace

bool IsTooling(std::string_view file) {
  const std::vector<std::string_view> parts = Split(file, '/');
  // Folders of scripts for maintainers. A project that keeps its program in "tools" is misjudged;
  // only uncommented settings files and samples are affected.
  static constexpr std::string_view kFolders[] = {"scripts", "script", "ci",     ".ci",  ".github",
                                                  "tools",   "hack",   "devops", "infra"};
  return std::any_of(parts.begin(), parts.end() - 1, [](std::string_view part) {
    return std::find(std::begin(kFolders), std::end(kFolders), part) != std::end(kFolders);
  });
}

// The entry of one variable that fields describe. Within an entry of the same name it adds nothing.
void AddLabelled(const EntryReading& reading, Body body, const BlockContext& context) {
  LeadingNames lead;
  lead.names = body.env_names;
  lead.separator = LeadingNames::Separator::kColon;
  if (context.parent && *context.parent == lead.names.front().name) return;
  const SiblingStats peers;
  const std::vector<LeadName> names =
      reading.scorer.Accepted(lead, {CandidatePlace::kField, context, peers, &body, {}});
  reading.out.Add(names, EntryHow::kBlock, std::move(body), context);
}

void BlockWalker::Directive(const std::vector<Block>& blocks, size_t at,
                            const BlockContext& context) {
  const Block& block = blocks[at];
  const Prose text = ToProse(block.inlines);
  LeadingNames lead = ParseLeadingNames(text, false);
  if (block.label == "option" || IsSignature(block.label)) lead = {};
  // A word in capitals may also be the title of a tab or a card.
  if (block.label != "envvar" && !lead.names.empty() &&
      ShapeOf(lead.names.front().name) != NameShape::kStrong) {
    lead = {};
  }
  // Only "envvar" makes a name in lower case a variable: `.. envvar:: http_proxy`.
  const std::string_view argument = Trim(text.text);
  if (block.label == "envvar" && lead.names.empty() && ShapeOf(argument) == NameShape::kLower) {
    LeadName name;
    name.name = argument;
    name.line = block.inlines.front().line;
    name.column = block.inlines.front().column;
    lead.names.push_back(std::move(name));
    lead.end = text.text.size();
  }
  std::vector<LeadName> names;
  Body body;
  body.shows_use = true;
  if (!lead.names.empty()) {
    AddWords(body, Slice(text, lead.end));
    AddBlocks(body, block.children, 0, block.children.size());
    SiblingStats peers;
    // Directives of the same kind among the eight blocks before and after support each other.
    constexpr size_t kFar = 8;
    for (size_t i = at > kFar ? at - kFar : 0; i < blocks.size() && i <= at + kFar; ++i) {
      if (blocks[i].kind != Block::Kind::kDirective || blocks[i].label != block.label) continue;
      const Prose beside = ToProse(blocks[i].inlines);
      peers.Count(ParseLeadingNames(beside, false), beside.lower);
    }
    Candidate candidate{CandidatePlace::kDirective, context, peers, &body, {}};
    candidate.own.Add(Sign::kEnvvar, block.label == "envvar");
    names = scorer_.Accepted(lead, candidate);
  }
  if (names.empty()) {
    Walk(block.children, 0, block.children.size(), context);
    return;
  }
  const size_t first = out_.entries().size();
  out_.Add(names, EntryHow::kDirective, std::move(body), context);
  BlockContext below = context;
  below.parent = names.front().name;
  below.parent_claims = out_.entries()[first].claims;
  for (size_t i = 0; i < block.children.size(); ++i) {
    if (block.children[i].kind == Block::Kind::kParagraph) {
      SetIntro(block.children[i], below);
    } else {
      Walk(block.children, i, i + 1, below);
    }
  }
}

size_t BlockWalker::Fields(const std::vector<Block>& blocks, size_t at,
                           const BlockContext& context) {
  // The fields in a row, and the text below them up to the next heading or the next fields.
  Body body;
  size_t end = at;
  while (end < blocks.size() && blocks[end].kind == Block::Kind::kField)
    AddBlock(body, blocks[end++]);
  if (body.env_names.empty()) return end - 1;
  size_t below = end;
  while (below < blocks.size() && blocks[below].kind != Block::Kind::kHeading &&
         blocks[below].kind != Block::Kind::kField) {
    AddBlock(body, blocks[below++]);
  }
  if (context.parent && *context.parent == body.env_names.front().name) return end - 1;
  // The heading right above the fields is the title of the setting that they describe, not of its
  // section.
  BlockContext around = context;
  const bool titled = at > 0 && blocks[at - 1].kind == Block::Kind::kHeading;
  if (titled && around.sections.size() > 1) around.sections.pop_back();
  AddLabelled({page_, scorer_, out_}, std::move(body), around);
  return std::max(below, end) - 1;
}

// A record of a registry: its label is the name unless one of its fields is.
void BlockWalker::Record(const Block& block, const BlockContext& context) {
  Body body;
  LeadName named;
  named.name = block.label;
  named.line = block.line;
  named.column = block.column;
  for (const Block& field : block.children) {
    if (field.kind != Block::Kind::kField) continue;
    const Label label = FieldLabelOf(field.label);
    const Prose value = ToProse(field.inlines);
    if (label == Label::kName || label == Label::kEnvironment) {
      const LeadingNames lead = ParseLeadingNames(value, false);
      named.name = lead.names.empty() ? PlainText(field.inlines) : lead.names.front().name;
      if (!field.inlines.empty() && field.inlines.front().line > 0) {
        named.line = field.inlines.front().line;
        named.column = field.inlines.front().column;
      }
    } else {
      AddField(body, label, value);
    }
  }
  LeadingNames lead;
  lead.names.push_back(std::move(named));
  lead.separator = LeadingNames::Separator::kColon;
  const SiblingStats peers;
  const std::vector<LeadName> names =
      scorer_.Accepted(lead, {CandidatePlace::kRecord, context, peers, &body, {}});
  if (names.empty()) {
    Walk(block.children, 0, block.children.size(), context);
    return;
  }
  out_.Add(names, EntryHow::kBlock, std::move(body), context);
}

namespace {

// Whether a short comment names a group of settings: "Mail settings", but not "Extra options" above
// APP_EXTRA_OPTIONS.
bool IsGroupTitle(std::string_view comment, std::string_view name) {
  constexpr size_t kWords = 4;
  const std::string lower = ToLower(comment);
  const std::vector<std::string_view> words = Split(lower, ' ');
  std::string_view last = words.back();
  while (last.ends_with(':')) last.remove_suffix(1);
  return words.size() <= kWords && Phrases("group_nouns").Holds(last) &&
         ToLower(name).find(last.substr(0, last.size() - 1)) == std::string::npos;
}

// Whether a comment above several assignments is the heading of their group and describes no single
// one: "Database settings" above DB_NAME and DB_USER contains only the word that they share. "Name
// of the database" contains a word that only DB_NAME has. A heading of a single line, and a comment
// with a synonym of the word, are misjudged.
bool IsAboveGroup(const std::vector<Block>& blocks, size_t at, std::string_view comment) {
  if (at + 1 >= blocks.size()) return false;
  const Block& first = blocks[at];
  const Block& next = blocks[at + 1];
  if (next.kind != Block::Kind::kAssignment || next.line != first.line + 1) return false;
  if (IsGroupTitle(comment, first.label)) return true;
  const std::string name = ToLower(first.label), other = ToLower(next.label);
  const size_t shared = std::min(name.find('_'), name.size()) + 1;
  if (shared > other.size() || name.compare(0, shared, other, 0, shared) != 0) return false;
  const std::string lower = ToLower(comment);
  if (lower.find(name) != std::string::npos) return false;
  const std::vector<std::string_view> others = Split(other, '_');
  for (const std::string_view word : Split(name, '_')) {
    const bool own = std::find(others.begin(), others.end(), word) == others.end();
    if (own && lower.find(word) != std::string::npos) return false;
  }
  return true;
}

}  // namespace

// One assignment with the comments above it; a comment alone only ends the row of comments.
size_t BlockWalker::Assignments(const std::vector<Block>& blocks, size_t at,
                                const BlockContext& context) {
  size_t i = at;
  int last_line = 0;
  std::vector<std::string_view> comment;
  for (; i < blocks.size() && blocks[i].kind == Block::Kind::kComment; ++i) {
    // A blank line ends a comment: what is above it describes no assignment.
    if (last_line != 0 && blocks[i].line > last_line + 1) comment.clear();
    last_line = blocks[i].line;
    comment.push_back(blocks[i].text);
  }
  // The keys of a settings file are variables only if its opening says so.
  const bool settings = page_.format->entries.needs_opening;
  if (settings && !context.announces_all) return std::max(i, at + 1) - 1;
  if (i >= blocks.size() || blocks[i].kind != Block::Kind::kAssignment)
    return std::max(i, at + 1) - 1;
  const Block& block = blocks[i];
  if (last_line != 0 && block.line > last_line + 1) comment.clear();
  const std::string above = JoinedLines(comment);
  Body body;
  if (!above.empty() && !IsAboveGroup(blocks, i, above)) {
    Run run;
    run.text = above;
    run.line = last_line;
    AddWords(body, ToProse({run}));
  }
  if (!block.inlines.empty()) AddWords(body, ToProse(block.inlines));  // a comment after the value
  LeadName name;
  name.name = block.label;
  name.line = block.line;
  name.column = block.column;
  LeadingNames lead;
  lead.names.push_back(name);
  lead.separator = LeadingNames::Separator::kColon;
  const SiblingStats peers;
  Candidate candidate{CandidatePlace::kCode, context, peers, &body, {}};
  candidate.own.Add(Sign::kDotenv);
  const bool described = !above.empty() || !body.words.text.empty();
  candidate.own.Add(Sign::kCommentAbove, described);
  candidate.own.Add(Sign::kPageTooling, !described && IsTooling(page_.file));
  const NameShape shape = ShapeOf(name.name);
  if (settings && shape != NameShape::kStrong && shape != NameShape::kWeak) return i;
  if (scorer_.Accepted(lead, candidate).empty()) return i;
  body.claims = ClaimsAbove(context);
  Entry entry = MakeEntry(page_.file, name, EntryHow::kDotenv, body, SectionOf(context));
  // The file is the default: its value is used unless a user changes it. In a settings file, a key
  // without a value has no default there: the variable or the program has one.
  if (block.text.empty() && settings) {
    out_.entries().push_back(std::move(entry));
    return i;
  }
  if (block.text.empty()) {
    entry.default_kind = DocumentedDefault::kNone;
    entry.default_text.reset();
  } else if (block.text.starts_with('<') && block.text.ends_with('>')) {
    // `APP_TOKEN=<your token>` describes the value in words.
    entry.default_kind = DocumentedDefault::kProse;
    entry.default_text = block.text.substr(1, block.text.size() - 2);
  } else {
    entry.default_kind = DocumentedDefault::kLiteral;
    entry.default_text = block.text;
  }
  out_.entries().push_back(std::move(entry));
  return i;
}

}  // namespace flagcensus
