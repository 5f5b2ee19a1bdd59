// Coverage: what share of a project a run looked at, and what of its pages it could not compare.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/model/place.h"

namespace flagcensus {

// Accesses whose names are made at run time, all of one pattern, and the documented entries that
// nothing but these may touch.
struct ComputedFamily {
  std::string pattern;  // "POETRY_*"
  Place place;          // of the first access
  uint64_t accesses = 0;
  uint64_t entries = 0;
};

struct Coverage {
  uint64_t sources = 0;                  // files of the languages that are analysed
  std::set<std::string> languages = {};  // read because they were asked for: "Go"
  // Files of programs in other languages, by language; those that only touch what they start
  // (shell) are among them where there is no source at all. A page's or a test's are not.
  std::map<std::string, uint64_t> unread = {};
  uint64_t binaries = 0;  // files without text, counted where there is no source
  uint64_t entries = 0;   // of pages; the next three count those of them that were not compared
  std::vector<ComputedFamily> families = {};       // the one with most entries first
  std::map<std::string, uint64_t> elsewhere = {};  // read by programs in that language alone
  uint64_t unknown_entries = 0;                    // which a read of an unknown name may touch
  uint64_t unknown_names = 0;                      // accesses in scope src
  std::map<std::string, uint64_t> limits = {};  // kinds of diagnostics that say that input was cut

  // Entries that were not compared with the code.
  uint64_t NotCompared() const;
  // No source, although there are programs.
  bool ReadNothing() const { return sources == 0 && (!unread.empty() || binaries > 0); }
  // What a report must not begin without: nothing was read, or more than a tenth of the entries was
  // not compared.
  bool IsPartial() const;
};

// Adds what is known of another project.
void AddTo(Coverage& all, const Coverage& one);

// What there is to say of it, a sentence for each reason, the most telling first; none where all
// was read and compared. Names and paths are as they stand in the tree: escape them.
std::vector<std::string> DescribeCoverage(const Coverage& coverage);
// The same without the files that were not read.
std::vector<std::string> DescribeComparison(const Coverage& coverage);

}  // namespace flagcensus
