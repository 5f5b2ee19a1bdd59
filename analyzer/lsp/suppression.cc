// a place ─→ candidates in the comment syntax of its file ─→ the first that is read as a
// suppression and changes nothing else
#include "analyzer/lsp/suppression.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/pages/detect_format.h"
#include "analyzer/pages/document.h"
#include "analyzer/review/ignores.h"

namespace flagcensus {
namespace {

constexpr std::string_view kBlanks = " \t\r";

// The line of a finding, in its text.
struct SuppressedLine {
  std::string_view text;   // of the file
  std::string_view shown;  // the line
  size_t begin = 0;
  std::string_view eol = "\n";

  std::string_view Indent() const {
    return shown.substr(0, std::min(shown.find_first_not_of(" \t"), shown.size()));
  }
  // Whether the line above is blank, or there is none.
  bool IsBelowBlank() const {
    if (begin == 0) return true;
    const size_t above = begin < 2 ? std::string_view::npos : text.rfind('\n', begin - 2);
    const size_t start = above == std::string_view::npos ? 0 : above + 1;
    return text.substr(start, begin - start - 1).find_first_not_of(kBlanks) ==
           std::string_view::npos;
  }
};

// A comment on a separate line above: `opener` and the text, with the indentation `indent`.
//
//       x = os.getenv("A")    ─→     # flagcensus: ignore[unused] reason
//                                    x = os.getenv("A")
InsertedComment LineAbove(const SuppressedLine& line, std::string_view indent,
                          std::string_view opener, const std::string& comment) {
  return {line.begin,
          std::string(indent) + std::string(opener) + " " + comment + std::string(line.eol)};
}

// A comment at the end of the line; in a row of a table, inside the last cell.
//
//   | APP_PORT | 80 |    ─→ | APP_PORT | 80 <!-- flagcensus: ignore[unused] reason --> |
InsertedComment AtTheEnd(const SuppressedLine& line, std::string_view opener,
                         std::string_view closer, const std::string& comment) {
  size_t at = line.shown.find_last_not_of(" \t");
  at = at == std::string_view::npos ? line.shown.size() : at + 1;
  if (at > 0 && line.shown[at - 1] == '|') --at;
  const bool cell = at < line.shown.size() && line.shown[at] == '|';
  const bool spaced = at > 0 && line.shown[at - 1] == ' ';
  return {line.begin + at, (spaced ? "" : " ") + std::string(opener) + " " + comment + " " +
                               std::string(closer) + (cell ? " " : "")};
}

// A comment of reStructuredText is a block, with blank lines around it.
//
//   .. envvar:: APP_PORT    ─→ .. flagcensus: ignore[unused] reason
//                              (a blank line)
//                              .. envvar:: APP_PORT
InsertedComment BlockAbove(const SuppressedLine& line, const std::string& comment) {
  InsertedComment out = LineAbove(line, line.Indent(), "..", comment);
  out.text += line.eol;
  if (!line.IsBelowBlank()) out.text.insert(0, line.eol);
  return out;
}

// YAML and TOML, in which '#' begins a comment.
bool IsOfKeys(const std::string& path) {
  const std::string ending = ToLower(std::filesystem::path(path).extension().string());
  return ending == ".yml" || ending == ".yaml" || ending == ".toml";
}

// A page's format lists its comment markers; each gives a candidate.
std::vector<InsertedComment> CommentsOnPage(const SuppressedLine& line, const std::string& path,
                                            const PageFormat* format, const std::string& comment) {
  std::vector<InsertedComment> out;
  if (IsOfKeys(path)) out.push_back(LineAbove(line, line.Indent(), "#", comment));
  if (format == nullptr) return out;
  for (const std::string_view opener : format->comments) {
    if (opener == "<!--" && ToLower(path).ends_with(".mdx"))
      continue;  // it has no comments of HTML
    if (opener == "<!--") {
      out.push_back(AtTheEnd(line, opener, "-->", comment));
    } else if (opener == "{/*") {
      out.push_back(AtTheEnd(line, opener, "*/}", comment));
    } else if (opener == "..") {
      out.push_back(BlockAbove(line, comment));
    } else {  // "//", ".\"", ";" begin a comment only at the margin; "#" may do so
      out.push_back(LineAbove(line, opener == "#" ? line.Indent() : "", opener, comment));
    }
  }
  return out;
}

// The comment of a source is a line above, which never changes the code.
// In a file of no known kind, a comment of HTML is tried; SuppressionFor tests whether it is read.
std::vector<InsertedComment> CommentsInSource(const SuppressedLine& line, const std::string& path,
                                              FileKind kind, const std::string& comment) {
  // After a line that ends with a backslash, a line above would be inside a statement.
  const bool continued = line.begin >= 2 && line.text[line.begin - 2] == '\\';
  if (continued) return {};
  const bool hash = IsPythonSource(kind) || kind == FileKind::kRuby || kind == FileKind::kShell;
  if (hash) return {LineAbove(line, line.Indent(), "#", comment)};
  if (IsSource(kind)) return {LineAbove(line, line.Indent(), "//", comment)};
  if (IsOfKeys(path)) return {LineAbove(line, line.Indent(), "#", comment)};
  return {AtTheEnd(line, "<!--", "-->", comment)};
}

// The content of a page, block by block, without places. Lists themselves are not part of it: a
// comment between two items divides a list into two with the same items.
// Two texts with the same content here say the same to a reader of the page.
void AddSaid(const std::vector<Block>& blocks, std::string& out) {
  for (const Block& block : blocks) {
    if (block.kind != Block::Kind::kList && block.kind != Block::Kind::kComment) {
      out += std::to_string(static_cast<int>(block.kind)) + '\1' + block.label + '\1' + block.text +
             '\1' + PlainText(block.inlines) + '\2';
    }
    AddSaid(block.children, out);
  }
}

Document ReadAs(const PageFormat& format, const std::string& path, std::string_view text) {
  const RegistryKeys registry;
  std::vector<Diagnostic> ignored;
  return format.read({path, text, registry, ignored});
}

// Whether a table contains something on the line.
bool IsInTable(const std::vector<Block>& blocks, int line, bool inside = false) {
  return std::any_of(blocks.begin(), blocks.end(), [&](const Block& block) {
    const bool table = inside || block.kind == Block::Kind::kTable;
    const bool here =
        block.line == line || std::any_of(block.inlines.begin(), block.inlines.end(),
                                          [&](const Run& run) { return run.line == line; });
    return (table && here) || IsInTable(block.children, line, table);
  });
}

// Whether a comment is possible on the line. In tables of reStructuredText it is not: this
// program's reader accepts a comment between two rows of a list table, but the directive does not.
bool MayHaveComment(const PageFormat& format, const Document& document, int line) {
  return format.tables != TableMarkup::kRst || !IsInTable(document.blocks, line);
}

}  // namespace

// Candidates are tried in order; the first one that works is returned.
std::optional<InsertedComment> SuppressionFor(const std::string& path, const TextLines& lines,
                                              int line, const std::string& rule,
                                              std::string_view reason) {
  const std::string& text = lines.text();
  const TextSpan span = lines.LineOf(line);
  const bool crlf = span.end < text.size() && text[span.end] == '\r';
  const SuppressedLine own = {text,
                              std::string_view(text).substr(span.begin, span.end - span.begin),
                              span.begin, crlf ? "\r\n" : "\n"};
  const std::string comment = "flagcensus: ignore[" + rule + "] " + std::string(reason);
  const FileKind kind = FileKindOf(path, AllAskedLanguages());
  const PageFormat* const format = kind == FileKind::kPage ? DetectPageFormat(path, text) : nullptr;
  std::string said;
  if (format != nullptr) {
    const Document document = ReadAs(*format, path, text);
    if (!MayHaveComment(*format, document, line)) return std::nullopt;
    AddSaid(document.blocks, said);
  }
  for (InsertedComment& one : kind == FileKind::kPage
                                  ? CommentsOnPage(own, path, format, comment)
                                  : CommentsInSource(own, path, kind, comment)) {
    // Applies each candidate, and reads the result as the program would.
    const std::string changed = text.substr(0, one.at) + one.text + text.substr(one.at);
    const int moved =
        line + static_cast<int>(
                   one.at > span.begin ? 0 : std::count(one.text.begin(), one.text.end(), '\n'));
    const std::vector<IgnoreComment> read = ReadIgnoreComments(changed, path);
    const bool is_one = std::any_of(read.begin(), read.end(), [&](const IgnoreComment& found) {
      return found.wrong.empty() && found.place.line <= moved && found.last_line >= moved &&
             std::find(found.rules.begin(), found.rules.end(), rule) != found.rules.end();
    });
    if (!is_one) continue;
    std::string says;
    if (format != nullptr) AddSaid(ReadAs(*format, path, changed).blocks, says);
    if (says == said) return std::move(one);
  }
  return std::nullopt;
}

}  // namespace flagcensus
