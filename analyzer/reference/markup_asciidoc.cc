// AsciiDoc: an attribute for a character that could be a mark, and literal monospace (`+text+`) for
// what is typed. Attributes are replaced after marks are recognised, so `{asterisk}` never
// becomes a mark (AsciiDoc language documentation, "Substitutions").
//
//   "a*b" ─→ +a*b+     "a+*b" ─→ a{plus}{asterisk}b     code "80" ─→ `+80+`
#include "analyzer/base/text.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {
namespace {

// The word with each character that could be a mark as an attribute.
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

// Whether the word is a mark at the beginning or end of a paragraph: "1.", "a)", "term::".
bool IsBlockMark(std::string_view word, bool first) {
  return word.ends_with("::") || (first && (word.ends_with('.') || word.ends_with(')') ||
                                            word.starts_with('.') || word == "-"));
}

// A word between plus signs is literal. A word that itself has a plus, or a pipe, uses attributes.
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

// A cell of a table does not begin a block, so "1." needs no mark there.
std::string TextInAsciidoc(std::string_view plain) { return TextBy(plain, false); }
std::string ParagraphInAsciidoc(std::string_view plain) { return TextBy(plain, true); }

std::string CodeInParagraph(std::string_view literal) {
  const std::string text = OneLine(literal);
  if (text.empty()) return "`\"\"`";
  // The text may contain what ends monospace; "pass:c[]" is literal up to its bracket.
  if (text.find('+') == std::string::npos && text.find('`') == std::string::npos) {
    return "`+" + text + "+`";
  }
  return "`pass:c[" + ReplaceAll(text, "]", "\\]") + "]`";
}

// In a table, a pipe would begin the next cell, also within code.
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
