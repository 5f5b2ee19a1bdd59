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

// Whether the word is a mark at the begin or end of a paragraph: "1.", "a)", "term::".
bool IsBlockMark(std::string_view word, bool first) {
  return word.ends_with("::") || (first && (word.ends_with('.') || word.ends_with(')') ||
                                            word.starts_with('.') || word == "-"));
}

// A plus on either side takes a word as it is; one that has a plus itself goes by attributes.
std::string TextBy(std::string_view plain, bool paragraph) {
  std::string out;
  const std::string text = OneLine(plain);
  for (const std::string_view word : Split(text, ' ')) {
    const bool mark = paragraph && IsBlockMark(word, out.empty());
    if (!out.empty()) out += ' ';
    const bool marks = mark || word.find_first_of("*`[]^~{}<>&_#\\|") != std::string_view::npos;
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

std::string TextInAsciidoc(std::string_view plain) { return TextBy(plain, false); }
std::string ParagraphInAsciidoc(std::string_view plain) { return TextBy(plain, true); }

std::string CodeInParagraph(std::string_view literal) {
  const std::string text = OneLine(literal);
  if (text.empty()) return "`\"\"`";
  if (text.find('+') == std::string::npos && text.find('`') == std::string::npos) {
    return "`+" + text + "+`";
  }
  return "`pass:c[" + ReplaceAll(text, "]", "\\]") + "]`";
}

std::string CodeInAsciidoc(std::string_view literal) {
  return ReplaceAll(CodeInParagraph(literal), "|", "\\|");
}

std::string LinkInAsciidoc(const std::string& shown, std::string_view url) {
  return "link:++" + std::string(url) + "++[" + ReplaceAll(shown, "]", "\\]") + "]";
}

}  // namespace

const Markup& AsciidocDocumentMarkup() {
  static const Markup kMarkup{ParagraphInAsciidoc, CodeInParagraph, LinkInAsciidoc};
  return kMarkup;
}

const Markup& AsciidocMarkup() {
  static const Markup kMarkup{TextInAsciidoc, CodeInAsciidoc, LinkInAsciidoc};
  return kMarkup;
}

}  // namespace flagcensus
