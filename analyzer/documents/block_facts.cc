// How blocks that describe a variable begin, and the text that belongs to them.
//
//   | Variable | Meaning |         row:     APP_PORT, from the column of names
//   ### `APP_PORT` (int)           heading: APP_PORT, with up to three words after the name
//   - `APP_PORT`: port to use      item:    APP_PORT, rest "port to use"
//   - APP_PORT is read first       no head: a sentence of prose that begins with a name
#include "analyzer/documents/block_facts.h"

#include <algorithm>
#include <array>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/documents/cues.h"
#include "analyzer/documents/sentences.h"
#include "analyzer/pages/topic.h"

namespace flagcensus {
namespace {

using Kind = TextBlock::Kind;

// Bytes of the body of one term. Two or three paragraphs describe a variable; the rest of a long
// section is usually about its use.
constexpr size_t kMostBody = 2500;

void AddUnique(const std::vector<std::string>& more, std::vector<std::string>* out) {
  for (const std::string& one : more) {
    if (std::find(out->begin(), out->end(), one) == out->end()) out->push_back(one);
  }
}

// The names of a row: of each cell that consists of names, and of a column with a head that says
// so.
std::vector<std::string> NamesOfRow(const TextBlock& row, const KnownNames& names) {
  std::vector<std::string> out;
  for (size_t i = 0; i < row.cells.size(); ++i) {
    const std::string& cell = row.cells[i];
    const std::string_view head = row.HeadOf(i);
    const bool called = Matches(Cue::kEnvironment, head);
    const LeadNames lead = FindLeadNames(cell, names);
    // No names at its beginning: in a column of environment variables any name counts, as in
    // "--port, APP_PORT".
    if (lead.names.empty()) {
      if (!called) continue;
      std::vector<std::string> all;
      for (const Occurrence& one : FindOccurrences(cell, names)) all.push_back(one.name);
      AddUnique(all, &out);
      continue;
    }
    const std::string_view rest = std::string_view(cell).substr(lead.end);
    // After the first column, a cell that goes on in four words or in prose is a description that
    // happens to begin with a name.
    constexpr size_t kFew = 4;
    if (i > 0 && !called && (Matches(Cue::kProse, rest) || CountWords(rest) >= kFew)) continue;
    const bool column = i == 0 || called || Matches(Cue::kColumnOfNames, head);
    // Without a head that says so, a later cell counts if all its names are known from the code:
    // related ones only as a code span with nothing after it. A column of values or defaults never
    // counts, since a value can look like a name.
    const bool own =
        !column && !Matches(Cue::kColumnOfDefaults, head) &&
        LabelOf(Unmarked(head)) != Label::kValue &&
        std::all_of(lead.names.begin(), lead.names.end(), [&](const std::string& name) {
          const NameTier tier = names.TierOf(name);
          return tier == NameTier::kAccessed ||
                 (tier == NameTier::kRelated && cell.find(kSpan) != std::string::npos &&
                  Trim(Unmarked(rest)).empty());
        });
    if (column || own) AddUnique(lead.names, &out);
  }
  return out;
}

// The names of a term that does not begin with them: "--port (env: APP_PORT)", "the `$APP_X`".
// Longer terms are sentences and are read as such.
std::vector<std::string> NamesInTerm(const std::string& text, const KnownNames& names) {
  const std::vector<std::string_view> groups = Groups(Cue::kTermEnvironment, text);
  if (!groups.empty() && names.TierOf(groups[0]) != NameTier::kNone)
    return {std::string(groups[0])};
  constexpr size_t kShortTerm = 80;
  std::vector<std::string> out;
  if (text.size() >= kShortTerm) return out;
  for (const Occurrence& one : FindOccurrences(text, names)) {
    const bool known = one.tier == NameTier::kAccessed;
    if ((one.marked || one.dollar) && (known || one.dollar)) AddUnique({one.name}, &out);
  }
  return out;
}

}  // namespace

BlockFacts::BlockFacts(TextBlocks& blocks, const KnownNames& names) : names_(&names) {
  announced_ = AnnouncesSettings(blocks.root());
  FindSeries(blocks.root());
}

Heads BlockFacts::FindHeads(const TextBlock& block) const {
  Heads out;
  if (block.kind == Kind::kCode) return out;
  if (block.kind == Kind::kRow) {
    out.names = NamesOfRow(block, *names_);
    return out;
  }
  const std::string& text = block.Text();
  LeadNames lead = FindLeadNames(text, *names_);
  const std::string_view rest = std::string_view(text).substr(lead.end);
  if (block.kind == Kind::kTerm) {
    // More than 200 bytes after a name in a term are text that the term's body repeats or a
    // paragraph that was parsed as a term.
    constexpr size_t kShortRest = 200;
    out.names = lead.names.empty() ? NamesInTerm(text, *names_) : std::move(lead.names);
    if (lead.end > 0 && rest.size() < kShortRest)
      out.rest = rest.substr(MatchLength(Cue::kBodyMarks, rest));
    return out;
  }
  if (lead.names.empty()) return out;
  if (block.kind == Kind::kHeading) {
    // "APP_PORT (integer, required)" is the heading of one variable; "APP_PORT and the other ports
    // of a server" is a title.
    constexpr size_t kTitle = 3;
    if (CountWords(rest) <= kTitle) out = {std::move(lead.names), std::string(rest)};
    return out;
  }
  // An item may begin with a code span and go on without a separator: "`APP_PORT` port to use". A
  // word such as "is" after the span makes it a sentence.
  const bool span = block.kind == Kind::kItem && IsMark(text[0]);
  if (Matches(Cue::kSeparator, rest) || (span && !Matches(Cue::kNoText, rest))) {
    out.names = std::move(lead.names);
    out.rest = rest.substr(MatchLength(Cue::kBodyMarks, rest));
  }
  return out;
}

const Heads& BlockFacts::HeadsOf(const TextBlock& block) {
  const auto [at, added] = heads_.try_emplace(&block);
  if (added) at->second = FindHeads(block);
  return at->second;
}

// Counts, per parent and kind of block, the children that begin with names.
void BlockFacts::FindSeries(const TextBlock& root) {
  std::vector<const TextBlock*> open = {&root};
  while (!open.empty()) {
    const TextBlock* parent = open.back();
    open.pop_back();
    std::map<Kind, std::pair<Series, std::vector<const TextBlock*>>> groups;
    for (const TextBlock* child : parent->children) {
      open.push_back(child);
      if (child->kind == Kind::kCode) continue;
      const Heads& heads = HeadsOf(*child);
      if (heads.names.empty()) continue;
      auto& [series, blocks] =
          groups.try_emplace(child->kind, Series{0, 0}, std::vector<const TextBlock*>())
              .first->second;
      ++series.members;
      series.accessed +=
          std::any_of(heads.names.begin(), heads.names.end(),
                      [&](const std::string& name) { return names_->IsAccessed(name); });
      blocks.push_back(child);
    }
    for (const auto& [kind, group] : groups) {
      for (const TextBlock* block : group.second) series_[block] = group.first;
    }
  }
}

Series BlockFacts::SeriesOf(const TextBlock& block) const {
  const auto at = series_.find(&block);
  return at == series_.end() ? Series() : at->second;
}

bool BlockFacts::SpeaksOfEnvironment(const TextBlock& title) {
  const auto [at, added] = speaks_.try_emplace(&title);
  if (added) at->second = Matches(Cue::kEnvironment, title.Text());
  return at->second;
}

// At the top of the page, or of its first section of level one.
bool BlockFacts::AnnouncesSettings(const TextBlock& root) {
  // An announcement is at the top. Later on a page, such a sentence is about its own section.
  constexpr size_t kTop = 3;  // paragraphs, of the page or of its first section
  const auto announces = [](const TextBlock& parent) {
    size_t seen = 0;
    for (const TextBlock* one : parent.children) {
      if (one->kind == Kind::kHeading || seen == kTop) return false;
      if (one->kind != Kind::kParagraph) continue;
      if (Matches(Cue::kPageOfSettings, one->Text())) return true;
      ++seen;
    }
    return false;
  };
  if (root.children.empty()) return false;
  const TextBlock& first = *root.children[0];
  return announces(root) || (first.kind == Kind::kHeading && first.level <= 1 && announces(first));
}

Around BlockFacts::EnvironmentAround(const TextBlock& block) {
  const auto [at, added] = around_.try_emplace(&block, Around::kNothing);
  if (!added) return at->second;
  const auto answer = [&]() -> Around {
    if (block.heads != nullptr) {
      for (const std::string& head : *block.heads) {
        if (Matches(Cue::kEnvironment, head) || Matches(Cue::kColumnOfNames, head))
          return Around::kHere;
      }
    }
    // 60 siblings back and the last 400 bytes of a paragraph: an introduction is directly before
    // its list, and long lists must not cost quadratic time.
    constexpr size_t kFar = 60;
    constexpr size_t kEndOfText = 400;
    if (block.parent == nullptr) return Around::kNothing;
    const std::vector<TextBlock*>& siblings = block.parent->children;
    for (size_t i = block.index; i > 0 && block.index - i < kFar; --i) {
      const TextBlock& before = *siblings[i - 1];
      if (before.kind == Kind::kHeading) break;
      if (before.kind != Kind::kParagraph && before.kind != Kind::kCode) continue;
      const std::string_view text = before.Text();
      if (Matches(Cue::kEnvironmentVariable,
                  text.substr(text.size() > kEndOfText ? text.size() - kEndOfText : 0))) {
        return Around::kHere;
      }
      break;
    }
    // The enclosing blocks, from the inside. An item or term that is not directly around the block
    // may be about something else, hence kOutside; a heading is about all that is below it.
    bool direct = true;
    for (const TextBlock* around = block.parent; around != nullptr; around = around->parent) {
      const bool titled = around->kind == Kind::kHeading || around->kind == Kind::kItem ||
                          around->kind == Kind::kTerm;
      if (titled && SpeaksOfEnvironment(*around)) {
        return direct || around->kind == Kind::kHeading ? Around::kHere : Around::kOutside;
      }
      direct = direct && around->kind != Kind::kHeading;
    }
    return announced_ ? Around::kHere : Around::kNothing;
  };
  const Around found = answer();
  around_[&block] = found;
  return found;
}

std::vector<const TextBlock*> BlockFacts::BodyOf(const TextBlock& block) {
  std::vector<const TextBlock*> body = Below(block, kMostBody);
  if (!body.empty() || block.parent == nullptr) return body;
  const std::vector<TextBlock*>& siblings = block.parent->children;
  // Terms of a shared body follow each other closely. More than three in between share no text.
  constexpr size_t kNear = 4;
  for (size_t i = block.index + 1; i < std::min(siblings.size(), block.index + kNear); ++i) {
    const TextBlock& next = *siblings[i];
    const bool headed = next.kind == Kind::kTerm || next.kind == Kind::kItem ||
                        (next.kind == Kind::kHeading && block.kind == Kind::kHeading);
    if (headed && !HeadsOf(next).names.empty()) {
      if (!next.children.empty()) return Below(next, kMostBody);
      continue;
    }
    const bool text = next.kind == Kind::kParagraph || next.kind == Kind::kItem;
    if (!text || (block.kind != Kind::kTerm && block.kind != Kind::kHeading)) return {};
    body = Below(next, kMostBody);
    body.insert(body.begin(), &next);
    return body;
  }
  return {};
}

// The fields of a block as lines of their own, so "Default: 5" is not read as part of the
// sentence before it.
std::vector<std::string> LinesOfBlock(const TextBlock& block) {
  if (block.kind == Kind::kRow) return {block.Text()};
  std::vector<std::string> out;
  for (const TextLine& part : block.parts) {
    if (out.empty() || Matches(Cue::kField, part.text)) {
      out.push_back(part.text);
    } else {
      out.back() += ' ' + part.text;
    }
  }
  return out;
}

std::vector<const TextBlock*> Below(const TextBlock& block, size_t most) {
  std::vector<const TextBlock*> out;
  std::vector<const TextBlock*> open(block.children.rbegin(), block.children.rend());
  size_t size = 0;
  while (!open.empty() && size < most) {
    const TextBlock* next = open.back();
    open.pop_back();
    out.push_back(next);
    size += next->Text().size();
    open.insert(open.end(), next->children.rbegin(), next->children.rend());
  }
  return out;
}

const TextBlock* SectionOf(const TextBlock& block) {
  const TextBlock* at = block.parent;
  while (at != nullptr && at->kind != Kind::kHeading) at = at->parent;
  return at == nullptr || at->parent == nullptr ? nullptr : at;
}

}  // namespace flagcensus
