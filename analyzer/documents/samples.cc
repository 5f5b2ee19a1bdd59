// Blocks of code: lines that set a variable, with the comment and the introduction that explain it.
//
//   Choose the port with:            APP_PORT, sample: strength 8, "where it listens, 80 if unset"
//
//       # where it listens, 80 if unset
//       export APP_PORT=8080
//
// Without the comment the introduction is the text; without either it is a bare sample, strength 4.
// The value that a sample sets is not a default, unless its comment says so: "900  # default".
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/documents/cues.h"
#include "analyzer/documents/help_tags.h"
#include "analyzer/documents/passage_reader.h"
#include "analyzer/documents/sentences.h"
#include "analyzer/documents/strengths.h"

namespace flagcensus {
namespace {

using Kind = TextBlock::Kind;

// The text that introduces a block of code: its last two sentences. Earlier ones are about the
// page.
std::vector<std::string> IntroductionOf(const TextBlock& block) {
  if (block.parent == nullptr) return {};
  std::string_view text;
  const TextBlock* before = block.index > 0 ? block.parent->children[block.index - 1] : nullptr;
  if (before != nullptr) {
    if (before->kind == Kind::kParagraph || before->kind == Kind::kItem) text = before->Text();
  } else {
    text = block.parent->Text();
  }
  std::vector<std::string> out;
  for (const std::string_view one : SentencesOf(text)) out.emplace_back(one);
  if (out.size() > 2) out.erase(out.begin(), out.end() - 2);
  return out;
}

// "NAME=value" or "export NAME=value" and nothing else.
bool IsSetting(std::string_view text) {
  text = Trim(text);
  if (text.starts_with("$ ")) text = Trim(text.substr(2));
  for (const std::string_view word : {"export ", "set ", "setenv ", "ENV "}) {
    if (text.starts_with(word)) text = Trim(text.substr(word.size()));
  }
  const size_t end = EndOfRun(text, 0, IsIdentifierByte);
  if (end == 0 || end >= text.size()) return false;
  const std::string_view rest = Trim(text.substr(end));
  if (!rest.starts_with('=')) return false;
  // A value with blanks must be quoted. Otherwise the line is a command with a variable before it,
  // "APP_X=1 make", and the block is not a list of settings.
  const std::string_view value = Trim(rest.substr(1));
  const bool quoted = !value.empty() && (value[0] == '"' || value[0] == '\'');
  return quoted || value.find(' ') == std::string_view::npos || value.find(" #") == value.find(' ');
}

// The number of settings in a block of nothing else; 0 for other blocks.
size_t CountSettings(const TextBlock& block) {
  size_t lines = 0;
  for (const TextLine& part : block.parts) {
    if (Trim(part.text).empty()) continue;
    if (Matches(Cue::kCommentLine, Trim(part.text))) continue;
    if (!IsSetting(part.text)) return 0;
    ++lines;
  }
  return lines;
}

// "fast  # Default", "900   # default, in pixels": the comment calls the value on its line the
// default.
bool CallsDefault(std::string_view comment) {
  constexpr std::string_view kDefault = "default";
  // Only the last sentence, and only at its beginning: "default 5" names a different value,
  // "default (5 s)" a different unit.
  const size_t last = comment.rfind(". ");
  const std::string lower =
      ToLower(Trim(last == std::string_view::npos ? comment : comment.substr(last + 2)));
  if (!lower.starts_with(kDefault)) return false;
  const std::string_view rest = Trim(std::string_view(lower).substr(kDefault.size()));
  return rest.empty() || rest[0] == ',' || rest[0] == '.' || rest[0] == ';' ||
         (rest[0] == '(' && rest.find(')') != std::string_view::npos && !IsDigit(rest[1]));
}

// The value of "NAME=value  # comment", without its quotes.
std::string AssignedValue(std::string_view text, size_t name_end) {
  std::string_view value = text.substr(std::min(name_end, text.size()));
  value = value.substr(std::min(value.find('=') + 1, value.size()));
  const size_t end = value.find_first_of(" \t");
  value = value.substr(0, end);
  const bool quoted = value.size() > 1 && value.front() == value.back() &&
                      (value.front() == '"' || value.front() == '\'');
  return std::string(quoted ? value.substr(1, value.size() - 2) : value);
}

}  // namespace

bool PassageReader::ReadHelpTags(const TextBlock& block) {
  std::string text;
  for (const TextLine& part : block.parts) text += part.text + "\n";
  const std::vector<HelpTag> tags = FindHelpTags(text);
  for (const HelpTag& tag : tags) {
    if (tag.row >= block.parts.size()) continue;
    Statement& said =
        Say(nullptr, tag.name, block.parts[tag.row], StrengthsOfStatements().structure,
            StatementForm::kTerm, {.block = &block, .pieces = {tag.text}});
    said.called = true;
    if (!tag.default_text) continue;
    said.default_kind = DocumentedDefault::kLiteral;
    said.default_text = tag.default_text;
  }
  return !tags.empty();
}

PassageReader::Passage PassageReader::AroundOnlySetting(const TextBlock& block) {
  Passage out{.block = &block, .pieces = {}};
  const TextBlock* section = block.parent;
  if (section == nullptr || section->kind != Kind::kHeading || section->level == 0) return out;
  if (settings_ != 1) return out;
  bool behind = false;
  // Paragraphs further up are not near, and the next block of code ends the search.
  for (size_t i = std::max<size_t>(block.index, 2) - 2; i < section->children.size(); ++i) {
    const TextBlock* one = section->children[i];
    if (one->kind == Kind::kHeading) break;
    if (one->kind == Kind::kCode) {  // the text before another block is about that
      if (behind) return {.block = &block, .pieces = {}};
      behind = one == &block;
      if (!behind) out.pieces.clear(), out.fields.clear();
      continue;
    }
    // The two blocks above and the one below.
    const bool near = one->index + 2 >= block.index && one->index <= block.index + 1;
    if (one->kind != Kind::kParagraph || !near) continue;
    std::vector<std::string>& into =
        Matches(Cue::kMarksDefault, one->Text()) ? out.fields : out.pieces;
    into.push_back(one->Text());
  }
  const bool here = facts_.EnvironmentAround(block) == Around::kHere;
  if (out.pieces.empty() && (here || !out.fields.empty())) out.pieces = {section->Text()};
  return out;
}

// "APP_PORT - where it listens", with the rest of the text below, as the whole block.
bool PassageReader::ReadTitledBlock(const TextBlock& block) {
  constexpr size_t kWords = 4;
  const std::string_view text = Trim(block.Text());
  const size_t end = EndOfRun(text, 0, IsIdentifierByte);
  const std::string name(text.substr(0, end));
  if (name.empty() || names_->TierOf(name) != NameTier::kAccessed) return false;
  const std::string_view rest = Trim(text.substr(end));
  if (!rest.starts_with("- ") && !rest.starts_with("-- ")) return false;
  // A description has a few words and names at most one other variable.
  if (CountWords(rest) < kWords || FindOccurrences(rest, *names_).size() > 1) return false;
  const auto first = std::find_if(block.parts.begin(), block.parts.end(),
                                  [](const TextLine& one) { return !Trim(one.text).empty(); });
  const std::string said(rest.substr(MatchLength(Cue::kBodyMarks, rest)));
  Say(nullptr, name, *first, StrengthsOfStatements().structure, StatementForm::kTerm,
      {.block = &block, .pieces = {said}});
  return true;
}

void PassageReader::ReadCode(const TextBlock& block) {
  if (ReadHelpTags(block) || ReadTitledBlock(block)) return;
  settings_ = CountSettings(block);
  const std::vector<std::string> intro = IntroductionOf(block);
  const std::string lead = Join(intro, " ");
  const std::string last = intro.empty() ? "" : intro.back();
  // A block of bare names below "The following environment variables are read:" is a list.
  std::vector<std::pair<std::string, const TextLine*>> bare;
  bool only_names = true;
  for (const TextLine& part : block.parts) {
    std::string_view text = Trim(part.text);
    if (text.empty()) continue;
    if (text.starts_with('$')) text.remove_prefix(1);
    const bool word = std::all_of(text.begin(), text.end(), IsIdentifierByte);
    only_names = only_names && word && names_->TierOf(text) != NameTier::kNone;
    if (only_names) bare.emplace_back(text, &part);
  }
  if (only_names && bare.size() >= 2 && Matches(Cue::kEnvironmentVariable, lead)) {
    for (const auto& [name, part] : bare) {
      Say(nullptr, name, *part, StrengthsOfStatements().sentence, StatementForm::kNameList,
          {.block = &block, .pieces = intro, .default_from = intro.size()});
    }
    return;
  }
  std::string comment;
  for (const TextLine& part : block.parts) ReadCodeLine(block, part, last, lead, &comment);
}

void PassageReader::ReadCodeLine(const TextBlock& block, const TextLine& part,
                                 const std::string& intro_last, const std::string& intro,
                                 std::string* comment) {
  const std::string_view text = Trim(part.text);
  if (text.empty()) {
    comment->clear();
    return;
  }
  std::vector<Occurrence> names = FindOccurrences(text, *names_);
  std::erase_if(names, [&](const Occurrence& one) {
    // A name that the code does not access must be exported; a constant assigned in code is not a
    // variable.
    return one.tier != NameTier::kAccessed &&
           !Matches(Cue::kExportBefore, text.substr(0, one.begin));
  });
  const std::vector<std::string_view> remark = Groups(Cue::kCommentLine, text);
  // A comment line. It is kept for the line below, and may itself describe a variable by its name.
  if (!remark.empty() && !Matches(Cue::kAssignmentInComment, remark[0])) {
    constexpr size_t kMostComment = 4000;
    if (comment->size() < kMostComment)
      comment->append(comment->empty() ? "" : " ").append(remark[0]);
    for (const Occurrence& name : names) {
      const bool about =
          Matches(Cue::kEnvironment, remark[0]) ||
          (Matches(Cue::kSays, remark[0]) && name.name.find('_') != std::string::npos);
      // Four words about the environment or, if the name has several parts, about setting.
      if (about && CountWords(remark[0]) >= 4) {
        Say(&name, name.name, part, StrengthsOfStatements().sentence, StatementForm::kRemark,
            {.block = &block, .pieces = {*comment}});
      } else if (name.tier == NameTier::kAccessed) {
        Mention(name, part);
      }
    }
    return;
  }
  // An expansion in a guide shows a default: ${APP_PORT:-80}. In files with a different role the
  // value is that file's.
  const std::vector<std::string_view> expansion = Groups(Cue::kExpansion, text);
  const bool guide = context_->role == FileRole::kGuide;
  const NameTier expanded = expansion.empty() ? NameTier::kNone : names_->TierOf(expansion[0]);
  if (guide && (expanded == NameTier::kAccessed || expanded == NameTier::kRelated)) {
    Statement& said =
        Say(nullptr, std::string(expansion[0]), part, StrengthsOfStatements().sentence,
            StatementForm::kExpansion, {.block = &block, .pieces = {std::string(text)}});
    said.default_kind =
        expansion[1].empty() ? DocumentedDefault::kNone : DocumentedDefault::kLiteral;
    said.default_text = std::string(expansion[1]);
    if (expansion[1].starts_with('$')) said.default_kind = DocumentedDefault::kProse;
  }
  const std::vector<std::string_view> trailing = Groups(Cue::kTrailingComment, text);
  std::string said = *comment;
  if (!trailing.empty()) {
    const bool ends = said.empty() || said.ends_with('.') || said.ends_with(':');
    said.append(said.empty() ? "" : ends ? " " : ". ").append(trailing[0]);
  }
  for (const Occurrence& name : names) {
    if (name.tier != NameTier::kAccessed && (!guide || context_->kind != TextKind::kPage)) continue;
    const bool remarked = !trailing.empty() && text.data() + name.begin >= trailing[0].data();
    if (remarked && Matches(Cue::kEnvironmentVariable, trailing[0])) {
      // app = App()  # APP_PORT environment variable is used by default
      Say(&name, name.name, part, StrengthsOfStatements().sentence, StatementForm::kRemark,
          {.block = &block, .pieces = {std::string(trailing[0])}});
      continue;
    }
    ReadSample(block, part, name, said, intro_last, intro);
  }
  if (names.empty()) comment->clear();
}

void PassageReader::ReadSample(const TextBlock& block, const TextLine& part, const Occurrence& name,
                               const std::string& said, const std::string& intro_last,
                               const std::string& intro) {
  const Strengths& strengths = StrengthsOfStatements();
  const std::string_view text = Trim(part.text);
  const bool accessed = name.tier == NameTier::kAccessed;
  const bool read = Matches(Cue::kCodeRead, text);
  if (!name.assigned && !read && !IsSetting(text) &&
      !Matches(Cue::kSetBefore, text.substr(0, name.begin))) {
    if (accessed) Mention(name, part);
    return;
  }
  // The introduction ends with ':' and speaks of setting: it leads to this line.
  const bool announced =
      accessed && name.assigned && Trim(intro).ends_with(':') && Matches(Cue::kSays, intro_last);
  const bool shown = Matches(Cue::kEnvironment, intro) || Matches(Cue::kIntroduces, intro);
  const bool called_default = CallsDefault(said);
  Passage section;
  if (accessed) section = AroundOnlySetting(block);
  const size_t settings = accessed ? settings_ : 0;
  const bool here = facts_.EnvironmentAround(block) == Around::kHere;
  // Below "for example:" or a list of values, settings are samples of one thing rather than a list.
  const bool listed = here && settings > 0 && !Matches(Cue::kExampleIntro, intro_last) &&
                      !Matches(Cue::kValuesIntro, intro_last);
  // Three words of comment describe the variable; fewer label the value, unless they mark the
  // default.
  if ((CountWords(said) >= 3 || Matches(Cue::kMarksDefault, said)) && !read) {
    Statement& sample =
        Say(&name, name.name, part, accessed && here ? strengths.structure : strengths.sentence,
            StatementForm::kSample, {.block = &block, .pieces = {said}});
    if (!called_default) return;
    sample.default_kind = DocumentedDefault::kLiteral;
    sample.default_text = AssignedValue(text, name.end);
  } else if (!section.pieces.empty()) {
    Say(&name, name.name, part, strengths.sentence, StatementForm::kSample, section);
  } else if (announced || (!intro.empty() && (shown || listed) &&
                           (accessed || !Matches(Cue::kExampleIntro, intro_last)))) {
    // The introduction says what the block is for, seldom what one of several variables is.
    Say(&name, name.name, part, strengths.sentence, StatementForm::kSample,
        {.block = &block, .pieces = {intro}, .default_from = settings == 1 ? size_t{0} : 1});
  } else {
    Say(&name, name.name, part, strengths.sample, StatementForm::kBareSample,
        {.block = &block, .pieces = {std::string(text)}});
  }
}

}  // namespace flagcensus
