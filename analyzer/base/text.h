// Text helpers shared by all stages. All input is bytes, interpreted as UTF-8 if that matters.
//
//   Split("a::b", ':')              ─→ "a", "", "b"
//   FindWord("XPORT PORT", "PORT")  ─→ 6
//   CodeSpan("a`b")                 ─→ "``a`b``"
//   EditDistance("PROT", "PORT", 2) ─→ 1: two neighbours swapped
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/characters.h"

namespace flagcensus {

// ASCII case mapping, as that of a byte (characters.h).
std::string ToLower(std::string_view text);
std::string ToUpper(std::string_view text);

// `text` without leading and trailing ASCII white space. A view into `text`.
std::string_view Trim(std::string_view text);

bool EqualsIgnoreCase(std::string_view a, std::string_view b);

// The pieces of `text` between `separator`s; always at least one piece. Views into `text`.
std::vector<std::string_view> Split(std::string_view text, char separator);

std::string Join(const std::vector<std::string>& parts, std::string_view separator);

std::string ReplaceAll(std::string_view text, std::string_view from, std::string_view to);

// `text` escaped for a terminal or a log: control characters (C0, DEL, C1 as UTF-8) and invisible
// ones (bidirectional, zero width, tag and unassigned)
// as \n, \t, \xNN or \u{NNNN}; invalid UTF-8 bytes as \xNN; the rest unchanged.
std::string EscapeControl(std::string_view text);

// Whole output, with text broken up that a CI system would interpret as a command: "::" at the
// start of a line (GitHub), "##[", "##vso[" and the like anywhere (Azure, TeamCity). Of the latter
// the second '#' becomes `hash`.
std::string BreakCommands(std::string_view text, std::string_view hash);

// Appends the code point `point`, encoded as UTF-8 (RFC 3629, section 3). What is not a character,
// a half of a surrogate pair or a number beyond Unicode, becomes U+FFFD.
void AppendUtf8(uint32_t point, std::string* out);

// `text` with each byte that is not part of valid UTF-8 (RFC 3629) replaced by U+FFFD.
std::string ToValidUtf8(std::string_view text);

// The first place from `from` on at which `word` occurs in `text` as a whole word: no identifier
// byte is directly before or after it (IsWholeWord), regardless of its own first and last bytes.
// npos if there is none.
size_t FindWord(std::string_view text, std::string_view word, size_t from = 0);
bool HasWord(std::string_view text, std::string_view word);

// The same for a phrase that begins or ends with other bytes, such as "--home" or "set to:", which
// may be next to an identifier byte: neither end divides a word (DividesWord). `phrase` is not
// empty.
size_t FindUndivided(std::string_view text, std::string_view phrase, size_t from = 0);

// Whether `text` begins with a UTF-16 byte order mark.
bool HasUtf16Mark(std::string_view text);

// Whether a file that begins with `text` is binary: a NUL byte in its first kBinaryProbe bytes,
// unless it is marked as UTF-16. (grep and git use the same criterion.)
inline constexpr size_t kBinaryProbe = 8192;
bool IsBinary(std::string_view text);

// "1 page", "3 pages".
std::string Count(uint64_t count, std::string_view one, std::string_view many);

// `text` as a code span of Markdown (CommonMark 0.31, section 6.1), delimited by more backticks
// than any run in it has.
std::string CodeSpan(std::string_view text);

// Two digits of 0-9a-f for each byte.
std::string ToHex(std::string_view bytes);

// The 1-based number of the line that contains the byte at `offset` of `text`. Costs O(offset).
int LineNumberAt(std::string_view text, size_t offset);

// `text` for a URI (RFC 3986, section 2.1): each byte that is neither unreserved nor one of
// `others` as %XX.
std::string PercentEncoded(std::string_view text, std::string_view others);

// `path` as the path of a URI (RFC 3986, section 3.3): PercentEncoded but for '/'.
std::string UriPath(std::string_view path);

// The number of single-character edits (insert, delete, substitute, swap of neighbours: Damerau's
// optimal string alignment) between the two, or `limit` + 1 once it is certain to exceed `limit`.
// Costs O(|a| * |b|).
int EditDistance(std::string_view a, std::string_view b, int limit);

}  // namespace flagcensus
