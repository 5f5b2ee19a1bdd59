// Chains: expressions with a first operand that is again such an expression, `a + b + c`,
// `x.f().g()`. The grammar nests them as deep as they are long; long chains are split without
// recursion.
//
//   a + b + c + ... (500 links)      ─→ operands a, b, c, ...; grouped "+"
//   x.f(1).g(2) ... (200 links)      ─→ operands x..., 1, 2, ...; not grouped
#pragma once

#include <tree_sitter/api.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace flagcensus {

// Whether `node` begins a chain of more than `most` links. Costs one step per link up to `most`.
bool IsLongChain(TSNode node, size_t most);

struct Chain {
  // The operands in order; for calls and subscripts the arguments.
  std::vector<TSNode> operands;
  // The operator, if it is the only one and the grouping of its operands does not matter.
  std::string_view grouped;
};

Chain ReadChain(TSNode node, std::string_view text);

// Whether a literal's element is a plain value, or a short list of them, and thus has no effects.
bool IsPlainElement(TSNode node);

}  // namespace flagcensus
