// A Python expression ─→ the value as a user would write it.
//
//   os.path.join(CACHE, "x")   CACHE contains APP_CACHE   ─→  "$APP_CACHE/x"
//   BASE_DIR / "data"          an unknown constant        ─→  "<base dir>/data"
//   BASE_DIR / name            a local name               ─→  ""
//
// Only texts, names that contain other variables and constants that name a folder are composed.
// Anything else makes the whole unknown, since half of a value would mislead.
#include <algorithm>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/python/parser.h"
#include "analyzer/python/source.h"
#include "analyzer/reference/rows.h"

namespace flagcensus {
namespace {

// Depth of a nested expression and bytes of the result: beyond these, users see "computed".
constexpr int kDeep = 20;
constexpr size_t kLongestComposed = 100;  // bytes

struct Composer {
  const PythonSource& source;
  const Syntax& syntax;
  const BoundNames& bound;
  bool literal = false;  // a text or another variable is part of it

  using Text = std::optional<std::string>;

  // HOME_DIR, paths.HOME_DIR: "$APP_HOME" or "<home dir>".
  Text OfName(std::string_view written) {
    const std::string name(written.substr(written.rfind('.') + 1));
    if (const auto found = bound.find(name); found != bound.end()) {
      literal = true;
      return "$" + found->second;
    }
    // A constant in capitals is a folder or a similar fixed value; its name is a readable
    // placeholder. A local name says nothing.
    const bool constant = name.size() > 2 && ToUpper(name) == name && name[0] != '_';
    if (!constant) return std::nullopt;
    return "<" + ReplaceAll(ToLower(name), "_", " ") + ">";
  }

  Text OfString(NodeId node, int depth) {
    // An escape in the literal would have to be decoded.
    if (source.TextOf(node).find('\\') != std::string_view::npos) return std::nullopt;
    std::string out = syntax.text(node);
    for (size_t i = 0; i < syntax.count(node); ++i) {
      const NodeId part = syntax.child(node, i);
      const bool string = syntax.kind(part) == NodeKind::kString;
      const Text inner = string ? syntax.text(part) : Of(part, depth);
      const size_t behind = source.text().find_first_not_of(' ', syntax[part].end);
      const bool whole = string || (behind < source.text().size() && source.text()[behind] == '}');
      if (!inner || !whole) return std::nullopt;  // it has a format specification, "{port:05d}"
      out += *inner;
    }
    literal = literal || !out.empty();
    return out;
  }

  Text Joined(const Text& first, const Text& second) {
    if (!first || !second) return std::nullopt;
    const bool parted = first->ends_with('/') || first->empty();
    return *first + (parted ? "" : "/") + *second;
  }

  Text OfCall(NodeId node, int depth) {
    const NodeId function = syntax.child(node, 0);
    const std::string_view name = source.TextOf(function);
    const std::string_view last = name.substr(name.rfind('.') + 1);
    const size_t count = syntax.count(node) - 1;
    if (name == "Path.home" || name == "pathlib.Path.home") return "~";
    // Besides path.join, the calls that do not change which file a path names.
    const auto is_any = [](std::string_view text, std::initializer_list<std::string_view> words) {
      return std::find(words.begin(), words.end(), text) != words.end();
    };
    if (last == "join" && name.ends_with("path.join") && count > 0) {
      Text out = Of(syntax.child(node, 1), depth);
      for (size_t i = 2; i <= count; ++i) out = Joined(out, Of(syntax.child(node, i), depth));
      return out;
    }
    if (count == 1 && is_any(last, {"str", "Path", "PurePath", "fspath", "expanduser", "abspath",
                                    "realpath", "normpath", "expandvars"})) {
      return Of(syntax.child(node, 1), depth);
    }
    const bool same = count == 0 && is_any(last, {"resolve", "expanduser", "absolute", "as_posix"});
    return same ? Of(source.Child(function, 0), depth) : std::nullopt;
  }

  Text Of(NodeId node, int depth) {
    if (node == kNoNode || ++depth > kDeep) return std::nullopt;
    switch (syntax.kind(node)) {
      case NodeKind::kString:
      case NodeKind::kFormat:
        return OfString(node, depth);
      case NodeKind::kName:
      case NodeKind::kAttribute:
        return OfName(source.TextOf(node));
      case NodeKind::kCall:
        return OfCall(node, depth);
      case NodeKind::kBinary:
        break;
      default:
        return std::nullopt;
    }
    const Text left = Of(syntax.child(node, 0), depth);
    const Text right = Of(syntax.child(node, 1), depth);
    if (syntax.text(node) == "/") return Joined(left, right);
    if (syntax.text(node) != "+" || !left || !right) return std::nullopt;
    return *left + *right;
  }
};

}  // namespace

std::string ComposedValue(const std::string& expression, const BoundNames& bound) {
  const PythonFile parsed = ParsePython(expression);
  const PythonSource source(expression, parsed.syntax);
  const NodeId statement = source.Child(parsed.syntax.root, 0);
  if (source.kind(statement) != NodeKind::kExpression ||
      parsed.syntax.count(parsed.syntax.root) != 1)
    return {};
  Composer composer{source, parsed.syntax, bound};
  // Placeholders alone, "<base dir>", would not be more useful than "computed".
  const Composer::Text text = composer.Of(parsed.syntax.child(statement, 0), 0);
  return text && composer.literal && text->size() <= kLongestComposed ? *text : std::string();
}

}  // namespace flagcensus
