// Ownership: whether each variable belongs to the project or to a third party. Computed once for
// all rules, from the project's names, from its own pages and reads, and from the tables of foreign
// names.
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
  kPackage,  // it is the name of a package, while a manifest states another name
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
  // Names that are the project's business although no prefix makes them its own: third-party ones
  // of which pages document others of the same kind that the sources read, EDITOR where they
  // document PAGER (queries/kinds.toml); and those that contain the project's name, NOXSESSION of
  // nox and HOST_LUTE_LEVEL of lute.
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

// The library that the project requires and by whose name the variable begins, OPENBLAS of
// OPENBLAS_VERBOSE; nullptr if there is none, or what the project itself is called says more of it.
const Dependency* DependencyOf(const Ownership& ownership, std::string_view name);

// Whether the variable begins as a library that the project requires, and perhaps others of the
// same family, are called: STAC_FASTAPI_TITLE where `stac-fastapi.api` is required. Weaker than
// DependencyOf: the word may be the field's.
bool IsOfDependencyFamily(const Ownership& ownership, std::string_view name);

// The prefixes derived from a project's name: "libapp-core" gives LIBAPP_CORE_, APP_CORE_, ...
std::vector<std::string> PrefixesOfName(std::string_view project);

}  // namespace flagcensus
