// Variables in strings that a program expands at run time.
//
//   add("level = ${APP_LEVEL:3}");      ─→ APP_LEVEL with default 3
//   set("root = ${APP_" KIND "}");      ─→ APP_* (the part between the literals is unknown)
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
  std::string name;                         // `*` for a part that is not a literal
  std::optional<std::string> default_text;  // the text after the colon
  bool computed = false;                    // the default has a non-literal part or a reference
  uint32_t line = 0;                        // of the literal that contains the `$`
  uint32_t column = 0;                      // of the `$`
  int condition = -1;                       // index into CTokens::conditions
};

// Whether the text may contain a reference; costs a search for "${".
bool MayHoldExpandedTexts(std::string_view text);

// Whether the tokens compare with `$` and `{`, or with "${", as code that reads references does.
// Without such code in a tree, its texts are expanded by another program.
bool ReadsReferences(const CTokens& tokens);

// The references in a file's literals, except in scripts, streamed output and arguments of `sinks`
// (FunctionRows::text_sinks). References that are too long are skipped and added to `cuts`. Costs a
// pass over the tokens, and a bounded look-ahead for each reference.
std::vector<CExpandedText> FindExpandedTexts(const CTokens& tokens,
                                             const std::set<std::string>& sinks,
                                             std::vector<CCut>* cuts);

}  // namespace flagcensus
