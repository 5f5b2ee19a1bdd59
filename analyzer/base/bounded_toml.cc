// One pass over the bytes counts how deep values would be nested, before toml++ sees the text. Only
// strings and comments must be recognised for that; toml++ reports all other errors of syntax.
//
//   [a.b]            header_ = 3 for every key below: two parts and the table itself
//   c.d = [{e = 1}]  + 1 dot (held_ while the list is open) + 2 open brackets
#include "analyzer/base/bounded_toml.h"

#include <vector>

namespace flagcensus {
namespace {

bool EndsLine(char c) { return c >= '\n' && c <= '\r'; }

class DepthCounter {
 public:
  explicit DepthCounter(std::string_view text) : text_(text) {}

  // The first place that is too deep.
  std::optional<TomlProblem> Check() {
    while (at_ < text_.size()) {
      if (Depth() > kMaxTomlDepth) return Problem();
      Step(text_[at_]);
    }
    return Depth() > kMaxTomlDepth ? std::optional(Problem()) : std::nullopt;
  }

 private:
  int Depth() const { return header_ + held_ + dots_ + static_cast<int>(open_.size()); }

  void Step(char c) {
    if (c == '"' || c == '\'') return SkipString(c);
    if (c == '#') return SkipComment();
    if (c == '.') {
      ++dots_;
      ++line_dots_;
    } else if (c == ',') {
      dots_ = 0;
    } else if (c == '[' || c == '{') {
      // A '[' at the beginning of a line is a header; anywhere in a value it is a list.
      if (open_.empty() && fresh_ && c == '[') in_header_ = true;
      open_.push_back(dots_);
      held_ += dots_;
      dots_ = 0;
    } else if ((c == ']' || c == '}') && !open_.empty()) {
      dots_ = open_.back();
      held_ -= dots_;
      open_.pop_back();
    } else if (EndsLine(c) && open_.empty()) {
      EndLine();
    }
    if (c == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    if (c != ' ' && c != '\t' && !EndsLine(c)) fresh_ = false;
    ++at_;
  }

  void EndLine() {
    // The parts of a header are above every key that follows it.
    if (in_header_) header_ = line_dots_ + 2;
    in_header_ = false;
    fresh_ = true;
    dots_ = 0;
    line_dots_ = 0;
  }

  void SkipComment() {
    while (at_ < text_.size() && !EndsLine(text_[at_])) ++at_;
  }

  // Skips 'x', "x", '''x''' or """x""". One on a single line ends with it.
  void SkipString(char quote) {
    fresh_ = false;
    const std::string three(3, quote);
    const bool many = text_.substr(at_).starts_with(three);
    at_ += many ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (many && text_.substr(at_).starts_with(three)) {
        at_ += 3;
        // Two more quotes may belong to the text: """x"" ends in one that does.
        for (int more = 0; more < 2 && at_ < text_.size() && text_[at_] == quote; ++more) ++at_;
        return;
      }
      if (!many && EndsLine(c)) return;
      if (c == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      }
      ++at_;
      if (!many && c == quote) return;
      // An escaped quote does not end the string. A line's end after a backslash is not skipped,
      // because it has to be counted.
      if (c == '\\' && quote == '"' && at_ < text_.size() && !EndsLine(text_[at_])) ++at_;
    }
  }

  TomlProblem Problem() const {
    return {line_, static_cast<int>(at_ - line_start_) + 1,
            "keys and values are nested more than " + std::to_string(kMaxTomlDepth) + " deep"};
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  int line_ = 1;
  bool fresh_ = true;       // nothing but space in this line so far
  bool in_header_ = false;  // [a.b] or [[a.b]]
  int header_ = 0;
  int line_dots_ = 0;
  int dots_ = 0;           // of the key or value being read
  int held_ = 0;           // the sum of open_
  std::vector<int> open_;  // lists and inline tables around: the dots of the keys they belong to
};

}  // namespace

std::optional<TomlProblem> ParseBoundedToml(std::string_view text, toml::table* out) {
  if (std::optional<TomlProblem> problem = DepthCounter(text).Check()) return problem;
  try {
    *out = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return TomlProblem{static_cast<int>(error.source().begin.line),
                       static_cast<int>(error.source().begin.column),
                       std::string(error.description())};
  } catch (const std::exception& error) {  // memory
    return TomlProblem{0, 0, error.what()};
  }
  return std::nullopt;
}

}  // namespace flagcensus
