// The inputs of an audit ─→ projects, each read separately.
//
//   audit src/ app-1.2.tar.gz lib@v3     where src/ contains the checkouts src/a and src/b
//   ─→ src/a, src/b, src/ without these two (if it has sources), the archive, revision v3 of lib
#pragma once

#include <string>
#include <vector>

#include "analyzer/archive/archive.h"
#include "analyzer/audit/audit.h"
#include "analyzer/base/budget.h"
#include "analyzer/base/result.h"
#include "analyzer/config/audit_options.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct AuditProjectAt {
  AuditedSource about;
  std::string path;                  // of the folder, archive or repository
  std::vector<std::string> without;  // relative paths of subfolders that are separate projects
  bool checkout = false;             // a folder that contains the files of a commit
  bool rest = false;  // the files next to other projects: not a project if they have no source
  std::string wrong;  // why it cannot be read; "" if it can be
  std::vector<Diagnostic> cut = {};  // where the search for checkouts below it ended
};

// A folder yields itself and each checkout and bare repository in it; links are not followed, so
// none is found twice.
std::vector<AuditProjectAt> FindAuditProjects(const AuditRequest& request);

struct AuditTree {
  Tree tree;
  ProjectOptions options;  // the options used by the later steps
  uint64_t binaries = 0;   // of an archive or a revision: non-text files, which are not in the tree
  std::vector<MemoryFile> packaged;  // of an archive: the package metadata next to its files
};
Result<AuditTree> ReadAuditTree(const AuditProjectAt& project, const AuditRequest& request,
                                const RunBudget& budget);

}  // namespace flagcensus
