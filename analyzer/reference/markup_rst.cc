// reStructuredText: a backslash before what could begin or end a mark (docutils specification,
// "Escaping Mechanism"); inline literals for values they can contain.
//
//   text "a* name_" ─→ a\* name\_     code "80" ─→ ``80``     code "a``b" ─→ :literal:`a\`\`b`
#include "analyzer/base/text.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {
namespace {

std::string TextInRst(std::string_view plain) {
  std::string out;
  const std::string text = OneLine(plain);
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool word = at + 1 < text.size() && IsIdentifierByte(text[at + 1]);
    const bool reference = c == '_' && !word;  // name_
    if (c == '\\' || c == '`' || c == '*' || c == '|' || reference) out += '\\';
    out += c;
  }
  // "text::" announces a literal block.
  if (out.ends_with("::")) out.insert(out.size() - 1, "\\");
  // The beginning of a list, a field, a comment or a quoted line. An escaped blank before it
  // disappears in the output.
  const std::string_view first = std::string_view(out).substr(0, out.find(' '));
  const bool enumerator = first.ends_with('.') || first.ends_with(')');
  if (!out.empty() && (std::string_view("-+:.>[#=~^\"'").find(out[0]) != std::string_view::npos ||
                       (enumerator && first.size() < 6))) {
    out.insert(0, "\\ ");
  }
  return out;
}

std::string CodeInRst(std::string_view literal) {
  const std::string text = OneLine(literal);
  if (text.empty()) return "``\"\"``";
  const bool plain = text.front() != ' ' && text.back() != ' ' && text.front() != '`' &&
                     text.back() != '`' && text.find("``") == std::string::npos &&
                     text.back() != '\\';
  if (plain) return "``" + text + "``";
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '`') out += '\\';
    out += c;
  }
  if (out.back() == ' ') out += "\\ ";
  return ":literal:`" + std::string(out.front() == ' ' ? "\\ " : "") + out + "`";
}

std::string LinkInRst(const std::string& shown, std::string_view url) {
  // A link's text contains no marks, so those of the literal are removed.
  std::string text = shown.starts_with("``") ? shown.substr(2, shown.size() - 4) : shown;
  text = ReplaceAll(ReplaceAll(text, "<", "\\<"), "`", "\\`");
  return "`" + text + " <" + ReplaceAll(url, "_", "\\_") + ">`__";
}

}  // namespace

const Markup& RstMarkup() {
  static const Markup kMarkup{TextInRst, CodeInRst, LinkInRst};
  return kMarkup;
}

}  // namespace flagcensus
