// a page's lines ─→ directives that publish sources ─→ the files they name ─→ strings in these
//
//   .. click:: app.cli:main                           ─→ {kOptions, "app/cli"}
//   app/cli.py: @option("--port", envvar="APP_PORT")  ─→ IsPublished: the page shows it
//
// The directives are those of the common documentation generators for Python and of AsciiDoc.
// Strings are recognised by their quotes alone: a source is read as text here, with names in it
// that the readers of code have found.
#include "analyzer/evidence/published.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/config/accessors.h"
#include "analyzer/evidence/phrases.h"

namespace flagcensus {
namespace {

// Maximum for one page: more are generated, and each of them is compared with every source.
constexpr size_t kMaxDirectives = 4096;
constexpr size_t kHelpLines = 400;  // lines of a usage function that are searched backwards

struct Directive {
  std::string_view opening;
  Publication::What what;
  // The argument is a dotted name; this many of its last parts may be objects in the module. -1:
  // the argument is a path.
  int objects;
};
constexpr Directive kDirectives[] = {
    {".. automodule::", Publication::What::kDocstrings, 0},
    {".. autoclass::", Publication::What::kDocstrings, 1},
    {".. autofunction::", Publication::What::kDocstrings, 1},
    {".. autodata::", Publication::What::kDocstrings, 1},
    {".. autoattribute::", Publication::What::kDocstrings, 2},
    {".. automethod::", Publication::What::kDocstrings, 2},
    {".. autopydantic_settings::", Publication::What::kDocstrings, 1},
    {".. autosettings::", Publication::What::kDocstrings, 1},
    {".. autoconfigurable::", Publication::What::kDocstrings, 1},
    {"::: mkdocs-click", Publication::What::kOptions, 0},  // before the shorter one
    {"::: ", Publication::What::kDocstrings, 2},
    {"[[autodoc]] ", Publication::What::kDocstrings, 2},
    {".. click::", Publication::What::kOptions, 0},
    {".. argparse::", Publication::What::kOptions, 0},
    {".. literalinclude::", Publication::What::kText, -1},
    {".. include::", Publication::What::kText, -1},
    {"--8<-- ", Publication::What::kText, -1},
    {"{!", Publication::What::kText, -1},
    {"include::", Publication::What::kText, -1},
    {"{% include", Publication::What::kText, -1},
    {"{{ include_code(", Publication::What::kText, -1},
    {"{{ include(", Publication::What::kText, -1},
};

// They state the module of the names below them.
constexpr std::string_view kModuleDirectives[] = {
    ".. module::", ".. py:module::", ".. currentmodule::", ".. py:currentmodule::"};

// Whether a directive begins with `c`; most lines do not.
bool MayOpen(char c) {
  return std::any_of(std::begin(kDirectives), std::end(kDirectives),
                     [&](const Directive& directive) { return directive.opening.front() == c; });
}

// The argument of a directive: its first word, without quotes and brackets.
std::string_view ArgumentOf(std::string_view rest) {
  const size_t begin = rest.find_first_not_of(" \t\"'(<");
  if (begin == std::string_view::npos) return {};
  rest.remove_prefix(begin);
  return rest.substr(0, rest.find_first_of(" \t\"'!)>[,%}"));
}

// "app.env:main" ─→ "app/env".
std::string ModulePath(std::string_view dotted) {
  return ReplaceAll(dotted.substr(0, dotted.find(':')), ".", "/");
}

// `path` without "../" and "./" at its beginning.
std::string_view Stripped(std::string_view path) {
  while (path.starts_with("../") || path.starts_with("./") || path.starts_with("/")) {
    path.remove_prefix(path.find('/') + 1);
  }
  return path;
}

// Whole components: "envs.py" is not the end of "app/my_envs.py".
bool EndsWithPath(std::string_view path, std::string_view ending) {
  if (ending.empty() || !path.ends_with(ending)) return false;
  return path.size() == ending.size() || path[path.size() - ending.size() - 1] == '/';
}

bool HasQuote(std::string_view line) {
  return line.find('"') != std::string_view::npos || line.find('\'') != std::string_view::npos;
}

// A line that begins a function (in C: at its first column) with a name about help. `next`: the
// line below it.
//
//   def print_usage():            static void usage(void) {            ─→ true
//   USAGE_URL = os.environ.get("APP_USAGE_URL")     print_usage()      ─→ false
bool BeginsHelp(std::string_view line, std::string_view next) {
  const std::string head = ToLower(line.substr(0, line.find('(')));
  if (head.size() == line.size() ||
      (head.find("usage") == std::string::npos && head.find("help") == std::string::npos)) {
    return false;
  }
  if (Trim(line).starts_with("def ")) return true;
  // A definition in C, not a call or an assignment.
  return IsIdentifierByte(line[0]) && head.find_first_of("=.") == std::string::npos &&
         (Trim(line).ends_with('{') || Trim(next).starts_with('{'));
}

// Whether an argument with help begins in `line` and is not closed on it.
//
//   parser.add_argument("--port", help="The port,     ─→ true: it goes on below
//   parser.add_argument("--port", help="The port"),   ─→ false
bool OpensHelp(std::string_view line) {
  for (const std::string_view key : {"help=", "help =", "epilog=", "usage=", "description="}) {
    const size_t found = line.rfind(key);
    if (found != std::string_view::npos) {
      return line.find("),", found) == std::string_view::npos;
    }
  }
  return false;
}

// A line of adjacent strings, or one without strings.
bool IsText(std::string_view line) {
  line = Trim(line);
  return line.empty() || line.starts_with("\"") || line.starts_with("'") ||
         line.starts_with("f\"") || line.starts_with("(") || !HasQuote(line);
}

// The beginning of the range that contains the offset; the ranges are in ascending order and do not
// overlap.
std::optional<size_t> BeginOfRange(const std::vector<std::pair<size_t, size_t>>& ranges,
                                   size_t offset) {
  const auto after = std::upper_bound(
      ranges.begin(), ranges.end(), offset,
      [](size_t at, const std::pair<size_t, size_t>& range) { return at < range.first; });
  if (after == ranges.begin() || offset >= std::prev(after)->second) return std::nullopt;
  return std::prev(after)->first;
}

}  // namespace

std::vector<Publication> FindPublications(std::string_view file, std::string_view text) {
  std::vector<Publication> out;
  std::string module;  // according to the page, of the names that follow it: app.env
  int number = 0;
  for (std::string_view line : Split(text, '\n')) {
    ++number;
    const size_t indent = line.find_first_not_of(" \t");
    if (indent == std::string_view::npos) continue;
    line.remove_prefix(indent);
    if (!MayOpen(line.front())) continue;
    for (const std::string_view opening : kModuleDirectives) {
      if (line.starts_with(opening)) module = ArgumentOf(line.substr(opening.size()));
    }
    if (line.starts_with(".. autosummary::") && !module.empty() && out.size() < kMaxDirectives) {
      // The objects that it lists belong to the module. A docstring is published no matter which of
      // them it belongs to.
      out.push_back({Publication::What::kDocstrings,
                     ModulePath(module),
                     0,
                     {std::string(file), number, static_cast<int>(indent) + 1},
                     true});
      continue;
    }
    for (const Directive& directive : kDirectives) {
      if (!line.starts_with(directive.opening)) continue;
      const std::string_view argument = ArgumentOf(line.substr(directive.opening.size()));
      if (argument.empty() || out.size() >= kMaxDirectives) break;
      out.push_back(
          {directive.what,
           directive.objects >= 0 ? ModulePath(argument) : std::string(Stripped(argument)),
           std::max(directive.objects, 0),
           {std::string(file), number, static_cast<int>(indent) + 1}});
      break;
    }
  }
  return out;
}

bool Publishes(const Publication& publication, std::string_view path) {
  // A path is spelled relative to the page or to the tree, so its end decides. Two files with the
  // same end are both published.
  if (publication.what == Publication::What::kText) {
    return EndsWithPath(path, publication.target);
  }
  // A topmost package imports little from each of its many modules, so it does not publish them.
  if (publication.members && publication.target.find('/') != std::string::npos) {
    const std::string_view folder = path.substr(0, path.rfind('/') + 1);
    if (path.substr(folder.size()).starts_with('_') &&
        EndsWithPath(folder, publication.target + "/")) {
      return true;
    }
  }
  // app/env/Class/method: the module is the longest beginning that is a file.
  std::string_view module = publication.target;
  for (int i = 0; i <= publication.objects && !module.empty(); ++i) {
    if (EndsWithPath(path, std::string(module) + ".py")) return true;
    if (EndsWithPath(path, std::string(module) + "/__init__.py")) return true;
    const size_t slash = module.rfind('/');
    if (slash == std::string_view::npos) break;
    module = module.substr(0, slash);
  }
  return false;
}

PublishedText::PublishedText(std::string_view text) : text_(text) {
  // The start of each line, and then the long strings. A '#' in C, of a directive, also skips the
  // rest of its line.
  for (size_t begin = 0; begin <= text.size();
       begin = std::min(text.find('\n', begin), text.size()) + 1) {
    lines_.push_back(begin);
  }
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (c != '"' && c != '\'') {
      ++at;
      continue;
    }
    // Three quotes begin a long string, which may contain line ends.
    const bool is_long = text.substr(at, 3) == std::string(3, c);
    const std::string quote(is_long ? 3 : 1, c);
    size_t end = at + quote.size();
    while (end < text.size() && text.substr(end, quote.size()) != quote) {
      // A short string ends with its line even if its quote is missing.
      if (!is_long && text[end] == '\n') break;
      end += text[end] == '\\' ? 2 : 1;
    }
    end = std::min(end, text.size());
    if (is_long) long_strings_.emplace_back(at, end);
    at = std::min(end + quote.size(), text.size());
  }
}

std::optional<size_t> PublishedText::LongStringAt(size_t offset) const {
  return BeginOfRange(long_strings_, offset);
}

// Backwards over lines with less and less indentation: the heads of the functions and classes
// around the offset. Special methods, "__init__", are not private.
bool PublishedText::IsOfPrivate(size_t offset) const {
  size_t line = LineIndex(offset);
  size_t indent = std::string_view::npos;  // of the innermost body examined so far
  while (line-- > 0) {
    const std::string_view text = Line(line);
    const size_t at = text.find_first_not_of(" \t");
    if (at == std::string_view::npos || at >= indent) continue;
    for (const std::string_view word : {"def ", "class ", "async def "}) {
      const std::string_view rest = text.substr(at);
      if (!rest.starts_with(word)) continue;
      indent = at;
      const std::string_view name = rest.substr(word.size());
      if (name.starts_with("_") && !name.starts_with("__")) return true;
    }
    if (indent == 0) return false;
  }
  return false;
}

size_t PublishedText::LineIndex(size_t offset) const {
  const auto after = std::upper_bound(lines_.begin(), lines_.end(), offset);
  return static_cast<size_t>(after - lines_.begin()) - 1;
}

int PublishedText::LineNumber(size_t offset) const {
  return static_cast<int>(LineIndex(offset)) + 1;
}

std::string_view PublishedText::Line(size_t index) const {
  const size_t end = index + 1 < lines_.size() ? lines_[index + 1] - 1 : text_.size();
  return text_.substr(lines_[index], end - lines_[index]);
}

// The caller has checked that a page publishes the file; this decides for the text at one place.
bool PublishedText::IsPublished(size_t offset, Publication::What what) const {
  if (what == Publication::What::kText) return true;
  // A docstring of a private function is not published even if its module is.
  if (InLongString(offset)) return !IsOfPrivate(offset);
  const std::string_view line = Line(LineIndex(offset));
  return what == Publication::What::kOptions && (line.find("envvar") != std::string_view::npos ||
                                                 line.find("env_var") != std::string_view::npos);
}

//
//   out.write("export APP_CHILD=1\n")       true: a shell sets it
//   text = f"""                             true: a line of a long string begins with it
//   APP_CHILD=1
//   """
//   raise Error("APP_CHILD=1 is too much")  false: a message
bool PublishedText::IsWrittenOut(size_t offset, size_t length) const {
  const size_t home = LineIndex(offset);
  const std::string_view before = Line(home).substr(0, offset - lines_[home]);
  const std::optional<size_t> begin = LongStringAt(offset);
  bool text = before.find_first_of("\"'") != std::string_view::npos &&
              before.find('#') == std::string_view::npos &&
              before.find("//") == std::string_view::npos;
  if (begin) {
    // A docstring is a statement: nothing precedes its quotes on their line.
    const size_t line = lines_[LineIndex(*begin)];
    text = !Trim(text_.substr(line, *begin - line)).empty();
  }
  if (!text) return false;
  const size_t end = offset + length;
  const bool assigned =
      end + 1 < text_.size() && text_[end] == '=' && text_[end + 1] != '=' && text_[end + 1] != ' ';
  const char left = before.empty() ? ' ' : before.back();
  const bool command = std::string_view(" \t;\"'`&|").find(left) != std::string_view::npos;
  if (!command) return false;
  // "X=3 is too much" is a message. A line for a shell has a command that sets, or begins with the
  // name.
  static constexpr std::string_view kCommands[] = {"export",  "env",     "set -x", "set -gx",
                                                   "set -lx", "set -xg", "setenv", "declare -x"};
  const bool set =
      std::any_of(std::begin(kCommands), std::end(kCommands), [&](std::string_view one) {
        const size_t at = before.rfind(one);
        if (at == std::string_view::npos) return false;
        const char first = at == 0 ? ' ' : before[at - 1];
        const size_t end_of_word = at + one.size();
        return std::string_view(" \t;\"'`&|").find(first) != std::string_view::npos &&
               end_of_word < before.size() && before[end_of_word] == ' ' &&
               (assigned || Trim(before.substr(end_of_word)).empty());
      });
  return set || (assigned && begin && Trim(before).empty());
}

// Compares characters: `["NAME"]` and '=' after it, and a word for an environment before it.
bool PublishedText::IsPutInto(size_t offset, size_t length) const {
  const size_t home = LineIndex(offset);
  std::string_view before = Line(home).substr(0, offset - lines_[home]);
  std::string_view after = Line(home).substr(before.size() + length);
  if (before.size() < 3 || after.size() < 3) return false;
  const char quote = before.back();
  if ((quote != '"' && quote != '\'') || after[0] != quote) return false;
  if (before[before.size() - 2] != '[' || after[1] != ']') return false;
  after = Trim(after.substr(2));
  if (!after.starts_with('=') || after.starts_with("==")) return false;
  before.remove_suffix(2);
  const size_t begin = StartOfRun(before, before.size(), IsIdentifierByte);
  return BuiltInAccessors().python.IsEnvironmentWord(before.substr(begin));
}

// Backwards from the name: over the strings of one argument up to "help=", or up to the head of a
// function that prints the usage.
bool PublishedText::IsHelp(size_t offset) const {
  const size_t home = LineIndex(offset);
  // The name is in a string, not beside one: NAME = os.environ.get("NAME").
  if (!HasQuote(Line(home).substr(0, offset - lines_[home])) && !InLongString(offset)) return false;
  bool strings_only = true;  // there is only text between the name and this line
  for (size_t steps = 0; steps <= std::min(home, kHelpLines); ++steps) {
    const std::string_view line = Line(home - steps);
    const bool first = steps == 0;
    if (strings_only && OpensHelp(first ? line.substr(0, offset - lines_[home]) : line))
      return true;
    if (!first && BeginsHelp(line, Line(home - steps + 1))) return true;
    if (!first && (line.starts_with("}") || Trim(line).starts_with("def "))) return false;
    // A string with a comma after it is another argument.
    strings_only = strings_only && (first || (IsText(line) && !Trim(line).ends_with(",")));
  }
  return false;
}

}  // namespace flagcensus
