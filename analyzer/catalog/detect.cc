#include "analyzer/catalog/catalog.h"
namespace flagcensus {
PageKind DetectPageKind(std::string_view, std::string_view) { return PageKind::kMarkdown; }
PageVerdict JudgePage(std::string_view, const Page&) { return {}; }
}  // namespace flagcensus
