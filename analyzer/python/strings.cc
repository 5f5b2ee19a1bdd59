#include "analyzer/python/strings.h"

#include <cctype>

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

}  // namespace

bool IsRawPythonString(std::string_view start) {
  for (const char c : start) {
    if (c == 'r' || c == 'R') return true;
    if (c == '"' || c == '\'') return false;
  }
  return false;
}

void AppendUtf8(uint32_t point, std::string* out) {
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) point = 0xfffd;
  if (point < 0x80) {
    out->push_back(static_cast<char>(point));
  } else if (point < 0x800) {
    out->push_back(static_cast<char>(0xc0 | (point >> 6)));
    out->push_back(static_cast<char>(0x80 | (point & 0x3f)));
  } else if (point < 0x10000) {
    out->push_back(static_cast<char>(0xe0 | (point >> 12)));
    out->push_back(static_cast<char>(0x80 | ((point >> 6) & 0x3f)));
    out->push_back(static_cast<char>(0x80 | (point & 0x3f)));
  } else {
    out->push_back(static_cast<char>(0xf0 | (point >> 18)));
    out->push_back(static_cast<char>(0x80 | ((point >> 12) & 0x3f)));
    out->push_back(static_cast<char>(0x80 | ((point >> 6) & 0x3f)));
    out->push_back(static_cast<char>(0x80 | (point & 0x3f)));
  }
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
        AppendUtf8(ReadHex(inner, &at, 2), out);
        break;
      case 'u':
        AppendUtf8(ReadHex(inner, &at, 4), out);
        break;
      case 'U':
        AppendUtf8(ReadHex(inner, &at, 8), out);
        break;
      case 'N': {
        const size_t end = inner.find('}', at);
        if (at < inner.size() && inner[at] == '{' && end != std::string_view::npos) {
          AppendUtf8(0xfffd, out);
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
          AppendUtf8(value, out);
        } else {
          *out += '\\';
          *out += c;
        }
    }
  }
}

}  // namespace flagcensus
