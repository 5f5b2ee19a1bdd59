// How much each passage says about each name: the strengths of queries/documents/strengths.toml.
//
//   - `APP_PORT`: port to use, 80 by default    item: structure (12), default 80
//   The port is read from `APP_PORT`.           sentence (8)
//   Logs go to $APP_HOME/log.                   path (6): it only shows that the variable exists
//
// Heads are read first, so a sentence about a name does not repeat what its own item says.
#include "analyzer/documents/passage_reader.h"

#include <algorithm>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/documents/cues.h"
#include "analyzer/documents/sentences.h"
#include "analyzer/documents/stated_default.h"
#include "analyzer/documents/strengths.h"
#include "analyzer/pages/topic.h"

namespace flagcensus {
namespace {

using Kind = TextBlock::Kind;

// Bytes of a text for messages, and of a description.
// A message quotes a line or two. A description may be a paragraph; a longer one is a chapter.
constexpr size_t kMostText = 400;
constexpr size_t kMostDescription = 1500;  // of which a reader uses whole sentences

// A word without '_', or in other letters than capitals: PATH, Debug.
bool IsPlainWord(std::string_view name) {
  const std::string_view inner = name.substr(std::min(name.find_first_not_of('_'), name.size()));
  // "_Debug" and "MAX_" are plain words, "APP_HOME" and "_APP_HOME" are not: such a word occurs in
  // prose without being the variable.
  const bool joined = inner.find('_') != std::string_view::npos && !inner.ends_with('_');
  const bool upper = std::none_of(name.begin(), name.end(), [](char c) { return IsLower(c); });
  return !joined || !upper;
}

bool IsOneOf(const std::vector<std::string>& all, std::string_view name) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

// A name that begins a different kind of block, such as a paragraph, counts as a term.
StatementForm FormOf(const TextBlock& block) {
  switch (block.kind) {
    case Kind::kHeading:
      return StatementForm::kSection;
    case Kind::kRow:
      return StatementForm::kRow;
    case Kind::kItem:
      return StatementForm::kItem;
    default:
      return StatementForm::kTerm;
  }
}

// The text before a list, for its first dozens of items.
const TextBlock* ParagraphBefore(const TextBlock& block) {
  // Long lists must not cost quadratic time: items after the first 60 count as unintroduced.
  constexpr size_t kFar = 60;
  const size_t index = block.parent == nullptr ? 0 : block.index;
  for (size_t i = index; i > 0 && index - i < kFar; --i) {
    const TextBlock* before = block.parent->children[i - 1];
    if (before->kind == Kind::kParagraph) return before;
  }
  return nullptr;
}

// An item below "The `MODE` can be:" is a value.
// So FAST of "- FAST: no checks" is not a variable.
bool IsValueItem(const TextBlock& block) {
  const TextBlock* before = block.kind == Kind::kItem ? ParagraphBefore(block) : nullptr;
  return before != nullptr && Matches(Cue::kValuesIntro, before->Text());
}

// "`APP_X`=1" below "for example:" is a sample, not a description.
bool IsSampleItem(const TextBlock& block) {
  if (block.kind == Kind::kRow) {  // of a table below "Examples of assignments:"
    const TextBlock* before = ParagraphBefore(block);
    return before != nullptr && Matches(Cue::kExampleIntro, before->Text());
  }
  if (block.kind != Kind::kItem && block.kind != Kind::kTerm) return false;
  std::string_view text = block.Text();
  while (!text.empty() && (IsMark(text[0]) || IsSpace(text[0]))) text.remove_prefix(1);
  const size_t end = EndOfRun(text, 0, IsIdentifierByte);
  std::string_view behind = text.substr(end);
  // "`APP_X`=1" has the '=' directly after the name or its mark.
  if (!behind.empty() && behind[0] == kEnd) behind.remove_prefix(1);
  if (!Trim(behind).starts_with('=')) return false;
  const TextBlock* before = ParagraphBefore(block);
  return before != nullptr && Matches(Cue::kExampleIntro, before->Text());
}

// Whether the words "environment variable" at `cue` are next to the name, or to a list of names
// that includes it.
bool IsBeside(std::string_view sentence, size_t begin, size_t end, std::pair<size_t, size_t> cue) {
  // 160 bytes: a list of names may be in between, "the environment variables A, B and C". A longer
  // list loses its last names.
  constexpr size_t kFar = 160;
  const bool behind = cue.first >= end;
  if (!behind && cue.second > begin) return false;  // the cue is a part of the name
  const std::string_view gap = behind ? sentence.substr(end, cue.first - end)
                                      : sentence.substr(cue.second, begin - cue.second);
  if (gap.size() > kFar) return false;
  int others = 0;
  for (size_t at = 0; at < gap.size();) {
    if (!IsIdentifierByte(gap[at])) {
      ++at;
      continue;
    }
    const size_t stop = EndOfRun(gap, at, IsIdentifierByte);
    const std::string_view word = gap.substr(at, stop - at);
    at = stop;
    // Other names, single letters and numbers may be in between, and words such as "the"
    // (kNotSubject).
    const bool name = word.size() >= 3 &&
                      std::none_of(word.begin(), word.end(), [](char c) { return IsLower(c); });
    if (name || word.size() < 2 || !IsAlpha(word[0])) continue;
    if (!Matches(Cue::kNotSubject, word)) ++others;
  }
  // Before the name one more word is possible, "environment variable called APP_X". After it any
  // other word is the subject: "APP_X is read like other environment variables".
  return others <= (behind ? 0 : 1);
}

// The cells of a row that describe: those below a head that says so, otherwise those of several
// words that contain neither the name nor the default. "" if there are none.
//
//   | APP_PORT | 80 | Where it listens. |  ─→  "Where it listens."
//
// A description of one word, in a table without heads, is missed: it could be a type.
std::string DescriptionOfRow(const TextBlock& row, const std::string& name) {
  std::vector<std::string> headed, others;
  for (size_t i = 0; i < row.cells.size(); ++i) {
    const std::string& cell = row.cells[i];
    const std::string_view head = row.HeadOf(i);
    if (Matches(Cue::kColumnOfText, head)) {
      headed.push_back(cell);
    } else if (!Matches(Cue::kColumnOfDefaults, head) && CountWords(cell) > 1 &&
               !Unmarked(cell).starts_with(name)) {
      others.push_back(cell);
    }
  }
  return Join(headed.empty() ? others : headed, "; ");
}

// Whether a line below a name is a field with another property, "Default: 5", or belongs to such a
// field: "Aliases:" above "-v".
bool IsFieldPiece(std::string_view text, bool behind_field) {
  constexpr long kBlanks = 3;
  const size_t colon = text.find(':');
  if (behind_field &&
      (text.starts_with('-') || (colon + 1 == text.size() && text.find(' ') == text.npos)))
    return true;
  if (colon == std::string_view::npos) return false;
  const Label label = FieldLabelOf(Trim(text.substr(0, colon)));
  const bool of_value = label == Label::kDefault || label == Label::kType ||
                        label == Label::kRequired || label == Label::kExample ||
                        label == Label::kEnvironment;
  // A field with more words than a value is a sentence. "Environment variable:" may have a few.
  return of_value && std::count(text.begin() + static_cast<ptrdiff_t>(colon), text.end(), ' ') <=
                         (label == Label::kEnvironment ? kBlanks : 1);
}

// The pieces below a name without its fields; "" if none of them is a field.
std::string DescriptionOfPieces(const std::vector<std::string>& pieces) {
  std::string out;
  bool fields = false;
  for (const std::string& piece : pieces) {
    if (IsFieldPiece(Trim(Unmarked(piece)), fields)) {
      fields = true;
    } else if (out.size() < kMostDescription) {
      out += (out.empty() ? "" : " ") + piece;
    }
  }
  return fields ? FoldedText(out, kMostDescription) : std::string();
}

}  // namespace

PassageReader::PassageReader(TextBlocks& blocks, const KnownNames& names,
                             const TextContext& context)
    : blocks_(&blocks), names_(&names), context_(&context), facts_(blocks, names) {}

std::vector<Statement> PassageReader::Read() {
  for (const TextBlock* block : blocks_->InOrder()) ReadBlock(*block);
  return std::move(out_);
}

// Adds a statement about the name and fills in what the passage says: section, text, default.
// `occurrence` is null for a head, which is a whole block and has no column.
Statement& PassageReader::Say(const Occurrence* occurrence, const std::string& name,
                              const TextLine& part, int strength, StatementForm form,
                              const Passage& passage) {
  Statement& out = out_.emplace_back();
  out.name = name;
  out.place = {context_->file, part.line, occurrence == nullptr ? part.column : 0};
  out.strength = strength;
  out.form = form;
  out.kind = context_->kind;
  out.role = context_->role;
  const NameTier tier = names_->TierOf(name);
  out.accessed = tier == NameTier::kAccessed;
  out.related = tier == NameTier::kRelated ||
                (context_->kind == TextKind::kString && !out.accessed && names_->HasSibling(name));
  if (const TextBlock* section =
          passage.block->kind == Kind::kHeading ? passage.block : SectionOf(*passage.block)) {
    out.section = FoldedText(section->Text(), kMostText);
  }
  std::string text;
  for (const std::string& piece : passage.pieces) {
    if (text.size() > kMostDescription) break;
    text += (text.empty() ? "" : " ") + piece;
  }
  out.text = FoldedText(text, kMostText);
  if (!passage.row && !passage.sentence) out.description = DescriptionOfPieces(passage.pieces);
  if (out.description.empty() && text.size() > kMostText)
    out.description = FoldedText(text, kMostDescription);
  if (passage.row)
    out.description = FoldedText(DescriptionOfRow(*passage.block, name), kMostDescription);
  out.called = facts_.EnvironmentAround(*passage.block) == Around::kHere ||
               Matches(Cue::kEnvironmentVariable, out.text) ||
               (occurrence != nullptr && occurrence->called);
  std::vector<std::string> about(
      passage.pieces.begin() +
          static_cast<std::ptrdiff_t>(std::min(passage.default_from, passage.pieces.size())),
      passage.pieces.end());
  about.insert(about.end(), passage.fields.begin(), passage.fields.end());
  const StatedDefault stated =
      FindStatedDefault(name, about, passage.row ? passage.block : nullptr, passage.sentence);
  if (stated.stated()) {
    out.default_kind = stated.kind;
    if (stated.kind != DocumentedDefault::kNone || !stated.text.empty())
      out.default_text = stated.text;
  }
  return out;
}

// A mention has no strength; it shows that the text has the name. A plain word must be marked or be
// five capitals: "DEBUG" counts, "PATH" in prose does not.
void PassageReader::Mention(const Occurrence& name, const TextLine& part) {
  const bool shown = name.marked || name.dollar || name.assigned || name.called;
  constexpr size_t kLong = 5;
  const bool capitals = name.name.size() >= kLong && ToUpper(name.name) == name.name;
  if (IsPlainWord(name.name) && !shown && !capitals) return;  // any word
  Statement& out = out_.emplace_back();
  out.name = name.name;
  out.place = {context_->file, part.line, 0};
  out.kind = context_->kind;
  out.role = context_->role;
  out.accessed = true;
}

// The order: heads, sentences with the names that no head described, and mentions of the rest.
void PassageReader::ReadBlock(const TextBlock& block) {
  if (block.kind == Kind::kCode) {
    ReadCode(block);
    return;
  }
  const std::string& text = block.Text();
  const std::vector<Occurrence> names = FindOccurrences(text, *names_);
  Names done;
  ReadHeads(block, &done);
  if (names.empty()) return;
  size_t base = 0;
  size_t next = 0;  // of the names
  std::vector<std::string_view> texts;
  if (block.kind == Kind::kRow) {
    for (const TextLine& part : block.parts) texts.push_back(part.text);
  } else {
    texts.push_back(text);
  }
  // The sentences of each text with the names inside them, in one pass over the names.
  for (const std::string_view one : texts) {
    for (const std::string_view sentence : SentencesOf(one)) {
      const size_t at = base + static_cast<size_t>(sentence.data() - one.data());
      std::vector<Occurrence> inside;
      for (; next < names.size() && names[next].begin < at + sentence.size(); ++next) {
        if (names[next].begin >= at) inside.push_back(names[next]);
      }
      if (!inside.empty()) ReadSentence(block, sentence, at, inside, &done);
    }
    base += one.size() + 3;
  }
  for (const Occurrence& name : names) {
    if (name.tier == NameTier::kAccessed && !done.contains(name.name))
      Mention(name, block.PartAt(name.begin));
  }
}

// Sums up the evidence around a name that begins a block. In this order:
//   1. a bare name in a list that is about environment variables;
//   2. the markup or the text around says so, and the block describes it;
//   3. the code accesses the name, unless it is one of many constants or keys;
//   4. its family is known, or most of its siblings are accessed.
int PassageReader::StrengthOfHead(const TextBlock& block, const std::string& name, size_t words,
                                  const std::vector<std::string>& pieces) {
  const Strengths& strengths = StrengthsOfStatements();
  const NameTier tier = names_->TierOf(name);
  const Series series = facts_.SeriesOf(block);
  const Around around = facts_.EnvironmentAround(block);
  const bool here = around == Around::kHere;
  const bool marked = block.Text().find(std::string(1, kVariable) + name) != std::string::npos;
  const bool accessed = tier == NameTier::kAccessed;
  const bool related = tier == NameTier::kRelated;
  const bool row = block.kind == Kind::kRow;
  const bool listed = block.kind == Kind::kItem || block.kind == Kind::kTerm;
  // A third of the list is accessed. A list of three with one accessed name passes, constants among
  // which a name occurs by chance rarely do.
  if (words == 0 && listed && here &&
      (accessed || (series.accessed > 0 && series.accessed * 3 >= series.members) ||
       (series.members >= 3 && related))) {
    return strengths.sentence;
  }
  if (!(words >= 2 || (words >= 1 && here && listed) || (block.kind == Kind::kTerm && marked) ||
        (row && around != Around::kNothing)))
    return 0;
  if (marked || (here && (accessed || related || series.members >= 2 || row)))
    return strengths.structure;
  if (accessed) {
    // One of many constants: under a quarter of a list of four or more is accessed.
    if (around == Around::kNothing && series.members >= 4 && series.accessed * 4 < series.members)
      return strengths.sample;
    const bool plain = IsPlainWord(name);
    // Words in lower case among many that the code does not access are keys of something else.
    const bool lower = std::none_of(name.begin(), name.end(), [](char c) { return IsUpper(c); });
    if (lower && !here && series.accessed * 2 < series.members) return strengths.sample;
    return !plain || (series.members >= 2 && series.accessed >= 2) ? strengths.structure
                                                                   : strengths.sample;
  }
  const bool vouched = series.accessed > 0 && series.accessed * 3 >= series.members;
  if (related && (vouched || names_->IsPageFamily(name))) return strengths.family;
  // A name with the project's own prefix may be a constant; with a stated default it is a setting.
  if (related && series.members >= 3 &&
      (block.kind == Kind::kTerm || block.kind == Kind::kHeading) &&
      FindStatedDefault(name, pieces, nullptr, false).stated()) {
    return strengths.sentence;
  }
  // An unknown prefix needs half of the list, since nothing but the siblings is evidence.
  if ((tier == NameTier::kLooksLike || tier == NameTier::kOfTests) && series.accessed >= 2 &&
      series.accessed * 2 >= series.members) {
    return strengths.sentence;
  }
  return 0;
}

// The names at the beginning of a block with the text that belongs to them.
//
//   - `APP_A`, `APP_B`: the folders      ─→  a statement for each of the two, with the same text
void PassageReader::ReadHeads(const TextBlock& block, Names* done) {
  const Heads& heads = facts_.HeadsOf(block);
  if (heads.names.empty()) return;
  Passage passage{
      .block = &block, .pieces = {}, .row = block.kind == Kind::kRow, .sentence = false};
  size_t words = 0;
  if (passage.row) {
    passage.pieces = block.cells;
    for (const std::string& cell : block.cells) words += CountWords(cell);
    words -= std::min(words, heads.names.size());
  } else {
    if (!Trim(heads.rest).empty()) passage.pieces.push_back(heads.rest);
    // A section may contain a whole chapter; its first 12 blocks describe the variable.
    constexpr size_t kMostOfSection = 12;
    std::vector<const TextBlock*> body = facts_.BodyOf(block);
    if (block.kind == Kind::kHeading && body.size() > kMostOfSection) body.resize(kMostOfSection);
    for (const TextBlock* one : body) {
      for (std::string& line : LinesOfBlock(*one)) passage.pieces.push_back(std::move(line));
    }
    for (const std::string& piece : passage.pieces) words += CountWords(piece);
  }
  const std::string& text = block.Text();
  const bool sample = IsSampleItem(block) || IsValueItem(block);
  // An item below another variable's item is usually one of its values. A name there must be known.
  const bool inside =
      block.IsBelow(Kind::kItem, Kind::kTerm) && !facts_.HeadsOf(*block.parent).names.empty();
  const Series series = facts_.SeriesOf(block);
  const Around around = facts_.EnvironmentAround(block);
  for (const std::string& name : heads.names) {
    const NameTier tier = names_->TierOf(name);
    const bool known = tier == NameTier::kAccessed || tier == NameTier::kRelated;
    const bool marked = text.find(std::string(1, kVariable) + name) != std::string::npos;
    if (sample || ((inside || context_->kind != TextKind::kPage) && !known && !marked)) continue;
    // DEBUG or VERBOSE as an item: a constant, unless its siblings are accessed or the environment
    // is what the table or list is about.
    if (tier == NameTier::kLooksLike && name.find('_') == std::string::npos && !marked) {
      const bool span = text.find(kSpan) != std::string::npos;
      const bool vouched = series.accessed > 0 && series.members >= 2;
      const bool called = (passage.row && around != Around::kNothing && span) ||
                          (around == Around::kHere && series.members >= 2 && span);
      if (!vouched && !called) continue;
    }
    const int strength = StrengthOfHead(block, name, words, passage.pieces);
    if (strength == 0 || done->contains(name)) continue;
    const size_t at = text.find(name);
    const TextLine part = at == std::string::npos ? TextLine{block.line, 0, ""} : block.PartAt(at);
    Statement& said = Say(nullptr, name, {part.line, 0, ""}, strength, FormOf(block), passage);
    said.called = said.called || marked;
    done->insert(name);
  }
}

// What a sentence says about a name in it; 0: nothing. `at` is the place of the sentence in its
// block.
//
//   "Set the environment variable APP_X."  ─→  sentence, even if the code does not access APP_X
//   "See APP_X."                           ─→  0
//   "Logs go to $APP_HOME/log."            ─→  path
int PassageReader::StrengthInSentence(const TextBlock& block, std::string_view sentence,
                                      const Occurrence& name, size_t at, bool* path) {
  const Strengths& strengths = StrengthsOfStatements();
  // If nothing ends a sentence, it is the whole text. Only what is near the name decides then, and
  // the cost for each name has a bound.
  constexpr size_t kNear = 1'500;
  const size_t from = name.begin - at > kNear ? name.begin - at - kNear : 0;
  const size_t begin = name.begin - at - from;
  const size_t end = name.end - at - from;
  sentence = sentence.substr(from, end + kNear);
  const bool plain = IsPlainWord(name.name);
  bool bound = name.called;
  for (const auto& cue : FindAll(Cue::kEnvironmentVariable, sentence)) {
    if (bound) break;
    bound = IsBeside(sentence, begin, end, cue);
  }
  const bool environment = bound || Matches(Cue::kEnvironment, sentence);
  const bool says = Matches(Cue::kSays, sentence);
  const bool common = IsCommonToAll(name.name);
  if (name.tier == NameTier::kAccessed) {
    // Four words with a verb of setting or reading are a statement; "See APP_X" is a reference.
    constexpr size_t kShort = 4;
    // In a sentence: named as a variable; or set, read or described with a name that is not a plain
    // word; or part of a path; or marked below a heading about the environment.
    int strength = 0;
    const bool upper = ToUpper(name.name) == name.name;
    if (bound || (environment && (!plain || name.marked || name.dollar)) ||
        (name.assigned && says && !plain)) {
      strength = strengths.sentence;
    } else if (says && CountWords(sentence) >= kShort &&
               (!plain || name.dollar || (name.marked && upper))) {
      strength = !plain || !name.path ? strengths.sentence : strengths.path;
    } else if (name.path && !common) {
      strength = strengths.path;
    } else if (name.marked && (says || block.kind == Kind::kItem) &&
               facts_.EnvironmentAround(block) == Around::kHere) {
      // "the state: `APP_STATE`", below "These variables override the folders:"
      strength = strengths.sentence;
    }
    // HOME or PATH in a sentence is seldom about the program's own setting.
    if (common && !bound && !(environment && name.marked))
      strength = std::min(strength, strengths.sample);
    *path = name.path;
    return strength;
  }
  if (name.tier == NameTier::kOfTests) return bound ? strengths.sentence : 0;
  // Names that the code does not access. Each test below excludes a kind of sentence that often
  // names something in capitals; what remains must say that it is a variable.
  if (Matches(Cue::kNotSetting, sentence)) return 0;
  const TextBlock* section = SectionOf(block);
  if (section != nullptr && Matches(Cue::kAttacks, section->Text())) return 0;
  if (Matches(Cue::kPrefixBefore, sentence.substr(0, begin))) return 0;
  const bool looks = name.tier == NameTier::kLooksLike;
  if (looks && (common || IsOwnedByNobody(name.name) || (name.name[0] == '_' && !name.called)))
    return 0;
  const bool message = context_->kind == TextKind::kString && names_->HasSibling(name.name);
  if (context_->kind != TextKind::kPage && looks && !name.called && !message) return 0;
  if (looks && name.name.find('_') == std::string::npos && !name.called) {
    if (common || !(name.marked || name.dollar || name.assigned) || !bound) return 0;
  }
  const bool own_page = !looks && name.marked && says && names_->IsPageFamily(name.name);
  const bool shell = name.dollar && (bound || (!looks && says && !name.path));
  // "Export APP_LOG", of a family that the code shows.
  const bool asked = !looks && Matches(Cue::kAskedToSet, sentence.substr(0, begin));
  return bound || shell || own_page || asked ? strengths.sentence : 0;
}

// The lines of the record that the line belongs to; empty if it is not part of one.
//
//   Option: port
//   Environment variable: APP_PORT
//   Default: 80                     ─→  all three lines, for APP_PORT
std::vector<std::string> PassageReader::RecordAround(const TextBlock& block,
                                                     const TextLine& part) const {
  bool record = false;
  // The parts of the line, which are next to each other.
  size_t first = static_cast<size_t>(&part - block.parts.data());
  while (first > 0 && block.parts[first - 1].line == part.line) --first;
  for (size_t i = first; i < block.parts.size() && block.parts[i].line == part.line; ++i) {
    record = record || Matches(Cue::kRecordField, block.parts[i].text) ||
             (i > 0 && Matches(Cue::kRecordField, block.parts[i - 1].text));
  }
  const auto is_field = [](const TextBlock& one) {
    return Matches(Cue::kRecordField, one.Text() + ":");
  };
  const TextBlock* parent = block.parent;
  record = record || (parent != nullptr && parent->kind == Kind::kTerm && is_field(*parent));
  std::vector<std::string> out;
  if (!record || parent == nullptr) return out;
  while (parent->parent != nullptr &&
         (parent->kind == Kind::kTerm || parent->kind == Kind::kParagraph) && is_field(*parent)) {
    parent = parent->parent;
  }
  // Bounds for a page that is one long record. The default is usually among the first fields.
  constexpr size_t kMostBlocks = 14;
  constexpr size_t kMostLines = 24;
  const auto add = [&](const TextBlock& one) {
    for (std::string& line : LinesOfBlock(one)) {
      if (out.size() < kMostLines) out.push_back(std::move(line));
    }
  };
  if (parent->kind == Kind::kItem) add(*parent);
  size_t count = 0;
  for (const TextBlock* child : parent->children) {
    if (child->kind == Kind::kHeading || ++count > kMostBlocks) continue;
    add(*child);
    for (const TextBlock* inner : child->children) add(*inner);
  }
  return out;
}

// The sentence with those that follow it as long as they are about the same.
//
//   "APP_PORT is the port. The default is 80. APP_HOST is the host."
//       ─→  "APP_PORT is the port.", "The default is 80."
std::vector<std::string> PassageReader::PassageOf(const TextBlock& block, std::string_view sentence,
                                                  size_t end) {
  // The three sentences after it, for its default; the six siblings after it, for "- fast
  // (default)". A default that is stated later is missed.
  constexpr size_t kMostFollowing = 3;
  constexpr size_t kMostSiblings = 6;
  std::vector<std::string> out = {std::string(sentence)};
  if (block.kind == Kind::kRow) {  // a cell is about one thing
    for (const std::string& cell : block.cells) {
      if (cell.find(sentence) != std::string::npos) return {cell};
    }
  }
  const std::string& text = block.Text();
  if (block.kind != Kind::kRow && end < text.size()) {
    const std::string_view behind = std::string_view(text).substr(end, 4 * kMostText);
    size_t count = 0;
    for (const std::string_view next : SentencesOf(behind)) {
      if (++count > kMostFollowing) break;
      const bool about_default = Matches(Cue::kAboutDefault, next);
      const std::vector<Occurrence> others = FindOccurrences(next, *names_);
      const bool other = std::any_of(others.begin(), others.end(), [](const Occurrence& one) {
        return one.tier == NameTier::kAccessed;
      });
      if (other && !about_default) break;
      // The first sentence after it may continue it. Later ones count for the default only.
      if (about_default || out.size() < 2) out.emplace_back(next);
    }
  }
  if ((block.kind != Kind::kParagraph && block.kind != Kind::kItem) || block.parent == nullptr)
    return out;
  const std::vector<TextBlock*>& listed =
      block.children.empty() ? block.parent->children : block.children;
  const size_t from = block.children.empty() ? block.index + 1 : 0;
  for (size_t i = from; i < std::min(listed.size(), from + kMostSiblings); ++i) {
    const TextBlock& next = *listed[i];
    if ((next.kind != Kind::kItem && next.kind != Kind::kRow) ||
        !facts_.HeadsOf(next).names.empty())
      break;
    if (Matches(Cue::kMarksDefault, next.Text())) out.push_back(next.Text());
  }
  return out;
}

void PassageReader::ReadSentence(const TextBlock& block, std::string_view sentence, size_t at,
                                 const std::vector<Occurrence>& names, Names* done) {
  // Data that is not a sentence may contain a name thousands of times; the first 16 are read.
  constexpr int kMostLooks = 16;
  std::map<std::string_view, int> looks;
  for (const Occurrence& name : names) {
    if (done->contains(name.name) || ++looks[name.name] > kMostLooks) continue;
    bool path = false;
    const int strength = StrengthInSentence(block, sentence, name, at, &path);
    if (strength == 0) continue;
    const TextLine& part = block.PartAt(name.begin);
    done->insert(name.name);
    Passage passage{
        .block = &block, .pieces = RecordAround(block, part), .row = false, .sentence = false};
    if (!passage.pieces.empty()) {
      Say(&name, name.name, part, StrengthsOfStatements().structure, StatementForm::kRecord,
          passage);
      continue;
    }
    passage.pieces = PassageOf(block, sentence, at + sentence.size());
    passage.sentence = true;
    // It is unclear which variable's default such a sentence states.
    const bool several = std::any_of(names.begin(), names.end(), [&](const Occurrence& other) {
      return other.tier == NameTier::kAccessed && other.name != name.name;
    });
    passage.default_from = several ? 1 : 0;
    const StatementForm form =
        strength <= StrengthsOfStatements().path ? StatementForm::kPath : StatementForm::kSentence;
    Statement& said = Say(&name, name.name, part, strength, form, passage);
    // An option's text mentions the variable; unless it says "environment variable", the default in
    // it is the option's.
    const bool option =
        block.IsBelow(Kind::kTerm, Kind::kItem) && Matches(Cue::kOption, block.parent->Text());
    const bool expanded = sentence.find(":-") != std::string_view::npos;
    // "Requires `APP_SIZE`. Default is 24" in the text of another variable states that one's
    // default.
    const TextBlock* owner = block.IsBelow(Kind::kTerm, Kind::kItem) ? block.parent : &block;
    const std::vector<std::string>& owners = facts_.HeadsOf(*owner).names;
    const bool of_other = !owners.empty() && !IsOneOf(owners, name.name);
    if (of_other || (path && !expanded) ||
        (option && !Matches(Cue::kEnvironmentVariable, sentence))) {
      said.default_kind = DocumentedDefault::kUnstated;
      said.default_text.reset();
    }
  }
}

std::vector<Statement> ReadPassages(const Document& document, const KnownNames& names,
                                    const TextContext& context) {
  TextBlocks blocks(document);
  SplitAtNames(blocks, names);
  std::vector<Statement> out = PassageReader(blocks, names, context).Read();
  // Families that the page itself shows: three entries of one prefix or more. Two may be by chance.
  // Names of such a family then need less evidence, so the page is read again.
  std::map<std::string, std::vector<std::string>, std::less<>> members;
  for (const Statement& one : out) {
    if (one.strength < StrengthsOfStatements().structure) continue;
    const std::string_view family = KnownNames::FamilyOf(one.name);
    if (family.empty() || names.IsFamily(one.name)) continue;
    std::vector<std::string>& all = members[std::string(family)];
    if (!IsOneOf(all, one.name)) all.push_back(one.name);
  }
  std::set<std::string, std::less<>> families;
  for (const auto& [family, all] : members) {
    if (all.size() >= 3) families.insert(family);
  }
  if (families.empty()) return out;
  const KnownNames wider = names.WithPageFamilies(std::move(families));
  TextBlocks again(document);
  SplitAtNames(again, wider);
  return PassageReader(again, wider, context).Read();
}

}  // namespace flagcensus
