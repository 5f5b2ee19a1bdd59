// The inputs of an audit as they were given → projects, each read alone.
#pragma once

#include <string>
#include <vector>

#include "analyzer/archive/archive.h"
#include "analyzer/audit/audit.h"
#include "analyzer/base/budget.h"
#include "analyzer/base/result.h"
#include "analyzer/config/options.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct AuditProjectAt {
  AuditedSource about;
  std::string path;                  // of the folder, the archive, the repository
  std::vector<std::string> without;  // folders in it that are projects of their own, relative
  bool checkout = false;             // a folder with the files of a commit
  bool rest = false;  // what stands beside other projects: none where that is no source
  std::string wrong;  // why it cannot be read; "" where it may be
};

// A folder gives itself and each checkout and bare repository in it; links are not followed.
std::vector<AuditProjectAt> FindAuditProjects(const std::vector<std::string>& inputs,
                                              const Options& options);

struct AuditTree {
  Tree tree;
  Options options;        // those by which the steps read it
  uint64_t binaries = 0;  // of an archive or a revision: files without text, which the tree has not
  std::vector<MemoryFile> packaged;  // of an archive: the package's metadata beside its files
};
Result<AuditTree> ReadAuditTree(const AuditProjectAt& project, const Options& options,
                                const RunBudget& budget);

}  // namespace flagcensus
