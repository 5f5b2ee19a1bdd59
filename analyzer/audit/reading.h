// What was read of a project, and what was not: the head of every audit format.
//
//   read: 12 Python files, 3 C files
//   not read: 41 Perl files, 2 binary files
//   skipped: 5 paths (larger than 4 MiB)
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Counts for the lines. Keys are names of languages and reasons as users read them.
struct Reading {
  std::map<std::string, uint64_t> read;       // source files, by language: "Python"
  std::map<std::string, uint64_t> unread;     // files of programs in other languages
  std::map<std::string, uint64_t> generated;  // generated or minified files, by language
  std::map<std::string, uint64_t> skipped;    // paths, by the reason for skipping
  uint64_t files = 0;                         // of the tree
  uint64_t binaries = 0;                      // non-text files
  std::string failure;                        // why the project could not be read; "": it was read
};

// `unread`: as in Coverage; `binaries`: the count from the archive or the revision. Costs a check
// of each file's name, and a read of the beginning of files on disk in unknown languages.
Reading ReadingOf(const Tree& tree, const Census& census,
                  const std::map<std::string, uint64_t>& unread, uint64_t binaries);

// One line each for what was read, what was not, and what was skipped; never empty. The first one
// begins with "read: " or "nothing read: ". Reasons come unescaped from the walk: the caller has to
// escape them.
std::vector<std::string> DescribeReading(const Reading& reading);

}  // namespace flagcensus
