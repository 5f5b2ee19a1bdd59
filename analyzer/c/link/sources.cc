// The C files of a tree, places in them, and what was skipped there.
#include "analyzer/c/link/sources.h"

#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "analyzer/c/splices.h"

namespace flagcensus {

CSources::CSources(const Tree& tree) : tree_(&tree) {
  for (size_t i = 0; i < tree.files.size(); ++i) {
    if (IsC(tree.files[i].kind)) numbers_.push_back(static_cast<int>(i));
  }
}

// Whether the file is not a source that is compiled on its own, by its ending: a header, a list, a
// template.
bool CSources::IsIncluded(int file) const {
  static const std::set<std::string_view> kSources = {".c",  ".cc", ".cpp", ".cxx", ".c++",
                                                      ".cu", ".m",  ".mm",  ".C"};
  const std::string& path = File(file).path;
  const size_t dot = path.rfind('.');
  return dot == std::string::npos || kSources.count(std::string_view(path).substr(dot)) == 0;
}

Place CSources::At(int file, uint32_t line, uint32_t column) const {
  return {File(file).path, static_cast<int>(line), static_cast<int>(column)};
}

Access CSources::Start(int file, uint32_t line, uint32_t column) const {
  const SourceFile& source = File(file);
  Access access;
  access.place = At(file, line, column);
  access.scope = source.scope;
  access.language = CLanguageOf(source.kind);
  return access;
}

// At a call in a macro's expansion: the use of the macro, which a reader of the report can find.
Place CSources::PlaceOf(int file, const CCall& call) const {
  const std::optional<CExpansion>& use = call.expansion;
  return use ? At(use->file, use->line, use->column) : At(file, call.line, call.column);
}

// The same limit at one place is reported once, although several rounds may reach it.
void CLinkLimits::Report(int file, uint32_t line, uint32_t column, std::string what) {
  if (column >= kSplicedColumn) column = 1;  // of the expansion of a macro used on that line
  const Diagnostic one = {"limit", sources_.At(file, line, column), std::move(what)};
  if (reported_.insert({file, line, column, one.message}).second) diagnostics_.push_back(one);
}

}  // namespace flagcensus
