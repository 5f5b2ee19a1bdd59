#include "analyzer/c/compiler/worker/evaluate.h"

#include <fmt/format.h>

#include <vector>

#include "analyzer/c/compiler/worker/libclang.h"
#include "analyzer/c/compiler/worker/unit.h"

namespace flagcensus {
namespace {

// Wrapping expressions and references to constants, one after the other.
constexpr int kMaxSteps = 8;

CXChildVisitResult Collect(CXCursor cursor, CXCursor, CXClientData data) {
  static_cast<std::vector<CXCursor>*>(data)->push_back(cursor);
  return CXChildVisit_Continue;
}

std::vector<CXCursor> Children(CXCursor cursor) {
  std::vector<CXCursor> out;
  Clang().visitChildren(cursor, Collect, &out);
  return out;
}

// A value as the token layer would write it: a bool by its type, unsigned numbers as such.
std::optional<Evaluated> TextOf(CXEvalResult result, CXCursor cursor) {
  const CXType type = Clang().getCanonicalType(Clang().getCursorType(cursor));
  switch (Clang().EvalResult_getKind(result)) {
    case CXEval_Int:
      if (type.kind == CXType_Bool) {
        return Evaluated{Clang().EvalResult_getAsInt(result) != 0 ? "true" : "false"};
      }
      if (Clang().EvalResult_isUnsignedInt(result) != 0) {
        return Evaluated{std::to_string(Clang().EvalResult_getAsUnsigned(result))};
      }
      return Evaluated{std::to_string(Clang().EvalResult_getAsLongLong(result))};
    case CXEval_Float:
      return Evaluated{fmt::format("{}", Clang().EvalResult_getAsDouble(result))};
    case CXEval_StrLiteral: {
      const char* text = Clang().EvalResult_getAsStr(result);
      if (text == nullptr) return std::nullopt;
      return Evaluated{text, true};
    }
    default:
      return std::nullopt;
  }
}

std::optional<Evaluated> EvaluateHere(CXCursor cursor) {
  CXEvalResult result = Clang().Cursor_Evaluate(cursor);
  if (result == nullptr) return std::nullopt;
  std::optional<Evaluated> out = TextOf(result, cursor);
  Clang().EvalResult_dispose(result);
  return out;
}

// A variable to which nothing can assign a different value: const, constexpr, an array of const.
bool IsConstant(CXCursor variable) {
  CXType type = Clang().getCursorType(variable);
  if (type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray) {
    type = Clang().getArrayElementType(type);
  }
  return Clang().isConstQualifiedType(type) != 0;
}

// Whether the expression is only the name of an enumerator.
bool IsEnumerator(CXCursor expression) {
  for (int step = 0; step < kMaxSteps; ++step) {
    const CXCursorKind kind = Clang().getCursorKind(expression);
    if (kind == CXCursor_DeclRefExpr) {
      return Clang().getCursorKind(Clang().getCursorReferenced(expression)) ==
             CXCursor_EnumConstantDecl;
    }
    const std::vector<CXCursor> children = Children(expression);
    // Implicit conversions and brackets, with one operand.
    const bool wraps = kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr;
    if (!wraps || children.size() != 1) return false;
    expression = children[0];
  }
  return false;
}

ValueType KindOf(CXCursor expression) {
  const CXType type = Clang().getCanonicalType(Clang().getCursorType(expression));
  if (type.kind == CXType_Bool) return ValueType::kBool;
  if (type.kind == CXType_Enum) return ValueType::kEnum;
  if (type.kind == CXType_Float || type.kind == CXType_Double || type.kind == CXType_LongDouble) {
    return ValueType::kFloat;
  }
  // The order of libclang's enumeration: the integer types from short to 128 bits are consecutive.
  // A char is not among them, since it is a text's byte.
  if (type.kind >= CXType_UShort && type.kind <= CXType_UInt128) return ValueType::kInt;
  if (type.kind >= CXType_Short && type.kind <= CXType_Int128) return ValueType::kInt;
  return ValueType::kUnknown;
}

}  // namespace

// libclang evaluates most constant expressions itself. Otherwise a constant variable is replaced by
// its initialiser, and a conversion by its operand.
//
//   const int kBase = 8000; enum { kDefault = kBase + 80 };
//   kDefault ─→ "8080", enumerator    kBase ─→ "8000"    port (not const) ─→ nullopt
std::optional<Evaluated> Evaluate(CXCursor expression) {
  for (int step = 0; step < kMaxSteps; ++step) {
    if (std::optional<Evaluated> value = EvaluateHere(expression)) {
      value->enumerator = IsEnumerator(expression);
      return value;
    }
    const CXCursorKind kind = Clang().getCursorKind(expression);
    if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) {
      const CXCursor variable = Clang().getCursorReferenced(expression);
      if (Clang().getCursorKind(variable) != CXCursor_VarDecl || !IsConstant(variable)) {
        return std::nullopt;
      }
      if (std::optional<Evaluated> value = EvaluateHere(variable)) return value;
      const std::vector<CXCursor> children = Children(variable);
      if (children.empty()) return std::nullopt;
      expression = children.back();
    } else if (kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr) {
      const std::vector<CXCursor> children = Children(expression);
      if (children.size() != 1) return std::nullopt;
      expression = children[0];
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

bool IsPointer(CXCursor expression) {
  const CXTypeKind kind = Clang().getCanonicalType(Clang().getCursorType(expression)).kind;
  return kind == CXType_Pointer || kind == CXType_NullPtr;
}

// `parse(v)` and `parse(v, 1)` return the value; with more arguments the result may be a status.
//
//   int ReadInt(name, 80) ─→ int    bool Read(name, "80") ─→ unknown: it may be a status
ValueType TypeOfCall(CXCursor call) {
  const ValueType type = KindOf(call);
  const int count = Clang().Cursor_getNumArguments(call);
  if (count == 1) return type;
  const bool same = count == 2 && KindOf(Clang().Cursor_getArgument(call, 1)) == type;
  return same ? type : ValueType::kUnknown;
}

}  // namespace flagcensus
