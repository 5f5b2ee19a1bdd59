// flagcensus explain: a rule, or everything known about a variable
//
//   explain unused     the rule's page
//   explain APP_PORT   its accesses, entries, findings
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/commands/command.h"
#include "analyzer/config/output_options.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/report/json.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

// The variable with the name nearest to `wrong`, if one is near; otherwise "".
//
//   APP_TIMOUT ─→ APP_TIMEOUT
//
// A name shorter than the limit would be near to any other short name.
std::string SuggestVariable(const std::vector<Flag>& flags, std::string_view wrong) {
  std::string nearest;
  int least = 4;  // names that differ by this many letters are not near
  for (const Flag& flag : flags) {
    if (flag.name.size() < static_cast<size_t>(least)) continue;
    const int distance = EditDistance(wrong, flag.name, least);
    if (distance >= least) continue;
    least = distance;
    nearest = flag.name;
  }
  return nearest;
}

// A rule for programs: its name, its summary, its remedy, and its page in Markdown.
Json ToJson(const Rule& rule) {
  return {{"name", rule.name},
          {"summary", rule.summary},
          {"remedy", rule.remedy},
          {"page", RulePage(rule)}};
}

// Prints the page of the rule `name`, or the list of all rules if it is "".
// One rule for each line; as JSON Lines, so a reader needs no end of a list.
int PrintRulePage(const std::string& name, bool json) {
  if (!name.empty()) {
    const Rule* rule = FindRule(name);
    if (rule == nullptr) return Fail("unknown rule '" + name + "'; " + SuggestRule(name));
    return WriteOutput(json ? ToLine(ToJson(*rule)) + "\n" : RulePage(*rule), kSuccess);
  }
  std::string list;
  for (const Rule& rule : Rules()) {
    list += json ? ToLine(ToJson(rule)) : std::string(rule.name) + ": " + std::string(rule.summary);
    list += "\n";
  }
  return WriteOutput(list, kSuccess);
}

// Whether the argument is a variable rather than a rule. Names of rules are lower-case words joined
// by hyphens. A variable in lower case without an underscore ("debug") is treated as a rule.
//
//   APP_PORT, app_port    ─→ a variable       unused, default-mismatch, debug    ─→ a rule
bool IsVariable(const std::string& name) {
  return name.find('-') == std::string::npos &&
         name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != std::string::npos;
}

// A rule needs no project; a variable needs a whole check.
//
//   explain unused      ─→ the page of the rule, without reading any file
//   explain APP_PORT    ─→ the accesses, entries and findings of APP_PORT
class ExplainRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    command.add_option("RULE|NAME", name_, "Rule or variable to explain (default: list all rules)");
    AddPaths(command, project_);
    AddClang(command, project_);
    AddCatalog(command, project_);
    AddConfig(command, project_);
    AddFormat(command, output_, NamesOf(ExplainFormats()));
    AddRun(command, project_);
  }

  std::optional<std::string> Finish(const CommandApp&) override {
    UseTerminal(output_);
    return FinishProject(project_);
  }

  ProjectOptions* project() override { return &project_; }
  Needs needs() const override { return IsVariable(name_) ? Needs::kProjects : Needs::kNothing; }

  int Run(const Arguments&) override { return PrintRulePage(name_, output_.format == "json"); }

  std::optional<Error> Examine(Workspace& project, RunBudget& budget) override {
    FindingOptions each;
    each.grouped = false;
    return project.Check(each, {}, budget);
  }

  int Report(std::vector<Workspace>& projects, const std::vector<Diagnostic>& failed,
             RunBudget&) override {
    // A variable may be known to several projects of the run; each prints its part.
    int status = -1;
    for (const Workspace& one : projects) {
      // Variables of code or pages, otherwise those that only deployments set.
      for (const auto* flags : {&one.comparison().flags, &one.comparison().surfaces.unread}) {
        const bool known = std::any_of(flags->begin(), flags->end(),
                                       [&](const Flag& flag) { return flag.name == name_; });
        if (!known) continue;
        status = std::max(status, Print(*flags, one.comparison()));
        break;
      }
    }
    if (status < 0) status = Print({}, {});
    return std::max(status, PrintFailed(failed));
  }

 private:
  // A name that is only similar is suggested, not explained.
  int Print(const std::vector<Flag>& flags, const Comparison& comparison) const {
    const auto flag = std::find_if(flags.begin(), flags.end(),
                                   [&](const Flag& one) { return one.name == name_; });
    if (flag != flags.end()) {
      const ExplainFormat& format = FormatOf(ExplainFormats(), output_.format);
      return WriteOutput(format.write(*flag, comparison.findings, comparison.inventory,
                                      PrintOptionsOf(output_, project_)),
                         kSuccess);
    }
    const std::string near = SuggestVariable(flags, name_);
    return Fail("nothing in " + Join(project_.paths, " ") + " accesses or documents " + name_ +
                (near.empty() ? "" : "; did you mean " + near + "?"));
  }

  std::string name_;  // a rule or a variable; "": list all rules
  ProjectOptions project_;
  OutputOptions output_;
};

}  // namespace

extern const Command kExplain;
const Command kExplain = {
    "explain", "Explain a rule, or show everything known about a variable",
    "  flagcensus explain                               list the rules\n"
    "  flagcensus explain default-mismatch              describe a rule\n"
    "  flagcensus explain APP_TIMEOUT                   what is known about a variable\n"
    "  flagcensus explain APP_TIMEOUT src --format json\n",
    "0 success, 2 failure.", MakeRun<ExplainRun>};

}  // namespace flagcensus
