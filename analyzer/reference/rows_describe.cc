// what pages and sources say of a variable ─→ its description, the first of the order that there is
//
// An existing page comes first, whatever it says, so that no word of a hand is lost: all that the
// page says that is rewritten, else a page that shows the source itself, else what the largest page
// does. A page that is rewritten is its own source, so that a second run says the same as the
// first.
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

// A text as every format gives it back: one line, plain typography, no marks of code.
std::string Normal(std::string_view text) {
  Run run;
  run.text = ReplaceAll(text, "`", "");
  std::string out;
  for (const char c : ToProse({run}).text) {
    const bool space = static_cast<unsigned char>(c) <= ' ';
    if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : c;
  }
  while (out.ends_with(' ') || out.ends_with(';') || out.ends_with(',')) out.pop_back();
  // How items of a list are joined, after marks that part them by themselves.
  return ReplaceAll(ReplaceAll(out, ":; ", ": "), ".; ", ". ");
}

// The cells of a row, "Records it; record_path", without those that only name something else.
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

// Without the sentence that leads to what is not part of the text, a list or a block of code:
// "Where the logo lies. For example:".
std::string WithoutLeadIn(std::string text) {
  const size_t last = SentenceBegin(text, text.size() > 1 ? text.size() - 2 : 0, text.size());
  if (text.ends_with(':')) return text.substr(0, last);
  // "The following values are known.": the list that it leads to is no part of the text.
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

// The text of an entry by what is around it on its page.
std::string InContext(const RowInput& input, const Entry& entry, std::string text) {
  const auto found = input.contexts.find(&entry);
  if (found == input.contexts.end()) return text;
  const EntryContext& context = found->second;
  // What is said of so many says nothing of one.
  constexpr size_t kMany = 6;
  if (context.together.size() > kMany) return {};
  // "Turns the cache on or off" is said of both.
  const bool of_both = text.find(" or off") != std::string::npos ||
                       text.find(" or disable") != std::string::npos ||
                       text.find(entry.name) != std::string::npos;
  if (!of_both && IsNegationOnPage(input, entry)) return {};
  text = WithNeighbours(WithoutItemsOf(context.below, text), context.around);
  return WithSubjects(std::move(text), context.together);
}

// "(dict of str)", "(optional)", "(default 5)": what is in brackets is no more than a label.
bool IsLabel(const std::string& text) {
  if (!text.starts_with('(') || text.find(')') + 1 != text.size()) return false;
  return text.find(' ') == std::string::npos || text.find(" of ") != std::string::npos ||
         text.starts_with("(default") || text.starts_with("(optional");
}

// "(silences the fan)" as a text of its own.
std::string WithoutBrackets(std::string text) {
  constexpr long kWords = 2;
  const bool whole = text.starts_with('(') && text.find(')') + 1 == text.size();
  const bool said = std::count(text.begin(), text.end(), ' ') >= kWords && !IsLabel(text) &&
                    text.find(':') == std::string::npos &&
                    !BeginsWithPhrase("descriptions", "asides", std::string_view(text).substr(1));
  return whole && said ? text.substr(1, text.size() - 2) : text;
}

// Whether a text that lists nothing describes the variable by itself: it refers to nothing before
// it, and a single sentence begins with the name or soon comes to it. "They expect it to be set":
// who does, stands in the sentence before. What others' variables are for their own pages say.
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

// How much of what a page says is taken, in bytes: of a section of its own, and of what stands in
// another text.
constexpr size_t kSection = 1000, kPassage = 500;

// What an entry says of its variable, without what this program wrote after it.
std::string WordsOf(const RowInput& input, const Entry& entry) {
  const std::string text = Normal(entry.description);
  if (text.starts_with(kTodo)) return {};
  if (!IsOwnEntry(input, entry)) {
    // "100 (default: 10)": a value of a sample.
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
  // A row without a description has none, whatever stands around it.
  const bool row = entry.IsListed() && entry.how != EntryHow::kExample;
  return row ? WithoutOwnWords(text, entry.how == EntryHow::kTable) : std::string();
}

// Without a label for the default where the row's column has one.
std::string WithoutColumn(std::string text, const Row& row) {
  const RowDefault* const single = row.single_default();
  const bool told = single != nullptr && single->kind == DefaultKind::kLiteral;
  return told ? WithoutDefaultSentences(WithoutDefaultLabel(text), row.name) : text;
}

bool IsAccessed(const std::string& file, const std::vector<const Access*>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(),
                     [&](const Access* access) { return access->place.file == file; });
}

// An entry that says something of its variable.
struct Told {
  const Entry* entry;
  std::string words;
  bool own;  // this program wrote it
};

std::vector<Told> ReportedBy(const RowInput& input, const Flag& flag) {
  std::vector<Told> out;
  for (const Entry* entry : flag.entries) {
    Told told{entry, WordsOf(input, *entry), IsOwnEntry(input, *entry)};
    if (!told.words.empty()) out.push_back(std::move(told));
  }
  return out;
}

// Whether a page lists the variable and says what it is; a single word is the name of something,
// of an option say.
bool IsDescribed(const Told& told) {
  return told.entry->IsListed() && (told.own || told.words.find(' ') != std::string::npos);
}

// The page that tells the variable: the one that is rewritten, else one that includes the lines of
// the source, else the one with most entries. One that shows a value tells what that value does.
const std::string* PageOf(const RowInput& input, const std::vector<Told>& entries,
                          const std::vector<const Access*>& accesses) {
  const std::string* best = nullptr;
  size_t most = 0;
  for (const auto& [entry, words, own] : entries) {
    if (own && entry->place.file == input.target) return &entry->place.file;
  }
  for (const auto& [entry, words, own] : entries) {
    if (own) return &entry->place.file;  // a page that a hand may have added to
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

// Whether a page's text says little without the text around it there: an example in brackets, a
// clause that goes on from another, the default alone.
bool IsFragment(const Told& told) {
  if (told.own) return false;
  return told.words.starts_with('(') || BeginsWithPhrase("descriptions", "fragments", told.words);
}

// What kind of an entry's text is asked for.
enum class PageText {
  kDescription,  // what describes the variable
  kFragment,     // what does, and says little by itself
  kSentence,     // sentences and examples that are about it
};

bool FromPages(const RowInput& input, std::vector<Told> entries,
               const std::vector<const Access*>& accesses, PageText kind, Row& row) {
  const bool described = kind != PageText::kSentence;
  std::erase_if(entries, [&](const Told& told) {
    // A word alone is a value, or the name of something.
    const bool word = !told.own && told.words.find(' ') == std::string::npos;
    return word || (!told.own && IsLabel(told.words)) || IsDescribed(told) != described ||
           IsFragment(told) != (kind == PageText::kFragment);
  });
  const std::string* const page = PageOf(input, entries, accesses);
  if (page == nullptr) return false;
  // What the page says of a value that the program gives, where it says more.
  const auto is_set = [](const Told& told) { return told.entry->value.has_value(); };
  if (!std::all_of(entries.begin(), entries.end(), is_set)) {
    std::erase_if(entries, [&](const Told& told) { return is_set(told) && !told.own; });
  }
  // OtherLanguageMentions on the page the name may be that of a key on the keyboard.
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
  std::erase_if(entries,
                [&](const Told& told) { return !told.own && told.entry->section != section; });
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
    if (texts.empty()) row.described_at = entry->place;
    texts.push_back(own ? text : WithoutColumn(text, row));
  }
  for (const std::string& text : texts) {
    if (!row.description.empty()) {
      const char last = row.description.back();
      row.description += last == '.' || last == '!' || last == ':' ? " " : "; ";
    }
    row.description += text;
  }
  row.described_by = described ? DescribedBy::kPage : DescribedBy::kSentence;
  return true;
}

bool SaysDeprecated(const std::string& description, const std::string& name) {
  Run run;
  run.text = description;
  const std::vector<std::string> claims = ClaimsFromWords(ToProse({run}), name);
  return std::find(claims.begin(), claims.end(), "deprecated") != claims.end();
}

// Lower-case words of letters and digits.
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

// "Set OVEN_X.": what everybody sees who reads the code.
bool SaysNameAlone(const std::string& text, const std::string& name) {
  return WordsIn(ReplaceAll(text, name, " ")).size() < 2;
}

// The first of the accesses that has a text of that kind.
template <typename Text>
bool FromAccesses(const std::vector<const Access*>& accesses, DescribedBy by, const Text& text_of,
                  Row& row) {
  // What stands where the program sets the variable tells why it does.
  for (const bool reads : {true, false}) {
    for (const Access* access : accesses) {
      if ((access->op == AccessOp::kRead || access->op == AccessOp::kTest) != reads) continue;
      std::string text = WholeText(TidyProse(Normal(text_of(*access)), row.name), row.name);
      if (text.find(' ') == std::string::npos || IsStatusNote(text) || IsReference(text)) continue;
      if (by != DescribedBy::kHelp && (IsGroupHead(text) || SaysNameAlone(text, row.name)))
        continue;
      row.description = WithoutColumn(std::move(text), row);
      row.described_by = by;
      row.described_at = access->place;
      return true;
    }
  }
  return false;
}

// Whether a comment may be about the variable: that which is at one of many uses of a shared
// read is about that use.
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
  const auto akin = [](const std::string& a, const std::string& b) {
    constexpr size_t kStem = 4, kEnding = 2;
    const size_t least = std::min(a.size(), b.size());
    const size_t same = static_cast<size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(least), b.begin()).first -
        a.begin());
    return same >= kStem && same + kEnding >= least;
  };
  const std::vector<std::string> told = WordsIn(text);
  return static_cast<size_t>(
      std::count_if(words.begin(), words.end(), [&](const std::string& word) {
        return std::any_of(told.begin(), told.end(), [&](const std::string& other) {
          return word == other || akin(word, other);
        });
      }));
}

// Whether a short form of the text begins the name or a word of it: "VNC" of VNCDESKTOP.
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

// Whether over half of the name's words, the project's own in front omitted, are in the text.
bool SharesWords(std::string_view name, std::string_view text) {
  std::vector<std::string> words = WordsIn(name);
  if (words.size() > 1) words.erase(words.begin());
  return 2 * CountShared(words, text) > words.size();
}

// Whether a comment is about the variable and not about the code that it stands at: the name is
// what it is about, it begins as one says what something is for, or, where it is no step of a
// function's, it has most of the name's words behind the project's prefix.
bool IsAboutName(const RowInput& input, const Access& access, std::string_view name,
                 std::string_view comment) {
  if (SaysWhatItDoes(comment, name)) return true;
  const std::string first = ToLower(comment.substr(0, comment.find(' ')));
  if (IsPhrase("descriptions", "purposes", first)) return true;
  if (access.function >= 0) return false;
  const OwnPrefix* const own = OwnPrefixOf(input.rules.ownership, std::string(name));
  const size_t prefix = own != nullptr && own->prefix.size() < name.size() ? own->prefix.size() : 0;
  const std::string_view own_part = name.substr(prefix);
  const std::vector<std::string> words = WordsIn(own_part);
  return 2 * CountShared(words, comment) > words.size() ||
         (words.size() == 1 && HasShortForm(own_part, comment));
}

// Whether a text that is with a step of the code is about the variable: it names it, or is
// about the same thing, and does not say what the step does.
bool StatesPurpose(const Access& access, const std::string& giver, const std::string& text,
                   const std::string& name) {
  if (access.function < 0) return true;  // of a module: it can be about nothing else
  const std::vector<std::string> words = WordsIn(text);
  if (words.empty() || IsPhrase("descriptions", "step_verbs", words.front())) return false;
  return text.find(name) != std::string::npos ||
         SharesWords(name, text + " " + access.returned_by + " " + giver);
}

// The lines of a help text as one, with its list's items parted.
std::string AsOneLine(const std::string& text) {
  return text.find('\n') == std::string::npos ? text : JoinedLines(Split(text, '\n'));
}

bool FromSources(const RowInput& input, const std::vector<const Access*>& accesses, Row& row) {
  const auto text_of = [&](const Access& access) -> const SourceText& {
    static const SourceText kNone;
    const auto found = input.texts.find(&access);
    return found == input.texts.end() ? kNone : found->second;
  };
  // The text around a read of a test is about the test.
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
  // A documented parameter is written for users; the comment at a C declaration may not be.
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
    return access.bound_kind == BoundKind::kClass && access.by_declarator;
  };
  return FromAccesses(
             accesses, DescribedBy::kHelp,
             [&](const Access& access) {
               if (is_field(access)) return std::string();
               // Where a preprocessor's branch has moved the columns, this is a value.
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

// What pages say of the family that the variable is one of: "LOG_LEVEL_*".
bool FromFamilies(const RowInput& input, const std::vector<const Access*>& accesses, Row& row) {
  return std::any_of(input.families.begin(), input.families.end(), [&](const Flag* family) {
    return family->name != row.name && Covers(family->name, row.name) &&
           FromPages(input, ReportedBy(input, *family), accesses, PageText::kDescription, row);
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
    row.description = WithoutColumn(std::move(sentence), row);
    row.described_by = DescribedBy::kSentence;
    row.described_at = passage.place;
    return true;
  }
  return false;
}

// "Deprecated" as the only word of a comment at a read.
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
  Row told;
  told.name = row.name;
  FromSources(input, accesses, told);
  return told.description;
}

void Describe(const RowInput& input, const Flag& flag, const std::vector<const Access*>& accesses,
              Row& row) {
  const std::vector<Told> told = ReportedBy(input, flag);
  FromPages(input, told, accesses, PageText::kDescription, row) ||
      FromFamilies(input, accesses, row) || FromSources(input, accesses, row) ||
      FromPages(input, told, accesses, PageText::kFragment, row) ||
      FromPages(input, told, accesses, PageText::kSentence, row) || FromPassages(input, flag, row);
  TakeStatus(input, accesses, row);
  if (SaysDeprecated(row.description, row.name)) row.deprecated = true;
}

}  // namespace flagcensus
