// Tokens are consumed one by one, and nodes are made from them.
#include "analyzer/python/direct/cursor.h"

#include <algorithm>
#include <utility>

namespace flagcensus {

// The first token of a line may be a bad one, such as a quote without its partner.
void PyCursor::NextLine() {
  line = lexer.NextLine();
  if (Kind() == PyToken::kBad) FailAtBadToken();
}

// After a failure, nothing is consumed, so a rule's loops end.
void PyCursor::Advance() {
  if (failed_) return;
  last_end = lexer.token().end;
  lexer.Next();
  // Whether it is an error is decided once, for all rules.
  if (Kind() == PyToken::kBad) FailAtBadToken();
}

// An unclosed string is an error, as is a bracket that is not open. Other bad tokens may be known
// to tree-sitter: f-strings and t-strings of newer versions.
void PyCursor::FailAtBadToken() {
  const std::string_view text = Text();
  const bool string = text.ends_with('"') || text.ends_with('\'');
  const bool other = text == "$" || text == "?" || text == ")" || text == "]" || text == "}";
  if (other || (string && text.find_first_of("fFtT") == std::string_view::npos)) {
    Break();
  } else {
    Fail();
  }
}

// Without a budget, as in ParseDirectly, each error stops the parse.
bool PyCursor::PassError() {
  if (errors.allowed == 0) {
    // No errors are allowed: the parse stops.
    Fail();
    return false;
  }
  --errors.allowed;
  if (!errors.first) errors.first = Here();
  return true;
}

bool PyCursor::Recover(uint32_t begin) {
  // The text up to the end of the line is skipped; if the next line begins with a bad token, it is
  // the next error.
  uint32_t behind = std::max(begin, last_end);
  while (broken_) {
    if (!PassError()) return false;
    failed_ = false;
    broken_ = false;
    // The text up to the line end is not read again.
    const size_t end = std::min(lexer.text().find('\n', behind), lexer.text().size());
    lexer.Restart(end);
    lexer.comments().clear();
    NextLine();
    behind = Here();
  }
  return !failed_;
}

// A missing operator is a certain error.
void PyCursor::Expect(PyWord op) {
  if (!Is(op)) Break();
  Advance();
}

void PyCursor::ExpectWord(PyWord keyword) {
  if (!IsWord(keyword)) Break();
  Advance();
}

bool PyCursor::Take(PyWord op) {
  if (failed_ || !Is(op)) return false;
  Advance();
  return true;
}

NodeId PyCursor::Make(NodeKind kind, uint32_t at, std::span<const NodeId> children,
                      std::string_view text, uint8_t flag) {
  // Muted rules consume tokens without making nodes: annotations of results, type parameters.
  if (failed_ || muted_ > 0) return 0;
  // A node's range ends with the last consumed token.
  Node node;
  node.kind = kind;
  node.flag = flag;
  node.begin = at;
  node.end = last_end;
  node.text = text.empty() ? 0 : builder.Intern(text);
  int height = 0;
  // Heights bound the recursion of all later walks.
  for (const NodeId child : children) height = std::max<int>(height, heights_[child] + 1);
  if (height > kMaxHeight) return Fail();
  heights_.push_back(static_cast<uint8_t>(height));
  return builder.Add(node, children);
}

// For nodes that end before the current token, such as an arm of an `if`.
NodeId PyCursor::MakeTo(uint32_t end, NodeKind kind, uint32_t at, std::span<const NodeId> children,
                        std::string_view text) {
  const uint32_t last = std::exchange(last_end, end);
  const NodeId made = Make(kind, at, children, text);
  last_end = last;
  return made;
}

// A keyword is not a name.
NodeId PyCursor::Name() {
  // A keyword in place of a name is an error in any version.
  if (failed_ || Kind() != PyToken::kName) return Break();
  const uint32_t at = Here();
  const std::string_view name = Text();
  Advance();
  return Make(NodeKind::kName, at, {}, name);
}

// Blanks between the parts remain in the text.
std::string_view PyCursor::DottedName() {
  const uint32_t begin = lexer.token().begin;
  do {
    if (Kind() != PyToken::kName) Break();
    Advance();
  } while (Take("."));
  return lexer.text().substr(begin, failed_ ? 0 : last_end - begin);
}

}  // namespace flagcensus
