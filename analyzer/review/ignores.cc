// text ─→ lines that contain the word ─→ comments ─→ rules and reason
//
//   x = 1  # flagcensus: ignore[unused] used by the tests
//     ─→ {rules {"unused"}, reason "used by the tests", last_line: this line}
#include "analyzer/review/ignores.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>
#include <span>

#include "analyzer/base/text.h"
#include "analyzer/pages/detect_format.h"
#include "analyzer/tree/search_files.h"

namespace flagcensus {
namespace {

constexpr std::string_view kWord = "flagcensus";
constexpr std::string_view kVerb = "ignore";
constexpr size_t kMaxPassed = 64;  // lines between a comment and the one that it applies to

// What comments may begin with in each kind of file. Other files may be in any language, so all
// marks count; a page's text has the marks of its format.
std::span<const std::string_view> OpenersOf(FileKind kind, const PageFormat* page) {
  static const std::vector<std::string_view> kHash = {"#"};
  static const std::vector<std::string_view> kSlashes = {"//", "/*", "*"};
  static const std::vector<std::string_view> kAny = {"#", "//", "/*", "*", "<!--", "--", ";", "%"};
  if (IsPythonSource(kind)) return kHash;
  if (IsC(kind)) return kSlashes;
  if (kind != FileKind::kPage) return kAny;
  return page == nullptr || page->comments.empty() ? kAny : page->comments;
}

std::string_view TrimEnd(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Whether `before`, the part of a line before a comment, ends inside a string. A quote in a comment
// of another language is mistaken for one of a string.
//
//   text = "# flagcensus: ignore[unused] x"     ─→ true: not a comment
bool EndsInString(std::string_view before) {
  char quote = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    const char c = before[i];
    if (c == '\\') {
      ++i;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
  }
  return quote != 0;
}

// The part of `line` before the comment that ends where `at` begins; nullopt if no comment mark
// precedes `at`.
std::optional<std::string_view> BeforeComment(std::string_view line, size_t at,
                                              std::span<const std::string_view> openers) {
  const std::string_view before = TrimEnd(line.substr(0, at));
  for (const std::string_view opener : openers) {
    if (!before.ends_with(opener)) continue;
    std::string_view rest = before.substr(0, before.size() - opener.size());
    // "##", "//!" and the like begin comments, too.
    while (!rest.empty() && rest.back() == opener.front()) rest.remove_suffix(1);
    return rest;
  }
  return std::nullopt;
}

// "ignore[a, b] reason -->" ─→ rules and reason
void ReadRules(std::string_view text, IgnoreComment& out) {
  text.remove_prefix(kVerb.size());
  text = Trim(text);
  const size_t end = text.find(']');
  if (!text.starts_with('[') || end == std::string_view::npos) {
    out.wrong = "the rule in brackets is missing";
    return;
  }
  for (const std::string_view rule : Split(text.substr(1, end - 1), ',')) {
    if (!Trim(rule).empty()) out.rules.emplace_back(Trim(rule));
  }
  std::string_view reason = text.substr(end + 1);
  for (const std::string_view closer : {"-->", "*/"})
    reason = reason.substr(0, reason.find(closer));
  reason = Trim(reason);
  while (reason.starts_with(':') || reason.starts_with('-')) reason = Trim(reason.substr(1));
  out.reason = reason;
  if (out.rules.empty()) {
    out.wrong = "the rule in brackets is missing";
  } else if (out.reason.empty()) {
    out.wrong = "the reason is missing";
  }
}

// The comment marks of a file.
struct CommentSyntax {
  std::span<const std::string_view> openers;
  const PageFormat* page = nullptr;  // of a page
  // In prose, an apostrophe does not begin a string.
  bool HasStrings() const { return page == nullptr || page->passes == nullptr; }
};

// The comment in `line`, if there is one.
std::optional<IgnoreComment> ReadLine(std::string_view line, int number, const std::string& path,
                                      const CommentSyntax& syntax) {
  const size_t at = line.find(kWord);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = line.substr(at + kWord.size());
  if (!rest.starts_with(':')) return std::nullopt;
  rest = Trim(rest.substr(1));
  if (!rest.starts_with(kVerb)) return std::nullopt;
  const std::optional<std::string_view> before = BeforeComment(line, at, syntax.openers);
  if (!before || (syntax.HasStrings() && EndsInString(*before))) return std::nullopt;
  IgnoreComment out;
  out.place = {path, number, static_cast<int>(at) + 1};
  out.last_line = Trim(*before).empty() ? number + 1 : number;
  ReadRules(rest, out);
  return out;
}

// The line, from 1, to which a comment alone on line `number` applies.
//
//   <!-- flagcensus: ignore[unused] … -->
//   (blank)
//   | Variable | Default |
//   |---|---|
//   | `APP_OLD` | 1 |          the next line that is not passed over (PageFormat::passes)
int LineBelow(const std::vector<std::string_view>& lines, int number, const PageFormat* page) {
  const auto own = static_cast<size_t>(number) - 1;
  size_t at = own + 1;
  while (page != nullptr && page->passes != nullptr && at < lines.size() &&
         at <= own + kMaxPassed && page->passes(lines[at], lines[own])) {
    ++at;
  }
  return static_cast<int>(at) + 1;
}

// Several comments above one line all apply to it.
void JoinStacked(std::vector<IgnoreComment>& comments) {
  // From the last to the first, so each extends to what the next one applies to.
  for (size_t i = comments.size(); i-- > 0;) {
    IgnoreComment& one = comments[i];
    const auto below = std::lower_bound(
        comments.begin() + static_cast<std::ptrdiff_t>(i) + 1, comments.end(), one.last_line,
        [](const IgnoreComment& other, int line) { return other.place.line < line; });
    if (below != comments.end() && below->place.line == one.last_line) {
      one.last_line = below->last_line;
    }
  }
}

bool IsFence(std::string_view line) {
  line = Trim(line);
  return line.starts_with("```") || line.starts_with("~~~");
}

}  // namespace

std::vector<IgnoreComment> ReadIgnoreComments(std::string_view text, const std::string& path) {
  const FileKind kind = FileKindOf(path);
  const PageFormat* page = kind == FileKind::kPage ? DetectPageFormat(path, text) : nullptr;
  const CommentSyntax syntax = {OpenersOf(kind, page), page};
  // In Markdown, what is between fences is an example of a comment.
  const bool fences = page != nullptr && page->fences;
  std::vector<IgnoreComment> out;
  bool fenced = false;
  int number = 0;
  const std::vector<std::string_view> lines = Split(text, '\n');
  for (const std::string_view line : lines) {
    ++number;
    if (fences && IsFence(line)) fenced = !fenced;
    if (fenced) continue;
    std::optional<IgnoreComment> comment = ReadLine(line, number, path, syntax);
    if (!comment) continue;
    if (comment->last_line > number) comment->last_line = LineBelow(lines, number, page);
    out.push_back(std::move(*comment));
  }
  JoinStacked(out);
  return out;
}

std::vector<IgnoreComment> FindIgnoreComments(const Tree& tree, unsigned jobs) {
  // Few files contain the word, so the search decides which are read by lines.
  const WordSearch search({std::string(kWord)});
  std::vector<IgnoreComment> out;
  std::mutex mutex;
  SearchFiles(
      tree, search, jobs, [](const SourceFile&) { return true; },
      [&](size_t file, std::string_view text, const std::vector<WordHit>&) {
        std::vector<IgnoreComment> found = ReadIgnoreComments(text, tree.files[file].path);
        if (found.empty()) return;
        const std::lock_guard lock(mutex);
        std::move(found.begin(), found.end(), std::back_inserter(out));
      });
  std::sort(out.begin(), out.end(),
            [](const IgnoreComment& a, const IgnoreComment& b) { return a.place < b.place; });
  return out;
}

}  // namespace flagcensus
