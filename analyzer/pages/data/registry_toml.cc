// TOML → tree, from the document of toml++.
//
//   port = 80   ─→   a map with the key "port" 1:1 and the scalar "80" 1:8
#include <sstream>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/pages/data/registry_tree.h"

namespace flagcensus {
namespace {

// Adds a document to the tree, depth first. Keys and values have separate places in toml++.
class Walker {
 public:
  explicit Walker(RegistryTree& tree) : tree_(tree) {}

  // Adds a node and those in it. toml++ sorts the keys of a table; ReadRegistry restores the order
  // of the page by sorting the records by their places.
  void Walk(const toml::node& node, int depth) {
    // The parser bounds tables and arrays separately; together they may be twice as deep.
    if (tree_.Full() || depth > 2 * kMaxTomlDepth) return;
    const int line = static_cast<int>(node.source().begin.line);
    const int column = static_cast<int>(node.source().begin.column);
    if (const toml::table* table = node.as_table()) {
      tree_.Begin(RegistryNode::Kind::kMap, line, column);
      for (const auto& [key, value] : *table) {
        tree_.Key(std::string(key.str()), static_cast<int>(key.source().begin.line),
                  static_cast<int>(key.source().begin.column));
        Walk(value, depth + 1);
      }
      tree_.End();
    } else if (const toml::array* array = node.as_array()) {
      tree_.Begin(RegistryNode::Kind::kList, line, column);
      for (const toml::node& value : *array) Walk(value, depth + 1);
      tree_.End();
    } else if (const toml::value<std::string>* text = node.as_string()) {
      // Places of strings are after their quote.
      tree_.Scalar(text->get(), true, line, column + 1);
    } else {
      std::ostringstream out;
      node.visit([&](const auto& value) {
        if constexpr (toml::is_value<decltype(value)>) out << value;
      });
      tree_.Scalar(out.str(), false, line, column);
    }
  }

 private:
  RegistryTree& tree_;
};

}  // namespace

// toml++ has no events, so the whole document is parsed before it is read.
RegistryError ParseToml(std::string_view text, RegistryTree& tree) {
  toml::table table;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(text, &table)) {
    return {problem->line, problem->column, problem->message};
  }
  Walker(tree).Walk(table, 0);
  return {};
}

}  // namespace flagcensus
