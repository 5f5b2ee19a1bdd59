// a Python expression ─→ the value as a user would write it
//
// Paths and texts that are joined of literals, of names that hold other variables, and of folders
// that have a name. Anything else makes the whole unknown: half a value is none.
#include <algorithm>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/python/source.h"
#include "analyzer/reference/rows.h"

namespace flagcensus {
namespace {

constexpr int kDeep = 20;
constexpr size_t kLongestComposed = 100;  // bytes

struct Composer {
  const PythonSource& source;
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
    const bool constant = name.size() > 2 && ToUpper(name) == name && name[0] != '_';
    if (!constant) return std::nullopt;
    return "<" + ReplaceAll(ToLower(name), "_", " ") + ">";
  }

  Text OfString(TSNode node, int depth) {
    std::string out;
    for (uint32_t i = 0; i < ChildCount(node); ++i) {
      const TSNode part = NodeChild(node, i);
      if (NodeType(part) == "string_content") out += source.TextOf(part);
      if (NodeType(part) != "interpolation") continue;
      const Text inner = Of(NodeField(part, "expression"), depth);
      if (!inner || NamedChildCount(part) > 1) return std::nullopt;  // a format of its own
      out += *inner;
    }
    literal = literal || !out.empty();
    if (out.find('\\') != std::string::npos) return std::nullopt;
    return out;
  }

  Text Joined(const Text& first, const Text& second) {
    if (!first || !second) return std::nullopt;
    const bool parted = first->ends_with('/') || first->empty();
    return *first + (parted ? "" : "/") + *second;
  }

  Text OfCall(TSNode node, int depth) {
    const TSNode function = NodeField(node, "function");
    const TSNode arguments = NodeField(node, "arguments");
    const std::string_view name = source.TextOf(function);
    const std::string_view last = name.substr(name.rfind('.') + 1);
    const uint32_t count = NamedChildCount(arguments);
    if (name == "Path.home" || name == "pathlib.Path.home") return "~";
    const auto is_any = [](std::string_view text, std::initializer_list<std::string_view> words) {
      return std::find(words.begin(), words.end(), text) != words.end();
    };
    if (last == "join" && name.ends_with("path.join") && count > 0) {
      Text out = Of(NamedChild(arguments, 0), depth);
      for (uint32_t i = 1; i < count; ++i) out = Joined(out, Of(NamedChild(arguments, i), depth));
      return out;
    }
    if (count == 1 && is_any(last, {"str", "Path", "PurePath", "fspath", "expanduser", "abspath",
                                    "realpath", "normpath", "expandvars"})) {
      return Of(NamedChild(arguments, 0), depth);
    }
    const bool same = count == 0 && is_any(last, {"resolve", "expanduser", "absolute", "as_posix"});
    return same ? Of(NodeField(function, "object"), depth) : std::nullopt;
  }

  Text Of(TSNode node, int depth) {
    if (ts_node_is_null(node) || ++depth > kDeep) return std::nullopt;
    const std::string_view type = NodeType(node);
    if (type == "string") return OfString(node, depth);
    if (type == "identifier" || type == "attribute") return OfName(source.TextOf(node));
    if (type == "call") return OfCall(node, depth);
    if (type == "parenthesized_expression") return Of(NamedChild(node, 0), depth);
    if (type != "binary_operator") return std::nullopt;
    const std::string_view sign = source.TextOf(NodeField(node, "operator"));
    const Text left = Of(NodeField(node, "left"), depth);
    const Text right = Of(NodeField(node, "right"), depth);
    if (sign == "/") return Joined(left, right);
    if (sign != "+" || !left || !right) return std::nullopt;
    return *left + *right;
  }
};

}  // namespace

std::string ComposedValue(const std::string& expression, const BoundNames& bound) {
  const PythonSource source(expression);
  if (!source.parsed() || NamedChildCount(source.root()) != 1) return {};
  Composer composer{source, bound};
  const Composer::Text text = composer.Of(NamedChild(NamedChild(source.root(), 0), 0), 0);
  return text && composer.literal && text->size() <= kLongestComposed ? *text : std::string();
}

}  // namespace flagcensus
