// Light readers: how files of other languages use variables of known names.
//
//   shell:  PORT="${APP_PORT:-80}"          APP_PORT ─→ a read, default 80
//   batch:  set APP_MODE=fast               APP_MODE ─→ a write of fast
//   shell:  # set APP_MODE before starting  APP_MODE ─→ a mention
//
// Not a parser: the text around a name decides, by the entries of queries/readers.toml. Good enough
// to detect that a shell script or a Go file reads a variable, and with which literal default. It
// does not see names that are built from parts, nor wrappers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/model/access.h"
#include "analyzer/model/flag.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {

// The text around a name, split at NAME and VALUE: "${NAME:-VALUE}" is "${", ":-" and "}".
struct LightText {
  std::string before;
  std::string after;  // up to VALUE
  std::string close;  // after VALUE
  bool has_value = false;
  size_t length = 0;  // of the compared text without blanks: the longest match decides
};

// An entry of readers.toml.
struct LightLanguage {
  std::string name;
  std::vector<Glob> files;  // matched on the file's name, or on the path if the glob has a '/'
  std::vector<bool> on_path;
  std::vector<std::string> interpreters;  // of a #! line
  std::string comment;
  bool program = false;  // programs are written in it; what they set is internal to the project
  LightRole role = LightRole::kOther;
  bool shadows = false;  // an assignment at a line's beginning makes a file-local variable
  std::vector<LightText> reads, sets, locals, empties;
};

// One name in a text, with the offset of its first byte.
struct LightName {
  std::string_view name;
  size_t offset = 0;
};

// A file's use of a name.
struct LightUse {
  AccessOp op = AccessOp::kRead;  // or kWrite
  DefaultKind default_kind = DefaultKind::kNone;
  std::string text;  // kLiteral: the default; kDynamic: its source; for a write: the value
  bool cut = false;  // the default or value is unknown because of a limit
};

// The languages in `toml`; fails with the position of an error.
Result<std::vector<LightLanguage>> ReadLightLanguages(std::string_view toml, std::string_view file);
// The built-in languages.
const std::vector<LightLanguage>& LightLanguages();
// How base/bytes.h stores a pointer to one of these: as its name.
inline std::string NameOfConstant(const LightLanguage* language) {
  return language == nullptr ? "" : language->name;
}
inline void FindConstant(const std::string& name, const LightLanguage*& language) {
  language = nullptr;
  for (const LightLanguage& one : LightLanguages()) {
    if (one.name == name) language = &one;
  }
}

// The language of a file, or nullptr. Only the first line of `text` is read.
const LightLanguage* LightLanguageOf(const std::vector<LightLanguage>& languages,
                                     std::string_view path, std::string_view text);

// The use of each of `names`, which are in ascending order, in `text`; nullopt for one that is only
// mentioned. Costs some bytes around each name, and a few passes over `text` for defaults that are
// variables.
std::vector<std::optional<LightUse>> ReadLight(const LightLanguage& language, std::string_view text,
                                               const std::vector<LightName>& names);

}  // namespace flagcensus
