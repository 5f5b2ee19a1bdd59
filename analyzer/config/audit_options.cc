// The options of `flagcensus audit` and `flagcensus merge` ─→ Options
#include "analyzer/config/audit_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "analyzer/config/fix_options.h"
#include "analyzer/config/walk_options.h"

namespace flagcensus {
namespace {

void AddLimits(CLI::App& command, ArchiveLimits& limits) {
  command
      .add_option("--max-unpacked", limits.max_unpacked,
                  "Stop reading an archive that unpacks to more than SIZE")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("8GiB")
      ->type_name("SIZE");
  command
      .add_option("--max-ratio", limits.max_ratio,
                  "Stop reading an archive that unpacks to more than N times its size")
      ->check(CLI::PositiveNumber)
      ->default_str("200")
      ->type_name("N");
  command
      .add_option("--max-members", limits.max_files,
                  "Read at most N files from an archive or a revision")
      ->check(CLI::PositiveNumber)
      ->default_str("200000")
      ->type_name("N");
  command.add_option("--max-nesting", limits.max_nesting, "Read nested archives up to N levels")
      ->check(CLI::Range(0, 8))
      ->default_str("1")
      ->type_name("N");
}

// Options that say what is read from where, what is written, and what fails.
constexpr std::array<std::string_view, 9> kShapeNothing = {
    "all", "compare", "db", "fail-on", "files-from", "format", "help", "html", "jobs"};

// "4MiB" as "4194304"; what is no size as it is.
std::string PlainNumber(std::string text) {
  const std::string given = text;
  try {
    return CLI::AsSizeValue(false)(text).empty() ? text : given;
  } catch (const CLI::Error&) {  // of what is empty or no number
    return given;
  }
}

void AddReports(CLI::App& command, AuditOptions& audit) {
  command
      .add_option("--html", audit.html,
                  "Write the report to FILE as a self-contained HTML page")
      ->type_name("FILE");
}

}  // namespace

std::vector<std::pair<std::string, std::string>> ShapingSettings(const CLI::App& command) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    const std::string& name = option->get_lnames().front();
    if (std::find(kShapeNothing.begin(), kShapeNothing.end(), name) != kShapeNothing.end()) {
      continue;
    }
    const std::string fallback = PlainNumber(option->get_default_str());
    for (const std::string& value : option->results()) {
      if (PlainNumber(value) != fallback) out.emplace_back("--" + name, value);
    }
  }
  return out;
}

std::optional<std::string> TakeAuditInputs(Options& options) {
  AuditOptions& audit = *options.audit;
  if (const auto wrong = TakeGivenFiles(options)) return wrong;
  audit.inputs.insert(audit.inputs.end(), options.paths.begin(), options.paths.end());
  options.paths.clear();
  if (audit.inputs.empty() && !options.files_from_none) audit.inputs.emplace_back(".");
  if (audit.compare && audit.inputs.size() != 2) {
    return "--compare: name two inputs, the older version and the newer one";
  }
  audit.limits.max_file_bytes = options.max_file_bytes;
  constexpr uint64_t kShare = 4;  // of the memory, for the texts of an archive
  audit.limits.max_kept = options.max_memory / kShare;
  return std::nullopt;
}

void AddAudit(CLI::App& app, Options& options) {
  AuditOptions& audit = *options.audit;
  CLI::App& command = *app.add_subcommand(
      "audit", "Report how the environment influences programs, given as directories, archives or revisions");
  command.add_option("INPUT", audit.inputs,
                     "Directories, archives (.tar.*, .zip, .whl, .deb, .crate, .tgz), repositories, or "
                     "revisions as DIRECTORY@REVISION (default: the current directory)");
  command
      .add_option("--files-from", options.files_from,
                  "Read inputs from FILE, one per line; - is standard input")
      ->type_name("FILE");
  command.add_flag("--compare", audit.compare,
                   "Compare two versions of a program: the first input is the older one, the second the "
                   "newer one");
  command
      .add_option("--allow", audit.allow,
                  "Accept the risks listed in FILE, each with a reason (repeatable)")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      .add_option("--fail-on", audit.fail_on,
                  "Exit with status 1 if a risk that is not accepted matches WHAT: risk ids, or the lowest "
                  "severity (high, medium, low), comma-separated")
      ->type_name("WHAT");
  command.add_option("--db", audit.database, "Write the census to FILE as an SQLite database, for `merge`")
      ->type_name("FILE");
  AddReports(command, audit);
  AddSelection(command, options);
  command.add_flag("--all", options.all, "Print all risks in text output, and with --compare all files");
  AddBudget(command, options);
  AddLimits(command, audit.limits);
}

void AddMerge(CLI::App& app, Options& options) {
  AuditOptions& audit = *options.audit;
  CLI::App& command = *app.add_subcommand("merge", "Merge the databases of several audits");
  command.add_option("DATABASE", audit.inputs, "Databases written by `audit --db`")->required();
  command.add_option("-o,--output", audit.database, "Path of the database to write")
      ->required()
      ->type_name("FILE");
  AddReports(command, audit);
}

}  // namespace flagcensus
