// Row → the texts of its cells, with the markup of a format.
//
//   Row APP_PORT, int, default 80  ─→  Markdown: "`APP_PORT`", "int", "`80`", ...
//   two defaults, 80 and 8080      ─→  "`80` (`a.py`), `8080` (`b.py`)"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/docs_options.h"
#include "analyzer/reference/markup.h"
#include "analyzer/reference/page.h"

namespace flagcensus {

// How rows are written.
struct CellOptions {
  const Markup& markup;
  std::string link_template;
  bool lines = false;
};

// "Description" for "description".
std::string ColumnTitle(std::string_view column);

// The columns of the page: those in the options, otherwise the default ones.
std::vector<std::string> ColumnsOf(const DocsOptions& options);

std::string CellOf(const Row& row, std::string_view column, const CellOptions& options);

// The default, or several with their places; "" if nothing reads the variable.
std::string DefaultCell(const Row& row, const CellOptions& options);
std::string PlacesCell(const Row& row, const CellOptions& options);

// The notes in addition to type, default and description, one sentence each. `values`: also the
// allowed values.
std::vector<std::string> NotesOf(const Row& row, bool values, const CellOptions& options);

// A default as shown: credentials masked, long expressions shortened.
std::string ShownDefault(const Row& row, const RowDefault& value);

// The description followed by its correction; "" if there is no description.
std::string FullDescription(const Row& row);

// A description with markup for the names in it.
std::string MarkedDescription(const std::string& text, const Markup& markup);

// The URL of a place by the template; "" without one.
std::string LinkTo(const Place& place, const std::string& link_template);

// A description read from a generated page, without the text that the generator appended: the
// correction and, if there are no columns, everything else.
std::string WithoutOwnWords(const std::string& text, bool in_table);

// The beginnings of the lines after a description if there are no columns.
inline constexpr const char* kNote = "Note: ";  // before one that would be an assignment
inline constexpr const char* kReadIn = "Read in:";
inline constexpr const char* kNotes = "In the code:";

}  // namespace flagcensus
