// What the rules about surfaces ask: whose program a line is for, what reads a name, and what a
// deployment gives its programs.
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

// The names of variables, by themselves or as members of a family whose other names code makes.
class ReadNames {
 public:
  void Add(const Flag& flag);
  bool Has(std::string_view name) const;
  // How many of them begin so.
  size_t CountOf(std::string_view beginning) const;

 private:
  std::set<std::string_view> names_;
  std::vector<std::string> beginnings_;
};

// Whether an access whose name is not resolved may be of this one. What only others call makes no
// name of the tree.
bool MayRead(const Access& access, std::string_view name);

class SurfaceFacts {
 public:
  // Costs a look at each setting.
  explicit SurfaceFacts(const RuleInput& input);

  // Whether the program (-1: what is set for none, or for all) is the project's own: what is built
  // from the tree or called like the project, if the code reads one of the variables that are set
  // together (or the configuration has an entry), and any other if it reads two. What is set for
  // tests or in examples is none without an entry of the configuration.
  bool IsForProject(const JudgedSurface& judged, int program) const;

  // Whether sources read the variable, by itself or as one of a family.
  bool IsRead(std::string_view name) const { return read_.Has(name); }

  // Whether nothing reads the name: no code, no surface expands it, no image that is known takes
  // it, and no other file that is neither page nor surface has the word.
  bool IsReadByNothing(std::string_view name) const;

  // The names that a program of a surface is given a value or the means to get one. If `*open`, it
  // takes more from where it is not followed.
  std::set<std::string_view> NamesGiven(const JudgedSurface& judged, int program, bool* open) const;

  // The variables that users of the program set, as the reference page would list them: read by
  // sources, nobody else's, not internal, not old. Found when it is first asked for.
  const std::vector<const Flag*>& listed();
  // Those of them that a surface can be meant to list: where code below its folder reads any, only
  // what that code reads.
  std::vector<const Flag*> ListedFor(const Surface& surface);

 private:
  void FindListed();
  // Whether the name may be built of a string of the sources and a prefix: some read of theirs may
  // be of it, or nothing reads the names with that prefix.
  bool MayBeComposed(const Flag& flag) const;
  void TakeFile(std::string_view file, std::set<std::string_view>& names) const;
  // Whether an image is called like the project.
  bool IsOwnImage(std::string_view image) const;
  const JudgedSurface* FindSurface(std::string_view file) const;
  void CountRead(const Surface& surface);

  const RuleInput& input_;
  ReadNames read_;
  // How many of the names that are set for a program the code reads, and how many it does not;
  // those of known owners aside.
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

// What is not meant for those who run the program: tests, examples, what is vendored.
bool IsAsideScope(Scope scope);

// Whether a page other than the surface itself says that users set it.
bool IsDocumentedBeside(const Flag& flag, const Surface& surface);

// Whether sources read it and nowhere have a value of their own: the program cannot do without.
bool IsRequired(const Flag& flag);

// The same of what is read as soon as a module or a class of settings is loaded, whatever else
// holds.
bool IsNeededAtLoad(const Flag& flag);

// The sources whose program a deployment that gives `names` seems to start: it gives at least two
// variables that the source reads, and lacks at most half, or one, of those that it cannot do
// without. `listed`: the variables that users set. Costs a look at each access.
class SourcesMeant {
 public:
  SourcesMeant(const std::set<std::string_view>& names, const std::vector<Flag>& flags,
               const std::vector<const Flag*>& listed);

  bool Has(const std::string& file) const;
  // Whether it gives most, three of five and three at least, of the documented variables that the
  // source reads: who starts it that way sets them there. `around`: half of those that the sources
  // of a folder around it read is enough.
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

// Whether a stage of an image's build file is built on a language or a system alone: whatever
// another image reads is not known.
bool IsOnBase(const Surface& surface, int program);

// Whether nearly all that a Compose file sets comes from whoever starts it: it lists what can be
// set.
bool PassesWhatItSets(const Surface& surface);

// Whether a cluster gives its programs the variable: SHOP_SERVICE_HOST of the service `shop`.
// Source: Kubernetes, "Service", "Environment variables".
bool IsGivenByCluster(SurfaceKind kind, std::string_view name);

// Where the sources read it, those that require it first.
std::vector<Place> RequiredPlaces(const Flag& flag);

// What a file's name says of the deployment that it is for: "dev" of `docker-compose.dev.yml`,
// "test local" of `.env.test.local`; "" if it says nothing.
std::string DeploymentOf(std::string_view file);

// "docker-compose.yml (web)": how messages name a surface and the program in it.
std::string NameOf(const Surface& surface, int program);

}  // namespace flagcensus
