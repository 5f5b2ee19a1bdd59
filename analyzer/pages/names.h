// Names: what a variable's name looks like, and the names that stand in a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/prose.h"

namespace flagcensus {

enum class NameShape {
  kNone,    // no name of a variable
  kStrong,  // upper case with an underscore: APP_HOME, APP_*
  kWeak,    // upper case without: DEBUG, PATH; also a word such as JSON
  kMixed,   // upper-case first part, lower case behind: GLOG_minloglevel, MyApp_HOME
  kLower,   // http_proxy, jax_platforms
};
NameShape ShapeOf(std::string_view name);

// Upper-case words that are no variables wherever only the shape speaks for them: NOTE, JSON, GPU.
bool IsCommonWord(std::string_view word);
// Words that name a log level or another customary value: lists of them are values.
bool IsCustomaryValue(std::string_view word);

struct NameAt {
  std::string name;
  size_t offset = 0;
};
// Every name in a text, by shape or by how it is written ($NAME, NAME=..., a code span).
std::vector<NameAt> NamesIn(const Prose& prose);

}  // namespace flagcensus
