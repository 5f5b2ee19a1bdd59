// Page ─→ the lines that are comments with the marker texts ─→ the part between them.
//
// A marker has a line for itself. In a block of code it is ignored, so a page can show how to
// add markers.
//
//   # Settings                          kept
//   <!-- flagcensus: begin -->          kept; the part begins after it
//   | APP_PORT | 80 |                   replaced
//   <!-- flagcensus: end -->            kept
#include "analyzer/reference/markers.h"

#include <algorithm>
#include <vector>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

struct Line {
  std::string_view text;  // without its end
  size_t begin = 0;
  size_t next = 0;  // where the next one begins
};

// The lines of the page with their offsets, so the bytes around the part can be kept.
std::vector<Line> MarkedLines(std::string_view page) {
  std::vector<Line> out;
  for (size_t at = 0; at < page.size();) {
    const size_t end = std::min(page.find('\n', at), page.size());
    Line line{page.substr(at, end - at), at, std::min(end + 1, page.size())};
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    out.push_back(line);
    at = line.next;
  }
  return out;
}

// The inside of the line's comment; "" if the line is not a comment.
std::string_view CommentIn(std::string_view line, const CommentMarks& marks) {
  std::string_view text = Trim(line);
  if (marks.open.empty() || !text.starts_with(marks.open)) return {};
  text.remove_prefix(marks.open.size());
  if (!text.ends_with(marks.close)) return {};
  text.remove_suffix(marks.close.size());
  return Trim(text);
}

// The line that a user would write, for messages.
std::string Marker(const ReferenceFormat& format, std::string_view mark) {
  std::string out = std::string(format.comment.open) + " " + std::string(mark);
  if (!format.comment.close.empty()) out += " " + std::string(format.comment.close);
  return out;
}

Error Wrong(const std::string& file, size_t line, const std::string& what) {
  return {file + ":" + std::to_string(line + 1) + ": " + what};
}

// Whether a fence of Markdown begins or ends on the line.
bool IsFence(std::string_view line) {
  const std::string_view text = Trim(line);
  return text.starts_with("```") || text.starts_with("~~~");
}

int LevelByMarks(std::string_view line, char mark) {
  // Up to six marks and a blank, as in Markdown and AsciiDoc.
  size_t count = 0;
  while (count < line.size() && line[count] == mark) ++count;
  return count > 0 && count <= 6 && count < line.size() && line[count] == ' '
             ? static_cast<int>(count)
             : 0;
}

// The last <h…> of a text; 0 if there is none.
int LastHtmlLevel(std::string_view text) {
  while (!text.empty()) {
    const size_t at = text.rfind("<h");
    if (at == std::string_view::npos) return 0;
    if (at + 2 < text.size() && text[at + 2] >= '1' && text[at + 2] <= '6') {
      return text[at + 2] - '0';
    }
    text = text.substr(0, at);
  }
  return 0;
}

bool IsUnderline(std::string_view line) {
  // Three marks or more, as docutils requires for short titles, too.
  constexpr std::string_view kMarks = "=-~^\"'`#*+.:_!$%&,/<>?@|;";
  return line.size() >= 3 && kMarks.find(line[0]) != std::string_view::npos &&
         line.find_first_not_of(line[0]) == std::string_view::npos;
}

// The underlines for headings below the last one above the part: the page's own marks for those
// levels, then marks that it does not use.
//
//   "Title" over "=====", "Part" over "-----", the part below "Part"  ─→  "~^..."
std::string UnderlinesBelow(const std::vector<Line>& lines, const MarkedPart& part) {
  std::string styles;
  size_t last = 0;  // levels down to the last heading
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::string_view title = Trim(lines[i - 1].text);
    if (!IsUnderline(lines[i].text) || title.empty() || IsUnderline(title)) continue;
    // An underline may be two bytes shorter than its title: a typing error, or characters of
    // several bytes.
    if (lines[i].text.size() + 2 < title.size()) continue;
    if (lines[i].begin >= part.begin && lines[i].begin < part.end) continue;
    size_t at = styles.find(lines[i].text[0]);
    if (at == std::string::npos) {
      at = styles.size();
      styles += lines[i].text[0];
    }
    if (lines[i].begin < part.begin) last = at + 1;
  }
  std::string out = styles.substr(std::min(last, styles.size()));
  for (const char mark : std::string_view("=-~^\"'#*+")) {
    if (styles.find(mark) == std::string::npos) out += mark;
  }
  return out;
}

}  // namespace

Result<MarkedPart> FindMarkedPart(std::string_view page, const ReferenceFormat& format,
                                  const std::string& file) {
  if (format.comment.open.empty()) {
    return Error{file + ": a page in " + std::string(format.name) +
                 " has no comments for markers: write it whole with --output"};
  }
  const std::vector<Line> lines = MarkedLines(page);
  MarkedPart part;
  bool fenced = false, ended = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    // Fences count only before the part. What is between the markers is replaced and may be
    // anything.
    if (format.name == "markdown" && part.first_line == 0 && IsFence(lines[i].text)) {
      fenced = !fenced;
    }
    const std::string_view comment = CommentIn(lines[i].text, format.comment);
    if (fenced || comment.empty()) continue;
    if (comment == kBeginMark) {
      if (ended) return Wrong(file, i, "a second part begins here; keep one pair of markers");
      if (part.first_line > 0) {
        return Wrong(file, i,
                     "the part that begins at line " + std::to_string(part.first_line) +
                         " has not ended: a marker inside it");
      }
      part.first_line = static_cast<int>(i) + 1;
      part.begin = lines[i].next;
      if (page.substr(lines[i].begin, lines[i].next - lines[i].begin).ends_with("\r\n")) {
        part.line_end = "\r\n";
      }
    } else if (comment == kEndMark) {
      if (part.first_line == 0 || ended) {
        return Wrong(file, i, "a part ends here that has not begun");
      }
      ended = true;
      part.last_line = static_cast<int>(i) + 1;
      part.end = lines[i].begin;
    }
  }
  if (part.first_line == 0) {
    return Error{file +
                 ": has no markers and was not changed; put these two lines where the "
                 "variables should go: '" +
                 Marker(format, kBeginMark) + "' and '" + Marker(format, kEndMark) + "'"};
  }
  if (!ended) {
    return Wrong(
        file, static_cast<size_t>(part.first_line) - 1,
        "the part that begins here does not end: put '" + Marker(format, kEndMark) + "' after it");
  }
  return part;
}

// Bytes outside of the markers are unchanged; the new ones have the line ends of the first marker.
std::string ReplacePart(std::string_view page, const MarkedPart& part, std::string_view content) {
  std::string inner(content);
  if (part.line_end != "\n") inner = ReplaceAll(inner, "\n", part.line_end);
  return std::string(page.substr(0, part.begin)) + inner + std::string(page.substr(part.end));
}

// The level for headings in the part: one below the last heading above it.
Surroundings SurroundingsOf(std::string_view page, const MarkedPart& part,
                            const ReferenceFormat& format) {
  Surroundings out;
  out.part = true;
  const std::vector<Line> lines = MarkedLines(page);
  int level = 0;
  bool fenced = false;
  for (const Line& line : lines) {
    if (line.begin >= part.begin) break;
    if (IsFence(line.text)) fenced = !fenced;
    if (fenced) continue;
    const int found = LevelByMarks(line.text, format.name == "asciidoc" ? '=' : '#');
    if (found > 0) level = found;
  }
  if (format.name == "html") level = LastHtmlLevel(page.substr(0, part.begin));
  // Markdown and HTML have six levels.
  constexpr int kDeepest = 5;
  out.level = std::min(level, kDeepest) + 1;
  if (format.name == "rst") out.underlines = UnderlinesBelow(lines, part);
  return out;
}

}  // namespace flagcensus
