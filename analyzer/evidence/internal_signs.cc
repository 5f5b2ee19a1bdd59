// accesses by file ─→ the lines around each ─→ comments, arguments, warnings; conditions as facts
//
//   #ifdef APP_FAULT_INJECTION
//   if (getenv("APP_FAIL_AT")) ...                    ─→ kCondition, if it is around every read
//   #endif
//   if (getenv("APP_OLD")) warn("APP_OLD is ignored") ─→ kGone
//
// A comment counts if it is right above the statement or after it on its lines; an argument if it
// is in the call itself; a warning if it is in the few lines after the read. The words are in
// queries/evidence/internal.toml. A condition, a warning or a licence must apply to every read in
// scope src; a comment or a level counts at any read.
#include "analyzer/evidence/internal_signs.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/base/bytes.h"
#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/evidence/documentation.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

constexpr size_t kCommentLines = 12;      // above the statement
constexpr size_t kDeclarationLines = 3;   // between the comment and the read
constexpr size_t kCallLines = 10;         // of the call itself
constexpr size_t kOpenLines = 4;          // above the read, of the statement that it is in
constexpr size_t kWarningLines = 6;       // after the read
constexpr size_t kMessageLines = 4;       // likewise, for a message that names the variable
constexpr size_t kMinWordsToMisname = 4;  // of a name that a message may shorten by mistake
constexpr size_t kRunLines = 6;           // of names with the same beginning, below one comment
constexpr size_t kLongestLine = 2000;     // bytes; of a longer line, those from the read on
constexpr size_t kLongestCall = 4000;

// The text of the comment on a line: what follows `#`, `//` or `/*`, or a line in a block comment.
//
//   x = 1  # for tests     ─→ " for tests"      * of a block      ─→ " of a block"
//
// A '#' or "//" in a string is mistaken for a comment. Its words would have to be a phrase of the
// list, too.
std::string_view CommentOf(std::string_view line, bool python) {
  const std::string_view trimmed = Trim(line);
  if (python) {
    const size_t at = trimmed.find('#');
    return at == std::string_view::npos ? std::string_view() : trimmed.substr(at + 1);
  }
  if (trimmed.starts_with("*")) return trimmed.substr(1);
  for (const std::string_view mark : {"//", "/*"}) {
    const size_t at = trimmed.find(mark);
    if (at != std::string_view::npos) return trimmed.substr(at + 2);
  }
  return {};
}

// Whether the whole line is a comment.
bool IsCommentLine(std::string_view line, bool python) {
  const std::string_view trimmed = Trim(line);
  if (python) return trimmed.starts_with("#");
  return trimmed.starts_with("//") || trimmed.starts_with("/*") || trimmed.starts_with("*") ||
         trimmed.ends_with("*/");
}

// Words with their apostrophes, so "don't" is one.
std::vector<std::string_view> WordsOf(std::string_view text) {
  std::vector<std::string_view> out;
  for (size_t at = 0; at < text.size();) {
    const auto is_word = [&](size_t i) { return IsIdentifierByte(text[i]) || text[i] == '\''; };
    size_t end = at;
    while (end < text.size() && is_word(end)) ++end;
    if (end > at) out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

// The part of `text` (in lower case) that matches the first phrase of the list found in it; "" if
// there is none. `*` in a phrase matches any word, `v*` any word that begins with "v".
//
//   FindPhrase("it is only used for unit tests", …) with the phrase "only used for * tests"
//     ─→ "only used for unit tests"
std::string FindPhrase(std::string_view text, std::string_view key) {
  const std::vector<std::string_view> words = WordsOf(text);
  for (const std::string& phrase : Phrases("internal", key)) {
    const std::vector<std::string_view> parts = Split(phrase, ' ');
    const auto fits = [](std::string_view word, std::string_view part) {
      return part == "*" || word == part ||
             (part.ends_with('*') && word.starts_with(part.substr(0, part.size() - 1)));
    };
    const auto at = std::search(words.begin(), words.end(), parts.begin(), parts.end(), fits);
    if (at == words.end()) continue;
    const std::string_view last = *(at + static_cast<ptrdiff_t>(parts.size()) - 1);
    return std::string(at->data(), last.data() + last.size());
  }
  return {};
}

// Whether one of the `_`-separated words of `name` is in the list and not among `besides`.
bool HasListedWord(std::string_view name, std::string_view key,
                   const std::vector<std::string_view>& besides = {}) {
  const std::vector<std::string_view> words = Split(name, '_');
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return IsPhrase("internal", key, word) &&
           std::find(besides.begin(), besides.end(), word) == besides.end();
  });
}

// Calls called(text) for each text of `line` in quotes.
template <typename Called>
void ForEachString(std::string_view line, Called called) {
  for (size_t at = line.find('"'); at != std::string_view::npos; at = line.find('"', at)) {
    size_t end = at + 1;
    while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
    if (end >= line.size()) return;
    called(line.substr(at + 1, end - at - 1));
    at = end + 1;
  }
}

// Calls called(identifier, rest) for each identifier of `text` outside its strings, with the text
// that follows it.
template <typename Called>
void ForEachIdentifier(std::string_view text, Called called) {
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      size_t end = at + 1;
      while (end < text.size() && text[end] != c && text[end] != '\n')
        end += text[end] == '\\' ? 2 : 1;
      at = std::min(end + 1, text.size());
      continue;
    }
    if (!IsIdentifierByte(c)) {
      ++at;
      continue;
    }
    const size_t end = EndOfRun(text, at, IsIdentifierByte);
    called(text.substr(at, end - at), text.substr(end));
    at = end;
  }
}

// The source around one access, by lines.
class Site {
 public:
  Site(const std::vector<std::string_view>& lines, const Access& access)
      : lines_(lines), access_(access), line_(static_cast<size_t>(access.place.line) - 1) {}

  // A comment at the access that calls the variable internal or for tests.
  std::optional<InternalSign> Comment() const {
    return CommentFrom(FirstOfStatement(), "comment", InternalSign::Kind::kComment);
  }

  // A comment that calls the variable unused. One above several lines with names of the same prefix
  // applies to each of them.
  std::optional<InternalSign> Unused() const {
    return CommentFrom(FirstOfRun(), "unused", InternalSign::Kind::kUnused);
  }

  // A comment or message that calls the variable deprecated. As the first word of a comment,
  // "deprecated" suffices: "// deprecated, set APP_HOME".
  std::optional<InternalSign> Deprecated() const {
    constexpr std::string_view kWord = "deprecated";
    const bool python = IsPython(access_.language);
    size_t first = line_;  // the first line of the comment above that has a text
    for (size_t at = line_; at-- > 0 && line_ - at <= kCommentLines;) {
      if (!IsCommentLine(Line(at), python)) break;
      if (!Trim(CommentOf(Line(at), python)).empty()) first = at;
    }
    for (const size_t at : {line_, first}) {
      if (!ToLower(Trim(CommentOf(Line(at), python))).starts_with(kWord)) continue;
      return Made(InternalSign::Kind::kDeprecated, at, std::string(kWord));
    }
    if (auto out = CommentFrom(FirstOfStatement(), "deprecated", InternalSign::Kind::kDeprecated)) {
      return out;
    }
    return DeprecatedByMessage();
  }

  // A text right after the read that names another variable, which differs by one word:
  // getenv("APP_KIT_HOME"), then "no APP_HOME". A rule decides whether there is such a variable.
  std::optional<InternalSign> Misnamed() const {
    const std::string& name = *access_.name;
    const std::vector<std::string_view> own = Split(name, '_');
    if (own.size() < kMinWordsToMisname) return std::nullopt;
    for (size_t at = line_; at < std::min(line_ + kMessageLines, lines_.size()); ++at) {
      std::optional<InternalSign> out;
      ForEachString(Line(at), [&](std::string_view text) {
        for (const std::string_view word : WordsOf(text)) {
          const std::vector<std::string_view> words = Split(word, '_');
          if (out || words.size() + 1 != own.size() || words.front() != own.front()) continue;
          const auto differs = std::mismatch(words.begin(), words.end(), own.begin());
          const bool skips = std::equal(differs.first, words.end(), differs.second + 1);
          // Only in a sentence: a name alone in quotes is one that is read.
          if (skips && word.size() < Trim(text).size()) {
            out = Made(InternalSign::Kind::kMisnamed, at, std::string(word));
          }
        }
      });
      if (out) return out;
    }
    return std::nullopt;
  }

  // A level or a flag in the call itself: read("APP_X", kInternal), option("APP_X", hidden=True).
  std::optional<InternalSign> Argument() const {
    const std::string call = Call();
    const std::vector<std::string_view> own = Split(*access_.name, '_');
    std::optional<InternalSign> out;
    ForEachIdentifier(call, [&](std::string_view word, std::string_view rest) {
      if (out) return;
      const size_t next = rest.find_first_not_of(" \t");
      const bool keyword = next != std::string_view::npos && rest.substr(next).starts_with("=") &&
                           Trim(rest.substr(next + 1)).starts_with("True") &&
                           IsPhrase("internal", "keyword", word);
      const bool level = word == ToUpper(word);
      // APP_PRIVATE_KEY_ENV for APP_PRIVATE_KEY: a word of the name does not state its level.
      if (keyword || (level && HasListedWord(word, "argument", own))) {
        out = Made(InternalSign::Kind::kHidden, line_, std::string(word));
      }
    });
    return out;
  }

  // A preprocessor condition that builds for users do not meet.
  std::optional<InternalSign> Condition() const {
    if (!access_.condition) return std::nullopt;
    std::optional<InternalSign> out;
    ForEachIdentifier(*access_.condition, [&](std::string_view word, std::string_view) {
      const std::string upper = ToUpper(word);
      const bool negated = upper == "NDEBUG";
      if (negated || HasListedWord(upper, "condition") || IsPhrase("internal", "debug", upper)) {
        out = Made(InternalSign::Kind::kCondition, line_, *access_.condition);
      }
    });
    // "!defined(X_DEBUG)" is true in every build for users; "!defined(NDEBUG)" in no such build.
    const bool denied = access_.condition->find('!') != std::string::npos;
    const bool ndebug = access_.condition->find("NDEBUG") != std::string::npos;
    return denied == ndebug ? out : std::nullopt;
  }

  // A message in the lines after the read which says that the variable has no effect: in a call
  // that warns or, if the phrase is unambiguous, in any string.
  std::optional<InternalSign> Gone() const {
    bool says = false;
    std::string text;
    for (size_t at = line_; at < std::min(line_ + kWarningLines, lines_.size()); ++at) {
      text += ToLower(Line(at)) + " ";
      ForEachIdentifier(Line(at), [&](std::string_view word, std::string_view rest) {
        says = says || (rest.starts_with("(") && IsPhrase("internal", "saying", ToLower(word)));
      });
    }
    std::string words = FindPhrase(text, "gone-surely");
    if (!words.empty() && !InString(words)) words.clear();
    if (words.empty() && says) words = FindPhrase(text, "gone");
    if (words.empty() || access_.op == AccessOp::kWrite) return std::nullopt;
    // Only a test whether it is set: everything else that is done with the value is a use.
    if (access_.op != AccessOp::kTest && !access_.use.any_true) return std::nullopt;
    return Made(InternalSign::Kind::kGone, line_, words);
  }

 private:
  // A message after the access that says it of the variable by name: "APP_HOST is deprecated".
  std::optional<InternalSign> DeprecatedByMessage() const {
    constexpr ptrdiff_t kNear = 4;  // words between the two
    const std::string name = ToLower(*access_.name);
    std::string text;
    for (size_t at = line_; at < std::min(line_ + kWarningLines, lines_.size()); ++at) {
      text += ToLower(Line(at)) + " ";
    }
    const std::vector<std::string_view> words = WordsOf(text);
    for (auto at = words.begin(); at != words.end(); ++at) {
      if (*at != name) continue;
      const auto end = at + std::min(kNear + 1, words.end() - at);
      const auto old = std::find_if(at + 1, end, [](std::string_view word) {
        return IsPhrase("internal", "old-words", word);
      });
      // "APP_HOST instead of the deprecated APP_SERVER" is about the other one.
      const bool other = std::any_of(at + 1, old, [](std::string_view word) {
        return word.find('_') != std::string_view::npos || word == "instead" || word == "of";
      });
      if (old != end && !other && InString(*old)) {
        return Made(InternalSign::Kind::kDeprecated, line_, std::string(*old));
      }
    }
    return std::nullopt;
  }

  // The first phrase of the list in the comment above the line `first`, or after the access.
  std::optional<InternalSign> CommentFrom(size_t first, std::string_view key,
                                          InternalSign::Kind kind) const {
    const bool python = IsPython(access_.language);
    std::vector<std::pair<size_t, std::string_view>> comments;
    if (!IsCommentLine(Line(line_), python)) {
      comments.emplace_back(line_, CommentOf(Line(line_), python));
    }
    // C declares the buffer of a value above the read: "char value[64];".
    while (first > 0 && line_ - first < kDeclarationLines && IsDeclaration(first - 1)) --first;
    for (size_t at = first; at-- > 0 && first - at <= kCommentLines;) {
      if (!IsCommentLine(Line(at), python)) break;
      comments.emplace_back(at, CommentOf(Line(at), python));
    }
    // A phrase may continue on the next line.
    std::string all;
    for (auto one = comments.rbegin(); one != comments.rend(); ++one) {
      all += ToLower(Trim(one->second)) + " ";
    }
    const std::string words = FindPhrase(all, key);
    if (words.empty()) return std::nullopt;
    for (const auto& [at, text] : comments) {
      if (ToLower(text).find(words) != std::string::npos) return Made(kind, at, words);
    }
    return Made(kind, comments.back().first, words);  // it continues on the next line
  }

  // Whether the line of C declares something without a value.
  bool IsDeclaration(size_t at) const {
    const std::string_view line = Trim(Line(at));
    return IsC(access_.language) && line.ends_with(';') &&
           line.find(' ') != std::string_view::npos &&
           line.find_first_of("(=)") == std::string_view::npos && !line.starts_with("return") &&
           !line.starts_with("goto");
  }

  // The first line of a statement of several lines: "cache = (", "enabled = parse(".
  size_t FirstOfStatement() const {
    size_t at = line_;
    while (at > 0 && line_ - at < kOpenLines) {
      const std::string_view above = Trim(Line(at - 1));
      const bool open = above.ends_with('(') || above.ends_with('=') || above.ends_with('\\');
      if (!open || IsCommentLine(above, IsPython(access_.language))) break;
      --at;
    }
    return at;
  }

  // The first of the lines right above with a name that has the same beginning of two words or
  // more: the line of APP_LOG_PATH directly above APP_LOG_LEVEL.
  size_t FirstOfRun() const {
    const std::string& name = *access_.name;
    const std::string_view stem = std::string_view(name).substr(0, name.rfind('_') + 1);
    if (std::count(stem.begin(), stem.end(), '_') < 2) return line_;
    const bool python = IsPython(access_.language);
    size_t at = line_;
    while (at > 0 && line_ - at < kRunLines && !IsCommentLine(Line(at - 1), python) &&
           Line(at - 1).find(stem) != std::string_view::npos) {
      --at;
    }
    return at;
  }

  // Whether the words are in a string of the lines after the read, not in a comment.
  bool InString(std::string_view words) const {
    for (size_t at = line_; at < std::min(line_ + kWarningLines, lines_.size()); ++at) {
      const std::string lower = ToLower(lines_[at]);
      const size_t found = lower.find(words);
      if (found == std::string::npos) continue;
      const std::string_view before = std::string_view(lower).substr(0, found);
      if (before.find_first_of("\"'") != std::string_view::npos &&
          before.find_first_of('#') == std::string_view::npos &&
          before.find("//") == std::string_view::npos) {
        return true;
      }
    }
    return false;
  }
  InternalSign Made(InternalSign::Kind kind, size_t line, std::string words) const {
    InternalSign out;
    out.kind = kind;
    out.place = {access_.place.file, static_cast<int>(line) + 1, 0};
    out.words = std::move(words);
    return out;
  }
  // The part of a line that is examined: reads that share a long line must not all scan the whole
  // of it.
  std::string_view Line(size_t at) const {
    const std::string_view line = lines_[at];
    if (line.size() <= kLongestLine) return line;
    const auto column = static_cast<size_t>(std::max(access_.place.column, 1)) - 1;
    return line.substr(at == line_ ? std::min(column, line.size()) : 0, kLongestLine);
  }
  // The text from the access to the parenthesis or brace that ends it.
  // Brackets in strings are counted, too, so a ")" in a text may end it early.
  std::string Call() const {
    std::string out;
    int depth = 0;
    for (size_t at = line_; at < std::min(line_ + kCallLines, lines_.size()); ++at) {
      std::string_view line = lines_[at];
      if (at == line_ && access_.place.column > 0) {
        line.remove_prefix(std::min(line.size(), static_cast<size_t>(access_.place.column) - 1));
      }
      for (const char c : line) {
        if (out.size() >= kLongestCall) return out;
        out += c;
        if (c == '(' || c == '{' || c == '[') ++depth;
        if ((c == ')' || c == '}' || c == ']') && --depth <= 0) return out;
        if (c == ';' && depth <= 0) return out;
      }
      out += '\n';
    }
    return out;
  }

  const std::vector<std::string_view>& lines_;
  const Access& access_;
  size_t line_;
};

// The signs of one access. Those that must apply to every read are filtered later, by their kind.
std::vector<InternalSign> SignsAt(const std::vector<std::string_view>& lines,
                                  const Access& access) {
  std::vector<InternalSign> out;
  if (access.place.line < 1 || static_cast<size_t>(access.place.line) > lines.size()) return out;
  const Site site(lines, access);
  for (std::optional<InternalSign> sign :
       {site.Comment(), site.Unused(), site.Deprecated(), site.Misnamed(), site.Argument(),
        site.Condition(), site.Gone()}) {
    if (sign) out.push_back(std::move(*sign));
  }
  return out;
}

// The signs in one file, by the number of the access among those that were asked about.
struct SignsOfFile {
  std::string asked;  // the accesses as bytes
  std::vector<std::pair<uint32_t, InternalSign>> signs;
};

// Whether signs of this kind count only if every read has one.
bool MustApplyToEveryRead(InternalSign::Kind kind) {
  return kind == InternalSign::Kind::kCondition || kind == InternalSign::Kind::kGone ||
         kind == InternalSign::Kind::kLicensed;
}

std::string TextOf(const SourceFile& file) {
  std::string text, error;
  bool binary = false;
  return ReadWhole(file, &text, &binary, &error) ? text : std::string();
}

// The directories below the top with a separate licence, and the path of that licence. A package
// without one, or with the same one, belongs to the project.
std::map<std::string, std::string, std::less<>> LicensedDirectories(const Tree& tree) {
  constexpr size_t kMaxLicences = 200;
  std::vector<std::pair<const SourceFile*, size_t>> below;  // and the length of its directory
  std::vector<std::string> top;
  for (const SourceFile& file : tree.files) {
    if (IsSource(file.kind)) continue;
    const std::string_view path = file.PathBelow();
    const size_t slash = path.rfind('/');
    const std::string_view base = path.substr(slash + 1);  // npos + 1 is 0
    const std::string_view stem = base.substr(0, base.find_first_of(".-_"));
    if (!IsPhrase("internal", "licence", ToUpper(stem))) continue;
    if (slash == std::string_view::npos) {
      top.push_back(TextOf(file));
    } else if (below.size() < kMaxLicences) {
      below.emplace_back(&file, file.path.size() - base.size());
    }
  }
  std::map<std::string, std::string, std::less<>> out;
  if (top.empty()) return out;
  for (const auto& [file, length] : below) {
    const bool same = std::find(top.begin(), top.end(), TextOf(*file)) != top.end();
    if (!same) out.emplace(file->path.substr(0, length), file->path);
  }
  return out;
}

// The licence of the innermost of these directories around `path`; nullptr if there is none.
const std::string* LicenceAbove(const std::map<std::string, std::string, std::less<>>& directories,
                                std::string_view path) {
  for (size_t end = path.rfind('/'); end != std::string_view::npos;
       end = path.rfind('/', end - 1)) {
    const auto found = directories.find(path.substr(0, end + 1));
    if (found != directories.end()) return &found->second;
    if (end == 0) break;
  }
  return nullptr;
}

}  // namespace

void FindInternalSigns(const Tree& tree, unsigned jobs, std::vector<Flag>& flags) {
  // The accesses by file, so each file is read once.
  using Asked = std::vector<std::pair<size_t, const Access*>>;  // index into flags
  std::map<std::string_view, Asked> by_file;
  std::vector<size_t> reads(flags.size(), 0);
  for (size_t i = 0; i < flags.size(); ++i) {
    if (!IsUndocumented(flags[i])) continue;
    for (const FlagAccess& access : flags[i].accesses) {
      if (access.access->scope != Scope::kSrc) continue;
      by_file[access.access->place.file].emplace_back(i, access.access);
      ++reads[i];
    }
  }
  std::vector<const SourceFile*> files;
  for (const SourceFile& file : tree.files) {
    if (by_file.contains(file.path)) files.push_back(&file);
  }
  // In a repeated check, a file with the same accesses as before is not read again.
  ResultsOfFiles<SignsOfFile> found(tree, "internal signs", 0);
  const unsigned threads = ThreadCount(jobs);
  std::vector<std::string> buffers(threads);
  ParallelFor(files.size(), threads, [&](size_t index, unsigned thread) {
    const Asked& asked = by_file.at(files[index]->path);
    ByteWriter bytes;
    for (const auto& [flag, access] : asked) bytes(*access);
    SignsOfFile made{bytes.Take(), {}};
    std::optional<SignsOfFile>& known = found[*files[index]];
    if (known && known->asked == made.asked) return;
    known.reset();
    std::string error;
    bool binary = false;
    std::string& text = buffers[thread];
    if (!ReadWhole(*files[index], &text, &binary, &error) || binary) return;
    const std::vector<std::string_view> lines = Split(text, '\n');
    for (size_t i = 0; i < asked.size(); ++i) {
      for (InternalSign& sign : SignsAt(lines, *asked[i].second)) {
        made.signs.emplace_back(static_cast<uint32_t>(i), std::move(sign));
      }
    }
    known = std::move(made);
  });
  std::vector<std::map<InternalSign::Kind, size_t>> counts(flags.size());
  // Signs of the directories, which need no file to be read.
  const auto licensed = LicensedDirectories(tree);
  for (const auto& [path, asked] : by_file) {
    const std::string* const licence = LicenceAbove(licensed, path);
    if (licence == nullptr) continue;
    for (const auto& [flag, access] : asked) {
      InternalSign sign;
      sign.kind = InternalSign::Kind::kLicensed;
      sign.place = access->place;
      sign.words = *licence;
      ++counts[flag][sign.kind];
      flags[flag].signs.push_back(std::move(sign));
    }
  }
  // In the order of the files, so the first sign of a kind does not depend on the threads.
  for (const SourceFile* file : files) {
    const std::optional<SignsOfFile>& known = found[*file];
    if (!known) continue;
    const Asked& asked = by_file.at(file->path);
    for (const auto& [number, sign] : known->signs) {
      if (number >= asked.size()) continue;  // of a forged cache
      const size_t flag = asked[number].first;
      ++counts[flag][sign.kind];
      flags[flag].signs.push_back(sign);
    }
  }
  // What must apply to every read is removed if one read lacks it.
  for (size_t i = 0; i < flags.size(); ++i) {
    std::erase_if(flags[i].signs, [&](const InternalSign& sign) {
      return MustApplyToEveryRead(sign.kind) && counts[i][sign.kind] < reads[i];
    });
  }
}

}  // namespace flagcensus
