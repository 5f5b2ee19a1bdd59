// The text of a line of Texinfo → runs. Internal to texinfo*.cc.
//
//   Set @env{APP_HOME} to @var{dir}.  ─→  "Set ", "APP_HOME" (role envvar), " to ", "dir", "."
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/line_markup.h"

namespace flagcensus {

// State of the page: what it defines, and the braces that are open in the paragraph.
struct TexinfoText {
  struct Brace {
    Marks before;          // the marks that apply again after it
    bool dropped = false;  // its text is not shown
  };
  std::map<std::string, std::string, std::less<>> values;   // @set NAME TEXT
  std::map<std::string, std::string, std::less<>> aliases;  // @alias, and macros that only mark
  size_t expansion_left = size_t{1} << 20;                  // bytes that values may still add
  std::vector<Brace> braces;
  Marks marks;
};

// Ends the paragraph, and with it all braces that are still open.
void ResetBraces(TexinfoText& state);

// The marks of "@code" as the format of a table's terms; no marks for "@asis" and unknown commands.
Marks TexinfoMarks(const TexinfoText& state, std::string_view command);

// Appends the text of `line` with its commands resolved. `marks` are those of the text around it.
std::vector<Run> ReadTexinfoText(TexinfoText& state, const SourceLine& line, const Marks& marks);

// The same as plain text, for lines of an example.
std::string TexinfoPlainText(TexinfoText& state, const SourceLine& line);

// "@name" at the start of `text` → "name"; "" if there is no command.
std::string_view TexinfoCommand(std::string_view text);

}  // namespace flagcensus
