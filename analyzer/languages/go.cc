#include "analyzer/languages/lowering.h"

namespace flagcensus {

void LowerGo(TSNode, std::string_view, Program*) {}

}  // namespace flagcensus
