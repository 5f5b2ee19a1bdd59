// flagcensus diff: how the variables changed between two revisions
//
//   diff v1.2   ─→ APP_PORT  default 80 → 8080;  APP_OLD removed
#include "analyzer/commands/command.h"
#include "analyzer/config/output_options.h"
#include "analyzer/join/changes.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/revisions.h"

namespace flagcensus {
namespace {

// Both sides are read in full; only their variables are compared.
class DiffRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    command
        .add_option("REV", revisions_,
                    "The older revision and, optionally, the newer one (default: the working "
                    "tree); each is a branch, tag or commit")
        ->required()
        ->expected(1, 2);
    AddConfig(command, project_);
    AddFormat(command, output_, NamesOf(ChangesFormats()));
    AddRun(command, project_);
  }

  std::optional<std::string> Finish(const CommandApp&) override {
    UseTerminal(output_);
    // A compiler would read the current files with current build products, and those of a revision
    // without them, which would look like changes.
    project_.clang.used = false;
    return FinishProject(project_);
  }

  ProjectOptions* project() override { return &project_; }

  // Each side is read with its own configuration: that of the revision for the older one.
  int Run(const Arguments&) override {
    RunBudget budget(project_.limits.seconds, project_.limits.memory);
    Result<Workspace> before = Open(revisions_[0]);
    if (!before.ok()) return Fail(before.error().message);
    if (const auto wrong = before.value().ReadSides(budget)) return Fail(wrong->message);
    Result<Workspace> after = revisions_.size() > 1 ? Open(revisions_[1]) : OpenFiles();
    if (!after.ok()) return Fail(after.error().message);
    if (const auto wrong = after.value().ReadSides(budget)) return Fail(wrong->message);
    const std::vector<FlagChange> changes =
        CompareFlags(before.value().comparison().flags, after.value().comparison().flags);
    return WriteOutput(FormatOf(ChangesFormats(), output_.format)
                           .write(changes, PrintOptionsOf(output_, project_)),
                       kSuccess);
  }

 private:
  // The files of the revision are copied, so the same readers read them.
  Result<Workspace> Open(const std::string& revision) const {
    std::vector<std::shared_ptr<const Revision>> copies;
    return Workspace::AtRevision(project_, revision, copies);
  }

  // The working tree, as the newer side.
  // It has the current configuration, whereas Open uses that of the revision.
  Result<Workspace> OpenFiles() const {
    Result<Config> config = LoadConfig(project_);
    if (!config.ok()) return config.error();
    Tree tree = WalkProject(project_, config.value());
    return Workspace(project_, std::move(config).value(), std::move(tree));
  }

  std::vector<std::string> revisions_;
  ProjectOptions project_;
  OutputOptions output_;
};

}  // namespace

extern const Command kDiff;
const Command kDiff = {
    "diff",
    "Report variables that were added, removed or renamed, or whose default or type changed",
    "  flagcensus diff v1.2                             changes since v1.2\n"
    "  flagcensus diff v1.2 v1.3 --format markdown      for the release notes\n",
    "0 success, 2 failure.", MakeRun<DiffRun>};

}  // namespace flagcensus
