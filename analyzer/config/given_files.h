// Inputs that a list or standard input names: --files-from and --stdin-filename.
//
//   git diff --name-only -z | flagcensus check --files-from - -0
//   flagcensus check --stdin-filename src/app.py < unsaved_buffer
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace flagcensus {

class CommandApp;

// The options, and what they were resolved to. The two options exclude each other.
struct GivenFiles {
  std::string list;     // --files-from: the file with a list of paths; "-": standard input
  bool null = false;    // the paths are NUL-terminated
  bool none = false;    // set by TakeList: the list is empty
  std::string overlay;  // --stdin-filename: the file with its text on standard input
  std::shared_ptr<const std::string> text;  // set by TakeOverlay
};

// Adds --files-from, --null and --stdin-filename.
void AddGivenFiles(CommandApp& command, GivenFiles& files);

// Appends the paths of the list to `paths`. Returns what is wrong with it, or nullopt on success.
std::optional<std::string> TakeList(GivenFiles& files, std::vector<std::string>& paths);

// Reads the text of --stdin-filename, and drops "-" from `paths`. Returns what is wrong, or nullopt
// on success; does nothing without the option.
std::optional<std::string> TakeOverlay(GivenFiles& files, std::vector<std::string>& paths);

}  // namespace flagcensus
