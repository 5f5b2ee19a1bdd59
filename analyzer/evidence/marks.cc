// declarations of many names in one file ─→ which of them the file describes to users
//
//   /** The directory of the data. */
//   #define VAR_HOME "APP_HOME"        documented on a page
//   #define VAR_TRACE "APP_TRACE"      on no page       ─→ kUnmarked: probably on purpose
//
// A file that declares the names of all variables often has a comment for the manual above those
// for users, and none above the others. If documented names have a comment and those without one
// are not documented, the author omitted the others on purpose.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/evidence/documentation.h"
#include "analyzer/evidence/internal_signs.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

constexpr size_t kMany = 20;  // declarations in one file; fewer may have comments by chance

struct Declaration {
  size_t flag = 0;  // index into the flags
  int line = 0;     // 1-based
  bool commented = false;
};

// Whether a constant consists of the quoted word at `offset`: `NAME = "APP_X"`, `#define NAME
// "APP_X"`. `begin`: the start of its line.
bool IsDeclared(std::string_view text, size_t begin, size_t offset, size_t length) {
  if (offset == 0 || offset + length >= text.size()) return false;
  const char quote = text[offset - 1];
  if ((quote != '"' && quote != '\'') || text[offset + length] != quote) return false;
  constexpr size_t kLong = 1000;  // bytes before the name: a longer line is not a declaration
  if (offset - begin > kLong) return false;
  const std::string_view before = Trim(text.substr(begin, offset - 1 - begin));
  if (before.starts_with("#define ")) return before.find('(') == std::string_view::npos;
  return before.ends_with("=") && before.find('(') == std::string_view::npos;
}

// Whether the line says more in a comment than a mark of a group (`/** @} */`).
// Two letters are enough: a description in any words counts, a line of dashes does not.
bool IsDescription(std::string_view line) {
  const std::string_view trimmed = Trim(line);
  if (trimmed.ends_with("*/") && trimmed.size() == 2) return true;  // the end of a block comment
  if (!trimmed.starts_with("#") && !trimmed.starts_with("//") && !trimmed.starts_with("/*") &&
      !trimmed.starts_with("*") && !trimmed.ends_with("*/")) {
    return false;
  }
  if (trimmed.starts_with("#define") || trimmed.starts_with("#if") || trimmed.starts_with("#end") ||
      trimmed.starts_with("#else")) {
    return false;
  }
  const auto letters = std::count_if(trimmed.begin(), trimmed.end(), IsAlpha);
  return letters > 1;
}

// `flag` is the index into `words`.
std::vector<Declaration> DeclarationsOf(std::string_view text, const std::vector<WordHit>& hits,
                                        const std::vector<std::string>& words) {
  std::vector<Declaration> out;
  int line = 1;
  size_t begin = 0;              // of the line
  size_t end = text.find('\n');  // and its end
  for (const WordHit& hit : hits) {
    for (; end < hit.offset; end = text.find('\n', begin)) {
      begin = end + 1;
      ++line;
    }
    if (!IsDeclared(text, begin, hit.offset, words[hit.word].size())) continue;
    bool commented = false;
    if (begin > 1) {
      const size_t above = text.rfind('\n', begin - 2) + 1;
      commented = IsDescription(text.substr(above, begin - 1 - above));
    }
    out.push_back({hit.word, line, commented});
  }
  return out;
}

// Whether the file describes what pages document and little besides. At least 70 % of its
// documented names have a comment, and at most a quarter of those without one are documented.
bool DividesItsNames(const std::vector<Declaration>& declarations, const std::vector<Flag>& flags) {
  size_t documented = 0, described = 0, bare = 0, bare_documented = 0;
  for (const Declaration& one : declarations) {
    const bool stated = !flags[one.flag].entries.empty();
    documented += stated;
    described += stated && one.commented;
    bare += !one.commented;
    bare_documented += stated && !one.commented;
  }
  return declarations.size() >= kMany && documented > 0 && described * 10 >= documented * 7 &&
         bare_documented * 4 <= bare;
}

// The last two words of a name of four or more, with the '_' before them; "" for a shorter name.
std::string_view LastWords(std::string_view name) {
  if (std::count(name.begin(), name.end(), '_') < 3) return {};
  return name.substr(name.rfind('_', name.rfind('_') - 1));
}

// Whether a documented name with the same first word ends in the same two words. The other one of a
// pair is probably forgotten rather than omitted on purpose.
//
//   APP_CACHE_DISK_SIZE_MAX documented, APP_CACHE_RAM_SIZE_MAX not  ─→ probably forgotten
bool HasDocumentedTwin(const Flag& flag, const std::vector<Flag>& flags) {
  const std::string_view end = LastWords(flag.name);
  if (end.empty()) return false;
  const std::string_view first = std::string_view(flag.name).substr(0, flag.name.find('_') + 1);
  return std::any_of(flags.begin(), flags.end(), [&](const Flag& other) {
    return !other.entries.empty() && other.name.starts_with(first) && other.name.ends_with(end);
  });
}

}  // namespace

void FindUnmarked(const Tree& tree, unsigned jobs, std::vector<Flag>& flags) {
  std::vector<std::string> words;
  std::vector<size_t> flag_of;  // by word
  size_t documented = 0;
  for (size_t i = 0; i < flags.size(); ++i) {
    if (flags[i].accesses.empty() || flags[i].name.find('*') != std::string::npos) continue;
    words.push_back(flags[i].name);
    flag_of.push_back(i);
    documented += !flags[i].entries.empty();
  }
  // Too few names to divide, or all on one side.
  if (words.size() < kMany || documented == 0 || documented == words.size()) return;
  // A repeated check searches only files that have changed since the last one.
  ResultsOfFiles<std::vector<Declaration>> known(tree, "declarations", words);
  const auto fresh = [&](const SourceFile& file) {
    return file.scope == Scope::kSrc && (IsC(file.kind) || IsPythonSource(file.kind)) &&
           !known[file];
  };
  if (std::any_of(tree.files.begin(), tree.files.end(), fresh)) {
    SearchFiles(tree, WordSearch(words), jobs, fresh,
                [&](size_t file, std::string_view text, const std::vector<WordHit>& hits) {
                  if (hits.size() >= kMany)
                    known[tree.files[file]] = DeclarationsOf(text, hits, words);
                });
  }
  for (const SourceFile& file : tree.files) {
    if (!known[file]) known[file].emplace();
    std::vector<Declaration> declarations = *known[file];
    for (Declaration& one : declarations) one.flag = flag_of[one.flag];
    if (!DividesItsNames(declarations, flags)) continue;
    for (const Declaration& one : declarations) {
      Flag& flag = flags[one.flag];
      // Only names without a comment and without an entry, in a file that divides its names.
      if (one.commented || !IsUndocumented(flag) || HasDocumentedTwin(flag, flags)) continue;
      InternalSign sign;
      sign.kind = InternalSign::Kind::kUnmarked;
      sign.place = {file.path, one.line, 0};
      flag.signs.push_back(std::move(sign));
    }
  }
}

}  // namespace flagcensus
