// What pages and sources say about a variable ─→ its description: the first text in the order of
// Describe.
//
// An existing page comes first, so no text of a person is lost. Of several pages it is the one
// that is rewritten, otherwise one that shows the source, otherwise the one with most entries. A
// rewritten page is its own source, so a second run gives the same result.
//
//   | `APP_PORT` | Listening port (default: 80) |  a page       ─→  "Listening port"
//   parser.add(help="Where it listens")         the sources  ─→  "Where it listens", without a page
//   "Set APP_PORT to listen elsewhere."         a sentence   ─→  the last choice
#include <algorithm>
#include <limits>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/pages/text_lines.h"
#include "analyzer/reference/cells.h"
#include "analyzer/reference/prose.h"
#include "analyzer/reference/rows.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/ownership.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// A text as every format returns it: one line, plain typography, no marks of code.
// "Set  `APP_X` to “on”;" ─→ "Set APP_X to "on""
std::string Normal(std::string_view text) {
  Run run;
  run.text = ReplaceAll(text, "`", "");
  std::string out;
  for (const char c : ToProse({run}).text) {
    const bool space = static_cast<unsigned char>(c) <= ' ';
    if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : c;
  }
  while (out.ends_with(' ') || out.ends_with(';') || out.ends_with(',')) out.pop_back();
  // How items of a list are joined, after marks that separate them already.
  return ReplaceAll(ReplaceAll(out, ":; ", ": "), ".; ", ". ");
}

// The cells of a row, "Records it; record_path", without those that only name something.
std::string WithoutNames(const std::string& text) {
  const auto is_name = [](std::string_view part) {
    return part.find('_') != std::string_view::npos && AllBytes(part, IsIdentifierByte) &&
           !HasUpper(part);
  };
  std::string out;
  for (const std::string_view part : Split(text, ';')) {
    if (is_name(Trim(part))) continue;
    out += (out.empty() ? "" : ";") + std::string(part);
  }
  return out;
}

// Without the sentence that leads to what is not part of the text, a list or a block of code: "The
// path of the logo. For example:".
std::string WithoutLeadIn(std::string text) {
  const size_t last = SentenceBegin(text, text.size() > 1 ? text.size() - 2 : 0, text.size());
  if (text.ends_with(':')) return text.substr(0, last);
  // "The following values are known.": its list is not part of the text. A longer sentence with
  // "following" says more.
  constexpr size_t kShort = 60;
  const std::string end = ToLower(std::string_view(text).substr(std::min(last, text.size())));
  const size_t word = end.find("following ");
  return last > 0 && end.size() < kShort && word != std::string::npos && word < 5
             ? std::string(Trim(std::string_view(text).substr(0, last)))
             : text;
}

// Without the items of a list within the entry that are entries of other variables.
std::string WithoutItemsOf(const std::set<std::string>& names, const std::string& text) {
  std::string out;
  for (const std::string_view part : Split(text, ';')) {
    const std::string_view item = Trim(part);
    const std::string_view word = item.substr(0, EndOfRun(item, 0, IsIdentifierByte));
    if (!out.empty() && names.contains(std::string(word))) continue;
    out += (out.empty() ? "" : ";") + std::string(part);
  }
  return out;
}

bool HasSpace(std::string_view text) { return text.find(' ') != std::string_view::npos; }

// The text of an entry, adapted to what is around it on its page.
std::string InContext(const RowInput& input, const Entry& entry, std::string text) {
  const auto found = input.contexts.find(&entry);
  if (found == input.contexts.end()) return text;
  const EntryContext& context = found->second;
  // A text for that many variables does not describe a single one.
  constexpr size_t kMany = 6;
  if (context.together.size() > kMany) return {};
  // "Turns the cache on or off" is about both.
  const bool of_both = text.find(" or off") != std::string::npos ||
                       text.find(" or disable") != std::string::npos ||
                       text.find(entry.name) != std::string::npos;
  if (!of_both && IsNegationOnPage(input, entry)) return {};
  text = WithNeighbours(WithoutItemsOf(context.below, text), context.around);
  return WithSubjects(std::move(text), context.together);
}

// "(dict of str)", "(optional)", "(default 5)": the text in brackets is a label.
bool IsLabel(const std::string& text) {
  if (!text.starts_with('(') || text.find(')') + 1 != text.size()) return false;
  return text.find(' ') == std::string::npos || text.find(" of ") != std::string::npos ||
         text.starts_with("(default") || text.starts_with("(optional");
}

// "(silences the fan)" without its brackets. Two words, or an aside such as "(see above)", stay.
std::string WithoutBrackets(std::string text) {
  constexpr long kWords = 2;
  const bool whole = text.starts_with('(') && text.find(')') + 1 == text.size();
  const bool said = std::count(text.begin(), text.end(), ' ') >= kWords && !IsLabel(text) &&
                    text.find(':') == std::string::npos &&
                    !BeginsWithPhrase("descriptions", "asides", std::string_view(text).substr(1));
  return whole && said ? text.substr(1, text.size() - 2) : text;
}

// Whether a text outside of a list describes the variable without its context. It refers to nothing
// before it, and a single sentence begins with the name or soon mentions it. "They expect it to be
// set" needs the sentence before. The variables of others are described on their pages.
bool OccursAlone(const RowInput& input, std::string_view sentence, std::string_view name) {
  constexpr size_t kSoon = 40;  // bytes: "Set the environment variable "
  const bool several = SentenceEnd(sentence, 0, sentence.size()) < sentence.size();
  if (BeginsWithPhrase("descriptions", "others", sentence) ||
      BeginsWithPhrase("descriptions", "goes_on", sentence)) {
    return false;
  }
  return !BeginsWithLower(sentence) && (several || sentence.find(name) < kSoon) &&
         SaysWhatItDoes(sentence, name) && FindForeign(name).owner == nullptr &&
         OwnerOf(input.rules.ownership, name) == nullptr;
}

// Bytes of a page's text that are used: of an entry or section for the variable, and of a passage
// in another text.
constexpr size_t kSection = 1000, kPassage = 500;

// What an entry says about its variable, without what this program appended.
std::string WordsOf(const RowInput& input, const Entry& entry) {
  const std::string text = Normal(entry.description);
  if (text.starts_with(kTodo)) return {};
  if (!IsOwnEntry(input, entry)) {
    // "100 (default: 10)": a value in a sample.
    if (WithoutDefaultLabel(text).find(' ') == std::string::npos && HasSpace(text)) return {};
    const std::string tidy = InContext(input, entry, TidyProse(text, entry.name));
    if (IsReference(tidy)) return {};
    if (!entry.IsListed() && !OccursAlone(input, tidy, entry.name)) return {};
    const std::string plain = WithoutPointerSentences(WholeText(WithoutBrackets(tidy), entry.name));
    const std::string words = entry.how == EntryHow::kTable ? WithoutNames(plain) : plain;
    return IsCodeText(words) ? std::string()
                             : WithoutLeadIn(Shortened(words, entry.name,
                                                       entry.IsListed() ? kSection : kPassage));
  }
  // A row without a description has no description, regardless of the text around it.
  const bool row = entry.IsListed() && entry.how != EntryHow::kExample;
  return row ? WithoutOwnWords(text, entry.how == EntryHow::kTable) : std::string();
}

// Without a label for the default, if the row's column has it.
std::string WithoutColumn(std::string text, const Row& row) {
  const RowDefault* const single = row.single_default();
  const bool stated = single != nullptr && single->kind == DefaultKind::kLiteral;
  return stated ? WithoutDefaultSentences(WithoutDefaultLabel(text), row.name) : text;
}

bool IsAccessed(const std::string& file, const std::vector<const Access*>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(),
                     [&](const Access* access) { return access->place.file == file; });
}

// An entry that says something about its variable.
struct DescribedEntry {
  const Entry* entry;
  std::string words;
  bool own;  // this program wrote it
};

std::vector<DescribedEntry> EntriesDescribing(const RowInput& input, const Flag& flag) {
  std::vector<DescribedEntry> out;
  for (const Entry* entry : flag.entries) {
    DescribedEntry stated{entry, WordsOf(input, *entry), IsOwnEntry(input, *entry)};
    if (!stated.words.empty()) out.push_back(std::move(stated));
  }
  return out;
}

// Whether a page lists the variable and says what it is. A single word is the name of something,
// for example of an option.
bool IsDescribed(const DescribedEntry& stated) {
  return stated.entry->IsListed() && (stated.own || stated.words.find(' ') != std::string::npos);
}

// The page with the description: the one that is rewritten, otherwise one that includes the lines
// of the source, otherwise the one with most entries. An entry with a value describes that value
// and counts least.
const std::string* PageOf(const RowInput& input, const std::vector<DescribedEntry>& entries,
                          const std::vector<const Access*>& accesses) {
  const std::string* best = nullptr;
  size_t most = 0;
  for (const auto& [entry, words, own] : entries) {
    if (own && entry->place.file == input.target) return &entry->place.file;
  }
  for (const auto& [entry, words, own] : entries) {
    if (own) return &entry->place.file;  // a page that a person may have added to
    const auto size = input.page_sizes.find(entry->place.file);
    size_t count = size == input.page_sizes.end() ? 0 : size->second;
    if (entry->value) count = 0;
    if (IsAccessed(entry->place.file, accesses)) count = std::numeric_limits<size_t>::max();
    if (best == nullptr || count > most) {
      best = &entry->place.file;
      most = count;
    }
  }
  return best;
}

// Whether a page's text says little without the text around it: an example in brackets, a clause
// that continues another, the default alone.
bool IsFragment(const DescribedEntry& stated) {
  if (stated.own) return false;
  return stated.words.starts_with('(') ||
         BeginsWithPhrase("descriptions", "fragments", stated.words);
}

// The kind of text that is wanted of the entries.
enum class PageText {
  kDescription,  // what describes the variable
  kFragment,     // the same, but it says little without its context
  kSentence,     // sentences and examples that are about it
};

bool FromPages(const RowInput& input, std::vector<DescribedEntry> entries,
               const std::vector<const Access*>& accesses, PageText kind, Row& row) {
  const bool described = kind != PageText::kSentence;
  std::erase_if(entries, [&](const DescribedEntry& stated) {
    // A single word is a value or the name of something.
    const bool word = !stated.own && stated.words.find(' ') == std::string::npos;
    return word || (!stated.own && IsLabel(stated.words)) || IsDescribed(stated) != described ||
           IsFragment(stated) != (kind == PageText::kFragment);
  });
  const std::string* const page = PageOf(input, entries, accesses);
  if (page == nullptr) return false;
  // What a page says about a value that the program sets is omitted if the page says more.
  const auto is_set = [](const DescribedEntry& stated) { return stated.entry->value.has_value(); };
  if (!std::all_of(entries.begin(), entries.end(), is_set)) {
    std::erase_if(entries,
                  [&](const DescribedEntry& stated) { return is_set(stated) && !stated.own; });
  }
  // In the other sections of the page, the name may be that of a key on the keyboard.
  std::string section;
  size_t most = 0;
  for (const auto& [entry, text, own] : entries) {
    if (entry->place.file != *page) continue;
    const auto size = input.section_sizes.find({*page, entry->section});
    const size_t count = size == input.section_sizes.end() ? 1 : size->second;
    if (count <= most) continue;
    most = count;
    section = entry->section;
  }
  std::erase_if(entries, [&](const DescribedEntry& stated) {
    return !stated.own && stated.entry->section != section;
  });
  std::vector<std::string> texts;
  for (const auto& [entry, text, own] : entries) {
    if (entry->place.file != *page) continue;
    const bool known = std::any_of(
        texts.begin(), texts.end(),
        [&text = text](const std::string& other) { return other.find(text) != std::string::npos; });
    if (known) continue;
    std::erase_if(texts, [&text = text](const std::string& other) {
      return text.find(other) != std::string::npos;
    });
    if (texts.empty()) row.description.at = entry->place;
    texts.push_back(own ? text : WithoutColumn(text, row));
  }
  for (const std::string& text : texts) {
    if (!row.description.text.empty()) {
      const char last = row.description.text.back();
      row.description.text += last == '.' || last == '!' || last == ':' ? " " : "; ";
    }
    row.description.text += text;
  }
  row.description.by = described ? DescribedBy::kPage : DescribedBy::kSentence;
  return true;
}

// Uses the same words as the catalog, so `check` and the page agree.
bool SaysDeprecated(const std::string& description, const std::string& name) {
  Run run;
  run.text = description;
  const std::vector<std::string> claims = ClaimsFromWords(ToProse({run}), name);
  return std::find(claims.begin(), claims.end(), "deprecated") != claims.end();
}

// Lower-case words of letters and digits.
// "Set OVEN_X." ─→ set, oven, x
std::vector<std::string> WordsIn(std::string_view text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    const bool letter = IsAlnum(c);
    if (letter) out.back() += c;
    if (!letter && !out.back().empty()) out.emplace_back();
  }
  if (out.back().empty()) out.pop_back();
  for (std::string& word : out) word = ToLower(word);
  return out;
}

// "Set OVEN_X.": visible to everyone who reads the code.
// Fewer than two words besides the name.
bool SaysNameAlone(const std::string& text, const std::string& name) {
  return WordsIn(ReplaceAll(text, name, " ")).size() < 2;
}

// Sets the description to the first text of that kind that is whole and says something.
template <typename Text>
bool FromAccesses(const std::vector<const Access*>& accesses, DescribedBy by, const Text& text_of,
                  Row& row) {
  // A text at a write says why the program sets the variable.
  for (const bool reads : {true, false}) {
    for (const Access* access : accesses) {
      if ((access->op == AccessOp::kRead || access->op == AccessOp::kTest) != reads) continue;
      std::string text = WholeText(TidyProse(Normal(text_of(*access)), row.name), row.name);
      if (text.find(' ') == std::string::npos || IsStatusNote(text) || IsReference(text)) continue;
      if (by != DescribedBy::kHelp && (IsGroupHead(text) || SaysNameAlone(text, row.name)))
        continue;
      row.description.text = WithoutColumn(std::move(text), row);
      row.description.by = by;
      row.description.at = access->place;
      return true;
    }
  }
  return false;
}

// Whether a comment may be about the variable. With more than two different comments, the read is
// shared, and each comment is about its use.
bool IsAbout(const std::set<std::string>& comments, const std::string& name) {
  constexpr size_t kMost = 2;
  return comments.size() <= kMost ||
         std::any_of(comments.begin(), comments.end(), [&](const std::string& comment) {
           return comment.find(name) != std::string::npos;
         });
}

// How many of the words are in the text.
size_t CountShared(const std::vector<std::string>& words, std::string_view text) {
  // "disable" and "disabling".
  // "disable" and "disabling": four letters in common, and at most two of the shorter word differ.
  // "report" and "repeat" do not match.
  const auto akin = [](const std::string& a, const std::string& b) {
    constexpr size_t kStem = 4, kEnding = 2;
    const size_t least = std::min(a.size(), b.size());
    const size_t same = static_cast<size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(least), b.begin()).first -
        a.begin());
    return same >= kStem && same + kEnding >= least;
  };
  const std::vector<std::string> stated = WordsIn(text);
  return static_cast<size_t>(
      std::count_if(words.begin(), words.end(), [&](const std::string& word) {
        return std::any_of(stated.begin(), stated.end(), [&](const std::string& other) {
          return word == other || akin(word, other);
        });
      }));
}

// Whether an abbreviation in the text begins the name or a word of it: "VNC" of VNCDESKTOP.
bool HasShortForm(std::string_view name, std::string_view text) {
  constexpr size_t kLeast = 3;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::max(EndOfRun(text, at, IsAlnum), at + 1);
    const std::string_view word = text.substr(at, end - at);
    const bool capitals = word.size() >= kLeast && AllBytes(word, IsUpper);
    if (capitals && (name.starts_with(word) || name.find("_" + std::string(word)) != name.npos)) {
      return true;
    }
    at = end;
  }
  return false;
}

// Whether over half of the name's words are in the text, without the first, which is the project's.
bool SharesWords(std::string_view name, std::string_view text) {
  std::vector<std::string> words = WordsIn(name);
  if (words.size() > 1) words.erase(words.begin());
  return 2 * CountShared(words, text) > words.size();
}

// Whether a comment is about the variable and not about the code next to it. One of these is
// required: the name is its subject; it begins as one says what something is for; or, outside of a
// function, it has most words of the name after the project's prefix.
bool IsAboutName(const RowInput& input, const Access& access, std::string_view name,
                 std::string_view comment) {
  if (SaysWhatItDoes(comment, name)) return true;
  const std::string first = ToLower(comment.substr(0, comment.find(' ')));
  if (IsPhrase("descriptions", "purposes", first)) return true;
  if (access.evidence.function >= 0) return false;
  const OwnPrefix* const own = OwnPrefixOf(input.rules.ownership, std::string(name));
  const size_t prefix = own != nullptr && own->prefix.size() < name.size() ? own->prefix.size() : 0;
  const std::string_view own_part = name.substr(prefix);
  const std::vector<std::string> words = WordsIn(own_part);
  return 2 * CountShared(words, comment) > words.size() ||
         (words.size() == 1 && HasShortForm(own_part, comment));
}

// Whether a text at a step of the code is about the variable: it contains the name or is about the
// same thing, and does not say what the step does.
bool StatesPurpose(const Access& access, const std::string& giver, const std::string& text,
                   const std::string& name) {
  if (access.evidence.function < 0) return true;  // of a module: it can be about nothing else
  const std::vector<std::string> words = WordsIn(text);
  if (words.empty() || IsPhrase("descriptions", "step_verbs", words.front())) return false;
  return text.find(name) != std::string::npos ||
         SharesWords(name, text + " " + access.evidence.returned_by + " " + giver);
}

// The lines of a help text as one line, with the items of its list separated.
std::string AsOneLine(const std::string& text) {
  return text.find('\n') == std::string::npos ? text : JoinedLines(Split(text, '\n'));
}

bool FromSources(const RowInput& input, const std::vector<const Access*>& accesses, Row& row) {
  const auto text_of = [&](const Access& access) -> const SourceText& {
    static const SourceText kNone;
    const auto found = input.texts.find(&access);
    return found == input.texts.end() ? kNone : found->second;
  };
  // The text at a read in a test is about the test.
  const auto doc_of = [&](const Access& access) {
    const std::string text = WithoutSections(text_of(access).doc);
    // "Return the depth of the queue": the variable is what is returned.
    std::string said = text;
    for (const std::string_view verb : {"Returns ", "Return "}) {
      if (!said.starts_with(verb)) continue;
      said.erase(0, verb.size());
      if (said.starts_with("the ")) said.erase(0, 4);
      if (BeginsWithLower(said)) said[0] = ToUpper(said[0]);
    }
    const bool about = access.scope != Scope::kTest &&
                       StatesPurpose(access, text_of(access).giver, said, row.name);
    return about ? said : std::string();
  };
  const auto comment_of = [&](const Access& access) {
    const std::string& text = text_of(access).comment;
    const bool about = access.scope != Scope::kTest && StatesPurpose(access, {}, text, row.name) &&
                       IsAboutName(input, access, row.name, text);
    return about ? text : std::string();
  };
  // A documented parameter is written for users; a comment at a C declaration may not be.
  const auto target_of = [&](bool in_c) {
    return [&, in_c](const Access& access) {
      const std::string& text = text_of(access).target.text;
      const bool about = !in_c || IsAboutName(input, access, row.name, text);
      return about && IsC(access.language) == in_c ? text : std::string();
    };
  };
  std::set<std::string> comments;
  for (const Access* access : accesses) {
    if (!comment_of(*access).empty()) comments.insert(comment_of(*access));
  }
  const auto is_field = [](const Access& access) {
    return access.bound_kind == BoundKind::kClass && access.evidence.by_declarator;
  };
  // The order is that of how likely the text was written for users: help texts, docstrings, listed
  // attributes, comments, then texts of a namesake and of a field.
  return FromAccesses(
             accesses, DescribedBy::kHelp,
             [&](const Access& access) {
               if (is_field(access)) return std::string();
               // If a branch of the preprocessor has shifted the arguments, this is a value.
               const std::string given = AsOneLine(access.description.value_or(std::string()));
               const bool words = given.find(' ') != std::string::npos;
               return words || text_of(access).help.empty() ? given : text_of(access).help;
             },
             row) ||
         FromAccesses(accesses, DescribedBy::kDoc, doc_of, row) ||
         FromAccesses(
             accesses, DescribedBy::kDoc,
             [&](const Access& access) { return text_of(access).target.listed; }, row) ||
         FromAccesses(accesses, DescribedBy::kDoc, target_of(false), row) ||
         (IsAbout(comments, row.name) &&
          FromAccesses(accesses, DescribedBy::kComment, comment_of, row)) ||
         FromAccesses(accesses, DescribedBy::kComment, target_of(true), row) ||
         FromAccesses(
             accesses, DescribedBy::kHelp,
             [&](const Access& access) { return text_of(access).target.namesake; }, row) ||
         FromAccesses(
             accesses, DescribedBy::kField,
             [&](const Access& access) {
               return access.description ? *access.description : text_of(access).help;
             },
             row);
}

// What pages say about the family of the variable: "LOG_LEVEL_*".
bool FromFamilies(const RowInput& input, const std::vector<const Access*>& accesses, Row& row) {
  return std::any_of(input.families.begin(), input.families.end(), [&](const Flag* family) {
    return family->name != row.name && Covers(family->name, row.name) &&
           FromPages(input, EntriesDescribing(input, *family), accesses, PageText::kDescription,
                     row);
  });
}

bool FromPassages(const RowInput& input, const Flag& flag, Row& row) {
  for (const Passage& passage : flag.passages) {
    if (!passage.described || passage.place.line < 1) continue;
    if (passage.place.file == input.target) continue;
    std::string sentence = Normal(passage.text);
    sentence.erase(0, std::min(sentence.find_first_not_of(" :;,"), sentence.size()));
    if (IsCodeText(sentence) || !OccursAlone(input, sentence, row.name)) continue;
    sentence = WholeText(sentence, row.name);
    if (sentence.empty() || IsReference(sentence)) continue;
    row.description.text = WithoutColumn(std::move(sentence), row);
    row.description.by = DescribedBy::kSentence;
    row.description.at = passage.place;
    return true;
  }
  return false;
}

// "Deprecated" as the whole comment at a read.
void TakeStatus(const RowInput& input, const std::vector<const Access*>& accesses, Row& row) {
  for (const Access* access : accesses) {
    const auto text = input.texts.find(access);
    if (text == input.texts.end()) continue;
    for (const std::string* note : {&text->second.comment, &text->second.doc}) {
      if (IsStatusNote(*note) && SaysDeprecated(*note, row.name)) row.deprecated = true;
    }
  }
}

}  // namespace

std::string SourceTextOf(const RowInput& input, const std::vector<const Access*>& accesses,
                         const Row& row) {
  Row stated;
  stated.name = row.name;
  FromSources(input, accesses, stated);
  return stated.description.text;
}

void Describe(const RowInput& input, const Flag& flag, const std::vector<const Access*>& accesses,
              Row& row) {
  const std::vector<DescribedEntry> stated = EntriesDescribing(input, flag);
  // Fragments and sentences come after the sources: they are about the variable by the way.
  FromPages(input, stated, accesses, PageText::kDescription, row) ||
      FromFamilies(input, accesses, row) || FromSources(input, accesses, row) ||
      FromPages(input, stated, accesses, PageText::kFragment, row) ||
      FromPages(input, stated, accesses, PageText::kSentence, row) ||
      FromPassages(input, flag, row);
  TakeStatus(input, accesses, row);
  if (SaysDeprecated(row.description.text, row.name)) row.deprecated = true;
}

}  // namespace flagcensus
