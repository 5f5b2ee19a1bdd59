// Page: the reference page as plain data, before any format.
//
// One row per variable, with all facts from the code, and its description with its origin. The
// writers of formats make no choices: they turn rows into text.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/evidence/source_texts.h"
#include "analyzer/model/access.h"
#include "analyzer/model/place.h"

namespace flagcensus {

// The origin of a description, in descending priority.
enum class DescribedBy {
  kNobody,    // there is no description; the cell is empty
  kPage,      // an entry of an existing page
  kHelp,      // the help text of a declarator or the help column of a table
  kDoc,       // the docstring of the accessor, the string below the assignment
  kComment,   // the comment above or next to the read
  kField,     // the description of a settings class's field
  kSentence,  // a sentence of another page
};

// The value when the variable is not set, according to some of its reads.
struct RowDefault {
  DefaultKind kind = DefaultKind::kNone;
  std::string text;           // kLiteral: the value; kDynamic: the expression
  std::vector<Place> places;  // of the reads
  bool stated = false;        // kDynamic: the text is from a page, in words for users
  bool composed = false;  // kDynamic: the text is built from other variables, in users' notation
};

// What the program itself does to the variable.
struct RowWrite {
  AccessOp op = AccessOp::kWrite;
  std::optional<std::string> value;
  Place place;
  bool in_branch = false;  // under a condition
};

// An option in the variable's value, as on the existing page: --flag of TOOL_FLAGS.
struct RowPart {
  std::string name;
  std::string value;
  std::string description;
};

// The facts from the code alone, if a page says more.
struct RowFacts {
  ValueType type = ValueType::kUnknown;
  std::vector<RowDefault> defaults;
  std::string library = {};  // that reads it, if nothing else does
};

struct RowDescription {
  std::string text;        // one line of plain text; "": there is no description
  std::string correction;  // what the code does if the description is wrong; "": it is not
  DescribedBy by = DescribedBy::kNobody;
  Place at;
};

// The section of the page that documents the variable.
struct RowSection {
  Place entry_at;     // the entry with that section
  std::string title;  // "" if no page documents the variable
  Place at;           // the first entry of the section on that page
};

struct Row {
  std::string name;
  ValueType type = ValueType::kUnknown;
  std::vector<RowDefault> defaults;  // without duplicates; empty: nothing in the tree reads it
  RowFacts code;
  std::vector<std::string> values;  // allowed values, if the code or the page shows them
  std::vector<std::string> truthy;  // spellings for true
  std::vector<std::string> falsy;   // for false, if everything else is true
  bool any_true = false;            // any set value counts as true
  RowDescription description;
  std::vector<Place> places;               // where it is read, otherwise where it is set
  bool read = false;                       // it is read somewhere: `places` are reads
  std::vector<std::string> falls_back_to;  // read if this one is not set
  std::vector<std::string> read_after;     // this one is read if those are not set
  std::vector<RowWrite> writes;
  std::vector<RowPart> parts;
  bool deprecated = false;
  bool secret = false;  // its value is a credential
  size_t uses = 0;      // number of files that read it
  RowSection section;
  std::string since;  // the first tag whose sources contain the name; "" if unknown

  // The only default, if there is exactly one; else nullptr.
  const RowDefault* single_default() const { return defaults.size() == 1 ? &defaults[0] : nullptr; }
  bool required() const {
    return defaults.size() == 1 && defaults[0].kind == DefaultKind::kRequired;
  }
};

// A variable that the sources no longer have.
struct RemovedName {
  std::string name;
  std::string commit;  // "3f2c1ab9d0 (2026-05-01)"
};

struct Section {
  std::string title;         // "" if all variables are in one section
  std::string page;          // the page with the section; "" if it is made from names
  std::string heading;       // the section's heading there; sections of several pages may share it
  std::string introduction;  // what that page says below its heading; "": nothing
  std::vector<Row> rows;
};

struct ReferencePage {
  std::string title;
  std::vector<Section> sections;
  // Entries of other pages with variables that nothing in the tree accesses: listed in a comment.
  std::vector<Row> gone;
  // Removed variables with a known commit, by name.
  std::vector<RemovedName> removed;
  // Variables that an earlier run listed on this page and that nothing accesses any more.
  std::set<std::string> was_listed;
  size_t omitted = 0;  // number of internal, third-party, ... ones
  // Names that the code accesses and the page does not list: they are not gone.
  std::set<std::string> unlisted;
};

// The beginning of the note about what is read if the variable is not set.
inline constexpr const char* kFallsBackTo = "Falls back to ";

// The words of the list of removed variables before the commit.
inline constexpr const char* kRemovedIn = "removed in ";

// The text that a fix writes into a page for a variable without a description.
inline constexpr const char* kTodo = "TODO: describe";

// The spelling in the machine formats: "page", "help", "comment", ...; "" for kNobody.
std::string_view ToString(DescribedBy by);

}  // namespace flagcensus
