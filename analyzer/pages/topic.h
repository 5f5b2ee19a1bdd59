// Topics: what kind of names a heading, sentence, column or file name announces.
//
//   TopicOfText("Environment variables")  ─→ kEnvironment    LabelOf("Default value")  ─→ kDefault
//   TopicOfText("Arguments")              ─→ kOther          LabelOf("Meaning")  ─→ kDescription
#pragma once

#include <string_view>

#include "analyzer/pages/document.h"

namespace flagcensus {

enum class Topic {
  kNeutral,      // the text does not say
  kEnvironment,  // environment variables
  kOther,        // macros, constants, HTTP headers, command line options, ...
};

Topic TopicOfText(std::string_view text);      // of a heading or title
Topic TopicOfSentence(std::string_view text);  // of the words before a list or table
Topic TopicOfFile(std::string_view file);
// Whether a lower-case text mentions environment variables.
bool SpeaksOfEnvironment(std::string_view lower);
// Whether a lower-case text mentions settings: the keys of a configuration file or module.
bool SpeaksOfSettings(std::string_view lower);
// Whether a block's own text says "this environment variable", so it describes one.
bool CallsItselfVariable(const Block& block);
// Whether any text of the document mentions environment variables.
bool SpeaksOfEnvironment(const Document& document);

// What a column, a field or a label contains, by its wording.
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
  kSystems,    // the platforms to which the row applies
  kReadIn,     // the source files that read it
  kOtherName,  // a column of names other than variables: macros, constants, functions
};
Label LabelOf(std::string_view text);        // of a table's header cell
Label FieldLabelOf(std::string_view label);  // of "Label: value"; only whole labels are known

}  // namespace flagcensus
