// The outline of a Python source: its logical lines and functions, found without parsing.
//
// A parse costs a hundred times what this scan costs, so a file is scanned first, what cannot
// matter is left out, and only the rest is parsed (python_parser.cc).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// A logical line: a statement, or the header of a compound one (Python Language Reference, 2.1.5).
struct LogicalLine {
  enum class Kind : uint8_t { kOther, kFunction, kClass };

  uint32_t begin = 0;  // byte offset of its first token
  uint32_t end = 0;    // past its last byte, a comment behind it included, the line end not
  uint32_t row = 0;    // 0-based row of `begin`
  uint32_t end_row = 0;
  uint32_t indent = 0;  // columns, a tab to the next multiple of 8
  Kind kind = Kind::kOther;
  bool opens = false;   // ends in ':': an indented block follows
  bool string = false;  // nothing but strings: a docstring
};

// The logical lines of `text` in order; comments and blank lines are in none. Nothing where a
// string or bracket is not closed: such a file has to be parsed to be understood. Costs one pass
// over the bytes.
std::optional<std::vector<LogicalLine>> FindLogicalLines(std::string_view text);

// An outermost function (or method), with the name by which others reach it.
struct OutlineFunction {
  size_t header = 0;  // index into the logical lines
  size_t last = 0;    // the last logical line of its body; the header itself where it has no block
  std::string name;   // for __init__, __call__ and the like: the class
  int owner = -1;     // number of the class it is a method of
  std::string class_name;
  bool special = false;  // __init__ and the like
};

// The name that a function's or class's header defines.
std::string_view FunctionName(std::string_view text, const LogicalLine& header);

std::vector<OutlineFunction> FindFunctions(std::string_view text,
                                           const std::vector<LogicalLine>& lines);

// What the code around a byte is for.
struct LineContext {
  bool comment = false;
  // What the statement assigns to (x, or .x of an attribute): in the first context that is code.
  std::vector<std::string> targets;
  // Functions whose argument lists are open there, each in the first context inside it.
  std::vector<std::string> callees;
};

// The context of each of `offsets` (ascending, all inside `line`).
std::vector<LineContext> ContextsOf(std::string_view text, const LogicalLine& line,
                                    const std::vector<uint32_t>& offsets);

// Where the targets of an assignment end: the offset of the last '=' outside brackets that assigns
// (of the operator, for an augmented one); 0 where the statement is no assignment.
size_t AssignmentEnd(std::string_view statement);

// The identifier at `at`, empty where there is none; and what the one at `at` is renamed to
// (`getenv as g`), empty where it is not.
std::string_view WordAt(std::string_view text, size_t at);
std::string_view AliasOf(std::string_view text, size_t at);

// A name that an import statement binds, or `from module import *`.
struct ImportedName {
  std::string module;  // dotted, with its leading dots
  std::string name;    // "" for `import module`; "*"
  std::string alias;   // what it is called here; "" where that is its own name
};

// The imports of a text, wherever they stand, by the first words of lines. Strings and comments are
// not told apart: what looks like an import in a docstring is taken for one.
std::vector<ImportedName> FindImports(std::string_view text);

// A hash of an identifier (FNV-1a, 32 bits).
uint32_t WordHash(std::string_view word);

// Identifiers by name: where each stands in the parts of a text that were added. Not checked
// against strings and comments. Costs one pass over the bytes and 12 bytes an identifier.
class WordIndex {
 public:
  static constexpr uint32_t kHashBasis = 2166136261u;
  static constexpr uint32_t kHashPrime = 16777619u;

  explicit WordIndex(std::string_view text) : text_(text) {}

  void Add(uint32_t begin, uint32_t end);

  // Calls use(offset, hash) for each identifier between the two offsets.
  template <typename Use>
  static void EachIn(std::string_view text, uint32_t begin, uint32_t end, const Use& use) {
    for (size_t at = begin; at < end;) {
      if (!IsWord(text[at])) {
        ++at;
        continue;
      }
      const bool name = text[at] < '0' || text[at] > '9';
      uint32_t hash = kHashBasis;
      const size_t from = at;
      for (; at < text.size() && IsWord(text[at]); ++at) {
        hash = (hash ^ static_cast<unsigned char>(text[at])) * kHashPrime;
      }
      if (name) use(static_cast<uint32_t>(from), hash);
    }
  }

  // Calls found(offset) for each place of `word`, the last one first. `.word`: attributes alone.
  template <typename Found>
  void Each(std::string_view word, const Found& found) {
    if (heads_.empty()) return;
    const bool attribute = word.starts_with('.');
    if (attribute) word.remove_prefix(1);
    const uint32_t hash = WordHash(word);
    for (uint32_t at = heads_[hash & (heads_.size() - 1)]; at != 0; at = words_[at - 1].next) {
      const Word& entry = words_[at - 1];
      if (entry.hash == hash && text_.substr(entry.offset, word.size()) == word &&
          IsEnd(entry.offset + word.size()) &&
          (!attribute || (entry.offset > 0 && text_[entry.offset - 1] == '.'))) {
        found(entry.offset);
      }
    }
  }

  // Call after the last Add and before the first Each.
  void Finish();

 private:
  struct Word {
    uint32_t offset = 0;
    uint32_t hash = 0;
    uint32_t next = 0;
  };
  static bool IsWord(char c);
  bool IsEnd(size_t offset) const;

  std::string_view text_;
  std::vector<Word> words_;
  std::vector<uint32_t> heads_;  // a power of two of them
};

}  // namespace flagcensus
