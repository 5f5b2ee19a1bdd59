#include "analyzer/pages/markdown/doxygen.h"

#include "analyzer/base/text.h"
#include "analyzer/pages/markdown/markdown.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// Without the indentation. "" if there is nothing else.
std::string_view TrimStart(std::string_view text) {
  const size_t at = text.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

// "/**" and "/*!"; "/*" begins an ordinary comment, which is not documentation.
bool BeginsDocumentation(std::string_view text) {
  return text.starts_with("/**") || text.starts_with("/*!");
}

// The Markdown that replaces each command at the start of a line.
// kNamedHeading: the first word after the command is an identifier for links, the rest is the
// title. kNothing: the command disappears and its text remains.
enum class Kind { kHeading, kNamedHeading, kItem, kFence, kNothing };
struct Command {
  std::string_view name;
  Kind kind;
  std::string_view mark;
};
constexpr Command kCommands[] = {
    {"mainpage", Kind::kHeading, "# "},
    {"page", Kind::kNamedHeading, "# "},
    {"section", Kind::kNamedHeading, "## "},
    {"subsection", Kind::kNamedHeading, "### "},
    {"subsubsection", Kind::kNamedHeading, "#### "},
    {"paragraph", Kind::kNamedHeading, "##### "},
    {"defgroup", Kind::kNamedHeading, "# "},
    {"par", Kind::kHeading, "##### "},
    {"var", Kind::kHeading, "##### "},
    {"li", Kind::kItem, "- "},
    {"arg", Kind::kItem, "- "},
    {"code", Kind::kFence, "```"},
    {"endcode", Kind::kFence, "```"},
    {"verbatim", Kind::kFence, "```"},
    {"endverbatim", Kind::kFence, "```"},
    {"brief", Kind::kNothing, ""},
    {"details", Kind::kNothing, ""},
    {"note", Kind::kNothing, ""},
    {"remark", Kind::kNothing, ""},
    {"warning", Kind::kNothing, ""},
    {"attention", Kind::kNothing, ""},
    {"ingroup", Kind::kNothing, ""},
    {"addtogroup", Kind::kNothing, ""},
    {"tableofcontents", Kind::kNothing, ""},
    {"author", Kind::kNothing, ""},
    {"version", Kind::kNothing, ""},
    {"since", Kind::kNothing, ""},
    {"see", Kind::kNothing, ""},
    {"sa", Kind::kNothing, ""},
    {"deprecated", Kind::kNothing, ""},
    {"todo", Kind::kNothing, ""},
    {"return", Kind::kNothing, ""},
    {"returns", Kind::kNothing, ""},
    {"param", Kind::kItem, "- "},
};

// The name of the command that `text` begins with; "" if it begins with none.
// "\\section env Environment", "@section env Environment" ─→ "section"
std::string_view CommandAt(std::string_view text) {
  if (text.size() < 2 || (text[0] != '\\' && text[0] != '@')) return {};
  size_t end = 1;
  while (end < text.size() && IsLower(text[end])) ++end;
  return text.substr(1, end - 1);
}

// "@PAR@ NAME" ─→ "@PAR@": the command that the project defines by ALIASES, with both signs; "" if
// `text` does not begin with an alias. Aliases are upper case by custom; others are read as text.
std::string_view AliasAt(std::string_view text) {
  if (!text.starts_with('@')) return {};
  const size_t end = text.find('@', 1);
  // At least two letters between the signs, and a blank and more text after them.
  if (end == std::string_view::npos || end < 3 || end + 2 >= text.size()) return {};
  for (const char c : text.substr(1, end - 1)) {
    if (!IsUpper(c) && c != '_') return {};
  }
  return text[end + 1] == ' ' ? text.substr(0, end + 1) : std::string_view();
}

// Converts the lines of one page, one by one. `whole`: all of it is documentation, not only its
// comments.
class DoxygenReader {
 public:
  explicit DoxygenReader(bool whole) : inside_(whole), whole_(whole) {}

  // Converts a line. Carriage returns are kept, so the lines compare equal if nothing changes.
  std::string Line(std::string_view line) {
    const bool carriage = line.ends_with('\r');
    if (carriage) line.remove_suffix(1);
    return Markdown(Documented(line)) + (carriage ? "\r" : "");
  }

 private:
  // The part of the line that is documentation; empty for a line of code between comments.
  //
  //   /** \section env Environment      ─→  " \section env Environment"
  //    * APP_HOME is the folder.        ─→  " APP_HOME is the folder."
  //    */                               ─→  a blank line
  //   int x;                            ─→  ""
  std::string_view Documented(std::string_view line) {
    const std::string_view start = TrimStart(line);
    if (whole_) return line;
    if (!inside_) {
      if (start.starts_with("///") || start.starts_with("//!")) return start.substr(3);
      if (!BeginsDocumentation(start)) return {};
      inside_ = true;
      starred_ = true;
      line = start.substr(3);
    } else if (starred_) {
      // " * text": if a line of the comment has no star, the stars of the following ones are text.
      if (start.starts_with('*') && !start.starts_with("*/")) {
        line = start.substr(1);
      } else if (!start.empty() && !start.starts_with("*/")) {
        starred_ = false;
      }
    }
    const size_t end = line.find("*/");
    if (end == std::string_view::npos) return line;
    inside_ = false;
    if (fenced_) {  // \code without \endcode: it ends with the comment
      fenced_ = false;
      return "```";
    }
    return line.substr(0, end);
  }

  // The line as Markdown.
  //
  //   \section env Environment          ─→  "## Environment"
  //   \li \c APP_HOME: the folder       ─→  "- `APP_HOME`: the folder"
  //   \note It is optional.             ─→  "It is optional."
  std::string Markdown(std::string_view line) {
    const std::string_view start = TrimStart(line);
    // In a page of Markdown, its own fences contain code, in which "\par" is not a command.
    if (whole_ && !fenced_ && (start.starts_with("```") || start.starts_with("~~~"))) {
      marked_ = !marked_;
    }
    if (marked_) return std::string(line);
    if (const std::string_view alias = AliasAt(start); !alias.empty() && !fenced_) {
      return "##### " + Inline(WithoutId(Trim(start.substr(alias.size()))));
    }
    const std::string_view name = CommandAt(start);
    for (const Command& command : kCommands) {
      if (command.name != name || name.empty()) continue;
      std::string_view rest = Trim(start.substr(1 + name.size()));
      const std::string indent(line.substr(0, line.size() - start.size()));
      switch (command.kind) {
        case Kind::kFence: {
          // A second \code inside of one ends the block: a line of Markdown cannot do both.
          const bool ends = name.starts_with("end");
          if (ends && !fenced_) return {};
          fenced_ = !ends && !fenced_;
          return std::string(command.mark);
        }
        case Kind::kNamedHeading:  // the first word is for links
          if (const size_t gap = rest.find_first_of(" \t"); gap != std::string_view::npos) {
            rest = Trim(rest.substr(gap));
          }
          break;
        case Kind::kHeading:
        case Kind::kItem:
        case Kind::kNothing:
          break;
      }
      // Between \code and \endcode everything but the end is code.
      if (fenced_) break;
      const bool heading = command.kind == Kind::kHeading || command.kind == Kind::kNamedHeading;
      if (heading && rest.empty()) return {};
      return (heading ? std::string() : indent) + std::string(command.mark) + Inline(rest);
    }
    // "@volatile", alone on its line: a mark that the project defines by ALIASES. It is dropped.
    const bool mark = !name.empty() && Trim(start).find_first_of(" \t") == std::string_view::npos;
    if (mark && !fenced_) return {};
    return fenced_ ? std::string(line) : Inline(line);
  }

  // "id Title" after an alias for \section: the id, in lower case, is for links. A title that
  // begins in lower case, followed by a capital, loses its first word.
  // "env Environment" ─→ "Environment"; a title such as "the Environment" is cut as well.
  static std::string_view WithoutId(std::string_view text) {
    const size_t gap = text.find(' ');
    if (gap == std::string_view::npos || !IsLower(text[0])) return text;
    const std::string_view title = Trim(text.substr(gap));
    return !title.empty() && IsUpper(title[0]) ? title : text;
  }

  // Commands inside of text: \c NAME, \ref page, %Word, \@. Each applies to the next word only.
  // "set \c APP_HOME." ─→ "set `APP_HOME`."; \b and \e become plain text: their mark says nothing
  // here.
  static std::string Inline(std::string_view text) {
    std::string out;
    for (size_t at = 0; at < text.size();) {
      // "a\c" and addresses such as "me@c.org" do not contain commands.
      const bool begins = at == 0 || !IsIdentifierByte(text[at - 1]);
      const std::string_view name = begins ? CommandAt(text.substr(at)) : std::string_view();
      const bool word = name == "c" || name == "p" || name == "a" || name == "e" || name == "em" ||
                        name == "b" || name == "ref" || name == "link" || name == "subpage";
      const size_t from = at + 1 + name.size();
      if (word && from < text.size() && text[from] == ' ') {
        size_t end = from + 1;
        while (end < text.size() &&
               std::string_view(" \t,;:!?)\"").find(text[end]) == std::string_view::npos) {
          ++end;
        }
        // A period at the end of the word is that of the sentence.
        while (end > from + 1 && text[end - 1] == '.') --end;
        const std::string_view stated = text.substr(from + 1, end - from - 1);
        const bool code = name == "c" || name == "p";
        out += (code ? "`" : "") + std::string(stated) + (code ? "`" : "");
        at = end;
        continue;
      }
      if (text[at] == '%' && begins && at + 1 < text.size() && IsIdentifierByte(text[at + 1]) &&
          (at == 0 || text[at - 1] == ' ')) {
        ++at;  // keeps Doxygen from making a link of the word
        continue;
      }
      out += text[at++];
    }
    return out;
  }

  bool inside_ = false;   // in a comment
  bool starred_ = false;  // each line of the comment begins with a star
  bool fenced_ = false;   // \code ... \endcode
  bool whole_ = false;
  bool marked_ = false;  // in a fence of Markdown
};

// One line of output for each line of input, so line numbers are kept.
std::string ConvertLines(std::string_view text, bool whole) {
  std::string out;
  out.reserve(text.size());
  DoxygenReader reader(whole);
  bool first = true;
  for (const std::string_view line : Split(text, '\n')) {
    if (!first) out += '\n';
    first = false;
    out += reader.Line(line);
  }
  return out;
}

// Runs of lines that were changed → the columns of the page. The run's text is searched in the line
// after that of the run before it. The column is 0 if it is not found.
class ColumnFixer {
 public:
  ColumnFixer(std::string_view page, std::string_view changed)
      : page_(Split(page, '\n')), changed_(Split(changed, '\n')) {}

  // Recursive; blocks nest at most kMaxBlockDepth deep.
  void Fix(std::vector<Block>& blocks) {
    for (Block& block : blocks) {
      for (Run& run : block.inlines) FixRun(run);
      if (IsChanged(block.line)) {
        block.column = block.inlines.empty() ? 0 : block.inlines.front().column;
      }
      Fix(block.children);
    }
  }

 private:
  // Unchanged lines have the columns of cmark, which are true.
  bool IsChanged(int line) const {
    const auto at = static_cast<size_t>(line) - 1;
    return line > 0 && at < page_.size() && at < changed_.size() && page_[at] != changed_[at];
  }

  // Searches the text of a run in the original line, after the run before it.
  void FixRun(Run& run) {
    if (!IsChanged(run.line)) return;
    // A search for each run of a longer line would be quadratic.
    constexpr size_t kLongestLine = 4096;
    const std::string_view line = page_[static_cast<size_t>(run.line) - 1];
    if (run.line != line_) from_ = 0;
    line_ = run.line;
    run.column = 0;
    const std::string_view text = Trim(run.text);
    if (text.empty() || line.size() > kLongestLine) return;
    const size_t found = line.find(text, from_);
    if (found == std::string_view::npos) return;
    from_ = found + text.size();
    run.column = static_cast<int>(found) + 1;
  }

  std::vector<std::string_view> page_;
  std::vector<std::string_view> changed_;
  int line_ = 0;
  size_t from_ = 0;
};

// Converts the page, reads it as Markdown, and corrects the columns of lines that were changed.
Document ReadConverted(std::string_view file, std::string_view text, bool whole,
                       std::vector<Diagnostic>& diagnostics) {
  const std::string changed = ConvertLines(text, whole);
  Document document = ReadMarkdown(file, changed, diagnostics);
  ColumnFixer(text, changed).Fix(document.blocks);
  return document;
}

}  // namespace

// One command is enough, as Markdown has no line that begins with "\section ". An alias must occur
// twice, since "@A@ text" may be a placeholder of a template.
bool HasDoxygenCommands(std::string_view text) {
  // A page that uses commands does so early, and this runs over every page of Markdown.
  constexpr size_t kEnough = size_t{256} << 10;
  std::string_view last;
  for (const std::string_view line : Split(text.substr(0, kEnough), '\n')) {
    const std::string_view start = TrimStart(line);
    if (const std::string_view alias = AliasAt(start); !alias.empty()) {
      if (alias == last) return true;
      last = alias;
    }
    const std::string_view name = CommandAt(start);
    // A command is followed by a blank. \c, \p and \ref are not evidence: they occur in regular
    // expressions and Windows paths.
    if (name.empty() || start.size() <= name.size() + 1 || start[name.size() + 1] != ' ') continue;
    if (name == "page" || name == "section" || name == "subsection" || name == "subsubsection" ||
        name == "par" || name == "mainpage" || name == "li") {
      return true;
    }
  }
  return false;
}

Document ReadMarkdownWithCommands(std::string_view file, std::string_view text,
                                  std::vector<Diagnostic>& diagnostics) {
  return ReadConverted(file, text, true, diagnostics);
}

Document ReadDoxygen(std::string_view file, std::string_view text,
                     std::vector<Diagnostic>& diagnostics) {
  return ReadConverted(file, text, false, diagnostics);
}

namespace {

constexpr std::string_view kDoxygenEndings[] = {"dox", "doxy", "doxygen"};
constexpr std::string_view kDoxygenComments[] = {"<!--"};

}  // namespace

extern constexpr PageFormat kDoxygenFormat = {
    .rank = 80,
    .name = "doxygen",
    .title = "Doxygen",
    .endings = kDoxygenEndings,
    .comments = kDoxygenComments,
    .read =
        [](const PageInput& page) { return ReadDoxygen(page.file, page.text, page.diagnostics); },
    .passes = PassesBlankLine,
};

}  // namespace flagcensus
