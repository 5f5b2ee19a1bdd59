// Messages about command line errors.
//
//   check --catlog x   ─→ "unknown option '--catlog'; did you mean '--catalog'?"
//   chek               ─→ "unknown command 'chek'; did you mean 'check'?"
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace flagcensus {

// The error as one sentence, with the nearest valid spelling if there is one.
std::string ComplaintOf(const CLI::App& app, const CLI::ParseError& error);

}  // namespace flagcensus
