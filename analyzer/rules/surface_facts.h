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

 private:
  std::set<std::string_view> names_;
  std::vector<std::string> beginnings_;
};

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

  // Whether nothing reads the name: no code, no surface expands it, no image that is known takes it,
  // and no other file that is neither page nor surface has the word.
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
  void TakeFile(std::string_view file, std::set<std::string_view>& names) const;
  // Whether an image is called like the project.
  bool IsOwnImage(std::string_view image) const;
  const JudgedSurface* FindSurface(std::string_view file) const;
  void CountRead(const Surface& surface);

  const RuleInput& input_;
  ReadNames read_;
  // How many of the names that are set for a program the code reads.
  std::map<std::pair<const Surface*, int>, size_t> read_of_program_;
  std::set<std::string_view> expanded_;
  std::map<std::string_view, const Flag*> unread_;
  std::map<std::string_view, const JudgedSurface*> by_file_;
  std::optional<std::vector<const Flag*>> listed_;
};

// Whether sources read it and nowhere have a value of their own: the program cannot do without.
bool IsRequired(const Flag& flag);

// The same of what is read as soon as a module or a class of settings is loaded, whatever else
// holds.
bool IsNeededAtLoad(const Flag& flag);

// Whether a deployment that gives `names` seems to start the program that a source is of: it gives
// at least two variables that the source reads, and lacks at most half, or one, of those that it
// cannot do without.
bool IsMeantFor(const std::set<std::string_view>& names, const std::string& file,
                const std::vector<Flag>& flags);

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
