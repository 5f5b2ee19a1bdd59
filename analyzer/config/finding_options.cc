// The options that select findings ─→ FindingOptions
#include "analyzer/config/finding_options.h"

#include "analyzer/config/command_app.h"

namespace flagcensus {
namespace {

// A rule's name, or several separated by commas; the option may be repeated.
// allow_extra_args(false): `--select unused src` must not read the path `src` as a rule.
void AddRules(CommandApp& command, const std::string& name, std::vector<std::string>& rules,
              const std::string& text) {
  command.add_option(name, rules, text)->type_name("RULE")->delimiter(',')->allow_extra_args(false);
}

}  // namespace

// --exit-zero and --fail-on none are the same; the former is the usual name.
void AddFindingOptions(CommandApp& command, FindingOptions& options) {
  AddRules(command, "--select", options.select,
           "Enable only RULE (repeatable, or comma-separated)");
  AddRules(command, "--ignore", options.ignore, "Disable RULE (repeatable, or comma-separated)");
  CLI::Option* const least = command.add_option_function<std::string>(
      "--min-severity",
      [&options](const std::string& name) {
        options.min_severity = ParseSeverity(name).value_or(Severity::kInfo);
      },
      "Hide findings below SEVERITY");
  command.OneOf(least, {"error", "warning", "info"})->type_name("SEVERITY")->default_str("info");
  CLI::Option* const fail_on = command.add_option_function<std::string>(
      "--fail-on",
      // Nullopt for "none".
      [&options](const std::string& name) { options.fail_on = ParseSeverity(name); },
      "Exit with status 1 if there are findings of SEVERITY or higher");
  command.OneOf(fail_on, {"error", "warning", "info", "none"})
      ->type_name("SEVERITY")
      ->default_str("warning");
  command
      .add_flag_callback(
          "--exit-zero", [&options] { options.fail_on = std::nullopt; },
          "Exit with status 0 even if there are findings")
      ->excludes(fail_on);
}

}  // namespace flagcensus
