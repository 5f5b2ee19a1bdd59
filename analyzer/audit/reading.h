// What of a project was read, and what was not: the head of every form of an audit.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct Reading {
  std::map<std::string, uint64_t> read;       // source files, by language: "Python"
  std::map<std::string, uint64_t> unread;     // files of programs in other languages
  std::map<std::string, uint64_t> generated;  // generated or minified files, by language
  std::map<std::string, uint64_t> skipped;    // paths, by the reason why they were skipped
  uint64_t files = 0;                         // of the tree
  uint64_t binaries = 0;                      // files without text
  std::string failure;                        // why the project could not be read; "": it was
};

// `unread`: as Coverage has it; `binaries`: what the archive or the revision counted. Costs a look
// at each file's name, and at the beginning of files on the disk whose language is not known.
Reading ReadingOf(const Tree& tree, const Census& census,
                  const std::map<std::string, uint64_t>& unread, uint64_t binaries);

// A line each for what was read, what was not, and what was skipped; never empty. The first one
// begins with "read: " or "nothing read: ". Reasons are as the walk gives them: escape them.
std::vector<std::string> DescribeReading(const Reading& reading);

}  // namespace flagcensus
