#include "analyzer/base/embedded.h"

namespace flagcensus {
namespace {

std::string_view TextOf(const std::vector<EmbeddedFile>& files, std::string_view path) {
  for (const EmbeddedFile& file : files) {
    if (file.path == path) return file.text;
  }
  return {};
}

}  // namespace

std::string_view EmbeddedQuery(std::string_view path) { return TextOf(QueryFiles(), path); }

std::string_view EmbeddedTemplate(std::string_view path) { return TextOf(TemplateFiles(), path); }

}  // namespace flagcensus
