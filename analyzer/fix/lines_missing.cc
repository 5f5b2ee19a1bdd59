// missing-in-surface ─→ a line in the .env file, below the one whose name begins most like it
//
//   SHOP_PORT=80              SHOP_PORT=80
//                      ─→     # SHOP_PORT_ADMIN=81     it has a default: the line only shows it
//   MAIL_HOST=                MAIL_HOST=
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/fix/fix.h"
#include "analyzer/model/secrets.h"
#include "analyzer/model/unset.h"
#include "analyzer/rules/evidence.h"

namespace flagcensus {
namespace {

// A value as a .env file has it: between quotes where it needs them; "" if it cannot be written in
// a line.
std::string InDotenv(std::string_view value) {
  if (value.find('\n') != std::string_view::npos) return "";
  if (value.find_first_of(" #\"'\\$`") == std::string_view::npos) return std::string(value);
  return '"' + ReplaceAll(ReplaceAll(value, "\\", "\\\\"), "\"", "\\\"") + '"';
}

std::string LineOf(const Flag& flag) {
  for (const Access* access : SourceAccesses(flag)) {
    const Unset unset = UnsetOf(*access);
    if (access->op != AccessOp::kRead || unset.kind != DefaultKind::kLiteral) continue;
    const std::string value = InDotenv(unset.text);
    if (!value.empty() && !IsSecretName(flag.name)) return "# " + flag.name + "=" + value;
  }
  return flag.name + "=";
}

// How many bytes two names begin with alike, up to the last `_` of them.
size_t SharedBeginning(std::string_view a, std::string_view b) {
  size_t end = 0;
  while (end < a.size() && end < b.size() && a[end] == b[end]) ++end;
  return a.substr(0, end).rfind('_') + 1;
}

// The last line of those whose names begin most like `name`; 0: none does.
int LineAbove(const FixedPage& page, std::string_view name) {
  size_t most = 0;
  int line = 0;
  for (const Entry& entry : page.entries) {
    const size_t shared = SharedBeginning(entry.name, name);
    if (shared == 0 || shared < most) continue;
    most = shared;
    line = entry.place.line;
  }
  return line;
}

}  // namespace

bool AddMissingLine(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages) {
  const Flag* flag = FindFlag(input.rules, finding.name);
  if (flag == nullptr || finding.doc.empty()) return false;
  for (FixedPage& page : pages) {
    if (page.file != finding.doc.front().file) continue;
    if (page.format == nullptr || page.format->name != "dotenv") return false;
    const std::vector<size_t> starts = LineStarts(page.text);
    const int above = LineAbove(page, flag->name);
    const size_t offset = above > 0 && static_cast<size_t>(above) < starts.size()
                              ? starts[static_cast<size_t>(above)]
                              : page.text.size();
    const bool windows = page.text.find("\r\n") != std::string::npos;
    const std::string ending = windows ? "\r\n" : "\n";
    std::string line = LineOf(*flag) + ending;
    if (offset > 0 && page.text[offset - 1] != '\n') line = ending + line;
    const int at = LineNumberAt(page.text, offset) + (line.starts_with(ending) ? 1 : 0);
    const EntriesWanted wanted = [&](const std::vector<Entry>& entries) {
      size_t old = 0;
      bool added = false;
      for (const Entry& entry : entries) {
        if (!added && entry.place.line == at && entry.name == flag->name) {
          added = true;
        } else if (old == page.entries.size() ||
                   !SaysTheSame(page.entries[old++], entry, added ? 1 : 0)) {
          return false;
        }
      }
      return added && old == page.entries.size();
    };
    return TryChange({offset, 0, line}, wanted, input.reading, page);
  }
  return false;
}

}  // namespace flagcensus
