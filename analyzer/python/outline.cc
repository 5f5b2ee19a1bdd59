// One pass over the bytes: a table says which of them can end what is being scanned. Strings are
// skipped whole, brackets counted, '#' skips to the line's end, a backslash joins lines (Python
// Language Reference, 2.1: logical lines, indentation, and implicit joining in brackets).
#include "analyzer/python/outline.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace flagcensus {
namespace {

bool IsWordByte(unsigned char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte >= 0x80;
}

// Bytes that the scan of a statement stops at.
constexpr std::array<bool, 256> MakeStops() {
  std::array<bool, 256> stops{};
  for (const char c : {'\n', '\'', '"', '#', '\\', '(', ')', '[', ']', '{', '}'}) {
    stops[static_cast<unsigned char>(c)] = true;
  }
  return stops;
}
constexpr std::array<bool, 256> kStops = MakeStops();

constexpr size_t kUnclosed = static_cast<size_t>(-1);

// Past the string whose opening quote stands at `at`; kUnclosed where it does not end. Counts rows.
size_t SkipString(std::string_view text, size_t at, uint32_t* row) {
  const char quote = text[at];
  if (text.substr(at).starts_with(quote == '"' ? "\"\"\"" : "'''")) {
    for (at += 3; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '\n') {
        ++*row;
      } else if (c == '\\') {
        ++at;
        if (at < text.size() && text[at] == '\n') ++*row;
      } else if (c == quote && at + 2 < text.size() && text[at + 1] == quote &&
                 text[at + 2] == quote) {
        return at + 3;
      }
    }
    return kUnclosed;
  }
  for (++at; at < text.size(); ++at) {
    const char c = text[at];
    if (c == quote) return at + 1;
    if (c == '\n') return kUnclosed;
    if (c == '\\') {
      ++at;
      if (at + 1 < text.size() && text[at] == '\r' && text[at + 1] == '\n') ++at;
      if (at < text.size() && text[at] == '\n') ++*row;
    }
  }
  return kUnclosed;
}

size_t EndOfLine(std::string_view text, size_t at) {
  const void* found = std::memchr(text.data() + at, '\n', text.size() - at);
  return found == nullptr ? text.size()
                          : static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

bool StartsWithWord(std::string_view text, std::string_view word) {
  return text.starts_with(word) &&
         (text.size() == word.size() || !IsWordByte(static_cast<unsigned char>(text[word.size()])));
}

size_t SkipBlanks(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

// The identifier that ends before `at`, blanks between left out.
std::string_view WordBefore(std::string_view text, size_t at, size_t from) {
  while (at > from && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  size_t begin = at;
  while (begin > from && IsWordByte(static_cast<unsigned char>(text[begin - 1]))) --begin;
  return text.substr(begin, at - begin);
}

LogicalLine::Kind KindOf(std::string_view rest) {
  switch (rest.front()) {
    case 'd':
      return StartsWithWord(rest, "def") ? LogicalLine::Kind::kFunction : LogicalLine::Kind::kOther;
    case 'c':
      return StartsWithWord(rest, "class") ? LogicalLine::Kind::kClass : LogicalLine::Kind::kOther;
    case 'a':
      if (StartsWithWord(rest, "async") &&
          StartsWithWord(rest.substr(SkipBlanks(rest, 5)), "def")) {
        return LogicalLine::Kind::kFunction;
      }
      return LogicalLine::Kind::kOther;
    default:
      return LogicalLine::Kind::kOther;
  }
}

// Whether a statement that starts here starts with a string (a prefix of up to two letters).
bool StartsWithString(std::string_view rest) {
  size_t at = 0;
  while (at < rest.size() && at < 2 && std::strchr("rRbBuUfF", rest[at]) != nullptr) ++at;
  return at < rest.size() && (rest[at] == '"' || rest[at] == '\'');
}

}  // namespace

std::string_view WordAt(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && IsWordByte(static_cast<unsigned char>(text[end]))) ++end;
  return text.substr(at, end - at);
}

std::string_view AliasOf(std::string_view text, size_t at) {
  at = SkipBlanks(text, at + WordAt(text, at).size());
  if (!StartsWithWord(text.substr(at), "as")) return {};
  return WordAt(text, SkipBlanks(text, at + 2));
}

std::optional<std::vector<LogicalLine>> FindLogicalLines(std::string_view text) {
  std::vector<LogicalLine> lines;
  lines.reserve(text.size() / 40);
  size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  uint32_t row = 0;
  while (at < text.size()) {
    LogicalLine line;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (c == ' ') {
        ++line.indent;
      } else if (c == '\t') {
        line.indent = (line.indent / 8 + 1) * 8;
      } else if (c == '\f' || c == '\r') {
        line.indent = 0;
      } else {
        break;
      }
    }
    if (at >= text.size()) break;
    if (text[at] == '#') at = EndOfLine(text, at);
    if (at >= text.size()) break;
    if (text[at] == '\n') {
      ++at;
      ++row;
      continue;
    }
    line.begin = static_cast<uint32_t>(at);
    line.row = row;
    line.kind = KindOf(text.substr(at));
    line.string = StartsWithString(text.substr(at));
    char last = 0;  // the last byte that is code
    int depth = 0;
    size_t run = at;  // where the run of bytes that are no stop began
    bool ended = false;
    while (!ended) {
      while (at < text.size() && !kStops[static_cast<unsigned char>(text[at])]) ++at;
      size_t tail = at;
      while (tail > run && (text[tail - 1] == ' ' || text[tail - 1] == '\t' ||
                            text[tail - 1] == '\r' || text[tail - 1] == '\f')) {
        --tail;
      }
      if (tail > run) {
        last = text[tail - 1];
        // A string's prefix is no code of its own.
        const bool prefix = at < text.size() && (text[at] == '"' || text[at] == '\'') &&
                            tail == at && tail - run <= 2 && StartsWithString(text.substr(run));
        if (!prefix) line.string = false;
      }
      if (at >= text.size()) break;
      const char c = text[at];
      switch (c) {
        case '\n':
          if (depth == 0) {
            ended = true;
          } else {
            ++row;
            ++at;
          }
          break;
        case '\'':
        case '"':
          at = SkipString(text, at, &row);
          if (at == kUnclosed) return std::nullopt;
          last = c;
          break;
        case '#':
          at = EndOfLine(text, at);
          break;
        case '\\':
          ++at;
          if (at < text.size() && text[at] == '\r') ++at;
          if (at < text.size() && text[at] == '\n') {
            ++row;
            ++at;
          }
          break;
        case '(':
        case '[':
        case '{':
          ++depth;
          ++at;
          last = c;
          line.string = false;
          break;
        default:
          if (--depth < 0) return std::nullopt;
          ++at;
          last = c;
          break;
      }
      run = at;
    }
    if (depth != 0) return std::nullopt;
    line.end = static_cast<uint32_t>(at);
    line.end_row = row;
    line.opens = last == ':';
    lines.push_back(line);
    if (at < text.size()) {
      ++at;
      ++row;
    }
  }
  return lines;
}

std::string_view FunctionName(std::string_view text, const LogicalLine& header) {
  size_t at = header.begin + WordAt(text, header.begin).size();
  if (text[header.begin] == 'a') at += WordAt(text, at = SkipBlanks(text, at)).size();
  return WordAt(text, SkipBlanks(text, at));
}

std::vector<OutlineFunction> FindFunctions(std::string_view text,
                                           const std::vector<LogicalLine>& lines) {
  std::vector<OutlineFunction> functions;
  struct Class {
    uint32_t indent;
    std::string name;
    int number;
  };
  std::vector<Class> classes;  // those around the line
  int numbers = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const LogicalLine& line = lines[i];
    while (!classes.empty() && line.indent <= classes.back().indent) classes.pop_back();
    if (line.kind == LogicalLine::Kind::kOther) continue;
    std::string name(FunctionName(text, line));
    if (line.kind == LogicalLine::Kind::kClass) {
      classes.push_back({line.indent, std::move(name), numbers++});
      continue;
    }
    OutlineFunction function;
    function.header = i;
    if (!classes.empty()) {
      function.owner = classes.back().number;
      function.class_name = classes.back().name;
      if (name.starts_with("__")) {
        name = function.class_name;
        function.special = true;
      }
    }
    function.name = std::move(name);
    while (i + 1 < lines.size() && lines[i + 1].indent > line.indent) ++i;
    function.last = line.opens ? i : function.header;
    functions.push_back(std::move(function));
  }
  return functions;
}

std::vector<LineContext> ContextsOf(std::string_view text, const LogicalLine& line,
                                    const std::vector<uint32_t>& offsets) {
  std::vector<LineContext> contexts;
  struct Bracket {
    std::string_view callee;  // what it is the argument list of; "" for others
    bool noted = false;
  };
  std::vector<Bracket> open;
  std::vector<std::string> targets;
  size_t annotated = 0;  // where a ':' before the first '=' stands
  uint32_t row = 0;
  const auto note = [&](size_t until, bool comment) {
    for (; contexts.size() < offsets.size() && offsets[contexts.size()] < until;) {
      LineContext context;
      context.comment = comment;
      // What stands around a bracket that was noted was noted with it.
      for (auto at = open.rbegin(); !comment && at != open.rend() && !at->noted; ++at) {
        if (!at->callee.empty()) context.callees.emplace_back(at->callee);
        at->noted = true;
      }
      contexts.push_back(std::move(context));
    }
  };
  for (size_t at = line.begin; at < line.end;) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      const size_t end = std::min<size_t>(SkipString(text, at, &row), line.end);
      note(end, false);
      at = end;
      continue;
    }
    if (c == '#') {
      note(at, false);
      at = EndOfLine(text, at);
      note(at, true);
      continue;
    }
    note(at, false);
    if (c == '(') {
      open.push_back({WordBefore(text, at, line.begin)});
    } else if (c == '[' || c == '{') {
      open.push_back({});
    } else if (c == ')' || c == ']' || c == '}') {
      if (!open.empty()) open.pop_back();
    } else if (open.empty() && c == ':' && targets.empty() && annotated == 0) {
      annotated = at;
    } else if (open.empty() && c == '=' && at > line.begin && at + 1 < line.end) {
      if (text[at + 1] == '=') {
        at += 2;
        continue;
      }
      if (std::strchr("+-*/%&|^@<>!:", text[at - 1]) == nullptr) {
        const bool typed = targets.empty() && annotated > 0;
        const std::string_view name = WordBefore(text, typed ? annotated : at, line.begin);
        const bool attribute = name.data() > text.data() && name.data()[-1] == '.';
        if (!name.empty()) targets.push_back((attribute ? "." : "") + std::string(name));
      }
    }
    ++at;
  }
  note(line.end, false);
  const auto first = std::find_if(contexts.begin(), contexts.end(),
                                  [](const LineContext& context) { return !context.comment; });
  if (first != contexts.end()) first->targets = std::move(targets);
  return contexts;
}

size_t AssignmentEnd(std::string_view statement) {
  size_t end = 0;
  int depth = 0;
  uint32_t row = 0;
  for (size_t at = 0; at < statement.size(); ++at) {
    const char c = statement[at];
    if (c == '\'' || c == '"') {
      at = SkipString(statement, at, &row);
      if (at == kUnclosed) break;
      --at;
    } else if (c == '#') {
      at = EndOfLine(statement, at);
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (c == '=' && depth == 0 && at > 0) {
      if (at + 1 < statement.size() && statement[at + 1] == '=') {
        ++at;
      } else if (std::strchr("<>!:", statement[at - 1]) == nullptr ||
                 (at > 1 && statement[at - 2] == statement[at - 1] && statement[at - 1] != '!')) {
        end = at;
      }
    } else if (c == 'l' && depth == 0 && StartsWithWord(statement.substr(at), "lambda")) {
      break;  // its defaults and body assign nothing here
    }
  }
  return end;
}

std::vector<ImportedName> FindImports(std::string_view text) {
  std::vector<ImportedName> found;
  const auto skip = [&](size_t at, bool lines) {  // blanks; line ends, '\' and comments too
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (lines && c == '#') at = EndOfLine(text, at);
      const bool joined = c == '\\' && EndOfLine(text, at) <= at + 2;
      if (joined) at = EndOfLine(text, at);
      const bool blank =
          c == ' ' || c == '\t' || c == '\r' || joined || (lines && (c == '\n' || c == '#'));
      if (!blank) break;
    }
    return at;
  };
  const auto dotted = [&](size_t* at) {
    const size_t begin = *at;
    while (*at < text.size() &&
           (text[*at] == '.' || IsWordByte(static_cast<unsigned char>(text[*at])))) {
      ++*at;
    }
    return std::string(text.substr(begin, *at - begin));
  };
  const auto alias = [&](size_t at, bool lines, std::string* name) {  // past `as name`
    const size_t word = skip(at, lines);
    if (word >= text.size() || !StartsWithWord(text.substr(word), "as")) return word;
    size_t next = skip(word + 2, lines);
    *name = dotted(&next);
    return skip(next, lines);
  };
  // Each place where a statement may begin: lines, and what follows ':' or ';' on one.
  for (size_t at = text.find("import"); at != std::string_view::npos;
       at = text.find("import", at + 6)) {
    if (!StartsWithWord(text.substr(at), "import")) continue;
    size_t newline = text.rfind('\n', at);
    while (newline != std::string_view::npos && newline > 0 && text[newline - 1] == '\\') {
      newline = text.rfind('\n', newline - 1);
    }
    const size_t line = newline == std::string_view::npos ? 0 : newline + 1;
    size_t next = skip(at + 6, false);
    std::string_view before = text.substr(line, at - line);
    while (!before.empty() && std::strchr(" \t\r\n\\", before.back()) != nullptr) {
      before.remove_suffix(1);
    }
    if (before.empty() || before.back() == ':' || before.back() == ';') {
      while (next < text.size()) {
        ImportedName import;
        import.module = dotted(&next);
        next = alias(next, false, &import.alias);
        if (!import.module.empty()) found.push_back(std::move(import));
        if (next >= text.size() || text[next] != ',') break;
        next = skip(next + 1, false);
      }
      continue;
    }
    // `from module import ...`: the module stands before, blanks between it and the dots allowed.
    const size_t from = before.rfind("from");
    if (from == std::string_view::npos || !StartsWithWord(before.substr(from), "from")) {
      if (from == std::string_view::npos || from + 4 >= before.size() || before[from + 4] != '.') {
        continue;
      }
    }
    std::string module;
    for (const char c : before.substr(from + 4)) {
      if (std::strchr(" \t\r\n\\", c) == nullptr) module += c;
    }
    const bool list = next < text.size() && text[next] == '(';
    if (list) next = skip(next + 1, true);
    while (next < text.size()) {
      ImportedName import{module, dotted(&next), ""};
      if (import.name.empty() && text[next] == '*') import.name = "*";
      if (import.name.empty()) break;
      next = alias(next, list, &import.alias);
      found.push_back(std::move(import));
      if (next >= text.size() || text[next] != ',') break;
      next = skip(next + 1, list);
    }
  }
  return found;
}

uint32_t WordHash(std::string_view word) {
  uint32_t hash = WordIndex::kHashBasis;  // Fowler, Noll, Vo
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * WordIndex::kHashPrime;
  return hash;
}

bool WordIndex::IsWord(char c) { return IsWordByte(static_cast<unsigned char>(c)); }

bool WordIndex::IsEnd(size_t offset) const {
  return offset >= text_.size() || !IsWordByte(static_cast<unsigned char>(text_[offset]));
}

void WordIndex::Add(uint32_t begin, uint32_t end) {
  EachIn(text_, begin, end,
         [&](uint32_t offset, uint32_t hash) { words_.push_back({offset, hash, 0}); });
}

void WordIndex::Finish() {
  size_t size = 64;
  while (size < words_.size()) size *= 2;
  heads_.assign(size, 0);
  for (size_t i = 0; i < words_.size(); ++i) {
    uint32_t& head = heads_[words_[i].hash & (size - 1)];
    words_[i].next = head;
    head = static_cast<uint32_t>(i + 1);
  }
}

}  // namespace flagcensus
