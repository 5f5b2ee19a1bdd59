// The text is scanned as the parser would, tag by tag, and counts the open elements of each name:
//
//   "<a x1 x2 ... x100 x101>"  ─→  the same without x101
//   "</b></b></b>..."          ─→  blanks, because no <b> is open
#include "analyzer/pages/html/html_guard.h"

#include <algorithm>
#include <unordered_map>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Real tags have fewer than twenty attributes and short names.
constexpr int kMaxAttributes = 100;
constexpr size_t kMaxName = 64;

// The end of the tag that begins at `at`, after its `>`; blanks attributes beyond the limit. A
// quote counts only at the start of a value, as in the parser.
size_t EndOfTag(std::string& text, size_t at) {
  int words = 0;
  for (size_t c = at + 1; c < text.size(); ++c) {
    if (text[c] == '>') return c + 1;
    // A word begins after a blank, a quote or a slash: an attribute, or an unquoted value.
    const bool starts = !IsHtmlSpace(text[c]) && (IsHtmlSpace(text[c - 1]) || text[c - 1] == '"' ||
                                                  text[c - 1] == '\'' || text[c - 1] == '/');
    if (starts && text[c] != '=' && ++words > kMaxAttributes) {
      const size_t end = std::min(text.find('>', c), text.size());
      for (; c < end; ++c) {
        if (text[c] != '\n') text[c] = ' ';
      }
      --c;
      continue;
    }
    if (text[c] != '=') continue;
    size_t value = c + 1;
    while (value < text.size() && IsHtmlSpace(text[value])) ++value;
    if (value < text.size() && (text[value] == '"' || text[value] == '\'')) {
      c = text.find(text[value], value + 1);
      // A value that is never closed extends to the end, and so does the tag.
      if (c == std::string::npos) return text.size();
    }
  }
  return text.size();
}

}  // namespace

// Three passes: invalid UTF-8, NUL bytes, and the tags.
std::string GuardHtml(std::string_view text) {
  // A byte that is not UTF-8 becomes one '?', so places are kept.
  std::string out(text);
  if (const std::string valid = ToValidUtf8(text); valid.size() != text.size()) {
    for (size_t from = 0, to = 0; to < valid.size(); ++from) {
      const bool replaced =
          valid.compare(to, 3, "\xef\xbf\xbd") == 0 && text.substr(from, 3) != "\xef\xbf\xbd";
      if (replaced) out[from] = '?';
      to += replaced ? 3 : 1;
    }
  }
  std::replace(out.begin(), out.end(), '\0', ' ');
  // For each name, how many elements are open. Their nesting does not matter to the parser's cost.
  std::unordered_map<std::string, int> open;
  for (size_t at = out.find('<'); at != std::string::npos; at = out.find('<', at)) {
    if (out.compare(at, 4, "<!--") == 0) {
      const size_t end = out.find("-->", at + 4);
      if (end == std::string::npos) break;
      at = end + 3;
      continue;
    }
    // A start tag is counted, an end tag is kept only if it can close something.
    const bool closes = at + 1 < out.size() && out[at + 1] == '/';
    size_t end = at + (closes ? 2 : 1);
    const size_t start = end;
    if (end >= out.size() || !IsAlpha(out[end])) {
      ++at;
      continue;
    }
    while (end < out.size() && end - start < kMaxName &&
           (IsIdentifierByte(out[end]) || out[end] == '-' || out[end] == ':')) {
      ++end;
    }
    const std::string name = ToLower(std::string_view(out).substr(start, end - start));
    if (!closes) {
      ++open[name];
      at = EndOfTag(out, at);
      if (name != "script" && name != "style") continue;
      // Their content is not markup: everything up to their end tag is skipped.
      const std::string close = "</" + name;
      size_t found = at;
      while ((found = out.find("</", found)) != std::string::npos &&
             !EqualsIgnoreCase(std::string_view(out).substr(found, close.size()), close)) {
        ++found;
      }
      at = std::min(found, out.size());
      continue;
    }
    const auto count = open.find(name);
    if (count != open.end() && count->second > 0) {
      --count->second;
    } else if (name != "p" && name != "br") {  // </p> and </br> imply empty elements
      // Only a near '>' is blanked as well; a further one ends another tag.
      const size_t close = std::string_view(out).substr(end, kMaxName).find('>');
      const size_t stop = close == std::string::npos ? end : end + close + 1;
      for (size_t c = at; c < stop; ++c) {
        if (out[c] != '\n') out[c] = ' ';
      }
    }
    at = end;
  }
  return out;
}

}  // namespace flagcensus
