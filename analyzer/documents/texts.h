// Texts: a file of any kind → the statements about variables in it.
//
// A page is read by its format; a file of an unknown one as plain text, by lines, indentation and
// paragraphs; of a source its help texts, docstrings and comments; of a file of data its keys with
// their comments, and the sentences in it.
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

// Of a source, whose kind says its syntax.
std::vector<Statement> ReadSourceTexts(std::string_view text, FileKind kind,
                                       const KnownNames& names, const TextContext& context);
// Of a file of data or settings, line by line.
std::vector<Statement> ReadDataTexts(std::string_view text, const KnownNames& names,
                                     const TextContext& context);

// Adds a mention for each accessed name with several parts that the text has and no statement is
// about, wherever in it: a comment, a part that no reader shows.
void AddMentions(std::string_view text, const KnownNames& names, const TextContext& context,
                 std::vector<Statement>* statements);

// Removes what claims a line that does not have the name, after a look at the lines around it:
// sets line and column to those of the name.
void PlaceStatements(std::string_view text, std::vector<Statement>* statements);

// The format of a file that is no page by its name, if its text is one for people to read; nullptr
// if it is code or data.
const PageFormat* FormatOfProse(std::string_view path, std::string_view text);

}  // namespace flagcensus
