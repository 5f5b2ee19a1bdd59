// `match` statements and their patterns → nodes (Python Language Reference, 8.6; PEP 634).
//
// Only the names that a pattern binds are kept, and literals outside of brackets, as LowerPython
// does. A case is its block; before it, if there are any, an assignment of something unknown to the
// names, and the guard:
//
//   case [a, b] if a: x      ─→ kBlock(kAssign(kOpaque, a, b), kExpression(a), kBlock(x))
//   case "a" | "b": x        ─→ kCase(kString a, kString b, kBlock(x))
#include <utility>

#include "analyzer/python/direct/blocks.h"

namespace flagcensus {
namespace {

constexpr int kMaxPattern = 9;        // nested patterns; LowerPython cuts at five times as many
constexpr size_t kMaxCaptures = 200;  // of a case

}  // namespace

// Whether the statement that begins with `match` is a match statement and not an expression: it is
// the only one that ends with a ':'. Costs a scan of its line.
bool PyPatterns::IsMatch() {
  const char next = cursor_.lexer.After();
  if (next == '=' || next == '.' || next == ',' || next == ')' || next == ';' || next == ':' ||
      next == '\n' || next == '\r') {
    return false;
  }
  const PyLexer::State before = cursor_.lexer.Mark();
  // A colon at the end of the line, outside brackets, decides.
  bool colon = false;
  while (cursor_.Kind() != PyToken::kBad && cursor_.Kind() != PyToken::kEnd &&
         cursor_.Kind() != PyToken::kLineEnd) {
    colon = cursor_.Is(":");
    cursor_.lexer.Next();
  }
  const bool block = cursor_.Kind() == PyToken::kLineEnd && colon;
  cursor_.lexer.Resume(before);
  return block;
}

// match a, b:
NodeId PyPatterns::Match() {
  const PyCursor::Level level(cursor_);
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  const uint32_t first = cursor_.Here();
  PyIds subjects;
  bool comma = false;
  uint32_t first_end = 0;
  // match a, b: the subject is a tuple.
  do {
    if (comma && cursor_.Is(":")) break;
    subjects.push_back(expressions_.ExpressionOrSplat());
    // The node of the tuple ends with the first subject, as LowerPython makes it.
    if (!comma) first_end = cursor_.last_end;
    comma = comma || cursor_.Is(",");
    if (subjects.size() > PyCursor::kMaxParts) cursor_.Fail();
  } while (cursor_.Take(","));
  PyIds ids = {comma ? cursor_.MakeTo(first_end, NodeKind::kTuple, first, subjects) : subjects[0]};
  cursor_.Expect(":");
  if (cursor_.failed() || cursor_.Kind() != PyToken::kLineEnd) return cursor_.Fail();
  // Each case sets `all` if it matches everything.
  bool all = false;
  blocks_.Indented([&] { ids.push_back(Case(&all)); }, &ids);
  return cursor_.Make(NodeKind::kMatch, at, ids, {}, all ? 1 : 0);
}

// `all`: set if the case matches everything that no earlier one does.
NodeId PyPatterns::Case(bool* all) {
  const uint32_t at = cursor_.Here();
  // Anything else in the block is an error that the grammar may understand.
  if (cursor_.Kind() != PyToken::kName || cursor_.Text() != "case") return cursor_.Fail();
  cursor_.Advance();
  const PyLexeme first = cursor_.lexer.token();
  uint32_t end = 0;
  bool comma = false;
  PyIds names;
  literals_.clear();
  others_ = false;
  do {
    // Patterns with commas are a sequence.
    if (comma && (cursor_.Is(":") || cursor_.IsWord("if"))) break;
    Pattern(&names, 0);
    end = cursor_.last_end;
    comma = comma || cursor_.Is(",");
  } while (cursor_.Take(","));
  PyIds guard;
  // case x if test:
  if (!cursor_.failed() && cursor_.IsWord("if")) {
    const uint32_t begin = cursor_.Here();
    cursor_.Advance();
    const NodeId test = expressions_.Expression();
    guard.push_back(cursor_.Make(NodeKind::kExpression, begin, {test}));
  }
  // A single name without a guard, including `_`.
  if (first.kind == PyToken::kName && first.end == end && !comma && guard.empty()) *all = true;
  // A block may contain another match.
  PyIds literals = std::exchange(literals_, {});
  if (comma) literals.clear();  // they are elements of the subject
  const uint8_t flag = others_ || !guard.empty() ? 1 : 0;
  const NodeId block = blocks_.Block();
  const auto with_literals = [&](NodeId body) {
    if (cursor_.failed() || literals.empty()) return body;
    literals.push_back(body);
    return cursor_.Make(NodeKind::kCase, at, literals, {}, flag);
  };
  if (cursor_.failed() || (names.empty() && guard.empty())) return with_literals(block);
  // LowerPython writes the assignment and the guard as the first statements of the case.
  PyIds statements;
  if (!names.empty()) {
    const std::string_view patterns = cursor_.lexer.text().substr(first.begin, end - first.begin);
    names.insert(names.begin(), cursor_.Make(NodeKind::kOpaque, at, {}, patterns.substr(0, 80)));
    statements.push_back(cursor_.Make(NodeKind::kAssign, at, names));
  }
  statements.insert(statements.end(), guard.begin(), guard.end());
  statements.push_back(block);
  return with_literals(cursor_.Make(NodeKind::kBlock, at, statements));
}

// `_` matches without binding.
void PyPatterns::Capture(PyIds* names) {
  // The name is consumed in any case.
  const bool any = cursor_.Kind() == PyToken::kName && cursor_.Text() == "_";
  const NodeId name = cursor_.Name();
  if (!any) names->push_back(name);
  if (names->size() > kMaxCaptures) cursor_.Fail();
}

// a | b as c, *rest
void PyPatterns::Pattern(PyIds* names, int depth) {
  const PyCursor::Level level(cursor_);
  if (depth > kMaxPattern) cursor_.Fail();
  if (cursor_.failed()) return;
  // *rest binds the remaining elements.
  if (cursor_.Take("*")) return Capture(names);
  do {
    // Alternatives of a pattern bind the same names.
    ClosedPattern(names, depth);
  } while (cursor_.Take("|"));
  if (cursor_.failed() || !cursor_.IsWord("as")) return;
  cursor_.Advance();
  Capture(names);
}

// Adds the text, None, True or False at the cursor to the literals of the case.
bool PyPatterns::TakeLiteral() {
  const uint32_t at = cursor_.Here();
  const std::string_view text = cursor_.Text();
  if (cursor_.Kind() == PyToken::kString) {
    literals_.push_back(strings_.Strings());
    return true;
  }
  if (cursor_.Kind() != PyToken::kKeyword) return false;
  const NodeKind kind = text == "None"    ? NodeKind::kNone
                        : text == "True"  ? NodeKind::kTrue
                        : text == "False" ? NodeKind::kFalse
                                          : NodeKind::kOpaque;
  if (kind == NodeKind::kOpaque) return false;
  cursor_.Advance();
  literals_.push_back(cursor_.Make(kind, at, {}));
  return true;
}

// A pattern without `|` and `as` outside its brackets.
void PyPatterns::ClosedPattern(PyIds* names, int depth) {
  const std::string_view text = cursor_.Text();
  const bool format = cursor_.Kind() == PyToken::kString &&
                      text.substr(0, text.find_first_of("\"'")).find_first_of("fF") < text.size();
  if (depth == 0 && !format && TakeLiteral()) return;
  others_ = true;
  // Literals in brackets make no nodes: only what the pattern binds is of interest.
  switch (cursor_.Kind()) {
    case PyToken::kString: {
      const PyCursor::Mute mute(cursor_);
      if (format) cursor_.Fail();  // not a pattern
      strings_.Strings();
      return;
    }
    case PyToken::kName:
      return NamePattern(names, depth);
    case PyToken::kKeyword:
      // None, True and False are values that are compared.
      if (text != "None" && text != "True" && text != "False") cursor_.Fail();
      return cursor_.Advance();
    case PyToken::kOperator:
      if (text == "(") return PatternsIn(")", names, depth);
      if (text == "[") return PatternsIn("]", names, depth);
      if (text == "{") return Mapping(names, depth);
      [[fallthrough]];
    default:
      return NumberPattern();
  }
}

// 1, -1.5, 1 + 2j
void PyPatterns::NumberPattern() {
  const auto number = [&] {
    if (cursor_.Kind() != PyToken::kInteger && cursor_.Kind() != PyToken::kFloat) cursor_.Fail();
    cursor_.Advance();
  };
  // A sign, a number, and for complex numbers a second one.
  cursor_.Take("-");
  number();
  if (cursor_.Take("+") || cursor_.Take("-")) number();
}

// name, module.VALUE, Class(pattern, attribute=pattern).
void PyPatterns::NamePattern(PyIds* names, int depth) {
  // A dotted name is a value; a name with parentheses is a class.
  const char next = cursor_.lexer.After();
  if (next != '.' && next != '(') return Capture(names);
  cursor_.DottedName();
  if (!cursor_.failed() && cursor_.Is("(")) PatternsIn(")", names, depth);
}

// From the current opening bracket to after the closing one.
void PyPatterns::PatternsIn(PyWord closing, PyIds* names, int depth) {
  cursor_.Advance();
  // Patterns between the brackets, separated by commas.
  while (!cursor_.failed() && !cursor_.Is(closing)) {
    // attribute=pattern
    if (cursor_.Kind() == PyToken::kName && cursor_.lexer.After() == '=') {
      cursor_.Advance();
      cursor_.Expect("=");
    }
    Pattern(names, depth + 1);
    if (!cursor_.Take(",")) break;
  }
  cursor_.Expect(closing);
}

// {"key": pattern, module.KEY: pattern, **rest}
void PyPatterns::Mapping(PyIds* names, int depth) {
  cursor_.Advance();
  // Keys are values, their patterns may bind names.
  while (!cursor_.failed() && !cursor_.Is("}")) {
    if (cursor_.Take("**")) {
      Capture(names);
    } else {
      PyIds compared;
      ClosedPattern(&compared, depth + 1);
      if (!compared.empty()) cursor_.Fail();  // a key is a value
      cursor_.Expect(":");
      Pattern(names, depth + 1);
    }
    if (!cursor_.Take(",")) break;
  }
  cursor_.Expect("}");
}

}  // namespace flagcensus
