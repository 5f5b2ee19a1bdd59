// Entry: one variable that a document describes.
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

// The structure by which an entry was recognised. A sentence calls the name an environment variable
// in passing, an example sets it without a word of its own: both describe it, but the page does not
// list it. A mention is a name that prose only talks about.
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
  kProse,     // `default_text` holds words: "number of cores"
};

struct Entry {
  std::string name;
  std::optional<std::string> default_text;
  DocumentedDefault default_kind = DocumentedDefault::kUnstated;
  // The default is nothing but the value of a `NAME=value`, which may show how to set it. Not
  // printed.
  bool default_shown = false;
  // Commands of the page set and expand it: what a block sets is for them. Not printed.
  bool expanded = false;
  ValueType type = ValueType::kUnknown;
  std::optional<std::string> value;  // what the page says the code sets it to
  Place place;
  std::string section;  // the heading it stands under, without markup; "" where there is none
  EntryHow how = EntryHow::kMention;
  std::optional<std::string> parent;  // for a sub-flag: the variable whose value it is part of
  // not-consumed, always-set, set-if-missing, appended, docstring-only, reserved, deprecated,
  // removed, internal, discouraged, alias-of:NAME, read-in:FILE, values:a|b|c. Sorted, each
  // once.
  std::vector<std::string> claims;
  std::string description;  // plain text, white space folded

  bool HasClaim(std::string_view claim) const;
  // Whether the page lists the variable as one, and does not only speak of it or show it.
  bool IsListed() const { return how != EntryHow::kSentence && how != EntryHow::kExample; }
};

// The order of every listing: file, line, column, name.
bool EntryLess(const Entry& a, const Entry& b);

std::string_view ToString(EntryHow how);
std::string_view ToString(DocumentedDefault kind);

}  // namespace flagcensus
