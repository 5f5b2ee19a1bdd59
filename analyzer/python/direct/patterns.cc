// `match` statements and their patterns → nodes (Python Language Reference, 8.6; PEP 634).
//
// Of a pattern only the names are kept that it binds, as LowerPython does: a case is its block, and
// before it, where there are some, an assignment of what nobody knows to them, and its guard.
#include "analyzer/python/direct/grammar.h"

namespace flagcensus {
namespace {

constexpr int kMaxPattern = 9;  // patterns in patterns; LowerPython cuts at five times as many
constexpr size_t kMaxCaptures = 200;  // of a case

}  // namespace

// Whether the statement that begins with `match` is none of an expression. Such a one is the only
// one that ends with a ':'. Costs its line.
bool PyGrammar::IsMatch() {
  const char next = lexer_.After();
  if (next == '=' || next == '.' || next == ',' || next == ')' || next == ';' || next == ':' ||
      next == '\n' || next == '\r') {
    return false;
  }
  const PyLexer::State before = lexer_.Mark();
  bool colon = false;
  while (Kind() != PyToken::kBad && Kind() != PyToken::kEnd && Kind() != PyToken::kLineEnd) {
    colon = Is(":");
    lexer_.Next();
  }
  const bool block = Kind() == PyToken::kLineEnd && colon;
  lexer_.Resume(before);
  return block;
}

NodeId PyGrammar::Match() {
  const Level level(this);
  const PyPosition at = Here();
  Advance();
  const PyPosition first = Here();
  Ids subjects;
  bool comma = false;
  uint32_t first_row = 0;
  do {
    if (comma && Is(":")) break;
    subjects.push_back(ExpressionOrSplat());
    if (!comma) first_row = end_row_;
    comma = comma || Is(",");
    if (subjects.size() > kMaxParts) failed_ = true;
  } while (Take(","));
  Ids ids = {comma ? MakeTo(first_row, NodeKind::kTuple, first, subjects) : subjects[0]};
  Expect(":");
  if (failed_ || Kind() != PyToken::kLineEnd) return Fail();
  bool all = false;
  Indented([&] { ids.push_back(Case(&all)); });
  return Make(NodeKind::kMatch, at, ids, {}, all ? 1 : 0);
}

// `all`: set where it takes all that no case before it does.
NodeId PyGrammar::Case(bool* all) {
  const PyPosition at = Here();
  if (Kind() != PyToken::kName || Text() != "case") return Fail();
  Advance();
  const PyLexeme first = lexer_.token();
  uint32_t end = 0;
  bool comma = false;
  Ids names;
  do {
    if (comma && (Is(":") || IsWord("if"))) break;
    Pattern(&names, 0);
    end = last_end_;
    comma = comma || Is(",");
  } while (Take(","));
  Ids guard;
  if (!failed_ && IsWord("if")) {
    const PyPosition begin = Here();
    Advance();
    const NodeId test = Expression();
    guard.push_back(Make(NodeKind::kExpression, begin, {test}));
  }
  if (first.kind == PyToken::kName && first.end == end && !comma && guard.empty()) *all = true;
  const NodeId block = Block();
  if (failed_ || (names.empty() && guard.empty())) return block;
  Ids statements;
  if (!names.empty()) {
    const std::string_view patterns = lexer_.text().substr(first.begin, end - first.begin);
    names.insert(names.begin(), Make(NodeKind::kOpaque, at, {}, patterns.substr(0, 80)));
    statements.push_back(Make(NodeKind::kAssign, at, names));
  }
  statements.insert(statements.end(), guard.begin(), guard.end());
  statements.push_back(block);
  return Make(NodeKind::kBlock, at, statements);
}

void PyGrammar::Capture(Ids* names) {
  const bool any = Kind() == PyToken::kName && Text() == "_";
  const NodeId name = Name();
  if (!any) names->push_back(name);
  if (names->size() > kMaxCaptures) failed_ = true;
}

// a | b as c, *rest
void PyGrammar::Pattern(Ids* names, int depth) {
  const Level level(this);
  if (depth > kMaxPattern) failed_ = true;
  if (failed_) return;
  if (Take("*")) return Capture(names);
  do {
    ClosedPattern(names, depth);
  } while (Take("|"));
  if (failed_ || !IsWord("as")) return;
  Advance();
  Capture(names);
}

// One without `|` and `as` outside its brackets.
void PyGrammar::ClosedPattern(Ids* names, int depth) {
  const std::string_view text = Text();
  switch (Kind()) {
    case PyToken::kString: {
      const Mute mute(this);
      if (text.substr(0, text.find_first_of("\"'")).find_first_of("fF") < text.size()) Fail();
      Strings();
      return;
    }
    case PyToken::kName:
      return NamePattern(names, depth);
    case PyToken::kKeyword:
      if (text != "None" && text != "True" && text != "False") failed_ = true;
      return Advance();
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
void PyGrammar::NumberPattern() {
  const auto number = [&] {
    if (Kind() != PyToken::kInteger && Kind() != PyToken::kFloat) failed_ = true;
    Advance();
  };
  Take("-");
  number();
  if (Take("+") || Take("-")) number();
}

// name, module.VALUE, Class(pattern, attribute=pattern)
void PyGrammar::NamePattern(Ids* names, int depth) {
  const char next = lexer_.After();
  if (next != '.' && next != '(') return Capture(names);
  DottedName();
  if (!failed_ && Is("(")) PatternsIn(")", names, depth);
}

// From the opening bracket at hand past the closing one.
void PyGrammar::PatternsIn(std::string_view closing, Ids* names, int depth) {
  Advance();
  while (!failed_ && !Is(closing)) {
    if (Kind() == PyToken::kName && lexer_.After() == '=') {
      Advance();
      Expect("=");
    }
    Pattern(names, depth + 1);
    if (!Take(",")) break;
  }
  Expect(closing);
}

// {"key": pattern, module.KEY: pattern, **rest}
void PyGrammar::Mapping(Ids* names, int depth) {
  Advance();
  while (!failed_ && !Is("}")) {
    if (Take("**")) {
      Capture(names);
    } else {
      Ids compared;
      ClosedPattern(&compared, depth + 1);
      if (!compared.empty()) failed_ = true;  // a key is a value
      Expect(":");
      Pattern(names, depth + 1);
    }
    if (!Take(",")) break;
  }
  Expect("}");
}

}  // namespace flagcensus
