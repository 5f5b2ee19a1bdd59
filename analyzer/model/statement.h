// Statement: what one passage of a text says about one variable.
//
//   "Set `APP_TIMEOUT` to the number of seconds to wait (default: 30)."
//   ─→ {name: APP_TIMEOUT, form: kSentence, default_kind: kLiteral, default_text: "30"}
//
// A variable can have many statements; their strength decides whether it counts as described.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyzer/model/entry.h"
#include "analyzer/model/place.h"

namespace flagcensus {

// The shape of the passage. The keys of `strength` in queries/documents/strengths.toml.
enum class StatementForm {
  kTerm,        // a term of a definition list, a line that begins with the name, a directive
  kItem,        // an item of a list that begins with the name
  kRow,         // a row of a table with the name in a cell
  kSection,     // a heading that is the name
  kRecord,      // a section or item with a field "Environment variable: NAME"
  kAttribute,   // the docstring of the constant that is bound to the variable
  kSentence,    // a sentence that says how to set the variable or what it does
  kSample,      // a line of code that sets it, with a comment or an introduction
  kRemark,      // a comment in a block of code
  kExpansion,   // "${NAME:-default}" in a block of code
  kNameList,    // a block that only lists names, below "environment variables:"
  kSetting,     // a key of a data file with a comment, or a sentence in it
  kPath,        // "$NAME/dir" in a sentence: that the variable exists, nothing more
  kBareSample,  // a line of code that sets it, without any text
  kMention,     // the name occurs
};

// The kind of text that the passage is in.
enum class TextKind {
  kPage,       // a document
  kHelp,       // a text that the program prints for its users: help of an option, usage
  kDocstring,  // of a module, class or function
  kApiDoc,     // a comment that a documentation generator reads
  kString,     // any other string: a message
  kComment,    // of a source
  kData,       // a file of settings, a schema, a script
};

// What a file is to the people who read about the program (queries/documents/roles.toml).
enum class FileRole {
  kGuide,
  kExample,      // only strong statements about own variables count
  kWeak,         // plans, notes for contributors and coding agents: only strong statements count
  kTranslation,  // counts for names that no page of the project has
  kVersion,      // a copy of a page for another version: never counts
  kHistory,      // change logs: never counts
  kTest,         // never counts
  kAside,        // lists of words and of files: only a structure made for variables counts
};

struct Statement {
  std::string name;
  Place place;  // of the name: its line has it
  // Four times the weight in the tables of queries/documents/, so it is a whole number: 12
  // describes in a structure, 8 in a sentence, 6 and less only mentions.
  int strength = 0;
  StatementForm form = StatementForm::kMention;
  TextKind kind = TextKind::kPage;
  FileRole role = FileRole::kGuide;
  bool accessed = false;  // the code accesses the variable
  bool related = false;   // it shares its prefix with variables that the code accesses
  bool called = false;    // the passage or what encloses it says "environment variable"
  std::string section;    // the heading above, without markup
  std::string text;  // the passage, without markup, white space folded; cut at a few hundred bytes
  // For a row: the cells that describe the variable, without those that contain its name, its
  // default or only a word such as "yes". "" if that is the text itself.
  std::string description;
  DocumentedDefault default_kind = DocumentedDefault::kUnstated;
  std::optional<std::string> default_text;

  bool operator==(const Statement&) const = default;
};

}  // namespace flagcensus
