#include "analyzer/python/docstring.h"

#include <algorithm>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/python/blanks.h"

namespace flagcensus {
namespace {

// Only blanks.
bool Blank(std::string_view line) { return Trim(line).empty(); }

// Collects lines into pieces: consecutive code lines form one piece.
class Pieces {
 public:
  // A line directly after the last one continues its piece.
  void Add(uint32_t line, std::string_view code, size_t column) {
    if (open_ && line == next_) {
      pieces_.back().text += std::string(code) + "\n";
    } else {
      pieces_.push_back({std::string(code) + "\n", line, static_cast<uint32_t>(column)});
    }
    open_ = true;
    next_ = line + 1;
  }
  void Close() { open_ = false; }
  std::vector<DocstringPiece> Take() { return std::move(pieces_); }

 private:
  std::vector<DocstringPiece> pieces_;
  bool open_ = false;
  uint32_t next_ = 0;
};

}  // namespace

std::vector<DocstringPiece> DocstringCode(std::string_view docstring, uint32_t line) {
  Pieces pieces;
  // The docstring's lines are those of the file, so positions follow by counting.
  const std::vector<std::string_view> lines = Split(docstring, '\n');
  const auto number = [&](size_t at) { return line + static_cast<uint32_t>(at); };
  // Whether the line begins a session.
  const auto at_prompt = [&](size_t i) {
    return i < lines.size() && Trim(lines[i]).starts_with(">>>");
  };
  // The lines of a session: from a prompt on, as long as lines begin with one. Returns the last of
  // them.
  const auto take_prompts = [&](size_t i) {
    const size_t indent = PastBlanks(lines[i], 0);
    // Up to the first line that is neither prompt nor continuation.
    for (; i < lines.size(); ++i) {
      std::string_view code = lines[i].substr(std::min(PastBlanks(lines[i], 0), lines[i].size()));
      const bool first = code.starts_with(">>>");
      if (!first && !code.starts_with("...")) break;
      // "..." alone is an empty line of the code.
      code.remove_prefix(std::min<size_t>(
          code.size(), code.starts_with(">>> ") || code.starts_with("... ") ? 4 : 3));
      pieces.Add(number(i), code, indent + 4);
    }
    return i - 1;
  };
  // Three kinds of code, by how a line begins or ends.
  for (size_t i = 0; i < lines.size(); ++i) {
    const size_t indent = PastBlanks(lines[i], 0);
    const std::string_view body = Trim(lines[i]);
    // A session ends with its last prompt: the output below is not code.
    if (body.starts_with(">>>")) {
      pieces.Close();
      i = take_prompts(i);
      pieces.Close();
    } else if (body.starts_with("```")) {
      // The word after the fence names the language.
      const std::string language = ToLower(Trim(body.substr(3)));
      // A fence in another language is not code of ours; one without a language usually is.
      const bool python = language.empty() || language.starts_with("py");
      bool prompts = false;  // lines without one are output
      for (++i; i < lines.size() && !Trim(lines[i]).starts_with("```"); ++i) {
        if (python && at_prompt(i)) {
          if (!prompts) pieces.Close();  // prompts have their own indentation
          prompts = true;
          i = take_prompts(i);
        } else if (python) {
          const size_t from = std::min(indent, PastBlanks(lines[i], 0));
          pieces.Add(number(i), prompts ? std::string_view() : lines[i].substr(from), indent);
        }
      }
      pieces.Close();
    } else if (body.ends_with("::")) {
      // The block ends at the first line that is indented less. A block of prompts is read as a
      // session.
      size_t first = i + 1;
      while (first < lines.size() && Blank(lines[first])) ++first;
      if (first >= lines.size() || PastBlanks(lines[first], 0) <= indent || at_prompt(first)) {
        continue;
      }
      const size_t deep = PastBlanks(lines[first], 0);
      size_t at = first;
      // Blank lines are a part of the block.
      for (; at < lines.size() && (Blank(lines[at]) || PastBlanks(lines[at], 0) >= deep); ++at) {
        pieces.Add(number(at), Blank(lines[at]) ? std::string_view() : lines[at].substr(deep),
                   deep);
      }
      pieces.Close();
      i = at - 1;
    }
  }
  return pieces.Take();
}

}  // namespace flagcensus
