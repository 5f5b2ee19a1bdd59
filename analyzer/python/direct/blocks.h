// The rules of statements: simple ones, definitions, patterns, and those with blocks. Each appends
// its nodes to a list, since a line may have several statements.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "analyzer/python/direct/cursor.h"
#include "analyzer/python/direct/expressions.h"

namespace flagcensus {

class PyBlocks;

// Functions, classes and type aliases (definitions.cc).
class PyDefinitions {
 public:
  PyDefinitions(PyCursor& cursor, PyExpressions& expressions, PyBlocks& blocks)
      : cursor_(cursor), expressions_(expressions), blocks_(blocks) {}

  void Decorated(PyIds* out);
  NodeId Function(uint32_t at, const PyIds& decorators, bool async);
  NodeId Class(const PyIds& decorators);
  bool IsTypeAlias();
  void TypeAlias();

 private:
  void TypeParameters();

  PyCursor& cursor_;
  PyExpressions& expressions_;
  PyBlocks& blocks_;
};

// Statements without blocks (statements.cc).
class PyStatements {
 public:
  PyStatements(PyCursor& cursor, PyExpressions& expressions, PyAtoms& atoms,
               PyDefinitions& definitions)
      : cursor_(cursor), expressions_(expressions), atoms_(atoms), definitions_(definitions) {}

  // The statements of one line.
  void SimpleStatements(PyIds* out);

 private:
  void Simple(PyIds* out);
  void ExpressionStatement(PyIds* out);
  bool EndsWithOperator() const;
  NodeId Import();
  NodeId ImportFrom();
  NodeId Alias();

  PyCursor& cursor_;
  PyExpressions& expressions_;
  PyAtoms& atoms_;
  PyDefinitions& definitions_;
};

// `match` statements and their patterns (patterns.cc).
class PyPatterns {
 public:
  PyPatterns(PyCursor& cursor, PyExpressions& expressions, PyStrings& strings, PyBlocks& blocks)
      : cursor_(cursor), expressions_(expressions), strings_(strings), blocks_(blocks) {}

  bool IsMatch();
  NodeId Match();

 private:
  NodeId Case(bool* all);
  void Pattern(PyIds* names, int depth);
  void ClosedPattern(PyIds* names, int depth);
  bool TakeLiteral();
  void NumberPattern();
  void NamePattern(PyIds* names, int depth);
  void PatternsIn(PyWord closing, PyIds* names, int depth);
  void Mapping(PyIds* names, int depth);
  void Capture(PyIds* names);

  PyCursor& cursor_;
  PyExpressions& expressions_;
  PyStrings& strings_;
  PyBlocks& blocks_;
  PyIds literals_;       // of the current case, outside of brackets
  bool others_ = false;  // it has other patterns
};

// The module, its statements, and those with blocks (blocks.cc, with.cc).
class PyBlocks {
 public:
  PyBlocks(PyCursor& cursor, PyExpressions& expressions, PyAtoms& atoms, PyStatements& statements,
           PyDefinitions& definitions, PyPatterns& patterns)
      : cursor_(cursor),
        expressions_(expressions),
        atoms_(atoms),
        statements_(statements),
        definitions_(definitions),
        patterns_(patterns) {}

  NodeId Module();
  // Parses the block after a ':'.
  NodeId Block();
  uint32_t Indented(const std::function<void()>& statement, PyIds* out);
  // The indentation of the lines of the current block.
  uint32_t indent() const { return block_indent_; }

 private:
  void Lines(uint32_t indent, const std::function<void()>& statement, PyIds* out);
  void Statement(PyIds* out);
  void KeepWhole(size_t first, PyIds* out);
  bool Compound(PyIds* out);
  NodeId If();
  NodeId While();
  NodeId For(uint32_t at);
  NodeId Try();
  bool GoesOn(PyWord word);
  // Parses `else: ...` if the statement continues with it; returns whether it does.
  bool BlockBehind(PyWord word, PyIds* out);

  // with.cc
  NodeId With(uint32_t at);
  PyIds WithParts();
  void ParenthesizedItems(PyIds* out);
  bool IsPlainWith();

  PyCursor& cursor_;
  PyExpressions& expressions_;
  PyAtoms& atoms_;
  PyStatements& statements_;
  PyDefinitions& definitions_;
  PyPatterns& patterns_;
  uint32_t block_indent_ = 0;
};

}  // namespace flagcensus
