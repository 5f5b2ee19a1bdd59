// One pass over the bytes: a table says which of them can end what is being scanned. Strings are
// skipped whole, brackets counted, '#' skips to the line's end, a backslash joins lines (Python
// Language Reference, 2.1: logical lines, indentation, and implicit joining in brackets).
#include <array>
#include <cstring>

#include "analyzer/python/logical_lines.h"
#include "analyzer/python/scan.h"

namespace flagcensus {
namespace {

// Bytes that the scan of a statement stops at.
constexpr std::array<bool, 256> MakeStops() {
  std::array<bool, 256> stops{};
  for (const char c : {'\n', '\'', '"', '#', '\\', '(', ')', '[', ']', '{', '}'}) {
    stops[static_cast<unsigned char>(c)] = true;
  }
  return stops;
}
constexpr std::array<bool, 256> kStops = MakeStops();

LogicalLine::Kind KindOf(std::string_view rest) {
  switch (rest.front()) {
    case 'd':
      return BeginsWithWord(rest, "def") ? LogicalLine::Kind::kFunction : LogicalLine::Kind::kOther;
    case 'c':
      return BeginsWithWord(rest, "class") ? LogicalLine::Kind::kClass : LogicalLine::Kind::kOther;
    case 'a':
      if (BeginsWithWord(rest, "async") &&
          BeginsWithWord(rest.substr(PastBlanks(rest, 5)), "def")) {
        return LogicalLine::Kind::kFunction;
      }
      return LogicalLine::Kind::kOther;
    default:
      return LogicalLine::Kind::kOther;
  }
}

// Whether a statement that starts here starts with a string (a prefix of up to two letters).
bool BeginsWithString(std::string_view rest) {
  size_t at = 0;
  while (at < rest.size() && at < 2 && std::strchr("rRbBuUfF", rest[at]) != nullptr) ++at;
  return at < rest.size() && (rest[at] == '"' || rest[at] == '\'');
}

// The scan of one file, one statement after the other.
class LineScan {
 public:
  explicit LineScan(std::string_view text) : text_(text) {
    at_ = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  }

  std::optional<std::vector<LogicalLine>> Run() {
    std::vector<LogicalLine> lines;
    constexpr size_t kUsual = 40;  // bytes a line
    lines.reserve(text_.size() / kUsual);
    while (at_ < text_.size()) {
      LogicalLine line;
      line.indent = Indent();
      if (at_ < text_.size() && text_[at_] == '#') at_ = EndOfLine(text_, at_);
      if (at_ >= text_.size()) break;
      if (text_[at_] == '\n') {
        Next();
        continue;
      }
      if (!Statement(&line)) return std::nullopt;
      lines.push_back(line);
      if (at_ < text_.size()) Next();
    }
    return lines;
  }

 private:
  void Next() {
    ++at_;
    ++row_;
  }

  // Past the blanks that begin a line: their columns.
  uint32_t Indent() {
    uint32_t columns = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == ' ') {
        ++columns;
      } else if (c == '\t') {
        columns = (columns / 8 + 1) * 8;
      } else if (c == '\f' || c == '\r') {
        columns = 0;
      } else {
        break;
      }
    }
    return columns;
  }

  // Past the statement that begins here. False where a string or a bracket is not closed.
  bool Statement(LogicalLine* line) {
    line->begin = static_cast<uint32_t>(at_);
    line->row = row_;
    line->kind = KindOf(text_.substr(at_));
    line->string = BeginsWithString(text_.substr(at_));
    last_ = 0;
    depth_ = 0;
    do Run(line);
    while (at_ < text_.size() && !(text_[at_] == '\n' && depth_ == 0) && Stop(line));
    if (depth_ != 0 || broken_) return false;
    line->end = static_cast<uint32_t>(at_);
    line->end_row = row_;
    line->opens = last_ == ':';
    return true;
  }

  // Past the bytes that are no stop.
  void Run(LogicalLine* line) {
    const size_t run = at_;
    while (at_ < text_.size() && !kStops[static_cast<unsigned char>(text_[at_])]) ++at_;
    size_t tail = at_;
    while (tail > run && std::strchr(" \t\r\f", text_[tail - 1]) != nullptr &&
           text_[tail - 1] != '\0') {
      --tail;
    }
    if (tail == run) return;
    last_ = text_[tail - 1];
    // A string's prefix is no code of its own.
    const bool prefix = at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'') &&
                        tail == at_ && tail - run <= 2 && BeginsWithString(text_.substr(run));
    if (!prefix) line->string = false;
  }

  // Past the stop that stands here. False where the file has to be parsed to be understood.
  bool Stop(LogicalLine* line) {
    const char c = text_[at_];
    switch (c) {
      case '\n':
        Next();
        return true;
      case '\'':
      case '"':
        at_ = SkipPythonString(text_, at_, &row_);
        broken_ = at_ == kUnclosed;
        last_ = c;
        return !broken_;
      case '#':
        at_ = EndOfLine(text_, at_);
        return true;
      case '\\':
        ++at_;
        if (at_ < text_.size() && text_[at_] == '\r') ++at_;
        if (at_ < text_.size() && text_[at_] == '\n') Next();
        return true;
      case '(':
      case '[':
      case '{':
        ++depth_;
        line->string = false;
        break;
      default:
        broken_ = --depth_ < 0;
        if (broken_) return false;
    }
    ++at_;
    last_ = c;
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t row_ = 0;
  char last_ = 0;  // the last byte of the statement that is code
  int depth_ = 0;  // of brackets
  bool broken_ = false;
};

}  // namespace

std::optional<std::vector<LogicalLine>> FindLogicalLines(std::string_view text) {
  return LineScan(text).Run();
}

}  // namespace flagcensus
