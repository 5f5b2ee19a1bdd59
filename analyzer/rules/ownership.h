// Ownership: whose each variable is, the project's or somebody else's. Worked out once for all
// rules, from what the project calls itself, from its own pages and reads, and from the tables of
// foreign names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/project/project_names.h"

namespace flagcensus {

// What shows a prefix to be the project's, the strongest first.
enum class OwnBy {
  kClaim,     // flagcensus.toml says so
  kName,      // the project is called so
  kPackage,   // a package of it is, while a manifest tells another name
  kPages,     // a good part of what its pages document and its code touches begins so
  kReads,     // several names, and a part of all, that its sources read begin so
  kInitials,  // the initials of its name
  kSibling,   // a page documents a name in use that begins so
};

struct OwnPrefix {
  std::string prefix;  // "APP_"
  OwnBy by;
  std::string why;  // for --verbose: "the project is called app (pyproject.toml:2)"
};

// Whom a variable belongs to.
struct Owner {
  std::string_view name;  // "SLURM"
  // "": a table says so. Else the names that the variable is looked up together with, as one of
  // a list, and that belong to that owner: "CI and BUILD_ID".
  std::string beside;
};

struct Ownership {
  std::vector<OwnPrefix> own;  // strongest first, each prefix once; those of kSibling sorted
  std::map<std::string, Owner, std::less<>> foreign;
  std::vector<Diagnostic> diagnostics;  // of what should have told what the project is called
};

// `flags` sorted by name; `claimed`: the configuration's own prefixes.
Ownership FindOwnership(const std::vector<Flag>& flags, const std::vector<std::string>& claimed,
                        const std::vector<ProjectName>& names);

// The owner of a variable of the tree; nullptr where it is the project's own or nobody's.
const Owner* OwnerOf(const Ownership& ownership, std::string_view name);

// The prefix that makes a name the project's own; nullptr where none does.
const OwnPrefix* OwnPrefixOf(const Ownership& ownership, std::string_view name);

// Whether `name` begins with what the configuration claims, the project is called, or its pages
// document in numbers. Counted reads, initials and single siblings are no such proof.
bool IsSurelyOwn(const Ownership& ownership, std::string_view name);

// The prefixes that a project's name gives: "libapp-core" makes LIBAPP_CORE_, APP_CORE_, ...
std::vector<std::string> PrefixesOfName(std::string_view project);

}  // namespace flagcensus
