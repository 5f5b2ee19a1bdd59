// text with escape sequences → SVG, a <text> a line and a <tspan> a run of one colour
#include "tests/terminal_svg.h"

#include <map>
#include <vector>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kColumn = 8;  // pixels
constexpr size_t kLine = 19;
constexpr size_t kMargin = 16;

std::string EscapeXml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return out;
}

// The class of a run whose sequence is "1;33"; "" for none.
std::string ClassOf(std::string_view codes) {
  static const std::map<std::string_view, std::string> kClasses = {
      {"1", "b"}, {"31", "r"}, {"32", "g"}, {"33", "y"}, {"34", "l"}, {"35", "m"}, {"36", "c"}};
  std::string out;
  for (const std::string_view code : Split(codes, ';')) {
    const auto found = kClasses.find(code);
    if (found != kClasses.end()) out += (out.empty() ? "" : " ") + found->second;
  }
  return out;
}

// A line's runs; `codes` is the sequence that holds at its begin, and at the begin of the next.
std::string RunsOf(std::string_view line, std::string* codes) {
  std::string out;
  while (!line.empty()) {
    const size_t escape = line.find("\x1b[");
    const std::string run = EscapeXml(line.substr(0, escape));
    const std::string name = ClassOf(*codes);
    if (!run.empty())
      out += name.empty() ? run : "<tspan class=\"" + name + "\">" + run + "</tspan>";
    if (escape == std::string_view::npos) break;
    const size_t end = line.find('m', escape);
    *codes = std::string(line.substr(escape + 2, end - escape - 2));
    line.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace

std::string TerminalSvg(std::string_view command, std::string_view text, size_t columns) {
  std::vector<std::string> lines = {"<tspan class=\"d\">$</tspan> " + EscapeXml(command)};
  std::string codes;
  while (text.ends_with('\n')) text.remove_suffix(1);
  for (const std::string_view line : Split(text, '\n')) lines.push_back(RunsOf(line, &codes));

  const std::string width = std::to_string(columns * kColumn + 2 * kMargin);
  const std::string height = std::to_string(lines.size() * kLine + 2 * kMargin);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" +
                    height + "\" viewBox=\"0 0 " + width + " " + height + "\">\n";
  out +=
      "<style>text { font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; "
      "fill: #d6dbe1; white-space: pre } .b { font-weight: bold } .d { fill: #8b949e } "
      ".r { fill: #ff7b72 } .g { fill: #7ee787 } .y { fill: #e3b341 } .l { fill: #79c0ff } "
      ".m { fill: #d2a8ff } .c { fill: #a5d6ff }</style>\n"
      "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>\n";
  size_t y = kMargin + kLine - 6;
  for (const std::string& line : lines) {
    if (!line.empty())
      out += "<text x=\"" + std::to_string(kMargin) + "\" y=\"" + std::to_string(y) +
             "\" xml:space=\"preserve\">" + line + "</text>\n";
    y += kLine;
  }
  return out + "</svg>\n";
}

}  // namespace flagcensus
