// a declaration of a value that was read ─→ the default that the statements after it give the
// variable
//
//   x := os.Getenv("X")
//   if x == "" { x = "d" }       ─→ default d
//   if x == "" { return "d" }    ─→ default d, if the function otherwise returns x
//   if x == "" { panic(...) }    ─→ required
//   if x, ok := read(); ok { return x } return "d"    ─→ default d
//   if x == "" { log(...) }      ─→ no default
#include <algorithm>

#include "analyzer/languages/sites.h"

namespace flagcensus {
namespace {

// The test usually follows immediately, perhaps after an error check or another declaration. A
// later one is not seen; searching further would find tests of other uses.
constexpr size_t kMaxStatementsAfter = 4;
// Maximum nesting of terms in an expression.
constexpr int kDeepestTest = 6;
// The search for `return x` in the enclosing function ends after this many terms in each direction,
// so a file of one large function does not cost the square of its size.
constexpr TermId kMaxBefore = 2000;

// What a test is true for: a set value, an unset one, or neither.
enum class Asks { kNothing, kSet, kUnset };

Asks Opposite(Asks asks) {
  return asks == Asks::kSet ? Asks::kUnset : asks == Asks::kUnset ? Asks::kSet : Asks::kNothing;
}

class UnsetTestReader {
 public:
  UnsetTestReader(const Names& names, std::string_view text, const OtherFiles* others,
                  const std::string& name, const std::string& also)
      : names_(names),
        program_(names.program()),
        text_(text),
        others_(others),
        name_(name),
        also_(also) {}

  // The default that the statements after the declaration give the name.
  SiteDefault Read(TermId declaration) {
    // The statement around the declaration: `var x = read()` is wrapped in terms without a kind.
    TermId statement = declaration;
    TermId block = program_.parent(statement);
    while (program_.kind(block) == TermKind::kOther) {
      statement = block;
      block = program_.parent(block);
    }
    if (program_.kind(block) != TermKind::kBlock) return {};
    const std::vector<TermId>& all = program_[block].parts;
    const auto at = std::find(all.begin(), all.end(), statement);
    if (at == all.end()) return {};
    size_t seen = 0;
    for (auto next = at + 1; next != all.end() && seen < kMaxStatementsAfter; ++next, ++seen) {
      // The test is an `if` statement, or part of an expression.
      const TermId test = Inner(*next);
      if (program_.kind(test) != TermKind::kIf) {
        SiteDefault found = InStatement(test);
        if (found.kind != DefaultKind::kNone) return found;
        continue;
      }
      const Asks asks = AsksOf(program_.part(test, 0), 0);
      // The branch for the unset case decides.
      if (asks == Asks::kUnset) return Given(program_.part(test, 1));
      if (asks != Asks::kSet) continue;
      if (const TermId other = program_.part(test, 2); other != kNoTerm) return Given(other);
      // `if (x) { use(x) }` without an else: the code after it runs in both cases.
      if (!Returns(program_.part(test, 1))) return {};
      return DefaultAfterBranch(block, next + 1, all.end());
    }
    return {};
  }

 private:
  using Statement = std::vector<TermId>::const_iterator;

  // Unwraps kOther terms with a single part.
  TermId Inner(TermId id) const {
    while (id != kNoTerm && program_.kind(id) == TermKind::kOther &&
           program_[id].parts.size() == 1) {
      id = program_.part(id, 0);
    }
    return id;
  }

  // `v ??= "d"`, `return v != null ? v : "d"`, `x = v ?: "d"`, `requireNonNull(v)`
  SiteDefault InStatement(TermId statement) const {
    const TermKind kind = program_.kind(statement);
    if (kind == TermKind::kCall) return Refused(statement);
    if (kind == TermKind::kAssign && IsName(program_.part(statement, 0), name_)) {
      const std::string& sign = program_[statement].text;
      const TermId value = program_.part(statement, 1);
      if (sign == "?\?=" || sign == "||=") return DefaultOf(names_, text_, others_, value);
      return Chosen(value);
    }
    if (kind == TermKind::kReturn || kind == TermKind::kDeclare) {
      return Chosen(program_.part(statement, 0));
    }
    return kind == TermKind::kAssign ? Chosen(program_.part(statement, 1)) : SiteDefault();
  }

  // A call that throws if the value is unset, such as requireNonNull(v).
  SiteDefault Refused(TermId call) const {
    if (!names_.rows().classes) return {};
    const auto& calls = names_.rows().values.calls;
    const auto row = calls.find(names_.rows().RowPath(names_.PathOf(program_.part(call, 0))));
    const bool refuses = row != calls.end() && row->second.effect == MethodEffect::kRequired &&
                         IsName(program_.part(call, 1), name_);
    return refuses ? SiteDefault{DefaultKind::kRequired, {}, {}} : SiteDefault();
  }

  // Whether an expression is the value or a conversion of it, and not a text that contains it.
  bool Passes(TermId id, int depth) const {
    id = Inner(id);
    if (id == kNoTerm || depth > kDeepestTest) return false;
    if (IsName(id, name_)) return true;
    const TermKind kind = program_.kind(id);
    if (kind == TermKind::kRequired) return Passes(program_.part(id, 0), depth + 1);
    if (kind != TermKind::kCall) return false;
    const TermId callee = program_.part(id, 0);
    const bool method = program_.kind(callee) == TermKind::kMember;
    return Passes(program_.part(id, 1), depth + 1) ||
           (method && Passes(program_.part(callee, 0), depth + 1));
  }

  // The default in an expression that uses another value if the name is unset: `x || "d"`, `x ? x :
  // "d"`.
  SiteDefault Chosen(TermId value) const {
    value = Inner(value);
    if (value == kNoTerm) return {};
    const TermKind kind = program_.kind(value);
    if (kind == TermKind::kOr && IsName(Inner(program_.part(value, 0)), name_)) {
      return DefaultOf(names_, text_, others_, program_.part(value, 1));
    }
    if (kind != TermKind::kChoice) return {};
    const Asks asks = AsksOf(program_.part(value, 0), 0);
    // The branch for the set case must be the value itself. Otherwise the expression does not give
    // it a default.
    const size_t set = asks == Asks::kSet ? 1 : 2;
    if (asks == Asks::kNothing || !Passes(program_.part(value, set), 0)) return {};
    return DefaultOf(names_, text_, others_, program_.part(value, 3 - set));
  }

  bool IsName(TermId id, const std::string& name) const {
    return !name.empty() && program_.kind(id) == TermKind::kName && program_[id].text == name;
  }

  // "undefined" is what JavaScript's String(undefined) yields; 0 is compared with a length.
  bool IsEmpty(TermId id) const {
    if (program_.kind(id) == TermKind::kNothing) return true;
    const bool text = program_.kind(id) == TermKind::kString &&
                      (program_[id].text.empty() || program_[id].text == "undefined");
    return text || (program_.kind(id) == TermKind::kLiteral && program_[id].text == "0");
  }

  // What the test says about the name.
  Asks AsksOf(TermId test, int depth) const {
    test = Inner(test);
    if (depth > kDeepestTest || test == kNoTerm) return Asks::kNothing;
    const Term& term = program_[test];
    if (IsName(test, name_)) return Asks::kSet;
    // `ok` of `x, ok := read()`.
    if (IsName(test, also_)) return Asks::kSet;
    if (term.kind == TermKind::kNot) return Opposite(AsksOf(program_.part(test, 0), depth + 1));
    // `!x || other` and `ok && x != ""`: the first operand that tests the value decides.
    if (term.kind == TermKind::kBoth || term.kind == TermKind::kOr) {
      const Asks left = AsksOf(program_.part(test, 0), depth + 1);
      const Asks right = AsksOf(program_.part(test, 1), depth + 1);
      // The other operand may make the branch run for a different reason, which is ignored.
      return left != Asks::kNothing ? left : right;
    }
    if (term.kind == TermKind::kCall) return AsksOfCall(test);
    if (term.kind != TermKind::kEqual) return Asks::kNothing;
    const TermId left = Inner(program_.part(test, 0));
    const TermId right = Inner(program_.part(test, 1));
    const bool same = term.text == "==";
    // `err != nil` means that the value is unset.
    if (IsName(left, also_) && program_.kind(right) == TermKind::kNothing) {
      return same ? Asks::kSet : Asks::kUnset;
    }
    if (!(IsName(left, name_) || IsLength(left)) || !IsEmpty(right)) return Asks::kNothing;
    return same ? Asks::kUnset : Asks::kSet;
  }

  // IsNullOrEmpty(x), x.isEmpty()
  Asks AsksOfCall(TermId call) const {
    const LanguageRows& rows = names_.rows();
    const TermId callee = program_.part(call, 0);
    const bool member = program_.kind(callee) == TermKind::kMember;
    const bool method = member && IsName(Inner(program_.part(callee, 0)), name_);
    if (!method && !IsName(Inner(program_.part(call, 1)), name_)) return Asks::kNothing;
    const std::string by = method ? program_[callee].text : rows.RowPath(names_.PathOf(callee));
    const auto holds = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), by) != list.end();
    };
    return holds(rows.values.unset) ? Asks::kUnset
           : holds(rows.values.set) ? Asks::kSet
                                    : Asks::kNothing;
  }

  // len(x), x.length
  bool IsLength(TermId id) const {
    if (program_.kind(id) == TermKind::kMember) {
      return program_[id].text == "length" && IsName(program_.part(id, 0), name_);
    }
    const TermId callee = program_.part(id, 0);
    return program_.kind(id) == TermKind::kCall && program_.kind(callee) == TermKind::kName &&
           program_[callee].text == "len" && IsName(program_.part(id, 1), name_);
  }

  // Whether a branch ends in a `return`.
  bool Returns(TermId block) const {
    if (program_.kind(block) == TermKind::kReturn) return true;
    return block != kNoTerm && !program_[block].parts.empty() &&
           program_.kind(Inner(program_[block].parts.back())) == TermKind::kReturn;
  }

  // The result of a branch: the value that it assigns to the name, or that it returns.
  SiteDefault Given(TermId block) const {
    block = Inner(block);
    if (IsExit(names_, block)) return {DefaultKind::kRequired, {}, {}};
    const std::vector<TermId> one = {block};
    const bool several =
        program_.kind(block) == TermKind::kBlock || (program_.kind(block) == TermKind::kOther);
    const std::vector<TermId>& all = several ? program_[block].parts : one;
    for (const TermId part : all) {
      const TermId statement = Inner(part);
      if (program_.kind(statement) == TermKind::kAssign &&
          IsName(program_.part(statement, 0), name_)) {
        return DefaultOf(names_, text_, others_, program_.part(statement, 1));
      }
      if (program_.kind(statement) == TermKind::kReturn) return Returned(statement);
    }
    return {};
  }

  // Whether an expression contains the name.
  bool Mentions(TermId id, int depth) const {
    if (id == kNoTerm || depth > kDeepestTest) return false;
    if (IsName(id, name_)) return true;
    const std::vector<TermId>& parts = program_[id].parts;
    return std::any_of(parts.begin(), parts.end(),
                       [&](TermId part) { return Mentions(part, depth + 1); });
  }

  // Whether the enclosing function returns the value elsewhere. Otherwise its results have a
  // different meaning, such as an exit status, and `return 1` is not a default.
  bool ReturnsNameElsewhere(TermId inside) const {
    const TermId function = names_.declared().FunctionAround(inside);
    if (function == kNoTerm) return false;
    // Terms are added bottom-up: those of a function are the ones before it.
    for (TermId id = inside; id < std::min(function, inside + kMaxBefore); ++id) {
      if (program_.kind(id) == TermKind::kReturn && Mentions(program_.part(id, 0), 0)) return true;
    }
    for (TermId id = inside; id > 0 && inside - id < kMaxBefore; --id) {
      if (program_.kind(id) != TermKind::kReturn || !Mentions(program_.part(id, 0), 0)) continue;
      if (names_.declared().FunctionAround(id) == function) return true;
    }
    return false;
  }

  // The value of a `return` as the default, if the function returns the name elsewhere.
  SiteDefault Returned(TermId statement) const {
    if (!ReturnsNameElsewhere(statement)) return {};
    return DefaultOf(names_, text_, others_, program_.part(statement, 0));
  }

  // The default after a branch that returns the value: the next statement returns it. If the block
  // ends with the branch, that is the first statement after the block; in Go, `if x, ok := read();
  // ok {...}` is a block with nothing else in it.
  SiteDefault DefaultAfterBranch(TermId block, Statement next, Statement end) const {
    if (next != end) {
      const TermId statement = Inner(*next);
      if (IsExit(names_, statement)) return {DefaultKind::kRequired, {}, {}};
      return program_.kind(statement) == TermKind::kReturn ? Returned(statement) : SiteDefault();
    }
    const TermId outer = program_.parent(block);
    if (program_.kind(outer) != TermKind::kBlock) return {};
    const std::vector<TermId>& all = program_[outer].parts;
    const auto at = std::find(all.begin(), all.end(), block);
    if (at == all.end() || at + 1 == all.end()) return {};
    const TermId statement = Inner(*(at + 1));
    if (IsExit(names_, statement)) return {DefaultKind::kRequired, {}, {}};
    return program_.kind(statement) == TermKind::kReturn ? Returned(statement) : SiteDefault();
  }

  const Names& names_;
  const Program& program_;
  std::string_view text_;
  const OtherFiles* others_;
  const std::string& name_;
  const std::string& also_;
};

}  // namespace

// The last statement decides: `throw` and a call that the language's table lists under exits are
// exits; `log(...); return` is not.
bool IsExit(const Names& names, TermId block) {
  const Program& program = names.program();
  // Eight levels are enough to get from a block through its last statement to a call.
  for (int i = 0; i < 8 && block != kNoTerm; ++i) {
    const Term& term = program[block];
    if (term.kind == TermKind::kThrow) return true;
    if (term.kind == TermKind::kCall) {
      const std::string path = names.PathOf(program.part(block, 0));
      const std::vector<std::string>& exits = names.rows().values.exits;
      return std::find(exits.begin(), exits.end(), path) != exits.end();
    }
    const bool holds = term.kind == TermKind::kBlock || term.kind == TermKind::kOther ||
                       term.kind == TermKind::kFunction || term.kind == TermKind::kReturn;
    if (!holds || term.parts.empty()) return false;
    block = term.parts.back();
  }
  return false;
}

SiteDefault DefaultAfterRead(const Names& names, std::string_view text, const OtherFiles* others,
                             TermId declaration, const std::string& name, const std::string& also) {
  return UnsetTestReader(names, text, others, name, also).Read(declaration);
}

}  // namespace flagcensus
