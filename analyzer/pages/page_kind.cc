// Page name and content → PageKind.
//
// A name that says what it is decides. Else (.txt, no extension, unknown ones) the lines of the
// page's beginning vote: each kind of markup has forms that the others do not, and the kind with
// most lines that show them wins. Text that shows none is labelled plain text.
#include "analyzer/pages/page_kind.h"

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

constexpr size_t kSniffBytes = size_t{256} << 10;

std::string_view BaseName(std::string_view file) {
  const size_t slash = file.find_last_of("/\\");
  return slash == std::string_view::npos ? file : file.substr(slash + 1);
}

// .env, .env.example, env.sample, prod.env, dotenv
bool IsDotenvName(std::string_view base) {
  const std::string name = ToLower(base);
  if (name == ".env" || name.starts_with(".env.") || name.starts_with(".env-") ||
      name.starts_with(".env_") || name == "dotenv" || name == "env") {
    return !name.ends_with(".md") && !name.ends_with(".rst") && !name.ends_with(".py") &&
           !name.ends_with(".ts") && !name.ends_with(".js") && !name.ends_with(".json");
  }
  for (const std::string_view ending :
       {".env", ".env.example", ".env.sample", ".env.template", ".env.dist", ".env.local",
        ".env.default", ".env.defaults"}) {
    if (name.ends_with(ending)) return true;
  }
  return name.starts_with("env.") &&
         (name.ends_with("example") || name.ends_with("sample") || name.ends_with("template"));
}

PageKind KindOfName(std::string_view base) {
  if (IsDotenvName(base)) return PageKind::kDotenv;
  const std::string name = ToLower(WithoutTemplateEndings(base));
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot + 1 == name.size()) return PageKind::kUnknown;
  const std::string_view extension = std::string_view(name).substr(dot + 1);
  if (const PageSyntax* syntax = SyntaxOfEnding(extension)) {
    // What .txt holds, its contents tell.
    return syntax->kind == PageKind::kLabelled ? PageKind::kUnknown : syntax->kind;
  }
  // git.1, environ.7, openssl.1ssl
  if (IsDigit(extension[0]) && extension[0] != '0' && extension.size() <= 5 &&
      std::all_of(extension.begin() + 1, extension.end(), IsLower)) {
    return PageKind::kMan;
  }
  return PageKind::kUnknown;
}

bool IsUnderline(std::string_view line, std::string_view above) {
  static constexpr std::string_view kMarks = "=-~^\"'*+#`:._";
  if (line.size() < 3 || kMarks.find(line[0]) == std::string_view::npos) return false;
  return line.find_first_not_of(line[0]) == std::string_view::npos && !above.empty() &&
         line.size() + 1 >= above.size();
}

size_t Count(std::string_view line, std::string_view what) {
  size_t count = 0;
  for (size_t at = line.find(what); at != std::string_view::npos;
       at = line.find(what, at + what.size())) {
    ++count;
  }
  return count;
}

struct Votes {
  int markdown = 0;
  int rst = 0;
  int asciidoc = 0;
  int html = 0;
  int man = 0;
  int dotenv = 0;
  int lines = 0;
  int comments = 0;
};

void Vote(std::string_view raw, std::string_view above, Votes& votes) {
  const std::string_view line = Trim(raw);
  if (line.empty()) return;
  ++votes.lines;
  // Markdown: ATX headings, fences, delimiter rows, links, single back-quotes, "**bold**:".
  const size_t hashes = std::min(line.find_first_not_of('#'), line.size());
  if (hashes >= 1 && hashes <= 6 && hashes < line.size() && line[hashes] == ' ')
    votes.markdown += 2;
  if (line.starts_with("```") && line.find("```", 3) == std::string_view::npos) votes.markdown += 3;
  if (line.find("](") != std::string_view::npos) votes.markdown += 2;
  if (line.size() > 4 && line.find_first_not_of("|-: ") == std::string_view::npos &&
      line.find('|') != std::string_view::npos && line.find("--") != std::string_view::npos) {
    votes.markdown += 3;
  }
  const size_t doubles = Count(line, "``");
  const size_t singles = Count(line, "`") - 2 * doubles;
  const bool role =
      line.find(":`") != std::string_view::npos || line.find("`_") != std::string_view::npos;
  if (singles >= 2 && doubles == 0 && !role) votes.markdown += 1;
  if (line.starts_with("**") && doubles == 0) votes.markdown += 1;
  if (line.starts_with("- [") || line.starts_with("* [")) votes.markdown += 1;
  // reStructuredText: directives, targets, roles, literals in double back-quotes, underlined
  // titles.
  if (line.starts_with(".. ") && line.size() > 3) votes.rst += 3;
  if (doubles >= 2) votes.rst += 2;
  if (role && line.find(":`") != std::string_view::npos) votes.rst += 2;
  if (IsUnderline(line, Trim(above))) votes.rst += 1;
  if (line.starts_with(":") && line.find(": ", 1) != std::string_view::npos &&
      line.find(' ') > line.find(':', 1)) {
    votes.rst += 1;
    votes.asciidoc += 1;
  }
  // AsciiDoc: "= Title", "|===", labelled lists, block delimiters.
  const size_t equals = std::min(line.find_first_not_of('='), line.size());
  if (equals >= 1 && equals <= 5 && equals < line.size() && line[equals] == ' ')
    votes.asciidoc += 3;
  if (line == "|===") votes.asciidoc += 4;
  if (line.ends_with("::") && !line.starts_with(".. ") && line.size() > 2 &&
      line[line.size() - 3] != ' ' && line.find(' ') == std::string_view::npos) {
    votes.asciidoc += 2;
  }
  if (line.starts_with("include::") || line.starts_with("ifdef::") ||
      line.starts_with("linkgit:")) {
    votes.asciidoc += 3;
  }
  // man: requests at the start of a line.
  if (line[0] == '.' && line.size() >= 3 && IsUpper(line[1]) &&
      (line.size() == 3 || line[3] == ' ' || line[2] == ' ')) {
    votes.man += 2;
  }
  // HTML: tags at the start of a line.
  if (line[0] == '<' && line.size() > 2 && (line[1] == '/' || line[1] == '!' || IsLower(line[1])) &&
      line.find('>') != std::string_view::npos) {
    votes.html += 1;
  }
  // dotenv: assignments and comments, nothing else.
  if (line[0] == '#') {
    ++votes.comments;
  } else {
    std::string_view text = line;
    if (text.starts_with("export ")) text = Trim(text.substr(7));
    size_t end = 0;
    while (end < text.size() && IsIdentifierByte(text[end])) ++end;
    if (end > 0 && end < text.size() && text[end] == '=' &&
        ShapeOf(text.substr(0, end)) != NameShape::kNone) {
      ++votes.dotenv;
    }
  }
}

PageKind KindOfContent(std::string_view text) {
  text = text.substr(0, kSniffBytes);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (text.find('\0') != std::string_view::npos) return PageKind::kUnknown;
  const std::string_view trimmed = Trim(text);
  if (trimmed.empty()) return PageKind::kUnknown;
  const std::string head = ToLower(trimmed.substr(0, 200));
  if (head.starts_with("<!doctype html") || head.starts_with("<html") ||
      (head.starts_with("<?xml") && head.find("<html") != std::string::npos)) {
    return PageKind::kHtml;
  }
  Votes votes;
  std::string_view above;
  for (const std::string_view line : Split(text, '\n')) {
    Vote(line, above, votes);
    above = line;
  }
  if (trimmed[0] == '{' || (trimmed[0] == '[' && trimmed.size() > 1)) {
    const size_t inner = trimmed.find_first_not_of(" \t\r\n", 1);
    if (inner != std::string_view::npos &&
        (trimmed[inner] == '"' || trimmed[inner] == '{' || trimmed[inner] == '}')) {
      return PageKind::kJson;
    }
  }
  // Nearly all lines of a .env file are assignments or comments.
  if (votes.dotenv >= 2 && 10 * (votes.dotenv + votes.comments) >= 9 * votes.lines &&
      votes.dotenv * 5 >= votes.lines) {
    return PageKind::kDotenv;
  }
  struct Candidate {
    int votes;
    PageKind kind;
  };
  const std::array<Candidate, 5> candidates = {{{votes.markdown, PageKind::kMarkdown},
                                                {votes.rst, PageKind::kRst},
                                                {votes.asciidoc, PageKind::kAsciidoc},
                                                {votes.man, PageKind::kMan},
                                                {votes.html, PageKind::kHtml}}};
  const Candidate* best = &candidates[0];
  for (const Candidate& candidate : candidates) {
    if (candidate.votes > best->votes) best = &candidate;
  }
  // A few marks in a long plain text are no markup: one line in twenty is asked for.
  if (best->votes < 3 || best->votes * 20 < votes.lines) return PageKind::kLabelled;
  return best->kind;
}

}  // namespace

bool IsPageName(std::string_view file) {
  return KindOfName(BaseName(file)) != PageKind::kUnknown || file.ends_with(".txt") ||
         file.ends_with(".inc");
}

PageKind DetectPageKind(std::string_view file, std::string_view text) {
  // Its texts for --help, which are plain ones.
  if (IsSource(FileKindOf(file))) return PageKind::kLabelled;
  const PageKind by_name = KindOfName(BaseName(file));
  return by_name != PageKind::kUnknown ? by_name : KindOfContent(text);
}

}  // namespace flagcensus
