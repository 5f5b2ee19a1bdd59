// AsciiDoc: an attribute for a mark where it could be one, a literal monospace (`+text+`) for what
// is typed. Attributes are replaced after the marks have been looked for, so that `{asterisk}` is
// never one (AsciiDoc language documentation, "Substitutions").
#include "analyzer/base/text.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {
namespace {

// A word in which something could be a mark, by attributes.
std::string ByAttributes(std::string_view word) {
  std::string out;
  for (const char c : word) {
    switch (c) {
      case '*':
        out += "{asterisk}";
        break;
      case '`':
        out += "{backtick}";
        break;
      case '|':
        out += "{vbar}";
        break;
      case '[':
        out += "{startsb}";
        break;
      case ']':
        out += "{endsb}";
        break;
      case '^':
        out += "{caret}";
        break;
      case '~':
        out += "{tilde}";
        break;
      case '+':
        out += "{plus}";
        break;
      case '\\':
        out += "{backslash}";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// A plus on either side takes a word as it stands; one that has a plus itself goes by attributes.
std::string TextInAsciidoc(std::string_view plain) {
  std::string out;
  const std::string text = OneLine(plain);
  for (const std::string_view word : Split(text, ' ')) {
    if (!out.empty()) out += ' ';
    const bool marks = word.find_first_of("*`[]^~{}<>&_#\\|") != std::string_view::npos;
    if (word.find_first_of("+|") != std::string_view::npos) {
      out += ByAttributes(word);
    } else if (marks) {
      out += "+" + std::string(word) + "+";
    } else {
      out += word;
    }
  }
  return out;
}

std::string CodeInAsciidoc(std::string_view literal) {
  const std::string text = OneLine(literal);
  if (text.empty()) return "`\"\"`";
  if (text.find('+') == std::string::npos && text.find('`') == std::string::npos) {
    return "`+" + ReplaceAll(text, "|", "\\|") + "+`";
  }
  return "`pass:c[" + ReplaceAll(ReplaceAll(text, "]", "\\]"), "|", "\\|") + "]`";
}

std::string LinkInAsciidoc(const std::string& shown, std::string_view url) {
  return "link:++" + std::string(url) + "++[" + ReplaceAll(shown, "]", "\\]") + "]";
}

}  // namespace

const Markup& AsciidocMarkup() {
  static const Markup kMarkup{TextInAsciidoc, CodeInAsciidoc, LinkInAsciidoc};
  return kMarkup;
}

}  // namespace flagcensus
