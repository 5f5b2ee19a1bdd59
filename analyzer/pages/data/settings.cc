// Settings files → Document.
//
//   # All settings can be …      the comment at the start of the file → kParagraph, split at lines
//                                without text
//   [section]                    → kHeading
//   # KEY: what it does          → kComment; the text of one that only repeats the key is dropped
//   KEY = value, KEY: value      → kAssignment
//   #KEY = value                 → kAssignment, commented
#include "analyzer/pages/data/settings.h"

#include <algorithm>
#include <string>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/topic.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxSettingsLines = 1'000'000;

// '#' and ';' in configparser, '#' and '!' in Properties.
bool IsComment(std::string_view line) {
  return line.starts_with('#') || line.starts_with(';') || line.starts_with('!');
}

// "### text" ─→ "text"
std::string_view CommentText(std::string_view line) {
  while (!line.empty() && (line[0] == '#' || line[0] == ';' || line[0] == '!')) {
    line.remove_prefix(1);
  }
  return Trim(line);
}

// A key with its value.
struct Setting {
  std::string_view name;
  std::string_view value;
};

// Parses "KEY = value" or "KEY: value". In a comment, a sentence may contain the sign as well: the
// key must be a name in capitals with an underscore, the sign '=', and the value at most one word.
bool ParseSetting(std::string_view text, bool commented, Setting* out) {
  size_t end = 0;
  while (end < text.size() &&
         (IsIdentifierByte(text[end]) || text[end] == '.' || text[end] == '-')) {
    ++end;
  }
  const size_t sign = text.find_first_not_of(" \t", end);
  if (end == 0 || sign == std::string_view::npos || (text[sign] != '=' && text[sign] != ':')) {
    return false;
  }
  *out = {text.substr(0, end), Trim(text.substr(sign + 1))};
  if (!commented) return true;
  const bool word = out->value.find_first_of(" \t") == std::string_view::npos;
  return text[sign] == '=' && word && ShapeOf(out->name) == NameShape::kStrong;
}

class SettingsReader {
 public:
  explicit SettingsReader(Document& document) : document_(document) {}

  // Reads a line. An indented line that is not a comment continues the value before it.
  void Line(std::string_view line, int number) {
    const std::string_view text = Trim(line);
    number_ = number;
    column_ = text.empty() ? 0 : static_cast<int>(text.data() - line.data()) + 1;
    Setting setting;
    if (text.empty()) {
      EndOpening();
    } else if (text[0] == '[' && text.find(']') != std::string_view::npos) {
      opens_ = false;
      Title(text.substr(1, text.find(']') - 1));
    } else if (IsComment(text)) {
      Comment(text);
    } else if (ParseSetting(text, false, &setting) && column_ == 1) {
      Assignment(setting, false);
    }
  }

  // Ends a paragraph of the opening comment.
  void EndOpening() {
    if (!opening_.empty()) Add(Block::Kind::kParagraph).inlines = std::exchange(opening_, {});
  }

 private:
  // Adds a block with the place of the line, or of the opening comment if that is being read.
  Block& Add(Block::Kind kind) {
    Block block;
    block.kind = kind;
    block.line = opening_.empty() ? number_ : opening_.front().line;
    block.column = column_;
    document_.blocks.push_back(std::move(block));
    return document_.blocks.back();
  }

  Run RunOf(std::string_view text) const {
    Run run;
    run.text = text;
    run.line = number_;
    return run;
  }

  // A section ends the opening comment.
  void Title(std::string_view title) {
    EndOpening();
    Block& block = Add(Block::Kind::kHeading);
    block.level = 2;
    block.inlines.push_back(RunOf(Trim(title)));
  }

  // A commented setting, a line of the opening comment, or a comment.
  void Comment(std::string_view line) {
    const std::string_view text = CommentText(line);
    Setting setting;
    if (ParseSetting(text, true, &setting)) return Assignment(setting, true);
    // Before the first setting or section, comments are the opening of the file.
    if (!opens_) {
      Add(Block::Kind::kComment).text = text;
    } else if (text.empty()) {
      EndOpening();
    } else {
      Run run = RunOf(text);
      if (!opening_.empty()) run.text.insert(0, 1, '\n');
      opening_.push_back(std::move(run));
    }
  }

  // Adds a setting. The first one also decides what the opening comment was.
  void Assignment(const Setting& setting, bool commented) {
    opens_ = false;
    // The comment directly above the first setting describes it, except for the lines up to the
    // last one that mentions the environment: these announce all settings.
    std::vector<Run> above = std::exchange(opening_, {});
    auto own = above.begin();
    for (auto run = above.begin(); run != above.end(); ++run) {
      if (SpeaksOfEnvironment(ToLower(run->text))) own = run + 1;
    }
    if (own != above.begin()) {
      Add(Block::Kind::kParagraph).line = above.front().line;
      document_.blocks.back().inlines.assign(above.begin(), own);
    }
    const int line = number_;
    for (auto run = own; run != above.end(); ++run) {
      number_ = run->line;
      Add(Block::Kind::kComment).text = Trim(run->text);
    }
    number_ = line;
    // In a comment that begins with the key, the key is not part of the description.
    std::vector<Block>& blocks = document_.blocks;
    size_t first = blocks.size();
    while (first > 0 && blocks[first - 1].kind == Block::Kind::kComment) --first;
    if (first < blocks.size() && IsKeyAlone(blocks[first].text, setting.name)) {
      blocks[first].text.clear();
    }
    Block& block = Add(Block::Kind::kAssignment);
    block.label = setting.name;
    block.commented = commented;
    std::string_view value = setting.value;
    // Both readers keep quotes; programs usually remove them.
    const bool quoted =
        value.size() >= 2 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0];
    block.text = quoted ? value.substr(1, value.size() - 2) : value;
  }

  // "# KEY:" alone on its line, above the text about KEY.
  static bool IsKeyAlone(std::string_view comment, std::string_view key) {
    if (!comment.starts_with(key)) return false;
    comment.remove_prefix(key.size());
    return comment.empty() || comment == ":";
  }

  Document& document_;
  std::vector<Run> opening_;  // the current paragraph of the opening comment
  bool opens_ = true;
  int number_ = 0;
  int column_ = 0;
};

}  // namespace

// Reads the comments and blank lines at the start, up to the first other line.
bool OpensAsSettings(std::string_view text) {
  // A license of ordinary length may come first.
  constexpr size_t kMaxLines = 50;
  size_t lines = 0;
  for (size_t at = 0; at < text.size() && lines < kMaxLines; ++lines) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = Trim(text.substr(at, end - at));
    if (!line.empty() && !IsComment(line)) return false;
    if (SpeaksOfEnvironment(ToLower(line))) return true;
    at = end + 1;
  }
  return false;
}

// Passes the lines to the reader one by one.
Document ReadSettings(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  Document document;
  SettingsReader reader(document);
  size_t number = 0;
  for (size_t at = 0; at < text.size();) {
    if (++number > kMaxSettingsLines) {
      diagnostics.push_back({"page-truncated",
                             {std::string(file), static_cast<int>(number), 0},
                             "the page has too many lines; the rest is not read"});
      break;
    }
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    reader.Line(line, static_cast<int>(number));
    at = end + 1;
  }
  reader.EndOpening();
  return document;
}

namespace {

constexpr std::string_view kSettingsEndings[] = {"ini", "cfg", "conf", "properties"};
constexpr std::string_view kSettingsComments[] = {"#", ";"};

}  // namespace

extern constexpr PageFormat kSettingsFormat = {
    .rank = 100,
    .name = "settings",
    .title = "settings files",
    .files =
        "{}, `.toml`, if the opening comment of the file says that its keys are environment "
        "variables, too",
    .endings = kSettingsEndings,
    .comments = kSettingsComments,
    .search = PageSearch::kByContents,
    .read =
        [](const PageInput& page) { return ReadSettings(page.file, page.text, page.diagnostics); },
    .entries = {.needs_opening = true},
};

}  // namespace flagcensus
