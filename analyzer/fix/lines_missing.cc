// missing-in-surface ─→ a line in the .env file, below the one with the most similar beginning.
//
//   SHOP_PORT=80              SHOP_PORT=80
//                      ─→     # SHOP_PORT_ADMIN=81     it has a default: the line only shows it
//   MAIL_HOST=                MAIL_HOST=
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/fix/fix.h"
#include "analyzer/fix/siblings.h"
#include "analyzer/model/secrets.h"
#include "analyzer/model/unset.h"
#include "analyzer/reference/dotenv.h"
#include "analyzer/rules/evidence.h"

namespace flagcensus {
namespace {

// The first literal default is shown as a comment. A secret, or a variable without one, gets an
// empty assignment.
std::string LineOf(const Flag& flag) {
  for (const Access* access : SourceAccesses(flag)) {
    const Unset unset = UnsetOf(*access);
    if (access->op != AccessOp::kRead || unset.kind != DefaultKind::kLiteral) continue;
    const bool shown = !unset.text.empty() && unset.text.find('\n') == std::string::npos;
    if (shown && !IsSecretName(flag.name)) {
      return "# " + flag.name + "=" + DotenvValue(unset.text);
    }
  }
  return flag.name + "=";
}

// The line below which the variable belongs; 0: at the end.
int LineAbove(const FixedPage& page, std::string_view name) {
  Siblings siblings;
  for (const Entry& entry : page.entries) {
    siblings.Add(entry.name, static_cast<size_t>(entry.place.line));
  }
  const std::optional<Siblings::Found> found = siblings.Find(name);
  return found ? static_cast<int>(found->id) : 0;
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
    // All old entries in their order, and the new one at its line.
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
