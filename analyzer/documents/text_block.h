// TextBlocks: a Document in the form in which passages are searched: six kinds of block for all
// formats, with their texts by line, their parents, and each table row with the heads of its table.
//
//   * `APP_PORT`: where it        ─→  list item, parts {"{APP_PORT}: where it" (line 1),
//     listens                         "listens" (line 2)}
//
// Headings, which are siblings in a Document, enclose their sections here:
//
//   # A                heading A, children {paragraph, heading B}
//   text               paragraph, parent A
//   ## B               heading B, parent A
//
// Owns its blocks; pointers stay valid as long as it lives.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/documents/marked_text.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

struct TextBlock {
  enum class Kind { kHeading, kTerm, kItem, kRow, kParagraph, kCode };
  Kind kind = Kind::kParagraph;
  int line = 0;
  int level = 0;                // of a heading; 0 for the root
  std::vector<TextLine> parts;  // of a row: its cells
  TextBlock* parent = nullptr;
  std::vector<TextBlock*> children;
  size_t index = 0;  // among the parent's children

  std::vector<std::string> cells;                         // of a row
  std::shared_ptr<const std::vector<std::string>> heads;  // of its table; null if it has no head
  std::vector<std::vector<std::string>> continuation;     // rows without a first cell below it

  // Whether the parent is of one of the two kinds.
  bool IsBelow(Kind a, Kind b) const {
    return parent != nullptr && (parent->kind == a || parent->kind == b);
  }
  // The head of the column of a row's cell; "" if there is none.
  std::string_view HeadOf(size_t cell) const {
    return heads != nullptr && cell < heads->size() ? std::string_view((*heads)[cell])
                                                    : std::string_view();
  }
  // The parts joined by blanks; the cells joined by " | ".
  const std::string& Text() const;
  // The line of the byte `at` of Text().
  const TextLine& PartAt(size_t at) const;
  // Call after a change of the parts.
  void Forget() {
    text_.clear();
    begins_.clear();
  }

 private:
  mutable std::string text_;
  mutable std::vector<size_t> begins_;  // of the parts in text_
};

class TextBlocks {
 public:
  explicit TextBlocks(const Document& document);
  TextBlocks(const TextBlocks&) = delete;
  TextBlocks& operator=(const TextBlocks&) = delete;

  TextBlock& root() { return *root_; }
  // All blocks but the root, in page order. Call after the last change of the tree.
  std::vector<TextBlock*> InOrder();

  // A block that is not yet below a parent.
  TextBlock* Make(TextBlock::Kind kind, int line);
  // Replaces the child at `index` of `parent` by `blocks`, which may be any number.
  static void Replace(TextBlock& parent, size_t index, const std::vector<TextBlock*>& blocks);

 private:
  void AddAll(const std::vector<Block>& blocks, TextBlock* parent, bool sections);
  void AddOne(const Block& block, TextBlock* parent);
  void AddTable(const Block& table, TextBlock* parent);
  TextBlock* Append(TextBlock::Kind kind, int line, TextBlock* parent);

  std::deque<TextBlock> blocks_;
  TextBlock* root_;
};

}  // namespace flagcensus
