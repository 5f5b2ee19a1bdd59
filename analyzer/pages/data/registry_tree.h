// JSON, YAML and TOML as one kind of tree with source places. Internal to registry*.cc.
//
//   Begin(kMap); Key("port"); Scalar("80"); End();   ─→   a map with the child "port": 80
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flagcensus {

// A value, with its key if it is in a map.
struct RegistryNode {
  enum class Kind { kNull, kScalar, kList, kMap };
  Kind kind = Kind::kNull;
  std::string key;  // in a map
  int key_line = 0;
  int key_column = 0;
  std::string text;     // of a scalar
  bool quoted = false;  // a string, in formats that distinguish strings
  int line = 0;
  int column = 0;
  size_t anchor = 0;  // of YAML: `&name`, numbered from 1; 0: no anchor
  size_t alias = 0;   // `*name` of a list or a map, which is not copied: the node is kNull
  std::vector<RegistryNode> children;
};

// Builds a tree from the events of a parser. Nodes deeper than kMaxBlockDepth or beyond
// kMaxPageParts are skipped; Cut() says whether there were any.
class RegistryTree {
 public:
  RegistryTree();
  void Key(std::string key, int line, int column);
  void Scalar(std::string text, bool quoted, int line, int column);
  void Null(int line, int column, size_t alias = 0);
  void Begin(RegistryNode::Kind kind, int line, int column, size_t anchor = 0);
  void End();
  bool InMap() const;
  // Whether the limit is reached, and the parser should stop.
  bool Full() const { return full_; }
  bool Cut() const { return cut_; }

  // Returns the documents of the file as the children of a list. Closes all nodes that are open.
  RegistryNode Take();

 private:
  void Add(RegistryNode node);

  std::vector<RegistryNode> open_;
  RegistryNode key_;  // the key of the next value
  size_t nodes_ = 0;
  int skipped_ = 0;  // the number of open nodes that are not in the tree
  bool full_ = false;
  bool cut_ = false;
};

// One parser for each format, in registry_json.cc, registry_yaml.cc and registry_toml.cc. Each adds
// the values up to a syntax error, which is returned as `message` with its place.
struct RegistryError {
  int line = 0;
  int column = 0;
  std::string message;
};
RegistryError ParseJson(std::string_view text, RegistryTree& tree);
RegistryError ParseYaml(std::string_view text, RegistryTree& tree);
RegistryError ParseToml(std::string_view text, RegistryTree& tree);

}  // namespace flagcensus
