// The options of `flagcensus audit` and `flagcensus merge` ─→ AuditRequest
#include "analyzer/config/audit_options.h"

#include <algorithm>
#include <array>

#include "analyzer/config/command_app.h"

namespace flagcensus {
namespace {

// Archives may be hostile: each of these limits ends the reading with a message. A ratio of 200 is
// more than source code reaches, and far below that of a crafted archive. Nested archives are read
// one level deep: a wheel in a source archive, for example.
void AddLimits(CommandApp& command, ArchiveLimits& limits) {
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

// Options about which inputs are read, which files are written, and what fails. They do not affect
// the result, and so are not stored with it. An option that is missing here is stored with the
// result, which is the safer error.
constexpr std::array<std::string_view, 9> kOptionsWithoutEffect = {
    "all", "compare", "db", "fail-on", "files-from", "format", "help", "html", "jobs"};

// "4MiB" ─→ "4194304"; a text that is not a size is returned unchanged.
std::string PlainNumber(std::string text) {
  const std::string given = text;
  try {
    return CLI::AsSizeValue(false)(text).empty() ? text : given;
  } catch (const CLI::Error&) {  // thrown for a text that is empty or not a number
    return given;
  }
}

void AddReports(CommandApp& command, AuditOptions& audit) {
  command
      .add_option("--html", audit.html, "Write the report to FILE as a self-contained HTML page")
      ->type_name("FILE");
}

}  // namespace

//   --hidden --max-file-size 4MiB --html x.html    ─→ {("--hidden", "true")}
//   (4 MiB is the default, and --html does not affect the result)
std::vector<std::pair<std::string, std::string>> ResultSettings(const CommandApp& command) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    const std::string& name = option->get_lnames().front();
    if (std::find(kOptionsWithoutEffect.begin(), kOptionsWithoutEffect.end(), name) !=
        kOptionsWithoutEffect.end()) {
      continue;
    }
    const std::string fallback = PlainNumber(option->get_default_str());
    for (const std::string& value : option->results()) {
      // A value that is spelled out but equals the default does not affect the result.
      if (PlainNumber(value) != fallback) out.emplace_back("--" + name, value);
    }
  }
  return out;
}

// An empty list of --files-from audits nothing, not the current directory.
std::optional<std::string> TakeAuditInputs(AuditRequest& request) {
  AuditOptions& audit = request.audit;
  if (const auto wrong = TakeList(request.files, audit.inputs)) return wrong;
  if (audit.inputs.empty() && !request.files.none) audit.inputs.emplace_back(".");
  if (audit.compare && audit.inputs.size() != 2) {
    return "--compare: name two inputs, the older version and the newer one";
  }
  audit.limits.max_file_bytes = request.project.limits.file_bytes;
  // The texts are in memory together with the syntax that is made from them.
  constexpr uint64_t kShare = 4;  // of the memory, for the texts of an archive
  audit.limits.max_kept = request.project.limits.memory / kShare;
  return std::nullopt;
}

// The options of `audit`, in the order of its help.
void AddAudit(CommandApp& command, AuditRequest& request) {
  AuditOptions& audit = request.audit;
  command.add_option(
      "INPUT", audit.inputs,
      "Directories, archives (.tar.*, .zip, .whl, .deb, .crate, .tgz), repositories, or revisions "
      "as DIRECTORY@REVISION (default: the current directory)");
  command
      .add_option("--files-from", request.files.list,
                  "Read inputs from FILE, one per line; - is standard input")
      ->type_name("FILE");
  command.add_flag("--compare", audit.compare,
                   "Compare two versions of a program: the first input is the older one, the "
                   "second the newer one");
  command
      .add_option("--allow", audit.allow,
                  "Accept the risks listed in FILE, each with a reason (repeatable)")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      .add_option("--fail-on", audit.fail_on,
                  "Exit with status 1 if a risk that is not accepted matches WHAT: comma-separated "
                  "risk IDs, or a minimum severity (high, medium, low)")
      ->type_name("WHAT");
  command
      .add_option("--db", audit.database,
                  "Write the census to FILE as an SQLite database, for `merge`")
      ->type_name("FILE");
  AddReports(command, audit);
  AddSelection(command, request.project);
  command.add_flag("--all", request.all,
                   "Print all risks in text output, and with --compare all files");
  AddBudget(command, request.project);
  AddLimits(command, audit.limits);
}

void AddMerge(CommandApp& command, AuditOptions& options) {
  command.add_option("DATABASE", options.inputs, "Databases written by `audit --db`")->required();
  command.add_option("-o,--output", options.database, "Path of the database to write (required)")
      ->required()
      ->type_name("FILE");
  AddReports(command, options);
}

}  // namespace flagcensus
