// Cues: the patterns of queries/documents/cues.toml, by name.
//
//   Matches(Cue::kEnvironmentVariable, "The environment variable APP_PORT")   ─→  true
//   MatchLength(Cue::kSeparator, ": port to use")                             ─→  the bytes of ": "
//
// Patterns are RE2's, so matching is linear in the text for any input. They see text with
// marks (marked_text.h), in which \x01 and \x05 open a span and \x02 closes it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flagcensus {

// In the order of kCueNames in cues.cc.
enum class Cue : unsigned char {
  kEnvironment,          // anything about the environment
  kEnvironmentVariable,  // the words "environment variable"
  kSays,                 // a word of setting, reading or having an effect
  kColumnOfNames,        // head of a column: Variable, Name
  kColumnOfDefaults,
  kColumnOfText,
  kSeparator,        // what separates a name from its text
  kBodyMarks,        // the same, to be removed
  kLineSeparator,    // the same, after a name that begins a line
  kColumnSeparator,  // the same, in columns of a literal block
  kLeadSkip,         // what may be before a name that begins a text
  kLeadValue,        // "=value" after it
  kLeadClose,        // marks after it
  kLeadNext,         // what leads to the next name
  kPathAfter,        // "/dir" after it
  kNoText,           // "is", "and" after a marked name that begins an item
  kProse,            // two words in lower case
  kField,            // "Key: value"
  kRecordField,      // "Environment variable: NAME"
  kTermEnvironment,  // "--port (env: NAME)"
  kExampleIntro,     // "for example:"
  kPrefixBefore,     // "starting with"
  kCommentLine,      // of code: "# text"
  kAssignmentInComment,
  kSettingInComment,  // the same in any notation of settings: "- NAME=1", "name: 1"
  kExportBefore,      // "export " before a name
  kSetBefore,         // the same with "-e", "ENV" and the like
  kCodeRead,          // environ, getenv
  kIntroduces,        // "set", "variable" in the introduction of a block
  kExpansion,         // ${NAME:-value}
  kTrailingComment,
  kOption,          // a term that begins with '-'
  kNotSubject,      // "environment variable" beside: words that may be between
  kMarksDefault,    // "(default)" in a list or row
  kAboutDefault,    // any word about defaults
  kUsage,           // usage, options, or a heading about the environment, in a text of a source
  kValuesIntro,     // "it can be one of:" before a list
  kAskedToSet,      // "set", "export" right before a name
  kPageOfSettings,  // "all settings are environment variables", at the top of a page
  kNotSetting,      // the sentence says that the variable is gone, or no setting
  kAttacks,         // a heading above a text on attacks: its names are targets of attackers
  kManualPage,      // a command that makes a comment a manual page
  kCount
};

// Whether the cue occurs in the text.
bool Matches(Cue cue, std::string_view text);
// How many bytes of `text` the cue matches from its beginning on; 0 if `text` does not begin with
// it.
size_t MatchLength(Cue cue, std::string_view text);
// The beginning and the end of each match, without overlaps.
std::vector<std::pair<size_t, size_t>> FindAll(Cue cue, std::string_view text);
// The groups of its first match; empty if it does not occur.
std::vector<std::string_view> Groups(Cue cue, std::string_view text);

// Errors in queries/documents/cues.toml, one per line; "" for the shipped data (a test checks it).
std::string CueErrors();

}  // namespace flagcensus
