// Notebooks: the Jupyter notebook format, nbformat 4.5; IPython reference, "IPython syntax".
// Cython: Cython documentation, "Language Basics". The replacements work on lines, so a file
// that is not understood as a whole still gives its plain Python.
#include "analyzer/python/variants.h"

#include <algorithm>

#include "analyzer/base/bounded_json.h"
#include "analyzer/base/text.h"
#include "analyzer/python/blanks.h"

namespace flagcensus {
namespace {

constexpr int kNotebookDepth = 4;  // {cells: [{source: ["..."]}]}; outputs nest deeper

// `%env NAME=value`, `%env NAME value`, `%set_env ...` as Python; "" for any other IPython line.
std::string MagicAsPython(std::string_view magic) {
  // Both spellings of the magic.
  for (const std::string_view start : {"%env ", "%set_env "}) {
    if (!magic.starts_with(start)) continue;
    const std::string_view rest = Trim(magic.substr(start.size()));
    size_t end = 0;
    while (end < rest.size() && IsIdentifierByte(rest[end])) ++end;
    if (end == 0 || end == rest.size()) return "";  // it prints the variable
    // "NAME=value" or "NAME value".
    std::string_view value = Trim(rest.substr(end));
    if (value.starts_with('=')) value = Trim(value.substr(1));
    // A value that IPython expands, or that would need quoting.
    if (value.find_first_of("$\"'{\\") != std::string_view::npos) return "";
    return "from os import environ as _environ; _environ['" + std::string(rest.substr(0, end)) +
           "'] = '" + std::string(value) + "'";
  }
  return "";
}

void AddCell(std::string_view source, std::string* out) {
  // Line by line; the number of lines does not change.
  bool first = true;
  // Lines of IPython begin with %, ! or ?.
  for (const std::string_view line : Split(source, '\n')) {
    const std::string_view code = line.substr(PastBlanks(line, 0));
    const bool magic = code.starts_with('%') || code.starts_with('!') || code.starts_with('?') ||
                       // "?" at the end asks for help; a comment may end with one as well.
                       (Trim(code).ends_with('?') && code.find('#') == std::string_view::npos);
    // A cell magic is the first line with code.
    if (first && code.starts_with("%%")) {
      // Magics that run the cell as Python.
      static constexpr std::string_view kPython[] = {"%%time", "%%timeit", "%%capture", "%%prun"};
      const std::string_view name = code.substr(0, code.find_first_of(" \r"));
      if (std::find(std::begin(kPython), std::end(kPython), name) == std::end(kPython)) {
        // Skipped cells keep their rows, so positions remain right.
        out->append(static_cast<size_t>(std::count(source.begin(), source.end(), '\n')) + 1, '\n');
        return;
      }
    }
    if (!Trim(code).empty()) first = false;
    if (magic) {
      const std::string python = MagicAsPython(code);
      *out += python.empty() ? "" : std::string(line.substr(0, PastBlanks(line, 0))) + python;
    } else {
      *out += line;
    }
    *out += '\n';
  }
}

}  // namespace

std::optional<NotebookText> ReadNotebook(std::string_view text) {
  // Outputs are not parsed: only the code is of interest.
  const std::optional<nlohmann::json> parsed = ParseBoundedJson(text, kNotebookDepth);
  if (!parsed) return std::nullopt;
  const nlohmann::json& root = *parsed;
  if (!root.is_object() || !root.contains("cells") || !root["cells"].is_array()) {
    return std::nullopt;
  }
  NotebookText out;
  uint32_t number = 0;
  uint32_t row = 0;
  // Cells are numbered as in the notebook, text cells included.
  for (const nlohmann::json& cell : root["cells"]) {
    ++number;
    if (!cell.is_object() || cell.value("cell_type", nlohmann::json()) != "code") continue;
    const auto source = cell.find("source");
    if (source == cell.end()) continue;
    std::string code;
    // One string, or a list of lines.
    if (source->is_string()) {
      code = source->get<std::string>();
    } else if (source->is_array()) {
      for (const nlohmann::json& line : *source) {
        if (line.is_string()) code += line.get<std::string>();
      }
    }
    // The row of the cell's first line in the whole text.
    out.cells.push_back({number, row});
    const size_t before = out.text.size();
    AddCell(code, &out.text);
    row += static_cast<uint32_t>(
        std::count(out.text.begin() + static_cast<long>(before), out.text.end(), '\n'));
  }
  return out;
}

namespace {

// Replaces everything in each parameter before its name with blanks: `int a, char* b=NULL` → names
// alone.
void StripParameters(std::string& line, size_t begin, size_t end) {
  // Parameters are separated by commas outside brackets; the end of the list counts as one.
  size_t start = begin;
  size_t stop = end;  // of what is before a default or an annotation; not the ':' of `double[:] a`
  int depth = 0;
  for (size_t at = begin; at <= end; ++at) {
    const char c = at < end ? line[at] : ',';
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    // What follows a default or an annotation is not the name.
    if (depth == 0 && (c == '=' || c == ':' || c == ',')) stop = std::min(stop, at);
    if (c != ',' || depth > 0) continue;
    // Back from the comma to the name.
    size_t name_end = stop;
    while (name_end > start && !IsIdentifierByte(line[name_end - 1])) --name_end;
    size_t name = name_end;
    while (name > start && IsIdentifierByte(line[name - 1])) --name;
    // *args and **kwargs keep their stars; `char *a` loses its own.
    const bool starred =
        // The rest of the parameter stays in its columns.
        line.find('*', start) < name && line.find_first_not_of(" *\t", start) == name;  // *args
    if (!starred)
      std::fill(line.begin() + static_cast<long>(start), line.begin() + static_cast<long>(name),
                ' ');
    start = at + 1;
    stop = end;
  }
}

// A definition without its types: `cdef inline int f(int a) nogil except -1:` → `def f(a):`. False
// if the line is a variable, such as `cdef int (*f)(int) = g`.
bool StripFunction(std::string& line, size_t indent) {
  const size_t open = line.find('(', indent);
  // The name is the word before the parenthesis, the types are before it.
  if (open == std::string::npos || line.find('=', indent) < open) return false;
  int depth = 0;
  size_t close = open;
  for (; close < line.size(); ++close) {
    if (line[close] == '(') ++depth;
    if (line[close] == ')' && --depth == 0) break;
  }
  // A line without a colon after the parentheses declares and defines nothing.
  size_t name_end = open;
  while (name_end > indent && line[name_end - 1] == ' ') --name_end;
  size_t name = name_end;
  while (name > indent && IsIdentifierByte(line[name - 1])) --name;
  const size_t colon = line.rfind(':');
  if (name == name_end || name < indent + 4 || colon == std::string::npos || colon < close) {
    return false;
  }
  // The parameters first, since the columns before them change.
  StripParameters(line, open + 1, close);
  std::fill(line.begin() + static_cast<long>(indent), line.begin() + static_cast<long>(name), ' ');
  line.replace(indent, 3, "def");
  std::fill(line.begin() + static_cast<long>(close) + 1, line.begin() + static_cast<long>(colon),
            ' ');
  return true;
}

void StripLine(std::string& line) {
  // The first word of the line decides.
  const size_t indent = PastBlanks(line, 0);
  const std::string_view code = std::string_view(line).substr(indent);
  if (const size_t at = line.find("cimport");
      at != std::string::npos &&
      (StartsWithWord(code, "cimport") || StartsWithWord(code, "from"))) {
    line.replace(at, 7, "import ");
    return;
  }
  const auto rest_as = [&](std::string_view replacement) {
    line = line.substr(0, indent) + std::string(replacement);
  };
  // Types and compile-time constants have no effect at run time.
  if (StartsWithWord(code, "ctypedef") || StartsWithWord(code, "DEF")) return rest_as("pass");
  // Compile-time conditions: both sides are read.
  if (StartsWithWord(code, "IF")) return rest_as("if True:");
  if (StartsWithWord(code, "ELSE")) return rest_as("else:");
  if (StartsWithWord(code, "def") || StartsWithWord(code, "async")) {
    const size_t open = line.find('(', indent);
    const size_t close = line.rfind(')');
    if (open != std::string::npos && close != std::string::npos && close > open)
      StripParameters(line, open + 1, close);
    return;
  }
  // cdef and cpdef: blocks, types, classes, functions and variables.
  const bool cdef = StartsWithWord(code, "cdef");
  if (!cdef && !StartsWithWord(code, "cpdef")) return;
  const size_t after = indent + (cdef ? 4 : 5);
  const std::string_view rest = Trim(std::string_view(line).substr(after));
  // cdef: with a block of declarations.
  if (rest == ":") return rest_as("if True:");
  if (rest.starts_with("extern") || rest.starts_with("struct") || rest.starts_with("enum") ||
      rest.starts_with("union") || rest.starts_with("cppclass") || rest.starts_with("packed")) {
    // The block of a declaration is kept, in case that it has code.
    return rest_as(rest.ends_with(':') ? "if True:" : "pass");
  }
  if (StartsWithWord(rest, "class")) {
    const std::string body = std::string(rest);
    return rest_as(body);
  }
  if (StripFunction(line, indent)) return;
  // A variable: its value keeps its column.
  const size_t equals = line.find('=', after);
  if (equals == std::string::npos) return rest_as("pass");
  size_t name_end = equals;
  while (name_end > after && line[name_end - 1] == ' ') --name_end;
  size_t name = name_end;
  // Back from the "=" to the name.
  while (name > after && IsIdentifierByte(line[name - 1])) --name;
  const std::string variable = line.substr(name, name_end - name);
  if (variable.empty()) return rest_as("pass");
  std::fill(line.begin() + static_cast<long>(indent), line.begin() + static_cast<long>(equals),
            ' ');
  line.replace(indent, variable.size(), variable);
}

}  // namespace

std::string CythonAsPython(std::string_view text) {
  // Each line is replaced on its own.
  std::string out;
  out.reserve(text.size());
  bool first = true;
  for (const std::string_view line : Split(text, '\n')) {
    if (!first) out += '\n';
    first = false;
    std::string changed(line);
    StripLine(changed);
    out += changed;
  }
  return out;
}

}  // namespace flagcensus
