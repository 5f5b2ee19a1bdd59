// Statements with blocks of their own → nodes (Python Language Reference, 8).
#include "analyzer/python/direct/blocks.h"

#include <algorithm>

namespace flagcensus {

// The module's node begins with its first token or comment and ends with the text.
NodeId PyBlocks::Module() {
  cursor_.NextLine();
  const auto& comments = cursor_.lexer.comments();
  const uint32_t at = comments.empty() ? cursor_.Here() : comments[0].begin;
  PyIds out;
  while (!cursor_.failed() && !cursor_.line.end) {
    if (cursor_.line.indent != 0) return cursor_.Fail();
    cursor_.lexer.comments().clear();
    Statement(&out);
  }
  cursor_.last_end = static_cast<uint32_t>(cursor_.lexer.text().size());
  return cursor_.Make(NodeKind::kModule, at, out);
}

void PyBlocks::Statement(PyIds* out) {
  const PyCursor::Level level(cursor_);
  if (cursor_.failed()) return;
  if (Compound(out)) return;
  statements_.SimpleStatements(out);
}

// Whether a statement with a block stands here; it is passed then.
bool PyBlocks::Compound(PyIds* out) {
  if (cursor_.Is("@")) {
    definitions_.Decorated(out);
    return true;
  }
  if (cursor_.Kind() == PyToken::kName) {
    if (cursor_.Text() != "match" || !patterns_.IsMatch()) return false;
    out->push_back(patterns_.Match());
    return true;
  }
  if (cursor_.Kind() != PyToken::kKeyword) return false;
  const uint32_t at = cursor_.Here();
  const std::string_view word = cursor_.Text();
  if (word == "if") {
    out->push_back(If());
  } else if (word == "for") {
    out->push_back(For(at));
  } else if (word == "while") {
    out->push_back(While());
  } else if (word == "try") {
    out->push_back(Try());
  } else if (word == "with") {
    out->push_back(With(at));
  } else if (word == "def") {
    out->push_back(definitions_.Function(at, {}, false));
  } else if (word == "class") {
    out->push_back(definitions_.Class({}));
  } else if (word == "async") {
    cursor_.Advance();
    if (cursor_.IsWord("def")) {
      out->push_back(definitions_.Function(at, {}, true));
    } else if (cursor_.IsWord("for")) {
      out->push_back(For(at));
    } else {
      out->push_back(With(at));
    }
  } else {
    return false;
  }
  return true;
}

// The block behind a ':', on the line or below it. It begins with its first statement.
NodeId PyBlocks::Block() {
  const PyCursor::Level level(cursor_);
  cursor_.Expect(":");
  if (cursor_.failed()) return 0;
  PyIds out;
  uint32_t at = cursor_.Here();
  if (cursor_.Kind() != PyToken::kLineEnd) {
    cursor_.lexer.comments().clear();
    statements_.SimpleStatements(&out);
  } else {
    at = Indented([&] { Statement(&out); });
  }
  return cursor_.Make(NodeKind::kBlock, at, out);
}

// The lines below that are indented deeper, all alike, each passed by `statement`; where the first
// one begins. They end behind the comments that are indented like them.
uint32_t PyBlocks::Indented(const std::function<void()>& statement) {
  cursor_.lexer.comments().clear();
  cursor_.NextLine();
  const uint32_t at = cursor_.Here();
  const uint32_t indent = cursor_.line.indent;
  if (cursor_.failed() || cursor_.line.end || indent <= block_indent_) {
    cursor_.Fail();
    return at;
  }
  const uint32_t around = block_indent_;
  block_indent_ = indent;
  while (!cursor_.failed() && !cursor_.line.end && cursor_.line.indent == indent) {
    cursor_.lexer.comments().clear();
    statement();
  }
  if (cursor_.failed() || (!cursor_.line.end && cursor_.line.indent > indent)) {
    cursor_.Fail();
    return at;
  }
  block_indent_ = around;
  std::vector<PyComment>& comments = cursor_.lexer.comments();
  size_t own = 0;
  while (own < comments.size() && comments[own].indent >= indent) {
    cursor_.last_end = std::max(cursor_.last_end, comments[own].end);
    ++own;
  }
  comments.erase(comments.begin(), comments.begin() + static_cast<long>(own));
  return at;
}

// Whether the line at hand goes on with the statement around the block that has just ended.
bool PyBlocks::GoesOn(PyWord word) {
  if (cursor_.failed() || cursor_.line.end || cursor_.line.indent != block_indent_ ||
      !cursor_.IsWord(word))
    return false;
  cursor_.lexer.comments().clear();
  return true;
}

bool PyBlocks::BlockBehind(PyWord word, PyIds* out) {
  if (!GoesOn(word)) return false;
  cursor_.Advance();
  out->push_back(Block());
  return true;
}

// Each `elif` is an `if` alone in the block of what is else; it ends with its own block.
NodeId PyBlocks::If() {
  struct Arm {
    uint32_t at;
    NodeId test;
    NodeId block;
    uint32_t end;
  };
  const PyCursor::Level level(cursor_);
  std::vector<Arm> arms;
  do {
    const uint32_t at = cursor_.Here();
    cursor_.Advance();
    const NodeId test = expressions_.Expression();
    const NodeId block = Block();
    arms.push_back({at, test, block, cursor_.last_end});
    if (arms.size() > PyCursor::kMaxHeight) return cursor_.Fail();
  } while (GoesOn("elif"));
  PyIds otherwise;
  BlockBehind("else", &otherwise);
  for (size_t i = arms.size(); i-- > 1;) {
    PyIds ids = {arms[i].test, arms[i].block};
    ids.insert(ids.end(), otherwise.begin(), otherwise.end());
    const NodeId made = cursor_.MakeTo(arms[i].end, NodeKind::kIf, arms[i].at, ids);
    const PyIds block = {made};
    otherwise = {cursor_.MakeTo(arms[i].end, NodeKind::kBlock, arms[i].at, block)};
  }
  PyIds ids = {arms[0].test, arms[0].block};
  ids.insert(ids.end(), otherwise.begin(), otherwise.end());
  return cursor_.Make(NodeKind::kIf, arms[0].at, ids);
}

NodeId PyBlocks::While() {
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  PyIds ids = {expressions_.Expression()};
  ids.push_back(Block());
  BlockBehind("else", &ids);
  return cursor_.Make(NodeKind::kWhile, at, ids);
}

NodeId PyBlocks::For(uint32_t at) {
  cursor_.Advance();
  PyIds ids = {atoms_.Targets()};
  cursor_.ExpectWord("in");
  ids.push_back(expressions_.ExpressionList());
  ids.push_back(Block());
  BlockBehind("else", &ids);
  return cursor_.Make(NodeKind::kFor, at, ids);
}

NodeId PyBlocks::Try() {
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  PyIds ids = {Block()};
  while (GoesOn("except")) {
    const uint32_t clause = cursor_.Here();
    cursor_.Advance();
    cursor_.Take("*");  // of a group
    NodeId caught = 0;
    const bool bare = cursor_.Is(":");
    std::string_view alias;
    if (!bare) {
      caught = expressions_.Expression();
      if (cursor_.IsWord("as")) {
        cursor_.Advance();
        if (cursor_.Kind() != PyToken::kName) return cursor_.Fail();
        alias = cursor_.Text();
        cursor_.Advance();
      }
    }
    const NodeId block = Block();
    if (bare) caught = cursor_.Make(NodeKind::kOpaque, clause);
    ids.push_back(cursor_.Make(NodeKind::kExcept, clause, {caught, block}, alias));
  }
  const uint8_t otherwise = BlockBehind("else", &ids) ? 1 : 0;
  BlockBehind("finally", &ids);
  return cursor_.Make(NodeKind::kTry, at, ids, {}, otherwise);
}

}  // namespace flagcensus
