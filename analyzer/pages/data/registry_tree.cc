#include "analyzer/pages/data/registry_tree.h"

#include "analyzer/pages/document.h"
#include "analyzer/pages/page_limits.h"

namespace flagcensus {

// The list of documents is open from the beginning.
RegistryTree::RegistryTree() {
  open_.emplace_back();
  open_.back().kind = RegistryNode::Kind::kList;
}

// The key belongs to the next value that is added or opened.
void RegistryTree::Key(std::string key, int line, int column) {
  key_.key = std::move(key);
  key_.key_line = line;
  key_.key_column = column;
}

// Adds a value with the key before it. Parts of a skipped node are not counted.
void RegistryTree::Add(RegistryNode node) {
  node.key = std::move(key_.key);
  node.key_line = key_.key_line;
  node.key_column = key_.key_column;
  key_ = {};
  if (skipped_ > 0) return;
  if (++nodes_ > kMaxPageParts) {
    full_ = cut_ = true;
    return;
  }
  open_.back().children.push_back(std::move(node));
}

void RegistryTree::Scalar(std::string text, bool quoted, int line, int column) {
  RegistryNode node;
  node.kind = RegistryNode::Kind::kScalar;
  node.text = std::move(text);
  node.quoted = quoted;
  node.line = line;
  node.column = column;
  Add(std::move(node));
}

void RegistryTree::Null(int line, int column, size_t alias) {
  RegistryNode node;
  node.alias = alias;
  node.line = line;
  node.column = column;
  Add(std::move(node));
}

// Opens a list or map, or counts it as skipped if the tree is full or too deep.
void RegistryTree::Begin(RegistryNode::Kind kind, int line, int column, size_t anchor) {
  if (++nodes_ > kMaxPageParts) full_ = cut_ = true;
  if (full_ || skipped_ > 0 || open_.size() >= static_cast<size_t>(kMaxBlockDepth)) {
    ++skipped_;
    cut_ = true;
    return;
  }
  RegistryNode node;
  node.kind = kind;
  node.anchor = anchor;
  node.line = line;
  node.column = column;
  node.key = std::move(key_.key);
  node.key_line = key_.key_line;
  node.key_column = key_.key_column;
  key_ = {};
  open_.push_back(std::move(node));
}

// Closes the innermost open or skipped node.
void RegistryTree::End() {
  key_ = {};
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  if (open_.size() < 2) return;
  // A node is kept even if the tree is full: its values so far count.
  RegistryNode node = std::move(open_.back());
  open_.pop_back();
  open_.back().children.push_back(std::move(node));
}

bool RegistryTree::InMap() const {
  return skipped_ == 0 && open_.back().kind == RegistryNode::Kind::kMap;
}

// After a syntax error, lists and maps are still open; their values so far are kept.
RegistryNode RegistryTree::Take() {
  skipped_ = 0;
  while (open_.size() > 1) End();
  return std::move(open_.front());
}

}  // namespace flagcensus
