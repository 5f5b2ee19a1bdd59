// Flag: everything known of one variable name, from code and from pages.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/entry.h"

namespace flagcensus {

// Whether the value that an access receives is used. Made by link/, read by
// declared-not-consumed.
struct Consumption {
  enum class Kind {
    kUnknown,  // not looked for, or it cannot be told: counts as used
    kUsed,
    kUnusedName,   // read into a name that nothing uses
    kUncalled,     // the function that reads it is called by nothing
    kUnconsulted,  // the declarator's flag is consulted by nothing
    kWrittenBack,  // read only to be written back
    kOverwritten,  // what was read is replaced before any use
  };
  Kind kind = Kind::kUnknown;
  std::string holder;          // the name or function that nothing uses
  bool used_in_tests = false;  // used, but only in tests or examples
  bool is_public = false;      // the holder is part of what the library offers: others may use it
};

// A place where documentation of the tree, taken as a catalog or not, holds the name.
struct Passage {
  Place place;
  bool described = false;  // it says what the variable does or how to set it; else it names it
  // What it says the default is, where it describes.
  DocumentedDefault default_kind = DocumentedDefault::kUnstated;
  std::optional<std::string> default_text;
};

// What stands at an access and says that the variable is not meant for users.
struct InternalSign {
  enum class Kind {
    kComment,     // a comment calls it internal or for tests
    kHidden,      // it is declared with a level that hides it
    kCondition,   // only builds for fault injection or debugging read it
    kWrittenOut,  // a text that the program writes, a shell's lines, sets it
    kPutInto,     // a mapping called an environment is given it
    kGone,        // the read only warns that the variable has no effect any more
    kUnused,      // a comment calls it unused, untested or a matter of tuning
    kUnmarked,    // its file comments the declarations that users are told of, and not this one
    kLicensed,    // it is read in a directory that has a licence of its own; the words are its path
  };
  Kind kind = Kind::kComment;
  Place place;
  std::string words;  // as they stand there: "PARAM_HIDDEN", "for testing only"
};

struct FlagAccess {
  const Access* access = nullptr;  // owned by the Census
  Consumption consumption;
};

// What files of a language do in a project.
enum class LightRole {
  kOther,
  kLauncher,    // they start programs: shell, batch
  kCi,          // they run the project's own checks and builds
  kDeployment,  // they say how users run it: Dockerfile, Compose
};

// What a file of another language (a shell script, a Compose file, Go) does with a variable.
struct LightAccess {
  Place place;
  AccessOp op = AccessOp::kRead;  // or kWrite
  DefaultKind default_kind = DefaultKind::kNone;
  std::string default_text;  // kLiteral: of a read; kDynamic: its source
  std::string language;      // "shell"
  bool by_program = false;   // programs are written in that language
  LightRole role = LightRole::kOther;
  Scope scope = Scope::kSrc;
};

// A string in the sources from which a variable's name may be made: "cache_dir" for APP_CACHE_DIR,
// or, in a file of any language, what it begins with: "APP_STAGING" for APP_STAGING_REGION.
struct Spelling {
  std::string text;
  Place place;
  size_t siblings = 0;  // documented names that share the first word
  bool prefix = false;  // it is what the name begins with
};

struct Flag {
  std::string name;
  std::vector<FlagAccess> accesses;     // sorted by place
  std::vector<const Entry*> entries;    // documented entries; sub-flags and mentions are not here
  std::vector<const Entry*> sub_flags;  // entries whose parent is this flag
  std::vector<const Entry*> mentions;   // names that prose only talks about, and notes
  // For flags that sources touch and no entry documents: where documentation names them, what
  // describes first; at most some.
  std::vector<Passage> passages;
  // And what their accesses in sources say of them.
  std::vector<InternalSign> signs;
  // Where files of other languages read or set it, or a member of the family that it is: of flags
  // without access, and of those that sources touch and no entry documents.
  std::vector<LightAccess> light;
  // The rest is filled for flags without access.
  // Where the name only stands as a word in text files of the tree that are neither pages nor
  // changelogs (scripts, CI files, other languages); of a family, what it begins with.
  std::vector<Place> seen_elsewhere;
  // Where a string in the sources is the name of a flag of its own, APP_X as "app_x".
  std::optional<Place> declared_as;
  std::optional<Spelling> spelled_as;
};

}  // namespace flagcensus
