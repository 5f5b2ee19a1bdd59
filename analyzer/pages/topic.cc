// Words → topics and labels. The word lists are in queries/pages/; this file has the order in which
// they are applied, since many headings match more than one: "Default environment" is about the
// environment.
#include "analyzer/pages/topic.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

template <size_t kCount>
bool HasAnyPhrase(std::string_view lower, const std::string_view (&phrases)[kCount]) {
  return std::any_of(std::begin(phrases), std::end(phrases),
                     [&](std::string_view phrase) { return HasPhrase(lower, phrase); });
}

template <size_t kCount>
bool IsAny(std::string_view text, const std::string_view (&words)[kCount]) {
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

bool IsAny(std::string_view text, const PhraseList& words) { return words.Holds(text); }

const PhraseList& OtherPhrases() {
  static const PhraseList& kPhrases = Phrases("something_else");
  return kPhrases;
}

// The same, and the terms of build systems for variables and options: "build options".
const PhraseList& OtherOrBuildPhrases() {
  static const PhraseList kPhrases = PhrasesOfAll({"something_else", "build_options"});
  return kPhrases;
}

// "env", in any case.
bool HasEnv(std::string_view text) {
  for (size_t at = 0; at + 2 < text.size(); ++at) {
    if ((text[at] | 0x20) == 'e' && (text[at + 1] | 0x20) == 'n' && (text[at + 2] | 0x20) == 'v')
      return true;
  }
  return false;
}

// The text in lower case, cut at `limit`: a text names its topic early. What follows later, in a
// long sentence, is missed, and an unrelated word there does no harm.
std::string LowerHead(std::string_view text, size_t limit) {
  return ToLower(text.substr(0, limit));
}

// Whether a block or one of its children mentions environment variables, by its text, a role or a
// directive.
bool BlockSpeaks(const Block& block) {
  const auto speaks = [](std::string_view text) {
    // Most texts do not contain "env", and need no copy in lower case.
    return HasEnv(text) && SpeaksOfEnvironment(ToLower(text));
  };
  if (!block.text.empty() && speaks(block.text)) return true;
  if (!block.inlines.empty()) {
    if (speaks(PlainText(block.inlines))) return true;
    for (const Run& run : block.inlines) {
      if (run.role == "envvar") return true;
    }
  }
  if (block.label == "envvar") return true;
  return std::any_of(block.children.begin(), block.children.end(), BlockSpeaks);
}

}  // namespace

// Environment before others: "Environment variables and constants" lists variables.
Topic TopicOfText(std::string_view text) {
  // A long paragraph before a list still names its topic within its first few lines.
  constexpr size_t kHead = 400;
  const std::string lower = LowerHead(Trim(text), kHead);
  if (SpeaksOfEnvironment(lower)) return Topic::kEnvironment;
  // Words that are a topic only if they are the whole heading: "env" occurs in many sentences.
  static constexpr std::string_view kWhole[] = {
      "environment", "env", "envs", "the environment", ".env", "env vars", "environment:"};
  if (IsAny(std::string_view(lower), kWhole)) return Topic::kEnvironment;
  // The arguments of a command.
  static constexpr std::string_view kTakes[] = {"arguments", "arguments:", "positional arguments",
                                                "positional arguments:"};
  if (HasAnyPhrase(lower, OtherOrBuildPhrases())) return Topic::kOther;
  if (IsAny(std::string_view(lower), kTakes)) return Topic::kOther;
  return Topic::kNeutral;
}

// The words before a list need more than a heading does. "Macros and variables are set as follows"
// mentions macros without announcing a list of them, so what is not a label must say it clearly.
Topic TopicOfSentence(std::string_view text) {
  const Topic topic = TopicOfText(text);
  if (topic != Topic::kOther) return topic;
  constexpr size_t kLabel = 24;
  if (text.size() <= kLabel) return topic;  // a label such as "Macros:", not a sentence
  static constexpr std::string_view kDefines[] = {"preprocessor", "#define", "macros"};
  if (HasAnyPhrase(ToLower(text.substr(0, 400)), kDefines)) return Topic::kOther;
  // A sentence may mention macros and list variables. What it announces is directly before the ':'.
  text = Trim(text);
  constexpr size_t kTail = 50;
  if (!text.ends_with(':')) return Topic::kNeutral;
  return HasAnyPhrase(ToLower(text.substr(text.size() - std::min(text.size(), kTail))),
                      OtherPhrases())
             ? Topic::kOther
             : Topic::kNeutral;
}

// "docs/env_vars.md" and ".env.example" are about the environment. No name says the opposite.
Topic TopicOfFile(std::string_view file) {
  const size_t slash = file.rfind('/');
  std::string stem = ToLower(slash == std::string_view::npos ? file : file.substr(slash + 1));
  // The first dot ends the stem; a dot in front does not, since it marks a hidden file: ".env".
  if (const size_t dot = stem.find('.', 1); dot != std::string::npos) stem.resize(dot);
  std::string spaced = stem;
  std::replace_if(
      spaced.begin(), spaced.end(), [](char c) { return c == '_' || c == '-' || c == '.'; }, ' ');
  if (HasWord(spaced, "env") || HasWord(spaced, "envs")) return Topic::kEnvironment;
  if (TopicOfText(spaced) == Topic::kEnvironment) return Topic::kEnvironment;
  return Topic::kNeutral;
}

bool SpeaksOfEnvironment(std::string_view lower) {
  static const PhraseList& kPhrases = Phrases("environment");
  return lower.find("env") != std::string_view::npos && HasAnyPhrase(lower, kPhrases);
}

bool SpeaksOfSettings(std::string_view lower) {
  static const PhraseList& kPhrases = Phrases("settings");
  return HasAnyPhrase(lower, kPhrases);
}

// The block's own paragraphs are searched, but not those further inside.
bool CallsItselfVariable(const Block& block) {
  static const PhraseList& kPhrases = Phrases("calls_itself");
  const auto calls = [](const Block& child) {
    const std::string text = PlainText(child.inlines);
    return HasEnv(text) && HasAnyPhrase(ToLower(text), kPhrases);
  };
  return calls(block) || std::any_of(block.children.begin(), block.children.end(), calls);
}

bool SpeaksOfEnvironment(const Document& document) {
  return std::any_of(document.blocks.begin(), document.blocks.end(), BlockSpeaks);
}

// The first match decides. The environment comes first ("Environment default" is a column of
// names), then words that are unambiguous, and last those that occur in any header ("name").
Label LabelOf(std::string_view text) {
  // A header cell is short; a longer one is a sentence about its column, of which the start counts.
  constexpr size_t kHead = 60;
  const std::string lower = LowerHead(Trim(text), kHead);
  if (lower.empty()) return Label::kNone;
  if (SpeaksOfEnvironment(lower) || HasWord(lower, "env") || HasWord(lower, "environment")) {
    return Label::kEnvironment;
  }
  // "Default and description" is a column of prose, in which the default is found by its wording.
  if (HasPhrase(lower, "default") || lower == "if unset" || lower == "when unset" ||
      lower == "fallback") {
    return HasPhrase(lower, "description") ? Label::kDescription : Label::kDefault;
  }
  // The lists of words for the kinds of columns, by their names in labels.toml.
  static const PhraseList& kDescription = Phrases("header_description");
  static const PhraseList& kValues = Phrases("header_values");
  static const PhraseList& kType = Phrases("header_type");
  static const PhraseList& kSystems = Phrases("header_systems");
  if (IsAny(std::string_view(lower), kSystems)) return Label::kSystems;
  const PhraseList& read_in = Phrases("read_in");
  if (std::find(read_in.begin(), read_in.end(), lower) != read_in.end()) return Label::kReadIn;
  static const PhraseList& kOtherNames = Phrases("header_other_names");
  static const PhraseList& kNames = Phrases("header_names");
  if (HasAnyPhrase(lower, OtherOrBuildPhrases())) return Label::kOtherName;
  // "Requirement Number", "Test ID": a column of numbered things, and variables are not numbered.
  static const PhraseList& kNumbered = Phrases("header_numbered");
  const size_t last = lower.rfind(' ');
  if (last != std::string::npos && IsAny(std::string_view(lower).substr(last + 1), kNumbered) &&
      !HasAnyPhrase(lower, kNames)) {
    return Label::kOtherName;
  }
  if (HasAnyPhrase(lower, kOtherNames) && !HasPhrase(lower, "variable")) {
    return lower == "function" ? Label::kDescription : Label::kOtherName;
  }
  if (HasWord(lower, "required") || HasWord(lower, "mandatory")) return Label::kRequired;
  if (HasPhrase(lower, "example")) return Label::kExample;
  static const PhraseList& kValue = Phrases("header_value");
  if (IsAny(std::string_view(lower), kValue)) return Label::kValue;
  if (HasAnyPhrase(lower, kValues)) return Label::kValues;
  if (HasAnyPhrase(lower, kNames)) return Label::kName;
  if (HasAnyPhrase(lower, kType)) return Label::kType;
  if (HasAnyPhrase(lower, kDescription)) return Label::kDescription;
  return Label::kNone;
}

// Only whole labels: in "Label: value" the words before the colon are otherwise part of a sentence.
Label FieldLabelOf(std::string_view label) {
  std::string lower = ToLower(Trim(label));
  while (!lower.empty() && (lower.back() == ':' || lower.back() == '*' || lower.back() == ' ')) {
    lower.pop_back();
  }
  static const PhraseList& kDefault = Phrases("field_default");
  static const PhraseList& kType = Phrases("field_type");
  static const PhraseList& kValues = Phrases("field_values");
  static const PhraseList& kEnv = Phrases("field_environment");
  static const PhraseList& kName = Phrases("field_name");
  static const PhraseList& kDescription = Phrases("field_description");
  static const PhraseList& kExample = Phrases("field_example");
  if (IsAny(std::string_view(lower), kDefault)) return Label::kDefault;
  if (IsAny(std::string_view(lower), kType)) return Label::kType;
  if (IsAny(std::string_view(lower), kValues)) return Label::kValues;
  if (IsAny(std::string_view(lower), kEnv)) return Label::kEnvironment;
  if (IsAny(std::string_view(lower), kName)) return Label::kName;
  if (IsAny(std::string_view(lower), kDescription)) return Label::kDescription;
  if (IsAny(std::string_view(lower), kExample)) return Label::kExample;
  if (lower == "value") return Label::kValue;
  if (lower == "required" || lower == "mandatory" || lower == "optional") return Label::kRequired;
  return Label::kNone;
}

}  // namespace flagcensus
