// --fix and its kin; --files-from and --stdin-filename ─→ paths and a text
#include "analyzer/config/fix_options.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>

#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxInputBytes = size_t{64} << 20;  // of a list, or of a file from standard input

// All of `file`, which stays open. What went wrong; "" where nothing did.
std::string ReadAll(std::FILE* file, std::string* out) {
  constexpr size_t kBlock = 65536;
  std::string block(kBlock, '\0');
  while (const size_t read = std::fread(block.data(), 1, block.size(), file)) {
    if (out->size() + read > kMaxInputBytes) return "it is larger than 64 MiB";
    out->append(block, 0, read);
  }
  return std::ferror(file) != 0 ? SystemMessage(errno) : "";
}

std::string ReadFrom(const std::string& name, std::string* out) {
  if (name == "-") return ReadAll(stdin, out);
  std::FILE* const file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return SystemMessage(errno);
  std::string error = ReadAll(file, out);
  std::fclose(file);
  return error;
}

}  // namespace

void AddFixOptions(CLI::App& check, Options& options) {
  auto* fix =
      check.add_flag("--fix", options.fix,
                     "Fix wrong defaults and missing entries on the pages; code is never changed");
  auto* diff = check.add_flag("--diff", options.fix_diff,
                              "Print the changes that --fix would make as a patch instead of writing them");
  check.add_flag(
      "--unsafe-fixes", options.unsafe_fixes,
      "With --fix or --diff: also remove entries of unused variables, add entries without a "
      "description, and apply uncertain defaults");
  fix->excludes(check.get_option("--since"));
  diff->excludes(check.get_option("--since"));
}

void AddFileOptions(CLI::App& check, Options& options) {
  auto* from = check
                   .add_option("--files-from", options.files_from,
                               "Read paths from FILE, one per line; - is "
                               "standard input")
                   ->type_name("FILE");
  check.add_flag("-0,--null", options.files_from_null, "With --files-from: expect NUL instead of newline after each path")
      ->needs(from);
  check
      .add_option("--stdin-filename", options.stdin_filename,
                  "Read the content of FILE from standard input")
      ->type_name("FILE")
      ->excludes(from);
}

std::optional<std::string> TakeGivenFiles(Options& options) {
  if (!options.stdin_filename.empty() && (options.fix || options.fix_diff)) {
    return "--stdin-filename: text from standard input cannot be fixed, only files";
  }
  if (!options.files_from.empty()) {
    std::string list;
    const std::string error = ReadFrom(options.files_from, &list);
    if (!error.empty()) return "--files-from " + options.files_from + ": " + error;
    for (std::string_view path : Split(list, options.files_from_null ? '\0' : '\n')) {
      if (!options.files_from_null && path.ends_with('\r')) path.remove_suffix(1);
      if (!path.empty()) options.paths.emplace_back(path);
    }
    if (options.paths.empty()) options.files_from_none = true;
  }
  if (!options.stdin_filename.empty()) {
    std::erase(options.paths, "-");  // as other programs have it
    options.stdin_text = std::make_shared<std::string>();
    const std::string error = ReadAll(stdin, options.stdin_text.get());
    if (!error.empty()) return "--stdin-filename: standard input cannot be read: " + error;
  }
  return std::nullopt;
}

}  // namespace flagcensus
