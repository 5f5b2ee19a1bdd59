// a read ─→ outwards through the terms around it: defaults, conversions, comparisons, the name
//
//   const port = parseInt(process.env.PORT || "80")
//         PORT ─→ kOr: default "80" ─→ kCall parseInt: type int ─→ kDeclare: bound to port
//   if (!process.env.KEY) throw ...     ─→ kNot, and the branch ends: required
//   foo(process.env.KEY)                ─→ an unknown function: the climb ends
//
// Each step decides whether the term around still has the variable's value. If not, the climb ends,
// and a default found further out would not be the variable's.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/languages/read_context.h"
#include "analyzer/languages/sites.h"

namespace flagcensus {
namespace {

// Terms outwards; longer chains of calls do not occur by hand.
constexpr int kMaxSteps = 40;  // outwards

class Climber : public ReadContext {
 public:
  using ReadContext::ReadContext;

  // Goes outwards from the read until a step says that the value is not passed on.
  void Climb(TermId at) {
    read_ = at;
    // The field of a pattern has its default and its name in itself.
    if (program_.kind(at) == TermKind::kField) return Field(at);
    for (int i = 0; i < kMaxSteps; ++i) {
      const TermId parent = program_.parent(at);
      if (parent == kNoTerm || !Step(at, parent)) return;
      at = parent;
    }
  }

 private:
  // Whether the climb goes on outwards from `parent`, the term around `at`.
  bool Step(TermId at, TermId parent) {
    const Term& term = program_[parent];
    const bool first = term.parts[0] == at;
    switch (term.kind) {
      case TermKind::kOr:
        return Or(term, first);
      case TermKind::kChoice:
        return Choice(term, at);
      case TermKind::kEqual:
        Equal(term, first);
        // `if (x == "") throw`: the value is required.
        if (term.text == "==" && site_.any_true && EndsWithout(parent)) {
          Default({DefaultKind::kRequired, {}, {}}, true);
        }
        return false;
      case TermKind::kNot:
        site_.any_true = true;
        if (EndsWithout(parent)) Default({DefaultKind::kRequired, {}, {}}, true);
        // `!!x` is a conversion to a boolean.
        return program_.kind(term.parent) == TermKind::kNot;
      case TermKind::kIf:
        if (!first) return false;
        site_.any_true = true;
        return false;
      case TermKind::kRequired:
        Default({DefaultKind::kRequired, {}, {}}, true);
        return true;
      case TermKind::kCall:
        return Call(at, parent);
      case TermKind::kMember:
        return Method(parent);
      case TermKind::kMatch:
        // `match x { ... }`: only the examined value, not an arm.
        return Match(term, first);
      case TermKind::kDeclare:
        Bind(parent, term.text);
        Behind(parent, term.text, "");
        return false;
      case TermKind::kPattern:
        return Pattern(parent, first);
      case TermKind::kAssign:
        Assign(term, parent, first);
        return false;
      case TermKind::kReturn:
        Return(parent);
        return false;
      case TermKind::kOther:
        // A conversion such as `(x)`; with several parts, the value is only one of them.
        return term.parts.size() == 1;
      default:
        return false;
    }
  }

  // `if (!X) throw`, `if (!X || !Y) throw`
  bool EndsWithout(TermId at) const {
    // `||` between: each operand leads to the branch.
    TermId parent = program_.parent(at);
    for (; program_.kind(parent) == TermKind::kOr; parent = program_.parent(at)) at = parent;
    return program_.kind(parent) == TermKind::kIf && program_.part(parent, 0) == at &&
           IsExit(names_, program_.part(parent, 1));
  }

  // The value is an operand of `a || b`, `a ?? b` or the like.
  bool Or(const Term& term, bool first) {
    // A test only: `x || y` as a condition.
    if (term.text == "||") {
      site_.any_true = true;
      return false;
    }
    const TermId right = term.parts.size() > 1 ? term.parts[1] : kNoTerm;
    // `first || x`: x is read if `first` is not set.
    if (!first) {
      const Site* const before = LastRead(term.parts[0]);
      if (before != nullptr && !site_.fallback_of) site_.fallback_of = before->name;
      return true;
    }
    // Another read follows: it is the fallback, and the end of the chain is the default of both.
    if (FirstRead(right) != nullptr) {
      site_.falls_back = true;
      TermId last = right;  // `a ?? (b ?? "d")`
      while (program_.kind(last) == TermKind::kOr) last = program_.part(last, 1);
      if (last == right || SiteAt(last) != nullptr) return true;
      Default(DefaultOf(names_, text_, others_, last), true);
    } else {
      // `fetch(...) rescue "d"`: the variable is not required then.
      const bool rescued = term.text == "rescue";
      if (rescued && site_.fallback.kind == DefaultKind::kRequired) site_.fallback = {};
      Default(DefaultOf(names_, text_, others_, right), true);
    }
    return true;
  }

  // cmp.Or(a, b, "d"): the first argument that is not empty.
  bool FirstOf(const Term& call, TermId at) {
    const auto own = std::find(call.parts.begin(), call.parts.end(), at);
    if (own - call.parts.begin() > 1) {
      if (const Site* const before = SiteAt(*(own - 1))) site_.fallback_of = before->name;
    }
    for (auto next = own + 1; next != call.parts.end(); ++next) {
      if (SiteAt(*next) != nullptr) {
        site_.falls_back = true;
        continue;
      }
      Default(DefaultOf(names_, text_, others_, *next), true);
      break;
    }
    return true;
  }

  // `X ? X : "d"`: the other branch is the default, if the test is about the variable. The test is
  // compared as text: a test of another name for the value (`ok`) is not recognised.
  bool Choice(const Term& term, TermId at) {
    if (term.parts[0] == at) {
      // `int.TryParse(read, out n) ? n : 5`
      const bool parses = rows_.classes && site_.parsed && program_.kind(at) == TermKind::kCall;
      site_.any_true = !parses;
      if (parses && term.parts.size() > 2) {
        Default(DefaultOf(names_, text_, others_, term.parts[2]), false);
      }
      return false;
    }
    // The text of the test contains the text of the value or of the read.
    const std::string_view test = TextOfTerm(term.parts[0]);
    const auto tests = [&](std::string_view text) {
      return !text.empty() && test.find(text) != std::string_view::npos;
    };
    const bool asked = tests(TextOfTerm(at)) || tests(TextOfTerm(read_));
    const TermId other = term.parts.size() < 3 ? kNoTerm
                         : term.parts[1] == at ? term.parts[2]
                                               : term.parts[1];
    if (asked && other != kNoTerm) Default(DefaultOf(names_, text_, others_, other), true);
    return true;
  }

  // The argument of a conversion, or the object of a method.
  bool Call(TermId at, TermId parent) {
    // The value is the callee, `read(...)`, or an argument.
    const TermId callee = program_.part(parent, 0);
    if (callee == at) return EffectOf(parent);
    const std::string path = rows_.RowPath(names_.PathOf(callee));
    if (path == "cmp.Or") return FirstOf(program_[parent], at);
    // Only the first argument is converted: the second of parseInt(x, 10) is not a value.
    if (program_.part(parent, 1) != at) return false;
    if (const auto effect = rows_.values.calls.find(path); effect != rows_.values.calls.end()) {
      return Effect(effect->second, parent, program_[callee]);
    }
    if (TestPolarity(path)) return Asked(parent, path);
    if (std::find(rows_.forwarding.texts.begin(), rows_.forwarding.texts.end(), path) !=
        rows_.forwarding.texts.end())
      return true;
    const auto type = rows_.values.conversions.find(path);
    if (type == rows_.values.conversions.end()) return false;
    Type(type->second);
    if (path == "Boolean") site_.any_true = true;
    return true;
  }

  bool TestPolarity(const std::string& path) const {
    return Holds(rows_.values.unset, path) || Holds(rows_.values.set, path);
  }
  static bool Holds(const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  }

  // `IsNullOrEmpty(read)`, `read.isEmpty()`: tests only whether it is set.
  bool Asked(TermId call, const std::string& by) {
    site_.any_true = true;
    const bool unset = Holds(rows_.values.unset, by);
    if (unset && EndsWithout(call)) Default({DefaultKind::kRequired, {}, {}}, true);
    return false;
  }

  // `read.method` goes on with its call, if the method is in the rows.
  bool Method(TermId parent) const {
    const TermId call = program_.parent(parent);
    return program_.kind(call) == TermKind::kCall && program_.part(call, 0) == parent &&
           (rows_.values.methods.contains(program_[parent].text) ||
            TestPolarity(program_[parent].text));
  }

  // `read.method(...)`: by the row of the method.
  bool EffectOf(TermId call) {
    const Term& callee = program_[program_.part(call, 0)];
    const auto found = rows_.values.methods.find(callee.text);
    if (callee.kind != TermKind::kMember) return false;
    if (found == rows_.values.methods.end()) {
      return TestPolarity(callee.text) && Asked(call, callee.text);
    }
    return Effect(found->second, call, callee);
  }

  // The effect of a known method or conversion; returns whether the climb goes on.
  bool Effect(const MethodRow& row, TermId call, const Term& callee) {
    const TermId argument = program_.part(call, static_cast<size_t>(row.argument) + 1);
    switch (row.effect) {
      case MethodEffect::kType:
        // Rust: `.parse::<u16>()`
        Type(callee.more.empty() ? row.type : ParseValueType(callee.more).value_or(row.type));
        break;
      case MethodEffect::kDefault:
        TakeDefault(row, argument);
        if (callee.text == "map_or") Made(program_.part(call, 2));
        break;
      case MethodEffect::kRequired:
        Default({DefaultKind::kRequired, {}, {}}, true);
        break;
      case MethodEffect::kMade:
        Made(argument);
        break;
      case MethodEffect::kNone:
        site_.op = AccessOp::kTest;
        return false;
      case MethodEffect::kTruth:
        site_.any_true = true;
        if (Asks(callee.text, call)) Default({DefaultKind::kRequired, {}, {}}, true);
        return false;
      case MethodEffect::kSame:
        break;
    }
    return true;
  }

  // Whether the block of `if x.blank?`, or of `unless x.present?`, exits.
  bool Asks(const std::string& method, TermId call) const {
    const TermId parent = program_.parent(call);
    const bool empty = method != "present?" && method != "any?";
    if (empty) return EndsWithout(call);
    return program_.kind(parent) == TermKind::kNot && EndsWithout(parent);
  }

  // `.unwrap_or("d")`, `.or_else(|| another read)`, `.unwrap_or_default()`
  void TakeDefault(const MethodRow& row, TermId argument) {
    // The default of the type: `unwrap_or_default()` of a number is 0.
    if (row.argument < 0) {
      const std::string text = site_.type == ValueType::kInt    ? "0"
                               : site_.type == ValueType::kBool ? "false"
                                                                : "";
      return Default({DefaultKind::kLiteral, TextValue::Literal(text), text}, true);
    }
    TermId value = argument;
    // `|| "d"` and `{ "d" }`: the value that the function returns.
    if (program_.kind(value) == TermKind::kFunction) value = program_[value].parts.back();
    if (program_.kind(value) == TermKind::kReturn) value = program_.part(value, 0);
    if (SiteAt(value) != nullptr) {
      site_.falls_back = true;
      return;
    }
    Default(DefaultOf(names_, text_, others_, argument), true);
  }

  // `.map(|v| v == "1")`: the result of a function of the value. Only functions of one parameter
  // with an expression as body are examined.
  void Made(TermId function) {
    if (rows_.classes && program_.kind(function) == TermKind::kMember) {  // Integer::parseInt
      const auto type = rows_.values.conversions.find(rows_.RowPath(names_.PathOf(function)));
      if (type != rows_.values.conversions.end()) Type(type->second);
    }
    if (program_.kind(function) != TermKind::kFunction || program_[function].parts.size() != 2) {
      return;
    }
    const TermId body = program_[function].parts[1];
    const TermId value = program_.kind(body) == TermKind::kReturn ? program_.part(body, 0) : body;
    if (rows_.classes && program_.kind(value) == TermKind::kCall) return Converted(function, value);
    if (program_.kind(value) != TermKind::kEqual) return;
    const TermId left = program_.part(value, 0);
    const bool first = program_.kind(left) == TermKind::kName &&
                       program_[left].text == program_[program_[function].parts[0]].text;
    if (first) Equal(program_[value], true);
  }

  // `.let { it.toInt() }`, `.map(v -> Integer.parseInt(v))`: the type, if the value itself is
  // converted.
  void Converted(TermId function, TermId call) {
    const std::string& name = program_[program_[function].parts[0]].text;
    const TermId callee = program_.part(call, 0);
    const auto is_value = [&](TermId id) {
      return program_.kind(id) == TermKind::kName && program_[id].text == name;
    };
    if (program_.kind(callee) == TermKind::kMember && is_value(program_.part(callee, 0))) {
      const auto method = rows_.values.methods.find(program_[callee].text);
      const bool known = method != rows_.values.methods.end();
      if (known && method->second.effect == MethodEffect::kType) Type(method->second.type);
    } else if (is_value(program_.part(call, 1))) {
      const auto type = rows_.values.conversions.find(rows_.RowPath(names_.PathOf(callee)));
      if (type != rows_.values.conversions.end()) Type(type->second);
    }
  }

  // `match read { Ok(v) => v, Err(_) => "d" }`: the first arm for the unset case decides. An arm
  // "_" may also be the default of a match of words, which is then reported as the default.
  bool Match(const Term& term, bool first) {
    if (!first) return false;
    for (size_t i = 1; i < term.parts.size(); ++i) {
      const Term& arm = program_[term.parts[i]];
      const bool unset = arm.text == "Err" || arm.text == "None" || arm.text == "_";
      if (!unset || arm.parts.empty()) continue;
      if (IsExit(names_, arm.parts[0])) {
        Default({DefaultKind::kRequired, {}, {}}, false);
      } else {
        Default(DefaultOf(names_, text_, others_, arm.parts[0]), false);
      }
      break;
    }
    return true;
  }

  // `value, ok := os.LookupEnv("X")`, `n, err := strconv.Atoi(...)`: the first name gets the value,
  // the second indicates whether it is set.
  bool Pattern(TermId parent, bool first) {
    if (!first) return false;
    const Term& term = program_[parent];
    if (term.parts.size() < 2 || program_[term.parts[1]].more != "[]") return false;
    const std::string& name = program_[term.parts[1]].text;
    const std::string also = term.parts.size() > 2 ? program_[term.parts[2]].text : std::string();
    if (!name.empty() && name != "_") Bind(parent, name);
    Behind(parent, name, also);
    return false;
  }

  // `x = read`, `this.x = read`
  void Assign(const Term& term, TermId parent, bool first) {
    if (first) return;
    const TermId target = term.parts[0];
    const std::string path = ProgramLine(TextOfTerm(target));
    if (program_.kind(target) == TermKind::kName) {
      Bind(parent, path);
      Behind(parent, path, "");
    } else if (program_.kind(target) == TermKind::kMember) {
      site_.bound_to = path;
      site_.bound_kind = BoundKind::kAttribute;
    }
  }

  // An unnamed function (a closure) does not name the value.
  void Return(TermId parent) {
    const TermId function = names_.declared().FunctionAround(parent);
    if (function == kNoTerm || program_[function].text.empty()) return;
    site_.bound_to = program_[function].text + "()";
    site_.bound_kind = BoundKind::kReturn;
  }
};

}  // namespace

void FillContext(const Names& names, std::string_view text, const OtherFiles* others,
                 const std::vector<Site>& sites, TermId at, Site* site) {
  Climber(names, text, others, sites, site).Climb(at);
}

}  // namespace flagcensus
