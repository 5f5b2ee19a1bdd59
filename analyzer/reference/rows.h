// Flags → rows of the reference page.
//
//   BuildPage({flags with APP_PORT, read in app.py with the default "80", ...})
//       ─→  sections {rows {APP_PORT, int, default literal 80, places {app.py:3}, ...}}
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/config/docs_options.h"
#include "analyzer/model/flag.h"
#include "analyzer/reference/page.h"
#include "analyzer/reference/prose.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Entries by the variable's name.
using OwnEntries = std::map<std::string, std::vector<const Entry*>, std::less<>>;

// Names in the sources that contain a variable's value, by the name: CACHE_DIR of APP_CACHE_DIR.
using BoundNames = std::map<std::string, std::string, std::less<>>;

// Variables that the sources no longer have, with the commit that removed each.
using RemovedNames = std::map<std::string, std::string, std::less<>>;

// What is around an entry on its page.
struct EntryContext {
  Neighbours around;
  std::vector<std::string> together;  // the variables that share its line and text, if several
  std::set<std::string> below;        // variables of entries on the lines right after it
};

// The input of the page. Everything is owned by the caller and outlives the call.
struct RowInput {
  const RuleInput& rules;  // flags, owners, internal names
  const SourceTexts& texts;
  const DocsOptions& options;
  std::string root;    // the folder that places are relative to
  std::string target;  // the page that is rewritten, as shown; "" if there is none
  // Other pages that this program wrote as a whole, as shown. Texts that a user added there are
  // kept; nothing else on them is evidence.
  std::set<std::string> generated = {};
  std::map<std::string, size_t> page_sizes = {};  // number of entries of each page
  std::map<std::pair<std::string, std::string>, size_t> section_sizes = {};  // of each section
  std::map<std::pair<std::string, std::string>, Place> section_starts = {};  // the first entry
  std::vector<const Flag*> families = {};              // patterns that other pages document
  std::map<const Entry*, EntryContext> contexts = {};  // of the entries of pages
  BoundNames bound = {};        // module and class names that contain the value of a variable
  OwnEntries own_entries = {};  // of the target, from an earlier run; the flags do not include them
  bool join_aliases = true;     // other names of a variable do not get rows
  RemovedNames removed = {};    // what the target says about removed variables
  // The lines of `target` between its markers, which are generated; 0: all of it is.
  int own_begin = 0;
  int own_end = 0;
};

// The rows of all variables on the page; the options select sections and order.
ReferencePage BuildPage(RowInput input);

// masked.cc: the page with credentials replaced by *** in every text from the tree, so no
// format has to mask them.
ReferencePage MaskPage(ReferencePage page);

// removed.cc: what a page that an earlier run wrote says about removed variables, in any format.
RemovedNames RemovedOn(std::string_view page);

// contexts.cc: what is around each entry that lists a variable.
std::map<const Entry*, EntryContext> ContextsOf(const std::vector<Flag>& flags);

// contexts.cc: whether the entry's variable turns off what another variable on its line turns on:
// APP_NO_CACHE of APP_CACHE. What is said there is about the latter.
bool IsNegationOnPage(const RowInput& input, const Entry& entry);

// rows_describe.cc: sets the description and its origin.
void Describe(const RowInput& input, const Flag& flag, const std::vector<const Access*>& accesses,
              Row& row);

// rows_describe.cc: what the sources say about the variable, also if another text describes it; ""
// if they say nothing.
std::string SourceTextOf(const RowInput& input, const std::vector<const Access*>& accesses,
                         const Row& row);

// Whether an entry was written into the page by this program.
bool IsOwnEntry(const RowInput& input, const Entry& entry);

// rows_default.cc: sets type, defaults, values and spellings from the accesses.
void TakeValues(const RowInput& input, const Flag& flag, const std::vector<const Access*>& accesses,
                Row& row);

// The same, from pages, if the code says less.
void SettleValues(const RowInput& input, const Flag& flag,
                  const std::vector<const Access*>& accesses, Row& row);

// The same, after the row is described: the value that the text of the sources calls the default,
// for a variable without a default in the code.
void SettleDefaultByWords(const RowInput& input, const std::vector<const Access*>& accesses,
                          Row& row);

// The same, after the row is described: derives the type from the description if the code only
// shows a string.
void SettleTypeByWords(const RowInput& input, const Flag& flag, Row& row);

// rows_fallback.cc: the variable and the value that the description calls the default, for a
// variable without a default in the code.
void TakeFallbackByWords(const RowInput& input, Row& row);

// Adds a default, or adds its places to an equal one.
void AddDefault(RowDefault found, ValueType type, std::vector<RowDefault>& out);

// composed.cc: the value of a Python expression in users' notation, if it is composed of texts,
// other variables and folders: `CACHE / "x"` is "$APP_CACHE/x" if CACHE contains APP_CACHE,
// os.path.join(BASE_DIR, "x") is "<base dir>/x". "" for any other expression. Costs a parse.
std::string ComposedValue(const std::string& expression, const BoundNames& bound);

// corrections.cc: adds corrections if the code differs from the descriptions.
void Correct(const RuleInput& rules, std::vector<Row>& rows);

// sections.cc: sorts the rows into sections.
std::vector<Section> MakeSections(std::vector<Row> rows, const DocsOptions& options);

}  // namespace flagcensus
