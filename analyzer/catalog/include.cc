// Page text → inclusions, and source → entries.
//
//   .. include:: more.rst
//      :start-after: begin        ─→ {path "more.rst", start_after "begin", line 1}
//
//   # The port.
//   PORT = os.environ["APP_PORT"] ─→ the entry APP_PORT, "The port.", kBlock
#include "analyzer/catalog/include.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/body.h"
#include "analyzer/catalog/leading_names.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/prose.h"

namespace flagcensus {
namespace {

// The quoted text that begins at or after `at` on the line, or "".
std::string Quoted(std::string_view line, size_t at) {
  const size_t open = line.find_first_of("\"'", at);
  if (open == std::string_view::npos) return "";
  const size_t close = line.find(line[open], open + 1);
  if (close == std::string_view::npos) return "";
  return std::string(line.substr(open + 1, close - open - 1));
}

// The value of "key='value'" on a line.
//
//   "{{ include_code('a.py', start_after='x') }}", "start_after"  ─→ "x"
std::string ValueOfKey(std::string_view line, std::string_view key) {
  for (size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
    size_t next = at + key.size();
    while (next < line.size() && line[next] == ' ') ++next;
    if (next < line.size() && line[next] == '=') return Quoted(line, next);
  }
  return "";
}

int Number(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Reads an option, ":start-after: x", below a directive.
void TakeOption(std::string_view line, Inclusion& inclusion) {
  line = Trim(line);
  const size_t colon = line.find(':', 1);
  if (!line.starts_with(':') || colon == std::string_view::npos) return;
  const std::string_view key = line.substr(1, colon - 1);
  std::string_view value = Trim(line.substr(colon + 1));
  if (value.size() > 1 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0]) {
    value = value.substr(1, value.size() - 2);
  }
  if (key == "start-after") inclusion.start_after = value;
  if (key == "end-before") inclusion.end_before = value;
  if (key == "lines") {
    inclusion.first_line = Number(value);
    const size_t dash = value.find('-');
    inclusion.last_line =
        dash == std::string_view::npos ? inclusion.first_line : Number(value.substr(dash + 1));
  }
}

// The inclusion on a line, with an empty path if there is none. `options`: lines of options follow.
//
//   ".. include:: a.rst"          ─→ path a.rst, and lines of options may follow
//   "include::b.adoc[tag=env]"    ─→ path b.adoc, tag env
Inclusion InclusionOf(std::string_view line, bool* options) {
  Inclusion out;
  *options = false;
  line = Trim(line);
  // The first byte excludes nearly all lines.
  if (line.empty() || std::string_view(".`:i-{").find(line.front()) > 5) return out;
  for (const std::string_view opening : {".. include::", ".. literalinclude::", "```{include}",
                                         "```{literalinclude}", ":::{include}"}) {
    if (!line.starts_with(opening)) continue;
    out.path = Trim(line.substr(opening.size()));
    out.literal = opening.find("literal") != std::string_view::npos;
    *options = true;
    return out;
  }
  if (line.starts_with("include::") && line.ends_with(']')) {
    const size_t open = line.find('[');
    out.path = line.substr(9, open - 9);
    const std::string_view attributes = line.substr(open + 1, line.size() - open - 2);
    for (const std::string_view key : {"tags=", "tag="}) {
      const size_t at = attributes.find(key);
      if (at == std::string_view::npos || !out.tag.empty()) continue;
      const std::string_view rest = attributes.substr(at + key.size());
      out.tag = rest.substr(0, rest.find_first_of(",;"));
    }
  } else if (line.starts_with("--8<--")) {
    out.path = Quoted(line, 6);
  } else if (line.starts_with("{{") || line.starts_with("{%")) {
    const size_t at = line.find("include");
    if (at == std::string_view::npos) return out;
    out.path = Quoted(line, at);
    out.start_after = ValueOfKey(line, "start_after");
    if (out.start_after.empty()) out.start_after = ValueOfKey(line, "start");
    out.end_before = ValueOfKey(line, "end_before");
    if (out.end_before.empty()) out.end_before = ValueOfKey(line, "end");
  }
  return out;
}

// Whether the argument at `quote` is that of a call or subscript with "env" in its name: a guess,
// as the included piece is read without the rest of its file. "get_envelope('X_Y')" is mistaken for
// a read.
bool ReadsEnvironment(std::string_view line, size_t quote) {
  size_t at = quote;
  while (at > 0 && line[at - 1] == ' ') --at;
  if (at == 0 || (line[at - 1] != '(' && line[at - 1] != '[')) return false;
  const size_t end = --at;
  while (at > 0 && (IsIdentifierByte(line[at - 1]) || line[at - 1] == '.' || line[at - 1] == ':'))
    --at;
  return ToLower(line.substr(at, end - at)).find("env") != std::string::npos;
}

bool IsComment(std::string_view line) {
  return line.starts_with('#') || line.starts_with("//") || line.starts_with("* ") ||
         line.starts_with("/*");
}

}  // namespace

std::vector<Inclusion> FindInclusions(std::string_view text) {
  std::vector<Inclusion> out;
  if (text.find("include") == std::string_view::npos &&
      text.find("--8<--") == std::string_view::npos) {
    return out;
  }
  int number = 0;
  bool options = false;
  for (const std::string_view line : Split(text, '\n')) {
    ++number;
    if (options && Trim(line).starts_with(':')) {
      TakeOption(line, out.back());
      continue;
    }
    options = false;
    bool follow = false;
    Inclusion inclusion = InclusionOf(line, &follow);
    // A file in angle brackets, "<isonum.txt>", comes with Docutils.
    if (inclusion.path.empty() || inclusion.path[0] == '<' || out.size() > kMaxInclusions) continue;
    inclusion.line = number;
    out.push_back(std::move(inclusion));
    options = follow;
  }
  return out;
}

std::string ShownPart(std::string_view text, const Inclusion& inclusion) {
  size_t begin = 0;
  size_t end = text.size();
  const auto next_line = [&](size_t at) {
    const size_t line = text.find('\n', at);
    return line == std::string_view::npos ? text.size() : line + 1;
  };
  const auto line_start = [&](size_t at) {
    const size_t line = text.rfind('\n', at);
    return line == std::string_view::npos ? 0 : line + 1;
  };
  // The part is selected by marks in the text, or by line numbers; a tag is a pair of marks.
  const std::string start =
      inclusion.tag.empty() ? inclusion.start_after : "tag::" + inclusion.tag + "[]";
  const std::string stop =
      inclusion.tag.empty() ? inclusion.end_before : "end::" + inclusion.tag + "[]";
  // A mark that is not in the file: nothing is shown, as in the tools themselves.
  if (!start.empty()) {
    const size_t at = text.find(start);
    if (at == std::string_view::npos) return "";
    begin = next_line(at);
  }
  // Without its end mark the part goes on to the end of the file.
  if (!stop.empty()) {
    const size_t at = text.find(stop, begin);
    if (at != std::string_view::npos) end = std::max(begin, line_start(at));
  }
  for (int line = 1; line < inclusion.first_line && begin < end; ++line) begin = next_line(begin);
  if (inclusion.last_line >= inclusion.first_line && inclusion.first_line > 0) {
    size_t last = begin;
    for (int line = inclusion.first_line; line <= inclusion.last_line; ++line) {
      last = next_line(last);
    }
    end = std::min(end, last);
  }
  const size_t before = static_cast<size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
  return std::string(before, '\n') + std::string(text.substr(begin, end - begin));
}

std::vector<Entry> EntriesOfSource(std::string_view file, std::string_view text) {
  std::vector<Entry> entries;
  std::set<std::string, std::less<>> known;
  const std::vector<std::string_view> lines = Split(text, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (IsComment(Trim(line))) continue;
    for (size_t at = line.find_first_of("\"'"); at != std::string_view::npos;
         at = line.find_first_of("\"'", at + 1)) {
      const size_t end = EndOfRun(line, at + 1, IsIdentifierByte);
      if (end >= line.size() || line[end] != line[at] || !ReadsEnvironment(line, at)) continue;
      LeadName name;
      name.name = line.substr(at + 1, end - at - 1);
      const NameShape shape = ShapeOf(name.name);
      if (shape != NameShape::kStrong && shape != NameShape::kWeak) continue;
      // The first read of a name in the piece has the comment that describes it.
      if (!known.insert(name.name).second) continue;
      name.line = static_cast<int>(i) + 1;
      name.column = static_cast<int>(at) + 2;
      // The comment right above the read is its description.
      size_t first = i;
      while (first > 0 && IsComment(Trim(lines[first - 1]))) --first;
      Body body;
      for (size_t above = first; above < i; ++above) {
        const std::string_view comment = Trim(lines[above]);
        // The marks end at the first blank: "# /usr/lib" is a comment about a path.
        const size_t marks = std::min(comment.find_first_not_of("#/*"), comment.size());
        const std::string_view words = Trim(comment.substr(marks));
        if (words.empty()) continue;
        AddWords(body, ToProse(words, static_cast<int>(above) + 1));
      }
      entries.push_back(MakeEntry(file, name, EntryHow::kBlock, body, ""));
    }
  }
  return entries;
}

}  // namespace flagcensus
