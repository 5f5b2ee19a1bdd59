// Row → the texts of its cells, marked up for a format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/docs_options.h"
#include "analyzer/reference/markup.h"
#include "analyzer/reference/page.h"

namespace flagcensus {

// How rows are told.
struct CellOptions {
  const Markup& markup;
  std::string link_template;
  bool lines = false;
};

// "Description" of "description".
std::string ColumnTitle(std::string_view column);

// The columns of the page: those that the options name, else the usual ones.
std::vector<std::string> ColumnsOf(const DocsOptions& options);

std::string CellOf(const Row& row, std::string_view column, const CellOptions& options);

// The default, several with their places; "" where nothing reads the variable.
std::string DefaultCell(const Row& row, const CellOptions& options);
std::string PlacesCell(const Row& row, const CellOptions& options);

// What there is to say beside type, default and description, a sentence each. `values`: the
// allowed values, too.
std::vector<std::string> NotesOf(const Row& row, bool values, const CellOptions& options);

// A default as it is told: credentials masked, long expressions shortened.
std::string ShownDefault(const Row& row, const RowDefault& value);

// The description with its correction after it; "" if nobody describes the variable.
std::string FullDescription(const Row& row);

// A description with the names in it marked up.
std::string MarkedDescription(const std::string& text, const Markup& markup);

// The address of a place by the template; "" without one.
std::string LinkTo(const Place& place, const std::string& link_template);

// A description of a page of ours as its reader gives it, without what we wrote behind it: the
// correction and, where there are no columns, all else.
std::string WithoutOwnWords(const std::string& text, bool in_table);

// How the lines begin that stand behind a description where there are no columns.
inline constexpr const char* kNote = "Note: ";  // in front of one that would be an assignment
inline constexpr const char* kReadIn = "Read in:";
inline constexpr const char* kNotes = "In the code:";

}  // namespace flagcensus
