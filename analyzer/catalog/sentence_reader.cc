// Sentences → entries: "the `X` environment variable", where the page has no better place for X.
//
// A name that a sentence calls an environment variable is one; the sentence is its description. A
// chain of names is called so together: "`A` and `B` environment variables".
#include "analyzer/catalog/sentence_reader.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/entries.h"
#include "analyzer/catalog/sentence_ways.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// Whether nothing but a conjunction stands in the text between two names.
bool IsJoint(std::string_view between) {
  constexpr size_t kLong = 40;
  if (between.size() > kLong) return false;
  std::string_view rest = between;
  const auto skip = [&] {
    const size_t next = rest.find_first_not_of(" \n,`*\"'/&");
    rest = next == std::string_view::npos ? std::string_view() : rest.substr(next);
  };
  skip();
  for (const std::string_view word : {"and", "or"}) {
    if (!StartsWithWord(rest, word)) continue;
    rest.remove_prefix(word.size());
    skip();
    // "or, since 1.7, `B`"
    return rest.empty() || StartsWithWord(rest, "since") || StartsWithWord(rest, "the");
  }
  return rest.empty();
}

// Where what a sentence tells of begins: "It can also be set by APP_X." speaks of what the text in
// front of it describes.
size_t ReferredBegin(const Prose& text, size_t begin, size_t end) {
  constexpr size_t kMost = 600;  // bytes of it all
  static const PhraseList& kBack = Phrases("refers_back");
  const std::string_view lower = Trim(std::string_view(text.lower).substr(begin, end - begin));
  const bool back = std::any_of(kBack.begin(), kBack.end(), [&](const std::string& phrase) {
    return lower.starts_with(phrase + " ");
  });
  if (!back) return begin;
  return end <= kMost ? 0 : SentenceBegin(text, begin > 0 ? begin - 1 : 0);
}

size_t WordsOf(std::string_view text) {
  size_t words = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto is_word = [&](size_t at) { return IsIdentifierByte(text[at]); };
    if (is_word(i) && (i == 0 || !is_word(i - 1))) ++words;
  }
  return words;
}

// A single word in capitals that the sentence itself calls a variable: "the environment variable
// EXTRA". Of those that every program has, that says nothing.
bool IsCalledWord(const Prose& text, size_t at, size_t end) {
  static const PhraseList& kCommon = Phrases("everybodys");
  const std::string_view word = std::string_view(text.text).substr(at, end - at);
  constexpr size_t kShort = 3;
  if (ShapeOf(word) != NameShape::kWeak || word.size() <= kShort) return false;
  if (IsCommonWord(word) || IsCustomaryValue(word)) return false;
  if (kCommon.Holds(word)) return false;
  const std::string_view lower = text.lower;
  const std::string_view before = lower.substr(0, at);
  const std::string_view behind = lower.substr(end);
  // In the plural it may be the name of them all: "the APP environment variables".
  constexpr std::string_view kKind = "environment variable";
  const bool told = behind.size() > kKind.size() && behind.substr(1).starts_with(kKind) &&
                    EndsWordAt(behind, kKind.size() + 1);
  return before.ends_with("environment variable ") || before.ends_with("environment variable\n") ||
         told;
}

// A word of three capitals that is a span of code next to another: "`APP_TMP`, `TMP`".
bool IsAmongCode(const Prose& text, size_t at, size_t end) {
  constexpr size_t kLeast = 3;
  if (end - at < kLeast || !text.IsCode(at) || text.CodeBegin(at) != at ||
      text.CodeEnd(at) != end) {
    return false;
  }
  const std::string_view word = std::string_view(text.text).substr(at, end - at);
  const size_t near = at > 2 ? at - 3 : 0;
  const bool beside =
      text.text.substr(near, at - near).find(',') != std::string::npos && text.IsCode(near);
  return beside && ShapeOf(word) == NameShape::kWeak && !IsCommonWord(word) &&
         !IsCustomaryValue(word);
}

// The names in `text`, with the single words that it calls variables.
std::vector<NameAt> CalledNamesIn(const Prose& text) {
  std::vector<NameAt> names = NamesIn(text);
  std::vector<size_t> known;  // ascending
  for (const NameAt& name : names) known.push_back(name.offset);
  for (size_t at = 0; at < text.text.size();) {
    const size_t end = EndOfRun(text.text, at, IsIdentifierByte);
    if (end > at && (IsCalledWord(text, at, end) || IsAmongCode(text, at, end)) &&
        !std::binary_search(known.begin(), known.end(), at)) {
      names.push_back({text.text.substr(at, end - at), at});
    }
    at = end + 1;
  }
  std::sort(names.begin(), names.end(),
            [](const NameAt& a, const NameAt& b) { return a.offset < b.offset; });
  return names;
}

// "Set LD_LIBRARY_PATH to the folder of the library": it tells how to set up the machine.
bool IsAdvice(std::string_view name, std::string_view sentence) {
  static const PhraseList& kMachine = Phrases("of_the_machine");
  static const PhraseList& kSets = Phrases("sets_of_machine");
  return std::find(kMachine.begin(), kMachine.end(), name) != kMachine.end() &&
         HasAnyPhrase(sentence, kSets);
}

// Whether the text may set a variable that it does not call one: it has a name with '_', and words
// of those ways.
bool MayTell(const Prose& text) {
  if (text.text.find('_') == std::string::npos) return false;
  static const PhraseList& kSets = Phrases("sets");
  return HasAnyPhrase(text.lower, kSets) || text.lower.find("default") != std::string::npos ||
         text.lower.find("variable") != std::string::npos;
}

// Whether the text is that of another variable than the one at `at`: "`APP_A`: Defaults to
// `$APP_B`".
bool BeginsWithOther(const Prose& text, size_t at) {
  const LeadingNames lead = ParseLeadingNames(text, false);
  return lead.separator != LeadingNames::Separator::kNone && !lead.names.empty() &&
         lead.end <= at && ShapeOf(lead.names.front().name) == NameShape::kStrong;
}

}  // namespace

void SentenceReader::NameInSentence(const NameAt& found, const Prose& text, const Block& block,
                                    bool history, const ToldNames& told) {
  static const PhraseList& kDefining = Phrases("defining");
  static const PhraseList& kExample = Phrases("example");
  static const PhraseList& kForms = Phrases("forms_names");
  static const PhraseList& kNegative = Phrases("no_longer");
  const size_t at = found.offset;
  const Prose::Start start = text.PlaceOf(at);
  LeadingNames lead;
  LeadName name;
  name.name = found.name;
  name.line = start.line > 0 ? start.line : block.line;
  name.column = start.column > 0 ? start.column + static_cast<int>(at - start.offset) : 0;
  name.code = text.IsCode(at);
  name.role = (text.styles[at] & Prose::kRole) != 0;
  name.dollar = at > 0 && (text.text[at - 1] == '$' || text.text[at - 1] == '{');
  name.marked = text.styles[at] != 0 || name.dollar;
  Evidence own;
  AddWays(name, at, text, told, own);
  if (!told.beside && !name.role && own.signs.none()) return;
  lead.names.push_back(name);
  lead.separator = LeadingNames::Separator::kColon;
  Body body;
  AddWords(body, Slice(text, told.begin, told.end));
  body.shows_use = true;
  const SiblingStats peers;
  const BlockContext context;
  Candidate candidate{CandidatePlace::kSentence, context, peers, &body, own};
  const std::string_view sentence =
      std::string_view(text.lower).substr(told.begin, told.end - told.begin);
  candidate.own.Add(Sign::kSentenceBeside, told.beside);
  candidate.own.Add(Sign::kSentenceListed, told.listed && name.code);
  candidate.own.Add(Sign::kSentenceCalled,
                    told.beside && IsCalledWord(text, at, at + name.name.size()));
  candidate.own.Add(Sign::kSentenceMarked, told.beside && name.marked);
  const bool defines = HasAnyPhrase(sentence, kDefining);
  candidate.own.Add(Sign::kSentenceDefining, defines);
  candidate.own.Add(Sign::kSentenceDefault, HasPhrase(sentence, "default"));
  candidate.own.Add(Sign::kSentenceExample, HasAnyPhrase(sentence, kExample));
  candidate.own.Add(Sign::kSentenceBare, own.signs.none() && WordsOf(sentence) < 6 + told.names);
  candidate.own.Add(Sign::kSentenceFamily,
                    (name.name.find('*') != std::string::npos || name.name.ends_with('_')) &&
                        !HasAnyPhrase(sentence, kForms));
  candidate.own.Add(Sign::kSentenceHistory, history && !defines);
  candidate.own.Add(Sign::kSentenceNegative, HasAnyPhrase(sentence, kNegative));
  candidate.own.Add(Sign::kSentenceAdvice, told.names == 1 && IsAdvice(name.name, sentence));
  const std::vector<LeadName> accepted = scorer_.Accepted(lead, candidate);
  if (accepted.empty()) return;
  Entry entry = MakeEntry(page_.file, accepted.front(), EntryHow::kSentence, body, "");
  // "The default is the value of the first of these that is set: `A`, `B`" is of none of them.
  const bool of_others = told.names > 1 && entry.default_kind == DocumentedDefault::kProse;
  // "Default: `$A` if set" is the default of what is taken from A.
  const std::string own_text = entry.default_text.value_or("");
  // Behind the name of another variable, the value is that one's.
  const bool below_other = IsDefaultThere(told.before, told.behind) && BeginsWithOther(text, at);
  if (of_others || below_other || own_text == found.name || own_text == "$" + found.name) {
    entry.default_kind = DocumentedDefault::kUnstated;
    entry.default_text.reset();
  }
  if (ReferredBegin(text, told.begin, told.end) < told.begin) {
    Body whole;
    AddWords(whole, Slice(text, ReferredBegin(text, told.begin, told.end), told.end));
    entry.description =
        MakeEntry(page_.file, accepted.front(), EntryHow::kSentence, whole, "").description;
  }
  out_.AddFallback(scorer_.best(), std::move(entry));
}

void SentenceReader::Sentence(const Prose& text, const Block& block, bool history) {
  const std::vector<NameAt> names = CalledNamesIn(text);
  const std::string_view lower = text.lower;
  for (size_t first = 0; first < names.size();) {
    const auto end_of = [&](size_t i) { return names[i].offset + names[i].name.size(); };
    size_t last = first;
    while (last + 1 < names.size() &&
           IsJoint(lower.substr(end_of(last), names[last + 1].offset - end_of(last)))) {
      ++last;
    }
    ToldNames told;
    told.names = last - first + 1;
    size_t behind = end_of(last);
    if (behind < lower.size() && lower[behind] == '=') {
      told.assigned = true;
      if (const std::optional<ValueAt> value = ValueFrom(text, behind + 1)) behind = value->end;
    }
    told.begin = SentenceBegin(text, names[first].offset);
    told.end = SentenceEnd(text, behind);
    told.before = lower.substr(told.begin, names[first].offset - told.begin);
    told.behind = lower.substr(std::min(behind, lower.size()));
    told.listed = IsCalledFurther(told.before);
    told.beside = told.listed || IsCalledBehind(told.behind) || IsCalledBefore(told.before);
    for (size_t i = first; i <= last; ++i) NameInSentence(names[i], text, block, history, told);
    first = last + 1;
  }
}

void SentenceReader::Sentences(const std::vector<Block>& blocks, int depth, bool history) {
  if (depth > kMaxBlockDepth + 8) return;
  static const PhraseList& kNotes = Phrases("version_notes");
  static const PhraseList& kAttacks = Phrases("on_attacks");
  bool attacks = false;  // the section is about them
  for (const Block& block : blocks) {
    if (block.kind == Block::Kind::kHeading) {
      attacks = HasAnyPhrase(ToLower(PlainText(block.inlines)), kAttacks);
    }
    if (attacks) continue;
    const bool note =
        history || (block.kind == Block::Kind::kQuote &&
                    std::find(kNotes.begin(), kNotes.end(), block.label) != kNotes.end());
    if (!block.inlines.empty() && block.kind != Block::Kind::kHeading &&
        block.kind != Block::Kind::kDirective) {
      const Prose text = ToProse(block.inlines);
      const bool role = std::any_of(block.inlines.begin(), block.inlines.end(),
                                    [](const Run& run) { return run.role == "envvar"; });
      if (role || SpeaksOfEnvironment(text.lower) || MayTell(text)) Sentence(text, block, note);
      PathsIn(text, block);
    }
    Sentences(block.children, depth + 1, note);
  }
}

}  // namespace flagcensus
