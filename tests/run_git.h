// RunGit: git in a folder, untouched by the configuration and the environment of who runs the tests.
#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace flagcensus {

// What `git ARGUMENTS` prints in `folder`; "" where it fails.
inline std::string RunGit(const std::string& folder, const std::string& arguments) {
  const std::string command =
      "cd '" + folder +
      "' && unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE && GIT_CONFIG_GLOBAL=/dev/null "
      "GIT_CONFIG_NOSYSTEM=1 git -c user.name=a -c user.email=a@b -c protocol.file.allow=always " +
      arguments + " 2>/dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string out;
  std::array<char, 4096> buffer;
  while (const size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    out.append(buffer.data(), n);
  }
  return pclose(pipe) == 0 ? out : "";
}

}  // namespace flagcensus
