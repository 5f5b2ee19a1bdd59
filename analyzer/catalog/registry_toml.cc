// TOML → tree, from toml++'s document.
//
// toml++ bounds how deep values nest, but not how many parts a dotted key has, and takes a document
// apart recursively; so a line with a hundred dots outside of strings is refused before it parses.
#include <toml++/toml.h>

#include <sstream>

#include "analyzer/catalog/registry_tree.h"

namespace flagcensus {
namespace {

constexpr int kMaxDots = 100;

// The number of the first line with too many dots, or 0.
int LineOfDots(std::string_view text) {
  int line = 1;
  int dots = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') {
      ++line;
      dots = 0;
    } else if (text[at] == '.' && ++dots > kMaxDots) {
      // Dots of a comment or of one long string are harmless.
      const size_t start = text.rfind('\n', at) + 1;
      const std::string_view before = text.substr(start, at - start);
      const size_t key = before.find_first_of("#=");
      if (key == std::string_view::npos) return line;
      const size_t end = text.find('\n', at);
      if (end == std::string_view::npos) return 0;
      at = end - 1;
    }
  }
  return 0;
}

class Walker {
 public:
  explicit Walker(RegistryTree& tree) : tree_(tree) {}

  void Walk(const toml::node& node, int depth) {
    if (tree_.Full() || depth > 2 * kMaxDots) return;
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

RegistryError ParseToml(std::string_view text, RegistryTree& tree) {
  if (const int line = LineOfDots(text); line > 0) {
    return {line, 1, "a key has more than " + std::to_string(kMaxDots) + " parts"};
  }
  try {
    const toml::table table = toml::parse(text);
    Walker(tree).Walk(table, 0);
  } catch (const toml::parse_error& error) {
    return {static_cast<int>(error.source().begin.line),
            static_cast<int>(error.source().begin.column), std::string(error.description())};
  } catch (const std::exception& error) {
    return {0, 0, error.what()};
  }
  return {};
}

}  // namespace flagcensus
