// The current token of a text, and the nodes made so far: what all rules of the grammar share.
//
//   Fail()    syntax that may be right: the parse stops, and tree-sitter reads the text
//   Break()   a certain error: the statement stops, and the parse continues after it
//
// After either, failed() is true and returned nodes are meaningless.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/python/direct/tokens.h"
#include "analyzer/python/syntax.h"

namespace flagcensus {

// Ids of nodes, in the order of the text.
using PyIds = std::vector<NodeId>;

// The syntax errors of a text.
struct PyErrors {
  // A text with more errors is not Python, or of another version.
  uint32_t allowed = 100;         // more stop the parse
  std::optional<uint32_t> first;  // byte offset
  uint32_t stopped = 0;           // byte offset at which a parse that failed ended
};

class PyCursor {
 public:
  // `blank`: comments alone on their lines count as blanks, as in ParsePythonTree.
  PyCursor(std::string_view text, bool blank) : lexer(text, blank) { builder.Reserve(text.size()); }

  // Far below the depth at which LowerPython cuts, which counts parentheses and other nodes that
  // are not counted here.
  static constexpr int kMaxLevels = 90;
  static constexpr int kMaxHeight = 60;              // of a node
  static constexpr size_t kMaxParts = kMaxElements;  // of a literal, and comments in it

  PyLexer lexer;
  SyntaxBuilder builder;
  PyLine line;  // the current one
  // Nodes end with the last token, without the blanks after it.
  uint32_t last_end = 0;            // of the last consumed token, in bytes
  uint32_t statement = UINT32_MAX;  // byte at which the current one begins with a name

  PyErrors errors;
  std::vector<SyntaxCut> cuts;

  bool failed() const { return failed_; }
  // Stops the parse at syntax that may be right; returns a meaningless node.
  NodeId Fail() {
    failed_ = true;
    return 0;
  }
  // Stops the statement at a certain error; returns a meaningless node. Inside a string, it stops
  // the parse.
  NodeId Break() {
    broken_ = broken_ || (!failed_ && !lexer.IsInside());
    return Fail();
  }
  // After a Break, continues at the line after everything that was consumed since the byte `begin`.
  // False if the parse remains stopped.
  bool Recover(uint32_t begin);
  // Counts an error at the current token after which the parse can continue; false if it is
  // stopped.
  bool PassError();
  // Whether no nodes are created.
  bool muted() const { return muted_ > 0; }

  // The first byte of the current token, at which a node begins.
  uint32_t Here() const { return lexer.token().begin; }
  bool Is(PyWord op) const { return lexer.token().word == op; }
  bool IsWord(PyWord keyword) const { return lexer.token().word == keyword; }
  PyToken Kind() const { return lexer.token().kind; }
  std::string_view Text() const { return lexer.TextOf(lexer.token()); }
  // The source from a byte to the end of the last consumed token.
  std::string_view SourceFrom(uint32_t at) const { return lexer.text().substr(at, last_end - at); }
  void Advance();
  // Consumes the operator or keyword, or fails.
  void Expect(PyWord op);
  void ExpectWord(PyWord keyword);
  bool Take(PyWord op);
  // Moves to the next line of code.
  void NextLine();
  // a.b.c, as spelled.
  std::string_view DottedName();

  NodeId Name();
  // A node from the byte `at` to the end of the last consumed token.
  NodeId Make(NodeKind kind, uint32_t at, std::span<const NodeId> children,
              std::string_view text = {}, uint8_t flag = 0);
  NodeId Make(NodeKind kind, uint32_t at, std::initializer_list<NodeId> children = {},
              std::string_view text = {}, uint8_t flag = 0) {
    return Make(kind, at, std::span(children.begin(), children.size()), text, flag);
  }
  // The same, with another end.
  NodeId MakeTo(uint32_t end, NodeKind kind, uint32_t at, std::span<const NodeId> children,
                std::string_view text = {});

  // An `elif` is nested in the `else` of the one before, and may be nested more often than
  // expressions may: its height is that of its block.
  void TakeHeightOf(NodeId nested, NodeId arm) { heights_[nested] = heights_[arm]; }

  // Counts the nesting of rules; fails beyond the bound.
  class Level {
   public:
    explicit Level(PyCursor& cursor) : cursor_(cursor) {
      if (++cursor_.depth_ > kMaxLevels) cursor_.failed_ = true;
    }
    ~Level() { --cursor_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    PyCursor& cursor_;
  };
  // While one exists, no nodes are created.
  class Mute {
   public:
    explicit Mute(PyCursor& cursor) : cursor_(cursor) { ++cursor_.muted_; }
    ~Mute() { --cursor_.muted_; }
    Mute(const Mute&) = delete;
    Mute& operator=(const Mute&) = delete;

   private:
    PyCursor& cursor_;
  };

 private:
  void FailAtBadToken();

  std::vector<uint8_t> heights_;  // of nodes, by id
  int depth_ = 0;
  int muted_ = 0;
  bool failed_ = false;
  bool broken_ = false;  // it failed at a certain error
};

}  // namespace flagcensus
