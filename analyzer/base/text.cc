#include "analyzer/base/text.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace flagcensus {
namespace {

bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
char Upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

// The length of the well-formed UTF-8 sequence at `text[at]` (RFC 3629, section 4), or 0; its code
// point in `*point`.
size_t Utf8Length(std::string_view text, size_t at, uint32_t* point) {
  const auto byte = [&](size_t i) -> uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const uint32_t first = byte(at);
  if (first < 0x80) {
    *point = first;
    return 1;
  }
  const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  uint32_t value = first & (0xffU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    const uint32_t next = byte(at + i);
    if ((next & 0xc0) != 0x80) return 0;
    value = (value << 6) | (next & 0x3f);
  }
  constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kSmallest[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) {
    return 0;
  }
  *point = value;
  return length;
}

bool DrivesTerminal(uint32_t point) {
  return point < 0x20 || (point >= 0x7f && point <= 0x9f) || point == 0x200e || point == 0x200f ||
         (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) ||
         point == 0x061c || point == 0x2028 || point == 0x2029;
}

}  // namespace

std::string ToLower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), Lower);
  return out;
}

std::string ToUpper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), Upper);
  return out;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

bool EqualsIgnoreCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return Lower(x) == Lower(y); });
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  while (true) {
    const size_t at = text.find(separator);
    out.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return out;
    text.remove_prefix(at + 1);
  }
}

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) out += separator;
    out += part;
  }
  return out;
}

std::string ReplaceAll(std::string_view text, std::string_view from, std::string_view to) {
  if (from.empty()) return std::string(text);
  std::string out;
  while (true) {
    const size_t at = text.find(from);
    out += text.substr(0, at);
    if (at == std::string_view::npos) return out;
    out += to;
    text.remove_prefix(at + from.size());
  }
}

bool IsIdentifierByte(unsigned char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z') || byte == '_';
}

std::string EscapeControl(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  char buffer[16];
  for (size_t at = 0; at < text.size();) {
    uint32_t point = 0;
    const size_t length = Utf8Length(text, at, &point);
    if (length == 0) {
      std::snprintf(buffer, sizeof buffer, "\\x%02x", static_cast<unsigned char>(text[at]));
      out += buffer;
      at += 1;
      continue;
    }
    if (!DrivesTerminal(point)) {
      out += text.substr(at, length);
    } else if (point == '\n') {
      out += "\\n";
    } else if (point == '\t') {
      out += "\\t";
    } else if (point == '\r') {
      out += "\\r";
    } else {
      std::snprintf(buffer, sizeof buffer, point < 0x80 ? "\\x%02x" : "\\u{%04x}", point);
      out += buffer;
    }
    at += length;
  }
  return out;
}

std::string ToValidUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    uint32_t point = 0;
    const size_t length = Utf8Length(text, at, &point);
    if (length == 0) {
      out += "\xef\xbf\xbd";
      at += 1;
      continue;
    }
    out += text.substr(at, length);
    at += length;
  }
  return out;
}

int EditDistance(std::string_view a, std::string_view b, int limit) {
  const int la = static_cast<int>(a.size());
  const int lb = static_cast<int>(b.size());
  if (std::abs(la - lb) > limit) return limit + 1;
  std::vector<int> before(lb + 1), last(lb + 1), row(lb + 1);
  for (int j = 0; j <= lb; ++j) last[j] = j;
  for (int i = 1; i <= la; ++i) {
    row[0] = i;
    int least = row[0];
    for (int j = 1; j <= lb; ++j) {
      const int change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
      least = std::min(least, row[j]);
    }
    if (least > limit + 1) return limit + 1;
    std::swap(before, last);
    std::swap(last, row);
  }
  return std::min(last[lb], limit + 1);
}

}  // namespace flagcensus
