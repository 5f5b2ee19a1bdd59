// Page text → chunks of harmless Markdown, line for line.
//
//   "| a | b |\n|---|---|\n| 1 | 2 |"   ─→  the same lines
//   "|-|-|-...-|" of 5000 columns above 100 rows of one cell   ─→  a blank line above the rows
//
// cmark-gfm 0.29.0.gfm.6 is linear on most input. It was measured not to be on the following; each
// is cut here without changing the number of lines, so places stay correct:
//  - a table of many columns with short rows, of which it creates every missing cell (25 s and 6 GB
//    for 50 KB): the delimiter row is blanked if columns x rows far exceed the table's pipes;
//  - many delimiter rows of different widths in one paragraph (9 s for 64 KB): only the first few
//    of a run of lines are kept;
//  - many "<?" and "<![" (quadratic): beyond a limit they are written without the '<';
//  - a long link reference used often (memory is their product): long definitions become text;
//  - thousands of block quotes and lists opened on one line: the line is blanked;
//  - long lines: cut.
// Pages above a megabyte are split at blank lines before text in the first column. No structure of
// Markdown but link references extends across them, so memory is bounded by the chunk. Removed
// here, because they are not CommonMark: front matter, ":::" fences and MkDocs admonitions. The
// bodies of admonitions are unindented.
#include "analyzer/pages/markdown/markdown_guard.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/document.h"

namespace flagcensus {
namespace {

// A line of 64 KiB is data. The limit keeps what is quadratic in one line affordable.
constexpr size_t kMaxLineBytes = size_t{64} << 10;
// A chunk is split at the first good place after kChunkBytes, and anywhere after kMaxChunkBytes.
constexpr size_t kChunkBytes = size_t{1} << 20;
constexpr size_t kMaxChunkBytes = size_t{4} << 20;
// References of more than 1 KiB are embedded images ("data:"), which are not documentation.
constexpr size_t kMaxReferenceBytes = 1024;
constexpr size_t kMaxLines = 2'000'000;
constexpr size_t kFreeCells = 100'000;  // cells that a table may have with any number of pipes
constexpr int kMaxDelimiterRows = 8;    // in one run of lines without a blank line
// Real pages have a few, in PHP or XML examples.
constexpr size_t kMaxDeclarations = 1000;

class Guard {
 public:
  Guard(std::string_view file, std::vector<Diagnostic>& diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  // Once for each kind: otherwise a hostile page would produce a diagnostic for each line.
  void Note(std::string_view kind, size_t line, std::string_view message) {
    for (const Diagnostic& seen : diagnostics_) {
      if (seen.kind == kind) return;
    }
    diagnostics_.push_back({std::string(kind),
                            {std::string(file_), static_cast<int>(line) + 1, 0},
                            std::string(message)});
  }

 private:
  std::string_view file_;
  std::vector<Diagnostic>& diagnostics_;
};

bool IsBlank(std::string_view line) { return Trim(line).empty(); }

size_t Indent(std::string_view line) {
  const size_t at = line.find_first_not_of(' ');
  return at == std::string_view::npos ? line.size() : at;
}

// A GFM delimiter row: only '|', '-', ':' and blanks, with a '-' and a '|'. (A row of one column
// may be written without pipes; its table has no missing cells.) '>' allows for a table in a quote.
bool IsDelimiterRow(std::string_view line) {
  bool dash = false;
  bool pipe = false;
  for (const char c : line) {
    if (c == '-') {
      dash = true;
    } else if (c == '|') {
      pipe = true;
    } else if (c != ':' && c != ' ' && c != '\t' && c != '\r' && c != '>') {
      return false;
    }
  }
  return dash && pipe;
}

size_t CountPipes(std::string_view line) {
  return static_cast<size_t>(std::count(line.begin(), line.end(), '|'));
}

// The number of containers that the line opens at its start: "> > - - 1" opens four.
int OpenedContainers(std::string_view line) {
  int opened = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (flagcensus::IsBlank(c)) continue;
    const bool spaced = at + 1 < line.size() && flagcensus::IsBlank(line[at + 1]);
    if (c != '>' && !((c == '-' || c == '+' || c == '*') && spaced)) break;
    ++opened;
  }
  return opened;
}

std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines = Split(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

// Blanks a front matter block ("---" or "+++" on the first line, up to the same or "...") and sets
// the page's title from it.
void TakeFrontMatter(std::vector<std::string>& lines, MarkdownPage& page) {
  // The line without white space and a byte order mark.
  const auto bare = [](std::string_view line) {
    if (line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
    return std::string(Trim(line));
  };
  if (lines.empty()) return;
  const std::string fence = bare(lines[0]);
  if (fence != "---" && fence != "+++") return;
  // Longer front matter is not one: the page begins with a thematic break and has another below.
  size_t end = 1;
  while (end < lines.size() && end < 500 && bare(lines[end]) != fence &&
         !(fence == "---" && bare(lines[end]) == "...")) {
    ++end;
  }
  // A page may also begin with a thematic break. Front matter has a key or a comment on its first
  // line.
  if (end >= lines.size() || bare(lines[end]).size() != 3) return;
  if (end > 1 && lines[1].find_first_of(":=#") == std::string::npos) return;
  for (size_t i = 0; i <= end; ++i) {
    const std::string_view line = lines[i];
    const size_t mark = line.find_first_of(":=");
    if (mark != std::string_view::npos && Trim(line.substr(0, mark)) == "title") {
      std::string_view value = Trim(line.substr(mark + 1));
      if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
          value.back() == value.front()) {
        value = value.substr(1, value.size() - 2);
      }
      page.title = value;
      page.title_line = static_cast<int>(i) + 1;
    }
  }
  for (size_t i = 0; i <= end; ++i) lines[i].clear();
}

// The character of the fence, '`' or '~', that `line` opens or closes, and the length of its run;
// or 0. A line with back-quotes after the run is a code span, "```x```", and not a fence.
char OpensFence(std::string_view line, size_t* length) {
  const std::string_view text = line.substr(std::min(Indent(line), line.size()));
  if (text.empty() || (text[0] != '`' && text[0] != '~')) return 0;
  const size_t end = std::min(text.find_first_not_of(text[0]), text.size());
  *length = end;
  if (end < 3) return 0;
  if (text[0] == '`' && text.find('`', end) != std::string_view::npos) return 0;
  return text[0];
}

// Closes a fence that is open at the end of the page, since all that follows it would be code. It
// ends before the next line that opens a fence, at a blank line if there is one:
//
//   ```sh                  ```sh
//   make                   make
//                    ─→    ```
//   ```py                  ```py
void CloseFences(std::vector<std::string>& lines, Guard& guard) {
  char fence = 0;
  size_t fence_length = 0;
  size_t begin = 0;
  size_t length = 0;
  // Whether there is one. A fence is closed by a run of its character that is at least as long,
  // with nothing after it.
  for (size_t i = 0; i < lines.size(); ++i) {
    const char opens = OpensFence(lines[i], &length);
    if (fence == 0 && opens != 0) {
      fence = opens;
      fence_length = length;
      begin = i;
    } else if (fence != 0 && opens == fence && length >= fence_length &&
               Trim(lines[i]).size() == length) {
      fence = 0;
    }
  }
  if (fence == 0) return;
  guard.Note("block-not-closed", begin,
             "the fence is not closed; the block ends at the next line that opens one");
  // From the last fence that was opened on, every line that can open a fence is assumed to do so.
  size_t blank = 0;
  bool open = true;
  for (size_t i = begin + 1; i < lines.size(); ++i) {
    if (IsBlank(lines[i])) blank = i;
    if (OpensFence(lines[i], &length) != fence || Indent(lines[i]) > 3) continue;
    const std::string close(std::max(length, fence_length), fence);
    if (!open) {
      open = true;
    } else if (blank > begin) {
      lines[blank] = close;
    } else {
      lines[i] = close;
      open = false;
    }
    begin = i;
  }
}

// Removes the line structures of other dialects. ":::" lines are blanked, but ":::{envvar} NAME"
// becomes a fence of back-quotes, MyST's other notation for it. The bodies of "!!! note", "???
// note" and `=== "tab"` are unindented. Code blocks are not changed.
void FlattenDialects(std::vector<std::string>& lines) {
  std::vector<size_t> open;    // original indentation of each open admonition
  std::vector<size_t> colons;  // the length of each open fence of colons that names a directive
  char fence = 0;
  size_t fence_length = 0;
  for (std::string& line : lines) {
    if (IsBlank(line)) continue;
    const size_t indent = Indent(line);
    // An admonition contains the lines that are indented by four more than its own.
    while (!open.empty() && indent < open.back() + 4) open.pop_back();
    if (!open.empty()) line.erase(0, std::min(indent, 4 * open.size()));
    size_t length = 0;
    const char opens = OpensFence(line, &length);
    if (fence != 0) {
      if (opens == fence && length >= fence_length && Trim(line).size() == length) fence = 0;
      continue;
    }
    if (opens != 0) {
      fence = opens;
      fence_length = length;
      continue;
    }
    const std::string_view text = Trim(line);
    if (text.starts_with(":::")) {
      const size_t run = std::min(text.find_first_not_of(':'), text.size());
      // A line of colons only closes the innermost fence of the same length.
      const bool closes = run == text.size() && !colons.empty() && colons.back() == run;
      const bool directive = run < text.size() && text[run] == '{';
      if (closes) colons.pop_back();
      if (directive) colons.push_back(run);
      if (closes || directive) {
        line.replace(line.find(':'), run, std::string(run, '`'));
      } else {
        line.clear();
      }
    } else if (text.starts_with("!!! ") || text.starts_with("??? ") || text.starts_with("???+ ") ||
               text.starts_with("=== \"")) {
      if (open.size() < static_cast<size_t>(kMaxBlockDepth)) open.push_back(indent);
      line.clear();
    }
  }
}

// Lines [begin, end) contain no blank line. Blanks delimiter rows that would cost too much.
void GuardTables(std::vector<std::string>& lines, size_t begin, size_t end, Guard& guard) {
  int seen = 0;
  for (size_t i = begin; i < end; ++i) {
    if (!IsDelimiterRow(lines[i])) continue;
    const size_t columns = CountPipes(lines[i]) + 1;
    // cmark creates columns x rows cells, including missing ones.
    const size_t rows = end - i;
    bool costly = ++seen > kMaxDelimiterRows;
    if (!costly && columns * rows > kFreeCells) {
      size_t pipes = 0;
      for (size_t k = i; k < end; ++k) pipes += CountPipes(lines[k]) + 1;
      // A real table has few missing cells; four times as many cells as pipes is generous.
      costly = columns * rows > 4 * pipes;
    }
    if (!costly) continue;
    guard.Note("table-too-wide", i,
               "the table has far more columns than its rows have cells and is read as text; give "
               "every row its cells");
    lines[i].clear();
  }
}

// A definition "[name]: target" may extend over several lines. Its size is that of all lines up to
// the next definition, which overestimates the last one of a paragraph.
void GuardReferences(std::vector<std::string>& lines, size_t begin, size_t end, Guard& guard) {
  for (size_t i = begin; i < end; ++i) {
    const size_t mark = lines[i].find("]:");
    if (mark == std::string::npos) continue;
    size_t extent = lines[i].size();
    for (size_t k = i + 1; k < end && lines[k].find("]:") == std::string::npos; ++k) {
      extent += lines[k].size();
      if (extent > kMaxReferenceBytes) break;
    }
    if (extent <= kMaxReferenceBytes) continue;
    // A table or list row with "]:" in its text is not a definition; a definition begins its line.
    if (Trim(lines[i]).front() != '[' && Trim(lines[i]).front() != '>') continue;
    lines[i][mark + 1] = ' ';
    guard.Note("reference-too-long", i, "the link reference is too long and is read as text");
  }
}

// Line by line first, then paragraph by paragraph for tables and references.
void GuardLines(std::vector<std::string>& lines, Guard& guard) {
  size_t declarations = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string& line = lines[i];
    if (line.size() > kMaxLineBytes) {
      line.resize(kMaxLineBytes);
      guard.Note("line-too-long", i, "the line is longer than 64 KiB; its rest is not read");
    }
    // Each container is a level of nesting.
    if (OpenedContainers(line) > kMaxBlockDepth) {
      line.clear();
      guard.Note("nested-too-deep", i, "the line opens too many lists or quotes; it is not read");
    }
    for (size_t at = 0; at + 1 < line.size(); ++at) {
      if (line[at] == '\r') line[at] = ' ';  // cmark would end a line here
      if (line[at] != '<') continue;
      // Processing instructions, declarations and CDATA; comments are linear.
      const bool data = line[at + 1] == '?' || (line[at + 1] == '!' && line.compare(at, 4, "<!--"));
      if (data && ++declarations > kMaxDeclarations) line[at] = ' ';
    }
    if (!line.empty() && line.back() == '\r') line.pop_back();
  }
  for (size_t begin = 0; begin < lines.size();) {
    size_t end = begin;
    while (end < lines.size() && !IsBlank(lines[end])) ++end;
    GuardTables(lines, begin, end, guard);
    GuardReferences(lines, begin, end, guard);
    begin = std::max(end, begin + 1);
  }
}

// Joins the lines to chunks; the head of this file describes the places to split.
std::vector<MarkdownChunk> MakeChunks(const std::vector<std::string>& lines) {
  std::vector<MarkdownChunk> chunks(1);
  size_t run = 0;  // the first line of this run of lines without a blank line
  char fence = 0;
  size_t fence_length = 0;
  bool comment = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    // Chunks are split between paragraphs, outside of fences and comments.
    const bool starts_run = i == 0 || IsBlank(lines[i - 1]);
    if (starts_run) run = i;
    const bool inside = fence != 0 || comment;
    const bool first_column = !line.empty() && line[0] != ' ' && line[0] != '\t';
    // After a blank line, text in the first column continues no list, quote, table, fence or
    // comment.
    if (chunks.back().text.size() > kChunkBytes && starts_run && first_column && !inside) {
      chunks.push_back({{}, static_cast<int>(i) + 1, 0});
    } else if (chunks.back().text.size() > kMaxChunkBytes) {
      // No place to split for megabytes. A table gets its header again; others are cut in the
      // middle.
      chunks.push_back({{}, static_cast<int>(i) + 1, 0});
      if (!inside && run + 2 < i && IsDelimiterRow(lines[run + 1])) {
        chunks.back().text = lines[run] + '\n' + lines[run + 1] + '\n';
        chunks.back().repeated_lines = 2;
      }
    }
    chunks.back().text += line;
    chunks.back().text += '\n';
    size_t length = 0;
    const char opens = OpensFence(line, &length);
    if (fence == 0 && opens != 0) {
      fence = opens;
      fence_length = length;
    } else if (fence != 0 && opens == fence && length >= fence_length) {
      fence = 0;
    }
    if (fence == 0) {
      const size_t from = line.rfind("<!--");
      const size_t to = line.rfind("-->");
      if (from != std::string::npos)
        comment = to == std::string::npos || to < from;
      else if (to != std::string::npos)
        comment = false;
    }
  }
  return chunks;
}

}  // namespace

// The order matters: front matter may contain anything, and dialects change what a fence contains.
MarkdownPage PrepareMarkdown(std::string_view file, std::string_view text,
                             std::vector<Diagnostic>& diagnostics) {
  MarkdownPage page;
  page.lines = SplitLines(text);
  Guard guard(file, diagnostics);
  if (page.lines.size() > kMaxLines) {
    guard.Note("page-truncated", kMaxLines, "the page has too many lines; the rest is not read");
    page.lines.resize(kMaxLines);
  }
  std::vector<std::string> lines(page.lines.begin(), page.lines.end());
  TakeFrontMatter(lines, page);
  FlattenDialects(lines);
  CloseFences(lines, guard);
  GuardLines(lines, guard);
  page.chunks = MakeChunks(lines);
  return page;
}

}  // namespace flagcensus
