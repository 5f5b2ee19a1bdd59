// Blocks of code: lines that set a variable, with the comment and the introduction that explain it.
//
//   Choose the port with:            APP_PORT, sample: strength 8, "Choose the port with:"
//
//       # where it listens, 80 if unset
//       export APP_PORT=8080
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/documents/cues.h"
#include "analyzer/documents/passage_reader.h"
#include "analyzer/documents/sentences.h"
#include "analyzer/documents/strengths.h"

namespace flagcensus {
namespace {

using Kind = TextBlock::Kind;

// The text that introduces a block of code: its last two sentences.
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

}  // namespace

void PassageReader::ReadCode(const TextBlock& block) {
  const std::vector<std::string> intro = IntroductionOf(block);
  const std::string lead = Join(intro, " ");
  const std::string last = intro.empty() ? "" : intro.back();
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
    return one.tier != NameTier::kAccessed &&
           !Matches(Cue::kExportBefore, text.substr(0, one.begin));
  });
  const std::vector<std::string_view> remark = Groups(Cue::kCommentLine, text);
  if (!remark.empty() && !Matches(Cue::kAssignmentInComment, remark[0])) {
    constexpr size_t kMostComment = 4000;
    if (comment->size() < kMostComment)
      comment->append(comment->empty() ? "" : " ").append(remark[0]);
    for (const Occurrence& name : names) {
      const bool about =
          Matches(Cue::kEnvironment, remark[0]) ||
          (Matches(Cue::kSays, remark[0]) && name.name.find('_') != std::string::npos);
      if (about && CountWords(remark[0]) >= 4) {
        Say(&name, name.name, part, StrengthsOfStatements().sentence, StatementForm::kRemark,
            {.block = &block, .pieces = {*comment}});
      } else if (name.tier == NameTier::kAccessed) {
        Mention(name, part);
      }
    }
    return;
  }
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
  }
  const std::vector<std::string_view> trailing = Groups(Cue::kTrailingComment, text);
  std::string said = *comment;
  if (!trailing.empty()) said.append(said.empty() ? "" : " ").append(trailing[0]);
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
  if (!name.assigned && !read && !Matches(Cue::kSetBefore, text.substr(0, name.begin))) {
    if (accessed) Mention(name, part);
    return;
  }
  const bool announced =
      accessed && name.assigned && Trim(intro).ends_with(':') && Matches(Cue::kSays, intro_last);
  const bool shown = Matches(Cue::kEnvironment, intro) || Matches(Cue::kIntroduces, intro);
  if (CountWords(said) >= 3 && !read) {
    const bool here = facts_.EnvironmentAround(block) == Around::kHere;
    Say(&name, name.name, part, accessed && here ? strengths.structure : strengths.sentence,
        StatementForm::kSample, {.block = &block, .pieces = {said}});
  } else if (announced || (!intro.empty() && shown)) {
    // The introduction says what the block is for, seldom what the variable is without it.
    Say(&name, name.name, part, strengths.sentence, StatementForm::kSample,
        {.block = &block, .pieces = {intro}, .default_from = 1});
  } else {
    Say(&name, name.name, part, strengths.sample, StatementForm::kBareSample,
        {.block = &block, .pieces = {std::string(text)}});
  }
}

}  // namespace flagcensus
