// Words → topics and labels. The vocabulary of pages, kept in one place.
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

// The same, and what a build system calls variables and options.
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

// Words of the text in lower case, cut at `limit`: what a sentence is about stands near.
std::string LowerHead(std::string_view text, size_t limit) {
  return ToLower(text.substr(0, limit));
}

bool BlockSpeaks(const Block& block) {
  const auto speaks = [](std::string_view text) {
    // Most texts have no word that begins so, and need no copy in lower case.
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

Topic TopicOfText(std::string_view text) {
  constexpr size_t kHead = 400;
  const std::string lower = LowerHead(Trim(text), kHead);
  if (SpeaksOfEnvironment(lower)) return Topic::kEnvironment;
  static constexpr std::string_view kWhole[] = {
      "environment", "env", "envs", "the environment", ".env", "env vars", "environment:"};
  if (IsAny(std::string_view(lower), kWhole)) return Topic::kEnvironment;
  // What a command takes.
  static constexpr std::string_view kTakes[] = {"arguments", "arguments:", "positional arguments",
                                                "positional arguments:"};
  if (HasAnyPhrase(lower, OtherOrBuildPhrases())) return Topic::kOther;
  if (IsAny(std::string_view(lower), kTakes)) return Topic::kOther;
  return Topic::kNeutral;
}

Topic TopicOfSentence(std::string_view text) {
  const Topic topic = TopicOfText(text);
  if (topic != Topic::kOther) return topic;
  constexpr size_t kLabel = 24;
  if (text.size() <= kLabel) return topic;  // a label on its own
  static constexpr std::string_view kDefines[] = {"preprocessor", "#define", "macros"};
  if (HasAnyPhrase(ToLower(text.substr(0, 400)), kDefines)) return Topic::kOther;
  // A sentence may speak of macros and list variables; what it announces stands right before ':'.
  text = Trim(text);
  constexpr size_t kTail = 50;
  if (!text.ends_with(':')) return Topic::kNeutral;
  return HasAnyPhrase(ToLower(text.substr(text.size() - std::min(text.size(), kTail))),
                      OtherPhrases())
             ? Topic::kOther
             : Topic::kNeutral;
}

Topic TopicOfFile(std::string_view file) {
  const size_t slash = file.rfind('/');
  std::string stem = ToLower(slash == std::string_view::npos ? file : file.substr(slash + 1));
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

Label LabelOf(std::string_view text) {
  constexpr size_t kHead = 60;
  const std::string lower = LowerHead(Trim(text), kHead);
  if (lower.empty()) return Label::kNone;
  if (SpeaksOfEnvironment(lower) || HasWord(lower, "env") || HasWord(lower, "environment")) {
    return Label::kEnvironment;
  }
  if (HasPhrase(lower, "default") || lower == "if unset" || lower == "when unset" ||
      lower == "fallback") {
    return HasPhrase(lower, "description") ? Label::kDescription : Label::kDefault;
  }
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
  // "Requirement Number", "Test ID": what has such names is counted, and no variable is.
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
