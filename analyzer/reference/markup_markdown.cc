// Markdown (CommonMark and GitHub's tables): a backslash before what could begin a mark.
//
//   text "a_b *c*" ─→ a_b \*c\*     code "a|b" ─→ `a\|b` in a table, `a|b` outside
//
// In a table, a pipe separates cells even inside a code span, and `\|` is a pipe there too (GFM
// 4.10).
#include "analyzer/base/text.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {
namespace {

bool IsWord(std::string_view text, size_t at) {
  return at < text.size() && text[at] != '_' && IsUnicodeIdentifierByte(text[at]);
}

std::string TextInMarkdown(std::string_view plain) {
  std::string out;
  const std::string text = OneLine(plain);
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    // Inside a word an underscore is not a mark.
    const bool inner = c == '_' && at > 0 && IsWord(text, at - 1) && IsWord(text, at + 1);
    if (std::string_view("\\`*_[]<>|~&").find(c) != std::string_view::npos && !inner) out += '\\';
    out += c;
  }
  // A character that begins a block if the text begins a line.
  if (!out.empty() && std::string_view("#-+=").find(out[0]) != std::string_view::npos) {
    out.insert(0, "\\");
  }
  return out;
}

// The same at the beginning of a paragraph, where "1. " begins a list.
std::string TextOfParagraph(std::string_view plain) {
  std::string out = TextInMarkdown(plain);
  const size_t digits = std::min(out.find_first_not_of("0123456789"), out.size());
  if (digits > 0 && digits < out.size() && (out[digits] == '.' || out[digits] == ')')) {
    out.insert(digits, 1, '\\');
  }
  return out;
}

std::string CodeOutsideTables(std::string_view literal) {
  const std::string text = OneLine(literal);
  return text.empty() ? "`\"\"`" : CodeSpan(text);
}

std::string CodeInMarkdown(std::string_view literal) {
  return CodeOutsideTables(ReplaceAll(literal, "|", "\\|"));
}

std::string LinkInMarkdown(const std::string& shown, std::string_view url) {
  return "[" + shown + "](<" + std::string(url) + ">)";
}

}  // namespace

const Markup& MarkdownDocumentMarkup() {
  static const Markup kMarkup{TextOfParagraph, CodeOutsideTables, LinkInMarkdown};
  return kMarkup;
}

const Markup& MarkdownMarkup() {
  static const Markup kMarkup{TextInMarkdown, CodeInMarkdown, LinkInMarkdown};
  return kMarkup;
}

}  // namespace flagcensus
