// The rules that the files of this folder declare, in the order of reports. A rule's page is the
// head comment of its file (the summary is the page's first line), its fixtures are in
// fixtures/rules/<stem of the file>/.
#include "analyzer/rules/rule.h"

#include <algorithm>

#include "analyzer/base/embedded.h"
#include "analyzer/base/ranked.h"
#include "analyzer/base/text.h"

namespace flagcensus {

const std::vector<Rule>& Rules() {
  static const std::vector<Rule> kRules = Ranked(RuleRows());
  return kRules;
}

const Flag* FindFlag(const RuleInput& input, std::string_view name) {
  const auto at = std::lower_bound(
      input.flags.begin(), input.flags.end(), name,
      [](const Flag& flag, std::string_view wanted) { return flag.name < wanted; });
  return at == input.flags.end() || at->name != name ? nullptr : &*at;
}

const Rule* FindRule(std::string_view name) {
  for (const Rule& rule : Rules()) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

std::string RuleFile(const Rule& rule) {
  return ReplaceAll(std::string(rule.name), "-", "_") + ".cc";
}

std::string RulePage(const Rule& rule) {
  const std::string path = RuleFile(rule);
  std::string_view source;
  for (const EmbeddedFile& file : RuleSources()) {
    if (file.path == path) source = file.text;
  }
  std::string page;
  for (const std::string_view line : Split(source, '\n')) {
    if (!line.starts_with("//")) break;
    const std::string_view text = line.substr(line.starts_with("// ") ? 3 : 2);
    page += page.empty() ? "# " : "";
    page += text;
    page += '\n';
  }
  return page;
}

}  // namespace flagcensus
