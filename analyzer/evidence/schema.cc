// a schema of settings ─→ its maps ─→ those that name a variable and describe it
//
//   TIMEOUT:
//     description: "How long a call may take."
//     default: 30
//     environment_variable: "APP_TIMEOUT"
//
// Manuals are rendered from such files. A key that names a variable is not enough: a manifest lists
// the variables of a job under the same keys and describes none of them. A form has the variable as
// the key of such a map, or as an attribute next to its label.
#include "analyzer/evidence/schema.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/data/registry_tree.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

using RegistryKind = RegistryNode::Kind;

// The child with a key of the list `key` in queries/evidence/schema.toml, in any case.
const RegistryNode* ChildOf(const RegistryNode& map, std::string_view key) {
  const auto found = std::find_if(
      map.children.begin(), map.children.end(),
      [&](const RegistryNode& child) { return IsPhrase("schema", key, ToLower(child.key)); });
  return found == map.children.end() ? nullptr : &*found;
}

// Whether the node has words; an empty text or a list is not a description.
bool ContainsText(const RegistryNode* node) {
  return node != nullptr && node->kind == RegistryKind::kScalar && !Trim(node->text).empty();
}

bool IsName(const RegistryNode& node) {
  if (node.kind != RegistryKind::kScalar) return false;
  const NameShape shape = ShapeOf(node.text);
  return (shape == NameShape::kStrong || shape == NameShape::kWeak) &&
         node.text.find('*') == std::string::npos;
}

// Adds the variables that the map names under a key for them, if it describes them.
void AddOfMap(const RegistryNode& map, std::vector<SchemaPassage>* out) {
  const RegistryNode* variable = ChildOf(map, "variable");
  if (variable == nullptr || !ContainsText(ChildOf(map, "description"))) return;
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
    } else if (ContainsText(value)) {  // an empty text only fills a required field
      one.passage.default_kind = DocumentedDefault::kLiteral;
      one.passage.default_text = value->text;
    }
  };
  // A list of variables shares one description; the default cannot belong to each of them.
  if (!several) return add(*variable);
  for (const RegistryNode& name : variable->children) add(name);
}

// A text that says more than the name itself.
bool IsLabel(std::string_view text, std::string_view name) {
  return text != name && std::any_of(text.begin(), text.end(), IsAlpha);
}

// APP_LEVEL: {name: "Level of the log"}, and in a translation APP_LEVEL: "Level of the log".
void AddOfForm(const RegistryNode& node, bool translation, std::vector<SchemaPassage>* out) {
  if (ShapeOf(node.key) != NameShape::kStrong) return;
  const bool text =
      translation && node.kind == RegistryKind::kScalar && node.text.find(' ') != std::string::npos;
  const RegistryNode* const label =
      node.kind == RegistryKind::kMap ? ChildOf(node, "label") : nullptr;
  if (!text && !(ContainsText(label) && IsLabel(label->text, node.key))) return;
  SchemaPassage& one = out->emplace_back();
  one.name = node.key;
  one.passage.place = {"", node.key_line, node.key_column};
  one.passage.described = true;
}

// Recursive: the tree is no deeper than its parsers allow.
void AddBelow(const RegistryNode& node, bool translation, std::vector<SchemaPassage>* out) {
  if (node.kind == RegistryKind::kMap) AddOfMap(node, out);
  AddOfForm(node, translation, out);
  for (const RegistryNode& child : node.children) AddBelow(child, translation, out);
}

// Whether a folder of the path is one of translations. There, a text below a name is a label.
bool IsOfTranslations(std::string_view lower_path) {
  const std::vector<std::string_view> parts = Split(lower_path, '/');
  return std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
    return IsPhrase("schema", "translations", part);
  });
}

// <Config Name="Level of the log" Target="APP_LEVEL"/>: the name of a variable as one attribute of
// a tag, a label as another.
void AddOfTag(std::string_view tag, int line, std::vector<SchemaPassage>* out) {
  std::string_view name;
  std::string_view label;
  for (size_t at = tag.find('='); at != std::string_view::npos; at = tag.find('=', at)) {
    const size_t begin = StartOfRun(tag, at, IsIdentifierByte);
    const std::string_view key = tag.substr(begin, at - begin);
    const size_t open = ++at;
    if (open >= tag.size() || (tag[open] != '"' && tag[open] != '\'')) continue;
    const size_t close = tag.find(tag[open], open + 1);
    if (close == std::string_view::npos) break;
    const std::string_view value = tag.substr(open + 1, close - open - 1);
    at = close;
    if (ShapeOf(value) == NameShape::kStrong) {
      name = value;
    } else if (label.empty() && IsPhrase("schema", "label", ToLower(key))) {
      label = Trim(value);
    }
  }
  if (name.empty() || label.empty() || !IsLabel(label, name)) return;
  SchemaPassage& one = out->emplace_back();
  one.name = name;
  one.passage.place = {"", line, 0};
  one.passage.described = true;
}

// Tags are read as text: a form need not be a document that parses.
std::vector<SchemaPassage> FromXml(std::string_view text) {
  std::vector<SchemaPassage> out;
  int line = 1;
  size_t counted = 0;
  for (size_t at = text.find('<'); at != std::string_view::npos;) {
    const size_t end = text.find_first_of("<>", at + 1);
    if (end == std::string_view::npos) break;
    if (text[end] == '>') {
      line += static_cast<int>(std::count(text.begin() + static_cast<ptrdiff_t>(counted),
                                          text.begin() + static_cast<ptrdiff_t>(at), '\n'));
      counted = at;
      AddOfTag(text.substr(at, end - at), line, &out);
    }
    at = text.find('<', end);
  }
  return out;
}

}  // namespace

bool IsSchemaName(std::string_view path) {
  const std::string lower = ToLower(path);
  return lower.ends_with(".yaml") || lower.ends_with(".yml") || lower.ends_with(".json") ||
         lower.ends_with(".toml") || lower.ends_with(".xml");
}

std::vector<SchemaPassage> FindSchemaPassages(std::string_view path, std::string_view text) {
  std::vector<SchemaPassage> out;
  const std::string lower = ToLower(path);
  if (lower.ends_with(".xml")) return FromXml(text);
  const bool translation = IsOfTranslations(lower);
  const std::string all = ToLower(text);
  const auto has_any = [&](std::string_view list) {
    const std::vector<std::string>& keys = Phrases("schema", list);
    return std::any_of(keys.begin(), keys.end(),
                       [&](const std::string& key) { return all.find(key) != std::string::npos; });
  };
  // Most files have no such key and need no parser.
  if (!translation && !has_any("variable") && !has_any("label")) return out;
  RegistryTree tree;
  const RegistryError error = lower.ends_with(".json")   ? ParseJson(text, tree)
                              : lower.ends_with(".toml") ? ParseToml(text, tree)
                                                         : ParseYaml(text, tree);
  if (!error.message.empty()) return out;
  AddBelow(tree.Take(), translation, &out);
  return out;
}

}  // namespace flagcensus
