// Statements of one file ─→ entries, next to those of its structures.
//
//   a table row of APP_A, default 80           strength: structure
//   "`APP_A` sets the port."                   strength: sentence
//   "`APP_B` sets the host, by default `::`."  strength: sentence
//     ─→ APP_A of the row; APP_B of the sentence, default "::"
//
// The strengths are in queries/documents/strengths.toml; only statements that document their
// variable count.
#include "analyzer/catalog/statement_entries.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/documents/strengths.h"
#include "analyzer/documents/texts.h"
#include "analyzer/pages/prose.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// The structure in which a statement's form appears on a page.
EntryHow HowOf(const Statement& one) {
  switch (one.form) {
    case StatementForm::kRow:
      return EntryHow::kTable;
    case StatementForm::kItem:
      return EntryHow::kList;
    case StatementForm::kSection:
    case StatementForm::kRecord:
      return EntryHow::kHeading;
    case StatementForm::kTerm:
    case StatementForm::kAttribute:
      return EntryHow::kParagraph;
    case StatementForm::kNameList:
      return EntryHow::kBlock;
    case StatementForm::kSample:
    case StatementForm::kRemark:
    case StatementForm::kExpansion:
    case StatementForm::kSetting:
    case StatementForm::kBareSample:
      return EntryHow::kExample;
    default:
      return EntryHow::kSentence;
  }
}

// A structure may be about something else if the code does not access its name and nothing around
// it calls the name a variable. Then its entry claims no more than one made of a sentence.
bool IsCertain(const Statement& one) {
  return one.strength >= StrengthsOfStatements().structure && (one.accessed || one.called);
}

// A message of the program is shown as it is written, like a paragraph.
EntryHow HowOfSentence(const Statement& one) {
  return one.kind == TextKind::kString ? EntryHow::kParagraph : EntryHow::kSentence;
}

Entry MakeStatementEntry(const Statement& one) {
  Entry out;
  out.name = one.name;
  out.place = one.place;
  out.section = one.section;
  out.how = IsCertain(one)                                      ? HowOf(one)
            : one.strength >= StrengthsOfStatements().structure ? EntryHow::kSentence
                                                                : HowOf(one);
  if (one.form == StatementForm::kSentence) out.how = HowOfSentence(one);
  out.description = one.description.empty() ? one.text : one.description;
  if (out.description.ends_with(':')) out.description.pop_back();
  out.default_kind = one.default_kind;
  out.default_text = one.default_text;
  const Prose words = ToProse(one.text, one.place.line);
  // The words of a sentence are too free for claims and types.
  if (out.how != EntryHow::kSentence) {
    out.claims = ClaimsFromWords(words, one.name);
    out.type = TypeFromWords(words);
  }
  return out;
}

}  // namespace

bool Documents(const Statement& one, bool published) {
  const Strengths& strengths = StrengthsOfStatements();
  if (one.form == StatementForm::kPath || one.strength < strengths.sentence) return false;
  switch (one.kind) {
    case TextKind::kComment:
      return false;
    case TextKind::kString:
      // A message documents nothing. If it asks users to set a variable with the program's prefix
      // that nothing reads, the message is wrong, so it becomes an entry that a rule can report.
      if (one.accessed || !one.related || !one.called) return false;
      break;
    case TextKind::kData:
      if (one.role != FileRole::kGuide) return false;
      break;
    case TextKind::kDocstring:
    case TextKind::kApiDoc:
      if (one.section.starts_with('_')) return false;  // of a private function
      // An "envvar" directive or a definition in a docstring is written to be shown on a page.
      if (published || (one.strength >= strengths.structure && one.form == StatementForm::kTerm))
        break;
      if (one.form == StatementForm::kAttribute && one.called) break;
      return false;
    case TextKind::kHelp:
    case TextKind::kPage:
      break;
  }
  // The role of the file decides: its statements may be about another version or another program.
  switch (one.role) {
    case FileRole::kHistory:
    case FileRole::kTest:
    case FileRole::kVersion:
    case FileRole::kAside:
      return false;
    case FileRole::kWeak:
      return one.strength >= strengths.structure && (one.accessed || one.related);
    case FileRole::kExample:
      return (one.accessed || one.related) && one.form != StatementForm::kSample &&
             one.form != StatementForm::kExpansion;
    case FileRole::kGuide:
    case FileRole::kTranslation:
      return true;
  }
  return true;
}

std::vector<Entry> EntriesOfStatements(const std::vector<Statement>& statements, bool published) {
  // For each name the best statement, and the best of those that state a default.
  std::map<std::string_view, const Statement*> best;
  std::map<std::string_view, const Statement*> stating;
  // A line of a sample, "APP_SIZE = 100", says less than the text below the name elsewhere. More
  // than three blanks, or four words, make a text.
  const auto speaks = [](const Statement& one) {
    constexpr long kWords = 3;
    return std::count(one.text.begin(), one.text.end(), ' ') > kWords;
  };
  const auto stated = [](const Statement& one) {
    return one.default_kind != DocumentedDefault::kUnstated;
  };
  for (const Statement& one : statements) {
    if (!Documents(one, published)) continue;
    // The strongest one wins; among equals the one with a text, then the one that states a default.
    const Statement*& at = best[one.name];
    const bool better = at == nullptr || one.strength > at->strength ||
                        (one.strength == at->strength &&
                         (speaks(one) != speaks(*at) ? speaks(one) : stated(one) && !stated(*at)));
    if (better) at = &one;
    if (stated(one)) {
      const Statement*& has = stating[one.name];
      if (has == nullptr || one.strength > has->strength) has = &one;
    }
  }
  std::vector<Entry> out;
  for (const auto& [name, one] : best) {
    Entry entry = MakeStatementEntry(*one);
    const auto has = stating.find(name);
    if (entry.default_kind == DocumentedDefault::kUnstated && has != stating.end()) {
      // The default of another statement, which may be a weaker one.
      entry.default_kind = has->second->default_kind;
      entry.default_text = has->second->default_text;
    }
    out.push_back(std::move(entry));
  }
  std::sort(out.begin(), out.end(), EntryLess);
  return out;
}

void MergeEntries(std::vector<Entry> more, std::vector<Entry>* entries) {
  // The entries of the structures by name; mentions and notes may be replaced.
  std::map<std::string, std::vector<Entry*>, std::less<>> known;
  for (Entry& entry : *entries) {
    const bool described =
        entry.how != EntryHow::kMention && entry.how != EntryHow::kNote && !entry.parent;
    if (described) known[entry.name].push_back(&entry);
  }
  // "`CACHE_SIZE`" on a page with the prefix in its introduction is not a second name. So the ends
  // of each name, with and without their '_', are collected with its line.
  std::set<std::pair<int, std::string_view>> ends;
  for (const Entry& entry : *entries) {
    if (entry.how == EntryHow::kMention) continue;
    const std::string_view name = entry.name;
    for (size_t at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1)) {
      if (at > 0) ends.emplace(entry.place.line, name.substr(at));
      ends.emplace(entry.place.line, name.substr(at + 1));
    }
  }
  std::vector<Entry> added;
  for (Entry& entry : more) {
    if (ends.contains({entry.place.line, entry.name})) continue;
    const auto at = known.find(entry.name);
    if (at == known.end()) {
      added.push_back(std::move(entry));
      continue;
    }
    // Only a literal from a list completes an entry, and only if no entry of the name states a
    // default.
    const bool states = entry.default_kind == DocumentedDefault::kLiteral && entry.IsListed();
    const bool silent = std::all_of(at->second.begin(), at->second.end(), [](const Entry* one) {
      return one->default_kind == DocumentedDefault::kUnstated;
    });
    if (!states || !silent || at->second.size() != 1) continue;
    at->second.front()->default_kind = entry.default_kind;
    at->second.front()->default_text = entry.default_text;
  }
  if (added.empty()) return;
  // The mention in the same line as a new entry is the entry itself.
  std::erase_if(*entries, [&](const Entry& entry) {
    if (entry.how != EntryHow::kMention) return false;
    return std::any_of(added.begin(), added.end(), [&](const Entry& one) {
      return one.name == entry.name && one.place.line == entry.place.line;
    });
  });
  entries->insert(entries->end(), std::make_move_iterator(added.begin()),
                  std::make_move_iterator(added.end()));
  std::sort(entries->begin(), entries->end(), EntryLess);
}

void DropUnvouchedSeries(const std::vector<Statement>& statements, const KnownNames& names,
                         std::vector<Entry>* entries) {
  // Fewer names in a section may be variables that are documented but no longer read, which
  // `unused` reports.
  constexpr size_t kLong = 4;
  std::set<std::string_view> vouched;
  for (const Statement& one : statements) vouched.insert(one.name);
  const auto structured = [](const Entry& entry) {
    return !entry.parent && (entry.how == EntryHow::kTable || entry.how == EntryHow::kList ||
                             entry.how == EntryHow::kParagraph || entry.how == EntryHow::kHeading);
  };
  // Entries of one structure in one section of a file.
  struct Group {
    size_t size = 0;
    bool vouched = false;
  };
  std::map<std::tuple<std::string, EntryHow, std::string>, Group> groups;
  const auto group_of = [&](const Entry& entry) -> Group& {
    return groups[{entry.place.file, entry.how, entry.section}];
  };
  for (const Entry& entry : *entries) {
    if (!structured(entry)) continue;
    Group& group = group_of(entry);
    ++group.size;
    group.vouched = group.vouched || vouched.contains(entry.name) || names.IsAccessed(entry.name) ||
                    entry.description.find("nvironment") != std::string::npos;
  }
  std::erase_if(*entries, [&](const Entry& entry) {
    return structured(entry) && !group_of(entry).vouched && group_of(entry).size >= kLong;
  });
}

// Whether the last part of the path names a file on settings.
static bool IsNamedLikeSettings(std::string_view path) {
  const std::string base = ToLower(path.substr(path.rfind('/') + 1));
  constexpr std::string_view kWords[] = {"config", "cfg", "setting", "env", "variable"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return base.find(word) != std::string::npos; });
}

void TakeStatements(bool alone, Page& page) {
  if (page.statements.empty()) return;
  if (alone) {
    page.entries.clear();
    // A page on something else is not a list that another file could complete.
    std::erase_if(page.missing, [&](const MissingInclude& one) {
      return !page.speaks_of_environment ||
             !(IsNamedLikeSettings(one.at.file) || IsNamedLikeSettings(one.path));
    });
  }
  // A page with the file ending of source code, included by another page, is read as a page.
  const bool source = IsSource(FileKindOf(page.statements.front().place.file)) &&
                      (page.format == nullptr || page.format->plain);
  MergeEntries(EntriesOfStatements(page.statements, !source), &page.entries);
  for (Entry& entry : page.entries)
    entry.expanded = entry.expanded || page.expanded.contains(entry.name);
  const bool any = std::any_of(page.entries.begin(), page.entries.end(),
                               [](const Entry& entry) { return entry.how != EntryHow::kMention; });
  if (!any) return;
  std::erase_if(page.diagnostics,
                [](const Diagnostic& one) { return one.kind == "page-without-entries"; });
}

}  // namespace flagcensus
