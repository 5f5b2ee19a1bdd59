// command line ─→ Options
//
// CLI11 parses and writes the help; which option belongs to which command stands here, once.
#include "analyzer/config/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <system_error>

#include "analyzer/base/date.h"
#include "analyzer/base/text.h"
#include "analyzer/config/audit_options.h"
#include "analyzer/config/command_table.h"
#include "analyzer/config/complaint.h"
#include "analyzer/config/examples.h"
#include "analyzer/config/fix_options.h"
#include "analyzer/config/help.h"
#include "analyzer/config/named_inputs.h"
#include "analyzer/config/outputs.h"
#include "analyzer/config/run_options.h"
#include "analyzer/config/terminal.h"
#include "analyzer/config/walk_options.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

const std::map<std::string, GroupBy> kGroups = {{"rule", GroupBy::kRule},
                                                {"file", GroupBy::kFile},
                                                {"name", GroupBy::kName},
                                                {"prefix", GroupBy::kPrefix}};

constexpr const char* kDescription =
    "Find where documentation and code disagree about environment variables";

// The texts that CLI11 fills in and that become other values once all is read.
struct Raw {
  std::map<const CLI::App*, std::string> format;
  std::vector<std::string> outputs;  // check: each --format
  std::string output;
  std::string colour = "auto";
  std::string fail_on = "warning";
  std::string min_severity = "info";
  std::string group_by = "rule";
  bool exit_zero = false;
  std::string action;  // of cache
};

void AddColour(CLI::App& command, Raw& raw) {
  command
      .add_option("--color", raw.colour,
                  "When to use colors: auto (on a terminal, unless NO_COLOR is set), always, never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

void AddOutput(CLI::App& command, Options& options, Raw& raw, std::vector<std::string> formats) {
  std::string& format = raw.format[&command];
  format = formats.front();
  command.add_option("--format", format, "Output format")
      ->check(CLI::IsMember(std::move(formats)))
      ->capture_default_str();
  AddColour(command, raw);
  AddRunOptions(command, options);
}

// Several forms at once, each to a file of its own.
void AddOutputs(CLI::App& command, Options& options, Raw& raw,
                const std::vector<std::string>& formats) {
  // Tells help and completions the names; TakeOutputs takes a file behind one.
  const CLI::Validator names([](std::string&) { return std::string(); },
                             "{" + Join(formats, ",") + "}", "");
  command
      .add_option("--format", raw.outputs,
                  "Output format; FORMAT=FILE writes it to FILE (repeatable)")
      ->check(names)
      ->default_str(formats.front())
      ->allow_extra_args(false);
  command
      .add_option("--output", raw.output,
                  "Write the output to FILE instead of standard output")
      ->type_name("FILE");
  AddColour(command, raw);
  AddRunOptions(command, options);
}

void AddWalk(CLI::App& command, Options& options) {
  command.add_option("PATH", options.paths, "Files and directories to read (default: the directory of --root)");
  AddSelection(command, options);
  AddLanguages(command, options);
  command.add_flag("--no-ignore", options.no_ignore, "Also read files that .gitignore excludes");
  AddBudget(command, options);
}

// Which findings are shown, how, and which of them fail.
void AddFindings(CLI::App& check, Options& options, Raw& raw) {
  check.add_option("--select", options.select, "Enable only RULE (repeatable, or comma-separated)")
      ->type_name("RULE")
      ->delimiter(',')
      ->allow_extra_args(false);
  check.add_option("--ignore", options.ignore, "Disable RULE (repeatable, or comma-separated)")
      ->type_name("RULE")
      ->delimiter(',')
      ->allow_extra_args(false);
  check.add_option("--min-severity", raw.min_severity, "Hide findings below SEVERITY")
      ->check(CLI::IsMember({"error", "warning", "info"}))
      ->capture_default_str();
  auto* fail_on = check
                      .add_option("--fail-on", raw.fail_on,
                                  "Exit with status 1 if there are findings of SEVERITY or higher")
                      ->check(CLI::IsMember({"error", "warning", "info", "none"}))
                      ->capture_default_str();
  check.add_flag("--exit-zero", raw.exit_zero, "Exit with status 0 even if there are findings")->excludes(fail_on);
  check.add_option("--group-by", raw.group_by, "Group findings by WHAT in text output")
      ->check(CLI::IsMember({"rule", "file", "name", "prefix"}))
      ->capture_default_str();
  check.add_flag("--all", options.all, "Show all findings in text output, no matter how many there are");
  auto* statistics = check.add_flag("--statistics", options.statistics,
                                    "Show the number of findings per rule in text output");
  check.add_flag("-q,--quiet", options.quiet, "Show only the findings in text output")
      ->excludes(statistics);
}

void AddCheck(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  CLI::App& check =
      *app.add_subcommand("check", "Compare documentation and code, and report where they disagree");
  AddWalk(check, options);
  AddClang(check, options);
  AddCache(check, options);
  AddStats(check, options);
  AddCatalogOption(check, options);
  AddFindings(check, options, raw);
  auto* baseline = check.add_option("--baseline", options.baseline,
                                    "Path to the baseline of accepted findings (default: "
                                    "flagcensus-baseline.json next to the configuration file, or in the directory of --root)");
  auto* since = check.add_option("--since", options.since,
                                 "Report only findings that are not present at REV, a branch, tag or commit");
  since->type_name("REV")->excludes(check.get_option("--compile-commands"));
  check
      .add_flag("--changed-files", options.changed_files,
                "Report only findings in files that differ from the last commit in git")
      ->excludes(since);
  check.add_flag("--no-baseline", options.no_baseline, "Ignore the baseline")
      ->excludes(baseline);
  check
      .add_option("--max-unresolved", options.max_unresolved,
                  "Exit with status 1 if the variable names of more than N accesses cannot "
                  "be determined")
      ->type_name("N");
  AddFixOptions(check, options);
  AddFileOptions(check, options);
  AddConfig(check, options);
  check
      .add_flag("--show-config", options.show_config,
                "Print the effective settings and their sources, and exit")
      ->excludes(check.get_option("--stats"));
  AddOutputs(check, options, raw, formats.check);
}

// What is wrong with `text` where it is no day; "" where it is one.
std::string CheckDate(const std::string& text) {
  return IsDate(text) ? "" : "'" + text + "' is not a date such as 2027-01-31";
}

void AddBaselineCommand(CLI::App& app, Options& options, Raw& raw) {
  CLI::App& baseline = *app.add_subcommand(
      "baseline", "Accept all current findings, so that only new ones are reported");
  AddWalk(baseline, options);
  AddClang(baseline, options);
  AddCatalogOption(baseline, options);
  baseline.add_option("--output", options.baseline,
                      "Path of the baseline to write (default: flagcensus-baseline.json next to the "
                      "configuration file, or in the directory of --root)");
  baseline.add_option("--until", options.until, "Last day on which the baseline is valid, such as 2027-01-31")
      ->check(CheckDate)
      ->type_name("DATE");
  baseline.add_flag("--prune", options.prune, "Only remove entries for findings that are fixed");
  AddConfig(baseline, options);
  AddOutput(baseline, options, raw, {"text"});
}

void AddScan(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  CLI::App& scan = *app.add_subcommand("scan", "Print every access to an environment variable");
  AddWalk(scan, options);
  AddClang(scan, options);
  AddCache(scan, options);
  AddStats(scan, options);
  AddConfig(scan, options);
  AddOutput(scan, options, raw, formats.scan);
}

void AddCatalog(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  CLI::App& catalog = *app.add_subcommand("catalog", "Print the entries found on the given pages");
  catalog.add_option("FILE", options.catalog, "Pages to read")->required();
  catalog.add_flag("--mentions", options.mentions, "Also print names that are only mentioned in prose");
  AddConfig(catalog, options);
  AddOutput(catalog, options, raw, formats.catalog);
}

void AddExplain(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  CLI::App& explain =
      *app.add_subcommand("explain", "Explain a rule, or show everything known about a variable");
  explain.add_option("RULE or NAME", options.rule, "Rule or variable to explain (default: list all rules)");
  AddWalk(explain, options);
  AddClang(explain, options);
  AddCatalogOption(explain, options);
  AddConfig(explain, options);
  AddOutput(explain, options, raw, formats.explain);
}

void AddDocs(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  CLI::App& docs =
      *app.add_subcommand("docs", "Write a reference page for the variables that the code reads");
  AddWalk(docs, options);
  AddClang(docs, options);
  AddCatalogOption(docs, options);
  std::string& format = raw.format[&docs];  // "": as the name of the page that is written tells
  docs.add_option("--format", format, "Format of the page (default: derived from the name of FILE, or markdown)")
      ->check(CLI::IsMember(formats.docs));
  AddDocsOptions(docs, options.docs);
  AddConfig(docs, options);
  AddRunOptions(docs, options);
}

void AddInit(CLI::App& app, Options& options) {
  CLI::App& init = *app.add_subcommand(
      "init", "Write a flagcensus.toml for a project, and print what was found");
  init.add_option("PATH", options.paths, "Project directory (default: the current directory); - is the same as --stdout")
      ->expected(0, 1);
  init.add_flag("--stdout", options.to_stdout, "Print the file instead of writing it");
  init.add_flag("!--no-clang", options.clang, "Do not use libclang for C and C++");
}

void AddDiff(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  CLI::App& diff = *app.add_subcommand(
      "diff", "Report variables that were added, removed or renamed, or whose default or type changed");
  diff.add_option(
          "REV", options.revisions,
          "The older revision and, optionally, the newer one (default: the working tree); each "
          "is a branch, tag or commit")
      ->required()
      ->expected(1, 2);
  AddConfig(diff, options);
  AddOutput(diff, options, raw, formats.diff);
}

// What is written from the table of commands: for shells, and for the packages.
void AddManual(CLI::App& app, Options& options) {
  CLI::App& completions =
      *app.add_subcommand("completions", "Print the completion script for a shell");
  completions.add_option("SHELL", options.manual, "Shell to print the script for: bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  CLI::App& manual = *app.add_subcommand("manual", "Print the manual")->group("");
  manual.add_option("FORM", options.manual, "man or markdown")
      ->required()
      ->check(CLI::IsMember({"man", "markdown"}));
}

void AddAuditOutput(CLI::App& audit, Raw& raw, const std::vector<std::string>& formats) {
  std::string& format = raw.format[&audit];
  format = formats.front();
  audit.add_option("--format", format, "Output format")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
}

void AddCommands(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  app.formatter(HelpLayout());
  app.set_version_flag("-V,--version", "flagcensus " FLAGCENSUS_VERSION,
                       "Print the version and exit");
  app.require_subcommand(1);
  app.footer(std::string("Exit status: ") + std::string(ExitStatusOf("")));
  AddCheck(app, options, raw, formats);
  AddDocs(app, options, raw, formats);
  AddScan(app, options, raw, formats);
  AddCatalog(app, options, raw, formats);
  AddExplain(app, options, raw, formats);
  AddBaselineCommand(app, options, raw);
  AddInit(app, options);
  AddDiff(app, options, raw, formats);
  options.audit = std::make_shared<AuditOptions>();
  AddAudit(app, options);
  AddAuditOutput(*app.get_subcommand("audit"), raw, formats.audit);
  AddMerge(app, options);
  AddCacheCommand(app, options, raw.action);
  AddManual(app, options);
  for (CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) command->group("Commands");
    if (const std::string text = ExamplesOf(command->get_name()); !text.empty()) {
      command->footer(text);
    }
  }
  NameValues(app);
}

int Fail(const std::string& message) {
  std::fprintf(stderr, "flagcensus: %s\n", EscapeControl(message).c_str());
  return 2;
}

// "-" for a PATH of init stands for --stdout.
void TakeStdout(Options& options) {
  if (std::erase(options.paths, "-") > 0) options.to_stdout = true;
}

}  // namespace

CommandTable CommandLineTable(const FormatNames& formats) {
  Options options;
  Raw raw;
  CLI::App app{kDescription, "flagcensus"};
  AddCommands(app, options, raw, formats);
  return ReadTable(app, formats);
}

ParsedOptions ParseOptions(int argc, const char* const* argv, const FormatNames& formats) {
  Options options;
  Raw raw;
  CLI::App app{kDescription, "flagcensus"};
  AddCommands(app, options, raw, formats);
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  // "help check" is "check --help", as git and cargo have it.
  if (!words.empty() && words[0] == "help") {
    words.erase(words.begin());
    const auto commands = app.get_subcommands(
        [&](const CLI::App* command) { return words.empty() || command->get_name() == words[0]; });
    if (!commands.empty()) words.emplace_back("--help");
  }
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(words));
  } catch (const CLI::Success& success) {
    app.exit(success);  // prints the help or the version
    return {std::nullopt, 0};
  } catch (const CLI::ParseError& error) {
    return {std::nullopt, Fail(ComplaintOf(app, error))};
  }
  const CLI::App* chosen = app.get_subcommands().front();
  const std::map<std::string, Command> commands = {
      {"check", Command::kCheck},       {"scan", Command::kScan},
      {"catalog", Command::kCatalog},   {"explain", Command::kExplain},
      {"baseline", Command::kBaseline}, {"init", Command::kInit},
      {"diff", Command::kDiff},         {"docs", Command::kDocs},
      {"cache", Command::kCache},       {"completions", Command::kManual},
      {"manual", Command::kManual},     {"audit", Command::kAudit},
      {"merge", Command::kMerge}};
  options.command = commands.at(chosen->get_name());
  options.format = raw.format[chosen];
  if (options.command == Command::kDocs) TakeGiven(*chosen, options.docs);
  if (options.command == Command::kCheck) {
    if (const auto wrong = TakeOutputs(raw.outputs, raw.output, formats.check, options.outputs)) {
      return {std::nullopt, Fail(*wrong + "; 'flagcensus check --help' lists the options")};
    }
  }
  if (options.command == Command::kAudit) {
    if (const auto wrong = TakeAuditInputs(options)) return {std::nullopt, Fail(*wrong)};
    options.audit->settings = ShapingSettings(*chosen);
    return {options, 0};
  }
  if (options.command == Command::kMerge) return {options, 0};
  options.audit = nullptr;  // it tells that the tree is a stranger's
  options.cache_clean = raw.action == "clean";
  options.colour = WantsColour(raw.colour);
  options.width = WidthOfOutput();
  options.links = options.colour && TakesLinks();
  options.fail_on = raw.exit_zero ? std::nullopt : ParseSeverity(raw.fail_on);  // "none" is none
  options.min_severity = ParseSeverity(raw.min_severity).value_or(Severity::kInfo);
  options.group_by = kGroups.at(raw.group_by);
  // Rules' names are words in lower case with hyphens between.
  const bool variable =
      options.rule.find('-') == std::string::npos &&
      options.rule.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != std::string::npos;
  if (options.command == Command::kExplain && variable) options.command = Command::kExplainFlag;
  if (options.command == Command::kInit) TakeStdout(options);
  // A compiler would read the files of today with what was built today, and those of REV without.
  if (!options.since.empty() || options.command == Command::kDiff) options.clang = false;
  if (options.show_config) options.shown = ShownOptions(*chosen);
  if (auto complaint = CheckNamedInputs(options)) return {std::nullopt, Fail(*complaint)};
  if (const auto wrong = TakeGivenFiles(options)) return {std::nullopt, Fail(*wrong)};
  options.paths_named = !options.paths.empty();
  if (options.paths.empty()) options.paths.push_back(options.root);
  std::error_code ignored;
  if (!std::filesystem::is_directory(options.root, ignored)) {
    return {std::nullopt, Fail("--root " + options.root + " is not a directory")};
  }
  return {options, 0};
}

}  // namespace flagcensus
