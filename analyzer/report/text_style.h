// The style of the text report: colours, and links if the terminal supports them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "analyzer/model/finding.h"

namespace flagcensus {

inline constexpr std::string_view kBold = "\x1b[1m";
inline constexpr std::string_view kBlue = "\x1b[1;34m";
inline constexpr std::string_view kMagenta = "\x1b[1;35m";

// Colours text with an escape sequence (ECMA-48, section 8.3.117) if `colour` is set.
struct Paint {
  bool colour;
  std::string operator()(std::string_view sequence, std::string_view text) const {
    return colour ? fmt::format("{}{}\x1b[0m", sequence, text) : std::string(text);
  }
};

inline std::string_view ColourOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "\x1b[1;31m";
    case Severity::kWarning:
      return "\x1b[1;33m";
    case Severity::kInfo:
      return "\x1b[1;36m";
  }
  return {};
}

}  // namespace flagcensus
