#include "analyzer/pages/prose.h"

#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

struct Plain {
  std::string_view from;
  std::string_view to;
};

// Typographic characters, as UTF-8, and the ASCII text that replaces them. Other languages' quotes
// and the punctuation of Chinese and Japanese are included, since names and defaults on such pages
// are ASCII between them.
constexpr Plain kPlain[] = {
    {"\xe2\x80\x9c", "\""}, {"\xe2\x80\x9d", "\""}, {"\xe2\x80\x9e", "\""},  // “ ” „
    {"\xc2\xab", "\""},     {"\xc2\xbb", "\""},     {"\xe2\x80\xb3", "\""},  // « » ″
    {"\xe2\x80\x98", "'"},  {"\xe2\x80\x99", "'"},  {"\xe2\x80\x9a", "'"},   // ‘ ’ ‚
    {"\xe2\x80\x93", "-"},  {"\xe2\x80\x94", "-"},  {"\xe2\x80\x90", "-"},   // – — ‐
    {"\xe2\x80\x91", "-"},  {"\xe2\x88\x92", "-"},  {"\xc2\xa0", " "},       // ‑ − no-break space
    {"\xe2\x80\xaf", " "},  {"\xe2\x80\x8b", ""},   {"\xc2\xad", ""},  // narrow, zero width, soft
    {"\xef\xbb\xbf", ""},   {"\xe2\x80\x89", " "},  {"\xe2\x81\xa0", ""},  // BOM, thin, word joiner
    {"\xef\xbc\x9a", ":"},  {"\xef\xbc\x88", "("},  {"\xef\xbc\x89", ")"},  // full width : ( )
    {"\xef\xbc\x8c", ","},  {"\xe3\x80\x82", "."},  {"\xe3\x80\x81", ","},  // , 。 、
};

// Whether a byte may begin a character that is replaced. Most texts have no such byte.
constexpr std::array<bool, 256> kMayBePlain = [] {
  std::array<bool, 256> out = {};
  out['\t'] = out['\r'] = true;
  for (const Plain& plain : kPlain) out[static_cast<unsigned char>(plain.from[0])] = true;
  return out;
}();
constexpr bool MayBePlain(char c) { return kMayBePlain[static_cast<unsigned char>(c)]; }

// The replacement of the bytes at the start of `rest`, and how many bytes it replaces. Bytes up to
// the next one that may be replaced are returned unchanged, as one piece.
std::pair<std::string_view, size_t> PlainAt(std::string_view rest) {
  if (MayBePlain(rest[0])) {
    for (const Plain& plain : kPlain) {
      if (rest.starts_with(plain.from)) return {plain.to, plain.from.size()};
    }
  }
  if (rest[0] == '\t' || rest[0] == '\r') return {" ", 1};
  const size_t end = EndOfRun(rest, 1, [](char c) { return !MayBePlain(c); });
  return {rest.substr(0, end), end};
}

}  // namespace

// Code ends at a byte that is not code, or at the start of the next run.
// "`A``B`" has two runs of code next to each other, which are two names. |
size_t Prose::CodeEnd(size_t at) const {
  size_t end = at;
  while (IsCode(end)) {
    ++end;
    const auto next = std::lower_bound(starts.begin(), starts.end(), end,
                                       [](const Start& s, size_t o) { return s.offset < o; });
    // Another run begins here; being code as well does not make it the same code.
    if (next != starts.end() && next->offset == end) break;
  }
  return end;
}

size_t Prose::CodeBegin(size_t at) const {
  if (!IsCode(at)) return at;
  const size_t run = PlaceOf(at).offset;
  return IsCode(run) ? run : at;
}

Prose::Start Prose::PlaceOf(size_t at) const {
  const auto next = std::upper_bound(starts.begin(), starts.end(), at,
                                     [](size_t o, const Start& s) { return o < s.offset; });
  if (next == starts.begin()) return {0, 0, 0};
  return *(next - 1);
}

// Joins the runs, with a byte of style for each byte of text.
//
//   "set " and "APP_X" (code)  ─→  text "set APP_X", styles 0000ccccc, starts at 0 and 4
Prose ToProse(const std::vector<Run>& inlines) {
  Prose prose;
  size_t size = 0;
  for (const Run& run : inlines) size += run.text.size();
  prose.text.reserve(size);
  prose.styles.reserve(size);
  prose.starts.reserve(inlines.size());
  for (const Run& run : inlines) {
    prose.starts.push_back({prose.text.size(), run.line, run.column});
    const int style = (run.code ? Prose::kCode : 0) | (run.strong ? Prose::kStrong : 0) |
                      (run.emphasis ? Prose::kEmphasis : 0) | (run.link ? Prose::kLink : 0) |
                      (run.role == "envvar" ? Prose::kRole : 0);
    // An offset in the run's own text would be wrong after a replacement, so only runs have places.
    for (std::string_view rest = run.text; !rest.empty();) {
      const auto [plain, length] = PlainAt(rest);
      prose.text += plain;
      prose.styles.append(plain.size(), static_cast<char>(style));
      rest.remove_prefix(length);
    }
  }
  prose.lower = ToLower(prose.text);
  return prose;
}

// The first run of the slice may begin within a run of `prose`; its place is computed from that.
Prose Slice(const Prose& prose, size_t begin, size_t end) {
  begin = std::min(begin, prose.text.size());
  end = std::clamp(end, begin, prose.text.size());
  Prose out;
  out.text = prose.text.substr(begin, end - begin);
  out.lower = prose.lower.substr(begin, end - begin);
  out.styles = prose.styles.substr(begin, end - begin);
  if (begin < end) {
    Prose::Start first = prose.PlaceOf(begin);
    // Exact as long as nothing was replaced between the run's start and `begin`.
    if (first.column > 0) first.column += static_cast<int>(begin - first.offset);
    first.offset = 0;
    out.starts.push_back(first);
  }
  auto start = std::upper_bound(prose.starts.begin(), prose.starts.end(), begin,
                                [](size_t o, const Prose::Start& s) { return o < s.offset; });
  for (; start != prose.starts.end() && start->offset < end; ++start) {
    out.starts.push_back({start->offset - begin, start->line, start->column});
  }
  return out;
}

// A text without marks, with a known line and no column.
Prose ToProse(std::string_view text, int line) {
  Run run;
  run.text = text;
  run.line = line;
  return ToProse({run});
}

// The texts are joined by a blank, so no word continues into the next text.
void Append(Prose& prose, const Prose& more) {
  if (more.text.empty()) return;
  if (!prose.text.empty()) {
    // The blank has no place.
    prose.starts.push_back({prose.text.size(), 0, 0});
    prose.text += ' ';
    prose.lower += ' ';
    prose.styles += '\0';
  }
  const size_t shift = prose.text.size();
  for (const Prose::Start& start : more.starts) {
    prose.starts.push_back({start.offset + shift, start.line, start.column});
  }
  prose.text += more.text;
  prose.lower += more.lower;
  prose.styles += more.styles;
}

}  // namespace flagcensus
