// Which functions are kept: one is relevant where a given word stands in it (outside comments and
// docstrings). What a relevant function, or a relevant assignment, is called makes the functions
// that name it relevant too, until nothing new is found: so a wrapper's callers in the same file
// are kept with it. Other files are found by a search for the wrapper's name (link/).
//
// Which statements of the module level are kept: those that hold a word or name what is relevant
// (forward), and those that bind a name which kept code uses (backward; Weiser, "Program Slicing",
// 1984, with names for variables). Imports, classes, their attributes and the headers of compound
// statements stay. What others may ask a module for is told by the names left out.
#include "analyzer/python/slice.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "analyzer/python/docstring.h"
#include "analyzer/python/outline.h"

namespace flagcensus {
namespace {

// The functions of an outline, which of them are kept, and why.
struct Selection {
  std::vector<OutlineFunction> functions;
  std::vector<bool> kept;
  std::vector<uint32_t> code;  // the offsets that stand in code
  std::vector<bool> reached;   // lines outside functions that hold a word or name what is relevant
};

// The function that the byte is in, or null.
const OutlineFunction* FunctionAt(const std::vector<LogicalLine>& lines,
                                  const std::vector<OutlineFunction>& functions, uint32_t offset) {
  const auto after = std::upper_bound(functions.begin(), functions.end(), offset,
                                      [&](uint32_t o, const OutlineFunction& function) {
                                        return o < lines[function.header].begin;
                                      });
  if (after == functions.begin()) return nullptr;
  const OutlineFunction& at = *(after - 1);
  return offset < lines[at.last].end ? &at : nullptr;
}

std::string_view TextOf(std::string_view text, const LogicalLine& line) {
  return text.substr(line.begin, line.end - line.begin);
}

// The line that the byte is in, or their number.
size_t LineAt(const std::vector<LogicalLine>& lines, uint32_t offset) {
  const auto after =
      std::upper_bound(lines.begin(), lines.end(), offset,
                       [](uint32_t o, const LogicalLine& line) { return o < line.begin; });
  if (after == lines.begin() || offset >= (after - 1)->end) return lines.size();
  return static_cast<size_t>(after - lines.begin()) - 1;
}

bool IsSimple(std::string_view line) {
  static constexpr std::string_view kWords[] = {
      "import", "from",  "if",    "elif", "else",  "for", "while", "try",   "except",   "finally",
      "with",   "async", "match", "case", "class", "def", "pass",  "break", "continue", "global"};
  if (line.front() == '@') return false;
  size_t end = 0;
  while (end < line.size() && line[end] >= 'a' && line[end] <= 'z') ++end;
  return std::find(std::begin(kWords), std::end(kWords), line.substr(0, end)) == std::end(kWords);
}

// What stands before the last '=' that assigns, without an annotation.
std::string_view TargetsOf(std::string_view statement) {
  statement = statement.substr(0, AssignmentEnd(statement));
  int depth = 0;
  for (size_t at = 0; at < statement.size(); ++at) {
    if (statement[at] == '[' || statement[at] == '(') ++depth;
    if (statement[at] == ']' || statement[at] == ')') --depth;
    if (statement[at] == ':' && depth == 0) return statement.substr(0, at);
  }
  return statement;
}

// Marks the functions and statements that hold an offset and, by name, what leads to them.
void MarkRelevant(std::string_view text, const std::vector<LogicalLine>& lines,
                  std::vector<std::string> words, Selection* selection) {
  const std::vector<OutlineFunction>& functions = selection->functions;
  std::vector<bool>& kept = selection->kept;
  std::map<int, std::vector<size_t>> special;  // by class
  for (size_t i = 0; i < functions.size(); ++i) {
    if (functions[i].special) special[functions[i].owner].push_back(i);
  }
  const auto mark = [&](uint32_t offset, std::vector<std::string>* more) {
    const OutlineFunction* found = FunctionAt(lines, functions, offset);
    if (found == nullptr) {
      const size_t line = LineAt(lines, offset);
      if (line == lines.size() || selection->reached[line]) return;
      selection->reached[line] = true;
      const std::string_view statement = TextOf(text, lines[line]);
      if (!IsSimple(statement)) return;
      const std::string_view targets = TargetsOf(statement);
      WordIndex::EachIn(targets, 0, static_cast<uint32_t>(targets.size()),
                        [&](uint32_t at, uint32_t) { more->emplace_back(WordAt(targets, at)); });
      return;
    }
    const size_t at = static_cast<size_t>(found - functions.data());
    if (kept[at]) return;
    kept[at] = true;
    more->push_back(functions[at].name);
    if (functions[at].owner < 0) return;
    // What a method does may hang on what the object was made with.
    more->push_back(functions[at].class_name);
    const auto made = special.find(functions[at].owner);
    if (made == special.end()) return;
    for (const size_t i : made->second) kept[i] = true;
    special.erase(made);
  };
  for (const uint32_t offset : selection->code) mark(offset, &words);
  if (words.empty()) return;
  WordIndex index(text);
  for (const LogicalLine& line : lines) {
    if (!line.string) index.Add(line.begin, line.end);
  }
  index.Finish();
  std::set<std::string> done;
  while (!words.empty()) {
    const std::string word = std::move(words.back());
    words.pop_back();
    if (word.empty() || word == "main" || word == "self" || word == "_") continue;
    if (!done.insert(word).second) continue;
    index.Each(word, [&](uint32_t offset) { mark(offset, &words); });
  }
}

// The pieces of code in a docstring that hold one of the offsets first..last.
void AddDocstring(std::string_view text, const LogicalLine& line,
                  std::vector<uint32_t>::const_iterator first,
                  std::vector<uint32_t>::const_iterator last, PythonSlice* slice) {
  std::vector<PythonFile::CodeText> pieces =
      DocstringCode(text.substr(line.begin, line.end - line.begin), line.row + 1);
  if (pieces.empty()) return;
  std::set<uint32_t> hits;
  uint32_t row = line.row + 1;
  size_t counted = line.begin;
  for (; first != last; ++first) {
    for (; counted < *first; ++counted) row += text[counted] == '\n' ? 1 : 0;
    hits.insert(row);
  }
  for (PythonFile::CodeText& piece : pieces) {
    const auto length =
        static_cast<uint32_t>(std::count(piece.text.begin(), piece.text.end(), '\n'));
    const auto hit = hits.lower_bound(piece.line);
    if (hit != hits.end() && *hit < piece.line + length) {
      slice->docstring_code.push_back(std::move(piece));
    }
  }
}

// Chooses the functions whose bodies are kept, and takes the code out of docstrings.
Selection Select(std::string_view text, const std::vector<LogicalLine>& lines,
                 const std::vector<uint32_t>& offsets, PythonSlice* slice) {
  Selection selection;
  selection.functions = FindFunctions(text, lines);
  selection.kept.resize(selection.functions.size());
  selection.reached.resize(lines.size());
  std::set<std::string_view> defined;
  for (const OutlineFunction& function : selection.functions) defined.insert(function.name);
  std::vector<std::string> words;
  for (auto at = offsets.begin(); at != offsets.end();) {
    const auto after =
        std::upper_bound(lines.begin(), lines.end(), *at,
                         [](uint32_t o, const LogicalLine& l) { return o < l.begin; });
    const auto next = std::lower_bound(
        at, offsets.end(), after == lines.begin() ? lines.front().begin : (after - 1)->end);
    if (after == lines.begin() || next == at) {  // a comment between lines
      ++at;
      continue;
    }
    const LogicalLine& line = *(after - 1);
    if (line.string) {
      AddDocstring(text, line, at, next, slice);
    } else {
      const std::vector<uint32_t> inside(at, next);
      for (const uint32_t offset : inside) {
        const std::string_view alias = AliasOf(text, offset);
        if (!alias.empty()) words.emplace_back(alias);
      }
      // `from library import a, b`: the word is the module's, what stands for it here are the
      // names.
      const std::string_view statement = TextOf(text, line);
      const size_t import = statement.find(" import ");
      if (statement.starts_with("from ") && import != std::string_view::npos &&
          inside.front() < line.begin + import) {
        for (const ImportedName& one : FindImports(statement)) {
          words.push_back(one.alias.empty() ? one.name : one.alias);
        }
      }
      const bool local = FunctionAt(lines, selection.functions, line.begin) != nullptr;
      const std::vector<LineContext> contexts = ContextsOf(text, line, inside);
      for (size_t i = 0; i < contexts.size(); ++i) {
        if (contexts[i].comment) continue;
        selection.code.push_back(inside[i]);
        for (const std::string& target : contexts[i].targets) {
          if (!local || target.starts_with('.')) words.push_back(target);
        }
        for (const std::string& callee : contexts[i].callees) {
          if (defined.count(callee) > 0) words.push_back(callee);
        }
      }
    }
    at = next;
  }
  MarkRelevant(text, lines, std::move(words), &selection);
  return selection;
}

// The identifiers of a text, by hash. Strings and comments are not told apart.
template <typename Use>
void EachWord(std::string_view text, const Use& use) {
  WordIndex::EachIn(text, 0, static_cast<uint32_t>(text.size()),
                    [&](uint32_t, uint32_t hash) { use(hash); });
}

enum class Place : uint8_t { kModule, kClass, kFunction };

// What each line is part of.
std::vector<Place> PlacesOf(const std::vector<LogicalLine>& lines, const Selection& selection) {
  std::vector<Place> places(lines.size(), Place::kModule);
  std::vector<uint32_t> classes;  // indents
  for (size_t i = 0; i < lines.size(); ++i) {
    while (!classes.empty() && lines[i].indent <= classes.back()) classes.pop_back();
    if (!classes.empty()) places[i] = Place::kClass;
    if (lines[i].kind == LogicalLine::Kind::kClass) classes.push_back(lines[i].indent);
  }
  for (const OutlineFunction& function : selection.functions) {
    std::fill(places.begin() + static_cast<long>(function.header),
              places.begin() + static_cast<long>(function.last) + 1, Place::kFunction);
  }
  return places;
}

// A simple statement of the module level.
struct Statement {
  size_t line = 0;
  bool kept = false;
  std::vector<uint32_t> targets;  // hashes of the names it binds or changes
  std::vector<uint32_t> words;    // hashes of all its identifiers
};

// The names that a statement binds, or the first name of one that binds none.
std::vector<uint32_t> TargetHashes(std::string_view statement) {
  std::vector<uint32_t> targets;
  EachWord(TargetsOf(statement), [&](uint32_t hash) { targets.push_back(hash); });
  if (targets.empty()) {
    EachWord(statement.substr(0, 200), [&](uint32_t hash) {
      if (targets.empty()) targets.push_back(hash);
    });
  }
  return targets;
}

// Which lines are left out: docstrings, and statements of the module level that cannot matter.
std::vector<bool> FindLeftOut(std::string_view text, const std::vector<LogicalLine>& lines,
                              const Selection& selection, std::vector<uint32_t>* names) {
  const std::vector<Place> places = PlacesOf(lines, selection);
  const auto text_of = [&](size_t i) { return TextOf(text, lines[i]); };
  std::vector<bool> out(lines.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].string && places[i] != Place::kFunction) out[i] = true;
  }
  if (selection.code.empty()) return out;  // all names may be asked for

  std::unordered_set<uint32_t> needed;  // names that kept code uses
  const auto need = [&](uint32_t hash) { needed.insert(hash); };
  for (size_t i = 0; i < selection.functions.size(); ++i) {
    const OutlineFunction& function = selection.functions[i];
    if (!selection.kept[i]) continue;
    const uint32_t begin = lines[function.header].begin;
    EachWord(text.substr(begin, lines[function.last].end - begin), need);
  }
  std::vector<Statement> statements;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (places[i] == Place::kFunction || out[i]) continue;
    if (places[i] == Place::kClass || selection.reached[i] || !IsSimple(text_of(i))) {
      EachWord(text_of(i), need);
      continue;
    }
    Statement statement;
    statement.line = i;
    statement.targets = TargetHashes(text_of(i));
    EachWord(text_of(i), [&](uint32_t hash) { statement.words.push_back(hash); });
    statements.push_back(std::move(statement));
  }
  std::unordered_map<uint32_t, std::vector<Statement*>> binding;  // by the names they bind
  for (Statement& statement : statements) {
    for (const uint32_t hash : statement.targets) binding[hash].push_back(&statement);
  }
  std::vector<uint32_t> asked(needed.begin(), needed.end());
  while (!asked.empty()) {
    const auto found = binding.find(asked.back());
    asked.pop_back();
    if (found == binding.end()) continue;
    for (Statement* statement : found->second) {
      if (std::exchange(statement->kept, true)) continue;
      for (const uint32_t hash : statement->words) {
        if (needed.insert(hash).second) asked.push_back(hash);
      }
    }
    binding.erase(found);
  }
  for (const Statement& statement : statements) {
    if (statement.kept) continue;
    out[statement.line] = true;
    names->insert(names->end(), statement.targets.begin(), statement.targets.end());
  }
  std::sort(names->begin(), names->end());
  names->erase(std::unique(names->begin(), names->end()), names->end());
  names->shrink_to_fit();
  return out;
}

// Builds the text of a slice from lines of the source.
class Writer {
 public:
  Writer(std::string_view text, PythonSlice* slice) : text_(text), slice_(*slice) {}

  // A line, or with `until` all up to that byte. The indentation is the source's.
  void Add(const LogicalLine& line, size_t until, bool opens) {
    Begin(line);
    const std::string_view part = text_.substr(line.begin, until - line.begin);
    uint32_t row = line.row;
    for (size_t at = part.find('\n'); at != std::string_view::npos; at = part.find('\n', at + 1)) {
      slice_.rows.push_back(++row);
    }
    slice_.text += part;
    End(line.indent, opens);
  }

  // `def name(): pass` in place of a function.
  void AddEmpty(const LogicalLine& header, std::string_view name) {
    Begin(header);
    slice_.text += "def ";
    slice_.text += name;
    slice_.text += "():pass";
    End(header.indent, false);
  }

  // Where the next line that is added will begin.
  uint32_t NextOffset(const LogicalLine& line) const {
    const size_t filler = NeedsFiller(line) ? open_indent_ + 1 + 5 : 0;
    return static_cast<uint32_t>(slice_.text.size() + filler + IndentOf(line).size());
  }

  void Finish() {
    if (opened_) Fill();
  }

 private:
  std::string_view IndentOf(const LogicalLine& line) const {
    size_t begin = line.begin;
    while (begin > 0 && (text_[begin - 1] == ' ' || text_[begin - 1] == '\t')) --begin;
    return text_.substr(begin, line.begin - begin);
  }
  bool NeedsFiller(const LogicalLine& line) const { return opened_ && line.indent <= open_indent_; }
  void Fill() {
    slice_.text.append(open_indent_ + 1, ' ');
    slice_.text += "pass\n";
    slice_.rows.push_back(last_row_);
    opened_ = false;
  }
  void Begin(const LogicalLine& line) {
    if (NeedsFiller(line)) Fill();
    slice_.rows.push_back(line.row);
    slice_.text += IndentOf(line);
    last_row_ = line.end_row;
  }
  void End(uint32_t indent, bool opens) {
    slice_.text += '\n';
    opened_ = opens;
    open_indent_ = indent;
  }

  std::string_view text_;
  PythonSlice& slice_;
  bool opened_ = false;  // the last line wants a block
  uint32_t open_indent_ = 0;
  uint32_t last_row_ = 0;
};

}  // namespace

PythonSlice SlicePython(std::string_view text, const std::vector<uint32_t>& offsets) {
  PythonSlice slice;
  const std::optional<std::vector<LogicalLine>> found = FindLogicalLines(text);
  if (!found || found->empty()) return slice;
  const std::vector<LogicalLine>& lines = *found;
  const Selection selection = Select(text, lines, offsets, &slice);
  const std::vector<bool> out = FindLeftOut(text, lines, selection, &slice.left_out);
  slice.whole =
      std::find(selection.kept.begin(), selection.kept.end(), false) == selection.kept.end() &&
      std::find(out.begin(), out.end(), true) == out.end();
  if (slice.whole) return slice;

  slice.text.reserve(text.size() / 4);
  Writer writer(text, &slice);
  size_t next = 0;  // function
  for (size_t i = 0; i < lines.size(); ++i) {
    if (next < selection.functions.size() && selection.functions[next].header == i) {
      const OutlineFunction& function = selection.functions[next];
      if (selection.kept[next]) {
        slice.kept.push_back(writer.NextOffset(lines[i]));
        for (; i <= function.last; ++i) writer.Add(lines[i], lines[i].end, lines[i].opens);
      } else {
        writer.AddEmpty(lines[i], FunctionName(text, lines[i]));
      }
      i = function.last;
      ++next;
      continue;
    }
    if (!out[i]) writer.Add(lines[i], lines[i].end, lines[i].opens);
  }
  writer.Finish();
  return slice;
}

}  // namespace flagcensus
