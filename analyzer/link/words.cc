// Where names occur as words, in files of any kind, and what a file of another language does with
// them there.
//
//   run.sh:    export APP_HOME=/opt/app    APP_HOME  ─→ light: a write of /opt/app
//   app.c:     #if APP_DEBUG               APP_DEBUG ─→ macros
//   data.csv:  APP_HOME,directory          APP_HOME  ─→ mentions
//
// One search for all words: names, the beginnings of families, and strings from which names are
// made. The accesses of Python and C files are in the census, so a name in them is only a
// mention.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analyzer/base/text.h"
#include "analyzer/light/light_reader.h"
#include "analyzer/link/census.h"
#include "analyzer/project/changelog.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

enum class Ask { kName, kFamily, kFlag, kPart };

// The words of the search and what each of them is searched for.
struct SearchedWords {
  std::vector<std::string> texts;
  std::vector<WordShape> shapes;
  std::vector<Ask> asks;
  std::vector<std::string> keys;  // the word of WordsAsked under which the answer is returned

  bool operator==(const SearchedWords&) const = default;

  // The four lists have one entry for each word.
  void Add(std::string text, WordShape shape, Ask ask, const std::string& key) {
    texts.push_back(std::move(text));
    shapes.push_back(shape);
    asks.push_back(ask);
    keys.push_back(key);
  }
};

// Sets first: a name may be asked several times, and a flag may also be a name.
SearchedWords WordsOf(const WordsAsked& asked) {
  // The prefix of a family. Shorter ones (A_*) are a prefix of other projects' names.
  constexpr size_t kLeastStem = 3;
  SearchedWords out;
  const std::set<std::string> names(asked.names.begin(), asked.names.end());
  for (const std::string& name : names) {
    const size_t star = name.find('*');
    if (star == std::string::npos) {
      if (!name.empty()) out.Add(name, {}, Ask::kName, name);
    } else if (star >= kLeastStem) {
      out.Add(name.substr(0, star), {false, true}, Ask::kFamily, name);
    }
  }
  const std::set<std::string> flags(asked.flags.begin(), asked.flags.end());
  for (const std::string& flag : flags) {
    if (!flag.empty() && names.count(flag) == 0) out.Add(flag, {}, Ask::kFlag, flag);
  }
  const std::set<std::string> parts(asked.parts.begin(), asked.parts.end());
  for (const std::string& part : parts) {
    if (!part.empty()) out.Add(part, {true, false}, Ask::kPart, part);
  }
  return out;
}

// Whether the bytes from `begin` to `end` are the complete contents of a string.
bool IsQuoted(std::string_view text, size_t begin, size_t end) {
  const char quote = begin > 0 ? text[begin - 1] : ' ';
  return (quote == '"' || quote == '\'') && end < text.size() && text[end] == quote;
}

// How a source uses a name, if that is not an access of the language itself.
enum class SourceUse : uint8_t {
  kOther,
  kQuoted,  // "APP_X"
  kMacro,   // #if APP_X, case APP_X:
  kSet,     // shell.setenv("APP_X", ...), shell.env.APP_X = ...
};

// One occurrence of a word in a file.
struct Seen {
  uint32_t word = 0;
  Place place;
  std::optional<LightUse> use;  // of a name or a family's member
  SourceUse source_use = SourceUse::kOther;
};

// The line up to `begin`; of a long line the last kMost bytes, so a minified file of one line
// costs no more than others.
std::string_view LineBefore(std::string_view text, size_t begin) {
  constexpr size_t kMost = 400;
  const size_t from = begin > kMost ? begin - kMost : 0;
  const std::string_view before = text.substr(from, begin - from);
  return before.substr(before.rfind('\n') + 1);
}

// Whether the text after a name, or after the element that it is, assigns: "= 1", not "== 1". Only
// the rest of the line is examined: an assignment on the next line is not seen.
bool Assigns(std::string_view behind) {
  constexpr size_t kMost = 80;
  behind = behind.substr(0, kMost);
  const std::string_view rest = Trim(behind.substr(0, behind.find('\n')));
  return rest.starts_with('=') && !rest.starts_with("==");
}

// Whether `before` ends in code of C: not in a comment, nor in a string. It sees one line, so
// the middle of a block comment counts as a comment only if the line begins with '*', as is usual.
bool IsCode(std::string_view before) {
  const std::string_view first = Trim(before);
  if (first.starts_with('*') || before.find("//") != std::string_view::npos) return false;
  const size_t comment = before.rfind("/*");
  if (comment != std::string_view::npos && before.find("*/", comment) == std::string_view::npos) {
    return false;
  }
  return std::count(before.begin(), before.end(), '"') % 2 == 0;
}

// Classifies an occurrence by the text before it, which is enough for the few shapes that are
// wanted. A wrong kMacro only drops a name that some file also quotes, see the end of FindWords.
SourceUse UseOf(std::string_view text, size_t begin, size_t end, FileKind kind) {
  if (!IsSource(kind)) return SourceUse::kOther;
  const std::string_view before = LineBefore(text, begin);
  if (!IsQuoted(text, begin, end)) {
    if (IsC(kind) && (Trim(before).starts_with('#') || IsCode(before))) return SourceUse::kMacro;
    const bool member = kind == FileKind::kPython && before.ends_with(".env.");
    return member && Assigns(text.substr(end)) ? SourceUse::kSet : SourceUse::kOther;
  }
  if (kind != FileKind::kPython) return SourceUse::kQuoted;
  // Up to the opening quote: `shell.setenv(` of `shell.setenv("APP_X", 1)`.
  const std::string_view open = before.substr(0, before.size() - 1);
  const bool called = open.ends_with(".setenv(") || open.ends_with(".set_env(");
  const bool element =
      (open.ends_with("env[") || open.ends_with("environ[") || open.ends_with("environment[")) &&
      text.substr(end + 1).starts_with(']') && Assigns(text.substr(end + 2));
  return called || element ? SourceUse::kSet : SourceUse::kQuoted;
}

// All occurrences in one file. `language`: the light language of the file, null if it is not read.
struct FileSeen {
  const LightLanguage* language = nullptr;
  std::vector<Seen> seen;
};

class Finder {
 public:
  Finder(const SourceFile& file, std::string_view text, const SearchedWords& words)
      : file_(file), text_(text), words_(words) {}

  // One pass over the hits, which are in ascending order, then the light reader for the names.
  FileSeen Find(const std::vector<WordHit>& hits) {
    FileSeen out;
    const bool source = IsSource(file_.kind) && file_.kind != FileKind::kNotebook;
    if (!hits.empty() && !source) {
      out.language = LightLanguageOf(LightLanguages(), file_.path, text_);
    }
    std::vector<LightName> names;
    std::vector<size_t> of_name;  // index into out.seen
    for (const WordHit& hit : hits) {
      // A flag or a part counts only as a whole string of a source; a name anywhere.
      const size_t begin = hit.offset;
      size_t end = begin + words_.texts[hit.word].size();
      const Ask ask = words_.asks[hit.word];
      if (ask == Ask::kFlag || ask == Ask::kPart) {
        if (!source || file_.scope != Scope::kSrc || !IsQuoted(text_, begin, end)) continue;
      } else {
        // The rest of the word: a hit of the family APP_* at APP_LOG is the name APP_LOG.
        end = EndOfRun(text_, end, IsIdentifierByte);
        of_name.push_back(out.seen.size());
        names.push_back({text_.substr(begin, end - begin), begin});
      }
      const SourceUse source_use =
          ask == Ask::kName ? UseOf(text_, begin, end, file_.kind) : SourceUse::kOther;
      out.seen.push_back({hit.word, PlaceOf(begin), std::nullopt, source_use});
    }
    if (out.language == nullptr) return out;
    std::vector<std::optional<LightUse>> uses = ReadLight(*out.language, text_, names);
    for (size_t i = 0; i < uses.size(); ++i) out.seen[of_name[i]].use = std::move(uses[i]);
    return out;
  }

 private:
  // Offsets come in ascending order, so lines are counted once per file.
  Place PlaceOf(size_t offset) {
    for (; counted_ < offset; ++counted_) {
      if (text_[counted_] != '\n') continue;
      ++line_;
      line_start_ = counted_ + 1;
    }
    return {file_.path, line_, static_cast<int>(offset - line_start_) + 1};
  }

  const SourceFile& file_;
  std::string_view text_;
  const SearchedWords& words_;
  int line_ = 1;
  size_t counted_ = 0;
  size_t line_start_ = 0;
};

// Makes the results of a search for the words `old` those of one for `words`: files that may
// contain a word that only one of them has are searched again, and the numbers of the other words
// follow.
void Adapt(const Tree& tree, const SearchedWords& old, const SearchedWords& words,
           StepMemory::OfFiles<FileSeen>& results) {
  using Word = std::tuple<std::string_view, WordShape, Ask, std::string_view>;
  const auto word_at = [](const SearchedWords& of, size_t i) {
    return Word(of.texts[i], of.shapes[i], of.asks[i], of.keys[i]);
  };
  std::map<Word, uint32_t> number;  // in `words`; in the end, of those that are new
  for (size_t i = 0; i < words.texts.size(); ++i) {
    number.emplace(word_at(words, i), static_cast<uint32_t>(i));
  }
  std::vector<std::optional<uint32_t>> moved(old.texts.size());
  std::set<std::pair<std::string, WordShape>> changed;
  for (size_t i = 0; i < old.texts.size(); ++i) {
    if (const auto same = number.extract(word_at(old, i)); !same.empty()) {
      moved[i] = same.mapped();
    } else {
      changed.emplace(old.texts[i], old.shapes[i]);
    }
  }
  for (const auto& [word, i] : number) changed.emplace(words.texts[i], words.shapes[i]);
  DropFilesWith(tree, WordSearch::Of(changed), results);
  for (std::optional<FileSeen>& file : results.results) {
    if (!file) continue;
    // The file has none of the words that are gone, unless the results come from a forged cache.
    const auto is_gone = [&](const Seen& seen) {
      return seen.word >= moved.size() || !moved[seen.word];
    };
    if (std::any_of(file->seen.begin(), file->seen.end(), is_gone)) {
      file.reset();
      continue;
    }
    for (Seen& seen : file->seen) seen.word = *moved[seen.word];
  }
}

// A use as the census describes it.
LightAccess AccessOf(const Seen& seen, const LightLanguage& language, Scope scope) {
  LightAccess out;
  out.place = seen.place;
  out.op = seen.use->op;
  out.default_kind = seen.use->default_kind;
  if (out.default_kind != DefaultKind::kNone) out.default_text = seen.use->text;
  out.language = language.name;
  out.by_program = language.program;
  out.role = language.role;
  out.scope = scope;
  return out;
}

// Reads are more important than writes: a file of nothing but writes must not hide them. If the
// limit is reached, a read with a default replaces the last one without a default.
void Keep(LightAccess access, size_t limit, std::vector<LightAccess>& of) {
  const bool read = access.op == AccessOp::kRead;
  const auto is_same = [&](const LightAccess& other) {
    return (other.op == AccessOp::kRead) == read;
  };
  if (static_cast<size_t>(std::count_if(of.begin(), of.end(), is_same)) < limit) {
    of.push_back(std::move(access));
    return;
  }
  if (!read || access.default_kind == DefaultKind::kNone) return;
  const auto last = std::find_if(of.rbegin(), of.rend(), [&](const LightAccess& other) {
    return is_same(other) && other.default_kind == DefaultKind::kNone;
  });
  if (last == of.rend()) return;
  of.erase(std::next(last).base());
  of.push_back(std::move(access));
}

}  // namespace

WordsFound FindWords(const Tree& tree, const WordsAsked& asked,
                     const std::vector<std::string>& pages, size_t limit, unsigned jobs) {
  WordsFound out;
  const SearchedWords words = WordsOf(asked);
  if (words.texts.empty()) return out;
  const std::set<std::string> own(pages.begin(), pages.end());
  // Other pages of the tree repeat what the catalog says or said: they are not a use of a name.
  const auto wanted = [&](const SourceFile& file) {
    return file.kind != FileKind::kPage && own.count(file.path) == 0 && !IsChangelog(file.path);
  };
  ResultsOfFiles<FileSeen> found(
      tree, "words " + asked.purpose, words,
      [&](const SearchedWords& old, auto& results) { Adapt(tree, old, words, results); });
  const auto fresh = [&](const SourceFile& file) { return wanted(file) && !found[file]; };
  if (std::any_of(tree.files.begin(), tree.files.end(), fresh)) {
    // In one run no other step searches files that are not sources; the next check of a server asks
    // which of them may have a changed name.
    const bool repeated = tree.memory != nullptr && tree.memory->parsed();
    SearchFiles(
        tree, WordSearch(words.texts, words.shapes), jobs, fresh,
        [&](size_t i, std::string_view text, const std::vector<WordHit>& hits) {
          found[tree.files[i]] = Finder(tree.files[i], text, words).Find(hits);
        },
        FilesFound::kWithHits, {}, repeated ? WordsNoted::kAtOnce : WordsNoted::kAgain);
  }
  std::set<std::string, std::less<>> quoted;
  for (const SourceFile& file : tree.files) {
    if (!wanted(file)) continue;
    if (!found[file]) found[file].emplace();  // it was searched, without a hit
    for (const Seen& seen : found[file]->seen) {
      const std::string& key = words.keys[seen.word];
      const Ask ask = words.asks[seen.word];
      if (ask == Ask::kFlag || ask == Ask::kPart) {
        (ask == Ask::kFlag ? out.flags : out.parts).emplace(key, seen.place);
        continue;
      }
      if (seen.source_use == SourceUse::kQuoted) quoted.insert(key);
      if (seen.source_use == SourceUse::kMacro) out.macros.insert(key);
      if (seen.source_use == SourceUse::kSet && file.scope == Scope::kSrc) {
        out.sets.emplace(key, seen.place);
      }
      // A limit is reported at the place of the use.
      if (seen.use && seen.use->cut) {
        out.diagnostics.push_back(
            {"limit", seen.place,
             "the value of this variable is unknown: it is too long or depends on too many "
             "other variables"});
      }
      if (seen.use) {
        std::vector<LightAccess>& of = out.light[key];
        Keep(AccessOf(seen, *found[file]->language, file.scope), limit, of);
        continue;
      }
      std::vector<Place>& of = out.mentions[key];
      if (of.size() < limit) of.push_back(seen.place);
    }
  }
  // A name that some source quotes may be a variable, even if another tests a macro of that name.
  for (const std::string& name : quoted) out.macros.erase(name);
  return out;
}

}  // namespace flagcensus
