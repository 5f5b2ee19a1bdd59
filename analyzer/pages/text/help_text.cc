// Source → its texts for --help → Document.
//
//   "Usage: app\n"                    literals with only blanks and comments between them are one
//   "Environment variables:\n"        text
//   "  APP_PORT   the port\n"
//   """...""", R"(...)", 'text'       likewise; their lines are those of the source
//
// Only texts that contain a line "Environment variables:" are read, as plain text. The rest of the
// syntax is ignored: a source with syntax errors still has its literals.
#include "analyzer/pages/text/help_text.h"

#include <algorithm>
#include <string>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/text/labelled.h"
#include "analyzer/pages/topic.h"

namespace flagcensus {
namespace {

// A text, with the line of the source for each of its lines.
struct HelpText {
  std::string text;
  std::vector<int> lines = {0};
};

// Collects the texts of a source. Anything but blanks, comments and literals ends a text.
class LiteralReader {
 public:
  LiteralReader(std::string_view source, bool python) : source_(source), python_(python) {}

  // Literals with only blanks and comments between them are one text, since compilers join them. In
  // Python, they also are in a call's parentheses. Any other byte ends the text.
  std::vector<HelpText> Read() {
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        ++at_;
      } else if (python_ ? c == '#' : StartsHere("//")) {
        at_ = std::min(source_.find('\n', at_), source_.size());
      } else if (!python_ && StartsHere("/*")) {
        const size_t end = std::min(source_.find("*/", at_ + 2), source_.size());
        SkipTo(std::min(end + 2, source_.size()));
      } else if (c == '"' || (python_ && c == '\'')) {
        Literal(false);
      } else if (IsIdentifierByte(c)) {
        Word();
      } else {
        // In C, '"' is a character and not a quote.
        if (c == '\'' && StartsHere("'\\''")) at_ += 3;
        if (c == '\'' && StartsHere("'\"'")) at_ += 2;
        EndText();
        ++at_;
      }
    }
    EndText();
    return std::move(texts_);
  }

 private:
  bool StartsHere(std::string_view what) const { return source_.substr(at_).starts_with(what); }

  // Moves on and counts the lines.
  void SkipTo(size_t end) {
    line_ += static_cast<int>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         source_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  // A word, or the prefix of a literal: L"", u8R"()", rb''.
  void Word() {
    size_t end = at_;
    while (end < source_.size() && IsIdentifierByte(source_[end])) ++end;
    const std::string_view word = source_.substr(at_, end - at_);
    constexpr size_t kLongest = 3;
    // Prefixes have at most three letters; a longer word before a quote is a macro, which ends the
    // text.
    const bool prefix = word.size() <= kLongest && end < source_.size() &&
                        (source_[end] == '"' || (python_ && source_[end] == '\''));
    at_ = end;
    if (!prefix) return EndText();
    const bool raw = word.find_first_of(python_ ? "rR" : "R") != std::string_view::npos;
    if (raw && !python_) return Raw();
    Literal(raw);
  }

  // R"mark(...)mark", in which nothing is an escape. The mark has at most 16 bytes.
  void Raw() {
    constexpr size_t kLongestMark = 16;
    const size_t open = source_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > kLongestMark + 1) return Literal(false);
    const std::string close = ")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const size_t end = std::min(source_.find(close, open), source_.size());
    at_ = open + 1;
    while (at_ < end) Take(source_[at_++]);
    at_ = std::min(end + close.size(), source_.size());
  }

  // A literal from its quote on. `raw`: escapes are text.
  void Literal(bool raw) {
    const char quote = source_[at_];
    const std::string triple(3, quote);
    const bool lines = python_ && StartsHere(triple);
    at_ += lines ? 3 : 1;
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (lines ? StartsHere(triple) : c == quote) {
        at_ += lines ? 3 : 1;
        return;
      }
      if (c == '\n' && !lines) return;  // the literal is not closed
      ++at_;
      if (c != '\\' || at_ >= source_.size()) {
        Take(c);
      } else if (raw) {
        Take(c);
        Take(source_[at_++]);
      } else {
        Escape(source_[at_++]);
      }
    }
  }

  // Escapes that help texts contain; others are dropped.
  void Escape(char c) {
    if (c == 'n') Break();
    if (c == 't') Add('\t');
    if (c == '\\' || c == '"' || c == '\'') Add(c);
    if (c == '\n') ++line_;  // the literal continues on the next line
  }

  // Adds a byte as it is in the source.
  void Take(char c) {
    if (c != '\n') return Add(c);
    ++line_;
    Break();
  }

  // Ends a line of the text. Its place is the line of the source on which it began.
  void Break() {
    if (text_.lines.back() == 0) text_.lines.back() = line_;
    text_.text += '\n';
    text_.lines.push_back(0);
  }

  void Add(char c) {
    if (c == '\r') return;
    if (text_.lines.back() == 0) text_.lines.back() = line_;
    text_.text += c;
  }

  // A text of one line cannot contain a list below its heading.
  void EndText() {
    if (text_.text.empty()) return;
    if (text_.text.find('\n') != std::string::npos) texts_.push_back(std::move(text_));
    text_ = HelpText();
  }

  std::string_view source_;
  bool python_;
  size_t at_ = 0;
  int line_ = 1;
  HelpText text_;
  std::vector<HelpText> texts_;
};

// "Environment variables:", "ENVIRONMENT VARIABLES", "The following environment variables are
// read:". A line that only mentions the environment has no colon at its end.
bool IsHelpHead(std::string_view line) {
  constexpr size_t kLong = 100;
  line = Trim(line);
  if (line.empty() || line.size() > kLong) return false;
  const std::string lower = ToLower(line);
  if (!SpeaksOfEnvironment(lower) && lower != "environment:" && lower != "environment")
    return false;
  return line.ends_with(':') || lower.starts_with("environment");
}

// The texts of a source that have a line such as "Environment variables:".
std::vector<HelpText> HelpTexts(std::string_view file, std::string_view text) {
  std::vector<HelpText> out;
  // A fast test, since this runs over every source.
  if (ToLower(text).find("environment") == std::string::npos) return out;
  const bool python = file.ends_with(".py") || file.ends_with(".pyi") || file.ends_with(".pyx");
  for (HelpText& found : LiteralReader(text, python).Read()) {
    const std::vector<std::string_view> lines = Split(found.text, '\n');
    if (std::any_of(lines.begin(), lines.end(), IsHelpHead)) out.push_back(std::move(found));
  }
  return out;
}

// Replaces the lines of the text by those of the source. Columns are dropped, since escapes and
// "%s" shift them.
void PlaceInSource(Block& block, const std::vector<int>& lines) {
  const auto at = [&](int line) {
    if (line <= 0 || line > static_cast<int>(lines.size())) return 0;
    return lines[static_cast<size_t>(line) - 1];
  };
  block.line = at(block.line);
  block.column = 0;
  for (Run& run : block.inlines) {
    run.line = at(run.line);
    run.column = 0;
  }
  for (Block& child : block.children) PlaceInSource(child, lines);
}

}  // namespace

// The blocks of all texts, in the order of the source.
Document ReadHelp(std::string_view file, std::string_view text,
                  std::vector<Diagnostic>& diagnostics) {
  Document document;
  for (const HelpText& help : HelpTexts(file, text)) {
    Document part = ReadLabelled(file, help.text, diagnostics);
    for (Block& block : part.blocks) {
      PlaceInSource(block, help.lines);
      document.blocks.push_back(std::move(block));
    }
  }
  return document;
}

}  // namespace flagcensus
