// One project as an audit sees it: the results of its comparison, ordered by variable.
//
//   a tree that reads APP_SHELL and passes it to subprocess.run
//   ─→ ProjectAudit{variables: [AuditVariable{APP_SHELL, sites: [app.py:3],
//                    risks: [{id: "command-run", site: 0}]}]}
//
// Everything points into the comparison from which it was made, which must outlive it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/audit/reading.h"
#include "analyzer/base/budget.h"
#include "analyzer/model/census.h"
#include "analyzer/model/coverage.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/model/inventory.h"
#include "analyzer/rules/ownership.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// How a checkout differs from its commit.
struct AuditedChanges {
  uint64_t modified = 0;   // files of the commit with other content
  uint64_t missing = 0;    // files of the commit that the checkout lacks
  uint64_t untracked = 0;  // audited files that the commit does not have
};

// What is audited, its origin, and the options of the audit.
struct AuditedSource {
  std::string name;           // "requests"
  std::string source;         // as passed: "requests-2.31.0.tar.gz"
  std::string kind;           // folder, archive, revision
  std::string revision;       // the full hash of the commit; "": none
  std::string version = {};   // of the project; "": not stated
  std::string named_by = {};  // origin of the name: manifest, archive, remote, folder
  Place manifest = {};        // the place in the manifest that states it
  std::string purl = {};      // package URL; "": not known
  std::string tag = {};       // the tag that points at the revision; "": none
  std::string describe = {};  // as `git describe --tags`; "": no tag before it
  std::string remote = {};    // URL of the remote origin, without credentials; "": none
  std::optional<AuditedChanges> changes = {};  // of a checkout; nullopt: not known
  std::string sha256 = {};                     // of an archive
  uint64_t size = 0;                           // of an archive, packed
  std::string date = {};                       // of the audit, from SOURCE_DATE_EPOCH; "": not set
  std::vector<std::pair<std::string, std::string>> settings = {};  // options and their values
};

// The results of a project's comparison for an audit; owned by the caller.
struct AuditInput {
  const AuditedSource& source;
  const Tree& tree;
  const Census& census;
  const std::vector<Entry>& entries;
  const std::vector<std::string>& pages;
  const std::vector<Flag>& flags;
  const Ownership& ownership;
  const std::vector<Finding>& findings;
  const std::vector<InventoryRow>& inventory;
  const Coverage& coverage;
  std::vector<Diagnostic> diagnostics;  // of all steps
  unsigned jobs = 0;
  uint64_t binaries = 0;  // of an archive or a revision: non-text files, not in the tree
};

// Whether any text documents the variable: it is described, only named, or neither.
enum class Documented { kNo, kNamed, kDescribed };
std::string_view ToString(Documented documented);

// A place that documents or mentions the variable: an entry, or else a passage.
struct AuditDocument {
  Place place;
  const Entry* entry = nullptr;      // nullptr: `passage` is used
  const Passage* passage = nullptr;  // text on a page outside the catalog
};

// A call that receives the value of a read.
struct ValueUse {
  std::string what;     // the effect, from queries/value_sinks.toml: "command"
  std::string sink;     // the call: "subprocess.run"
  Place place;          // of that call
  bool direct = false;  // the value is the whole argument, not a part of it
};

// One access of the variable, with what the text around it shows.
struct AuditSite {
  const Access* access = nullptr;
  bool at_import = false;     // read while its module is imported
  bool is_passed_on = false;  // its file passes an environment to programs that it starts
  int excerpt_line = 0;       // 0: none
  std::string excerpt;        // up to three lines
  std::vector<ValueUse> uses;
};

// A default, and the number of reads that have it.
struct AuditDefault {
  DefaultKind kind = DefaultKind::kNone;
  std::string value;
  int count = 0;
};

// One risk of a variable. It refers to a row of queries/risks.toml by its id.
struct AuditRisk {
  std::string id;
  int site = -1;  // index into the variable's sites; -1: none
  Confidence confidence = Confidence::kHigh;
  std::string detail;  // "": no more than the risk's entry says
  // The allow list entry that accepts it: its position, and its reason. "": none.
  std::string accepted_by = {};  // "allow.toml:3"
  std::string accepted_reason = {};
};

// One variable with everything that the reports list. `flag` is that of the comparison.
struct AuditVariable {
  const Flag* flag = nullptr;
  std::vector<std::string> types, languages, scopes, packages, aliases;  // sorted, unique
  std::vector<AuditDefault> defaults;                                    // sorted
  std::map<std::string, int> ops;
  Documented documented = Documented::kNo;
  std::vector<AuditDocument> documents;
  std::string owner;  // "": the project's own, or no known owner
  // Why it needs no entry; nullptr if there is no such reason.
  const InventoryRow* inventory = nullptr;
  std::vector<AuditSite> sites;
  std::vector<AuditRisk> risks;

  const std::string& name() const { return flag->name; }
};

// A function of the project through which it accesses variables, and the number of its calls.
struct AuditAccessor {
  std::string name;
  Place place;
  int calls = 0;
};

// The whole project. A project that could not be read has `error` and no variables.
struct ProjectAudit {
  AuditedSource source;
  std::string error;  // why it could not be read; "": it was read
  uint64_t files = 0, bytes = 0, accesses = 0, resolved = 0;
  std::vector<AuditAccessor> accessors;
  std::vector<std::pair<std::string, int>> pages;  // with the number of their entries
  std::map<std::string, int> findings_by_rule;
  std::vector<const Finding*> findings;
  std::vector<std::pair<std::string, std::string>> skipped;  // file, reason
  std::vector<AuditVariable> variables;                      // sorted by name
  std::vector<const Access*> unresolved;
  Coverage coverage;
  Reading reading;
};

// Makes the inventory, reads the sites' files, and sets the risks. Costs a second read of each file
// that has an access.
ProjectAudit AuditProject(const AuditInput& input);

// The audit of a project that could not be read; `why` is listed as skipped.
ProjectAudit FailedAudit(const AuditedSource& source, const std::string& why);

// sites.cc: sets the facts that come from the text around the sites. Reads each file once.
void ReadSites(const AuditInput& input, std::vector<AuditVariable>& variables);

// risks.cc: sets the risks of all variables, by the entries of queries/risks.toml. Returns what a
// limit excludes.
std::vector<std::string> FindRisks(std::vector<AuditVariable>& variables);

}  // namespace flagcensus
