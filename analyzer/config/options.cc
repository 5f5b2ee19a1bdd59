// command line ─→ Options
//
// CLI11 parses and writes the help; which option belongs to which command stands here, once.
#include "analyzer/config/options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

enum class Colour { kAuto, kAlways, kNever };

// The texts that CLI11 fills in and that become other values once all is read.
struct Raw {
  std::map<const CLI::App*, std::string> format;
  std::string colour = "auto";
  std::string fail_on = "warning";
};

void AddRunOptions(CLI::App& command, Options& options) {
  command.add_option("--root", options.root, "Folder that printed paths are relative to")
      ->capture_default_str();
  command.add_flag("-v,--verbose", options.verbose,
                   "Say on standard error what was left out and why");
  command.add_flag("--strict", options.strict,
                   "Exit with 2 where a file could not be read or parsed");
}

void AddOutput(CLI::App& command, Options& options, Raw& raw, std::vector<std::string> formats) {
  std::string& format = raw.format[&command];
  format = formats.front();
  command.add_option("--format", format, "Form of the output")
      ->check(CLI::IsMember(std::move(formats)))
      ->capture_default_str();
  command
      .add_option("--color", raw.colour,
                  "Colour: auto (on a terminal, unless NO_COLOR), always, never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  AddRunOptions(command, options);
}

void AddConfig(CLI::App& command, Options& options) {
  auto* file = command.add_option("--config", options.config,
                                  "Configuration file (else the nearest flagcensus.toml upwards)");
  command.add_flag("--no-config", options.no_config, "Use no configuration file")->excludes(file);
}

void AddWalk(CLI::App& command, Options& options) {
  command.add_option("PATH", options.paths, "Files and folders to read (default: the root)");
  command.add_option("-j,--jobs", options.jobs, "Threads (0: one a core)")
      ->check(CLI::Range(0U, 256U))
      ->capture_default_str();
  command
      .add_option("--exclude", options.exclude,
                  "Leave out what matches, written as a line of .gitignore (repeatable)")
      ->allow_extra_args(false);
  command.add_flag("--no-ignore", options.no_ignore, "Read what .gitignore leaves out, too");
  command.add_flag("--hidden", options.hidden, "Read hidden folders, too");
  command.add_flag("--vendored", options.vendored,
                   "Read third_party, vendor, node_modules and their like, too");
  command
      .add_option("--max-file-size", options.max_file_bytes,
                  "Leave out larger files (default: 4MiB)")
      ->transform(CLI::AsSizeValue(false));
  command
      .add_option("--max-seconds", options.max_seconds,
                  "Begin no further file after that time (default: 1800)")
      ->check(CLI::NonNegativeNumber);
  command
      .add_option("--max-memory", options.max_memory,
                  "Begin no further file beyond that memory (default: 4GiB)")
      ->transform(CLI::AsSizeValue(false));
}

void AddClang(CLI::App& command, Options& options) {
  auto* file = command.add_option("--compile-commands", options.compile_commands,
                                  "compile_commands.json of a build (repeatable, one a "
                                  "configuration; else they are looked for)");
  file->allow_extra_args(false);
  command.add_flag("!--no-clang", options.clang, "Do not ask libclang about C and C++")
      ->excludes(file);
}

void AddCatalogOption(CLI::App& command, Options& options) {
  command.add_option("--catalog", options.catalog,
                     "Page that documents the variables (repeatable; else they are looked for)");
}

void AddCheck(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  CLI::App& check =
      *app.add_subcommand("check", "Compare documents and code; print where they disagree");
  AddWalk(check, options);
  AddClang(check, options);
  AddCatalogOption(check, options);
  check
      .add_option("--fail-on", raw.fail_on,
                  "Exit with 1 where a finding has this severity or a higher one")
      ->check(CLI::IsMember({"error", "warning", "info"}))
      ->capture_default_str();
  check
      .add_option("--max-unresolved", options.max_unresolved,
                  "Exit with 1 where more accesses of the sources than N have a name that cannot "
                  "be known")
      ->type_name("N");
  AddConfig(check, options);
  AddOutput(check, options, raw, formats.check);
}

void AddScan(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  CLI::App& scan = *app.add_subcommand("scan", "Print every access to the environment");
  AddWalk(scan, options);
  AddClang(scan, options);
  AddConfig(scan, options);
  AddOutput(scan, options, raw, formats.scan);
}

void AddCatalog(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  CLI::App& catalog = *app.add_subcommand("catalog", "Print every entry of documents");
  catalog.add_option("FILE", options.catalog, "Pages to read")->required();
  catalog.add_flag("--mentions", options.mentions, "Print names that prose only talks about, too");
  AddConfig(catalog, options);
  AddOutput(catalog, options, raw, formats.catalog);
}

void AddExplain(CLI::App& app, Options& options, Raw& raw) {
  CLI::App& explain =
      *app.add_subcommand("explain", "Print a rule's page, or all that is known of a variable");
  explain.add_option("RULE or NAME", options.rule, "What to explain (default: list all rules)");
  AddWalk(explain, options);
  AddClang(explain, options);
  AddCatalogOption(explain, options);
  AddConfig(explain, options);
  AddOutput(explain, options, raw, {"text"});
}

void AddDocs(CLI::App& app, Options& options, Raw& raw, const FormatNames& formats) {
  CLI::App& docs =
      *app.add_subcommand("docs", "Write the reference page of the variables that the code reads");
  AddWalk(docs, options);
  AddClang(docs, options);
  AddCatalogOption(docs, options);
  std::string& format = raw.format[&docs];  // "": as the name of the page that is written tells
  docs.add_option("--format", format, "Form of the page (default: by FILE's name, else markdown)")
      ->check(CLI::IsMember(formats.docs));
  AddDocsOptions(docs, options.docs);
  AddConfig(docs, options);
  AddRunOptions(docs, options);
}

// The option of `command` that is nearest to `wrong` ("--catlog=x"); "" where none is near.
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

std::string NearestCommand(const CLI::App& app, const std::string& wrong) {
  constexpr int kNear = 2;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (EditDistance(wrong, command->get_name(), kNear) <= kNear) return command->get_name();
  }
  return "";
}

int Fail(const std::string& message) {
  std::fprintf(stderr, "flagcensus: %s\n", EscapeControl(message).c_str());
  return 2;
}

// What is wrong with a command line that CLI11 refused, as one sentence.
std::string Explain(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string help = "; 'flagcensus " + (chosen.empty() ? "" : command.get_name() + " ") +
                           "--help' lists the options";
  const std::vector<std::string> extras = app.remaining(true);
  if (chosen.empty() && extras.empty()) {
    return "no command is given: use check, docs, scan, catalog or explain";
  }
  if (!chosen.empty() && dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) {
    std::string text = error.what();
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z' && !(text.size() > 1 && text[1] < 'a')) {
      text[0] = ToLower(text.substr(0, 1))[0];
    }
    return text + help;
  }
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

// "--catalog a.md b.md src": a folder or a source file after --catalog is a PATH, since neither is
// ever a page.
void SortOutCatalog(Options& options) {
  const auto is_path = [](const std::string& value) {
    std::error_code ignored;
    const FileKind kind = FileKindOf(value);
    return std::filesystem::is_directory(value, ignored) ||
           (kind != FileKind::kPage && kind != FileKind::kOther);
  };
  std::vector<std::string> pages;
  for (const std::string& value : options.catalog) {
    (is_path(value) ? options.paths : pages).push_back(value);
  }
  options.catalog = std::move(pages);
}

bool WantsColour(Colour wanted) {
  if (wanted != Colour::kAuto) return wanted == Colour::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return isatty(STDOUT_FILENO) == 1;
}

}  // namespace

ParsedOptions ParseOptions(int argc, const char* const* argv, const FormatNames& formats) {
  Options options;
  Raw raw;
  CLI::App app{"Finds where documents and code disagree about a program's environment variables",
               "flagcensus"};
  app.set_version_flag("--version", "flagcensus " FLAGCENSUS_VERSION);
  app.require_subcommand(1);
  app.footer("Exit status: 0 nothing found, 1 findings, 2 the command could not run.");
  AddCheck(app, options, raw, formats);
  AddDocs(app, options, raw, formats);
  AddScan(app, options, raw, formats);
  AddCatalog(app, options, raw, formats);
  AddExplain(app, options, raw);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    app.exit(success);  // prints the help or the version
    return {std::nullopt, 0};
  } catch (const CLI::ParseError& error) {
    return {std::nullopt, Fail(Explain(app, error))};
  }
  const CLI::App* chosen = app.get_subcommands().front();
  const std::map<std::string, Command> commands = {{"check", Command::kCheck},
                                                   {"scan", Command::kScan},
                                                   {"catalog", Command::kCatalog},
                                                   {"explain", Command::kExplain},
                                                   {"docs", Command::kDocs}};
  options.command = commands.at(chosen->get_name());
  options.format = raw.format[chosen];
  options.colour = WantsColour(raw.colour == "always"  ? Colour::kAlways
                               : raw.colour == "never" ? Colour::kNever
                                                       : Colour::kAuto);
  options.fail_on = ParseSeverity(raw.fail_on).value_or(Severity::kWarning);
  // Rules' names are words in lower case with hyphens between.
  const bool variable =
      options.rule.find('-') == std::string::npos &&
      options.rule.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != std::string::npos;
  if (options.command == Command::kExplain && variable) options.command = Command::kExplainFlag;
  if (options.command != Command::kCatalog) SortOutCatalog(options);
  if (options.paths.empty()) options.paths.push_back(options.root);
  std::error_code ignored;
  if (!std::filesystem::is_directory(options.root, ignored)) {
    return {std::nullopt, Fail("--root " + options.root + " is not a folder")};
  }
  return {options, 0};
}

}  // namespace flagcensus
