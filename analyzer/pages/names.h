// Names: the shape of a variable's name, and the names that occur in a text.
//
//   ShapeOf("APP_HOME")                      ─→ kStrong
//   NamesIn("Set APP_HOME or $DEBUG, ...")   ─→ APP_HOME by its shape, DEBUG by its dollar sign
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/prose.h"

namespace flagcensus {

enum class NameShape {
  kNone,    // not a variable's name
  kStrong,  // upper case with an underscore: APP_HOME, APP_*
  kWeak,    // upper case without one: DEBUG, PATH; also a word such as JSON
  kMixed,   // upper-case first part, then lower case: GLOG_minloglevel, MyApp_HOME
  kLower,   // http_proxy, jax_platforms
};
NameShape ShapeOf(std::string_view name);

// Whether a part of the name is a placeholder for other words: APP_FOO_URL, FOO.
bool ContainsPlaceholder(std::string_view name);

// Upper-case words that do not count as variables by their shape alone: NOTE, JSON, GPU.
bool IsCommonWord(std::string_view word);
// Words that denote a log level or another common value: lists of them are lists of values.
bool IsCustomaryValue(std::string_view word);

struct NameAt {
  std::string name;
  size_t offset = 0;
};
// Every name in a text, by its shape or its markup ($NAME, NAME=..., a code span).
std::vector<NameAt> NamesIn(const Prose& prose);

}  // namespace flagcensus
