// The system's message for an errno, in our style: "no such file or directory".
#pragma once

#include <string>
#include <system_error>

namespace flagcensus {

inline std::string SystemMessage(int code) {
  std::string text = std::generic_category().message(code);
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] + 32);
  return text;
}

}  // namespace flagcensus
