// libFuzzer entry point: any bytes as the C and C++ files of a tree, a NUL between two of them,
// through the whole link step, and where the values go: aliases, stores, look-ups, constructors,
// lists of macros, tables of records. See catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/c/link/engine.h"

namespace {

// Those of the C library alone: the others are the same to the link step, and cost a search for
// their names.
const flagcensus::Accessors& FewAccessors() {
  static const flagcensus::Accessors few = [] {
    flagcensus::Accessors all = flagcensus::BuiltInAccessors();
    std::erase_if(all.c.calls, [](const auto& one) {
      return one.first != "getenv" && one.first != "setenv" && one.first != "putenv";
    });
    return all;
  }();
  return few;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  constexpr size_t kMaxFiles = 8;
  Tree tree;
  tree.in_memory = true;
  for (const std::string_view part :
       Split(std::string_view(reinterpret_cast<const char*>(data), size), '\0')) {
    if (tree.files.size() == kMaxFiles) break;
    SourceFile file;
    // The first is C, the others C++.
    file.path = "f" + std::to_string(tree.files.size()) + (tree.files.empty() ? ".c" : ".cc");
    file.absolute = file.path;
    file.kind = FileKindOf(file.path);
    file.size = part.size();
    file.text = std::make_shared<const std::string>(part);
    tree.files.push_back(std::move(file));
  }
  RunBudget budget;
  ResolveOptions options;
  options.jobs = 1;
  options.accessors = &FewAccessors();
  options.follow_values = true;
  options.budget = &budget;
  Census census;
  CEngine().Collect(tree, options, &census);
  for (const Access& access : census.accesses) {
    if (access.place.line < 1 || (access.evidence.by_parameter && access.name)) std::abort();
  }
  return 0;
}
