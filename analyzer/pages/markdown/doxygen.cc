#include "analyzer/pages/markdown/doxygen.h"

#include "analyzer/base/text.h"
#include "analyzer/pages/markdown/markdown.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

std::string_view TrimStart(std::string_view text) {
  const size_t at = text.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

bool BeginsDocumentation(std::string_view text) {
  return text.starts_with("/**") || text.starts_with("/*!");
}

// What each command that begins a line becomes.
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
};

// The name of the command that `text` begins with; "" where it begins with none.
std::string_view CommandAt(std::string_view text) {
  if (text.size() < 2 || (text[0] != '\\' && text[0] != '@')) return {};
  size_t end = 1;
  while (end < text.size() && IsLower(text[end])) ++end;
  return text.substr(1, end - 1);
}

// The lines of one page.
class DoxygenReader {
 public:
  std::string Line(std::string_view line) {
    const bool carriage = line.ends_with('\r');
    if (carriage) line.remove_suffix(1);
    return Markdown(Documented(line)) + (carriage ? "\r" : "");
  }

 private:
  // The part of the line that is documentation.
  std::string_view Documented(std::string_view line) {
    const std::string_view start = TrimStart(line);
    if (!inside_) {
      if (start.starts_with("///") || start.starts_with("//!")) return start.substr(3);
      if (!BeginsDocumentation(start)) return {};
      inside_ = true;
      starred_ = true;
      line = start.substr(3);
    } else if (starred_) {
      // " * text": each line has its star, or none has one.
      if (start.starts_with('*') && !start.starts_with("*/")) {
        line = start.substr(1);
      } else if (!start.empty() && !start.starts_with("*/")) {
        starred_ = false;
      }
    }
    const size_t end = line.find("*/");
    if (end == std::string_view::npos) return line;
    inside_ = false;
    return line.substr(0, end);
  }

  std::string Markdown(std::string_view line) {
    const std::string_view start = TrimStart(line);
    const std::string_view name = CommandAt(start);
    for (const Command& command : kCommands) {
      if (command.name != name || name.empty()) continue;
      std::string_view rest = Trim(start.substr(1 + name.size()));
      const std::string indent(line.substr(0, line.size() - start.size()));
      switch (command.kind) {
        case Kind::kFence:
          fenced_ = !name.starts_with("end");
          return std::string(command.mark);
        case Kind::kNamedHeading:  // the name of a page is for links
          if (const size_t gap = rest.find_first_of(" \t"); gap != std::string_view::npos) {
            rest = Trim(rest.substr(gap));
          }
          break;
        case Kind::kHeading:
        case Kind::kItem:
        case Kind::kNothing:
          break;
      }
      if (fenced_) break;
      const bool heading = command.kind == Kind::kHeading || command.kind == Kind::kNamedHeading;
      if (heading && rest.empty()) return {};
      return (heading ? std::string() : indent) + std::string(command.mark) + Inline(rest);
    }
    return fenced_ ? std::string(line) : Inline(line);
  }

  // Commands inside of text: \c NAME, \ref page, %Word, \@.
  static std::string Inline(std::string_view text) {
    std::string out;
    for (size_t at = 0; at < text.size();) {
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
        while (end > from + 1 && text[end - 1] == '.') --end;
        const std::string_view told = text.substr(from + 1, end - from - 1);
        const bool code = name == "c" || name == "p";
        out += (code ? "`" : "") + std::string(told) + (code ? "`" : "");
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

  bool inside_ = false;   // a comment
  bool starred_ = false;  // whose lines begin with a star each
  bool fenced_ = false;   // \code ... \endcode
};

}  // namespace

std::string DoxygenAsMarkdown(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  DoxygenReader reader;
  bool first = true;
  for (const std::string_view line : Split(text, '\n')) {
    if (!first) out += '\n';
    first = false;
    out += reader.Line(line);
  }
  return out;
}

Document ReadDoxygen(std::string_view file, std::string_view text,
                     std::vector<Diagnostic>& diagnostics) {
  return ReadMarkdown(file, DoxygenAsMarkdown(text), diagnostics);
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
