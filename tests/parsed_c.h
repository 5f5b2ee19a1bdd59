// What the parser of C and C++ behind the abstract machine makes of a text, as text.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/machine/c/syntax.h"

namespace flagcensus {

using CFiles = std::vector<std::pair<std::string, std::string>>;  // names and texts

// The first of the files, expanded and parsed; keeps what it consists of.
class ParsedC {
 public:
  explicit ParsedC(const CFiles& files)
      : sources_([&](int file) { return std::optional(files[static_cast<size_t>(file)].second); },
                 [&](const std::string& name, int) {
                   for (size_t i = 0; i < files.size(); ++i) {
                     if (files[i].first == name) return static_cast<int>(i);
                   }
                   return -1;
                 }),
        unit_(0, 0, ExpandUnit(0, &sources_, {"getenv"}), symbols_) {}
  explicit ParsedC(const std::string& text) : ParsedC(CFiles(1, {"main.cc", text})) {}

  // "name(formal,formal) body" of each function that has a name, a line each.
  std::string Functions();
  // "name=initialiser" of each variable at the level of a file or class.
  std::string Globals();
  // "name{field,field}" of each structure.
  std::string Structures();

  CUnit& unit() { return unit_; }

 private:
  std::string Text(Symbol symbol) { return symbols_.TextOf(symbol); }
  static std::string WordOf(CNodeKind kind);
  std::string Shown(CNodeId id);

  SymbolTable symbols_;
  PpSources sources_;
  CUnit unit_;
};

}  // namespace flagcensus
