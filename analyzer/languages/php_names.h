// Names and texts of PHP: variables, members, class constants, strings with variables.
//
//   "APP_{$n}"    ─→ kConcat of "APP_" and kName $n
//   Conf::KEY     ─→ kMember KEY of kName Conf
//   $_ENV['X']    ─→ kIndex X of kName $_ENV
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/languages/lowering.h"
#include "analyzer/python/node.h"

namespace flagcensus {

class PhpNames : public TermLowering {
 public:
  using TermLowering::TermLowering;

 protected:
  // `\getenv` is getenv; `Foo\bar` is "Foo.bar"; `static` is the class itself, like `self`.
  std::string PathOfName(TSNode node) const {
    std::string out = Source(node);
    if (out.starts_with('\\')) out = out.substr(1);
    return out == "static" ? "self" : ReplaceAll(out, "\\", ".");
  }

  // A text with escapes and values in the order of the source.
  TermId Text(TSNode node) {
    TextBuilder text(this, node);
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      if (type == "escape_sequence") {
        text.AddText(Unescape(Source(child)));
      } else if (type == "string_content" || type == "string_value") {
        text.AddText(Source(child));
      } else {
        text.AddValue([&] { return One(child); });
      }
    });
    return text.Done();
  }

  // A nowdoc has no values in it.
  TermId Heredoc(TSNode node) {
    const TSNode body = NodeField(node, "value");
    if (ts_node_is_null(body)) return Add(TermKind::kString, node);
    if (NodeType(node) == "nowdoc") return Add(TermKind::kString, node, {}, Source(body));
    return Text(body);
  }

  // `$this` is named as in the other languages.
  TermId Variable(TSNode node) {
    const std::string name = Source(node);
    return Add(TermKind::kName, node, {}, name == "$this" ? "this" : name);
  }

  // `$o->a` ─→ kMember a
  TermId Member(TSNode node) {
    const TermId object = Need(node, "object");
    return Add(TermKind::kMember, node, {object}, Source(NodeField(node, "name")));
  }

  // `Foo::BAR`, `self::$bar`
  TermId Scoped(TSNode node) {
    Terms parts;
    std::string name;
    Each(node, [&](TSNode child, std::string_view) {
      if (parts.empty()) {
        parts.push_back(One(child));
      } else {
        name = Source(child);
      }
    });
    return Add(TermKind::kMember, node, std::move(parts), name);
  }

  // `$a["X"]`
  TermId Index(TSNode node) {
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      // "$_ENV[X]" in a text: the key is a literal without quotes.
      const bool bare = !parts.empty() && NodeType(child) == "name" && InText(node);
      parts.push_back(bare ? Add(TermKind::kString, child, {}, Source(child)) : One(child));
    });
    if (parts.size() != 2) return Add(TermKind::kOther, node, std::move(parts));
    return Add(TermKind::kIndex, node, std::move(parts));
  }

  // Whether the node is part of a text with values.
  bool InText(TSNode node) const {
    const size_t end = EndByte(node);
    const std::string_view type = NodeType(NodeParent(node));
    return (type == "encapsed_string" || type == "heredoc_body") && end < text_.size();
  }
};

}  // namespace flagcensus
