// What blocks begin with, and what the text around them is about. Each fact is computed once.
//
//   ## Environment variables        the list below is about environment variables (kHere)
//   - `APP_PORT`: port to use       begins with the name APP_PORT; rest: "port to use"
//   - `APP_X` - experimental        begins with APP_X; a series of two, if one is accessed
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/documents/known_names.h"
#include "analyzer/documents/text_block.h"

namespace flagcensus {

// The names at the beginning of a block, and the text after them.
struct Heads {
  std::vector<std::string> names;
  std::string rest;
};

// Siblings of one kind that begin with names. Accessed members are evidence for the others.
struct Series {
  int members = 1;
  int accessed = 0;
};

// What a text around a block says: nothing of the environment, that an item further out is about it
// (kOutside), or that this block is (kHere).
enum class Around { kNothing, kOutside, kHere };

class BlockFacts {
 public:
  // Both must outlive this; the blocks may not change.
  BlockFacts(TextBlocks& blocks, const KnownNames& names);

  const Heads& HeadsOf(const TextBlock& block);
  // The series of a block that begins with names.
  Series SeriesOf(const TextBlock& block) const;
  // Whether one of these speaks of environment variables: the head of its column, the text before
  // its list, a heading above (all kHere), or an item around it (kOutside if another item or term
  // is in between).
  Around EnvironmentAround(const TextBlock& block);
  // The body of a term or heading, in order. If several terms share one body, it is that of the
  // next sibling. At most some kilobytes.
  std::vector<const TextBlock*> BodyOf(const TextBlock& block);

 private:
  Heads FindHeads(const TextBlock& block) const;
  void FindSeries(const TextBlock& root);
  bool SpeaksOfEnvironment(const TextBlock& title);
  // Whether the text at the top of the page says that all settings on it are environment variables.
  static bool AnnouncesSettings(const TextBlock& root);

  const KnownNames* names_;
  bool announced_ = false;
  std::unordered_map<const TextBlock*, Heads> heads_;
  std::unordered_map<const TextBlock*, Around> around_;
  std::unordered_map<const TextBlock*, bool> speaks_;  // of blocks that enclose others
  std::unordered_map<const TextBlock*, Series> series_;
};

// The texts of a block; each line that is a field "Key: value" begins a new one.
std::vector<std::string> LinesOfBlock(const TextBlock& block);

// What is below the block, in order, up to about `most` bytes.
std::vector<const TextBlock*> Below(const TextBlock& block, size_t most);

// Paragraphs with several lines that begin with names become terms, one per name. So do literal
// blocks that list names with their texts in columns.
void SplitAtNames(TextBlocks& blocks, const KnownNames& names);

// The nearest heading above the block; null at the root.
const TextBlock* SectionOf(const TextBlock& block);

}  // namespace flagcensus
