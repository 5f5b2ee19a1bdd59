// Chains: expressions whose first operand is again such an expression, `a + b + c`, `x.f().g()`,
// which the grammar nests as deep as they are long. A long one is taken apart without recursion.
#pragma once

#include <tree_sitter/api.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace flagcensus {

// Whether `node` begins a chain of more than `most` links. Costs a step for each up to there.
bool IsLongChain(TSNode node, size_t most);

struct Chain {
  // The operands in their order; of calls and subscripts the arguments.
  std::vector<TSNode> operands;
  // The operator, where there is one alone and it does not matter how its operands are grouped.
  std::string_view grouped;
};

Chain ReadChain(TSNode node, std::string_view text);

// Whether a literal's element is a plain value, or a short row of them: nothing is done in it.
bool IsPlainElement(TSNode node);

}  // namespace flagcensus
