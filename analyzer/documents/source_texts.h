// SourceTexts: the texts for people in a source file, by their purpose.
//
//   PORT = env("APP_PORT")              docstring of PORT: "Where it listens."
//   """Where it listens."""
//   parser.add_option("--port", help="… (env: APP_PORT)")     help
//   /** \par APP_PORT where it listens */                     documentation comment
//
// Strings and comments are distinguished by the lexical rules of Python (and of Ruby and shell, for
// comments) or of C; code itself is not parsed. "{NAME}" in a string is replaced if the file binds
// NAME to a string. A string without a blank is skipped.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/statement.h"

namespace flagcensus {

struct SourcePiece {
  TextKind kind = TextKind::kString;
  int line = 0;         // 1-based, of its first line
  std::string text;     // escapes resolved, adjacent literals joined; lines as in the text
  std::string owner;    // for a docstring: its class or function; "" for a module
  std::string subject;  // for a docstring below an assignment: the name, or the string, bound there
  bool lines_match = true;  // each line of `text` is one of the file
};

enum class SourceSyntax { kPython, kC };

// Calls found(piece) for each text in order. Linear in the text. An unclosed literal stops at the
// end of its line; one in triple quotes, or a comment, at the end of the text.
void FindSourceTexts(std::string_view text, SourceSyntax syntax,
                     const std::function<void(SourcePiece piece)>& found);

}  // namespace flagcensus
