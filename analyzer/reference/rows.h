// Flags → rows of the reference page.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/config/docs_options.h"
#include "analyzer/model/flag.h"
#include "analyzer/reference/page.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Entries by the variable's name.
using OwnEntries = std::map<std::string, std::vector<const Entry*>, std::less<>>;

// What the page is made of. Everything is owned by the caller and outlives the call.
// A name of the sources that holds a variable's value, by the variable: CACHE_DIR of APP_CACHE_DIR.
using BoundNames = std::map<std::string, std::string, std::less<>>;

struct RowInput {
  const RuleInput& rules;  // flags, owners, internal names
  const SourceTexts& texts;
  const DocsOptions& options;
  std::string root;    // what places are relative to
  std::string target;  // the page that is rewritten, as shown; "" where there is none
  // The lines of `target` between its markers, which are written by us; else all of it is.
  std::map<std::string, size_t> page_sizes = {};                             // entries of each page
  std::map<std::pair<std::string, std::string>, size_t> section_sizes = {};  // of each section
  std::map<std::pair<std::string, std::string>, Place> section_starts = {};  // the first entry
  std::vector<const Flag*> families = {};  // patterns that other pages document
  BoundNames bound = {};        // module and class names that hold the value of a variable
  OwnEntries own_entries = {};  // of the target, by an earlier run; the flags have none of them
  int own_begin = 0;
  int own_end = 0;
};

// The rows of all variables that the page lists, sections and order chosen by the options.
ReferencePage BuildPage(RowInput input);

// masked.cc: the page as it may be written anywhere. Every text that comes from the tree has its
// credentials as ***, so that no form has to think of it.
ReferencePage MaskPage(ReferencePage page);

// rows_describe.cc: fills the description and where it comes from.
void Describe(const RowInput& input, const Flag& flag, const std::vector<const Access*>& accesses,
              Row& row);

// Whether an entry is one that this program wrote into the page.
bool IsOwnEntry(const RowInput& input, const Entry& entry);

// rows_default.cc: fills type, defaults, values and spellings from the accesses.
void TakeValues(const RowInput& input, const Flag& flag, const std::vector<const Access*>& accesses,
                Row& row);

// The same: what pages say, where the code says less.
void SettleValues(const RowInput& input, const Flag& flag,
                  const std::vector<const Access*>& accesses, Row& row);

// The same, once the row is described: what its words say of the type where the code says text.
void SettleTypeByWords(const RowInput& input, const Flag& flag, Row& row);

// Adds a default, or its places to the equal one that is there.
void AddDefault(RowDefault found, ValueType type, std::vector<RowDefault>& out);

// composed.cc: the value of a Python expression as a user would write it, where it is put together
// of texts, other variables and folders: `CACHE / "x"` is "$APP_CACHE/x" where CACHE holds
// APP_CACHE, os.path.join(BASE_DIR, "x") is "<base dir>/x". "" of any other expression. Costs a
// parse.
std::string ComposedValue(const std::string& expression, const BoundNames& bound);

// corrections.cc: says where the code does otherwise than the descriptions say.
void Correct(const RuleInput& rules, std::vector<Row>& rows);

// sections.cc: sorts the rows into sections.
std::vector<Section> MakeSections(std::vector<Row> rows, const DocsOptions& options);

}  // namespace flagcensus
