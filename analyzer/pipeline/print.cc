// results ─→ standard output; what the user should know beside them ─→ standard error; exit status
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <functional>

#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/config/show.h"
#include "analyzer/model/secrets.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/reference/formats.h"
#include "analyzer/report/formats.h"
#include "analyzer/report/json.h"
#include "analyzer/review/stated.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/output_file.h"

namespace flagcensus {
namespace {

constexpr int kFindings = 1;
constexpr int kFailed = 2;
constexpr std::string_view kHash = "\\x23";  // of a command that is broken up

// A line for the user as it is printed.
std::string LineFor(const std::string& message) {
  const std::string line = EscapeControl(MaskSecrets(message, {}));
  return "flagcensus: " + BreakCommands(line, kHash) + "\n";
}

void Say(const std::string& message) { std::fputs(LineFor(message).c_str(), stderr); }

// Writes all of `output`; the exit status that results.
int WriteBytes(const std::string& text, int status) {
  std::signal(SIGPIPE, SIG_IGN);  // it is told by the error; nothing is written behind this
  const size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written == text.size() && std::fflush(stdout) == 0) return status;
  if (errno == EPIPE) return status;  // whoever read it has read enough
  Say("the output cannot be written: " + SystemMessage(errno));
  return kFailed;
}

// What goes to standard output, as it is written.
std::string Written(const std::string& output) {
  return BreakCommands(output, kHash);  // JSON has none any more
}

int Write(const std::string& output, int status) { return WriteBytes(Written(output), status); }

std::string Line(const Diagnostic& diagnostic) {
  std::string place = diagnostic.place.file;
  if (diagnostic.place.line > 0) place += ":" + std::to_string(diagnostic.place.line);
  if (diagnostic.place.column > 0) place += ":" + std::to_string(diagnostic.place.column);
  return place + ": " + diagnostic.message;
}

std::vector<Diagnostic> Sorted(std::vector<Diagnostic> all, const std::vector<Diagnostic>& more) {
  all.insert(all.end(), more.begin(), more.end());
  std::sort(all.begin(), all.end(), DiagnosticLess);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// What the user named and could not be read fails the command, although the rest was done. With
// --strict every diagnostic does, and that much was not compared.
int StatusOf(const std::vector<Diagnostic>& diagnostics, int status, const Options& options,
             const Coverage& coverage = {}) {
  if (options.strict && coverage.IsPartial()) return kFailed;
  for (const Diagnostic& diagnostic : diagnostics) {
    const bool named = diagnostic.kind == "missing-path" || (diagnostic.kind == "unreadable-page" &&
                                                             options.command == Command::kCatalog);
    if (named || options.strict || diagnostic.kind == kProjectFailed) return kFailed;
  }
  return status;
}

// Where the lines for the user go: to standard error, or into an answer.
using MessageSink = std::function<void(const std::string&)>;

MessageSink SayInto(Answer& answer) {
  return [&answer](const std::string& message) { answer.err += LineFor(message); };
}

void SayDiagnostics(const std::vector<Diagnostic>& diagnostics, const MessageSink& say = Say) {
  for (const Diagnostic& diagnostic : diagnostics) say(Line(diagnostic));
}

void SayCoverage(const Coverage& coverage, const MessageSink& say = Say) {
  for (const std::string& note : DescribeCoverage(coverage)) say(note);
}

// What another run of the same files may not meet: the answer is not kept.
void DoubtPassing(const std::vector<Diagnostic>& diagnostics, const Options& options) {
  const bool passing =
      std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.kind == "run-limit" || diagnostic.kind == kProjectFailed ||
               diagnostic.kind == "no-libclang" || diagnostic.kind == "compiler-failed" ||
               diagnostic.message.ends_with(kNoMemory);
      });
  if (passing && options.dependencies) options.dependencies->Doubt();
}

void SaySkipped(const Tree& tree, const Options& options, const MessageSink& say = Say) {
  if (!options.verbose) return;
  for (const SkippedPath& skipped : tree.skipped) {
    say("skipped " + skipped.path + ": " + skipped.reason);
  }
  if (tree.ignored_unasked) {
    say("some files that .gitignore matches are skipped, although no git index says whether they "
        "are "
        "committed (--no-ignore reads them)");
  }
}

// Why pages were taken: the first of them, unless more is asked for.
void SayPages(const Catalog& catalog, bool verbose, const MessageSink& say) {
  constexpr size_t kShown = 3;
  size_t shown = 0;
  for (const std::string& reason : catalog.reasons) {
    if (shown++ < kShown || verbose) say("catalog: " + reason);
  }
  if (shown > kShown && !verbose) {
    say("catalog: " + std::to_string(shown - kShown) + " more: --verbose lists them");
  }
}

// Prefixes of which a page documents a name may be many: one line tells them.
void SayOwnPrefixes(const Ownership& ownership, const MessageSink& say) {
  std::vector<std::string> siblings;
  for (const OwnPrefix& own : ownership.own) {
    if (own.by == OwnBy::kSibling) {
      siblings.push_back(own.prefix);
    } else {
      say("own prefix " + own.prefix + ": " + own.why);
    }
  }
  if (!siblings.empty()) {
    say("own prefixes (a page documents a name in use): " + Join(siblings, ", "));
  }
}

// A file whose lines the report quotes.
struct Quoted {
  std::string file;
  std::string text;
  std::vector<size_t> starts;  // of its lines
};

// Reads `file`, as it is shown. What the user named is read wherever it leads; what was found below
// a folder that the user named does not lead out of that.
bool ReadShown(const Options& options, const std::string& file, std::string* text) {
  std::string error;
  bool binary = false;
  for (const std::vector<std::string>* named : {&options.paths, &options.catalog}) {
    for (const std::string& path : *named) {
      const std::string top = ShownPath(path, options.root);
      if (file == top) return ReadWhole(path, text, &binary, &error);
      if (top.empty() || !file.starts_with(top + "/")) continue;
      return ReadBelow(path, file.substr(top.size() + 1), text, &binary, &error);
    }
  }
  return ReadBelow(options.root, file, text, &binary, &error);
}

Quoted ReadQuoted(const Options& options, const std::string& file) {
  Quoted made;
  made.file = file;
  if (options.stdin_text && file == ShownPath(options.stdin_filename, options.root)) {
    made.text = *options.stdin_text;
  } else if (!ReadShown(options, file, &made.text)) {
    made.text.clear();
  }
  for (size_t at = 0; at < made.text.size(); ++at) {
    made.starts.push_back(at);
    at = std::min(made.text.find('\n', at), made.text.size());
  }
  return made;
}

// Reads the lines that the report quotes. A finding has places in code and on a page, and findings
// are sorted by file, so that the last two files are kept.
LineReader MakeLineReader(const Options& options) {
  return [options, last = Quoted(), before = Quoted()](const Place& place) mutable {
    if (place.line < 1) return std::string();
    if (place.file != last.file) {
      std::swap(last, before);
      if (place.file != last.file) last = ReadQuoted(options, place.file);
    }
    const auto line = static_cast<size_t>(place.line) - 1;
    if (line >= last.starts.size()) return std::string();
    std::string_view text = std::string_view(last.text).substr(last.starts[line]);
    text = text.substr(0, text.find('\n'));
    if (text.ends_with('\r')) text.remove_suffix(1);
    return std::string(text);
  };
}

PrintOptions PrintOptionsOf(const Options& options) {
  PrintOptions out;
  out.colour = options.colour;
  out.verbose = options.verbose;
  out.width = options.width;
  out.group_by = options.group_by;
  out.all = options.all;
  out.statistics = options.statistics;
  out.quiet = options.quiet;
  if (options.links) out.link_root = AbsolutePath(options.root);
  out.mentions = options.mentions;
  return out;
}

// Whether more names are unknown than the user allows; says so.
bool ExceedsUnresolved(const Census& census, const Options& options, const Config& config,
                       const MessageSink& say) {
  if (!options.max_unresolved) return false;
  const size_t count = UnresolvedInSources(census, config).size();
  if (count <= *options.max_unresolved) return false;
  say(std::to_string(count) + (count == 1 ? " access" : " accesses") +
      " of the sources could not be resolved; --max-unresolved allows " +
      std::to_string(*options.max_unresolved));
  return true;
}

// The variable whose name is nearest to `wrong`, where one is near; "" else.
std::string SuggestVariable(const std::vector<Flag>& flags, std::string_view wrong) {
  std::string nearest;
  int least = 4;  // letters that are not near any more
  for (const Flag& flag : flags) {
    if (flag.name.size() < static_cast<size_t>(least)) continue;
    const int distance = EditDistance(wrong, flag.name, least);
    if (distance >= least) continue;
    least = distance;
    nearest = flag.name;
  }
  return nearest;
}

// A rule for programs: its name, its summary, what to do about it, and its page in Markdown.
Json ToJson(const Rule& rule) {
  return {{"name", rule.name},
          {"summary", rule.summary},
          {"remedy", rule.remedy},
          {"page", RulePage(rule)}};
}

}  // namespace

FormatNames KnownFormats() {
  return {NamesOf(CheckFormats()),
          NamesOf(ScanFormats()),
          NamesOf(CatalogFormats()),
          NamesOf(ChangesFormats()),
          NamesOf(ExplainFormats()),
          NamesOf(ReferenceFormats()),
          {"text", "json", "csv", "sarif", "cyclonedx", "markdown"}};
}

int Fail(const std::string& message) {
  Say(message);
  return kFailed;
}

namespace {

// Whether the run's bounds may have cut the answer: another run may come further.
bool WasLimited(const RunBudget& budget, const Options& options) {
  constexpr uint64_t kUnit = 1024;  // of what the system tells
  rusage used = {};
  getrusage(RUSAGE_SELF, &used);
  return !budget.Refuses().empty() ||
         static_cast<uint64_t>(used.ru_maxrss) * kUnit > options.max_memory;
}

}  // namespace

int Tell(const Answer& answer) {
  std::fputs(answer.err.c_str(), stderr);
  int status = answer.status;
  std::signal(SIGPIPE, SIG_IGN);  // it is told by the error
  for (const AnswerFile& file : answer.files) {
    if (const auto why = WriteOutputFile(file.path, file.text, IsOwnReport)) {
      Say(file.path + ": cannot be written: " + *why);
      status = kFailed;
    }
  }
  return WriteBytes(answer.out, status);
}

int PrintAndCache(const Answer& answer, const std::optional<Cache>& cache, const Options& options,
                  const RunBudget& budget) {
  const int status = Tell(answer);
  if (cache && options.dependencies && status == answer.status && !WasLimited(budget, options)) {
    KeepAnswer(*cache, answer, *options.dependencies);
  }
  return status;
}

int PrintCache(const Options& options) {
  const std::optional<std::string> text = TellCache(options);
  if (!text) return Fail("no cache directory: HOME is not set; use --cache DIR");
  return PrintText(*text);
}

int WriteOutput(const std::string& output, int status) { return Write(output, status); }

int WritePatch(const std::string& patch, int status) { return WriteBytes(patch, status); }

void TellUser(const std::string& message) { Say(message); }

int TellDiagnostics(const Tree& tree, const Comparison& comparison, const Options& options) {
  const std::vector<Diagnostic> diagnostics = Sorted(
      Sorted(tree.diagnostics, comparison.census.diagnostics), comparison.catalog.diagnostics);
  SaySkipped(tree, options);
  SayDiagnostics(diagnostics);
  if (options.verbose) {
    for (const std::string& line : comparison.catalog.judged) Say("page " + line);
  }
  return StatusOf(diagnostics, 0, options);
}

int TellCoverage(const Coverage& coverage, const Options& options) {
  SayCoverage(coverage);
  return StatusOf({}, 0, options, coverage);
}

int PrintText(const std::string& text) { return Write(MaskSecrets(text, {}), 0); }

int PrintSettings(const Config& config, const Options& options) {
  return PrintText(ShowSettings(config, options));
}

int PrintChanges(const std::vector<FlagChange>& changes, const Options& options) {
  return Write(FormatOf(ChangesFormats(), options.format).write(changes, PrintOptionsOf(options)),
               0);
}

int PrintRulePage(const Options& options) {
  const bool json = options.format == "json";
  if (!options.rule.empty()) {
    const Rule* rule = FindRule(options.rule);
    if (rule == nullptr) {
      return Fail("unknown rule '" + options.rule + "'; " + SuggestRule(options.rule));
    }
    return Write(json ? ToLine(ToJson(*rule)) + "\n" : RulePage(*rule), 0);
  }
  std::string list;
  for (const Rule& rule : Rules()) {
    list += json ? ToLine(ToJson(rule)) : std::string(rule.name) + ": " + std::string(rule.summary);
    list += "\n";
  }
  return Write(list, 0);
}

int PrintExplanation(const std::vector<Flag>& flags, const std::vector<Finding>& findings,
                     const Options& options) {
  const auto flag = std::find_if(flags.begin(), flags.end(),
                                 [&](const Flag& one) { return one.name == options.rule; });
  if (flag != flags.end()) {
    const ExplainFormat& format = FormatOf(ExplainFormats(), options.format);
    return Write(format.write(*flag, findings, PrintOptionsOf(options)), 0);
  }
  const std::string near = SuggestVariable(flags, options.rule);
  return Fail("nothing below " + Join(options.paths, " ") + " accesses or documents " +
              options.rule + (near.empty() ? "" : "; did you mean " + near + "?"));
}

namespace {

// What a table of accesses begins with where much was not looked at, and ends with else.
std::string CoverageText(const Coverage& coverage) {
  std::string out;
  for (const std::string& note : DescribeCoverage(coverage)) {
    out += EscapeControl(MaskSecrets(note, {})) + "\n";
  }
  return out;
}

}  // namespace

Answer ScanAnswer(const Tree& tree, const Comparison& scanned, const Options& options) {
  const Census& census = scanned.census;
  const Coverage& coverage = scanned.coverage;
  const std::vector<Diagnostic> diagnostics = Sorted(tree.diagnostics, census.diagnostics);
  Answer answer;
  SaySkipped(tree, options, SayInto(answer));
  SayDiagnostics(diagnostics, SayInto(answer));
  std::string text =
      FormatOf(ScanFormats(), options.format).write(census.accesses, PrintOptionsOf(options));
  if (options.format == "table") {
    text =
        coverage.IsPartial() ? CoverageText(coverage) + "\n" + text : text + CoverageText(coverage);
  } else {
    SayCoverage(coverage, SayInto(answer));
  }
  answer.out = Written(text);
  answer.status = StatusOf(diagnostics, 0, options, coverage);
  DoubtPassing(diagnostics, options);
  return answer;
}

int PrintCatalog(const Catalog& catalog, const Options& options) {
  SayDiagnostics(catalog.diagnostics);
  for (const std::string& line : catalog.judged) Say(line);
  const std::string text =
      FormatOf(CatalogFormats(), options.format).write(catalog.entries, PrintOptionsOf(options));
  return Write(text, StatusOf(catalog.diagnostics, 0, options));
}

namespace {

// The report in one form, into what the answer prints or writes.
void WriteForm(const CheckReport& report, const Output& output, const Options& options,
               Answer& answer) {
  const CheckFormat& format = FormatOf(CheckFormats(), output.format);
  PrintOptions print = PrintOptionsOf(options);
  print.line = MakeLineReader(options);
  if (!output.file.empty()) {  // which is no terminal
    print.colour = false;
    print.width = 0;
    print.link_root.clear();
  }
  std::string text = format.write(report, print);
  if (format.commands == Commands::kBroken) text = Written(text);
  if (format.commands == Commands::kBrokenXml) text = BreakCommands(text, "&#35;");
  if (output.file.empty()) {
    answer.out = std::move(text);
  } else {
    answer.files.push_back({output.file, std::move(text)});
  }
}

}  // namespace

Answer CheckAnswer(const Tree& tree, Comparison comparison, const Options& options,
                   const Config& config) {
  Answer answer;
  const MessageSink say = SayInto(answer);
  const Census& census = comparison.census;
  const Catalog& catalog = comparison.catalog;
  const Ownership& ownership = comparison.ownership;
  CheckReport report;
  report.files = census.files_read;
  report.accesses = census.accesses.size();
  report.unresolved = static_cast<uint64_t>(
      std::count_if(census.accesses.begin(), census.accesses.end(), IsUnresolved));
  report.flags =
      static_cast<uint64_t>(std::count_if(comparison.flags.begin(), comparison.flags.end(),
                                          [](const Flag& flag) { return !flag.accesses.empty(); }));
  report.entries = static_cast<uint64_t>(
      std::count_if(catalog.entries.begin(), catalog.entries.end(),
                    [](const Entry& entry) { return entry.how != EntryHow::kMention; }));
  report.coverage = std::move(comparison.coverage);
  report.clang = census.clang;
  report.pages = catalog.pages;
  report.page_reasons = catalog.reasons;
  for (const Rule& rule : Rules()) {
    report.rules.push_back({std::string(rule.name), std::string(rule.remedy),
                            std::string(rule.summary), RulePage(rule), rule.severity});
  }
  report.findings = std::move(comparison.findings);
  report.diagnostics = Sorted(Sorted(tree.diagnostics, census.diagnostics), catalog.diagnostics);
  report.diagnostics = Sorted(std::move(report.diagnostics), ownership.diagnostics);
  report.diagnostics = Sorted(std::move(report.diagnostics), comparison.diagnostics);
  report.accepted = comparison.accepted;
  report.baseline = comparison.baseline;
  report.fixes = std::move(comparison.fixes);
  report.only_new = !report.baseline.empty() || !options.since.empty();

  SaySkipped(tree, options, say);
  if (options.verbose) {
    for (const std::string& line : catalog.judged) say("page " + line);
    SayOwnPrefixes(ownership, say);
  }
  // The text report says both itself; beside a machine's they stand on standard error.
  const bool told =
      std::any_of(options.outputs.begin(), options.outputs.end(), [](const Output& output) {
        return output.file.empty() && !FormatOf(CheckFormats(), output.format).machine;
      });
  if (!told) {
    SayCoverage(report.coverage, say);
    SayDiagnostics(report.diagnostics, say);
    SayPages(catalog, options.verbose, say);
  }
  const bool lines = std::any_of(options.outputs.begin(), options.outputs.end(),
                                 [](const Output& output) { return output.format == "text"; });
  if (lines) FindStated(catalog.entries, MakeLineReader(options), report.findings);
  const bool blind = ExceedsUnresolved(census, options, config, say);
  const bool failing =
      blind || (options.fail_on && std::any_of(report.findings.begin(), report.findings.end(),
                                               [&](const Finding& finding) {
                                                 return finding.severity >= *options.fail_on;
                                               }));
  std::erase_if(report.findings,
                [&](const Finding& finding) { return finding.severity < options.min_severity; });
  for (const Output& output : options.outputs) WriteForm(report, output, options, answer);
  answer.status = StatusOf(report.diagnostics, failing ? kFindings : 0, options, report.coverage);
  DoubtPassing(report.diagnostics, options);
  return answer;
}

}  // namespace flagcensus
