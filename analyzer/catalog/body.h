// Body: the content that belongs to a name, gathered from any blocks: words, fields, listed values.
//
// The heading, item, row or term that names a variable is followed by blocks that are added one by
// one. MakeEntry then makes an entry of the name and its body:
//
//   - `APP_MODE`: How to run. One of `fast`, `slow`.  ─→ words
//     - Default: `slow`                               ─→ field_default
//   MakeEntry  ─→ APP_MODE, default slow, claim values:fast|slow, description "How to run. …"
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/catalog/defaults.h"
#include "analyzer/catalog/leading_names.h"
#include "analyzer/model/entry.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/prose.h"
#include "analyzer/pages/topic.h"

namespace flagcensus {

struct Body {
  Prose words;                // the description, for defaults and claims
  DefaultText field_default;  // of a cell or field; wins over words
  ValueType field_type = ValueType::kUnknown;
  std::vector<size_t> codes;  // where in `words` code blocks occurred; they are not words
  // Stretches of `words` that are not description: labels, listed values, how to set the variable.
  std::vector<std::pair<size_t, size_t>> asides;
  bool aside = false;               // the next addition is an aside
  bool in_list = false;             // the last addition was the item of a list
  std::vector<std::string> values;  // of a field or a list of values
  std::vector<std::string> claims;  // of the heading or sentence above
  std::vector<LeadName> env_names;  // of an "Environment variable:" field
  bool set_above = false;           // the sentence above says that the program sets what follows
  bool limited = false;             // the row applies to some systems only
  bool shows_use = false;           // "NAME=value" is a title that shows how to set the variable
};

struct Field {
  Label label = Label::kNone;
  Prose value;
};

// "Label: value" at the start of a text, if the label is known.
Field ParseField(const Prose& text);
// The fields of one line: an empty list, one field, or two if a default follows a bar:
//
//   Values: `a`, `b` | Default = `a`
std::vector<Field> FieldsOf(const Prose& line);
// The lines of a paragraph, each of which may be a field.
std::vector<Prose> LinesOf(const Prose& paragraph);

// These functions add to the body. The first default and the first type win.
void AddWords(Body& body, const Prose& words);
void AddField(Body& body, Label label, const Prose& value);
// Adds each line of a paragraph as a field if it is one, otherwise as words.
void AddLines(Body& body, const Prose& paragraph);
void AddBlock(Body& body, const Block& block);
void AddBlocks(Body& body, const std::vector<Block>& blocks, size_t begin, size_t end);

// The description of the variable, as one line.
std::string DescriptionOf(const Body& body);

// Whether a two-column table lists the fields of one thing: "| Default | `x` |". A table of
// variables has a header that names its columns.
bool IsFieldTable(const Block& table);

// Creates the entry of `lead` from its body. Place, name and value are the lead's.
Entry MakeEntry(std::string_view file, const LeadName& lead, EntryHow how, const Body& body,
                const std::string& section);

}  // namespace flagcensus
