// Accesses → what the sources around each say about the variable's purpose, and about an unset one.
//
//   # Seconds to wait.
//   timeout = env("APP_TIMEOUT", 60, help="The limit of a call.")
//     ─→ help "The limit of a call.", comment "Seconds to wait."
//
// The reference page uses these texts as descriptions (reference/rows_describe.cc).
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/evidence/source_targets.h"
#include "analyzer/model/flag.h"
#include "analyzer/python/syntax.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The texts at one access, as in the source, with white space folded and without comment marks; ""
// if there is none.
struct SourceText {
  std::string help;     // an argument of the enclosing call, or a value of the table's row
  std::string doc;      // the docstring of the function that returns it; the string below
  std::string giver;    // the name of the function that returns it
  std::string comment;  // above the statement, or after it on its line
  AccessTarget target;  // what receives the value, and the text about that
  std::vector<std::string> values;  // a list of strings passed to the call: the allowed values
};

using SourceTexts = std::unordered_map<const Access*, SourceText>;

// Finds the texts at the accesses of `flags` in the files of `tree`, each file once, in parallel.
// Python is parsed; for other languages the lines around are read. Skips files that cannot be read:
// reading them as sources reported it.
SourceTexts FindSourceTexts(const Tree& tree, unsigned jobs, const std::vector<Flag>& flags);

// A comment's text as a description; "" if it is a linter's directive, code, a rule or a licence.
// `lines`: without comment marks.
std::string CommentAsDescription(const std::vector<std::string_view>& lines);

// Whether the text is code: an assignment, a call, a statement end, a dictionary entry.
bool IsCodeText(std::string_view text);

// `text` as one line: white space folded, very long texts cut.
std::string FoldText(std::string_view text);

class PythonSource;
// source_texts_python.cc: the comment after the node, otherwise that above it, as a description.
std::string CommentOf(const PythonSource& source, NodeId node);
// source_texts_python.cc, source_texts_c.cc: the texts of accesses that are all in one file.
void FindPythonTexts(std::string_view text, const std::vector<const Access*>& accesses,
                     std::vector<SourceText>& out);
void FindCTexts(std::string_view text, const std::vector<const Access*>& accesses,
                std::vector<SourceText>& out);
// source_texts_c.cc: the comments above `#define NAME` and `#ifndef NAME` of one file, for `names`:
// each name with its first text. Reads each line once.
std::map<std::string, std::string> FindMacroComments(
    std::string_view text, const std::set<std::string, std::less<>>& names);

}  // namespace flagcensus
