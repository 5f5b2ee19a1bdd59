// Light readers: what files of other languages do with variables whose names are known.
//
// No parser: the text around a name tells, by the rows of queries/readers.toml. Good enough to say
// that a shell script or a Go file reads a variable, and with which literal default.
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

// The text around a name, taken apart at NAME and VALUE.
struct LightText {
  std::string before;
  std::string after;  // up to VALUE
  std::string close;  // behind VALUE
  bool has_value = false;
  size_t length = 0;  // of what is compared: the longest that fits decides
};

struct LightLanguage {
  std::string name;
  std::vector<Glob> files;  // on the file's name, or on the path where the glob has a '/'
  std::vector<bool> on_path;
  std::vector<std::string> interpreters;  // of a #! line
  std::string comment;
  bool program = false;  // programs are written in it
  LightRole role = LightRole::kOther;
  bool shadows = false;  // a set at the beginning of a line makes a variable of the file's own
  std::vector<LightText> reads, sets, locals, empties;
};

// One name in a text, by the byte of its first character.
struct LightName {
  std::string_view name;
  size_t offset = 0;
};

// What a file does with a name.
struct LightUse {
  AccessOp op = AccessOp::kRead;  // or kWrite
  DefaultKind default_kind = DefaultKind::kNone;
  std::string text;  // kLiteral: the default; kDynamic: its source; of a write: the value
  bool cut = false;  // a limit keeps the default or value from being known
};

// The rows of `toml`, or where it is broken.
Result<std::vector<LightLanguage>> ReadLightLanguages(std::string_view toml, std::string_view file);
// Those that are part of the program.
const std::vector<LightLanguage>& LightLanguages();

// The language of a file, or nullptr. `text` is asked for its first line only.
const LightLanguage* LightLanguageOf(const std::vector<LightLanguage>& languages,
                                     std::string_view path, std::string_view text);

// What `text` does with each of `names`, which are in ascending order; nothing for one that is only
// mentioned. Costs some bytes around each name, and a few passes over `text` for defaults that are
// variables themselves.
std::vector<std::optional<LightUse>> ReadLight(const LightLanguage& language, std::string_view text,
                                               const std::vector<LightName>& names);

}  // namespace flagcensus
