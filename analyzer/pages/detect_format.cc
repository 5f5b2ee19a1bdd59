// Page name and text → PageFormat.
//
// A name with a known extension decides. For others (.txt, none, unknown ones) the beginning of the
// page decides. A format may claim the text as a whole; if none does, its lines vote. Each format
// counts the marks that other formats do not have (FormatMarks::marks), and the highest count wins.
// Text with too few marks is plain.
#include "analyzer/pages/detect_format.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// Marks occur throughout a page, so more text would cost time and change nothing.
constexpr size_t kSniffBytes = size_t{256} << 10;

std::string_view BaseName(std::string_view file) {
  const size_t slash = file.find_last_of("/\\");
  return slash == std::string_view::npos ? file : file.substr(slash + 1);
}

// nullptr if the name does not decide.
const PageFormat* FormatOfName(std::string_view base) {
  for (const PageFormat& format : PageFormats()) {
    if (format.detect.is_name != nullptr && format.detect.is_name(base)) return &format;
  }
  // "page.md.in" is Markdown: the ending of a template is removed first.
  const std::string name = ToLower(WithoutTemplateEndings(base));
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot + 1 == name.size()) return nullptr;
  const PageFormat* format = FormatOfEnding(std::string_view(name).substr(dot + 1));
  return format == nullptr || format->plain ? nullptr : format;
}

// The format with the most marks, if they are enough: at least three, and one line in twenty, since
// a few marks in a long plain text are not markup. A long page with little markup is read as plain.
const PageFormat* FormatOfMarks(std::string_view text) {
  const std::vector<PageFormat>& formats = PageFormats();
  std::vector<int> marks(formats.size());
  int lines = 0;
  std::string_view above;
  for (const std::string_view raw : Split(text, '\n')) {
    const std::string_view line = Trim(raw);
    if (!line.empty()) {
      ++lines;
      for (size_t i = 0; i < formats.size(); ++i) {
        if (formats[i].detect.marks != nullptr) marks[i] += formats[i].detect.marks(line, above);
      }
    }
    above = raw;
  }
  const auto most = std::max_element(marks.begin(), marks.end());
  if (*most < 3 || *most * 20 < lines) return &PlainFormat();
  return &formats[static_cast<size_t>(most - marks.begin())];
}

// The format by the beginning of the text; nullptr for binary or empty files.
const PageFormat* FormatOfText(std::string_view text) {
  text = text.substr(0, kSniffBytes);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (text.find('\0') != std::string_view::npos || Trim(text).empty()) return nullptr;
  for (const PageFormat& format : PageFormats()) {
    if (format.detect.is_text != nullptr && format.detect.is_text(text)) return &format;
  }
  return FormatOfMarks(text);
}

}  // namespace

// CountOf("a``b``", "``") ─→ 2
size_t CountOf(std::string_view line, std::string_view mark) {
  size_t count = 0;
  for (size_t at = line.find(mark); at != std::string_view::npos;
       at = line.find(mark, at + mark.size())) {
    ++count;
  }
  return count;
}

bool IsFieldMark(std::string_view line) {
  // No blank before the second colon: ":name: text" but not ": a sentence: with a colon".
  return line.starts_with(":") && line.find(": ", 1) != std::string_view::npos &&
         line.find(' ') > line.find(':', 1);
}

// .txt and .inc are pages although their format is only known by their text.
bool IsPageName(std::string_view file) {
  return FormatOfName(BaseName(file)) != nullptr || file.ends_with(".txt") ||
         file.ends_with(".inc");
}

// The name decides if it can, then the text.
const PageFormat* DetectPageFormat(std::string_view file, std::string_view text) {
  // A source is searched for the texts of its --help, which are plain.
  if (IsSource(FileKindOf(file))) return &PlainFormat();
  const PageFormat* format = FormatOfName(BaseName(file));
  if (format == nullptr) return FormatOfText(text);
  // A name may be that of two formats, such as .xml for DocBook and HTML; the text decides.
  if (format->detect.instead == nullptr) return format;
  const PageFormat* other = FindPageFormat(format->detect.instead(text));
  return other == nullptr ? format : other;
}

}  // namespace flagcensus
