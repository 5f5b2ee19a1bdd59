// The files of a tree: walked once, with what each is and why others were left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

enum class FileKind {
  kPython, kCython, kNotebook, kC, kCpp, kCuda,
  kPage,   // by name a document: .md, .rst, .adoc, .html, .txt, man pages, .env.example, ...
  kOther,  // any other text: scripts, CI files, Dockerfiles, other languages, data
};

struct SourceFile {
  std::string path;      // relative to the root, with '/': what the user sees
  std::string absolute;  // to open it
  FileKind kind = FileKind::kOther;
  Scope scope = Scope::kSrc;
  uint64_t size = 0;     // bytes
};

struct SkippedPath {
  std::string path;
  std::string reason;  // "ignored by .gitignore:3", "vendored folder", "larger than 4 MiB", ...
};

struct WalkOptions {
  std::string root = ".";        // what paths in the output are relative to
  bool respect_gitignore = true;
  bool hidden = false;           // walk hidden files and folders too (.github is always walked)
  bool vendored = false;         // walk node_modules, third_party, ... too
  uint64_t max_file_bytes = uint64_t{4} << 20;
  std::vector<std::pair<std::string, Scope>> scope_rules;  // glob → scope, from the config
  std::vector<std::string> exclude;  // globs of the config
  unsigned jobs = 0;             // 0: all cores
};

struct Tree {
  std::vector<SourceFile> files;     // sorted by path, each once
  std::vector<SkippedPath> skipped;  // sorted; shown by --verbose
  std::vector<Diagnostic> diagnostics;  // unreadable folders, missing paths
};

// Walks `paths` (files or folders, as the user wrote them). A missing path is a diagnostic of kind
// "missing-path". Symbolic links are followed only to targets inside the walked path, and never
// twice. .gitignore semantics follow gitignore(5) with nested files; they hold without a .git too.
// Binary files (a NUL byte in the first 8 KiB) are left out when read, not here.
Tree WalkTree(const std::vector<std::string>& paths, const WalkOptions& options);

// The scope of a file from its path below the PATH argument (CONTRACT.md's table, first match).
// Whether only its `__main__` runs cannot be told from a path; code/ lowers it to kScript.
Scope ScopeOf(std::string_view path_below_argument);
FileKind FileKindOf(std::string_view path);

// Reads the whole file into `buffer` (whose capacity is reused). False where it cannot be read, with
// the reason in `error`. A file with a NUL byte in its first 8 KiB reads as binary: `*binary` true.
bool ReadWhole(const std::string& absolute, std::string* buffer, bool* binary, std::string* error);

}  // namespace flagcensus
