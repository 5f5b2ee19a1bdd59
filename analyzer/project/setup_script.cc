// setup.py ─→ its imports, its name and the packages that it lists.
//
//   setup(name="shop", packages=["shop", "shop.db"], py_modules=["run"])
//       ─→  names {"shop"}, packages {"shop", "shop/db"}, modules {"run"}
//
// It is a program, of which only literals are read: imports, and the strings of `packages`,
// `include`, `py_modules` and `name` as keywords, as keys or as variables. find_packages() without
// `include` shows nothing.
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/project/manifest.h"
#include "analyzer/python/parser.h"
#include "analyzer/python/syntax.h"

namespace flagcensus {
namespace {

// A value with its name: a keyword, a key or a variable; "" if it has none of them.
struct NamedValue {
  std::string_view name;
  NodeId value = kNoNode;
};

NamedValue NamedValueOf(const Syntax& syntax, NodeId node) {
  const size_t count = syntax.count(node);
  const auto text_if = [&](size_t child, NodeKind kind) -> std::string_view {
    const NodeId id = syntax.child(node, child);
    return syntax.kind(id) == kind ? std::string_view(syntax.text(id)) : std::string_view();
  };
  switch (syntax.kind(node)) {
    case NodeKind::kKeyword:
      if (count == 1) return {syntax.text(node), syntax.child(node, 0)};
      return {};
    case NodeKind::kPair:
      if (count == 2) return {text_if(0, NodeKind::kString), syntax.child(node, 1)};
      return {};
    case NodeKind::kAssign:
      if (count == 2) return {text_if(1, NodeKind::kName), syntax.child(node, 0)};
      return {};
    case NodeKind::kAnnotated:
      if (count == 3) return {text_if(0, NodeKind::kName), syntax.child(node, 2)};
      return {};
    default:
      return {};
  }
}

// The strings of ["a", "b"], as paths of modules. Of a sum, only those of the list that it begins
// with.
void AddList(const Syntax& syntax, NodeId value, std::vector<std::string>* into) {
  while (syntax.kind(value) == NodeKind::kBinary) value = syntax.child(value, 0);
  if (syntax.kind(value) != NodeKind::kList) return;
  for (size_t i = 0; i < syntax.count(value); ++i) {
    const NodeId element = syntax.child(value, i);
    if (syntax.kind(element) != NodeKind::kString) continue;
    const std::string path = ModulePath(syntax.text(element));
    if (!path.empty()) into->push_back(path);
  }
}

// The first names of the modules of an import; nothing for a relative import.
void AddImports(const Syntax& syntax, NodeId node, std::vector<std::string>* into) {
  const auto add = [&](std::string_view module) {
    const std::string_view first = module.substr(0, module.find('.'));
    if (!first.empty()) into->emplace_back(first);
  };
  if (syntax.kind(node) == NodeKind::kImportFrom) add(syntax.text(node));
  if (syntax.kind(node) != NodeKind::kImport) return;
  for (size_t i = 0; i < syntax.count(node); ++i) add(syntax.text(syntax.child(node, i)));
}

}  // namespace

void ReadSetupScript(std::string_view text, Manifest* manifest) {
  const Syntax syntax = ParsePython(text).syntax;
  std::vector<std::string> included;
  bool named = false;
  for (NodeId node = 0; node < syntax.nodes.size(); ++node) {
    AddImports(syntax, node, &manifest->imports);
    const NamedValue given = NamedValueOf(syntax, node);
    if (given.name == "packages") AddList(syntax, given.value, &manifest->packages);
    if (given.name == "include") AddList(syntax, given.value, &included);
    if (given.name == "py_modules") AddList(syntax, given.value, &manifest->modules);
    // The first name is the project's. Later ones are those of extensions.
    if (given.name != "name" || named || syntax.kind(given.value) != NodeKind::kString) continue;
    named = !syntax.text(given.value).empty();
    if (named) manifest->names.push_back(ToLower(syntax.text(given.value)));
  }
  manifest->packages.insert(manifest->packages.end(), included.begin(), included.end());
}

}  // namespace flagcensus
