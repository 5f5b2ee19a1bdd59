// What directives of reStructuredText mean, by their names. Internal to rst*.cc.
#pragma once

#include <string_view>

namespace flagcensus {

enum class RstMeaning {
  kObject,     // describes what its argument names
  kAside,      // its content begins on the first line: note, deprecated
  kTitled,     // its argument is a title: admonition, dropdown
  kContainer,  // its argument is for the builder, its content belongs to the page: only
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
