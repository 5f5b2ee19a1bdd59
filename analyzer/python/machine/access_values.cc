// Values → what an access says of its default and its type.
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

// What is the same in all alternatives that are literals, of which the first stands for them.
Val FirstPlain(Val value) {
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
  const bool spelled = text->mark.frame != 0 || text->mark.unit >= 0;
  return !spelled && ToLower(symbols.TextOf(text->text)) == "none";
}

namespace {

// One literal, beside what is given elsewhere: the literal; else null.
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

// What it is where no other variable is set, but for those without which the program fails before.
Val PassedSide(Val value) {
  while (const FacetVal* facet = AsFacet(value)) {
    const bool fails = IsRaises(facet->unset) && !IsRaises(facet->set);
    value = fails ? facet->set : facet->unset;
  }
  return value;
}

// The text between quotes, as JSON has it.
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

// Appends a literal, or a display of literals, as JSON: ["a","b"], {"a":1}. False: it is none, or a
// long one.
bool AppendJson(const SymbolTable& symbols, Val value, int depth, std::string* out) {
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
  if (AsAlternatives(value) != nullptr) {
    const auto& items = AsAlternatives(value)->items;
    const bool literal = std::all_of(items.begin(), items.end(),
                                     [](Val item) { return AsConstant(item) != nullptr; });
    if (Val fallback = OnlyLiteral(m.symbols, items)) return Render(m, fallback);
    // Several literals, one of which holds: none is the default.
    if (literal && items.size() > 1) return {DefaultKind::kDynamic, std::nullopt};
    value = FirstPlain(value);
    if (AsConstant(value) != nullptr) return {DefaultKind::kDynamic, std::nullopt};
  }
  if (const ConstantVal* constant = AsConstant(value)) {
    if (IsNoneOrItsText(m.symbols, value)) return {};
    if (constant->type == ConstantType::kEllipsis) return {DefaultKind::kRequired, std::nullopt};
    if (constant->start) return {DefaultKind::kDynamic, std::nullopt};
    return {DefaultKind::kLiteral, ConstantText(m.symbols, *constant)};
  }
  if (const InstanceObject* member = AsInstance(value);
      member != nullptr && member->member_value != nullptr) {
    // auto() gives what nobody writes: the member's name stands for it.
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
  if (const LibraryVal* made = AsLibrary(value); made != nullptr && made->unit >= 0) {
    return {DefaultKind::kDynamic, Unparse(UnitAt(m, made->unit).syntax(), made->node)};
  }
  if (AsSequence(value) != nullptr || AsMapping(value) != nullptr) {
    std::string text;
    const bool known = AppendJson(m.symbols, value, 0, &text);
    if (known) return {DefaultKind::kLiteral, text == "[]" ? "" : text};
  }
  return {DefaultKind::kDynamic, std::nullopt};
}

RenderedValue RenderDefault(const Machine& m, const EventSite& site, Val value) {
  const SequenceObject* list = AsSequence(PassedSide(value));
  RenderedValue out = Render(m, value);
  if (list == nullptr || out.kind != DefaultKind::kLiteral) return out;
  if (site.json && ItemsOf(*list).empty()) out.text = "[]";
  if (site.json || site.separator == 0) return out;
  const std::string& between = m.symbols.TextOf(site.separator);
  std::string text;
  bool first = true;
  for (Val item : ItemsOf(*list)) {
    const ConstantVal* constant = AsConstant(item);
    if (constant == nullptr || IsNone(item)) return out;
    const std::string part = ConstantText(m.symbols, *constant);
    if (part.find(between) != std::string::npos) return out;
    if (!std::exchange(first, false)) text += between;
    text += part;
  }
  out.text = std::move(text);
  return out;
}

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

// Whether what holds without the variable is a path: the working or home directory; or a text in
// the form of one, of a variable that is called after what it holds.
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
  const bool plain = site.type == ValueType::kUnknown || site.type == ValueType::kStr;
  if (!plain && site.type != ValueType::kBool) return false;
  // `if key in KNOWN`, of a key of the environment, asks for the key: what becomes of the value is
  // not told there.
  if (UnitAt(m, site.at.unit).syntax().kind(site.at.node) == NodeKind::kCompare) return false;
  if (plain && IsCondition(m, site.at)) return true;
  // What a wrapper parses before it gives it back, its accessor tells.
  return !site.accessors.empty() &&
         std::all_of(site.accessors.begin(), site.accessors.end(),
                     [&](const CodePoint& at) { return IsCondition(m, at); });
}

ValueType TypeOfSite(const Machine& m, const EventSite& site) {
  // In a function that many variables go through, the conversion is another for each.
  if (site.many_types && !site.at_accessor) {
    Val value = site.default_value == nullptr ? nullptr : UnsetSide(site.default_value);
    return value != nullptr && KnownTruth(value) ? ValueType::kBool : ValueType::kStr;
  }
  if (site.type != ValueType::kUnknown && site.type != ValueType::kStr) return site.type;
  // Of a read that raises, what a handler gives instead is another thing.
  const bool raises = site.at_accessor && site.certain && !site.optional;
  Val given = site.default_value == nullptr ? site.inner_default : site.default_value;
  if (given != nullptr && !raises) {
    if (const ConstantVal* constant = AsConstant(UnsetSide(given))) {
      if (constant->type == ConstantType::kBool) return ValueType::kBool;
      if (constant->type == ConstantType::kInteger) return ValueType::kInt;
      if (constant->type == ConstantType::kFloat) return ValueType::kFloat;
    }
  }
  const bool none = given == nullptr || IsNoneOrItsText(m.symbols, UnsetSide(given));
  if (site.op == AccessOp::kTest) return ValueType::kBool;
  const bool family = site.name && m.symbols.TextOf(*site.name).ends_with('*');
  if (site.op == AccessOp::kRead && none && !family && IsOnlyAsked(m, site))
    return ValueType::kBool;
  if (site.op == AccessOp::kRead && given != nullptr && IsDefaultPath(m.symbols, site, given)) {
    return ValueType::kPath;
  }
  const bool untyped =
      site.op == AccessOp::kBulk || site.op == AccessOp::kTest || site.op == AccessOp::kDelete;
  return untyped ? site.type : ValueType::kStr;
}

}  // namespace flagcensus
