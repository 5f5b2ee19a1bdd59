// Page: the reference page as plain data, before any format.
//
// A row a variable, with all that the code shows of it and its description with where that comes
// from. The writers of formats choose nothing: they turn rows into text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/evidence/source_texts.h"
#include "analyzer/model/access.h"
#include "analyzer/model/place.h"

namespace flagcensus {

// Where a description comes from, the first that there is in this order.
enum class DescribedBy {
  kNobody,    // the cell is empty
  kPage,      // an entry of an existing page
  kHelp,      // the help text of a declarator or the help column of a table
  kDoc,       // the docstring of the accessor, the string below the assignment
  kComment,   // the comment above or beside the read
  kField,     // the description of a settings class's field
  kSentence,  // a sentence of another page
};

// What holds when nobody sets the variable, by some of its reads.
struct RowDefault {
  DefaultKind kind = DefaultKind::kNone;
  std::string text;           // kLiteral: the value; kDynamic: the expression
  std::vector<Place> places;  // of the reads
  bool told = false;          // kDynamic: the text is a page's, in words for users
  bool composed = false;      // kDynamic: the text is made of other variables, as users write it
};

// What the program itself does to the variable.
struct RowWrite {
  AccessOp op = AccessOp::kWrite;
  std::optional<std::string> value;
  Place place;
};

// An option in the variable's value, as the existing page tells it: --flag of TOOL_FLAGS.
struct RowPart {
  std::string name;
  std::string value;
  std::string description;
};

struct Row {
  std::string name;
  ValueType type = ValueType::kUnknown;
  std::vector<RowDefault> defaults;  // each once; empty: nothing of the tree reads it
  // What the code alone says, where a page says more.
  ValueType code_type = ValueType::kUnknown;
  std::vector<RowDefault> code_defaults;
  std::vector<std::string> values;  // that are allowed, where the code or the page shows them
  std::vector<std::string> truthy;  // spellings for true
  std::vector<std::string> falsy;   // for false, where everything else is true
  bool any_true = false;            // whatever is set counts as true
  std::string description;          // one line of plain text; "": nobody says
  std::string correction;           // what the code does where the description says otherwise; ""
  DescribedBy described_by = DescribedBy::kNobody;
  Place described_at;
  std::vector<Place> places;               // where it is read, else where it is set
  bool read = false;                       // it is read somewhere: `places` are reads
  std::vector<std::string> falls_back_to;  // read where this one is not set
  std::vector<std::string> read_after;     // this one is read where those are not set
  std::vector<RowWrite> writes;
  std::vector<RowPart> parts;
  bool deprecated = false;
  std::string section;  // of the page that documents it; "" if none does
  Place section_at;     // where that page has its first entry of the section
  std::string since;    // the first tag whose sources name it; "" if unknown

  // The only default, where there is one and it is no expression.
  const RowDefault* single_default() const { return defaults.size() == 1 ? &defaults[0] : nullptr; }
  bool required() const {
    return defaults.size() == 1 && defaults[0].kind == DefaultKind::kRequired;
  }
};

struct Section {
  std::string title;  // "" where all variables are in one
  std::vector<Row> rows;
};

struct ReferencePage {
  std::string title;
  std::vector<Section> sections;
  // Entries of other pages whose variable nothing in the tree touches: named in a comment.
  std::vector<Row> gone;
  size_t left_out = 0;  // internal, foreign, ... ones
};

// What a fix writes into a page for a variable that nobody describes: no description.
inline constexpr const char* kTodo = "TODO: describe";

// The spelling in the machine formats: "page", "help", "comment", ...; "" for kNobody.
std::string_view ToString(DescribedBy by);

}  // namespace flagcensus
