#include "analyzer/pages/document_dump.h"

#include <array>
#include <string_view>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kShown = 100;  // bytes of a text

// In the order of Block::Kind.
constexpr std::array<std::string_view, 15> kKinds = {
    "heading", "paragraph", "list", "item",  "definition", "table",  "row",    "cell",
    "field",   "directive", "code", "quote", "assignment", "record", "comment"};

std::string Quoted(std::string_view text) {
  const bool cut = text.size() > kShown;
  size_t end = cut ? kShown : text.size();
  // A cut must not divide a UTF-8 character.
  while (cut && end > 0 && IsUtf8Continuation(text[end])) --end;
  return "\"" + EscapeControl(text.substr(0, end)) + (cut ? "\"..." : "\"");
}

void DumpMarks(const Marks& marks, std::string& out) {
  if (marks.code) out += " code";
  if (marks.strong) out += " strong";
  if (marks.emphasis) out += " emphasis";
  if (marks.link) out += " link";
  if (!marks.role.empty()) out += " role=" + EscapeControl(marks.role);
}

std::string PlaceText(int line, int column) {
  return std::to_string(line) + ":" + std::to_string(column);
}

// Recursive; two blanks of indentation for each level. Fields with their initial values are not
// written.
void DumpBlock(const Block& block, size_t depth, std::string& out) {
  const std::string indent(2 * depth, ' ');
  out += indent + std::string(kKinds[static_cast<size_t>(block.kind)]) + " " +
         PlaceText(block.line, block.column);
  if (block.level > 0) out += " level=" + std::to_string(block.level);
  if (block.header) out += " header";
  if (block.commented) out += " commented";
  if (!block.label.empty()) out += " label=" + Quoted(block.label);
  if (!block.text.empty()) out += " text=" + Quoted(block.text);
  out += '\n';
  for (const Run& run : block.inlines) {
    out += indent + "  | " + PlaceText(run.line, run.column);
    DumpMarks(run, out);
    out += " " + Quoted(run.text) + "\n";
  }
  for (const Block& child : block.children) DumpBlock(child, depth + 1, out);
}

}  // namespace

std::string DumpDocument(const Document& document) {
  std::string out;
  for (const Block& block : document.blocks) DumpBlock(block, 0, out);
  return out;
}

}  // namespace flagcensus
