// Statements with blocks → nodes (Python Language Reference, 8).
//
//   if a: x            ─→ kIf(a, kBlock(x), kBlock(kIf(b, kBlock(y))))
//   elif b: y
#include "analyzer/python/direct/blocks.h"

#include <algorithm>
#include <span>
#include <utility>

namespace flagcensus {

// The module's node begins with its first token or comment and ends with the text.
NodeId PyBlocks::Module() {
  cursor_.NextLine();
  // Comments above the first statement belong to the module.
  const auto& comments = cursor_.lexer.comments();
  const uint32_t at = comments.empty() ? cursor_.Here() : comments[0].begin;
  PyIds out;
  if (cursor_.failed() && !cursor_.Recover(0)) return 0;
  Lines(0, [&] { Statement(&out); }, &out);
  if (cursor_.failed()) return 0;
  // The module ends with the text, including blanks at its end.
  cursor_.last_end = static_cast<uint32_t>(cursor_.lexer.text().size());
  return cursor_.Make(NodeKind::kModule, at, out);
}

// Parses the lines that are indented by `indent`, each by `statement`. Deeper ones, which no line
// above opens, are an error, and a block in `out`.
void PyBlocks::Lines(uint32_t indent, const std::function<void()>& statement, PyIds* out) {
  const uint32_t around = block_indent_;
  while (!cursor_.failed() && !cursor_.line.end && cursor_.line.indent >= indent) {
    // The rules below compare with the indentation of their own block.
    block_indent_ = indent;
    if (cursor_.line.indent == indent) {
      cursor_.lexer.comments().clear();
      statement();
    } else {
      // A budget of errors bounds the work on text that is not Python.
      if (!cursor_.PassError()) return;
      PyIds deeper;
      const PyCursor::Level level(cursor_);
      const uint32_t at = cursor_.Here();
      Lines(cursor_.line.indent, [&] { Statement(&deeper); }, &deeper);
      out->push_back(cursor_.Make(NodeKind::kBlock, at, deeper));
    }
  }
  block_indent_ = around;
}

// On an error, the parts of the statement that are complete are kept.
void PyBlocks::Statement(PyIds* out) {
  const PyCursor::Level level(cursor_);
  if (cursor_.failed()) return;
  // On success, one comparison is all that recovery costs.
  const uint32_t begin = cursor_.Here();
  const size_t nodes = cursor_.builder.size();
  const size_t before = out->size();
  if (!Compound(out)) statements_.SimpleStatements(out);
  if (!cursor_.failed() || cursor_.errors.allowed == 0) return;
  // The nodes of the failed statement remain in the builder; KeepWhole decides which of them are
  // used.
  out->resize(before);
  if (cursor_.Recover(begin)) KeepWhole(nodes, out);
}

// Keeps the complete parts of a statement with an error: the nodes from `first` on that are
// children of no other. Expressions become statements.
void PyBlocks::KeepWhole(size_t first, PyIds* out) {
  // Nodes are in post-order: a walk from the last to the first meets parents before their children.
  const Syntax& made = cursor_.builder.made();
  const size_t size = made.nodes.size();
  // One flag for each node of the statement: whether a parent has it.
  std::vector<bool> kept(size - first);
  PyIds whole;
  for (size_t id = size; id-- > first;) {
    const NodeKind kind = made.kind(static_cast<NodeId>(id));
    // A node that is only a part, such as a keyword, is not kept, but its children are.
    const bool part = kind == NodeKind::kPair || kind == NodeKind::kSplat ||
                      kind == NodeKind::kDoubleSplat || kind == NodeKind::kKeyword ||
                      kind == NodeKind::kClause || kind == NodeKind::kDecorator ||
                      kind == NodeKind::kParameters || kind == NodeKind::kParameter ||
                      kind == NodeKind::kExcept || kind == NodeKind::kWithItem ||
                      kind == NodeKind::kAlias || kind == NodeKind::kOpaque;
    if (!kept[id - first] && part) continue;
    if (!kept[id - first]) whole.push_back(static_cast<NodeId>(id));
    for (size_t i = 0; i < made.count(static_cast<NodeId>(id)); ++i)
      kept[made.child(static_cast<NodeId>(id), i) - first] = true;
  }
  // Back to the order of the text.
  std::reverse(whole.begin(), whole.end());
  for (const NodeId id : whole) {
    const Node node = cursor_.builder[id];
    const bool statement = node.kind >= NodeKind::kModule;
    out->push_back(
        statement ? id
                  : cursor_.MakeTo(node.end, NodeKind::kExpression, node.begin, std::span(&id, 1)));
  }
}

// Parses a statement with a block, if there is one at the current token; returns whether there is.
bool PyBlocks::Compound(PyIds* out) {
  // A decorated definition begins with "@".
  if (cursor_.Is("@")) {
    definitions_.Decorated(out);
    return true;
  }
  if (cursor_.Kind() == PyToken::kName) {
    // `match` is a keyword only at the beginning of such a statement.
    if (cursor_.Text() != "match" || !patterns_.IsMatch()) return false;
    out->push_back(patterns_.Match());
    return true;
  }
  if (cursor_.Kind() != PyToken::kKeyword) return false;
  // The keyword decides, and its rule consumes it.
  const uint32_t at = cursor_.Here();
  const std::string_view word = cursor_.Text();
  // A chain of comparisons: the words are few, and most lines begin with none of them.
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

// The block after a ':', on its line or below it. It begins with its first statement.
NodeId PyBlocks::Block() {
  const PyCursor::Level level(cursor_);
  cursor_.Expect(":");
  if (cursor_.failed()) return 0;
  PyIds out;
  uint32_t at = cursor_.Here();
  // `if a: x; y` on one line.
  if (cursor_.Kind() != PyToken::kLineEnd) {
    cursor_.lexer.comments().clear();
    statements_.SimpleStatements(&out);
  } else {
    at = Indented([&] { Statement(&out); }, &out);
  }
  return cursor_.Make(NodeKind::kBlock, at, out);
}

// Parses the lines below that are indented deeper, all by the same indent, each by `statement`.
// Returns where the first one begins. They end after the comments that are indented like them.
uint32_t PyBlocks::Indented(const std::function<void()>& statement, PyIds* out) {
  // The end of the header, for a block that turns out to be empty.
  const uint32_t header = cursor_.last_end;
  cursor_.lexer.comments().clear();
  cursor_.NextLine();
  const uint32_t at = cursor_.Here();
  const uint32_t indent = cursor_.line.indent;
  if (cursor_.failed()) return at;
  // An error, and an empty block: the lines below belong to the block around.
  if (cursor_.line.end || indent <= block_indent_) {
    if (!cursor_.PassError()) return at;  // a block without lines
    cursor_.last_end = std::max(cursor_.last_end, header);
    return header;
  }
  Lines(indent, statement, out);
  if (cursor_.failed()) return at;
  // Comments at the end of a block belong to it if they are indented like it.
  std::vector<PyComment>& comments = cursor_.lexer.comments();
  size_t own = 0;
  while (own < comments.size() && comments[own].indent >= indent) {
    cursor_.last_end = std::max(cursor_.last_end, comments[own].end);
    ++own;
  }
  comments.erase(comments.begin(), comments.begin() + static_cast<long>(own));
  return at;
}

// Whether the current line continues the statement around the block that has just ended.
bool PyBlocks::GoesOn(PyWord word) {
  // A line of another block, or another word: the statement has ended.
  if (cursor_.failed() || cursor_.line.end || cursor_.line.indent != block_indent_ ||
      !cursor_.IsWord(word))
    return false;
  cursor_.lexer.comments().clear();
  return true;
}

// The keyword at the block's own indentation: `else` of an inner statement is indented deeper.
bool PyBlocks::BlockBehind(PyWord word, PyIds* out) {
  if (!GoesOn(word)) return false;
  cursor_.Advance();
  out->push_back(Block());
  return true;
}

// Each `elif` is an `if` alone in the `else` block of the one before; it ends with its own block.
NodeId PyBlocks::If() {
  struct Arm {
    uint32_t at;
    NodeId test;
    NodeId block;
    uint32_t end;
  };
  // Arms are collected first, since each is a child of the one before.
  const PyCursor::Level level(cursor_);
  std::vector<Arm> arms;
  // One round for `if` and each `elif`.
  do {
    const uint32_t at = cursor_.Here();
    cursor_.Advance();
    const NodeId test = expressions_.Expression();
    const NodeId block = Block();
    arms.push_back({at, test, block, cursor_.last_end});
  } while (GoesOn("elif"));
  PyIds otherwise;
  BlockBehind("else", &otherwise);
  if (cursor_.failed()) return 0;
  // The arm's node; its height is its own block's, not that of the arms after it.
  const auto arm = [&](size_t i) {
    PyIds ids = {arms[i].test, arms[i].block};
    ids.insert(ids.end(), otherwise.begin(), otherwise.end());
    const NodeId made = cursor_.MakeTo(arms[i].end, NodeKind::kIf, arms[i].at, ids);
    if (!cursor_.failed()) cursor_.TakeHeightOf(made, arms[i].block);
    return made;
  };
  // Arms after the first hundred are placed side by side in the last of these: all of them are run.
  if (arms.size() > kMaxArms) {
    PyIds rest;
    PyIds last = std::exchange(otherwise, {});
    for (size_t i = kMaxArms; i < arms.size(); ++i) {
      if (i + 1 == arms.size()) otherwise = std::move(last);
      rest.push_back(arm(i));
    }
    otherwise = {cursor_.MakeTo(arms[kMaxArms].end, NodeKind::kBlock, arms[kMaxArms].at, rest)};
    arms.resize(kMaxArms);
  }
  // From the last arm to the second, each in a block of its own.
  for (size_t i = arms.size(); i-- > 1 && !cursor_.failed();) {
    const PyIds block = {arm(i)};
    otherwise = {cursor_.MakeTo(arms[i].end, NodeKind::kBlock, arms[i].at, block)};
    if (!cursor_.failed()) cursor_.TakeHeightOf(otherwise[0], arms[i].block);
  }
  PyIds ids = {arms[0].test, arms[0].block};
  ids.insert(ids.end(), otherwise.begin(), otherwise.end());
  return cursor_.Make(NodeKind::kIf, arms[0].at, ids);
}

// while a: ... else: ...
NodeId PyBlocks::While() {
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  PyIds ids = {expressions_.Expression()};
  ids.push_back(Block());
  BlockBehind("else", &ids);
  return cursor_.Make(NodeKind::kWhile, at, ids);
}

// for a, b in c: ... else: ...
NodeId PyBlocks::For(uint32_t at) {
  cursor_.Advance();
  PyIds ids = {atoms_.Targets()};
  // The iterable may be a tuple without parentheses.
  cursor_.ExpectWord("in");
  ids.push_back(expressions_.ExpressionList());
  ids.push_back(Block());
  BlockBehind("else", &ids);
  return cursor_.Make(NodeKind::kFor, at, ids);
}

// try: ... except A as e: ... else: ... finally: ...
NodeId PyBlocks::Try() {
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  PyIds ids = {Block()};
  while (GoesOn("except")) {
    const uint32_t clause = cursor_.Here();
    cursor_.Advance();
    cursor_.Take("*");  // except*: of an exception group
    NodeId caught = 0;
    // except: catches everything, and has an opaque type.
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
      if (cursor_.Is(",")) return cursor_.Fail();  // Python 2, or 3.14
    }
    const NodeId block = Block();
    if (bare) caught = cursor_.Make(NodeKind::kOpaque, clause);
    ids.push_back(cursor_.Make(NodeKind::kExcept, clause, {caught, block}, alias));
  }
  // else and finally, in this order.
  const uint8_t otherwise = BlockBehind("else", &ids) ? 1 : 0;
  BlockBehind("finally", &ids);
  return cursor_.Make(NodeKind::kTry, at, ids, {}, otherwise);
}

}  // namespace flagcensus
