// Queries of the rules about surfaces: which program a line is for, what reads a name, and what a
// deployment passes to its programs.
//
//   compose.yml, service web, built from the tree:   IsForProject(web) is true
//     APP_PORT: 80                                   NamesGiven(web) contains APP_PORT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/model/surface.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Names of variables, and beginnings of families with further members that are computed in code.
class ReadNames {
 public:
  void Add(const Flag& flag);
  bool Has(std::string_view name) const;
  // How many of them begin with `beginning`.
  size_t CountOf(std::string_view beginning) const;

 private:
  std::set<std::string_view> names_;
  std::vector<std::string> beginnings_;
};

// Whether an access with an unresolved name may be of this name. A function that only other code
// calls accesses no name of the tree.
bool MayRead(const Access& access, std::string_view name);

class SurfaceFacts {
 public:
  // Costs a pass over all settings.
  explicit SurfaceFacts(const RuleInput& input);

  // Whether the program (-1: settings for no program, or for all) is the project's own. One that is
  // built from the tree, or named like the project, is if the code reads one of the variables set
  // together or the configuration has an entry. Any other program is if the code reads two.
  // Settings for tests or in examples do not count without an entry of the configuration.
  bool IsForProject(const JudgedSurface& judged, int program) const;

  // Whether sources read the variable by its name or as a member of a family.
  bool IsRead(std::string_view name) const { return read_.Has(name); }

  // Whether nothing reads the name: no code reads it, no surface expands it, no known image uses
  // it, and no other file except pages and surfaces contains the word.
  bool IsReadByNothing(std::string_view name) const;

  // The names for which a program of a surface receives a value or the means to get one. Sets
  // `*open` if it also receives variables from a place that is not followed.
  std::set<std::string_view> NamesGiven(const JudgedSurface& judged, int program, bool* open) const;

  // The variables that users of the program set, as the reference page would list them: read by
  // sources, not third-party, not internal, not old. Computed at the first call.
  const std::vector<const Flag*>& listed();
  // Those of them that a surface may be expected to list: if code below its folder reads any, only
  // those that this code reads.
  std::vector<const Flag*> ListedFor(const Surface& surface);

 private:
  void FindListed();
  // Whether the name may be composed of a string of the sources and a prefix: some read may be of
  // it, or nothing reads the names with that prefix.
  bool MayBeComposed(const Flag& flag) const;
  void TakeFile(std::string_view file, std::set<std::string_view>& names) const;
  // Whether an image has the name of the project.
  bool IsOwnImage(std::string_view image) const;
  const JudgedSurface* FindSurface(std::string_view file) const;
  void CountRead(const Surface& surface);

  const RuleInput& input_;
  ReadNames read_;
  // How many of the names that are set for a program the code reads, and how many it does not,
  // without those of known owners.
  struct SetOfProgram {
    size_t read = 0;
    size_t other = 0;
  };
  std::map<std::pair<const Surface*, int>, SetOfProgram> set_of_program_;
  std::set<std::string_view> expanded_;
  std::map<std::string_view, const Flag*> unread_;
  std::map<std::string_view, const JudgedSurface*> by_file_;
  std::optional<std::vector<const Flag*>> listed_;
};

// Scopes that are not for users of the program: tests, examples, vendored code.
bool IsAsideScope(Scope scope);

// Whether a page other than the surface itself says that users set it.
bool IsDocumentedBeside(const Flag& flag, const Surface& surface);

// Whether sources read it and contain no default for it: the program requires it.
bool IsRequired(const Flag& flag);

// The same for a variable that is read as soon as a module or a class of settings is loaded, under
// any condition.
bool IsNeededAtLoad(const Flag& flag);

// The sources with a program that a deployment of `names` seems to start. It sets at least two
// variables that the source reads, and lacks at most half, or one, of those that the source
// requires. `listed`: the variables that users set. Costs a pass over all accesses.
class SourcesMeant {
 public:
  SourcesMeant(const std::set<std::string_view>& names, const std::vector<Flag>& flags,
               const std::vector<const Flag*>& listed);

  bool Has(const std::string& file) const;
  // Whether it sets most, three of five and at least three, of the documented variables that the
  // source reads: then these variables are set there. `around`: half of those that the sources of
  // an enclosing folder read is enough.
  bool HasMostDocumented(std::string_view file, bool around) const;

 private:
  struct Counts {
    size_t given = 0;
    size_t needed = 0;
    size_t needed_given = 0;
    size_t documented = 0;
    size_t documented_given = 0;
  };
  std::map<std::string_view, Counts> files_;  // and folders, with their `/`
};

// Whether a stage of an image's build file has only a language or a system as its base. What
// another base image reads is not known.
bool IsOnBase(const Surface& surface, int program);

// Whether nearly all values in a Compose file come from the caller's environment: the file lists
// what can be set.
bool PassesWhatItSets(const Surface& surface);

// Whether a cluster sets the variable for its programs: SHOP_SERVICE_HOST of the service `shop`.
// Source: Kubernetes, "Service", "Environment variables".
bool IsGivenByCluster(SurfaceKind kind, std::string_view name);

// The places at which sources read it, those that require it first.
std::vector<Place> RequiredPlaces(const Flag& flag);

// The words of a file's name about its deployment: "dev" of `docker-compose.dev.yml`, "test local"
// of `.env.test.local`; "" if there are none.
std::string DeploymentOf(std::string_view file);

// "docker-compose.yml (web)": how messages name a surface and the program in it.
std::string NameOf(const Surface& surface, int program);

}  // namespace flagcensus
