// A folder of several projects: each is examined alone, so that no name of one meets another's.
#pragma once

#include <vector>

#include "analyzer/pipeline/pipeline.h"

namespace flagcensus {

// One project and all that is found out of it.
struct Project {
  Options options;  // with its own folder as PATH
  Config config;
  Tree tree;
  Comparison comparison;
};

// The projects of a walked tree: what PATH itself holds, without the projects below it, and each of
// those, in the order of their folders. A folder below PATH is a project of its own where it has a
// configuration (unless one was named, or none wanted) or, below a PATH that is in no repository, a
// .git; none is where all of its sources are tests, examples or vendored, or where --catalog names
// the pages. The comparison of each is left empty.
Result<std::vector<Project>> SplitProjects(Tree tree, const Options& options, const Config& config);

// Several as one, for a report over all of them. What flags point to stays in `projects`.
Project Together(std::vector<Project>& projects);

// What is known of a variable, in each project that has it; the exit status, as the next.
int PrintExplanations(const std::vector<Project>& projects, const Options& options);
// Writes the baseline of each.
int WriteBaselines(const std::vector<Project>& projects);
Answer ChecksAnswer(std::vector<Project> projects, const Options& options);

}  // namespace flagcensus
