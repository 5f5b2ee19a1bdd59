// int(x), float(x), str(x), bool(x), Path(x) and the conversions of the accessor table.
//
//   int(os.environ.get("APP_PORT", "80"))                   ─→ F(APP_PORT, a number, 80)
//   int("0x1f", 16), int(2.7)                               ─→ 31, 2
//   try: int(os.environ.get("A", "")) except ValueError:    ─→ F(A, a number, raises)
//
// The last one: if A is unset, the handler runs. The type of the conversion is that of the read.
#include <charconv>
#include <cmath>
#include <unordered_set>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// "1_000" ─→ "1000". nullopt: `_` is not between digits.
std::optional<std::string> WithoutUnderscores(const std::string& text) {
  if (text.starts_with('_') || text.ends_with('_') || text.find("__") != std::string::npos) {
    return std::nullopt;
  }
  return ReplaceAll(text, "_", "");
}

// As int(text, base): with a sign, `_` between digits, and for base 0 and its own the prefix of the
// base (Python Library Reference, "Built-in Functions"). nullopt: ValueError, or more than 18
// digits.
std::optional<int64_t> IntegerIn(std::string text, int64_t base) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.erase(0, 1);
  if (text.size() > 2 && text[0] == '0') {
    const std::string mark = ToLower(text.substr(1, 1));
    const int64_t own = mark == "x" ? 16 : mark == "o" ? 8 : mark == "b" ? 2 : 0;
    if (own != 0 && (base == 0 || base == own)) {
      base = own;
      text.erase(0, text[2] == '_' ? 3 : 2);
    }
  }
  // In a literal, which base 0 reads, zeros begin no other number.
  const bool zeros = text.starts_with('0') && text.find_first_not_of("0_") == std::string::npos;
  if (base == 0 && text.starts_with('0') && !zeros) return std::nullopt;
  if (base == 0) base = 10;
  const std::optional<std::string> digits = WithoutUnderscores(text);
  if (!digits) return std::nullopt;
  text = *digits;
  constexpr size_t kMaxDigits = 18;
  if (base < 2 || base > 36 || text.empty() || text.size() > kMaxDigits) {
    return std::nullopt;
  }
  int64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, static_cast<int>(base));
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return negative ? -value : value;
}

// As float(text); nullopt: ValueError.
std::optional<double> RealIn(std::string text) {
  const std::optional<std::string> digits = WithoutUnderscores(text);
  if (!digits) return std::nullopt;
  text = *digits;
  if (text.starts_with('+') && !text.starts_with("+-")) text.erase(0, 1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

// Whether a `try` of the running function has a handler of the exception for the code at `node`.
bool IsHandled(const Machine& m, NodeId node, std::string_view exception) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  const auto catches = [&](NodeId type) {
    const std::string& name = syntax.text(type);
    return syntax.kind(type) == NodeKind::kOpaque || name == exception || name == "Exception" ||
           name == "BaseException";
  };
  for (NodeId up = unit.ParentOf(node); up != kNoNode; node = up, up = unit.ParentOf(up)) {
    const NodeKind kind = syntax.kind(up);
    if (kind == NodeKind::kFunction || kind == NodeKind::kLambda) return false;
    if (kind != NodeKind::kTry || syntax.child(up, 0) != node) continue;
    for (size_t i = 1; i < syntax.count(up); ++i) {
      const NodeId handler = syntax.child(up, i);
      if (syntax.kind(handler) != NodeKind::kExcept) continue;
      const NodeId type = syntax.child(handler, 0);
      if (catches(type)) return true;
      for (size_t k = 0; syntax.kind(type) == NodeKind::kTuple && k < syntax.count(type); ++k) {
        if (catches(syntax.child(type, k))) return true;
      }
    }
  }
  return false;
}

// int or float of a text that is not a number, or of None. A handler of the error decides then.
// Without one the code is unlikely to be reached with such a value.
Val NotConverted(Machine& m, Val leaf, NodeId node) {
  const bool none = IsNone(leaf);
  const bool caught = !AsConstant(leaf)->soft && m.run.tries.size() > m.run.frame->tries &&
                      IsHandled(m, node, none ? "TypeError" : "ValueError");
  if (caught) return m.values.raises();
  return none ? leaf : Opaque(m, node);
}

// The result of a conversion of a leaf. Constants are converted as far as the result is certain.
// `base`: of int().
Val ConvertLeaf(Machine& m, Val leaf, std::string_view path, ValueType type, int64_t base,
                NodeId node) {
  // A read's value keeps its events; constants are converted; anything else is opaque.
  if (const UnknownVal* unknown = AsUnknown(leaf)) {
    if (unknown->held) return m.values.Held(m.run.frame->unit, node);
    NoteType(m, leaf, type);
    const ValueType kept = type == ValueType::kUnknown ? unknown->type : type;
    return m.values.Unknown(m.run.frame->unit, node, kept, unknown->events, unknown->derived);
  }
  const ConstantVal* constant = AsConstant(leaf);
  if (constant == nullptr) {
    return AsTextWithHoles(leaf) != nullptr || AsInstance(leaf) != nullptr ? leaf : Opaque(m, node);
  }
  if (constant->type == ConstantType::kText) {
    const std::string text(Trim(m.symbols.TextOf(constant->text)));
    if (path == "int") {
      const std::optional<int64_t> value = IntegerIn(text, base);
      return value ? m.values.Integer(*value) : NotConverted(m, leaf, node);
    }
    if (path == "float") {
      const std::optional<double> value = RealIn(text);
      return value ? m.values.Float(*value, m.symbols.Intern(text)) : NotConverted(m, leaf, node);
    }
    static const std::unordered_set<std::string_view> kKeep = {"str",
                                                               "os.fspath",
                                                               "os.fsdecode",
                                                               "bytes",
                                                               "pathlib.Path",
                                                               "pathlib.PurePath",
                                                               "pathlib.PosixPath",
                                                               "os.path.expanduser",
                                                               "os.path.expandvars",
                                                               "os.path.abspath",
                                                               "os.path.realpath",
                                                               "os.path.normpath",
                                                               "decimal.Decimal",
                                                               "fractions.Fraction"};
    return kKeep.count(path) > 0 ? leaf : Opaque(m, node);
  }
  if (constant->type == ConstantType::kNone && (path == "int" || path == "float")) {
    return NotConverted(m, leaf, node);
  }
  if (path == "int" && constant->type == ConstantType::kBool) {
    return m.values.Integer(constant->integer);
  }
  constexpr double kMaxWhole = 1e15;  // exact as a double
  if (path == "int" && constant->type == ConstantType::kFloat) {
    const bool fits = std::abs(constant->real) < kMaxWhole;
    return fits ? m.values.Integer(static_cast<int64_t>(constant->real)) : Opaque(m, node);
  }
  // The text of None is spelled nowhere, so it has no mark (IsNoneOrItsText).
  const bool spelled = constant->type == ConstantType::kNone ||
                       constant->type == ConstantType::kBool ||
                       constant->type == ConstantType::kInteger;
  if (path == "str" && spelled) {
    return m.values.Text(m.symbols.Intern(SpelledConstant(m.symbols, *constant)));
  }
  return leaf;
}

// bool(text) only tests whether the text is empty.
void NoteTruth(Machine& m, Val value) {
  ForEachLeaf(value, [&](Val leaf) {
    const UnknownVal* read = AsUnknown(leaf);
    const bool text = read != nullptr && !read->derived && read->type == ValueType::kStr;
    if (!text) return;
    for (const uint32_t number : read->events) {
      EventSite& site = m.events.Numbered(number);
      const bool plain =
          site.typed.type == ValueType::kUnknown || site.typed.type == ValueType::kStr;
      site.typed.by_bool = site.typed.by_bool || plain;
    }
  });
}

}  // namespace

Val ConvertValue(Machine& m, std::string_view path, ValueType type, const CallArguments& arguments,
                 NodeId node) {
  // The first argument is converted.
  Val from = arguments.positional[0];
  if (path == "bool") {
    NoteTruth(m, from);
    NoteType(m, from, ValueType::kBool, true);
    // The value is still the variable's, as a boolean.
    return Lift1(m.values, from, [&](Val leaf) {
      const UnknownVal* read = AsUnknown(leaf);
      const bool kept = read != nullptr && !read->events.empty() && !read->derived;
      return kept ? m.values.Unknown(m.run.frame->unit, node, ValueType::kBool, read->events)
                  : TruthOf(m, leaf);
    });
  }
  // Path("conf", "app.toml")
  if (path.starts_with("pathlib.") && arguments.positional.size() > 1) {
    return JoinPaths(m, arguments.positional, node);
  }
  static const ArgumentPlace kBase{1, {"base"}};
  const ConstantVal* given = path == "int" ? AsConstant(ArgumentOf(m, kBase, arguments)) : nullptr;
  const int64_t base =
      given != nullptr && given->type == ConstantType::kInteger ? given->integer : 10;
  Val out = Lift1(m.values, from, [&](Val leaf) {
    const ConstantVal* constant = AsConstant(leaf);
    Val out = ConvertLeaf(m, leaf, path, type, base, node);
    return constant != nullptr && constant->start ? m.values.Start(out) : out;
  });
  NoteRaising(m.run, out);
  return out;
}

}  // namespace flagcensus
