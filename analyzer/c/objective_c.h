// Rewrites look-ups in Objective-C's environment (Foundation's NSProcessInfo) as calls of a
// function that has an entry in queries/c.
//
//   [[[NSProcessInfo processInfo] environment] objectForKey:@"X"]     ─→ NSProcessInfo("X")
//   NSDictionary* env = NSProcessInfo.processInfo.environment;
//   env[@(name)]                                                      ─→ NSProcessInfo(name)
#pragma once

#include <optional>

#include "analyzer/c/tokens.h"

namespace flagcensus {

// The tokens with those look-ups rewritten as calls, at their positions; nothing else changes. A
// name denotes the environment from its assignment to the end of the enclosing block. nullopt if
// there are no such look-ups. Costs a pass over the tokens, and for each such name one over the
// enclosing block.
std::optional<CTokens> WithEnvironmentCalls(const CTokens& tokens);

}  // namespace flagcensus
