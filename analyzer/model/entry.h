// Entry: one variable that a document describes.
//
//   | `APP_TIMEOUT` | `30` | seconds to wait |
//   ─→ {name: APP_TIMEOUT, default_text: "30", default_kind: kLiteral, how: kTable,
//       description: "seconds to wait"}
//
// The fields are those of `catalog --format jsonl` (docs/schema/catalog.schema.json).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/place.h"

namespace flagcensus {

// The structure by which an entry was recognised. kSentence: the name is called an environment
// variable in passing; kExample: an example sets it without explanation. Both describe the
// variable, but the page does not list it. A mention is a name that prose only talks about.
enum class EntryHow {
  kTable,
  kList,
  kParagraph,
  kHeading,
  kDirective,
  kBlock,
  kDotenv,
  kMan,
  kSentence,
  kExample,
  kNote,
  kMention
};

enum class DocumentedDefault {
  kLiteral,   // `default_text` is a value
  kNone,      // documented as unset
  kUnstated,  // the page says nothing
  kProse,     // `default_text` is prose: "number of cores"
};

struct Entry {
  std::string name;
  std::optional<std::string> default_text;
  DocumentedDefault default_kind = DocumentedDefault::kUnstated;
  // The default is only the value of a `NAME=value`, which may be an example of a setting rather
  // than the default. Not printed.
  bool default_shown = false;
  // Commands on the page set and expand it (`export X=1; echo $X`): values set in a block are meant
  // for these commands and say nothing about the program. Not printed.
  bool expanded = false;
  ValueType type = ValueType::kUnknown;
  std::optional<std::string> value;  // the value that the code sets it to, according to the page
  Place place;
  std::string section;  // the heading above it, without markup; "" if there is none
  EntryHow how = EntryHow::kMention;
  // For a sub-flag: the variable of which it is a part of the value.
  std::optional<std::string> parent;
  // Remarks that stale-claim compares with the code: not-consumed, always-set, set-if-missing,
  // appended, docstring-only, reserved, deprecated, removed, internal, discouraged, alias-of:NAME,
  // read-in:FILE, values:a|b|c. Sorted, without duplicates.
  std::vector<std::string> claims;
  std::string description;  // plain text, white space folded

  bool HasClaim(std::string_view claim) const;
  // Whether the page lists the variable, rather than only talking about it or showing it.
  bool IsListed() const { return how != EntryHow::kSentence && how != EntryHow::kExample; }
};

// The order of every listing: file, line, column, name.
bool EntryLess(const Entry& a, const Entry& b);

std::string_view ToString(EntryHow how);
std::string_view ToString(DocumentedDefault kind);

}  // namespace flagcensus
