// Writes that depend on a test that the variable is not set.
//
//   if (!getenv("X")) setenv("X", "1", 1);              ─→ guarded: the write is a default
//   if (getenv("X")) use(); else setenv("X", "1", 1);   ─→ the same
//   if (!getenv("X") || force) setenv("X", "1", 1);     ─→ not guarded: something else decides, too
#include "analyzer/c/guards.h"

namespace flagcensus {
namespace {

// A bracket further back is not found, so the write counts as unconditional.
constexpr size_t kMaxBack = 4000;  // tokens that are searched backwards

}  // namespace

// Continues at the position of the last call of the statement, which saves a pass for each of them.
size_t CGuards::TestBefore(size_t statement, size_t begin) {
  Tests& tests = tests_;
  if (tests.statement != statement || tests.passed + 1 > begin) tests = {statement, statement, 0};
  for (; tests.passed + 1 < begin; ++tests.passed) {
    if (t_[tests.passed].IsName("if") && t_[tests.passed + 1].Is("("))
      tests.last = tests.passed + 1;
  }
  return tests.last;
}

// Searches for the condition: an `if` in the same statement, the `if` before the enclosing block,
// or the `if` of an `else`. It has to negate a read of the same name, or a variable that is
// assigned such a read.
bool CGuards::IsGuarded(size_t statement, size_t begin, std::pair<size_t, size_t> name,
                        size_t body) {
  size_t open = TestBefore(statement, begin);
  if (t_[begin - 1].IsName("else")) return IsGuardedElse(begin - 1, name, body);
  if (open == 0) {  // if (...) { setenv
    const size_t brace = file_.Enclosing(statement, body);
    if (brace <= body + 1) return false;
    if (t_[brace - 1].IsName("else")) return IsGuardedElse(brace - 1, name, body);
    if (!t_[brace - 1].Is(")")) return false;
    open = file_.OpenOf(brace - 1, body);
    if (open <= body || !t_[open - 1].IsName("if")) return false;
  }
  const size_t close = file_.Match(open);
  bool negated = false;
  for (size_t i = open; i < close; ++i) {
    negated = negated || t_[i].Is("!") ||
              (t_[i].Is("==") &&
               (t_[i + 1].IsName("NULL") || t_[i + 1].IsName("nullptr") || t_[i + 1].text == "0" ||
                t_[i - 1].IsName("NULL") || t_[i - 1].IsName("nullptr")));
    // `!=` and `||` are too many ways to be true: the write then counts as unconditional.
    if (t_[i].Is("!=") || t_[i].Is("||")) return false;
  }
  if (!negated) return false;
  if (Reads(open, close + 1, name)) return true;
  for (size_t i = open + 1; i < close; ++i) {
    if (t_[i].kind == Kind::kName && ContainsRead(t_[i].text, body, open, name)) return true;
  }
  return false;
}

bool CGuards::IsGuardedElse(size_t other, std::pair<size_t, size_t> name, size_t body) const {
  if (other <= body + 4) return false;
  // The test of the `if` that the `else` belongs to.
  size_t open = body;
  if (t_[other - 1].Is("}")) {
    const size_t brace = file_.OpenOf(other - 1, body);
    if (brace > body && t_[brace - 1].Is(")")) open = file_.OpenOf(brace - 1, body);
  } else if (t_[other - 1].Is(";")) {
    int depth = 0;
    for (size_t i = other - 1; i-- > body && other - i < kMaxBack;) {
      if (t_[i].Is(")")) ++depth;
      if (t_[i].Is("(")) --depth;
      if (depth == 0 && (t_[i].Is(";") || t_[i].Is("{") || t_[i].Is("}"))) break;
      if (depth == 0 && t_[i].IsName("if") && t_[i + 1].Is("(")) {
        open = i + 1;
        break;
      }
    }
  }
  if (open <= body || !t_[open - 1].IsName("if")) return false;
  // v, v != NULL, getenv("X"), (v = getenv("X")) != NULL: nothing else may decide.
  size_t from = open + 1;
  size_t to = file_.Match(open);
  if (to < from + 1) return false;
  if (to - from > 2 && IsNull(t_[to - 1]) && t_[to - 2].Is("!=")) to -= 2;
  if (to - from > 2 && IsNull(t_[from]) && t_[from + 1].Is("!=")) from += 2;
  while (t_[from].Is("(") && file_.Match(from) == to - 1) {
    ++from;
    --to;
  }
  if (to == from + 1) return ContainsRead(t_[from].text, body, open, name);
  size_t callee = from;
  while (callee < to && !t_[callee].Is("=") && !t_[callee].Is("(")) ++callee;
  callee = callee < to && t_[callee].Is("=") ? callee + 1 : from;
  if (t_[callee].Is("::")) ++callee;
  while (t_[callee + 1].Is("::")) callee += 2;
  return t_[callee + 1].Is("(") && file_.Match(callee + 1) == to - 1 && Reads(callee, to + 1, name);
}

}  // namespace flagcensus
