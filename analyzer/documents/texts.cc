// The steps for a text in a source: the literal or comment becomes a document, its passages are
// read, and their lines are shifted to those of the file.
//
//   PORT = "APP_PORT"                line 3
//   """Where the server listens."""  line 4   ─→  APP_PORT, attribute: structure, line 3
#include "analyzer/documents/texts.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/documents/cues.h"
#include "analyzer/documents/file_role.h"
#include "analyzer/documents/sentences.h"
#include "analyzer/documents/source_texts.h"
#include "analyzer/documents/stated_default.h"
#include "analyzer/documents/strengths.h"
#include "analyzer/pages/detect_format.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/markdown/doxygen.h"

namespace flagcensus {
namespace {

// The document of a text in a source: reStructuredText in Python, plain text in other languages, or
// Markdown if a comment has the commands of a page of Doxygen.
// The format is not detected from the text: a docstring is too short for that.
Document DocumentOf(const SourcePiece& piece, const PageFormat& format) {
  std::vector<Diagnostic> reported;
  if (piece.kind == TextKind::kHelp && HasDoxygenCommands(piece.text)) {
    return ReadMarkdownWithCommands("text", piece.text, reported);
  }
  static const RegistryKeys kNoKeys;
  return format.read(
      {"text", piece.text, kNoKeys, reported});  // a text within a source has no keys
}

// The text with the indentation that all lines but the first share removed.
//
//   "Reads it.\n    Then:\n      APP_X"  ─→  "Reads it.\nThen:\n  APP_X"
//
// The first line follows the quotes and has no indentation.
std::string Dedented(std::string_view text) {
  const std::vector<std::string_view> lines = Split(text, '\n');
  size_t common = std::string_view::npos;
  for (size_t i = 1; i < lines.size(); ++i) {
    const size_t first = lines[i].find_first_not_of(" \t");
    if (first != std::string_view::npos) common = std::min(common, first);
  }
  if (common == std::string_view::npos) common = 0;
  std::string out(Trim(lines[0]));
  for (size_t i = 1; i < lines.size(); ++i) {
    out += '\n';
    out += lines[i].substr(std::min(common, lines[i].size()));
  }
  return out;
}

// Adds the statement of the docstring below the constant that is bound to a variable. Two words
// describe nothing: "The port."
// The constant is on the line above the docstring. If the call has several lines, it is their last.
void AddAttribute(const SourcePiece& piece, const KnownNames& names, const TextContext& context,
                  std::vector<Statement>* out) {
  if (piece.subject.empty() || !names.IsAccessed(piece.subject) || CountWords(piece.text) < 3)
    return;
  Statement& one = out->emplace_back();
  one.name = piece.subject;
  one.place = {context.file, std::max(piece.line - 1, 1), 0};
  one.strength = StrengthsOfStatements().structure;
  one.form = StatementForm::kAttribute;
  one.kind = TextKind::kDocstring;
  one.role = context.role;
  one.accessed = true;
  one.called = Matches(Cue::kEnvironmentVariable, piece.text);
  // As much as a message shows of a text.
  constexpr size_t kMost = 400;
  one.text = FoldedText(piece.text, kMost);
}

}  // namespace

// A quick test before a text is parsed: most texts have no such name.
bool HasAccessedName(std::string_view text, const KnownNames& names) {
  for (size_t at = 0; at < text.size();) {
    if (!IsIdentifierByte(text[at])) {
      ++at;
      continue;
    }
    const size_t end = EndOfRun(text, at, IsIdentifierByte);
    if (end - at >= 2 && names.IsAccessed(text.substr(at, end - at))) return true;
    at = end;
  }
  return false;
}

// Ruby and shell have the comments of Python.
std::vector<Statement> ReadSourceTexts(std::string_view text, FileKind kind,
                                       const KnownNames& names, const TextContext& context) {
  std::vector<Statement> out;
  const bool python = IsPythonSource(kind) || kind == FileKind::kRuby || kind == FileKind::kShell;
  const PageFormat& format = IsPythonSource(kind) ? *FindPageFormat("rst") : PlainFormat();
  FindSourceTexts(text, python ? SourceSyntax::kPython : SourceSyntax::kC, [&](SourcePiece piece) {
    const bool subject = !piece.subject.empty() && names.IsAccessed(piece.subject);
    // "envvar::" and the words "environment variable" in a string may be about a name that the code
    // does not access by a literal.
    const bool called =
        piece.text.find("envvar::") != std::string::npos ||
        (piece.kind == TextKind::kString && Matches(Cue::kEnvironmentVariable, piece.text));
    if (!subject && !called && !HasAccessedName(piece.text, names)) return;
    piece.text = Dedented(piece.text);
    TextContext inner = context;
    inner.kind = piece.kind;
    AddAttribute(piece, names, inner, &out);
    for (Statement& one : ReadPassages(DocumentOf(piece, format), names, inner)) {
      one.place.line = piece.line + (piece.lines_match ? std::max(one.place.line, 1) - 1 : 0);
      one.place.column = 0;
      if (one.section.empty()) one.section = piece.owner;
      // A comment without a blank line or a key in between is about the next key.
      out.push_back(std::move(one));
    }
  });
  return out;
}

// Data: YAML, TOML, JSON with comments, settings.
//
//   # Where it listens, 80 by default.
//   APP_PORT: 80                  ─→  a setting with the text of the comment, default 80
//   APP_HOST: a                   ─→  no text: the comment is about the key below it
std::vector<Statement> ReadDataTexts(std::string_view text, const KnownNames& names,
                                     const TextContext& context) {
  std::vector<Statement> out;
  std::string comment;
  bool set = false;  // the comment is above a setting that has been read
  int number = 0;
  for (const std::string_view raw : Split(text, '\n')) {
    ++number;
    const std::string_view line = Trim(raw);
    // A longer line is generated data.
    constexpr size_t kMostLine = 20'000;
    if (line.empty() || line.size() > kMostLine) {
      comment.clear();
      continue;
    }
    const std::vector<std::string_view> remark = Groups(Cue::kCommentLine, line);
    const std::string_view inside = remark.empty() ? line : remark[0];
    const std::vector<std::string_view> behind_value = Groups(Cue::kTrailingComment, inside);
    const std::string_view trailing = behind_value.empty() ? "" : behind_value[0];
    for (const Occurrence& name : FindOccurrences(line, names)) {
      if (name.tier != NameTier::kAccessed) continue;
      Statement& one = out.emplace_back();
      one.name = name.name;
      one.place = {context.file, number, 0};
      one.kind = TextKind::kData;
      one.role = context.role;
      one.accessed = true;
      // A sentence of data, such as the description of a schema, says that the name is an
      // environment variable.
      const bool prose = CountWords(inside) >= 4 && Matches(Cue::kProse, inside);
      if (prose && Matches(Cue::kEnvironment, inside) && !name.assigned) {
        one.form = StatementForm::kSetting;
        one.strength = StrengthsOfStatements().sentence;
        one.text = FoldedText(inside, 400);
        continue;
      }
      std::string_view behind = line.substr(name.end);
      while (!behind.empty() && (behind[0] == '"' || behind[0] == '\'' || behind[0] == ' '))
        behind.remove_prefix(1);
      const bool key =
          behind.starts_with(':') || (behind.starts_with('=') && !behind.starts_with("=="));
      // A comment on the line of the key is about that key alone. One above may be about several.
      const bool own = CountWords(trailing) >= 3;
      const std::string about = own ? std::string(trailing) : comment;
      // Two words label a group: "# Network".
      if (!key || CountWords(about) < 3) continue;
      one.form = StatementForm::kSetting;
      one.strength = StrengthsOfStatements().path;
      one.text = FoldedText(about, 400);
      const StatedDefault stated =
          set && !own ? StatedDefault() : FindStatedDefault(one.name, {about}, nullptr, false);
      one.default_kind = stated.kind;
      if (stated.kind == DocumentedDefault::kLiteral) one.default_text = stated.text;
    }
    const std::string_view before = inside.substr(0, inside.size() - trailing.size());
    const bool setting =
        Matches(Cue::kSettingInComment, before.substr(0, before.find_last_not_of(" #/") + 1));
    if (!remark.empty() && setting) {
      set = true;  // those below share the comment, but not the default
      continue;
    }
    if (remark.empty() || set || inside.empty()) comment.clear();
    set = false;
    if (!remark.empty() && comment.size() < kMostLine) {
      comment.append(comment.empty() ? "" : " ").append(remark[0]);
    }
  }
  return out;
}

namespace {

// FindWord in the lines of a text. A long line, which may have thousands of names, is split into
// words only once.
class LineWords {
 public:
  size_t Find(std::string_view line, std::string_view name) {
    constexpr size_t kLong = 2000;
    if (line.size() < kLong) return FindWord(line, name);
    auto& words = lines_[line.data()];
    if (words.empty()) {
      for (size_t at = 0; at < line.size();) {
        const size_t end = EndOfRun(line, at, IsIdentifierByte);
        if (end > at) words.try_emplace(line.substr(at, end - at), at);
        at = end + 1;
      }
    }
    const auto found = words.find(name);
    return found == words.end() ? std::string_view::npos : found->second;
  }

 private:
  // For each line, by the address where it begins: its words, with their first places.
  std::unordered_map<const char*, std::unordered_map<std::string_view, size_t>> lines_;
};

}  // namespace

// One statement without strength for each name that no passage is about. It only shows that the
// text has the name.
void AddMentions(std::string_view text, const KnownNames& names, const TextContext& context,
                 std::vector<Statement>* statements) {
  std::set<std::string, std::less<>> known;
  for (const Statement& one : *statements) known.insert(one.name);
  int line = 1;
  for (size_t at = 0; at < text.size();) {
    if (!IsIdentifierByte(text[at])) {
      if (text[at++] == '\n') ++line;
      continue;
    }
    const size_t end = EndOfRun(text, at, IsIdentifierByte);
    const std::string_view word = text.substr(at, end - at);
    at = end;
    // A word without '_' would be found in any prose.
    if (word.find('_') == std::string_view::npos || !names.IsAccessed(word) || known.contains(word))
      continue;
    known.emplace(word);
    Statement& one = statements->emplace_back();
    one.name = word;
    one.place = {context.file, line, 0};
    one.kind = context.kind;
    one.role = context.role;
    one.accessed = true;
  }
}

// Gives each statement the line and column of its name. A statement of which the name is nowhere
// near its line is dropped: a user could not check it.
//
//   a paragraph from line 10 on, APP_X on its third line  ─→  line 12, column of APP_X
void PlaceStatements(std::string_view text, std::vector<Statement>* statements) {
  if (statements->empty()) return;
  std::vector<size_t> begins = {0};
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    begins.push_back(at + 1);
  const auto line_at = [&](int number) -> std::string_view {
    if (number < 1 || static_cast<size_t>(number) > begins.size()) return {};
    const size_t begin = begins[static_cast<size_t>(number) - 1];
    const size_t end = text.find('\n', begin);
    return text.substr(begin, end == std::string_view::npos ? end : end - begin);
  };
  LineWords words;
  const bool escapes = text.find("\\_") != std::string_view::npos;
  size_t searches = 100;     // of the whole text: each costs a pass
  constexpr int kNear = 40;  // lines of a block before the one with the name
  std::erase_if(*statements, [&](Statement& one) {
    for (int away = 0; away <= kNear; ++away) {
      for (const int line : {one.place.line + away, one.place.line - away}) {
        // Backwards only three lines: a statement's line is at most a little late.
        if (away > 3 && line < one.place.line) continue;
        size_t at = words.Find(line_at(line), one.name);
        if (at == std::string_view::npos && escapes)  // APP\_HOME
          at = line_at(line).find(ReplaceAll(one.name, "_", "\\_"));
        if (at == std::string_view::npos) continue;
        one.place.line = line;
        one.place.column = static_cast<int>(at) + 1;
        return false;
      }
    }
    // The name in a source may come from a constant, "{NAME}"; then the place is the constant's.
    const bool constant = one.kind != TextKind::kPage && searches > 0;
    if (constant) --searches;
    const size_t anywhere = constant ? FindWord(text, one.name) : std::string_view::npos;
    if (anywhere != std::string_view::npos) {
      const auto next = std::upper_bound(begins.begin(), begins.end(), anywhere);
      one.place.line = static_cast<int>(next - begins.begin());
      one.place.column = static_cast<int>(anywhere - *(next - 1)) + 1;
      return false;
    }
    // A name that was written out from choices, "APP_{A,B}", is on the line that has its family.
    const std::string_view family = KnownNames::FamilyOf(one.name);
    const size_t at =
        family.empty() ? std::string_view::npos : line_at(one.place.line).find(family);
    if (at == std::string_view::npos) return true;
    one.place.column = static_cast<int>(at) + 1;
    return false;
  });
}

const PageFormat* FormatOfProse(std::string_view path, std::string_view text) {
  // A script with "#!" is code. The names are those of pages that many projects have without an
  // extension.
  const std::string_view base = path.substr(path.rfind('/') + 1);
  if (text.starts_with("#!") || !MayBeProse(path)) return nullptr;
  static constexpr std::string_view kProse[] = {"README",       "INSTALL", "HACKING", "BUILDING",
                                                "NOTES",        "FAQ",     "USAGE",   "MANUAL",
                                                "CONTRIBUTING", "BUGS"};
  const bool named = std::any_of(std::begin(kProse), std::end(kProse), [&](std::string_view one) {
    return base.starts_with(one) &&
           (base.size() == one.size() || !IsIdentifierByte(base[one.size()]));
  });
  const PageFormat* format = DetectPageFormat(named ? base : "", text);
  if (format == nullptr || named || !format->plain) return format;
  // Lines of prose: long, with a capital at the beginning and no sign of code. Five of them within
  // 64 KiB are not found in data.
  constexpr size_t kLong = 41;
  constexpr int kEnough = 5;
  int lines = 0;
  for (const std::string_view line : Split(text.substr(0, size_t{1} << 16), '\n')) {
    const bool prose = line.size() >= kLong && IsUpper(line[0]) &&
                       line.find_first_of("{};=()") == std::string_view::npos;
    if (prose && ++lines >= kEnough) return format;
  }
  return nullptr;
}

}  // namespace flagcensus
