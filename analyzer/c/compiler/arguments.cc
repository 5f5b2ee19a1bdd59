// An allow-list. An argument that is not on it is dropped with its value. Whether the next argument
// is a value is decided by its beginning: a '-' begins another option, and other words have no
// effect.
//
//   cc -c -O2 -Iinc -DPORT=80 -fplugin=x.so -include config.h -o a.o a.c
//   ─→ -O2 -I /t/inc -D PORT=80 -include /t/config.h
//
// A compile database is part of a tree that may be hostile: a plugin would run code, and a folder
// outside could reveal its files.
#include "analyzer/c/compiler/arguments.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/c/compiler/system_folders.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// A command line beyond these bounds is not one of a build.
constexpr size_t kMaxArguments = 4'000;
constexpr size_t kMaxLength = 4'096;  // of one argument

enum class ValueKind { kText, kFolder, kFile };

struct Option {
  std::string_view name;  // with its value after it or as the next argument
  ValueKind value;
};

// In the order of length, so OptionOf finds the longest name first.
constexpr std::array<Option, 9> kOptions = {{{"-isystem", ValueKind::kFolder},
                                             {"-iquote", ValueKind::kFolder},
                                             {"-idirafter", ValueKind::kFolder},
                                             {"-include", ValueKind::kFile},
                                             {"-imacros", ValueKind::kFile},
                                             {"-I", ValueKind::kFolder},
                                             {"-D", ValueKind::kText},
                                             {"-U", ValueKind::kText},
                                             {"-x", ValueKind::kText}}};

// Flags that change types, macros or the language, and so the meaning of a source. Warnings and
// code generation do not.
// A flag that is missing here changes the parse at most in details, which the tokens do not show
// either.
constexpr std::array<std::string_view, 20> kFlags = {"-m32",
                                                     "-m64",
                                                     "-fshort-enums",
                                                     "-fno-short-enums",
                                                     "-fsigned-char",
                                                     "-funsigned-char",
                                                     "-fno-exceptions",
                                                     "-fexceptions",
                                                     "-fno-rtti",
                                                     "-frtti",
                                                     "-pthread",
                                                     "-ansi",
                                                     "-O0",
                                                     "-O1",
                                                     "-O2",
                                                     "-O3",
                                                     "-Os",
                                                     "-nostdinc",
                                                     "-nostdinc++",
                                                     "-fchar8_t"};

constexpr std::array<std::string_view, 4> kLanguages = {"c", "c++", "c-header", "c++-header"};

// "-include" before "-I": the longest name that fits.
const Option* OptionOf(std::string_view argument) {
  const auto at = std::find_if(kOptions.begin(), kOptions.end(), [&](const Option& option) {
    return argument.starts_with(option.name);
  });
  return at == kOptions.end() ? nullptr : &*at;
}

// -std= with a name of letters, digits, '+' and ':': nothing that could be a path.
bool IsStandard(std::string_view argument) {
  constexpr std::string_view kStart = "-std=";
  if (!argument.starts_with(kStart)) return false;
  const std::string_view name = argument.substr(kStart.size());
  return !name.empty() && name.size() < 20 &&
         std::all_of(
             name.begin(), name.end(),
             [](char c) { return IsIdentifierByte(c) || c == '+' || c == ':'; });
}

// The path to which links lead, if that is in a root; folders of the system only as folders, since
// a system file could be any file.
std::optional<std::string> Allowed(const std::string& value, const std::string& directory,
                                   const std::vector<std::string>& roots, bool folder,
                                   PathNotes* notes) {
  std::error_code error;
  if (notes != nullptr) notes->Follow((fs::path(directory) / value).string());
  const fs::path real = fs::canonical(fs::path(directory) / value, error);
  if (error || fs::is_directory(real, error) != folder) return std::nullopt;
  const std::string path = real.string() + (folder ? "/" : "");
  const auto below = [&](std::string_view root) { return path.starts_with(root); };
  if (std::any_of(roots.begin(), roots.end(), below)) return real.string();
  if (folder && std::any_of(SystemFolders().begin(), SystemFolders().end(), below)) {
    return real.string();
  }
  return std::nullopt;
}

}  // namespace

// As a shell splits words, without expanding anything: the command comes from a build tool, which
// has quoted each argument.
//
//   cc -DNAME=\"a\" 'x y.c'     ─→ three words: cc, -DNAME="a", x y.c
std::vector<std::string> SplitCommand(std::string_view command) {
  std::vector<std::string> out;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool last = i + 1 == command.size();
    if (quote == '\'') {
      if (c == '\'')
        quote = '\0';
      else
        word += c;
    } else if (c == '\\' && !last) {
      const char next = command[i + 1];
      // Inside double quotes a backslash is an ordinary character before others.
      const bool escapes =
          quote == '\0' || next == '"' || next == '\\' || next == '$' || next == '`';
      if (!escapes) word += c;
      word += next;
      in_word = true;
      ++i;
    } else if (quote == '"') {
      if (c == '"')
        quote = '\0';
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (in_word) out.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
    if (out.size() > kMaxArguments) return out;
  }
  if (in_word) out.push_back(std::move(word));
  return out;
}

// Options and values become two arguments, so the reader of the list needs one form only.
std::vector<std::string> KeepArguments(const std::vector<std::string>& arguments,
                                       const std::string& directory,
                                       const std::vector<std::string>& roots, PathNotes* notes) {
  std::vector<std::string> out;
  // From 1: the first argument is the compiler.
  for (size_t i = 1; i < arguments.size() && i < kMaxArguments; ++i) {
    const std::string& argument = arguments[i];
    if (argument.size() > kMaxLength || argument.find('\0') != std::string::npos) continue;
    if (IsStandard(argument) || std::find(kFlags.begin(), kFlags.end(), argument) != kFlags.end()) {
      out.push_back(argument);
      continue;
    }
    const Option* option = OptionOf(argument);
    if (option == nullptr) {
      // An option with its value: -o FILE, -Xclang ARGUMENT, with any beginning.
      for (const std::string_view two : {"-Xclang", "-Xpreprocessor", "-Xassembler", "-Xlinker",
                                         "-mllvm", "-load", "-plugin", "-o", "-MF", "-MT", "-MQ"}) {
        if (argument == two) ++i;
      }
      continue;
    }
    // The value is in the same argument (-Iinc) or the next one (-I inc).
    std::string value = argument.substr(option->name.size());
    if (value.empty()) {
      if (++i >= arguments.size()) break;
      value = arguments[i];
    }
    if (value.empty() || value.size() > kMaxLength || value.find('\0') != std::string::npos) {
      continue;
    }
    if (option->value == ValueKind::kText) {
      // "-include-pch" is another option than "-include"; "-Dx" is no other option than "-D".
      if (value[0] == '-' || value[0] == '@') continue;
      if (option->name == "-x" &&
          std::find(kLanguages.begin(), kLanguages.end(), value) == kLanguages.end()) {
        continue;
      }
    } else {
      const bool folder = option->value == ValueKind::kFolder;
      const std::optional<std::string> path = Allowed(value, directory, roots, folder, notes);
      if (!path) continue;
      value = *path;
    }
    out.emplace_back(option->name);
    out.push_back(std::move(value));
  }
  return out;
}

}  // namespace flagcensus
