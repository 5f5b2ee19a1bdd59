// Objective-C's environment, Foundation's NSProcessInfo: look-ups in that dictionary as calls.
//
//     [[[NSProcessInfo processInfo] environment] objectForKey:@"X"]     NSProcessInfo("X")
//     NSDictionary* env = NSProcessInfo.processInfo.environment;
//     env[@(name)]                                                      NSProcessInfo(name)
#pragma once

#include <optional>

#include "analyzer/c/tokens.h"

namespace flagcensus {

// The tokens with those look-ups written as calls, at their places; nothing else changes. A name
// holds the environment from where it is given it to the end of the block around. nullopt if there
// is none. Costs a pass over the tokens, and the block around each such name.
std::optional<CTokens> WithEnvironmentCalls(const CTokens& tokens);

}  // namespace flagcensus
