// a command line that CLI11 refused ─→ one sentence, with the nearest valid name
#include "analyzer/config/complaint.h"

#include <CLI/CLI.hpp>
#include <vector>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The option of `command` that is nearest to `wrong` ("--catlog=x"); "" if none is near. At most
// three edits: names have eight to twenty bytes, and farther ones are rarely meant.
// "--catlog=x" ─→ "--catalog". Only long names are compared: one letter is near to every other one.
std::string NearestOption(const CLI::App& command, std::string wrong) {
  constexpr int kNear = 3;
  wrong = wrong.substr(0, wrong.find('='));
  std::string best;
  int least = kNear + 1;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      const int distance = EditDistance(wrong, "--" + name, kNear);
      if (distance >= least) continue;
      least = distance;
      best = "--" + name;
    }
  }
  return best;
}

// The first one that is near, in the order of the help.
std::string NearestCommand(const CLI::App& app, const std::string& wrong) {
  // Commands are shorter than options, so fewer edits are allowed.
  constexpr int kNear = 2;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_group().empty()) continue;
    if (EditDistance(wrong, command->get_name(), kNear) <= kNear) return command->get_name();
  }
  return "";
}

// "check, docs or scan": the commands that the help shows.
std::string CommandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  const std::string last = names.back();
  names.pop_back();
  return Join(names, ", ") + " or " + last;
}

// "--format: jsno not in {text,json}" in the usual form of such messages: "invalid value 'jsno' for
// --format (possible values: text, json)"; any other sentence unchanged.
// CLI11's own form lists values without spaces, in braces.
std::string Reworded(const std::string& text) {
  constexpr std::string_view kNotIn = " not in {";
  const size_t colon = text.find(": ");
  const size_t in = text.rfind(kNotIn);
  if (colon == std::string::npos || in == std::string::npos || in < colon || !text.ends_with('}'))
    return text;
  const size_t values = in + kNotIn.size();
  return "invalid value '" + text.substr(colon + 2, in - colon - 2) + "' for " +
         text.substr(0, colon) + " (possible values: " +
         ReplaceAll(text.substr(values, text.size() - values - 1), ",", ", ") + ")";
}

}  // namespace

// The message depends on what CLI11 could not parse: no command, a wrong value, or an unknown word.
std::string ComplaintOf(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string help = "; 'flagcensus " + (chosen.empty() ? "" : command.get_name() + " ") +
                           "--help' lists the options";
  const std::vector<std::string> extras = app.remaining(true);
  if (chosen.empty() && extras.empty()) {
    return "no command: use " + CommandNames(app);
  }
  // An argument with a wrong value or a missing one: CLI11's own sentence. Its first letter becomes
  // lower case, except in words of capitals such as FILE.
  if (!chosen.empty() && dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) {
    std::string text = error.what();
    if (BeginsWithUpper(text) && !(text.size() > 1 && text[1] < 'a')) {
      text[0] = ToLower(text[0]);
    }
    return Reworded(text) + help;
  }
  // The first word that CLI11 could not assign.
  // What follows it may be its value, and is not reported.
  const std::string wrong = extras.empty() ? "" : extras.front();
  const bool is_option = wrong.starts_with("-");
  const std::string nearest =
      is_option ? NearestOption(command, wrong) : NearestCommand(app, wrong);
  std::string out = (is_option        ? "unknown option '"
                     : chosen.empty() ? "unknown command '"
                                      : "unexpected argument '") +
                    wrong + "'";
  return out + (nearest.empty() ? help : "; did you mean '" + nearest + "'?");
}

}  // namespace flagcensus
