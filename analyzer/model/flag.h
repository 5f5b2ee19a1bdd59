// Flag: everything known about one variable name, from code and from pages.
//
//   app.py:3    os.getenv("APP_PORT", "80")       accesses: 1
//   docs/env.md | APP_PORT | 8080 |               entries: 1
//   compose.yml APP_PORT: 9000                    surface settings: 1
//   ─→ Flag{name: APP_PORT, ...}, which each rule receives
//
// JoinFlags (join/) creates it from accesses and entries; pipeline/ fills in the evidence. It
// refers to accesses, entries and surfaces, which the comparison owns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/surface.h"

namespace flagcensus {

// Whether the value that an access receives is used. Computed by link/, read by
// declared-not-consumed. Only what is certainly unused has one of the kinds after kUsed; whenever
// the analysis cannot see all uses, the kind is kUnknown.
struct Consumption {
  enum class Kind {
    kUnknown,  // not analysed, or undecidable: counts as used
    kUsed,
    kUnusedName,   // read into a name that nothing uses
    kUncalled,     // nothing calls the function that reads it
    kUnconsulted,  // nothing consults the declarator's flag
    kWrittenBack,  // read only to be written back
    kOverwritten,  // the value read is replaced before any use
    kUnlisted,     // the function that reads looks the name up in a table that lacks it
  };
  Kind kind = Kind::kUnknown;
  std::string holder;          // the name or function that nothing uses
  bool used_in_tests = false;  // used, but only in tests or examples
  bool is_public = false;      // the holder is part of the library's public interface
};

// A place where documentation of the tree, whether or not it is in the catalog, contains the name.
struct Passage {
  Place place;
  bool described = false;  // it says what the variable does or how to set it, not only names it
  // The default that it states, if it describes the variable.
  DocumentedDefault default_kind = DocumentedDefault::kUnstated;
  std::optional<std::string> default_text;
  std::string text;               // of the passage, without markup
  bool for_contributors = false;  // a sentence of a page that users do not read
};

// A signal at an access that the variable is not meant for users. A variable with signals and
// without an entry is part of the inventory and not a finding.
struct InternalSign {
  enum class Kind {
    kComment,     // a comment calls it internal or for tests
    kHidden,      // it is declared with a level that hides it
    kCondition,   // only builds for fault injection or debugging read it
    kWrittenOut,  // text that the program writes, such as shell lines, sets it
    kPutInto,     // it is put into a mapping that is called an environment
    kGone,        // the read only warns that the variable no longer has any effect
    kUnused,      // a comment calls it unused, untested or a tuning matter
    kDeprecated,  // a comment calls it deprecated
    kMisnamed,    // a message after the read calls it `words`
    kUnmarked,    // its file comments the declarations meant for users, but not this one
    kLicensed,    // it is read in a directory with a separate licence; `words` is the directory's
                  // path
  };
  Kind kind = Kind::kComment;
  Place place;
  std::string words;  // as in the source: "PARAM_HIDDEN", "for testing only"
};

struct FlagAccess {
  const Access* access = nullptr;  // owned by the Census
  Consumption consumption;
};

// The role of a language's files in a project.
enum class LightRole {
  kOther,
  kLauncher,    // they start programs: shell, batch
  kCi,          // they run the project's own checks and builds
  kDeployment,  // they define how users run it: Dockerfile, Compose
  kBuild,       // developers build and try it with them: make
};

// What a file of another language (a shell script, a Compose file, Go) does with a variable.
struct LightAccess {
  Place place;
  AccessOp op = AccessOp::kRead;  // or kWrite
  DefaultKind default_kind = DefaultKind::kNone;
  std::string default_text;  // kLiteral: the default of a read; kDynamic: its source
  std::string language;      // "shell"
  bool by_program = false;   // programs are written in that language
  LightRole role = LightRole::kOther;
  Scope scope = Scope::kSrc;
};

// A string in the sources from which a variable's name may be built: "cache_dir" for APP_CACHE_DIR.
// In a file of any language it may also be the beginning of the name: "APP_STAGING" for
// APP_STAGING_REGION.
struct Spelling {
  std::string text;
  Place place;
  size_t siblings = 0;  // documented names that share the first word
  bool prefix = false;  // it is the beginning of the name
};

// The place at which the sources divide a variable's value into parts: v.split(",").
struct ValueSplit {
  Place place;
  std::string at;  // each of its characters separates two parts
};

// A line of a surface that gives the variable a value or lists it; both owned by the comparison.
struct GivenAt {
  const Surface* surface = nullptr;
  const SurfaceSetting* setting = nullptr;
};

struct Flag {
  std::string name;
  std::vector<FlagAccess> accesses;     // sorted by place
  std::vector<const Entry*> entries;    // documented entries, without sub-flags and mentions
  std::vector<const Entry*> sub_flags;  // entries with this flag as their parent
  std::vector<const Entry*> mentions;   // names that prose only talks about, and notes
  // For flags that sources touch and no entry documents: the places where documentation names them,
  // descriptions first. Limited in number.
  std::vector<Passage> passages;
  // For the same flags: the signals at their accesses in sources.
  std::vector<InternalSign> signs;
  // For flags of which an entry says how the parts of the value are separated.
  std::vector<ValueSplit> splits;
  // Accesses by files of other languages to the variable, or to a member if it is a family. For
  // flags without accesses, and for flags that sources touch and no entry documents.
  std::vector<LightAccess> light;
  std::vector<GivenAt> given;  // in the order of the files
  // The rest is set only for flags that nothing touches (IsUsedAnywhere).
  //
  // Places where the name occurs only as a word in text files of the tree that are neither pages
  // nor changelogs (scripts, CI files, other languages). For a family, the beginning of the name.
  std::vector<Place> seen_elsewhere;
  // Sources test the name as a macro of the build (#ifdef) and never contain it as a string.
  bool is_macro = false;
  // The place at which sources set it by a function or an object of the project rather than by a
  // known accessor.
  std::optional<Place> set_by_own;
  // The string in the sources that names it in a different form: "app_x" for APP_X.
  std::optional<Place> declared_as;
  std::optional<Spelling> spelled_as;
};

// Whether the code uses the variable. A test or an example that only sets or deletes it does not
// use it: the program that reads it would have to be in another tree.
bool IsUsedAnywhere(const Flag& flag);

// Whether an access outside a wrapper has the pattern `flag.name` as its name. Inside a wrapper the
// names are known at its calls, so the pattern itself says nothing.
bool IsReadAsFamily(const Flag& flag);

}  // namespace flagcensus
