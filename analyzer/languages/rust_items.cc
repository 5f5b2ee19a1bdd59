// Declarations of a Rust file as terms.
//
//   use std::{env, fs as files};      ─→ kImport env, more "std.env"; kImport files, more "std.fs"
//   struct A { #[arg(env = "X")] x: Option<u16> }
//                                     ─→ kClass A: kTag, text `arg:"X"`, more "x"; kField x
#include "analyzer/languages/rust_items.h"

#include "analyzer/base/text.h"
#include "analyzer/languages/rust_tokens.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

// A hostile `use` could repeat its prefix without end; a longer one is not read.
constexpr size_t kLongestUse = 1000;

}  // namespace

// Returns whether the next item is a test, and resets the mark.
bool RustItems::TakeTest() {
  const bool out = of_test_;
  of_test_ = false;
  return out;
}

// `before`: the path of the lists around, dotted.
void RustItems::Use(TSNode node, const std::string& before, Terms* out) {
  const std::string_view type = NodeType(node);
  const std::string dotted = ReplaceAll(Source(node), "::", ".");
  const std::string path = before.empty() ? dotted : before + "." + dotted;
  if (type == "identifier" || type == "scoped_identifier") {
    out->push_back(Add(TermKind::kImport, node, {}, dotted.substr(dotted.rfind('.') + 1), path));
  } else if (type == "use_wildcard") {
    const std::string of = path.ends_with(".*") ? path.substr(0, path.size() - 2) : path;
    out->push_back(Add(TermKind::kImport, node, {}, "*", of));
  } else if (type == "self" && !before.empty()) {
    out->push_back(Add(TermKind::kImport, node, {}, before.substr(before.rfind('.') + 1), before));
  } else if (type == "use_as_clause") {
    const std::string of = ReplaceAll(Source(NodeField(node, "path")), "::", ".");
    out->push_back(Add(TermKind::kImport, node, {}, Source(NodeField(node, "alias")),
                       before.empty() ? of
                       : of == "self" ? before
                                      : before + "." + of));
  } else if (type == "scoped_use_list" || type == "use_list") {
    std::string next = before;
    if (const TSNode of = NodeField(node, "path"); !ts_node_is_null(of)) {
      const std::string own = ReplaceAll(Source(of), "::", ".");
      next = before.empty() ? own : before + "." + own;
    }
    const TSNode list = type == "use_list" ? node : NodeField(node, "list");
    if (before.size() > kLongestUse) return;
    Each(list, [&](TSNode child, std::string_view) { Use(child, next, out); });
  }
}

// Attributes come before their field, as siblings.
TermId RustItems::Struct(TSNode node) {
  TakeTest();
  Terms parts;
  std::vector<TSNode> attributes;
  Each(NodeField(node, "body"), [&](TSNode child, std::string_view) {
    if (NodeType(child) == "attribute_item") {
      attributes.push_back(child);
    } else if (NodeType(child) == "field_declaration") {
      for (const TSNode attribute : attributes) {
        const TermId tag = Attribute(attribute, child);
        if (tag != kNoTerm) parts.push_back(tag);
      }
      attributes.clear();
      const TermId field = Add(TermKind::kField, child, {}, Source(NodeField(child, "name")));
      parts.push_back(Typed(field, Source(NodeField(child, "type"))));
    }
  });
  return Add(TermKind::kClass, node, std::move(parts), Source(NodeField(node, "name")));
}

// An attribute of clap or envconfig as a tag in the form of Go's struct tags, which tags.cc reads.
TermId RustItems::Attribute(TSNode item, TSNode field) {
  const std::string name = Source(NodeField(field, "name"));
  std::string type = Source(NodeField(field, "type"));
  const RustAttribute found = ReadAttribute(item, text_);
  if (!found.env) return kNoTerm;
  // These types have a value without the variable: None, false or an empty list.
  const bool optional = type.starts_with("Option<") || type == "bool" || type.starts_with("Vec<");
  if (type.starts_with("Option<")) type = type.substr(7, type.size() - 8);
  // Without a name, the variable has the field's name in capitals.
  std::string tag = found.library + ":\"" + (found.name.empty() ? ToUpper(name) : found.name);
  if (!optional && !found.fallback) tag += ",required";
  tag += "\"";
  if (found.fallback) tag += " default:\"" + *found.fallback + "\"";
  const TermId of = Add(TermKind::kOther, field, {}, type);
  Terms parts = {of};
  if (!found.constant.empty()) {
    parts.push_back(Add(TermKind::kName, item, {}, found.constant));
  }
  return Add(TermKind::kTag, field, std::move(parts), tag, name);
}

}  // namespace flagcensus
