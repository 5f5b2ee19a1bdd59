// Import statements by the word `import`: what stands before it on the line says whether one begins
// there.
#include <cstring>

#include "analyzer/python/outline.h"
#include "analyzer/python/scan.h"

namespace flagcensus {
namespace {

class ImportScan {
 public:
  explicit ImportScan(std::string_view text) : text_(text) {}

  std::vector<ImportedName> Run() {
    for (size_t at = text_.find("import"); at != std::string_view::npos;
         at = text_.find("import", at + kImport)) {
      if (!BeginsWithWord(text_.substr(at), "import")) continue;
      std::string_view before = LineBefore(at);
      const size_t next = Skip(at + kImport, false);
      // A statement begins at a line, and behind ':' or ';' on one.
      if (before.empty() || before.back() == ':' || before.back() == ';') {
        Modules(next);
      } else {
        Names(before, next);
      }
    }
    return std::move(found_);
  }

 private:
  static constexpr size_t kImport = 6;  // bytes of the word

  // What stands before `at` on its line, joined ones before it included, without blanks at its end.
  std::string_view LineBefore(size_t at) const {
    size_t newline = text_.rfind('\n', at);
    while (newline != std::string_view::npos && newline > 0 && text_[newline - 1] == '\\') {
      newline = text_.rfind('\n', newline - 1);
    }
    const size_t line = newline == std::string_view::npos ? 0 : newline + 1;
    std::string_view before = text_.substr(line, at - line);
    while (!before.empty() && std::strchr(" \t\r\n\\", before.back()) != nullptr) {
      before.remove_suffix(1);
    }
    return before;
  }

  // Past blanks and joined lines; with `lines` past line ends and comments too.
  size_t Skip(size_t at, bool lines) const {
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (lines && c == '#') at = EndOfLine(text_, at);
      const bool joined = c == '\\' && EndOfLine(text_, at) <= at + 2;
      if (joined) at = EndOfLine(text_, at);
      const bool blank =
          c == ' ' || c == '\t' || c == '\r' || joined || (lines && (c == '\n' || c == '#'));
      if (!blank) break;
    }
    return at;
  }

  // The dotted name at *at, which then stands past it.
  std::string Dotted(size_t* at) const {
    const size_t begin = *at;
    while (*at < text_.size() && (text_[*at] == '.' || IsPythonWordByte(text_[*at]))) ++*at;
    return std::string(text_.substr(begin, *at - begin));
  }

  // Past `as name`, where that stands here.
  size_t Alias(size_t at, bool lines, std::string* name) const {
    const size_t word = Skip(at, lines);
    if (word >= text_.size() || !BeginsWithWord(text_.substr(word), "as")) return word;
    size_t next = Skip(word + 2, lines);
    *name = Dotted(&next);
    return Skip(next, lines);
  }

  // import a.b as c, d
  void Modules(size_t next) {
    while (next < text_.size()) {
      ImportedName import;
      import.module = Dotted(&next);
      next = Alias(next, false, &import.alias);
      if (!import.module.empty()) found_.push_back(std::move(import));
      if (next >= text_.size() || text_[next] != ',') break;
      next = Skip(next + 1, false);
    }
  }

  // from module import a as b, c: the module stands before, blanks between it and the dots allowed.
  void Names(std::string_view before, size_t next) {
    const size_t from = before.rfind("from");
    if (from == std::string_view::npos) return;
    const bool dots = from + 4 < before.size() && before[from + 4] == '.';
    if (!BeginsWithWord(before.substr(from), "from") && !dots) return;
    std::string module;
    for (const char c : before.substr(from + 4)) {
      if (std::strchr(" \t\r\n\\", c) == nullptr) module += c;
    }
    const bool list = next < text_.size() && text_[next] == '(';
    if (list) next = Skip(next + 1, true);
    while (next < text_.size()) {
      ImportedName import{module, Dotted(&next), ""};
      if (import.name.empty() && text_[next] == '*') import.name = "*";
      if (import.name.empty()) break;
      next = Alias(next, list, &import.alias);
      found_.push_back(std::move(import));
      if (next >= text_.size() || text_[next] != ',') break;
      next = Skip(next + 1, list);
    }
  }

  std::string_view text_;
  std::vector<ImportedName> found_;
};

}  // namespace

std::vector<ImportedName> FindImports(std::string_view text) { return ImportScan(text).Run(); }

}  // namespace flagcensus
