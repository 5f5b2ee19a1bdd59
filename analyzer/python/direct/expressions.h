// The rules of expressions: one method for each rule, which returns the node of the rule. On
// failure the node is meaningless; see cursor.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "analyzer/python/direct/cursor.h"

namespace flagcensus {

class PyExpressions;

// Strings, with the expressions in them (strings.cc).
class PyStrings {
 public:
  PyStrings(PyCursor& cursor, PyExpressions& expressions)
      : cursor_(cursor), expressions_(expressions) {}

  // One string, or several adjacent ones.
  NodeId Strings();

 private:
  struct Piece {
    uint32_t begin = 0;
    uint32_t end = 0;
    std::string decoded;       // its value; in a format string, `{{` is unchanged
    std::string said;          // its value with `{{` resolved
    bool expressions = false;  // it is a format string with expressions
    PyIds parts;               // of such a format string
  };

  Piece String();
  size_t PastInner(size_t open, size_t end, PyIds* out);
  size_t PastForm(size_t at, size_t end, PyIds* out);
  void Interpolations(const PyLexeme& token, size_t begin, size_t end, bool raw, Piece* out);

  PyCursor& cursor_;
  PyExpressions& expressions_;
};

// Names, literals, and expressions in brackets (atoms.cc).
class PyAtoms {
 public:
  PyAtoms(PyCursor& cursor, PyExpressions& expressions, PyStrings& strings)
      : cursor_(cursor), expressions_(expressions), strings_(strings) {}

  NodeId Atom();
  NodeId Yield();
  bool AtClause() const {
    return !cursor_.failed() && (cursor_.IsWord("for") || cursor_.IsWord("async"));
  }
  // The clauses of a comprehension: for a in b if c.
  void Clauses(PyIds* out);
  // The targets of a loop.
  NodeId Targets();

 private:
  NodeId Parenthesized();
  NodeId Bracketed();
  NodeId Braced();
  NodeId Element();
  bool IsPlain(NodeId id, int depth) const;
  NodeId Literal(NodeKind kind, uint32_t at, const PyIds& ids, size_t comments_before);
  NodeId Target();
  bool IsCalledOrGiven() const;

  PyCursor& cursor_;
  PyExpressions& expressions_;
  PyStrings& strings_;
};

// Operators, calls and subscripts (expressions.cc); parameters and annotations (parameters.cc).
class PyExpressions {
 public:
  PyExpressions(PyCursor& cursor, PyAtoms& atoms) : cursor_(cursor), atoms_(atoms) {}

  NodeId Expression();
  NodeId ExpressionOrSplat();
  // a, b: a tuple if there is a comma; an expression may be a splat. Ends before `=`, `in`, `:`...
  NodeId ExpressionList();
  bool EndsList() const;
  // An expression without a condition: `a if b else c` ends before the `if`.
  NodeId Disjunction();
  NodeId Primary();
  NodeId Star(NodeKind kind);
  NodeId Argument(bool* generator);
  NodeId Parameters(PyWord closing);
  NodeId Type();

 private:
  NodeId Lambda();
  NodeId Conjunction();
  NodeId Inversion();
  NodeId Comparison();
  NodeId Binary(int least);
  NodeId Unary();
  NodeId Power();
  NodeId CallOf(NodeId callee, uint32_t at);
  NodeId SubscriptOf(NodeId object, uint32_t at);
  NodeId Index();
  NodeId Parameter(bool typed);

  PyCursor& cursor_;
  PyAtoms& atoms_;
};

}  // namespace flagcensus
