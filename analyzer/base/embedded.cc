#include "analyzer/base/embedded.h"

namespace flagcensus {

std::string_view EmbeddedQuery(std::string_view path) {
  for (const EmbeddedFile& file : QueryFiles()) {
    if (file.path == path) return file.text;
  }
  return {};
}

}  // namespace flagcensus
