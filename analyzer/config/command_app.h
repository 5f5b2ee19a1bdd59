// CommandApp: a CLI11 command that also stores which values its options accept.
//
// CLI11 keeps the values that a check accepts only as text of the help. The completions and the
// manual need the values themselves:
//
//   command.OneOf(command.add_option("--color", when), {"auto", "always", "never"});
//   command.ChoicesOf(option)  ─→ {"auto", "always", "never"}
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace flagcensus {

class CommandApp : public CLI::App {
 public:
  CommandApp(std::string summary, std::string name)
      : CLI::App(std::move(summary), std::move(name)) {}

  // Makes `option` accept only `choices`. Returns the option.
  CLI::Option* OneOf(CLI::Option* option, std::vector<std::string> choices) {
    option->check(CLI::IsMember(choices));
    choices_[option] = std::move(choices);
    return option;
  }
  // The same for an option with a value that is checked elsewhere: a format that may name its file.
  void Offer(CLI::Option* option, std::vector<std::string> choices) {
    choices_[option] = std::move(choices);
  }
  // The values that `option` accepts; empty: any.
  std::vector<std::string> ChoicesOf(const CLI::Option* option) const {
    const auto at = choices_.find(option);
    return at == choices_.end() ? std::vector<std::string>() : at->second;
  }

 private:
  std::map<const CLI::Option*, std::vector<std::string>> choices_;
};

}  // namespace flagcensus
