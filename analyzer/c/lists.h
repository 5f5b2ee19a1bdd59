// Initialiser lists as values, and uses of the file's own macros in them, which are not expanded.
//
//   #define KEY(name) "APP_" #name
//   {"A", KEY(B), kHost}     ─→ the alternatives "A", the use KEY(B), the name kHost; 3 elements
//
// Its parts: lists (values.cc), their elements (elements.cc), the macros by name (tables.cc).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/c/file_view.h"

namespace flagcensus {

// A macro as a function with untyped parameters.
CFunction MacroOf(const CMacro& macro);

class CListReader {
 public:
  // Beyond it the last alternative of a value is a placeholder for the others.
  static constexpr size_t kMaxAlternatives = 200;

  explicit CListReader(const CFileView& file) : file_(file), t_(file.tokens()) {}

  // The list with its '{' at `open`.
  CValue List(size_t open);
  // The use of a macro with its name at `name`, as a value.
  CValue MacroCall(size_t name) const;
  // The first macro of that name with parameters and a body; nullptr if the file has none.
  const CMacro* FunctionMacro(const std::string& name);
  static bool IsTextMacro(const CMacro& macro);  // `#define KEY(name) "APP_" #name`
  static bool IsConstantName(const CToken& token);

 private:
  using Kind = CToken::Kind;

  // How many leading elements of a list are one text or constant each, outside of #if in the list.
  size_t PlainElements(size_t open);
  // Whether from..to is a use of a text macro of the file.
  bool IsTextUse(size_t from, size_t to);

  const CFileView& file_;
  const std::vector<CToken>& t_;
  std::map<std::string_view, const CMacro*> function_macros_;  // once one is requested
};

}  // namespace flagcensus
