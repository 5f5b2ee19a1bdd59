// Folders that the walk treats by their name.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace flagcensus {

// Other people's code inside a project.
inline bool IsVendoredFolder(std::string_view name) {
  constexpr std::array<std::string_view, 13> kNames = {
      "third_party",      "third-party",   "thirdparty",   "3rdparty",  "3rd_party",
      "vendor",           "vendored",      "_vendor",      "_vendored", "node_modules",
      "bower_components", "site-packages", "dist-packages"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// What programs leave behind: nothing that a person wrote stands in it.
inline bool IsCacheFolder(std::string_view name) { return name == "__pycache__"; }

// Hidden folders that hold a project's own CI and container files. They set and use variables, so
// the walk takes them although they are hidden.
inline bool IsWalkedHiddenFolder(std::string_view name) {
  constexpr std::array<std::string_view, 9> kNames = {".github", ".circleci",  ".ci",
                                                      ".gitlab", ".buildkite", ".devcontainer",
                                                      ".docker", ".jenkins",   ".azure-pipelines"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace flagcensus
