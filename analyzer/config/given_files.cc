// --files-from and --stdin-filename ─→ paths and a text
#include "analyzer/config/given_files.h"

#include <cerrno>
#include <cstdio>

#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/config/command_app.h"

namespace flagcensus {
namespace {

// A list of a million paths fits; without a bound, /dev/zero would fill the memory.
constexpr size_t kMaxInputBytes = size_t{64} << 20;  // of a list, or of a file from standard input

// Reads all of `file`, which remains open. Returns what went wrong, or "".
// In blocks, since standard input has no size.
std::string ReadAll(std::FILE* file, std::string* out) {
  constexpr size_t kBlock = 65536;
  std::string block(kBlock, '\0');
  while (const size_t read = std::fread(block.data(), 1, block.size(), file)) {
    if (out->size() + read > kMaxInputBytes) return "it is larger than 64 MiB";
    out->append(block, 0, read);
  }
  return std::ferror(file) != 0 ? SystemMessage(errno) : "";
}

// With stdio, since errors of a std::ifstream have no reason that could be shown.
std::string ReadFrom(const std::string& name, std::string* out) {
  if (name == "-") return ReadAll(stdin, out);
  std::FILE* const file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return SystemMessage(errno);
  std::string error = ReadAll(file, out);
  std::fclose(file);
  return error;
}

}  // namespace

void AddGivenFiles(CommandApp& command, GivenFiles& files) {
  auto* from = command
                   .add_option("--files-from", files.list,
                               "Read paths from FILE, one per line; - is standard input")
                   ->type_name("FILE");
  command
      .add_flag("-0,--null", files.null,
                "With --files-from: expect NUL instead of newline after each path")
      ->needs(from);
  command
      .add_option("--stdin-filename", files.overlay, "Read the content of FILE from standard input")
      ->type_name("FILE")
      ->excludes(from);
}

//   "a.py\nb c.py\r\n\n"       ─→ {"a.py", "b c.py"}
//   "a.py\0b\nc.py\0", --null  ─→ {"a.py", "b\nc.py"}
std::optional<std::string> TakeList(GivenFiles& files, std::vector<std::string>& paths) {
  if (files.list.empty()) return std::nullopt;
  std::string list;
  const std::string error = ReadFrom(files.list, &list);
  if (!error.empty()) return "--files-from " + files.list + ": " + error;
  // Lists made on Windows end their lines with a carriage return.
  for (std::string_view path : Split(list, files.null ? '\0' : '\n')) {
    if (!files.null && path.ends_with('\r')) path.remove_suffix(1);
    if (!path.empty()) paths.emplace_back(path);
  }
  // An empty list means "nothing to check", not "check everything".
  files.none = paths.empty();
  return std::nullopt;
}

// The file need not exist: an editor checks a new one before it is saved.
std::optional<std::string> TakeOverlay(GivenFiles& files, std::vector<std::string>& paths) {
  if (files.overlay.empty()) return std::nullopt;
  std::erase(paths, "-");  // accepted because other programs use it
  std::string text;
  const std::string error = ReadAll(stdin, &text);
  if (!error.empty()) return "--stdin-filename: standard input cannot be read: " + error;
  files.text = std::make_shared<const std::string>(std::move(text));
  return std::nullopt;
}

}  // namespace flagcensus
