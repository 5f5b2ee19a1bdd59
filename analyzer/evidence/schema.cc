// a schema of settings ─→ its maps ─→ those that name a variable and describe it
//
//   TIMEOUT:
//     description: "How long a call may take."
//     default: 30
//     environment_variable: "APP_TIMEOUT"
//
// Manuals are rendered from such files. That a key names a variable is not enough: a manifest says
// which variables a job gets under the same keys, and describes none.
#include "analyzer/evidence/schema.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/data/registry_tree.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

using RegistryKind = RegistryNode::Kind;

const RegistryNode* ChildOf(const RegistryNode& map, std::string_view key) {
  const auto found = std::find_if(
      map.children.begin(), map.children.end(),
      [&](const RegistryNode& child) { return IsPhrase("schema", key, ToLower(child.key)); });
  return found == map.children.end() ? nullptr : &*found;
}

bool HoldsText(const RegistryNode* node) {
  return node != nullptr && node->kind == RegistryKind::kScalar && !Trim(node->text).empty();
}

bool IsName(const RegistryNode& node) {
  if (node.kind != RegistryKind::kScalar) return false;
  const NameShape shape = ShapeOf(node.text);
  return (shape == NameShape::kStrong || shape == NameShape::kWeak) &&
         node.text.find('*') == std::string::npos;
}

void AddOfMap(const RegistryNode& map, std::vector<SchemaPassage>* out) {
  const RegistryNode* variable = ChildOf(map, "variable");
  if (variable == nullptr || !HoldsText(ChildOf(map, "description"))) return;
  const bool several = variable->kind == RegistryKind::kList;
  const auto add = [&](const RegistryNode& name) {
    if (!IsName(name)) return;
    SchemaPassage& one = out->emplace_back();
    one.name = name.text;
    one.passage.place = {"", name.line, name.column};
    one.passage.described = true;
    const RegistryNode* value = ChildOf(map, "default");
    if (several || value == nullptr) return;
    if (value->kind == RegistryKind::kNull) {
      one.passage.default_kind = DocumentedDefault::kNone;
    } else if (HoldsText(value)) {  // an empty one stands where a schema wants any
      one.passage.default_kind = DocumentedDefault::kLiteral;
      one.passage.default_text = value->text;
    }
  };
  if (!several) return add(*variable);
  for (const RegistryNode& name : variable->children) add(name);
}

// The tree is no deeper than its parsers allow.
void AddBelow(const RegistryNode& node, std::vector<SchemaPassage>* out) {
  if (node.kind == RegistryKind::kMap) AddOfMap(node, out);
  for (const RegistryNode& child : node.children) AddBelow(child, out);
}

}  // namespace

bool IsSchemaName(std::string_view path) {
  const std::string lower = ToLower(path);
  return lower.ends_with(".yaml") || lower.ends_with(".yml") || lower.ends_with(".json") ||
         lower.ends_with(".toml");
}

std::vector<SchemaPassage> FindSchemaPassages(std::string_view path, std::string_view text) {
  std::vector<SchemaPassage> out;
  static const std::vector<std::string>& kKeys = Phrases("schema", "variable");
  const std::string all = ToLower(text);
  // Most files have no such key, and need no parser.
  if (std::none_of(kKeys.begin(), kKeys.end(),
                   [&](const std::string& key) { return all.find(key) != std::string::npos; })) {
    return out;
  }
  RegistryTree tree;
  const std::string lower = ToLower(path);
  const RegistryError error = lower.ends_with(".json")   ? ParseJson(text, tree)
                              : lower.ends_with(".toml") ? ParseToml(text, tree)
                                                         : ParseYaml(text, tree);
  if (!error.message.empty()) return out;
  AddBelow(tree.Take(), &out);
  return out;
}

}  // namespace flagcensus
