// Chains: expressions whose first operand is again such an expression, `a + b + c`, `x.f().g()`,
// which the grammar nests as deep as they are long. Long chains are split without recursion.
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
