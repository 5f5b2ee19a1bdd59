// Accepted names → entries; names outside entries → mentions.
#include "analyzer/catalog/collector.h"

#include <algorithm>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/values.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// Mentions are for searching only; a page of more names is generated.
constexpr size_t kMaxMentions = 100'000;

// Whether the name is only the beginning of others on the page: "`DB_`: settings of the database".
// Two others: with one, it may be a name with a stray '_'.
//
//   DB_ next to DB_HOST and DB_PORT  ─→ true: not an entry
bool IsPrefixOf(const std::string& name, const std::set<std::string>& names) {
  constexpr int kLeast = 2;
  if (name.size() < 2 || !name.ends_with('_')) return false;
  int found = 0;
  for (auto at = names.upper_bound(name); at != names.end() && at->starts_with(name); ++at) {
    if (++found == kLeast) return true;
  }
  return false;
}

}  // namespace

void EntryCollector::Add(const std::vector<LeadName>& names, EntryHow how, Body body,
                         const BlockContext& context) {
  const std::vector<std::string> above = ClaimsAbove(context);
  body.claims.insert(body.claims.end(), above.begin(), above.end());
  body.set_above = body.set_above || context.intro_sets;
  for (const LeadName& name : names) {
    entries_.push_back(MakeEntry(page_.file, name, page_.How(how), body, SectionOf(context)));
    // Several names share their description; which of them had the earlier name is unknown.
    if (!name.written.empty()) mentioned_.insert({entries_.back().place.line, name.written});
  }
  if (names.size() != 1) return;
  for (const NameAt& old : OldNamesIn(body.words, names.front().name)) {
    const Prose::Start start = body.words.PlaceOf(old.offset);
    Entry entry;
    entry.name = old.name;
    entry.place = {
        page_.file, start.line > 0 ? start.line : names.front().line,
        start.column > 0 ? start.column + static_cast<int>(old.offset - start.offset) : 0};
    entry.section = SectionOf(context);
    entry.how = EntryHow::kSentence;
    entry.description = "An earlier name of " + names.front().name;
    // The code may have dropped it, and users are not asked to set it.
    entry.claims = {"alias-of:" + names.front().name, "discouraged"};
    AddFallback(0, std::move(entry));
  }
}

// Only names in capitals: others are words of the sentence.
void EntryCollector::AddNote(const LeadingNames& lead, const Prose& text,
                             const BlockContext& context) {
  Body body;
  AddWords(body, text);
  for (const LeadName& name : lead.names) {
    if (ShapeOf(name.name) != NameShape::kStrong && ShapeOf(name.name) != NameShape::kWeak)
      continue;
    entries_.push_back(MakeEntry(page_.file, name, EntryHow::kNote, body, SectionOf(context)));
  }
}

// A name of an entry on the same line is not a mention, nor is the second one of a line.
void EntryCollector::Mention(const Prose& text, const Block& block) {
  for (const NameAt& name : NamesIn(text)) {
    if (mentions_ >= kMaxMentions) return;
    const Prose::Start start = text.PlaceOf(name.offset);
    Entry entry;
    entry.name = name.name;
    entry.how = EntryHow::kMention;
    entry.place = {page_.file, start.line > 0 ? start.line : block.line, 0};
    if (start.column > 0)
      entry.place.column = start.column + static_cast<int>(name.offset - start.offset);
    if (!mentioned_.insert({entry.place.line, entry.name}).second) continue;
    entries_.push_back(std::move(entry));
    ++mentions_;
  }
}

void EntryCollector::CollectMentions(const std::vector<Block>& blocks, int depth) {
  if (depth > kMaxBlockDepth + 8) return;
  for (const Block& block : blocks) {
    if (!block.inlines.empty()) Mention(ToProse(block.inlines), block);
    if (block.kind == Block::Kind::kCode) {
      int line = block.line;
      for (const std::string_view row : Split(block.text, '\n')) {
        // Row by row, so each mention has its line.
        Run run;
        run.line = line++;
        // Only what a shell would read as a variable: "NAME=value", "$NAME".
        if (!AnyByte(row, [](char c) { return c == '=' || c == '$' || c == '{'; })) continue;
        run.text = row;
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

// Names with an entry need no fallback; of several fallbacks for a name the first in this order is
// used.
void EntryCollector::AddFallbacks(std::set<std::string>* known) {
  // The best place is one that states a default, then the one with the highest score.
  std::stable_sort(fallbacks_.begin(), fallbacks_.end(), [](const auto& a, const auto& b) {
    const auto tells = [](const Entry& entry) {
      return entry.default_kind == DocumentedDefault::kLiteral ||
             entry.default_kind == DocumentedDefault::kNone;
    };
    if (tells(a.second) != tells(b.second)) return tells(a.second);
    return a.first > b.first;
  });
  for (auto& [score, entry] : fallbacks_) {
    if (!known->insert(entry.name).second) continue;
    entries_.push_back(std::move(entry));
  }
}

std::vector<Entry> EntryCollector::Finish(const Document& document) {
  std::set<std::string> known;
  for (const Entry& entry : entries_) known.insert(entry.name);
  AddFallbacks(&known);
  // Last, since fallbacks may be the names that a prefix begins.
  std::erase_if(entries_, [&](const Entry& entry) { return IsPrefixOf(entry.name, known); });
  for (const Entry& entry : entries_) mentioned_.insert({entry.place.line, entry.name});
  CollectMentions(document.blocks, 0);
  for (Entry& entry : entries_) {
    entry.expanded = page_.assigned.contains(entry.name) && page_.expanded.contains(entry.name);
  }
  std::sort(entries_.begin(), entries_.end(), EntryLess);
  return std::move(entries_);
}

void EntryCollector::Clear() {
  entries_.clear();
  fallbacks_.clear();
  mentioned_.clear();
  mentions_ = 0;
}

}  // namespace flagcensus
