// accesses by file ─→ each file read once ─→ the texts around each (source_texts_python.cc, _c.cc)
//
//   # How long a call may take.  # noqa
//   ─→ CommentAsDescription: "How long a call may take."
//   # APP_TRACE=1 ./run --slow
//   ─→ "": a line of a shell
#include "analyzer/evidence/source_texts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/text_lines.h"
#include "analyzer/python/read_file.h"

namespace flagcensus {
namespace {

constexpr size_t kLongest = 1200;  // bytes that are kept of a text

// Words that begin with a letter; numbers and marks do not count.
size_t CountLetterWords(std::string_view text) {
  size_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool letter = IsAlpha(c) || IsNonAscii(c);
    if (letter && !inside) ++words;
    inside = letter || c == '\'' || c == '-' || c == '_' || IsDigit(c);
  }
  return words;
}

}  // namespace

// Whether the text is a line of a shell: "$ app --fast", "APP_FAST=1 app --slow", "... export
// APP_FAST=1".
// An assignment alone, "APP_FAST=1", is not: it may begin a sentence about the value.
static bool IsShellText(std::string_view text) {
  if (text.starts_with("$ ") || text.starts_with("export ")) return true;
  const std::string_view first = text.substr(0, text.find(' '));
  const std::string_view name = first.substr(0, first.find('='));
  const bool assigns =
      name.size() < first.size() && !name.empty() && AllBytes(name, IsVariableNameByte);
  if (assigns && (text.find(" -") < text.find(" - ") || text.find(" ./") != text.npos)) return true;
  constexpr std::string_view kExport = " export ";
  const size_t exports = text.find(kExport);
  if (exports == std::string_view::npos) return false;
  const size_t exported = text.find_first_not_of(' ', exports + kExport.size());
  return text.find('=', exported) < text.find(' ', exported);
}

// Only the first and last characters decide; nothing is parsed. A sentence that begins with a call,
// "app.run() starts it.", does not count as code because it ends in a word.
bool IsCodeText(std::string_view text) {
  if (IsShellText(text)) return true;
  if (text.ends_with(';') || text.ends_with('{') || text.ends_with('}')) return true;
  if (!text.empty() && std::string_view("\"'{[(").find(text[0]) != std::string_view::npos &&
      (text.find("\":") != std::string_view::npos || text.ends_with(','))) {
    return true;
  }
  const size_t word = text.find_first_of(" (=[");
  if (word == std::string_view::npos || word == 0) return false;
  const std::string_view head = text.substr(0, word);
  const bool name =
      std::all_of(head.begin(), head.end(), [](char c) { return IsIdentifierByte(c) || c == '.'; });
  if (!name) return false;
  const std::string_view rest = Trim(text.substr(word));
  // "timeout = 5", "x == y", "x[0]"; and "os.getenv(...)", but not "Timeout (in seconds)".
  if (rest.starts_with("= ") || rest.starts_with("==") || rest.starts_with("[")) return true;
  return rest.starts_with("(") && text.ends_with(')') &&
         (head.find('.') != std::string_view::npos || head.find('_') != std::string_view::npos);
}

// Lines are joined with the punctuation that their line ends imply (JoinedLines).
std::string FoldText(std::string_view text) {
  std::string joined;
  if (text.find('\n') != std::string_view::npos) {
    joined = JoinedLines(Split(text.substr(0, 4 * kLongest), '\n'));
    text = joined;
  }
  std::string out;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) > ' ') {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    if (out.size() < kLongest) continue;
    // Cut between characters, not within one.
    while (!out.empty() && IsUtf8Continuation(out.back())) out.pop_back();
    if (!out.empty()) out.pop_back();
    return out + " ...";
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

namespace {

// Whether a comment's words are for tools or for the next programmer.
bool SpeaksToTools(std::string_view words) {
  const std::string lower = ToLower(words);
  const auto& none = Phrases("descriptions", "no_description");
  return std::any_of(none.begin(), none.end(),
                     [&](const std::string& phrase) { return lower.starts_with(phrase); });
}

// The line without a comment for tools in the comment: "how long  # flagcensus: ignore[...]".
std::string_view WithoutRemark(std::string_view line) {
  for (const std::string_view mark : {" # ", " // "}) {
    for (size_t at = line.find(mark); at != std::string_view::npos; at = line.find(mark, at + 1)) {
      if (SpeaksToTools(Trim(line.substr(at + mark.size())))) return Trim(line.substr(0, at));
    }
  }
  return line;
}

}  // namespace

std::string CommentAsDescription(const std::vector<std::string_view>& lines) {
  std::vector<std::string_view> stated;
  for (const std::string_view line : lines) {
    const std::string_view words = WithoutRemark(Trim(line));
    // Lines for tools before the description are skipped; one after it ends the description.
    const bool skipped = SpeaksToTools(words);
    if (skipped && stated.empty()) continue;
    if (skipped) break;
    stated.push_back(words);
  }
  const std::string text = FoldText(JoinedLines(stated));
  const std::string lower = ToLower(text);
  // A licence may be above the first statement of a file.
  for (const std::string& phrase : Phrases("descriptions", "licence")) {
    if (lower.find(phrase) != std::string::npos) return {};
  }
  return CountLetterWords(text) < 2 || IsCodeText(text) ? std::string() : text;
}

namespace {

// For a variable that C reads without a text next to it: the comment above a macro of its name,
// which contains the default.
void TakeMacroComments(const Tree& tree, unsigned jobs, SourceTexts& texts) {
  const auto is_bare = [](const Access& access, const SourceText& text) {
    return IsC(access.language) && access.name && text.help.empty() && text.doc.empty() &&
           text.comment.empty();
  };
  std::set<std::string, std::less<>> names;
  for (const auto& [access, text] : texts) {
    if (is_bare(*access, text)) names.insert(*access->name);
  }
  if (names.empty()) return;
  const unsigned threads = ThreadCount(jobs);
  std::vector<std::string> buffers(threads);
  std::vector<std::map<std::string, std::string>> found(tree.files.size());
  ParallelFor(tree.files.size(), threads, [&](size_t index, unsigned thread) {
    const SourceFile& file = tree.files[index];
    if (!IsC(file.kind) || !ReadSource(file, &buffers[thread]).empty()) return;
    found[index] = FindMacroComments(buffers[thread], names);
  });
  std::map<std::string, std::string> comments;  // those of the first file count
  for (std::map<std::string, std::string>& one : found) comments.merge(one);
  for (auto& [access, text] : texts) {
    if (!is_bare(*access, text)) continue;
    const auto at = comments.find(*access->name);
    if (at != comments.end()) text.comment = at->second;
  }
}

}  // namespace

SourceTexts FindSourceTexts(const Tree& tree, unsigned jobs, const std::vector<Flag>& flags) {
  constexpr int kFarthest =
      8000;  // column: a line of this length is generated, and nothing near it is a text
  // Code in a string or docstring has no comments or help texts around it.
  std::map<std::string_view, std::vector<const Access*>> by_file;
  for (const Flag& flag : flags) {
    for (const FlagAccess& one : flag.accesses) {
      const Place& place = one.access->place;
      if (!one.access->evidence.in_string && place.column < kFarthest)
        by_file[place.file].push_back(one.access);
    }
  }
  // The files with accesses, each read and parsed once.
  std::vector<const SourceFile*> files;
  for (const SourceFile& file : tree.files) {
    if (by_file.contains(file.path)) files.push_back(&file);
  }
  std::vector<std::vector<SourceText>> found(files.size());
  const unsigned threads = ThreadCount(jobs);
  std::vector<std::string> buffers(threads);
  ParallelFor(files.size(), threads, [&](size_t index, unsigned thread) {
    const SourceFile& file = *files[index];
    if (!ReadSource(file, &buffers[thread]).empty()) return;
    const std::vector<const Access*>& accesses = by_file.at(file.path);
    found[index].resize(accesses.size());
    if (IsPythonSource(file.kind)) {
      std::string converted;
      const std::string_view text = TextAsPython(file.kind, buffers[thread], &converted);
      FindPythonTexts(text, accesses, found[index]);
    } else if (IsC(file.kind)) {
      FindCTexts(buffers[thread], accesses, found[index]);
    }
  });
  SourceTexts out;
  for (size_t i = 0; i < files.size(); ++i) {
    const std::vector<const Access*>& accesses = by_file.at(files[i]->path);
    for (size_t at = 0; at < found[i].size(); ++at) {
      out.emplace(accesses[at], std::move(found[i][at]));
    }
  }
  // Then what needs other files: comments above macros, and texts about the targets.
  TakeMacroComments(tree, jobs, out);
  std::vector<AccessTarget*> targets;
  for (auto& [access, text] : out) {
    if (access->scope != Scope::kTest) targets.push_back(&text.target);
  }
  TakeTargetTexts(tree, jobs, targets);
  return out;
}

}  // namespace flagcensus
