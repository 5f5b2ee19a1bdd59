// libFuzzer entry point: any bytes as a C++ source that the abstract machine parses and runs: each
// function and each initialiser. See catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/machine/c/machine.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  constexpr size_t kMaxRoots = 12;
  const std::string text(reinterpret_cast<const char*>(data), size);
  PpSources sources([&](int) { return std::optional(text); },
                    [](const std::string&, int) { return -1; });
  SymbolTable symbols;
  CProgram program(symbols);
  CUnit& unit = program.Add(0, ExpandUnit(0, &sources, {"getenv"}));
  CMachine machine(symbols, program);
  machine.accessors.emplace(symbols.Intern("getenv"), CMachine::Accessor{});
  const size_t named = unit.routines().size();  // bodies add lambdas
  for (size_t i = 0; i < named; ++i) {
    CRoutine* one = unit.routines()[i].get();
    if (one->body.begin >= one->body.end || one->body.end > unit.tokens().size()) std::abort();
    unit.Body(one);
    machine.reaching.insert(one->name);
    if (i < kMaxRoots) machine.RunRoot(one);
  }
  for (size_t i = 0; i < unit.globals().size() && i < kMaxRoots; ++i) {
    const std::vector<int>* indices = program.Globals(unit.globals()[i].name);
    if (indices == nullptr) std::abort();
    machine.RunGlobal(indices->front());
  }
  for (const CEvent& event : machine.events()) {
    if (event.at.file != 0) std::abort();
  }
  return 0;
}
