// Statements with blocks of their own → nodes (Python Language Reference, 8).
#include <algorithm>

#include "analyzer/python/direct/grammar.h"

namespace flagcensus {

// Whether a statement with a block stands here; it is passed then.
bool PyGrammar::Compound(Ids* out) {
  if (Is("@")) {
    Decorated(out);
    return true;
  }
  if (Kind() == PyToken::kName) {
    if (Text() != "match" || !IsMatch()) return false;
    out->push_back(Match());
    return true;
  }
  if (Kind() != PyToken::kKeyword) return false;
  const PyPosition at = Here();
  const std::string_view word = Text();
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
    out->push_back(Function(at, {}, false));
  } else if (word == "class") {
    out->push_back(Class({}));
  } else if (word == "async") {
    Advance();
    if (IsWord("def")) {
      out->push_back(Function(at, {}, true));
    } else if (IsWord("for")) {
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
NodeId PyGrammar::Block() {
  const Level level(this);
  Expect(":");
  if (failed_) return 0;
  Ids out;
  PyPosition at = Here();
  if (Kind() != PyToken::kLineEnd) {
    lexer_.comments().clear();
    SimpleStatements(&out);
  } else {
    at = Indented([&] { Statement(&out); });
  }
  return Make(NodeKind::kBlock, at, out);
}

// The lines below that are indented deeper, all alike, each passed by `statement`; where the first
// one begins. They end behind the comments that are indented like them.
PyPosition PyGrammar::Indented(const std::function<void()>& statement) {
  lexer_.comments().clear();
  line_ = lexer_.NextLine();
  if (Kind() == PyToken::kBad) failed_ = true;
  const PyPosition at = Here();
  const uint32_t indent = line_.indent;
  if (failed_ || line_.end || indent <= block_indent_) {
    failed_ = true;
    return at;
  }
  const uint32_t around = block_indent_;
  block_indent_ = indent;
  while (!failed_ && !line_.end && line_.indent == indent) {
    lexer_.comments().clear();
    statement();
  }
  if (failed_ || (!line_.end && line_.indent > indent)) {
    failed_ = true;
    return at;
  }
  block_indent_ = around;
  std::vector<PyComment>& comments = lexer_.comments();
  size_t own = 0;
  while (own < comments.size() && comments[own].indent >= indent) {
    end_row_ = std::max(end_row_, comments[own].row);
    ++own;
  }
  comments.erase(comments.begin(), comments.begin() + static_cast<long>(own));
  return at;
}

// Whether the line at hand goes on with the statement around the block that has just ended.
bool PyGrammar::GoesOn(std::string_view word) {
  if (failed_ || line_.end || line_.indent != block_indent_ || !IsWord(word)) return false;
  lexer_.comments().clear();
  return true;
}

bool PyGrammar::BlockBehind(std::string_view word, Ids* out) {
  if (!GoesOn(word)) return false;
  Advance();
  out->push_back(Block());
  return true;
}

// Each `elif` is an `if` alone in the block of what is else; it ends with its own block.
NodeId PyGrammar::If() {
  struct Arm {
    PyPosition at;
    NodeId test;
    NodeId block;
    uint32_t end_row;
  };
  const Level level(this);
  std::vector<Arm> arms;
  do {
    const PyPosition at = Here();
    Advance();
    const NodeId test = Expression();
    const NodeId block = Block();
    arms.push_back({at, test, block, end_row_});
    if (arms.size() > kMaxHeight) return Fail();
  } while (GoesOn("elif"));
  Ids otherwise;
  BlockBehind("else", &otherwise);
  for (size_t i = arms.size(); i-- > 1;) {
    Ids ids = {arms[i].test, arms[i].block};
    ids.insert(ids.end(), otherwise.begin(), otherwise.end());
    const NodeId made = MakeTo(arms[i].end_row, NodeKind::kIf, arms[i].at, ids);
    otherwise = {MakeTo(arms[i].end_row, NodeKind::kBlock, arms[i].at, {made})};
  }
  Ids ids = {arms[0].test, arms[0].block};
  ids.insert(ids.end(), otherwise.begin(), otherwise.end());
  return Make(NodeKind::kIf, arms[0].at, ids);
}

NodeId PyGrammar::While() {
  const PyPosition at = Here();
  Advance();
  Ids ids = {Expression()};
  ids.push_back(Block());
  BlockBehind("else", &ids);
  return Make(NodeKind::kWhile, at, ids);
}

NodeId PyGrammar::For(PyPosition at) {
  Advance();
  Ids ids = {Targets()};
  ExpectWord("in");
  ids.push_back(ExpressionList());
  ids.push_back(Block());
  BlockBehind("else", &ids);
  return Make(NodeKind::kFor, at, ids);
}

NodeId PyGrammar::Try() {
  const PyPosition at = Here();
  Advance();
  Ids ids = {Block()};
  while (GoesOn("except")) {
    const PyPosition clause = Here();
    Advance();
    Take("*");  // of a group
    NodeId caught = 0;
    const bool bare = Is(":");
    std::string_view alias;
    if (!bare) {
      caught = Expression();
      if (IsWord("as")) {
        Advance();
        if (Kind() != PyToken::kName) return Fail();
        alias = Text();
        Advance();
      }
    }
    const NodeId block = Block();
    if (bare) caught = Make(NodeKind::kOpaque, clause);
    ids.push_back(Make(NodeKind::kExcept, clause, {caught, block}, alias));
  }
  const uint8_t otherwise = BlockBehind("else", &ids) ? 1 : 0;
  BlockBehind("finally", &ids);
  return Make(NodeKind::kTry, at, ids, {}, otherwise);
}

}  // namespace flagcensus
