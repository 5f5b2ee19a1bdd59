// Python string literals: prefix and escapes (Python Language Reference 2.4.1, "String and Bytes
// literals").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagcensus {

// True where the literal that starts with `start` (`rb"`, `f'''`, ...) is raw.
bool IsRawPythonString(std::string_view start);

// Appends the value of the literal's inner text to `out`: escapes resolved unless `raw`. Unknown
// escapes stay as written, as in Python; \N{...} gives U+FFFD.
void DecodePythonString(std::string_view inner, bool raw, std::string* out);

// The integer literal in decimal; as written, without '_', where it does not fit 64 bits.
std::string PythonInteger(std::string_view written);

}  // namespace flagcensus
