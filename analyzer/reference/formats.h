// The forms of the page: a row for each, with its markup, its template and its markers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/docs_options.h"
#include "analyzer/reference/markup.h"
#include "analyzer/reference/page.h"

namespace flagcensus {

// How a page of the form says that a program writes a part of it: a comment's begin and end. Both
// "" where the form has no comments.
struct CommentMarks {
  std::string_view open;
  std::string_view close;
};

struct PageFormat {
  std::string_view name;
  std::vector<std::string_view> endings;  // of files' names
  const Markup& (*markup)();
  std::string_view page;  // the template, below queries/; "" where `write` makes it
  std::string (*write)(const ReferencePage& page, const DocsOptions& options);
  CommentMarks comment;
};

const std::vector<PageFormat>& PageFormats();

// The form of that name; of "" that of a file's name, else Markdown.
const PageFormat& PageFormatOf(std::string_view name, std::string_view file);

// How a part of a page is written: below which heading, in which style.
struct Surroundings {
  bool part = false;       // between markers: without a title
  int level = 1;           // of the first heading that is written
  std::string underlines;  // reStructuredText: what underlines each level from `level` on
};

// The page as text. The error tells what is wrong with a template.
Result<std::string> WritePage(const ReferencePage& page, const PageFormat& format,
                              const DocsOptions& options, const Surroundings& surroundings);

// The same by the text of a template of the user's; `file` names it in errors.
Result<std::string> WriteByTemplate(const ReferencePage& page, const PageFormat& format,
                                    const DocsOptions& options, const Surroundings& surroundings,
                                    const std::string& text, const std::string& file);

// json.cc, schema.cc
std::string WriteReferenceJson(const ReferencePage& page, const DocsOptions& options);
std::string WriteEnvironmentSchema(const ReferencePage& page, const DocsOptions& options);

}  // namespace flagcensus
