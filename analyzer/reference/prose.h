// Turns texts of pages and comments into descriptions.
//
//   TidyProse("APP_PORT: Introduced in 2.1. Where it listens (see below)", "APP_PORT")
//       ─→  "Where it listens"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// The text of one line without parts that say nothing about the variable: shortcodes of site
// generators, dangling references, the variable's own name and version notes at the beginning, and
// notations of values at the end. "" if nothing remains.
std::string TidyProse(std::string text, std::string_view name);

// Whether a comment is the heading of several settings: "Connection pool settings".
bool IsGroupHead(std::string_view text);

// Whether a comment is only a note on the status: "Deprecated legacy".
bool IsStatusNote(std::string_view text);

// whole_text.cc: the whole sentences of a text that was cut out of a larger one, without the number
// of a list item. A text that is not a sentence at all, "the cache folder", is whole. "" if nothing
// whole remains, and for a command that sets `name`.
std::string WholeText(const std::string& text, std::string_view name);

// whole_text.cc: a docstring without its sections, "Args: name: ...", after the text.
std::string WithoutSections(std::string_view text);

// whole_text.cc: a text without a label for the default at its end: "[default: 5]", "Default: 5.".
std::string WithoutDefaultLabel(std::string_view text);

// whole_text.cc: a text without sentences that only state the default, "Default: 5.", which the
// row's column contains, and without those that refer the reader of `name` to `name`.
std::string WithoutDefaultSentences(const std::string& text, std::string_view name);

// whole_text.cc: whether a sentence says what the variable does or how to set it: the name is its
// subject, or is what one sets or uses. "It transfers APP_A and APP_B." only mentions it.
bool SaysWhatItDoes(std::string_view sentence, std::string_view name);

// referring.cc: whether a word of the text is a variable with an underscore.
bool NamesVariable(std::string_view text);

// referring.cc: the entries before and after an entry in its section of a page; "" if there are no
// such entries.
struct Neighbours {
  std::string before, behind;
};
// The text with their names in place of "same as above", "the variable below".
std::string WithNeighbours(std::string text, const Neighbours& around);
// Whether the text only leads elsewhere: "Explained in the manual.", "see above".
bool IsReference(std::string_view text);
// Without sentences after the first that only lead to another place on the page.
std::string WithoutPointerSentences(std::string text);
// The text of one entry for several variables, with their names as its subject if it begins with
// what they do: "cause the oven to heat".
std::string WithSubjects(std::string text, const std::vector<std::string>& names);

// shortened.cc: shortens a page's whole section, which is more than a reference needs, to about
// `enough` bytes; the page has the rest. If it begins with the purpose of the variable, the
// sentences that name it or say how to set it are kept first.
std::string Shortened(const std::string& text, std::string_view name, size_t enough);

}  // namespace flagcensus
