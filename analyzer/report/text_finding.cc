// finding ─→ a block of text:
//
//   warning[default-mismatch]: APP_TIMEOUT is documented to default to 30 but defaults to 60
//     --> app/server.py:12:11
//      |
//   12 | TIMEOUT = int(os.environ.get("APP_TIMEOUT", "60"))
//      |               ^^^^^^^^^^^^^^
//     ::: docs/env.md:9:3
//      |
//    9 | | `APP_TIMEOUT` | `30` | seconds |
//      |                    ^^
//
// On a page, the value or the words of the disagreement are marked, if they are known. If they are
// not on the line of the name, the name's line is above them.
//
// A finding that explains others ends with them: "= note: includes warning[undocumented] for
// APP_X".
#include "analyzer/report/text_finding.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/text_style.h"

namespace flagcensus {
namespace {

// A private key, or a value on the line below its name, is then recognised as one.
constexpr int kLinesAround = 4;  // of an excerpt, over which a credential may extend

// The names of a group that its message does not contain.
void AppendOthers(const Finding& finding, int gutter, const PrintOptions& options,
                  std::string* out) {
  // A paragraph of a few lines; groups of hundreds exist.
  constexpr size_t kMost = 25;
  std::vector<std::string_view> others;
  for (const std::string& name : finding.names) {
    if (!HasWord(finding.message, name)) others.push_back(name);
  }
  if (others.empty()) return;
  const size_t shown = options.all ? others.size() : std::min(others.size(), kMost);
  std::string text = "others: ";
  for (size_t i = 0; i < shown; ++i) {
    text += std::string(i > 0 ? ", " : "") + EscapeControl(MaskSecrets(others[i], {}));
  }
  if (shown < others.size()) text += fmt::format(" and {} more (--all)", others.size() - shown);
  const std::string margin(static_cast<size_t>(gutter), ' ');
  *out += margin + Paint{options.colour}(kBlue, "=") +
          WrapText(" " + text, std::max(0, options.width - gutter - 1), 1) + "\n";
}

// The line `offset` lines below the place; "" above the first line.
std::string LineAt(Place place, int offset, const LineReader& line) {
  place.line += offset;
  return place.line > 0 ? line(place) : std::string();
}

// A place to show. On a page: with the line of the name, if that is a different one.
struct ShownSpot {
  Place place;
  size_t width = 0;  // bytes that the mark covers; 0: the name, or the dotted name there
  std::optional<Place> head = std::nullopt;
};

// The excerpt of a line; empty if the line is blank or cannot be read.
std::optional<Excerpt> ExcerptAt(const Place& place, size_t width, const Finding& finding,
                                 const LineReader& line) {
  const std::string text = place.line > 0 && line ? line(place) : std::string();
  if (Trim(text).empty()) return std::nullopt;
  std::string before;
  std::string after;
  for (int i = kLinesAround; i > 0; --i) before += LineAt(place, -i, line) + (i > 1 ? "\n" : "");
  for (int i = 1; i <= kLinesAround; ++i) after += (i > 1 ? "\n" : "") + LineAt(place, i, line);
  return MakeExcerpt(text, place.column, finding.name, before, after, width);
}

// "12 | port = 80": the number is right-aligned in the width of the longest one.
void AppendNumbered(int number, const Excerpt& excerpt, int gutter, const Paint& paint,
                    std::string* out) {
  *out += fmt::format("{} {} {}\n", paint(kBlue, fmt::format("{:>{}}", number, gutter)),
                      paint(kBlue, "|"), excerpt.text);
}

// The place, its line and the mark below it. Without the file's text, the place alone.
void AppendExcerpt(const ShownSpot& spot, std::string_view arrow, const Finding& finding,
                   int gutter, const PrintOptions& options, std::string* out) {
  const Paint paint{options.colour};
  const std::string margin(static_cast<size_t>(gutter), ' ');
  *out += fmt::format("{}{} {}\n", margin, paint(kBlue, arrow), ShownPlace(spot.place, options));
  const std::optional<Excerpt> excerpt = ExcerptAt(spot.place, spot.width, finding, options.line);
  if (!excerpt) return;
  const std::string bar = paint(kBlue, "|");
  *out += fmt::format("{} {}\n", margin, bar);
  if (spot.head) {
    if (const auto head = ExcerptAt(*spot.head, 0, finding, options.line)) {
      AppendNumbered(spot.head->line, *head, gutter, paint, out);
      if (spot.head->line + 1 < spot.place.line) *out += paint(kBlue, "...") + "\n";
    }
  }
  AppendNumbered(spot.place.line, *excerpt, gutter, paint, out);
  *out +=
      fmt::format("{} {} {}{}\n", margin, bar, std::string(static_cast<size_t>(excerpt->mark), ' '),
                  paint(ColourOf(finding.severity),
                        std::string(static_cast<size_t>(excerpt->mark_width), '^')));
}

// A place on a page. The catalog may have the beginning of the cell or the block: the name is
// marked if it occurs later on the line.
ShownSpot OfPage(const Place& place, const Finding& finding, const LineReader& line) {
  ShownSpot out{place};
  if (finding.highlight.stated && place == finding.doc.front()) {
    out.place = finding.highlight.stated->place;
    out.width = finding.highlight.stated->width;
    if (out.place.line != place.line) out.head = place;
    return out;
  }
  const std::string text = place.line > 0 && place.column > 0 && line ? line(place) : std::string();
  const auto column = static_cast<size_t>(std::max(place.column - 1, 0));
  const size_t name = finding.name.empty() ? std::string::npos : text.find(finding.name, column);
  if (name != std::string::npos) out.place.column = static_cast<int>(name) + 1;
  return out;
}

// The first place of each side, or all of them, beginning with the side to correct. Of a
// disagreement within the page, two places there say more than one in code; likewise within the
// code.
std::vector<ShownSpot> SpotsOf(const Finding& finding, const PrintOptions& options) {
  const size_t all = options.verbose ? std::string::npos : 1;
  const size_t most_pages = finding.at_page && !options.verbose ? all + 1 : all;
  const bool two_reads = finding.highlight.about == AboutText::kTwoReads && !options.verbose;
  std::vector<ShownSpot> code;
  for (const Place& place : finding.code) {
    if (code.size() < (two_reads ? all + 1 : all)) code.push_back({place});
  }
  if (two_reads && code.size() > 1) return code;
  std::vector<ShownSpot> pages;
  for (const Place& place : finding.doc) {
    if (pages.size() < most_pages) pages.push_back(OfPage(place, finding, options.line));
  }
  if (finding.at_page && pages.size() > 1 && !options.verbose) return pages;
  if (!finding.at_page) std::swap(code, pages);
  pages.insert(pages.end(), code.begin(), code.end());
  return pages;
}

}  // namespace

std::string ShownMessage(const Finding& finding, bool whole) {
  return EscapeControl(MaskSecrets(whole ? WholeMessage(finding) : finding.message, finding.name));
}

// The escape sequence OSC 8, which current terminals support and others ignore.
std::string ShownPlace(const Place& place, const PrintOptions& options) {
  const std::string text = PlaceText(place);
  if (options.link_root.empty()) return text;
  return fmt::format("\x1b]8;;file://{}\x1b\\{}\x1b]8;;\x1b\\",
                     UriPath(options.link_root + "/" + place.file), text);
}

// "aaa bbb ccc", 8, 2 ─→ "aaa bbb", "  ccc"; a word that is too wide is not broken
std::string WrapText(std::string_view text, int width, int indent) {
  if (width <= indent) return std::string(text);
  std::string out;
  int column = 0;
  for (const std::string_view word : Split(text, ' ')) {
    const int wide = DisplayWidth(word);
    if (column > indent && column + 1 + wide > width) {
      out += '\n' + std::string(static_cast<size_t>(indent), ' ');
      column = indent;
    } else if (!out.empty()) {
      out += ' ';
      ++column;
    }
    out += word;
    column += wide;
  }
  return out;
}

void AppendFinding(const Finding& finding, const std::vector<const Finding*>& explained, bool whole,
                   const PrintOptions& options, std::string* out) {
  const Paint paint{options.colour};
  const std::string head = fmt::format("{}[{}]", ToString(finding.severity), finding.rule);
  const std::string text = WrapText(head + ": " + ShownMessage(finding, whole), options.width, 2);
  *out += paint(ColourOf(finding.severity), head) + paint(kBold, text.substr(head.size())) + "\n";
  const std::vector<ShownSpot> shown = SpotsOf(finding, options);
  int last = 1;
  for (const ShownSpot& spot : shown) last = std::max(last, spot.place.line);
  const int gutter = static_cast<int>(std::to_string(last).size());
  for (const ShownSpot& spot : shown) {
    AppendExcerpt(spot, &spot == &shown.front() ? "-->" : ":::", finding, gutter, options, out);
  }
  AppendOthers(finding, gutter, options, out);
  if (options.verbose && !finding.score.empty()) {
    *out += std::string(static_cast<size_t>(gutter), ' ') + paint(kBlue, "=") +
            WrapText(" " + DescribeScore(finding), std::max(0, options.width - gutter - 1), 1) +
            "\n";
  }
  for (const Finding* other : explained) {
    *out += fmt::format("{}{} note: includes {}[{}] for {}\n",
                        std::string(static_cast<size_t>(gutter), ' '), paint(kBlue, "="),
                        ToString(other->severity), other->rule,
                        EscapeControl(MaskSecrets(other->name, {})));
  }
  *out += '\n';
}

// "app/a.py:3:1: info[unused]: APP_X is never used" |
void AppendLine(const Finding& finding, const PrintOptions& options, std::string* out) {
  const Place* const place = MainPlace(finding);
  if (place != nullptr) *out += ShownPlace(*place, options) + ": ";
  *out += fmt::format(
      "{}: {}\n",
      Paint{options.colour}(ColourOf(finding.severity), fmt::format("info[{}]", finding.rule)),
      ShownMessage(finding, true));
}

}  // namespace flagcensus
