// A page of an earlier run ─→ the variables that it calls removed, with the commit.
//
//   - `OVEN_OLD`: removed in 3f2c1ab9d0 (2026-05-01)
//       ─→  {"OVEN_OLD": "3f2c1ab9d0 (2026-05-01)"}
//
// In each format the name is the last variable before these words, on the same line or the one
// above.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"
#include "analyzer/reference/rows.h"

namespace flagcensus {
namespace {

// "3f2c1ab9d0 (2026-05-01)" at the beginning of the text; "" if there is something else.
std::string CommitAt(std::string_view text) {
  // The lengths that `docs` writes; a user's own sentence in a different form is not read.
  constexpr size_t kHash = 10, kDate = 10;
  if (text.size() < kHash + kDate + 3) return {};
  const bool hash = std::all_of(text.begin(), text.begin() + kHash, IsHexDigit);
  // The date's dashes are escaped in some formats.
  const std::string plain = ReplaceAll(text.substr(kHash, 2 * kDate), "\\", "");
  const bool date = plain.starts_with(" (") && plain.size() > kDate + 2 &&
                    plain[kDate + 2] == ')' &&
                    std::all_of(plain.begin() + 2, plain.begin() + 2 + kDate,
                                [](char c) { return IsDigit(c) || c == '-'; });
  return hash && date ? std::string(text.substr(0, kHash)) + plain.substr(0, kDate + 3)
                      : std::string();
}

// The last variable of the text; "" if there is none.
std::string LastVariable(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::max(EndOfRun(text, at, IsIdentifierByte), at + 1);
    std::string_view word = text.substr(at, end - at);
    // Fonts of man pages: "\fBOVEN_OLD\fR".
    if (at > 0 && text[at - 1] == '\\' && word.size() > 2 && word[0] == 'f') word.remove_prefix(2);
    if (ShapeOf(word) == NameShape::kStrong) out = word;
    at = end;
  }
  return out;
}

}  // namespace

RemovedNames RemovedOn(std::string_view page) {
  RemovedNames out;
  std::string name;
  if (page.find(kRemovedIn) == std::string_view::npos) return out;
  for (const std::string_view line : Split(page, '\n')) {
    const size_t at = line.find(kRemovedIn);
    if (std::string own = LastVariable(line.substr(0, at)); !own.empty()) name = std::move(own);
    if (at == std::string_view::npos || name.empty()) continue;
    std::string commit = CommitAt(line.substr(at + std::string_view(kRemovedIn).size()));
    if (!commit.empty()) out.emplace(name, std::move(commit));
  }
  return out;
}

}  // namespace flagcensus
