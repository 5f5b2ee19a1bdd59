// Texts: a file of any kind → the statements about variables in it.
//
// A page is read by its format, and a file of an unknown format as plain text, by lines,
// indentation and paragraphs. Of a source, the help texts, docstrings and comments are read; of a
// file of data, the keys with their comments and the sentences.
//
//   settings.ini   # where it listens          a setting APP_PORT, "where it listens"
//                  APP_PORT = 80
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/documents/known_names.h"
#include "analyzer/documents/passage_reader.h"
#include "analyzer/model/statement.h"
#include "analyzer/tree/page_format.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Whether `text` has a word that is one of the names that the code accesses.
bool HasAccessedName(std::string_view text, const KnownNames& names);

// Reads a source; its kind determines the syntax.
std::vector<Statement> ReadSourceTexts(std::string_view text, FileKind kind,
                                       const KnownNames& names, const TextContext& context);
// Reads a file of data or settings line by line.
std::vector<Statement> ReadDataTexts(std::string_view text, const KnownNames& names,
                                     const TextContext& context);

// Adds a mention for each accessed name with an underscore that the text contains and that no
// statement is about. It may be anywhere in the text, also in a part that no reader shows.
void AddMentions(std::string_view text, const KnownNames& names, const TextContext& context,
                 std::vector<Statement>* statements);

// Sets the line and column of each statement to those of its name, which is searched in the lines
// around. Removes statements that claim a line without the name.
void PlaceStatements(std::string_view text, std::vector<Statement>* statements);

// The format of a file that its name does not make a page, if its text is meant for readers;
// nullptr if it is code or data.
const PageFormat* FormatOfProse(std::string_view path, std::string_view text);

}  // namespace flagcensus
