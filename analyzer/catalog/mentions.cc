// Names outside entries: mentions, and the uses that show that a name is a variable's.
#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/catalog/entries.h"
#include "analyzer/catalog/recogniser.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxMentions = 100'000;

// The placeholders in other names: DIST of `APP_VERSION_FOR_${DIST}`, `{DIST}_VERSION`,
// `APP_<DIST>`.
void CollectParts(std::string_view text, std::set<std::string>* out) {
  for (size_t at = text.find_first_of("{<"); at != std::string_view::npos;
       at = text.find_first_of("{<", at + 1)) {
    const size_t end = EndOfRun(text, at + 1, IsIdentifierByte);
    if (end == at + 1 || end >= text.size() || text[end] != (text[at] == '{' ? '}' : '>')) continue;
    size_t before = at;
    if (before > 0 && text[before - 1] == '$') --before;
    const bool inside =
        (before > 0 && text[before - 1] == '_') || (end + 1 < text.size() && text[end + 1] == '_');
    if (inside && out->size() < kMaxMentions) out->emplace(text.substr(at + 1, end - at - 1));
  }
}

// The placeholders of options: GLOB of `--unset=GLOB`.
void CollectMetavariables(std::string_view text, std::set<std::string>* out) {
  for (size_t at = text.find("--"); at != std::string_view::npos; at = text.find("--", at)) {
    at += 2;
    while (at < text.size() && (IsIdentifierByte(text[at]) || text[at] == '-')) {
      ++at;
    }
    if (at + 1 >= text.size() || (text[at] != '=' && text[at] != ' ')) continue;
    const size_t end = EndOfRun(text, at + 1, IsUpper);
    if (end > at + 2 && out->size() < kMaxMentions) out->emplace(text.substr(at + 1, end - at - 1));
  }
}

}  // namespace

bool Recogniser::IsUsed(const std::string& name) const {
  return assigned_.contains(name) || expanded_.contains(name);
}

bool Recogniser::IsUsed(const LeadingName& lead) const {
  return std::any_of(lead.names.begin(), lead.names.end(),
                     [&](const LeadName& name) { return IsUsed(name.name); });
}

void Recogniser::CollectUses(const std::vector<Block>& blocks, int depth) {
  if (depth > kMaxBlockDepth + 8) return;
  const auto collect = [&](const Prose& text) {
    CollectParts(text.text, &parts_);
    CollectMetavariables(text.text, &metavariables_);
    if (!speaks_) return;  // of the environment: what it assigns may be anything
    for (const NameAt& name : NamesIn(text)) {
      if (assigned_.size() + expanded_.size() >= kMaxMentions) return;
      const size_t end = name.offset + name.name.size();
      const bool assigned = end + 1 < text.text.size() && text.text[end] == '=' &&
                            text.text[end + 1] != '=' && text.text[end + 1] != ' ';
      const bool expanded = name.offset > 0 && (text.text[name.offset - 1] == '$' ||
                                                text.text[name.offset - 1] == '{');
      if (expanded) expanded_.insert(name.name);
      if (assigned) assigned_.insert(name.name);
    }
  };
  for (const Block& block : blocks) {
    // What source code assigns are its own variables; a shell's are the environment's.
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
    CollectUses(block.children, depth + 1);
  }
}

void Recogniser::Mention(const Prose& text, const Block& block) {
  for (const NameAt& name : NamesIn(text)) {
    if (entries_.size() > kMaxMentions) return;
    const Prose::Start start = text.PlaceOf(name.offset);
    Entry entry;
    entry.name = name.name;
    entry.how = EntryHow::kMention;
    entry.place = {file_, start.line > 0 ? start.line : block.line, 0};
    if (start.column > 0)
      entry.place.column = start.column + static_cast<int>(name.offset - start.offset);
    if (!mentioned_.insert({entry.place.line, entry.name}).second) continue;
    entries_.push_back(std::move(entry));
  }
}

void Recogniser::CollectMentions(const std::vector<Block>& blocks, int depth) {
  if (depth > kMaxBlockDepth + 8) return;
  for (const Block& block : blocks) {
    if (!block.inlines.empty()) Mention(ToProse(block.inlines), block);
    if (block.kind == Block::Kind::kCode) {
      int line = block.line;
      for (const std::string_view row : Split(block.text, '\n')) {
        Run run;
        run.text = row;
        run.line = line++;
        // Only what a shell would take for a variable: "NAME=value", "$NAME".
        Prose text = ToProse({run});
        std::vector<NameAt> names = NamesIn(text);
        for (const NameAt& name : names) {
          const size_t end = name.offset + name.name.size();
          const bool assigned = end < text.text.size() && text.text[end] == '=';
          const bool read = name.offset > 0 && (text.text[name.offset - 1] == '$' ||
                                                text.text[name.offset - 1] == '{');
          if (!assigned && !read) continue;
          Mention(Slice(text, name.offset > 0 ? name.offset - 1 : 0, end + 1), block);
        }
      }
    }
    CollectMentions(block.children, depth + 1);
  }
}

}  // namespace flagcensus
