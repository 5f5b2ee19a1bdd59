// What is wrong with a command line.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace flagcensus {

// As one sentence, which says what to write instead where something near exists.
std::string ComplaintOf(const CLI::App& app, const CLI::ParseError& error);

}  // namespace flagcensus
