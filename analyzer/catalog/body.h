// Body: what stands below and behind a name, gathered from any blocks: words, fields, listed
// values.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/catalog/defaults.h"
#include "analyzer/catalog/lead.h"
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
  std::vector<size_t> codes;  // where in `words` blocks of code stood, which are no words
  // Stretches of `words` that describe nothing: labels, listed values, how to write the variable.
  std::vector<std::pair<size_t, size_t>> asides;
  bool aside = false;               // what is added next is such a stretch
  std::vector<std::string> values;  // of a field or list of values
  std::vector<std::string> claims;  // of the heading or sentence above
  std::vector<LeadName> env_names;  // of an "Environment variable:" field
  bool set_above = false;           // the sentence above says that the program sets what follows
  bool limited = false;             // the row holds on some systems only
  bool shows_use = false;           // "NAME=value" is a title: it shows how to write the variable
};

struct Field {
  Label label = Label::kNone;
  Prose value;
};

// "Label: value" at the start of a text, where the label is a known one.
Field ParseField(const Prose& text);
// Those of one line: none, one, or two where a default follows behind a bar, "Values: `a`, `b` |
// Default = `a`".
std::vector<Field> FieldsOf(const Prose& line);
// The lines of a paragraph, each of which may be a field.
std::vector<Prose> LinesOf(const Prose& paragraph);

void AddWords(Body& body, const Prose& words);
void AddField(Body& body, Label label, const Prose& value);
// Each line of a paragraph as the field that it is, or else as words.
void AddLines(Body& body, const Prose& paragraph);
void AddBlock(Body& body, const Block& block);
void AddBlocks(Body& body, const std::vector<Block>& blocks, size_t begin, size_t end);

// What the body says of its variable, as one line.
std::string DescriptionOf(const Body& body);

// Whether a two-column table gives the fields of one thing: "| Default | `x` |".
bool IsFieldTable(const Block& table);

// The entry of `lead` with what its body says. Its place, name and value are the lead's.
Entry MakeEntry(std::string_view file, const LeadName& lead, EntryHow how, const Body& body,
                const std::string& section);

}  // namespace flagcensus
