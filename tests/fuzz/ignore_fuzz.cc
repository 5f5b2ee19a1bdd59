// libFuzzer entry point: any bytes as a .gitignore, tried on paths that are taken from it. See
// catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/tree/gitignore.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const IgnoreFile file = ParseIgnoreFile(text);
  const auto lines = Split(text, '\n');
  // A few lines, as every rule is tried on every path here.
  for (size_t i = 0; i < lines.size() && i < 4; ++i) {
    for (const std::string& path :
         {std::string(lines[i]), "a/" + std::string(lines[i]), std::string("a/b/c.py")}) {
      const IgnoreRule* rule = file.Match(path, i % 2 == 0);
      if (rule != nullptr) RuleCovers(*rule, path);
      if (file.rules.size() > 200) continue;
      const IgnoreRule* last = nullptr;
      for (const IgnoreRule& one : file.rules) {
        if (RuleMatches(one, path, i % 2 == 0)) last = &one;
      }
      if (rule != last) std::abort();  // what is looked up is what would be found by trying all
      if (rule != nullptr && (rule->line < 1 || rule->line > static_cast<int>(lines.size()))) {
        std::abort();
      }
    }
  }
  return 0;
}
