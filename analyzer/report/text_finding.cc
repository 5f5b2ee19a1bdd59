// finding ─→ a block of text:
//
//   warning[default-mismatch]: APP_TIMEOUT is documented as 30 but read as 60
//     --> app/server.py:12:11
//      |
//   12 | TIMEOUT = int(os.environ.get("APP_TIMEOUT", "60"))
//      |               ^^^^^^^^^^^^^^
//     ::: docs/env.md:9:3
//      |
//    9 | | `APP_TIMEOUT` | `30` | seconds |
//      |    ^^^^^^^^^^^
//
// Below one that explains others stands which: "= explains warning[undocumented]: APP_TIMEUOT".
#include "analyzer/report/text_finding.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/text_style.h"

namespace flagcensus {
namespace {

constexpr int kLinesAround = 4;  // of an excerpt, that a credential may go over

// The names of a group that its message does not tell.
void AppendOthers(const Finding& finding, int gutter, const PrintOptions& options,
                  std::string* out) {
  constexpr size_t kMost = 25;
  std::vector<std::string_view> others;
  for (const std::string& name : finding.names) {
    if (!HasWord(finding.message, name)) others.push_back(name);
  }
  if (others.empty()) return;
  const size_t shown = options.all ? others.size() : std::min(others.size(), kMost);
  std::string text = "the others: ";
  for (size_t i = 0; i < shown; ++i) {
    text += std::string(i > 0 ? ", " : "") + EscapeControl(MaskSecrets(others[i], {}));
  }
  if (shown < others.size()) text += fmt::format(" and {} more (--all)", others.size() - shown);
  const std::string margin(static_cast<size_t>(gutter), ' ');
  *out += margin + Paint{options.colour}(kBlue, "=") +
          WrapText(" " + text, std::max(0, options.width - gutter - 1), 1) + "\n";
}

std::string LineAt(Place place, int offset, const LineReader& line) {
  place.line += offset;
  return place.line > 0 ? line(place) : std::string();
}

void AppendExcerpt(const Place& place, std::string_view arrow, const Finding& finding, int gutter,
                   const PrintOptions& options, std::string* out) {
  const Paint paint{options.colour};
  *out += fmt::format("{}{} {}\n", std::string(static_cast<size_t>(gutter), ' '),
                      paint(kBlue, arrow), ShownPlace(place, options));
  const LineReader& line = options.line;
  const std::string text = place.line > 0 && line ? line(place) : std::string();
  if (Trim(text).empty()) return;
  std::string before;
  std::string after;
  for (int i = kLinesAround; i > 0; --i) before += LineAt(place, -i, line) + (i > 1 ? "\n" : "");
  for (int i = 1; i <= kLinesAround; ++i) after += (i > 1 ? "\n" : "") + LineAt(place, i, line);
  const Excerpt excerpt = MakeExcerpt(text, place.column, finding.name, before, after);
  const std::string bar = paint(kBlue, "|");
  const std::string margin(static_cast<size_t>(gutter) + 1, ' ');
  *out += fmt::format("{}{}\n", margin, bar);
  *out += fmt::format("{} {} {}\n", paint(kBlue, fmt::format("{:>{}}", place.line, gutter)), bar,
                      excerpt.text);
  *out += fmt::format(
      "{}{} {}{}\n", margin, bar, std::string(static_cast<size_t>(excerpt.mark), ' '),
      paint(ColourOf(finding.severity), std::string(static_cast<size_t>(excerpt.mark_width), '^')));
}

}  // namespace

std::string ShownMessage(const Finding& finding, bool whole) {
  return EscapeControl(MaskSecrets(whole ? WholeMessage(finding) : finding.message, finding.name));
}

// The sequence OSC 8 is that of terminals since 2017: gnome's, iTerm2's, Windows', kitty's.
std::string ShownPlace(const Place& place, const PrintOptions& options) {
  const std::string text = PlaceText(place);
  if (options.link_root.empty()) return text;
  return fmt::format("\x1b]8;;file://{}\x1b\\{}\x1b]8;;\x1b\\",
                     UriPath(options.link_root + "/" + place.file), text);
}

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
  std::vector<Place> shown;
  const auto take = [&](const std::vector<Place>& places) {
    const size_t count = options.verbose ? places.size() : std::min<size_t>(places.size(), 1);
    shown.insert(shown.end(), places.begin(), places.begin() + static_cast<ptrdiff_t>(count));
  };
  take(finding.code);
  take(finding.doc);
  int last = 1;
  for (const Place& place : shown) last = std::max(last, place.line);
  const int gutter = static_cast<int>(std::to_string(last).size());
  for (const Place& place : shown) {
    AppendExcerpt(place, &place == &shown.front() ? "-->" : ":::", finding, gutter, options, out);
  }
  AppendOthers(finding, gutter, options, out);
  for (const Finding* other : explained) {
    *out += fmt::format("{}{} explains {}[{}]: {}\n", std::string(static_cast<size_t>(gutter), ' '),
                        paint(kBlue, "="), ToString(other->severity), other->rule,
                        EscapeControl(MaskSecrets(other->name, {})));
  }
  *out += '\n';
}

void AppendLine(const Finding& finding, const PrintOptions& options, std::string* out) {
  const Place* const place = !finding.code.empty()  ? &finding.code.front()
                             : !finding.doc.empty() ? &finding.doc.front()
                                                    : nullptr;
  if (place != nullptr) *out += ShownPlace(*place, options) + ": ";
  *out += fmt::format(
      "{}: {}\n",
      Paint{options.colour}(ColourOf(finding.severity), fmt::format("info[{}]", finding.rule)),
      ShownMessage(finding, true));
}

}  // namespace flagcensus
