// .env files → Document, as python-dotenv and docker compose read them.
//
//   NAME=value, export NAME=value   → kAssignment, without quotes; " # remark" as its inlines
//   # NAME=value                    → kAssignment, commented: the default that would apply
//   # text                          → kComment
//   ### Title ###, # --- Title ---  → kHeading
#include "analyzer/pages/data/dotenv.h"

#include <algorithm>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// Maxima for a page. A quoted value of more lines or bytes is an unclosed quote.
constexpr size_t kMaxLines = 1'000'000;
constexpr size_t kMaxValueLines = 200;
constexpr size_t kMaxValueBytes = size_t{64} << 10;

// An assignment in a line, with the offsets of its name and value.
struct Assignment {
  size_t name_at = 0;
  std::string_view name;
  size_t value_at = 0;
};

// Parses "NAME=" or "export NAME=" at `from` of `line`.
// "export APP_X = 1" ─→ APP_X, value at " 1"; "set APP_X=1", "1X=1" ─→ false
bool ParseAssignment(std::string_view line, size_t from, Assignment* out) {
  size_t at = line.find_first_not_of(" \t", from);
  if (at == std::string_view::npos) return false;
  if (line.substr(at).starts_with("export ")) {
    at = line.find_first_not_of(" \t", at + 7);
    if (at == std::string_view::npos) return false;
  }
  size_t end = at;
  while (end < line.size() && IsIdentifierByte(line[end])) ++end;
  if (end == at || IsDigit(line[at])) return false;
  const size_t equals = line.find_first_not_of(" \t", end);
  if (equals == std::string_view::npos || line[equals] != '=') return false;
  *out = {at, line.substr(at, end - at), equals + 1};
  return true;
}

// The title of a comment that is drawn as a banner: "--- Title ---", "=== Title", "## Title ##".
// Two marks before or three after the text make a banner; one before it may be a list item.
std::string_view BannerTitle(std::string_view comment) {
  std::string_view text = Trim(comment);
  const auto strip = [](char c) {
    return c == '-' || c == '=' || c == '#' || c == '*' || c == '~';
  };
  size_t front = 0;
  while (front < text.size() && strip(text[front])) ++front;
  size_t back = text.size();
  while (back > front && strip(text[back - 1])) --back;
  const bool drawn = front >= 2 || text.size() - back >= 3;
  return drawn ? Trim(text.substr(front, back - front)) : std::string_view();
}

// The length of a colour at the start of a value: '#' and 3, 4, 6 or 8 hexadecimal digits that end
// it. python-dotenv and Compose begin a comment only after a blank, so this is a value: "#363636".
size_t ColourLength(std::string_view value) {
  if (!value.starts_with('#')) return 0;
  const size_t end = EndOfRun(value, 1, IsHexDigit);
  const size_t digits = end - 1;
  const bool counts = digits == 3 || digits == 4 || digits == 6 || digits == 8;
  return counts && (end == value.size() || IsSpace(value[end])) ? end : 0;
}

// Reads the lines of one file; a quoted value may consume several.
class Reader {
 public:
  explicit Reader(std::vector<std::string_view> lines) : lines_(std::move(lines)) {}

  // Adds the blocks of the file. Returns the number of the first line that is not of this format,
  // or 0.
  int Read(Document& document) {
    int bad = 0;
    for (at_ = 0; at_ < lines_.size(); ++at_) {
      const std::string_view line = lines_[at_];
      const std::string_view text = Trim(line);
      if (text.empty()) continue;
      Assignment assignment;
      if (text[0] == '#') {
        ReadComment(line, document);
      } else if (ParseAssignment(line, 0, &assignment)) {
        ReadAssignment(assignment, false, document);
      } else if (bad == 0) {
        bad = static_cast<int>(at_) + 1;
      }
    }
    return bad;
  }

 private:
  // A block on the current line, from byte `column` on.
  Block MakeBlock(Block::Kind kind, size_t column) const {
    Block block;
    block.kind = kind;
    block.line = static_cast<int>(at_) + 1;
    block.column = static_cast<int>(column) + 1;
    return block;
  }

  // A commented assignment, a banner, a rule, or text.
  //
  //   # APP_PORT=80              kAssignment, commented
  //   # --- Network ---          kHeading, level 2
  //   # -----                    nothing
  //   # The port to listen on.   kComment
  void ReadComment(std::string_view line, Document& document) {
    const size_t hash = line.find('#');
    Assignment assignment;
    const size_t behind = line.find_first_not_of("# \t", hash);
    if (behind != std::string_view::npos && ParseAssignment(line, behind, &assignment) &&
        IsCommentedAssignment(line, assignment)) {
      ReadAssignment(assignment, true, document);
      return;
    }
    const std::string_view text = line.substr(hash + 1);
    if (const std::string_view title = BannerTitle(text); !title.empty()) {
      Block block = MakeBlock(Block::Kind::kHeading, hash);
      block.level = 2;
      Run run;
      run.text = title;
      run.line = block.line;
      block.inlines.push_back(std::move(run));
      document.blocks.push_back(std::move(block));
      return;
    }
    Block block = MakeBlock(Block::Kind::kComment, hash);
    const size_t words = text.find_first_not_of('#');  // "## The port", where "#APP_X=1" is a value
    block.text = Trim(text.substr(std::min(words, text.size())));
    if (block.text.find_first_not_of("-=#*~ ") == std::string::npos) return;  // a rule
    document.blocks.push_back(std::move(block));
  }

  // "# set DEBUG=1 to see more" is a sentence; "#DEBUG=1" and "# DEBUG=1" are assignments. An
  // unquoted value of several words makes it a sentence, too, so a commented default with blanks
  // must be quoted to be read.
  static bool IsCommentedAssignment(std::string_view line, const Assignment& assignment) {
    const NameShape shape = ShapeOf(assignment.name);
    if (shape == NameShape::kNone) return false;
    if (line[assignment.value_at - 1] != '=') return false;
    std::string_view value = Trim(line.substr(assignment.value_at));
    if (value.starts_with('=')) return false;
    if (value.starts_with('"') || value.starts_with('\'')) return true;
    // "NAME = value" with a blank before the sign needs a name that is certainly one. "==" is code.
    if (line[assignment.value_at - 2] == ' ' && shape != NameShape::kStrong) return false;
    if (value.starts_with('<') && value.ends_with('>')) return true;  // a placeholder
    const size_t colour = ColourLength(value);
    const size_t remark = colour == 0 && value.starts_with('#') ? 0 : value.find(" #", colour);
    if (remark != std::string_view::npos) value = Trim(value.substr(0, remark));
    return value.find(' ') == std::string_view::npos;
  }

  // Adds an assignment with its value and the remark after it.
  // "APP_PORT=80  # the port" ─→ label APP_PORT, text 80, inlines "the port"
  void ReadAssignment(const Assignment& assignment, bool commented, Document& document) {
    Block block = MakeBlock(Block::Kind::kAssignment, assignment.name_at);
    block.label = assignment.name;
    block.commented = commented;
    const size_t first = at_;
    std::string_view rest = lines_[at_].substr(assignment.value_at);
    rest = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
    std::string_view remark;
    if (!rest.empty() && (rest[0] == '"' || rest[0] == '\'')) {
      ReadQuoted(rest, commented, block.text, remark);
    } else {
      const size_t colour = ColourLength(rest);
      const size_t hash = colour == 0 && rest.starts_with('#') ? 0 : rest.find(" #", colour);
      block.text = Trim(rest.substr(0, hash));
      if (hash != std::string_view::npos) remark = rest.substr(hash);
    }
    remark = Trim(remark);
    while (remark.starts_with('#')) remark.remove_prefix(1);
    if (!Trim(remark).empty()) {
      Run run;
      run.text = Trim(remark);
      run.line = static_cast<int>(first) + 1;
      block.inlines.push_back(std::move(run));
    }
    document.blocks.push_back(std::move(block));
  }

  // Reads a value between quotes, which may extend over several lines. Without a closing quote it
  // is the rest of the line. Escapes are resolved in double quotes only.
  void ReadQuoted(std::string_view rest, bool commented, std::string& value,
                  std::string_view& remark) {
    const char quote = rest[0];
    const size_t first = at_;
    std::string out;
    std::string_view text = rest.substr(1);
    while (true) {
      for (size_t i = 0; i < text.size(); ++i) {
        if (quote == '"' && text[i] == '\\' && i + 1 < text.size()) {
          const char next = text[i + 1];
          out += next == 'n' ? '\n' : next == 't' ? '\t' : next;
          ++i;
        } else if (text[i] == quote) {
          value = std::move(out);
          remark = text.substr(i + 1);
          return;
        } else {
          out += text[i];
        }
        if (out.size() > kMaxValueBytes) break;
      }
      // A commented value ends with its line: the next one has its own '#'.
      if (commented || at_ + 1 >= lines_.size() || at_ - first >= kMaxValueLines ||
          out.size() > kMaxValueBytes) {
        break;
      }
      out += '\n';
      text = lines_[++at_];
    }
    // No closing quote: the lines that were read for it are read again.
    at_ = first;
    value = std::string(Trim(rest));
  }

  std::vector<std::string_view> lines_;
  size_t at_ = 0;
};

}  // namespace

// Only the first line that is not of the format is reported, since a file in a different format
// would otherwise be reported line by line.
Document ReadDotenv(std::string_view file, std::string_view text,
                    std::vector<Diagnostic>& diagnostics) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::vector<std::string_view> lines = Split(text, '\n');
  // Windows line ends.
  for (std::string_view& line : lines) {
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  const auto note = [&](std::string_view kind, int line, std::string_view message) {
    diagnostics.push_back({std::string(kind), {std::string(file), line, 0}, std::string(message)});
  };
  if (lines.size() > kMaxLines) {
    note("page-truncated", static_cast<int>(kMaxLines) + 1,
         "the page has too many lines; the rest is not read");
    lines.resize(kMaxLines);
  }
  Document document;
  const int bad = Reader(std::move(lines)).Read(document);
  if (bad > 0)
    note("syntax-error", bad, "the line is neither NAME=value nor a comment; it is not read");
  return document;
}

namespace {

// Whether the name of a file is that of a .env file: .env, .env.example, env.sample, prod.env,
// dotenv. ".env.py" and other sources are not.
bool IsDotenvName(std::string_view base) {
  const std::string name = ToLower(base);
  if (name == ".env" || name.starts_with(".env.") || name.starts_with(".env-") ||
      name.starts_with(".env_") || name == "dotenv" || name == "env") {
    return !name.ends_with(".md") && !name.ends_with(".rst") && !name.ends_with(".py") &&
           !name.ends_with(".ts") && !name.ends_with(".js") && !name.ends_with(".json");
  }
  for (const std::string_view ending :
       {".env", ".env.example", ".env.sample", ".env.template", ".env.dist", ".env.local",
        ".env.default", ".env.defaults"}) {
    if (name.ends_with(ending)) return true;
  }
  return name.starts_with("env.") &&
         (name.ends_with("example") || name.ends_with("sample") || name.ends_with("template"));
}

// "NAME=" at the start of a line, with a name in the form of a variable.
// "export APP_X=1" ─→ true; "x = 1", "APP_X =1" ─→ false
// Blanks before the sign are accepted in a file whose name says what it is; here they would make a
// page of every list of a Makefile's variables, and neither a shell nor Docker accepts them.
bool IsAssignmentOfName(std::string_view line) {
  if (line.starts_with("export ")) line = Trim(line.substr(7));
  size_t end = 0;
  while (end < line.size() && IsIdentifierByte(static_cast<unsigned char>(line[end]))) ++end;
  return end > 0 && end < line.size() && line[end] == '=' &&
         ShapeOf(line.substr(0, end)) != NameShape::kNone;
}

// Whether nearly all lines of the text are assignments or comments. Nine in ten, because values may
// have further lines; and one in five an assignment, because a script is mostly comments, too.
bool IsDotenvText(std::string_view text) {
  size_t lines = 0, comments = 0, assignments = 0;
  for (const std::string_view raw : Split(text, '\n')) {
    const std::string_view line = Trim(raw);
    if (line.empty()) continue;
    ++lines;
    if (line[0] == '#') {
      ++comments;
    } else if (IsAssignmentOfName(line)) {
      ++assignments;
    }
  }
  return assignments >= 2 && 10 * (assignments + comments) >= 9 * lines && assignments * 5 >= lines;
}

constexpr std::string_view kDotenvEndings[] = {"env"};
constexpr std::string_view kDotenvComments[] = {"#"};

}  // namespace

extern constexpr PageFormat kDotenvFormat = {
    .rank = 40,
    .name = "dotenv",
    .title = "variables with values",
    .files =
        "`.env.example`, `dev.env` and the like; not `.env` itself, nor those of the "
        "project's own scripts",
    .endings = kDotenvEndings,
    .comments = kDotenvComments,
    .search = PageSearch::kByContents,
    .templates = false,
    .read =
        [](const PageInput& page) { return ReadDotenv(page.file, page.text, page.diagnostics); },
    .detect = {.is_name = IsDotenvName, .is_text = IsDotenvText},
    .entries = {.variables = true},
};

}  // namespace flagcensus
