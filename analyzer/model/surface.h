// Surface: a file that gives variables values, or lists them, for those who run the program:
// .env.example, a Compose file, a chart, an image's build file, a unit, a CI file.
//
//   web:                                  SurfaceProgram{name: web, built: true}
//     build: .
//     environment:
//       APP_PORT: ${APP_PORT:-80}         SurfaceSetting{APP_PORT, kFilled, "80"}
//       - APP_TOKEN                       SurfaceSetting{APP_TOKEN, kPassed}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/place.h"

namespace flagcensus {

enum class SurfaceKind {
  kDotenv,
  kCompose,
  kKubernetes,  // manifests
  kHelm,        // a chart's values and templates
  kDockerfile,
  kSystemd,
  kCi,  // GitHub, GitLab
  kDevcontainer,
  kTox,
  kAppJson,
  kProcfile,
};

// How a line of a surface gives a variable its value.
enum class Given {
  kValue,      // `value` is the text, which may be empty
  kFilled,     // a value from outside, otherwise `value`: ${APP_PORT:-80}; Compose fills in
               // the empty text for ${APP_PORT}
  kPassed,     // only a value from outside: the name alone, ${APP_PORT:?needed}
  kReferred,   // from a Secret, a ConfigMap or a field, which `value` names
  kCommented,  // no value: the line is a comment, with `value`
  kUnknown,    // by an expression of a template
};

struct SurfaceSetting {
  std::string name;
  Given how = Given::kValue;
  std::string value;
  Place place;            // of the name
  int program = -1;       // index in Surface::programs; -1: of no program, or of all
  bool demanded = false;  // ${APP_TOKEN:?...}: the program does not start without it
};

// What a surface starts: a service, a container, an image's stage, a unit, a job.
struct SurfaceProgram {
  std::string name;
  std::string image;                   // "docker.io/library/postgres:16"; "" if it names none
  bool built = false;                  // it is built from the tree
  std::vector<std::string> env_files;  // as spelled, relative to the surface
  bool open = false;  // it receives more variables from a source that is not followed
};

// A text that a surface fills in when it expands a variable that is not set:
//   image: postgres:${DB_VERSION:-16}
//   ─→ {DB_VERSION, "16", place, "image: postgres:${DB_VERSION}"}
struct SurfaceFallback {
  std::string name;
  std::string text;
  Place place;         // of the name
  std::string around;  // the line without the text: lines that agree in it say the same
  bool none = false;   // there is no text: ${DB_VERSION}, ${DB_VERSION:?needed}
};

struct Surface {
  std::string file;
  SurfaceKind kind = SurfaceKind::kDotenv;
  Scope scope = Scope::kSrc;
  std::vector<SurfaceProgram> programs;
  std::vector<SurfaceSetting> settings;    // in the order of the file
  std::vector<std::string> expanded;       // names that it expands itself; sorted, each once
  std::vector<SurfaceFallback> fallbacks;  // of Compose, in the order of the file
};

// "dotenv", "compose", ...
std::string_view ToString(SurfaceKind kind);
std::optional<SurfaceKind> ParseSurfaceKind(std::string_view text);

// "value", "filled", "passed", ...: how, in the machine formats.
std::string_view ToString(Given how);

// The value for display: `***` if the name says that it is a secret.
std::string ShownSetting(const SurfaceSetting& setting);

// What a line does, in words for people.
struct GivenWords {
  std::string by;     // "web": the program, otherwise the kind of file
  std::string value;  // "80 unless it is set"; of a secret ***
};
GivenWords WordsOfGiven(const Surface& surface, const SurfaceSetting& setting);
// The same as one text: "compose (web), 80 unless it is set".
std::string DescribeGiven(const Surface& surface, const SurfaceSetting& setting);

// Whether programs are started with the values that it sets. False for samples, and for files that
// only developers and CI run: their values often differ from the defaults on purpose.
bool IsDeployed(SurfaceKind kind);

// The value that applies if the user who starts the program sets nothing; nullopt if the line gives
// no value.
std::optional<std::string_view> ValueOf(const SurfaceSetting& setting);

}  // namespace flagcensus
