#include "analyzer/languages/lowering.h"

namespace flagcensus {

void LowerRust(TSNode, std::string_view, Program*) {}

}  // namespace flagcensus
