// Accesses → what the sources around each say the variable is for, and what holds without a value.
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
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The texts at one access. Each as it stands in the source, white space folded, without marks of
// comments; "" where there is none.
struct SourceText {
  std::string help;     // an argument of the call around it, or a value of the table's row
  std::string doc;      // the docstring of the function that gives it back; the string below
  std::string giver;    // the name of the function that gives it back
  std::string comment;  // above the statement, or behind it on its line
  AccessTarget target;  // what gets the value, and what is said of that
  std::vector<std::string> values;  // a list of strings that the call is given: what is allowed
  bool fills = false;               // a write that is made only where the variable has no value
  bool gives_up = false;            // a read behind which the code raises where it gave nothing
};

using SourceTexts = std::unordered_map<const Access*, SourceText>;

// Looks at the accesses of `flags` in the files of `tree`, each file once, in parallel. Python is
// parsed for it, of other languages the lines around are looked at. Files that cannot be read are
// passed over: reading them as sources told it.
SourceTexts FindSourceTexts(const Tree& tree, unsigned jobs, const std::vector<Flag>& flags);

// A comment's text as a description; "" where it is none: a linter's directive, code, a rule, a
// licence. `lines`: without their marks.
std::string CommentAsDescription(const std::vector<std::string_view>& lines);

// Whether the text is code: an assignment, a call, a statement's end, a pair of a dictionary.
bool IsCodeText(std::string_view text);

// `text` as one line: white space folded, cut where it is very long.
std::string FoldText(std::string_view text);

class PythonSource;
// source_guards_python.cc: fills `fills` and `gives_up`.
void FindPythonGuards(const PythonSource& source, const std::vector<const Access*>& accesses,
                      std::vector<SourceText>& out);

// source_texts_python.cc, source_texts_c.cc: the texts of the accesses of one file, all in it.
void FindPythonTexts(std::string_view text, const std::vector<const Access*>& accesses,
                     std::vector<SourceText>& out);
void FindCTexts(std::string_view text, const std::vector<const Access*>& accesses,
                std::vector<SourceText>& out);
// source_texts_c.cc: the comments above `#define NAME` and `#ifndef NAME` of one file, for those of
// `names`: the name and the first text of each. Costs a look at each line.
std::map<std::string, std::string> FindMacroComments(
    std::string_view text, const std::set<std::string, std::less<>>& names);

}  // namespace flagcensus
