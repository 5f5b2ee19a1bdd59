// libFuzzer entry point: any bytes as a JSON, YAML and TOML registry. See catalog_fuzz.cc for the
// build.
#include <cstdint>
#include <string_view>

#include "analyzer/pages/data/registry.h"
#include "tests/fuzz/check_document.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const RegistrySyntax syntax :
       {RegistrySyntax::kJson, RegistrySyntax::kYaml, RegistrySyntax::kToml}) {
    std::vector<Diagnostic> diagnostics;
    CheckDocument(ReadRegistry("page", text, syntax, RegistryKeys{}, diagnostics), text);
  }
  return 0;
}
