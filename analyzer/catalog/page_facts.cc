// Document → what the page as a whole says, and the uses that show that a name is a variable.
//
//   `export APP_HOME=/srv`  ─→ assigned: APP_HOME      `$APP_HOME/data`  ─→ expanded: APP_HOME
//   `APP_<DIST>_HOME`       ─→ parts: DIST             `--unset=GLOB`    ─→ metavariables: GLOB
//
// A name in `parts` that occurs alone elsewhere on the page is a placeholder; one in
// `metavariables`, if it begins a paragraph (CandidateScorer::WeighName).
#include "analyzer/catalog/page_facts.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/catalog/folder.h"
#include "analyzer/catalog/values.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// Entries of each set, so a generated page cannot exhaust the memory.
constexpr size_t kMaxUses = 100'000;

// The placeholders in other names: DIST of `APP_VERSION_FOR_${DIST}`, `{DIST}_VERSION`,
// `APP_<DIST>`. Without a '_' next to it, "${DIST}" is a use of a variable.
void CollectParts(std::string_view text, std::set<std::string>* out) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '{' && text[at] != '<') continue;
    size_t end = at + 1;
    while (end < text.size() && IsIdentifierByte(static_cast<unsigned char>(text[end]))) ++end;
    if (end == at + 1 || end >= text.size() || text[end] != (text[at] == '{' ? '}' : '>')) continue;
    size_t before = at;
    if (before > 0 && text[before - 1] == '$') --before;
    const bool inside =
        (before > 0 && text[before - 1] == '_') || (end + 1 < text.size() && text[end + 1] == '_');
    if (inside && out->size() < kMaxUses) out->emplace(text.substr(at + 1, end - at - 1));
  }
}

// The placeholders of options: GLOB of `--unset=GLOB` and `--unset GLOB`. Those of one letter are
// not collected.
void CollectMetavariables(std::string_view text, std::set<std::string>* out) {
  for (size_t at = text.find("--"); at != std::string_view::npos; at = text.find("--", at)) {
    at += 2;
    while (at < text.size() &&
           (IsIdentifierByte(static_cast<unsigned char>(text[at])) || text[at] == '-')) {
      ++at;
    }
    if (at + 1 >= text.size() || (text[at] != '=' && text[at] != ' ')) continue;
    size_t end = at + 1;
    while (end < text.size() && IsUpper(text[end])) ++end;
    if (end > at + 2 && out->size() < kMaxUses) out->emplace(text.substr(at + 1, end - at - 1));
  }
}

void CollectUses(const std::vector<Block>& blocks, int depth, PageFacts* page) {
  if (depth > kMaxBlockDepth + 8) return;
  // Placeholders are collected from every page, uses only from pages about the environment.
  const auto collect = [&](const Prose& text) {
    CollectParts(text.text, &page->parts);
    CollectMetavariables(text.text, &page->metavariables);
    if (!page->speaks) return;  // about other topics: what such a page assigns may be anything
    for (const NameAt& name : NamesIn(text)) {
      if (page->assigned.size() + page->expanded.size() >= kMaxUses) return;
      const size_t end = name.offset + name.name.size();
      // "NAME = x" with blanks is an assignment in source code, "NAME==x" a comparison.
      const bool assigned = end + 1 < text.text.size() && text.text[end] == '=' &&
                            text.text[end + 1] != '=' && text.text[end + 1] != ' ';
      const bool expanded = name.offset > 0 && (text.text[name.offset - 1] == '$' ||
                                                text.text[name.offset - 1] == '{');
      if (expanded) page->expanded.insert(name.name);
      if (assigned) page->assigned.insert(name.name);
    }
  };
  for (const Block& block : blocks) {
    // Assignments in source code are to the program's own variables; those in a shell are to
    // environment variables. Blocks without a language count as shell.
    static constexpr std::string_view kShells[] = {
        "",       "bash",          "sh",  "shell",      "console", "zsh", "text", "fish", "env",
        "dotenv", "shell-session", "ini", "dockerfile", "docker",  "yaml"};
    if (block.kind == Block::Kind::kCode &&
        std::find(std::begin(kShells), std::end(kShells), block.label) != std::end(kShells)) {
      Run run;
      run.text = block.text;
      run.code = true;
      collect(ToProse({run}));
    } else if (!block.inlines.empty()) {
      collect(ToProse(block.inlines));
    }
    CollectUses(block.children, depth + 1, page);
  }
}

bool HasHeading(const Document& document, Topic topic) {
  return std::any_of(document.blocks.begin(), document.blocks.end(), [&](const Block& block) {
    return block.kind == Block::Kind::kHeading && TopicOfText(PlainText(block.inlines)) == topic;
  });
}

}  // namespace

bool PageFacts::IsUsed(const std::string& name) const {
  return assigned.contains(name) || expanded.contains(name);
}

bool PageFacts::IsUsed(const LeadingNames& lead) const {
  return std::any_of(lead.names.begin(), lead.names.end(),
                     [&](const LeadName& name) { return IsUsed(name.name); });
}

PageFacts ReadPageFacts(std::string_view file, const Document& document, const PageFormat& format,
                        const EntryOptions& options) {
  PageFacts page;
  page.file = file;
  page.format = &format;
  page.file_topic = TopicOfFile(file);
  page.settings_file = SpeaksOfSettings(ToLower(file.substr(file.rfind('/') + 1)));
  if (options.folder_announces && ListsByHeadings(document)) {
    page.file_topic = Topic::kEnvironment;
    page.announced_page = true;
  }
  page.announces_itself = AnnouncesItself(document);
  page.speaks = page.file_topic == Topic::kEnvironment || SpeaksOfEnvironment(document);
  // "ENVIRONMENT" is the section of variables that man-pages(7) prescribes.
  page.speaks = page.speaks || (page.IsMan() && HasHeading(document, Topic::kEnvironment));
  CollectUses(document.blocks, 0, &page);
  return page;
}

}  // namespace flagcensus
