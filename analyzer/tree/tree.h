// The files of a tree: walked once, with their kinds, and the reasons for the skipped ones.
//
//   t/app.py         ─→ files: app.py, kPython, kSrc
//   t/docs/env.md    ─→ files: docs/env.md, kPage, kDocs
//   t/build/x.c      ─→ skipped: "ignored by .gitignore:1"
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/base/run_cost.h"
#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"
#include "analyzer/tree/file_words.h"

namespace flagcensus {

enum class FileKind {
  kPython,
  kCython,
  kNotebook,
  kC,
  kCpp,
  kCuda,
  kGo,          // from here on if WalkOptions::languages contains it, otherwise kOther
  kJavaScript,  // and TypeScript
  kRust,
  kJava,
  kKotlin,
  kCSharp,
  kRuby,
  kPhp,
  kShell,
  kPage,   // a document by its name: .md, .rst, .adoc, .html, .txt, man pages, .env.example, ...
  kOther,  // any other text: scripts, CI files, Dockerfiles, other languages, data
};

// Whether the language is analysed.
inline bool IsSource(FileKind kind) { return kind != FileKind::kPage && kind != FileKind::kOther; }

inline bool IsPythonSource(FileKind kind) {
  return kind == FileKind::kPython || kind == FileKind::kCython;
}

// C, C++ and CUDA.
inline bool IsC(FileKind kind) {
  return kind == FileKind::kC || kind == FileKind::kCpp || kind == FileKind::kCuda;
}
// Requires IsC(kind).
inline Language CLanguageOf(FileKind kind) {
  return kind == FileKind::kC     ? Language::kC
         : kind == FileKind::kCpp ? Language::kCpp
                                  : Language::kCuda;
}

inline bool IsAskedLanguage(FileKind kind) {
  return kind >= FileKind::kGo && kind < FileKind::kPage;
}
// Requires IsAskedLanguage(kind).
inline Language AskedLanguageOf(FileKind kind) {
  const int at = static_cast<int>(kind) - static_cast<int>(FileKind::kGo);
  return static_cast<Language>(static_cast<int>(Language::kGo) + at);
}

class OpenDirectory;
class StepMemory;

struct SourceFile {
  std::string path;      // relative to the root, with '/': what the user sees
  std::string absolute;  // to open it
  // The PATH argument that contains the file, which no link may lead out of when the file is read;
  // null: a file that the user named itself.
  std::shared_ptr<const OpenDirectory> below_of;
  FileKind kind = FileKind::kOther;
  Scope scope = Scope::kSrc;
  uint64_t size = 0;     // bytes
  bool started = false;  // a command or a container of the project starts in this file
  size_t below = 0;      // number of trailing bytes of `path` that are below the PATH argument
  // The content, if the file is in an archive or a revision and `absolute` cannot be opened; null:
  // it is read from disk.
  std::shared_ptr<const std::string> text;
  // Set by the first reader. Shared by copies of this; only one thread at a time has a file.
  std::shared_ptr<FileWords> words = std::make_shared<FileWords>();
  RunCost* cost = nullptr;       // counts each read; null: not measured
  StepMemory* memory = nullptr;  // records each read; null: there is no memory

  std::string_view PathBelow() const { return std::string_view(path).substr(path.size() - below); }
};

struct SkippedPath {
  std::string path;
  std::string reason;  // "ignored by .gitignore:3", "vendored directory", "larger than 4 MiB", ...
};

struct WalkOptions {
  std::string root = ".";  // the folder that paths in the output are relative to
  bool respect_gitignore = true;
  bool hidden = false;    // walk hidden folders too (those of CI systems always are)
  bool vendored = false;  // walk node_modules, third_party, ... too
  uint64_t max_file_bytes = uint64_t{4} << 20;
  std::string glob_base;  // the folder of the next two, "": the root
  std::vector<std::pair<std::string, Scope>> scope_rules;  // glob → scope; the first match decides
  std::vector<std::string> exclude;                        // globs in the form of .gitignore lines
  std::vector<std::string> exclude_here;                   // globs relative to the root
  std::vector<std::string> outputs;  // absolute: outputs of this run, which are not input
  std::vector<Language> languages;   // those of AllAskedLanguages that are read
  unsigned jobs = 0;                 // 0: all cores
  RunCost* cost = nullptr;           // counts the files
};

struct Tree {
  std::vector<SourceFile> files;        // sorted by path, without duplicates
  std::vector<SkippedPath> skipped;     // sorted; shown by --verbose
  std::vector<Diagnostic> diagnostics;  // unreadable folders, missing paths
  bool in_memory = false;               // its files have their text and are not on disk
  bool ignored_unasked = false;         // files were ignored without an index of committed files
  StepMemory* memory = nullptr;         // of its readers, if it is read more than once
};

// The number of each file by its absolute path, a view into the tree. Costs a pass over the files.
std::unordered_map<std::string_view, size_t> NumbersByPath(const Tree& tree);

// Whether any file of the tree is C, C++ or CUDA.
inline bool ContainsC(const Tree& tree) {
  return std::any_of(tree.files.begin(), tree.files.end(),
                     [](const SourceFile& file) { return IsC(file.kind); });
}

FileKind FileKindOf(std::string_view path);
// The same, with `languages` read in addition to Python and C.
FileKind FileKindOf(std::string_view path, const std::vector<Language>& languages);
// The kind by the `#!` line of a file without an ending: kPython, or one of `languages`; otherwise
// kOther.
FileKind KindOfFirstLine(std::string_view start, const std::vector<Language>& languages);

// `path` made absolute from the current folder, without ".", ".." and a trailing '/'.
std::string AbsolutePath(const std::string& path);

// `absolute` as shown: relative to the absolute folder `root`; "" for the root itself.
std::string ShownFrom(const std::string& absolute, const std::string& root);

// `path` (as passed by the user, or absolute) as shown: relative to `root`; "" for the root.
std::string ShownPath(const std::string& path, const std::string& root);

// Reads the whole file into `buffer`, and reuses its capacity. Returns false with the reason in
// `error` on failure. `*binary` is set to true if the first 8 KiB contain a NUL byte. UTF-16 with a
// byte order mark is converted to UTF-8.
bool ReadWhole(const std::string& absolute, std::string* buffer, bool* binary, std::string* error);

// The same for `path`, relative to the directory `root` or absolute and beginning with it: a path
// below `root` is only read if its links stay below it. Any other path ("../page.md") is the user's
// own choice and read as it is.
bool ReadBelow(const std::string& root, const std::string& path, std::string* buffer, bool* binary,
               std::string* error);

// The same for a file of a tree, with a text that may be in memory.
bool ReadWhole(const SourceFile& file, std::string* buffer, bool* binary, std::string* error);

// The same for a source. Its loss matters, so a binary file is an error, too. Returns what
// went wrong, "" on success.
std::string ReadSource(const std::string& absolute, std::string* buffer);
std::string ReadSource(const SourceFile& file, std::string* buffer);
// The same for a caller that searches the file for words, and informs the file's memory itself.
std::string ReadForSearch(const SourceFile& file, std::string* buffer);

// Reads the bytes of a regular file unchanged. Fails with the reason in `error` for a symbolic link
// and for a file of more than `most` bytes.
bool ReadBytes(const std::string& absolute, uint64_t most, std::string* out, std::string* error);

// The message for a file for which memory ran out.
inline constexpr const char* kNoMemory = "skipped: out of memory";

}  // namespace flagcensus
