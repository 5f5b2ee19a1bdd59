// RunProgram: the real binary as a user starts it.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/paths.h"
#include "tests/scratch_folder.h"

namespace flagcensus {

struct Outcome {
  int status = -1;  // the exit status; -1 where a signal ended it
  std::string out;
  std::string err;
};

// Runs `flagcensus ARGUMENTS` through the shell in `folder`; `before` stands before the program
// ("NO_COLOR=1"). No answer of an earlier run is used or kept, but where the arguments name a
// --cache. A run of two minutes is ended, with status 124.
inline Outcome RunProgram(const std::string& folder, const std::string& arguments,
                          const std::string& before = "") {
  const ScratchFolder streams;
  const auto read = [&](const char* name) {
    std::ifstream file(streams / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string command = "cd '" + folder + "' && XDG_CACHE_HOME=/dev/null " + before +
                              " timeout 120 '" + kBinary + "' " + arguments + " </dev/null >'" +
                              (streams / "out") + "' 2>'" + (streams / "err") + "'";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("out"), read("err")};
}

}  // namespace flagcensus
