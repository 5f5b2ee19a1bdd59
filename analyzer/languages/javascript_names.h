// What a script imports, exports or destructures: imports, exports, patterns and loops.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/languages/lowering.h"

namespace flagcensus {

class ScriptNames : public TermLowering {
 public:
  using TermLowering::TermLowering;

 protected:
  using TakePart = std::function<void(const std::string& name, const std::string& what)>;

  // `X`, `"X"` or `[X]` as the name of a member; "" if it is computed.
  std::string KeyOf(TSNode key);
  // The text between the quotes.
  static std::string Inner(const std::string& quoted);
  // `{X, Y: y = 1, ...rest}` and `[a, b]`, destructured from `value`.
  TermId Pattern(TSNode pattern, TSNode node, TermId value, bool declares);
  // One field of an object pattern.
  TermId Field(TSNode node);
  // The names that a nested pattern declares.
  std::vector<std::string> NamesIn(TSNode pattern);
  // `for (const name of LIST)`, `for (const [key, value] of PAIRS)`, `for (const key in OBJECT)`
  TermId ForIn(TSNode node);
  // The names of a pattern with the part of an element that each gets.
  void TakeParts(TSNode pattern, const TakePart& take);
  // The module of `import ... from "node:process"`; a relative one as spelled.
  Terms Imports(TSNode node);
  std::string ModuleOf(TSNode node);
  // `export default ...`, `export { a as b }`, `export { a } from "./x"`, `export * from "./x"`;
  // for `export const a` only the declaration.
  Terms Exports(TSNode node);
  // One name of an export clause.
  TermId Export(TSNode node, const std::string& module);
};

}  // namespace flagcensus
