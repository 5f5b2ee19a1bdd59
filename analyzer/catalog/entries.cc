// Document → entries: the walk.
//
// Each block proposes the names that it begins with (names.cc), and the sum of what speaks for and
// against them decides (weigh.cc). Then: what is said of the name (body.cc), from the rest of the
// block and the blocks below it.
#include "analyzer/catalog/entries.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/folder.h"
#include "analyzer/catalog/recogniser.h"
#include "analyzer/catalog/shared_prefix.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

bool HasHeading(const Document& document, Topic topic) {
  return std::any_of(document.blocks.begin(), document.blocks.end(), [&](const Block& block) {
    return block.kind == Block::Kind::kHeading && TopicOfText(PlainText(block.inlines)) == topic;
  });
}

// The paragraph, or the quoted one, right below a heading that begins with "default": what it says
// is of the setting that the section is about.
const Block* DefaultBelow(const std::vector<Block>& blocks, size_t heading) {
  if (heading + 1 >= blocks.size()) return nullptr;
  const Block* below = &blocks[heading + 1];
  if (below->kind == Block::Kind::kQuote && !below->children.empty()) {
    below = &below->children.front();
  }
  if (below->kind != Block::Kind::kParagraph) return nullptr;
  return ToLower(PlainText(below->inlines)).starts_with("default") ? below : nullptr;
}

// Whether a table holds one variable, of which it says nothing: "| `APP_X` | `X` | `1` |".
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

// What the paragraphs below say, up to any other block.
std::string ToldBelow(const std::vector<Block>& blocks, size_t begin, size_t end) {
  Body body;
  for (size_t i = begin; i < end && blocks[i].kind == Block::Kind::kParagraph; ++i) {
    const LeadingName lead = ParseLead(ToProse(blocks[i].inlines), false);
    if (!lead.names.empty() && lead.separator != LeadingName::Separator::kText) break;
    AddBlock(body, blocks[i]);
  }
  return DescriptionOf(body);
}

}  // namespace

Recogniser::Recogniser(std::string_view file, const Document& document, const PageFormat& format,
                       const EntryOptions& options)
    : file_(file),
      document_(document),
      format_(format),
      file_topic_(TopicOfFile(file)),
      settings_file_(SpeaksOfSettings(ToLower(file.substr(file.rfind('/') + 1)))),
      explain_(options.explain),
      read_names_(options.read_names) {
  if (options.folder_announces && ListsByHeadings(document)) {
    file_topic_ = Topic::kEnvironment;
    announced_page_ = true;
  }
  announces_itself_ = AnnouncesItself(document);
  speaks_ = file_topic_ == Topic::kEnvironment || SpeaksOfEnvironment(document);
  // "ENVIRONMENT" is the section of variables that man-pages(7) asks for.
  speaks_ = speaks_ || (IsMan() && HasHeading(document, Topic::kEnvironment));
  CollectUses(document.blocks, 0);
}

// Whether a name is what others of the page begin with: "`DB_`: settings of the database".
static bool IsPrefixOf(const std::string& name, const std::set<std::string>& names) {
  constexpr int kLeast = 2;
  if (name.size() < 2 || !name.ends_with('_')) return false;
  int found = 0;
  for (auto at = names.upper_bound(name); at != names.end() && at->starts_with(name); ++at) {
    if (++found == kLeast) return true;
  }
  return false;
}

FoundEntries Recogniser::Find() {
  WalkWithSiblings();
  TellSentences();
  std::set<std::string> known;
  for (const Entry& entry : entries_) known.insert(entry.name);
  // The best place is one that tells a default, then the one that most speaks for.
  std::stable_sort(candidates_.begin(), candidates_.end(), [](const auto& a, const auto& b) {
    const auto tells = [](const Entry& entry) {
      return entry.default_kind == DocumentedDefault::kLiteral ||
             entry.default_kind == DocumentedDefault::kNone;
    };
    if (tells(a.second) != tells(b.second)) return tells(a.second);
    return a.first > b.first;
  });
  for (auto& [score, candidate] : candidates_) {
    if (!known.insert(candidate.name).second) continue;
    entries_.push_back(std::move(candidate));
  }
  std::erase_if(entries_, [&](const Entry& entry) { return IsPrefixOf(entry.name, known); });
  for (const Entry& entry : entries_) mentioned_.insert({entry.place.line, entry.name});
  CollectMentions(document_.blocks, 0);
  for (Entry& entry : entries_) {
    entry.expanded = assigned_.contains(entry.name) && expanded_.contains(entry.name);
  }
  std::sort(entries_.begin(), entries_.end(), EntryLess);
  return {std::move(entries_),
          std::move(judged_),
          static_cast<int>(called_.size()),
          static_cast<int>(headed_.size()),
          {shown_.begin(), shown_.end()}};
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

// Whether the nearest text that says anything of it calls what stands here settings of a program,
// which a file or a module holds.
bool Recogniser::IsOfSettings(const Context& context) const {
  if (context.intro_topic == Topic::kEnvironment || announced_page_ || announces_itself_)
    return false;
  if (context.intro_settings) return true;
  constexpr int kSome = 2;
  for (auto it = context.sections.rbegin(); it != context.sections.rend(); ++it) {
    if (it->topic == Topic::kEnvironment) return false;
    const bool often = it->settings_said >= kSome && it->settings_said > 2 * it->environment_said;
    if (it->settings || often) return true;
    if (it->environment_said > 0) return false;
  }
  return settings_file_ && file_topic_ != Topic::kEnvironment && !context.announces;
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

std::string Recogniser::PrefixAbove(const Context& context) const {
  for (auto it = context.sections.rbegin(); it != context.sections.rend(); ++it) {
    if (!it->prefix.empty()) return it->prefix;
  }
  return context.prefix;
}

void Recogniser::AddPrefix(const std::vector<LeadingName*>& leads,
                           const std::string& prefix) const {
  if (!IsLeftOut(prefix, leads)) return;
  // What code on the page assigns has the name by which it is assigned.
  for (LeadingName* lead : leads) {
    if (!IsUsed(*lead)) *lead = WithPrefix(std::move(*lead), prefix);
  }
}

void Recogniser::Add(const std::vector<LeadName>& names, EntryHow how, Body body,
                     const Context& context) {
  const std::vector<std::string> above = ClaimsAbove(context);
  body.claims.insert(body.claims.end(), above.begin(), above.end());
  body.set_above = body.set_above || context.intro_sets;
  for (const LeadName& name : names) {
    entries_.push_back(MakeEntry(file_, name, How(how), body, SectionOf(context)));
    if (!name.written.empty()) mentioned_.insert({entries_.back().place.line, name.written});
  }
  if (names.size() != 1) return;
  for (const NameAt& old : OldNamesIn(body.words, names.front().name)) {
    const Prose::Start start = body.words.PlaceOf(old.offset);
    Entry entry;
    entry.name = old.name;
    entry.place = {
        file_, start.line > 0 ? start.line : names.front().line,
        start.column > 0 ? start.column + static_cast<int>(old.offset - start.offset) : 0};
    entry.section = SectionOf(context);
    entry.how = EntryHow::kSentence;
    entry.description = "An earlier name of " + names.front().name;
    // It may well be gone, and nobody is told to use it.
    entry.claims = {"alias-of:" + names.front().name, "discouraged"};
    candidates_.emplace_back(0, std::move(entry));
  }
}

void Recogniser::AddNote(const LeadingName& lead, const Prose& text, const Context& context) {
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
  context.said = &paragraph;
  context.intro_topic = TopicOfSentence(text.text);
  const bool environment = context.intro_topic == Topic::kEnvironment;
  static const std::vector<std::string>& kLists = Phrases("announces_list");
  context.intro_lists = environment && HasAnyPhrase(text.lower, kLists);
  std::string prefix = PrefixField(text);
  // Settings with a prefix of their own are read from the environment.
  if (!prefix.empty() && !context.sections.empty() &&
      context.sections.back().topic == Topic::kNeutral) {
    context.sections.back().topic = Topic::kEnvironment;
  }
  if (prefix.empty()) prefix = SharedPrefixIn(text);
  if (!prefix.empty()) {
    (context.sections.empty() ? context.prefix : context.sections.back().prefix) =
        std::move(prefix);
  }
  const bool settings = !environment && SpeaksOfSettings(text.lower);
  context.intro_settings = settings && Trim(text.lower).ends_with(':');
  if (!context.sections.empty()) {
    context.sections.back().settings_said += settings ? 1 : 0;
    context.sections.back().environment_said += environment ? 1 : 0;
  }
  static const std::vector<std::string>& kWhole = Phrases("announces_whole");
  const bool opening = context.sections.empty() || context.sections.back().level == 1;
  context.announces_all =
      context.announces_all || (environment && opening && HasAnyPhrase(text.lower, kWhole));
  if (environment && context.sections.empty()) {
    context.announces = true;
  } else if (environment) {
    // What the page's first paragraph mentions among other things is not what all its parts are
    // about.
    Section& section = context.sections.back();
    static const std::vector<std::string>& kPage = Phrases("announces_page");
    section.speaks = true;
    section.announces = section.level > 1 || context.intro_lists || HasAnyPhrase(text.lower, kPage);
  }
  // What a build takes as -DNAME=value below this sentence is its own.
  static const std::vector<std::string>& kDefinitions = Phrases("definitions");
  if (!environment && !context.sections.empty() && HasAnyPhrase(text.lower, kDefinitions) &&
      context.sections.back().topic == Topic::kNeutral) {
    context.sections.back().topic = Topic::kOther;
  }
  const std::string_view tail = Trim(text.lower);
  static const std::vector<std::string>& kExamples = Phrases("announces_example");
  context.intro_example = std::any_of(kExamples.begin(), kExamples.end(), [&](const auto& phrase) {
    return tail.ends_with(phrase) && !SaysDocstringOnly(text.lower);
  });
  // "Example 2: Keep the variables of a kind:"
  static const std::vector<std::string>& kBegins = Phrases("begins_example");
  const bool numbered = tail.size() > 8 && tail.starts_with("example ") && IsDigit(tail[8]);
  context.intro_sample = numbered || (tail.ends_with(':') && StartsWithAny(tail, kBegins));
  // "The syntax of .env files is that of a shell:" shows how any file of them looks.
  static const std::vector<std::string>& kSyntax = Phrases("announces_syntax");
  context.intro_example =
      context.intro_example || (tail.ends_with(':') && HasAny(text.lower, kSyntax));
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
        context.intro_sets = context.intro_values = context.intro_example = false;
        context.intro_sample = false;
        context.intro_lists = context.intro_settings = false;
        context.parent.reset();
        context.said = nullptr;
        context.told_default = DefaultBelow(blocks, i);
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
        const size_t first = entries_.size();
        Table(block, context);
        if (!NamesOne(block, entries_, first)) break;
        const std::string told = ToldBelow(blocks, i + 1, end);
        for (size_t at = first; at < entries_.size() && !told.empty(); ++at) {
          entries_[at].description = told;
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
        if (!Shown(blocks, i, context)) Code(block, context);
        break;
    }
    // An example ends with the block that shows it; so does what a sentence says of the next one.
    if (block.kind == Block::Kind::kParagraph) continue;
    context.intro_example = context.intro_sample = false;
    context.said = nullptr;
  }
}

FoundEntries FindEntries(std::string_view file, const Document& document, const PageFormat& format,
                         const EntryOptions& options) {
  return Recogniser(file, document, format, options).Find();
}

}  // namespace flagcensus
