// A parsed source: its tree of cursors as one flat list, each with its position in a file.
//
//   int port() { return 80; }      ─→ nodes: FunctionDecl 0..25, CompoundStmt, ReturnStmt, literal
#pragma once

#include <clang-c/Index.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/c/compiler/protocol.h"

namespace flagcensus {

// The text of a CXString; disposes of the CXString.
std::string TakeString(CXString string);

struct UnitFile {
  std::string path;  // as requested
  CXFile file = nullptr;
  std::string_view text;                     // owned by the translation unit
  std::vector<unsigned> line_begin;          // offsets, by line - 1
  std::vector<std::pair<int, int>> skipped;  // lines of the directives around a skipped branch

  // The offset of a place; -1 if it is not in the file.
  long OffsetOf(int line, int column) const;
  bool IsSkipped(int line) const;
};

struct UnitNode {
  CXCursor cursor;
  int file = -1;       // index into Unit::files
  unsigned begin = 0;  // offsets in the file; of a macro's use, if in a macro
  unsigned end = 0;
  bool in_template = false;  // its values may depend on parameters
};

struct Unit {
  Unit() = default;
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;
  ~Unit();

  CXIndex index = nullptr;
  CXTranslationUnit unit = nullptr;
  std::vector<UnitFile> files;             // those that are requested and included
  std::vector<UnitNode> nodes;             // of those files, parents before children
  std::optional<std::vector<Look>> looks;  // if reported: what was read
  bool dated = false;                      // it may contain the time of compilation

  int FileOf(CXFile file) const;            // index into files, -1
  int FileOf(std::string_view path) const;  // the same, by the path as requested
};

// Returns "" if `unit` was parsed, otherwise the problem.
std::string ParseUnit(const UnitRequest& request, Unit* unit);

}  // namespace flagcensus
