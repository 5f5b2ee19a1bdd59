// Coverage: which share of a project a run read, and which page entries it could not compare.
//
//   4 Python files, 41 Go files not read, 12 of 60 entries only accessed by Go
//   ─→ "12 of 60 entries were not compared with the code"
//      "not read in addition to 4 files in Python, C or C++: 41 Go files: --language go reads them"
//      "12 entries were not compared: only files that are not read access them (Go)"
//
// Without it, a report of no findings could not be distinguished from a report about nothing.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/model/place.h"

namespace flagcensus {

// Accesses with names that are computed at run time and match one pattern, and the documented
// entries that only these accesses may touch.
struct ComputedFamily {
  std::string pattern;  // "POETRY_*"
  Place place;          // of the first access
  uint64_t accesses = 0;
  uint64_t entries = 0;
};

struct Coverage {
  uint64_t sources = 0;                  // files of the languages that are analysed
  std::set<std::string> languages = {};  // read on request: "Go"
  // Files of programs in other languages, by language. Languages that only influence the programs
  // that they start (shell) are included only if there is no source at all: almost every tree has
  // some. Files of pages and tests are not included.
  std::map<std::string, uint64_t> unread = {};
  uint64_t binaries = 0;  // non-text files, counted if there is no source
  uint64_t entries = 0;   // on pages; the next three count those that were not compared
  std::vector<ComputedFamily> families = {};       // the family with the most entries first
  std::map<std::string, uint64_t> elsewhere = {};  // read only by programs in that language
  uint64_t unknown_entries = 0;                 // entries that a read of an unknown name may touch
  uint64_t unknown_names = 0;                   // accesses in scope src
  std::map<std::string, uint64_t> limits = {};  // kinds of diagnostics that report truncated input

  // Entries that were not compared with the code.
  uint64_t NotCompared() const;
  // Programs were found, but no source.
  bool ReadNothing() const { return sources == 0 && (!unread.empty() || binaries > 0); }
  // Whether a report must begin with the coverage: nothing was read, or more than a third of the
  // programs that could be read on request was not, or more than a tenth of the entries was not
  // compared. The thresholds are in coverage.cc.
  bool IsPartial() const;
  // The languages to read on request, by the words of --language, if their files together are more
  // than a third of the tree's programs. Otherwise empty.
  std::vector<std::string> WorthAsking() const;
};

// Adds the coverage of another project.
void AddTo(Coverage& all, const Coverage& one);

// The coverage in sentences, one for each reason, the most important first; empty if everything was
// read and compared. Names and paths are unescaped, as in the tree: the caller has to escape them.
std::vector<std::string> DescribeCoverage(const Coverage& coverage);
// The same without the files that were not read.
std::vector<std::string> DescribeComparison(const Coverage& coverage);

}  // namespace flagcensus
