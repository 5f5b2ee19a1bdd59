// The system's message for an errno, in the style of messages: "no such file or directory".
#pragma once

#include <string>
#include <system_error>

#include "analyzer/base/characters.h"

namespace flagcensus {

inline std::string SystemMessage(int code) {
  std::string text = std::generic_category().message(code);
  if (BeginsWithUpper(text)) text[0] = ToLower(text[0]);
  return text;
}

}  // namespace flagcensus
