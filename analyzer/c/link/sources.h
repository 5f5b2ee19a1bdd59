// The C, C++ and CUDA files of a tree by their numbers in it, and the limits that were reached in
// them.
//
//   sources.File(3)                  ─→ the tree's file 3: path, kind, scope
//   sources.Start(3, 12, 5)          ─→ an Access at line 12, column 5 of that file
//   limits.Report(3, 12, 5, "...")   ─→ a diagnostic `limit` at that place
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Files are added only as headers of libraries, behind those of the tree.
class CSources {
 public:
  // Keeps a pointer to the tree.
  explicit CSources(const Tree& tree);
  CSources(const CSources&) = delete;
  CSources& operator=(const CSources&) = delete;

  // The tree that was passed, or a copy with the headers. The references remain valid.
  const Tree* const& tree() const { return tree_; }
  const std::vector<int>& numbers() const { return numbers_; }
  const SourceFile& File(int number) const { return tree_->files[static_cast<size_t>(number)]; }
  // The paths of the added headers.
  const std::set<std::string>& headers() const { return headers_; }
  // Adds the descriptions of queries/c/headers/ with these names, which the tree does not contain.
  // Returns their numbers.
  std::vector<int> AddHeaders(const std::set<std::string>& names);
  // The same files, of which some have other contents now.
  void Renew(const Tree& tree);

  // Whether the file is not a source that is compiled on its own.
  bool IsIncluded(int file) const;
  Place At(int file, uint32_t line, uint32_t column) const;
  // An access without a name at that position.
  Access Start(int file, uint32_t line, uint32_t column) const;
  // The position to report for the call: for a macro's expansion, that of the macro's use.
  Place PlaceOf(int file, const CCall& call) const;

 private:
  const Tree* tree_;  // the one passed, or with_headers_
  Tree with_headers_;
  std::set<std::string> headers_;
  std::vector<int> numbers_;
};

// What was skipped because of its size, and files that could not be read.
class CLinkLimits {
 public:
  explicit CLinkLimits(const CSources& sources) : sources_(sources) {}

  // A diagnostic, once a position.
  void Report(int file, uint32_t line, uint32_t column, std::string what);
  // Those that the readers of files add to.
  std::vector<Diagnostic>* diagnostics() { return &diagnostics_; }

 private:
  const CSources& sources_;
  std::vector<Diagnostic> diagnostics_;
  std::set<std::tuple<int, uint32_t, uint32_t, std::string>> reported_;
};

}  // namespace flagcensus
