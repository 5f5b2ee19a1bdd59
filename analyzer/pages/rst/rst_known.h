// The reStructuredText directives that are known, by name. Internal to rst*.cc.
#pragma once

#include <string_view>

namespace flagcensus {

enum class RstMeaning {
  kObject,     // describes the objects that its argument names
  kAside,      // its content begins on the first line: note, deprecated
  kTitled,     // its argument is a title: admonition, dropdown
  kContainer,  // its argument is for the builder, its content is part of the page: only
  kCode,
  kListTable,
  kCsvTable,
  kTable,
  kRubric,
  kInclude,
  kIgnored,
};

RstMeaning MeaningOf(std::string_view name);

}  // namespace flagcensus
