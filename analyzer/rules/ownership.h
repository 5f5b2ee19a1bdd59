// Ownership: whether each variable belongs to the project or to a third party. Computed once for
// all rules, from the project's names, from its own pages and reads, and from the tables of foreign
// names.
//
//   pyproject.toml says "app"; the code reads APP_PORT, SLURM_JOB_ID, LEVEL
//     ─→ own: APP_ by kName; foreign: SLURM_JOB_ID of SLURM; LEVEL has no known owner
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/project/dependencies.h"
#include "analyzer/project/project_names.h"

namespace flagcensus {

// The evidence that a prefix is the project's own, strongest first.
enum class OwnBy {
  kClaim,    // it is claimed in flagcensus.toml
  kName,     // it is the project's name
  kPackage,  // it is the name of a package, while a manifest states a different name
  kPages,  // a large share of the names that its pages document and its code touches begins with it
  kReads,  // several names, and a share of all, that its sources read begin with it
  kInitials,  // the initials of its name
  kSibling,   // a page documents a name in use that begins with it
};

struct OwnPrefix {
  std::string prefix;  // "APP_"
  OwnBy by;
  std::string why;  // for --verbose: "the project is called app (pyproject.toml:2)"
};

// The owner of a variable.
struct Owner {
  std::string_view name;  // "SLURM"
  // "": the owner is from a table. Otherwise the names that the variable is looked up together
  // with, as one of a list, and that belong to that owner: "CI and BUILD_ID".
  std::string beside;
};

struct Ownership {
  std::vector<OwnPrefix> own;  // strongest first, without duplicates; those of kSibling sorted
  std::map<std::string, Owner, std::less<>> foreign;
  // Names that concern the project although no prefix makes them its own. Third-party ones if pages
  // document others of the same kind that the sources read: EDITOR if they document PAGER
  // (queries/kinds.toml). And those that contain the project's name: LUTESESSION, HOST_LUTE_LEVEL.
  std::set<std::string, std::less<>> related;
  std::vector<Diagnostic> diagnostics;   // about the files that should state the project's name
  std::vector<Dependency> dependencies;  // what the project requires
  std::vector<ProjectName> names;        // of the project
};

// `flags` sorted by name; `claimed`: the prefixes in the configuration.
Ownership FindOwnership(const std::vector<Flag>& flags, const std::vector<std::string>& claimed,
                        const std::vector<ProjectName>& names);

// The owner of a variable of the tree; nullptr if it is the project's own or has no known owner.
const Owner* OwnerOf(const Ownership& ownership, std::string_view name);

// The prefix that makes a name the project's own; nullptr if there is none.
const OwnPrefix* OwnPrefixOf(const Ownership& ownership, std::string_view name);

// Whether `name` begins with a prefix from the configuration, the project's name, or the names that
// its pages document in numbers. Counted reads, initials and single siblings are not sufficient.
bool IsSurelyOwn(const Ownership& ownership, std::string_view name);

// The required library with a name at the start of the variable, RACKLIB of RACKLIB_VERBOSE.
// nullptr if there is no such library, or if the project's own name fits the variable better.
const Dependency* DependencyOf(const Ownership& ownership, std::string_view name);

// Whether the variable begins like a library that the project requires, and perhaps like others of
// the same family: OVEN_API_TITLE if `oven-api.core` is required. Weaker than DependencyOf: the
// word may be one of the field.
bool IsOfDependencyFamily(const Ownership& ownership, std::string_view name);

// The prefixes derived from a project's name: LIBAPP_CORE_, APP_CORE_, ... from "libapp-core".
std::vector<std::string> PrefixesOfName(std::string_view project);

}  // namespace flagcensus
