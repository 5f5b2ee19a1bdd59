// libFuzzer entry point: any bytes as Python, parsed directly and by the grammar; where both take
// them, they make the same nodes. See catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "analyzer/python/direct/parser.h"
#include "analyzer/python/lower.h"
#include "analyzer/python/tree.h"
#include "tests/syntax_difference.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::optional<uint32_t> error;
  const std::optional<Syntax> recovered = ParseWithErrors(text, &error);
  if (recovered && error && *error > text.size()) std::abort();
  const std::optional<Syntax> direct = ParseDirectly(text);
  if (!direct) return 0;
  const PythonTree parsed = ParsePythonTree(text);
  if (parsed.tree == nullptr) return 0;
  const TSNode root = ts_tree_root_node(parsed.tree.get());
  if (ts_node_has_error(root) || IsMisread(root)) return 0;
  const Syntax lowered = LowerPython(root, text);
  if (!Difference(lowered, lowered.root, *direct, direct->root).empty()) std::abort();
  return 0;
}
