// libFuzzer entry point: the steps of an earlier run as whoever can write the cache's folder can
// make them, behind a right checksum. Input with an even first byte changes bytes of steps that are
// right: the place, of two bytes, and the new byte. Other input is all of the steps. See
// catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "analyzer/model/census.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"
#include "analyzer/tree/word_search.h"

namespace {

using namespace flagcensus;

Tree TreeOf(StepMemory& memory) {
  Tree tree;
  for (const auto& [path, text] : {std::pair("a.py", "import os\nos.environ['APP_HOME']\n"),
                                   std::pair("b.md", "`APP_HOME`: the folder\n")}) {
    SourceFile file;
    file.path = path;
    file.absolute = path;
    file.kind = FileKindOf(path);
    file.text = std::make_shared<const std::string>(text);
    file.memory = &memory;
    tree.files.push_back(std::move(file));
  }
  tree.memory = &memory;
  return tree;
}

Access ReadOf(const std::string& name) {
  Access access;
  access.name = name;
  access.place = {"a.py", 2, 1};
  access.default_text = "/home";
  access.chain = {{"a.py", 1, 1}};
  access.use.flows = {{"command", "os.system", {"a.py", 2, 1}, true}};
  return access;
}

// Runs or takes over a step of the whole and one of each file.
void Ask(const Tree& tree, StepMemory& memory) {
  const Census census = memory.Of<Census>(
      "accesses", false,
      [&] {
        Census out;
        const auto all = [](const SourceFile&) { return true; };
        SearchFiles(tree, WordSearch({"APP_HOME"}), 1, all,
                    [&](size_t, std::string_view, const std::vector<WordHit>&) {
                      out.accesses.push_back(ReadOf("APP_HOME"));
                    });
        out.diagnostics = {{"limit", {"a.py", 1, 1}, "too much"}};
        return out;
      },
      [](const Census&) { return true; });
  ResultsOfFiles<std::vector<Access>> each(tree, "each", 0);
  for (const SourceFile& file : tree.files) {
    if (!each[file]) each[file].emplace(census.accesses);
    each.Also(file).push_back("b.md");
  }
}

const std::string& RightSteps() {
  static const std::string kSteps = [] {
    StepMemory memory;
    const Tree tree = TreeOf(memory);
    Ask(tree, memory);
    return memory.Write(tree);
  }();
  return kSteps;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 0) {
    bytes = RightSteps();
    for (size_t i = 1; i + 2 < size; i += 3) {
      const size_t at = (size_t{data[i]} << 8 | data[i + 1]) % (bytes.size() + 1);
      if (at == bytes.size()) bytes.pop_back();
      if (at < bytes.size()) bytes[at] = static_cast<char>(data[i + 2]);
      if (bytes.empty()) break;
    }
  }
  StepMemory memory;
  const Tree tree = TreeOf(memory);
  memory.Read(tree, bytes, 1);
  Ask(tree, memory);
  memory.Change(tree, 0, tree.files[0].absolute);
  Ask(tree, memory);
  const std::string written = memory.Write(tree);
  StepMemory other;
  const Tree same = TreeOf(other);
  other.Read(same, written, 1);
  Ask(same, other);
  if (!written.empty() && other.held() == 0) std::abort();
  return 0;
}
