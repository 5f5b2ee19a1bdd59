// The files of a tree: walked once, with what each is and why others were left out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
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
  kGo,          // from here on if WalkOptions::languages has it, else kOther
  kJavaScript,  // and TypeScript
  kRust,
  kJava,
  kKotlin,
  kCSharp,
  kRuby,
  kPhp,
  kShell,
  kPage,   // by name a document: .md, .rst, .adoc, .html, .txt, man pages, .env.example, ...
  kOther,  // any other text: scripts, CI files, Dockerfiles, other languages, data
};

// Of a language that is analysed.
inline bool IsSource(FileKind kind) { return kind != FileKind::kPage && kind != FileKind::kOther; }

inline bool IsPythonSource(FileKind kind) {
  return kind == FileKind::kPython || kind == FileKind::kCython;
}

// C, C++ and CUDA.
inline bool IsC(FileKind kind) {
  return kind == FileKind::kC || kind == FileKind::kCpp || kind == FileKind::kCuda;
}
// Of a kind for which IsC holds.
inline Language CLanguageOf(FileKind kind) {
  return kind == FileKind::kC     ? Language::kC
         : kind == FileKind::kCpp ? Language::kCpp
                                  : Language::kCuda;
}

inline bool IsAskedLanguage(FileKind kind) {
  return kind >= FileKind::kGo && kind < FileKind::kPage;
}
// Of a kind for which IsAskedLanguage holds.
inline Language AskedLanguageOf(FileKind kind) {
  const int at = static_cast<int>(kind) - static_cast<int>(FileKind::kGo);
  return static_cast<Language>(static_cast<int>(Language::kGo) + at);
}

class OpenDirectory;

struct SourceFile {
  std::string path;      // relative to the root, with '/': what the user sees
  std::string absolute;  // to open it
  // The PATH argument that the file was found below, which no link of the tree leads out of when it
  // is read; none: a file that the user named itself.
  std::shared_ptr<const OpenDirectory> below_of;
  FileKind kind = FileKind::kOther;
  Scope scope = Scope::kSrc;
  uint64_t size = 0;     // bytes
  bool started = false;  // a command or a container of the project starts in it
  size_t below = 0;      // of `path`, how many bytes at its end stand below the PATH argument
  // What stands in it, where it lies in an archive or a revision and `absolute` can be opened by
  // nobody; none: it is read from the disk.
  std::shared_ptr<const std::string> text;
  // Filled by whoever reads the file first. Shared by copies of this; one thread at a time has a
  // file.
  std::shared_ptr<FileWords> words = std::make_shared<FileWords>();
  RunCost* cost = nullptr;  // is told of each reading; none: nobody asks

  std::string_view PathBelow() const { return std::string_view(path).substr(path.size() - below); }
};

struct SkippedPath {
  std::string path;
  std::string reason;  // "ignored by .gitignore:3", "vendored directory", "larger than 4 MiB", ...
};

struct WalkOptions {
  std::string root = ".";  // what paths in the output are relative to
  bool respect_gitignore = true;
  bool hidden = false;    // walk hidden folders too (those of CI systems always are)
  bool vendored = false;  // walk node_modules, third_party, ... too
  uint64_t max_file_bytes = uint64_t{4} << 20;
  std::string glob_base;  // the folder that the next two are relative to; "": the root
  std::vector<std::pair<std::string, Scope>> scope_rules;  // glob → scope; the first match decides
  std::vector<std::string> exclude;                        // globs in the form of .gitignore lines
  std::vector<std::string> exclude_here;                   // the same, relative to the root
  std::vector<std::string> outputs;  // absolute: what this run writes is none of its input
  std::vector<Language> languages;   // of AllAskedLanguages those that are read
  unsigned jobs = 0;                 // 0: all cores
  RunCost* cost = nullptr;           // of the files
};

struct Tree {
  std::vector<SourceFile> files;        // sorted by path, each once
  std::vector<SkippedPath> skipped;     // sorted; shown by --verbose
  std::vector<Diagnostic> diagnostics;  // unreadable folders, missing paths
  bool in_memory = false;               // its files have their text and lie on no disk
  bool ignored_unasked = false;  // files were ignored that no index could tell to be committed
};

// Whether any file of the tree is C, C++ or CUDA.
inline bool HoldsC(const Tree& tree) {
  return std::any_of(tree.files.begin(), tree.files.end(),
                     [](const SourceFile& file) { return IsC(file.kind); });
}

FileKind FileKindOf(std::string_view path);
// The same, with `languages` read beside Python and C.
FileKind FileKindOf(std::string_view path, const std::vector<Language>& languages);
// By the `#!` line that a file without an ending begins with: kPython, or one of `languages`; else
// kOther.
FileKind KindOfFirstLine(std::string_view start, const std::vector<Language>& languages);

// `path` without "." and "..", from the current folder on; no '/' at its end.
std::string AbsolutePath(const std::string& path);

// `absolute` as it is shown from the absolute folder `root`: relative to it; "" for the root
// itself.
std::string ShownFrom(const std::string& absolute, const std::string& root);

// `path` (as the user wrote it, or absolute) as it is shown: relative to `root`; "" for the root.
std::string ShownPath(const std::string& path, const std::string& root);

// Reads the whole file into `buffer` (whose capacity is reused). False where it cannot be read,
// with the reason in `error`. A file with a NUL byte in its first 8 KiB reads as binary: `*binary`
// true.
// UTF-16 that begins with its byte order mark is read as UTF-8.
bool ReadWhole(const std::string& absolute, std::string* buffer, bool* binary, std::string* error);

// The same of `path`, relative to the directory `root` or absolute and beginning with it: of what
// lies below it, wherever links lead. What else is named ("../page.md") is the user's own choice
// and read as it is.
bool ReadBelow(const std::string& root, const std::string& path, std::string* buffer, bool* binary,
               std::string* error);

// The same of a file of a tree, whose text may be known already.
bool ReadWhole(const SourceFile& file, std::string* buffer, bool* binary, std::string* error);

// The same of a source, of which something is lost where it is not read: what is wrong with it; ""
// where it was read.
std::string ReadSource(const std::string& absolute, std::string* buffer);
std::string ReadSource(const SourceFile& file, std::string* buffer);

// The bytes of a regular file as they are, whatever they hold. A symbolic link fails, and so does a
// file of more than `most` bytes: the reason is in `error`.
bool ReadBytes(const std::string& absolute, uint64_t most, std::string* out, std::string* error);

// What is said of a file for which memory ran out.
inline constexpr const char* kNoMemory = "skipped: out of memory";

}  // namespace flagcensus
