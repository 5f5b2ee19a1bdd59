// Python string literals: prefix and escapes (Python Language Reference 2.4.1, "String and Bytes
// literals").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagcensus {

// Whether the literal that starts with `start` (`rb"`, `f'''`, ...) is raw.
bool IsRawPythonString(std::string_view start);

// Appends the value of the literal's inner text to `out`: escapes resolved unless `raw`. Unknown
// escapes are kept as in Python; \N{...} becomes U+FFFD.
void DecodePythonString(std::string_view inner, bool raw, std::string* out);

// The integer literal in decimal: "0x_1F" → "31". If it does not fit 64 bits, as spelled, without
// '_'.
std::string PythonInteger(std::string_view written);

}  // namespace flagcensus
