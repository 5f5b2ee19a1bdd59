// Functions of a source and what stands around a byte, told from its logical lines.
#include "analyzer/python/outline.h"

#include <algorithm>
#include <cstring>

#include "analyzer/python/scan.h"

namespace flagcensus {
namespace {

// The identifier that ends before `at`, blanks between left out.
std::string_view WordBefore(std::string_view text, size_t at, size_t from) {
  while (at > from && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  size_t begin = at;
  while (begin > from && IsPythonWordByte(text[begin - 1])) --begin;
  return text.substr(begin, at - begin);
}

}  // namespace

std::string_view WordAt(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && IsPythonWordByte(text[end])) ++end;
  return text.substr(at, end - at);
}

std::string_view AliasOf(std::string_view text, size_t at) {
  at = PastBlanks(text, at + WordAt(text, at).size());
  if (!BeginsWithWord(text.substr(at), "as")) return {};
  return WordAt(text, PastBlanks(text, at + 2));
}

std::string_view FunctionName(std::string_view text, const LogicalLine& header) {
  size_t at = header.begin + WordAt(text, header.begin).size();
  if (text[header.begin] == 'a') at += WordAt(text, at = PastBlanks(text, at)).size();
  return WordAt(text, PastBlanks(text, at));
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
      const size_t end = std::min<size_t>(SkipPythonString(text, at, &row), line.end);
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
      at = SkipPythonString(statement, at, &row);
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
    } else if (c == 'l' && depth == 0 && BeginsWithWord(statement.substr(at), "lambda")) {
      break;  // its defaults and body assign nothing here
    }
  }
  return end;
}

}  // namespace flagcensus
