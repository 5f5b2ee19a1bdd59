#include "analyzer/base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "analyzer/base/json_text.h"

namespace flagcensus {
namespace {

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
  // 0xc0 and 0xc1 begin only overlong sequences, 0xf5 and above only values beyond Unicode.
  if (first < 0xc2 || first > 0xf4) return 0;
  uint32_t value = first & (0xffU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    const uint32_t next = byte(at + i);
    if ((next & 0xc0) != 0x80) return 0;
    value = (value << 6) | (next & 0x3f);
  }
  // Overlong forms and surrogates are rejected: they would give one character several spellings.
  constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kSmallest[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) {
    return 0;
  }
  *point = value;
  return length;
}

// Whether a character controls a terminal or is invisible, so two different texts look alike.
// Variation selectors are visible only after a symbol, which they turn into an emoji or back.
bool IsHidden(uint32_t point, uint32_t before) {
  if (point < 0x20 || (point >= 0x7f && point <= 0x9f)) return true;
  if (point < 0xad) return false;
  if (point == 0xfe0e || point == 0xfe0f) {
    const utf8proc_category_t kind = utf8proc_category(static_cast<utf8proc_int32_t>(before));
    return kind != UTF8PROC_CATEGORY_SO && kind != UTF8PROC_CATEGORY_SM;
  }
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(point))) {
    case UTF8PROC_CATEGORY_CF:  // zero width, bidirectional, tags, soft hyphen
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
      return true;
    default:
      break;
  }
  // Unicode's other characters that are to be ignored: joiners, fillers, selectors. Braille blank
  // (U+2800) looks like a space.
  return point == 0x34f || point == 0x115f || point == 0x1160 || point == 0x17b4 ||
         point == 0x17b5 || (point >= 0x180b && point <= 0x180f) || point == 0x2800 ||
         point == 0x3164 || (point >= 0xfe00 && point <= 0xfe0f) || point == 0xffa0 ||
         (point >= 0xe0000 && point <= 0xe0fff);
}

// The length of the part of a line that a CI system skips before a command: space and colours.
size_t CommandStart(std::string_view line) {
  size_t at = 0;
  while (at < line.size()) {
    if (IsBlank(line[at])) {
      ++at;
    } else if (line.substr(at).starts_with("\x1b[")) {
      const size_t end = line.find('m', at);
      if (end == std::string_view::npos) return at;
      at = end + 1;
    } else {
      break;
    }
  }
  return at;
}

// "::error", not the ":::" before the second place of a finding.
bool NamesCommand(std::string_view line) {
  return line.size() > 2 && line.starts_with("::") && IsAlpha(line[2]);
}

// Whether `at` is the second '#' of "##vso[", "##[" or "##teamcity[".
bool OpensCommand(std::string_view text, size_t at) {
  ++at;
  while (at < text.size() && IsAlpha(text[at])) ++at;
  return at < text.size() && text[at] == '[';
}

// Eight bytes at once: in the sums, a byte's highest bit is set from 'A' on, and from after 'Z' on.
uint64_t LowerOf(uint64_t bytes) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kHigh = kOnes << 7;
  const uint64_t low = bytes & ~kHigh;
  const uint64_t from_a = low + kOnes * (0x80 - 'A');
  const uint64_t beyond_z = low + kOnes * (0x80 - 'Z' - 1);
  const uint64_t upper = from_a & ~beyond_z & ~bytes & kHigh;
  return bytes | upper >> 2;
}

}  // namespace

std::string ToLower(std::string_view text) {
  std::string out(text);
  size_t at = 0;
  for (; at + sizeof(uint64_t) <= out.size(); at += sizeof(uint64_t)) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, out.data() + at, sizeof bytes);
    bytes = LowerOf(bytes);
    std::memcpy(out.data() + at, &bytes, sizeof bytes);
  }
  for (; at < out.size(); ++at) out[at] = ToLower(out[at]);
  return out;
}

std::string ToUpper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ToUpper(c);
  return out;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

bool EqualsIgnoreCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ToLower(x) == ToLower(y); });
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

std::string EscapeControl(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  char buffer[16];
  uint32_t before = 0;
  for (size_t at = 0; at < text.size();) {
    uint32_t point = 0;
    const size_t length = Utf8Length(text, at, &point);
    if (length == 0) {
      std::snprintf(buffer, sizeof buffer, "\\x%02x", static_cast<unsigned char>(text[at]));
      out += buffer;
      at += 1;
      continue;
    }
    if (!IsHidden(point, before)) {
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
    before = point;
    at += length;
  }
  return out;
}

std::string EscapeHiddenInJson(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  const auto add = [&](uint32_t unit) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "\\u%04x", unit);
    out += buffer;
  };
  uint32_t before = 0;
  for (size_t at = 0; at < json.size();) {
    uint32_t point = 0;
    const size_t length = std::max<size_t>(Utf8Length(json, at, &point), 1);
    constexpr uint32_t kSupplementary = 0x10000;
    if (point < 0x7f || !IsHidden(point, before)) {  // JSON's own line ends stay
      out += json.substr(at, length);
    } else if (point < kSupplementary) {
      add(point);
    } else {  // RFC 8259, section 7: a surrogate pair
      add(0xd800 + ((point - kSupplementary) >> 10));
      add(0xdc00 + ((point - kSupplementary) & 0x3ff));
    }
    before = point;
    at += length;
  }
  return out;
}

std::string BreakCommands(std::string_view text, std::string_view hash) {
  std::string out;
  out.reserve(text.size());
  for (const std::string_view line : Split(text, '\n')) {
    if (line.data() != text.data()) out += '\n';
    size_t from = 0;
    if (const size_t start = CommandStart(line); NamesCommand(line.substr(start))) {
      out += line.substr(0, start);
      out += "\\x3a";
      from = start + 1;
    }
    for (size_t at = line.find("##", from); at != std::string_view::npos;
         at = line.find("##", at + 1)) {
      if (!OpensCommand(line, at + 1)) continue;
      out += line.substr(from, at + 1 - from);
      out += hash;
      from = at + 2;
    }
    out += line.substr(from);
  }
  return out;
}

void AppendUtf8(uint32_t point, std::string* out) {
  const bool surrogate = point >= 0xd800 && point < 0xe000;
  if (surrogate || point > 0x10ffff) point = 0xfffd;
  const auto add = [&](uint32_t byte) { *out += static_cast<char>(byte); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xc0 | (point >> 6));
  } else if (point < 0x10000) {
    add(0xe0 | (point >> 12));
    add(0x80 | ((point >> 6) & 0x3f));
  } else {
    add(0xf0 | (point >> 18));
    add(0x80 | ((point >> 12) & 0x3f));
    add(0x80 | ((point >> 6) & 0x3f));
  }
  add(0x80 | (point & 0x3f));
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

std::string Count(uint64_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::string CodeSpan(std::string_view text) {
  size_t longest = 0;
  size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  // A text that begins and ends with a blank loses one of each: one more keeps them.
  const bool pad = text.empty() || text.front() == '`' || text.back() == '`' ||
                   (text.front() == ' ' && text.back() == ' ');
  const std::string_view gap = pad ? " " : "";
  return fence + std::string(gap) + std::string(text) + std::string(gap) + fence;
}

std::string ToHex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return out;
}

int LineNumberAt(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
}

std::string PercentEncoded(std::string_view text, std::string_view others) {
  constexpr std::string_view kUnreserved = "_.-~";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (IsAlnum(c) || kUnreserved.find(c) != std::string_view::npos ||
        others.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

std::string UriPath(std::string_view path) { return PercentEncoded(path, "/"); }

size_t FindWord(std::string_view text, std::string_view word, size_t from) {
  for (size_t at = text.find(word, from); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if (IsWholeWord(text, at, word.size())) return at;
  }
  return std::string_view::npos;
}

bool HasWord(std::string_view text, std::string_view word) {
  return FindWord(text, word) != std::string_view::npos;
}

size_t FindUndivided(std::string_view text, std::string_view phrase, size_t from) {
  for (size_t at = text.find(phrase, from); at != std::string_view::npos;
       at = text.find(phrase, at + 1)) {
    if (!DividesWord(text, at) && !DividesWord(text, at + phrase.size())) return at;
  }
  return std::string_view::npos;
}

bool HasUtf16Mark(std::string_view text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

bool IsBinary(std::string_view text) {
  return text.substr(0, kBinaryProbe).find('\0') != std::string_view::npos && !HasUtf16Mark(text);
}

int EditDistance(std::string_view a, std::string_view b, int limit) {
  const int la = static_cast<int>(a.size());
  const int lb = static_cast<int>(b.size());
  // Each edit changes the length by at most one.
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
    // One more than `limit`: a swap also reads the row before the last, which may be smaller.
    if (least > limit + 1) return limit + 1;
    std::swap(before, last);
    std::swap(last, row);
  }
  return std::min(last[lb], limit + 1);
}

}  // namespace flagcensus
