// The layout of --help: CLI11's sections, with lines in the form of ripgrep's and ruff's.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace flagcensus {

// The values that an option accepts, from "FORM:{text,json}"; empty: any.
std::vector<std::string> ChoicesOf(const CLI::Option& option);

std::shared_ptr<CLI::Formatter> HelpLayout();

}  // namespace flagcensus
