// Plain text copied from a rendered page → Document; other plain text is read by layout.cc.
//
// Text copied from a rendered page has lost its markup but kept its lines:
//
//   Title#                       → kHeading (the text of the link that Sphinx and MkDocs add)
//   Title                        → kHeading, if a short line is alone between blank ones
//   - Label:                     → kField; its value follows on the line or on the next ones
//   - text, * text               → kList
//   NAME    text                 → kDefinition, and NAME above a text that is further to the right
//   other text                   → kParagraph, up to a blank line or a line that begins like these
//
// The value of a field is one line. It continues if a line ends with ':' or ',' or the next one
// begins with ',': enumerations are copied as one value per line.
#include "analyzer/pages/text/labelled.h"

#include <algorithm>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/text/help_text.h"
#include "analyzer/pages/text/layout.h"
#include "analyzer/pages/topic.h"
#include "analyzer/tree/page_format.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// "\t  x" ─→ 10
size_t TextIndent(std::string_view line) {
  size_t at = 0;
  size_t width = 0;
  for (; at < line.size() && IsBlank(line[at]); ++at) {
    width = line[at] == '\t' ? (width / 8 + 1) * 8 : width + 1;
  }
  return width;
}

// The end of one name that begins at `begin`; names in lower case are not recognised.
static size_t OneNameEnd(std::string_view line, size_t begin) {
  size_t end = begin;
  while (end < line.size() &&
         (IsIdentifierByte(line[end]) || line[end] == '*' || line[end] == '$')) {
    ++end;
  }
  const NameShape shape = ShapeOf(line.substr(begin, end - begin));
  return shape == NameShape::kStrong || shape == NameShape::kWeak ? end : 0;
}

// "APP_PORT   text" ─→ 8, "APP_PORT=80  text" ─→ 11, "TEMP or TMP   text" ─→ 11, "text" ─→ 0
size_t TextNameEnd(std::string_view line) {
  const size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return 0;
  size_t end = OneNameEnd(line, begin);
  if (end == 0) return 0;
  if (end < line.size() && line[end] == '=') {
    while (end < line.size() && line[end] != ' ' && line[end] != '\t') ++end;
    return end;
  }
  // "TEMP or TMP   text": the second name must be followed by a gap, or it is part of a sentence.
  size_t last = end;
  for (const std::string_view joint : {" or ", ", "}) {
    if (!line.substr(end).starts_with(joint)) continue;
    last = OneNameEnd(line, end + joint.size());
    const std::string_view rest = line.substr(std::max(last, end));
    if (last == 0 || !(rest.starts_with("  ") || Trim(rest).empty())) return end;
    break;
  }
  return last;
}

namespace {

// Maxima for a page and for a line. Longer input is data, and the rest is skipped with a
// diagnostic.
constexpr size_t kMaxLines = 2'000'000;
constexpr size_t kMaxLineBytes = size_t{64} << 10;

bool IsBlankLine(std::string_view line) { return Trim(line).empty(); }

// The title without the sign of its link, or "" if `line` has no sign.
// "Environment#" ─→ "Environment"; "# Environment" ─→ "": a heading of Markdown or a comment
std::string_view LinkedTitle(std::string_view line) {
  line = Trim(line);
  // A longer line with '#' at its end is a sentence or a command.
  constexpr size_t kMaxTitle = 120;
  if (line.size() > kMaxTitle || line.starts_with('#')) return {};
  for (const std::string_view mark : {"#", "\xc2\xb6", "\xf0\x9f\x94\x97"}) {  // # ¶ 🔗
    if (line.ends_with(mark) && line.size() > mark.size()) {
      return Trim(line.substr(0, line.size() - mark.size()));
    }
  }
  return {};
}

// Parses "- Label:" and "- Label: value"; also "Label: value" for the labels that fields have.
bool ParseField(std::string_view line, std::string_view* label, std::string_view* value) {
  std::string_view text = Trim(line);
  bool bullet = false;
  for (const std::string_view mark : {"- ", "* ", "\xe2\x80\xa2 "}) {
    if (!text.starts_with(mark)) continue;
    text = Trim(text.substr(mark.size()));
    bullet = true;
    break;
  }
  const size_t colon = text.find(':');
  // A colon further on is in a sentence.
  constexpr size_t kMaxLabel = 40;
  if (colon == std::string_view::npos || colon == 0 || colon > kMaxLabel) return false;
  *label = Trim(text.substr(0, colon));
  *value = Trim(text.substr(colon + 1));
  // "Environment variables:" above a list announces it.
  if (FieldLabelOf(*label) != Label::kNone) return bullet || !value->empty();
  // An unknown label needs more evidence: nothing follows it, and it is written like a label.
  return bullet && value->empty() && IsUpper((*label)[0]) && ShapeOf(*label) == NameShape::kNone;
}

// Whether the line is an item of a list; sets the place of its text.
// Numbers are not marks here: in copied text they are as often the beginning of a sentence.
bool IsBullet(std::string_view line, size_t* text_at) {
  const size_t at = line.find_first_not_of(" \t");
  if (at == std::string_view::npos) return false;
  for (const std::string_view mark : {"- ", "* ", "\xe2\x80\xa2 ", "+ "}) {
    if (!line.substr(at).starts_with(mark)) continue;
    *text_at = at + mark.size();
    return true;
  }
  return false;
}

// Whether a line alone between blank lines is a title: few words, no full stop, not a name. A
// single word in capitals is a title if it is longer than an acronym.
//
//   "Logging options"     ─→  true
//   "ENVIRONMENT"         ─→  true
//   "API", "APP_PORT"     ─→  false
//   "It reads the file."  ─→  false
bool IsLoneTitle(std::string_view line) {
  line = Trim(line);
  constexpr size_t kMaxTitle = 70;
  if (line.empty() || line.size() > kMaxTitle) return false;
  const char last = line.back();
  if (last == '.' || last == ',' || last == ';' || last == '!' || last == '?' || last == ':')
    return false;
  const char first = line[0];
  if (!(IsUpper(first) || IsDigit(first))) return false;
  if (TextNameEnd(line) == line.size()) return ShapeOf(line) == NameShape::kWeak && line.size() > 3;
  return std::count(line.begin(), line.end(), ' ') < 9 && line.find(": ") == std::string_view::npos;
}

class Reader {
 public:
  explicit Reader(std::vector<std::string_view> lines) : lines_(std::move(lines)) {}

  Document Read() {
    while (at_ < lines_.size()) {
      if (!IsBlankLine(lines_[at_]))
        ReadBlock();
      else
        ++at_;
    }
    return std::move(document_);
  }

 private:
  // Runs have exact columns: copied text has no markup to remove.
  Run MakeRun(size_t line, size_t from, std::string_view text) const {
    Run run;
    run.text = text;
    run.line = static_cast<int>(line) + 1;
    run.column = static_cast<int>(from) + 1;
    return run;
  }
  // The line's text without its indentation, as a run.
  Run LineRun(size_t line, size_t from = 0) const {
    const std::string_view text = lines_[line];
    const size_t at = text.find_first_not_of(" \t", from);
    if (at == std::string_view::npos) return MakeRun(line, 0, "");
    return MakeRun(line, at, Trim(text.substr(at)));
  }
  // A block at the first visible byte of a line.
  Block MakeBlock(Block::Kind kind, size_t line) const {
    Block block;
    block.kind = kind;
    block.line = static_cast<int>(line) + 1;
    block.column = static_cast<int>(lines_[line].find_first_not_of(" \t")) + 1;
    return block;
  }
  bool NextIsBlank() const { return at_ + 1 >= lines_.size() || IsBlankLine(lines_[at_ + 1]); }
  bool BeforeIsBlank() const { return at_ == 0 || IsBlankLine(lines_[at_ - 1]); }

  // The first form that the line has decides.
  void ReadBlock() {
    const std::string_view line = lines_[at_];
    std::string_view label;
    std::string_view value;
    size_t text_at = 0;
    if (const std::string_view title = LinkedTitle(line); !title.empty()) {
      ReadTitle(title);
    } else if (ParseField(line, &label, &value)) {
      ReadField(label, value);
    } else if (IsBullet(line, &text_at)) {
      ReadList();
    } else if (BeforeIsBlank() && NextIsBlank() && IsLoneTitle(line)) {
      ReadTitle(Trim(line));
    } else if (!ReadDefinition()) {
      ReadParagraph();
    }
  }

  // Titles have lost their level. The first is that of the page (1), one directly above fields is
  // the name of what they describe (3), and the others are those of sections (2).
  void ReadTitle(std::string_view title) {
    Block block = MakeBlock(Block::Kind::kHeading, at_);
    block.inlines.push_back(MakeRun(at_, static_cast<size_t>(block.column) - 1, title));
    size_t next = at_ + 1;
    while (next < lines_.size() && IsBlankLine(lines_[next])) ++next;
    std::string_view label;
    std::string_view value;
    const bool fields = next < lines_.size() && ParseField(lines_[next], &label, &value);
    block.level = document_.blocks.empty() ? 1 : fields ? 3 : 2;
    document_.blocks.push_back(std::move(block));
    ++at_;
  }

  // A field with its value, on its line or below it.
  void ReadField(std::string_view label, std::string_view value) {
    Block block = MakeBlock(Block::Kind::kField, at_);
    block.label = label;
    // The value continues as long as its lines end like a part of an enumeration.
    std::string_view last = value;
    if (!value.empty()) {
      block.inlines.push_back(
          MakeRun(at_, static_cast<size_t>(value.data() - lines_[at_].data()), value));
    }
    ++at_;
    std::string_view other_label;
    std::string_view other_value;
    while (at_ < lines_.size() && !IsBlankLine(lines_[at_])) {
      const std::string_view next = Trim(lines_[at_]);
      const bool goes_on =
          last.empty() || last.ends_with(':') || last.ends_with(',') || next.starts_with(',');
      if (!goes_on || ParseField(next, &other_label, &other_value)) break;
      if (!LinkedTitle(next).empty()) break;
      if (!block.inlines.empty()) block.inlines.back().text += ' ';
      block.inlines.push_back(LineRun(at_));
      last = next;
      ++at_;
    }
    document_.blocks.push_back(std::move(block));
  }

  // A list, up to a line that is neither an item nor the continuation of one.
  void ReadList() {
    Block list = MakeBlock(Block::Kind::kList, at_);
    size_t text_at = 0;
    const size_t indent = TextIndent(lines_[at_]);
    std::string_view label;
    std::string_view value;
    while (at_ < lines_.size() && IsBullet(lines_[at_], &text_at)) {
      if (ParseField(lines_[at_], &label, &value)) break;
      Block item = MakeBlock(Block::Kind::kItem, at_);
      Block paragraph = MakeBlock(Block::Kind::kParagraph, at_);
      paragraph.inlines.push_back(LineRun(at_, text_at));
      ++at_;
      // Text further to the right continues the item, as does ": text", which a style had
      // separated.
      while (at_ < lines_.size() && !IsBlankLine(lines_[at_]) && !IsBullet(lines_[at_], &text_at) &&
             (TextIndent(lines_[at_]) > indent || Trim(lines_[at_]).starts_with(':'))) {
        paragraph.inlines.back().text += ' ';
        paragraph.inlines.push_back(LineRun(at_));
        ++at_;
      }
      item.children.push_back(std::move(paragraph));
      list.children.push_back(std::move(item));
      // Blank lines between items do not end the list.
      size_t next = at_;
      while (next < lines_.size() && IsBlankLine(lines_[next])) ++next;
      if (next < lines_.size() && IsBullet(lines_[next], &text_at)) at_ = next;
    }
    document_.blocks.push_back(std::move(list));
  }

  // "NAME   text", or NAME alone above text that is further to the right. False if it is neither.
  // One blank after the name is not enough: "APP_PORT is the port" is a sentence.
  bool ReadDefinition() {
    const std::string_view line = lines_[at_];
    const size_t end = TextNameEnd(line);
    if (end == 0) return false;
    const size_t text = line.find_first_not_of(" \t", end);
    // The text is after a gap on the same line, or below and further to the right.
    const bool columns = text != std::string_view::npos && (text >= end + 2 || line[end] == '\t');
    const bool alone = text == std::string_view::npos;
    const size_t indent = TextIndent(line);
    const bool below = at_ + 1 < lines_.size() && !IsBlankLine(lines_[at_ + 1]) &&
                       TextIndent(lines_[at_ + 1]) > indent;
    if (!columns && !(alone && below)) return false;
    Block block = MakeBlock(Block::Kind::kDefinition, at_);
    const size_t begin = static_cast<size_t>(block.column) - 1;
    block.inlines.push_back(MakeRun(at_, begin, line.substr(begin, end - begin)));
    Block body = MakeBlock(Block::Kind::kParagraph, at_);
    if (columns) body.inlines.push_back(LineRun(at_, end));
    ++at_;
    while (at_ < lines_.size() && !IsBlankLine(lines_[at_]) && TextIndent(lines_[at_]) > indent) {
      if (!body.inlines.empty()) body.inlines.back().text += ' ';
      body.inlines.push_back(LineRun(at_));
      ++at_;
    }
    block.children.push_back(std::move(body));
    document_.blocks.push_back(std::move(block));
    return true;
  }

  // A paragraph, up to a blank line or a line that begins another block.
  void ReadParagraph() {
    Block block = MakeBlock(Block::Kind::kParagraph, at_);
    block.inlines.push_back(LineRun(at_));
    ++at_;
    std::string_view label;
    std::string_view value;
    size_t text_at = 0;
    while (at_ < lines_.size() && !IsBlankLine(lines_[at_])) {
      const std::string_view line = lines_[at_];
      const size_t name = TextNameEnd(line);
      // A table of names directly below "Environment variables:".
      const bool row =
          name > 0 &&
          (line.substr(name).starts_with("  ") || line.substr(name).starts_with('\t')) &&
          Trim(lines_[at_ - 1]).ends_with(':');
      if (!LinkedTitle(line).empty() || IsBullet(line, &text_at) || row ||
          (name > 0 && name < line.size() && line[name] == ':') ||
          (ParseField(line, &label, &value) && FieldLabelOf(label) == Label::kEnvironment)) {
        break;
      }
      block.inlines.back().text += ' ';
      block.inlines.push_back(LineRun(at_));
      ++at_;
    }
    document_.blocks.push_back(std::move(block));
  }

  std::vector<std::string_view> lines_;
  size_t at_ = 0;
  Document document_;
};

}  // namespace

// The lines are views of the text, and are cut before they are read.
// Cutting keeps the numbers of lines, so places stay true.
Document ReadLabelled(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::vector<std::string_view> lines = Split(text, '\n');
  const auto note = [&](std::string_view kind, size_t line, std::string_view message) {
    diagnostics.push_back({std::string(kind),
                           {std::string(file), static_cast<int>(line) + 1, 0},
                           std::string(message)});
  };
  if (lines.size() > kMaxLines) {
    note("page-truncated", kMaxLines, "the page has too many lines; the rest is not read");
    lines.resize(kMaxLines);
  }
  bool cut = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].size() <= kMaxLineBytes) continue;
    lines[i] = lines[i].substr(0, kMaxLineBytes);
    if (!cut) note("line-too-long", i, "the line is longer than 64 KiB; its rest is not read");
    cut = true;
  }
  return Reader(std::move(lines)).Read();
}

namespace {

// Whether the text was copied from a rendered page: two titles with the sign of their link, or two
// labels alone on their lines, "- Default value:".
bool IsRenderedPage(std::string_view text) {
  int signs = 0;
  std::string_view label;
  std::string_view value;
  for (const std::string_view line : Split(text, '\n')) {
    const bool bullet = Trim(line).starts_with("- ") && Trim(line).ends_with(':');
    if (!LinkedTitle(line).empty() || (bullet && ParseField(line, &label, &value))) ++signs;
    if (signs > 1) return true;
  }
  return false;
}

constexpr std::string_view kPlainEndings[] = {"txt"};

}  // namespace

extern constexpr PageFormat kPlainTextFormat = {
    .rank = 90,
    .name = "labelled",
    .title = "plain text",
    .files = "{}, `README`: the content decides the format",
    .endings = kPlainEndings,
    .templates = false,
    .read =
        [](const PageInput& page) {
          if (IsSource(FileKindOf(page.file))) {
            return ReadHelp(page.file, page.text, page.diagnostics);
          }
          return IsRenderedPage(page.text) ? ReadLabelled(page.file, page.text, page.diagnostics)
                                           : ReadLayout(page.file, page.text, page.diagnostics);
        },
    .plain = true,
};

}  // namespace flagcensus
