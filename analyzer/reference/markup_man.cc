// man pages: `\e` for a backslash, `\&` before a character that would begin a request at the start
// of a line, `\-` for a hyphen that is typed (groff_man_style(7)).
//
//   code "--port" ─→ \fB\-\-port\fR     code "a b" ─→ \fB\(dqa b\(dq\fR

#include "analyzer/base/text.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {
namespace {

// `typed`: what users copy. Without the escapes, groff prints typographic quotes and dashes, which
// do not work in a shell.
std::string Escaped(std::string_view plain, bool typed) {
  std::string out;
  const std::string text = OneLine(plain);
  if (!text.empty() && (text[0] == '.' || text[0] == '\'')) out += "\\&";
  constexpr size_t kLongWord = 40;  // bytes; a longer word may be broken
  size_t word = 0;
  for (const char c : text) {
    word = c == ' ' ? 0 : word + 1;
    if (word > kLongWord && !IsUtf8Continuation(c)) {
      out += "\\:";
      word = 1;
    }
    if (c == '\\') {
      out += "\\e";
    } else if (typed && c == '-') {
      out += "\\-";
    } else if (typed && c == '\'') {
      out += "\\(aq";
    } else if (typed && c == '`') {
      out += "\\(ga";
    } else if (typed && c == '^') {
      out += "\\(ha";
    } else if (typed && c == '~') {
      out += "\\(ti";
    } else {
      out += c;
    }
  }
  return out;
}

std::string Text(std::string_view plain) { return Escaped(plain, false); }

std::string CodeInMan(std::string_view literal) {
  const std::string text = Escaped(literal, true);
  // A value of several words is quoted, so its end is visible. So is a value that a reader
  // would take for the absence of one, "none".
  const bool word = AnyByte(literal, IsIdentifierByte);
  const std::string lower = ToLower(literal);
  const bool quoted = !word || literal.find_first_of(" `[](){}<>;'\"") != literal.npos ||
                      lower == "none" || lower == "unset" || lower == "required" || lower == "n/a";
  const std::string mark = !quoted                                        ? ""
                           : literal.find('"') == std::string_view::npos  ? "\\(dq"
                           : literal.find('\'') == std::string_view::npos ? "\\(aq"
                                                                          : "";
  return "\\fB" + mark + text + mark + "\\fR";
}

// Without a macro, since a cell of a table may not contain one: "text <https://a.b>".
std::string LinkInMan(const std::string& shown, std::string_view url) {
  return shown + " <" + Escaped(url, true) + ">";
}

}  // namespace

const Markup& ManMarkup() {
  static const Markup kMarkup{Text, CodeInMan, LinkInMan};
  return kMarkup;
}

}  // namespace flagcensus
