// Blocks of code that list variables → entries.
//
//   NAME:   text                 a label, its text, and what is indented below
//   NAME    text                 likewise, where most lines of the block are so
//   NAME=value  # text           an assignment with a comment behind or above it
//   export NAME=value
//   NAME                         where the block has nothing else: a list of bare names
//   You can limit it by setting:
//       export NAME=value        on a page of variables: the sentence above is what describes it
//
// The values show how to set the variables and are no defaults. Lines without a word on them are an
// example, but where the sentence above announces a list. Source code is none: what it assigns are
// its own variables.
#include "analyzer/catalog/code_blocks.h"

#include <algorithm>
#include <set>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/code_line.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxLines = 2000;

std::string_view WithoutQuotes(std::string_view value) {
  const bool quoted = value.size() >= 2 && (value[0] == '"' || value[0] == '\'');
  return quoted && value.back() == value[0] ? value.substr(1, value.size() - 2) : value;
}

// "NAME=0.8  # Default", "# Default (slow)": the remark says that the value is the default. Not
// where it tells another: "# Default (1)" behind 0.
bool CallsDefault(std::string_view remark, std::string_view value) {
  std::string lower = ToLower(Trim(remark));
  for (const std::string_view article : {"(", "the ", "this is the "}) {
    if (lower.starts_with(article)) lower.erase(0, article.size());
  }
  constexpr std::string_view kDefault = "default";
  if (!lower.starts_with(kDefault)) return false;
  std::string_view rest = Trim(std::string_view(lower).substr(kDefault.size()));
  if (rest.starts_with("value")) rest = Trim(rest.substr(std::string_view("value").size()));
  if (rest.empty() || rest == "." || rest == ")") return true;
  if (rest.front() != '(' && rest.front() != ',' && rest.front() != ';') return false;
  const std::string_view inside = Trim(rest.substr(1));
  const bool number = !inside.empty() && (IsDigit(inside.front()) || inside.front() == '-');
  return !number || inside.starts_with(ToLower(value));
}

// The column of what stands at `at` of the comment behind a value.
size_t ColumnIn(const CodeLine& line, size_t at) {
  return line.indent + static_cast<size_t>(line.behind.data() - line.text.data()) + at;
}

// Columns at which comments go on behind a gap: "default: 60   more".
std::set<size_t> GapColumns(const std::vector<CodeLine>& lines) {
  std::set<size_t> columns;
  for (const CodeLine& line : lines) {
    for (size_t at = line.behind.find("  "); at != std::string_view::npos && line.assignment;
         at = line.behind.find("  ", at)) {
      at = line.behind.find_first_not_of(' ', at);
      columns.insert(ColumnIn(line, at));
    }
  }
  return columns;
}

// A comment behind a value, its columns parted by ';'. A single blank parts them only behind a
// default, and where others have a gap that ends there.
std::string InColumns(const CodeLine& line, const std::set<size_t>& columns) {
  std::string out(line.behind);
  if (!line.assignment) return out;
  // "default: False" so far: a single blank behind it may end a column.
  const bool tells_default =
      ToLower(out.substr(0, std::string_view("default").size())) == "default";
  size_t blanks = 0;  // in front of `words`, but for those that part columns
  size_t words = 0;   // the last byte of the words so far
  for (size_t at = 1; at < out.size(); ++at) {
    if (out[at] == ' ') continue;
    const size_t gap = at - words - 1;
    const bool parts = gap > 0 && columns.contains(ColumnIn(line, at)) &&
                       (gap > 1 || (tells_default && blanks <= 1)) && IsIdentifierByte(out[words]);
    if (parts) out[words + 1] = ';';
    blanks += parts ? gap - 1 : gap;
    words = at;
  }
  return out;
}

// What is said of the variable of lines[at]: the comment behind it, those above it, the lines
// indented below a label.
Body BodyOf(const std::vector<CodeLine>& lines, size_t at, const std::set<size_t>& columns) {
  Body body;
  body.shows_use = true;
  const CodeLine& line = lines[at];
  size_t first = at;
  while (first > 0 && lines[first - 1].comment) --first;
  for (size_t i = first; i < at; ++i) {
    std::string_view said = lines[i].text;
    said.remove_prefix(std::min(said.find_first_not_of("#/"), said.size()));  // `#` alone: all
    AddWords(body, ToProse(Trim(said), lines[i].number));
  }
  // "A=1  # or B=2" tells another name and nothing of either.
  const bool other = line.lead.names.size() > 1 && line.behind.starts_with("or ");
  if (!other) AddWords(body, ToProse(InColumns(line, columns), line.number));
  if (const auto& value = line.lead.names.front().value;
      value && line.assignment && CallsDefault(line.behind, *value)) {
    body.field_default = {DocumentedDefault::kLiteral, std::string(WithoutQuotes(*value))};
  }
  for (size_t i = at + 1; (line.labelled || line.gapped) && i < lines.size(); ++i) {
    if (lines[i].text.empty() || lines[i].indent <= line.indent) break;
    AddWords(body, ToProse(lines[i].text, lines[i].number));
  }
  return body;
}

// "NAME   READY   STATUS", above the rows of what a command prints.
bool IsTitleRow(const CodeLine& line) { return !HasLower(line.behind); }

// The lines of a block. Words with a gap behind them are names only where most lines begin so, and
// not in what a command prints.
std::vector<CodeLine> ParseLines(const Block& block) {
  std::vector<CodeLine> lines;
  size_t gapped = 0;
  size_t shown = 0;
  size_t bare = 0;
  bool printed = false;
  std::set<size_t> columns;
  // What a command prints for --help: its own words, with a colon behind them.
  const bool usage = ToLower(Trim(block.text).substr(0, 6)) == "usage:";
  for (const std::string_view raw : Split(block.text, '\n')) {
    if (lines.size() >= kMaxLines) break;
    lines.push_back(ParseCodeLine(raw, block.line + static_cast<int>(lines.size())));
    const CodeLine& line = lines.back();
    if (line.text.empty() || line.comment || line.indent > lines.front().indent) continue;
    ++shown;
    bare += line.bare ? 1 : 0;
    printed = printed || line.text.starts_with("$ ") || usage || (line.gapped && IsTitleRow(line));
    if (!line.gapped) continue;
    ++gapped;
    columns.insert(line.column);
  }
  constexpr size_t kSome = 3;
  const bool names = bare == shown && bare >= kSome;
  const bool rows = gapped > 1 && 4 * gapped >= 3 * shown && !printed;
  for (CodeLine& line : lines) {
    if (line.bare && !names) line.lead = {};
    const bool word =
        !line.lead.names.empty() && ShapeOf(line.lead.names.front().name) != NameShape::kStrong;
    if (usage && line.labelled && word) line.lead = {};
    if (line.column == 0) continue;
    line.gapped = rows && columns.contains(line.column);
    if (!line.gapped) line.lead = {};
  }
  return lines;
}

bool IsListing(const Block& block) {
  static const PhraseList& kShells = Phrases("shells");
  return std::find(kShells.begin(), kShells.end(), ToLower(block.label)) != kShells.end();
}

// "NAME = value" alone in a block: a reader of settings takes it as NAME=value.
Block WithoutBlanks(const Block& block) {
  Block out = block;
  const size_t end = out.text.find(" = ");
  const bool alone = Trim(out.text).find('\n') == std::string_view::npos;
  if (!alone || end == std::string::npos || ShapeOf(out.text.substr(0, end)) == NameShape::kNone)
    return out;
  out.text.replace(end, std::string_view(" = ").size(), "=");
  return out;
}

// Whether the lines assign a few variables and do nothing else, not even remark on them.
bool OnlyAssign(const std::vector<CodeLine>& lines) {
  constexpr size_t kFew = 8;
  size_t assigned = 0;
  for (const CodeLine& line : lines) {
    if (line.text.empty()) continue;
    if (line.comment || !line.assignment || line.command || line.lead.names.empty()) return false;
    ++assigned;
  }
  return assigned > 0 && assigned <= kFew;
}

// What the text above a block says of the variables that it assigns.
void AddSaid(Body& body, const Block* said, const Block* told, const LeadName& name) {
  if (said != nullptr && said != told) AddWords(body, ToProse(said->inlines));
  if (told == nullptr) return;
  body.field_default = DefaultFromWords(ToProse(told->inlines), name.name);
}

}  // namespace

// Whether the sentence above, or what stands below the heading, tells what a block of assignments
// does: of variables, and no mere example.
bool CodeBlockReader::Introduces(const BlockContext& context) const {
  if (context.intro_example || context.intro_values) return false;
  if (context.said == nullptr && context.told_default == nullptr) return false;
  if (context.announces_all) return true;
  // The page or the section has to be about variables: elsewhere such a sentence tells what to do.
  for (auto it = context.sections.rbegin(); it != context.sections.rend(); ++it) {
    if (it->topic != Topic::kNeutral) return it->topic == Topic::kEnvironment;
  }
  return page_.file_topic == Topic::kEnvironment;
}

void CodeBlockReader::Read(const std::vector<Block>& blocks, size_t at,
                           const BlockContext& context) {
  if (Shown(blocks, at, context) || HelpTags(blocks[at], context)) return;
  Expansions(blocks[at], context);
  Code(blocks[at], context);
}

void CodeBlockReader::Code(const Block& block, const BlockContext& context) {
  const bool introduces = IsListing(block) && Introduces(context);
  // The lines point into the block's text.
  const Block spaced =
      introduces && context.told_default != nullptr ? WithoutBlanks(block) : Block();
  std::vector<CodeLine> lines = ParseLines(spaced.text.empty() ? block : spaced);
  const bool introduced = introduces && OnlyAssign(lines);
  SiblingStats peers;
  size_t shown = 0;
  for (const CodeLine& line : lines) {
    const bool inner = line.indent > lines.front().indent;
    if (line.text.empty() || line.comment || (inner && line.lead.names.empty())) continue;
    ++shown;
    peers.Count(line.lead, ToLower(line.text));
  }
  if (peers.upper == 0) return;
  const std::set<size_t> columns = GapColumns(lines);
  for (size_t i = 0; i < lines.size(); ++i) {
    const CodeLine& line = lines[i];
    if (line.lead.names.empty()) continue;
    Body body = BodyOf(lines, i, columns);
    const bool told = introduced && body.words.text.empty();
    const bool only = peers.named == 1;
    if (told)
      AddSaid(body, context.said, only ? context.told_default : nullptr, line.lead.names[0]);
    Candidate candidate{CandidatePlace::kCode, context, peers, &body, {}};
    candidate.own.Add(Sign::kTrailingComment, line.assignment && !line.behind.empty());
    // A remark above one or two commands tells what to do, not what the variables are.
    constexpr size_t kFew = 3;
    candidate.own.Add(Sign::kCommentAbove,
                      i > 0 && lines[i - 1].comment && (!line.exported || peers.named >= kFew));
    candidate.own.Add(Sign::kAssignments, 2 * peers.named > shown);
    candidate.own.Add(Sign::kAfterLeadIn, context.intro_topic == Topic::kEnvironment);
    candidate.own.Add(Sign::kLabelled, line.labelled || line.gapped);
    candidate.own.Add(Sign::kCodeBare,
                      body.words.text.empty() && context.intro_topic != Topic::kEnvironment &&
                          !told && !(line.bare && TopicOf(context, page_) == Topic::kEnvironment));
    candidate.own.Add(Sign::kIntroduced, told);
    candidate.own.Add(Sign::kCodeValue, line.assignment);
    candidate.own.Add(Sign::kCommand, line.command);
    candidate.own.Add(Sign::kSource, !IsListing(block) && !line.environ);
    const std::vector<LeadName> names = scorer_.Accepted(line.lead, candidate);
    const bool listed = IsListing(block) &&
                        (told || !body.words.text.empty() || line.labelled || context.intro_lists);
    for (LeadName name : names) {
      if (told) name.value.reset();  // it shows one, of which the sentence says nothing
      Entry entry =
          MakeEntry(page_.file, name, listed ? page_.How(EntryHow::kBlock) : EntryHow::kExample,
                    body, SectionOf(context));
      if (told) {
        // A sentence on several tells the default of none; where there is none, the title is left.
        if (!only) entry.default_kind = DocumentedDefault::kUnstated;
        if (!only) entry.default_text.reset();
        if (entry.description.empty()) entry.description = SectionOf(context);
        if (entry.description.ends_with(':')) entry.description.pop_back();
      }
      out_.AddFallback(scorer_.best(), std::move(entry));
    }
  }
}

}  // namespace flagcensus
