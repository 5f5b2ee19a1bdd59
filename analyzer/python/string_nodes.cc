// A string's node has the parts string_start, string_content, interpolation and string_end.
#include "analyzer/python/string_nodes.h"

#include <algorithm>

#include "analyzer/python/node.h"
#include "analyzer/python/strings.h"

namespace flagcensus {

// The mark is the opening quotes, without the prefix.
std::string_view StringTail(TSNode start, TSNode end, std::string_view text) {
  std::string_view mark = TextOfNode(start, text);
  // Without the prefix: quotes only.
  mark.remove_prefix(std::min(mark.find_first_of("\"'"), mark.size()));
  std::string_view tail = TextOfNode(end, text);
  // Broken text may end without the quotes that it began with.
  if (mark.empty() || !tail.ends_with(mark)) return {};
  tail.remove_suffix(mark.size());
  return tail;
}

std::optional<std::string> PlainString(TSNode string, std::string_view text) {
  std::string out;
  bool raw = false;
  TSNode start = string;
  for (uint32_t i = 0; i < ChildCount(string); ++i) {
    const TSNode part = NodeChild(string, i);
    const std::string_view type = NodeType(part);
    if (type == "interpolation") return std::nullopt;
    // rb'…, f""" …: prefix and quotes.
    if (type == "string_start") {
      start = part;
      raw = IsRawPythonString(TextOfNode(part, text));
    } else if (type == "string_content") {
      DecodePythonString(TextOfNode(part, text), raw, &out);
    } else if (type == "string_end") {
      out += StringTail(start, part, text);
    }
  }
  return out;
}

}  // namespace flagcensus
