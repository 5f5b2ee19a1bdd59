// Words → places ─→ the text without what holds none ─→ concrete tree ─→ what each place is.
//
// The tree is walked once for all places, in their order: the nodes around a place are kept as a
// path, since asking a node for its parent costs a walk from the root. What is looked for above a
// name stands a few levels up; beyond kMaxLevels nothing is looked for.
#include "analyzer/python/uses.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "analyzer/base/text.h"
#include "analyzer/python/logical_lines.h"
#include "analyzer/python/node.h"
#include "analyzer/python/tree.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxLevels = 100;       // above a name
constexpr uint32_t kMaxOperands = 50;    // of a comparison
constexpr size_t kMaxObjectBytes = 200;  // of what stands before an attribute

bool Within(TSNode inner, TSNode outer) {
  return !ts_node_is_null(outer) && StartByte(inner) >= StartByte(outer) &&
         EndByte(inner) <= EndByte(outer);
}

// The nodes around one place.
class Path {
 public:
  explicit Path(TSNode root) : cursor_(ts_tree_cursor_new(root)) { Push(); }
  ~Path() { ts_tree_cursor_delete(&cursor_); }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

  // To the innermost node around begin..end; places ascend from call to call.
  void GoTo(uint32_t begin, uint32_t end) {
    const auto holds = [&](TSNode node) {
      return StartByte(node) <= begin && EndByte(node) >= end;
    };
    while (levels_.size() > 1 && !holds(levels_.back().node)) Pop();
    while (ts_tree_cursor_goto_first_child_for_byte(&cursor_, begin) >= 0) {
      Push();
      if (holds(levels_.back().node)) continue;
      Pop();
      break;
    }
  }

  // The node itself (0) or the one that many levels above; null where there is none.
  TSNode Up(size_t levels) const {
    return levels < levels_.size() ? levels_[levels_.size() - 1 - levels].node : TSNode{};
  }
  size_t Levels() const { return std::min(levels_.size(), kMaxLevels); }
  // Where the outermost function around the node that many levels above begins, that included.
  std::optional<uint32_t> Function(size_t levels) const { return At(levels).function; }
  std::optional<uint32_t> Block(size_t levels) const { return At(levels).block; }

 private:
  struct Level {
    TSNode node;
    std::optional<uint32_t> function;
    std::optional<uint32_t> block;
  };

  Level At(size_t levels) const {
    return levels < levels_.size() ? levels_[levels_.size() - 1 - levels] : Level{};
  }
  void Push() {
    Level level = levels_.empty() ? Level{} : levels_.back();
    level.node = ts_tree_cursor_current_node(&cursor_);
    const std::string_view type = NodeType(level.node);
    if (type == "function_definition" && !level.function) {
      level.function = StartByte(level.node);
    }
    if (type == "block") level.block = StartByte(level.node);
    levels_.push_back(level);
  }
  void Pop() {
    ts_tree_cursor_goto_parent(&cursor_);
    levels_.pop_back();
  }

  TSTreeCursor cursor_;
  std::vector<Level> levels_;
};

// What the identifier `at` levels above the place is in its surroundings.
NameUse::Kind KindOf(const Path& path, size_t at = 0) {
  const TSNode node = path.Up(at);
  const TSNode parent = path.Up(at + 1);
  const std::string_view type = NodeType(parent);
  if (type == "attribute" && ts_node_eq(NodeField(parent, "attribute"), node)) {
    return NameUse::Kind::kAttribute;
  }
  if (type == "keyword_argument" && ts_node_eq(NodeField(parent, "name"), node)) {
    return NameUse::Kind::kStore;
  }
  if (type == "function_definition" || type == "class_definition") return NameUse::Kind::kStore;
  if (type == "global_statement" || type == "nonlocal_statement") return NameUse::Kind::kGlobal;
  if (type == "parameters" || type == "lambda_parameters" || type == "typed_parameter") {
    return NameUse::Kind::kStore;
  }
  if ((type == "default_parameter" || type == "typed_default_parameter") &&
      ts_node_eq(NodeField(parent, "name"), node)) {
    return NameUse::Kind::kStore;
  }
  if (type == "dotted_name" || type == "aliased_import") return NameUse::Kind::kImport;
  if (type == "as_pattern_target" || type == "named_expression") {
    return type == "named_expression" && ts_node_eq(NodeField(parent, "value"), node)
               ? NameUse::Kind::kLoad
               : NameUse::Kind::kStore;
  }
  // A target, alone or in a tuple: of an assignment, a loop, del.
  TSNode inner = node;
  for (size_t level = at + 1; level < path.Levels(); ++level) {
    const TSNode up = path.Up(level);
    const std::string_view kind = NodeType(up);
    if (kind == "assignment" || kind == "for_statement" || kind == "for_in_clause") {
      return Within(inner, NodeField(up, "left"))                           ? NameUse::Kind::kStore
             : kind == "assignment" && Within(inner, NodeField(up, "type")) ? NameUse::Kind::kStore
                                                                            : NameUse::Kind::kLoad;
    }
    if (kind == "augmented_assignment") {
      return Within(inner, NodeField(up, "left")) ? NameUse::Kind::kStore : NameUse::Kind::kLoad;
    }
    if (kind == "delete_statement") return NameUse::Kind::kStore;
    if (kind == "type") return NameUse::Kind::kStore;  // an annotation
    if (kind != "pattern_list" && kind != "tuple_pattern" && kind != "list_pattern" &&
        kind != "expression_list" && kind != "tuple" && kind != "parenthesized_expression") {
      break;
    }
    inner = up;
  }
  return NameUse::Kind::kLoad;
}

bool ComparesWithNone(TSNode comparison) {
  const uint32_t count = ChildCount(comparison);
  if (count > kMaxOperands) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (NodeType(NodeChild(comparison, i)) == "none") return true;
  }
  return false;
}

// Whether a load is nothing but a question: `if X`, `not X`, `X is None`.
bool IsTest(const Path& path) {
  TSNode at = path.Up(0);
  for (size_t level = 1; level < path.Levels(); ++level) {
    const TSNode up = path.Up(level);
    const std::string_view type = NodeType(up);
    if (type == "if_statement" || type == "elif_clause" || type == "while_statement" ||
        type == "conditional_expression") {
      const TSNode condition =
          type == "conditional_expression" ? NodeChild(up, 2) : NodeField(up, "condition");
      return Within(at, condition);
    }
    if (type == "comparison_operator") {
      if (!ComparesWithNone(up)) return false;
    } else if (type != "not_operator" && type != "parenthesized_expression" &&
               type != "boolean_operator") {
      return false;
    }
    at = up;
  }
  return false;
}

// The source of the element that a load's value is assigned to as it is: `env["A"] = X`.
std::string ElementOf(const Path& path, std::string_view text) {
  const TSNode up = path.Up(1);
  if (NodeType(up) != "assignment" || !ts_node_eq(NodeField(up, "right"), path.Up(0))) return "";
  const TSNode left = NodeField(up, "left");
  return NodeType(left) == "subscript" ? std::string(TextOfNode(left, text)) : "";
}

bool IsPlainStore(const Path& path, std::string_view text) {
  const TSNode node = path.Up(0);
  const TSNode up = path.Up(1);
  const TSNode right = NodeField(up, "right");
  if (NodeType(up) != "assignment" || !ts_node_eq(NodeField(up, "left"), node) ||
      ts_node_is_null(right) || NodeType(path.Up(2)) == "assignment") {
    return false;
  }
  // x = float(x) takes the old value.
  return TextOfNode(right, text).find(TextOfNode(node, text)) == std::string_view::npos;
}

// Whether a string stands in the list that is given to __all__.
bool IsExport(const Path& path, std::string_view text) {
  for (size_t level = 1; level < path.Levels(); ++level) {
    const TSNode up = path.Up(level);
    const std::string_view type = NodeType(up);
    if (type == "assignment" || type == "augmented_assignment") {
      return TextOfNode(NodeField(up, "left"), text) == "__all__";
    }
    if (type.ends_with("_statement") || type == "block") return false;
  }
  return false;
}

std::string ImportAlias(const Path& path, std::string_view text) {
  for (size_t level = 1; level < path.Levels(); ++level) {
    const TSNode up = path.Up(level);
    if (NodeType(up) == "aliased_import")
      return std::string(TextOfNode(NodeField(up, "alias"), text));
    if (NodeType(up).ends_with("_statement")) break;
  }
  return std::string(TextOfNode(path.Up(0), text));
}

constexpr std::string_view kStar = "import *";

struct Word {
  uint32_t at = 0;
  const std::string* name = nullptr;  // null: the star of `import *`
};

// Where the names stand as words, in ascending order: one pass over the words of the text.
std::vector<Word> WordsIn(std::string_view text, const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, const std::string*> wanted;
  std::vector<Word> out;
  const auto is_word = [&](size_t at) { return at < text.size() && IsIdentifierByte(text[at]); };
  for (const std::string& name : names) wanted.emplace(name, &name);
  for (size_t at = 0; at < text.size(); ++at) {
    if (!is_word(at)) continue;
    const size_t begin = at;
    while (is_word(at)) ++at;
    const auto found = wanted.find(text.substr(begin, at - begin));
    if (found != wanted.end()) out.push_back({static_cast<uint32_t>(begin), found->second});
  }
  for (size_t at = text.find(kStar); at != std::string_view::npos; at = text.find(kStar, at + 1)) {
    out.push_back({static_cast<uint32_t>(at + kStar.size() - 1), nullptr});
  }
  std::sort(out.begin(), out.end(), [](const Word& a, const Word& b) { return a.at < b.at; });
  return out;
}

// Whether a line begins like one that others may belong to: `if x: y` above `else: z`.
bool IsClause(std::string_view line) {
  for (const std::string_view word : {"if", "elif", "else", "try", "except", "finally", "for",
                                      "while", "with", "async", "match", "case"}) {
    if (StartsWithWord(line, word)) return true;
  }
  return false;
}

// A text without what holds none of the words, and where its bytes stood.
class Reduced {
 public:
  // Functions, classes and simple statements without a word become one `pass` each, and those
  // behind one another a single one; comments and blank lines go. Parsing costs far more than this.
  Reduced(std::string_view text, const std::vector<Word>& words) : whole_(text) {
    const std::optional<std::vector<LogicalLine>> lines = FindLogicalLines(text);
    if (!lines) {
      Copy(0, static_cast<uint32_t>(text.size()));
      return;
    }
    const LogicalLine* passed = nullptr;  // the last line, where it became `pass`
    uint32_t end_row = 0;
    for (size_t i = 0; i < lines->size(); ++i) {
      const LogicalLine& line = (*lines)[i];
      const size_t last = LastWithout(*lines, i, words);
      const bool own_row = i == 0 || line.row > end_row;
      end_row = (*lines)[last].end_row;
      const bool left_out = last > i || IsLeftOut(*lines, i, words);
      const bool again = left_out && own_row && passed != nullptr && passed->indent == line.indent;
      if (!again) {
        if (own_row) {
          if (i > 0) text_ += '\n';
          Copy(line.begin - IndentOf(line.begin), line.begin);
        } else {
          Copy((*lines)[i - 1].end, line.begin);
        }
        if (left_out) {
          Note(line.begin);
          text_ += "pass";
        } else {
          Copy(line.begin, line.end);
        }
      }
      passed = left_out ? &line : nullptr;
      i = last;
    }
    text_ += '\n';
  }

  const std::string& text() const { return text_; }

  // Where the byte at `offset` of the whole text stands in text(); nothing where it was left out.
  std::optional<uint32_t> Find(uint32_t offset) const {
    const auto after =
        std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                         [](uint32_t at, const Piece& piece) { return at < piece.from; });
    if (after == pieces_.begin()) return std::nullopt;
    const Piece& piece = *(after - 1);
    if (offset >= piece.from + piece.size) return std::nullopt;
    return piece.at + (offset - piece.from);
  }

  // Where the byte at `offset` of text() stood.
  uint32_t Origin(uint32_t offset) const {
    const auto after =
        std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                         [](uint32_t at, const Piece& piece) { return at < piece.at; });
    if (after == pieces_.begin()) return 0;
    const Piece& piece = *(after - 1);
    return piece.from + std::min(offset - piece.at, piece.size);
  }

 private:
  struct Piece {
    uint32_t at = 0;    // in text_
    uint32_t from = 0;  // in the whole text
    uint32_t size = 0;  // 0: something stands in its place
  };

  static bool Holds(const std::vector<Word>& words, uint32_t begin, uint32_t end) {
    const auto first =
        std::lower_bound(words.begin(), words.end(), begin,
                         [](const Word& word, uint32_t offset) { return word.at < offset; });
    return first != words.end() && first->at < end;
  }

  bool IsLeftOut(const std::vector<LogicalLine>& lines, size_t i,
                 const std::vector<Word>& words) const {
    const LogicalLine& line = lines[i];
    const size_t last = LastOf(lines, i);
    const bool clause = line.opens && line.kind == LogicalLine::Kind::kOther;
    if (clause || IsClause(whole_.substr(line.begin, 8))) return false;
    return !Holds(words, line.begin, lines[last].end);
  }

  // The last line of the function or class whose header is line `i`; i where it is none.
  static size_t LastOf(const std::vector<LogicalLine>& lines, size_t i) {
    const bool block = lines[i].opens && lines[i].kind != LogicalLine::Kind::kOther;
    size_t last = i;
    while (block && last + 1 < lines.size() && lines[last + 1].indent > lines[i].indent) ++last;
    return last;
  }

  // The same where it is left out.
  size_t LastWithout(const std::vector<LogicalLine>& lines, size_t i,
                     const std::vector<Word>& words) const {
    return IsLeftOut(lines, i, words) ? LastOf(lines, i) : i;
  }

  uint32_t IndentOf(uint32_t begin) const {
    if (begin == 0) return 0;
    const size_t row = whole_.rfind('\n', begin - 1);
    return begin - static_cast<uint32_t>(row == std::string_view::npos ? 0 : row + 1);
  }

  void Note(uint32_t from) { pieces_.push_back({static_cast<uint32_t>(text_.size()), from, 0}); }
  void Copy(uint32_t begin, uint32_t end) {
    if (end <= begin) return;
    Note(begin);
    pieces_.back().size = end - begin;
    text_ += whole_.substr(begin, end - begin);
  }

  std::string_view whole_;
  std::string text_;
  std::vector<Piece> pieces_;
};

// What the identifier at the path's end is.
void ReadName(const Path& path, std::string_view text, NameUse* use) {
  use->kind = KindOf(path);
  if (use->kind == NameUse::Kind::kAttribute) {
    const std::string_view object = TextOfNode(NodeField(path.Up(1), "object"), text);
    const bool dotted = object.size() <= kMaxObjectBytes &&
                        std::all_of(object.begin(), object.end(),
                                    [](char c) { return IsIdentifierByte(c) || c == '.'; });
    if (dotted) use->object = object;
    // self.X = ... stores it.
    if (KindOf(path, 1) == NameUse::Kind::kStore) use->kind = NameUse::Kind::kStore;
  }
  if (use->kind == NameUse::Kind::kImport) use->alias = ImportAlias(path, text);
  if (use->kind == NameUse::Kind::kStore) use->plain = IsPlainStore(path, text);
  if (use->kind == NameUse::Kind::kLoad) {
    use->written_to = ElementOf(path, text);
    if (IsTest(path)) use->kind = NameUse::Kind::kTest;
  }
}

// What the string at the path's end is, which is the name; false where it is no use of it.
bool ReadString(const Path& path, std::string_view text, NameUse* use) {
  if (IsExport(path, text)) {
    use->kind = NameUse::Kind::kExported;
    return true;
  }
  // getattr(module, "X"), config.read("x"), values.get("x"): an argument of a call that looks a
  // name up.
  const TSNode call = path.Up(3);
  const std::string_view callee = TextOfNode(NodeField(call, "function"), text);
  const std::string_view last = callee.substr(callee.rfind('.') + 1);
  use->kind = NameUse::Kind::kString;
  // A name in capitals is what the environment itself is asked for.
  const bool key = last == "get" && ToUpper(use->name) != use->name;
  return NodeType(call) == "call" && (last == "getattr" || last == "attrgetter" || last == "read" ||
                                      key || last == "__getattr__" || last == "_read");
}

}  // namespace

std::optional<std::vector<NameUse>> FindUses(std::string_view text,
                                             const std::vector<std::string>& names) {
  std::vector<NameUse> out;
  const std::vector<Word> words = WordsIn(text, names);
  if (words.empty()) return out;
  const Reduced reduced(text, words);
  const PythonTree parsed = ParsePythonTree(reduced.text());
  if (parsed.tree == nullptr || parsed.left_out_from) return std::nullopt;
  std::vector<uint32_t> rows = {0};  // where they begin
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    rows.push_back(static_cast<uint32_t>(at + 1));
  }
  const auto line_of = [&](uint32_t offset) {
    return static_cast<uint32_t>(std::upper_bound(rows.begin(), rows.end(), offset) - rows.begin());
  };
  Path path(ts_tree_root_node(parsed.tree.get()));
  for (const Word& word : words) {
    const std::optional<uint32_t> at = reduced.Find(word.at);
    if (!at) continue;  // in a comment
    NameUse use;
    use.name = word.name == nullptr ? "*" : *word.name;
    use.offset = word.at;
    use.line = line_of(word.at);
    path.GoTo(*at, *at + static_cast<uint32_t>(use.name.size()));
    const TSNode node = path.Up(0);
    const std::string_view type = NodeType(node);
    if (word.name == nullptr) {
      if (type != "wildcard_import" && NodeType(path.Up(1)) != "wildcard_import") continue;
      use.kind = NameUse::Kind::kStar;
    } else if (type == "identifier") {
      ReadName(path, reduced.text(), &use);
    } else if (type != "string_content" || TextOfNode(node, reduced.text()) != use.name ||
               !ReadString(path, reduced.text(), &use)) {
      continue;
    }
    // A function's own name belongs to what stands around it.
    const TSNode parent = path.Up(1);
    const bool own =
        NodeType(parent) == "function_definition" && ts_node_eq(NodeField(parent, "name"), node);
    const std::optional<uint32_t> function = path.Function(own ? 2 : 1);
    if (function) use.function = line_of(reduced.Origin(*function));
    const std::optional<uint32_t> block = path.Block(own ? 2 : 1);
    if (block) use.block = reduced.Origin(*block);
    out.push_back(std::move(use));
  }
  return out;
}

}  // namespace flagcensus
