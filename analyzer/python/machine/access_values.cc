// Values → the default and the type of an access.
//
//   F(APP_PORT, a text, 80)                 ─→ literal, "80"
//   F(APP_PORT, a text, raises)             ─→ required
//   F(APP_A, a text, F(APP_B, a text, 1))   ─→ literal, "1": neither is set
//   ["a", "b"]                              ─→ literal, "a,b" if the text is split at ","
//   os.getcwd()                             ─→ dynamic, with its source
#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/access_parts.h"

namespace flagcensus {
namespace {

std::string SourceOf(const ProgramState& program, const UnknownVal& unknown) {
  if (unknown.unit < 0) return "";
  return Unparse(program.units[static_cast<size_t>(unknown.unit)].syntax(), unknown.node);
}

// A constant as a page would state it. Python's True is "true", as in configuration files.
std::string ConstantText(const SymbolTable& symbols, const ConstantVal& constant) {
  switch (constant.type) {
    case ConstantType::kBool:
      return constant.integer != 0 ? "true" : "false";
    case ConstantType::kInteger:
      return std::to_string(constant.integer);
    case ConstantType::kEllipsis:
      return "...";
    default:
      return symbols.TextOf(constant.text);
  }
}

// The first alternative that is a literal; without one, the first at all.
Val FirstPlain(Val value) {
  // Which of several literals applies is decided elsewhere.
  if (const AlternativesVal* several = AsAlternatives(value)) {
    for (Val item : several->items) {
      if (AsConstant(item) != nullptr && !IsNone(item)) return item;
    }
    return several->items.front();
  }
  return value;
}

}  // namespace

bool IsGivenElsewhere(const SymbolTable& symbols, Val value) {
  if (const UnknownVal* unknown = AsUnknown(value)) return unknown->held;
  // config.get("x") of an unknown mapping: the value is decided by who fills it.
  if (const LibraryVal* library = AsLibrary(value)) {
    return std::string_view(symbols.TextOf(library->path)).ends_with("().get()");
  }
  const TextVal* text = AsTextWithHoles(value);
  return text != nullptr && text->parts.size() == 1 && text->parts[0].steps.empty() &&
         text->parts[0].kind == TextPart::Kind::kParameter;
}

bool IsNoneOrItsText(const SymbolTable& symbols, Val value) {
  const ConstantVal* text = AsTextConstant(value);
  if (text == nullptr) return IsNone(value);
  // str(None) creates a text that no source spells; a "none" that is spelled is a real word.
  const bool spelled = text->mark.frame != 0 || text->mark.unit >= 0;
  return !spelled && ToLower(symbols.TextOf(text->text)) == "none";
}

namespace {

// The one literal besides values that come from elsewhere; null: there is none, or more than one.
// settings.get("port", 80) has 80 as its default, although the settings may contain a different
// number.
Val OnlyLiteral(const SymbolTable& symbols, const std::vector<Val>& items) {
  Val literal = nullptr;
  bool held = false;
  for (Val item : items) {
    const bool elsewhere = IsGivenElsewhere(symbols, item);
    held = held || elsewhere;
    if (elsewhere) continue;
    if (literal != nullptr || AsConstant(item) == nullptr) return nullptr;
    literal = item;
  }
  return held ? literal : nullptr;
}

}  // namespace

bool MayBeGiven(const SymbolTable& symbols, Val value) {
  const AlternativesVal* several = AsAlternatives(UnsetSide(value));
  return several != nullptr &&
         std::any_of(several->items.begin(), several->items.end(),
                     [&](Val item) { return IsGivenElsewhere(symbols, item); });
}

namespace {

// The value if no other variable is set, except for variables that are required on the way: if they
// were unset, the program would have failed before.
Val PassedSide(Val value) {
  while (const FacetVal* facet = AsFacet(value)) {
    const bool fails = IsRaises(facet->unset) && !IsRaises(facet->set);
    value = fails ? facet->set : facet->unset;
  }
  return value;
}

// The text between quotes, as JSON writes it. Control characters other than \n and \t are copied.
std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
      case '\\':
        out += '\\';
        out += c;
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        out += c;
    }
  }
  return out + '"';
}

// Appends a literal, or a display of literals, as JSON: ["a","b"], {"a":1}. False: it is something
// else, or too long. Four levels and 2000 bytes: a default on a page is shorter, and a table of
// that size is not a value that a user would type.
bool AppendJson(const SymbolTable& symbols, Val value, int depth, std::string* out) {
  // Lists of lists and tables are rendered as far as they are literals.
  constexpr int kDeepest = 4;
  constexpr size_t kLongest = 2000;  // bytes
  if (depth > kDeepest || out->size() > kLongest) return false;
  if (IsNone(value)) {
    *out += "null";
  } else if (const ConstantVal* constant = AsConstant(value)) {
    if (constant->start || constant->type == ConstantType::kEllipsis) return false;
    const std::string text = ConstantText(symbols, *constant);
    *out += constant->type == ConstantType::kText ? Quoted(text) : text;
  } else if (const SequenceObject* sequence = AsSequence(value)) {
    if (MoreOf(*sequence) != nullptr || sequence->sequence == SequenceKind::kGenerator)
      return false;
    *out += '[';
    for (Val item : ItemsOf(*sequence)) {
      if (!out->ends_with('[')) *out += ',';
      if (!AppendJson(symbols, item, depth + 1, out)) return false;
    }
    *out += ']';
  } else if (const MappingObject* mapping = AsMapping(value)) {
    if (mapping->open) return false;
    bool first = true;
    *out += '{';
    for (const auto& [key, held] : mapping->slots.entries()) {
      if (held == nullptr) continue;
      if (key.kind != SlotKey::Kind::kText) return false;
      if (!std::exchange(first, false)) *out += ',';
      *out += Quoted(symbols.TextOf(static_cast<Symbol>(key.number))) + ':';
      if (!AppendJson(symbols, held, depth + 1, out)) return false;
    }
    *out += '}';
  } else {
    return false;
  }
  return out->size() <= kLongest;
}

}  // namespace

RenderedValue Render(const Machine& m, Val value) {
  value = PassedSide(value);
  if (IsMarkOfNothing(m.symbols, value)) return {};
  // Alternatives: one literal besides values from elsewhere is the default; otherwise the value is
  // computed.
  if (AsAlternatives(value) != nullptr) {
    const auto& items = AsAlternatives(value)->items;
    const bool literal = std::all_of(items.begin(), items.end(),
                                     [](Val item) { return AsConstant(item) != nullptr; });
    if (Val fallback = OnlyLiteral(m.symbols, items)) return Render(m, fallback);
    // One of several literals applies, depending on something that is not followed: none of them is
    // the default.
    if (literal && items.size() > 1) return {DefaultKind::kDynamic, std::nullopt};
    value = FirstPlain(value);
    if (AsConstant(value) != nullptr) return {DefaultKind::kDynamic, std::nullopt};
  }
  if (const ConstantVal* constant = AsConstant(value)) {
    if (IsNoneOrItsText(m.symbols, value)) return {};
    // Field(...) in settings classes: the value is required.
    if (constant->type == ConstantType::kEllipsis) return {DefaultKind::kRequired, std::nullopt};
    if (constant->start) return {DefaultKind::kDynamic, std::nullopt};
    return {DefaultKind::kLiteral, ConstantText(m.symbols, *constant)};
  }
  if (const InstanceObject* member = AsInstance(value);
      member != nullptr && member->member_value != nullptr) {
    // auto() gives a number that no source states: the member's name represents it.
    const LibraryVal* made = AsLibrary(member->member_value);
    const bool automatic = made != nullptr && m.symbols.TextOf(made->path) == "enum.auto()";
    if (automatic && member->member_name != nullptr) return Render(m, member->member_name);
    return Render(m, member->member_value);
  }
  if (IsRaises(value)) return {DefaultKind::kRequired, std::nullopt};
  if (IsAbsent(value)) return {};
  if (const UnknownVal* unknown = AsUnknown(value)) {
    return {DefaultKind::kDynamic, SourceOf(m.program, *unknown)};
  }
  // An object of a library is shown as the call that made it.
  if (const LibraryVal* made = AsLibrary(value); made != nullptr && made->unit >= 0) {
    return {DefaultKind::kDynamic, Unparse(UnitAt(m, made->unit).syntax(), made->node)};
  }
  // Displays: JSON, which is also how a page would state them.
  if (AsSequence(value) != nullptr || AsMapping(value) != nullptr) {
    std::string text;
    const bool known = AppendJson(m.symbols, value, 0, &text);
    // An empty list is an empty text: split() of "" gives it.
    if (known) return {DefaultKind::kLiteral, text == "[]" ? "" : text};
  }
  return {DefaultKind::kDynamic, std::nullopt};
}

RenderedValue RenderDefault(const Machine& m, const EventSite& site, Val value) {
  // Only lists of texts and numbers can be written with a separator.
  const SequenceObject* list = AsSequence(PassedSide(value));
  RenderedValue out = Render(m, value);
  if (list == nullptr || out.kind != DefaultKind::kLiteral) return out;
  // What is read as JSON is written as JSON; what is split, with the separator between the parts.
  if (site.fallback.json && ItemsOf(*list).empty()) out.text = "[]";
  if (site.fallback.json || site.words.separator == 0) return out;
  const std::string& between = m.symbols.TextOf(site.words.separator);
  std::string text;
  bool first = true;
  for (Val item : ItemsOf(*list)) {
    const ConstantVal* constant = AsConstant(item);
    if (constant == nullptr || IsNone(item)) return out;
    const std::string part = ConstantText(m.symbols, *constant);
    // A part that contains the separator could not be read back.
    if (part.find(between) != std::string::npos) return out;
    if (!std::exchange(first, false)) text += between;
    text += part;
  }
  out.text = std::move(text);
  return out;
}

// Whether the expression is only a condition: `if get("A"):`, `not get("A")`, `get("A") is None`,
// bool(get("A")). Operands of `and` and `or` are followed up to the statement.
namespace {

bool IsCondition(const Machine& m, const CodePoint& at) {
  const PythonUnit& unit = UnitAt(m, at.unit);
  const Syntax& syntax = unit.syntax();
  NodeId node = at.node;
  for (NodeId up = unit.ParentOf(node); up != kNoNode; node = up, up = unit.ParentOf(node)) {
    switch (syntax.kind(up)) {
      case NodeKind::kNot:
        return true;
      case NodeKind::kCompare: {
        const NodeId other = syntax.child(up, syntax.child(up, 0) == node ? 1 : 0);
        // A comparison with None is a test; one with a text uses the text.
        return syntax.count(up) == 2 && syntax.kind(other) == NodeKind::kNone;
      }
      case NodeKind::kCall:
        return syntax.count(up) == 2 && syntax.child(up, 1) == node &&
               syntax.kind(syntax.child(up, 0)) == NodeKind::kName &&
               syntax.text(syntax.child(up, 0)) == "bool";
      case NodeKind::kAnd:
      case NodeKind::kOr:
        continue;
      case NodeKind::kIf:
      case NodeKind::kWhile:
      case NodeKind::kConditional:
      case NodeKind::kAssert:
        return syntax.child(up, 0) == node;
      default:
        return false;
    }
  }
  return false;
}

// Whether the value for an unset variable is a path: the working or home directory, or a text in
// the form of a path if the variable's name suggests one. The form alone is not enough: "/health"
// is often a route. APP_SOCKET="/run/app.sock" is not seen.
bool IsDefaultPath(const SymbolTable& symbols, const EventSite& site, Val given) {
  Val unset = UnsetSide(given);
  if (const LibraryVal* made = AsLibrary(unset)) {
    static const std::set<std::string_view> kFolders = {
        "os.getcwd()", "pathlib.Path.cwd()", "tempfile.gettempdir()", "tempfile.mkdtemp()"};
    return kFolders.count(symbols.TextOf(made->path)) > 0;
  }
  const ConstantVal* text = AsTextConstant(unset);
  if (text == nullptr || !site.name) return false;
  const std::string& path = symbols.TextOf(text->text);
  // "/" alone may be a separator, and "://" is an address.
  const bool begins = path.starts_with("/") || path.starts_with("./") || path.starts_with("../") ||
                      path.starts_with("~");
  if (!begins || path.size() < 2 || path.find("://") != std::string::npos) return false;
  const std::string& name = symbols.TextOf(*site.name);
  const std::string_view last = std::string_view(name).substr(name.rfind('_') + 1);
  static const std::set<std::string_view> kWords = {"DIR",  "DIRECTORY", "PATH",  "FILE",
                                                    "HOME", "ROOT",      "FOLDER"};
  return kWords.count(last) > 0;
}

}  // namespace

bool IsOnlyAsked(const Machine& m, const EventSite& site) {
  const bool plain = site.typed.type == ValueType::kUnknown || site.typed.type == ValueType::kStr;
  // A number or list is parsed, so the program uses more than the existence of the value.
  if (!plain && site.typed.type != ValueType::kBool) return false;
  // `if env.bool("APP_CACHE", False):` tests the parsed value: "0" is false.
  if (site.typed.by_accessor) return false;
  // `if key in KNOWN`, for a key of the environment, tests the key: nothing is known about the use
  // of the value.
  if (UnitAt(m, site.at.unit).syntax().kind(site.at.node) == NodeKind::kCompare) return false;
  if (plain && IsCondition(m, site.at)) return true;
  // If a wrapper parses the value before it returns it, the place of the accessor shows it.
  return !site.path.accessors.empty() &&
         std::all_of(site.path.accessors.begin(), site.path.accessors.end(),
                     [&](const CodePoint& at) { return IsCondition(m, at); });
}

ValueType TypeOfSite(const Machine& m, const EventSite& site) {
  // In a function through which many variables pass, the conversion depends on the call: `return
  // value == "1" if flag else value`.
  if (site.typed.many && !site.call.is_accessor) {
    Val value = site.fallback.value == nullptr ? nullptr : UnsetSide(site.fallback.value);
    return value != nullptr && KnownTruth(value) ? ValueType::kBool : ValueType::kStr;
  }
  if (site.typed.type != ValueType::kUnknown && site.typed.type != ValueType::kStr) {
    return site.typed.type;
  }
  // If the read raises, a handler's replacement has another type: except KeyError: port = 0.
  const bool raises = site.call.is_accessor && site.raises.certain && !site.raises.optional;
  // The type of the default: get("PORT", 80) means a number, though the read itself gives a text.
  Val given = site.fallback.value == nullptr ? site.fallback.inner : site.fallback.value;
  if (given != nullptr && !raises) {
    if (const ConstantVal* constant = AsConstant(UnsetSide(given))) {
      if (constant->type == ConstantType::kBool) return ValueType::kBool;
      if (constant->type == ConstantType::kInteger) return ValueType::kInt;
      if (constant->type == ConstantType::kFloat) return ValueType::kFloat;
    }
  }
  const bool none = given == nullptr || IsNoneOrItsText(m.symbols, UnsetSide(given));
  // "A" in os.environ has only two results.
  if (site.op == AccessOp::kTest) return ValueType::kBool;
  // A test of a whole family asks whether any such variable exists; its members may be of any type.
  const bool family = site.name && m.symbols.TextOf(*site.name).ends_with('*');
  if (site.op == AccessOp::kRead && none && !family && IsOnlyAsked(m, site))
    return ValueType::kBool;
  if (site.op == AccessOp::kRead && given != nullptr && IsDefaultPath(m.symbols, site, given)) {
    return ValueType::kPath;
  }
  const bool untyped =
      site.op == AccessOp::kBulk || site.op == AccessOp::kTest || site.op == AccessOp::kDelete;
  return untyped ? site.typed.type : ValueType::kStr;
}

}  // namespace flagcensus
