// Topics: what a heading, a sentence, a column or a file name says that the names below it are.
#pragma once

#include <string_view>

#include "analyzer/pages/document.h"

namespace flagcensus {

enum class Topic {
  kNeutral,      // says nothing of it
  kEnvironment,  // environment variables
  kOther,        // macros, constants, HTTP headers, command line options, ...
};

Topic TopicOfText(std::string_view text);      // of a heading or title
Topic TopicOfSentence(std::string_view text);  // of the words before a list or table
Topic TopicOfFile(std::string_view file);
// Whether a text in lower case speaks of environment variables.
bool SpeaksOfEnvironment(std::string_view lower);
// Whether it speaks of settings, the keys of a configuration file or module.
bool SpeaksOfSettings(std::string_view lower);
// Whether a block's own text says "this environment variable": what it describes is one.
bool CallsItselfVariable(const Block& block);
// Whether any text of the document speaks of environment variables.
bool SpeaksOfEnvironment(const Document& document);

// What a column, a field or a label holds, by its wording.
enum class Label {
  kNone,
  kEnvironment,
  kName,
  kDefault,
  kType,
  kValues,
  kValue,
  kDescription,
  kRequired,
  kExample,
  kSystems,    // the platforms that the row holds on
  kReadIn,     // the source files that read it
  kOtherName,  // a column of names that are no variables: macros, constants, functions
};
Label LabelOf(std::string_view text);        // of a table's header cell
Label FieldLabelOf(std::string_view label);  // of "Label: value"; only whole labels are known

}  // namespace flagcensus
