// The Python files of a tree, read and parsed as far as wrappers are known.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/resolve_options.h"
#include "analyzer/link/python/program.h"
#include "analyzer/python/outline.h"
#include "analyzer/python/parser.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

// Reads a file into `buffer` and calls use(text), of Cython with what Python it is. What is wrong
// with the file where that could not be done, else "".
std::string WithText(const SourceFile& file, std::string* buffer,
                     const std::function<void(std::string_view)>& use);

// The base words, by what makes a file matter.
struct BaseWords {
  explicit BaseWords(const AccessorTable& table)
      : access(table.words.begin(), table.words.end()),
        sink(table.sink_words.begin(), table.sink_words.end()),
        spawn(table.spawn_words.begin(), table.spawn_words.end()),
        containers(table.containers.begin(), table.containers.end()) {
    all = access;
    all.insert(sink.begin(), sink.end());
    all.insert(spawn.begin(), spawn.end());
    all.insert(kMappings);
  }
  // Kept where the file matters by another: a mapping that may be made over the environment.
  static constexpr const char* kMappings = "__getitem__";
  std::set<std::string> access;
  std::set<std::string> sink;  // matter where one of `spawn` stands beside them
  std::set<std::string> spawn;
  std::set<std::string> containers;  // of those, the ones that take names in argument lists
  std::set<std::string> all;
};

// A Python file of the tree, as far as it is known.
struct Known {
  std::shared_ptr<const PythonFile> parsed;  // null: not parsed (yet)
  bool base = false;                         // holds base words that matter
  std::set<std::string> wrappers;            // the wrappers by which it matters
  std::string error;                         // why it could not be read; "" where it was
};

// New names to look for, with the paths of the modules that have them. kAnywhere: a method of
// classes that may be anywhere.
struct FreshName {
  std::set<std::string> paths;  // wrappers: whoever can call them matters too
  std::set<std::string> own;    // makers of names: these modules alone
};
using Fresh = std::map<std::string, FreshName>;
inline const std::string kAnywhere;

struct Round {
  std::vector<int> changed;  // files to evaluate (again), ascending
};

class Sources {
 public:
  // `tree`, `index` and what `options` points to are kept by reference; it has a budget.
  Sources(const Tree& tree, const ModuleIndex& index, const ResolveOptions& options);

  const std::vector<int>& files() const { return files_; }
  const std::vector<Known>& known() const { return known_; }

  // Parses the files in which a base word stands.
  Round First();
  // Parses, or parses more of, the files that may call one of `fresh`.
  // `methods`: of the classes among them, those that matter where a subclass calls them on itself.
  Round Next(const Fresh& fresh, const std::map<std::string, std::set<std::string>>& methods);

 private:
  // Of the file at a position: whether it is to be parsed.
  using Choose =
      std::function<bool(size_t position, std::string_view text, const std::vector<WordHit>& hits)>;
  // Whether a file has to be opened, by what its first reading told.
  using MayMatter = std::function<bool(const SourceFile& file)>;
  Round Parse(const std::vector<std::string>& words, const MayMatter& may_matter,
              const Choose& choose);
  bool Reaches(int file, const std::vector<ImportedName>& imports, const std::string& name,
               const std::set<std::string>& paths) const;

  const Tree& tree_;
  const ModuleIndex& index_;
  const BaseWords base_;
  const unsigned threads_;
  RunBudget& budget_;
  RunCost* const cost_;
  std::vector<int> files_;    // indices into Tree::files
  std::vector<Known> known_;  // by position in files_
};

}  // namespace flagcensus
