// "level = ${APP_LEVEL:3}" → APP_LEVEL with the default 3: variables in texts that a program expands.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/c/tokens.h"

namespace flagcensus {

// A reference in a string literal.
struct CExpandedText {
  std::string name;                         // `*` for a part that is no literal
  std::optional<std::string> default_text;  // what follows the colon
  bool computed = false;                    // the default has a part that is no literal, or a reference
  uint32_t line = 0;                        // of the literal with its `$`
  uint32_t column = 0;                      // of the `$`
  int condition = -1;                       // index into CTokens::conditions
};

// Whether the text may hold one; costs a search for "${".
bool MayHoldExpandedTexts(std::string_view text);

// Whether the tokens compare with `$` and `{`, or with "${", as a reader of such references does.
bool ReadsReferences(const CTokens& tokens);

// The references of a file's literals, without those in scripts, in what is streamed and in what
// one of `sinks` is given (FunctionRows::text_sinks). References that are too long are left out and
// told in `cuts`. Costs a pass over the tokens, and a bounded look ahead for each reference.
std::vector<CExpandedText> FindExpandedTexts(const CTokens& tokens,
                                             const std::set<std::string>& sinks,
                                             std::vector<CCut>* cuts);

}  // namespace flagcensus
