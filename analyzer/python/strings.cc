#include "analyzer/python/strings.h"

#include <cctype>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Reads up to `digits` hex digits at `*at`.
uint32_t ReadHex(std::string_view text, size_t* at, int digits) {
  uint32_t value = 0;
  for (int i = 0; i < digits && *at < text.size() && HexValue(text[*at]) >= 0; ++i, ++*at) {
    value = value * 16 + static_cast<uint32_t>(HexValue(text[*at]));
  }
  return value;
}

// U+FFFD stands for what is no character.
void AppendCharacter(uint32_t point, std::string* out) {
  const bool none = point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff);
  AppendUtf8(none ? 0xfffd : point, out);
}

}  // namespace

bool IsRawPythonString(std::string_view start) {
  for (const char c : start) {
    if (c == 'r' || c == 'R') return true;
    if (c == '"' || c == '\'') return false;
  }
  return false;
}

void DecodePythonString(std::string_view inner, bool raw, std::string* out) {
  if (raw) {
    *out += inner;
    return;
  }
  for (size_t at = 0; at < inner.size();) {
    if (inner[at] != '\\' || at + 1 >= inner.size()) {
      *out += inner[at++];
      continue;
    }
    const char c = inner[at + 1];
    at += 2;
    switch (c) {
      case '\n':
        break;
      case '\r':
        if (at < inner.size() && inner[at] == '\n') ++at;
        break;
      case '\\':
        *out += '\\';
        break;
      case '\'':
        *out += '\'';
        break;
      case '"':
        *out += '"';
        break;
      case 'a':
        *out += '\a';
        break;
      case 'b':
        *out += '\b';
        break;
      case 'f':
        *out += '\f';
        break;
      case 'n':
        *out += '\n';
        break;
      case 'r':
        *out += '\r';
        break;
      case 't':
        *out += '\t';
        break;
      case 'v':
        *out += '\v';
        break;
      case 'x':
        AppendCharacter(ReadHex(inner, &at, 2), out);
        break;
      case 'u':
        AppendCharacter(ReadHex(inner, &at, 4), out);
        break;
      case 'U':
        AppendCharacter(ReadHex(inner, &at, 8), out);
        break;
      case 'N': {
        const size_t end = inner.find('}', at);
        if (at < inner.size() && inner[at] == '{' && end != std::string_view::npos) {
          AppendCharacter(0xfffd, out);
          at = end + 1;
        } else {
          *out += "\\N";
        }
        break;
      }
      default:
        if (c >= '0' && c <= '7') {
          uint32_t value = static_cast<uint32_t>(c - '0');
          for (int i = 0; i < 2 && at < inner.size() && inner[at] >= '0' && inner[at] <= '7';
               ++i, ++at) {
            value = value * 8 + static_cast<uint32_t>(inner[at] - '0');
          }
          AppendCharacter(value, out);
        } else {
          *out += '\\';
          *out += c;
        }
    }
  }
}

}  // namespace flagcensus
